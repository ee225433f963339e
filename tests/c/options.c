/* Every option of inference, of every function that reads some: either it is read, so that it changes the result, or it is
 * refused by name. Which functions refuse which options operations.c compares with what the header says. */
#include "check.h"
#include "gars_data.h"
#include "unread.h"

static duel_model *model, *smaller;
static duel_set *set, *elsewhere;
static duel_gars *gars, *grouped;
static duel_bootstrap *replicates;
static duel_cancel *raised;

/* ---- what a call says, as one number ------------------------------------------------------------- */

typedef unsigned long long digest;

static digest mixed(digest sum, const void *data, size_t length) {
  const unsigned char *bytes = (const unsigned char *)data;
  while (length--) sum = (sum ^ *bytes++) * 1099511628211ull;
  return sum;
}

static duel_status of_table(duel_status status, duel_table *table, digest *sum) {
  duel_table_facts facts;
  size_t at;
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  if (status != DUEL_OK) return status;
  EXPECT(DUEL_OK, duel_table_info(table, &facts));
  for (at = 0; at < facts.columns; at++) {
    duel_table_column column;
    memset(&column, 0, sizeof column);
    column.struct_size = sizeof column;
    EXPECT(DUEL_OK, duel_table_get(table, at, &column));
    if (column.type == DUEL_TYPE_F64 || column.type == DUEL_TYPE_I64) *sum = mixed(*sum, column.data, 8 * facts.rows);
    if (column.type == DUEL_TYPE_CODE) *sum = mixed(*sum, column.data, 4 * facts.rows);
  }
  duel_table_free(table);
  return status;
}

static duel_status of_values(duel_status status, duel_estimate *estimate, digest *sum) {
  duel_table *table = NULL;
  if (status == DUEL_OK) status = duel_estimate_values(estimate, &table);
  status = of_table(status, table, sum);
  duel_estimate_free(estimate);
  return status;
}

/* ---- the functions ------------------------------------------------------------------------------- */

enum { ITEMS = 5, JUDGES = 5, CONTEXTS = 8, ROOM = 256 };
static double room[ROOM];
static const double at[] = {0.2, 0.5}, gap[] = {0.02};
static const uint32_t judge[] = {1, 2, 4};
static const size_t pairs[] = {0, 2};

typedef duel_status (*question)(const duel_inference_options *how, digest *sum);

#define TABLE(name, ...)                                                         \
  static duel_status name(const duel_inference_options *how, digest *sum) {      \
    duel_table *table = NULL;                                                    \
    const duel_status status = __VA_ARGS__;                                      \
    return of_table(status, table, sum);                                         \
  }
#define NUMBERS(name, ...)                                                       \
  static duel_status name(const duel_inference_options *how, digest *sum) {      \
    const duel_status status = (memset(room, 0, sizeof room), __VA_ARGS__);      \
    *sum = mixed(*sum, room, sizeof room);                                       \
    return status;                                                               \
  }
#define FACTS(name, type, ...)                                                   \
  static duel_status name(const duel_inference_options *how, digest *sum) {      \
    type facts;                                                                  \
    duel_status status;                                                          \
    memset(&facts, 0, sizeof facts);                                             \
    facts.struct_size = sizeof facts;                                            \
    status = __VA_ARGS__;                                                        \
    *sum = mixed(*sum, &facts, sizeof facts);                                    \
    return status;                                                               \
  }

static int scaled(const double *values, size_t n, double *out, double *gradient, void *user) {
  size_t i;
  (void)gradient, (void)user;
  for (i = 0; i < 4; i++) out[i] = values[i] * values[i] + values[n - 1];
  return 0;
}

static duel_rows some_rows(void) {
  static const char *const left[] = {"a", "b", "c", "d"}, *const right[] = {"c", "d", "e", "a"};
  static const char *const where[] = {"p2", "p2", "p2", "p2"};
  duel_rows rows = empty_rows(4);
  rows.left = names_column(left);
  rows.right = names_column(right);
  rows.context = names_column(where);
  return rows;
}

static duel_status predict(const duel_inference_options *how) {
  const duel_rows rows = some_rows();
  return duel_model_predict(model, &rows, how, room, ROOM);
}

static duel_status model_mu(const duel_inference_options *how) {
  /* Of as many items and outcomes as the model. */
  static const int32_t functionals[] = {DUEL_FUNCTIONAL_BORDA};
  duel_gars_options options = gars_options(functionals, 1);
  duel_gars *of_items = NULL;
  duel_status status;
  options.items = ITEMS;
  options.categories = 3;
  EXPECT(DUEL_OK, duel_gars_new(&options, &of_items));
  status = duel_gars_model_mu(of_items, model, -1, 1, how, room, ROOM);
  duel_gars_free(of_items);
  return status;
}

static duel_status model_estimate(const duel_inference_options *how, digest *sum) {
  duel_estimate *estimate = NULL;
  const duel_status status = duel_model_estimate(model, DUEL_QUANTITY_SCORES, how, &estimate);
  return of_values(status, estimate, sum);
}

static duel_status gars_estimate(const duel_inference_options *how, digest *sum) {
  duel_estimate *estimate = NULL;
  const duel_status status = duel_gars_estimate(gars, -1, DUEL_ESTIMATOR_DEBIASED, how, &estimate);
  return of_values(status, estimate, sum);
}

static duel_status group_estimate(const duel_inference_options *how, digest *sum) {
  duel_estimate *estimate = NULL;
  const duel_status status = duel_gars_group_estimate(grouped, -1, -1, DUEL_ESTIMATOR_DEBIASED, how, &estimate);
  return of_values(status, estimate, sum);
}

static duel_status group_differences(const duel_inference_options *how, digest *sum) {
  duel_estimate *estimate = NULL;
  const duel_status status = duel_gars_differences(grouped, -1, 0, 1, DUEL_ESTIMATOR_DEBIASED, how, &estimate);
  return of_values(status, estimate, sum);
}

static const double first[] = {0.1, 0.5, 0.7, 0.2, 0.9}, second[] = {0.3, 0.1, 0.6, 0.8, 0.4};
static const uint64_t clusters[] = {0, 1, 2, 3, 4};

TABLE(scores, duel_model_scores(model, how, &table))
TABLE(effective, duel_model_effective_comparisons(model, how, &table))
NUMBERS(predicted, predict(how))
TABLE(sensitivities, duel_model_sensitivities(model, judge, 3, at, 2, how, &table))
TABLE(consensus, duel_model_consensus(model, DUEL_CONSENSUS_MEAN, how, &table, NULL, 0))
NUMBERS(rank_probabilities, duel_model_rank_probabilities(model, how, room, ROOM))
TABLE(rank_summary, duel_model_rank_summary(model, how, &table))
NUMBERS(superiority, duel_model_superiority(model, how, room, ROOM))
TABLE(groups, duel_model_compact_letters(model, how, &table))
TABLE(more, duel_model_more_comparisons(model, pairs, 1, gap, 0.0, how, &table))
NUMBERS(quasi_variances, duel_model_quasi_variances(model, how, room, ROOM, NULL))
TABLE(profile, duel_model_profile(model, DUEL_QUANTITY_SCORES, NULL, ITEMS, how, &table))
TABLE(function, duel_model_function(model, DUEL_QUANTITY_SCORES, scaled, NULL, 4, how, &table, NULL, 0))
FACTS(compare, duel_comparison_facts, duel_model_compare(smaller, model, DUEL_TEST_WALD, how, &facts))
FACTS(triads, duel_triads_facts, duel_model_triads(model, 20, how, &facts))
FACTS(goodness, duel_goodness_facts, duel_model_goodness(model, 5, how, &facts))
TABLE(influence, duel_model_influence(model, DUEL_BY_JUDGE, how, &table))
NUMBERS(changes, duel_model_influence_changes(model, DUEL_QUANTITY_SCORES, DUEL_BY_CONTEXT, how, room, ROOM))
TABLE(adjacent, duel_model_adjacent(model, how, &table))
NUMBERS(distances, duel_model_distances(model, DUEL_DISTANCE_SCORES, how, room, ROOM))
TABLE(tiers, duel_model_tiers(model, DUEL_TIERS_SIGNIFICANCE, 0.0, how, &table))
TABLE(equivalence, duel_model_equivalence(model, 0.0, how, &table))
TABLE(judges, duel_model_judges(model, NULL, how, &table))
NUMBERS(mu, model_mu(how))
FACTS(ellipsoid, duel_wald_facts, duel_gars_ellipsoid(gars, 0, DUEL_ESTIMATOR_DEBIASED, first, how, &facts))
FACTS(equality, duel_wald_facts, duel_gars_equality(gars, 0, 1, how, &facts))
FACTS(of_influence, duel_wald_facts, duel_influence_equality(5, 1, first, second, clusters, 0, how, &facts))

static const struct {
  const char *name;
  question ask;
  /* Groups and tiers are made of few whole numbers, which most options leave as they are. */
  int is_coarse;
} questions[] = {
    {"scores", scores, 0},
    {"effective_comparisons", effective, 0},
    {"predict", predicted, 0},
    {"sensitivities", sensitivities, 0},
    {"consensus", consensus, 0},
    {"rank_probabilities", rank_probabilities, 0},
    {"rank_summary", rank_summary, 0},
    {"superiority", superiority, 0},
    {"groups", groups, 1},
    {"more_comparisons", more, 0},
    {"quasi_variances", quasi_variances, 0},
    {"profile", profile, 0},
    {"function", function, 0},
    {"compare", compare, 0},
    {"triads", triads, 0},
    {"goodness", goodness, 0},
    {"influence", influence, 0},
    {"influence_changes", changes, 0},
    {"adjacent", adjacent, 0},
    {"distances", distances, 0},
    {"tiers", tiers, 1},
    {"equivalence", equivalence, 0},
    {"judges", judges, 0},
    {"mu", mu, 0},
    {"model_estimate", model_estimate, 0},
    {"gars_estimate", gars_estimate, 0},
    {"gars_group_estimate", group_estimate, 0},
    {"gars_differences", group_differences, 0},
    {"ellipsoid", ellipsoid, 0},
    {"equality", equality, 0},
    {"influence_equality", of_influence, 0},
};

/* ---- the options of inference -------------------------------------------------------------------- */

static int watch(const duel_progress *now, void *user) {
  (void)now, (void)user;
  return 0;
}

/* The fields that go with a field, and the field at a value that is not its default. */
static void choose(duel_inference_options *o, const char *name, int changed) {
  static const double even[ITEMS] = {1.0, 1.0, 1.0, 1.0, 1.0}, odd[ITEMS] = {1.0, 0.0, 0.0, 2.0, 1.0};
  static int user;
#define IS(field) (!strcmp(name, #field))
#define SET(field, value) if (IS(field) && changed) o->field = (value)
  if (IS(reference_item)) o->normalisation = DUEL_NORMALISATION_REFERENCE;
  if (IS(reference_judge)) o->scale = DUEL_SCALE_REFERENCE;
  if (IS(weights) || IS(weight_count)) {
    o->normalisation = DUEL_NORMALISATION_WEIGHTED;
    o->weights = changed ? odd : even;
    o->weight_count = ITEMS;
  }
  /* Few clusters are bounded without draws where nothing is asked for. */
  if (IS(seed) || IS(draws)) o->intervals = DUEL_INTERVALS_SIMULTANEOUS, o->correction = DUEL_CORRECTION_NONE, o->draws = 500;
  if (IS(correction) || IS(quantiles)) o->covariance = DUEL_COVARIANCE_CLUSTERED_BY_CONTEXT;
  if (IS(bootstrap_interval)) o->bootstrap = replicates;
  if (IS(mixture)) o->intervals = DUEL_INTERVALS_ANYTIME, o->mixture = 0.5;
  SET(covariance, DUEL_COVARIANCE_EXPECTED);
  SET(intervals, DUEL_INTERVALS_BONFERRONI);
  SET(normalisation, DUEL_NORMALISATION_REFERENCE);
  SET(scale, DUEL_SCALE_REFERENCE);
  SET(reference_item, 1);
  SET(reference_judge, 1);
  SET(level, 0.8);
  SET(unit, 3.0);
  SET(origin, 5.0);
  SET(seed, 9);
  SET(draws, 20000);
  SET(ignore_position, 1);
  SET(threads, 2);
  SET(cancel, raised);
  SET(progress, watch);
  SET(user, &user);
  SET(correction, DUEL_CORRECTION_NONE);
  /* Of few clusters Student's are taken where nothing is asked for. */
  SET(quantiles, DUEL_QUANTILES_NORMAL);
  SET(contexts, elsewhere);
  SET(bootstrap, replicates);
  SET(bootstrap_interval, DUEL_BOOTSTRAP_PERCENTILE);
  if (IS(error_draws)) o->errors = DUEL_ERRORS_SAMPLED, o->error_draws = 16;
  SET(mixture, 0.1);
  SET(errors, DUEL_ERRORS_SAMPLED);
  SET(error_draws, 100);
#undef SET
#undef IS
}

/* Asks without the options that it refuses; 0: it refused the field itself. */
static int ask(question one, const field *of, int changed, digest *sum, duel_status *status) {
  duel_inference_options how;
  memset(&how, 0, sizeof how);
  how.struct_size = sizeof how;
  choose(&how, of->name, changed);
  for (;;) {
    const field *refused;
    *sum = 14695981039346656037ull;
    *status = one(&how, sum);
    refused = unread(*status, inference_fields, INFERENCE_FIELDS);
    if (!refused) return 1;
    if (changed && refused == of) return 0;
    leave_out(&how, refused);
  }
}

/* How the work is done is no part of the result. */
static int is_running(const char *name) {
  return !strcmp(name, "threads") || !strcmp(name, "progress") || !strcmp(name, "user");
}

static void infer(void) {
  size_t which, i, read = 0, refused = 0;
  for (which = 0; which < sizeof questions / sizeof questions[0]; which++) {
    for (i = 0; i < INFERENCE_FIELDS; i++) {
      const field *of = &inference_fields[i];
      digest before, after;
      duel_status status;
      if (!ask(questions[which].ask, of, 1, &after, &status)) {
        refused++;
        continue;
      }
      read++;
      if (!strcmp(of->name, "cancel")) {
        CHECK(status == DUEL_ERR_CANCELLED, "%s: %s", questions[which].name, duel_status_name(status));
        continue;
      }
      if (!strcmp(of->name, "mixture")) {
        /* Its effect is tested with more contexts than these, in claims.c. */
        CHECK(status == DUEL_ERR_UNSUPPORTED && strstr(duel_last_error(), "needs 40 "), "%s: %s",
              questions[which].name, duel_last_error());
        continue;
      }
      CHECK(status == DUEL_OK, "%s with %s: %s", questions[which].name, of->name, duel_last_error());
      ask(questions[which].ask, of, 0, &before, &status);
      CHECK(status == DUEL_OK, "%s without %s: %s", questions[which].name, of->name, duel_last_error());
      CHECK(is_running(of->name) || questions[which].is_coarse || before != after,
            "%s takes %s, which has no effect", questions[which].name, of->name);
    }
  }
  CHECK(read > 100 && refused > 100, "%lu read, %lu refused", (unsigned long)read, (unsigned long)refused);
}

/* ---- data ---------------------------------------------------------------------------------------- */

static const char *const contexts_of[] = {"p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8"};

/* Five judges, each of all pairs of five items in eight contexts. */
static duel_status five(duel_set **out) {
  static const char *const items[] = {"a", "b", "c", "d", "e"}, *const who[] = {"ann", "bob", "cyd", "dan", "eve"};
  static const double strength[] = {0.9, 0.4, 0.1, -0.4, -1.0};
  enum { ROWS = CONTEXTS * JUDGES * ITEMS * (ITEMS - 1) };
  static const char *left[ROWS], *right[ROWS], *judged[ROWS], *context[ROWS];
  static double score[ROWS];
  unsigned long state = 4321;
  size_t row = 0, i, j, k, c;
  duel_rows rows = empty_rows(ROWS);
  for (c = 0; c < CONTEXTS; c++) {
    for (k = 0; k < JUDGES; k++) {
      for (i = 0; i < ITEMS; i++) {
        for (j = 0; j < ITEMS; j++) {
          double u = (1.6 - 0.25 * (double)k) * (strength[i] - strength[j]) + 0.2, chance;
          if (i == j) continue;
          state = (state * 1103515245ul + 12345ul) & 0x7ffffffful;
          chance = 8.0 * ((double)(state >> 8) / 8388608.0) - 4.0;
          score[row] = chance < u - 0.4 ? 1.0 : chance > u + 0.4 ? 0.0 : 0.5;
          left[row] = items[i];
          right[row] = items[j];
          judged[row] = who[k];
          context[row++] = contexts_of[c];
        }
      }
    }
  }
  rows.left = names_column(left);
  rows.right = names_column(right);
  rows.judge = names_column(judged);
  rows.context = names_column(context);
  rows.score = double_column(score);
  EXPECT(DUEL_OK, duel_set_new(out));
  return duel_set_append(*out, &rows);
}

static void add_length(duel_set *to, double step) {
  double values[CONTEXTS];
  duel_covariate covariate;
  size_t i;
  for (i = 0; i < CONTEXTS; i++) values[i] = step * ((double)i - 2.0);
  memset(&covariate, 0, sizeof covariate);
  covariate.struct_size = sizeof covariate;
  covariate.length = CONTEXTS;
  covariate.name = "length";
  covariate.context = names_column(contexts_of);
  covariate.value = double_column(values);
  EXPECT(DUEL_OK, duel_set_covariate(to, &covariate));
}

static void make(void) {
  static const char *const length[] = {"length"};
  static const int32_t functionals[] = {DUEL_FUNCTIONAL_BORDA, DUEL_FUNCTIONAL_BRADLEY_TERRY};
  duel_model_options options = fit_defaults();
  duel_gars_options wanted = gars_options(functionals, 2);
  duel_gars_contexts contexts = gars_contexts();
  static const int32_t ids[3 * GARS_N] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  static const int32_t answers[GARS_LABELS + 2] = {0, 1, 1, 0, 0, 1, 0, 0, 1};
  static const char *const parts[] = {"whole", "most"};
  static const double shares[2 * GARS_N] = {1.0, 1.0, 1.0, 1.0, 1.0, 0.2, 1.0, 0.5};
  duel_bootstrap_options draws;
  size_t batch;
  memset(&draws, 0, sizeof draws);
  draws.struct_size = sizeof draws;
  draws.replicates = 100;
  draws.weights = DUEL_WEIGHTS_BAYESIAN;
  EXPECT(DUEL_OK, five(&set));
  EXPECT(DUEL_OK, duel_set_copy(set, &elsewhere)); /* other contexts of the same names */
  add_length(set, 0.3);
  add_length(elsewhere, -0.5);
  options.strength = DUEL_STRENGTH_SENSITIVITY;
  options.tie_model = DUEL_MODEL_RAO_KUPPER;
  options.position = DUEL_POSITION_BY_JUDGE;
  options.covariates = options.sensitivity_covariates = length;
  options.covariate_count = 1;
  options.sensitivity_covariate_count = 1;
  EXPECT(DUEL_OK, duel_model_fit(set, &options, &model));
  options.position = DUEL_POSITION_SHARED;
  EXPECT(DUEL_OK, duel_model_fit(set, &options, &smaller));
  EXPECT(DUEL_OK, duel_bootstrap_new(model, &draws, &replicates));
  wanted.clusters = 1;
  wanted.floor = -1.0;
  EXPECT(DUEL_OK, duel_gars_new(&wanted, &gars));
  for (batch = 0; batch < 3; batch++) {
    /* The same pairs, answered otherwise. */
    contexts.cluster = int_column(ids + GARS_N * batch);
    contexts.category = int_column(answers + batch);
    EXPECT(DUEL_OK, duel_gars_add(gars, &contexts));
  }
  wanted.group_names = parts;
  wanted.group_count = 2;
  EXPECT(DUEL_OK, duel_gars_new(&wanted, &grouped));
  contexts.groups = shares;
  for (batch = 0; batch < 9; batch++) {
    int32_t own[GARS_N];
    size_t at;
    for (at = 0; at < GARS_N; at++) own[at] = (int32_t)(GARS_N * batch + at);
    contexts.cluster = int_column(own);
    contexts.category = int_column(answers + batch % 3);
    EXPECT(DUEL_OK, duel_gars_add(grouped, &contexts));
  }
  EXPECT(DUEL_OK, duel_cancel_new(&raised));
  duel_cancel_raise(raised);
}

int main(void) {
  make();
  if (!model || !smaller || !gars || !grouped || !replicates) return checks_end();
  infer();
  duel_cancel_free(raised);
  duel_gars_free(gars);
  duel_gars_free(grouped);
  duel_bootstrap_free(replicates);
  duel_model_free(smaller);
  duel_model_free(model);
  duel_set_free(elsewhere);
  duel_set_free(set);
  return checks_end();
}
