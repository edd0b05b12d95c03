/* See moment.h. Calendar arithmetic after the civil-from-days formulas (400-year eras). */
#include "base/moment.h"

#include <time.h>
#include <unistd.h>

enum { DAY_MS = 86400000 };

int64_t date_days(Date date) {
    int64_t y = date.month <= 2 ? date.year - 1 : date.year;
    int64_t era = (y >= 0 ? y : y - 399) / 400, year = y - era * 400;
    int64_t day = (153 * (date.month + (date.month > 2 ? -3 : 9)) + 2) / 5 + date.day - 1;
    return era * 146097 + year * 365 + year / 4 - year / 100 + day - 719468;
}

Date date_from_days(int64_t days) {
    days += 719468;
    int64_t era = (days >= 0 ? days : days - 146096) / 146097, of_era = days - era * 146097;
    int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * year + year / 4 - year / 100);
    int64_t month = (5 * of_year + 2) / 153;
    Date date = {(int)(year + era * 400), (int)(month < 10 ? month + 3 : month - 9),
                 (int)(of_year - (153 * month + 2) / 5 + 1)};
    if (date.month <= 2) date.year++;
    return date;
}

static int days_in_month(int year, int month) {
    static const char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return days[month - 1] + (month == 2 && leap);
}

Date date_add_months(Date date, int months) {
    int month = date.year * 12 + date.month - 1 + months;
    Date sum = {month / 12, month % 12 + 1, date.day};
    int last = days_in_month(sum.year, sum.month);
    if (sum.day > last) sum.day = last;
    return sum;
}

/* Exactly n digits. */
static bool take_digits(Str *rest, int n, int *out) {
    int value = 0;
    if (rest->len < n) return false;
    for (int i = 0; i < n; i++) {
        char c = rest->at[i];
        if (c < '0' || c > '9') return false;
        value = value * 10 + (c - '0');
    }
    *rest = (Str){rest->at + n, rest->len - n};
    *out = value;
    return true;
}

static bool take(Str *rest, char c) {
    if (!rest->len || rest->at[0] != c) return false;
    *rest = (Str){rest->at + 1, rest->len - 1};
    return true;
}

static bool take_one_or_two(Str *rest, int *out) {
    return take_digits(rest, 2, out) || take_digits(rest, 1, out);
}

static bool take_dotted_date(Str *rest, Date *date) {
    bool ok = take_one_or_two(rest, &date->day) && take(rest, '.');
    (void)take(rest, ' ');
    ok = ok && take_one_or_two(rest, &date->month) && take(rest, '.');
    (void)take(rest, ' ');
    return ok && take_digits(rest, 4, &date->year);
}

static bool take_date(Str *rest, Date *date) {
    Str start = *rest;
    if (take_digits(rest, 4, &date->year))
        return take(rest, '-') && take_digits(rest, 2, &date->month) && take(rest, '-') &&
               take_digits(rest, 2, &date->day);
    *rest = start;
    return take_dotted_date(rest, date);
}

/* hh:mm[:ss[.fff]] as milliseconds of the day. */
static bool take_clock(Str *rest, int64_t *ms, bool *seconds) {
    int h, m, s = 0, fraction = 0;
    if (!take_one_or_two(rest, &h) || !take(rest, ':') || !take_digits(rest, 2, &m)) return false;
    *seconds = take(rest, ':');
    if (*seconds && !take_digits(rest, 2, &s)) return false;
    if (*seconds && (take(rest, '.') || take(rest, ','))) {
        int scale = 100, digit;
        if (!take_digits(rest, 1, &digit)) return false;
        do {
            fraction += digit * scale;
            if (!scale && digit)
                *seconds = false; /* finer than is held: two such times cannot be told apart */
            scale /= 10;
        } while (take_digits(rest, 1, &digit));
    }
    *ms = (((int64_t)h * 60 + m) * 60 + s) * 1000 + fraction;
    return h < 24 && m < 60 && s < 60;
}

static bool take_offset(Str *rest, int *minutes) {
    int h, m = 0, sign = rest->len && rest->at[0] == '-' ? -1 : 1;
    *minutes = 0;
    if (take(rest, 'Z') || take(rest, 'z')) return true;
    if (!take(rest, '+') && !take(rest, '-')) return false;
    if (!take_digits(rest, 2, &h)) return false;
    (void)take(rest, ':');
    if (rest->len && !take_digits(rest, 2, &m)) return false;
    *minutes = sign * (h * 60 + m);
    return h <= 14 && m < 60;
}

static bool is_in_calendar(Date date) {
    return date.year >= 1900 && date.month >= 1 && date.month <= 12 && date.day >= 1 &&
           date.day <= days_in_month(date.year, date.month);
}

static int two_digits(const char *at) { return (at[0] - '0') * 10 + at[1] - '0'; }

static bool is_digit(char c) { return (unsigned char)(c - '0') <= 9; }

/* Two digits and what stands behind them; false: not so. */
static bool take_pair(const char *at, char behind, int most, int *out) {
    *out = two_digits(at);
    return is_digit(at[0]) && is_digit(at[1]) && at[2] == behind && *out <= most;
}

/* The day of "2026-11-30T…", remembered from the time read before: loggers write one day for hours. */
static bool usual_day(const char *at, int64_t *ms) {
    static _Thread_local char last[10];
    static _Thread_local int64_t last_ms;
    if (memcmp(at, last, sizeof last) != 0) {
        Date date;
        Str text = {at, sizeof last};
        if (!take_date(&text, &date) || text.len || !is_in_calendar(date)) return false;
        last_ms = date_days(date) * DAY_MS;
        memcpy(last, at, sizeof last);
    }
    *ms = last_ms;
    return true;
}

/* What loggers write, 2026-11-30T10:15:00Z, quickly. False: not so, look closely. */
static bool parse_usual(Str text, Moment *out) {
    int h, m, s;
    int64_t day;
    if (text.len != 20 || text.at[10] != 'T' || !take_pair(text.at + 11, ':', 23, &h) ||
        !take_pair(text.at + 14, ':', 59, &m) || !take_pair(text.at + 17, 'Z', 59, &s) ||
        !usual_day(text.at, &day))
        return false;
    *out = (Moment){
        .given = true, .to_the_second = true, .utc_ms = day + (((int64_t)h * 60 + m) * 60 + s) * 1000};
    return true;
}

/* ---- the place's zone ---- */

static int local_offset_minutes(time_t at) {
    struct tm local;
    tzset();
    return localtime_r(&at, &local) ? (int)(local.tm_gmtoff / 60) : 0;
}

/* "CET-1CEST,M3.5.0,M10.5.0/3": a name of letters, or anything in <>, and a number of hours. */
static bool is_posix_zone(const char *zone) {
    const char *at = zone;
    if (*at == '<') {
        at = strchr(at, '>');
        if (!at++) return false;
    } else {
        while ((*at >= 'A' && *at <= 'Z') || (*at >= 'a' && *at <= 'z')) at++;
        if (at - zone < 3) return false;
    }
    if (*at == '+' || *at == '-') at++;
    return *at >= '0' && *at <= '9';
}

bool moment_zone_known(void) {
    const char *zone = getenv("TZ"), *folder = getenv("TZDIR");
    char path[4096];
    if (!zone || !*zone) return true;
    if (*zone == ':') zone++;
    if (!strcmp(zone, "UTC") || !strcmp(zone, "GMT") || is_posix_zone(zone)) return true;
    snprintf(path, sizeof path, "%s%s%s",
             *zone == '/' ? ""
             : folder     ? folder
                          : "/usr/share/zoneinfo",
             *zone == '/' ? "" : "/", zone);
    return access(path, R_OK) == 0;
}

const char *moment_zone(void) {
    const char *zone = getenv("TZ");
    tzset();
    return zone && *zone ? zone : tzname[0];
}

/* A time of day at the place. The hour that is skipped in spring is none. */
static bool take_zone(Date date, int64_t ms, Moment *out, const char **reason) {
    int seconds = (int)(ms / 1000);
    struct tm local = {.tm_year = date.year - 1900,
                       .tm_mon = date.month - 1,
                       .tm_mday = date.day,
                       .tm_hour = seconds / 3600,
                       .tm_min = seconds / 60 % 60,
                       .tm_sec = seconds % 60,
                       .tm_isdst = -1};
    *reason = "a time without an offset is the place's, and the zone that TZ names is unknown";
    if (!moment_zone_known()) return false;
    tzset();
    time_t at = mktime(&local);
    *reason = "there is no such time at the place: the clocks went forward";
    if (local.tm_hour != seconds / 3600 || local.tm_min != seconds / 60 % 60) return false;
    out->local = true;
    out->offset_minutes = (int)(local.tm_gmtoff / 60);
    out->utc_ms = (int64_t)at * 1000 + ms % 1000;
    return true;
}

bool moment_parse(Str text, Moment *out, const char **reason) {
    if (parse_usual(text, out)) return true;
    Date date;
    int64_t ms;
    *out = (Moment){.given = true};
    *reason = "expected a date (30.11.2026) or a time with its offset (2026-11-30T10:15:00+01:00)";
    if (!take_date(&text, &date)) return false;
    *reason = "no such day in the calendar";
    if (!is_in_calendar(date)) return false;
    out->utc_ms = date_days(date) * DAY_MS;
    out->date_only = !text.len;
    if (out->date_only) return true;
    *reason = "no valid time of day after the date";
    if ((!take(&text, 'T') && !take(&text, ' ')) || !take_clock(&text, &ms, &out->to_the_second))
        return false;
    if (!text.len) return take_zone(date, ms, out, reason);
    *reason = "no valid offset from UTC after the time, as +01:00 or Z";
    if (!take_offset(&text, &out->offset_minutes) || text.len) return false;
    out->utc_ms += ms - (int64_t)out->offset_minutes * 60000;
    return true;
}

static int64_t held = -1; /* moment_hold */

void moment_hold(int64_t utc_ms) { held = utc_ms; }

Moment moment_now(void) {
    struct timespec now;
    int64_t fixed;
    clock_gettime(CLOCK_REALTIME, &now);
    int64_t ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    if (epoch && str_to_count(str_of(epoch), 253402300799, &fixed)) ms = fixed * 1000;
    if (held >= 0) ms = held;
    return (Moment){true, false, true, ms, local_offset_minutes((time_t)(ms / 1000)), false};
}

static int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b < 0); }

static int64_t local_ms(Moment moment) { return moment.utc_ms + (int64_t)moment.offset_minutes * 60000; }

Date moment_date(Moment moment) { return date_from_days(floor_div(local_ms(moment), DAY_MS)); }

Str date_iso(Arena *arena, Date date) {
    return date.year ? str_fmt(arena, "%04d-%02d-%02d", date.year, date.month, date.day) : S("");
}

Str moment_iso(Arena *arena, Moment moment) {
    Date date = moment_date(moment);
    if (moment.date_only) return str_fmt(arena, "%04d-%02d-%02d", date.year, date.month, date.day);
    int ms = (int)(local_ms(moment) - date_days(date) * DAY_MS), offset = moment.offset_minutes;
    Str text = str_fmt(arena, "%04d-%02d-%02dT%02d:%02d:%02d", date.year, date.month, date.day, ms / 3600000,
                       ms / 60000 % 60, ms / 1000 % 60);
    if (ms % 1000) text = str_fmt(arena, "%.*s.%03d", SARG(text), ms % 1000);
    return str_fmt(arena, "%.*s%c%02d:%02d", SARG(text), offset < 0 ? '-' : '+', abs(offset) / 60,
                   abs(offset) % 60);
}

Str moment_clock(Arena *arena, int64_t utc_ms) {
    Moment moment = {.given = true,
                     .to_the_second = true,
                     .utc_ms = utc_ms,
                     .offset_minutes = local_offset_minutes((time_t)(utc_ms / 1000))};
    int s = (int)((local_ms(moment) - date_days(moment_date(moment)) * DAY_MS) / 1000);
    return str_fmt(arena, "%02d:%02d:%02d", s / 3600, s / 60 % 60, s % 60);
}

int64_t clock_monotonic_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
