/* See checks.h. */
#include "model/checks.h"

#include "base/quantity.h"
#include "base/source.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

enum { COLUMNS = 7 };

const char *checks_path(Arena *arena, const char *list) {
    Str name = str_of(list);
    if (str_ends(name, S(".yaml"))) name.len -= 5;
    return str_z(arena, str_fmt(arena, "%.*s.checks.tsv", SARG(name)));
}

static bool read_amount(Str text, int64_t *out) {
    Amount amount;
    bool exact;
    return quantity_parse(text, '.', &amount) == AMOUNT_OK && amount.unit &&
           unit_to_smallest_difference(&amount.number, amount.unit, out, &exact);
}

static bool read_check(Str line, InstrumentCheck *out) {
    Str cells[COLUMNS];
    const char *why;
    for (int i = 0; i < COLUMNS; i++) cells[i] = str_cut(&line, '\t');
    bool good = str_eq(cells[6], S("good"));
    *out = (InstrumentCheck){.instrument = cells[1],
                             .reference = cells[2],
                             .reading = cells[3],
                             .difference = cells[4],
                             .allowed = cells[5],
                             .good = good};
    return !line.len && (good || str_eq(cells[6], S("bad"))) && cells[1].len &&
           moment_parse(cells[0], &out->time, &why) && read_amount(cells[4], &out->off) &&
           read_amount(cells[5], &out->most);
}

InstrumentChecks checks_load(Arena *arena, const char *list, Diag *diag) {
    VEC(InstrumentCheck) checks = {0};
    Source *source = NEW(arena, Source);
    const char *path = checks_path(arena, list);
    if (access(path, F_OK) != 0 || !source_load(arena, path, source, diag)) return (InstrumentChecks){0};
    Str rest = source->bytes;
    for (int number = 1; rest.len; number++) {
        InstrumentCheck check;
        Str line = str_cut(&rest, '\n');
        if (!line.len || line.at[0] == '#') continue;
        if (read_check(line, &check))
            *VEC_PUSH(arena, &checks) = check;
        else
            diag_warning(diag, source_place(source, number, 1), "not a check: left out");
    }
    return (InstrumentChecks){checks.at, (int)checks.n};
}

/* A line that a crash tore is ended first, so that the new one stands on its own. */
static Str new_text(Arena *arena, int fd, const InstrumentCheck *check) {
    char last = '\n';
    off_t size = lseek(fd, 0, SEEK_END);
    if (size > 0 && pread(fd, &last, 1, size - 1) != 1) last = '\n';
    Str head = size == 0      ? S("# time, instrument, reference, reading, difference, allowed, verdict\n")
               : last == '\n' ? S("")
                              : S("\n");
    return str_fmt(arena, "%.*s%.*s\t%.*s\t%.*s\t%.*s\t%.*s\t%.*s\t%s\n", SARG(head),
                   SARG(moment_iso(arena, check->time)), SARG(check->instrument), SARG(check->reference),
                   SARG(check->reading), SARG(check->difference), SARG(check->allowed),
                   check->good ? "good" : "bad");
}

bool checks_append(Arena *arena, const char *list, const InstrumentCheck *check, Diag *diag) {
    const char *path = checks_path(arena, list);
    int fd = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0) return diag_machine(diag, place_file(str_of(path)), "cannot be written: %s", strerror(errno));
    Str text = new_text(arena, fd, check);
    bool ok = write(fd, text.at, (size_t)text.len) == text.len && fsync(fd) == 0;
    int why = errno;
    if (close(fd) != 0) ok = false;
    return ok || diag_machine(diag, place_file(str_of(path)), "cannot be written: %s", strerror(why));
}

const InstrumentCheck *checks_last(const InstrumentChecks *checks, Str instrument, Moment before) {
    for (int i = checks->n - 1; i >= 0; i--)
        if (str_eq(checks->at[i].instrument, instrument) &&
            (!before.given || checks->at[i].time.utc_ms <= before.utc_ms))
            return &checks->at[i];
    return NULL;
}
