/* See report/layout/words.h. */
#include "report/layout/words.h"

#include <math.h>

Str layout_word(const LayoutSheet *sheet, const char *key) {
    return catalogue_text(sheet->catalogue, str_z(sheet->arena, str_fmt(sheet->arena, "layout.%s", key)));
}

Str layout_number(const LayoutSheet *sheet, double value, int places) {
    if (fabs(value) < 0.5 * pow(10, -places)) value = 0;
    value += copysign(1e-9, value); /* 267.675 is to be 267.68, whatever its nearest double */
    return catalogue_number(sheet->catalogue, str_fmt(sheet->arena, "%.*f", places, value));
}

Str layout_cm(const LayoutSheet *sheet, double cm) { return layout_number(sheet, cm, 2); }
Str layout_inches(const LayoutSheet *sheet, double cm) { return layout_number(sheet, cm / 2.54, 3); }
Str layout_mm(const LayoutSheet *sheet, double cm, int places) {
    return layout_number(sheet, 10 * cm, places);
}

enum { FINEST = 6 }; /* decimals of a millimetre: a nanometre */

static double rounded(double value, int places) {
    double scale = pow(10, places);
    return round(fabs(value) * scale + 1e-6) / scale;
}

int deviation_places(const MarkCheck *check, const CheckedMark *mark, int least) {
    double tolerance = 10 * check->tolerance, half_step = 0.4 * pow(10, -FINEST);
    int places = least;
    while (places < FINEST &&
           (rounded(10 * mark->deviation, places) > tolerance + half_step) != (mark->verdict == CHECK_FAIL))
        places++;
    return places;
}

Str layout_deviation(const LayoutSheet *sheet, const CheckedMark *mark) {
    return layout_mm(sheet, mark->deviation, deviation_places(sheet->check, mark, 2));
}

Str layout_tolerance(const LayoutSheet *sheet) {
    double tolerance = 10 * sheet->check->tolerance;
    int places = 2;
    while (places < FINEST && fabs(rounded(tolerance, places) - tolerance) > 1e-7) places++;
    return layout_number(sheet, tolerance, places);
}

Str layout_bed_size(const LayoutSheet *sheet) {
    const Bed *bed = &sheet->layouts[0]->bed;
    return str_fmt(sheet->arena, "%.*s × %.*s cm", SARG(layout_cm(sheet, bed->length)),
                   SARG(layout_cm(sheet, bed->width)));
}

Str layout_game_word(const LayoutSheet *sheet, const Game *game) {
    if (game->fields) return game->id;
    return layout_word(sheet, str_z(sheet->arena, str_fmt(sheet->arena, "game.%.*s", SARG(game->id))));
}

Str layout_games(const LayoutSheet *sheet) {
    Str games = layout_game_word(sheet, sheet->layouts[0]->game);
    for (int i = 1; i < sheet->count; i++)
        games = str_fmt(sheet->arena, "%.*s + %.*s", SARG(games),
                        SARG(layout_game_word(sheet, sheet->layouts[i]->game)));
    return games;
}

Str layout_residuals_phrase(const LayoutSheet *sheet) {
    Str text = layout_word(sheet, "fit.residuals"), gap = S(" ");
    for (int i = 0; sheet->fit && i < SIDE_COUNT; i++) {
        if (!sheet->fit->given[i]) continue;
        Str value = layout_mm(sheet, sheet->fit->residuals[i], 2);
        text = str_fmt(sheet->arena, "%.*s%.*s%.*s %.*s", SARG(text), SARG(gap), SARG(sheet->keys[i]),
                       SARG(value));
        gap = S("; ");
    }
    return text;
}

Str layout_offset_phrase(const LayoutSheet *sheet, const Layout *layout) {
    if (layout->offset_rule == OFFSET_NONE) return S("");
    double label = layout->game->label;
    const char *part = layout->game->fields == 9 ? "offset.third" : "offset.half";
    const char *laid = layout->offset_rule == OFFSET_LABEL ? "offset.lay_label" : "offset.lay_exact";
    return CATALOGUE_FILL(sheet->catalogue, "layout.offset.line", layout_word(sheet, part),
                          layout_cm(sheet, layout->exact), layout_cm(sheet, label),
                          layout_mm(sheet, layout->exact - label, 1), layout_word(sheet, laid));
}

Str layout_angles_phrase(const LayoutSheet *sheet) {
    if (!sheet->fit) return S("");
    return layout_word(sheet, sheet->fit->angles_fitted ? "fit.fitted" : "fit.assumed");
}

Str layout_misclosure_phrase(const LayoutSheet *sheet) {
    const Fit *fit = sheet->fit;
    if (!fit || !fit->angles_fitted) return S("");
    if (!fit->checked) return layout_word(sheet, "fit.unchecked");
    Str size = layout_mm(sheet, fit->misclosure, 1), u = layout_mm(sheet, fit->misclosure_u, 1);
    if (fit->consistent) return CATALOGUE_FILL(sheet->catalogue, "layout.fit.consistent", size, u);
    if (fit->suspect < 0) return CATALOGUE_FILL(sheet->catalogue, "layout.fit.wrong", size, u);
    return CATALOGUE_FILL(sheet->catalogue, "layout.fit.suspect", size, u, sheet->keys[fit->suspect]);
}

Str layout_strike(const LayoutSheet *sheet, const Line *line) {
    return str_fmt(sheet->arena, "%.*s – %.*s", SARG(line->feet[0].mark), SARG(line->feet[1].mark));
}

Str layout_legend(const LayoutSheet *sheet) {
    const Family *family = sheet->layouts[0]->game->family;
    return layout_word(sheet, str_z(sheet->arena, str_fmt(sheet->arena, "legend.%.*s", SARG(family->id))));
}

Str layout_verdict_word(const LayoutSheet *sheet, CheckVerdict verdict) {
    return layout_word(sheet,
                       str_z(sheet->arena, str_fmt(sheet->arena, "verdict.%s", check_verdict_name(verdict))));
}
