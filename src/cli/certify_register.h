/* Certificates that are registered: number, files and entry come into being together or not at all. The
 * register is the one that --register or the configuration names; without either, certificates are
 * unregistered. */
#ifndef CLI_CERTIFY_REGISTER_H
#define CLI_CERTIFY_REGISTER_H

#include "base/out.h"
#include "cli/certify.h"

/* Takes the write lock, the next number for a table, and what its certificate supersedes. */
bool certify_register_number(Certifying *work, Certificate *certificate);
/* Writes JSON and PDF and enters them; gives the number back when that fails. */
bool certify_register_write(Certifying *work, Arena *arena, OutFile pdf, OutFile json);
/* Whether the pair may be written there: not over a certificate that has another number, but with --force.
 * Told when not. */
bool certify_may_replace(Certifying *work, Arena *arena, const Certificate *certificate, const char *pdf);

#endif
