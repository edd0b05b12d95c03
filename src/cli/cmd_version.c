/* tablecert version: the program's version and those of the libraries it stands on. */
#include "base/buf.h"
#include "base/out.h"
#include "base/version.h"
#include "cli/cli.h"

#include <hpdf_version.h>
#include <jansson.h>
#include <libserialport.h>
#include <openssl/crypto.h>
#include <unistring/version.h>
#include <yaml.h>

static int print_version(Run *run) {
    Buf out = {0};
    if (!run_want_arguments(run, 0, 0, "no argument")) return EXIT_INPUT;
    buf_put(&out, S("tablecert " TABLECERT_VERSION "\n"));
    buf_printf(&out, "libyaml %s\njansson %s\nlibharu %s\nlibserialport %s\n", yaml_get_version_string(),
               jansson_version_str(), HPDF_VERSION_TEXT, sp_get_package_version_string());
    buf_printf(&out, "%s\nlibunistring %d.%d\n", OpenSSL_version(OPENSSL_VERSION), _libunistring_version >> 8,
               _libunistring_version & 0xff);
    out_stdout(buf_str(&out), &run->diag);
    buf_free(&out);
    return EXIT_YES;
}

const Command cmd_version = {.name = "version",
                             .summary = "print the version and those of the libraries",
                             .usage = "",
                             .run = print_version};
