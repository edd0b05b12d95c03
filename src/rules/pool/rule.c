/* The transition function: what was gathered of a stroke becomes a ruling. Nothing here changes a state; that
 * is rules/pool/advance.c. Source: rules-pool.md 3 to 5, 8. */
#include "rules/pool/pool.h"

static bool is(const PoolFacts *f, unsigned game) { return f->match->game->bit & game; }

/* ---- fouls and their notes ---- */

/* The opening break of 14.1 is not noted, and nothing is of a stroke that is played again. */
static void note_foul(PoolFacts *f) {
    const PoolState *before = f->before;
    int notes = before->fouls[f->player];
    f->noted = f->kind == RULING_FOUL && (f->match->game->notes_break || !before->breaking);
    if (!f->noted) {
        f->notes = f->foul || f->kind == RULING_ILLEGAL_BREAK ? notes : 0;
        return;
    }
    bool punished = !is(f, GAME_8_BALL) || f->match->rules.third_foul_loses;
    f->third = notes == 2 && f->warned && punished;
    f->third_unwarned = notes == 2 && !f->third && punished;
    f->notes = f->third_unwarned ? 2 : f->third && is(f, GAME_14_1) ? 0 : notes + 1;
    if (f->notes > 3) f->notes = 3;
}

/* ---- what kind of stroke it was ---- */

static RulingKind kind_of(const PoolFacts *f) {
    bool opening = is(f, GAME_14_1) && f->before->breaking;
    if (f->replay) return RULING_REPLAY;
    if (opening && f->break_failed) return RULING_ILLEGAL_BREAK;
    if (f->foul) return RULING_FOUL;
    if (!f->struck) return RULING_VOID;
    if (f->before->breaking) return f->break_failed ? RULING_ILLEGAL_BREAK : RULING_LEGAL;
    if (f->safety) return RULING_SAFETY;
    return f->pot ? RULING_LEGAL : RULING_MISS;
}

static int points_of(const PoolFacts *f) {
    if (!is(f, GAME_14_1)) return 0;
    if (f->kind == RULING_ILLEGAL_BREAK) return -2;
    if (f->third) return -16;
    if (f->kind == RULING_FOUL) return -1;
    return f->kind == RULING_LEGAL && f->pot ? __builtin_popcount(f->down & OBJECT_BALLS) : 0;
}

static CueState cue_of(const PoolFacts *f) {
    bool lost = (f->down | f->off) & BIT(CUE);
    if (f->kind == RULING_REPLAY || f->kind == RULING_VOID) return f->before->cue;
    if (is(f, GAME_14_1)) return lost ? CUE_IN_HAND_HEAD : f->struck ? CUE_LIES : f->before->cue;
    if (f->kind != RULING_FOUL) return CUE_LIES;
    bool head = f->before->breaking && (is(f, GAME_8_BALL) || f->match->rules.break_foul_head_9);
    return head ? CUE_IN_HAND_HEAD : CUE_IN_HAND;
}

/* One ball or none is left after a legal stroke of 14.1. */
static bool racks_anew(const PoolFacts *f) {
    BallSet left = pool_on_table(f->before) & ~f->down;
    return is(f, GAME_14_1) && f->kind == RULING_LEGAL && f->pot && __builtin_popcount(left) <= 1;
}

static Player winner_of(const PoolFacts *f) {
    if (f->kind == RULING_REPLAY || f->kind == RULING_VOID) return PLAYER_NONE;
    if (f->third && !is(f, GAME_14_1)) return player_other(f->player);
    int score = f->before->score[f->player] + f->points;
    if (is(f, GAME_14_1) && f->match->points && score >= f->match->points) return f->player;
    return f->winner;
}

static bool groups_are_decided(const PoolFacts *f) {
    bool open = f->before->group[f->player] == GROUP_NONE;
    return is(f, GAME_8_BALL) && open && !f->before->breaking && f->kind == RULING_LEGAL && f->pot;
}

/* The order matters: the 8 lost makes a foul of a stroke without one, and what comes back depends on the
 * kind. */
void pool_decide(PoolFacts *f) {
    const PoolGame *game = f->match->game;
    f->break_legal = game->break_legal(f);
    f->break_failed = f->struck && f->before->breaking && !f->break_legal;
    pool_fouls(f);
    f->pot = game->pots(f);
    f->winner = f->replay ? PLAYER_NONE : game->winner(f);
    if (f->winner == player_other(f->player)) f->foul = true;
    f->kind = kind_of(f);
    note_foul(f);
    f->points = points_of(f);
    bool happened = f->kind != RULING_REPLAY && f->kind != RULING_VOID;
    f->group_decided = groups_are_decided(f);
    f->cue_after = cue_of(f);
    f->winner = winner_of(f);
    bool goes_on = happened && f->winner == PLAYER_NONE; /* nothing is put back when the game is over */
    f->returns = goes_on ? game->returns(f) : 0;
    f->new_rack = goes_on && racks_anew(f);
    if (f->new_rack) f->returns = 0; /* the last ball, off the table, goes into the rack */
}

/* ---- the ruling as printed ---- */

static void list_pocketed(const PoolFacts *f, PoolRuling *ruling) {
    for (int i = 0; i < f->down_count && f->kind != RULING_REPLAY; i++)
        ruling->pocketed[ruling->pocketed_count++] = f->down_order[i];
}

static void write_ruling(const PoolFacts *f, const PoolState *after, PoolRuling *ruling) {
    Ruling *common = &ruling->common;
    common->shot = f->shot->number;
    common->player = f->player;
    common->kind = f->kind;
    common->points = f->points;
    common->scored = is(f, GAME_14_1) || f->match->race;
    memcpy(common->score, after->score, sizeof common->score);
    common->next = after->over ? PLAYER_NONE : after->next;
    common->options = after->over ? 0 : after->options;
    common->standing = after->standing;
    common->standing_player = after->standing_player;
    ruling->cue = after->standing == STANDING_PLAYING ? after->cue : f->cue_after;
    ruling->group = f->group_decided ? after->group[f->player] : GROUP_NONE;
    list_pocketed(f, ruling);
    if (ruling->fouls[f->player] == 2 && f->before->fouls[f->player] < 2) ruling_call(common, "two-fouls");
    pool_cite(f, ruling);
}

static Player player_of(const Shot *shot, const PoolState *before) {
    return shot->player == PLAYER_NONE ? before->next : shot->player;
}

bool pool_rule(const PoolMatch *match, const PoolState *before, const Shot *shot, PoolState *after,
               PoolRuling *ruling, Diag *diag) {
    PoolState chosen = *before; /* as the choices of this shot leave it */
    PoolFacts facts = {.match = match,
                       .before = &chosen,
                       .shot = shot,
                       .first = BALL_NONE,
                       .call_ball = BALL_NONE,
                       .call_pocket = BALL_NONE,
                       .concedes = PLAYER_NONE,
                       .winner = PLAYER_NONE};
    *ruling = (PoolRuling){0};
    if (before->over) return diag_error(diag, shot_place(shot), "the game is over: no shot can follow");
    chosen.standing = STANDING_PLAYING;
    chosen.standing_player = PLAYER_NONE;
    if (!pool_choices(match, &chosen, shot, &facts, ruling, diag)) return false;
    facts.player = player_of(shot, &chosen);
    if (!pool_gather(&facts, diag)) return false;
    pool_decide(&facts);
    *after = chosen;
    if (!pool_advance(&facts, after, ruling, diag)) return false;
    write_ruling(&facts, after, ruling);
    return true;
}
