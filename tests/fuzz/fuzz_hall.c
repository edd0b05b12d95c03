/* Any bytes as a hall file: read, judged by its places, moved, drawn. No crash; what is refused is
 * told; a move that is found keeps all required distances. */
#include "report/hall/sheet.h"
#include "report/write/drawing_file.h"

#include <stdlib.h>

static void judge_again(Arena *arena, Plan *plan, const HallWish *wish, const Approval *before) {
    for (int i = 0; i < before->table_count && i < 3; i++) {
        Diag diag = {.arena = arena};
        if (before->tables[i].move != MOVE_FOUND) continue;
        Vec2 centre = plan->tables[i].centre;
        plan->tables[i].centre =
            (Vec2){centre.x + before->tables[i].shift.x, centre.y + before->tables[i].shift.y};
        const Approval *after = hall_approve(arena, plan, wish, &diag);
        plan->tables[i].centre = centre;
        if (!after || after->tables[i].move != MOVE_NONE) abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Arena arena = {0};
    Diag diag = {.arena = &arena, .most = 50};
    const Source source = {.name = S("hall.yaml"), .bytes = {(const char *)data, (ptrdiff_t)size}};
    const PlanWish plan_wish = {.folder = "", .plan_only = true, .no_tables = true};
    const HallWish wish = {.date = S("2026-12-05"), .plan_only = true};
    HallSheet sheet = {.arena = &arena, .plan_only = true, .catalogue = catalogue_load(&arena, "sk", &diag)};
    Buf out = {0};
    Plan *plan = plan_read(&arena, &source, &plan_wish, &diag);
    if (!plan != diag_failed(&diag)) abort();
    if (plan && plan->table_count < 50 && plan->walls.n < 200) {
        sheet.approval = hall_approve(&arena, plan, &wish, &diag);
        if (!sheet.approval != diag_failed(&diag)) abort();
    }
    if (sheet.approval) {
        hall_json(&sheet, &out);
        hall_text(&sheet, &out);
        svg_write(hall_drawing(&sheet), &out);
        hall_document(&sheet);
        judge_again(&arena, plan, &wish, sheet.approval);
    }
    buf_free(&out);
    arena_free(&arena);
    return 0;
}
