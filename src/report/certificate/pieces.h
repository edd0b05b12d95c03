/* Shared by the files that build a certificate: what is being made, and how dates, values and verdicts are
 * worded. */
#ifndef REPORT_CERTIFICATE_PIECES_H
#define REPORT_CERTIFICATE_PIECES_H

#include "base/names.h"
#include "report/certificate/certificate.h"
#include "report/certificate/plan.h"

/* A measured point with its number on the plan and its verdict. */
typedef struct Numbered {
    int number;
    const Item *item;
    const Point *point;
    const RequirementResult *judge; /* the requirement that judges this very point; NULL: none does */
    const Judged *judged;
    bool bad;
} Numbered;

typedef struct Making {
    Arena *arena;
    Document *document;
    const Certificate *certificate;
    const TableResult *result;
    const Catalogue *words;
    VEC(Numbered) points;
} Making;

Str part_text(const Making *making, const char *key); /* of section certificate */
Str part_date(const Making *making, Date date);       /* "28. novembra 2026" */
Str part_moment(const Making *making, Moment moment); /* date, time and offset, digits only; "" not given */
Str part_table_name(const Making *making);
/* What an item is called in the certificate's language; its id where it has no title. */
Str part_item(const Making *making, Str id);
Str part_verdict(const Making *making, Verdict verdict); /* "✓ pass" */
Tone verdict_tone(Verdict verdict);
const char *verdict_sign(Verdict verdict);
Str part_percent(const Making *making, double share); /* never "100 %" or "0 %" of what is not sure */
Str part_number(const Making *making, Str number);    /* in the language's form, with a true minus */
/* Value with its U and unit: "284,10 ± 0,10 cm". */
Str part_value(const Making *making, Str value, Str U, const Requirement *requirement);

void number_points(Making *making);
/* A column titled by certificate.column.KEY. */
Column part_column(const Making *making, const char *key, double width, double weight, TextAlign align);
/* A column's weight: the longest text of its cells. */
double part_longest(double length, Str text);
Str part_profile_title(const Making *making);
/* Items with a comma between. */
Str part_joined(Arena *arena, const Str *items, int count);
/* The instruments the readings name, in the order first used. */
Names part_instruments(const Making *making);

/* The last check of an instrument against a reference before its last reading here; NULL: none. */
const InstrumentCheck *part_reference_check(const Making *making, Str id);
Str part_reference_text(const Making *making, const InstrumentCheck *check);
/* A sentence for each instrument whose check was failed; "" none. */
Str part_failed_references(const Making *making);

/* The first page. */
void add_banner(Making *making);
void add_conditions(Making *making); /* what the verdict is conditional on */
void add_facts(Making *making);
void add_requirements(Making *making);
void add_explanation(Making *making); /* remarks, traceability, rule, uncertainty */
/* What follows it. */
void add_annex(Making *making);
void add_pictures(Making *making); /* plan and light map */
void add_points(Making *making);
void add_cushion_profile(Making *making);

#endif
