// The C++ layer: judges that disagree, what their votes and a model say of them, against the C
// functions and numbers that are known otherwise.
#include "layer.hpp"

namespace {

duel::fit_options disagreement(std::int32_t rank) {
  duel::fit_options options;
  options.strength = DUEL_STRENGTH_DISAGREEMENT;
  options.rank = rank;
  return options;
}

void votes() {
  const duel::set set = many();
  const duel::matrix table = set.table(DUEL_SET_JUDGES);
  const std::vector<duel::judge_counts> counts = set.judge_counts();
  CHECK(set.judges() == SMALL_JUDGES && counts.size() == SMALL_JUDGES, "%lu judges",
        static_cast<unsigned long>(counts.size()));
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const duel::judge_counts &of = counts[k];
    CHECK(of.comparisons == 72.0 && of.contexts == 6.0 && of.pairs == 6.0, "votes");
    CHECK(near(of.slot.value, table(k, 6)) && of.slot.lower < of.slot.value &&
              of.slot.value < of.slot.upper, "slot share %g", of.slot.value);
    CHECK(near(of.ties.value * 72.0, 72.0 - of.decided) && of.rarer == 0.5, "ties %g", of.ties.value);
  }
  const duel::presentation_order order = set.order();
  CHECK(order.pairs == 6 && order.both == 6 && order.rarer == 0.5 && order.p == 1.0, "order");
  double raw[4 * SMALL_JUDGES];
  EXPECT(DUEL_OK, duel_set_triads(set.get(), nullptr, raw, 4 * SMALL_JUDGES));
  const std::vector<duel::judge_triads> triads = set.judge_triads();
  for (std::size_t k = 0; k < triads.size(); ++k) {
    CHECK(static_cast<double>(triads[k].triads) == raw[4 * k] &&
              static_cast<double>(triads[k].circular_within) == raw[4 * k + 3], "triads");
  }
  const duel::judge_agreement agreement = set.judge_agreement(0.9);
  CHECK(agreement.majority.size() == SMALL_JUDGES && agreement.units(0, 1) == 36.0 &&
            agreement.observed(0, 2) == agreement.observed(2, 0), "agreement of two");
  CHECK(agreement.majority[0].observed.lower < agreement.majority[0].observed.value, "majority");
  const duel::krippendorff_alpha alpha =
      set.krippendorff(DUEL_ALPHA_ORDINAL, DUEL_ORIENTATION_BOTH);
  CHECK(alpha.all.units == 36 && alpha.all.answers == 108 && alpha.all.alpha.value < 1.0 &&
            alpha.all.alpha.standard_error > 0.0, "alpha %g", alpha.all.alpha.value);
  CHECK(alpha.without.size() == SMALL_JUDGES && alpha.without[2].answers == 72, "without a judge");
  duel::cancel token;
  token.raise();
  CHECK(thrown([&] { set.judge_triads(&token); }) == DUEL_ERR_CANCELLED, "triads");
  CHECK(thrown([&] { set.judge_agreement(0.0, &token); }) == DUEL_ERR_CANCELLED, "agreement");
  CHECK(thrown([&] { set.krippendorff(DUEL_ALPHA_NOMINAL, DUEL_ORIENTATION_BOTH, 0.0, &token); }) == DUEL_ERR_CANCELLED, "alpha");
  CHECK(thrown([&] { set.krippendorff(static_cast<duel_alpha>(2)); }) == DUEL_ERR_ARGUMENT, "metric 2");
  CHECK(thrown([&] { set.judge_counts(1.0); }) == DUEL_ERR_ARGUMENT, "level 1");

  duel::validation_options options;
  options.repeats = 4;
  options.seed = 3;
  options.threads = 2;
  const std::vector<duel::learning_point> curve =
      duel::learning_curve(set, {0.5, 1.0}, {2, 3}, duel::fit_options(), options);
  CHECK(curve.size() == 4 && curve[0].share == 0.5 && curve[0].judges == 2 && curve[0].fits == 4,
        "the first point");
  CHECK(curve[3].comparisons == 216.0 && curve[3].spearman.mean == 1.0 &&
            near(curve[3].pearson.mean, 1.0), "the last point: %g", curve[3].pearson.mean);
  CHECK(thrown([&] { duel::learning_curve(set, {1.5}); }) == DUEL_ERR_ARGUMENT, "one and a half");
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
  const std::vector<duel::estimate> norms = model.estimates(DUEL_QUANTITY_DISAGREEMENT_NORMS);
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
    CHECK(near(mean.estimates[i].value, mu(i, 0)), "mean %g", mean.estimates[i].value);
    double expected = 0.0;
    for (std::size_t k = 0; k < SMALL_JUDGES; ++k) expected += precise.weights[k] * s(k, i);
    CHECK(near(precise.estimates[i].value, expected), "mean by precision");
  }
  CHECK(std::isnan(model.consensus(DUEL_CONSENSUS_MEDIAN).weights[0]), "weights of the median");
  CHECK(thrown([&] { model.consensus(static_cast<duel_consensus>(3)); }) == DUEL_ERR_ARGUMENT, "consensus 3");
  CHECK(thrown([&] { duel::fit(set, disagreement(3)); }) == DUEL_ERR_ARGUMENT, "rank 3");

  const std::vector<duel::without_judge> without =
      duel::leave_one_judge_out(set, disagreement(1));
  CHECK(without.size() == SMALL_JUDGES, "judges");
  const duel::model two = duel::fit(set.filter(DUEL_KIND_JUDGE, {0, 2}), disagreement(1));
  const duel::matrix rest = two.table(DUEL_QUANTITY_SCORES);
  for (std::size_t i = 0; i < SMALL_ITEMS; ++i) {
    CHECK(without[1].status == DUEL_OK && near(without[1].scores[i], rest(i, 0), 1e-6),
          "without judge 1: %g", without[1].scores[i]);
  }

  duel::validation_options folds;
  folds.folds = 3;
  duel::fit_options dropped;
  dropped.ties = DUEL_TIES_DROPPED;
  const std::vector<duel::rank_evidence> ranks = duel::select_rank(set, 1, dropped, &folds, 9, 5);
  CHECK(ranks.size() == 2 && ranks[1].rank == 1 && ranks[1].status == DUEL_OK, "ranks");
  CHECK(near(ranks[0].ratio, 2.0 * (ranks[1].log_likelihood - ranks[0].log_likelihood)) &&
            ranks[0].p >= 0.1 && ranks[0].p <= 1.0 && std::isnan(ranks[1].p), "p %g", ranks[0].p);
  CHECK(ranks[0].held_out < 0.0 && ranks[0].held_out_error > 0.0, "held out %g", ranks[0].held_out);
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

  const duel::effective_number worth = duel::effective_judges(s, {1.0, 1.0, 2.0});
  CHECK(worth.participation >= 1.0 && worth.participation <= 3.0 &&
            near(worth.by_precision, 16.0 / 6.0), "worth %g", worth.participation);
  CHECK(std::isnan(duel::effective_judges(s).by_precision), "by no precision");
  CHECK(thrown([&] { duel::effective_judges(s, {1.0}); }) == DUEL_ERR_SIZE, "one precision");
  const duel::two_way_clusters both =
      duel::bicluster(s, DUEL_APART_CORRELATION, DUEL_LINKAGE_AVERAGE, 1, 2);
  CHECK(both.rows.order.size() == SMALL_JUDGES && both.columns.groups.size() == SMALL_ITEMS &&
            both.columns.groups[0] != both.columns.groups[3], "two-way clusters");
  CHECK(thrown([&] { duel::bicluster(s, static_cast<duel_apart>(2)); }) == DUEL_ERR_ARGUMENT, "apart 2");
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
  const std::vector<std::vector<duel::estimate>> curves = model.sensitivity_curves({2, 0}, points);
  CHECK(curves.size() == 2 && curves[1].size() == 2, "curves");
  CHECK(near(curves[0][0].value, gamma(2, 0)) &&
            near(curves[1][1].value, gamma(0, 0) * std::exp(0.7 * slopes(0, 0))), "gamma %g",
        curves[1][1].value);
  CHECK(curves[1][1].lower < curves[1][1].value && curves[1][1].value < curves[1][1].upper, "band");
  CHECK(thrown([&] { model.sensitivity_curves({3}, points); }) == DUEL_ERR_DATA, "judge 3");
  points.columns = 2;
  CHECK(thrown([&] { model.sensitivity_curves({0}, points); }) == DUEL_ERR_SIZE, "two columns");
}

void reports() {
  const duel::set set = many();
  duel::fit_options fit;
  fit.strength = DUEL_STRENGTH_SENSITIVITY;
  fit.position = DUEL_POSITION_BY_JUDGE;
  const duel::model model = duel::fit(set, fit);
  const std::vector<std::int32_t> items = {0, 0, 1, -1}, judges = {0, 1, -1};
  const std::vector<duel::self_preference> own = model.self_preference(items, judges);
  CHECK(own[0].comparisons > 0.0 && near(own[0].observed - own[0].expected, own[0].excess.value),
        "self-preference %g", own[0].excess.value);
  CHECK(own[2].comparisons == 0.0 && std::isnan(own[2].excess.value), "without a family");
  duel::judge_options options;
  options.with_families(items, judges);
  options.weak = 10.0;
  const std::vector<duel::judge_report> report = model.judge_report(options);
  const std::vector<duel::estimate> gamma = model.estimates(DUEL_QUANTITY_SENSITIVITIES);
  const std::vector<duel::estimate> position = model.estimates(DUEL_QUANTITY_POSITIONS);
  const std::vector<duel::judge_counts> counts = set.judge_counts();
  for (std::size_t k = 0; k < report.size(); ++k) {
    const duel::judge_report &of = report[k];
    CHECK(of.comparisons == 72.0 && near(of.slot.upper, counts[k].slot.upper), "votes");
    CHECK(near(of.sensitivity.value, gamma[k].value) && near(of.position.lower, position[k].lower),
          "gamma %g", of.sensitivity.value);
    CHECK((of.verdicts & DUEL_VERDICT_WEAK) != 0, "below ten times the mean: %d",
          static_cast<int>(of.verdicts));
    CHECK(std::isnan(of.disagreement) && of.nearest == -1, "disagreement");
  }
  CHECK(near(report[0].self_preference.value, own[0].excess.value) &&
            std::isnan(report[2].self_preference.value), "its own");
  options.slot = 0.6;
  CHECK(thrown([&] { model.judge_report(options); }) == DUEL_ERR_ARGUMENT, "slot 0.6");

  const duel::matrix scores = model.table(DUEL_QUANTITY_SCORES);
  const duel::table ties = model.near_ties(0.5);
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
  CHECK(thrown([&] { model.near_ties(-1.0); }) == DUEL_ERR_ARGUMENT, "margin -1");
  const duel::table heat = model.residuals(DUEL_BY_JUDGE_ITEM);
  CHECK(heat.rows() == SMALL_JUDGES * SMALL_ITEMS && heat.column<std::int32_t>("judge")[1] == 0 &&
            heat.column<std::int32_t>("item")[1] == 1 && !heat.is_valid("left", 1), "heat");
}

void confidence() {
  const std::vector<std::int32_t> judge = {0, 0, 1, 1};
  const std::vector<double> stated = {0.95, 0.95, 0.5, NAN}, right = {1.0, 0.0, 1.0, 1.0};
  const std::vector<duel::stated_confidence> found =
      duel::confidence(judge, stated, right, 2, 2);
  CHECK(found.size() == 3 && found[0].votes == 2.0 && found[2].votes == 3.0, "votes");
  CHECK(near(found[0].excess.value, 0.45) && near(found[0].largest, 0.45), "too sure");
  CHECK(found[0].bins.size() == 2 && found[0].bins[1].observed == 0.5, "bins");
  CHECK(duel::confidence(judge, stated, right, 2)[2].bins.size() == 10, "ten bins");
  CHECK(thrown([&] { duel::confidence(judge, {0.5}, right, 2); }) == DUEL_ERR_SIZE, "one vote");
  CHECK(thrown([&] { duel::confidence({0, 2, 0, 0}, stated, right, 2); }) == DUEL_ERR_DATA, "judge 2");
}

} // namespace

int main() {
  votes();
  disagreeing();
  curves();
  reports();
  confidence();
  return checks_end();
}
