/* A profile: what a table must be, by one document. Loaded from YAML, with every limit's place kept so that
 * it can be cited. Shipped ones are in profiles/equipment/. Source: profiles/README.md. */
#ifndef MODEL_PROFILE_H
#define MODEL_PROFILE_H

#include "base/unit.h"
#include "base/yaml.h"
#include "model/language.h"

typedef struct Texts {
    Str in[LANGUAGE_MOST]; /* empty where missing */
} Texts;
Str texts_get(const Texts *texts, int language); /* falls back to English, then to any */

typedef enum Statistic {
    STATISTIC_EACH,
    STATISTIC_MEAN,
    STATISTIC_MIN,
    STATISTIC_MAX,
    STATISTIC_RANGE,
    STATISTIC_UNIFORMITY,
    STATISTIC_ATTEST
} Statistic;
const char *statistic_name(Statistic statistic);

typedef enum Severity_ { REQUIRED, ADVISORY } RequirementSeverity;
typedef enum Rule { RULE_SIMPLE, RULE_GUARDED, RULE_NONBINARY } Rule;
const char *rule_name(Rule rule);
bool rule_find(Str name, Rule *out);

typedef enum PointsKind { POINTS_NUMBER, POINTS_NAMED, POINTS_GRID } PointsKind;
typedef struct Points {
    PointsKind kind;
    int least;         /* NUMBER: at least; NAMED: how many; GRID: columns × rows */
    const Str *names;  /* NAMED and GRID: all names ("grid 1.1" …) */
    int columns, rows; /* GRID: along the length, across */
} Points;

/* An open side has given = false. value in the quantity's smallest unit; exact text as the document prints
 * it. */
typedef struct Limit {
    bool given;
    int64_t value;
    Decimal exact; /* in the requirement's unit, before it was rounded to the smallest unit */
    Str text;      /* in the requirement's unit, as JSON prints it ("283.5") */
    Place place;
} Limit;

typedef struct Requirement {
    Str id;
    Texts title, note;
    const Str *aliases; /* all languages */
    int alias_count;
    Quantity quantity; /* QUANTITY_NONE: attested */
    const Unit *unit;  /* NULL: attested */
    Limit lower, upper;
    Statistic statistic;
    RequirementSeverity severity;
    Points points;
    Str of, minus, over;   /* derived: ids; empty where not */
    Decimal times;         /* factor of minus; 1 when not given */
    const Str *applies_to; /* games; NULL: all */
    int applies_count;
    Str condition;         /* id of the fact of when/unless; empty: none */
    bool condition_wanted; /* the answer under which it holds */
    Str clause, source;
    Place place;      /* of the entry in its YAML file */
    const Yaml *node; /* the entry itself, for the places of its values */
} Requirement;

bool requirement_derived(const Requirement *requirement);   /* has `of` */
bool requirement_has_limit(const Requirement *requirement); /* attested ones have none, but are judged */
/* Its value is a difference of two readings (range, of … minus …): °F and K then have no offset. */
bool requirement_difference(const Requirement *requirement);

typedef struct Profile {
    Str id;
    Texts title;
    Str document, edition, issuer; /* in English, or as the profile has it; "" without a document */
    Texts documents[3];            /* the same in the languages: title, edition, issuer */
    Place document_place;          /* of the profile's own `document`; no place when it names none */
    int foreign_clauses;           /* clauses inherited from a base that follows another document */
    const Str *games;              /* games of its own and of its bases, besides the product's */
    int game_count;
    Rule rule;
    Decimal guard; /* w = guard × U */
    const Requirement *requirements;
    int count;
    const Str *facts; /* items named only in when/unless */
    int fact_count;
    const Yaml *marking; /* the marking: node of this profile or the nearest base that has one; or NULL */
    const Source *source;
    const Source *const *chain; /* the files it is made of: its own, its base's, that one's base's */
    int chain_count;
    bool abstract; /* only a base for others: not to be judged by */
} Profile;

/* Finds a profile by the path of a .yaml file, or by id (in `folder` when not NULL, else shipped); loads its
 * bases. NULL after errors (told, all of them; an unknown id names the nearest). */
const Profile *profile_load(Arena *arena, const char *name, const char *folder, Diag *diag);
/* The same of files already in memory: the profile's, its base's, that one's base's. */
const Profile *profile_load_chain(Arena *arena, const Source *const *chain, int count, Diag *diag);
/* Ids of all profiles that can be named, sorted; also the abstract ones. */
int profile_ids(Arena *arena, const char *folder, const Str **ids, Diag *diag);
/* The requirement with this id, or NULL. */
const Requirement *profile_requirement(const Profile *profile, Str id);
/* Items that readings may name: requirements that are not derived, facts, bed.diagonal, and the climate of
 * the room (room.temperature, room.humidity). */
typedef struct ItemKind {
    Str id;
    Quantity quantity;              /* NONE: attested */
    const Requirement *requirement; /* NULL for a fact, and for what the profile sets nothing for */
} ItemKind;
/* By id or alias, without regard to case; false if the profile does not know it. */
bool profile_item(const Profile *profile, Str name, ItemKind *out);

#endif
