/* Profiles as text: the list, one in full, and where two documents differ. Words: sections `profile` and
 * `check` of reports/text. */
#ifndef REPORT_CERTIFICATE_PROFILE_TEXT_H
#define REPORT_CERTIFICATE_PROFILE_TEXT_H

#include "base/buf.h"
#include "model/catalogue.h"
#include "model/profile.h"

void profile_list_text(Buf *out, const Catalogue *catalogue, const Profile *const *profiles, int count);
void profile_show_text(Buf *out, const Catalogue *catalogue, const Profile *profile);
/* Requirements that differ in limits, unit, statistic, points, severity or condition, and those only one of
 * them has. */
void profile_diff_text(Buf *out, const Catalogue *catalogue, const Profile *a, const Profile *b);

#endif
