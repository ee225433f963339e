/* Options at random, good and bad, to every function of inference: a status that the header knows,
 * a message, outputs that change only on success, and never a crash. random [ROUNDS] [SEED] */
#include "estimates.h"
#include "check.h"
#include "data.h"
#include "unread.h"

#include <math.h>

enum { ROOM = 1024, CANARY = 0xA5 };

static uint64_t state;

/* xorshift64*: the same tests in every run. */
static uint64_t random_bits(void) {
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return state * 2685821657736338717u;
}

static size_t below(size_t n) {
  return (size_t)(random_bits() >> 33) % n;
}

/* Mostly a choice that exists, now and then one that does not. */
static int32_t some_choice(int32_t count) {
  static const int32_t odd[] = {-1, 99, INT32_MAX, INT32_MIN};
  return below(60) == 0 ? odd[below(4)] : below(3) ? 0 : (int32_t)below((size_t)count);
}

static double some_number(void) {
  static const double odd[] = {0.0, 1.0, -1.0, 0.5, 0.95, 1e-300, 1e300, -0.0};
  size_t which = below(24);
  if (which == 8) return NAN;
  if (which == 9) return HUGE_VAL;
  if (which == 10) return -HUGE_VAL;
  return which < 8 ? odd[which] : (double)(random_bits() >> 11) / 9007199254740992.0;
}

/* A level that most functions take. */
static double some_level(void) {
  return below(8) ? 0.5 + 0.06 * (double)below(8) : some_number();
}

static size_t some_size(size_t usual) {
  static const size_t odd[] = {0, 1, 7};
  return below(20) ? usual : odd[below(3)];
}

/* ---- options --------------------------------------------------------------------------------- */

static double weights[SMALL_ITEMS * SMALL_ITEMS];

/* Thresholds of every form, with what belongs to them, and now and then with what does not. */
static void some_threshold(duel_model_options *o) {
  const int odd = below(40) == 0;
  const int ties = o->tie_model && o->tie_model != DUEL_MODEL_THURSTONE_MOSTELLER;
  if (!ties && !odd) return;
  o->threshold = some_choice(4);
  o->threshold_offsets = some_choice(2);
  if (o->threshold == DUEL_THRESHOLD_FACTORED || odd) {
    o->tie_factors = below(20) ? 1 + (int32_t)below(SMALL_ITEMS - 1) : some_choice(9);
    o->tie_basis = some_choice(2);
  }
  if (o->threshold < DUEL_THRESHOLD_ADDITIVE && !odd) return;
  if (below(3) == 0) o->tie_ridge = below(6) ? 2.0 : some_number();
  if (o->tie_model != DUEL_MODEL_RAO_KUPPER && o->tie_model != DUEL_MODEL_GLENN_DAVID && !odd) return;
  o->tie_link = some_choice(2);
  if (o->tie_link == DUEL_LINK_LINEAR || odd) o->below_zero = some_choice(2);
}

static void some_spread(duel_model_options *o) {
  const int odd = below(40) == 0;
  if (o->strength && !odd) return;
  o->spread = some_choice(3);
  if (o->spread == DUEL_SPREAD_FACTORS || odd) {
    o->spread_factors = below(20) ? 1 + (int32_t)below(SMALL_ITEMS - 1) : some_choice(9);
  }
  if (!o->spread && !odd) return;
  if (below(3) == 0) o->spread_ridge = below(6) ? 2.0 : some_number();
  /* A great number of restarts is no error, only slow. */
  o->restarts = below(20) ? (int32_t)below(4) : -1;
  o->threads = below(20) ? (int32_t)below(3) : -1;
  o->seed = random_bits();
}

static duel_model_options some_fit(const duel_model *start) {
  static const char *const names[] = {"size", "nothing"};
  duel_model_options o = fit_defaults();
  o.strength = some_choice(2);
  o.position = some_choice(3);
  o.tie_model = some_choice(5);
  o.ties = o.tie_model % 3 ? 0 : some_choice(2);
  o.both_bad = some_choice(2);
  some_threshold(&o);
  some_spread(&o);
  o.sign = o.strength ? some_choice(2) : 0;
  o.covariance = some_choice(8);
  o.accept = below(2) ? DUEL_FIT_ANY : 0;
  o.ridge = below(6) ? 0.0 : some_number();
  o.pseudo = below(6) ? 0.0 : some_number();
  o.bias_reduction = below(4) ? 0 : some_choice(2);
  o.start = below(2) ? start : NULL;
  o.max_iterations = below(20) ? 0 : (int32_t)below(3) - 1;
  if (below(4) == 0) o.covariates = names, o.covariate_count = 1 + (below(20) == 0);
  if (below(4) == 0) o.offsets = names, o.offset_count = 1 + (below(20) == 0);
  return o;
}

static duel_inference_options some_inference(const duel_set *set, const duel_bootstrap *bootstrap) {
  duel_inference_options o = inference_defaults();
  size_t i;
  for (i = 0; i < SMALL_ITEMS * SMALL_ITEMS; i++) {
    weights[i] = below(40) ? (double)below(3) - 1.0 : some_number();
  }
  o.covariance = some_choice(8);
  o.intervals = some_choice(3);
  o.normalisation = some_choice(3);
  o.scale = some_choice(3);
  o.reference_item = some_size(below(SMALL_ITEMS));
  o.reference_judge = some_size(below(SMALL_JUDGES));
  if (o.normalisation == DUEL_NORMALISATION_WEIGHTED) o.weights = weights, o.weight_count = some_size(SMALL_ITEMS);
  o.level = some_level();
  o.unit = below(6) ? 0.0 : some_number();
  o.origin = below(6) ? 0.0 : some_number();
  o.seed = random_bits();
  o.draws = 300 + below(200);
  o.ignore_position = (int32_t)below(2);
  o.threads = below(40) ? (int32_t)below(3) : -1;
  o.correction = below(2) ? 0 : some_choice(5);
  o.quantiles = below(2) ? 0 : some_choice(3);
  o.contexts = below(4) ? NULL : set;
  o.bootstrap = below(3) ? NULL : bootstrap;
  o.bootstrap_interval = some_choice(4);
  o.errors = below(3) ? 0 : some_choice(3);
  o.error_draws = below(3) ? 0 : 16 + below(40);
  return o;
}

static duel_bootstrap_options some_bootstrap(void) {
  duel_bootstrap_options o;
  memset(&o, 0, sizeof o);
  o.struct_size = sizeof o;
  o.by = some_choice(5);
  o.weights = some_choice(4);
  o.replicates = 20 + below(30);
  o.seed = random_bits();
  o.one_step = (int32_t)below(2);
  o.threads = below(40) ? (int32_t)below(3) : -1;
  return o;
}

/* ---- calls ----------------------------------------------------------------------------------- */

static struct {
  double numbers[ROOM];
  int64_t labels[SMALL_ITEMS];
  duel_table *table;
  duel_goodness_facts goodness;
  duel_triads_facts triads;
  duel_comparison_facts comparison;
  duel_metrics_facts metrics;
  duel_validation_facts validation;
  duel_vuong_facts vuong;
} out;

static int smooth(const double *values, size_t n, double *result, double *gradient, void *user) {
  (void)user;
  result[0] = n ? values[0] * values[0] : 0.0;
  result[1] = n > 1 ? exp(values[1]) : 1.0;
  if (gradient && n && below(2)) gradient[0] = 2.0 * values[0];
  return below(200) == 0;
}

/* Two models of ties, neither a special case of the other; and one of which the plain model is. */
static duel_model *rivals[3];

enum { CALLS = 38 };

/* Symmetric, as dissimilarities must be, but for one element now and then. */
static void some_distances(double *d) {
  size_t i, j;
  for (i = 0; i < SMALL_ITEMS; i++) {
    d[i * SMALL_ITEMS + i] = 0.0;
    for (j = 0; j < i; j++) {
      d[i * SMALL_ITEMS + j] = d[j * SMALL_ITEMS + i] = (double)(1 + below(5));
    }
  }
  if (below(10) == 0) d[below(SMALL_ITEMS * SMALL_ITEMS)] = some_number();
}

/* Some clusters of the items, cut. */
static duel_status some_cut(const double *d) {
  duel_table *merges = NULL;
  duel_status status = duel_tree_cluster(d, SMALL_ITEMS, some_choice(4), 1, NULL, &merges, NULL, 0);
  if (status == DUEL_OK) {
    status = duel_tree_cut(duel_table_i64(merges, "left_cluster"), duel_table_i64(merges, "right_cluster"),
                           duel_table_f64(merges, "height"), SMALL_ITEMS, some_choice(2),
                           below(4) ? 2.0 : some_number(), out.labels, SMALL_ITEMS);
  }
  duel_table_free(merges);
  return status;
}

/* The functions of geometry, agreement and assessment. */
static duel_status call_later(size_t which, const duel_model *model, const duel_inference_options *how,
                              double *numbers, size_t capacity) {
  const duel_set *set = below(2) ? NULL : duel_model_set(model);
  const size_t n = SMALL_ITEMS, axes = some_size(2);
  double d[SMALL_ITEMS * SMALL_ITEMS];
  duel_smacof_options scaling;
  duel_validation_options parts;
  duel_model_options fit;
  some_distances(d);
  switch (which) {
    case 22: return duel_model_distances(model, some_choice(3), how, numbers, capacity);
    case 23:
      return duel_map_kernel_pca(d, n, below(2) ? 0.0 : some_number(), axes, NULL, numbers, capacity, NULL, 0,
                             NULL, 0, NULL);
    case 24: return duel_map_classical(d, n, axes, NULL, numbers, capacity, NULL, 0, NULL, 0);
    case 25:
      memset(&scaling, 0, sizeof scaling);
      scaling.struct_size = sizeof scaling;
      scaling.starts = some_size(3);
      scaling.seed = random_bits();
      scaling.threads = below(40) ? (int32_t)below(3) : -1;
      return duel_map_smacof(d, NULL, n, axes, &scaling, numbers, capacity, NULL);
    case 26:
      return duel_tree_cluster(d, n, some_choice(4), (int32_t)below(2), NULL, &out.table, NULL, 0);
    case 27: return some_cut(d);
    case 28:
      return duel_model_tiers(model, some_choice(3), below(4) ? 2.0 : some_number(), how, &out.table);
    case 29: return duel_rankings_agreement(weights, 3, n, some_choice(4), some_size(2), NULL, numbers, capacity);
    case 30: return duel_model_adjacent(model, how, &out.table);
    case 31:
      memset(&out.metrics, 0, sizeof out.metrics);
      out.metrics.struct_size = sizeof out.metrics;
      return duel_model_metrics(model, set, below(3) ? 0 : 1 + some_choice(6), &out.metrics);
    case 32: return duel_model_marginals(model, set, &out.table);
    case 33: return duel_model_match_matrix(model, some_choice(4), 1 + some_choice(3), NULL, numbers, capacity);
    case 34:
      memset(&parts, 0, sizeof parts);
      parts.struct_size = sizeof parts;
      parts.folds = some_size(2);
      parts.seed = random_bits();
      memset(&out.validation, 0, sizeof out.validation);
      out.validation.struct_size = sizeof out.validation;
      fit = some_fit(NULL);
      return duel_set_cross_validate(duel_model_set(model), below(2) ? NULL : &fit, &parts, &out.validation, NULL);
    case 35:
      memset(&out.vuong, 0, sizeof out.vuong);
      out.vuong.struct_size = sizeof out.vuong;
      return duel_model_vuong(rivals[0], below(3) ? rivals[1] : model, some_choice(3),
                        below(2) ? 0 : 1 + (int32_t)below(2), NULL, &out.vuong);
    case 36: return duel_model_get(model, 20 + (int32_t)below(8), numbers, capacity);
    default: return duel_model_get(model, 1 + some_choice(14), numbers, capacity);
  }
}

static duel_status call(size_t which, const duel_model *model, const duel_model *other,
                        const duel_inference_options *how) {
  static const char *const left[] = {"ash", "cedar"}, *const right[] = {"birch", "ash"};
  static const char *const where[] = {"p1", "p6"}, *const who[] = {"ann", "cyd"};
  static const double p_values[] = {0.5, 0.01, NAN, 1.0};
  const size_t pairs[] = {0, 1, 2, 3};
  int32_t what = 1 + some_choice(14), adjustment = some_choice(7);
  size_t capacity = some_size(ROOM);
  double *numbers = below(60) ? out.numbers : NULL;
  duel_rows rows = empty_rows(2);
  rows.left = names_column(left);
  rows.right = names_column(right);
  if (below(2)) rows.judge = names_column(who);
  if (below(2)) rows.context = names_column(where);
  switch (which) {
    case 0: return model_values(model, what, how, numbers, capacity);
    case 1: return model_covariance(model, what, how, numbers, capacity);
    case 2: return model_contrasts(model, DUEL_QUANTITY_SCORES, how, weights, 2, numbers, capacity, NULL, 0);
    case 3: return duel_model_predict(model, &rows, how, numbers, capacity);
    case 4: return model_ranks(model, how, numbers, capacity);
    case 5: return model_pairs(model, how, some_choice(2), adjustment, numbers, capacity);
    case 6:
      return model_tests(model, DUEL_QUANTITY_SCORES, how, adjustment, weights, 3,
                                 below(2) ? weights + 4 : NULL, numbers, capacity);
    case 7: return duel_p_adjust(below(4) ? p_values : weights, 4, adjustment, numbers, 4);
    case 8: return duel_model_rank_probabilities(model, how, numbers, capacity);
    case 9: return duel_model_rank_summary(model, how, &out.table);
    case 10: return duel_model_superiority(model, how, numbers, capacity);
    case 11: return duel_model_compact_letters(model, how, &out.table);
    case 12:
      return duel_model_more_comparisons(model, pairs, 2, below(2) ? weights : NULL, some_number(), how,
                                   &out.table);
    case 13: return duel_model_quasi_variances(model, how, numbers, capacity, NULL);
    case 14: return model_profile(model, what, how, NULL, some_size(SMALL_ITEMS), numbers, capacity);
    case 15: return model_profile(model, DUEL_QUANTITY_SCORES, how, weights, 1, numbers, capacity);
    case 16:
      return model_function(model, below(8) ? what : DUEL_QUANTITY_PARAMETERS, how, smooth, NULL, 2, numbers,
                           capacity, NULL, 0);
    case 17:
      if (below(2)) return duel_model_influence(model, 2 + 2 * (int32_t)below(2), how, &out.table);
      return duel_model_influence_changes(model, what, 2 + 2 * (int32_t)below(2), how, numbers, capacity);
    case 18:
      memset(&out.goodness, 0, sizeof out.goodness);
      out.goodness.struct_size = sizeof out.goodness;
      return duel_model_goodness(model, some_size(5), how, &out.goodness);
    case 19:
      memset(&out.triads, 0, sizeof out.triads);
      out.triads.struct_size = sizeof out.triads;
      return duel_model_triads(model, some_size(5), how, &out.triads);
    case 20:
      memset(&out.comparison, 0, sizeof out.comparison);
      out.comparison.struct_size = sizeof out.comparison;
      return duel_model_compare(other, below(2) ? rivals[2] : model, some_choice(3), how, &out.comparison);
    case 21: return duel_model_residuals(model, 1 + some_choice(6), NULL, &out.table);
    default: return call_later(which, model, how, numbers, capacity);
  }
}

/* Statuses that any of these calls may have; the others would be defects. */
static int known(duel_status status) {
  return status >= DUEL_OK && status <= DUEL_ERR_CANCELLED && status != DUEL_ERR_FORMAT;
}

static void look(const char *what, size_t which, duel_status status) {
  CHECK(known(status), "%s %lu: %s, \"%s\"", what, (unsigned long)which, duel_status_name(status),
        duel_last_error());
  if (status != DUEL_OK) {
    const char *message = duel_last_error();
    CHECK(strlen(message) > 8 && !strchr(message, '\n') && !strstr(message, "panicked"),
          "%s %lu: \"%s\"", what, (unsigned long)which, message);
  }
}

static void questions(const duel_set *set, const duel_model *model, const duel_model *other,
                      const duel_bootstrap *bootstrap, size_t *answered) {
  size_t which, i;
  for (which = 0; which < CALLS; which++) {
    duel_inference_options how = some_inference(set, bootstrap);
    const int asked = below(10) != 0;
    const field *refused;
    duel_status status;
    /* Options that the function does not read are left out, until it answers or finds something else. */
    do {
      memset(&out, CANARY, sizeof out);
      out.table = NULL;
      status = call(which, model, other, asked ? &how : NULL);
      refused = unread(status, inference_fields, INFERENCE_FIELDS);
      if (refused) leave_out(&how, refused);
    } while (refused);
    look("call", which, status);
    CHECK(status == DUEL_OK || !out.table, "call %lu failed, and made a table", (unsigned long)which);
    duel_table_free(out.table);
    answered[which] += status == DUEL_OK;
    if (status == DUEL_OK) continue;
    for (i = 0; i < ROOM; i++) {
      unsigned char bytes[sizeof(double)];
      memcpy(bytes, &out.numbers[i], sizeof bytes);
      if (bytes[0] != CANARY || bytes[7] != CANARY) break;
    }
    CHECK(i == ROOM, "call %lu failed, and wrote number %lu", (unsigned long)which,
          (unsigned long)i);
  }
}

static void add_size(duel_set *set) {
  static const double values[] = {0.5, 1.5, -1.0, 0.0};
  duel_covariate covariate;
  memset(&covariate, 0, sizeof covariate);
  covariate.struct_size = sizeof covariate;
  covariate.length = SMALL_ITEMS;
  covariate.name = "size";
  covariate.item = names_column(small_items);
  covariate.value = double_column(values);
  EXPECT(DUEL_OK, duel_set_covariate(set, &covariate));
}

int main(int argc, char **argv) {
  size_t rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : 400, round, which;
  size_t answered[CALLS] = {0}, fitted = 0, drawn = 0;
  duel_set *set = NULL;
  duel_model *plain = NULL;
  state = argc > 2 ? strtoul(argv[2], NULL, 10) : 20250607;
  EXPECT(DUEL_OK, small_set(&set));
  add_size(set);
  EXPECT(DUEL_OK, duel_model_fit(set, NULL, &plain));
  for (which = 0; which < 3; which++) {
    static const int32_t models[] = {DUEL_MODEL_RAO_KUPPER, DUEL_MODEL_DAVIDSON, DUEL_MODEL_BRADLEY_TERRY};
    duel_model_options options = fit_defaults();
    options.tie_model = models[which];
    options.position = which < 2 ? DUEL_POSITION_NONE : DUEL_POSITION_SHARED;
    EXPECT(DUEL_OK, duel_model_fit(set, &options, &rivals[which]));
  }
  for (round = 0; round < rounds && plain; round++) {
    duel_model_options options = some_fit(plain);
    duel_bootstrap_options draws = some_bootstrap();
    duel_model *model = NULL;
    duel_bootstrap *bootstrap = NULL;
    duel_status status = duel_model_fit(set, below(10) ? &options : NULL, &model);
    look("fit", 0, status);
    CHECK((status == DUEL_OK) == (model != NULL), "%s", duel_status_name(status));
    if (!model) continue;
    fitted++;
    status = duel_bootstrap_new(model, &draws, &bootstrap);
    look("bootstrap", 0, status);
    CHECK((status == DUEL_OK) == (bootstrap != NULL), "%s", duel_status_name(status));
    drawn += bootstrap != NULL;
    questions(set, model, below(2) ? plain : model, bootstrap, answered);
    duel_bootstrap_free(bootstrap);
    duel_model_free(model);
  }
  CHECK(4 * fitted > rounds, "only %lu of %lu fits", (unsigned long)fitted, (unsigned long)rounds);
  CHECK(4 * drawn > fitted, "only %lu of %lu bootstraps", (unsigned long)drawn,
        (unsigned long)fitted);
  /* Chance must have asked each question well at least once. */
  for (which = 0; which < CALLS && rounds >= 40; which++) {
    CHECK(answered[which] > 0, "call %lu was never answered", (unsigned long)which);
  }
  duel_model_free(rivals[0]);
  duel_model_free(rivals[1]);
  duel_model_free(rivals[2]);
  duel_model_free(plain);
  duel_set_free(set);
  return checks_end();
}
