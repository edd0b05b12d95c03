/* tablecert register: what certificates were issued, superseded and withdrawn. */
#include "base/out.h"
#include "cli/cli.h"
#include "report/certificate/register_list.h"

static const char *file, *output, *reason, *only_table, *format = "text";
static int days = 60;

static const Option options[] = {
    {0, "register", "FILE", "the register; default: register.db in the user's data folder", OPTION_TEXT,
     (void *)&file},
    {'t', "table", "NAME", "list: only this table's certificates", OPTION_TEXT, (void *)&only_table},
    {0, "days", "N", "expiring: valid for at most N days more (60)", OPTION_COUNT, &days},
    {0, "reason", "TEXT", "withdraw: why, in words", OPTION_TEXT, (void *)&reason},
    {'f', "format", "text|json", "list, show, expiring: how it is printed", OPTION_TEXT, (void *)&format},
    {'o', "output", "FILE", "export: where to; default standard output", OPTION_TEXT, (void *)&output},
    {0},
};

typedef bool Wanted(const Entry *entry, EntryKind standing, const void *context);

static int print_list(Run *run, const Entries *entries, Wanted *wanted, const void *context) {
    Buf out = {0};
    Json json = {.out = &out};
    bool as_json = strcmp(format, "json") == 0;
    int found = 0;
    if (as_json) json_open_list(&json, NULL);
    for (ptrdiff_t i = 0; i < entries->list.n; i++) {
        const Entry *e = &entries->list.at[i];
        EntryKind standing = ENTRY_ISSUED;
        register_standing(entries, e->number, &standing);
        if (e->kind != ENTRY_ISSUED || !wanted(e, standing, context)) continue;
        found++;
        if (as_json)
            register_entry_json(&json, e);
        else
            register_entry_line(&out, e, standing);
    }
    if (as_json) {
        json_close_list(&json);
        buf_byte(&out, '\n');
    }
    out_stdout(buf_str(&out), &run->diag);
    buf_free(&out);
    return found;
}

static bool of_table(const Entry *entry, EntryKind standing, const void *context) {
    (void)standing;
    return !context || str_eq(entry->table, str_of(context));
}

static bool ends_before(const Entry *entry, EntryKind standing, const void *context) {
    const char *why;
    Moment until;
    const int64_t *last = context;
    if (standing != ENTRY_ISSUED || !moment_parse(entry->valid_until, &until, &why)) return false;
    return date_days(moment_date(until)) <= *last;
}

static int show(Run *run, const Entries *entries, Str number) {
    Buf out = {0};
    Json json = {.out = &out};
    EntryKind standing;
    if (!register_standing(entries, number, &standing)) {
        diag_error(&run->diag, NO_PLACE, "no certificate %.*s in this register", SARG(number));
        return EXIT_INPUT;
    }
    if (strcmp(format, "json") == 0) json_open_list(&json, NULL);
    for (ptrdiff_t i = 0; i < entries->list.n; i++) {
        const Entry *e = &entries->list.at[i];
        if (!str_eq(e->number, number)) continue;
        if (json.depth)
            register_entry_json(&json, e);
        else
            register_entry_text(&out, e);
    }
    if (json.depth) {
        json_close_list(&json);
        buf_byte(&out, '\n');
    }
    out_stdout(buf_str(&out), &run->diag);
    buf_free(&out);
    return EXIT_YES;
}

static int export_all(Run *run, const Entries *entries) {
    Buf out = {0};
    for (ptrdiff_t i = 0; i < entries->list.n; i++) {
        Json json = {.out = &out};
        register_entry_json(&json, &entries->list.at[i]);
        buf_byte(&out, '\n');
    }
    OutFile target = {output ? output : "-", buf_str(&out)};
    out_write(run->arena, &target, 1, &run->diag);
    buf_free(&out);
    return EXIT_YES;
}

static int run_action(Run *run, Register *reg, const char *action) {
    Entries entries = {0};
    Str number = run->arguments.n > 1 ? str_of(run->arguments.at[1]) : S("");
    if (!strcmp(action, "withdraw"))
        return register_withdraw(reg, number, str_of(reason), &run->diag) ? EXIT_YES : EXIT_INPUT;
    if (!strcmp(action, "audit")) {
        if (!register_audit(reg, run->arena, &run->diag)) return EXIT_NO;
        out_stdout(
            S("the register is whole: every entry follows from the one before, no number is missing, every "
              "certificate in force is there unchanged\n"),
            &run->diag);
        return EXIT_YES;
    }
    if (!register_entries(reg, run->arena, &entries, &run->diag)) return EXIT_MACHINE;
    if (!strcmp(action, "show")) return show(run, &entries, number);
    if (!strcmp(action, "export")) return export_all(run, &entries);
    if (!strcmp(action, "list")) {
        print_list(run, &entries, of_table, only_table);
        return EXIT_YES;
    }
    int64_t last = date_days(moment_date(moment_now())) + days;
    return print_list(run, &entries, ends_before, &last) ? EXIT_NO : EXIT_YES;
}

static bool check_usage(Run *run, const char *action) {
    static const struct {
        const char *name;
        int arguments;
    } actions[] = {{"list", 1}, {"show", 2}, {"expiring", 1}, {"withdraw", 2}, {"audit", 1}, {"export", 1}};
    if (strcmp(format, "text") != 0 && strcmp(format, "json") != 0)
        return run_usage(run, "--format: expected text or json");
    for (size_t i = 0; i < sizeof actions / sizeof actions[0]; i++) {
        if (strcmp(actions[i].name, action) != 0) continue;
        if (!run_want_arguments(run, actions[i].arguments, actions[i].arguments, "a certificate's number"))
            return false;
        if (strcmp(action, "withdraw") == 0 && !reason) return run_usage(run, "withdraw needs --reason TEXT");
        return true;
    }
    return run_usage(run, "unknown action '%s'; expected list, show, expiring, withdraw, audit or export",
                     action);
}

static int run_register(Run *run) {
    const char *action = run->arguments.n ? run->arguments.at[0] : "list";
    if (run->arguments.n && !check_usage(run, action)) return EXIT_INPUT;
    const char *path = file ? file : register_default_path(run->arena, &run->diag);
    Register *reg = path ? register_open(run->arena, path, !file, &run->diag) : NULL;
    if (!reg) return EXIT_INPUT;
    int status = run_action(run, reg, action);
    register_close(reg);
    /* A register that is not whole is a "no", not unusable input. */
    if (!strcmp(action, "audit") && status == EXIT_NO && run->diag.fault == FAULT_INPUT)
        run->diag.fault = FAULT_NONE;
    return status;
}

const Command cmd_register = {
    .name = "register",
    .summary = "certificates issued, superseded, withdrawn: list, show, expiring, withdraw, audit, export",
    .usage = "list|show NUMBER|expiring|withdraw NUMBER --reason TEXT|audit|export [options]",
    .description =
        "The register is written by 'certify --register FILE'. Every entry carries the hash of the entry\n"
        "before it; 'audit' checks them, the numbers and the certificates themselves. 'expiring' answers\n"
        "with exit status 1 when there is something to renew.",
    .options = options,
    .run = run_register,
};
