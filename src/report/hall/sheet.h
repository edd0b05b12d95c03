/* A judged hall in every form it is given to people and programs: JSON, text, a plan at true scale (SVG,
 * DXF), the report on A4. All read the same Approval; none judges. Source: hall/README.md, Results. */
#ifndef REPORT_HALL_SHEET_H
#define REPORT_HALL_SHEET_H

#include "base/buf.h"
#include "hall/approval.h"
#include "model/catalogue.h"
#include "model/document.h"

typedef struct HallSheet {
    Arena *arena;
    const Approval *approval;
    const Catalogue *catalogue; /* of the report's language; JSON always takes English */
    bool plan_only;
} HallSheet;

void hall_json(const HallSheet *sheet, Buf *out);
void hall_text(const HallSheet *sheet, Buf *out);
/* In mm at true scale, x to the right, y up: layers WALLS DOORS OBSTACLES TABLES CLEARANCES TEXT. */
const Drawing *hall_drawing(const HallSheet *sheet);
Document *hall_document(const HallSheet *sheet);

#endif
