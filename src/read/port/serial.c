/* Ports on libserialport: real ttys. What 0.1.1 of Debian 12 does not do is done here: links are resolved
 * before (read/port/device.c), the device is locked, stale input dropped, the handle polled. Its blocking
 * calls spin when the cable is pulled and do not hear signals: never used. Its RTS/CTS setting sets nothing:
 * ours does. */
#include "read/port/maker.h"

#include "base/moment.h"

#include <errno.h>
#include <libserialport.h>
#include <poll.h>

static const struct {
    char letter;
    enum sp_parity parity;
} parities[] = {{'n', SP_PARITY_NONE}, {'e', SP_PARITY_EVEN}, {'o', SP_PARITY_ODD}};

static enum sp_parity parity_of(char letter) {
    for (size_t i = 0; i < sizeof parities / sizeof *parities; i++)
        if (parities[i].letter == letter) return parities[i].parity;
    return SP_PARITY_NONE;
}

static bool set_line(struct sp_port *sp, LineSettings line) {
    return sp_set_baudrate(sp, line.baud) == SP_OK && sp_set_bits(sp, line.bits) == SP_OK &&
           sp_set_parity(sp, parity_of(line.parity)) == SP_OK && sp_set_stopbits(sp, line.stop) == SP_OK &&
           sp_set_flowcontrol(sp, SP_FLOWCONTROL_NONE) == SP_OK &&
           sp_set_dtr(sp, line.dtr ? SP_DTR_ON : SP_DTR_OFF) == SP_OK &&
           sp_set_rts(sp, line.rts ? SP_RTS_ON : SP_RTS_OFF) == SP_OK;
}

/* VMIN is 0 here, so 0 bytes may mean "nothing yet" and "gone": the queue's length and the poll tell them
 * apart. */
static PortEvent read_serial(Port *port, PortChunk *out) {
    struct pollfd state = {.fd = port->fd, .events = POLLIN};
    int n = (int)sp_nonblocking_read(port->own, out->bytes, sizeof out->bytes);
    out->at_ms = clock_monotonic_ms();
    out->n = n > 0 ? n : 0;
    if (n > 0) return PORT_BYTES;
    if (n < 0 || (int)sp_input_waiting(port->own) < 0) return PORT_GONE;
    if (poll(&state, 1, 0) > 0 && (state.revents & (POLLHUP | POLLERR | POLLNVAL))) return PORT_GONE;
    return PORT_NOTHING;
}

static void drop_serial(Port *port) { (void)sp_flush(port->own, SP_BUF_INPUT); }

static void close_serial(Port *port) {
    sp_close(port->own);
    sp_free_port(port->own);
    port->own = NULL, port->fd = -1;
}

/* Writing is the descriptor's own: it does not block and is polled for a second at most. */
static const PortKind serial_port = {read_serial, port_fd_write, drop_serial, close_serial};

static bool set_up(const PortOrder *order, struct sp_port *sp, int *fd) {
    if (sp_get_port_handle(sp, fd) != SP_OK) return device_refuse(order, EIO);
    if (!device_lock(order, *fd, false)) return false;
    if (!set_line(sp, order->line))
        return diag_machine(order->diag, port_place(order), "does not take the line settings %.*s",
                            SARG(line_settings_print(order->arena, &order->line)));
    return device_set_flags(*fd, order->line) || device_refuse(order, errno);
}

/* What sp_open meant: a permission or a holder in the way, or a tty that libserialport cannot handle. */
static bool opened(const PortOrder *order, struct sp_port *sp, bool *refused) {
    if (sp_open(sp, SP_MODE_READ_WRITE) == SP_OK) return true;
    int cause = sp_last_error_code();
    if (cause == ENOTTY || cause == EINVAL)
        *refused = true;
    else
        device_refuse(order, cause);
    return false;
}

Port *port_serial_open(const PortOrder *order, bool *refused) {
    struct sp_port *sp;
    int fd = -1;
    *refused = sp_get_port_by_name(order->path, &sp) != SP_OK;
    if (*refused) return NULL;
    if (opened(order, sp, refused)) {
        if (set_up(order, sp, &fd)) {
            Port *port = port_new(order, &serial_port, fd);
            port->own = sp;
            return port;
        }
        sp_close(sp);
    }
    sp_free_port(sp);
    return NULL;
}
