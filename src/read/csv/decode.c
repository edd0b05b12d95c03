/* See decode.h. */
#include "read/csv/decode.h"

#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/evp.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK = 256 * 1024, CARRY = 4 };

typedef struct Survey Survey;

struct TextFile {
    Arena *arena;
    int descriptor;
    off_t start;
    Diag *diag;
    TextFacts facts;
    struct stat info;
    TextDecoder *decoder; /* NULL: the bytes are the text */
    char *block;          /* raw bytes not converted yet */
    Str raw;
    bool ended;
    Survey *seen;  /* live: of what was handed out so far */
    bool declared; /* live: the encoding was given */
    bool unseen;   /* plain ASCII so far, the rest is looked at while it is read */
};

enum { HIGH = 1, CONTROL = 2, NUL = 4 };

/* What the first pass sees. */
struct Survey {
    unsigned char kind[256]; /* of each byte value */
    unsigned kinds;          /* that occur */
    bool invalid, multibyte; /* as UTF-8 */
    char head[256];
    ptrdiff_t head_len;
};

static Place whole(const TextFile *file) { return place_file(file->facts.name); }

static bool tell_unreadable(TextFile *file) {
    if (errno == EISDIR) return diag_error(file->diag, whole(file), "is a folder, expected a file");
    return diag_machine(file->diag, whole(file), "cannot be read: %s", strerror(errno));
}

static ptrdiff_t read_some(TextFile *file, char *into, size_t cap) {
    ssize_t got;
    do got = read(file->descriptor, into, cap);
    while (got < 0 && errno == EINTR);
    if (got < 0) tell_unreadable(file);
    return got;
}

static bool write_all(int descriptor, const char *from, ptrdiff_t len) {
    while (len > 0) {
        ssize_t put = write(descriptor, from, (size_t)len);
        if (put < 0 && errno != EINTR) return false;
        if (put > 0) from += put, len -= put;
    }
    return true;
}

/* A temporary file that has no name any more: nothing is left of it, however the program ends. */
static int open_spool(void) {
    const char *folder = getenv("TMPDIR");
    char path[4096];
    snprintf(path, sizeof path, "%s/tablecert-XXXXXX", folder && *folder ? folder : "/tmp");
    int spool = mkostemp(path, O_CLOEXEC);
    if (spool >= 0) unlink(path);
    return spool;
}

static bool copy_to_spool(TextFile *file, int spool) {
    ptrdiff_t got;
    while ((got = read_some(file, file->block, BLOCK)) > 0)
        if (!write_all(spool, file->block, got))
            return diag_machine(file->diag, whole(file), "cannot be kept in a temporary file: %s",
                                strerror(errno));
    return got == 0;
}

/* Sees to it that the input can be read twice. */
static bool make_seekable(TextFile *file) {
    struct stat info;
    file->start = lseek(file->descriptor, 0, SEEK_CUR);
    if (file->start >= 0 && fstat(file->descriptor, &info) == 0 && S_ISCHR(info.st_mode))
        return diag_error(file->diag, whole(file), "is a device, expected a file");
    if (file->start >= 0) return true;
    int spool = open_spool();
    if (spool < 0)
        return diag_machine(file->diag, whole(file), "cannot be kept in a temporary file: %s",
                            strerror(errno));
    bool ok = copy_to_spool(file, spool);
    if (file->descriptor != STDIN_FILENO) close(file->descriptor);
    file->descriptor = spool;
    file->start = 0;
    return ok && lseek(spool, 0, SEEK_SET) == 0;
}

static void survey_init(Survey *survey) {
    *survey = (Survey){0};
    for (int c = 0; c < 256; c++)
        survey->kind[c] = c >= 0x80                                         ? HIGH
                          : c == 0                                          ? NUL
                          : (c < 0x20 && !strchr("\t\n\r", c)) || c == 0x7F ? CONTROL
                                                                            : 0;
}

/* Are all bytes ASCII, and controls only tabs and line ends? Sixteen at a time. */
static bool all_plain(const char *at, ptrdiff_t len) {
    typedef signed char Lanes __attribute__((vector_size(16)));
    Lanes found = {0};
    for (ptrdiff_t i = 0; i < len; i += (ptrdiff_t)sizeof(Lanes)) {
        Lanes x;
        memcpy(&x, at + i, sizeof x);
        found |= (x < ' ') & (x != '\t') & (x != '\n') & (x != '\r'); /* bytes from 80 on are below 0 */
        found |= x == 0x7F;
    }
    uint64_t halves[2];
    memcpy(halves, &found, sizeof halves);
    return !(halves[0] | halves[1]);
}

static unsigned kinds_in(const Survey *survey, const char *at, ptrdiff_t len) {
    unsigned kinds = 0;
    ptrdiff_t whole = len - len % 16;
    for (ptrdiff_t i = all_plain(at, whole) ? whole : 0; i < len; i++)
        kinds |= survey->kind[(unsigned char)at[i]];
    return kinds;
}

static bool is_plain(const char *at, ptrdiff_t len) {
    ptrdiff_t whole = len - len % 16;
    for (ptrdiff_t i = whole; i < len; i++)
        if (at[i] < ' ' ? !strchr("\t\n\r", at[i]) || !at[i] : at[i] == 0x7F) return false;
    return all_plain(at, whole);
}

static bool has_high(Str s) {
    for (ptrdiff_t i = 0; i < s.len; i++)
        if (s.at[i] & 0x80) return true;
    return false;
}

/* Looks for what is no UTF-8; returns how many bytes at the end may be the start of a character. */
static ptrdiff_t survey_utf8(Survey *survey, Str text, bool last) {
    for (;;) {
        ptrdiff_t fault = text_utf8_fault(text);
        if (!survey->multibyte)
            survey->multibyte = has_high(str_slice(text, 0, fault < 0 ? text.len : fault));
        if (fault < 0) return 0;
        if (!last && text.len - fault < CARRY) return text.len - fault;
        survey->invalid = true;
        text = str_skip(text, fault + 1);
    }
}

static void survey_head(Survey *survey, const char *at, ptrdiff_t len) {
    ptrdiff_t room = (ptrdiff_t)sizeof survey->head - survey->head_len;
    if (len > room) len = room;
    memcpy(survey->head + survey->head_len, at, (size_t)len);
    survey->head_len += len;
}

/* One block: `carried` bytes of the block before stand in front of `at`. Returns how many to carry on. */
static ptrdiff_t survey_block(Survey *survey, const char *at, ptrdiff_t carried, ptrdiff_t len, bool last) {
    unsigned kinds = kinds_in(survey, at, len);
    survey->kinds |= kinds;
    survey_head(survey, at, len);
    if (!carried && !(kinds & HIGH)) return 0;
    return survey_utf8(survey, (Str){at - carried, carried + len}, last);
}

static bool go_to(TextFile *file, off_t place) {
    return lseek(file->descriptor, place, SEEK_SET) == place || tell_unreadable(file);
}

/* The whole file, or until it is clear that its beginning is plain. */
static bool survey_blocks(TextFile *file, Survey *survey, EVP_MD_CTX *digest, bool whole) {
    ptrdiff_t carried = 0, got;
    char *at = file->block + CARRY;
    do {
        got = read_some(file, at, BLOCK);
        if (got < 0) return false;
        if (digest) EVP_DigestUpdate(digest, at, (size_t)got);
        carried = survey_block(survey, at, carried, got, got == 0);
        memmove(at - carried, at + got - carried, (size_t)carried);
        file->unseen = !whole && got == BLOCK && !survey->kinds;
    } while (got > 0 && !file->unseen);
    return go_to(file, file->start);
}

static void hex(const unsigned char *digest, unsigned len, char *out) {
    for (unsigned i = 0; i < len; i++) snprintf(out + 2 * i, 3, "%02x", digest[i]);
}

static bool pass_with_digest(TextFile *file, Survey *survey) {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned len = 0;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool ok = context && EVP_DigestInit_ex(context, EVP_sha256(), NULL) == 1;
    if (!ok) diag_machine(file->diag, whole(file), "no SHA-256 in this OpenSSL");
    ok = ok && survey_blocks(file, survey, context, true) && EVP_DigestFinal_ex(context, digest, &len) == 1;
    EVP_MD_CTX_free(context);
    if (ok) hex(digest, len, file->facts.sha256);
    return ok;
}

static bool first_pass(TextFile *file, Survey *survey, bool digest, bool whole) {
    survey_init(survey);
    return digest ? pass_with_digest(file, survey) : survey_blocks(file, survey, NULL, whole);
}

/* Text of Latin letters in UTF-16 has a NUL in nearly every second byte, always on the same side. */
static const char *looks_like_utf16(const Survey *survey) {
    int nuls[2] = {0, 0};
    for (ptrdiff_t i = 0; i < survey->head_len; i++) nuls[i % 2] += survey->head[i] == 0;
    int most = nuls[0] > nuls[1] ? nuls[0] : nuls[1], least = nuls[0] + nuls[1] - most;
    if (!most || most * 8 < survey->head_len || least * 4 > most) return NULL;
    return nuls[1] == most ? "UTF-16LE" : "UTF-16BE";
}

static bool begins(const Survey *survey, Str mark) {
    return str_starts((Str){survey->head, survey->head_len}, mark);
}

static bool convert_from(Arena *arena, TextFile *file, const char *encoding) {
    file->facts.encoding = str_dup(arena, str_of(encoding));
    file->facts.ascii = file->facts.clean = false;
    file->decoder = strchr(encoding, '/') ? NULL : text_decoder_open(arena, encoding); /* no //IGNORE */
    return file->decoder || diag_error(file->diag, whole(file),
                                       "unknown encoding '%s', expected a name that iconv knows (UTF-8, "
                                       "UTF-16LE, windows-1250, ISO-8859-2)",
                                       encoding);
}

/* A workbook is a zip archive (.xlsx, .ods, .numbers) or an old compound file (.xls). */
static bool refuse_workbook(const TextFile *file, const Survey *survey) {
    bool zip = begins(survey, S("PK\x03\x04")), old = begins(survey, S("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"));
    if (!zip && !old) return true;
    return diag_error(
        file->diag, whole(file),
        "is a workbook, not CSV: open it in the spreadsheet program and save the sheet with the "
        "readings as CSV");
}

static bool is_utf8_name(const char *name) {
    return str_eq_fold(str_of(name), S("UTF-8")) || str_eq_fold(str_of(name), S("UTF8"));
}

static bool read_as_windows(Arena *arena, TextFile *file) {
    diag_note(file->diag, whole(file), "is no UTF-8: read as Windows-1250 (--encoding says otherwise)");
    return convert_from(arena, file, "windows-1250");
}

static bool choose_encoding(Arena *arena, TextFile *file, const Survey *survey, const char *declared) {
    Place first = {file->facts.name, 1, 1, {"", 0}};
    if (!refuse_workbook(file, survey)) return false;
    file->facts.encoding = S("UTF-8");
    file->facts.ascii = survey->kinds == 0;
    file->facts.clean = !survey->invalid && !(survey->kinds & NUL);
    if (declared && !is_utf8_name(declared)) return convert_from(arena, file, declared);
    if (declared) return true;
    if (begins(survey, S("\xFF\xFE"))) return convert_from(arena, file, "UTF-16LE");
    if (begins(survey, S("\xFE\xFF"))) return convert_from(arena, file, "UTF-16BE");
    const char *wide = looks_like_utf16(survey);
    if (wide)
        return diag_error(file->diag, first,
                          "NUL bytes: this looks like UTF-16 without its mark; if it is, say --encoding %s",
                          wide);
    if (!survey->invalid || survey->multibyte) return true;
    return read_as_windows(arena, file);
}

static bool open_descriptor(TextFile *file, const char *path) {
    bool standard = strcmp(path, "-") == 0;
    file->descriptor = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (file->descriptor >= 0) return true;
    return diag_unreadable(file->diag, whole(file), errno);
}

static void close_descriptor(TextFile *file) {
    if (file->descriptor != STDIN_FILENO) close(file->descriptor);
}

static bool can_seek(const TextFile *file) { return lseek(file->descriptor, 0, SEEK_CUR) >= 0; }

/* The first bytes that come say by their mark or their NUL bytes what they are; the rest, as it comes. */
static bool begin_live(TextFile *file, const char *encoding) {
    file->facts.live = true;
    file->declared = encoding != NULL;
    file->seen = NEW(file->arena, Survey);
    survey_init(file->seen);
    ptrdiff_t got, len = 0;
    do {
        got = read_some(file, file->block + len, (size_t)(BLOCK - len));
        len += got > 0 ? got : 0;
    } while (got > 0 && len < CARRY);
    if (got < 0) return false;
    file->raw = (Str){file->block, len};
    survey_head(file->seen, file->block, len);
    bool good = choose_encoding(file->arena, file, file->seen, encoding);
    file->facts.ascii = file->facts.clean = !file->decoder;
    return good;
}

TextFile *text_file_open(Arena *arena, const char *path, const char *encoding, bool digest, bool live,
                         Diag *diag) {
    TextFile *file = NEW(arena, TextFile);
    Survey survey;
    file->arena = arena;
    file->diag = diag;
    file->facts.name = str_dup(arena, str_of(path));
    if (!open_descriptor(file, path)) return NULL;
    file->block = NEW_ARRAY(arena, char, BLOCK + CARRY);
    file->raw = (Str){file->block, 0};
    if (live && !can_seek(file)) {
        if (begin_live(file, encoding)) return file;
    } else if (make_seekable(file) && first_pass(file, &survey, digest, encoding != NULL) &&
               choose_encoding(arena, file, &survey, encoding) && fstat(file->descriptor, &file->info) == 0) {
        return file;
    }
    close_descriptor(file);
    return NULL;
}

const TextFacts *text_file_facts(const TextFile *file) { return &file->facts; }

/* Fills up the bytes not converted yet; a torn character may stand at their start. */
static bool refill(TextFile *file) {
    memmove(file->block, file->raw.at, (size_t)file->raw.len);
    ptrdiff_t got = read_some(file, file->block + file->raw.len, (size_t)(BLOCK - file->raw.len));
    if (got < 0) return false;
    file->raw = (Str){file->block, file->raw.len + got};
    file->ended = got == 0;
    return true;
}

/* UTF-16 has units of two bytes: an odd one or a lone surrogate is skipped as a whole. */
static ptrdiff_t unit_size(const TextFile *file) {
    return str_find(file->facts.encoding, S("16")) >= 0 && file->raw.len >= 2 ? 2 : 1;
}

/* Looks at the raw bytes that came. What is no UTF-8, after nothing but ASCII, is Windows-1250 from here on.
 * Returns how many at the end may be the start of a character, -1 after errors (told). */
static ptrdiff_t survey_live(TextFile *file) {
    Survey *seen = file->seen;
    seen->kinds |= kinds_in(seen, file->raw.at, file->raw.len);
    file->facts.ascii = seen->kinds == 0;
    if (!(seen->kinds & HIGH)) {
        file->facts.clean = !(seen->kinds & NUL);
        return 0;
    }
    ptrdiff_t torn = survey_utf8(seen, file->raw, file->ended);
    file->facts.clean = !seen->invalid && !(seen->kinds & NUL);
    if (!seen->invalid || seen->multibyte || file->declared) return torn;
    return read_as_windows(file->arena, file) ? 0 : -1;
}

/* The bytes as they come, but for a character that is torn at their end. */
static ptrdiff_t read_live(TextFile *file, char *into, size_t cap) {
    ptrdiff_t torn = file->raw.len ? survey_live(file) : 0;
    while (torn == file->raw.len && !file->ended) {
        if (!refill(file)) return -1;
        torn = survey_live(file);
    }
    if (torn < 0) return -1;
    if (file->decoder) return text_file_read(file, into, cap);
    ptrdiff_t len = file->raw.len - torn;
    if (len > (ptrdiff_t)cap) len = (ptrdiff_t)cap;
    memcpy(into, file->raw.at, (size_t)len);
    file->raw = str_skip(file->raw, len);
    return len;
}

/* The rest is not plain: now the whole file tells its encoding. What was read is the same in all that it may
 * be. */
static bool look_closely(TextFile *file, off_t here) {
    Survey survey;
    file->unseen = false;
    return go_to(file, file->start) && first_pass(file, &survey, false, true) &&
           choose_encoding(file->arena, file, &survey, NULL) && go_to(file, here);
}

static ptrdiff_t read_unseen(TextFile *file, char *into, size_t cap) {
    off_t here = lseek(file->descriptor, 0, SEEK_CUR);
    ptrdiff_t got = read_some(file, into, cap);
    if (got <= 0 || is_plain(into, got)) return got;
    return look_closely(file, here) ? text_file_read(file, into, cap) : -1;
}

ptrdiff_t text_file_read(TextFile *file, char *into, size_t cap) {
    if (file->unseen) return read_unseen(file, into, cap);
    if (!file->decoder) return file->facts.live ? read_live(file, into, cap) : read_some(file, into, cap);
    for (;;) {
        bool bad = false;
        size_t put = file->raw.len ? text_decode(file->decoder, &file->raw, into, cap, &bad) : 0;
        if (put) return (ptrdiff_t)put;
        if (!bad && !file->ended) {
            if (!refill(file)) return -1;
            continue;
        }
        if (!file->raw.len) return 0;
        file->raw = str_skip(file->raw, unit_size(file));
        *into = '\xFF';
        return 1;
    }
}

/* Both passes must have seen the same bytes. */
static void check_unchanged(TextFile *file) {
    struct stat now;
    if (file->facts.live) return;
    if (fstat(file->descriptor, &now) == 0 && now.st_size == file->info.st_size &&
        now.st_mtim.tv_sec == file->info.st_mtim.tv_sec && now.st_mtim.tv_nsec == file->info.st_mtim.tv_nsec)
        return;
    diag_error(file->diag, whole(file), "was changed while it was read");
}

void text_file_close(TextFile *file) {
    check_unchanged(file);
    if (file->decoder) text_decoder_close(file->decoder);
    close_descriptor(file);
}
