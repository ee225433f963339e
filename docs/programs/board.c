/* A leaderboard from counts: a model with ties, its warnings, and the whole table as text. */
#include <duel.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const left[] = {"ash", "ash", "ash", "birch", "birch", "cedar"};
static const char *const right[] = {"birch", "cedar", "oak", "cedar", "oak", "oak"};
static const int32_t wins[] = {31, 44, 40, 29, 38, 22};
static const int32_t losses[] = {19, 11, 14, 18, 12, 21};
static const int32_t ties[] = {10, 5, 6, 13, 10, 17};

static void check(duel_status status) {
  if (status != DUEL_OK) {
    fprintf(stderr, "%s: %s\n", duel_status_name(status), duel_last_error());
    exit(1);
  }
}

static void print(const duel_table *table) {
  size_t length = 0;
  char *text;
  check(duel_table_print(table, NULL, NULL, 0, &length));
  text = malloc(length);
  if (text == NULL) exit(1);
  check(duel_table_print(table, NULL, text, length, &length));
  fputs(text, stdout);
  free(text);
}

int main(void) {
  const duel_rows rows = {.struct_size = sizeof rows,
                          .length = 6,
                          .left = {.data = left, .type = DUEL_TYPE_TEXT},
                          .right = {.data = right, .type = DUEL_TYPE_TEXT},
                          .wins = {.data = wins, .type = DUEL_TYPE_I32},
                          .losses = {.data = losses, .type = DUEL_TYPE_I32},
                          .ties = {.data = ties, .type = DUEL_TYPE_I32}};
  const duel_model_options options = {.struct_size = sizeof options, .tie_model = DUEL_MODEL_DAVIDSON};
  duel_model_facts facts = {.struct_size = sizeof facts};
  duel_set *set = NULL;
  duel_model *model = NULL;
  duel_table *board = NULL, *warnings = NULL;

  check(duel_set_new(&set));
  check(duel_set_append(set, &rows));
  check(duel_model_fit(set, &options, &model));
  check(duel_model_info(model, &facts));
  printf("%.0f comparisons, log-likelihood %.3f\n", facts.comparisons, facts.log_likelihood);
  check(duel_model_scores(model, NULL, &board));
  print(board);
  check(duel_model_warnings(model, &warnings));
  print(warnings);

  duel_table_free(warnings);
  duel_table_free(board);
  duel_model_free(model);
  duel_set_free(set);
  return 0;
}
