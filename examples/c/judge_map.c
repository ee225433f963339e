#include "judge_map.h"

#include "draw.h"

#include <math.h>
#include <stdio.h>
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

/* ---- the page -------------------------------------------------------------------------------- */

/* Judges and items in two plots with the same two directions, each with a scale of its own, so that neither is squeezed
 * into a corner of the other; and below them on whom the ranking rests. */
enum { JUDGES, ITEMS, LEVERAGE, PAGES };

static const char *const of_judges[] = {"judge", "follows the position, weak, opposed or idiosyncratic, or at a boundary"};
static const char *const of_seeing[] = {"As the consensus, and the more surely", "Up and down the main disagreement"};
static const char *const of_favour[] = {"Score in the consensus", "Whom judges up there favour"};
static const char *const of_leverage[] = {"Sensitivity (mean 1; 0: a coin)", "Parameters that rest on the judge"};
static const double origin[] = {0.0, 0.0};

static int points(drawing *d, size_t rows, const char *const *names) {
  if (drawing_new(d, DUEL_CHART_POINTS, rows, 2) != 0) return -1;
  d->options.names = names;
  d->options.name_count = 2;
  return 0;
}

static void judges_page(drawing *d, const results *r, const panel *q) {
  size_t i;
  for (i = 0; i < r->judges; i++) {
    const judge_result *judge = &r->judge[i];
    d->values[2 * i] = q->judge[2 * judge->id];
    d->values[2 * i + 1] = q->judge[2 * judge->id + 1];
    d->labels[i] = judge->name;
    d->groups[i] = judge_stands_out(judge);
  }
  d->options.limits = origin;
  d->options.limit_count = 2;
  drawing_tells_apart(d, of_judges);
}

static void items_page(drawing *d, const results *r, const panel *q) {
  size_t i;
  for (i = 0; i < r->items; i++) {
    d->values[2 * i] = q->item[2 * r->item[i].id];
    d->values[2 * i + 1] = q->item[2 * r->item[i].id + 1];
    d->labels[i] = r->item[i].name;
  }
  d->options.note = "Items by the same two directions";
  d->options.limits = origin;
  d->options.limit_count = 2;
  d->options.arrows = 1;
}

/* Judges by sensitivity and leverage: who tells items apart, and on whom the ranking rests. */
static void leverage_page(drawing *d, const results *r) {
  size_t i;
  for (i = 0; i < r->judges; i++) {
    d->values[2 * i] = r->judge[i].sensitivity.value;
    d->values[2 * i + 1] = r->judge[i].leverage;
    d->labels[i] = r->judge[i].name;
    d->groups[i] = judge_stands_out(&r->judge[i]);
  }
  d->options.note = "Leverage: how many of the estimated parameters rest on a judge";
  drawing_has_groups(d);
}

int judge_map_write(const char *path, const char *title, const results *r, const panel *q) {
  drawing page[PAGES];
  char note[128];
  int failed;
  memset(page, 0, sizeof page);
  failed = points(&page[JUDGES], r->judges, of_seeing) || points(&page[ITEMS], r->items, of_favour) ||
           points(&page[LEVERAGE], r->judges, of_leverage);
  if (failed) {
    fputs("leaderboard: out of memory\n", stderr);
  } else {
    snprintf(note, sizeof note, "Judges; the main disagreement is %.0f %% of all", 100.0 * q->share);
    page[JUDGES].options.title = title;
    page[JUDGES].options.note = note;
    judges_page(&page[JUDGES], r, q);
    items_page(&page[ITEMS], r, q);
    leverage_page(&page[LEVERAGE], r);
    failed = drawings_write("leaderboard", path, page, PAGES);
  }
  drawing_free(&page[JUDGES]);
  drawing_free(&page[ITEMS]);
  drawing_free(&page[LEVERAGE]);
  return failed ? -1 : 0;
}
