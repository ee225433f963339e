/* Claims that survive: sequential tests, what holds at all looks, what is asked after choosing, and
 * what a ranking hangs on. The numbers of sequential tests, critical values,
 * e-values and adjustments are those of tests/data/claims.json. */
#include "check.h"
#include "data.h"
#include "estimates.h"

#include <math.h>
#include <stdio.h>

static int close_to(double found, double expected, double tolerance) {
  return fabs(found - expected) <= tolerance || found == expected;
}

/* ---- sequential tests ----------------------------------------------------------------------------- */

static duel_sprt_options sprt_of(double elo0, double elo1, int32_t scale) {
  duel_sprt_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.elo0 = elo0;
  options.elo1 = elo1;
  options.elo_scale = scale;
  return options;
}

static duel_sprt_facts asked(const double *counts, size_t count, double elo0, double elo1, int32_t scale) {
  const duel_sprt_options options = sprt_of(elo0, elo1, scale);
  duel_sprt_facts facts;
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  EXPECT(DUEL_OK, duel_counts_sprt(counts, count, &options, &facts));
  return facts;
}

static void sequential(void) {
  static const struct {
    double counts[5];
    size_t count;
    double elo0, elo1;
    int32_t scale;
    double log_ratio;
    int32_t decision;
  } cases[] = {
      {{36027, 68692, 36433}, 3, 0, 2, DUEL_ELO_NORMALIZED, 0.9232934509380205, DUEL_DECISION_OPEN},
      {{0, 0, 0, 0, 5550}, 5, 0, 5, DUEL_ELO_NORMALIZED, 111.797555086713, DUEL_DECISION_H1},
      {{223, 9863, 21279, 10037, 246}, 5, 0.5, 2.5, DUEL_ELO_LOGISTIC, -3.0741264395857018, DUEL_DECISION_H0},
      {{93, 18711, 58877, 18739, 100}, 5, -1.75, 0.25, DUEL_ELO_NORMALIZED, 2.9420974720696482, DUEL_DECISION_OPEN},
      {{3, 10, 12}, 3, 0, 50, DUEL_ELO_LOGISTIC, 1.7745796193192755, DUEL_DECISION_OPEN},
      {{0, 1, 0}, 3, 0, 5, DUEL_ELO_LOGISTIC, -0.01150010629610204, DUEL_DECISION_OPEN},
  };
  static const double none[] = {0, 0, 0}, bad[] = {1, -1, 1}, four[] = {1, 1, 1, 1};
  duel_sprt_options options = sprt_of(0, 5, DUEL_ELO_LOGISTIC);
  duel_sprt_facts facts;
  size_t i;
  for (i = 0; i < sizeof cases / sizeof *cases; i++) {
    facts = asked(cases[i].counts, cases[i].count, cases[i].elo0, cases[i].elo1, cases[i].scale);
    CHECK(close_to(facts.log_ratio, cases[i].log_ratio, 1e-8), "%lu: %.12g", (unsigned long)i, facts.log_ratio);
    CHECK(facts.decision == cases[i].decision, "%lu: %d", (unsigned long)i, facts.decision);
    CHECK(close_to(facts.upper, 2.9444389791664403, 1e-12) && facts.lower == -facts.upper, "%g", facts.upper);
  }
  CHECK(close_to(asked(cases[4].counts, 3, 0, 50, 0).mean, 0.68, 1e-15), "mean");
  CHECK(close_to(asked(cases[4].counts, 3, 0, 50, 0).elo, 400 * log10(0.68 / 0.32), 1e-9), "Elo");
  CHECK(asked(cases[1].counts, 5, 0, 5, 0).elo == INFINITY, "all won");

  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  EXPECT(DUEL_ERR_NULL, duel_counts_sprt(cases[0].counts, 3, NULL, &facts));
  EXPECT(DUEL_ERR_NULL, duel_counts_sprt(NULL, 3, &options, &facts));
  EXPECT(DUEL_ERR_NULL, duel_counts_sprt(cases[0].counts, 3, &options, NULL));
  EXPECT(DUEL_ERR_ARGUMENT, duel_counts_sprt(none, 3, &options, &facts));
  EXPECT(DUEL_ERR_ARGUMENT, duel_counts_sprt(bad, 3, &options, &facts));
  EXPECT(DUEL_ERR_ARGUMENT, duel_counts_sprt(four, 4, &options, &facts));
  options.elo0 = 5;
  EXPECT(DUEL_ERR_ARGUMENT, duel_counts_sprt(cases[0].counts, 3, &options, &facts));
  CHECK(strstr(duel_last_error(), "elo0") != NULL, "%s", duel_last_error());
  options = sprt_of(0, 5, 2);
  EXPECT(DUEL_ERR_ARGUMENT, duel_counts_sprt(cases[0].counts, 3, &options, &facts));
  options = sprt_of(0, 5, 0);
  options.alpha = 0.6;
  options.beta = 0.4;
  EXPECT(DUEL_ERR_ARGUMENT, duel_counts_sprt(cases[0].counts, 3, &options, &facts));
  options.alpha = 0;
  options.reserved = 1;
  EXPECT(DUEL_ERR_ARGUMENT, duel_counts_sprt(cases[0].counts, 3, &options, &facts));
  CHECK(facts.log_ratio == 0, "a refusal wrote %g", facts.log_ratio);
}

/* ---- all looks ------------------------------------------------------------------------------------ */

enum { ITEMS = 4, LOOKS = 60 };

/* Contexts in which each of three judges sees the pairs of four items: the answers of a fixed generator. */
static duel_set *votes(int contexts, int per_context) {
  static const char *const items[] = {"ash", "birch", "cedar", "elm"};
  static char names[LOOKS][8];
  const char *left[LOOKS * 6], *right[LOOKS * 6], *context[LOOKS * 6];
  double score[LOOKS * 6];
  unsigned state = 7;
  duel_set *set = NULL;
  duel_rows rows;
  int x, n = 0, i, j;
  for (x = 0; x < contexts; x++) {
    int pair = 0;
    sprintf(names[x], "q%d", x);
    for (i = 0; i < ITEMS; i++)
      for (j = i + 1; j < ITEMS; j++, pair++) {
        if (per_context == 1 && pair != x % 6) continue;
        state = state * 1664525u + 1013904223u;
        left[n] = items[i], right[n] = items[j], context[n] = names[x];
        score[n++] = (state >> 8) % 100 < 50u + 8u * (unsigned)(j - i) ? 1.0 : 0.0;
      }
  }
  rows = empty_rows((size_t)n);
  rows.left = names_column(left);
  rows.right = names_column(right);
  rows.context = names_column(context);
  rows.score = double_column(score);
  EXPECT(DUEL_OK, duel_set_new(&set));
  EXPECT(DUEL_OK, duel_set_append(set, &rows));
  return set;
}

static duel_model *model_of(int contexts, int per_context, double ridge) {
  duel_set *set = votes(contexts, per_context);
  duel_model_options options = fit_defaults();
  duel_model *model = NULL;
  options.ridge = ridge;
  EXPECT(DUEL_OK, duel_model_fit(set, &options, &model));
  duel_set_free(set);
  return model;
}

static double width(double se, double tau, double alpha) {
  const double r = tau * tau / (se * se);
  return se * sqrt((1 + r) / r * (log(1 + r) + 2 * log(1 / alpha)));
}

static double log_e(double z, double r) { return z * z * r / (2 * (1 + r)) - log(1 + r) / 2; }

static duel_status e_values(const duel_model *model, const duel_inference_options *how, const double *weights,
                            size_t count, const double *null, double *out) {
  static const char *const names[] = {"estimate", "se", "null_value", "log_e", "log_e_larger", "p"};
  duel_estimate *estimate = NULL;
  duel_table *table = NULL;
  duel_status status = duel_model_estimate(model, DUEL_QUANTITY_SCORES, how, &estimate);
  if (!status) status = duel_estimate_e_values(estimate, weights, count, null, &table);
  duel_estimate_free(estimate);
  return status ? status : columns_of(table, names, 6, out, 6 * count);
}

static void intervals(void) {
  static const double contrast[] = {1, -1, 0, 0, 1, 0, 0, -1}, null[] = {0.1, 0.0};
  duel_model *model = model_of(LOOKS, 6, 0);
  duel_inference_options how = inference_defaults();
  double plain[16], found[16], pairs[6 * 9], evidence[12], ranks[12];
  size_t i;
  /* At all looks there is no correction for few clusters. */
  how.correction = DUEL_CORRECTION_NONE;
  EXPECT(DUEL_OK, model_values(model, DUEL_QUANTITY_SCORES, &how, plain, 16));
  how = inference_defaults();
  how.intervals = DUEL_INTERVALS_ANYTIME;
  EXPECT(DUEL_OK, model_values(model, DUEL_QUANTITY_SCORES, &how, found, 16));
  for (i = 0; i < ITEMS; i++) {
    const double half = width(plain[4 * i + 1], 0.5, 0.05);
    CHECK(close_to(found[4 * i + 1], plain[4 * i + 1], 1e-14), "the same error");
    CHECK(close_to(found[4 * i + 3], plain[4 * i] + half, 1e-10), "%lu: %g", (unsigned long)i, found[4 * i + 3]);
  }
  /* All at once: alpha over their number. In other units the size of a difference goes with them. */
  how.intervals = DUEL_INTERVALS_ANYTIME_SIMULTANEOUS;
  how.unit = 100;
  EXPECT(DUEL_OK, model_values(model, DUEL_QUANTITY_SCORES, &how, found, 16));
  CHECK(close_to(found[2], 100 * (plain[0] - width(plain[1], 0.5, 0.05 / ITEMS)), 1e-8), "%g", found[2]);
  how.unit = 0;
  how.mixture = 0.2;
  EXPECT(DUEL_OK, model_contrasts(model, DUEL_QUANTITY_SCORES, &how, contrast, 2, found, 8, NULL, 0));
  CHECK(close_to(found[2], found[0] - width(found[1], 0.2, 0.025), 1e-10), "%g", found[2]);
  /* Win rates on the logit scale, their contrasts as probabilities. */
  how = inference_defaults();
  how.correction = DUEL_CORRECTION_NONE;
  EXPECT(DUEL_OK, model_values(model, DUEL_QUANTITY_WIN_RATES, &how, plain, 16));
  how.intervals = DUEL_INTERVALS_ANYTIME;
  EXPECT(DUEL_OK, model_values(model, DUEL_QUANTITY_WIN_RATES, &how, found, 16));
  {
    const double p = plain[0], se = plain[1] / (p * (1 - p)), logit = log(p / (1 - p)) - width(se, 0.5, 0.05);
    CHECK(close_to(found[2], 1 / (1 + exp(-logit)), 1e-10), "%g", found[2]);
  }
  EXPECT(DUEL_OK, model_contrasts(model, DUEL_QUANTITY_WIN_RATES, &how, contrast, 1, found, 4, NULL, 0));
  CHECK(close_to(found[2], found[0] - width(found[1], 0.05, 0.05), 1e-10), "%g", found[2]);

  /* Tests: e-values in the place of statistics; adjusted by e-Holm as by hand. */
  EXPECT(DUEL_OK, model_pairs(model, &how, DUEL_FAMILY_ALL_PAIRS, DUEL_ADJUST_NONE, pairs, 54));
  for (i = 0; i < 6; i++) {
    const double *row = &pairs[9 * i], r = 0.25 / (row[3] * row[3]);
    CHECK(close_to(row[4], log_e(row[2] / row[3], r), 1e-10), "%g", row[4]);
    CHECK(close_to(row[5], fmin(1, exp(-row[4])), 1e-12), "%g", row[5]);
    CHECK(close_to(row[7], row[2] - width(row[3], 0.5, 0.05), 1e-10), "%g", row[7]);
  }
  {
    double logs[6], adjusted[54];
    for (i = 0; i < 6; i++) logs[i] = pairs[9 * i + 4];
    EXPECT(DUEL_OK, duel_p_adjust(logs, 6, DUEL_ADJUST_E_HOLM, logs, 6));
    EXPECT(DUEL_OK, model_pairs(model, &how, DUEL_FAMILY_ALL_PAIRS, DUEL_ADJUST_E_HOLM, adjusted, 54));
    for (i = 0; i < 6; i++) CHECK(close_to(adjusted[9 * i + 6], fmin(1, exp(-logs[i])), 1e-12), "e-Holm");
  }
  EXPECT(DUEL_ERR_UNSUPPORTED, model_pairs(model, &how, DUEL_FAMILY_ALL_PAIRS, DUEL_ADJUST_SINGLE_STEP, pairs, 54));
  EXPECT(DUEL_ERR_UNSUPPORTED, model_pairs(model, NULL, DUEL_FAMILY_ALL_PAIRS, DUEL_ADJUST_E_BH, pairs, 54));

  /* Evidence, against values other than zero, too. */
  EXPECT(DUEL_OK, e_values(model, NULL, contrast, 2, null, evidence));
  for (i = 0; i < 2; i++) {
    const double *row = &evidence[6 * i], r = 0.25 / (row[1] * row[1]), z = (row[0] - null[i]) / row[1];
    CHECK(row[2] == null[i] && close_to(row[3], log_e(z, r), 1e-10), "%g", row[3]);
    CHECK(close_to(row[4], log(2) + row[3] + log(0.5 * erfc(-z * sqrt(r / (1 + r) / 2))), 1e-9), "%g", row[4]);
  }
  EXPECT(DUEL_OK, model_ranks(model, &how, ranks, 12));
  for (i = 0; i < 12; i += 3) CHECK(ranks[i + 1] <= ranks[i] && ranks[i] <= ranks[i + 2], "range %lu", (unsigned long)i);

  /* A reference item has no error: no interval, and no evidence. */
  how.normalisation = DUEL_NORMALISATION_REFERENCE;
  EXPECT(DUEL_OK, model_values(model, DUEL_QUANTITY_SCORES, &how, found, 16));
  CHECK(found[1] == 0 && isnan(found[2]) && isnan(found[3]), "%g to %g", found[2], found[3]);
  {
    static const double first[] = {1, 0, 0, 0};
    EXPECT(DUEL_OK, e_values(model, &how, first, 1, NULL, evidence));
    CHECK(evidence[3] == 0 && evidence[4] == 0 && evidence[5] == 1, "%g", evidence[3]);
  }
  duel_model_free(model);
}

static void refused(duel_status code, const char *words, const duel_model *model, duel_inference_options how) {
  double out[16];
  how.intervals = DUEL_INTERVALS_ANYTIME;
  EXPECT(code, model_values(model, DUEL_QUANTITY_SCORES, &how, out, 16));
  CHECK(strstr(duel_last_error(), words) != NULL, "\"%s\" is not in \"%s\"", words, duel_last_error());
}

static void refusals(void) {
  static const double contrast[] = {1, -1, 0, 0}, nan[] = {NAN};
  duel_model *model = model_of(LOOKS, 6, 0), *single = model_of(LOOKS, 1, 0), *few = model_of(39, 6, 0),
             *shrunk = model_of(LOOKS, 6, 2);
  const duel_inference_options plain = inference_defaults();
  duel_inference_options how = plain;
  duel_estimate *estimate = NULL;
  duel_table *table = NULL;
  double out[16];
  refused(DUEL_ERR_UNSUPPORTED, "needs 40 contexts, there are 39", few, plain);
  refused(DUEL_ERR_UNSUPPORTED, "% of what is known about", shrunk, plain);
  how.covariance = DUEL_COVARIANCE_OBSERVED;
  refused(DUEL_ERR_UNSUPPORTED, "repeat within contexts", model, how);
  refused(DUEL_OK, "", single, how);
  how.covariance = DUEL_COVARIANCE_CLUSTERED_BY_JUDGE;
  refused(DUEL_ERR_UNSUPPORTED, "by context only", model, how);
  how = plain;
  how.correction = DUEL_CORRECTION_CR2;
  refused(DUEL_ERR_UNSUPPORTED, "CR2", model, how);
  how.correction = DUEL_CORRECTION_NONE;
  how.quantiles = DUEL_QUANTILES_STUDENT;
  refused(DUEL_ERR_UNSUPPORTED, "Student", model, how);
  how = plain;
  how.mixture = -1;
  refused(DUEL_ERR_ARGUMENT, "mixture is -1", model, how);
  how.mixture = INFINITY;
  refused(DUEL_ERR_ARGUMENT, "mixture is inf", model, how);
  /* Who does not read the mixture is of one look. */
  how = plain;
  how.intervals = DUEL_INTERVALS_ANYTIME;
  EXPECT(DUEL_ERR_UNSUPPORTED, duel_model_equivalence(model, 0.0, &how, &table));
  CHECK(strstr(duel_last_error(), "duel_model_equivalence") != NULL, "%s", duel_last_error());
  how.intervals = DUEL_INTERVALS_MARGINAL;
  how.mixture = 0.5;
  EXPECT(DUEL_ERR_UNSUPPORTED, duel_model_equivalence(model, 0.0, &how, &table));
  /* A quantity without a difference that matters. */
  how = plain;
  how.intervals = DUEL_INTERVALS_ANYTIME;
  EXPECT(DUEL_ERR_ARGUMENT, model_contrasts(model, DUEL_QUANTITY_SHARES, &how, contrast, 1, out, 4, NULL, 0));
  CHECK(strstr(duel_last_error(), "mixture") != NULL, "%s", duel_last_error());
  how.mixture = 0.01;
  EXPECT(DUEL_OK, model_contrasts(model, DUEL_QUANTITY_SHARES, &how, contrast, 1, out, 4, NULL, 0));
  EXPECT(DUEL_OK, duel_model_estimate(model, DUEL_QUANTITY_SCORES, NULL, &estimate));
  EXPECT(DUEL_ERR_NULL, duel_estimate_e_values(NULL, contrast, 1, NULL, &table));
  EXPECT(DUEL_ERR_NULL, duel_estimate_e_values(estimate, NULL, 1, NULL, &table));
  EXPECT(DUEL_ERR_NULL, duel_estimate_e_values(estimate, contrast, 1, NULL, NULL));
  EXPECT(DUEL_ERR_DATA, duel_estimate_e_values(estimate, contrast, 1, nan, &table));
  EXPECT(DUEL_OK, duel_estimate_e_values(estimate, NULL, 0, NULL, &table));
  duel_table_free(table);
  duel_estimate_free(estimate);
  duel_model_free(model);
  duel_model_free(single);
  duel_model_free(few);
  duel_model_free(shrunk);
}

/* The first case of the references. */
static void adjustments(void) {
  static const double logs[] = {5.703782474656201,  4.499809670330265,  4.248495242049359, 3.8066624897703196,
                                2.995732273553991,  0.6931471805599453, -0.6931471805599453, -2.3025850929940455,
                                5.0106352940962555, 4.110873864173311};
  static const double holm[] = {4.114613933984163,  3.1144038032714887,   2.89867056071086,   2.4765384001174837,
                                1.7316555451583497, -0.14310084364067333, -1.203972804325936, -2.3025850929940455,
                                3.5415388662152267, 2.7663191092261856};
  static const int rejected[] = {1, 1, 1, 1, 0, 0, 0, 0, 1, 1};
  double out[10];
  size_t i;
  EXPECT(DUEL_OK, duel_p_adjust(logs, 10, DUEL_ADJUST_E_HOLM, out, 10));
  for (i = 0; i < 10; i++) CHECK(close_to(out[i], holm[i], 1e-8), "%lu: %g", (unsigned long)i, out[i]);
  EXPECT(DUEL_OK, duel_p_adjust(logs, 10, DUEL_ADJUST_E_BH, out, 10));
  for (i = 0; i < 10; i++) CHECK((out[i] >= log(20)) == rejected[i], "%lu: %g", (unsigned long)i, out[i]);
}

/* ---- after choosing ------------------------------------------------------------------------------- */

static duel_status choose(const duel_model *model, const duel_inference_options *how, const size_t *items,
                          size_t count, size_t rank, duel_winner_facts *facts) {
  duel_estimate *estimate = NULL;
  duel_status status = duel_model_estimate(model, DUEL_QUANTITY_SCORES, how, &estimate);
  memset(facts, 0, sizeof *facts);
  facts->struct_size = sizeof *facts;
  if (!status) status = duel_estimate_winner(estimate, items, count, rank, facts);
  duel_estimate_free(estimate);
  return status;
}

static duel_status sets(const duel_model *model, const duel_inference_options *how, const size_t *items, size_t count,
                        const duel_rank_set_options *options, double *out) {
  static const char *const names[] = {"item", "rank", "rank_best", "rank_worst", "told_apart"};
  duel_estimate *estimate = NULL;
  duel_table *table = NULL;
  duel_status status = duel_model_estimate(model, DUEL_QUANTITY_SCORES, how, &estimate);
  if (!status) status = duel_estimate_rank_sets(estimate, items, count, options, out ? &table : NULL);
  duel_estimate_free(estimate);
  return status ? status : columns_of(table, names, 5, out, 5 * ITEMS);
}

static void chosen(void) {
  static const size_t pair[] = {0, 3}, twice[] = {1, 1}, stranger[] = {0, ITEMS}, one[] = {2};
  duel_model *model = model_of(LOOKS, 6, 0), *few = model_of(30, 6, 0);
  duel_inference_options how = inference_defaults();
  duel_rank_set_options options;
  duel_winner_facts facts, shifted;
  duel_estimate *estimate = NULL;
  duel_table *table = NULL;
  duel_table_column column;
  double found[5 * ITEMS], steps[5 * ITEMS], ranks[3 * ITEMS];
  size_t i, at;
  how.seed = 3;
  EXPECT(DUEL_OK, choose(model, &how, NULL, 0, 0, &facts));
  CHECK(facts.item == 0 && !facts.is_tied && facts.tied_item == 0 && !facts.is_few, "winner %lu", (unsigned long)facts.item);
  CHECK(facts.lower < facts.median && facts.median < facts.upper && facts.median < facts.estimate, "%g", facts.median);
  CHECK(facts.lower_bound > facts.lower && facts.lower_bound < facts.median, "%g", facts.lower_bound);
  /* Fewer than 200 clusters have Student's distribution; without a correction it is the normal one. */
  CHECK(facts.naive_upper - facts.estimate > 1.96 * facts.se, "%g", facts.naive_upper);
  how.correction = DUEL_CORRECTION_NONE;
  EXPECT(DUEL_OK, choose(model, &how, NULL, 0, 0, &shifted));
  CHECK(close_to(shifted.naive_upper - shifted.estimate, 1.959963984540054 * shifted.se, 1e-10), "%g", shifted.naive_upper);
  CHECK(shifted.upper - shifted.lower < facts.upper - facts.lower, "%g", shifted.upper);
  how.correction = DUEL_CORRECTION_AUTO;
  CHECK(facts.projection_lower < facts.naive_lower && facts.projection_upper > facts.naive_upper, "projection");
  /* In Elo, from a thousand. */
  how.unit = 100;
  how.origin = 1000;
  EXPECT(DUEL_OK, choose(model, &how, NULL, 0, 1, &shifted));
  CHECK(close_to(shifted.median, 1000 + 100 * facts.median, 1e-6), "%g", shifted.median);
  CHECK(close_to(shifted.lead, 100 * facts.lead, 1e-8), "%g", shifted.lead);
  how.unit = how.origin = 0;
  EXPECT(DUEL_OK, choose(model, &how, pair, 2, 2, &facts));
  CHECK(facts.item == 3 && isnan(facts.lead), "second of two: %lu", (unsigned long)facts.item);
  EXPECT(DUEL_OK, choose(few, &how, NULL, 0, 1, &facts));
  CHECK(facts.is_few, "30 clusters are few");
  EXPECT(DUEL_ERR_DATA, choose(model, &how, twice, 2, 1, &facts));
  EXPECT(DUEL_ERR_DATA, choose(model, &how, stranger, 2, 1, &facts));
  EXPECT(DUEL_ERR_ARGUMENT, choose(model, &how, pair, 2, 3, &facts));
  EXPECT(DUEL_ERR_NULL, choose(model, &how, NULL, 2, 1, &facts));
  EXPECT(DUEL_ERR_SIZE, choose(model, &how, pair, 0, 1, &facts));
  how.intervals = DUEL_INTERVALS_ANYTIME;
  EXPECT(DUEL_ERR_UNSUPPORTED, choose(model, &how, NULL, 0, 1, &facts));
  how.intervals = DUEL_INTERVALS_MARGINAL;
  how.normalisation = DUEL_NORMALISATION_REFERENCE;
  EXPECT(DUEL_ERR_UNSUPPORTED, choose(model, &how, NULL, 0, 1, &facts));
  CHECK(strstr(duel_last_error(), "normalisation") != NULL, "%s", duel_last_error());
  how.normalisation = DUEL_NORMALISATION_SUM;

  /* Steps never widen, one item is narrower, and one side leaves the other open. */
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  EXPECT(DUEL_OK, model_ranks(model, &how, ranks, 3 * ITEMS));
  EXPECT(DUEL_OK, sets(model, &how, NULL, 0, NULL, steps));
  options.single_step = 1;
  EXPECT(DUEL_OK, sets(model, &how, NULL, 0, &options, found));
  for (i = 0; i < ITEMS; i++) {
    CHECK(steps[5 * i] == (double)i && steps[5 * i + 1] == ranks[3 * i], "item %lu", (unsigned long)i);
    CHECK(found[5 * i + 2] == ranks[3 * i + 1] && found[5 * i + 3] == ranks[3 * i + 2], "single step %lu",
          (unsigned long)i);
    CHECK(steps[5 * i + 2] >= found[5 * i + 2] && steps[5 * i + 3] <= found[5 * i + 3], "steps %lu", (unsigned long)i);
    CHECK(steps[5 * i + 2] - 1 + ITEMS - steps[5 * i + 3] == steps[5 * i + 4], "told_apart %lu", (unsigned long)i);
  }
  options.one_by_one = 1;
  options.side = DUEL_SIDE_BEST;
  EXPECT(DUEL_OK, sets(model, &how, one, 1, &options, found));
  CHECK(found[0] == 2 && found[2] >= steps[5 * 2 + 2] && found[3] == ITEMS, "%g to %g", found[2], found[3]);
  options.side = 3;
  EXPECT(DUEL_ERR_ARGUMENT, sets(model, &how, NULL, 0, &options, found));
  options.side = 0;
  options.top = ITEMS + 1;
  EXPECT(DUEL_ERR_ARGUMENT, sets(model, &how, NULL, 0, &options, found));
  options.top = 1;
  EXPECT(DUEL_ERR_NULL, sets(model, &how, NULL, 0, &options, NULL));
  EXPECT(DUEL_ERR_DATA, sets(model, &how, twice, 2, &options, found));

  /* Who may be first: the one that is, and nobody who is surely worse. */
  EXPECT(DUEL_OK, duel_model_estimate(model, DUEL_QUANTITY_SCORES, &how, &estimate));
  EXPECT(DUEL_OK, duel_estimate_rank_sets(estimate, NULL, 0, &options, &table));
  memset(&column, 0, sizeof column);
  column.struct_size = sizeof column;
  EXPECT(DUEL_OK, duel_table_find(table, "is_top", &at));
  EXPECT(DUEL_OK, duel_table_get(table, at, &column));
  CHECK(column.type == DUEL_TYPE_BOOL, "type %d", column.type);
  for (i = 0; i < ITEMS; i++)
    CHECK(duel_table_bool(table, "is_top")[i] == (steps[5 * i + 2] <= 1), "item %lu", (unsigned long)i);
  duel_table_free(table);
  duel_estimate_free(estimate);
  duel_model_free(model);
  duel_model_free(few);
}

/* ---- fragility ------------------------------------------------------------------------------------ */

static duel_status fragile(const duel_model *model, const size_t *pairs, size_t count,
                           const duel_fragility_options *options, double *out, size_t rows) {
  static const char *const names[] = {"first", "second", "estimate", "predicted", "confirmed", "share", "estimate_after", "state"};
  duel_table *table = NULL;
  const duel_status status = duel_model_fragility(model, pairs, count, options, out ? &table : NULL);
  return status ? status : columns_of(table, names, 8, out, 8 * rows);
}

/* The small board of the references: the greedy search is as good as trying all. */
static void fragility(void) {
  static const double cells[][5] = {{0, 1, 4, 2, 1}, {0, 2, 3, 1, 0}, {1, 2, 3, 2, 1},
                                    {0, 3, 5, 1, 1}, {1, 3, 2, 2, 0}, {2, 3, 3, 2, 2}};
  static const double greedy[][4] = {{0, 1, 7, 5}, {0, 2, 11, 6}, {0, 3, 15, 8}, {1, 2, 2, 2}, {1, 3, 3, 3}, {2, 3, 1, 1}};
  static const char *const items[] = {"a", "b", "c", "d"};
  static const size_t wrong[] = {1, 0}, stranger[] = {0, 7}, all[] = {0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3};
  const char *left[6], *right[6];
  double wins[6], losses[6], ties[6], found[8 * 6], counted[6] = {0, 0, 0, 0, 0, 0};
  duel_table *listed = NULL;
  duel_rows rows = empty_rows(6);
  duel_fragility_options options;
  duel_set *set = NULL;
  duel_model *model = NULL, *judged = NULL;
  duel_cancel *cancel = NULL;
  size_t i;
  for (i = 0; i < 6; i++) {
    left[i] = items[(size_t)cells[i][0]];
    right[i] = items[(size_t)cells[i][1]];
    wins[i] = cells[i][2], losses[i] = cells[i][3], ties[i] = cells[i][4];
  }
  rows.left = names_column(left);
  rows.right = names_column(right);
  rows.wins = double_column(wins);
  rows.losses = double_column(losses);
  rows.ties = double_column(ties);
  EXPECT(DUEL_OK, duel_set_new(&set));
  EXPECT(DUEL_OK, duel_set_append(set, &rows));
  EXPECT(DUEL_OK, duel_model_fit(set, NULL, &model));
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  EXPECT(DUEL_OK, fragile(model, all, 6, NULL, found, 6));
  for (i = 0; i < 6; i++) {
    const double *row = &found[8 * i];
    CHECK(row[0] == greedy[i][0] && row[1] == greedy[i][1], "pair %lu", (unsigned long)i);
    CHECK(row[3] == greedy[i][2] && row[4] == greedy[i][3], "%lu: %g, %g", (unsigned long)i, row[3], row[4]);
    CHECK(row[6] < 0 && row[7] == 0, "%lu: %g", (unsigned long)i, row[6]);
    CHECK(close_to(row[5], row[4] / 35, 1e-12), "%lu: %g", (unsigned long)i, row[5]);
  }
  /* The very votes: as many as were said. */
  EXPECT(DUEL_OK, duel_model_fragile_votes(model, all, 6, NULL, &listed));
  for (i = 0; i < rows_of(listed); i++) counted[duel_table_i64(listed, "claim")[i]] += duel_table_f64(listed, "comparisons")[i];
  for (i = 0; i < 6; i++) CHECK(counted[i] == greedy[i][3], "claim %lu: %g", (unsigned long)i, counted[i]);
  duel_table_free(listed);
  listed = NULL;
  EXPECT(DUEL_ERR_NULL, duel_model_fragile_votes(NULL, all, 6, NULL, &listed));
  EXPECT(DUEL_ERR_NULL, duel_model_fragile_votes(model, all, 6, NULL, NULL));
  EXPECT(DUEL_ERR_DATA, duel_model_fragile_votes(model, wrong, 1, NULL, &listed));
  CHECK(strstr(duel_last_error(), "\" is not above \"") != NULL, "names: %s", duel_last_error());
  /* All neighbours; turning votes round takes no more than leaving them out; one claim of the first. */
  EXPECT(DUEL_OK, fragile(model, NULL, 0, NULL, found, 3));
  CHECK(found[4] == 5 && found[8 + 4] == 2 && found[16 + 4] == 1, "%g %g %g", found[4], found[12], found[20]);
  options.attack = DUEL_ATTACK_FLIP;
  EXPECT(DUEL_OK, fragile(model, all, 6, &options, found, 6));
  for (i = 0; i < 6; i++) CHECK(found[8 * i + 4] <= greedy[i][3], "%lu: %g", (unsigned long)i, found[8 * i + 4]);
  options.attack = DUEL_ATTACK_ADD;
  EXPECT(DUEL_OK, fragile(model, all, 1, &options, found, 1));
  CHECK(found[4] >= 1 && found[7] == 0, "%g", found[4]);
  options.attack = DUEL_ATTACK_DROP;
  options.top = 3;
  EXPECT(DUEL_OK, fragile(model, NULL, 0, &options, found, 1));
  CHECK(found[0] == 2 && found[1] == 3 && found[4] == 1, "%g above %g: %g", found[0], found[1], found[4]);
  options.top = 4;
  EXPECT(DUEL_ERR_ARGUMENT, fragile(model, NULL, 0, &options, found, 1));
  options.top = 0;
  EXPECT(DUEL_ERR_DATA, fragile(model, wrong, 1, NULL, found, 1));
  EXPECT(DUEL_ERR_DATA, fragile(model, stranger, 1, NULL, found, 1));
  EXPECT(DUEL_ERR_NULL, fragile(model, NULL, 2, NULL, found, 1));
  EXPECT(DUEL_ERR_NULL, fragile(model, all, 1, NULL, NULL, 1));
  EXPECT(DUEL_ERR_NULL, fragile(NULL, all, 1, NULL, found, 1));
  options.attack = DUEL_ATTACK_ADD;
  options.vote = 1;
  options.winner = options.loser = 1;
  EXPECT(DUEL_ERR_ARGUMENT, fragile(model, all, 1, &options, found, 1));
  options.winner = 2;
  EXPECT(DUEL_OK, fragile(model, all + 2, 1, &options, found, 1));
  CHECK(found[1] == 2 && found[4] >= 1 && found[7] == 0, "%g", found[4]);
  options.vote = 0;
  options.quantity = DUEL_QUANTITY_EFFECTS;
  EXPECT(DUEL_ERR_ARGUMENT, fragile(model, all, 1, &options, found, 1));
  EXPECT(DUEL_ERR_UNSUPPORTED, fragile(model, NULL, 0, &options, found, 1));
  options.quantity = DUEL_QUANTITY_WIN_RATES;
  EXPECT(DUEL_ERR_UNSUPPORTED, fragile(model, NULL, 0, &options, found, 1));
  options.quantity = DUEL_QUANTITY_SCORES;
  options.attack = 3;
  EXPECT(DUEL_ERR_ARGUMENT, fragile(model, all, 1, &options, found, 1));
  options.attack = DUEL_ATTACK_FLIP;
  options.by = DUEL_BY_CONTEXT;
  EXPECT(DUEL_ERR_UNSUPPORTED, fragile(model, all, 1, &options, found, 1));
  options.attack = DUEL_ATTACK_DROP;
  options.by = DUEL_BY_PAIR;
  EXPECT(DUEL_ERR_ARGUMENT, fragile(model, all, 1, &options, found, 1));
  options.by = 0;
  EXPECT(DUEL_OK, duel_cancel_new(&cancel));
  duel_cancel_raise(cancel);
  options.cancel = cancel;
  EXPECT(DUEL_ERR_CANCELLED, fragile(model, all, 1, &options, found, 1));
  options.cancel = NULL;
  /* A question at a time. */
  judged = model_of(LOOKS, 6, 0);
  options.by = DUEL_BY_CONTEXT;
  EXPECT(DUEL_OK, fragile(judged, NULL, 0, &options, found, 3));
  CHECK(found[4] >= 1 && close_to(found[5], found[4] / LOOKS, 1e-12), "%g of %g", found[4], found[5]);
  duel_cancel_free(cancel);
  duel_model_free(judged);
  duel_model_free(model);
  duel_set_free(set);
}

/* ---- judges that do not belong -------------------------------------------------------------------- */

/* Five judges vote alike, one the other way round, and one always for what is shown first. */
static void outliers(void) {
  enum { JUDGES = 7, EACH = 60 };
  static const char *const judges[] = {"a", "b", "c", "d", "e", "odd", "position"}, *const items[] = {"x", "y", "z"};
  const char *left[JUDGES * EACH], *right[JUDGES * EACH], *judge[JUDGES * EACH];
  double score[JUDGES * EACH];
  unsigned state = 3;
  duel_rows rows = empty_rows(JUDGES * EACH);
  duel_outlier_options how;
  duel_model_options options = fit_defaults();
  duel_set *set = NULL;
  duel_model *model = NULL;
  duel_table *table = NULL, *adjusted = NULL;
  duel_table_facts facts;
  const double *log_e, *shift;
  const int32_t *departure;
  size_t k;
  for (k = 0; k < JUDGES * EACH; k++) {
    const size_t i = k % 3, j = (i + 1 + k / 3 % 2) % 3;
    const unsigned chance = 50u + 15u * (unsigned)(j + 3 - i) - 45u; /* 20, 35, 50, 65 or 80 of 100 */
    const int first = (state = state * 1664525u + 1013904223u, (state >> 8) % 100 < chance);
    judge[k] = judges[k / EACH];
    left[k] = items[i], right[k] = items[j];
    score[k] = k / EACH == 6 ? 1.0 : (k / EACH == 5) != first ? 1.0 : 0.0;
  }
  rows.left = names_column(left);
  rows.right = names_column(right);
  rows.judge = names_column(judge);
  rows.score = double_column(score);
  EXPECT(DUEL_OK, duel_set_new(&set));
  EXPECT(DUEL_OK, duel_set_append(set, &rows));
  EXPECT(DUEL_OK, duel_model_fit(set, &options, &model));
  memset(&how, 0, sizeof how);
  how.struct_size = sizeof how;
  EXPECT(DUEL_OK, duel_model_outliers(model, &how, &table));
  CHECK(rows_of(table) == JUDGES, "%lu rows", (unsigned long)rows_of(table));
  log_e = duel_table_f64(table, "log_e");
  shift = duel_table_f64(table, "shift");
  departure = duel_table_codes(table, "departure");
  for (k = 0; k < JUDGES; k++)
    CHECK(duel_table_bool(table, "is_outlier")[k] == (k > 4) && (k > 4 ? log_e[k] > 3 : log_e[k] < 3), "judge %lu: %g",
          (unsigned long)k, log_e[k]);
  CHECK(departure[5] == DUEL_DEPARTURE_REVERSE && isnan(shift[5]), "%d", departure[5]);
  CHECK(departure[6] == DUEL_DEPARTURE_LEFT && close_to(shift[6], log(5), 1e-12), "%d by %g", departure[6], shift[6]);
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  EXPECT(DUEL_OK, duel_table_info(table, &facts));
  CHECK(facts.level == 0.95, "level %g", facts.level);
  /* Each judge has a seventh of what is known of two scores, so that half of the logarithm is about log(7 / 6). */
  how.adjusted = 1;
  EXPECT(DUEL_OK, duel_model_outliers(model, &how, &adjusted));
  for (k = 0; k < 5; k++) {
    const double more = duel_table_f64(adjusted, "log_e")[k] - log_e[k];
    CHECK(close_to(more, log(7.0 / 6.0), 0.04), "judge %lu: %g more", (unsigned long)k, more);
  }
  duel_table_free(adjusted);
  duel_table_free(table);
  table = NULL;
  how.alpha = 1.0;
  EXPECT(DUEL_ERR_ARGUMENT, duel_model_outliers(model, &how, &table));
  how.alpha = 1e-9;
  EXPECT(DUEL_OK, duel_model_outliers(model, &how, &table));
  for (k = 0; k < JUDGES; k++)
    CHECK(duel_table_bool(table, "is_outlier")[k] == (duel_table_f64(table, "log_e")[k] > log(1e9) + log(JUDGES)) || k > 4,
          "judge %lu", (unsigned long)k);
  duel_table_free(table);
  table = NULL;
  how.alpha = 0.0;
  how.reserved = 1;
  EXPECT(DUEL_ERR_ARGUMENT, duel_model_outliers(model, &how, &table));
  how.reserved = 0;
  duel_model_free(model);
  model = NULL;
  /* Judges take sensitivities of their own with them. */
  options.strength = DUEL_STRENGTH_SENSITIVITY;
  options.sign = DUEL_SIGN_SIGNED;
  EXPECT(DUEL_OK, duel_model_fit(set, &options, &model));
  EXPECT(DUEL_ERR_UNSUPPORTED, duel_model_outliers(model, &how, &table));
  CHECK(strstr(duel_last_error(), "(strength)"), "%s", duel_last_error());
  duel_model_free(model);
  model = NULL;
  options = fit_defaults();
  /* A penalty is named. */
  options.ridge = 20.0;
  EXPECT(DUEL_OK, duel_model_fit(set, &options, &model));
  EXPECT(DUEL_OK, duel_model_outliers(model, NULL, &table));
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  EXPECT(DUEL_OK, duel_table_info(table, &facts));
  CHECK(strstr(facts.notes, "The prior supplies") != NULL, "no note");
  duel_table_free(table);
  duel_model_free(model);
  duel_set_free(set);
}

/* ---- monitors ------------------------------------------------------------------------------------ */

static duel_monitor_facts standing(const duel_monitor *monitor) {
  duel_monitor_facts facts;
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  EXPECT(DUEL_OK, duel_monitor_info(monitor, &facts));
  return facts;
}

static duel_status look(duel_monitor *monitor, const duel_model *model, const duel_set *batch) {
  duel_estimate *estimate = NULL;
  duel_status status;
  EXPECT(DUEL_OK, duel_model_estimate(model, DUEL_QUANTITY_SCORES, NULL, &estimate));
  status = duel_monitor_look(monitor, estimate, batch);
  duel_estimate_free(estimate);
  return status;
}

static unsigned char *monitor_bytes(const duel_monitor *monitor, size_t *length) {
  unsigned char *bytes;
  EXPECT(DUEL_OK, duel_monitor_save(monitor, NULL, 0, length));
  bytes = (unsigned char *)malloc(*length);
  if (!bytes) exit(2);
  EXPECT(DUEL_OK, duel_monitor_save(monitor, bytes, *length, length));
  return bytes;
}

static void monitors(void) {
  static const char *const of_pairs[] = {"first", "second", "estimate", "se", "log_e", "log_e_largest", "lower", "upper",
                                         "simultaneous_lower", "simultaneous_upper", "order"};
  enum { WIDE = 11, PAIRS = 6 };
  duel_monitor_options options;
  duel_monitor_facts facts;
  duel_monitor *monitor = NULL, *loaded = NULL;
  duel_model *early = model_of(45, 1, 0), *late = model_of(LOOKS, 1, 0);
  duel_estimate *estimate = NULL;
  duel_table *table = NULL;
  double before[WIDE * PAIRS], after[WIDE * PAIRS];
  unsigned char *bytes;
  size_t length = 0, i, at;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.mixture = 0.3;
  EXPECT(DUEL_OK, duel_monitor_new(&options, &monitor));
  facts = standing(monitor);
  CHECK(facts.looks == 0 && facts.items == 0 && facts.alpha == 0.05 && facts.max_items == 0, "before the first look");
  EXPECT(DUEL_OK, duel_monitor_pairs(monitor, &table));
  CHECK(rows_of(table) == 0, "no rows");
  duel_table_free(table);
  EXPECT(DUEL_OK, look(monitor, early, NULL));
  EXPECT(DUEL_OK, duel_monitor_pairs(monitor, &table));
  EXPECT(DUEL_OK, columns_of(table, of_pairs, WIDE, before, WIDE * PAIRS));
  EXPECT(DUEL_OK, look(monitor, late, NULL));
  EXPECT(DUEL_OK, duel_monitor_pairs(monitor, &table));
  EXPECT(DUEL_OK, columns_of(table, of_pairs, WIDE, after, WIDE * PAIRS));
  for (i = 0; i < PAIRS; i++) {
    const double *was = &before[WIDE * i], *is = &after[WIDE * i];
    const double one = width(is[3], 0.3, 0.05), all = width(is[3], 0.3, 0.05 / PAIRS);
    const double evidence = log_e(is[2] / is[3], 0.09 / (is[3] * is[3]));
    CHECK(close_to(is[4], evidence, 1e-9), "log E %g, not %g", is[4], evidence);
    CHECK(is[5] == (was[4] > is[4] ? was[4] : is[4]), "the largest %g", is[5]);
    CHECK(close_to(is[6], was[6] > is[2] - one ? was[6] : is[2] - one, 1e-10), "lower %g", is[6]);
    CHECK(close_to(is[9], was[9] < is[2] + all ? was[9] : is[2] + all, 1e-10), "upper %g", is[9]);
    CHECK((is[10] == 0) == (is[8] <= 0 && is[9] >= 0), "order %g in %g to %g", is[10], is[8], is[9]);
  }
  facts = standing(monitor);
  CHECK(facts.looks == 2 && facts.items == ITEMS && facts.max_items == ITEMS && facts.open + facts.decided == PAIRS &&
            facts.units == LOOKS && facts.comparisons == LOOKS && facts.contradicted == 0, "%lu open", (unsigned long)facts.open);
  /* Nothing changes where a look is refused. */
  bytes = monitor_bytes(monitor, &length);
  EXPECT(DUEL_ERR_ARGUMENT, look(monitor, early, NULL));
  EXPECT(DUEL_ERR_ARGUMENT, look(monitor, late, duel_model_set(late)));
  EXPECT(DUEL_ERR_NULL, duel_monitor_look(monitor, NULL, NULL));
  EXPECT(DUEL_OK, duel_model_estimate(late, DUEL_QUANTITY_WIN_RATES, NULL, &estimate));
  EXPECT(DUEL_ERR_UNSUPPORTED, duel_monitor_look(monitor, estimate, NULL));
  EXPECT(DUEL_ERR_NULL, duel_monitor_look(NULL, estimate, NULL));
  duel_estimate_free(estimate);
  EXPECT(DUEL_OK, duel_monitor_load(bytes, length, &loaded));
  {
    size_t again = 0;
    unsigned char *same = monitor_bytes(loaded, &again);
    CHECK(again == length && memcmp(same, bytes, length) == 0, "saved again");
    free(same);
    same = monitor_bytes(monitor, &again);
    CHECK(again == length && memcmp(same, bytes, length) == 0, "a refused look changed something");
    free(same);
  }
  duel_monitor_free(loaded);
  loaded = NULL;
  for (at = 0; at < length; at += 7) {
    EXPECT(DUEL_ERR_FORMAT, duel_monitor_load(bytes, at, &loaded));
    bytes[at] ^= 16;
    EXPECT(DUEL_ERR_FORMAT, duel_monitor_load(bytes, length, &loaded));
    bytes[at] ^= 16;
  }
  CHECK(loaded == NULL, "a damaged monitor was made");
  EXPECT(DUEL_OK, duel_monitor_ranks(monitor, &table));
  CHECK(rows_of(table) == ITEMS, "%lu items", (unsigned long)rows_of(table));
  duel_table_free(table);
  EXPECT(DUEL_ERR_NULL, duel_monitor_pairs(monitor, NULL));
  EXPECT(DUEL_ERR_NULL, duel_monitor_ranks(NULL, &table));
  EXPECT(DUEL_ERR_NULL, duel_monitor_info(monitor, NULL));
  EXPECT(DUEL_ERR_NULL, duel_monitor_save(monitor, NULL, 0, NULL));
  free(bytes);
  duel_monitor_free(monitor);
  monitor = NULL;
  /* Where earlier answers chose the pairs one bound holds for all of them; it claims less. */
  options.design = DUEL_DESIGN_ADAPTIVE;
  EXPECT(DUEL_OK, duel_monitor_new(&options, &monitor));
  EXPECT(DUEL_OK, look(monitor, late, NULL));
  EXPECT(DUEL_OK, duel_monitor_pairs(monitor, &table));
  EXPECT(DUEL_OK, columns_of(table, of_pairs, WIDE, after, WIDE * PAIRS));
  for (i = 0; i < PAIRS; i++) {
    const double *is = &after[WIDE * i];
    CHECK(is[6] == is[8] && is[7] == is[9] && is[4] < log_e(is[2] / is[3], 0.09 / (is[3] * is[3])), "pair %lu", (unsigned long)i);
  }
  duel_monitor_free(monitor);
  monitor = NULL;
  options.design = DUEL_DESIGN_DRAWN;
  EXPECT(DUEL_OK, duel_monitor_new(&options, &monitor));
  EXPECT(DUEL_ERR_UNSUPPORTED, look(monitor, late, NULL));
  duel_monitor_free(monitor);
  monitor = NULL;
  options.exact = 1;
  EXPECT(DUEL_ERR_UNSUPPORTED, duel_monitor_new(&options, &monitor));
  options.design = DUEL_DESIGN_FIXED;
  EXPECT(DUEL_OK, duel_monitor_new(&options, &monitor));
  EXPECT(DUEL_ERR_NULL, look(monitor, early, NULL));
  EXPECT(DUEL_ERR_ARGUMENT, look(monitor, late, duel_model_set(early)));
  EXPECT(DUEL_OK, look(monitor, early, duel_model_set(early)));
  CHECK(standing(monitor).is_exact == 1 && standing(monitor).looks == 1, "exact");
  duel_monitor_free(monitor);
  monitor = NULL;
  options.exact = 0;
  options.design = 3;
  EXPECT(DUEL_ERR_ARGUMENT, duel_monitor_new(&options, &monitor));
  options.design = 0;
  options.alpha = -0.1;
  EXPECT(DUEL_ERR_ARGUMENT, duel_monitor_new(&options, &monitor));
  options.alpha = 0;
  options.max_items = 2;
  EXPECT(DUEL_OK, duel_monitor_new(&options, &monitor));
  EXPECT(DUEL_ERR_SIZE, look(monitor, late, NULL));
  duel_monitor_free(monitor);
  duel_monitor_free(NULL);
  EXPECT(DUEL_ERR_NULL, duel_monitor_new(NULL, NULL));
  duel_model_free(early);
  duel_model_free(late);
}

/* ---- pairs that count equally --------------------------------------------------------------------- */

/* Three items in a cycle of unequal numbers: counted equally the pairs are as good as each other. */
static void equally(void) {
  static const char *const left[] = {"a", "b", "c"}, *const right[] = {"b", "c", "a"};
  static const double wins[] = {400, 80, 60}, losses[] = {200, 40, 30};
  duel_rows rows = empty_rows(3);
  duel_model_options options = fit_defaults();
  duel_inference_options how = inference_defaults();
  duel_model_facts facts;
  duel_set *set = NULL;
  duel_model *model = NULL;
  duel_monitor *monitor = NULL;
  double plain[12], found[12];
  size_t i;
  rows.left = names_column(left);
  rows.right = names_column(right);
  rows.wins = double_column(wins);
  rows.losses = double_column(losses);
  EXPECT(DUEL_OK, duel_set_new(&set));
  EXPECT(DUEL_OK, duel_set_append(set, &rows));
  EXPECT(DUEL_OK, duel_model_fit(set, &options, &model));
  EXPECT(DUEL_OK, model_values(model, DUEL_QUANTITY_SCORES, NULL, plain, 12));
  CHECK(plain[0] > 0.1, "the pair that was compared often decides: %g", plain[0]);
  duel_model_free(model);
  model = NULL;
  options.target = DUEL_TARGET_PAIRS_EQUALLY;
  EXPECT(DUEL_OK, duel_model_fit(set, &options, &model));
  EXPECT(DUEL_OK, model_values(model, DUEL_QUANTITY_SCORES, NULL, found, 12));
  for (i = 0; i < 3; i++)
    CHECK(close_to(found[4 * i], 0, 1e-9) && found[4 * i + 1] > 0, "%lu: %g, %g", (unsigned long)i, found[4 * i], found[4 * i + 1]);
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  EXPECT(DUEL_OK, duel_model_info(model, &facts));
  /* Kish's number: weights are 1/600, 1/120 and 1/90. */
  CHECK(close_to(facts.comparisons, 9 / (1 / 600.0 + 1 / 120.0 + 1 / 90.0), 1e-6), "%.9g", facts.comparisons);
  how.covariance = DUEL_COVARIANCE_OBSERVED;
  EXPECT(DUEL_ERR_UNSUPPORTED, model_values(model, DUEL_QUANTITY_SCORES, &how, found, 12));
  EXPECT(DUEL_OK, duel_monitor_new(NULL, &monitor));
  EXPECT(DUEL_ERR_UNSUPPORTED, look(monitor, model, NULL));
  duel_monitor_free(monitor);
  duel_model_free(model);
  model = NULL;
  options.pair_floor = 1e6;
  EXPECT(DUEL_OK, duel_model_fit(set, &options, &model));
  EXPECT(DUEL_OK, model_values(model, DUEL_QUANTITY_SCORES, NULL, found, 12));
  for (i = 0; i < 12; i++) CHECK(close_to(found[i], plain[i], 1e-8), "%lu: %g, not %g", (unsigned long)i, found[i], plain[i]);
  duel_model_free(model);
  model = NULL;
  options.pair_floor = -1;
  EXPECT(DUEL_ERR_ARGUMENT, duel_model_fit(set, &options, &model));
  options.pair_floor = 20;
  options.target = DUEL_TARGET_COMPARISONS;
  EXPECT(DUEL_ERR_UNSUPPORTED, duel_model_fit(set, &options, &model));
  options.target = 2;
  EXPECT(DUEL_ERR_ARGUMENT, duel_model_fit(set, &options, &model));
  duel_set_free(set);
}

int main(void) {
  equally();
  monitors();
  outliers();
  fragility();
  chosen();
  sequential();
  intervals();
  refusals();
  adjustments();
  return checks_end();
}
