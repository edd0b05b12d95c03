/* See reason.h. */
#include "hall/reason.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>

const char *hall_verdict_name(HallVerdict verdict) {
    static const char *const names[] = {"pass", "remark", "incomplete", "fail", "not-applicable"};
    return names[verdict];
}

HallVerdict verdict_worse(HallVerdict a, HallVerdict b) {
    if (a == HALL_NOT_APPLICABLE) return b;
    if (b == HALL_NOT_APPLICABLE) return a;
    return a > b ? a : b;
}

void reason_add(Arena *arena, TableApproval *table, HallVerdict verdict, const char *key, const char *kinds,
                ...) {
    HallReason reason = {.key = key, .remark = verdict == HALL_REMARK};
    va_list values;
    va_start(values, kinds);
    for (; kinds[reason.n]; reason.n++) {
        assert(reason.n < (int)(sizeof reason.values / sizeof *reason.values));
        reason.values[reason.n] = va_arg(values, Str);
        if (kinds[reason.n] == 'n') reason.numbers |= 1u << reason.n;
        if (kinds[reason.n] == 'p') reason.points |= 1u << reason.n;
    }
    va_end(values);
    if (verdict > HALL_REMARK) table->verdict = verdict_worse(table->verdict, verdict);
    *VEC_PUSH(arena, &table->reasons.list) = reason;
}

/* A micrometre is no millimetre begun. */
Str metres_down(Arena *arena, double metres) {
    return str_fmt(arena, "%.3f", floor(metres * 1000 + 1e-3) / 1000);
}

Str metres_up(Arena *arena, double metres) {
    return str_fmt(arena, "%.3f", ceil(metres * 1000 - 1e-3) / 1000);
}
