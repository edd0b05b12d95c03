/* A neutral report: blocks of text, tables and drawings in reading order, every string already in the
 * report's language and every number already printed. Built by certificate, form, layout sheet, hall sheet;
 * written by report/write/pdf.c and report/text.c, which compute nothing but where things stand on the page.
 */
#ifndef MODEL_DOCUMENT_H
#define MODEL_DOCUMENT_H

#include "base/moment.h"
#include "model/drawing.h"

/* What a text says about conformity; the writer picks colour (and nothing else: the sign is in the text). */
typedef enum Tone { TONE_PLAIN, TONE_GOOD, TONE_DOUBT, TONE_BAD, TONE_MUTED } Tone;

/* Where a value lies in its band. All in one unit; from < to is the axis. */
typedef struct Gauge {
    double from, to;
    double lower, upper;  /* the tolerance interval; NAN: open on that side */
    double value, spread; /* the marker, and U on either side of it (0: none) */
    Tone tone;            /* of the marker */
} Gauge;

typedef struct Cell {
    Str text;  /* may hold line breaks */
    Str small; /* set small and grey below it; "" none */
    Tone tone;
    bool bold;
    uint32_t swatch; /* 0xRRGGBB behind the text when has_swatch */
    bool has_swatch;
    const Gauge *gauge; /* drawn instead of text; text.c leaves it out */
} Cell;

typedef struct Column {
    Str title;
    double width; /* mm; 0: shares what the others leave, by weight */
    double weight;
    TextAlign align;
} Column;

typedef struct Row {
    Cell *cells;   /* as many as columns */
    bool spanning; /* cells[0] goes over the whole width: a heading inside the table */
    bool note;     /* spanning, but a note on the row above, which it stays with */
} Row;

typedef struct Table {
    Arena *arena;
    Column *columns;
    int column_count;
    double size;       /* points; 0: 8 */
    bool lines;        /* a rule below every row (else every other row is shaded) */
    double row_height; /* mm, at least (a form to fill in by hand); 0: as the text needs */
    VEC(Row) rows;
} Table;

typedef struct Fact {
    Str label, value;
} Fact;

/* Made by report/write/picture.h. */
typedef struct Picture {
    bool jpeg;
    Str bytes; /* a JPEG file, or RGB row by row */
    int width, height;
} Picture;

typedef enum BlockKind {
    BLOCK_TITLE,     /* text, large and centred; sign: above it (who issues), small: below it */
    BLOCK_HEADING,   /* text; a bookmark */
    BLOCK_PARAGRAPH, /* text */
    BLOCK_BANNER,    /* sign, text, small: the verdict across the page in the tone's colour */
    BLOCK_FACTS,     /* facts in two columns of label and value, filled column by column */
    BLOCK_TABLE,
    BLOCK_DRAWING,    /* drawing with a caption (text) */
    BLOCK_PICTURE,    /* picture with a caption (text), in the box width × height mm */
    BLOCK_SIGNATURES, /* facts: label below a line, value above it */
    BLOCK_SPACE,      /* height mm */
    BLOCK_PAGE_BREAK
} BlockKind;

typedef struct Block {
    BlockKind kind;
    Str sign, text, small;
    Tone tone;
    int level;   /* heading: 1 or 2 */
    bool quiet;  /* paragraph: small and grey */
    double size; /* paragraph: points, 0: 9 */
    VEC(Fact) facts;
    Table *table;
    const Picture *picture; /* title: a logo to the left of it; NULL none */
    const Drawing *drawing;
    const Drawing *beside; /* drawing: a second one to the right of it, with its caption (small) */
    double width, height;  /* drawing: the box in mm it is fitted into (0: the page's width, 120);
                              space: the height */
    bool full_size;        /* drawing: 1 mm is 1 mm on paper */
} Block;

/* A file to go inside; made by report/write/attachment.h. */
typedef struct Attachment {
    Str name, description;
    const char *media;    /* a PDF name: "text#2Fcsv" */
    const char *relation; /* to the certificate: Data, Source, Supplement */
    Str packed;           /* its bytes, compressed */
    ptrdiff_t size;       /* bytes before that */
    char md5[33];
} Attachment;

typedef struct Document {
    Arena *arena;
    const char *language; /* en, sk, cs */
    Str title, author, subject;
    Moment issued;  /* the PDF's dates; not given: none are written */
    Str footer;     /* left, on every page: number, what it is about */
    Str page_label; /* "page {1} of {2}" in the language */
    Str page_note;  /* on top of every page in the doubtful tone ("partial …"); "" none */
    bool landscape; /* A4 on its side */
    bool frame;     /* an ornamental frame on the first page */
    bool fit_first; /* what stands before the first page break is set larger or smaller, 115 to 75 %,
                       if that makes it fit one page */
    VEC(Block) blocks;
    VEC(Attachment) attachments;
    Str qr; /* operators that draw a code of qr_modules squares a side (trust/qr.h), on every page; "" none */
    int qr_modules;
    VEC(Str) signature; /* lines that show in the field of an electronic signature; none: no field */
} Document;

Document *document_new(Arena *arena, const char *language, Str title);
Block *document_title(Document *document, Str text, Str small);
Block *document_heading(Document *document, int level, Str text);
Block *document_paragraph(Document *document, Str text);
Block *document_banner(Document *document, Tone tone, Str sign, Str text, Str small);
Block *document_facts(Document *document);
void block_fact(Document *document, Block *block, Str label,
                Str value); /* none is added for an empty value */
/* columns are copied. */
Table *document_table(Document *document, const Column *columns, int count);
Cell *table_row(Table *table);            /* a new row's cells, all empty */
Cell *table_span(Table *table, Str text); /* a heading over the whole width */
Cell *table_note(Table *table, Str text); /* a note on the row above */
/* Fitted into width × height mm (0: the page's width; 0: 120 mm), never enlarged beyond it. */
Block *document_drawing(Document *document, const Drawing *drawing, double width, double height, Str caption);
/* Two side by side, each in half of the width. */
Block *document_drawings(Document *document, const Drawing *left, const Drawing *right, double height,
                         Str left_caption, Str right_caption);
/* At true scale; a page it does not fit is made large enough for it. */
Block *document_drawing_full_size(Document *document, const Drawing *drawing, Str caption);
Block *document_picture(Document *document, const Picture *picture, double width, double height, Str caption);
Block *document_signatures(Document *document);
void document_space(Document *document, double millimetres);
void document_page_break(Document *document);

#endif
