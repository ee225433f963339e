/* Bad questions about geometry, clusters, tiers and the agreement of rankings. */
#include "bad_input.h"

#include <math.h>

enum { N = SMALL_ITEMS, ROOM = 64 };
static double room[ROOM];

/* Four items on a line. */
static const double line[N * N] = {0.0, 1.0, 3.0, 6.0, 1.0, 0.0, 2.0, 5.0,
                                   3.0, 2.0, 0.0, 3.0, 6.0, 5.0, 3.0, 0.0};
static const double ones[N * N] = {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0,
                                   1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0};
static const double zeros[N * N];
static const int64_t lefts[N - 1] = {0, 2, 4}, rights[N - 1] = {1, 3, 5};
static const double heights[N - 1] = {1.0, 3.0, 3.5};
static int64_t labels[N];
static duel_table *made;
static const double scores[] = {1.0, 2.0, 3.0, 4.0, 2.0, 1.0, 3.0, 4.0};

/* A call with one argument wrong; it must leave the output alone. */
#define CALL(name, call)                                              \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    duel_status status;                                               \
    (void)set;                                                        \
    (void)model;                                                      \
    room[0] = 4711.0;                                                 \
    status = call;                                                    \
    CHECK(room[0] == 4711.0, "a failure wrote %g", room[0]);          \
    return status;                                                    \
  }

/* The same with one option wrong. */
#define ASK(name, change, call)                                       \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    duel_inference_options options = inference_defaults();            \
    (void)set;                                                        \
    change;                                                           \
    return call;                                                      \
  }

/* ---- distances and maps ---------------------------------------------------------------------- */

CALL(distances_no_model, duel_model_distances(NULL, 0, NULL, room, ROOM))
CALL(distances_what, duel_model_distances(model, 3, NULL, room, ROOM))
CALL(distances_noise, duel_model_distances(model, DUEL_DISTANCE_NOISE, NULL, room, ROOM))
CALL(distances_nowhere, duel_model_distances(model, 0, NULL, NULL, ROOM))
CALL(distances_short, duel_model_distances(model, 0, NULL, room, 15))
ASK(distances_unit, options.unit = NAN, duel_model_distances(model, 0, &options, room, ROOM))

/* The line with one element changed, and its mirror image if `both`. */
static const double *changed(size_t row, size_t column, double value, int both) {
  static double copy[N * N];
  memcpy(copy, line, sizeof copy);
  copy[row * N + column] = value;
  if (both) copy[column * N + row] = value;
  return copy;
}

static duel_status kernel(const double *d, size_t items, double gamma, size_t dimensions) {
  return duel_map_kernel_pca(d, items, gamma, dimensions, NULL, room, ROOM, NULL, 0, NULL, 0, NULL);
}

CALL(kernel_nothing, kernel(NULL, N, 0.0, 2))
CALL(kernel_no_items, kernel(line, 0, 0.0, 2))
CALL(kernel_huge, kernel(line, (size_t)-1, 0.0, 2))
CALL(kernel_nan, kernel(changed(1, 2, NAN, 1), N, 0.0, 2))
CALL(kernel_infinite, kernel(changed(3, 0, HUGE_VAL, 1), N, 0.0, 2))
CALL(kernel_negative, kernel(changed(2, 3, -1.0, 0), N, 0.0, 2))
CALL(kernel_uneven, kernel(changed(2, 1, 2.5, 0), N, 0.0, 2))
CALL(kernel_diagonal, kernel(changed(2, 2, 0.5, 0), N, 0.0, 2))
CALL(kernel_gamma, kernel(line, N, -1.0, 2))
CALL(kernel_gamma_nan, kernel(line, N, NAN, 2))
CALL(kernel_no_median, kernel(zeros, N, 0.0, 2))
CALL(kernel_no_dimension, kernel(line, N, 0.0, 0))
CALL(kernel_dimensions, kernel(line, N, 0.0, N + 1))
CALL(kernel_short, duel_map_kernel_pca(line, N, 0.0, 2, NULL, room, 7, NULL, 0, NULL, 0, NULL))
CALL(kernel_values_short, duel_map_kernel_pca(line, N, 0.0, 2, NULL, room, ROOM, room + 32, N - 1, NULL, 0, NULL))
CALL(classical_nowhere, duel_map_classical(line, N, 2, NULL, NULL, ROOM, NULL, 0, NULL, 0))
CALL(classical_short, duel_map_classical(line, N, 2, NULL, room, 7, NULL, 0, NULL, 0))
CALL(classical_nan, duel_map_classical(changed(0, 3, NAN, 1), N, 2, NULL, room, ROOM, NULL, 0, NULL, 0))

static duel_smacof_options smacof_defaults(void) {
  duel_smacof_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  return options;
}

static duel_status smacof(const double *d, const double *w, const duel_smacof_options *options) {
  return duel_map_smacof(d, w, N, 2, options, room, ROOM, NULL);
}

#define SCALE(name, change)                                           \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    duel_smacof_options options = smacof_defaults();                  \
    (void)set;                                                        \
    (void)model;                                                      \
    change;                                                           \
    return smacof(line, NULL, &options);                              \
  }

SCALE(smacof_size, options.struct_size = 8)
SCALE(smacof_reserved, options.reserved = 1)
SCALE(smacof_threads, options.threads = -1)
SCALE(smacof_starts, options.starts = 100001)
SCALE(smacof_tolerance, options.tolerance = 1.0)
SCALE(smacof_tolerance_nan, options.tolerance = NAN)

/* Two pairs of items with nothing between them. */
static const double pairs_only[N * N] = {0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0,
                                         0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0};

CALL(smacof_apart, smacof(line, pairs_only, NULL))
CALL(smacof_weights, smacof(line, changed(3, 1, -2.0, 1), NULL))
CALL(smacof_nan, smacof(changed(3, 1, NAN, 1), ones, NULL))
CALL(smacof_short, duel_map_smacof(line, NULL, N, 2, NULL, room, 7, NULL))
CALL(smacof_dimensions, duel_map_smacof(line, NULL, N, 5, NULL, room, ROOM, NULL))

static duel_status info_size(duel_set *set, const duel_model *model) {
  duel_smacof_facts info;
  (void)set;
  (void)model;
  memset(&info, 0, sizeof info);
  return duel_map_smacof(line, NULL, N, 2, NULL, room, ROOM, &info);
}

/* ---- clusters and tiers ---------------------------------------------------------------------- */

static duel_status cluster(const double *d, size_t items, int32_t linkage) {
  return duel_tree_cluster(d, items, linkage, 1, NULL, &made, NULL, 0);
}

CALL(cluster_nothing, cluster(NULL, N, 0))
CALL(cluster_no_items, cluster(line, 0, 0))
CALL(cluster_linkage, cluster(line, N, 4))
CALL(cluster_nan, cluster(changed(1, 0, NAN, 0), N, 0))
CALL(cluster_nowhere, duel_tree_cluster(line, N, 0, 0, NULL, NULL, NULL, 0))
CALL(cluster_order_short, duel_tree_cluster(line, N, 0, 0, NULL, &made, labels, 3))

/* A cut with the left cluster, the right one or the height of a row changed. */
static duel_status cut(size_t row, size_t column, double value) {
  int64_t left[N - 1], right[N - 1];
  double height[N - 1];
  memcpy(left, lefts, sizeof left);
  memcpy(right, rights, sizeof right);
  memcpy(height, heights, sizeof height);
  if (column == 2) height[row] = value;
  else (column ? right : left)[row] = (int64_t)value;
  return duel_tree_cut(left, right, height, N, DUEL_CUT_NUMBER, 2.0, labels, N);
}

#define CUT(items, by, value, capacity) \
  duel_tree_cut(lefts, rights, heights, items, by, value, labels, capacity)

CALL(cut_negative, cut(0, 0, -1.0))
CALL(cut_twice, cut(1, 0, 0.0))
CALL(cut_ahead, cut(0, 1, 4.0))
CALL(cut_height, cut(2, 2, 2.0))
CALL(cut_nothing, duel_tree_cut(NULL, rights, heights, N, DUEL_CUT_NUMBER, 2.0, labels, N))
CALL(cut_no_heights, duel_tree_cut(lefts, rights, NULL, N, DUEL_CUT_NUMBER, 2.0, labels, N))
CALL(cut_no_items, CUT(0, DUEL_CUT_NUMBER, 2.0, N))
CALL(cut_by, CUT(N, 2, 2.0, N))
CALL(cut_none, CUT(N, DUEL_CUT_NUMBER, 0.0, N))
CALL(cut_many, CUT(N, DUEL_CUT_NUMBER, 5.0, N))
CALL(cut_broken, CUT(N, DUEL_CUT_NUMBER, 1.5, N))
CALL(cut_no_height, CUT(N, DUEL_CUT_HEIGHT, NAN, N))
CALL(cut_short, CUT(N, DUEL_CUT_NUMBER, 2.0, 3))

CALL(tiers_no_model, duel_model_tiers(NULL, 0, 0.0, NULL, &made))
CALL(tiers_by, duel_model_tiers(model, 3, 0.0, NULL, &made))
CALL(tiers_none, duel_model_tiers(model, DUEL_TIERS_NUMBER, 0.0, NULL, &made))
CALL(tiers_many, duel_model_tiers(model, DUEL_TIERS_NUMBER, 5.0, NULL, &made))
CALL(tiers_broken, duel_model_tiers(model, DUEL_TIERS_NUMBER, NAN, NULL, &made))
CALL(tiers_gap, duel_model_tiers(model, DUEL_TIERS_GAP, -0.5, NULL, &made))
CALL(tiers_nowhere, duel_model_tiers(model, 0, 0.0, NULL, NULL))
ASK(tiers_level, options.level = 1.5, duel_model_tiers(model, 0, 0.0, &options, &made))

/* ---- rankings -------------------------------------------------------------------------------- */

CALL(agreement_nothing, duel_rankings_agreement(NULL, 2, 4, 0, 0, NULL, room, ROOM))
CALL(agreement_huge, duel_rankings_agreement(scores, (size_t)-1, 4, 0, 0, NULL, room, ROOM))
CALL(agreement_measure, duel_rankings_agreement(scores, 2, 4, 4, 0, NULL, room, ROOM))
CALL(agreement_no_k, duel_rankings_agreement(scores, 2, 4, DUEL_AGREEMENT_TOP, 0, NULL, room, ROOM))
CALL(agreement_k, duel_rankings_agreement(scores, 2, 4, DUEL_AGREEMENT_AVERAGE_OVERLAP, 5, NULL, room, ROOM))
CALL(agreement_short, duel_rankings_agreement(scores, 2, 4, 0, 0, NULL, room, 3))
CALL(adjacent_no_model, duel_model_adjacent(NULL, NULL, &made))
CALL(adjacent_nowhere, duel_model_adjacent(model, NULL, NULL))
ASK(adjacent_level, options.level = -1.0, duel_model_adjacent(model, &options, &made))

const bad_input bad_geometry[] = {
    {"distances of nothing", distances_no_model, DUEL_ERR_NULL, "model", -1},
    {"distance 3", distances_what, DUEL_ERR_ARGUMENT, "distance is 3", -1},
    {"noise without spread", distances_noise, DUEL_ERR_UNSUPPORTED, "spread", -1},
    {"distances nowhere", distances_nowhere, DUEL_ERR_NULL, "out", -1},
    {"room for 15 distances", distances_short, DUEL_ERR_SIZE, "15", -1},
    {"distances in unit NaN", distances_unit, DUEL_ERR_ARGUMENT, "unit is NaN", -1},
    {"kernel of nothing", kernel_nothing, DUEL_ERR_NULL, "dissimilarities", -1},
    {"kernel of no items", kernel_no_items, DUEL_ERR_ARGUMENT, "items is 0", -1},
    {"kernel of all memory", kernel_huge, DUEL_ERR_SIZE, "overflow", -1},
    {"dissimilarity NaN", kernel_nan, DUEL_ERR_DATA, "an element is NaN", 2},
    {"dissimilarity infinite", kernel_infinite, DUEL_ERR_DATA, "an element is inf", 3},
    {"dissimilarity negative", kernel_negative, DUEL_ERR_DATA, "an element is -1", 2},
    {"dissimilarities uneven", kernel_uneven, DUEL_ERR_DATA, "an element is 2.5, but its mirror image is 2", 2},
    {"an item far from itself", kernel_diagonal, DUEL_ERR_DATA, "diagonal is 0.5", 2},
    {"gamma -1", kernel_gamma, DUEL_ERR_ARGUMENT, "gamma is -1", -1},
    {"gamma NaN", kernel_gamma_nan, DUEL_ERR_ARGUMENT, "gamma is NaN", -1},
    {"median 0", kernel_no_median, DUEL_ERR_ARGUMENT, "median", -1},
    {"no dimension", kernel_no_dimension, DUEL_ERR_ARGUMENT, "dimensions is 0", -1},
    {"five dimensions of four items", kernel_dimensions, DUEL_ERR_ARGUMENT, "dimensions is 5", -1},
    {"room for 7 coordinates", kernel_short, DUEL_ERR_SIZE, "7", -1},
    {"room for 3 eigenvalues", kernel_values_short, DUEL_ERR_SIZE, "eigenvalues", -1},
    {"a map nowhere", classical_nowhere, DUEL_ERR_NULL, "out", -1},
    {"room for 7 of a map", classical_short, DUEL_ERR_SIZE, "7", -1},
    {"a map of NaN", classical_nan, DUEL_ERR_DATA, "an element is NaN", 3},
    {"smacof struct_size 8", smacof_size, DUEL_ERR_ARGUMENT, "struct_size is 8", -1},
    {"smacof reserved", smacof_reserved, DUEL_ERR_ARGUMENT, "reserved is 1", -1},
    {"smacof threads", smacof_threads, DUEL_ERR_ARGUMENT, "threads is -1", -1},
    {"smacof starts", smacof_starts, DUEL_ERR_ARGUMENT, "starts is 100001", -1},
    {"smacof tolerance 1", smacof_tolerance, DUEL_ERR_ARGUMENT, "tolerance is 1", -1},
    {"smacof tolerance NaN", smacof_tolerance_nan, DUEL_ERR_ARGUMENT, "tolerance is NaN", -1},
    {"pairs with nothing between", smacof_apart, DUEL_ERR_NOT_IDENTIFIED, "2 of the 4 items", -1},
    {"a negative weight", smacof_weights, DUEL_ERR_DATA, "weights: an element is -2", 3},
    {"NaN with a weight", smacof_nan, DUEL_ERR_DATA, "an element is NaN", 3},
    {"room for 7 of a scaling", smacof_short, DUEL_ERR_SIZE, "7", -1},
    {"smacof in five dimensions", smacof_dimensions, DUEL_ERR_ARGUMENT, "dimensions is 5", -1},
    {"smacof info struct_size 0", info_size, DUEL_ERR_ARGUMENT, "struct_size", -1},
    {"clusters of nothing", cluster_nothing, DUEL_ERR_NULL, "dissimilarities", -1},
    {"clusters of no items", cluster_no_items, DUEL_ERR_ARGUMENT, "items is 0", -1},
    {"linkage 4", cluster_linkage, DUEL_ERR_ARGUMENT, "linkage is 4", -1},
    {"clusters of NaN", cluster_nan, DUEL_ERR_DATA, "an element is NaN", 1},
    {"clusters nowhere", cluster_nowhere, DUEL_ERR_NULL, "out", -1},
    {"room for 3 leaves", cluster_order_short, DUEL_ERR_SIZE, "order", -1},
    {"cluster -1", cut_negative, DUEL_ERR_DATA, "-1 is no number of a cluster", 0},
    {"a cluster merged twice", cut_twice, DUEL_ERR_DATA, "cluster 0", 1},
    {"a cluster before it is made", cut_ahead, DUEL_ERR_DATA, "cluster 4", 0},
    {"heights that fall", cut_height, DUEL_ERR_DATA, "height 2", 2},
    {"a cut without heights", cut_no_heights, DUEL_ERR_NULL, "heights", -1},
    {"a cut of nothing", cut_nothing, DUEL_ERR_NULL, "left", -1},
    {"a cut of no items", cut_no_items, DUEL_ERR_ARGUMENT, "items is 0", -1},
    {"a cut by 2", cut_by, DUEL_ERR_ARGUMENT, "by is 2", -1},
    {"a cut into none", cut_none, DUEL_ERR_ARGUMENT, "value is 0", -1},
    {"a cut into five of four", cut_many, DUEL_ERR_ARGUMENT, "value is 5", -1},
    {"a cut into 1.5", cut_broken, DUEL_ERR_ARGUMENT, "value is 1.5", -1},
    {"a cut at NaN", cut_no_height, DUEL_ERR_ARGUMENT, "value is NaN", -1},
    {"room for 3 labels", cut_short, DUEL_ERR_SIZE, "3", -1},
    {"tiers of nothing", tiers_no_model, DUEL_ERR_NULL, "model", -1},
    {"tiers by 3", tiers_by, DUEL_ERR_ARGUMENT, "by is 3", -1},
    {"no tier", tiers_none, DUEL_ERR_ARGUMENT, "value is 0", -1},
    {"five tiers of four items", tiers_many, DUEL_ERR_ARGUMENT, "value is 5", -1},
    {"tiers NaN", tiers_broken, DUEL_ERR_ARGUMENT, "value is NaN", -1},
    {"a negative gap", tiers_gap, DUEL_ERR_ARGUMENT, "value is -0.5", -1},
    {"tiers nowhere", tiers_nowhere, DUEL_ERR_NULL, "out", -1},
    {"tiers at level 1.5", tiers_level, DUEL_ERR_ARGUMENT, "level", -1},
    {"agreement of nothing", agreement_nothing, DUEL_ERR_NULL, "scores", -1},
    {"agreement of all memory", agreement_huge, DUEL_ERR_SIZE, "overflow", -1},
    {"agreement 4", agreement_measure, DUEL_ERR_ARGUMENT, "measure is 4", -1},
    {"overlap of none", agreement_no_k, DUEL_ERR_ARGUMENT, "k is 0", -1},
    {"overlap of five of four", agreement_k, DUEL_ERR_ARGUMENT, "k is 5", -1},
    {"room for 3 agreements", agreement_short, DUEL_ERR_SIZE, "3", -1},
    {"neighbours of nothing", adjacent_no_model, DUEL_ERR_NULL, "model", -1},
    {"neighbours nowhere", adjacent_nowhere, DUEL_ERR_NULL, "out", -1},
    {"neighbours at level -1", adjacent_level, DUEL_ERR_ARGUMENT, "level", -1},
    {NULL, NULL, 0, NULL, 0},
};
