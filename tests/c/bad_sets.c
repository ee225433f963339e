/* Bad calls on sets: names, covariates, bytes, folds, filters. */
#include "bad_input.h"

#include <math.h>

/* A case on a set: `call` is what must fail. */
#define SET(name, call)                                               \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    duel_set *made = NULL, *other = NULL;                             \
    (void)set;                                                        \
    (void)model;                                                      \
    (void)made;                                                       \
    (void)other;                                                      \
    return call;                                                      \
  }

static const char *const one_name[] = {"elm"};
static const char *const twice_empty[] = {"elm", ""};

SET(null_set, duel_set_append(NULL, NULL))
SET(intern_kind, duel_set_intern(set, DUEL_KIND_COVARIATE, one_name, 1))
SET(intern_empty, duel_set_intern(set, DUEL_KIND_JUDGE, twice_empty, 2))
SET(resample_by, duel_set_resample(set, 5, 1, &made))
SET(split_by, duel_set_split(set, 0, 2, 0, 1, &made, &other))
SET(split_one, duel_set_split(set, DUEL_BY_ROW, 1, 0, 1, &made, &other))
SET(split_beyond, duel_set_split(set, DUEL_BY_ROW, 3, 3, 1, &made, &other))

static duel_status find_unknown(duel_set *set, const duel_model *model) {
  size_t id;
  (void)model;
  return duel_set_find(set, DUEL_KIND_ITEM, "yew", &id);
}

static duel_status find_kind(duel_set *set, const duel_model *model) {
  size_t id;
  (void)model;
  return duel_set_find(set, 17, "ash", &id);
}

static duel_status info_size(duel_set *set, const duel_model *model) {
  duel_set_facts facts;
  (void)model;
  memset(&facts, 0, sizeof facts);
  facts.struct_size = 4;
  return duel_set_info(set, &facts);
}

SET(items_nowhere, duel_set_items(set, NULL))

static duel_status filter_ids(duel_set *set, int32_t kind, size_t a, size_t b) {
  size_t ids[2];
  duel_set *made = NULL;
  ids[0] = a;
  ids[1] = b;
  return duel_set_filter(set, kind, ids, 2, &made);
}

SET(filter_twice, filter_ids(set, DUEL_KIND_ITEM, 1, 1))
SET(filter_range, filter_ids(set, DUEL_KIND_JUDGE, 0, 3))
SET(filter_kind, filter_ids(set, DUEL_KIND_CONTEXT, 0, 1))

/* ---- bytes ----------------------------------------------------------------------------------- */

/* The saved set with one change. */
static duel_status spoilt(const duel_set *set, size_t (*spoil)(unsigned char *bytes, size_t length)) {
  size_t length = 0;
  duel_set *made = NULL;
  unsigned char *bytes = bytes_of(set, &length);
  duel_status status;
  if (!bytes) return DUEL_OK;
  length = spoil(bytes, length);
  status = duel_set_load(bytes, length, &made);
  free(bytes);
  duel_set_free(made);
  return status;
}

static size_t cut_one(unsigned char *bytes, size_t length) {
  (void)bytes;
  return length - 1;
}

static size_t cut_all(unsigned char *bytes, size_t length) {
  (void)bytes;
  (void)length;
  return 0;
}

static size_t flip_magic(unsigned char *bytes, size_t length) {
  bytes[0] ^= 1;
  return length;
}

static size_t flip_middle(unsigned char *bytes, size_t length) {
  bytes[length / 2] ^= 0x10;
  return length;
}

static size_t flip_end(unsigned char *bytes, size_t length) {
  bytes[length - 1] ^= 0x80;
  return length;
}

SET(bytes_cut, spoilt(set, cut_one))
SET(bytes_empty, spoilt(set, cut_all))
SET(bytes_magic, spoilt(set, flip_magic))
SET(bytes_middle, spoilt(set, flip_middle))
SET(bytes_end, spoilt(set, flip_end))
SET(bytes_text, duel_set_load("model_a,model_b,winner\na,b,a\n", 29, &made))

static duel_status bytes_of_model(duel_set *set, const duel_model *model) {
  size_t length = 0;
  unsigned char *bytes;
  duel_set *made = NULL;
  duel_status status = duel_model_save(model, NULL, 0, &length);
  (void)set;
  if (status != DUEL_OK || !(bytes = (unsigned char *)malloc(length))) return DUEL_OK;
  status = duel_model_save(model, bytes, length, &length);
  if (status == DUEL_OK) status = duel_set_load(bytes, length, &made);
  free(bytes);
  duel_set_free(made);
  return status;
}

/* ---- covariates ------------------------------------------------------------------------------ */

static duel_covariate good_covariate(void) {
  static const double values[] = {0.5, 1.5, 2.5, 3.5};
  duel_covariate covariate;
  memset(&covariate, 0, sizeof covariate);
  covariate.struct_size = sizeof covariate;
  covariate.length = SMALL_ITEMS;
  covariate.name = "size";
  covariate.item = names_column(small_items);
  covariate.value = double_column(values);
  return covariate;
}

#define COVARIATE(name, change)                                       \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    duel_covariate covariate = good_covariate();                      \
    (void)model;                                                      \
    change;                                                           \
    return duel_set_covariate(set, &covariate);                       \
  }

static const double with_nan[] = {0.5, 1.5, NAN, 3.5};
static const double with_infinity[] = {0.5, HUGE_VAL, 2.5, 3.5};
static const char *const with_stranger[] = {"ash", "birch", "cedar", "yew"};
static const char *const with_repeat[] = {"ash", "birch", "cedar", "ash"};

COVARIATE(covariate_size, covariate.struct_size = 1)
COVARIATE(covariate_nameless, covariate.name = "")
COVARIATE(covariate_of_nothing, covariate.item.data = NULL)
COVARIATE(covariate_of_judges, covariate.judge = covariate.item; covariate.item.data = NULL)
COVARIATE(covariate_without_values, covariate.value.data = NULL)
COVARIATE(covariate_nan, covariate.value = double_column(with_nan))
COVARIATE(covariate_infinite, covariate.value = double_column(with_infinity))
COVARIATE(covariate_stranger, covariate.item = names_column(with_stranger))
COVARIATE(covariate_contradicts, covariate.item = names_column(with_repeat))

const bad_input bad_sets[] = {
    {"NULL set", null_set, DUEL_ERR_NULL, "set", -1},
    {"intern a covariate", intern_kind, DUEL_ERR_ARGUMENT, "kind", -1},
    {"intern an empty name", intern_empty, DUEL_ERR_NAME, "empty", 1},
    {"find an unknown name", find_unknown, DUEL_ERR_NAME, "\"yew\"", -1},
    {"find of kind 17", find_kind, DUEL_ERR_ARGUMENT, "17", -1},
    {"facts of a set, struct_size 4", info_size, DUEL_ERR_ARGUMENT, "struct_size is 4", -1},
    {"items of a set to nowhere", items_nowhere, DUEL_ERR_NULL, "out", -1},
    {"resample by 5", resample_by, DUEL_ERR_ARGUMENT, "5", -1},
    {"split by 0", split_by, DUEL_ERR_ARGUMENT, "0", -1},
    {"split into one fold", split_one, DUEL_ERR_ARGUMENT, "folds", -1},
    {"fold beyond folds", split_beyond, DUEL_ERR_ARGUMENT, "3", -1},
    {"filter with an id twice", filter_twice, DUEL_ERR_ARGUMENT, "1", -1},
    {"filter out of range", filter_range, DUEL_ERR_ARGUMENT, "3", -1},
    {"filter contexts", filter_kind, DUEL_ERR_ARGUMENT, "kind", -1},
    {"bytes one short", bytes_cut, DUEL_ERR_FORMAT, "", -1},
    {"bytes empty", bytes_empty, DUEL_ERR_FORMAT, "", -1},
    {"magic flipped", bytes_magic, DUEL_ERR_FORMAT, "", -1},
    {"middle flipped", bytes_middle, DUEL_ERR_FORMAT, "", -1},
    {"end flipped", bytes_end, DUEL_ERR_FORMAT, "", -1},
    {"bytes of a text file", bytes_text, DUEL_ERR_FORMAT, "", -1},
    {"bytes of a model", bytes_of_model, DUEL_ERR_FORMAT, "", -1},
    {"covariate struct_size 1", covariate_size, DUEL_ERR_ARGUMENT, "struct_size", -1},
    {"covariate without a name", covariate_nameless, DUEL_ERR_NAME, "empty", -1},
    {"covariate of nothing", covariate_of_nothing, DUEL_ERR_ARGUMENT, "", -1},
    {"covariate of judges alone", covariate_of_judges, DUEL_ERR_ARGUMENT, "judge", -1},
    {"covariate without values", covariate_without_values, DUEL_ERR_ARGUMENT, "value", -1},
    {"covariate NaN", covariate_nan, DUEL_ERR_DATA, "NaN", 2},
    {"covariate infinite", covariate_infinite, DUEL_ERR_DATA, "inf", 1},
    {"covariate of a stranger", covariate_stranger, DUEL_ERR_NAME, "\"yew\"", 3},
    {"covariate contradicts itself", covariate_contradicts, DUEL_ERR_DATA, "3.5", 3},
    {NULL, NULL, 0, NULL, 0},
};
