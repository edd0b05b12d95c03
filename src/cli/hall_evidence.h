/* What the command hall finds out about a table from its files: certificates by trust/, readings by judging.
 */
#ifndef CLI_HALL_EVIDENCE_H
#define CLI_HALL_EVIDENCE_H

#include "cli/cli.h"
#include "hall/approval.h"
#include "model/catalogue.h"
#include "trust/register.h"

typedef struct EvidenceSource {
    Run *run;
    const char *profile_dir, *instruments;
    Register *reg; /* NULL: none was asked for */
    Str day;
    const Catalogue *texts; /* in whose words a fault is told */
} EvidenceSource;

/* context is an EvidenceSource. */
bool evidence_certificate(void *context, const PlannedTable *table, CertificateFacts *out);
bool evidence_readings(void *context, const PlannedTable *table, ReadingFacts *out);

#endif
