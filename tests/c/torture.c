/* Every function with what no caller should pass: NULL in each pointer in turn, sizes that are
 * zero, short or overflow, addresses that are not aligned. The answer is a status, never a crash,
 * and no output changes unless the call succeeds. */
#include "estimates.h"
#include "check.h"
#include "data.h"

/* All outputs of all calls, so that one comparison sees whether any byte of them changed. */
static struct {
  double numbers[4 * SMALL_ITEMS * SMALL_ITEMS];
  size_t sizes[2];
  duel_set *set;
  duel_set *other;
  duel_model *model;
  duel_cancel *cancel;
  duel_bootstrap *bootstrap;
  duel_table *table;
  duel_model_facts info;
  duel_set_facts facts;
  unsigned char bytes[64];
} out;

enum { CANARY = 0xA5, NUMBERS = sizeof out.numbers / sizeof *out.numbers };

static void fresh(void) {
  memset(&out, CANARY, sizeof out);
}

static int untouched(void) {
  const unsigned char *byte = (const unsigned char *)&out;
  size_t i;
  for (i = 0; i < sizeof out; i++) {
    if (byte[i] != CANARY) return 0;
  }
  return 1;
}

#define REFUSES(status, call)                  \
  do {                                         \
    fresh();                                   \
    EXPECT(status, call);                      \
    CHECK(untouched(), "an output of " #call); \
  } while (0)

#define NEEDS(call) REFUSES(DUEL_ERR_NULL, call)

/* Either it works, or it is refused and changes nothing; which of them is the library's choice. */
#define SURVIVES(call)                                                                        \
  do {                                                                                        \
    duel_status status_;                                                                      \
    fresh();                                                                                  \
    status_ = (call);                                                                         \
    CHECK(status_ == DUEL_OK || status_ == DUEL_ERR_ARGUMENT || status_ == DUEL_ERR_SIZE,     \
          #call ": %s, %s", duel_status_name(status_), duel_last_error());                    \
    CHECK(status_ == DUEL_OK || untouched(), "an output of " #call);                          \
  } while (0)

static const size_t huge = (size_t)-1;

static duel_rows good_rows(void) {
  static const char *const left[] = {"ash", "birch"}, *const right[] = {"birch", "cedar"};
  static const double score[] = {1.0, 0.5};
  duel_rows rows = empty_rows(2);
  rows.left = names_column(left);
  rows.right = names_column(right);
  rows.score = double_column(score);
  return rows;
}

static void null_in_sets(duel_set *set) {
  duel_rows rows = good_rows();
  duel_covariate covariate;
  size_t one = 0;
  const char *const missing[] = {"ash", NULL};
  memset(&covariate, 0, sizeof covariate);
  covariate.struct_size = sizeof covariate;

  NEEDS(duel_set_new(NULL));
  NEEDS(duel_cancel_new(NULL));
  NEEDS(duel_set_copy(NULL, &out.set));
  NEEDS(duel_set_copy(set, NULL));
  NEEDS(duel_set_intern(NULL, DUEL_KIND_ITEM, small_items, 1));
  NEEDS(duel_set_intern(set, DUEL_KIND_ITEM, NULL, 1));
  NEEDS(duel_set_intern(set, DUEL_KIND_ITEM, missing, 2));
  NEEDS(duel_set_append(NULL, &rows));
  NEEDS(duel_set_append(set, NULL));
  rows.left.data = NULL;
  CHECK(duel_set_append(set, &rows) != DUEL_OK, "rows without left");
  rows = good_rows();
  rows.left = names_column(missing);
  CHECK(duel_set_append(set, &rows) != DUEL_OK, "a name that is NULL");
  NEEDS(duel_set_covariate(NULL, &covariate));
  NEEDS(duel_set_covariate(set, NULL));
  NEEDS(duel_set_covariate(set, &covariate)); /* its name is NULL */
  NEEDS(duel_set_merge(NULL, set));
  NEEDS(duel_set_merge(set, NULL));
  NEEDS(duel_set_forget_order(NULL));
  NEEDS(duel_set_save(NULL, out.bytes, sizeof out.bytes, out.sizes));
  NEEDS(duel_set_save(set, out.bytes, sizeof out.bytes, NULL));
  NEEDS(duel_set_save(set, NULL, 1000000, out.sizes));
  NEEDS(duel_set_load(NULL, 10, &out.set));
  NEEDS(duel_set_load(small_items, 10, NULL));
  NEEDS(duel_set_find(NULL, DUEL_KIND_ITEM, "ash", out.sizes));
  NEEDS(duel_set_find(set, DUEL_KIND_ITEM, NULL, out.sizes));
  NEEDS(duel_set_find(set, DUEL_KIND_ITEM, "ash", NULL));
  NEEDS(duel_set_info(NULL, &out.facts));
  NEEDS(duel_set_info(set, NULL));
  NEEDS(duel_set_items(NULL, &out.table));
  NEEDS(duel_set_items(set, NULL));
  NEEDS(duel_set_pairs(NULL, &out.table));
  NEEDS(duel_set_pairs(set, NULL));
  NEEDS(duel_set_cells(NULL, &out.table));
  NEEDS(duel_set_cells(set, NULL));
  NEEDS(duel_set_judges(NULL, 0.0, &out.table));
  NEEDS(duel_set_judges(set, 0.0, NULL));
  NEEDS(duel_set_order(NULL, NULL));
  NEEDS(duel_set_triads(NULL, NULL, &out.table));
  NEEDS(duel_set_triads(set, NULL, NULL));
  NEEDS(duel_set_agreement(NULL, 0.0, NULL, &out.table));
  NEEDS(duel_set_agreement(set, 0.0, NULL, NULL));
  NEEDS(duel_set_agreement_pairs(NULL, NULL, &out.table));
  NEEDS(duel_set_agreement_pairs(set, NULL, NULL));
  NEEDS(duel_set_krippendorff(NULL, DUEL_ALPHA_NOMINAL, DUEL_ORIENTATION_BOTH, 0.0, NULL, &out.table));
  NEEDS(duel_set_krippendorff(set, DUEL_ALPHA_NOMINAL, DUEL_ORIENTATION_BOTH, 0.0, NULL, NULL));
  NEEDS(duel_set_leave_one_judge_out(NULL, NULL, &out.table));
  NEEDS(duel_set_leave_one_judge_out(set, NULL, NULL));
  NEEDS(duel_set_select_rank(NULL, 1, 0, 0, 0, NULL, NULL, &out.table));
  NEEDS(duel_set_select_rank(set, 1, 0, 0, 0, NULL, NULL, NULL));
  NEEDS(duel_set_cross_validate(NULL, NULL, NULL, NULL, &out.table));
  NEEDS(duel_set_cross_validate(set, NULL, NULL, NULL, &out.table));
  NEEDS(duel_set_resample(NULL, DUEL_BY_ROW, 1, &out.set));
  NEEDS(duel_set_resample(set, DUEL_BY_ROW, 1, NULL));
  NEEDS(duel_set_split(NULL, DUEL_BY_ROW, 2, 0, 1, &out.set, &out.other));
  NEEDS(duel_set_split(set, DUEL_BY_ROW, 2, 0, 1, NULL, &out.other));
  NEEDS(duel_set_split(set, DUEL_BY_ROW, 2, 0, 1, &out.set, NULL));
  NEEDS(duel_set_filter(NULL, DUEL_KIND_ITEM, &one, 1, &out.set));
  NEEDS(duel_set_filter(set, DUEL_KIND_ITEM, NULL, 1, &out.set));
  NEEDS(duel_set_filter(set, DUEL_KIND_ITEM, &one, 1, NULL));
  CHECK(duel_set_count(NULL, DUEL_KIND_ITEM) == 0, "count of NULL");
  CHECK(duel_set_name(NULL, DUEL_KIND_ITEM, 0) == NULL, "name of NULL");
}

static void null_in_models(const duel_set *set, const duel_model *model) {
  static const double weights[] = {1.0, -1.0, 0.0, 0.0};
  duel_rows rows = good_rows();
  memset(&rows.score, 0, sizeof rows.score);

  NEEDS(duel_model_fit(NULL, NULL, &out.model));
  NEEDS(duel_model_fit(set, NULL, NULL));
  NEEDS(duel_model_share(NULL, &out.model));
  NEEDS(duel_model_share(model, NULL));
  NEEDS(duel_model_save(NULL, out.bytes, sizeof out.bytes, out.sizes));
  NEEDS(duel_model_save(model, out.bytes, sizeof out.bytes, NULL));
  NEEDS(duel_model_save(model, NULL, 1000000, out.sizes));
  NEEDS(duel_model_load(NULL, 10, &out.model));
  NEEDS(duel_model_load(small_items, 10, NULL));
  CHECK(duel_model_set(NULL) == NULL, "set of NULL");
  NEEDS(duel_model_warnings(NULL, &out.table));
  NEEDS(duel_model_warnings(model, NULL));
  NEEDS(duel_model_items(NULL, &out.table));
  NEEDS(duel_model_items(model, NULL));
  NEEDS(duel_model_voters(NULL, &out.table));
  NEEDS(duel_model_voters(model, NULL));
  NEEDS(duel_model_optima(NULL, &out.table));
  NEEDS(duel_model_optima(model, NULL));
  NEEDS(duel_model_info(model, NULL));
  NEEDS(duel_model_shape(NULL, DUEL_QUANTITY_SCORES, out.sizes, out.sizes + 1));
  NEEDS(duel_model_shape(model, DUEL_QUANTITY_SCORES, NULL, out.sizes + 1));
  NEEDS(duel_model_shape(model, DUEL_QUANTITY_SCORES, out.sizes, NULL));
  NEEDS(duel_model_get(NULL, DUEL_QUANTITY_SCORES, out.numbers, NUMBERS));
  NEEDS(duel_model_get(model, DUEL_QUANTITY_SCORES, NULL, NUMBERS));
  NEEDS(model_values(NULL, DUEL_QUANTITY_SCORES, NULL, out.numbers, NUMBERS));
  NEEDS(model_values(model, DUEL_QUANTITY_SCORES, NULL, NULL, NUMBERS));
  NEEDS(model_covariance(NULL, DUEL_QUANTITY_SCORES, NULL, out.numbers, NUMBERS));
  NEEDS(model_covariance(model, DUEL_QUANTITY_SCORES, NULL, NULL, NUMBERS));
  NEEDS(model_contrasts(NULL, DUEL_QUANTITY_SCORES, NULL, weights, 1, out.numbers, 4, NULL, 0));
  NEEDS(model_contrasts(model, DUEL_QUANTITY_SCORES, NULL, NULL, 1, out.numbers, 4, NULL, 0));
  NEEDS(model_contrasts(model, DUEL_QUANTITY_SCORES, NULL, weights, 1, NULL, 4, out.numbers, 1));
  NEEDS(duel_model_predict(NULL, &rows, NULL, out.numbers, NUMBERS));
  NEEDS(duel_model_predict(model, NULL, NULL, out.numbers, NUMBERS));
  NEEDS(duel_model_predict(model, &rows, NULL, NULL, NUMBERS));
  NEEDS(model_ranks(NULL, NULL, out.numbers, NUMBERS));
  NEEDS(model_ranks(model, NULL, NULL, NUMBERS));
  NEEDS(duel_model_log_likelihood(NULL, set, out.numbers, out.numbers + 1));
  NEEDS(duel_model_log_likelihood(model, NULL, out.numbers, out.numbers + 1));
  NEEDS(duel_model_log_likelihood(model, set, NULL, out.numbers + 1));
  /* The one output that the caller has to fill in first. */
  memset(&out.info, CANARY, sizeof out.info);
  EXPECT(DUEL_ERR_NULL, duel_model_info(NULL, &out.info));
}

static int constant(const double *values, size_t n, double *result, double *gradient, void *user) {
  (void)values;
  (void)n;
  (void)gradient;
  (void)user;
  result[0] = 1.0;
  return 0;
}

/* The questions that came later: NULL in each pointer that needs one. */
static void null_in_questions(const duel_set *set, const duel_model *model,
                              const duel_bootstrap *bootstrap) {
  static const double weights[] = {1.0, -1.0, 0.0, 0.0};
  static const size_t pair[] = {0, 1};
  double *numbers = out.numbers;
  NEEDS(duel_bootstrap_new(NULL, NULL, &out.bootstrap));
  NEEDS(duel_bootstrap_new(model, NULL, NULL));
  NEEDS(duel_bootstrap_info(bootstrap, NULL));
  NEEDS(duel_bootstrap_get(NULL, DUEL_QUANTITY_SCORES, NULL, numbers, NUMBERS));
  NEEDS(duel_bootstrap_get(bootstrap, DUEL_QUANTITY_SCORES, NULL, NULL, NUMBERS));
  NEEDS(model_pairs(NULL, NULL, 0, 0, numbers, NUMBERS));
  NEEDS(model_pairs(model, NULL, 0, 0, NULL, NUMBERS));
  NEEDS(model_tests(NULL, DUEL_QUANTITY_SCORES, NULL, 0, weights, 1, NULL, numbers, NUMBERS));
  NEEDS(model_tests(model, DUEL_QUANTITY_SCORES, NULL, 0, NULL, 1, NULL, numbers, NUMBERS));
  NEEDS(model_tests(model, DUEL_QUANTITY_SCORES, NULL, 0, weights, 1, NULL, NULL, NUMBERS));
  NEEDS(duel_p_adjust(NULL, 2, DUEL_ADJUST_HOLM, numbers, 2));
  NEEDS(duel_p_adjust(weights, 1, DUEL_ADJUST_HOLM, NULL, 1));
  NEEDS(duel_model_rank_probabilities(NULL, NULL, numbers, NUMBERS));
  NEEDS(duel_model_rank_probabilities(model, NULL, NULL, NUMBERS));
  NEEDS(duel_model_superiority(NULL, NULL, numbers, NUMBERS));
  NEEDS(duel_model_superiority(model, NULL, NULL, NUMBERS));
  NEEDS(duel_model_adjacent(NULL, NULL, &out.table));
  NEEDS(duel_model_adjacent(model, NULL, NULL));
  NEEDS(duel_model_rank_summary(NULL, NULL, &out.table));
  NEEDS(duel_model_rank_summary(model, NULL, NULL));
  NEEDS(duel_model_compact_letters(NULL, NULL, &out.table));
  NEEDS(duel_model_compact_letters(model, NULL, NULL));
  NEEDS(duel_model_more_comparisons(NULL, pair, 1, NULL, 0.0, NULL, &out.table));
  NEEDS(duel_model_more_comparisons(model, NULL, 1, NULL, 0.0, NULL, &out.table));
  NEEDS(duel_model_more_comparisons(model, pair, 1, NULL, 0.0, NULL, NULL));
  NEEDS(duel_model_quasi_variances(NULL, NULL, numbers, NUMBERS, NULL));
  NEEDS(duel_model_quasi_variances(model, NULL, NULL, NUMBERS, NULL));
  NEEDS(model_profile(NULL, DUEL_QUANTITY_SCORES, NULL, NULL, SMALL_ITEMS, numbers, NUMBERS));
  NEEDS(model_profile(model, DUEL_QUANTITY_SCORES, NULL, NULL, SMALL_ITEMS, NULL, NUMBERS));
  NEEDS(model_function(NULL, DUEL_QUANTITY_SCORES, NULL, constant, NULL, 1, numbers, NUMBERS, NULL, 0));
  NEEDS(model_function(model, DUEL_QUANTITY_SCORES, NULL, NULL, NULL, 1, numbers, NUMBERS, NULL, 0));
  NEEDS(model_function(model, DUEL_QUANTITY_SCORES, NULL, constant, NULL, 1, NULL, NUMBERS, numbers, 1));
  NEEDS(duel_model_criteria(model, NULL));
  NEEDS(duel_model_compare(NULL, model, 0, NULL, (duel_comparison_facts *)(void *)numbers));
  NEEDS(duel_model_compare(model, NULL, 0, NULL, (duel_comparison_facts *)(void *)numbers));
  NEEDS(duel_model_accuracy(model, set, NULL));
  NEEDS(duel_model_calibration(NULL, set, 2, &out.table));
  NEEDS(duel_model_calibration(model, set, 2, NULL));
  NEEDS(duel_model_metrics_by_outcome(NULL, set, 0, &out.table));
  NEEDS(duel_model_metrics_by_outcome(model, set, 0, NULL));
  NEEDS(duel_model_triads(model, 5, NULL, NULL));
  NEEDS(duel_model_goodness(model, 5, NULL, NULL));
  NEEDS(duel_model_residuals(NULL, DUEL_BY_ITEM, NULL, &out.table));
  NEEDS(duel_model_residuals(model, DUEL_BY_ITEM, NULL, NULL));
  NEEDS(duel_model_influence(NULL, DUEL_BY_JUDGE, NULL, &out.table));
  NEEDS(duel_model_influence(model, DUEL_BY_JUDGE, NULL, NULL));
  NEEDS(duel_model_influence_changes(NULL, DUEL_QUANTITY_SCORES, DUEL_BY_JUDGE, NULL, numbers, NUMBERS));
  NEEDS(duel_model_influence_changes(model, DUEL_QUANTITY_SCORES, DUEL_BY_JUDGE, NULL, NULL, NUMBERS));
  NEEDS(duel_model_given(NULL, weights, SMALL_ITEMS, NULL, &out.model));
  NEEDS(duel_model_given(set, NULL, SMALL_ITEMS, NULL, &out.model));
  NEEDS(duel_model_given(set, weights, SMALL_ITEMS, NULL, NULL));
  NEEDS(duel_model_simulate(NULL, set, 1, &out.set));
  NEEDS(duel_model_simulate(model, set, 1, NULL));
}

static void short_buffers(const duel_set *set, const duel_model *model) {
  static const double weights[] = {1.0, -1.0, 0.0, 0.0};
  duel_rows rows = good_rows();
  size_t length = 0;
  memset(&rows.score, 0, sizeof rows.score);
  REFUSES(DUEL_ERR_SIZE, duel_model_get(model, DUEL_QUANTITY_SCORES, out.numbers, SMALL_ITEMS - 1));
  REFUSES(DUEL_ERR_SIZE, duel_model_get(model, DUEL_QUANTITY_SCORES, out.numbers, 0));
  REFUSES(DUEL_ERR_SIZE, model_covariance(model, DUEL_QUANTITY_SCORES, NULL, out.numbers, 15));
  REFUSES(DUEL_ERR_SIZE, model_contrasts(model, DUEL_QUANTITY_SCORES, NULL, weights, 1, out.numbers, 4,
                                        out.numbers + 8, 0));
  REFUSES(DUEL_ERR_SIZE, duel_model_predict(model, &rows, NULL, out.numbers, 23));
  /* Saving tells the length also when the buffer is too short, and only that. */
  EXPECT(DUEL_OK, duel_set_save(set, NULL, 0, &length));
  fresh();
  EXPECT(DUEL_ERR_SIZE, duel_set_save(set, out.bytes, sizeof out.bytes, out.sizes));
  CHECK(out.sizes[0] == length, "length %lu", (unsigned long)out.sizes[0]);
  memset(out.sizes, CANARY, sizeof out.sizes);
  CHECK(untouched(), "bytes of a short buffer");
  EXPECT(DUEL_OK, duel_model_save(model, NULL, 0, &length));
  fresh();
  EXPECT(DUEL_ERR_SIZE, duel_model_save(model, out.bytes, sizeof out.bytes, out.sizes));
  CHECK(out.sizes[0] == length, "length %lu", (unsigned long)out.sizes[0]);
  memset(out.sizes, CANARY, sizeof out.sizes);
  CHECK(untouched(), "bytes of a short buffer");
}

static void zero_sizes(duel_set *set, const duel_model *model) {
  duel_rows none = empty_rows(0);
  EXPECT(DUEL_OK, duel_set_intern(set, DUEL_KIND_ITEM, NULL, 0));
  SURVIVES(duel_set_append(set, &none));
  SURVIVES(duel_set_filter(set, DUEL_KIND_ITEM, NULL, 0, &out.set));
  if (!untouched()) duel_set_free(out.set);
  /* Nothing asked for needs no memory. */
  EXPECT(DUEL_OK, model_contrasts(model, DUEL_QUANTITY_SCORES, NULL, NULL, 0, out.numbers, 0, NULL, 0));
  EXPECT(DUEL_OK, duel_model_predict(model, &none, NULL, NULL, 0));
  REFUSES(DUEL_ERR_FORMAT, duel_set_load(small_items, 0, &out.set));
  REFUSES(DUEL_ERR_FORMAT, duel_model_load(small_items, 0, &out.model));
}

/* Sizes whose products overflow: nothing may be read, so small data behind them is no danger. */
static void huge_sizes(duel_set *set, const duel_model *model) {
  static const double weights[] = {1.0, -1.0, 0.0, 0.0};
  duel_rows rows = good_rows();
  duel_model_options fit = fit_defaults();
  size_t one = 0;
  rows.length = huge;
  REFUSES(DUEL_ERR_SIZE, duel_set_append(set, &rows));
  rows.length = huge / 16 + 2;
  REFUSES(DUEL_ERR_SIZE, duel_set_append(set, &rows));
  memset(&rows.score, 0, sizeof rows.score);
  rows.length = huge;
  REFUSES(DUEL_ERR_SIZE, duel_model_predict(model, &rows, NULL, out.numbers, NUMBERS));
  REFUSES(DUEL_ERR_SIZE, duel_set_intern(set, DUEL_KIND_ITEM, small_items, huge));
  CHECK(duel_set_filter(set, DUEL_KIND_ITEM, &one, huge, &out.set) != DUEL_OK, "filter");
  REFUSES(DUEL_ERR_SIZE,
          model_contrasts(model, DUEL_QUANTITY_SCORES, NULL, weights, huge, out.numbers, huge, NULL, 0));
  REFUSES(DUEL_ERR_SIZE,
          model_contrasts(model, DUEL_QUANTITY_SCORES, NULL, weights, huge / 4, out.numbers, huge, NULL, 0));
  fresh();
  CHECK(duel_set_load(small_items, huge, &out.set) != DUEL_OK && untouched(), "load");
  CHECK(duel_model_load(small_items, huge, &out.model) != DUEL_OK && untouched(), "load");
  fit.covariates = small_items;
  fit.covariate_count = huge;
  CHECK(duel_model_fit(set, &fit, &out.model) != DUEL_OK && untouched(), "covariates");
  fit = fit_defaults();
  fit.fixed_scores = weights;
  fit.fixed_count = huge;
  CHECK(duel_model_fit(set, &fit, &out.model) != DUEL_OK && untouched(), "fixed scores");
  CHECK(duel_set_name(set, DUEL_KIND_ITEM, huge) == NULL, "name");
  fit = fit_defaults();
  fit.offsets = small_items;
  fit.offset_count = huge;
  CHECK(duel_model_fit(set, &fit, &out.model) != DUEL_OK && untouched(), "offsets");
  REFUSES(DUEL_ERR_SIZE, model_tests(model, DUEL_QUANTITY_SCORES, NULL, 0, weights, huge, NULL,
                                             out.numbers, huge));
  REFUSES(DUEL_ERR_SIZE,
          model_profile(model, DUEL_QUANTITY_SCORES, NULL, weights, huge / 4, out.numbers, huge));
  REFUSES(DUEL_ERR_SIZE, duel_model_more_comparisons(model, &one, huge / 2 + 2, NULL, 0.0, NULL, &out.table));
  REFUSES(DUEL_ERR_SIZE, duel_p_adjust(weights, huge, DUEL_ADJUST_HOLM, out.numbers, huge));
  CHECK(duel_model_given(set, weights, huge, NULL, &out.model) != DUEL_OK && untouched(), "given");
  REFUSES(DUEL_ERR_ARGUMENT, duel_model_calibration(model, NULL, huge / 4, &out.table));
  /* A buffer is allowed to be larger than anything. */
  EXPECT(DUEL_OK, duel_model_get(model, DUEL_QUANTITY_SCORES, out.numbers, huge));
  EXPECT(DUEL_OK, model_values(model, DUEL_QUANTITY_SCORES, NULL, out.numbers, huge));
}

/* A column inside a packed record is fine; anything else may be refused, but not crash. */
static void misaligned(duel_set *set, const duel_model *model) {
  static const double weights[] = {1.0, -1.0, 0.0, 0.0};
  unsigned char records[2 * 13], odd[sizeof(duel_model_options) + 1];
  double expected[SMALL_ITEMS];
  double *numbers = (double *)(void *)((unsigned char *)out.numbers + 1);
  duel_rows rows = empty_rows(2);
  duel_set *packed = NULL;
  duel_set_facts facts;
  double totals[8];
  size_t i;
  for (i = 0; i < 2; i++) {
    uint32_t left = (uint32_t)i, right = (uint32_t)i + 1;
    double score = 1.0;
    memcpy(records + 13 * i + 1, &left, 4);
    memcpy(records + 13 * i + 5, &right, 4);
    /* The score overlaps nothing: it begins in a record of its own. */
    memcpy(totals + i, &score, 8);
  }
  rows.left.data = records + 1;
  rows.right.data = records + 5;
  rows.left.stride = rows.right.stride = 13;
  rows.left.type = rows.right.type = DUEL_TYPE_U32;
  memcpy(odd + 1, totals, 2 * sizeof *totals);
  rows.score = double_column((const double *)(void *)(odd + 1));
  EXPECT(DUEL_OK, duel_set_new(&packed));
  EXPECT(DUEL_OK, duel_set_append(packed, &rows));
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  EXPECT(DUEL_OK, duel_set_info(packed, &facts));
  CHECK(facts.comparisons == 2.0 && facts.left_wins == 2.0, "%g rows, %g won", facts.comparisons, facts.left_wins);
  duel_set_free(packed);

  EXPECT(DUEL_OK, duel_model_get(model, DUEL_QUANTITY_SCORES, expected, SMALL_ITEMS));
  SURVIVES(duel_model_get(model, DUEL_QUANTITY_SCORES, numbers, SMALL_ITEMS));
  if (!untouched()) CHECK(memcmp(numbers, expected, sizeof expected) == 0, "other numbers");
  SURVIVES(model_values(model, DUEL_QUANTITY_SCORES, NULL, numbers, 4 * SMALL_ITEMS));
  SURVIVES(model_ranks(model, NULL, numbers, 3 * SMALL_ITEMS));
  memcpy(odd + 1, weights, sizeof weights);
  SURVIVES(model_contrasts(model, DUEL_QUANTITY_SCORES, NULL, (const double *)(void *)(odd + 1), 1,
                          out.numbers, 4, NULL, 0));
  SURVIVES(duel_model_shape(model, DUEL_QUANTITY_SCORES, (size_t *)(void *)(out.bytes + 1),
                            (size_t *)(void *)(out.bytes + 17)));
  {
    duel_model_options fit = fit_defaults();
    memcpy(odd + 1, &fit, sizeof fit);
    SURVIVES(duel_model_fit(set, (const duel_model_options *)(void *)(odd + 1), &out.model));
    if (!untouched()) duel_model_free(out.model);
  }
}

/* Owners may let go in any order. */
static void free_in_any_order(void) {
  int order;
  for (order = 0; order < 4; order++) {
    duel_set *set = NULL, *copy = NULL;
    duel_model *model = NULL, *share = NULL;
    double scores[SMALL_ITEMS];
    EXPECT(DUEL_OK, small_set(&set));
    EXPECT(DUEL_OK, duel_set_copy(set, &copy));
    EXPECT(DUEL_OK, duel_model_fit(order & 1 ? copy : set, NULL, &model));
    EXPECT(DUEL_OK, duel_model_share(model, &share));
    if (order & 2) duel_set_free(set), duel_model_free(model);
    EXPECT(DUEL_OK, duel_model_get(share, DUEL_QUANTITY_SCORES, scores, SMALL_ITEMS));
    duel_set_free(copy);
    EXPECT(DUEL_OK, duel_model_get(share, DUEL_QUANTITY_SCORES, scores, SMALL_ITEMS));
    duel_model_free(share);
    if (!(order & 2)) duel_model_free(model), duel_set_free(set);
  }
}

int main(void) {
  duel_set *set = NULL;
  duel_model *model = NULL;
  duel_bootstrap *bootstrap = NULL;
  size_t before = 0, after = 0;
  unsigned char *first, *last;
  EXPECT(DUEL_OK, small_set(&set));
  EXPECT(DUEL_OK, duel_model_fit(set, NULL, &model));
  EXPECT(DUEL_OK, duel_bootstrap_new(model, NULL, &bootstrap));
  if (!set || !model || !bootstrap) return checks_end();
  first = bytes_of(set, &before);

  null_in_sets(set);
  null_in_models(set, model);
  null_in_questions(set, model, bootstrap);
  short_buffers(set, model);
  zero_sizes(set, model);
  huge_sizes(set, model);
  misaligned(set, model);

  last = bytes_of(set, &after);
  CHECK(first && last && before == after && memcmp(first, last, before) == 0, "the set changed");
  free(first);
  free(last);
  duel_bootstrap_free(bootstrap);
  duel_model_free(model);
  duel_set_free(set);
  free_in_any_order();
  return checks_end();
}
