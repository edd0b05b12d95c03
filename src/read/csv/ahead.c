/* See ahead.h. Batches of rows go round in a ring: the reader's thread fills them, the caller empties them. A
 * batch carries its own copy of the lines and its own messages, so that nothing else is shared. Threads live
 * here alone. */
#include "read/csv/ahead.h"

#include <pthread.h>

enum { BATCHES = 4, BATCH_ROWS = 512, BATCH_BYTES = 256 * 1024 };

typedef struct BatchRow {
    int line;
    bool one_line;
    Str text; /* the record */
} BatchRow;

typedef struct Batch {
    Arena arena;     /* of all it holds */
    ArenaMark empty; /* what stays of it: cells */
    Diag told;
    ptrdiff_t taken; /* of told.messages */
    int n, bytes;
    bool last;
    BatchRow rows[BATCH_ROWS];
    CsvCell *cells; /* BATCH_ROWS × columns */
} Batch;

struct CsvAhead {
    CsvReader *csv;
    CsvInfo info;
    Diag *diag;
    int columns;
    bool threads;
    pthread_t reader, hasher;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    Batch batch[BATCHES];
    int filled; /* batches in the ring; guarded by the lock */
    bool stop;  /* guarded by the lock */
    int from;   /* the batch being emptied */
    int row;    /* the next row of it */
    bool holding, ended, hashed;
    char sha256[65];
};

/* ---- the reader's thread ---- */

/* A cell of the record, in the batch's copy of it; text that is not (unquoted, normalised) is copied. */
static CsvCell keep_cell(Batch *batch, const CsvCell *cell, Str record, Str copy) {
    CsvCell kept = *cell;
    ptrdiff_t offset = cell->text.at - record.at;
    bool inside = cell->text.len && cell->text.at >= record.at && cell->text.at < record.at + record.len;
    if (inside)
        kept.text.at = copy.at + offset;
    else if (cell->text.len)
        kept.text = str_dup(&batch->arena, cell->text);
    else
        kept.text = S("");
    return kept;
}

static void keep_row(const CsvAhead *ahead, Batch *batch, const CsvRow *row) {
    BatchRow *kept = &batch->rows[batch->n];
    CsvCell *cells = &batch->cells[batch->n * ahead->columns];
    Str record = csv_record(ahead->csv, &kept->one_line);
    kept->line = row->line;
    kept->text = str_dup(&batch->arena, record);
    for (int i = 0; i < ahead->columns; i++)
        if (ahead->info.has[i]) cells[i] = keep_cell(batch, &row->cells[i], record, kept->text);
    batch->bytes += (int)record.len;
    batch->n++;
}

static void fill(CsvAhead *ahead, Batch *batch) {
    CsvRow row;
    arena_reset(&batch->arena, batch->empty);
    batch->told = (Diag){.arena = &batch->arena, .most = ahead->diag->most};
    batch->taken = batch->n = batch->bytes = 0;
    csv_tell(ahead->csv, &batch->told);
    while (!batch->last && batch->n < BATCH_ROWS && batch->bytes < BATCH_BYTES) {
        batch->last = !csv_next(ahead->csv, &row);
        if (!batch->last) keep_row(ahead, batch, &row);
    }
}

/* Waits for a free batch; false: the caller wants no more. */
static bool wait_for_room(CsvAhead *ahead) {
    pthread_mutex_lock(&ahead->lock);
    while (ahead->filled == BATCHES && !ahead->stop) pthread_cond_wait(&ahead->changed, &ahead->lock);
    bool go_on = !ahead->stop;
    pthread_mutex_unlock(&ahead->lock);
    return go_on;
}

static void change_filled(CsvAhead *ahead, int by) {
    pthread_mutex_lock(&ahead->lock);
    ahead->filled += by;
    pthread_cond_broadcast(&ahead->changed);
    pthread_mutex_unlock(&ahead->lock);
}

static void *read_ahead(void *context) {
    CsvAhead *ahead = context;
    for (int i = 0; wait_for_room(ahead); i = (i + 1) % BATCHES) {
        fill(ahead, &ahead->batch[i]);
        change_filled(ahead, 1);
        if (ahead->batch[i].last) break;
    }
    return NULL;
}

static void *take_digest(void *context) {
    CsvAhead *ahead = context;
    ahead->hashed = csv_digest(ahead->csv, ahead->sha256);
    return NULL;
}

/* ---- the caller's side ---- */

static void make_batches(CsvAhead *ahead) {
    for (int i = 0; i < BATCHES; i++) {
        Batch *batch = &ahead->batch[i];
        batch->cells = NEW_ARRAY(&batch->arena, CsvCell, BATCH_ROWS * ahead->columns);
        for (int c = 0; c < BATCH_ROWS * ahead->columns; c++)
            batch->cells[c].text = S(""); /* columns not there */
        batch->empty = arena_mark(&batch->arena);
    }
}

static bool start_threads(CsvAhead *ahead) {
    make_batches(ahead);
    if (pthread_create(&ahead->hasher, NULL, take_digest, ahead) != 0) return false;
    if (pthread_create(&ahead->reader, NULL, read_ahead, ahead) == 0) return true;
    pthread_join(ahead->hasher, NULL);
    return false;
}

CsvAhead *ahead_open(Arena *arena, const char *path, const CsvSpec *spec, int64_t large, Diag *diag) {
    CsvAhead *ahead = NEW(arena, CsvAhead);
    CsvSpec without = *spec;
    without.no_digest = true;
    ahead->diag = diag;
    ahead->csv = csv_open(arena, path, &without, diag);
    if (!ahead->csv) return NULL;
    while (spec->columns[ahead->columns]) ahead->columns++;
    ahead->info = *csv_info(ahead->csv);
    pthread_mutex_init(&ahead->lock, NULL);
    pthread_cond_init(&ahead->changed, NULL);
    ahead->threads = csv_size(ahead->csv) >= large && start_threads(ahead);
    return ahead;
}

/* Messages about lines before `line` come first; line 0: all of them. */
static void pass_on(CsvAhead *ahead, Batch *batch, int line) {
    for (; batch->taken < batch->told.messages.n; batch->taken++) {
        const Message *message = &batch->told.messages.at[batch->taken];
        if (line && message->place.line >= line) return;
        diag_repeat(ahead->diag, message);
    }
    if (!line) diag_count_rest(ahead->diag, &batch->told);
}

static Batch *current(CsvAhead *ahead) {
    pthread_mutex_lock(&ahead->lock);
    while (!ahead->filled) pthread_cond_wait(&ahead->changed, &ahead->lock);
    pthread_mutex_unlock(&ahead->lock);
    ahead->holding = true;
    return &ahead->batch[ahead->from];
}

static void let_go(CsvAhead *ahead, Batch *batch) {
    pass_on(ahead, batch, 0);
    ahead->ended = batch->last;
    ahead->holding = false;
    ahead->row = 0;
    ahead->from = (ahead->from + 1) % BATCHES;
    change_filled(ahead, -1);
}

static bool next_of_batches(CsvAhead *ahead, CsvRow *row) {
    while (!ahead->ended) {
        Batch *batch = ahead->holding ? &ahead->batch[ahead->from] : current(ahead);
        if (ahead->row == batch->n) {
            let_go(ahead, batch);
            continue;
        }
        const BatchRow *kept = &batch->rows[ahead->row];
        pass_on(ahead, batch, kept->line);
        row->line = kept->line;
        memcpy(row->cells, &batch->cells[ahead->row * ahead->columns],
               sizeof *row->cells * (size_t)ahead->columns);
        ahead->row++;
        return true;
    }
    return false;
}

static void finish(CsvAhead *ahead) {
    if (ahead->threads) {
        pthread_join(ahead->reader, NULL);
        pthread_join(ahead->hasher, NULL);
        ahead->threads = false;
        csv_tell(ahead->csv, ahead->diag);
    } else if (!ahead->hashed) {
        ahead->hashed = csv_digest(ahead->csv, ahead->sha256);
    }
    ahead->info = *csv_info(ahead->csv);
    memcpy(ahead->info.sha256, ahead->sha256, sizeof ahead->sha256);
    ahead->ended = true;
}

bool ahead_next(CsvAhead *ahead, CsvRow *row) {
    if (ahead->ended) return false;
    if (ahead->threads ? next_of_batches(ahead, row) : csv_next(ahead->csv, row)) return true;
    finish(ahead);
    if (!ahead->hashed)
        diag_machine(ahead->diag, place_file(ahead->info.file), "its SHA-256 cannot be taken");
    return false;
}

Place ahead_place(const CsvAhead *ahead, const CsvCell *cell) {
    if (!ahead->threads || !ahead->row) return csv_place(ahead->csv, cell);
    const BatchRow *row = &ahead->batch[ahead->from].rows[ahead->row - 1];
    if (row->one_line && cell->column) return (Place){ahead->info.file, row->line, cell->column, row->text};
    return csv_place_in(ahead->info.file, row->text, row->line, cell);
}

const CsvInfo *ahead_info(const CsvAhead *ahead) { return &ahead->info; }

void ahead_close(CsvAhead *ahead) {
    if (ahead->threads) {
        pthread_mutex_lock(&ahead->lock);
        ahead->stop = true;
        pthread_cond_broadcast(&ahead->changed);
        pthread_mutex_unlock(&ahead->lock);
        finish(ahead);
    }
    for (int i = 0; i < BATCHES; i++) arena_free(&ahead->batch[i].arena);
    pthread_cond_destroy(&ahead->changed);
    pthread_mutex_destroy(&ahead->lock);
    csv_close(ahead->csv);
}
