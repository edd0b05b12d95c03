/* See line.h. A line is tried against each form in turn; parts match from left to right, and where one can
 * end in several places each is tried. Forms whose unit the description does not know are tried last, only to
 * give the better reason.
 *
 *     ST,+00029.84  g CR LF     form '{header},{number 9}{unit 3}'
 *     |  |        |
 *     |  |        unit, 3 columns
 *     |  number, 9 columns, its sign first
 *     word of the table `header`
 */
#include "read/driver/line.h"

#include "read/indication.h"

/* A number of the line with its unit; most lines have one, a climate logger's has two. */
typedef struct Got {
    Str number, unit;
    const Part *part;      /* of the form; NULL: no number */
    const Word *unit_word; /* NULL: not known, or none sent */
} Got;

typedef struct Match {
    const Line *line;
    const Form *form;
    Str prefix;
    bool any_unit; /* also units that are not known */
    Got got[NUMBERS_MOST];
    int numbers;
    Str any;
    const Word *words[WORDS_MOST];
    int word_count;
    ptrdiff_t length, deepest; /* of the text; how much of it fitted, at the best */
    int failed;                /* the part that did not fit there */
} Match;

FrameStep line_frame(const Driver *driver, Str bytes) {
    const Line *line = driver->description;
    ptrdiff_t at = str_find_byte(bytes, line->end.at[line->end.len - 1]);
    if (at >= 0) return FRAME_HAS((int)at + 1);
    return bytes.len < driver->frame_max ? FRAME_NEED_MORE : FRAME_SKIPS((int)bytes.len);
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_hex(char c) { return is_digit(c) || (c >= 'A' && c <= 'F'); }

static ptrdiff_t blanks(Str s) {
    ptrdiff_t n = 0;
    while (n < s.len && s.at[n] == ' ') n++;
    return n;
}

/* Length of the number at the start of s: sign, blanks, digits, one decimal sign with digits; 0 if there is
 * none. */
static ptrdiff_t number_length(Str s, char decimal) {
    ptrdiff_t n = s.len && (s.at[0] == '+' || s.at[0] == '-') ? 1 : 0;
    if (n) n += blanks(str_skip(s, 1));
    ptrdiff_t from = n;
    while (n < s.len && is_digit(s.at[n])) n++;
    if (n == from) return 0;
    if (n + 1 < s.len && s.at[n] == decimal && is_digit(s.at[n + 1]))
        for (n++; n < s.len && is_digit(s.at[n]);) n++;
    return n;
}

/* "12.3[4]" without its brackets is a number: legal balances mark the last digit so. */
static bool is_bracketed(Str s, char decimal) {
    if (s.len < 4 || s.at[s.len - 1] != ']' || s.at[s.len - 3] != '[' || !is_digit(s.at[s.len - 2]))
        return false;
    Str head = str_slice(s, 0, s.len - 3);
    if (head.at[head.len - 1] == decimal) head.len--;
    return number_length(head, decimal) == head.len;
}

/* "007.12/3" is 7.123: verified balances mark the last digit so. */
static bool is_slashed(Str s, char decimal) {
    if (s.len < 3 || s.at[s.len - 2] != '/' || !is_digit(s.at[s.len - 1])) return false;
    Str head = str_slice(s, 0, s.len - 2);
    if (head.at[head.len - 1] == decimal) head.len--;
    return number_length(head, decimal) == head.len;
}

static bool is_number(Str s, const Part *part, char decimal) {
    if (part->hex) {
        for (ptrdiff_t i = 0; i < s.len; i++)
            if (!is_hex(s.at[i])) return false;
        return s.len > 0;
    }
    if (!s.len || (part->sign && s.at[0] != '+' && s.at[0] != '-')) return false;
    if (part->column && s.at[0] != '+' && s.at[0] != '-' && s.at[0] != ' ') return false;
    if (part->filled && str_find_byte(s, ' ') >= 0) return false;
    if (part->point && str_find_byte(s, decimal) < 0) return false;
    s = str_skip(s, blanks(s));
    if (part->brackets) return is_bracketed(s, decimal);
    if (part->slash) return is_slashed(s, decimal);
    return s.len && number_length(s, decimal) == s.len;
}

static bool match(Match *m, int index, Str rest);

static bool match_number(Match *m, int index, Str rest) {
    const Part *part = &m->form->parts[index];
    ptrdiff_t free_width = part->width_count ? 0 : number_length(rest, m->line->decimal);
    for (int i = 0; i < (part->width_count ? part->width_count : 1); i++) {
        ptrdiff_t width = part->width_count ? part->widths[i] : free_width;
        if (!width || rest.len < width || !is_number(str_slice(rest, 0, width), part, m->line->decimal))
            continue;
        m->got[m->numbers].number = str_slice(rest, 0, width);
        m->got[m->numbers++].part = part;
        if (match(m, index + 1, str_skip(rest, width))) return true;
        m->numbers--;
    }
    return false;
}

static const Word *find_word(const Words *words, Str text) {
    for (int i = 0; i < words->n; i++)
        if (str_eq(words->at[i].text, text)) return &words->at[i];
    return NULL;
}

static bool try_unit(Match *m, int index, Str rest, ptrdiff_t width) {
    Str text = str_slice(rest, 0, width);
    while (text.len && text.at[0] == ' ') text = str_skip(text, 1);
    while (text.len && text.at[text.len - 1] == ' ') text.len--;
    Got *got = &m->got[m->numbers ? m->numbers - 1 : 0];
    got->unit = text;
    got->unit_word = find_word(&m->line->units, text);
    if (!text.len || (!got->unit_word && !m->any_unit)) return false;
    return match(m, index + 1, str_skip(rest, width));
}

static bool match_unit(Match *m, int index, Str rest) {
    const Part *part = &m->form->parts[index];
    if (part->width_count) return rest.len >= part->widths[0] && try_unit(m, index, rest, part->widths[0]);
    ptrdiff_t most = 0;
    while (most < rest.len && (unsigned char)rest.at[most] > ' ' && !is_digit(rest.at[most])) most++;
    for (; most > 0; most--)
        if (try_unit(m, index, rest, most)) return true;
    return false;
}

static bool match_word(Match *m, int index, Str rest) {
    const Words *words = m->form->parts[index].words;
    for (int i = 0; i < words->n; i++) {
        if (!str_starts(rest, words->at[i].text)) continue;
        m->words[m->word_count++] = &words->at[i];
        if (match(m, index + 1, str_skip(rest, words->at[i].text.len))) return true;
        m->word_count--;
    }
    return false;
}

static bool match_any(Match *m, int index, Str rest) {
    for (ptrdiff_t n = 0; n <= rest.len; n++) {
        m->any = str_slice(rest, 0, n);
        if (match(m, index + 1, str_skip(rest, n))) return true;
        if (n < rest.len && (rest.at[n] < ' ' || rest.at[n] > '~')) return false;
    }
    return false;
}

static bool match_digits(Match *m, int index, Str rest) {
    int width = m->form->parts[index].widths[0];
    if (rest.len < width) return false;
    for (int i = 0; i < width; i++)
        if (!is_digit(rest.at[i])) return false;
    return match(m, index + 1, str_skip(rest, width));
}

static bool match(Match *m, int index, Str rest) {
    if (m->length - rest.len >= m->deepest) m->deepest = m->length - rest.len, m->failed = index;
    if (index == m->form->n) return rest.len == 0;
    const Part *part = &m->form->parts[index];
    switch (part->kind) {
    case PART_LITERAL:
        return str_starts(rest, part->literal) && match(m, index + 1, str_skip(rest, part->literal.len));
    case PART_PREFIX:
        return str_starts(rest, m->prefix) && match(m, index + 1, str_skip(rest, m->prefix.len));
    case PART_GAP:
        if (!blanks(rest)) return false;
        return match(m, index + 1, str_skip(rest, blanks(rest)));
    case PART_BLANK:
        return match(m, index + 1, str_skip(rest, blanks(rest)));
    case PART_ANY:
        return match_any(m, index, rest);
    case PART_DIGITS:
        return match_digits(m, index, rest);
    case PART_NUMBER:
        return match_number(m, index, rest);
    case PART_UNIT:
        return match_unit(m, index, rest);
    case PART_WORD:
        return match_word(m, index, rest);
    }
    return false;
}

static bool match_form(Match *m, const Line *line, const Form *form, Str prefix, bool any_unit, Str text) {
    *m = (Match){.line = line, .form = form, .prefix = prefix, .any_unit = any_unit, .length = text.len};
    return match(m, 0, text);
}

/* ---- what a match means */

static int gravity(ReadingState state) {
    return state == STATE_ERROR ? 2 : state == STATE_OVERLOAD || state == STATE_UNDERRANGE ? 1 : 0;
}

static void add_meaning(Meaning *sum, const Meaning *more) {
    if (more->settles) sum->settles = true, sum->stability = more->stability;
    sum->flags |= more->flags;
    if (more->note && !sum->note) sum->note = true, sum->reason = more->reason;
    if (sum->note || gravity(more->state) <= gravity(sum->state)) return;
    sum->state = more->state;
    sum->reason = more->reason;
}

static Meaning total_meaning(const Match *m, const Got *got) {
    Meaning sum = m->form->means;
    for (int i = 0; i < m->word_count; i++) add_meaning(&sum, &m->words[i]->means);
    if (got->unit_word) add_meaning(&sum, &got->unit_word->means);
    return sum;
}

/* The number with '.' for its decimal sign and without brackets or slash, or the decimal digits of a
 * hexadecimal one.
 */
static Str plain_number(const Got *got, char decimal, char *out, size_t size) {
    size_t n = 0;
    if (got->part->hex) {
        int64_t value = digits_value(got->number, 16);
        return (Str){out, value < 0 ? 0 : snprintf(out, size, "%lld", (long long)value)};
    }
    for (ptrdiff_t i = 0; i < got->number.len && n < size; i++) {
        char c = got->number.at[i];
        if (c != '[' && c != ']' && c != '/') out[n++] = c == decimal ? '.' : c;
    }
    return (Str){out, (ptrdiff_t)n};
}

static void check_range(const Line *line, Indication *indication) {
    const Range *range = &line->ranges[indication->quantity];
    if (!range->given) return;
    bool over = indication->value > range->upper, under = indication->value < range->lower;
    if (over || under)
        indication_refuse(indication, over ? STATE_OVERLOAD : STATE_UNDERRANGE,
                          "outside %.*s: no value such an instrument shows", SARG(range->text));
}

static const Unit *unit_of(const Match *m, const Got *got, const Driver *driver) {
    if (m->form->unit) return m->form->unit;
    return got->unit_word ? got->unit_word->unit : driver->unit;
}

static bool give_number(const Match *m, const Got *got, const Driver *driver, Indication *indication) {
    char text[40];
    const Unit *unit = unit_of(m, got, driver);
    if (!unit || !indication_number(indication, plain_number(got, m->line->decimal, text, sizeof text),
                                    got->part->shift, unit))
        return false;
    if (got->part->brackets || got->part->slash) indication->flags |= FLAG_UNVERIFIED;
    check_range(m->line, indication);
    return true;
}

/* A number without its unit, from an instrument that leaves the unit out while the load moves: digits, no
 * value. */
static bool give_bare_number(const Match *m, const Got *got, const Driver *driver, Indication *indication) {
    char text[40];
    const Unit *any = unit_smallest(driver->quantities[0]);
    if (!indication_number(indication, plain_number(got, m->line->decimal, text, sizeof text),
                           got->part->shift, any))
        return false;
    indication->unit = NULL;
    indication->value = indication->resolution = 0;
    return true;
}

/* One number of the line, or the reason why there is none. */
static void say_one(const Match *m, const Got *got, const Driver *driver, Str frame, Decoded *out) {
    Meaning sum = total_meaning(m, got);
    Indication *indication = decoded_add(out, "");
    indication->flags = sum.flags;
    indication_unit_sent(indication, got->unit.len ? got->unit : m->form->unit_text);
    if (sum.state != STATE_OK) {
        bool quotes = str_ends(sum.reason, S(":"));
        indication_refuse(indication, sum.state, "%.*s%s%.*s", SARG(sum.reason), quotes ? " " : "",
                          quotes ? (int)m->any.len : 0, m->any.at);
    } else if (sum.stability == STABILITY_UNSTABLE && got->part && !unit_of(m, got, driver)) {
        if (!give_bare_number(m, got, driver, indication)) decoded_bad(out, frame, "too large a number");
    } else if (!got->part || !give_number(m, got, driver, indication)) {
        decoded_bad(out, frame, unit_of(m, got, driver) ? "too large a number" : "no unit: name it (--unit)");
    }
    if (out->kind == DECODED_BAD) return;
    indication_settle(indication, sum.settles ? sum.stability : STABILITY_NOT_STATED);
}

static void say(const Match *m, const Driver *driver, Str frame, Decoded *out) {
    Meaning sum = total_meaning(m, &m->got[0]);
    out->width = 0;
    for (int i = 0; i < m->numbers; i++)
        if (m->got[i].part->width_count) out->width += (int)m->got[i].number.len;
    out->apart = m->form->apart;
    if (sum.note) {
        decoded_note(out, "%.*s", SARG(sum.reason));
        return;
    }
    for (int i = 0; i < (m->numbers ? m->numbers : 1) && (!i || out->kind != DECODED_BAD); i++)
        say_one(m, &m->got[i], driver, frame, out);
    const Indication *all = out->indications;
    if (out->n > 1 && all[0].quantity == all[1].quantity && all[0].quantity != QUANTITY_NONE)
        decoded_bad(out, frame, "two values of one quantity");
}

/* A unit sent that is not the one the user named: the meter was switched over. */
static bool contradicts(const Match *m, const Driver *driver) {
    const Unit *sent = m->got[0].unit_word ? m->got[0].unit_word->unit : NULL;
    return driver->takes_unit && driver->unit && sent &&
           (sent->num != driver->unit->num || sent->den != driver->unit->den ||
            sent->quantity != driver->unit->quantity);
}

/* May a line that is not understood be taken for a whole one? By its length, or by how it begins. */
static bool seems_whole(const Line *line, Str frame) {
    for (int i = 0; i < line->length_count; i++)
        if (frame.len == line->lengths[i]) return true;
    for (int i = 0; i < line->form_count; i++) {
        const Part *part = &line->forms[i].parts[0];
        if (part->kind == PART_LITERAL && part->literal.at[0] != ' ' && str_starts(frame, part->literal))
            return true;
    }
    return false;
}

static bool has_part(const Form *form, PartKind kind) {
    for (int i = 0; i < form->n; i++)
        if (form->parts[i].kind == kind) return true;
    return false;
}

/* Which form of a reading fits the most of the line, and at which byte it fails: for whoever has an
 * instrument that sends nearly the same. */
static void name_nearest(const Driver *driver, Str text, Decoded *out) {
    const Line *line = driver->description;
    Match m, best = {0};
    for (int i = 0; i < line->form_count; i++) {
        if (!has_part(&line->forms[i], PART_NUMBER)) continue;
        match_form(&m, line, &line->forms[i], driver->prefix, true, text);
        if (!best.form || m.deepest > best.deepest) best = m;
    }
    if (!best.form || !best.deepest) return;
    out->fitted = (int)best.deepest;
    size_t n = strlen(out->reason);
    snprintf(out->reason + n, sizeof out->reason - n, "; nearest is '%.*s', which fails at byte %td%s",
             (int)(best.form->text.len < 80 ? best.form->text.len : 80), best.form->text.at, best.deepest + 1,
             best.failed == best.form->n ? " (more than it has)" : "");
}

static void not_understood(const Driver *driver, Str text, Str frame, Decoded *out) {
    const Line *line = driver->description;
    Match m;
    out->head = seems_whole(line, frame);
    for (int i = 0; i < line->form_count; i++) {
        if (!match_form(&m, line, &line->forms[i], driver->prefix, true, text)) continue;
        decoded_bad(out, frame, "unknown unit");
        return;
    }
    decoded_bad(out, frame, "not understood");
    name_nearest(driver, text, out);
}

void line_decode(const Driver *driver, Str frame, Decoded *out) {
    const Line *line = driver->description;
    Match m;
    if (!str_ends(frame, line->end)) {
        decoded_bad(out, frame, "line end damaged");
        return;
    }
    Str text = str_slice(frame, 0, frame.len - line->end.len);
    if (!text.len) {
        decoded_note(out, "empty line");
        return;
    }
    for (int i = 0; i < line->form_count; i++) {
        if (!match_form(&m, line, &line->forms[i], driver->prefix, false, text)) continue;
        out->head = line->forms[i].whole;
        if (contradicts(&m, driver))
            decoded_bad(out, frame, "another unit than the one named");
        else
            say(&m, driver, frame, out);
        return;
    }
    not_understood(driver, text, frame, out);
}
