/* The life of a set and of a model from new to free, with the errors on the way: every path that
 * allocates is walked, so that valgrind can tell whether it frees. */
#include "check.h"
#include "data.h"

#include <math.h>

static void *copy_of(const void *bytes, size_t length) {
  void *copy = malloc(length ? length : 1);
  if (copy) memcpy(copy, bytes, length);
  return copy;
}

/* ---- sets ------------------------------------------------------------------------------------ */

static void read_set(const duel_set *set) {
  int32_t what;
  size_t id;
  CHECK(duel_set_count(set, DUEL_ITEM) == SMALL_ITEMS, "items");
  CHECK(duel_set_count(set, DUEL_JUDGE) == SMALL_JUDGES, "judges");
  CHECK(duel_set_count(set, DUEL_CONTEXT) == SMALL_CONTEXTS, "contexts");
  CHECK(duel_set_count(set, DUEL_CELL) == SMALL_ROWS, "cells");
  CHECK(duel_set_count(set, 99) == 0 && duel_set_count(NULL, DUEL_ITEM) == 0, "no kind, no set");
  EXPECT(DUEL_OK, duel_set_find(set, DUEL_ITEM, small_items[3], &id));
  CHECK(strcmp(duel_set_name(set, DUEL_ITEM, id), small_items[3]) == 0, "name of the found id");
  CHECK(duel_set_name(set, DUEL_ITEM, 4) == NULL, "out of range");
  id = 77;
  EXPECT(DUEL_ERR_NAME, duel_set_find(set, DUEL_ITEM, "yew", &id));
  CHECK(id == 77, "output changed on failure");
  for (what = DUEL_SET_TOTALS; what <= DUEL_SET_CELLS; what++) {
    size_t rows = 0, columns = 0, i;
    double *values;
    EXPECT(DUEL_OK, duel_set_shape(set, what, &rows, &columns));
    values = (double *)calloc(rows * columns + 1, sizeof *values);
    if (!values) continue;
    values[rows * columns] = 4711.0;
    EXPECT(DUEL_OK, duel_set_get(set, what, values, rows * columns));
    for (i = 0; i < rows * columns; i++) CHECK(!isinf(values[i]), "quantity %d", (int)what);
    CHECK(values[rows * columns] == 4711.0, "quantity %d wrote too much", (int)what);
    if (rows * columns > 0) {
      EXPECT(DUEL_ERR_SIZE, duel_set_get(set, what, values, rows * columns - 1));
    }
    if (what == DUEL_SET_TOTALS) CHECK(values[0] == SMALL_ROWS, "%g comparisons", values[0]);
    free(values);
  }
}

static void save_and_load(const duel_set *set) {
  size_t length = 0, again = 0, i;
  unsigned char *bytes = bytes_of(set, &length), *second;
  duel_set *loaded = NULL;
  CHECK(bytes != NULL && length > 0, "save");
  if (!bytes) return;
  EXPECT(DUEL_OK, duel_set_load(bytes, length, &loaded));
  second = bytes_of(loaded, &again);
  CHECK(second && again == length && memcmp(bytes, second, length) == 0, "load and save again");
  free(second);
  duel_set_free(loaded);
  loaded = NULL;

  EXPECT(DUEL_ERR_SIZE, duel_set_save(set, bytes, length - 1, &again));
  CHECK(again == length, "a short buffer learns the length");
  /* A block of exactly the length, so that valgrind sees a byte read beyond it. */
  for (i = 0; i < length; i += 1 + length / 97) {
    unsigned char *damaged = (unsigned char *)copy_of(bytes, i);
    EXPECT(DUEL_ERR_FORMAT, duel_set_load(damaged, i, &loaded));
    free(damaged);
    damaged = (unsigned char *)copy_of(bytes, length);
    damaged[i] ^= (unsigned char)(1u << i % 8);
    EXPECT(DUEL_ERR_FORMAT, duel_set_load(damaged, length, &loaded));
    free(damaged);
  }
  CHECK(loaded == NULL, "a damaged set was made");
  free(bytes);
}

static void change_set(duel_set *set) {
  static const char *const more[] = {"elm", "fir"};
  static const char *const bad_utf8[] = {"gum", "\xFF"};
  static const char *const left[] = {"elm", "ash"}, *const right[] = {"ash", "ash"};
  static const double score[] = {1.0, 1.0};
  static const double lengths[] = {1.0, 2.0, 3.0, 4.0, -1.0, 0.5};
  duel_rows rows = empty_rows(2);
  duel_covariate covariate;
  duel_set *other = NULL, *parts[2] = {NULL, NULL};
  size_t ids[] = {0, 1};

  EXPECT(DUEL_OK, duel_set_copy(set, &other));
  EXPECT(DUEL_OK, duel_set_intern(other, DUEL_ITEM, more, 2));
  EXPECT(DUEL_ERR_NAME, duel_set_intern(other, DUEL_ITEM, bad_utf8, 2));
  CHECK(duel_set_count(other, DUEL_ITEM) == SMALL_ITEMS + 2, "all names or none");
  CHECK(duel_set_count(set, DUEL_ITEM) == SMALL_ITEMS, "a copy is another set");

  rows.left = names_column(left);
  rows.right = names_column(right);
  rows.score = double_column(score);
  EXPECT(DUEL_ERR_DATA, duel_set_append(other, &rows));
  CHECK(duel_last_error_row() == 1, "row %ld", (long)duel_last_error_row());
  rows.length = 1;
  EXPECT(DUEL_OK, duel_set_append(other, &rows));

  memset(&covariate, 0, sizeof covariate);
  covariate.struct_size = sizeof covariate;
  covariate.length = SMALL_CONTEXTS;
  covariate.name = "length";
  covariate.context = names_column(small_contexts);
  covariate.value = double_column(lengths);
  EXPECT(DUEL_OK, duel_set_covariate(other, &covariate));
  covariate.value = double_column(lengths + 1);
  covariate.length = 2;
  EXPECT(DUEL_ERR_DATA, duel_set_covariate(other, &covariate));
  CHECK(duel_set_count(other, DUEL_COVARIATE) == 1, "covariates");

  EXPECT(DUEL_OK, duel_set_merge(other, set));
  save_and_load(other);
  EXPECT(DUEL_OK, duel_set_resample(other, DUEL_BY_CONTEXT, 7, &parts[0]));
  duel_set_free(parts[0]);
  EXPECT(DUEL_OK, duel_set_split(other, DUEL_BY_ROW, 5, 0, 7, &parts[0], &parts[1]));
  duel_set_free(parts[0]);
  duel_set_free(parts[1]);
  EXPECT(DUEL_ERR_ARGUMENT, duel_set_split(other, DUEL_BY_ROW, 5, 5, 7, &parts[0], &parts[1]));
  EXPECT(DUEL_OK, duel_set_filter(other, DUEL_JUDGE, ids, 2, &parts[0]));
  CHECK(duel_set_count(parts[0], DUEL_JUDGE) == 2, "filtered");
  duel_set_free(parts[0]);
  ids[1] = 0;
  EXPECT(DUEL_ERR_ARGUMENT, duel_set_filter(other, DUEL_JUDGE, ids, 2, &parts[0]));
  duel_set_free(other);
}

/* ---- models ---------------------------------------------------------------------------------- */

static void infer(const duel_model *model, int32_t what) {
  duel_inference_options options = inference_defaults();
  size_t rows = 0, columns = 0, n;
  double *out, *covariance;
  duel_status status = duel_model_shape(model, what, &rows, &columns);
  if (status == DUEL_ERR_UNSUPPORTED) {
    double none = 5.0;
    EXPECT(DUEL_ERR_UNSUPPORTED, duel_model_get(model, what, &none, 1));
    EXPECT(DUEL_ERR_UNSUPPORTED, duel_estimates(model, what, NULL, &none, 1));
    CHECK(none == 5.0, "output changed on failure");
    return;
  }
  EXPECT(DUEL_OK, status);
  n = rows * columns;
  out = (double *)malloc((4 * n + 1) * sizeof *out);
  covariance = (double *)malloc((n * n + 1) * sizeof *covariance);
  if (!out || !covariance) exit(2);
  out[4 * n] = covariance[n * n] = 4711.0;
  EXPECT(DUEL_OK, duel_model_get(model, what, out, n));
  EXPECT(DUEL_ERR_SIZE, duel_estimates(model, what, NULL, out, 4 * n - 1));
  for (options.intervals = DUEL_MARGINAL; options.intervals <= DUEL_SIMULTANEOUS;
       options.intervals++) {
    EXPECT(DUEL_OK, duel_estimates(model, what, &options, out, 4 * n));
  }
  EXPECT(DUEL_OK, duel_covariance(model, what, NULL, covariance, n * n));
  CHECK(out[4 * n] == 4711.0 && covariance[n * n] == 4711.0, "quantity %d: overrun", (int)what);
  free(out);
  free(covariance);
}

static void read_model(const duel_model *model) {
  static const double difference[] = {1.0, -1.0, 0.0, 0.0};
  static const char *const left[] = {"ash"}, *const right[] = {"birch"}, *const who[] = {"yew"};
  double out[12], ranks[3 * SMALL_ITEMS], variance, likelihood, comparisons;
  duel_rows rows = empty_rows(1);
  duel_info info;
  size_t i;
  int32_t what;
  memset(&info, 0, sizeof info);
  info.struct_size = sizeof info;
  EXPECT(DUEL_OK, duel_model_info(model, &info));
  CHECK(info.items == SMALL_ITEMS && info.judges == SMALL_JUDGES, "info");
  CHECK(info.log_likelihood < 0.0 && fabs(info.gradient) < 1e-6, "info");
  for (what = DUEL_SCORES; what <= DUEL_STRENGTHS; what++) infer(model, what);
  for (i = 0; i < duel_model_warning_count(model); i++) {
    CHECK(strlen(duel_model_warning(model, i)) > 10, "warning %lu", (unsigned long)i);
  }
  CHECK(duel_model_warning(model, i) == NULL, "a warning too many");
  EXPECT(DUEL_OK, duel_contrasts(model, DUEL_SCORES, NULL, difference, 1, out, 4, &variance, 1));
  CHECK(fabs(out[1] * out[1] - variance) < 1e-12, "error and variance of a contrast");
  EXPECT(DUEL_OK, duel_ranks(model, NULL, ranks, 3 * SMALL_ITEMS));
  rows.left = names_column(left);
  rows.right = names_column(right);
  EXPECT(DUEL_OK, duel_probabilities(model, &rows, NULL, out, 12));
  CHECK(fabs(out[0] + out[4] + out[8] - 1.0) < 1e-12, "probabilities sum to %g",
        out[0] + out[4] + out[8]);
  rows.left = names_column(who);
  EXPECT(DUEL_ERR_NAME, duel_probabilities(model, &rows, NULL, out, 12));
  EXPECT(DUEL_OK, duel_log_likelihood(model, duel_model_set(model), &likelihood, &comparisons));
  CHECK(fabs(likelihood - info.log_likelihood) < 1e-8 * SMALL_ROWS, "%.9g, not %.9g", likelihood,
        info.log_likelihood);
}

static void save_model(const duel_model *model) {
  size_t length = 0, i;
  double before[4 * SMALL_ITEMS], after[4 * SMALL_ITEMS];
  unsigned char *bytes;
  duel_model *loaded = NULL;
  EXPECT(DUEL_OK, duel_model_save(model, NULL, 0, &length));
  bytes = (unsigned char *)malloc(length);
  if (!bytes) exit(2);
  EXPECT(DUEL_OK, duel_model_save(model, bytes, length, &length));
  EXPECT(DUEL_OK, duel_model_load(bytes, length, &loaded));
  EXPECT(DUEL_OK, duel_estimates(model, DUEL_SCORES, NULL, before, 4 * SMALL_ITEMS));
  EXPECT(DUEL_OK, duel_estimates(loaded, DUEL_SCORES, NULL, after, 4 * SMALL_ITEMS));
  /* Items of a loaded model may stand in another order: names decide. */
  for (i = 0; i < SMALL_ITEMS; i++) {
    size_t id = 99;
    EXPECT(DUEL_OK, duel_set_find(duel_model_set(loaded), DUEL_ITEM, small_items[i], &id));
    if (id < SMALL_ITEMS) {
      CHECK(memcmp(before + 4 * i, after + 4 * id, 4 * sizeof *before) == 0, "%s: %g, then %g",
            small_items[i], before[4 * i], after[4 * id]);
    }
  }
  duel_model_free(loaded);
  loaded = NULL;
  for (i = 0; i < length; i += 1 + length / 61) {
    unsigned char *damaged = (unsigned char *)copy_of(bytes, i);
    EXPECT(DUEL_ERR_FORMAT, duel_model_load(damaged, i, &loaded));
    free(damaged);
    damaged = (unsigned char *)copy_of(bytes, length);
    damaged[i] ^= (unsigned char)(1u << i % 8);
    EXPECT(DUEL_ERR_FORMAT, duel_model_load(damaged, length, &loaded));
    free(damaged);
  }
  CHECK(loaded == NULL, "a damaged model was made");
  free(bytes);
}

/* How well a model fits, in every table and struct of the header. */
static void assess_model(const duel_model *model) {
  duel_inference_options options = inference_defaults();
  duel_criteria criteria;
  duel_accuracy accuracy;
  duel_triads_result triads, again;
  double bins[4 * 5], sum = 0.0;
  int32_t by;
  size_t i;
  memset(&criteria, 0, sizeof criteria);
  criteria.struct_size = sizeof criteria;
  EXPECT(DUEL_OK, duel_model_criteria(model, &criteria));
  CHECK(criteria.aic < criteria.caic && criteria.deviance > 0.0 && criteria.df > 0.0, "criteria");
  for (by = DUEL_BY_CONTEXT; by <= DUEL_BY_ITEM; by++) {
    size_t rows = 0, columns = 0;
    double *values, comparisons = 0.0;
    EXPECT(DUEL_OK, duel_residuals_shape(model, by, &rows, &columns));
    CHECK(rows > 0 && columns == 13, "%lu x %lu", (unsigned long)rows, (unsigned long)columns);
    values = (double *)calloc(rows * columns + 1, sizeof *values);
    if (!values) continue;
    values[rows * columns] = 4711.0;
    EXPECT(DUEL_OK, duel_residuals(model, by, values, rows * columns));
    CHECK(values[rows * columns] == 4711.0, "residuals by %d wrote too much", (int)by);
    for (i = 0; i < rows; i++) comparisons += values[13 * i + 5];
    CHECK(fabs(comparisons - criteria.comparisons * (by == DUEL_BY_ITEM ? 2.0 : 1.0)) < 1e-9,
          "by %d: %g comparisons", (int)by, comparisons);
    free(values);
  }
  memset(&accuracy, 0, sizeof accuracy);
  accuracy.struct_size = sizeof accuracy;
  EXPECT(DUEL_OK, duel_model_accuracy(model, NULL, &accuracy));
  CHECK(fabs(accuracy.log_score * accuracy.comparisons - criteria.log_likelihood) < 1e-8, "log score");
  EXPECT(DUEL_OK, duel_calibration(model, duel_model_set(model), 4, bins, 20));
  for (i = 0; i < 4; i++) sum += bins[5 * i];
  CHECK(fabs(sum - accuracy.comparisons) < 1e-9, "%g in the bins", sum);
  memset(&triads, 0, sizeof triads);
  triads.struct_size = sizeof triads;
  again = triads;
  EXPECT(DUEL_OK, duel_triads(model, 50, NULL, &triads));
  options.threads = 2;
  EXPECT(DUEL_OK, duel_triads(model, 50, &options, &again));
  CHECK(memcmp(&triads, &again, sizeof triads) == 0, "triads depend on the threads");
  CHECK(triads.replicates == 50 && triads.circular <= triads.triads && triads.p > 0.0, "triads");
}

/* A model against the smallest one of its law, where that is smaller. */
static void compare_model(duel_set *set, duel_fit_options options, const duel_model *full) {
  duel_inference_options plain = inference_defaults();
  duel_model *null = NULL;
  duel_info info, small;
  int32_t test;
  memset(&info, 0, sizeof info);
  info.struct_size = sizeof info;
  small = info;
  /* Six contexts are too few to cluster by for up to seven restrictions. */
  plain.covariance = DUEL_COVARIANCE_OBSERVED;
  options.strength = DUEL_POOLED;
  options.position = DUEL_POSITION_NONE;
  options.threshold = DUEL_THRESHOLD_SINGLE;
  EXPECT(DUEL_OK, duel_fit(set, &options, &null));
  EXPECT(DUEL_OK, duel_model_info(full, &info));
  EXPECT(DUEL_OK, duel_model_info(null, &small));
  for (test = DUEL_TEST_LIKELIHOOD_RATIO; test <= DUEL_TEST_SCORE && null; test++) {
    duel_comparison out;
    memset(&out, 0, sizeof out);
    out.struct_size = sizeof out;
    if (info.dimension == small.dimension) {
      EXPECT(DUEL_ERR_UNSUPPORTED, duel_compare(null, full, test, &plain, &out));
      continue;
    }
    EXPECT(DUEL_OK, duel_compare(null, full, test, &plain, &out));
    CHECK(out.test == test && out.df == info.dimension - small.dimension, "test %d", (int)test);
    CHECK(out.statistic >= 0.0 && out.p >= 0.0 && out.p <= 1.0, "%g: %g", out.statistic, out.p);
  }
  duel_model_free(null);
}

/* Every composition; a model lives on without its set and without its first owner. */
static void fit_all(void) {
  duel_fit_options options = fit_defaults();
  for (options.strength = DUEL_POOLED; options.strength <= DUEL_SENSITIVITY; options.strength++) {
    for (options.position = 0; options.position <= DUEL_POSITION_BY_JUDGE; options.position++) {
      for (options.outcome = 0; options.outcome <= DUEL_DAVIDSON; options.outcome++) {
        for (options.threshold = 0; options.threshold <= (options.outcome != 0);
             options.threshold++) {
          duel_set *set = NULL;
          duel_model *model = NULL, *share = NULL;
          EXPECT(DUEL_OK, small_set(&set));
          EXPECT(DUEL_OK, duel_fit(set, &options, &model));
          if (model) compare_model(set, options, model);
          duel_set_free(set);
          EXPECT(DUEL_OK, duel_model_share(model, &share));
          duel_model_free(model);
          if (share) read_model(share);
          if (share) save_model(share);
          if (share) assess_model(share);
          duel_model_free(share);
        }
      }
    }
  }
}

static int stop_at_once(const duel_progress *now, void *user) {
  *(size_t *)user = now->struct_size;
  return 1;
}

static void fit_fails(duel_set *set) {
  static const char *const left[] = {"a", "b", "c"}, *const right[] = {"b", "c", "a"};
  static const double score[] = {1.0, 1.0, 0.0};
  duel_fit_options options = fit_defaults();
  duel_rows rows = empty_rows(3);
  duel_model *model = NULL;
  duel_set *separated = NULL;
  duel_cancel *cancel = NULL;
  size_t told = 0;

  EXPECT(DUEL_OK, duel_cancel_new(&cancel));
  duel_cancel_raise(cancel);
  options.cancel = cancel;
  EXPECT(DUEL_ERR_CANCELLED, duel_fit(set, &options, &model));
  options.cancel = NULL;
  duel_cancel_free(cancel);
  options.progress = stop_at_once;
  options.user = &told;
  EXPECT(DUEL_ERR_CANCELLED, duel_fit(set, &options, &model));
  CHECK(told == sizeof(duel_progress), "progress was told %lu", (unsigned long)told);

  options = fit_defaults();
  options.max_iterations = 1;
  options.strength = DUEL_SENSITIVITY;
  EXPECT(DUEL_ERR_NOT_CONVERGED, duel_fit(set, &options, &model));
  options = fit_defaults();
  options.max_bytes = 16;
  EXPECT(DUEL_ERR_MEMORY, duel_fit(set, &options, &model));

  EXPECT(DUEL_OK, duel_set_new(&separated));
  EXPECT(DUEL_ERR_DATA, duel_fit(separated, NULL, &model));
  rows.left = names_column(left);
  rows.right = names_column(right);
  rows.score = double_column(score);
  EXPECT(DUEL_OK, duel_set_append(separated, &rows));
  EXPECT(DUEL_ERR_NOT_IDENTIFIED, duel_fit(separated, NULL, &model));
  CHECK(model == NULL, "a model came out of an error");
  options = fit_defaults();
  options.accept = DUEL_FIT_ANY;
  EXPECT(DUEL_OK, duel_fit(separated, &options, &model));
  duel_model_free(model);
  duel_set_free(separated);
}

int main(void) {
  duel_set *set = NULL;
  CHECK(duel_version_number() == DUEL_VERSION_NUMBER, "header and library");
  CHECK(strcmp(duel_version(), DUEL_VERSION) == 0, "%s", duel_version());
  CHECK(strcmp(duel_status_name(DUEL_ERR_DATA), "DUEL_ERR_DATA") == 0, "status name");
  CHECK(strcmp(duel_status_name(1000), "unknown status") == 0, "status name");
  duel_set_free(NULL);
  duel_model_free(NULL);
  duel_cancel_free(NULL);
  duel_cancel_raise(NULL);

  EXPECT(DUEL_OK, small_set(&set));
  if (!set) return checks_end();
  read_set(set);
  save_and_load(set);
  change_set(set);
  fit_fails(set);
  duel_set_free(set);
  fit_all();
  return checks_end();
}
