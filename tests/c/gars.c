/* Nonparametric ranking scores from C: contexts from arrays and from a function, shards, bytes, estimates
 * and tests; and long work stopped. */
#include "estimates.h"
#include "check.h"
#include "gars_data.h"

#include <math.h>

enum { K = GARS_K, N = GARS_N, D = 3 * K };

static const int32_t functionals[3] = {DUEL_FUNCTIONAL_BORDA, DUEL_FUNCTIONAL_BRADLEY_TERRY, DUEL_FUNCTIONAL_RANK_CENTRALITY};

static duel_gars *make(int32_t clusters) {
  duel_gars_options options = gars_options(functionals, 3);
  duel_gars *gars = NULL;
  options.clusters = clusters;
  options.floor = -1.0;
  EXPECT(DUEL_OK, duel_gars_new(&options, &gars));
  return gars;
}

static int32_t fill(void *user, size_t first, size_t count, double *mu) {
  size_t context;
  *(size_t *)user += count;
  for (context = 0; context < count; context++)
    memcpy(mu + context * GARS_CELLS, gars_mu, sizeof gars_mu);
  return first == 0 ? 0 : 1;
}

/* Borda by hand: the mean of ssym, and of the corrections (e_j w1 + e_k w2)' h / 4. */
static void by_hand(const duel_gars *gars) {
  double table[4 * K], expected[K] = {0.0, 0.0, 0.0}, psi[N * D], plugin[N * D];
  duel_gars_contexts contexts = gars_contexts();
  size_t j, k, row;
  for (j = 0; j < K; j++)
    for (k = 0; k < K; k++)
      if (j != k) expected[j] += 0.25 * (gars_mu[(j * K + k) * 2] + gars_mu[(k * K + j) * 2 + 1]);
  for (row = 0; row < GARS_LABELS; row++) {
    size_t pair = (size_t)(gars_first[row] * K + gars_second[row]);
    double h = ((gars_category[row] == 0) - gars_mu[pair * 2]) / gars_propensity[row];
    expected[gars_first[row]] += 0.25 * h / N;
    expected[gars_second[row]] -= 0.25 * h / N;
  }
  EXPECT(DUEL_OK, gars_values(gars, 0, DUEL_ESTIMATOR_DEBIASED, NULL, table, 4 * K));
  for (j = 0; j < K; j++) {
    CHECK(fabs(table[4 * j] - expected[j]) < 1e-14, "Borda %g, not %g", table[4 * j], expected[j]);
    CHECK(table[4 * j + 2] < table[4 * j] && table[4 * j] < table[4 * j + 3], "interval of %g", table[4 * j]);
  }
  EXPECT(DUEL_OK, duel_gars_psi(gars, &contexts, psi, N * D, plugin, N * D));
  for (j = 0; j < K; j++) {
    double mean = 0.0;
    for (row = 0; row < N; row++) mean += psi[row * D + j] / N;
    CHECK(fabs(mean - expected[j]) < 1e-14, "mean psi %g, not %g", mean, expected[j]);
    CHECK(plugin[j] == plugin[D + j], "plug-ins %g and %g", plugin[j], plugin[D + j]);
  }
}

static void results(const duel_gars *gars) {
  double all[4 * D], covariance[D * D], difference[4], own[1], ranks[3 * K], tests[9 * K];
  double weights[D], w[N * K * K], null[K] = {0.0, 0.0, 0.0};
  duel_gars_contexts contexts = gars_contexts();
  duel_gars_facts info;
  duel_wald_facts wald;
  size_t values = 0;
  memset(&wald, 0, sizeof wald);
  wald.struct_size = sizeof wald;
  memset(weights, 0, sizeof weights);
  weights[K] = 1.0;
  weights[K + 2] = -1.0;
  EXPECT(DUEL_OK, duel_gars_values(gars, -1, &values));
  CHECK(values == D, "%lu values", (unsigned long)values);
  EXPECT(DUEL_OK, gars_values(gars, -1, DUEL_ESTIMATOR_DEBIASED, NULL, all, 4 * D));
  EXPECT(DUEL_OK, gars_covariance(gars, -1, DUEL_ESTIMATOR_DEBIASED, NULL, covariance, D * D));
  EXPECT(DUEL_OK, gars_contrasts(gars, -1, DUEL_ESTIMATOR_DEBIASED, NULL, weights, 1, difference, 4, own, 1));
  CHECK(fabs(difference[0] - (all[4 * K] - all[4 * (K + 2)])) < 1e-14, "contrast %g", difference[0]);
  CHECK(fabs(difference[1] - sqrt(own[0])) < 1e-14, "variance %g", own[0]);
  CHECK(fabs(all[5] * all[5] - covariance[D + 1]) < 1e-14, "covariance %g", covariance[D + 1]);
  EXPECT(DUEL_OK, gars_ranks(gars, 1, DUEL_ESTIMATOR_DEBIASED, NULL, ranks, 3 * K));
  CHECK(ranks[1] >= 1.0 && ranks[2] <= K && ranks[1] <= ranks[0] && ranks[0] <= ranks[2], "rank %g", ranks[0]);
  EXPECT(DUEL_OK, gars_pairs(gars, 1, DUEL_ESTIMATOR_DEBIASED, DUEL_FAMILY_ALL_PAIRS,
                                        DUEL_ADJUST_BONFERRONI, NULL, tests, 9 * K));
  CHECK(tests[9] == 0.0 && tests[10] == 2.0 && fabs(tests[11] - difference[0]) < 1e-14, "%g", tests[11]);
  EXPECT(DUEL_OK, duel_gars_ellipsoid(gars, 1, DUEL_ESTIMATOR_DEBIASED, null, NULL, &wald));
  CHECK(wald.statistic > 0.0 && wald.df == K - 1 && wald.p > 0.0 && wald.p < 1.0, "statistic %g", wald.statistic);
  EXPECT(DUEL_OK, duel_gars_weights(gars, 0, &contexts, NULL, w, N * K * K));
  CHECK(fabs(w[1] - 2.0 * 0.7 * 0.3 / 16.0) < 1e-14 && w[0] == 0.0 && w[9 + 1] == w[1],
        "weight %g", w[1]);
  memset(&info, 0, sizeof info);
  info.struct_size = sizeof info;
  EXPECT(DUEL_OK, duel_gars_info(gars, &info));
  CHECK(info.contexts == N && info.labels == GARS_LABELS && info.largest_weight == 4.0 && info.never == 0 &&
            info.orders == DUEL_ORDERS_BOTH && info.values == D && info.unlabelled == 0.0,
        "%g contexts, %g labels", info.contexts, info.labels);
  {
    duel_table *pairs = NULL;
    EXPECT(DUEL_OK, duel_gars_pairs(gars, &pairs));
    CHECK(rows_of(pairs) == K * (K - 1), "%lu pairs", (unsigned long)rows_of(pairs));
    CHECK(duel_table_f64(pairs, "labels")[0] == 1.0 && duel_table_f64(pairs, "weight")[0] == 2.0 &&
              duel_table_f64(pairs, "labels")[2] == 2.0 && duel_table_codes(pairs, "first")[2] == 1 &&
              !strcmp(duel_table_text(pairs, "second", 1), "2"),
          "labels of a pair %g", duel_table_f64(pairs, "labels")[2]);
    duel_table_free(pairs);
  }
}

/* Contexts from a function, in shards, through bytes: the same. */
static void shards(const duel_gars *whole) {
  duel_gars *run = make(DUEL_CLUSTERS_INDEPENDENT), *other = make(DUEL_CLUSTERS_INDEPENDENT), *loaded = NULL;
  duel_gars_contexts contexts = gars_contexts();
  double expected[4 * D], found[4 * D];
  unsigned char bytes[8192];
  size_t length = 0, told = 0, at;
  contexts.mu = NULL;
  contexts.mu_strides = NULL;
  EXPECT(DUEL_OK, duel_gars_run(run, &contexts, fill, &told));
  CHECK(told == N, "%lu contexts told", (unsigned long)told);
  EXPECT(DUEL_OK, duel_gars_merge(other, run));
  EXPECT(DUEL_OK, duel_gars_save(other, NULL, 0, &length));
  CHECK(length > 0 && length <= sizeof bytes, "%lu bytes", (unsigned long)length);
  EXPECT(DUEL_OK, duel_gars_save(other, bytes, sizeof bytes, &length));
  EXPECT(DUEL_OK, duel_gars_load(bytes, length, &loaded));
  EXPECT(DUEL_OK, gars_values(whole, -1, DUEL_ESTIMATOR_PLUGIN, NULL, expected, 4 * D));
  EXPECT(DUEL_OK, gars_values(loaded, -1, DUEL_ESTIMATOR_PLUGIN, NULL, found, 4 * D));
  for (at = 0; at < 4 * D; at += 4)
    CHECK(fabs(found[at] - expected[at]) < 1e-14, "%g, not %g", found[at], expected[at]);
  EXPECT(DUEL_OK, gars_covariance(whole, 1, DUEL_ESTIMATOR_DEBIASED, NULL, expected, K * K));
  EXPECT(DUEL_OK, gars_covariance(loaded, 1, DUEL_ESTIMATOR_DEBIASED, NULL, found, K * K));
  for (at = 0; at < K * K; at++)
    CHECK(fabs(found[at] - expected[at]) < 1e-14, "%g, not %g", found[at], expected[at]);
  duel_gars_free(run);
  duel_gars_free(other);
  duel_gars_free(loaded);
  duel_gars_free(NULL);
}

static void clusters(void) {
  static const int32_t numbers[N] = {7, 7, 8, 9};
  duel_gars *gars = make(DUEL_CLUSTERS_KEYED);
  duel_gars_contexts contexts = gars_contexts();
  duel_inference_options options;
  double plain[4 * K], few[4 * K];
  contexts.cluster = int_column(numbers);
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  EXPECT(DUEL_OK, duel_gars_add(gars, &contexts));
  options.correction = DUEL_CORRECTION_NONE;
  EXPECT(DUEL_OK, gars_values(gars, 0, DUEL_ESTIMATOR_DEBIASED, &options, plain, 4 * K));
  /* Three clusters are corrected where nothing is asked for. */
  options.correction = DUEL_CORRECTION_CR1;
  EXPECT(DUEL_OK, gars_values(gars, 0, DUEL_ESTIMATOR_DEBIASED, &options, few, 4 * K));
  CHECK(fabs(few[1] - plain[1] * sqrt(1.5)) < 1e-14, "standard error %g, not %g", few[1], plain[1]);
  CHECK(few[3] - few[0] > 4.3 * few[1], "half-width %g", few[3] - few[0]);
  duel_gars_free(gars);
}

/* A token that is up: nothing is added. */
static void stopped(void) {
  duel_gars *gars = make(DUEL_CLUSTERS_INDEPENDENT);
  duel_gars_contexts contexts = gars_contexts();
  duel_cancel *token = NULL;
  double table[4 * K];
  EXPECT(DUEL_OK, duel_cancel_new(&token));
  duel_cancel_raise(token);
  contexts.cancel = token;
  EXPECT(DUEL_ERR_CANCELLED, duel_gars_add(gars, &contexts));
  EXPECT(DUEL_ERR_DATA, gars_values(gars, 0, DUEL_ESTIMATOR_DEBIASED, NULL, table, 4 * K));
  duel_cancel_free(token);
  duel_gars_free(gars);
}

int main(void) {
  duel_gars *gars = make(DUEL_CLUSTERS_INDEPENDENT);
  duel_gars_contexts contexts = gars_contexts();
  contexts.threads = 2;
  EXPECT(DUEL_OK, duel_gars_add(gars, &contexts));
  by_hand(gars);
  results(gars);
  shards(gars);
  clusters();
  stopped();
  duel_gars_free(gars);
  return checks_end();
}
