/* Judges many plans in one run, for tests/scripts/hall_random.py: plans on standard input, each ended by a line
 * "---"; on standard output a line of JSON each, or the word "error". Only places are judged. */
#include "hall/approval.h"
#include "report/hall/sheet.h"

static Str read_all(Arena *arena) {
    Buf buf = {0};
    char piece[65536];
    for (size_t n; (n = fread(piece, 1, sizeof piece, stdin)) > 0;) buf_put(&buf, (Str){piece, (ptrdiff_t)n});
    Str all = str_dup(arena, buf_str(&buf));
    buf_free(&buf);
    return all;
}

static void judge(Str text, Buf *out) {
    Arena arena = {0};
    Diag diag = {.arena = &arena};
    const Source source = {.name = S("plan"), .bytes = text};
    const PlanWish plan_wish = {.folder = "", .plan_only = true};
    Plan *plan = plan_read(&arena, &source, &plan_wish, &diag);
    const HallWish wish = {.date = S("2026-12-05"), .plan_only = true};
    HallSheet sheet = {.arena = &arena, .plan_only = true};
    if (plan) sheet.approval = hall_approve(&arena, plan, &wish, &diag);
    sheet.catalogue = catalogue_load(&arena, "en", &diag);
    if (sheet.approval)
        hall_json(&sheet, out);
    else
        buf_put(out, S("error\n"));
    arena_free(&arena);
}

int main(void) {
    Arena arena = {0};
    Str rest = read_all(&arena);
    Buf out = {0};
    while (str_trim(rest).len) {
        ptrdiff_t end = str_find(rest, S("\n---\n"));
        if (end < 0) end = rest.len;
        judge(str_slice(rest, 0, end + 1), &out);
        rest = str_skip(rest, end + 5);
        fwrite(out.at, 1, out.len, stdout);
        buf_clear(&out);
    }
    buf_free(&out);
    arena_free(&arena);
    return 0;
}
