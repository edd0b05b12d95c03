/* See quadrilateral.h. The unknowns are those coordinates that the frame does not fix: with the bottom-left
 * corner at (0,0) and the left cushion on the x axis they are top-left x, top-right x and y, bottom-right x
 * and y. */
#include "marking/quadrilateral.h"

#include <math.h>

enum { UNKNOWNS = 5, MOST_STEPS = 200, MOST_HALVED = 17 };

static double square(double x) { return x * x; }

typedef struct Shape5 {
    double v[UNKNOWNS];
} Shape5;

static const Corner side_ends[SIDE_COUNT][2] = {
    [LENGTH_LEFT] = {BOTTOM_LEFT, TOP_LEFT},           [LENGTH_RIGHT] = {BOTTOM_RIGHT, TOP_RIGHT},
    [WIDTH_BOTTOM] = {BOTTOM_LEFT, BOTTOM_RIGHT},      [WIDTH_TOP] = {TOP_LEFT, TOP_RIGHT},
    [DIAGONAL_BOTTOM_LEFT] = {BOTTOM_LEFT, TOP_RIGHT}, [DIAGONAL_BOTTOM_RIGHT] = {BOTTOM_RIGHT, TOP_LEFT},
};

/* Which unknown a corner's x and y are; -1: fixed. */
static const int unknown_of[CORNER_COUNT][2] = {
    [BOTTOM_LEFT] = {-1, -1}, [TOP_LEFT] = {0, -1}, [TOP_RIGHT] = {1, 2}, [BOTTOM_RIGHT] = {3, 4}};

static Vec2 corner_of(const Shape5 *shape, Corner corner) {
    int x = unknown_of[corner][0], y = unknown_of[corner][1];
    return (Vec2){x < 0 ? 0 : shape->v[x], y < 0 ? 0 : shape->v[y]};
}

static double side_of(const Shape5 *shape, Side side) {
    return vec_distance(corner_of(shape, side_ends[side][0]), corner_of(shape, side_ends[side][1]));
}

/* How a side's length changes with each unknown. */
static void gradient(const Shape5 *shape, Side side, double row[UNKNOWNS]) {
    Corner from = side_ends[side][0], to = side_ends[side][1];
    Vec2 along = vec_unit(vec_sub(corner_of(shape, to), corner_of(shape, from)));
    for (int i = 0; i < UNKNOWNS; i++) row[i] = 0;
    for (int axis = 0; axis < 2; axis++) {
        double change = axis ? along.y : along.x;
        if (unknown_of[to][axis] >= 0) row[unknown_of[to][axis]] += change;
        if (unknown_of[from][axis] >= 0) row[unknown_of[from][axis]] -= change;
    }
}

/* Turns the rows from k on so that column k is zero below row k (Householder). */
static void reflect(double a[SIDE_COUNT][UNKNOWNS + 1], int rows, int k) {
    double norm = 0, v[SIDE_COUNT], length = 0;
    for (int i = k; i < rows; i++) norm += square(a[i][k]);
    norm = a[k][k] > 0 ? -sqrt(norm) : sqrt(norm);
    for (int i = k; i < rows; i++) {
        v[i] = a[i][k] - (i == k ? norm : 0);
        length += square(v[i]);
    }
    if (length <= 0) return;
    for (int j = k; j <= UNKNOWNS; j++) {
        double along = 0;
        for (int i = k; i < rows; i++) along += v[i] * a[i][j];
        for (int i = k; i < rows; i++) a[i][j] -= 2 * along / length * v[i];
    }
}

/* The x that makes the rows (the last column is the right-hand side) smallest in squares. False when there is
 * no single one. Orthogonal, so that uncertainties of very different sizes do no harm. */
static bool solve(double a[SIDE_COUNT][UNKNOWNS + 1], int rows, double x[UNKNOWNS]) {
    for (int k = 0; k < UNKNOWNS; k++) reflect(a, rows, k);
    for (int k = UNKNOWNS - 1; k >= 0; k--) {
        if (!(fabs(a[k][k]) > 1e-13)) return false;
        x[k] = a[k][UNKNOWNS];
        for (int j = k + 1; j < UNKNOWNS; j++) x[k] -= a[k][j] * x[j];
        x[k] /= a[k][k];
    }
    return true;
}

/* ---- Gauss-Newton ---- */

/* Weights relative to the best reading, 0 where there is none: only their ratios matter. */
static void find_weights(const Distance distances[SIDE_COUNT], double weights[SIDE_COUNT]) {
    double least = INFINITY;
    for (int i = 0; i < SIDE_COUNT; i++)
        if (distances[i].given) least = fmin(least, distances[i].u);
    for (int i = 0; i < SIDE_COUNT; i++) weights[i] = distances[i].given ? square(least / distances[i].u) : 0;
}

static double weighted_squares(const Distance distances[SIDE_COUNT], const double weights[SIDE_COUNT],
                               const Shape5 *shape) {
    double sum = 0;
    for (int i = 0; i < SIDE_COUNT; i++)
        if (distances[i].given) sum += weights[i] * square(distances[i].value - side_of(shape, (Side)i));
    return sum;
}

static bool newton_step(const Distance distances[SIDE_COUNT], const double weights[SIDE_COUNT],
                        const Shape5 *shape, double step[UNKNOWNS]) {
    double system[SIDE_COUNT][UNKNOWNS + 1];
    int rows = 0;
    for (int side = 0; side < SIDE_COUNT; side++) {
        if (!distances[side].given) continue;
        double root = sqrt(weights[side]), *row = system[rows++];
        gradient(shape, (Side)side, row);
        row[UNKNOWNS] = distances[side].value - side_of(shape, (Side)side);
        for (int i = 0; i <= UNKNOWNS; i++) row[i] *= root;
    }
    return solve(system, rows, step);
}

/* Cautious: a step that makes it worse (by more than rounding does) is halved. Returns the size of the whole
 * step. */
static double take_step(const Distance distances[SIDE_COUNT], const double weights[SIDE_COUNT], Shape5 *shape,
                        const double step[UNKNOWNS], bool cautious) {
    double before = weighted_squares(distances, weights, shape), size = 0, part = 1;
    for (int halved = 0; halved <= MOST_HALVED; halved++, part /= 2) {
        Shape5 next = *shape;
        for (int i = 0; i < UNKNOWNS; i++) next.v[i] += part * step[i];
        double after = weighted_squares(distances, weights, &next);
        if (cautious && halved < MOST_HALVED && after > before * (1 + 1e-12) + 1e-18) continue;
        *shape = next;
        break;
    }
    for (int i = 0; i < UNKNOWNS; i++) size = fmax(size, fabs(step[i]));
    return size;
}

static bool is_convex(const Shape5 *shape) {
    for (int i = 0; i < CORNER_COUNT; i++) {
        Vec2 a = corner_of(shape, (Corner)i), b = corner_of(shape, (Corner)((i + 1) % CORNER_COUNT));
        Vec2 c = corner_of(shape, (Corner)((i + 2) % CORNER_COUNT));
        if (!(vec_cross(vec_sub(b, a), vec_sub(c, b)) > 0)) return false;
    }
    return true;
}

/* Whole steps first: the distances are nearly linear in the coordinates, and in the narrow valleys that
 * readings of very different uncertainty make, cautious steps creep. */
static bool descend(const Distance distances[SIDE_COUNT], Shape5 *shape, bool cautious) {
    double step[UNKNOWNS], weights[SIDE_COUNT];
    find_weights(distances, weights);
    for (int n = 0; n < MOST_STEPS; n++) {
        if (!newton_step(distances, weights, shape, step)) return false;
        if (take_step(distances, weights, shape, step, cautious) < 1e-11 * fabs(shape->v[0]))
            return is_convex(shape);
    }
    return false;
}

/* From *shape to the shape of least squares; false when there is none that is convex. */
static bool adjust(const Distance distances[SIDE_COUNT], Shape5 *shape) {
    Shape5 start = *shape;
    if (descend(distances, shape, false)) return true;
    *shape = start;
    return descend(distances, shape, true);
}

/* ---- the check ---- */

/* Any three distances between three of the corners must make a triangle. */
static bool triangles_close(const Distance distances[SIDE_COUNT]) {
    static const Side triangles[][3] = {
        {LENGTH_LEFT, WIDTH_TOP, DIAGONAL_BOTTOM_LEFT},
        {LENGTH_RIGHT, WIDTH_BOTTOM, DIAGONAL_BOTTOM_LEFT},
        {LENGTH_LEFT, WIDTH_BOTTOM, DIAGONAL_BOTTOM_RIGHT},
        {LENGTH_RIGHT, WIDTH_TOP, DIAGONAL_BOTTOM_RIGHT},
    };
    for (size_t i = 0; i < sizeof triangles / sizeof *triangles; i++) {
        const Distance *a = &distances[triangles[i][0]], *b = &distances[triangles[i][1]],
                       *c = &distances[triangles[i][2]];
        if (!a->given || !b->given || !c->given) continue;
        double longest = fmax(a->value, fmax(b->value, c->value));
        if (2 * longest >= a->value + b->value + c->value) return false;
    }
    return true;
}

static bool without(const Distance distances[SIDE_COUNT], Side side, Shape5 *shape) {
    Distance five[SIDE_COUNT];
    for (int i = 0; i < SIDE_COUNT; i++) five[i] = distances[i];
    five[side].given = false;
    return adjust(five, shape);
}

/* The diagonal d follows from the other five: their changes dr change the unknowns by dx with J dx = dr, and
 * d by g dx; so d's sensitivities c solve Jᵀ c = g. u² is that of the reading plus Σ (c u)². */
static bool propagate(const Distance distances[SIDE_COUNT], const Shape5 *shape, double *u) {
    double system[SIDE_COUNT][UNKNOWNS + 1], row[UNKNOWNS], c[UNKNOWNS];
    static const Side others[UNKNOWNS] = {LENGTH_LEFT, LENGTH_RIGHT, WIDTH_BOTTOM, WIDTH_TOP,
                                          DIAGONAL_BOTTOM_RIGHT};
    for (int k = 0; k < UNKNOWNS; k++) {
        gradient(shape, others[k], row);
        for (int i = 0; i < UNKNOWNS; i++) system[i][k] = row[i];
    }
    gradient(shape, DIAGONAL_BOTTOM_LEFT, row);
    for (int i = 0; i < UNKNOWNS; i++) system[i][UNKNOWNS] = row[i];
    if (!solve(system, UNKNOWNS, c)) return false;
    double sum = square(distances[DIAGONAL_BOTTOM_LEFT].u);
    for (int k = 0; k < UNKNOWNS; k++) sum += square(c[k] * distances[others[k]].u);
    *u = sqrt(sum);
    return true;
}

/* All six hold one redundancy, so the standardised residuals are all equal and cannot tell which reading is
 * wrong; that tables are nearly rectangles can. */
static int find_suspect(const Distance distances[SIDE_COUNT], const Shape5 *fitted) {
    int suspect = -1;
    double least = INFINITY;
    for (int side = 0; side < SIDE_COUNT; side++) {
        Shape5 shape = *fitted;
        if (!without(distances, (Side)side, &shape)) continue;
        double skew = square(side_of(&shape, LENGTH_LEFT) - side_of(&shape, LENGTH_RIGHT)) +
                      square(side_of(&shape, WIDTH_BOTTOM) - side_of(&shape, WIDTH_TOP)) +
                      square(side_of(&shape, DIAGONAL_BOTTOM_LEFT) - side_of(&shape, DIAGONAL_BOTTOM_RIGHT));
        if (skew < least) least = skew, suspect = side;
    }
    return suspect;
}

static FitResult check_sixth(const Distance distances[SIDE_COUNT], const Shape5 *fitted, Fit *fit) {
    Shape5 five = *fitted;
    if (!without(distances, DIAGONAL_BOTTOM_LEFT, &five)) return FIT_IMPOSSIBLE;
    if (!propagate(distances, &five, &fit->misclosure_u)) return FIT_IMPOSSIBLE;
    fit->checked = true;
    fit->misclosure = distances[DIAGONAL_BOTTOM_LEFT].value - side_of(&five, DIAGONAL_BOTTOM_LEFT);
    fit->consistent = fabs(fit->misclosure) <= 3 * fit->misclosure_u;
    if (!fit->consistent) fit->suspect = find_suspect(distances, fitted);
    return FIT_DONE;
}

/* ---- the whole ---- */

static double mean_of(const Distance distances[SIDE_COUNT], Side a, Side b) {
    double weights[SIDE_COUNT];
    find_weights(distances, weights);
    double sum = weights[a] + weights[b];
    return sum > 0 ? (weights[a] * distances[a].value + weights[b] * distances[b].value) / sum : NAN;
}

static Shape5 rectangle(double length, double width) { return (Shape5){{length, length, width, 0, width}}; }

static void set_bed(Fit *fit, const Distance distances[SIDE_COUNT], const Shape5 *shape) {
    Vec2 corners[CORNER_COUNT];
    for (int i = 0; i < CORNER_COUNT; i++) corners[i] = corner_of(shape, (Corner)i);
    fit->bed = bed_of_corners(corners);
    for (int i = 0; i < SIDE_COUNT; i++) {
        fit->given[i] = distances[i].given;
        if (distances[i].given) fit->residuals[i] = distances[i].value - side_of(shape, (Side)i);
    }
}

FitResult quadrilateral_fit(const Distance distances[SIDE_COUNT], Fit *fit) {
    int given = 0;
    *fit = (Fit){.suspect = -1};
    for (int i = 0; i < SIDE_COUNT; i++) given += distances[i].given;
    double length = mean_of(distances, LENGTH_LEFT, LENGTH_RIGHT),
           width = mean_of(distances, WIDTH_BOTTOM, WIDTH_TOP);
    if (isnan(length)) return FIT_NO_LENGTH;
    if (isnan(width)) return FIT_NO_WIDTH;
    if (!triangles_close(distances)) return FIT_IMPOSSIBLE;
    Shape5 shape = rectangle(length, width);
    fit->angles_fitted = given >= UNKNOWNS;
    if (fit->angles_fitted && !adjust(distances, &shape)) return FIT_IMPOSSIBLE;
    set_bed(fit, distances, &shape);
    return given == SIDE_COUNT ? check_sixth(distances, &shape, fit) : FIT_DONE;
}
