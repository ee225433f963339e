/* Bad questions about judges. */
#include "bad_input.h"

#include <math.h>

enum { JUDGES = SMALL_JUDGES, ITEMS = SMALL_ITEMS };
static duel_table *out;

/* A call with one argument wrong; it must leave the output alone. */
#define CALL(name, call)                                              \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    duel_status status;                                               \
    (void)set;                                                        \
    (void)model;                                                      \
    out = NULL;                                                       \
    status = call;                                                    \
    CHECK(!out, "a failure wrote");                                   \
    return status;                                                    \
  }

static const double table[6] = {1.0, 2.0, 4.0, 3.0, 3.0, 3.0};

/* ---- votes ----------------------------------------------------------------------------------- */

CALL(counts_nothing, duel_set_judges(NULL, 0.0, &out))
CALL(counts_level, duel_set_judges(set, 1.0, &out))
CALL(order_nowhere, duel_set_order(set, NULL))
CALL(triads_nothing, duel_set_triads(NULL, NULL, &out))
CALL(agreement_level, duel_set_agreement(set, NAN, NULL, &out))
CALL(agreement_pairs, duel_set_agreement_pairs(set, NULL, NULL))
CALL(alpha_metric, duel_set_krippendorff(set, 2, 0, 0.0, NULL, &out))
CALL(alpha_orientation, duel_set_krippendorff(set, 0, -1, 0.0, NULL, &out))

static const int32_t makers[4] = {0, 0, 1, 1};

static duel_status common(const duel_set *set, size_t families, double near_copy) {
  duel_together_options how;
  memset(&how, 0, sizeof how);
  how.struct_size = sizeof how;
  how.near_copy = near_copy;
  return duel_set_together(set, makers, families, &how, &out);
}

CALL(together_nothing, duel_set_together(NULL, NULL, 0, NULL, &out))
CALL(together_nowhere, duel_set_together(set, NULL, 0, NULL, NULL))
CALL(together_families, common(set, 4, 0.0))
CALL(together_near, common(set, JUDGES, 1.5))
CALL(worth_null, duel_set_worth(set, NULL, JUDGES, NULL, &out))
CALL(families_two, duel_set_families(set, makers, 2, NULL, &out))
CALL(effective_judges_nowhere, duel_set_effective(set, NULL, 0, NULL, NULL))

static duel_status confidence(int32_t judge, double stated, double correct) {
  int32_t judges[2] = {0, 0};
  double confidences[2] = {0.5, 0.5}, rights[2] = {1.0, 0.0};
  judges[1] = judge;
  confidences[1] = stated;
  rights[1] = correct;
  return duel_votes_confidence(judges, confidences, rights, 2, 2, 0, &out);
}

CALL(confidence_judge, confidence(2, 0.5, 1.0))
CALL(confidence_negative, confidence(-1, 0.5, 1.0))
CALL(confidence_stated, confidence(1, 1.5, 1.0))
CALL(confidence_correct, confidence(1, 0.5, 2.0))
CALL(confidence_nothing, duel_votes_confidence(NULL, table, table, 2, 2, 0, &out))
CALL(reliability_stated, duel_votes_reliability(NULL, NULL, NULL, 1, 2, 0, &out))
CALL(confidence_huge, duel_votes_confidence(NULL, NULL, NULL, 0, (size_t)-1, 0, &out))

static const double odd_table[6] = {1.0, 2.0, 4.0, 3.0, NAN, 3.0};
static const double precisions[2] = {1.0, -2.0};

static duel_status effective(const double *scores, const double *weights) {
  duel_effective_facts facts;
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  return duel_rankings_effective(scores, 2, 3, weights, &facts);
}

CALL(effective_nothing, effective(NULL, NULL))
CALL(effective_precisions, effective(table, precisions))
CALL(effective_nowhere, duel_rankings_effective(table, 2, 3, NULL, NULL))
CALL(bicluster_nothing, duel_matrix_bicluster(NULL, 2, 3, 0, 0, 0, 0, NULL, &out))
CALL(bicluster_empty, duel_matrix_bicluster(table, 0, 3, 0, 0, 0, 0, NULL, &out))
CALL(bicluster_nan, duel_matrix_bicluster(odd_table, 2, 3, 0, 0, 0, 0, NULL, &out))
CALL(bicluster_constant, duel_matrix_bicluster(table, 2, 3, 1, 0, 0, 0, NULL, &out))
CALL(bicluster_apart, duel_matrix_bicluster(table, 2, 3, 2, 0, 0, 0, NULL, &out))
CALL(bicluster_linkage, duel_matrix_bicluster(table, 2, 3, 0, 4, 0, 0, NULL, &out))
CALL(bicluster_groups, duel_matrix_bicluster(table, 2, 3, 0, 0, 0, 4, NULL, &out))

/* ---- learning curves ------------------------------------------------------------------------- */

static duel_status learn(duel_set *set, double share, size_t judges, size_t folds, int32_t by) {
  duel_validation_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.folds = folds;
  options.by = by;
  return duel_set_learning_curve(set, &share, 1, &judges, 1, NULL, &options, &out);
}

CALL(learning_share, learn(set, 1.5, 2, 0, 0))
CALL(learning_zero, learn(set, 0.0, 2, 0, 0))
CALL(learning_nan, learn(set, NAN, 2, 0, 0))
CALL(learning_judges, learn(set, 0.5, JUDGES + 1, 0, 0))
CALL(learning_none, learn(set, 0.5, 0, 0, 0))
CALL(learning_folds, learn(set, 0.5, 2, 5, 0))
CALL(learning_by, learn(set, 0.5, 2, 0, 9))
CALL(learning_nothing, duel_set_learning_curve(set, NULL, 0, NULL, 0, NULL, NULL, &out))

/* ---- models ---------------------------------------------------------------------------------- */

static const int32_t families[ITEMS] = {0, 1, 2, -1};

CALL(near_nothing, duel_model_equivalence(NULL, 0.0, NULL, &out))
CALL(near_margin, duel_model_equivalence(model, -1.0, NULL, &out))
CALL(near_out, duel_model_equivalence(model, 0.0, NULL, NULL))
CALL(outliers_nothing, duel_model_outliers(NULL, NULL, &out))
CALL(outliers_halves, duel_model_outliers(model, NULL, &out))
CALL(outliers_out, duel_model_outliers(model, NULL, NULL))
static const duel_inference_options beyond = {.struct_size = sizeof beyond, .level = -0.5};
static const duel_inference_options unread = {.struct_size = sizeof unread, .origin = 2.0};
CALL(self_items, duel_model_self_preference(model, families, 3, families, JUDGES, NULL, &out))
CALL(self_judges, duel_model_self_preference(model, families, ITEMS, families, 4, NULL, &out))
CALL(self_nothing, duel_model_self_preference(model, NULL, ITEMS, families, JUDGES, NULL, &out))
CALL(self_level, duel_model_self_preference(model, families, ITEMS, families, JUDGES, &beyond, &out))
CALL(self_unread, duel_model_self_preference(model, families, ITEMS, families, JUDGES, &unread, &out))

static duel_judge_options judge_defaults(void) {
  duel_judge_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  return options;
}

/* A report with one option wrong. */
#define REPORT(name, change)                                                 \
  static duel_status name(duel_set *set, const duel_model *model) {          \
    duel_judge_options options = judge_defaults();                           \
    (void)set;                                                               \
    change;                                                                  \
    return duel_model_judges(model, &options, NULL, &out);    \
  }

CALL(report_nothing, duel_model_judges(NULL, NULL, NULL, &out))
CALL(report_nowhere, duel_model_judges(model, NULL, NULL, NULL))
REPORT(report_size, options.struct_size = 8)
REPORT(report_weak, options.weak = -1.0)
REPORT(report_position, options.position = 0.6)
REPORT(report_idiosyncratic, options.idiosyncratic = NAN)
REPORT(report_redundant, options.redundant = 1.5)
REPORT(report_items, options.item_families = families; options.item_count = ITEMS)
REPORT(report_families, options.item_count = ITEMS)

const bad_input bad_judges[] = {
    {"votes of nothing", counts_nothing, DUEL_ERR_NULL, "set", -1},
    {"votes at level 1", counts_level, DUEL_ERR_ARGUMENT, "level is 1", -1},
    {"the order nowhere", order_nowhere, DUEL_ERR_NULL, "out", -1},
    {"triads of nothing", triads_nothing, DUEL_ERR_NULL, "set", -1},
    {"agreement at level NaN", agreement_level, DUEL_ERR_ARGUMENT, "level is NaN", -1},
    {"agreement of two to nowhere", agreement_pairs, DUEL_ERR_NULL, "out", -1},
    {"metric 2", alpha_metric, DUEL_ERR_ARGUMENT, "metric is 2", -1},
    {"orientation -1", alpha_orientation, DUEL_ERR_ARGUMENT, "orientation is -1", -1},
    {"common errors of nothing", together_nothing, DUEL_ERR_NULL, "set", -1},
    {"common errors to nowhere", together_nowhere, DUEL_ERR_NULL, "out", -1},
    {"families of four of three judges", together_families, DUEL_ERR_ARGUMENT, "families has 4 values; the set has 3 judges", -1},
    {"near copies by 1.5", together_near, DUEL_ERR_ARGUMENT, "near_copy is 1.5", -1},
    {"three families that are not there", worth_null, DUEL_ERR_NULL, "families", -1},
    {"families of two of three judges", families_two, DUEL_ERR_ARGUMENT, "families has 2 values", -1},
    {"how many judges to nowhere", effective_judges_nowhere, DUEL_ERR_NULL, "out", -1},
    {"confidence of judge 2 of 2", confidence_judge, DUEL_ERR_DATA, "judge is 2", 1},
    {"confidence of judge -1", confidence_negative, DUEL_ERR_DATA, "judge is -1", 1},
    {"confidence 1.5", confidence_stated, DUEL_ERR_DATA, "confidence is 1.5", 1},
    {"correct 2", confidence_correct, DUEL_ERR_DATA, "correct is 2", 1},
    {"confidence of nobody", confidence_nothing, DUEL_ERR_NULL, "judge is NULL", -1},
    {"reliability of nobody", reliability_stated, DUEL_ERR_NULL, "judge is NULL", -1},
    {"confidence of all judges there can be", confidence_huge, DUEL_ERR_SIZE, "overflow", -1},
    {"effective judges of nothing", effective_nothing, DUEL_ERR_NULL, "scores", -1},
    {"a negative precision", effective_precisions, DUEL_ERR_DATA, "precisions: -2", 1},
    {"effective judges to nowhere", effective_nowhere, DUEL_ERR_NULL, "out", -1},
    {"two-way clusters of nothing", bicluster_nothing, DUEL_ERR_NULL, "table", -1},
    {"two-way clusters of no rows", bicluster_empty, DUEL_ERR_ARGUMENT, "0 x 3", -1},
    {"two-way clusters of NaN", bicluster_nan, DUEL_ERR_DATA, "(1, 1) is NaN", 1},
    {"a constant row", bicluster_constant, DUEL_ERR_DATA, "row 1 is constant", 1},
    {"dissimilarity 2", bicluster_apart, DUEL_ERR_ARGUMENT, "dissimilarity is 2", -1},
    {"two-way linkage 4", bicluster_linkage, DUEL_ERR_ARGUMENT, "linkage is 4", -1},
    {"four groups of three columns", bicluster_groups, DUEL_ERR_ARGUMENT, "column_groups is 4", -1},
    {"one and a half of the votes", learning_share, DUEL_ERR_ARGUMENT, "shares[0] is 1.5", -1},
    {"nothing of the votes", learning_zero, DUEL_ERR_ARGUMENT, "shares[0] is 0", -1},
    {"a share NaN", learning_nan, DUEL_ERR_ARGUMENT, "shares[0] is NaN", -1},
    {"four of three judges", learning_judges, DUEL_ERR_ARGUMENT, "judges[0] is 4", -1},
    {"no judge", learning_none, DUEL_ERR_ARGUMENT, "judges[0] is 0", -1},
    {"a learning curve with folds", learning_folds, DUEL_ERR_UNSUPPORTED, "folds is not read by duel_set_learning_curve", -1},
    {"a learning curve by 9", learning_by, DUEL_ERR_ARGUMENT, "by is 9", -1},
    {"a learning curve without shares", learning_nothing, DUEL_ERR_ARGUMENT, "0 shares", -1},
    {"equivalence of nothing", near_nothing, DUEL_ERR_NULL, "model", -1},
    {"margin -1", near_margin, DUEL_ERR_ARGUMENT, "margin is -1", -1},
    {"equivalence to nowhere", near_out, DUEL_ERR_NULL, "out", -1},
    {"outliers of nothing", outliers_nothing, DUEL_ERR_NULL, "model", -1},
    {"outliers to nowhere", outliers_out, DUEL_ERR_NULL, "out", -1},
    {"outliers where ties are halves", outliers_halves, DUEL_ERR_UNSUPPORTED, "use DUEL_MODEL_DAVIDSON or", -1},
    {"families of three items", self_items, DUEL_ERR_ARGUMENT, "item_families has 3", -1},
    {"families of four judges", self_judges, DUEL_ERR_ARGUMENT, "judge_families has 4", -1},
    {"no families of items", self_nothing, DUEL_ERR_NULL, "item_families", -1},
    {"self-preference at level -0.5", self_level, DUEL_ERR_ARGUMENT, "level is -0.5", -1},
    {"self-preference with an origin", self_unread, DUEL_ERR_UNSUPPORTED, "origin is not read by", -1},
    {"a report on nothing", report_nothing, DUEL_ERR_NULL, "model", -1},
    {"a report nowhere", report_nowhere, DUEL_ERR_NULL, "out", -1},
    {"judge options struct_size 8", report_size, DUEL_ERR_ARGUMENT, "struct_size is 8", -1},
    {"weak -1", report_weak, DUEL_ERR_ARGUMENT, "weak is -1", -1},
    {"position 0.6", report_position, DUEL_ERR_ARGUMENT, "position is 0.6", -1},
    {"idiosyncratic NaN", report_idiosyncratic, DUEL_ERR_ARGUMENT, "idiosyncratic is NaN", -1},
    {"redundant 1.5", report_redundant, DUEL_ERR_ARGUMENT, "redundant is 1.5", -1},
    {"families of items without those of judges", report_items, DUEL_ERR_ARGUMENT,
     "judge_families has 0", -1},
    {"families that are not there", report_families, DUEL_ERR_NULL, "item_families", -1},
    {NULL, NULL, 0, NULL, 0},
};
