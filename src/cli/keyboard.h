/* What the person at a guided session wants: lines, from a terminal (edited and shown here) or from anywhere
 * else, so that a whole session can be scripted. A letter is a command only alone on its line, because
 * keyboards that balances and calipers pretend to be type letters too; they may end a value with CR, LF,
 * both, or a tab. The terminal's mode is set and restored here. Source: read/README.md, measure. */
#ifndef CLI_KEYBOARD_H
#define CLI_KEYBOARD_H

#include "base/arena.h"

#include <termios.h>

typedef enum Key {
    KEY_NONE, /* nothing (more) now */
    KEY_TAKE, /* Enter */
    KEY_BACK,
    KEY_AGAIN,
    KEY_SKIP,
    KEY_NOTE,   /* Keyboard.text: the note */
    KEY_SWITCH, /* another instrument */
    KEY_QUIT,
    KEY_TEXT /* Keyboard.text: a value or an answer */
} Key;

enum { KEYBOARD_LINE = 500 };

typedef struct Keyboard {
    bool terminal;                /* what is typed is edited and shown here */
    bool question;                /* n, y and their kin are answers now; the note is N */
    bool ended;                   /* no more input */
    bool noting;                  /* a note is being typed */
    char text[KEYBOARD_LINE + 1]; /* of the last line */
    char typing[KEYBOARD_LINE + 1];
    int typed;          /* bytes of `typing` */
    char end;           /* what ended the last line; 0: something has come since */
    int64_t ended_ms;   /* when a line with something on it ended, monotonic */
    char waiting[4096]; /* read, not yet looked at */
    int from, to;
    struct termios before;
} Keyboard;

/* terminal: standard input is one, and shall be read key by key. */
void keyboard_open(Keyboard *keyboard, bool terminal);
void keyboard_close(Keyboard *keyboard);
/* -1 when input that was read is still to be looked at, or has ended; else the descriptor to poll. */
int keyboard_fd(const Keyboard *keyboard);
bool keyboard_pending(const Keyboard *keyboard);
/* Is something begun that the next line end will send off? */
bool keyboard_busy(const Keyboard *keyboard);
/* Reads what has come; to be called when the descriptor is readable. */
void keyboard_read(Keyboard *keyboard);
/* The next line's wish. The end of input is KEY_QUIT. */
Key keyboard_next(Keyboard *keyboard);

#endif
