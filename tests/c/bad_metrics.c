/* Bad questions about metrics, marginal rates, match matrices, cross-validation and Vuong's test. */
#include "bad_input.h"

#include <math.h>

static double room[18 * 100];
enum { ROOM = sizeof room / sizeof *room };

/* A call with one argument wrong. */
#define CALL(name, call)                                              \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    (void)set;                                                        \
    (void)model;                                                      \
    return call;                                                      \
  }

/* ---- metrics --------------------------------------------------------------------------------- */

static duel_status metrics(const duel_model *model, const duel_set *other, int32_t by) {
  duel_metrics_facts out;
  duel_status status;
  memset(&out, 0, sizeof out);
  out.struct_size = sizeof out;
  out.rows = 4711;
  status = duel_model_metrics(model, other, by, &out);
  return out.rows == 4711 ? status : DUEL_OK;
}

static duel_status by_outcome(const duel_model *model, int32_t by) {
  duel_table *table = NULL;
  duel_status status = duel_model_metrics_by_outcome(model, NULL, by, &table);
  return table ? DUEL_OK : status;
}

static duel_status metrics_size(duel_set *set, const duel_model *model) {
  duel_metrics_facts out;
  (void)set;
  memset(&out, 0, sizeof out);
  return duel_model_metrics(model, NULL, 0, &out);
}

/* A set of one comparison: two items, and its weight. */
static duel_set *one(const char *left, const char *right, int32_t importance) {
  static const double score[] = {1.0}, weight[] = {2.5};
  const char *lefts[1], *rights[1];
  duel_rows rows = empty_rows(1);
  duel_set *made = NULL;
  lefts[0] = left;
  rights[0] = right;
  rows.left = names_column(lefts);
  rows.right = names_column(rights);
  rows.score = double_column(score);
  rows.weight = double_column(weight);
  rows.importance = importance;
  if (duel_set_new(&made) != DUEL_OK || duel_set_append(made, &rows) != DUEL_OK) {
    duel_set_free(made);
    return NULL;
  }
  return made;
}

static duel_status metrics_stranger(duel_set *set, const duel_model *model) {
  duel_set *other = one("ash", "yew", 0);
  duel_status status = metrics(model, other, 0);
  (void)set;
  duel_set_free(other);
  return status;
}

static duel_status metrics_importance(duel_set *set, const duel_model *model) {
  duel_set *other = one("ash", "birch", 1);
  duel_status status = metrics(model, other, 0);
  (void)set;
  duel_set_free(other);
  return status;
}

static duel_status metrics_empty(duel_set *set, const duel_model *model) {
  duel_set *other = NULL;
  duel_status status = duel_set_new(&other);
  (void)set;
  if (status == DUEL_OK) status = metrics(model, other, 0);
  duel_set_free(other);
  return status;
}

CALL(metrics_no_model, metrics(NULL, NULL, 0))
CALL(metrics_nowhere, duel_model_metrics(model, NULL, 0, NULL))
CALL(metrics_by, metrics(model, NULL, DUEL_BY_JUDGE))
CALL(outcomes_nowhere, duel_model_metrics_by_outcome(model, NULL, 0, NULL))
CALL(outcomes_by, by_outcome(model, DUEL_BY_JUDGE))
CALL(outcomes_no_model, by_outcome(NULL, 0))
static duel_table *made;

CALL(marginals_no_model, duel_model_marginals(NULL, NULL, &made))
CALL(marginals_nowhere, duel_model_marginals(model, NULL, NULL))
CALL(matrix_no_model, duel_model_match_matrix(NULL, 0, 0, NULL, room, ROOM))
CALL(matrix_what, duel_model_match_matrix(model, 4, 0, NULL, room, ROOM))
CALL(matrix_outcome, duel_model_match_matrix(model, 0, DUEL_OUTCOME_RIGHT, NULL, room, ROOM))
CALL(matrix_ties, duel_model_match_matrix(model, DUEL_MATRIX_COUNTS, DUEL_OUTCOME_TIE, NULL, room, ROOM))
CALL(matrix_short, duel_model_match_matrix(model, 0, 0, NULL, room, 15))

/* ---- cross-validation ------------------------------------------------------------------------ */

static duel_validation_options validation_defaults(void) {
  duel_validation_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  return options;
}

static duel_status validate_for(const duel_set *set, const duel_model_options *fit,
                                const duel_validation_options *options) {
  duel_validation_facts out;
  duel_table *fits = NULL;
  duel_status status;
  memset(&out, 0, sizeof out);
  out.struct_size = sizeof out;
  out.held = 4711.0;
  status = duel_set_cross_validate(set, fit, options, &out, &fits);
  return out.held == 4711.0 && !fits ? status : DUEL_OK;
}

/* The same with one option wrong. */
#define VALIDATE(name, change)                                        \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    duel_validation_options options = validation_defaults();          \
    (void)model;                                                      \
    change;                                                           \
    return validate_for(set, NULL, &options);                \
  }

VALIDATE(validate_size, options.struct_size = 0)
VALIDATE(validate_by, options.by = 5)
VALIDATE(validate_folds, options.folds = 1)
VALIDATE(validate_both, options.folds = 5; options.share = 0.1)
VALIDATE(validate_share, options.share = 1.0)
VALIDATE(validate_share_nan, options.share = NAN)
VALIDATE(validate_share_negative, options.share = -0.1)
VALIDATE(validate_threads, options.threads = -1)
VALIDATE(validate_far_too_many, options.repeats = (size_t)-1)

CALL(validate_no_set, validate_for(NULL, NULL, NULL))
CALL(validate_nowhere, duel_set_cross_validate(set, NULL, NULL, NULL, NULL))

static duel_status validate_choices(duel_set *set, const duel_model *model) {
  duel_model_options fit = fit_defaults();
  (void)model;
  fit.threshold = DUEL_THRESHOLD_BY_JUDGE;
  return validate_for(set, &fit, NULL);
}

static duel_status validate_no_contexts(duel_set *set, const duel_model *model) {
  duel_validation_options options = validation_defaults();
  duel_set *other = one("ash", "birch", 0);
  duel_status status;
  (void)set;
  (void)model;
  options.by = DUEL_BY_CONTEXT;
  status = validate_for(other, NULL, &options);
  duel_set_free(other);
  return status;
}

static duel_status validate_importance(duel_set *set, const duel_model *model) {
  duel_set *other = one("ash", "birch", 1);
  duel_status status = validate_for(other, NULL, NULL);
  (void)set;
  (void)model;
  duel_set_free(other);
  return status;
}

/* ---- Vuong's test ---------------------------------------------------------------------------- */

static duel_status vuong(const duel_model *first, const duel_model *second, int32_t penalty,
                         int32_t by) {
  duel_vuong_facts out;
  memset(&out, 0, sizeof out);
  out.struct_size = sizeof out;
  return duel_model_vuong(first, second, penalty, by, NULL, &out);
}

/* Against a model of other choices. */
static duel_status against(duel_set *set, int32_t outcome, int32_t position, int32_t by) {
  duel_model_options fit = fit_defaults();
  duel_model *first = NULL, *second = NULL;
  duel_status status;
  fit.tie_model = DUEL_MODEL_DAVIDSON;
  status = duel_model_fit(set, &fit, &first);
  fit.tie_model = outcome;
  fit.position = position;
  if (fit.tie_model == DUEL_MODEL_BRADLEY_TERRY) fit.ties = DUEL_TIES_DROPPED;
  if (status == DUEL_OK) status = duel_model_fit(set, &fit, &second);
  if (status == DUEL_OK) status = vuong(first, second, DUEL_VUONG_PLAIN, by);
  duel_model_free(first);
  duel_model_free(second);
  return status;
}

CALL(vuong_no_first, vuong(NULL, model, 0, 0))
CALL(vuong_no_second, vuong(model, NULL, 0, 0))
CALL(vuong_nowhere, duel_model_vuong(model, model, 0, 0, NULL, NULL))
CALL(vuong_penalty, vuong(model, model, 3, 0))
CALL(vuong_halves, vuong(model, model, 0, 0))
CALL(vuong_by, against(set, DUEL_MODEL_RAO_KUPPER, 0, DUEL_BY_PAIR))
CALL(vuong_spaces, against(set, DUEL_MODEL_BRADLEY_TERRY, 0, 0))
CALL(vuong_nested, against(set, DUEL_MODEL_DAVIDSON, DUEL_POSITION_SHARED, 0))

const bad_input bad_metrics[] = {
    {"metrics without a model", metrics_no_model, DUEL_ERR_NULL, "model", -1},
    {"metrics to nowhere", metrics_nowhere, DUEL_ERR_NULL, "out", -1},
    {"metrics struct_size 0", metrics_size, DUEL_ERR_ARGUMENT, "duel_metrics_facts.struct_size", -1},
    {"metrics by judge", metrics_by, DUEL_ERR_ARGUMENT, "by is 4", -1},
    {"outcomes nowhere", outcomes_nowhere, DUEL_ERR_NULL, "out", -1},
    {"outcomes by judge", outcomes_by, DUEL_ERR_ARGUMENT, "by is 4", -1},
    {"outcomes of nothing", outcomes_no_model, DUEL_ERR_NULL, "model", -1},
    {"metrics of a stranger", metrics_stranger, DUEL_ERR_NAME, "\"yew\"", -1},
    {"metrics of importance weights", metrics_importance, DUEL_ERR_UNSUPPORTED, "importance", -1},
    {"metrics of nothing", metrics_empty, DUEL_ERR_DATA, "no comparisons", -1},
    {"marginals without a model", marginals_no_model, DUEL_ERR_NULL, "model", -1},
    {"marginals to nowhere", marginals_nowhere, DUEL_ERR_NULL, "out", -1},
    {"matrix without a model", matrix_no_model, DUEL_ERR_NULL, "model", -1},
    {"matrix 4", matrix_what, DUEL_ERR_ARGUMENT, "matrix is 4", -1},
    {"matrix of losses", matrix_outcome, DUEL_ERR_ARGUMENT, "outcome is 2", -1},
    {"matrix of ties that are halves", matrix_ties, DUEL_ERR_UNSUPPORTED, "ties", -1},
    {"room for 15 numbers of a matrix", matrix_short, DUEL_ERR_SIZE, "15", -1},
    {"validation struct_size 0", validate_size, DUEL_ERR_ARGUMENT, "struct_size", -1},
    {"validation by 5", validate_by, DUEL_ERR_ARGUMENT, "by is 5", -1},
    {"one fold", validate_folds, DUEL_ERR_ARGUMENT, "folds is 1", -1},
    {"folds and a share", validate_both, DUEL_ERR_ARGUMENT, "share is 0.1", -1},
    {"all held out", validate_share, DUEL_ERR_ARGUMENT, "share is 1", -1},
    {"share NaN", validate_share_nan, DUEL_ERR_ARGUMENT, "share is NaN", -1},
    {"a negative share", validate_share_negative, DUEL_ERR_ARGUMENT, "share is -0.1", -1},
    {"validation, threads -1", validate_threads, DUEL_ERR_ARGUMENT, "threads", -1},
    {"far too many fits", validate_far_too_many, DUEL_ERR_ARGUMENT, "fits", -1},
    {"validation without a set", validate_no_set, DUEL_ERR_NULL, "set", -1},
    {"validation to nowhere", validate_nowhere, DUEL_ERR_NULL, "out", -1},
    {"validation of no model", validate_choices, DUEL_ERR_UNSUPPORTED, "threshold", -1},
    {"validation without contexts", validate_no_contexts, DUEL_ERR_UNSUPPORTED, "contexts", -1},
    {"validation of importance", validate_importance, DUEL_ERR_UNSUPPORTED, "importance", -1},
    {"Vuong without a first", vuong_no_first, DUEL_ERR_NULL, "first", -1},
    {"Vuong without a second", vuong_no_second, DUEL_ERR_NULL, "second", -1},
    {"Vuong to nowhere", vuong_nowhere, DUEL_ERR_NULL, "out", -1},
    {"Vuong, penalty 3", vuong_penalty, DUEL_ERR_ARGUMENT, "penalty is 3", -1},
    {"Vuong by pair", vuong_by, DUEL_ERR_ARGUMENT, "by is 3", -1},
    {"Vuong of halves", vuong_halves, DUEL_ERR_UNSUPPORTED, "halves", -1},
    {"Vuong across spaces", vuong_spaces, DUEL_ERR_UNSUPPORTED, "outcome spaces", -1},
    {"Vuong of nested models", vuong_nested, DUEL_ERR_UNSUPPORTED, "special case", -1},
    {NULL, NULL, 0, NULL, 0},
};
