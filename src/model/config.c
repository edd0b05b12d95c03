/* See config.h. */
#include "model/config.h"

#include "base/text.h"
#include "model/language.h"

#include <sys/stat.h>

/* What a value must be, besides a scalar without control characters. */
typedef enum Form { FORM_TEXT, FORM_LANGUAGE, FORM_MONTHS, FORM_PREFIX, FORM_LIST } Form;

typedef struct Key {
    const char *name;
    Form form;
    const char *help;
} Key;

static const Key keys[] = {
    {"address", FORM_TEXT, "the hall's address"},
    {"cert", FORM_TEXT, "the certificate of the key that signs (PEM)"},
    {"customer", FORM_TEXT, "who asked for the certificate"},
    {"for", FORM_LIST, "the games a table is to serve: a name or a list"},
    {"hall", FORM_TEXT, "the hall the tables stand in"},
    {"inspector", FORM_TEXT, "who inspects"},
    {"instruments", FORM_TEXT, "the instrument list (a YAML file)"},
    {"issuer", FORM_TEXT, "who issues certificates"},
    {"language", FORM_LANGUAGE, "language of reports and messages"},
    {"logo", FORM_TEXT, "a picture beside the issuer (PNG or JPEG)"},
    {"measured", FORM_TEXT, "when it was measured, if the readings do not say it"},
    {"number", FORM_TEXT, "number of a certificate without a register"},
    {"number-prefix", FORM_PREFIX, "the letters before a register's numbers"},
    {"organisation", FORM_TEXT, "the issuer, where 'issuer' does not say otherwise"},
    {"passphrase-file", FORM_TEXT, "a file with the passphrase of the key"},
    {"register", FORM_TEXT, "the register that certify enters its certificates in"},
    {"sign", FORM_TEXT, "the key that signs certificates (PEM or PKCS#12)"},
    {"table-maker", FORM_TEXT, "maker of the table"},
    {"table-serial", FORM_TEXT, "serial number of the table"},
    {"valid-months", FORM_MONTHS, "how long a certificate is valid"},
};
enum { KEY_COUNT = sizeof keys / sizeof *keys };

bool config_key(int number, const char **name, const char **help) {
    if (number < 0 || number >= KEY_COUNT) return false;
    *name = keys[number].name;
    *help = keys[number].help;
    return true;
}

/* The name with '_' for '-'. */
static const char *underscored(Arena *arena, const char *name) {
    char *copy = str_z(arena, str_of(name));
    for (char *c = copy; *c; c++)
        if (*c == '-') *c = '_';
    return copy;
}

static bool all_alphanumeric(Str s) {
    for (ptrdiff_t i = 0; i < s.len; i++) {
        char c = s.at[i];
        if (!((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'))) return false;
    }
    return s.len > 0;
}

static bool check_scalar(const Yaml *node, const Key *key, Diag *diag) {
    int64_t months = 0;
    if (!yaml_expect(node, YAML_SCALAR, key->name, diag)) return false;
    if (text_control(node->text, false) >= 0)
        return diag_error(diag, yaml_place(node), "'%s' holds a control character", key->name);
    if (key->form == FORM_LANGUAGE && language_index(str_z(diag->arena, node->text)) < 0)
        return diag_error(diag, yaml_place(node), "language '%.*s' is not known; there are %.*s",
                          SARG(node->text), SARG(language_list(diag->arena, ", ")));
    if (key->form == FORM_MONTHS && (!str_to_count(node->text, 1200, &months) || months < 1))
        return diag_error(diag, yaml_place(node), "valid-months must be a whole number from 1 to 1200");
    if (key->form == FORM_PREFIX && !all_alphanumeric(node->text))
        return diag_error(diag, yaml_place(node), "number_prefix may hold letters and digits only");
    return true;
}

static bool check_value(const Yaml *node, const Key *key, Diag *diag) {
    bool ok = true;
    if (key->form != FORM_LIST || node->kind != YAML_LIST) return check_scalar(node, key, diag);
    for (int i = 0; i < node->n; i++) ok &= check_scalar(node->items[i], key, diag);
    return ok;
}

static bool check(Arena *arena, const Yaml *root, Diag *diag) {
    const char *known[2 * KEY_COUNT + 1] = {0};
    for (int i = 0; i < KEY_COUNT; i++) {
        known[2 * i] = keys[i].name;
        known[2 * i + 1] = underscored(arena, keys[i].name);
    }
    if (!yaml_expect(root, YAML_MAP, "the configuration", diag)) return false;
    bool ok = yaml_check_keys(root, known, "the configuration", diag);
    for (int i = 0; i < 2 * KEY_COUNT; i++) {
        if (i % 2 && !strcmp(known[i], known[i - 1])) continue;
        const Yaml *node = yaml_get(root, known[i]);
        if (node) ok &= check_value(node, &keys[i / 2], diag);
    }
    return ok;
}

/* A file of blanks and comments sets nothing. */
static bool is_blank(Str bytes) {
    while (bytes.len) {
        Str line = str_trim(str_cut(&bytes, '\n'));
        if (line.len && line.at[0] != '#') return false;
    }
    return true;
}

const Config *config_load(Arena *arena, Str home, Diag *diag) {
    struct stat info;
    Config *config = NEW(arena, Config);
    *config = (Config){
        .arena = arena, .home = home, .folder = str_fmt(arena, "%.*s/.config/tablecert", SARG(home))};
    char *path = str_z(arena, str_fmt(arena, "%.*s/config.yaml", SARG(config->folder)));
    if (!home.len || stat(path, &info) != 0) return config;
    Source *source = NEW(arena, Source);
    if (!source_load(arena, path, source, diag)) return NULL;
    if (is_blank(source->bytes)) return config;
    config->root = yaml_parse(arena, source, diag);
    return config->root && check(arena, config->root, diag) ? config : NULL;
}

static const Yaml *node_of(const Config *config, const char *key) {
    const Yaml *node = yaml_get(config->root, key);
    return node ? node : yaml_get(config->root, underscored(config->arena, key));
}

Str config_text(const Config *config, const char *key) {
    const Yaml *node = node_of(config, key);
    return node && node->kind == YAML_SCALAR ? text_nfc(config->arena, node->text) : S("");
}

Place config_place(const Config *config, const char *key) {
    const Yaml *node = node_of(config, key);
    return node ? yaml_place(node) : NO_PLACE;
}

const char *config_path(const Config *config, const char *key) {
    Str text = config_text(config, key), home = config->home, folder = config->folder;
    if (!text.len) return NULL;
    if (str_starts(text, S("~/")))
        return str_z(config->arena, str_fmt(config->arena, "%.*s%.*s", SARG(home), SARG(str_skip(text, 1))));
    if (text.at[0] == '/') return str_z(config->arena, text);
    return str_z(config->arena, str_fmt(config->arena, "%.*s/%.*s", SARG(folder), SARG(text)));
}

int config_list(const Config *config, const char *key, const Str **items) {
    const Yaml *node = node_of(config, key);
    int n = !node ? 0 : node->kind == YAML_LIST ? node->n : 1;
    Str *list = NEW_ARRAY(config->arena, Str, n ? n : 1);
    for (int i = 0; i < n; i++) list[i] = node->kind == YAML_LIST ? node->items[i]->text : node->text;
    *items = list;
    return n;
}
