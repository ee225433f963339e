/* Sets of thousands of items, whose standard errors are sampled or come from a sparse factor; what is said of it; and the
 * same ways asked for on a small set, against the matrix. */
#include "check.h"
#include "data.h"

#include <math.h>

enum { LARGE = 6000, SMALL = 120 };

static unsigned long state = 7;

static unsigned long below(unsigned long bound) {
  state = (state * 6364136223846793005ul + 1442695040888963407ul);
  return (state >> 33) % bound;
}

/* Items that meet the next one and `more` others each, no farther than `width`. */
static duel_model *model_of(size_t items, size_t more, size_t width, duel_model_options options) {
  const size_t length = items * (1 + more);
  uint32_t *left = malloc(length * sizeof *left), *right = malloc(length * sizeof *right);
  double *wins = malloc(length * sizeof *wins), *losses = malloc(length * sizeof *losses);
  duel_rows rows = empty_rows(length);
  duel_set *set = NULL;
  duel_model *model = NULL;
  size_t at;
  for (at = 0; at < length; at++) {
    const size_t own = at % items;
    const size_t step = at < items ? 1 : 1 + below(width);
    left[at] = (uint32_t)own;
    right[at] = (uint32_t)((own + step) % items);
    wins[at] = 1.0 + (double)below(4) + (own < items / 2 && right[at] >= items / 2 ? 8.0 : 0.0);
    losses[at] = 1.0 + (double)below(4);
  }
  rows.left.data = left, rows.left.type = DUEL_TYPE_U32;
  rows.right.data = right, rows.right.type = DUEL_TYPE_U32;
  rows.wins = double_column(wins);
  rows.losses = double_column(losses);
  EXPECT(DUEL_OK, duel_set_new(&set));
  EXPECT(DUEL_OK, duel_set_append(set, &rows));
  EXPECT(DUEL_OK, duel_model_fit(set, &options, &model));
  duel_set_free(set);
  free(left), free(right), free(wins), free(losses);
  return model;
}

/* A column of doubles of a table. */
static const double *numbers(const duel_table *table, const char *name) {
  duel_table_column column;
  size_t at = 0;
  memset(&column, 0, sizeof column);
  column.struct_size = sizeof column;
  EXPECT(DUEL_OK, duel_table_find(table, name, &at));
  EXPECT(DUEL_OK, duel_table_get(table, at, &column));
  return column.data;
}

static const char *notes_of(const duel_table *table) {
  duel_table_facts facts;
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  EXPECT(DUEL_OK, duel_table_info(table, &facts));
  return facts.notes;
}

static void automatic(void) {
  duel_model *random = model_of(LARGE, 5, LARGE - 1, fit_defaults());
  duel_model *ladder = model_of(LARGE, 3, 4, fit_defaults());
  duel_inference_options how = inference_defaults();
  duel_estimate *estimate = NULL;
  duel_table *table = NULL;
  double *weights = calloc(2 * LARGE, sizeof *weights), *covariance = malloc(4 * sizeof *covariance), error, sum;
  duel_winner_facts winner;
  const size_t few[] = {4321, 5, 77};
  size_t i, wrong = 0;

  EXPECT(DUEL_OK, duel_model_scores(random, NULL, &table));
  CHECK(strstr(notes_of(table), "sampled by 200 draws with seed 0"), "%s", notes_of(table));
  for (i = 0; i < LARGE; i++) {
    const double share = numbers(table, "se_mc")[i] / numbers(table, "se")[i];
    wrong += !(share > 0.0 && share < 0.08);
  }
  CHECK(wrong == 0, "%lu Monte Carlo errors", (unsigned long)wrong);
  error = numbers(table, "se")[0];
  duel_table_free(table);

  /* Few contrasts are exact; a covariance of all is refused by name. */
  EXPECT(DUEL_OK, duel_model_estimate(random, DUEL_QUANTITY_SCORES, NULL, &estimate));
  weights[0] = 1.0, weights[1] = -1.0;
  for (i = 0; i < LARGE; i++) weights[LARGE + i] = (i == 0) - 1.0 / LARGE;
  EXPECT(DUEL_OK, duel_estimate_contrast_covariance(estimate, weights, 2, covariance, 4));
  CHECK(fabs(sqrt(covariance[3]) / error - 1.0) < 0.12, "%g, not %g", sqrt(covariance[3]), error);
  CHECK(covariance[0] > 0.0 && fabs(covariance[1]) < covariance[0], "%g %g", covariance[0], covariance[1]);
  EXPECT(DUEL_ERR_UNSUPPORTED, duel_estimate_covariance(estimate, weights, (size_t)LARGE * LARGE));
  CHECK(strstr(duel_last_error(), "DUEL_ERRORS_EXACT"), "%s", duel_last_error());
  /* So is the winner of all; that of a few has the error of the contrast that is its score. */
  memset(&winner, 0, sizeof winner);
  winner.struct_size = sizeof winner;
  EXPECT(DUEL_ERR_UNSUPPORTED, duel_estimate_winner(estimate, NULL, 0, 0, &winner));
  EXPECT(DUEL_OK, duel_estimate_winner(estimate, few, 3, 0, &winner));
  for (i = 0; i < LARGE; i++) weights[i] = (i == winner.item) - 1.0 / LARGE;
  EXPECT(DUEL_OK, duel_estimate_contrast_covariance(estimate, weights, 1, covariance, 1));
  CHECK(fabs(winner.se / sqrt(covariance[0]) - 1.0) < 1e-9, "%.12g, not %.12g", winner.se, sqrt(covariance[0]));
  CHECK((winner.item == 5 || winner.item == 77 || winner.item == 4321) && winner.lower < winner.median &&
        winner.median < winner.upper, "item %lu, %g", (unsigned long)winner.item, winner.median);
  duel_estimate_free(estimate);

  EXPECT(DUEL_OK, duel_model_scores(ladder, NULL, &table));
  CHECK(strstr(notes_of(table), "sparse factor"), "%s", notes_of(table));
  for (i = 0, wrong = 0; i < LARGE; i++) wrong += numbers(table, "se_mc")[i] != 0.0 || !(numbers(table, "se")[i] > 0.0);
  CHECK(wrong == 0, "%lu errors", (unsigned long)wrong);
  error = numbers(table, "se")[17];
  duel_table_free(table);
  how.errors = DUEL_ERRORS_SAMPLED;
  how.error_draws = 400;
  EXPECT(DUEL_OK, duel_model_scores(ladder, &how, &table));
  CHECK(strstr(notes_of(table), "400 draws"), "%s", notes_of(table));
  CHECK(fabs(numbers(table, "se")[17] - error) < 5.0 * numbers(table, "se_mc")[17], "%g, not %g",
        numbers(table, "se")[17], error);
  duel_table_free(table);

  /* Ranks by draws: in each of them all ranks are taken. */
  memset(&how, 0, sizeof how);
  how.struct_size = sizeof how;
  how.draws = 100;
  how.threads = 2;
  EXPECT(DUEL_OK, duel_model_rank_summary(random, &how, &table));
  CHECK(strstr(notes_of(table), "100 draws of all scores with seed 0"), "%s", notes_of(table));
  for (i = 0, sum = 0.0; i < LARGE; i++) sum += numbers(table, "rank_mean")[i];
  CHECK(fabs(sum - 0.5 * LARGE * (LARGE + 1.0)) < 1e-4 * sum, "%.12g", sum);
  duel_table_free(table);

  free(weights), free(covariance);
  duel_model_free(random);
  duel_model_free(ladder);
}

static void asked_for(void) {
  duel_model_options tied = fit_defaults();
  duel_model *model = model_of(SMALL, 8, SMALL - 1, fit_defaults());
  duel_inference_options how = inference_defaults();
  duel_table *exact = NULL, *sampled = NULL, *again = NULL;
  duel_cancel *cancel = NULL;
  double sum = 0.0, level;
  size_t i, wider = 0, outside = 0;

  how.intervals = DUEL_INTERVALS_SIMULTANEOUS;
  EXPECT(DUEL_OK, duel_model_scores(model, &how, &exact));
  how.errors = DUEL_ERRORS_SAMPLED;
  EXPECT(DUEL_OK, duel_model_scores(model, &how, &sampled));
  how.threads = 3;
  EXPECT(DUEL_OK, duel_model_scores(model, &how, &again));
  CHECK(!memcmp(numbers(sampled, "se"), numbers(again, "se"), SMALL * sizeof(double)), "threads change the bits");
  for (i = 0; i < SMALL; i++) {
    const double off = (numbers(sampled, "se")[i] - numbers(exact, "se")[i]) / numbers(sampled, "se_mc")[i];
    sum += off * off;
    CHECK(numbers(exact, "se_mc")[i] == 0.0 && numbers(sampled, "estimate")[i] == numbers(exact, "estimate")[i], "%lu",
          (unsigned long)i);
  }
  CHECK(sum / SMALL > 0.5 && sum / SMALL < 1.6, "differences are %g of what is stated", sqrt(sum / SMALL));
  /* On the safe side: Sidak's intervals, and ranges of ranks from them. */
  level = (numbers(sampled, "upper")[3] - numbers(sampled, "estimate")[3]) / numbers(sampled, "se")[3];
  CHECK(level > (numbers(exact, "upper")[3] - numbers(exact, "estimate")[3]) / numbers(exact, "se")[3], "%g", level);
  for (i = 0; i < SMALL; i++) {
    duel_table_column best[2];
    size_t at = 0, which;
    for (which = 0; which < 2; which++) {
      memset(&best[which], 0, sizeof *best);
      best[which].struct_size = sizeof *best;
      EXPECT(DUEL_OK, duel_table_find(exact, "rank_best", &at));
      EXPECT(DUEL_OK, duel_table_get(which ? sampled : exact, at, &best[which]));
    }
    wider += ((const int64_t *)best[1].data)[i] < ((const int64_t *)best[0].data)[i];
    outside += ((const int64_t *)best[1].data)[i] > ((const int64_t *)best[0].data)[i];
  }
  CHECK(wider > outside, "%lu wider, %lu narrower", (unsigned long)wider, (unsigned long)outside);
  duel_table_free(exact), duel_table_free(sampled), duel_table_free(again);

  how.error_draws = 3;
  EXPECT(DUEL_ERR_ARGUMENT, duel_model_scores(model, &how, &exact));
  how.error_draws = 0;
  how.errors = 3;
  EXPECT(DUEL_ERR_ARGUMENT, duel_model_scores(model, &how, &exact));
  how.errors = DUEL_ERRORS_SAMPLED;
  how.covariance = DUEL_COVARIANCE_CLUSTERED_TWO_WAY;
  EXPECT(DUEL_ERR_UNSUPPORTED, duel_model_scores(model, &how, &exact));
  CHECK(strstr(duel_last_error(), "no contexts"), "%s", duel_last_error());
  how.covariance = 0;
  EXPECT(DUEL_OK, duel_cancel_new(&cancel));
  duel_cancel_raise(cancel);
  how.cancel = cancel;
  EXPECT(DUEL_ERR_CANCELLED, duel_model_scores(model, &how, &exact));
  duel_cancel_free(cancel);
  duel_model_free(model);

  tied.bias_reduction = DUEL_BIAS_FIRTH;
  model = model_of(SMALL, 8, SMALL - 1, tied);
  how.cancel = NULL;
  EXPECT(DUEL_ERR_UNSUPPORTED, duel_model_scores(model, &how, &exact));
  CHECK(strstr(duel_last_error(), "Firth"), "%s", duel_last_error());
  duel_model_free(model);
}

int main(void) {
  automatic();
  asked_for();
  return checks_end();
}
