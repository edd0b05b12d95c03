/* tablecert profile: the requirement documents the program knows, and a check of a person's own. */
#include "base/out.h"
#include "base/text.h"
#include "cli/cli.h"
#include "model/marking.h"
#include "model/profile.h"
#include "report/certificate/profile_text.h"

static const char *folder;

static const Option options[] = {
    {.name = "profile-dir",
     .argument = "FOLDER",
     .help = "look for profiles there first",
     .kind = OPTION_TEXT,
     .into = &folder},
    {.name = NULL},
};

static void list(Run *run, const Catalogue *catalogue, Buf *out) {
    const Str *ids;
    int count = profile_ids(run->arena, folder, &ids, &run->diag), n = 0;
    if (diag_failed(&run->diag)) return;
    const Profile **profiles = NEW_ARRAY(run->arena, const Profile *, count + 1);
    for (int i = 0; i < count; i++) {
        const Profile *profile = profile_load(run->arena, str_z(run->arena, ids[i]), folder, &run->diag);
        if (profile && !profile->abstract) profiles[n++] = profile;
    }
    profile_list_text(out, catalogue, profiles, n);
}

static void show(Run *run, const Catalogue *catalogue, Buf *out) {
    for (int i = 1; i < run->arguments.n; i++) {
        const Profile *profile = profile_load(run->arena, run->arguments.at[i], folder, &run->diag);
        if (profile && i > 1) buf_byte(out, '\n');
        if (profile) profile_show_text(out, catalogue, profile);
    }
}

/* A profile may do without a marking section; one that is there must be right. */
static bool check_marking(Run *run, const Profile *profile) {
    const MarkingRules *rules = profile->marking ? marking_rules(run->arena, &run->diag) : NULL;
    return !rules || marking_of(run->arena, rules, profile, &run->diag);
}

static void check(Run *run, const Catalogue *catalogue, Buf *out) {
    for (int i = 1; i < run->arguments.n; i++) {
        const Profile *profile = profile_load(run->arena, run->arguments.at[i], folder, &run->diag);
        if (!profile || !check_marking(run, profile)) continue;
        if (profile->foreign_clauses)
            diag_warning(&run->diag, profile->document_place,
                         "%d of its clauses come from the base and are those of another document",
                         profile->foreign_clauses);
        Str count = str_fmt(run->arena, "%d", profile->count);
        buf_printf(out, "%.*s\n",
                   SARG(CATALOGUE_FILL(catalogue, "profile.ok",
                                       text_harmless(run->arena, str_of(run->arguments.at[i])), count)));
    }
}

static void diff(Run *run, const Catalogue *catalogue, Buf *out) {
    const Profile *a = profile_load(run->arena, run->arguments.at[1], folder, &run->diag);
    const Profile *b = profile_load(run->arena, run->arguments.at[2], folder, &run->diag);
    if (a && b) profile_diff_text(out, catalogue, a, b);
}

static const struct Verb {
    const char *name, *what;
    int least, most; /* words after it */
    void (*run)(Run *run, const Catalogue *catalogue, Buf *out);
} verbs[] = {
    {"list", "nothing after 'list'", 0, 0, list},
    {"show", "one or more profiles after 'show'", 1, 63, show},
    {"check", "one or more profile files after 'check'", 1, 63, check},
    {"diff", "two profiles after 'diff'", 2, 2, diff},
};
enum { VERBS = sizeof verbs / sizeof verbs[0] };

static const struct Verb *find_verb(Run *run) {
    for (int i = 0; run->arguments.n && i < VERBS; i++)
        if (strcmp(run->arguments.at[0], verbs[i].name) == 0) return &verbs[i];
    run_usage(run, "expected list, show, check or diff");
    return NULL;
}

static int run_profile(Run *run) {
    const struct Verb *verb = find_verb(run);
    if (!verb || !run_want_arguments(run, verb->least + 1, verb->most + 1, verb->what)) return EXIT_INPUT;
    const Catalogue *catalogue = catalogue_load(run->arena, run->language, &run->diag);
    if (!catalogue) return EXIT_INPUT;
    Buf out = {0};
    verb->run(run, catalogue, &out);
    bool shown = verb->run == list || !diag_failed(&run->diag);
    if (shown) out_stdout(buf_str(&out), &run->diag);
    buf_free(&out);
    return EXIT_YES;
}

const Command cmd_profile = {
    .name = "profile",
    .summary = "list, show, check and compare the documents tables are judged by",
    .usage = "list | show PROFILE... | check FILE.yaml... | diff A B",
    .description =
        "list   the profiles that can be named\n"
        "show   a profile's requirements with limits, clauses and sources\n"
        "check  whether a profile of one's own is in order; every fault with its place\n"
        "diff   where two documents ask for different things\n"
        "\n"
        "A profile of one's own may name a 'base'. A requirement with the id of an inherited one\n"
        "changes the keys it names and inherits the others; a key set to null goes. 'drop: [id, ...]'\n"
        "leaves inherited requirements out; 'games: [name, ...]' adds games of one's own to those\n"
        "that applies_to and --for may name.",
    .options = options,
    .run = run_profile,
};
