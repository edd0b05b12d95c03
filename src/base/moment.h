/* Points in time: UTC milliseconds with the offset they were written with, or a date alone.
 * Source: cli/README.md, Time; read/csv/README.md, column time. */
#ifndef BASE_MOMENT_H
#define BASE_MOMENT_H

#include "base/arena.h"

typedef struct Moment {
    bool given;         /* false: no time was stated */
    bool date_only;     /* 30.11.2026 or 2026-11-30: the day starts at utc_ms, offset 0 */
    bool to_the_second; /* given to the second or finer (a duplicate row can be told) */
    int64_t utc_ms;     /* since 1970-01-01T00:00:00Z */
    int offset_minutes; /* as written */
    bool local;         /* written without an offset: the place's (TZ) was taken */
} Moment;

typedef struct Date {
    int year, month, day;
} Date;

/* ISO 8601 with offset or Z, or a date: 2026-11-30, 30.11.2026, 30. 11. 2026. A time without an offset, also
 * as spreadsheets write it (30.11.2026 9:15), is the place's. *reason says what is wrong. */
bool moment_parse(Str text, Moment *out, const char **reason);
/* The place's zone as TZ names it, or as the system is set; an unknown one is UTC to the C library, which
 * must not pass for the place's time. */
bool moment_zone_known(void);
const char *moment_zone(void);
/* Now; SOURCE_DATE_EPOCH fixes it. The offset is the place's (TZ). */
Moment moment_now(void);
/* While an earlier judgement is repeated, now is then; -1 lets the clock go on. */
void moment_hold(int64_t utc_ms);
Str moment_iso(Arena *arena, Moment moment);    /* 2026-11-30T10:15:00.250+01:00, or 2026-11-30 */
Str moment_clock(Arena *arena, int64_t utc_ms); /* 09:15:02, the place's time */
Date moment_date(Moment moment);                /* the place's day */
/* Days since 1970-01-01 and back; proleptic Gregorian. */
int64_t date_days(Date date);
Date date_from_days(int64_t days);
Str date_iso(Arena *arena, Date date);       /* 2026-11-30; "" for year 0 */
Date date_add_months(Date date, int months); /* the last day of the month at the most */
int64_t clock_monotonic_ms(void);            /* for durations */

#endif
