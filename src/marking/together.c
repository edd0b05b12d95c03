/* See together.h. */
#include "marking/together.h"

#include "base/buf.h"

static bool same_point(Vec2 a, Vec2 b) { return vec_distance(a, b) < SAME_MARK; }

bool lines_coincide(const Line *a, const Line *b) {
    return same_point(a->feet[0].at, b->feet[0].at) && same_point(a->feet[1].at, b->feet[1].at);
}

bool areas_coincide(const Area *a, const Area *b) {
    if (a->n != b->n) return false;
    for (int i = 0; i < a->n; i++)
        if (!same_point(a->polygon[i], b->polygon[i])) return false;
    return true;
}

static bool has_line(const Layout *layout, const void *line) {
    for (int i = 0; i < layout->line_count; i++)
        if (lines_coincide(&layout->lines[i], line)) return true;
    return false;
}

static bool has_anchor(const Layout *layout, const void *anchor) {
    for (int i = 0; i < layout->anchor_count; i++)
        if (areas_coincide(&layout->anchors[i], anchor)) return true;
    return false;
}

static bool has_spot(const Layout *layout, const void *spot) {
    const Spot *own = layout_spot(layout, ((const Spot *)spot)->name);
    return own && same_point(own->at, ((const Spot *)spot)->at);
}

static Str games_with(Arena *arena, const Layout *const *layouts, int count, int layout,
                      bool (*has)(const Layout *, const void *), const void *thing) {
    Str games = S("");
    for (int i = 0; i < count; i++) {
        if (!has(layouts[i], thing)) continue;
        if (i < layout) return S("");
        games = games.len ? str_fmt(arena, "%.*s + %.*s", SARG(games), SARG(layouts[i]->game->id))
                          : layouts[i]->game->id;
    }
    return games;
}

Str line_games(Arena *arena, const Layout *const *layouts, int count, int layout, const Line *line) {
    return games_with(arena, layouts, count, layout, has_line, line);
}

Str anchor_games(Arena *arena, const Layout *const *layouts, int count, int layout, const Area *anchor) {
    return games_with(arena, layouts, count, layout, has_anchor, anchor);
}

Str spot_games(Arena *arena, const Layout *const *layouts, int count, int layout, const Spot *spot) {
    return games_with(arena, layouts, count, layout, has_spot, spot);
}

typedef struct CloseList {
    Arena *arena;
    VEC(CloseMarks) pairs;
} CloseList;

static void compare(CloseList *list, const Layout *a, const Layout *b) {
    for (int i = 0; i < a->tape_count; i++)
        for (int k = 0; k < b->tape_count; k++) {
            double distance = vec_distance(a->tape[i].at, b->tape[k].at);
            if (distance < SAME_MARK || distance >= CLOSE_MARK) continue;
            *VEC_PUSH(list->arena, &list->pairs) =
                (CloseMarks){a->game->id, a->tape[i].mark, b->game->id, b->tape[k].mark, distance};
        }
}

int close_marks(Arena *arena, const Layout *const *layouts, int count, const CloseMarks **out) {
    CloseList list = {.arena = arena};
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k < count; k++) compare(&list, layouts[i], layouts[k]);
    *out = list.pairs.at;
    return (int)list.pairs.n;
}
