/* Ports on plain termios: ptys, which libserialport cannot open, and ttys that refuse libserialport (USB
 * gadgets without modem lines). VMIN is 1, so that "nothing yet" (EAGAIN) and "gone" (EIO, 0) differ. */
#include "read/port/maker.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static const struct {
    int baud;
    speed_t code;
} speeds[] = {
    {50, B50},           {75, B75},           {110, B110},         {134, B134},         {150, B150},
    {200, B200},         {300, B300},         {600, B600},         {1200, B1200},       {1800, B1800},
    {2400, B2400},       {4800, B4800},       {9600, B9600},       {19200, B19200},     {38400, B38400},
    {57600, B57600},     {115200, B115200},   {230400, B230400},   {460800, B460800},   {500000, B500000},
    {576000, B576000},   {921600, B921600},   {1000000, B1000000}, {1152000, B1152000}, {1500000, B1500000},
    {2000000, B2000000}, {2500000, B2500000}, {3000000, B3000000}, {3500000, B3500000}, {4000000, B4000000}};

static bool find_speed(int baud, speed_t *out) {
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++)
        if (speeds[i].baud == baud) return *out = speeds[i].code, true;
    return false;
}

/* A pty forces 8 bits without parity and calls anything else an invalid argument. */
static tcflag_t frame_flags(LineSettings line, bool is_pty) {
    tcflag_t flags = CLOCAL | CREAD | (line.stop == 2 ? CSTOPB : 0);
    if (is_pty) return flags | CS8;
    flags |= line.bits == 7 ? CS7 : CS8;
    return flags | (line.parity == 'n' ? 0 : line.parity == 'e' ? PARENB : PARENB | PARODD);
}

static bool set_line(const PortOrder *order, int fd, bool is_pty) {
    struct termios tio;
    speed_t speed;
    if (!find_speed(order->line.baud, &speed))
        return diag_machine(order->diag, port_place(order), "cannot run at %d baud", order->line.baud);
    if (tcgetattr(fd, &tio) != 0) return device_refuse(order, ENOTTY);
    cfmakeraw(&tio);
    tio.c_cflag &= ~(tcflag_t)(CSIZE | CSTOPB | PARENB | PARODD);
    tio.c_cflag |= frame_flags(order->line, is_pty);
    tio.c_cc[VMIN] = 1, tio.c_cc[VTIME] = 0;
    cfsetispeed(&tio, speed), cfsetospeed(&tio, speed);
    return (tcsetattr(fd, TCSANOW, &tio) == 0 && device_set_flags(fd, order->line)) ||
           device_refuse(order, errno);
}

static bool set_signal(int fd, int signal_bit, bool on) {
    return ioctl(fd, on ? TIOCMBIS : TIOCMBIC, &signal_bit) == 0;
}

static bool set_signals(const PortOrder *order, int fd, bool is_pty) {
    bool ok = set_signal(fd, TIOCM_DTR, order->line.dtr) && set_signal(fd, TIOCM_RTS, order->line.rts);
    if (ok || is_pty) return true;
    diag_warning(order->diag, port_place(order), "has no DTR and RTS lines that could be set");
    return true;
}

static void close_termios(Port *port) {
    (void)ioctl(port->fd, TIOCNXCL);
    port_fd_close(port);
}

static const PortKind termios_port = {port_fd_read, port_fd_write, port_fd_drop, close_termios};

Port *port_termios_open(const PortOrder *order) {
    int fd = open(order->path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) {
        device_refuse(order, errno);
        return NULL;
    }
    unsigned int number;
    bool is_pty = ioctl(fd, TIOCGPTN, &number) == 0 || str_starts(str_of(order->path), S("/dev/pts/"));
    bool ok = isatty(fd) ? device_lock(order, fd, is_pty) : device_refuse(order, ENOTTY);
    if (ok && set_line(order, fd, is_pty) && set_signals(order, fd, is_pty))
        return port_new(order, &termios_port, fd);
    close(fd);
    return NULL;
}
