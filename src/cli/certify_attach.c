/* See certify_attach.h. */
#include "cli/certify_attach.h"

#include "base/digest.h"
#include "report/write/attachment.h"

#include <sys/stat.h>

enum {
    MOST_ALONE = 16 << 20,
    MOST_TOGETHER = 64 << 20,
    MOST_BASIS = 20
}; /* bytes of a file; of a file times the tables */

/* Two files of one name in different folders must not be one in the certificate. */
static Str free_name(Arena *arena, const AttachedFiles *files, Str name) {
    Str wanted = name;
    for (int try = 2, i = 0; i < files->n; i++) {
        if (!str_eq(files->at[i].name, wanted)) continue;
        wanted = str_fmt(arena, "%d-%.*s", try++, SARG(name));
        i = -1;
    }
    return wanted;
}

static bool can_attach(const Session *session, const char *path) {
    struct stat info;
    return strcmp(path, "-") != 0 && stat(path, &info) == 0 && S_ISREG(info.st_mode) &&
           info.st_size <= MOST_ALONE && info.st_size * session->table_count <= MOST_TOGETHER;
}

static bool attach(Run *run, const Session *session, const Input *input, Str description,
                   AttachedFiles *out) {
    char digest[DIGEST_HEX];
    const char *path = str_z(run->arena, input->file);
    Source source;
    if (!can_attach(session, path)) {
        diag_note(&run->diag, place_file(input->file),
                  "not put inside the certificate: no regular file, or too large");
        return true;
    }
    if (!source_load(run->arena, path, &source, &run->diag)) return false;
    digest_hex(source.bytes, digest);
    if (strcmp(digest, input->sha256) != 0)
        return diag_error(&run->diag, place_file(input->file), "has changed since it was read");
    Str name = free_name(run->arena, out, str_file_name(input->file));
    out->at[out->n++] = attachment_make(run->arena, name, description, "text#2Fcsv", "Source", source.bytes);
    return true;
}

bool certify_attach_inputs(Run *run, const Session *session, Str description, AttachedFiles *out) {
    bool ok = true;
    *out = (AttachedFiles){NEW_ARRAY(run->arena, Attachment, session->inputs.n + MOST_BASIS), 0};
    for (ptrdiff_t i = 0; i < session->inputs.n; i++)
        ok &= attach(run, session, &session->inputs.at[i], description, out);
    return ok;
}

static void add_basis(Run *run, const Source *source, Str name, Str description, AttachedFiles *out) {
    out->at[out->n++] = attachment_make(run->arena, free_name(run->arena, out, name), description,
                                        "application#2Fyaml", "Supplement", source->bytes);
}

void certify_attach_basis(Run *run, const Profile *profile, const Instruments *instruments, Str of_profile,
                          Str of_instruments, AttachedFiles *out) {
    for (int i = 0; i < profile->chain_count; i++)
        add_basis(run, profile->chain[i], str_file_name(profile->chain[i]->name), of_profile, out);
    if (instruments)
        add_basis(run, instruments->source, str_file_name(instruments->source->name), of_instruments, out);
}
