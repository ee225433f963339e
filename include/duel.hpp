/* The C++ layer over duel.h: C++11 and up, header only.
 * Written by `cargo xtask interface` from bindings/c/duel.hpp.in and the sources under src/ffi; do not edit it.
 *
 * Same nouns and verbs as the C header, which stays the manual: every constant (DUEL_QUANTITY_SCORES, ...),
 * every field of the option structs and every column of a table means here what it means there. What this layer adds:
 * handles free themselves, errors are thrown as duel::error, results come as vectors.
 *
 * A duel::set and a duel::cancel can be moved, not copied by accident. A duel::model and a
 * duel::bootstrap are immutable and copied by sharing, which costs one counter; each thread may hold
 * a copy of its own. Options that refer to a model, a set or replicates keep a share of them.
 */
#ifndef DUEL_HPP
#define DUEL_HPP

#include "duel.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#if defined(__has_include) && __cplusplus >= 202002L
#if __has_include(<span>)
#include <span>
#define DUEL_HAS_SPAN 1
#endif
#endif

namespace duel {

/* ---- errors ---------------------------------------------------------------------------------- */

/** A call that failed: what() is the library's message, code() the DUEL_ERR_ code. */
class error : public std::runtime_error {
public:
  error(duel_status code, std::int64_t row, const std::string &message)
      : std::runtime_error(message), code_(code), row_(row) {}

  duel_status code() const noexcept { return code_; }
  /** The zero-based row of the data that the error concerns, or -1. */
  std::int64_t row() const noexcept { return row_; }
  const char *name() const noexcept { return duel_status_name(code_); }

private:
  duel_status code_;
  std::int64_t row_;
};

namespace detail {

inline void check(duel_status status) {
  if (status != DUEL_OK) throw error(status, duel_last_error_row(), duel_last_error());
}

/* A struct of zeros that knows its size. */
template <class Facts>
Facts empty() {
  Facts result = Facts();
  result.struct_size = sizeof result;
  return result;
}

/* The last output of a function: a handle, or facts. */
template <class Handle, class... Parameters, class... Arguments>
Handle *made(duel_status (*make)(Parameters...), Arguments... arguments) {
  Handle *out = nullptr;
  check(make(arguments..., &out));
  return out;
}

template <class Facts, class... Parameters, class... Arguments>
Facts facts(duel_status (*ask)(Parameters...), Arguments... arguments) {
  Facts result = empty<Facts>();
  check(ask(arguments..., &result));
  return result;
}

template <class Handle, void (*Free)(Handle *)>
struct deleter {
  void operator()(Handle *handle) const noexcept { Free(handle); }
};

template <class Handle, void (*Free)(Handle *)>
using owner = std::unique_ptr<Handle, deleter<Handle, Free>>;

/* The type of a column whose values are T; integers by width, so that long and long long fit too. */
template <class T>
struct column_type {
  static_assert(std::is_integral<T>::value && !std::is_same<T, bool>::value &&
                    !std::is_same<T, char>::value && sizeof(T) <= 8,
                "a column holds integers, double, const char * or std::string");
  static constexpr std::int32_t value =
      (sizeof(T) == 1   ? DUEL_TYPE_I8
       : sizeof(T) == 2 ? DUEL_TYPE_I16
       : sizeof(T) == 4 ? DUEL_TYPE_I32
                        : DUEL_TYPE_I64) + (std::is_unsigned<T>::value ? 1 : 0);
};
template <>
struct column_type<double> {
  static constexpr std::int32_t value = DUEL_TYPE_F64;
};
template <>
struct column_type<const char *> {
  static constexpr std::int32_t value = DUEL_TYPE_TEXT;
};

/* Names that live as long as any copy of the options that point to them. */
class name_list {
public:
  name_list() = default;
  explicit name_list(const std::vector<std::string> &names)
      : names_(std::make_shared<const std::vector<std::string>>(names)) {
    std::vector<const char *> pointers;
    for (const std::string &name : *names_) pointers.push_back(name.c_str());
    pointers_ = std::make_shared<const std::vector<const char *>>(std::move(pointers));
  }
  const char *const *data() const noexcept { return pointers_->data(); }
  std::size_t size() const noexcept { return pointers_->size(); }

private:
  std::shared_ptr<const std::vector<std::string>> names_;
  std::shared_ptr<const std::vector<const char *>> pointers_;
};

} // namespace detail

/* ---- columns and rows ------------------------------------------------------------------------ */

/** Told now and then by long work; return false to stop it. May throw: the work stops, and the
 * exception comes out of the call that was running. */
using progress = std::function<bool(const duel_progress &)>;

/** One column of data. It borrows the caller's values, which must outlive its use. */
class column {
public:
  column() : raw_(), length_(0) {}

  /** `length` values, `stride` bytes apart (0: contiguous); `base` is the id of the first item. */
  template <class T>
  column(const T *values, std::size_t length, std::ptrdiff_t stride = 0, std::int32_t base = 0)
      : raw_(), length_(length) {
    raw_.data = values;
    raw_.stride = stride;
    raw_.type = detail::column_type<T>::value;
    raw_.base = base;
  }

  template <class T>
  column(const std::vector<T> &values, std::int32_t base = 0)
      : column(values.data(), values.size(), 0, base) {}

  column(const std::vector<std::string> &names) : column() {
    std::vector<const char *> pointers;
    pointers.reserve(names.size());
    for (const std::string &name : names) {
      // A C string would end at the NUL, and two names could become one.
      if (name.find('\0') != std::string::npos) {
        throw error(DUEL_ERR_NAME, static_cast<std::int64_t>(pointers.size()),
                    "a name holds a NUL character: \"" + std::string(name.c_str()) + "\"");
      }
      pointers.push_back(name.c_str());
    }
    keep(std::move(pointers));
  }

  /** Names by their codes: the number of each in `labels`, counted from base; -1 is no judge or no context. */
  template <class T>
  column(const std::vector<T> &codes, const std::vector<std::string> &labels, std::int32_t base = 0)
      : column(codes.data(), codes.size(), 0, base) {
    const column names(labels);
    raw_.labels = static_cast<const char *const *>(names.raw_.data);
    raw_.label_count = names.length_;
    kept_ = names.kept_;
  }

  /** String literals: left({"red", "blue"}). */
  column(std::initializer_list<const char *> names) : column() {
    keep(std::vector<const char *>(names));
  }

#ifdef DUEL_HAS_SPAN
  template <class T, std::size_t Extent>
  column(std::span<T, Extent> values, std::int32_t base = 0)
      : column(static_cast<const T *>(values.data()), values.size(), 0, base) {}
#endif

  // The values of a temporary would be gone before they are read.
  template <class T>
  column(std::vector<T> &&, std::int32_t = 0) = delete;
  template <class T>
  column(std::vector<T> &&, const std::vector<std::string> &, std::int32_t = 0) = delete;
  template <class T>
  column(const std::vector<T> &, std::vector<std::string> &&, std::int32_t = 0) = delete;
  column(std::vector<std::string> &&) = delete;

  const duel_column &raw() const noexcept { return raw_; }
  std::size_t length() const noexcept { return length_; }

private:
  friend class columns;

  void keep(std::vector<const char *> pointers) {
    auto kept = std::make_shared<const std::vector<const char *>>(std::move(pointers));
    raw_.data = kept->data();
    raw_.type = DUEL_TYPE_TEXT;
    length_ = kept->size();
    kept_ = std::move(kept);
  }

  duel_column raw_;
  std::size_t length_;
  std::shared_ptr<const std::vector<const char *>> kept_;
};

/** Shared by duel::rows and duel::covariate: columns of one length. */
class columns {
protected:
  void put(duel_column &place, std::size_t &length, const char *name, const column &values) {
    if (given_ && values.length() != length) {
      throw error(DUEL_ERR_SIZE, -1,
                  std::string("column ") + name + " has " + std::to_string(values.length()) +
                      " values, the columns before it " + std::to_string(length));
    }
    given_ = true;
    length = values.length();
    place = values.raw();
    if (values.kept_) kept_.push_back(values.kept_);
  }

private:
  bool given_ = false;
  std::vector<std::shared_ptr<const std::vector<const char *>>> kept_;
};

/** Rows of comparisons: duel::rows().left(a).right(b).score(s). See duel_rows. */
class rows : private columns {
public:
  rows() : raw_(detail::empty<duel_rows>()) {}

  rows &left(const column &values) { return with(raw_.left, "left", values); }
  rows &right(const column &values) { return with(raw_.right, "right", values); }
  rows &judge(const column &values) { return with(raw_.judge, "judge", values); }
  rows &context(const column &values) { return with(raw_.context, "context", values); }
  rows &cluster(const column &values) { return with(raw_.cluster, "cluster", values); }
  rows &ordered(const column &values) { return with(raw_.ordered, "ordered", values); }
  /// How far left is ahead, -5 to 5: see duel_rows.
  rows &grade(const column &values) { return with(raw_.grade, "grade", values); }
  /** No row has a presentation order. */
  rows &unordered(bool yes = true) {
    raw_.unordered = yes ? 1 : 0;
    return *this;
  }
  rows &score(const column &values) { return with(raw_.score, "score", values); }
  rows &outcome(const column &values) { return with(raw_.outcome, "outcome", values); }
  rows &weight(const column &values) { return with(raw_.weight, "weight", values); }
  rows &wins(const column &values) { return with(raw_.wins, "wins", values); }
  rows &losses(const column &values) { return with(raw_.losses, "losses", values); }
  rows &ties(const column &values) { return with(raw_.ties, "ties", values); }
  rows &both_good(const column &values) { return with(raw_.both_good, "both_good", values); }
  rows &both_bad(const column &values) { return with(raw_.both_bad, "both_bad", values); }
  /** Weights are importance weights, not frequencies. */
  rows &importance(bool yes = true) {
    raw_.importance = yes ? 1 : 0;
    return *this;
  }

  const duel_rows &raw() const noexcept { return raw_; }

private:
  rows &with(duel_column &place, const char *name, const column &values) {
    put(place, raw_.length, name, values);
    return *this;
  }
  duel_rows raw_;
};

/** Rows of scores by task: duel::score_rows().item(a).context(t).score(s). See duel_score_rows. */
class score_rows : private columns {
public:
  score_rows() : raw_(detail::empty<duel_score_rows>()) {}

  score_rows &item(const column &values) { return with(raw_.item, "item", values); }
  score_rows &context(const column &values) { return with(raw_.context, "context", values); }
  score_rows &score(const column &values) { return with(raw_.score, "score", values); }
  score_rows &group(const column &values) { return with(raw_.group, "group", values); }
  score_rows &run(const column &values) { return with(raw_.run, "run", values); }
  score_rows &weight(const column &values) { return with(raw_.weight, "weight", values); }

  const duel_score_rows &raw() const noexcept { return raw_; }

private:
  score_rows &with(duel_column &place, const char *name, const column &values) {
    put(place, raw_.length, name, values);
    return *this;
  }
  duel_score_rows raw_;
};

/** Rows of ballots: duel::ballot_rows().ballot(j).item(a).rank(r). See duel_ballot_rows. */
class ballot_rows : private columns {
public:
  ballot_rows() : raw_(detail::empty<duel_ballot_rows>()) {}

  ballot_rows &ballot(const column &values) { return with(raw_.ballot, "ballot", values); }
  ballot_rows &item(const column &values) { return with(raw_.item, "item", values); }
  ballot_rows &rank(const column &values) { return with(raw_.rank, "rank", values); }
  ballot_rows &judge(const column &values) { return with(raw_.judge, "judge", values); }
  ballot_rows &context(const column &values) { return with(raw_.context, "context", values); }
  ballot_rows &weight(const column &values) { return with(raw_.weight, "weight", values); }

  const duel_ballot_rows &raw() const noexcept { return raw_; }

private:
  ballot_rows &with(duel_column &place, const char *name, const column &values) {
    put(place, raw_.length, name, values);
    return *this;
  }
  duel_ballot_rows raw_;
};

/** Values of one covariate: duel::covariate("length").context(c).item(i).value(x). */
class covariate : private columns {
public:
  explicit covariate(std::string name) : name_(std::move(name)), raw_(detail::empty<duel_covariate>()) {}

  covariate &item(const column &values) { return with(raw_.item, "item", values); }
  covariate &context(const column &values) { return with(raw_.context, "context", values); }
  covariate &judge(const column &values) { return with(raw_.judge, "judge", values); }
  covariate &value(const column &values) { return with(raw_.value, "value", values); }

  duel_covariate raw() const noexcept {
    duel_covariate copy = raw_;
    copy.name = name_.c_str();
    return copy;
  }

private:
  covariate &with(duel_column &place, const char *name, const column &values) {
    put(place, raw_.length, name, values);
    return *this;
  }
  std::string name_;
  duel_covariate raw_;
};

/** Which columns of an Arrow stream hold what; see duel_stream_columns. It borrows the names that it is given. */
struct stream_columns : duel_stream_columns {
  stream_columns() : duel_stream_columns(detail::empty<duel_stream_columns>()) {}

  /** Meanings of the texts of the outcome column. */
  stream_columns &with_answers(const std::vector<std::string> &said, std::vector<std::int32_t> means) {
    if (said.size() != means.size()) {
      throw error(DUEL_ERR_SIZE, -1, "as many answers as meanings must be given");
    }
    kept_answers_ = detail::name_list(said);
    kept_meanings_ = std::make_shared<const std::vector<std::int32_t>>(std::move(means));
    answers = kept_answers_.data();
    meanings = kept_meanings_->data();
    answer_count = said.size();
    return *this;
  }

private:
  detail::name_list kept_answers_;
  std::shared_ptr<const std::vector<std::int32_t>> kept_meanings_;
};

/* ---- results --------------------------------------------------------------------------------- */

/** Values of a column of a table, borrowed from it. */
template <class T>
class column_view {
public:
  column_view(const T *values, std::size_t size) : values_(values), size_(size) {}
  const T *begin() const noexcept { return values_; }
  const T *end() const noexcept { return values_ + size_; }
  std::size_t size() const noexcept { return size_; }
  const T &operator[](std::size_t row) const noexcept { return values_[row]; }

private:
  const T *values_;
  std::size_t size_;
};

namespace detail {

/* The type of a table's column whose values are read as T. */
template <class T>
struct table_type;
template <>
struct table_type<double> {
  static bool fits(std::int32_t type) { return type == DUEL_TYPE_F64; }
  static const char *name() { return "double"; }
};
template <>
struct table_type<std::int64_t> {
  static bool fits(std::int32_t type) { return type == DUEL_TYPE_I64; }
  static const char *name() { return "int64_t"; }
};
template <>
struct table_type<std::uint8_t> {
  static bool fits(std::int32_t type) { return type == DUEL_TYPE_BOOL; }
  static const char *name() { return "uint8_t"; }
};
template <>
struct table_type<std::int32_t> {
  static bool fits(std::int32_t type) { return type == DUEL_TYPE_CODE || type == DUEL_TYPE_FLAGS; }
  static const char *name() { return "int32_t"; }
};

} // namespace detail

/** An estimate with its standard error and the ends of its interval. */
struct estimate {
  double value;
  double standard_error;
  double lower;
  double upper;
};

/** A result with named columns. Move-only; what it lends lives as long as it does. */
class table {
public:
  /** Takes over a table of the C interface. */
  explicit table(duel_table *owned) : handle_(owned) {}

  std::size_t rows() const { return info().rows; }
  std::size_t columns() const { return info().columns; }

  /** Size, title, and what the numbers were computed with. */
  duel_table_facts info() const {
    return detail::facts<duel_table_facts>(duel_table_info, handle_.get());
  }

  /** A column by its place, with its unit, sentence, validity and labels. */
  duel_table_column get(std::size_t place) const & {
    duel_table_column column = detail::empty<duel_table_column>();
    detail::check(duel_table_get(handle_.get(), place, &column));
    return column;
  }
  duel_table_column get(std::size_t place) const && = delete;

  /** A column by its name. */
  duel_table_column get(const char *name) const & {
    std::size_t place = 0;
    detail::check(duel_table_find(handle_.get(), name, &place));
    return get(place);
  }
  duel_table_column get(const char *name) const && = delete;

  /** The values of a column: double, std::int64_t, std::uint8_t (true or false) or std::int32_t (codes and flags). */
  template <class T>
  column_view<T> column(const char *name) const & {
    const duel_table_column found = get(name);
    if (!detail::table_type<T>::fits(found.type)) {
      throw error(DUEL_ERR_ARGUMENT, -1,
                  std::string("column \"") + name + "\" does not hold " + detail::table_type<T>::name());
    }
    return column_view<T>(static_cast<const T *>(found.data), rows());
  }
  template <class T>
  column_view<T> column(const char *name) const && = delete;

  /** The text of a cell, or the label of its code; "" where it is missing. */
  std::string text(const char *name, std::size_t row) const {
    const char *found = duel_table_text(handle_.get(), name, row);
    detail::check(found ? DUEL_OK : duel_last_status());
    return found;
  }

  /** Estimates with their errors and intervals: the table's own, or with a prefix such as "position" another quantity. */
  std::vector<estimate> estimates(const std::string &prefix = std::string()) const {
    const std::string stem = prefix.empty() ? prefix : prefix + "_";
    const auto values = column<double>(prefix.empty() ? "estimate" : prefix.c_str());
    const auto errors = column<double>((stem + "se").c_str());
    const auto lower = column<double>((stem + "lower").c_str()), upper = column<double>((stem + "upper").c_str());
    std::vector<estimate> list;
    list.reserve(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      list.push_back(estimate{values[i], errors[i], lower[i], upper[i]});
    }
    return list;
  }

  /** The table as text for people; `rows` 0: all, `digits` 0: the default. */
  std::string print(std::size_t rows = 0, int digits = 0) const {
    duel_print_options options = detail::empty<duel_print_options>();
    options.digits = digits;
    options.rows = rows;
    std::size_t length = 0;
    detail::check(duel_table_print(handle_.get(), &options, nullptr, 0, &length));
    std::vector<char> text(length);
    detail::check(duel_table_print(handle_.get(), &options, text.data(), text.size(), &length));
    return std::string(text.data());
  }

  /** Whether a cell has a value. */
  bool is_valid(const char *name, std::size_t row) const {
    const std::uint8_t *bits = get(name).validity;
    return !bits || ((bits[row / 8] >> (row % 8)) & 1) != 0;
  }

  /** The table as an Arrow stream of one batch, which outlives the table; call its release. */
  void export_to(struct ArrowArrayStream &out) const { detail::check(duel_table_export(handle_.get(), &out)); }

  const duel_table *raw() const noexcept { return handle_.get(); }

private:
  detail::owner<duel_table, duel_table_free> handle_;
};

/** A table of doubles, row-major. */
struct matrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<double> values;

  double operator()(std::size_t row, std::size_t column) const {
    if (row >= rows || column >= columns) throw std::out_of_range("duel::matrix");
    return values[row * columns + column];
  }
};

/** The probabilities of one comparison; zero for what the model has not. */
struct probability {
  estimate left;
  estimate right;
  estimate tie;
  estimate both_bad;
};

/** The log-likelihood of data under a model. */
struct log_likelihood {
  double value;
  double comparisons;
};

/** One number for each item in place of a covariance matrix, and how well they serve. */
struct quasi_variances {
  std::vector<double> values;
  duel_quasi_facts errors;
};

/** The result of a cross-validation: totals and mean scores, and the fits. */
struct validation {
  duel_validation_facts totals;
  table fits;
};

/** An eigenvalue of a map, and its share in the sum of their absolute values. */
struct eigenvalue {
  double value;
  double share;
};

/** A map of items: items x dimensions, and all eigenvalues, the largest first. */
struct item_map {
  matrix coordinates;
  std::vector<eigenvalue> eigenvalues;
};

/** The same from a kernel, with the gamma that was taken. */
struct kernel_map : item_map {
  double gamma = 0.0;
};

/** A map of items by majorisation, and facts about it. */
struct smacof_map {
  matrix coordinates;
  duel_smacof_facts info;
};

/** Merges in the order of their heights (left_cluster, right_cluster, height, items), and the items from left to
 * right. Items are clusters 0 to n - 1, merge t is cluster n + t. */
struct cluster_tree {
  table merges;
  std::vector<std::int64_t> order;
};

/** The consensus of the judges, and the weight of each of them. */
struct consensus_estimates {
  table estimates;
  std::vector<double> weights;
};

/** Influence values of contexts, and what the predictor says by itself. */
struct influence_values {
  matrix psi;
  matrix plugin;
};

/** Propensities, contexts x pairs; nu of each context; facts. */
struct label_policy {
  matrix propensities;
  std::vector<double> nu;
  duel_policy_facts info;
};

/** The same for a functional, with n times the covariance that is expected of it. */
struct d_optimal_policy : label_policy {
  matrix covariance;
};

namespace detail {

inline matrix sized(std::size_t rows, std::size_t columns) {
  matrix result;
  result.rows = rows;
  result.columns = columns;
  result.values.resize(rows * columns);
  return result;
}

inline estimate read_estimate(const double *four) {
  return estimate{four[0], four[1], four[2], four[3]};
}

inline std::vector<eigenvalue> read_eigenvalues(const std::vector<double> &values, const std::vector<double> &shares) {
  std::vector<eigenvalue> list;
  list.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); i++) list.push_back(eigenvalue{values[i], shares[i]});
  return list;
}

/* Saved bytes are the one result whose size only the library knows: ask, then fill. */
template <class Save>
std::vector<unsigned char> save(Save call) {
  std::size_t length = 0;
  check(call(nullptr, 0, &length));
  std::vector<unsigned char> bytes(length);
  check(call(bytes.data(), bytes.size(), &length));
  return bytes;
}

} // namespace detail

/* ---- handles --------------------------------------------------------------------------------- */

/** A request to stop; raise() is safe from any thread and from a signal handler. */
class cancel {
public:
  cancel() {
    handle_.reset(detail::made<duel_cancel>(duel_cancel_new));
  }

  void raise() const noexcept { duel_cancel_raise(handle_.get()); }
  const duel_cancel *get() const noexcept { return handle_.get(); }

private:
  detail::owner<duel_cancel, duel_cancel_free> handle_;
};

namespace detail {

inline const duel_cancel *token_of(const cancel *token) {
  return token == nullptr ? nullptr : token->get();
}

/* The table that a function hands out last. */
template <class... Parameters, class... Arguments>
table table_of(duel_status (*ask)(Parameters...), Arguments... arguments) {
  return table(made<duel_table>(ask, arguments...));
}

} // namespace detail

/** A set of comparisons. Moved, not copied; copy() makes a second one. */
class set {
public:
  set() {
    handle_.reset(detail::made<duel_set>(duel_set_new));
  }

  /** Take over a handle of the C interface. */
  explicit set(duel_set *owned) noexcept : handle_(owned) {}

  static set load(const void *bytes, std::size_t length) {
    return set(detail::made<duel_set>(duel_set_load, bytes, length));
  }
  static set load(const std::vector<unsigned char> &bytes) {
    return load(bytes.data(), bytes.size());
  }

  set copy() const {
    return set(detail::made<duel_set>(duel_set_copy, handle_.get()));
  }

  set &intern(duel_kind kind, const column &names) {
    if (names.length() > 0 && names.raw().type != DUEL_TYPE_TEXT) {
      throw error(DUEL_ERR_ARGUMENT, -1, "names must be text");
    }
    detail::check(duel_set_intern(handle_.get(), kind,
                                  static_cast<const char *const *>(names.raw().data),
                                  names.length()));
    return *this;
  }
  set &append(const rows &rows) {
    detail::check(duel_set_append(handle_.get(), &rows.raw()));
    return *this;
  }
  /** The rows of an Arrow stream, which is released, also if this throws. */
  set &append(struct ArrowArrayStream &stream, const stream_columns &columns = stream_columns()) {
    detail::check(duel_set_append_stream(handle_.get(), &stream, &columns));
    return *this;
  }
  set &add(const covariate &values) {
    const duel_covariate raw = values.raw();
    detail::check(duel_set_covariate(handle_.get(), &raw));
    return *this;
  }
  set &merge(const set &other) {
    detail::check(duel_set_merge(handle_.get(), other.get()));
    return *this;
  }

  std::vector<unsigned char> save() const {
    return detail::save([this](void *out, std::size_t capacity, std::size_t *length) {
      return duel_set_save(handle_.get(), out, capacity, length);
    });
  }

  std::size_t count(duel_kind kind) const noexcept {
    return duel_set_count(handle_.get(), kind);
  }
  std::string name(duel_kind kind, std::size_t id) const {
    const char *found = duel_set_name(handle_.get(), kind, id);
    if (found == nullptr) throw std::out_of_range("duel::set::name");
    return found;
  }
  std::vector<std::string> names(duel_kind kind) const {
    std::vector<std::string> list;
    for (std::size_t id = 0; id < count(kind); ++id) list.push_back(name(kind, id));
    return list;
  }
  std::size_t find(duel_kind kind, const std::string &name) const {
    std::size_t id = 0;
    detail::check(duel_set_find(handle_.get(), kind, name.c_str(), &id));
    return id;
  }

  /** The rest and the part held out. */
  std::pair<set, set> split(duel_by by, std::size_t folds, std::size_t fold,
                            std::uint64_t seed) const {
    duel_set *rest = nullptr;
    duel_set *held = nullptr;
    detail::check(duel_set_split(handle_.get(), by, folds, fold, seed, &rest, &held));
    return std::pair<set, set>(set(rest), set(held));
  }
  set filter(duel_kind kind, const std::vector<std::size_t> &ids) const {
    return set(detail::made<duel_set>(duel_set_filter, handle_.get(), kind, ids.data(), ids.size()));
  }

  /* Facts about the judges from its votes; the anonymous one is last if there is one. */

  /** Declare that no comparison of a set has a presentation order, for data that were appended or saved without
   * saying so: which item was on the left has no effect from then on, a > b and b < a become one cell, and no
   * statement about positions uses them. See duel_set_forget_order. */
  set &forget_order() {
    detail::check(duel_set_forget_order(handle_.get()));
    return *this;
  }
  /** Facts about a set. See duel_set_info. */
  duel_set_facts info() const {
    return detail::facts<duel_set_facts>(duel_set_info, handle_.get());
  }
  /** The items of a set, in the order of their ids. See duel_set_items. */
  duel::table items() const {
    return detail::table_of(duel_set_items, handle_.get());
  }
  /** The pairs of items that were compared, in the order of their ids. See duel_set_pairs. */
  duel::table pairs() const {
    return detail::table_of(duel_set_pairs, handle_.get());
  }
  /** The cells of a set: its comparisons, added up by context, judge, left and right. See duel_set_cells. */
  duel::table cells() const {
    return detail::table_of(duel_set_cells, handle_.get());
  }
  /** Draw as many units as the set has, with replacement. See duel_set_resample. */
  duel::set resample(duel_by by, std::uint64_t seed) const {
    return duel::set(detail::made<duel_set>(duel_set_resample, handle_.get(), by, seed));
  }
  /** The votes of every judge: how many there are, how often they tie, and how often they take what is shown first.
   * See duel_set_judges. */
  duel::table judges(double level = 0.0) const {
    return detail::table_of(duel_set_judges, handle_.get(), level);
  }
  /** Whether the order of presentation was left to chance. See duel_set_order. */
  duel_order_facts order() const {
    return detail::facts<duel_order_facts>(duel_set_order, handle_.get());
  }
  /** Circular triads of every judge (Kendall and Babington Smith 1940): triples of items whose three pairs all have a
   * majority among the judge's votes, and in which a beats b, b beats c and c beats a. See duel_set_triads. */
  duel::table triads(const duel::cancel *token = nullptr) const {
    return detail::table_of(duel_set_triads, handle_.get(), detail::token_of(token));
  }
  /** Agreement of each judge with the majority of the others on the same pair in the same context. See
   * duel_set_agreement. */
  duel::table agreement(double level = 0.0, const duel::cancel *token = nullptr) const {
    return detail::table_of(duel_set_agreement, handle_.get(), level, detail::token_of(token));
  }
  /** Agreement of any two judges on the same pair in the same context, each two once. See duel_set_agreement_pairs.
   * */
  duel::table agreement_pairs(const duel::cancel *token = nullptr) const {
    return detail::table_of(duel_set_agreement_pairs, handle_.get(), detail::token_of(token));
  }
  /** Krippendorff's alpha: how reliable the judges are together, and without each of them. See duel_set_krippendorff.
   * */
  duel::table krippendorff(duel_alpha metric = DUEL_ALPHA_NOMINAL, duel_orientation orientation =
      DUEL_ORIENTATION_BOTH, double level = 0.0, const duel::cancel *token = nullptr) const {
    return detail::table_of(duel_set_krippendorff, handle_.get(), metric, orientation, level,
        detail::token_of(token));
  }

  duel_set *get() noexcept { return handle_.get(); }
  const duel_set *get() const noexcept { return handle_.get(); }

private:
  detail::owner<duel_set, duel_set_free> handle_;
};

/* ---- options --------------------------------------------------------------------------------- */

class model;
class bootstrap;

namespace detail {

std::shared_ptr<const duel_bootstrap> kept(const bootstrap &from);

/* The fields of a struct of options, zero at first, and what watches the work. */
template <class Self, class Raw>
struct watched : Raw {
  watched() : Raw() { this->struct_size = sizeof(Raw); }

  Self &with_cancel(const duel::cancel &token) {
    this->cancel = token.get();
    return static_cast<Self &>(*this);
  }
  Self &with_progress(duel::progress call) {
    on_progress = std::move(call);
    return static_cast<Self &>(*this);
  }

  /** Wins over the C fields progress and user. */
  duel::progress on_progress;
};

} // namespace detail

/** How to fit. The fields of duel_model_options, zero at first. */
struct fit_options : detail::watched<fit_options, duel_model_options> {
  fit_options &with_covariates(const std::vector<std::string> &values) {
    kept_covariates_ = detail::name_list(values);
    covariates = kept_covariates_.data();
    covariate_count = kept_covariates_.size();
    return *this;
  }
  fit_options &with_fixed_scores(std::vector<double> values) {
    kept_fixed_scores_ = std::make_shared<const std::vector<double>>(std::move(values));
    fixed_scores = kept_fixed_scores_->data();
    fixed_count = kept_fixed_scores_->size();
    return *this;
  }
  /** The options keep a share of it, or a copy as it is now. */
  fit_options &with_start(const duel::model &from);
  fit_options &with_offsets(const std::vector<std::string> &values) {
    kept_offsets_ = detail::name_list(values);
    offsets = kept_offsets_.data();
    offset_count = kept_offsets_.size();
    return *this;
  }
  fit_options &with_sensitivity_covariates(const std::vector<std::string> &values) {
    kept_sensitivity_covariates_ = detail::name_list(values);
    sensitivity_covariates = kept_sensitivity_covariates_.data();
    sensitivity_covariate_count = kept_sensitivity_covariates_.size();
    return *this;
  }
  fit_options &with_interactions(const std::vector<std::string> &values) {
    kept_interactions_ = detail::name_list(values);
    interactions = kept_interactions_.data();
    interaction_count = kept_interactions_.size();
    return *this;
  }

private:
  // Shared and constant, so that copies of the options point to memory that lives.
  detail::name_list kept_covariates_;
  std::shared_ptr<const std::vector<double>> kept_fixed_scores_;
  std::shared_ptr<const duel_model> kept_start_;
  detail::name_list kept_offsets_;
  detail::name_list kept_sensitivity_covariates_;
  detail::name_list kept_interactions_;
};

/** How to infer. The fields of duel_inference_options, zero at first. */
struct inference_options : detail::watched<inference_options, duel_inference_options> {
  inference_options &with_weights(std::vector<double> values) {
    kept_weights_ = std::make_shared<const std::vector<double>>(std::move(values));
    weights = kept_weights_->data();
    weight_count = kept_weights_->size();
    return *this;
  }
  /** The options keep a share of it, or a copy as it is now. */
  inference_options &with_contexts(const duel::set &from);
  /** The options keep a share of it, or a copy as it is now. */
  inference_options &with_bootstrap(const duel::bootstrap &from);

private:
  // Shared and constant, so that copies of the options point to memory that lives.
  std::shared_ptr<const std::vector<double>> kept_weights_;
  std::shared_ptr<const duel_set> kept_contexts_;
  std::shared_ptr<const duel_bootstrap> kept_bootstrap_;
};

/** The folds that are held out. The fields of duel_validation_options, zero at first. */
struct validation_options : detail::watched<validation_options, duel_validation_options> {};

/** How to bootstrap. The fields of duel_bootstrap_options, zero at first. */
struct bootstrap_options : detail::watched<bootstrap_options, duel_bootstrap_options> {};

/** How claims are attacked. The fields of duel_fragility_options, zero at first. */
struct fragility_options : detail::watched<fragility_options, duel_fragility_options> {};

/** How to scale by majorisation. The fields of duel_smacof_options, zero at first. */
struct smacof_options : detail::watched<smacof_options, duel_smacof_options> {};

/** From where on a judge stands out in duel_model_judges, and which items are its own. The fields of
 * duel_judge_options, zero at first. */
struct judge_options : duel_judge_options {
  judge_options() : duel_judge_options() { struct_size = sizeof(duel_judge_options); }
  judge_options &with_item_families(std::vector<std::int32_t> values) {
    kept_item_families_ = std::make_shared<const std::vector<std::int32_t>>(std::move(values));
    item_families = kept_item_families_->data();
    item_count = kept_item_families_->size();
    return *this;
  }
  judge_options &with_judge_families(std::vector<std::int32_t> values) {
    kept_judge_families_ = std::make_shared<const std::vector<std::int32_t>>(std::move(values));
    judge_families = kept_judge_families_->data();
    judge_count = kept_judge_families_->size();
    return *this;
  }

private:
  // Shared and constant, so that copies of the options point to memory that lives.
  std::shared_ptr<const std::vector<std::int32_t>> kept_item_families_;
  std::shared_ptr<const std::vector<std::int32_t>> kept_judge_families_;
};

/** Options of the search for judges that depart from the others. The fields of duel_outlier_options, zero at first.
 * */
struct outlier_options : detail::watched<outlier_options, duel_outlier_options> {};

/** Options of duel_set_together, duel_set_worth, duel_set_families and duel_set_effective. The fields of
 * duel_together_options, zero at first. */
struct together_options : detail::watched<together_options, duel_together_options> {};

/** How bounds under selection are computed. The fields of duel_selection_options, zero at first. */
struct selection_options : duel_selection_options {
  selection_options() : duel_selection_options() { struct_size = sizeof(duel_selection_options); }
  selection_options &with_answered(std::vector<double> values) {
    kept_answered_ = std::make_shared<const std::vector<double>>(std::move(values));
    answered = kept_answered_->data();
    answered_count = kept_answered_->size();
    return *this;
  }
  selection_options &with_claims(std::vector<std::int32_t> values) {
    kept_claims_ = std::make_shared<const std::vector<std::int32_t>>(std::move(values));
    claims = kept_claims_->data();
    claim_count = kept_claims_->size();
    return *this;
  }

private:
  // Shared and constant, so that copies of the options point to memory that lives.
  std::shared_ptr<const std::vector<double>> kept_answered_;
  std::shared_ptr<const std::vector<std::int32_t>> kept_claims_;
};

/** How contrasts are tested. The fields of duel_test_options, zero at first. */
struct test_options : duel_test_options {
  test_options() : duel_test_options() { struct_size = sizeof(duel_test_options); }
  test_options &with_null(std::vector<double> values) {
    kept_null_ = std::make_shared<const std::vector<double>>(std::move(values));
    null = kept_null_->data();
    null_count = kept_null_->size();
    return *this;
  }

private:
  // Shared and constant, so that copies of the options point to memory that lives.
  std::shared_ptr<const std::vector<double>> kept_null_;
};

/** How pairs are tested. The fields of duel_pair_options, zero at first. */
struct pair_options : duel_pair_options {
  pair_options() : duel_pair_options() { struct_size = sizeof(duel_pair_options); }
};

/** The choices that make a model of ballots. The fields of duel_ranking_options, zero at first. */
struct ranking_options : detail::watched<ranking_options, duel_ranking_options> {};

/** The choices that make means of a board. The fields of duel_board_options, zero at first. */
struct board_options : duel_board_options {
  board_options() : duel_board_options() { struct_size = sizeof(duel_board_options); }
};

/** How ranks are asked for. The fields of duel_rank_set_options, zero at first. */
struct rank_set_options : duel_rank_set_options {
  rank_set_options() : duel_rank_set_options() { struct_size = sizeof(duel_rank_set_options); }
};

/** How to average over ranks of disagreement. The fields of duel_rank_average_options, zero at first. */
struct rank_average_options : duel_rank_average_options {
  rank_average_options() : duel_rank_average_options() { struct_size = sizeof(duel_rank_average_options); }
};

/** Settings that are fixed before the first look, and saved with a monitor. The fields of duel_monitor_options, zero
 * at first. */
struct monitor_options : duel_monitor_options {
  monitor_options() : duel_monitor_options() { struct_size = sizeof(duel_monitor_options); }
};

/** The budget for labels, and its bounds. The fields of duel_policy_options, zero at first. */
struct policy_options : detail::watched<policy_options, duel_policy_options> {};

/** Which comparisons to ask for next. The fields of duel_next_options, zero at first. */
struct next_options : detail::watched<next_options, duel_next_options> {};

/** A sequential probability ratio test. The fields of duel_sprt_options, zero at first. */
struct sprt_options : duel_sprt_options {
  sprt_options() : duel_sprt_options() { struct_size = sizeof(duel_sprt_options); }
};

/** The question about two items on the same tasks. The fields of duel_paired_options, zero at first. */
struct paired_options : duel_paired_options {
  paired_options() : duel_paired_options() { struct_size = sizeof(duel_paired_options); }
};

/** The question about differences. The fields of duel_exact_options, zero at first. */
struct exact_options : detail::watched<exact_options, duel_exact_options> {};

/** A comparison of two items on the same units, before there are data. The fields of duel_plan_options, zero at
 * first. */
struct plan_options : duel_plan_options {
  plan_options() : duel_plan_options() { struct_size = sizeof(duel_plan_options); }
};

/** The functionals to be estimated: the fields of duel_gars_options, zero at first, and lists that own their memory. */
struct gars_options : duel_gars_options {
  gars_options(std::size_t item_count, std::size_t category_count,
               std::vector<std::int32_t> functionals_asked)
      : duel_gars_options(),
        kept_functionals_(
            std::make_shared<const std::vector<std::int32_t>>(std::move(functionals_asked))) {
    struct_size = sizeof(duel_gars_options);
    items = item_count;
    categories = category_count;
    functionals = kept_functionals_->data();
    functional_count = kept_functionals_->size();
  }

  /** One for each functional. */
  gars_options &with_variants(std::vector<std::int32_t> values) {
    if (values.size() != functional_count) {
      throw error(DUEL_ERR_SIZE, -1,
                  std::to_string(values.size()) + " variants of " +
                      std::to_string(functional_count) + " functionals");
    }
    kept_variants_ = std::make_shared<const std::vector<std::int32_t>>(std::move(values));
    variants = kept_variants_->data();
    return *this;
  }
  /** The scores of the items shown first and second in every category. */
  gars_options &with_weights(std::vector<double> of_first, std::vector<double> of_second) {
    if (of_first.size() != categories || of_second.size() != categories) {
      throw error(DUEL_ERR_SIZE, -1, "weights must be " + std::to_string(categories) + " each");
    }
    kept_first_ = std::make_shared<const std::vector<double>>(std::move(of_first));
    kept_second_ = std::make_shared<const std::vector<double>>(std::move(of_second));
    first = kept_first_->data();
    second = kept_second_->data();
    return *this;
  }
  /** Rankings of Kemeny: all items, from first to last. */
  gars_options &with_rankings(const std::vector<std::vector<std::int32_t>> &values) {
    std::vector<std::int32_t> all;
    for (const std::vector<std::int32_t> &ranking : values) {
      if (ranking.size() != items) {
        throw error(DUEL_ERR_SIZE, -1, "a ranking must be of all items");
      }
      all.insert(all.end(), ranking.begin(), ranking.end());
    }
    kept_rankings_ = std::make_shared<const std::vector<std::int32_t>>(std::move(all));
    rankings = kept_rankings_->data();
    ranking_count = values.size();
    return *this;
  }

private:
  std::shared_ptr<const std::vector<std::int32_t>> kept_functionals_;
  std::shared_ptr<const std::vector<std::int32_t>> kept_variants_;
  std::shared_ptr<const std::vector<std::int32_t>> kept_rankings_;
  std::shared_ptr<const std::vector<double>> kept_first_;
  std::shared_ptr<const std::vector<double>> kept_second_;
};

/** Contexts with what is predicted and what was labelled:
 * duel::gars_contexts(n).mu(m).context(c).first(j).second(k).category(y).propensity(p).
 * It borrows the caller's values, which must outlive its use. See duel_gars_contexts. */
class gars_contexts : private columns {
public:
  explicit gars_contexts(std::size_t length) : raw_() {
    raw_.struct_size = sizeof raw_;
    raw_.length = length;
  }

  /** n x K x K x C, row-major. */
  gars_contexts &mu(const std::vector<double> &values) {
    raw_.mu = values.data();
    mu_size_ = values.size();
    return *this;
  }
  gars_contexts &judge(const std::vector<double> &values) {
    raw_.judge = values.data();
    judge_size_ = values.size();
    return *this;
  }
  /** n x K x K, of all pairs. */
  gars_contexts &propensities(const std::vector<double> &values) {
    raw_.propensities = values.data();
    propensities_size_ = values.size();
    return *this;
  }
  /** Weights of the contexts in groups, n x groups, row-major. */
  gars_contexts &groups(const std::vector<double> &values) {
    raw_.groups = values.data();
    groups_size_ = values.size();
    return *this;
  }
  /** Numbers known of the contexts, n x count, row-major, for the second-order correction. */
  gars_contexts &features(const std::vector<double> &values, std::size_t count) {
    raw_.features = values.data();
    raw_.feature_count = count;
    features_size_ = values.size();
    return *this;
  }
  gars_contexts &features(std::vector<double> &&, std::size_t) = delete;
  gars_contexts &groups(std::vector<double> &&) = delete;
  gars_contexts &mu(std::vector<double> &&) = delete;
  gars_contexts &judge(std::vector<double> &&) = delete;
  gars_contexts &propensities(std::vector<double> &&) = delete;

  gars_contexts &context(const column &values) { return with(raw_.context, "context", values); }
  gars_contexts &first(const column &values) { return with(raw_.first, "first", values); }
  gars_contexts &second(const column &values) { return with(raw_.second, "second", values); }
  gars_contexts &category(const column &values) { return with(raw_.category, "category", values); }
  gars_contexts &propensity(const column &values) {
    return with(raw_.propensity, "propensity", values);
  }
  gars_contexts &weight(const column &values) { return with(raw_.weight, "weight", values); }
  /** One for each context. */
  gars_contexts &cluster(const column &values) { return each(raw_.cluster, "cluster", values); }
  /** One for each context, for the second-order correction; nuisance::folds has those of learners. */
  gars_contexts &fold(const column &values) { return each(raw_.fold, "fold", values); }
  /** Several labels of one pair of a context are averaged. */
  gars_contexts &replicates(bool yes = true) {
    raw_.replicates = yes ? 1 : 0;
    return *this;
  }
  gars_contexts &threads(std::int32_t count) {
    raw_.threads = count;
    return *this;
  }
  gars_contexts &with_cancel(const duel::cancel &token) {
    raw_.cancel = token.get();
    return *this;
  }
  gars_contexts &with_progress(duel::progress call) {
    on_progress_ = std::move(call);
    return *this;
  }

  std::size_t length() const noexcept { return raw_.length; }
  const duel_gars_contexts &raw() const noexcept { return raw_; }
  const duel::progress &on_progress() const noexcept { return on_progress_; }

  /** Throws unless tables have the sizes that so many items, categories and groups need. */
  void check(std::size_t items, std::size_t categories, std::size_t group_count = 0) const {
    check_size("groups", raw_.groups, groups_size_, raw_.length * group_count);
    check_size("features", raw_.features, features_size_, raw_.length * raw_.feature_count);
    const std::size_t pairs = raw_.length * items * items;
    check_size("mu", raw_.mu, mu_size_, pairs * categories);
    check_size("judge", raw_.judge, judge_size_, pairs * categories);
    check_size("propensities", raw_.propensities, propensities_size_, pairs);
  }

private:
  gars_contexts &with(duel_column &place, const char *name, const column &values) {
    put(place, raw_.labels, name, values);
    return *this;
  }
  gars_contexts &each(duel_column &place, const char *name, const column &values) {
    if (values.length() != raw_.length) {
      throw error(DUEL_ERR_SIZE, -1,
                  std::string("column ") + name + " has " + std::to_string(values.length()) + " values for " +
                      std::to_string(raw_.length) + " contexts");
    }
    place = values.raw();
    return *this;
  }
  static void check_size(const char *name, const double *values, std::size_t size,
                         std::size_t wanted) {
    if (values != nullptr && size != wanted) {
      throw error(DUEL_ERR_SIZE, -1,
                  std::string(name) + " has " + std::to_string(size) + " values, not " +
                      std::to_string(wanted));
    }
  }

  duel_gars_contexts raw_;
  std::size_t groups_size_ = 0;
  std::size_t features_size_ = 0;
  std::size_t mu_size_ = 0;
  std::size_t judge_size_ = 0;
  std::size_t propensities_size_ = 0;
  duel::progress on_progress_;
};

/** How to learn: the fields of duel_nuisance_options, zero at first, and tables that own their memory. */
struct nuisance_options : duel_nuisance_options {
  nuisance_options(std::size_t item_count, std::size_t category_count) : duel_nuisance_options() {
    struct_size = sizeof(duel_nuisance_options);
    items = item_count;
    categories = category_count;
  }

  /** Contexts x features. */
  nuisance_options &with_features(const matrix &values) {
    kept_features_ = std::make_shared<const std::vector<double>>(values.values);
    features = kept_features_->data();
    feature_count = values.columns;
    return *this;
  }
  /** Contexts x (K K count). */
  nuisance_options &with_predictions(const matrix &values, std::size_t count) {
    kept_predictions_ = std::make_shared<const std::vector<double>>(values.values);
    predictions = kept_predictions_->data();
    prediction_count = count;
    return *this;
  }
  /** Throws unless tables have the sizes that so many contexts need. */
  void check(std::size_t contexts) const {
    const std::size_t have = kept_features_ ? kept_features_->size() : 0;
    const std::size_t predicted = kept_predictions_ ? kept_predictions_->size() : 0;
    if (have != contexts * feature_count) {
      throw error(DUEL_ERR_SIZE, -1, "features must be one row for each context");
    }
    if (predicted != contexts * items * items * prediction_count) {
      throw error(DUEL_ERR_SIZE, -1, "predictions must be one row for each context");
    }
  }

private:
  std::shared_ptr<const std::vector<double>> kept_features_;
  std::shared_ptr<const std::vector<double>> kept_predictions_;
};

namespace detail {

/* Carries a C++ callback through the C interface: an exception may not cross it, so it waits here
 * until the call is back. */
class relay {
public:
  explicit relay(const progress &call) : call_(call) {}

  template <class Options>
  void attach(Options &options) {
    if (call_) {
      options.progress = &relay::forward;
      options.user = this;
    }
  }
  void finish(duel_status status) {
    std::exception_ptr thrown;
    std::swap(thrown, thrown_);
    if (thrown) std::rethrow_exception(thrown);
    check(status);
  }

private:
  static int forward(const duel_progress *now, void *user) {
    relay *self = static_cast<relay *>(user);
    try {
      return self->call_(*now) ? 0 : 1;
    } catch (...) {
      self->thrown_ = std::current_exception();
      return 1;
    }
  }
  const progress &call_;
  std::exception_ptr thrown_;
};

/* The same for a function of the values of a quantity. */
template <class Call>
class function_relay {
public:
  function_relay(const Call &call, std::size_t count) : call_(call), count_(count) {}

  static int forward(const double *values, std::size_t n, double *out, double *gradient,
                     void *user) {
    function_relay *self = static_cast<function_relay *>(user);
    try {
      self->call(std::vector<double>(values, values + n), out, gradient);
      return 0;
    } catch (...) {
      self->thrown_ = std::current_exception();
      return 1;
    }
  }
  duel_status finish(duel_status status) {
    if (thrown_) std::rethrow_exception(thrown_);
    return status;
  }

private:
  void call(const std::vector<double> &values, double *out, double *gradient) {
    std::vector<double> result(count_);
    matrix derivatives;
    if (gradient != nullptr) {
      derivatives.rows = count_;
      derivatives.columns = values.size();
      derivatives.values.assign(gradient, gradient + count_ * values.size());
    }
    call_(values, result, gradient != nullptr ? &derivatives : nullptr);
    if (result.size() != count_ ||
        (gradient != nullptr && derivatives.values.size() != count_ * values.size())) {
      throw error(DUEL_ERR_SIZE, -1, "the function changed the number of its values");
    }
    std::copy(result.begin(), result.end(), out);
    if (gradient != nullptr) {
      std::copy(derivatives.values.begin(), derivatives.values.end(), gradient);
    }
  }
  const Call &call_;
  std::size_t count_;
  std::exception_ptr thrown_;
};

/* Runs a call with contexts, which carry their own callback. */
template <class Call>
void run_contexts(const gars_contexts &contexts, Call call) {
  relay relay(contexts.on_progress());
  duel_gars_contexts local(contexts.raw());
  relay.attach(local);
  relay.finish(call(&local));
}

template <class Options, class Call>
void run(const Options &options, Call call) {
  relay relay(options.on_progress);
  typename std::remove_const<Options>::type local(options);
  relay.attach(local);
  relay.finish(call(&local));
}

/* As run, for a call that hands out a table. */
template <class Options, class Call>
table tabulate_by(const Options &options, Call call) {
  duel_table *out = nullptr;
  owner<duel_table, duel_table_free> held;
  run(options, [&](const Options *how) {
    const duel_status status = call(how, &out);
    held.reset(out);
    return status;
  });
  return table(held.release());
}

/* As run, for a function that takes options and hands out a table last. */
template <class Options, class... Parameters, class... Arguments>
table tabulate(const Options &options, duel_status (*ask)(Parameters...), Arguments... arguments) {
  return tabulate_by(options, [&](const Options *how, duel_table **out) { return ask(arguments..., how, out); });
}

/* The same for facts. */
template <class Facts, class Options, class... Parameters, class... Arguments>
Facts facts(const Options &options, duel_status (*ask)(Parameters...), Arguments... arguments) {
  Facts result = empty<Facts>();
  run(options, [&](const Options *how) { return ask(arguments..., how, &result); });
  return result;
}

} // namespace detail

/** A smooth function of the values of a quantity. It may throw: the exception comes out of the call. */
using function = std::function<double(const std::vector<double> &values)>;

/** Several, whose values go to `out`, which has their number. Where `gradient` is not null it is
 * functions x values, full of NaN: write the derivatives you know. */
using functions = std::function<void(const std::vector<double> &values, std::vector<double> &out,
                                     matrix *gradient)>;

/* ---- estimates ------------------------------------------------------------------------------- */

/** Values with their errors, which somebody else estimated: the fields of duel_given, and lists that own their memory.
 * Give one of with_covariance, with_se and with_pair_se. */
struct given : duel_given {
  explicit given(std::vector<double> list) : duel_given(detail::empty<duel_given>()) {
    values = keep(std::move(list));
    value_count = kept_.back()->size();
  }

  given &with_names(const std::vector<std::string> &list) {
    need(list.size(), value_count, "names");
    kept_names_ = detail::name_list(list);
    names = kept_names_.data();
    return *this;
  }
  /** Row-major. */
  given &with_covariance(std::vector<double> list) {
    need(list.size(), value_count * value_count, "covariance");
    covariance = keep(std::move(list));
    return *this;
  }
  given &with_se(std::vector<double> list) {
    need(list.size(), value_count, "se");
    se = keep(std::move(list));
    return *this;
  }
  /** Row-major. */
  given &with_pair_se(std::vector<double> list) {
    need(list.size(), value_count * value_count, "pair_se");
    pair_se = keep(std::move(list));
    return *this;
  }

private:
  static void need(std::size_t found, std::size_t wanted, const char *name) {
    if (found != wanted) {
      throw error(DUEL_ERR_SIZE, -1, std::string(name) + " has " + std::to_string(found) + " elements, not " +
                                         std::to_string(wanted));
    }
  }
  const double *keep(std::vector<double> list) {
    kept_.push_back(std::make_shared<const std::vector<double>>(std::move(list)));
    return kept_.back()->data();
  }

  std::vector<std::shared_ptr<const std::vector<double>>> kept_;
  detail::name_list kept_names_;
};

/** A claim about the order of items: see duel_claim. Lists own their memory. */
struct claim : duel_claim {
  /** The first is above the second by more than `by`; a negative number: not worse by as much. */
  static claim above(std::size_t first, std::size_t second, double by = 0.0) {
    claim made(DUEL_CLAIM_ABOVE);
    made.first = first;
    made.second = second;
    made.by = by;
    return made;
  }
  /** The two differ by less than `within`. */
  static claim parity(std::size_t first, std::size_t second, double within) {
    claim made = above(first, second, within);
    made.claim_kind = DUEL_CLAIM_PARITY;
    return made;
  }
  /** The item is among the k best; chosen, with k = 1: it was chosen because it leads. */
  static claim top(std::size_t item, std::size_t k, bool chosen = false) {
    claim made(DUEL_CLAIM_TOP);
    made.first = item;
    made.k = k;
    made.is_chosen = chosen ? 1 : 0;
    return made;
  }
  /** Each item is above the next. */
  static claim order(std::vector<std::size_t> list) {
    claim made(DUEL_CLAIM_ORDER);
    made.items = made.keep(std::move(list), made.item_count);
    return made;
  }
  /** Each of the first is above each of the second. */
  static claim groups(std::vector<std::size_t> upper, std::vector<std::size_t> lower) {
    claim made(DUEL_CLAIM_GROUPS);
    made.items = made.keep(std::move(upper), made.item_count);
    made.others = made.keep(std::move(lower), made.other_count);
    return made;
  }

private:
  explicit claim(duel_claim_kind kind) : duel_claim(detail::empty<duel_claim>()) { claim_kind = kind; }

  const std::size_t *keep(std::vector<std::size_t> list, std::size_t &count) {
    count = list.size();
    kept_.push_back(std::make_shared<const std::vector<std::size_t>>(std::move(list)));
    return kept_.back()->data();
  }

  std::vector<std::shared_ptr<const std::vector<std::size_t>>> kept_;
};

/** Estimates of a quantity of a model or of a functional, and what is asked of them. Copies share; where the options
 * have on_progress, one thread asks at a time. Weights are row-major, one row for each contrast. */
class estimates {
public:
  /** Estimates of values that somebody else estimated. See duel_estimate_new. */
  explicit estimates(const given &values, const inference_options &options = inference_options())
      : estimates(options, [&](const duel_inference_options *how, duel_estimate **out) {
          return duel_estimate_new(&values, how, out);
        }) {}

  /** A verdict about a candidate, a table of one row. See duel_estimate_gate. */
  table gate(std::size_t candidate, std::size_t baseline, duel_want want = DUEL_WANT_BETTER, double margin = 0.0) const {
    duel_gate asked = detail::empty<duel_gate>();
    asked.candidate = candidate;
    asked.baseline = baseline;
    asked.want = want;
    asked.margin = margin;
    return ask([&](const duel_estimate *of, duel_table **out) { return duel_estimate_gate(of, &asked, out); });
  }
  /** Claims about the order of items, judged jointly. See duel_estimate_claims. */
  table claims(const std::vector<claim> &list) const {
    const std::vector<duel_claim> plain(list.begin(), list.end());
    return ask([&](const duel_estimate *of, duel_table **out) {
      return duel_estimate_claims(of, plain.data(), plain.size(), out);
    });
  }

  table contrasts(const std::vector<double> &weights) const {
    return ask([&](const duel_estimate *of, duel_table **out) {
      return duel_estimate_contrasts(of, weights.data(), rows_of(weights), out);
    });
  }
#ifdef DUEL_HAS_SPAN
  table contrasts(std::span<const double> weights) const {
    return contrasts(std::vector<double>(weights.begin(), weights.end()));
  }
#endif
  table tests(const std::vector<double> &weights, const test_options &options = test_options()) const {
    return ask([&](const duel_estimate *of, duel_table **out) {
      return duel_estimate_tests(of, weights.data(), rows_of(weights), &options, out);
    });
  }
  /** `null` is empty, for zeros, or one value for each contrast. */
  table tests(const std::vector<double> &weights, duel_adjustment adjustment,
              const std::vector<double> &null = {}) const {
    test_options options;
    options.adjustment = adjustment;
    if (!null.empty()) options.with_null(null);
    return tests(weights, options);
  }
  table pairs(duel_family family, duel_adjustment adjustment = DUEL_ADJUST_SINGLE_STEP, std::size_t reference = 0) const {
    pair_options options;
    options.family = family;
    options.adjustment = adjustment;
    options.reference = reference;
    return pairs(options);
  }
  table rank_sets(const std::vector<std::size_t> &items, duel_side side, bool one_by_one = false, std::size_t top = 0,
                  bool single_step = false) const {
    rank_set_options options;
    options.side = side;
    options.one_by_one = one_by_one ? 1 : 0;
    options.single_step = single_step ? 1 : 0;
    options.top = top;
    return rank_sets(items, options);
  }
  /** Evidence at all looks; `null` is empty, for zeros, or one value for each contrast. */
  table e_values(const std::vector<double> &weights, const std::vector<double> &null = {}) const {
    if (!null.empty() && null.size() != rows_of(weights)) {
      throw error(DUEL_ERR_SIZE, -1, "null has " + std::to_string(null.size()) + " values, not one for each contrast");
    }
    return ask([&](const duel_estimate *of, duel_table **out) {
      return duel_estimate_e_values(of, weights.data(), rows_of(weights), null.empty() ? nullptr : null.data(), out);
    });
  }
  matrix covariance() const {
    const std::size_t size = info().values;
    matrix result = detail::sized(size, size);
    finish(duel_estimate_covariance(state_->handle.get(), result.values.data(), result.values.size()));
    return result;
  }
  matrix contrast_covariance(const std::vector<double> &weights) const {
    const std::size_t count = rows_of(weights);
    matrix result = detail::sized(count, count);
    finish(duel_estimate_contrast_covariance(state_->handle.get(), weights.data(), count, result.values.data(),
                                             result.values.size()));
    return result;
  }

  /** Values x ranks, of estimates of one value for each item. */
  matrix rank_probabilities() const {
    const std::size_t size = info().values;
    matrix result = detail::sized(size, size);
    finish(duel_estimate_rank_probabilities(state_->handle.get(), result.values.data(), result.values.size()));
    return result;
  }
  matrix superiority() const {
    const std::size_t size = info().values;
    matrix result = detail::sized(size, size);
    finish(duel_estimate_superiority(state_->handle.get(), result.values.data(), result.values.size()));
    return result;
  }
  duel::quasi_variances quasi_variances() const {
    duel::quasi_variances result = {std::vector<double>(info().values), detail::empty<duel_quasi_facts>()};
    finish(duel_estimate_quasi_variances(state_->handle.get(), result.values.data(), result.values.size(),
                                         &result.errors));
    return result;
  }

  /** The strengths of one judge, of estimates of DUEL_QUANTITY_STRENGTHS. See duel_estimate_judge. */
  estimates judge(std::size_t judge) const {
    return estimates(state_->options, [&](const duel_inference_options *, duel_estimate **out) {
      return duel_estimate_judge(state_->handle.get(), judge, out);
    });
  }

  /** The ratio of two values of an estimate, with the interval of the delta method and the set of Fieller (1954),
   * which holds its level where the denominator is not far from zero and may then be no interval. See
   * duel_estimate_ratio. */
  duel_ratio_facts ratio(std::int32_t numerator, std::int32_t denominator) const {
    duel_ratio_facts result = detail::empty<duel_ratio_facts>();
    finish(duel_estimate_ratio(state_->handle.get(), numerator, denominator, &result));
    return result;
  }
  /** Facts about an estimate. See duel_estimate_info. */
  duel_estimate_facts info() const {
    duel_estimate_facts result = detail::empty<duel_estimate_facts>();
    finish(duel_estimate_info(state_->handle.get(), &result));
    return result;
  }
  /** Every value with its standard error and interval, by the delta method from the covariance of the parameters, or
   * from replicates. See duel_estimate_values. */
  duel::table values() const {
    return ask([&](const duel_estimate *of, duel_table **out) { return duel_estimate_values(of, out); });
  }
  /** Two-sided tests that pairs of items have equal scores, or values of one functional, adjusted for their number.
   * See duel_estimate_pairs. */
  duel::table pairs(const duel::pair_options &options = duel::pair_options()) const {
    return ask([&](const duel_estimate *of, duel_table **out) { return duel_estimate_pairs(of, &options, out); });
  }
  /** Ranks of scores, or of the values of one functional, with ranges. See duel_estimate_ranks. */
  duel::table ranks() const {
    return ask([&](const duel_estimate *of, duel_table **out) { return duel_estimate_ranks(of, out); });
  }
  /** Groups of items without significant differences, as duel_model_compact_letters, of any estimate: of scores, of
   * values of one functional, of values that somebody else estimated. See duel_estimate_compact_letters. */
  duel::table compact_letters() const {
    return ask([&](const duel_estimate *of, duel_table **out) { return duel_estimate_compact_letters(of, out); });
  }
  /** Tiers of items, as duel_model_tiers, of any estimate. See duel_estimate_tiers. */
  duel::table tiers(duel_tiering by, double value) const {
    return ask([&](const duel_estimate *of, duel_table **out) { return duel_estimate_tiers(of, by, value, out); });
  }
  /** The distributions of ranks in a few numbers, as duel_model_rank_summary, of any estimate. See
   * duel_estimate_rank_summary. */
  duel::table rank_summary() const {
    return ask([&](const duel_estimate *of, duel_table **out) { return duel_estimate_rank_summary(of, out); });
  }
  /** The value of the item that came first: the best of many is overrated by its own estimate. See
   * duel_estimate_winner. */
  duel_winner_facts winner(const std::vector<std::size_t> &items = {}, std::size_t rank = 0) const {
    duel_winner_facts result = detail::empty<duel_winner_facts>();
    finish(duel_estimate_winner(state_->handle.get(), items.empty() ? nullptr : items.data(), items.size(), rank,
        &result));
    return result;
  }
  /** Ranks that items may have (Mogstad, Romano, Shaikh and Wilhelm 2024): narrower than the simultaneous ranges of
   * duel_estimate_ranks: for one item, for one side, or by a step-down procedure. See duel_estimate_rank_sets. */
  duel::table rank_sets(const std::vector<std::size_t> &items = {}, const duel::rank_set_options &options =
      duel::rank_set_options()) const {
    return ask([&](const duel_estimate *of, duel_table **out) { return duel_estimate_rank_sets(of, items.empty() ?
        nullptr : items.data(), items.size(), &options, out); });
  }
  /** The part that each rank of disagreement has in an estimate of duel_model_average. See
   * duel_estimate_averaged_ranks. */
  duel::table averaged_ranks() const {
    return ask([&](const duel_estimate *of, duel_table **out) { return duel_estimate_averaged_ranks(of, out); });
  }
  /** Ranks that items may have by each of some judges, all at once: duel_estimate_rank_sets judge by judge, each of K
   * judges at level^(1/K), which together are at least as sure as the level (the Gaussian correlation inequality,
   * Royen 2014); of one side at 1 - (1 - level) / K. See duel_estimate_judge_ranks. */
  duel::table judge_ranks(const std::vector<std::size_t> &judges = {}, const duel::rank_set_options &options =
      duel::rank_set_options()) const {
    return ask([&](const duel_estimate *of, duel_table **out) { return duel_estimate_judge_ranks(of, judges.empty() ?
        nullptr : judges.data(), judges.size(), &options, out); });
  }
  /** Pairs of items that judges have in another order than the consensus. See duel_estimate_reversals. */
  duel::table reversals(const std::vector<std::size_t> &judges = {}) const {
    return ask([&](const duel_estimate *of, duel_table **out) { return duel_estimate_reversals(of, judges.empty() ?
        nullptr : judges.data(), judges.size(), out); });
  }
  /** Pairs of items that all of some judges have in the same order, and how many judges have each order. See
   * duel_estimate_unanimous. */
  duel::table unanimous(const std::vector<std::size_t> &judges = {}) const {
    return ask([&](const duel_estimate *of, duel_table **out) { return duel_estimate_unanimous(of, judges.empty() ?
        nullptr : judges.data(), judges.size(), out); });
  }

  const duel_estimate *get() const noexcept { return state_->handle.get(); }

private:
  friend class model;
  friend class gars;
  friend class monitor;
  friend class board;
  friend class ranking;

  /* The callback of the options lives beside the estimate that calls it. */
  struct state {
    explicit state(const inference_options &asked) : options(asked), relay(options.on_progress) {}
    inference_options options;
    detail::relay relay;
    detail::owner<duel_estimate, duel_estimate_free> handle;
  };

  template <class Make>
  estimates(const inference_options &options, Make make) : state_(std::make_shared<state>(options)) {
    state_->relay.attach(state_->options);
    duel_estimate *out = nullptr;
    const duel_status status = make(static_cast<const duel_inference_options *>(&state_->options), &out);
    state_->handle.reset(out);
    state_->relay.finish(status);
  }

  void finish(duel_status status) const { state_->relay.finish(status); }

  template <class Call>
  table ask(Call call) const {
    duel_table *out = nullptr;
    const duel_status status = call(state_->handle.get(), &out);
    detail::owner<duel_table, duel_table_free> held;
    held.reset(out);
    finish(status);
    return table(held.release());
  }

  /* How many contrasts so many weights are. */
  std::size_t rows_of(const std::vector<double> &weights) const {
    const std::size_t width = info().values;
    if (width == 0 || weights.size() % width != 0) {
      throw error(DUEL_ERR_SIZE, -1,
                  std::to_string(weights.size()) + " weights are not rows of " + std::to_string(width));
    }
    return weights.size() / width;
  }

  std::shared_ptr<state> state_;
};

/* ---- boards ---------------------------------------------------------------------------------- */

/** Scores of items on tasks. One thread at a time while it grows; then any number of readers. */
class board {
public:
  board() : handle_(detail::made<duel_board>(duel_board_new)) {}
  /** Take over a handle of the C interface. */
  explicit board(duel_board *owned) noexcept : handle_(owned) {}

  board &append(const score_rows &rows) {
    detail::check(duel_board_append(handle_.get(), &rows.raw()));
    return *this;
  }
  /** The mean score of each item, as an estimate. See duel_board_estimate. */
  duel::estimates estimate(const board_options &options = board_options(),
                           const inference_options &inference = inference_options()) const {
    return duel::estimates(inference, [&](const duel_inference_options *how, duel_estimate **out) {
      return duel_board_estimate(handle_.get(), &options, how, out);
    });
  }

  /** How much a board has. See duel_board_info. */
  duel_board_facts facts() const {
    return detail::facts<duel_board_facts>(duel_board_info, handle_.get());
  }
  /** The names of a board, as those of a set without comparisons: items, tasks (its contexts), groups (its clusters)
   * and runs (its judges). See duel_board_names. */
  duel::set names() const {
    return duel::set(detail::made<duel_set>(duel_board_names, handle_.get()));
  }
  /** How much of an item's error comes from runs and how much from tasks, by moments (Miller 2024): more runs, or
   * more tasks? Tasks count the same, and groups are ignored. See duel_board_variance. */
  duel::table variance() const {
    return detail::table_of(duel_board_variance, handle_.get());
  }

  const duel_board *get() const noexcept { return handle_.get(); }

private:
  detail::owner<duel_board, duel_board_free> handle_;
};

/* ---- ballots -------------------------------------------------------------------------------- */

/** A fitted model of ballots. It does not change; several threads may read it. */
class ranking {
public:
  /** Take over a handle of the C interface. */
  explicit ranking(duel_ranking *owned) noexcept : handle_(owned) {}

  /** The strengths of the items, as an estimate. See duel_ranking_estimate. */
  duel::estimates estimate(const inference_options &inference = inference_options()) const {
    return duel::estimates(inference, [&](const duel_inference_options *how, duel_estimate **out) {
      return duel_ranking_estimate(handle_.get(), how, out);
    });
  }

  /** Facts about a model of ballots. See duel_ranking_info. */
  duel_ranking_facts facts() const {
    return detail::facts<duel_ranking_facts>(duel_ranking_info, handle_.get());
  }
  /** The board: every item with its strength, interval, rank and range of ranks, and how often it was shown, put
   * first and put last. See duel_ranking_scores. */
  duel::table scores(const duel::inference_options &options = duel::inference_options()) const {
    return detail::tabulate(options, duel_ranking_scores, handle_.get());
  }
  /** Effects beside the strengths: of positions against their mean, of ties (the logarithm of delta), and of
   * covariates, with intervals. See duel_ranking_effects. */
  duel::table effects(const duel::inference_options &options = duel::inference_options()) const {
    return detail::tabulate(options, duel_ranking_effects, handle_.get());
  }

  const duel_ranking *get() const noexcept { return handle_.get(); }

private:
  detail::owner<duel_ranking, duel_ranking_free> handle_;
};

/** Ballots that show two items or more and order some of them. One thread at a time while they grow; then any number of
 *  readers. */
class ballots {
public:
  ballots() : handle_(detail::made<duel_ballots>(duel_ballots_new)) {}
  /** Take over a handle of the C interface. */
  explicit ballots(duel_ballots *owned) noexcept : handle_(owned) {}

  ballots &append(const ballot_rows &rows) {
    detail::check(duel_ballots_append(handle_.get(), &rows.raw()));
    return *this;
  }
  /** Set a covariate of the items as they were shown: a number of every row. See duel_ballots_covariate. */
  ballots &covariate(const std::string &name, const std::vector<double> &values) {
    detail::check(duel_ballots_covariate(handle_.get(), name.c_str(), values.data(), values.size()));
    return *this;
  }

  /** Fit the model of Plackett and Luce. Throws duel::error: DUEL_ERR_NOT_IDENTIFIED where strengths are infinite. See
   * duel_ballots_fit. */
  ranking fit(const ranking_options &options = ranking_options()) const {
    duel_ranking *made = nullptr;
    detail::run(options, [&](const duel_ranking_options *how) {
      return duel_ballots_fit(handle_.get(), how, &made);
    });
    return ranking(made);
  }

  /** How much ballots have. See duel_ballots_info. */
  duel_ballots_facts facts() const {
    return detail::facts<duel_ballots_facts>(duel_ballots_info, handle_.get());
  }
  /** The names of ballots, as those of a set without comparisons: items, judges, contexts and ballots (its clusters).
   * See duel_ballots_names. */
  duel::set names() const {
    return duel::set(detail::made<duel_set>(duel_ballots_names, handle_.get()));
  }

  const duel_ballots *get() const noexcept { return handle_.get(); }

private:
  detail::owner<duel_ballots, duel_ballots_free> handle_;
};

/* ---- monitors -------------------------------------------------------------------------------- */

/** What has been established of all pairs of items, at all looks together. One thread at a time while it looks. */
class monitor {
public:
  explicit monitor(const monitor_options &options = monitor_options()) {
    const duel_monitor_options *asked = &options;
    handle_.reset(detail::made<duel_monitor>(duel_monitor_new, asked));
  }
  /** Take over a handle of the C interface. */
  explicit monitor(duel_monitor *owned) noexcept : handle_(owned) {}

  static monitor load(const std::vector<unsigned char> &bytes) {
    return monitor(detail::made<duel_monitor>(duel_monitor_load, bytes.data(), bytes.size()));
  }
  std::vector<unsigned char> save() const {
    return detail::save([this](void *out, std::size_t capacity, std::size_t *length) {
      return duel_monitor_save(handle_.get(), out, capacity, length);
    });
  }

  /** At the scores of all data so far. */
  monitor &look(const estimates &at) { return look_at(at, nullptr); }
  /** The same, with the comparisons since the last look where evidence is exact. */
  monitor &look(const estimates &at, const set &batch) { return look_at(at, batch.get()); }

  /** The evidence of all looks together on pairs of items. See duel_monitor_pairs. */
  duel::table pairs() const {
    return detail::table_of(duel_monitor_pairs, handle_.get());
  }
  /** Ranks with ranges that hold for all items at all looks together. See duel_monitor_ranks. */
  duel::table ranks() const {
    return detail::table_of(duel_monitor_ranks, handle_.get());
  }
  /** Facts about a monitor. See duel_monitor_info. */
  duel_monitor_facts info() const {
    return detail::facts<duel_monitor_facts>(duel_monitor_info, handle_.get());
  }

  const duel_monitor *get() const noexcept { return handle_.get(); }

private:
  monitor &look_at(const estimates &at, const duel_set *batch) {
    at.finish(duel_monitor_look(handle_.get(), at.state_->handle.get(), batch));
    return *this;
  }

  detail::owner<duel_monitor, duel_monitor_free> handle_;
};

/* ---- models ---------------------------------------------------------------------------------- */

/** A fitted model: immutable, safe to read from any number of threads, copied by sharing. */
class model {
public:
  /** Take over a handle of the C interface. */
  explicit model(duel_model *owned) noexcept : handle_(owned) {}

  model(const model &other) {
    duel_model *shared = nullptr;
    detail::check(duel_model_share(other.get(), &shared));
    handle_.reset(shared);
  }
  model(model &&) noexcept = default;
  model &operator=(model other) noexcept {
    handle_ = std::move(other.handle_);
    return *this;
  }

  static model load(const void *bytes, std::size_t length) {
    return model(detail::made<duel_model>(duel_model_load, bytes, length));
  }
  static model load(const std::vector<unsigned char> &bytes) {
    return load(bytes.data(), bytes.size());
  }
  std::vector<unsigned char> save() const {
    return detail::save([this](void *out, std::size_t capacity, std::size_t *length) {
      return duel_model_save(handle_.get(), out, capacity, length);
    });
  }

  /** The data of the model, as a set of its own; its cells are shared, not copied. */
  duel::set data() const {
    return duel::set(detail::made<duel_set>(duel_set_copy, duel_model_set(handle_.get())));
  }

  /** A quantity: DUEL_QUANTITY_SCORES, ... */
  matrix table(duel_quantity what) const {
    matrix result = shape(what);
    result.values.resize(result.rows * result.columns);
    detail::check(duel_model_get(handle_.get(), what, result.values.data(), result.values.size()));
    return result;
  }

  /** Of a quantity: values, contrasts, tests, ranks, covariance. */
  duel::estimates estimate(duel_quantity quantity,
                           const inference_options &options = inference_options()) const {
    return duel::estimates(options, [&](const duel_inference_options *how, duel_estimate **out) {
      return duel_model_estimate(handle_.get(), quantity, how, out);
    });
  }

  /** The same over ranks of disagreement, which are fitted anew. See duel_model_average. */
  duel::estimates average(duel_quantity quantity, const rank_average_options &options = rank_average_options(),
                          const inference_options &inference = inference_options()) const {
    return duel::estimates(inference, [&](const duel_inference_options *how, duel_estimate **out) {
      return duel_model_average(handle_.get(), quantity, &options, how, out);
    });
  }

  std::vector<probability> probabilities(
      const rows &rows, const inference_options &options = inference_options()) const {
    // The library writes both bad only where it is an outcome.
    const std::size_t width = outcomes() > 3 ? 16 : 12;
    std::vector<double> out(width * rows.raw().length);
    detail::run(options, [&](const duel_inference_options *how) {
      return duel_model_predict(handle_.get(), &rows.raw(), how, out.data(), out.size());
    });
    std::vector<probability> list;
    list.reserve(rows.raw().length);
    for (std::size_t i = 0; i < out.size(); i += width) {
      list.push_back(probability{detail::read_estimate(&out[i]), detail::read_estimate(&out[i + 4]),
                                 detail::read_estimate(&out[i + 8]),
                                 width > 12 ? detail::read_estimate(&out[i + 12]) : duel::estimate()});
    }
    return list;
  }

  duel::log_likelihood log_likelihood(const duel::set &data) const {
    duel::log_likelihood result = {0.0, 0.0};
    detail::check(
        duel_model_log_likelihood(handle_.get(), data.get(), &result.value, &result.comparisons));
    return result;
  }

  /* Profile likelihood, and functions by the delta method. */

  duel::table profile(duel_quantity quantity, const inference_options &options = inference_options()) const {
    return profile_of(quantity, nullptr, count(quantity), options);
  }
  /** `weights` is row-major, one row of weights for each contrast. */
  duel::table profile(duel_quantity quantity, const std::vector<double> &weights,
                      const inference_options &options = inference_options()) const {
    return profile_of(quantity, weights.data(), rows_of(quantity, weights.size()), options);
  }

  duel::estimate function(duel_quantity quantity, const duel::function &call,
                          const inference_options &options = inference_options()) const {
    const auto one = [&call](const std::vector<double> &values, std::vector<double> &out, matrix *) {
      out[0] = call(values);
    };
    return functions_of(quantity, 1, one, options, nullptr).estimates()[0];
  }
  /** `covariance`, if given, receives that of the functions. */
  duel::table functions(duel_quantity quantity, std::size_t count, const duel::functions &call,
                        const inference_options &options = inference_options(), matrix *covariance = nullptr) const {
    return functions_of(quantity, count, call, options, covariance);
  }

  /* Who is best, and what would settle it. */

  /** Row i: that item i has rank 1, 2, ... */
  matrix rank_probabilities(const inference_options &options = inference_options()) const {
    const std::size_t items = count(DUEL_QUANTITY_SCORES);
    matrix result = detail::sized(items, items);
    detail::run(options, [&](const duel_inference_options *how) {
      return duel_model_rank_probabilities(handle_.get(), how, result.values.data(), result.values.size());
    });
    return result;
  }

  matrix superiority(const inference_options &options = inference_options()) const {
    const std::size_t items = count(DUEL_QUANTITY_SCORES);
    matrix result = detail::sized(items, items);
    detail::run(options, [&](const duel_inference_options *how) {
      return duel_model_superiority(handle_.get(), how, result.values.data(), result.values.size());
    });
    return result;
  }

  /** `gaps` is empty, for the estimated differences, or one for each pair; `power` 0 is 0.8. */
  duel::table more_comparisons(
      const std::vector<std::pair<std::size_t, std::size_t>> &pairs,
      const std::vector<double> &gaps = {}, double power = 0.0,
      const inference_options &options = inference_options()) const {
    check_length("gaps", gaps.size(), pairs.size());
    std::vector<std::size_t> items;
    items.reserve(2 * pairs.size());
    for (const std::pair<std::size_t, std::size_t> &pair : pairs) {
      items.push_back(pair.first);
      items.push_back(pair.second);
    }
    return detail::tabulate_by(options, [&](const duel_inference_options *how, duel_table **out) {
      return duel_model_more_comparisons(handle_.get(), items.data(), pairs.size(), gaps.empty() ? nullptr : gaps.data(),
                                         power, how, out);
    });
  }

  duel::quasi_variances quasi_variances(
      const inference_options &options = inference_options()) const {
    duel::quasi_variances result = {std::vector<double>(count(DUEL_QUANTITY_SCORES)),
                                    detail::empty<duel_quasi_facts>()};
    detail::run(options, [&](const duel_inference_options *how) {
      return duel_model_quasi_variances(handle_.get(), how, result.values.data(), result.values.size(),
                                        &result.errors);
    });
    return result;
  }

  /* How well the model fits and predicts. */

  /** How often the item of the row beats that of the column (DUEL_OUTCOME_LEFT), ties with it (DUEL_OUTCOME_TIE), or is
   * called bad with it (DUEL_OUTCOME_BOTH_BAD). */
  matrix match_matrix(duel_matrix what = DUEL_MATRIX_PREDICTED,
                      duel_outcome outcome = DUEL_OUTCOME_LEFT,
                      const inference_options &options = inference_options()) const {
    const std::size_t items = count(DUEL_QUANTITY_SCORES);
    matrix result = detail::sized(items, items);
    detail::run(options, [&](const duel_inference_options *how) {
      return duel_model_match_matrix(handle_.get(), what, outcome, how, result.values.data(), result.values.size());
    });
    return result;
  }

  /** Row u: the values of the quantity without unit u, less the values. */
  matrix influence_changes(duel_quantity what, duel_by by,
                           const inference_options &options = inference_options()) const {
    const duel_model_facts facts = info();
    matrix result;
    result.rows = by == DUEL_BY_JUDGE ? facts.judges : facts.contexts;
    if (by == DUEL_BY_CLUSTER) result.rows += facts.clusters;
    result.columns = count(what);
    result.values.resize(result.rows * result.columns);
    detail::run(options, [&](const duel_inference_options *how) {
      return duel_model_influence_changes(handle_.get(), what, by, how, result.values.data(),
                                          result.values.size());
    });
    return result;
  }

  /* The judges. */

  /** The points of a curve for each of the judges; `values` is points x covariates. */
  duel::table sensitivities(const std::vector<std::uint32_t> &judges, const matrix &values,
                            const inference_options &options = inference_options()) const {
    const std::size_t covariates = shape(DUEL_QUANTITY_SENSITIVITY_SLOPES).columns;
    if (values.columns != covariates || values.values.size() != values.rows * covariates) {
      throw error(DUEL_ERR_SIZE, -1,
                  "values must be " + std::to_string(values.rows) + " x " +
                      std::to_string(covariates));
    }
    return detail::tabulate(options, duel_model_sensitivities, handle_.get(), judges.data(), judges.size(),
                            values.values.data(), values.rows);
  }

  /** DUEL_CONSENSUS_MEAN, ... */
  consensus_estimates consensus(duel_consensus which,
                                const inference_options &options = inference_options()) const {
    std::vector<double> weights(info().judges);
    duel::table items =
        detail::tabulate_by(options, [&](const duel_inference_options *how, duel_table **out) {
          return duel_model_consensus(handle_.get(), which, how, out, weights.data(), weights.size());
        });
    return consensus_estimates{std::move(items), std::move(weights)};
  }

  /** How few votes it takes to turn pairs round; `pairs` are two items each, the higher first, empty: all neighbours. */
  duel::table fragility(const std::vector<std::size_t> &pairs = {},
                        const fragility_options &options = fragility_options()) const {
    if (pairs.size() % 2 != 0) throw error(DUEL_ERR_SIZE, -1, "pairs are two items each");
    return detail::tabulate(options, duel_model_fragility, handle_.get(), pairs.empty() ? nullptr : pairs.data(),
                            pairs.size() / 2);
  }

  /** The very votes whose change turns pairs round; the arguments are those of fragility(). */
  duel::table fragile_votes(const std::vector<std::size_t> &pairs = {},
                            const fragility_options &options = fragility_options()) const {
    if (pairs.size() % 2 != 0) throw error(DUEL_ERR_SIZE, -1, "pairs are two items each");
    return detail::tabulate(options, duel_model_fragile_votes, handle_.get(), pairs.empty() ? nullptr : pairs.data(),
                            pairs.size() / 2);
  }

  /* The items among each other. */

  /** DUEL_DISTANCE_SCORES, ... of all pairs of items. */
  matrix distances(duel_distance what, const inference_options &options = inference_options()) const {
    const std::size_t items = count(DUEL_QUANTITY_SCORES);
    matrix result = detail::sized(items, items);
    detail::run(options, [&](const duel_inference_options *how) {
      return duel_model_distances(handle_.get(), what, how, result.values.data(), result.values.size());
    });
    return result;
  }

  /* Beyond the fit. */

  /** A model at given parameters, in the order of DUEL_QUANTITY_PARAMETERS. */
  static model given(const duel::set &data, const std::vector<double> &parameters,
                     const fit_options &options = fit_options()) {
    return model(detail::made<duel_model>(duel_model_given, data.get(), parameters.data(), parameters.size(),
                                          &options));
  }

#ifdef DUEL_HAS_SPAN
  /** The same quantity into the caller's memory. */
  void table(duel_quantity what, std::span<double> out) const {
    detail::check(duel_model_get(handle_.get(), what, out.data(), out.size()));
  }
#endif

  /** Facts about the fit. See duel_model_info. */
  duel_model_facts info() const {
    return detail::facts<duel_model_facts>(duel_model_info, handle_.get());
  }
  /** Remarks of a careful statistician on these data and this model (presentation order tied to the items, judges
   * whose answers follow the position, judges at the boundary, repeated contexts, near-separated items, ...). See
   * duel_model_warnings. */
  duel::table warnings() const {
    return detail::table_of(duel_model_warnings, handle_.get());
  }
  /** Every item: bits DUEL_FIT_ that concern it, and the comparisons that the model used. See duel_model_items. */
  duel::table items() const {
    return detail::table_of(duel_model_items, handle_.get());
  }
  /** Every judge of the model, the anonymous one last: bits DUEL_FIT_ that concern it, and the comparisons that the
   * model used. See duel_model_voters. */
  duel::table voters() const {
    return detail::table_of(duel_model_voters, handle_.get());
  }
  /** The distinct optima that the starts of a fit met. See duel_model_optima. */
  duel::table optima() const {
    return detail::table_of(duel_model_optima, handle_.get());
  }
  /** The leaderboard: every item with its score, interval, rank, range of ranks, and comparisons. See
   * duel_model_scores. */
  duel::table scores(const duel::inference_options &options = duel::inference_options()) const {
    return detail::tabulate(options, duel_model_scores, handle_.get());
  }
  /** Of every item its effective number of comparisons, beside the number it had: the number n of independent neutral
   * comparisons with an average opponent, whose score is known, that would give the standard error s of its
   * difference from the mean of the other items, n = 1 / (s^2 w). See duel_model_effective_comparisons. */
  duel::table effective_comparisons(const duel::inference_options &options = duel::inference_options()) const {
    return detail::tabulate(options, duel_model_effective_comparisons, handle_.get());
  }
  /** The distributions of the ranks of duel_model_rank_probabilities in a few numbers. See duel_model_rank_summary.
   * */
  duel::table rank_summary(const duel::inference_options &options = duel::inference_options()) const {
    return detail::tabulate(options, duel_model_rank_summary, handle_.get());
  }
  /** Groups of items without significant differences (the compact letter display of Piepho 2004). See
   * duel_model_compact_letters. */
  duel::table compact_letters(const duel::inference_options &options = duel::inference_options()) const {
    return detail::tabulate(options, duel_model_compact_letters, handle_.get());
  }
  /** Information criteria, deviance and Pearson's X^2 of a model. See duel_model_criteria. */
  duel_criteria_facts criteria() const {
    return detail::facts<duel_criteria_facts>(duel_model_criteria, handle_.get());
  }
  /** How well a model predicts the comparisons of a set. See duel_model_accuracy. */
  duel_accuracy_facts accuracy() const {
    return detail::facts<duel_accuracy_facts>(duel_model_accuracy, handle_.get(), nullptr);
  }
  /** How well a model predicts the comparisons of a set. See duel_model_accuracy. */
  duel_accuracy_facts accuracy(const duel::set &set) const {
    return detail::facts<duel_accuracy_facts>(duel_model_accuracy, handle_.get(), set.get());
  }
  /** Predicted and observed scores side by side, for a reliability diagram. See duel_model_calibration. */
  duel::table calibration(std::size_t bins = 0) const {
    return detail::table_of(duel_model_calibration, handle_.get(), nullptr, bins);
  }
  /** Predicted and observed scores side by side, for a reliability diagram. See duel_model_calibration. */
  duel::table calibration(const duel::set &set, std::size_t bins = 0) const {
    return detail::table_of(duel_model_calibration, handle_.get(), set.get(), bins);
  }
  /** Count circular triads (Kendall and Babington Smith 1940), and simulate how many the model expects. See
   * duel_model_triads. */
  duel_triads_facts triads(std::size_t replicates = 0, const duel::inference_options &options =
      duel::inference_options()) const {
    return detail::facts<duel_triads_facts>(options, duel_model_triads, handle_.get(), replicates);
  }
  /** Metrics of the predictions of a model: of its own comparisons, or of others held out. See duel_model_metrics. */
  duel_metrics_facts metrics(duel_by by = DUEL_BY_PAIR) const {
    return detail::facts<duel_metrics_facts>(duel_model_metrics, handle_.get(), nullptr, by);
  }
  /** Metrics of the predictions of a model: of its own comparisons, or of others held out. See duel_model_metrics. */
  duel_metrics_facts metrics(const duel::set &set, duel_by by = DUEL_BY_PAIR) const {
    return detail::facts<duel_metrics_facts>(duel_model_metrics, handle_.get(), set.get(), by);
  }
  /** The metrics of single outcomes: wins, losses and, under a model of ties, ties, and both bad where it is an
   * outcome. See duel_model_metrics_by_outcome. */
  duel::table metrics_by_outcome(duel_by by = DUEL_BY_PAIR) const {
    return detail::table_of(duel_model_metrics_by_outcome, handle_.get(), nullptr, by);
  }
  /** The metrics of single outcomes: wins, losses and, under a model of ties, ties, and both bad where it is an
   * outcome. See duel_model_metrics_by_outcome. */
  duel::table metrics_by_outcome(const duel::set &set, duel_by by = DUEL_BY_PAIR) const {
    return detail::table_of(duel_model_metrics_by_outcome, handle_.get(), set.get(), by);
  }
  /** Marginal rates: how often every item won, lost and tied against all others, as observed and as the model expects
   * of the same comparisons. See duel_model_marginals. */
  duel::table marginals() const {
    return detail::table_of(duel_model_marginals, handle_.get(), nullptr);
  }
  /** Marginal rates: how often every item won, lost and tied against all others, as observed and as the model expects
   * of the same comparisons. See duel_model_marginals. */
  duel::table marginals(const duel::set &set) const {
    return detail::table_of(duel_model_marginals, handle_.get(), set.get());
  }
  /** Does the model fit? Data are drawn from it, the model is fitted to each, and the distance of the data from the
   * model is compared with those. See duel_model_goodness. */
  duel_goodness_facts goodness(std::size_t replicates = 0, const duel::inference_options &options =
      duel::inference_options()) const {
    return detail::facts<duel_goodness_facts>(options, duel_model_goodness, handle_.get(), replicates);
  }
  /** Residuals: what was seen against what the model expects at its estimate. See duel_model_residuals. */
  duel::table residuals(duel_by by, const duel::inference_options &options = duel::inference_options()) const {
    return detail::tabulate(options, duel_model_residuals, handle_.get(), by);
  }
  /** The influence of every context or judge on a fit: how much of it depends on a single one, and how the estimates
   * would change without it. See duel_model_influence. */
  duel::table influence(duel_by by, const duel::inference_options &options = duel::inference_options()) const {
    return detail::tabulate(options, duel_model_influence, handle_.get(), by);
  }
  /** Differences of the scores of items that follow one another in the order of the scores, from the best down, with
   * intervals and two-sided tests. See duel_model_adjacent. */
  duel::table adjacent_differences(const duel::inference_options &options = duel::inference_options()) const {
    return detail::tabulate(options, duel_model_adjacent, handle_.get());
  }
  /** Tiers of the items of a model, in the order of their scores. See duel_model_tiers. */
  duel::table tiers(duel_tiering by, double value, const duel::inference_options &options = duel::inference_options())
      const {
    return detail::tabulate(options, duel_model_tiers, handle_.get(), by, value);
  }
  /** Equivalence of items: the differences of all pairs with their intervals, the nearest first; unidentified pairs
   * come last. See duel_model_equivalence. */
  duel::table equivalence(double margin = 0.0, const duel::inference_options &options = duel::inference_options())
      const {
    return detail::tabulate(options, duel_model_equivalence, handle_.get(), margin);
  }
  /** Self-preference: does a judge favour items of its own family (its maker, say) beyond what the model expects?
   * Give every judge and item a family of its own for self-preference in the narrow sense. See
   * duel_model_self_preference. */
  duel::table self_preference(const std::vector<std::int32_t> &item_families, const std::vector<std::int32_t>
      &judge_families, const duel::inference_options &options = duel::inference_options()) const {
    return detail::tabulate(options, duel_model_self_preference, handle_.get(), item_families.data(),
        item_families.size(), judge_families.data(), judge_families.size());
  }
  /** The judge report: numbers and verdicts for every judge of a model, in one call. See duel_model_judges. */
  duel::table judges(const duel::judge_options &judge_options = duel::judge_options(), const duel::inference_options
      &options = duel::inference_options()) const {
    return detail::tabulate(options, duel_model_judges, handle_.get(), &judge_options);
  }
  /** Which judges do not vote like the others, and how: for each an e-value against voting as the model expects at
   * the parameters that the others alone have. See duel_model_outliers. */
  duel::table outliers(const duel::outlier_options &options = duel::outlier_options()) const {
    return detail::tabulate(options, duel_model_outliers, handle_.get());
  }
  /** The comparisons that a fitted model would learn most from: pairs of its items, chosen one after the other, each
   * given those before (greedily, by the expected information of a comparison in all parameters of the model,
   * whatever its outcomes, ties and judges). See duel_model_next. */
  duel::table next_comparisons(const duel::next_options &options = duel::next_options()) const {
    return detail::tabulate(options, duel_model_next, handle_.get());
  }
  /** Draw data from a model: the comparisons of a design, answered anew. See duel_model_simulate. */
  duel::set simulate(std::uint64_t seed) const {
    return duel::set(detail::made<duel_set>(duel_model_simulate, handle_.get(), nullptr, seed));
  }
  /** Draw data from a model: the comparisons of a design, answered anew. See duel_model_simulate. */
  duel::set simulate(const duel::set &design, std::uint64_t seed) const {
    return duel::set(detail::made<duel_set>(duel_model_simulate, handle_.get(), design.get(), seed));
  }

  const duel_model *get() const noexcept { return handle_.get(); }

private:
  friend class bootstrap; // whose quantities have the model's shapes

  matrix shape(duel_quantity what) const {
    matrix result;
    detail::check(duel_model_shape(handle_.get(), what, &result.rows, &result.columns));
    return result;
  }
  std::size_t count(duel_quantity what) const {
    const matrix result = shape(what);
    return result.rows * result.columns;
  }

  /* How many contrasts so many weights are. */
  std::size_t rows_of(duel_quantity what, std::size_t length) const {
    const std::size_t width = count(what);
    if (width == 0 || length % width != 0) {
      throw error(DUEL_ERR_SIZE, -1,
                  std::to_string(length) + " weights are not rows of " + std::to_string(width));
    }
    return length / width;
  }
  static void check_length(const char *name, std::size_t length, std::size_t wanted) {
    if (length != 0 && length != wanted) {
      throw error(DUEL_ERR_SIZE, -1,
                  std::string(name) + " has " + std::to_string(length) + " values, not " +
                      std::to_string(wanted));
    }
  }

  duel::table profile_of(duel_quantity quantity, const double *weights, std::size_t rows,
                         const inference_options &options) const {
    return detail::tabulate(options, duel_model_profile, handle_.get(), quantity, weights, rows);
  }

  template <class Call>
  duel::table functions_of(duel_quantity quantity, std::size_t count, const Call &call,
                           const inference_options &options, matrix *covariance) const {
    matrix result = detail::sized(count, count);
    detail::function_relay<Call> relay(call, count);
    duel::table out = detail::tabulate_by(options, [&](const duel_inference_options *how, duel_table **table) {
      return relay.finish(duel_model_function(handle_.get(), quantity, &detail::function_relay<Call>::forward, &relay,
                                              count, how, table, result.values.data(), result.values.size()));
    });
    if (covariance != nullptr) *covariance = std::move(result);
    return out;
  }

  std::size_t outcomes() const {
    return static_cast<std::size_t>(info().outcomes);
  }

  detail::owner<duel_model, duel_model_free> handle_;
};

/** Replicates of a model: immutable, copied by sharing. */
class bootstrap {
public:
  explicit bootstrap(const duel::model &of, const bootstrap_options &options = bootstrap_options())
      : model_(of) {
    duel_bootstrap *made = nullptr;
    detail::run(options, [&](const duel_bootstrap_options *how) {
      return duel_bootstrap_new(of.get(), how, &made);
    });
    handle_.reset(made, duel_bootstrap_free);
  }

  /** A quantity, one row for each replicate with an estimate: DUEL_QUANTITY_SCORES, ... */
  matrix table(duel_quantity what, const inference_options &options = inference_options()) const {
    matrix result;
    result.rows = facts().used;
    result.columns = model_.count(what);
    result.values.resize(result.rows * result.columns);
    detail::run(options, [&](const duel_inference_options *how) {
      return duel_bootstrap_get(handle_.get(), what, how, result.values.data(), result.values.size());
    });
    return result;
  }

  /** How many replicates there are, and why some have no estimate. See duel_bootstrap_info. */
  duel_bootstrap_facts facts() const {
    return detail::facts<duel_bootstrap_facts>(duel_bootstrap_info, handle_.get());
  }

  const duel_bootstrap *get() const noexcept { return handle_.get(); }

private:
  friend std::shared_ptr<const duel_bootstrap> detail::kept(const bootstrap &from);

  duel::model model_;
  std::shared_ptr<duel_bootstrap> handle_;
};

namespace detail {

/* What options keep of an object: a share, or of a set a copy as it is now. */
inline std::shared_ptr<const duel_set> kept(const set &from) {
  duel_set *copy = made<duel_set>(duel_set_copy, from.get());
  return std::shared_ptr<const duel_set>(copy, [copy](const duel_set *) noexcept { duel_set_free(copy); });
}
inline std::shared_ptr<const duel_model> kept(const model &from) {
  duel_model *shared = made<duel_model>(duel_model_share, from.get());
  return std::shared_ptr<const duel_model>(shared, [shared](const duel_model *) noexcept { duel_model_free(shared); });
}
inline std::shared_ptr<const duel_bootstrap> kept(const bootstrap &from) { return from.handle_; }

} // namespace detail

inline fit_options &fit_options::with_start(const duel::model &from) {
  kept_start_ = detail::kept(from);
  start = kept_start_.get();
  return *this;
}

inline inference_options &inference_options::with_contexts(const duel::set &from) {
  kept_contexts_ = detail::kept(from);
  contexts = kept_contexts_.get();
  return *this;
}

inline inference_options &inference_options::with_bootstrap(const duel::bootstrap &from) {
  kept_bootstrap_ = detail::kept(from);
  bootstrap = kept_bootstrap_.get();
  return *this;
}

/** Fit a model. Throws duel::error: DUEL_ERR_NOT_IDENTIFIED where no finite estimate exists. */
inline model fit(const set &data, const fit_options &options = fit_options()) {
  duel_model *made = nullptr;
  detail::run(options, [&](const duel_model_options *how) {
    return duel_model_fit(data.get(), how, &made);
  });
  return model(made);
}

/** Test a model against a larger one of which it is a special case. */
inline duel_comparison_facts compare(const model &null, const model &full,
                               duel_test test = DUEL_TEST_LIKELIHOOD_RATIO,
                               const inference_options &options = inference_options()) {
  return detail::facts<duel_comparison_facts>(options, duel_model_compare, null.get(), full.get(), test);
}

/** Test which of two models of the same votes is nearer to the truth, neither being a special case of
 * the other. `by` is DUEL_BY_ROW, DUEL_BY_CONTEXT, or 0: contexts where they repeat. */
inline duel_vuong_facts vuong(const model &first, const model &second,
                               duel_vuong_penalty penalty = DUEL_VUONG_PLAIN, duel_by by = DUEL_BY_DEFAULT,
                               const inference_options &options = inference_options()) {
  return detail::facts<duel_vuong_facts>(options, duel_model_vuong, first.get(), second.get(), penalty, by);
}

/** Fit a model to the comparisons without a part, and measure how well it predicts that part. cancel,
 * progress and start of the fit options are not looked at. */
inline validation cross_validate(const set &data, const fit_options &choices = fit_options(),
                                 const validation_options &options = validation_options()) {
  duel_validation_facts totals = detail::empty<duel_validation_facts>();
  table fits = detail::tabulate_by(options, [&](const duel_validation_options *how, duel_table **out) {
    return duel_set_cross_validate(data.get(), &choices, how, &totals, out);
  });
  return validation{totals, std::move(fits)};
}

/* ---- judges ---------------------------------------------------------------------------------- */

/** The scores of all items without each judge of the set. */
inline table leave_one_judge_out(const set &data, const fit_options &options = fit_options()) {
  return detail::tabulate(options, duel_set_leave_one_judge_out, data.get());
}

/** What there is for and against ranks 0 to `max_rank` of disagreement. `validation` null: none is held
 * out; its cancel and on_progress are not looked at. `replicates` 0: no test by simulation. */
inline table select_rank(const set &data, std::int32_t max_rank,
                         const fit_options &options = fit_options(),
                         const validation_options *validation = nullptr, std::size_t replicates = 0,
                         std::uint64_t seed = 0, std::int32_t threads = 0) {
  return detail::tabulate_by(options, [&](const duel_model_options *how, duel_table **out) {
    return duel_set_select_rank(data.get(), max_rank, replicates, seed, threads, how, validation, out);
  });
}

/** Baselines, judges x items: each judge's own scores (DUEL_JUDGE_WISE), or these cut down to the rank of a
 * consensus and `rank` directions of disagreement. */
inline matrix judge_scores(const set &data, std::int32_t rank,
                           const fit_options &options = fit_options()) {
  const duel_set_facts facts = data.info();
  matrix result = detail::sized(facts.judges + (facts.has_anonymous ? 1 : 0), facts.items);
  detail::run(options, [&](const duel_model_options *how) {
    return duel_set_judge_scores(data.get(), rank, how, result.values.data(), result.values.size());
  });
  return result;
}

/** How near the ranking of few votes of few judges comes to that of all; `judges` is empty for all of
 * them. on_progress and start of the choices are not looked at. */
inline table learning_curve(const set &data, const std::vector<double> &shares,
                            const std::vector<std::size_t> &judges = {},
                            const fit_options &choices = fit_options(),
                            const validation_options &options = validation_options()) {
  return detail::tabulate(options, duel_set_learning_curve, data.get(), shares.data(), shares.size(), judges.data(),
                          judges.size(), &choices);
}

/** How the errors of any two judges go together: see duel_set_together. `families` has one number for every judge, such as its
 * maker, below zero: none; or is empty. */
inline table together(const set &data, const std::vector<std::int32_t> &families = {},
                      const together_options &options = together_options()) {
  return detail::tabulate(options, duel_set_together, data.get(), families.empty() ? nullptr : families.data(),
                          families.size());
}

/** How much each judge adds to the others. See duel_set_worth. */
inline table judge_worth(const set &data, const std::vector<std::int32_t> &families = {},
                         const together_options &options = together_options()) {
  return detail::tabulate(options, duel_set_worth, data.get(), families.empty() ? nullptr : families.data(),
                          families.size());
}

/** How much a second judge of the same family is worth. See duel_set_families. */
inline table family_worth(const set &data, const std::vector<std::int32_t> &families,
                          const together_options &options = together_options()) {
  return detail::tabulate(options, duel_set_families, data.get(), families.empty() ? nullptr : families.data(),
                          families.size());
}

/** How many judges the judges are worth. See duel_set_effective. */
inline duel_panel_facts panel_worth(const set &data, const std::vector<std::int32_t> &families = {},
                                    const together_options &options = together_options()) {
  return detail::facts<duel_panel_facts>(options, duel_set_effective, data.get(),
                                         families.empty() ? nullptr : families.data(), families.size());
}

namespace detail {

/* Votes are as many as their judges. */
inline void check_votes(const std::vector<std::int32_t> &judge, const std::vector<double> &stated,
                        const std::vector<double> &correct) {
  if (stated.size() != judge.size() || correct.size() != judge.size()) {
    throw error(DUEL_ERR_SIZE, -1,
                "judge has " + std::to_string(judge.size()) + " votes, stated " +
                    std::to_string(stated.size()) + " and correct " +
                    std::to_string(correct.size()));
  }
}

} // namespace detail

/** The stated confidence of judges 0 to `judges` - 1, and of all votes together, last, against what was
 * right; NaN where nothing was stated or it is unknown. `bins` 0 is 10. */
inline table confidence(const std::vector<std::int32_t> &judge, const std::vector<double> &stated,
                        const std::vector<double> &correct, std::size_t judges,
                        std::size_t bins = 0) {
  detail::check_votes(judge, stated, correct);
  return detail::table_of(duel_votes_confidence, judge.data(), stated.data(), correct.data(), judge.size(), judges,
                          bins);
}

/** The bins of their reliability diagrams. */
inline table reliability(const std::vector<std::int32_t> &judge, const std::vector<double> &stated,
                         const std::vector<double> &correct, std::size_t judges,
                         std::size_t bins = 0) {
  detail::check_votes(judge, stated, correct);
  return detail::table_of(duel_votes_reliability, judge.data(), stated.data(), correct.data(), judge.size(), judges,
                          bins);
}

/* ---- scores without a model ------------------------------------------------------------------ */

/** Cross-fitted learners of the probabilities of labels: immutable, moved, not copied. */
class nuisance {
public:
  nuisance(const nuisance_options &options, const gars_contexts &contexts) {
    options.check(contexts.length());
    contexts.check(options.items, options.categories);
    duel_nuisance *made = nullptr;
    detail::run_contexts(contexts, [&](const duel_gars_contexts *data) {
      return duel_nuisance_fit(data, &options, &made);
    });
    handle_.reset(made);
  }

  /** Probabilities of `count` contexts from number `first` on, count x K x K x C. */
  std::vector<double> predict(std::size_t first, std::size_t count) const {
    const duel_nuisance_facts of = facts();
    check_count(count, of);
    std::vector<double> out(count * of.items * of.items * of.categories);
    detail::check(duel_nuisance_predict(handle_.get(), first, count, out.data(), out.size()));
    return out;
  }
  /** Propensities of `count` contexts from number `first` on, count x K x K. */
  std::vector<double> propensities(std::size_t first, std::size_t count) const {
    const duel_nuisance_facts of = facts();
    check_count(count, of);
    std::vector<double> out(count * of.items * of.items);
    detail::check(duel_nuisance_propensities(handle_.get(), first, count, out.data(), out.size()));
    return out;
  }

  /** The fold of every context that was learnt from. */
  std::vector<std::int32_t> folds() const {
    std::vector<std::int32_t> out(facts().contexts);
    detail::check(duel_nuisance_folds(handle_.get(), out.data(), out.size()));
    return out;
  }

  /** Facts about learners. See duel_nuisance_info. */
  duel_nuisance_facts facts() const {
    return detail::facts<duel_nuisance_facts>(duel_nuisance_info, handle_.get());
  }
  /** The setting that was taken in every fold. See duel_nuisance_settings. */
  duel::table settings() const {
    return detail::table_of(duel_nuisance_settings, handle_.get());
  }
  /** Warnings about learners, in sentences with figures: that a setting is the last of those tried, that features say
   * nothing, or that the learner is worse than one without them. See duel_nuisance_warnings. */
  duel::table warnings() const {
    return detail::table_of(duel_nuisance_warnings, handle_.get());
  }

  const duel_nuisance *get() const noexcept { return handle_.get(); }

private:
  friend class gars; // whose runs ask it for probabilities

  static void check_count(std::size_t count, const duel_nuisance_facts &of) {
    if (count > of.contexts) {
      throw error(DUEL_ERR_ARGUMENT, -1,
                  "count is " + std::to_string(count) + " of " + std::to_string(of.contexts) +
                      " contexts");
    }
  }
  detail::owner<duel_nuisance, duel_nuisance_free> handle_;
};

/** Writes the probabilities of contexts first to first + count - 1, count x K x K x C numbers. It may
 * throw: the exception comes out of the call. */
using probabilities = std::function<void(std::size_t first, std::size_t count, double *mu)>;

/** A score of one's own: values of `count` contexts from their probabilities, as duel_score_fn. What it throws ends the work. */
using score = std::function<void(std::size_t count, const double *mu, double *values)>;
/** Its derivative along directions h, as duel_slope_fn. */
using score_slope = std::function<void(std::size_t count, const double *mu, const double *h, double *slopes)>;

/** Nonparametric ranking scores: moved, not copied. See duel_gars. `functional` is its number in the
 * options, from 0, or -1 for all. */
class gars {
public:
  explicit gars(const gars_options &options) {
    handle_.reset(detail::made<duel_gars>(duel_gars_new, &options));
  }
  /** Take over a handle of the C interface. */
  explicit gars(duel_gars *owned) noexcept : handle_(owned) {}

  static gars load(const std::vector<unsigned char> &bytes) {
    return gars(detail::made<duel_gars>(duel_gars_load, bytes.data(), bytes.size()));
  }
  std::vector<unsigned char> save() const {
    return detail::save([this](void *out, std::size_t capacity, std::size_t *length) {
      return duel_gars_save(handle_.get(), static_cast<std::uint8_t *>(out), capacity, length);
    });
  }

  gars &add(const gars_contexts &contexts) {
    check(contexts);
    detail::run_contexts(contexts, [&](const duel_gars_contexts *data) {
      return duel_gars_add(handle_.get(), data);
    });
    return *this;
  }
  /** The probabilities are written by a function, some thousand contexts at a time. */
  gars &run(const gars_contexts &contexts, const duel::probabilities &call) {
    check(contexts);
    writer relay = {call, nullptr};
    detail::run_contexts(contexts, [&](const duel_gars_contexts *data) {
      const duel_status status = duel_gars_run(handle_.get(), data, &writer::forward, &relay);
      if (relay.thrown) std::rethrow_exception(relay.thrown);
      return status;
    });
    return *this;
  }
  /** The probabilities are those that were learnt from the same contexts. */
  gars &run(const gars_contexts &contexts, const nuisance &learnt) {
    check(contexts);
    const duel_nuisance_facts of = learnt.facts();
    const duel_gars_facts mine = facts();
    if (of.items != mine.items || of.categories != mine.categories) {
      throw error(DUEL_ERR_ARGUMENT, -1, "learnt has other numbers of items and categories");
    }
    detail::run_contexts(contexts, [&](const duel_gars_contexts *data) {
      return duel_gars_run(handle_.get(), data, &duel_nuisance_mu, learnt.handle_.get());
    });
    return *this;
  }
  /** The probabilities are learnt here, in several random splits; see duel_gars_learn. */
  gars &learn(const gars_contexts &contexts, const nuisance_options &options, std::int32_t splits = 0) {
    check(contexts);
    options.check(contexts.length());
    detail::run_contexts(contexts, [&](const duel_gars_contexts *data) {
      return duel_gars_learn(handle_.get(), data, splits, &options);
    });
    return *this;
  }
  gars &merge(const gars &other) {
    detail::check(duel_gars_merge(handle_.get(), other.get()));
    return *this;
  }

  std::size_t values(std::int32_t functional) const {
    std::size_t count = 0;
    detail::check(duel_gars_values(handle_.get(), functional, &count));
    return count;
  }

  influence_values psi(const gars_contexts &contexts) const {
    check(contexts);
    influence_values result;
    result.psi = detail::sized(contexts.length(), values(-1));
    result.plugin = result.psi;
    detail::run_contexts(contexts, [&](const duel_gars_contexts *data) {
      return duel_gars_psi(handle_.get(), data, result.psi.values.data(),
                           result.psi.values.size(), result.plugin.values.data(),
                           result.plugin.values.size());
    });
    return result;
  }
  /** What labels would add to the variance of a functional, n x K K; `q` is empty, for the identity. */
  matrix weights(std::int32_t functional, const gars_contexts &contexts,
                 const matrix &q = matrix()) const {
    check(contexts);
    const bool given = !q.values.empty();
    if (given) {
      const std::size_t count = values(functional);
      if (q.rows != count || q.columns != count || q.values.size() != count * count) {
        throw error(DUEL_ERR_SIZE, -1, "q must be square, a row for each value");
      }
    }
    const std::size_t items = facts().items;
    matrix result = detail::sized(contexts.length(), items * items);
    detail::run_contexts(contexts, [&](const duel_gars_contexts *data) {
      return duel_gars_weights(handle_.get(), functional, data, given ? q.values.data() : nullptr,
                               result.values.data(), result.values.size());
    });
    return result;
  }
  /** The probabilities of a context by a model, K x K x C; `judge` and `context` -1: none. */
  std::vector<double> model_mu(const model &from, std::int32_t judge = -1,
                               std::int32_t context = -1,
                               const inference_options &options = inference_options()) const {
    const duel_gars_facts of = facts();
    std::vector<double> out(of.items * of.items * of.categories);
    detail::run(options, [&](const duel_inference_options *how) {
      return duel_gars_model_mu(handle_.get(), from.get(), judge, context, how, out.data(),
                                out.size());
    });
    return out;
  }

  /** Of a functional, or of all (-1): values, contrasts, tests, ranks, covariance. */
  duel::estimates estimate(std::int32_t functional, duel_estimator estimator = DUEL_ESTIMATOR_DEBIASED,
                           const inference_options &options = inference_options()) const {
    return duel::estimates(options, [&](const duel_inference_options *how, duel_estimate **out) {
      return duel_gars_estimate(handle_.get(), functional, estimator, how, out);
    });
  }
  /** In a group of contexts, or in all groups (-1), one after the other. */
  duel::estimates group_estimate(std::int32_t functional, std::int32_t group,
                                 duel_estimator estimator = DUEL_ESTIMATOR_DEBIASED,
                                 const inference_options &options = inference_options()) const {
    return duel::estimates(options, [&](const duel_inference_options *how, duel_estimate **out) {
      return duel_gars_group_estimate(handle_.get(), functional, group, estimator, how, out);
    });
  }
  /** In a group of contexts less in another. */
  duel::estimates differences(std::int32_t functional, std::int32_t group, std::int32_t other,
                              duel_estimator estimator = DUEL_ESTIMATOR_DEBIASED,
                              const inference_options &options = inference_options()) const {
    return duel::estimates(options, [&](const duel_inference_options *how, duel_estimate **out) {
      return duel_gars_differences(handle_.get(), functional, group, other, estimator, how, out);
    });
  }
  /** The functions of a score of one's own, which the estimate keeps; without a slope differences take its place. */
  gars &own(std::int32_t functional, const std::string &name, duel::score values,
            duel::score_slope slope = nullptr) {
    std::unique_ptr<own_score> kept(new own_score{std::move(values), std::move(slope)});
    detail::check(duel_gars_own(handle_.get(), functional, name.c_str(), &own_score::values_of,
                                kept->slope ? &own_score::slopes_of : nullptr, kept.get()));
    own_.push_back(std::move(kept));
    return *this;
  }
  /** The least factors of selection that turn claims; see duel_gars_selection. */
  table selection(std::int32_t functional, const gars_contexts &contexts,
                  const selection_options &options = selection_options()) const {
    check(contexts);
    return tabulate(contexts, [&](const duel_gars_contexts *data, duel_table **out) {
      return duel_gars_selection(handle_.get(), data, functional, &options, out);
    });
  }
  /** The bounds of all values where answering may depend on the answer by these factors. */
  table bounds(std::int32_t functional, const gars_contexts &contexts, const std::vector<double> &gamma,
               const selection_options &options = selection_options()) const {
    check(contexts);
    return tabulate(contexts, [&](const duel_gars_contexts *data, duel_table **out) {
      return duel_gars_bounds(handle_.get(), data, functional, gamma.data(), gamma.size(), &options, out);
    });
  }
  /** A test of all values of a functional at once. */
  duel_wald_facts ellipsoid(std::int32_t functional, const std::vector<double> &null,
                       duel_estimator which = DUEL_ESTIMATOR_DEBIASED,
                       const inference_options &options = inference_options()) const {
    if (null.size() != values(functional)) {
      throw error(DUEL_ERR_SIZE, -1, "null must have a value for each of the functional");
    }
    return detail::facts<duel_wald_facts>(options, duel_gars_ellipsoid, handle_.get(), functional, which,
                                          null.data());
  }

  /** The D-optimal policy for a functional; `mu` is contexts x K x K x C, `costs` empty or K x K. */
  d_optimal_policy policy_d_optimal(std::int32_t functional, const std::vector<double> &mu,
                                    const policy_options &options,
                                    const std::vector<double> &costs = {}) const {
    const duel_gars_facts of = facts();
    const std::size_t pairs = of.items * of.items, each = pairs * of.categories;
    if (mu.size() % each != 0 || (!costs.empty() && costs.size() != pairs)) {
      throw error(DUEL_ERR_SIZE, -1, "mu must be whole contexts, costs empty or one for each pair");
    }
    const std::size_t count = values(functional);
    d_optimal_policy result;
    result.propensities = detail::sized(mu.size() / each, pairs);
    result.covariance = detail::sized(count, count);
    result.info = detail::empty<duel_policy_facts>();
    std::vector<double> &out = result.propensities.values;
    detail::run(options, [&](const duel_policy_options *how) {
      return duel_gars_d_optimal(handle_.get(), functional, mu.data(), mu.size() / each,
                                 costs.empty() ? nullptr : costs.data(), how, out.data(),
                                 out.size(), result.covariance.values.data(),
                                 result.covariance.values.size(), &result.info);
    });
    return result;
  }

  /** Facts about an estimate. See duel_gars_info. */
  duel_gars_facts facts() const {
    return detail::facts<duel_gars_facts>(duel_gars_info, handle_.get());
  }
  /** Facts about the labels of every pair of different items. See duel_gars_pairs. */
  duel::table pairs() const {
    return detail::table_of(duel_gars_pairs, handle_.get());
  }
  /** The groups of contexts of an estimate, with how many contexts each has. See duel_gars_groups. */
  duel::table groups() const {
    return detail::table_of(duel_gars_groups, handle_.get());
  }
  /** A test that two functionals have the same values (Hausman 1978), such as the Bradley-Terry projection and
   * DUEL_FUNCTIONAL_RESTRICTED, which is a test of the Bradley-Terry model. See duel_gars_equality. */
  duel_wald_facts equality(std::int32_t first, std::int32_t second, const duel::inference_options &options =
      duel::inference_options()) const {
    return detail::facts<duel_wald_facts>(options, duel_gars_equality, handle_.get(), first, second);
  }
  /** The second-order correction of every value, and how large it is in errors: above 1 the learner is off by more
   * than the error of the score. See duel_gars_remainder. */
  duel::table remainder() const {
    return detail::table_of(duel_gars_remainder, handle_.get());
  }
  /** Warnings about the scores, in sentences with figures: that there is no second-order correction where there
   * should be one, or that it is larger than the error. See duel_gars_warnings. */
  duel::table warnings() const {
    return detail::table_of(duel_gars_warnings, handle_.get());
  }

  const duel_gars *get() const noexcept { return handle_.get(); }

private:
  struct writer {
    const duel::probabilities &call;
    std::exception_ptr thrown;

    static std::int32_t forward(void *user, std::size_t first, std::size_t count, double *mu) {
      writer *self = static_cast<writer *>(user);
      try {
        self->call(first, count, mu);
        return 0;
      } catch (...) {
        self->thrown = std::current_exception();
        return 1;
      }
    }
  };

  struct own_score {
    duel::score values;
    duel::score_slope slope;

    static std::int32_t values_of(void *user, std::size_t count, const double *mu, double *out) {
      try {
        static_cast<own_score *>(user)->values(count, mu, out);
        return 0;
      } catch (...) {
        return 1;
      }
    }
    static std::int32_t slopes_of(void *user, std::size_t count, const double *mu, const double *h, double *out) {
      try {
        static_cast<own_score *>(user)->slope(count, mu, h, out);
        return 0;
      } catch (...) {
        return 1;
      }
    }
  };

  void check(const gars_contexts &contexts) const {
    const duel_gars_facts of = facts();
    contexts.check(of.items, of.categories, groups().info().rows);
  }
  /* The table that a call with contexts hands out. */
  template <class Call>
  static table tabulate(const gars_contexts &contexts, Call call) {
    duel_table *out = nullptr;
    detail::owner<duel_table, duel_table_free> held;
    detail::run_contexts(contexts, [&](const duel_gars_contexts *data) {
      const duel_status status = call(data, &out);
      held.reset(out);
      return status;
    });
    return table(held.release());
  }
  std::vector<std::unique_ptr<own_score>> own_;
  detail::owner<duel_gars, duel_gars_free> handle_;
};

/** The test of duel::gars::equality for any two estimates of the same contexts, from their influence
 * values; `clusters` is empty, or one for each context. */
inline duel_wald_facts influence_equality(const matrix &first, const matrix &second,
                                     const std::vector<std::uint64_t> &clusters = {},
                                     bool sum_is_constant = false,
                                     const inference_options &options = inference_options()) {
  if (first.rows != second.rows || first.columns != second.columns ||
      first.values.size() != first.rows * first.columns ||
      second.values.size() != first.values.size() ||
      (!clusters.empty() && clusters.size() != first.rows)) {
    throw error(DUEL_ERR_SIZE, -1, "first, second and clusters do not go together");
  }
  return detail::facts<duel_wald_facts>(options, duel_influence_equality, first.rows, first.columns,
                                        first.values.data(), second.values.data(),
                                        clusters.empty() ? nullptr : clusters.data(), sum_is_constant ? 1 : 0);
}

namespace detail {

inline void check_costs(const matrix &weights, const std::vector<double> &costs) {
  if (weights.values.size() != weights.rows * weights.columns ||
      (!costs.empty() && costs.size() != weights.columns)) {
    throw error(DUEL_ERR_SIZE, -1, "weights and costs do not go together");
  }
}

template <class Call>
label_policy policy_of(const matrix &weights, const std::vector<double> &costs,
                       const policy_options &options, Call call) {
  check_costs(weights, costs);
  label_policy result;
  result.propensities = sized(weights.rows, weights.columns);
  result.nu.resize(weights.rows);
  result.info = detail::empty<duel_policy_facts>();
  run(options, [&](const duel_policy_options *how) {
    return call(costs.empty() ? nullptr : costs.data(), how, result);
  });
  return result;
}

} // namespace detail

/** Spend a budget where labels help most: `weights` is contexts x pairs, `costs` empty or one for each
 * pair. */
inline label_policy policy(const matrix &weights, const policy_options &options,
                           const std::vector<double> &costs = {}) {
  return detail::policy_of(
      weights, costs, options,
      [&](const double *prices, const duel_policy_options *how, label_policy &result) {
        return duel_policy_choose(weights.values.data(), weights.rows, weights.columns, prices, how,
                           result.propensities.values.data(), result.propensities.values.size(),
                           result.nu.data(), result.nu.size(), &result.info);
      });
}

/** The policy of a multiplier that is known. */
inline label_policy policy_apply(const matrix &weights, double lambda,
                                 const policy_options &options,
                                 const std::vector<double> &costs = {}) {
  return detail::policy_of(
      weights, costs, options,
      [&](const double *prices, const duel_policy_options *how, label_policy &result) {
        return duel_policy_apply(weights.values.data(), weights.rows, weights.columns, prices,
                                 lambda, how, result.propensities.values.data(),
                                 result.propensities.values.size(), result.nu.data(),
                                 result.nu.size(), &result.info);
      });
}

/** Add contexts to a histogram of DUEL_HISTOGRAM_LENGTH numbers; one that is empty is begun. */
inline void policy_histogram(const matrix &weights, std::vector<double> &histogram,
                             const std::vector<double> &costs = {}) {
  detail::check_costs(weights, costs);
  if (histogram.empty()) histogram.resize(DUEL_HISTOGRAM_LENGTH);
  detail::check(duel_policy_histogram(weights.values.data(), weights.rows, weights.columns,
                                      costs.empty() ? nullptr : costs.data(), histogram.data(),
                                      histogram.size()));
}

/** The multiplier that spends a budget on the contexts of a histogram. */
inline duel_policy_facts policy_lambda(const std::vector<double> &histogram,
                                      const policy_options &options) {
  return detail::facts<duel_policy_facts>(options, duel_policy_lambda, histogram.data(), histogram.size());
}

/** What comes of any propensities. */
inline duel_policy_facts policy_outcome(const matrix &weights, const matrix &propensities,
                                       const std::vector<double> &costs = {}) {
  detail::check_costs(weights, costs);
  if (propensities.rows != weights.rows || propensities.columns != weights.columns ||
      propensities.values.size() != weights.values.size()) {
    throw error(DUEL_ERR_SIZE, -1, "propensities and weights do not go together");
  }
  return detail::facts<duel_policy_facts>(duel_policy_outcome, weights.values.data(), weights.rows, weights.columns,
                                          costs.empty() ? nullptr : costs.data(), propensities.values.data());
}

/** Draw the pairs to be labelled, contexts x pairs: 1 for a pair that is, else 0. */
inline std::vector<std::uint8_t> policy_draw(const matrix &propensities, duel_drawing drawing, std::uint64_t seed,
                          std::uint64_t first_context = 0) {
  detail::check_costs(propensities, {});
  std::vector<std::uint8_t> result(propensities.rows * propensities.columns);
  detail::check(duel_policy_draw(propensities.values.data(), propensities.rows,
                                 propensities.columns, drawing, seed, first_context,
                                 result.data(), result.size()));
  return result;
}

/* ---- geometry and agreement ------------------------------------------------------------------ */

namespace detail {

/* The library is told the number of items, not of values. */
inline void check_shape(const char *name, const matrix &values, std::size_t rows,
                        std::size_t columns) {
  if (values.rows != rows || values.columns != columns ||
      (rows != 0 && values.values.size() / rows != columns) ||
      values.values.size() != rows * columns) {
    throw error(DUEL_ERR_SIZE, -1,
                std::string(name) + " must be " + std::to_string(rows) + " x " +
                    std::to_string(columns));
  }
}

/* Room for a map of items. */
inline matrix map_of(const matrix &dissimilarities, std::size_t dimensions) {
  const std::size_t items = dissimilarities.rows;
  check_shape("dissimilarities", dissimilarities, items, items);
  if (dimensions < 1 || dimensions > items) {
    throw error(DUEL_ERR_ARGUMENT, -1,
                "dimensions is " + std::to_string(dimensions) + ", not 1 to " +
                    std::to_string(items));
  }
  matrix result;
  result.rows = items;
  result.columns = dimensions;
  result.values.resize(items * dimensions);
  return result;
}

} // namespace detail

/** Kernel principal components of items; `gamma` 0 is one over the median of the squares. */
inline kernel_map kernel_pca(const matrix &dissimilarities, double gamma, std::size_t dimensions,
                             const cancel *token = nullptr) {
  kernel_map result;
  result.coordinates = detail::map_of(dissimilarities, dimensions);
  matrix &out = result.coordinates;
  std::vector<double> values(out.rows), shares(out.rows);
  detail::check(duel_map_kernel_pca(dissimilarities.values.data(), out.rows, gamma, dimensions,
                                    detail::token_of(token), out.values.data(), out.values.size(), values.data(), values.size(),
                                    shares.data(), shares.size(), &result.gamma));
  result.eigenvalues = detail::read_eigenvalues(values, shares);
  return result;
}

/** Classical multidimensional scaling of items. */
inline item_map mds_classical(const matrix &dissimilarities, std::size_t dimensions, const cancel *token = nullptr) {
  item_map result;
  result.coordinates = detail::map_of(dissimilarities, dimensions);
  matrix &out = result.coordinates;
  std::vector<double> values(out.rows), shares(out.rows);
  detail::check(duel_map_classical(dissimilarities.values.data(), out.rows, dimensions,
                                   detail::token_of(token), out.values.data(), out.values.size(), values.data(),
                                   values.size(), shares.data(), shares.size()));
  result.eigenvalues = detail::read_eigenvalues(values, shares);
  return result;
}

/** Multidimensional scaling by majorisation; `weights` is empty, for ones, or items x items. */
inline smacof_map mds_smacof(const matrix &dissimilarities, std::size_t dimensions,
                             const smacof_options &options = smacof_options(),
                             const matrix &weights = matrix()) {
  smacof_map result;
  result.coordinates = detail::map_of(dissimilarities, dimensions);
  matrix &out = result.coordinates;
  const bool weighted = weights.rows != 0 || weights.columns != 0 || !weights.values.empty();
  if (weighted) detail::check_shape("weights", weights, out.rows, out.rows);
  result.info = detail::empty<duel_smacof_facts>();
  detail::run(options, [&](const duel_smacof_options *how) {
    return duel_map_smacof(dissimilarities.values.data(),
                           weighted ? weights.values.data() : nullptr, out.rows, dimensions, how,
                           out.values.data(), out.values.size(), &result.info);
  });
  return result;
}

/** Agglomerative clusters of items. `optimal`: neighbours in the order are as alike as they can be. */
inline cluster_tree cluster(const matrix &dissimilarities,
                            duel_linkage linkage = DUEL_LINKAGE_AVERAGE, bool optimal = false,
                            const cancel *token = nullptr) {
  std::vector<std::int64_t> order(detail::map_of(dissimilarities, 1).values.size());
  duel_table *merges = nullptr;
  detail::check(duel_tree_cluster(dissimilarities.values.data(), order.size(), linkage, optimal ? 1 : 0,
                                  detail::token_of(token), &merges, order.data(), order.size()));
  return cluster_tree{table(merges), std::move(order)};
}

/** The cluster of every item when the tree of `cluster` is cut: into `value` clusters (DUEL_CUT_NUMBER), or above the
 * height `value` (DUEL_CUT_HEIGHT). */
inline std::vector<std::int64_t> cut(const table &merges, duel_cut by, double value) {
  std::vector<std::int64_t> out(merges.rows() + 1);
  detail::check(duel_tree_cut(static_cast<const std::int64_t *>(merges.get("left_cluster").data),
                              static_cast<const std::int64_t *>(merges.get("right_cluster").data),
                              static_cast<const double *>(merges.get("height").data), out.size(), by, value,
                              out.data(), out.size()));
  return out;
}

/** Agreement of all pairs of rankings: `scores` is rankings x items. */
inline matrix agreement(const matrix &scores, duel_agreement measure = DUEL_AGREEMENT_KENDALL,
                        std::size_t k = 0, const cancel *token = nullptr) {
  detail::check_shape("scores", scores, scores.rows, scores.columns);
  matrix result;
  result.rows = result.columns = scores.rows;
  result.values.resize(scores.rows * scores.rows);
  detail::check(duel_rankings_agreement(scores.values.data(), scores.rows, scores.columns, measure, k,
                               detail::token_of(token), result.values.data(),
                               result.values.size()));
  return result;
}

/** How many judges the judges are worth: `scores` is judges x items; `precisions` is empty, or one for
 * each of them. */
inline duel_effective_facts effective_judges(const matrix &scores,
                                             const std::vector<double> &precisions = {}) {
  detail::check_shape("scores", scores, scores.rows, scores.columns);
  if (!precisions.empty() && precisions.size() != scores.rows) {
    throw error(DUEL_ERR_SIZE, -1,
                "precisions has " + std::to_string(precisions.size()) + " values, not " +
                    std::to_string(scores.rows));
  }
  return detail::facts<duel_effective_facts>(duel_rankings_effective, scores.values.data(), scores.rows,
                                             scores.columns, precisions.empty() ? nullptr : precisions.data());
}

/** Two-way clusters of a matrix, rows in their order and then columns in theirs; groups of either side, 0 is 1. */
inline table bicluster(const matrix &values, duel_dissimilarity dissimilarity = DUEL_DISSIMILARITY_EUCLIDEAN,
                       duel_linkage linkage = DUEL_LINKAGE_AVERAGE, std::size_t row_groups = 0,
                       std::size_t column_groups = 0, const cancel *token = nullptr) {
  detail::check_shape("table", values, values.rows, values.columns);
  return detail::table_of(duel_matrix_bicluster, values.values.data(), values.rows, values.columns, dissimilarity, linkage,
                          row_groups, column_groups, detail::token_of(token));
}

/** A drawing of a matrix of numbers as SVG; what is empty is left out. */
struct chart {
  duel_chart kind;
  matrix values;
  std::string title, note, axis;
  std::vector<std::string> labels, names, sides, group_names;
  /** Of the shape of `values`, or empty. */
  std::vector<double> lower, upper;
  std::vector<std::int32_t> groups;
  std::vector<double> limits, positions;
  double least = 0.0, most = 0.0;
  bool logarithmic = false, equal_axes = false, arrows = false, downward = false;

  explicit chart(duel_chart kind_, matrix values_ = matrix()) : kind(kind_), values(std::move(values_)) {}

  std::string svg() const {
    detail::check_shape("values", values, values.rows, values.columns);
    const std::vector<const char *> labels_ = pointers(labels), names_ = pointers(names), sides_ = pointers(sides),
                                    group_names_ = pointers(group_names);
    duel_chart_options options = detail::empty<duel_chart_options>();
    options.chart = kind;
    options.title = title.c_str();
    options.note = note.c_str();
    options.axis = axis.c_str();
    given(labels_, options.labels, options.label_count);
    given(names_, options.names, options.name_count);
    given(sides_, options.sides, options.side_count);
    given(group_names_, options.group_names, options.group_name_count);
    given(lower, options.lower, options.lower_count);
    given(upper, options.upper, options.upper_count);
    given(groups, options.groups, options.group_count);
    given(limits, options.limits, options.limit_count);
    given(positions, options.positions, options.position_count);
    options.least = least;
    options.most = most;
    options.logarithmic = logarithmic;
    options.equal_axes = equal_axes;
    options.arrows = arrows;
    options.downward = downward;
    std::size_t length = 0;
    detail::check(duel_matrix_chart(values.values.data(), values.rows, values.columns, &options, nullptr, 0, &length));
    std::string out(length, '\0');
    detail::check(duel_matrix_chart(values.values.data(), values.rows, values.columns, &options, &out[0], length, &length));
    out.resize(length - 1);
    return out;
  }

private:
  static std::vector<const char *> pointers(const std::vector<std::string> &texts) {
    std::vector<const char *> out;
    for (const std::string &text : texts) {
      out.push_back(text.c_str());
    }
    return out;
  }

  template <class From, class To>
  static void given(const std::vector<From> &from, To &to, std::size_t &count) {
    to = from.empty() ? nullptr : from.data();
    count = from.size();
  }
};

inline duel_sprt_facts sprt(const std::vector<double> &counts, const sprt_options &options) {
  return detail::facts<duel_sprt_facts>(duel_counts_sprt, counts.data(), counts.size(), &options);
}
/** The sequential test of a candidate by counts from its worst result to its best: 3, or 5 of pairs in both orders. */
inline duel_sprt_facts sprt(const std::vector<double> &counts, double elo0, double elo1,
                            duel_elo_scale scale = DUEL_ELO_LOGISTIC, double alpha = 0.05, double beta = 0.05) {
  sprt_options options;
  options.elo0 = elo0;
  options.elo1 = elo1;
  options.alpha = alpha;
  options.beta = beta;
  options.elo_scale = scale;
  return sprt(counts, options);
}

/** Two items on the same tasks, from the numbers that only the first and only the second solved. */
inline duel_paired_facts counts_paired(double only_first, double only_second, double tasks,
                                       const paired_options &options = paired_options()) {
  return detail::facts<duel_paired_facts>(duel_counts_paired, only_first, only_second, tasks, &options);
}

/** Differences of two items on the same units, by flips of their signs and, within bounds of scores, by bets. */
inline duel_exact_facts differences_exact(const std::vector<double> &differences,
                                          const exact_options &options = exact_options()) {
  duel_exact_facts found = detail::empty<duel_exact_facts>();
  detail::run(options, [&](const duel_exact_options *how) {
    return duel_differences_exact(differences.data(), differences.size(), how, &found);
  });
  return found;
}

/** How many units a comparison of two items needs, or the difference that a number of units finds. */
inline duel_plan_facts plan_units(const plan_options &options) {
  return detail::facts<duel_plan_facts>(duel_plan_units, &options);
}

/** Adjust p-values of tests made elsewhere. */
inline std::vector<double> adjust(duel_adjustment adjustment, const std::vector<double> &p_values) {
  std::vector<double> out(p_values.size());
  detail::check(duel_p_adjust(p_values.data(), p_values.size(), adjustment, out.data(), p_values.size()));
  return out;
}

/** The version of the library that was loaded. */
inline std::string version() { return duel_version(); }

} // namespace duel

#endif /* DUEL_HPP */
