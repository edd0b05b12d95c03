/* See signals.h: a pipe to itself, the only thing a handler may write to. */
#include "cli/signals.h"

#include "base/out.h"
#include "cli/cli.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

static int pipe_ends[2] = {-1, -1};
static volatile sig_atomic_t waiting, came;

static int status_of(int signal_number) {
    return signal_number == SIGINT ? EXIT_INTERRUPTED : 128 + signal_number;
}

static void on_signal(int signal_number) {
    bool second = came != 0;
    came = signal_number;
    if (waiting && !second && write(pipe_ends[1], "!", 1) == 1) return;
    out_abandon();
    _exit(status_of(signal_number));
}

void signals_set(void) {
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

int signals_fd(void) {
    if (pipe_ends[0] < 0 && pipe2(pipe_ends, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
    waiting = 1;
    return pipe_ends[0];
}

void signals_immediate(void) { waiting = 0; }

bool signals_came(void) { return came != 0; }

int signals_status(void) { return came ? status_of((int)came) : EXIT_INTERRUPTED; }
