/* See guard.h. */
#include "desk/guard.h"

#include <openssl/crypto.h>

Method method_of(const char *name) {
    static const char *const names[METHODS] = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"};
    for (int i = 0; i < METHODS; i++)
        if (strcmp(names[i], name) == 0) return (Method)i;
    return METHODS;
}

bool key_same(Str a, Str b) {
    return a.len == b.len && a.len > 0 && CRYPTO_memcmp(a.at, b.at, (size_t)a.len) == 0;
}

Str cookie_key(Str header, int port) {
    char name[40];
    snprintf(name, sizeof name, "tablecert-%d=", port);
    while (header.len) {
        Str part = str_trim(str_cut(&header, ';'));
        if (str_starts(part, str_of(name))) return str_skip(part, (ptrdiff_t)strlen(name));
    }
    return S("");
}

/* "[::1]:8047" -> "::1". False when the port is another one, or there is rubbish behind the name. */
static bool split_host(Str host, int port, Str *name) {
    char wanted[16];
    ptrdiff_t end = str_starts(host, S("[")) ? str_find_byte(host, ']') : str_find_byte(host, ':');
    if (end < 0) end = host.len;
    bool bracketed = str_starts(host, S("["));
    *name = bracketed ? str_slice(host, 1, end) : str_slice(host, 0, end);
    Str rest = str_skip(host, bracketed ? end + 1 : end);
    snprintf(wanted, sizeof wanted, ":%d", port);
    return name->len && (!rest.len || str_eq(rest, str_of(wanted)));
}

static bool host_is_ours(const Guard *guard, Str host) {
    static const char *const loopback[] = {"localhost", "127.0.0.1", "::1"};
    Str name;
    if (!split_host(host, guard->port, &name)) return false;
    for (size_t i = 0; i < sizeof loopback / sizeof *loopback; i++)
        if (str_eq_fold(name, str_of(loopback[i]))) return true;
    for (int i = 0; i < guard->host_count; i++)
        if (str_eq_fold(name, guard->hosts[i])) return true;
    return false;
}

/* A page of ours has the origin it was asked for by. */
static bool origin_is_ours(const Guard *guard, const Caller *caller) {
    Str scheme = guard->tls ? S("https://") : S("http://");
    return str_starts(caller->origin, scheme) &&
           str_eq_fold(str_skip(caller->origin, scheme.len), caller->host);
}

static bool is_json(Str type) {
    Str name = str_trim(str_cut(&type, ';'));
    return str_eq_fold(name, S("application/json"));
}

/* A form of another site can send a POST without asking; nothing else can be sent so. */
static bool changes_without_origin(const Guard *guard, const Caller *caller) {
    if (caller->method != METHOD_POST) return true;
    if (caller->bearer.len) return true;
    return !guard->asks_key && is_json(caller->content_type);
}

static Access access_of(const Guard *guard, Str key) {
    if (key_same(key, guard->key)) return ACCESS_ALL;
    return key_same(key, guard->reading_key) ? ACCESS_READ : ACCESS_NONE;
}

static Admission refuse(int status, const char *why) { return (Admission){.status = status, .why = why}; }

Admission guard_admit(const Guard *guard, const Caller *caller) {
    Admission in = {.access = guard->asks_key ? ACCESS_NONE : ACCESS_ALL};
    bool reads = caller->method == METHOD_GET || caller->method == METHOD_HEAD;
    if (caller->method == METHODS) return refuse(405, "no such method");
    if (!host_is_ours(guard, caller->host)) return refuse(403, "this is not the address of the desk");
    if (caller->origin.len && !origin_is_ours(guard, caller))
        return refuse(403, "the page is of another site");
    if (str_eq(caller->fetch_site, S("cross-site")) && !(reads && str_eq(caller->fetch_mode, S("navigate"))))
        return refuse(403, "the page is of another site");
    if (!reads && !caller->origin.len && !changes_without_origin(guard, caller))
        return refuse(403, "no origin: send application/json, or the key as a bearer token");
    if (!guard->asks_key) return in;
    in.access = access_of(guard, caller->bearer.len ? caller->bearer : caller->cookie);
    Access by_address = access_of(guard, caller->address_key);
    if (reads && by_address > ACCESS_NONE) in.access = by_address, in.by_address = true;
    if (in.access == ACCESS_NONE) return refuse(401, "the key is missing or another");
    if (!reads && in.access != ACCESS_ALL) return refuse(403, "this key only reads");
    return in;
}
