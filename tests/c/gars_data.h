/* Three items, two categories, four contexts with a few labels: what the tests of nonparametric scores
 * share. */
#ifndef GARS_DATA_H
#define GARS_DATA_H

#include "data.h"

enum { GARS_K = 3, GARS_N = 4, GARS_LABELS = 7, GARS_CELLS = GARS_K * GARS_K * 2 };

static const double gars_mu[GARS_CELLS] = {0.0, 0.0, 0.7, 0.3, 0.8, 0.2, 0.4, 0.6, 0.0,
                                           0.0, 0.6, 0.4, 0.1, 0.9, 0.5, 0.5, 0.0, 0.0};
static const int32_t gars_context[GARS_LABELS] = {0, 0, 1, 2, 2, 3, 3};
static const int32_t gars_first[GARS_LABELS] = {0, 1, 2, 1, 0, 2, 1};
static const int32_t gars_second[GARS_LABELS] = {1, 2, 0, 0, 2, 1, 0};
static const int32_t gars_category[GARS_LABELS] = {0, 1, 1, 0, 0, 1, 1};
static const double gars_propensity[GARS_LABELS] = {0.5, 0.25, 0.5, 0.4, 0.5, 0.3, 0.6};
static const size_t gars_shared[4] = {0, 6, 2, 1};

static inline duel_column int_column(const int32_t *values) {
  duel_column column;
  memset(&column, 0, sizeof column);
  column.data = values;
  column.type = DUEL_TYPE_I32;
  return column;
}

static inline duel_gars_options gars_options(const int32_t *functionals, size_t count) {
  duel_gars_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.items = GARS_K;
  options.categories = 2;
  options.functionals = functionals;
  options.functional_count = count;
  return options;
}

/* The contexts with one set of probabilities for all. */
static inline duel_gars_contexts gars_contexts(void) {
  duel_gars_contexts contexts;
  memset(&contexts, 0, sizeof contexts);
  contexts.struct_size = sizeof contexts;
  contexts.length = GARS_N;
  contexts.mu = gars_mu;
  contexts.mu_strides = gars_shared;
  contexts.labels = GARS_LABELS;
  contexts.context = int_column(gars_context);
  contexts.first = int_column(gars_first);
  contexts.second = int_column(gars_second);
  contexts.category = int_column(gars_category);
  contexts.propensity = double_column(gars_propensity);
  return contexts;
}

#endif
