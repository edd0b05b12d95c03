/* instruments probe --shows: a description of an instrument that no driver knows, on standard output; what
 * the person should look at stands in its comments. */
#include "cli/instruments.h"
#include "read/driver/propose.h"

enum { NEAREST_MOST = 3 };

static bool read_shown(Run *run, Shown *shown) {
    const TextList *list = verb_shows();
    bool ok = true;
    for (int i = 0; i < list->n; i++) {
        const char *why;
        if (!shown_read(run->arena, str_of(list->at[i]), &shown[i], &why))
            ok = run_usage(run, "--shows: '%s': %s", list->at[i], why);
        else if (shown[i].means->quantity != shown[0].means->quantity)
            ok = run_usage(run, "--shows: '%s': another quantity than the first", list->at[i]);
    }
    return ok;
}

/* Control bytes of what came would break the comment. */
static void put_comment(Buf *out, Str text) {
    buf_put(out, S("# "));
    for (ptrdiff_t i = 0; i < text.len; i++) {
        bool plain = (unsigned char)text.at[i] >= ' ' && text.at[i] != 0x7f;
        if (plain)
            buf_byte(out, text.at[i]);
        else
            buf_printf(out, "\\x%02x", (unsigned char)text.at[i]);
    }
    buf_byte(out, '\n');
}

static int rank(const ProbeLane *lane) {
    return lane->framer.counts.ok ? 1000000 + (int)lane->framer.counts.ok : lane->fitted;
}

/* The drivers that read it too, or nearly. */
static void put_nearest(Run *run, const Catalogue *catalogue, const Probe *probe, Buf *out) {
    bool *done = NEW_ARRAY(run->arena, bool, probe->n + 1);
    for (int k = 0; k < NEAREST_MOST; k++) {
        int best = -1;
        for (int i = 0; i < probe->n; i++)
            if (!done[i] && rank(&probe->lanes[i]) > (best < 0 ? 3 : rank(&probe->lanes[best]))) best = i;
        if (best < 0) return;
        done[best] = true;
        const ProbeLane *lane = &probe->lanes[best];
        Str id = str_of(lane->framer.driver->id),
            good = str_fmt(run->arena, "%lld", (long long)lane->framer.counts.ok);
        put_comment(out,
                    lane->framer.counts.ok
                        ? CATALOGUE_FILL(catalogue, "instruments.propose.reads", id, good)
                        : CATALOGUE_FILL(catalogue, "instruments.propose.nearly", id, str_of(lane->nearly)));
    }
}

int verb_propose(Run *run, const Catalogue *catalogue, const Probe *probe, Str settings, Str poll, Buf *out) {
    Shown *shown = NEW_ARRAY(run->arena, Shown, verb_shows()->n + 1);
    if (!read_shown(run, shown)) return EXIT_INPUT;
    Proposal proposal = propose(run->arena, buf_str(&probe->all), shown, verb_shows()->n, settings, poll);
    if (!proposal.yaml.len) {
        diag_warning(&run->diag, (Place){0}, "no description: %s", proposal.why);
        return EXIT_INCOMPLETE;
    }
    Str lines = str_fmt(run->arena, "%d", proposal.lines), read = str_fmt(run->arena, "%d", proposal.read),
        refused = str_fmt(run->arena, "%d", proposal.refused);
    put_comment(out, CATALOGUE_FILL(catalogue, "instruments.propose.head", lines, read, refused));
    put_nearest(run, catalogue, probe, out);
    buf_put(out, proposal.yaml);
    return EXIT_YES;
}
