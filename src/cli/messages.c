/* Prints diagnostics, on stderr, in the compiler's form with the line and a caret. See cli.h. */
#include "cli/cli.h"

#include "base/buf.h"
#include "base/text.h"
#include "model/language.h"

#include <stdarg.h>
#include <unistd.h>

static const char *const names[] = {"note", "warning", "error"};
static const char *const colors[] = {"\033[1;36m", "\033[1;35m", "\033[1;31m"};

/* The line, cut to a window round the column, and a caret below the character meant. */
static void print_caret(Buf *out, const Place *place) {
    enum { WINDOW = 100 };
    Str line = place->text;
    if (!line.len || place->column < 1 || text_utf8_fault(line) >= 0) return;
    int skip = place->column > WINDOW ? place->column - WINDOW / 2 : 0;
    for (int i = 0; i < skip && line.len; i++) (void)text_next(&line);
    Str rest = line;
    int shown = 0;
    for (; rest.len && shown < WINDOW + WINDOW / 2; shown++) (void)text_next(&rest);
    line.len -= rest.len;
    buf_put(out, S("    "));
    for (Str at = line; at.len;) {
        Str from = at;
        uint32_t c = text_next(&at);
        if (c < 0x20 || (c >= 0x7f && c < 0xa0) || text_steers(c))
            buf_byte(out, ' ');
        else
            buf_put(out, str_slice(from, 0, from.len - at.len));
    }
    buf_put(out, S("\n    "));
    for (int i = 1; i < place->column - skip && line.len; i++) {
        Str from = line;
        (void)text_next(&line);
        int width = text_width(str_slice(from, 0, from.len - line.len));
        for (int w = 0; w < width; w++) buf_byte(out, ' ');
    }
    buf_put(out, S("^\n"));
}

static void print_message(Arena *arena, Buf *out, const Message *message, bool color) {
    const Place *place = &message->place;
    if (place->file.len)
        buf_put(out, text_harmless(arena, place->file));
    else
        buf_put(out, S("tablecert"));
    if (place->file.len && place->line)
        buf_printf(out, ":%d:%d", place->line, place->column ? place->column : 1);
    buf_printf(out, ": %s%s:%s ", color ? colors[message->severity] : "", names[message->severity],
               color ? "\033[0m" : "");
    buf_put(out, text_harmless(arena, message->text));
    buf_byte(out, '\n');
    print_caret(out, place);
}

static void print_uncounted(Buf *out, const Diag *diag, bool quiet) {
    static const char *const texts[] = {"%d more notes of this run are not shown",
                                        "%d more warnings of this run are not shown",
                                        "%d more errors of this run are not shown"};
    for (int s = SEVERITY_ERROR; s >= (quiet ? SEVERITY_ERROR : SEVERITY_NOTE); s--) {
        if (!diag->most || diag->count[s] <= diag->most) continue;
        buf_put(out, S("tablecert: note: "));
        buf_printf(out, diag_word(diag, texts[s]), diag->count[s] - diag->most);
        buf_byte(out, '\n');
    }
}

void run_print_messages(Run *run) {
    Buf out = {0};
    Diag *diag = &run->diag;
    bool color = run->color && isatty(STDERR_FILENO);
    for (; diag->printed < diag->messages.n; diag->printed++) {
        const Message *message = &diag->messages.at[diag->printed];
        if (!run->quiet || message->severity == SEVERITY_ERROR)
            print_message(run->arena, &out, message, color);
    }
    print_uncounted(&out, diag, run->quiet);
    if (out.len) fwrite(out.at, 1, out.len, stderr);
    buf_free(&out);
}

/* A wrong option is told before all are read, so the language is looked for among the words themselves. */
static const char *language_of_words(char **words) {
    for (; words && *words; words++) {
        const char *word = *words;
        if (!strcmp(word, "--")) break;
        if (!strncmp(word, "--lang=", 7)) return word + 7;
        if ((!strcmp(word, "--lang") || !strcmp(word, "-l")) && words[1]) return words[1];
        if (word[0] == '-' && word[1] == 'l' && word[2]) return word + 2;
    }
    return NULL;
}

const char *run_say(void *context, const char *english) {
    Run *run = context;
    const char *code = run->language ? run->language : language_of_words(run->words);
    int language = code ? language_index(code) : LANGUAGE_EN;
    return language > LANGUAGE_EN ? language_message(run->arena, language, english) : english;
}

bool run_usage(Run *run, const char *format, ...) {
    va_list args;
    char text[512];
    format = diag_word(&run->diag, format);
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return diag_error(&run->diag, NO_PLACE, "%s", text);
}

int run_status(const Run *run, int otherwise) {
    if (run->diag.fault == FAULT_MACHINE) return EXIT_MACHINE;
    return run->diag.fault == FAULT_INPUT ? EXIT_INPUT : otherwise;
}

bool run_sign(Run *run, const char *option, const char *word, const char *known, char *out) {
    if (!word) return true;
    char sign = !strcmp(word, "tab") || !strcmp(word, "\\t") ? '\t' : word[0] && !word[1] ? word[0] : '\0';
    if (!sign || !strchr(known, sign))
        return run_usage(run, "--%s: '%s' is not one of %s", option, word,
                         *known == '.' ? ". ," : ", ; | tab");
    *out = sign;
    return true;
}

bool run_want_arguments(Run *run, int least, int most, const char *what) {
    int n = run->arguments.n;
    if (n >= least && n <= most) return true;
    what = diag_word(&run->diag, what);
    return run_usage(run, n < least ? "%s is missing" : "too many arguments; expected %s", what);
}
