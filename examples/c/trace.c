#include "trace.h"

#include "svg.h"
#include "text.h"

#include <math.h>

/* The page, in pixels. */
enum { PAGE = 1000, MARGIN = 28, LEFT = 76, TOP = 92, PANEL = 190, HEAD = 34, AXIS = 44 };

/* What all panels span, so that they can be compared. */
typedef struct frame {
  double labels, least, most;
} frame;

static frame frame_of(const trail *trails, size_t count) {
  frame f = {1.0, 0.0, 0.0};
  size_t i, at;
  for (i = 0; i < count; i++) {
    for (at = 0; at < trails[i].looks; at++) {
      const look *l = &trails[i].look[at];
      f.labels = fmax(f.labels, l->labels);
      f.least = fmin(f.least, l->lower);
      f.most = fmax(f.most, l->upper);
    }
  }
  f.labels *= 1.03;
  f.least -= 0.05 * (f.most - f.least);
  f.most += 0.05 * (f.most - f.least);
  return f;
}

static double across(const frame *f, double labels) {
  return LEFT + labels / f->labels * (PAGE - MARGIN - LEFT);
}

static double down(const frame *f, double top, double value) {
  return top + (f->most - value) / (f->most - f->least) * PANEL;
}

static void put_line(FILE *out, double x1, double y1, double x2, double y2, const char *class) {
  fprintf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>\n", x1, y1, x2, y2, class);
}

static void put_axes(FILE *out, const frame *f, double top, int numbered) {
  const double step = svg_tick_step(f->most - f->least, 5.0), bottom = top + PANEL;
  const double wide = svg_tick_step(f->labels, 12.0);
  const int decimals = svg_tick_decimals(step);
  char number[TEXT_NUMBER];
  double tick;
  for (tick = ceil(f->least / step) * step; tick <= f->most; tick += step) {
    const double y = down(f, top, tick);
    put_line(out, LEFT, y, PAGE - MARGIN, y, fabs(tick) < 0.5 * step ? "zero" : "grid");
    svg_text(out, LEFT - 8.0, y + 4.0, "digits small", text_number(number, tick, decimals));
  }
  put_line(out, LEFT, bottom, PAGE - MARGIN, bottom, "axis");
  for (tick = 0.0; tick <= f->labels; tick += wide) {
    put_line(out, across(f, tick), bottom, across(f, tick), bottom + 5.0, "axis");
    if (numbered) svg_text(out, across(f, tick), bottom + 20.0, "tick", text_number(number, tick, 0));
  }
  if (numbered) svg_text(out, (LEFT + PAGE - MARGIN) / 2.0, bottom + 38.0, "title", "Labels bought");
}

static void put_panel(FILE *out, const frame *f, const trail *t, size_t leaders, double top,
                      const char *plan, const char *const *items) {
  char line[512], number[TEXT_NUMBER];
  size_t at;
  snprintf(line, sizeof line, "%s: %s %s labels", plan,
           t->ending == ENDED_SEPARATED ? "separated after" : "not separated after",
           text_count(number, t->looks > 0 ? t->look[t->looks - 1].labels : 0.0));
  svg_text(out, LEFT, top - 12.0, "head", line);
  for (at = 0; at < t->looks; at++) {
    const look *l = &t->look[at];
    const char *class = l->separated ? "sure" : "open";
    const double x = across(f, l->labels), y = down(f, top, l->difference);
    put_line(out, x, down(f, top, l->upper), x, down(f, top, l->lower), class);
    fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.2\" class=\"%s-dot\"><title>", x, y, class);
    snprintf(line, sizeof line, "%s less %s, %s labels", items[l->order[leaders - 1]], items[l->order[leaders]],
             text_count(number, l->labels));
    svg_escaped(out, line);
    fputs("</title></circle>\n", out);
  }
}

static const char style[] =
    ".open { stroke: #2467a8; stroke-width: 2; }\n"
    ".open-dot { fill: #174a7c; }\n"
    ".sure { stroke: #3f8f3a; stroke-width: 3; }\n"
    ".sure-dot { fill: #2a6a27; }\n";

int trace_write(const char *path, const char *title, const buying_options *o, const trail *trails,
                const char *const *plans, size_t count, const char *const *items) {
  const frame f = frame_of(trails, count);
  const double height = TOP + (double)count * (HEAD + PANEL) + AXIS + 12.0;
  char line[256];
  size_t i;
  FILE *out = svg_open(path, title, PAGE, height, style);
  if (!out) return -1;
  svg_text(out, MARGIN, 42.0, "big", title);
  snprintf(line, sizeof line,
           "Borda score of the last leader less that of the next item after every round, with %g %% intervals "
           "(all differences at once, at all looks together)",
           100.0 * o->level);
  svg_text(out, MARGIN, 64.0, "small", line);
  for (i = 0; i < count; i++) {
    const double top = TOP + (double)i * (HEAD + PANEL) + HEAD;
    put_axes(out, &f, top, i + 1 == count);
    put_panel(out, &f, &trails[i], o->leaders, top, plans[i], items);
  }
  return svg_close(out);
}
