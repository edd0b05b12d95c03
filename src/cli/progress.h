/* A sign of life on the terminal during long work: after a second, and every second after that, one line that
 * says what is being done and for how long. Never in a pipe, never with --quiet. Source: cli/README.md,
 * Commands. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "cli/cli.h"

void progress_begin(const Run *run, const char *what); /* what: a short literal, "reading" */
void progress_end(void);                               /* takes the line away again */

#endif
