/* The configuration file: what it may hold, and where its faults are told. */
#include "unit.h"

#include "model/config.h"

#include <sys/stat.h>
#include <unistd.h>

static Arena arena;

static const Config *load(const char *text, Diag *diag) {
    char home[] = "/tmp/tablecert-config-XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(home));
    *diag = (Diag){.arena = &arena};
    Str folder = str_fmt(&arena, "%s/.config", home), inner = str_fmt(&arena, "%s/.config/tablecert", home);
    const char *path = str_z(&arena, str_fmt(&arena, "%s/.config/tablecert/config.yaml", home));
    mkdir(str_z(&arena, folder), 0700);
    mkdir(str_z(&arena, inner), 0700);
    FILE *file = fopen(path, "wb");
    fputs(text, file);
    fclose(file);
    const Config *config = config_load(&arena, str_dup(&arena, str_of(home)), diag);
    unlink(path);
    rmdir(str_z(&arena, inner));
    rmdir(str_z(&arena, folder));
    rmdir(home);
    return config;
}

START_TEST(values) {
    Diag diag;
    const Config *config =
        load("language: sk\ninspector: Ján Novák\ntable-maker: Gabriels\nnumber_prefix: KK1\n"
             "instruments: my.yaml\nregister: ~/r.db\nfor: [3-cushion, free]\n",
             &diag);
    const Str *games;
    ck_assert_ptr_nonnull(config);
    ASSERT_STR(config_text(config, "language"), "sk");
    ASSERT_STR(config_text(config, "table-maker"), "Gabriels");
    ASSERT_STR(config_text(config, "number-prefix"), "KK1");
    ASSERT_STR(config_text(config, "hall"), "");
    ck_assert_int_eq(config_place(config, "inspector").line, 2);
    ck_assert(str_ends(str_of(config_path(config, "instruments")), S("/.config/tablecert/my.yaml")));
    ck_assert(str_ends(str_of(config_path(config, "register")), S("/r.db")));
    ck_assert_ptr_null(config_path(config, "key"));
    ck_assert_int_eq(config_list(config, "for", &games), 2);
    ASSERT_STR(games[1], "free");
    arena_free(&arena);
}
END_TEST

START_TEST(none_is_empty) {
    Diag diag = {.arena = &arena};
    ASSERT_STR(config_text(config_load(&arena, S("/nowhere"), &diag), "language"), "");
    ASSERT_STR(config_text(config_load(&arena, S(""), &diag), "language"), "");
    ck_assert_ptr_nonnull(load("", &diag));
    ck_assert_ptr_nonnull(load("# nothing yet\n\n", &diag));
    ck_assert(!diag_failed(&diag));
    arena_free(&arena);
}
END_TEST

START_TEST(faults_have_places) {
    static const struct {
        const char *text, *message;
        int line, column;
    } faults[] = {
        {"language: de\n", "language 'de' is not known; there are en, cs, sk", 1, 11},
        {"hall: x\nvalid-months: many\n", "valid-months must be a whole number from 1 to 1200", 2, 15},
        {"valid_months: 0\n", "valid-months must be a whole number from 1 to 1200", 1, 15},
        {"number_prefix: \"T C\"\n", "number_prefix may hold letters and digits only", 1, 16},
        {"hall: \"a\\nb\"\n", "'hall' holds a control character", 1, 7},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        Diag diag;
        ck_assert_ptr_null(load(faults[i].text, &diag));
        ck_assert_int_eq(diag.messages.n, 1);
        ASSERT_STR(diag.messages.at[0].text, faults[i].message);
        ck_assert_int_eq(diag.messages.at[0].place.line, faults[i].line);
        ck_assert_int_eq(diag.messages.at[0].place.column, faults[i].column);
    }
    arena_free(&arena);
}
END_TEST

START_TEST(wrong_shapes) {
    Diag diag;
    ck_assert_ptr_null(load("inspectr: x\n", &diag));
    ck_assert_ptr_null(load("- a\n", &diag));
    ck_assert_ptr_null(load("hall: [a]\n", &diag));
    ck_assert_ptr_null(load("hall: a\nhall: b\n", &diag));
    ck_assert_ptr_null(load("for: [a, [b]]\n", &diag));
    ck_assert_ptr_null(load("{", &diag));
    arena_free(&arena);
}
END_TEST

UNIT_MAIN("config", values, none_is_empty, faults_have_places, wrong_shapes)
