/* The libserialport side of the port layer, without a serial port: the library's calls are wrapped at link
 * time (Makefile), what they are asked for is kept, and the handle is a pty's. */
#include "unit.h"

#include "read/driver/table.h"
#include "read/port/maker.h"

#include <errno.h>
#include <fcntl.h>
#include <libserialport.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wunused-parameter" /* the library's signatures are given */

static struct {
    int baud, bits, stop, flow, dtr, rts, flushed, blocking, closed, freed;
    enum sp_parity parity;
    int set_before_dtr; /* the frame was set before the lines were raised */
    int known, open_errno, refuse_set;
    int master, slave;
} lib;

static struct sp_port *const port_token = (struct sp_port *)&lib;

enum sp_return __wrap_sp_get_port_by_name(const char *name, struct sp_port **port);
enum sp_return __wrap_sp_get_port_by_name(const char *name, struct sp_port **port) {
    *port = port_token;
    return lib.known && strncmp(name, "/dev/", 5) == 0 ? SP_OK : SP_ERR_ARG;
}
enum sp_return __wrap_sp_open(struct sp_port *port, enum sp_mode mode);
enum sp_return __wrap_sp_open(struct sp_port *port, enum sp_mode mode) {
    ck_assert_ptr_eq(port, port_token);
    ck_assert_int_eq(mode, SP_MODE_READ_WRITE);
    errno = lib.open_errno;
    return lib.open_errno ? SP_ERR_FAIL : SP_OK;
}
int __wrap_sp_last_error_code(void);
int __wrap_sp_last_error_code(void) { return lib.open_errno; }
enum sp_return __wrap_sp_get_port_handle(const struct sp_port *port, void *into);
enum sp_return __wrap_sp_get_port_handle(const struct sp_port *port, void *into) {
    *(int *)into = lib.slave;
    return SP_OK;
}
#define SETTER(name, type, field)                                                                            \
    enum sp_return __wrap_##name(struct sp_port *port, type value);                                          \
    enum sp_return __wrap_##name(struct sp_port *port, type value) {                                         \
        lib.field = (int)value;                                                                              \
        return lib.refuse_set ? SP_ERR_FAIL : SP_OK;                                                         \
    }
SETTER(sp_set_baudrate, int, baud)
SETTER(sp_set_bits, int, bits)
SETTER(sp_set_stopbits, int, stop)
SETTER(sp_set_flowcontrol, enum sp_flowcontrol, flow)
SETTER(sp_set_parity, enum sp_parity, parity)
SETTER(sp_set_dtr, enum sp_dtr, dtr)
SETTER(sp_set_rts, enum sp_rts, rts)

enum sp_return __wrap_sp_flush(struct sp_port *port, enum sp_buffer buffers);
enum sp_return __wrap_sp_flush(struct sp_port *port, enum sp_buffer buffers) {
    ck_assert_int_eq(buffers, SP_BUF_INPUT);
    lib.flushed++;
    tcflush(lib.slave, TCIFLUSH);
    return SP_OK;
}
/* As 0.1.1 does with VMIN 0: nothing yet and gone are both 0. */
enum sp_return __wrap_sp_nonblocking_read(struct sp_port *port, void *into, size_t count);
enum sp_return __wrap_sp_nonblocking_read(struct sp_port *port, void *into, size_t count) {
    ssize_t n = read(lib.slave, into, count);
    return (enum sp_return)(n > 0 ? n : 0);
}
enum sp_return __wrap_sp_input_waiting(struct sp_port *port);
enum sp_return __wrap_sp_input_waiting(struct sp_port *port) { return (enum sp_return)0; }
#define NEVER(name, ...)                                                                                     \
    enum sp_return __wrap_##name(__VA_ARGS__);                                                               \
    enum sp_return __wrap_##name(__VA_ARGS__) {                                                              \
        lib.blocking++;                                                                                      \
        return SP_ERR_FAIL;                                                                                  \
    }
NEVER(sp_blocking_read, struct sp_port *port, void *into, size_t count, unsigned ms)
NEVER(sp_blocking_read_next, struct sp_port *port, void *into, size_t count, unsigned ms)
NEVER(sp_wait, struct sp_event_set *set, unsigned ms)
NEVER(sp_drain, struct sp_port *port)

enum sp_return __wrap_sp_close(struct sp_port *port);
enum sp_return __wrap_sp_close(struct sp_port *port) {
    lib.closed++;
    return SP_OK;
}
void __wrap_sp_free_port(struct sp_port *port);
void __wrap_sp_free_port(struct sp_port *port) { lib.freed++; }

static void start(void) {
    memset(&lib, 0, sizeof lib);
    lib.known = 1;
    lib.master = posix_openpt(O_RDWR | O_NOCTTY);
    ck_assert_int_ge(lib.master, 0);
    ck_assert_int_eq(grantpt(lib.master) || unlockpt(lib.master), 0);
    lib.slave = open(ptsname(lib.master), O_RDWR | O_NOCTTY | O_NONBLOCK);
    ck_assert_int_ge(lib.slave, 0);
    struct termios tio;
    tcgetattr(lib.slave, &tio);
    cfmakeraw(&tio);
    tio.c_cc[VMIN] = 0;
    tcsetattr(lib.slave, TCSANOW, &tio);
}

static void stop(void) {
    close(lib.master);
    close(lib.slave);
}

static Port *open_port(Arena *arena, Diag *diag, LineSettings line, bool *refused) {
    PortOrder order = {arena, S("/dev/ttyUSB0"), "/dev/ttyUSB0", line, -1, diag};
    return port_serial_open(&order, refused);
}

static enum sp_parity parity_of(char letter) {
    return letter == 'e' ? SP_PARITY_EVEN : letter == 'o' ? SP_PARITY_ODD : SP_PARITY_NONE;
}

START_TEST(every_driver_sets_its_line) {
    Arena arena = {0};
    Diag diag = {.arena = &arena};
    const Driver *const *all;
    int n = driver_all(&arena, &all, &diag);
    ck_assert_int_gt(n, 20);
    for (int i = 0; i < n; i++) {
        LineSettings line = driver_settings(all[i]);
        bool refused;
        struct termios tio;
        start();
        lib.dtr = lib.rts = -1;
        Port *port = open_port(&arena, &diag, line, &refused);
        ck_assert_msg(port != NULL, "%s", all[i]->id);
        ck_assert_int_eq(lib.baud, line.baud);
        ck_assert_int_eq(lib.bits, line.bits);
        ck_assert_int_eq(lib.stop, line.stop);
        ck_assert_int_eq(lib.parity, parity_of(line.parity));
        ck_assert_int_eq(lib.dtr, line.dtr ? SP_DTR_ON : SP_DTR_OFF);
        ck_assert_int_eq(lib.rts, line.rts ? SP_RTS_ON : SP_RTS_OFF);
        tcgetattr(lib.slave, &tio);
        ck_assert_int_eq((tio.c_iflag & INPCK) != 0, line.parity != 'n');
        ck_assert_int_eq(tio.c_iflag & (IGNPAR | PARMRK), 0);
        ck_assert_int_eq((tio.c_cflag & CRTSCTS) != 0, line.flow == FLOW_RTSCTS);
        ck_assert_int_eq((tio.c_iflag & IXON) != 0, line.flow == FLOW_XONXOFF);
        ck_assert_int_eq(tio.c_cflag & HUPCL, 0);
        port_close(port);
        ck_assert_int_eq(lib.closed, 1);
        ck_assert_int_eq(lib.freed, 1);
        stop();
    }
    arena_free(&arena);
}
END_TEST

START_TEST(known_lines) {
    static const struct {
        const char *driver, *settings;
    } facts[] = {{"and", "2400/7e1/dtr=1/rts=1"},    {"lutron", "9600/8n1/dtr=1"},
                 {"km", "9600/7e1/dtr=1/rts=1"},     {"center", "9600/8n1/dtr=1/rts=0"},
                 {"sylvac", "4800/7e2/dtr=1/rts=0"}, {"dls", "19200/7e1"},
                 {"laser-dollar", "115200/8n1"},     {"kern-ew", "1200/8n2"}};
    Arena arena = {0};
    Diag diag = {.arena = &arena};
    const Driver *const *all;
    int n = driver_all(&arena, &all, &diag), found = 0;
    for (size_t k = 0; k < sizeof facts / sizeof *facts; k++)
        for (int i = 0; i < n; i++) {
            if (strcmp(all[i]->id, facts[k].driver)) continue;
            LineSettings line = driver_settings(all[i]), want = line;
            const char *why;
            ck_assert(line_settings_read(str_of(facts[k].settings), &want, &why));
            ck_assert_msg(!memcmp(&line, &want, sizeof line), "%s: %s", all[i]->id, all[i]->settings);
            found++;
        }
    ck_assert_int_eq(found, (int)(sizeof facts / sizeof *facts));
    arena_free(&arena);
}
END_TEST

START_TEST(bytes_silence_and_a_pulled_cable) {
    Arena arena = {0};
    Diag diag = {.arena = &arena};
    PortChunk chunk;
    bool refused;
    start();
    Port *port = open_port(&arena, &diag, (LineSettings){9600, 8, 'n', 1, true, true, FLOW_NONE}, &refused);
    ck_assert_ptr_nonnull(port);
    ck_assert_int_eq(port_read(port, &chunk), PORT_NOTHING);
    ck_assert_int_eq(write(lib.master, "stale", 5), 5);
    port_drop_input(port);
    ck_assert_int_eq(lib.flushed, 1);
    ck_assert_int_eq(write(lib.master, "S S\r\n", 5), 5);
    ck_assert_int_eq(port_read(port, &chunk), PORT_BYTES);
    ck_assert_int_eq(chunk.n, 5);
    ck_assert_int_eq(port_read(port, &chunk), PORT_NOTHING);
    ck_assert(port_write(port, S("SI\r\n")));
    close(lib.master);
    ck_assert_int_eq(port_read(port, &chunk), PORT_GONE);
    ck_assert(!port_write(port, S("SI\r\n")));
    ck_assert_int_eq(lib.blocking, 0);
    port_close(port);
    stop();
    arena_free(&arena);
}
END_TEST

static void refuses_with(int open_errno, const char *words, bool falls_back) {
    Arena arena = {0};
    Diag diag = {.arena = &arena};
    bool refused;
    start();
    lib.open_errno = open_errno;
    Port *port = open_port(&arena, &diag, (LineSettings){9600, 8, 'n', 1, true, true, FLOW_NONE}, &refused);
    ck_assert_ptr_null(port);
    ck_assert_int_eq(refused, falls_back);
    ck_assert_int_eq(lib.freed, 1);
    ck_assert_int_eq((int)diag.messages.n, falls_back ? 0 : 1);
    if (!falls_back) {
        ck_assert_int_eq(diag.fault, FAULT_MACHINE);
        ck_assert_msg(str_find(diag.messages.at[0].text, str_of(words)) >= 0, "%.*s",
                      SARG(diag.messages.at[0].text));
    }
    stop();
    arena_free(&arena);
}

START_TEST(refusals_have_their_words) {
    refuses_with(EACCES, "no permission", false);
    refuses_with(EBUSY, "busy", false);
    refuses_with(ENOENT, "no such device", false);
    refuses_with(ENXIO, "nothing behind this name", false);
    refuses_with(EIO, "cannot be opened", false);
    refuses_with(ENOTTY, "", true);
    refuses_with(EINVAL, "", true);
}
END_TEST

START_TEST(refused_settings_close_the_port) {
    Arena arena = {0};
    Diag diag = {.arena = &arena};
    bool refused;
    start();
    lib.refuse_set = 1;
    ck_assert_ptr_null(
        open_port(&arena, &diag, (LineSettings){123456, 8, 'n', 1, true, true, FLOW_NONE}, &refused));
    ck_assert(!refused);
    ck_assert_int_eq(lib.closed, 1);
    ck_assert(str_find(diag.messages.at[0].text, S("123456/8n1")) >= 0);
    stop();
    arena_free(&arena);
}
END_TEST

START_TEST(one_user_at_a_time) {
    Arena arena = {0};
    Diag diag = {.arena = &arena};
    bool refused;
    start();
    int other = open(ptsname(lib.master), O_RDWR | O_NOCTTY | O_NONBLOCK);
    PortOrder order = {&arena, S("x"), ptsname(lib.master), {0}, -1, &diag};
    ck_assert(device_lock(&order, other, true));
    ck_assert_ptr_null(
        open_port(&arena, &diag, (LineSettings){9600, 8, 'n', 1, true, true, FLOW_NONE}, &refused));
    ck_assert(str_find(diag.messages.at[0].text, S("busy")) >= 0);
    ck_assert_int_eq(lib.baud, 0); /* its line was not touched */
    close(other);
    stop();
    arena_free(&arena);
}
END_TEST

UNIT_MAIN("serial", every_driver_sets_its_line, known_lines, bytes_silence_and_a_pulled_cable,
          refusals_have_their_words, refused_settings_close_the_port, one_user_at_a_time)
