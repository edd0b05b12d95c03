/* See setup.h. */
#include "desk/setup.h"

#include "base/text.h"

typedef enum SetupKind { KIND_TEXT, KIND_WORD, KIND_COUNT, KIND_YES_NO, KIND_FLAG, KIND_PLAYER } SetupKind;

static const struct {
    const char *name;
    SetupKind kind;
    bool correctable;
} keys[SETUP_KEYS] = {
    [SETUP_GAME] = {"game", KIND_WORD, false},        [SETUP_TABLE] = {"table", KIND_WORD, false},
    [SETUP_POINTS] = {"points", KIND_COUNT, true},    [SETUP_INNINGS] = {"innings", KIND_COUNT, true},
    [SETUP_SETS] = {"sets", KIND_COUNT, true},        [SETUP_RACE] = {"race", KIND_COUNT, true},
    [SETUP_BREAK] = {"break", KIND_PLAYER, true},     [SETUP_REFEREE] = {"referee", KIND_YES_NO, true},
    [SETUP_PUSH_OUT] = {"push-out", KIND_FLAG, true}, [SETUP_LINE_WIDTH] = {"line-width", KIND_WORD, true},
    [SETUP_ANCHORS] = {"anchors", KIND_WORD, true},   [SETUP_CENTRE] = {"centre", KIND_WORD, true},
    [SETUP_COMPARE] = {"compare", KIND_WORD, true},   [SETUP_PLACE] = {"place", KIND_TEXT, true},
};

/* ---- one value */

/* A word names a game or a shipped profile; a path would let a page read files. */
static bool is_word(Str text) {
    for (ptrdiff_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        bool good =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || strchr("-_.", c);
        if (!good && !(c == '/' && i && i + 1 < text.len && text.at[i - 1] >= '0' && text.at[i - 1] <= '9'))
            return false;
    }
    return text.len && text.len <= 40;
}

static bool check_value(SetupKind kind, Str text, const char **why) {
    int64_t count;
    switch (kind) {
    case KIND_TEXT:
        *why = "expected plain text of at most 100 bytes";
        return text.len <= 100 && text_utf8_fault(text) < 0 && text_control(text, false) < 0;
    case KIND_WORD:
        *why = "expected a word of letters, digits, '-' and '.'";
        return is_word(text);
    case KIND_COUNT:
        *why = "expected a whole number of 1 or more";
        return str_to_count(text, 1000000, &count) && count;
    case KIND_YES_NO:
        *why = "expected yes or no";
        return str_eq(text, S("yes")) || str_eq(text, S("no"));
    case KIND_FLAG:
        *why = "expected true or false";
        return str_eq(text, S("true"));
    case KIND_PLAYER:
        *why = "expected A or B";
        return str_eq(text, S("A")) || str_eq(text, S("B"));
    }
    return false;
}

static Str value_text(const Sent *value, SetupKind kind) {
    bool truth = value->kind == SENT_TRUE || value->kind == SENT_FALSE;
    if (value->kind == SENT_TEXT || value->whole) return str_trim(value->text);
    if (truth && kind == KIND_YES_NO) return value->kind == SENT_TRUE ? S("yes") : S("no");
    if (truth && kind == KIND_FLAG) return value->kind == SENT_TRUE ? S("true") : S("false");
    return S("?");
}

static int key_of(Str name) {
    for (int i = 0; i < SETUP_KEYS; i++)
        if (str_eq(str_of(keys[i].name), name)) return i;
    return -1;
}

static bool take(Arena *arena, int key, const Sent *value, DeskSetup *setup, RowFaults *faults) {
    const char *why;
    bool nothing = value->kind == SENT_NULL;
    Str text = nothing ? S("") : value_text(value, keys[key].kind);
    bool flag_off = keys[key].kind == KIND_FLAG && str_eq(text, S("false"));
    if (nothing || flag_off) return setup->text[key] = S(""), true;
    if (!check_value(keys[key].kind, text, &why)) return row_fault(faults, 0, keys[key].name, "%s", why);
    setup->text[key] = str_dup(arena, text_nfc(arena, text));
    return true;
}

static bool take_players(Arena *arena, const Sent *value, DeskSetup *setup, RowFaults *faults) {
    const char *why;
    if (value->kind != SENT_OBJECT) return row_fault(faults, 0, "players", "expected {\"A\":…,\"B\":…}");
    for (int i = 0; i < value->n; i++) {
        Str who = value->keys[i], text = value->items[i].text;
        if (!str_eq(who, S("A")) && !str_eq(who, S("B")))
            return row_fault(faults, 0, "players", "the players are A and B");
        if (value->items[i].kind != SENT_TEXT || !check_value(KIND_TEXT, text, &why))
            return row_fault(faults, 0, "players", "a name is plain text of at most 100 bytes");
        setup->player[who.at[0] - 'A'] = str_dup(arena, text_nfc(arena, text));
    }
    return true;
}

bool setup_from_json(Arena *arena, const Sent *object, DeskSetup *setup, RowFaults *faults) {
    bool good = true;
    for (int i = 0; i < object->n; i++) {
        Str name = object->keys[i];
        const Sent *value = &object->items[i];
        int key = key_of(name);
        if (str_eq(name, S("players")))
            good = take_players(arena, value, setup, faults) && good;
        else if (str_eq(name, S("practice")) && (value->kind == SENT_TRUE || value->kind == SENT_FALSE))
            setup->practice = value->kind == SENT_TRUE;
        else if (key < 0)
            good = row_fault(faults, 0, NULL, "unknown key '%.*s'", (int)(name.len < 60 ? name.len : 60),
                             name.at);
        else
            good = take(arena, key, value, setup, faults) && good;
    }
    if (good && !setup->text[SETUP_GAME].len) return row_fault(faults, 0, "game", "no game");
    return good;
}

bool setup_may_correct(const Sent *object, RowFaults *faults) {
    bool good = true;
    for (int i = 0; i < object->n; i++) {
        int key = key_of(object->keys[i]);
        if (str_eq(object->keys[i], S("practice")) || (key >= 0 && !keys[key].correctable))
            good = row_fault(faults, 0, key >= 0 ? keys[key].name : NULL, "this stays as it was set up");
    }
    return good;
}

/* ---- to JSON, to YAML and back */

void setup_json(Json *json, const char *key, const DeskSetup *setup) {
    json_open_object(json, key);
    for (int i = 0; i < SETUP_KEYS; i++) {
        if (!setup->text[i].len) continue;
        if (keys[i].kind == KIND_COUNT || keys[i].kind == KIND_FLAG)
            json_raw(json, keys[i].name, setup->text[i]);
        else
            json_str(json, keys[i].name, setup->text[i]);
    }
    json_open_object(json, "players");
    for (Player p = PLAYER_A; p <= PLAYER_B; p++) json_str(json, player_name(p), setup->player[p]);
    json_close_object(json);
    if (setup->practice) json_bool(json, "practice", true);
    json_close_object(json);
}

/* JSON's strings are YAML's double-quoted ones. */
static void yaml_line(Buf *out, const char *indent, const char *key, Str text) {
    Json quoted = {.out = out};
    buf_printf(out, "%s%s: ", indent, key);
    json_str(&quoted, NULL, text);
    buf_byte(out, '\n');
}

void setup_yaml(Buf *out, const DeskSetup *setup) {
    for (int i = 0; i < SETUP_KEYS; i++)
        if (setup->text[i].len) yaml_line(out, "", keys[i].name, setup->text[i]);
    buf_printf(out, "players:\n");
    for (Player p = PLAYER_A; p <= PLAYER_B; p++) yaml_line(out, "  ", player_name(p), setup->player[p]);
}

bool setup_from_yaml(Arena *arena, const Yaml *root, DeskSetup *setup, Diag *diag) {
    const Yaml *players = yaml_get(root, "players");
    bool good = true;
    for (int i = 0; i < SETUP_KEYS; i++) {
        const Yaml *node = yaml_get(root, keys[i].name);
        const char *why;
        if (!node) continue;
        if (node->kind != YAML_SCALAR || !check_value(keys[i].kind, node->text, &why))
            good = diag_error(diag, yaml_place(node), "%s",
                              node->kind != YAML_SCALAR ? "expected a value" : why);
        else
            setup->text[i] = str_dup(arena, node->text);
    }
    for (Player p = PLAYER_A; p <= PLAYER_B; p++)
        setup->player[p] = str_dup(arena, yaml_text(players, player_name(p)));
    if (good && !setup->text[SETUP_GAME].len) return diag_error(diag, yaml_place(root), "no game");
    return good;
}

/* ---- for the referee */

static const char *word_z(Arena *arena, const DeskSetup *setup, int key) {
    return setup->text[key].len ? str_z(arena, setup->text[key]) : NULL;
}

static int count_of(const DeskSetup *setup, int key) {
    int64_t count;
    return str_to_count(setup->text[key], 1000000, &count) ? (int)count : 0;
}

MatchSetup setup_match(Arena *arena, const DeskSetup *setup) {
    return (MatchSetup){.game = str_z(arena, setup->text[SETUP_GAME]),
                        .table = word_z(arena, setup, SETUP_TABLE),
                        .referee = !str_eq(setup->text[SETUP_REFEREE], S("no")),
                        .race = count_of(setup, SETUP_RACE),
                        .points = count_of(setup, SETUP_POINTS),
                        .innings = count_of(setup, SETUP_INNINGS),
                        .sets = count_of(setup, SETUP_SETS),
                        .breaker = str_eq(setup->text[SETUP_BREAK], S("B")) ? PLAYER_B : PLAYER_A,
                        .push_out = setup->text[SETUP_PUSH_OUT].len > 0,
                        .line_width = word_z(arena, setup, SETUP_LINE_WIDTH),
                        .anchors = word_z(arena, setup, SETUP_ANCHORS),
                        .centre = word_z(arena, setup, SETUP_CENTRE),
                        .compare = word_z(arena, setup, SETUP_COMPARE)};
}
