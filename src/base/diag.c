/* See diag.h. */
#include "base/diag.h"

#include <errno.h>
#include <stdarg.h>

Place place_file(Str file) { return (Place){.file = file, .text = {"", 0}}; }

/* Back to the start of the character at `at`. */
static ptrdiff_t character_start(Str s, ptrdiff_t at) {
    while (at > 0 && at < s.len && ((unsigned char)s.at[at] & 0xC0) == 0x80) at--;
    return at;
}

/* What is typed may be endless; a message is not. */
static Str shortened(Arena *arena, Str text) {
    enum { HEAD = 160, TAIL = 200 };
    if (text.len <= HEAD + TAIL) return text;
    Str head = str_slice(text, 0, character_start(text, HEAD));
    Str tail = str_skip(text, character_start(text, text.len - TAIL));
    return str_fmt(arena, "%.*s…%.*s", SARG(head), SARG(tail));
}

const char *diag_word(const Diag *diag, const char *english) {
    return diag->say ? diag->say(diag->context, english) : english;
}

static void add(Diag *diag, Severity severity, Place place, const char *format, va_list args) {
    diag->count[severity]++;
    if (diag->most && diag->count[severity] > diag->most) return;
    if (diag->say) format = diag->say(diag->context, format);
    va_list again;
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, args);
    char *text = arena_alloc(diag->arena, (size_t)len + 1);
    vsnprintf(text, (size_t)len + 1, format, again);
    va_end(again);
    place.file = str_dup(diag->arena, place.file);
    place.text = str_dup(diag->arena, place.text);
    *VEC_PUSH(diag->arena, &diag->messages) =
        (Message){severity, place, shortened(diag->arena, (Str){text, len})};
}

#define SAY(severity)                                                                                        \
    do {                                                                                                     \
        va_list args;                                                                                        \
        va_start(args, format);                                                                              \
        add(diag, severity, place, format, args);                                                            \
        va_end(args);                                                                                        \
    } while (0)

bool diag_error(Diag *diag, Place place, const char *format, ...) {
    SAY(SEVERITY_ERROR);
    if (diag->fault == FAULT_NONE) diag->fault = FAULT_INPUT;
    return false;
}

bool diag_machine(Diag *diag, Place place, const char *format, ...) {
    SAY(SEVERITY_ERROR);
    diag->fault = FAULT_MACHINE;
    return false;
}

bool diag_unreadable(Diag *diag, Place place, int error) {
    static const int of_input[] = {ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG, EINVAL};
    for (size_t i = 0; i < sizeof of_input / sizeof *of_input; i++)
        if (error == of_input[i])
            return diag_error(diag, place, "cannot be read: %s", diag_word(diag, strerror(error)));
    return diag_machine(diag, place, "cannot be read: %s", diag_word(diag, strerror(error)));
}

bool diag_warning(Diag *diag, Place place, const char *format, ...) {
    SAY(SEVERITY_WARNING);
    return false;
}

bool diag_note(Diag *diag, Place place, const char *format, ...) {
    SAY(SEVERITY_NOTE);
    return false;
}

void diag_repeat(Diag *diag, const Message *message) {
    if (message->severity == SEVERITY_ERROR)
        diag_error(diag, message->place, "%.*s", SARG(message->text));
    else if (message->severity == SEVERITY_WARNING)
        diag_warning(diag, message->place, "%.*s", SARG(message->text));
    else
        diag_note(diag, message->place, "%.*s", SARG(message->text));
}

void diag_count_rest(Diag *diag, const Diag *from) {
    for (int s = SEVERITY_NOTE; s <= SEVERITY_ERROR; s++) diag->count[s] += from->count[s];
    for (ptrdiff_t i = 0; i < from->messages.n; i++) diag->count[from->messages.at[i].severity]--;
    if (from->fault > diag->fault) diag->fault = from->fault;
}

bool diag_failed(const Diag *diag) { return diag->fault != FAULT_NONE; }
