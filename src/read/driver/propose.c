/* See propose.h. A line is cut at the number that the display shows:
 *
 *     ST,GS,   245.6 g CR LF        shown: 245.6 g
 *     |     |       | |
 *     |     |       | unit, then the tail (here nothing)
 *     |     |       gap
 *     |     number: from the last thing that is neither blank, zero nor sign, to its last digit
 *     head
 *
 * Other lines with a number in the same columns give more heads and tails. Those made of words that mean the
 * same everywhere (ST, US, ?, NET) are taken with their meaning; what nobody knows is left out, so that a
 * line with it is refused. */
#include "read/driver/propose.h"

#include "base/buf.h"
#include "read/driver/describe.h"

enum { LINES_MOST = 1000, SHAPES_MOST = 24, AFFIXES_MOST = 24, UNITS_MOST = 12 };

typedef struct Shape {
    int from, end; /* columns of the number */
    Str gap;       /* blanks, or a comma, before the unit */
    bool has_unit, point, column, slash, brackets;
    int decimals;     /* digits behind a point that is not sent */
    ptrdiff_t length; /* of the line */
    Str heads[AFFIXES_MOST], tails[AFFIXES_MOST];
    int head_count, tail_count;
} Shape;

typedef struct Affix {
    Str sent;
    Str unit; /* what it is in our words; "" an error */
} Affix;

typedef struct Builder {
    Arena *arena;
    Str end; /* of a line */
    Str *lines;
    int line_count;
    const Shown *shown;
    int shown_count;
    char decimal;
    Shape shapes[SHAPES_MOST];
    int shape_count;
    Affix units[UNITS_MOST];
    int unit_count;
} Builder;

/* ---- what the display shows */

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool shown_read(Arena *arena, Str text, Shown *out, const char **why) {
    text = str_trim(text);
    ptrdiff_t n = 0;
    while (n < text.len && (is_digit(text.at[n]) || strchr("+-., ", text.at[n]))) n++;
    out->number = str_trim(str_slice(text, 0, n));
    out->unit = str_dup(arena, str_trim(str_skip(text, n)));
    out->means = driver_unit(out->unit);
    bool digit = false;
    for (ptrdiff_t i = 0; i < out->number.len; i++) digit |= is_digit(out->number.at[i]);
    *why = !digit ? "expected a number and its unit, as in '208.34 g'" : "its unit is unknown";
    return digit && out->means;
}

/* ---- lines */

static bool has_line(const Builder *b, Str line) {
    for (int i = 0; i < b->line_count; i++)
        if (str_eq(b->lines[i], line)) return true;
    return false;
}

static void split(Builder *b, Str bytes) {
    b->end = str_find(bytes, S("\r\n")) >= 0   ? S("\r\n")
             : str_find_byte(bytes, '\r') >= 0 ? S("\r")
                                               : S("\n");
    b->lines = NEW_ARRAY(b->arena, Str, LINES_MOST);
    for (ptrdiff_t at; (at = str_find(bytes, b->end)) >= 0 && b->line_count < LINES_MOST;) {
        Str line = str_slice(bytes, 0, at);
        bytes = str_skip(bytes, at + b->end.len);
        if (line.len && line.len + b->end.len <= FRAME_MOST && !has_line(b, line))
            b->lines[b->line_count++] = line;
    }
}

/* ---- the shown number in a line */

typedef struct Digits { /* without sign and filling zeros */
    char text[24];
    int n, places; /* places −1: no decimal sign */
    bool negative, slash, brackets;
    char decimal;
} Digits;

static bool put_digit(Digits *digits, char c) {
    if (digits->n == 0 && c == '0' && digits->places < 0) return true;
    if (digits->n == (int)sizeof digits->text) return false;
    digits->text[digits->n++] = c;
    if (digits->places >= 0) digits->places++;
    return true;
}

static bool read_digits(Str text, Digits *out) {
    *out = (Digits){.places = -1};
    bool any = false;
    for (ptrdiff_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        if (is_digit(c)) {
            any = true;
            if (!put_digit(out, c)) return false;
        } else if ((c == '.' || c == ',') && out->places < 0)
            out->places = 0, out->decimal = c;
        else if (c == '/' && any && i + 2 == text.len)
            out->slash = true;
        else if ((c == '[' && i + 3 == text.len) || (c == ']' && i + 1 == text.len))
            out->brackets = true;
        else if (c == '-' && !any)
            out->negative = true;
        else if (c != '+' && c != ' ')
            return false;
    }
    return any;
}

static void strip_zeros(Digits *digits) {
    int zeros = 0;
    while (zeros < digits->n && digits->text[zeros] == '0') zeros++;
    memmove(digits->text, digits->text + zeros, (size_t)(digits->n - zeros));
    digits->n -= zeros;
}

/* *decimals: how many of the digits sent stand behind a point that is not. */
static bool same_number(const Digits *shown, const Digits *sent, int *decimals) {
    Digits a = *shown, b = *sent;
    strip_zeros(&a), strip_zeros(&b);
    *decimals = sent->places < 0 && shown->places > 0 ? shown->places : 0;
    if (a.negative != b.negative || a.n != b.n || memcmp(a.text, b.text, (size_t)a.n) != 0) return false;
    return *decimals || (shown->places < 0 ? 0 : shown->places) == (sent->places < 0 ? 0 : sent->places);
}

/* Where the number that ends before `end` begins: digits, point, then zeros, sign and blanks. */
static int number_start(Str line, int end, bool *column) {
    int at = end;
    while (at > 0 && (is_digit(line.at[at - 1]) || strchr(".,/[]", line.at[at - 1]))) at--;
    if (at < end && line.at[at] == ',') at++; /* a comma that separates */
    int digits = at;
    while (at > 0 && line.at[at - 1] == ' ') at--;
    if (at > 0 && strchr("+-", line.at[at - 1]))
        at--;
    else if (at > 0 && at < digits && !strchr(", :=", line.at[at - 1]) && digits - at == 1)
        at = digits; /* one blank behind a word: it separates */
    while (at > 0 && at < digits && line.at[at - 1] == ' ') at--;
    *column = at < digits;
    return at;
}

static Str unit_of(Str line, int end, Str *gap) {
    int at = end;
    if (at < line.len && line.at[at] == ',') at++;
    while (at < line.len && line.at[at] == ' ') at++;
    *gap = str_slice(line, end, at);
    Str rest = str_skip(line, at);
    ptrdiff_t n = 0;
    while (n < rest.len && (unsigned char)rest.at[n] > ' ' && !is_digit(rest.at[n]) &&
           !strchr(",;?", rest.at[n]))
        n++;
    return str_slice(rest, 0, n);
}

/* The unit sent may be in capitals, or have a letter of another meaning behind it. */
static Str matching_unit(Str sent, const Shown *shown) {
    for (ptrdiff_t n = sent.len; n > 0; n--) {
        Str text = str_slice(sent, 0, n);
        if (str_eq_fold(text, shown->unit) || driver_unit(text) == shown->means) return text;
    }
    return S("");
}

static void add_unit(Builder *b, Str sent, Str unit) {
    for (int i = 0; i < b->unit_count; i++)
        if (str_eq(b->units[i].sent, sent)) return;
    if (b->unit_count < UNITS_MOST) b->units[b->unit_count++] = (Affix){sent, unit};
}

static bool add_affix(Str *list, int *n, Str text) {
    for (int i = 0; i < *n; i++)
        if (str_eq(list[i], text)) return true;
    if (*n == AFFIXES_MOST) return false;
    list[(*n)++] = text;
    return true;
}

/* The shape of a line in which the number that ends before `end` is the one shown. */
static bool cut_line(Builder *b, Str line, int end, const Shown *shown, Shape *out) {
    Digits sent, want;
    *out = (Shape){.end = end, .length = line.len};
    out->from = number_start(line, end, &out->column);
    if (!read_digits(str_slice(line, out->from, end), &sent) || !read_digits(shown->number, &want))
        return false;
    if (!same_number(&want, &sent, &out->decimals)) return false;
    out->point = sent.places > 0, out->slash = sent.slash, out->brackets = sent.brackets;
    if (sent.decimal) b->decimal = sent.decimal;
    Str unit = matching_unit(unit_of(line, end, &out->gap), shown);
    out->has_unit = unit.len > 0;
    if (out->has_unit) add_unit(b, unit, shown->unit);
    ptrdiff_t after = out->has_unit ? end + out->gap.len + unit.len : end;
    add_affix(out->heads, &out->head_count, str_slice(line, 0, out->from));
    add_affix(out->tails, &out->tail_count, str_skip(line, after));
    return true;
}

static bool find_shown(Builder *b, Str line, const Shown *shown, bool with_unit, Shape *out) {
    for (int end = (int)line.len; end > 0; end--) {
        bool ends = is_digit(line.at[end - 1]) || line.at[end - 1] == ']';
        if (ends && (end == line.len || !strchr("0123456789./[]", line.at[end])) &&
            cut_line(b, line, end, shown, out) && out->has_unit == with_unit)
            return true;
    }
    return false;
}

/* Could `line` be `whole` that lost a byte, or its head? */
static bool is_rest_of(Str line, Str whole) {
    if (line.len >= whole.len) return false;
    if (str_ends(whole, line)) return true;
    ptrdiff_t same = 0;
    while (same < line.len && line.at[same] == whole.at[same]) same++;
    return line.len + 1 == whole.len && str_eq(str_skip(line, same), str_skip(whole, same + 1));
}

/* Of lines with the same number an instrument sends none that is a part of another. */
static bool is_damaged(Builder *b, Str line, const Shown *shown, bool with_unit) {
    Shape shape;
    for (int i = 0; i < b->line_count; i++)
        if (is_rest_of(line, b->lines[i]) && find_shown(b, b->lines[i], shown, with_unit, &shape))
            return true;
    return false;
}

static bool same_shape(const Shape *a, const Shape *b) {
    return a->from == b->from && a->end == b->end && a->length == b->length && a->has_unit == b->has_unit &&
           str_eq(a->gap, b->gap) && a->slash == b->slash && a->brackets == b->brackets &&
           a->decimals == b->decimals;
}

static void add_shape(Builder *b, const Shape *shape) {
    for (int i = 0; i < b->shape_count; i++) {
        Shape *old = &b->shapes[i];
        if (!same_shape(old, shape)) continue;
        old->point &= shape->point, old->column &= shape->column;
        add_affix(old->heads, &old->head_count, shape->heads[0]);
        add_affix(old->tails, &old->tail_count, shape->tails[0]);
        return;
    }
    if (b->shape_count < SHAPES_MOST) b->shapes[b->shape_count++] = *shape;
}

/* ---- words that mean the same everywhere */

static const struct {
    const char *word, *means;
} vocabulary[] = {
    {"ST", "stable"},
    {"S", "stable"},
    {"US", "unstable"},
    {"U", "unstable"},
    {"SD", "unstable"},
    {"D", "unstable"},
    {"?", "unstable"},
    {"GS", "nothing"},
    {"G", "nothing"},
    {"NT", "net"},
    {"N", "net"},
    {"NET", "net"},
    {"OL", "overload"},
    {"+OL", "overload"},
    {"T", "'error: a tare value'"},
    {"TR", "'error: a tare value'"},
    {"PT", "'error: a preset tare'"},
    {"E", "'error: the instrument reports an error'"},
    {"QT", "'error: a counting display'"},
};

static const char *meaning_of(Str word) {
    for (size_t i = 0; i < sizeof vocabulary / sizeof *vocabulary; i++)
        if (str_eq(word, str_of(vocabulary[i].word))) return vocabulary[i].means;
    return NULL;
}

/* What the words of a head or a tail mean together; *known: every one of them is in the vocabulary. */
static Str affix_meaning(Arena *arena, Str text, bool *known) {
    Str list = S("");
    *known = true;
    while (text.len) {
        ptrdiff_t n = 0;
        while (n < text.len && !strchr(" ,:;=", text.at[n])) n++;
        Str word = str_slice(text, 0, n);
        text = str_skip(text, n ? n : 1);
        if (!n) continue;
        const char *means = meaning_of(word);
        *known &= means != NULL;
        if (means && strcmp(means, "nothing") != 0)
            list = str_fmt(arena, "%.*s%s%s", SARG(list), list.len ? ", " : "", means);
    }
    if (!list.len) return S("nothing");
    /* "S D" of MT-SICS: the letter that says what moves counts */
    if (str_find(list, S("unstable")) >= 0 && str_starts(list, S("stable, "))) list = str_skip(list, 8);
    return str_find_byte(list, ',') < 0 ? list : str_fmt(arena, "[%.*s]", SARG(list));
}

/* ---- more lines of the same shape */

static void widen(Builder *b, Shape *shape, Str line) {
    Digits digits;
    Str gap;
    bool known_head, known_tail;
    if (line.len != shape->length || !read_digits(str_slice(line, shape->from, shape->end), &digits)) return;
    Str head = str_slice(line, 0, shape->from), sent = unit_of(line, shape->end, &gap);
    if (shape->has_unit && (!str_eq(gap, shape->gap) || !driver_unit(sent))) {
        for (int i = 0; i < b->unit_count; i++) /* a unit known from a shown line, with more behind it */
            if (str_starts(sent, b->units[i].sent)) sent = b->units[i].sent;
        if (!str_eq(gap, shape->gap)) return;
    }
    if (shape->has_unit && !driver_unit(sent) && !str_eq_fold(sent, b->units[0].sent)) return;
    Str tail = str_skip(line, shape->has_unit ? shape->end + gap.len + sent.len : shape->end);
    (void)affix_meaning(b->arena, head, &known_head), (void)affix_meaning(b->arena, tail, &known_tail);
    if (shape->has_unit && driver_unit(sent) && driver_unit(sent)->quantity == b->shown[0].means->quantity)
        add_unit(b, sent, sent);
    if (known_head) add_affix(shape->heads, &shape->head_count, head);
    if (known_tail) add_affix(shape->tails, &shape->tail_count, tail);
}

/* ---- writing it down */

static void put_quoted(Buf *out, Str text) {
    bool plain = true;
    for (ptrdiff_t i = 0; i < text.len; i++) plain &= text.at[i] >= ' ' && text.at[i] <= '~';
    buf_byte(out, plain ? '\'' : '"');
    for (ptrdiff_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        if (plain)
            buf_printf(out, c == '\'' ? "''" : "%c", c);
        else if (c == '\r' || c == '\n')
            buf_put(out, c == '\r' ? S("\\r") : S("\\n"));
        else if (c < ' ' || c > '~' || c == '"' || c == '\\')
            buf_printf(out, "\\x%02x", (unsigned char)c);
        else
            buf_byte(out, c);
    }
    buf_byte(out, plain ? '\'' : '"');
}

static void put_words(const Builder *b, Buf *out, const char *kind, int index, const Str *list, int n) {
    if (n == 1 && !list[0].len) return;
    buf_printf(out, "    %s%d: {", kind, index + 1);
    for (int i = 0, put = 0; i < n; i++) {
        bool known;
        if (!list[i].len) continue;
        buf_printf(out, "%s", put++ ? ", " : "");
        put_quoted(out, list[i]);
        Str means = affix_meaning(b->arena, list[i], &known);
        buf_printf(out, ": %.*s", SARG(means));
    }
    buf_put(out, S("}\n"));
}

static bool has_affix(const Str *list, int n) { return n > 1 || list[0].len > 0; }
static bool has_empty(const Str *list, int n) {
    for (int i = 0; i < n; i++)
        if (!list[i].len) return true;
    return false;
}

static void put_form(const Builder *b, Buf *out, int index, bool head, bool tail) {
    const Shape *shape = &b->shapes[index];
    Buf form = {0};
    if (head) buf_printf(&form, "{head%d}", index + 1);
    buf_printf(&form, "{number %d%s%s%s%s", shape->end - shape->from, shape->column ? " column" : "",
               shape->point ? " point" : "", shape->slash ? " slash" : "",
               shape->brackets ? " brackets" : "");
    if (shape->decimals) buf_printf(&form, " decimals %d", shape->decimals);
    buf_put(&form, S("}"));
    if (shape->has_unit) buf_printf(&form, "%.*s{unit}", SARG(shape->gap));
    if (tail) buf_printf(&form, "{tail%d}", index + 1);
    buf_put(out, S("    - {line: "));
    put_quoted(out, buf_str(&form));
    if (!shape->has_unit) buf_printf(out, ", unit: '%.*s'", SARG(b->shown[0].unit));
    buf_put(out, S("}\n"));
    buf_free(&form);
}

static void put_forms(const Builder *b, Buf *out) {
    for (int i = 0; i < b->shape_count; i++) {
        const Shape *shape = &b->shapes[i];
        bool head = has_affix(shape->heads, shape->head_count),
             tail = has_affix(shape->tails, shape->tail_count);
        put_form(b, out, i, head, tail);
        if (tail && has_empty(shape->tails, shape->tail_count)) put_form(b, out, i, head, false);
    }
}

static Str write_down(const Builder *b, Str settings, Str poll) {
    Buf out = {0};
    ptrdiff_t longest = 8;
    for (int i = 0; i < b->line_count; i++)
        if (b->lines[i].len > longest) longest = b->lines[i].len;
    buf_printf(&out, "id: proposed\nmaker: unknown\nmodels: name it\nquantities: [%s]\ntrust: reported\n",
               quantity_name(b->shown[0].means->quantity));
    buf_printf(&out,
               "source: proposed from %d different lines, the display showing %.*s %.*s\nserial: %.*s\n",
               b->line_count, SARG(b->shown[0].number), SARG(b->shown[0].unit), SARG(settings));
    buf_printf(&out, "talks: %s\n", poll.len ? "poll" : "stream");
    if (poll.len) buf_put(&out, S("poll: ")), put_quoted(&out, poll), buf_byte(&out, '\n');
    buf_put(&out, S("timing: {answer: 3000}\nline:\n  end: "));
    put_quoted(&out, b->end);
    buf_printf(&out, "\n  longest: %td\n",
               longest + b->end.len + 2 > FRAME_MOST ? FRAME_MOST : longest + b->end.len + 2);
    if (b->decimal == ',') buf_put(&out, S("  decimal: ','\n"));
    if (b->unit_count) buf_put(&out, S("  units: {"));
    for (int i = 0; i < b->unit_count; i++) {
        buf_put(&out, i ? S(", ") : S(""));
        put_quoted(&out, b->units[i].sent);
        buf_put(&out, S(": "));
        put_quoted(&out, b->units[i].unit);
    }
    if (b->unit_count) buf_put(&out, S("}\n"));
    Buf words = {0};
    for (int i = 0; i < b->shape_count; i++) {
        put_words(b, &words, "head", i, b->shapes[i].heads, b->shapes[i].head_count);
        put_words(b, &words, "tail", i, b->shapes[i].tails, b->shapes[i].tail_count);
    }
    if (words.len) buf_put(&out, S("  words:\n")), buf_put(&out, buf_str(&words));
    buf_put(&out, S("  forms:\n"));
    put_forms(b, &out);
    Str yaml = str_dup(b->arena, buf_str(&out));
    buf_free(&words);
    buf_free(&out);
    return yaml;
}

/* ---- trying it on what came */

static void try_out(const Builder *b, Proposal *proposal) {
    Diag diag = {.arena = b->arena};
    const Source source = {.name = S("proposal"), .bytes = proposal->yaml};
    const Driver *driver = describe_driver(b->arena, &source, &diag);
    if (!driver) {
        proposal->yaml = S(""), proposal->why = "what came cannot be described";
        return;
    }
    for (int i = 0; i < b->line_count; i++) {
        Decoded decoded = {0};
        Str frame = str_fmt(b->arena, "%.*s%.*s", SARG(b->lines[i]), SARG(b->end));
        driver->decode(driver, frame, &decoded);
        bool read = decoded.n && decoded.indications[0].digits[0];
        proposal->read += read;
        proposal->refused += !read;
    }
}

static void add_shapes(Builder *b, bool with_unit) {
    Shape shape;
    for (int i = 0; i < b->line_count; i++)
        for (int k = 0; k < b->shown_count; k++) {
            const Shown *shown = &b->shown[k];
            if (!find_shown(b, b->lines[i], shown, with_unit, &shape)) continue;
            if (!is_damaged(b, b->lines[i], shown, with_unit)) add_shape(b, &shape);
            break;
        }
}

Proposal propose(Arena *arena, Str bytes, const Shown *shown, int n, Str settings, Str poll) {
    Builder *b = NEW(arena, Builder);
    *b = (Builder){.arena = arena, .shown = shown, .shown_count = n, .decimal = '.'};
    split(b, bytes);
    add_shapes(b, true);
    if (!b->shape_count) add_shapes(b, false); /* the instrument does not name its unit */
    Proposal proposal = {
        .yaml = S(""), .why = "the number that is shown stands in no line that came", .lines = b->line_count};
    if (!b->shape_count) return proposal;
    for (int i = 0; i < b->line_count; i++)
        for (int k = 0; k < b->shape_count; k++) widen(b, &b->shapes[k], b->lines[i]);
    proposal.yaml = write_down(b, settings, poll);
    try_out(b, &proposal);
    return proposal;
}
