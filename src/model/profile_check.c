/* What one entry of a profile says of another, checked once the profile and its bases are laid together: what
 * derived requirements rest on, aliases that name two things, facts, and that something is asked at all. See
 * requirement.h. */
#include "model/requirement.h"

#include "base/text.h"
#include "model/game_list.h"

static Place value_place(const Requirement *requirement, const char *key) {
    const Yaml *node = yaml_get(requirement->node, key);
    return node ? yaml_place(node) : requirement->place;
}

/* What `of`, `minus` or `over` names must be measured: no derived and no attested item. */
static bool check_reference(const Profile *profile, const Requirement *from, const char *key, Str id,
                            Quantity *quantity, Diag *diag) {
    const Requirement *to = profile_requirement(profile, id);
    Place place = value_place(from, key);
    *quantity = QUANTITY_LENGTH;
    if (!to && str_eq(id, S("bed.diagonal"))) return true;
    if (!to) return diag_error(diag, place, "%s: no requirement '%.*s' in this profile", key, SARG(id));
    if (requirement_derived(to))
        return diag_error(diag, place, "%s: '%.*s' is derived itself; expected a measured item", key,
                          SARG(id));
    if (to->statistic == STATISTIC_ATTEST)
        return diag_error(diag, place, "%s: '%.*s' is attested, not measured", key, SARG(id));
    *quantity = to->quantity;
    return true;
}

static bool check_derived(const Profile *profile, const Requirement *r, Diag *diag) {
    Quantity of, other;
    if (!check_reference(profile, r, "of", r->of, &of, diag)) return false;
    Str second = r->minus.len ? r->minus : r->over;
    const char *key = r->minus.len ? "minus" : "over";
    if (second.len && !check_reference(profile, r, key, second, &other, diag)) return false;
    if (second.len && of != other)
        return diag_error(diag, value_place(r, key), "%s: '%.*s' is a %s, '%.*s' a %s", key, SARG(second),
                          diag_word(diag, quantity_name(other)), SARG(r->of),
                          diag_word(diag, quantity_name(of)));
    if (r->over.len || r->statistic == STATISTIC_UNIFORMITY || of == r->quantity) return true;
    return diag_error(diag, value_place(r, "quantity"), "'%.*s' is a %s, not a %s", SARG(r->of),
                      diag_word(diag, quantity_name(of)), diag_word(diag, quantity_name(r->quantity)));
}

/* A derived requirement wants the points its item wants, unless it says otherwise. */
static void inherit_points(const Profile *profile, Requirement *r) {
    if (!requirement_derived(r) || yaml_get(r->node, "points")) return;
    const Requirement *of = profile_requirement(profile, r->of);
    r->points = of ? of->points : (Points){.kind = POINTS_NUMBER, .least = 2}; /* the two diagonals */
}

/* Names of all requirements, folded once: every name is compared with every other. */
typedef struct FoldedName {
    Str text;
    const Requirement *owner;
    const Str *alias; /* NULL: the id */
} FoldedName;

static FoldedName *folded_names(Arena *arena, const Profile *profile, int *count) {
    VEC(FoldedName) names = {0};
    for (const Requirement *r = profile->requirements; r < profile->requirements + profile->count; r++) {
        *VEC_PUSH(arena, &names) = (FoldedName){text_fold(arena, r->id), r, NULL};
        for (int a = 0; a < r->alias_count; a++)
            *VEC_PUSH(arena, &names) = (FoldedName){text_fold(arena, r->aliases[a]), r, &r->aliases[a]};
    }
    *count = (int)names.n;
    return names.at;
}

static bool check_aliases(Arena *arena, const Profile *profile, Diag *diag) {
    int count;
    const FoldedName *names = folded_names(arena, profile, &count);
    bool ok = true;
    for (const FoldedName *a = names; a < names + count; a++) {
        const Requirement *told = NULL;
        for (const FoldedName *b = names; a->alias && b < names + count; b++) {
            if (b->owner == a->owner || b->owner == told || !str_eq(a->text, b->text)) continue;
            ok = diag_error(diag, value_place(a->owner, "aliases"), "alias '%.*s' also names '%.*s'",
                            SARG(*a->alias), SARG(b->owner->id));
            told = b->owner;
        }
    }
    return ok;
}

static bool is_fact(const Profile *profile, Str id) {
    for (int i = 0; i < profile->fact_count; i++)
        if (str_eq(profile->facts[i], id)) return true;
    return false;
}

static bool collect_facts(Arena *arena, Profile *profile, Diag *diag) {
    Str *facts = NEW_ARRAY(arena, Str, profile->count);
    bool ok = true;
    profile->facts = facts;
    for (const Requirement *r = profile->requirements; r < profile->requirements + profile->count; r++) {
        if (!r->condition.len) continue;
        const Requirement *named = profile_requirement(profile, r->condition);
        if (named && named->statistic != STATISTIC_ATTEST)
            ok = diag_error(diag, value_place(r, r->condition_wanted ? "when" : "unless"),
                            "'%.*s' is measured; expected something answered yes or no", SARG(r->condition));
        if (!named && !is_fact(profile, r->condition)) facts[profile->fact_count++] = r->condition;
    }
    return ok;
}

static bool check_asks(const Profile *profile, Diag *diag) {
    for (int i = 0; i < profile->count; i++) {
        const Requirement *r = &profile->requirements[i];
        if (r->statistic == STATISTIC_ATTEST || requirement_has_limit(r)) return true;
    }
    if (!profile->count)
        return diag_error(diag, place_file(profile->source->name),
                          "every requirement is dropped: a profile that asks for nothing can pass nobody");
    return diag_error(diag, profile->requirements[0].place,
                      "no requirement has a limit: a profile that asks for nothing can pass nobody");
}

static bool tell_unknown_game(const GameList *list, const Profile *profile, Str game, Place place,
                              Diag *diag) {
    Str nearest = game_nearest(list, profile, game);
    if (nearest.len)
        return diag_error(diag, place, "applies_to: there is no game '%.*s'; did you mean '%.*s'?",
                          SARG(game), SARG(nearest));
    return diag_error(diag, place,
                      "applies_to: there is no game '%.*s'; a profile names its own under 'games:'",
                      SARG(game));
}

/* A typing error in applies_to must not become a requirement that nobody is ever asked for. */
static bool check_games(const GameList *list, const Profile *profile, const Requirement *r, Diag *diag) {
    const Yaml *node = yaml_get(r->node, "applies_to");
    bool ok = true;
    for (int i = 0; i < r->applies_count; i++) {
        if (game_family(list, r->applies_to[i]).len || profile_game(profile, r->applies_to[i])) continue;
        Place place = node && i < node->n ? yaml_place(node->items[i]) : r->place;
        ok = tell_unknown_game(list, profile, r->applies_to[i], place, diag);
    }
    return ok;
}

static bool check_all_games(Arena *arena, const Profile *profile, Diag *diag) {
    GameList list = {NULL};
    bool ok = true;
    for (const Requirement *r = profile->requirements; r < profile->requirements + profile->count; r++) {
        if (r->applies_count && !list.families) list = game_list(arena, diag);
        ok &= check_games(&list, profile, r, diag);
    }
    return ok;
}

bool profile_check_whole(Arena *arena, Profile *profile, Requirement *list, Diag *diag) {
    bool ok = collect_facts(arena, profile, diag);
    for (Requirement *r = list; r < list + profile->count; r++) {
        if (requirement_derived(r)) ok &= check_derived(profile, r, diag);
        inherit_points(profile, r);
    }
    ok &= check_aliases(arena, profile, diag);
    ok &= check_all_games(arena, profile, diag);
    return ok && (profile->abstract || check_asks(profile, diag));
}
