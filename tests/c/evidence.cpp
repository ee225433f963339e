// The C++ layer: estimates of one's own, verdicts about candidates and claims about order, against closed forms.
#include "layer.hpp"

namespace {

double tail(double z) { return 0.5 * std::erfc(z / std::sqrt(2.0)); }

duel::given accuracies() {
  duel::given values({0.70, 0.80, 0.60});
  // The lists belong to the struct: nothing of what is given here lives on.
  values.with_names({"old", "new", "other"}).with_covariance({4e-4, 1e-4, 0, 1e-4, 4e-4, 0, 0, 0, 9e-4});
  values.units = 400;
  return values;
}

void values() {
  duel::given copy = accuracies();
  const duel::estimates own(copy);
  const duel::table rows = own.values();
  const std::vector<duel::estimate> found = rows.estimates();
  CHECK(found.size() == 3 && near(found[1].value, 0.8) && near(found[2].standard_error, 0.03), "%zu", found.size());
  CHECK(rows.text("item", 1) == "new", "%s", rows.text("item", 1).c_str());
  CHECK(near(own.covariance()(0, 1), 1e-4) && near(own.contrasts({-1, 1, 0}).estimates()[0].standard_error,
                                                   std::sqrt(6e-4)), "covariance");
  CHECK(near(own.superiority()(1, 0), tail(-0.1 / std::sqrt(6e-4))), "%g", own.superiority()(1, 0));
  const duel::matrix ranks = own.rank_probabilities();
  CHECK(near(ranks(0, 0) + ranks(0, 1) + ranks(0, 2), 1.0) && ranks(1, 0) > 0.99, "%g", ranks(1, 0));
  const duel::estimates apart(duel::given({3, 1, 2}).with_se({0.1, 0.2, 0.3}));
  CHECK(near(apart.quasi_variances().values[1], 0.04), "%g", apart.quasi_variances().values[1]);
  CHECK(own.compact_letters().rows() >= 3 && own.rank_summary().rows() == 3, "letters");
  copy.lower_is_better = 1;
  const duel::table ranked = duel::estimates(copy).ranks();
  CHECK(near(ranked.column<double>("rank")[2], 1.0), "the smallest is first");

  duel::inference_options options;
  options.reference_item = 1;
  options.normalisation = DUEL_NORMALISATION_REFERENCE;
  const duel::given pairs = duel::given({3, 1, 2}).with_pair_se({0, 1, 2, 1, 0, 2, 2, 2, 0});
  const std::vector<duel::estimate> differences = duel::estimates(pairs, options).values().estimates();
  CHECK(differences[1].value == 0.0 && near(differences[0].standard_error, 1.0), "%g", differences[0].standard_error);

  const duel::given plain = duel::given({3, 1}).with_se({0.1, 0.2});
  CHECK(duel::estimates(plain).values().info().notes != nullptr, "notes");
  CHECK(thrown([&] { duel::estimates none(duel::given({3, 1})); }) == DUEL_ERR_ARGUMENT, "no errors");
  CHECK(thrown([&] { duel::estimates none(plain, options); }) == DUEL_ERR_UNSUPPORTED, "levels have their own zero");
  CHECK(thrown([] { duel::given({3, 1}).with_se({1}); }) == DUEL_ERR_SIZE, "one error");
  CHECK(thrown([] { duel::given({3, 1}).with_covariance({1, 0}); }) == DUEL_ERR_SIZE, "half a covariance");
  CHECK(thrown([] { duel::given({3, 1}).with_names({"a"}); }) == DUEL_ERR_SIZE, "one name");
  CHECK(thrown([] { duel::estimates none(duel::given({3, 1}).with_covariance({1, 2, 2, 1})); }) == DUEL_ERR_DATA,
        "a negative variance");
}

void boards() {
  duel::board board;
  const std::vector<std::string> items = {"old", "new", "old", "new", "old", "new"};
  const std::vector<std::string> tasks = {"t", "t", "u", "u", "v", "v"};
  const std::vector<double> scores = {0, 1, 0.5, 1, 1, 1};
  board.append(duel::score_rows().item(items).context(tasks).score(scores));
  CHECK(board.facts().cells == 6 && board.names().find(DUEL_KIND_ITEM, "new") == 1, "%zu", board.facts().cells);
  duel::board_options options;
  options.missing = DUEL_MISSING_REFUSED;
  const duel::estimates means = board.estimate(options);
  CHECK(near(means.values().estimates()[1].value, 1.0), "%g", means.values().estimates()[1].value);
  CHECK(near(means.contrasts({-1, 1}).estimates()[0].standard_error, std::sqrt(0.5 / 6.0)), "the paired t-test");
  CHECK(thrown([&] { board.variance(); }) == DUEL_ERR_DATA, "single runs");
  options.groups_are = 7;
  CHECK(thrown([&] { board.estimate(options); }) == DUEL_ERR_ARGUMENT, "groups");
}

void gates() {
  const duel::estimates own(accuracies());
  const duel::table gate = own.gate(1, 0, DUEL_WANT_NOT_WORSE, 0.02);
  const double se = std::sqrt(6e-4);
  CHECK(gate.text("verdict", 0) == "pass" && gate.text("want", 0) == "not_worse", "%s", gate.text("verdict", 0).c_str());
  CHECK(near(gate.column<double>("p")[0], tail(0.12 / se)), "%g", gate.column<double>("p")[0]);
  CHECK(gate.text("sentence", 0).find("\"new\" is better than \"old\"") != std::string::npos, "%s",
        gate.text("sentence", 0).c_str());
  CHECK(own.gate(0, 1).text("verdict", 0) == "fail", "the other way round");
  CHECK(own.gate(1, 0, DUEL_WANT_EQUAL, 0.1).text("verdict", 0) == "not_enough", "equal");
  CHECK(thrown([&] { own.gate(1, 1); }) == DUEL_ERR_ARGUMENT, "with itself");
  CHECK(thrown([&] { own.gate(1, 0, DUEL_WANT_EQUAL); }) == DUEL_ERR_ARGUMENT, "no margin");
  CHECK(thrown([&] { own.gate(1, 0, DUEL_WANT_BETTER, -1.0); }) == DUEL_ERR_ARGUMENT, "a negative margin");
  const duel::estimates scores = duel::fit(many()).estimate(DUEL_QUANTITY_SCORES);
  CHECK(scores.gate(0, 1).rows() == 1, "of a model");
}

void claims() {
  const duel::estimates own(accuracies());
  const duel::table found = own.claims({duel::claim::above(1, 0, 0.02), duel::claim::above(1, 0, -0.02),
                                        duel::claim::parity(1, 2, 0.05), duel::claim::top(1, 1),
                                        duel::claim::top(1, 1, true), duel::claim::order({1, 0, 2}),
                                        duel::claim::groups({1}, {0, 2})});
  const auto p = found.column<double>("p_supported");
  const double se = std::sqrt(6e-4), other = std::sqrt(13e-4);
  CHECK(found.rows() == 7, "%zu rows", found.rows());
  CHECK(near(p[0], tail(0.08 / se)) && near(p[1], tail(0.12 / se)), "%g %g", p[0], p[1]);
  CHECK(near(p[4], 2 * p[3]), "%g %g", p[3], p[4]);
  CHECK(near(p[5], std::fmax(tail(0.1 / se), tail(0.1 / other))), "%g", p[5]);
  CHECK(found.text("state", 2) == "refuted" && found.text("state", 1) == "supported", "%s", found.text("state", 2).c_str());
  CHECK(thrown([&] { own.claims({}); }) == DUEL_ERR_ARGUMENT, "no claim");
  CHECK(thrown([&] { own.claims({duel::claim::top(1, 2, true)}); }) == DUEL_ERR_ARGUMENT, "chosen among two");
  CHECK(thrown([&] { own.claims({duel::claim::order({1, 1})}); }) == DUEL_ERR_ARGUMENT, "twice");
  CHECK(thrown([&] { own.claims({duel::claim::above(3, 0)}); }) == DUEL_ERR_ARGUMENT, "no such item");
}

void ballots() {
  const std::vector<std::string> items = {"a", "b", "c", "b", "a", "c", "c", "a", "a", "c"};
  const std::vector<std::string> ballots = {"1", "1", "1", "2", "2", "2", "3", "3", "4", "4"};
  const std::vector<double> places = {1, 2, 3, 1, 2, 3, 1, 2, 1, 2};
  duel::ballots votes;
  votes.append(duel::ballot_rows().ballot(ballots).item(items).rank(places));
  CHECK(votes.facts().items == 3 && votes.facts().of_two == 2, "%zu", votes.facts().of_two);
  const duel::ranking model = votes.fit();
  const duel::table board = model.scores();
  const std::vector<duel::estimate> u = board.estimates();
  CHECK(board.text("item", 0) == "a" && near(u[0].value + u[1].value + u[2].value, 0.0), "%g", u[0].value);
  CHECK(model.estimate().ranks().rows() == 3 && model.effects().rows() == 0, "questions");
  CHECK(model.facts().stages == 6.0 && model.facts().log_likelihood < 0.0, "%g", model.facts().log_likelihood);
  votes.covariate("length", std::vector<double>(items.size(), 1.0));
  duel::ranking_options options;
  CHECK(thrown([&] { votes.fit(options); }) == DUEL_ERR_NOT_IDENTIFIED, "a covariate that is the same");
  options.pseudo = -1;
  CHECK(thrown([&] { votes.fit(options); }) == DUEL_ERR_ARGUMENT, "pseudo");
}

void few_tasks() {
  const duel_paired_facts counts = duel::counts_paired(5, 0, 30);
  CHECK(near(counts.p, 0.0625) && counts.fewest_differing == 6, "%g", counts.p);
  duel::paired_options wanted;
  wanted.want = DUEL_WANT_NOT_WORSE;
  wanted.margin = 0.05;
  CHECK(near(duel::counts_paired(0, 0, 20, wanted).score_z, 1.0259783520851542), "score");
  CHECK(thrown([] { duel::counts_paired(4, 0, 3); }) == DUEL_ERR_ARGUMENT, "more differ than there are");
  CHECK(duel::differences_exact({1, 2, 3, -4, 5}).patterns == 32, "patterns");
  duel::exact_options bounded;
  bounded.upper_bound = 1;
  bounded.draws = 1000;
  int calls = 0;
  bounded.with_progress([&](const duel_progress &) { return ++calls > 0; });
  const std::vector<double> many(30, 0.25);
  CHECK(duel::differences_exact(many, bounded).lower > 0.0 && calls > 0, "%d calls", calls);
  CHECK(thrown([&] { duel::differences_exact({2}, bounded); }) == DUEL_ERR_DATA, "out of bounds");
  duel::plan_options plan;
  plan.effect = 0.05;
  plan.sd = 0.45;
  CHECK(duel::plan_units(plan).units == 638, "units");
  plan.effect = 0;
  CHECK(thrown([&] { duel::plan_units(plan); }) == DUEL_ERR_ARGUMENT, "no effect");
}

} // namespace

int main() {
  values();
  boards();
  gates();
  claims();
  ballots();
  few_tasks();
  return checks_end();
}
