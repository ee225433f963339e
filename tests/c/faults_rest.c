/* Operations of tests/c/faults.c without a model: geometry, nonparametric scores, learners, policies, tables. */
#include "faults.h"

#include <stdlib.h>

enum { LABELLED = 3 };

/* Distances of numbers on a circle of sorts. */
static const double *distances(world *w) {
  size_t i, j;
  for (i = 0; i < w->items; i++) {
    for (j = 0; j < w->items; j++) {
      const double d = (double)((i * 7) % w->items) - (double)((j * 7) % w->items);
      w->numbers[i * w->items + j] = d < 0.0 ? -d : d;
    }
  }
  return w->numbers;
}

static duel_status kernel_pca(world *w) {
  const double *d = distances(w);
  NUMBERS(duel_map_kernel_pca(d, w->items, 0.0, 2, fault_token, out, capacity, NULL, 0, NULL, 0, NULL), 2 * w->items);
}
static duel_status classical(world *w) {
  const double *d = distances(w);
  NUMBERS(duel_map_classical(d, w->items, 2, fault_token, out, capacity, NULL, 0, NULL, 0), 2 * w->items);
}
static duel_status smacof(world *w) {
  const double *d = distances(w);
  ZERO(duel_smacof_options, how);
  HEARD(how);
  how.starts = 3;
  how.iterations = 10;
  how.threads = 2;
  NUMBERS(duel_map_smacof(d, NULL, w->items, 2, &how, out, capacity, NULL), 2 * w->items);
}
static duel_status cluster(world *w) {
  const double *d = distances(w);
  TABLE(duel_tree_cluster(d, w->items, DUEL_LINKAGE_AVERAGE, 1, fault_token, &out, NULL, 0));
}
static duel_status cut(world *w) {
  duel_table *tree = NULL;
  int64_t *labels = (int64_t *)w->room[1];
  if (duel_tree_cluster(distances(w), w->items, DUEL_LINKAGE_WARD, 0, NULL, &tree, NULL, 0)) exit(2);
  if (!TRY(duel_tree_cut(duel_table_i64(tree, "left_cluster"), duel_table_i64(tree, "right_cluster"),
                         duel_table_f64(tree, "height"), w->items, DUEL_CUT_NUMBER, 2.0, labels, w->capacity))) {
    see_bytes(w, labels, w->items * sizeof *labels);
  }
  duel_table_free(tree);
  return w->status;
}
static duel_status rankings(world *w) {
  const double *d = distances(w);
  const size_t count = w->items < 40 ? w->items : 40;
  NUMBERS(duel_rankings_agreement(d, count, w->items, DUEL_AGREEMENT_KENDALL, 0, fault_token, out, capacity),
          count * count);
}
static duel_status rankings_effective(world *w) {
  const double *d = distances(w);
  FACTS(duel_effective_facts, duel_rankings_effective(d, w->judges, w->items, NULL, &out));
}
static duel_status bicluster(world *w) {
  const double *d = distances(w);
  TABLE(duel_matrix_bicluster(d, w->items, w->items, DUEL_DISSIMILARITY_EUCLIDEAN, DUEL_LINKAGE_AVERAGE, 2, 2, fault_token, &out));
}
static duel_status matrix_chart(world *w) {
  const double *d = distances(w);
  char *const out = (char *)w->room[0];
  size_t length = 0;
  duel_chart_options how;
  memset(&how, 0, sizeof how);
  how.struct_size = sizeof how;
  how.chart = DUEL_CHART_MATRIX;
  how.title = "distances";
  if (TRY(duel_matrix_chart(d, w->items < 20 ? w->items : 20, 10, &how, NULL, 0, &length))) return w->status;
  if (length > w->capacity * sizeof(double)) {
    see_bytes(w, &length, sizeof length);
    return DUEL_OK;
  }
  if (TRY(duel_matrix_chart(d, w->items < 20 ? w->items : 20, 10, &how, out, length, &length))) return w->status;
  see_bytes(w, out, length);
  return DUEL_OK;
}
static duel_status p_adjust(world *w) {
  size_t i;
  for (i = 0; i < w->items; i++) w->numbers[i] = (double)(i % 10) / 10.0;
  NUMBERS(duel_p_adjust(w->numbers, w->items, DUEL_ADJUST_BENJAMINI_YEKUTIELI, out, capacity), w->items);
}
static duel_status votes(world *w, int bins) {
  size_t i;
  for (i = 0; i < w->length; i++) w->room[1][i] = (double)(i % 11) / 10.0;
  if (bins) {
    TABLE(duel_votes_reliability(w->judge_ids, w->room[1], w->score, w->length, w->judges, 5, &out));
  }
  TABLE(duel_votes_confidence(w->judge_ids, w->room[1], w->score, w->length, w->judges, 5, &out));
}
static duel_status confidence(world *w) { return votes(w, 0); }
static duel_status reliability(world *w) { return votes(w, 1); }

/* ---- Nonparametric scores -------------------------------------------------------------------- */

static duel_gars *made(int32_t clusters) {
  static const int32_t functionals[] = {DUEL_FUNCTIONAL_BORDA,   DUEL_FUNCTIONAL_BRADLEY_TERRY,
                                        DUEL_FUNCTIONAL_RANK_CENTRALITY, DUEL_FUNCTIONAL_SOFTMAX,
                                        DUEL_FUNCTIONAL_COPELAND};
  duel_gars *gars = NULL;
  ZERO(duel_gars_options, what);
  what.items = LABELLED;
  what.categories = 2;
  what.functionals = functionals;
  what.functional_count = 4;
  what.clusters = clusters;
  if (duel_gars_new(&what, &gars)) exit(2);
  return gars;
}

static duel_gars *loaded(world *w) {
  duel_gars *gars = NULL;
  if (duel_gars_load(w->gars_bytes, w->gars_length, &gars)) exit(2);
  return gars;
}

static duel_gars_contexts labels_of(const world *w, int clustered) {
  duel_gars_contexts labels = w->labels;
  labels.threads = 2;
  HEARD(labels);
  if (!clustered) memset(&labels.cluster, 0, sizeof labels.cluster);
  return labels;
}

static uint64_t digest_of(const duel_gars *gars) {
  static world seen;
  size_t length = 0;
  unsigned char *bytes;
  duel_gars_save(gars, NULL, 0, &length);
  bytes = malloc(length ? length : 1);
  if (!bytes || duel_gars_save(gars, bytes, length, &length)) exit(2);
  seen.digest = FAULTS_START;
  see_bytes(&seen, bytes, length);
  free(bytes);
  return seen.digest;
}

/* As in faults_sets.c: all or nothing, and again later. */
#define CHANGES(gars_, call)                                                           \
  do {                                                                                 \
    duel_gars *gars = (gars_);                                                         \
    const uint64_t before = digest_of(gars);                                           \
    if (TRY(call)) {                                                                   \
      const duel_status refused = w->status;                                           \
      if (digest_of(gars) != before) w->wrong++;                                       \
      if ((call) || (w->reference && digest_of(gars) != w->reference)) w->wrong++;     \
      duel_gars_free(gars);                                                            \
      return refused;                                                                  \
    }                                                                                  \
    w->digest = digest_of(gars);                                                       \
    duel_gars_free(gars);                                                              \
    return DUEL_OK;                                                                    \
  } while (0)

static duel_status gars_new(world *w) {
  static const int32_t functionals[] = {DUEL_FUNCTIONAL_BORDA, DUEL_FUNCTIONAL_SOFTMAX};
  duel_gars *out = NULL;
  ZERO(duel_gars_options, what);
  what.items = LABELLED;
  what.categories = 2;
  what.functionals = functionals;
  what.functional_count = 2;
  if (TRY(duel_gars_new(&what, &out))) return w->status;
  w->digest = digest_of(out);
  duel_gars_free(out);
  return DUEL_OK;
}
static duel_status gars_add(world *w) {
  const duel_gars_contexts labels = labels_of(w, 0);
  CHANGES(made(DUEL_CLUSTERS_INDEPENDENT), duel_gars_add(gars, &labels));
}
static duel_status gars_add_keyed(world *w) {
  const duel_gars_contexts labels = labels_of(w, 1);
  CHANGES(loaded(w), duel_gars_add(gars, &labels));
}
static duel_status gars_add_together(world *w) {
  const duel_gars_contexts labels = labels_of(w, 1);
  CHANGES(made(DUEL_CLUSTERS_TOGETHER), duel_gars_add(gars, &labels));
}
static duel_status gars_run(world *w) {
  duel_gars_contexts labels = labels_of(w, 1);
  labels.mu = NULL;
  CHANGES(loaded(w), duel_gars_run(gars, &labels, duel_nuisance_mu, w->nuisance));
}
static duel_status gars_merge(world *w) { CHANGES(loaded(w), duel_gars_merge(gars, w->gars)); }
static duel_status gars_psi(world *w) {
  const duel_gars_contexts labels = labels_of(w, 1);
  NUMBERS(duel_gars_psi(w->gars, &labels, out, capacity, NULL, 0), labels.length * 6);
}
static duel_status gars_bounds(world *w) {
  static const double gamma[] = {1.5};
  const duel_gars_contexts labels = labels_of(w, 1);
  TABLE(duel_gars_bounds(w->gars, &labels, 0, gamma, 1, NULL, &out));
}
static duel_status gars_selection(world *w) {
  const duel_gars_contexts labels = labels_of(w, 1);
  TABLE(duel_gars_selection(w->gars, &labels, 0, NULL, &out));
}
static duel_status gars_weights(world *w) {
  const duel_gars_contexts labels = labels_of(w, 0);
  NUMBERS(duel_gars_weights(w->gars, 1, &labels, NULL, out, capacity), labels.length * 9);
}
static duel_status gars_save(world *w) {
  size_t length = 0;
  if (TRY(duel_gars_save(w->gars, w->room[0], w->capacity * sizeof(double), &length))) return w->status;
  see_bytes(w, w->room[0], length);
  return DUEL_OK;
}
static duel_status gars_load(world *w) {
  duel_gars *out = NULL;
  if (TRY(duel_gars_load(w->gars_bytes, w->gars_length, &out))) return w->status;
  w->digest = digest_of(out);
  duel_gars_free(out);
  return DUEL_OK;
}
static duel_status gars_info(world *w) { FACTS(duel_gars_facts, duel_gars_info(w->gars, &out)); }
static duel_status gars_pairs(world *w) { TABLE(duel_gars_pairs(w->gars, &out)); }
static duel_status gars_ellipsoid(world *w) {
  static const double null[LABELLED] = {0.0, 0.0, 0.0};
  FACTS(duel_wald_facts, duel_gars_ellipsoid(w->gars, 1, DUEL_ESTIMATOR_DEBIASED, null, NULL, &out));
}
static duel_status influence_equality(world *w) {
  const size_t n = 20 * LABELLED;
  size_t i;
  for (i = 0; i < 2 * n; i++) w->room[1][i] = (double)(i * i % 17) / 17.0;
  FACTS(duel_wald_facts,
        duel_influence_equality(20, LABELLED, w->room[1], w->room[1] + n, NULL, 0, NULL, &out));
}

#define GARS_ESTIMATE(call)                                          \
  do {                                                               \
    duel_table *out = NULL;                                          \
    duel_estimate *estimate = NULL;                                  \
    ZERO(duel_inference_options, how);                               \
    HEARD(how);                                                      \
    if (TRY(duel_gars_estimate(w->gars, 1, DUEL_ESTIMATOR_DEBIASED, &how, &estimate))) return w->status; \
    TRY(call);                                                       \
    duel_estimate_free(estimate);                                    \
    return w->status ? w->status : see_table(w, out);                \
  } while (0)
static duel_status gars_values(world *w) { GARS_ESTIMATE(duel_estimate_values(estimate, &out)); }
static duel_status gars_ranks(world *w) { GARS_ESTIMATE(duel_estimate_ranks(estimate, &out)); }
static duel_status gars_all_pairs(world *w) { GARS_ESTIMATE(duel_estimate_pairs(estimate, NULL, &out)); }

/* ---- Learners and policies ------------------------------------------------------------------- */

static duel_status learn(world *w, int32_t learner) {
  duel_gars_contexts labels = labels_of(w, 0);
  duel_nuisance *out = NULL;
  ZERO(duel_nuisance_options, how);
  labels.mu = NULL;
  how.items = LABELLED;
  how.categories = 2;
  how.learner = learner;
  how.propensities = DUEL_PROPENSITY_LOGIT;
  how.features = w->features;
  how.feature_count = 1;
  TRY(duel_nuisance_fit(&labels, &how, &out));
  if (w->status) {
    if (out) w->wrong++;
    return w->status;
  }
  if (duel_nuisance_predict(out, 0, labels.length, w->room[0], w->capacity)) w->wrong++;
  see_bytes(w, w->room[0], labels.length * 18 * sizeof(double));
  duel_nuisance_free(out);
  return DUEL_OK;
}
static duel_status learn_spline(world *w) { return learn(w, DUEL_LEARNER_SPLINE); }
static duel_status learn_trees(world *w) { return learn(w, DUEL_LEARNER_TREES); }
static duel_status learn_frequencies(world *w) { return learn(w, DUEL_LEARNER_FREQUENCIES); }
static duel_status settings(world *w) { TABLE(duel_nuisance_settings(w->nuisance, &out)); }
static duel_status nuisance_predict(world *w) {
  NUMBERS(duel_nuisance_predict(w->nuisance, 0, w->labels.length, out, capacity), w->labels.length * 18);
}
static duel_status propensities(world *w) {
  NUMBERS(duel_nuisance_propensities(w->nuisance, 0, w->labels.length, out, capacity), w->labels.length * 9);
}

static duel_policy_options planned(void) {
  ZERO(duel_policy_options, how);
  how.threads = 2;
  how.floor = 0.02;
  how.budget = 0.5;
  HEARD(how);
  return how;
}
/* Weights of the pairs of every context, which the policies plan with. */
static const double *weights(world *w) {
  size_t i;
  for (i = 0; i < w->labels.length * 9; i++) {
    w->room[1][i] = i % 9 % 4 ? 0.01 + (double)(i * 7 % 13) / 13.0 : 0.0;
  }
  return w->room[1];
}
static duel_status policy_choose(world *w) {
  const duel_policy_options how = planned();
  const double *given = weights(w);
  NUMBERS(duel_policy_choose(given, w->labels.length, 9, w->costs, &how, out, capacity, NULL, 0, NULL),
          w->labels.length * 9);
}
static duel_status policy_one_pair(world *w) {
  duel_policy_options how = planned();
  const double *given = weights(w);
  how.drawing = DUEL_DRAWING_ONE_PAIR;
  NUMBERS(duel_policy_choose(given, w->labels.length, 9, w->costs, &how, out, capacity, NULL, 0, NULL),
          w->labels.length * 9);
}
static duel_status policy_histogram(world *w) {
  const double *given = weights(w);
  memset(w->room[0], 0, DUEL_HISTOGRAM_LENGTH * sizeof(double));
  NUMBERS(duel_policy_histogram(given, w->labels.length, 9, w->costs, out, capacity), DUEL_HISTOGRAM_LENGTH);
}
static duel_status policy_outcome(world *w) {
  const double *given = weights(w);
  size_t i;
  for (i = 0; i < w->labels.length * 9; i++) w->pi[i] = i % 9 % 4 ? 0.3 : 0.0;
  FACTS(duel_policy_facts, duel_policy_outcome(given, w->labels.length, 9, w->costs, w->pi, &out));
}
static duel_status policy_draw(world *w) {
  uint8_t *drawn = (uint8_t *)w->room[0];
  size_t i;
  for (i = 0; i < w->labels.length * 9; i++) w->pi[i] = i % 9 % 4 ? 0.3 : 0.0;
  if (TRY(duel_policy_draw(w->pi, w->labels.length, 9, DUEL_DRAWING_INDEPENDENT, 1, 0, drawn,
                           w->labels.length * 9))) {
    return w->status;
  }
  see_bytes(w, drawn, w->labels.length * 9);
  return DUEL_OK;
}
static duel_status d_optimal(world *w) {
  const duel_policy_options how = planned();
  NUMBERS(duel_gars_d_optimal(w->gars, 1, w->mu, w->labels.length, w->costs, &how, out, capacity, NULL, 0, NULL),
          w->labels.length * 9);
}

const operation other_operations[] = {
    {"map_kernel_pca", kernel_pca},
    {"map_classical", classical},
    {"map_smacof", smacof},
    {"tree_cluster", cluster},
    {"tree_cut", cut},
    {"rankings_agreement", rankings},
    {"rankings_effective", rankings_effective},
    {"matrix_chart", matrix_chart},
    {"matrix_bicluster", bicluster},
    {"p_adjust", p_adjust},
    {"votes_confidence", confidence},
    {"votes_reliability", reliability},
    {"gars_new", gars_new},
    {"gars_add", gars_add},
    {"gars_add, keyed", gars_add_keyed},
    {"gars_add, together", gars_add_together},
    {"gars_run", gars_run},
    {"gars_merge", gars_merge},
    {"gars_psi", gars_psi},
    {"gars_bounds", gars_bounds},
    {"gars_selection", gars_selection},
    {"gars_weights", gars_weights},
    {"gars_save", gars_save},
    {"gars_load", gars_load},
    {"gars_info", gars_info},
    {"gars_pairs", gars_pairs},
    {"gars_ellipsoid", gars_ellipsoid},
    {"influence_equality", influence_equality},
    {"gars_estimate, values", gars_values},
    {"gars_estimate, ranks", gars_ranks},
    {"gars_estimate, pairs", gars_all_pairs},
    {"nuisance_fit, spline", learn_spline},
    {"nuisance_fit, trees", learn_trees},
    {"nuisance_fit, frequencies", learn_frequencies},
    {"nuisance_settings", settings},
    {"nuisance_predict", nuisance_predict},
    {"nuisance_propensities", propensities},
    {"policy_choose", policy_choose},
    {"policy_choose, one pair", policy_one_pair},
    {"policy_histogram", policy_histogram},
    {"policy_outcome", policy_outcome},
    {"policy_draw", policy_draw},
    {"gars_d_optimal", d_optimal},
    {NULL, NULL},
};
