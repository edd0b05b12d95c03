/* See register_list.h. */
#include "report/certificate/register_list.h"

#include "base/text.h"

static Str word(const Catalogue *words, const char *section, Str name) {
    Str key = str_fmt(words->arena, "%s.%.*s", section, SARG(name));
    return catalogue_text(words, str_z(words->arena, key));
}

static Str kind_word(const Catalogue *words, EntryKind kind) {
    return word(words, "register.kind", str_of(entry_kind_name(kind)));
}

static const char *const verdicts[REGISTER_VERDICTS] = {"pass", "conditional-pass", "conditional-fail",
                                                        "fail", "incomplete"};

/* The words of all verdicts: for very many lines they are looked up once. */
static void verdict_words(const Catalogue *words, Str out[REGISTER_VERDICTS]) {
    for (int i = 0; i < REGISTER_VERDICTS; i++)
        out[i] = word(words, "certificate.verdict", str_of(verdicts[i]));
}

/* A verdict of another program's export may be any text. */
static Str verdict_word(const Str known[REGISTER_VERDICTS], Str verdict) {
    for (int i = 0; i < REGISTER_VERDICTS; i++)
        if (str_eq(verdict, str_of(verdicts[i]))) return known[i];
    return verdict;
}

static Str or_dash(Str text) { return text.len ? text : S("-"); }

static void cell(Buf *out, Str s, int width) {
    buf_put(out, s);
    for (int w = text_width(s); w < width; w++) buf_byte(out, ' ');
    buf_byte(out, ' ');
}

RegisterLines register_lines(Buf *out, const Catalogue *words) {
    RegisterLines lines = {.out = out};
    verdict_words(words, lines.verdicts);
    for (int kind = 0; kind <= ENTRY_WITHDRAWN; kind++) lines.kinds[kind] = kind_word(words, (EntryKind)kind);
    return lines;
}

void register_line(const Entry *entry, void *context) {
    const Entry *e = entry;
    RegisterLines *lines = context;
    Buf *out = lines->out;
    cell(out, e->number, 14);
    cell(out, lines->kinds[e->standing], 10);
    cell(out, or_dash(e->valid_until), 10);
    cell(out, verdict_word(lines->verdicts, e->verdict), 16);
    cell(out, e->profile, 14);
    buf_put(out, or_dash(e->hall));
    buf_put(out, S(", "));
    buf_put(out, or_dash(e->table));
    buf_byte(out, '\n');
    lines->count++;
}

void register_text(Buf *out, const Catalogue *words, const Entry *e) {
    Str known[REGISTER_VERDICTS];
    verdict_words(words, known);
    const struct {
        const char *name;
        Str value;
    } fields[] = {
        {"table", e->table},       {"hall", e->hall},         {"issuer", e->issuer},
        {"profile", e->profile},   {"scope", e->scope},       {"verdict", verdict_word(known, e->verdict)},
        {"measured", e->measured}, {"issued", e->issued},     {"until", e->valid_until},
        {"pdf", e->pdf_path},      {"sha256", e->pdf_sha256}, {"json", e->json_path},
        {"sha256", e->json_sha256}};
    buf_printf(out, "%.*s %.*s %.*s", SARG(e->number), SARG(kind_word(words, e->kind)), SARG(e->at));
    if (e->reason.len && e->kind == ENTRY_SUPERSEDED)
        buf_printf(out, " (%.*s)", SARG(CATALOGUE_FILL(words, "register.by", e->reason)));
    else if (e->reason.len)
        buf_printf(out, " (%.*s)", SARG(e->reason));
    buf_byte(out, '\n');
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        if (!fields[i].value.len) continue;
        buf_put(out, S("  "));
        cell(out, word(words, "register.field", str_of(fields[i].name)), 14);
        buf_printf(out, "%.*s\n", SARG(fields[i].value));
    }
}

void register_json(Buf *out, const Entries *entries) {
    buf_byte(out, '[');
    for (ptrdiff_t i = 0; i < entries->list.n; i++) {
        if (i) buf_byte(out, ',');
        register_entry_json(out, &entries->list.at[i]);
    }
    buf_put(out, S("]\n"));
}

/* ---- for a spreadsheet ---- */

static void csv_cell(Buf *out, Str text) {
    bool formula = text.len && strchr("=+-@\t\r", text.at[0]);
    bool quoted = formula;
    for (ptrdiff_t i = 0; i < text.len && !quoted; i++) quoted = strchr(",;\"\n\r\t", text.at[i]) != NULL;
    if (quoted) buf_byte(out, '"');
    if (formula) buf_byte(out, '\'');
    for (ptrdiff_t i = 0; i < text.len; i++) {
        if (text.at[i] == '"') buf_byte(out, '"');
        buf_byte(out, text.at[i]);
    }
    if (quoted) buf_byte(out, '"');
}

void register_csv(Buf *out, const Entries *entries) {
    buf_put(out,
            S("id,kind,number,at,issuer,hall,table,profile,scope,verdict,measured,issued,valid_until,pdf,"
              "pdf_sha256,json,json_sha256,reason,previous,hash\r\n"));
    for (ptrdiff_t i = 0; i < entries->list.n; i++) {
        const Entry *e = &entries->list.at[i];
        const Str cells[] = {e->kind_text,   e->number,      e->at,       e->issuer,     e->hall,
                             e->table,       e->profile,     e->scope,    e->verdict,    e->measured,
                             e->issued,      e->valid_until, e->pdf_path, e->pdf_sha256, e->json_path,
                             e->json_sha256, e->reason,      e->previous, e->hash};
        buf_printf(out, "%lld", (long long)e->id);
        for (size_t k = 0; k < sizeof cells / sizeof *cells; k++) {
            buf_byte(out, ',');
            csv_cell(out, cells[k]);
        }
        buf_put(out, S("\r\n"));
    }
}
