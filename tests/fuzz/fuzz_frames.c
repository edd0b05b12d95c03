/* Any bytes through every driver: no crash, the same whether they come at once or one by one, and no value
 * without digits, unit and quantity. The first byte picks the driver. */
#include "read/port/framer.h"
#include "read/driver/table.h"

typedef struct Sum {
    uint64_t hash;
    int frames;
} Sum;

static void add(Sum *sum, const void *at, size_t size) {
    for (size_t i = 0; i < size; i++)
        sum->hash = (sum->hash ^ ((const unsigned char *)at)[i]) * 1099511628211u;
}

static void heard(void *context, const Heard *heard) {
    Sum *sum = context;
    sum->frames++;
    add(sum, heard->raw.at, (size_t)heard->raw.len);
    add(sum, &heard->decoded.kind, sizeof heard->decoded.kind);
    for (int i = 0; i < heard->decoded.n; i++) {
        const Indication *in = &heard->decoded.indications[i];
        add(sum, &in->value, sizeof in->value);
        add(sum, &in->state, sizeof in->state);
        if (in->state == STATE_OK &&
            (!in->digits[0] || !in->unit || in->quantity != in->unit->quantity || in->reason[0]))
            abort();
        if (in->state != STATE_OK && !in->reason[0]) abort();
        if (in->state != STATE_OK && in->state != STATE_UNSTABLE && in->digits[0]) abort();
    }
}

static Sum feed(const Driver *driver, Str bytes, ptrdiff_t piece) {
    Framer framer;
    Sum sum = {.hash = 14695981039346656037u};
    framer_open(&framer, driver, 0);
    for (ptrdiff_t at = 0; at < bytes.len; at += piece)
        framer_put(&framer, str_slice(bytes, at, at + piece), 0, heard, &sum);
    framer_end(&framer);
    if (framer.counts.bytes != bytes.len) abort();
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static Arena arena;
    static const Driver *const *all;
    static int n;
    Diag diag = {.arena = &arena};
    if (!n) n = driver_all(&arena, &all, &diag);
    if (size < 2) return 0;
    Driver driver = *all[data[0] % n];
    if (driver.wants_unit) driver.unit = unit_find(S("mm"));
    Str bytes = {(const char *)data + 1, (ptrdiff_t)size - 1};
    Sum whole = feed(&driver, bytes, bytes.len), single = feed(&driver, bytes, 1),
        seven = feed(&driver, bytes, 7);
    if (whole.hash != single.hash || whole.hash != seven.hash || whole.frames != single.frames) abort();
    return 0;
}
