/* Every function that answers a status, with its pointers, and the fields of options.
 * Written by `cargo xtask interface` from the sources under src/ffi; do not edit it. */
#ifndef OPERATIONS_H
#define OPERATIONS_H

#include "arguments.h"

static const field duel_print_options_fields[] = {FIELDS_OF_PRINT_OPTIONS};
static const field duel_model_options_fields[] = {FIELDS_OF_MODEL_OPTIONS};
static const field duel_inference_options_fields[] = {FIELDS_OF_INFERENCE_OPTIONS};
static const field duel_validation_options_fields[] = {FIELDS_OF_VALIDATION_OPTIONS};
static const field duel_bootstrap_options_fields[] = {FIELDS_OF_BOOTSTRAP_OPTIONS};
static const field duel_fragility_options_fields[] = {FIELDS_OF_FRAGILITY_OPTIONS};
static const field duel_smacof_options_fields[] = {FIELDS_OF_SMACOF_OPTIONS};
static const field duel_judge_options_fields[] = {FIELDS_OF_JUDGE_OPTIONS};
static const field duel_outlier_options_fields[] = {FIELDS_OF_OUTLIER_OPTIONS};
static const field duel_together_options_fields[] = {FIELDS_OF_TOGETHER_OPTIONS};
static const field duel_gars_options_fields[] = {FIELDS_OF_GARS_OPTIONS};
static const field duel_selection_options_fields[] = {FIELDS_OF_SELECTION_OPTIONS};
static const field duel_test_options_fields[] = {FIELDS_OF_TEST_OPTIONS};
static const field duel_pair_options_fields[] = {FIELDS_OF_PAIR_OPTIONS};
static const field duel_ranking_options_fields[] = {FIELDS_OF_RANKING_OPTIONS};
static const field duel_board_options_fields[] = {FIELDS_OF_BOARD_OPTIONS};
static const field duel_rank_set_options_fields[] = {FIELDS_OF_RANK_SET_OPTIONS};
static const field duel_rank_average_options_fields[] = {FIELDS_OF_RANK_AVERAGE_OPTIONS};
static const field duel_monitor_options_fields[] = {FIELDS_OF_MONITOR_OPTIONS};
static const field duel_nuisance_options_fields[] = {FIELDS_OF_NUISANCE_OPTIONS};
static const field duel_policy_options_fields[] = {FIELDS_OF_POLICY_OPTIONS};
static const field duel_next_options_fields[] = {FIELDS_OF_NEXT_OPTIONS};
static const field duel_sprt_options_fields[] = {FIELDS_OF_SPRT_OPTIONS};
static const field duel_paired_options_fields[] = {FIELDS_OF_PAIRED_OPTIONS};
static const field duel_exact_options_fields[] = {FIELDS_OF_EXACT_OPTIONS};
static const field duel_plan_options_fields[] = {FIELDS_OF_PLAN_OPTIONS};
static const field duel_chart_options_fields[] = {FIELDS_OF_CHART_OPTIONS};

static duel_status op_last_status(const pointers *p) {
  (void)p;
  return duel_last_status(
      );
}

static duel_status op_table_info(const pointers *p) {
  (void)p;
  return duel_table_info(
      POINTER(0, given_table()),
      FACTS(1, duel_table_facts));
}

static duel_status op_table_get(const pointers *p) {
  (void)p;
  return duel_table_get(
      POINTER(0, given_table()),
      1,
      OUTPUT(2, duel_table_column *));
}

static duel_status op_table_find(const pointers *p) {
  (void)p;
  return duel_table_find(
      POINTER(0, given_table()),
      INPUT(1, const char *),
      OUTPUT(2, size_t *));
}

static duel_status op_table_print(const pointers *p) {
  (void)p;
  return duel_table_print(
      POINTER(0, given_table()),
      CHOSEN(1, const duel_print_options *),
      OUTPUT(2, char *),
      CAPACITY,
      OUTPUT(4, size_t *));
}

static duel_status op_table_export(const pointers *p) {
  (void)p;
  return duel_table_export(
      POINTER(0, given_table()),
      OUTPUT(1, struct ArrowArrayStream *));
}
static void end_table_export(void) {
  struct ArrowArrayStream *stream = (struct ArrowArrayStream *)(void *)&out[1];
  if (stream->release) stream->release(stream);
}

static duel_status op_set_new(const pointers *p) {
  (void)p;
  return duel_set_new(
      OUTPUT(0, duel_set **));
}
static void end_set_new(void) {
  duel_set_free(*(duel_set **)(void *)&out[0]);
}

static duel_status op_set_copy(const pointers *p) {
  (void)p;
  return duel_set_copy(
      POINTER(0, given_set()),
      OUTPUT(1, duel_set **));
}
static void end_set_copy(void) {
  duel_set_free(*(duel_set **)(void *)&out[1]);
}

static duel_status op_set_intern(const pointers *p) {
  (void)p;
  return duel_set_intern(
      POINTER(0, changed_set()),
      DUEL_KIND_ITEM,
      INPUT(2, const char *const *),
      1);
}

static duel_status op_set_append(const pointers *p) {
  (void)p;
  return duel_set_append(
      POINTER(0, changed_set()),
      POINTER(1, given_rows()));
}

static duel_status op_set_covariate(const pointers *p) {
  (void)p;
  return duel_set_covariate(
      POINTER(0, changed_set()),
      POINTER(1, given_covariate()));
}

static duel_status op_set_merge(const pointers *p) {
  (void)p;
  return duel_set_merge(
      POINTER(0, changed_set()),
      POINTER(1, given_set()));
}

static duel_status op_set_save(const pointers *p) {
  (void)p;
  return duel_set_save(
      POINTER(0, given_set()),
      OUTPUT(1, void *),
      CAPACITY,
      OUTPUT(3, size_t *));
}

static duel_status op_set_load(const pointers *p) {
  (void)p;
  return duel_set_load(
      INPUT(0, const void *),
      1,
      OUTPUT(2, duel_set **));
}
static void end_set_load(void) {
  duel_set_free(*(duel_set **)(void *)&out[2]);
}

static duel_status op_set_forget_order(const pointers *p) {
  (void)p;
  return duel_set_forget_order(
      POINTER(0, changed_set()));
}

static duel_status op_set_find(const pointers *p) {
  (void)p;
  return duel_set_find(
      POINTER(0, given_set()),
      DUEL_KIND_ITEM,
      INPUT(2, const char *),
      OUTPUT(3, size_t *));
}

static duel_status op_set_info(const pointers *p) {
  (void)p;
  return duel_set_info(
      POINTER(0, given_set()),
      FACTS(1, duel_set_facts));
}

static duel_status op_set_items(const pointers *p) {
  (void)p;
  return duel_set_items(
      POINTER(0, given_set()),
      OUTPUT(1, duel_table **));
}
static void end_set_items(void) {
  duel_table_free(*(duel_table **)(void *)&out[1]);
}

static duel_status op_set_pairs(const pointers *p) {
  (void)p;
  return duel_set_pairs(
      POINTER(0, given_set()),
      OUTPUT(1, duel_table **));
}
static void end_set_pairs(void) {
  duel_table_free(*(duel_table **)(void *)&out[1]);
}

static duel_status op_set_cells(const pointers *p) {
  (void)p;
  return duel_set_cells(
      POINTER(0, given_set()),
      OUTPUT(1, duel_table **));
}
static void end_set_cells(void) {
  duel_table_free(*(duel_table **)(void *)&out[1]);
}

static duel_status op_set_resample(const pointers *p) {
  (void)p;
  return duel_set_resample(
      POINTER(0, given_set()),
      DUEL_BY_CONTEXT,
      0,
      OUTPUT(3, duel_set **));
}
static void end_set_resample(void) {
  duel_set_free(*(duel_set **)(void *)&out[3]);
}

static duel_status op_set_split(const pointers *p) {
  (void)p;
  return duel_set_split(
      POINTER(0, given_set()),
      DUEL_BY_CONTEXT,
      2,
      0,
      0,
      OUTPUT(5, duel_set **),
      OUTPUT(6, duel_set **));
}
static void end_set_split(void) {
  duel_set_free(*(duel_set **)(void *)&out[5]);
  duel_set_free(*(duel_set **)(void *)&out[6]);
}

static duel_status op_set_filter(const pointers *p) {
  (void)p;
  return duel_set_filter(
      POINTER(0, given_set()),
      DUEL_KIND_ITEM,
      INPUT(2, const size_t *),
      1,
      OUTPUT(4, duel_set **));
}
static void end_set_filter(void) {
  duel_set_free(*(duel_set **)(void *)&out[4]);
}

static duel_status op_set_append_stream(const pointers *p) {
  (void)p;
  return duel_set_append_stream(
      POINTER(0, changed_set()),
      POINTER(1, given_stream()),
      POINTER(2, given_stream_columns()));
}

static duel_status op_cancel_new(const pointers *p) {
  (void)p;
  return duel_cancel_new(
      OUTPUT(0, duel_cancel **));
}
static void end_cancel_new(void) {
  duel_cancel_free(*(duel_cancel **)(void *)&out[0]);
}

static duel_status op_model_fit(const pointers *p) {
  (void)p;
  return duel_model_fit(
      POINTER(0, given_set()),
      CHOSEN(1, const duel_model_options *),
      OUTPUT(2, duel_model **));
}
static void end_model_fit(void) {
  duel_model_free(*(duel_model **)(void *)&out[2]);
}

static duel_status op_model_share(const pointers *p) {
  (void)p;
  return duel_model_share(
      POINTER(0, given_model()),
      OUTPUT(1, duel_model **));
}
static void end_model_share(void) {
  duel_model_free(*(duel_model **)(void *)&out[1]);
}

static duel_status op_model_save(const pointers *p) {
  (void)p;
  return duel_model_save(
      POINTER(0, given_model()),
      OUTPUT(1, void *),
      CAPACITY,
      OUTPUT(3, size_t *));
}

static duel_status op_model_load(const pointers *p) {
  (void)p;
  return duel_model_load(
      INPUT(0, const void *),
      1,
      OUTPUT(2, duel_model **));
}
static void end_model_load(void) {
  duel_model_free(*(duel_model **)(void *)&out[2]);
}

static duel_status op_model_info(const pointers *p) {
  (void)p;
  return duel_model_info(
      POINTER(0, given_model()),
      FACTS(1, duel_model_facts));
}

static duel_status op_model_shape(const pointers *p) {
  (void)p;
  return duel_model_shape(
      POINTER(0, given_model()),
      DUEL_QUANTITY_SCORES,
      OUTPUT(2, size_t *),
      OUTPUT(3, size_t *));
}

static duel_status op_model_get(const pointers *p) {
  (void)p;
  return duel_model_get(
      POINTER(0, given_model()),
      DUEL_QUANTITY_SCORES,
      OUTPUT(2, double *),
      CAPACITY);
}

static duel_status op_model_warnings(const pointers *p) {
  (void)p;
  return duel_model_warnings(
      POINTER(0, given_model()),
      OUTPUT(1, duel_table **));
}
static void end_model_warnings(void) {
  duel_table_free(*(duel_table **)(void *)&out[1]);
}

static duel_status op_model_items(const pointers *p) {
  (void)p;
  return duel_model_items(
      POINTER(0, given_model()),
      OUTPUT(1, duel_table **));
}
static void end_model_items(void) {
  duel_table_free(*(duel_table **)(void *)&out[1]);
}

static duel_status op_model_voters(const pointers *p) {
  (void)p;
  return duel_model_voters(
      POINTER(0, given_model()),
      OUTPUT(1, duel_table **));
}
static void end_model_voters(void) {
  duel_table_free(*(duel_table **)(void *)&out[1]);
}

static duel_status op_model_optima(const pointers *p) {
  (void)p;
  return duel_model_optima(
      POINTER(0, given_model()),
      OUTPUT(1, duel_table **));
}
static void end_model_optima(void) {
  duel_table_free(*(duel_table **)(void *)&out[1]);
}

static duel_status op_model_scores(const pointers *p) {
  (void)p;
  return duel_model_scores(
      POINTER(0, given_model()),
      CHOSEN(1, const duel_inference_options *),
      OUTPUT(2, duel_table **));
}
static void end_model_scores(void) {
  duel_table_free(*(duel_table **)(void *)&out[2]);
}

static duel_status op_model_effective_comparisons(const pointers *p) {
  (void)p;
  return duel_model_effective_comparisons(
      POINTER(0, given_model()),
      CHOSEN(1, const duel_inference_options *),
      OUTPUT(2, duel_table **));
}
static void end_model_effective_comparisons(void) {
  duel_table_free(*(duel_table **)(void *)&out[2]);
}

static duel_status op_model_predict(const pointers *p) {
  (void)p;
  return duel_model_predict(
      POINTER(0, given_model()),
      POINTER(1, given_rows()),
      CHOSEN(2, const duel_inference_options *),
      OUTPUT(3, double *),
      CAPACITY);
}

static duel_status op_model_log_likelihood(const pointers *p) {
  (void)p;
  return duel_model_log_likelihood(
      POINTER(0, given_model()),
      POINTER(1, given_set()),
      OUTPUT(2, double *),
      OUTPUT(3, double *));
}

static duel_status op_set_cross_validate(const pointers *p) {
  (void)p;
  return duel_set_cross_validate(
      POINTER(0, given_set()),
      CHOSEN(1, const duel_model_options *),
      CHOSEN(2, const duel_validation_options *),
      FACTS(3, duel_validation_facts),
      OUTPUT(4, duel_table **));
}
static void end_set_cross_validate(void) {
  duel_table_free(*(duel_table **)(void *)&out[4]);
}

static duel_status op_model_sensitivities(const pointers *p) {
  (void)p;
  return duel_model_sensitivities(
      POINTER(0, given_sloped()),
      INPUT(1, const uint32_t *),
      1,
      INPUT(3, const double *),
      1,
      CHOSEN(5, const duel_inference_options *),
      OUTPUT(6, duel_table **));
}
static void end_model_sensitivities(void) {
  duel_table_free(*(duel_table **)(void *)&out[6]);
}

static duel_status op_model_consensus(const pointers *p) {
  (void)p;
  return duel_model_consensus(
      POINTER(0, given_model()),
      DUEL_CONSENSUS_MEAN,
      CHOSEN(2, const duel_inference_options *),
      OUTPUT(3, duel_table **),
      OUTPUT(4, double *),
      CAPACITY);
}
static void end_model_consensus(void) {
  duel_table_free(*(duel_table **)(void *)&out[3]);
}

static duel_status op_set_leave_one_judge_out(const pointers *p) {
  (void)p;
  return duel_set_leave_one_judge_out(
      POINTER(0, given_set()),
      CHOSEN(1, const duel_model_options *),
      OUTPUT(2, duel_table **));
}
static void end_set_leave_one_judge_out(void) {
  duel_table_free(*(duel_table **)(void *)&out[2]);
}

static duel_status op_set_select_rank(const pointers *p) {
  (void)p;
  return duel_set_select_rank(
      POINTER(0, given_set()),
      0,
      1,
      0,
      0,
      CHOSEN(5, const duel_model_options *),
      CHOSEN(6, const duel_validation_options *),
      OUTPUT(7, duel_table **));
}
static void end_set_select_rank(void) {
  duel_table_free(*(duel_table **)(void *)&out[7]);
}

static duel_status op_set_judge_scores(const pointers *p) {
  (void)p;
  return duel_set_judge_scores(
      POINTER(0, given_set()),
      1,
      CHOSEN(2, const duel_model_options *),
      OUTPUT(3, double *),
      CAPACITY);
}

static duel_status op_bootstrap_new(const pointers *p) {
  (void)p;
  return duel_bootstrap_new(
      POINTER(0, given_model()),
      CHOSEN(1, const duel_bootstrap_options *),
      OUTPUT(2, duel_bootstrap **));
}
static void end_bootstrap_new(void) {
  duel_bootstrap_free(*(duel_bootstrap **)(void *)&out[2]);
}

static duel_status op_bootstrap_info(const pointers *p) {
  (void)p;
  return duel_bootstrap_info(
      POINTER(0, given_bootstrap()),
      FACTS(1, duel_bootstrap_facts));
}

static duel_status op_bootstrap_get(const pointers *p) {
  (void)p;
  return duel_bootstrap_get(
      POINTER(0, given_bootstrap()),
      DUEL_QUANTITY_SCORES,
      CHOSEN(2, const duel_inference_options *),
      OUTPUT(3, double *),
      CAPACITY);
}

static duel_status op_p_adjust(const pointers *p) {
  (void)p;
  return duel_p_adjust(
      INPUT(0, const double *),
      1,
      DUEL_ADJUST_SINGLE_STEP,
      OUTPUT(3, double *),
      CAPACITY);
}

static duel_status op_model_rank_probabilities(const pointers *p) {
  (void)p;
  return duel_model_rank_probabilities(
      POINTER(0, given_model()),
      CHOSEN(1, const duel_inference_options *),
      OUTPUT(2, double *),
      CAPACITY);
}

static duel_status op_model_rank_summary(const pointers *p) {
  (void)p;
  return duel_model_rank_summary(
      POINTER(0, given_model()),
      CHOSEN(1, const duel_inference_options *),
      OUTPUT(2, duel_table **));
}
static void end_model_rank_summary(void) {
  duel_table_free(*(duel_table **)(void *)&out[2]);
}

static duel_status op_model_superiority(const pointers *p) {
  (void)p;
  return duel_model_superiority(
      POINTER(0, given_model()),
      CHOSEN(1, const duel_inference_options *),
      OUTPUT(2, double *),
      CAPACITY);
}

static duel_status op_model_compact_letters(const pointers *p) {
  (void)p;
  return duel_model_compact_letters(
      POINTER(0, given_model()),
      CHOSEN(1, const duel_inference_options *),
      OUTPUT(2, duel_table **));
}
static void end_model_compact_letters(void) {
  duel_table_free(*(duel_table **)(void *)&out[2]);
}

static duel_status op_model_more_comparisons(const pointers *p) {
  (void)p;
  return duel_model_more_comparisons(
      POINTER(0, given_model()),
      INPUT(1, const size_t *),
      1,
      INPUT(3, const double *),
      0,
      CHOSEN(5, const duel_inference_options *),
      OUTPUT(6, duel_table **));
}
static void end_model_more_comparisons(void) {
  duel_table_free(*(duel_table **)(void *)&out[6]);
}

static duel_status op_model_quasi_variances(const pointers *p) {
  (void)p;
  return duel_model_quasi_variances(
      POINTER(0, given_model()),
      CHOSEN(1, const duel_inference_options *),
      OUTPUT(2, double *),
      CAPACITY,
      FACTS(4, duel_quasi_facts));
}

static duel_status op_model_profile(const pointers *p) {
  (void)p;
  return duel_model_profile(
      POINTER(0, given_model()),
      DUEL_QUANTITY_SCORES,
      INPUT(2, const double *),
      COUNTED(2),
      CHOSEN(4, const duel_inference_options *),
      OUTPUT(5, duel_table **));
}
static void end_model_profile(void) {
  duel_table_free(*(duel_table **)(void *)&out[5]);
}

static duel_status op_model_function(const pointers *p) {
  (void)p;
  return duel_model_function(
      POINTER(0, given_model()),
      DUEL_QUANTITY_SCORES,
      POINTER(2, given_function_fn),
      INPUT(3, void *),
      1,
      CHOSEN(5, const duel_inference_options *),
      OUTPUT(6, duel_table **),
      OUTPUT(7, double *),
      CAPACITY);
}
static void end_model_function(void) {
  duel_table_free(*(duel_table **)(void *)&out[6]);
}

static duel_status op_model_criteria(const pointers *p) {
  (void)p;
  return duel_model_criteria(
      POINTER(0, given_model()),
      FACTS(1, duel_criteria_facts));
}

static duel_status op_model_compare(const pointers *p) {
  (void)p;
  return duel_model_compare(
      POINTER(0, given_model()),
      POINTER(1, given_model()),
      DUEL_TEST_LIKELIHOOD_RATIO,
      CHOSEN(3, const duel_inference_options *),
      FACTS(4, duel_comparison_facts));
}

static duel_status op_model_accuracy(const pointers *p) {
  (void)p;
  return duel_model_accuracy(
      POINTER(0, given_model()),
      POINTER(1, given_set()),
      FACTS(2, duel_accuracy_facts));
}

static duel_status op_model_calibration(const pointers *p) {
  (void)p;
  return duel_model_calibration(
      POINTER(0, given_model()),
      POINTER(1, given_set()),
      1,
      OUTPUT(3, duel_table **));
}
static void end_model_calibration(void) {
  duel_table_free(*(duel_table **)(void *)&out[3]);
}

static duel_status op_model_triads(const pointers *p) {
  (void)p;
  return duel_model_triads(
      POINTER(0, given_model()),
      1,
      CHOSEN(2, const duel_inference_options *),
      FACTS(3, duel_triads_facts));
}

static duel_status op_model_metrics(const pointers *p) {
  (void)p;
  return duel_model_metrics(
      POINTER(0, given_model()),
      POINTER(1, given_set()),
      DUEL_BY_CONTEXT,
      FACTS(3, duel_metrics_facts));
}

static duel_status op_model_metrics_by_outcome(const pointers *p) {
  (void)p;
  return duel_model_metrics_by_outcome(
      POINTER(0, given_model()),
      POINTER(1, given_set()),
      DUEL_BY_CONTEXT,
      OUTPUT(3, duel_table **));
}
static void end_model_metrics_by_outcome(void) {
  duel_table_free(*(duel_table **)(void *)&out[3]);
}

static duel_status op_model_marginals(const pointers *p) {
  (void)p;
  return duel_model_marginals(
      POINTER(0, given_model()),
      POINTER(1, given_set()),
      OUTPUT(2, duel_table **));
}
static void end_model_marginals(void) {
  duel_table_free(*(duel_table **)(void *)&out[2]);
}

static duel_status op_model_match_matrix(const pointers *p) {
  (void)p;
  return duel_model_match_matrix(
      POINTER(0, given_model()),
      DUEL_MATRIX_PREDICTED,
      DUEL_OUTCOME_LEFT,
      CHOSEN(3, const duel_inference_options *),
      OUTPUT(4, double *),
      CAPACITY);
}

static duel_status op_model_vuong(const pointers *p) {
  (void)p;
  return duel_model_vuong(
      POINTER(0, given_model()),
      POINTER(1, given_model()),
      DUEL_VUONG_PLAIN,
      DUEL_BY_CONTEXT,
      CHOSEN(4, const duel_inference_options *),
      FACTS(5, duel_vuong_facts));
}

static duel_status op_model_goodness(const pointers *p) {
  (void)p;
  return duel_model_goodness(
      POINTER(0, given_model()),
      1,
      CHOSEN(2, const duel_inference_options *),
      FACTS(3, duel_goodness_facts));
}

static duel_status op_model_residuals(const pointers *p) {
  (void)p;
  return duel_model_residuals(
      POINTER(0, given_model()),
      DUEL_BY_CONTEXT,
      CHOSEN(2, const duel_inference_options *),
      OUTPUT(3, duel_table **));
}
static void end_model_residuals(void) {
  duel_table_free(*(duel_table **)(void *)&out[3]);
}

static duel_status op_model_influence(const pointers *p) {
  (void)p;
  return duel_model_influence(
      POINTER(0, given_model()),
      DUEL_BY_CONTEXT,
      CHOSEN(2, const duel_inference_options *),
      OUTPUT(3, duel_table **));
}
static void end_model_influence(void) {
  duel_table_free(*(duel_table **)(void *)&out[3]);
}

static duel_status op_model_influence_changes(const pointers *p) {
  (void)p;
  return duel_model_influence_changes(
      POINTER(0, given_model()),
      DUEL_QUANTITY_SCORES,
      DUEL_BY_CONTEXT,
      CHOSEN(3, const duel_inference_options *),
      OUTPUT(4, double *),
      CAPACITY);
}

static duel_status op_model_fragility(const pointers *p) {
  (void)p;
  return duel_model_fragility(
      POINTER(0, given_model()),
      INPUT(1, const size_t *),
      COUNTED(1),
      CHOSEN(3, const duel_fragility_options *),
      OUTPUT(4, duel_table **));
}
static void end_model_fragility(void) {
  duel_table_free(*(duel_table **)(void *)&out[4]);
}

static duel_status op_model_fragile_votes(const pointers *p) {
  (void)p;
  return duel_model_fragile_votes(
      POINTER(0, given_model()),
      INPUT(1, const size_t *),
      COUNTED(1),
      CHOSEN(3, const duel_fragility_options *),
      OUTPUT(4, duel_table **));
}
static void end_model_fragile_votes(void) {
  duel_table_free(*(duel_table **)(void *)&out[4]);
}

static duel_status op_rankings_agreement(const pointers *p) {
  (void)p;
  return duel_rankings_agreement(
      INPUT(0, const double *),
      2,
      2,
      DUEL_AGREEMENT_KENDALL,
      1,
      POINTER(5, given_cancel()),
      OUTPUT(6, double *),
      CAPACITY);
}

static duel_status op_model_adjacent(const pointers *p) {
  (void)p;
  return duel_model_adjacent(
      POINTER(0, given_model()),
      CHOSEN(1, const duel_inference_options *),
      OUTPUT(2, duel_table **));
}
static void end_model_adjacent(void) {
  duel_table_free(*(duel_table **)(void *)&out[2]);
}

static duel_status op_model_distances(const pointers *p) {
  (void)p;
  return duel_model_distances(
      POINTER(0, given_model()),
      DUEL_DISTANCE_SCORES,
      CHOSEN(2, const duel_inference_options *),
      OUTPUT(3, double *),
      CAPACITY);
}

static duel_status op_map_kernel_pca(const pointers *p) {
  (void)p;
  return duel_map_kernel_pca(
      INPUT(0, const double *),
      2,
      0,
      1,
      POINTER(4, given_cancel()),
      OUTPUT(5, double *),
      CAPACITY,
      OUTPUT(7, double *),
      CAPACITY,
      OUTPUT(9, double *),
      CAPACITY,
      OUTPUT(11, double *));
}

static duel_status op_map_classical(const pointers *p) {
  (void)p;
  return duel_map_classical(
      INPUT(0, const double *),
      2,
      1,
      POINTER(3, given_cancel()),
      OUTPUT(4, double *),
      CAPACITY,
      OUTPUT(6, double *),
      CAPACITY,
      OUTPUT(8, double *),
      CAPACITY);
}

static duel_status op_map_smacof(const pointers *p) {
  (void)p;
  return duel_map_smacof(
      INPUT(0, const double *),
      INPUT(1, const double *),
      2,
      1,
      CHOSEN(4, const duel_smacof_options *),
      OUTPUT(5, double *),
      CAPACITY,
      FACTS(7, duel_smacof_facts));
}

static duel_status op_tree_cluster(const pointers *p) {
  (void)p;
  return duel_tree_cluster(
      INPUT(0, const double *),
      2,
      DUEL_LINKAGE_AVERAGE,
      0,
      POINTER(4, given_cancel()),
      OUTPUT(5, duel_table **),
      OUTPUT(6, int64_t *),
      CAPACITY);
}
static void end_tree_cluster(void) {
  duel_table_free(*(duel_table **)(void *)&out[5]);
}

static duel_status op_tree_cut(const pointers *p) {
  (void)p;
  return duel_tree_cut(
      INPUT(0, const int64_t *),
      INPUT(1, const int64_t *),
      INPUT(2, const double *),
      2,
      DUEL_CUT_NUMBER,
      0,
      OUTPUT(6, int64_t *),
      CAPACITY);
}

static duel_status op_model_tiers(const pointers *p) {
  (void)p;
  return duel_model_tiers(
      POINTER(0, given_model()),
      DUEL_TIERS_SIGNIFICANCE,
      0,
      CHOSEN(3, const duel_inference_options *),
      OUTPUT(4, duel_table **));
}
static void end_model_tiers(void) {
  duel_table_free(*(duel_table **)(void *)&out[4]);
}

static duel_status op_set_judges(const pointers *p) {
  (void)p;
  return duel_set_judges(
      POINTER(0, given_set()),
      0,
      OUTPUT(2, duel_table **));
}
static void end_set_judges(void) {
  duel_table_free(*(duel_table **)(void *)&out[2]);
}

static duel_status op_set_order(const pointers *p) {
  (void)p;
  return duel_set_order(
      POINTER(0, given_set()),
      FACTS(1, duel_order_facts));
}

static duel_status op_set_triads(const pointers *p) {
  (void)p;
  return duel_set_triads(
      POINTER(0, given_set()),
      POINTER(1, given_cancel()),
      OUTPUT(2, duel_table **));
}
static void end_set_triads(void) {
  duel_table_free(*(duel_table **)(void *)&out[2]);
}

static duel_status op_set_agreement(const pointers *p) {
  (void)p;
  return duel_set_agreement(
      POINTER(0, given_set()),
      0,
      POINTER(2, given_cancel()),
      OUTPUT(3, duel_table **));
}
static void end_set_agreement(void) {
  duel_table_free(*(duel_table **)(void *)&out[3]);
}

static duel_status op_set_agreement_pairs(const pointers *p) {
  (void)p;
  return duel_set_agreement_pairs(
      POINTER(0, given_set()),
      POINTER(1, given_cancel()),
      OUTPUT(2, duel_table **));
}
static void end_set_agreement_pairs(void) {
  duel_table_free(*(duel_table **)(void *)&out[2]);
}

static duel_status op_set_krippendorff(const pointers *p) {
  (void)p;
  return duel_set_krippendorff(
      POINTER(0, given_set()),
      DUEL_ALPHA_NOMINAL,
      DUEL_ORIENTATION_BOTH,
      0,
      POINTER(4, given_cancel()),
      OUTPUT(5, duel_table **));
}
static void end_set_krippendorff(void) {
  duel_table_free(*(duel_table **)(void *)&out[5]);
}

static duel_status op_votes_confidence(const pointers *p) {
  (void)p;
  return duel_votes_confidence(
      INPUT(0, const int32_t *),
      INPUT(1, const double *),
      INPUT(2, const double *),
      1,
      1,
      1,
      OUTPUT(6, duel_table **));
}
static void end_votes_confidence(void) {
  duel_table_free(*(duel_table **)(void *)&out[6]);
}

static duel_status op_votes_reliability(const pointers *p) {
  (void)p;
  return duel_votes_reliability(
      INPUT(0, const int32_t *),
      INPUT(1, const double *),
      INPUT(2, const double *),
      1,
      1,
      1,
      OUTPUT(6, duel_table **));
}
static void end_votes_reliability(void) {
  duel_table_free(*(duel_table **)(void *)&out[6]);
}

static duel_status op_rankings_effective(const pointers *p) {
  (void)p;
  return duel_rankings_effective(
      INPUT(0, const double *),
      1,
      2,
      INPUT(3, const double *),
      FACTS(4, duel_effective_facts));
}

static duel_status op_matrix_bicluster(const pointers *p) {
  (void)p;
  return duel_matrix_bicluster(
      INPUT(0, const double *),
      1,
      2,
      DUEL_DISSIMILARITY_EUCLIDEAN,
      DUEL_LINKAGE_AVERAGE,
      1,
      1,
      POINTER(7, given_cancel()),
      OUTPUT(8, duel_table **));
}
static void end_matrix_bicluster(void) {
  duel_table_free(*(duel_table **)(void *)&out[8]);
}

static duel_status op_set_learning_curve(const pointers *p) {
  (void)p;
  return duel_set_learning_curve(
      POINTER(0, given_set()),
      INPUT(1, const double *),
      1,
      INPUT(3, const size_t *),
      COUNTED(3),
      CHOSEN(5, const duel_model_options *),
      CHOSEN(6, const duel_validation_options *),
      OUTPUT(7, duel_table **));
}
static void end_set_learning_curve(void) {
  duel_table_free(*(duel_table **)(void *)&out[7]);
}

static duel_status op_model_equivalence(const pointers *p) {
  (void)p;
  return duel_model_equivalence(
      POINTER(0, given_model()),
      0,
      CHOSEN(2, const duel_inference_options *),
      OUTPUT(3, duel_table **));
}
static void end_model_equivalence(void) {
  duel_table_free(*(duel_table **)(void *)&out[3]);
}

static duel_status op_model_self_preference(const pointers *p) {
  (void)p;
  return duel_model_self_preference(
      POINTER(0, given_model()),
      INPUT(1, const int32_t *),
      1,
      INPUT(3, const int32_t *),
      1,
      CHOSEN(5, const duel_inference_options *),
      OUTPUT(6, duel_table **));
}
static void end_model_self_preference(void) {
  duel_table_free(*(duel_table **)(void *)&out[6]);
}

static duel_status op_model_judges(const pointers *p) {
  (void)p;
  return duel_model_judges(
      POINTER(0, given_model()),
      CHOSEN(1, const duel_judge_options *),
      CHOSEN(2, const duel_inference_options *),
      OUTPUT(3, duel_table **));
}
static void end_model_judges(void) {
  duel_table_free(*(duel_table **)(void *)&out[3]);
}

static duel_status op_model_outliers(const pointers *p) {
  (void)p;
  return duel_model_outliers(
      POINTER(0, given_model()),
      CHOSEN(1, const duel_outlier_options *),
      OUTPUT(2, duel_table **));
}
static void end_model_outliers(void) {
  duel_table_free(*(duel_table **)(void *)&out[2]);
}

static duel_status op_set_together(const pointers *p) {
  (void)p;
  return duel_set_together(
      POINTER(0, given_set()),
      INPUT(1, const int32_t *),
      COUNTED(1),
      CHOSEN(3, const duel_together_options *),
      OUTPUT(4, duel_table **));
}
static void end_set_together(void) {
  duel_table_free(*(duel_table **)(void *)&out[4]);
}

static duel_status op_set_worth(const pointers *p) {
  (void)p;
  return duel_set_worth(
      POINTER(0, given_set()),
      INPUT(1, const int32_t *),
      COUNTED(1),
      CHOSEN(3, const duel_together_options *),
      OUTPUT(4, duel_table **));
}
static void end_set_worth(void) {
  duel_table_free(*(duel_table **)(void *)&out[4]);
}

static duel_status op_set_families(const pointers *p) {
  (void)p;
  return duel_set_families(
      POINTER(0, given_set()),
      INPUT(1, const int32_t *),
      COUNTED(1),
      CHOSEN(3, const duel_together_options *),
      OUTPUT(4, duel_table **));
}
static void end_set_families(void) {
  duel_table_free(*(duel_table **)(void *)&out[4]);
}

static duel_status op_set_effective(const pointers *p) {
  (void)p;
  return duel_set_effective(
      POINTER(0, given_set()),
      INPUT(1, const int32_t *),
      COUNTED(1),
      CHOSEN(3, const duel_together_options *),
      FACTS(4, duel_panel_facts));
}

static duel_status op_gars_new(const pointers *p) {
  (void)p;
  return duel_gars_new(
      CHOSEN(0, const duel_gars_options *),
      OUTPUT(1, duel_gars **));
}
static void end_gars_new(void) {
  duel_gars_free(*(duel_gars **)(void *)&out[1]);
}

static duel_status op_gars_add(const pointers *p) {
  (void)p;
  return duel_gars_add(
      POINTER(0, changed_gars()),
      POINTER(1, given_gars_contexts()));
}

static duel_status op_gars_run(const pointers *p) {
  (void)p;
  return duel_gars_run(
      POINTER(0, changed_gars()),
      POINTER(1, given_gars_contexts()),
      POINTER(2, given_gars_mu_fn),
      INPUT(3, void *));
}

static duel_status op_gars_psi(const pointers *p) {
  (void)p;
  return duel_gars_psi(
      POINTER(0, given_gars()),
      POINTER(1, given_gars_contexts()),
      OUTPUT(2, double *),
      CAPACITY,
      OUTPUT(4, double *),
      CAPACITY);
}

static duel_status op_gars_weights(const pointers *p) {
  (void)p;
  return duel_gars_weights(
      POINTER(0, given_gars()),
      0,
      POINTER(2, given_gars_contexts()),
      INPUT(3, const double *),
      OUTPUT(4, double *),
      CAPACITY);
}

static duel_status op_gars_model_mu(const pointers *p) {
  (void)p;
  return duel_gars_model_mu(
      POINTER(0, given_gars()),
      POINTER(1, given_model()),
      0,
      0,
      CHOSEN(4, const duel_inference_options *),
      OUTPUT(5, double *),
      CAPACITY);
}

static duel_status op_gars_merge(const pointers *p) {
  (void)p;
  return duel_gars_merge(
      POINTER(0, changed_gars()),
      POINTER(1, given_gars()));
}

static duel_status op_gars_save(const pointers *p) {
  (void)p;
  return duel_gars_save(
      POINTER(0, given_gars()),
      OUTPUT(1, void *),
      CAPACITY,
      OUTPUT(3, size_t *));
}

static duel_status op_gars_load(const pointers *p) {
  (void)p;
  return duel_gars_load(
      INPUT(0, const void *),
      1,
      OUTPUT(2, duel_gars **));
}
static void end_gars_load(void) {
  duel_gars_free(*(duel_gars **)(void *)&out[2]);
}

static duel_status op_gars_own(const pointers *p) {
  (void)p;
  return duel_gars_own(
      POINTER(0, changed_gars()),
      0,
      INPUT(2, const char *),
      POINTER(3, given_score_fn),
      POINTER(4, given_slope_fn),
      INPUT(5, void *));
}

static duel_status op_gars_info(const pointers *p) {
  (void)p;
  return duel_gars_info(
      POINTER(0, given_gars()),
      FACTS(1, duel_gars_facts));
}

static duel_status op_gars_pairs(const pointers *p) {
  (void)p;
  return duel_gars_pairs(
      POINTER(0, given_gars()),
      OUTPUT(1, duel_table **));
}
static void end_gars_pairs(void) {
  duel_table_free(*(duel_table **)(void *)&out[1]);
}

static duel_status op_gars_groups(const pointers *p) {
  (void)p;
  return duel_gars_groups(
      POINTER(0, given_gars()),
      OUTPUT(1, duel_table **));
}
static void end_gars_groups(void) {
  duel_table_free(*(duel_table **)(void *)&out[1]);
}

static duel_status op_gars_values(const pointers *p) {
  (void)p;
  return duel_gars_values(
      POINTER(0, given_gars()),
      0,
      OUTPUT(2, size_t *));
}

static duel_status op_gars_ellipsoid(const pointers *p) {
  (void)p;
  return duel_gars_ellipsoid(
      POINTER(0, given_gars()),
      0,
      DUEL_ESTIMATOR_DEBIASED,
      INPUT(3, const double *),
      CHOSEN(4, const duel_inference_options *),
      FACTS(5, duel_wald_facts));
}

static duel_status op_gars_equality(const pointers *p) {
  (void)p;
  return duel_gars_equality(
      POINTER(0, given_gars()),
      0,
      0,
      CHOSEN(3, const duel_inference_options *),
      FACTS(4, duel_wald_facts));
}

static duel_status op_influence_equality(const pointers *p) {
  (void)p;
  return duel_influence_equality(
      1,
      1,
      INPUT(2, const double *),
      INPUT(3, const double *),
      INPUT(4, const uint64_t *),
      0,
      CHOSEN(6, const duel_inference_options *),
      FACTS(7, duel_wald_facts));
}

static duel_status op_gars_selection(const pointers *p) {
  (void)p;
  return duel_gars_selection(
      POINTER(0, given_gars()),
      POINTER(1, given_gars_contexts()),
      0,
      CHOSEN(3, const duel_selection_options *),
      OUTPUT(4, duel_table **));
}
static void end_gars_selection(void) {
  duel_table_free(*(duel_table **)(void *)&out[4]);
}

static duel_status op_gars_bounds(const pointers *p) {
  (void)p;
  return duel_gars_bounds(
      POINTER(0, given_gars()),
      POINTER(1, given_gars_contexts()),
      0,
      INPUT(3, const double *),
      1,
      CHOSEN(5, const duel_selection_options *),
      OUTPUT(6, duel_table **));
}
static void end_gars_bounds(void) {
  duel_table_free(*(duel_table **)(void *)&out[6]);
}

static duel_status op_model_estimate(const pointers *p) {
  (void)p;
  return duel_model_estimate(
      POINTER(0, given_model()),
      DUEL_QUANTITY_SCORES,
      CHOSEN(2, const duel_inference_options *),
      OUTPUT(3, duel_estimate **));
}
static void end_model_estimate(void) {
  duel_estimate_free(*(duel_estimate **)(void *)&out[3]);
}

static duel_status op_gars_estimate(const pointers *p) {
  (void)p;
  return duel_gars_estimate(
      POINTER(0, given_gars()),
      0,
      DUEL_ESTIMATOR_DEBIASED,
      CHOSEN(3, const duel_inference_options *),
      OUTPUT(4, duel_estimate **));
}
static void end_gars_estimate(void) {
  duel_estimate_free(*(duel_estimate **)(void *)&out[4]);
}

static duel_status op_gars_group_estimate(const pointers *p) {
  (void)p;
  return duel_gars_group_estimate(
      POINTER(0, given_gars()),
      0,
      0,
      DUEL_ESTIMATOR_DEBIASED,
      CHOSEN(4, const duel_inference_options *),
      OUTPUT(5, duel_estimate **));
}
static void end_gars_group_estimate(void) {
  duel_estimate_free(*(duel_estimate **)(void *)&out[5]);
}

static duel_status op_gars_differences(const pointers *p) {
  (void)p;
  return duel_gars_differences(
      POINTER(0, given_gars()),
      0,
      0,
      0,
      DUEL_ESTIMATOR_DEBIASED,
      CHOSEN(5, const duel_inference_options *),
      OUTPUT(6, duel_estimate **));
}
static void end_gars_differences(void) {
  duel_estimate_free(*(duel_estimate **)(void *)&out[6]);
}

static duel_status op_estimate_ratio(const pointers *p) {
  (void)p;
  return duel_estimate_ratio(
      POINTER(0, given_estimate()),
      0,
      0,
      FACTS(3, duel_ratio_facts));
}

static duel_status op_estimate_info(const pointers *p) {
  (void)p;
  return duel_estimate_info(
      POINTER(0, given_estimate()),
      FACTS(1, duel_estimate_facts));
}

static duel_status op_estimate_values(const pointers *p) {
  (void)p;
  return duel_estimate_values(
      POINTER(0, given_estimate()),
      OUTPUT(1, duel_table **));
}
static void end_estimate_values(void) {
  duel_table_free(*(duel_table **)(void *)&out[1]);
}

static duel_status op_estimate_contrasts(const pointers *p) {
  (void)p;
  return duel_estimate_contrasts(
      POINTER(0, given_estimate()),
      INPUT(1, const double *),
      1,
      OUTPUT(3, duel_table **));
}
static void end_estimate_contrasts(void) {
  duel_table_free(*(duel_table **)(void *)&out[3]);
}

static duel_status op_estimate_contrast_covariance(const pointers *p) {
  (void)p;
  return duel_estimate_contrast_covariance(
      POINTER(0, given_estimate()),
      INPUT(1, const double *),
      1,
      OUTPUT(3, double *),
      CAPACITY);
}

static duel_status op_estimate_tests(const pointers *p) {
  (void)p;
  return duel_estimate_tests(
      POINTER(0, given_estimate()),
      INPUT(1, const double *),
      1,
      CHOSEN(3, const duel_test_options *),
      OUTPUT(4, duel_table **));
}
static void end_estimate_tests(void) {
  duel_table_free(*(duel_table **)(void *)&out[4]);
}

static duel_status op_estimate_e_values(const pointers *p) {
  (void)p;
  return duel_estimate_e_values(
      POINTER(0, given_estimate()),
      INPUT(1, const double *),
      1,
      INPUT(3, const double *),
      OUTPUT(4, duel_table **));
}
static void end_estimate_e_values(void) {
  duel_table_free(*(duel_table **)(void *)&out[4]);
}

static duel_status op_estimate_pairs(const pointers *p) {
  (void)p;
  return duel_estimate_pairs(
      POINTER(0, given_estimate()),
      CHOSEN(1, const duel_pair_options *),
      OUTPUT(2, duel_table **));
}
static void end_estimate_pairs(void) {
  duel_table_free(*(duel_table **)(void *)&out[2]);
}

static duel_status op_estimate_ranks(const pointers *p) {
  (void)p;
  return duel_estimate_ranks(
      POINTER(0, given_estimate()),
      OUTPUT(1, duel_table **));
}
static void end_estimate_ranks(void) {
  duel_table_free(*(duel_table **)(void *)&out[1]);
}

static duel_status op_estimate_covariance(const pointers *p) {
  (void)p;
  return duel_estimate_covariance(
      POINTER(0, given_estimate()),
      OUTPUT(1, double *),
      CAPACITY);
}

static duel_status op_estimate_new(const pointers *p) {
  (void)p;
  return duel_estimate_new(
      POINTER(0, given_given()),
      CHOSEN(1, const duel_inference_options *),
      OUTPUT(2, duel_estimate **));
}
static void end_estimate_new(void) {
  duel_estimate_free(*(duel_estimate **)(void *)&out[2]);
}

static duel_status op_ballots_new(const pointers *p) {
  (void)p;
  return duel_ballots_new(
      OUTPUT(0, duel_ballots **));
}
static void end_ballots_new(void) {
  duel_ballots_free(*(duel_ballots **)(void *)&out[0]);
}

static duel_status op_ballots_append(const pointers *p) {
  (void)p;
  return duel_ballots_append(
      POINTER(0, changed_ballots()),
      POINTER(1, given_ballot_rows()));
}

static duel_status op_ballots_covariate(const pointers *p) {
  (void)p;
  return duel_ballots_covariate(
      POINTER(0, changed_ballots()),
      INPUT(1, const char *),
      INPUT(2, const double *),
      1);
}

static duel_status op_ballots_info(const pointers *p) {
  (void)p;
  return duel_ballots_info(
      POINTER(0, given_ballots()),
      FACTS(1, duel_ballots_facts));
}

static duel_status op_ballots_names(const pointers *p) {
  (void)p;
  return duel_ballots_names(
      POINTER(0, given_ballots()),
      OUTPUT(1, duel_set **));
}
static void end_ballots_names(void) {
  duel_set_free(*(duel_set **)(void *)&out[1]);
}

static duel_status op_ballots_fit(const pointers *p) {
  (void)p;
  return duel_ballots_fit(
      POINTER(0, given_ballots()),
      CHOSEN(1, const duel_ranking_options *),
      OUTPUT(2, duel_ranking **));
}
static void end_ballots_fit(void) {
  duel_ranking_free(*(duel_ranking **)(void *)&out[2]);
}

static duel_status op_ranking_info(const pointers *p) {
  (void)p;
  return duel_ranking_info(
      POINTER(0, given_ranking()),
      FACTS(1, duel_ranking_facts));
}

static duel_status op_ranking_estimate(const pointers *p) {
  (void)p;
  return duel_ranking_estimate(
      POINTER(0, given_ranking()),
      CHOSEN(1, const duel_inference_options *),
      OUTPUT(2, duel_estimate **));
}
static void end_ranking_estimate(void) {
  duel_estimate_free(*(duel_estimate **)(void *)&out[2]);
}

static duel_status op_ranking_scores(const pointers *p) {
  (void)p;
  return duel_ranking_scores(
      POINTER(0, given_ranking()),
      CHOSEN(1, const duel_inference_options *),
      OUTPUT(2, duel_table **));
}
static void end_ranking_scores(void) {
  duel_table_free(*(duel_table **)(void *)&out[2]);
}

static duel_status op_ranking_effects(const pointers *p) {
  (void)p;
  return duel_ranking_effects(
      POINTER(0, given_ranking()),
      CHOSEN(1, const duel_inference_options *),
      OUTPUT(2, duel_table **));
}
static void end_ranking_effects(void) {
  duel_table_free(*(duel_table **)(void *)&out[2]);
}

static duel_status op_board_new(const pointers *p) {
  (void)p;
  return duel_board_new(
      OUTPUT(0, duel_board **));
}
static void end_board_new(void) {
  duel_board_free(*(duel_board **)(void *)&out[0]);
}

static duel_status op_board_append(const pointers *p) {
  (void)p;
  return duel_board_append(
      POINTER(0, changed_board()),
      POINTER(1, given_score_rows()));
}

static duel_status op_board_info(const pointers *p) {
  (void)p;
  return duel_board_info(
      POINTER(0, given_board()),
      FACTS(1, duel_board_facts));
}

static duel_status op_board_names(const pointers *p) {
  (void)p;
  return duel_board_names(
      POINTER(0, given_board()),
      OUTPUT(1, duel_set **));
}
static void end_board_names(void) {
  duel_set_free(*(duel_set **)(void *)&out[1]);
}

static duel_status op_board_estimate(const pointers *p) {
  (void)p;
  return duel_board_estimate(
      POINTER(0, given_board()),
      CHOSEN(1, const duel_board_options *),
      CHOSEN(2, const duel_inference_options *),
      OUTPUT(3, duel_estimate **));
}
static void end_board_estimate(void) {
  duel_estimate_free(*(duel_estimate **)(void *)&out[3]);
}

static duel_status op_board_variance(const pointers *p) {
  (void)p;
  return duel_board_variance(
      POINTER(0, given_board()),
      OUTPUT(1, duel_table **));
}
static void end_board_variance(void) {
  duel_table_free(*(duel_table **)(void *)&out[1]);
}

static duel_status op_estimate_gate(const pointers *p) {
  (void)p;
  return duel_estimate_gate(
      POINTER(0, given_estimate()),
      POINTER(1, given_gate()),
      OUTPUT(2, duel_table **));
}
static void end_estimate_gate(void) {
  duel_table_free(*(duel_table **)(void *)&out[2]);
}

static duel_status op_estimate_claims(const pointers *p) {
  (void)p;
  return duel_estimate_claims(
      POINTER(0, given_estimate()),
      POINTER(1, given_claim()),
      1,
      OUTPUT(3, duel_table **));
}
static void end_estimate_claims(void) {
  duel_table_free(*(duel_table **)(void *)&out[3]);
}

static duel_status op_estimate_compact_letters(const pointers *p) {
  (void)p;
  return duel_estimate_compact_letters(
      POINTER(0, given_estimate()),
      OUTPUT(1, duel_table **));
}
static void end_estimate_compact_letters(void) {
  duel_table_free(*(duel_table **)(void *)&out[1]);
}

static duel_status op_estimate_tiers(const pointers *p) {
  (void)p;
  return duel_estimate_tiers(
      POINTER(0, given_estimate()),
      DUEL_TIERS_SIGNIFICANCE,
      0,
      OUTPUT(3, duel_table **));
}
static void end_estimate_tiers(void) {
  duel_table_free(*(duel_table **)(void *)&out[3]);
}

static duel_status op_estimate_rank_summary(const pointers *p) {
  (void)p;
  return duel_estimate_rank_summary(
      POINTER(0, given_estimate()),
      OUTPUT(1, duel_table **));
}
static void end_estimate_rank_summary(void) {
  duel_table_free(*(duel_table **)(void *)&out[1]);
}

static duel_status op_estimate_rank_probabilities(const pointers *p) {
  (void)p;
  return duel_estimate_rank_probabilities(
      POINTER(0, given_estimate()),
      OUTPUT(1, double *),
      CAPACITY);
}

static duel_status op_estimate_superiority(const pointers *p) {
  (void)p;
  return duel_estimate_superiority(
      POINTER(0, given_estimate()),
      OUTPUT(1, double *),
      CAPACITY);
}

static duel_status op_estimate_quasi_variances(const pointers *p) {
  (void)p;
  return duel_estimate_quasi_variances(
      POINTER(0, given_estimate()),
      OUTPUT(1, double *),
      CAPACITY,
      FACTS(3, duel_quasi_facts));
}

static duel_status op_estimate_winner(const pointers *p) {
  (void)p;
  return duel_estimate_winner(
      POINTER(0, given_estimate()),
      INPUT(1, const size_t *),
      COUNTED(1),
      1,
      FACTS(4, duel_winner_facts));
}

static duel_status op_estimate_rank_sets(const pointers *p) {
  (void)p;
  return duel_estimate_rank_sets(
      POINTER(0, given_estimate()),
      INPUT(1, const size_t *),
      COUNTED(1),
      CHOSEN(3, const duel_rank_set_options *),
      OUTPUT(4, duel_table **));
}
static void end_estimate_rank_sets(void) {
  duel_table_free(*(duel_table **)(void *)&out[4]);
}

static duel_status op_model_average(const pointers *p) {
  (void)p;
  return duel_model_average(
      POINTER(0, given_judged()),
      DUEL_QUANTITY_SCORES,
      CHOSEN(2, const duel_rank_average_options *),
      CHOSEN(3, const duel_inference_options *),
      OUTPUT(4, duel_estimate **));
}
static void end_model_average(void) {
  duel_estimate_free(*(duel_estimate **)(void *)&out[4]);
}

static duel_status op_estimate_averaged_ranks(const pointers *p) {
  (void)p;
  return duel_estimate_averaged_ranks(
      POINTER(0, given_averaged()),
      OUTPUT(1, duel_table **));
}
static void end_estimate_averaged_ranks(void) {
  duel_table_free(*(duel_table **)(void *)&out[1]);
}

static duel_status op_estimate_judge(const pointers *p) {
  (void)p;
  return duel_estimate_judge(
      POINTER(0, given_strengths()),
      1,
      OUTPUT(2, duel_estimate **));
}
static void end_estimate_judge(void) {
  duel_estimate_free(*(duel_estimate **)(void *)&out[2]);
}

static duel_status op_estimate_judge_ranks(const pointers *p) {
  (void)p;
  return duel_estimate_judge_ranks(
      POINTER(0, given_strengths()),
      INPUT(1, const size_t *),
      COUNTED(1),
      CHOSEN(3, const duel_rank_set_options *),
      OUTPUT(4, duel_table **));
}
static void end_estimate_judge_ranks(void) {
  duel_table_free(*(duel_table **)(void *)&out[4]);
}

static duel_status op_estimate_reversals(const pointers *p) {
  (void)p;
  return duel_estimate_reversals(
      POINTER(0, given_strengths()),
      INPUT(1, const size_t *),
      COUNTED(1),
      OUTPUT(3, duel_table **));
}
static void end_estimate_reversals(void) {
  duel_table_free(*(duel_table **)(void *)&out[3]);
}

static duel_status op_estimate_unanimous(const pointers *p) {
  (void)p;
  return duel_estimate_unanimous(
      POINTER(0, given_strengths()),
      INPUT(1, const size_t *),
      COUNTED(1),
      OUTPUT(3, duel_table **));
}
static void end_estimate_unanimous(void) {
  duel_table_free(*(duel_table **)(void *)&out[3]);
}

static duel_status op_monitor_new(const pointers *p) {
  (void)p;
  return duel_monitor_new(
      CHOSEN(0, const duel_monitor_options *),
      OUTPUT(1, duel_monitor **));
}
static void end_monitor_new(void) {
  duel_monitor_free(*(duel_monitor **)(void *)&out[1]);
}

static duel_status op_monitor_look(const pointers *p) {
  (void)p;
  return duel_monitor_look(
      POINTER(0, changed_monitor()),
      POINTER(1, given_estimate()),
      POINTER(2, given_set()));
}

static duel_status op_monitor_pairs(const pointers *p) {
  (void)p;
  return duel_monitor_pairs(
      POINTER(0, given_monitor()),
      OUTPUT(1, duel_table **));
}
static void end_monitor_pairs(void) {
  duel_table_free(*(duel_table **)(void *)&out[1]);
}

static duel_status op_monitor_ranks(const pointers *p) {
  (void)p;
  return duel_monitor_ranks(
      POINTER(0, given_monitor()),
      OUTPUT(1, duel_table **));
}
static void end_monitor_ranks(void) {
  duel_table_free(*(duel_table **)(void *)&out[1]);
}

static duel_status op_monitor_info(const pointers *p) {
  (void)p;
  return duel_monitor_info(
      POINTER(0, given_monitor()),
      FACTS(1, duel_monitor_facts));
}

static duel_status op_monitor_save(const pointers *p) {
  (void)p;
  return duel_monitor_save(
      POINTER(0, given_monitor()),
      OUTPUT(1, void *),
      CAPACITY,
      OUTPUT(3, size_t *));
}

static duel_status op_monitor_load(const pointers *p) {
  (void)p;
  return duel_monitor_load(
      INPUT(0, const void *),
      1,
      OUTPUT(2, duel_monitor **));
}
static void end_monitor_load(void) {
  duel_monitor_free(*(duel_monitor **)(void *)&out[2]);
}

static duel_status op_nuisance_fit(const pointers *p) {
  (void)p;
  return duel_nuisance_fit(
      POINTER(0, given_gars_contexts()),
      CHOSEN(1, const duel_nuisance_options *),
      OUTPUT(2, duel_nuisance **));
}
static void end_nuisance_fit(void) {
  duel_nuisance_free(*(duel_nuisance **)(void *)&out[2]);
}

static duel_status op_nuisance_info(const pointers *p) {
  (void)p;
  return duel_nuisance_info(
      POINTER(0, given_nuisance()),
      FACTS(1, duel_nuisance_facts));
}

static duel_status op_nuisance_settings(const pointers *p) {
  (void)p;
  return duel_nuisance_settings(
      POINTER(0, given_nuisance()),
      OUTPUT(1, duel_table **));
}
static void end_nuisance_settings(void) {
  duel_table_free(*(duel_table **)(void *)&out[1]);
}

static duel_status op_nuisance_warnings(const pointers *p) {
  (void)p;
  return duel_nuisance_warnings(
      POINTER(0, given_nuisance()),
      OUTPUT(1, duel_table **));
}
static void end_nuisance_warnings(void) {
  duel_table_free(*(duel_table **)(void *)&out[1]);
}

static duel_status op_nuisance_folds(const pointers *p) {
  (void)p;
  return duel_nuisance_folds(
      POINTER(0, given_nuisance()),
      OUTPUT(1, int32_t *),
      CAPACITY);
}

static duel_status op_nuisance_predict(const pointers *p) {
  (void)p;
  return duel_nuisance_predict(
      POINTER(0, given_nuisance()),
      1,
      1,
      OUTPUT(3, double *),
      CAPACITY);
}

static duel_status op_nuisance_propensities(const pointers *p) {
  (void)p;
  return duel_nuisance_propensities(
      POINTER(0, given_nuisance()),
      1,
      1,
      OUTPUT(3, double *),
      CAPACITY);
}

static duel_status op_gars_learn(const pointers *p) {
  (void)p;
  return duel_gars_learn(
      POINTER(0, changed_gars()),
      POINTER(1, given_gars_contexts()),
      0,
      CHOSEN(3, const duel_nuisance_options *));
}

static duel_status op_gars_remainder(const pointers *p) {
  (void)p;
  return duel_gars_remainder(
      POINTER(0, given_gars()),
      OUTPUT(1, duel_table **));
}
static void end_gars_remainder(void) {
  duel_table_free(*(duel_table **)(void *)&out[1]);
}

static duel_status op_gars_warnings(const pointers *p) {
  (void)p;
  return duel_gars_warnings(
      POINTER(0, given_gars()),
      OUTPUT(1, duel_table **));
}
static void end_gars_warnings(void) {
  duel_table_free(*(duel_table **)(void *)&out[1]);
}

static duel_status op_policy_choose(const pointers *p) {
  (void)p;
  return duel_policy_choose(
      INPUT(0, const double *),
      1,
      2,
      INPUT(3, const double *),
      CHOSEN(4, const duel_policy_options *),
      OUTPUT(5, double *),
      CAPACITY,
      OUTPUT(7, double *),
      CAPACITY,
      FACTS(9, duel_policy_facts));
}

static duel_status op_policy_apply(const pointers *p) {
  (void)p;
  return duel_policy_apply(
      INPUT(0, const double *),
      1,
      2,
      INPUT(3, const double *),
      0,
      CHOSEN(5, const duel_policy_options *),
      OUTPUT(6, double *),
      CAPACITY,
      OUTPUT(8, double *),
      CAPACITY,
      FACTS(10, duel_policy_facts));
}

static duel_status op_policy_histogram(const pointers *p) {
  (void)p;
  return duel_policy_histogram(
      INPUT(0, const double *),
      1,
      2,
      INPUT(3, const double *),
      OUTPUT(4, double *),
      CAPACITY);
}

static duel_status op_policy_lambda(const pointers *p) {
  (void)p;
  return duel_policy_lambda(
      INPUT(0, const double *),
      1,
      CHOSEN(2, const duel_policy_options *),
      FACTS(3, duel_policy_facts));
}

static duel_status op_policy_outcome(const pointers *p) {
  (void)p;
  return duel_policy_outcome(
      INPUT(0, const double *),
      1,
      2,
      INPUT(3, const double *),
      INPUT(4, const double *),
      FACTS(5, duel_policy_facts));
}

static duel_status op_policy_draw(const pointers *p) {
  (void)p;
  return duel_policy_draw(
      INPUT(0, const double *),
      1,
      2,
      DUEL_DRAWING_INDEPENDENT,
      0,
      0,
      OUTPUT(6, uint8_t *),
      CAPACITY);
}

static duel_status op_gars_d_optimal(const pointers *p) {
  (void)p;
  return duel_gars_d_optimal(
      POINTER(0, given_gars()),
      0,
      INPUT(2, const double *),
      1,
      INPUT(4, const double *),
      CHOSEN(5, const duel_policy_options *),
      OUTPUT(6, double *),
      CAPACITY,
      OUTPUT(8, double *),
      CAPACITY,
      FACTS(10, duel_policy_facts));
}

static duel_status op_model_next(const pointers *p) {
  (void)p;
  return duel_model_next(
      POINTER(0, given_model()),
      CHOSEN(1, const duel_next_options *),
      OUTPUT(2, duel_table **));
}
static void end_model_next(void) {
  duel_table_free(*(duel_table **)(void *)&out[2]);
}

static duel_status op_model_given(const pointers *p) {
  (void)p;
  return duel_model_given(
      POINTER(0, given_set()),
      INPUT(1, const double *),
      1,
      CHOSEN(3, const duel_model_options *),
      OUTPUT(4, duel_model **));
}
static void end_model_given(void) {
  duel_model_free(*(duel_model **)(void *)&out[4]);
}

static duel_status op_model_simulate(const pointers *p) {
  (void)p;
  return duel_model_simulate(
      POINTER(0, given_model()),
      POINTER(1, given_set()),
      0,
      OUTPUT(3, duel_set **));
}
static void end_model_simulate(void) {
  duel_set_free(*(duel_set **)(void *)&out[3]);
}

static duel_status op_counts_sprt(const pointers *p) {
  (void)p;
  return duel_counts_sprt(
      INPUT(0, const double *),
      1,
      CHOSEN(2, const duel_sprt_options *),
      FACTS(3, duel_sprt_facts));
}

static duel_status op_counts_paired(const pointers *p) {
  (void)p;
  return duel_counts_paired(
      0,
      0,
      1,
      CHOSEN(3, const duel_paired_options *),
      FACTS(4, duel_paired_facts));
}

static duel_status op_differences_exact(const pointers *p) {
  (void)p;
  return duel_differences_exact(
      INPUT(0, const double *),
      1,
      CHOSEN(2, const duel_exact_options *),
      FACTS(3, duel_exact_facts));
}

static duel_status op_plan_units(const pointers *p) {
  (void)p;
  return duel_plan_units(
      CHOSEN(0, const duel_plan_options *),
      FACTS(1, duel_plan_facts));
}

static duel_status op_matrix_chart(const pointers *p) {
  (void)p;
  return duel_matrix_chart(
      INPUT(0, const double *),
      1,
      2,
      CHOSEN(3, const duel_chart_options *),
      OUTPUT(4, char *),
      CAPACITY,
      OUTPUT(6, size_t *));
}

static const operation operations[] = {
    {"duel_last_status", op_last_status, NULL, 0, 0, 0, 0, {{0}}},
    {"duel_table_info", op_table_info, NULL, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_table_get", op_table_get, NULL, 3, 1u << 0 | 1u << 2, 0, 0, {{0}}},
    {"duel_table_find", op_table_find, NULL, 3, 1u << 0 | 1u << 1 | 1u << 2, 0, 0, {{0}}},
    {"duel_table_print", op_table_print, NULL, 5, 1u << 0 | 1u << 4, 1, 0, {{1, "options", "duel_print_options", duel_print_options_fields, COUNT(duel_print_options_fields), sizeof(duel_print_options), "  "}}},
    {"duel_table_export", op_table_export, end_table_export, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_set_new", op_set_new, end_set_new, 1, 1u << 0, 0, 0, {{0}}},
    {"duel_set_copy", op_set_copy, end_set_copy, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_set_intern", op_set_intern, NULL, 4, 1u << 0 | 1u << 2, 0, 0, {{0}}},
    {"duel_set_append", op_set_append, NULL, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_set_covariate", op_set_covariate, NULL, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_set_merge", op_set_merge, NULL, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_set_save", op_set_save, NULL, 4, 1u << 0 | 1u << 1 | 1u << 3, 1, 0, {{0}}},
    {"duel_set_load", op_set_load, end_set_load, 3, 1u << 0 | 1u << 2, 0, 0, {{0}}},
    {"duel_set_forget_order", op_set_forget_order, NULL, 1, 1u << 0, 0, 0, {{0}}},
    {"duel_set_find", op_set_find, NULL, 4, 1u << 0 | 1u << 2 | 1u << 3, 0, 0, {{0}}},
    {"duel_set_info", op_set_info, NULL, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_set_items", op_set_items, end_set_items, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_set_pairs", op_set_pairs, end_set_pairs, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_set_cells", op_set_cells, end_set_cells, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_set_resample", op_set_resample, end_set_resample, 4, 1u << 0 | 1u << 3, 0, 0, {{0}}},
    {"duel_set_split", op_set_split, end_set_split, 7, 1u << 0 | 1u << 5 | 1u << 6, 0, 0, {{0}}},
    {"duel_set_filter", op_set_filter, end_set_filter, 5, 1u << 0 | 1u << 2 | 1u << 4, 0, 0, {{0}}},
    {"duel_set_append_stream", op_set_append_stream, NULL, 3, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_cancel_new", op_cancel_new, end_cancel_new, 1, 1u << 0, 0, 0, {{0}}},
    {"duel_model_fit", op_model_fit, end_model_fit, 3, 1u << 0 | 1u << 2, 0, 0, {{1, "options", "duel_model_options", duel_model_options_fields, COUNT(duel_model_options_fields), sizeof(duel_model_options), "  "}}},
    {"duel_model_share", op_model_share, end_model_share, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_model_save", op_model_save, NULL, 4, 1u << 0 | 1u << 1 | 1u << 3, 1, 0, {{0}}},
    {"duel_model_load", op_model_load, end_model_load, 3, 1u << 0 | 1u << 2, 0, 0, {{0}}},
    {"duel_model_info", op_model_info, NULL, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_model_shape", op_model_shape, NULL, 4, 1u << 0 | 1u << 2 | 1u << 3, 0, 0, {{0}}},
    {"duel_model_get", op_model_get, NULL, 4, 1u << 0 | 1u << 2, 1, 0, {{0}}},
    {"duel_model_warnings", op_model_warnings, end_model_warnings, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_model_items", op_model_items, end_model_items, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_model_voters", op_model_voters, end_model_voters, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_model_optima", op_model_optima, end_model_optima, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_model_scores", op_model_scores, end_model_scores, 3, 1u << 0 | 1u << 2, 0, 0, {{1, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " ignore_position contexts "}}},
    {"duel_model_effective_comparisons", op_model_effective_comparisons, end_model_effective_comparisons, 3, 1u << 0 | 1u << 2, 0, 0, {{1, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " intervals normalisation scale reference_item reference_judge weights weight_count level unit origin seed draws ignore_position quantiles contexts bootstrap_interval errors mixture error_draws "}}},
    {"duel_model_predict", op_model_predict, NULL, 5, 1u << 0 | 1u << 1 | 1u << 3, 1, 0, {{2, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " normalisation reference_item weights weight_count unit origin errors error_draws "}}},
    {"duel_model_log_likelihood", op_model_log_likelihood, NULL, 4, 1u << 0 | 1u << 1 | 1u << 2, 0, 0, {{0}}},
    {"duel_set_cross_validate", op_set_cross_validate, end_set_cross_validate, 5, 1u << 0 | 1u << 3, 0, 0, {{1, "fit", "duel_model_options", duel_model_options_fields, COUNT(duel_model_options_fields), sizeof(duel_model_options), " cancel progress user start "}, {2, "options", "duel_validation_options", duel_validation_options_fields, COUNT(duel_validation_options_fields), sizeof(duel_validation_options), "  "}}},
    {"duel_model_sensitivities", op_model_sensitivities, end_model_sensitivities, 7, 1u << 0 | 1u << 1 | 1u << 3 | 1u << 6, 0, 0, {{5, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " normalisation reference_item weights weight_count unit origin ignore_position contexts errors error_draws "}}},
    {"duel_model_consensus", op_model_consensus, end_model_consensus, 6, 1u << 0 | 1u << 3, 1, 0, {{2, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " normalisation scale reference_item reference_judge weights weight_count unit origin ignore_position contexts errors mixture error_draws "}}},
    {"duel_set_leave_one_judge_out", op_set_leave_one_judge_out, end_set_leave_one_judge_out, 3, 1u << 0 | 1u << 2, 0, 0, {{1, "options", "duel_model_options", duel_model_options_fields, COUNT(duel_model_options_fields), sizeof(duel_model_options), " start "}}},
    {"duel_set_select_rank", op_set_select_rank, end_set_select_rank, 8, 1u << 0 | 1u << 7, 0, 0, {{5, "fit", "duel_model_options", duel_model_options_fields, COUNT(duel_model_options_fields), sizeof(duel_model_options), " strength start rank "}, {6, "validation", "duel_validation_options", duel_validation_options_fields, COUNT(duel_validation_options_fields), sizeof(duel_validation_options), " cancel progress user "}}},
    {"duel_set_judge_scores", op_set_judge_scores, NULL, 5, 1u << 0 | 1u << 3, 1, 0, {{2, "options", "duel_model_options", duel_model_options_fields, COUNT(duel_model_options_fields), sizeof(duel_model_options), " strength position tie_model threshold sign covariance accept max_iterations covariates covariate_count fixed_scores fixed_count tolerance max_bytes start offsets offset_count bias_reduction threshold_offsets tie_factors tie_basis tie_link below_zero tie_ridge spread spread_factors spread_ridge restarts threads seed bad_threshold rank sensitivity_covariates sensitivity_covariate_count target pair_floor interactions interaction_count interaction_ridge "}}},
    {"duel_bootstrap_new", op_bootstrap_new, end_bootstrap_new, 3, 1u << 0 | 1u << 2, 0, 0, {{1, "options", "duel_bootstrap_options", duel_bootstrap_options_fields, COUNT(duel_bootstrap_options_fields), sizeof(duel_bootstrap_options), "  "}}},
    {"duel_bootstrap_info", op_bootstrap_info, NULL, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_bootstrap_get", op_bootstrap_get, NULL, 5, 1u << 0 | 1u << 3, 1, 0, {{2, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " covariance intervals level seed draws ignore_position correction quantiles contexts bootstrap bootstrap_interval errors mixture error_draws "}}},
    {"duel_p_adjust", op_p_adjust, NULL, 5, 1u << 0 | 1u << 3, 1, 0, {{0}}},
    {"duel_model_rank_probabilities", op_model_rank_probabilities, NULL, 4, 1u << 0 | 1u << 2, 1, 0, {{1, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " intervals normalisation scale reference_item reference_judge weights weight_count level unit origin ignore_position quantiles contexts bootstrap_interval mixture error_draws "}}},
    {"duel_model_rank_summary", op_model_rank_summary, end_model_rank_summary, 3, 1u << 0 | 1u << 2, 0, 0, {{1, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " intervals normalisation scale reference_item reference_judge weights weight_count unit origin ignore_position quantiles contexts bootstrap_interval mixture error_draws "}}},
    {"duel_model_superiority", op_model_superiority, NULL, 4, 1u << 0 | 1u << 2, 1, 0, {{1, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " intervals normalisation scale reference_item reference_judge weights weight_count level unit origin seed draws ignore_position contexts bootstrap_interval errors mixture error_draws "}}},
    {"duel_model_compact_letters", op_model_compact_letters, end_model_compact_letters, 3, 1u << 0 | 1u << 2, 0, 0, {{1, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " normalisation scale reference_item reference_judge weights weight_count unit origin ignore_position contexts bootstrap_interval errors error_draws "}}},
    {"duel_model_more_comparisons", op_model_more_comparisons, end_model_more_comparisons, 7, 1u << 0 | 1u << 1 | 1u << 6, 0, 0, {{5, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " intervals normalisation reference_item weights weight_count origin seed draws ignore_position quantiles contexts bootstrap_interval errors mixture error_draws "}}},
    {"duel_model_quasi_variances", op_model_quasi_variances, NULL, 5, 1u << 0 | 1u << 2, 1, 0, {{1, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " intervals normalisation reference_item weights weight_count level origin seed draws ignore_position quantiles contexts bootstrap_interval errors mixture error_draws "}}},
    {"duel_model_profile", op_model_profile, end_model_profile, 6, 1u << 0 | 1u << 5, 0, 0, {{4, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " seed draws ignore_position contexts bootstrap bootstrap_interval errors mixture error_draws "}}},
    {"duel_model_function", op_model_function, end_model_function, 9, 1u << 0 | 1u << 2 | 1u << 6, 1, 0, {{5, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " ignore_position contexts errors error_draws "}}},
    {"duel_model_criteria", op_model_criteria, NULL, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_model_compare", op_model_compare, NULL, 5, 1u << 0 | 1u << 1 | 1u << 4, 0, 0, {{3, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " intervals normalisation scale reference_item reference_judge weights weight_count level unit origin seed draws ignore_position quantiles contexts bootstrap bootstrap_interval errors mixture error_draws "}}},
    {"duel_model_accuracy", op_model_accuracy, NULL, 3, 1u << 0 | 1u << 2, 0, 0, {{0}}},
    {"duel_model_calibration", op_model_calibration, end_model_calibration, 4, 1u << 0 | 1u << 3, 0, 0, {{0}}},
    {"duel_model_triads", op_model_triads, NULL, 4, 1u << 0 | 1u << 3, 0, 0, {{2, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " covariance intervals normalisation scale reference_item reference_judge weights weight_count level unit origin draws ignore_position correction quantiles contexts bootstrap bootstrap_interval errors mixture error_draws "}}},
    {"duel_model_metrics", op_model_metrics, NULL, 4, 1u << 0 | 1u << 3, 0, 0, {{0}}},
    {"duel_model_metrics_by_outcome", op_model_metrics_by_outcome, end_model_metrics_by_outcome, 4, 1u << 0 | 1u << 3, 0, 0, {{0}}},
    {"duel_model_marginals", op_model_marginals, end_model_marginals, 3, 1u << 0 | 1u << 2, 0, 0, {{0}}},
    {"duel_model_match_matrix", op_model_match_matrix, NULL, 6, 1u << 0 | 1u << 4, 1, 0, {{3, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " covariance intervals normalisation scale reference_item reference_judge weights weight_count level unit origin seed draws ignore_position correction quantiles contexts bootstrap bootstrap_interval errors mixture error_draws "}}},
    {"duel_model_vuong", op_model_vuong, NULL, 6, 1u << 0 | 1u << 1 | 1u << 5, 0, 0, {{4, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " covariance intervals normalisation scale reference_item reference_judge weights weight_count level unit origin seed draws ignore_position correction quantiles contexts bootstrap bootstrap_interval errors mixture error_draws "}}},
    {"duel_model_goodness", op_model_goodness, NULL, 4, 1u << 0 | 1u << 3, 0, 0, {{2, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " covariance intervals normalisation scale reference_item reference_judge weights weight_count level unit origin draws ignore_position correction quantiles contexts bootstrap bootstrap_interval errors mixture error_draws "}}},
    {"duel_model_residuals", op_model_residuals, end_model_residuals, 4, 1u << 0 | 1u << 3, 0, 0, {{2, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " covariance intervals normalisation scale reference_item reference_judge weights weight_count level unit origin seed draws ignore_position correction quantiles contexts bootstrap bootstrap_interval errors mixture error_draws "}}},
    {"duel_model_influence", op_model_influence, end_model_influence, 4, 1u << 0 | 1u << 3, 0, 0, {{2, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " covariance intervals normalisation scale reference_item reference_judge weights weight_count level unit origin seed draws ignore_position correction quantiles contexts bootstrap bootstrap_interval errors mixture error_draws "}}},
    {"duel_model_influence_changes", op_model_influence_changes, NULL, 6, 1u << 0 | 1u << 4, 1, 0, {{3, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " covariance intervals level origin seed draws ignore_position correction quantiles contexts bootstrap bootstrap_interval errors mixture error_draws "}}},
    {"duel_model_fragility", op_model_fragility, end_model_fragility, 5, 1u << 0 | 1u << 4, 0, 0, {{3, "options", "duel_fragility_options", duel_fragility_options_fields, COUNT(duel_fragility_options_fields), sizeof(duel_fragility_options), "  "}}},
    {"duel_model_fragile_votes", op_model_fragile_votes, end_model_fragile_votes, 5, 1u << 0 | 1u << 4, 0, 0, {{3, "options", "duel_fragility_options", duel_fragility_options_fields, COUNT(duel_fragility_options_fields), sizeof(duel_fragility_options), "  "}}},
    {"duel_rankings_agreement", op_rankings_agreement, NULL, 8, 1u << 0 | 1u << 6, 1, 1, {{0}}},
    {"duel_model_adjacent", op_model_adjacent, end_model_adjacent, 3, 1u << 0 | 1u << 2, 0, 0, {{1, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " normalisation reference_item weights weight_count origin ignore_position contexts bootstrap_interval errors mixture error_draws "}}},
    {"duel_model_distances", op_model_distances, NULL, 5, 1u << 0 | 1u << 3, 1, 0, {{2, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " covariance intervals normalisation reference_item weights weight_count level origin seed draws ignore_position correction quantiles contexts bootstrap bootstrap_interval errors mixture error_draws "}}},
    {"duel_map_kernel_pca", op_map_kernel_pca, NULL, 12, 1u << 0 | 1u << 5, 1, 1, {{0}}},
    {"duel_map_classical", op_map_classical, NULL, 10, 1u << 0 | 1u << 4, 1, 1, {{0}}},
    {"duel_map_smacof", op_map_smacof, NULL, 8, 1u << 0 | 1u << 5, 1, 0, {{4, "options", "duel_smacof_options", duel_smacof_options_fields, COUNT(duel_smacof_options_fields), sizeof(duel_smacof_options), "  "}}},
    {"duel_tree_cluster", op_tree_cluster, end_tree_cluster, 8, 1u << 0 | 1u << 5, 1, 1, {{0}}},
    {"duel_tree_cut", op_tree_cut, NULL, 8, 1u << 0 | 1u << 1 | 1u << 2 | 1u << 6, 1, 0, {{0}}},
    {"duel_model_tiers", op_model_tiers, end_model_tiers, 5, 1u << 0 | 1u << 4, 0, 0, {{3, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " normalisation reference_item weights weight_count origin ignore_position contexts bootstrap_interval errors mixture error_draws "}}},
    {"duel_set_judges", op_set_judges, end_set_judges, 3, 1u << 0 | 1u << 2, 0, 0, {{0}}},
    {"duel_set_order", op_set_order, NULL, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_set_triads", op_set_triads, end_set_triads, 3, 1u << 0 | 1u << 2, 0, 1, {{0}}},
    {"duel_set_agreement", op_set_agreement, end_set_agreement, 4, 1u << 0 | 1u << 3, 0, 1, {{0}}},
    {"duel_set_agreement_pairs", op_set_agreement_pairs, end_set_agreement_pairs, 3, 1u << 0 | 1u << 2, 0, 1, {{0}}},
    {"duel_set_krippendorff", op_set_krippendorff, end_set_krippendorff, 6, 1u << 0 | 1u << 5, 0, 1, {{0}}},
    {"duel_votes_confidence", op_votes_confidence, end_votes_confidence, 7, 1u << 0 | 1u << 1 | 1u << 2 | 1u << 6, 0, 0, {{0}}},
    {"duel_votes_reliability", op_votes_reliability, end_votes_reliability, 7, 1u << 0 | 1u << 1 | 1u << 2 | 1u << 6, 0, 0, {{0}}},
    {"duel_rankings_effective", op_rankings_effective, NULL, 5, 1u << 0 | 1u << 4, 0, 0, {{0}}},
    {"duel_matrix_bicluster", op_matrix_bicluster, end_matrix_bicluster, 9, 1u << 0 | 1u << 8, 0, 1, {{0}}},
    {"duel_set_learning_curve", op_set_learning_curve, end_set_learning_curve, 8, 1u << 0 | 1u << 1 | 1u << 7, 0, 0, {{5, "fit", "duel_model_options", duel_model_options_fields, COUNT(duel_model_options_fields), sizeof(duel_model_options), " cancel progress user start "}, {6, "options", "duel_validation_options", duel_validation_options_fields, COUNT(duel_validation_options_fields), sizeof(duel_validation_options), " folds share "}}},
    {"duel_model_equivalence", op_model_equivalence, end_model_equivalence, 4, 1u << 0 | 1u << 3, 0, 0, {{2, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " normalisation reference_item weights weight_count origin ignore_position contexts bootstrap_interval errors mixture error_draws "}}},
    {"duel_model_self_preference", op_model_self_preference, end_model_self_preference, 7, 1u << 0 | 1u << 1 | 1u << 3 | 1u << 6, 0, 0, {{5, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " covariance intervals normalisation scale reference_item reference_judge weights weight_count unit origin seed draws ignore_position correction quantiles contexts bootstrap bootstrap_interval errors mixture error_draws "}}},
    {"duel_model_judges", op_model_judges, end_model_judges, 4, 1u << 0 | 1u << 3, 0, 0, {{1, "judge_options", "duel_judge_options", duel_judge_options_fields, COUNT(duel_judge_options_fields), sizeof(duel_judge_options), "  "}, {2, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " normalisation scale reference_item reference_judge weights weight_count unit origin ignore_position contexts errors mixture error_draws "}}},
    {"duel_model_outliers", op_model_outliers, end_model_outliers, 3, 1u << 0 | 1u << 2, 0, 0, {{1, "options", "duel_outlier_options", duel_outlier_options_fields, COUNT(duel_outlier_options_fields), sizeof(duel_outlier_options), "  "}}},
    {"duel_set_together", op_set_together, end_set_together, 5, 1u << 0 | 1u << 4, 0, 0, {{3, "options", "duel_together_options", duel_together_options_fields, COUNT(duel_together_options_fields), sizeof(duel_together_options), "  "}}},
    {"duel_set_worth", op_set_worth, end_set_worth, 5, 1u << 0 | 1u << 4, 0, 0, {{3, "options", "duel_together_options", duel_together_options_fields, COUNT(duel_together_options_fields), sizeof(duel_together_options), "  "}}},
    {"duel_set_families", op_set_families, end_set_families, 5, 1u << 0 | 1u << 4, 0, 0, {{3, "options", "duel_together_options", duel_together_options_fields, COUNT(duel_together_options_fields), sizeof(duel_together_options), "  "}}},
    {"duel_set_effective", op_set_effective, NULL, 5, 1u << 0 | 1u << 4, 0, 0, {{3, "options", "duel_together_options", duel_together_options_fields, COUNT(duel_together_options_fields), sizeof(duel_together_options), "  "}}},
    {"duel_gars_new", op_gars_new, end_gars_new, 2, 1u << 0 | 1u << 1, 0, 0, {{0, "options", "duel_gars_options", duel_gars_options_fields, COUNT(duel_gars_options_fields), sizeof(duel_gars_options), "  "}}},
    {"duel_gars_add", op_gars_add, NULL, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_gars_run", op_gars_run, NULL, 4, 1u << 0 | 1u << 1 | 1u << 2, 0, 0, {{0}}},
    {"duel_gars_psi", op_gars_psi, NULL, 6, 1u << 0 | 1u << 1 | 1u << 2, 1, 0, {{0}}},
    {"duel_gars_weights", op_gars_weights, NULL, 6, 1u << 0 | 1u << 2 | 1u << 4, 1, 0, {{0}}},
    {"duel_gars_model_mu", op_gars_model_mu, NULL, 7, 1u << 0 | 1u << 1 | 1u << 5, 1, 0, {{4, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " covariance intervals normalisation reference_item weights weight_count level unit origin seed draws correction quantiles bootstrap bootstrap_interval errors mixture error_draws "}}},
    {"duel_gars_merge", op_gars_merge, NULL, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_gars_save", op_gars_save, NULL, 4, 1u << 0 | 1u << 1 | 1u << 3, 1, 0, {{0}}},
    {"duel_gars_load", op_gars_load, end_gars_load, 3, 1u << 0 | 1u << 2, 0, 0, {{0}}},
    {"duel_gars_own", op_gars_own, NULL, 6, 1u << 0 | 1u << 2 | 1u << 3, 0, 0, {{0}}},
    {"duel_gars_info", op_gars_info, NULL, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_gars_pairs", op_gars_pairs, end_gars_pairs, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_gars_groups", op_gars_groups, end_gars_groups, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_gars_values", op_gars_values, NULL, 3, 1u << 0 | 1u << 2, 0, 0, {{0}}},
    {"duel_gars_ellipsoid", op_gars_ellipsoid, NULL, 6, 1u << 0 | 1u << 3 | 1u << 5, 0, 0, {{4, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " covariance intervals normalisation scale reference_item reference_judge weights weight_count level unit origin seed draws ignore_position quantiles contexts bootstrap bootstrap_interval errors mixture error_draws "}}},
    {"duel_gars_equality", op_gars_equality, NULL, 5, 1u << 0 | 1u << 4, 0, 0, {{3, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " covariance intervals normalisation scale reference_item reference_judge weights weight_count level unit origin seed draws ignore_position quantiles contexts bootstrap bootstrap_interval errors mixture error_draws "}}},
    {"duel_influence_equality", op_influence_equality, NULL, 8, 1u << 2 | 1u << 3 | 1u << 7, 0, 0, {{6, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " covariance intervals normalisation scale reference_item reference_judge weights weight_count level unit origin seed draws ignore_position quantiles contexts bootstrap bootstrap_interval errors mixture error_draws "}}},
    {"duel_gars_selection", op_gars_selection, end_gars_selection, 5, 1u << 0 | 1u << 1 | 1u << 4, 0, 0, {{3, "options", "duel_selection_options", duel_selection_options_fields, COUNT(duel_selection_options_fields), sizeof(duel_selection_options), "  "}}},
    {"duel_gars_bounds", op_gars_bounds, end_gars_bounds, 7, 1u << 0 | 1u << 1 | 1u << 3 | 1u << 6, 0, 0, {{5, "options", "duel_selection_options", duel_selection_options_fields, COUNT(duel_selection_options_fields), sizeof(duel_selection_options), " claims claim_count "}}},
    {"duel_model_estimate", op_model_estimate, end_model_estimate, 4, 1u << 0 | 1u << 3, 0, 0, {{2, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " ignore_position contexts "}}},
    {"duel_gars_estimate", op_gars_estimate, end_gars_estimate, 5, 1u << 0 | 1u << 4, 0, 0, {{3, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " covariance normalisation scale reference_item reference_judge weights weight_count unit origin ignore_position contexts bootstrap bootstrap_interval errors error_draws "}}},
    {"duel_gars_group_estimate", op_gars_group_estimate, end_gars_group_estimate, 6, 1u << 0 | 1u << 5, 0, 0, {{4, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " covariance normalisation scale reference_item reference_judge weights weight_count unit origin ignore_position contexts bootstrap bootstrap_interval errors error_draws "}}},
    {"duel_gars_differences", op_gars_differences, end_gars_differences, 7, 1u << 0 | 1u << 6, 0, 0, {{5, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " covariance normalisation scale reference_item reference_judge weights weight_count unit origin ignore_position contexts bootstrap bootstrap_interval errors error_draws "}}},
    {"duel_estimate_ratio", op_estimate_ratio, NULL, 4, 1u << 0 | 1u << 3, 0, 0, {{0}}},
    {"duel_estimate_info", op_estimate_info, NULL, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_estimate_values", op_estimate_values, end_estimate_values, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_estimate_contrasts", op_estimate_contrasts, end_estimate_contrasts, 4, 1u << 0 | 1u << 1 | 1u << 3, 0, 0, {{0}}},
    {"duel_estimate_contrast_covariance", op_estimate_contrast_covariance, NULL, 5, 1u << 0 | 1u << 1 | 1u << 3, 1, 0, {{0}}},
    {"duel_estimate_tests", op_estimate_tests, end_estimate_tests, 5, 1u << 0 | 1u << 1 | 1u << 4, 0, 0, {{3, "options", "duel_test_options", duel_test_options_fields, COUNT(duel_test_options_fields), sizeof(duel_test_options), "  "}}},
    {"duel_estimate_e_values", op_estimate_e_values, end_estimate_e_values, 5, 1u << 0 | 1u << 1 | 1u << 4, 0, 0, {{0}}},
    {"duel_estimate_pairs", op_estimate_pairs, end_estimate_pairs, 3, 1u << 0 | 1u << 2, 0, 0, {{1, "options", "duel_pair_options", duel_pair_options_fields, COUNT(duel_pair_options_fields), sizeof(duel_pair_options), "  "}}},
    {"duel_estimate_ranks", op_estimate_ranks, end_estimate_ranks, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_estimate_covariance", op_estimate_covariance, NULL, 3, 1u << 0 | 1u << 1, 1, 0, {{0}}},
    {"duel_estimate_new", op_estimate_new, end_estimate_new, 3, 1u << 0 | 1u << 2, 0, 0, {{1, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " covariance scale reference_judge ignore_position correction contexts bootstrap bootstrap_interval errors error_draws "}}},
    {"duel_ballots_new", op_ballots_new, end_ballots_new, 1, 1u << 0, 0, 0, {{0}}},
    {"duel_ballots_append", op_ballots_append, NULL, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_ballots_covariate", op_ballots_covariate, NULL, 4, 1u << 0 | 1u << 1 | 1u << 2, 0, 0, {{0}}},
    {"duel_ballots_info", op_ballots_info, NULL, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_ballots_names", op_ballots_names, end_ballots_names, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_ballots_fit", op_ballots_fit, end_ballots_fit, 3, 1u << 0 | 1u << 2, 0, 0, {{1, "options", "duel_ranking_options", duel_ranking_options_fields, COUNT(duel_ranking_options_fields), sizeof(duel_ranking_options), "  "}}},
    {"duel_ranking_info", op_ranking_info, NULL, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_ranking_estimate", op_ranking_estimate, end_ranking_estimate, 3, 1u << 0 | 1u << 2, 0, 0, {{1, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " normalisation scale reference_item reference_judge weights weight_count unit origin ignore_position contexts bootstrap bootstrap_interval errors error_draws "}}},
    {"duel_ranking_scores", op_ranking_scores, end_ranking_scores, 3, 1u << 0 | 1u << 2, 0, 0, {{1, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " normalisation scale reference_item reference_judge weights weight_count unit origin ignore_position contexts bootstrap bootstrap_interval errors mixture error_draws "}}},
    {"duel_ranking_effects", op_ranking_effects, end_ranking_effects, 3, 1u << 0 | 1u << 2, 0, 0, {{1, "options", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " normalisation scale reference_item reference_judge weights weight_count unit origin ignore_position contexts bootstrap bootstrap_interval errors mixture error_draws "}}},
    {"duel_board_new", op_board_new, end_board_new, 1, 1u << 0, 0, 0, {{0}}},
    {"duel_board_append", op_board_append, NULL, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_board_info", op_board_info, NULL, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_board_names", op_board_names, end_board_names, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_board_estimate", op_board_estimate, end_board_estimate, 4, 1u << 0 | 1u << 3, 0, 0, {{1, "options", "duel_board_options", duel_board_options_fields, COUNT(duel_board_options_fields), sizeof(duel_board_options), "  "}, {2, "inference", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " covariance normalisation scale reference_item reference_judge weights weight_count unit origin ignore_position contexts bootstrap bootstrap_interval errors error_draws "}}},
    {"duel_board_variance", op_board_variance, end_board_variance, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_estimate_gate", op_estimate_gate, end_estimate_gate, 3, 1u << 0 | 1u << 1 | 1u << 2, 0, 0, {{0}}},
    {"duel_estimate_claims", op_estimate_claims, end_estimate_claims, 4, 1u << 0 | 1u << 1 | 1u << 3, 0, 0, {{0}}},
    {"duel_estimate_compact_letters", op_estimate_compact_letters, end_estimate_compact_letters, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_estimate_tiers", op_estimate_tiers, end_estimate_tiers, 4, 1u << 0 | 1u << 3, 0, 0, {{0}}},
    {"duel_estimate_rank_summary", op_estimate_rank_summary, end_estimate_rank_summary, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_estimate_rank_probabilities", op_estimate_rank_probabilities, NULL, 3, 1u << 0 | 1u << 1, 1, 0, {{0}}},
    {"duel_estimate_superiority", op_estimate_superiority, NULL, 3, 1u << 0 | 1u << 1, 1, 0, {{0}}},
    {"duel_estimate_quasi_variances", op_estimate_quasi_variances, NULL, 4, 1u << 0 | 1u << 1, 1, 0, {{0}}},
    {"duel_estimate_winner", op_estimate_winner, NULL, 5, 1u << 0 | 1u << 4, 0, 0, {{0}}},
    {"duel_estimate_rank_sets", op_estimate_rank_sets, end_estimate_rank_sets, 5, 1u << 0 | 1u << 4, 0, 0, {{3, "options", "duel_rank_set_options", duel_rank_set_options_fields, COUNT(duel_rank_set_options_fields), sizeof(duel_rank_set_options), "  "}}},
    {"duel_model_average", op_model_average, end_model_average, 5, 1u << 0 | 1u << 4, 0, 0, {{2, "options", "duel_rank_average_options", duel_rank_average_options_fields, COUNT(duel_rank_average_options_fields), sizeof(duel_rank_average_options), "  "}, {3, "inference", "duel_inference_options", duel_inference_options_fields, COUNT(duel_inference_options_fields), sizeof(duel_inference_options), " ignore_position contexts bootstrap bootstrap_interval mixture "}}},
    {"duel_estimate_averaged_ranks", op_estimate_averaged_ranks, end_estimate_averaged_ranks, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_estimate_judge", op_estimate_judge, end_estimate_judge, 3, 1u << 0 | 1u << 2, 0, 0, {{0}}},
    {"duel_estimate_judge_ranks", op_estimate_judge_ranks, end_estimate_judge_ranks, 5, 1u << 0 | 1u << 4, 0, 0, {{3, "options", "duel_rank_set_options", duel_rank_set_options_fields, COUNT(duel_rank_set_options_fields), sizeof(duel_rank_set_options), "  "}}},
    {"duel_estimate_reversals", op_estimate_reversals, end_estimate_reversals, 4, 1u << 0 | 1u << 3, 0, 0, {{0}}},
    {"duel_estimate_unanimous", op_estimate_unanimous, end_estimate_unanimous, 4, 1u << 0 | 1u << 3, 0, 0, {{0}}},
    {"duel_monitor_new", op_monitor_new, end_monitor_new, 2, 1u << 1, 0, 0, {{0, "options", "duel_monitor_options", duel_monitor_options_fields, COUNT(duel_monitor_options_fields), sizeof(duel_monitor_options), "  "}}},
    {"duel_monitor_look", op_monitor_look, NULL, 3, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_monitor_pairs", op_monitor_pairs, end_monitor_pairs, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_monitor_ranks", op_monitor_ranks, end_monitor_ranks, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_monitor_info", op_monitor_info, NULL, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_monitor_save", op_monitor_save, NULL, 4, 1u << 0 | 1u << 1 | 1u << 3, 1, 0, {{0}}},
    {"duel_monitor_load", op_monitor_load, end_monitor_load, 3, 1u << 0 | 1u << 2, 0, 0, {{0}}},
    {"duel_nuisance_fit", op_nuisance_fit, end_nuisance_fit, 3, 1u << 1 | 1u << 2, 0, 0, {{1, "options", "duel_nuisance_options", duel_nuisance_options_fields, COUNT(duel_nuisance_options_fields), sizeof(duel_nuisance_options), "  "}}},
    {"duel_nuisance_info", op_nuisance_info, NULL, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_nuisance_settings", op_nuisance_settings, end_nuisance_settings, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_nuisance_warnings", op_nuisance_warnings, end_nuisance_warnings, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_nuisance_folds", op_nuisance_folds, NULL, 3, 1u << 0 | 1u << 1, 1, 0, {{0}}},
    {"duel_nuisance_predict", op_nuisance_predict, NULL, 5, 1u << 0 | 1u << 3, 1, 0, {{0}}},
    {"duel_nuisance_propensities", op_nuisance_propensities, NULL, 5, 1u << 0 | 1u << 3, 1, 0, {{0}}},
    {"duel_gars_learn", op_gars_learn, NULL, 4, 1u << 0 | 1u << 1 | 1u << 3, 0, 0, {{3, "options", "duel_nuisance_options", duel_nuisance_options_fields, COUNT(duel_nuisance_options_fields), sizeof(duel_nuisance_options), " propensities "}}},
    {"duel_gars_remainder", op_gars_remainder, end_gars_remainder, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_gars_warnings", op_gars_warnings, end_gars_warnings, 2, 1u << 0 | 1u << 1, 0, 0, {{0}}},
    {"duel_policy_choose", op_policy_choose, NULL, 10, 1u << 0 | 1u << 4 | 1u << 5, 1, 0, {{4, "options", "duel_policy_options", duel_policy_options_fields, COUNT(duel_policy_options_fields), sizeof(duel_policy_options), "  "}}},
    {"duel_policy_apply", op_policy_apply, NULL, 11, 1u << 0 | 1u << 5 | 1u << 6, 1, 0, {{5, "options", "duel_policy_options", duel_policy_options_fields, COUNT(duel_policy_options_fields), sizeof(duel_policy_options), "  "}}},
    {"duel_policy_histogram", op_policy_histogram, NULL, 6, 1u << 0 | 1u << 4, 1, 0, {{0}}},
    {"duel_policy_lambda", op_policy_lambda, NULL, 4, 1u << 0 | 1u << 2 | 1u << 3, 0, 0, {{2, "options", "duel_policy_options", duel_policy_options_fields, COUNT(duel_policy_options_fields), sizeof(duel_policy_options), " drawing mix "}}},
    {"duel_policy_outcome", op_policy_outcome, NULL, 6, 1u << 0 | 1u << 4 | 1u << 5, 0, 0, {{0}}},
    {"duel_policy_draw", op_policy_draw, NULL, 8, 1u << 0 | 1u << 6, 1, 0, {{0}}},
    {"duel_gars_d_optimal", op_gars_d_optimal, NULL, 11, 1u << 0 | 1u << 2 | 1u << 5 | 1u << 6, 1, 0, {{5, "options", "duel_policy_options", duel_policy_options_fields, COUNT(duel_policy_options_fields), sizeof(duel_policy_options), " drawing "}}},
    {"duel_model_next", op_model_next, end_model_next, 3, 1u << 0 | 1u << 2, 0, 0, {{1, "options", "duel_next_options", duel_next_options_fields, COUNT(duel_next_options_fields), sizeof(duel_next_options), "  "}}},
    {"duel_model_given", op_model_given, end_model_given, 5, 1u << 0 | 1u << 1 | 1u << 4, 0, 0, {{3, "options", "duel_model_options", duel_model_options_fields, COUNT(duel_model_options_fields), sizeof(duel_model_options), " accept max_iterations tolerance cancel progress user start restarts threads seed "}}},
    {"duel_model_simulate", op_model_simulate, end_model_simulate, 4, 1u << 0 | 1u << 3, 0, 0, {{0}}},
    {"duel_counts_sprt", op_counts_sprt, NULL, 4, 1u << 0 | 1u << 2 | 1u << 3, 0, 0, {{2, "options", "duel_sprt_options", duel_sprt_options_fields, COUNT(duel_sprt_options_fields), sizeof(duel_sprt_options), "  "}}},
    {"duel_counts_paired", op_counts_paired, NULL, 5, 1u << 4, 0, 0, {{3, "options", "duel_paired_options", duel_paired_options_fields, COUNT(duel_paired_options_fields), sizeof(duel_paired_options), "  "}}},
    {"duel_differences_exact", op_differences_exact, NULL, 4, 1u << 0 | 1u << 3, 0, 0, {{2, "options", "duel_exact_options", duel_exact_options_fields, COUNT(duel_exact_options_fields), sizeof(duel_exact_options), "  "}}},
    {"duel_plan_units", op_plan_units, NULL, 2, 1u << 0 | 1u << 1, 0, 0, {{0, "options", "duel_plan_options", duel_plan_options_fields, COUNT(duel_plan_options_fields), sizeof(duel_plan_options), "  "}}},
    {"duel_matrix_chart", op_matrix_chart, NULL, 7, 1u << 0 | 1u << 6, 1, 0, {{3, "options", "duel_chart_options", duel_chart_options_fields, COUNT(duel_chart_options_fields), sizeof(duel_chart_options), "  "}}},
};

#endif
