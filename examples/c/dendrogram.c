#include "dendrogram.h"

#include "svg.h"
#include "text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

/* The page, in pixels: the tree, then ranks and names. */
enum { PAGE = 1000, MARGIN = 28, RANK = 34, LABEL = 290, TOP = 96, AXIS = 58 };
enum { TREE = PAGE - 2 * MARGIN - RANK - LABEL };

static const char style[] =
    ".branch { stroke: #5b7ea3; stroke-width: 1.5; fill: none; }\n"
    ".right { text-anchor: end; fill: #5b6b79; }\n";

static double row_height(size_t rows) {
  return rows > 60 ? 17.0 : rows > 30 ? 19.0 : 23.0;
}

static double across(double height, double highest) {
  return MARGIN + TREE * (1.0 - height / highest);
}

static void put_axis(FILE *out, double highest, double bottom) {
  const double step = svg_tick_step(highest, 8.0);
  char number[TEXT_NUMBER];
  double tick;
  for (tick = 0.0; tick <= highest; tick += step) {
    const double x = across(tick, highest);
    fprintf(out, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%.1f\" class=\"grid\"/>\n", x, x, TOP,
            bottom);
    svg_text(out, x, bottom + 17.0, "tick", text_number(number, tick, svg_tick_decimals(step)));
  }
  svg_text(out, MARGIN + TREE / 2.0, bottom + 36.0, "title",
           "Mean distance |z| at which clusters join (1: the better wins 73 %)");
}

static void put_leaves(FILE *out, const results *r, const kinship *kin, double height) {
  size_t row;
  for (row = 0; row < kin->items; row++) {
    const item_result *item = kin->item[kin->order[row]];
    const double y = TOP + height * ((double)row + 0.5);
    char shorter[TEXT_SHORT], number[TEXT_NUMBER], colour[SVG_COLOUR];
    fprintf(out, "<circle cx=\"%d\" cy=\"%.1f\" r=\"4\" fill=\"%s\"/>\n", MARGIN + TREE, y,
            svg_tier_colour(colour, r->tiers ? item->tier : 0.0, r->tiers));
    svg_text(out, MARGIN + TREE + RANK, y + 4.5, "right", text_count(number, item->rank));
    svg_text(out, MARGIN + TREE + RANK + 10, y + 4.5, "name", text_shorten(shorter, item->name, 38));
  }
}

/* Every merge as a bracket: from the places of its two sides to their common height. */
static void put_branches(FILE *out, const kinship *kin, double height, double highest, double *y,
                         double *x) {
  const size_t n = kin->items;
  const int64_t *left = duel_table_i64(kin->merge, "left_cluster");
  const int64_t *right = duel_table_i64(kin->merge, "right_cluster");
  const double *heights = duel_table_f64(kin->merge, "height");
  size_t t;
  for (t = 0; t < n; t++) {
    y[kin->order[t]] = TOP + height * ((double)t + 0.5);
    x[t] = across(0.0, highest);
  }
  for (t = 0; t + 1 < n; t++) {
    x[n + t] = across(heights[t], highest);
    y[n + t] = (y[left[t]] + y[right[t]]) / 2.0;
    fprintf(out, "<path d=\"M%.1f %.1f H%.1f V%.1f H%.1f\" class=\"branch\"/>\n", x[left[t]],
            y[left[t]], x[n + t], y[right[t]], x[right[t]]);
  }
}

int dendrogram_write(const char *path, const char *title, const results *r, const kinship *kin) {
  const size_t n = kin->items;
  const double height = row_height(n), bottom = TOP + height * (double)n;
  double highest = n > 1 ? duel_table_f64(kin->merge, "height")[n - 2] : 0.0;
  double *places = calloc(4 * n + 1, sizeof *places);
  char line[256];
  FILE *out;
  if (!places) {
    errno = ENOMEM;
    return -1;
  }
  if (!(highest > 0.0)) highest = 1.0;
  out = svg_open(path, title, PAGE, bottom + AXIS, style);
  if (!out) {
    free(places);
    return -1;
  }
  svg_text(out, MARGIN, 42.0, "big", title);
  snprintf(line, sizeof line,
           "Average linkage; neighbours as alike as the tree allows. %lu items%s; numbers: ranks",
           (unsigned long)n, n < r->items ? ", those with known distances" : "");
  svg_text(out, MARGIN, 64.0, "small", line);
  svg_tier_legend(out, PAGE - MARGIN, 42.0, r->tiers);
  put_axis(out, highest, bottom);
  put_branches(out, kin, height, highest, places, places + 2 * n);
  put_leaves(out, r, kin, height);
  free(places);
  return svg_close(out);
}
