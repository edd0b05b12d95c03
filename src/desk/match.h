/* A match on the desk: its set-up, its shots as rows, and what the referee said to each. The two files of a
 * match are all there is to it: NAME.match.yaml (set-up, what is waiting before the next stroke, what was
 * taken back) and NAME.match.csv (the score sheet that `tablecert referee` reads). Every change is on the
 * disk before the function returns. Source: desk/README.md, The interface, Settled details 1. */
#ifndef DESK_MATCH_H
#define DESK_MATCH_H

#include "desk/folder.h"
#include "desk/score.h"
#include "desk/setup.h"

typedef enum NewsKind { NEWS_RULING, NEWS_UNDO, NEWS_SETUP } NewsKind; /* what the pages are told */
enum { NEWS_KEPT = 128 };

typedef struct DeskMatch {
    Arena arena;
    Arena texts; /* of the rulings */
    Str name;
    DeskSetup setup;
    VEC(ShotRows) shots; /* shots.at[0] is shot 0; rows none: not given */
    ScoreRows next;      /* waiting to be put at the head of the next shot */
    VEC(ShotRows) redo;  /* taken back, the next one to be played again first */
    int redo_from;       /* its number */
    Score score;
    bool foreign; /* the sheet is not as the desk writes it: rewritten at the first change */
    FileMark marks[2];
    int64_t news;            /* the number of the last; it only grows, over a restart too */
    uint8_t what[NEWS_KEPT]; /* number n (from 1) is at [n % NEWS_KEPT] */
    int shot_of[NEWS_KEPT];
    struct DeskMatch *after;
} DeskMatch;

typedef enum Answer {
    ANSWER_DONE,
    ANSWER_AGAIN,    /* was done before: the same once more */
    ANSWER_CONFLICT, /* another number or other rows */
    ANSWER_REFUSED,  /* *faults */
    ANSWER_FAILED    /* the disk does not take it */
} Answer;

/* A new match. REFUSED, CONFLICT (one is there), FAILED; the match is good after DONE only. */
Answer match_create(DeskMatch *match, const Folder *folder, const DeskWords *words, Str name,
                    const DeskSetup *setup, RowFaults *faults);
/* Reads the match's files. False when there is none, or it cannot be used (*faults). */
bool match_load(DeskMatch *match, const Folder *folder, const DeskWords *words, Str name, RowFaults *faults);
bool match_is_current(const DeskMatch *match, const Folder *folder); /* nobody else has changed its files */
void match_close(DeskMatch *match);

int match_last(const DeskMatch *match); /* number of the last shot; 0: none */
bool match_is_set_up(const DeskMatch *match);
Answer match_shot(DeskMatch *match, const Folder *folder, int number, ScoreRows rows, RowFaults *faults);
/* Rules on one shot more without keeping it. */
Answer match_ask(DeskMatch *match, int number, ScoreRows rows, ShotRows *out, RowFaults *faults);
Answer match_undo(DeskMatch *match, const Folder *folder, int number, int known);
Answer match_put_next(DeskMatch *match, const Folder *folder, ScoreRows rows, RowFaults *faults);
/* FAILED, REFUSED: earlier shots would not rule any more. */
Answer match_correct(DeskMatch *match, const Folder *folder, const DeskSetup *setup, RowFaults *faults);

/* The names of a match's files; good in the arena. */
const char *match_yaml(Arena *arena, Str name);
const char *match_csv(Arena *arena, Str name);

#endif
