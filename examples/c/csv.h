/* A CSV file in memory: RFC 4180 quoting, LF or CRLF, a header line, UTF-8 with or without mark. */
#ifndef CSV_H
#define CSV_H

#include <stddef.h>

#define CSV_NO_COLUMN ((size_t)-1)

typedef struct csv_table {
  size_t rows;         /* without the header */
  size_t columns;
  const char **header; /* columns */
  const char **fields; /* rows x columns, row-major; "" where a field is empty */
  long *lines;         /* rows: the line of the file on which the row begins */
  char *text;          /* what the pointers point into */
} csv_table;

/* Read a file; 0 on success, else -1 with one line in `error` that names file and line. */
int csv_read(csv_table *table, const char *path, char *error, size_t capacity);

/* The column of that name, or CSV_NO_COLUMN. */
size_t csv_column(const csv_table *table, const char *name);

/* Cut off the blanks around the fields of a column; how many fields had some. The header has none. */
size_t csv_trim(csv_table *table, size_t column);

/* The first row whose field has a control character, which a terminal would obey, or `rows`. */
size_t csv_control(const csv_table *table, size_t column);

/* Keep the rows with keep[row] != 0, in order. */
void csv_keep(csv_table *table, const char *keep);

void csv_free(csv_table *table);

#endif
