/* The answer of `rack --game carom`. Source: scoresheet.md, JSON, `rack`. */
#ifndef REPORT_START_REPORT_H
#define REPORT_START_REPORT_H

#include "base/json.h"
#include "model/catalogue.h"
#include "rules/carom_start.h"

/* {"right":…,"apex":null,"gaps":[],"faults":[{"clause":"carom.5.2","text":…}],"striker":…,"spot":…}; right is
 * null when it cannot be said. */
void start_json(Buf *out, const Catalogue *catalogue, const StartResult *result);
void start_text(Buf *out, const Catalogue *catalogue, const ClauseBook *book, const StartResult *result);
/* The lines of the text without the clause: verdict first. Returns how many; out has room for START_LINES. */
enum { START_LINES = 5 };
int start_lines(const Catalogue *catalogue, const StartResult *result, Str out[START_LINES]);

#endif
