/* What PDF/A-3b wants beside the pages: the properties once more as XMP, and what the colours mean (an sRGB
 * profile as output intent). Source: ISO 19005-3, 6.2.3 and 6.6; ICC.1:2001-04; IEC 61966-2-1. */
#ifndef REPORT_WRITE_ARCHIVE_H
#define REPORT_WRITE_ARCHIVE_H

#include "base/buf.h"
#include "base/moment.h"

typedef struct ArchiveInfo {
    const char *language;
    Str title, author, subject, creator, producer; /* as the document information has them */
    Moment created;
} ArchiveInfo;

/* The XMP packet, every text escaped. */
void archive_xmp(Buf *out, const ArchiveInfo *info);
/* An ICC profile of the sRGB colour space. */
void archive_srgb(Buf *out);

#endif
