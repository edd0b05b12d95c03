/* Reads a command line by a command's table of options, and prints the same table as help and manual page. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "cli/cli.h"

typedef enum Parsed { PARSED_RUN, PARSED_HELP, PARSED_FAULT } Parsed;

/* Options may stand before, between and after arguments; "--" ends them; -p=x is not known, -px, -p x,
 * --long=x and --long x are. An unknown option is an error that names the nearest. */
Parsed options_parse(Run *run, const Command *command, int argc, char **argv);
/* The options of every command, an entry without a name last. Their values go to run, *color and *help. */
enum { OPTIONS_COMMON = 6 };
void options_common(Option *out, Run *run, const char **color, bool *help);

Str options_help(Arena *arena, const Command *command);
Str options_overview(Arena *arena, const Command *const *commands, int count);
Str options_manual(Arena *arena, const Command *const *commands, int count); /* man(7) source */
/* What a shell needs to complete commands, options and their values: "bash" or "zsh"; "" for others. */
Str options_completion(Arena *arena, const Command *const *commands, int count, const char *shell);

#endif
