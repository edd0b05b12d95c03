/* What the files of this room share among themselves; nobody else includes this. */
#ifndef MEASURE_INSIDE_H
#define MEASURE_INSIDE_H

#include "measure/measure.h"
#include "measure/typed.h"

/* ---- talk.c */
void measure_say(Measure *m, About about, Str text);
void measure_say_tool(Measure *m, int tool, Str text);
/* What hung on this does not hold any more; tool: ABOUT_TOOL, which. */
void measure_unsay(Measure *m, About about, int tool);

/* ---- way.c */
/* A reading counts: on the disk, then the next step. tool −1: typed. */
void measure_put_down(Measure *m, Str value, Str unit, int tool, int64_t smallest, Str flags);
/* A row leaves the file. False when it cannot be written (m->failed). */
bool measure_withdraw(Measure *m, int row);

/* ---- tools.c */
bool tools_open(Measure *m, const Instruments *list);
void tools_close(Measure *m);
void tools_tell_overdue(Measure *m);
void tools_set_polling(Measure *m); /* after the step or the chosen tool has changed */
void tools_new_turn(Measure *m);    /* what is still to be answered belongs to what was before */

/* ---- take.c */
void take_event(void *context, Live *live, const LiveEvent *event);
void take_time_out(Measure *m);

#endif
