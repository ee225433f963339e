/* Estimates of models and functionals as arrays of doubles, for tests that compare numbers. Where `out` is NULL the
 * library is given NULL for the table, and refuses it. */
#ifndef ESTIMATES_H
#define ESTIMATES_H

#include <duel.h>
#include <stdlib.h>
#include <string.h>

/* Copies columns of a table side by side, row-major, as many rows as fit; frees the table. */
static inline duel_status columns_of(duel_table *table, const char *const *names, size_t width, double *out,
                                     size_t capacity) {
  duel_table_facts facts;
  size_t row, at;
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  duel_table_info(table, &facts);
  for (at = 0; at < width; at++) {
    duel_table_column column;
    size_t place = 0;
    memset(&column, 0, sizeof column);
    column.struct_size = sizeof column;
    if (duel_table_find(table, names[at], &place) || duel_table_get(table, place, &column)) abort();
    for (row = 0; row < facts.rows && row * width + at < capacity; row++) {
      double *to = &out[row * width + at];
      if (column.type == DUEL_TYPE_F64) *to = ((const double *)column.data)[row];
      else if (column.type == DUEL_TYPE_I64) *to = (double)((const int64_t *)column.data)[row];
      else *to = (double)((const int32_t *)column.data)[row];
    }
  }
  duel_table_free(table);
  return DUEL_OK;
}

static const char *const of_value[] = {"estimate", "se", "lower", "upper"};
static const char *const of_rank[] = {"rank", "rank_best", "rank_worst"};
static const char *const of_test[] = {"estimate", "se", "statistic", "p", "p_adjusted", "lower", "upper"};
static const char *const of_pair[] = {"first", "second", "estimate", "se", "statistic", "p", "p_adjusted", "lower", "upper"};

/* estimate, standard error, lower and upper end of every value */
static inline duel_status values_of(duel_estimate *estimate, double *out, size_t capacity) {
  duel_table *table = NULL;
  const duel_status status = duel_estimate_values(estimate, out ? &table : NULL);
  duel_estimate_free(estimate);
  return status ? status : columns_of(table, of_value, 4, out, capacity);
}

static inline duel_status model_values(const duel_model *model, duel_quantity quantity,
                                       const duel_inference_options *options, double *out, size_t capacity) {
  duel_estimate *estimate = NULL;
  const duel_status status = duel_model_estimate(model, quantity, options, &estimate);
  return status ? status : values_of(estimate, out, capacity);
}

static inline duel_status model_covariance(const duel_model *model, duel_quantity quantity,
                                           const duel_inference_options *options, double *out, size_t capacity) {
  duel_estimate *estimate = NULL;
  duel_status status = duel_model_estimate(model, quantity, options, &estimate);
  if (!status) status = duel_estimate_covariance(estimate, out, capacity);
  duel_estimate_free(estimate);
  return status;
}

static inline duel_status contrasts_of(duel_estimate *estimate, const double *weights, size_t count, double *out,
                                       size_t capacity, double *covariance, size_t covariance_capacity) {
  duel_table *table = NULL;
  duel_status status = duel_estimate_contrasts(estimate, weights, count, out ? &table : NULL);
  if (!status && covariance) {
    status = duel_estimate_contrast_covariance(estimate, weights, count, covariance, covariance_capacity);
    if (status) duel_table_free(table);
  }
  duel_estimate_free(estimate);
  return status ? status : columns_of(table, of_value, 4, out, capacity);
}

static inline duel_status model_contrasts(const duel_model *model, duel_quantity quantity,
                                          const duel_inference_options *options, const double *weights, size_t count,
                                          double *out, size_t capacity, double *covariance,
                                          size_t covariance_capacity) {
  duel_estimate *estimate = NULL;
  const duel_status status = duel_model_estimate(model, quantity, options, &estimate);
  return status ? status : contrasts_of(estimate, weights, count, out, capacity, covariance, covariance_capacity);
}

/* rank, best and worst of every item */
static inline duel_status ranks_of(duel_estimate *estimate, double *out, size_t capacity) {
  duel_table *table = NULL;
  const duel_status status = duel_estimate_ranks(estimate, out ? &table : NULL);
  duel_estimate_free(estimate);
  return status ? status : columns_of(table, of_rank, 3, out, capacity);
}

static inline duel_status model_ranks(const duel_model *model, const duel_inference_options *options, double *out,
                                      size_t capacity) {
  duel_estimate *estimate = NULL;
  const duel_status status = duel_model_estimate(model, DUEL_QUANTITY_SCORES, options, &estimate);
  return status ? status : ranks_of(estimate, out, capacity);
}

/* i, j, difference, error, statistic, p-value, adjusted p-value, lower and upper end */
static inline duel_status pairs_of(duel_estimate *estimate, duel_family family, duel_adjustment adjustment,
                                   size_t reference, double *out, size_t capacity) {
  duel_table *table = NULL;
  duel_pair_options options;
  duel_status status;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.family = (int32_t)family;
  options.adjustment = (int32_t)adjustment;
  options.reference = reference;
  status = duel_estimate_pairs(estimate, &options, out ? &table : NULL);
  duel_estimate_free(estimate);
  return status ? status : columns_of(table, of_pair, 9, out, capacity);
}

static inline duel_status model_pairs(const duel_model *model, const duel_inference_options *options,
                                      duel_family family, duel_adjustment adjustment, double *out, size_t capacity) {
  duel_estimate *estimate = NULL;
  const size_t reference = family == DUEL_FAMILY_TO_REFERENCE && options ? options->reference_item : 0;
  const duel_status status = duel_model_estimate(model, DUEL_QUANTITY_SCORES, options, &estimate);
  return status ? status : pairs_of(estimate, family, adjustment, reference, out, capacity);
}

/* estimate, error, statistic, p-value, adjusted p-value, lower and upper end of every contrast */
static inline duel_status model_tests(const duel_model *model, duel_quantity quantity,
                                      const duel_inference_options *options, duel_adjustment adjustment,
                                      const double *weights, size_t count, const double *null, double *out,
                                      size_t capacity) {
  duel_estimate *estimate = NULL;
  duel_table *table = NULL;
  duel_test_options how;
  duel_status status = duel_model_estimate(model, quantity, options, &estimate);
  if (status) return status;
  memset(&how, 0, sizeof how);
  how.struct_size = sizeof how;
  how.adjustment = (int32_t)adjustment;
  how.null = null;
  how.null_count = null ? count : 0;
  status = duel_estimate_tests(estimate, weights, count, &how, out ? &table : NULL);
  duel_estimate_free(estimate);
  return status ? status : columns_of(table, of_test, 7, out, capacity);
}

static inline duel_status model_profile(const duel_model *model, duel_quantity quantity,
                                        const duel_inference_options *options, const double *weights, size_t count,
                                        double *out, size_t capacity) {
  duel_table *table = NULL;
  const duel_status status = duel_model_profile(model, quantity, weights, count, options, out ? &table : NULL);
  return status ? status : columns_of(table, of_value, 4, out, capacity);
}

static inline duel_status model_function(const duel_model *model, duel_quantity quantity,
                                         const duel_inference_options *options, duel_function_fn function, void *user,
                                         size_t count, double *out, size_t capacity, double *covariance,
                                         size_t covariance_capacity) {
  duel_table *table = NULL;
  const duel_status status = duel_model_function(model, quantity, function, user, count, options, out ? &table : NULL, covariance,
                                                 covariance_capacity);
  return status ? status : columns_of(table, of_value, 4, out, capacity);
}

static inline duel_status gars_values(const duel_gars *gars, int32_t functional, duel_estimator estimator,
                                      const duel_inference_options *options, double *out, size_t capacity) {
  duel_estimate *estimate = NULL;
  const duel_status status = duel_gars_estimate(gars, functional, estimator, options, &estimate);
  return status ? status : values_of(estimate, out, capacity);
}

static inline duel_status gars_covariance(const duel_gars *gars, int32_t functional, duel_estimator estimator,
                                          const duel_inference_options *options, double *out, size_t capacity) {
  duel_estimate *estimate = NULL;
  duel_status status = duel_gars_estimate(gars, functional, estimator, options, &estimate);
  if (!status) status = duel_estimate_covariance(estimate, out, capacity);
  duel_estimate_free(estimate);
  return status;
}

static inline duel_status gars_contrasts(const duel_gars *gars, int32_t functional, duel_estimator estimator,
                                         const duel_inference_options *options, const double *weights, size_t count,
                                         double *out, size_t capacity, double *covariance,
                                         size_t covariance_capacity) {
  duel_estimate *estimate = NULL;
  const duel_status status = duel_gars_estimate(gars, functional, estimator, options, &estimate);
  return status ? status : contrasts_of(estimate, weights, count, out, capacity, covariance, covariance_capacity);
}

static inline duel_status gars_pairs(const duel_gars *gars, size_t functional, duel_estimator estimator,
                                     duel_family family, duel_adjustment adjustment,
                                     const duel_inference_options *options, double *out, size_t capacity) {
  duel_estimate *estimate = NULL;
  const size_t reference = family == DUEL_FAMILY_TO_REFERENCE && options ? options->reference_item : 0;
  const duel_status status = duel_gars_estimate(gars, (int32_t)functional, estimator, options, &estimate);
  return status ? status : pairs_of(estimate, family, adjustment, reference, out, capacity);
}

static inline duel_status gars_ranks(const duel_gars *gars, size_t functional, duel_estimator estimator,
                                     const duel_inference_options *options, double *out, size_t capacity) {
  duel_estimate *estimate = NULL;
  const duel_status status = duel_gars_estimate(gars, (int32_t)functional, estimator, options, &estimate);
  return status ? status : ranks_of(estimate, out, capacity);
}

#endif
