/* Labels from C: nuisances are learnt from labels, scores estimated with them, the next labels planned and
 * drawn; and the comparisons that a fitted model asks for next. */
#include "estimates.h"
#include "check.h"
#include "data.h"

#include <math.h>

enum { K = 3, C = 2, N = 60, LABELS = 2 * N, ROW = K * K, SIZE = N * ROW };

static int32_t context[LABELS], first[LABELS], second[LABELS], category[LABELS];
static double one[LABELS], features[N], mu[SIZE * C], weights[SIZE], pi[SIZE], other[SIZE];
static uint8_t drawn[SIZE], shard[ROW];
static double costs[ROW], histogram[DUEL_HISTOGRAM_LENGTH], sum[DUEL_HISTOGRAM_LENGTH];

/* Two labels of each context; item 0 beats 1 beats 2, more often where the feature is large. */
static void prepare(void) {
  int32_t i;
  for (i = 0; i < LABELS; i++) {
    int32_t pair = i % 6;
    context[i] = i / 2;
    first[i] = pair / 2;
    second[i] = (first[i] + 1 + pair % 2) % K;
    features[context[i]] = (double)(context[i] % 10) / 10.0;
    category[i] = (i * 7 % 10 < 2 + context[i] % 10) == (first[i] < second[i]) ? 0 : 1;
    one[i] = 1.0 / 3.0;
  }
  for (i = 0; i < ROW; i++) costs[i] = i / K == i % K ? 0.0 : 1.0;
}

static void point(duel_column *column, const int32_t *values) {
  column->data = values;
  column->type = DUEL_TYPE_I32;
}

static duel_gars_contexts contexts_of(void) {
  duel_gars_contexts contexts;
  memset(&contexts, 0, sizeof contexts);
  contexts.struct_size = sizeof contexts;
  contexts.length = N;
  contexts.labels = LABELS;
  point(&contexts.context, context);
  point(&contexts.first, first);
  point(&contexts.second, second);
  point(&contexts.category, category);
  contexts.propensity.data = one;
  contexts.propensity.type = DUEL_TYPE_F64;
  return contexts;
}

/* Every learner gives probabilities, and its facts; the callback gives what predicting does. */
static duel_nuisance *learn(int32_t learner, int32_t pairs) {
  duel_nuisance_options options;
  duel_nuisance_facts info;
  duel_gars_contexts contexts = contexts_of();
  duel_nuisance *nuisance = NULL;
  duel_table *settings = NULL;
  double again[ROW * C];
  size_t i;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.items = K;
  options.categories = C;
  options.pairs = pairs;
  options.learner = learner;
  options.propensities = DUEL_PROPENSITY_LOGIT;
  options.features = features;
  options.feature_count = 1;
  contexts.threads = 2;
  EXPECT(DUEL_OK, duel_nuisance_fit(&contexts, &options, &nuisance));
  memset(&info, 0, sizeof info);
  info.struct_size = sizeof info;
  EXPECT(DUEL_OK, duel_nuisance_info(nuisance, &info));
  CHECK(info.items == K && info.categories == C && info.contexts == N && info.folds == 5 &&
            info.fallbacks == 0 && info.unlabelled == 0 && info.log_loss > 0.1 && info.log_loss < 0.8 &&
            info.frequency_loss > 0.1, "log loss %g", info.log_loss);
  EXPECT(DUEL_OK, duel_nuisance_settings(nuisance, &settings));
  CHECK(rows_of(settings) == 5 && duel_table_i64(settings, "fold")[4] == 4, "%lu folds",
        (unsigned long)rows_of(settings));
  CHECK((duel_table_f64(settings, "ridge")[0] > 0.0) == (learner == DUEL_LEARNER_SPLINE), "ridge %g",
        duel_table_f64(settings, "ridge")[0]);
  duel_table_free(settings);
  EXPECT(DUEL_OK, duel_nuisance_predict(nuisance, 0, N, mu, SIZE * C));
  for (i = 0; i < SIZE; i++) {
    double total = mu[C * i] + mu[C * i + 1], expected = i % ROW % (K + 1) == 0 ? 0.0 : 1.0;
    CHECK(fabs(total - expected) < 1e-12, "probabilities sum to %g", total);
  }
  EXPECT(0, duel_nuisance_mu(nuisance, 7, 1, again));
  CHECK(memcmp(again, mu + 7 * ROW * C, sizeof again) == 0, "another probability %g", again[2]);
  EXPECT(DUEL_OK, duel_nuisance_propensities(nuisance, 0, N, pi, SIZE));
  CHECK(pi[0] == 0.0 && pi[1] > 0.05 && pi[1] < 0.9, "propensity %g", pi[1]);
  return nuisance;
}

static duel_gars *scores(void) {
  static const int32_t functionals[] = {DUEL_FUNCTIONAL_BORDA, DUEL_FUNCTIONAL_BRADLEY_TERRY};
  duel_gars_options options;
  duel_gars *gars = NULL;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.items = K;
  options.categories = C;
  options.functionals = functionals;
  options.functional_count = 2;
  EXPECT(DUEL_OK, duel_gars_new(&options, &gars));
  return gars;
}

/* Scores with what was learnt, then the weights of labels. */
static void estimate(duel_nuisance *nuisance, duel_gars *gars) {
  duel_gars_contexts contexts = contexts_of();
  duel_estimate_facts facts;
  duel_estimate *scores_of = NULL;
  double table[4 * K];
  EXPECT(DUEL_OK, duel_gars_run(gars, &contexts, duel_nuisance_mu, nuisance));
  EXPECT(DUEL_OK, gars_values(gars, 0, DUEL_ESTIMATOR_DEBIASED, NULL, table, 4 * K));
  CHECK(table[0] > table[4] && table[4] > table[8], "Borda scores %g", table[4]);
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  EXPECT(DUEL_OK, duel_gars_estimate(gars, 0, DUEL_ESTIMATOR_DEBIASED, NULL, &scores_of));
  EXPECT(DUEL_OK, duel_estimate_info(scores_of, &facts));
  /* What a functional does not have is said to be none. */
  CHECK(facts.values == K && facts.quantity == -1 && facts.covariance == -1, "quantity %d, covariance %d", (int)facts.quantity,
        (int)facts.covariance);
  duel_estimate_free(scores_of);
  contexts.mu = mu;
  EXPECT(DUEL_OK, duel_gars_weights(gars, 1, &contexts, NULL, weights, SIZE));
}

static duel_policy_options planned(int32_t drawing) {
  duel_policy_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.drawing = drawing;
  options.threads = 2;
  options.floor = 0.02;
  options.budget = 0.5;
  return options;
}

/* Pairs that cost half as much: what is mixed in would spend the budget at 1/3, and is 1/6, that of one label. */
static void mix_of_one_pair(void) {
  duel_policy_options options = planned(DUEL_DRAWING_ONE_PAIR);
  duel_policy_facts info;
  double half[ROW];
  size_t i;
  memset(&info, 0, sizeof info);
  info.struct_size = sizeof info;
  for (i = 0; i < ROW; i++) half[i] = 0.5 * costs[i];
  options.budget = 1.0;
  EXPECT(DUEL_OK, duel_policy_choose(weights, N, ROW, half, &options, pi, SIZE, NULL, 0, &info));
  options.mix = 0.25;
  EXPECT(DUEL_OK, duel_policy_choose(weights, N, ROW, half, &options, other, SIZE, NULL, 0, &info));
  for (i = 0; i < SIZE; i++) {
    const double wanted = half[i % ROW] > 0.0 ? 0.75 * pi[i] + 0.25 / 6.0 : 0.0;
    CHECK(fabs(other[i] - wanted) < 1e-15, "mixed %g, not %g", other[i], wanted);
  }
}

/* The budget is spent, and better than at random; a histogram of two halves finds nearly the same. */
static void plan(void) {
  duel_policy_options options = planned(DUEL_DRAWING_INDEPENDENT);
  duel_policy_facts info, same;
  double nu[N], count = 0.0;
  size_t i;
  memset(&info, 0, sizeof info);
  info.struct_size = sizeof info;
  same = info;
  EXPECT(DUEL_OK, duel_policy_choose(weights, N, ROW, costs, &options, pi, SIZE, nu, N, &info));
  CHECK(info.status == DUEL_POLICY_ACTIVE && fabs(info.spend - 0.5) < 1e-12 && info.lambda > 0.0 &&
            info.variance < info.uniform && nu[0] == 0.0, "spend %.17g", info.spend);
  EXPECT(DUEL_OK, duel_policy_apply(weights, N, ROW, costs, info.lambda, &options, other, SIZE, NULL, 0,
                                    &same));
  CHECK(fabs(other[1] - pi[1]) < 1e-15 && same.spend == info.spend, "propensity %g", other[1]);
  EXPECT(DUEL_OK, duel_policy_outcome(weights, N, ROW, costs, pi, &same));
  CHECK(fabs(same.variance - info.variance) < 1e-9 * info.variance, "variance %g", same.variance);

  EXPECT(DUEL_OK, duel_policy_histogram(weights, N / 2, ROW, costs, histogram, DUEL_HISTOGRAM_LENGTH));
  EXPECT(DUEL_OK, duel_policy_histogram(weights + SIZE / 2, N / 2, ROW, costs, sum, DUEL_HISTOGRAM_LENGTH));
  for (i = 0; i < DUEL_HISTOGRAM_LENGTH; i++) sum[i] += histogram[i];
  EXPECT(DUEL_OK, duel_policy_lambda(sum, DUEL_HISTOGRAM_LENGTH, &options, &same));
  CHECK(fabs(same.lambda / info.lambda - 1.0) < 1e-3, "lambda %g", same.lambda);

  options.mix = 0.5;
  EXPECT(DUEL_OK, duel_policy_choose(weights, N, ROW, costs, &options, other, SIZE, NULL, 0, &same));
  CHECK(fabs(same.spend - 0.5) < 1e-12 && fabs(other[1] - (0.5 * pi[1] + 0.25 / 6.0)) < 1e-15,
        "mixed %g", other[1]);

  EXPECT(DUEL_OK, duel_policy_draw(pi, N, ROW, DUEL_DRAWING_INDEPENDENT, 3, 0, drawn, SIZE));
  EXPECT(DUEL_OK, duel_policy_draw(pi + ROW, 1, ROW, DUEL_DRAWING_INDEPENDENT, 3, 1, shard, ROW));
  for (i = 0; i < SIZE; i++) {
    CHECK(drawn[i] == 0 || (drawn[i] == 1 && pi[i] > 0.0), "drew %d", drawn[i]);
    count += drawn[i];
  }
  CHECK(count > 10.0 && count < 50.0, "drew %g", count);
  CHECK(memcmp(shard, drawn + ROW, ROW) == 0, "a shard drew %d", shard[1]);

  options = planned(DUEL_DRAWING_ONE_PAIR);
  EXPECT(DUEL_OK, duel_policy_choose(weights, N, ROW, costs, &options, pi, SIZE, nu, N, &info));
  CHECK(fabs(info.spend - 0.5) < 1e-10 && nu[0] >= 0.0, "spend %g", info.spend);
  EXPECT(DUEL_OK, duel_policy_draw(pi, N, ROW, DUEL_DRAWING_ONE_PAIR, 4, 0, drawn, SIZE));
  for (i = 0; i < N; i++) {
    double labels = 0.0;
    size_t k;
    for (k = 0; k < ROW; k++) labels += drawn[i * ROW + k];
    CHECK(labels <= 1.0, "%g labels of a context", labels);
  }
  mix_of_one_pair();
}

static void d_optimal(const duel_gars *gars) {
  duel_policy_options options = planned(DUEL_DRAWING_INDEPENDENT);
  duel_policy_facts info;
  double covariance[K * K];
  memset(&info, 0, sizeof info);
  info.struct_size = sizeof info;
  EXPECT(DUEL_OK, duel_gars_d_optimal(gars, 1, mu, N, NULL, &options, pi, SIZE, covariance, K * K, &info));
  CHECK(fabs(info.spend - 0.5) < 1e-10 && info.iterations > 1 && info.iterations < 200 &&
            isfinite(info.log_determinant), "spend %g", info.spend);
  CHECK(fabs(covariance[0] + covariance[1] + covariance[2]) < 1e-9 * covariance[0], "covariance %g",
        covariance[0]);
}

/* Each comparison lowers the criterion from where the one before left it. */
static void next(const duel_model *model) {
  duel_next_options options;
  duel_table *table = NULL;
  size_t i;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.batch = 3;
  options.second = 2;
  options.boundary = 1;
  for (options.criterion = 0; options.criterion < 4; options.criterion++) {
    EXPECT(DUEL_OK, duel_model_next(model, &options, &table));
    for (i = 0; i < 3; i++) {
      const double *before = duel_table_f64(table, "before"), *after = duel_table_f64(table, "after");
      CHECK(duel_table_codes(table, "left")[i] != duel_table_codes(table, "right")[i], "one item twice");
      CHECK(after[i] < before[i], "from %g to %g", before[i], after[i]);
      CHECK(i == 0 || fabs(before[i] - after[i - 1]) < 1e-8 * fabs(before[i]), "from %g, not %g", before[i],
            after[i - 1]);
    }
    duel_table_free(table);
  }
  EXPECT(DUEL_OK, duel_model_next(model, NULL, &table));
  CHECK(rows_of(table) == 1, "%lu comparisons", (unsigned long)rows_of(table));
  duel_table_free(table);
}

int main(void) {
  duel_set *set = NULL;
  duel_model *model = NULL;
  duel_nuisance *nuisance;
  duel_gars *gars = scores();
  int32_t learner;
  prepare();
  for (learner = DUEL_LEARNER_TREES; learner >= 0; learner--) {
    duel_nuisance_free(learn(learner, DUEL_PAIRS_UNORDERED));
  }
  nuisance = learn(DUEL_LEARNER_SPLINE, DUEL_PAIRS_ORDERED);
  estimate(nuisance, gars);
  plan();
  d_optimal(gars);
  EXPECT(DUEL_OK, small_set(&set));
  EXPECT(DUEL_OK, duel_model_fit(set, NULL, &model));
  next(model);
  duel_nuisance_free(nuisance);
  duel_nuisance_free(NULL);
  duel_gars_free(gars);
  duel_model_free(model);
  duel_set_free(set);
  return checks_end();
}
