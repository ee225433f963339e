#include "scatter.h"

#include "labels.h"
#include "svg.h"
#include "text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 30 };

/* One axis: pixels of the least and the most value that it holds. */
typedef struct scale {
  double least, most, from, to;
} scale;

static double place(const scale *s, double value) {
  return s->from + (value - s->least) / (s->most - s->least) * (s->to - s->from);
}

static void widen(scale *s, double value) {
  s->least = fmin(s->least, value);
  s->most = fmax(s->most, value);
}

/* Some room at both ends, for names. */
static void close(scale *s, int zero) {
  double room;
  if (zero) widen(s, 0.0);
  if (s->least > s->most) s->least = s->most = 0.0;
  room = s->most - s->least < 1e-9 ? 0.5 : 0.08 * (s->most - s->least);
  s->least -= room;
  s->most += room;
}

static void put_line(FILE *out, double x1, double y1, double x2, double y2, const char *class) {
  fprintf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>\n", x1, y1, x2, y2, class);
}

static void put_axes(FILE *out, const scatter *s, const scale *x, const scale *y) {
  const double wide = svg_tick_step(x->most - x->least, (s->right - s->left) / 70.0);
  const double high = svg_tick_step(y->most - y->least, (s->bottom - s->top) / 60.0);
  char number[TEXT_NUMBER];
  double tick;
  for (tick = ceil(x->least / wide) * wide; tick <= x->most; tick += wide) {
    put_line(out, place(x, tick), s->bottom, place(x, tick), s->top, "grid");
    svg_text(out, place(x, tick), s->bottom + 17.0, "tick", text_number(number, tick, svg_tick_decimals(wide)));
  }
  for (tick = ceil(y->least / high) * high; tick <= y->most; tick += high) {
    put_line(out, s->left, place(y, tick), s->right, place(y, tick), "grid");
    svg_text(out, s->left - 8.0, place(y, tick) + 4.0, "digits small",
             text_number(number, tick, svg_tick_decimals(high)));
  }
  if (s->x.zero) put_line(out, place(x, 0.0), s->bottom, place(x, 0.0), s->top, "zero");
  if (s->y.zero) put_line(out, s->left, place(y, 0.0), s->right, place(y, 0.0), "zero");
  put_line(out, s->left, s->bottom, s->right, s->bottom, "axis");
  if (s->x.title) svg_text(out, (s->left + s->right) / 2.0, s->bottom + 38.0, "title", s->x.title);
  if (s->y.title) svg_text(out, s->left - 44.0, s->top - 12.0, "small", s->y.title);
}

/* What stands behind the last slash: "maker/model" is called by its model. */
static const char *tail(const char *name) {
  const char *slash = strrchr(name, '/');
  return slash && slash[1] ? slash + 1 : name;
}

static int tails_differ(const scatter_point *points, size_t count) {
  size_t i, j;
  for (i = 0; i < count; i++) {
    for (j = 0; j < i; j++) {
      if (strcmp(tail(points[i].name), tail(points[j].name)) == 0) return 0;
    }
  }
  return 1;
}

static void put_point(FILE *out, const scatter *s, const scatter_point *point, const label *l) {
  fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" class=\"%s\"><title>", l->x, l->y, s->dot, point->kind);
  svg_escaped(out, point->name);
  fputs("</title></circle>\n", out);
}

static void put_name(FILE *out, const scatter_point *point, const label *l, const char *shown) {
  char shorter[TEXT_SHORT], class[64];
  if (!l->placed) return;
  if (l->leader) put_line(out, l->x, l->y, l->end_x, l->end_y, "leader");
  snprintf(class, sizeof class, "%s halo", point->name_kind);
  svg_text(out, l->box.left + 1.0, l->box.bottom - 3.5, class, text_shorten(shorter, shown, NAME));
}

size_t scatter_put(FILE *out, const scatter *s, const scatter_point *points, size_t count) {
  scale x = {HUGE_VAL, -HUGE_VAL, 0.0, 0.0}, y = {HUGE_VAL, -HUGE_VAL, 0.0, 0.0};
  label *labels = calloc(count + 1, sizeof *labels);
  size_t *of = calloc(count + 1, sizeof *of);
  const int short_names = tails_differ(points, count);
  size_t shown = 0, missing = count, i;
  label_field field;
  char shorter[TEXT_SHORT];
  x.from = s->left;
  x.to = s->right;
  y.from = s->bottom;
  y.to = s->top;
  for (i = 0; i < count; i++) {
    if (!isfinite(points[i].x) || !isfinite(points[i].y)) continue;
    widen(&x, points[i].x);
    widen(&y, points[i].y);
  }
  close(&x, s->x.zero);
  close(&y, s->y.zero);
  put_axes(out, s, &x, &y);
  for (i = 0; labels && of && i < count; i++) {
    const char *name = short_names ? tail(points[i].name) : points[i].name;
    if (!isfinite(points[i].x) || !isfinite(points[i].y)) continue;
    labels[shown].x = place(&x, points[i].x);
    labels[shown].y = place(&y, points[i].y);
    labels[shown].width = 3.0 + 6.6 * (double)text_width(text_shorten(shorter, name, NAME));
    of[shown++] = i;
  }
  if (labels && of) {
    field.inside.left = s->left;
    field.inside.right = s->right;
    field.inside.top = s->top;
    field.inside.bottom = s->bottom;
    field.dot = s->dot;
    field.line = 15.0;
    missing = labels_place(&field, labels, shown);
  }
  for (i = 0; s->arrows && i < shown; i++) {
    put_line(out, place(&x, 0.0), place(&y, 0.0), labels[i].x, labels[i].y, "arrow");
  }
  /* Points lie above leaders, and names above all. */
  for (i = 0; i < shown; i++) {
    put_name(out, &points[of[i]], &labels[i], short_names ? tail(points[of[i]].name) : points[of[i]].name);
  }
  for (i = 0; i < shown; i++) put_point(out, s, &points[of[i]], &labels[i]);
  free(labels);
  free(of);
  return missing;
}
