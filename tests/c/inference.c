/* Every question of inference once, of models fitted, and saved and loaded again, from the normal
 * distribution and from replicates; owners that let go in any order; and whatever takes long, stopped. */
#include "cells.h"
#include "estimates.h"
#include "data.h"

#include <math.h>

enum { PAIRS = SMALL_ITEMS * (SMALL_ITEMS - 1) / 2, DRAWS = 100, ROOM = 4096 };

static const double differences[] = {1.0, -1.0, 0.0, 0.0, 0.0, 1.0, -1.0, 0.0};
static const size_t pair[] = {0, 3};

/* Answers one after the other, with a canary behind the last. */
typedef struct answers {
  double at[ROOM];
  size_t used;
} answers;

static double *next(answers *a, size_t count) {
  double *place = a->at + a->used;
  if (a->used + count + 1 > ROOM) {
    printf("ROOM is too small\n");
    exit(2);
  }
  a->used += count;
  place[count] = 4711.0;
  return place;
}

static double *keep(answers *a, double value) {
  double *place = next(a, 1);
  *place = value;
  return place;
}

/* The odds of the first item over the second, with their derivatives, and a win rate without. */
static int odds(const double *values, size_t n, double *out, double *gradient, void *user) {
  size_t i;
  (*(size_t *)user)++;
  out[0] = exp(values[0] - values[1]);
  out[1] = 0.0;
  for (i = 1; i < n; i++) out[1] += 1.0 / (1.0 + exp(values[i] - values[0])) / (double)(n - 1);
  if (gradient) {
    for (i = 0; i < n; i++) gradient[i] = 0.0;
    gradient[0] = out[0];
    gradient[1] = -out[0];
  }
  return 0;
}

static void ask_ranks(const duel_model *model, const duel_inference_options *how, answers *a) {
  double *chances = next(a, SMALL_ITEMS * SMALL_ITEMS), *above;
  double sum = 0.0;
  duel_table *table = NULL;
  duel_quasi_facts quasi;
  size_t i, j;
  /* Where nothing is drawn, draws are not read. */
  duel_inference_options plain = *how;
  plain.draws = 0;
  EXPECT(DUEL_OK, duel_model_rank_probabilities(model, how, chances, SMALL_ITEMS * SMALL_ITEMS));
  EXPECT(DUEL_OK, duel_model_rank_summary(model, how, &table));
  for (i = 0; i < rows_of(table); i++) {
    CHECK(duel_table_f64(table, "best_probability")[i] == chances[SMALL_ITEMS * i], "best");
    CHECK(duel_table_i64(table, "rank_lower")[i] <= duel_table_i64(table, "rank_upper")[i], "quantiles");
    keep(a, duel_table_f64(table, "rank_mean")[i]);
  }
  duel_table_free(table);
  for (i = 0; i < SMALL_ITEMS; i++) sum += chances[SMALL_ITEMS * i];
  CHECK(fabs(sum - 1.0) < 1e-9, "somebody is best with probability %g", sum);
  above = next(a, SMALL_ITEMS * SMALL_ITEMS);
  EXPECT(DUEL_OK, duel_model_superiority(model, &plain, above, SMALL_ITEMS * SMALL_ITEMS));
  for (i = 0; i < SMALL_ITEMS; i++) {
    for (j = 0; j < i; j++) {
      CHECK(fabs(above[SMALL_ITEMS * i + j] + above[SMALL_ITEMS * j + i] - 1.0) < 1e-9, "superior");
    }
  }
  EXPECT(DUEL_OK, duel_model_compact_letters(model, how, &table));
  CHECK(rows_of(table) >= SMALL_ITEMS && duel_table_i64(table, "group")[0] == 0, "groups");
  for (i = 0; i < rows_of(table); i++) keep(a, (double)duel_table_codes(table, "item")[i]);
  duel_table_free(table);
  EXPECT(DUEL_OK, duel_model_more_comparisons(model, pair, 1, NULL, 0.9, &plain, &table));
  CHECK(duel_table_codes(table, "second")[0] == 3, "the pair");
  CHECK(*keep(a, duel_table_f64(table, "pair_comparisons")[0]) >= 0.0 &&
            *keep(a, duel_table_f64(table, "design_comparisons")[0]) >= 0.0, "more");
  duel_table_free(table);
  memset(&quasi, 0, sizeof quasi);
  quasi.struct_size = sizeof quasi;
  EXPECT(DUEL_OK, duel_model_quasi_variances(model, &plain, next(a, SMALL_ITEMS), SMALL_ITEMS, &quasi));
  CHECK(quasi.least_error <= quasi.largest_error && quasi.least_contrast_error <= quasi.largest_contrast_error,
        "errors of quasi-variances");
}

static void ask_tests(const duel_model *model, const duel_inference_options *how, answers *a) {
  double *tests = NULL, *ratio;
  int32_t adjustment;
  size_t i;
  for (adjustment = 0; adjustment <= DUEL_ADJUST_BENJAMINI_YEKUTIELI; adjustment++) {
    tests = next(a, 9 * PAIRS);
    EXPECT(DUEL_OK, model_pairs(model, how, DUEL_FAMILY_ALL_PAIRS, adjustment, tests, 9 * PAIRS));
    for (i = 0; i < PAIRS; i++) {
      CHECK(tests[9 * i + 5] <= tests[9 * i + 6] * (1.0 + 1e-12), "adjusted to less: %g, %g",
            tests[9 * i + 5], tests[9 * i + 6]);
    }
    tests = next(a, 9 * (SMALL_ITEMS - 1));
    EXPECT(DUEL_OK, model_pairs(model, how, DUEL_FAMILY_TO_REFERENCE, adjustment, tests,
                                    9 * (SMALL_ITEMS - 1)));
    tests = next(a, 14);
    EXPECT(DUEL_OK, model_tests(model, DUEL_QUANTITY_SCORES, how, adjustment, differences, 2,
                                        differences, tests, 14));
    ratio = next(a, 2);
    ratio[0] = tests[3];
    ratio[1] = tests[10];
    if (adjustment != DUEL_ADJUST_SINGLE_STEP) {
      EXPECT(DUEL_OK, duel_p_adjust(ratio, 2, adjustment, ratio, 2));
      CHECK(fabs(ratio[0] - tests[4]) + fabs(ratio[1] - tests[11]) < 1e-12, "adjusted elsewhere");
    }
  }
}

static void ask_functions(const duel_model *model, const duel_inference_options *how, answers *a) {
  double *values = next(a, 8), *covariance = next(a, 4);
  size_t calls = 0;
  EXPECT(DUEL_OK, model_function(model, DUEL_QUANTITY_SCORES, how, odds, &calls, 2, values, 8, covariance, 4));
  CHECK(calls > 0 && values[0] > 0.0 && values[4] > 0.0 && values[4] < 1.0, "odds %g", values[0]);
  CHECK(fabs(values[1] * values[1] - covariance[0]) < 1e-9 * (1.0 + covariance[0]), "%g and %g",
        values[1], covariance[0]);
}

/* Everything that replicates serve too. */
static void ask(const duel_model *model, const duel_inference_options *how, answers *a) {
  a->used = 0;
  EXPECT(DUEL_OK, model_values(model, DUEL_QUANTITY_SCORES, how, next(a, 4 * SMALL_ITEMS), 4 * SMALL_ITEMS));
  EXPECT(DUEL_OK, model_values(model, DUEL_QUANTITY_WIN_RATES, how, next(a, 4 * SMALL_ITEMS),
                                 4 * SMALL_ITEMS));
  EXPECT(DUEL_OK, model_values(model, DUEL_QUANTITY_SHARES, how, next(a, 4 * SMALL_ITEMS), 4 * SMALL_ITEMS));
  EXPECT(DUEL_OK, model_ranks(model, how, next(a, 3 * SMALL_ITEMS), 3 * SMALL_ITEMS));
  ask_ranks(model, how, a);
  ask_tests(model, how, a);
  ask_functions(model, how, a);
  CHECK(a->at[a->used] == 4711.0, "too much was written");
}

/* How far predictions are from what was seen. */
static void ask_metrics(const duel_model *model, answers *a) {
  duel_table *marginals = NULL;
  double *wins = next(a, SMALL_ITEMS * SMALL_ITEMS);
  duel_metrics_facts metrics;
  double sum = 0.0, won = 0.0;
  size_t i;
  duel_table *by_outcome = NULL;
  const double *parts;
  memset(&metrics, 0, sizeof metrics);
  metrics.struct_size = sizeof metrics;
  EXPECT(DUEL_OK, duel_model_metrics(model, NULL, DUEL_BY_CELL, &metrics));
  EXPECT(DUEL_OK, duel_model_metrics_by_outcome(model, NULL, DUEL_BY_CELL, &by_outcome));
  CHECK(rows_of(by_outcome) == metrics.outcomes, "%lu outcomes", (unsigned long)rows_of(by_outcome));
  parts = duel_table_f64(by_outcome, "cross_entropy");
  for (i = 0; parts && i < metrics.outcomes; i++) sum += *keep(a, parts[i]);
  CHECK(!strcmp(duel_table_text(by_outcome, "outcome", 0), "win"), "the first outcome");
  duel_table_free(by_outcome);
  CHECK(fabs(sum - metrics.cross_entropy) < 1e-12, "cross-entropy %g, not %g", metrics.cross_entropy,
        sum);
  CHECK(fabs(metrics.nll_mean - sum) < 1e-12, "%g a comparison, not %g", metrics.nll_mean, sum);
  CHECK(metrics.unpredicted == 0.0 && metrics.kl_weighted > 0.0 && metrics.js_mean > 0.0, "far");
  EXPECT(DUEL_OK, duel_model_marginals(model, NULL, &marginals));
  EXPECT(DUEL_OK, duel_model_match_matrix(model, DUEL_MATRIX_EXPECTED, DUEL_OUTCOME_LEFT, NULL, wins,
                                    SMALL_ITEMS * SMALL_ITEMS));
  for (i = 0; i < SMALL_ITEMS; i++) won += wins[i];
  CHECK(rows_of(marginals) == SMALL_ITEMS, "%lu marginals", (unsigned long)rows_of(marginals));
  for (i = 0; i < SMALL_ITEMS; i++) {
    keep(a, duel_table_f64(marginals, "wins")[i]);
    keep(a, duel_table_f64(marginals, "expected_wins")[i]);
  }
  CHECK(fabs(won - duel_table_f64(marginals, "expected_wins")[0]) < 1e-9, "the first wins %g, not %g", won,
        duel_table_f64(marginals, "expected_wins")[0]);
  CHECK(isnan(duel_table_f64(marginals, "ties")[0]) == (metrics.outcomes == 2), "ties");
  duel_table_free(marginals);
}

/* Results that depend on the data and the likelihood alone. */
static void ask_data(const duel_model *model, answers *a) {
  duel_set *drawn = NULL;
  duel_goodness_facts fit;
  duel_model_facts info;
  duel_set_facts totals;
  double *profile = next(a, 8);
  duel_table *units = NULL;
  size_t i;
  double *changes = next(a, SMALL_CONTEXTS * SMALL_ITEMS);
  EXPECT(DUEL_OK, model_profile(model, DUEL_QUANTITY_SCORES, NULL, differences, 2, profile, 8));
  CHECK(profile[2] < profile[0] && profile[0] < profile[3], "profile [%g, %g]", profile[2],
        profile[3]);
  EXPECT(DUEL_OK, duel_model_influence_changes(model, DUEL_QUANTITY_SCORES, DUEL_BY_CONTEXT, NULL, changes,
                                               SMALL_CONTEXTS * SMALL_ITEMS));
  EXPECT(DUEL_OK, duel_model_influence(model, DUEL_BY_CONTEXT, NULL, &units));
  CHECK(rows_of(units) == SMALL_CONTEXTS, "%lu contexts", (unsigned long)rows_of(units));
  for (i = 0; i < rows_of(units); i++) keep(a, duel_table_f64(units, "leverage")[i]);
  duel_table_free(units);
  EXPECT(DUEL_OK, duel_model_simulate(model, NULL, 5, &drawn));
  memset(&totals, 0, sizeof totals);
  totals.struct_size = sizeof totals;
  EXPECT(DUEL_OK, duel_set_info(drawn, &totals));
  memset(&info, 0, sizeof info);
  info.struct_size = sizeof info;
  EXPECT(DUEL_OK, duel_model_info(model, &info));
  CHECK(totals.comparisons == info.comparisons, "%g drawn, not %g", totals.comparisons, info.comparisons);
  duel_set_free(drawn);
  memset(&fit, 0, sizeof fit);
  fit.struct_size = sizeof fit;
  EXPECT(DUEL_OK, duel_model_goodness(model, 20, NULL, &fit));
  CHECK(fit.used + fit.failed == 20 && fit.deviance_p > 0.0 && fit.deviance_p <= 1.0, "goodness");
  ask_metrics(model, a);
}

/* Each score's mean, standard error and number of fits, which follow one another, against the rows of the fits. */
static void averages_of(const duel_table *fits, const duel_validation_facts *found) {
#define SCORE(name) {#name, &found->name, &found->name##_se, &found->name##_fits}
  const struct {
    const char *name;
    const double *mean, *error;
    const size_t *count;
  } scores[] = {SCORE(log_score), SCORE(brier), SCORE(accuracy), SCORE(calibration_error), SCORE(kl_mean), SCORE(kl_weighted),
                SCORE(js_mean), SCORE(js_weighted), SCORE(mae_percent), SCORE(rmse_percent)};
  size_t k, i;
  for (k = 0; k < sizeof scores / sizeof *scores; k++) {
    double sum = 0.0, squares = 0.0, count = 0.0;
    for (i = 0; i < rows_of(fits); i++) {
      const double value = cell(fits, scores[k].name, i);
      if (isnan(value)) continue;
      sum += value;
      squares += value * value;
      count += 1.0;
    }
    CHECK(count > 1.0 && *scores[k].count == (size_t)count, "%s of %g fits", scores[k].name, count);
    CHECK(fabs(*scores[k].mean - sum / count) < 1e-12 * (1.0 + fabs(sum)), "%s: mean %g", scores[k].name, *scores[k].mean);
    squares = sqrt(fmax(squares - sum * sum / count, 0.0) / (count - 1.0) / count);
    CHECK(fabs(*scores[k].error - squares) < 1e-8 * (1.0 + squares), "%s: error %g, not %g", scores[k].name, *scores[k].error, squares);
  }
#undef SCORE
}

/* Vuong's test is the same from both sides; folds partition the set. */
static void choose(const duel_set *set) {
  duel_model_options options = fit_defaults();
  duel_model *models[2] = {NULL, NULL};
  duel_vuong_facts there, back;
  duel_validation_facts validation;
  duel_table *fits = NULL;
  double held = 0.0;
  size_t i;
  for (i = 0; i < 2; i++) {
    options.tie_model = i ? DUEL_MODEL_DAVIDSON : DUEL_MODEL_RAO_KUPPER;
    EXPECT(DUEL_OK, duel_model_fit(set, &options, &models[i]));
  }
  memset(&there, 0, sizeof there);
  there.struct_size = sizeof there;
  back = there;
  EXPECT(DUEL_OK, duel_model_vuong(models[0], models[1], DUEL_VUONG_BIC, 0, NULL, &there));
  EXPECT(DUEL_OK, duel_model_vuong(models[1], models[0], DUEL_VUONG_BIC, DUEL_BY_CONTEXT, NULL, &back));
  CHECK(there.by == DUEL_BY_CONTEXT && there.units == SMALL_CONTEXTS, "%g units", there.units);
  CHECK(fabs(there.statistic + back.statistic) < 1e-9, "%g and %g", there.statistic, back.statistic);
  CHECK(there.p > 0.0 && there.p <= 1.0 && there.variance_p > 0.0, "p %g", there.p);
  memset(&validation, 0, sizeof validation);
  validation.struct_size = sizeof validation;
  EXPECT(DUEL_OK, duel_set_cross_validate(set, &options, NULL, &validation, &fits));
  for (i = 0; i < rows_of(fits); i++) held += cell(fits, "held", i);
  CHECK(rows_of(fits) == 10 && !strcmp(duel_table_text(fits, "status", 9), "ok"), "fits");
  CHECK(cell(fits, "log_score", 3) == cell(fits, "log_likelihood", 3) / cell(fits, "held", 3), "score of a fit");
  averages_of(fits, &validation);
  duel_table_free(fits);
  CHECK(validation.fits == 10 && validation.held == SMALL_ROWS && held == SMALL_ROWS, "%g held", held);
  CHECK(validation.failed == 0 && validation.predicted == SMALL_ROWS, "%g predicted",
        validation.predicted);
  CHECK(validation.log_score < -0.5 && validation.log_score > -1.5 && validation.log_score_se > 0.0 &&
            validation.log_score_fits == 10, "score %g (%g)", validation.log_score, validation.log_score_se);
  duel_model_free(models[0]);
  duel_model_free(models[1]);
}

static void same(const answers *a, const answers *b, const char *what) {
  size_t i;
  CHECK(a->used == b->used, "%s: %lu answers, then %lu", what, (unsigned long)a->used,
        (unsigned long)b->used);
  for (i = 0; i < a->used && i < b->used; i++) {
    double x = a->at[i], y = b->at[i];
    if (isnan(x) && isnan(y)) continue;
    if (x != y && !(fabs(x - y) <= 1e-7 * (1.0 + fabs(x)))) {
      CHECK(0, "%s: answer %lu is %.15g, then %.15g", what, (unsigned long)i, x, y);
      return;
    }
  }
  CHECK(1, "the same");
}

static duel_model *reload(const duel_model *model) {
  size_t length = 0;
  duel_model *loaded = NULL;
  unsigned char *bytes;
  EXPECT(DUEL_OK, duel_model_save(model, NULL, 0, &length));
  bytes = (unsigned char *)malloc(length);
  if (!bytes) exit(2);
  EXPECT(DUEL_OK, duel_model_save(model, bytes, length, &length));
  EXPECT(DUEL_OK, duel_model_load(bytes, length, &loaded));
  free(bytes);
  return loaded;
}

static duel_bootstrap_options bootstrap_defaults(void) {
  duel_bootstrap_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.replicates = DRAWS;
  options.weights = DUEL_WEIGHTS_BAYESIAN;
  options.seed = 3;
  return options;
}

static duel_model_options some_choices(int which) {
  duel_model_options options = fit_defaults();
  options.ties = DUEL_TIES_DROPPED;
  if (which == 1) {
    options.ties = DUEL_TIES_HALF;
    options.tie_model = DUEL_MODEL_DAVIDSON;
    options.position = DUEL_POSITION_SHARED;
  }
  if (which == 2) {
    options.strength = DUEL_STRENGTH_SENSITIVITY;
    options.covariance = DUEL_COVARIANCE_CLUSTERED_BY_CONTEXT;
  }
  return options;
}

/* The same answers before and after a model is saved, with each owner gone as early as may be. */
static void answers_live_on(duel_set *set, int which) {
  static answers first, second, third;
  duel_model_options options = some_choices(which);
  duel_bootstrap_options draws = bootstrap_defaults();
  duel_inference_options how = inference_defaults();
  duel_bootstrap_facts facts;
  duel_model_facts info;
  duel_model *model = NULL, *loaded;
  duel_bootstrap *bootstrap = NULL;
  double before[DRAWS * SMALL_ITEMS], after[DRAWS * SMALL_ITEMS];
  how.draws = 2000;
  EXPECT(DUEL_OK, duel_model_fit(set, &options, &model));
  if (!model) return;
  ask(model, &how, &first);
  ask_data(model, &first);
  loaded = reload(model);
  if (!loaded) return;
  ask(loaded, &how, &second);
  ask_data(loaded, &second);
  same(&first, &second, "a loaded model");

  EXPECT(DUEL_OK, duel_bootstrap_new(model, &draws, &bootstrap));
  if (!bootstrap) return;
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  EXPECT(DUEL_OK, duel_bootstrap_info(bootstrap, &facts));
  CHECK(facts.drawn == DRAWS && facts.used == DRAWS, "%lu of %lu replicates",
        (unsigned long)facts.used, (unsigned long)facts.drawn);
  info.struct_size = sizeof info;
  EXPECT(DUEL_OK, duel_model_info(model, &info));
  CHECK(facts.by == (info.covariance == DUEL_COVARIANCE_CLUSTERED_BY_CONTEXT ? DUEL_BY_CONTEXT : DUEL_BY_ROW),
        "replicates draw %d under covariance %d", (int)facts.by, (int)info.covariance);
  EXPECT(DUEL_OK, duel_bootstrap_get(bootstrap, DUEL_QUANTITY_SCORES, NULL, before, DRAWS * SMALL_ITEMS));
  how.bootstrap = bootstrap;
  ask(model, &how, &first);
  CHECK(first.at[1] != second.at[1], "replicates say the same as the normal distribution");
  duel_model_free(model);
  /* Replicates know all they need of the model, and serve an equal one. */
  EXPECT(DUEL_OK, duel_bootstrap_get(bootstrap, DUEL_QUANTITY_SCORES, NULL, after, DRAWS * SMALL_ITEMS));
  CHECK(memcmp(before, after, sizeof before) == 0, "replicates changed with their model gone");
  for (how.bootstrap_interval = DUEL_BOOTSTRAP_STUDENTISED; how.bootstrap_interval >= DUEL_BOOTSTRAP_BCA;
       how.bootstrap_interval--) {
    EXPECT(DUEL_OK, model_values(loaded, DUEL_QUANTITY_SCORES, &how, after, 4 * SMALL_ITEMS));
    CHECK(after[2] < after[0] && after[0] < after[3], "interval %d", (int)how.bootstrap_interval);
  }
  how.bootstrap_interval = DUEL_BOOTSTRAP_BCA;
  ask(loaded, &how, &third);
  same(&first, &third, "replicates for a loaded model");
  if (which & 1) duel_model_free(loaded), duel_bootstrap_free(bootstrap);
  else duel_bootstrap_free(bootstrap), duel_model_free(loaded);
}

/* ---- stopped --------------------------------------------------------------------------------- */

/* Says no at the call number `stop`, and watches the fractions on the way. */
typedef struct watcher {
  size_t calls, stop;
  double fraction;
  int bad;
} watcher;

static int watch(const duel_progress *now, void *user) {
  watcher *w = (watcher *)user;
  if (now->struct_size != sizeof *now) w->bad++;
  if (now->fraction < w->fraction || now->fraction > 1.0) w->bad++;
  if (!isnan(now->fraction)) w->fraction = now->fraction;
  return ++w->calls == w->stop;
}

typedef struct long_work {
  const duel_model *model;
  const duel_bootstrap *bootstrap;
  const duel_set *set;
  duel_progress_fn progress;
  watcher *watcher;
  const duel_cancel *cancel;
} long_work;

/* Of every function that takes long, a call that reports to the watcher. */
static duel_status work(int which, const long_work *w, double *out, duel_bootstrap **made) {
  duel_inference_options how = inference_defaults();
  duel_bootstrap_options draws = bootstrap_defaults();
  duel_goodness_facts fit;
  duel_triads_facts triads;
  duel_validation_options held;
  duel_validation_facts validation;
  duel_status status;
  size_t calls = 0;
  how.progress = draws.progress = w->progress;
  how.user = draws.user = w->watcher;
  how.cancel = draws.cancel = w->cancel;
  switch (which) {
    case 0: return duel_bootstrap_new(w->model, &draws, made);
    case 1: return model_profile(w->model, DUEL_QUANTITY_SCORES, &how, NULL, SMALL_ITEMS, out, ROOM);
    case 2:
      memset(&fit, 0, sizeof fit);
      fit.struct_size = sizeof fit;
      status = duel_model_goodness(w->model, 20, &how, &fit);
      CHECK(status == DUEL_OK || fit.pearson == 0.0, "goodness wrote %g", fit.pearson);
      return status;
    case 3:
      memset(&triads, 0, sizeof triads);
      triads.struct_size = sizeof triads;
      status = duel_model_triads(w->model, 20, &how, &triads);
      CHECK(status == DUEL_OK || triads.replicates == 0, "triads wrote");
      return status;
    case 4:
      how.bootstrap = w->bootstrap;
      return model_function(w->model, DUEL_QUANTITY_SCORES, &how, odds, &calls, 2, out, ROOM, NULL, 0);
    case 5:
      how.bootstrap = w->bootstrap;
      how.bootstrap_interval = DUEL_BOOTSTRAP_STUDENTISED;
      return model_values(w->model, DUEL_QUANTITY_SCORES, &how, out, ROOM);
    case 6:
      memset(&held, 0, sizeof held);
      held.struct_size = sizeof held;
      held.progress = w->progress;
      held.user = w->watcher;
      held.cancel = w->cancel;
      memset(&validation, 0, sizeof validation);
      validation.struct_size = sizeof validation;
      return duel_set_cross_validate(w->set, NULL, &held, &validation, NULL);
    default:
      how.draws = 2000;
      return duel_model_rank_probabilities(w->model, &how, out, ROOM);
  }
}

static int gives_up(const double *values, size_t n, double *out, double *gradient, void *user) {
  (void)gradient;
  out[0] = values[n - 1];
  out[1] = 1.0;
  return --*(size_t *)user == 0;
}

/* A function that gives up, at each of its calls in turn. */
static void given_up(const duel_model *model) {
  size_t stop, left;
  for (stop = 1; stop < 50; stop++) {
    double out[8] = {4711.0};
    duel_status status;
    left = stop;
    status = model_function(model, DUEL_QUANTITY_SCORES, NULL, gives_up, &left, 2, out, 8, NULL, 0);
    if (status == DUEL_OK) break;
    CHECK(status == DUEL_ERR_CANCELLED && out[0] == 4711.0, "%s", duel_status_name(status));
  }
  CHECK(stop > 1 && stop < 50, "it took %lu calls", (unsigned long)stop);
}

static void stopped(duel_set *set) {
  static const char *const names[] = {"bootstrap", "profile", "goodness", "triads", "function",
                                      "studentised", "validation", "rank probabilities"};
  static double out[ROOM];
  duel_model_options options = some_choices(1);
  duel_bootstrap_options draws = bootstrap_defaults();
  duel_model *model = NULL;
  duel_bootstrap *bootstrap = NULL, *made = NULL;
  duel_cancel *cancel = NULL;
  long_work w;
  watcher watcher;
  int which;
  EXPECT(DUEL_OK, duel_model_fit(set, &options, &model));
  EXPECT(DUEL_OK, duel_bootstrap_new(model, &draws, &bootstrap));
  EXPECT(DUEL_OK, duel_cancel_new(&cancel));
  if (!model || !bootstrap || !cancel) return;
  given_up(model);
  duel_cancel_raise(cancel);
  for (which = 0; which < 8; which++) {
    size_t all, stop;
    memset(&w, 0, sizeof w);
    memset(&watcher, 0, sizeof watcher);
    w.model = model;
    w.bootstrap = bootstrap;
    w.set = set;
    w.progress = watch;
    w.watcher = &watcher;
    EXPECT(DUEL_OK, work(which, &w, out, &made));
    duel_bootstrap_free(made);
    made = NULL;
    all = watcher.calls;
    CHECK(all > 0 && watcher.bad == 0, "%s: %lu calls, %d of them bad", names[which],
          (unsigned long)all, watcher.bad);
    for (stop = 1; stop <= all; stop += 1 + all / 7) {
      memset(&watcher, 0, sizeof watcher);
      watcher.stop = stop;
      out[0] = 4711.0;
      EXPECT(DUEL_ERR_CANCELLED, work(which, &w, out, &made));
      CHECK(made == NULL && out[0] == 4711.0, "%s, stopped at %lu, wrote", names[which],
            (unsigned long)stop);
      CHECK(watcher.calls == stop, "%s went on for %lu calls", names[which],
            (unsigned long)(watcher.calls - stop));
    }
    w.progress = NULL;
    w.cancel = cancel;
    EXPECT(DUEL_ERR_CANCELLED, work(which, &w, out, &made));
    CHECK(made == NULL && out[0] == 4711.0, "%s, cancelled, wrote", names[which]);
  }
  duel_cancel_free(cancel);
  duel_bootstrap_free(bootstrap);
  duel_model_free(model);
}

int main(void) {
  duel_set *set = NULL;
  int which;
  duel_bootstrap_free(NULL);
  EXPECT(DUEL_OK, small_set(&set));
  if (!set) return checks_end();
  for (which = 0; which < 3; which++) answers_live_on(set, which);
  choose(set);
  stopped(set);
  duel_set_free(set);
  return checks_end();
}
