// Which of two models, in C++: with judges of different sensitivity, or without; and who is surely above whom.
#include <duel.hpp>

#include <cmath>
#include <cstdint>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

// Numbers between 0 and 1, the same on every machine.
static double uniform() {
  static std::uint64_t state = 7;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return static_cast<double>(state >> 11) / 9007199254740992.0;
}

int main() try {
  const std::vector<std::string> items{"ash", "birch", "cedar", "elm"}, judges{"Ada", "Ben", "Cyd"};
  const double truth[] = {0.9, 0.5, -0.4, -1.0}, sensitivity[] = {1.8, 1.0, 0.4};
  std::vector<std::string> left, right, judge;
  std::vector<double> score;
  for (int row = 0; row < 900; ++row) {
    const int k = row % 3, i = static_cast<int>(4 * uniform()), j = (i + 1 + static_cast<int>(3 * uniform())) % 4;
    left.push_back(items[i]);
    right.push_back(items[j]);
    judge.push_back(judges[k]);
    score.push_back(uniform() < 1 / (1 + std::exp(-sensitivity[k] * (truth[i] - truth[j]))) ? 1 : 0);
  }

  duel::set set;
  set.append(duel::rows().left(left).right(right).judge(judge).score(score));
  duel::fit_options options;
  options.strength = DUEL_STRENGTH_SENSITIVITY;
  const duel::model pooled = duel::fit(set), sensitive = duel::fit(set, options);

  std::cout << std::fixed << std::setprecision(2);
  std::cout << "AIC " << pooled.criteria().aic << " without sensitivities, " << sensitive.criteria().aic << " with\n";
  for (double value : sensitive.table(DUEL_QUANTITY_SENSITIVITIES).values) std::cout << value << ' ';
  std::cout << "are the sensitivities\n";

  const duel::table pairs = sensitive.estimate(DUEL_QUANTITY_SCORES).pairs();
  const auto p = pairs.column<double>("p_adjusted");
  for (std::size_t row = 0; row < pairs.rows(); ++row) {
    std::cout << pairs.text("first", row) << " and " << pairs.text("second", row)
              << (p[row] < 0.05 ? " differ" : " do not differ significantly") << '\n';
  }
} catch (const duel::error &error) {
  std::cerr << error.name() << ": " << error.what() << '\n';
  return 1;
}
