/* tablecert keygen: a key, and a certificate for it, for a club that has none. */
#include "base/out.h"
#include "base/text.h"
#include "cli/passphrase.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *key_path, *cert_path, *name, *passphrase_file, *kind;
static bool open_key;

static const Option options[] = {
    {0, "key", "KEY.pem", "where the private key goes; keep it to yourself", OPTION_TEXT, (void *)&key_path},
    {0, "cert", "CERT.pem", "where the certificate goes; give it to whoever verifies", OPTION_TEXT,
     (void *)&cert_path},
    {0, "name", "NAME", "whose key it is (default: organisation or issuer of the configuration)", OPTION_TEXT,
     (void *)&name},
    {0, "type", "KIND", "ecdsa (P-256, default) or rsa (3072 bits)", OPTION_TEXT, (void *)&kind},
    {0, "passphrase-file", "FILE", "its first line is the key's passphrase; else it is asked for",
     OPTION_TEXT, (void *)&passphrase_file},
    {0, "no-passphrase", NULL, "leave the key unprotected", OPTION_FLAG, &open_key},
    {0},
};

static bool is_free(Run *run, const char *path) {
    struct stat info;
    return lstat(path, &info) != 0 ||
           diag_error(&run->diag, place_file(str_of(path)), "is there already; a key is never written over");
}

static bool check_words(Run *run, Str *whose) {
    if (!run_want_arguments(run, 0, 0, "no arguments")) return false;
    if (!key_path || !cert_path) return run_usage(run, "give --key KEY.pem and --cert CERT.pem");
    if (!strcmp(key_path, cert_path)) return run_usage(run, "--key and --cert must be two files");
    if (kind && strcmp(kind, "ecdsa") != 0 && strcmp(kind, "rsa") != 0)
        return run_usage(run, "--type: '%s' is not known; there are ecdsa and rsa", kind);
    if (passphrase_file && open_key)
        return run_usage(run, "--passphrase-file and --no-passphrase exclude each other");
    *whose = name ? str_of(name) : config_text(run->config, "issuer");
    if (!name && !whose->len) *whose = config_text(run->config, "organisation");
    if (!whose->len) return run_usage(run, "--name is missing: whose key is it?");
    if (text_utf8_fault(*whose) >= 0 || text_control(*whose, false) >= 0)
        return run_usage(run, "--name is no plain UTF-8 text");
    if (text_length(*whose) > 64) return run_usage(run, "--name: a certificate holds at most 64 letters");
    bool free_key = is_free(run, key_path);
    return is_free(run, cert_path) && free_key;
}

/* A file of its own, for nobody else's eyes where `secret`; complete, or not there. */
static bool write_new(Run *run, const char *path, Str bytes, bool secret) {
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, secret ? 0600 : 0644);
    Place place = place_file(str_of(path));
    if (file < 0 && errno == EEXIST)
        return diag_error(&run->diag, place, "is there already; a key is never written over");
    if (file < 0) return diag_machine(&run->diag, place, "cannot be made: %s", strerror(errno));
    ptrdiff_t done = 0;
    while (done < bytes.len) {
        ssize_t n = write(file, bytes.at + done, (size_t)(bytes.len - done));
        if (n < 0 && errno != EINTR) break;
        if (n > 0) done += n;
    }
    bool ok = done == bytes.len && fsync(file) == 0;
    int fault = errno;
    if (close(file) == 0 && ok) return true;
    unlink(path);
    return diag_machine(&run->diag, place, "cannot be written: %s", strerror(fault));
}

static bool write_pair(Run *run, const KeyPair *pair) {
    if (!write_new(run, key_path, pair->key, true)) return false;
    if (write_new(run, cert_path, pair->cert, false)) return true;
    unlink(key_path);
    return false;
}

static int keygen(Run *run) {
    Str whose = S(""), passphrase = S("");
    KeyPair pair;
    PassphraseWords words = {run, passphrase_file};
    if (!check_words(run, &whose)) return EXIT_INPUT;
    if (!open_key && !passphrase_ask(&words, key_path, true, &passphrase, &run->diag)) return EXIT_INPUT;
    bool rsa = kind && !strcmp(kind, "rsa");
    if (!key_make(run->arena, rsa, text_nfc(run->arena, whose), passphrase, moment_now(), &pair,
                  &run->diag) ||
        !write_pair(run, &pair))
        return EXIT_MACHINE;
    if (!run->quiet)
        fprintf(stderr, "%.*s, %.*s: %s, for %.*s, valid for ten years%s\n",
                SARG(text_harmless(run->arena, str_of(key_path))),
                SARG(text_harmless(run->arena, str_of(cert_path))), rsa ? "RSA 3072" : "ECDSA P-256",
                SARG(whose), passphrase.len ? "" : "; the key has no passphrase");
    return EXIT_YES;
}

const Command cmd_keygen = {
    .name = "keygen",
    .summary = "make a key and a certificate to sign with, for a club that has none",
    .usage = "--key KEY.pem --cert CERT.pem --name NAME [options]",
    .description =
        "Makes a private key and a certificate that it has signed itself, valid for ten years. Sign with\n"
        "'certify --sign KEY.pem --cert CERT.pem'; whoever has CERT.pem from you can verify with\n"
        "'verify FILE.pdf --cert CERT.pem'. The passphrase is asked for without showing it, or read from a\n"
        "file. Files that are there are never written over.",
    .options = options,
    .run = keygen,
};
