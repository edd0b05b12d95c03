/* See judging.h. */
#include "cli/judging.h"

#include "cli/progress.h"
#include "model/game_list.h"
#include "model/marking.h"
#include "read/csv/measurements.h"

static bool parse_rule(Run *run, const JudgingWords *words, Judging *out) {
    if (!words->rule) return true;
    Rule *rule = NEW(run->arena, Rule);
    if (!rule_find(str_of(words->rule), rule))
        return run_usage(run, "--rule: '%s' is not known; there are simple, guarded and nonbinary",
                         words->rule);
    out->options.rule = rule;
    return true;
}

/* A guard band goes with a rule that has one. */
static bool parse_guard(Run *run, const JudgingWords *words, Judging *out) {
    if (!words->guard) return true;
    Decimal *guard = NEW(run->arena, Decimal);
    if (decimal_parse(str_of(words->guard), '.', guard) != DECIMAL_OK || guard->num < 0)
        return run_usage(run, "--guard: '%s' is no number of zero or more", words->guard);
    for (int i = 0; i < out->profile_count; i++) {
        Rule rule = out->options.rule ? *out->options.rule : out->profiles[i]->rule;
        if (rule == RULE_SIMPLE)
            return run_usage(
                run, "--guard means nothing with the rule simple; give --rule guarded or --rule nonbinary");
    }
    out->options.guard = guard;
    return true;
}

static bool load_profiles(Run *run, const JudgingWords *words, Judging *out) {
    const Profile **profiles = NEW_ARRAY(run->arena, const Profile *, words->profiles.n + 1);
    if (!words->profiles.n)
        return run_usage(run, "--profile is missing; 'tablecert profile list' names them");
    for (int i = 0; i < words->profiles.n; i++) {
        profiles[i] = profile_load(run->arena, words->profiles.at[i], words->profile_dir, &run->diag);
        if (!profiles[i]) return false;
        if (profiles[i]->abstract)
            return run_usage(
                run,
                "profile '%.*s' is only a base for others; 'tablecert profile list' names those to judge by",
                SARG(profiles[i]->id));
    }
    out->profiles = profiles;
    out->profile_count = words->profiles.n;
    return true;
}

/* The option wins over the configuration's key of that name. */
static void set_games(Run *run, const JudgingWords *words, JudgeOptions *options) {
    int count = words->games.n;
    Str *games = NEW_ARRAY(run->arena, Str, count + 1);
    for (int i = 0; i < count; i++) games[i] = str_of(words->games.at[i]);
    options->games = games;
    options->game_count = count;
    if (!count) options->game_count = config_list(run->config, "for", &options->games);
}

/* Does the profile name the game, as its own or in applies_to? */
static bool asked_for(const Profile *profile, Str game) {
    for (int i = 0; i < profile->count; i++)
        for (int k = 0; k < profile->requirements[i].applies_count; k++)
            if (str_eq_fold(profile->requirements[i].applies_to[k], game)) return true;
    return profile_game(profile, game);
}

/* Is the game played on the profile's bed? One without a marking section leaves it open. */
static bool played_on(Run *run, const Profile *profile, const MarkingRules *rules, Str game, Str family) {
    const Marking *marking = profile->marking ? marking_of(run->arena, rules, profile, &run->diag) : NULL;
    const Game *rule = marking_game(rules, game);
    if (!profile->marking) return true;
    return marking && str_eq(marking->family->id, family) &&
           (!rule || game_fits(rule, marking, marking->length, marking->width));
}

static bool tell_unknown_game(Run *run, const Judging *judging, const GameList *list, Str game) {
    Str nearest = game_nearest(list, judging->profiles[0], game);
    if (game_family(list, game).len)
        return run_usage(run, "--for: '%.*s' is not played on the bed of a profile given", SARG(game));
    if (nearest.len)
        return run_usage(run, "--for: there is no game '%.*s'; did you mean '%.*s'?", SARG(game),
                         SARG(nearest));
    return run_usage(run, "--for: there is no game '%.*s'", SARG(game));
}

/* A game must be one that some profile names, or that is played on its bed. */
static bool check_games(Run *run, const Judging *judging) {
    bool ok = true;
    if (!judging->options.game_count) return true;
    const MarkingRules *rules = marking_rules(run->arena, &run->diag);
    const GameList list = game_list(run->arena, &run->diag);
    for (int g = 0; g < judging->options.game_count; g++) {
        Str game = judging->options.games[g], family = game_family(&list, game);
        bool known = false;
        for (int i = 0; i < judging->profile_count && !known; i++) {
            const Profile *profile = judging->profiles[i];
            known = asked_for(profile, game) || (family.len && played_on(run, profile, rules, game, family));
        }
        if (!known) ok = tell_unknown_game(run, judging, &list, game);
    }
    return ok;
}

/* What was found in the files. */
static void tell_dialect(Run *run, const Session *session) {
    for (const Input *input = session->inputs.at; input < session->inputs.at + session->inputs.n; input++) {
        Str delimiter = input->delimiter == '\t' ? S("tab") : (Str){&input->delimiter, 1};
        diag_note(&run->diag, place_file(input->file),
                  "delimiter %.*s, decimal sign %c, encoding %.*s, %lld rows, %d lines skipped",
                  SARG(delimiter), input->decimal, SARG(input->encoding), (long long)input->rows,
                  input->skipped);
    }
}

static bool load_instruments(Run *run, const JudgingWords *words, Judging *out) {
    const char *path = words->instruments ? words->instruments : config_path(run->config, "instruments");
    if (!path) return true;
    out->instruments = out->options.instruments = instruments_load(run->arena, path, &run->diag);
    return out->instruments != NULL;
}

static bool set_spec(Run *run, const JudgingWords *words, const Judging *judging, MeasurementSpec *spec) {
    *spec = (MeasurementSpec){.profiles = judging->profiles,
                              .profile_count = judging->profile_count,
                              .encoding = words->encoding,
                              .digest = words->digest};
    return run_sign(run, "decimal", words->decimal, ".,", &spec->decimal) &&
           run_sign(run, "delimiter", words->delimiter, ",;|\t", &spec->delimiter);
}

/* No certificate rests on a slip of the pen. */
static bool check_doubts(Run *run, const JudgingWords *words, const Session *session) {
    if (!words->certifies || words->accept_implausible || !session->doubts.n) return true;
    return diag_error(&run->diag, session->doubts.at[0].place,
                      "%d readings can hardly be meant, the first is here; correct them, or say "
                      "--accept-implausible",
                      (int)session->doubts.n);
}

static bool finish_session(Run *run, const JudgingWords *words, const Judging *judging,
                           const Session *session) {
    if (run->verbose) tell_dialect(run, session);
    if (!check_doubts(run, words, session)) return false;
    return instruments_check(judging->instruments, session, words->strict, &run->diag);
}

static bool read_files(Run *run, const JudgingWords *words, Judging *out) {
    bool ok = true;
    MeasurementSpec spec;
    if (!set_spec(run, words, out, &spec)) return false;
    progress_begin(run, "reading");
    for (int i = 0; i < run->arguments.n; i++)
        ok &= measurements_read(&out->session, run->arguments.at[i], &spec, &run->diag);
    progress_end();
    return ok && finish_session(run, words, out, &out->session);
}

bool judging_read(Run *run, const JudgingWords *words, const Judging *judging, const char *path,
                  Session *out) {
    MeasurementSpec spec;
    *out = (Session){.arena = run->arena};
    return set_spec(run, words, judging, &spec) && measurements_read(out, path, &spec, &run->diag) &&
           finish_session(run, words, judging, out);
}

bool judging_load(Run *run, const JudgingWords *words, bool keep, Judging *out) {
    *out = (Judging){.options = {.partial = words->partial, .accept_implausible = words->accept_implausible},
                     .session = {.arena = run->arena, .keep = keep}};
    run->diag.most = words->max_errors;
    if (!run_want_arguments(run, 1, 64, "one or more files of readings")) return false;
    if (!load_profiles(run, words, out) || !parse_rule(run, words, out) || !parse_guard(run, words, out))
        return false;
    set_games(run, words, &out->options);
    if (!check_games(run, out)) return false;
    return load_instruments(run, words, out) && read_files(run, words, out);
}

int judging_status(Outcome outcome) {
    static const int status[] = {
        [OUTCOME_YES] = EXIT_YES, [OUTCOME_INCOMPLETE] = EXIT_INCOMPLETE, [OUTCOME_NO] = EXIT_NO};
    return status[outcome];
}
