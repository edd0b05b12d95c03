/* The answer of `rack --game carom`. Source: rules/carom/README.md 5.2; rules/README.md, Rack. */
#ifndef REPORT_REFEREE_START_REPORT_H
#define REPORT_REFEREE_START_REPORT_H

#include "base/json.h"
#include "model/catalogue.h"
#include "model/document.h"
#include "rules/carom/start.h"

typedef struct Start { /* what was asked, and the answer */
    const Catalogue *catalogue;
    const ClauseBook *book;
    const CaromMatch *match;
    const CaromState *state; /* where the balls stand */
    const StartResult *result;
} Start;

/* {"right":…,"apex":null,"gaps":[],"faults":[{"clause":"carom.5.2","text":…}],"striker":…,"spot":…}; right is
 * null when it cannot be said. */
void start_json(Buf *out, const Start *start);
void start_text(Buf *out, const Start *start);
const Drawing *start_drawing(const Start *start);
Document *start_document(const Start *start);

#endif
