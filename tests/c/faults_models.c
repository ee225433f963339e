/* Operations of tests/c/faults.c on fitted models. */
#include "faults.h"

#include <math.h>

static duel_inference_options options(void) {
  ZERO(duel_inference_options, how);
  how.draws = 300;
  how.threads = 2;
  HEARD(how);
  return how;
}
/* Defaults of everything. */
static duel_inference_options plain(void) {
  ZERO(duel_inference_options, how);
  HEARD(how);
  return how;
}

static duel_status model_save(world *w) {
  size_t length = 0;
  if (TRY(duel_model_save(w->model, w->room[0], w->capacity * sizeof(double), &length))) return w->status;
  see_bytes(w, w->room[0], length);
  return DUEL_OK;
}

#define MODEL(call)                                   \
  do {                                                \
    duel_model *out = NULL;                           \
    TRY(call);                                        \
    if (w->status && out) w->wrong++;                 \
    return w->status ? w->status : see_model(w, out); \
  } while (0)

static duel_status model_load(world *w) { MODEL(duel_model_load(w->model_bytes, w->model_length, &out)); }
static duel_status model_share(world *w) { MODEL(duel_model_share(w->model, &out)); }
static duel_status model_info(world *w) { FACTS(duel_model_facts, duel_model_info(w->model, &out)); }
static duel_status model_get(world *w) {
  NUMBERS(duel_model_get(w->model, DUEL_QUANTITY_SCORES, out, capacity), w->items);
}
static duel_status warnings(world *w) { TABLE(duel_model_warnings(w->model, &out)); }
static duel_status items(world *w) { TABLE(duel_model_items(w->model, &out)); }
static duel_status voters(world *w) { TABLE(duel_model_voters(w->model, &out)); }
static duel_status optima(world *w) { TABLE(duel_model_optima(w->model, &out)); }
static duel_status scores(world *w) {
  const duel_inference_options how = plain();
  TABLE(duel_model_scores(w->model, &how, &out));
}
static duel_status scores_simultaneous(world *w) {
  duel_inference_options how = options();
  how.intervals = DUEL_INTERVALS_SIMULTANEOUS;
  TABLE(duel_model_scores(w->model, &how, &out));
}
static duel_status scores_by_covariance(world *w, int32_t covariance, int32_t correction) {
  duel_inference_options how = options();
  how.covariance = covariance;
  how.correction = correction;
  TABLE(duel_model_scores(w->model, &how, &out));
}
static duel_status scores_observed(world *w) { return scores_by_covariance(w, DUEL_COVARIANCE_OBSERVED, 0); }
static duel_status scores_sandwich(world *w) { return scores_by_covariance(w, DUEL_COVARIANCE_SANDWICH, 0); }
static duel_status scores_clustered(world *w) {
  return scores_by_covariance(w, DUEL_COVARIANCE_CLUSTERED_BY_CONTEXT, DUEL_CORRECTION_CR1);
}
static duel_status scores_cr2(world *w) {
  return scores_by_covariance(w, DUEL_COVARIANCE_CLUSTERED_BY_JUDGE, DUEL_CORRECTION_CR2);
}
static duel_status scores_jackknife(world *w) {
  return scores_by_covariance(w, DUEL_COVARIANCE_CLUSTERED_BY_JUDGE, DUEL_CORRECTION_JACKKNIFE);
}
static duel_status scores_two_way(world *w) {
  return scores_by_covariance(w, DUEL_COVARIANCE_CLUSTERED_TWO_WAY, DUEL_CORRECTION_NONE);
}
static duel_status scores_bootstrap(world *w) {
  duel_inference_options how = options();
  how.bootstrap = w->bootstrap;
  how.draws = 0;
  how.threads = 0;
  TABLE(duel_model_scores(w->plain, &how, &out));
}
static duel_status effective(world *w) {
  const duel_inference_options how = plain();
  TABLE(duel_model_effective_comparisons(w->model, &how, &out));
}
static duel_status predict(world *w) {
  duel_rows asked = w->half;
  memset(&asked.score, 0, sizeof asked.score);
  const duel_inference_options how = plain();
  NUMBERS(duel_model_predict(w->model, &asked, &how, out, capacity), 3 * asked.length);
}
static duel_status log_likelihood(world *w) {
  double sum[2] = {0.0, 0.0};
  if (TRY(duel_model_log_likelihood(w->model, w->other, sum, sum + 1))) return w->status;
  see_bytes(w, sum, sizeof sum);
  return DUEL_OK;
}
static duel_status sensitivities(world *w) {
  static const double values[] = {0.5, 1.0};
  static const uint32_t judges[] = {0};
  const duel_inference_options how = plain();
  TABLE(duel_model_sensitivities(w->sloped, judges, 1, values, 2, &how, &out));
}
static duel_status consensus(world *w) {
  const duel_inference_options how = plain();
  TABLE(duel_model_consensus(w->model, DUEL_CONSENSUS_PRECISION, &how, &out, NULL, 0));
}

static duel_status bootstrap(world *w, int32_t weights, int32_t one_step) {
  ZERO(duel_bootstrap_options, draws);
  ZERO(duel_bootstrap_facts, facts);
  duel_bootstrap *out = NULL;
  draws.weights = weights;
  draws.replicates = 6;
  draws.one_step = one_step;
  draws.threads = 2;
  draws.seed = 3;
  HEARD(draws);
  TRY(duel_bootstrap_new(w->nested, &draws, &out));
  if (w->status) {
    if (out) w->wrong++;
    return w->status;
  }
  if (duel_bootstrap_get(out, DUEL_QUANTITY_SCORES, NULL, w->room[0], w->capacity)) w->wrong++;
  if (duel_bootstrap_info(out, &facts)) w->wrong++;
  see_bytes(w, w->room[0], draws.replicates * w->items * sizeof(double));
  see_bytes(w, &facts, sizeof facts);
  duel_bootstrap_free(out);
  return DUEL_OK;
}
static duel_status bootstrap_poisson(world *w) { return bootstrap(w, DUEL_WEIGHTS_POISSON, 0); }
static duel_status bootstrap_multinomial(world *w) { return bootstrap(w, DUEL_WEIGHTS_MULTINOMIAL, 0); }
static duel_status bootstrap_bayesian(world *w) { return bootstrap(w, DUEL_WEIGHTS_BAYESIAN, 1); }
static duel_status bootstrap_parametric(world *w) { return bootstrap(w, DUEL_WEIGHTS_PARAMETRIC, 0); }
static duel_status bootstrap_get(world *w) {
  const duel_inference_options how = plain();
  NUMBERS(duel_bootstrap_get(w->bootstrap, DUEL_QUANTITY_WIN_RATES, &how, out, capacity), 100 * w->items);
}

static duel_status rank_probabilities(world *w) {
  const duel_inference_options how = options();
  NUMBERS(duel_model_rank_probabilities(w->model, &how, out, capacity), w->items * w->items);
}
static duel_status rank_summary(world *w) {
  const duel_inference_options how = options();
  TABLE(duel_model_rank_summary(w->model, &how, &out));
}
static duel_status superiority(world *w) {
  const duel_inference_options how = plain();
  NUMBERS(duel_model_superiority(w->model, &how, out, capacity), w->items * w->items);
}
static duel_status groups(world *w) {
  const duel_inference_options how = options();
  TABLE(duel_model_compact_letters(w->model, &how, &out));
}
static duel_status more_comparisons(world *w) {
  static const size_t some[] = {0, 1, 2, 3};
  const duel_inference_options how = plain();
  TABLE(duel_model_more_comparisons(w->model, some, 2, NULL, 0.8, &how, &out));
}
static duel_status quasi_variances(world *w) {
  const duel_inference_options how = plain();
  NUMBERS(duel_model_quasi_variances(w->model, &how, out, capacity, NULL), w->items);
}
static duel_status profile(world *w) {
  memset(w->numbers, 0, w->items * sizeof *w->numbers);
  w->numbers[0] = 1.0;
  w->numbers[1] = -1.0;
  const duel_inference_options how = plain();
  TABLE(duel_model_profile(w->plain, DUEL_QUANTITY_SCORES, w->numbers, 1, &how, &out));
}
static int smooth(const double *values, size_t n, double *result, double *gradient, void *user) {
  (void)user;
  (void)gradient;
  result[0] = n ? values[0] * values[0] : 0.0;
  result[1] = n > 1 ? exp(values[1]) : 1.0;
  return 0;
}
static duel_status function(world *w) {
  const duel_inference_options how = plain();
  TABLE(duel_model_function(w->model, DUEL_QUANTITY_SCORES, smooth, NULL, 2, &how, &out, NULL, 0));
}
static duel_status criteria(world *w) { FACTS(duel_criteria_facts, duel_model_criteria(w->model, &out)); }
static duel_status compare_ratio(world *w) {
  const duel_inference_options how = plain();
  FACTS(duel_comparison_facts, duel_model_compare(w->nested, w->judged, DUEL_TEST_LIKELIHOOD_RATIO, &how, &out));
}
static duel_status compare_wald(world *w) {
  const duel_inference_options how = plain();
  FACTS(duel_comparison_facts, duel_model_compare(w->judged, w->model, DUEL_TEST_WALD, &how, &out));
}
static duel_status compare_score(world *w) {
  const duel_inference_options how = plain();
  FACTS(duel_comparison_facts, duel_model_compare(w->judged, w->model, DUEL_TEST_SCORE, &how, &out));
}
static duel_status accuracy(world *w) { FACTS(duel_accuracy_facts, duel_model_accuracy(w->model, NULL, &out)); }
static duel_status calibration(world *w) { TABLE(duel_model_calibration(w->model, w->other, 8, &out)); }
static duel_status triads(world *w) {
  duel_inference_options how = options();
  how.draws = 0;
  FACTS(duel_triads_facts, duel_model_triads(w->model, 6, &how, &out));
}
static duel_status metrics(world *w) {
  FACTS(duel_metrics_facts, duel_model_metrics(w->model, NULL, DUEL_BY_CELL, &out));
}
static duel_status metrics_by_outcome(world *w) {
  TABLE(duel_model_metrics_by_outcome(w->model, NULL, DUEL_BY_PAIR, &out));
}
static duel_status marginals(world *w) { TABLE(duel_model_marginals(w->model, w->other, &out)); }
static duel_status match_matrix(world *w) {
  const duel_inference_options how = plain();
  NUMBERS(duel_model_match_matrix(w->model, DUEL_MATRIX_EXPECTED, DUEL_OUTCOME_LEFT, &how, out, capacity),
          w->items * w->items);
}
static duel_status vuong(world *w) {
  const duel_inference_options how = plain();
  FACTS(duel_vuong_facts, duel_model_vuong(w->rival, w->nested, DUEL_VUONG_BIC, DUEL_BY_DEFAULT, &how, &out));
}
static duel_status goodness(world *w) {
  duel_inference_options how = options();
  how.draws = 0;
  FACTS(duel_goodness_facts, duel_model_goodness(w->nested, 4, &how, &out));
}
static duel_status residuals_pairs(world *w) {
  const duel_inference_options how = plain();
  TABLE(duel_model_residuals(w->model, DUEL_BY_PAIR, &how, &out));
}
static duel_status residuals_items(world *w) {
  const duel_inference_options how = plain();
  TABLE(duel_model_residuals(w->model, DUEL_BY_JUDGE_ITEM, &how, &out));
}
static duel_status influence_contexts(world *w) {
  const duel_inference_options how = plain();
  TABLE(duel_model_influence(w->model, DUEL_BY_CONTEXT, &how, &out));
}
static duel_status influence_judges(world *w) {
  const duel_inference_options how = plain();
  TABLE(duel_model_influence(w->model, DUEL_BY_JUDGE, &how, &out));
}
static duel_status influence_changes(world *w) {
  const duel_inference_options how = plain();
  NUMBERS(duel_model_influence_changes(w->model, DUEL_QUANTITY_SCORES, DUEL_BY_JUDGE, &how, out, capacity),
          w->judges * w->items);
}
static duel_status adjacent(world *w) {
  const duel_inference_options how = options();
  TABLE(duel_model_adjacent(w->model, &how, &out));
}
static duel_status distances(world *w) {
  const duel_inference_options how = plain();
  NUMBERS(duel_model_distances(w->model, DUEL_DISTANCE_Z, &how, out, capacity), w->items * w->items);
}
static duel_status tiers(world *w) {
  const duel_inference_options how = options();
  TABLE(duel_model_tiers(w->model, DUEL_TIERS_SIGNIFICANCE, 0.0, &how, &out));
}
static duel_status equivalence(world *w) {
  const duel_inference_options how = plain();
  TABLE(duel_model_equivalence(w->model, 0.5, &how, &out));
}
static duel_status self_preference(world *w) {
  const duel_inference_options how = plain();
  TABLE(duel_model_self_preference(w->model, w->families, w->items, w->families, w->judges, &how, &out));
}
static duel_status judges(world *w) {
  const duel_inference_options asked = plain();
  ZERO(duel_judge_options, how);
  how.item_families = w->families;
  how.item_count = w->items;
  how.judge_families = w->families;
  how.judge_count = w->judges;
  TABLE(duel_model_judges(w->model, &how, &asked, &out));
}
static duel_status next_scores(world *w) {
  ZERO(duel_next_options, how);
  HEARD(how);
  how.criterion = DUEL_NEXT_SCORES;
  how.batch = 3;
  how.threads = 2;
  TABLE(duel_model_next(w->model, &how, &out));
}
static duel_status next_determinant(world *w) {
  ZERO(duel_next_options, how);
  HEARD(how);
  how.criterion = DUEL_NEXT_DETERMINANT;
  how.batch = 3;
  TABLE(duel_model_next(w->model, &how, &out));
}

/* ---- Estimates ------------------------------------------------------------------------------- */

static duel_estimate *estimated(world *w, int32_t quantity) {
  duel_estimate *estimate = NULL;
  const duel_inference_options how = options();
  TRY(duel_model_estimate(w->model, quantity, &how, &estimate));
  if (w->status && estimate) w->wrong++;
  return estimate;
}
#define ESTIMATE(quantity, call)                                     \
  do {                                                               \
    duel_table *out = NULL;                                          \
    duel_estimate *estimate = estimated(w, quantity);                \
    if (!estimate) return w->status;                                 \
    TRY(call);                                                       \
    if (w->status && out) w->wrong++;                                \
    duel_estimate_free(estimate);                                    \
    return w->status ? w->status : out ? see_table(w, out) : DUEL_OK; \
  } while (0)

static duel_status estimate_values(world *w) {
  ESTIMATE(DUEL_QUANTITY_STRENGTHS, duel_estimate_values(estimate, &out));
}
static duel_status estimate_sensitivities(world *w) {
  ESTIMATE(DUEL_QUANTITY_LOG_SENSITIVITIES, duel_estimate_values(estimate, &out));
}
static duel_status estimate_contrasts(world *w) {
  memset(w->numbers, 0, w->items * sizeof *w->numbers);
  w->numbers[0] = 1.0;
  w->numbers[1] = -1.0;
  ESTIMATE(DUEL_QUANTITY_SCORES, duel_estimate_contrasts(estimate, w->numbers, 1, &out));
}
static duel_status estimate_tests(world *w) {
  memset(w->numbers, 0, 2 * w->items * sizeof *w->numbers);
  w->numbers[0] = w->numbers[w->items + 1] = 1.0;
  w->numbers[1] = w->numbers[w->items + 2] = -1.0;
  ESTIMATE(DUEL_QUANTITY_SCORES, duel_estimate_tests(estimate, w->numbers, 2, NULL, &out));
}
static duel_status estimate_pairs(world *w) {
  ESTIMATE(DUEL_QUANTITY_SCORES, duel_estimate_pairs(estimate, NULL, &out));
}
static duel_status estimate_ranks(world *w) { ESTIMATE(DUEL_QUANTITY_SCORES, duel_estimate_ranks(estimate, &out)); }
static duel_status estimate_covariance(world *w) {
  ESTIMATE(DUEL_QUANTITY_WIN_RATES, duel_estimate_covariance(estimate, w->room[0], w->capacity));
}

const operation model_operations[] = {
    {"model_save", model_save},
    {"model_load", model_load},
    {"model_share", model_share},
    {"model_info", model_info},
    {"model_get", model_get},
    {"model_warnings", warnings},
    {"model_items", items},
    {"model_voters", voters},
    {"model_optima", optima},
    {"model_scores", scores},
    {"model_scores, simultaneous", scores_simultaneous},
    {"model_scores, observed", scores_observed},
    {"model_scores, sandwich", scores_sandwich},
    {"model_scores, clustered", scores_clustered},
    {"model_scores, CR2", scores_cr2},
    {"model_scores, jackknife", scores_jackknife},
    {"model_scores, two-way", scores_two_way},
    {"model_scores, replicates", scores_bootstrap},
    {"model_effective_comparisons", effective},
    {"model_predict", predict},
    {"model_log_likelihood", log_likelihood},
    {"model_sensitivities", sensitivities},
    {"model_consensus", consensus},
    {"bootstrap_new, Poisson", bootstrap_poisson},
    {"bootstrap_new, multinomial", bootstrap_multinomial},
    {"bootstrap_new, Bayesian", bootstrap_bayesian},
    {"bootstrap_new, parametric", bootstrap_parametric},
    {"bootstrap_get", bootstrap_get},
    {"model_rank_probabilities", rank_probabilities},
    {"model_rank_summary", rank_summary},
    {"model_superiority", superiority},
    {"model_compact_letters", groups},
    {"model_more_comparisons", more_comparisons},
    {"model_quasi_variances", quasi_variances},
    {"model_profile", profile},
    {"model_function", function},
    {"model_criteria", criteria},
    {"model_compare, ratio", compare_ratio},
    {"model_compare, Wald", compare_wald},
    {"model_compare, score", compare_score},
    {"model_accuracy", accuracy},
    {"model_calibration", calibration},
    {"model_triads", triads},
    {"model_metrics", metrics},
    {"model_metrics_by_outcome", metrics_by_outcome},
    {"model_marginals", marginals},
    {"model_match_matrix", match_matrix},
    {"model_vuong", vuong},
    {"model_goodness", goodness},
    {"model_residuals, pairs", residuals_pairs},
    {"model_residuals, judges and items", residuals_items},
    {"model_influence, contexts", influence_contexts},
    {"model_influence, judges", influence_judges},
    {"model_influence_changes", influence_changes},
    {"model_adjacent", adjacent},
    {"model_distances", distances},
    {"model_tiers", tiers},
    {"model_equivalence", equivalence},
    {"model_self_preference", self_preference},
    {"model_judges", judges},
    {"model_next, scores", next_scores},
    {"model_next, determinant", next_determinant},
    {"estimate_values", estimate_values},
    {"estimate_values, judges", estimate_sensitivities},
    {"estimate_contrasts", estimate_contrasts},
    {"estimate_tests", estimate_tests},
    {"estimate_pairs", estimate_pairs},
    {"estimate_ranks", estimate_ranks},
    {"estimate_covariance", estimate_covariance},
    {NULL, NULL},
};
