/* Bad questions about tests, ranks and groups. */
#include "estimates.h"
#include "bad_input.h"

#include <math.h>

static double room[9 * SMALL_ITEMS * SMALL_ITEMS];
enum { ROOM = sizeof room / sizeof *room };
static duel_table *made;
static duel_quasi_facts unsized_facts;

static const double weights[] = {1.0, -1.0, 0.0, 0.0};
static const double no_number[] = {NAN};
static const size_t good_pair[] = {0, 1}, stranger[] = {0, 1, 2, SMALL_ITEMS}, itself[] = {2, 2};

/* A call with one argument wrong. */
#define CALL(name, call)                                              \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    (void)set;                                                        \
    (void)model;                                                      \
    return call;                                                      \
  }

/* The same with one option wrong. */
#define ASK(name, change, call)                                       \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    duel_inference_options options = inference_defaults();            \
    (void)set;                                                        \
    change;                                                           \
    return call;                                                      \
  }

CALL(pairs_no_model, model_pairs(NULL, NULL, DUEL_FAMILY_ALL_PAIRS, 0, room, ROOM))
CALL(pairs_family, model_pairs(model, NULL, 2, 0, room, ROOM))
CALL(pairs_adjustment, model_pairs(model, NULL, 0, 9, room, ROOM))
CALL(pairs_no_room, model_pairs(model, NULL, 0, 0, NULL, 0))
ASK(reference_unknown, options.reference_item = SMALL_ITEMS,
    model_pairs(model, &options, DUEL_FAMILY_TO_REFERENCE, 0, room, ROOM))
ASK(pairs_level, options.level = 1.5,
    model_pairs(model, &options, DUEL_FAMILY_ALL_PAIRS, DUEL_ADJUST_HOLM, room, ROOM))

CALL(contrasts_quantity, model_tests(model, 0, NULL, 0, weights, 1, NULL, room, ROOM))
CALL(contrasts_adjustment,
     model_tests(model, DUEL_QUANTITY_SCORES, NULL, -1, weights, 1, NULL, room, ROOM))
CALL(contrasts_no_weights,
     model_tests(model, DUEL_QUANTITY_SCORES, NULL, 0, NULL, 1, NULL, room, ROOM))
CALL(contrasts_null,
     model_tests(model, DUEL_QUANTITY_SCORES, NULL, 0, weights, 1, no_number, room, ROOM))
CALL(contrasts_count,
     model_tests(model, DUEL_QUANTITY_SCORES, NULL, 0, weights, (size_t)-1, NULL, room, ROOM))

static duel_status adjust(double second, int32_t adjustment) {
  double p[2];
  p[0] = 0.5;
  p[1] = second;
  return duel_p_adjust(p, 2, adjustment, room, 2);
}

CALL(adjust_large, adjust(1.5, DUEL_ADJUST_HOLM))
CALL(adjust_negative, adjust(-0.1, DUEL_ADJUST_BONFERRONI))
CALL(adjust_single_step, adjust(0.5, DUEL_ADJUST_SINGLE_STEP))
CALL(adjust_unknown, adjust(0.5, 9))
CALL(adjust_no_values, duel_p_adjust(NULL, 2, DUEL_ADJUST_HOLM, room, 2))
CALL(adjust_no_room, duel_p_adjust(weights, 1, DUEL_ADJUST_HOLM, NULL, 1))

CALL(ranks_nothing, duel_model_rank_probabilities(model, NULL, NULL, 0))
CALL(ranks_short, duel_model_rank_probabilities(model, NULL, room, 15))
CALL(ranks_no_summary, duel_model_rank_summary(model, NULL, NULL))
ASK(ranks_draws, options.draws = 5, duel_model_rank_probabilities(model, &options, room, ROOM))
CALL(superiority_short, duel_model_superiority(model, NULL, room, 15))
CALL(groups_nowhere, duel_model_compact_letters(model, NULL, NULL))
CALL(quasi_size, duel_model_quasi_variances(model, NULL, room, ROOM, &unsized_facts))
CALL(quasi_short, duel_model_quasi_variances(model, NULL, room, 3, NULL))

CALL(more_no_pairs, duel_model_more_comparisons(model, NULL, 1, NULL, 0.0, NULL, &made))
CALL(more_stranger, duel_model_more_comparisons(model, stranger, 2, NULL, 0.0, NULL, &made))
CALL(more_itself, duel_model_more_comparisons(model, itself, 1, NULL, 0.0, NULL, &made))
CALL(more_gap, duel_model_more_comparisons(model, good_pair, 1, no_number, 0.0, NULL, &made))
CALL(more_power, duel_model_more_comparisons(model, good_pair, 1, NULL, 1.0, NULL, &made))
CALL(more_weak, duel_model_more_comparisons(model, good_pair, 1, NULL, 0.1, NULL, &made))
CALL(more_nowhere, duel_model_more_comparisons(model, good_pair, 1, NULL, 0.0, NULL, NULL))

const bad_input bad_tests[] = {
    {"tests without a model", pairs_no_model, DUEL_ERR_NULL, "model", -1},
    {"family 2", pairs_family, DUEL_ERR_ARGUMENT, "family", -1},
    {"adjustment 9", pairs_adjustment, DUEL_ERR_ARGUMENT, "adjustment", -1},
    {"tests without room", pairs_no_room, DUEL_ERR_NULL, "out", -1},
    {"tests against a stranger", reference_unknown, DUEL_ERR_ARGUMENT, "reference_item", -1},
    {"tests at level 1.5", pairs_level, DUEL_ERR_ARGUMENT, "level", -1},
    {"contrasts of quantity 0", contrasts_quantity, DUEL_ERR_ARGUMENT, "quantity", -1},
    {"contrasts, adjustment -1", contrasts_adjustment, DUEL_ERR_ARGUMENT, "adjustment", -1},
    {"contrasts without weights", contrasts_no_weights, DUEL_ERR_NULL, "weights", -1},
    {"contrasts against NaN", contrasts_null, DUEL_ERR_DATA, "null is NaN", 0},
    {"far too many contrasts", contrasts_count, DUEL_ERR_SIZE, "overflow", -1},
    {"a p-value of 1.5", adjust_large, DUEL_ERR_DATA, "1.5", 1},
    {"a negative p-value", adjust_negative, DUEL_ERR_DATA, "-0.1", 1},
    {"single step from p-values", adjust_single_step, DUEL_ERR_UNSUPPORTED, "adjustment", -1},
    {"adjust by 9", adjust_unknown, DUEL_ERR_ARGUMENT, "adjustment is 9", -1},
    {"adjust nothing", adjust_no_values, DUEL_ERR_NULL, "p_values is NULL", -1},
    {"adjust to nowhere", adjust_no_room, DUEL_ERR_NULL, "out", -1},
    {"rank probabilities to nowhere", ranks_nothing, DUEL_ERR_NULL, "out", -1},
    {"room for 15 rank probabilities", ranks_short, DUEL_ERR_SIZE, "15", -1},
    {"ranks summed up nowhere", ranks_no_summary, DUEL_ERR_NULL, "out", -1},
    {"ranks by 5 draws", ranks_draws, DUEL_ERR_ARGUMENT, "draws", -1},
    {"room for 15 superiorities", superiority_short, DUEL_ERR_SIZE, "15", -1},
    {"groups nowhere", groups_nowhere, DUEL_ERR_NULL, "out", -1},
    {"errors of quasi-variances, struct_size 0", quasi_size, DUEL_ERR_ARGUMENT, "struct_size", -1},
    {"room for 3 quasi-variances", quasi_short, DUEL_ERR_SIZE, "3", -1},
    {"planning without pairs", more_no_pairs, DUEL_ERR_NULL, "pairs", -1},
    {"planning for a stranger", more_stranger, DUEL_ERR_DATA, "pairs", 1},
    {"planning against itself", more_itself, DUEL_ERR_DATA, "itself", 0},
    {"planning for a gap NaN", more_gap, DUEL_ERR_DATA, "gaps", 0},
    {"planning with power 1", more_power, DUEL_ERR_ARGUMENT, "power is 1", -1},
    {"planning with power 0.1", more_weak, DUEL_ERR_ARGUMENT, "power", -1},
    {"a plan nowhere", more_nowhere, DUEL_ERR_NULL, "out", -1},
    {NULL, NULL, 0, NULL, 0},
};
