// The C++ layer: ownership, exceptions, columns, callbacks.
#include "check.h"
#include "duel.hpp"

#include <cmath>
#include <thread>

static_assert(!std::is_copy_constructible<duel::set>::value, "a set is not copied by accident");
static_assert(std::is_nothrow_move_constructible<duel::set>::value, "a set moves");
static_assert(std::is_nothrow_move_assignable<duel::set>::value, "a set moves");
static_assert(!std::is_copy_constructible<duel::cancel>::value, "a token is one thing");
static_assert(std::is_copy_constructible<duel::model>::value, "a model is shared");
static_assert(std::is_nothrow_move_constructible<duel::model>::value, "a model moves");
static_assert(std::is_base_of<std::runtime_error, duel::error>::value, "an error is an exception");
// Columns of temporaries would dangle.
static_assert(!std::is_constructible<duel::column, std::vector<double>>::value, "rvalue column");
static_assert(!std::is_constructible<duel::column, std::vector<std::string>>::value, "rvalue names");

namespace {

const std::vector<std::string> left{"ash", "birch", "cedar", "ash", "birch", "cedar", "ash"};
const std::vector<std::string> right{"birch", "cedar", "ash", "birch", "cedar", "ash", "cedar"};
const std::vector<double> score{1, 1, 1, 0, 0, 0.5, 1};

duel::set small() {
  duel::set set;
  set.append(duel::rows().left(left).right(right).score(score));
  return set;
}

// The code of the error that a call throws; DUEL_OK if it throws none.
template <class Call>
duel_status thrown(Call call, std::int64_t row = -1, const char *message = "") {
  try {
    call();
  } catch (const duel::error &error) {
    CHECK(error.row() == row, "row %ld, not %ld", static_cast<long>(error.row()),
          static_cast<long>(row));
    CHECK(strstr(error.what(), message) != nullptr, "\"%s\"", error.what());
    CHECK(strcmp(error.name(), duel_status_name(error.code())) == 0, "%s", error.name());
    return error.code();
  }
  return DUEL_OK;
}

void sets() {
  duel::set set = small();
  CHECK(set.count(DUEL_KIND_ITEM) == 3, "items");
  CHECK(set.names(DUEL_KIND_ITEM) == (std::vector<std::string>{"ash", "birch", "cedar"}), "names");
  CHECK(set.find(DUEL_KIND_ITEM, "cedar") == 2, "find");
  CHECK(set.info().comparisons == 7.0, "totals");
  CHECK(set.pairs().columns() == 9, "pairs");

  duel::set copy = set.copy();
  copy.append(duel::rows().left({"elm"}).right({"ash"}).score(duel::column(score.data(), 1)));
  CHECK(copy.count(DUEL_KIND_ITEM) == 4 && set.count(DUEL_KIND_ITEM) == 3, "a copy is another set");
  CHECK(duel::set::load(set.save()).save() == set.save(), "load and save");
  copy.merge(set);
  CHECK(copy.info().comparisons == 15.0, "merge");
  CHECK(copy.filter(DUEL_KIND_ITEM, {0, 1}).count(DUEL_KIND_ITEM) == 2, "filter");
  CHECK(copy.resample(DUEL_BY_PAIR, 3).count(DUEL_KIND_ITEM) == 4, "resample");
  auto parts = copy.split(DUEL_BY_ROW, 3, 1, 9);
  CHECK(parts.first.info().comparisons + parts.second.info().comparisons == 15.0,
        "a fold and its rest");

  duel::set moved = std::move(copy);
  CHECK(moved.count(DUEL_KIND_ITEM) == 4 && copy.get() == nullptr, "move");
  CHECK(thrown([&] { copy.save(); }) == DUEL_ERR_NULL, "an empty handle");
  CHECK(thrown([&] { moved.find(DUEL_KIND_ITEM, "yew"); }, -1, "yew") == DUEL_ERR_NAME, "unknown");
  std::vector<unsigned char> bytes = set.save();
  bytes[bytes.size() / 2] ^= 1;
  CHECK(thrown([&] { duel::set::load(bytes); }) == DUEL_ERR_FORMAT, "a damaged set");
}

template <class T>
double total(const std::vector<T> &a, const std::vector<T> &b) {
  const std::vector<int> once{1, 1};
  duel::set set;
  set.append(duel::rows().left(a).right(b).wins(once).losses(once));
  return set.info().comparisons;
}

void columns() {
  // Every width of integer, long and long long among them.
  CHECK(total<std::int8_t>({0, 1}, {1, 2}) == 4.0, "int8_t");
  CHECK(total<std::uint8_t>({0, 1}, {1, 2}) == 4.0, "uint8_t");
  CHECK(total<short>({0, 1}, {1, 2}) == 4.0, "short");
  CHECK(total<unsigned short>({0, 1}, {1, 2}) == 4.0, "unsigned short");
  CHECK(total<int>({0, 1}, {1, 2}) == 4.0, "int");
  CHECK(total<unsigned>({0, 1}, {1, 2}) == 4.0, "unsigned");
  CHECK(total<long>({0, 1}, {1, 2}) == 4.0, "long");
  CHECK(total<unsigned long>({0, 1}, {1, 2}) == 4.0, "unsigned long");
  CHECK(total<long long>({0, 1}, {1, 2}) == 4.0, "long long");
  CHECK(total<const char *>({"x", "y"}, {"y", "z"}) == 4.0, "const char *");

  // A field of a record, one record after the other.
  struct record {
    double won;
    int first, second;
  };
  const std::vector<record> records{{1.0, 1, 2}, {0.0, 2, 3}, {1.0, 3, 1}};
  const auto stride = static_cast<std::ptrdiff_t>(sizeof(record));
  duel::set set;
  set.append(duel::rows()
                 .left(duel::column(&records[0].first, 3, stride, 1))
                 .right(duel::column(&records[0].second, 3, stride, 1))
                 .score(duel::column(&records[0].won, 3, stride)));
  CHECK(set.count(DUEL_KIND_ITEM) == 3 && set.info().left_wins == 2.0, "strided records");

  // Names outlive the column that made their list.
  duel::rows rows;
  rows.left(left);
  { rows.right(duel::column(right)); }
  rows.score(score);
  CHECK(duel::set().append(rows).count(DUEL_KIND_ITEM) == 3, "kept names");

  const std::vector<double> two{1.0, 0.0};
  CHECK(thrown([&] { duel::rows().left(left).score(two); }, -1, "score has 2 values") ==
            DUEL_ERR_SIZE, "columns of two lengths");
  const std::vector<std::string> inner{"ash", std::string("b\0d", 3)};
  CHECK(thrown([&] { duel::column bad(inner); }, 1, "NUL") == DUEL_ERR_NAME, "a NUL in a name");
  CHECK(thrown([&] { small().append(duel::rows().left(left).right(left).score(score)); }, 0,
               "ash") == DUEL_ERR_DATA, "itself");
  CHECK(thrown([&] { small().intern(DUEL_KIND_ITEM, duel::column(two)); }) == DUEL_ERR_ARGUMENT,
        "names of numbers");

#ifdef DUEL_HAS_SPAN
  const std::vector<int> a{0, 1}, b{1, 2};
  const double won[] = {1.0, 0.5};
  duel::set spans;
  spans.append(duel::rows().left(std::span(a)).right(std::span<const int>(b)).score(std::span(won)));
  CHECK(spans.info().comparisons == 2.0, "spans");
  double scores[3] = {9.0, 9.0, 9.0};
  duel::model model = duel::fit(small());
  model.table(DUEL_QUANTITY_SCORES, std::span<double>(scores));
  CHECK(std::fabs(scores[0] + scores[1] + scores[2]) < 1e-12, "scores into a span");
  const double weights[] = {1.0, -1.0, 0.0};
  CHECK(model.estimate(DUEL_QUANTITY_SCORES).contrasts(std::span<const double>(weights)).rows() == 1,
        "weights of a span");
#endif
}

// Names with codes, and Arrow streams: those that tables are exported as.
void streams() {
  const std::vector<std::string> labels{"unused", "ash", "birch", "cedar"};
  const std::vector<int> first{1, 2, 3, 1, 2, 3, 1}, second{3, 4, 2, 3, 4, 2, 4};
  const std::vector<std::int8_t> judge{1, -1, 2, -1, -1, -1, -1};
  duel::set coded;
  coded.append(duel::rows()
                   .left(duel::column(first, labels))
                   .right(duel::column(second, labels, 1))
                   .judge(duel::column(judge, labels))
                   .score(score));
  CHECK(coded.names(DUEL_KIND_ITEM) == small().names(DUEL_KIND_ITEM), "labels");
  CHECK(coded.count(DUEL_KIND_JUDGE) == 2 && coded.info().has_anonymous == 1, "missing judges");

  const duel::set whole = small();
  const auto cells = [&](ArrowArrayStream &out) { whole.cells().export_to(out); };
  duel::stream_columns columns;
  columns.judge = "";
  columns.wins = "left_wins";
  columns.losses = "right_wins";
  columns.ties = "plain_ties";
  ArrowArrayStream stream;
  cells(stream);
  CHECK(duel::set().append(stream, columns).save() == whole.save(), "cells of a set are its rows");
  CHECK(stream.release == nullptr, "released");
  CHECK(thrown([&] { duel::set().append(stream, columns); }, -1, "released already") == DUEL_ERR_FORMAT, "twice");
  cells(stream);
  columns.left = "winner";
  CHECK(thrown([&] { duel::set().append(stream, columns); }, -1, "left is \"winner\"") == DUEL_ERR_ARGUMENT, "a column");
  CHECK(stream.release == nullptr, "released after an error");
  cells(stream);
  columns.left = nullptr;
  columns.wins = columns.losses = columns.ties = columns.both_good = columns.both_bad = "";
  columns.outcome = "right";
  columns.with_answers({"ash", "birch"}, {DUEL_OUTCOME_LEFT, DUEL_OUTCOME_RIGHT});
  CHECK(thrown([&] { duel::set().append(stream, columns); }, 1, "outcome (\"right\") is \"cedar\"") == DUEL_ERR_DATA,
        "an answer without a known meaning");
  CHECK(thrown([&] { columns.with_answers({"ash"}, {}); }, -1, "as many") == DUEL_ERR_SIZE, "meanings");
}

// Tables without rows: every column is there, typed, and empty.
void without_rows() {
  const duel::set none;
  for (const duel::table &table : {none.items(), none.pairs(), none.cells(), none.judges(), none.agreement_pairs()}) {
    CHECK(table.rows() == 0 && table.columns() > 3, "%s", table.info().title);
    for (std::size_t place = 0; place < table.columns(); ++place) {
      const duel_table_column column = table.get(place);
      CHECK(column.data != nullptr && column.null_count == 0, "%s", column.name);
    }
    CHECK(table.print().find(table.get(std::size_t{0}).name) != std::string::npos, "printed");
  }
  const duel::table items = none.items(), cells = none.cells(), judges = none.judges();
  const auto wins = items.column<double>("wins");
  CHECK(wins.size() == 0 && wins.begin() == wins.end(), "numbers");
  CHECK(items.column<std::int64_t>("opponents").size() == 0, "counts");
  CHECK(cells.column<std::int32_t>("left").size() == 0, "codes");
  CHECK(judges.column<std::uint8_t>("is_position_driven").size() == 0, "truth values");
  CHECK(thrown([&] { items.text("item", 0); }, -1, "row") == DUEL_ERR_ARGUMENT, "a cell");
}

void models() {
  const duel::model model = duel::fit(small());
  const std::vector<duel::estimate> scores = model.estimate(DUEL_QUANTITY_SCORES).values().estimates();
  CHECK(scores.size() == 3, "scores");
  CHECK(scores[0].lower < scores[0].value && scores[0].value < scores[0].upper, "interval");
  const duel::matrix covariance = model.estimate(DUEL_QUANTITY_SCORES).covariance();
  CHECK(std::fabs(std::sqrt(covariance(1, 1)) - scores[1].standard_error) < 1e-12, "error");
  const std::vector<double> weights{1.0, -1.0, 0.0, 0.0, 1.0, -1.0};
  const auto contrasts = model.estimate(DUEL_QUANTITY_SCORES).contrasts(weights).estimates();
  const duel::matrix of_contrasts = model.estimate(DUEL_QUANTITY_SCORES).contrast_covariance(weights);
  CHECK(contrasts.size() == 2 && of_contrasts.rows == 2, "contrasts");
  CHECK(std::fabs(std::sqrt(of_contrasts(1, 1)) - contrasts[1].standard_error) < 1e-12, "error of a contrast");
  CHECK(std::fabs(contrasts[0].value - (scores[0].value - scores[1].value)) < 1e-12,
        "contrast");
  CHECK(thrown([&] { model.estimate(DUEL_QUANTITY_SCORES).contrasts({1.0, -1.0}); }) == DUEL_ERR_SIZE, "weights");

  const auto chances = model.probabilities(duel::rows().left({"ash"}).right({"birch"}));
  const double chance = 1.0 / (1.0 + std::exp(scores[1].value - scores[0].value));
  CHECK(chances.size() == 1 && std::fabs(chances[0].left.value - chance) < 1e-12, "probability");
  CHECK(std::fabs(chances[0].left.value + chances[0].right.value - 1.0) < 1e-12, "both sides");
  const auto ranks = model.estimate(DUEL_QUANTITY_SCORES).ranks();
  const auto best = ranks.column<std::int64_t>("rank_best"), worst = ranks.column<std::int64_t>("rank_worst");
  const double rank = ranks.column<double>("rank")[0];
  CHECK(ranks.print(1).find("rank_best") != std::string::npos, "%s", ranks.print().c_str());
  CHECK(ranks.rows() == 3 && static_cast<double>(best[0]) <= rank && rank <= static_cast<double>(worst[0]), "ranks");
  const auto likelihood = model.log_likelihood(small());
  CHECK(std::fabs(likelihood.value - model.info().log_likelihood) < 1e-10, "likelihood");
  CHECK(likelihood.comparisons == 7.0, "comparisons");
  const duel::table warnings = model.warnings(), items = model.items(), voters = model.voters();
  for (std::size_t i = 0; i < warnings.rows(); ++i) CHECK(!warnings.text("text", i).empty(), "warning");
  CHECK(items.rows() == model.info().items && voters.rows() == model.info().judges, "items and judges");
  CHECK(items.column<double>("comparisons")[0] > 0.0 && items.text("item", 0) == model.data().name(DUEL_KIND_ITEM, 0),
        "the first item");

  // Shares, moves, and a thread of its own with a copy of its own.
  duel::model copy = model;
  copy = model;
  duel::model moved = std::move(copy);
  double seen = 0.0;
  std::thread([moved, &seen] { seen = moved.estimate(DUEL_QUANTITY_SCORES).values().estimates()[0].value; }).join();
  CHECK(seen == scores[0].value, "a model in another thread");
  CHECK(duel::model::load(model.save()).table(DUEL_QUANTITY_SCORES).values == model.table(DUEL_QUANTITY_SCORES).values,
        "save and load");
  CHECK(model.data().count(DUEL_KIND_ITEM) == 3, "the data of a model");
  CHECK(thrown([&] { model.table(DUEL_QUANTITY_SENSITIVITIES); }) == DUEL_ERR_UNSUPPORTED, "quantity");
  bool outside = false;
  try {
    model.table(DUEL_QUANTITY_SCORES)(3, 0);
  } catch (const std::out_of_range &) {
    outside = true;
  }
  CHECK(outside, "a row beyond the table");
}

void options() {
  duel::fit_options fit;
  fit.ridge = 0.5;
  fit.with_fixed_scores({0.0, NAN, NAN});
  duel::fit_options copy = fit; // the lists live as long as any copy
  fit = duel::fit_options();
  copy.ridge = 0.0;
  const auto fixed = duel::fit(small(), copy).estimate(DUEL_QUANTITY_SCORES).values().estimates();
  CHECK(fixed.size() == 3, "fixed scores");

  duel::inference_options how;
  how.normalisation = DUEL_NORMALISATION_WEIGHTED;
  how.with_weights({1.0, 0.0, 0.0});
  const auto scores = duel::fit(small()).estimate(DUEL_QUANTITY_SCORES, how).values().estimates();
  CHECK(std::fabs(scores[0].value) < 1e-12 && scores[0].standard_error < 1e-9, "weighted normalisation");

  duel::set set = small();
  const std::vector<double> lengths{1.0, 2.0, 4.0};
  set.add(duel::covariate("length").item({"ash", "birch", "cedar"}).value(lengths));
  CHECK(set.count(DUEL_KIND_COVARIATE) == 1, "covariate");
  duel::fit_options regression;
  regression.with_covariates({"length"}).with_fixed_scores({0.0, 0.0, 0.0});
  CHECK(duel::fit(set, regression).estimate(DUEL_QUANTITY_EFFECTS).values().estimates().size() == 1, "effects");
}

void callbacks() {
  const duel::set set = small();
  int calls = 0;
  duel::fit_options fit;
  fit.with_progress([&](const duel_progress &now) {
    ++calls;
    return now.struct_size == sizeof(duel_progress);
  });
  duel::fit(set, fit);
  CHECK(calls > 0, "progress was called %d times", calls);

  fit.with_progress([](const duel_progress &) { return false; });
  CHECK(thrown([&] { duel::fit(set, fit); }) == DUEL_ERR_CANCELLED, "a callback that stops");

  // An exception of the callback comes out whole, and not through the C frames.
  fit.with_progress([](const duel_progress &) -> bool { throw std::logic_error("mine"); });
  std::string message;
  try {
    duel::fit(set, fit);
  } catch (const std::logic_error &mine) {
    message = mine.what();
  }
  CHECK(message == "mine", "\"%s\"", message.c_str());

  duel::cancel cancel;
  cancel.raise();
  duel::fit_options cancelled;
  cancelled.with_cancel(cancel);
  CHECK(thrown([&] { duel::fit(set, cancelled); }) == DUEL_ERR_CANCELLED, "a raised token");
}

} // namespace

int main() {
  without_rows();
  CHECK(duel::version() == DUEL_VERSION, "%s", duel::version().c_str());
  sets();
  columns();
  streams();
  models();
  options();
  callbacks();
  return checks_end();
}
