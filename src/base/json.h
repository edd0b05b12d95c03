/* Writes JSON into a buffer, member by member; commas and escapes are its business. Locale-free. Reading is
 * jansson's. A fault in the nesting is a bug of ours (assert). */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/buf.h"

typedef struct Json {
    Buf *out;
    int depth;
    bool started[32]; /* something stands already at this depth */
} Json;

/* key is NULL inside a list and at the top. */
void json_open_object(Json *json, const char *key);
void json_open_list(Json *json, const char *key);
void json_close_object(Json *json);
void json_close_list(Json *json);
void json_str(Json *json, const char *key, Str value);
void json_z(Json *json, const char *key, const char *value); /* NULL gives null */
void json_word(Json *json, const char *key,
               const char *word); /* one of our own, escapes nothing; NULL gives null */
void json_int(Json *json, const char *key, int64_t value);
void json_bool(Json *json, const char *key, bool value);
void json_null(Json *json, const char *key);
/* At most `places` decimals, trailing zeros left out, never "-0"; not finite gives null. */
void json_real(Json *json, const char *key, double value, int places);
void json_raw(Json *json, const char *key, Str value); /* already JSON */

#endif
