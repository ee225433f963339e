#include "forest.h"

#include "svg.h"
#include "text.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* The page, in pixels. Two blocks of rows share its columns: items, then judges. */
enum {
  PAGE = 1000,
  MARGIN = 28,
  SIDE = 72,       /* the column of rank ranges, or of shares of the first slot */
  LEAST_LABEL = 120, /* names, as wide as they need */
  MOST_LABEL = 288,
  NUMBERS = 186,   /* estimate and interval in digits */
  GAP = 26,        /* between two plots side by side */
  AXIS = 46,       /* below a plot */
  NAME = 38,       /* letters of a name */
  LONG = 40        /* rows from which on an axis stands above them, too */
};
/* One plot: where it lies and what it spans. */
typedef struct track {
  const char *title;
  double x, width;       /* pixels */
  double least, most;    /* values at its two ends */
  double reference;      /* a vertical line, NaN for none */
  double dot;            /* radius of a point */
} track;

/* Where the plots begin: behind the longest name of both blocks. */
static double plot_start(const results *r, int judges) {
  char shorter[TEXT_SHORT];
  double widest = LEAST_LABEL;
  size_t i;
  for (i = 0; i < r->items; i++) {
    widest = fmax(widest, 16.0 + 6.9 * (double)text_width(text_shorten(shorter, r->item[i].name, NAME)));
  }
  for (i = 0; judges && i < r->judges; i++) {
    widest = fmax(widest, 16.0 + 6.9 * (double)text_width(text_shorten(shorter, r->judge[i].name, NAME)));
  }
  return MARGIN + SIDE + fmin(widest, MOST_LABEL);
}

/* ---- axes ------------------------------------------------------------------------------------ */

static void widen(double value, double *least, double *most) {
  if (!isfinite(value)) return;
  if (value < *least) *least = value;
  if (value > *most) *most = value;
}

/* Span the points, and the intervals as far as they do not dwarf them: an item without losses may
 * have an interval a hundred times as wide as the whole table. */
static void span(track *t, const estimate *first, size_t stride, size_t count) {
  double least = HUGE_VAL, most = -HUGE_VAL, low = HUGE_VAL, high = -HUGE_VAL, room;
  size_t i;
  for (i = 0; i < count; i++) {
    const estimate *e = (const estimate *)((const char *)first + i * stride);
    widen(e->value, &least, &most);
    widen(e->lower, &low, &high);
    widen(e->upper, &low, &high);
  }
  widen(t->reference, &least, &most);
  if (least > most) least = 0.0, most = 1.0;
  room = 0.75 * (most - least);
  if (room <= 0.0) room = HUGE_VAL;
  if (low < least) least = low < least - room ? least - room : low;
  if (high > most) most = high > most + room ? most + room : high;
  if (most - least < 1e-9) least -= 0.5, most += 0.5;
  t->least = least - 0.03 * (most - least);
  t->most = most + 0.03 * (most - least);
}

static double place(const track *t, double value) {
  return t->x + (value - t->least) / (t->most - t->least) * t->width;
}

static void put_axis(FILE *out, const track *t, double top, double bottom, int is_long) {
  double step = svg_tick_step(t->most - t->least, t->width / 60.0), tick;
  const int decimals = svg_tick_decimals(step);
  char number[TEXT_NUMBER];
  for (tick = ceil(t->least / step) * step; tick <= t->most; tick += step) {
    double x = place(t, tick);
    fprintf(out, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" class=\"grid\"/>\n", x, x,
            top, bottom);
    svg_text(out, x, bottom + 17.0, "tick", text_number(number, tick, decimals));
    if (is_long) svg_text(out, x, top - 6.0, "tick", text_number(number, tick, decimals));
  }
  if (isfinite(t->reference)) {
    double x = place(t, t->reference);
    fprintf(out, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" class=\"zero\"/>\n", x, x,
            top, bottom);
  }
  fprintf(out, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" class=\"axis\"/>\n", t->x,
          t->x + t->width, bottom, bottom);
  svg_text(out, t->x + t->width / 2.0, bottom + 36.0, "title", t->title);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* An arrow at the edge of the plot: the interval goes on beyond it. */
static void put_arrow(FILE *out, double x, double y, double sign, const char *class) {
  fprintf(out, "<path d=\"M%.1f %.1f l%.1f -4 v8 z\" class=\"%s-fill\"/>\n", x, y, -7.0 * sign,
          class);
}

static void put_estimate(FILE *out, const track *t, const estimate *e, double y,
                         const char *class) {
  double left = t->x, right = t->x + t->width, from, to;
  if (isnan(e->value)) return;
  from = isnan(e->lower) || e->lower < t->least ? left : place(t, e->lower);
  to = isnan(e->upper) || e->upper > t->most ? right : place(t, e->upper);
  if (!isnan(e->lower) && !isnan(e->upper)) {
    const int capped = to - from > 4.0 * t->dot; /* or the ends would run into the point */
    fprintf(out, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>\n", from, to,
            y, y, class);
    if (e->lower < t->least) {
      put_arrow(out, left, y, -1.0, class);
    } else if (capped) {
      fprintf(out, "<path d=\"M%.1f %.1f v8\" class=\"%s-end\"/>\n", from, y - 4.0, class);
    }
    if (e->upper > t->most) {
      put_arrow(out, right, y, 1.0, class);
    } else if (capped) {
      fprintf(out, "<path d=\"M%.1f %.1f v8\" class=\"%s-end\"/>\n", to, y - 4.0, class);
    }
  }
  if (e->value >= t->least && e->value <= t->most) {
    fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" class=\"%s-fill\"/>\n",
            place(t, e->value), y, t->dot, class);
  }
}

static void put_row(FILE *out, double y, double height, size_t index, const char *side,
                    const char *name) {
  char shorter[TEXT_SHORT];
  if (index % 2 == 0) {
    fprintf(out, "<rect x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"%.1f\" class=\"stripe\"/>\n",
            MARGIN - 8, y, PAGE - 2 * MARGIN + 16, height);
  }
  svg_text(out, MARGIN, y + height / 2.0 + 4.5, "side", side);
  svg_text(out, MARGIN + SIDE, y + height / 2.0 + 4.5, "name", text_shorten(shorter, name, NAME));
}

static void put_head(FILE *out, double y, const char *side, const char *name) {
  svg_text(out, MARGIN, y, "head", side);
  svg_text(out, MARGIN + SIDE, y, "head", name);
}

/* ---- the two blocks -------------------------------------------------------------------------- */

static double row_height(size_t rows) {
  return rows > 60 ? 19.0 : rows > 30 ? 21.0 : 25.0;
}

static double dot_size(size_t rows) {
  return rows > 60 ? 2.6 : rows > 30 ? 3.2 : 4.0;
}

static void item_side(char *out, size_t capacity, const item_result *item) {
  if (isnan(item->best) || isnan(item->worst)) {
    snprintf(out, capacity, "-");
  } else if (item->best == item->worst) {
    snprintf(out, capacity, "%.0f", item->best);
  } else {
    snprintf(out, capacity, "%.0f\xE2\x80\x93%.0f", item->best, item->worst);
  }
}

static void item_digits(char *out, size_t capacity, const estimate *e, int decimals) {
  char value[TEXT_NUMBER], lower[TEXT_NUMBER], upper[TEXT_NUMBER];
  snprintf(out, capacity, "%s  [%s, %s]", text_number(value, e->value, decimals),
           text_number(lower, e->lower, decimals), text_number(upper, e->upper, decimals));
}

/* As many decimals as half of the intervals need for their width to show in two digits. */
static int decimals_of(const results *r) {
  int decimals;
  for (decimals = r->elo ? 0 : 2; decimals < 5; decimals++) {
    const double digit = pow(10.0, -decimals);
    size_t narrow = 0, known = 0, i;
    for (i = 0; i < r->items; i++) {
      const double width = r->item[i].score.upper - r->item[i].score.lower;
      if (!isfinite(width) || width <= 0.0) continue;
      known++;
      narrow += width < 10.0 * digit;
    }
    if (2 * narrow <= known) break;
  }
  return decimals;
}

/* Items of a tier share a bar with its number at the edge, and a line sets them off from the next. A tier
 * is a run of rows: the table is in the order of the scores, and so are the tiers. */
static void put_tiers(FILE *out, const results *r, double top, double height) {
  size_t from, to;
  for (from = 0; from < r->items; from = to) {
    const double tier = r->item[from].tier, y = top + height * (double)from;
    char number[TEXT_NUMBER], colour[SVG_COLOUR];
    for (to = from + 1; to < r->items && r->item[to].tier == tier; to++) continue;
    if (isnan(tier)) continue;
    fprintf(out, "<rect x=\"1\" y=\"%.1f\" width=\"15\" height=\"%.1f\" rx=\"3\" fill=\"%s\"/>\n",
            y + 1.0, height * (double)(to - from) - 2.0, svg_tier_colour(colour, tier, r->tiers));
    svg_text(out, 8.5, y + height * (double)(to - from) / 2.0 + 4.0, "tier",
             text_count(number, tier + 1.0));
    if (to < r->items) {
      const double line = top + height * (double)to;
      fprintf(out, "<line x1=\"1\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" class=\"axis\"/>\n",
              PAGE - MARGIN + 8, line, line);
    }
  }
}

static double items_block(FILE *out, const results *r, double start, double y) {
  track t = {NULL, start, PAGE - MARGIN - start - NUMBERS - 12, 0.0, 0.0, 0.0, 0.0};
  const int decimals = decimals_of(r);
  double height = row_height(r->items), top = y + 12.0, bottom = top + height * (double)r->items;
  char head[64], text[160];
  size_t i;
  t.title = r->elo                              ? "Score (400 points: odds of 10 to 1)"
            : r->info.spread == DUEL_SPREAD_NONE ? "Score (log odds)"
                                                 : "Score (on the scale of the spread)";
  t.reference = r->elo ? 1000.0 : 0.0;
  t.dot = dot_size(r->items);
  span(&t, &r->item[0].score, sizeof *r->item, r->items);
  put_head(out, y, "Ranks", "Item");
  snprintf(head, sizeof head, "Score, %g %% interval", 100.0 * r->level);
  svg_text(out, PAGE - MARGIN, y, "head digits", head);
  for (i = 0; i < r->items; i++) {
    item_side(text, sizeof text, &r->item[i]);
    put_row(out, top + height * (double)i, height, i, text, r->item[i].name);
  }
  put_axis(out, &t, top, bottom, r->items >= LONG);
  if (r->tiers > 0) put_tiers(out, r, top, height);
  for (i = 0; i < r->items; i++) {
    double middle = top + height * ((double)i + 0.5);
    put_estimate(out, &t, &r->item[i].score, middle,
                 r->item[i].outcome || isinf(r->item[i].score.error) ? "odd" : "bar");
    item_digits(text, sizeof text, &r->item[i].score, decimals);
    svg_text(out, PAGE - MARGIN, middle + 4.5, "digits", text);
  }
  return bottom + AXIS;
}

static double judges_block(FILE *out, const results *r, double start, double y) {
  const struct {
    int shown;
    const char *title;
    double reference;
    size_t offset; /* in a judge */
  } plots[] = {
      {r->info.strength != DUEL_STRENGTH_POOLED, "Sensitivity (mean 1; 0: a coin)", 1.0,
       offsetof(judge_result, sensitivity)},
      {r->info.strength == DUEL_STRENGTH_DISAGREEMENT && r->info.rank > 0, "Disagreement (1: as consensus)", 0.0,
       offsetof(judge_result, disagreement)},
      {r->info.position == DUEL_POSITION_BY_JUDGE, "Position effect (right: the first)", 0.0,
       offsetof(judge_result, position)}};
  const size_t most = sizeof plots / sizeof *plots;
  const double shown = plots[0].shown + plots[1].shown + plots[2].shown;
  double width = (PAGE - MARGIN - start - GAP * (shown - 1.0)) / shown, x = start;
  double height = row_height(r->judges), top = y + 12.0, bottom = top + height * (double)r->judges;
  char text[32], number[TEXT_NUMBER];
  size_t i, k;
  put_head(out, y, "First", "Judge");
  for (i = 0; i < r->judges; i++) {
    const double share = 100.0 * r->judge[i].left_share;
    snprintf(text, sizeof text, isnan(share) ? "%s" : "%s %%", text_number(number, share, 0));
    put_row(out, top + height * (double)i, height, i, text, r->judge[i].name);
  }
  for (k = 0; k < most; k++) {
    track t = {NULL, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    const char *first = (const char *)r->judge + plots[k].offset;
    if (!plots[k].shown) continue;
    t.title = plots[k].title;
    t.x = x;
    t.width = width;
    t.reference = plots[k].reference;
    t.dot = dot_size(r->judges);
    span(&t, (const estimate *)first, sizeof *r->judge, r->judges);
    put_axis(out, &t, top, bottom, r->judges >= LONG);
    for (i = 0; i < r->judges; i++) {
      const judge_result *judge = &r->judge[i];
      put_estimate(out, &t, (const estimate *)(first + i * sizeof *r->judge),
                   top + height * ((double)i + 0.5),
                   judge_stands_out(judge) ? "odd" : "bar");
    }
    x += width + GAP;
  }
  return bottom + AXIS;
}

/* ---- the page -------------------------------------------------------------------------------- */

static const char style[] =
    ".bar { stroke: #2467a8; stroke-width: 2; }\n"
    ".bar-end { stroke: #2467a8; stroke-width: 1.5; fill: none; }\n"
    ".bar-fill { fill: #174a7c; }\n"
    ".odd { stroke: #d07a2d; stroke-width: 2; }\n"
    ".odd-end { stroke: #d07a2d; stroke-width: 1.5; fill: none; }\n"
    ".odd-fill { fill: #b45f14; }\n"
    ".tier { font-size: 11px; font-weight: 600; fill: #ffffff; text-anchor: middle; }\n";

int forest_write(const char *path, const char *title, const results *r) {
  int judges = r->judges > 1 && (r->info.strength != DUEL_STRENGTH_POOLED ||
                                 r->info.position == DUEL_POSITION_BY_JUDGE);
  const double start = plot_start(r, judges);
  double y = r->items >= LONG ? 112.0 : 106.0;
  double page = y + 12.0 + row_height(r->items) * (double)r->items + AXIS + 12.0;
  char line[256], by[64] = "", number[TEXT_NUMBER];
  FILE *out;
  if (judges) page += 50.0 + row_height(r->judges) * (double)r->judges + AXIS;
  out = svg_open(path, title, PAGE, page, style);
  if (!out) return -1;
  svg_text(out, MARGIN, 42.0, "big", title);
  if (r->judges > 1) snprintf(by, sizeof by, " by %lu judges", (unsigned long)r->judges);
  snprintf(line, sizeof line, "%s comparisons of %lu items%s; ranks: all pairs compared at once",
           text_count(number, r->info.comparisons), (unsigned long)r->items, by);
  svg_text(out, MARGIN, 64.0, "small", line);
  y = items_block(out, r, start, y);
  if (judges) {
    svg_text(out, MARGIN, y + 24.0, "small",
             "Judges; orange: follows the slot, weak, opposed or idiosyncratic, or at a boundary");
    judges_block(out, r, start, y + 50.0);
  }
  return svg_close(out);
}
