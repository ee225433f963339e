/* Scores that are not linear, corrected to the second order, from C. */
#include "estimates.h"
#include "check.h"
#include "gars_data.h"

#include <math.h>

enum { K = GARS_K, N = 240 };

static double mu[N * GARS_CELLS], propensity[N], features[N];
static int32_t context[N], first[N], second[N], category[N], fold[N];
static const int32_t kinds[2] = {DUEL_FUNCTIONAL_BORDA, DUEL_FUNCTIONAL_BRADLEY_TERRY};

static duel_gars_contexts contexts_of(void) {
  duel_gars_contexts contexts = gars_contexts();
  size_t at, cell;
  for (at = 0; at < N; at++) {
    for (cell = 0; cell < GARS_CELLS; cell += 2) {
      const double shift = 0.004 * (double)(at % 16) - 0.03;
      mu[at * GARS_CELLS + cell] = gars_mu[cell] > 0.0 ? gars_mu[cell] + shift : 0.0;
      mu[at * GARS_CELLS + cell + 1] = gars_mu[cell] > 0.0 ? gars_mu[cell + 1] - shift : 0.0;
    }
    context[at] = (int32_t)at, first[at] = (int32_t)(at % K), second[at] = (int32_t)((at + 1 + at / 3 % 2) % K);
    category[at] = at % 5 < 2, propensity[at] = 1.0 / 6.0, fold[at] = (int32_t)(at % 4);
    features[at] = (double)(at * 7 % 40) / 40.0;
  }
  contexts.length = N;
  contexts.mu = mu;
  contexts.mu_strides = NULL;
  contexts.labels = N;
  contexts.context = int_column(context);
  contexts.first = int_column(first);
  contexts.second = int_column(second);
  contexts.category = int_column(category);
  contexts.propensity = double_column(propensity);
  return contexts;
}

static duel_gars *make(int32_t second_order, int32_t basis) {
  duel_gars_options options = gars_options(kinds, 2);
  duel_gars *gars = NULL;
  options.second_order = second_order;
  options.second_order_basis = basis;
  EXPECT(DUEL_OK, duel_gars_new(&options, &gars));
  return gars;
}

static void said(duel_status expected, duel_status status, const char *text) {
  CHECK(status == expected && strstr(duel_last_error(), text), "status %d: %s", (int)status, duel_last_error());
}

static duel_gars_facts facts_of(const duel_gars *gars) {
  duel_gars_facts facts;
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  EXPECT(DUEL_OK, duel_gars_info(gars, &facts));
  return facts;
}

/* A sentence for each of so many warnings. */
static void warned(const duel_gars *gars, size_t count) {
  duel_table *table = NULL;
  EXPECT(DUEL_OK, duel_gars_warnings(gars, &table));
  CHECK(rows_of(table) == count && (!count || strlen(duel_table_text(table, "text", 0)) > 40), "%lu warnings",
        (unsigned long)rows_of(table));
  duel_table_free(table);
}

static void corrections(void) {
  duel_gars_contexts contexts = contexts_of();
  duel_gars *plain = make(DUEL_SECOND_ORDER_AUTO, DUEL_RESIDUAL_BASIS_AUTO), *gars = make(DUEL_SECOND_ORDER_ON, DUEL_RESIDUAL_BASIS_FULL);
  duel_gars_facts facts;
  duel_table *table = NULL;
  double before[4 * 6], after[4 * 6];
  size_t at;
  said(DUEL_ERR_NULL, duel_gars_add(gars, &contexts), "give the fold of every context");
  EXPECT(DUEL_OK, duel_gars_add(plain, &contexts));
  warned(plain, 1);
  facts = facts_of(plain);
  CHECK(facts.corrected == 0.0 && facts.second_order_size != facts.second_order_size, "%g corrected", facts.corrected);
  contexts.fold = int_column(fold);
  said(DUEL_ERR_ARGUMENT, duel_gars_add(gars, &contexts), "needs features");
  contexts.features = features;
  contexts.feature_count = 1;
  EXPECT(DUEL_OK, duel_gars_add(gars, &contexts));
  facts = facts_of(gars);
  warned(gars, facts.second_order_size > 1.0);
  CHECK(facts.corrected == N && facts.second_order_size > 0.0, "%g corrected", facts.corrected);
  EXPECT(DUEL_OK, gars_values(plain, -1, DUEL_ESTIMATOR_DEBIASED, NULL, before, 24));
  EXPECT(DUEL_OK, gars_values(gars, -1, DUEL_ESTIMATOR_DEBIASED, NULL, after, 24));
  EXPECT(DUEL_OK, duel_gars_remainder(gars, &table));
  CHECK(rows_of(table) == 6, "%lu rows", (unsigned long)rows_of(table));
  for (at = 0; at < 6; at++) {
    const double moved = duel_table_f64(table, "correction")[at];
    CHECK((at < 3) == (moved == 0.0), "value %lu moves by %g", (unsigned long)at, moved);
    CHECK(fabs(before[4 * at] - duel_table_f64(table, "one_step")[at]) < 1e-12, "one step %g", before[4 * at]);
    CHECK(fabs(before[4 * at] + moved - after[4 * at]) < 1e-12, "%g and %g", before[4 * at] + moved, after[4 * at]);
  }
  duel_table_free(table);
  fold[17] = 1000;
  said(DUEL_ERR_DATA, duel_gars_add(gars, &contexts), "fold is 1000");
  CHECK(duel_last_error_row() == 17, "row %ld", (long)duel_last_error_row());
  for (at = 0; at < N; at++) fold[at] = (int32_t)(at % 16);
  said(DUEL_ERR_DATA, duel_gars_add(gars, &contexts), "needs 20 labels a fold; there are 15");
  features[3] = NAN;
  for (at = 0; at < N; at++) fold[at] = 0;
  said(DUEL_ERR_DATA, duel_gars_add(gars, &contexts), "features: number 0 is NaN");
  duel_gars_free(gars);
  duel_gars_free(plain);
}

static void learnt(void) {
  duel_gars_contexts contexts = contexts_of();
  duel_nuisance_options options;
  duel_nuisance *nuisance = NULL;
  duel_gars *gars = make(DUEL_SECOND_ORDER_AUTO, DUEL_RESIDUAL_BASIS_AUTO), *one = make(DUEL_SECOND_ORDER_AUTO, DUEL_RESIDUAL_BASIS_AUTO),
            *by_hand = make(DUEL_SECOND_ORDER_AUTO, DUEL_RESIDUAL_BASIS_AUTO);
  double found[4 * 6], expected[4 * 6];
  int32_t folds[N];
  size_t at;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.items = K, options.categories = 2, options.ridge = 1.0, options.seed = 3;
  options.features = features, options.feature_count = 1;
  said(DUEL_ERR_ARGUMENT, duel_gars_learn(gars, &contexts, 0, &options), "contexts.mu is given");
  contexts.mu = NULL;
  said(DUEL_ERR_ARGUMENT, duel_gars_learn(gars, &contexts, -1, &options), "splits is -1");
  said(DUEL_ERR_ARGUMENT, duel_gars_learn(gars, &contexts, 101, &options), "splits is 101");
  options.propensities = DUEL_PROPENSITY_LOGIT;
  said(DUEL_ERR_UNSUPPORTED, duel_gars_learn(gars, &contexts, 0, &options), "propensities is not read");
  options.propensities = DUEL_PROPENSITY_KNOWN;
  options.pairs = DUEL_PAIRS_UNORDERED;
  said(DUEL_ERR_ARGUMENT, duel_gars_learn(gars, &contexts, 0, &options), "differ in whether pairs are unordered");
  options.pairs = DUEL_PAIRS_ORDERED;
  EXPECT(DUEL_OK, duel_gars_learn(gars, &contexts, 0, &options));
  CHECK(facts_of(gars).corrected == N && facts_of(gars).contexts == N, "%g corrected", facts_of(gars).corrected);
  EXPECT(DUEL_OK, duel_gars_learn(one, &contexts, 1, &options));
  EXPECT(DUEL_OK, duel_nuisance_fit(&contexts, &options, &nuisance));
  said(DUEL_ERR_SIZE, duel_nuisance_folds(nuisance, folds, N - 1), "out");
  EXPECT(DUEL_OK, duel_nuisance_folds(nuisance, folds, N));
  contexts.fold = int_column(folds);
  contexts.features = features, contexts.feature_count = 1;
  EXPECT(DUEL_OK, duel_gars_run(by_hand, &contexts, duel_nuisance_mu, nuisance));
  EXPECT(DUEL_OK, gars_values(one, -1, DUEL_ESTIMATOR_DEBIASED, NULL, found, 24));
  EXPECT(DUEL_OK, gars_values(by_hand, -1, DUEL_ESTIMATOR_DEBIASED, NULL, expected, 24));
  for (at = 0; at < 24; at++) CHECK(found[at] == expected[at], "%g and %g", found[at], expected[at]);
  duel_nuisance_free(nuisance);
  duel_gars_free(by_hand);
  duel_gars_free(one);
  duel_gars_free(gars);
}

int main(void) {
  corrections();
  learnt();
  return checks_end();
}
