/* The files the program carries inside itself, as the build put them in (build/data.c). Use source.h. */
#ifndef BASE_DATA_H
#define BASE_DATA_H

typedef struct Data {
    const char *path;
    const unsigned char *from, *to;
} Data;

extern const Data data_table[];
extern const int data_count;

#endif
