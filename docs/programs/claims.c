/* Claims on the item that came first: its value, its ranks, and how many votes hold it there. */
#include <duel.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const left[] = {"ash", "ash", "ash", "birch", "birch", "cedar"};
static const char *const right[] = {"birch", "cedar", "oak", "cedar", "oak", "oak"};
static const int32_t wins[] = {33, 41, 45, 39, 42, 30};
static const int32_t losses[] = {27, 19, 15, 21, 18, 30};

static void check(duel_status status) {
  if (status != DUEL_OK) {
    fprintf(stderr, "%s: %s\n", duel_status_name(status), duel_last_error());
    exit(1);
  }
}

int main(void) {
  const duel_rows rows = {.struct_size = sizeof rows,
                          .length = 6,
                          .left = {.data = left, .type = DUEL_TYPE_TEXT},
                          .right = {.data = right, .type = DUEL_TYPE_TEXT},
                          .wins = {.data = wins, .type = DUEL_TYPE_I32},
                          .losses = {.data = losses, .type = DUEL_TYPE_I32}};
  const duel_rank_set_options top = {.struct_size = sizeof top, .top = 1};
  duel_winner_facts winner = {.struct_size = sizeof winner};
  duel_set *set = NULL;
  duel_model *model = NULL;
  duel_estimate *scores = NULL;
  duel_table *ranks = NULL, *fragility = NULL;
  int64_t i;

  check(duel_set_new(&set));
  check(duel_set_append(set, &rows));
  check(duel_model_fit(set, NULL, &model));
  check(duel_model_estimate(model, DUEL_QUANTITY_SCORES, NULL, &scores));

  check(duel_estimate_winner(scores, NULL, 0, 0, &winner));
  printf("%s came first with %.2f; allowing for the choice %.2f, 95 %% interval [%.2f, %.2f]\n",
         duel_set_name(set, DUEL_KIND_ITEM, winner.item), winner.estimate, winner.median, winner.lower, winner.upper);

  check(duel_estimate_rank_sets(scores, NULL, 0, &top, &ranks));
  for (i = 0; i < 4; i++) {
    printf("  %-6s ranks %d to %d%s\n", duel_table_text(ranks, "item", i),
           (int)duel_table_i64(ranks, "rank_best")[i], (int)duel_table_i64(ranks, "rank_worst")[i],
           duel_table_bool(ranks, "is_top")[i] ? ", may be the best" : "");
  }

  check(duel_model_fragility(model, NULL, 0, NULL, &fragility));
  for (i = 0; i < 3; i++) {
    printf("%s above %s falls with %.0f or fewer of 360 votes left out\n", duel_table_text(fragility, "first", i),
           duel_table_text(fragility, "second", i), duel_table_f64(fragility, "confirmed")[i]);
  }

  duel_table_free(fragility);
  duel_table_free(ranks);
  duel_estimate_free(scores);
  duel_model_free(model);
  duel_set_free(set);
  return 0;
}
