/* What every command shares: its options as a table, the diagnostics printed, the exit status. A command is
 * one file cmd_NAME.c that defines `const Command cmd_NAME`; main.c lists them. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "base/diag.h"
#include "model/config.h"

enum {
    EXIT_YES = 0,
    EXIT_NO = 1,
    EXIT_INPUT = 2,
    EXIT_INCOMPLETE = 3,
    EXIT_MACHINE = 4,
    EXIT_INTERRUPTED = 130
};

typedef enum OptionKind {
    OPTION_FLAG,  /* bool *  : --name sets it, and so does -n */
    OPTION_TEXT,  /* const char ** : the last one wins */
    OPTION_LIST,  /* TextList * : repeatable */
    OPTION_COUNT, /* int * : whole number ≥ 0 */
    OPTION_MANY   /* int * : whole number ≥ 1; 0 in it means not given */
} OptionKind;

typedef struct TextList {
    const char *at[64];
    int n;
} TextList;

typedef struct Option {
    char letter;          /* 0: none */
    const char *name;     /* long name */
    const char *argument; /* what the help calls its value; NULL for a flag */
    const char *help;     /* one line */
    OptionKind kind;
    void *into;
} Option;

struct Command;

typedef struct Run { /* one run of one command */
    Arena *arena;
    const struct Command *command;
    Diag diag;
    TextList arguments; /* what is no option */
    bool quiet, verbose, color;
    const char *language; /* a code of model/language.h: the option, else the configuration, else en */
    char **words;         /* the command line, for the language of what is said before it is understood */
    const Config *config; /* what the person has set once; options win over it */
} Run;

typedef struct Command {
    const char *name;
    const char *summary;     /* one line for the list of commands */
    const char *usage;       /* the words after the name: "-p PROFILE [options] FILE.csv..." */
    const char *description; /* paragraphs for --help and the man page; may be NULL */
    const Option *options;   /* ends with an entry without a name; -l -q -v -h --color are everybody's */
    int (*run)(Run *run);    /* returns the exit status; diag errors are turned into 2 or 4 by main */
} Command;

/* Diag.say: puts what is said into the language asked for. context: the Run. */
const char *run_say(void *context, const char *english);
/* Prints what diag has gathered since the last call (long work; before a prompt). main does it at the end. */
void run_print_messages(Run *run);
/* A usage error: message, and a hint at --help. Returns false. */
bool run_usage(Run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The exit status of the gravest error, or `otherwise` when there was none. */
int run_status(const Run *run, int otherwise);
/* A sign given by --delimiter or --decimal: one of the characters of `known`; "tab" is one, too. NULL: not
 * given. A usage error else. */
bool run_sign(Run *run, const char *option, const char *word, const char *known, char *out);
/* The words of the command line that are no options must be this many. */
bool run_want_arguments(Run *run, int least, int most, const char *what);
/* Whether this path is none of the files that the command reads: arguments, options that name files, and the
 * configuration's register and instrument list. A usage error else. NULL and "-" are none. */
bool run_spares_inputs(Run *run, const char *path);
/* The same for every path that the command's options name to be written (main asks before the command). */
bool run_spares_all(Run *run);

#endif
