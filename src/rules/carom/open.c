/* What the command line says of a carom match: the game, its rule set, where it ends, what is chalked. The
 * table's bed with its areas and spots is bed.c's. Source: rules/README.md, The score sheet; marking/README.md. */
#include "rules/carom/engine.h"

#include <assert.h>

static bool read_choices(const MatchSetup *setup, LayoutChoices *choices, Diag *diag) {
    bool good = true;
    if (setup->anchors) {
        choices->has_anchors = true;
        if (!anchor_rule_find(str_of(setup->anchors), &choices->anchors))
            good = diag_error(diag, NO_PLACE, "--anchors: expected all, match or none, found '%s'",
                              setup->anchors);
    }
    if (setup->centre) {
        choices->has_centre = true;
        choices->centre_free = strcmp(setup->centre, "free") == 0;
        if (!choices->centre_free && strcmp(setup->centre, "restricted"))
            good = diag_error(diag, NO_PLACE, "--centre: expected free or restricted, found '%s'",
                              setup->centre);
    }
    return good;
}

static bool read_line_width(const char *typed, double *half_cm, Diag *diag) {
    int64_t nm = 2000000;
    Decimal decimal;
    bool exact;
    if (typed &&
        (decimal_parse(str_of(typed), '.', &decimal) != DECIMAL_OK ||
         !decimal_scale(decimal.num, decimal.den, 1000000, 1, 0, &nm, &exact) || nm < 0 || nm > 20000000))
        return diag_error(diag, NO_PLACE, "--line-width: expected 0 to 20 mm, found '%s'", typed);
    *half_cm = (double)nm / 2 / 1e7;
    return true;
}

typedef struct GameKind { /* what a game asks beyond its areas */
    const char *name;     /* a whole name, or the end of a balkline game's */
    int allowed, cushions;
} GameKind;
static const GameKind game_kinds[] = {
    {"free", 2, 0}, {"/1", 1, 0}, {"/2", 2, 0}, {"1-cushion", 0, 1}, {"3-cushion", 0, 3}};

static void read_kind(CaromMatch *match) {
    for (size_t i = 0; i < sizeof game_kinds / sizeof *game_kinds; i++) {
        if (!str_ends(match->game, str_of(game_kinds[i].name))) continue;
        match->allowed = game_kinds[i].allowed;
        match->cushions = game_kinds[i].cushions;
    }
}

static const CaromRules *read_rules(Arena *arena, const ClauseBook *book, const char *rule_set) {
    CaromRules *rules = NEW(arena, CaromRules);
    rules->id = str_of(rule_set);
    bool known = rule_set_bool(book, rule_set, "opening_direct", &rules->opening_direct);
    known = rule_set_bool(book, rule_set, "frozen_cushion_fault", &rules->frozen_cushion_fault) && known;
    known = rule_set_bool(book, rule_set, "anchors_match_only", &rules->anchors_match_only) && known;
    assert(known);
    return rules;
}

bool carom_check_options(const MatchSetup *setup, Diag *diag) {
    if (setup->race)
        diag_error(diag, NO_PLACE, "--race is of pool; carom has --points, --innings and --sets");
    if (setup->push_out) diag_error(diag, NO_PLACE, "--push-out is of 9-ball");
    if (setup->sets && !setup->points && !setup->innings)
        diag_error(diag, NO_PLACE, "--sets needs --points or --innings: a set has to end");
    return !diag_failed(diag);
}

bool carom_open(Arena *arena, const MatchSetup *setup, const ClauseBook *book, const char *rule_set,
                CaromMatch *match, Diag *diag) {
    const CaromRules *rules = read_rules(arena, book, rule_set);
    LayoutChoices choices = {0};
    bool good = read_choices(setup, &choices, diag);
    good = read_line_width(setup->line_width, &match->half_line, diag) && good;
    if (!setup->anchors && rules->anchors_match_only)
        choices.has_anchors = true, choices.anchors = ANCHORS_MATCH;
    if (!good || !carom_table(arena, setup, setup->game, &choices, match, diag)) return false;
    match->rules = rules;
    match->points = setup->points, match->innings = setup->innings, match->sets = setup->sets;
    match->starter = setup->breaker;
    read_kind(match);
    carom_list_clauses(match);
    return true;
}
