/* See register.h: what only reads a register. */
#include "cli/register.h"

#include "base/out.h"
#include "report/certificate/history.h"
#include "report/certificate/register_list.h"

static bool as_json(const Registering *work) {
    return work->words->format && !strcmp(work->words->format, "json");
}

/* To standard output, or to the file of --output. */
static int deliver(Registering *work, Buf *out, int status) {
    OutFile target = {work->words->output ? work->words->output : "-", buf_str(out)};
    out_write(work->run->arena, &target, 1, &work->run->diag);
    buf_free(out);
    return status;
}

static int print_list(Registering *work, RegisterQuery query, int *found) {
    Run *run = work->run;
    Entries entries = {0};
    Buf out = {0};
    RegisterLines lines = register_lines(&out, work->texts);
    query.results = as_json(work);
    query.hall = str_of(work->words->hall);
    bool ok = as_json(work) ? register_list(work->reg, run->arena, &query, &entries, &run->diag)
                            : register_each(work->reg, &query, register_line, &lines, &run->diag);
    if (!ok) return EXIT_MACHINE;
    if (as_json(work)) register_json(&out, &entries);
    *found = lines.count + (int)entries.list.n;
    return deliver(work, &out, EXIT_YES);
}

int register_do_list(Registering *work) {
    int found;
    return print_list(work, (RegisterQuery){.table = str_of(work->words->table)}, &found);
}

int register_do_expiring(Registering *work) {
    Run *run = work->run;
    int found = 0;
    Date last = date_from_days(date_days(moment_date(moment_now())) + work->words->days);
    Str day = str_fmt(run->arena, "%04d-%02d-%02d", last.year, last.month, last.day);
    int status =
        print_list(work, (RegisterQuery){.table = str_of(work->words->table), .valid_to = day}, &found);
    return status == EXIT_YES && found ? EXIT_NO : status;
}

int register_do_show(Registering *work) {
    Run *run = work->run;
    Entries entries = {0};
    Buf out = {0};
    Str number = str_of(work->argument);
    if (!register_entries(work->reg, run->arena, number, &entries, &run->diag)) return EXIT_MACHINE;
    if (!number.len || !entries.list.n) {
        diag_error(&run->diag, NO_PLACE, "no certificate %.*s in this register", SARG(number));
        return EXIT_INPUT;
    }
    if (as_json(work))
        register_json(&out, &entries);
    else
        for (ptrdiff_t i = 0; i < entries.list.n; i++) register_text(&out, work->texts, &entries.list.at[i]);
    return deliver(work, &out, EXIT_YES);
}

int register_do_export(Registering *work) {
    Run *run = work->run;
    Entries entries = {0};
    Buf out = {0};
    if (!register_entries(work->reg, run->arena, S(""), &entries, &run->diag)) return EXIT_MACHINE;
    if (work->words->format && !strcmp(work->words->format, "csv"))
        register_csv(&out, &entries);
    else
        for (ptrdiff_t i = 0; i < entries.list.n; i++) {
            register_entry_json(&out, &entries.list.at[i]);
            buf_byte(&out, '\n');
        }
    return deliver(work, &out, EXIT_YES);
}

int register_do_history(Registering *work) {
    Run *run = work->run;
    Entries entries = {0};
    Buf out = {0};
    const RegisterQuery query = {
        .table = str_of(work->argument), .hall = str_of(work->words->hall), .results = true};
    if (!query.table.len || !register_list(work->reg, run->arena, &query, &entries, &run->diag))
        return EXIT_INPUT;
    if (!entries.list.n) {
        diag_error(&run->diag, NO_PLACE, "no certificate of a table '%s' in this register", work->argument);
        return EXIT_INPUT;
    }
    History *history = history_of(run->arena, &entries);
    if (as_json(work))
        history_json(&out, history);
    else
        history_text(&out, work->texts, history);
    return deliver(work, &out, EXIT_YES);
}
