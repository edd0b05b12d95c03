/* Numbers in the cells of one file: its decimal sign settles by the first value that can be read in only one
 * way, and holds for all. Source: read/csv/README.md, Numbers and "Settled details" 2. */
#ifndef READ_CSV_NUMBERS_H
#define READ_CSV_NUMBERS_H

#include "base/quantity.h"
#include "read/csv/csv.h"

typedef struct NumberReader {
    const CsvReader *csv;
    Diag *diag;
    char delimiter;       /* of the file */
    char sign;            /* the decimal sign, 0: not settled */
    int settled_line;     /* 0: by the caller */
    bool last_exponent;   /* of the number read last: */
    int last_significant; /* 0: none yet; -1: those of last_plain */
    int64_t last_plain;
    Place last_place; /* where it stood, when in exponent form */
} NumberReader;

/* Reads a cell of the column `value`; may settle the sign. False after an error (told). */
bool number_value(NumberReader *reader, const CsvCell *cell, Amount *out);
/* The caller has read a plain number by itself (decimal_plain): its digits, without the decimal sign. */
void number_note_plain(NumberReader *reader, int64_t digits);
/* Reads a cell of another column (`u`): follows the sign, never settles it. */
bool number_other(NumberReader *reader, const CsvCell *cell, Amount *out);

#endif
