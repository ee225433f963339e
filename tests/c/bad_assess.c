/* Bad questions about how well models fit. */
#include "bad_input.h"

#include <math.h>

static double room[32];
static duel_table *made;

static void shared_position(duel_model_options *o) { o->position = DUEL_POSITION_SHARED; }
static void davidson(duel_model_options *o) { o->tie_model = DUEL_MODEL_DAVIDSON; }
static void dropped(duel_model_options *o) {
  o->ties = DUEL_TIES_DROPPED;
  o->position = DUEL_POSITION_SHARED;
}
static void with_ridge(duel_model_options *o) {
  o->ridge = 1.0;
  o->position = DUEL_POSITION_SHARED;
}

/* Compares the common model, pooled Bradley-Terry with halves of ties, with another. */
static duel_status against(duel_set *set, const duel_model *model, void (*choose)(duel_model_options *),
                           int32_t test, int swapped) {
  duel_model_options options = fit_defaults();
  duel_comparison_facts out;
  duel_model *other = NULL;
  duel_status status;
  memset(&out, 0, sizeof out);
  out.struct_size = sizeof out;
  if (choose) choose(&options);
  if (duel_model_fit(set, &options, &other) != DUEL_OK) return DUEL_OK;
  status = swapped ? duel_model_compare(other, model, test, NULL, &out)
                   : duel_model_compare(model, other, test, NULL, &out);
  CHECK(status == DUEL_OK || out.p == 0.0, "a failure wrote p = %g", out.p);
  duel_model_free(other);
  return status;
}

#define AGAINST(name, choose, test, swapped)                        \
  static duel_status name(duel_set *set, const duel_model *model) { \
    return against(set, model, choose, test, swapped);              \
  }

AGAINST(test_unknown, shared_position, 3, 0)
AGAINST(test_negative, shared_position, -1, 0)
AGAINST(other_outcome, davidson, DUEL_TEST_LIKELIHOOD_RATIO, 0)
AGAINST(other_ties, dropped, DUEL_TEST_WALD, 0)
AGAINST(larger_first, shared_position, DUEL_TEST_LIKELIHOOD_RATIO, 1)
AGAINST(same_choices, NULL, DUEL_TEST_WALD, 0)
AGAINST(penalised_ratio, with_ridge, DUEL_TEST_LIKELIHOOD_RATIO, 0)
AGAINST(penalised_score, with_ridge, DUEL_TEST_SCORE, 0)

#define CALL(name, call)                                            \
  static duel_status name(duel_set *set, const duel_model *model) { \
    (void)set;                                                      \
    (void)model;                                                    \
    return call;                                                    \
  }

CALL(criteria_no_model, duel_model_criteria(NULL, (duel_criteria_facts *)room))
CALL(criteria_no_out, duel_model_criteria(model, NULL))
CALL(compare_no_null, duel_model_compare(NULL, model, 0, NULL, (duel_comparison_facts *)room))
CALL(compare_no_full, duel_model_compare(model, NULL, 0, NULL, (duel_comparison_facts *)room))
CALL(compare_no_out, duel_model_compare(model, model, 0, NULL, NULL))
CALL(accuracy_no_out, duel_model_accuracy(model, NULL, NULL))
CALL(triads_no_out, duel_model_triads(model, 10, NULL, NULL))
CALL(calibration_no_out, duel_model_calibration(model, NULL, 0, NULL))
CALL(calibration_huge, duel_model_calibration(model, NULL, (size_t)-1, &made))
CALL(residuals_by_row, duel_model_residuals(model, DUEL_BY_ROW, NULL, &made))
CALL(residuals_by_zero, duel_model_residuals(model, 0, NULL, &made))
CALL(residuals_no_out, duel_model_residuals(model, DUEL_BY_CELL, NULL, NULL))
CALL(residuals_no_model, duel_model_residuals(NULL, DUEL_BY_CELL, NULL, &made))
CALL(warnings_no_out, duel_model_warnings(model, NULL))
CALL(items_no_model, duel_model_items(NULL, &made))
CALL(voters_no_out, duel_model_voters(model, NULL))
CALL(optima_no_model, duel_model_optima(NULL, &made))

static duel_status criteria_size(duel_set *set, const duel_model *model) {
  duel_criteria_facts out;
  (void)set;
  memset(&out, 0, sizeof out);
  return duel_model_criteria(model, &out);
}

static duel_status triads_size(duel_set *set, const duel_model *model) {
  duel_triads_facts out;
  (void)set;
  memset(&out, 0, sizeof out);
  out.struct_size = (size_t)-1;
  return duel_model_triads(model, 10, NULL, &out);
}

/* Rows that the model has not seen: another item, none at all, half a comparison. */
static duel_status about_others(const duel_model *model, const char *left_name, double weight,
                                int importance, int ask) {
  static const char *const right[] = {"ash"};
  static const double one[] = {1.0};
  const char *left[1];
  duel_rows rows = empty_rows(left_name ? 1 : 0);
  duel_accuracy_facts accuracy;
  duel_set *other = NULL;
  duel_status status = duel_set_new(&other);
  memset(&accuracy, 0, sizeof accuracy);
  accuracy.struct_size = sizeof accuracy;
  left[0] = left_name;
  rows.left = names_column(left);
  rows.right = names_column(right);
  rows.score = double_column(one);
  rows.weight = double_column(&weight);
  rows.importance = importance;
  if (status == DUEL_OK) status = duel_set_append(other, &rows);
  if (status == DUEL_OK) {
    status = ask ? duel_model_calibration(model, other, 2, &made)
                 : duel_model_accuracy(model, other, &accuracy);
  }
  duel_set_free(other);
  return status;
}

CALL(accuracy_stranger, about_others(model, "yew", 1.0, 0, 0))
CALL(accuracy_of_nothing, about_others(model, NULL, 1.0, 0, 0))
CALL(accuracy_importance, about_others(model, "birch", 0.5, 1, 0))
CALL(calibration_stranger, about_others(model, "yew", 1.0, 0, 1))

const bad_input bad_assess[] = {
    {"criteria of NULL", criteria_no_model, DUEL_ERR_NULL, "model", -1},
    {"criteria into NULL", criteria_no_out, DUEL_ERR_NULL, "out", -1},
    {"criteria struct_size 0", criteria_size, DUEL_ERR_ARGUMENT, "struct_size", -1},
    {"compare with NULL", compare_no_null, DUEL_ERR_NULL, "null", -1},
    {"compare NULL", compare_no_full, DUEL_ERR_NULL, "full", -1},
    {"compare into NULL", compare_no_out, DUEL_ERR_NULL, "out", -1},
    {"test 3", test_unknown, DUEL_ERR_ARGUMENT, "test is 3", -1},
    {"test -1", test_negative, DUEL_ERR_ARGUMENT, "test is -1", -1},
    {"compare two outcome models", other_outcome, DUEL_ERR_UNSUPPORTED, "outcome", -1},
    {"compare halves and dropped", other_ties, DUEL_ERR_UNSUPPORTED, "ties", -1},
    {"compare the larger first", larger_first, DUEL_ERR_UNSUPPORTED, "position", -1},
    {"compare equals", same_choices, DUEL_ERR_UNSUPPORTED, "smaller", -1},
    {"ratio with a ridge", penalised_ratio, DUEL_ERR_UNSUPPORTED, "penalised", -1},
    {"score with a ridge", penalised_score, DUEL_ERR_UNSUPPORTED, "penalised", -1},
    {"accuracy into NULL", accuracy_no_out, DUEL_ERR_NULL, "out", -1},
    {"accuracy of a stranger", accuracy_stranger, DUEL_ERR_NAME, "\"yew\"", -1},
    {"accuracy of nothing", accuracy_of_nothing, DUEL_ERR_DATA, "no comparisons", -1},
    {"accuracy of importance weights", accuracy_importance, DUEL_ERR_UNSUPPORTED, "importance", -1},
    {"calibration into NULL", calibration_no_out, DUEL_ERR_NULL, "out", -1},
    {"calibration in too many bins", calibration_huge, DUEL_ERR_ARGUMENT, "bins", -1},
    {"calibration of a stranger", calibration_stranger, DUEL_ERR_NAME, "\"yew\"", -1},
    {"triads into NULL", triads_no_out, DUEL_ERR_NULL, "out", -1},
    {"triads struct_size huge", triads_size, DUEL_ERR_ARGUMENT, "struct_size", -1},
    {"residuals by row", residuals_by_row, DUEL_ERR_ARGUMENT, "by is 1", -1},
    {"residuals by 0", residuals_by_zero, DUEL_ERR_ARGUMENT, "by is 0", -1},
    {"residuals into NULL", residuals_no_out, DUEL_ERR_NULL, "out", -1},
    {"residuals of NULL", residuals_no_model, DUEL_ERR_NULL, "model", -1},
    {"warnings into NULL", warnings_no_out, DUEL_ERR_NULL, "out", -1},
    {"items of NULL", items_no_model, DUEL_ERR_NULL, "model", -1},
    {"voters into NULL", voters_no_out, DUEL_ERR_NULL, "out", -1},
    {"optima of NULL", optima_no_model, DUEL_ERR_NULL, "model", -1},
    {NULL, NULL, 0, NULL, 0},
};
