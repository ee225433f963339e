/* Bad input of nonparametric scores. */
#include "estimates.h"
#include "bad_input.h"
#include "gars_data.h"

#include <math.h>

enum { K = GARS_K, N = GARS_N, ROOM = 128 };
static double room[ROOM];
static const int32_t borda[] = {DUEL_FUNCTIONAL_BORDA};

/* Making an estimate with one option wrong: no handle is given. */
#define MAKE(name, change)                                            \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    duel_gars_options options = gars_options(borda, 1);               \
    duel_gars *gars = NULL;                                           \
    duel_status status;                                               \
    (void)set;                                                        \
    (void)model;                                                      \
    change;                                                           \
    status = duel_gars_new(&options, &gars);                          \
    CHECK(gars == NULL, "a failure gave a handle");                   \
    return status;                                                    \
  }

/* Another functional. */
static const int32_t *of(int32_t kind) {
  static int32_t kinds[1];
  kinds[0] = kind;
  return kinds;
}

#define KIND(kind) options.functionals = of(kind)

static const int32_t two[] = {2}, three[] = {3};
static const double alone[] = {0.0, 1.0, 0.0};
static const char *const twins[] = {"code", "code"};
static const int32_t ranking[] = {0, 1, 1};
static const double nan_weights[] = {NAN, 1.0};
static const double weights[] = {0.5, 1.0};
static const size_t all_same[4] = {0, 6, 2, 1};

MAKE(new_size, options.struct_size = 8)
MAKE(new_items, options.items = 1)
MAKE(new_categories, options.categories = 1)
MAKE(new_six, options.categories = 6)
MAKE(new_none, options.functional_count = 0)
MAKE(new_nothing, options.functionals = NULL)
MAKE(new_kind, KIND(12))
MAKE(new_baseline, KIND(DUEL_FUNCTIONAL_AGAINST); options.variants = three)
MAKE(new_no_field, KIND(DUEL_FUNCTIONAL_FIELD))
MAKE(new_field, KIND(DUEL_FUNCTIONAL_FIELD); options.field_weights = alone)
MAKE(new_threshold, KIND(DUEL_FUNCTIONAL_SHARE); options.threshold = 1.5)
MAKE(new_own, KIND(DUEL_FUNCTIONAL_OWN))
MAKE(new_groups, options.group_names = twins; options.group_count = 2)
MAKE(new_no_names, options.group_count = 2)
MAKE(new_variant, options.variants = two)
MAKE(new_pairs, options.pairs = 3)
MAKE(new_clusters, options.clusters = 3)
MAKE(new_floor, options.floor = 0.3)
MAKE(new_floor_nan, options.floor = NAN)
MAKE(new_one_side, options.first = weights)
MAKE(new_weights, options.first = nan_weights; options.second = weights)
MAKE(new_temperature, KIND(DUEL_FUNCTIONAL_COPELAND); options.temperature = -1.0)
MAKE(new_no_rankings, KIND(DUEL_FUNCTIONAL_KEMENY))
MAKE(new_ranking, KIND(DUEL_FUNCTIONAL_KEMENY); options.rankings = ranking; options.ranking_count = 1)
MAKE(new_row, KIND(DUEL_FUNCTIONAL_RANK_CENTRALITY); options.items = 2)
MAKE(new_restricted, KIND(DUEL_FUNCTIONAL_RESTRICTED); options.categories = 3)

static duel_gars *full(void) {
  duel_gars_options options = gars_options(borda, 1);
  duel_gars_contexts contexts = gars_contexts();
  duel_gars *gars = NULL;
  EXPECT(DUEL_OK, duel_gars_new(&options, &gars));
  EXPECT(DUEL_OK, duel_gars_add(gars, &contexts));
  return gars;
}

static double contexts_of(const duel_gars *gars) {
  duel_gars_facts info;
  memset(&info, 0, sizeof info);
  info.struct_size = sizeof info;
  EXPECT(DUEL_OK, duel_gars_info(gars, &info));
  return info.contexts;
}

/* Adding contexts with one thing wrong: what was there stays. */
#define ADD(name, change, call)                                       \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    duel_gars *gars = full();                                         \
    duel_gars_contexts contexts = gars_contexts();                    \
    duel_status status;                                               \
    (void)set;                                                        \
    (void)model;                                                      \
    change;                                                           \
    status = call;                                                    \
    CHECK(contexts_of(gars) == N, "a failure added contexts");        \
    duel_gars_free(gars);                                             \
    return status;                                                    \
  }

/* Changed copies of what is good. */
static const int32_t *changed(const int32_t *good, size_t at, int32_t value) {
  static int32_t copy[GARS_LABELS];
  memcpy(copy, good, sizeof copy);
  copy[at] = value;
  return copy;
}

static const double *changed_mu(size_t at, double value) {
  static double copy[GARS_CELLS];
  memcpy(copy, gars_mu, sizeof copy);
  copy[at] = value;
  return copy;
}

static const double *changed_propensity(double value) {
  static double copy[GARS_LABELS];
  memcpy(copy, gars_propensity, sizeof copy);
  copy[3] = value;
  return copy;
}

static int32_t fails(void *user, size_t first, size_t count, double *mu) {
  (void)user, (void)first, (void)count, (void)mu;
  return 42;
}

/* All but the probabilities of the third context. */
static int32_t forgets(void *user, size_t first, size_t count, double *mu) {
  size_t context;
  (void)user, (void)first;
  for (context = 0; context < count; context++)
    if (context != 2) memcpy(mu + context * GARS_CELLS, gars_mu, sizeof gars_mu);
  return 0;
}

#define PLAIN duel_gars_add(gars, &contexts)
#define WITHOUT_MU contexts.mu = NULL; contexts.mu_strides = NULL

ADD(add_size, contexts.struct_size = 0, PLAIN)
ADD(add_nothing, contexts.mu = NULL, PLAIN)
ADD(add_nowhere, (void)contexts, duel_gars_add(NULL, &contexts))
ADD(add_threads, contexts.threads = -1, PLAIN)
ADD(add_nan, contexts.mu = changed_mu(3, NAN), PLAIN)
ADD(add_negative, contexts.mu = changed_mu(3, -0.5), PLAIN)
ADD(add_sum, contexts.mu = changed_mu(3, 0.5), PLAIN)
ADD(add_propensity, contexts.propensity = double_column(changed_propensity(0.0)), PLAIN)
ADD(add_propensity_nan, contexts.propensity = double_column(changed_propensity(NAN)), PLAIN)
ADD(add_propensity_two, contexts.propensity = double_column(changed_propensity(2.0)), PLAIN)
ADD(add_propensity_tiny, contexts.propensity = double_column(changed_propensity(1e-200)), PLAIN)
ADD(add_no_propensity, contexts.propensity.data = NULL, PLAIN)
ADD(add_propensity_int, contexts.propensity = int_column(gars_context), PLAIN)
ADD(add_context, contexts.context = int_column(changed(gars_context, 6, N)), PLAIN)
ADD(add_context_negative, contexts.context = int_column(changed(gars_context, 1, -1)), PLAIN)
ADD(add_real_context, contexts.context = double_column(gars_propensity), PLAIN)
ADD(add_item, contexts.first = int_column(changed(gars_first, 2, K)), PLAIN)
ADD(add_itself, contexts.second = int_column(changed(gars_second, 4, 0)), PLAIN)
ADD(add_category, contexts.category = int_column(changed(gars_category, 5, 2)), PLAIN)
ADD(add_twice, contexts.context = int_column(changed(gars_context, 6, 2)), PLAIN)
ADD(add_endless, contexts.length = (size_t)1 << 60; contexts.mu_strides = all_same, PLAIN)
ADD(add_clusters, contexts.cluster = int_column(gars_context), PLAIN)
ADD(run_mu, (void)contexts, duel_gars_run(gars, &contexts, fails, NULL))
ADD(run_nothing, WITHOUT_MU, duel_gars_run(gars, &contexts, NULL, NULL))
ADD(run_fails, WITHOUT_MU, duel_gars_run(gars, &contexts, fails, NULL))
ADD(run_forgets, WITHOUT_MU, duel_gars_run(gars, &contexts, forgets, NULL))
ADD(merge_itself, (void)contexts, duel_gars_merge(gars, gars))
ADD(merge_nothing, (void)contexts, duel_gars_merge(gars, NULL))
ADD(psi_short, (void)contexts, duel_gars_psi(gars, &contexts, room, N * K - 1, NULL, 0))
ADD(psi_plugin_short, (void)contexts, duel_gars_psi(gars, &contexts, room, ROOM, room, N * K - 1))
ADD(weights_functional, (void)contexts, duel_gars_weights(gars, 1, &contexts, NULL, room, ROOM))
ADD(weights_short, (void)contexts, duel_gars_weights(gars, 0, &contexts, NULL, room, N * K * K - 1))
ADD(weights_q, (void)contexts, duel_gars_weights(gars, 0, &contexts, changed_mu(4, NAN), room, ROOM))

static duel_status merge_other(duel_set *set, const duel_model *model) {
  duel_gars_options options = gars_options(borda, 1);
  duel_gars *gars = full(), *other = NULL;
  duel_status status;
  (void)set;
  (void)model;
  options.floor = 0.02;
  EXPECT(DUEL_OK, duel_gars_new(&options, &other));
  status = duel_gars_merge(gars, other);
  duel_gars_free(gars);
  duel_gars_free(other);
  return status;
}

static duel_status load_damaged(duel_set *set, const duel_model *model) {
  unsigned char bytes[4096];
  size_t length = 0;
  duel_gars *gars = full(), *loaded = NULL;
  duel_status status;
  (void)set;
  (void)model;
  EXPECT(DUEL_OK, duel_gars_save(gars, bytes, sizeof bytes, &length));
  bytes[100] ^= 1;
  status = duel_gars_load(bytes, length, &loaded);
  CHECK(loaded == NULL, "a failure gave a handle");
  duel_gars_free(gars);
  return status;
}

static duel_status load_short(duel_set *set, const duel_model *model) {
  static const unsigned char bytes[12];
  duel_gars *loaded = NULL;
  (void)set;
  (void)model;
  return duel_gars_load(bytes, sizeof bytes, &loaded);
}

/* Every label with the smaller item first, and enough of them that this is no chance. */
static duel_status one_order(duel_set *set, const duel_model *model) {
  enum { MANY = 16 };
  int32_t context[MANY], first[MANY], second[MANY], category[MANY];
  double propensity[MANY];
  duel_gars_options options = gars_options(borda, 1);
  duel_gars_contexts contexts = gars_contexts();
  duel_gars *gars = NULL;
  duel_status status;
  int at;
  (void)set;
  (void)model;
  for (at = 0; at < MANY; at++) {
    context[at] = at;
    first[at] = at % 2;
    second[at] = 2;
    category[at] = 0;
    propensity[at] = 0.5;
  }
  contexts.length = contexts.labels = MANY;
  contexts.context = int_column(context);
  contexts.first = int_column(first);
  contexts.second = int_column(second);
  contexts.category = int_column(category);
  contexts.propensity = double_column(propensity);
  EXPECT(DUEL_OK, duel_gars_new(&options, &gars));
  EXPECT(DUEL_OK, duel_gars_add(gars, &contexts));
  room[0] = 4711.0;
  status = gars_values(gars, 0, DUEL_ESTIMATOR_DEBIASED, NULL, room, ROOM);
  CHECK(room[0] == 4711.0, "a failure wrote %g", room[0]);
  duel_gars_free(gars);
  return status;
}

/* A question with one argument wrong: the output is left alone. */
#define ASK(name, call)                                               \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    duel_gars *gars = full();                                         \
    duel_inference_options options;                                   \
    duel_status status;                                               \
    (void)set;                                                        \
    (void)model;                                                      \
    memset(&options, 0, sizeof options);                              \
    options.struct_size = sizeof options;                             \
    room[0] = 4711.0;                                                 \
    status = call;                                                    \
    CHECK(room[0] == 4711.0, "a failure wrote %g", room[0]);          \
    duel_gars_free(gars);                                             \
    return status;                                                    \
  }

ASK(estimates_functional, gars_values(gars, 1, 0, NULL, room, ROOM))
ASK(estimates_minus, gars_values(gars, -2, 0, NULL, room, ROOM))
ASK(estimates_which, gars_values(gars, 0, 2, NULL, room, ROOM))
ASK(estimates_level, (options.level = 2.0, gars_values(gars, 0, 0, &options, room, ROOM)))
ASK(estimates_unit, (options.unit = 2.0, gars_values(gars, 0, 0, &options, room, ROOM)))
ASK(estimates_cr2, (options.correction = 2, gars_values(gars, 0, 0, &options, room, ROOM)))
ASK(covariance_short, gars_covariance(gars, 0, 0, NULL, room, 8))
ASK(contrasts_nan, gars_contrasts(gars, 0, 0, NULL, changed_mu(1, NAN), 1, room, ROOM, NULL, 0))
ASK(contrasts_nothing, gars_contrasts(gars, 0, 0, NULL, NULL, 1, room, ROOM, NULL, 0))
ASK(differences_family, gars_pairs(gars, 0, 0, 2, 0, NULL, room, ROOM))
ASK(differences_reference,
    (options.reference_item = K,
     gars_pairs(gars, 0, 0, DUEL_FAMILY_TO_REFERENCE, 0, &options, room, ROOM)))
static duel_wald_facts wald = {sizeof wald, 0.0, 0.0, 0.0}, wald_small;

ASK(ellipsoid_nothing, duel_gars_ellipsoid(gars, 0, 0, NULL, NULL, &wald))
ASK(ellipsoid_short, duel_gars_ellipsoid(gars, 0, 0, gars_mu, NULL, &wald_small))
ASK(equality_same, duel_gars_equality(gars, 0, 0, NULL, &wald))
ASK(model_mu_items, duel_gars_model_mu(gars, model, -1, -1, NULL, room, ROOM))
ASK(model_mu_short, duel_gars_model_mu(gars, model, -1, -1, NULL, room, GARS_CELLS - 1))
ASK(model_mu_judge, duel_gars_model_mu(gars, model, 99, -1, NULL, room, ROOM))
ASK(pairs_nowhere, duel_gars_pairs(gars, NULL))
ASK(values_nowhere, duel_gars_values(gars, 0, NULL))
ASK(influence_nan, duel_influence_equality(2, 1, changed_mu(1, NAN), gars_mu, NULL, 0, NULL, &wald))
ASK(influence_none, duel_influence_equality(0, 1, gars_mu, gars_mu, NULL, 0, NULL, &wald))

const bad_input bad_gars[] = {
    {"gars options struct_size 8", new_size, DUEL_ERR_ARGUMENT, "struct_size is 8", -1},
    {"scores of one item", new_items, DUEL_ERR_ARGUMENT, "items is 1", -1},
    {"one category", new_categories, DUEL_ERR_ARGUMENT, "categories is 1", -1},
    {"six categories without weights", new_six, DUEL_ERR_ARGUMENT, "categories is 6", -1},
    {"no functional", new_none, DUEL_ERR_ARGUMENT, "there is none", -1},
    {"functionals NULL", new_nothing, DUEL_ERR_NULL, "functionals", -1},
    {"functional 12", new_kind, DUEL_ERR_ARGUMENT, "functionals[0] is 12", -1},
    {"baseline 3 of 3", new_baseline, DUEL_ERR_ARGUMENT, "the baseline is item 3, but there are 3 items", -1},
    {"no field", new_no_field, DUEL_ERR_NULL, "field_weights is NULL", -1},
    {"a field of one", new_field, DUEL_ERR_ARGUMENT, "the field needs two items of positive weight", -1},
    {"threshold 1.5", new_threshold, DUEL_ERR_ARGUMENT, "threshold is 1.5", -1},
    {"own score without values", new_own, DUEL_ERR_ARGUMENT, "has no values", -1},
    {"groups of one name", new_groups, DUEL_ERR_ARGUMENT, "group_names[1] is 'code', as is another", -1},
    {"groups without names", new_no_names, DUEL_ERR_NULL, "group_names", -1},
    {"Borda variant 2", new_variant, DUEL_ERR_ARGUMENT, "variants[0] is 2", -1},
    {"pairs 3", new_pairs, DUEL_ERR_ARGUMENT, "pairs is 3", -1},
    {"clusters 3", new_clusters, DUEL_ERR_ARGUMENT, "clusters is 3", -1},
    {"floor 0.3 of two", new_floor, DUEL_ERR_ARGUMENT, "floor is 0.3", -1},
    {"floor NaN", new_floor_nan, DUEL_ERR_ARGUMENT, "floor is NaN", -1},
    {"weights of one side", new_one_side, DUEL_ERR_NULL, "together", -1},
    {"weight NaN", new_weights, DUEL_ERR_ARGUMENT, "first[0] is NaN", -1},
    {"temperature -1", new_temperature, DUEL_ERR_ARGUMENT, "temperature is -1", -1},
    {"no rankings", new_no_rankings, DUEL_ERR_ARGUMENT, "no rankings", -1},
    {"a ranking with an item twice", new_ranking, DUEL_ERR_DATA, "item 1 twice", 0},
    {"two items by rows", new_row, DUEL_ERR_UNSUPPORTED, "constant for 2 items", -1},
    {"restricted with ties", new_restricted, DUEL_ERR_UNSUPPORTED, "two categories", -1},
    {"contexts struct_size 0", add_size, DUEL_ERR_ARGUMENT, "struct_size is 0", -1},
    {"no probabilities", add_nothing, DUEL_ERR_NULL, "mu", -1},
    {"contexts nowhere", add_nowhere, DUEL_ERR_NULL, "gars", -1},
    {"contexts on -1 threads", add_threads, DUEL_ERR_ARGUMENT, "threads is -1", -1},
    {"probability NaN", add_nan, DUEL_ERR_DATA, "pair (0, 1) has probability NaN", 0},
    {"probability -0.5", add_negative, DUEL_ERR_DATA, "pair (0, 1) has probability -0.5", 0},
    {"probabilities of 1.2", add_sum, DUEL_ERR_DATA, "pair (0, 1) sum to 1.2", 0},
    {"propensity 0 where labelled", add_propensity, DUEL_ERR_DATA, "propensity is 0", 3},
    {"propensity NaN", add_propensity_nan, DUEL_ERR_DATA, "propensity is NaN", 3},
    {"propensity 1e-200", add_propensity_tiny, DUEL_ERR_DATA, "propensity of a label too small", 2},
    {"propensity 2", add_propensity_two, DUEL_ERR_DATA, "propensity is 2", 3},
    {"no propensities", add_no_propensity, DUEL_ERR_NULL, "propensity is absent", -1},
    {"whole propensities", add_propensity_int, DUEL_ERR_ARGUMENT, "doubles", -1},
    {"a label of context 4 of 4", add_context, DUEL_ERR_DATA, "context is 4", 6},
    {"a label of context -1", add_context_negative, DUEL_ERR_DATA, "context is -1", 1},
    {"contexts that are reals", add_real_context, DUEL_ERR_ARGUMENT, "integers", -1},
    {"a label of item 3 of 3", add_item, DUEL_ERR_DATA, "first is 3", 2},
    {"an item against itself", add_itself, DUEL_ERR_DATA, "item 0", 4},
    {"category 2 of 2", add_category, DUEL_ERR_DATA, "category is 2", 5},
    {"2^60 contexts", add_endless, DUEL_ERR_MEMORY, "1152921504606846976 contexts", -1},
    {"a pair labelled twice", add_twice, DUEL_ERR_DATA, "labelled before", 6},
    {"clusters of independent contexts", add_clusters, DUEL_ERR_ARGUMENT, "independent", -1},
    {"probabilities and a function", run_mu, DUEL_ERR_ARGUMENT, "mu is given", -1},
    {"no function", run_nothing, DUEL_ERR_NULL, "mu", -1},
    {"a function that fails", run_fails, DUEL_ERR_DATA, "returned 42", 0},
    {"a function that forgets", run_forgets, DUEL_ERR_DATA, "NaN", 2},
    {"merged with itself", merge_itself, DUEL_ERR_ARGUMENT, "itself", -1},
    {"merged with nothing", merge_nothing, DUEL_ERR_NULL, "other", -1},
    {"merged with another", merge_other, DUEL_ERR_ARGUMENT, "something else", -1},
    {"room for 11 of psi", psi_short, DUEL_ERR_SIZE, "11", -1},
    {"room for 11 of the plug-in", psi_plugin_short, DUEL_ERR_SIZE, "plugin", -1},
    {"weights of functional 1", weights_functional, DUEL_ERR_ARGUMENT, "functional is 1", -1},
    {"room for 35 weights", weights_short, DUEL_ERR_SIZE, "35", -1},
    {"Q with NaN", weights_q, DUEL_ERR_ARGUMENT, "q: element 4", -1},
    {"damaged scores", load_damaged, DUEL_ERR_FORMAT, "checksum", -1},
    {"twelve bytes of scores", load_short, DUEL_ERR_FORMAT, "12 bytes", -1},
    {"labels in one order", one_order, DUEL_ERR_UNSUPPORTED, "one order", -1},
    {"estimates of functional 1", estimates_functional, DUEL_ERR_ARGUMENT, "functional is 1", -1},
    {"estimates of functional -2", estimates_minus, DUEL_ERR_ARGUMENT, "functional is -2", -1},
    {"estimate 2", estimates_which, DUEL_ERR_ARGUMENT, "estimator is 2", -1},
    {"scores at level 2", estimates_level, DUEL_ERR_ARGUMENT, "level", -1},
    {"scores in unit 2", estimates_unit, DUEL_ERR_UNSUPPORTED, "unit", -1},
    {"scores with CR2", estimates_cr2, DUEL_ERR_UNSUPPORTED, "CR1", -1},
    {"room for 8 covariances", covariance_short, DUEL_ERR_SIZE, "8", -1},
    {"a contrast of NaN", contrasts_nan, DUEL_ERR_ARGUMENT, "weights[1] is NaN", -1},
    {"a contrast of nothing", contrasts_nothing, DUEL_ERR_NULL, "weights", -1},
    {"differences of family 2", differences_family, DUEL_ERR_ARGUMENT, "family is 2", -1},
    {"differences from item 3", differences_reference, DUEL_ERR_UNSUPPORTED, "reference_item is not read by duel_gars_estimate", -1},
    {"an ellipsoid about nothing", ellipsoid_nothing, DUEL_ERR_NULL, "null", -1},
    {"an ellipsoid, struct_size 0", ellipsoid_short, DUEL_ERR_ARGUMENT, "struct_size", -1},
    {"a functional and itself", equality_same, DUEL_ERR_ARGUMENT, "not two", -1},
    {"a model of other items", model_mu_items, DUEL_ERR_ARGUMENT, "4 items, not 3", -1},
    {"room for 17 of a model", model_mu_short, DUEL_ERR_SIZE, "17", -1},
    {"judge 99", model_mu_judge, DUEL_ERR_ARGUMENT, "judge is 99", -1},
    {"pairs to nowhere", pairs_nowhere, DUEL_ERR_NULL, "out", -1},
    {"the number of values nowhere", values_nowhere, DUEL_ERR_NULL, "values", -1},
    {"influence of NaN", influence_nan, DUEL_ERR_DATA, "NaN", 1},
    {"influence of nothing", influence_none, DUEL_ERR_DATA, "no contexts", -1},
    {NULL, NULL, 0, NULL, 0},
};
