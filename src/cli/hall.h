/* What the command hall and the desk share: a hall file judged, with its evidence opened. */
#ifndef CLI_HALL_H
#define CLI_HALL_H

#include "cli/cli.h"
#include "report/hall/sheet.h"

typedef struct HallWords { /* as typed */
    const char *on, *reg, *profile_dir, *instruments, *format, *output, *suggest;
    bool plan_only;
    int count;
} HallWords;

/* Judges a hall (YAML or JSON; relative paths start at the folder of source->name). False after errors
 * (told). The sheet's texts are in `language`. */
bool hall_judge(Run *run, const Source *source, const HallWords *words, const char *language, HallSheet *out);
/* The same from memory to JSON: what the desk asks. False after errors (told). */
bool hall_judge_json(Run *run, const Source *source, const HallWords *words, Buf *out);
/* --suggest: the hall file with tables added, into out; the exit status. */
int hall_suggestion(Run *run, const Source *source, const HallWords *words, Buf *out);

#endif
