/* Bad questions about judges. */
#include "bad_input.h"

#include <math.h>

enum { JUDGES = SMALL_JUDGES, ITEMS = SMALL_ITEMS, ROOM = 512 };
static double room[ROOM];

/* A call with one argument wrong; it must leave the output alone. */
#define CALL(name, call)                                              \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    duel_status status;                                               \
    (void)set;                                                        \
    (void)model;                                                      \
    room[0] = room[ROOM / 2] = 4711.0;                                \
    status = call;                                                    \
    CHECK(room[0] == 4711.0 && room[ROOM / 2] == 4711.0, "a failure wrote"); \
    return status;                                                    \
  }

/* ---- votes ----------------------------------------------------------------------------------- */

CALL(counts_nothing, duel_set_judges(NULL, 0.0, room, ROOM))
CALL(counts_level, duel_set_judges(set, 1.0, room, ROOM))
CALL(counts_short, duel_set_judges(set, 0.0, room, 11 * JUDGES - 1))
CALL(order_short, duel_set_order(set, room, 4))
CALL(order_nowhere, duel_set_order(set, NULL, 5))
CALL(triads_nothing, duel_set_triads(NULL, NULL, room, ROOM))
CALL(triads_short, duel_set_triads(set, NULL, room, 4 * JUDGES - 1))
CALL(agreement_level, duel_set_agreement(set, NAN, NULL, room, ROOM, NULL, 0))
CALL(agreement_short, duel_set_agreement(set, 0.0, NULL, room, 5 * JUDGES - 1, NULL, 0))
CALL(agreement_pairs, duel_set_agreement(set, 0.0, NULL, room, ROOM / 2, room + ROOM / 2,
                                           3 * JUDGES * JUDGES - 1))
CALL(alpha_metric, duel_set_krippendorff(set, 2, 0, 0.0, NULL, room, ROOM))
CALL(alpha_orientation, duel_set_krippendorff(set, 0, -1, 0.0, NULL, room, ROOM))
CALL(alpha_short, duel_set_krippendorff(set, 0, 0, 0.0, NULL, room, 6 * JUDGES))

static duel_status confidence(int32_t judge, double stated, double correct, size_t capacity) {
  int32_t judges[2] = {0, 0};
  double confidences[2] = {0.5, 0.5}, rights[2] = {1.0, 0.0};
  judges[1] = judge;
  confidences[1] = stated;
  rights[1] = correct;
  return duel_votes_confidence(judges, confidences, rights, 2, 2, 0, room, capacity, NULL, 0);
}

CALL(confidence_judge, confidence(2, 0.5, 1.0, ROOM))
CALL(confidence_negative, confidence(-1, 0.5, 1.0, ROOM))
CALL(confidence_stated, confidence(1, 1.5, 1.0, ROOM))
CALL(confidence_correct, confidence(1, 0.5, 2.0, ROOM))
CALL(confidence_short, confidence(1, 0.5, 1.0, 26))
CALL(confidence_nothing, duel_votes_confidence(NULL, room, room, 2, 2, 0, room, ROOM, NULL, 0))
CALL(confidence_huge, duel_votes_confidence(NULL, NULL, NULL, 0, (size_t)-1, 0, room, ROOM, NULL, 0))

static const double table[6] = {1.0, 2.0, 4.0, 3.0, 3.0, 3.0};
static const double odd_table[6] = {1.0, 2.0, 4.0, 3.0, NAN, 3.0};
static const double precisions[2] = {1.0, -2.0};

CALL(effective_nothing, duel_rankings_effective(NULL, 2, 3, NULL, room, 2))
CALL(effective_precisions, duel_rankings_effective(table, 2, 3, precisions, room, 2))
CALL(effective_short, duel_rankings_effective(table, 2, 3, NULL, room, 1))
CALL(bicluster_nothing, duel_matrix_bicluster(NULL, 2, 3, 0, 0, 0, 0, NULL, room, ROOM))
CALL(bicluster_empty, duel_matrix_bicluster(table, 0, 3, 0, 0, 0, 0, NULL, room, ROOM))
CALL(bicluster_nan, duel_matrix_bicluster(odd_table, 2, 3, 0, 0, 0, 0, NULL, room, ROOM))
CALL(bicluster_constant, duel_matrix_bicluster(table, 2, 3, 1, 0, 0, 0, NULL, room, ROOM))
CALL(bicluster_apart, duel_matrix_bicluster(table, 2, 3, 2, 0, 0, 0, NULL, room, ROOM))
CALL(bicluster_linkage, duel_matrix_bicluster(table, 2, 3, 0, 4, 0, 0, NULL, room, ROOM))
CALL(bicluster_groups, duel_matrix_bicluster(table, 2, 3, 0, 0, 0, 4, NULL, room, ROOM))
CALL(bicluster_short, duel_matrix_bicluster(table, 2, 3, 0, 0, 0, 0, NULL, room, 9))

/* ---- learning curves ------------------------------------------------------------------------- */

static duel_status learn(duel_set *set, double share, size_t judges, size_t folds, int32_t by) {
  duel_validation_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.folds = folds;
  options.by = by;
  return duel_set_learning_curve(set, NULL, &share, 1, &judges, 1, &options, room, ROOM);
}

static const double half = 0.5;

CALL(learning_share, learn(set, 1.5, 2, 0, 0))
CALL(learning_zero, learn(set, 0.0, 2, 0, 0))
CALL(learning_nan, learn(set, NAN, 2, 0, 0))
CALL(learning_judges, learn(set, 0.5, JUDGES + 1, 0, 0))
CALL(learning_none, learn(set, 0.5, 0, 0, 0))
CALL(learning_folds, learn(set, 0.5, 2, 5, 0))
CALL(learning_by, learn(set, 0.5, 2, 0, 9))
CALL(learning_nothing, duel_set_learning_curve(set, NULL, NULL, 0, NULL, 0, NULL, room, ROOM))
CALL(learning_short, duel_set_learning_curve(set, NULL, &half, 1, NULL, 0, NULL, room, 8))

/* ---- models ---------------------------------------------------------------------------------- */

static const int32_t families[ITEMS] = {0, 1, 2, -1};

static duel_table *near;

CALL(near_nothing, duel_model_near_ties(NULL, 0.0, NULL, &near))
CALL(near_margin, duel_model_near_ties(model, -1.0, NULL, &near))
CALL(near_out, duel_model_near_ties(model, 0.0, NULL, NULL))
CALL(self_items, duel_model_self_preference(model, families, 3, families, JUDGES, 0.0, room, ROOM))
CALL(self_judges, duel_model_self_preference(model, families, ITEMS, families, 4, 0.0, room, ROOM))
CALL(self_nothing, duel_model_self_preference(model, NULL, ITEMS, families, JUDGES, 0.0, room, ROOM))
CALL(self_level, duel_model_self_preference(model, families, ITEMS, families, JUDGES, -0.5, room, ROOM))
CALL(self_short, duel_model_self_preference(model, families, ITEMS, families, JUDGES, 0.0, room, 32))

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
    return duel_model_judges(model, &options, NULL, room, ROOM, NULL, 0);    \
  }

static int32_t verdicts[JUDGES];

CALL(report_nothing, duel_model_judges(NULL, NULL, NULL, room, ROOM, NULL, 0))
CALL(report_nowhere, duel_model_judges(model, NULL, NULL, NULL, ROOM, NULL, 0))
CALL(report_short, duel_model_judges(model, NULL, NULL, room, 28 * JUDGES - 1, NULL, 0))
CALL(report_verdicts, duel_model_judges(model, NULL, NULL, room, ROOM, verdicts, JUDGES - 1))
REPORT(report_size, options.struct_size = 8)
REPORT(report_weak, options.weak = -1.0)
REPORT(report_slot, options.slot = 0.6)
REPORT(report_idiosyncratic, options.idiosyncratic = NAN)
REPORT(report_redundant, options.redundant = 1.5)
REPORT(report_items, options.item_families = families; options.item_count = ITEMS)
REPORT(report_families, options.item_count = ITEMS)

const bad_input bad_judges[] = {
    {"votes of nothing", counts_nothing, DUEL_ERR_NULL, "set", -1},
    {"votes at level 1", counts_level, DUEL_ERR_ARGUMENT, "level is 1", -1},
    {"room for 32 of votes", counts_short, DUEL_ERR_SIZE, "32", -1},
    {"room for 4 of the order", order_short, DUEL_ERR_SIZE, "4", -1},
    {"the order nowhere", order_nowhere, DUEL_ERR_NULL, "out", -1},
    {"triads of nothing", triads_nothing, DUEL_ERR_NULL, "set", -1},
    {"room for 11 of triads", triads_short, DUEL_ERR_SIZE, "11", -1},
    {"agreement at level NaN", agreement_level, DUEL_ERR_ARGUMENT, "level is NaN", -1},
    {"room for 14 of agreement", agreement_short, DUEL_ERR_SIZE, "14", -1},
    {"room for 26 of pairs", agreement_pairs, DUEL_ERR_SIZE, "pairs has room for 26", -1},
    {"metric 2", alpha_metric, DUEL_ERR_ARGUMENT, "metric is 2", -1},
    {"orientation -1", alpha_orientation, DUEL_ERR_ARGUMENT, "orientation is -1", -1},
    {"room for 18 of alpha", alpha_short, DUEL_ERR_SIZE, "18", -1},
    {"confidence of judge 2 of 2", confidence_judge, DUEL_ERR_DATA, "judge is 2", 1},
    {"confidence of judge -1", confidence_negative, DUEL_ERR_DATA, "judge is -1", 1},
    {"confidence 1.5", confidence_stated, DUEL_ERR_DATA, "confidence is 1.5", 1},
    {"correct 2", confidence_correct, DUEL_ERR_DATA, "correct is 2", 1},
    {"room for 26 of confidence", confidence_short, DUEL_ERR_SIZE, "26", -1},
    {"confidence of nobody", confidence_nothing, DUEL_ERR_NULL, "judge is NULL", -1},
    {"confidence of all judges there can be", confidence_huge, DUEL_ERR_SIZE, "overflow", -1},
    {"effective judges of nothing", effective_nothing, DUEL_ERR_NULL, "scores", -1},
    {"a negative precision", effective_precisions, DUEL_ERR_DATA, "precisions: -2", 1},
    {"room for 1 of effective judges", effective_short, DUEL_ERR_SIZE, "1", -1},
    {"two-way clusters of nothing", bicluster_nothing, DUEL_ERR_NULL, "table", -1},
    {"two-way clusters of no rows", bicluster_empty, DUEL_ERR_ARGUMENT, "0 x 3", -1},
    {"two-way clusters of NaN", bicluster_nan, DUEL_ERR_DATA, "(1, 1) is NaN", 1},
    {"a constant row", bicluster_constant, DUEL_ERR_DATA, "row 1 is constant", 1},
    {"apart 2", bicluster_apart, DUEL_ERR_ARGUMENT, "apart is 2", -1},
    {"two-way linkage 4", bicluster_linkage, DUEL_ERR_ARGUMENT, "linkage is 4", -1},
    {"four groups of three columns", bicluster_groups, DUEL_ERR_ARGUMENT, "column_groups is 4", -1},
    {"room for 9 of two-way clusters", bicluster_short, DUEL_ERR_SIZE, "9", -1},
    {"one and a half of the votes", learning_share, DUEL_ERR_ARGUMENT, "shares[0] is 1.5", -1},
    {"nothing of the votes", learning_zero, DUEL_ERR_ARGUMENT, "shares[0] is 0", -1},
    {"a share NaN", learning_nan, DUEL_ERR_ARGUMENT, "shares[0] is NaN", -1},
    {"four of three judges", learning_judges, DUEL_ERR_ARGUMENT, "judges[0] is 4", -1},
    {"no judge", learning_none, DUEL_ERR_ARGUMENT, "judges[0] is 0", -1},
    {"a learning curve with folds", learning_folds, DUEL_ERR_ARGUMENT, "folds is 5", -1},
    {"a learning curve by 9", learning_by, DUEL_ERR_ARGUMENT, "by is 9", -1},
    {"a learning curve without shares", learning_nothing, DUEL_ERR_ARGUMENT, "0 shares", -1},
    {"room for 8 of a learning curve", learning_short, DUEL_ERR_SIZE, "8", -1},
    {"near ties of nothing", near_nothing, DUEL_ERR_NULL, "model", -1},
    {"margin -1", near_margin, DUEL_ERR_ARGUMENT, "margin is -1", -1},
    {"near ties to nowhere", near_out, DUEL_ERR_NULL, "out", -1},
    {"families of three items", self_items, DUEL_ERR_ARGUMENT, "item_families has 3", -1},
    {"families of four judges", self_judges, DUEL_ERR_ARGUMENT, "judge_families has 4", -1},
    {"no families of items", self_nothing, DUEL_ERR_NULL, "item_families", -1},
    {"self-preference at level -0.5", self_level, DUEL_ERR_ARGUMENT, "level is -0.5", -1},
    {"room for 32 of self-preference", self_short, DUEL_ERR_SIZE, "32", -1},
    {"a report on nothing", report_nothing, DUEL_ERR_NULL, "model", -1},
    {"a report nowhere", report_nowhere, DUEL_ERR_NULL, "out", -1},
    {"room for 83 of a report", report_short, DUEL_ERR_SIZE, "83", -1},
    {"room for 2 verdicts", report_verdicts, DUEL_ERR_SIZE, "verdicts has room for 2", -1},
    {"judge options struct_size 8", report_size, DUEL_ERR_ARGUMENT, "struct_size is 8", -1},
    {"weak -1", report_weak, DUEL_ERR_ARGUMENT, "weak is -1", -1},
    {"slot 0.6", report_slot, DUEL_ERR_ARGUMENT, "slot is 0.6", -1},
    {"idiosyncratic NaN", report_idiosyncratic, DUEL_ERR_ARGUMENT, "idiosyncratic is NaN", -1},
    {"redundant 1.5", report_redundant, DUEL_ERR_ARGUMENT, "redundant is 1.5", -1},
    {"families of items without those of judges", report_items, DUEL_ERR_ARGUMENT,
     "judge_families has 0", -1},
    {"families that are not there", report_families, DUEL_ERR_NULL, "item_families", -1},
    {NULL, NULL, 0, NULL, 0},
};
