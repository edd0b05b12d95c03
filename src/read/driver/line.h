/* The one-line ASCII instrument, as read from its description: forms a line may have, made of parts; words
 * and units and what they mean. Explained for users in profiles/instruments/line.yaml. */
#ifndef READ_DRIVER_LINE_H
#define READ_DRIVER_LINE_H

#include "read/driver.h"

typedef struct Meaning {
    bool note;    /* the whole line is no reading */
    bool settles; /* stability is given */
    Stability stability;
    ReadingState state; /* STATE_OK, STATE_OVERLOAD, STATE_UNDERRANGE or STATE_ERROR */
    unsigned flags;
    Str reason; /* for notes and errors */
} Meaning;

typedef struct Word { /* a word or a unit, as sent */
    Str text;
    Meaning means;
    const Unit *unit; /* units: what it is; NULL when it is one that means a refusal */
} Word;

typedef struct Words {
    Str name;
    Word *at;
    int n;
} Words;

typedef enum PartKind {
    PART_LITERAL, /* exactly this text */
    PART_BLANK,   /* blanks, or none */
    PART_GAP,     /* at least one blank */
    PART_ANY,     /* any text */
    PART_DIGITS,  /* digits, exactly `widths` of them */
    PART_NUMBER,  /* the value */
    PART_UNIT,    /* the unit */
    PART_WORD,    /* one of `words` */
    PART_PREFIX   /* what the user named */
} PartKind;

enum { WIDTHS_MOST = 3, PARTS_MOST = 16, WORDS_MOST = 4, NUMBERS_MOST = 2 };

typedef struct Part {
    PartKind kind;
    Str literal;
    int widths[WIDTHS_MOST], width_count; /* 0: as long as it goes */
    int shift;                            /* number without a point: so many of its digits are decimals */
    bool hex;
    bool brackets;     /* the last digit stands in [ ]: not verified */
    bool slash;        /* a / stands before it: the same */
    bool point;        /* has a decimal sign, for certain */
    bool filled;       /* with zeros: no blank in it */
    bool sign, column; /* begins with + or -; with +, - or a blank (so that a lost first byte is noticed) */
    const Words *words;
} Part;

typedef struct Form {
    Str text; /* as described */
    Part parts[PARTS_MOST];
    int n;
    Meaning means;
    Str unit_text; /* fixed unit, "" when the line or the user names it */
    const Unit *unit;
    bool whole; /* a line of this form begins where the instrument began it */
    bool apart; /* its columns are not those of the other forms */
} Form;

typedef struct Range { /* plausible values of a quantity, in its smallest unit */
    bool given;
    int64_t lower, upper;
    Str text;
} Range;

typedef struct Line {
    Str end; /* what ends a line */
    char decimal;
    int lengths[4], length_count; /* lines of so many bytes are whole even when they are not understood */
    Words units;
    Words *words;
    int words_count;
    Form *forms;
    int form_count;
    Range ranges[QUANTITY_COUNT];
} Line;

FrameStep line_frame(const Driver *driver, Str bytes);
void line_decode(const Driver *driver, Str frame, Decoded *out);

#endif
