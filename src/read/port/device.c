/* From a path to a device that is ours alone: each way of failing has its own words, because each has its own
 * cure (facts: libserialport says "invalid argument" to all of them). Source: read/README.md, Port layer. */
#include "read/port/maker.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <termios.h>
#include <unistd.h>

static bool refuse_missing(const PortOrder *order) {
    char target[PATH_MAX];
    ssize_t n = readlink(order->path, target, sizeof target - 1);
    if (n > 0)
        return diag_machine(order->diag, port_place(order),
                            "is a link to '%.*s', which is not there; is the instrument plugged in?", (int)n,
                            target);
    return diag_machine(order->diag, port_place(order),
                        "no such device; 'tablecert instruments ports' lists those there are");
}

static bool refuse_kind(const PortOrder *order, mode_t mode) {
    if (S_ISDIR(mode))
        return diag_machine(order->diag, port_place(order), "is a folder, not a serial device");
    if (S_ISREG(mode))
        return diag_machine(order->diag, port_place(order),
                            "is a file, not a serial device; write replay:%.*s to replay it",
                            SARG(order->name));
    return diag_machine(order->diag, port_place(order), "is not a serial device");
}

bool device_resolve(PortOrder *order, bool *is_pty) {
    struct stat info;
    char *real = realpath(order->path, NULL);
    if (!real && (errno == ENOENT || errno == ENOTDIR)) return refuse_missing(order);
    if (!real) return device_refuse(order, errno);
    order->path = str_z(order->arena, str_of(real));
    free(real);
    if (stat(order->path, &info) != 0) return device_refuse(order, errno);
    if (!S_ISCHR(info.st_mode)) return refuse_kind(order, info.st_mode);
    *is_pty = major(info.st_rdev) >= 136 && major(info.st_rdev) <= 143;
    return true;
}

/* "process 4711 (minicom)" of the first process that has the device open; empty when none can be seen. */
static Str find_holder_in(Arena *arena, const char *pid, const char *device) {
    char folder[64], link[400], name[64] = "";
    snprintf(folder, sizeof folder, "/proc/%.20s/fd", pid);
    DIR *fds = opendir(folder);
    struct dirent *entry;
    bool holds = false;
    while (fds && !holds && (entry = readdir(fds))) {
        char path[330];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        ssize_t n = readlink(path, link, sizeof link - 1);
        holds = n > 0 && str_eq((Str){link, n}, str_of(device));
    }
    if (fds) closedir(fds);
    if (!holds) return (Str){"", 0};
    snprintf(folder, sizeof folder, "/proc/%.20s/comm", pid);
    FILE *comm = fopen(folder, "re");
    if (comm && !fgets(name, sizeof name, comm)) name[0] = 0;
    if (comm) fclose(comm);
    return str_fmt(arena, "process %s (%.*s)", pid, SARG(str_trim(str_of(name))));
}

/* The process that holds the lock, by /proc/locks: "1: FLOCK ADVISORY WRITE 4711 00:18:5 0 EOF". */
static bool find_locker(const char *device, char pid[24]) {
    struct stat info;
    char line[160], file[64];
    FILE *locks = stat(device, &info) == 0 ? fopen("/proc/locks", "re") : NULL;
    bool found = false;
    while (locks && !found && fgets(line, sizeof line, locks)) {
        Str rest = str_of(line), words[6] = {{0}};
        for (int n = 0; n < 6 && rest.len;) {
            words[n] = str_cut(&rest, ' ');
            if (words[n].len) n++;
        }
        snprintf(file, sizeof file, "%02x:%02x:%llu", major(info.st_dev), minor(info.st_dev),
                 (unsigned long long)info.st_ino);
        found = str_eq(words[1], S("FLOCK")) && str_eq(words[5], str_of(file));
        if (found) snprintf(pid, 24, "%.*s", SARG(words[4]));
    }
    if (locks) fclose(locks);
    return found;
}

static Str find_holder(Arena *arena, const char *device) {
    char locker[24];
    int64_t locker_pid;
    if (find_locker(device, locker) && str_to_count(str_of(locker), INT32_MAX, &locker_pid) &&
        locker_pid != getpid())
        return find_holder_in(arena, locker, device);
    DIR *processes = opendir("/proc");
    struct dirent *entry;
    Str holder = {"", 0};
    int64_t pid;
    while (processes && !holder.len && (entry = readdir(processes)))
        if (str_to_count(str_of(entry->d_name), INT32_MAX, &pid) && pid != getpid())
            holder = find_holder_in(arena, entry->d_name, device);
    if (processes) closedir(processes);
    return holder;
}

static bool refuse_busy(const PortOrder *order) {
    Str holder = find_holder(order->arena, order->path);
    if (holder.len)
        return diag_machine(order->diag, port_place(order), "is busy: %.*s holds it", SARG(holder));
    return diag_machine(order->diag, port_place(order),
                        "is busy: another process, not visible to this user, holds it");
}

static bool refuse_permission(const PortOrder *order) {
    struct stat info;
    const struct passwd *user = getpwuid(geteuid());
    const char *who = user ? user->pw_name : "this user";
    if (stat(order->path, &info) != 0)
        return diag_machine(order->diag, port_place(order),
                            "no permission for %s: a folder on the way to it is closed", who);
    const struct group *group = getgrgid(info.st_gid);
    if (!group || (info.st_mode & (S_IRGRP | S_IWGRP)) != (S_IRGRP | S_IWGRP) || info.st_gid == 0)
        return diag_machine(
            order->diag, port_place(order),
            "no permission for %s: the device's mode is %03o and its group '%s'; devices of the group "
            "'dialout' can be opened by its members ('sudo usermod -aG dialout %s', then log in again)",
            who, info.st_mode & 0777, group ? group->gr_name : "unknown", who);
    return diag_machine(
        order->diag, port_place(order),
        "no permission for %s: join the group '%s' ('sudo usermod -aG %s %s', then log in again)", who,
        group->gr_name, group->gr_name, who);
}

bool device_refuse(const PortOrder *order, int errno_) {
    switch (errno_) {
    case EACCES:
    case EPERM:
        return refuse_permission(order);
    case EBUSY:
        return refuse_busy(order);
    case ENOENT:
        return refuse_missing(order);
    case ENXIO:
    case ENODEV:
        return diag_machine(order->diag, port_place(order),
                            "no such device: there is nothing behind this name (%s)", strerror(errno_));
    case ENOTTY:
        return diag_machine(order->diag, port_place(order), "is not a serial device");
    default:
        return diag_machine(order->diag, port_place(order), "cannot be opened: %s", strerror(errno_));
    }
}

/* Root may open what another process took for itself; newer libserialports take it on opening, and that is
 * us. TIOCEXCL stays set on a pty whose other users keep it open, and on ptys only; there flock alone
 * decides. */
bool device_lock(const PortOrder *order, int fd, bool is_pty) {
    int exclusive = 0;
    if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return refuse_busy(order);
    if (!is_pty && ioctl(fd, TIOCGEXCL, &exclusive) == 0 && exclusive &&
        find_holder(order->arena, order->path).len)
        return refuse_busy(order);
    (void)ioctl(fd, TIOCEXCL);
    return true;
}

bool device_set_flags(int fd, LineSettings line) {
    struct termios tio;
    if (tcgetattr(fd, &tio) != 0) return false;
    tio.c_iflag &= ~(tcflag_t)(IGNPAR | PARMRK | INPCK | IXON | IXOFF | IXANY);
    tio.c_cflag &= ~(tcflag_t)(HUPCL | CRTSCTS);
    if (line.parity != 'n') tio.c_iflag |= INPCK;
    if (line.flow == FLOW_XONXOFF) tio.c_iflag |= IXON | IXOFF;
    if (line.flow == FLOW_RTSCTS) tio.c_cflag |= CRTSCTS;
    return tcsetattr(fd, TCSANOW, &tio) == 0;
}
