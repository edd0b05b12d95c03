/* See passphrase.h. The terminal itself is asked (/dev/tty), so that the streams stay free; whatever ends the
 * question, an interrupt too, its echo is put back first. */
#include "cli/passphrase.h"

#include "base/out.h"
#include "base/source.h"
#include "cli/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

enum { MOST_LETTERS = 500 };

static bool from_file(Run *run, const char *path, bool new_one, Str *out, Diag *diag) {
    Source source;
    if (!source_load(run->arena, path, &source, diag)) return false;
    Str rest = source.bytes;
    *out = str_cut(&rest, '\n');
    if (str_ends(*out, S("\r"))) out->len--;
    if ((out->len || new_one) && out->len <= MOST_LETTERS && memchr(out->at, 0, (size_t)out->len) == NULL)
        return true;
    return diag_error(diag, place_file(str_of(path)), "its first line is no passphrase");
}

/* One line from the terminal; false: interrupted, or closed. */
static bool read_line(int tty, char *text, int *length) {
    struct pollfd wait[] = {{.fd = tty, .events = POLLIN}, {.fd = signals_fd(), .events = POLLIN}};
    for (*length = 0;;) {
        char c;
        if (poll(wait, 2, -1) < 0 && errno != EINTR) return false;
        if (signals_came()) return false;
        if (!(wait[0].revents & (POLLIN | POLLHUP))) continue;
        if (read(tty, &c, 1) != 1) return false;
        if (c == '\n') return true;
        if (*length < MOST_LETTERS) text[(*length)++] = c;
    }
}

static bool ask_once(Run *run, int tty, Str question, Str *out) {
    char text[MOST_LETTERS];
    int length;
    struct termios before, silent;
    if (tcgetattr(tty, &before) != 0) return false;
    silent = before;
    silent.c_lflag &= ~(tcflag_t)(ECHO | ECHOE | ECHOK | ECHONL);
    silent.c_cc[VSUSP] = _POSIX_VDISABLE; /* a stopped program would leave a terminal without echo */
    if (tcsetattr(tty, TCSAFLUSH, &silent) != 0) return false;
    (void)!write(tty, question.at, (size_t)question.len);
    bool ok = read_line(tty, text, &length);
    tcsetattr(tty, TCSANOW, &before);
    (void)!write(tty, "\n", 1);
    *out = ok ? str_dup(run->arena, (Str){text, length}) : S("");
    explicit_bzero(text, sizeof text);
    return ok;
}

/* An interrupt ends the program once the terminal is as it was. */
static bool leave_if_interrupted(int tty) {
    if (!signals_came()) return false;
    close(tty);
    out_abandon();
    _exit(signals_status());
}

static bool from_terminal(Run *run, int tty, const char *key_file, bool new_one, Str *out, Diag *diag) {
    Str again = S("");
    Str question = str_fmt(
        run->arena, new_one ? "new passphrase for %s (empty: none): " : "passphrase of %s: ", key_file);
    bool ok = ask_once(run, tty, question, out);
    if (ok && new_one && out->len) {
        ok = ask_once(run, tty, S("the same again: "), &again);
        if (ok && !str_eq(*out, again)) ok = diag_error(diag, NO_PLACE, "the two passphrases differ");
    }
    leave_if_interrupted(tty);
    signals_immediate();
    return ok || (diag_failed(diag) ? false : diag_error(diag, NO_PLACE, "no passphrase was given"));
}

bool passphrase_ask(void *context, const char *key_file, bool new_one, Str *out, Diag *diag) {
    const PassphraseWords *words = context;
    if (words->file) return from_file(words->run, words->file, new_one, out, diag);
    int tty = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (tty < 0 && new_one) /* in a script: the key's file is for its owner alone at least */
        return diag_warning(
                   diag, place_file(str_of(key_file)),
                   "there is no terminal to ask for a passphrase on: the key is not protected by one") ||
               true;
    if (tty < 0)
        return diag_error(
            diag, place_file(str_of(key_file)),
            "a passphrase is needed; there is no terminal to ask on, give --passphrase-file FILE");
    bool ok = from_terminal(words->run, tty, key_file, new_one, out, diag);
    close(tty);
    return ok;
}
