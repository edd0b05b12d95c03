/* What the pages are made of, out of the program itself: HTML, style, modules; the words of a language; the
 * text of a clause. */
#ifndef DESK_PAGES_H
#define DESK_PAGES_H

#include "base/buf.h"
#include "desk/score.h"

/* The page or file of this path; its media type, or NULL when there is none. */
const char *page_of(Str path, Buf *out);
/* The words the pages show, as one object of objects. */
void text_json(const Catalogue *catalogue, Buf *out);
/* {"clause":…,"open":…,"text":…,"today":…}; false when there is none. */
bool clause_json(const DeskWords *words, Str id, const char *language, Buf *out);

#endif
