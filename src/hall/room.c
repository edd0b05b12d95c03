/* See room.h. Values are exact integers of the smallest unit, as limits are. */
#include "hall/room.h"

#include "hall/reason.h"

typedef struct RoomList {
    Arena *arena;
    VEC(RoomVerdict) list;
} RoomList;

static HallVerdict beyond(const Requirement *requirement) {
    return requirement->severity == ADVISORY ? HALL_REMARK : HALL_FAIL;
}

static bool outside(const Requirement *requirement, int64_t value) {
    return (requirement->lower.given && value < requirement->lower.value) ||
           (requirement->upper.given && value > requirement->upper.value);
}

/* The value that lies farthest beyond a limit, or nearest to one. */
static int64_t margin(const Requirement *requirement, int64_t value) {
    int64_t least = INT64_MAX;
    if (requirement->lower.given) least = value - requirement->lower.value;
    if (requirement->upper.given && requirement->upper.value - value < least)
        least = requirement->upper.value - value;
    return least;
}

static void judge_values(RoomList *room, const Profile *profile, const Requirement *requirement,
                         const RoomValues *values) {
    RoomVerdict verdict = {.requirement = requirement,
                           .profile = profile,
                           .verdict = HALL_PASS,
                           .values = values->n,
                           .wanted = requirement->points.least,
                           .worst = S("")};
    int worst = 0;
    for (int i = 0; i < values->n; i++) {
        if (outside(requirement, values->values[i])) verdict.verdict = beyond(requirement);
        if (margin(requirement, values->values[i]) < margin(requirement, values->values[worst])) worst = i;
    }
    if (values->n)
        verdict.worst = unit_print_shortest(room->arena, values->values[worst], requirement->unit, 0, 6);
    if (values->n < verdict.wanted) verdict.verdict = verdict_worse(verdict.verdict, HALL_INCOMPLETE);
    *VEC_PUSH(room->arena, &room->list) = verdict;
}

static void judge_answer(RoomList *room, const Profile *profile, const Requirement *requirement,
                         bool answer) {
    *VEC_PUSH(room->arena, &room->list) = (RoomVerdict){.requirement = requirement,
                                                        .profile = profile,
                                                        .verdict = answer ? HALL_PASS : beyond(requirement),
                                                        .values = 1,
                                                        .wanted = 1,
                                                        .worst = S("")};
}

static bool seen_before(const Plan *plan, int table) {
    for (int i = 0; i < table; i++)
        if (plan->tables[i].profile == plan->tables[table].profile) return true;
    return false;
}

static void judge_kind(RoomList *room, const Plan *plan, Str id, const RoomValues *values, bool answer) {
    for (int i = 0; i < plan->table_count; i++) {
        const Profile *profile = plan->tables[i].profile;
        const Requirement *requirement = profile_requirement(profile, id);
        if (!requirement || seen_before(plan, i)) continue;
        if (!values && requirement->quantity == QUANTITY_NONE)
            judge_answer(room, profile, requirement, answer);
        if (values && requirement->quantity != QUANTITY_NONE)
            judge_values(room, profile, requirement, values);
    }
}

void room_judge(Arena *arena, const Plan *plan, Approval *approval) {
    RoomList room = {.arena = arena};
    if (plan->light.given) judge_kind(&room, plan, S("light.room"), &plan->light, false);
    if (plan->temperature.given) judge_kind(&room, plan, S("hall.temperature"), &plan->temperature, false);
    if (plan->has_antislip) judge_kind(&room, plan, S("floor.antislip"), NULL, plan->antislip);
    approval->room = room.list.at, approval->room_count = (int)room.list.n;
}
