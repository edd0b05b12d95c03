/* The kept readings for the annex: grouped by table, and their texts checked against the font before anything
 * is written. See certificate.h. */
#include "report/certificate/certificate.h"

#include "base/names.h"
#include "report/write/font.h"

struct ReadingGroups {
    Names tables;
    const Reading **readings; /* group after group */
    ptrdiff_t *first;         /* of the table with this number; one more at the end */
};

ReadingGroups *reading_groups(Arena *arena, const Session *session) {
    ReadingGroups *groups = NEW(arena, ReadingGroups);
    ptrdiff_t n = session->readings.n;
    uint32_t *table = NEW_ARRAY(arena, uint32_t, n + 1);
    groups->tables.arena = arena;
    for (ptrdiff_t i = 0; i < n; i++) table[i] = names_add(&groups->tables, session->readings.at[i].table);
    ptrdiff_t tables = groups->tables.all.n, *next = NEW_ARRAY(arena, ptrdiff_t, tables + 2);
    groups->first = NEW_ARRAY(arena, ptrdiff_t, tables + 2);
    groups->readings = NEW_ARRAY(arena, const Reading *, n + 1);
    for (ptrdiff_t i = 0; i < n; i++) groups->first[table[i] + 1]++;
    for (ptrdiff_t t = 1; t <= tables + 1; t++) groups->first[t] += groups->first[t - 1];
    for (ptrdiff_t t = 0; t <= tables + 1; t++) next[t] = groups->first[t];
    for (ptrdiff_t i = 0; i < n; i++) groups->readings[next[table[i]]++] = &session->readings.at[i];
    return groups;
}

const Reading *const *readings_of(const ReadingGroups *groups, Str table, ptrdiff_t *count) {
    uint32_t number = names_find(&groups->tables, table);
    *count = number ? groups->first[number + 1] - groups->first[number] : 0;
    return groups->readings + (number ? groups->first[number] : 0);
}

/* Each distinct text is told once, where it is first seen. */
static bool check_text(Names *seen, Str text, Place place, const char *what, Diag *diag) {
    if (!text.len || names_find(seen, text)) return true;
    names_add(seen, text);
    return font_check(text, place, what, diag);
}

bool certificate_check_readings(const Session *session, Diag *diag) {
    Arena arena = {0};
    Names seen = {.arena = &arena};
    bool ok = true;
    for (ptrdiff_t i = 0; i < session->readings.n; i++) {
        const Reading *r = &session->readings.at[i];
        ok &= check_text(&seen, r->table, r->place, "the table's name", diag);
        ok &= check_text(&seen, r->point, r->place, "the point's name", diag);
        ok &= check_text(&seen, r->instrument, r->place, "the instrument's id", diag);
        ok &= check_text(&seen, r->note, r->place, "the note", diag);
        ok &= check_text(&seen, r->typed, r->place, "the value", diag);
    }
    for (ptrdiff_t i = 0; i < session->inputs.n; i++)
        ok &= font_check(session->inputs.at[i].file, NO_PLACE, "the name of an input file", diag);
    arena_free(&arena);
    return ok;
}
