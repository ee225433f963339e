/* Columns of a table: estimates with their intervals, and names. */
#ifndef TABLE_H
#define TABLE_H

#include "results.h"

#include <stdio.h>

/* A column of estimates with their intervals, as wide as what stands in it. */
typedef struct estimates {
  const char *title;
  const estimate *first; /* of `count`, `stride` bytes apart */
  size_t stride, count;
  int decimals;
  size_t value, end; /* columns of the estimate, and of each end of the interval */
} estimates;

/* How wide a column of estimates has to be. */
estimates table_measure(const char *title, const estimate *first, size_t stride, size_t count,
                        int decimals);

/* The title over its numbers, the level over the middle of the intervals. */
void table_head(FILE *out, const estimates *estimates, double level);

/* The number of a row and its interval, two blanks before them. */
void table_estimate(FILE *out, const estimates *estimates, size_t row);

/* The width of a column of names of which the widest takes so many places. */
size_t table_names(size_t widest);

#endif
