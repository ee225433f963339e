/* Intervals from replicates: the same votes weighted anew a thousand times, and a refit of each. */
#include <duel.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const left[] = {"ash", "ash", "ash", "birch", "birch", "cedar"};
static const char *const right[] = {"birch", "cedar", "oak", "cedar", "oak", "oak"};
static const int32_t wins[] = {9, 14, 13, 8, 11, 7};
static const int32_t losses[] = {6, 3, 2, 5, 4, 6};

static void check(duel_status status) {
  if (status != DUEL_OK) {
    fprintf(stderr, "%s: %s\n", duel_status_name(status), duel_last_error());
    exit(1);
  }
}

static void board(const duel_model *model, const duel_bootstrap *bootstrap, const char *title) {
  const duel_inference_options options = {.struct_size = sizeof options, .bootstrap = bootstrap};
  const double *estimate, *lower, *upper;
  duel_table *table = NULL;
  int64_t i;
  check(duel_model_scores(model, &options, &table));
  estimate = duel_table_f64(table, "estimate");
  lower = duel_table_f64(table, "lower");
  upper = duel_table_f64(table, "upper");
  printf("%s\n", title);
  for (i = 0; i < 4; i++) {
    printf("  %-6s %6.2f  [%5.2f, %5.2f]\n", duel_table_text(table, "item", i), estimate[i], lower[i], upper[i]);
  }
  duel_table_free(table);
}

int main(void) {
  const duel_rows rows = {.struct_size = sizeof rows,
                          .length = 6,
                          .left = {.data = left, .type = DUEL_TYPE_TEXT},
                          .right = {.data = right, .type = DUEL_TYPE_TEXT},
                          .wins = {.data = wins, .type = DUEL_TYPE_I32},
                          .losses = {.data = losses, .type = DUEL_TYPE_I32}};
  const duel_bootstrap_options options = {
      .struct_size = sizeof options, .by = DUEL_BY_ROW, .replicates = 1000, .seed = 1, .threads = 2};
  duel_bootstrap_facts facts = {.struct_size = sizeof facts};
  duel_set *set = NULL;
  duel_model *model = NULL;
  duel_bootstrap *bootstrap = NULL;

  check(duel_set_new(&set));
  check(duel_set_append(set, &rows));
  check(duel_model_fit(set, NULL, &model));
  check(duel_bootstrap_new(model, &options, &bootstrap));
  check(duel_bootstrap_info(bootstrap, &facts));
  printf("%d of %d replicates have an estimate\n", (int)facts.used, (int)facts.drawn);
  board(model, NULL, "Normal distribution:");
  board(model, bootstrap, "Bootstrap, BCa:");

  duel_bootstrap_free(bootstrap);
  duel_model_free(model);
  duel_set_free(set);
  return 0;
}
