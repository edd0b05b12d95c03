/* See check.h. */
#include "marking/check.h"

#include "base/near.h"

#include <assert.h>
#include <math.h>

/* Less than a nanometre: what doubles of a few metres may lose, never what somebody measured. */
static const double ROUNDING = 1e-9;

const char *check_verdict_name(CheckVerdict verdict) {
    static const char *const names[] = {"pass", "fail", "incomplete"};
    return names[verdict];
}

static const TapeRow *tape_named(const Layout *layout, Str mark) {
    for (int i = 0; i < layout->tape_count; i++)
        if (str_eq(layout->tape[i].mark, mark)) return &layout->tape[i];
    return NULL;
}

/* The mark of the layout nearest to a mistyped name; "" when none is like it. */
static Str nearest_mark(const Layout *layout, Str mark) {
    Near near = near_to(mark);
    for (int i = 0; i < layout->tape_count; i++) near_try(&near, layout->tape[i].mark);
    for (int i = 0; i < layout->spot_count; i++) near_try(&near, layout->spots[i].name);
    return near.best;
}

static bool tell_unknown(const Layout *layout, const Chalked *row, Diag *diag) {
    Str nearest = nearest_mark(layout, row->mark), game = layout->game->id;
    if (row->along_form && layout_spot(layout, row->mark))
        return diag_error(diag, row->place, "'%.*s' is a spot and lies on no cushion; give its x and y",
                          SARG(row->mark));
    if (nearest.len)
        return diag_error(diag, row->place, "'%.*s' is no mark of '%.*s'; did you mean '%.*s'?",
                          SARG(row->mark), SARG(game), SARG(nearest));
    return diag_error(diag, row->place, "'%.*s' is no mark of '%.*s'", SARG(row->mark), SARG(game));
}

static bool check_cushion(const Layout *layout, const Chalked *row, const TapeRow *tape, Diag *diag) {
    Str own = cushion_name(layout->game->family, tape->cushion);
    if (!row->along_form || str_eq_fold(row->cushion, own)) return true;
    return diag_error(diag, row->cushion_place, "mark '%.*s' lies on the cushion '%.*s', not on '%.*s'",
                      SARG(row->mark), SARG(own), SARG(row->cushion));
}

static bool check_known(const Layout *layout, const Chalked *row, Diag *diag) {
    const TapeRow *tape = tape_named(layout, row->mark);
    if (tape) return check_cushion(layout, row, tape, diag);
    if (!row->along_form && layout_spot(layout, row->mark)) return true;
    return tell_unknown(layout, row, diag);
}

static bool check_once(const Chalked *rows, int i, Diag *diag) {
    for (int k = 0; k < i; k++)
        if (str_eq(rows[k].mark, rows[i].mark))
            return diag_error(diag, rows[i].place, "mark '%.*s' is given twice, first in line %d",
                              SARG(rows[i].mark), rows[k].place.line);
    return true;
}

/* The place that a number on the tape means. */
static Vec2 place_on_tape(const Layout *layout, const TapeRow *tape, double along) {
    double from_start = tape->from_far ? cushion_length(&layout->bed, tape->cushion) - along : along;
    return cushion_point(&layout->bed, tape->cushion, from_start);
}

static CheckedMark judge(const Layout *layout, const Chalked *row, double tolerance) {
    const TapeRow *tape = tape_named(layout, row->mark);
    CheckedMark mark = {.mark = row->mark, .found = row->at};
    mark.wanted = tape ? tape->at : layout_spot(layout, row->mark)->at;
    mark.deviation = vec_distance(mark.found, mark.wanted);
    if (row->along_form) {
        assert(tape); /* check_known saw to it */
        mark.deviation = row->along - tape->cm;
        mark.found = place_on_tape(layout, tape, row->along);
    }
    mark.verdict = fabs(mark.deviation) <= tolerance + ROUNDING ? CHECK_PASS : CHECK_FAIL;
    return mark;
}

static bool is_given(const Chalked *rows, int count, Str mark) {
    for (int i = 0; i < count; i++)
        if (rows[i].given && str_eq(rows[i].mark, mark)) return true;
    return false;
}

static void find_missing(Arena *arena, const Layout *layout, const Chalked *rows, int count,
                         MarkCheck *check) {
    Str *missing = NEW_ARRAY(arena, Str, layout->tape_count);
    for (int i = 0; i < layout->tape_count; i++)
        if (!is_given(rows, count, layout->tape[i].mark))
            missing[check->missing_count++] = layout->tape[i].mark;
    check->missing = missing;
}

const MarkCheck *check_marks(Arena *arena, const Layout *layout, const Chalked *rows, int count,
                             double tolerance, bool partial, Diag *diag) {
    bool good = true;
    for (int i = 0; i < count; i++) {
        good = check_known(layout, &rows[i], diag) && good;
        good = check_once(rows, i, diag) && good;
    }
    if (!good) return NULL;
    MarkCheck *check = NEW(arena, MarkCheck);
    CheckedMark *marks = NEW_ARRAY(arena, CheckedMark, count);
    *check = (MarkCheck){.marks = marks, .tolerance = tolerance};
    find_missing(arena, layout, rows, count, check);
    if (check->missing_count && !partial) check->verdict = CHECK_INCOMPLETE;
    for (int i = 0; i < count; i++) {
        if (!rows[i].given) continue;
        CheckedMark mark = judge(layout, &rows[i], tolerance);
        if (mark.verdict == CHECK_FAIL) check->verdict = CHECK_FAIL;
        marks[check->count++] = mark;
    }
    if (!check->count) check->verdict = CHECK_INCOMPLETE; /* nothing judged is nothing said */
    return check;
}

/* ---- the exact offset, or the number ---- */

static bool all_nearer(const MarkCheck *named, const MarkCheck *exact) {
    bool some = false;
    for (int i = 0; i < named->count; i++) {
        double gain = fabs(exact->marks[i].deviation) - fabs(named->marks[i].deviation);
        if (gain < -ROUNDING) return false;
        some = some || gain > ROUNDING;
    }
    return some;
}

const MarkCheck *check_chalked(Arena *arena, const MarkingRules *rules, const Game *game, const Bed *bed,
                               const Marking *marking, const LayoutChoices *choices, const Chalked *rows,
                               int count, double tolerance, bool partial, const Layout **laid, Diag *diag) {
    *laid = layout_make(arena, rules, game, bed, marking, choices, diag);
    if (!*laid) return NULL;
    const MarkCheck *exact = check_marks(arena, *laid, rows, count, tolerance, partial, diag);
    bool settled = choices->offset != OFFSET_NONE || !game->fields || !marking || !marking->number_named;
    if (!exact || settled) return exact;
    LayoutChoices by_number = *choices;
    Diag told = {.arena = arena};
    by_number.offset = OFFSET_LABEL;
    const Layout *named = layout_make(arena, rules, game, bed, marking, &by_number, &told);
    const MarkCheck *check = named ? check_marks(arena, named, rows, count, tolerance, partial, &told) : NULL;
    if (!check || !all_nearer(check, exact)) return exact;
    *laid = named;
    return check;
}
