/* See digest.h. */
#include "base/digest.h"

#include "base/memory.h"

#include <openssl/evp.h>
#include <sys/stat.h>

static void to_hex(const unsigned char *bytes, unsigned n, char hex[DIGEST_HEX]) {
    for (unsigned i = 0; i < n; i++) {
        hex[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
        hex[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
    }
    hex[2 * n] = 0;
}

void digest_hex(Str bytes, char hex[DIGEST_HEX]) {
    unsigned char sum[EVP_MAX_MD_SIZE];
    unsigned n = 0;
    if (EVP_Digest(bytes.at, (size_t)bytes.len, sum, &n, EVP_sha256(), NULL) != 1) memory_out();
    to_hex(sum, n, hex);
}

bool digest_file(const char *path, char hex[DIGEST_HEX]) {
    unsigned char block[65536], sum[EVP_MAX_MD_SIZE];
    unsigned n = 0;
    struct stat info;
    if (stat(path, &info) != 0 || !S_ISREG(info.st_mode)) return false; /* a pipe would be waited for */
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (!context || EVP_DigestInit_ex(context, EVP_sha256(), NULL) != 1) memory_out();
    for (size_t got; (got = fread(block, 1, sizeof block, file)) > 0;) EVP_DigestUpdate(context, block, got);
    bool ok = !ferror(file) && EVP_DigestFinal_ex(context, sum, &n) == 1;
    EVP_MD_CTX_free(context);
    fclose(file);
    if (ok) to_hex(sum, n, hex);
    return ok;
}
