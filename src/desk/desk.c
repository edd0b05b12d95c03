/* See desk.h. The table of requests, and what each does. */
#include "desk/desk.h"

#include "base/memory.h"
#include "base/moment.h"
#include "desk/match_json.h"
#include "desk/name.h"
#include "desk/pages.h"
#include "desk/paper.h"
#include "desk/picture.h"
#include "report/write/drawing_file.h"

enum { BODY_MOST = 1 << 20, PHOTO_MOST = 12 << 20, SEGMENTS = 6, MATCHES_MOST = 400 };

static const char json_type[] = "application/json";

typedef struct Ask { /* one request on its way */
    Desk *desk;
    Arena *arena;
    const Request *request;
    Reply *reply;
    Str part[SEGMENTS]; /* of the path */
    int parts;
    RowFaults faults;
    DeskMatch *match;
    DeskWalk *walk;
    bool missing;     /* there is no such match */
    const Sent *body; /* an object */
} Ask;

/* ---- answers */

static void answer(Ask *ask, int status) {
    ask->reply->status = status;
    ask->reply->type = json_type;
}

static void refuse(Ask *ask, int status, const char *why) {
    buf_clear(&ask->reply->body);
    ask->faults.at.n = 0;
    row_fault(&ask->faults, 0, NULL, "%s", why);
    row_faults_json(&ask->faults, &ask->reply->body);
    answer(ask, status);
}

static void refuse_faults(Ask *ask, int status) {
    row_faults_json(&ask->faults, &ask->reply->body);
    answer(ask, status);
}

static void answer_match(Ask *ask, int status) {
    match_json(&ask->reply->body, ask->match, ask->request->spoken);
    answer(ask, status);
}

static void answer_conflict(Ask *ask) {
    Json json = {.out = &ask->reply->body};
    json_open_object(&json, NULL);
    json_int(&json, "shots", match_last(ask->match));
    json_close_object(&json);
    answer(ask, 409);
}

static void answer_failed(Ask *ask) { refuse(ask, 507, "the disk does not take it: nothing was kept"); }

/* What is not a plain success. */
static bool answered_fault(Ask *ask, Answer got) {
    if (got == ANSWER_DONE || got == ANSWER_AGAIN) return false;
    if (got == ANSWER_CONFLICT)
        answer_conflict(ask);
    else if (got == ANSWER_REFUSED)
        refuse_faults(ask, 422);
    else
        answer_failed(ask);
    return true;
}

/* ---- matches by name */

static DeskMatch *find_open(const Desk *desk, Arena *arena, Str name) {
    for (DeskMatch *match = desk->matches; match; match = match->after)
        if (name_same(arena, match->name, name)) return match;
    return NULL;
}

static void forget(Desk *desk, DeskMatch *gone) {
    DeskMatch **link = &desk->matches;
    while (*link != gone) link = &(*link)->after;
    *link = gone->after;
    match_close(gone);
    free(gone);
}

/* A match stays where it is made: the referee keeps the address of its memory. */
static DeskMatch *new_match(void) {
    DeskMatch *match = memory_zeroed(sizeof(DeskMatch));
    match->news = moment_now().utc_ms * NEWS_KEPT; /* above all that a page heard from an earlier desk */
    return match;
}

static DeskMatch *remember(Desk *desk, DeskMatch *match) {
    match->after = desk->matches;
    return desk->matches = match;
}

typedef struct Search {
    Arena *arena;
    Str name, suffix, found; /* found: the name as the file has it */
} Search;

static void try_file(void *context, const char *file) {
    Search *search = context;
    Str name = str_of(file);
    if (!str_ends(name, search->suffix)) return;
    name.len -= search->suffix.len;
    if (name_same(search->arena, name, search->name)) search->found = str_dup(search->arena, name);
}

/* The match of this name, read anew when somebody else has changed its files. NULL: none, or unreadable
 * (faults). */
static DeskMatch *find_match(Ask *ask, Str name) {
    Desk *desk = ask->desk;
    DeskMatch *match = find_open(desk, ask->arena, name), *read;
    int64_t news = match ? match->news : 0;
    if (match && match_is_current(match, &desk->folder)) return match;
    Search search = {ask->arena, name, S(".match.yaml"), S("")};
    folder_each(&desk->folder, try_file, &search);
    if (match) forget(desk, match);
    ask->missing = !search.found.len;
    if (ask->missing) return row_fault(&ask->faults, 0, NULL, "there is no such match"), NULL;
    read = new_match();
    if (!match_load(read, &desk->folder, &desk->words, search.found, &ask->faults)) return free(read), NULL;
    if (read->news < news + NEWS_KEPT) read->news = news + NEWS_KEPT; /* whoever listens gets the whole */
    return remember(desk, read);
}

static bool taken(Ask *ask, Str name) {
    static const Str suffixes[] = {S_INIT(".match.yaml"), S_INIT(".match.csv"), S_INIT(".measure.csv"),
                                   S_INIT(".measure.yaml"), S_INIT(".hall.yaml")};
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        Search search = {ask->arena, name, suffixes[i], S("")};
        folder_each(&ask->desk->folder, try_file, &search);
        if (search.found.len) return true;
    }
    DeskMatch *open = find_open(ask->desk, ask->arena, name);
    return open && open->setup.practice;
}

/* ---- bodies */

static bool read_body(Ask *ask) {
    ask->body = sent_parse(ask->arena, ask->request->body);
    if (!ask->body) return refuse(ask, 400, "the body is no JSON"), false;
    if (ask->body->kind != SENT_OBJECT) return refuse(ask, 422, "expected an object"), false;
    return true;
}

static bool read_shot(Ask *ask, int *number, ScoreRows *rows) {
    const Sent *shot = sent_get(ask->body, "shot");
    int64_t count = 0;
    for (int i = 0; i < ask->body->n; i++)
        if (!str_eq(ask->body->keys[i], S("shot")) && !str_eq(ask->body->keys[i], S("rows")))
            row_fault(&ask->faults, 0, NULL, "unknown key: shot and rows are known");
    if (!shot || !shot->whole || !str_to_count(shot->text, 100000, &count))
        row_fault(&ask->faults, 0, "shot", "expected the number of the shot");
    *number = (int)count;
    rows_from_json(ask->arena, sent_get(ask->body, "rows"), *number, rows, &ask->faults);
    return !ask->faults.at.n || (refuse_faults(ask, 422), false);
}

/* ---- the requests */

typedef struct Listing {
    Ask *ask;
    VEC(Str) names;
} Listing;

static void list_file(void *context, const char *file) {
    Listing *listing = context;
    Str name = str_of(file), suffix = S(".match.yaml"), checked;
    const char *why;
    if (!str_ends(name, suffix) || listing->names.n >= MATCHES_MOST) return;
    name.len -= suffix.len;
    if (name_check(listing->ask->arena, name, &checked, &why))
        *VEC_PUSH(listing->ask->arena, &listing->names) = str_dup(listing->ask->arena, checked);
}

static int by_name(const void *a, const void *b) { return str_cmp(*(const Str *)a, *(const Str *)b); }

static void unreadable_json(Json *json, Str name) {
    json_open_object(json, NULL);
    json_str(json, "name", name);
    json_null(json, "game");
    json_open_object(json, "players");
    json_close_object(json);
    json_word(json, "state", "unreadable");
    json_close_object(json);
}

static void get_matches(Ask *ask) {
    Listing listing = {.ask = ask};
    Json json = {.out = &ask->reply->body};
    folder_each(&ask->desk->folder, list_file, &listing);
    for (DeskMatch *match = ask->desk->matches; match; match = match->after)
        if (match->setup.practice) *VEC_PUSH(ask->arena, &listing.names) = match->name;
    if (listing.names.n) qsort(listing.names.at, (size_t)listing.names.n, sizeof(Str), by_name);
    json_open_list(&json, NULL);
    for (ptrdiff_t i = 0; i < listing.names.n; i++) {
        const DeskMatch *match = find_match(ask, listing.names.at[i]);
        if (match)
            match_line_json(&json, match);
        else
            unreadable_json(&json, listing.names.at[i]);
    }
    json_close_list(&json);
    answer(ask, 200);
}

static void put_match(Ask *ask) {
    DeskSetup setup = {0};
    for (int i = 0; i < SETUP_KEYS; i++) setup.text[i] = S("");
    setup.player[0] = setup.player[1] = S("");
    if (!setup_from_json(ask->arena, ask->body, &setup, &ask->faults)) {
        refuse_faults(ask, 422);
        return;
    }
    if (taken(ask, ask->part[2])) {
        refuse(ask, 409, "there is something of this name already");
        return;
    }
    DeskMatch *match = new_match();
    Answer got =
        match_create(match, &ask->desk->folder, &ask->desk->words, ask->part[2], &setup, &ask->faults);
    if (got != ANSWER_DONE) free(match);
    if (got == ANSWER_CONFLICT) {
        refuse(ask, 409, "there is something of this name already");
        return;
    }
    if (answered_fault(ask, got)) return;
    ask->match = remember(ask->desk, match);
    answer_match(ask, 201);
}

static void patch_match(Ask *ask) {
    DeskSetup setup = ask->match->setup;
    if (!setup_may_correct(ask->body, &ask->faults) ||
        !setup_from_json(&ask->match->arena, ask->body, &setup, &ask->faults)) {
        refuse_faults(ask, 422);
        return;
    }
    if (!answered_fault(ask, match_correct(ask->match, &ask->desk->folder, &setup, &ask->faults)))
        answer_match(ask, 200);
}

static void get_match(Ask *ask) { answer_match(ask, 200); }

static void post_shot(Ask *ask) {
    int number;
    ScoreRows rows;
    if (!read_shot(ask, &number, &rows)) return;
    if (answered_fault(ask, match_shot(ask->match, &ask->desk->folder, number, rows, &ask->faults))) return;
    shot_json(&ask->reply->body, ask->match, &ask->match->shots.at[number], number, ask->request->spoken,
              true);
    answer(ask, 200);
}

static void post_ask(Ask *ask) {
    int number;
    ScoreRows rows;
    ShotRows shot = {0};
    if (!read_shot(ask, &number, &rows)) return;
    if (answered_fault(ask, match_ask(ask->match, number, rows, &shot, &ask->faults))) return;
    shot_json(&ask->reply->body, ask->match, &shot, number, ask->request->spoken, false);
    answer(ask, 200);
}

static void delete_shot(Ask *ask) {
    int64_t number, known = -1;
    Str shots = ask->request->shots;
    if (!str_to_count(ask->part[4], 1000000, &number)) {
        refuse(ask, 404, "no number of a shot");
        return;
    }
    if (shots.len && !str_to_count(shots, 1000000, &known)) {
        refuse(ask, 422, "shots: expected a number");
        return;
    }
    Answer got = match_undo(ask->match, &ask->desk->folder, (int)number, (int)known);
    if (!answered_fault(ask, got)) answer_match(ask, 200);
}

static void put_next(Ask *ask) {
    const Sent *list = sent_get(ask->body, "rows");
    ScoreRows rows = {0};
    int number = match_last(ask->match) + 1;
    bool none = list && list->kind == SENT_LIST && !list->n;
    if (!none && !rows_from_json(ask->arena, list, number, &rows, &ask->faults)) {
        refuse_faults(ask, 422);
        return;
    }
    if (!answered_fault(ask, match_put_next(ask->match, &ask->desk->folder, rows, &ask->faults)))
        answer_match(ask, 200);
}

static void get_events(Ask *ask) {
    ask->reply->stream = true;
    ask->reply->match = ask->match;
    ask->reply->status = 200;
    ask->reply->type = "text/event-stream";
}

static void get_picture(Ask *ask) {
    const Drawing *picture = match_picture(ask->arena, ask->match);
    if (!picture) {
        refuse(ask, 404, "there is no picture of this game's table");
        return;
    }
    svg_write(picture, &ask->reply->body);
    ask->reply->status = 200;
    ask->reply->type = "image/svg+xml";
}

static void get_sheet(Ask *ask) {
    if (!match_paper(ask->arena, ask->match, ask->request->spoken, &ask->reply->body, &ask->faults)) {
        refuse_faults(ask, 422);
        return;
    }
    ask->reply->status = 200;
    ask->reply->type = "application/pdf";
}

static void get_clause(Ask *ask) {
    Str id = ask->part[2];
    if (str_ends(id, S("*"))) id.len--;
    if (clause_json(&ask->desk->words, id, language_code(ask->request->spoken), &ask->reply->body))
        answer(ask, 200);
    else
        refuse(ask, 404, "there is no such clause");
}

static void get_text(Ask *ask) {
    text_json(ask->desk->words.catalogue[ask->request->spoken], &ask->reply->body);
    answer(ask, 200);
}

/* The games by the names the set-up takes. */
static void get_games(Ask *ask) {
    Json json = {.out = &ask->reply->body};
    const char *const lists[] = {discipline_carom.games, discipline_pool.games};
    json_open_list(&json, NULL);
    for (int i = 0; i < 2; i++)
        for (Str rest = str_of(lists[i]); rest.len;) json_str(&json, NULL, str_trim(str_cut(&rest, ',')));
    json_close_list(&json);
    answer(ask, 200);
}

/* ---- walks */

/* What is said about it is said in the language of who asks. */
static bool take_walk(Ask *ask, DeskWalk *walk) {
    walk->m.words = ask->desk->words.catalogue[ask->request->spoken];
    ask->walk = walk;
    return true;
}

/* The walk of this name, opened when its file is there. NULL: answered. */
static bool find_walk(Ask *ask) {
    Desk *desk = ask->desk;
    for (DeskWalk *walk = desk->walks; walk; walk = walk->after)
        if (name_same(ask->arena, walk->name, ask->part[2])) return take_walk(ask, walk);
    Search search = {ask->arena, ask->part[2], S(".measure.yaml"), S("")};
    folder_each(&desk->folder, try_file, &search);
    if (!search.found.len) return refuse(ask, 404, "there is no such walk"), false;
    DeskWalk *walk = walk_load(&desk->folder, desk->words.catalogue[desk->language], desk->instruments,
                               search.found, &ask->faults);
    if (!walk) return refuse_faults(ask, 422), false;
    walk->after = desk->walks;
    desk->walks = walk;
    return take_walk(ask, walk);
}

static void answer_walk(Ask *ask, int status) {
    walk_json(&ask->reply->body, ask->walk);
    answer(ask, status);
}

static void put_walk(Ask *ask) {
    Str profile, table;
    int repeats;
    Desk *desk = ask->desk;
    if (!walk_order(ask->arena, ask->body, &profile, &table, &repeats, &ask->faults)) {
        refuse_faults(ask, 422);
        return;
    }
    if (taken(ask, ask->part[2])) {
        refuse(ask, 409, "there is something of this name already");
        return;
    }
    ask->walk = walk_create(&desk->folder, desk->words.catalogue[desk->language], desk->instruments,
                            ask->part[2], profile, table, repeats, &ask->faults);
    if (!ask->walk) {
        refuse_faults(ask, 422);
        return;
    }
    ask->walk->after = desk->walks;
    desk->walks = ask->walk;
    answer_walk(ask, 201);
}

static void get_walk(Ask *ask) {
    if (find_walk(ask)) answer_walk(ask, 200);
}

static void get_point(Ask *ask) {
    if (!find_walk(ask)) return;
    point_json(&ask->reply->body, ask->walk);
    answer(ask, 200);
}

static void answer_measure(Ask *ask, MeasureAnswer got, const char *why) {
    Json json = {.out = &ask->reply->body};
    if (got == MEASURE_ACCEPTED || got == MEASURE_KNOWN) {
        point_json(&ask->reply->body, ask->walk);
        answer(ask, 200);
    } else if (got == MEASURE_CONFLICT) {
        json_open_object(&json, NULL);
        json_int(&json, "n", (int64_t)ask->walk->m.rows->at.n);
        json_close_object(&json);
        answer(ask, 409);
    } else if (got == MEASURE_REFUSED) {
        refuse(ask, 422, why);
    } else {
        answer_failed(ask);
    }
}

static Str sent_text(const Ask *ask, const char *key) {
    const Sent *value = sent_get(ask->body, key);
    return value ? value->text : S("");
}

static void post_reading(Ask *ask) {
    static const char *const known[] = {"n", "item", "point", "value", "unit", "note"};
    const char *why = "";
    int64_t n;
    if (!find_walk(ask)) return;
    for (int i = 0; i < ask->body->n; i++) {
        bool found = false;
        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            found |= str_eq(ask->body->keys[i], str_of(known[k]));
        if (!found)
            row_fault(&ask->faults, 0, NULL, "unknown key; n, item, point, value, unit and note are known");
    }
    if (!str_to_count(sent_text(ask, "n"), 1000000, &n))
        row_fault(&ask->faults, 0, "n", "expected the number of the reading");
    if (ask->faults.at.n) {
        refuse_faults(ask, 422);
        return;
    }
    Str unit = sent_text(ask, "unit"), value = sent_text(ask, "value"), note = sent_text(ask, "note");
    if (unit.len) value = str_fmt(ask->arena, "%.*s %.*s", SARG(value), SARG(unit));
    if (note.len && n == ask->walk->m.rows->at.n + 1)
        measure_note(&ask->walk->m, str_dup(&ask->walk->arena, note));
    MeasureAnswer got = measure_record(&ask->walk->m, (int)n, sent_text(ask, "item"), sent_text(ask, "point"),
                                       str_dup(&ask->walk->arena, value), &why);
    answer_measure(ask, got, why);
}

static void post_take(Ask *ask) {
    int64_t n;
    if (!find_walk(ask)) return;
    if (str_to_count(sent_text(ask, "n"), 1000000, &n))
        answer_measure(ask, measure_take_numbered(&ask->walk->m, (int)n), "");
    else
        refuse(ask, 422, "expected the number of the reading");
}

static void post_skip(Ask *ask) {
    if (!find_walk(ask)) return;
    measure_skip(&ask->walk->m);
    answer_measure(ask, MEASURE_ACCEPTED, "");
}

static void delete_reading(Ask *ask) {
    int64_t n;
    if (!find_walk(ask)) return;
    if (str_to_count(ask->part[4], 1000000, &n))
        answer_measure(ask, measure_delete(&ask->walk->m, (int)n), "");
    else
        refuse(ask, 404, "no number of a reading");
}

static void get_verdict(Ask *ask) {
    if (!find_walk(ask)) return;
    if (walk_verdict(&ask->desk->folder, ask->walk, ask->desk->words.catalogue[0], &ask->reply->body,
                     &ask->faults)) {
        answer(ask, 200);
        return;
    }
    buf_clear(&ask->reply->body);
    refuse_faults(ask, 422);
}

void desk_turn(Desk *desk) {
    for (DeskWalk *walk = desk->walks; walk; walk = walk->after)
        if (desk->instruments) measure_turn(&walk->m);
}

static void get_page(Ask *ask) {
    const char *type = page_of(ask->request->path, &ask->reply->body);
    if (!type) {
        refuse(ask, 404, "there is nothing here");
        return;
    }
    ask->reply->status = 200;
    ask->reply->type = type;
}

/* ---- the table */

typedef struct Route {
    Method method;
    const char *pattern; /* * is a name, # anything */
    Access access;
    bool match, body; /* the match must be there; a JSON object is wanted */
    void (*answer)(Ask *ask);
} Route;

static const Route routes[] = {
    {METHOD_GET, "api/matches", ACCESS_READ, false, false, get_matches},
    {METHOD_PUT, "api/match/*", ACCESS_ALL, false, true, put_match},
    {METHOD_PATCH, "api/match/*", ACCESS_ALL, true, true, patch_match},
    {METHOD_GET, "api/match/*", ACCESS_READ, true, false, get_match},
    {METHOD_POST, "api/match/*/shot", ACCESS_ALL, true, true, post_shot},
    {METHOD_DELETE, "api/match/*/shot/#", ACCESS_ALL, true, false, delete_shot},
    {METHOD_PUT, "api/match/*/next", ACCESS_ALL, true, true, put_next},
    {METHOD_POST, "api/match/*/ask", ACCESS_ALL, true, true, post_ask},
    {METHOD_GET, "api/match/*/events", ACCESS_READ, true, false, get_events},
    {METHOD_GET, "api/match/*/picture", ACCESS_READ, true, false, get_picture},
    {METHOD_PUT, "api/measure/*", ACCESS_ALL, false, true, put_walk},
    {METHOD_GET, "api/measure/*", ACCESS_ALL, false, false, get_walk},
    {METHOD_GET, "api/measure/*/next-point", ACCESS_ALL, false, false, get_point},
    {METHOD_POST, "api/measure/*/reading", ACCESS_ALL, false, true, post_reading},
    {METHOD_POST, "api/measure/*/take", ACCESS_ALL, false, true, post_take},
    {METHOD_POST, "api/measure/*/skip", ACCESS_ALL, false, true, post_skip},
    {METHOD_DELETE, "api/measure/*/reading/#", ACCESS_ALL, false, false, delete_reading},
    {METHOD_GET, "api/measure/*/verdict", ACCESS_ALL, false, false, get_verdict},
    {METHOD_GET, "measure/*", ACCESS_ALL, false, false, get_page},
    {METHOD_GET, "api/clause/#", ACCESS_READ, false, false, get_clause},
    {METHOD_GET, "api/match/*/sheet.pdf", ACCESS_READ, true, false, get_sheet},
    {METHOD_GET, "api/games", ACCESS_READ, false, false, get_games},
    {METHOD_GET, "api/text", ACCESS_READ, false, false, get_text},
    {METHOD_GET, "", ACCESS_READ, false, false, get_page},
    {METHOD_GET, "match/*", ACCESS_READ, true, false, get_page},
    {METHOD_GET, "match/*/board", ACCESS_READ, true, false, get_page},
    {METHOD_GET, "assets/#", ACCESS_READ, false, false, get_page},
};
enum { ROUTES = sizeof routes / sizeof *routes };

static bool split_path(Ask *ask) {
    Str rest = ask->request->path;
    if (!str_starts(rest, S("/"))) return false;
    for (rest = str_skip(rest, 1); rest.len; ask->parts++) {
        if (ask->parts == SEGMENTS) return false;
        ask->part[ask->parts] = str_cut(&rest, '/');
    }
    return true;
}

static bool fits(const Ask *ask, const char *pattern) {
    Str rest = str_of(pattern);
    int i = 0;
    for (; rest.len; i++) {
        Str part = str_cut(&rest, '/');
        bool any = str_eq(part, S("*")) || str_eq(part, S("#"));
        if (i >= ask->parts || !(any || str_eq(part, ask->part[i]))) return false;
    }
    return i == ask->parts;
}

static const Route *find_route(const Ask *ask, bool *other_method) {
    Method method = ask->request->method == METHOD_HEAD ? METHOD_GET : ask->request->method;
    for (int i = 0; i < ROUTES; i++) {
        if (!fits(ask, routes[i].pattern)) continue;
        if (routes[i].method == method) return &routes[i];
        *other_method = true;
    }
    return NULL;
}

/* Names in the path become names of files: checked before anything is done with them. */
static bool check_name(Ask *ask, const Route *route) {
    const char *why;
    Str rest = str_of(route->pattern);
    for (int i = 0; rest.len; i++)
        if (str_eq(str_cut(&rest, '/'), S("*")) && !name_check(ask->arena, ask->part[i], &ask->part[i], &why))
            return refuse(ask, 422, why), false;
    return true;
}

static void follow(Ask *ask, const Route *route) {
    if (ask->request->access < route->access) {
        refuse(ask, 403, "this key only reads");
        return;
    }
    if (!check_name(ask, route)) return;
    int name = str_starts(str_of(route->pattern), S("api/")) ? 2 : 1;
    if (route->match && !(ask->match = find_match(ask, ask->part[name]))) {
        refuse_faults(ask, ask->missing ? 404 : 422);
        return;
    }
    if (route->body && !read_body(ask)) return;
    route->answer(ask);
}

void desk_answer(Desk *desk, Arena *scratch, const Request *request, Reply *reply) {
    Ask ask = {.desk = desk, .arena = scratch, .request = request, .reply = reply, .faults.arena = scratch};
    bool other_method = false;
    const Route *route = split_path(&ask) ? find_route(&ask, &other_method) : NULL;
    if (route)
        follow(&ask, route);
    else if (other_method)
        refuse(&ask, 405, "not in this way");
    else
        refuse(&ask, 404, "there is nothing here");
    if (ask.match) reply->news = ask.match->news;
}

size_t desk_body_most(const Request *request) {
    if (request->method == METHOD_GET || request->method == METHOD_HEAD) return 0;
    bool photo = request->method == METHOD_POST && str_ends(request->path, S("/photo"));
    return photo ? PHOTO_MOST : BODY_MOST;
}

/* ---- events */

const DeskMatch *desk_match(Desk *desk, Str name) {
    Arena scratch = {0};
    Ask ask = {.desk = desk, .arena = &scratch, .faults.arena = &scratch};
    const DeskMatch *match = find_match(&ask, name);
    arena_free(&scratch);
    return match;
}

void desk_event(const DeskMatch *match, int64_t n, int language, Buf *out) {
    static const char *const names[] = {"ruling", "undo", "setup"};
    NewsKind what = n ? (NewsKind)match->what[n % NEWS_KEPT] : NEWS_SETUP;
    int shot = n ? match->shot_of[n % NEWS_KEPT] : 0;
    buf_printf(out, "event: %s\nid: %lld\ndata: ", names[what], (long long)(n ? n : match->news));
    if (what == NEWS_RULING)
        shot_json(out, match, shot < match->shots.n ? &match->shots.at[shot] : NULL, shot, language, true);
    else
        match_json(out, match, language);
    buf_put(out, S("\n\n"));
}

/* ---- opening and closing */

int desk_language(const Desk *desk, Str query, const char *accept) {
    for (int i = 0; i < language_count(); i++)
        if (str_eq(query, str_of(language_code(i)))) return i;
    Str rest = str_of(accept ? accept : "");
    while (rest.len) {
        Str word = str_trim(str_cut(&rest, ','));
        for (int i = 0; i < language_count(); i++)
            if (str_starts(word, str_of(language_code(i)))) return i;
    }
    return desk->language;
}

bool desk_open(Desk *desk, Arena *arena, const char *folder, const char *language, Diag *diag) {
    *desk = (Desk){.arena = arena, .folder.fd = -1, .language = language_index(language)};
    return folder_open(&desk->folder, arena, folder, diag) && desk_words_load(&desk->words, arena, diag);
}

void desk_close(Desk *desk) {
    while (desk->matches) forget(desk, desk->matches);
    while (desk->walks) {
        DeskWalk *next = desk->walks->after;
        walk_close(desk->walks);
        desk->walks = next;
    }
    folder_close(&desk->folder);
}
