/* Inside the command register: what its files share. cmd_register.c has the options and finds the register,
 * register_print.c what only reads it, register_change.c what changes or checks it. */
#ifndef CLI_REGISTER_H
#define CLI_REGISTER_H

#include "cli/cli.h"
#include "model/catalogue.h"
#include "trust/register.h"

typedef struct RegisterWords { /* as typed */
    const char *file, *output, *reason, *table, *hall, *format, *against;
    int days;
} RegisterWords;

typedef struct Registering {
    Run *run;
    const RegisterWords *words;
    Register *reg;
    const Catalogue *texts;
    const char *argument; /* a number, a table, a file; NULL: none */
} Registering;

/* Each returns the exit status. */
int register_do_list(Registering *work);
int register_do_expiring(Registering *work);
int register_do_show(Registering *work);
int register_do_history(Registering *work);
int register_do_export(Registering *work);
int register_do_withdraw(Registering *work);
int register_do_audit(Registering *work);
int register_do_import(Registering *work);

#endif
