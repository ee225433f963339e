#include "map.h"

#include "labels.h"
#include "svg.h"
#include "text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

/* The page, in pixels. A large map has a larger page, and one whose names find no room a still larger one. */
enum { LARGEST = 4000, MARGIN = 28, TOP = 100, BOTTOM = 56, LINE = 15, AWAY = 40 };

static const char style[] =
    ".name { font-size: 12px; }\n"
    ".leader { stroke: #98a6b3; stroke-width: 0.8; }\n"
    ".bar { stroke: #2467a8; stroke-width: 1.5; fill: none; }\n";

typedef struct page {
  double width, height;
  double scale; /* pixels for a distance of one */
  int level;    /* all points on a line, as without a spread */
  int both;     /* names on both sides of it */
  label_field field;
  size_t count;
  label *label;
} page;

/* ---- where the points lie -------------------------------------------------------------------- */

static void span(const kinship *kin, size_t axis, double *least, double *most) {
  size_t i;
  *least = *most = kin->place[axis];
  for (i = 0; i < kin->items; i++) {
    const double at = kin->place[2 * i + axis];
    if (at < *least) *least = at;
    if (at > *most) *most = at;
  }
}

/* Both axes have one scale; the height follows from the width, within reason: names of points that lie
 * nearly on a line need room above and below. */
static void lay_out(page *p, const kinship *kin, double page_width) {
  const double inner = 90.0; /* around the points, for names */
  double left, right, low, high, tall, widest = 0.0, middle;
  char shorter[TEXT_SHORT];
  size_t i;
  p->width = page_width;
  p->field.dot = kin->items > 60 ? 3.5 : 5.0;
  p->field.line = LINE;
  span(kin, 0, &left, &right);
  span(kin, 1, &low, &high);
  p->scale = right > left ? (p->width - 2.0 * (MARGIN + inner)) / (right - left) : 1.0;
  tall = (high - low) * p->scale;
  p->level = tall < 4.0;
  p->both = kin->items > 50;
  for (i = 0; i < kin->items; i++) {
    label *l = &p->label[i];
    l->width = 3.0 + 6.3 * (double)text_width(text_shorten(shorter, kin->item[i]->name, 38));
    if (l->width > widest) widest = l->width;
  }
  widest = AWAY + 0.87 * widest; /* the sine of 60 degrees */
  if (p->level) {
    p->height = TOP + (p->both ? 2.0 : 1.0) * widest + 60.0 + BOTTOM;
    middle = TOP + widest + 20.0;
  } else {
    p->height = tall + TOP + BOTTOM + 2.0 * inner;
    if (p->height < 0.56 * p->width) p->height = 0.56 * p->width;
    middle = (TOP + p->height - BOTTOM) / 2.0;
  }
  for (i = 0; i < kin->items; i++) {
    p->label[i].x = p->width / 2.0 + (kin->place[2 * i] - (left + right) / 2.0) * p->scale;
    p->label[i].y = middle - (kin->place[2 * i + 1] - (low + high) / 2.0) * p->scale;
  }
  p->field.inside.left = MARGIN;
  p->field.inside.right = p->width - MARGIN;
  p->field.inside.top = TOP;
  p->field.inside.bottom = p->height - BOTTOM;
}

/* ---- the page -------------------------------------------------------------------------------- */

/* A bar as long as a distance of one, or of another round number that fits. */
static void put_scale(FILE *out, const page *p) {
  const double y = p->height - 24.0;
  const double length = svg_tick_step(p->width / p->scale, 8.0);
  char text[128], number[TEXT_NUMBER];
  fprintf(out, "<path d=\"M%d %.1f v8 h%.1f v-8\" class=\"bar\"/>\n", MARGIN, y - 8.0, length * p->scale);
  snprintf(text, sizeof text, "distance %s: the better wins %.0f %%",
           text_number(number, length, svg_tick_decimals(length)), 100.0 / (1.0 + exp(-length)));
  svg_text(out, MARGIN + length * p->scale + 10.0, y, "small", text);
}

static void put_items(FILE *out, const page *p, const results *r, const kinship *kin) {
  char colour[SVG_COLOUR], shorter[TEXT_SHORT];
  size_t i;
  for (i = 0; i < p->count; i++) {
    const label *l = &p->label[i];
    if (!l->placed || !l->leader) continue;
    fprintf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"leader\"/>\n", l->x, l->y,
            l->end_x, l->end_y);
  }
  for (i = 0; i < p->count; i++) {
    const label *l = &p->label[i];
    const item_result *item = kin->item[i];
    fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\"><title>", l->x, l->y, p->field.dot,
            svg_tier_colour(colour, r->tiers ? item->tier : 0.0, r->tiers));
    svg_escaped(out, item->name);
    fputs("</title></circle>\n", out);
    if (!l->placed) continue;
    text_shorten(shorter, item->name, 38);
    if (p->level) {
      fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" class=\"name\" transform=\"rotate(%d %.1f %.1f)\">",
              l->end_x + 2.0, l->end_y, l->end_y < l->y ? -LABELS_SLOPE : LABELS_SLOPE, l->end_x,
              l->end_y);
      svg_escaped(out, shorter);
      fputs("</text>\n", out);
      continue;
    }
    svg_text(out, l->box.left, l->box.bottom - 3.5, "name halo", shorter);
  }
}

static void put_caption(FILE *out, const results *r, const kinship *kin, size_t missing) {
  char line[320], left_out[96] = "", nameless[96] = "";
  if (kin->items < r->items) {
    snprintf(left_out, sizeof left_out, "; %lu without known distances left out",
             (unsigned long)(r->items - kin->items));
  }
  if (missing > 0) {
    snprintf(nameless, sizeof nameless, "; names without room: %lu", (unsigned long)missing);
  }
  snprintf(line, sizeof line, "Distances: |z|, how well comparisons tell two items apart; stress %.3f%s%s",
           kin->stress, left_out, nameless);
  svg_text(out, MARGIN, 64.0, "small", line);
  if (r->info.spread == DUEL_SPREAD_NONE) {
    svg_text(out, MARGIN, 82.0, "small",
             "Where all differences are equally noisy the items lie on a line; --spread gives each its own noise");
  }
}

int map_write(const char *path, const char *title, const results *r, const kinship *kin) {
  page p;
  FILE *out;
  double width = kin->items > 60 ? 1600.0 : 1000.0;
  size_t missing;
  p.count = kin->items;
  p.label = calloc(p.count + 1, sizeof *p.label);
  if (!p.label) {
    errno = ENOMEM;
    return -1;
  }
  do {
    lay_out(&p, kin, width);
    missing = p.level ? labels_slope(&p.field, p.label, p.count, AWAY, p.both)
                      : labels_place(&p.field, p.label, p.count);
    width *= 1.15;
  } while (missing > 0 && !p.level && width < LARGEST);
  out = svg_open(path, title, p.width, p.height, style);
  if (out) {
    svg_text(out, MARGIN, 42.0, "big", title);
    put_caption(out, r, kin, missing);
    svg_tier_legend(out, p.width - MARGIN, 42.0, r->tiers);
    put_items(out, &p, r, kin);
    put_scale(out, &p);
  }
  free(p.label);
  return out ? svg_close(out) : -1;
}
