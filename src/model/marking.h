/* What is marked on a table, as data: the shipped rules of carom, pool and snooker (profiles/marking/), and
 * the `marking:` section of a profile. No number of a line, spot or anchor stands in code. Lengths are in
 * centimetres, as on a score sheet. Source: marking/README.md; profiles/README.md, `marking:`.
 *
 * Grammar of a profile's section:
 *     marking:
 *       layout: carom            # profiles/marking/carom.yaml
 *       length: 284 cm           # the nominal bed between the noses
 *       width: 142 cm
 *       ball: 61.5 mm            # nominal diameter
 *       start: 18.25 cm          # carom, optional: else that of the table's size
 *       games: [47/1, 47/2]      # optional: which of its size's balkline games are played on it; else all
 *       anchors: all             # all (default) | match | none
 *       offset: number           # optional: the document names the number itself as the balkline's offset,
 * so # that marks laid by it are judged by it; default: exact centre: restricted       # restricted (default)
 * | free: the middle field */
#ifndef MODEL_MARKING_H
#define MODEL_MARKING_H

#include "model/profile.h"

typedef enum AnchorRule { ANCHORS_ALL, ANCHORS_MATCH, ANCHORS_NONE } AnchorRule;
bool anchor_rule_find(Str name, AnchorRule *out); /* "all" "match" "none" */

/* A place along the table: a part of the length, a distance from the start end or the far end, or a line's
 * name. */
typedef enum StationKind { STATION_PART, STATION_FROM_START, STATION_FROM_FAR, STATION_LINE } StationKind;
typedef struct Station {
    StationKind kind;
    double value; /* part of the length, or cm */
    Str line;     /* STATION_LINE */
} Station;

typedef struct CrossLine { /* a line across the table (head string, baulk line) */
    Str name;
    Station at;
} CrossLine;

typedef struct SpotRule {
    Str name;
    Station at;
    double side;   /* cm beside the axis, positive to the right; with by_start only its sign counts */
    bool by_start; /* the start-spot offset of the table's size */
} SpotRule;

typedef struct ArcRule { /* a half circle on a line, bulging towards the start end */
    Str name, line;
    double radius; /* cm */
} ArcRule;

typedef struct TableSize {
    Str id;
    double length, width, start; /* cm */
} TableSize;

typedef struct Family Family;

typedef struct Game {
    Str id;
    const Family *family;
    Str size;                           /* balkline: id of its table size; else empty */
    int fields;                         /* 9, 6, or 0: no balklines */
    double offset;                      /* balkline: part of the width */
    double label;                       /* balkline: cm, as the game's name has it */
    bool match;                         /* has anchors under `match` */
    double corner_length, corner_width; /* free game: legs as parts of length and width; else 0 */
} Game;

struct Family { /* one file of profiles/marking/ */
    Str id;
    Str ends[2];                    /* start end and far end: bottom, top */
    double near_length, near_width; /* a table this near to a size belongs to it, cm */
    double anchor;                  /* side of an anchor, cm; 0: none */
    const TableSize *sizes;
    int size_count;
    const Game *games;
    int game_count;
    const CrossLine *lines;
    int line_count;
    const ArcRule *arcs;
    int arc_count;
    const SpotRule *spots;
    int spot_count;
};

typedef struct MarkingRules {
    const Family *families; /* carom, pool, snooker */
    int count;
} MarkingRules;

/* The shipped rules. NULL only when a shipped file is broken (told). */
const MarkingRules *marking_rules(Arena *arena, Diag *diag);
const Family *marking_family(const MarkingRules *rules, Str id); /* NULL: none of that name */
const Game *marking_game(const MarkingRules *rules, Str id);     /* of any family; NULL: no such game */
/* The size a bed belongs to, or NULL. */
const TableSize *family_size(const Family *family, double length, double width);

/* A profile's section. */
typedef struct Marking {
    const Family *family;
    double length, width; /* cm, nominal */
    int64_t ball;         /* nominal diameter, nm */
    bool has_start;
    double start;     /* cm */
    const Str *games; /* NULL: all of its size */
    int game_count;
    AnchorRule anchors;
    bool number_named; /* the document names the number in the game's name as the offset */
    bool centre_free;
} Marking;

/* Reads the section; NULL after errors (told), also when the profile has none. */
const Marking *marking_of(Arena *arena, const MarkingRules *rules, const Profile *profile, Diag *diag);

/* Does the balkline (or other) game fit this bed? By the bed's size class, and by the profile's own list
 * where there is one; games without a size fit any bed. marking may be NULL (a bare bed). Source:
 * marking/README.md 4. */
bool game_fits(const Game *game, const Marking *marking, double length, double width);
/* Does the game have anything that is struck on the cloth (balklines, corners, a head string)? */
bool game_has_lines(const Game *game);
/* The carom games that fit, "47/1, 47/2, 71/2, free, 1-cushion, 3-cushion": for errors. */
Str games_fitting(Arena *arena, const MarkingRules *rules, const Marking *marking, double length,
                  double width);
/* All games there are, for the error about an unknown one. */
Str games_all(Arena *arena, const MarkingRules *rules);

#endif
