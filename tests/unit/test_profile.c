/* The profile loader: every shipped profile loads; what it refuses, and where it says the fault is. */
#include "model/profile.h"
#include "unit.h"

#include <unistd.h>

static Arena arena;
static char folder[64];

static const char *put(const char *name, const char *text) {
    char *path = str_z(&arena, str_fmt(&arena, "%s/%s", folder, name));
    FILE *file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    fwrite(text, 1, strlen(text), file);
    fclose(file);
    return path;
}

static Diag fresh(void) {
    snprintf(folder, sizeof folder, "/tmp/test_profile.XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    return (Diag){.arena = &arena};
}

#define HEAD "profile: p\ntitle: {en: P}\nrequirements:\n"
#define LENGTH                                                                                               \
    "  - {id: a, clause: c, quantity: length, unit: mm, lower: \"1\", upper: \"2\", statistic: each}\n"

/* One error, at the place marked by '@' in the text, and no profile. */
static void refuse(const char *marked, const char *words) {
    Diag diag = fresh();
    Str before = str_of(marked);
    int line = 1, column = 1;
    for (before.len = 0; marked[before.len] != '@'; before.len++)
        if (marked[before.len] == '\n')
            line++, column = 1;
        else
            column++;
    Str text = str_fmt(&arena, "%.*s%s", SARG(before), marked + before.len + 1);
    ck_assert_ptr_null(profile_load(&arena, put("p.yaml", str_z(&arena, text)), NULL, &diag));
    ck_assert_msg(diag.count[SEVERITY_ERROR] == 1, "%s: %d errors", words, diag.count[SEVERITY_ERROR]);
    const Message *m = &diag.messages.at[0];
    ck_assert_msg(m->place.line == line && m->place.column == column, "%.*s at %d:%d, want %d:%d",
                  SARG(m->text), m->place.line, m->place.column, line, column);
    ck_assert_msg(str_find(m->text, str_of(words)) >= 0, "'%.*s' lacks '%s'", SARG(m->text), words);
}

static void show(const Diag *diag) {
    for (const Message *m = diag->messages.at; m < diag->messages.at + diag->messages.n; m++)
        fprintf(stderr, "%.*s:%d:%d: %.*s\n", SARG(m->place.file), m->place.line, m->place.column,
                SARG(m->text));
}

START_TEST(every_shipped_profile_loads) {
    const Str *ids;
    Diag diag = fresh();
    int count = profile_ids(&arena, NULL, &ids, &diag);
    ck_assert_int_ge(count, 10);
    for (int i = 0; i < count; i++) {
        const Profile *profile = profile_load(&arena, str_z(&arena, ids[i]), NULL, &diag);
        show(&diag);
        ck_assert_msg(profile != NULL, "%.*s", SARG(ids[i]));
        ck_assert_msg(str_eq(profile->id, ids[i]), "%.*s", SARG(ids[i]));
        for (int r = 0; r < profile->count; r++) {
            const Requirement *q = &profile->requirements[r];
            ck_assert_msg(q->clause.len && q->source.len, "%.*s %.*s: no clause or source", SARG(ids[i]),
                          SARG(q->id));
            for (int l = 0; l < language_count(); l++)
                ck_assert_msg(q->title.in[l].len > 0, "%.*s %.*s: title", SARG(ids[i]), SARG(q->id));
        }
    }
}
END_TEST

START_TEST(refusals_say_where) {
    refuse("profile: p\nrequirements: @[]\n", "asks for nothing");
    refuse("@profile: p\n", "'requirements' is missing");
    refuse("@requirements:\n" LENGTH, "'profile' (its id)");
    refuse(HEAD LENGTH
           "  - {id: b, clause: c, quantity: length, unit: mm, @minimum: \"1\", statistic: each}\n",
           "unknown key 'minimum'");
    refuse(HEAD "  - {id: a, clause: c, quantity: length, unit: mm, lower: \"3\", upper: @\"2\"}\n",
           "reversed");
    refuse(HEAD "  - {id: a, clause: c, quantity: length, unit: mm, lower: @seven}\n", "no decimal number");
    refuse(HEAD "  - {id: a, clause: c, quantity: length, unit: mm, lower: @.nan}\n", "no decimal number");
    refuse(HEAD "  - {id: a, clause: c, quantity: length, unit: mm, lower: @0x1F}\n", "no decimal number");
    refuse(HEAD "  - {id: a, clause: c, quantity: length, unit: mm, lower: @[1]}\n",
           "expected a word or number");
    refuse(HEAD "  - {id: a, clause: c, quantity: length, unit: mm, lower: @\"99999999999999999\"}\n",
           "larger than any length");
    refuse(HEAD "  - {id: a, clause: c, quantity: length, unit: @furlong, lower: \"3\"}\n",
           "unknown unit 'furlong'");
    refuse(HEAD "  - {id: a, clause: c, quantity: length, unit: @g, lower: \"3\"}\n", "unit of mass");
    refuse(HEAD "  - {id: a, clause: c, quantity: @size, unit: g, lower: \"3\"}\n", "unknown quantity");
    refuse(HEAD "  - @{id: a, clause: c, quantity: length, lower: \"3\"}\n", "'unit' is missing");
    refuse(HEAD "  - {id: a, clause: c, quantity: length, unit: mm, nominal: @\"3\"}\n", "needs 'tolerance'");
    refuse(HEAD "  - {id: a, clause: c, quantity: length, unit: mm, nominal: \"3\", tolerance: @\"-1\"}\n",
           "negative");
    refuse(HEAD "  - @{id: a, clause: c, quantity: length, unit: mm}\n", "no requirement has a limit");
    refuse(HEAD LENGTH "  - @{id: a, clause: c, statistic: attest}\n", "stands twice, first in line 4");
    refuse(HEAD "  - {id: a, clause: c, statistic: attest, lower: @\"1\"}\n",
           "attested requirement has no 'lower'");
    refuse(HEAD LENGTH "  - {id: b, clause: c, quantity: length, unit: mm, upper: \"1\", of: @c}\n",
           "no requirement 'c'");
    refuse(HEAD LENGTH "  - {id: b, clause: c, quantity: @mass, unit: g, upper: \"1\", of: a}\n",
           "'a' is a length, not a mass");
    refuse(HEAD LENGTH "  - {id: b, clause: c, quantity: length, unit: mm, upper: \"1\", of: a}\n  - {id: c, "
                       "clause: c, quantity: "
                       "length, unit: mm, upper: \"1\", of: @b}\n",
           "is derived itself");
    refuse(HEAD LENGTH
           "  - {id: b, clause: c, quantity: length, unit: mm, upper: \"1\", of: a, times: @\"2\"}\n",
           "'times' needs 'minus'");
    refuse(HEAD
           "  - {id: a, clause: c, quantity: length, unit: mm, lower: \"1\", points: @\"left,,right\"}\n",
           "a name is empty");
    refuse(HEAD "  - {id: a, clause: c, quantity: length, unit: mm, lower: \"1\", points: @\"left, left\"}\n",
           "stands twice");
    refuse(HEAD "  - {id: a, clause: c, quantity: length, unit: mm, lower: \"1\", points: @\"grid 0x3\"}\n",
           "no grid");
    refuse(HEAD "  - {id: a, clause: c, quantity: length, unit: mm, lower: \"1\", points: @\"-3\"}\n",
           "neither a number");
    refuse(HEAD "  - {id: a, clause: c, quantity: length, unit: mm, lower: \"1\", severity: @must}\n",
           "unknown severity");
    refuse(HEAD "  - {id: a, clause: c, quantity: length, unit: mm, lower: \"1\", statistic: @median}\n",
           "unknown statistic");
    refuse(HEAD "  - {id: a, clause: c, quantity: length, unit: mm, lower: \"1\", title: {@de: A}}\n",
           "unknown key 'de'");
    refuse(HEAD LENGTH "  - {id: b, clause: c, statistic: attest, when: @a}\n", "'a' is measured");
    refuse(HEAD LENGTH "  - {id: b, clause: c, statistic: attest, aliases: @{sk: [A]}}\n", "also names 'a'");
    refuse("profile: p\nrule: @strict\nrequirements:\n" LENGTH, "unknown rule");
    refuse("profile: p\nguard: @\"1\"\nrequirements:\n" LENGTH, "needs rule");
    refuse("profile: p\nbase: @q\nrequirements:\n" LENGTH, "unknown profile 'q'");
    refuse("profile: p\nbase: @p\nrequirements:\n" LENGTH, "circle");
}
END_TEST

START_TEST(all_errors_at_once) {
    Diag diag = fresh();
    ck_assert_ptr_null(profile_load(
        &arena,
        put("p.yaml", HEAD "  - {id: a, clause: c, quantity: length, unit: x, lower: y, statistic: z}\n"),
        NULL, &diag));
    ck_assert_int_eq(diag.count[SEVERITY_ERROR], 1); /* without a statistic the rest cannot be told */
    ck_assert_ptr_null(profile_load(
        &arena,
        put("p.yaml", HEAD "  - {id: a, clause: c, quantity: length, unit: x, lower: y, severity: z}\n"),
        NULL, &diag));
    ck_assert_int_eq(diag.count[SEVERITY_ERROR], 4);
}
END_TEST

START_TEST(a_base_is_inherited) {
    Diag diag = fresh();
    put("base.yaml",
        "profile: base\nrule: nonbinary\nguard: \"0.5\"\nmarking: {ball: \"61.5 mm\"}\nrequirements:\n" LENGTH
        "  - {id: b, clause: c, quantity: temperature, unit: °F, upper: \"2\", of: t, statistic: range}\n  - "
        "{id: t, clause: c, "
        "quantity: temperature, unit: °F, nominal: \"77\", tolerance: \"4\"}\n");
    const Profile *p = profile_load(
        &arena,
        put("p.yaml",
            "profile: p\nbase: base\nrequirements:\n  - {id: a, clause: c, quantity: length, unit: in, "
            "nominal: \"29 1/4\", tolerance: \"1/8\", points: \"grid 3x2\"}\n"),
        NULL, &diag);
    show(&diag);
    ck_assert_ptr_nonnull(p);
    ck_assert_int_eq(p->count, 3);
    ck_assert_int_eq(p->rule, RULE_NONBINARY);
    ck_assert_ptr_nonnull(p->marking);
    const Requirement *a = profile_requirement(p, S("a"));
    ck_assert_ptr_eq(a, &p->requirements[0]); /* in its base's place */
    ASSERT_STR(a->lower.text, "29.125");
    ck_assert_int_eq(a->upper.value, 746125000);
    ck_assert_int_eq(a->points.least, 6);
    ASSERT_STR(a->points.names[5], "grid 3.2");
    ck_assert_int_eq(profile_requirement(p, S("b"))->upper.value, 1111111); /* a difference: no offset */
    ck_assert_int_eq(profile_requirement(p, S("t"))->lower.value, 22777778);
}
END_TEST

START_TEST(items_by_id_alias_and_fact) {
    Diag diag = fresh();
    ItemKind item;
    const Profile *p = profile_load(&arena, "pool-wpa-9ft", NULL, &diag);
    ck_assert(profile_item(p, S("Bed.Length"), &item));
    ASSERT_STR(item.id, "bed.length");
    ck_assert(profile_item(p, S(" DĹŽKA "), &item));
    ASSERT_STR(item.id, "bed.length");
    ck_assert(profile_item(p, S("bed.diagonal"), &item));
    ck_assert_int_eq(item.quantity, QUANTITY_LENGTH);
    ck_assert(profile_item(p, S("light.lamp_fixed"), &item));
    ck_assert_int_eq(item.quantity, QUANTITY_NONE);
    ck_assert(!profile_item(p, S("cushion.ratio"), &item)); /* derived: not read */
    ck_assert(!profile_item(p, S(""), &item));
}
END_TEST

UNIT_MAIN("profile", every_shipped_profile_loads, refusals_say_where, all_errors_at_once, a_base_is_inherited,
          items_by_id_alias_and_fact)
