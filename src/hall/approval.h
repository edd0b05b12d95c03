/* A hall judged: clearances, certificates, readings, marks, room, and how far each table would have to move.
 * The evidence of a table (is its certificate genuine, do its readings pass) comes in as plain results
 * through functions that the front supplies. Source: hall/README.md, "What is judged". */
#ifndef HALL_APPROVAL_H
#define HALL_APPROVAL_H

#include "hall/frame.h"

typedef enum HallVerdict {
    HALL_PASS,
    HALL_REMARK,
    HALL_INCOMPLETE,
    HALL_FAIL,
    HALL_NOT_APPLICABLE
} HallVerdict;
const char *hall_verdict_name(HallVerdict verdict); /* "pass" "remark" "incomplete" "fail" "not-applicable" */

/* A sentence for the catalogue: section `approval:` of reports/text. */
typedef struct HallReason {
    const char *key; /* "reason.clearance" */
    int n;
    unsigned numbers; /* bit i: value i is a number, shown in the language's form */
    unsigned points;  /* bit i: value i is a side or corner, named in the language */
    Str values[5];
    bool remark;
} HallReason;

typedef struct Reasons {
    VEC(HallReason) list;
} Reasons;

/* ---- what the front supplies ---- */

typedef struct CertificateFacts {
    bool readable, genuine; /* a certificate at all; unchanged as far as can be told */
    Str fault;              /* why not, in words of the report's language or "" */
    Str number, issued, measured, valid_until, profile, verdict; /* dates ISO; "" where null */
    bool partial;
    const Str *scope; /* games it covers */
    int scope_count;
    const Str *tables; /* names of the tables it holds */
    int table_count;
    double length, width; /* of the bed as measured, m; 0 not known */
    enum { STANDS, UNREGISTERED, WITHDRAWN, SUPERSEDED, NOT_ASKED } standing;
} CertificateFacts;

typedef struct ReadingFacts {
    HallVerdict verdict;
    bool conditional;     /* a condition: a remark */
    Str why;              /* ids of what failed or is missing, "," between */
    double length, width; /* m; 0 not known */
    bool has_corners;
    Vec2 corners[4]; /* of the bed as fitted, cm, in the order of marking/bed.h */
} ReadingFacts;

typedef struct Evidence {
    void *context;
    /* False after errors of the input (told). */
    bool (*certificate)(void *context, const PlannedTable *table, CertificateFacts *out);
    bool (*readings)(void *context, const PlannedTable *table, ReadingFacts *out);
} Evidence;

typedef struct HallWish {
    Str date; /* ISO day it is approved for */
    bool plan_only;
    const Evidence *evidence;
    const MarkingRules *rules;
} HallWish;

/* ---- the result ---- */

typedef enum ClearanceKind { TO_WALL, TO_OBSTACLE, TO_TABLE } ClearanceKind;
const char *clearance_kind_name(ClearanceKind kind);

typedef struct Clearance {
    ClearanceKind kind;
    Str to;
    int index; /* of the obstacle or table */
    int order; /* wall -1, else as in the file */
    double metres;
    bool limited, advisory;
    double required;
    FrameSide side;
    HallVerdict verdict;
    Vec2 from, at; /* nearest places: on the frame, on the other */
} Clearance;

typedef enum MoveKind { MOVE_NONE, MOVE_FOUND, MOVE_IMPOSSIBLE } MoveKind;

typedef struct MarksVerdict {
    Str game;
    HallVerdict verdict;
} MarksVerdict;

typedef struct TableApproval {
    const PlannedTable *table;
    Frame frame;
    HallVerdict verdict;
    Reasons reasons;
    const Clearance *clearances;
    int clearance_count;
    MoveKind move;
    Vec2 shift;
    bool has_certificate, has_readings;
    CertificateFacts certificate;
    HallVerdict certificate_verdict;
    ReadingFacts readings;
    VEC(MarksVerdict) marks;
} TableApproval;

typedef struct RoomVerdict {
    const Requirement *requirement;
    const Profile *profile;
    HallVerdict verdict;
    int values, wanted;
    Str worst; /* the value that decides, in the requirement's unit; "" attested */
} RoomVerdict;

typedef struct Approval {
    const Plan *plan;
    Str date;
    HallVerdict verdict;
    TableApproval *tables; /* in the plan's order */
    int table_count;
    const RoomVerdict *room;
    int room_count;
} Approval;

/* NULL after errors (told, all of them): shapes that cross themselves, tables that overlap, files that cannot
 * be used. Measured sizes are put into the plan's tables. */
Approval *hall_approve(Arena *arena, Plan *plan, const HallWish *wish, Diag *diag);

/* The requirement for the space to walls, or to other tables (NULL: the document has none). */
const Requirement *clearance_requirement(const PlannedTable *table, ClearanceKind kind);

#endif
