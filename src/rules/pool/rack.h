/* The rack: where its places are, and whether balls stand in it as they should (pool.1.1). Source:
 * rules/pool/README.md 1; rules/README.md, Rack. */
#ifndef RULES_POOL_RACK_H
#define RULES_POOL_RACK_H

#include "rules/pool/pool.h"

enum { RACK_MOST = 15, RACK_MOST_GAPS = 30 };

/* The shape of a rack: rows of so many places from the apex; the places' row and number in it. */
typedef struct RackShape {
    int places;
    int16_t row[RACK_MOST], column[RACK_MOST]; /* place 0 is the apex; column counts from the left */
    int16_t row_size[5];
} RackShape;
const RackShape *rack_shape(unsigned game); /* diamond for 9-ball, else the triangle */

/* Where the place is, in cm, for equal balls of the table's diameter that touch; x to the foot cushion. */
Vec2 rack_place(const PoolTable *table, const RackShape *shape, int place);

/* A ball as measured. */
typedef struct RackBall {
    int16_t ball;
    Vec2 at;         /* cm */
    double diameter; /* mm */
} RackBall;

typedef struct RackGap {
    int16_t a, b;    /* places; a before b */
    double mm;       /* negative: overlap */
    bool wide, open; /* wider than allowed; too near the limit to say */
} RackGap;

typedef enum RackFaultKind {
    RACK_APEX_OFF,
    RACK_AXIS,
    RACK_GAP,
    RACK_MISSING,
    RACK_EIGHT,
    RACK_CORNERS,
    RACK_ONE,
    RACK_NINE,
    RACK_NOT_BEHIND,
    RACK_FAULT_KINDS
} RackFaultKind;

typedef struct RackFault {
    RackFaultKind kind;
    int16_t a, b; /* ball numbers; BALL_NONE where there is none */
    double value; /* mm or degrees */
    bool open;    /* cannot be decided with this uncertainty */
} RackFault;

typedef struct RackLimits {
    double gap, spot;   /* mm */
    double axis;        /* degrees */
    double uncertainty; /* expanded (k = 2) uncertainty of a coordinate, mm; 0: none */
} RackLimits;

typedef struct RackResult {
    bool right, open;      /* open: neither right nor wrong can be said */
    int16_t at[RACK_MOST]; /* index into balls of the ball on each place, or -1 */
    int apex;              /* ball number, or BALL_NONE */
    double offset;         /* mm */
    double turn;           /* degrees from the long string */
    RackGap gaps[RACK_MOST_GAPS];
    int gap_count;
    RackFault faults[64];
    int fault_count;
} RackResult;

/* balls: doubled and unknown ones are not among them (the reader refused them). */
void rack_check(const PoolTable *table, unsigned game, const RackBall *balls, int count,
                const RackLimits *limits, RackResult *out);

#endif
