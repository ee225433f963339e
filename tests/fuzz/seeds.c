/* Writes the inputs that the targets begin with: seeds FOLDER. They are committed under tests/fuzz/corpus. */
#include <duel.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *folder;

static void must(duel_status status) {
  if (status == DUEL_OK) return;
  fprintf(stderr, "%s: %s\n", duel_status_name(status), duel_last_error());
  exit(2);
}

static void put(const char *name, const void *bytes, size_t length) {
  char path[4096];
  FILE *file;
  snprintf(path, sizeof path, "%s/saved/%s", folder, name);
  file = fopen(path, "wb");
  if (!file || fwrite(bytes, 1, length, file) != length || fclose(file)) {
    perror(path);
    exit(2);
  }
}

#define SAVE(kind, object, name)                                      \
  do {                                                                \
    size_t length = 0;                                                \
    void *bytes;                                                      \
    must(duel_##kind##_save(object, NULL, 0, &length));               \
    if (!(bytes = malloc(length ? length : 1))) exit(2);              \
    must(duel_##kind##_save(object, bytes, length, &length));         \
    put(name, bytes, length);                                         \
    free(bytes);                                                      \
  } while (0)

#define ZERO(type, name)         \
  type name;                     \
  memset(&name, 0, sizeof name); \
  name.struct_size = sizeof name

enum { ITEMS = 5, JUDGES = 3, ROWS = 120 };

static int32_t left[ROWS], right[ROWS], judge[ROWS], context[ROWS];
static double score[ROWS], weight[ROWS], size[ITEMS];

static duel_column column(const void *data, int32_t type) {
  duel_column out;
  memset(&out, 0, sizeof out);
  out.data = data;
  out.type = type;
  return out;
}

static duel_set *votes(int named, int weighted) {
  static const char *const items[] = {"one", "two", "three", "four", "five"};
  static const char *const judges[] = {"a", "b", "c"};
  const char *names[3][ROWS];
  duel_set *set = NULL;
  int k;
  ZERO(duel_rows, rows);
  ZERO(duel_covariate, covariate);
  for (k = 0; k < ROWS; k++) {
    left[k] = k % ITEMS;
    right[k] = (k + 1 + k / ITEMS % (ITEMS - 1)) % ITEMS;
    judge[k] = k / 7 % JUDGES;
    context[k] = k / 2;
    score[k] = k * k % 11 < 3 ? 0.5 : (k * 7 % 10 < 6) == (left[k] < right[k]) ? 1.0 : 0.0;
    weight[k] = 0.5 + k % 3;
    names[0][k] = items[left[k]], names[1][k] = items[right[k]], names[2][k] = judges[judge[k]];
  }
  for (k = 0; k < ITEMS; k++) size[k] = k * k % 4;
  must(duel_set_new(&set));
  rows.length = ROWS;
  rows.left = column(left, DUEL_TYPE_I32);
  rows.right = column(right, DUEL_TYPE_I32);
  rows.judge = column(judge, DUEL_TYPE_I32);
  if (named) {
    rows.left = column(names[0], DUEL_TYPE_TEXT);
    rows.right = column(names[1], DUEL_TYPE_TEXT);
    rows.judge = column(names[2], DUEL_TYPE_TEXT);
  }
  rows.context = column(context, DUEL_TYPE_I32);
  rows.score = column(score, DUEL_TYPE_F64);
  if (weighted) rows.weight = column(weight, DUEL_TYPE_F64), rows.importance = 1;
  must(duel_set_append(set, &rows));
  covariate.name = "size";
  covariate.length = ITEMS;
  covariate.item = named ? column(items, DUEL_TYPE_TEXT) : column(left, DUEL_TYPE_I32);
  covariate.value = column(size, DUEL_TYPE_F64);
  must(duel_set_covariate(set, &covariate));
  return set;
}

static void model(const duel_set *set, const char *name, const duel_model_options *how) {
  duel_model *out = NULL;
  must(duel_model_fit(set, how, &out));
  SAVE(model, out, name);
  duel_model_free(out);
}

static void models(const duel_set *set) {
  static const char *const covariates[] = {"size"};
  ZERO(duel_model_options, plain);
  duel_model_options how;
  plain.accept = DUEL_FIT_ANY;
  plain.ridge = 0.5;
  model(set, "model", &plain);
  how = plain;
  how.tie_model = DUEL_MODEL_DAVIDSON;
  how.covariates = covariates;
  how.covariate_count = 1;
  model(set, "model-davidson", &how);
  how = plain;
  how.strength = DUEL_STRENGTH_SENSITIVITY;
  how.position = DUEL_POSITION_BY_JUDGE;
  model(set, "model-sensitivity", &how);
  how = plain;
  how.strength = DUEL_STRENGTH_DISAGREEMENT;
  how.rank = 1;
  how.tie_model = DUEL_MODEL_RAO_KUPPER;
  how.threshold = DUEL_THRESHOLD_FACTORED;
  how.tie_factors = 2;
  how.tie_ridge = 1.0;
  model(set, "model-disagreement", &how);
  how = plain;
  how.spread = DUEL_SPREAD_FACTORS;
  how.spread_factors = 1;
  how.spread_ridge = 1.0;
  model(set, "model-spread", &how);
}

static void scores(void) {
  static const int32_t functionals[] = {DUEL_FUNCTIONAL_BORDA, DUEL_FUNCTIONAL_BRADLEY_TERRY, DUEL_FUNCTIONAL_COPELAND};
  static double mu[ROWS * 9 * 2];
  static uint64_t cluster[ROWS];
  double third[ROWS];
  int32_t first[ROWS], second[ROWS], category[ROWS], own[ROWS];
  duel_gars *gars = NULL;
  int k;
  ZERO(duel_gars_options, what);
  ZERO(duel_gars_contexts, given);
  for (k = 0; k < ROWS; k++) {
    own[k] = k;
    third[k] = 1.0 / 3.0;
    first[k] = k % 3;
    second[k] = (k + 1 + k / 3 % 2) % 3;
    category[k] = k * k % 7 % 2;
    cluster[k] = (uint64_t)k / 5;
  }
  for (k = 0; k < ROWS * 18; k++) mu[k] = 0.5;
  what.items = 3;
  what.categories = 2;
  what.functionals = functionals;
  what.functional_count = 3;
  what.clusters = DUEL_CLUSTERS_KEYED;
  must(duel_gars_new(&what, &gars));
  given.length = ROWS;
  given.labels = ROWS;
  given.mu = mu;
  given.context = column(own, DUEL_TYPE_I32);
  given.first = column(first, DUEL_TYPE_I32);
  given.second = column(second, DUEL_TYPE_I32);
  given.category = column(category, DUEL_TYPE_I32);
  given.propensity = column(third, DUEL_TYPE_F64);
  given.cluster = column(cluster, DUEL_TYPE_U64);
  must(duel_gars_add(gars, &given));
  SAVE(gars, gars, "scores");
  duel_gars_free(gars);
}

static void monitors(const duel_set *set) {
  duel_monitor *monitor = NULL;
  duel_model *fitted = NULL;
  duel_estimate *estimate = NULL;
  ZERO(duel_monitor_options, how);
  ZERO(duel_model_options, fit);
  ZERO(duel_inference_options, options);
  must(duel_monitor_new(&how, &monitor));
  SAVE(monitor, monitor, "monitor-new");
  must(duel_model_fit(set, &fit, &fitted));
  must(duel_model_estimate(fitted, DUEL_QUANTITY_SCORES, &options, &estimate));
  must(duel_monitor_look(monitor, estimate, NULL));
  SAVE(monitor, monitor, "monitor");
  duel_estimate_free(estimate);
  duel_model_free(fitted);
  duel_monitor_free(monitor);
}

int main(int argc, char **argv) {
  duel_set *named = votes(1, 0), *weighted = votes(0, 1), *empty = NULL;
  if (argc != 2) return 2;
  folder = argv[1];
  must(duel_set_new(&empty));
  SAVE(set, named, "set");
  SAVE(set, weighted, "set-weighted");
  SAVE(set, empty, "set-empty");
  models(named);
  scores();
  monitors(named);
  duel_set_free(named);
  duel_set_free(weighted);
  duel_set_free(empty);
  return 0;
}
