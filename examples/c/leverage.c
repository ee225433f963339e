#include "leverage.h"

#include "labels.h"
#include "svg.h"
#include "text.h"

#include <math.h>
#include <stdlib.h>

enum { HEAD = 44, AXIS = 50, SIDE = 48 };

/* One axis: pixels of the least and the most value that it holds. */
typedef struct scale {
  double least, most, from, to;
} scale;

static double place(const scale *s, double value) {
  return s->from + (value - s->least) / (s->most - s->least) * (s->to - s->from);
}

/* From one pixel to another, with some room at both ends. */
static scale scale_of(const results *r, double (*value)(const judge_result *), double from, double to) {
  scale s = {HUGE_VAL, -HUGE_VAL, 0.0, 0.0};
  double room;
  size_t i;
  s.from = from;
  s.to = to;
  for (i = 0; i < r->judges; i++) {
    const double at = value(&r->judge[i]);
    if (!isfinite(at)) continue;
    s.least = fmin(s.least, at);
    s.most = fmax(s.most, at);
  }
  if (s.least > s.most) s.least = s.most = 0.0;
  room = s.most - s.least < 1e-9 ? 0.5 : 0.08 * (s.most - s.least);
  s.least -= room;
  s.most += room;
  return s;
}

static double sensitivity(const judge_result *judge) {
  return judge->sensitivity.value;
}

static double leverage(const judge_result *judge) {
  return judge->leverage;
}

static void put_line(FILE *out, double x1, double y1, double x2, double y2, const char *class) {
  fprintf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>\n", x1, y1, x2, y2, class);
}

static void put_axes(FILE *out, const scale *x, const scale *y) {
  const double wide = svg_tick_step(x->most - x->least, 10.0), high = svg_tick_step(y->most - y->least, 6.0);
  char number[TEXT_NUMBER];
  double tick;
  for (tick = ceil(x->least / wide) * wide; tick <= x->most; tick += wide) {
    put_line(out, place(x, tick), y->from, place(x, tick), y->to, "grid");
    svg_text(out, place(x, tick), y->from + 17.0, "tick", text_number(number, tick, svg_tick_decimals(wide)));
  }
  for (tick = ceil(y->least / high) * high; tick <= y->most; tick += high) {
    put_line(out, x->from, place(y, tick), x->to, place(y, tick), "grid");
    svg_text(out, x->from - 8.0, place(y, tick) + 4.0, "digits small",
             text_number(number, tick, svg_tick_decimals(high)));
  }
  put_line(out, x->from, y->from, x->to, y->from, "axis");
  svg_text(out, (x->from + x->to) / 2.0, y->from + 38.0, "title", "Sensitivity (mean 1; 0: a coin)");
}

static void put_judge(FILE *out, const judge_result *judge, const label *l, double dot) {
  const int odd = judge->follows_slot || judge->outcome || judge->verdicts;
  char shorter[TEXT_SHORT];
  if (l->placed && l->leader) put_line(out, l->x, l->y, l->end_x, l->end_y, "leader");
  fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" class=\"%s\"><title>", l->x, l->y, dot,
          odd ? "odd" : "judge");
  svg_escaped(out, judge->name);
  fputs("</title></circle>\n", out);
  if (l->placed) {
    svg_text(out, l->box.left, l->box.bottom - 3.5, "name", text_shorten(shorter, judge->name, 30));
  }
}

void leverage_put(FILE *out, const results *r, double top, double page, double margin) {
  const scale x = scale_of(r, sensitivity, margin + SIDE, page - margin);
  const scale y = scale_of(r, leverage, top + LEVERAGE_HEIGHT - AXIS, top + HEAD);
  label_field field;
  label *labels = calloc(r->judges + 1, sizeof *labels);
  const judge_result **shown = calloc(r->judges + 1, sizeof *shown);
  size_t count = 0, i;
  char shorter[TEXT_SHORT];
  svg_text(out, margin, top + 18.0, "head", "Leverage: how many of the estimated parameters rest on a judge");
  put_axes(out, &x, &y);
  for (i = 0; labels && shown && i < r->judges; i++) {
    const judge_result *judge = &r->judge[i];
    if (!isfinite(judge->sensitivity.value) || !isfinite(judge->leverage)) continue;
    labels[count].x = place(&x, judge->sensitivity.value);
    labels[count].y = place(&y, judge->leverage);
    labels[count].width = 6.9 * (double)text_width(text_shorten(shorter, judge->name, 30));
    shown[count++] = judge;
  }
  if (labels && shown) {
    field.inside.left = x.from;
    field.inside.right = x.to;
    field.inside.top = y.to;
    field.inside.bottom = y.from;
    field.dot = 4.5;
    field.line = 15.0;
    labels_place(&field, labels, count);
  }
  for (i = 0; i < count; i++) put_judge(out, shown[i], &labels[i], field.dot);
  free(labels);
  free(shown);
}
