/* Estimates that somebody else made: what they answer, what they are refused, and that order needs no model. */
#include "duel.h"

#include "check.h"

#include <math.h>
#include <string.h>

static const char *const names[] = {"ash", "birch", "cedar"};
static const double values[] = {3.0, 1.0, 1.1};
static const double se[] = {0.1, 0.1, 0.2};
static const double covariance[] = {0.01, 0, 0, 0, 0.01, 0, 0, 0, 0.04};

static duel_given of(void) {
  duel_given given;
  memset(&given, 0, sizeof given);
  given.struct_size = sizeof given;
  given.values = values;
  given.value_count = 3;
  given.names = names;
  return given;
}

/* A number of a column of doubles or integers, by its name. */
static double at(const duel_table *table, const char *name, size_t row) {
  const double *numbers = duel_table_f64(table, name);
  const int64_t *integers = numbers ? NULL : duel_table_i64(table, name);
  CHECK(numbers || integers, "%s", duel_last_error());
  return numbers ? numbers[row] : integers ? (double)integers[row] : -999.0;
}

static duel_table_facts facts_of(const duel_table *table) {
  duel_table_facts facts;
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  EXPECT(DUEL_OK, duel_table_info(table, &facts));
  return facts;
}

static void refuse(duel_status status, duel_given given, const char *text) {
  duel_estimate *estimate = NULL;
  EXPECT(status, duel_estimate_new(&given, NULL, &estimate));
  CHECK(!estimate && strstr(duel_last_error(), text), "%s, not %s", duel_last_error(), text);
}

static void test_refusals(void) {
  static const char *const twice[] = {"x", "y", "x"};
  static const double bad[] = {1.0, 0.9, 0.2, 0.9, 1.0, 0.9, 0.2, 0.9, 1.0}, holes[] = {1, NAN, 3};
  static const double rough[] = {1, 0.31, 0, 0.29, 1, 0, 0, 0, 1};
  duel_given given = of();
  refuse(DUEL_ERR_ARGUMENT, given, "give one of covariance, se, pair_se");
  given.se = se;
  given.covariance = covariance;
  refuse(DUEL_ERR_ARGUMENT, given, "there are two: covariance, se");
  given.covariance = NULL;
  given.names = twice;
  refuse(DUEL_ERR_NAME, given, "\"x\" stands twice (0 and 2)");
  given.names = names;
  given.df = -1.0;
  refuse(DUEL_ERR_ARGUMENT, given, "df is -1");
  given.df = 0.0;
  given.units = 0.5;
  refuse(DUEL_ERR_ARGUMENT, given, "units is 0.5");
  given.units = 0.0;
  given.value_count = 0;
  refuse(DUEL_ERR_ARGUMENT, given, "value_count is 0");
  given = of();
  given.covariance = bad;
  refuse(DUEL_ERR_DATA, given, "the contrast -0.65 ash + 1 birch - 0.65 cedar would have variance -0.33");
  given.covariance = rough;
  refuse(DUEL_ERR_DATA, given, "[0, 1] is 0.31 and [1, 0] is 0.29");
  given = of();
  given.se = holes;
  refuse(DUEL_ERR_DATA, given, "that of \"birch\" is missing");
  given.values = NULL;
  refuse(DUEL_ERR_NULL, given, "values is NULL");
  given = of();
  given.struct_size = 8;
  refuse(DUEL_ERR_ARGUMENT, given, "struct_size");
  EXPECT(DUEL_ERR_NULL, duel_estimate_new(NULL, NULL, NULL));
}

static void test_order(int lower_is_better) {
  duel_given given = of();
  duel_inference_options options;
  duel_estimate *estimate = NULL;
  duel_table *table = NULL;
  duel_winner_facts winner;
  duel_quasi_facts quasi;
  duel_estimate_facts facts;
  double square[9], quasi_variances[3];
  const size_t best = lower_is_better ? 1 : 0;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.draws = 2000;
  given.se = se;
  given.lower_is_better = lower_is_better;
  EXPECT(DUEL_OK, duel_estimate_new(&given, &options, &estimate));
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  EXPECT(DUEL_OK, duel_estimate_info(estimate, &facts));
  CHECK(facts.values == 3 && facts.quantity == -1 && facts.covariance == -1 && isnan(facts.df), "%d", facts.quantity);

  EXPECT(DUEL_OK, duel_estimate_values(estimate, &table));
  CHECK(at(table, "estimate", 0) == 3.0 && fabs(at(table, "se", 2) - 0.2) < 1e-15, "%g", at(table, "se", 2));
  CHECK(fabs(at(table, "upper", 1) - (1.0 + 0.1 * 1.959963984540054)) < 1e-12, "%g", at(table, "upper", 1));
  CHECK(strstr(facts_of(table).notes, "taken as independent"), "%s", facts_of(table).notes);
  duel_table_free(table);

  EXPECT(DUEL_OK, duel_estimate_ranks(estimate, &table));
  CHECK(at(table, "rank", best) == 1.0, "%g", at(table, "rank", best));
  CHECK(at(table, "rank", 0) == (lower_is_better ? 3.0 : 1.0), "%g", at(table, "rank", 0));
  duel_table_free(table);

  memset(&winner, 0, sizeof winner);
  winner.struct_size = sizeof winner;
  EXPECT(DUEL_OK, duel_estimate_winner(estimate, NULL, 0, 0, &winner));
  CHECK(winner.item == best && winner.estimate == values[best], "%lu", (unsigned long)winner.item);
  CHECK(winner.lower < winner.estimate && winner.upper > winner.estimate, "%g %g", winner.lower, winner.upper);

  EXPECT(DUEL_OK, duel_estimate_compact_letters(estimate, &table));
  CHECK(facts_of(table).rows == 3, "%lu rows", (unsigned long)facts_of(table).rows);
  duel_table_free(table);
  EXPECT(DUEL_OK, duel_estimate_tiers(estimate, DUEL_TIERS_GAP, 0.5, &table));
  CHECK(at(table, "tier", 0) == (lower_is_better ? 1.0 : 0.0), "%g", at(table, "tier", 0));
  duel_table_free(table);
  table = NULL;
  EXPECT(DUEL_ERR_ARGUMENT, duel_estimate_tiers(estimate, 7, 0.5, &table));
  EXPECT(DUEL_OK, duel_estimate_rank_summary(estimate, &table));
  CHECK(at(table, "best_probability", best) > 0.5, "%g", at(table, "best_probability", best));
  duel_table_free(table);
  EXPECT(DUEL_ERR_SIZE, duel_estimate_superiority(estimate, square, 8));
  EXPECT(DUEL_OK, duel_estimate_superiority(estimate, square, 9));
  CHECK((square[1] > 0.999) == !lower_is_better && isnan(square[0]), "%g", square[1]);
  EXPECT(DUEL_OK, duel_estimate_rank_probabilities(estimate, square, 9));
  CHECK(fabs(square[3] + square[4] + square[5] - 1.0) < 1e-12, "%g", square[3]);
  memset(&quasi, 0, sizeof quasi);
  quasi.struct_size = sizeof quasi;
  EXPECT(DUEL_OK, duel_estimate_quasi_variances(estimate, quasi_variances, 3, &quasi));
  CHECK(fabs(quasi_variances[2] - 0.04) < 1e-9 && fabs(quasi.largest_error) < 1e-9, "%g", quasi_variances[2]);
  duel_estimate_free(estimate);
}

int main(void) {
  test_refusals();
  test_order(0);
  test_order(1);
  return checks_end();
}
