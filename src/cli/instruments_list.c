/* instruments list, instruments show. */
#include <unistd.h>

#include "base/source.h"
#include "cli/instruments.h"
#include "read/driver.h"
#include "read/driver/table.h"
#include "report/write/columns.h"

enum { QUANTITIES_SHOWN = 25, MAKER_SHOWN = 40 }; /* columns on a terminal; elsewhere nothing is cut */

static Str word(const Catalogue *catalogue, const char *section, const char *name) {
    Str key = str_fmt(catalogue->arena, "instruments.%s.%s", section, name);
    return catalogue_text(catalogue, str_z(catalogue->arena, key));
}

static Str quantities_text(const Catalogue *catalogue, const Driver *driver) {
    Str text = S("");
    for (int i = 0; driver->quantities[i]; i++)
        text = str_fmt(catalogue->arena, "%.*s%s%.*s", SARG(text), i ? ", " : "",
                       SARG(word(catalogue, "quantity", quantity_name(driver->quantities[i]))));
    return text;
}

static Str maker_text(const Catalogue *catalogue, const Driver *driver) {
    if (!strcmp(driver->maker, "any")) return str_of(driver->models);
    return str_fmt(catalogue->arena, "%s: %s", driver->maker, driver->models);
}

static void add_row(const Catalogue *catalogue, Columns *columns, const Driver *driver) {
    Str settings = str_of(driver->settings);
    columns_add(columns, str_of(driver->id), NULL);
    columns_add(columns, quantities_text(catalogue, driver), NULL);
    columns_add(columns, word(catalogue, "trust", trust_name(driver->trust)), NULL);
    columns_add(columns, str_slice(settings, 0, str_find(settings, S("/dtr"))), NULL);
    columns_add(columns, word(catalogue, "talks", talk_name(driver->talk)), NULL);
    columns_add(columns, maker_text(catalogue, driver), NULL);
}

int verb_list(Run *run, const Catalogue *catalogue, Buf *out) {
    static const char *const heads[] = {"driver", "measures", "trust", "line", "talks", "instruments"};
    const Driver *const *all;
    int n = driver_all(run->arena, &all, &run->diag);
    Columns columns = columns_new(run->arena, 6);
    if (isatty(1)) {
        columns.most[1] = QUANTITIES_SHOWN;
        columns.most[5] = MAKER_SHOWN;
    }
    for (int i = 0; i < 6; i++) columns_add(&columns, word(catalogue, "column", heads[i]), NULL);
    for (int i = 0; i < n; i++) add_row(catalogue, &columns, all[i]);
    columns_put(out, &columns, 0);
    return EXIT_YES;
}

/* ---- show */
static void put_line(const Catalogue *catalogue, Buf *out, const char *head, Str text) {
    Str title = word(catalogue, "column", head);
    int pad = 14 - text_width(title);
    if (text.len) buf_printf(out, "%.*s%*s%.*s\n", SARG(title), pad > 1 ? pad : 1, "", SARG(text));
}

static void show_row(const Catalogue *catalogue, Buf *out, const Driver *driver) {
    put_line(catalogue, out, "driver", str_of(driver->id));
    put_line(catalogue, out, "measures", quantities_text(catalogue, driver));
    put_line(catalogue, out, "trust", word(catalogue, "trust", trust_name(driver->trust)));
    put_line(catalogue, out, "line", str_of(driver->settings));
    put_line(catalogue, out, "talks", word(catalogue, "talks", talk_name(driver->talk)));
    put_line(catalogue, out, "instruments", maker_text(catalogue, driver));
    put_line(catalogue, out, "note", str_of(driver->note));
}

static const Driver *find_row(Run *run, Str id) {
    const Driver *row = driver_row(run->arena, id);
    return row ? row : driver_find(run->arena, id, NULL, &run->diag); /* tells which ones there are */
}

int verb_show(Run *run, const Catalogue *catalogue, Buf *out) {
    for (int i = 1; i < run->arguments.n; i++) {
        Str id = str_of(run->arguments.at[i]);
        Source source;
        const Driver *driver = find_row(run, id);
        if (driver && out->len) buf_byte(out, '\n');
        if (driver && data_find(str_fmt(run->arena, "profiles/instruments/%.*s.yaml", SARG(id)), &source))
            buf_put(out, source.bytes);
        else if (driver)
            show_row(catalogue, out, driver);
    }
    return EXIT_YES;
}
