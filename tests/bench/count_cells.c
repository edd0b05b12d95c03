/* The yardstick: bare libcsv counts the cells and rows of a file, and does nothing else.
 * usage: count_cells FILE DELIMITER */
#include <csv.h>
#include <stdio.h>

static void cell(void *text, size_t len, void *counts) {
    (void)text, (void)len;
    ((long *)counts)[0]++;
}

static void row(int end, void *counts) {
    (void)end;
    ((long *)counts)[1]++;
}

int main(int argc, char **argv) {
    static char block[256 * 1024];
    struct csv_parser parser;
    long counts[2] = {0, 0};
    size_t got;
    FILE *file = argc == 3 ? fopen(argv[1], "rb") : NULL;
    if (!file || csv_init(&parser, 0) != 0) return 2;
    csv_set_delim(&parser, (unsigned char)argv[2][0]);
    while ((got = fread(block, 1, sizeof block, file)) > 0)
        if (csv_parse(&parser, block, got, cell, row, counts) != got) return 2;
    csv_fini(&parser, cell, row, counts);
    csv_free(&parser);
    printf("%ld cells, %ld rows\n", counts[0], counts[1]);
    return fclose(file) == 0 ? 0 : 2;
}
