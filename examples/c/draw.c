#include "draw.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int drawing_new(drawing *d, int32_t chart, size_t rows, size_t columns) {
  const size_t cells = rows * columns, named = chart == DUEL_CHART_TREE ? rows + 1 : rows;
  size_t i;
  memset(d, 0, sizeof *d);
  d->options.struct_size = sizeof d->options;
  d->options.chart = chart;
  d->rows = rows;
  d->columns = columns;
  d->named = named;
  d->values = calloc(cells + 1, sizeof *d->values);
  d->lower = calloc(cells + 1, sizeof *d->lower);
  d->upper = calloc(cells + 1, sizeof *d->upper);
  d->labels = calloc(named + 1, sizeof *d->labels);
  d->sides = calloc(named + 1, sizeof *d->sides);
  d->side = calloc(named + 1, sizeof *d->side);
  d->groups = calloc(named + 1, sizeof *d->groups);
  if (!d->values || !d->lower || !d->upper || !d->labels || !d->sides || !d->side || !d->groups) {
    drawing_free(d);
    return -1;
  }
  for (i = 0; i < cells; i++) d->values[i] = d->lower[i] = d->upper[i] = NAN;
  for (i = 0; i < named; i++) {
    d->labels[i] = "";
    d->side[i] = d->sides[i];
  }
  d->options.labels = d->labels;
  d->options.label_count = named;
  return 0;
}

void drawing_has_intervals(drawing *d) {
  d->options.lower = d->lower;
  d->options.upper = d->upper;
  d->options.lower_count = d->options.upper_count = d->rows * d->columns;
}

void drawing_has_sides(drawing *d) {
  d->options.sides = d->side;
  d->options.side_count = d->named;
}

void drawing_has_groups(drawing *d) {
  d->options.groups = d->groups;
  d->options.group_count = d->named;
}

void drawing_tells_apart(drawing *d, const char *const *names) {
  size_t i;
  for (i = 0; i < d->rows && d->groups[i] == 0; i++) continue;
  if (i == d->rows) return;
  drawing_has_groups(d);
  d->options.group_names = names;
  d->options.group_name_count = 2;
}

void drawing_free(drawing *d) {
  free(d->values);
  free(d->lower);
  free(d->upper);
  free((void *)d->labels);
  free(d->sides);
  free((void *)d->side);
  free(d->groups);
  memset(d, 0, sizeof *d);
}

/* The chart as a text to be freed; NULL after an error. */
static char *chart_of(const drawing *d) {
  size_t length = 0;
  char *text = NULL;
  if (duel_matrix_chart(d->values, d->rows, d->columns, &d->options, NULL, 0, &length) == DUEL_OK &&
      (text = malloc(length)) != NULL &&
      duel_matrix_chart(d->values, d->rows, d->columns, &d->options, text, length, &length) != DUEL_OK) {
    free(text);
    text = NULL;
  }
  return text;
}

/* An attribute of the outermost element: a number. */
static double attribute(const char *chart, const char *name) {
  const char *at = strstr(chart, name);
  return at ? strtod(at + strlen(name), NULL) : 0.0;
}

int drawings_write(const char *who, const char *path, const drawing *drawings, size_t count) {
  char **charts = calloc(count + 1, sizeof *charts);
  double width = 0.0, height = 0.0, top = 0.0;
  FILE *out = NULL;
  int failed = charts == NULL;
  size_t i;
  for (i = 0; !failed && i < count; i++) {
    charts[i] = chart_of(&drawings[i]);
    if (!charts[i]) {
      failed = 1;
      break;
    }
    width = fmax(width, attribute(charts[i], " width=\""));
    height += attribute(charts[i], " height=\"");
  }
  if (failed) {
    fprintf(stderr, "%s: %s: %s\n", who, path, *duel_last_error() ? duel_last_error() : "out of memory");
  } else if (!(out = fopen(path, "w"))) {
    fprintf(stderr, "%s: %s: %s\n", who, path, strerror(errno));
    failed = 1;
  }
  /* Charts in a larger page are elements of it. */
  if (out && count > 1) {
    fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">\n",
            width, height, width, height);
  }
  for (i = 0; out && i < count; i++) {
    if (count > 1) fprintf(out, "<g transform=\"translate(0 %.0f)\">\n", top);
    fputs(charts[i], out);
    if (count > 1) fputs("</g>\n", out);
    top += attribute(charts[i], " height=\"");
  }
  if (out && count > 1) fputs("</svg>\n", out);
  if (out && (fflush(out) != 0 || ferror(out))) {
    fprintf(stderr, "%s: %s: %s\n", who, path, strerror(errno));
    failed = 1;
  }
  if (out) fclose(out);
  for (i = 0; charts && i < count; i++) free(charts[i]);
  free(charts);
  return failed ? -1 : 0;
}
