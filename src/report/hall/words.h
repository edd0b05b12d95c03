/* Numbers and phrases that the text, the plan and the report of a hall share. */
#ifndef REPORT_HALL_WORDS_H
#define REPORT_HALL_WORDS_H

#include "report/hall/sheet.h"

Str hall_word(const HallSheet *sheet, const char *key); /* of the section `approval:` */
Str hall_reason(const HallSheet *sheet, const HallReason *reason);
Str hall_verdict_word(const HallSheet *sheet, HallVerdict verdict);
/* "✓", "✗", "?" with a form that survives black and white. */
Str hall_sign(HallVerdict verdict);
/* Metres to the millimetre, in the language. */
Str hall_metres(const HallSheet *sheet, double metres);
/* "move T1 by 0.145 m: 0.145 m in +x"; "" where nothing has to be done. */
Str hall_move(const HallSheet *sheet, const TableApproval *table);
/* "light.room by carom-sk-284: fail (49 lx)". */
Str hall_room_line(const HallSheet *sheet, const RoomVerdict *room);

#endif
