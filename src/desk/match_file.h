/* The two files of a match, written and read. See match.h. */
#ifndef DESK_MATCH_FILE_H
#define DESK_MATCH_FILE_H

#include "desk/match.h"

/* All return false when the disk does not take it; then the files are as they were. A practice match has none
 * and everything succeeds. */
bool match_file_create(DeskMatch *match, const Folder *folder, bool *exists);
bool match_file_add(DeskMatch *match, const Folder *folder, int number); /* this shot, the last */
bool match_file_rewrite(DeskMatch *match, const Folder *folder);         /* after an undo */
bool match_file_settle(DeskMatch *match, const Folder *folder);          /* set-up, next, redo */
bool match_file_read(DeskMatch *match, const Folder *folder, RowFaults *faults);

#endif
