/* The check of a rack as JSON, as text, and as a drawing with the gaps that are too wide marked. Source:
 * rules/README.md, Rack. */
#ifndef REPORT_REFEREE_RACK_REPORT_H
#define REPORT_REFEREE_RACK_REPORT_H

#include "base/buf.h"
#include "model/catalogue.h"
#include "model/document.h"
#include "rules/pool/rack.h"

typedef struct RackReport {
    const PoolTable *table;
    const PoolGame *game;
    const RackBall *balls;
    int count;
    const RackLimits *limits;
    const RackResult *result;
    const Catalogue *catalogue;
} RackReport;

void rack_json(Buf *out, const RackReport *report);
void rack_text(Buf *out, const RackReport *report);
/* What a fault says, in the report's language. */
Str rack_fault_text(const RackReport *report, const RackFault *fault);
/* "right", "wrong", "cannot be decided". */
Str rack_verdict_text(const RackReport *report);
/* Full size, in mm: y to the right, x (to the foot cushion) up, as all plans. Gaps that are too wide are red
 * bars, those that cannot be decided amber ones. verdict: written below. */
Drawing *rack_drawing(const RackReport *report, bool verdict);
/* The verdict, the drawing and the table of gaps on A4. */
Document *rack_document(const RackReport *report);

#endif
