/* The files of readings that go inside the certificates, read again and compared with the digest of what was
 * judged. */
#ifndef CLI_CERTIFY_ATTACH_H
#define CLI_CERTIFY_ATTACH_H

#include "cli/cli.h"
#include "model/document.h"
#include "model/instruments.h"
#include "model/profile.h"
#include "model/session.h"

typedef struct AttachedFiles {
    Attachment *at;
    int n;
} AttachedFiles;

/* False when a file has changed since it was read (told). Standard input and files too large for as many
 * tables as there are cannot be attached: a note. description: what a viewer says of them. */
bool certify_attach_inputs(Run *run, const Session *session, Str description, AttachedFiles *out);
/* What they were judged by, behind them: the profile with its bases, in that order, and the instrument list
 * (NULL: none), so that judging again needs nothing else. */
void certify_attach_basis(Run *run, const Profile *profile, const Instruments *instruments, Str of_profile,
                          Str of_instruments, AttachedFiles *out);

#endif
