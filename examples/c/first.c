/* The shortest complete use of duel. */
#include <duel.h>
#include <stdio.h>

int main(void) {
  static const char *left[] = {"red", "blue", "green", "red", "blue", "green", "red"};
  static const char *right[] = {"blue", "green", "red", "green", "red", "blue", "blue"};
  static const double score[] = {1, 1, 0, 0.5, 1, 1, 1}; /* of left: won 1, tied 0.5, lost 0 */
  const duel_rows rows = {.struct_size = sizeof rows,
                          .length = 7,
                          .left = {.data = left, .type = DUEL_TYPE_TEXT},
                          .right = {.data = right, .type = DUEL_TYPE_TEXT},
                          .score = {.data = score, .type = DUEL_TYPE_F64}};
  duel_set *set = NULL;
  duel_model *model = NULL;
  duel_table *board = NULL;
  int failed;

  failed = duel_set_new(&set) || duel_set_append(set, &rows) || duel_model_fit(set, NULL, &model) ||
           duel_model_scores(model, NULL, &board);
  if (failed) {
    fprintf(stderr, "%s\n", duel_last_error());
  } else {
    const double *score = duel_table_f64(board, "estimate");
    const double *lower = duel_table_f64(board, "lower"), *upper = duel_table_f64(board, "upper");
    const int64_t *best = duel_table_i64(board, "rank_best"), *worst = duel_table_i64(board, "rank_worst");
    int i;
    for (i = 0; i < 3; i++) {
      printf("%-6s rank %d-%d  score %6.3f  95 %% interval [%6.3f, %6.3f]\n",
             duel_table_text(board, "item", i), (int)best[i], (int)worst[i], score[i], lower[i], upper[i]);
    }
  }
  duel_table_free(board);
  duel_model_free(model);
  duel_set_free(set);
  return failed;
}
