/* The files the program carries inside itself, as the build put them in (build/data.c). Use source.h. */
#ifndef BASE_DATA_H
#define BASE_DATA_H

typedef struct Data {
    const char *path;
    const unsigned char *from, *to;
    const unsigned char *packed, *packed_to; /* YAML: its tree (yaml_pack.h); else NULL */
} Data;

extern const Data data_table[];
extern const int data_count;

#endif
