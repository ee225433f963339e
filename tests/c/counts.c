/* Counts that a caller gives without an array of that length: a number that no memory holds is refused with a message, at once or,
 * where it stands for work alone, when the caller stops; nothing ends the process, and nothing is handed out. */
#include "check.h"
#include "gars_data.h"

#include <stdint.h>
#include <time.h>

enum { VOTES = 3, PAIRS = 3, ROOM = 64 };

static const size_t counts[] = {(size_t)1 << 40, SIZE_MAX / 8, SIZE_MAX / 2 + 1, SIZE_MAX};
static duel_set *set;
static duel_model *model;
static clock_t begun;
static double room[ROOM];

static int stop(const duel_progress *now, void *user) {
  (void)now, (void)user;
  return clock() - begun > CLOCKS_PER_SEC / 2;
}

/* Cancelling is for what was at work. */
static void refused(const char *what, size_t count, duel_status status) {
  const double seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
  CHECK(status != DUEL_OK && status != DUEL_ERR_INTERNAL, "%s of %lu: %s, %s", what, (unsigned long)count,
        duel_status_name(status), duel_last_error());
  CHECK(strlen(duel_last_error()) > 12, "%s of %lu: %s", what, (unsigned long)count, duel_last_error());
  CHECK(seconds < 5.0, "%s of %lu: %g seconds, %s", what, (unsigned long)count, seconds, duel_last_error());
}
#define REFUSED(what, call) (begun = clock(), refused(what, count, call))

#define ZERO(type, name) \
  type name;             \
  memset(&name, 0, sizeof name); \
  name.struct_size = sizeof name

static void of_sets(size_t count) {
  duel_set *rest = NULL, *held = NULL;
  duel_table *table = NULL;
  ZERO(duel_validation_options, how);
  ZERO(duel_validation_facts, facts);
  how.progress = stop;
  REFUSED("folds of a split", duel_set_split(set, DUEL_BY_ROW, count, count - 1, 0, &rest, &held));
  CHECK(!rest && !held, "sets of %lu", (unsigned long)count);
  how.folds = count;
  REFUSED("folds", duel_set_cross_validate(set, NULL, &how, &facts, &table));
  how.folds = 0, how.repeats = count;
  REFUSED("repeats", duel_set_cross_validate(set, NULL, &how, &facts, &table));
  how.repeats = 0, how.progress = NULL;
  REFUSED("replicates of ranks", duel_set_select_rank(set, 2, count, 0, 1, NULL, &how, &table));
  CHECK(!table, "tables of %lu", (unsigned long)count);
}

static int32_t smooth(const double *values, size_t n, double *out, double *gradient, void *user) {
  (void)values, (void)n, (void)out, (void)gradient, (void)user;
  return 0;
}

static void of_models(size_t count) {
  duel_table *table = NULL;
  duel_estimate *estimate = NULL;
  duel_bootstrap *bootstrap = NULL;
  ZERO(duel_inference_options, how);
  ZERO(duel_bootstrap_options, draws);
  ZERO(duel_next_options, next);
  ZERO(duel_triads_facts, triads);
  ZERO(duel_goodness_facts, goodness);
  ZERO(duel_winner_facts, winner);
  how.progress = draws.progress = next.progress = stop;
  REFUSED("bins", duel_model_calibration(model, NULL, count, &table));
  REFUSED("replicates of triads", duel_model_triads(model, count, &how, &triads));
  REFUSED("replicates of goodness", duel_model_goodness(model, count, &how, &goodness));
  REFUSED("values of a function", duel_model_function(model, DUEL_QUANTITY_SCORES, smooth, NULL, count, &how, &table, NULL, 0));
  draws.replicates = count;
  REFUSED("replicates", duel_bootstrap_new(model, &draws, &bootstrap));
  draws.one_step = 1;
  REFUSED("replicates of one step", duel_bootstrap_new(model, &draws, &bootstrap));
  next.batch = count;
  REFUSED("batch", duel_model_next(model, &next, &table));
  EXPECT(DUEL_OK, duel_model_estimate(model, DUEL_QUANTITY_SCORES, NULL, &estimate));
  REFUSED("rank of a winner", duel_estimate_winner(estimate, NULL, 0, count, &winner));
  duel_estimate_free(estimate);
  how.draws = count;
  REFUSED("draws of ranks", duel_model_rank_summary(model, &how, &table));
  REFUSED("draws of probabilities", duel_model_rank_probabilities(model, &how, room, ROOM));
  how.intervals = DUEL_INTERVALS_SIMULTANEOUS;
  REFUSED("draws", duel_model_scores(model, &how, &table));
  how.draws = 0;
  how.errors = DUEL_ERRORS_SAMPLED;
  how.error_draws = count;
  REFUSED("draws of errors", duel_model_scores(model, &how, &table));
  CHECK(!table && !bootstrap, "results of %lu", (unsigned long)count);
}

static void of_gars(size_t count) {
  static const int32_t functional[] = {DUEL_FUNCTIONAL_BORDA};
  duel_gars *gars = NULL, *none = NULL;
  duel_nuisance *nuisance = NULL;
  duel_gars_contexts many = gars_contexts(), learnt = many;
  duel_gars_options options = gars_options(functional, 1);
  ZERO(duel_nuisance_options, how);
  EXPECT(DUEL_OK, duel_gars_new(&options, &gars));
  options.items = count;
  REFUSED("items", duel_gars_new(&options, &none));
  options.items = GARS_K, options.categories = count;
  REFUSED("categories", duel_gars_new(&options, &none));
  learnt.mu = NULL, learnt.mu_strides = NULL;
  how.items = GARS_K, how.categories = 2;
  EXPECT(DUEL_OK, duel_nuisance_fit(&learnt, &how, &nuisance));
  REFUSED("contexts predicted", duel_nuisance_predict(nuisance, 0, count, room, ROOM));
  REFUSED("contexts' propensities", duel_nuisance_propensities(nuisance, 0, count, room, ROOM));
  duel_nuisance_free(nuisance), nuisance = NULL;
  many.length = learnt.length = count;
  REFUSED("contexts", duel_gars_add(gars, &many));
  REFUSED("contexts of psi", duel_gars_psi(gars, &many, room, ROOM, NULL, 0));
  REFUSED("contexts of weights", duel_gars_weights(gars, 0, &many, room, room, ROOM));
  REFUSED("contexts learnt from", duel_nuisance_fit(&learnt, &how, &nuisance));
  how.learner = DUEL_LEARNER_FREQUENCIES;
  REFUSED("contexts of frequencies", duel_nuisance_fit(&learnt, &how, &nuisance));
  how.learner = DUEL_LEARNER_TREES;
  REFUSED("contexts of trees", duel_nuisance_fit(&learnt, &how, &nuisance));
  learnt.length = GARS_N;
  how.items = count;
  REFUSED("items learnt", duel_nuisance_fit(&learnt, &how, &nuisance));
  how.items = GARS_K, how.categories = count;
  REFUSED("categories learnt", duel_nuisance_fit(&learnt, &how, &nuisance));
  how.categories = 2, how.feature_count = count;
  REFUSED("features", duel_nuisance_fit(&learnt, &how, &nuisance));
  CHECK(!none && !nuisance, "results of %lu", (unsigned long)count);
  /* It is as it was. */
  many.length = GARS_N;
  EXPECT(DUEL_OK, duel_gars_add(gars, &many));
  duel_gars_free(gars);
}

static void of_the_rest(size_t count) {
  static const int32_t judge[VOTES] = {0, 1, 0};
  static const double sure[VOTES] = {0.5, 0.75, 1.0}, right[VOTES] = {1.0, 0.0, 1.0};
  static const double square[] = {0.0, 1.0, 2.0, 1.0, 0.0, 1.5, 2.0, 1.5, 0.0};
  static const double weights[PAIRS] = {4.0, 1.0, 2.0};
  duel_table *table = NULL;
  ZERO(duel_smacof_options, smacof);
  ZERO(duel_smacof_facts, found);
  ZERO(duel_policy_options, policy);
  ZERO(duel_policy_facts, chosen);
  smacof.progress = stop;
  policy.floor = 0.1, policy.budget = 1.0;
  REFUSED("judges", duel_votes_confidence(judge, sure, right, VOTES, count, 10, &table));
  REFUSED("bins of confidence", duel_votes_confidence(judge, sure, right, VOTES, 2, count, &table));
  REFUSED("judges of reliability", duel_votes_reliability(judge, sure, right, VOTES, count, 10, &table));
  REFUSED("bins of reliability", duel_votes_reliability(judge, sure, right, VOTES, 2, count, &table));
  REFUSED("dimensions", duel_map_classical(square, 3, count, NULL, room, ROOM, NULL, 0, NULL, 0));
  REFUSED("dimensions of kernels", duel_map_kernel_pca(square, 3, 0.5, count, NULL, room, ROOM, NULL, 0, NULL, 0, NULL));
  REFUSED("dimensions of SMACOF", duel_map_smacof(square, NULL, 3, count, &smacof, room, ROOM, &found));
  smacof.starts = count;
  REFUSED("starts", duel_map_smacof(square, NULL, 3, 2, &smacof, room, ROOM, &found));
  REFUSED("groups of rows", duel_matrix_bicluster(square, 3, 3, 0, 0, count, 2, NULL, &table));
  REFUSED("groups of columns", duel_matrix_bicluster(square, 3, 3, 0, 0, 2, count, NULL, &table));
  REFUSED("contexts of a policy", duel_policy_choose(weights, count, PAIRS, NULL, &policy, room, ROOM, NULL, 0, &chosen));
  REFUSED("pairs of a policy", duel_policy_choose(weights, 1, count, NULL, &policy, room, ROOM, NULL, 0, &chosen));
  REFUSED("contexts drawn", duel_policy_draw(weights, count, PAIRS, 0, 0, 0, (uint8_t *)room, ROOM));
  REFUSED("p-values", duel_p_adjust(weights, count, 0, room, ROOM));
  CHECK(!table, "results of %lu", (unsigned long)count);
}

int main(void) {
  size_t i;
  duel_model_options options = fit_defaults();
  if (small_set(&set)) return 2;
  options.ridge = 0.1;
  options.max_bytes = (size_t)256 << 20;
  EXPECT(DUEL_OK, duel_model_fit(set, &options, &model));
  for (i = 0; i < sizeof counts / sizeof *counts; i++) {
    of_sets(counts[i]);
    of_models(counts[i]);
    of_gars(counts[i]);
    of_the_rest(counts[i]);
  }
  duel_model_free(model);
  duel_set_free(set);
  return checks_end();
}
