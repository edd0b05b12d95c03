/* A hall as its file describes it: walls, doors, obstacles, tables, room. Metres; x to the right, y up;
 * degrees counter-clockwise. Everything is checked here but what geometry alone can tell (approval.h).
 * Source: hall/README.md. */
#ifndef HALL_PLAN_H
#define HALL_PLAN_H

#include "base/moment.h"
#include "model/drawing.h"
#include "model/marking.h"

typedef struct Outline {
    const Vec2 *points; /* closed by itself: the last joins the first */
    int n;
    Place place;         /* of the list */
    const Place *places; /* of each point */
} Outline;

typedef struct Door {
    Str name;
    Vec2 from, to;
} Door;

typedef struct Obstacle {
    Str name;
    Outline outline;
    double height; /* 0: not said */
    int order;     /* among obstacles and tables, as the file has them */
    Place place;
} Obstacle;

typedef struct MarksFile {
    Str game;
    const char *path;
    Place place;
} MarksFile;

typedef struct PlannedTable {
    Str name;
    const Profile *profile;
    const Marking *marking; /* NULL: the profile has none */
    Vec2 centre;
    double angle;                       /* degrees, from the x axis to the long axis (bottom to top) */
    double frame;                       /* width of the rail */
    double length, width;               /* of the bed: nominal, or as measured once that is known */
    const char *certificate, *readings; /* paths; at most one is given */
    Str table;                          /* its name in that file */
    const MarksFile *marks;
    int mark_count;
    const Str *games;
    int game_count;
    int order;
    Place place, certificate_place;
} PlannedTable;

/* A key of `room:`; in the smallest unit. */
typedef struct RoomValues {
    bool given;
    const int64_t *values;
    int n;
} RoomValues;

typedef struct Plan {
    Str name, event, address, approved_by;
    Str date; /* ISO, "" not said */
    bool has_north;
    double north;
    Outline walls;
    const Door *doors;
    int door_count;
    const Obstacle *obstacles;
    int obstacle_count;
    PlannedTable *tables;
    int table_count;
    RoomValues light, temperature;
    bool has_antislip, antislip;
} Plan;

typedef struct PlanWish {
    const char *folder; /* files are sought here; "" the working one */
    const char *profile_dir;
    bool no_tables; /* the file may have none: tables are to be suggested */
    bool plan_only; /* certificates, readings and marks are not opened */
} PlanWish;

/* NULL after errors (told, all of them). */
Plan *plan_read(Arena *arena, const Source *source, const PlanWish *wish, Diag *diag);
/* The rail's width where the plan says none: 0.14 m for pool, else 0.125 m. */
double plan_frame(const Marking *marking);
/* The profile with its marking section and nominal bed: what a table of the plan needs. */
bool plan_profile(Arena *arena, const MarkingRules *rules, const char *name, const char *folder,
                  PlannedTable *out, Diag *diag);

#endif
