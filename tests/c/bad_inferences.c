/* Bad questions to a model. */
#include "estimates.h"
#include "bad_input.h"

#include <math.h>

static double room[4 * SMALL_ITEMS * SMALL_ITEMS];
enum { ROOM = sizeof room / sizeof *room };

/* A question about scores with one option wrong. */
#define ASK(name, change)                                             \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    duel_inference_options options = inference_defaults();            \
    (void)set;                                                        \
    change;                                                           \
    return model_values(model, DUEL_QUANTITY_SCORES, &options, room, ROOM);  \
  }

static const double three[] = {1.0, 1.0, 1.0};
static const double negative[] = {1.0, 1.0, -1.0, 1.0};
static const double zeros[] = {0.0, 0.0, 0.0, 0.0};

ASK(size_zero, options.struct_size = 0)
ASK(size_huge, options.struct_size = (size_t)-1)
ASK(size_odd, options.struct_size = sizeof options - 3)
ASK(covariance, options.covariance = 9)
ASK(intervals, options.intervals = 5)
ASK(normalisation, options.normalisation = 3)
ASK(scale, options.scale = -1)
ASK(reference_item, options.normalisation = DUEL_NORMALISATION_REFERENCE; options.reference_item = SMALL_ITEMS)
ASK(level_two, options.level = 2.0)
ASK(level_one, options.level = 1.0)
ASK(level_negative, options.level = -0.5)
ASK(level_nan, options.level = NAN)
ASK(unit_nan, options.unit = NAN)
ASK(origin_infinite, options.origin = HUGE_VAL)
ASK(threads, options.threads = -1)
ASK(weights_missing, options.normalisation = DUEL_NORMALISATION_WEIGHTED)
ASK(weights_short, options.normalisation = DUEL_NORMALISATION_WEIGHTED; options.weights = three;
    options.weight_count = 3)
ASK(weights_negative, options.normalisation = DUEL_NORMALISATION_WEIGHTED; options.weights = negative;
    options.weight_count = 4)
ASK(weights_zero, options.normalisation = DUEL_NORMALISATION_WEIGHTED; options.weights = zeros;
    options.weight_count = 4)

/* A quantity that is asked for by number. */
#define WHAT(name, call)                                              \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    (void)set;                                                        \
    return call;                                                      \
  }

WHAT(what_zero, duel_model_get(model, 0, room, ROOM))
WHAT(what_unknown, duel_model_get(model, 1000, room, ROOM))
WHAT(no_sensitivities, duel_model_get(model, DUEL_QUANTITY_SENSITIVITIES, room, ROOM))
WHAT(no_thresholds, model_values(model, DUEL_QUANTITY_THRESHOLDS, NULL, room, ROOM))
WHAT(no_positions, model_covariance(model, DUEL_QUANTITY_POSITIONS, NULL, room, ROOM))
WHAT(no_effects, model_values(model, DUEL_QUANTITY_EFFECTS, NULL, room, ROOM))
WHAT(facts_have_no_errors, model_values(model, DUEL_QUANTITY_PARAMETERS, NULL, room, ROOM))
WHAT(short_scores, duel_model_get(model, DUEL_QUANTITY_SCORES, room, 3))
WHAT(short_covariance, model_covariance(model, DUEL_QUANTITY_SCORES, NULL, room, 15))

static duel_status contrast(const duel_model *model, double weight) {
  double weights[] = {1.0, -1.0, 0.0, 0.0};
  weights[2] = weight;
  return model_contrasts(model, DUEL_QUANTITY_SCORES, NULL, weights, 1, room, ROOM, NULL, 0);
}

WHAT(contrast_nan, contrast(model, NAN))
WHAT(contrast_infinite, contrast(model, HUGE_VAL))

/* The probability of one comparison, with something wrong in it. */
static duel_status probability(const duel_model *model, const char *left_name,
                               const char *right_name, int with_score) {
  static const double one[] = {1.0};
  const char *left[1], *right[1];
  duel_rows rows = empty_rows(1);
  left[0] = left_name;
  right[0] = right_name;
  rows.left = names_column(left);
  rows.right = names_column(right);
  if (with_score) rows.score = double_column(one);
  return duel_model_predict(model, &rows, NULL, room, ROOM);
}

WHAT(probability_stranger, probability(model, "ash", "yew", 0))
WHAT(probability_itself, probability(model, "ash", "ash", 0))
WHAT(probability_answered, probability(model, "ash", "birch", 1))

/* New data with an item that the model has never seen. */
static duel_status likelihood_stranger(duel_set *set, const duel_model *model) {
  static const char *const left[] = {"ash"}, *const right[] = {"yew"};
  static const double one[] = {1.0};
  duel_rows rows = empty_rows(1);
  duel_set *other = NULL;
  double value;
  duel_status status = duel_set_new(&other);
  (void)set;
  rows.left = names_column(left);
  rows.right = names_column(right);
  rows.score = double_column(one);
  if (status == DUEL_OK) status = duel_set_append(other, &rows);
  if (status == DUEL_OK) status = duel_model_log_likelihood(model, other, &value, NULL);
  duel_set_free(other);
  return status;
}

static duel_status spoilt(const duel_model *model, size_t cut, size_t flip) {
  size_t length = 0;
  duel_model *made = NULL;
  unsigned char *bytes;
  duel_status status = duel_model_save(model, NULL, 0, &length);
  if (status != DUEL_OK || !(bytes = (unsigned char *)malloc(length))) return DUEL_OK;
  status = duel_model_save(model, bytes, length, &length);
  if (flip > 0) bytes[length / flip] ^= 4;
  if (status == DUEL_OK) status = duel_model_load(bytes, length - cut, &made);
  free(bytes);
  duel_model_free(made);
  return status;
}

WHAT(bytes_cut, spoilt(model, 1, 0))
WHAT(bytes_flipped, spoilt(model, 0, 2))

static duel_status bytes_of_set(duel_set *set, const duel_model *model) {
  size_t length = 0;
  duel_model *made = NULL;
  unsigned char *bytes = bytes_of(set, &length);
  duel_status status;
  (void)model;
  if (!bytes) return DUEL_OK;
  status = duel_model_load(bytes, length, &made);
  free(bytes);
  duel_model_free(made);
  return status;
}

static duel_status info_size(duel_set *set, const duel_model *model) {
  duel_model_facts info;
  (void)set;
  memset(&info, 0, sizeof info);
  return duel_model_info(model, &info);
}

const bad_input bad_inferences[] = {
    {"inference struct_size within a field", size_odd, DUEL_ERR_ARGUMENT, "set it to sizeof(duel_inference_options)", -1},
    {"inference struct_size 0", size_zero, DUEL_ERR_ARGUMENT, "struct_size", -1},
    {"inference struct_size huge", size_huge, DUEL_ERR_ARGUMENT, "struct_size", -1},
    {"info struct_size 0", info_size, DUEL_ERR_ARGUMENT, "struct_size", -1},
    {"covariance 9", covariance, DUEL_ERR_ARGUMENT, "covariance", -1},
    {"intervals 5", intervals, DUEL_ERR_ARGUMENT, "intervals", -1},
    {"normalisation 3", normalisation, DUEL_ERR_ARGUMENT, "normalisation", -1},
    {"scale -1", scale, DUEL_ERR_ARGUMENT, "scale", -1},
    {"reference item out of range", reference_item, DUEL_ERR_ARGUMENT, "reference_item", -1},
    {"level 2", level_two, DUEL_ERR_ARGUMENT, "level", -1},
    {"level 1", level_one, DUEL_ERR_ARGUMENT, "level", -1},
    {"level negative", level_negative, DUEL_ERR_ARGUMENT, "level", -1},
    {"level NaN", level_nan, DUEL_ERR_ARGUMENT, "level", -1},
    {"unit NaN", unit_nan, DUEL_ERR_ARGUMENT, "unit", -1},
    {"origin infinite", origin_infinite, DUEL_ERR_ARGUMENT, "origin", -1},
    {"threads -1", threads, DUEL_ERR_ARGUMENT, "threads", -1},
    {"weighted without weights", weights_missing, DUEL_ERR_ARGUMENT, "weight_count is 0", -1},
    {"three weights for four items", weights_short, DUEL_ERR_ARGUMENT, "weight_count is 3", -1},
    {"a negative weight", weights_negative, DUEL_ERR_ARGUMENT, "weight", -1},
    {"weights all zero", weights_zero, DUEL_ERR_ARGUMENT, "weight", -1},
    {"quantity 0", what_zero, DUEL_ERR_ARGUMENT, "0", -1},
    {"quantity 1000", what_unknown, DUEL_ERR_ARGUMENT, "1000", -1},
    {"sensitivities of pooled", no_sensitivities, DUEL_ERR_UNSUPPORTED, "sensitivit", -1},
    {"thresholds of Bradley-Terry", no_thresholds, DUEL_ERR_UNSUPPORTED, "threshold", -1},
    {"positions of none", no_positions, DUEL_ERR_UNSUPPORTED, "position", -1},
    {"effects of none", no_effects, DUEL_ERR_UNSUPPORTED, "covariate", -1},
    {"errors of parameters", facts_have_no_errors, DUEL_ERR_ARGUMENT, "23", -1},
    {"room for 3 scores", short_scores, DUEL_ERR_SIZE, "3", -1},
    {"room for 15 covariances", short_covariance, DUEL_ERR_SIZE, "15", -1},
    {"contrast NaN", contrast_nan, DUEL_ERR_ARGUMENT, "NaN", -1},
    {"contrast infinite", contrast_infinite, DUEL_ERR_ARGUMENT, "inf", -1},
    {"probability of a stranger", probability_stranger, DUEL_ERR_NAME, "\"yew\"", 0},
    {"probability against itself", probability_itself, DUEL_ERR_DATA, "\"ash\"", 0},
    {"probability of an answer", probability_answered, DUEL_ERR_ARGUMENT, "score", -1},
    {"likelihood of a stranger", likelihood_stranger, DUEL_ERR_NAME, "\"yew\"", -1},
    {"model one byte short", bytes_cut, DUEL_ERR_FORMAT, "", -1},
    {"model flipped", bytes_flipped, DUEL_ERR_FORMAT, "", -1},
    {"model from a set", bytes_of_set, DUEL_ERR_FORMAT, "", -1},
    {NULL, NULL, 0, NULL, 0},
};
