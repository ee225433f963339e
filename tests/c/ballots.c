/* Ballots: what rows they take, what board they make, what they refuse. */
#include "duel.h"

#include "check.h"
#include "data.h"

#include <math.h>
#include <string.h>

static const char *const ballots[] = {"j", "j", "j", "k", "k", "l", "l", "m", "m", "m"};
static const char *const items[] = {"ash", "birch", "cedar", "cedar", "ash", "birch", "ash", "cedar", "ash", "birch"};

static duel_ballot_rows of(const double *ranks) {
  duel_ballot_rows rows;
  memset(&rows, 0, sizeof rows);
  rows.struct_size = sizeof rows;
  rows.length = 10;
  rows.ballot = names_column(ballots);
  rows.item = names_column(items);
  rows.rank = double_column(ranks);
  return rows;
}

static duel_ballots *ballots_of(const double *ranks) {
  duel_ballot_rows rows = of(ranks);
  duel_ballots *ballots = NULL;
  EXPECT(DUEL_OK, duel_ballots_new(&ballots));
  EXPECT(DUEL_OK, duel_ballots_append(ballots, &rows));
  return ballots;
}

static duel_ranking_options defaults(void) {
  duel_ranking_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  return options;
}

static const double full[] = {1, 2, 3, 1, 2, 1, 2, 1, 3, 2};

/* Ash beats birch in the first, loses to it in the third and the last. */
static void test_board(void) {
  duel_ballots *ballots = ballots_of(full);
  duel_ballots_facts facts;
  duel_ranking_facts fitted;
  duel_ranking *model = NULL;
  duel_ranking_options options = defaults();
  duel_estimate *estimate = NULL;
  duel_table *table = NULL;
  duel_set *names = NULL;
  memset(&facts, 0, sizeof facts);
  memset(&fitted, 0, sizeof fitted);
  facts.struct_size = sizeof facts;
  fitted.struct_size = sizeof fitted;
  EXPECT(DUEL_OK, duel_ballots_info(ballots, &facts));
  CHECK(facts.items == 3 && facts.ballots == 4.0 && facts.rows == 10 && facts.of_two == 2, "%s", duel_last_error());
  CHECK(facts.most_shown == 3 && facts.most_tied == 1 && facts.best_and_worst == 0, "%s", duel_last_error());
  EXPECT(DUEL_OK, duel_ballots_names(ballots, &names));
  duel_set_free(names);
  EXPECT(DUEL_OK, duel_ballots_fit(ballots, NULL, &model));
  /* The model keeps what it was fitted to. */
  duel_ballots_free(ballots);
  EXPECT(DUEL_OK, duel_ranking_info(model, &fitted));
  CHECK(fitted.parameters == 2 && fitted.stages == 6.0 && fitted.gradient < 1e-8, "%s", duel_last_error());
  EXPECT(DUEL_OK, duel_ranking_scores(model, NULL, &table));
  CHECK(rows_of(table) == 3, "%s", duel_last_error());
  {
    const double *u = duel_table_f64(table, "estimate"), *first = duel_table_f64(table, "put_first");
    /* The likelihood by hand. */
    const double a = exp(u[0]), b = exp(u[1]), c = exp(u[2]);
    const double own = log(a / (a + b + c)) + log(b / (b + c)) + log(c / (a + c)) + log(b / (a + b)) + log(c / (a + b + c)) +
                       log(b / (a + b));
    CHECK(fabs(own - fitted.log_likelihood) < 1e-12, "%s", duel_last_error());
    CHECK(fabs(u[0] + u[1] + u[2]) < 1e-12 && first[0] == 1.0 && first[1] == 1.0 && first[2] == 2.0, "%s", duel_last_error());
  }
  duel_table_free(table);
  EXPECT(DUEL_OK, duel_ranking_effects(model, NULL, &table));
  CHECK(rows_of(table) == 0, "%s", duel_last_error());
  duel_table_free(table);
  EXPECT(DUEL_OK, duel_ranking_estimate(model, NULL, &estimate));
  duel_ranking_free(model);
  EXPECT(DUEL_OK, duel_estimate_ranks(estimate, &table));
  CHECK(rows_of(table) == 3, "%s", duel_last_error());
  duel_table_free(table);
  duel_estimate_free(estimate);
  options.ridge = -1.0;
  ballots = ballots_of(full);
  EXPECT(DUEL_ERR_ARGUMENT, duel_ballots_fit(ballots, &options, &model));
  CHECK(strstr(duel_last_error(), "ridge is -1") != NULL, "%s", duel_last_error());
  options.ridge = 0.0;
  options.worst = 7;
  EXPECT(DUEL_ERR_ARGUMENT, duel_ballots_fit(ballots, &options, &model));
  duel_ballots_free(ballots);
}

static void test_effects(void) {
  static const double tied[] = {1, 2, 2, 1, 2, 1, 2, 1, 3, 2}, lengths[] = {1, 3, 2, 2, 2.5, 1, 0, 1, 1, 4};
  duel_ballots *ballots = ballots_of(tied);
  duel_ranking_options options = defaults();
  duel_ranking *model = NULL;
  duel_table *table = NULL;
  EXPECT(DUEL_ERR_SIZE, duel_ballots_covariate(ballots, "length", lengths, 3));
  EXPECT(DUEL_OK, duel_ballots_covariate(ballots, "length", lengths, 10));
  options.ridge = 0.5;
  EXPECT(DUEL_OK, duel_ballots_fit(ballots, &options, &model));
  EXPECT(DUEL_OK, duel_ranking_effects(model, NULL, &table));
  CHECK(rows_of(table) == 2, "%s", duel_last_error());
  CHECK(duel_table_i64(table, "number")[0] == 2 && strcmp(duel_table_text(table, "name", 1), "length") == 0, "%s", duel_last_error());
  duel_table_free(table);
  duel_ranking_free(model);
  duel_ballots_free(ballots);
}

static void test_refusals(void) {
  static const double nothing[] = {0, 0, 0, 1, 2, 1, 2, 1, 3, 2}, half[] = {1, 2.5, 3, 1, 2, 1, 2, 1, 3, 2};
  static const double always[] = {1, 2, 3, 2, 1, 2, 1, 2, 1, 3};
  duel_ballot_rows rows = of(nothing);
  duel_ballots *ballots = ballots_of(full);
  duel_ballots_facts facts;
  duel_ranking *model = NULL;
  EXPECT(DUEL_ERR_DATA, duel_ballots_append(ballots, &rows));
  CHECK(strstr(duel_last_error(), "ballot \"j\" was appended before") != NULL, "%s", duel_last_error());
  duel_ballots_free(ballots);
  EXPECT(DUEL_OK, duel_ballots_new(&ballots));
  EXPECT(DUEL_ERR_DATA, duel_ballots_append(ballots, &rows));
  CHECK(strstr(duel_last_error(), "puts no item first") != NULL, "%s", duel_last_error());
  rows = of(half);
  EXPECT(DUEL_ERR_DATA, duel_ballots_append(ballots, &rows));
  CHECK(strstr(duel_last_error(), "rank is 2.5") != NULL, "%s", duel_last_error());
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  EXPECT(DUEL_OK, duel_ballots_info(ballots, &facts));
  CHECK(facts.items == 0 && facts.rows == 0, "%s", duel_last_error());
  EXPECT(DUEL_ERR_DATA, duel_ballots_fit(ballots, NULL, &model));
  rows = of(always);
  EXPECT(DUEL_OK, duel_ballots_append(ballots, &rows));
  EXPECT(DUEL_ERR_NOT_IDENTIFIED, duel_ballots_fit(ballots, NULL, &model));
  CHECK(model == NULL && strstr(duel_last_error(), "\"ash\"") != NULL, "%s", duel_last_error());
  duel_ballots_free(ballots);
}

int main(void) {
  test_board();
  test_effects();
  test_refusals();
  return checks_end();
}
