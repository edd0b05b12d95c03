/* See progress.h. A timer's signal writes the line, so that the work itself knows nothing of it. */
#include "cli/progress.h"

#include <errno.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

static volatile sig_atomic_t seconds;
static const char *doing;

/* Only what is allowed in a signal handler. */
static void on_second(int signal_number) {
    int error = errno;
    char digits[12] = {0}, line[64] = "\r";
    size_t n = 0, len = 1;
    seconds++;
    for (const char *c = doing; *c && len < 40; c++) line[len++] = *c;
    line[len++] = ',', line[len++] = ' ';
    for (int rest = (int)seconds; rest && n < sizeof digits; rest /= 10)
        digits[n++] = (char)('0' + rest % 10);
    while (n) line[len++] = digits[--n];
    line[len++] = ' ', line[len++] = 's';
    if (write(STDERR_FILENO, line, len) < 0) seconds = 0;
    errno = error;
}

static void set_timer(int every) {
    const struct itimerval timer = {{every, 0}, {every, 0}};
    setitimer(ITIMER_REAL, &timer, NULL);
}

void progress_begin(const Run *run, const char *what) {
    if (run->quiet || !isatty(STDERR_FILENO)) return;
    struct sigaction action = {.sa_handler = on_second, .sa_flags = SA_RESTART};
    seconds = 0;
    doing = what;
    sigaction(SIGALRM, &action, NULL);
    set_timer(1);
}

void progress_end(void) {
    static const char clear[] = "\r\033[K";
    if (!doing) return;
    set_timer(0);
    signal(SIGALRM, SIG_DFL);
    if (seconds && write(STDERR_FILENO, clear, sizeof clear - 1) < 0) seconds = 0;
    doing = NULL;
}
