/* instruments ports: the serial devices there are, under the names that stay when plugs change places. */
#include "cli/instruments.h"
#include "read/port/list.h"
#include "report/write/columns.h"

static Str word(const Catalogue *catalogue, const char *key) {
    return catalogue_text(catalogue,
                          str_z(catalogue->arena, str_fmt(catalogue->arena, "instruments.ports.%s", key)));
}

static Str kind_text(Arena *arena, const PortInfo *port) {
    Str text = port->description;
    if (port->maker.len && str_find(text, port->maker) < 0)
        text = str_fmt(arena, "%.*s, %.*s", SARG(port->maker), SARG(text));
    if (port->serial.len) text = str_fmt(arena, "%.*s, %.*s", SARG(text), SARG(port->serial));
    return text;
}

int verb_ports(Run *run, const Catalogue *catalogue, Buf *out) {
    const PortInfo *ports;
    int n;
    if (!port_list(run->arena, &ports, &n, &run->diag)) return EXIT_MACHINE;
    if (!n) {
        diag_note(&run->diag, NO_PLACE, "%.*s", SARG(word(catalogue, "none")));
        return EXIT_YES;
    }
    Columns columns = columns_new(run->arena, 3);
    columns_add(&columns, word(catalogue, "port"), NULL);
    columns_add(&columns, word(catalogue, "state"), NULL);
    columns_add(&columns, word(catalogue, "device"), NULL);
    for (int i = 0; i < n; i++) {
        const PortInfo *port = &ports[i];
        Str name = port->by_id.len ? str_fmt(run->arena, "%.*s → %.*s", SARG(port->by_id), SARG(port->path))
                                   : port->path;
        columns_add(&columns, name, NULL);
        columns_add(&columns,
                    port->usable ? word(catalogue, "usable")
                                 : CATALOGUE_FILL(catalogue, "instruments.ports.closed", port->group),
                    NULL);
        columns_add(&columns, kind_text(run->arena, port), NULL);
    }
    columns_put(out, &columns, 0);
    return EXIT_YES;
}
