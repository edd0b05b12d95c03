/* See form_document.h. */
#include "report/certificate/form_document.h"

#include "report/certificate/form.h"
#include "report/certificate/plan.h"
#include "report/certificate/result.h"

typedef struct FormMaking {
    Arena *arena;
    Document *document;
    const Profile *profile;
    const Catalogue *words;
    int language;
    NominalBed bed;
    Walk walk;
} FormMaking;

/* The run of steps of one item that begins at step `from`. */
static int run_length(const Walk *walk, int from) {
    int n = 1;
    while (from + n < walk->n && str_eq(walk->steps[from + n].item, walk->steps[from].item)) n++;
    return n;
}

static Str *run_names(const FormMaking *making, int from, int n) {
    Str *names = NEW_ARRAY(making->arena, Str, n);
    for (int i = 0; i < n; i++) names[i] = making->walk.steps[from + i].point;
    return names;
}

/* ---- pictures ---- */

static const Drawing *points_plan(const FormMaking *making, int *placed) {
    PlanPoint *points = NEW_ARRAY(making->arena, PlanPoint, making->walk.n);
    int count = 0;
    for (int i = 0, n; i < making->walk.n; i += n) {
        n = run_length(&making->walk, i);
        Str *names = run_names(making, i, n);
        for (int k = 0; k < n; k++) {
            const Step *step = &making->walk.steps[i + k];
            int column, row;
            if (!step->unit || point_grid(step->point, &column, &row)) continue;
            PointPlace place = point_place(&making->bed, step->item, names, n, k);
            if (place.kind != PLACE_NONE)
                points[count++] = (PlanPoint){i + k + 1, step->item, step->point, place, false};
        }
    }
    *placed = count;
    return plan_drawing(making->arena, &making->bed, points, count, making->words);
}

static const Drawing *grid_plan(const FormMaking *making) {
    LightPoint *points = NEW_ARRAY(making->arena, LightPoint, making->walk.n);
    int count = 0, columns = 0, rows = 0;
    for (int i = 0; i < making->walk.n; i++) {
        int column, row;
        if (!point_grid(making->walk.steps[i].point, &column, &row)) continue;
        points[count++] =
            (LightPoint){.number = i + 1, .column = column, .row = row, .text = making->walk.steps[i].point};
        columns = column > columns ? column : columns;
        rows = row > rows ? row : rows;
    }
    return count ? grid_drawing(making->arena, &making->bed, columns, rows, points, count, making->words)
                 : NULL;
}

static void add_pictures(FormMaking *making) {
    int count;
    const Drawing *plan = points_plan(making, &count), *grid = grid_plan(making);
    Str caption = catalogue_text(making->words, "form.plan_caption");
    Str grid_caption = catalogue_text(making->words, "form.grid_caption");
    if (grid && count <= PLAN_FEW) {
        document_drawings(making->document, plan, grid, 150, caption, grid_caption);
        return;
    }
    document_drawing(making->document, plan, 0, count <= PLAN_FEW ? 150 : 178, caption);
    if (grid) document_drawing(making->document, grid, 0, 120, grid_caption);
}

/* ---- rows ---- */

/* "25,4 / 17,8 cm": along from the bottom cushion, across from the left one. */
static Str coordinates(const FormMaking *making, const Step *step, int columns, int rows) {
    int column, row;
    if (!making->bed.known || !point_grid(step->point, &column, &row)) return S("");
    Vec2 at = grid_centre(&making->bed, columns, rows, column, row);
    Str text = str_fmt(making->arena, "%.1f / %.1f cm", at.x / 10, at.y / 10);
    return catalogue_number(making->words, text);
}

static void grid_size(const FormMaking *making, int from, int n, int *columns, int *rows) {
    *columns = *rows = 1;
    for (int i = from; i < from + n; i++) {
        int column, row;
        if (!point_grid(making->walk.steps[i].point, &column, &row)) continue;
        *columns = column > *columns ? column : *columns;
        *rows = row > *rows ? row : *rows;
    }
}

static void add_item_heading(FormMaking *making, Table *table, const Step *step) {
    const Requirement *r = step->requirement;
    Str name = form_item(step, making->language), title = r ? texts_get(&r->title, making->language) : name;
    Str limits = r ? limits_text(making->words, r) : S("");
    Str text = str_fmt(making->arena, "%.*s  (%.*s)%s%.*s", SARG(title), SARG(name), limits.len ? ":  " : "",
                       SARG(limits));
    table_span(table, text);
}

static void add_step(FormMaking *making, Table *table, int i, int columns, int rows) {
    const Step *step = &making->walk.steps[i];
    Cell *cells = table_row(table);
    cells[0].text = str_fmt(making->arena, "%d", i + 1);
    cells[1].text = step->point;
    cells[2] = (Cell){.text = coordinates(making, step, columns, rows), .tone = TONE_MUTED};
    if (step->unit)
        cells[4].text = step->unit->name;
    else
        cells[3].text = catalogue_text(making->words, "form.answer");
}

static void add_rows(FormMaking *making) {
    const char *const keys[] = {"number", "point", "place", "value", "unit", "u", "instrument", "note"};
    const double widths[] = {10, 26, 30, 32, 11, 18, 24, 0};
    Column columns[8];
    for (int c = 0; c < 8; c++) {
        Str key = str_fmt(making->arena, "form.column.%s", keys[c]);
        columns[c] = (Column){catalogue_text(making->words, str_z(making->arena, key)), widths[c], 1,
                              c ? ALIGN_LEFT : ALIGN_RIGHT};
    }
    Table *table = document_table(making->document, columns, 8);
    table->lines = true;
    table->row_height = 6.6;
    for (int i = 0, n; i < making->walk.n; i += n) {
        int grid_columns, grid_rows;
        n = run_length(&making->walk, i);
        grid_size(making, i, n, &grid_columns, &grid_rows);
        add_item_heading(making, table, &making->walk.steps[i]);
        for (int k = 0; k < n; k++) add_step(making, table, i + k, grid_columns, grid_rows);
    }
}

/* ---- the whole ---- */

static void add_blanks(FormMaking *making, Str table) {
    static const char *const keys[] = {"form.hall", "form.date", "form.inspector", "form.instruments"};
    Block *block = document_facts(making->document);
    Str blank = S("\u00a0");
    block_fact(making->document, block, catalogue_text(making->words, "form.table"),
               table.len ? table : blank);
    for (int i = 0; i < 4; i++)
        block_fact(making->document, block, catalogue_text(making->words, keys[i]), blank);
    block_fact(making->document, block, catalogue_text(making->words, "form.profile"), making->profile->id);
    block->size = 11;
}

static void add_form(FormMaking *making, Str table) {
    Document *document = making->document;
    document_title(document, catalogue_text(making->words, "form.title"),
                   texts_get(&making->profile->title, making->language));
    add_blanks(making, table);
    document_space(document, 4);
    document_paragraph(document, catalogue_text(making->words, "form.how"))->size = 8.5;
    add_pictures(making);
    document_page_break(document);
    add_rows(making);
}

Document *form_document(Arena *arena, const Profile *profile, const Str *tables, int count,
                        const Catalogue *words) {
    const Tools none = {0};
    FormMaking making = {.arena = arena,
                         .profile = profile,
                         .words = words,
                         .language = language_index(words->language),
                         .bed = nominal_bed(profile)};
    Str title = CATALOGUE_FILL(words, "form.document_title", texts_get(&profile->title, making.language));
    making.walk = walk_plan(arena, profile, &none, 1);
    making.document = document_new(arena, words->language, title);
    making.document->author = profile->issuer;
    making.document->footer = title;
    making.document->page_label = catalogue_text(words, "form.page");
    for (int t = 0; t < (count ? count : 1); t++) {
        if (t) document_page_break(making.document);
        add_form(&making, count ? tables[t] : S(""));
    }
    return making.document;
}
