/* See numbers.h. */
#include "read/csv/numbers.h"

static const char *sign_name(char sign) { return sign == ',' ? "comma" : "point"; }
static char other_sign(char sign) { return sign == ',' ? '.' : ','; }

static Place place(const NumberReader *reader, const CsvCell *cell) { return csv_place(reader->csv, cell); }

static bool tell(NumberReader *reader, const CsvCell *cell, AmountFault fault) {
    Amount amount;
    if (fault == AMOUNT_UNIT) (void)quantity_parse(cell->text, reader->sign ? reader->sign : '.', &amount);
    Str meant = fault == AMOUNT_UNIT ? unit_nearest(amount.rest) : S("");
    if (meant.len)
        return diag_error(reader->diag, place(reader, cell), "unknown unit '%.*s'; did you mean '%.*s'?",
                          SARG(amount.rest), SARG(meant));
    return diag_error(reader->diag, place(reader, cell), "'%.*s' %s", SARG(cell->text),
                      diag_word(reader->diag, amount_fault_text(fault)));
}

/* The other sign would do, so the file contradicts itself. */
static bool tell_contradiction(NumberReader *reader, const CsvCell *cell) {
    const char *have = diag_word(reader->diag, sign_name(reader->sign));
    const char *found = diag_word(reader->diag, sign_name(other_sign(reader->sign)));
    if (!reader->settled_line)
        return diag_error(reader->diag, place(reader, cell),
                          "'%.*s' has a decimal %s; by --decimal the decimal sign is a %s", SARG(cell->text),
                          found, have);
    return diag_error(reader->diag, place(reader, cell),
                      "'%.*s' has a decimal %s, but line %d settled that the decimal sign is a %s",
                      SARG(cell->text), found, reader->settled_line, have);
}

static bool read_settled(NumberReader *reader, const CsvCell *cell, Amount *out) {
    AmountFault fault = quantity_parse(cell->text, reader->sign, out);
    if (!fault) return true;
    Amount other;
    if (fault != AMOUNT_UNIT && quantity_parse(cell->text, other_sign(reader->sign), &other) == AMOUNT_OK)
        return tell_contradiction(reader, cell);
    return tell(reader, cell, fault);
}

/* What cannot be read at all is told by the fault that says most. */
static bool tell_unreadable(NumberReader *reader, const CsvCell *cell, Amount *out) {
    AmountFault point = quantity_parse(cell->text, '.', out), comma = quantity_parse(cell->text, ',', out);
    return tell(reader, cell, point == AMOUNT_NOT || point == AMOUNT_GROUPS ? comma : point);
}

/* 1,234 or 2.840 before anything is settled: the sign that stands there, or 0 where nothing may be guessed.
 */
static char guess_sign(NumberReader *reader, const CsvCell *cell) {
    char sign = str_find_byte(cell->text, ',') >= 0 ? ',' : '.';
    if (sign == ',' && reader->delimiter == ',') {
        diag_error(reader->diag, place(reader, cell),
                   "'%.*s' may be a decimal comma or a group of thousands; say --decimal , or --decimal .",
                   SARG(cell->text));
        return 0;
    }
    diag_warning(reader->diag, place(reader, cell),
                 "'%.*s' is taken to have a decimal %s, as is the whole file (--decimal says otherwise)",
                 SARG(cell->text), diag_word(reader->diag, sign_name(sign)));
    return sign;
}

static bool settle(NumberReader *reader, const CsvCell *cell, char sign) {
    reader->sign = sign;
    reader->settled_line = cell->line;
    return sign != 0;
}

static bool read_unsettled(NumberReader *reader, const CsvCell *cell, Amount *out) {
    char sign = '.';
    switch (quantity_sign(cell->text)) {
    case SIGN_NEITHER:
        return tell_unreadable(reader, cell, out);
    case SIGN_ANY:
        break;
    case SIGN_POINT:
        settle(reader, cell, sign = '.');
        break;
    case SIGN_COMMA:
        settle(reader, cell, sign = ',');
        break;
    case SIGN_UNCLEAR:
        if (!settle(reader, cell, sign = guess_sign(reader, cell))) return false;
    }
    return quantity_parse(cell->text, sign, out) == AMOUNT_OK;
}

static void warn_of_exponent(NumberReader *reader, Place at) {
    diag_warning(
        reader->diag, at,
        "the exponent form shows fewer digits than its neighbour; has a spreadsheet shortened the number?");
}

static int last_significant(const NumberReader *reader) {
    int n = 0;
    if (reader->last_significant >= 0) return reader->last_significant;
    for (int64_t rest = reader->last_plain; rest; rest /= 10) n++;
    return n;
}

void number_note_plain(NumberReader *reader, int64_t digits) {
    reader->last_exponent = false;
    reader->last_significant = -1;
    reader->last_plain = digits;
}

/* Neighbours: this number and the one read before it. */
static void compare_digits(NumberReader *reader, const CsvCell *cell, const Decimal *number) {
    bool before =
        number->exponent && !reader->last_exponent && number->significant < last_significant(reader);
    bool after = reader->last_exponent && !number->exponent && last_significant(reader) < number->significant;
    if (before) warn_of_exponent(reader, place(reader, cell));
    if (after) warn_of_exponent(reader, reader->last_place);
    reader->last_exponent = number->exponent && !before;
    reader->last_significant = number->significant;
    if (!number->exponent) return;
    reader->last_place = place(reader, cell);
    reader->last_place.text = S(""); /* its line is gone by then */
}

bool number_value(NumberReader *reader, const CsvCell *cell, Amount *out) {
    bool ok = reader->sign ? read_settled(reader, cell, out) : read_unsettled(reader, cell, out);
    if (ok && !out->fraction) compare_digits(reader, cell, &out->number);
    return ok;
}

bool number_other(NumberReader *reader, const CsvCell *cell, Amount *out) {
    if (reader->sign) return read_settled(reader, cell, out);
    switch (quantity_sign(cell->text)) {
    case SIGN_NEITHER:
        return tell_unreadable(reader, cell, out);
    case SIGN_UNCLEAR:
        return diag_error(
            reader->diag, place(reader, cell),
            "'%.*s' may be a decimal sign or a group of thousands; say --decimal , or --decimal .",
            SARG(cell->text));
    case SIGN_COMMA:
        return quantity_parse(cell->text, ',', out) == AMOUNT_OK;
    case SIGN_ANY:
    case SIGN_POINT:
        break;
    }
    return quantity_parse(cell->text, '.', out) == AMOUNT_OK;
}
