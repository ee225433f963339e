/* A board that is looked at every day: intervals that hold at all looks, and a test that may stop at any. */
#include <duel.h>
#include <stdio.h>
#include <stdlib.h>

static void check(duel_status status) {
  if (status != DUEL_OK) {
    fprintf(stderr, "%s: %s\n", duel_status_name(status), duel_last_error());
    exit(1);
  }
}

/* Numbers between 0 and 1, the same on every machine. */
static double uniform(void) {
  static uint64_t state = 11;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (double)(state >> 11) / 9007199254740992.0;
}

/* The difference of the first two scores, with an interval of the kind. */
static void difference(const duel_model *model, duel_intervals intervals, double *lower, double *upper) {
  static const double weights[] = {1, -1, 0};
  const duel_inference_options options = {.struct_size = sizeof options, .intervals = intervals};
  duel_estimate *scores = NULL;
  duel_table *table = NULL;
  check(duel_model_estimate(model, DUEL_QUANTITY_SCORES, &options, &scores));
  check(duel_estimate_contrasts(scores, weights, 1, &table));
  *lower = duel_table_f64(table, "lower")[0];
  *upper = duel_table_f64(table, "upper")[0];
  duel_table_free(table);
  duel_estimate_free(scores);
}

int main(void) {
  static const char *const left[] = {"ash", "ash", "birch"}, *const right[] = {"birch", "cedar", "cedar"};
  static const double chance[] = {0.6, 0.7, 0.65};
  double counts[3] = {0, 0, 0}; /* of ash against birch: lost, tied, won */
  const duel_sprt_options bounds = {.struct_size = sizeof bounds, .elo0 = 0, .elo1 = 50};
  duel_sprt_facts test = {.struct_size = sizeof test};
  duel_set *set = NULL;
  int day, pair, vote;

  check(duel_set_new(&set));
  for (day = 1; day <= 6; day++) {
    int32_t wins[3] = {0, 0, 0}, losses[3] = {0, 0, 0};
    const duel_rows rows = {.struct_size = sizeof rows,
                            .length = 3,
                            .left = {.data = left, .type = DUEL_TYPE_TEXT},
                            .right = {.data = right, .type = DUEL_TYPE_TEXT},
                            .wins = {.data = wins, .type = DUEL_TYPE_I32},
                            .losses = {.data = losses, .type = DUEL_TYPE_I32}};
    double lower, upper, always_lower, always_upper;
    duel_model *model = NULL;
    for (pair = 0; pair < 3; pair++) {
      for (vote = 0; vote < 40; vote++) uniform() < chance[pair] ? wins[pair]++ : losses[pair]++;
    }
    check(duel_set_append(set, &rows));
    check(duel_model_fit(set, NULL, &model));
    difference(model, DUEL_INTERVALS_MARGINAL, &lower, &upper);
    difference(model, DUEL_INTERVALS_ANYTIME, &always_lower, &always_upper);
    counts[0] += losses[0];
    counts[2] += wins[0];
    check(duel_counts_sprt(counts, 3, &bounds, &test));
    printf("day %d: this look [%5.2f, %5.2f], all looks [%5.2f, %5.2f]; sequential test %5.2f of %.2f: %s\n", day, lower,
           upper, always_lower, always_upper, test.log_ratio, test.upper,
           test.decision == DUEL_DECISION_H1   ? "better"
           : test.decision == DUEL_DECISION_H0 ? "not better"
                                               : "go on");
    duel_model_free(model);
  }
  duel_set_free(set);
  return 0;
}
