/* The marks of a layout put into a Drawing, at any scale: shared by the true-scale files
 * (report/layout/drawing.c) and the plan on paper (report/layout/plan_page.c). */
#ifndef REPORT_LAYOUT_DRAW_H
#define REPORT_LAYOUT_DRAW_H

#include "report/layout/sheet.h"

typedef enum MarkLayer {
    LAYER_BED,
    LAYER_LINES,
    LAYER_ANCHORS,
    LAYER_CORNERS,
    LAYER_SPOTS,
    LAYER_TEXT,
    LAYER_COUNT
} MarkLayer;
extern const char *const mark_layers[LAYER_COUNT];

typedef struct MarkPen {
    Drawing *drawing;
    const LayoutSheet *sheet;
    double scale;      /* mm of the drawing to a cm of the bed */
    Vec2 origin;       /* where the bottom-left corner lies */
    double thin, bold; /* widths of lines, mm */
    double spot;       /* half a spot's cross, mm */
} MarkPen;

/* Seen from above the bed's frame is left-handed, so y goes to the right and x up. */
Vec2 pen_point(const MarkPen *pen, Vec2 bed);
/* The colour of a game's marks: the first game's is black ink. */
uint32_t game_color(const LayoutSheet *sheet, int game);
/* Bed, lines, corners, anchors, arcs and spots; what coincides is drawn once. */
void pen_marks(const MarkPen *pen);

#endif
