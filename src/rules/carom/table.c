/* Where balls stand: the starting position, the spots of the long axis with the rule for covered ones,
 * touching and overlapping balls, the bed. Source: rules/carom/README.md 5.2, 6.1, 6.8. */
#include "rules/carom/engine.h"

/* Rounding of a coordinate of a few metres, cm: far below what anybody writes down. */
static const double ROUNDING = 1e-6;
/* Balls may be 0.5 mm smaller than the nominal ball, and a rubber nose gives way: positions nearer than
 * contact by more than this cannot be. */
static const double BALL_SLACK = 0.05, NOSE_SLACK = 0.2;

static const char *const ball_names[CAROM_BALLS] = {"white", "yellow", "red"};

const char *carom_ball_name(int ball) { return ball_names[ball]; }

int carom_own_ball(Player player) { return player == PLAYER_A ? BALL_WHITE : BALL_YELLOW; }

void carom_place(const CaromMatch *match, CaromState *state, int ball, Vec2 at) {
    state->balls[ball] =
        (CaromBall){.at = at, .placed = true, .held = carom_areas_at(match, at, match->half_line)};
}

void carom_lay(CaromState *state, int ball, uint32_t areas, bool astride) {
    state->balls[ball] = (CaromBall){.held = areas, .astride = astride};
}

void carom_lose(const CaromMatch *match, CaromState *state, int ball) {
    state->balls[ball] = (CaromBall){.unsure = match->restricted};
}

static void forget_counts(CaromState *state) { memset(state->counts, 0, sizeof state->counts); }

void carom_set_start(const CaromMatch *match, CaromState *state, CaromSpot own) {
    carom_place(match, state, carom_own_ball(state->next), match->spots[own]);
    carom_place(match, state, carom_own_ball(player_other(state->next)), match->spots[SPOT_BOTTOM]);
    carom_place(match, state, BALL_RED, match->spots[SPOT_TOP]);
    state->start = true;
    state->touching = 0;
    forget_counts(state);
}

/* Red on the top spot, the opponent's ball on the middle one, the player's on the bottom one. */
static CaromSpot axis_spot(const CaromState *state, int ball) {
    if (ball == BALL_RED) return SPOT_TOP;
    return ball == carom_own_ball(state->next) ? SPOT_BOTTOM : SPOT_MIDDLE;
}

/* The ball that covers a spot: a ball set there would overlap it. Of two, the nearer one. */
static int covering_ball(const CaromMatch *match, const CaromState *state, Vec2 spot) {
    const int order[] = {BALL_RED, carom_own_ball(player_other(state->next)), carom_own_ball(state->next)};
    double nearest = match->diameter - ROUNDING;
    int found = BALL_NONE;
    for (int i = 0; i < CAROM_BALLS; i++) {
        if (!state->balls[order[i]].placed) continue;
        double distance = vec_distance(state->balls[order[i]].at, spot);
        if (distance < nearest) nearest = distance, found = order[i];
    }
    return found;
}

static Vec2 free_axis_spot(const CaromMatch *match, const CaromState *state, int ball) {
    Vec2 spot = match->spots[axis_spot(state, ball)];
    for (int tries = 0; tries < CAROM_BALLS; tries++) {
        int cover = covering_ball(match, state, spot);
        if (cover == BALL_NONE) break;
        spot = match->spots[axis_spot(state, cover)];
    }
    return spot;
}

void carom_set_axis(const CaromMatch *match, CaromState *state, unsigned balls) {
    for (int ball = 0; ball < CAROM_BALLS; ball++)
        if (balls & ball_bit(ball)) state->balls[ball].placed = false;
    for (int ball = CAROM_BALLS - 1; ball >= 0; ball--)
        if (balls & ball_bit(ball)) carom_place(match, state, ball, free_axis_spot(match, state, ball));
    forget_counts(state);
}

/* Nearer than `reach`? Without the root: it is asked for every pair after every stroke. */
static bool within(Vec2 a, Vec2 b, double reach) {
    double x = a.x - b.x, y = a.y - b.y;
    return x * x + y * y < reach * reach;
}

unsigned carom_touching(const CaromMatch *match, const CaromState *state, int ball) {
    unsigned touching = 0;
    for (int other = 0; other < CAROM_BALLS; other++)
        if (other != ball && state->balls[ball].placed && state->balls[other].placed &&
            within(state->balls[ball].at, state->balls[other].at, match->diameter + ROUNDING))
            touching |= ball_bit(other);
    return touching;
}

bool carom_overlap(const CaromMatch *match, const CaromState *state, int a, int b) {
    return state->balls[a].placed && state->balls[b].placed &&
           within(state->balls[a].at, state->balls[b].at, match->diameter - BALL_SLACK - ROUNDING);
}

bool carom_on_bed(const CaromMatch *match, Vec2 at) {
    double least = match->diameter / 2 - NOSE_SLACK - ROUNDING;
    return at.x >= least && at.x <= match->length - least && at.y >= least && at.y <= match->width - least;
}

int carom_list(const CaromState *state, unsigned balls, CaromPlace *out) {
    int n = 0;
    for (int ball = 0; ball < CAROM_BALLS; ball++)
        if (balls & ball_bit(ball)) out[n++] = (CaromPlace){ball, state->balls[ball].at};
    return n;
}

bool carom_at_cushion(const CaromMatch *match, const CaromState *state, int ball, Rail rail) {
    if (!state->balls[ball].placed) return false;
    Vec2 at = state->balls[ball].at;
    const double gap[RAIL_COUNT] = {[RAIL_START] = at.x,
                                    [RAIL_FAR] = match->length - at.x,
                                    [RAIL_LEFT] = at.y,
                                    [RAIL_RIGHT] = match->width - at.y};
    return gap[rail] <= match->diameter / 2 + ROUNDING;
}
