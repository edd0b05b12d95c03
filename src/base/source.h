/* Whole small files (profiles, lists, texts) in memory, and the data the program carries inside itself:
 * profiles, report texts, the font. Large files are streamed by read/. */
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

#include "base/diag.h"

#include <stdio.h>

typedef struct Source {
    Str name; /* as messages show it */
    Str bytes;
    Str packed; /* shipped YAML: its tree (yaml_pack.h); else empty */
} Source;

/* A regular file, to be read; NULL and an error for anything else: a folder, a device without end, a pipe,
 * which is not waited for. The caller closes it. */
FILE *source_open(const char *path, Place place, Diag *diag);

/* Reads a regular file, at most 16 MiB. A missing or unreadable file is an error of the input (exit 2). */
bool source_load(Arena *arena, const char *path, Source *out, Diag *diag);
/* The line (1..) of the source, without its line end: for Place.text. */
Str source_line(const Source *source, int line);
Place source_place(const Source *source, int line, int column);

/* Shipped data by its path in the project ("profiles/equipment/tiny.yaml"); false if there is none. */
bool data_find(Str path, Source *out);
/* Calls `each` for every shipped file whose path begins with prefix, in byte order of the paths. */
void data_each(Str prefix, void (*each)(const Source *source, void *context), void *context);

#endif
