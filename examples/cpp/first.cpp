// The shortest complete use of duel in C++.
#include <duel.hpp>

#include <iomanip>
#include <iostream>

int main() try {
  std::vector<std::string> left{"red", "blue", "green", "red", "blue", "green", "red"};
  std::vector<std::string> right{"blue", "green", "red", "green", "red", "blue", "blue"};
  std::vector<double> score{1, 1, 0, 0.5, 1, 1, 1}; // of left: won 1, tied 0.5, lost 0

  duel::set set;
  set.append(duel::rows().left(left).right(right).score(score));
  duel::model model = duel::fit(set);

  duel::table board = model.scores();
  auto score = board.column<double>("estimate");
  auto lower = board.column<double>("lower"), upper = board.column<double>("upper");
  auto best = board.column<std::int64_t>("rank_best"), worst = board.column<std::int64_t>("rank_worst");
  std::cout << std::fixed << std::setprecision(3);
  for (std::size_t i = 0; i < board.rows(); ++i) {
    std::cout << board.text("item", i) << ": score " << score[i] << " [" << lower[i] << ", " << upper[i]
              << "], rank " << best[i] << " to " << worst[i] << '\n';
  }
} catch (const duel::error &error) {
  std::cerr << error.name() << ": " << error.what() << '\n';
  return 1;
}
