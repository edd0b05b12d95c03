/* See certify.h: photographs and the logo. A file's name stands below a photograph, so it must be printable.
 */
#include "base/text.h"
#include "cli/certify.h"
#include "report/write/font.h"
#include "report/write/pdf_flow.h"
#include "report/write/picture.h"

static const Picture *load(Run *run, const char *path, double width, double height) {
    Source file;
    return source_load(run->arena, path, &file, &run->diag)
               ? picture_make(run->arena, &file, width, height, &run->diag)
               : NULL;
}

static bool load_photos(Run *run, const TextList *paths, Certificate *c) {
    const Picture **photos = NEW_ARRAY(run->arena, const Picture *, paths->n + 1);
    Str *names = NEW_ARRAY(run->arena, Str, paths->n + 1);
    bool ok = true;
    for (int i = 0; i < paths->n; i++) {
        names[i] = text_nfc(run->arena, str_file_name(str_of(paths->at[i])));
        photos[i] = load(run, paths->at[i], PHOTO_WIDTH, PHOTO_HEIGHT);
        ok &= photos[i] && font_check(names[i], NO_PLACE, "--photo", &run->diag);
    }
    c->photos = photos;
    c->photo_names = names;
    c->photo_count = paths->n;
    return ok;
}

bool certify_pictures(Certifying *work) {
    Run *run = work->run;
    Certificate *c = &work->certificate;
    const char *logo = work->words->logo ? work->words->logo : config_path(run->config, "logo");
    bool ok = load_photos(run, &work->words->photos, c);
    if (logo) ok &= (c->logo = load(run, logo, LOGO_WIDTH, LOGO_HEIGHT)) != NULL;
    return ok;
}
