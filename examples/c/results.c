#include "results.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An array of a size that the model named; never of length zero, so that NULL means no memory. */
static double *room(size_t count) {
  return calloc(count + 1, sizeof(double));
}

static estimate nothing(void) {
  estimate none = {NAN, NAN, NAN, NAN};
  return none;
}

static estimate estimate_at(const double *values, size_t index) {
  estimate found;
  found.value = values[4 * index];
  found.error = values[4 * index + 1];
  found.lower = values[4 * index + 2];
  found.upper = values[4 * index + 3];
  return found;
}

/* Better rank first; equal ranks by name, so that the order does not depend on the file's. */
static int by_rank(const void *a, const void *b) {
  const item_result *x = a, *y = b;
  if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
  return strcmp(x->name, y->name);
}

static double or_least(double value) {
  return isnan(value) ? -HUGE_VAL : value;
}

static int by_sensitivity(const void *a, const void *b) {
  const judge_result *x = a, *y = b;
  double p = or_least(x->sensitivity.value), q = or_least(y->sensitivity.value);
  if (p != q) return p > q ? -1 : 1;
  if (x->comparisons != y->comparisons) return x->comparisons > y->comparisons ? -1 : 1;
  return strcmp(x->name, y->name);
}

static duel_status read_items(results *r, const duel_inference_options *inference) {
  const duel_set *set = duel_model_set(r->model);
  size_t n = r->items, i;
  double *ranks = room(3 * n), *scores = room(4 * n), *counts = room(6 * n), *bits = room(n);
  duel_status status = DUEL_ERR_MEMORY;
  if (!ranks || !scores || !counts || !bits) goto done;
  if ((status = duel_ranks(r->model, inference, ranks, 3 * n)) != DUEL_OK ||
      (status = duel_estimates(r->model, DUEL_SCORES, inference, scores, 4 * n)) != DUEL_OK ||
      (status = duel_model_get(r->model, DUEL_ITEM_COUNTS, counts, 6 * n)) != DUEL_OK ||
      (status = duel_model_get(r->model, DUEL_ITEM_OUTCOMES, bits, n)) != DUEL_OK) {
    goto done;
  }
  for (i = 0; i < n; i++) {
    item_result *item = &r->item[i];
    item->name = duel_set_name(set, DUEL_ITEM, i);
    item->rank = ranks[3 * i];
    item->best = ranks[3 * i + 1];
    item->worst = ranks[3 * i + 2];
    item->score = estimate_at(scores, i);
    item->comparisons = counts[6 * i];
    item->wins = counts[6 * i + 1];
    item->losses = counts[6 * i + 2];
    item->ties = counts[6 * i + 3];
    item->outcome = (int32_t)bits[i];
  }
  qsort(r->item, n, sizeof *r->item, by_rank);
done:
  free(ranks);
  free(scores);
  free(counts);
  free(bits);
  return status;
}

/* Estimates of a quantity that has a value for each judge (at `offset` in the judges), or one for
 * all (`shared`), or does not exist. */
static duel_status read_each(results *r, int32_t what, const duel_inference_options *inference,
                             int each, estimate *shared, size_t offset) {
  size_t rows, columns, i;
  double *values;
  duel_status status = duel_model_shape(r->model, what, &rows, &columns);
  *shared = nothing();
  for (i = 0; i < r->judges; i++) {
    *(estimate *)((char *)&r->judge[i] + offset) = nothing();
  }
  if (status == DUEL_ERR_UNSUPPORTED) return DUEL_OK;
  if (status != DUEL_OK) return status;
  values = room(4 * rows);
  if (!values) return DUEL_ERR_MEMORY;
  status = duel_estimates(r->model, what, inference, values, 4 * rows);
  if (status == DUEL_OK && !each) *shared = estimate_at(values, 0);
  if (status == DUEL_OK && each) {
    for (i = 0; i < r->judges; i++) {
      *(estimate *)((char *)&r->judge[i] + offset) = estimate_at(values, i);
    }
  }
  free(values);
  return status;
}

static duel_status read_judges(results *r, const duel_inference_options *inference) {
  const duel_set *set = duel_model_set(r->model);
  estimate none;
  size_t n = r->judges, i;
  double *table = room(8 * n), *bits = room(n);
  duel_status status = DUEL_ERR_MEMORY;
  if (!table || !bits) goto done;
  if ((status = duel_set_get(set, DUEL_SET_JUDGES, table, 8 * n)) != DUEL_OK ||
      (status = duel_model_get(r->model, DUEL_JUDGE_OUTCOMES, bits, n)) != DUEL_OK ||
      (status = read_each(r, DUEL_SENSITIVITIES, inference, 1, &none,
                          offsetof(judge_result, sensitivity))) != DUEL_OK ||
      (status = read_each(r, DUEL_POSITIONS, inference,
                          r->info.position == DUEL_POSITION_BY_JUDGE, &r->position,
                          offsetof(judge_result, position))) != DUEL_OK ||
      (status = read_each(r, DUEL_THRESHOLDS, inference,
                          r->info.threshold == DUEL_THRESHOLD_BY_JUDGE, &r->threshold,
                          offsetof(judge_result, threshold))) != DUEL_OK) {
    goto done;
  }
  for (i = 0; i < n; i++) {
    judge_result *judge = &r->judge[i];
    const char *name = duel_set_name(set, DUEL_JUDGE, i);
    judge->name = name ? name : "(anonymous)";
    judge->comparisons = table[8 * i];
    judge->left = table[8 * i + 1];
    judge->right = table[8 * i + 2];
    judge->ties = table[8 * i + 3] + table[8 * i + 4] + table[8 * i + 5];
    judge->left_share = table[8 * i + 6];
    judge->follows_slot = table[8 * i + 7] != 0.0;
    judge->outcome = (int32_t)bits[i];
  }
  qsort(r->judge, n, sizeof *r->judge, by_sensitivity);
done:
  free(table);
  free(bits);
  return status;
}

duel_status results_read(results *r, const duel_model *model,
                         const duel_inference_options *inference) {
  duel_status status;
  memset(r, 0, sizeof *r);
  r->model = model;
  r->level = inference->level;
  r->intervals = inference->intervals;
  r->elo = inference->unit != 0.0;
  r->info.struct_size = sizeof r->info;
  if ((status = duel_model_info(model, &r->info)) != DUEL_OK) return status;
  r->items = r->info.items;
  r->judges = r->info.judges;
  r->item = calloc(r->items + 1, sizeof *r->item);
  r->judge = calloc(r->judges + 1, sizeof *r->judge);
  if (!r->item || !r->judge) {
    status = DUEL_ERR_MEMORY;
  } else if ((status = read_items(r, inference)) == DUEL_OK) {
    status = read_judges(r, inference);
  }
  if (status != DUEL_OK) results_free(r);
  return status;
}

void results_free(results *r) {
  free(r->item);
  free(r->judge);
  memset(r, 0, sizeof *r);
}
