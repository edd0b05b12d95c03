/* Certificates that are registered: number, files and entry come into being together or not at all. The
 * register is the one that --register or the configuration names; without either, certificates are
 * unregistered. */
#ifndef CLI_CERTIFY_REGISTER_H
#define CLI_CERTIFY_REGISTER_H

#include "base/out.h"
#include "cli/cli.h"
#include "report/certificate/certificate.h"
#include "trust/register.h"

/* Takes the write lock and the next number for a table. */
bool certify_register_number(Run *run, Register *reg, const Certificate *certificate, Str *number);
/* Writes PDF and JSON and enters them; gives the number back when that fails. */
bool certify_register_write(Run *run, Register *reg, Arena *arena, OutFile pdf, OutFile json);

#endif
