/* The one folder a desk writes in. Every file is opened below the folder's own descriptor, links are not
 * followed, and nothing is said to be kept before it is on the disk. The folder is locked as long as the desk
 * runs. Source: desk/README.md, What must hold 1, 3; Settled details 1. */
#ifndef DESK_FOLDER_H
#define DESK_FOLDER_H

#include "base/diag.h"

typedef struct Folder {
    int fd;         /* -1: none */
    char *path;     /* as it was named, for files that other rooms open */
    char *absolute; /* for what is kept elsewhere about it */
} Folder;

/* What tells that a file is still the one that was read. */
typedef struct FileMark {
    bool there;
    int64_t size, changed_ns;
    uint64_t number;
} FileMark;

/* Opens and locks. False after errors (told): no folder, another desk is in it. */
bool folder_open(Folder *folder, Arena *arena, const char *path, Diag *diag);
void folder_close(Folder *folder);

FileMark folder_mark(const Folder *folder, const char *file);
bool file_mark_same(FileMark a, FileMark b);
/* The file's bytes in the arena; false when it is not there, no regular file, or over 16 MiB. */
bool folder_read(const Folder *folder, Arena *arena, const char *file, Str *out);
/* Replaces the file as a whole; false when the disk does not take it (the file of before stays). */
bool folder_write(const Folder *folder, const char *file, Str bytes);
/* The same, but only where there is none. *exists says which it was. */
bool folder_create(const Folder *folder, const char *file, Str bytes, bool *exists);
/* Puts bytes behind what stands there; on failure nothing is added. */
bool folder_append(const Folder *folder, const char *file, Str bytes);
/* Calls each for the name of every regular file in the folder. */
void folder_each(const Folder *folder, void (*each)(void *context, const char *file), void *context);

#endif
