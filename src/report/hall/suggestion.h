/* A suggested plan as a hall file. */
#ifndef REPORT_HALL_SUGGESTION_H
#define REPORT_HALL_SUGGESTION_H

#include "base/buf.h"
#include "hall/suggest.h"

typedef struct HallSuggestion {
    Arena *arena;
    const Yaml *root; /* the file as it was */
    const Suggestion *laid;
    Str profile; /* as typed */
    Str words;   /* what is said of it, as a comment */
} HallSuggestion;

void hall_suggestion_yaml(const HallSuggestion *suggestion, Buf *out);

#endif
