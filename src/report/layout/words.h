/* Numbers and phrases that the text, the plan and the drawing of a layout share. */
#ifndef REPORT_LAYOUT_WORDS_H
#define REPORT_LAYOUT_WORDS_H

#include "report/layout/sheet.h"

/* A text of the section `layout:`. */
Str layout_word(const LayoutSheet *sheet, const char *key);
/* With the language's decimal sign: cm to 0.1 mm, inches to three places, and others. */
Str layout_number(const LayoutSheet *sheet, double value, int places);
Str layout_cm(const LayoutSheet *sheet, double cm);
Str layout_inches(const LayoutSheet *sheet, double cm);
Str layout_mm(const LayoutSheet *sheet, double cm, int places);
/* Decimals (of mm) with which a deviation lies on its verdict's side of the tolerance as printed: `least`, or
 * as many more as it takes. */
int deviation_places(const MarkCheck *check, const CheckedMark *mark, int least);
/* A mark's deviation, and the tolerance, in mm; never "1.00" beside "fail" where 1 passes. */
Str layout_deviation(const LayoutSheet *sheet, const CheckedMark *mark);
Str layout_tolerance(const LayoutSheet *sheet);
/* "284.00 × 142.00 cm". */
Str layout_bed_size(const LayoutSheet *sheet);
/* A game as people call it; balkline games by their number. */
Str layout_game_word(const LayoutSheet *sheet, const Game *game);
/* All games, joined by " + ". */
Str layout_games(const LayoutSheet *sheet);
/* "a third of the width: 47.33 cm; …"; empty without balklines. */
Str layout_offset_phrase(const LayoutSheet *sheet, const Layout *layout);
/* How the shape was found, and what the check says; empty for a nominal bed. */
Str layout_angles_phrase(const LayoutSheet *sheet);
Str layout_misclosure_phrase(const LayoutSheet *sheet);
Str layout_residuals_phrase(const LayoutSheet *sheet);
/* "bottom@left – bottom@right". */
Str layout_strike(const LayoutSheet *sheet, const Line *line);
/* What the cushions' names mean; empty in English. */
Str layout_legend(const LayoutSheet *sheet);
/* "pass" … in the language. */
Str layout_verdict_word(const LayoutSheet *sheet, CheckVerdict verdict);

#endif
