/* The languages of texts: those that have a file reports/text/CODE.yaml, English first, the others by their
 * codes. A further one is data alone: that file (the words of the reports, the names of games, points and
 * months, the words for yes and no), reports/messages/CODE.yaml (what is said about input and machine;
 * English where a message is missing), and where wanted its titles and aliases in the profiles. */
#ifndef MODEL_LANGUAGE_H
#define MODEL_LANGUAGE_H

#include "base/arena.h"

enum { LANGUAGE_EN, LANGUAGE_MOST = 16 };

int language_count(void);
const char *language_code(int language);              /* "en" … */
int language_index(const char *code);                 /* -1: none of them */
const char *const *language_codes(void);              /* all, NULL-terminated */
Str language_list(Arena *arena, const char *between); /* "en, cs, sk" */

/* The words for yes and no, of all languages. */
typedef struct Answers {
    const Str *yes, *no;
    int yes_count, no_count;
} Answers;

Answers language_answers(Arena *arena);
/* Without regard to letter case; false: it is neither. */
bool answer_find(Arena *arena, const Answers *answers, Str word, bool *yes);
Str answers_list(Arena *arena, const Answers *answers); /* "yes, áno, ano, no, nie, ne" for a message */

/* A printf format of a message in the language; the English one itself where the language has none, or one
 * with other places. */
const char *language_message(Arena *arena, int language, const char *english);

#endif
