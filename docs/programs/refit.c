/* Votes of a new day: they join the set, and the fit starts from yesterday's model. */
#include <duel.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ITEMS = 5, JUDGES = 4, MONDAY = 4000, TUESDAY = 100 };

static void check(duel_status status) {
  if (status != DUEL_OK) {
    fprintf(stderr, "%s: %s\n", duel_status_name(status), duel_last_error());
    exit(1);
  }
}

/* Numbers between 0 and 1, the same on every machine. */
static double uniform(void) {
  static uint64_t state = 5;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (double)(state >> 11) / 9007199254740992.0;
}

static void append(duel_set *set, int count) {
  static const char *const items[ITEMS] = {"ash", "birch", "cedar", "elm", "oak"};
  static const char *const judges[JUDGES] = {"Ada", "Ben", "Cyd", "Dan"};
  static const double truth[ITEMS] = {1.2, 0.6, 0, -0.6, -1.2}, sensitivity[JUDGES] = {2.5, 1, 0.8, 0.3};
  static int32_t left[MONDAY], right[MONDAY], judge[MONDAY], outcome[MONDAY];
  const duel_rows rows = {.struct_size = sizeof rows,
                          .length = (size_t)count,
                          .left = {.data = left, .type = DUEL_TYPE_I32, .labels = items, .label_count = ITEMS},
                          .right = {.data = right, .type = DUEL_TYPE_I32, .labels = items, .label_count = ITEMS},
                          .judge = {.data = judge, .type = DUEL_TYPE_I32, .labels = judges, .label_count = JUDGES},
                          .outcome = {.data = outcome, .type = DUEL_TYPE_I32}};
  int r;
  for (r = 0; r < count; r++) {
    judge[r] = r % JUDGES;
    left[r] = (int32_t)(ITEMS * uniform());
    right[r] = (left[r] + 1 + (int32_t)((ITEMS - 1) * uniform())) % ITEMS;
    outcome[r] = uniform() < 1 / (1 + exp(-sensitivity[judge[r]] * (truth[left[r]] - truth[right[r]])))
                     ? DUEL_OUTCOME_LEFT
                     : DUEL_OUTCOME_RIGHT;
  }
  check(duel_set_append(set, &rows));
}

static duel_model *fit(const duel_set *set, const duel_model *start, const char *day) {
  const duel_model_options options = {
      .struct_size = sizeof options, .strength = DUEL_STRENGTH_SENSITIVITY, .start = start};
  duel_model_facts facts = {.struct_size = sizeof facts};
  duel_model *model = NULL;
  check(duel_model_fit(set, &options, &model));
  check(duel_model_info(model, &facts));
  printf("%-21s %.0f comparisons, %d iterations, log-likelihood %.6f\n", day, facts.comparisons, (int)facts.iterations,
         facts.log_likelihood);
  return model;
}

int main(void) {
  duel_set *set = NULL;
  duel_model *yesterday, *today, *again;

  check(duel_set_new(&set));
  append(set, MONDAY);
  yesterday = fit(set, NULL, "Monday");
  append(set, TUESDAY);
  today = fit(set, yesterday, "Tuesday, warm");
  again = fit(set, NULL, "Tuesday, from nothing");

  duel_model_free(again);
  duel_model_free(today);
  duel_model_free(yesterday);
  duel_set_free(set);
  return 0;
}
