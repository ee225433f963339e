#include "judge_map.h"

#include "leverage.h"
#include "scatter.h"
#include "svg.h"

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

/* Two plots beside each other with the same two directions: where judges lie, and which items these directions
 * favour. Each has a scale of its own, so that neither is squeezed into a corner of the other. */
enum { PAGE = 1000, MARGIN = 28, TOP = 122, TALL = 470, AXIS = 70, SIDE = 44, GAP = 70, ITEMS = 270 };

static const char style[] =
    ".name { font-size: 12px; }\n"
    ".of-item { font-size: 12px; font-style: italic; fill: #174a7c; }\n"
    ".leader { stroke: #98a6b3; stroke-width: 0.8; }\n"
    ".arrow { stroke: #2467a8; stroke-width: 1.2; opacity: 0.5; }\n"
    ".judge { fill: #22303c; }\n"
    ".odd-dot { fill: #d07a2d; }\n"
    ".end { fill: #2467a8; }\n";

static size_t put_judges(FILE *out, const results *r, const panel *q) {
  const scatter s = {MARGIN + SIDE,
                     TOP,
                     PAGE - MARGIN - ITEMS - GAP,
                     TOP + TALL,
                     4.5,
                     {"As the consensus, and the more surely", 1},
                     {"Judges: up and down the main disagreement", 1},
                     0};
  scatter_point *points = calloc(r->judges + 1, sizeof *points);
  size_t missing = r->judges, i;
  if (!points) return missing;
  for (i = 0; i < r->judges; i++) {
    const judge_result *judge = &r->judge[i];
    points[i].x = q->judge[2 * judge->id];
    points[i].y = q->judge[2 * judge->id + 1];
    points[i].name = judge->name;
    points[i].kind = judge_stands_out(judge) ? "odd-dot" : "judge";
    points[i].name_kind = "name";
  }
  missing = scatter_put(out, &s, points, r->judges);
  free(points);
  return missing;
}

static size_t put_items(FILE *out, const results *r, const panel *q) {
  const scatter s = {PAGE - MARGIN - ITEMS,
                     TOP,
                     PAGE - MARGIN,
                     TOP + TALL,
                     2.5,
                     {"Score in the consensus", 1},
                     {"Items: whom judges up there favour", 1},
                     1};
  scatter_point *points = calloc(r->items + 1, sizeof *points);
  size_t missing = r->items, i;
  if (!points) return missing;
  for (i = 0; i < r->items; i++) {
    const item_result *item = &r->item[i];
    points[i].x = q->item[2 * item->id];
    points[i].y = q->item[2 * item->id + 1];
    points[i].name = item->name;
    points[i].kind = "end";
    points[i].name_kind = "of-item";
  }
  missing = scatter_put(out, &s, points, r->items);
  free(points);
  return missing;
}

int judge_map_write(const char *path, const char *title, const results *r, const panel *q) {
  const double height = TOP + TALL + AXIS;
  char line[256];
  size_t missing;
  FILE *out = svg_open(path, title, PAGE, height + LEVERAGE_HEIGHT, style);
  if (!out) return -1;
  svg_text(out, MARGIN, 42.0, "big", title);
  snprintf(line, sizeof line,
           "The main disagreement is %.0f %% of all; orange judges: follow the slot, weak, opposed or idiosyncratic, "
           "or at a boundary",
           100.0 * q->share);
  svg_text(out, MARGIN, 64.0, "small", line);
  missing = put_judges(out, r, q) + put_items(out, r, q) + leverage_put(out, r, height, PAGE, MARGIN);
  if (missing > 0) {
    snprintf(line, sizeof line, "Names without room: %lu", (unsigned long)missing);
    svg_text(out, MARGIN, 82.0, "small", line);
  }
  return svg_close(out);
}
