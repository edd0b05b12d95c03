/* DXF, AutoCAD 2000 (AC1015): the oldest form whose lightweight polylines and units every program reads. A
 * file is pairs of lines, group code and value; each object has a handle, and names its owner. See
 * drawing_file.h. */
#include "base/text.h"
#include "report/write/drawing_file.h"

#include <math.h>

/* Handles that others refer to; entities get those from FIRST_FREE on. */
enum {
    TABLE_VPORT = 0x1,
    TABLE_LTYPE,
    TABLE_LAYER,
    TABLE_STYLE,
    TABLE_VIEW,
    TABLE_UCS,
    TABLE_APPID,
    TABLE_DIMSTYLE,
    TABLE_BLOCKS,
    MODEL_RECORD,
    PAPER_RECORD,
    MODEL_BLOCK,
    MODEL_END,
    PAPER_BLOCK,
    PAPER_END,
    ROOT_DICTIONARY,
    GROUP_DICTIONARY,
    LINE_BYBLOCK,
    LINE_BYLAYER,
    LINE_CONTINUOUS,
    LAYER_0,
    STYLE_STANDARD,
    APP_ACAD,
    VPORT_ACTIVE,
    DIMSTYLE_STANDARD,
    FIRST_LAYER = 0x40,
    FIRST_FREE = 0x100
};

typedef struct Dxf {
    Buf *out;
    int next_handle;
} Dxf;

static void put_text(Dxf *dxf, int code, const char *value) {
    buf_printf(dxf->out, "%3d\n%s\n", code, value);
}
static void put_int(Dxf *dxf, int code, int value) { buf_printf(dxf->out, "%3d\n%6d\n", code, value); }
static void put_handle(Dxf *dxf, int code, int value) {
    buf_printf(dxf->out, "%3d\n%X\n", code, (unsigned)value);
}

static void put_real(Dxf *dxf, int code, double value) {
    buf_printf(dxf->out, "%3d\n%.6f\n", code, fabs(value) < 0.0000005 ? 0 : value);
}

static void put_point(Dxf *dxf, int code, Vec2 p, bool with_z) {
    put_real(dxf, code, p.x);
    put_real(dxf, code + 10, p.y);
    if (with_z) put_real(dxf, code + 20, 0);
}

static void section(Dxf *dxf, const char *name) {
    put_text(dxf, 0, "SECTION");
    put_text(dxf, 2, name);
}

static void section_end(Dxf *dxf) { put_text(dxf, 0, "ENDSEC"); }

/* ---- header ---- */

static void header_int(Dxf *dxf, const char *name, int code, int value) {
    put_text(dxf, 9, name);
    put_int(dxf, code, value);
}

static void header_point(Dxf *dxf, const char *name, Vec2 p) {
    put_text(dxf, 9, name);
    put_point(dxf, 10, p, true);
}

static void grow(Vec2 *least, Vec2 *most, Vec2 p, double radius) {
    least->x = fmin(least->x, p.x - radius), least->y = fmin(least->y, p.y - radius);
    most->x = fmax(most->x, p.x + radius), most->y = fmax(most->y, p.y + radius);
}

static Vec2 on_circle(const Shape *shape, double degrees) {
    double angle = degrees * acos(-1) / 180;
    return (Vec2){shape->points[0].x + shape->radius * cos(angle),
                  shape->points[0].y + shape->radius * sin(angle)};
}

/* An arc reaches its ends, and those of the four sides of its circle that it runs over. */
static void grow_by_arc(Vec2 *least, Vec2 *most, const Shape *shape) {
    double turn = fmod(shape->to_degrees - shape->from_degrees + 720, 360);
    grow(least, most, on_circle(shape, shape->from_degrees), 0);
    grow(least, most, on_circle(shape, shape->to_degrees), 0);
    for (int side = 0; side < 360; side += 90)
        if (fmod(side - shape->from_degrees + 720, 360) <= turn) grow(least, most, on_circle(shape, side), 0);
}

static void extent(const Drawing *drawing, Str outside, Vec2 *least, Vec2 *most) {
    *least = (Vec2){INFINITY, INFINITY}, *most = (Vec2){-INFINITY, -INFINITY};
    for (ptrdiff_t i = 0; i < drawing->shapes.n; i++) {
        const Shape *shape = &drawing->shapes.at[i];
        if (str_eq(str_of(drawing->layers[shape->layer]), outside)) continue;
        if (shape->kind == SHAPE_ARC)
            grow_by_arc(least, most, shape);
        else if (shape->kind == SHAPE_CIRCLE || shape->kind == SHAPE_CROSS)
            grow(least, most, shape->points[0], shape->radius);
        else
            for (int k = 0; k < shape->n; k++) grow(least, most, shape->points[k], 0);
    }
}

static void header(Dxf *dxf, const Drawing *drawing, Str outside) {
    Vec2 least, most;
    extent(drawing, outside, &least, &most);
    section(dxf, "HEADER");
    put_text(dxf, 9, "$ACADVER");
    put_text(dxf, 1, "AC1015");
    put_text(dxf, 9, "$DWGCODEPAGE");
    put_text(dxf, 3, "ANSI_1252");
    put_text(dxf, 9, "$HANDSEED");
    put_text(dxf, 5, "FFFFF");
    header_int(dxf, "$INSUNITS", 70, 4);    /* millimetres */
    header_int(dxf, "$MEASUREMENT", 70, 1); /* metric */
    header_int(dxf, "$LUNITS", 70, 2);
    header_int(dxf, "$LUPREC", 70, 4);
    header_int(dxf, "$PDMODE", 70, 2); /* points show as crosses */
    put_text(dxf, 9, "$PDSIZE");
    put_real(dxf, 40, 20);
    header_point(dxf, "$EXTMIN", least);
    header_point(dxf, "$EXTMAX", most);
    section_end(dxf);
}

/* ---- tables ---- */

static void table(Dxf *dxf, const char *name, int handle, int entries) {
    put_text(dxf, 0, "TABLE");
    put_text(dxf, 2, name);
    put_handle(dxf, 5, handle);
    put_handle(dxf, 330, 0);
    put_text(dxf, 100, "AcDbSymbolTable");
    put_int(dxf, 70, entries);
}

static void table_end(Dxf *dxf) { put_text(dxf, 0, "ENDTAB"); }

static void record(Dxf *dxf, const char *type, int handle, int owner, const char *class_name,
                   const char *name) {
    put_text(dxf, 0, type);
    put_handle(dxf, strcmp(type, "DIMSTYLE") ? 5 : 105, handle);
    put_handle(dxf, 330, owner);
    put_text(dxf, 100, "AcDbSymbolTableRecord");
    put_text(dxf, 100, class_name);
    put_text(dxf, 2, name);
}

static void view_ports(Dxf *dxf, const Drawing *drawing) {
    Vec2 middle = {(drawing->least.x + drawing->most.x) / 2, (drawing->least.y + drawing->most.y) / 2};
    double height = drawing->most.y - drawing->least.y + 2 * drawing->margin;
    table(dxf, "VPORT", TABLE_VPORT, 1);
    record(dxf, "VPORT", VPORT_ACTIVE, TABLE_VPORT, "AcDbViewportTableRecord", "*ACTIVE");
    put_int(dxf, 70, 0);
    put_point(dxf, 10, (Vec2){0, 0}, false);
    put_point(dxf, 11, (Vec2){1, 1}, false);
    put_point(dxf, 12, middle, false);
    put_real(dxf, 40, height);
    put_real(dxf, 41, 1.5);
    table_end(dxf);
}

static void line_types(Dxf *dxf) {
    static const struct {
        int handle;
        const char *name;
    } types[] = {{LINE_BYBLOCK, "ByBlock"}, {LINE_BYLAYER, "ByLayer"}, {LINE_CONTINUOUS, "CONTINUOUS"}};
    table(dxf, "LTYPE", TABLE_LTYPE, 3);
    for (int i = 0; i < 3; i++) {
        record(dxf, "LTYPE", types[i].handle, TABLE_LTYPE, "AcDbLinetypeTableRecord", types[i].name);
        put_int(dxf, 70, 0);
        put_text(dxf, 3, "");
        put_int(dxf, 72, 65);
        put_int(dxf, 73, 0);
        put_real(dxf, 40, 0);
    }
    table_end(dxf);
}

static void layer_record(Dxf *dxf, int handle, const char *name, int color) {
    record(dxf, "LAYER", handle, TABLE_LAYER, "AcDbLayerTableRecord", name);
    put_int(dxf, 70, 0);
    put_int(dxf, 62, color);
    put_text(dxf, 6, "CONTINUOUS");
}

static void layers(Dxf *dxf, const Drawing *drawing) {
    static const int colors[] = {7, 5, 3, 1, 6, 8, 4, 2}; /* AutoCAD's numbers: white, blue, green, red, … */
    table(dxf, "LAYER", TABLE_LAYER, drawing->layer_count + 1);
    layer_record(dxf, LAYER_0, "0", 7);
    for (int i = 0; i < drawing->layer_count; i++)
        layer_record(dxf, FIRST_LAYER + i, drawing->layers[i],
                     colors[i % (int)(sizeof colors / sizeof *colors)]);
    table_end(dxf);
}

static void styles(Dxf *dxf) {
    table(dxf, "STYLE", TABLE_STYLE, 1);
    record(dxf, "STYLE", STYLE_STANDARD, TABLE_STYLE, "AcDbTextStyleTableRecord", "STANDARD");
    put_int(dxf, 70, 0);
    put_real(dxf, 40, 0);
    put_real(dxf, 41, 1);
    put_real(dxf, 50, 0);
    put_int(dxf, 71, 0);
    put_real(dxf, 42, 2.5);
    put_text(dxf, 3, "txt");
    put_text(dxf, 4, "");
    table_end(dxf);
}

static void small_tables(Dxf *dxf) {
    table(dxf, "VIEW", TABLE_VIEW, 0);
    table_end(dxf);
    table(dxf, "UCS", TABLE_UCS, 0);
    table_end(dxf);
    table(dxf, "APPID", TABLE_APPID, 1);
    record(dxf, "APPID", APP_ACAD, TABLE_APPID, "AcDbRegAppTableRecord", "ACAD");
    put_int(dxf, 70, 0);
    table_end(dxf);
    table(dxf, "DIMSTYLE", TABLE_DIMSTYLE, 1);
    put_text(dxf, 100, "AcDbDimStyleTable");
    record(dxf, "DIMSTYLE", DIMSTYLE_STANDARD, TABLE_DIMSTYLE, "AcDbDimStyleTableRecord", "STANDARD");
    put_int(dxf, 70, 0);
    table_end(dxf);
    table(dxf, "BLOCK_RECORD", TABLE_BLOCKS, 2);
    record(dxf, "BLOCK_RECORD", MODEL_RECORD, TABLE_BLOCKS, "AcDbBlockTableRecord", "*MODEL_SPACE");
    record(dxf, "BLOCK_RECORD", PAPER_RECORD, TABLE_BLOCKS, "AcDbBlockTableRecord", "*PAPER_SPACE");
    table_end(dxf);
}

static void block(Dxf *dxf, const char *name, int record_handle, int begin, int end) {
    put_text(dxf, 0, "BLOCK");
    put_handle(dxf, 5, begin);
    put_handle(dxf, 330, record_handle);
    put_text(dxf, 100, "AcDbEntity");
    put_text(dxf, 8, "0");
    put_text(dxf, 100, "AcDbBlockBegin");
    put_text(dxf, 2, name);
    put_int(dxf, 70, 0);
    put_point(dxf, 10, (Vec2){0, 0}, true);
    put_text(dxf, 3, name);
    put_text(dxf, 1, "");
    put_text(dxf, 0, "ENDBLK");
    put_handle(dxf, 5, end);
    put_handle(dxf, 330, record_handle);
    put_text(dxf, 100, "AcDbEntity");
    put_text(dxf, 8, "0");
    put_text(dxf, 100, "AcDbBlockEnd");
}

static void objects(Dxf *dxf) {
    section(dxf, "OBJECTS");
    put_text(dxf, 0, "DICTIONARY");
    put_handle(dxf, 5, ROOT_DICTIONARY);
    put_handle(dxf, 330, 0);
    put_text(dxf, 100, "AcDbDictionary");
    put_int(dxf, 281, 1);
    put_text(dxf, 3, "ACAD_GROUP");
    put_handle(dxf, 350, GROUP_DICTIONARY);
    put_text(dxf, 0, "DICTIONARY");
    put_handle(dxf, 5, GROUP_DICTIONARY);
    put_handle(dxf, 330, ROOT_DICTIONARY);
    put_text(dxf, 100, "AcDbDictionary");
    put_int(dxf, 281, 1);
    section_end(dxf);
}

/* ---- entities ---- */

static void entity(Dxf *dxf, const char *type, const char *layer, const char *class_name) {
    put_text(dxf, 0, type);
    put_handle(dxf, 5, dxf->next_handle++);
    put_handle(dxf, 330, MODEL_RECORD);
    put_text(dxf, 100, "AcDbEntity");
    put_text(dxf, 8, layer);
    put_text(dxf, 100, class_name);
}

static void polyline(Dxf *dxf, const Shape *shape, const char *layer) {
    entity(dxf, "LWPOLYLINE", layer, "AcDbPolyline");
    put_int(dxf, 90, shape->n);
    put_int(dxf, 70, shape->kind == SHAPE_POLYGON);
    for (int i = 0; i < shape->n; i++) put_point(dxf, 10, shape->points[i], false);
}

static void line(Dxf *dxf, const Shape *shape, const char *layer) {
    entity(dxf, "LINE", layer, "AcDbLine");
    put_point(dxf, 10, shape->points[0], true);
    put_point(dxf, 11, shape->points[1], true);
}

static void circle(Dxf *dxf, const Shape *shape, const char *layer) {
    entity(dxf, "CIRCLE", layer, "AcDbCircle");
    put_point(dxf, 10, shape->points[0], true);
    put_real(dxf, 40, shape->radius);
}

static void arc(Dxf *dxf, const Shape *shape, const char *layer) {
    entity(dxf, "ARC", layer, "AcDbCircle");
    put_point(dxf, 10, shape->points[0], true);
    put_real(dxf, 40, shape->radius);
    put_text(dxf, 100, "AcDbArc");
    put_real(dxf, 50, fmod(shape->from_degrees + 360, 360));
    put_real(dxf, 51, fmod(shape->to_degrees + 360, 360));
}

static void point(Dxf *dxf, const Shape *shape, const char *layer) {
    entity(dxf, "POINT", layer, "AcDbPoint");
    put_point(dxf, 10, shape->points[0], true);
}

/* Letters beyond ASCII as \U+XXXX, which programs of that age read; a line end would break the pairs. */
static void put_string(Dxf *dxf, int code, Str text) {
    buf_printf(dxf->out, "%3d\n", code);
    while (text.len) {
        uint32_t c = text_next(&text);
        if (c >= 0x20 && c < 0x7f)
            buf_byte(dxf->out, (char)c);
        else if (c >= 0x80 && c < 0x10000)
            buf_printf(dxf->out, "\\U+%04X", (unsigned)c);
        else
            buf_byte(dxf->out, ' ');
    }
    buf_byte(dxf->out, '\n');
}

static void text(Dxf *dxf, const Shape *shape, const char *layer) {
    static const int columns[] = {0, 1, 2};
    entity(dxf, "TEXT", layer, "AcDbText");
    put_point(dxf, 10, shape->points[0], true);
    put_real(dxf, 40, shape->height * 0.72); /* height of a capital in the font's size */
    put_string(dxf, 1, shape->text);
    if (shape->turn != 0) put_real(dxf, 50, shape->turn);
    if (shape->align != ALIGN_LEFT) {
        put_int(dxf, 72, columns[shape->align]);
        put_point(dxf, 11, shape->points[0], true);
    }
    put_text(dxf, 100, "AcDbText");
}

static void shape_entity(Dxf *dxf, const Shape *shape, const char *layer) {
    switch (shape->kind) {
    case SHAPE_LINE:
        shape->n == 2 ? line(dxf, shape, layer) : polyline(dxf, shape, layer);
        break;
    case SHAPE_POLYGON:
        if (shape->style.stroked) polyline(dxf, shape, layer);
        break;
    case SHAPE_CIRCLE:
        circle(dxf, shape, layer);
        break;
    case SHAPE_ARC:
        arc(dxf, shape, layer);
        break;
    case SHAPE_CROSS:
        point(dxf, shape, layer);
        break;
    case SHAPE_TEXT:
        text(dxf, shape, layer);
        break;
    }
}

void dxf_write(const Drawing *drawing, Str outside, Buf *out) {
    Dxf dxf = {.out = out, .next_handle = FIRST_FREE};
    header(&dxf, drawing, outside);
    section(&dxf, "CLASSES");
    section_end(&dxf);
    section(&dxf, "TABLES");
    view_ports(&dxf, drawing);
    line_types(&dxf);
    layers(&dxf, drawing);
    styles(&dxf);
    small_tables(&dxf);
    section_end(&dxf);
    section(&dxf, "BLOCKS");
    block(&dxf, "*MODEL_SPACE", MODEL_RECORD, MODEL_BLOCK, MODEL_END);
    block(&dxf, "*PAPER_SPACE", PAPER_RECORD, PAPER_BLOCK, PAPER_END);
    section_end(&dxf);
    section(&dxf, "ENTITIES");
    for (ptrdiff_t i = 0; i < drawing->shapes.n; i++)
        shape_entity(&dxf, &drawing->shapes.at[i], drawing->layers[drawing->shapes.at[i].layer]);
    section_end(&dxf);
    objects(&dxf);
    put_text(&dxf, 0, "EOF");
}
