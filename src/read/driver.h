/* Instruments on serial lines. A driver is a const row: who makes it, how its line is set, who talks, and two
 * pure functions: `frame` finds where the next frame ends, `decode` says what it means. No port, clock or
 * allocation in them; buffering, resynchronising, silence and counts are in framer.h, the bytes come from
 * port.h. One-line ASCII instruments and Modbus register maps are rows made from YAML (profiles/instruments/,
 * describe.h). Source: read/README.md, Drivers. */
#ifndef READ_DRIVER_H
#define READ_DRIVER_H

#include "base/unit.h"
#include "model/session.h"

/* ---- line settings: "2400/7e1/dtr=1/rts=1", any of flow=none|xonxoff|rtscts */
typedef enum Flow { FLOW_NONE, FLOW_XONXOFF, FLOW_RTSCTS } Flow;
typedef struct LineSettings {
    int baud;
    int bits;    /* 7 or 8 */
    char parity; /* 'n' 'e' 'o' */
    int stop;    /* 1 or 2 */
    bool dtr, rts;
    Flow flow;
} LineSettings;

/* Reads the parts that are named, leaves the others of *settings as they are (so a user's text overrides the
 * driver's). False: *why says which part is wrong. */
bool line_settings_read(Str text, LineSettings *settings, const char **why);
Str line_settings_print(Arena *arena, const LineSettings *settings);

/* ---- what a frame says */
typedef enum Stability { STABILITY_NOT_STATED, STABILITY_STABLE, STABILITY_UNSTABLE } Stability;
const char *stability_name(Stability stability); /* "not stated" "stable" "unstable" */

enum {
    FLAG_NET = 1,        /* a tare is taken off */
    FLAG_BATTERY = 2,    /* battery low */
    FLAG_UNVERIFIED = 4, /* the last digit is not verified (legal metrology brackets) */
    FLAG_WEAK = 8        /* a laser's signal is poor */
};
Str flags_print(Arena *arena, unsigned flags); /* "net, battery low"; empty when none */

/* One indication of an instrument (VIM 4.1). A state other than ok and unstable has no digits and no value;
 * an unstable one whose unit is NULL has digits but no value (some balances send the unit only when they are
 * stable). */
typedef struct Indication {
    const char *channel; /* "x", "T1"; "" when there is but one */
    Quantity quantity;   /* of the unit; QUANTITY_NONE when unknown (overload without unit, counts, …) */
    char digits[24]; /* the number as shown, sign and decimals kept, filling zeros and blanks cut: "-0.05" */
    int64_t value;   /* exact, in the smallest unit of the quantity */
    int64_t resolution; /* one in the last digit shown, in the smallest unit */
    char unit_sent[12]; /* as sent, blanks cut; "" when the frame names none */
    const Unit *unit;   /* what it means; NULL when there is no number. Its name may be unknown to unit_find
                           (ct, ozt, mrad: driver_unit) */
    Stability stability;
    ReadingState state; /* only STATE_OK may be judged */
    unsigned flags;
    char reason[128]; /* why the state is not ok; "" when it is */
} Indication;

typedef enum DecodedKind {
    DECODED_READING, /* n indications, each with its state */
    DECODED_NOTE,    /* an acknowledgement or information, no answer to a request for a value; reason tells */
    DECODED_BAD      /* damaged or unknown; reason quotes the bytes */
} DecodedKind;

enum { INDICATIONS_MOST = 4 };
typedef struct Decoded {
    DecodedKind kind;
    bool head;  /* the frame itself proves that it is whole (start mark, header, width); one that does not is
                   dropped when it is the first after opening */
    int width;  /* columns of the number, where its field has a width: one instrument keeps to one; 0: none */
    bool apart; /* … but lines of another kind (its own print key) have another */
    int fitted; /* DECODED_BAD: bytes of it that fitted the nearest form */
    int n;
    Indication indications[INDICATIONS_MOST];
    char reason[256];
} Decoded;

/* ---- what `frame` says about the bytes at the start of the buffer */
typedef enum FrameKind { FRAME_MORE, FRAME_SKIP, FRAME_HAVE } FrameKind;
typedef struct FrameStep {
    FrameKind kind;
    int n; /* bytes to skip (at least 1), or length of the frame */
} FrameStep;
#define FRAME_NEED_MORE ((FrameStep){FRAME_MORE, 0})
#define FRAME_SKIPS(n) ((FrameStep){FRAME_SKIP, (n)})
#define FRAME_HAS(n) ((FrameStep){FRAME_HAVE, (n)})

typedef enum Talk {
    TALK_POLL,   /* answers the bytes of `poll` */
    TALK_STREAM, /* sends by itself (after `start`, when there is one) */
    TALK_KEY     /* sends when its key is pressed */
} Talk;
const char *talk_name(Talk talk);

typedef enum Trust {
    TRUST_CAPTURED,   /* real bytes of it are in the tests */
    TRUST_DOCUMENTED, /* built from its manual or a published protocol */
    TRUST_REPORTED    /* built from what other people's programs do */
} Trust;
const char *trust_name(Trust trust);

enum { QUANTITIES_MOST = 5 };
typedef struct Driver Driver;
struct Driver {
    const char *id, *maker, *models;
    Quantity quantities[QUANTITIES_MOST + 1]; /* ends at the first QUANTITY_NONE */
    const char *settings;                     /* line settings, all parts named */
    Talk talk;
    Str start;     /* sent once after opening; empty: nothing */
    Str poll;      /* TALK_POLL: asks for one value */
    Str stop;      /* sent before closing */
    int start_ms;  /* to wait after `start` */
    int answer_ms; /* poll: the answer comes within; stream: a frame comes at least this often */
    int pause_ms;  /* least time from an answer to the next request */
    Trust trust;
    const char *const *kin; /* ids of drivers whose frames this one may read too; NULL-terminated or NULL */
    const char *note;       /* what the operator must know, or NULL */
    bool wants_unit;        /* the frame names no unit: the user must (DriverSetup.unit) */
    bool takes_unit, takes_prefix; /* the user may name a unit, a prefix */
    bool slides;   /* after a bad frame go on at its second byte (marked frames), else after it (lines) */
    int frame_max; /* `frame` never sees more bytes than this, and decides within them */
    FrameStep (*frame)(const Driver *driver, Str bytes);
    void (*decode)(const Driver *driver, Str frame, Decoded *out); /* out is zeroed by the caller */
    const Unit *unit;                                              /* the unit the user named */
    Str prefix;              /* the text the user named in front of the number (`line`) */
    const void *description; /* what was read from YAML */
};

enum { FRAME_MOST = 128 }; /* no frame_max is larger */

bool driver_measures(const Driver *driver, Quantity quantity);
/* May `driver` read the frames of the driver `other`? (Itself, or listed as kin on either side.) */
bool driver_is_kin(const Driver *driver, const Driver *other);
/* The driver's line settings; the row's text is always good. */
LineSettings driver_settings(const Driver *driver);
/* Units that instruments send: those of unit_find, and ct, ozt, dwt, GN, mom, t, mrad. NULL if unknown. */
const Unit *driver_unit(Str name);

#endif
