/* See why.h. */
#include "rules/why.h"

#include <assert.h>

static bool same_part(const WhyPart *a, const WhyPart *b) {
    if (a->kind != b->kind || a->number != b->number || !str_eq(a->name, b->name)) return false;
    return a->word == b->word || (a->word && b->word && strcmp(a->word, b->word) == 0);
}

static bool same(const WhyFact *fact, const struct Clause *clause, const char *key, int part_count,
                 const WhyPart *parts) {
    if (fact->clause != clause || strcmp(fact->key, key) || fact->part_count != part_count) return false;
    for (int i = 0; i < part_count; i++)
        if (!same_part(&fact->parts[i], &parts[i])) return false;
    return true;
}

void why_add(Why *why, const struct Clause *clause, const char *key, int part_count, const WhyPart *parts) {
    assert(part_count <= WHY_PARTS);
    for (int i = 0; i < why->count; i++)
        if (same(&why->at[i], clause, key, part_count, parts)) return;
    if (why->count == MOST_FACTS) return;
    WhyFact *fact = &why->at[why->count++];
    *fact = (WhyFact){.key = key, .clause = clause, .part_count = part_count};
    for (int i = 0; i < part_count; i++) fact->parts[i] = parts[i];
}
