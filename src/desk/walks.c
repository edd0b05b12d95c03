/* See walks.h. */
#include "desk/walks.h"

#include "base/memory.h"
#include "base/text.h"
#include "judge/verdict.h"
#include "read/csv/measurements.h"
#include "report/certificate/result.h"

const char *walk_csv(Arena *arena, const Folder *folder, Str name) {
    return str_z(arena, str_fmt(arena, "%s/%.*s.measure.csv", folder->path, SARG(name)));
}

static const char *walk_yaml(Arena *arena, Str name) {
    return str_z(arena, str_fmt(arena, "%.*s.measure.yaml", SARG(name)));
}

/* ---- what is to be measured */

/* The name of a shipped profile; a path would let a page read files. */
static bool is_profile_name(Str text) {
    for (ptrdiff_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
              c == '_'))
            return false;
    }
    return text.len && text.len <= 60;
}

bool walk_order(Arena *arena, const Sent *object, Str *profile, Str *table, int *repeats, RowFaults *faults) {
    int64_t count = 1;
    *profile = *table = S("");
    for (int i = 0; i < object->n; i++) {
        Str key = object->keys[i], text = object->items[i].text;
        if (str_eq(key, S("profile")))
            *profile = text;
        else if (str_eq(key, S("table")))
            *table = str_trim(text_nfc(arena, text));
        else if (!str_eq(key, S("repeat")))
            row_fault(faults, 0, NULL, "unknown key: profile, table and repeat are known");
        else if (!str_to_count(text, 100, &count) || !count)
            row_fault(faults, 0, "repeat", "expected 1 to 100");
    }
    if (!is_profile_name(*profile)) row_fault(faults, 0, "profile", "expected the name of a profile");
    if (!table->len || table->len > 200 || text_control(*table, false) >= 0)
        row_fault(faults, 0, "table", "expected the table's name");
    *repeats = (int)count;
    return faults->at.n == 0;
}

/* ---- opening */

static void tell(const Diag *diag, RowFaults *faults) {
    for (ptrdiff_t i = 0; i < diag->messages.n; i++)
        if (diag->messages.at[i].severity == SEVERITY_ERROR)
            row_fault(faults, 0, NULL, "%.*s", SARG(diag->messages.at[i].text));
    if (!faults->at.n) row_fault(faults, 0, NULL, "the walk cannot be opened");
}

static DeskWalk *open_walk(const Folder *folder, const Catalogue *words, const char *instruments, Str name,
                           Str profile, Str table, int repeats, bool resume, RowFaults *faults) {
    DeskWalk *walk = memory_zeroed(sizeof *walk);
    walk->diag = (Diag){.arena = &walk->arena, .most = 20};
    walk->name = str_dup(&walk->arena, name);
    walk->profile = str_z(&walk->arena, profile);
    walk->repeats = repeats;
    MeasureOrder order = {.arena = &walk->arena,
                          .diag = &walk->diag,
                          .words = words,
                          .profile = profile_load(&walk->arena, walk->profile, NULL, &walk->diag),
                          .table = str_dup(&walk->arena, table),
                          .repeats = repeats,
                          .file = str_of(walk_csv(&walk->arena, folder, name)),
                          .resume = resume,
                          .stop_fd = -1};
    if (instruments) order.list = instruments_load(&walk->arena, instruments, &walk->diag);
    bool good = order.profile && (!instruments || order.list);
    if (good && order.profile->abstract)
        good = diag_error(&walk->diag, NO_PLACE, "this profile is only a base for others");
    if (good && measure_open(&walk->m, &order)) return measure_start(&walk->m), walk;
    tell(&walk->diag, faults);
    walk_close(walk);
    return NULL;
}

DeskWalk *walk_create(const Folder *folder, const Catalogue *words, const char *instruments, Str name,
                      Str profile, Str table, int repeats, RowFaults *faults) {
    Buf out = {0};
    bool exists;
    Json quoted = {.out = &out};
    DeskWalk *walk = open_walk(folder, words, instruments, name, profile, table, repeats, false, faults);
    if (!walk) return NULL;
    buf_printf(&out,
               "# A measuring walk of tablecert desk; its readings are the .csv beside it.\nprofile: %s\n"
               "repeat: %d\ntable: ",
               walk->profile, repeats);
    json_str(&quoted, NULL, walk->m.table);
    buf_byte(&out, '\n');
    bool good = folder_create(folder, walk_yaml(&walk->arena, name), buf_str(&out), &exists);
    buf_free(&out);
    if (good) return walk;
    row_fault(faults, 0, NULL, "the disk does not take it");
    walk_close(walk);
    return NULL;
}

DeskWalk *walk_load(const Folder *folder, const Catalogue *words, const char *instruments, Str name,
                    RowFaults *faults) {
    Diag diag = {.arena = faults->arena, .most = 10};
    Source source = {.name = str_of(walk_yaml(faults->arena, name))};
    int64_t repeats = 1;
    if (!folder_read(folder, faults->arena, walk_yaml(faults->arena, name), &source.bytes))
        return row_fault(faults, 0, NULL, "there is no such walk"), NULL;
    const Yaml *root = yaml_parse(faults->arena, &source, &diag);
    Str profile = root ? yaml_text(root, "profile") : S("");
    bool good = is_profile_name(profile) && str_to_count(yaml_text(root, "repeat"), 100, &repeats);
    if (!good) return row_fault(faults, 0, NULL, "the walk's file cannot be read"), NULL;
    return open_walk(folder, words, instruments, name, profile, yaml_text(root, "table"), (int)repeats, true,
                     faults);
}

void walk_close(DeskWalk *walk) {
    if (walk->m.rows) measure_close(&walk->m);
    arena_free(&walk->arena);
    free(walk);
}

/* ---- as JSON */

static void step_json(Json *json, const char *key, const Measure *m, int at) {
    const Step *step = &m->walk.steps[at];
    json_open_object(json, key);
    json_str(json, "item", step->item);
    json_str(json, "point", step->point);
    json_str(json, "title", measure_title(m, step));
    json_str(json, "where", measure_point(m, step->point));
    json_str(json, "unit", step->unit ? step->unit->name : S(""));
    if (step->requirement) json_str(json, "limit", measure_limit(m, step->requirement));
    if (step->repeats > 1) json_int(json, "repeat", step->repeat + 1);
    if (m->row_of[at] >= 0) {
        json_int(json, "n", m->row_of[at] + 1);
        json_str(json, "value", measure_value(m, at));
    }
    if (m->skipped[at]) json_bool(json, "skipped", true);
    if (step->spot.given) {
        json_real(json, "x", step->spot.x, 4);
        json_real(json, "y", step->spot.y, 4);
    }
    json_close_object(json);
}

static void counts_json(Json *json, const DeskWalk *walk) {
    const Measure *m = &walk->m;
    json_str(json, "name", walk->name);
    json_z(json, "profile", walk->profile);
    json_str(json, "table", m->table);
    json_int(json, "n", (int64_t)m->rows->at.n);
    json_int(json, "done", measure_done(m));
    json_int(json, "missing", measure_missing(m));
    json_int(json, "points", m->walk.n);
}

static void readings_json(Json *json, const Measure *m) {
    json_open_list(json, "readings");
    for (ptrdiff_t i = 0; i < m->rows->at.n; i++) {
        const Row *row = &m->rows->at.at[i];
        json_open_object(json, NULL);
        json_int(json, "n", i + 1);
        json_str(json, "item", row->item);
        json_str(json, "point", row->point);
        json_str(json, "value", row->value);
        json_str(json, "unit", row->unit);
        json_str(json, "instrument", row->instrument);
        json_str(json, "note", row->note);
        json_close_object(json);
    }
    json_close_list(json);
}

void walk_json(Buf *out, const DeskWalk *walk) {
    Json json = {.out = out};
    json_open_object(&json, NULL);
    counts_json(&json, walk);
    json_open_list(&json, "steps");
    for (int i = 0; i < walk->m.walk.n; i++) step_json(&json, NULL, &walk->m, i);
    json_close_list(&json);
    readings_json(&json, &walk->m);
    json_close_object(&json);
}

void point_json(Buf *out, const DeskWalk *walk) {
    Json json = {.out = out};
    const Measure *m = &walk->m;
    json_open_object(&json, NULL);
    counts_json(&json, walk);
    if (measure_step(m))
        step_json(&json, "next", m, m->at);
    else
        json_null(&json, "next");
    json_bool(&json, "taking", m->taking);
    json_open_list(&json, "said");
    for (int i = 0; i < m->saying_count; i++) json_str(&json, NULL, m->sayings[i].text);
    json_close_list(&json);
    json_close_object(&json);
}

bool walk_verdict(const Folder *folder, const DeskWalk *walk, const Catalogue *english, Buf *out,
                  RowFaults *faults) {
    Arena *arena = faults->arena;
    Diag diag = {.arena = arena, .most = 20};
    Session session = {.arena = arena};
    Json json = {.out = out};
    MeasurementSpec spec = {
        .profiles = (const Profile *const[]){walk->m.profile}, .profile_count = 1, .digest = true};
    const JudgeOptions options = {.partial = true, .instruments = walk->m.list.list};
    bool good = measurements_read(&session, walk_csv(arena, folder, walk->name), &spec, &diag);
    result_json_open(&json);
    for (int i = 0; good && i < session.table_count; i++) {
        TableResult result;
        good = judge_table(arena, session_table_at(&session, i, arena), walk->m.profile, &options, &result,
                           &diag);
        if (good) result_json_table(&json, english, &result);
    }
    if (good) result_json_close(&json, &session);
    if (!good) tell(&diag, faults);
    return good;
}
