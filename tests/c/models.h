/* Operations on any model that is fitted to the small set: read it, infer, save it, assess it. */
#ifndef MODELS_H
#define MODELS_H

#include "estimates.h"
#include "check.h"
#include "data.h"
#include "estimates.h"

#include <math.h>

static inline void *copy_of(const void *bytes, size_t length) {
  void *copy = malloc(length ? length : 1);
  if (copy) memcpy(copy, bytes, length);
  return copy;
}

static void infer(const duel_model *model, int32_t what) {
  duel_inference_options options = inference_defaults();
  size_t rows = 0, columns = 0, n;
  double *out, *covariance;
  duel_status status = duel_model_shape(model, what, &rows, &columns);
  if (status == DUEL_ERR_UNSUPPORTED) {
    double none = 5.0;
    EXPECT(DUEL_ERR_UNSUPPORTED, duel_model_get(model, what, &none, 1));
    EXPECT(DUEL_ERR_UNSUPPORTED, model_values(model, what, NULL, &none, 1));
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
  for (options.intervals = DUEL_INTERVALS_MARGINAL; options.intervals <= DUEL_INTERVALS_SIMULTANEOUS;
       options.intervals++) {
    EXPECT(DUEL_OK, model_values(model, what, &options, out, 4 * n));
  }
  EXPECT(DUEL_OK, model_covariance(model, what, NULL, covariance, n * n));
  CHECK(out[4 * n] == 4711.0 && covariance[n * n] == 4711.0, "quantity %d: overrun", (int)what);
  free(out);
  free(covariance);
}

static void read_model(const duel_model *model) {
  static const double difference[] = {1.0, -1.0, 0.0, 0.0};
  static const char *const left[] = {"ash"}, *const right[] = {"birch"}, *const who[] = {"yew"};
  double out[12], ranks[3 * SMALL_ITEMS], variance, likelihood, comparisons;
  duel_rows rows = empty_rows(1);
  duel_model_facts info;
  duel_table *warnings = NULL;
  size_t i;
  int32_t what;
  memset(&info, 0, sizeof info);
  info.struct_size = sizeof info;
  EXPECT(DUEL_OK, duel_model_info(model, &info));
  CHECK(info.items == SMALL_ITEMS && info.judges == SMALL_JUDGES, "info");
  CHECK(info.log_likelihood < 0.0 && fabs(info.gradient) < 1e-6, "info");
  for (what = DUEL_QUANTITY_SCORES; what <= DUEL_QUANTITY_BAD_THRESHOLDS; what++) infer(model, what);
  EXPECT(DUEL_OK, duel_model_warnings(model, &warnings));
  for (i = 0; i < rows_of(warnings); i++) {
    CHECK(strlen(duel_table_text(warnings, "text", i)) > 10, "warning %lu", (unsigned long)i);
    CHECK(strlen(duel_table_text(warnings, "code", i)) > 3, "warning %lu", (unsigned long)i);
  }
  duel_table_free(warnings);
  EXPECT(DUEL_OK, model_contrasts(model, DUEL_QUANTITY_SCORES, NULL, difference, 1, out, 4, &variance, 1));
  CHECK(fabs(out[1] * out[1] - variance) < 1e-12, "error and variance of a contrast");
  EXPECT(DUEL_OK, model_ranks(model, NULL, ranks, 3 * SMALL_ITEMS));
  rows.left = names_column(left);
  rows.right = names_column(right);
  EXPECT(DUEL_OK, duel_model_predict(model, &rows, NULL, out, 12));
  CHECK(fabs(out[0] + out[4] + out[8] - 1.0) < 1e-12, "probabilities sum to %g",
        out[0] + out[4] + out[8]);
  rows.left = names_column(who);
  EXPECT(DUEL_ERR_NAME, duel_model_predict(model, &rows, NULL, out, 12));
  EXPECT(DUEL_OK, duel_model_log_likelihood(model, duel_model_set(model), &likelihood, &comparisons));
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
  EXPECT(DUEL_OK, model_values(model, DUEL_QUANTITY_SCORES, NULL, before, 4 * SMALL_ITEMS));
  EXPECT(DUEL_OK, model_values(loaded, DUEL_QUANTITY_SCORES, NULL, after, 4 * SMALL_ITEMS));
  /* Items of a loaded model may stand in another order: names decide. */
  for (i = 0; i < SMALL_ITEMS; i++) {
    size_t id = 99;
    EXPECT(DUEL_OK, duel_set_find(duel_model_set(loaded), DUEL_KIND_ITEM, small_items[i], &id));
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
  duel_criteria_facts criteria;
  duel_accuracy_facts accuracy;
  duel_triads_facts triads, again;
  duel_table *bins = NULL;
  double sum = 0.0;
  int32_t by;
  size_t i;
  memset(&criteria, 0, sizeof criteria);
  criteria.struct_size = sizeof criteria;
  EXPECT(DUEL_OK, duel_model_criteria(model, &criteria));
  CHECK(criteria.aic < criteria.caic && criteria.deviance > 0.0 && criteria.df > 0.0, "criteria");
  for (by = DUEL_BY_CONTEXT; by <= DUEL_BY_JUDGE_ITEM; by++) {
    duel_table *residuals = NULL;
    double comparisons = 0.0;
    EXPECT(DUEL_OK, duel_model_residuals(model, by, NULL, &residuals));
    CHECK(rows_of(residuals) > 0, "no residuals by %d", (int)by);
    for (i = 0; i < rows_of(residuals); i++) comparisons += duel_table_f64(residuals, "comparisons")[i];
    CHECK(fabs(comparisons - criteria.comparisons * (by >= DUEL_BY_ITEM ? 2.0 : 1.0)) < 1e-9,
          "by %d: %g comparisons", (int)by, comparisons);
    duel_table_free(residuals);
  }
  memset(&accuracy, 0, sizeof accuracy);
  accuracy.struct_size = sizeof accuracy;
  EXPECT(DUEL_OK, duel_model_accuracy(model, NULL, &accuracy));
  CHECK(fabs(accuracy.log_score * accuracy.comparisons - criteria.log_likelihood) < 1e-8, "log score");
  EXPECT(DUEL_OK, duel_model_calibration(model, duel_model_set(model), 4, &bins));
  for (i = 0; i < rows_of(bins); i++) sum += duel_table_f64(bins, "comparisons")[i];
  duel_table_free(bins);
  CHECK(fabs(sum - accuracy.comparisons) < 1e-9, "%g in the bins", sum);
  memset(&triads, 0, sizeof triads);
  triads.struct_size = sizeof triads;
  again = triads;
  EXPECT(DUEL_OK, duel_model_triads(model, 50, NULL, &triads));
  options.threads = 2;
  EXPECT(DUEL_OK, duel_model_triads(model, 50, &options, &again));
  CHECK(memcmp(&triads, &again, sizeof triads) == 0, "triads depend on the threads");
  CHECK(triads.replicates == 50 && triads.circular <= triads.triads && triads.p > 0.0, "triads");
}

#endif
