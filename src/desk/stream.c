/* See stream.h. */
#include "desk/stream.h"

#include "base/moment.h"

static bool same_page(const Stream *a, const Stream *b) {
    return strcmp(a->name, b->name) == 0 && a->page[0] && strcmp(a->page, b->page) == 0;
}

/* Pages that listen to this match, each once. */
static int here(const Streams *streams, const Stream *of) {
    int n = 0;
    for (int i = 0; i < STREAMS_MOST; i++) {
        const Stream *a = &streams->all[i];
        bool counted = !a->connection || strcmp(a->name, of->name) != 0;
        for (int k = 0; k < i && !counted; k++)
            counted = streams->all[k].connection && same_page(&streams->all[k], a);
        n += !counted;
    }
    return n;
}

static void tell_news(Stream *stream, const DeskMatch *match) {
    bool kept = stream->told >= 0 && stream->told <= match->news && match->news - stream->told < NEWS_KEPT;
    if (!kept) {
        desk_event(match, 0, stream->language, &stream->waiting);
        stream->told = match->news;
    }
    while (stream->told < match->news) desk_event(match, ++stream->told, stream->language, &stream->waiting);
}

static void tell_alive(const Streams *streams, Stream *stream, int64_t now_ms) {
    if (now_ms - stream->beat_ms < BEAT_MS) return;
    buf_printf(&stream->waiting, "event: beat\ndata: {\"here\":%d}\n\n", here(streams, stream));
    stream->beat_ms = now_ms;
}

static void fill(const Streams *streams, Stream *stream, int64_t now_ms) {
    const DeskMatch *match = desk_match(streams->desk, str_of(stream->name));
    if (stream->sent == stream->waiting.len) buf_clear(&stream->waiting), stream->sent = 0;
    if (stream->waiting.len > (1 << 22)) return; /* it does not read: told again from where it stands */
    if (match) tell_news(stream, match);
    tell_alive(streams, stream, now_ms);
}

static ssize_t on_read(void *context, uint64_t position, char *into, size_t most) {
    Stream *stream = context;
    size_t n = stream->waiting.len - stream->sent;
    (void)position;
    if (!n) {
        stream->resting = true;
        MHD_suspend_connection(stream->connection);
        return 0;
    }
    if (n > most) n = most;
    memcpy(into, stream->waiting.at + stream->sent, n);
    stream->sent += n;
    return (ssize_t)n;
}

static void on_end(void *context) {
    Stream *stream = context;
    buf_free(&stream->waiting);
    *stream = (Stream){0};
}

struct MHD_Response *stream_begin(Streams *streams, struct MHD_Connection *connection, const DeskMatch *match,
                                  int language, const char *last_id, const char *page) {
    int64_t known;
    for (int i = 0; i < STREAMS_MOST; i++) {
        Stream *stream = &streams->all[i];
        if (stream->connection) continue;
        *stream = (Stream){.connection = connection, .language = language, .told = -1};
        if (last_id && str_to_count(str_of(last_id), INT64_MAX / 2, &known) && known <= match->news)
            stream->told = known;
        snprintf(stream->name, sizeof stream->name, "%.*s", SARG(match->name));
        snprintf(stream->page, sizeof stream->page, "%s", page ? page : "");
        fill(streams, stream, clock_monotonic_ms());
        return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 4096, on_read, stream, on_end);
    }
    return NULL;
}

bool streams_serve(Streams *streams, int64_t now_ms) {
    bool woken = false;
    for (int i = 0; i < STREAMS_MOST; i++) {
        Stream *stream = &streams->all[i];
        if (!stream->connection) continue;
        fill(streams, stream, now_ms);
        if (!stream->resting || stream->waiting.len == stream->sent) continue;
        stream->resting = false;
        woken = true;
        MHD_resume_connection(stream->connection);
    }
    return woken;
}

void streams_end(Streams *streams) {
    for (int i = 0; i < STREAMS_MOST; i++) {
        Stream *stream = &streams->all[i];
        if (!stream->connection || !stream->resting) continue;
        stream->resting = false;
        MHD_resume_connection(stream->connection);
    }
}
