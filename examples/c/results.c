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

/* Which items cannot be told apart: the members of every group. */
static duel_status read_groups(results *r, const duel_inference_options *inference) {
  duel_table *table = NULL;
  duel_table_facts facts;
  duel_status status = duel_model_groups(r->model, inference, &table);
  size_t k;
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  /* Of thousands of groups, which no table shows, the library makes none. */
  if (status != DUEL_OK && status != DUEL_ERR_SIZE) return status;
  if (status == DUEL_OK) status = duel_table_info(table, &facts);
  else status = DUEL_OK;
  r->groups = facts.rows > 0 ? (size_t)duel_table_i64(table, "group")[facts.rows - 1] + 1 : 0;
  r->member = room(r->items * r->groups);
  if (!r->member) status = DUEL_ERR_MEMORY;
  for (k = 0; k < facts.rows && status == DUEL_OK; k++) {
    const size_t item = (size_t)duel_table_codes(table, "item")[k];
    r->member[item * r->groups + (size_t)duel_table_i64(table, "group")[k]] = 1.0;
  }
  duel_table_free(table);
  return status;
}

static duel_status read_items(results *r, const duel_inference_options *inference) {
  const duel_set *set = duel_model_set(r->model);
  size_t n = r->items, i;
  double *ranks = room(3 * n), *scores = room(4 * n);
  duel_table *facts = NULL, *chances = NULL;
  duel_status status = DUEL_ERR_MEMORY;
  if (!ranks || !scores) goto done;
  if ((status = duel_model_ranks(r->model, inference, ranks, 3 * n)) != DUEL_OK ||
      (status = duel_model_estimates(r->model, DUEL_QUANTITY_SCORES, inference, scores, 4 * n)) != DUEL_OK ||
      (status = duel_model_items(r->model, &facts)) != DUEL_OK ||
      (status = duel_model_rank_summary(r->model, inference, &chances)) != DUEL_OK ||
      (status = read_groups(r, inference)) != DUEL_OK) {
    goto done;
  }
  for (i = 0; i < n; i++) {
    item_result *item = &r->item[i];
    item->name = duel_set_name(set, DUEL_KIND_ITEM, i);
    item->id = i;
    item->rank = ranks[3 * i];
    item->best = ranks[3 * i + 1];
    item->worst = ranks[3 * i + 2];
    item->score = estimate_at(scores, i);
    item->chance = duel_table_f64(chances, "best_probability")[i];
    item->member = r->member + i * r->groups;
    item->comparisons = duel_table_f64(facts, "comparisons")[i];
    item->wins = duel_table_f64(facts, "wins")[i];
    item->losses = duel_table_f64(facts, "losses")[i];
    item->ties = duel_table_f64(facts, "ties")[i];
    item->outcome = duel_table_codes(facts, "problems")[i];
  }
  qsort(r->item, n, sizeof *r->item, by_rank);
done:
  free(ranks);
  free(scores);
  duel_table_free(facts);
  duel_table_free(chances);
  return status;
}

/* Estimates of a quantity that has a value for each item, such as its variance, if the model has it so;
 * `offset` says where in the items they belong. */
static duel_status read_trait(results *r, int32_t what, int each,
                              const duel_inference_options *inference, size_t offset) {
  double *values = room(4 * r->items);
  duel_status status = values ? DUEL_OK : DUEL_ERR_MEMORY;
  size_t i;
  if (status == DUEL_OK && each) {
    status = duel_model_estimates(r->model, what, inference, values, 4 * r->items);
  }
  for (i = 0; i < r->items && status == DUEL_OK; i++) {
    *(estimate *)((char *)&r->item[i] + offset) =
        each ? estimate_at(values, r->item[i].id) : nothing();
  }
  free(values);
  return status;
}

static duel_status read_traits(results *r, const duel_inference_options *inference) {
  duel_status status =
      read_trait(r, DUEL_QUANTITY_THRESHOLDS, r->info.threshold == DUEL_THRESHOLD_ADDITIVE, inference,
                 offsetof(item_result, threshold));
  if (status != DUEL_OK) return status;
  status = read_trait(r, DUEL_QUANTITY_BAD_THRESHOLDS, r->info.bad_threshold == DUEL_BAD_THRESHOLD_ADDITIVE, inference,
                      offsetof(item_result, bad_threshold));
  if (status != DUEL_OK) return status;
  r->bad_threshold = nothing();
  if (r->info.both_bad == DUEL_BOTH_BAD_OUTCOME && r->info.bad_threshold == DUEL_BAD_THRESHOLD_SINGLE) {
    double one[4];
    status = duel_model_estimates(r->model, DUEL_QUANTITY_BAD_THRESHOLDS, inference, one, 4);
    if (status != DUEL_OK) return status;
    r->bad_threshold = estimate_at(one, 0);
  }
  return read_trait(r, DUEL_QUANTITY_VARIANCES, r->info.spread != DUEL_SPREAD_NONE, inference,
                    offsetof(item_result, variance));
}

static duel_status read_tiers(results *r, const question *q) {
  duel_table *tiers = NULL;
  duel_table_column column;
  duel_status status = DUEL_OK;
  size_t i, place = 0;
  memset(&column, 0, sizeof column);
  column.struct_size = sizeof column;
  if (q->tiers >= 0) {
    status = duel_model_tiers(r->model, q->tiers, q->tier_value, &q->inference, &tiers);
    if (status == DUEL_OK) status = duel_table_find(tiers, "tier", &place);
    if (status == DUEL_OK) status = duel_table_get(tiers, place, &column);
  }
  for (i = 0; i < r->items && status == DUEL_OK; i++) {
    const size_t id = r->item[i].id;
    const int is_missing = !column.data || (column.validity && !(column.validity[id / 8] >> id % 8 & 1));
    const double tier = is_missing ? NAN : (double)((const int64_t *)column.data)[id];
    r->item[i].tier = tier;
    if (tier + 1.0 > (double)r->tiers) r->tiers = (size_t)tier + 1;
  }
  duel_table_free(tiers);
  return status;
}

static int by_standing(const void *a, const void *b) {
  const pair_result *x = a, *y = b;
  if (x->better != y->better) return x->better < y->better ? -1 : 1;
  return x->worse < y->worse ? -1 : x->worse > y->worse;
}

/* Tests of all pairs, each with the item of the better rank first. */
static duel_status read_pairs(results *r, const question *q) {
  const size_t pairs = r->items * (r->items - 1) / 2;
  const item_result **of = calloc(r->items + 1, sizeof *of); /* by id */
  double *tests = room(9 * pairs);
  duel_status status = DUEL_ERR_MEMORY;
  size_t i;
  r->pair = calloc(pairs + 1, sizeof *r->pair);
  if (!of || !tests || !r->pair) goto done;
  status = duel_model_test_pairs(r->model, &q->inference, DUEL_FAMILY_ALL_PAIRS, q->test, tests, 9 * pairs);
  if (status != DUEL_OK) goto done;
  for (i = 0; i < r->items; i++) of[r->item[i].id] = &r->item[i];
  for (i = 0; i < pairs; i++) {
    const double *test = tests + 9 * i;
    const item_result *first = of[(size_t)test[0]], *second = of[(size_t)test[1]];
    pair_result *pair = &r->pair[i];
    const int turned = first > second;
    pair->better = turned ? second : first;
    pair->worse = turned ? first : second;
    pair->difference.value = turned ? -test[2] : test[2];
    pair->difference.error = test[3];
    pair->difference.lower = turned ? -test[8] : test[7];
    pair->difference.upper = turned ? -test[7] : test[8];
    pair->p = test[5];
    pair->adjusted = test[6];
  }
  r->pairs = pairs;
  qsort(r->pair, pairs, sizeof *r->pair, by_standing);
done:
  free(of);
  free(tests);
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
  status = duel_model_estimates(r->model, what, inference, values, 4 * rows);
  if (status == DUEL_OK && !each) *shared = estimate_at(values, 0);
  if (status == DUEL_OK && each) {
    for (i = 0; i < r->judges; i++) {
      *(estimate *)((char *)&r->judge[i] + offset) = estimate_at(values, i);
    }
  }
  free(values);
  return status;
}

/* The numbers that duel_model_judges gives of a judge, and what we show of them. */
enum { REPORT = 28, SHARE = 15, LEVERAGE, NEAREST = 18, CORRELATION, AGREEMENT = 22, KAPPA, CIRCULAR };

/* What the report says of judges who are not taken as alike. */
static duel_status read_report(results *r, const duel_inference_options *inference) {
  const int told = r->info.strength != DUEL_STRENGTH_POOLED;
  double *table = room(REPORT * r->judges);
  int32_t *verdicts = calloc(r->judges + 1, sizeof *verdicts);
  duel_status status = table && verdicts ? DUEL_OK : DUEL_ERR_MEMORY;
  size_t i;
  if (status == DUEL_OK && told) {
    status = duel_model_judges(r->model, NULL, inference, table, REPORT * r->judges, verdicts,
                               r->judges);
  }
  for (i = 0; i < r->judges && status == DUEL_OK; i++) {
    const double *row = table + REPORT * i;
    judge_result *judge = &r->judge[i];
    judge->verdicts = verdicts[i];
    judge->agreement = told ? row[AGREEMENT] : NAN;
    judge->kappa = told ? row[KAPPA] : NAN;
    judge->circular = told ? row[CIRCULAR] : NAN;
    judge->share = told ? row[SHARE] : NAN;
    judge->leverage = told ? row[LEVERAGE] : NAN;
    judge->correlation = told ? row[CORRELATION] : NAN;
    if (told && row[NEAREST] >= 0.0) {
      judge->nearest = duel_set_name(duel_model_set(r->model), DUEL_KIND_JUDGE, (size_t)row[NEAREST]);
      if (!judge->nearest) judge->nearest = "(anonymous)";
    }
  }
  free(table);
  free(verdicts);
  return status;
}

/* Evidence for ranks of disagreement: ten folds, of contexts where there are any. */
static duel_status read_ranks(results *r, const question *q) {
  duel_validation_options folds;
  size_t rows;
  duel_status status;
  if (q->ranks < 0) return DUEL_OK;
  rows = (size_t)q->ranks + 1;
  memset(&folds, 0, sizeof folds);
  folds.struct_size = sizeof folds;
  folds.by = r->info.contexts > 0 ? DUEL_BY_CONTEXT : DUEL_BY_ROW;
  folds.seed = q->fit->seed;
  folds.threads = q->fit->threads;
  r->rank = room(12 * rows);
  if (!r->rank) return DUEL_ERR_MEMORY;
  status = duel_set_select_rank(duel_model_set(r->model), q->fit, q->ranks, &folds, 0, 0, 0, r->rank,
                            12 * rows);
  if (status == DUEL_OK) r->ranks = rows;
  return status;
}

static duel_status read_judges(results *r, const duel_inference_options *inference) {
  const duel_set *set = duel_model_set(r->model);
  /* Thresholds of items are read with the items: here remain the offsets of judges. */
  const int of_items = r->info.threshold == DUEL_THRESHOLD_ADDITIVE ||
                       r->info.threshold == DUEL_THRESHOLD_FACTORED;
  estimate none;
  size_t n = r->judges, i;
  double *table = room(8 * n);
  duel_table *facts = NULL;
  duel_status status = DUEL_ERR_MEMORY;
  if (!table) goto done;
  if ((status = duel_set_get(set, DUEL_SET_JUDGES, table, 8 * n)) != DUEL_OK ||
      (status = duel_model_voters(r->model, &facts)) != DUEL_OK ||
      (status = read_each(r, DUEL_QUANTITY_SENSITIVITIES, inference, 1, &none,
                          offsetof(judge_result, sensitivity))) != DUEL_OK ||
      (status = read_each(r, DUEL_QUANTITY_DISAGREEMENT_RATIOS, inference, 1, &none,
                          offsetof(judge_result, disagreement))) != DUEL_OK ||
      (status = read_report(r, inference)) != DUEL_OK ||
      (status = read_each(r, DUEL_QUANTITY_POSITIONS, inference,
                          r->info.position == DUEL_POSITION_BY_JUDGE, &r->position,
                          offsetof(judge_result, position))) != DUEL_OK ||
      (status = read_each(r, of_items ? DUEL_QUANTITY_THRESHOLD_OFFSETS : DUEL_QUANTITY_THRESHOLDS, inference,
                          r->info.threshold_offsets == DUEL_OFFSETS_BY_JUDGE, &r->threshold,
                          offsetof(judge_result, threshold))) != DUEL_OK) {
    goto done;
  }
  for (i = 0; i < n; i++) {
    judge_result *judge = &r->judge[i];
    const char *name = duel_set_name(set, DUEL_KIND_JUDGE, i);
    judge->name = name ? name : "(anonymous)";
    judge->id = i;
    judge->comparisons = table[8 * i];
    judge->left = table[8 * i + 1];
    judge->right = table[8 * i + 2];
    judge->ties = table[8 * i + 3] + table[8 * i + 4] + table[8 * i + 5];
    judge->left_share = table[8 * i + 6];
    judge->follows_slot = table[8 * i + 7] != 0.0;
    judge->outcome = duel_table_codes(facts, "problems")[i];
  }
  qsort(r->judge, n, sizeof *r->judge, by_sensitivity);
done:
  free(table);
  duel_table_free(facts);
  return status;
}

duel_status results_read(results *r, const duel_model *model, const question *q) {
  const duel_inference_options *inference = &q->inference;
  duel_status status;
  memset(r, 0, sizeof *r);
  r->model = model;
  r->level = inference->level;
  r->intervals = inference->intervals;
  r->correction = inference->correction;
  r->test = q->test;
  r->elo = inference->unit != 0.0;
  r->info.struct_size = sizeof r->info;
  if ((status = duel_model_info(model, &r->info)) != DUEL_OK) return status;
  r->warnings.struct_size = sizeof r->warnings;
  if ((status = duel_model_warnings(model, &r->warning)) != DUEL_OK) return status;
  r->drawn.struct_size = sizeof r->drawn;
  if ((status = duel_table_info(r->warning, &r->warnings)) != DUEL_OK ||
      (inference->bootstrap && (status = duel_bootstrap_info(inference->bootstrap, &r->drawn)) != DUEL_OK)) {
    results_free(r);
    return status;
  }
  r->items = r->info.items;
  r->judges = r->info.judges;
  r->item = calloc(r->items + 1, sizeof *r->item);
  r->judge = calloc(r->judges + 1, sizeof *r->judge);
  if (!r->item || !r->judge) {
    status = DUEL_ERR_MEMORY;
  } else if ((status = read_items(r, inference)) == DUEL_OK &&
             (status = read_traits(r, inference)) == DUEL_OK &&
             (status = read_tiers(r, q)) == DUEL_OK &&
             (status = read_judges(r, inference)) == DUEL_OK &&
             (status = read_ranks(r, q)) == DUEL_OK && q->test >= 0) {
    status = read_pairs(r, q);
  }
  if (status != DUEL_OK) results_free(r);
  return status;
}

void results_free(results *r) {
  duel_table_free(r->warning);
  free(r->item);
  free(r->member);
  free(r->pair);
  free(r->rank);
  free(r->judge);
  memset(r, 0, sizeof *r);
}
