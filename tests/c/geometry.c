/* Geometry of items from C: distances of a model, maps, clusters and tiers of them, and how rankings
 * agree; the same from replicates; and whatever takes long, stopped. */
#include "check.h"
#include "data.h"

#include <math.h>

enum { N = SMALL_ITEMS };

static double gap(const double *map, size_t dimensions, size_t i, size_t j) {
  double sum = 0.0;
  size_t k;
  for (k = 0; k < dimensions; k++) {
    double step = map[i * dimensions + k] - map[j * dimensions + k];
    sum += step * step;
  }
  return sqrt(sum);
}

/* Scores lie on a line, which every map finds. */
static void maps(const duel_model *model) {
  double d[N * N], z[N * N], scores[N], map[2 * N], values[2 * N], used = 0.0;
  duel_smacof_options options;
  duel_smacof_facts info;
  size_t i, j;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.starts = 3;
  options.threads = 2;
  memset(&info, 0, sizeof info);
  info.struct_size = sizeof info;
  EXPECT(DUEL_OK, duel_model_get(model, DUEL_QUANTITY_SCORES, scores, N));
  EXPECT(DUEL_OK, duel_model_distances(model, DUEL_DISTANCE_SCORES, NULL, d, N * N));
  EXPECT(DUEL_OK, duel_model_distances(model, DUEL_DISTANCE_Z, NULL, z, N * N));
  for (i = 0; i < N; i++) {
    for (j = 0; j < N; j++) {
      double expected = fabs(scores[i] - scores[j]);
      CHECK(fabs(d[i * N + j] - expected) < 1e-12, "distance %g, not %g", d[i * N + j], expected);
      CHECK(fabs(z[i * N + j] - expected) < 1e-12, "|z| %g, not %g", z[i * N + j], expected);
    }
  }
  EXPECT(DUEL_OK, duel_map_classical(d, N, 2, NULL, map, 2 * N, values, N, values + N, N));
  CHECK(fabs(gap(map, 2, 0, 3) - d[3]) < 1e-9, "%g, not %g", gap(map, 2, 0, 3), d[3]);
  CHECK(fabs(values[N] - 1.0) < 1e-9 && fabs(values[1]) < 1e-9, "share %g", values[N]);
  EXPECT(DUEL_OK, duel_map_smacof(d, NULL, N, 2, &options, map, 2 * N, &info));
  CHECK(fabs(gap(map, 2, 1, 2) - d[N + 2]) < 1e-6, "%g, not %g", gap(map, 2, 1, 2), d[N + 2]);
  CHECK(info.converged == 1 && info.stress < 1e-12 && info.stress_1 < 1e-6 && info.start == 0 &&
            info.agreeing >= 1 && info.reserved == 0, "stress %g from start %lu", info.stress,
        (unsigned long)info.start);
  EXPECT(DUEL_OK, duel_map_smacof(d, NULL, N, 1, NULL, map, N, NULL));
  EXPECT(DUEL_OK, duel_map_kernel_pca(d, N, 0.0, 2, NULL, map, 2 * N, values, N, values + N, N, &used));
  CHECK(used > 0.0 && values[0] >= values[1] && values[N] > 0.0 && values[N] <= 1.0, "gamma %g",
        used);
  EXPECT(DUEL_OK, duel_map_kernel_pca(d, N, used, 2, NULL, map, 2 * N, NULL, 0, NULL, 0, NULL));
}

/* Clusters of items on a line are neighbours, and its order is theirs. */
static void clusters(const duel_model *model) {
  double d[N * N], scores[N];
  int64_t order[N], labels[N];
  int32_t linkage;
  size_t i;
  EXPECT(DUEL_OK, duel_model_get(model, DUEL_QUANTITY_SCORES, scores, N));
  EXPECT(DUEL_OK, duel_model_distances(model, DUEL_DISTANCE_SCORES, NULL, d, N * N));
  for (linkage = DUEL_LINKAGE_AVERAGE; linkage <= DUEL_LINKAGE_WARD; linkage++) {
    double falls = 0.0, rises = 0.0;
    duel_table *merges = NULL;
    const int64_t *left, *right;
    const double *heights;
    EXPECT(DUEL_OK, duel_tree_cluster(d, N, linkage, 1, NULL, &merges, order, N));
    left = duel_table_i64(merges, "left_cluster");
    right = duel_table_i64(merges, "right_cluster");
    heights = duel_table_f64(merges, "height");
    if (!left || !right || !heights) return;
    CHECK(rows_of(merges) == N - 1 && duel_table_i64(merges, "items")[N - 2] == N, "the last holds all");
    for (i = 1; i < N; i++) {
      double step = scores[order[i]] - scores[order[i - 1]];
      *(step < 0.0 ? &falls : &rises) += 1.0;
    }
    CHECK(falls == 0.0 || rises == 0.0, "linkage %d: %g falls, %g rises", (int)linkage, falls, rises);
    EXPECT(DUEL_OK, duel_tree_cut(left, right, heights, N, DUEL_CUT_NUMBER, 2.0, labels, N));
    CHECK(labels[0] == 0 && labels[N - 1] == 1, "the ends share cluster %d", (int)labels[N - 1]);
    EXPECT(DUEL_OK, duel_tree_cut(left, right, heights, N, DUEL_CUT_HEIGHT, HUGE_VAL, labels, N));
    CHECK(labels[N - 1] == 0, "cluster %d", (int)labels[N - 1]);
    duel_table_free(merges);
    merges = NULL;
    EXPECT(DUEL_OK, duel_tree_cluster(d, N, linkage, 0, NULL, &merges, NULL, 0));
    CHECK(duel_table_i64(merges, "left_cluster")[0] < duel_table_i64(merges, "right_cluster")[0], "left");
    duel_table_free(merges);
  }
}

/* Differences of neighbours and tiers, by the normal distribution or from replicates. */
static void orders(const duel_model *model, const duel_bootstrap *bootstrap) {
  double widest = 0.0;
  int32_t best = -1, last = -1;
  duel_table *tiers = NULL, *rows = NULL;
  duel_inference_options how = inference_defaults();
  size_t i;
  how.bootstrap = bootstrap;
  how.draws = 2000;
  for (how.intervals = DUEL_INTERVALS_MARGINAL; how.intervals <= DUEL_INTERVALS_SIMULTANEOUS; how.intervals++) {
    EXPECT(DUEL_OK, duel_model_adjacent(model, &how, &rows));
    for (i = 0; i < rows_of(rows); i++) {
      const int32_t *first = duel_table_codes(rows, "first"), *second = duel_table_codes(rows, "second");
      const double gap = duel_table_f64(rows, "estimate")[i], p = duel_table_f64(rows, "p_adjusted")[i];
      CHECK(gap >= 0.0 && duel_table_f64(rows, "se")[i] > 0.0 && duel_table_f64(rows, "lower")[i] < gap &&
                gap < duel_table_f64(rows, "upper")[i] && p >= 0.0 && p <= 1.0, "%g, p %g", gap, p);
      CHECK(duel_table_f64(rows, "p")[i] <= p * (1.0 + 1e-12), "adjusted to less: %g", p);
      CHECK(i == 0 || first[i] == second[i - 1], "%d follows %d", (int)first[i], (int)second[i - 1]);
      if (i == 0) best = first[i];
      last = second[i];
      if (gap > widest) widest = gap;
    }
    CHECK(i == N - 1, "%lu neighbours", (unsigned long)i);
    duel_table_free(rows);
  }
  how.intervals = DUEL_INTERVALS_MARGINAL;
  EXPECT(DUEL_OK, duel_model_tiers(model, DUEL_TIERS_SIGNIFICANCE, 0.0, &how, &tiers));
  CHECK(duel_table_i64(tiers, "tier")[best] == 0, "the best is not in the first tier");
  duel_table_free(tiers);
  EXPECT(DUEL_OK, duel_model_tiers(model, DUEL_TIERS_NUMBER, N, NULL, &tiers));
  CHECK(duel_table_i64(tiers, "tier")[last] == N - 1, "the last is not in the last");
  duel_table_free(tiers);
  EXPECT(DUEL_OK, duel_model_tiers(model, DUEL_TIERS_GAP, 1.01 * widest, NULL, &tiers));
  for (i = 0; i < N; i++) CHECK(duel_table_i64(tiers, "tier")[i] == 0, "tier of %lu", (unsigned long)i);
  duel_table_free(tiers);
}

static void agreements(void) {
  static const double scores[] = {4.0, 3.0, 2.0, 1.0, 4.0, 2.0, 3.0, 1.0, 1.0, 2.0, 3.0, 4.0};
  double tau[9], top[9];
  EXPECT(DUEL_OK, duel_rankings_agreement(scores, 3, 4, DUEL_AGREEMENT_KENDALL, 0, NULL, tau, 9));
  CHECK(tau[0] == 1.0 && fabs(tau[1] - 2.0 / 3.0) < 1e-15 && tau[2] == -1.0 && tau[3] == tau[1],
        "tau %g", tau[1]);
  EXPECT(DUEL_OK, duel_rankings_agreement(scores, 3, 4, DUEL_AGREEMENT_SPEARMAN, 0, NULL, tau, 9));
  CHECK(fabs(tau[1] - 0.8) < 1e-15, "rho %g", tau[1]);
  EXPECT(DUEL_OK, duel_rankings_agreement(scores, 3, 4, DUEL_AGREEMENT_TOP, 2, NULL, top, 9));
  CHECK(top[1] == 0.5 && top[2] == 0.0, "top %g", top[1]);
  EXPECT(DUEL_OK, duel_rankings_agreement(scores, 3, 4, DUEL_AGREEMENT_AVERAGE_OVERLAP, 2, NULL, top, 9));
  CHECK(top[1] == 0.75 && top[8] == 1.0, "overlap %g", top[1]);
}

/* Says no the second time. */
static int once(const duel_progress *now, void *user) {
  CHECK(now->struct_size == sizeof *now, "struct_size %lu", (unsigned long)now->struct_size);
  return ++*(int *)user > 1;
}

static void stopped(const duel_model *model) {
  double d[N * N], out[N * N];
  duel_smacof_options options;
  duel_inference_options how = inference_defaults();
  duel_table *table = NULL;
  duel_cancel *cancel = NULL;
  int calls = 0;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.progress = once;
  options.user = &calls;
  EXPECT(DUEL_OK, duel_model_distances(model, DUEL_DISTANCE_SCORES, NULL, d, N * N));
  EXPECT(DUEL_ERR_CANCELLED, duel_map_smacof(d, NULL, N, 2, &options, out, N * N, NULL));
  CHECK(calls == 2, "called %d times", calls);
  EXPECT(DUEL_OK, duel_cancel_new(&cancel));
  duel_cancel_raise(cancel);
  options.progress = NULL;
  options.cancel = cancel;
  how.cancel = cancel;
  out[0] = 4711.0;
  EXPECT(DUEL_ERR_CANCELLED, duel_map_smacof(d, NULL, N, 2, &options, out, N * N, NULL));
  EXPECT(DUEL_ERR_CANCELLED, duel_tree_cluster(d, N, 0, 1, cancel, &table, NULL, 0));
  EXPECT(DUEL_ERR_CANCELLED, duel_rankings_agreement(d, 2, N, 0, 0, cancel, out, N * N));
  EXPECT(DUEL_ERR_CANCELLED, duel_model_distances(model, DUEL_DISTANCE_Z, &how, out, N * N));
  EXPECT(DUEL_ERR_CANCELLED, duel_model_tiers(model, 0, 0.0, &how, &table));
  EXPECT(DUEL_ERR_CANCELLED, duel_model_adjacent(model, &how, &table));
  CHECK(!table, "what was stopped made a table");
  CHECK(out[0] == 4711.0, "what was stopped wrote %g", out[0]);
  duel_cancel_free(cancel);
}

int main(void) {
  duel_set *set = NULL;
  duel_model *model = NULL;
  duel_bootstrap *bootstrap = NULL;
  duel_bootstrap_options draws;
  memset(&draws, 0, sizeof draws);
  draws.struct_size = sizeof draws;
  draws.replicates = 100;
  draws.weights = DUEL_WEIGHTS_BAYESIAN;
  EXPECT(DUEL_OK, small_set(&set));
  EXPECT(DUEL_OK, duel_model_fit(set, NULL, &model));
  EXPECT(DUEL_OK, duel_bootstrap_new(model, &draws, &bootstrap));
  if (model && bootstrap) {
    maps(model);
    clusters(model);
    orders(model, NULL);
    orders(model, bootstrap);
    agreements();
    stopped(model);
  }
  duel_bootstrap_free(bootstrap);
  duel_model_free(model);
  duel_set_free(set);
  return checks_end();
}
