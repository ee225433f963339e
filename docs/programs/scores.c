/* Scores without a model: a predictor of answers, corrected by the labels that were bought. */
#include <duel.h>
#include <stdio.h>
#include <stdlib.h>

enum { ITEMS = 3, CATEGORIES = 2, CONTEXTS = 2000 };

static void check(duel_status status) {
  if (status != DUEL_OK) {
    fprintf(stderr, "%s: %s\n", duel_status_name(status), duel_last_error());
    exit(1);
  }
}

/* Numbers between 0 and 1, the same on every machine. */
static double uniform(void) {
  static uint64_t state = 3;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (double)(state >> 11) / 9007199254740992.0;
}

int main(void) {
  /* The truth is a circle: 0 beats 1, 1 beats 2, 2 beats 0. No scores of a Bradley-Terry model say that. */
  static const double wins[ITEMS][ITEMS] = {{0, 0.8, 0.4}, {0.2, 0, 0.9}, {0.6, 0.1, 0}};
  static double mu[ITEMS][ITEMS][CATEGORIES];
  static int64_t context[CONTEXTS];
  static int32_t first[CONTEXTS], second[CONTEXTS], category[CONTEXTS];
  static double propensity[CONTEXTS];
  static const size_t the_same_in_every_context[4] = {0, ITEMS * CATEGORIES, CATEGORIES, 1};
  static const int32_t functional[] = {DUEL_FUNCTIONAL_BORDA};
  const duel_gars_options options = {.struct_size = sizeof options,
                                     .items = ITEMS,
                                     .categories = CATEGORIES,
                                     .functionals = functional,
                                     .functional_count = 1};
  const duel_gars_contexts contexts = {.struct_size = sizeof contexts,
                                       .length = CONTEXTS,
                                       .mu = &mu[0][0][0],
                                       .mu_strides = the_same_in_every_context,
                                       .labels = CONTEXTS,
                                       .context = {.data = context, .type = DUEL_TYPE_I64},
                                       .first = {.data = first, .type = DUEL_TYPE_I32},
                                       .second = {.data = second, .type = DUEL_TYPE_I32},
                                       .category = {.data = category, .type = DUEL_TYPE_I32},
                                       .propensity = {.data = propensity, .type = DUEL_TYPE_F64}};
  duel_gars *gars = NULL;
  duel_estimate *estimate = NULL;
  duel_table *table = NULL;
  int i, j, c;

  /* A lazy predictor: everybody wins half of the time. The labels correct it. */
  for (i = 0; i < ITEMS; i++) {
    for (j = 0; j < ITEMS; j++) mu[i][j][0] = mu[i][j][1] = 0.5;
  }
  /* Of each context one of the six ordered pairs is labelled, each with the same probability. */
  for (c = 0; c < CONTEXTS; c++) {
    context[c] = c;
    first[c] = (int32_t)(ITEMS * uniform());
    second[c] = (first[c] + 1 + (int32_t)((ITEMS - 1) * uniform())) % ITEMS;
    category[c] = uniform() < wins[first[c]][second[c]] ? 0 : 1;
    propensity[c] = 1.0 / 6;
  }

  check(duel_gars_new(&options, &gars));
  check(duel_gars_add(gars, &contexts));
  check(duel_gars_estimate(gars, 0, DUEL_ESTIMATOR_DEBIASED, NULL, &estimate));
  check(duel_estimate_values(estimate, &table));
  for (i = 0; i < ITEMS; i++) {
    printf("item %d wins %.2f of its comparisons, 95 %% interval [%.2f, %.2f]; truly %.2f\n", i,
           duel_table_f64(table, "estimate")[i], duel_table_f64(table, "lower")[i], duel_table_f64(table, "upper")[i],
           (wins[i][(i + 1) % ITEMS] + wins[i][(i + 2) % ITEMS]) / 2);
  }

  duel_table_free(table);
  duel_estimate_free(estimate);
  duel_gars_free(gars);
  return 0;
}
