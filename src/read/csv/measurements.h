/* The measuring CSV: rows become readings in a session. All faults of a file are told, each with its line and
 * column. Source: read/csv/README.md. */
#ifndef READ_CSV_MEASUREMENTS_H
#define READ_CSV_MEASUREMENTS_H

#include "model/session.h"
#include "read/csv/items.h"

typedef struct MeasurementSpec {
    const Profile *const *profiles; /* an item must be known to one of them */
    int profile_count;
    ItemFinder *find; /* asked instead of the profiles, when not NULL */
    void *context;
    char decimal;         /* '.' or ','; 0: the file settles it */
    char delimiter;       /* 0: found */
    const char *encoding; /* NULL: found */
    bool digest;          /* the SHA-256 of each file is wanted (Input.sha256) */
} MeasurementSpec;

/* Reads one file ("-": standard input) into the session, and adds what was found to session->inputs. False
 * after errors (told); the session then is not to be judged. */
bool measurements_read(Session *session, const char *path, const MeasurementSpec *spec, Diag *diag);
/* The columns, for whoever writes such a file; NULL-terminated. */
extern const char *const measurement_columns[];

#endif
