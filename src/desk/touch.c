/* See touch.h. The keys of carom and of pool; the faults are a table. A key is written row by row with the
 * balls of the position at hand put in. */
#include "desk/touch.h"

#include "rules/carom/carom.h"
#include "rules/words.h"

enum { FIRST_OBJECT_BALL = 1 };

typedef struct Touch { /* the position, and where its keys go */
    Json *json;
    const DeskMatch *match;
    const Position *at;
    const SheetWords *words;
    const char *player; /* "A" "B" */
} Touch;

static const char *ball_word(const Touch *t, int ball) { return t->words->balls[ball]; }

/* ---- one key */

static void key_open(const Touch *t, const char *name, const char *clause, const char *ball) {
    json_open_object(t->json, NULL);
    json_word(t->json, "key", name);
    if (clause) json_word(t->json, "clause", clause);
    if (ball) json_word(t->json, "ball", ball);
}

static void row(const Touch *t, const char *event, const char *ball, const char *to, const char *value) {
    json_open_object(t->json, NULL);
    json_word(t->json, "event", event);
    if (ball) json_word(t->json, "ball", ball);
    if (to) json_word(t->json, "to", to);
    if (value) json_word(t->json, "value", value);
    json_close_object(t->json);
}

static void first_row(const Touch *t, const char *event, const char *ball, const char *to,
                      const char *value) {
    json_open_object(t->json, NULL);
    json_word(t->json, "player", t->player);
    json_word(t->json, "event", event);
    if (ball) json_word(t->json, "ball", ball);
    if (to) json_word(t->json, "to", to);
    if (value) json_word(t->json, "value", value);
    json_close_object(t->json);
}

/* ---- faults: key, what is asked, and the rows; source: the words of rules/words.c */

typedef enum FaultForm {
    FORM_MARK,         /* `fault` alone */
    FORM_STROKE,       /* a stroke, and the fault in it */
    FORM_BALL,         /* `fault` on a ball that is touched */
    FORM_OFF,          /* a ball off the table */
    FORM_OFF_CUE,      /* the cue ball */
    FORM_ONTO_FROZEN,  /* straight onto a ball that touches */
    FORM_OTHER_STRIKE, /* the stroke is of another ball */
    FORM_FIRST,        /* another ball was hit first */
    FORM_NOTHING       /* a stroke that hits nothing */
} FaultForm;

typedef struct FaultKey {
    const char *clause, *kind;
    FaultForm form;
} FaultKey;

static const FaultKey carom_faults[] = {
    {"carom.3.1", NULL, FORM_NOTHING},        {"carom.3.2", NULL, FORM_OFF},
    {"carom.3.3", "moving", FORM_STROKE},     {"carom.3.4", "touch", FORM_BALL},
    {"carom.3.5", "foreign-body", FORM_BALL}, {"carom.3.6", "moved-ball", FORM_BALL},
    {"carom.3.7", "not-tip", FORM_STROKE},    {"carom.3.8", "push", FORM_STROKE},
    {"carom.3.9", NULL, FORM_ONTO_FROZEN},    {"carom.3.10", "double-hit", FORM_STROKE},
    {"carom.3.11", "no-foot", FORM_STROKE},   {"carom.3.12", "mark", FORM_MARK},
    {"carom.3.13", NULL, FORM_OTHER_STRIKE},
};

static const FaultKey pool_faults[] = {
    {"pool.4.1", NULL, FORM_FIRST},
    {"pool.4.1", NULL, FORM_NOTHING},
    {"pool.4.4", NULL, FORM_OFF_CUE},
    {"pool.4.5", NULL, FORM_OFF},
    {"pool.4.6", "touch", FORM_BALL},
    {"pool.4.8", "no-foot", FORM_STROKE},
    {"pool.4.9", "moving", FORM_STROKE},
    {"pool.4.11", "scoop", FORM_STROKE},
    {"pool.4.12", "double-hit", FORM_STROKE},
    {"pool.4.12", "push", FORM_STROKE},
    {"pool.4.15", "touch-placing", FORM_BALL},
    {"pool.4.16", "mark", FORM_MARK},
};

static int ball_on(const Touch *t) {
    for (int ball = FIRST_OBJECT_BALL; ball < t->words->ball_count; ball++)
        if (t->at->on & 1U << ball) return ball;
    return FIRST_OBJECT_BALL;
}

/* A ball off the pool table was driven there: by the cue ball, or by the ball on. */
static void driven_off(const Touch *t, const char *ball) {
    const char *first = ball_word(t, ball_on(t));
    row(t, "contact", "cue", first, NULL);
    if (ball && strcmp(ball, first) != 0) row(t, "contact", first, ball, NULL);
}

static void fault_rows(const Touch *t, const FaultKey *fault, const char *own, const char *ball) {
    bool pool = t->match->score.play.discipline == &discipline_pool;
    json_open_list(t->json, "rows");
    if (fault->form == FORM_ONTO_FROZEN) first_row(t, "frozen", own, ball, NULL);
    if (fault->form == FORM_MARK || fault->form == FORM_BALL)
        first_row(t, "fault", ball, NULL, fault->kind);
    else if (fault->form == FORM_OTHER_STRIKE)
        first_row(t, "strike", ball, NULL, NULL);
    else
        first_row(t, "strike", own, NULL, NULL);
    if (fault->form == FORM_ONTO_FROZEN || fault->form == FORM_FIRST) row(t, "contact", own, ball, NULL);
    if (fault->form == FORM_OFF && pool) driven_off(t, ball);
    if (fault->form == FORM_OFF_CUE) row(t, "contact", own, ball_word(t, ball_on(t)), NULL);
    if (fault->form == FORM_OFF || fault->form == FORM_OFF_CUE)
        row(t, "off", ball ? ball : own, "floor", NULL);
    if (fault->form == FORM_STROKE) row(t, "fault", NULL, NULL, fault->kind);
    json_close_list(t->json);
}

static bool asks_ball(FaultForm form) {
    return form == FORM_BALL || form == FORM_OFF || form == FORM_ONTO_FROZEN || form == FORM_OTHER_STRIKE ||
           form == FORM_FIRST;
}

/* Whether the fault can be of this ball: the own ball cannot be hit first, nor another be off limits to
 * itself; what may be hit first is no fault. */
static bool fits(const Touch *t, FaultForm form, int ball, int own) {
    if (form == FORM_ONTO_FROZEN || form == FORM_OTHER_STRIKE) return ball != own;
    if (form == FORM_OFF && t->words->object_from) return ball != own;
    if (form == FORM_FIRST) return ball != own && !(t->at->on & 1U << ball);
    return true;
}

static void fault_keys(const Touch *t, const FaultKey *faults, size_t count, int own) {
    for (size_t i = 0; i < count; i++) {
        const FaultKey *fault = &faults[i];
        for (int k = 0; k < (asks_ball(fault->form) ? t->at->ball_count : 1); k++) {
            int ball = t->at->balls[k].ball;
            if (asks_ball(fault->form) && !fits(t, fault->form, ball, own)) continue;
            const char *word = asks_ball(fault->form) ? ball_word(t, ball) : NULL;
            key_open(t, fault->form == FORM_NOTHING ? "nothing" : "fault", fault->clause, word);
            fault_rows(t, fault, ball_word(t, own), word);
            json_close_object(t->json);
        }
    }
}

/* ---- options and notes before the stroke */

static void before_key(const Touch *t, const char *name, const char *event, const char *ball, const char *to,
                       const char *value) {
    key_open(t, name, NULL, NULL);
    json_word(t->json, "value", value ? value : to);
    json_bool(t->json, "before", true);
    json_open_list(t->json, "rows");
    first_row(t, event, ball, to, value);
    json_close_list(t->json);
    json_close_object(t->json);
}

static void option_keys(const Touch *t) {
    for (int i = 0; i < CHOICE_COUNT; i++)
        if (t->at->options & 1U << i) before_key(t, "option", "choose", NULL, NULL, choice_name((Choice)i));
}

/* ---- carom */

static int carom_own(const Touch *t) { return t->at->next == PLAYER_B; } /* white, yellow: carom.5.1 */

static const PositionBall *find_ball(const Touch *t, int ball) {
    for (int i = 0; i < t->at->ball_count; i++)
        if (t->at->balls[i].ball == ball) return &t->at->balls[i];
    return NULL;
}

typedef struct Objects { /* the two balls that are not the player's own, the one due first in front */
    int ball[2];
} Objects;

static Objects carom_objects(const Touch *t) {
    Objects out = {{0, 0}};
    int n = 0, own = carom_own(t);
    for (int pass = 0; pass < 2; pass++)
        for (int ball = 0; ball < t->words->ball_count; ball++)
            if (ball != own && n < 2 && (t->at->on & 1U << ball ? 0 : 1) == pass) out.ball[n++] = ball;
    return out;
}

/* In the areas it lay in, as nobody has said anything else; not known where nobody has said anything at all.
 * The place itself is lost: the ball was hit. */
static void stays(const Touch *t, int ball) {
    const PositionBall *at = find_ball(t, ball);
    bool known = at && !carom_state(t->match->score.play.match)->balls[ball].unsure;
    char areas[200];
    snprintf(areas, sizeof areas, "%.*s", at ? (int)at->areas.len : 0, at ? at->areas.at : "");
    row(t, "position", ball_word(t, ball), !known ? "unknown" : areas[0] ? areas : "none", NULL);
}

static void carom_rows(const Touch *t, int cushions) {
    char count[12];
    const char *own = ball_word(t, carom_own(t));
    Objects objects = carom_objects(t);
    snprintf(count, sizeof count, "%d", cushions);
    first_row(t, "strike", own, NULL, NULL);
    row(t, "contact", own, ball_word(t, objects.ball[0]), NULL);
    if (cushions) row(t, "cushion", own, NULL, count);
    row(t, "contact", own, ball_word(t, objects.ball[1]), NULL);
}

static void rest_rows(const Touch *t) {
    Objects objects = carom_objects(t);
    row(t, "position", ball_word(t, carom_own(t)), "unknown", NULL);
    for (int i = 0; i < 2; i++) stays(t, objects.ball[i]);
}

static void carom_key(const Touch *t, bool areas, int cushions) {
    key_open(t, "carom", NULL, NULL);
    json_open_list(t->json, "rows");
    carom_rows(t, cushions);
    if (areas) rest_rows(t);
    json_close_list(t->json);
    json_close_object(t->json);
}

static void no_carom_key(const Touch *t, bool areas) {
    key_open(t, "no-carom", NULL, NULL);
    json_open_list(t->json, "rows");
    first_row(t, "strike", ball_word(t, carom_own(t)), NULL, NULL);
    for (int ball = 0; areas && ball < t->words->ball_count; ball++)
        row(t, "position", ball_word(t, ball), "unknown", NULL);
    json_close_list(t->json);
    json_close_object(t->json);
}

/* One of them lies elsewhere now; the other stays. */
static void one_out_keys(const Touch *t) {
    Objects objects = carom_objects(t);
    for (int i = 0; i < 2; i++) {
        const char *moved = ball_word(t, objects.ball[i]);
        key_open(t, "one-out", NULL, moved);
        json_word(t->json, "ask", "place");
        json_open_list(t->json, "rows");
        carom_rows(t, 0);
        row(t, "position", ball_word(t, carom_own(t)), "unknown", NULL);
        row(t, "position", moved, "?", NULL);
        stays(t, objects.ball[!i]);
        json_close_list(t->json);
        json_close_object(t->json);
    }
}

/* One of them left an area in which both lay, and came back. Where they lay in a field and an anchor, it is
 * asked which of them it left. */
static void out_and_back_keys(const Touch *t) {
    Objects objects = carom_objects(t);
    char name[80];
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < t->at->area_count; k++) {
            snprintf(name, sizeof name, "%.*s", SARG(t->at->areas[k].name));
            key_open(t, "out-and-back", NULL, ball_word(t, objects.ball[i]));
            json_str(t->json, "area", t->at->areas[k].name);
            json_open_list(t->json, "rows");
            carom_rows(t, 0);
            row(t, "exit", ball_word(t, objects.ball[i]), name, NULL);
            rest_rows(t);
            json_close_list(t->json);
            json_close_object(t->json);
        }
}

/* Both lie elsewhere; on two sides of a line with nothing between. */
static void both_key(const Touch *t, const char *name, const char *value) {
    Objects objects = carom_objects(t);
    key_open(t, name, NULL, NULL);
    json_word(t->json, "ask", "place");
    json_open_list(t->json, "rows");
    carom_rows(t, 0);
    row(t, "position", ball_word(t, carom_own(t)), "unknown", NULL);
    for (int i = 0; i < 2; i++) row(t, "position", ball_word(t, objects.ball[i]), "?", value);
    json_close_list(t->json);
    json_close_object(t->json);
}

static void touching_keys(const Touch *t) {
    Objects objects = carom_objects(t);
    for (int i = 0; i < 2; i++)
        before_key(t, "touching", "frozen", ball_word(t, carom_own(t)), ball_word(t, objects.ball[i]), NULL);
}

static void run_key(const Touch *t) {
    key_open(t, "run", NULL, NULL);
    json_word(t->json, "ask", "number");
    json_open_list(t->json, "rows");
    first_row(t, "run", NULL, NULL, "?");
    json_close_list(t->json);
    json_close_object(t->json);
}

static void concede_key(const Touch *t) {
    key_open(t, "concede", NULL, NULL);
    json_open_list(t->json, "rows");
    first_row(t, "concede", NULL, NULL, NULL);
    json_close_list(t->json);
    json_close_object(t->json);
}

static void carom_keys(const Touch *t) {
    const CaromMatch *carom = carom_match(t->match->score.play.match);
    bool areas = carom->area_count > 0;
    carom_key(t, areas, carom->cushions);
    no_carom_key(t, areas);
    if (areas) {
        one_out_keys(t);
        out_and_back_keys(t);
        both_key(t, "both", NULL);
        if (carom->balkline) both_key(t, "astride", "astride");
    }
    fault_keys(t, carom_faults, sizeof carom_faults / sizeof *carom_faults, carom_own(t));
    touching_keys(t);
    if (!carom_state(t->match->score.play.match)->tally[t->at->next].at_table) run_key(t);
    concede_key(t);
}

/* ---- pool */

/* The cue ball put down, the stroke, and what is hit first unless it was touched otherwise. */
static void pool_stroke(const Touch *t, int first) {
    if (t->at->cue != CUE_LIES && !t->at->start) {
        first_row(t, "place", "cue", NULL, NULL);
        row(t, "strike", "cue", NULL, NULL);
    } else {
        first_row(t, "strike", "cue", NULL, NULL);
    }
    if (first) row(t, "contact", "cue", ball_word(t, first), NULL);
}

static void pocket_rows(const Touch *t, int ball, int first, bool called) {
    if (ball != first) row(t, "contact", ball_word(t, first), ball_word(t, ball), NULL);
    row(t, "pocket", ball_word(t, ball), called ? "?" : NULL, NULL);
}

static void pockets_list(const Touch *t) {
    json_word(t->json, "ask", "pocket");
    json_open_list(t->json, "of");
    for (int i = 0; i < POCKET_COUNT; i++) json_word(t->json, NULL, pocket_words[i]);
    json_close_list(t->json);
}

static void made_key(const Touch *t, int ball, bool called) {
    int first = t->at->on & 1U << ball ? ball : ball_on(t);
    key_open(t, "made", NULL, ball_word(t, ball));
    if (called) pockets_list(t);
    json_open_list(t->json, "rows");
    if (called) first_row(t, "call", ball_word(t, ball), "?", NULL);
    pool_stroke(t, first);
    pocket_rows(t, ball, first, called);
    json_close_list(t->json);
    json_open_list(t->json, "more");
    pocket_rows(t, ball, first, called);
    json_close_list(t->json);
    json_close_object(t->json);
}

static void stroke_key(const Touch *t, const char *name, bool safety, int cushions, bool scratch) {
    key_open(t, name, NULL, NULL);
    json_open_list(t->json, "rows");
    if (safety) first_row(t, "call", NULL, NULL, "safety");
    pool_stroke(t, ball_on(t));
    for (int i = 0; i < cushions; i++) row(t, "cushion", ball_word(t, FIRST_OBJECT_BALL + i), NULL, NULL);
    if (scratch) row(t, "pocket", "cue", NULL, NULL);
    json_close_list(t->json);
    json_close_object(t->json);
}

static void pool_keys(const Touch *t) {
    const DeskMatch *match = t->match;
    bool called = !str_eq(match->setup.text[SETUP_GAME], S("9-ball")) && !t->at->start;
    for (int i = 0; i < t->at->ball_count; i++)
        if (t->at->balls[i].ball) made_key(t, t->at->balls[i].ball, called);
    if (t->at->start) {
        stroke_key(t, "break-four", false, 4, false);
        stroke_key(t, "break-fewer", false, 0, false);
    } else {
        int on = ball_on(t);
        key_open(t, "missed", NULL, NULL);
        json_open_list(t->json, "rows");
        pool_stroke(t, on);
        row(t, "cushion", ball_word(t, on), NULL, NULL);
        json_close_list(t->json);
        json_close_object(t->json);
        stroke_key(t, "no-cushion", false, 0, false);
        if (called) stroke_key(t, "safety", true, 0, false);
    }
    stroke_key(t, "scratch", false, 0, true);
    fault_keys(t, pool_faults, sizeof pool_faults / sizeof *pool_faults, 0);
    for (Player p = PLAYER_A; p <= PLAYER_B; p++) {
        key_open(t, "told", NULL, NULL);
        json_word(t->json, "value", player_name(p));
        json_bool(t->json, "before", true);
        json_open_list(t->json, "rows");
        json_open_object(t->json, NULL);
        json_word(t->json, "player", player_name(p));
        json_word(t->json, "event", "warn");
        json_word(t->json, "value", "two-fouls");
        json_close_object(t->json);
        json_close_list(t->json);
        json_close_object(t->json);
    }
    concede_key(t);
}

void touch_json(Json *json, const char *key, const DeskMatch *match) {
    Arena arena = {0};
    Position at = {0};
    const Play *play = &match->score.play;
    play->discipline->position(&arena, play->match, &at);
    Touch t = {json, match, &at, play->discipline->words, player_name(at.next)};
    json_open_list(json, key);
    if (at.next != PLAYER_NONE) {
        option_keys(&t);
        (play->discipline == &discipline_pool ? pool_keys : carom_keys)(&t);
    }
    json_close_list(json);
    arena_free(&arena);
}
