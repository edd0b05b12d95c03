/* Interrupts. By default one ends the program at once, temporary files removed. A command that waits for
 * people or instruments asks for a descriptor instead and polls it: the first interrupt makes it readable, so
 * that ports are closed and the terminal restored; the second ends the program as before. */
#ifndef CLI_SIGNALS_H
#define CLI_SIGNALS_H

#include <stdbool.h>

void signals_set(void);
/* Readable once SIGINT, SIGTERM or SIGHUP came. The same one at every call. */
int signals_fd(void);
/* Nobody waits on the descriptor any more: the next one ends the program at once again. */
void signals_immediate(void);
/* Has one come? (Input may end in the same moment.) */
bool signals_came(void);
/* The exit status they ask for: 130, or 128 + the signal. */
int signals_status(void);

#endif
