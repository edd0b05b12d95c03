/* What `check` and `certify` share: the options that say what is judged by what, and the loading of profiles,
 * instruments and readings. */
#ifndef CLI_JUDGING_H
#define CLI_JUDGING_H

#include "cli/cli.h"
#include "judge/verdict.h"
#include "model/session.h"

typedef struct JudgingWords { /* as typed */
    TextList profiles, games;
    const char *profile_dir, *instruments, *rule, *guard;
    const char *decimal, *delimiter, *encoding;
    bool partial, strict, accept_implausible;
    bool certifies; /* a reading that can hardly be meant is refused, unless accepted */
    bool digest;    /* the SHA-256 of the files is wanted */
    int max_errors;
} JudgingWords;

/* Entries of a command's option table. */
#define JUDGING_OPTIONS(words)                                                                                 \
    {'p', "profile", "P", "judge by this profile (an id or a .yaml file)", OPTION_LIST, &(words).profiles},    \
        {0,           "profile-dir",                                                                           \
         "DIR",       "look for profiles in this folder too",                                                  \
         OPTION_TEXT, (void *)&(words).profile_dir},                                                           \
        {'i', "instruments", "FILE", "the instrument list (YAML)", OPTION_TEXT, (void *)&(words).instruments}, \
        {0,           "rule",                                                                                  \
         "RULE",      "simple, guarded or nonbinary, instead of the profile's",                                \
         OPTION_TEXT, (void *)&(words).rule},                                                                  \
        {0, "guard", "R", "guard band of R times U", OPTION_TEXT, (void *)&(words).guard},                     \
        {0,           "for",         "GAME", "a game the table is to serve; repeatable (default: all)",        \
         OPTION_LIST, &(words).games},                                                                         \
        {0, "partial", NULL, "judge what there is, and say so", OPTION_FLAG, &(words).partial},                \
        {0,           "accept-implausible",       NULL, "readings that look like slips are meant: remarks",    \
         OPTION_FLAG, &(words).accept_implausible},                                                            \
        {0,           "strict",       NULL, "a calibration that does not cover a reading is an error",         \
         OPTION_FLAG, &(words).strict},                                                                        \
        {0, "decimal", "SIGN", "decimal sign of the files: , or .", OPTION_TEXT, (void *)&(words).decimal},    \
        {0,           "delimiter",                                                                             \
         "SIGN",      "delimiter of the files: , ; | or tab",                                                  \
         OPTION_TEXT, (void *)&(words).delimiter},                                                             \
        {0, "encoding", "NAME", "encoding of the files", OPTION_TEXT, (void *)&(words).encoding}, {            \
        0, "max-errors", "N", "print at most N errors (default 50, 0: all)", OPTION_COUNT,                     \
            &(words).max_errors                                                                                \
    }

typedef struct Judging {
    const Profile *const *profiles;
    int profile_count;
    const Instruments *instruments; /* NULL: none */
    JudgeOptions options;
    Session session;
} Judging;

/* Checks the options, loads the profiles, reads the files (run->arguments). keep: every reading is kept.
 * False after errors (told); all files are read even when the first has errors. */
bool judging_load(Run *run, const JudgingWords *words, bool keep, Judging *out);
/* Reads one more file into a session of its own (readings as they were found). */
bool judging_read(Run *run, const JudgingWords *words, const Judging *judging, const char *path,
                  Session *out);
int judging_status(Outcome outcome); /* the exit status */

#endif
