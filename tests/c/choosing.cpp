// The C++ layer: thresholds of items and spreads, measures of prediction, and the items among each
// other, against numbers that are known otherwise.
#include "layer.hpp"

namespace {

duel::model model_of(const duel::set &set, std::int32_t outcome,
                std::int32_t threshold = DUEL_THRESHOLD_SINGLE) {
  duel::fit_options options;
  options.tie_model = outcome;
  options.threshold = threshold;
  return duel::fit(set, options);
}

duel::matrix square(std::size_t items, std::vector<double> values) {
  duel::matrix result;
  result.rows = result.columns = items;
  result.values = std::move(values);
  return result;
}

double gap(const duel::matrix &map, std::size_t i, std::size_t j) {
  double sum = 0.0;
  for (std::size_t c = 0; c < map.columns; ++c) {
    sum += (map(i, c) - map(j, c)) * (map(i, c) - map(j, c));
  }
  return std::sqrt(sum);
}

void thresholds() {
  const duel::set set = many();
  const duel::model additive = model_of(set, DUEL_MODEL_DAVIDSON, DUEL_THRESHOLD_ADDITIVE);
  const duel::matrix g = additive.table(DUEL_QUANTITY_THRESHOLDS);
  const duel::matrix e = additive.table(DUEL_QUANTITY_PAIR_THRESHOLDS);
  CHECK(g.rows == SMALL_ITEMS && e.rows == SMALL_ITEMS && e.columns == SMALL_ITEMS, "shapes");
  CHECK(near(e(0, 2), g(0, 0) + g(2, 0)) && near(e(2, 0), e(0, 2)), "threshold %g", e(0, 2));
  // One factor of the cosine basis is the additive threshold, by other parameters.
  duel::fit_options options;
  options.tie_model = DUEL_MODEL_DAVIDSON;
  options.threshold = DUEL_THRESHOLD_FACTORED;
  options.tie_factors = 1;
  const duel::model factored = duel::fit(set, options);
  CHECK(near(factored.info().log_likelihood, additive.info().log_likelihood), "%.12g, not %.12g",
        factored.info().log_likelihood, additive.info().log_likelihood);
  CHECK(near(factored.table(DUEL_QUANTITY_PAIR_THRESHOLDS)(0, 2), e(0, 2), 1e-7), "the same threshold");
  const auto pair = additive.estimate(DUEL_QUANTITY_PAIR_THRESHOLDS).values().estimates()[2];
  const auto sum = additive.estimate(DUEL_QUANTITY_THRESHOLDS).contrasts({1.0, 0.0, 1.0, 0.0}).estimates()[0];
  CHECK(near(pair.value, sum.value) && near(pair.standard_error, sum.standard_error), "error %g, not %g",
        pair.standard_error, sum.standard_error);
  const duel_comparison_facts ratio = duel::compare(model_of(set, DUEL_MODEL_DAVIDSON), additive);
  CHECK(ratio.df == SMALL_ITEMS - 1, "%lu degrees of freedom", static_cast<unsigned long>(ratio.df));
  options.tie_basis = DUEL_BASIS_PAPER;
  CHECK(duel::fit(set, options).info().tie_basis == DUEL_BASIS_PAPER, "the paper's basis");
}

void spreads() {
  const duel::set set = many();
  duel::fit_options options;
  options.spread = DUEL_SPREAD_FACTORS;
  options.spread_factors = 1;
  options.spread_ridge = 0.5;
  options.restarts = 7;
  options.seed = 5;
  options.accept = DUEL_FIT_ANY;
  const duel::model model = duel::fit(set, options);
  options.threads = 2;
  CHECK(duel::fit(set, options).table(DUEL_QUANTITY_PARAMETERS).values == model.table(DUEL_QUANTITY_PARAMETERS).values,
        "two threads find the same");
  std::int64_t starts = 0;
  const duel::table optima = model.optima();
  const auto objective = optima.column<double>("objective");
  for (std::size_t i = 0; i < optima.rows(); ++i) {
    starts += optima.column<std::int64_t>("starts")[i];
    CHECK(!optima.column<std::uint8_t>("is_regular")[i] || objective[i] >= objective[0], "%g is less than %g",
          objective[i], objective[0]);
  }
  CHECK(starts == 8 && model.info().starts == 8, "%lu starts", static_cast<unsigned long>(starts));
  CHECK(static_cast<std::size_t>(model.info().optima) == optima.rows(), "optima");
  CHECK(near(optima.column<double>("log_likelihood")[0], model.info().log_likelihood, 1e-12), "the one taken");
  const duel::matrix d = model.table(DUEL_QUANTITY_VARIANCES), lambda = model.table(DUEL_QUANTITY_LOADINGS);
  const duel::matrix noise = model.distances(DUEL_DISTANCE_NOISE);
  const double s = d(0, 0) + d(3, 0) + (lambda(0, 0) - lambda(3, 0)) * (lambda(0, 0) - lambda(3, 0));
  CHECK(near(noise(0, 3) * noise(0, 3), s), "spread %g, not %g", noise(0, 3) * noise(0, 3), s);
  CHECK(near(model.table(DUEL_QUANTITY_SPREADS)(3, 0), s), "the same spread");
  // A function of a spread, without derivatives; items have no spread from themselves.
  const auto log_spreads = model.estimate(DUEL_QUANTITY_LOG_SPREADS).values().estimates();
  const duel::estimate log_spread = model.function(
      DUEL_QUANTITY_SPREADS, [](const std::vector<double> &spread) { return std::log(spread[3]); });
  CHECK(near(log_spread.value, std::log(s)) &&
            near(log_spread.standard_error, log_spreads[3].standard_error, 1e-6),
        "error %g, not %g", log_spread.standard_error, log_spreads[3].standard_error);
}

void predictions() {
  // Thirty of forty for ash, ten for birch: the model says just that.
  const std::vector<int> won{30}, lost{10};
  duel::set forty;
  forty.append(duel::rows().left({"ash"}).right({"birch"}).wins(won).losses(lost));
  const duel::model model = duel::fit(forty);
  const double nll = -30.0 * std::log(0.75) - 10.0 * std::log(0.25);
  const duel_metrics_facts own = model.metrics();
  const duel::table each = model.metrics_by_outcome();
  CHECK(own.outcomes == 2 && own.rows == 1 && each.rows() == 2, "outcomes");
  CHECK(near(own.nll, nll) && near(own.cross_entropy, nll / 40.0) && std::fabs(own.kl_mean) < 1e-9,
        "likelihood %g, divergence %g", own.nll, own.kl_mean);
  CHECK(near(each.column<double>("observed_count")[0], 30.0) && each.text("outcome", 1) == "loss" &&
            near(each.column<double>("predicted_count")[1], 10.0), "counts");
  // The same forty the other way round, before a prediction of 3/4.
  duel::set turned;
  turned.append(duel::rows().left({"ash"}).right({"birch"}).wins(lost).losses(won));
  const duel_metrics_facts other = model.metrics(turned, DUEL_BY_CELL);
  CHECK(near(other.mae_percent, 50.0) && near(other.rmse_count, 20.0), "off by %g %%, %g",
        other.mae_percent, other.rmse_count);
  CHECK(near(other.kl_weighted, 0.5 * std::log(3.0)), "divergence %g", other.kl_weighted);

  const duel::table marginals = model.marginals(turned);
  CHECK(marginals.rows() == 2 && near(marginals.column<double>("comparisons")[0], 40.0), "marginals");
  CHECK(near(marginals.column<double>("wins")[0], 10.0) &&
            near(marginals.column<double>("expected_wins")[0], 30.0), "wins");
  CHECK(std::isnan(marginals.column<double>("expected_ties")[0]), "ties of a model without");
  CHECK(near(model.match_matrix()(0, 1), 0.75), "%g", model.match_matrix()(0, 1));
  CHECK(near(model.match_matrix(DUEL_MATRIX_COUNTS)(1, 0), 10.0), "observed count");
  CHECK(thrown([&] { model.match_matrix(DUEL_MATRIX_COUNTS, DUEL_OUTCOME_TIE); }) == DUEL_ERR_UNSUPPORTED,
        "ties of a model without");

  const duel::model ties = model_of(many(), DUEL_MODEL_RAO_KUPPER);
  const duel::table all = ties.marginals();
  const duel::matrix tied = ties.match_matrix(DUEL_MATRIX_EXPECTED, DUEL_OUTCOME_TIE);
  const double expected = all.column<double>("expected_ties")[1];
  CHECK(near(expected, tied(1, 0) + tied(1, 2) + tied(1, 3)), "ties %g", expected);
  CHECK(ties.metrics_by_outcome().rows() == 3 && ties.accuracy().unpredicted == 0.0, "three outcomes");
}

// Votes both bad as an outcome of their own, against its formulas.
void both_bad() {
  const std::vector<int> won{20, 16, 18}, lost{10, 14, 12}, tied{6, 8, 4}, bad{3, 4, 5};
  duel::set set;
  set.append(duel::rows().left({"ash", "birch", "ash"}).right({"birch", "cedar", "cedar"}).wins(won)
                 .losses(lost).ties(tied).both_bad(bad));
  duel::fit_options options;
  options.tie_model = DUEL_MODEL_DAVIDSON;
  options.both_bad = DUEL_BOTH_BAD_OUTCOME;
  const duel::model model = duel::fit(set, options);
  CHECK(model.criteria().outcome_space == DUEL_SPACE_FOUR, "the outcome space");
  const duel::matrix scores = model.table(DUEL_QUANTITY_SCORES);
  const double e = model.estimate(DUEL_QUANTITY_THRESHOLDS).values().estimates()[0].value;
  const double b = model.estimate(DUEL_QUANTITY_BAD_THRESHOLDS).values().estimates()[0].value;
  const auto found = model.probabilities(duel::rows().left({"ash", "cedar"}).right({"cedar", "birch"}));
  CHECK(found.size() == 2, "%lu probabilities", static_cast<unsigned long>(found.size()));
  const double z = scores(0, 0) - scores(2, 0);
  const double sum = std::exp(z / 2) + std::exp(-z / 2) + std::exp(e) + std::exp(b);
  CHECK(near(found[0].left.value, std::exp(z / 2) / sum) && near(found[0].tie.value, std::exp(e) / sum) &&
            near(found[0].both_bad.value, std::exp(b) / sum),
        "both bad %g, not %g", found[0].both_bad.value, std::exp(b) / sum);
  CHECK(found[1].both_bad.lower < found[1].both_bad.value &&
            found[1].both_bad.value < found[1].both_bad.upper, "an interval");
  const duel::table rates = model.marginals();
  CHECK(rates.rows() == 3 && near(rates.column<double>("both_bad")[0], 8.0), "marginals");
  const duel::matrix counted = model.match_matrix(DUEL_MATRIX_COUNTS, DUEL_OUTCOME_BOTH_BAD);
  CHECK(near(counted(1, 2), 4.0) && near(counted(2, 1), 4.0), "counts %g", counted(1, 2));
  const duel::table each = model.metrics_by_outcome();
  CHECK(each.rows() == 4 && near(each.column<double>("observed_count")[3], 12.0) &&
            near(each.column<double>("predicted_count")[3], 12.0, 1e-7), "twelve votes");

  options.bad_threshold = DUEL_BAD_THRESHOLD_ADDITIVE;
  const duel::model additive = duel::fit(set, options);
  CHECK(additive.info().bad_threshold == DUEL_BAD_THRESHOLD_ADDITIVE &&
            additive.table(DUEL_QUANTITY_BAD_THRESHOLDS).rows == 3, "a threshold of each");
  const duel::table of_additive = additive.marginals();
  CHECK(near(of_additive.column<double>("expected_both_bad")[2], 9.0, 1e-7), "the score equation of an item");
  CHECK(duel::compare(model, additive).df == 2, "two more");
  const duel::model three = model_of(set, DUEL_MODEL_DAVIDSON);
  const duel::table of_three = three.marginals();
  CHECK(three.probabilities(duel::rows().left({"ash"}).right({"birch"}))[0].both_bad.value == 0.0 &&
            std::isnan(of_three.column<double>("both_bad")[0]), "three outcomes");
  CHECK(thrown([&] { three.match_matrix(DUEL_MATRIX_COUNTS, DUEL_OUTCOME_BOTH_BAD); }) == DUEL_ERR_UNSUPPORTED,
        "votes of a model without");
}

void choosing() {
  const duel::set set = many();
  const duel::model first = model_of(set, DUEL_MODEL_RAO_KUPPER), second = model_of(set, DUEL_MODEL_DAVIDSON);
  const duel_vuong_facts there = duel::vuong(first, second);
  const duel_vuong_facts back = duel::vuong(second, first, DUEL_VUONG_BIC, DUEL_BY_CONTEXT);
  CHECK(near(there.gain, first.info().log_likelihood - second.info().log_likelihood), "%g", there.gain);
  CHECK(there.by == DUEL_BY_CONTEXT && near(there.statistic, -back.statistic), "%g and %g",
        there.statistic, back.statistic);
  CHECK(thrown([&] { duel::vuong(first, first); }) == DUEL_ERR_UNSUPPORTED, "itself");

  // Folds are those of split, their scores those of accuracy.
  duel::fit_options fit;
  fit.tie_model = DUEL_MODEL_DAVIDSON;
  fit.ridge = 0.1;
  duel::validation_options how;
  how.by = DUEL_BY_CONTEXT;
  how.folds = 3;
  how.repeats = 2;
  how.seed = 8;
  const duel::validation held = duel::cross_validate(set, fit, how);
  CHECK(held.fits.rows() == 6 && held.totals.failed == 0, "%lu fits",
        static_cast<unsigned long>(held.fits.rows()));
  CHECK(near(held.totals.held, 2.0 * static_cast<double>(SMALL_ROWS)), "%g held out", held.totals.held);
  for (std::size_t fold = 0; fold < 3; ++fold) {
    const auto parts = set.split(DUEL_BY_CONTEXT, 3, fold, 8);
    const duel_accuracy_facts accuracy = duel::fit(parts.first, fit).accuracy(parts.second);
    CHECK(held.fits.column<std::int64_t>("repetition")[fold] == 0 &&
              held.fits.column<std::int64_t>("fold")[fold] == static_cast<std::int64_t>(fold) &&
              held.fits.text("status", fold) == "ok", "fold %lu", static_cast<unsigned long>(fold));
    const double score = held.fits.column<double>("log_score")[fold];
    CHECK(near(score, accuracy.log_score, 1e-7) &&
              near(held.fits.column<double>("brier")[fold], accuracy.brier, 1e-7) &&
              near(held.fits.column<double>("held")[fold], accuracy.comparisons),
          "score %g, not %g", score, accuracy.log_score);
  }
  double mean = 0.0;
  for (std::size_t fold = 0; fold < 6; ++fold) mean += held.fits.column<double>("rmse_percent")[fold] / 6.0;
  CHECK(near(held.totals.rmse_percent, mean) && held.totals.rmse_percent_fits == 6, "mean %g",
        held.totals.rmse_percent);
  int calls = 0;
  how.with_progress([&calls](const duel_progress &) { return ++calls < 2; });
  CHECK(thrown([&] { duel::cross_validate(set, fit, how); }) == DUEL_ERR_CANCELLED && calls == 2,
        "called %d times", calls);
  duel::validation_options endless;
  endless.folds = static_cast<std::size_t>(-1);
  CHECK(thrown([&] { duel::cross_validate(set, fit, endless); }) == DUEL_ERR_ARGUMENT, "folds");
}

void maps() {
  // The corners of a rectangle, and how far they are from each other.
  const double x[] = {0.0, 3.0, 3.0, 0.0}, y[] = {0.0, 0.0, 4.0, 4.0};
  std::vector<double> values;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) values.push_back(std::hypot(x[i] - x[j], y[i] - y[j]));
  }
  const duel::matrix d = square(4, values);
  const duel::item_map classical = duel::mds_classical(d, 2);
  CHECK(near(gap(classical.coordinates, 0, 2), 5.0), "diagonal %g", gap(classical.coordinates, 0, 2));
  // Squares of the distances from the centre along each side: 4 x 2^2 and 4 x 1.5^2.
  CHECK(near(classical.eigenvalues[0].value, 16.0) && near(classical.eigenvalues[1].share, 0.36),
        "eigenvalue %g, share %g", classical.eigenvalues[0].value, classical.eigenvalues[1].share);
  const duel::kernel_map kernel = duel::kernel_pca(d, 0.0, 2);
  CHECK(near(kernel.gamma, 1.0 / 16.0), "gamma %g", kernel.gamma);
  CHECK(kernel.eigenvalues.size() == 4 && kernel.coordinates.columns == 2, "components");

  duel::smacof_options how;
  how.starts = 3;
  how.threads = 2;
  const duel::smacof_map smacof = duel::mds_smacof(d, 2, how);
  CHECK(smacof.info.converged == 1 && smacof.info.stress < 1e-9 &&
            near(gap(smacof.coordinates, 1, 3), 5.0, 1e-5), "stress %g", smacof.info.stress);
  // Without the diagonals the map is free to fold, and the sides stay as long as they were.
  duel::matrix sides = square(4, std::vector<double>(16, 1.0)), unknown = d;
  sides.values[2] = sides.values[8] = sides.values[7] = sides.values[13] = 0.0;
  unknown.values[2] = unknown.values[8] = 100.0;
  const duel::smacof_map free = duel::mds_smacof(unknown, 2, how, sides);
  CHECK(free.info.stress < 1e-9 && near(gap(free.coordinates, 0, 1), 3.0, 1e-5), "stress %g",
        free.info.stress);
  duel::cancel token;
  token.raise();
  how.with_cancel(token);
  CHECK(thrown([&] { duel::mds_smacof(d, 2, how); }) == DUEL_ERR_CANCELLED, "a raised token");
  CHECK(thrown([&] { duel::mds_classical(d, 5); }) == DUEL_ERR_ARGUMENT, "five dimensions of four");
  CHECK(thrown([&] { duel::mds_classical(square(3, values), 1); }) == DUEL_ERR_SIZE, "a wrong size");
  CHECK(thrown([&] { duel::mds_smacof(d, 1, duel::smacof_options(), square(3, std::vector<double>(9)));
        }) == DUEL_ERR_SIZE, "weights of three");

  const duel::cluster_tree tree = duel::cluster(d, DUEL_LINKAGE_COMPLETE, true);
  CHECK(tree.merges.rows() == 3 && near(tree.merges.column<double>("height")[0], 3.0) &&
            near(tree.merges.column<double>("height")[2], 5.0) && tree.merges.column<std::int64_t>("items")[2] == 4, "merges");
  CHECK(tree.order.size() == 4 && tree.order[0] == 0 && tree.order[1] == 1, "order");
  CHECK(duel::cut(tree.merges, DUEL_CUT_NUMBER, 2.0) == (std::vector<std::int64_t>{0, 0, 1, 1}), "cut");
  CHECK(duel::cut(tree.merges, DUEL_CUT_HEIGHT, 2.0) == (std::vector<std::int64_t>{0, 1, 2, 3}), "low");
  CHECK(thrown([&] { duel::cluster(d, DUEL_LINKAGE_WARD, false, &token); }) == DUEL_ERR_CANCELLED,
        "a raised token");
  const auto alone = duel::cluster(square(1, {0.0}));
  CHECK(alone.order == std::vector<std::int64_t>{0} && alone.merges.rows() == 0, "one item");
  CHECK(duel::cut(alone.merges, DUEL_CUT_NUMBER, 1.0) == std::vector<std::int64_t>{0}, "one cluster");
}

void rankings() {
  duel::matrix scores;
  scores.rows = 3;
  scores.columns = 4;
  scores.values = {4.0, 3.0, 2.0, 1.0, 4.0, 2.0, 3.0, 1.0, 1.0, 2.0, 3.0, 4.0};
  const duel::matrix tau = duel::agreement(scores);
  CHECK(near(tau(0, 1), 2.0 / 3.0) && tau(0, 2) == -1.0 && tau(1, 1) == 1.0, "tau %g", tau(0, 1));
  CHECK(near(duel::agreement(scores, DUEL_AGREEMENT_TOP, 2)(0, 1), 0.5), "top two");
  scores.columns = 5;
  CHECK(thrown([&] { duel::agreement(scores); }) == DUEL_ERR_SIZE, "fifteen of twelve");

  const duel::model model = duel::fit(many());
  const duel::table order = model.adjacent_differences();
  const auto first = order.column<std::int32_t>("first"), second = order.column<std::int32_t>("second");
  const duel::matrix table = model.table(DUEL_QUANTITY_SCORES);
  CHECK(order.rows() == SMALL_ITEMS - 1, "differences");
  std::vector<double> weights(SMALL_ITEMS, 0.0);
  weights[static_cast<std::size_t>(first[1])] = 1.0;
  weights[static_cast<std::size_t>(second[1])] = -1.0;
  const duel::table tested = model.estimate(DUEL_QUANTITY_SCORES).tests(weights, DUEL_ADJUST_NONE);
  const duel::estimate test = tested.estimates()[0];
  const double p = tested.column<double>("p")[0];
  CHECK(near(order.column<double>("estimate")[1], test.value) && near(order.column<double>("p")[1], p) &&
            near(order.column<double>("upper")[1], test.upper), "p is not %g", p);
  CHECK(near(model.distances(DUEL_DISTANCE_Z)(0, 3), std::fabs(table(0, 0) - table(3, 0))), "|z|");
  const duel::table numbered = model.tiers(DUEL_TIERS_NUMBER, SMALL_ITEMS);
  const auto tiers = numbered.column<std::int64_t>("tier");
  CHECK(tiers[static_cast<std::size_t>(first[0])] == 0 && tiers[static_cast<std::size_t>(second[2])] == 3, "four tiers of four");
  duel::inference_options plain;
  plain.correction = DUEL_CORRECTION_NONE;
  const duel::table significant = model.tiers(DUEL_TIERS_SIGNIFICANCE, 0.0, plain);
  const auto sure = significant.column<std::int64_t>("tier");
  CHECK(sure[static_cast<std::size_t>(first[0])] == 0 && sure[static_cast<std::size_t>(second[2])] >= 1, "tiers by significance");

  const std::vector<int> two{2, 2}, one{1, 1};
  duel::set islands;
  islands.append(duel::rows().left({"a", "c"}).right({"b", "d"}).wins(two).losses(one));
  duel::fit_options accepting;
  accepting.accept = DUEL_FIT_DISCONNECTED;
  const duel::table apart = duel::fit(islands, accepting).tiers(DUEL_TIERS_NUMBER, 2.0);
  CHECK(apart.column<std::int64_t>("tier")[1] == 1 && apart.is_valid("tier", 1), "the first island");
  CHECK(!apart.is_valid("tier", 2) && !apart.is_valid("tier", 3), "the second island has no tier");
}

} // namespace

void charts() {
  duel::chart chart(DUEL_CHART_INTERVALS);
  chart.values.rows = 2;
  chart.values.columns = 1;
  chart.values.values = {1.0, -0.5};
  chart.labels = {"ash", "<birch>"};
  chart.lower = {0.5, -1.0};
  chart.upper = {1.5, 0.0};
  chart.limits = {0.0};
  chart.title = "a & b";
  const std::string svg = chart.svg();
  CHECK(svg.compare(0, 5, "<svg ") == 0 && svg.back() == '\n' && svg.find('\0') == std::string::npos, "%s", svg.c_str());
  CHECK(svg.find(">&lt;birch&gt;</text>") != std::string::npos, "%s", svg.c_str());
  CHECK(svg.find(">1.00 [0.50, 1.50]</text>") != std::string::npos, "%s", svg.c_str());
  chart.downward = true;
  try {
    chart.svg();
    CHECK(false, "%s", "intervals have no direction");
  } catch (const duel::error &error) {
    CHECK(error.code() == DUEL_ERR_UNSUPPORTED, "%s", error.what());
  }
}

int main() {
  thresholds();
  spreads();
  predictions();
  both_bad();
  choosing();
  maps();
  rankings();
  charts();
  return checks_end();
}
