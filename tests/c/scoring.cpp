// The C++ layer: scores without a model, learners, policies and next comparisons, against sums by hand.
#include "layer.hpp"

namespace {

struct caught_error {};

// Contexts of three items with two categories, and labels of some pairs in both orders.
struct votes {
  explicit votes(int contexts) : count(static_cast<std::size_t>(contexts)) {
    for (int x = 0; x < contexts; ++x) {
      for (int j = 0; j < 3; ++j) {
        for (int k = 0; k < 3; ++k) {
          const double p = 0.5 + 0.1 * (k - j) + 0.05 * (x % 5 - 2);
          mu.push_back(p);
          mu.push_back(1.0 - p);
          if (j == k || (x + j + 2 * k) % 3 != 0) continue;
          context.push_back(x);
          first.push_back(j);
          second.push_back(k);
          category.push_back((x / 3 + j + k * x) % 2);
          propensity.push_back(0.25 + 0.05 * (x % 4));
        }
      }
    }
  }
  duel::gars_contexts labels() const {
    duel::gars_contexts all(count);
    all.context(context).first(first).second(second).category(category).propensity(propensity);
    return all;
  }
  duel::gars_contexts all() const {
    duel::gars_contexts found = labels();
    found.mu(mu);
    return found;
  }

  std::size_t count;
  std::vector<double> mu, propensity;
  std::vector<std::int32_t> context, first, second, category;
};

duel::gars_options asked() {
  duel::gars_options options(3, 2, {DUEL_FUNCTIONAL_BORDA, DUEL_FUNCTIONAL_BRADLEY_TERRY, DUEL_FUNCTIONAL_KEMENY});
  options.floor = -1.0;
  options.with_rankings({{0, 1, 2}, {2, 1, 0}}).with_variants({0, DUEL_LOG_ODDS_PAPER, 0});
  return options;
}

// Scores of one's own, groups, and bounds under selection: a function that is Borda's gives Borda's values.
void own_scores() {
  const votes data(80);
  const std::vector<std::string> names = {"even", "all"};
  const char *const pointers[] = {names[0].c_str(), names[1].c_str()};
  duel::gars_options options(3, 2, {DUEL_FUNCTIONAL_BORDA, DUEL_FUNCTIONAL_OWN});
  options.floor = -1.0;
  options.with_variants({0, 3});
  options.group_names = pointers;
  options.group_count = 2;
  duel::gars gars(options);
  gars.own(1, "borda", [](std::size_t count, const double *mu, double *values) {
    for (std::size_t x = 0; x < count; ++x) {
      for (std::size_t i = 0; i < 3; ++i) {
        double sum = 0.0;
        for (std::size_t j = 0; j < 3; ++j) {
          if (i == j) continue;
          sum += mu[((x * 3 + i) * 3 + j) * 2] + mu[((x * 3 + j) * 3 + i) * 2 + 1];
        }
        values[x * 3 + i] = sum / 4.0;
      }
    }
  });
  std::vector<double> weights;
  for (std::size_t x = 0; x < data.count; ++x) {
    weights.push_back(x % 2 == 0 ? 1.0 : 0.0);
    weights.push_back(1.0);
  }
  duel::gars_contexts all = data.all();
  all.groups(weights);
  gars.add(all);
  const std::vector<duel::estimate> borda = gars.estimate(0).values().estimates();
  const std::vector<duel::estimate> own = gars.estimate(1).values().estimates();
  const std::vector<duel::estimate> whole = gars.group_estimate(0, 1).values().estimates();
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(std::fabs(borda[i].value - own[i].value) < 1e-6, "an own score is Borda's");
    CHECK(near(borda[i].value, whole[i].value), "a group of all contexts is all");
  }
  CHECK(gars.differences(0, 0, 1).values().estimates().size() == 3, "differences");
  const duel::table turns = gars.selection(0, all);
  CHECK(turns.info().rows == 2, "neighbours");
  CHECK(gars.bounds(0, all, {1.0, 1.5}).info().rows == 6, "bounds");
  duel::gars_contexts wrong = data.all();
  const std::vector<double> few(7, 1.0);
  wrong.groups(few);
  CHECK(thrown([&] { gars.add(wrong); }) == DUEL_ERR_SIZE, "groups of another size");
}

void scores() {
  const votes data(60);
  duel::gars gars(asked());
  gars.add(data.all());
  const duel_gars_facts facts = gars.facts();
  CHECK(facts.items == 3 && facts.values == 8 && facts.contexts == 60.0 &&
            facts.orders == DUEL_ORDERS_BOTH && near(facts.largest_weight, 4.0), "facts");
  const duel::influence_values psi = gars.psi(data.all());
  const std::vector<duel::estimate> borda = gars.estimate(0).values().estimates();
  for (std::size_t i = 0; i < 3; ++i) {
    double mean = 0.0, square = 0.0;
    for (std::size_t x = 0; x < 60; ++x) mean += psi.psi(x, i) / 60.0;
    for (std::size_t x = 0; x < 60; ++x) square += std::pow(psi.psi(x, i) - mean, 2.0) / 60.0;
    CHECK(near(borda[i].value, mean) && near(borda[i].standard_error, std::sqrt(square / 60.0)),
          "Borda score %g", borda[i].value);
  }
  const std::vector<duel::estimate> guess = gars.estimate(0, DUEL_ESTIMATOR_PLUGIN).values().estimates();
  CHECK(near(guess[0].value, 0.65) && near(guess[1].value, 0.5), "predicted %g", guess[0].value);
  const duel::matrix covariance = gars.estimate(-1).covariance();
  const auto contrast = gars.estimate(0).contrasts({1.0, -1.0, 0.0}).estimates();
  const duel::matrix of_contrast = gars.estimate(0).contrast_covariance({1.0, -1.0, 0.0});
  CHECK(covariance.rows == 8 &&
            near(of_contrast(0, 0),
                 covariance(0, 0) + covariance(1, 1) - 2.0 * covariance(0, 1)), "contrast");
  const auto tests = gars.estimate(0).pairs().estimates();
  CHECK(tests.size() == 3 && near(tests[0].value, contrast[0].value), "tests");
  CHECK(gars.estimate(0, DUEL_ESTIMATOR_PLUGIN).pairs(DUEL_FAMILY_TO_REFERENCE).rows() == 2, "to the first");
  const duel::table ranks = gars.estimate(0, DUEL_ESTIMATOR_PLUGIN).ranks();
  CHECK(ranks.column<double>("rank")[0] == 1.0 && ranks.text("item", 0) == "0", "the best");
  const duel_wald_facts centre = gars.ellipsoid(0, {borda[0].value, borda[1].value, borda[2].value});
  CHECK(near(centre.statistic, 0.0) && centre.df == 2.0 && near(centre.p, 1.0), "centre");
  duel::matrix one, two;
  one.rows = two.rows = 60;
  one.columns = two.columns = 3;
  for (std::size_t x = 0; x < 60; ++x) {
    for (std::size_t i = 0; i < 3; ++i) {
      one.values.push_back(psi.psi(x, i));
      two.values.push_back(psi.psi(x, 3 + i));
    }
  }
  const duel_wald_facts equal = gars.equality(0, 1);
  CHECK(near(duel::influence_equality(one, two, {}, true).statistic, equal.statistic, 1e-7) &&
            equal.df == 2.0, "equality %g", equal.statistic);
  double labels = 0.0;
  const duel::table pairs = gars.pairs();
  for (const double count : pairs.column<double>("labels")) labels += count;
  CHECK(labels == facts.labels, "labels %g", labels);

  // Parts, in any form, add up to the whole.
  duel::gars streamed(asked());
  streamed.run(data.labels(), [&data](std::size_t first, std::size_t count, double *mu) {
    std::copy(data.mu.data() + 18 * first, data.mu.data() + 18 * (first + count), mu);
  });
  CHECK(near(streamed.estimate(0).values().estimates()[2].value, borda[2].value), "streamed");
  duel::gars merged(asked());
  merged.merge(duel::gars::load(streamed.save()));
  CHECK(near(merged.estimate(0).values().estimates()[1].standard_error, borda[1].standard_error), "merged");
  bool caught = false;
  try {
    streamed.run(data.labels(), [](std::size_t, std::size_t, double *) { throw caught_error(); });
  } catch (const caught_error &) {
    caught = true;
  }
  CHECK(caught && streamed.facts().contexts == 60.0, "an exception of the predictor");

  const std::vector<double> short_mu(17, 0.5);
  CHECK(thrown([&] { gars.add(data.labels().mu(short_mu)); }) == DUEL_ERR_SIZE, "a short table");
  CHECK(thrown([&] { gars.estimate(3).values().estimates(); }) == DUEL_ERR_ARGUMENT, "functional 3");
  CHECK(thrown([&] { gars.ellipsoid(0, {1.0}); }) == DUEL_ERR_SIZE, "one of three values");
  CHECK(thrown([&] { asked().with_rankings({{0, 1}}); }) == DUEL_ERR_SIZE, "two of three items");
  duel::cancel token;
  token.raise();
  CHECK(thrown([&] { gars.add(data.all().with_cancel(token)); }) == DUEL_ERR_CANCELLED, "a token");
}

void learners() {
  const votes data(90);
  duel::matrix features;
  features.rows = 90;
  features.columns = 1;
  for (int x = 0; x < 90; ++x) features.values.push_back((x % 7) / 3.0);
  duel::nuisance_options options(3, 2);
  options.with_features(features);
  options.propensities = DUEL_PROPENSITY_FREQUENCIES;
  options.folds = 4;
  const duel::nuisance learnt(options, data.labels());
  const duel_nuisance_facts facts = learnt.facts();
  CHECK(facts.contexts == 90 && facts.folds == 4 && facts.log_loss > 0.0, "facts");
  const duel::table settings = learnt.settings();
  CHECK(settings.rows() == 4 && settings.column<double>("ridge")[0] > 0.0, "settings");
  const std::vector<double> mu = learnt.predict(0, 90), some = learnt.predict(30, 2);
  CHECK(std::equal(some.begin(), some.end(), mu.begin() + 30 * 18), "a part of the whole");
  CHECK(near(mu[2] + mu[3], 1.0) && mu[0] == 0.0, "probabilities");
  CHECK(learnt.propensities(0, 1)[1] > 0.0, "propensities");
  duel::gars added(asked()), run(asked());
  duel::gars_contexts contexts = data.labels();
  added.add(contexts.mu(mu));
  run.run(data.labels(), learnt);
  CHECK(near(run.estimate(0).values().estimates()[0].value, added.estimate(0).values().estimates()[0].value), "as added");
  duel::gars larger(duel::gars_options(4, 2, {DUEL_FUNCTIONAL_BORDA}));
  CHECK(thrown([&] { larger.run(data.labels(), learnt); }) == DUEL_ERR_ARGUMENT, "four items");
  CHECK(thrown([&] { learnt.predict(0, 91); }) == DUEL_ERR_ARGUMENT, "91 of 90 contexts");
  features.values.pop_back();
  options.with_features(features);
  CHECK(thrown([&] { duel::nuisance(options, data.labels()); }) == DUEL_ERR_SIZE, "89 of 90 rows");
}

void policies() {
  duel::matrix weights;
  weights.rows = 2;
  weights.columns = 3;
  weights.values = {1.0, 4.0, 9.0, 16.0, 0.0, 1.0};
  duel::policy_options options;
  options.budget = 0.5;
  const duel::label_policy best = duel::policy(weights, options);
  double variance = 0.0;
  for (std::size_t i = 0; i < 6; ++i) {
    const double p = std::sqrt(weights.values[i]) / 11.0;
    CHECK(near(best.propensities.values[i], p), "propensity %g", best.propensities.values[i]);
    if (p > 0.0) variance += weights.values[i] / p / 2.0;
  }
  CHECK(near(best.info.spend, 0.5) && near(best.info.variance, variance), "spend %g",
        best.info.spend);
  CHECK(near(duel::policy_apply(weights, best.info.lambda, options).propensities(1, 0),
             best.propensities(1, 0)), "applied");
  CHECK(near(duel::policy_outcome(weights, best.propensities).variance, variance), "outcome");
  std::vector<double> histogram;
  duel::policy_histogram(weights, histogram);
  CHECK(near(duel::policy_lambda(histogram, options).lambda / best.info.lambda, 1.0, 1e-3), "lambda");
  const std::vector<std::uint8_t> drawn =
      duel::policy_draw(best.propensities, DUEL_DRAWING_INDEPENDENT, 7);
  for (const std::uint8_t one : drawn) CHECK(one == 0 || one == 1, "drawn %d", one);
  CHECK(drawn[best.propensities.columns + 1] == 0, "a pair that is never drawn");
  CHECK(duel::policy(weights, options, {1.0, 0.0, 1.0}).propensities(0, 1) == 0.0, "not on offer");
  CHECK(thrown([&] { duel::policy(weights, options, {1.0}); }) == DUEL_ERR_SIZE, "one cost");
  CHECK(thrown([&] { duel::policy_draw(weights, DUEL_DRAWING_INDEPENDENT, 0); }) == DUEL_ERR_DATA, "no propensities");

  const votes data(20);
  duel::gars gars(asked());
  const duel::matrix w = gars.weights(0, data.all());
  CHECK(w.columns == 9 && w(0, 0) == 0.0 && w(0, 1) > 0.0, "weights");
  options.budget = 1.0;
  options.floor = 0.01;
  const duel::d_optimal_policy d = gars.policy_d_optimal(0, data.mu, options);
  CHECK(near(d.info.spend, 1.0, 1e-6) && d.covariance.rows == 3 && d.propensities(3, 4) == 0.0 &&
            d.propensities(3, 1) >= 0.01, "spend %g", d.info.spend);
}

void next() {
  duel_set *made = nullptr;
  EXPECT(DUEL_OK, small_set(&made));
  const duel::set set(made);
  duel::fit_options fit;
  fit.ties = DUEL_TIES_DROPPED;
  const duel::model model = duel::fit(set, fit);
  duel::inference_options expected;
  expected.covariance = DUEL_COVARIANCE_EXPECTED;
  const duel::matrix covariance = model.estimate(DUEL_QUANTITY_SCORES, expected).covariance();
  double trace = 0.0;
  for (std::size_t i = 0; i < 4; ++i) trace += covariance(i, i);
  duel::next_options options;
  options.batch = 3;
  const duel::table found = model.next_comparisons(options);
  const auto before = found.column<double>("before"), after = found.column<double>("after");
  CHECK(found.rows() == 3 && near(before[0], trace) && after[0] < trace && near(before[1], after[0]), "before %g",
        before[0]);
  options.criterion = 4;
  CHECK(thrown([&] { model.next_comparisons(options); }) == DUEL_ERR_ARGUMENT, "criterion 4");

  duel::gars gars(duel::gars_options(4, 2, {DUEL_FUNCTIONAL_BORDA}));
  const std::vector<double> mu = gars.model_mu(model);
  const std::vector<std::string> left = {set.name(DUEL_KIND_ITEM, 1)}, right = {set.name(DUEL_KIND_ITEM, 2)};
  const duel::probability p = model.probabilities(duel::rows().left(left).right(right))[0];
  CHECK(near(mu[2 * (4 + 2)], p.left.value) && near(mu[2 * (4 + 2) + 1], p.right.value),
        "probability %g", p.left.value);
}

} // namespace

int main() {
  scores();
  own_scores();
  learners();
  policies();
  next();
  return checks_end();
}
