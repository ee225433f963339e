/* Does a longer answer win? A covariate of (context, item) enters the model as left minus right. */
#include <duel.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ITEMS = 4, CONTEXTS = 300 };

static const char *const names[ITEMS] = {"ash", "birch", "cedar", "oak"};
static const double truth[ITEMS] = {0.6, 0.2, -0.2, -0.6}; /* and 0.8 for each hundred words more */

static void check(duel_status status) {
  if (status != DUEL_OK) {
    fprintf(stderr, "%s: %s\n", duel_status_name(status), duel_last_error());
    exit(1);
  }
}

/* Numbers between 0 and 1, the same on every machine. */
static double uniform(void) {
  static uint64_t state = 42;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (double)(state >> 11) / 9007199254740992.0;
}

int main(void) {
  static int32_t left[CONTEXTS], right[CONTEXTS], context[CONTEXTS], outcome[CONTEXTS];
  static int32_t of_context[CONTEXTS * ITEMS], of_item[CONTEXTS * ITEMS];
  static double words[CONTEXTS * ITEMS];
  static const char *const length[] = {"hundred words"};
  const duel_rows rows = {.struct_size = sizeof rows,
                          .length = CONTEXTS,
                          .left = {.data = left, .type = DUEL_TYPE_I32, .labels = names, .label_count = ITEMS},
                          .right = {.data = right, .type = DUEL_TYPE_I32, .labels = names, .label_count = ITEMS},
                          .context = {.data = context, .type = DUEL_TYPE_I32},
                          .outcome = {.data = outcome, .type = DUEL_TYPE_I32}};
  const duel_covariate covariate = {.struct_size = sizeof covariate,
                                    .length = CONTEXTS * ITEMS,
                                    .name = "hundred words",
                                    .item = {.data = of_item, .type = DUEL_TYPE_I32, .labels = names, .label_count = ITEMS},
                                    .context = {.data = of_context, .type = DUEL_TYPE_I32},
                                    .value = {.data = words, .type = DUEL_TYPE_F64}};
  const duel_model_options options = {.struct_size = sizeof options, .covariates = length, .covariate_count = 1};
  duel_set *set = NULL;
  duel_model *model = NULL;
  duel_estimate *effects = NULL;
  duel_table *table = NULL;
  int c, i;

  for (c = 0; c < CONTEXTS; c++) {
    double difference;
    for (i = 0; i < ITEMS; i++) {
      of_context[c * ITEMS + i] = c;
      of_item[c * ITEMS + i] = i;
      words[c * ITEMS + i] = 1 + 3 * uniform();
    }
    left[c] = (int32_t)(ITEMS * uniform());
    right[c] = (left[c] + 1 + (int32_t)((ITEMS - 1) * uniform())) % ITEMS;
    context[c] = c;
    difference = truth[left[c]] - truth[right[c]];
    difference += 0.8 * (words[c * ITEMS + left[c]] - words[c * ITEMS + right[c]]);
    outcome[c] = uniform() < 1 / (1 + exp(-difference)) ? DUEL_OUTCOME_LEFT : DUEL_OUTCOME_RIGHT;
  }

  check(duel_set_new(&set));
  check(duel_set_append(set, &rows));
  check(duel_set_covariate(set, &covariate));
  check(duel_model_fit(set, &options, &model));
  check(duel_model_estimate(model, DUEL_QUANTITY_EFFECTS, NULL, &effects));
  check(duel_estimate_values(effects, &table));
  printf("a hundred words more: %.2f log odds, 95 %% interval [%.2f, %.2f]\n", duel_table_f64(table, "estimate")[0],
         duel_table_f64(table, "lower")[0], duel_table_f64(table, "upper")[0]);

  duel_table_free(table);
  duel_estimate_free(effects);
  duel_model_free(model);
  duel_set_free(set);
  return 0;
}
