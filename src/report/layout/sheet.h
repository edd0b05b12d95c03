/* The layout of one table for one game or several, in every form it is given to people and programs: JSON,
 * CSV, the tape table as text, a drawing at true scale (SVG, DXF), the plan on A4, an anchor as a paper
 * template. All read the same Layout; none computes a mark. Source: marking/README.md, "What a technician gets",
 * Output 17 to 23. */
#ifndef REPORT_LAYOUT_SHEET_H
#define REPORT_LAYOUT_SHEET_H

#include "base/buf.h"
#include "marking/check.h"
#include "marking/quadrilateral.h"
#include "marking/together.h"
#include "model/catalogue.h"
#include "model/document.h"

typedef struct LayoutSheet {
    Arena *arena;
    const Layout *const *layouts; /* one a game; all on the same bed */
    int count;
    const Fit *fit;          /* NULL: a nominal bed */
    Str keys[SIDE_COUNT];    /* of the fit's readings: item@point */
    const CloseMarks *close; /* of several games */
    int close_count;
    const MarkCheck *check; /* --verify; NULL without */
    const Catalogue *catalogue;
    bool inches; /* inches beside centimetres */
    Str origin;  /* where the bed comes from: a profile, a file and its table; "" a size as typed */
} LayoutSheet;

void layout_json(const LayoutSheet *sheet, Buf *out);
void layout_csv(const LayoutSheet *sheet, Buf *out);
void layout_text(const LayoutSheet *sheet, Buf *out);
/* Of a check: the marks and their deviations. */
void layout_check_json(const LayoutSheet *sheet, Buf *out);
void layout_check_csv(const LayoutSheet *sheet, Buf *out);
void layout_check_text(const LayoutSheet *sheet, Buf *out);
/* In mm at true scale: the sheet is (10 y, 10 x), bottom cushion at the bottom, left at the left. */
const Drawing *layout_drawing(const LayoutSheet *sheet);
/* The first game's table with each area as a shape of its own name (data-name in SVG) on the layer AREAS,
 * over the marks and without ink: for a page on which areas are touched. */
const Drawing *layout_areas_drawing(const LayoutSheet *sheet);
/* A4: the plan with its dimensions and the tape table beside it; of a check: each deviation enlarged. */
Document *layout_document(const LayoutSheet *sheet);
/* The anchor's square 1:1 with a check bar; the layout must have anchors. */
Document *layout_template(const LayoutSheet *sheet);

#endif
