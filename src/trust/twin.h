/* What a certificate says of itself: its JSON twin, alone or attached to the PDF, and whether its verdicts
 * follow from its own values and limits. Source: trust/README.md; hall/README.md, "The certificate". */
#ifndef TRUST_TWIN_H
#define TRUST_TWIN_H

#include "base/diag.h"

typedef struct Twin {
    bool readable; /* a certificate at all */
    bool follows;  /* its verdicts are what its values and limits make of them */
    Str fault;     /* the id of the first requirement that does not; "" */
    Str json;      /* its bytes */
    Str number, issued, measured, valid_until, profile, verdict, table; /* "" where null */
    Str length, width; /* of the bed, cm, as printed; "" not measured */
    bool partial;
    const Str *scope;
    int scope_count;
} Twin;

/* bytes: a PDF or a JSON file. */
Twin twin_read(Arena *arena, Str bytes);

#endif
