/* Any text as a number with its unit, a time, a unit, the settings of a line: no crash; what is read as a number in a
 * unit keeps its digits when it is printed and read again. The first byte is the decimal sign. */
#include "base/moment.h"
#include "base/quantity.h"
#include "read/driver.h"

#include <stdlib.h>

static void check_amount(Arena *arena, const Amount *amount) {
    int64_t value, again;
    bool lost;
    Amount copy;
    if (!amount->unit || amount->fraction || !amount_to_smallest(amount, NULL, &value, &lost) || lost) return;
    if (amount->unit->add || amount->unit->den != 1 || (int64_t)amount->unit->num <= 0) return;
    if (amount_resolution(amount, NULL) < 1) abort();
    int64_t whole = value / (int64_t)amount->unit->num;
    if (whole * (int64_t)amount->unit->num != value || amount->unit->quantity == QUANTITY_NONE) return;
    Str text = str_fmt(arena, "%lld %.*s", (long long)whole, SARG(amount->unit->name));
    if (quantity_parse(text, '.', &copy) != AMOUNT_OK || !amount_to_smallest(&copy, NULL, &again, &lost)) abort();
    if (again != value) abort();
}

static void check_moment(Arena *arena, Str text) {
    const char *why = NULL;
    Moment moment, again;
    if (!moment_parse(text, &moment, &why)) {
        if (!why) abort();
        return;
    }
    if (!moment_parse(moment_iso(arena, moment), &again, &why) || again.utc_ms != moment.utc_ms) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Arena arena = {0};
    Amount amount;
    LineSettings settings = {0};
    const char *why = NULL;
    if (size < 1) return 0;
    Str text = {(const char *)data + 1, (ptrdiff_t)size - 1};
    if (quantity_parse(text, data[0] % 2 ? ',' : '.', &amount) == AMOUNT_OK) check_amount(&arena, &amount);
    (void)quantity_sign(text);
    (void)unit_find(text);
    (void)driver_unit(text);
    if (!line_settings_read(text, &settings, &why) && !why) abort();
    check_moment(&arena, text);
    arena_free(&arena);
    return 0;
}
