/* See form.h. */
#include "report/certificate/form.h"

enum { FORM_COLUMNS = 9 };
static const char *const columns[FORM_COLUMNS] = {"table", "item",       "point", "value", "unit",
                                                  "u",     "instrument", "time",  "note"};

Str form_item(const Step *step, int language) {
    const Yaml *aliases = step->requirement ? yaml_get(step->requirement->node, "aliases") : NULL;
    const Yaml *own = yaml_get(aliases, language_code(language));
    return own && own->n ? own->items[0]->text : step->item;
}

/* Quoted only where it must be. */
static void put_cell(Buf *out, Str text, FormDialect dialect) {
    bool quoted = str_find_byte(text, dialect.delimiter) >= 0 || str_find_byte(text, '"') >= 0 ||
                  str_find_byte(text, '\n') >= 0;
    if (quoted) buf_byte(out, '"');
    for (ptrdiff_t i = 0; i < text.len; i++) {
        if (text.at[i] == '"') buf_byte(out, '"');
        buf_byte(out, text.at[i]);
    }
    if (quoted) buf_byte(out, '"');
}

static void put_row(Buf *out, const Str cells[FORM_COLUMNS], FormDialect dialect) {
    for (int i = 0; i < FORM_COLUMNS; i++) {
        if (i) buf_byte(out, dialect.delimiter);
        put_cell(out, cells[i], dialect);
    }
    buf_put(out, dialect.excel ? S("\r\n") : S("\n"));
}

static void put_head(Buf *out, FormDialect dialect) {
    Str cells[FORM_COLUMNS];
    for (int i = 0; i < FORM_COLUMNS; i++) cells[i] = str_of(columns[i]);
    if (dialect.excel) buf_put(out, S("\xEF\xBB\xBF"));
    put_row(out, cells, dialect);
}

void form_csv(Buf *out, Arena *arena, const Profile *profile, int language, const Str *tables, int count,
              FormDialect dialect) {
    const Tools none = {0};
    Walk walk = walk_plan(arena, profile, &none, 1);
    put_head(out, dialect);
    for (int t = 0; t < (count ? count : 1); t++)
        for (int i = 0; i < walk.n; i++) {
            const Step *step = &walk.steps[i];
            Str cells[FORM_COLUMNS] = {count ? tables[t] : S(""), form_item(step, language), step->point};
            cells[4] = step->unit ? step->unit->name : S("");
            put_row(out, cells, dialect);
        }
}
