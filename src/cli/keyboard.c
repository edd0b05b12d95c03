/* See keyboard.h. */
#include "cli/keyboard.h"

#include <errno.h>
#include <unistd.h>

static const struct {
    char letter;
    Key key;
} letters[] = {{'b', KEY_BACK}, {'r', KEY_AGAIN}, {'s', KEY_SKIP}, {'i', KEY_SWITCH}, {'q', KEY_QUIT}};

static Key find_letter(char letter) {
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (letters[i].letter == letter) return letters[i].key;
    return KEY_NONE;
}

void keyboard_open(Keyboard *keyboard, bool keys) {
    *keyboard = (Keyboard){.keys = keys};
    if (!keys || tcgetattr(STDIN_FILENO, &keyboard->before) != 0) {
        keyboard->keys = false;
        return;
    }
    struct termios raw = keyboard->before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    raw.c_cc[VMIN] = 1, raw.c_cc[VTIME] = 0;
    raw.c_cc[VSUSP] = _POSIX_VDISABLE; /* a stopped session would leave a torn screen behind */
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
}

void keyboard_close(Keyboard *keyboard) {
    if (keyboard->keys) tcsetattr(STDIN_FILENO, TCSANOW, &keyboard->before);
    keyboard->keys = false;
}

static Str waiting(const Keyboard *keyboard) {
    return (Str){keyboard->waiting + keyboard->from, keyboard->to - keyboard->from};
}

bool keyboard_pending(const Keyboard *keyboard) {
    Str rest = waiting(keyboard);
    if (keyboard->ended) return true;
    return keyboard->keys ? rest.len > 0 : str_find_byte(rest, '\n') >= 0;
}

int keyboard_fd(const Keyboard *keyboard) { return keyboard_pending(keyboard) ? -1 : STDIN_FILENO; }

void keyboard_read(Keyboard *keyboard) {
    Str rest = waiting(keyboard);
    memmove(keyboard->waiting, rest.at, (size_t)rest.len);
    keyboard->from = 0, keyboard->to = (int)rest.len;
    size_t room = sizeof keyboard->waiting - (size_t)keyboard->to;
    if (!room) keyboard->to = 0, room = sizeof keyboard->waiting; /* a line longer than any answer */
    ssize_t n = read(STDIN_FILENO, keyboard->waiting + keyboard->to, room);
    if (n > 0)
        keyboard->to += (int)n;
    else if (n == 0 || (errno != EINTR && errno != EAGAIN))
        keyboard->ended = true;
}

static void set_text(Keyboard *keyboard, Str text) {
    if (text.len > KEYBOARD_LINE) text.len = KEYBOARD_LINE;
    memcpy(keyboard->text, text.at, (size_t)text.len);
    keyboard->text[text.len] = 0;
}

/* ---- lines */

/* "n", "N" and "n some words"; at a question a bare n is the answer no. */
static bool is_note(const Keyboard *keyboard, Str line, Str *note) {
    if (!line.len || (line.at[0] | 0x20) != 'n' || (line.len > 1 && line.at[1] != ' ')) return false;
    *note = str_trim(str_skip(line, 1));
    return note->len || line.at[0] == 'N' || !keyboard->question;
}

static Key read_as_line(Keyboard *keyboard, Str line) {
    Str note;
    line = str_trim(line);
    set_text(keyboard, line);
    if (keyboard->noting) return keyboard->noting = false, KEY_NOTE;
    if (!line.len) return KEY_TAKE;
    if (line.len == 1 && find_letter(line.at[0]) != KEY_NONE) return find_letter(line.at[0]);
    if (!is_note(keyboard, line, &note)) return KEY_TEXT;
    keyboard->noting = !note.len;
    set_text(keyboard, note);
    return note.len ? KEY_NOTE : KEY_NONE;
}

static Key next_line(Keyboard *keyboard) {
    Key key = KEY_NONE;
    while (key == KEY_NONE) {
        Str rest = waiting(keyboard);
        ptrdiff_t end = str_find_byte(rest, '\n');
        if (end < 0 && !(keyboard->ended && rest.len)) break;
        Str line = end < 0 ? rest : str_slice(rest, 0, end);
        keyboard->from += (int)(end < 0 ? rest.len : end + 1);
        key = read_as_line(keyboard, line);
    }
    return key == KEY_NONE && keyboard->ended ? KEY_QUIT : key;
}

/* ---- keys */

static void erase_one(Keyboard *keyboard) {
    while (keyboard->typed && (keyboard->text[--keyboard->typed] & 0xc0) == 0x80) {
    }
    keyboard->text[keyboard->typed] = 0;
}

static Key enter(Keyboard *keyboard) {
    Str line = {keyboard->text, keyboard->typed};
    keyboard->typed = 0;
    Key key = read_as_line(keyboard, line);
    if (key == KEY_NONE || key == KEY_TAKE) keyboard->text[0] = 0;
    return key;
}

static Key take_byte(Keyboard *keyboard, char c) {
    bool first = !keyboard->typed && !keyboard->noting;
    if (c == '\n' || c == '\r') return enter(keyboard);
    if (c == 0x03 || c == 0x04) return KEY_QUIT; /* Ctrl-C where the terminal makes no signal of it, Ctrl-D */
    if (c == 0x7f || c == '\b') return erase_one(keyboard), KEY_NONE;
    if (c == 0x1b) return keyboard->typed = 0, keyboard->text[0] = 0, keyboard->noting = false, KEY_NONE;
    if (first && find_letter(c) != KEY_NONE) return find_letter(c);
    if (first && (c == 'N' || (c == 'n' && !keyboard->question))) return keyboard->noting = true, KEY_NONE;
    if ((unsigned char)c >= 0x20 && keyboard->typed < KEYBOARD_LINE) {
        keyboard->text[keyboard->typed++] = c;
        keyboard->text[keyboard->typed] = 0;
    }
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

static Key next_key(Keyboard *keyboard) {
    Key key = KEY_NONE;
    while (key == KEY_NONE && keyboard->from < keyboard->to) {
        skip_sequence(keyboard);
        if (keyboard->from < keyboard->to) key = take_byte(keyboard, keyboard->waiting[keyboard->from++]);
    }
    return key == KEY_NONE && keyboard->ended ? KEY_QUIT : key;
}

Key keyboard_next(Keyboard *keyboard) { return keyboard->keys ? next_key(keyboard) : next_line(keyboard); }
