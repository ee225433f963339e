/* Boards of scores by task: what rows they take, what means they make, what they refuse. */
#include "duel.h"

#include "check.h"
#include "data.h"

#include <math.h>
#include <string.h>

static const char *const items[] = {"old", "new", "old", "new", "old", "new", "old", "new"};
static const char *const tasks[] = {"t1", "t1", "t2", "t2", "t3", "t3", "t4", "t4"};
static const char *const groups[] = {"a", "a", "a", "a", "b", "b", "b", "b"};

static duel_score_rows of(const double *scores) {
  duel_score_rows rows;
  memset(&rows, 0, sizeof rows);
  rows.struct_size = sizeof rows;
  rows.length = 8;
  rows.item = names_column(items);
  rows.context = names_column(tasks);
  rows.score = double_column(scores);
  return rows;
}

static duel_board *board_of(const double *scores, int has_groups) {
  duel_score_rows rows = of(scores);
  duel_board *board = NULL;
  if (has_groups) rows.group = names_column(groups);
  EXPECT(DUEL_OK, duel_board_new(&board));
  EXPECT(DUEL_OK, duel_board_append(board, &rows));
  return board;
}

static duel_board_options defaults(void) {
  duel_board_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  return options;
}

static duel_table_facts facts_of(const duel_table *table) {
  duel_table_facts facts;
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  EXPECT(DUEL_OK, duel_table_info(table, &facts));
  return facts;
}

/* Tasks as units: the paired t-test, by hand. */
static void test_means(void) {
  static const double scores[] = {0.2, 0.5, 0.4, 0.4, 0.6, 0.9, 0.0, 0.2};
  duel_board *board = board_of(scores, 0);
  duel_board_facts facts;
  duel_estimate *estimate = NULL;
  duel_gate gate;
  duel_set *names = NULL;
  duel_table *table = NULL;
  const double mean = 0.2, se = sqrt((0.01 + 0.04 + 0.01 + 0.0) / 12.0);
  size_t at = 9;
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  EXPECT(DUEL_OK, duel_board_info(board, &facts));
  CHECK(facts.items == 2 && facts.contexts == 4 && facts.cells == 8 && facts.rows_without_score == 0 && facts.group_count == 0,
        "%lu", (unsigned long)facts.cells);
  EXPECT(DUEL_OK, duel_board_names(board, &names));
  EXPECT(DUEL_OK, duel_set_find(names, DUEL_KIND_CONTEXT, "t3", &at));
  CHECK(at == 2, "%lu", (unsigned long)at);
  duel_set_free(names);
  EXPECT(DUEL_OK, duel_board_estimate(board, NULL, NULL, &estimate));
  duel_board_free(board);
  memset(&gate, 0, sizeof gate);
  gate.struct_size = sizeof gate;
  gate.candidate = 1;
  EXPECT(DUEL_OK, duel_estimate_gate(estimate, &gate, &table));
  CHECK(fabs(duel_table_f64(table, "estimate")[0] - mean) < 1e-12, "%g", duel_table_f64(table, "estimate")[0]);
  CHECK(fabs(duel_table_f64(table, "se")[0] - se) < 1e-12, "%g", duel_table_f64(table, "se")[0]);
  CHECK(fabs(duel_table_f64(table, "lower")[0] - (mean - 3.182446305284263 * se)) < 1e-9, "%g",
        duel_table_f64(table, "lower")[0]);
  CHECK(duel_table_i64(table, "units")[0] == 4, "units");
  duel_table_free(table);
  EXPECT(DUEL_OK, duel_estimate_values(estimate, &table));
  CHECK(strstr(facts_of(table).notes, "4 tasks"), "%s", facts_of(table).notes);
  duel_table_free(table);
  duel_estimate_free(estimate);
}

static void refuse(duel_status status, const duel_board *board, const duel_board_options *options, const char *text) {
  duel_estimate *estimate = NULL;
  EXPECT(status, duel_board_estimate(board, options, NULL, &estimate));
  CHECK(!estimate && strstr(duel_last_error(), text), "%s, not %s", duel_last_error(), text);
}

static void test_choices(void) {
  static const double scores[] = {1, 1, 0, 1, NAN, 1, 0, 0};
  duel_board *board = board_of(scores, 1);
  duel_board_options options = defaults();
  duel_estimate *estimate = NULL;
  duel_table *table = NULL;
  options.missing = DUEL_MISSING_REFUSED;
  refuse(DUEL_ERR_DATA, board, &options, "1 of 8 cells are missing, 1 of \"old\"");
  options.missing = 9;
  refuse(DUEL_ERR_ARGUMENT, board, &options, "missing is 9");
  options.missing = DUEL_MISSING_COMMON;
  options.missing_value = 1;
  refuse(DUEL_ERR_ARGUMENT, board, &options, "missing_value is 1, but missing is not DUEL_MISSING_NUMBER");
  options.missing = DUEL_MISSING_NUMBER;
  options.missing_value = NAN;
  refuse(DUEL_ERR_ARGUMENT, board, &options, "missing_value is NaN");
  options = defaults();
  options.k = 2;
  refuse(DUEL_ERR_ARGUMENT, board, &options, "k is 2, but runs");
  options.runs = DUEL_RUNS_PASS_AT;
  refuse(DUEL_ERR_DATA, board, &options, "need at least 2");
  options.k = 0;
  refuse(DUEL_ERR_ARGUMENT, board, &options, "k is 0");
  options = defaults();
  options.population = 3;
  refuse(DUEL_ERR_ARGUMENT, board, &options, "population is 3");
  options = defaults();
  options.groups_are = 5;
  refuse(DUEL_ERR_ARGUMENT, board, &options, "groups_are");
  options = defaults();
  options.missing = DUEL_MISSING_NUMBER;
  options.groups_are = DUEL_GROUPS_ARE_ALL;
  EXPECT(DUEL_OK, duel_board_estimate(board, &options, NULL, &estimate));
  EXPECT(DUEL_OK, duel_estimate_values(estimate, &table));
  CHECK(fabs(duel_table_f64(table, "estimate")[0] - 0.25) < 1e-12, "%g", duel_table_f64(table, "estimate")[0]);
  duel_table_free(table);
  duel_estimate_free(estimate);
  table = NULL;
  EXPECT(DUEL_ERR_DATA, duel_board_variance(board, &table));
  CHECK(strstr(duel_last_error(), "two runs"), "%s", duel_last_error());
  duel_board_free(board);
}

static void test_rows(void) {
  static const double scores[] = {1, 1, 0, 1, 1, 1, 0, INFINITY}, weights[] = {1, 1, 2, 2, 1, 3, 1, 1};
  duel_score_rows rows = of(scores);
  duel_board *board = NULL;
  duel_board_facts facts;
  EXPECT(DUEL_OK, duel_board_new(&board));
  EXPECT(DUEL_ERR_DATA, duel_board_append(board, &rows));
  CHECK(duel_last_error_row() == 7 && strstr(duel_last_error(), "score is inf"), "%s", duel_last_error());
  rows.length = 7;
  rows.weight = double_column(weights);
  EXPECT(DUEL_ERR_DATA, duel_board_append(board, &rows));
  CHECK(duel_last_error_row() == 5 && strstr(duel_last_error(), "weight is 3"), "%s", duel_last_error());
  rows.context.data = NULL;
  EXPECT(DUEL_ERR_ARGUMENT, duel_board_append(board, &rows));
  CHECK(strstr(duel_last_error(), "context is absent"), "%s", duel_last_error());
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  EXPECT(DUEL_ERR_DATA, duel_board_info(board, &facts));
  duel_board_free(board);
}

int main(void) {
  test_means();
  test_choices();
  test_rows();
  return checks_end();
}
