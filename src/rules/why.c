/* See why.h. */
#include "rules/why.h"

#include <assert.h>

void why_add(Why *why, const struct Clause *clause, const char *key, int part_count, const WhyPart *parts) {
    assert(part_count <= WHY_PARTS);
    for (int i = 0; i < why->count; i++)
        if (why->at[i].clause == clause && strcmp(why->at[i].key, key) == 0) return;
    if (why->count == MOST_FACTS) return;
    WhyFact *fact = &why->at[why->count++];
    *fact = (WhyFact){.key = key, .clause = clause, .part_count = part_count};
    for (int i = 0; i < part_count; i++) fact->parts[i] = parts[i];
}
