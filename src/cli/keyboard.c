/* See keyboard.h. Bytes are looked at one by one, so that a value typed by a device in one burst and a letter
 * pressed by a finger go the same way. */
#include "cli/keyboard.h"

#include "base/moment.h"
#include "measure/typed.h"

#include <errno.h>
#include <unistd.h>

/* No finger presses Enter so soon after a whole value: a device that ends it twice. */
enum { SECOND_END_MS = 50 };

static const struct {
    char letter;
    Key key;
} letters[] = {{'b', KEY_BACK}, {'r', KEY_AGAIN}, {'s', KEY_SKIP}, {'i', KEY_SWITCH}, {'q', KEY_QUIT}};

static Key find_letter(char letter) {
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (letters[i].letter == letter) return letters[i].key;
    return KEY_NONE;
}

void keyboard_open(Keyboard *keyboard, bool terminal) {
    *keyboard = (Keyboard){.terminal = terminal};
    if (!terminal || tcgetattr(STDIN_FILENO, &keyboard->before) != 0) {
        keyboard->terminal = false;
        return;
    }
    struct termios raw = keyboard->before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    raw.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IGNCR);
    raw.c_cc[VMIN] = 1, raw.c_cc[VTIME] = 0;
    raw.c_cc[VSUSP] = _POSIX_VDISABLE; /* a stopped session would leave a torn screen behind */
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
}

void keyboard_close(Keyboard *keyboard) {
    if (keyboard->terminal) tcsetattr(STDIN_FILENO, TCSANOW, &keyboard->before);
    keyboard->terminal = false;
}

static Str waiting(const Keyboard *keyboard) {
    return (Str){keyboard->waiting + keyboard->from, keyboard->to - keyboard->from};
}

bool keyboard_pending(const Keyboard *keyboard) { return keyboard->ended || waiting(keyboard).len > 0; }
int keyboard_fd(const Keyboard *keyboard) { return keyboard_pending(keyboard) ? -1 : STDIN_FILENO; }
bool keyboard_busy(const Keyboard *keyboard) { return keyboard->noting || keyboard->typed > 0; }

void keyboard_read(Keyboard *keyboard) {
    Str rest = waiting(keyboard);
    memmove(keyboard->waiting, rest.at, (size_t)rest.len);
    keyboard->from = 0, keyboard->to = (int)rest.len;
    size_t room = sizeof keyboard->waiting - (size_t)keyboard->to;
    ssize_t n = room ? read(STDIN_FILENO, keyboard->waiting + keyboard->to, room) : 0;
    if (n > 0)
        keyboard->to += (int)n;
    else if (room && (n == 0 || (errno != EINTR && errno != EAGAIN)))
        keyboard->ended = true;
}

/* ---- a whole line */

static void set_text(Keyboard *keyboard, Str text) {
    memmove(keyboard->text, text.at, (size_t)text.len); /* may be a part of what stands there */
    keyboard->text[text.len] = 0;
}

/* "n", "N", "n some words", "n: anything"; at a question a bare n is the answer no. */
static bool is_note(const Keyboard *keyboard, Str line, Str *note) {
    if (!line.len || (line.at[0] | 0x20) != 'n') return false;
    if (line.len > 1 && line.at[1] != ' ' && line.at[1] != ':') return false;
    *note = str_trim(str_skip(line, line.len > 1 && line.at[1] == ':' ? 2 : 1));
    return note->len || line.len > 1 || line.at[0] == 'N' || !keyboard->question;
}

static Key read_line(Keyboard *keyboard, Str line) {
    Str note;
    line = str_trim(line);
    set_text(keyboard, line);
    if (keyboard->noting) return keyboard->noting = false, KEY_NOTE;
    if (!line.len) return KEY_TAKE;
    if (line.len == 1 && find_letter(line.at[0]) != KEY_NONE) return find_letter(line.at[0]);
    if (typed_letter_and_number(line) || !is_note(keyboard, line, &note)) return KEY_TEXT;
    keyboard->noting = !note.len;
    set_text(keyboard, note);
    return note.len ? KEY_NOTE : KEY_NONE;
}

/* The second of two bytes that end one line, and an end that comes too soon after the one before. */
static bool is_second_end(const Keyboard *keyboard, char c) {
    if (keyboard->typed || !keyboard->end) return false;
    if (keyboard->end != '\n' && (c == '\n' || (keyboard->end == '\t' && c == '\r'))) return true;
    return keyboard->terminal && clock_monotonic_ms() - keyboard->ended_ms < SECOND_END_MS;
}

static Key end_line(Keyboard *keyboard, char c) {
    if (is_second_end(keyboard, c)) return keyboard->end = c, KEY_NONE;
    Str line = {keyboard->typing, keyboard->typed};
    Key key = read_line(keyboard, line);
    keyboard->end = key == KEY_TEXT || c != '\n' ? c : 0;
    keyboard->ended_ms = key == KEY_TEXT ? clock_monotonic_ms() : INT64_MIN / 2;
    keyboard->typed = 0, keyboard->typing[0] = 0;
    return key;
}

/* ---- byte by byte */

static void erase_one(Keyboard *keyboard) {
    while (keyboard->typed && (keyboard->typing[--keyboard->typed] & 0xc0) == 0x80) {
    }
    keyboard->typing[keyboard->typed] = 0;
}

static void add(Keyboard *keyboard, char c) {
    if (keyboard->typed == KEYBOARD_LINE) return;
    keyboard->typing[keyboard->typed++] = c;
    keyboard->typing[keyboard->typed] = 0;
    keyboard->end = 0;
}

/* A tab ends a value; in front of one, and between words, it is a blank. */
static Key take_tab(Keyboard *keyboard) {
    bool value = false;
    for (int i = 0; i < keyboard->typed; i++)
        value |= keyboard->typing[i] >= '0' && keyboard->typing[i] <= '9';
    if (value && !keyboard->noting && (keyboard->typing[0] | 0x20) != 'n') return end_line(keyboard, '\t');
    if (keyboard->typed) add(keyboard, ' ');
    return KEY_NONE;
}

/* Keys that only a terminal has. False: c is none. */
static bool take_control(Keyboard *keyboard, char c, Key *key) {
    *key = KEY_NONE;
    if (c == 0x03 || c == 0x04) /* Ctrl-C where the terminal makes no signal of it, Ctrl-D */
        *key = KEY_QUIT;
    else if (c == 0x7f || c == '\b')
        erase_one(keyboard);
    else if (c == 0x1b)
        keyboard->typed = 0, keyboard->typing[0] = 0, keyboard->noting = false;
    else
        return (unsigned char)c < 0x20;
    return true;
}

static Key take_byte(Keyboard *keyboard, char c) {
    Key key;
    if (c == '\n' || c == '\r') return end_line(keyboard, c);
    if (c == '\t') return take_tab(keyboard);
    if (keyboard->terminal && take_control(keyboard, c, &key)) return key;
    add(keyboard, c);
    return KEY_NONE;
}

/* Arrow and function keys send ESC [ … letter: nothing here means them. */
static void skip_sequence(Keyboard *keyboard) {
    Str rest = waiting(keyboard);
    if (rest.len < 3 || rest.at[0] != 0x1b || (rest.at[1] != '[' && rest.at[1] != 'O')) return;
    ptrdiff_t i = 2;
    while (i < rest.len && (unsigned char)rest.at[i] < 0x40) i++;
    keyboard->from += (int)(i < rest.len ? i + 1 : i);
}

Key keyboard_next(Keyboard *keyboard) {
    Key key = KEY_NONE;
    while (key == KEY_NONE && keyboard->from < keyboard->to) {
        if (keyboard->terminal) skip_sequence(keyboard);
        if (keyboard->from < keyboard->to) key = take_byte(keyboard, keyboard->waiting[keyboard->from++]);
    }
    if (key != KEY_NONE || !keyboard->ended) return key;
    return keyboard->typed ? end_line(keyboard, '\n') : KEY_QUIT;
}
