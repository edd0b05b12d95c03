/* See games.h. */
#include "cli/games.h"

int rack_carom(Run *run, const RackRequest *request); /* rack_carom.c */
int rack_pool(Run *run, const RackRequest *request);  /* rack_pool.c */

static const GameEntry entries[] = {
    {&discipline_carom, &ruling_report_carom, rack_carom},
    {&discipline_pool, &ruling_report_pool, rack_pool},
};
enum { ENTRY_COUNT = sizeof entries / sizeof *entries };

bool dialect_read(Run *run, const DialectWords *words, SheetDialect *out) {
    *out = (SheetDialect){.encoding = words->encoding};
    bool good = run_sign(run, "delimiter", words->delimiter, ",;|\t", &out->delimiter);
    return run_sign(run, "decimal", words->decimal, ".,", &out->decimal) && good;
}

int games_count(void) { return ENTRY_COUNT; }
const GameEntry *games_at(int index) { return &entries[index]; }

static bool is_named(const GameEntry *entry, const char *name, bool group) {
    return entry->discipline->has_game(str_of(name)) || (group && strcmp(name, entry->discipline->name) == 0);
}

static void tell_games(Run *run, const char *name, bool group) {
    Buf games = {0};
    for (int i = 0; i < ENTRY_COUNT; i++) {
        const Discipline *discipline = entries[i].discipline;
        buf_printf(&games, "%s%s%s%s", i ? ", " : "", group ? discipline->name : "", group ? ", " : "",
                   discipline->games);
    }
    if (name)
        run_usage(run, "there is no game '%s'; there are %.*s", name, SARG(buf_str(&games)));
    else
        run_usage(run, "--game is needed: %.*s", SARG(buf_str(&games)));
    buf_free(&games);
}

const GameEntry *games_find(Run *run, const char *name, bool group) {
    for (int i = 0; name && i < ENTRY_COUNT; i++)
        if (is_named(&entries[i], name, group)) return &entries[i];
    tell_games(run, name, group);
    return NULL;
}
