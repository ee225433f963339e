/* Bad questions about the nuisances of nonparametric scores. */
#include "bad_input.h"

#include <math.h>

enum { K = 3, C = 3, CONTEXTS = 4, LABELS = 6, MANY = 256 };
static double room[MANY];

static const int32_t context[LABELS] = {0, 0, 1, 2, 3, 3};
static const int32_t first[LABELS] = {0, 1, 2, 0, 1, 2};
static const int32_t second[LABELS] = {1, 2, 0, 2, 0, 1};
static const int32_t category[LABELS] = {0, 1, 2, 0, 1, 0};
static const double features[CONTEXTS] = {0.1, 0.5, 0.3, 0.9};

/* A column with one value changed. */
static const int32_t *changed(const int32_t *values, size_t at, int32_t value) {
  static int32_t copy[LABELS];
  memcpy(copy, values, sizeof copy);
  copy[at] = value;
  return copy;
}

static void point(duel_column *column, const int32_t *values) {
  memset(column, 0, sizeof *column);
  column->data = values;
  column->type = DUEL_TYPE_I32;
}

static void prepare(duel_nuisance_options *options, duel_gars_contexts *contexts) {
  memset(options, 0, sizeof *options);
  options->struct_size = sizeof *options;
  options->items = K;
  options->categories = C;
  options->features = features;
  options->feature_count = 1;
  options->folds = 2;
  memset(contexts, 0, sizeof *contexts);
  contexts->struct_size = sizeof *contexts;
  contexts->length = CONTEXTS;
  contexts->labels = LABELS;
  point(&contexts->context, context);
  point(&contexts->first, first);
  point(&contexts->second, second);
  point(&contexts->category, category);
}

/* A fit with one thing wrong; nothing is made. */
#define FIT(name, change)                                             \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    duel_nuisance_options options;                                    \
    duel_gars_contexts contexts;                                      \
    duel_nuisance *nuisance = NULL;                                   \
    duel_status status;                                               \
    (void)set;                                                        \
    (void)model;                                                      \
    prepare(&options, &contexts);                                     \
    change;                                                           \
    status = duel_nuisance_fit(&contexts, &options, &nuisance);       \
    CHECK(nuisance == NULL, "a failure made %s", "something");        \
    duel_nuisance_free(nuisance);                                     \
    return status;                                                    \
  }

FIT(options_size, options.struct_size = 8)
FIT(contexts_size, contexts.struct_size = 8)
FIT(one_item, options.items = 1)
FIT(one_category, options.categories = 1)
FIT(pairs_three, options.pairs = 3)
FIT(learner_three, options.learner = 3)
FIT(propensities_three, options.propensities = 3)
FIT(one_fold, options.folds = 1)
FIT(folds_negative, options.folds = -5)
FIT(ridge_negative, options.ridge = -1.0)
FIT(ridge_nan, options.ridge = NAN)
FIT(feature_ridge_negative, options.feature_ridge = -1.0)
FIT(no_features, options.features = NULL)
FIT(linear_two, options.linear_count = 2)
FIT(no_predictions, options.prediction_count = 1)
FIT(predictions_huge, options.prediction_count = (size_t)-1)
FIT(threads_negative, contexts.threads = -1)
FIT(no_labels, contexts.labels = 0)
FIT(no_contexts, contexts.length = 0)
FIT(mu_given, contexts.mu = features)
FIT(context_out, point(&contexts.context, changed(context, 4, 4)))
FIT(context_negative, point(&contexts.context, changed(context, 4, -1)))
FIT(first_out, point(&contexts.first, changed(first, 1, 3)))
FIT(second_out, point(&contexts.second, changed(second, 2, 7)))
FIT(itself, point(&contexts.second, changed(second, 3, 0)))
FIT(category_out, point(&contexts.category, changed(category, 5, 3)))

static const double *broken(void) {
  static double copy[CONTEXTS];
  memcpy(copy, features, sizeof copy);
  copy[2] = NAN;
  return copy;
}

FIT(feature_nan, options.features = broken())
FIT(feature_nan_trees, (options.features = broken(), options.learner = DUEL_LEARNER_TREES))

static duel_status fit_nothing(duel_set *set, const duel_model *model) {
  duel_nuisance_options options;
  duel_gars_contexts contexts;
  (void)set;
  (void)model;
  prepare(&options, &contexts);
  return duel_nuisance_fit(NULL, &options, NULL);
}

/* A question put to learners that are fine. */
#define ASK(name, call)                                               \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    duel_nuisance_options options;                                    \
    duel_gars_contexts contexts;                                      \
    duel_nuisance *nuisance = NULL;                                   \
    duel_nuisance_facts info;                                          \
    duel_status status;                                               \
    (void)set;                                                        \
    (void)model;                                                      \
    memset(&info, 0, sizeof info);                                    \
    prepare(&options, &contexts);                                     \
    EXPECT(DUEL_OK, duel_nuisance_fit(&contexts, &options, &nuisance)); \
    room[0] = 4711.0;                                                 \
    status = call;                                                    \
    CHECK(room[0] == 4711.0, "a failure wrote %g", room[0]);          \
    duel_nuisance_free(nuisance);                                     \
    return status;                                                    \
  }

ASK(predict_nothing, duel_nuisance_predict(NULL, 0, 1, room, MANY))
ASK(predict_nowhere, duel_nuisance_predict(nuisance, 0, 1, NULL, MANY))
ASK(predict_short, duel_nuisance_predict(nuisance, 0, 2, room, 53))
ASK(predict_beyond, duel_nuisance_predict(nuisance, 3, 2, room, MANY))
ASK(predict_far, duel_nuisance_predict(nuisance, (size_t)-1, 2, room, MANY))
ASK(propensities_unknown, duel_nuisance_propensities(nuisance, 0, 1, room, MANY))
ASK(propensities_short, duel_nuisance_propensities(nuisance, 0, 1, room, 8))
ASK(propensities_beyond, duel_nuisance_propensities(nuisance, 4, 1, room, MANY))
static duel_table *settings;

ASK(settings_nothing, duel_nuisance_settings(NULL, &settings))
ASK(settings_nowhere, duel_nuisance_settings(nuisance, NULL))
ASK(warnings_nothing, duel_nuisance_warnings(NULL, &settings))
ASK(warnings_nowhere, duel_nuisance_warnings(nuisance, NULL))
ASK(info_nothing, duel_nuisance_info(NULL, &info))
ASK(info_size, duel_nuisance_info(nuisance, &info))
ASK(mu_beyond, duel_nuisance_mu(nuisance, 4, 1, room))
ASK(mu_nothing, duel_nuisance_mu(NULL, 0, 1, room))

const bad_input bad_learner[] = {
    {"nuisance struct_size 8", options_size, DUEL_ERR_ARGUMENT, "struct_size is 8", -1},
    {"contexts struct_size 8", contexts_size, DUEL_ERR_ARGUMENT, "struct_size is 8", -1},
    {"warnings of nothing", warnings_nothing, DUEL_ERR_NULL, "nuisance", -1},
    {"warnings nowhere", warnings_nowhere, DUEL_ERR_NULL, "out", -1},
    {"learning of one item", one_item, DUEL_ERR_ARGUMENT, "items is 1", -1},
    {"learning of one category", one_category, DUEL_ERR_ARGUMENT, "categories is 1", -1},
    {"pairs 3", pairs_three, DUEL_ERR_ARGUMENT, "pairs is 3", -1},
    {"learner 3", learner_three, DUEL_ERR_ARGUMENT, "learner is 3", -1},
    {"propensities 3", propensities_three, DUEL_ERR_ARGUMENT, "propensities is 3", -1},
    {"one fold", one_fold, DUEL_ERR_ARGUMENT, "folds is 1", -1},
    {"folds -5", folds_negative, DUEL_ERR_ARGUMENT, "folds is -5", -1},
    {"ridge -1", ridge_negative, DUEL_ERR_ARGUMENT, "ridge is -1", -1},
    {"ridge NaN of learners", ridge_nan, DUEL_ERR_ARGUMENT, "ridge is NaN", -1},
    {"feature_ridge -1", feature_ridge_negative, DUEL_ERR_ARGUMENT, "feature_ridge is -1", -1},
    {"features nowhere", no_features, DUEL_ERR_NULL, "features", -1},
    {"two linear of one", linear_two, DUEL_ERR_ARGUMENT, "linear_count is 2", -1},
    {"predictions nowhere", no_predictions, DUEL_ERR_NULL, "predictions", -1},
    {"predictions of all memory", predictions_huge, DUEL_ERR_SIZE, "overflow", -1},
    {"learners' threads", threads_negative, DUEL_ERR_ARGUMENT, "threads is -1", -1},
    {"learning from no labels", no_labels, DUEL_ERR_DATA, "no labels", -1},
    {"learning from no contexts", no_contexts, DUEL_ERR_ARGUMENT, "contexts is 0", -1},
    {"learning what is given", mu_given, DUEL_ERR_ARGUMENT, "mu", -1},
    {"context 4 of four", context_out, DUEL_ERR_DATA, "context is 4", 4},
    {"context -1", context_negative, DUEL_ERR_DATA, "context is -1", 4},
    {"first 3 of three", first_out, DUEL_ERR_DATA, "first is 3", 1},
    {"second 7", second_out, DUEL_ERR_DATA, "second is 7", 2},
    {"a label of an item against itself", itself, DUEL_ERR_DATA, "both 0", 3},
    {"category 3 of three", category_out, DUEL_ERR_DATA, "category is 3", 5},
    {"feature NaN", feature_nan, DUEL_ERR_DATA, "NaN", 2},
    {"feature NaN of trees", feature_nan_trees, DUEL_ERR_DATA, "NaN", 2},
    {"learners nowhere", fit_nothing, DUEL_ERR_NULL, "out is NULL", -1},
    {"predictions of nothing", predict_nothing, DUEL_ERR_NULL, "nuisance", -1},
    {"mu nowhere", predict_nowhere, DUEL_ERR_NULL, "mu", -1},
    {"room for 53 of mu", predict_short, DUEL_ERR_SIZE, "53", -1},
    {"contexts beyond the last", predict_beyond, DUEL_ERR_ARGUMENT, "first is 3 and count is 2", -1},
    {"contexts beyond all numbers", predict_far, DUEL_ERR_ARGUMENT, "count is 2", -1},
    {"propensities that are known", propensities_unknown, DUEL_ERR_UNSUPPORTED, "not learnt", -1},
    {"room for 8 of propensities", propensities_short, DUEL_ERR_SIZE, "8", -1},
    {"propensities beyond the last", propensities_beyond, DUEL_ERR_ARGUMENT, "first is 4", -1},
    {"settings of nothing", settings_nothing, DUEL_ERR_NULL, "nuisance", -1},
    {"settings to nowhere", settings_nowhere, DUEL_ERR_NULL, "out", -1},
    {"facts about nothing", info_nothing, DUEL_ERR_NULL, "nuisance", -1},
    {"facts struct_size 0", info_size, DUEL_ERR_ARGUMENT, "struct_size", -1},
    {"a callback beyond the last", mu_beyond, DUEL_ERR_ARGUMENT, "first is 4", -1},
    {"a callback of nothing", mu_nothing, DUEL_ERR_NULL, "nuisance", -1},
    {NULL, NULL, 0, NULL, 0},
};
