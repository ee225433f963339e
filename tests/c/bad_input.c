/* The table of bad input: every row must give its status, a message that names what is wrong, and
 * the row of the data; and neither the set nor the model may change. What looks bad and is not
 * stands at the end. */
#include "estimates.h"
#include "bad_input.h"

#include <math.h>

static void walk(const bad_input *table, duel_set *set, const duel_model *model) {
  size_t before = 0;
  unsigned char *first = bytes_of(set, &before);
  for (; table->name; table++) {
    size_t after = 0;
    unsigned char *last;
    /* A known last error, so that a failure that leaves none is seen. */
    CHECK(duel_set_new(NULL) == DUEL_ERR_NULL, "planted error");
    {
      duel_status status = table->call(set, model);
      const char *message = duel_last_error();
      CHECK(status == table->status, "%s: %s, not %s: \"%s\"", table->name,
            duel_status_name(status), duel_status_name(table->status), message);
      CHECK(strstr(message, table->message) != NULL, "%s: \"%s\" does not say \"%s\"", table->name,
            message, table->message);
      CHECK(strlen(message) > 10 && !strchr(message, '\n') && !strstr(message, "panicked"),
            "%s: \"%s\"", table->name, message);
      CHECK(duel_last_error_row() == table->row, "%s: row %ld, not %ld", table->name,
            (long)duel_last_error_row(), (long)table->row);
    }
    last = bytes_of(set, &after);
    CHECK(first && last && before == after && memcmp(first, last, before) == 0,
          "%s: the set changed", table->name);
    free(last);
  }
  free(first);
}

/* ---- odd, but good --------------------------------------------------------------------------- */

/* Three items in a circle, each pair decided both ways, every row of this weight. */
static duel_status weighted(double weight, double scores[12]) {
  static const char *const left[] = {"ash", "birch", "cedar", "ash", "birch", "cedar", "ash"};
  static const char *const right[] = {"birch", "cedar", "ash", "birch", "cedar", "ash", "cedar"};
  static const double score[] = {1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0};
  double weights[7];
  duel_rows rows = empty_rows(7);
  duel_set *set = NULL;
  duel_model *model = NULL;
  duel_status status = duel_set_new(&set);
  size_t i;
  for (i = 0; i < 7; i++) weights[i] = weight;
  rows.left = names_column(left);
  rows.right = names_column(right);
  rows.score = double_column(score);
  rows.weight = double_column(weights);
  if (status == DUEL_OK) status = duel_set_append(set, &rows);
  if (status == DUEL_OK) status = duel_model_fit(set, NULL, &model);
  if (status == DUEL_OK) status = model_values(model, DUEL_QUANTITY_SCORES, NULL, scores, 12);
  duel_model_free(model);
  duel_set_free(set);
  return status;
}

/* Scores do not know the unit of the weights. */
static void extreme_weights(void) {
  double one[12], tiny[12], large[12];
  size_t i;
  EXPECT(DUEL_OK, weighted(1.0, one));
  EXPECT(DUEL_OK, weighted(1e-300, tiny));
  EXPECT(DUEL_OK, weighted(1e300, large));
  for (i = 0; i < 12; i += 4) {
    CHECK(fabs(tiny[i] - one[i]) < 1e-6, "1e-300: %g, not %g", tiny[i], one[i]);
    CHECK(fabs(large[i] - one[i]) < 1e-6, "1e300: %g, not %g", large[i], one[i]);
  }
}

/* Twelve items in a chain, each beating the next 1000 : 1: scores log(1000) apart. */
static void long_chain(void) {
  uint32_t left[11], right[11];
  double wins[11], losses[11], scores[12];
  duel_rows rows = empty_rows(11);
  duel_set *set = NULL;
  duel_model *model = NULL;
  size_t i;
  for (i = 0; i < 11; i++) {
    left[i] = (uint32_t)i;
    right[i] = (uint32_t)i + 1;
    wins[i] = 1000.0;
    losses[i] = 1.0;
  }
  rows.left.data = left;
  rows.right.data = right;
  rows.left.type = rows.right.type = DUEL_TYPE_U32;
  rows.wins = double_column(wins);
  rows.losses = double_column(losses);
  EXPECT(DUEL_OK, duel_set_new(&set));
  EXPECT(DUEL_OK, duel_set_append(set, &rows));
  EXPECT(DUEL_OK, duel_model_fit(set, NULL, &model));
  if (model) {
    EXPECT(DUEL_OK, duel_model_get(model, DUEL_QUANTITY_SCORES, scores, 12));
    for (i = 0; i < 11; i++) {
      CHECK(fabs(scores[i] - scores[i + 1] - log(1000.0)) < 1e-8, "step %lu: %.12g",
            (unsigned long)i, scores[i] - scores[i + 1]);
    }
  }
  duel_model_free(model);
  duel_set_free(set);
}

/* No ties under a model of ties: the threshold lies at its end, which is recorded, and the scores
 * are those of Bradley-Terry. */
static void no_ties(void) {
  static const char *const left[] = {"ash", "birch", "ash", "birch"};
  static const char *const right[] = {"birch", "ash", "birch", "ash"};
  static const double score[] = {1.0, 1.0, 0.0, 1.0};
  duel_rows rows = empty_rows(4);
  duel_model_options options = fit_defaults();
  duel_set *set = NULL;
  rows.left = names_column(left);
  rows.right = names_column(right);
  rows.score = double_column(score);
  EXPECT(DUEL_OK, duel_set_new(&set));
  EXPECT(DUEL_OK, duel_set_append(set, &rows));
  for (options.tie_model = DUEL_MODEL_RAO_KUPPER; options.tie_model <= DUEL_MODEL_DAVIDSON; options.tie_model++) {
    duel_model *model = NULL;
    double scores[2] = {9.0, 9.0};
    duel_model_facts info;
    memset(&info, 0, sizeof info);
    info.struct_size = sizeof info;
    EXPECT(DUEL_OK, duel_model_fit(set, &options, &model));
    if (!model) continue;
    EXPECT(DUEL_OK, duel_model_info(model, &info));
    CHECK(info.problems == DUEL_FIT_TIE_LIMIT, "outcome %d", (int)info.problems);
    EXPECT(DUEL_OK, duel_model_get(model, DUEL_QUANTITY_SCORES, scores, 2));
    CHECK(fabs(scores[1] - scores[0] - log(3.0)) < 1e-6, "%.9g", scores[1] - scores[0]);
    duel_model_free(model);
  }
  duel_set_free(set);
}

/* Nothing but ties: equal scores, and no reason to refuse. */
static void only_ties(void) {
  static const char *const left[] = {"ash", "birch", "cedar"};
  static const char *const right[] = {"birch", "cedar", "ash"};
  static const double score[] = {0.5, 0.5, 0.5};
  duel_rows rows = empty_rows(3);
  duel_set *set = NULL;
  duel_model *model = NULL;
  double scores[3] = {1.0, 1.0, 1.0};
  rows.left = names_column(left);
  rows.right = names_column(right);
  rows.score = double_column(score);
  EXPECT(DUEL_OK, duel_set_new(&set));
  EXPECT(DUEL_OK, duel_set_append(set, &rows));
  EXPECT(DUEL_OK, duel_model_fit(set, NULL, &model));
  if (model) EXPECT(DUEL_OK, duel_model_get(model, DUEL_QUANTITY_SCORES, scores, 3));
  CHECK(fabs(scores[0]) + fabs(scores[1]) + fabs(scores[2]) < 1e-12, "%g", scores[0]);
  duel_model_free(model);
  duel_set_free(set);
}

int main(void) {
  duel_set *set = NULL;
  duel_model *model = NULL;
  EXPECT(DUEL_OK, small_set(&set));
  EXPECT(DUEL_OK, duel_model_fit(set, NULL, &model));
  if (set && model) {
    walk(bad_rows, set, model);
    walk(bad_sets, set, model);
    walk(bad_fits, set, model);
    walk(bad_inferences, set, model);
    walk(bad_influence, set, model);
    walk(bad_assess, set, model);
    walk(bad_tests, set, model);
    walk(bad_resampling, set, model);
    walk(bad_profiles, set, model);
    walk(bad_geometry, set, model);
    walk(bad_judges, set, model);
    walk(bad_judging, set, model);
    walk(bad_policy, set, model);
    walk(bad_learner, set, model);
    walk(bad_gars, set, model);
    walk(bad_metrics, set, model);
  }
  duel_model_free(model);
  duel_set_free(set);
  extreme_weights();
  long_chain();
  only_ties();
  no_ties();
  return checks_end();
}
