/* Drawings: numbers laid out for the charts of the library, and pages of charts in a file. */
#ifndef DRAW_H
#define DRAW_H

#include "duel.h"

#include <stddef.h>

/* The content of a chart, zero or NaN at first. Unused fields are left as they are. */
typedef struct drawing {
  duel_chart_options options;
  size_t rows, columns, named; /* so many have labels */
  double *values;
  double *lower, *upper;
  const char **labels;
  char (*sides)[32]; /* texts of one's own before the labels */
  const char **side;
  int32_t *groups;
} drawing;

/* Room for a matrix and its labels; a tree has one label more than merges. 0, or -1 without memory. */
int drawing_new(drawing *d, int32_t chart, size_t rows, size_t columns);
/* Have the chart show the ends of intervals, the sides, the groups. */
void drawing_has_intervals(drawing *d);
void drawing_has_sides(drawing *d);
void drawing_has_groups(drawing *d);
/* Have groups and their legend where any row is of group 1: something stands out. `names` has two texts. */
void drawing_tells_apart(drawing *d, const char *const *names);
void drawing_free(drawing *d);

/* Write drawings to a file, one below another. 0, or -1 after a message to standard error that begins with `who`. */
int drawings_write(const char *who, const char *path, const drawing *drawings, size_t count);

#endif
