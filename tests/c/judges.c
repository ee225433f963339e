/* Judges from C: what the votes say of them, what a model does, and the report; the same for any number
 * of threads; and whatever takes long, stopped. */
#include "check.h"
#include "data.h"

#include <math.h>

enum { ITEMS = SMALL_ITEMS, JUDGES = SMALL_JUDGES, COLUMNS = 28 };

/* Every judge sees every ordered pair once in every context. */
static void votes(const duel_set *set) {
  double counts[11 * JUDGES + 1], order[5], triads[4 * JUDGES], with[5 * JUDGES];
  double pairs[3 * JUDGES * JUDGES], alpha[6 * (JUDGES + 1)], table[8 * JUDGES];
  size_t k;
  counts[11 * JUDGES] = 4711.0;
  EXPECT(DUEL_OK, duel_set_judges(set, 0.0, counts, 11 * JUDGES));
  CHECK(counts[11 * JUDGES] == 4711.0, "counts wrote too much");
  EXPECT(DUEL_OK, duel_set_get(set, DUEL_SET_JUDGES, table, 8 * JUDGES));
  for (k = 0; k < JUDGES; k++) {
    const double *row = counts + 11 * k;
    CHECK(row[0] == 72.0 && row[1] == SMALL_CONTEXTS && row[2] == 6.0, "judge %lu: %g", (unsigned long)k,
          row[0]);
    CHECK(row[7] == table[8 * k + 6] && row[8] < row[7] && row[7] < row[9], "slot share %g", row[7]);
    CHECK(row[10] == 0.5, "rarer order %g", row[10]);
  }
  EXPECT(DUEL_OK, duel_set_order(set, order, 5));
  CHECK(order[0] == 6.0 && order[1] == 6.0 && order[2] == 0.5 && order[3] == 0.0 && order[4] == 1.0,
        "order %g %g", order[2], order[4]);
  EXPECT(DUEL_OK, duel_set_triads(set, NULL, triads, 4 * JUDGES));
  for (k = 0; k < JUDGES; k++) {
    CHECK(triads[4 * k] <= 4.0 && triads[4 * k + 1] <= triads[4 * k], "triads %g", triads[4 * k]);
    CHECK(triads[4 * k + 3] <= triads[4 * k + 2], "circular %g", triads[4 * k + 3]);
  }
  EXPECT(DUEL_OK, duel_set_agreement(set, 0.9, NULL, with, 5 * JUDGES, pairs, 3 * JUDGES * JUDGES));
  for (k = 0; k < JUDGES; k++) {
    CHECK(with[5 * k] > 0.0 && with[5 * k] <= 36.0, "units %g", with[5 * k]);
    CHECK(with[5 * k + 2] < with[5 * k + 1] && with[5 * k + 1] < with[5 * k + 3], "agreement");
    CHECK(pairs[k * JUDGES + (k == 0 ? 1 : 0)] == 36.0, "units of a pair");
  }
  CHECK(pairs[JUDGES * JUDGES + 1] == pairs[JUDGES * JUDGES + JUDGES], "agreement is not mutual");
  EXPECT(DUEL_OK, duel_set_krippendorff(set, DUEL_ALPHA_ORDINAL, DUEL_ORIENTATION_BOTH, 0.0, NULL, alpha,
                                    6 * (JUDGES + 1)));
  CHECK(alpha[0] == 36.0 && alpha[1] == 108.0 && alpha[2] < 1.0 && alpha[3] > 0.0, "alpha %g", alpha[2]);
  CHECK(alpha[6] == 36.0 && alpha[7] == 72.0, "answers without a judge: %g", alpha[7]);
}

static void confidence(void) {
  static const int32_t judge[] = {0, 0, 1, 1};
  static const double stated[] = {0.95, 0.95, 0.5, NAN}, right[] = {1.0, 0.0, 1.0, 1.0};
  double table[27], bins[3 * 2 * 5];
  EXPECT(DUEL_OK, duel_votes_confidence(judge, stated, right, 4, 2, 2, table, 27, bins, 30));
  CHECK(table[0] == 2.0 && table[9] == 1.0 && table[18] == 3.0, "votes %g", table[18]);
  CHECK(fabs(table[3] - 0.45) < 1e-15 && fabs(table[7] - 0.45) < 1e-15, "too sure by %g", table[3]);
  CHECK(bins[0] == 0.0 && bins[5] == 2.0 && bins[7] == 0.5, "bin %g", bins[5]);
}

static void tables(void) {
  static const double strengths[] = {1.0, 0.0, -1.0, 1.1, 0.1, -1.2, -1.0, 0.2, 0.8};
  static const double precisions[] = {1.0, 1.0, 2.0};
  double worth[2], both[12];
  EXPECT(DUEL_OK, duel_rankings_effective(strengths, 3, 3, precisions, worth, 2));
  CHECK(worth[0] >= 1.0 && worth[0] < 1.1 && fabs(worth[1] - 16.0 / 6.0) < 1e-14, "worth %g", worth[0]);
  EXPECT(DUEL_OK, duel_rankings_effective(strengths, 3, 3, NULL, worth, 2));
  CHECK(isnan(worth[1]), "precision of nothing");
  EXPECT(DUEL_OK, duel_matrix_bicluster(strengths, 3, 3, DUEL_APART_CORRELATION, DUEL_LINKAGE_AVERAGE, 2, 0, NULL,
                                 both, 12));
  CHECK(both[1] == both[3] && both[1] != both[5], "groups %g %g %g", both[1], both[3], both[5]);
  CHECK(both[7] == 0.0 && both[9] == 0.0 && both[11] == 0.0, "columns are one group");
}

static void learning(const duel_set *set) {
  static const double shares[] = {0.5, 1.0};
  static const size_t judges[] = {2, 3};
  double one[36], two[36];
  duel_validation_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.repeats = 4;
  options.seed = 3;
  EXPECT(DUEL_OK, duel_set_learning_curve(set, NULL, shares, 2, judges, 2, &options, one, 36));
  options.threads = 2;
  EXPECT(DUEL_OK, duel_set_learning_curve(set, NULL, shares, 2, judges, 2, &options, two, 36));
  CHECK(memcmp(one, two, sizeof one) == 0, "the curve depends on the threads");
  CHECK(one[27] == 1.0 && one[28] == 3.0 && one[29] == 4.0 && one[30] == SMALL_ROWS, "votes %g", one[30]);
  CHECK(one[32] == 1.0 && one[33] == 0.0, "all votes: %g", one[32]);
}

static void models(const duel_set *set) {
  static const int32_t items[] = {0, 0, 1, -1}, families[] = {0, 1, -1};
  duel_model_options fit = fit_defaults();
  duel_judge_options options;
  double self[11 * JUDGES], report[COLUMNS * JUDGES + 1];
  int32_t verdicts[JUDGES + 1];
  duel_model *model = NULL;
  duel_table *near = NULL;
  const double *distance;
  size_t k;
  fit.strength = DUEL_STRENGTH_SENSITIVITY;
  fit.position = DUEL_POSITION_BY_JUDGE;
  EXPECT(DUEL_OK, duel_model_fit(set, &fit, &model));
  if (!model) return;
  EXPECT(DUEL_OK, duel_model_near_ties(model, 0.5, NULL, &near));
  distance = duel_table_f64(near, "estimate");
  for (k = 1; distance && k < 6; k++) CHECK(distance[k] >= distance[k - 1], "pairs are not sorted");
  duel_table_free(near);
  EXPECT(DUEL_OK, duel_model_self_preference(model, items, ITEMS, families, JUDGES, 0.0, self, 11 * JUDGES));
  CHECK(self[0] > 0.0 && fabs(self[1] - self[2] - self[3]) < 1e-14, "self-preference %g", self[3]);
  CHECK(self[22] == 0.0 && isnan(self[25]), "a judge without a family");
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.weak = 10.0;
  options.item_families = items;
  options.item_count = ITEMS;
  options.judge_families = families;
  options.judge_count = JUDGES;
  report[COLUMNS * JUDGES] = 4711.0;
  verdicts[JUDGES] = 4711;
  EXPECT(DUEL_OK, duel_model_judges(model, &options, NULL, report, COLUMNS * JUDGES, verdicts, JUDGES));
  CHECK(report[COLUMNS * JUDGES] == 4711.0 && verdicts[JUDGES] == 4711, "the report wrote too much");
  for (k = 0; k < JUDGES; k++) {
    const double *row = report + COLUMNS * k;
    CHECK(row[0] == 72.0 && row[8] > 0.0 && row[9] < row[8] && row[8] < row[10], "gamma %g", row[8]);
    CHECK(verdicts[k] & DUEL_VERDICT_WEAK, "below ten times the mean: %d", (int)verdicts[k]);
    CHECK(isnan(row[11]) && row[18] == -1.0, "disagreement %g", row[11]);
    CHECK(fabs(row[15] - row[8] / JUDGES) < 1e-9, "share %g of gamma %g", row[15], row[8]);
  }
  CHECK(report[25] == self[3] && report[26] == self[5] && isnan(report[2 * COLUMNS + 25]), "its own");
  duel_model_free(model);
}

static void cancelled(const duel_set *set) {
  double table[64];
  static const double half = 0.5;
  duel_cancel *token = NULL;
  duel_validation_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  EXPECT(DUEL_OK, duel_cancel_new(&token));
  duel_cancel_raise(token);
  options.cancel = token;
  table[0] = 4711.0;
  EXPECT(DUEL_ERR_CANCELLED, duel_set_triads(set, token, table, 64));
  EXPECT(DUEL_ERR_CANCELLED, duel_set_agreement(set, 0.0, token, table, 64, NULL, 0));
  EXPECT(DUEL_ERR_CANCELLED, duel_set_krippendorff(set, 0, 0, 0.0, token, table, 64));
  EXPECT(DUEL_ERR_CANCELLED, duel_set_learning_curve(set, NULL, &half, 1, NULL, 0, &options, table, 64));
  CHECK(table[0] == 4711.0, "a cancelled call wrote %g", table[0]);
  duel_cancel_free(token);
}

int main(void) {
  duel_set *set = NULL;
  EXPECT(DUEL_OK, small_set(&set));
  if (set) {
    votes(set);
    learning(set);
    models(set);
    cancelled(set);
  }
  confidence();
  tables();
  duel_set_free(set);
  return checks_end();
}
