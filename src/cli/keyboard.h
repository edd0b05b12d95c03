/* What the person at a guided session wants: single keys on a terminal, the same as lines from anywhere else,
 * so that a whole session can be scripted. The terminal's mode is set and restored here. */
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
    bool keys;     /* a terminal: single keys */
    bool question; /* n, y and their kin are answers now; the note is N */
    bool ended;    /* no more input */
    bool noting;   /* a note is being typed */
    char text[KEYBOARD_LINE + 1];
    int typed;          /* bytes of the line being typed, keys only */
    char waiting[4096]; /* read, not yet looked at */
    int from, to;
    struct termios before;
} Keyboard;

/* keys: standard input is a terminal that shall be used key by key. */
void keyboard_open(Keyboard *keyboard, bool keys);
void keyboard_close(Keyboard *keyboard);
/* -1 when input that was read is still to be looked at, or has ended; else the descriptor to poll. */
int keyboard_fd(const Keyboard *keyboard);
bool keyboard_pending(const Keyboard *keyboard);
/* Reads what has come; to be called when the descriptor is readable. */
void keyboard_read(Keyboard *keyboard);
/* The next key or line. The end of input is KEY_QUIT. */
Key keyboard_next(Keyboard *keyboard);

#endif
