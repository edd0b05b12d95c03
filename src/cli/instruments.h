/* The verbs of `tablecert instruments`, each in a file of its subject; cmd_instruments.c lists them. */
#ifndef CLI_INSTRUMENTS_H
#define CLI_INSTRUMENTS_H

#include "base/buf.h"
#include "cli/cli.h"
#include "model/catalogue.h"
#include "read/driver/probe.h"

/* Each returns the exit status; what goes to standard output is in *out. */
int verb_list(Run *run, const Catalogue *catalogue, Buf *out);
int verb_show(Run *run, const Catalogue *catalogue, Buf *out);
int verb_ports(Run *run, const Catalogue *catalogue, Buf *out);
int verb_probe(Run *run, const Catalogue *catalogue, Buf *out);
/* --shows: a description that reads what came, on standard output; exit 3 when none can be proposed. bytes:
 * what came; nearest drivers are told in comments. */
int verb_propose(Run *run, const Catalogue *catalogue, const Probe *probe, Str settings, Str poll, Buf *out);
/* check --reference … */
int check_references(Run *run, const Catalogue *catalogue, Buf *out);
int verb_history(Run *run, const Catalogue *catalogue, Buf *out);
int verb_check(Run *run, const Catalogue *catalogue, Buf *out);

/* --unit, --port, --driver, --serial, or empty */
Str verb_unit(void);
Str verb_port(void);
Str verb_driver(void);
Str verb_serial(void);
/* --shows, --reference: as often as they were given */
const TextList *verb_shows(void);
const TextList *verb_references(void);

#endif
