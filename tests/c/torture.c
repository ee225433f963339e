/* Arguments that no caller should pass: NULL within structs and lists, sizes that are zero, short or overflow, addresses that are not
 * aligned. The answer is a status, never a crash,
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

/* NULL within structs and lists; operations.c has NULL in place of every pointer that a function needs. */
static void null_inside(duel_set *set, const duel_model *model) {
  static const double weights[] = {1.0, -1.0, 0.0, 0.0};
  duel_rows rows = good_rows();
  duel_covariate covariate;
  const char *const missing[] = {"ash", NULL};
  memset(&covariate, 0, sizeof covariate);
  covariate.struct_size = sizeof covariate;

  NEEDS(duel_set_intern(set, DUEL_KIND_ITEM, missing, 2));
  rows.left.data = NULL;
  CHECK(duel_set_append(set, &rows) != DUEL_OK, "rows without left");
  rows = good_rows();
  rows.left = names_column(missing);
  CHECK(duel_set_append(set, &rows) != DUEL_OK, "a name that is NULL");
  NEEDS(duel_set_covariate(set, &covariate)); /* its name is NULL */
  CHECK(duel_set_count(NULL, DUEL_KIND_ITEM) == 0, "count of NULL");
  CHECK(duel_set_name(NULL, DUEL_KIND_ITEM, 0) == NULL, "name of NULL");
  CHECK(duel_model_set(NULL) == NULL, "set of NULL");
  /* Of two outputs one is needed; none is left where the other is too short. */
  NEEDS(model_contrasts(model, DUEL_QUANTITY_SCORES, NULL, weights, 1, NULL, 4, out.numbers, 1));
  NEEDS(model_function(model, DUEL_QUANTITY_SCORES, NULL, NULL, NULL, 1, out.numbers, NUMBERS, NULL, 0));
  /* The one output that the caller has to fill in first. */
  memset(&out.info, CANARY, sizeof out.info);
  EXPECT(DUEL_ERR_NULL, duel_model_info(NULL, &out.info));
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
  size_t before = 0, after = 0;
  unsigned char *first, *last;
  EXPECT(DUEL_OK, small_set(&set));
  EXPECT(DUEL_OK, duel_model_fit(set, NULL, &model));
  if (!set || !model) return checks_end();
  first = bytes_of(set, &before);

  null_inside(set, model);
  short_buffers(set, model);
  zero_sizes(set, model);
  huge_sizes(set, model);
  misaligned(set, model);

  last = bytes_of(set, &after);
  CHECK(first && last && before == after && memcmp(first, last, before) == 0, "the set changed");
  free(first);
  free(last);
  duel_model_free(model);
  duel_set_free(set);
  free_in_any_order();
  return checks_end();
}
