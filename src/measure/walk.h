/* The way through a profile: every reading to be taken, in the order a person walks. Instrument by
 * instrument, so that each is taken in hand once; along each item round the table, over a grid to and fro;
 * the repeats of a point one after the other; questions last. Source: read/README.md, measure. */
#ifndef MEASURE_WALK_H
#define MEASURE_WALK_H

#include "model/instruments.h"
#include "model/profile.h"
#include "read/driver.h"

/* Where a point lies on the small plan: the bed is the unit square (x along the width, left to right; y along
 * the length, bottom to top), the rails at 0 and 1, walls outside. Balls and the like have no place. */
typedef struct Spot {
    bool given;
    double x, y;
} Spot;

typedef struct Step {
    Str item;                       /* canonical id */
    const Requirement *requirement; /* NULL: a fact, or an item without limits */
    Quantity quantity;              /* NONE: a question */
    const Unit *unit;               /* what a typed number without unit is in; NULL: a question */
    Str point;                      /* "" for a question */
    Spot spot;
    int repeat, repeats; /* 0 … repeats − 1 */
    int instrument;      /* index into the list of the one proposed; -1: none fits */
} Step;

typedef struct Walk {
    const Step *steps;
    int n;
    int pickups;             /* how often an instrument is taken in hand along this way */
    int pickups_by_document; /* … and in the order of the document */
} Walk;

/* What there is to measure with: the list (or NULL), for each entry its driver, NULL when it is read by hand,
 * and the quantities it has shown so far, a bit each (NULL: none has). */
typedef struct Tools {
    const Instruments *list;
    const Driver *const *drivers;
    const unsigned *shown;
} Tools;

/* The instrument proposed for an item is the coarsest of those that suffice (tolerance at least 8 U wide, so
 * that TUR is at least 4, judge/README.md 6), else the first that measures the quantity; one that names the
 * item in its list of items comes before all others, one that names only other items after. */
Walk walk_plan(Arena *arena, const Profile *profile, const Tools *tools, int repeats);
/* Is entry i of the list offered for this quantity? For the one its entry names, the only one its driver
 * knows, or one that it has shown. */
bool tools_fit(const Tools *tools, int i, Quantity quantity);

#endif
