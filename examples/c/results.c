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

static estimate estimate_at(const duel_table *values, size_t index) {
  estimate found;
  found.value = duel_table_f64(values, "estimate")[index];
  found.error = duel_table_f64(values, "se")[index];
  found.lower = duel_table_f64(values, "lower")[index];
  found.upper = duel_table_f64(values, "upper")[index];
  return found;
}

/* The values of a quantity, with standard errors and intervals. */
static duel_status read_values(const results *r, duel_quantity quantity, const duel_inference_options *inference,
                               duel_table **out) {
  duel_estimate *estimate = NULL;
  duel_status status = duel_model_estimate(r->model, quantity, inference, &estimate);
  if (status == DUEL_OK) status = duel_estimate_values(estimate, out);
  duel_estimate_free(estimate);
  return status;
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

/* The options without the zero and the unit of scores, which a function that compares items does not read. */
static duel_inference_options of_differences(const duel_inference_options *inference) {
  duel_inference_options how = *inference;
  how.normalisation = 0;
  how.reference_item = 0;
  how.unit = how.origin = 0.0;
  return how;
}

/* Which items do not differ significantly: the members of every group. */
static duel_status read_groups(results *r, const duel_inference_options *inference) {
  const duel_inference_options how = of_differences(inference);
  duel_table *table = NULL;
  duel_table_facts facts;
  duel_status status = duel_model_compact_letters(r->model, &how, &table);
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
  duel_inference_options how = of_differences(inference);
  size_t n = r->items, i;
  duel_table *board = NULL, *facts = NULL, *chances = NULL;
  duel_table_facts made = {0};
  duel_status status;
  made.struct_size = sizeof made;
  how.intervals = DUEL_INTERVALS_MARGINAL;
  if ((status = duel_model_scores(r->model, inference, &board)) != DUEL_OK ||
      (status = duel_table_info(board, &made)) != DUEL_OK ||
      (status = duel_model_items(r->model, &facts)) != DUEL_OK ||
      (status = duel_model_rank_summary(r->model, &how, &chances)) != DUEL_OK ||
      (status = read_groups(r, inference)) != DUEL_OK) {
    goto done;
  }
  r->few = r->correction == DUEL_CORRECTION_AUTO && made.quantiles == DUEL_QUANTILES_STUDENT;
  for (i = 0; i < n; i++) {
    item_result *item = &r->item[i];
    item->name = duel_set_name(set, DUEL_KIND_ITEM, i);
    item->id = i;
    item->rank = duel_table_f64(board, "rank")[i];
    item->best = (double)duel_table_i64(board, "rank_best")[i];
    item->worst = (double)duel_table_i64(board, "rank_worst")[i];
    item->score = estimate_at(board, i);
    item->chance = duel_table_f64(chances, "best_probability")[i];
    item->member = r->member + i * r->groups;
    item->comparisons = duel_table_f64(board, "comparisons")[i];
    item->wins = duel_table_f64(board, "wins")[i];
    item->losses = duel_table_f64(board, "losses")[i];
    item->ties = duel_table_f64(board, "ties")[i];
    item->outcome = duel_table_codes(facts, "problems")[i];
  }
  qsort(r->item, n, sizeof *r->item, by_rank);
done:
  duel_table_free(board);
  duel_table_free(facts);
  duel_table_free(chances);
  return status;
}

/* Estimates of a quantity that has a value for each item, such as its variance, if the model has it so;
 * `offset` says where in the items they belong. */
static duel_status read_trait(results *r, int32_t what, int each,
                              const duel_inference_options *inference, size_t offset) {
  duel_table *values = NULL;
  duel_status status = DUEL_OK;
  size_t i;
  if (each) status = read_values(r, what, inference, &values);
  for (i = 0; i < r->items && status == DUEL_OK; i++) {
    *(estimate *)((char *)&r->item[i] + offset) =
        each ? estimate_at(values, r->item[i].id) : nothing();
  }
  duel_table_free(values);
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
    duel_table *one = NULL;
    status = read_values(r, DUEL_QUANTITY_BAD_THRESHOLDS, inference, &one);
    if (status != DUEL_OK) return status;
    r->bad_threshold = estimate_at(one, 0);
    duel_table_free(one);
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
    duel_inference_options how = of_differences(&q->inference);
    how.unit = q->inference.unit;
    status = duel_model_tiers(r->model, q->tiers, q->tier_value, &how, &tiers);
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
  duel_pair_options how = {.struct_size = sizeof how, .adjustment = q->test};
  duel_estimate *scores = NULL;
  duel_table *tests = NULL;
  const int32_t *firsts, *seconds;
  duel_status status = DUEL_ERR_MEMORY;
  size_t i;
  r->pair = calloc(pairs + 1, sizeof *r->pair);
  if (!of || !r->pair) goto done;
  status = duel_model_estimate(r->model, DUEL_QUANTITY_SCORES, &q->inference, &scores);
  if (status == DUEL_OK) status = duel_estimate_pairs(scores, &how, &tests);
  if (status != DUEL_OK) goto done;
  firsts = duel_table_codes(tests, "first");
  seconds = duel_table_codes(tests, "second");
  for (i = 0; i < r->items; i++) of[r->item[i].id] = &r->item[i];
  for (i = 0; i < pairs; i++) {
    const estimate test = estimate_at(tests, i);
    const item_result *first = of[firsts[i]], *second = of[seconds[i]];
    pair_result *pair = &r->pair[i];
    const int turned = first > second;
    pair->better = turned ? second : first;
    pair->worse = turned ? first : second;
    pair->difference.value = turned ? -test.value : test.value;
    pair->difference.error = test.error;
    pair->difference.lower = turned ? -test.upper : test.lower;
    pair->difference.upper = turned ? -test.lower : test.upper;
    pair->p = duel_table_f64(tests, "p")[i];
    pair->adjusted = duel_table_f64(tests, "p_adjusted")[i];
  }
  r->pairs = pairs;
  qsort(r->pair, pairs, sizeof *r->pair, by_standing);
done:
  free(of);
  duel_table_free(tests);
  duel_estimate_free(scores);
  return status;
}

/* Estimates of a quantity that has a value for each judge (at `offset` in the judges), or one for
 * all (`shared`), or does not exist. */
static duel_status read_each(results *r, int32_t what, const duel_inference_options *inference,
                             int each, estimate *shared, size_t offset) {
  size_t rows, columns, i;
  duel_table *values = NULL;
  duel_status status = duel_model_shape(r->model, what, &rows, &columns);
  *shared = nothing();
  for (i = 0; i < r->judges; i++) {
    *(estimate *)((char *)&r->judge[i] + offset) = nothing();
  }
  if (status == DUEL_ERR_UNSUPPORTED) return DUEL_OK;
  if (status != DUEL_OK) return status;
  status = read_values(r, what, inference, &values);
  if (status == DUEL_OK && !each) *shared = estimate_at(values, 0);
  if (status == DUEL_OK && each) {
    for (i = 0; i < r->judges; i++) {
      *(estimate *)((char *)&r->judge[i] + offset) = estimate_at(values, i);
    }
  }
  duel_table_free(values);
  return status;
}

/* The report on judges who differ. */
static duel_status read_report(results *r, const duel_inference_options *inference) {
  const duel_inference_options how = of_differences(inference);
  duel_table *table = NULL;
  duel_status status;
  size_t i;
  for (i = 0; i < r->judges; i++) {
    judge_result *judge = &r->judge[i];
    judge->agreement = judge->kappa = judge->circular = judge->share = judge->leverage = judge->correlation = NAN;
  }
  if (r->info.strength == DUEL_STRENGTH_POOLED) return DUEL_OK;
  status = duel_model_judges(r->model, NULL, &how, &table);
  for (i = 0; i < r->judges && status == DUEL_OK; i++) {
    judge_result *judge = &r->judge[i];
    judge->verdicts = duel_table_codes(table, "verdicts")[i];
    judge->agreement = duel_table_f64(table, "agreement")[i];
    judge->kappa = duel_table_f64(table, "kappa")[i];
    judge->circular = duel_table_f64(table, "circular_share")[i];
    judge->share = duel_table_f64(table, "consensus_share")[i];
    judge->leverage = duel_table_f64(table, "leverage")[i];
    judge->correlation = duel_table_f64(table, "correlation")[i];
    if (!isnan(judge->correlation)) {
      const size_t nearest = (size_t)duel_table_codes(table, "nearest")[i];
      judge->nearest = duel_set_name(duel_model_set(r->model), DUEL_KIND_JUDGE, nearest);
      if (!judge->nearest) judge->nearest = "(anonymous)";
    }
  }
  duel_table_free(table);
  return status;
}

/* Evidence for ranks of disagreement: ten folds, of contexts where there are any. */
static duel_status read_ranks(results *r, const question *q) {
  duel_validation_options folds;
  duel_model_options fit = *q->fit;
  duel_status status;
  if (q->ranks < 0) return DUEL_OK;
  fit.strength = DUEL_STRENGTH_POOLED; /* that of every fit is the disagreement to be chosen */
  fit.rank = 0;
  memset(&folds, 0, sizeof folds);
  folds.struct_size = sizeof folds;
  folds.by = r->info.contexts > 0 ? DUEL_BY_CONTEXT : DUEL_BY_ROW;
  folds.seed = q->fit->seed;
  folds.threads = q->fit->threads;
  status = duel_set_select_rank(duel_model_set(r->model), q->ranks, 0, 0, 0, &fit, &folds, &r->rank);
  if (status == DUEL_OK) r->ranks = (size_t)q->ranks + 1;
  return status;
}

static duel_status read_judges(results *r, const duel_inference_options *inference) {
  const duel_set *set = duel_model_set(r->model);
  /* Thresholds of items are read with the items: here remain the offsets of judges. */
  const int of_items = r->info.threshold == DUEL_THRESHOLD_ADDITIVE ||
                       r->info.threshold == DUEL_THRESHOLD_FACTORED;
  estimate none;
  size_t n = r->judges, i;
  duel_table *votes = NULL, *facts = NULL;
  duel_status status;
  if ((status = duel_set_judges(set, 0.0, &votes)) != DUEL_OK ||
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
    judge->comparisons = duel_table_f64(votes, "comparisons")[i];
    judge->left = duel_table_f64(votes, "left_wins")[i];
    judge->right = duel_table_f64(votes, "right_wins")[i];
    judge->ties = duel_table_f64(votes, "plain_ties")[i] + duel_table_f64(votes, "both_good")[i] +
                  duel_table_f64(votes, "both_bad")[i];
    judge->left_share = duel_table_f64(votes, "first_share")[i];
    judge->follows_position = duel_table_bool(votes, "is_position_driven")[i];
    judge->outcome = duel_table_codes(facts, "problems")[i];
  }
  qsort(r->judge, n, sizeof *r->judge, by_sensitivity);
done:
  duel_table_free(votes);
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
  duel_table_free(r->rank);
  free(r->judge);
  memset(r, 0, sizeof *r);
}

int judge_stands_out(const judge_result *judge) {
  return judge->follows_position || judge->outcome || (judge->verdicts & ~DUEL_VERDICT_REDUNDANT);
}
