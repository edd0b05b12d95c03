/* The passphrase of a key: from a file (its first line), else asked for on the terminal without echo. Never
 * on the command line, never shown, in no message. */
#ifndef CLI_PASSPHRASE_H
#define CLI_PASSPHRASE_H

#include "cli/cli.h"
#include "trust/key.h"

typedef struct PassphraseWords {
    Run *run;
    const char *file; /* --passphrase-file; NULL: asked for */
} PassphraseWords;

/* For signer_load and key_make; context: a PassphraseWords. A new one is asked for twice. */
bool passphrase_ask(void *context, const char *key_file, bool new_one, Str *out, Diag *diag);

#endif
