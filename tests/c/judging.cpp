// The C++ layer: judges that disagree, what their votes and a model say of them, against the C
// functions and numbers that are known otherwise.
#include "layer.hpp"

/* A number as a value of an enumeration that has none such. */
template <class E>
E beyond(int number) {
  return static_cast<E>(number);
}

namespace {

duel::fit_options disagreement(std::int32_t rank) {
  duel::fit_options options;
  options.strength = DUEL_STRENGTH_DISAGREEMENT;
  options.rank = rank;
  return options;
}

void votes() {
  const duel::set set = many();
  const duel::table counts = set.judges();
  const duel::column_view<double> position = counts.column<double>("first_share");
  const duel::column_view<double> left = counts.column<double>("left_wins");
  CHECK(counts.rows() == SMALL_JUDGES && set.info().judges == SMALL_JUDGES && !set.info().has_anonymous,
        "%lu judges", static_cast<unsigned long>(counts.rows()));
  for (std::size_t k = 0; k < counts.rows(); ++k) {
    const double decided = counts.column<double>("decided")[k];
    CHECK(counts.column<double>("comparisons")[k] == 72.0 && counts.column<std::int64_t>("contexts")[k] == 6 &&
              counts.column<std::int64_t>("pairs")[k] == 6, "votes");
    CHECK(near(position[k], left[k] / decided) && counts.column<double>("first_share_lower")[k] < position[k] &&
              position[k] < counts.column<double>("first_share_upper")[k], "first-position share %g", position[k]);
    CHECK(near(counts.column<double>("tie_share")[k] * 72.0, 72.0 - decided) &&
              counts.column<double>("rarer_share")[k] == 0.5, "ties");
    CHECK(counts.text("judge", k) == set.name(DUEL_KIND_JUDGE, k), "label");
  }
  const duel_order_facts order = set.order();
  CHECK(order.pairs == 6 && order.both_orders == 6 && order.rarer_share == 0.5 && order.p == 1.0, "order");
  const duel::table items = set.items(), pairs = set.pairs(), cells = set.cells();
  CHECK(items.rows() == SMALL_ITEMS && pairs.rows() == 6 && cells.rows() == set.count(DUEL_KIND_CELL), "a set");
  CHECK(items.column<std::int64_t>("opponents")[0] == 3 && pairs.column<double>("first_on_left")[0] == 18.0 &&
            cells.column<std::int32_t>("left")[0] == 0, "numbers");
  const duel::table triads = set.triads();
  CHECK(triads.rows() == SMALL_JUDGES && triads.column<std::int64_t>("triads")[0] <= 4 &&
            triads.column<std::int64_t>("circular_within")[1] <= triads.column<std::int64_t>("within")[1], "triads");
  const duel::table agreement = set.agreement(0.9), two = set.agreement_pairs();
  CHECK(agreement.rows() == SMALL_JUDGES && agreement.info().level == 0.9, "agreement");
  CHECK(two.rows() == 3 && two.column<std::int64_t>("units")[0] == 36 && two.text("second", 0) == set.name(DUEL_KIND_JUDGE, 1),
        "agreement of two");
  CHECK(agreement.column<double>("lower")[0] < agreement.column<double>("agreement")[0], "majority");
  const duel::table alpha = set.krippendorff(DUEL_ALPHA_ORDINAL, DUEL_ORIENTATION_BOTH);
  CHECK(alpha.column<std::int64_t>("units")[0] == 36 && alpha.column<std::int64_t>("answers")[0] == 108 &&
            alpha.column<double>("estimate")[0] < 1.0 && alpha.column<double>("se")[0] > 0.0, "alpha");
  CHECK(alpha.rows() == SMALL_JUDGES + 1 && alpha.column<std::int64_t>("answers")[3] == 72 &&
            !alpha.is_valid("without", 0) && alpha.is_valid("without", 1), "without a judge");
  duel::cancel token;
  token.raise();
  CHECK(thrown([&] { set.triads(&token); }) == DUEL_ERR_CANCELLED, "triads");
  CHECK(thrown([&] { set.agreement(0.0, &token); }) == DUEL_ERR_CANCELLED, "agreement");
  CHECK(thrown([&] { set.agreement_pairs(&token); }) == DUEL_ERR_CANCELLED, "agreement of two");
  CHECK(thrown([&] { set.krippendorff(DUEL_ALPHA_NOMINAL, DUEL_ORIENTATION_BOTH, 0.0, &token); }) == DUEL_ERR_CANCELLED, "alpha");
  CHECK(thrown([&] { set.krippendorff(beyond<duel_alpha>(2)); }) == DUEL_ERR_ARGUMENT, "metric 2");
  CHECK(thrown([&] { set.judges(1.0); }) == DUEL_ERR_ARGUMENT, "level 1");

  duel::validation_options options;
  options.repeats = 4;
  options.seed = 3;
  options.threads = 2;
  const duel::table curve = duel::learning_curve(set, {0.5, 1.0}, {2, 3}, duel::fit_options(), options);
  CHECK(curve.rows() == 4 && curve.column<double>("vote_share")[0] == 0.5 &&
            curve.column<std::int64_t>("judges")[0] == 2 && curve.column<std::int64_t>("fits")[0] == 4,
        "the first point");
  CHECK(curve.column<double>("comparisons")[3] == 216.0 && curve.column<double>("spearman")[3] == 1.0 &&
            near(curve.column<double>("pearson")[3], 1.0), "the last point");
  CHECK(thrown([&] { duel::learning_curve(set, {1.5}); }) == DUEL_ERR_ARGUMENT, "one and a half");
}

void by_judge(const duel::model &model, const duel::matrix &s) {
  const duel::estimates strengths = model.estimate(DUEL_QUANTITY_STRENGTHS);
  const std::vector<duel::estimate> own = strengths.judge(1).values().estimates();
  CHECK(own.size() == SMALL_ITEMS, "%zu strengths", own.size());
  for (std::size_t i = 0; i < own.size(); ++i) CHECK(near(own[i].value, s(1, i)), "strength %zu", i);
  CHECK(strengths.judge_ranks().rows() == SMALL_JUDGES * SMALL_ITEMS, "ranks by judge");
  CHECK(strengths.reversals({0, 2}).rows() == SMALL_ITEMS * (SMALL_ITEMS - 1), "reversals of two judges");
  CHECK(strengths.unanimous().rows() == SMALL_ITEMS * (SMALL_ITEMS - 1) / 2, "unanimity");
  CHECK(thrown([&] { strengths.judge(3); }) == DUEL_ERR_ARGUMENT, "judge 3");
  duel::rank_average_options ranks;
  ranks.max_rank = 1;
  const duel::estimates over = model.average(DUEL_QUANTITY_STRENGTHS, ranks);
  CHECK(over.averaged_ranks().rows() == 2 && over.judge(0).ranks().rows() == SMALL_ITEMS, "over ranks");
}

void disagreeing() {
  const duel::set set = many();
  const duel::model model = duel::fit(set, disagreement(1));
  const duel_model_facts facts = model.info();
  CHECK(facts.rank == 1 && facts.consensus > 0.0 && facts.consensus <= 1.0, "consensus %g",
        facts.consensus);
  const duel::matrix s = model.table(DUEL_QUANTITY_STRENGTHS), t = model.table(DUEL_QUANTITY_DISAGREEMENTS);
  const duel::matrix mu = model.table(DUEL_QUANTITY_SCORES), gamma = model.table(DUEL_QUANTITY_SENSITIVITIES);
  const duel::matrix u = model.table(DUEL_QUANTITY_JUDGE_FACTORS), v = model.table(DUEL_QUANTITY_ITEM_FACTORS);
  const std::vector<duel::estimate> norms = model.estimate(DUEL_QUANTITY_DISAGREEMENT_NORMS).values().estimates();
  for (std::size_t k = 0; k < SMALL_JUDGES; ++k) {
    double square = 0.0;
    for (std::size_t i = 0; i < SMALL_ITEMS; ++i) {
      CHECK(near(s(k, i), gamma(k, 0) * mu(i, 0) + u(k, 0) * v(i, 0)), "S %g", s(k, i));
      CHECK(near(t(k, i), u(k, 0) * v(i, 0)), "T %g", t(k, i));
      square += t(k, i) * t(k, i);
    }
    CHECK(near(norms[k].value, std::sqrt(square)) && norms[k].standard_error > 0.0, "norm %g",
          norms[k].value);
  }
  const duel::consensus_estimates mean = model.consensus(DUEL_CONSENSUS_MEAN);
  const duel::consensus_estimates precise = model.consensus(DUEL_CONSENSUS_PRECISION);
  double sum = 0.0;
  for (double weight : precise.weights) sum += weight;
  CHECK(near(sum, 1.0) && near(mean.weights[0], 1.0 / 3.0), "weights add up to %g", sum);
  for (std::size_t i = 0; i < SMALL_ITEMS; ++i) {
    CHECK(near(mean.estimates.column<double>("estimate")[i], mu(i, 0)), "mean");
    double expected = 0.0;
    for (std::size_t k = 0; k < SMALL_JUDGES; ++k) expected += precise.weights[k] * s(k, i);
    CHECK(near(precise.estimates.column<double>("estimate")[i], expected), "mean by precision");
  }
  CHECK(std::isnan(model.consensus(DUEL_CONSENSUS_MEDIAN).weights[0]), "weights of the median");
  CHECK(thrown([&] { model.consensus(beyond<duel_consensus>(3)); }) == DUEL_ERR_ARGUMENT, "consensus 3");
  CHECK(thrown([&] { duel::fit(set, disagreement(3)); }) == DUEL_ERR_ARGUMENT, "rank 3");

  by_judge(model, s);

  const duel::table without = duel::leave_one_judge_out(set, disagreement(1));
  CHECK(without.rows() == SMALL_JUDGES * SMALL_ITEMS, "judges and items");
  const duel::model two = duel::fit(set.filter(DUEL_KIND_JUDGE, {0, 2}), disagreement(1));
  const duel::matrix rest = two.table(DUEL_QUANTITY_SCORES);
  for (std::size_t i = 0; i < SMALL_ITEMS; ++i) {
    const std::size_t row = SMALL_ITEMS + i;
    CHECK(without.text("status", row) == "ok" && without.column<std::int32_t>("without")[row] == 1 &&
              near(without.column<double>("score")[row], rest(i, 0), 1e-6), "without judge 1");
  }

  duel::validation_options folds;
  folds.folds = 3;
  duel::fit_options dropped;
  dropped.ties = DUEL_TIES_DROPPED;
  const duel::table ranks = duel::select_rank(set, 1, dropped, &folds, 9, 5);
  const duel::column_view<double> likelihood = ranks.column<double>("log_likelihood"), p = ranks.column<double>("p");
  CHECK(ranks.rows() == 2 && ranks.column<std::int64_t>("directions")[1] == 1 && ranks.text("status", 1) == "ok", "ranks");
  CHECK(near(ranks.column<double>("statistic")[0], 2.0 * (likelihood[1] - likelihood[0])) &&
            p[0] >= 0.1 && p[0] <= 1.0 && std::isnan(p[1]), "p %g", p[0]);
  CHECK(ranks.column<double>("log_score")[0] < 0.0 && ranks.column<double>("log_score_se")[0] > 0.0, "held out");
  CHECK(thrown([&] { duel::select_rank(set, -1); }) == DUEL_ERR_ARGUMENT, "rank -1");
  CHECK(thrown([&] { duel::select_rank(set, 3); }) == DUEL_ERR_ARGUMENT, "rank 3");
  CHECK(thrown([&] { duel::select_rank(set, 2147483647); }) == DUEL_ERR_ARGUMENT, "a huge rank");
  CHECK(thrown([&] {
          duel::select_rank(set, 1, duel::fit_options().with_progress(
                                        [](const duel_progress &) { return false; }));
        }) == DUEL_ERR_CANCELLED, "stopped by its progress");

  const duel::matrix own = duel::judge_scores(set, DUEL_JUDGE_WISE);
  const duel::matrix alone = duel::fit(set.filter(DUEL_KIND_JUDGE, {1})).table(DUEL_QUANTITY_SCORES);
  for (std::size_t i = 0; i < SMALL_ITEMS; ++i) {
    CHECK(near(own(1, i), alone(i, 0), 1e-6), "own score %g", own(1, i));
  }
  CHECK(thrown([&] { duel::judge_scores(set, -2); }) == DUEL_ERR_ARGUMENT, "rank -2");

  const duel_effective_facts worth = duel::effective_judges(s, {1.0, 1.0, 2.0});
  CHECK(worth.participation >= 1.0 && worth.participation <= 3.0 &&
            near(worth.by_precision, 16.0 / 6.0), "worth %g", worth.participation);
  CHECK(std::isnan(duel::effective_judges(s).by_precision), "by no precision");
  CHECK(thrown([&] { duel::effective_judges(s, {1.0}); }) == DUEL_ERR_SIZE, "one precision");
  const duel::table both = duel::bicluster(s, DUEL_DISSIMILARITY_CORRELATION, DUEL_LINKAGE_AVERAGE, 1, 2);
  CHECK(both.rows() == SMALL_JUDGES + SMALL_ITEMS && both.text("side", SMALL_JUDGES) == "column" &&
            both.column<std::int64_t>("group")[SMALL_JUDGES] == 0 &&
            both.column<std::int64_t>("group")[both.rows() - 1] == 1, "two-way clusters");
  CHECK(thrown([&] { duel::bicluster(s, beyond<duel_dissimilarity>(2)); }) == DUEL_ERR_ARGUMENT, "dissimilarity 2");
}

void curves() {
  duel::set set = many();
  const std::vector<std::string> contexts = set.names(DUEL_KIND_CONTEXT);
  const std::vector<double> lengths = {-1.0, -0.6, -0.2, 0.2, 0.6, 1.0};
  set.add(duel::covariate("length").context(contexts).value(lengths));
  duel::fit_options options;
  options.strength = DUEL_STRENGTH_SENSITIVITY;
  {
    const std::vector<std::string> names = {"length"};
    options.with_sensitivity_covariates(names);
  }
  const duel::fit_options copy = options;
  const duel::model model = duel::fit(set, copy);
  const duel::matrix slopes = model.table(DUEL_QUANTITY_SENSITIVITY_SLOPES);
  const duel::matrix gamma = model.table(DUEL_QUANTITY_SENSITIVITIES);
  duel::matrix points;
  points.rows = 2;
  points.columns = 1;
  points.values = {0.0, 0.7};
  const duel::table curves = model.sensitivities({2, 0}, points);
  const duel::column_view<double> of = curves.column<double>("estimate");
  CHECK(curves.rows() == 4 && curves.column<std::int32_t>("judge")[1] == 2 && curves.column<std::int64_t>("point")[3] == 1,
        "curves");
  CHECK(near(of[0], gamma(2, 0)) && near(of[3], gamma(0, 0) * std::exp(0.7 * slopes(0, 0))), "gamma %g", of[3]);
  CHECK(curves.column<double>("lower")[3] < of[3] && of[3] < curves.column<double>("upper")[3], "band");
  CHECK(thrown([&] { model.sensitivities({3}, points); }) == DUEL_ERR_DATA, "judge 3");
  points.columns = 2;
  CHECK(thrown([&] { model.sensitivities({0}, points); }) == DUEL_ERR_SIZE, "two columns");
}

void common_errors() {
  const duel::set set = many();
  const std::vector<std::int32_t> families = {0, 0, -1};
  const duel::table pairs = duel::together(set, families);
  const duel::column_view<double> rho = pairs.column<double>("rho_shrunk");
  const auto panel = duel::panel_worth(set, families);
  CHECK(pairs.rows() == 3 && panel.judges == 3 && near(panel.worth_equal, 9.0 / (3.0 + 2.0 * (rho[0] + rho[1] + rho[2]))),
        "%g judges", panel.worth_equal);
  const duel::table kin = duel::family_worth(set, families);
  CHECK(near(kin.column<double>("second_worth")[0], (1.0 - rho[0]) / (1.0 + rho[0])), "the second");
  duel::together_options options;
  options.near_copy = 1.5;
  CHECK(duel::judge_worth(set).rows() == 3 && thrown([&] { duel::judge_worth(set, {}, options); }) == DUEL_ERR_ARGUMENT, "near_copy");
}

void reports() {
  const duel::set set = many();
  duel::fit_options fit;
  fit.strength = DUEL_STRENGTH_SENSITIVITY;
  fit.position = DUEL_POSITION_BY_JUDGE;
  const duel::model model = duel::fit(set, fit);
  const std::vector<std::int32_t> items = {0, 0, 1, -1}, judges = {0, 1, -1};
  const duel::table own = model.self_preference(items, judges);
  const duel::column_view<double> excess = own.column<double>("excess");
  CHECK(own.column<double>("comparisons")[0] > 0.0 &&
            near(own.column<double>("observed")[0] - own.column<double>("expected")[0], excess[0]),
        "self-preference %g", excess[0]);
  CHECK(own.column<double>("comparisons")[2] == 0.0 && std::isnan(excess[2]), "without a family");
  duel::judge_options options;
  options.with_item_families(items).with_judge_families(judges);
  options.weak = 10.0;
  const duel::table report = model.judges(options);
  const duel::column_view<std::int32_t> verdicts = report.column<std::int32_t>("verdicts");
  const std::vector<duel::estimate> gamma = model.estimate(DUEL_QUANTITY_SENSITIVITIES).values().estimates();
  const std::vector<duel::estimate> position = model.estimate(DUEL_QUANTITY_POSITIONS).values().estimates();
  const duel::table counts = set.judges();
  for (std::size_t k = 0; k < report.rows(); ++k) {
    CHECK(report.column<double>("comparisons")[k] == 72.0 &&
              near(report.column<double>("first_share_upper")[k], counts.column<double>("first_share_upper")[k]), "votes");
    CHECK(near(report.column<double>("sensitivity")[k], gamma[k].value) &&
              near(report.column<double>("position_lower")[k], position[k].lower), "gamma");
    CHECK((verdicts[k] & DUEL_VERDICT_WEAK) != 0, "below ten times the mean: %d", static_cast<int>(verdicts[k]));
    CHECK(std::isnan(report.column<double>("disagreement")[k]) && !report.is_valid("nearest", k), "disagreement");
  }
  CHECK(near(report.column<double>("excess")[0], excess[0]) && std::isnan(report.column<double>("excess")[2]), "its own");
  options.position = 0.6;
  CHECK(thrown([&] { model.judges(options); }) == DUEL_ERR_ARGUMENT, "position 0.6");

  const duel::matrix scores = model.table(DUEL_QUANTITY_SCORES);
  const duel::table ties = model.equivalence(0.5);
  const duel::column_view<double> gap = ties.column<double>("estimate"), low = ties.column<double>("lower");
  const duel::column_view<std::int32_t> one = ties.column<std::int32_t>("first");
  const duel::column_view<std::int32_t> other = ties.column<std::int32_t>("second");
  const duel::column_view<std::uint8_t> open = ties.column<std::uint8_t>("is_open");
  CHECK(ties.rows() == 6 && ties.columns() == 8 && gap.size() == 6, "pairs");
  for (std::size_t i = 0; i < ties.rows(); ++i) {
    CHECK(near(gap[i], scores(static_cast<std::size_t>(one[i]), 0) -
                           scores(static_cast<std::size_t>(other[i]), 0)) &&
              (i == 0 || gap[i - 1] <= gap[i]), "pair");
    CHECK((open[i] != 0) == (low[i] <= 0.0) && ties.is_valid("estimate", i), "open");
    CHECK(ties.text("first", i) == set.name(DUEL_KIND_ITEM, static_cast<std::size_t>(one[i])), "label");
  }
  CHECK(thrown([&] { ties.column<double>("first"); }) == DUEL_ERR_ARGUMENT, "codes as double");
  CHECK(thrown([&] { ties.column<double>("estimat"); }) == DUEL_ERR_NAME, "no such column");
  CHECK(thrown([&] { ties.text("first", 6); }) == DUEL_ERR_ARGUMENT, "no such row");
  CHECK(thrown([&] { model.equivalence(-1.0); }) == DUEL_ERR_ARGUMENT, "margin -1");
  const duel::table heat = model.residuals(DUEL_BY_JUDGE_ITEM);
  CHECK(heat.rows() == SMALL_JUDGES * SMALL_ITEMS && heat.column<std::int32_t>("judge")[1] == 0 &&
            heat.column<std::int32_t>("item")[1] == 1 && !heat.is_valid("left", 1), "heat");
}

void confidence() {
  const std::vector<std::int32_t> judge = {0, 0, 1, 1};
  const std::vector<double> stated = {0.95, 0.95, 0.5, NAN}, right = {1.0, 0.0, 1.0, 1.0};
  const duel::table found = duel::confidence(judge, stated, right, 2, 2);
  CHECK(found.rows() == 3 && found.column<std::int64_t>("votes")[0] == 2 && found.column<std::int64_t>("votes")[2] == 3,
        "votes");
  CHECK(near(found.column<double>("excess")[0], 0.45) && near(found.column<double>("largest_error")[0], 0.45), "too sure");
  const duel::table bins = duel::reliability(judge, stated, right, 2, 2);
  CHECK(bins.rows() == 6 && bins.column<double>("correct")[1] == 0.5, "bins");
  CHECK(duel::reliability(judge, stated, right, 2).rows() == 30, "ten bins");
  CHECK(thrown([&] { duel::confidence(judge, {0.5}, right, 2); }) == DUEL_ERR_SIZE, "one vote");
  CHECK(thrown([&] { duel::confidence({0, 2, 0, 0}, stated, right, 2); }) == DUEL_ERR_DATA, "judge 2");
}

} // namespace

int main() {
  votes();
  disagreeing();
  curves();
  common_errors();
  reports();
  confidence();
  return checks_end();
}
