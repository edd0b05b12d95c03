/* See register.h: withdrawing, checking, merging. */
#include "cli/register.h"

#include "base/out.h"

int register_do_withdraw(Registering *work) {
    Run *run = work->run;
    return register_withdraw(work->reg, str_of(work->argument), str_of(work->words->reason), &run->diag)
               ? EXIT_YES
               : EXIT_INPUT;
}

/* A register that is not whole is a "no", not unusable input; an export that is none is unusable. */
static bool audit(Registering *work, bool *whole) {
    Diag *diag = &work->run->diag;
    const char *against = work->words->against;
    bool agrees = true, usable = true;
    *whole = register_audit(work->reg, diag);
    if (against) usable = register_audit_against(work->reg, against, &agrees, diag);
    *whole &= agrees && usable;
    if (usable && diag->fault == FAULT_INPUT) diag->fault = FAULT_NONE;
    return usable;
}

int register_do_audit(Registering *work) {
    Run *run = work->run;
    int64_t count;
    char head[65];
    bool whole;
    if (!audit(work, &whole) || !register_head(work->reg, &count, head, &run->diag)) return EXIT_INPUT;
    Str text = CATALOGUE_FILL(work->texts, whole ? "register.whole" : "register.not_whole",
                              str_fmt(run->arena, "%lld", (long long)count), str_of(head));
    out_stdout(str_fmt(run->arena, "%.*s\n", SARG(text)), &run->diag);
    return whole ? EXIT_YES : EXIT_NO;
}

int register_do_import(Registering *work) {
    Run *run = work->run;
    int64_t added = 0;
    if (!register_import(work->reg, work->argument, &added, &run->diag)) return EXIT_INPUT;
    Str text =
        CATALOGUE_FILL(work->texts, "register.imported", str_fmt(run->arena, "%lld", (long long)added));
    out_stdout(str_fmt(run->arena, "%.*s\n", SARG(text)), &run->diag);
    return EXIT_YES;
}
