/* What the program says about its input and its machine: messages in the compiler's form,
 *     FILE:LINE:COLUMN: error: what is wrong, what was expected
 * collected here by everything below cli/, printed by cli/ alone. All faults of a file are collected, up to
 * `most` errors (and as many warnings and notes); the rest are counted. */
#ifndef BASE_DIAG_H
#define BASE_DIAG_H

#include "base/arena.h"

/* A place in an input. line and column count from 1 (column in characters); 0 = the file as a whole, or the
 * line as a whole. text is the physical line, shown with a caret, or empty. An empty file name: no place. */
typedef struct Place {
    Str file;
    int line, column;
    Str text;
} Place;

typedef enum Severity { SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR } Severity;

/* Whose fault an error is; cli/ turns it into the exit status (2, 4). A bug of ours is an assert. */
typedef enum Fault { FAULT_NONE, FAULT_INPUT, FAULT_MACHINE } Fault;

typedef struct Message {
    Severity severity;
    Place place;
    Str text;
} Message;

typedef struct Diag {
    Arena *arena;
    int most; /* messages kept of each severity; 0 = all */
    VEC(Message) messages;
    int printed;                   /* how many of them cli/ has printed */
    int count[SEVERITY_ERROR + 1]; /* all, also those not kept */
    Fault fault;                   /* the gravest so far */
    /* Puts a format, or a word of ours that fills one, into the language of the messages; NULL: English. */
    const char *(*say)(void *context, const char *english);
    void *context;
} Diag;

#define NO_PLACE ((Place){{"", 0}, 0, 0, {"", 0}})
Place place_file(Str file); /* the file as a whole */

/* Each returns false, so that a reader can say `return diag_error(…)`. Texts are lower case, without a full
 * stop; the middle of a very long one is left out. The place's strings are copied. */
bool diag_error(Diag *diag, Place place, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool diag_machine(Diag *diag, Place place, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool diag_warning(Diag *diag, Place place, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool diag_note(Diag *diag, Place place, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* An input that cannot be opened or read, and errno: what is not there is the fault of the input, what the
 * machine does not let us read (permission, too many files, a broken disk) that of the machine. */
bool diag_unreadable(Diag *diag, Place place, int error);

/* A word or sentence of ours that fills a place of a message, in the messages' language. */
const char *diag_word(const Diag *diag, const char *english);

/* For messages gathered elsewhere: one of them as if told here; then those that were counted but not kept
 * there. */
void diag_repeat(Diag *diag, const Message *message);
void diag_count_rest(Diag *diag, const Diag *from);

bool diag_failed(const Diag *diag); /* was there any error? */

#endif
