/* Tables from C: columns by place and by name, labels, what is missing, facts, tables without rows, and Arrow
 * streams that outlive their table, released in any order. */
#include "check.h"
#include "data.h"

#include <math.h>

enum { PAIRS = SMALL_ITEMS * (SMALL_ITEMS - 1) / 2 };

static duel_table_facts facts_of(const duel_table *table) {
  duel_table_facts facts;
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  EXPECT(DUEL_OK, duel_table_info(table, &facts));
  return facts;
}

static duel_table_column column_of(const duel_table *table, size_t place) {
  duel_table_column column;
  memset(&column, 0, sizeof column);
  column.struct_size = sizeof column;
  EXPECT(DUEL_OK, duel_table_get(table, place, &column));
  return column;
}

static void columns(const duel_table *table, const duel_model *model) {
  static const char *const names[] = {"first", "second", "estimate", "se",
                                      "lower", "upper", "is_open", "is_equal"};
  const duel_table_facts facts = facts_of(table);
  const double *estimate = duel_table_f64(table, "estimate"), *lower = duel_table_f64(table, "lower");
  const int32_t *first = duel_table_codes(table, "first"), *second = duel_table_codes(table, "second");
  const uint8_t *is_open = duel_table_bool(table, "is_open");
  double scores[SMALL_ITEMS];
  size_t k, place = 99;
  CHECK(facts.rows == PAIRS && facts.columns == 8, "%lu x %lu", (unsigned long)facts.rows,
        (unsigned long)facts.columns);
  CHECK(facts.level == 0.95 && facts.intervals == DUEL_INTERVALS_MARGINAL && isnan(facts.replicates), "facts");
  CHECK(facts.covariance > 0 && facts.quantiles == DUEL_QUANTILES_STUDENT, "resolved choices");
  CHECK(strlen(facts.title) > 0 && facts.notes, "title");
  for (k = 0; k < facts.columns; k++) {
    const duel_table_column column = column_of(table, k);
    CHECK(!strcmp(column.name, names[k]), "column %lu is %s", (unsigned long)k, column.name);
    CHECK(column.unit && strlen(column.description) > 5 && column.data, "%s", column.name);
    CHECK(column.refers == (k < 2 ? DUEL_REFERS_ITEM : DUEL_REFERS_NONE), "%s", column.name);
    EXPECT(DUEL_OK, duel_table_find(table, names[k], &place));
    CHECK(place == k, "%s is at %lu", names[k], (unsigned long)place);
    if (k < 2) CHECK(column.label_count == SMALL_ITEMS && !strcmp(column.labels[3], small_items[3]), "labels");
    if (k >= 2) CHECK(!column.labels && column.label_count == 0, "%s has labels", column.name);
  }
  if (!estimate || !lower || !first || !second || !is_open) return;
  EXPECT(DUEL_OK, duel_model_get(model, DUEL_QUANTITY_SCORES, scores, SMALL_ITEMS));
  for (k = 0; k < PAIRS; k++) {
    CHECK(fabs(estimate[k] - (scores[first[k]] - scores[second[k]])) < 1e-12, "pair %lu", (unsigned long)k);
    CHECK(is_open[k] == (lower[k] <= 0.0), "pair %lu is open", (unsigned long)k);
    CHECK(!strcmp(duel_table_text(table, "first", k), small_items[first[k]]), "label %lu", (unsigned long)k);
  }
}

/* What a table was not computed with is said to be none. */
static void without_choices(const duel_set *set) {
  duel_table *items = NULL;
  duel_table_facts facts;
  EXPECT(DUEL_OK, duel_set_items(set, &items));
  facts = facts_of(items);
  CHECK(facts.intervals == -1 && facts.covariance == -1 && facts.quantiles == -1, "choices %d, %d, %d", (int)facts.intervals,
        (int)facts.covariance, (int)facts.quantiles);
  CHECK(facts.reserved == 0 && isnan(facts.level) && isnan(facts.replicates), "level %g", facts.level);
  duel_table_free(items);
}

/* Wrong questions are refused with a message, and a status for functions that answer NULL. */
static void refusals(const duel_table *table) {
  duel_table_column column;
  struct ArrowArrayStream stream;
  size_t place = 7;
  memset(&column, 0, sizeof column);
  column.struct_size = sizeof column;
  EXPECT(DUEL_ERR_ARGUMENT, duel_table_get(table, 8, &column));
  EXPECT(DUEL_ERR_NULL, duel_table_get(NULL, 0, &column));
  EXPECT(DUEL_ERR_NULL, duel_table_get(table, 0, NULL));
  EXPECT(DUEL_ERR_NULL, duel_table_info(table, NULL));
  EXPECT(DUEL_ERR_NAME, duel_table_find(table, "estimat", &place));
  CHECK(place == 7 && strstr(duel_last_error(), "\"estimate\""), "%s", duel_last_error());
  EXPECT(DUEL_ERR_NULL, duel_table_find(table, NULL, &place));
  EXPECT(DUEL_ERR_NULL, duel_table_find(table, "se", NULL));
  CHECK(!duel_table_f64(table, "first") && duel_last_status() == DUEL_ERR_ARGUMENT &&
            strstr(duel_last_error(), "DUEL_TYPE_CODE"), "%s", duel_last_error());
  CHECK(!duel_table_i64(table, "se") && !duel_table_bool(table, "se") && !duel_table_codes(table, "se"), "types");
  CHECK(!duel_table_f64(table, "error") && duel_last_status() == DUEL_ERR_NAME, "%s", duel_last_error());
  CHECK(!duel_table_f64(NULL, "se") && duel_last_status() == DUEL_ERR_NULL, "%s", duel_last_error());
  CHECK(!duel_table_text(table, "first", PAIRS) && duel_last_status() == DUEL_ERR_ARGUMENT, "row");
  CHECK(!duel_table_text(table, "se", 0), "text of a number");
  EXPECT(DUEL_ERR_NULL, duel_table_export(NULL, &stream));
  EXPECT(DUEL_ERR_NULL, duel_table_export(table, NULL));
  duel_table_free(NULL);
}

/* A stream outlives its table; a batch outlives its stream; a child may be taken out and released alone. */
static void exported(duel_table *table) {
  struct ArrowArrayStream stream;
  struct ArrowSchema schema;
  struct ArrowArray batch, end, child;
  const double *first_value;
  EXPECT(DUEL_OK, duel_table_export(table, &stream));
  duel_table_free(table);
  CHECK(stream.get_schema(&stream, &schema) == 0, "schema");
  CHECK(!strcmp(schema.format, "+s") && schema.n_children == 8, "%s", schema.format);
  CHECK(!strcmp(schema.children[0]->format, "i") && !strcmp(schema.children[0]->dictionary->format, "u"), "codes");
  CHECK(!strcmp(schema.children[2]->name, "estimate") && !strcmp(schema.children[2]->format, "g"), "numbers");
  CHECK(!strcmp(schema.children[6]->format, "b"), "truth values");
  CHECK(stream.get_next(&stream, &batch) == 0 && batch.length == PAIRS && batch.n_children == 8, "batch");
  CHECK(stream.get_next(&stream, &end) == 0 && !end.release, "the end of the stream");
  CHECK(!stream.get_last_error(&stream), "no error");
  stream.release(&stream);
  CHECK(!stream.release, "released");
  CHECK(batch.children[0]->dictionary->length == SMALL_ITEMS, "dictionary");
  child = *batch.children[2];
  batch.children[2]->release = NULL;
  first_value = (const double *)child.buffers[1];
  batch.release(&batch);
  CHECK(first_value[0] >= 0.0 && first_value[0] <= first_value[PAIRS - 1], "values after the batch is gone");
  child.release(&child);
  schema.release(&schema);
  CHECK(!schema.release && !batch.release, "released");
}

/* The information of the comparisons of every item. */
static void effective(const duel_model *model) {
  duel_table *worth = NULL, *board = NULL;
  size_t i;
  EXPECT(DUEL_OK, duel_model_effective_comparisons(model, NULL, &worth));
  EXPECT(DUEL_OK, duel_model_scores(model, NULL, &board));
  EXPECT(DUEL_ERR_NULL, duel_model_effective_comparisons(NULL, NULL, &worth));
  EXPECT(DUEL_ERR_NULL, duel_model_effective_comparisons(model, NULL, NULL));
  if (!worth || !board) return;
  for (i = 0; i < SMALL_ITEMS; i++) {
    const double had = duel_table_f64(worth, "comparisons")[i], now = duel_table_f64(worth, "effective")[i];
    CHECK(had == duel_table_f64(board, "comparisons")[i] && now > 0.0 && now < 4.0 * had, "%g of %g", now, had);
    CHECK(!strcmp(duel_table_text(worth, "item", i), small_items[duel_table_codes(worth, "item")[i]]), "item");
    CHECK(duel_table_i64(board, "rank_best")[i] <= duel_table_i64(board, "rank_worst")[i], "ranks");
    CHECK(!strcmp(duel_table_text(board, "state", i), "estimated"), "state %s", duel_table_text(board, "state", i));
  }
  duel_table_free(worth);
  duel_table_free(board);
}

/* Go ends the process where it finds such a number in a pointer. */
static int small(const void *pointer) { return pointer && (size_t)pointer < 4096; }

/* Properties of every table: columns that are described and found by name, a count of what is missing that agrees with
 * the bits, and a stream. The table is freed. */
static void sound(duel_table *table, size_t rows, size_t columns, const char *first) {
  const duel_table_facts facts = facts_of(table);
  struct ArrowArrayStream stream;
  struct ArrowArray array;
  struct ArrowSchema schema;
  size_t k, i, place = 99;
  CHECK(facts.rows == rows && facts.columns == columns, "%s: %lu x %lu", first, (unsigned long)facts.rows,
        (unsigned long)facts.columns);
  CHECK(strlen(facts.title) > 3 && !strcmp(column_of(table, 0).name, first), "%s: title", first);
  for (k = 0; k < facts.columns; k++) {
    const duel_table_column column = column_of(table, k);
    size_t missing = 0;
    EXPECT(DUEL_OK, duel_table_find(table, column.name, &place));
    CHECK(place == k && strlen(column.description) > 5, "%s: column %s", first, column.name);
    CHECK(column.data || column.type == DUEL_TYPE_TEXT, "%s: column %s has no address", first, column.name);
    CHECK(!small(column.data) && !small(column.validity) && !small((const void *)column.labels),
          "%s: column %s has a number for an address", first, column.name);
    for (i = 0; i < rows; i++) missing += column.validity && !(column.validity[i / 8] >> i % 8 & 1);
    CHECK(missing == column.null_count, "%s: %lu missing in %s", first, (unsigned long)missing, column.name);
  }
  EXPECT(DUEL_OK, duel_table_export(table, &stream));
  duel_table_free(table);
  CHECK(!stream.get_schema(&stream, &schema) && !stream.get_next(&stream, &array), "%s: stream", first);
  for (k = 0; k < columns; k++) {
    const struct ArrowArray *child = array.children[k];
    CHECK(!small(schema.children[k]->metadata) && !small((const void *)child->children) && !small((const void *)schema.children[k]->children),
          "%s: column %lu", first, (unsigned long)k);
    for (i = 0; i < (size_t)child->n_buffers; i++) CHECK(!small(child->buffers[i]), "%s: buffer of %lu", first, (unsigned long)k);
  }
  schema.release(&schema);
  array.release(&array);
  stream.release(&stream);
}

/* The tables of a model, and their numbers against each other. */
static void tables_of(const duel_set *set, const duel_model *model) {
  static const size_t pair[] = {0, 3};
  duel_table *table = NULL, *groups = NULL;
  duel_model *given = NULL;
  duel_criteria_facts criteria;
  double scores[SMALL_ITEMS], distances[SMALL_ITEMS * SMALL_ITEMS], comparisons = 0.0, squares = 0.0;
  size_t i;
  memset(&criteria, 0, sizeof criteria);
  criteria.struct_size = sizeof criteria;
  EXPECT(DUEL_OK, duel_model_criteria(model, &criteria));
  EXPECT(DUEL_OK, duel_model_get(model, DUEL_QUANTITY_SCORES, scores, SMALL_ITEMS));
  EXPECT(DUEL_OK, duel_model_distances(model, DUEL_DISTANCE_SCORES, NULL, distances, SMALL_ITEMS * SMALL_ITEMS));
  EXPECT(DUEL_OK, duel_model_items(model, &table));
  for (i = 0; i < SMALL_ITEMS; i++) {
    const double won = duel_table_f64(table, "wins")[i] + duel_table_f64(table, "losses")[i];
    comparisons += duel_table_f64(table, "comparisons")[i];
    CHECK(won + duel_table_f64(table, "ties")[i] == duel_table_f64(table, "comparisons")[i], "item %lu", (unsigned long)i);
    CHECK(duel_table_i64(table, "opponents")[i] == SMALL_ITEMS - 1, "opponents of %lu", (unsigned long)i);
    CHECK(duel_table_codes(table, "problems")[i] == DUEL_FIT_OK, "problems of %lu", (unsigned long)i);
  }
  CHECK(comparisons == 2.0 * criteria.comparisons, "%g comparisons of items", comparisons);
  CHECK(!strcmp(column_of(table, 1).labels[8], "heywood"), "labels of bits");
  sound(table, SMALL_ITEMS, 8, "item");
  EXPECT(DUEL_OK, duel_model_voters(model, &table));
  for (i = 0; i < SMALL_JUDGES; i++) comparisons -= 2.0 * duel_table_f64(table, "comparisons")[i];
  CHECK(comparisons == 0.0, "%g comparisons by nobody", comparisons);
  sound(table, SMALL_JUDGES, 4, "judge");
  EXPECT(DUEL_OK, duel_model_optima(model, &table));
  CHECK(duel_table_f64(table, "log_likelihood")[0] == criteria.log_likelihood, "log-likelihood");
  sound(table, 1, 6, "log_likelihood");
  EXPECT(DUEL_OK, duel_model_residuals(model, DUEL_BY_CELL, NULL, &table));
  for (i = 0; i < rows_of(table); i++) squares += duel_table_f64(table, "pearson")[i] * duel_table_f64(table, "pearson")[i];
  CHECK(fabs(squares - criteria.pearson) < 1e-9 * criteria.pearson, "X^2 %g", squares);
  sound(table, criteria.cells, 14, "context");
  EXPECT(DUEL_OK, duel_model_residuals(model, DUEL_BY_ITEM, NULL, &table));
  CHECK(duel_table_codes(table, "item")[1] == 1 && column_of(table, 3).null_count == SMALL_ITEMS, "by item");
  sound(table, SMALL_ITEMS, 14, "context");
  EXPECT(DUEL_OK, duel_model_influence(model, DUEL_BY_JUDGE, NULL, &table));
  CHECK(column_of(table, 0).null_count == SMALL_JUDGES && column_of(table, 1).null_count == 0, "by judge");
  sound(table, SMALL_JUDGES, 6, "context");
  EXPECT(DUEL_OK, duel_model_calibration(model, NULL, 3, &table));
  sound(table, 3, 5, "comparisons");
  EXPECT(DUEL_OK, duel_model_metrics_by_outcome(model, NULL, DUEL_BY_PAIR, &table));
  sound(table, 2, 8, "outcome");
  EXPECT(DUEL_OK, duel_model_next(model, NULL, &table));
  sound(table, 1, 4, "left");
  EXPECT(DUEL_OK, duel_model_tiers(model, DUEL_TIERS_NUMBER, 1.0, NULL, &table));
  sound(table, SMALL_ITEMS, 2, "item");
  EXPECT(DUEL_OK, duel_model_adjacent(model, NULL, &table));
  sound(table, SMALL_ITEMS - 1, 8, "first");
  EXPECT(DUEL_OK, duel_model_rank_summary(model, NULL, &table));
  sound(table, SMALL_ITEMS, 6, "item");
  EXPECT(DUEL_OK, duel_model_compact_letters(model, NULL, &groups));
  sound(groups, rows_of(groups), 2, "group");
  EXPECT(DUEL_OK, duel_model_more_comparisons(model, pair, 1, NULL, 0.0, NULL, &table));
  CHECK(duel_table_f64(table, "estimate")[0] == scores[0] - scores[3], "a difference");
  sound(table, 1, 6, "first");
  EXPECT(DUEL_OK, duel_tree_cluster(distances, SMALL_ITEMS, DUEL_LINKAGE_SINGLE, 0, NULL, &table, NULL, 0));
  sound(table, SMALL_ITEMS - 1, 4, "left_cluster");
  EXPECT(DUEL_OK, duel_model_warnings(model, &table));
  for (i = 0; i < rows_of(table); i++) {
    const int32_t code = duel_table_codes(table, "code")[i];
    CHECK(code >= 0 && code <= DUEL_WARNING_EXACT_FIT && strlen(duel_table_text(table, "text", i)) > 10, "warning");
  }
  sound(table, rows_of(table), 3, "code");
  /* Tables without rows. */
  EXPECT(DUEL_OK, duel_model_given(set, scores, SMALL_ITEMS, NULL, &given));
  EXPECT(DUEL_OK, duel_model_optima(given, &table));
  sound(table, 0, 6, "log_likelihood");
  EXPECT(DUEL_OK, duel_model_more_comparisons(model, NULL, 0, NULL, 0.0, NULL, &table));
  sound(table, 0, 6, "first");
  EXPECT(DUEL_OK, duel_tree_cluster(distances, 1, DUEL_LINKAGE_SINGLE, 0, NULL, &table, NULL, 0));
  sound(table, 0, 4, "left_cluster");
  duel_model_free(given);
}

/* Text for people: a line for the names, one for each row, one for what is left out. */
static void printed(const duel_table *table) {
  duel_print_options how;
  size_t length = 0, lines = 0, i;
  char text[4096];
  memset(&how, 0, sizeof how);
  how.struct_size = sizeof how;
  EXPECT(DUEL_OK, duel_table_print(table, NULL, NULL, 0, &length));
  CHECK(length > 100 && length <= sizeof text, "%lu bytes", (unsigned long)length);
  EXPECT(DUEL_ERR_SIZE, duel_table_print(table, NULL, text, length - 1, &length));
  EXPECT(DUEL_OK, duel_table_print(table, NULL, text, sizeof text, &length));
  CHECK(strlen(text) + 1 == length && !strncmp(text, "first", 5), "%s", text);
  for (i = 0; text[i]; i++) lines += text[i] == '\n';
  CHECK(lines == 1 + PAIRS, "%lu lines", (unsigned long)lines);
  how.rows = 1;
  how.digits = 2;
  EXPECT(DUEL_OK, duel_table_print(table, &how, text, sizeof text, &length));
  CHECK(strstr(text, "more rows") != NULL, "%s", text);
  how.digits = 18;
  EXPECT(DUEL_ERR_ARGUMENT, duel_table_print(table, &how, text, sizeof text, &length));
  EXPECT(DUEL_ERR_NULL, duel_table_print(table, NULL, text, sizeof text, NULL));
  EXPECT(DUEL_ERR_NULL, duel_table_print(NULL, NULL, text, sizeof text, &length));
  EXPECT(DUEL_ERR_NULL, duel_table_print(table, NULL, NULL, 10, &length));
}

/* An estimate outlives what it was made of, and refuses what it cannot answer. */
static void estimates(void) {
  static const double weights[] = {1.0, -1.0, 0.0, 0.0};
  duel_set *set = NULL;
  duel_model *model = NULL;
  duel_cancel *token = NULL;
  duel_estimate *scores = NULL, *none = NULL, *rates = NULL;
  duel_table *values = NULL, *pairs = NULL, *tests = NULL, *ranks = NULL, *refused = NULL;
  duel_inference_options how;
  duel_test_options test;
  duel_pair_options pair;
  duel_estimate_facts facts;
  double covariance[SMALL_ITEMS * SMALL_ITEMS], variance = 0.0;
  memset(&how, 0, sizeof how);
  memset(&test, 0, sizeof test);
  memset(&pair, 0, sizeof pair);
  memset(&facts, 0, sizeof facts);
  how.struct_size = sizeof how;
  test.struct_size = sizeof test;
  pair.struct_size = sizeof pair;
  facts.struct_size = sizeof facts;
  EXPECT(DUEL_OK, small_set(&set));
  EXPECT(DUEL_OK, duel_model_fit(set, NULL, &model));
  EXPECT(DUEL_OK, duel_cancel_new(&token));
  how.cancel = token;
  EXPECT(DUEL_OK, duel_model_estimate(model, DUEL_QUANTITY_SCORES, &how, &scores));
  EXPECT(DUEL_OK, duel_model_estimate(model, DUEL_QUANTITY_WIN_RATES, NULL, &rates));
  EXPECT(DUEL_ERR_ARGUMENT, duel_model_estimate(model, DUEL_QUANTITY_PARAMETERS, NULL, &none));
  EXPECT(DUEL_ERR_UNSUPPORTED, duel_model_estimate(model, DUEL_QUANTITY_SPREADS, NULL, &none));
  EXPECT(DUEL_ERR_NULL, duel_model_estimate(model, DUEL_QUANTITY_SCORES, NULL, NULL));
  CHECK(!none, "an estimate was made");
  duel_model_free(model);
  duel_set_free(set);
  duel_cancel_free(token);
  EXPECT(DUEL_OK, duel_estimate_info(scores, &facts));
  CHECK(facts.values == SMALL_ITEMS && facts.columns == 1 && facts.quantity == DUEL_QUANTITY_SCORES, "facts");
  EXPECT(DUEL_OK, duel_estimate_values(scores, &values));
  EXPECT(DUEL_OK, duel_estimate_covariance(scores, covariance, SMALL_ITEMS * SMALL_ITEMS));
  EXPECT(DUEL_OK, duel_estimate_contrast_covariance(scores, weights, 1, &variance, 1));
  CHECK(fabs(variance - (covariance[0] + covariance[SMALL_ITEMS + 1] - 2.0 * covariance[1])) < 1e-12, "%g", variance);
  EXPECT(DUEL_OK, duel_estimate_tests(scores, weights, 1, NULL, &tests));
  EXPECT(DUEL_OK, duel_estimate_pairs(scores, NULL, &pairs));
  EXPECT(DUEL_OK, duel_estimate_ranks(scores, &ranks));
  if (values && pairs && tests && ranks) {
    CHECK(fabs(duel_table_f64(values, "se")[1] * duel_table_f64(values, "se")[1] - covariance[SMALL_ITEMS + 1]) < 1e-12,
          "se");
    CHECK(!strcmp(duel_table_text(values, "state", 0), "estimated"), "state");
    CHECK(duel_table_f64(tests, "estimate")[0] == duel_table_f64(pairs, "estimate")[0], "the first pair");
    CHECK(fabs(duel_table_f64(tests, "se")[0] * duel_table_f64(tests, "se")[0] - variance) < 1e-12, "its error");
  }
  EXPECT(DUEL_ERR_UNSUPPORTED, duel_estimate_ranks(rates, &refused));
  EXPECT(DUEL_ERR_UNSUPPORTED, duel_estimate_pairs(rates, NULL, &refused));
  pair.reference = 1;
  EXPECT(DUEL_ERR_ARGUMENT, duel_estimate_pairs(scores, &pair, &refused));
  pair.family = DUEL_FAMILY_TO_REFERENCE;
  pair.reference = SMALL_ITEMS;
  EXPECT(DUEL_ERR_ARGUMENT, duel_estimate_pairs(scores, &pair, &refused));
  test.null = weights;
  test.null_count = 2;
  EXPECT(DUEL_ERR_SIZE, duel_estimate_tests(scores, weights, 1, &test, &refused));
  test.null_count = 1;
  test.reserved = 1;
  EXPECT(DUEL_ERR_ARGUMENT, duel_estimate_tests(scores, weights, 1, &test, &refused));
  EXPECT(DUEL_ERR_SIZE, duel_estimate_covariance(scores, covariance, SMALL_ITEMS));
  EXPECT(DUEL_ERR_NULL, duel_estimate_values(scores, NULL));
  EXPECT(DUEL_ERR_NULL, duel_estimate_values(NULL, &refused));
  EXPECT(DUEL_ERR_NULL, duel_estimate_contrasts(scores, NULL, 1, &refused));
  CHECK(!refused, "a table was made");
  duel_table_free(values);
  duel_table_free(pairs);
  duel_table_free(tests);
  duel_table_free(ranks);
  duel_estimate_free(scores);
  duel_estimate_free(rates);
  duel_estimate_free(NULL);
}

int main(void) {
  duel_set *set = NULL;
  duel_model *model = NULL;
  duel_table *table = NULL, *second = NULL;
  EXPECT(DUEL_OK, small_set(&set));
  EXPECT(DUEL_OK, duel_model_fit(set, NULL, &model));
  EXPECT(DUEL_OK, duel_model_equivalence(model, 0.5, NULL, &table));
  EXPECT(DUEL_OK, duel_model_equivalence(model, 0.5, NULL, &second));
  effective(model);
  if (table && second) {
    columns(table, model);
    refusals(table);
    printed(table);
    without_choices(set);
    tables_of(set, model);
    duel_model_free(model);
    duel_set_free(set);
    /* A table outlives its model and its set. */
    CHECK(!strcmp(duel_table_text(table, "second", 0), small_items[duel_table_codes(table, "second")[0]]), "label");
    exported(table);
    duel_table_free(second);
  }
  estimates();
  return checks_end();
}
