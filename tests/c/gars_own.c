/* Nonparametric scores of one's own, against an item, in groups of contexts, and ratios, from C. */
#include "estimates.h"
#include "check.h"
#include "gars_data.h"

#include <math.h>

enum { K = GARS_K, N = 64, LABELS = 64 };

static double mu[N * GARS_CELLS], weights[N * 2];
static int32_t context[LABELS], first[LABELS], second[LABELS], category[LABELS];
static double propensity[LABELS];

static duel_gars_contexts contexts_of(int grouped) {
  duel_gars_contexts contexts = gars_contexts();
  size_t at, cell;
  for (at = 0; at < N; at++) {
    for (cell = 0; cell < GARS_CELLS; cell += 2) {
      const double shift = 0.004 * (double)(at % 16) - 0.03;
      mu[at * GARS_CELLS + cell] = gars_mu[cell] > 0.0 ? gars_mu[cell] + shift : 0.0;
      mu[at * GARS_CELLS + cell + 1] = gars_mu[cell] > 0.0 ? gars_mu[cell + 1] - shift : 0.0;
    }
    weights[2 * at] = at % 2 == 0, weights[2 * at + 1] = 1.0;
    context[at] = (int32_t)at, first[at] = (int32_t)(at % K), second[at] = (int32_t)((at + 1 + at / 3 % 2) % K);
    category[at] = at % 5 < 2, propensity[at] = 1.0 / 6.0;
  }
  contexts.length = N;
  contexts.mu = mu;
  contexts.mu_strides = NULL;
  contexts.labels = LABELS;
  contexts.context = int_column(context);
  contexts.first = int_column(first);
  contexts.second = int_column(second);
  contexts.category = int_column(category);
  contexts.propensity = double_column(propensity);
  if (grouped) contexts.groups = weights;
  return contexts;
}

typedef struct work {
  int calls;
  int code;
  int kink;
} work;

static double ssym(const double *m, int j, int k) { return 0.5 * (m[(j * K + k) * 2] + m[(k * K + j) * 2 + 1]); }

static int32_t products(void *user, size_t count, const double *m, double *values) {
  work *w = user;
  size_t at;
  w->calls++;
  for (at = 0; at < count; at++, m += GARS_CELLS) {
    const double a = ssym(m, 0, 1), b = ssym(m, 0, 2);
    values[2 * at] = w->kink ? (a > b ? a : b) : a * b;
    values[2 * at + 1] = ssym(m, 1, 2);
  }
  return w->code;
}

static int32_t slopes(void *user, size_t count, const double *m, const double *h, double *out) {
  size_t at;
  (void)user;
  for (at = 0; at < count; at++, m += GARS_CELLS, h += GARS_CELLS) {
    out[2 * at] = ssym(h, 0, 1) * ssym(m, 0, 2) + ssym(m, 0, 1) * ssym(h, 0, 2);
    out[2 * at + 1] = ssym(h, 1, 2);
  }
  return 0;
}

static const int32_t kinds[3] = {DUEL_FUNCTIONAL_BORDA, DUEL_FUNCTIONAL_AGAINST, DUEL_FUNCTIONAL_OWN}, variants[3] = {0, 2, 2};
static const char *const names[2] = {"even", "all"};

static duel_gars *make(int grouped) {
  duel_gars_options options = gars_options(kinds, 3);
  duel_gars *gars = NULL;
  options.variants = variants;
  if (grouped) options.group_names = names, options.group_count = 2;
  EXPECT(DUEL_OK, duel_gars_new(&options, &gars));
  return gars;
}

static void said(duel_status expected, duel_status status, const char *text) {
  CHECK(status == expected && strstr(duel_last_error(), text), "status %d: %s", (int)status, duel_last_error());
}

static void own_scores(void) {
  duel_gars_contexts contexts = contexts_of(0);
  duel_gars *gars = make(0), *given = make(0), *loaded = NULL;
  work w = {0, 0, 0};
  double table[4 * 8], exact[4 * 8];
  unsigned char bytes[16384];
  size_t length = 0, at;
  said(DUEL_ERR_NULL, duel_gars_add(gars, &contexts), "has no function yet");
  said(DUEL_ERR_ARGUMENT, duel_gars_own(gars, 0, "two", products, NULL, &w), "no score of one's own");
  said(DUEL_ERR_ARGUMENT, duel_gars_own(gars, 2, "", products, NULL, &w), "name is empty");
  said(DUEL_ERR_NULL, duel_gars_own(gars, 2, "two", NULL, NULL, &w), "the function score is NULL");
  EXPECT(DUEL_OK, duel_gars_own(gars, 2, "two", products, NULL, &w));
  EXPECT(DUEL_OK, duel_gars_own(given, 2, "two", products, slopes, &w));
  w.code = 7;
  said(DUEL_ERR_DATA, duel_gars_add(gars, &contexts), "score 'two': the function returned 7");
  w.code = 0;
  EXPECT(DUEL_OK, duel_gars_add(gars, &contexts));
  CHECK(w.calls > 20, "%d calls", w.calls);
  EXPECT(DUEL_OK, duel_gars_add(given, &contexts));
  EXPECT(DUEL_OK, gars_values(gars, -1, DUEL_ESTIMATOR_DEBIASED, NULL, table, 32));
  EXPECT(DUEL_OK, gars_values(given, -1, DUEL_ESTIMATOR_DEBIASED, NULL, exact, 32));
  for (at = 0; at < 8; at++) CHECK(fabs(table[4 * at] - exact[4 * at]) < 1e-8, "%g and %g", table[4 * at], exact[4 * at]);
  CHECK(table[4 * 5] == 0.5 && table[4 * 5 + 1] == 0.0, "the baseline itself is %g", table[4 * 5]);
  EXPECT(DUEL_OK, duel_gars_save(gars, bytes, sizeof bytes, &length));
  EXPECT(DUEL_OK, duel_gars_load(bytes, length, &loaded));
  said(DUEL_ERR_NULL, duel_gars_add(loaded, &contexts), "('two'): give the function to go on");
  said(DUEL_ERR_ARGUMENT, duel_gars_own(loaded, 2, "three", products, NULL, &w), "is the score 'two'");
  EXPECT(DUEL_OK, duel_gars_own(loaded, 2, "two", products, NULL, &w));
  EXPECT(DUEL_OK, duel_gars_add(loaded, &contexts));
  EXPECT(DUEL_OK, duel_gars_merge(loaded, gars));
  duel_gars_free(loaded);
  duel_gars_free(given);
  duel_gars_free(gars);
  gars = make(0);
  w.kink = 1;
  EXPECT(DUEL_OK, duel_gars_own(gars, 2, "best", products, NULL, &w));
  for (at = 0; at < N * GARS_CELLS; at += GARS_CELLS) mu[at + 4] = mu[at + 2], mu[at + 5] = mu[at + 3];
  for (at = 0; at < N * GARS_CELLS; at += GARS_CELLS) mu[at + 12] = mu[at + 6], mu[at + 13] = mu[at + 7];
  said(DUEL_ERR_DATA, duel_gars_add(gars, &contexts), "score 'best': its derivative jumps");
  CHECK(duel_last_error_row() >= 0, "row %ld", (long)duel_last_error_row());
  said(DUEL_ERR_UNSUPPORTED, duel_gars_weights(gars, 2, &contexts, NULL, mu, N * K * K), "has no weights of labels");
  duel_gars_free(gars);
}

static void groups(void) {
  duel_gars_contexts contexts = contexts_of(1), without = contexts_of(0);
  duel_gars *gars = make(1);
  duel_estimate *estimate = NULL;
  duel_ratio_facts ratio;
  duel_table *table = NULL;
  double all[4 * 8], in_group[4 * 8], expected[8];
  work w = {0, 0, 0};
  size_t at;
  EXPECT(DUEL_OK, duel_gars_own(gars, 2, "two", products, slopes, &w));
  said(DUEL_ERR_NULL, duel_gars_add(gars, &without), "contexts need a weight in each");
  EXPECT(DUEL_OK, duel_gars_add(gars, &contexts));
  EXPECT(DUEL_OK, duel_gars_groups(gars, &table));
  CHECK(rows_of(table) == 2 && duel_table_i64(table, "contexts")[0] == N / 2 && duel_table_f64(table, "share")[1] == 1.0 &&
            !strcmp(duel_table_text(table, "name", 0), "even"),
        "%lu groups", (unsigned long)rows_of(table));
  duel_table_free(table);
  EXPECT(DUEL_OK, gars_values(gars, -1, DUEL_ESTIMATOR_DEBIASED, NULL, all, 32));
  EXPECT(DUEL_OK, duel_gars_group_estimate(gars, -1, 1, DUEL_ESTIMATOR_DEBIASED, NULL, &estimate));
  EXPECT(DUEL_OK, duel_estimate_values(estimate, &table));
  columns_of(table, of_value, 4, in_group, 32);
  for (at = 0; at < 32; at++)
    CHECK(fabs(all[at] - in_group[at]) < 1e-12 || (all[at] != all[at] && in_group[at] != in_group[at]), "%g and %g", all[at],
          in_group[at]);
  memset(&ratio, 0, sizeof ratio);
  ratio.struct_size = sizeof ratio;
  EXPECT(DUEL_OK, duel_estimate_ratio(estimate, 0, 1, &ratio));
  CHECK(fabs(ratio.ratio - all[0] / all[4]) < 1e-12 && ratio.ratio_set == DUEL_RATIO_INTERVAL && ratio.lower < ratio.ratio &&
            ratio.ratio < ratio.upper && ratio.delta_lower < ratio.ratio && ratio.se > 0.0,
        "ratio %g from %g to %g", ratio.ratio, ratio.lower, ratio.upper);
  said(DUEL_ERR_ARGUMENT, duel_estimate_ratio(estimate, 0, 0, &ratio), "as numerator is");
  said(DUEL_ERR_ARGUMENT, duel_estimate_ratio(estimate, -1, 0, &ratio), "numerator is -1");
  duel_estimate_free(estimate);
  EXPECT(DUEL_OK, duel_gars_group_estimate(gars, 0, -1, DUEL_ESTIMATOR_PLUGIN, NULL, &estimate));
  EXPECT(DUEL_OK, duel_estimate_values(estimate, &table));
  columns_of(table, of_value, 1, expected, 8);
  duel_estimate_free(estimate);
  EXPECT(DUEL_OK, duel_gars_differences(gars, 0, 0, 1, DUEL_ESTIMATOR_PLUGIN, NULL, &estimate));
  EXPECT(DUEL_OK, duel_estimate_values(estimate, &table));
  columns_of(table, of_value, 1, in_group, 3);
  for (at = 0; at < 3; at++)
    CHECK(fabs(in_group[at] - (expected[at] - expected[3 + at])) < 1e-14, "difference %g", in_group[at]);
  duel_estimate_free(estimate);
  estimate = NULL;
  said(DUEL_ERR_ARGUMENT, duel_gars_differences(gars, 0, 1, 1, DUEL_ESTIMATOR_PLUGIN, NULL, &estimate), "differ from itself");
  said(DUEL_ERR_ARGUMENT, duel_gars_differences(gars, 0, 1, 2, DUEL_ESTIMATOR_PLUGIN, NULL, &estimate), "group is 2");
  said(DUEL_ERR_ARGUMENT, duel_gars_group_estimate(gars, 0, -2, DUEL_ESTIMATOR_PLUGIN, NULL, &estimate), "group is -2");
  weights[1] = -1.0;
  said(DUEL_ERR_DATA, duel_gars_add(gars, &contexts), "the weight in group 'all' is -1");
  for (at = 0; at < N; at++) weights[2 * at] = at < 12, weights[2 * at + 1] = 1.0;
  duel_gars_free(gars);
  gars = make(1);
  EXPECT(DUEL_OK, duel_gars_own(gars, 2, "two", products, slopes, &w));
  EXPECT(DUEL_OK, duel_gars_add(gars, &contexts));
  said(DUEL_ERR_DATA, duel_gars_group_estimate(gars, 0, 0, DUEL_ESTIMATOR_DEBIASED, NULL, &estimate),
       "group 'even' has 12 contexts; at least 30 are needed");
  duel_gars_free(gars);
}

int main(void) {
  own_scores();
  groups();
  return checks_end();
}
