/* The instrument list: what a person measures with, each with its calibration. YAML:
 *     instruments:
 *       - {id: tape, maker: BMI, model: Top, serial: "123", certificate: K-77, date: 2026-01-15,
 *          due: 2027-01-15, uncertainty: "0.5 mm + 0.01 %", includes_resolution: true}
 *       - {id: scale, driver: kern-ew, port: /dev/ttyUSB0, settings: 1200/8n1, resolution: "0.01 g"}
 * serial_number and calibration_certificate are the same as serial and certificate.
 * Source: read/README.md, "The instrument list"; judge/README.md 4, 10. */
#ifndef MODEL_INSTRUMENTS_H
#define MODEL_INSTRUMENTS_H

#include "base/yaml.h"
#include "model/checks.h"
#include "model/session.h"

typedef struct Instrument {
    Str id;
    Str driver, port, settings; /* "" when read by hand */
    Str unit, prefix;           /* for drivers whose frames name none (driver.h) */
    Str maker, model, serial, certificate;
    Date date, due;    /* of the calibration; given only when the year is not 0 */
    Quantity quantity; /* what it measures: of its uncertainty, resolution or offset; NONE: not said */
    Str uncertainty;   /* as written, "" when not stated */
    int64_t constant;  /* U's constant part, smallest unit of the quantity */
    int64_t relative;  /* U's part of the reading, in 1e-9 of it */
    bool includes_resolution;
    int64_t resolution; /* smallest unit; 0: not stated */
    int64_t offset;     /* to be added to every reading (a laser's reference edge), smallest unit */
    const Str *items;   /* what it is proposed for: ids, or their first words; NULL: all of its quantity */
    int item_count;
    Place place;
    const Yaml *node; /* the entry, for keys a driver of its own reads */
} Instrument;

typedef struct Instruments {
    const Instrument *at;
    int n;
    const Source *source;
    InstrumentChecks checks; /* its log: what the instruments showed against a reference (checks_last) */
} Instruments;

/* NULL after errors (told, all of them): unknown keys, ids twice, no dates, no uncertainties, due before
 * date. */
const Instruments *instruments_load(Arena *arena, const char *path, Diag *diag);
/* The same of a file already in memory, without its log of checks. */
const Instruments *instruments_read(Arena *arena, const Source *source, Diag *diag);
/* NULL: not in the list (which may be NULL itself). */
const Instrument *instruments_find(const Instruments *list, Str id);
/* Expanded uncertainty (k = 2) of one reading of `value`, in the smallest unit; 0 when the list states none.
 */
double instrument_U(const Instrument *instrument, double value);
/* Its calibration was overdue at that time (the due day itself is still good); a time that is not given is
 * now. */
bool instrument_overdue(const Instrument *instrument, Moment time);
/* Does its calibration cover readings taken from `first` to `last` (either not given: now)? The day of the
 * calibration and the due day do. An entry with one of the two dates is open on the other side; one with
 * neither covers nothing. Source: judge/README.md 10. */
typedef enum Calibration {
    CALIBRATION_COVERS,
    CALIBRATION_OVERDUE,
    CALIBRATION_LATER, /* it was calibrated only afterwards */
    CALIBRATION_UNDATED
} Calibration;
Calibration instrument_calibration(const Instrument *instrument, Moment first, Moment last);
/* Every instrument the session names must be in the list: an error at its reading otherwise. With strict a
 * calibration that does not cover the reading is an error too. */
bool instruments_check(const Instruments *list, const Session *session, bool strict, Diag *diag);

/* Standard uncertainty of a point's mean in the smallest unit, conformity 4: type A, the rows' U or else the
 * calibration of the instruments used (the largest counts), resolution. list may be NULL. *resolution_only:
 * nothing but the resolution is known. */
double instruments_u(const Instruments *list, const Point *point, bool *resolution_only);

#endif
