/* See rack.h. */
#include "rules/pool/rack.h"

#include <math.h>

static const RackShape triangle = {15,
                                   {0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4},
                                   {0, 0, 1, 0, 1, 2, 0, 1, 2, 3, 0, 1, 2, 3, 4},
                                   {1, 2, 3, 4, 5}};
static const RackShape diamond = {
    9, {0, 1, 1, 2, 2, 2, 3, 3, 4}, {0, 0, 1, 0, 1, 2, 0, 1, 0}, {1, 2, 3, 2, 1}};
enum { MIDDLE = 4, CORNER_LEFT = 10, CORNER_RIGHT = 14 }; /* the middle of row three in both shapes */

const RackShape *rack_shape(unsigned game) { return game == GAME_9_BALL ? &diamond : &triangle; }

Vec2 rack_place(const PoolTable *table, const RackShape *shape, int place) {
    double ball = (double)table->ball / NM_PER_CM;
    double across = shape->column[place] - (shape->row_size[shape->row[place]] - 1) / 2.0;
    return (Vec2){(double)table->foot.x / NM_PER_CM + shape->row[place] * ball * sqrt(3.0) / 2,
                  (double)table->foot.y / NM_PER_CM + across * ball};
}

static bool neighbours(const RackShape *shape, int a, int b) {
    double x = (shape->row[a] - shape->row[b]) * sqrt(3.0) / 2;
    double y = shape->column[a] - (shape->row_size[shape->row[a]] - 1) / 2.0 -
               (shape->column[b] - (shape->row_size[shape->row[b]] - 1) / 2.0);
    return hypot(x, y) < 1.1;
}

/* ---- which ball stands where ---- */

typedef struct Frame { /* the rack's own axes: along from the apex to the foot cushion */
    Vec2 origin, along;
} Frame;

/* Each ball goes to the nearest place still free, the nearest pair first; a ball of no place within one
 * diameter stays out. Returns how many places are taken. */
static int assign(const PoolTable *table, const RackShape *shape, const RackBall *balls, int count,
                  Frame frame, int16_t *at) {
    bool used[BALLS] = {false};
    double ball = (double)table->ball / NM_PER_CM;
    int taken = 0;
    for (int i = 0; i < RACK_MOST; i++) at[i] = -1; /* a diamond leaves the last ones free */
    for (;;) {
        double least = ball;
        int best_place = -1, best_ball = -1;
        for (int place = 0; place < shape->places; place++) {
            Vec2 p = rack_place(table, shape, place);
            double u = p.x - (double)table->foot.x / NM_PER_CM, v = p.y - (double)table->foot.y / NM_PER_CM;
            Vec2 target = {frame.origin.x + u * frame.along.x - v * frame.along.y,
                           frame.origin.y + u * frame.along.y + v * frame.along.x};
            for (int b = 0; at[place] < 0 && b < count; b++) {
                double d = hypot(balls[b].at.x - target.x, balls[b].at.y - target.y);
                if (!used[b] && d < least) least = d, best_place = place, best_ball = b;
            }
        }
        if (best_place < 0) return taken;
        at[best_place] = (int16_t)best_ball;
        used[best_ball] = true;
        taken++;
    }
}

static Frame nominal(const PoolTable *table) {
    return (Frame){{(double)table->foot.x / NM_PER_CM, (double)table->foot.y / NM_PER_CM}, {1, 0}};
}

/* A rack a little off its spot and a little turned is still a rack: shift and turn are fitted to the balls
 * (the mean, then the rotation of least squares), twice. */
static Frame fit(const PoolTable *table, const RackShape *shape, const RackBall *balls, const int16_t *at) {
    Frame plain = nominal(table);
    Vec2 ideal = {0, 0}, real = {0, 0};
    double n = 0, dot = 0, cross = 0;
    for (int place = 0; place < shape->places; place++) {
        if (at[place] < 0) continue;
        Vec2 p = rack_place(table, shape, place), q = balls[at[place]].at;
        ideal.x += p.x, ideal.y += p.y, real.x += q.x, real.y += q.y, n++;
    }
    if (n < 2) return plain;
    ideal.x /= n, ideal.y /= n, real.x /= n, real.y /= n;
    for (int place = 0; place < shape->places; place++) {
        if (at[place] < 0) continue;
        Vec2 p = rack_place(table, shape, place), q = balls[at[place]].at;
        dot += (p.x - ideal.x) * (q.x - real.x) + (p.y - ideal.y) * (q.y - real.y);
        cross += (p.x - ideal.x) * (q.y - real.y) - (p.y - ideal.y) * (q.x - real.x);
    }
    double length = hypot(dot, cross);
    if (length <= 0) return plain;
    Frame frame = {.along = {dot / length, cross / length}};
    double u = plain.origin.x - ideal.x, v = plain.origin.y - ideal.y;
    frame.origin = (Vec2){real.x + u * frame.along.x - v * frame.along.y,
                          real.y + u * frame.along.y + v * frame.along.x};
    return frame;
}

/* The mean position of the balls against that of the places: a rack that stands as a whole off the spot, or
 * in front of it, is found all the same. */
static Frame moved(const PoolTable *table, const RackShape *shape, const RackBall *balls, int count,
                   bool turned) {
    Frame frame = nominal(table);
    Vec2 ideal = {0, 0}, real = {0, 0};
    for (int i = 0; i < shape->places; i++) {
        Vec2 p = rack_place(table, shape, i);
        ideal.x += (p.x - frame.origin.x) / shape->places, ideal.y += (p.y - frame.origin.y) / shape->places;
    }
    for (int i = 0; i < count; i++) real.x += balls[i].at.x / count, real.y += balls[i].at.y / count;
    if (turned) frame.along = (Vec2){-1, 0};
    frame.origin = (Vec2){real.x - ideal.x * frame.along.x, real.y - ideal.y * frame.along.x};
    return frame;
}

/* Of the frames that place as many balls, the one whose apex is nearest the foot spot. */
static void arrange(const PoolTable *table, const RackShape *shape, const RackBall *balls, int count,
                    int16_t *at) {
    Frame plain = nominal(table);
    Frame starts[] = {plain, moved(table, shape, balls, count, false),
                      moved(table, shape, balls, count, true)};
    int most = -1;
    double nearest = INFINITY;
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        int16_t found[RACK_MOST];
        assign(table, shape, balls, count, starts[i], found);
        int taken = assign(table, shape, balls, count, fit(table, shape, balls, found), found);
        Frame frame = fit(table, shape, balls, found);
        double off = hypot(frame.origin.x - plain.origin.x, frame.origin.y - plain.origin.y);
        if (taken < most || (taken == most && off >= nearest)) continue;
        most = taken, nearest = off;
        memcpy(at, found, sizeof found);
    }
}

/* ---- what is measured ---- */

static void add_fault(RackResult *out, RackFaultKind kind, int a, int b, double value, bool open) {
    if (out->fault_count == (int)(sizeof out->faults / sizeof *out->faults)) return;
    out->faults[out->fault_count++] = (RackFault){kind, (int16_t)a, (int16_t)b, value, open};
}

/* Wrong beyond the limit, open where the limit lies within u of the value. */
static void judge(RackResult *out, RackFaultKind kind, int a, int b, double value, double limit, double u) {
    if (value > limit + u)
        add_fault(out, kind, a, b, value, false);
    else if (u > 0 ? value > limit - u : value > limit + 1e-9)
        add_fault(out, kind, a, b, value, u > 0);
}

/* Two centres, each with u in x and in y along their line: their distance is uncertain by u·√2. */
static void measure_gaps(const RackShape *shape, const RackBall *balls, const RackLimits *limits,
                         RackResult *out) {
    double u = limits->uncertainty * sqrt(2.0);
    for (int a = 0; a < shape->places; a++)
        for (int b = a + 1; b < shape->places; b++) {
            if (out->at[a] < 0 || out->at[b] < 0 || !neighbours(shape, a, b)) continue;
            const RackBall *p = &balls[out->at[a]], *q = &balls[out->at[b]];
            double mm = hypot(p->at.x - q->at.x, p->at.y - q->at.y) * 10 - (p->diameter + q->diameter) / 2;
            RackGap *gap = &out->gaps[out->gap_count++];
            *gap = (RackGap){(int16_t)a, (int16_t)b, mm, false, false};
            int before = out->fault_count;
            judge(out, RACK_GAP, p->ball, q->ball, mm, limits->gap + 1e-6, u);
            if (out->fault_count > before)
                gap->wide = !out->faults[before].open, gap->open = out->faults[before].open;
        }
}

/* Where the apex stands; with its place empty (14 balls), where it would by the fitted rack. */
static void measure_apex(const PoolTable *table, const RackShape *shape, const RackBall *balls,
                         const RackLimits *limits, RackResult *out) {
    Frame frame = fit(table, shape, balls, out->at), plain = nominal(table);
    bool there = out->at[0] >= 0;
    Vec2 apex = there ? balls[out->at[0]].at : frame.origin;
    out->apex = there ? balls[out->at[0]].ball : BALL_NONE;
    out->offset = hypot(apex.x - plain.origin.x, apex.y - plain.origin.y) * 10;
    out->turn = atan2(frame.along.y, frame.along.x) * 180 / acos(-1.0);
    double depth = shape->row[shape->places - 1] * (double)table->ball / NM_PER_MM * sqrt(3.0) / 2;
    double u_turn = limits->uncertainty / depth * 180 / acos(-1.0);
    judge(out, RACK_APEX_OFF, out->apex, BALL_NONE, out->offset, limits->spot + 1e-6, limits->uncertainty);
    if (fabs(out->turn) > 90)
        add_fault(out, RACK_NOT_BEHIND, BALL_NONE, BALL_NONE, fabs(out->turn), false);
    else
        judge(out, RACK_AXIS, BALL_NONE, BALL_NONE, fabs(out->turn), limits->axis + 1e-6, u_turn);
}

static int ball_at(const RackBall *balls, const RackResult *out, int place) {
    return out->at[place] < 0 ? BALL_NONE : balls[out->at[place]].ball;
}

static bool solid(int ball) { return ball >= 1 && ball <= 7; }
static bool stripe(int ball) { return ball >= 9; }

static void check_order(unsigned game, const RackBall *balls, RackResult *out) {
    int middle = ball_at(balls, out, MIDDLE);
    if (game == GAME_8_BALL) { /* the triangle alone has these corners */
        int left = ball_at(balls, out, CORNER_LEFT), right = ball_at(balls, out, CORNER_RIGHT);
        if (middle != 8) add_fault(out, RACK_EIGHT, middle, BALL_NONE, 0, false);
        if (!((solid(left) && stripe(right)) || (stripe(left) && solid(right))))
            add_fault(out, RACK_CORNERS, left, right, 0, false);
    }
    if (game == GAME_9_BALL) {
        if (ball_at(balls, out, 0) != 1)
            add_fault(out, RACK_ONE, ball_at(balls, out, 0), BALL_NONE, 0, false);
        if (middle != 9) add_fault(out, RACK_NINE, middle, BALL_NONE, 0, false);
    }
}

/* 14.1: of fourteen balls the apex is to be left out; with a ball there, it is the other empty place that is
 * told. */
static void check_places(const RackShape *shape, unsigned game, int count, RackResult *out) {
    bool fourteen = game == GAME_14_1 && count == 14;
    for (int place = fourteen; place < shape->places; place++)
        if (out->at[place] < 0) add_fault(out, RACK_MISSING, place, BALL_NONE, 0, false);
}

void rack_check(const PoolTable *table, unsigned game, const RackBall *balls, int count,
                const RackLimits *limits, RackResult *out) {
    const RackShape *shape = rack_shape(game);
    *out = (RackResult){.right = true, .apex = BALL_NONE};
    arrange(table, shape, balls, count, out->at);
    check_places(shape, game, count, out);
    measure_apex(table, shape, balls, limits, out);
    measure_gaps(shape, balls, limits, out);
    check_order(game, balls, out);
    bool wrong = false;
    for (int i = 0; i < out->fault_count; i++) {
        if (out->faults[i].open)
            out->open = true;
        else
            wrong = true;
    }
    out->open = out->open && !wrong;
    out->right = !wrong && !out->open;
}
