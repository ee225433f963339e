/* The shortest complete use of duel. */
#include <duel.h>
#include <stdio.h>

int main(void) {
  static const char *left[] = {"red", "blue", "green", "red", "blue", "green", "red"};
  static const char *right[] = {"blue", "green", "red", "green", "red", "blue", "blue"};
  static const double score[] = {1, 1, 0, 0.5, 1, 1, 1}; /* of left: won 1, tied 0.5, lost 0 */
  const duel_rows rows = {.struct_size = sizeof rows,
                          .length = 7,
                          .left = {left, 0, DUEL_TYPE_TEXT, 0},
                          .right = {right, 0, DUEL_TYPE_TEXT, 0},
                          .score = {score, 0, DUEL_TYPE_F64, 0}};
  duel_set *set = NULL;
  duel_model *model = NULL;
  double scores[3][4], ranks[3][3];
  int failed;

  failed = duel_set_new(&set) || duel_set_append(set, &rows) || duel_model_fit(set, NULL, &model) ||
           duel_model_estimates(model, DUEL_QUANTITY_SCORES, NULL, scores[0], 12) ||
           duel_model_ranks(model, NULL, ranks[0], 9);
  if (failed) {
    fprintf(stderr, "%s\n", duel_last_error());
  } else {
    size_t i;
    for (i = 0; i < duel_set_count(set, DUEL_KIND_ITEM); i++) {
      printf("%-6s rank %.0f-%.0f  score %6.3f  95 %% interval [%6.3f, %6.3f]\n",
             duel_set_name(set, DUEL_KIND_ITEM, i), ranks[i][1], ranks[i][2], scores[i][0],
             scores[i][2], scores[i][3]);
    }
  }
  duel_model_free(model);
  duel_set_free(set);
  return failed;
}
