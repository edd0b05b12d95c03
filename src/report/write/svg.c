/* SVG. See drawing_file.h. The drawing's y runs upwards, the picture's downwards: every point is turned here,
 * once. */
#include "base/text.h"
#include "report/write/drawing_file.h"

#include <math.h>

typedef struct Svg {
    Buf *out;
    double left, top; /* drawing coordinates of the view's upper left corner */
    double width, height;
} Svg;

static double svg_x(const Svg *svg, Vec2 p) { return p.x - svg->left; }
static double svg_y(const Svg *svg, Vec2 p) { return svg->top - p.y; }

/* Four decimals of a millimetre, trailing zeros cut, never "-0". */
static void number(Buf *out, double value) {
    char digits[64];
    int n = snprintf(digits, sizeof digits, "%.4f", fabs(value) < 0.00005 ? 0 : value);
    while (digits[n - 1] == '0') n--;
    if (digits[n - 1] == '.') n--;
    buf_put(out, (Str){digits, n});
}

static void attribute(Buf *out, const char *name, double value) {
    buf_printf(out, " %s=\"", name);
    number(out, value);
    buf_byte(out, '"');
}

/* Text for XML: the five characters that mean something, and no control characters. */
static void escaped(Buf *out, Str text) {
    for (ptrdiff_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];
        if (c == '&')
            buf_put(out, S("&amp;"));
        else if (c == '<')
            buf_put(out, S("&lt;"));
        else if (c == '>')
            buf_put(out, S("&gt;"));
        else if (c == '"')
            buf_put(out, S("&quot;"));
        else if (c >= 0x20)
            buf_byte(out, (char)c);
    }
}

static void style(Buf *out, const Style *style) {
    if (style->filled)
        buf_printf(out, " fill=\"#%06x\"", style->fill);
    else
        buf_put(out, S(" fill=\"none\""));
    if (!style->stroked) return;
    buf_printf(out, " stroke=\"#%06x\"", style->stroke);
    attribute(out, "stroke-width", style->width);
    if (style->dash > 0) attribute(out, "stroke-dasharray", style->dash);
}

static void points(const Svg *svg, const Shape *shape) {
    buf_put(svg->out, shape->kind == SHAPE_POLYGON ? S("<polygon points=\"") : S("<polyline points=\""));
    for (int i = 0; i < shape->n; i++) {
        if (i) buf_byte(svg->out, ' ');
        number(svg->out, svg_x(svg, shape->points[i]));
        buf_byte(svg->out, ',');
        number(svg->out, svg_y(svg, shape->points[i]));
    }
    buf_byte(svg->out, '"');
}

static void line(const Svg *svg, const Shape *shape) {
    buf_put(svg->out, S("<line"));
    attribute(svg->out, "x1", svg_x(svg, shape->points[0]));
    attribute(svg->out, "y1", svg_y(svg, shape->points[0]));
    attribute(svg->out, "x2", svg_x(svg, shape->points[1]));
    attribute(svg->out, "y2", svg_y(svg, shape->points[1]));
}

static void circle(const Svg *svg, const Shape *shape) {
    buf_put(svg->out, S("<circle"));
    attribute(svg->out, "cx", svg_x(svg, shape->points[0]));
    attribute(svg->out, "cy", svg_y(svg, shape->points[0]));
    attribute(svg->out, "r", shape->radius);
}

static void path_point(const Svg *svg, const char *command, Vec2 p) {
    buf_printf(svg->out, "%s", command);
    number(svg->out, svg_x(svg, p));
    buf_byte(svg->out, ' ');
    number(svg->out, svg_y(svg, p));
}

static Vec2 on_circle(const Shape *shape, double degrees) {
    double angle = degrees * acos(-1) / 180;
    return (Vec2){shape->points[0].x + shape->radius * cos(angle),
                  shape->points[0].y + shape->radius * sin(angle)};
}

/* Counter-clockwise in the drawing is sweep 0 in the picture. */
static void arc(const Svg *svg, const Shape *shape) {
    double turn = fmod(shape->to_degrees - shape->from_degrees + 720, 360);
    buf_put(svg->out, S("<path d=\""));
    path_point(svg, "M", on_circle(shape, shape->from_degrees));
    buf_put(svg->out, S(" A"));
    number(svg->out, shape->radius);
    buf_byte(svg->out, ' ');
    number(svg->out, shape->radius);
    buf_printf(svg->out, " 0 %d 0 ", turn > 180);
    path_point(svg, "", on_circle(shape, shape->to_degrees));
    buf_byte(svg->out, '"');
}

static void cross(const Svg *svg, const Shape *shape) {
    Vec2 c = shape->points[0];
    double r = shape->radius;
    buf_put(svg->out, S("<path d=\""));
    path_point(svg, "M", (Vec2){c.x - r, c.y});
    path_point(svg, " L", (Vec2){c.x + r, c.y});
    path_point(svg, " M", (Vec2){c.x, c.y - r});
    path_point(svg, " L", (Vec2){c.x, c.y + r});
    buf_byte(svg->out, '"');
}

static void text(const Svg *svg, const Shape *shape) {
    static const char *const anchors[] = {"start", "middle", "end"};
    double x = svg_x(svg, shape->points[0]), y = svg_y(svg, shape->points[0]);
    buf_put(svg->out, S("<text"));
    attribute(svg->out, "x", x);
    attribute(svg->out, "y", y);
    attribute(svg->out, "font-size", shape->height);
    buf_printf(svg->out, " text-anchor=\"%s\"%s fill=\"#%06x\"", anchors[shape->align],
               shape->bold ? " font-weight=\"bold\"" : "", shape->style.fill);
    if (shape->turn != 0) {
        buf_put(svg->out, S(" transform=\"rotate("));
        number(svg->out, -shape->turn);
        buf_byte(svg->out, ' ');
        number(svg->out, x);
        buf_byte(svg->out, ' ');
        number(svg->out, y);
        buf_put(svg->out, S(")\""));
    }
}

/* An element up to its end; `name` is the mark it stands for, when it stands alone. */
static void element(const Svg *svg, const Shape *shape, Str name) {
    switch (shape->kind) {
    case SHAPE_LINE:
        shape->n == 2 ? line(svg, shape) : points(svg, shape);
        break;
    case SHAPE_POLYGON:
        points(svg, shape);
        break;
    case SHAPE_CIRCLE:
        circle(svg, shape);
        break;
    case SHAPE_ARC:
        arc(svg, shape);
        break;
    case SHAPE_CROSS:
        cross(svg, shape);
        break;
    case SHAPE_TEXT:
        text(svg, shape);
        break;
    }
    if (name.len) {
        buf_put(svg->out, S(" data-name=\""));
        escaped(svg->out, name);
        buf_byte(svg->out, '"');
    }
    if (shape->kind != SHAPE_TEXT) {
        style(svg->out, &shape->style);
        buf_put(svg->out, S("/>\n"));
        return;
    }
    buf_byte(svg->out, '>');
    escaped(svg->out, shape->text);
    buf_put(svg->out, S("</text>\n"));
}

/* Consecutive shapes of one name on one layer are one mark. */
static void layer(const Svg *svg, const Drawing *drawing, int index) {
    const Shape *open = NULL;
    buf_printf(svg->out, "<g id=\"%s\">\n", drawing->layers[index]);
    for (ptrdiff_t i = 0; i < drawing->shapes.n; i++) {
        const Shape *shape = &drawing->shapes.at[i];
        if (shape->layer != index) continue;
        if (open && !str_eq(open->name, shape->name)) buf_put(svg->out, S("</g>\n")), open = NULL;
        const Shape *next = i + 1 < drawing->shapes.n ? shape + 1 : NULL;
        bool more = shape->name.len && next && next->layer == index && str_eq(next->name, shape->name);
        if (more && !open) {
            buf_put(svg->out, S("<g data-name=\""));
            escaped(svg->out, shape->name);
            buf_put(svg->out, S("\">\n"));
            open = shape;
        }
        element(svg, shape, open ? S("") : shape->name);
    }
    if (open) buf_put(svg->out, S("</g>\n"));
    buf_put(svg->out, S("</g>\n"));
}

void svg_write(const Drawing *drawing, Buf *out) {
    double margin = drawing->margin;
    Svg svg = {.out = out, .left = drawing->least.x - margin, .top = drawing->most.y + margin};
    svg.width = drawing->most.x + margin - svg.left;
    svg.height = svg.top - (drawing->least.y - margin);
    buf_put(
        out,
        S("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\""));
    number(out, svg.width);
    buf_put(out, S("mm\" height=\""));
    number(out, svg.height);
    buf_put(out, S("mm\" viewBox=\"0 0 "));
    number(out, svg.width);
    buf_byte(out, ' ');
    number(out, svg.height);
    buf_put(out, S("\" font-family=\"DejaVu Sans, Arial, sans-serif\">\n<title>"));
    escaped(out, drawing->title);
    buf_put(out, S("</title>\n<rect"));
    attribute(out, "width", svg.width);
    attribute(out, "height", svg.height);
    buf_put(out, S(" fill=\"#ffffff\"/>\n"));
    for (int i = 0; i < drawing->layer_count; i++) layer(&svg, drawing, i);
    buf_put(out, S("</svg>\n"));
}
