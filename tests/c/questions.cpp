// The C++ layer: every question of inference once, against a number that is known otherwise.
#include "layer.hpp"

static_assert(std::is_copy_constructible<duel::bootstrap>::value, "replicates are shared");
static_assert(std::is_nothrow_move_constructible<duel::bootstrap>::value, "replicates move");

namespace {

double normal(double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); }

// Thirty of forty comparisons for ash: all that follows has a closed form.
duel::set forty() {
  const std::vector<int> won{30}, lost{10};
  duel::set set;
  set.append(duel::rows().left({"ash"}).right({"birch"}).wins(won).losses(lost));
  return set;
}
const double gap = std::log(3.0), gap_error = std::sqrt(1.0 / 30.0 + 1.0 / 10.0);

duel::model davidson(const duel::set &set, std::int32_t position = DUEL_POSITION_NONE) {
  duel::fit_options options;
  options.tie_model = DUEL_MODEL_DAVIDSON;
  options.position = position;
  return duel::fit(set, options);
}

duel::inference_options observed() {
  duel::inference_options how;
  how.covariance = DUEL_COVARIANCE_OBSERVED;
  return how;
}

// Evidence at all looks, kept by a monitor; exact evidence predicts the first batch by even chances.
void looks() {
  const duel::set set = forty();
  const duel::model model = duel::fit(set);
  duel::monitor monitor;
  monitor.look(model.estimate(DUEL_QUANTITY_SCORES, observed()));
  const double r = 0.25 / (gap_error * gap_error), z = gap / gap_error;
  const double evidence = z * z * r / (2 * (1 + r)) - std::log1p(r) / 2;
  const duel::table pairs = monitor.pairs();
  CHECK(near(pairs.column<double>("log_e")[0], evidence), "%.12g, not %.12g", pairs.column<double>("log_e")[0], evidence);
  duel::monitor loaded = duel::monitor::load(monitor.save());
  loaded.look(model.estimate(DUEL_QUANTITY_SCORES, observed()));
  CHECK(loaded.info().looks == 2 && monitor.info().looks == 1 && loaded.ranks().rows() == 2, "looks");
  CHECK(thrown([&] { loaded.look(model.estimate(DUEL_QUANTITY_SCORES), set); }) == DUEL_ERR_ARGUMENT, "a batch for nothing");
  duel::monitor_options options;
  options.exact = 1;
  duel::monitor exact(options);
  exact.look(model.estimate(DUEL_QUANTITY_SCORES), set);
  // Against ash being no better the largest likelihood is that of even chances, so that nothing is lost or gained.
  const double loss = 30 * std::log(0.75) + 10 * std::log(0.25) - 40 * std::log(0.5);
  const double mean = std::log(0.5 * (1 + std::exp(-loss)));
  const duel::table exactly = exact.pairs();
  CHECK(std::fabs(exactly.column<double>("log_e")[0] - mean) < 1e-6, "%.12g, not %.12g", exactly.column<double>("log_e")[0],
        mean);
  // Of three judges two are of one mind.
  const std::vector<int> won{60, 60, 10}, lost{20, 20, 70};
  duel::set judged;
  judged.append(duel::rows().left({"ash", "ash", "ash"}).right({"birch", "birch", "birch"}).judge({"x", "y", "z"})
                    .wins(won).losses(lost));
  const duel::table outliers = duel::fit(judged).outliers();
  const auto log_e = outliers.column<double>("log_e");
  CHECK(outliers.rows() == 3 && log_e[2] > 3 && log_e[0] < log_e[2], "%g", log_e[2]);
  duel::outlier_options adjusted;
  adjusted.adjusted = 1;
  const duel::table larger = duel::fit(judged).outliers(adjusted);
  const double more = larger.column<double>("log_e")[2] - log_e[2];
  // Wins times losses over both, of all and of the others.
  CHECK(std::fabs(more - 0.5 * std::log((130.0 * 110.0 / 240.0) / (120.0 * 40.0 / 160.0))) < 1e-7, "%.9g more", more);
}

void replicates() {
  const duel::model model = duel::fit(many());
  duel::bootstrap_options options;
  options.replicates = 200;
  options.seed = 7;
  duel::inference_options how;
  std::vector<double> first;
  {
    const duel::bootstrap bootstrap(model, options);
    const duel_bootstrap_facts facts = bootstrap.facts();
    CHECK(facts.drawn == 200, "%lu drawn", static_cast<unsigned long>(facts.drawn));
    CHECK(facts.used + facts.disconnected + facts.separated + facts.undetermined + facts.flat +
                  facts.not_converged == 200, "every replicate is used or has a reason");
    CHECK(facts.by == DUEL_BY_CONTEXT, "contexts repeat, and replicates draw %d", facts.by);
    const duel::matrix scores = bootstrap.table(DUEL_QUANTITY_SCORES);
    CHECK(scores.rows == facts.used && scores.columns == SMALL_ITEMS, "replicates of scores");
    double mean = 0.0, squares = 0.0;
    for (std::size_t r = 0; r < scores.rows; ++r) {
      CHECK(std::fabs(scores(r, 0) + scores(r, 1) + scores(r, 2) + scores(r, 3)) < 1e-9, "sum");
      mean += scores(r, 0) / static_cast<double>(scores.rows);
    }
    for (std::size_t r = 0; r < scores.rows; ++r) {
      squares += (scores(r, 0) - mean) * (scores(r, 0) - mean);
    }
    how.with_bootstrap(bootstrap);
    const auto estimates = model.estimate(DUEL_QUANTITY_SCORES, how).values().estimates();
    const double deviation = std::sqrt(squares / static_cast<double>(scores.rows - 1));
    CHECK(near(estimates[0].standard_error, deviation), "%.12g, not %.12g",
          estimates[0].standard_error, deviation);
    first = scores.values;
  }
  // The options keep the replicates; a copy of the options keeps them too.
  const duel::inference_options copy = how;
  how = duel::inference_options();
  const auto kept = model.estimate(DUEL_QUANTITY_SCORES, copy).values().estimates();
  CHECK(kept[0].lower < kept[0].value && kept[0].value < kept[0].upper, "interval");

  options.threads = 2;
  int calls = 0;
  options.with_progress([&calls](const duel_progress &) { return ++calls > 0; });
  duel::bootstrap moved = duel::bootstrap(model, options);
  CHECK(moved.table(DUEL_QUANTITY_SCORES).values == first, "two threads draw the same");
  CHECK(calls > 0, "progress was called %d times", calls);
  std::string message;
  options.with_progress([](const duel_progress &) -> bool { throw std::logic_error("mine"); });
  try {
    duel::bootstrap never(model, options);
  } catch (const std::logic_error &mine) {
    message = mine.what();
  }
  CHECK(message == "mine", "\"%s\"", message.c_str());
  duel::cancel token;
  token.raise();
  duel::bootstrap_options stopped;
  stopped.with_cancel(token);
  duel_status status = DUEL_OK;
  try {
    duel::bootstrap never(model, stopped);
  } catch (const duel::error &error) {
    status = error.code();
  }
  CHECK(status == DUEL_ERR_CANCELLED, "%s", duel_status_name(status));
}

// The distance of a log odds from the best one, in twice the log-likelihood.
double fall(double v) {
  const auto likelihood = [](double u) {
    return -30.0 * std::log1p(std::exp(-u)) - 10.0 * std::log1p(std::exp(u));
  };
  return 2.0 * (likelihood(gap) - likelihood(v));
}

void profiles() {
  const duel::model model = duel::fit(forty());
  const auto ends = model.profile(DUEL_QUANTITY_SCORES, {1.0, -1.0}, observed()).estimates();
  const double chi = 1.959963984540054 * 1.959963984540054;
  CHECK(ends.size() == 1 && near(ends[0].value, gap) && near(ends[0].standard_error, gap_error),
        "%g with error %g", ends[0].value, ends[0].standard_error);
  CHECK(near(fall(ends[0].lower), chi, 1e-5), "lower end %g falls by %g", ends[0].lower,
        fall(ends[0].lower));
  CHECK(near(fall(ends[0].upper), chi, 1e-5), "upper end %g falls by %g", ends[0].upper,
        fall(ends[0].upper));
  const auto each = model.profile(DUEL_QUANTITY_SCORES, observed()).estimates();
  CHECK(each.size() == 2 && near(each[0].lower, 0.5 * ends[0].lower, 1e-5), "each value");
}

void functions() {
  const duel::model model = duel::fit(forty());
  const duel::estimate odds = model.function(
      DUEL_QUANTITY_SCORES, [](const std::vector<double> &mu) { return std::exp(mu[0] - mu[1]); }, observed());
  CHECK(near(odds.value, 3.0) && near(odds.standard_error, 3.0 * gap_error, 1e-7),
        "odds %.12g, error %.12g", odds.value, odds.standard_error);

  // The odds again, with their derivatives, and the difference, without.
  int asked = 0;
  duel::matrix covariance;
  const auto both = model.functions(
      DUEL_QUANTITY_SCORES, 2,
      [&asked](const std::vector<double> &mu, std::vector<double> &out, duel::matrix *gradient) {
        out[0] = std::exp(mu[0] - mu[1]);
        out[1] = mu[0] - mu[1];
        if (gradient != nullptr) {
          ++asked;
          gradient->values[0] = out[0];
          gradient->values[1] = -out[0];
        }
      },
      observed(), &covariance).estimates();
  CHECK(asked > 0, "derivatives were not asked for");
  CHECK(both.size() == 2 && near(both[0].standard_error, 3.0 * gap_error),
        "%.15g", both[0].standard_error);
  CHECK(near(covariance(0, 1), 3.0 * gap_error * gap_error, 1e-7), "%.12g",
        covariance(0, 1));

  std::string message;
  try {
    model.function(DUEL_QUANTITY_SCORES,
                   [](const std::vector<double> &) -> double { throw std::logic_error("mine"); });
  } catch (const std::logic_error &mine) {
    message = mine.what();
  }
  CHECK(message == "mine", "\"%s\"", message.c_str());
  duel_status status = DUEL_OK;
  try {
    model.functions(DUEL_QUANTITY_SCORES, 2, [](const std::vector<double> &, std::vector<double> &out,
                                       duel::matrix *) { out.resize(1); });
  } catch (const duel::error &error) {
    status = error.code();
  }
  CHECK(status == DUEL_ERR_SIZE, "%s", duel_status_name(status));
}

void tests() {
  const duel::model model = duel::fit(forty());
  const double z = gap / gap_error, p = 2.0 * normal(-z);
  const auto pairs = model.estimate(DUEL_QUANTITY_SCORES, observed()).pairs(DUEL_FAMILY_ALL_PAIRS, DUEL_ADJUST_HOLM);
  const double tested = pairs.column<double>("p")[0];
  CHECK(pairs.rows() == 1 && pairs.column<std::int32_t>("first")[0] == 0 && pairs.column<std::int32_t>("second")[0] == 1,
        "one pair");
  CHECK(near(pairs.column<double>("statistic")[0], z) && near(tested, p) &&
            near(pairs.column<double>("p_adjusted")[0], p), "p-value %.12g, not %.12g", tested, p);
  const duel::model larger = duel::fit(many());
  CHECK(larger.estimate(DUEL_QUANTITY_SCORES).pairs().rows() == 6, "all pairs of four");
  const duel::table worth = model.effective_comparisons(observed());
  CHECK(near(worth.column<double>("effective")[0], 40.0) && near(worth.column<double>("comparisons")[1], 40.0),
        "of two items it is the number they had");
  const auto one = larger.estimate(DUEL_QUANTITY_SCORES).pairs(DUEL_FAMILY_TO_REFERENCE, DUEL_ADJUST_NONE, 1);
  CHECK(one.rows() == 3 && one.column<std::int32_t>("first")[2] == 3 && one.column<std::int32_t>("second")[2] == 1,
        "many to one");

  const auto null = model.estimate(DUEL_QUANTITY_SCORES, observed()).tests({1.0, -1.0}, DUEL_ADJUST_NONE, {gap});
  CHECK(null.rows() == 1 && std::fabs(null.column<double>("statistic")[0]) < 1e-9 &&
            near(null.column<double>("p")[0], 1.0) && near(null.column<double>("null_value")[0], gap), "null");
  duel_status status = DUEL_OK;
  try {
    model.estimate(DUEL_QUANTITY_SCORES).tests({1.0, -1.0}, DUEL_ADJUST_NONE, {0.0, 0.0});
  } catch (const duel::error &error) {
    status = error.code();
  }
  CHECK(status == DUEL_ERR_SIZE, "two null values for one contrast");

  const std::vector<double> p_values{0.01, 0.04, 0.5};
  const auto holm = duel::adjust(DUEL_ADJUST_HOLM, p_values);
  CHECK(near(holm[0], 0.03) && near(holm[1], 0.08) && near(holm[2], 0.5), "Holm");
  CHECK(near(duel::adjust(DUEL_ADJUST_BENJAMINI_HOCHBERG, p_values)[1], 0.06), "false discovery");
}

void ranks() {
  const duel::model model = duel::fit(forty());
  const double better = normal(gap / gap_error);
  const duel::matrix above = model.superiority(observed());
  CHECK(near(above(0, 1), better) && near(above(1, 0), 1.0 - better), "%g above", above(0, 1));
  const auto chances = model.rank_probabilities(observed());
  CHECK(near(chances(0, 0), better, 0.002), "%g best", chances(0, 0));
  const duel::table summary = model.rank_summary(observed());
  CHECK(summary.column<double>("best_probability")[0] == chances(0, 0), "the same twice");
  CHECK(near(summary.column<double>("rank_mean")[0], 2.0 - chances(0, 0)), "expected rank");

  duel::inference_options how = observed();
  const auto apart = model.compact_letters(how);
  CHECK(apart.rows() == 2 && apart.column<std::int64_t>("group")[1] == 1 &&
            apart.column<std::int32_t>("item")[1] == 1, "two groups at .95");
  how.level = 0.999; // p is .0026
  const auto together = model.compact_letters(how);
  CHECK(together.rows() == 2 && together.column<std::int64_t>("group")[1] == 0, "one at .999");

  const auto more = model.more_comparisons({{0, 1}}, {0.5}, 0.0, observed());
  const double aim = 0.5 / (1.959963984540054 + 0.8416212335729143);
  const double needed = 40.0 * (gap_error * gap_error / (aim * aim) - 1.0);
  CHECK(more.rows() == 1 && near(more.column<double>("design_comparisons")[0], needed), "%g more, not %g",
        more.column<double>("design_comparisons")[0], needed);
  const duel::table enough = model.more_comparisons({{0, 1}}, {}, 0.0, observed());
  CHECK(near(enough.column<double>("design_comparisons")[0], 0.0), "enough");

  const duel::model larger = duel::fit(many());
  const auto quasi = larger.quasi_variances();
  const auto difference = larger.estimate(DUEL_QUANTITY_SCORES).contrasts({1.0, 0.0, -1.0, 0.0}).estimates()[0];
  const double error = std::sqrt(quasi.values[0] + quasi.values[2]) / difference.standard_error - 1.0;
  CHECK(quasi.errors.least_error - 1e-9 <= error && error <= quasi.errors.largest_error + 1e-9,
        "%g lies outside [%g, %g]", error, quasi.errors.least_error, quasi.errors.largest_error);
  CHECK(quasi.errors.least_contrast_error <= quasi.errors.least_error + 1e-9 &&
            quasi.errors.largest_error - 1e-9 <= quasi.errors.largest_contrast_error, "all contrasts");
}

void assessment() {
  const duel::set set = forty();
  const duel::model model = duel::fit(set);
  const double likelihood = 30.0 * std::log(0.75) + 10.0 * std::log(0.25);
  CHECK(near(model.criteria().aic, 2.0 - 2.0 * likelihood), "%g", model.criteria().aic);
  CHECK(near(model.accuracy().accuracy, 0.75), "%g right", model.accuracy().accuracy);
  CHECK(near(model.accuracy(set).log_score, likelihood / 40.0), "log score");
  const auto bins = model.calibration();
  CHECK(bins.rows() == 10, "%lu bins", static_cast<unsigned long>(bins.rows()));
  double total = 0.0;
  const duel::table four = model.calibration(set, 4);
  for (double comparisons : four.column<double>("comparisons")) total += comparisons;
  CHECK(near(total, 40.0), "%g comparisons in four bins", total);

  const duel::set data = many();
  const duel::model small = davidson(data), large = davidson(data, DUEL_POSITION_SHARED);
  const duel_comparison_facts ratio = duel::compare(small, large);
  CHECK(ratio.df == 1 && near(ratio.statistic, 2.0 * (large.info().log_likelihood -
                                                      small.info().log_likelihood), 1e-7),
        "ratio %g", ratio.statistic);
  CHECK(duel::compare(small, large, DUEL_TEST_WALD, observed()).test == DUEL_TEST_WALD, "Wald");

  double pearson = 0.0;
  const duel::table cells = small.residuals(DUEL_BY_CELL);
  for (double cell : cells.column<double>("pearson")) pearson += cell * cell;
  CHECK(near(pearson, small.criteria().pearson), "X^2 %g, not %g", pearson,
        small.criteria().pearson);
  const auto by_judge = small.residuals(DUEL_BY_JUDGE);
  CHECK(by_judge.rows() == SMALL_JUDGES && by_judge.column<std::int32_t>("judge")[2] == 2 &&
            !by_judge.is_valid("left", 2), "rows");
  const duel_goodness_facts fit = small.goodness(50);
  CHECK(fit.used + fit.failed == 50 && near(fit.pearson, pearson), "goodness X^2 %g", fit.pearson);
  CHECK(fit.pearson_p > 0.0 && fit.pearson_p <= 1.0 && fit.pearson_expected > 0.0, "p-value");
  const duel_triads_facts triads = small.triads(50);
  CHECK(triads.replicates == 50 && triads.triads <= 4 && triads.circular <= triads.triads, "triads");

  const duel::table influence = small.influence(DUEL_BY_CONTEXT);
  const duel::matrix changes = small.influence_changes(DUEL_QUANTITY_SCORES, DUEL_BY_CONTEXT);
  double leverage = 0.0;
  for (double unit : influence.column<double>("leverage")) leverage += unit;
  CHECK(influence.rows() == SMALL_CONTEXTS, "contexts");
  CHECK(near(leverage, static_cast<double>(small.info().dimension)), "leverages sum to %g", leverage);
  CHECK(changes.rows == SMALL_CONTEXTS && changes.columns == SMALL_ITEMS && std::fabs(changes(0, 0)) > 0.0,
        "changes");
  CHECK(small.influence(DUEL_BY_JUDGE).rows() == SMALL_JUDGES, "judges");
}

void beyond() {
  const duel::set set = forty();
  const duel::model truth = duel::model::given(set, {1.0, -1.0});
  CHECK(truth.info().stop == DUEL_STOP_GIVEN, "stop %d", static_cast<int>(truth.info().stop));
  CHECK(truth.table(DUEL_QUANTITY_SCORES)(0, 0) == 1.0, "given score");
  const duel::set drawn = truth.simulate(11);
  CHECK(drawn.info().comparisons == 40.0, "as many as there were");
  CHECK(drawn.save() == truth.simulate(set, 11).save(), "the model's own data are the design");
  CHECK(drawn.save() != truth.simulate(12).save(), "another seed, other data");

  // From its own estimate a fit is done at once, also when the options outlive the model.
  duel::fit_options again;
  const duel::matrix scores = duel::fit(many()).table(DUEL_QUANTITY_SCORES);
  {
    const duel::model start = duel::fit(many());
    again.with_start(start);
  }
  const duel::fit_options copy = again;
  again = duel::fit_options();
  const duel::model warm = duel::fit(many(), copy);
  CHECK(warm.info().iterations <= 2, "%d steps", static_cast<int>(warm.info().iterations));
  CHECK(near(warm.table(DUEL_QUANTITY_SCORES)(0, 0), scores(0, 0)), "the same scores");

  // Scores with offsets are the scores less the offsets, up to their mean.
  duel::set handicapped = many();
  const std::vector<double> handicap{1.0, 0.0, 0.0, -1.0};
  handicapped.add(duel::covariate("handicap")
                      .item({"ash", "birch", "cedar", small_items[3]})
                      .value(handicap));
  duel::fit_options with;
  with.with_offsets({"handicap"});
  const duel::matrix less = duel::fit(handicapped, with).table(DUEL_QUANTITY_SCORES);
  for (std::size_t i = 0; i < SMALL_ITEMS; ++i) {
    CHECK(near(less(i, 0), scores(i, 0) - handicap[i]), "%g, not %g", less(i, 0),
          scores(i, 0) - handicap[i]);
  }

  // Firth's estimate of 5 : 0 is log(5.5 / 0.5), where the likelihood has no maximum.
  const std::vector<int> won{5}, lost{0};
  duel::set separated;
  separated.append(duel::rows().left({"ash"}).right({"birch"}).wins(won).losses(lost));
  duel::fit_options firth;
  firth.bias_reduction = DUEL_BIAS_FIRTH;
  const duel::matrix finite = duel::fit(separated, firth).table(DUEL_QUANTITY_SCORES);
  CHECK(near(finite(0, 0) - finite(1, 0), std::log(11.0), 1e-7), "%.9g",
        finite(0, 0) - finite(1, 0));
}

// A prediction in a context that the model has never seen, which the options keep.
void new_contexts() {
  duel::set set = many();
  const double lengths[] = {2.0, 1.0, -1.0, 0.5};
  std::vector<const char *> contexts, items;
  std::vector<double> values;
  for (std::size_t c = 0; c < SMALL_CONTEXTS; ++c) {
    for (std::size_t i = 0; i < SMALL_ITEMS; ++i) {
      contexts.push_back(small_contexts[c]);
      items.push_back(small_items[i]);
      values.push_back(lengths[(c * 3 + i * i) % 4]);
    }
  }
  set.add(duel::covariate("length").context(contexts).item(items).value(values));
  duel::fit_options options;
  options.with_covariates({"length"});
  const duel::model model = duel::fit(set, options);
  const double beta = model.table(DUEL_QUANTITY_EFFECTS)(0, 0);

  duel::inference_options how;
  {
    duel::set fresh;
    const std::vector<const char *> there{"new", "new"}, two{"ash", "birch"};
    const std::vector<double> long_and_short{3.0, -2.0};
    fresh.intern(DUEL_KIND_ITEM, {"ash", "birch"}).intern(DUEL_KIND_CONTEXT, {"new"});
    fresh.add(duel::covariate("length").context(there).item(two).value(long_and_short));
    how.with_contexts(fresh);
  }
  const auto chance = model.probabilities(
      duel::rows().left({"ash"}).right({"birch"}).context({"new"}), how)[0].left;
  const duel::matrix scores = model.table(DUEL_QUANTITY_SCORES);
  const double u = scores(0, 0) - scores(1, 0) + 5.0 * beta;
  CHECK(near(chance.value, 1.0 / (1.0 + std::exp(-u))), "%g, not %g", chance.value,
        1.0 / (1.0 + std::exp(-u)));
}

} // namespace

int main() {
  looks();
  replicates();
  profiles();
  functions();
  tests();
  ranks();
  assessment();
  beyond();
  new_contexts();
  return checks_end();
}
