/* What every `decode` function is made of: filling an indication from digits, refusing one with a reason,
 * quoting bytes. No allocation; everything goes into the Decoded of the caller. */
#ifndef READ_INDICATION_H
#define READ_INDICATION_H

#include "read/driver.h"

/* "WHY: 'bytes'", bytes outside printable ASCII as \xHH, long ones cut. Sets DECODED_BAD. */
void decoded_bad(Decoded *out, Str frame, const char *why);
/* Sets DECODED_NOTE; such a frame proves its own head. */
void decoded_note(Decoded *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* One more indication, STATE_OK and without a number; kind becomes DECODED_READING. channel: a literal. */
Indication *decoded_add(Decoded *out, const char *channel);

/* Gives the indication its number. `number`: blanks, sign, blanks, digits with at most one point (`shift` =
 * 0), or digits only, whose last `shift` are decimals. Leading zeros are filling. False (and nothing set)
 * when it is no such number or too large for the unit. */
bool indication_number(Indication *indication, Str number, int shift, const Unit *unit);
/* The same for an integer that a binary frame holds: value / 10^shift. */
bool indication_integer(Indication *indication, int64_t number, int shift, const Unit *unit);
void indication_unit_sent(Indication *indication, Str sent);
/* No value: the state, and why. Takes digits and value away. */
void indication_refuse(Indication *indication, ReadingState state, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Stable or not by the frame's own word; an ok one that is not stable becomes STATE_UNSTABLE. */
void indication_settle(Indication *indication, Stability stability);

/* Unsigned decimal or upper-case hexadecimal digits only, the whole text; -1 if it is anything else. */
int64_t digits_value(Str text, int base);
/* Bytes as text for a reason: printable ASCII as it is, others \xHH, cut to fit. */
void quote_bytes(char *out, size_t size, Str bytes);

#endif
