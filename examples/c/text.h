/* Text for a terminal: columns that line up, numbers, wrapped paragraphs. */
#ifndef TEXT_H
#define TEXT_H

#include <stddef.h>
#include <stdio.h>

/* Columns of a terminal that UTF-8 text takes. */
size_t text_width(const char *text);

/* Text in at most `width` columns: what is longer loses its middle, since names of models often
 * differ in their last letters. `out` holds TEXT_SHORT bytes. */
#define TEXT_SHORT 1024
const char *text_shorten(char *out, const char *text, size_t width);

/* Print text in exactly `width` columns. */
void text_left(FILE *out, const char *text, size_t width);
void text_right(FILE *out, const char *text, size_t width);

/* A number with so many decimals; "-" for NaN, "inf", "-inf". `out` holds TEXT_NUMBER bytes. */
#define TEXT_NUMBER 32
const char *text_number(char *out, double value, int decimals);

/* A count: whole if it is whole, else with one decimal. */
const char *text_count(char *out, double value);

/* A paragraph of at most `width` columns, the first line behind `mark`, the others as far in. */
void text_wrap(FILE *out, const char *mark, const char *text, size_t width);

#endif
