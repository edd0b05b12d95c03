/* The walk through a hall: evidence first, since a table as measured may be larger than its nominal bed; then
 * the shapes, the space around each table, what is marked on it, the room. */
#include "hall/approval.h"

#include "hall/evidence.h"
#include "hall/reason.h"
#include "hall/room.h"
#include "hall/space.h"

static void tell_clearance(Arena *arena, TableApproval *table, const Clearance *clearance) {
    static const char *const keys[] = {
        [TO_WALL] = "reason.wall", [TO_OBSTACLE] = "reason.obstacle", [TO_TABLE] = "reason.table"};
    if (clearance->verdict != HALL_FAIL && clearance->verdict != HALL_REMARK) return;
    double required = clearance->required;
    reason_add(arena, table, clearance->verdict, keys[clearance->kind], "pnnnt",
               str_of(frame_side_name(clearance->side)), metres_down(arena, clearance->metres),
               str_fmt(arena, "%g", required), metres_up(arena, required - clearance->metres), clearance->to);
}

static void judge_places(const Space *space, Approval *approval) {
    for (int i = 0; i < approval->table_count; i++) {
        TableApproval *table = &approval->tables[i];
        clearances_of(space, i, table);
        for (int k = 0; k < table->clearance_count; k++)
            tell_clearance(space->arena, table, &table->clearances[k]);
    }
    find_moves(space, approval);
}

static bool gather(Approval *approval, Plan *plan, const HallWish *wish) {
    bool good = true;
    for (int i = 0; i < plan->table_count; i++) {
        approval->tables[i].table = &plan->tables[i];
        if (!wish->plan_only) good = evidence_gather(&approval->tables[i], &plan->tables[i], wish) && good;
    }
    return good;
}

static void sum_up(Approval *approval) {
    approval->verdict = HALL_PASS;
    for (int i = 0; i < approval->table_count; i++)
        approval->verdict = verdict_worse(approval->verdict, approval->tables[i].verdict);
    for (int i = 0; i < approval->room_count; i++)
        approval->verdict = verdict_worse(approval->verdict, approval->room[i].verdict);
    if (approval->verdict == HALL_REMARK) approval->verdict = HALL_PASS;
}

Approval *hall_approve(Arena *arena, Plan *plan, const HallWish *wish, Diag *diag) {
    Approval *approval = NEW(arena, Approval);
    *approval = (Approval){.plan = plan, .date = wish->date, .table_count = plan->table_count};
    approval->tables = NEW_ARRAY(arena, TableApproval, plan->table_count + 1);
    Space space;
    bool good = gather(approval, plan, wish);
    good = space_open(arena, plan, &space, diag) && good;
    if (good) judge_places(&space, approval);
    bool placed = good;
    for (int i = 0; placed && !wish->plan_only && i < plan->table_count; i++)
        good = evidence_judge(arena, &approval->tables[i], wish, diag) && good;
    if (good) room_judge(arena, plan, approval);
    if (good) sum_up(approval);
    space_close(&space);
    return good ? approval : NULL;
}
