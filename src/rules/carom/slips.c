/* What is probably a slip of the writer's: a warning at its row, and the ruling stands. Source:
 * rules/README.md, What cannot be, and slips. */
#include "rules/carom/engine.h"

static Str known_areas(const Diag *diag, const CaromMatch *match, const CaromBall *ball) {
    Str names = carom_area_names(diag->arena, match, ball->held);
    return names.len ? names : str_of(diag_word(diag, "none"));
}

static void warn_exit(const CaromSeen *seen, const Event *event, Diag *diag) {
    const CaromMatch *match = seen->match;
    const CaromBall *ball = &seen->before->balls[event->ball];
    int area = event->to_kind == TO_AREA ? carom_area(match, event->area) : -1;
    if (area < 0 || ((ball->held | ball->unsure) & area_bit(area))) return;
    if (!(match->restricted & area_bit(area))) return;
    diag_warning(diag, event_place(seen->shot, event, COLUMN_TO),
                 "%s did not lie in %.*s before the stroke: it leaves no area in which it was not; it lay in "
                 "%.*s",
                 carom_ball_name(event->ball), SARG(event->area), SARG(known_areas(diag, match, ball)));
}

/* A ball that was hit and has no position lies where it lay, which is hardly so. */
static void warn_unplaced(const CaromSeen *seen, const CaromState *lie, const CaromState *after, Diag *diag) {
    const CaromMatch *match = seen->match;
    bool passes = after->next != seen->player; /* then the ball that was struck is an object ball, too */
    unsigned moved =
        passes && seen->struck ? seen->driven | ball_bit(seen->ball1) : seen->driven & ~ball_bit(seen->ball1);
    unsigned hit = moved & ~seen->placed & ~seen->off;
    for (int i = 0; i < CAROM_BALLS; i++) {
        const CaromBall *ball = &lie->balls[i], *next = &after->balls[i];
        bool stays = ball->placed == next->placed && ball->held == next->held && ball->at.x == next->at.x &&
                     ball->at.y == next->at.y; /* else it is set somewhere, and where it lay is past */
        if (!(hit & ball_bit(i)) || !stays || ball->unsure) continue;
        if (ball->placed)
            diag_warning(diag, shot_place(seen->shot),
                         "%s was hit and has no position: it is taken to lie where it lay, at %.2f, %.2f; a "
                         "row 'position,%s' says where it came to rest, or 'unknown'",
                         carom_ball_name(i), ball->at.x, ball->at.y, carom_ball_name(i));
        else
            diag_warning(diag, shot_place(seen->shot),
                         "%s was hit and has no position: it is taken to lie where it lay, in %.*s; a row "
                         "'position,%s' says where it came to rest, or 'unknown'",
                         carom_ball_name(i), SARG(known_areas(diag, match, ball)), carom_ball_name(i));
    }
}

static void warn_late(const CaromSeen *seen, Diag *diag) {
    for (int i = 0; i < seen->shot->count; i++)
        if (seen->shot->events[i].kind == EVENT_NOTICED)
            diag_warning(diag, event_place(seen->shot, &seen->shot->events[i], COLUMN_EVENT),
                         "no fault in this shot that could be noticed late");
}

void carom_warn_slips(const CaromSeen *seen, const CaromDecided *decided, const CaromState *lie,
                      const CaromState *after, Diag *diag) {
    const Shot *shot = seen->shot;
    bool stroke = decided->kind != RULING_REPLAY && decided->kind != RULING_VOID;
    if (seen->match->compared) return;
    if (seen->late && !decided->excused) warn_late(seen, diag);
    if (!seen->match->restricted) return;
    for (int i = 0; has_kind(seen->kinds, EVENT_EXIT) && i < shot->count; i++)
        if (shot->events[i].kind == EVENT_EXIT) warn_exit(seen, &shot->events[i], diag);
    if (stroke && after->next != PLAYER_NONE) warn_unplaced(seen, lie, after, diag);
}
