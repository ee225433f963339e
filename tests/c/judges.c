/* Judges from C: what the votes say of them, what a model does, and the report; the same for any number
 * of threads; and whatever takes long, stopped. */
#include "cells.h"
#include "data.h"

#include <math.h>

enum { ITEMS = SMALL_ITEMS, JUDGES = SMALL_JUDGES };

/* Every judge sees every ordered pair once in every context. */
static void votes(const duel_set *set) {
  duel_table *counts = NULL, *triads = NULL, *with = NULL, *pairs = NULL, *alpha = NULL;
  duel_order_facts order;
  size_t k;
  EXPECT(DUEL_OK, duel_set_judges(set, 0.0, &counts));
  CHECK(described_rows(counts) == JUDGES, "judges");
  for (k = 0; k < JUDGES; k++) {
    const double left = cell(counts, "left_wins", k), right = cell(counts, "right_wins", k);
    const double share = cell(counts, "first_share", k);
    CHECK(cell(counts, "judge", k) == (double)k, "judge");
    CHECK(cell(counts, "comparisons", k) == 72.0 && cell(counts, "contexts", k) == SMALL_CONTEXTS &&
              cell(counts, "pairs", k) == 6.0, "judge %lu", (unsigned long)k);
    CHECK(cell(counts, "decided", k) == left + right && share == left / (left + right), "first-position share %g", share);
    CHECK(cell(counts, "first_share_lower", k) < share && share < cell(counts, "first_share_upper", k), "its ends");
    CHECK(fabs(cell(counts, "tie_share", k) - 1.0 + (left + right) / 72.0) < 1e-15, "ties");
    CHECK(cell(counts, "is_position_driven", k) == (share < 0.2 || share > 0.8), "position");
    CHECK(cell(counts, "rarer_share", k) == 0.5, "rarer order");
  }
  duel_table_free(counts);
  memset(&order, 0, sizeof order);
  order.struct_size = sizeof order;
  EXPECT(DUEL_OK, duel_set_order(set, &order));
  CHECK(order.pairs == 6 && order.both_orders == 6 && order.rarer_share == 0.5 && order.statistic == 0.0 &&
            order.p == 1.0, "order %g %g", order.rarer_share, order.p);
  EXPECT(DUEL_OK, duel_set_triads(set, NULL, &triads));
  CHECK(described_rows(triads) == JUDGES, "triads");
  for (k = 0; k < JUDGES; k++) {
    CHECK(cell(triads, "triads", k) <= 4.0 && cell(triads, "circular", k) <= cell(triads, "triads", k), "triads");
    CHECK(cell(triads, "circular_within", k) <= cell(triads, "within", k), "circular");
  }
  duel_table_free(triads);
  EXPECT(DUEL_OK, duel_set_agreement(set, 0.9, NULL, &with));
  CHECK(described_rows(with) == JUDGES, "agreement");
  for (k = 0; k < JUDGES; k++) {
    const double units = cell(with, "units", k), agreement = cell(with, "agreement", k);
    CHECK(units > 0.0 && units <= 36.0 && cell(with, "shared_units", k) == 36.0, "units %g", units);
    CHECK(cell(with, "lower", k) < agreement && agreement < cell(with, "upper", k), "agreement");
  }
  duel_table_free(with);
  EXPECT(DUEL_OK, duel_set_agreement_pairs(set, NULL, &pairs));
  CHECK(described_rows(pairs) == JUDGES * (JUDGES - 1) / 2, "pairs of judges");
  for (k = 0; k < JUDGES * (JUDGES - 1) / 2; k++) {
    CHECK(cell(pairs, "first", k) < cell(pairs, "second", k) && cell(pairs, "units", k) == 36.0, "units of a pair");
    CHECK(cell(pairs, "agreement", k) > 0.0 && cell(pairs, "kappa", k) < 1.0, "agreement of a pair");
  }
  duel_table_free(pairs);
  EXPECT(DUEL_OK, duel_set_krippendorff(set, DUEL_ALPHA_ORDINAL, DUEL_ORIENTATION_BOTH, 0.0, NULL, &alpha));
  CHECK(described_rows(alpha) == JUDGES + 1 && isnan(cell(alpha, "without", 0)) && cell(alpha, "without", 1) == 0.0, "alpha");
  CHECK(cell(alpha, "units", 0) == 36.0 && cell(alpha, "answers", 0) == 108.0 &&
            cell(alpha, "estimate", 0) < 1.0 && cell(alpha, "se", 0) > 0.0, "alpha %g", cell(alpha, "estimate", 0));
  CHECK(cell(alpha, "units", 1) == 36.0 && cell(alpha, "answers", 1) == 72.0, "answers without a judge");
  duel_table_free(alpha);
}

/* Errors that judges have in common; the first two are of one family. */
static void common_errors(const duel_set *set) {
  static const int32_t families[JUDGES] = {4, 4, -1};
  duel_table *pairs = NULL, *worth = NULL, *of_families = NULL;
  duel_together_options how;
  duel_panel_facts facts;
  double sum = 0.0, rho, left = 1.0;
  size_t k;
  memset(&how, 0, sizeof how);
  memset(&facts, 0, sizeof facts);
  how.struct_size = sizeof how;
  facts.struct_size = sizeof facts;
  EXPECT(DUEL_OK, duel_set_together(set, families, JUDGES, NULL, &pairs));
  CHECK(described_rows(pairs) == JUDGES, "pairs of judges");
  for (k = 0; k < JUDGES; k++) {
    CHECK(cell(pairs, "first", k) < cell(pairs, "second", k) && cell(pairs, "shared", k) == 144.0, "pair %lu", (unsigned long)k);
    CHECK(fabs(cell(pairs, "rho", k)) < 1.0 && cell(pairs, "is_copy", k) == 0.0, "rho %g", cell(pairs, "rho", k));
    sum += cell(pairs, "rho_shrunk", k);
  }
  rho = cell(pairs, "rho_shrunk", 0);
  EXPECT(DUEL_OK, duel_set_effective(set, families, JUDGES, &how, &facts));
  CHECK(facts.judges == JUDGES && facts.copies == 0 && facts.shared == 432.0 && facts.pairs_within == 1 &&
            facts.pairs_between == 2, "facts");
  CHECK(fabs(facts.worth_equal - 9.0 / (3.0 + 2.0 * sum)) < 1e-12 && facts.worth_best >= facts.worth_equal &&
            facts.worth_equal_se > 0.0 && facts.worth_best_se > 0.0, "%g judges", facts.worth_equal);
  EXPECT(DUEL_OK, duel_set_families(set, families, JUDGES, &how, &of_families));
  CHECK(described_rows(of_families) == 1 && cell(of_families, "family", 0) == 4.0 && cell(of_families, "judges", 0) == 2.0 &&
            cell(of_families, "mean_rho", 0) == rho, "families");
  CHECK(fabs(cell(of_families, "worth_equal", 0) - 2.0 / (1.0 + rho)) < 1e-12 &&
            fabs(cell(of_families, "second_worth", 0) - (1.0 - rho) / (1.0 + rho)) < 1e-12, "the second of a family");
  EXPECT(DUEL_OK, duel_set_worth(set, NULL, 0, &how, &worth));
  CHECK(described_rows(worth) == JUDGES, "judges");
  for (k = 0; k < JUDGES; k++) {
    left -= cell(worth, "best_weight", k);
    CHECK(cell(worth, "worth", k) >= 0.0 && isnan(cell(worth, "copy_of", k)), "worth of %lu", (unsigned long)k);
  }
  CHECK(fabs(left) < 1e-12, "weights");
  duel_table_free(pairs);
  duel_table_free(worth);
  duel_table_free(of_families);
}

/* A set without comparisons, and one whose judge is anonymous. */
static void few(void) {
  static const char *const left[] = {"ash"}, *const right[] = {"birch"};
  static const double score[] = {1.0};
  duel_rows rows = empty_rows(1);
  duel_set *set = NULL;
  duel_table *table = NULL;
  size_t k;
  EXPECT(DUEL_OK, duel_set_new(&set));
  for (k = 0; k < 8; k++) {
    EXPECT(DUEL_OK, k == 0   ? duel_set_items(set, &table)
                    : k == 1 ? duel_set_pairs(set, &table)
                    : k == 2 ? duel_set_cells(set, &table)
                    : k == 3 ? duel_set_judges(set, 0.0, &table)
                    : k == 4 ? duel_set_triads(set, NULL, &table)
                    : k == 5 ? duel_set_agreement(set, 0.0, NULL, &table)
                    : k == 6 ? duel_set_agreement_pairs(set, NULL, &table)
                             : duel_set_krippendorff(set, DUEL_ALPHA_NOMINAL, DUEL_ORIENTATION_BOTH, 0.0, NULL, &table));
    CHECK(described_rows(table) == (k == 7), "table %lu of an empty set", (unsigned long)k);
    duel_table_free(table);
    table = NULL;
  }
  rows.left = names_column(left);
  rows.right = names_column(right);
  rows.score = double_column(score);
  EXPECT(DUEL_OK, duel_set_append(set, &rows));
  EXPECT(DUEL_OK, duel_set_cells(set, &table));
  CHECK(described_rows(table) == 1 && isnan(cell(table, "context", 0)) && cell(table, "left_wins", 0) == 1.0, "a cell");
  CHECK(cell(table, "judge", 0) == 0.0 && !strcmp(duel_table_text(table, "judge", 0), "(anonymous)"), "its judge");
  CHECK(!strcmp(duel_table_text(table, "context", 0), "") && !strcmp(duel_table_text(table, "right", 0), "birch"),
        "its names");
  duel_table_free(table);
  EXPECT(DUEL_OK, duel_set_items(set, &table));
  CHECK(cell(table, "wins", 0) == 1.0 && cell(table, "losses", 1) == 1.0 && cell(table, "opponents", 1) == 1.0 &&
            cell(table, "shown_first", 0) == 1.0 && cell(table, "component", 1) == 0.0, "items");
  CHECK(cell(table, "group", 0) == 0.0 && cell(table, "group", 1) == 1.0, "groups");
  duel_table_free(table);
  duel_set_free(set);
}

static void confidence(void) {
  static const int32_t judge[] = {0, 0, 1, 1};
  static const double stated[] = {0.95, 0.95, 0.5, NAN}, right[] = {1.0, 0.0, 1.0, 1.0};
  duel_table *table = NULL, *bins = NULL;
  EXPECT(DUEL_OK, duel_votes_confidence(judge, stated, right, 4, 2, 2, &table));
  CHECK(described_rows(table) == 3 && cell(table, "judge", 1) == 1.0 && isnan(cell(table, "judge", 2)), "judges");
  CHECK(!strcmp(duel_table_text(table, "judge", 1), "1"), "the name of a number");
  CHECK(cell(table, "votes", 0) == 2.0 && cell(table, "votes", 1) == 1.0 && cell(table, "votes", 2) == 3.0, "votes");
  CHECK(fabs(cell(table, "excess", 0) - 0.45) < 1e-15 && fabs(cell(table, "calibration_error", 0) - 0.45) < 1e-15,
        "too sure by %g", cell(table, "excess", 0));
  CHECK(isnan(cell(table, "excess_lower", 1)), "the interval of one vote");
  EXPECT(DUEL_OK, duel_votes_reliability(judge, stated, right, 4, 2, 2, &bins));
  CHECK(described_rows(bins) == 6 && cell(bins, "votes", 0) == 0.0 && isnan(cell(bins, "correct", 0)), "an empty bin");
  CHECK(cell(bins, "bin", 1) == 1.0 && cell(bins, "votes", 1) == 2.0 && cell(bins, "correct", 1) == 0.5, "a bin");
  CHECK(isnan(cell(bins, "judge", 5)) && cell(bins, "judge", 3) == 1.0, "whose bins");
  duel_table_free(table);
  duel_table_free(bins);
  EXPECT(DUEL_OK, duel_votes_reliability(NULL, NULL, NULL, 0, 0, 2, &bins));
  CHECK(described_rows(bins) == 2 && cell(bins, "votes", 1) == 0.0, "no votes");
  duel_table_free(bins);
}

static void tables(void) {
  static const double strengths[] = {1.0, 0.0, -1.0, 1.1, 0.1, -1.2, -1.0, 0.2, 0.8};
  static const double precisions[] = {1.0, 1.0, 2.0};
  duel_effective_facts worth;
  duel_table *both = NULL;
  size_t k;
  memset(&worth, 0, sizeof worth);
  worth.struct_size = sizeof worth;
  EXPECT(DUEL_OK, duel_rankings_effective(strengths, 3, 3, precisions, &worth));
  CHECK(worth.participation >= 1.0 && worth.participation < 1.1 && fabs(worth.by_precision - 16.0 / 6.0) < 1e-14,
        "worth %g", worth.participation);
  EXPECT(DUEL_OK, duel_rankings_effective(strengths, 3, 3, NULL, &worth));
  CHECK(isnan(worth.by_precision), "precision of nothing");
  EXPECT(DUEL_OK, duel_matrix_bicluster(strengths, 3, 3, DUEL_DISSIMILARITY_CORRELATION, DUEL_LINKAGE_AVERAGE, 2, 0, NULL,
                                        &both));
  CHECK(described_rows(both) == 6, "sides");
  for (k = 0; k < 6; k++) {
    const double number = cell(both, "number", k), place = (double)(k < 3 ? k : k - 3);
    const int is_alone = number == 2.0, is_first_alone = cell(both, "number", 0) == 2.0;
    CHECK(cell(both, "place", k) == place && number < 3.0, "places");
    CHECK(!strcmp(duel_table_text(both, "side", k), k < 3 ? "row" : "column"), "sides");
    /* Rows 0 and 1 agree, row 2 does not. */
    if (k < 3) CHECK((cell(both, "group", k) == cell(both, "group", 0)) == (is_alone == is_first_alone), "groups");
    if (k >= 3) CHECK(cell(both, "group", k) == 0.0, "columns are one group");
  }
  duel_table_free(both);
}

static void learning(const duel_set *set) {
  static const double shares[] = {0.5, 1.0};
  static const size_t judges[] = {2, 3};
  static const char *const numbers[] = {"vote_share", "judges", "fits", "comparisons", "items_ranked",
                                        "spearman", "spearman_sd", "pearson", "pearson_sd"};
  duel_table *one = NULL, *two = NULL;
  size_t row, k;
  duel_validation_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.repeats = 4;
  options.seed = 3;
  EXPECT(DUEL_OK, duel_set_learning_curve(set, shares, 2, judges, 2, NULL, &options, &one));
  options.threads = 2;
  EXPECT(DUEL_OK, duel_set_learning_curve(set, shares, 2, judges, 2, NULL, &options, &two));
  CHECK(described_rows(one) == 4 && described_rows(two) == 4, "points");
  for (row = 0; row < 4; row++) {
    for (k = 0; k < sizeof numbers / sizeof *numbers; k++) {
      CHECK(cell(one, numbers[k], row) == cell(two, numbers[k], row), "%s depends on the threads", numbers[k]);
    }
  }
  CHECK(cell(one, "vote_share", 3) == 1.0 && cell(one, "judges", 3) == 3.0 && cell(one, "fits", 3) == 4.0 &&
            cell(one, "comparisons", 3) == SMALL_ROWS, "votes %g", cell(one, "comparisons", 3));
  CHECK(cell(one, "spearman", 3) == 1.0 && cell(one, "spearman_sd", 3) == 0.0, "all votes");
  duel_table_free(one);
  duel_table_free(two);
}

static void models(const duel_set *set) {
  static const int32_t items[] = {0, 0, 1, -1}, families[] = {0, 1, -1};
  duel_model_options fit = fit_defaults();
  duel_judge_options options;
  duel_model *model = NULL;
  duel_table *near = NULL, *self = NULL, *report = NULL;
  const int32_t *verdicts;
  const double *distance;
  size_t k;
  fit.strength = DUEL_STRENGTH_SENSITIVITY;
  fit.position = DUEL_POSITION_BY_JUDGE;
  EXPECT(DUEL_OK, duel_model_fit(set, &fit, &model));
  if (!model) return;
  EXPECT(DUEL_OK, duel_model_equivalence(model, 0.5, NULL, &near));
  distance = duel_table_f64(near, "estimate");
  for (k = 1; distance && k < 6; k++) CHECK(distance[k] >= distance[k - 1], "pairs are not sorted");
  duel_table_free(near);
  EXPECT(DUEL_OK, duel_model_self_preference(model, items, ITEMS, families, JUDGES, NULL, &self));
  CHECK(described_rows(self) == JUDGES && cell(self, "comparisons", 0) > 0.0 &&
            fabs(cell(self, "observed", 0) - cell(self, "expected", 0) - cell(self, "excess", 0)) < 1e-14,
        "self-preference %g", cell(self, "excess", 0));
  CHECK(cell(self, "comparisons", 2) == 0.0 && isnan(cell(self, "excess", 2)), "a judge without a family");
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.weak = 10.0;
  options.item_families = items;
  options.item_count = ITEMS;
  options.judge_families = families;
  options.judge_count = JUDGES;
  EXPECT(DUEL_OK, duel_model_judges(model, &options, NULL, &report));
  CHECK(described_rows(report) == JUDGES, "judges");
  verdicts = duel_table_codes(report, "verdicts");
  for (k = 0; verdicts && k < JUDGES; k++) {
    const double gamma = cell(report, "sensitivity", k);
    CHECK(cell(report, "comparisons", k) == 72.0 && gamma > 0.0 && cell(report, "sensitivity_lower", k) < gamma &&
              gamma < cell(report, "sensitivity_upper", k), "gamma %g", gamma);
    CHECK(verdicts[k] & DUEL_VERDICT_WEAK, "below ten times the mean: %d", (int)verdicts[k]);
    CHECK(isnan(cell(report, "disagreement", k)) && isnan(cell(report, "nearest", k)), "disagreement");
    CHECK(fabs(cell(report, "consensus_share", k) - gamma / JUDGES) < 1e-9, "share of gamma %g", gamma);
  }
  CHECK(cell(report, "excess", 0) == cell(self, "excess", 0) &&
            cell(report, "excess_lower", 0) == cell(self, "excess_lower", 0) && isnan(cell(report, "excess", 2)),
        "its own");
  duel_table_free(self);
  duel_table_free(report);
  duel_model_free(model);
}

static void cancelled(const duel_set *set) {
  duel_table *table = NULL;
  static const double half = 0.5;
  duel_cancel *token = NULL;
  duel_validation_options options;
  duel_together_options together;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  EXPECT(DUEL_OK, duel_cancel_new(&token));
  duel_cancel_raise(token);
  options.cancel = token;
  EXPECT(DUEL_ERR_CANCELLED, duel_set_triads(set, token, &table));
  EXPECT(DUEL_ERR_CANCELLED, duel_set_agreement(set, 0.0, token, &table));
  EXPECT(DUEL_ERR_CANCELLED, duel_set_krippendorff(set, 0, 0, 0.0, token, &table));
  EXPECT(DUEL_ERR_CANCELLED, duel_set_learning_curve(set, &half, 1, NULL, 0, NULL, &options, &table));
  EXPECT(DUEL_ERR_CANCELLED, duel_set_agreement_pairs(set, token, &table));
  memset(&together, 0, sizeof together);
  together.struct_size = sizeof together;
  together.cancel = token;
  EXPECT(DUEL_ERR_CANCELLED, duel_set_together(set, NULL, 0, &together, &table));
  EXPECT(DUEL_ERR_CANCELLED, duel_set_worth(set, NULL, 0, &together, &table));
  EXPECT(DUEL_ERR_CANCELLED, duel_set_families(set, NULL, 0, &together, &table));
  CHECK(!table, "a cancelled call wrote");
  duel_cancel_free(token);
}

int main(void) {
  duel_set *set = NULL;
  EXPECT(DUEL_OK, small_set(&set));
  if (set) {
    votes(set);
    common_errors(set);
    learning(set);
    models(set);
    cancelled(set);
  }
  few();
  confidence();
  tables();
  duel_set_free(set);
  return checks_end();
}
