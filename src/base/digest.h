/* SHA-256 (OpenSSL), of bytes at once and of a file. */
#ifndef BASE_DIGEST_H
#define BASE_DIGEST_H

#include "base/str.h"

enum { DIGEST_HEX = 65 }; /* 64 lower-case hex digits and a NUL */

void digest_hex(Str bytes, char hex[DIGEST_HEX]);
bool digest_file(const char *path, char hex[DIGEST_HEX]); /* false: no regular file, or cannot be read */

#endif
