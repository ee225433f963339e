#include "judge_map.h"

#include "labels.h"
#include "leverage.h"
#include "svg.h"
#include "text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the numbers ----------------------------------------------------------------------------- */

/* A quantity of the model; NULL if it cannot be had, with the status. */
static double *quantity(const duel_model *model, int32_t what, size_t count, duel_status *status) {
  double *values = calloc(count + 1, sizeof *values);
  *status = values ? duel_model_get(model, what, values, count) : DUEL_ERR_MEMORY;
  if (*status == DUEL_OK) return values;
  free(values);
  return NULL;
}

static double length_of(const double *values, size_t count, size_t stride) {
  double sum = 0.0;
  size_t i;
  for (i = 0; i < count; i++) sum += values[i * stride] * values[i * stride];
  return sqrt(sum);
}

duel_status panel_read(panel *p, const duel_model *model) {
  double *mu = NULL, *gamma = NULL, *u = NULL, *v = NULL, *size = NULL;
  double along, across, all = 0.0;
  size_t rank, i, k;
  duel_model_facts info;
  duel_status status;
  memset(p, 0, sizeof *p);
  info.struct_size = sizeof info;
  if ((status = duel_model_info(model, &info)) != DUEL_OK) return status;
  p->judges = info.judges;
  p->items = info.items;
  rank = (size_t)info.rank;
  p->judge = calloc(2 * p->judges + 1, sizeof *p->judge);
  p->item = calloc(2 * p->items + 1, sizeof *p->item);
  if (!p->judge || !p->item) {
    status = DUEL_ERR_MEMORY;
    goto done;
  }
  if (!(mu = quantity(model, DUEL_QUANTITY_SCORES, p->items, &status)) ||
      !(gamma = quantity(model, DUEL_QUANTITY_SENSITIVITIES, p->judges, &status)) ||
      !(u = quantity(model, DUEL_QUANTITY_JUDGE_FACTORS, p->judges * rank, &status)) ||
      !(v = quantity(model, DUEL_QUANTITY_ITEM_FACTORS, p->items * rank, &status)) ||
      !(size = quantity(model, DUEL_QUANTITY_DISAGREEMENT_SIZES, rank, &status))) {
    goto done;
  }
  along = length_of(mu, p->items, 1);
  across = length_of(v, p->items, rank);
  for (k = 0; k < p->judges; k++) {
    p->judge[2 * k] = gamma[k] * along;
    p->judge[2 * k + 1] = u[k * rank] * across;
  }
  for (i = 0; i < p->items; i++) {
    p->item[2 * i] = mu[i] / along;
    p->item[2 * i + 1] = v[i * rank] / across;
  }
  for (i = 0; i < rank; i++) all += size[i] * size[i];
  p->share = size[0] * size[0] / all;
done:
  free(mu);
  free(gamma);
  free(u);
  free(v);
  free(size);
  if (status != DUEL_OK) panel_free(p);
  return status;
}

void panel_free(panel *p) {
  free(p->judge);
  free(p->item);
  memset(p, 0, sizeof *p);
}

/* ---- the page, in pixels --------------------------------------------------------------------- */

enum { PAGE = 1000, MARGIN = 28, TOP = 100, BOTTOM = 72, ROOM = 90 };

static const char style[] =
    ".name { font-size: 12px; }\n"
    ".of-item { font-size: 12px; font-style: italic; fill: #174a7c; }\n"
    ".leader { stroke: #98a6b3; stroke-width: 0.8; }\n"
    ".arrow { stroke: #2467a8; stroke-width: 1.2; opacity: 0.5; }\n"
    ".judge { fill: #22303c; }\n"
    ".odd { fill: #d07a2d; }\n"
    ".end { fill: #2467a8; }\n";

typedef struct page {
  double scale, x, y; /* pixels of one, and where zero lies */
  double arrow;       /* how much arrows are stretched */
  double height;
  label_field field;
  label *label; /* judges, then items */
} page;

static void widen(const double *place, size_t count, double stretch, double box[4]) {
  size_t i;
  for (i = 0; i < count; i++) {
    const double x = stretch * place[2 * i], y = stretch * place[2 * i + 1];
    box[0] = fmin(box[0], x);
    box[1] = fmax(box[1], x);
    box[2] = fmin(box[2], y);
    box[3] = fmax(box[3], y);
  }
}

static double farthest(const double *place, size_t count) {
  double most = 0.0;
  size_t i;
  for (i = 0; i < count; i++) most = fmax(most, hypot(place[2 * i], place[2 * i + 1]));
  return most;
}

/* Both axes have one scale, for distances to mean something. */
static void lay_out(page *p, const panel *q, const results *r) {
  double box[4] = {0.0, 0.0, 0.0, 0.0}; /* zero is in it */
  char shorter[TEXT_SHORT];
  double tall;
  size_t i;
  p->arrow = 0.6 * farthest(q->judge, q->judges) / farthest(q->item, q->items);
  widen(q->judge, q->judges, 1.0, box);
  widen(q->item, q->items, p->arrow, box);
  p->scale = (PAGE - 2.0 * (MARGIN + ROOM)) / (box[1] - box[0]);
  tall = fmax((box[3] - box[2]) * p->scale, 0.3 * PAGE);
  if (tall > 1.1 * PAGE) {
    p->scale *= 1.1 * PAGE / tall;
    tall = 1.1 * PAGE;
  }
  p->height = TOP + tall + 2.0 * ROOM + BOTTOM;
  p->x = PAGE / 2.0 - p->scale * (box[0] + box[1]) / 2.0;
  p->y = TOP + ROOM + tall / 2.0 + p->scale * (box[2] + box[3]) / 2.0;
  p->field.inside.left = MARGIN;
  p->field.inside.right = PAGE - MARGIN;
  p->field.inside.top = TOP;
  p->field.inside.bottom = p->height - BOTTOM;
  p->field.dot = 4.5;
  p->field.line = 15.0;
  for (i = 0; i < q->judges + q->items; i++) {
    const int judge = i < q->judges;
    const double *place = judge ? q->judge + 2 * i : q->item + 2 * (i - q->judges);
    const double stretch = p->scale * (judge ? 1.0 : p->arrow);
    p->label[i].x = p->x + stretch * place[0];
    p->label[i].y = p->y - stretch * place[1];
  }
  for (i = 0; i < r->judges; i++) {
    p->label[r->judge[i].id].width = 6.9 * (double)text_width(text_shorten(shorter, r->judge[i].name, 30));
  }
  for (i = 0; i < r->items; i++) {
    p->label[q->judges + r->item[i].id].width =
        6.9 * (double)text_width(text_shorten(shorter, r->item[i].name, 30));
  }
}

static void put_point(FILE *out, const page *p, size_t at, const char *name, const char *kind,
                      const char *of_name) {
  const label *l = &p->label[at];
  char shorter[TEXT_SHORT];
  if (l->placed && l->leader) {
    fprintf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"leader\"/>\n", l->x, l->y,
            l->end_x, l->end_y);
  }
  fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" class=\"%s\"><title>", l->x, l->y,
          strcmp(kind, "end") == 0 ? 2.5 : p->field.dot, kind);
  svg_escaped(out, name);
  fputs("</title></circle>\n", out);
  if (l->placed) {
    svg_text(out, l->box.left, l->box.bottom - 3.5, of_name, text_shorten(shorter, name, 30));
  }
}

static void put_all(FILE *out, const page *p, const results *r, const panel *q) {
  size_t i;
  fprintf(out, "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" class=\"zero\"/>\n", MARGIN, PAGE - MARGIN, p->y,
          p->y);
  fprintf(out, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%.1f\" class=\"zero\"/>\n", p->x, p->x, TOP,
          p->height - BOTTOM);
  for (i = 0; i < r->items; i++) {
    const label *l = &p->label[q->judges + r->item[i].id];
    fprintf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"arrow\"/>\n", p->x, p->y, l->x,
            l->y);
  }
  for (i = 0; i < r->items; i++) {
    put_point(out, p, q->judges + r->item[i].id, r->item[i].name, "end", "of-item");
  }
  for (i = 0; i < r->judges; i++) {
    const judge_result *judge = &r->judge[i];
    const int odd = judge->follows_slot || judge->outcome || judge->verdicts;
    put_point(out, p, judge->id, judge->name, odd ? "odd" : "judge", "name");
  }
}

int judge_map_write(const char *path, const char *title, const results *r, const panel *q) {
  page p;
  FILE *out;
  char line[256], nameless[64] = "";
  size_t missing;
  p.label = calloc(q->judges + q->items + 1, sizeof *p.label);
  if (!p.label) {
    errno = ENOMEM;
    return -1;
  }
  lay_out(&p, q, r);
  missing = labels_place(&p.field, p.label, q->judges + q->items);
  if (missing > 0) {
    snprintf(nameless, sizeof nameless, "; names without room: %lu", (unsigned long)missing);
  }
  out = svg_open(path, title, PAGE, p.height + LEVERAGE_HEIGHT, style);
  if (out) {
    svg_text(out, MARGIN, 42.0, "big", title);
    svg_text(out, MARGIN, 64.0, "small",
             "Judges, and arrows towards those who think much of an item; orange: see the report");
    snprintf(line, sizeof line,
             "To the right: as the consensus, and the more surely; up and down: the main disagreement "
             "(%.0f %% of it)%s",
             100.0 * q->share, nameless);
    svg_text(out, MARGIN, p.height - 24.0, "small", line);
    put_all(out, &p, r, q);
    leverage_put(out, r, p.height, PAGE, MARGIN);
  }
  free(p.label);
  return out ? svg_close(out) : -1;
}
