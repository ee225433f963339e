/* Three judges, one of whom takes what is shown first: what the report says of them. */
#include <duel.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ITEMS = 5, ROWS = 1500 };

static void check(duel_status status) {
  if (status != DUEL_OK) {
    fprintf(stderr, "%s: %s\n", duel_status_name(status), duel_last_error());
    exit(1);
  }
}

/* Numbers between 0 and 1, the same on every machine. */
static double uniform(void) {
  static uint64_t state = 7;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (double)(state >> 11) / 9007199254740992.0;
}

int main(void) {
  static const char *const items[ITEMS] = {"ash", "birch", "cedar", "elm", "oak"};
  static const char *const judges[] = {"Ada", "Ben", "Cyd"};
  static const double truth[ITEMS] = {1.2, 0.6, 0, -0.6, -1.2};
  static const double sensitivity[] = {1.5, 1, 0.3}, position[] = {0, 0, 3};
  static int32_t left[ROWS], right[ROWS], judge[ROWS], outcome[ROWS];
  const duel_rows rows = {.struct_size = sizeof rows,
                          .length = ROWS,
                          .left = {.data = left, .type = DUEL_TYPE_I32, .labels = items, .label_count = ITEMS},
                          .right = {.data = right, .type = DUEL_TYPE_I32, .labels = items, .label_count = ITEMS},
                          .judge = {.data = judge, .type = DUEL_TYPE_I32, .labels = judges, .label_count = 3},
                          .outcome = {.data = outcome, .type = DUEL_TYPE_I32}};
  const duel_model_options options = {
      .struct_size = sizeof options, .strength = DUEL_STRENGTH_SENSITIVITY, .position = DUEL_POSITION_BY_JUDGE};
  duel_set *set = NULL;
  duel_model *model = NULL;
  duel_table *report = NULL;
  const double *estimate, *lower, *upper, *first;
  const int32_t *verdicts;
  int64_t k;
  int r;

  for (r = 0; r < ROWS; r++) {
    double z;
    judge[r] = r % 3;
    left[r] = (int32_t)(ITEMS * uniform());
    right[r] = (left[r] + 1 + (int32_t)((ITEMS - 1) * uniform())) % ITEMS;
    z = sensitivity[judge[r]] * (truth[left[r]] - truth[right[r]]) + position[judge[r]];
    outcome[r] = uniform() < 1 / (1 + exp(-z)) ? DUEL_OUTCOME_LEFT : DUEL_OUTCOME_RIGHT;
  }

  check(duel_set_new(&set));
  check(duel_set_append(set, &rows));
  check(duel_model_fit(set, &options, &model));
  check(duel_model_judges(model, NULL, NULL, &report));
  estimate = duel_table_f64(report, "sensitivity");
  lower = duel_table_f64(report, "sensitivity_lower");
  upper = duel_table_f64(report, "sensitivity_upper");
  first = duel_table_f64(report, "first_share");
  verdicts = duel_table_codes(report, "verdicts");
  for (k = 0; k < 3; k++) {
    printf("%s: first item taken %2.0f %%, sensitivity %.2f [%.2f, %.2f]%s%s\n", duel_table_text(report, "judge", k),
           100 * first[k], estimate[k], lower[k], upper[k], verdicts[k] & DUEL_VERDICT_WEAK ? ", weak" : "",
           verdicts[k] & DUEL_VERDICT_POSITION_DRIVEN ? ", follows the position" : "");
  }

  duel_table_free(report);
  duel_model_free(model);
  duel_set_free(set);
  return 0;
}
