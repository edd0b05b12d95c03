/* tablecert desk: pages for a tablet beside the table, and the interface behind them. */
#include "base/source.h"
#include "cli/cli.h"
#include "cli/signals.h"
#include "desk/server.h"

static struct {
    const char *listen, *certificate, *key, *instruments;
    int port;
    TextList hosts;
    bool new_key;
} options = {.port = 8047};

static const Option table[] = {
    {0, "listen", "ADDRESS", "for tablets in the hall: 0.0.0.0, or an address of this machine (127.0.0.1)",
     OPTION_TEXT, &options.listen},
    {0, "port", "N", "the port (8047); 0 takes a free one", OPTION_COUNT, &options.port},
    {0, "host", "NAME", "a further name of this machine in the address; repeatable", OPTION_LIST,
     &options.hosts},
    {0, "new-key", NULL, "with --listen: new keys; tablets let in before are not any more", OPTION_FLAG,
     &options.new_key},
    {'i', "instruments", "FILE.yaml",
     "the instrument list for measuring walks (else that of the configuration)", OPTION_TEXT,
     &options.instruments},
    {0, "tls-cert", "FILE.pem", "serve https with this certificate …", OPTION_TEXT, &options.certificate},
    {0, "tls-key", "FILE.pem", "… and its key", OPTION_TEXT, &options.key},
    {0},
};

static bool check_options(Run *run) {
    bool good = run_want_arguments(run, 0, 1, "at most one folder");
    if (options.port > 65535) good = run_usage(run, "--port: expected 0 to 65535");
    if (!options.certificate != !options.key)
        good = run_usage(run, "--tls-cert and --tls-key belong together");
    if (options.new_key && !options.listen) good = run_usage(run, "--new-key goes with --listen");
    return good;
}

static bool load_secret(Run *run, const char *path, Str *out) {
    Source source = {.bytes = S("")};
    if (path && !source_load(run->arena, path, &source, &run->diag)) return false;
    *out = source.bytes;
    return true;
}

static int desk(Run *run) {
    if (!check_options(run)) return EXIT_INPUT;
    Desk desk;
    ServerOrder order = {.listen = options.listen,
                         .port = options.port,
                         .hosts = options.hosts.at,
                         .host_count = options.hosts.n,
                         .new_key = options.new_key,
                         .stop_fd = signals_fd(),
                         .quiet = run->quiet};
    if (!load_secret(run, options.certificate, &order.certificate) ||
        !load_secret(run, options.key, &order.key))
        return EXIT_INPUT;
    const char *folder = run->arguments.n ? run->arguments.at[0] : ".";
    if (!options.instruments) options.instruments = config_path(run->config, "instruments");
    if (desk_open(&desk, run->arena, folder, run->language, &run->diag)) {
        desk.instruments = options.instruments;
        server_run(&desk, &order, &run->diag);
    }
    desk_close(&desk);
    return EXIT_YES;
}

const Command cmd_desk = {
    .name = "desk",
    .summary = "match and measuring on a tablet beside the table",
    .usage = "[FOLDER] [--listen ADDRESS] [options]",
    .description =
        "Serves pages for a tablet, a phone or this machine's own browser. They write the files the other\n"
        "commands read, in FOLDER (here): a match is a set-up, NAME.match.yaml, and a score sheet,\n"
        "NAME.match.csv, which 'tablecert referee' rules on alike; a measuring walk is NAME.measure.csv, as\n"
        "'tablecert measure' writes it. Every stroke and reading is on the disk before it is shown as "
        "taken.\n"
        "Without --listen only this machine can reach it. With --listen the first line printed is the "
        "address\n"
        "with a key (and its QR code), the second one with a key that only reads. The keys stay for this\n"
        "folder over restarts. Without --tls-cert a listener on the same network can read along.\n"
        "The pages work without the internet. Stop with Ctrl-C.",
    .options = table,
    .run = desk,
};
