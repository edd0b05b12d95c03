/* See words.h. */
#include "rules/words.h"

#define TO(kind) (1U << TO_##kind)

const RowRule row_rules[EVENT_KINDS] = {
    [EVENT_CALL] = {"call", .play = true, .player = NEED_MAY, .ball = NEED_MAY, .to = TO(NONE) | TO(POCKET),
                    .value = NEED_MAY, .value_kind = VALUE_SAFETY, .object = true},
    [EVENT_PLACE] = {"place", .play = true, .player = NEED_MAY, .ball = NEED_MUST, .place = NEED_MAY,
                     .to = TO(NONE)},
    [EVENT_FROZEN] = {"frozen", .play = true, .player = NEED_MAY, .ball = NEED_MUST,
                      .to = TO(BALL) | TO(RAIL)},
    [EVENT_CHOOSE] = {"choose", .play = true, .player = NEED_MUST, .to = TO(NONE), .value = NEED_MUST,
                      .value_kind = VALUE_CHOICE},
    [EVENT_WARN] = {"warn", .setup = true, .play = true, .player = NEED_MAY, .to = TO(NONE),
                    .value = NEED_MUST, .value_kind = VALUE_WARNING},
    [EVENT_STRIKE] = {"strike", .play = true, .player = NEED_MAY, .ball = NEED_MUST, .to = TO(NONE)},
    [EVENT_CONTACT] = {"contact", .play = true, .player = NEED_MAY, .ball = NEED_MUST, .to = TO(BALL)},
    [EVENT_CUSHION] = {"cushion", .play = true, .player = NEED_MAY, .ball = NEED_MUST,
                       .to = TO(NONE) | TO(RAIL), .value = NEED_MAY, .value_kind = VALUE_TIMES},
    [EVENT_POCKET] = {"pocket", .play = true, .player = NEED_MAY, .ball = NEED_MUST,
                      .to = TO(NONE) | TO(POCKET)},
    [EVENT_REBOUND] = {"rebound", .play = true, .player = NEED_MAY, .ball = NEED_MUST,
                       .to = TO(POCKET) | TO(OUTSIDE)},
    [EVENT_OFF] = {"off", .play = true, .player = NEED_MAY, .ball = NEED_MUST, .to = TO(NONE) | TO(OUTSIDE)},
    [EVENT_FALL] = {"fall", .play = true, .player = NEED_MAY, .ball = NEED_MUST, .to = TO(POCKET),
                    .value = NEED_MUST, .value_kind = VALUE_SECONDS},
    [EVENT_EXIT] = {"exit", .play = true, .player = NEED_MAY, .ball = NEED_MUST, .to = TO(NONE) | TO(AREA)},
    [EVENT_DISTURB] = {"disturb", .play = true, .player = NEED_MAY, .ball = NEED_MAY, .to = TO(NONE),
                       .value = NEED_MUST, .value_kind = VALUE_DISTURBANCE},
    [EVENT_FAULT] = {"fault", .play = true, .player = NEED_MAY, .ball = NEED_MAY, .to = TO(NONE),
                     .value = NEED_MUST, .value_kind = VALUE_FAULT},
    [EVENT_NOTICED] = {"noticed", .play = true, .player = NEED_MAY, .to = TO(NONE), .value = NEED_MUST,
                       .value_kind = VALUE_LATE},
    [EVENT_POSITION] = {"position", .play = true, .player = NEED_MAY, .ball = NEED_MUST, .place = NEED_MAY,
                        .to = TO(NONE) | TO(AREA), .value = NEED_MAY, .value_kind = VALUE_ASTRIDE},
    [EVENT_CONCEDE] = {"concede", .play = true, .player = NEED_MAY, .to = TO(NONE)},
    [EVENT_RUN] = {"run", .play = true, .player = NEED_MAY, .to = TO(NONE), .value = NEED_MUST,
                   .value_kind = VALUE_COUNT},
    [EVENT_ON_TABLE] = {"on-table", .setup = true, .ball = NEED_MUST, .place = NEED_MAY, .to = TO(NONE)},
    [EVENT_TURN] = {"turn", .setup = true, .player = NEED_MUST, .to = TO(NONE)},
    [EVENT_BREAK] = {"break", .setup = true, .player = NEED_MAY, .to = TO(NONE)},
    [EVENT_GROUP] = {"group", .setup = true, .player = NEED_MUST, .to = TO(NONE), .value = NEED_MUST,
                     .value_kind = VALUE_GROUP},
    [EVENT_FOULS] = {"fouls", .setup = true, .player = NEED_MUST, .to = TO(NONE), .value = NEED_MUST,
                     .value_kind = VALUE_COUNT},
    [EVENT_SCORE] = {"score", .setup = true, .player = NEED_MUST, .to = TO(NONE), .value = NEED_MUST,
                     .value_kind = VALUE_SCORE},
    [EVENT_INNING] = {"inning", .setup = true, .player = NEED_MUST, .to = TO(NONE), .value = NEED_MUST,
                      .value_kind = VALUE_COUNT},
    [EVENT_CUE] = {"cue", .setup = true, .player = NEED_MAY, .to = TO(NONE), .value = NEED_MUST,
                   .value_kind = VALUE_CUE},
    [EVENT_COUNT] = {"count", .setup = true, .player = NEED_MAY, .to = TO(AREA), .value = NEED_MUST,
                     .value_kind = VALUE_COUNT},
    [EVENT_SAFETIES] = {"safeties", .setup = true, .player = NEED_MUST, .ball = NEED_MUST, .to = TO(NONE),
                        .value = NEED_MUST, .value_kind = VALUE_COUNT, .object = true},
};

static const char *const fault_words[FAULT_KINDS] = {
    [FAULT_TOUCH] = "touch",
    [FAULT_TOUCH_DELIBERATE] = "touch-deliberate",
    [FAULT_TOUCH_EFFECT] = "touch-effect",
    [FAULT_TOUCH_NO_EFFECT] = "touch-no-effect",
    [FAULT_TOUCH_PLACING] = "touch-placing",
    [FAULT_TOUCH_POCKETED] = "touch-pocketed",
    [FAULT_NO_FOOT] = "no-foot",
    [FAULT_MOVING] = "moving",
    [FAULT_SCOOP] = "scoop",
    [FAULT_SCOOP_MISHAP] = "scoop-mishap",
    [FAULT_DOUBLE_HIT] = "double-hit",
    [FAULT_PUSH] = "push",
    [FAULT_MARK] = "mark",
    [FAULT_GAUGE] = "gauge",
    [FAULT_SLOW_PLAY] = "slow-play",
    [FAULT_FOREIGN_BODY] = "foreign-body",
    [FAULT_MOVED_BALL] = "moved-ball",
    [FAULT_NOT_TIP] = "not-tip",
};
static const char *const choice_words[CHOICE_COUNT] = {
    [CHOICE_ACCEPT] = "accept",
    [CHOICE_RERACK] = "rerack",
    [CHOICE_RERACK_BACK] = "rerack-back",
    [CHOICE_SPOT_8] = "spot-8",
    [CHOICE_REBREAK] = "rebreak",
    [CHOICE_STAY] = "stay",
    [CHOICE_RESTORE] = "restore",
    [CHOICE_SPOT_NEAREST] = "spot-nearest",
    [CHOICE_PUSH_OUT] = "push-out",
    [CHOICE_BACK] = "back",
    [CHOICE_RESPOT_BALLS] = "respot-balls",
    [CHOICE_RESPOT] = "respot",
    [CHOICE_CUSHION] = "cushion",
    [CHOICE_PIQUE] = "pique",
    [CHOICE_AWAY] = "away",
    [CHOICE_LEFT] = "left",
    [CHOICE_RIGHT] = "right",
};
static const char *const safety_words[] = {"safety"};
static const char *const warning_words[] = {
    [WARNING_TWO_FOULS] = "two-fouls", [WARNING_SLOW_PLAY] = "slow-play"};
static const char *const disturbance_words[] = {
    [DISTURB_EFFECT] = "effect", [DISTURB_NO_EFFECT] = "no-effect"};
static const char *const late_words[] = {"late"};
static const char *const astride_words[] = {"astride"};
static const char *const group_words[] = {[GROUP_SOLIDS] = "solids", [GROUP_STRIPES] = "stripes"};
static const char *const cue_words[] = {
    [CUE_LIES] = "lies", [CUE_IN_HAND] = "in-hand", [CUE_IN_HAND_HEAD] = "in-hand-head"};
const char *const pocket_words[POCKET_COUNT] = {
    [POCKET_HEAD_LEFT] = "head-left", [POCKET_HEAD_RIGHT] = "head-right",
    [POCKET_SIDE_LEFT] = "side-left", [POCKET_SIDE_RIGHT] = "side-right",
    [POCKET_FOOT_LEFT] = "foot-left", [POCKET_FOOT_RIGHT] = "foot-right"};
const char *const outside_words[3] = {
    [OUTSIDE_LAMP] = "lamp", [OUTSIDE_FRAME] = "frame", [OUTSIDE_FLOOR] = "floor"};

#define LIST(what, words)                                                                                    \
    { what, words, (int)(sizeof(words) / sizeof *(words)) }
static const WordList lists[] = {
    [VALUE_SAFETY] = LIST("value of a call", safety_words),
    [VALUE_WARNING] = LIST("warning", warning_words),
    [VALUE_CHOICE] = LIST("choice", choice_words),
    [VALUE_DISTURBANCE] = LIST("kind of interference", disturbance_words),
    [VALUE_FAULT] = LIST("kind of fault", fault_words),
    [VALUE_LATE] = LIST("value of 'noticed'", late_words),
    [VALUE_ASTRIDE] = LIST("value of a position", astride_words),
    [VALUE_GROUP] = LIST("group", group_words),
    [VALUE_CUE] = LIST("state of the cue ball", cue_words),
};

const WordList *value_words(ValueKind kind) {
    if (kind >= (int)(sizeof lists / sizeof *lists) || !lists[kind].words) return NULL;
    return &lists[kind];
}

/* Most words differ in their first bytes: compared byte by byte, no call. */
static bool is_word(const char *word, Str s) {
    ptrdiff_t i = 0;
    while (i < s.len && word[i] == s.at[i]) i++; /* a shorter word ends in a byte that differs */
    return i == s.len && word[i] == 0;
}

int word_find(const char *const *words, int count, Str word) {
    for (int i = 0; i < count; i++)
        if (words[i] && is_word(words[i], word)) return i;
    return -1;
}

const char *word_nearest(const char *const *words, int count, Str word) {
    const char *best = NULL;
    int least = 4;
    for (int i = 0; i < count; i++) {
        int distance = words[i] ? str_distance(word, str_of(words[i])) : 99;
        if (distance < least && 2 * distance <= word.len) least = distance, best = words[i];
    }
    return best;
}

int event_find(Str word) {
    static const EventKind frequent[] = {EVENT_STRIKE, EVENT_CONTACT, EVENT_CUSHION, EVENT_POSITION,
                                         EVENT_POCKET};
    for (size_t i = 0; i < sizeof frequent / sizeof *frequent; i++)
        if (is_word(row_rules[frequent[i]].name, word)) return (int)frequent[i];
    for (int i = 0; i < EVENT_KINDS; i++)
        if (is_word(row_rules[i].name, word)) return i;
    return -1;
}

const char *event_nearest(Str word) {
    const char *names[EVENT_KINDS];
    for (int i = 0; i < EVENT_KINDS; i++) names[i] = row_rules[i].name;
    return word_nearest(names, EVENT_KINDS, word);
}

const char *event_name(EventKind kind) { return row_rules[kind].name; }
const char *choice_name(Choice choice) { return choice_words[choice]; }
const char *cue_state_name(CueState state) { return cue_words[state]; }
const char *player_name(Player player) {
    return player == PLAYER_NONE ? NULL : player == PLAYER_A ? "A" : "B";
}
