/* See near.h. */
#include "base/near.h"

Near near_to(Str typed) { return (Near){.typed = typed, .best = S(""), .least = 1000}; }

void near_try(Near *near, Str candidate) {
    bool more = near->typed.len > candidate.len;
    ptrdiff_t longer = more ? near->typed.len : candidate.len;
    ptrdiff_t shorter = more ? candidate.len : near->typed.len;
    int allowed = longer < 3 ? 1 : (int)(longer / 3), distance = str_distance(near->typed, candidate);
    if (longer - shorter > allowed || distance > allowed || distance >= near->least || distance >= longer)
        return;
    near->least = distance;
    near->best = candidate;
}
