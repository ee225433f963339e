/* Bad questions about clusters and their influence. */
#include "estimates.h"
#include "bad_input.h"

enum { CHANGES = SMALL_CONTEXTS * SMALL_ITEMS, ROOM = CHANGES };
static double room[ROOM];

/* A question about the influence of contexts or judges. */
#define INFLUENCE(name, what, by, capacity)                                  \
  static duel_status name(duel_set *set, const duel_model *model) {          \
    (void)set;                                                               \
    return duel_model_influence_changes(model, what, by, NULL, room, capacity); \
  }

INFLUENCE(what_zero, 0, DUEL_BY_CONTEXT, CHANGES)
INFLUENCE(no_thresholds, DUEL_QUANTITY_THRESHOLDS, DUEL_BY_CONTEXT, CHANGES)
INFLUENCE(by_zero, DUEL_QUANTITY_SCORES, 0, CHANGES)
INFLUENCE(by_row, DUEL_QUANTITY_SCORES, DUEL_BY_ROW, CHANGES)
INFLUENCE(short_changes, DUEL_QUANTITY_SCORES, DUEL_BY_CONTEXT, CHANGES - 1)

/* The same of the table; it must not be made. */
#define UNITS(name, who, by)                                                 \
  static duel_status name(duel_set *set, const duel_model *model) {          \
    duel_table *units = NULL;                                                \
    duel_status status = duel_model_influence(who, by, NULL, &units);        \
    (void)set;                                                               \
    (void)model;                                                             \
    CHECK(!units, "a failure made a table");                                 \
    return status;                                                           \
  }

UNITS(by_pair, model, DUEL_BY_PAIR)
UNITS(by_nothing, model, 0)
UNITS(no_model, NULL, DUEL_BY_JUDGE)

static duel_status no_units(duel_set *set, const duel_model *model) {
  (void)set;
  return duel_model_influence(model, DUEL_BY_JUDGE, NULL, NULL);
}

/* A question about scores with an option that does not go with the others. */
#define ASK(name, change)                                                    \
  static duel_status name(duel_set *set, const duel_model *model) {          \
    duel_inference_options options = inference_defaults();                   \
    (void)set;                                                               \
    change;                                                                  \
    return model_values(model, DUEL_QUANTITY_SCORES, &options, room, ROOM);         \
  }

ASK(correction_five, options.correction = 5)
ASK(quantiles_three, options.quantiles = 3)
ASK(corrected_sandwich, options.covariance = DUEL_COVARIANCE_SANDWICH;
    options.correction = DUEL_CORRECTION_CR2)
ASK(student_observed, options.covariance = DUEL_COVARIANCE_OBSERVED;
    options.quantiles = DUEL_QUANTILES_STUDENT)
ASK(two_way_cr2, options.covariance = DUEL_COVARIANCE_CLUSTERED_TWO_WAY;
    options.correction = DUEL_CORRECTION_CR2)
ASK(two_way_jackknife, options.covariance = DUEL_COVARIANCE_CLUSTERED_TWO_WAY;
    options.correction = DUEL_CORRECTION_JACKKNIFE)

const bad_input bad_influence[] = {
    {"influence on quantity 0", what_zero, DUEL_ERR_ARGUMENT, "quantity is 0", -1},
    {"influence on no thresholds", no_thresholds, DUEL_ERR_UNSUPPORTED, "threshold", -1},
    {"influence by 0", by_zero, DUEL_ERR_ARGUMENT, "by is 0", -1},
    {"influence by row", by_row, DUEL_ERR_ARGUMENT, "by", -1},
    {"influence by pair", by_pair, DUEL_ERR_ARGUMENT, "by", -1},
    {"units by 0", by_nothing, DUEL_ERR_ARGUMENT, "by is 0", -1},
    {"short changes", short_changes, DUEL_ERR_SIZE, "out has room for 23", -1},
    {"influence without model", no_model, DUEL_ERR_NULL, "model is NULL", -1},
    {"influence without units", no_units, DUEL_ERR_NULL, "out is NULL", -1},
    {"correction 5", correction_five, DUEL_ERR_ARGUMENT, "correction is 5", -1},
    {"quantiles 3", quantiles_three, DUEL_ERR_ARGUMENT, "quantiles is 3", -1},
    {"a corrected sandwich", corrected_sandwich, DUEL_ERR_UNSUPPORTED, "correction", -1},
    {"Student without clusters", student_observed, DUEL_ERR_UNSUPPORTED, "quantiles", -1},
    {"two ways with CR2", two_way_cr2, DUEL_ERR_UNSUPPORTED, "correction", -1},
    {"two ways with the jackknife", two_way_jackknife, DUEL_ERR_UNSUPPORTED, "correction", -1},
    {NULL, NULL, 0, NULL, 0},
};
