/* The desk without its sockets: a request in, an answer out. The server (server.c) carries both over HTTP;
 * tests and the fuzzer ask here directly. Source: desk/README.md. */
#ifndef DESK_DESK_H
#define DESK_DESK_H

#include "desk/guard.h"
#include "desk/match.h"
#include "desk/walks.h"

typedef struct Request {
    Method method;
    Access access;
    Str path; /* decoded, "/api/match/final/shot" */
    Str body;
    Str shots, language; /* of the query: the number known, the language wanted; "" not given */
    int spoken;          /* index of the language of the answer */
} Request;

typedef struct Reply {
    int status;
    const char *type; /* media type */
    const char *file; /* name under which it is to be saved, or NULL */
    Buf body;
    bool stream; /* the events of `match` follow instead of a body */
    struct DeskMatch *match;
    int64_t news; /* the number of the match's last event that this answer knows of; 0: of no match */
} Reply;

typedef struct Desk {
    Arena *arena;
    Folder folder;
    DeskWords words;
    int language; /* where nobody asked for one */
    DeskMatch *matches;
    DeskWalk *walks;
    const char *instruments; /* the list, for walks; NULL: values are typed */
} Desk;

bool desk_open(Desk *desk, Arena *arena, const char *folder, const char *language, Diag *diag);
void desk_close(Desk *desk);
/* Instruments are listened to, and what counts is taken; between requests. */
void desk_turn(Desk *desk);

/* How long a body may be; 0: this request has none. */
size_t desk_body_most(const Request *request);
/* The answer; reply->body is the caller's to free. scratch is reset by the caller. */
void desk_answer(Desk *desk, Arena *scratch, const Request *request, Reply *reply);
/* The match of this name, when it is open or can be. */
const DeskMatch *desk_match(Desk *desk, Str name);
/* Event number n of a match as server-sent text, n = 0 the whole. */
void desk_event(const DeskMatch *match, int64_t n, int language, Buf *out);

/* The index of the language that the query, the header Accept-Language (NULL none) or the desk says. */
int desk_language(const Desk *desk, Str query, const char *accept);

#endif
