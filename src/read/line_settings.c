/* Line settings as text, "2400/7e1/dtr=1/rts=1" (driver.h). */
#include "read/driver.h"

#include "base/arena.h"

enum { FASTEST = 4000000 };
static const char *const flows[] = {
    [FLOW_NONE] = "none", [FLOW_XONXOFF] = "xonxoff", [FLOW_RTSCTS] = "rtscts"};

static bool is_frame_word(Str word) {
    return word.len == 3 && word.at[0] >= '0' && word.at[0] <= '9' &&
           !(word.at[1] >= '0' && word.at[1] <= '9');
}

static bool read_frame(Str word, LineSettings *settings, const char **why) {
    *why = "7 or 8 data bits, parity n, e or o, 1 or 2 stop bits are possible, as in '7e1'";
    char parity = (char)(word.at[1] | 0x20);
    if (word.at[0] != '7' && word.at[0] != '8') return false;
    if (parity != 'n' && parity != 'e' && parity != 'o') return false;
    if (word.at[2] != '1' && word.at[2] != '2') return false;
    settings->bits = word.at[0] - '0';
    settings->parity = parity;
    settings->stop = word.at[2] - '0';
    return true;
}

static bool read_switch(Str value, bool *out, const char **why) {
    *why = "dtr and rts are 0 or 1";
    if (value.len != 1 || (value.at[0] != '0' && value.at[0] != '1')) return false;
    *out = value.at[0] == '1';
    return true;
}

static bool read_flow(Str value, Flow *out, const char **why) {
    for (int i = 0; i <= FLOW_RTSCTS; i++)
        if (str_eq(value, str_of(flows[i]))) return *out = (Flow)i, true;
    *why = "flow is none, xonxoff or rtscts";
    return false;
}

static bool read_part(Str part, LineSettings *settings, const char **why) {
    int64_t baud;
    if (is_frame_word(part)) return read_frame(part, settings, why);
    if (str_starts(part, S("dtr="))) return read_switch(str_skip(part, 4), &settings->dtr, why);
    if (str_starts(part, S("rts="))) return read_switch(str_skip(part, 4), &settings->rts, why);
    if (str_starts(part, S("flow="))) return read_flow(str_skip(part, 5), &settings->flow, why);
    *why = "expected parts like 2400, 7e1, dtr=1, rts=0, flow=none, with '/' between them";
    if (!str_to_count(part, FASTEST, &baud) || baud < 50) return false;
    settings->baud = (int)baud;
    return true;
}

bool line_settings_read(Str text, LineSettings *settings, const char **why) {
    LineSettings changed = *settings;
    Str rest = text;
    *why = "it is empty, or ends in '/'";
    if (!text.len || str_ends(text, S("/"))) return false;
    while (rest.len)
        if (!read_part(str_cut(&rest, '/'), &changed, why)) return false;
    *settings = changed;
    return true;
}

Str line_settings_print(Arena *arena, const LineSettings *settings) {
    return str_fmt(arena, "%d/%d%c%d/dtr=%d/rts=%d%s%s", settings->baud, settings->bits, settings->parity,
                   settings->stop, settings->dtr, settings->rts, settings->flow ? "/flow=" : "",
                   settings->flow ? flows[settings->flow] : "");
}

LineSettings driver_settings(const Driver *driver) {
    LineSettings settings = {9600, 8, 'n', 1, true, true, FLOW_NONE};
    const char *why;
    line_settings_read(str_of(driver->settings), &settings, &why);
    return settings;
}
