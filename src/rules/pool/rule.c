/* The transition function: what is seen of a stroke becomes a ruling. Nothing here changes a state; that is
 * rules/pool/advance.c. Source: rules/pool/README.md 3 to 5, 8. */
#include "rules/pool/pool.h"

static bool is(const PoolSeen *s, unsigned game) { return s->match->game->bit & game; }

/* ---- fouls and their notes ---- */

/* The opening break of 14.1 is not noted, nothing is of a stroke that is played again, nor of a game that is
 * lost on the 8. */
static void note_foul(const PoolSeen *s, PoolDecided *d) {
    const PoolState *before = s->before;
    int notes = before->fouls[s->player];
    bool lost = d->winner == player_other(s->player);
    d->noted = d->kind == RULING_FOUL && !lost && (s->match->game->notes_break || !before->breaking);
    if (!d->noted) {
        d->notes = d->foul || d->kind == RULING_ILLEGAL_BREAK ? notes : 0;
        return;
    }
    bool punished = !is(s, GAME_8_BALL) || s->match->rules.third_foul_loses;
    d->third = notes == 2 && s->warned && punished;
    d->third_unwarned = notes == 2 && !d->third && punished;
    d->notes = d->third_unwarned ? 2 : d->third && is(s, GAME_14_1) ? 0 : notes + 1;
    if (d->notes > 3) d->notes = 3;
}

/* ---- what kind of stroke it was ---- */

static RulingKind kind_of(const PoolSeen *s, const PoolDecided *d) {
    bool opening = is(s, GAME_14_1) && s->before->breaking;
    if (s->broken_off && !d->foul) return RULING_REPLAY;
    if (opening && d->break_failed) return RULING_ILLEGAL_BREAK;
    if (d->foul) return RULING_FOUL;
    if (!s->struck) return RULING_VOID;
    if (s->before->breaking) return d->break_failed ? RULING_ILLEGAL_BREAK : RULING_LEGAL;
    if (s->safety) return RULING_SAFETY;
    return d->pot ? RULING_LEGAL : RULING_MISS;
}

static int points_of(const PoolSeen *s, const PoolDecided *d) {
    if (!is(s, GAME_14_1)) return 0;
    if (d->kind == RULING_ILLEGAL_BREAK) return -2;
    if (d->third) return -16;
    if (d->kind == RULING_FOUL) return -1;
    if (d->kind != RULING_LEGAL || !d->pot) return 0;
    return s->match->rules.further_count_14_1 ? __builtin_popcount(s->down & OBJECT_BALLS) : 1;
}

static CueState cue_of(const PoolSeen *s, const PoolDecided *d) {
    bool lost = (s->down | s->off) & BIT(CUE);
    if (d->kind == RULING_REPLAY || d->kind == RULING_VOID) return s->before->cue;
    bool played = s->struck && !s->broken_off;
    if (is(s, GAME_14_1)) return lost ? CUE_IN_HAND_HEAD : played ? CUE_LIES : s->before->cue;
    if (d->kind != RULING_FOUL) return CUE_LIES;
    bool head = s->before->breaking && (is(s, GAME_8_BALL) || s->match->rules.break_foul_head_9);
    return head ? CUE_IN_HAND_HEAD : CUE_IN_HAND;
}

/* One ball or none is left after a legal stroke of 14.1. What nobody called is no longer down, so that the
 * fifteenth, fallen with the fourteenth, is the one that is left. */
static bool racks_anew(const PoolSeen *s, const PoolDecided *d) {
    BallSet gone = s->match->rules.further_count_14_1 || d->counted == BALL_NONE ? s->down : BIT(d->counted);
    BallSet left = pool_on_table(s->before) & ~gone;
    return is(s, GAME_14_1) && d->kind == RULING_LEGAL && d->pot && __builtin_popcount(left) <= 1;
}

static Player winner_of(const PoolSeen *s, const PoolDecided *d) {
    if (d->kind == RULING_REPLAY || d->kind == RULING_VOID) return PLAYER_NONE;
    if (d->third && !is(s, GAME_14_1)) return player_other(s->player);
    int score = s->before->score[s->player] + d->points;
    if (is(s, GAME_14_1) && s->match->points && score >= s->match->points) return s->player;
    return d->winner;
}

static bool groups_are_decided(const PoolSeen *s, const PoolDecided *d) {
    bool open = s->before->group[s->player] == GROUP_NONE;
    return is(s, GAME_8_BALL) && open && !s->before->breaking && d->kind == RULING_LEGAL && d->pot;
}

/* 8-ball: the opponent's balls on a stroke without a foul, and what falls on the break (6.1, settled). */
static BallSet stays_of(const PoolSeen *s, const PoolDecided *d) {
    bool settled = is(s, GAME_8_BALL) && s->match->rules.uncalled_pots_return_8;
    bool uncalled = d->kind == RULING_LEGAL || d->kind == RULING_MISS;
    BallSet called = d->counted == BALL_NONE ? 0 : BIT(d->counted);
    return settled && uncalled ? s->down & OBJECT_BALLS & ~BIT(8) & ~called & ~d->returns : 0;
}

/* The order matters: the 8 lost makes a foul of a stroke without one, and what comes back depends on the
 * kind. */
void pool_decide(const PoolSeen *s, PoolDecided *d) {
    const PoolGame *game = s->match->game;
    d->break_legal = game->break_legal(s);
    d->break_failed = s->struck && s->before->breaking && !d->break_legal && !s->broken_off;
    pool_fouls(s, d);
    d->counted = game->calls ? pool_called_ball(s) : BALL_NONE;
    d->pot = game->pots(s, d);
    d->winner = s->broken_off && !d->foul ? PLAYER_NONE : game->winner(s, d);
    if (d->winner == player_other(s->player)) d->foul = true;
    d->kind = kind_of(s, d);
    note_foul(s, d);
    d->points = points_of(s, d);
    bool happened = d->kind != RULING_REPLAY && d->kind != RULING_VOID;
    d->group_decided = groups_are_decided(s, d);
    d->cue_after = cue_of(s, d);
    d->winner = winner_of(s, d);
    bool goes_on = happened && d->winner == PLAYER_NONE; /* nothing is put back when the game is over */
    if (s->broken_off) goes_on = false;                  /* nor when all balls go back */
    d->returns = goes_on ? game->returns(s, d) : 0;
    d->stays = goes_on ? stays_of(s, d) : 0;
    d->new_rack = goes_on && racks_anew(s, d);
    if (d->new_rack) d->returns = 0; /* the last ball, off the table, goes into the rack */
}

/* ---- the ruling as printed ---- */

static void list_pocketed(const PoolSeen *s, const PoolDecided *d, PoolRuling *ruling) {
    for (int i = 0; i < s->down_count && d->kind != RULING_REPLAY; i++)
        ruling->pocketed[ruling->pocketed_count++] = s->down_order[i];
}

static void write_ruling(const PoolSeen *s, const PoolDecided *d, const PoolState *after,
                         PoolRuling *ruling) {
    Ruling *common = &ruling->common;
    common->shot = s->shot->number;
    common->player = s->player;
    common->kind = d->kind;
    common->points = d->points;
    common->scored = is(s, GAME_14_1) || s->match->race;
    memcpy(common->score, after->score, sizeof common->score);
    common->next = after->over ? PLAYER_NONE : after->next;
    common->options = after->over ? 0 : after->options;
    common->standing = after->standing;
    common->standing_player = after->standing_player;
    ruling->cue = after->standing == STANDING_PLAYING ? after->cue : d->cue_after;
    ruling->group = d->group_decided ? after->group[s->player] : GROUP_NONE;
    ruling->straight = is(s, GAME_14_1);
    list_pocketed(s, d, ruling);
    if (ruling->fouls[s->player] == 2 && s->before->fouls[s->player] < 2) ruling_call(common, "two-fouls");
    pool_cite(s, d, ruling);
}

static Player player_of(const Shot *shot, const PoolState *before) {
    return shot->player == PLAYER_NONE ? before->next : shot->player;
}

bool pool_rule(const PoolMatch *match, const PoolState *before, const Shot *shot, PoolState *after,
               PoolRuling *ruling, Diag *diag) {
    PoolState chosen = *before; /* as the choices of this shot leave it */
    PoolSeen seen = {.match = match,
                     .before = &chosen,
                     .shot = shot,
                     .first = BALL_NONE,
                     .call_ball = BALL_NONE,
                     .call_pocket = BALL_NONE,
                     .concedes = PLAYER_NONE};
    PoolDecided decided = {.winner = PLAYER_NONE};
    *ruling = (PoolRuling){0};
    if (before->over) return diag_error(diag, shot_place(shot), "the game is over: no shot can follow");
    chosen.standing = STANDING_PLAYING;
    chosen.standing_player = PLAYER_NONE;
    if (!pool_choices(match, &chosen, shot, &seen, ruling, diag)) return false;
    seen.player = player_of(shot, &chosen);
    if (!pool_gather(&seen, diag)) return false;
    pool_decide(&seen, &decided);
    *after = chosen;
    if (!pool_advance(&seen, &decided, after, ruling, diag)) return false;
    write_ruling(&seen, &decided, after, ruling);
    return true;
}
