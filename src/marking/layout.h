/* Everything that is marked on one bed for one game: lines and their feet, anchors, areas, spots, the tape
 * table. Built once; the outputs, the check of chalked marks and the referee only read it. Source:
 * marking/README.md. */
#ifndef MARKING_LAYOUT_H
#define MARKING_LAYOUT_H

#include "marking/area.h"
#include "marking/spots.h"

typedef enum OffsetRule { OFFSET_NONE, OFFSET_THIRD, OFFSET_HALF, OFFSET_LABEL } OffsetRule;
const char *offset_rule_name(OffsetRule rule); /* "third" …; NULL for none */
bool offset_rule_find(Str name, OffsetRule *out);

/* What somebody chose; what was not chosen comes from the game (offset) and the profile (anchors, centre). */
typedef struct LayoutChoices {
    OffsetRule offset; /* OFFSET_NONE: the game's own */
    bool has_anchors, has_centre;
    AnchorRule anchors;
    bool centre_free;
} LayoutChoices;

typedef struct TapeRow {
    Str mark;
    Cushion cushion;
    bool from_far; /* measured from the cushion's top or right end */
    double cm;
    bool has_anchor;
    double near, far; /* the anchor's edges on the same tape */
    Vec2 at;
} TapeRow;

typedef struct Layout {
    const Game *game;
    Bed bed;
    OffsetRule offset_rule; /* NONE without balklines; the following three are 0 then */
    double offset;          /* laid */
    double exact;           /* W/3 or W/2 */
    const Line *lines;
    int line_count;
    const Arc *arcs;
    int arc_count;
    const Area *anchors; /* the last areas again */
    int anchor_count;
    const Area *areas; /* fields or corners, then anchors */
    int area_count;    /* all */
    int field_count;   /* without anchors */
    const Spot *spots;
    int spot_count;
    const TapeRow *tape; /* in working order: once round the table */
    int tape_count;
} Layout;

/* Lays a game out on a bed. marking: the profile's section, or NULL. NULL after errors (told): a game that
 * does not fit the bed (the error names those that do), an offset rule that is not the game's, --centre free
 * without a middle field, marks that have no room on the bed. */
const Layout *layout_make(Arena *arena, const MarkingRules *rules, const Game *game, const Bed *bed,
                          const Marking *marking, const LayoutChoices *choices, Diag *diag);
/* The name of the corner end a tape row starts from. */
Str tape_from(const Family *family, const TapeRow *row);
const Spot *layout_spot(const Layout *layout, Str name); /* NULL: none of that name */
/* The error about a game there is not. Returns NULL then. */
const Game *layout_game(Arena *arena, const MarkingRules *rules, Str name, Diag *diag);

#endif
