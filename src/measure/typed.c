/* See typed.h. */
#include "measure/typed.h"

#include "base/quantity.h"
#include "base/text.h"

/* 1,234 is a thousand to some and one and a bit to others; 1.234 is read one way everywhere
 * (read/csv/README.md). */
static char find_sign(Str text) {
    switch (quantity_sign(text)) {
    case SIGN_COMMA:
        return ',';
    case SIGN_UNCLEAR:
        return str_find_byte(text, ',') >= 0 ? 0 : '.';
    default:
        return '.';
    }
}

/* Digits are written with a point; fractions, feet and inches as they were typed. */
static void write_down(Arena *arena, Str text, const Amount *amount, Typed *out) {
    bool marks =
        str_find_byte(text, '/') >= 0 || str_find_byte(text, '\'') >= 0 || str_find_byte(text, '"') >= 0;
    out->value = marks ? str_trim(text)
                       : decimal_print(arena, amount->number.num, amount->number.den, amount_places(amount));
    out->unit_text = marks && amount->unit ? S("") : out->unit->name;
}

/* "+ 61.52 mm": devices keep a column for the sign. */
static Str join_sign(Arena *arena, Str text) {
    text = str_trim(text);
    if (text.len < 2 || (text.at[0] != '+' && text.at[0] != '-') || text.at[1] != ' ') return text;
    return str_fmt(arena, "%c%.*s", text.at[0], SARG(str_trim(str_skip(text, 1))));
}

bool typed_parse(Arena *arena, Str text, const Step *step, Typed *out, const char **why) {
    Amount amount;
    bool lost;
    text = join_sign(arena, text);
    char sign = find_sign(text);
    *why = "this can be read in two ways; write 1234 or 1.234";
    if (!sign) return false;
    AmountFault fault = quantity_parse(text, sign, &amount);
    *why = amount_fault_text(fault);
    if (fault != AMOUNT_OK) return false;
    out->unit = amount.unit ? amount.unit : step->unit;
    *why = "a unit of another quantity";
    if (out->unit->quantity != step->quantity) return false;
    *why = "larger than any quantity holds";
    if (!amount_to_smallest(&amount, out->unit, &out->smallest, &lost)) return false;
    out->resolution = amount_resolution(&amount, out->unit);
    out->places = amount_places(&amount);
    write_down(arena, text, &amount, out);
    return true;
}

bool typed_answer(Arena *arena, Str text, bool *yes) {
    Answers answers = language_answers(arena);
    if (str_eq_fold(str_trim(text), S("a")))
        return *yes = true; /* one key is enough, in Slovak and Czech too */
    return answer_find(arena, &answers, str_trim(text), yes);
}

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/* "N", "ST,GS,", "M=": up to three letters a code, as devices put in front. Length with what separates it. */
static ptrdiff_t code_length(Str s) {
    ptrdiff_t n = 0;
    for (;;) {
        ptrdiff_t from = n;
        while (n < s.len && n - from < 3 && is_letter(s.at[n])) n++;
        if (n == from || n == s.len || s.at[n] != ',') break;
        n++;
    }
    if (n < s.len && (s.at[n] == '=' || s.at[n] == ':')) n++;
    while (n < s.len && s.at[n] == ' ') n++;
    return n;
}

static bool is_amount(Str text) {
    Amount amount;
    if (text.len && (text.at[0] == '+' || text.at[0] == '-')) text = str_trim(str_skip(text, 1));
    return quantity_parse(text, '.', &amount) == AMOUNT_OK || quantity_parse(text, ',', &amount) == AMOUNT_OK;
}

bool typed_letter_and_number(Str line) {
    if (!line.len || !is_letter(line.at[0])) return false;
    if (line.len > 1 && (line.at[0] | 0x20) == 'n' && line.at[1] == ':') return false;
    Str rest = str_trim(str_skip(line, code_length(line)));
    if (is_amount(rest)) return true;
    if (rest.len < 2) return false;
    Str flagless = str_trim(str_slice(rest, 0, rest.len - 1)); /* a mark behind: "S", "?", "*" */
    return flagless.len < rest.len - 1 && is_amount(flagless);
}
