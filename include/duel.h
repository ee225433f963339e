/*
 * duel: rankings with honest uncertainty from pairwise judgements.
 *
 * In a dozen lines (C99):
 *
 *   duel_set *set = NULL;
 *   duel_model *model = NULL;
 *   duel_table *board = NULL;
 *   duel_rows rows = {.struct_size = sizeof rows, .length = n};
 *   rows.left = (duel_column){.data = left, .type = DUEL_TYPE_TEXT};       the item shown first
 *   rows.right = (duel_column){.data = right, .type = DUEL_TYPE_TEXT};     the item shown second
 *   rows.score = (duel_column){.data = score, .type = DUEL_TYPE_F64};      1, 0.5 or 0 for left
 *   if (duel_set_new(&set) || duel_set_append(set, &rows) || duel_model_fit(set, NULL, &model) ||
 *       duel_model_scores(model, NULL, &board))
 *     fprintf(stderr, "%s\n", duel_last_error());
 *   else
 *     printf("%s: %g\n", duel_table_text(board, "item", 0), duel_table_f64(board, "estimate")[0]);
 *   duel_table_free(board);
 *   duel_model_free(model);
 *   duel_set_free(set);
 *
 * A duel_set holds comparisons and grows. A duel_model is fitted to a set and never changes; a duel_bootstrap
 * holds refits of a model. A duel_gars estimates scores without a model; a duel_nuisance holds the learners it
 * needs. A duel_estimate is a quantity of a model or of a duel_gars, of which values, contrasts, tests and ranks are
 * asked. A duel_monitor keeps what several looks at growing data have established. A duel_board
 * holds scores of items on tasks and grows. A duel_table is a result with named
 * columns: duel_table_info tells how many rows it has, the comment of each function which columns. A duel_cancel stops
 * long work. Everything else is a value.
 *
 * Errors. A function that can fail returns duel_status, 0 for success, and writes no output unless it
 * succeeds. The message stays with the thread: duel_last_error() names the argument and the value, and
 * duel_last_error_row() is the row, which hosts count from zero, from one or by lines. A call that fails leaves
 * its objects as they were. Bad numbers never abort the process; pointers, of course, must be NULL or valid.
 *
 * Ownership. What a function hands out through a pointer to a pointer the caller frees with the _free
 * of its type; _free takes NULL. Arrays and strings that go in are only read, and not kept. Strings
 * that come out are borrowed. Numbers of one meaning are written to memory of the caller, whose size is the
 * capacity behind it; the comment says how many there are, and duel_model_shape of the quantities of a model.
 *
 * Structs. Every struct of options begins with its size and is otherwise zero by default: zero it, set
 * struct_size, set what you need. Fields are only added at the end: a program built with an older header
 * works with a newer library; what a library does not know must be zero. An option that a function does not read is
 * an error, which names it.
 *
 * Threads. A function may run at the same time as another on the same object if both take it as a
 * pointer to const; a function that takes it otherwise needs it to itself. duel_cancel_raise may be called
 * at any time, also from a signal handler. The library prints nothing, installs no signal handler, and
 * starts threads only within a call that asks for them. Besides the last error of each thread it keeps one thing:
 * at the first call it puts a hook in front of Rust's panic hook of the process, which keeps its own panics
 * silent and passes on all others.
 *
 * Memory. A call that the system refuses memory ends with DUEL_ERR_MEMORY, silently, and changes nothing; it can be
 * called again. For its way out the library has 8 MiB of address space of its own, which are not touched before.
 *
 * Randomness comes from a seed alone: same data, same seed, same bits, for any number of threads (of
 * one build on one kind of processor).
 *
 * Ids, items, judges and rows are counted from zero. Matrices are row-major doubles. Probabilities and
 * levels are between 0 and 1. Scores are log odds, in models without a spread; with a spread their scale is
 * that of the spread; with probit they are in standard deviations of a difference.
 */

#ifndef DUEL_H
#define DUEL_H

#include <stddef.h>
#include <stdint.h>

/** The version this header belongs to. */
#define DUEL_VERSION "0.2.0"
/** The same as a number: major * 1000000 + minor * 1000 + patch. */
#define DUEL_VERSION_NUMBER 2000

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Arrow: the C data and stream interfaces, as Apache Arrow defines them -------------------- */

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
  const char *format;
  const char *name;
  const char *metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema **children;
  struct ArrowSchema *dictionary;
  void (*release)(struct ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void **buffers;
  struct ArrowArray **children;
  struct ArrowArray *dictionary;
  void (*release)(struct ArrowArray *);
  void *private_data;
};

#endif /* ARROW_C_DATA_INTERFACE */

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
  int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
  const char *(*get_last_error)(struct ArrowArrayStream *);
  void (*release)(struct ArrowArrayStream *);
  void *private_data;
};

#endif /* ARROW_C_STREAM_INTERFACE */

/* ---- Types that C does not see into ---------------------------------------------------------- */

/** A result with named columns. */
typedef struct duel_table duel_table;

/**
 * A set of comparisons: the counts of every cell (context, judge, left, right), with the names of
 * items, judges, contexts and clusters. It grows by duel_set_append and duel_set_merge; every change is
 * whole or not at all. Free it with duel_set_free.
 */
typedef struct duel_set duel_set;

/**
 * A request to stop, shared with a running call. Make one for each job; raise it from any thread or
 * from a signal handler, before or during the call.
 */
typedef struct duel_cancel duel_cancel;

/**
 * A fitted model. Immutable: any number of threads may read one at the same time, and each owner
 * frees its own share.
 */
typedef struct duel_model duel_model;

/** Replicates of a model. Immutable: any number of threads may read one at the same time. */
typedef struct duel_bootstrap duel_bootstrap;

/**
 * Nonparametric ranking scores (Frauen, Deviyani, van der Schaar and Feuerriegel): scores of items as
 * functionals F of the probabilities mu_jk of the categories of a label when item j is shown first and k
 * second, estimated without a model of these probabilities. Contexts come with probabilities for all
 * ordered pairs, from any predictor, and with the labels that were bought of some of them. The estimate of
 * the mean of F(mu) over contexts is the mean of psi = F(mu) + dF(mu)[h], h_jk = S_jk (Y_jk - mu_jk) / pi_jk:
 * the predictor corrected by its mistakes on the labelled pairs.
 *
 * Three things to know. Probabilities are needed for all pairs of every context, labelled or not.
 * Predictors must not have seen the label that corrects them (cross-fitting). And the features that
 * probabilities are conditional on are part of what is estimated, unless F is linear in mu (Borda, Kemeny,
 * expected scores): more features give other Bradley-Terry scores, not just better ones.
 *
 * Memory does not grow with the number of contexts (but see DUEL_CLUSTERS_KEYED): sums of psi and of its
 * products are kept, apart for each shard, merged in any order. Free it with duel_gars_free.
 */
typedef struct duel_gars duel_gars;

/**
 * Estimates of a quantity, with the options of inference. Immutable. Free it with duel_estimate_free.
 */
typedef struct duel_estimate duel_estimate;

/**
 * Ballots: judgements that show two items or more and order all or some of them, or name the best, or the best and the worst.
 * It grows by duel_ballots_append; every change is whole or not at all. Free it with duel_ballots_free.
 */
typedef struct duel_ballots duel_ballots;

/**
 * A fitted model of ballots. It does not change; several threads may read it. Free it with duel_ranking_free.
 */
typedef struct duel_ranking duel_ranking;

/**
 * A board: scores of items on tasks, with their runs, groups and weights. It grows by duel_board_append; every change is
 * whole or not at all. Free it with duel_board_free.
 */
typedef struct duel_board duel_board;

/**
 * A monitor. Free it with duel_monitor_free. It may be read from several threads at the same time, but not while it
 * looks.
 */
typedef struct duel_monitor duel_monitor;

/**
 * Cross-fitted learners of the probabilities mu of labels and, if asked for, of the propensities pi: every
 * context is predicted by a fit to the labels of other clusters. Immutable: threads may share it. Free it
 * with duel_nuisance_free.
 */
typedef struct duel_nuisance duel_nuisance;

/* ---- Status codes, the last error of a thread, versions -------------------------------------- */

/** The status of a call: DUEL_OK, or one of the DUEL_ERR_ codes. Codes are only ever added. */
typedef enum {
  /** Success. A success leaves the last error as it was. */
  DUEL_OK = 0,
  /** A required pointer is NULL. */
  DUEL_ERR_NULL = 1,
  /** An argument is outside its domain; the message names it and its value. */
  DUEL_ERR_ARGUMENT = 2,
  /** A row of the data is invalid; duel_last_error_row() returns its number. */
  DUEL_ERR_DATA = 3,
  /** A name is unknown, duplicate, empty, not UTF-8 or longer than 1 MiB. */
  DUEL_ERR_NAME = 4,
  /** A buffer is too short, or a size overflows. */
  DUEL_ERR_SIZE = 5,
  /**
   * Saved bytes are malformed, truncated, damaged or of another version; or an Arrow stream is malformed.
   */
  DUEL_ERR_FORMAT = 6,
  /** The choices do not go together, or the model has no such quantity. */
  DUEL_ERR_UNSUPPORTED = 7,
  /**
   * No unique finite estimate exists: disconnected, separated, at a boundary. The message names the
   * items or judges; with duel_model_options.accept the fit is returned all the same.
   */
  DUEL_ERR_NOT_IDENTIFIED = 8,
  /** The solver stopped before the optimum. */
  DUEL_ERR_NOT_CONVERGED = 9,
  /** A factorization failed, or a number overflowed. */
  DUEL_ERR_NUMERIC = 10,
  /** The cancel token was raised, or the progress callback returned non-zero. */
  DUEL_ERR_CANCELLED = 11,
  /** Memory could not be had, or the work would pass max_bytes. */
  DUEL_ERR_MEMORY = 12,
  /** A defect in the library; please report the message. */
  DUEL_ERR_INTERNAL = 13
} duel_status;

/** The version of the library, such as "0.2.0". Static; never NULL. @since 0.1 */
const char *duel_version(void);

/**
 * The version as a number: major * 1000000 + minor * 1000 + patch. Compare with
 * DUEL_VERSION_NUMBER to detect a header and a library that do not belong together. @since 0.1
 */
int32_t duel_version_number(void);

/**
 * The name of a status code, such as "DUEL_ERR_DATA"; "unknown status" for any other number.
 * Static; never NULL. @since 0.1
 */
const char *duel_status_name(duel_status status);

/**
 * The message of the last error on this thread: one line of UTF-8 that names the argument and
 * the value, control characters escaped; duel_last_error_row() has the row. Never NULL; "" before the first error. Valid until
 * the next error on the same thread. @since 0.1
 */
const char *duel_last_error(void);

/**
 * The status of the last error on this thread, for functions that answer NULL; DUEL_OK before the first error.
 * @since 0.2
 */
duel_status duel_last_status(void);

/** The zero-based row that the last error on this thread concerns, or -1. @since 0.1 */
int64_t duel_last_error_row(void);

/* ---- Columns and rows: how data enters ------------------------------------------------------- */

/** Type of the values of a column, both of data that go in and of tables that come out. */
typedef enum {
  /** An array of pointers to NUL-terminated UTF-8 (const char *). */
  DUEL_TYPE_TEXT = 1,
  /** Integers of 8 bits with a sign (int8_t). */
  DUEL_TYPE_I8 = 2,
  /** Integers of 8 bits without a sign (uint8_t). */
  DUEL_TYPE_U8 = 3,
  /** Integers of 16 bits with a sign (int16_t). */
  DUEL_TYPE_I16 = 4,
  /** Integers of 16 bits without a sign (uint16_t). */
  DUEL_TYPE_U16 = 5,
  /** Integers of 32 bits with a sign (int32_t). */
  DUEL_TYPE_I32 = 6,
  /** Integers of 32 bits without a sign (uint32_t). */
  DUEL_TYPE_U32 = 7,
  /** Integers of 64 bits with a sign (int64_t). */
  DUEL_TYPE_I64 = 8,
  /** Integers of 64 bits without a sign (uint64_t). */
  DUEL_TYPE_U64 = 9,
  /** Floating-point numbers of 64 bits (double). */
  DUEL_TYPE_F64 = 10,
  /** Truth values: 0 or 1 in 8 bits (uint8_t). */
  DUEL_TYPE_BOOL = 11,
  /**
   * Codes of labels in 32 bits (int32_t): an item, a judge, a context, a cluster, a value of an enumeration. The code is the id or the
   * constant.
   */
  DUEL_TYPE_CODE = 12,
  /** Sets of labels in 32 bits (int32_t), a bit for each. */
  DUEL_TYPE_FLAGS = 13
} duel_type;

/**
 * Outcome of a comparison: the codes of a vote. In tables codes start at zero: LEFT is 0 there, 1 here.
 */
typedef enum {
  /** The item on the left, which was shown first, is preferred. */
  DUEL_OUTCOME_LEFT = 1,
  /** The item on the right is preferred. */
  DUEL_OUTCOME_RIGHT = 2,
  /** A tie. */
  DUEL_OUTCOME_TIE = 3,
  /** A tie, both are good. */
  DUEL_OUTCOME_BOTH_GOOD = 4,
  /** A tie, both are bad. */
  DUEL_OUTCOME_BOTH_BAD = 5
} duel_outcome;

/**
 * One column of data, borrowed for the length of the call.
 *
 * Names and ids: a DUEL_TYPE_TEXT column holds names; an integer column holds ids, counted
 * from `base`, of the set's names if it has some; an integer column with `labels` holds names, each by its number
 * among them (a dictionary, the levels of a factor), of which those that no row uses are ignored. A judge,
 * a context or a cluster is missing where the name is NULL, or the id or the code -1 (unless base is negative). Numbers (score,
 * weight, counts, values): integers or DUEL_TYPE_F64. Values are read unaligned, so a field of a packed struct will do.
 */
typedef struct {
  /** The first value. NULL: the column is absent. */
  const void *data;
  /** Bytes from one value to the next, possibly negative; 0: the values are contiguous. */
  ptrdiff_t stride;
  /**
   * DUEL_TYPE_TEXT, DUEL_TYPE_I8, ... DUEL_TYPE_F64; with labels DUEL_TYPE_I8 to _U64 or DUEL_TYPE_CODE.
   */
  int32_t type;
  /**
   * The number that stands for id 0 or for the first label (0 in C, 1 in R); ignored in columns of names and of
   * numbers.
   */
  int32_t base;
  /**
   * The names of which the integers are the numbers, NUL-terminated UTF-8. NULL: the integers are ids.
   */
  const char *const *labels;
  /** How many labels there are. */
  size_t label_count;
} duel_column;

/**
 * Rows of comparisons, as columns of `length` values. Zero the struct, set struct_size, fill in
 * what you have.
 *
 * The answer of a row is exactly one of: score; outcome; grade; or counts (wins and losses, with any of
 * ties, both_good, both_bad), in which case a row stands for many comparisons.
 *
 * left is the item that was shown first. Where no order is known, or none was shown (tables of winners and losers,
 * rankings, counts), say so by ordered or unordered: which item is on the left then has no effect, a > b and b < a are one
 * cell, and no statement about positions uses these rows.
 *
 * A score or an outcome is one judgement. Counts that are whole numbers are as many judgements. Counts that sum to one (to
 * within 2e-6), more than one of them above zero, are one judgement that is split between answers:
 *
 * | row | judgements |
 * |---|---|
 * | wins 1, losses 0 | one, for left |
 * | wins .5, losses .5 | one, a half for each |
 * | wins .45, losses .55 | one, by these shares |
 * | weight 2, wins .45, losses .55 | two, each by these shares |
 * | wins 2, losses 1 | three |
 * | wins 2.5, losses 1 | 2.5 for left, and one for right: fractions that do not sum to one are weights |
 * | wins .3, losses .1 | .3 for left, and .1 for right, likewise; .4 of one judgement is weight .4 with wins .75, losses .25 |
 *
 * Other rows of the same cell change nothing about it. Standard errors without clusters and resamples by row take a judgement
 * as a whole.
 */
typedef struct {
  /** sizeof(duel_rows). */
  size_t struct_size;
  /** Number of rows. */
  size_t length;
  /** The item shown first: names or ids. Required. */
  duel_column left;
  /** The item shown second: names or ids. Required. */
  duel_column right;
  /** Who judged: names or ids. Absent, or missing in a row: the anonymous judge. */
  duel_column judge;
  /**
   * The subject of the comparison (a prompt, a question): names or ids. Absent, or missing in a row:
   * unrelated comparisons.
   */
  duel_column context;
  /** The score of left: exactly 1 (left preferred), 0.5 (tie) or 0 (right preferred). */
  duel_column score;
  /**
   * DUEL_OUTCOME_LEFT, DUEL_OUTCOME_RIGHT, DUEL_OUTCOME_TIE, DUEL_OUTCOME_BOTH_GOOD or DUEL_OUTCOME_BOTH_BAD, as integers.
   */
  duel_column outcome;
  /** Finite, not negative; a row of weight 3 is three rows. Absent: 1. Multiplies counts too. */
  duel_column weight;
  /** How often left was preferred: finite, not negative. */
  duel_column wins;
  /** How often right was preferred. */
  duel_column losses;
  /** How often neither was preferred. */
  duel_column ties;
  /** Ties where both were called good. */
  duel_column both_good;
  /** Ties where both were called bad. */
  duel_column both_bad;
  /**
   * Non-zero: weights are importance weights, not frequencies. The set then keeps the sum of
   * their squares too, and covariances other than the sandwiches are refused.
   */
  int32_t importance;
  /** Non-zero: no row has a presentation order. Not together with ordered. */
  int32_t unordered;
  /**
   * The unit of clustering, where it is not the context (a user, a session, a document): names or ids. Clustered errors and
   * resamples by cluster take it. Absent, or missing in a row: the context is. @since 0.2
   */
  duel_column cluster;
  /**
   * Integers, row by row: 1 where left was shown first, 0 where no order is known. Absent: 1, but for unordered. @since 0.2
   */
  duel_column ordered;
  /**
   * How far left is ahead, in whole numbers from -5 to 5: 3 may stand for "left is much better", 1 for "slightly", 0 for the
   * middle (a tie), -1 for "right is slightly better". DUEL_MODEL_GRADED tells grades apart; other models read them as wins, losses
   * and ties. @since 0.2
   */
  duel_column grade;
} duel_rows;

/**
 * Values of one covariate, as columns of `length` values. Which keys are present says what the
 * covariate belongs to: item; context; context and item (a property of one answer, such as its
 * length: "style control"); judge and item (such as "the judge's own model").
 */
typedef struct {
  /** sizeof(duel_covariate). */
  size_t struct_size;
  /** Number of values. */
  size_t length;
  /** The covariate's name: not empty, UTF-8. */
  const char *name;
  /** Items: names or ids known to the set. */
  duel_column item;
  /** Contexts: names or ids known to the set. */
  duel_column context;
  /** Judges: names or ids known to the set. */
  duel_column judge;
  /** The values: finite numbers. Required. */
  duel_column value;
} duel_covariate;

/* ---- Tables: results with named columns ------------------------------------------------------ */

/*
 * A result whose rows hold several meanings is a `duel_table`. Its columns have names and types, and never depend
 * on data, model or options: what a model lacks is missing. A table is complete when it is handed out; any number
 * of threads may read it at the same time. It outlives the model it came from. What it lends (names, columns,
 * labels) is valid until `duel_table_free`.
 */

/**
 * The objects to which the whole numbers of a column refer. They count from zero: hosts that count from one add one.
 */
typedef enum {
  /** Nothing: the numbers are what they are. */
  DUEL_REFERS_NONE = 0,
  /** Ids of items. */
  DUEL_REFERS_ITEM = 1,
  /** Ids of judges. */
  DUEL_REFERS_JUDGE = 2,
  /** Ids of contexts. */
  DUEL_REFERS_CONTEXT = 3,
  /** Rows of the input. */
  DUEL_REFERS_ROW = 4,
  /** Ids of clusters. */
  DUEL_REFERS_CLUSTER = 5,
  /** Ids of covariates. */
  DUEL_REFERS_COVARIATE = 6
} duel_refers;

/** One column of a table. */
typedef struct {
  /** sizeof(duel_table_column); set it before the call. */
  size_t struct_size;
  /** Its name: stable within a minor version. New columns come last. */
  const char *name;
  /** Its unit, such as "log odds"; "" where it has none. */
  const char *unit;
  /** One sentence. */
  const char *description;
  /**
   * DUEL_TYPE_F64, DUEL_TYPE_I64, DUEL_TYPE_BOOL, DUEL_TYPE_CODE, DUEL_TYPE_FLAGS or DUEL_TYPE_TEXT.
   */
  int32_t type;
  /** DUEL_REFERS_NONE, ... */
  int32_t refers;
  /**
   * The values, one for each row: an array of the type. NULL for DUEL_TYPE_TEXT: see duel_table_text. Valid and
   * aligned also in a table without rows.
   */
  const void *data;
  /**
   * One bit for each row, the lowest of each byte first, set where there is a value; NULL: no value is missing.
   */
  const uint8_t *validity;
  /** How many values are missing. */
  size_t null_count;
  /** The labels of codes, or of bits; NULL for other types. */
  const char *const *labels;
  /** How many labels there are. */
  size_t label_count;
} duel_table_column;

/** Facts about a table: its size, and what it was computed with. */
typedef struct {
  /** sizeof(duel_table_facts); set it before the call. */
  size_t struct_size;
  /** Rows. */
  size_t rows;
  /** Columns. */
  size_t columns;
  /** Level of the intervals; NaN: there are none. */
  double level;
  /** DUEL_INTERVALS_MARGINAL, ...; -1: there are none. */
  int32_t intervals;
  /** The covariance behind standard errors, DUEL_COVARIANCE_SANDWICH, ...; -1: there are none. */
  int32_t covariance;
  /** DUEL_QUANTILES_NORMAL or _STUDENT; -1: there are none. */
  int32_t quantiles;
  /** Zero. */
  int32_t reserved;
  /** Degrees of freedom; NaN where there are none, or where each value has its own. */
  double df;
  /** Replicates behind the numbers; NaN: there are none. */
  double replicates;
  /** A title for readers; its wording is not stable. */
  const char *title;
  /**
   * Sentences for readers, each on a line; "" where there is nothing to say. Their wording is not stable.
   */
  const char *notes;
} duel_table_facts;

/**
 * Facts about a table.
 * @param out its struct_size says how much of it is filled. @since 0.2
 */
duel_status duel_table_info(const duel_table *table, duel_table_facts *out);

/**
 * A column by its place.
 * @param column zero-based, below the columns of duel_table_info; DUEL_ERR_ARGUMENT beyond.
 * @param out its struct_size says how much of it is filled. @since 0.2
 */
duel_status duel_table_get(const duel_table *table, size_t column, duel_table_column *out);

/**
 * The place of a column; DUEL_ERR_NAME names the nearest column, and all there are.
 * @param column receives the zero-based place. @since 0.2
 */
duel_status duel_table_find(const duel_table *table, const char *name, size_t *column);

/**
 * The numbers of a DUEL_TYPE_F64 column, NaN where missing. NULL if there is no such column or it has another type:
 * duel_last_error tells. @since 0.2
 */
const double *duel_table_f64(const duel_table *table, const char *name);

/**
 * The numbers of a DUEL_TYPE_I64 column, 0 where missing. NULL if there is no such column or it has another type:
 * duel_last_error tells. @since 0.2
 */
const int64_t *duel_table_i64(const duel_table *table, const char *name);

/**
 * The values of a DUEL_TYPE_BOOL column, 0 where missing. NULL if there is no such column or it has another type:
 * duel_last_error tells. @since 0.2
 */
const uint8_t *duel_table_bool(const duel_table *table, const char *name);

/**
 * The codes of a DUEL_TYPE_CODE column, or the bits of a DUEL_TYPE_FLAGS column; 0 where missing. NULL if there is no such
 * column or it has another type: duel_last_error tells. @since 0.2
 */
const int32_t *duel_table_codes(const duel_table *table, const char *name);

/**
 * The text of a cell: of a DUEL_TYPE_TEXT column, or the label of a DUEL_TYPE_CODE column; "" where it is missing. NULL if
 * there is no such column or row, or the column has another type: duel_last_error tells. @since 0.2
 */
const char *duel_table_text(const duel_table *table, const char *name, size_t row);

/** How a table is printed. */
typedef struct {
  /** sizeof(duel_print_options); set it before the call. */
  size_t struct_size;
  /** Significant digits of numbers, 1 to 17; 0: 4. */
  int32_t digits;
  /** Must be zero. */
  int32_t reserved;
  /** Rows to print at most, a last line saying how many are left out; 0: all. */
  size_t rows;
} duel_print_options;

/**
 * A table as text for people: aligned columns under their names, each row on a line; what is missing is a dash. Tables with
 * ranks of items are printed best first, whatever the order of their rows. Call it twice: with out NULL and capacity 0 for the
 * length, then with room for it. The layout is not stable.
 * @param options NULL: all defaults.
 * @param out NULL, or receives the text, which ends with a NUL.
 * @param capacity number of bytes that fit in out; too few are DUEL_ERR_SIZE.
 * @param length receives the bytes of the text, its NUL among them. @since 0.2
 */
duel_status duel_table_print(const duel_table *table,
                             const duel_print_options *options,
                             char *out,
                             size_t capacity,
                             size_t *length);

/**
 * Export a table as an Arrow stream of one record batch (the Arrow C stream interface). The stream holds a share of
 * the table: free either first, and release it on any thread. Codes are dictionaries of their labels; unit and
 * sentence are metadata of the fields ("unit", "description"), title and notes of the schema.
 * @param out receives the stream; call its release when done. @since 0.2
 */
duel_status duel_table_export(const duel_table *table, struct ArrowArrayStream *out);

/** Free a table. NULL is ignored. @since 0.2 */
void duel_table_free(duel_table *table);

/* ---- Sets of comparisons --------------------------------------------------------------------- */

/** Kind of a name. */
typedef enum {
  /** Items. */
  DUEL_KIND_ITEM = 1,
  /** Judges. */
  DUEL_KIND_JUDGE = 2,
  /** Contexts. */
  DUEL_KIND_CONTEXT = 3,
  /** Covariates. */
  DUEL_KIND_COVARIATE = 4,
  /**
   * Distinct cells (context, judge, left, right; cluster, order and shares where there are some).
   */
  DUEL_KIND_CELL = 5,
  /** Clusters apart from contexts. */
  DUEL_KIND_CLUSTER = 6
} duel_kind;

/** Unit of folds, of resampling, of residuals and of influence. */
typedef enum {
  /** The default of the function that takes it. */
  DUEL_BY_DEFAULT = 0,
  /** Single comparisons. */
  DUEL_BY_ROW = 1,
  /** Contexts, with all their comparisons. */
  DUEL_BY_CONTEXT = 2,
  /** Pairs of items, in both orders. */
  DUEL_BY_PAIR = 3,
  /** Judges, with all their comparisons. */
  DUEL_BY_JUDGE = 4,
  /**
   * Cells, that is a judge, the item on the left and the item on the right. Contexts
   * are added up.
   */
  DUEL_BY_CELL = 5,
  /** Items, each against all others. */
  DUEL_BY_ITEM = 6,
  /**
   * A judge and an item, each judge's answers on the item against all others. Column 12
   * is a heat map of who favours what beyond the model.
   */
  DUEL_BY_JUDGE_ITEM = 7,
  /**
   * Clusters of the set, with all their comparisons; a comparison without one is in the cluster of its context.
   */
  DUEL_BY_CLUSTER = 8
} duel_by;

/** Facts about a set. */
typedef struct {
  /** sizeof(duel_set_facts); set it before the call. */
  size_t struct_size;
  /** Items. */
  size_t items;
  /** Judges, the anonymous one not counted. */
  size_t judges;
  /**
   * 1: some comparisons have no judge. Tables by judge then have a row for the anonymous judge, after the others.
   */
  int32_t has_anonymous;
  /** 1: weights are importance weights. */
  int32_t importance;
  /** Contexts. */
  size_t contexts;
  /** Contexts with more than one comparison. */
  size_t repeated_contexts;
  /** Covariates. */
  size_t covariates;
  /** Distinct cells (context, judge, left, right). */
  size_t cells;
  /** Comparisons, a sum of weights. */
  double comparisons;
  /** Those that prefer the left, of comparisons with a presentation order. */
  double left_wins;
  /** Those that prefer the right, of comparisons with a presentation order. */
  double right_wins;
  /** Ties that do not say whether both are good or bad. */
  double plain_ties;
  /** Both good. */
  double both_good;
  /** Both bad. */
  double both_bad;
  /**
   * Effective number of comparisons (Kish's), that of the comparisons unless weights are importance weights.
   */
  double effective;
  /** Clusters apart from contexts. @since 0.2 */
  size_t clusters;
  /** Comparisons without a presentation order. @since 0.2 */
  double unordered;
  /**
   * Those of them that prefer one of the items; they are in neither left_wins nor right_wins. @since 0.2
   */
  double unordered_wins;
  /** 1: some judgements are split between answers. @since 0.2 */
  int32_t has_split;
  /** Zero. */
  int32_t reserved;
} duel_set_facts;

/**
 * Make an empty set.
 * @param out receives the set; the caller frees it with duel_set_free. @since 0.1
 */
duel_status duel_set_new(duel_set **out);

/** Free a set. NULL is ignored. Models fitted to it live on. @since 0.1 */
void duel_set_free(duel_set *set);

/**
 * Copy a set. The cells are shared until one of the two changes, so a copy costs almost nothing.
 * @param out receives the copy. @since 0.1
 */
duel_status duel_set_copy(const duel_set *set, duel_set **out);

/**
 * Fix the order of names before data comes: ids are given in the order of first sight, here and in
 * duel_set_append. Names already known keep their id. All names are taken or none.
 * @param kind DUEL_KIND_ITEM, DUEL_KIND_JUDGE, DUEL_KIND_CONTEXT or DUEL_KIND_CLUSTER.
 * @param names `count` pointers to NUL-terminated UTF-8, copied. @since 0.1
 */
duel_status duel_set_intern(duel_set *set, duel_kind kind, const char *const *names, size_t count);

/**
 * Append rows: all of them or, at the first invalid one, none. On DUEL_ERR_DATA and DUEL_ERR_NAME
 * duel_last_error_row() is the row and the message names column and value.
 *
 * Ids of names already known stay, as they do in duel_set_merge and duel_set_covariate; duel_set_load and
 * duel_set_filter give ids anew.
 *
 * Names or ids: the first append decides, for items, judges and contexts each. Where there are names (duel_set_intern,
 * or an append before), ids are those of names that are there; an id of none is DUEL_ERR_NAME. Else item k is
 * the k-th from `base`; ids below the largest that no row mentions are items without comparisons,
 * and the name of an id is its number. An id is refused from 2^24 and from 64 times the number of
 * different comparisons (cells) on: what a set and a model hold grows with the largest id.
 *
 * Refused: left = right; NaN, infinite or negative weights and counts; scores other than 0, 0.5
 * and 1; unknown outcome codes; empty names, names that are not UTF-8; ids below `base` or beyond
 * 2^32 - 2 after it; a total weight that overflows. Append in batches rather than row by row. @since 0.1
 */
duel_status duel_set_append(duel_set *set, const duel_rows *rows);

/**
 * Set values of a covariate, all or none. Values of one covariate may come in several calls; a
 * second, different value for the same key is DUEL_ERR_DATA. @since 0.1
 */
duel_status duel_set_covariate(duel_set *set, const duel_covariate *covariate);

/**
 * Add the comparisons of `other`, matching items, judges, contexts and covariates by name (by id,
 * where both sets use ids). Merging is associative and commutative up to the order of ids; shards
 * merged in any order save to the same bytes when counts are whole numbers. @since 0.1
 */
duel_status duel_set_merge(duel_set *set, const duel_set *other);

/**
 * Save a set to bytes: versioned, canonical (equal data give equal bytes) and checksummed, the same
 * on every machine. Names are saved in the order of their bytes, and so give the ids of the loaded set: see
 * duel_set_load. Call with out NULL and capacity 0 for the length.
 * @param length receives the number of bytes, also when the buffer is too short. @since 0.1
 */
duel_status duel_set_save(const duel_set *set, void *out, size_t capacity, size_t *length);

/**
 * Load a set from bytes. Any truncation and any flipped bit is DUEL_ERR_FORMAT.
 *
 * The ids of the loaded set are the canonical ones: items, judges and contexts are numbered in the order of
 * the bytes of their names, not as in the set that was saved. Ids that a caller holds from before (and the
 * rows of duel_model_influence, duel_model_residuals and of all results by ids) are those of the old set: look names up
 * anew with duel_set_find. Where a set has ids instead of names they stay. No fit depends on it: what needs
 * an order of items, such as the basis of a factored threshold, takes that of the names. Draws of
 * comparisons by a seed (folds, resamples, bootstrap, simulated data) depend on ids, and differ. @since 0.1
 */
duel_status duel_set_load(const void *bytes, size_t length, duel_set **out);

/**
 * How many there are of a kind: DUEL_KIND_ITEM, DUEL_KIND_JUDGE, DUEL_KIND_CONTEXT, DUEL_KIND_CLUSTER,
 * DUEL_KIND_COVARIATE or DUEL_KIND_CELL. 0 if set is NULL or kind is unknown. The anonymous judge is not counted. @since 0.1
 */
size_t duel_set_count(const duel_set *set, duel_kind kind);

/**
 * Declare that no comparison of a set has a presentation order, for data that were appended or saved without saying so: which
 * item was on the left has no effect from then on, a > b and b < a become one cell, and no statement about positions uses them.
 * Comparisons that are appended later have the order that their rows state. A failure changes nothing. @since 0.2
 */
duel_status duel_set_forget_order(duel_set *set);

/**
 * The name of an id, borrowed: valid until the set is changed or freed. NULL if out of range. @since 0.1
 */
const char *duel_set_name(const duel_set *set, duel_kind kind, size_t id);

/**
 * The id of a name; DUEL_ERR_NAME if it is unknown.
 * @param id receives the zero-based id. @since 0.1
 */
duel_status duel_set_find(const duel_set *set, duel_kind kind, const char *name, size_t *id);

/**
 * Facts about a set.
 * @param out its struct_size says how much of it is filled. @since 0.2
 */
duel_status duel_set_info(const duel_set *set, duel_set_facts *out);

/**
 * The items of a set, in the order of their ids.
 * @param out receives the table. @since 0.2
 * Columns:
 *   item (item): The item.
 *   comparisons (double, comparisons): Its comparisons, a sum of weights.
 *   wins (double, comparisons): Those that it won.
 *   losses (double, comparisons): Those that it lost.
 *   ties (double, comparisons): Ties, both good and both bad among them.
 *   opponents (int64_t, items): Items that it was compared with.
 *   shown_first (double, comparisons): Comparisons in which it was shown first.
 *   component (int64_t): Number of its connected component, 0 being the one with the most items.
 *     Items of different components were never compared, not even through others.
 *   group (int64_t): Number of its strongly connected group, ties as wins both ways. A group never
 *     loses to a later one: it beats it, or was not compared with it. One group: finite scores
 *     exist.
 *   group_decided (int64_t): The same, with ties dropped.
 */
duel_status duel_set_items(const duel_set *set, duel_table **out);

/**
 * The pairs of items that were compared, in the order of their ids.
 * @param out receives the table. @since 0.2
 * Columns:
 *   first (item): The item with the lower id.
 *   second (item): The other item.
 *   comparisons (double, comparisons): Their comparisons, a sum of weights.
 *   first_on_left (double, comparisons): Comparisons that showed the first of them first.
 *   second_on_left (double, comparisons): Comparisons that showed the second of them first. A pair
 *     seen in one order only has a zero here or there.
 *   first_wins (double, comparisons): Wins of the first.
 *   second_wins (double, comparisons): Wins of the second.
 *   ties (double, comparisons): Ties, both good and both bad among them.
 *   unordered (double, comparisons): Comparisons without a presentation order, which are in neither
 *     of the columns of what was shown first.
 */
duel_status duel_set_pairs(const duel_set *set, duel_table **out);

/**
 * The cells of a set: its comparisons, added up by context, judge, left and right.
 * @param out receives the table. @since 0.2
 * Columns:
 *   context (context): The context; missing where the comparisons have none.
 *   judge (judge): The judge.
 *   left (item): The item shown first.
 *   right (item): The item shown second.
 *   left_wins (double, comparisons): Answers that prefer the left.
 *   right_wins (double, comparisons): Answers that prefer the right.
 *   plain_ties (double, comparisons): Ties that do not say whether both are good or bad.
 *   both_good (double, comparisons): Answers that both are good.
 *   both_bad (double, comparisons): Answers that both are bad.
 *   squared_weights (double): Sum of the squared weights.
 *   cluster (cluster): The cluster; missing where the context is the cluster.
 *   is_ordered (bool): Whether left was shown first; where not, no order is known, and left is the
 *     item with the lower id.
 *   is_split (bool): Whether each judgement is split between the answers in the proportion of their
 *     counts.
 *   grade (int64_t): How far the preferred item is ahead, 0 for the middle; missing where answers
 *     have no grade.
 */
duel_status duel_set_cells(const duel_set *set, duel_table **out);

/**
 * Draw as many units as the set has, with replacement. Names and ids stay. Units are drawn in the order of
 * their ids: the same data under other ids (duel_set_load) give another resample.
 * @param by DUEL_BY_ROW (whole counts only), DUEL_BY_CONTEXT, DUEL_BY_PAIR, DUEL_BY_JUDGE or DUEL_BY_CLUSTER.
 * @param seed same seed, same set.
 * @param out receives a new set. @since 0.1
 */
duel_status duel_set_resample(const duel_set *set, duel_by by, uint64_t seed, duel_set **out);

/**
 * Split into a part held out and the rest. Units are shared out at random and evenly over `folds`
 * folds; the same seed gives the same folds, so that fold 0 .. folds - 1 partition the set. Names
 * and ids stay in both parts. The same data under other ids (duel_set_load) have other folds.
 * @param by DUEL_BY_ROW, DUEL_BY_CONTEXT, DUEL_BY_PAIR, DUEL_BY_JUDGE or DUEL_BY_CLUSTER.
 * @param folds at least 2.
 * @param fold which fold to hold out, 0 .. folds - 1.
 * @param rest,held receive new sets. @since 0.1
 */
duel_status duel_set_split(const duel_set *set,
                           duel_by by,
                           size_t folds,
                           size_t fold,
                           uint64_t seed,
                           duel_set **rest,
                           duel_set **held);

/**
 * Keep some items (comparisons of two kept items) or some judges only; ids are given anew, in the
 * old order, names stay (of a set with ids, the old numbers become names). Contexts and clusters that lose all
 * comparisons go.
 * @param kind DUEL_KIND_ITEM or DUEL_KIND_JUDGE.
 * @param ids `count` ids to keep; duplicates are DUEL_ERR_ARGUMENT.
 * @param out receives a new set. @since 0.1
 */
duel_status duel_set_filter(const duel_set *set,
                            duel_kind kind,
                            const size_t *ids,
                            size_t count,
                            duel_set **out);

/* ---- Rows of Arrow streams ------------------------------------------------------------------- */

/**
 * Which columns of an Arrow stream hold what duel_rows has columns for. Zero the struct, set struct_size, and name the
 * columns that are called otherwise than their fields here: a field that is NULL stands for the column of its own name
 * ("left", "judge", ...), if the stream has one, and "" for none. left and right must be there.
 */
typedef struct {
  /** sizeof(duel_stream_columns). */
  size_t struct_size;
  /** The item shown first. */
  const char *left;
  /** The item shown second. */
  const char *right;
  /** Who judged; where it is null, the anonymous judge. */
  const char *judge;
  /** The subject of the comparison; null: no subject. */
  const char *context;
  /** The score of left: numbers, or bools that say whether left was preferred. */
  const char *score;
  /**
   * The outcome: codes, or text, whose words are "left", "right", "tie", "both_good", "both_bad", and those of answers.
   */
  const char *outcome;
  /** Weights. */
  const char *weight;
  /** How often left was preferred. */
  const char *wins;
  /** How often right was preferred. */
  const char *losses;
  /** How often neither was preferred. */
  const char *ties;
  /** Ties where both were called good. */
  const char *both_good;
  /** Ties where both were called bad. */
  const char *both_bad;
  /**
   * Answers of the outcome column besides the words above: `answer_count` texts. Of a column of whole numbers
   * it is their decimals.
   */
  const char *const *answers;
  /** The meaning of each of the answers: DUEL_OUTCOME_LEFT, ... */
  const int32_t *meanings;
  /** Number of answers. */
  size_t answer_count;
  /**
   * Non-zero: whole numbers in left, right, judge, context and cluster are ids. 0: their decimals are names.
   */
  int32_t ids;
  /** The number that stands for id 0; not negative. */
  int32_t base;
  /** Non-zero: weights are importance weights, not frequencies; see duel_rows. */
  int32_t importance;
  /** Non-zero: no row has a presentation order; see duel_rows. */
  int32_t unordered;
  /** The cluster; where it is null, the context is. @since 0.2 */
  const char *cluster;
  /** Whether left was shown first: bools or integers, 0 where no order is known. @since 0.2 */
  const char *ordered;
  /**
   * How far left is ahead, see duel_rows: numbers. Beside a score, an outcome or wins a column of the stream that is called grade
   * is left out. @since 0.2
   */
  const char *grade;
} duel_stream_columns;

/**
 * Append the rows of an Arrow stream (the Arrow C stream interface), batch by batch: all of them or, at the first
 * invalid one, none, as duel_set_append does with one batch.
 *
 * Read are text (utf8, large_utf8, string views, and binary that is UTF-8), dictionaries of text or whole numbers with
 * codes of any integer type, integers, floating-point numbers, decimals, bools and nulls, with any offsets; other
 * columns of the stream may be of any type. Whole numbers in columns of names are names, their decimals, unless ids is
 * set. A null is no judge, no context and no cluster, and elsewhere an error. Names of a dictionary that no row mentions are
 * ignored. Numbers are read from where they are; memory of the call grows with the different comparisons and the
 * longest batch, of which it keeps two, not with the stream; rows that are not counted yet take up to some 100 MB.
 *
 * The library takes the stream over: it is released when the call returns, also after an error, and its release is
 * then NULL. It is read in the calling thread; its functions must not use the set. To stop the call let get_next
 * fail: what get_last_error says becomes part of the message. A stream that breaks the rules of Arrow is
 * DUEL_ERR_FORMAT as far as that can be seen: whether buffers are as long as lengths and offsets say cannot. After
 * DUEL_ERR_DATA and DUEL_ERR_NAME duel_last_error_row() counts rows from the first of the stream, and the message names
 * the column.
 * @param stream the stream, which the call releases.
 * @param columns NULL: columns are called as the fields of duel_stream_columns. @since 0.2
 */
duel_status duel_set_append_stream(duel_set *set,
                                   struct ArrowArrayStream *stream,
                                   const duel_stream_columns *columns);

/* ---- The choices that a fit is made of, and what may come of it, by number ------------------- */

/** Model of the strengths that judges see. */
typedef enum {
  /** Every judge sees the same scores, S_k(i) = mu_i. */
  DUEL_STRENGTH_POOLED = 0,
  /**
   * Judge k sees the scores through a sensitivity of its own, S_k(i) = gamma_k mu_i
   * (judge-aware ranking, arXiv:2601.21817). Not convex: the fit starts from pooled Bradley-Terry. Where sensitivities
   * must not be negative and some are at zero or (up to 12 judges) just above it, other choices of the judges at zero
   * are tried as well, of up to 6 such judges all; still, other optima may exist where judges oppose each other. A fit of up
   * to 100 parameters that finds no maximum starts 24 times more, and where groups of items are far apart (see restarts).
   */
  DUEL_STRENGTH_SENSITIVITY = 1,
  /**
   * Judges share a consensus mu, each with a sensitivity gamma_k of either sign, and disagree with it
   * along `rank` directions: S_k(i) = gamma_k mu_i + U_k . V_i (heterogeneous judge-aware ranking,
   * arXiv:2605.05073). That is any S, judges x items, of rank `rank` + 1; it is fitted as such, and read out in the
   * paper's form: mu the mean of S over judges, gamma of mean one, 1'U = 0, V'mu = 0, V'V = items I, U'U
   * diagonal, descending; of each column of U the largest element is positive. Not convex: the fit starts twice, from
   * the pooled scores with the judges' own deviations from them and (up to 1000 parameters) from the judges' own scores,
   * and `restarts` times more (with up to 100 parameters 24 times, where it finds no maximum); the best is taken, and if it has no finite end there is no estimate
   * (DUEL_FIT_SEPARATED). Where a judge's votes leave its scores open (an item that always wins before it) no finite
   * estimate may exist (DUEL_FIT_SEPARATED); a ridge of .1 makes everything finite. If the order in which items are
   * shown is fixed, what looks like disagreement may be a habit of choosing the first: add DUEL_POSITION_BY_JUDGE.
   */
  DUEL_STRENGTH_DISAGREEMENT = 2
} duel_strength;

/** Effect of being shown first. */
typedef enum {
  /** Being shown first has no effect. */
  DUEL_POSITION_NONE = 0,
  /** One effect, added to the difference of left and right. */
  DUEL_POSITION_SHARED = 1,
  /** One effect for every judge. */
  DUEL_POSITION_BY_JUDGE = 2
} duel_position;

/** Outcome model: the probabilities of a win, a loss and a tie. */
typedef enum {
  /** Bradley-Terry (1952), P(left) = 1 / (1 + exp(-z)). */
  DUEL_MODEL_BRADLEY_TERRY = 0,
  /** Rao-Kupper (1967), P(left) = 1 / (1 + exp(e - z)), threshold e > 0. */
  DUEL_MODEL_RAO_KUPPER = 1,
  /** Davidson (1970), left, right and tie in the proportion exp(z/2) : exp(-z/2) : exp(e). */
  DUEL_MODEL_DAVIDSON = 2,
  /**
   * Probit: Thurstone (1927, case V) and Mosteller (1951), P(left) = Phi(z), Phi the normal distribution. Ties are as under
   * Bradley-Terry; scores, effects and thresholds are in standard deviations of a difference, some .6 of the log odds.
   */
  DUEL_MODEL_THURSTONE_MOSTELLER = 3,
  /**
   * Probit with ties: Glenn and David (1960), P(left) = Phi(z - e), threshold e > 0, as Rao-Kupper with normal noise.
   */
  DUEL_MODEL_GLENN_DAVID = 4,
  /**
   * Graded answers (duel_rows.grade): P(left by grade l or more) = 1 / (1 + exp(e_l - z)), thresholds 0 <= e_1 < e_2 < ..., the
   * cumulative logit with thresholds that are equal for both sides (Tutz 1986; Agresti 1992). The first is the tie threshold, zero
   * where no answer is in the middle; a grade that nobody gave is joined with the next. Answers of the set without a grade count
   * as by Rao-Kupper. With one grade beside the middle it is Rao-Kupper. @since 0.2
   */
  DUEL_MODEL_GRADED = 5
} duel_tie_model;

/** The target of an estimate where the model does not hold. */
typedef enum {
  /** Comparisons count alike: pairs that were compared often count for more. */
  DUEL_TARGET_COMPARISONS = 0,
  /**
   * Pairs count alike, of those that were compared: every comparison has a weight over how many comparisons its pair has (of all
   * judges and contexts, in both orders), at least pair_floor, the sum of all as it was. What the model says where it is not right then does not
   * depend on which pairs were asked often; a rank that moves is a sign of misfit (duel_model_goodness).
   */
  DUEL_TARGET_PAIRS_EQUALLY = 1
} duel_target;

/** Ties under Bradley-Terry and Thurstone-Mosteller. */
typedef enum {
  /**
   * Half a win for each side (a quasi-likelihood; the sandwich
   * covariances account for it).
   */
  DUEL_TIES_HALF = 0,
  /** Left out. */
  DUEL_TIES_DROPPED = 1
} duel_ties;

/** Votes "both bad". */
typedef enum {
  /** Ties like others. */
  DUEL_BOTH_BAD_TIE = 0,
  /** Left out. */
  DUEL_BOTH_BAD_DROPPED = 1,
  /**
   * An outcome of their own beside win, loss and tie. Davidson only: left, right, tie and
   * both bad in the proportion exp(z/2) : exp(-z/2) : exp(e) : exp(b). Where a score is asked for, both bad is
   * half a win for each side, as a tie is.
   */
  DUEL_BOTH_BAD_OUTCOME = 2
} duel_both_bad;

/** Threshold b of the outcome both bad. */
typedef enum {
  /** One number. */
  DUEL_BAD_THRESHOLD_SINGLE = 0,
  /**
   * b_ij = b_i + b_j, a number of each item: how readily it is part of a bad pair.
   * Items that never were have minus infinity (DUEL_FIT_TIE_LIMIT).
   */
  DUEL_BAD_THRESHOLD_ADDITIVE = 1
} duel_bad_threshold;

/** Tie threshold. */
typedef enum {
  /** One number. */
  DUEL_THRESHOLD_SINGLE = 0,
  /**
   * One number, plus an offset for every judge: DUEL_THRESHOLD_SINGLE with
   * DUEL_OFFSETS_BY_JUDGE.
   */
  DUEL_THRESHOLD_BY_JUDGE = 1,
  /**
   * e_ij = g_i + g_j, a number of each item: how readily it ties. Does not depend on the
   * order of the items. Recommended where items differ in their ties.
   */
  DUEL_THRESHOLD_ADDITIVE = 2,
  /**
   * e_ij = <G_i, Phi_j> + <G_j, Phi_i>, tie_factors numbers of each item against a fixed
   * orthonormal basis Phi, items x tie_factors (Ameli, Zhuang, Stoica and Mahoney, ICLR 2025). Depends on
   * which items there are and on the order of their names, by bytes (of a set with ids, on the order of the ids):
   * row r of Phi belongs to the item whose name is the r-th. It does not depend on the order in which items
   * came to the set.
   */
  DUEL_THRESHOLD_FACTORED = 3
} duel_threshold;

/** Offsets of judges to the tie threshold. */
typedef enum {
  /** None. */
  DUEL_OFFSETS_NONE = 0,
  /** One for each judge. */
  DUEL_OFFSETS_BY_JUDGE = 1
} duel_offsets;

/** Basis of factored thresholds. */
typedef enum {
  /**
   * Phi_i0 = 1 / sqrt(m), Phi_ic = sqrt(2/m) cos(pi/m (i + 1/2) c).
   * One factor is the additive threshold, and a single threshold is a special case of all.
   */
  DUEL_BASIS_COSINE = 0,
  /**
   * Phi_ic = sqrt(2/m) cos(pi/m (i + 1/2)(c + 1/2)), the paper's. No column is
   * constant, so that a single threshold is no special case. The paper's order of items is that of the
   * bytes of their names.
   */
  DUEL_BASIS_PAPER = 1
} duel_basis;

/** Link of additive and factored thresholds of Rao-Kupper and Glenn-David. */
typedef enum {
  /**
   * The sum is put through log(1 + exp(.)), so that
   * every threshold is positive.
   */
  DUEL_LINK_SOFTPLUS = 0,
  /**
   * The sum itself (the paper's model). The fit keeps e >= 0 on every pair that was compared; pairs at
   * e = 0 are reported by DUEL_FIT_TIE_LIMIT. On pairs never compared e may be negative.
   */
  DUEL_LINK_LINEAR = 1
} duel_link;

/** Linear thresholds below zero, of pairs never compared. */
typedef enum {
  /**
   * Predictions for them are refused
   * (DUEL_ERR_NOT_IDENTIFIED, naming the pair).
   */
  DUEL_BELOW_ZERO_REFUSED = 0,
  /** Taken as zero, so that the pair cannot tie. */
  DUEL_BELOW_ZERO_ZERO = 1
} duel_below_zero;

/** Spread: how noisy the differences of items are. */
typedef enum {
  /** All differences are equally noisy, z = u. */
  DUEL_SPREAD_NONE = 0,
  /**
   * z = u / sqrt(S_ij), S_ij = d_i + d_j, a variance of each item (Thurstone 1927). Not convex: small
   * sets may have several optima, mostly with variances of zero. Up to 8 items the fit also starts from every item much
   * noisier, and much less noisy, than the others; duel_model_optima lists the optima that were met. With more items ask for restarts.
   * Scores and variances have a scale in common, which offsets set; where the votes speak against the offsets it grows
   * without end (DUEL_FIT_SEPARATED).
   */
  DUEL_SPREAD_DIAGONAL = 1,
  /**
   * S_ij = d_i + d_j + |Lambda_i - Lambda_j|^2 with spread_factors columns of Lambda. Many optima:
   * ask for restarts, and do not take the best for the only one.
   */
  DUEL_SPREAD_FACTORS = 2
} duel_spread;

/** Signs that sensitivities may have. */
typedef enum {
  /** Not negative. A judge who would need a negative one is set to 0 (a boundary). */
  DUEL_SIGN_POSITIVE = 0,
  /** Of either sign. A negative one is a judge opposed to the others. */
  DUEL_SIGN_SIGNED = 1
} duel_sign;

/** Covariance of the estimates. */
typedef enum {
  /**
   * DUEL_COVARIANCE_CLUSTERED_BY_CONTEXT where contexts repeat, else
   * DUEL_COVARIANCE_SANDWICH; DUEL_COVARIANCE_OBSERVED where only a ridge or pseudo-comparisons make
   * the scores finite or comparable (weights that are frequencies); DUEL_COVARIANCE_EXPECTED at given
   * parameters (duel_model_given).
   */
  DUEL_COVARIANCE_AUTO = 0,
  /**
   * Inverse of the expected (Fisher) information. Right if the model is. With a ridge on
   * sensitivities or disagreement the penalty enters by the squares of its first derivatives (Gauss-Newton);
   * the part with second derivatives of gamma_k mu_i, which DUEL_COVARIANCE_OBSERVED has, is left out.
   */
  DUEL_COVARIANCE_EXPECTED = 1,
  /** Inverse of the observed information (the Hessian). */
  DUEL_COVARIANCE_OBSERVED = 2,
  /**
   * H^-1 B H^-1 with the squared residuals of every single comparison in B (HC0). Right
   * for independent comparisons even where the model is not.
   */
  DUEL_COVARIANCE_SANDWICH = 3,
  /** As the sandwich, the residuals of a context summed before they are squared. */
  DUEL_COVARIANCE_CLUSTERED_BY_CONTEXT = 4,
  /**
   * As the sandwich, the residuals of a judge summed before they are squared. Trust it
   * with 40 judges or more.
   */
  DUEL_COVARIANCE_CLUSTERED_BY_JUDGE = 5,
  /**
   * Inverse of the expected information on both sides of B, the sandwich of the judge-aware papers.
   */
  DUEL_COVARIANCE_SANDWICH_EXPECTED = 6,
  /**
   * Clustered by context and by judge at once, the sum of the two less that of their
   * intersection (Cameron, Gelbach and Miller 2011); negative eigenvalues, which it may have, become 0.
   */
  DUEL_COVARIANCE_CLUSTERED_TWO_WAY = 7
} duel_covariance;

/** Bias reduction. */
typedef enum {
  /** None, maximum likelihood. */
  DUEL_BIAS_NONE = 0,
  /**
   * Firth's (1993), maximum likelihood with Jeffreys' prior. Takes away the bias of order
   * 1/n, and keeps scores finite where items never lose, if the comparisons connect them. Pooled
   * Bradley-Terry only. Standard errors are those of the data's information at the estimate.
   */
  DUEL_BIAS_FIRTH = 1
} duel_bias;

/** Fit status: the problems of a fit, as bits. */
typedef enum {
  /** No diagnostic. */
  DUEL_FIT_OK = 0,
  /**
   * Items of different components were never compared, not even through others.
   * Scores are relative to the mean of their component; an item that was never compared has none (NaN).
   * One rule holds for this and all else that the data do not identify (DUEL_FIT_UNDETERMINED): a number that
   * changes along a direction which the data leave open is NaN, and so is its error, whichever function is asked.
   * Contrasts of scores or strengths are identified across components if the weights within each but one sum to zero.
   */
  DUEL_FIT_DISCONNECTED = 1,
  /**
   * No finite estimate exists (some items never lose to the others, or a judge or
   * effect explains its votes without error, or thresholds of pairs that never tied run to infinity).
   * Quantities that diverge are shown where the fit ended, with infinite standard errors. Differences and
   * contrasts (duel_estimate_contrasts, duel_estimate_pairs, duel_model_distances, ...) within a group of items that beat each other are those of the limit.
   * One that diverges is plus or minus infinity, with an infinite error, where it goes the same way wherever the
   * likelihood grows; where it may go either way, as between two items that both always beat a third, it is NaN.
   */
  DUEL_FIT_SEPARATED = 2,
  /** Some judges would need a negative sensitivity and have 0. */
  DUEL_FIT_BOUNDARY = 4,
  /**
   * Some sensitivities are negative (DUEL_SIGN_SIGNED only). Recorded, never
   * an error: a signed fit asks for them.
   */
  DUEL_FIT_OPPOSED = 8,
  /** All scores are equal, so that sensitivities are not identified. */
  DUEL_FIT_EQUAL_SCORES = 16,
  /**
   * Parameters beyond those of DUEL_FIT_DISCONNECTED are not determined by the
   * data, such as a covariate that is constant or a function of the items, or slopes of a judge whose
   * sensitivity is zero; or DUEL_STRENGTH_DISAGREEMENT of a rank that its optimum does not have (the message says
   * which one it has; accepted, the model is that of this rank). Accepted, numbers that the data do not determine
   * are NaN, all others are returned: beside a covariate of items free scores are unknown, but not the probabilities of a pair.
   */
  DUEL_FIT_UNDETERMINED = 32,
  /**
   * The solver stopped before the optimum, or at a point where the spread of a pair is
   * zero, which is not an optimum.
   */
  DUEL_FIT_NOT_CONVERGED = 64,
  /** For duel_model_options.accept: take any outcome. */
  DUEL_FIT_ANY = 127,
  /**
   * Tie thresholds at the end of their range, of judges who never tie (or only
   * tie), of items that never tied (additive thresholds), of pairs at zero (DUEL_LINK_LINEAR); and those of
   * both bad where there are no such votes, or none of an item. Recorded,
   * never an error, and so not part of DUEL_FIT_ANY.
   */
  DUEL_FIT_TIE_LIMIT = 128,
  /**
   * Variances d of some items are zero (Heywood cases): a boundary, where an interval could
   * only be one-sided. Recorded, never an error, and so not part of DUEL_FIT_ANY.
   */
  DUEL_FIT_HEYWOOD = 256
} duel_fit_problem;

/** Noise of the differences of items: the link of the outcome model. */
typedef enum {
  /** Logistic: Bradley-Terry, Rao-Kupper and Davidson. Scores are log odds. */
  DUEL_NOISE_LOGISTIC = 0,
  /** Normal, probit: Thurstone-Mosteller and Glenn-David. */
  DUEL_NOISE_NORMAL = 1
} duel_noise;

/** Reason why the solver stopped. */
typedef enum {
  /** It converged; the Newton step and decrement vanished. */
  DUEL_STOP_CONVERGED = 0,
  /** The step no longer changes the objective in double precision. */
  DUEL_STOP_PRECISION = 1,
  /**
   * The Newton step stays large where the gradient vanishes; the optimum is
   * at infinity.
   */
  DUEL_STOP_DIVERGING = 2,
  /** It came to the end of max_iterations. */
  DUEL_STOP_ITERATIONS = 3,
  /** The parameters were given. */
  DUEL_STOP_GIVEN = 4
} duel_stop;

/* ---- Choosing and fitting a model ------------------------------------------------------------ */

/** The argument of a progress callback. */
typedef struct {
  /** sizeof(duel_progress) of the library. */
  size_t struct_size;
  /** Share of the work done, 0 to 1, where it is known; else NaN. */
  double fraction;
  /** Iterations or replicates so far. */
  uint64_t iteration;
  /** Current value of what is minimised (negative log-likelihood plus penalty), or NaN. */
  double objective;
  /** Largest element of the gradient, or NaN. */
  double gradient;
} duel_progress;

/**
 * Called on the calling thread at the end of every outer iteration, those of refits inside a longer call (folds,
 * starts, replicates) included, which leave its fraction as it is. Return non-zero to cancel. It
 * must return: no longjmp and no C++ exception across it.
 */
typedef int (*duel_progress_fn)(const duel_progress *now, void *user);

/**
 * How to fit. Zero the struct and set struct_size; zero is the default of every field. NULL in
 * place of the options means all defaults: pooled Bradley-Terry, ties as halves.
 *
 * The model of one comparison by judge k, i shown first, j second:
 *   u = S_k(i) - S_k(j) + position_k + (x_left - x_right)' beta (+ c' beta, c of the context) + offsets
 *     + c' (delta_i - delta_j),
 *   z = u / sqrt(spread_ij),
 *   P(left), P(right), P(tie) = outcome(z, threshold_ij + threshold_k);
 * with both bad as an outcome also P(both bad), of the threshold b_ij besides.
 */
typedef struct {
  /** sizeof(duel_model_options). */
  size_t struct_size;
  /** DUEL_STRENGTH_POOLED (default), DUEL_STRENGTH_SENSITIVITY or DUEL_STRENGTH_DISAGREEMENT. */
  int32_t strength;
  /** DUEL_POSITION_NONE (default), _SHARED or _BY_JUDGE. */
  int32_t position;
  /**
   * DUEL_MODEL_BRADLEY_TERRY (default), DUEL_MODEL_RAO_KUPPER or DUEL_MODEL_DAVIDSON; with probit
   * DUEL_MODEL_THURSTONE_MOSTELLER or DUEL_MODEL_GLENN_DAVID.
   */
  int32_t tie_model;
  /** DUEL_TIES_HALF (default) or _DROPPED; Bradley-Terry and Thurstone-Mosteller only. */
  int32_t ties;
  /** DUEL_BOTH_BAD_TIE (default), _DROPPED or, with Davidson, _OUTCOME. */
  int32_t both_bad;
  /** DUEL_THRESHOLD_SINGLE (default), _BY_JUDGE, _ADDITIVE or _FACTORED; models with ties only. */
  int32_t threshold;
  /** DUEL_SIGN_POSITIVE (default) or _SIGNED; DUEL_STRENGTH_SENSITIVITY only. */
  int32_t sign;
  /**
   * The model's own covariance, DUEL_COVARIANCE_AUTO (default), ...; inference may ask for another.
   */
  int32_t covariance;
  /** Problems to take rather than refuse: bits DUEL_FIT_DISCONNECTED, ... or DUEL_FIT_ANY. */
  int32_t accept;
  /**
   * Most outer iterations; 0: 200. A fit of judges with at most 100 parameters that was stopped by 200 or more of
   * them goes on for up to ten times as many, to tell strengths that diverge from those that are slow to find.
   */
  int32_t max_iterations;
  /**
   * Names of the covariates that enter the model, each as left minus right. A covariate of
   * contexts alone adds to the position effect, beta times its value, and without a position effect is
   * refused (DUEL_ERR_UNSUPPORTED).
   */
  const char *const *covariates;
  /** Number of covariates; 0: none. */
  size_t covariate_count;
  /**
   * NULL, or one number for every item of the set: NaN leaves the score free, a finite number
   * fixes it (to link a leaderboard to an older one, or, all zero, to explain scores by
   * covariates alone). DUEL_STRENGTH_POOLED only.
   */
  const double *fixed_scores;
  /** Number of fixed_scores: the items of the set, or 0. */
  size_t fixed_count;
  /**
   * Penalty on centred strengths: 0.5 ridge |mu - mean|^2 for pooled strength, a normal prior of
   * variance 1/ridge; 0.5 ridge sum_k |S_k - mean|^2 with sensitivities and disagreement; 0: none. Makes
   * scores finite and shrinks them towards each other. Penalties are part of the information
   * matrices, not of the squared residuals between them. Where the data alone would not determine
   * the scores, DUEL_COVARIANCE_AUTO is therefore DUEL_COVARIANCE_OBSERVED.
   */
  double ridge;
  /**
   * Pseudo-comparisons: every item wins and loses this often against one more item, whose score is
   * estimated too, as votes on that item would be: by the model of two outcomes with the same link
   * (Bradley-Terry, under probit Thurstone-Mosteller) without position, covariates or ties; split evenly
   * over the judges where strengths differ by judge; 0: none. Makes scores finite and connects the graph.
   */
  double pseudo;
  /**
   * Converged when the Newton step changes no u by more than this; 0: 1e-8. That step is taken all the same, unless it
   * changes no u by 1e-4 of this: the error is about its square, or below 1e-4 of this.
   */
  double tolerance;
  /**
   * Refuse (DUEL_ERR_MEMORY) a call that would take more bytes, and calls about the model that would; those that
   * certainly would are refused before they begin. A call passes it by no more than 64 KiB and 4 KiB a thread;
   * the first product of matrices in a thread takes 4 MiB, which the thread keeps. 0: half of the memory of the
   * control group or, without one, of the machine, which is also the limit of all calls without a fit (on Linux;
   * elsewhere there is none).
   */
  size_t max_bytes;
  /** NULL, or a token that stops the fit. */
  const duel_cancel *cancel;
  /** NULL, or called at every iteration. */
  duel_progress_fn progress;
  /** Passed to progress. */
  void *user;
  /**
   * NULL, or a model to start from: its values for items, judges and covariates of the same names. After
   * 0.1 % more data a fit then takes half the steps (3, not 6); plain Bradley-Terry takes 3 from any start, and where
   * many items are new a start from the data takes fewer. The result does not depend on the start, except where there
   * are several optima. A model is ignored if its scores diverged, if the votes are no more probable at it than at the
   * start from the data, or if no estimate is found from it.
   */
  const duel_model *start;
  /**
   * Names of covariates that enter u with coefficient one, as left minus right: known handicaps, or
   * older scores as covariates of items.
   */
  const char *const *offsets;
  /** Number of offsets; 0: none. */
  size_t offset_count;
  /** DUEL_BIAS_NONE (default) or DUEL_BIAS_FIRTH. */
  int32_t bias_reduction;
  /**
   * DUEL_OFFSETS_NONE (default) or DUEL_OFFSETS_BY_JUDGE: every judge adds an offset of its own to the
   * tie threshold, of any form.
   */
  int32_t threshold_offsets;
  /**
   * Factors k of DUEL_THRESHOLD_FACTORED, 1 to the number of items less one (at most 64); else 0.
   */
  int32_t tie_factors;
  /** DUEL_BASIS_COSINE (default) or DUEL_BASIS_PAPER; DUEL_THRESHOLD_FACTORED only. */
  int32_t tie_basis;
  /**
   * DUEL_LINK_SOFTPLUS (default) or DUEL_LINK_LINEAR; additive and factored thresholds of Rao-Kupper
   * only.
   */
  int32_t tie_link;
  /** DUEL_BELOW_ZERO_REFUSED (default) or DUEL_BELOW_ZERO_ZERO; DUEL_LINK_LINEAR only. */
  int32_t below_zero;
  /**
   * Penalty on the parameters of additive and factored thresholds: 0.5 tie_ridge times the sum of their
   * squares after the direction nearest to a common threshold of all pairs is removed (for
   * additive ones and the cosine basis the mean of the first column); 0: no penalty. Keeps thresholds of pairs that
   * never tied finite, and many factors from overfitting (1 to 10 for the 2024 Arena counts).
   */
  double tie_ridge;
  /**
   * DUEL_SPREAD_NONE (default), DUEL_SPREAD_DIAGONAL or DUEL_SPREAD_FACTORS; DUEL_STRENGTH_POOLED only.
   */
  int32_t spread;
  /**
   * Columns of Lambda for DUEL_SPREAD_FACTORS, 1 to the number of items less one (at most 64); else 0.
   */
  int32_t spread_factors;
  /**
   * Penalty on the spread: 0.5 spread_ridge times the sum over items of (log 2 d)^2 and of the squares
   * of Lambda about its column means, a prior for S around one, no spread; 0: none. Keeps variances
   * from zero, and sets the scale of the scores, which are then not rescaled.
   */
  double spread_ridge;
  /**
   * Further starts of a model with a spread, with sensitivities or with disagreement, each from its own random
   * values of these; 0: none. With any, and where no maximum is found, models of judges of up to 100 parameters (of sets
   * for which that takes a second at most) also start from up to ten points where two groups of items are far apart for one
   * judge. The best end of all starts is taken, of those as good a regular one. If it is not
   * regular, no start met a maximum of the likelihood, and the problems of the fit say why (DUEL_FIT_SEPARATED,
   * DUEL_FIT_NOT_CONVERGED). duel_model_optima lists the optima that were met.
   */
  int32_t restarts;
  /**
   * Threads for the starts or, within a single one, for sums over cells (from 65536 cells; at most four then) and for
   * factors of more than 640 parameters; 0: one. The result is the same for any number. With several
   * starts progress is the share of those that are done; cancelling ends the fit inside a start.
   */
  int32_t threads;
  /** Seed of the random starts; 0 is a seed like others. */
  uint64_t seed;
  /**
   * DUEL_BAD_THRESHOLD_SINGLE (default) or DUEL_BAD_THRESHOLD_ADDITIVE; DUEL_BOTH_BAD_OUTCOME only.
   */
  int32_t bad_threshold;
  /**
   * Rank of DUEL_STRENGTH_DISAGREEMENT, 0 to min(judges - 1, items - 2), of two judges or more: one judge has
   * no one to disagree with, and is refused at rank 0, too. Else 0.
   */
  int32_t rank;
  /**
   * Names of covariates of contexts that every judge's sensitivity depends on: gamma_k exp(beta_k . x), beta_k
   * slopes of the judge's own (arXiv:2601.21817, the extension by length). x is as it was given: standardise it,
   * and gamma_k is the sensitivity in an average context. Slopes that the votes do not tell are
   * DUEL_FIT_UNDETERMINED, which names the judges: of a judge whose sensitivity is zero, and of a covariate whose
   * standard deviation over a judge's comparisons is less than a twentieth of its mean there. DUEL_STRENGTH_SENSITIVITY and
   * DUEL_STRENGTH_DISAGREEMENT only.
   */
  const char *const *sensitivity_covariates;
  /** Number of sensitivity_covariates; 0: none. */
  size_t sensitivity_covariate_count;
  /**
   * DUEL_TARGET_COMPARISONS (default) or DUEL_TARGET_PAIRS_EQUALLY. Where pairs count equally comparisons have weights:
   * covariances are sandwiches, and what needs a likelihood of votes, counts to simulate or replicates is DUEL_ERR_UNSUPPORTED;
   * so are looks of a monitor, as the weights at one look depend on what is compared by the next.
   */
  int32_t target;
  /** Must be zero. */
  int32_t reserved;
  /** DUEL_TARGET_PAIRS_EQUALLY: pairs with fewer comparisons than this count for less; 0: 50. */
  double pair_floor;
  /**
   * Names of covariates of contexts that items differ in, such as the category of a prompt as zeros and ones:
   * adds x (delta_left - delta_right), x of the context and delta a number of each item. Scores are then those of a
   * context in which the covariates are zero. DUEL_QUANTITY_EFFECTS reads the deltas after the coefficients of
   * covariates, all items of the first interaction first.
   */
  const char *const *interactions;
  /** Number of interactions; 0: none. */
  size_t interaction_count;
  /**
   * Penalty on interactions: 0.5 interaction_ridge times the sum of the squares of all deltas, a normal prior of variance
   * 1 / interaction_ridge; 0: 1. Without a penalty they would not be identified beside the scores.
   */
  double interaction_ridge;
} duel_model_options;

/** Make a cancel token. @since 0.1 */
duel_status duel_cancel_new(duel_cancel **out);

/**
 * Ask the calls that hold the token to stop; they return DUEL_ERR_CANCELLED. Sticky. Safe from any
 * thread and from signal handlers. NULL is ignored. @since 0.1
 */
void duel_cancel_raise(const duel_cancel *token);

/** Free a token that no running call holds. NULL is ignored. @since 0.1 */
void duel_cancel_free(duel_cancel *token);

/**
 * Fit a model by maximum (penalised) likelihood, by Newton's method with exact second derivatives.
 *
 * DUEL_ERR_NOT_IDENTIFIED: no unique finite estimate exists, and the message names the items or
 * judges; accept takes such a result with its outcome recorded in duel_model_facts.
 * DUEL_ERR_UNSUPPORTED: two choices do not go together, or an option that the model would ignore.
 * The set is only read; the model keeps what it needs of it.
 * @param options NULL: all defaults.
 * @param out receives the model; free it with duel_model_free. @since 0.1
 * Read of options: all fields.
 */
duel_status duel_model_fit(const duel_set *set,
                           const duel_model_options *options,
                           duel_model **out);

/* ---- Quantities of a model, by number -------------------------------------------------------- */

/** Quantity of a model: what is asked of it, and its shape. */
typedef enum {
  /**
   * Quantity, items x 1: scores. With DUEL_STRENGTH_SENSITIVITY they are on the scale of the chosen
   * normalisation of the sensitivities.
   */
  DUEL_QUANTITY_SCORES = 1,
  /**
   * Quantity, judges x 1: sensitivities gamma. Their intervals are formed on the log scale where
   * gamma is positive.
   */
  DUEL_QUANTITY_SENSITIVITIES = 2,
  /** Quantity, judges x 1: log gamma; NaN where gamma is not positive. */
  DUEL_QUANTITY_LOG_SENSITIVITIES = 3,
  /** Quantity, 1 x 1 or judges x 1: position effects, positive if being shown first helps. */
  DUEL_QUANTITY_POSITIONS = 4,
  /**
   * Quantity, coefficients x 1: regression coefficients beta of covariates, and the numbers of items of interactions.
   */
  DUEL_QUANTITY_EFFECTS = 5,
  /**
   * Quantity: tie thresholds. DUEL_THRESHOLD_SINGLE: 1 x 1, e; with offsets judges x 1, single plus offset.
   * DUEL_THRESHOLD_ADDITIVE: items x 1, g. DUEL_THRESHOLD_FACTORED: items x tie_factors, G under the constraint that
   * Phi'G is symmetric (with a tie_ridge as the penalty has it). Offsets of judges then have mean zero.
   */
  DUEL_QUANTITY_THRESHOLDS = 6,
  /**
   * Quantity, judges x items: strengths S_k(i) = gamma_k mu_i, each judge centred; free of any
   * normalisation of the sensitivities.
   */
  DUEL_QUANTITY_STRENGTHS = 7,
  /**
   * Quantity, items x 1: win rates, the mean probability of winning against every other item (ties as
   * halves), before a judge of sensitivity one, mean threshold and without position effects. The field of
   * a disconnected item is its component. Intervals are formed on the logit scale.
   */
  DUEL_QUANTITY_WIN_RATES = 8,
  /**
   * Quantity, items x 1: shares exp(mu_i) / sum of exp(mu_j), the scale of Bradley and Terry (1952).
   * Intervals are formed on the logit scale.
   */
  DUEL_QUANTITY_SHARES = 9,
  /**
   * Quantity, judges x 1: offsets of judges to additive and factored thresholds; with an additive threshold or
   * the cosine basis their mean is zero.
   */
  DUEL_QUANTITY_THRESHOLD_OFFSETS = 10,
  /**
   * Quantity, items x items: tie thresholds e_ij of all pairs, on the scale of the outcome model (through the link),
   * before an average judge; the diagonal is NaN. Linear ones below zero are zero.
   */
  DUEL_QUANTITY_PAIR_THRESHOLDS = 11,
  /**
   * Quantity, items x 1: variances d of a spread. Standard error and interval of a variance of zero are NaN,
   * for an interval could only be one-sided.
   */
  DUEL_QUANTITY_VARIANCES = 12,
  /**
   * Quantity, items x items: spreads S_ij of all pairs; the diagonal is NaN. Scores, variances and spreads are
   * on the scale where P Sigma P has trace one, P the centring: (1 - 1/m) sum d + |P Lambda|^2 = 1 for m items
   * (unless offsets or a spread_ridge set the scale). Intervals are formed on the log scale.
   */
  DUEL_QUANTITY_SPREADS = 13,
  /** Quantity, items x items: log S_ij. */
  DUEL_QUANTITY_LOG_SPREADS = 14,
  /**
   * Quantity, 1 x 1 or, with DUEL_BAD_THRESHOLD_ADDITIVE, items x 1: thresholds b of both bad; minus infinity where
   * there was no such vote. DUEL_BOTH_BAD_OUTCOME only.
   */
  DUEL_QUANTITY_BAD_THRESHOLDS = 15,
  /**
   * Quantity, judges x items: disagreement T = U V', the residual S_k(i) - gamma_k mu_i. DUEL_STRENGTH_DISAGREEMENT of
   * rank one or more only, as all that follow of it.
   */
  DUEL_QUANTITY_DISAGREEMENTS = 16,
  /**
   * Quantity, judges x rank: U, how strongly each judge takes part in each direction of disagreement. NaN where two
   * singular values of T agree, so that their vectors could be turned (T itself is determined); standard errors
   * grow without bound on the way there.
   */
  DUEL_QUANTITY_JUDGE_FACTORS = 17,
  /**
   * Quantity, items x rank: V, what each direction of disagreement is about. NaN as for DUEL_QUANTITY_JUDGE_FACTORS.
   */
  DUEL_QUANTITY_ITEM_FACTORS = 18,
  /**
   * Quantity, judges x 1: h_k = |T_k|, how much the judge disagrees with the consensus. Intervals are formed on the log
   * scale, as of the ratios: where h_k is within its error of zero they are wide on both sides.
   */
  DUEL_QUANTITY_DISAGREEMENT_NORMS = 19,
  /**
   * Facts, 1 x p: the raw parameters under the solver's own identifiability constraint; only duel_model_get. Their order, items and
   * judges by id: items scores (and that of the extra item, with pseudo); sensitivities of the judges, unless
   * strength is pooled; of each direction of a disagreement a number V of every item (and the extra one), then a
   * number U of every judge; position effects, one or judges; regression coefficients, in the order of the
   * covariates of the fit; of each sensitivity covariate the slopes of the judges; of a spread with k factors
   * the roots of the variances, items of them, then items x k coordinates Lambda, row-major; tie thresholds, with
   * models of ties: one, items, or items x tie_factors, row-major; their offsets by judge;
   * thresholds of both bad, one or items, where that is an outcome; of graded answers the steps from each threshold to the next.
   * The anonymous judge is the last judge.
   */
  DUEL_QUANTITY_PARAMETERS = 23,
  /**
   * Facts, items x spread_factors: Lambda, centred and along its principal axes, the longest first, the
   * largest entry of each column positive; only duel_model_get.
   */
  DUEL_QUANTITY_LOADINGS = 24,
  /**
   * Facts, items x items: P Sigma P, what comparisons determine of the covariance of the items; only
   * duel_model_get.
   */
  DUEL_QUANTITY_ITEM_COVARIANCE = 25,
  /** Facts, items x items: correlations of P Sigma P; only duel_model_get. */
  DUEL_QUANTITY_ITEM_CORRELATIONS = 26,
  /** Quantity, judges x 1: h_k / |gamma_k mu|, disagreement relative to agreement. */
  DUEL_QUANTITY_DISAGREEMENT_RATIOS = 28,
  /** Quantity, rank x 1: singular values of T, descending. */
  DUEL_QUANTITY_DISAGREEMENT_SIZES = 29,
  /** Quantity, judges x sensitivity covariates: slopes beta of log sensitivities. */
  DUEL_QUANTITY_SENSITIVITY_SLOPES = 30,
  /**
   * Quantity, grades x 1: of DUEL_MODEL_GRADED the threshold e of every grade that was given, the lowest first; with thresholds
   * by judge that of the mean judge. The first is the tie threshold, zero where nobody tied. @since 0.2
   */
  DUEL_QUANTITY_GRADES = 31
} duel_quantity;

/* ---- Fitted models: life, facts and quantities ----------------------------------------------- */

/** Facts about a fit. */
typedef struct {
  /** sizeof(duel_model_facts); set it before the call. */
  size_t struct_size;
  /** Bits DUEL_FIT_DISCONNECTED, ...; DUEL_FIT_OK if there is none. */
  int32_t problems;
  /** DUEL_STOP_CONVERGED, ... */
  int32_t stop;
  /** Outer iterations. */
  int32_t iterations;
  /** The covariance that DUEL_COVARIANCE_AUTO stands for in this model. */
  int32_t covariance;
  /** The choices: DUEL_STRENGTH_POOLED, ... */
  int32_t strength;
  /** DUEL_POSITION_NONE, ... */
  int32_t position;
  /** DUEL_MODEL_BRADLEY_TERRY, ... */
  int32_t tie_model;
  /** DUEL_TIES_HALF, ... */
  int32_t ties;
  /** DUEL_BOTH_BAD_TIE, ... */
  int32_t both_bad;
  /** DUEL_THRESHOLD_SINGLE, ... */
  int32_t threshold;
  /** Items. */
  size_t items;
  /** Judges of the model: those of the set, and the anonymous one as the last if it judged. */
  size_t judges;
  /** Contexts of the set. */
  size_t contexts;
  /** Cells (judge, left, right, as far as the model tells them apart). */
  size_t cells;
  /**
   * Identified dimension: the rank of the derivatives of all comparisons' predictors in the free parameters. What a penalty
   * alone holds is no part of it.
   */
  size_t dimension;
  /**
   * Comparisons used: the sum of weights, or Kish's effective number of importance weights, sum of weights squared
   * over sum of squares; votes that the model does not read have no part in either.
   */
  double comparisons;
  /**
   * Log-likelihood of the data, without multinomial coefficients, penalty and pseudo-comparisons.
   */
  double log_likelihood;
  /** The objective: negative log-likelihood plus penalty and pseudo-comparisons. */
  double objective;
  /** Largest element of the gradient at the end. */
  double gradient;
  /**
   * Newton decrement at the end, sqrt(g' H^-1 g): the distance to the optimum in standard errors of
   * the observed information.
   */
  double decrement;
  /**
   * Largest change of any z or e in the last full Newton step; NaN where no full step was taken, because a
   * variance stays near zero.
   */
  double step;
  /** Smallest eigenvalue of the Hessian on the identified space, NaN where it was not computed. */
  double curvature;
  /** DUEL_OFFSETS_NONE or DUEL_OFFSETS_BY_JUDGE. */
  int32_t threshold_offsets;
  /** Factors of the tie threshold, 0 if it has none. */
  int32_t tie_factors;
  /** DUEL_BASIS_COSINE, ... */
  int32_t tie_basis;
  /** DUEL_LINK_SOFTPLUS, ... */
  int32_t tie_link;
  /** DUEL_SPREAD_NONE, ... */
  int32_t spread;
  /** Columns of Lambda, 0 if there are none. */
  int32_t spread_factors;
  /** Starts of the fit; 0 where the parameters were given. */
  int32_t starts;
  /** Distinct optima that they met: the rows of duel_model_optima. */
  int32_t optima;
  /** DUEL_BAD_THRESHOLD_SINGLE or DUEL_BAD_THRESHOLD_ADDITIVE. */
  int32_t bad_threshold;
  /** Rank of the disagreement of judges. */
  int32_t rank;
  /**
   * |mu| sqrt(judges) / |S|: 1 if all judges agree but for noise, near 0 if the consensus is what is left over from
   * judges who cancel each other; NaN for pooled strength.
   */
  double consensus;
  /** Clusters of the set apart from contexts. @since 0.2 */
  size_t clusters;
  /** Outcomes that a comparison may have: 2 (left, right), 3 (tie) or 4 (both bad). @since 0.2 */
  int32_t outcomes;
  /** DUEL_NOISE_LOGISTIC or DUEL_NOISE_NORMAL. @since 0.2 */
  int32_t noise;
} duel_model_facts;

/**
 * Another owner of the same model, for the price of a counter.
 * @param out receives the share; free it with duel_model_free. @since 0.1
 */
duel_status duel_model_share(const duel_model *model, duel_model **out);

/** Free one share of a model. NULL is ignored. @since 0.1 */
void duel_model_free(duel_model *model);

/**
 * Save a model with its data to bytes, versioned and checksummed. A loaded model answers every
 * question as the saved one does, under the same ids. Equal fits save to equal bytes: threads and max_bytes
 * of the fit are not saved. Call with out NULL and capacity 0 for the length.
 * @param length receives the number of bytes, also when the buffer is too short. @since 0.1
 */
duel_status duel_model_save(const duel_model *model, void *out, size_t capacity, size_t *length);

/** Load a model from bytes. Any truncation and any flipped bit is DUEL_ERR_FORMAT. @since 0.1 */
duel_status duel_model_load(const void *bytes, size_t length, duel_model **out);

/**
 * The data of a model, borrowed: valid as long as this share of the model. NULL if model is NULL.
 * @since 0.1
 */
const duel_set *duel_model_set(const duel_model *model);

/**
 * Facts about the fit.
 * @param out its struct_size says how much of it is filled. @since 0.1
 */
duel_status duel_model_info(const duel_model *model, duel_model_facts *out);

/**
 * The size of a quantity; DUEL_ERR_UNSUPPORTED if the model has no such quantity.
 * @param quantity DUEL_QUANTITY_SCORES ... DUEL_QUANTITY_PARAMETERS.
 * @param rows,columns receive the shape. @since 0.1
 */
duel_status duel_model_shape(const duel_model *model,
                             duel_quantity quantity,
                             size_t *rows,
                             size_t *columns);

/**
 * A quantity, row-major: scores sum to zero, sensitivities have mean one. DUEL_QUANTITY_PARAMETERS gives the raw
 * parameters in the order of duel_model_given: scores; sensitivities; V and U of each direction of
 * disagreement; position effects; regression coefficients; slopes of sensitivities; roots of variances and
 * Lambda of a spread; tie thresholds and their offsets; thresholds of both bad.
 * @param out room for rows * columns doubles of duel_model_shape.
 * @param capacity number of doubles that fit in out; too few is DUEL_ERR_SIZE. @since 0.1
 */
duel_status duel_model_get(const duel_model *model,
                           duel_quantity quantity,
                           double *out,
                           size_t capacity);

/**
 * Remarks of a careful statistician on these data and this model (presentation order tied to the items,
 * judges whose answers follow the position, judges at the boundary, repeated contexts, near-separated items, ...). The
 * code is a DUEL_WARNING_.
 * @param out receives the table. @since 0.2
 * Columns:
 *   code (one of disconnected, separated, boundary, opposed, equal_scores, undetermined,
 *     not_converged, presentation_order, position_followers, ties_differ, tie_limit, bad_limit,
 *     heywood, several_optima, single_start, near_separation, weak_judges, weak_consensus,
 *     dominated_consensus, similar_directions, dependence, few_clusters, clustered, few_votes,
 *     penalty_decides, penalised_thresholds, penalised, exact_fit, partly_ordered, grades_joined):
 *     The kind of the warning.
 *   subject (text): The names of the items or judges it concerns, quoted; missing where it concerns
 *     the whole.
 *   text (text): One or two sentences, with names and numbers.
 */
duel_status duel_model_warnings(const duel_model *model, duel_table **out);

/**
 * Every item: bits DUEL_FIT_ that concern it, and the comparisons that the model used.
 * @param out receives the table. @since 0.2
 * Columns:
 *   item (item): The item.
 *   problems (bits: disconnected, separated, boundary, opposed, equal_scores, undetermined,
 *     not_converged, tie_limit, heywood): Problems of the fit that concern the item.
 *   comparisons (double, comparisons): Comparisons of the item (sum of weights).
 *   wins (double, comparisons): Those that it won.
 *   losses (double, comparisons): Those that it lost.
 *   ties (double, comparisons): Those without a winner, votes both bad among them.
 *   opponents (int64_t, items): Items that it was compared with.
 *   shown_first (double, comparisons): Comparisons in which it was shown first.
 */
duel_status duel_model_items(const duel_model *model, duel_table **out);

/**
 * Every judge of the model, the anonymous one last: bits DUEL_FIT_ that concern it, and the comparisons that the model
 * used. duel_model_judges says more of them.
 * @param out receives the table. @since 0.2
 * Columns:
 *   judge (judge): The judge.
 *   problems (bits: disconnected, separated, boundary, opposed, equal_scores, undetermined,
 *     not_converged, tie_limit, heywood): Problems of the fit that concern the judge.
 *   comparisons (double, comparisons): Comparisons by the judge (sum of weights).
 *   ties (double, comparisons): Those without a winner, votes both bad among them.
 */
duel_status duel_model_voters(const duel_model *model, duel_table **out);

/**
 * The distinct optima that the starts of a fit met. Two whose objectives differ by less than 0.001 count as one. No
 * rows where the parameters were given.
 * @param out receives the table. @since 0.2
 * Columns:
 *   log_likelihood (double): Log-likelihood of the data.
 *   objective (double): The objective, which was minimised.
 *   gradient (double): Largest element of the gradient.
 *   starts (int64_t, starts): Starts that ended there.
 *   first_start (int64_t): Number of the first of them; 0 is the one without chance.
 *   is_regular (bool): Whether it is regular: the solver converged, and no pair of items has lost
 *     its spread.
 */
duel_status duel_model_optima(const duel_model *model, duel_table **out);

/* ---- Kinds of warnings ----------------------------------------------------------------------- */

/** Kind of a warning: what column `code` of duel_model_warnings says. */
typedef enum {
  /** Items were never compared, not even through others. */
  DUEL_WARNING_DISCONNECTED = 0,
  /** Scores diverge: there is no finite estimate. */
  DUEL_WARNING_SEPARATED = 1,
  /** Judges have sensitivity zero, the end of its range. */
  DUEL_WARNING_BOUNDARY = 2,
  /** Judges have a negative sensitivity. */
  DUEL_WARNING_OPPOSED = 3,
  /** All scores are equal, so that sensitivities are not identified. */
  DUEL_WARNING_EQUAL_SCORES = 4,
  /** The data do not determine some parameters. */
  DUEL_WARNING_UNDETERMINED = 5,
  /** The solver stopped early. */
  DUEL_WARNING_NOT_CONVERGED = 6,
  /** Presentation order is tied to the items. */
  DUEL_WARNING_PRESENTATION_ORDER = 7,
  /** Answers of judges follow the position rather than the items. */
  DUEL_WARNING_POSITION_FOLLOWERS = 8,
  /** Judges differ in how often they tie, and the model does not allow for it. */
  DUEL_WARNING_TIES_DIFFER = 9,
  /** Tie thresholds are at the end of their range. */
  DUEL_WARNING_TIE_LIMIT = 10,
  /** Thresholds of both bad are at the end of their range. */
  DUEL_WARNING_BAD_LIMIT = 11,
  /** Variances of items are zero (Heywood cases). */
  DUEL_WARNING_HEYWOOD = 12,
  /** The starts of the fit ended at several optima. */
  DUEL_WARNING_SEVERAL_OPTIMA = 13,
  /** A model that may have many optima was started once. */
  DUEL_WARNING_SINGLE_START = 14,
  /** Items have few wins or few losses: their intervals are rough. */
  DUEL_WARNING_NEAR_SEPARATION = 15,
  /** Judges have a sensitivity far below the mean. */
  DUEL_WARNING_WEAK_JUDGES = 16,
  /** The judges agree little. */
  DUEL_WARNING_WEAK_CONSENSUS = 17,
  /** The consensus is mostly one judge. */
  DUEL_WARNING_DOMINATED_CONSENSUS = 18,
  /** Directions of disagreement are of nearly the same size. */
  DUEL_WARNING_SIMILAR_DIRECTIONS = 19,
  /** Contexts repeat, but standard errors take comparisons as independent. */
  DUEL_WARNING_DEPENDENCE = 20,
  /**
   * Clustered standard errors are of few clusters: corrected by default, too small without a correction.
   */
  DUEL_WARNING_FEW_CLUSTERS = 21,
  /** Contexts repeat, and standard errors are clustered by them. */
  DUEL_WARNING_CLUSTERED = 22,
  /** Judges have votes on fewer pairs than they have parameters. */
  DUEL_WARNING_FEW_VOTES = 23,
  /** The penalty, not the data, determines some scores. */
  DUEL_WARNING_PENALTY_DECIDES = 24,
  /** Tie thresholds or the spread are penalised. */
  DUEL_WARNING_PENALISED_THRESHOLDS = 25,
  /** The scores are penalised. */
  DUEL_WARNING_PENALISED = 26,
  /**
   * Comparisons of items are fitted exactly, so that a robust covariance cannot estimate their errors.
   */
  DUEL_WARNING_EXACT_FIT = 27,
  /** Only some comparisons have a presentation order, and they alone determine position effects. */
  DUEL_WARNING_PARTLY_ORDERED = 28,
  /** Nobody gave some grade, which DUEL_MODEL_GRADED joined with the next. @since 0.2 */
  DUEL_WARNING_GRADES_JOINED = 29
} duel_warning;

/* ---- How to infer: the options of every question put to a model, and what they mean ---------- */

/** Normalisation of scores. */
typedef enum {
  /** Scores sum to zero (within each component, if the data are disconnected). */
  DUEL_NORMALISATION_SUM = 0,
  /** The reference item has score zero. */
  DUEL_NORMALISATION_REFERENCE = 1,
  /** The weighted mean of the scores is zero. */
  DUEL_NORMALISATION_WEIGHTED = 2
} duel_normalisation;

/** Scale of sensitivities. */
typedef enum {
  /**
   * Mean one over the judges, without those at the boundary (sensitivity 0) and
   * those who have no comparisons (NaN).
   */
  DUEL_SCALE_ARITHMETIC = 0,
  /**
   * Geometric mean one (the papers'). One judge near zero then inflates the
   * standard error of every score.
   */
  DUEL_SCALE_GEOMETRIC = 1,
  /** The reference judge has sensitivity one. */
  DUEL_SCALE_REFERENCE = 2
} duel_scale;

/** How intervals share the level. */
typedef enum {
  /** Each at the level by itself. */
  DUEL_INTERVALS_MARGINAL = 0,
  /**
   * All at once at the level, by Bonferroni. All values that are shown count, also one that has no
   * error, such as the item of DUEL_NORMALISATION_REFERENCE or a fixed score: the others' intervals are then a little
   * wider than need be. The adjusted tests of duel_estimate_pairs and duel_estimate_tests count only those that can be made.
   */
  DUEL_INTERVALS_BONFERRONI = 1,
  /**
   * All at once at the level, by the distribution of the largest |z| of the joint normal distribution.
   * Exact for up to three values and for differences of up to three items, and where else there is a
   * formula (uncorrelated values, a common factor, correlations of rank two, differences of equal variance);
   * else simulated with the seed. Values without a standard error (the reference item) are left out. With errors that
   * DUEL_CORRECTION_AUTO has corrected for few clusters: by Bonferroni, with Student's quantiles.
   */
  DUEL_INTERVALS_SIMULTANEOUS = 2,
  /**
   * Each at the level by itself, at all looks at growing data together (a confidence sequence: Robbins 1970;
   * Waudby-Smith and others 2024): the estimate less and plus k standard errors s, k^2 = (1 + 1 / r) (log(1 + r) +
   * 2 log(1 / alpha)), r = mixture^2 / s^2. Tests have the logarithm of an e-value for a statistic, and p-values that hold whenever
   * one stops. It holds for large numbers of independent units (contexts, where comparisons repeat within them, else single
   * comparisons), with errors from the sandwich over these, if earlier answers do not choose the next pairs. DUEL_ERR_UNSUPPORTED
   * for fewer than 40 units, unclustered errors where contexts repeat, clusters by judge or of two ways, replicates,
   * DUEL_CORRECTION_CR2, DUEL_QUANTILES_STUDENT, parameters that were given, importance weights worth fewer than 40 comparisons, and
   * where a ridge or pseudo-comparisons supply more than 1 % of what is known about a value. A value whose error is
   * unknown has the whole range for an interval, one whose error is 0 none (NaN).
   */
  DUEL_INTERVALS_ANYTIME = 3,
  /** All that are asked for at once and at all looks, by Bonferroni. */
  DUEL_INTERVALS_ANYTIME_SIMULTANEOUS = 4
} duel_intervals;

/** Correction of clustered covariances for few clusters. */
typedef enum {
  /**
   * Of 2 to 199 clusters DUEL_CORRECTION_CR2, with Student's quantiles and Bell and McCaffrey's degrees of freedom; or, where CR2
   * does not exist, DUEL_CORRECTION_CR1 with Student's quantiles: clusters of two ways, sampled errors, nonparametric scores, and
   * clusters of models so large that CR2 would take minutes. Else none, and none where intervals hold at all looks.
   * With DUEL_QUANTILES_AUTO, comparisons of many values at once (ranks, letters, tiers, sets of ranks, single-step tests)
   * take critical values from sign flips of what clusters contribute, each statistic with an error
   * of its own (Canay, Romano and Shaikh 2017): up to 14 clusters all vectors of signs, beyond them as many as draws says
   * (0: 9999) from seed, and the data for one. Intervals of such tests are no shorter than where all values are equal.
   * Ranks, letters and tiers go in steps (Romano and Wolf 2005), and what follows from
   * established pairs is established. Of fewer clusters than the level needs (6 at .95), and with CR1, they are by Bonferroni, with
   * Student's quantiles. The notes of tables say which.
   */
  DUEL_CORRECTION_AUTO = 0,
  /**
   * The factor G / (G - 1), G the number of clusters (CR1); of two ways,
   * each of the three sums has its own (Cameron, Gelbach and Miller 2011). Like every correction it needs a clustered covariance, else
   * DUEL_ERR_UNSUPPORTED, and at least two clusters.
   */
  DUEL_CORRECTION_CR1 = 1,
  /**
   * Bell and McCaffrey (2002), unbiased where the model is right (CR2).
   * The summed scores of a cluster are multiplied by
   * (1 - I M)^(-1/2), I its expected information and M the inverse of the whole. Directions that a
   * cluster alone determines, such as a judge's own position effect, are left out (the generalised inverse of
   * Pustejovsky and Tipton 2018): with any correction, the
   * standard errors of values that one cluster determines are meaningless when clustered by it, and NaN where
   * only rounding is left of them. Comparisons without a context are clusters of their own; with importance
   * weights those of one cell and outcome count as equally heavy. Not with two ways.
   */
  DUEL_CORRECTION_CR2 = 2,
  /**
   * The jackknife over clusters, each left out by one step of Fisher scoring
   * (CR3): (1 - I M)^(-1), and (G - 1) / G times the sum. Cautious, but where clusters
   * are of very unequal size, which the degrees of freedom of CR2 know of. Not with two ways.
   */
  DUEL_CORRECTION_JACKKNIFE = 3,
  /** None (CR0), which is too sure of itself below 200 clusters or so. */
  DUEL_CORRECTION_NONE = 4
} duel_correction;

/** Distribution of quantiles. */
typedef enum {
  /**
   * Student's where errors are corrected for few clusters (by default, or by a correction that is asked for), else normal. Degrees of freedom are G - 1, of
   * two ways those of the smaller number of clusters; with CR2 and at most 200 clusters those of Bell and
   * McCaffrey (2002), for each value its own. Intervals that hold all at once by the distribution of the largest
   * |z| take the smallest of all values, ranks that of all differences (of all scores, beyond 2000 pairs).
   * Intervals are infinite where there are no degrees of freedom.
   */
  DUEL_QUANTILES_AUTO = 0,
  /** Normal. */
  DUEL_QUANTILES_NORMAL = 1,
  /**
   * Student's; clustered covariances only (else DUEL_ERR_UNSUPPORTED), without a correction
   * with G - 1 degrees of freedom.
   */
  DUEL_QUANTILES_STUDENT = 2
} duel_quantiles;

/** How replicates become intervals. */
typedef enum {
  /** Quantiles of the replicates, corrected for bias and skewness (BCa, Efron 1987). */
  DUEL_BOOTSTRAP_BCA = 0,
  /** Quantiles of the replicates. */
  DUEL_BOOTSTRAP_PERCENTILE = 1,
  /** The estimate less the quantiles of the replicates' errors. */
  DUEL_BOOTSTRAP_BASIC = 2,
  /**
   * As basic, every error in units of its own standard error (bootstrap-t); that is
   * computed in each replicate, by the sandwich over the units drawn.
   */
  DUEL_BOOTSTRAP_STUDENTISED = 3
} duel_bootstrap_interval;

/** How standard errors are computed. */
typedef enum {
  /**
   * Exact, from a matrix of all parameters, up to 5000 parameters, and as far as its 16 bytes for each pair of them fit into
   * max_bytes of the fit. Beyond: exact where the comparison graph is long and thin (ladders, tournaments, few anchors), from
   * a sparse factor, and with up to 200 clusters, each of which is solved for; else sampled. The choice depends on the data and
   * the options only, and the notes of the table say it.
   */
  DUEL_ERRORS_AUTO = 0,
  /**
   * From a matrix of all parameters, whatever it takes: time grows with the third power of their number.
   */
  DUEL_ERRORS_EXACT = 1,
  /**
   * Sampled: by draws whose covariance is that of the estimate, each by one solution of a sparse system. se_mc of the table is
   * the Monte Carlo standard error of each standard error, about 2 % of it where items have 20 opponents. Simultaneous
   * intervals are by Sidak's inequality, ranges of ranks from simultaneous intervals of the scores, both on the safe side;
   * contrasts, tests and functions of up to 64 values are solved for exactly, as is the winner among up to 64 items.
   * DUEL_ERR_UNSUPPORTED, by name, for what draws do not have: clusters of two ways, CR2 and the jackknife, bias reduction,
   * given parameters, parameters at a boundary, divergent estimates other than scores, covariances of more values, and with
   * judges' sensitivities or spreads what is not a sandwich.
   */
  DUEL_ERRORS_SAMPLED = 2
} duel_errors;

/**
 * How to infer. Zero the struct and set struct_size; zero is the default of every field. NULL means
 * all defaults: 95 % marginal intervals, the model's covariance, scores that sum to zero. Every function says which
 * fields it reads, and refuses the others where they are set (DUEL_ERR_UNSUPPORTED, naming the field).
 */
typedef struct {
  /** sizeof(duel_inference_options). */
  size_t struct_size;
  /** DUEL_COVARIANCE_AUTO (default: the model's own), or another. */
  int32_t covariance;
  /**
   * DUEL_INTERVALS_MARGINAL (default), DUEL_INTERVALS_BONFERRONI, DUEL_INTERVALS_SIMULTANEOUS, DUEL_INTERVALS_ANYTIME or
   * DUEL_INTERVALS_ANYTIME_SIMULTANEOUS (the last two not in all functions: else DUEL_ERR_UNSUPPORTED). duel_estimate_ranks is
   * always simultaneous: there 0 means DUEL_INTERVALS_SIMULTANEOUS, and DUEL_INTERVALS_ANYTIME is that of all pairs at once.
   */
  int32_t intervals;
  /** DUEL_NORMALISATION_SUM (default), _REFERENCE or _WEIGHTED; for scores. */
  int32_t normalisation;
  /** DUEL_SCALE_ARITHMETIC (default), _GEOMETRIC or _REFERENCE; with sensitivities. */
  int32_t scale;
  /** Item of DUEL_NORMALISATION_REFERENCE, zero-based. */
  size_t reference_item;
  /** Judge of DUEL_SCALE_REFERENCE, zero-based. */
  size_t reference_judge;
  /** Weights of DUEL_NORMALISATION_WEIGHTED, one for every item, not negative, not all zero. */
  const double *weights;
  /** Number of weights: the items of the model, or 0. */
  size_t weight_count;
  /** Level of the intervals; 0: 0.95. */
  double level;
  /**
   * Scores are multiplied by this, a positive number; 0: 1 (logits). 400 / log(10) = 173.7178 gives Elo-like points.
   */
  double unit;
  /** Added to scores after multiplying, such as 1000. */
  double origin;
  /** Seed of simulated critical values; 0 is a seed like any other. */
  uint64_t seed;
  /**
   * Draws of simulated critical values, at least 10 / (1 - level). 0: as many as leave the coverage a
   * standard error of 0.001 or less, 47500 at level 0.95 (level (1 - level) 1e6, but 10000 to 10000000); and
   * 10000 for duel_model_rank_probabilities (1000 where each is solved for).
   */
  size_t draws;
  /** For duel_model_predict, non-zero: leave position effects out, as if shown in both orders. */
  int32_t ignore_position;
  /** Threads to use; 0: one. Results do not depend on it. */
  int32_t threads;
  /** NULL, or a token that stops the work. */
  const duel_cancel *cancel;
  /** NULL, or called now and then. */
  duel_progress_fn progress;
  /** Passed to progress. */
  void *user;
  /**
   * With a clustered covariance: DUEL_CORRECTION_AUTO (default), _CR1, _CR2, _JACKKNIFE or _NONE.
   */
  int32_t correction;
  /** DUEL_QUANTILES_AUTO (default), _NORMAL or _STUDENT. */
  int32_t quantiles;
  /**
   * For duel_model_predict: NULL, or a set in which contexts and covariates are looked up instead
   * of the model's data, with items and judges matched by name; to predict in new contexts. Such a
   * set needs names and covariates, no comparisons.
   */
  const duel_set *contexts;
  /**
   * NULL, or replicates of this model (duel_bootstrap_new), from which standard errors, intervals, ranks
   * and tests are then taken. covariance, correction and quantiles are ignored.
   */
  const duel_bootstrap *bootstrap;
  /**
   * How replicates become intervals: DUEL_BOOTSTRAP_BCA (default), _PERCENTILE, _BASIC, _STUDENTISED. With
   * DUEL_INTERVALS_SIMULTANEOUS: the estimate less and plus its standard error times the quantile of the
   * largest error in standard errors (DUEL_BOOTSTRAP_STUDENTISED: every replicate's own).
   */
  int32_t bootstrap_interval;
  /** How standard errors are computed: DUEL_ERRORS_AUTO (default), _EXACT or _SAMPLED. */
  int32_t errors;
  /**
   * For what holds at all looks: the size of a difference that matters, tau, in the unit of the quantity, on the scale
   * of its intervals (log for sensitivities and variances, logit for probabilities, win rates and shares). Choose it
   * before the data it is used on; it matters little. 0: 0.5 for scores (before the unit), position effects,
   * thresholds, effects of covariates, strengths, and all on a log or logit scale, 0.05 for Borda scores and contrasts of win rates; of all else DUEL_ERR_ARGUMENT.
   */
  double mixture;
  /**
   * Draws of sampled standard errors, 16 to 1000000; 0: as many as make their Monte Carlo error 2 % (in root mean
   * square), at most 200. The error falls with the root of the draws.
   */
  size_t error_draws;
} duel_inference_options;

/* ---- Questions about a fitted model ---------------------------------------------------------- */

/**
 * The leaderboard: every item with its score, interval, rank, range of ranks, and comparisons. Intervals are those of
 * the options; ranges of ranks are as in duel_estimate_ranks and hold for all items at once.
 * @param options NULL: all defaults.
 * @param out receives the table: a row for each item, by its id. @since 0.2
 * Read of options: covariance, intervals, normalisation, scale, reference_item, reference_judge,
 *   weights, weight_count, level, unit, origin, seed, draws, threads, cancel, progress, user,
 *   correction, quantiles, bootstrap, bootstrap_interval, errors, mixture, error_draws.
 * Columns:
 *   item (item): The item.
 *   estimate (double, score): The score; missing where it is unidentified.
 *   se (double, score): Its standard error: 0 where the normalisation fixes the score, infinite
 *     where it diverges.
 *   lower (double, score): Lower end of its interval.
 *   upper (double, score): Upper end of its interval.
 *   se_mc (double, score): Monte Carlo standard error of se, where it is sampled; 0 where it is
 *     exact.
 *   rank (double, rank): Rank, 1 is best; equal scores share the mean; missing where it is not
 *     known.
 *   rank_best (int64_t, rank): One more than the number of items significantly better.
 *   rank_worst (int64_t, rank): The number of items less those significantly worse.
 *   comparisons (double, comparisons): Comparisons that the model used.
 *   wins (double, comparisons): Of these, won.
 *   losses (double, comparisons): Of these, lost.
 *   ties (double, comparisons): Of these, tied, both bad included.
 *   state (one of estimated, held, diverges, boundary, not_identified): Why the standard error is
 *     as it is: boundary means that the normal distribution says nothing there.
 */
duel_status duel_model_scores(const duel_model *model,
                              const duel_inference_options *options,
                              duel_table **out);

/**
 * Of every item its effective number of comparisons, beside the number it had: the number n of independent neutral
 * comparisons with an average opponent, whose score is known, that would give the standard error s of its difference
 * from the mean of the other items, n = 1 / (s^2 w). w is the mean over the other items of the expected information of
 * one comparison about the difference. In a balanced design, with the covariance of the information, n is the number
 * it had; few opponents, dependent votes and lopsided pairs make it smaller.
 * @param options NULL: all defaults.
 * @param out receives the table: a row for each item, by its id. @since 0.2
 * Read of options: covariance, threads, cancel, progress, user, correction, bootstrap.
 * Columns:
 *   item (item): The item.
 *   comparisons (double, comparisons): Comparisons that the model used.
 *   effective (double, comparisons): Independent comparisons with an average opponent that would
 *     give its standard error; missing without one.
 */
duel_status duel_model_effective_comparisons(const duel_model *model,
                                             const duel_inference_options *options,
                                             duel_table **out);

/**
 * Probabilities of comparisons, with intervals formed on the logit scale.
 * @param rows left and right; judge where the model tells judges apart (absent: a judge of
 *   sensitivity one, mean position effect and mean threshold); context where covariates need it
 *   (absent: covariates of contexts, answers and judges are taken as equal on both sides, a
 *   difference of zero).
 *   Other columns must be absent. Names or ids as in the set.
 * @param options NULL: all defaults.
 * @param out rows.length x 12: for left preferred, right preferred and tie in turn the probability,
 *   its standard error, lower and upper end. Without ties in the model the last four are 0. Where both
 *   bad is an outcome (DUEL_BOTH_BAD_OUTCOME) rows.length x 16, its four last.
 * @param capacity number of doubles that fit in out. @since 0.1
 * Read of options: covariance, intervals, scale, reference_judge, level, seed, draws,
 *   ignore_position, threads, cancel, progress, user, correction, quantiles, contexts, bootstrap,
 *   bootstrap_interval, mixture.
 */
duel_status duel_model_predict(const duel_model *model,
                               const duel_rows *rows,
                               const duel_inference_options *options,
                               double *out,
                               size_t capacity);

/**
 * The log-likelihood of other data under a model, such as a fold held out: items, judges, contexts
 * are matched by name. Unknown items are DUEL_ERR_NAME; an unknown judge counts as in
 * duel_model_predict without a judge. Covariates are looked up in the
 * set, and those that it does not have in the model's data; a context of which neither has a value counts as
 * one where both sides are alike, a difference of zero: give the set its covariates.
 * @param log_likelihood receives the sum over comparisons, without multinomial coefficients.
 *   NaN if the data of the model do not identify one of the probabilities.
 * @param comparisons NULL, or receives the number of comparisons. @since 0.1
 */
duel_status duel_model_log_likelihood(const duel_model *model,
                                      const duel_set *set,
                                      double *log_likelihood,
                                      double *comparisons);

/* ---- Hold-out and cross-validation ----------------------------------------------------------- */

/**
 * The folds that are held out. Zero the struct and set struct_size; zero is the default of every field. NULL means
 * all defaults: ten folds of single comparisons.
 */
typedef struct {
  /** sizeof(duel_validation_options). */
  size_t struct_size;
  /**
   * The unit that goes into one part as a whole: DUEL_BY_ROW (default, also 0), DUEL_BY_CONTEXT, DUEL_BY_PAIR or
   * DUEL_BY_JUDGE. Hold out what new data will differ in: contexts where they repeat, pairs to
   * speak of pairs that were never compared, judges to speak of judges in general. Comparisons without
   * a context are shared out one by one.
   */
  int32_t by;
  /** Threads to use; 0: one. Results do not depend on it. */
  int32_t threads;
  /**
   * Folds, at least 2, each held out in turn; 0: 10, or none where share is given. A fold that gets no
   * comparison has no scores.
   */
  size_t folds;
  /**
   * 0: folds. Else between 0 and 1: instead of folds this share of the units, rounded to a whole
   * number, is held out once in every repeat; folds must be 0.
   */
  double share;
  /** How often all of it is done, each time with another partition; 0: once. */
  size_t repeats;
  /** Seed; repeat r uses stream r, and the folds of repeat 0 are those of duel_set_split. */
  uint64_t seed;
  /** NULL, or a token that stops the work between fits. */
  const duel_cancel *cancel;
  /**
   * NULL, or called in the course of a first fit, to all comparisons, and after each of the others with
   * their share.
   */
  duel_progress_fn progress;
  /** Passed to progress. */
  void *user;
} duel_validation_options;

/** Totals of a cross-validation. */
typedef struct {
  /** sizeof(duel_validation_facts); set it before the call. */
  size_t struct_size;
  /** Fits: folds times repeats, or repeats. */
  size_t fits;
  /** Fits without an estimate: what they held out is in no score. */
  size_t failed;
  /** Comparisons held out, over all fits. */
  double held;
  /** Of these, those that fits with an estimate predict. */
  double predicted;
  /**
   * Of these, those that fits with an estimate say nothing of: items that they have not seen, or not
   * compared even through others.
   */
  double unpredicted;
  /**
   * Log-likelihood of those predicted, over all fits; over predicted it is the mean log score by
   * comparisons, where log_score has that by fits.
   */
  double log_likelihood;
  /** Mean log-likelihood of a comparison held out: mean over the fits that have it. */
  double log_score;
  /** Its standard error. */
  double log_score_se;
  /** The fits that have it. */
  size_t log_score_fits;
  /** Brier score: mean over the fits that have it. */
  double brier;
  /** Its standard error. */
  double brier_se;
  /** The fits that have it. */
  size_t brier_fits;
  /** Share of decided comparisons won by the likelier side: mean over the fits that have it. */
  double accuracy;
  /** Its standard error. */
  double accuracy_se;
  /** The fits that have it. */
  size_t accuracy_fits;
  /** Calibration error: mean over the fits that have it. */
  double calibration_error;
  /** Its standard error. */
  double calibration_error_se;
  /** The fits that have it. */
  size_t calibration_error_fits;
  /** Kullback-Leibler divergence by pair: mean over the fits that have it. */
  double kl_mean;
  /** Its standard error. */
  double kl_mean_se;
  /** The fits that have it. */
  size_t kl_mean_fits;
  /** The same, weighted by comparisons: mean over the fits that have it. */
  double kl_weighted;
  /** Its standard error. */
  double kl_weighted_se;
  /** The fits that have it. */
  size_t kl_weighted_fits;
  /** Jensen-Shannon divergence by pair: mean over the fits that have it. */
  double js_mean;
  /** Its standard error. */
  double js_mean_se;
  /** The fits that have it. */
  size_t js_mean_fits;
  /** The same, weighted by comparisons: mean over the fits that have it. */
  double js_weighted;
  /** Its standard error. */
  double js_weighted_se;
  /** The fits that have it. */
  size_t js_weighted_fits;
  /**
   * Mean absolute error of the proportions of pairs, in percent: mean over the fits that have it.
   */
  double mae_percent;
  /** Its standard error. */
  double mae_percent_se;
  /** The fits that have it. */
  size_t mae_percent_fits;
  /**
   * Root mean squared error of the proportions of pairs, in percent: mean over the fits that have it.
   */
  double rmse_percent;
  /** Its standard error. */
  double rmse_percent_se;
  /** The fits that have it. */
  size_t rmse_percent_fits;
} duel_validation_facts;

/**
 * Cross-validation, or hold-out: fit a model to the comparisons without a part, and measure how well it
 * predicts that part.
 *
 * Scores of models of the same comparisons and outcomes compare what information criteria estimate, and
 * go with penalties, bias reduction and ties as halves as well (a tie is then half a win and half a loss,
 * so that such scores compare with each other only). Differences between two models
 * are surer than either: take them fold by fold, with the same seed.
 *
 * The scores, ten of a fit: mean log-likelihood of a comparison; Brier score; share of decided
 * comparisons won by the likelier side; calibration error (these as in duel_accuracy_facts); kl_mean,
 * kl_weighted, js_mean, js_weighted, mae_percent and rmse_percent by pair (as in duel_metrics_facts). A fit
 * whose part has nothing that it could predict has none.
 *
 * The facts have, of each score, the plain mean over the fits that have it and its standard error. With s their
 * standard deviation and J their number, the error is s / sqrt(J / repeats) with folds, repeats being no new data, and
 * s sqrt(1 / J + share / (1 - share)) with a share (Nadeau and Bengio 2003); NaN for J = 1. The first
 * takes folds as independent. They share what they are fitted to, and no unbiased estimate of that
 * exists (Bengio and Grandvalet 2004): it is rather too small. A mean is infinite where a fit rules out
 * what was held out (no ties seen, say), and its error then NaN.
 *
 * A part may take items out of reach of a fit. Comparisons whose difference the fit does not identify are counted
 * as unpredicted, and are in no score. Any other diagnostic (DUEL_FIT_SEPARATED, ...) that the accept of the fit
 * options does not take makes a fit fail: it is counted, its row says why, and its part is in no
 * score. Means over the others are then those of an easier part of the data: a ridge keeps them all.
 * A judge without comparisons in a fit is predicted with sensitivity one, mean position effect
 * and mean threshold. Pooled strengths start from the fit to all comparisons, the others, which may have
 * several optima, from their own data alone.
 *
 * DUEL_ERR_UNSUPPORTED for importance weights. Comparisons can be shared out one by one only from whole
 * counts: with others, cells (context, judge, left, right) are.
 * @param fit NULL: all defaults.
 * @param options NULL: all defaults.
 * @param out its struct_size says how much of it is filled.
 * @param fits NULL, or receives the table, repetition after repetition. @since 0.2
 * Read of fit: all fields but cancel, progress, user, start.
 * Read of options: all fields.
 * Columns:
 *   repetition (int64_t): Number of the repetition, from 0.
 *   fold (int64_t): Number of the part held out, from 0.
 *   status (one of ok, null, argument, data, name, size, format, unsupported, not_identified,
 *     not_converged, numeric, cancelled, memory, internal): The end of the fit; what a failed one
 *     held out is in no score.
 *   problems (bits: disconnected, separated, boundary, opposed, equal_scores, undetermined,
 *     not_converged, tie_limit, heywood): The diagnostics of the fit.
 *   trained (double, comparisons): Comparisons fitted to.
 *   held (double, comparisons): Comparisons held out.
 *   unpredicted (double, comparisons): Those of them that the fit says nothing of: items that it
 *     has not seen, or not compared even through others.
 *   log_likelihood (double): Log-likelihood of those that it predicts; missing where the fit
 *     failed.
 *   log_score (double, nats): Mean log-likelihood of a comparison held out; missing, as all other
 *     scores, where the fit predicts none.
 *   brier (double): Brier score.
 *   accuracy (double, share): Share of decided comparisons won by the likelier side; missing also
 *     where nothing was decided.
 *   calibration_error (double, share): Mean distance between predicted and observed shares of bins
 *     of predictions, weighted by comparisons.
 *   kl_mean (double, nats): Kullback-Leibler divergence, mean over pairs.
 *   kl_weighted (double, nats): The same, weighted by comparisons.
 *   js_mean (double, nats): Jensen-Shannon divergence, mean over pairs.
 *   js_weighted (double, nats): The same, weighted by comparisons.
 *   mae_percent (double, percent): Mean absolute error of the proportions of pairs.
 *   rmse_percent (double, percent): Root mean squared error of the proportions of pairs.
 */
duel_status duel_set_cross_validate(const duel_set *set,
                                    const duel_model_options *fit,
                                    const duel_validation_options *options,
                                    duel_validation_facts *out,
                                    duel_table **fits);

/* ---- Questions about judges that a fitted model answers -------------------------------------- */

/**
 * Sensitivities of judges where the covariates that they depend on have given values: gamma_k exp(beta_k . x), a
 * curve over x, by the delta method; intervals are formed on the logarithm where the sensitivity is positive. For
 * a band over a whole curve ask for DUEL_INTERVALS_SIMULTANEOUS with the points of that curve.
 * @param judges ids of judges of the model.
 * @param judge_count number of judges.
 * @param values points x covariates, row-major: values of the sensitivity covariates, in their order.
 * @param points number of rows of values.
 * @param options NULL: all defaults.
 * @param out receives the table: all points of the first judge, then of the next. @since 0.2
 * Read of options: covariance, intervals, scale, reference_judge, level, seed, draws, threads,
 *   cancel, progress, user, correction, quantiles, bootstrap, bootstrap_interval, mixture.
 * Columns:
 *   judge (judge): The judge.
 *   point (int64_t, row): Row of `values`.
 *   estimate (double): The sensitivity; missing where it is not identified.
 *   se (double): Its standard error.
 *   lower (double): Lower end of its interval.
 *   upper (double): Upper end of its interval.
 */
duel_status duel_model_sensitivities(const duel_model *model,
                                     const uint32_t *judges,
                                     size_t judge_count,
                                     const double *values,
                                     size_t points,
                                     const duel_inference_options *options,
                                     duel_table **out);

/** Consensus of the judges. */
typedef enum {
  /** The mean of the judges' strengths, mu of the model. */
  DUEL_CONSENSUS_MEAN = 0,
  /**
   * The mean of the judges' strengths weighted by the inverse of each judge's mean variance, so that a judge
   * with imprecise strengths does not dominate. Errors take the weights as known.
   */
  DUEL_CONSENSUS_PRECISION = 1,
  /**
   * The median of the judges' strengths, item by item; of an even number the mean of the middle two. Errors
   * are those of the judges in the middle.
   */
  DUEL_CONSENSUS_MEDIAN = 2
} duel_consensus;

/**
 * The consensus of the judges, other than the plain mean (an unweighted average of strengths
 * whose precision may differ widely: a judge with an extreme sensitivity dominates it). Means sum to zero as scores do; medians need not.
 * DUEL_ERR_UNSUPPORTED for pooled strength.
 * @param consensus DUEL_CONSENSUS_MEAN, _PRECISION or _MEDIAN.
 * @param options NULL: all defaults.
 * @param out receives the table.
 * @param weights NULL, or judges x 1: receives the weight of every judge; NaN with the median.
 * @param weight_capacity number of doubles that fit in weights. @since 0.2
 * Read of options: covariance, intervals, level, seed, draws, threads, cancel, progress, user,
 *   correction, quantiles, bootstrap, bootstrap_interval.
 * Columns:
 *   item (item): The item.
 *   estimate (double, score): The consensus of the judges' strengths.
 *   se (double, score): Its standard error.
 *   lower (double, score): Lower end of its interval.
 *   upper (double, score): Upper end of its interval.
 */
duel_status duel_model_consensus(const duel_model *model,
                                 duel_consensus consensus,
                                 const duel_inference_options *options,
                                 duel_table **out,
                                 double *weights,
                                 size_t weight_capacity);

/**
 * The ranking without each judge: the model is fitted once for every judge of the set, to the votes of the others.
 * The effect of leaving out a judge is that judge's influence; see DUEL_QUANTITY_DISAGREEMENT_NORMS and duel_model_judges for why.
 * The rank of a disagreement that fewer judges cannot have is cut down to what they can.
 * @param options the fit, as for duel_model_fit; NULL: all defaults. cancel and progress are used in every fit.
 * @param out receives the table: all items without the first judge, then without the next. @since 0.2
 * Read of options: all fields but start.
 * Columns:
 *   without (judge): The judge that is left out.
 *   item (item): The item.
 *   score (double, score): Its consensus score without the judge, those of all items summing to
 *     zero; missing for an item that only this judge saw, and where there is no estimate.
 *   status (one of ok, null, argument, data, name, size, format, unsupported, not_identified,
 *     not_converged, numeric, cancelled, memory, internal): The end of the fit without the judge.
 */
duel_status duel_set_leave_one_judge_out(const duel_set *set,
                                         const duel_model_options *options,
                                         duel_table **out);

/**
 * How many directions of disagreement: fits ranks 0 to max_rank of DUEL_STRENGTH_DISAGREEMENT, the other choices as given.
 * One line of evidence a column; they need not agree. Where the least bic and the least aic are of different ranks, the notes of
 * the table begin with fragile_rank: intervals by judge at the rank of the least bic would be too short; duel_model_average
 * allows for the choice. Cross-validation is what the paper uses (arXiv:2605.05073).
 * @param max_rank the highest rank, at most min(judges - 1, items - 2), of two judges or more.
 * @param replicates data sets to draw for the likelihood ratio of each rank against the next, each from the smaller
 *   model and fitted with both; 0: none. Needs a model of ties (not DUEL_TIES_HALF).
 * @param seed of these.
 * @param threads of these; 0: one.
 * @param fit the fit, as for duel_model_fit, without strength and rank. NULL: all defaults. Its cancel and progress serve
 *   the whole call.
 * @param validation NULL: no cross-validation; else how to hold out.
 * @param out receives the table, from no direction to max_rank. @since 0.2
 * Read of fit: all fields but strength, start, rank.
 * Read of validation: all fields but cancel, progress, user.
 * Columns:
 *   directions (int64_t): Number of directions of disagreement, the rank.
 *   status (one of ok, null, argument, data, name, size, format, unsupported, not_identified,
 *     not_converged, numeric, cancelled, memory, internal): The end of the fit.
 *   problems (bits: disconnected, separated, boundary, opposed, equal_scores, undetermined,
 *     not_converged, tie_limit, heywood): The diagnostics of the fit.
 *   log_likelihood (double): Log-likelihood; missing, as dimension and criteria, where there is no
 *     estimate.
 *   dimension (int64_t): Identified dimension.
 *   aic (double): Akaike's criterion.
 *   bic (double): Schwarz's criterion.
 *   log_score (double, nats): Mean log-likelihood of a comparison held out; missing, as its error,
 *     where nothing was held out.
 *   log_score_se (double, nats): Its standard error.
 *   scree (double, score): Singular value number `directions` (from 0) of the judges' own scores
 *     less the fit without disagreement: what the next direction would have to gain; missing beyond
 *     the last.
 *   statistic (double): Twice the gain in log-likelihood of one more direction; missing, as its
 *     p-value, where no data sets were drawn, and in the last row.
 *   p (double, probability): Its p-value, (1 + replicates at least as large) / (1 + replicates).
 */
duel_status duel_set_select_rank(const duel_set *set,
                                 int32_t max_rank,
                                 size_t replicates,
                                 uint64_t seed,
                                 int32_t threads,
                                 const duel_model_options *fit,
                                 const duel_validation_options *validation,
                                 duel_table **out);

/** Scores of judges: each judge's own, from its own votes alone. */
#define DUEL_JUDGE_WISE -1

/**
 * Baselines to hold a fit with disagreement against: every judge's own Bradley-Terry scores (with a ridge of .01 where
 * they would not be finite), or these cut down by their singular values to the rank that a consensus and `rank`
 * directions of disagreement have (the two-step estimator of arXiv:2605.05073). No intervals.
 * @param rank DUEL_JUDGE_WISE, or the number of directions.
 * @param options of the fit what concerns votes and penalties; NULL: all defaults.
 * @param out judges x items, each judge's scores summing to zero.
 * @param capacity number of doubles that fit in out. @since 0.1
 * Read of options: ties, both_bad, ridge, pseudo, cancel, progress, user.
 */
duel_status duel_set_judge_scores(const duel_set *set,
                                  int32_t rank,
                                  const duel_model_options *options,
                                  double *out,
                                  size_t capacity);

/* ---- The bootstrap --------------------------------------------------------------------------- */

/** Weights of a replicate. */
typedef enum {
  /**
   * Independent Poisson weights of mean one, a resample whose size is random. Fast, and for any
   * weights of the data.
   */
  DUEL_WEIGHTS_POISSON = 0,
  /** Multinomial, as many units as there are, drawn with replacement (Efron 1979). */
  DUEL_WEIGHTS_MULTINOMIAL = 1,
  /**
   * Exponential, scaled to their mean (the Bayesian bootstrap, Rubin 1981). No unit drops out, so that
   * replicates rarely fail.
   */
  DUEL_WEIGHTS_BAYESIAN = 2,
  /**
   * None; all comparisons of a cell are drawn anew from the fitted model (parametric
   * bootstrap). Whole counts only; Bradley-Terry draws no ties.
   */
  DUEL_WEIGHTS_PARAMETRIC = 3
} duel_weights;

/**
 * How to bootstrap. Zero the struct and set struct_size; zero is the default of every field. NULL means
 * all defaults: 1000 sets of Poisson weights on what the model's covariance takes as independent.
 */
typedef struct {
  /** sizeof(duel_bootstrap_options). */
  size_t struct_size;
  /**
   * The unit that is drawn as a whole: DUEL_BY_ROW, DUEL_BY_CONTEXT, DUEL_BY_PAIR, DUEL_BY_JUDGE, or 0
   * (default): what the model's own covariance takes as independent, contexts or judges where it is
   * clustered by them, else single comparisons; clustered by both, the unit must be given (else
   * DUEL_ERR_UNSUPPORTED). duel_bootstrap_facts.by has the unit. Comparisons without a context are drawn one
   * by one. Parametric: must be 0.
   */
  int32_t by;
  /** DUEL_WEIGHTS_POISSON (default), _MULTINOMIAL, _BAYESIAN or _PARAMETRIC. */
  int32_t weights;
  /** Number of replicates, at least 2; 0: 1000. Intervals need 2 beyond each end: 80 at 95 %. */
  size_t replicates;
  /** Seed; replicate r uses a stream of its own. */
  uint64_t seed;
  /**
   * Non-zero: every refit is one Newton step from the estimate. Faster; the error is of second
   * order. No replicate is then found to be at a boundary.
   */
  int32_t one_step;
  /** Threads to use; 0: one. Results do not depend on it. */
  int32_t threads;
  /** NULL, or a token that stops the work. */
  const duel_cancel *cancel;
  /** NULL, or called after replicates, with their share. */
  duel_progress_fn progress;
  /** Passed to progress. */
  void *user;
} duel_bootstrap_options;

/** Facts about a bootstrap. */
typedef struct {
  /** sizeof(duel_bootstrap_facts); set it before the call. */
  size_t struct_size;
  /** Replicates drawn. */
  size_t drawn;
  /** Replicates with an estimate: those that inference uses. */
  size_t used;
  /** Without one, because the comparisons drawn no longer connect the items. */
  size_t disconnected;
  /** Because some items, judges, effects or thresholds run to infinity. */
  size_t separated;
  /** Because some parameters are not determined. */
  size_t undetermined;
  /** Because all scores are equal, or no judge agrees with the others. */
  size_t flat;
  /** Because the solver stopped before the optimum. */
  size_t not_converged;
  /** The unit that was drawn as a whole: DUEL_BY_ROW, ...; 0 for a parametric bootstrap. */
  int32_t by;
  /** Zero. */
  int32_t reserved;
} duel_bootstrap_facts;

/**
 * Draw replicates of a model: the same model is fitted, from its estimate, to the same data with
 * random weights, or to data drawn from it.
 *
 * Put the result into duel_inference_options.bootstrap: every function of inference then takes standard
 * errors, intervals and ranks from the replicates in place of the normal distribution. Replicates
 * without an estimate are left out and counted (duel_bootstrap_facts); if more than a few are, the
 * rest is a biased choice: use a ridge or Bayesian weights.
 *
 * DUEL_ERR_NOT_IDENTIFIED: the model, or nearly all of the replicates, have no finite estimate.
 * DUEL_ERR_UNSUPPORTED: parametric or multinomial draws from counts that are not whole numbers, or from
 * importance weights, or by = 0 where the model's covariance is clustered by contexts and judges.
 * Importance weights are drawn in their effective number (sum of weights
 * squared over sum of squares).
 * @param options NULL: all defaults.
 * @param out receives the replicates; free them with duel_bootstrap_free. @since 0.1
 */
duel_status duel_bootstrap_new(const duel_model *model,
                               const duel_bootstrap_options *options,
                               duel_bootstrap **out);

/** Free replicates. NULL is ignored. @since 0.1 */
void duel_bootstrap_free(duel_bootstrap *bootstrap);

/**
 * How many replicates there are, and why some have no estimate.
 * @param out its struct_size says how much of it is filled. @since 0.1
 */
duel_status duel_bootstrap_info(const duel_bootstrap *bootstrap, duel_bootstrap_facts *out);

/**
 * A quantity of every replicate.
 * @param quantity DUEL_QUANTITY_SCORES, ...
 * @param options NULL: scores sum to zero, sensitivities have mean one.
 * @param out used x n, row-major, for the replicates with an estimate (duel_bootstrap_info) and the n
 *   values of the quantity; NaN where a replicate has no such value (a judge it did not draw).
 * @param capacity number of doubles that fit in out. @since 0.1
 * Read of options: normalisation, scale, reference_item, reference_judge, weights, weight_count,
 *   unit, origin, threads, cancel, progress, user.
 */
duel_status duel_bootstrap_get(const duel_bootstrap *bootstrap,
                               duel_quantity quantity,
                               const duel_inference_options *options,
                               double *out,
                               size_t capacity);

/* ---- Tests of many hypotheses at once -------------------------------------------------------- */

/** Adjustment of p-values for several tests. */
typedef enum {
  /**
   * Single step, by the distribution of the largest statistic of the family (Hothorn, Bretz and
   * Westfall 2008): the familywise error rate, exact for the dependence of the estimates.
   */
  DUEL_ADJUST_SINGLE_STEP = 0,
  /** None. */
  DUEL_ADJUST_NONE = 1,
  /** Bonferroni, the familywise error rate under any dependence. */
  DUEL_ADJUST_BONFERRONI = 2,
  /**
   * Holm (1979), the familywise error rate under any dependence, never weaker than
   * Bonferroni.
   */
  DUEL_ADJUST_HOLM = 3,
  /** Hochberg (1988), the familywise error rate under independence or positive dependence. */
  DUEL_ADJUST_HOCHBERG = 4,
  /**
   * Benjamini and Hochberg (1995), the false discovery rate under independence or positive
   * dependence.
   */
  DUEL_ADJUST_BENJAMINI_HOCHBERG = 5,
  /** Benjamini and Yekutieli (2001), the false discovery rate under any dependence. */
  DUEL_ADJUST_BENJAMINI_YEKUTIELI = 6,
  /**
   * The procedure of Benjamini and Hochberg for e-values (Wang and Ramdas 2022): the false discovery rate under any
   * dependence. Take the e-values of one look, not the largest so far.
   */
  DUEL_ADJUST_E_BH = 7,
  /**
   * Holm's procedure for e-values, the closed test by means (Vovk and Wang 2021): the familywise error rate under any
   * dependence.
   */
  DUEL_ADJUST_E_HOLM = 8
} duel_adjustment;

/** Family of tests. */
typedef enum {
  /** All pairs of items. */
  DUEL_FAMILY_ALL_PAIRS = 0,
  /** Every other item against the reference_item of the options (many to one). */
  DUEL_FAMILY_TO_REFERENCE = 1
} duel_family;

/**
 * Adjusts p-values of tests made elsewhere, or the logarithms of e-values. Those that are NaN are no part of the family
 * and stay NaN.
 * @param p_values count p-values between 0 and 1; a bad one is named by duel_last_error_row. With DUEL_ADJUST_E_BH and
 *   DUEL_ADJUST_E_HOLM logarithms of e-values.
 * @param count number of p-values.
 * @param adjustment DUEL_ADJUST_NONE to DUEL_ADJUST_E_HOLM. DUEL_ADJUST_SINGLE_STEP is
 *   DUEL_ERR_UNSUPPORTED: it needs the dependence of the tests.
 * @param out receives count adjusted p-values; it may be p_values itself. Of logarithms of e-values, logarithms of
 *   adjusted e-values: a hypothesis is rejected at alpha where its own is at least log(1 / alpha).
 * @param capacity number of doubles that fit in out. @since 0.1
 */
duel_status duel_p_adjust(const double *p_values,
                          size_t count,
                          duel_adjustment adjustment,
                          double *out,
                          size_t capacity);

/* ---- Ranks and what differences of scores allow to be said: probabilities, groups, planning, - */

/* quasi-variances. */

/**
 * Probabilities of ranks under the normal distribution of the scores: draws of all scores about their
 * estimates, with their covariance, are ranked (rank 1 is the highest score; equal scores share the
 * ranks they take together in equal parts). The draws and the seed are those of the options; the
 * Monte Carlo standard error of a probability p is sqrt(p (1 - p) / draws). One thread does the work.
 * With a bootstrap in the options its replicates are the draws. Where standard errors are sampled (errors), as by default
 * beyond 5000 parameters, every draw is solved for, and draws is 1000 if it is 0; the matrix of all items and ranks may
 * then be too large, which duel_model_rank_summary has no need of.
 *
 * An item whose score is not identified, or diverges, has no rank, nor have items outside the
 * largest component of disconnected data: their numbers are NaN, and ranks are among the other items.
 * @param options NULL: all defaults.
 * @param out items x items, row-major: in row i the probability of rank r + 1 in column r.
 * @param capacity number of doubles that fit in out. @since 0.2
 * Read of options: covariance, seed, draws, threads, cancel, progress, user, correction, bootstrap,
 *   errors.
 */
duel_status duel_model_rank_probabilities(const duel_model *model,
                                          const duel_inference_options *options,
                                          double *out,
                                          size_t capacity);

/**
 * The distributions of the ranks of duel_model_rank_probabilities in a few numbers. For ranges that hold for all items at once
 * see duel_estimate_ranks.
 * @param options NULL: all defaults.
 * @param out receives the table. @since 0.2
 * Read of options: covariance, level, seed, draws, threads, cancel, progress, user, correction,
 *   bootstrap, errors.
 * Columns:
 *   item (item): The item.
 *   best_probability (double, probability): Probability of being the best; missing, like all else,
 *     for an item without a rank.
 *   rank_mean (double, rank): Expected rank.
 *   rank_sd (double, rank): Standard deviation of the rank.
 *   rank_lower (int64_t, rank): Lower quantile: at most half of 1 - level of the probability is on
 *     ranks below it.
 *   rank_upper (int64_t, rank): Upper quantile: at most half of 1 - level of the probability is on
 *     ranks above it.
 */
duel_status duel_model_rank_summary(const duel_model *model,
                                    const duel_inference_options *options,
                                    duel_table **out);

/**
 * The probability that the true score of one item is higher than that of another: Phi((score i - score j) / standard
 * error), or Student's distribution where the options ask for it (with the fewer degrees of freedom of the two
 * scores). It is the posterior probability under a flat prior and the normal approximation of the
 * likelihood, and equals 1 - p for the one-sided p-value p. With a bootstrap, standard errors are those of the replicates.
 * @param options NULL: all defaults.
 * @param out items x items, row-major: in row i, column j that i is better than j. NaN on the
 *   diagonal, between components, and for a score that diverges.
 * @param capacity number of doubles that fit in out, at least items items. @since 0.1
 * Read of options: covariance, threads, cancel, progress, user, correction, quantiles, bootstrap.
 */
duel_status duel_model_superiority(const duel_model *model,
                                   const duel_inference_options *options,
                                   double *out,
                                   size_t capacity);

/**
 * Groups of items without significant differences (the compact letter display of Piepho 2004). Two items
 * share a group if and only if their difference is not significant in the simultaneous comparison of
 * all pairs, the one that duel_estimate_ranks makes; no group is part of another; the group of the best item
 * comes first. An item whose score is not identified is in every group.
 *
 * More than 10 000 groups, which contrived data can have, are DUEL_ERR_SIZE.
 * @param options NULL: all defaults. intervals: DUEL_INTERVALS_BONFERRONI, or else the distribution of the largest
 *   difference.
 * @param out receives the table: a row for each item of each group. @since 0.2
 * Read of options: covariance, intervals, level, seed, draws, threads, cancel, progress, user,
 *   correction, quantiles, bootstrap, mixture.
 * Columns:
 *   group (int64_t): The group, from 0, that of the best item.
 *   item (item): An item that belongs to it.
 */
duel_status duel_model_compact_letters(const duel_model *model,
                                       const duel_inference_options *options,
                                       duel_table **out);

/**
 * How many more comparisons a gap between two items needs, so that a two-sided test at the level finds
 * it with the power.
 *
 * The standard error aimed at is |gap| / (z(1 - (1 - level) / 2) + z(power)), z the normal quantile: the
 * chance of significance on the wrong side and the adjustment for many tests are left out. With the
 * whole design the variance falls as one over the number of comparisons. Comparisons of the pair alone
 * add to the information about its difference what one neutral comparison is expected to add at the
 * estimated difference (by a judge of sensitivity one, without position, the tie threshold not taken
 * as known): exact for the covariance from the information; a sandwich is taken to keep its ratio to it.
 * @param pairs count x 2, row-major: zero-based items; duel_last_error_row names a bad row.
 * @param count number of pairs.
 * @param gaps NULL: the estimated differences; else count finite differences in the unit of the
 *   scores, whose signs do not matter. A gap of 0 needs infinitely many.
 * @param power probability of finding the gap, from 0.5 to less than 1; 0: 0.8.
 * @param options NULL: all defaults.
 * @param out receives the table. Needs of the whole design are, of importance weights, in effective comparisons, as
 *   duel_model_facts.comparisons. @since 0.2
 * Read of options: covariance, scale, reference_judge, level, unit, threads, cancel, progress,
 *   user, correction, bootstrap.
 * Columns:
 *   first (item): The first item.
 *   second (item): The second item.
 *   estimate (double, score): The estimated difference, first less second; missing between
 *     components.
 *   se (double, score): Its standard error.
 *   pair_comparisons (double, comparisons): Comparisons of this pair still needed, not rounded; 0
 *     where there are enough, infinite where a score diverges.
 *   design_comparisons (double, comparisons): Comparisons of the whole design still needed in the
 *     present proportions.
 */
duel_status duel_model_more_comparisons(const duel_model *model,
                                        const size_t *pairs,
                                        size_t count,
                                        const double *gaps,
                                        double power,
                                        const duel_inference_options *options,
                                        duel_table **out);

/** How well quasi-variances serve. */
typedef struct {
  /** sizeof(duel_quasi_facts); set it before the call. */
  size_t struct_size;
  /**
   * The smallest relative error of the standard error of a difference by quasi-variances,
   * sqrt((q_i + q_j) / v_ij) - 1.
   */
  double least_error;
  /** The largest. */
  double largest_error;
  /** The smallest relative error of the standard error of any contrast. */
  double least_contrast_error;
  /** The largest. */
  double largest_contrast_error;
} duel_quasi_facts;

/**
 * Quasi-variances of the scores (Firth and de Menezes 2004): the q that minimise the sum over pairs of
 * (log(q_i + q_j) - log v_ij)^2, v_ij the variance of a difference. With them a reader can test any two
 * items from one number each: sqrt(q_i + q_j) stands for the standard error. At least three items;
 * one q may be negative, no sum of two is. Items whose differences are not known or have no variance
 * are DUEL_ERR_NOT_IDENTIFIED.
 * @param options NULL: all defaults.
 * @param out receives items quasi-variances.
 * @param capacity number of doubles that fit in out, at least items.
 * @param info NULL, or its struct_size says how much of it is filled. @since 0.2
 * Read of options: covariance, scale, reference_judge, unit, threads, cancel, progress, user,
 *   correction, bootstrap.
 */
duel_status duel_model_quasi_variances(const duel_model *model,
                                       const duel_inference_options *options,
                                       double *out,
                                       size_t capacity,
                                       duel_quasi_facts *info);

/* ---- Profile likelihood ---------------------------------------------------------------------- */

/**
 * Profile-likelihood intervals, which follow the likelihood where it is skew or near the end of a range:
 * few wins or losses, sensitivities near zero, thresholds near zero. An interval holds the values v
 * with 2 (l - l(v)) <= c^2, where l(v) is the largest log-likelihood with the value held at v, and c the
 * critical value. Under a sandwich or clustered covariance the left side is divided by the ratio of the
 * value's two variances (Pace, Salvan and Sartori 2011), so that it is right where the model is not.
 *
 * An end is infinite where the likelihood never falls that far, as beyond a separated score
 * (fit with accept); a sensitivity that must not be negative may end at 0. What is not estimated, such as
 * a threshold without ties (DUEL_FIT_TIE_LIMIT), is NaN. Intervals are DUEL_INTERVALS_MARGINAL or
 * DUEL_INTERVALS_BONFERRONI. Each end takes some ten fits. DUEL_ERR_UNSUPPORTED: DUEL_INTERVALS_SIMULTANEOUS,
 * bias reduction, the geometric scale, DUEL_QUANTITY_LOG_SENSITIVITIES, DUEL_QUANTITY_WIN_RATES, DUEL_QUANTITY_SHARES
 * (the interval of a function that always rises is that function of the interval), DUEL_QUANTITY_PAIR_THRESHOLDS;
 * and of a model with a spread all but thresholds.
 * @param quantity DUEL_QUANTITY_SCORES, DUEL_QUANTITY_SENSITIVITIES, DUEL_QUANTITY_POSITIONS, DUEL_QUANTITY_EFFECTS, DUEL_QUANTITY_THRESHOLDS,
 *   DUEL_QUANTITY_THRESHOLD_OFFSETS, DUEL_QUANTITY_BAD_THRESHOLDS or DUEL_QUANTITY_STRENGTHS.
 * @param weights count x n, row-major: contrasts of the n values. NULL, with count n: each value.
 * @param count number of contrasts, or of values.
 * @param options NULL: all defaults.
 * @param out receives the table. @since 0.2
 * Read of options: covariance, intervals, normalisation, scale, reference_item, reference_judge,
 *   weights, weight_count, level, unit, origin, threads, cancel, progress, user, correction,
 *   quantiles.
 * Columns:
 *   contrast (int64_t): Number of the contrast or function, from 0.
 *   estimate (double, that of the quantity): Its value; missing if unidentified.
 *   se (double, that of the quantity): Its standard error.
 *   lower (double, that of the quantity): Lower end of its interval.
 *   upper (double, that of the quantity): Upper end of its interval.
 */
duel_status duel_model_profile(const duel_model *model,
                               duel_quantity quantity,
                               const double *weights,
                               size_t count,
                               const duel_inference_options *options,
                               duel_table **out);

/* ---- Functions of the parameters, by callback ------------------------------------------------ */

/**
 * A smooth function of the n values of a quantity, or several. Called on the calling thread. Return
 * non-zero to give up: the call ends with DUEL_ERR_CANCELLED. It must return: no longjmp and no C++
 * exception across it.
 * @param values the n values.
 * @param n their number.
 * @param out room for the values of the functions; write them all.
 * @param gradient NULL where derivatives are not asked for; else functions x n, row-major, filled with
 *   NaN: write the derivatives you know. What is left NaN is found by central differences.
 * @param user the pointer given with the function.
 */
typedef int (*duel_function_fn)(const double *values,
                                size_t n,
                                double *out,
                                double *gradient,
                                void *user);

/**
 * Any smooth functions of a quantity, with standard errors by the delta method (or, with a bootstrap,
 * from the replicates) and intervals.
 * @param quantity DUEL_QUANTITY_SCORES, ...: functions of its values, as duel_estimate_values shows them
 *   under the options; or DUEL_QUANTITY_PARAMETERS: functions of all parameters, which come in the order of
 *   duel_model_given (scores; sensitivities; V and U of each direction of disagreement; position effects;
 *   regression coefficients; slopes of sensitivities; roots of variances and Lambda of a spread; tie
 *   thresholds and their offsets; thresholds of both bad) and must not depend on the
 *   solver's identifiability constraint (differences of scores, not scores; else DUEL_ERR_ARGUMENT).
 * @param function called a few times; with a bootstrap once more for every replicate.
 * @param user passed to function.
 * @param count number of functions.
 * @param options NULL: all defaults.
 * @param out receives the table.
 * @param covariance NULL, or count x count: receives the covariance of the functions.
 * @param covariance_capacity number of doubles that fit in covariance. @since 0.2
 * Read of options: covariance, intervals, normalisation, scale, reference_item, reference_judge,
 *   weights, weight_count, level, unit, origin, seed, draws, threads, cancel, progress, user,
 *   correction, quantiles, bootstrap, bootstrap_interval, mixture.
 * Columns:
 *   contrast (int64_t): Number of the contrast or function, from 0.
 *   estimate (double, that of the quantity): Its value; missing if unidentified.
 *   se (double, that of the quantity): Its standard error.
 *   lower (double, that of the quantity): Lower end of its interval.
 *   upper (double, that of the quantity): Upper end of its interval.
 */
duel_status duel_model_function(const duel_model *model,
                                duel_quantity quantity,
                                duel_function_fn function,
                                void *user,
                                size_t count,
                                const duel_inference_options *options,
                                duel_table **out,
                                double *covariance,
                                size_t covariance_capacity);

/* ---- Assessment: criteria, nested tests, accuracy, calibration, circular triads -------------- */

/** Outcomes that a likelihood distinguishes. */
typedef enum {
  /**
   * Left or right, a tie being half of each (Bradley-Terry and Thurstone-Mosteller with DUEL_TIES_HALF). Where
   * there are ties this is a quasi-likelihood, and criteria compare such models with each other only.
   */
  DUEL_SPACE_TWO_HALF = 0,
  /**
   * Left or right, ties left out (Bradley-Terry and Thurstone-Mosteller with DUEL_TIES_DROPPED).
   */
  DUEL_SPACE_TWO = 1,
  /** Left, right or tie (Rao-Kupper, Davidson, Glenn-David). */
  DUEL_SPACE_THREE = 2,
  /** Left, right, tie or both bad (DUEL_BOTH_BAD_OUTCOME). */
  DUEL_SPACE_FOUR = 3,
  /**
   * Grades (DUEL_MODEL_GRADED): deviance, Pearson's X^2, their degrees of freedom and the log coefficient are NaN. @since 0.2
   */
  DUEL_SPACE_GRADES = 4
} duel_outcome_space;

/** Test of nested models. */
typedef enum {
  /** The likelihood-ratio test. */
  DUEL_TEST_LIKELIHOOD_RATIO = 0,
  /** The Wald test, from the larger estimate and its covariance. */
  DUEL_TEST_WALD = 1,
  /** Rao's score test, from the smaller estimate. */
  DUEL_TEST_SCORE = 2
} duel_test;

/**
 * Criteria and fit of a model. Compare criteria of models of the same comparisons and the same
 * outcome_space only. Cells are (judge, left, right): judges and orders are kept apart even where
 * the model ignores them; contexts are added up unless a covariate needs them.
 */
typedef struct {
  /** sizeof(duel_criteria_facts); set it before the call. */
  size_t struct_size;
  /** DUEL_SPACE_TWO_HALF, _TWO, _THREE, _FOUR or _GRADES, by the choices of the model. */
  int32_t outcome_space;
  /**
   * 1 if the estimate is penalised (ridge, pseudo-comparisons), bias-reduced or given: all values are
   * then those of an estimate whose likelihood is not at its maximum; else 0.
   */
  int32_t penalised;
  /**
   * 1 if a parameter is at the end of its range or diverges (DUEL_FIT_BOUNDARY,
   * DUEL_FIT_TIE_LIMIT, DUEL_FIT_SEPARATED), where the dimension says less; else 0.
   */
  int32_t boundary;
  /** Zero. */
  int32_t reserved;
  /** Identified dimension d. */
  size_t dimension;
  /** Number of cells. */
  size_t cells;
  /** Comparisons used, n. */
  double comparisons;
  /** Total log-likelihood, without multinomial coefficients. */
  double log_likelihood;
  /**
   * Sum of the logarithms of the multinomial coefficients of the cells, halves of ties by the gamma
   * function. For whole counts log_likelihood + log_coefficient is R's logLik; where there are
   * halves R rounds them.
   */
  double log_coefficient;
  /** 2 d - 2 log_likelihood (Akaike 1974). R's adds - 2 log_coefficient. */
  double aic;
  /** aic + 2 d (d + 1) / (n - d - 1) (Hurvich and Tsai 1989); NaN for n <= d + 1. */
  double aicc;
  /** d log n - 2 log_likelihood (Schwarz 1978). */
  double bic;
  /** d (log n + 1) - 2 log_likelihood (Bozdogan 1987). */
  double caic;
  /**
   * Twice the log-likelihood of the saturated model, which fits every cell, less that of this one.
   */
  double deviance;
  /** Pearson's X^2: the sum over cells and outcomes of (observed - expected)^2 / expected. */
  double pearson;
  /**
   * Degrees of freedom of both: outcomes less one, summed over cells, less d. Outcomes that the
   * model rules out are not counted. With few comparisons in a cell neither is chi-square.
   */
  double df;
} duel_criteria_facts;

/**
 * Information criteria, deviance and Pearson's X^2 of a model.
 *
 * DUEL_ERR_UNSUPPORTED for importance weights, which are no numbers of comparisons.
 * @param out its struct_size says how much of it is filled. @since 0.1
 */
duel_status duel_model_criteria(const duel_model *model, duel_criteria_facts *out);

/** The result of a test of nested models. */
typedef struct {
  /** sizeof(duel_comparison_facts); set it before the call. */
  size_t struct_size;
  /** DUEL_TEST_LIKELIHOOD_RATIO, _WALD or _SCORE. */
  int32_t test;
  /**
   * 1 if a parameter is at the end of its range in a fit that the test uses: the chi-square distribution does
   * then not quite hold (a hypothesis at the end of a range makes p too large); else 0.
   */
  int32_t boundary;
  /** 1 if a ratio of quasi-likelihoods was adjusted; else 0. */
  int32_t adjusted;
  /** Zero. */
  int32_t reserved;
  /** Degrees of freedom. */
  size_t df;
  /** The statistic: chi-square with df degrees of freedom if null holds and the data are many. */
  double statistic;
  /** Probability of a statistic at least as large if null holds. */
  double p;
} duel_comparison_facts;

/**
 * Test a model against a larger one of which it is a special case.
 *
 * Nested are: no position effect in a shared one, a shared one in one for each judge; pooled strength in
 * sensitivities (all equal); fewer covariates in more (their effects zero); a single threshold in one
 * for each judge or in an additive one, for ties and for both bad; a single or an additive one in a factored
 * one with the cosine basis; fewer factors in more of the same basis; no spread in a diagonal one; more
 * fixed scores in fewer. The outcome model, the link of thresholds of items, and the treatment of ties and
 * of votes both bad must be the same, and so must the comparisons: both models fitted to one set, or to
 * sets that agree in names and in the counts of every (judge, left, right). A spread against one with
 * factors, and factors against more, have no test with a known distribution: compare by criteria.
 *
 * Factored thresholds and spreads have the likelihood ratio only; additive thresholds that and Wald.
 *
 * Likelihood ratio: 2 (log L(full) - log L(null)). Where ties count as halves there is no proper
 * likelihood; the ratio is then divided by the mean eigenvalue of (R H^-1 R')^-1 (R V R') (Rotnitzky and Jewell
 * 1990; Pace, Salvan and Sartori 2011), R the restrictions, H the Hessian, V the covariance of
 * options (the sandwich where that asks for a plain one).
 * Wald: r' (R V R')^-1 r, r the restrictions at the full estimate, V the covariance of options. Judges
 * at the boundary, or whose threshold is at the end of its range, are left out and not counted in df.
 * Score: U' F^-1 U, U the gradient and F the expected information of full at the estimate of null
 * (Rao 1948); with ties as halves the generalised statistic of Boos (1992). It takes comparisons as
 * independent; covariance and correction have no effect on it.
 *
 * DUEL_ERR_UNSUPPORTED: null is not a special case (the message says which choice), the
 * comparisons differ, or ratio or score are asked for with a penalty or importance weights (take
 * Wald). DUEL_ERR_NOT_IDENTIFIED: the hypothesis concerns a parameter
 * that the data do not determine.
 * @param null the smaller model.
 * @param full the larger model.
 * @param test DUEL_TEST_LIKELIHOOD_RATIO, _WALD or _SCORE.
 * @param options NULL: all defaults.
 * @param out its struct_size says how much of it is filled. @since 0.1
 * Read of options: covariance, threads, cancel, progress, user, correction.
 */
duel_status duel_model_compare(const duel_model *null,
                               const duel_model *full,
                               duel_test test,
                               const duel_inference_options *options,
                               duel_comparison_facts *out);

/** How well a model predicts comparisons: its own, or others held out. */
typedef struct {
  /** sizeof(duel_accuracy_facts); set it before the call. */
  size_t struct_size;
  /** Comparisons predicted. */
  double comparisons;
  /** Mean log-likelihood of a comparison; 0 would be certainty that was right. */
  double log_score;
  /**
   * Mean over comparisons of the sum over outcomes of (indicator - probability)^2 (Brier 1950): 0 to
   * 2. Where ties count as halves, a tie is half a win and half a loss.
   */
  double brier;
  /** Comparisons with a winner; where ties count as halves, all. */
  double decided;
  /** Share of these whose winner had the larger probability; equal probabilities count half. */
  double accuracy;
  /**
   * Mean distance of observed and predicted scores over ten bins of duel_model_calibration, weighted by
   * comparisons.
   */
  double calibration_error;
  /**
   * Intercept of the logistic regression of the winner, left or right, on log (p(left) / p(right))
   * among decided comparisons (Cox 1958): 0 where the sides are called right. NaN, like the next
   * three, where the data do not determine it.
   */
  double intercept;
  /** Its standard error, which takes comparisons as independent. */
  double intercept_se;
  /**
   * Slope of the same regression: 1 where predictions are as sure as they should be, less where they
   * are too sure.
   */
  double slope;
  /** Its standard error. */
  double slope_se;
  /**
   * Comparisons between items that the data of the model do not compare, even through others. They
   * are left out of all else.
   */
  double unpredicted;
} duel_accuracy_facts;

/**
 * How well a model predicts the comparisons of a set.
 *
 * Items, judges and contexts are matched by name, as in duel_model_log_likelihood: an unknown item is
 * DUEL_ERR_NAME; contexts whose covariates neither the set nor the model's data have count as a difference of
 * zero. Predictions are those of the estimate, without its uncertainty.
 * DUEL_ERR_UNSUPPORTED for importance weights, DUEL_ERR_DATA if no comparison could be predicted.
 * @param set NULL: the data that the model was fitted to, of which it looks better than of others.
 * @param out its struct_size says how much of it is filled. @since 0.1
 */
duel_status duel_model_accuracy(const duel_model *model,
                                const duel_set *set,
                                duel_accuracy_facts *out);

/**
 * Predicted and observed scores side by side, for a reliability diagram.
 *
 * Every comparison is seen from the side that is predicted to score more (a tie scores one half), and
 * put into one of the bins by its prediction, even matches first. Bins hold about equal numbers of
 * comparisons; comparisons of one cell of the set stay together, so that a bin may be empty.
 * Errors as in duel_model_accuracy.
 * @param set NULL: the data that the model was fitted to.
 * @param bins number of bins, at most 1000000; 0: 10.
 * @param out receives the table. @since 0.2
 * Columns:
 *   comparisons (double, comparisons): Comparisons in the bin; 0 if it is empty.
 *   predicted_share (double, share of wins): Mean predicted score of the side that is predicted to
 *     score more; missing in an empty bin.
 *   observed_share (double, share of wins): Mean observed score of this side, a tie being half a
 *     win; missing in an empty bin.
 *   observed_share_lower (double, share of wins): Lower end of the 95 % interval of the observed
 *     score (Wilson 1927, comparisons taken as independent).
 *   observed_share_upper (double, share of wins): Upper end of this interval.
 */
duel_status duel_model_calibration(const duel_model *model,
                                   const duel_set *set,
                                   size_t bins,
                                   duel_table **out);

/** Circular triads and their distribution under a model. */
typedef struct {
  /** sizeof(duel_triads_facts); set it before the call. */
  size_t struct_size;
  /**
   * Triples of items whose three pairs all have a majority: more wins on one side than on the other.
   */
  uint64_t triads;
  /** Those that are circular: a beats b, b beats c, c beats a. */
  uint64_t circular;
  /** Number of replicates. */
  uint64_t replicates;
  /** Mean number of circular triads under the model. */
  double expected;
  /** Its standard deviation from data to data. */
  double sd;
  /**
   * (1 + replicates with at least as many circular triads) / (1 + replicates): small where preferences
   * go round in circles more than the model lets chance do.
   */
  double p;
} duel_triads_facts;

/**
 * Count circular triads (Kendall and Babington Smith 1940), and simulate how many the model expects.
 *
 * A pair goes to the side that won more often, over all judges and contexts; pairs without a majority
 * are left out. In every replicate each cell (judge, left, right) keeps its number of comparisons, and
 * their outcomes are drawn from the model at its estimate. Where ties count as halves the model has no
 * ties, and all comparisons are decided in replicates. Time grows with replicates, and with pairs
 * times items / 64.
 *
 * DUEL_ERR_UNSUPPORTED for importance weights and counts that are not whole.
 * @param replicates 0: 1000.
 * @param options NULL: all defaults.
 * @param out its struct_size says how much of it is filled. @since 0.1
 * Read of options: seed, threads, cancel, progress, user.
 */
duel_status duel_model_triads(const duel_model *model,
                              size_t replicates,
                              const duel_inference_options *options,
                              duel_triads_facts *out);

/* ---- How far predictions are from what was seen: metrics, marginal rates, match matrices, and Vuong's test  */

/**
 * How far predictions are from what was seen.
 *
 * Comparisons are added up to rows: pairs of items (judges, orders and contexts together), or cells
 * (judge, left, right). Of a row let n_r be the number of comparisons, o the count of an outcome,
 * q = o / n_r, and p its predicted probability: where probabilities differ within a row, their mean
 * weighted by comparisons. n is the sum of n_r. Where ties count as halves there are two outcomes, and a
 * tie is half a win and half a loss. Logarithms are natural. Where an outcome came about that the model
 * rules out, likelihood, cross-entropy and Kullback and Leibler's divergence are infinite.
 */
typedef struct {
  /** sizeof(duel_metrics_facts); set it before the call. */
  size_t struct_size;
  /**
   * Outcomes of a comparison: 2, 3 under a model of ties, or 4 where both bad is an outcome too.
   */
  size_t outcomes;
  /** Rows: pairs or cells with comparisons. */
  size_t rows;
  /** Comparisons predicted, n. */
  double comparisons;
  /**
   * Comparisons between items that the data of the model do not compare, even through others (or that
   * concern another parameter which these do not determine). They are left out of all else.
   */
  double unpredicted;
  /** Negative log-likelihood, total, without multinomial coefficients. */
  double nll;
  /** The same over n. */
  double nll_mean;
  /**
   * Negative log-likelihood, total, with the logarithms of the multinomial coefficients of the rows
   * taken off; halves of ties by the gamma function. By pair this is the probability of the
   * counts only where probabilities do not differ within pairs.
   */
  double nll_multinomial;
  /** The same over n. */
  double nll_multinomial_mean;
  /** Cross-entropy: - sum o log p / n over comparisons and outcomes, equal to nll_mean. */
  double cross_entropy;
  /**
   * Divergence of Kullback and Leibler (1951), sum over outcomes of q log(q / p): plain mean over rows,
   * a pair seen once counting as much as one seen ten thousand times.
   */
  double kl_mean;
  /** The same, mean over rows weighted by n_r / n: the one to report. */
  double kl_weighted;
  /**
   * Divergence of Jensen and Shannon (Lin 1991), the mean of those of q and of p from (q + p) / 2, 0 to
   * log 2: plain mean over rows.
   */
  double js_mean;
  /** The same, mean over rows weighted by n_r / n. */
  double js_weighted;
  /**
   * Mean over outcomes of the mean absolute error of counts: sum over rows of n_r / n |o - n_r p|.
   */
  double mae_count;
  /** Root of the mean over outcomes of the mean squared error of counts, weighted the same way. */
  double rmse_count;
  /** As mae_count for proportions in percent, 100 |q - p|. */
  double mae_percent;
  /** As rmse_count for proportions in percent. */
  double rmse_percent;
} duel_metrics_facts;

/**
 * Metrics of the predictions of a model: of its own comparisons, or of others held out.
 *
 * Items, judges and contexts are matched by name, as in duel_model_log_likelihood: an unknown item is
 * DUEL_ERR_NAME; contexts whose covariates neither the set nor the model's data have count as a difference of
 * zero. Predictions are those of the estimate, without its uncertainty.
 * DUEL_ERR_UNSUPPORTED for importance weights, DUEL_ERR_DATA if no comparison could be predicted.
 * Definitions as in Ameli et al. (ICLR 2025), whose divergences are kl_mean and js_mean.
 * @param set NULL: the data that the model was fitted to, of which it looks better than of others.
 * @param by what comparisons are added up to: DUEL_BY_PAIR (default, also 0) or DUEL_BY_CELL.
 * @param out its struct_size says how much of it is filled. @since 0.1
 */
duel_status duel_model_metrics(const duel_model *model,
                               const duel_set *set,
                               duel_by by,
                               duel_metrics_facts *out);

/**
 * The metrics of single outcomes: wins, losses and, under a model of ties, ties, and both bad where it is an outcome.
 * Errors as in duel_model_metrics.
 * @param set NULL: the data that the model was fitted to.
 * @param by DUEL_BY_PAIR (default, also 0) or DUEL_BY_CELL.
 * @param out receives the table. @since 0.2
 * Columns:
 *   outcome (one of win, loss, tie, both_bad): The outcome, of the item with the smaller id by
 *     pair, of the one on the left by cell.
 *   observed_count (double, comparisons): Comparisons that came out so.
 *   predicted_count (double, comparisons): The number that the model predicts.
 *   cross_entropy (double): Its part of the cross-entropy, - sum o log p / n.
 *   mae_count (double, comparisons): Mean absolute error of counts, weighted by comparisons.
 *   rmse_count (double, comparisons): Root of the mean squared error of counts.
 *   mae_percent (double, percent): Mean absolute error of proportions.
 *   rmse_percent (double, percent): Root of the mean squared error of proportions.
 */
duel_status duel_model_metrics_by_outcome(const duel_model *model,
                                          const duel_set *set,
                                          duel_by by,
                                          duel_table **out);

/**
 * Marginal rates: how often every item won, lost and tied against all others, as observed and as the
 * model expects of the same comparisons.
 *
 * Errors as in duel_model_metrics, but a set without comparisons gives zeros. Comparisons that the model
 * cannot predict are left out.
 * @param set NULL: the data that the model was fitted to; or another, matched by name.
 * @param out receives the table: a row for each item of the model, by its id. @since 0.2
 * Columns:
 *   item (item): The item.
 *   comparisons (double, comparisons): Its comparisons.
 *   wins (double, comparisons): Of these, won; with half the ties where ties count as halves.
 *   losses (double, comparisons): Of these, lost; with half the ties where ties count as halves.
 *   ties (double, comparisons): Of these, tied; missing without a model of ties.
 *   both_bad (double, comparisons): Of these, votes both bad; missing unless they are an outcome.
 *   expected_wins (double, comparisons): Wins that the model expects.
 *   expected_losses (double, comparisons): Losses that it expects.
 *   expected_ties (double, comparisons): Ties that it expects; missing as ties are.
 *   expected_both_bad (double, comparisons): Votes both bad that it expects; missing as both_bad
 *     is.
 */
duel_status duel_model_marginals(const duel_model *model, const duel_set *set, duel_table **out);

/** Match matrix: its entries. */
typedef enum {
  /**
   * Predicted probabilities, for every pair of items whether it was compared or not, before a
   * judge of sensitivity one with position effects and covariates of contexts left out. NaN on the
   * diagonal, and where the data do not determine the difference of two items.
   */
  DUEL_MATRIX_PREDICTED = 0,
  /** Observed proportions. NaN where two items were never compared, and on the diagonal. */
  DUEL_MATRIX_OBSERVED = 1,
  /** Observed counts. */
  DUEL_MATRIX_COUNTS = 2,
  /** The counts that the model expects among the comparisons it was fitted to. */
  DUEL_MATRIX_EXPECTED = 3
} duel_matrix;

/**
 * How often the item of the row beats that of the column, or ties with it.
 *
 * Where ties count as halves, a tie is half a win and half a loss, and DUEL_OUTCOME_TIE is
 * DUEL_ERR_UNSUPPORTED, as it is where ties are dropped, and DUEL_OUTCOME_BOTH_BAD unless that is an outcome. So are all but DUEL_MATRIX_PREDICTED for
 * importance weights.
 * @param matrix DUEL_MATRIX_PREDICTED (default, 0), _OBSERVED, _COUNTS or _EXPECTED.
 * @param outcome DUEL_OUTCOME_LEFT (default, also 0): wins of the item of the row; DUEL_OUTCOME_TIE: ties, and
 *   DUEL_OUTCOME_BOTH_BAD: both bad, symmetric matrices.
 * @param options NULL: all defaults.
 * @param out items x items, row-major.
 * @param capacity number of doubles that fit in out. @since 0.1
 * Read of options: threads, cancel, progress, user.
 */
duel_status duel_model_match_matrix(const duel_model *model,
                                    duel_matrix matrix,
                                    duel_outcome outcome,
                                    const duel_inference_options *options,
                                    double *out,
                                    size_t capacity);

/* ---- Vuong's test of models that are not nested ---------------------------------------------- */

/** Penalty of Vuong's test. */
typedef enum {
  /** The difference of log-likelihoods as it is. */
  DUEL_VUONG_PLAIN = 0,
  /** Less the difference of dimensions, as in AIC. */
  DUEL_VUONG_AIC = 1,
  /**
   * Less half the difference of dimensions times the logarithm of the number of comparisons, as
   * in BIC (Schwarz).
   */
  DUEL_VUONG_BIC = 2
} duel_vuong_penalty;

/** The result of Vuong's test. */
typedef struct {
  /** sizeof(duel_vuong_facts); set it before the call. */
  size_t struct_size;
  /** The unit that was taken as independent: DUEL_BY_ROW, DUEL_BY_CONTEXT or DUEL_BY_CLUSTER. */
  int32_t by;
  /**
   * 1 if a parameter of either model is at the end of its range, where the distributions do not quite hold;
   * else 0.
   */
  int32_t boundary;
  /** Number N of independent units: comparisons, or contexts. */
  double units;
  /** Log-likelihood of the first model less that of the second. */
  double gain;
  /** The charge on the gain. */
  double penalty;
  /** Variance w^2 over the units of their part of the gain. */
  double variance;
  /**
   * (gain - penalty) / sqrt(N w^2): standard normal if both models are equally far from the truth and
   * differ; positive where the first is nearer. NaN where the two predict the same.
   */
  double statistic;
  /** Two-sided p-value of the statistic. */
  double p;
  /** N w^2, by which to tell whether the models differ at all. */
  double variance_statistic;
  /**
   * Probability of a larger one if they do not: P(sum of l^2 chi-square(1) > N w^2), l the eigenvalues
   * of the matrix W of Vuong's equation 3.6. NaN where the two models have more than 2000 parameters
   * together.
   */
  double variance_p;
} duel_vuong_facts;

/**
 * Test which of two models of the same votes is nearer to the truth, neither being a special case of the
 * other (Vuong 1989): Rao-Kupper against Davidson, or one covariate against another.
 *
 * The parts of the gain, log f - log g, are those of single comparisons, or of contexts, whose
 * comparisons may depend on each other. Look at variance_p first: where it is not small the models
 * do not differ significantly, and the statistic has no normal distribution (Vuong's sequential procedure).
 *
 * DUEL_ERR_UNSUPPORTED: one model is a special case of the other (take duel_model_compare); the
 * outcome spaces or the comparisons differ; a model counts ties as halves (a quasi-likelihood is no
 * probability of the votes); importance weights; an estimate that is penalised, bias-reduced or
 * given, and so not at the maximum of its likelihood.
 * @param penalty DUEL_VUONG_PLAIN, _AIC or _BIC.
 * @param by DUEL_BY_ROW: comparisons are independent; DUEL_BY_CONTEXT: contexts are, and comparisons
 *   without one; 0: contexts where they repeat, else comparisons.
 * @param options NULL: all defaults.
 * @param out its struct_size says how much of it is filled. @since 0.1
 * Read of options: threads, cancel, progress, user.
 */
duel_status duel_model_vuong(const duel_model *first,
                             const duel_model *second,
                             duel_vuong_penalty penalty,
                             duel_by by,
                             const duel_inference_options *options,
                             duel_vuong_facts *out);

/* ---- Goodness of fit by the parametric bootstrap --------------------------------------------- */

/** Pearson's X^2 and the deviance, judged by data drawn from the model. */
typedef struct {
  /** sizeof(duel_goodness_facts); set it before the call. */
  size_t struct_size;
  /** Replicates with an estimate. */
  size_t used;
  /** Replicates without one, left out. */
  size_t failed;
  /** Pearson's X^2 of the data, as in duel_criteria_facts. */
  double pearson;
  /** Its mean over the replicates. */
  double pearson_expected;
  /** Its standard deviation. */
  double pearson_deviation;
  /** (1 + replicates with at least as much) / (1 + replicates): small if the model does not fit. */
  double pearson_p;
  /** The deviance of the data, as in duel_criteria_facts. */
  double deviance;
  /** Its mean over the replicates. */
  double deviance_expected;
  /** Its standard deviation. */
  double deviance_deviation;
  /** As pearson_p. */
  double deviance_p;
} duel_goodness_facts;

/**
 * Does the model fit? Data are drawn from it, the model is fitted to each, and the distance of the
 * data from the model is compared with those. Unlike the chi-square distribution this is right with few
 * comparisons in a cell.
 *
 * DUEL_ERR_UNSUPPORTED: counts that are not whole, importance weights, and ties under Bradley-Terry
 * with DUEL_TIES_HALF, which has no probability of a tie.
 * @param replicates data sets to draw, at least 2; 0: 1000.
 * @param options NULL: all defaults.
 * @param out its struct_size says how much of it is filled. @since 0.1
 * Read of options: seed, threads, cancel, progress, user.
 */
duel_status duel_model_goodness(const duel_model *model,
                                size_t replicates,
                                const duel_inference_options *options,
                                duel_goodness_facts *out);

/* ---- Residuals ------------------------------------------------------------------------------- */

/**
 * Residuals: what was seen against what the model expects at its estimate.
 *
 * A row adds up cells (judge, left, right), in which judges and orders are kept apart even where the
 * model ignores them; contexts are added up within a cell unless a covariate needs them, or by is
 * DUEL_BY_CONTEXT. A score is a number of wins plus half the number of ties (and of votes both bad): of the item on the left
 * (DUEL_BY_CELL, and _JUDGE and _CONTEXT, where a residual says that the first position was favoured), of the
 * first item of a pair, which has the lower id, or of the item. Comparisons that no outcome of could
 * surprise the model (a judge with a tie threshold who only ties) have no cell.
 *
 * For one cell the square of the Pearson residual is Pearson's X^2 of the cell; for two outcomes it is
 * (y - n p) / sqrt(n p (1 - p)), y counting ties as halves, as in R. The standardised residual is the difference of
 * scores by its standard error under the model, whose variance is that of the score less g' C g, g the gradient of the
 * expected score, C the inverse expected information: about standard normal. For two outcomes it is the Pearson
 * residual by sqrt(1 - leverage), R's rstandard. It is missing where the fit leaves nothing free, and for models with
 * more than 4000 parameters, whose C would be too large. Ids are those of the model's set; a saved and loaded one may
 * have others. The anonymous judge is the last judge of the model.
 *
 * By item: with pooled strength, without a penalty and except under Rao-Kupper, the estimate makes
 * observed and expected scores of items equal; Pearson and standardised residuals then say little, but the
 * deviance residual against the number of cells does.
 *
 * DUEL_ERR_UNSUPPORTED for importance weights, and by DUEL_BY_CONTEXT without contexts.
 * @param by DUEL_BY_CELL, _PAIR, _ITEM, _JUDGE, _JUDGE_ITEM or _CONTEXT.
 * @param options NULL: all defaults.
 * @param out receives the table, sorted by context, judge, left and right; comparisons without a context come last.
 * @since 0.2
 * Read of options: threads, cancel, progress, user.
 * Columns:
 *   context (context): The context, by context; missing otherwise, and for comparisons without one.
 *   judge (judge): The judge; missing where judges are added up.
 *   item (item): The item, by item and by judge and item; missing otherwise.
 *   left (item): The item on the left by cell, the first of the pair by pair; missing otherwise.
 *   right (item): The other item, by cell and by pair; missing otherwise.
 *   cells (int64_t, cells): Cells (judge, left, right) added up.
 *   comparisons (double, comparisons): Comparisons (sum of weights).
 *   observed_wins (double, comparisons): Observed score: wins of the left or only item, and half of
 *     what has no winner.
 *   expected_wins (double, comparisons): The score that the model expects.
 *   observed_ties (double, comparisons): Observed ties.
 *   expected_ties (double, comparisons): Ties that the model expects; missing if it has none.
 *   pearson (double): Pearson residual: the root of r' V^-1 r, r the residuals of the outcomes and
 *     V their covariance under the model, with the sign of observed less expected score.
 *   deviance (double): Deviance residual: the root of 2 sum o log(o / e), with the same sign by
 *     cell and pair, else not negative.
 *   standardised (double): Observed less expected score by its standard error, which allows for the
 *     fit; missing where the fit leaves nothing free.
 */
duel_status duel_model_residuals(const duel_model *model,
                                 duel_by by,
                                 const duel_inference_options *options,
                                 duel_table **out);

/* ---- The effects of single contexts or judges on a fit --------------------------------------- */

/**
 * The influence of every context or judge on a fit: how much of it depends on a single one, and how the
 * estimates would change without it. By one step of Fisher scoring from the estimate, not by fitting
 * anew (Cook 1977; Pregibon 1981): close where a unit is one of many.
 *
 * A unit may determine something alone: a judge its own sensitivity, position effect or threshold, a
 * context the only comparisons of an item. Its distance is then infinite, and changes are NaN for the
 * values that would not exist without it. With sensitivities, scores on the scale of their mean move with every
 * judge's own: ask on DUEL_SCALE_REFERENCE for the change of scores without another judge.
 * Penalties, which belong to no unit, stay as they are.
 *
 * Ids are those of the model's set, which a saved and loaded set may number otherwise. Without penalties and
 * comparisons without context, the leverages sum to duel_model_facts.dimension.
 * @param by DUEL_BY_CONTEXT, DUEL_BY_JUDGE or DUEL_BY_CLUSTER (clusters of the set, then contexts of those without one).
 * @param options NULL: all defaults.
 * @param out receives the table: the contexts of the set, or the judges of the model (the anonymous judge last). Zeros
 *   for a unit without comparisons. @since 0.2
 * Read of options: threads, cancel, progress, user.
 * Columns:
 *   context (context): The context; missing by judge, and for clusters.
 *   judge (judge): The judge; missing by context.
 *   comparisons (double, comparisons): Comparisons (sum of weights).
 *   leverage (double, parameters): The share of the estimated parameters that the unit accounts
 *     for; 0 for a unit without comparisons.
 *   distance (double): Cook's distance: the squared change of all parameters without the unit in
 *     units of their information, over the dimension; infinite where the unit alone determines
 *     something.
 *   cluster (cluster): The cluster apart from contexts; missing otherwise.
 */
duel_status duel_model_influence(const duel_model *model,
                                 duel_by by,
                                 const duel_inference_options *options,
                                 duel_table **out);

/**
 * The change of the n values of a quantity without each context or judge, as in duel_model_influence.
 * @param quantity DUEL_QUANTITY_SCORES ...
 * @param by DUEL_BY_CONTEXT, DUEL_BY_JUDGE or DUEL_BY_CLUSTER (clusters of the set, then contexts of those without one).
 * @param options NULL: all defaults.
 * @param out count x n, row-major, in the order of duel_model_influence: the value without the unit less the value.
 * @param capacity number of doubles that fit in out, at least count n. @since 0.2
 * Read of options: normalisation, scale, reference_item, reference_judge, weights, weight_count,
 *   unit, threads, cancel, progress, user.
 */
duel_status duel_model_influence_changes(const duel_model *model,
                                         duel_quantity quantity,
                                         duel_by by,
                                         const duel_inference_options *options,
                                         double *out,
                                         size_t capacity);

/* ---- How few votes a ranking hangs on -------------------------------------------------------- */

/** The change of the data. */
typedef enum {
  /** Votes, judges or contexts are left out. */
  DUEL_ATTACK_DROP = 0,
  /** Votes are reversed, and ties decided. */
  DUEL_ATTACK_FLIP = 1,
  /**
   * Votes of one kind are added: of a pair (and a judge, if the model has parameters of judges) that the data have.
   */
  DUEL_ATTACK_ADD = 2
} duel_attack;

/**
 * How claims are attacked. Zero the struct and set struct_size; zero is the default of every field. NULL means all
 * defaults: votes are left out.
 */
typedef struct {
  /** sizeof(duel_fragility_options). */
  size_t struct_size;
  /** DUEL_ATTACK_DROP (default), _FLIP or _ADD. */
  int32_t attack;
  /**
   * The unit that is left out: DUEL_BY_ROW (default, also 0), votes; DUEL_BY_JUDGE or DUEL_BY_CONTEXT, with all their votes.
   */
  int32_t by;
  /** Instead of pairs: which items are among the first top ranks, as one claim; 0: pairs. */
  size_t top;
  /** NULL, or a token that stops the work. */
  const duel_cancel *cancel;
  /** NULL, or called now and then: iteration counts the claims. */
  duel_progress_fn progress;
  /** Passed to progress. */
  void *user;
  /**
   * Instead of the order of scores, the sign of every value of DUEL_QUANTITY_EFFECTS, _POSITIONS or _SENSITIVITIES;
   * DUEL_QUANTITY_SCORES or 0: scores. Pairs and top are then none.
   */
  int32_t quantity;
  /**
   * Non-zero, of DUEL_ATTACK_ADD: the vote that is added is of winner over loser. Where judges are told apart the two
   * were compared. 0: whatever is strongest of the pairs that were compared.
   */
  int32_t vote;
  /** The item that wins that vote. */
  size_t winner;
  /** The item that loses it. */
  size_t loser;
  /**
   * Non-zero: where the order at the estimate overturns no claim, the order is renewed by a fit after every step, as the
   * effect of a vote depends on which others were removed; up to 256 fits more for a claim. Not of DUEL_ATTACK_ADD.
   */
  int32_t renew;
  /** Zero. */
  int32_t reserved;
} duel_fragility_options;

/**
 * How few votes (or judges, or contexts) would have to be left out, reversed or added before one item is no longer
 * above another. Votes are ordered by their effect on the difference of the scores to first order (Broderick, Giordano
 * and Meager 2011.14999); the prediction is the fewest whose sum exceeds the difference. Refits then find how many votes,
 * taken in that order, put the other item strictly ahead. The number found suffices; a smaller one may, too: say "falls
 * with k or fewer". Ridge and pseudo-comparisons, fixed scores and the treatment of ties stay as they are; a tie that
 * counts as half is one vote. Whole votes only. Time of order parameters^2 + cells (beyond 600
 * parameters: a solution by iterations over the cells) and about ten fits for each claim.
 * @param pairs count pairs of items, the first of each with the higher score (else DUEL_ERR_DATA); NULL: all
 *   neighbours in the order of the scores, as with top none.
 * @param count number of pairs, or 0.
 * @param options NULL: all defaults.
 * @param out receives the table: a row for each claim; with top one row, of the pair that is overturned with the fewest.
 *   Pairs between components of the data are not identified; the number for equal scores is 0.
 *   DUEL_ERR_UNSUPPORTED for importance weights, parameters that were given, and judges or contexts reversed or
 *   added; DUEL_ERR_NOT_IDENTIFIED where the model cannot be fitted again. @since 0.2
 * Read of options: all fields.
 * Columns:
 *   first (item): The item with the higher score; missing where a sign is claimed.
 *   second (item): The other item.
 *   value (int64_t): The number of the value whose sign is claimed, from 0; missing for scores.
 *   estimate (double, score): The difference of their scores, or the size of the value; missing
 *     where it is unidentified.
 *   z (double): That in standard errors, which many votes make large and few votes may still undo.
 *   predicted (double, changes): How many changes turn it round to first order; missing where all
 *     are not enough.
 *   confirmed (double, changes): How many do by a fit without them, as few as were found; missing
 *     where it stands.
 *   share (double): These as a share of all votes, judges or contexts.
 *   estimate_after (double, score): The difference after them.
 *   state (one of falls, stands, no_fit, not_identified): Whether the claim falls, stands, loses
 *     its fit before it falls, or is not identified.
 *   winner (item): Of added votes: who wins; missing unless votes are added.
 *   loser (item): Of added votes: who loses.
 *   judge (judge): Of added votes: the judge, where the model tells judges apart.
 */
duel_status duel_model_fragility(const duel_model *model,
                                 const size_t *pairs,
                                 size_t count,
                                 const duel_fragility_options *options,
                                 duel_table **out);

/**
 * The votes whose change overturns each claim, in the order of the changes: the votes that duel_model_fragility
 * leaves out, reverses or adds, with the votes of every judge or context that it leaves out. Votes that are alike to
 * the model, of one pair with one outcome, are taken in the order of the cells of its set. The arguments are those of
 * duel_model_fragility, and so is the time.
 * @param pairs count pairs of items, the first of each with the higher score; NULL: all neighbours.
 * @param count number of pairs, or 0.
 * @param options NULL: all defaults.
 * @param out receives the table: of every claim that falls, or loses its fit, the votes that are changed; of others
 *   none. Errors are those of duel_model_fragility. @since 0.2
 * Read of options: all fields.
 * Columns:
 *   claim (int64_t, row): The claim: its row in the table of claims.
 *   context (context): The context of the votes; missing where they have none, or are added.
 *   judge (judge): Their judge; missing for the anonymous judge, and in models without parameters
 *     of judges.
 *   left (item): The item on the left.
 *   right (item): The item on the right.
 *   outcome (one of left, right, tie, both_good, both_bad): Their answer; missing for votes that
 *     are added.
 *   outcome_after (one of left, right, tie, both_good, both_bad): Their answer after the change;
 *     missing for votes that are left out.
 *   comparisons (double, comparisons): How many such votes are changed.
 */
duel_status duel_model_fragile_votes(const duel_model *model,
                                     const size_t *pairs,
                                     size_t count,
                                     const duel_fragility_options *options,
                                     duel_table **out);

/* ---- Orders of items: how far rankings agree, and how far neighbours in a ranking are apart -- */

/** Measure of agreement of two rankings. */
typedef enum {
  /**
   * Kendall's tau-b (1945): pairs of items in the same order less those in the opposite order,
   * over the root of (pairs not tied in the one) (pairs not tied in the other).
   */
  DUEL_AGREEMENT_KENDALL = 0,
  /** Spearman's correlation, of ranks of which ties share the mean. */
  DUEL_AGREEMENT_SPEARMAN = 1,
  /**
   * The share that the best k items have in common, |A and B| / k. Items tied at the edge share
   * the places that are left in equal parts, and of an item that both have in part the smaller part is in
   * common.
   */
  DUEL_AGREEMENT_TOP = 2,
  /**
   * Average overlap, the mean of DUEL_AGREEMENT_TOP over the best 1, 2, ..., k items (Webber,
   * Moffat and Zobel 2010): disagreement about the best counts most.
   */
  DUEL_AGREEMENT_AVERAGE_OVERLAP = 3
} duel_agreement;

/**
 * Agreement of all pairs of rankings, such as those of several models. To cluster rankings, pass
 * 1 - result to duel_tree_cluster.
 * @param scores rankings x items, row-major: the scores of the same items in every ranking, the highest
 *   first; equal scores are tied. NaN for an item that a ranking does not have: two rankings are
 *   compared over the items that both have.
 * @param rankings number of rankings.
 * @param items number of items.
 * @param measure DUEL_AGREEMENT_KENDALL, ...
 * @param k for overlaps, 1 to items; else ignored.
 * @param cancel NULL, or a token that stops the work.
 * @param out rankings x rankings, row-major, symmetric. Correlations lie between -1 and 1 and are NaN
 *   where fewer than two items are compared or all are tied in one of the two; overlaps lie between 0
 *   and 1 and are NaN where fewer than k items are compared.
 * @param capacity number of doubles that fit in out. @since 0.1
 */
duel_status duel_rankings_agreement(const double *scores,
                                    size_t rankings,
                                    size_t items,
                                    duel_agreement measure,
                                    size_t k,
                                    const duel_cancel *cancel,
                                    double *out,
                                    size_t capacity);

/**
 * Differences of the scores of items that follow one another in the order of the scores, from the best
 * down, with intervals and two-sided tests.
 *
 * The order is that of the estimates, so that no difference is negative; that the data chose the pairs
 * is not accounted for. What is sure about ranks duel_estimate_ranks says, and duel_estimate_pairs about all pairs.
 *
 * With disconnected data the items of the largest component come first, then those of the next, and so on; items
 * without a score stand at the end.
 * @param options NULL: all defaults. intervals: DUEL_INTERVALS_MARGINAL, _BONFERRONI or _SIMULTANEOUS over these
 *   differences; p-values are adjusted accordingly: not at all, by Bonferroni, or in the single step of
 *   duel_estimate_pairs. The normalisation and the origin have no effect.
 * @param out receives the table. @since 0.2
 * Read of options: covariance, intervals, scale, reference_judge, level, unit, seed, draws,
 *   threads, cancel, progress, user, correction, quantiles, bootstrap.
 * Columns:
 *   first (item): The item with the higher score.
 *   second (item): The next.
 *   estimate (double, score): The difference of their scores; missing between components, and of
 *     items without a score.
 *   se (double, score): Its standard error; infinite where a score diverges.
 *   lower (double, score): Lower end of its interval.
 *   upper (double, score): Upper end of its interval.
 *   p (double, probability): Two-sided p-value of this test alone; missing where there is no finite
 *     standard error.
 *   p_adjusted (double, probability): The p-value, adjusted as the intervals are.
 */
duel_status duel_model_adjacent(const duel_model *model,
                                const duel_inference_options *options,
                                duel_table **out);

/* ---- Geometry of items: distances and maps --------------------------------------------------- */

/** Distance of two items. */
typedef enum {
  /** The absolute difference of two scores, on the scale of the scores. */
  DUEL_DISTANCE_SCORES = 0,
  /**
   * |z|, the absolute value of the predictor of a neutral comparison (a judge of sensitivity one,
   * no position effect, covariates of contexts equal on both sides): how well comparisons tell two items
   * apart. Covariates of items count.
   */
  DUEL_DISTANCE_Z = 1,
  /**
   * Sqrt(S_ij), the standard deviation of the noise in the difference of two items. For models
   * with spread only, else DUEL_ERR_UNSUPPORTED.
   */
  DUEL_DISTANCE_NOISE = 2
} duel_distance;

/**
 * How to scale by majorisation. Zero the struct and set struct_size; zero is the default of every field.
 * NULL means all defaults.
 */
typedef struct {
  /** sizeof(duel_smacof_options). */
  size_t struct_size;
  /**
   * Number of starts, at most 100 000; 0: 10. The first starts from the classical map, in which missing
   * dissimilarities are taken as the mean of the others and which is shaken a little where it is not
   * exact, the others from random maps.
   */
  size_t starts;
  /** Most iterations of each start; 0: 10000. */
  size_t iterations;
  /**
   * A start has converged when an iteration lowers the raw stress by no more than this share of the
   * sum of w delta^2; between 0 and 1, 0: 1e-12.
   */
  double tolerance;
  /** Seed; start s uses a stream of its own. */
  uint64_t seed;
  /** Threads to use; 0: one. Results do not depend on it. */
  int32_t threads;
  /** Must be zero. */
  int32_t reserved;
  /** NULL, or a token that stops the work. */
  const duel_cancel *cancel;
  /**
   * NULL, or called now and then: iteration is the most that a start has made, objective the lowest raw
   * stress, both as last put together (at first 0 and infinity); fraction and gradient are NaN.
   */
  duel_progress_fn progress;
  /** Passed to progress. */
  void *user;
} duel_smacof_options;

/** Facts about scaling by majorisation. */
typedef struct {
  /** sizeof(duel_smacof_facts); set it before the call. */
  size_t struct_size;
  /**
   * Zero-based number of the start taken: the one with the lowest stress, the first of equal ones.
   */
  size_t start;
  /**
   * Starts that ended with as low a stress as this (to 1e-6 of the sum of w delta^2), itself among
   * them. If they are few, a better map may well exist.
   */
  size_t agreeing;
  /** Iterations of the start taken. */
  size_t iterations;
  /** 1 if the start taken converged, 0 if it was ended by the number of iterations. */
  int32_t converged;
  /** Zero. */
  int32_t reserved;
  /**
   * Raw stress: the sum over pairs of w (d - delta)^2, d the distance in the map, delta the
   * dissimilarity.
   */
  double stress;
  /**
   * Stress-1 of Kruskal (1964): the root of the raw stress over the sum of w d^2; 0 where the raw
   * stress is 0.
   */
  double stress_1;
} duel_smacof_facts;

/**
 * Distances of all pairs of items of a model.
 * @param distance DUEL_DISTANCE_SCORES, _Z or _NOISE.
 * @param options NULL: all defaults. unit multiplies differences of scores; scale says which judge has
 *   sensitivity one.
 * @param out items x items, row-major, symmetric, zero on the diagonal. NaN between items of which
 *   the difference is not identified, such as those of different components; infinite where the
 *   difference diverges.
 * @param capacity number of doubles that fit in out, at least items items. @since 0.1
 * Read of options: scale, reference_judge, unit, threads, cancel, progress, user.
 */
duel_status duel_model_distances(const duel_model *model,
                                 duel_distance distance,
                                 const duel_inference_options *options,
                                 double *out,
                                 size_t capacity);

/**
 * Kernel principal components (Schoelkopf, Smola and Mueller 1998) of items, from dissimilarities d and
 * the kernel exp(-gamma d^2), doubly centred. Time of order items^3.
 * @param dissimilarities items x items, row-major: symmetric, finite, not negative, zero on the
 *   diagonal, such as those of duel_model_distances. A bad element is named, with its row by
 *   duel_last_error_row.
 * @param items number of items, at least 1.
 * @param gamma positive; 0: one over the median of d^2 over all pairs of different items (of an even
 *   number of pairs the mean of the middle two). A median of 0 is then DUEL_ERR_ARGUMENT.
 * @param dimensions number of axes, 1 to items.
 * @param cancel NULL, or a token that stops the work.
 * @param out items x dimensions, row-major: eigenvectors, the largest eigenvalue first, each times the
 *   root of its eigenvalue; 0 on axes whose eigenvalue is not positive (the kernel of dissimilarities
 *   that are no Euclidean distances may have negative ones). The largest entry of each axis is
 *   positive.
 * @param capacity number of doubles that fit in out.
 * @param eigenvalues NULL, or receives all eigenvalues, one for each item, the largest first.
 * @param eigenvalue_capacity number of doubles that fit in eigenvalues.
 * @param shares NULL, or receives the share of each in the sum of their absolute values (of the variance, where none is
 *   negative).
 * @param share_capacity number of doubles that fit in shares.
 * @param gamma_used NULL, or receives the gamma that was taken. @since 0.1
 */
duel_status duel_map_kernel_pca(const double *dissimilarities,
                                size_t items,
                                double gamma,
                                size_t dimensions,
                                const duel_cancel *cancel,
                                double *out,
                                size_t capacity,
                                double *eigenvalues,
                                size_t eigenvalue_capacity,
                                double *shares,
                                size_t share_capacity,
                                double *gamma_used);

/**
 * Classical multidimensional scaling (Torgerson 1952; principal coordinates): the eigenvectors of -1/2 of
 * the squared dissimilarities, doubly centred. Exact for Euclidean distances in the given number of dimensions. Time
 * of order items^3.
 * @param dissimilarities items x items, as in duel_map_kernel_pca.
 * @param items number of items, at least 1.
 * @param dimensions number of axes, 1 to items.
 * @param cancel NULL, or a token that stops the work.
 * @param out items x dimensions, row-major, as in duel_map_kernel_pca.
 * @param capacity number of doubles that fit in out.
 * @param eigenvalues NULL, or receives all eigenvalues, one for each item, the largest first. Negative ones show how
 *   far the dissimilarities are from being Euclidean distances.
 * @param eigenvalue_capacity number of doubles that fit in eigenvalues.
 * @param shares NULL, or receives the share of each in the sum of their absolute values (Mardia 1978).
 * @param share_capacity number of doubles that fit in shares. @since 0.1
 */
duel_status duel_map_classical(const double *dissimilarities,
                               size_t items,
                               size_t dimensions,
                               const duel_cancel *cancel,
                               double *out,
                               size_t capacity,
                               double *eigenvalues,
                               size_t eigenvalue_capacity,
                               double *shares,
                               size_t share_capacity);

/**
 * Metric multidimensional scaling by majorisation of the raw stress (SMACOF, de Leeuw and Heiser 1980):
 * a map whose distances are as near as possible to the dissimilarities, in least squares. Every start
 * ends at a local optimum (or at the number of iterations); the best of them is taken, which need not be
 * the best there is: on a line it seldom is.
 * @param dissimilarities items x items, as in duel_map_kernel_pca; elements of pairs with weight 0 are not
 *   read.
 * @param weights NULL: all 1; else items x items, row-major, symmetric, finite, not negative; 0 for a
 *   missing pair. The diagonal is not used. Items that no chain of positive weights connects are
 *   DUEL_ERR_NOT_IDENTIFIED.
 * @param items number of items, at least 1.
 * @param dimensions number of axes, 1 to items.
 * @param options NULL: all defaults.
 * @param out items x dimensions, row-major: centred, turned to the principal axes, the longest first; the
 *   largest entry of each axis is positive.
 * @param capacity number of doubles that fit in out.
 * @param info NULL, or its struct_size says how much of it is filled. @since 0.1
 */
duel_status duel_map_smacof(const double *dissimilarities,
                            const double *weights,
                            size_t items,
                            size_t dimensions,
                            const duel_smacof_options *options,
                            double *out,
                            size_t capacity,
                            duel_smacof_facts *info);

/* ---- Clusters and tiers of items ------------------------------------------------------------- */

/** Linkage: the dissimilarity of two clusters. */
typedef enum {
  /** The mean dissimilarity over all pairs of items of two clusters (UPGMA). */
  DUEL_LINKAGE_AVERAGE = 0,
  /** The largest. */
  DUEL_LINKAGE_COMPLETE = 1,
  /** The smallest. */
  DUEL_LINKAGE_SINGLE = 2,
  /**
   * Ward (1963), for Euclidean distances: the root of twice the growth of the sum of squares within
   * clusters (R's ward.D2).
   */
  DUEL_LINKAGE_WARD = 3
} duel_linkage;

/** How a tree is cut. */
typedef enum {
  /** Cut a tree into the given number of clusters. */
  DUEL_CUT_NUMBER = 0,
  /** Cut a tree above all merges of at most this height. */
  DUEL_CUT_HEIGHT = 1
} duel_cut;

/** How items are divided into tiers. */
typedef enum {
  /**
   * In the order of the scores an item opens a new tier if it is significantly worse
   * than the first item of the present one, in the simultaneous comparison of all pairs that duel_estimate_ranks
   * makes. Items of one tier need not be alike: a later one may differ from one in the middle, but no item
   * of a tier is significantly worse than its first.
   */
  DUEL_TIERS_SIGNIFICANCE = 0,
  /**
   * The given number of tiers, with the least sum over items of (score - mean of its tier)^2. Exact (Fisher
   * 1958); equal scores stay together.
   */
  DUEL_TIERS_NUMBER = 1,
  /** A new tier where the score is lower than the one before by more than this. */
  DUEL_TIERS_GAP = 2
} duel_tiering;

/**
 * Agglomerative clusters of items from dissimilarities (Lance and Williams 1967), by the
 * nearest-neighbour chain: time and memory of order items^2; with the optimal order of order items^3 at
 * most, in time.
 * @param dissimilarities items x items, row-major: symmetric, finite, not negative, zero on the
 *   diagonal, such as those of duel_model_distances, or 1 - those of duel_rankings_agreement. A bad element is named,
 *   with its row by duel_last_error_row.
 * @param items number of items n, at least 1.
 * @param linkage DUEL_LINKAGE_AVERAGE, ...
 * @param optimal non-zero: the two sides of every merge are so exchanged that the sum of the
 *   dissimilarities of neighbouring leaves is least (Bar-Joseph, Gifford and Jaakkola 2001), the smaller
 *   of the two outermost leaves on the left. 0: the cluster with the smaller number is on the left.
 * @param cancel NULL, or a token that stops the work.
 * @param out receives the table, the linkage matrix of SciPy.
 * @param order NULL, or receives n: the items from left to right.
 * @param order_capacity number of int64_t that fit in order. @since 0.2
 * Columns:
 *   left_cluster (int64_t): The cluster on the left: of n items 0 to n - 1 are the items, and n + t
 *     is the merge of row t.
 *   right_cluster (int64_t): The cluster on the right.
 *   height (double, dissimilarity): The dissimilarity of the two.
 *   items (int64_t, items): Items of both.
 */
duel_status duel_tree_cluster(const double *dissimilarities,
                              size_t items,
                              duel_linkage linkage,
                              int32_t optimal,
                              const duel_cancel *cancel,
                              duel_table **out,
                              int64_t *order,
                              size_t order_capacity);

/**
 * The clusters of items when a tree is cut.
 * @param left,right,heights items - 1 numbers each: columns left_cluster, right_cluster and height of
 *   duel_tree_cluster; duel_last_error_row names a bad row.
 * @param items number of items, at least 1.
 * @param by DUEL_CUT_NUMBER or DUEL_CUT_HEIGHT.
 * @param value the number of clusters, 1 to items, or the height.
 * @param out receives items numbers: the cluster of each, from 0 in the order of their first items.
 * @param capacity number of int64_t that fit in out. @since 0.2
 */
duel_status duel_tree_cut(const int64_t *left,
                          const int64_t *right,
                          const double *heights,
                          size_t items,
                          duel_cut by,
                          double value,
                          int64_t *out,
                          size_t capacity);

/**
 * Tiers of the items of a model, in the order of their scores.
 * @param by DUEL_TIERS_SIGNIFICANCE, _NUMBER or _GAP.
 * @param value by number: how many tiers, 1 to the number of different scores; by gap: the gap, in the
 *   unit of the scores, not negative; by significance ignored.
 * @param options NULL: all defaults. unit and scale of the scores; by significance also everything of the
 *   comparison: level, covariance, and intervals as in duel_estimate_ranks.
 * @param out receives the table. @since 0.2
 * Read of options: covariance, intervals, scale, reference_judge, level, unit, seed, draws,
 *   threads, cancel, progress, user, correction, quantiles, bootstrap.
 * Columns:
 *   item (item): The item.
 *   tier (int64_t): Its tier, 0 for the best; missing for an item that has no place among the
 *     others: outside the largest component, of unknown score, or diverging.
 */
duel_status duel_model_tiers(const duel_model *model,
                             duel_tiering by,
                             double value,
                             const duel_inference_options *options,
                             duel_table **out);

/* ---- Judges: what their votes say of them, before any model ---------------------------------- */

/** Krippendorff's alpha: the distance of two answers. */
typedef enum {
  /** Any two different answers are equally far apart. */
  DUEL_ALPHA_NOMINAL = 0,
  /**
   * A tie lies between the two items, and answers are as far apart as the answers given between them
   * are many.
   */
  DUEL_ALPHA_ORDINAL = 1
} duel_alpha;

/** Krippendorff's alpha: the item from which a pair is seen. */
typedef enum {
  /** Every pair is counted from both of its items, so that results do not depend on their ids. */
  DUEL_ORIENTATION_BOTH = 0,
  /**
   * Every pair is counted from the item with the lower id. Where items are shown in the order of
   * their ids, agreement because all judges prefer the same position then counts as chance.
   */
  DUEL_ORIENTATION_BY_ID = 1
} duel_orientation;

/** Dissimilarity of rows or columns of a matrix. */
typedef enum {
  /** Rows or columns of a table are apart by the root of the sum of squared differences. */
  DUEL_DISSIMILARITY_EUCLIDEAN = 0,
  /** The dissimilarity of rows or columns of a table is 1 - correlation. */
  DUEL_DISSIMILARITY_CORRELATION = 1
} duel_dissimilarity;

/**
 * The votes of every judge: how many there are, how often they tie, and how often they take what is
 * shown first.
 *
 * A judge whose first-position share lies far from one half answers by position, or was shown the better items
 * first: duel_set_order tests whether the order was random, and a model with position effects by judge
 * tells the two apart. Intervals are those of Wilson (1927), and take comparisons as independent; with
 * importance weights they go by Kish's effective number.
 * @param level level of the intervals; 0: 0.95.
 * @param out receives the table. @since 0.2
 * Columns:
 *   judge (judge): The judge.
 *   comparisons (double, comparisons): Its comparisons, a sum of weights.
 *   left_wins (double, comparisons): Answers that prefer the left.
 *   right_wins (double, comparisons): Answers that prefer the right.
 *   plain_ties (double, comparisons): Ties that do not say whether both are good or bad.
 *   both_good (double, comparisons): Answers that both are good.
 *   both_bad (double, comparisons): Answers that both are bad.
 *   unordered_wins (double, comparisons): Answers with a winner, of comparisons without a
 *     presentation order.
 *   contexts (int64_t, contexts): Contexts that it judged in.
 *   pairs (int64_t, pairs): Pairs of items that it compared.
 *   decided (double, comparisons): Comparisons with a winner.
 *   tie_share (double, share): Share of ties of any kind; missing, as its interval, where there is
 *     no comparison.
 *   tie_share_lower (double, share): Lower end of its interval.
 *   tie_share_upper (double, share): Upper end of its interval.
 *   first_share (double, share): Share of the comparisons with a winner and a presentation order
 *     that went to the item shown first; missing, as its interval, where there are none.
 *   first_share_lower (double, share): Lower end of its interval.
 *   first_share_upper (double, share): Upper end of its interval.
 *   rarer_share (double, share): Share of its comparisons with a presentation order that were shown
 *     in the rarer of the two orders of their pair: 0 where each pair came in one order only, at
 *     most 0.5; missing where there is no such comparison.
 *   is_position_driven (bool): Whether the first-position share is outside 0.2 to 0.8, so that the
 *     answers follow the position.
 */
duel_status duel_set_judges(const duel_set *set, double level, duel_table **out);

/** Whether what is shown first was left to chance. */
typedef struct {
  /** sizeof(duel_order_facts); set it before the call. */
  size_t struct_size;
  /** Pairs of items that were compared in a known order. */
  size_t pairs;
  /** Those of them that were shown in both orders. */
  size_t both_orders;
  /**
   * Share of the comparisons with a known order in the rarer order of their pair, 0 where every pair came in one order
   * only; NaN where no comparison has an order.
   */
  double rarer_share;
  /**
   * The sum over pairs of (sum_c d_c)^2 / sum_c d_c^2, where d_c is how often context c shows the pair in one order less how
   * often in the other; a comparison without a context is a context of its own.
   */
  double statistic;
  /**
   * The probability of at least this if the order was drawn by a fair coin, for each comparison or once for each pair in a
   * context (chi-square with as many degrees of freedom as pairs have some d_c that is not zero, which is cautious where
   * contexts are few). NaN with importance weights, and where no comparison has an order.
   */
  double p;
  /** Comparisons with a presentation order. @since 0.2 */
  double ordered;
  /** Comparisons without one: they are in none of the numbers above. @since 0.2 */
  double unordered;
} duel_order_facts;

/**
 * Whether the order of presentation was left to chance. If it was not, only a model can separate a preference for
 * the first position from a preference for the items shown there.
 *
 * The unit of the test is the pair in a context, since a panel of judges often sees one order that was drawn once: all votes on
 * it, by whichever judges and in whichever orders, are one draw, whose net difference of orders has either sign with equal chance.
 * @param out its struct_size says how much of it is filled. @since 0.2
 */
duel_status duel_set_order(const duel_set *set, duel_order_facts *out);

/**
 * Circular triads of every judge (Kendall and Babington Smith 1940): triples of items whose three pairs all
 * have a majority among the judge's votes, and in which a beats b, b beats c and c beats a. One who
 * answers at random makes a quarter of them circular.
 * @param cancel NULL, or a token that stops the work.
 * @param out receives the table. @since 0.2
 * Columns:
 *   judge (judge): The judge.
 *   triads (int64_t, triads): Triads, majorities taken over all contexts.
 *   circular (int64_t, triads): Those of them that are circular.
 *   within (int64_t, triads): Triads within single contexts, over all contexts added up;
 *     comparisons without a context are in none.
 *   circular_within (int64_t, triads): Those of them that are circular.
 */
duel_status duel_set_triads(const duel_set *set, const duel_cancel *cancel, duel_table **out);

/**
 * Agreement of each judge with the majority of the others on the same pair in the same context.
 *
 * A unit is a pair of items in a context, whichever was shown first; where the set has no contexts, a
 * pair. Comparisons without a context in a set that has some are left out. Who answered a unit more than
 * once counts there once, with shares of the answers. The three answers are the one item, the other and
 * a tie of any kind.
 *
 * Kappa is Cohen's (1960), (observed - chance) / (1 - chance). Chance is the agreement of two who answer by
 * the position and nothing else, each taking left, right and tie as often as it did over the units that the
 * two share: the same position where they saw a unit in the same order, different positions where they did not. A
 * judge who always takes the first position thus has kappa 0 with everybody. Intervals are those of Wilson (1927), units
 * taken as independent.
 * @param level level of the intervals; 0: 0.95.
 * @param cancel NULL, or a token that stops the work.
 * @param out receives the table. @since 0.2
 * Columns:
 *   judge (judge): The judge.
 *   shared_units (int64_t, units): Units that it shares with any other judge.
 *   units (int64_t, units): Units that the judge answered and of which the others have a majority:
 *     an answer more frequent among them than either other.
 *   agreement (double, share): Share of its answers that are that of the majority; missing, as its
 *     interval, where there is no such unit.
 *   lower (double, share): Lower end of its interval.
 *   upper (double, share): Upper end of its interval.
 *   kappa (double): Cohen's kappa; missing where there is no such unit, or where both always say
 *     the same.
 */
duel_status duel_set_agreement(const duel_set *set,
                               double level,
                               const duel_cancel *cancel,
                               duel_table **out);

/**
 * Agreement of any two judges on the same pair in the same context, each two once. Units, answers and kappa are those
 * of duel_set_agreement.
 * @param cancel NULL, or a token that stops the work.
 * @param out receives the table. @since 0.2
 * Columns:
 *   first (judge): The judge with the lower id.
 *   second (judge): The other judge.
 *   units (int64_t, units): Units that the two share.
 *   agreement (double, share): Share of these on which they agree; missing where they share none.
 *   kappa (double): Cohen's kappa; missing where they share no unit, or always say the same.
 */
duel_status duel_set_agreement_pairs(const duel_set *set,
                                     const duel_cancel *cancel,
                                     duel_table **out);

/**
 * Krippendorff's alpha: how reliable the judges are together, and without each of them.
 *
 * 1 - observed / expected disagreement (Krippendorff, Content analysis, 2004): 1 if all judges
 * say the same of every unit, 0 if they agree as often as answers drawn by lot would. Units and answers
 * are those of duel_set_agreement; a unit needs two judges. Judges without whom alpha is larger make the
 * panel less reliable. Errors are those of the jackknife over contexts.
 * @param metric DUEL_ALPHA_NOMINAL or _ORDINAL.
 * @param orientation DUEL_ORIENTATION_BOTH or _BY_ID.
 * @param level level of the intervals; 0: 0.95.
 * @param cancel NULL, or a token that stops the work.
 * @param out receives the table. @since 0.2
 * Columns:
 *   without (judge): The judge that is left out; missing in the first row, which is of all judges.
 *   units (int64_t, units): Units with two answers or more.
 *   answers (int64_t, answers): Answers to these.
 *   estimate (double): Alpha; missing where all answers are the same, or there is no unit.
 *   se (double): Its standard error, by the jackknife over contexts; missing, as the interval,
 *     where there is but one.
 *   lower (double): Lower end of its interval.
 *   upper (double): Upper end of its interval.
 */
duel_status duel_set_krippendorff(const duel_set *set,
                                  duel_alpha metric,
                                  duel_orientation orientation,
                                  double level,
                                  const duel_cancel *cancel,
                                  duel_table **out);

/**
 * Stated confidence of judges against what was right, and of all votes together. The expected calibration error is
 * that of Naeini, Cooper and Hauskrecht (2015); intervals have level 0.95. Labels of judges are their numbers.
 * @param judge votes numbers: the judge of every vote, 0 to judges - 1.
 * @param confidence votes numbers from 0 to 1: how sure the judge said it was; NaN where it did not.
 * @param correct votes numbers: 1 where it was right, 0 where it was not (or a share, such as that of the
 *   other judges who said the same); NaN where it is unknown. Votes with a NaN are left out. A bad
 *   number is DUEL_ERR_DATA with its row.
 * @param votes number of votes.
 * @param judges number of judges.
 * @param bins bins of equal width from 0 to 1; 0: 10.
 * @param out receives the table. @since 0.2
 * Columns:
 *   judge (judge): The judge; missing in the last row, which is of all votes together.
 *   votes (int64_t, votes): Votes with a confidence whose correctness is known.
 *   confidence (double, share): Mean confidence; missing, as all that follows, where there is no
 *     vote.
 *   correct (double, share): Share that was right.
 *   excess (double, share): Mean confidence less the share that was right; above zero: too sure.
 *   excess_lower (double, share): Lower end of its interval; missing, as the upper end, where there
 *     is but one vote.
 *   excess_upper (double, share): Upper end of its interval.
 *   brier (double): Brier score, the mean of (confidence - correct)^2.
 *   calibration_error (double, share): Expected calibration error: the mean distance of confidence
 *     and share over the bins, by votes.
 *   largest_error (double, share): The largest of these distances.
 */
duel_status duel_votes_confidence(const int32_t *judge,
                                  const double *confidence,
                                  const double *correct,
                                  size_t votes,
                                  size_t judges,
                                  size_t bins,
                                  duel_table **out);

/**
 * Reliability diagrams of the stated confidence of judges, and of all votes together: how often judges were right
 * where they said that they were so sure. Intervals are those of Wilson (1927), of level 0.95. Arguments are those of
 * duel_votes_confidence.
 * @param judge votes numbers: the judge of every vote, 0 to judges - 1.
 * @param confidence votes numbers from 0 to 1; NaN: none was stated.
 * @param correct votes numbers from 0 to 1; NaN: unknown.
 * @param votes number of votes.
 * @param judges number of judges.
 * @param bins bins of equal width from 0 to 1; 0: 10.
 * @param out receives the table. @since 0.2
 * Columns:
 *   judge (judge): The judge; missing in the last rows, which are of all votes together.
 *   bin (int64_t): Number of the bin, from 0, the least sure.
 *   votes (int64_t, votes): Votes in the bin.
 *   confidence (double, share): Their mean confidence; missing, as all that follows, where there is
 *     no vote.
 *   correct (double, share): Share of them that was right.
 *   lower (double, share): Lower end of the interval of that share.
 *   upper (double, share): Upper end of the interval of that share.
 */
duel_status duel_votes_reliability(const int32_t *judge,
                                   const double *confidence,
                                   const double *correct,
                                   size_t votes,
                                   size_t judges,
                                   size_t bins,
                                   duel_table **out);

/** How many judges the judges are worth. */
typedef struct {
  /** sizeof(duel_effective_facts); set it before the call. */
  size_t struct_size;
  /**
   * The participation ratio, (sum of eigenvalues)^2 / sum of squared eigenvalues of the correlation of the rows: 1
   * where all go together (with either sign), the number of rows where none do.
   */
  double participation;
  /** (sum w)^2 / sum w^2 of the precisions (Kish 1965); NaN without precisions. */
  double by_precision;
} duel_effective_facts;

/**
 * How many judges the judges are worth.
 * @param scores judges x items, row-major: what each judge thinks of the items, such as DUEL_QUANTITY_STRENGTHS
 *   of a model, or its residuals by judge and item (of what judges get wrong together). Rows that are
 *   constant or not all finite are left out. Under DUEL_STRENGTH_SENSITIVITY all rows are in proportion, and worth
 *   one judge.
 * @param judges number of rows.
 * @param items number of columns.
 * @param precisions NULL, or one number for every judge, such as 1 / variance of what it says.
 * @param out its struct_size says how much of it is filled. @since 0.2
 */
duel_status duel_rankings_effective(const double *scores,
                                    size_t judges,
                                    size_t items,
                                    const double *precisions,
                                    duel_effective_facts *out);

/**
 * Two-way clusters of a table, such as DUEL_QUANTITY_STRENGTHS of a model: rows and columns in an order in which
 * neighbours are as near as can be (Bar-Joseph, Gifford and Jaakkola 2001), and their groups. The two sides
 * are clustered each by itself, as duel_tree_cluster does.
 * @param table rows x columns, row-major, finite: DUEL_ERR_DATA names a bad element, and its row or, of a
 *   constant column, that column.
 * @param dissimilarity DUEL_DISSIMILARITY_EUCLIDEAN, or _CORRELATION, for which no row and no column may be constant.
 * @param linkage DUEL_LINKAGE_AVERAGE, ...
 * @param row_groups groups of rows, 1 to rows; 0: 1.
 * @param column_groups groups of columns, 1 to columns; 0: 1.
 * @param cancel NULL, or a token that stops the work.
 * @param out receives the table: rows in their order, then columns in theirs. @since 0.2
 * Columns:
 *   side (one of row, column): Whether the line is a row or a column of the matrix.
 *   place (int64_t): Its place in the order of its side, from 0.
 *   number (int64_t): Its number in the matrix, from 0.
 *   group (int64_t): Its group; groups of a side are numbered from 0 along the order.
 */
duel_status duel_matrix_bicluster(const double *table,
                                  size_t rows,
                                  size_t columns,
                                  duel_dissimilarity dissimilarity,
                                  duel_linkage linkage,
                                  size_t row_groups,
                                  size_t column_groups,
                                  const duel_cancel *cancel,
                                  duel_table **out);

/* ---- How much more votes, and more judges, would tell ---------------------------------------- */

/**
 * Learning curve: how near the ranking of few votes of few judges comes to that of all. The model is fitted
 * to all comparisons, and then again and again to a share of the votes of some judges, both drawn at random;
 * scores of items that both fits rank are compared. Replicate r draws the same judges in the same order
 * at every point of the curve, so that points differ by less than their scatter.
 *
 * A diagnostic that the accept of the fit options does not take makes a fit fail: it is counted as missing. Of
 * disconnected data the largest component is ranked. A ridge keeps all fits. DUEL_ERR_UNSUPPORTED for
 * importance weights; for fewer than all judges where some comparisons have none.
 * @param shares shares of the votes, above 0 and at most 1.
 * @param share_count how many.
 * @param judges numbers of judges, 1 to the number of judges of the set, the anonymous one included;
 *   NULL: that number only.
 * @param judge_count how many; 0 where judges is NULL.
 * @param fit NULL: all defaults.
 * @param options NULL: all defaults. by: what is drawn as a whole; repeats: replicates of every point, 0: 10.
 * @param out receives the table: the judges of the first share first. @since 0.2
 * Read of fit: all fields but cancel, progress, user, start.
 * Read of options: all fields but folds, share.
 * Columns:
 *   vote_share (double, share): Share of the votes.
 *   judges (int64_t, judges): Number of judges.
 *   fits (int64_t, fits): Fits with an estimate.
 *   comparisons (double, comparisons): Mean number of comparisons over the fits; missing, as all
 *     that follows, without a fit.
 *   items_ranked (double, items): Mean number of items that they rank.
 *   spearman (double): Mean of Spearman's correlation with the scores of all comparisons.
 *   spearman_sd (double): Its standard deviation; missing with but one fit.
 *   pearson (double): Mean of Pearson's correlation with the scores of all comparisons.
 *   pearson_sd (double): Its standard deviation; missing with but one fit.
 */
duel_status duel_set_learning_curve(const duel_set *set,
                                    const double *shares,
                                    size_t share_count,
                                    const size_t *judges,
                                    size_t judge_count,
                                    const duel_model_options *fit,
                                    const duel_validation_options *options,
                                    duel_table **out);

/* ---- Judges: what a fitted model says of them ------------------------------------------------ */

/** Verdicts on a judge, as bits. */
typedef enum {
  /**
   * Weak. Its sensitivity is significantly below a share (weak) of the mean of all judges, or is held at
   * zero.
   */
  DUEL_VERDICT_WEAK = 1,
  /** Opposed. Its sensitivity is negative: it prefers what the others do not. */
  DUEL_VERDICT_OPPOSED = 2,
  /**
   * Position-driven. Its first-position share, that of the item shown first among its votes with a winner, is
   * significantly below position or above 1 - position.
   */
  DUEL_VERDICT_POSITION_DRIVEN = 4,
  /**
   * Idiosyncratic. Its disagreement is significantly larger (by the factor idiosyncratic) than its part of
   * the consensus. Check first whether it is position-driven and the model has no position effects: a preference
   * for a position looks like a preference for items where the order of items is always the same.
   */
  DUEL_VERDICT_IDIOSYNCRATIC = 8,
  /**
   * Redundant. Its strengths correlate with those of another judge by more than redundant (0.99), and
   * significantly by more than 1 - 10 (1 - redundant) (0.9).
   */
  DUEL_VERDICT_REDUNDANT = 16,
  /**
   * Self-preferring. Items of its own family score significantly more with it than the model expects.
   */
  DUEL_VERDICT_SELF_PREFERRING = 32
} duel_verdict;

/**
 * From where on a judge stands out in duel_model_judges, and which items are its own. Zero the struct and set
 * struct_size; zero is the default of every field. NULL means all defaults.
 */
typedef struct {
  /** sizeof(duel_judge_options). */
  size_t struct_size;
  /** Weak: a share of the mean sensitivity; 0: 0.5. */
  double weak;
  /** Position-driven: a share of the votes with a winner, at most 0.5; 0: 0.2. */
  double position;
  /** Idiosyncratic: disagreement over the part of the consensus; 0: 1. */
  double idiosyncratic;
  /** Redundant: a correlation, at most 1; 0: 0.99. */
  double redundant;
  /** NULL, or the families of items, as in duel_model_self_preference. */
  const int32_t *item_families;
  /** Number of item_families: the items of the model, or 0. */
  size_t item_count;
  /** NULL, or the families of judges; both or neither. */
  const int32_t *judge_families;
  /** Number of judge_families: the judges of the model, or 0. */
  size_t judge_count;
} duel_judge_options;

/**
 * Equivalence of items: the differences of all pairs with their intervals, the nearest first; unidentified pairs
 * come last. Two items are equivalent within the margin where the interval lies inside it: two one-sided tests
 * (Schuirmann 1987), each at (1 - level) / 2.
 * @param margin a difference of scores, in their unit, below which items count as equal; 0: none.
 * @param options NULL: all defaults. intervals: DUEL_INTERVALS_MARGINAL, _BONFERRONI or _SIMULTANEOUS over all
 *   pairs.
 * @param out receives the table. @since 0.2
 * Read of options: covariance, intervals, scale, reference_judge, level, unit, seed, draws,
 *   threads, cancel, progress, user, correction, quantiles, bootstrap.
 * Columns:
 *   first (item): The item with the higher score.
 *   second (item): The other item.
 *   estimate (double, score): The difference of their scores; missing where it is unidentified.
 *   se (double, score): Its standard error.
 *   lower (double, score): Lower end of its interval.
 *   upper (double, score): Upper end of its interval.
 *   is_open (bool): Whether the data leave open which is better: the interval holds zero, or is not
 *     known.
 *   is_equal (bool): Whether the two are as good as equal: the interval lies within the margin.
 */
duel_status duel_model_equivalence(const duel_model *model,
                                   double margin,
                                   const duel_inference_options *options,
                                   duel_table **out);

/**
 * Self-preference: does a judge favour items of its own family (its maker, say) beyond what the model
 * expects? Give every judge and item a family of its own for self-preference in the narrow sense.
 *
 * The numbers are of the judge's comparisons of an item of its family with one of another. A model with
 * position effects separates a preference for a position from one for a family; one that has a factor for just
 * this judge and these items, as DUEL_STRENGTH_DISAGREEMENT may, leaves no residual preference (NaN).
 * Errors are robust (squared residuals, summed by context where contexts repeat) and allow for the fit;
 * DUEL_ERR_UNSUPPORTED for importance weights.
 * @param item_families one number for every item of the model; below zero: none.
 * @param item_count number of these, that of the items.
 * @param judge_families one number for every judge of the model, the anonymous one last if there is one;
 *   below zero: none.
 * @param judge_count number of these, that of the judges.
 * @param options NULL: all defaults.
 * @param out receives the table. @since 0.2
 * Read of options: level, threads, cancel, progress, user.
 * Columns:
 *   judge (judge): The judge.
 *   comparisons (double, comparisons): Its comparisons of an item of its family with one of
 *     another.
 *   observed (double): Mean score of the items of its family in these, a tie being half a win;
 *     missing, as all that follows, where there are none.
 *   expected (double): The mean score that the model expects.
 *   excess (double, share): The observed less the expected mean score; above zero: the judge
 *     favours its own.
 *   excess_se (double, share): Its standard error.
 *   excess_lower (double, share): Lower end of its interval.
 *   excess_upper (double, share): Upper end of its interval.
 *   effect (double, score): The effect on z that would explain it, added where the own item is on
 *     the left and taken off where it is on the right, in one step from the fit; missing where the
 *     model leaves nothing of it free.
 *   effect_se (double, score): Its standard error.
 *   effect_lower (double, score): Lower end of its interval.
 *   effect_upper (double, score): Upper end of its interval.
 */
duel_status duel_model_self_preference(const duel_model *model,
                                       const int32_t *item_families,
                                       size_t item_count,
                                       const int32_t *judge_families,
                                       size_t judge_count,
                                       const duel_inference_options *options,
                                       duel_table **out);

/**
 * The judge report: numbers and verdicts for every judge of a model, in one call.
 *
 * Counts, agreement and triads are of all comparisons of the model's data; sensitivity and what follows are
 * of the model, on the scale of mean sensitivity 1. A verdict is given where an interval lies wholly
 * beyond its threshold, so that few votes are no ground for one; only DUEL_VERDICT_OPPOSED is by the
 * estimate, and DUEL_VERDICT_REDUNDANT by both. What a model does not have is missing and no ground for a verdict: sensitivities are
 * those of DUEL_STRENGTH_SENSITIVITY and DUEL_STRENGTH_DISAGREEMENT; disagreement and correlations those of DUEL_STRENGTH_DISAGREEMENT
 * (under the others strengths of all judges are in proportion); position effects those of
 * DUEL_POSITION_BY_JUDGE.
 *
 * Sensitivity: Xu, Tan, Wu and Zhou, arXiv:2601.21817. Disagreement: Yu, Wang, Chen, Li and Du,
 * arXiv:2605.05073.
 * @param judge_options NULL: all defaults.
 * @param options NULL: all defaults.
 * @param out receives the table, the anonymous judge last if there is one. Its `nearest` is, of the judges with a
 *   correlation above redundant, the one with the highest lower end, or else the one with the highest correlation
 *   (delta method on the angle arccos r). A `consensus_share` far above 1 / judges: the consensus is mostly this judge.
 *   @since 0.2
 * Read of options: covariance, intervals, level, seed, draws, threads, cancel, progress, user,
 *   correction, quantiles, bootstrap, bootstrap_interval.
 * Columns:
 *   judge (judge): The judge.
 *   verdicts (bits: weak, opposed, position_driven, idiosyncratic, redundant, self_preferring): The
 *     findings against it.
 *   comparisons (double, comparisons): Its comparisons, a sum of weights.
 *   tie_share (double, share): Share of ties of any kind.
 *   first_share (double, share): Share of the comparisons with a winner that went to the item shown
 *     first; missing, as its interval, where nothing was decided.
 *   first_share_lower (double, share): Lower end of its interval.
 *   first_share_upper (double, share): Upper end of its interval.
 *   position (double, score): Its own position effect; missing where the model has none by judge.
 *   position_lower (double, score): Lower end of its interval.
 *   position_upper (double, score): Upper end of its interval.
 *   sensitivity (double): Its sensitivity, the mean of all judges being 1; missing where strength
 *     is pooled.
 *   sensitivity_lower (double): Lower end of its interval.
 *   sensitivity_upper (double): Upper end of its interval.
 *   disagreement (double, score): Size of its disagreement; missing, as the ratio and the
 *     correlation, where the model has none.
 *   ratio (double): Its disagreement over its part of the consensus, |T_k| / (|gamma_k| |mu|).
 *   ratio_lower (double): Lower end of its interval.
 *   ratio_upper (double): Upper end of its interval.
 *   consensus_share (double, share): Its largest possible share of the consensus: the length of its
 *     centred strengths over the number of judges and the length of their mean; missing where
 *     strength is pooled.
 *   leverage (double, parameters): Its leverage, as in the influence of judges.
 *   cook_distance (double): Its distance after Cook, as in the influence of judges.
 *   nearest (judge): The judge whose strengths correlate most significantly with its own; missing
 *     where there is none.
 *   correlation (double): The correlation of the two.
 *   correlation_lower (double): Lower end of its interval.
 *   correlation_upper (double): Upper end of its interval.
 *   agreement (double, share): Share of its answers that are those of the majority of the others;
 *     missing where they have none.
 *   kappa (double): Cohen's kappa of this agreement; missing also where both always say the same.
 *   circular_share (double, share): Share of its triads that is circular, all contexts together;
 *     missing where there is no triad.
 *   excess (double, share): Mean score of items of its own family less what the model expects;
 *     missing without families.
 *   excess_lower (double, share): Lower end of its interval.
 *   excess_upper (double, share): Upper end of its interval.
 */
duel_status duel_model_judges(const duel_model *model,
                              const duel_judge_options *judge_options,
                              const duel_inference_options *options,
                              duel_table **out);

/* ---- Judges that depart from the others ------------------------------------------------------ */

/**
 * A way to vote otherwise than a model expects: what column `departure` of duel_model_outliers says.
 */
typedef enum {
  /** For one item: the difference is shifted in its favour. */
  DUEL_DEPARTURE_FOR = 0,
  /** Against one item. */
  DUEL_DEPARTURE_AGAINST = 1,
  /** For what is shown first. */
  DUEL_DEPARTURE_LEFT = 2,
  /** For what is shown second. */
  DUEL_DEPARTURE_RIGHT = 3,
  /** With more ties. */
  DUEL_DEPARTURE_TIES = 4,
  /** With fewer ties. */
  DUEL_DEPARTURE_DECIDED = 5,
  /** Answers at random: the difference is zero. */
  DUEL_DEPARTURE_COIN = 6,
  /** The other way round: the difference has the other sign. */
  DUEL_DEPARTURE_REVERSE = 7
} duel_departure;

/**
 * Options of the search for judges that depart from the others. Zero the struct and set struct_size; zero is the default of every field.
 * NULL means all defaults.
 */
typedef struct {
  /** sizeof(duel_outlier_options). */
  size_t struct_size;
  /**
   * The share of false discoveries among all judges that are marked, at most and on average, whatever the dependence
   * among judges (Wang and Ramdas 2022); 0: 0.05.
   */
  double alpha;
  /**
   * Non-zero: log_e is larger by half the logarithm of det H / det H_k, H the information on the parameters of all
   * votes and H_k that without the judge's. What is taken off is then about what the fit of the judge's votes gains,
   * rather than the most that it can: by Laplace's method the logarithm of their probability, averaged over what the
   * others' votes leave open of the parameters. The e-value of an honest judge is then 1 on average, to first order only
   * (1.00 to 1.11 in simulations), no longer at most 1. It matters with few judges: with five it was 0.56 without.
   * DUEL_ERR_UNSUPPORTED where judges have strengths, position effects or thresholds of their own, with a spread, and
   * where thresholds may be held at zero.
   */
  int32_t adjusted;
  /** Must be zero. */
  int32_t reserved;
  /** NULL, or a token that stops the work. */
  const duel_cancel *cancel;
  /** NULL, or called now and then: iteration counts the judges. */
  duel_progress_fn progress;
  /** Passed to progress. */
  void *user;
} duel_outlier_options;

/**
 * Which judges do not vote like the others, and how: for each an e-value against voting as the model expects at the
 * parameters that the others alone have. It stands against a fixed mixture of departures (DUEL_DEPARTURE_FOR, ...), of
 * log 2 and log 5 in log odds: half of it on items, half on the others. What is gained by fitting the judge's votes
 * with the others' is taken off first (a plain likelihood ratio at estimated parameters is no e-value: its mean over honest
 * judges exceeds one by far), and the ratio of each departure is tempered for votes that depend on each other within a
 * context. Report such judges, do not delete them unseen: a model without position effects or with one threshold for all
 * reports many judges because it lacks these; use the model that describes the data best.
 *
 * Parameters of the judge alone (sensitivity, position effect, offset of the threshold) are the mean of the others' under
 * every alternative, and its own in the fit of all, so that being unusual in just these is no departure. The anonymous judge is
 * one of the others. A fit without each judge: the time of as many warm fits as there are judges.
 *
 * The board as it would be without them is a fit of what duel_set_filter leaves of the set.
 * @param options NULL: all defaults.
 * @param out receives the table: a row for every named judge; without an e-value where the others' votes alone have no
 *   fit. Its note says where a penalty supplies so much of what is known that e-values are approximate.
 *   DUEL_ERR_UNSUPPORTED where there is no likelihood (ties that count as half, importance weights, bias reduction), for
 *   DUEL_STRENGTH_DISAGREEMENT, parameters that were given, and fewer than three judges. @since 0.2
 * Columns:
 *   judge (judge): The judge.
 *   comparisons (double, comparisons): Its comparisons.
 *   log_e (double): Logarithm of the e-value; missing where there is no fit without the judge.
 *   is_outlier (bool): Whether it does not belong, by e-BH over the judges.
 *   departure (one of for, against, left, right, ties, decided, coin, reverse): The alternative
 *     that its votes speak for most.
 *   item (item): The item that it is for or against; missing for other departures.
 *   shift (double, log odds): The shift of the alternative; missing for coin and reverse.
 *   log_ratio (double): Logarithm of its likelihood ratio, tempered by phi.
 *   phi (double): How much sums over contexts vary more than independent votes would under it, at
 *     least 1.
 */
duel_status duel_model_outliers(const duel_model *model,
                                const duel_outlier_options *options,
                                duel_table **out);

/* ---- Judges that err together ---------------------------------------------------------------- */

/**
 * Options of duel_set_together, duel_set_worth, duel_set_families and duel_set_effective. Zero the struct and set struct_size;
 * zero is the default of every field. NULL means all defaults.
 */
typedef struct {
  /** sizeof(duel_together_options). */
  size_t struct_size;
  /**
   * Units that a judge must have answered to count as an exact copy of another, who gave the same answers on all of them;
   * 0: 20. Where answers are easy, twenty that are the same are no proof: take more.
   */
  size_t copy_units;
  /**
   * The correlation above which two judges with at least 50 pairs of votes are near copies, between 0 and 1; 0: 0.95.
   */
  double near_copy;
  /** Most memory that the call may take; 0: half of what there is. */
  size_t max_bytes;
  /** NULL, or a token that stops the work. */
  const duel_cancel *cancel;
  /** NULL, or called now and then: iteration counts judges, then units. */
  duel_progress_fn progress;
  /** Passed to progress. */
  void *user;
} duel_together_options;

/** How many judges the judges of a set are worth, and how their errors go together. */
typedef struct {
  /** sizeof(duel_panel_facts); set it before the call. */
  size_t struct_size;
  /** Judges with votes in contexts that are no copies. */
  size_t judges;
  /** Exact copies. */
  size_t copies;
  /** Pairs of judges that are near copies. */
  size_t near_copies;
  /** Pairs of votes of different judges on the same unit. */
  double shared;
  /**
   * The number of judges without common errors that they are worth with equal weights: K^2 / 1'R1, R the shrunken
   * correlations.
   */
  double worth_equal;
  /** Its standard error. */
  double worth_equal_se;
  /** The same with the best weights that are not negative: 1 / min w'Rw over those of sum 1. */
  double worth_best;
  /** Its standard error. */
  double worth_best_se;
  /** The mean correlation of judges of one family, by Fisher's z; NaN where there are none. */
  double rho_within;
  /** The standard deviation of z between pairs of judges of one family, beyond chance. */
  double tau_within;
  /** Pairs of judges of one family that share at least 4 pairs of votes. */
  size_t pairs_within;
  /**
   * The mean correlation of judges that are not of one family; of all where there are no families.
   */
  double rho_between;
  /** The standard deviation of z between these. */
  double tau_between;
  /** Pairs of judges that are not of one family and share at least 4 pairs of votes. */
  size_t pairs_between;
} duel_panel_facts;

/**
 * Do judges err together? Correlations of the errors of any two judges on the same pair of items in the same context.
 *
 * An error is (y - p) / sqrt(p (1 - p)), y the score of the item with the lower id (1, 0, a tie of any kind 1/2) and p what the
 * judge's own strengths and its own position effect expect, found from its votes alone with a normal prior of standard deviation
 * 2 on each, and kept within .005 and .995: neither taste nor position counts as an error. rho = sum e e' / sqrt(sum e^2 sum e'^2)
 * over the pairs of votes that two judges share. Fisher's z of rho is drawn towards the mean of its kind (judges of one family,
 * or not), the more the fewer pairs of votes there are, tau^2 / (tau^2 + 1 / N) of it being kept, tau the standard deviation
 * between pairs of judges (DerSimonian and Laird 1986). Two judges with fewer than 4 pairs of votes have the mean of their kind.
 *
 * An exact copy gave the same answers as another on each of its units, at least copy_units of them. It is found first, and its
 * votes are left out. Comparisons without a context are left out, too. DUEL_ERR_UNSUPPORTED for importance weights, without
 * contexts, with fewer than two judges, and with fewer than 50 pairs of votes.
 * @param families NULL, or one number for every judge, the anonymous one last if there is one, such as its maker; below zero:
 *   none.
 * @param family_count number of these, that of the judges, or 0.
 * @param options NULL: all defaults.
 * @param out receives the table: a row for any two judges, and for each copy one with its original. Its note names copies and
 *   near copies. @since 0.2
 * Read of options: all fields.
 * Columns:
 *   first (judge): The judge with the lower id.
 *   second (judge): The other judge.
 *   shared (double, pairs of votes): Pairs of a vote of the one and a vote of the other on the same
 *     pair of items in the same context.
 *   rho (double, correlation): Correlation of their errors in these; missing where there are none.
 *   rho_shrunk (double, correlation): The same, drawn towards the mean of its kind the more, the
 *     fewer votes it rests on; not below zero.
 *   is_copy (bool): Whether one is an exact copy of the other: each of its units, with the same
 *     answers. A copy has no row with others: it would be that of its original.
 *   is_near_copy (bool): Whether one is as good as a copy of the other: exactly, or by a
 *     correlation above near_copy from at least 50 pairs of votes.
 */
duel_status duel_set_together(const duel_set *set,
                              const int32_t *families,
                              size_t family_count,
                              const duel_together_options *options,
                              duel_table **out);

/**
 * How much does each judge add to the others? Its share of the weights with which a mean of all judges' votes on one unit
 * errs least, and how much less the others are worth without it. A judge without a weight says nothing that others do not say.
 *
 * Correlations are those of duel_set_together, which says what families are and what is refused.
 * @param families NULL, or one number for every judge; below zero: none.
 * @param family_count number of these, that of the judges, or 0.
 * @param options NULL: all defaults.
 * @param out receives the table: a row for each judge. @since 0.2
 * Read of options: all fields.
 * Columns:
 *   judge (judge): The judge.
 *   best_weight (double, share): Its share of the weights with which a mean of all judges errs
 *     least; missing where it has no vote in a context.
 *   worth (double, judges): How much less the others are worth without it, at their best weights;
 *     zero for a copy.
 *   copy_of (judge): The judge of which it is an exact copy; missing for all others.
 */
duel_status duel_set_worth(const duel_set *set,
                           const int32_t *families,
                           size_t family_count,
                           const duel_together_options *options,
                           duel_table **out);

/**
 * How much is a second judge of the same maker worth? For each family with at least two judges that are no copies, the
 * correlations of their errors and the number of judges without common errors that they are worth.
 *
 * Correlations are those of duel_set_together, which says what is refused; standard errors are those of duel_set_effective.
 * @param families one number for every judge, such as its maker; below zero: none. NULL: no families, and no rows.
 * @param family_count number of these, that of the judges, or 0.
 * @param options NULL: all defaults.
 * @param out receives the table: a row for each family, by number. @since 0.2
 * Read of options: all fields.
 * Columns:
 *   family (int64_t): The family.
 *   judges (int64_t, judges): Its judges, copies left out.
 *   mean_rho (double, correlation): Mean of the shrunken correlations of the errors of any two of
 *     them.
 *   least_rho (double, correlation): The least of these.
 *   largest_rho (double, correlation): The largest of these.
 *   worth_equal (double, judges): The number of judges without common errors that they are worth
 *     with equal weights.
 *   worth_equal_se (double, judges): Its standard error.
 *   worth_best (double, judges): The same with the weights that are best.
 *   worth_best_se (double, judges): Its standard error.
 *   second_worth (double, share): The worth of a second judge of the family as a share of that of
 *     the first: (1 - rho) / (1 + rho) at the mean.
 */
duel_status duel_set_families(const duel_set *set,
                              const int32_t *families,
                              size_t family_count,
                              const duel_together_options *options,
                              duel_table **out);

/**
 * How many judges are the judges worth on one unit? Judges without common errors are worth one each; copies are worth one
 * together.
 *
 * Correlations are those of duel_set_together, which says what families are and what is refused. Standard errors are the first
 * order of the jackknife over contexts, or over clusters where comparisons have some (the infinitesimal jackknife, Jaeckel 1972),
 * with the judges' own strengths as they are; NaN where there is but one. They are somewhat small where contexts are few: on 80
 * contexts with twenty judges .23 and .30, where leaving out each context and computing all anew gives .26 and .36.
 * @param families NULL, or one number for every judge; below zero: none.
 * @param family_count number of these, that of the judges, or 0.
 * @param options NULL: all defaults.
 * @param out its struct_size says how much of it is filled. @since 0.2
 * Read of options: all fields.
 */
duel_status duel_set_effective(const duel_set *set,
                               const int32_t *families,
                               size_t family_count,
                               const duel_together_options *options,
                               duel_panel_facts *out);

/* ---- Functionals and their variants, pairs and clusters, by number --------------------------- */

/** Functional of the probabilities of a label. */
typedef enum {
  /**
   * Borda, the mean over the other items k of ssym_jk = (s1_jk + s2_kj) / 2, where s1 and s2 are
   * the scores of the item shown first and second. Linear in mu: with known propensities free of bias
   * whatever the predictor.
   */
  DUEL_FUNCTIONAL_BORDA = 0,
  /**
   * Bradley-Terry projection, row means of the log odds l_jk. Variant DUEL_LOG_ODDS_ANTISYMMETRIC or
   * DUEL_LOG_ODDS_PAPER. The bias of second order that the correction leaves grows fast where a score nears 0
   * or 1: with a thousand contexts a poor predictor is not made good.
   */
  DUEL_FUNCTIONAL_BRADLEY_TERRY = 1,
  /**
   * Rank centrality, the stationary distribution of a walk from losers to winners. Variant
   * DUEL_CENTRALITY_ROW or DUEL_CENTRALITY_GENERATOR.
   */
  DUEL_FUNCTIONAL_RANK_CENTRALITY = 2,
  /** Softmax of the Bradley-Terry projection, which are Plackett-Luce shares. Variants as there. */
  DUEL_FUNCTIONAL_SOFTMAX = 3,
  /**
   * Soft Copeland, the mean over k of logistic(z_jk), with the option temperature tau. Variant
   * DUEL_COPELAND_MARGIN, DUEL_COPELAND_HALF or DUEL_COPELAND_RAW.
   */
  DUEL_FUNCTIONAL_COPELAND = 4,
  /**
   * Values of the given rankings, one for each: sum over pairs j < k of +1/2 or -1/2 (j ahead of
   * k or not) times ssym_jk - ssym_kj. Variant DUEL_KEMENY_CENTRED or DUEL_KEMENY_OFFSET.
   */
  DUEL_FUNCTIONAL_KEMENY = 5,
  /**
   * Miscalibration of a judge by item, the mean loss of its probabilities f over the pairs with
   * the item, in both orders. Variant DUEL_MISCALIBRATION_BRIER, _SCORE, _CROSS_ENTROPY or _KULLBACK_LEIBLER.
   */
  DUEL_FUNCTIONAL_MISCALIBRATION = 6,
  /**
   * Bradley-Terry scores with influence values that assume the model
   * mu_jk = logistic(r_j - r_k + b); two categories with their usual weights only. Narrower than the
   * projection where the model holds, wrong where it does not: with cycles intervals do not cover.
   * Variant DUEL_RESTRICTED_CORRECTED, _PRINTED, _EFFICIENT or _EFFICIENT_ORDER.
   */
  DUEL_FUNCTIONAL_RESTRICTED = 7,
  /**
   * Mean symmetrised score against one item, which the variant is the number of: how often each item beats it. The
   * item's own is 1/2 without an error. Linear in mu, as Borda.
   */
  DUEL_FUNCTIONAL_AGAINST = 8,
  /**
   * Mean symmetrised score against the other items, weighted by the option field_weights. Linear in mu; with equal weights it is Borda.
   */
  DUEL_FUNCTIONAL_FIELD = 9,
  /**
   * Smooth share of contexts in which the symmetrised score against an item (the variant) is above the option threshold:
   * the mean of logistic((ssym_jb - threshold) / temperature). The share itself, and quantiles over contexts, have no
   * estimator with an interval of this kind.
   */
  DUEL_FUNCTIONAL_SHARE = 10,
  /**
   * A function of the caller's own, given by duel_gars_own; the variant is the number of its values.
   */
  DUEL_FUNCTIONAL_OWN = 11
} duel_functional;

/** Variant of log odds, for DUEL_FUNCTIONAL_BRADLEY_TERRY and DUEL_FUNCTIONAL_SOFTMAX. */
typedef enum {
  /**
   * (logit s1_jk + logit s2_kj - logit s1_kj - logit s2_jk) / 4, which does not depend
   * on the numbering of items.
   */
  DUEL_LOG_ODDS_ANTISYMMETRIC = 0,
  /**
   * (logit s1_jk + logit s2_kj) / 2 for j < k, and minus that for k, as printed. The same
   * where the two weights of every category sum to one; elsewhere (the usual weights of 4 and 5 categories)
   * scores depend on the numbering of items.
   */
  DUEL_LOG_ODDS_PAPER = 1
} duel_log_odds;

/** Variant of rank centrality. */
typedef enum {
  /**
   * Rates divided by their sum in every row, as printed. Compresses the scale,
   * is not exact under Bradley-Terry, and constant for 2 items, which is DUEL_ERR_UNSUPPORTED.
   */
  DUEL_CENTRALITY_ROW = 0,
  /**
   * Rates as they are, a chain in continuous time (Negahban, Oh and Shah 2017);
   * exact under Bradley-Terry.
   */
  DUEL_CENTRALITY_GENERATOR = 1
} duel_centrality;

/** Variant of Copeland. */
typedef enum {
  /** z_jk = (ssym_jk - ssym_kj) / (2 tau); scores sum to K / 2. */
  DUEL_COPELAND_MARGIN = 0,
  /** z_jk = (ssym_jk - 1/2) / tau. */
  DUEL_COPELAND_HALF = 1,
  /** z_jk = (s1_jk - 1/2) / tau, with the item shown first only, as printed. */
  DUEL_COPELAND_RAW = 2
} duel_copeland;

/** Variant of Kemeny. */
typedef enum {
  /** Zero where all pairs are even. */
  DUEL_KEMENY_CENTRED = 0,
  /** As printed, with an offset that depends on the numbering of items. */
  DUEL_KEMENY_OFFSET = 1
} duel_kemeny;

/** Variant of miscalibration. */
typedef enum {
  /** Sum of (f - mu)^2 over categories. */
  DUEL_MISCALIBRATION_BRIER = 0,
  /** The expected Brier score of f, linear in mu. */
  DUEL_MISCALIBRATION_SCORE = 1,
  /** Cross entropy, - sum of mu log f; linear in mu. */
  DUEL_MISCALIBRATION_CROSS_ENTROPY = 2,
  /** Kullback-Leibler divergence, sum of mu log(mu / f). */
  DUEL_MISCALIBRATION_KULLBACK_LEIBLER = 3
} duel_miscalibration;

/** Variant of restricted scores. */
typedef enum {
  /**
   * Variant of restricted scores: equation (47) of the paper times one half, which makes the correction
   * right where the order of showing has no effect.
   */
  DUEL_RESTRICTED_CORRECTED = 0,
  /** Variant of restricted scores: as printed, twice the right correction. */
  DUEL_RESTRICTED_PRINTED = 1,
  /**
   * Variant of restricted scores: corrections weighted by the information of all pairs that may be labelled,
   * which is efficient if labels are independent given the context. Needs the propensities of all pairs.
   * Has no weights for policies.
   */
  DUEL_RESTRICTED_EFFICIENT = 2,
  /** The same with a free effect b of the order in every context; not with unordered pairs. */
  DUEL_RESTRICTED_EFFICIENT_ORDER = 3
} duel_restricted;

/** Which pairs are labelled, and with which propensity. */
typedef enum {
  /**
   * (j, k) and (k, j) are labelled each with its own propensity. If every pair occurs in one order only
   * (files that store the smaller name first), half of the correction would be missing: the estimates are then
   * DUEL_ERR_UNSUPPORTED.
   */
  DUEL_PAIRS_ORDERED = 0,
  /** The same without this check. */
  DUEL_PAIRS_ORDERED_UNCHECKED = 1,
  /**
   * The order has no effect, or is not known. Labels are normalised to j < k by exchanging the first
   * two categories, probabilities of the two orders averaged in the same way, and propensities are those
   * that the pair is labelled in either order.
   */
  DUEL_PAIRS_UNORDERED = 2
} duel_pairs;

/** Dependence of contexts. */
typedef enum {
  /** Contexts are independent of each other. */
  DUEL_CLUSTERS_INDEPENDENT = 0,
  /**
   * Contexts with the same number belong together (rows of one question, several judges), in any
   * order and in any shard. Memory grows with the number of clusters.
   */
  DUEL_CLUSTERS_KEYED = 1,
  /**
   * The same, but contexts of a cluster come one after the other to one duel_gars: constant memory.
   * A number that comes again later is another cluster.
   */
  DUEL_CLUSTERS_TOGETHER = 2
} duel_clusters;

/* ---- Contexts of nonparametric ranking scores, as arrays and columns of the caller ----------- */

/**
 * Contexts with what is predicted and what was labelled. Zero the struct, set struct_size, fill in what you
 * have. Arrays and columns are only read.
 */
typedef struct {
  /** sizeof(duel_gars_contexts). */
  size_t struct_size;
  /** Number of contexts, n. */
  size_t length;
  /**
   * Probabilities mu, n x K x K x C: of every context, item shown first, item shown second, category. Each
   * pair's sum to one within 1e-6 and are then made to; those of an item against itself are
   * ignored. For duel_gars_run NULL.
   */
  const double *mu;
  /**
   * NULL: mu is row-major; else 4 strides, in doubles from one context, first item, second item,
   * category to the next. A stride of 0 of contexts: all have the same probabilities, which are then
   * worked on once.
   */
  const size_t *mu_strides;
  /** Probabilities f of a judge, n x K x K x C, for DUEL_FUNCTIONAL_MISCALIBRATION; else NULL. */
  const double *judge;
  /** NULL, or the strides of judge, as mu_strides. */
  const size_t *judge_strides;
  /**
   * Propensities of all pairs, n x K x K, for DUEL_RESTRICTED_EFFICIENT and _EFFICIENT_ORDER; else NULL.
   */
  const double *propensities;
  /** NULL, or the 3 strides of propensities. */
  const size_t *propensity_strides;
  /**
   * Number of labels, m: any number for a context, none among them (such contexts say what the predictor
   * says, and count).
   */
  size_t labels;
  /** Context of every label, 0 to n - 1 (plus base): a column of integers, in any order. */
  duel_column context;
  /** Item shown first. */
  duel_column first;
  /** Item shown second. */
  duel_column second;
  /** Category, 0 to C - 1 (plus base). */
  duel_column category;
  /**
   * Probability, given the context, with which this pair was to be labelled: above 0, at most 1. Numbers.
   */
  duel_column propensity;
  /** Weights among several labels of one pair of a context, positive; absent: equal. */
  duel_column weight;
  /**
   * Non-zero: several labels of one pair of a context are averaged; they must have the same
   * propensity. 0: they are refused.
   */
  int32_t replicates;
  /** Threads to use; 0: one. Results do not depend on it. */
  int32_t threads;
  /**
   * Cluster of every context, integers that are not negative: n of them with DUEL_CLUSTERS_KEYED or
   * _TOGETHER, else absent.
   */
  duel_column cluster;
  /** NULL, or a token that stops the work. */
  const duel_cancel *cancel;
  /**
   * NULL, or called now and then: iteration counts blocks of contexts; objective and gradient are NaN.
   */
  duel_progress_fn progress;
  /** Passed to progress. */
  void *user;
  /**
   * Weights of contexts in groups, n x G, finite and not negative, 0 or 1 as a rule; groups may overlap. NULL where the estimate
   * has no groups, and for learners.
   */
  const double *groups;
  /** NULL: groups is row-major; else its 2 strides. */
  const size_t *group_strides;
  /**
   * Fold of every context, integers from 0 to 999 (plus base), n of them, for the second-order correction: labels of a fold must
   * not have been used for its mu (duel_nuisance_folds has those of learners). Absent: there is no correction. Contexts
   * are corrected by the labels of the same call, so give all at once where you can.
   */
  duel_column fold;
  /**
   * Numbers known of every context, n x feature_count, row-major and finite, of which the second-order correction may make
   * use; read with fold only. NULL if there are none. Where labels do not allow all of them, the first ones are taken.
   */
  const double *features;
  /** Number of features. */
  size_t feature_count;
} duel_gars_contexts;

/* ---- Nonparametric ranking scores: what is estimated, and contexts as they come in ----------- */

/**
 * The functionals to be estimated. Zero the struct and set struct_size, items, categories, and the functionals.
 */
typedef struct {
  /** sizeof(duel_gars_options). */
  size_t struct_size;
  /** Number of items, K, at least 2. */
  size_t items;
  /**
   * Number of categories of a label, C, at least 2. The first means that the item shown first is
   * preferred, the second that the other is.
   */
  size_t categories;
  /**
   * NULL, or C numbers: the score w1 of the item shown first in every category. By default, for C = 2
   * (win, loss) 1 0; 3 (and tie) 1 0 1/2; 4 (win, loss, both good, both bad) 1 0 1 0; 5 (and tie)
   * 1 0 1 0 1/2. Log odds need weights within [0, 1] that differ, rank centrality weights that are not
   * negative, else DUEL_ERR_UNSUPPORTED.
   */
  const double *first;
  /**
   * NULL, or C numbers: the score w2 of the item shown second; given together with first. By default as
   * above with the first two exchanged.
   */
  const double *second;
  /** DUEL_PAIRS_ORDERED (default), _ORDERED_UNCHECKED or _UNORDERED. */
  int32_t pairs;
  /** DUEL_CLUSTERS_INDEPENDENT (default), _KEYED or _TOGETHER. */
  int32_t clusters;
  /**
   * eps of mu <- (1 - C eps) mu + eps, done to the probabilities and not within F, whose derivative it
   * would spoil. At most 1 / (2 C); 0: 0.01; negative: none. Log odds of extreme predictions amplify
   * their mistakes by 1 / (s (1 - s)); a floor that is too high biases.
   */
  double floor;
  /**
   * `functional_count` functionals, DUEL_FUNCTIONAL_BORDA, ...; all share the work that is common.
   */
  const int32_t *functionals;
  /**
   * NULL: all variants 0; else the variant of each functional (0 where it has none): one of DUEL_LOG_ODDS_ANTISYMMETRIC,
   * ..., the number of an item, or how many values a function of one's own has.
   */
  const int32_t *variants;
  /** Number of functionals, at least 1. */
  size_t functional_count;
  /** tau of Copeland and of DUEL_FUNCTIONAL_SHARE, positive; 0: 0.1. */
  double temperature;
  /** Rankings of Kemeny, ranking_count x items, row-major: items from first to last, from 0. */
  const int32_t *rankings;
  /** Number of rankings. */
  size_t ranking_count;
  /**
   * NULL, or K numbers for DUEL_FUNCTIONAL_FIELD: the weights of the opponents, none negative and two of them positive.
   */
  const double *field_weights;
  /** The value that scores are to exceed for DUEL_FUNCTIONAL_SHARE, at most 1; 0: 1/2. */
  double threshold;
  /**
   * NULL, or the names of groups of contexts, all different: estimates of each and of their differences are then to be had, and
   * contexts need a weight in each. Memory grows with the square of the number of groups times that of all values.
   */
  const char *const *group_names;
  /** Number of groups. */
  size_t group_count;
  /** DUEL_SECOND_ORDER_AUTO (default), _OFF or _ON. */
  int32_t second_order;
  /** DUEL_RESIDUAL_BASIS_AUTO (default), _SHORT or _FULL. */
  int32_t second_order_basis;
} duel_gars_options;

/**
 * Writes the probabilities of contexts first to first + count - 1, count x K x K x C doubles, row-major, to
 * mu, on the thread that called duel_gars_run; what it leaves out is found. It returns 0, or any other
 * number to end the work.
 */
typedef int32_t (*duel_gars_mu_fn)(void *user, size_t first, size_t count, double *mu);

/**
 * Makes an estimate without contexts.
 * @param out receives it; free it with duel_gars_free. @since 0.1
 */
duel_status duel_gars_new(const duel_gars_options *options, duel_gars **out);

/** Frees an estimate. NULL is fine. @since 0.1 */
void duel_gars_free(duel_gars *gars);

/**
 * Adds contexts: all, or none where one is refused. duel_last_error_row then names the context, or the
 * label where a label is to blame.
 * @param contexts mu and whatever the functionals need. Probabilities that are negative, NaN or do not
 *   sum to one, a propensity of 0 or less of a labelled pair, labels out of range or of an item against
 *   itself, and repeated labels are DUEL_ERR_DATA. @since 0.1
 */
duel_status duel_gars_add(duel_gars *gars, const duel_gars_contexts *contexts);

/**
 * Adds contexts whose probabilities a function writes, 10 MB of them at a time, so that they need
 * not fit in memory. All contexts of the call are added, or none: call it for parts of them to keep what
 * was done before a failure.
 * @param contexts as in duel_gars_add, without mu. With fold, where scores are corrected to the second order, the
 *   probabilities of all contexts are kept until the end, n x K x K x C doubles.
 * @param mu writes probabilities, called for all contexts in order. If it returns another number than 0,
 *   this is DUEL_ERR_DATA with the number in the message, and the first context of its call as the row.
 * @param user passed to mu. @since 0.1
 */
duel_status duel_gars_run(duel_gars *gars,
                          const duel_gars_contexts *contexts,
                          duel_gars_mu_fn mu,
                          void *user);

/**
 * The influence values psi of contexts, for a bootstrap or computations of one's own; the scores do not change.
 * @param contexts as in duel_gars_add; with fold, psi of scores that are corrected to the second order has their
 *   correction.
 * @param psi n x values (duel_gars_values of functional -1), row-major: the values of all functionals, one
 *   after the other.
 * @param capacity number of doubles that fit in psi.
 * @param plugin NULL, or n x values: F(mu), without the correction.
 * @param plugin_capacity number of doubles that fit in plugin. @since 0.1
 */
duel_status duel_gars_psi(const duel_gars *gars,
                          const duel_gars_contexts *contexts,
                          double *psi,
                          size_t capacity,
                          double *plugin,
                          size_t plugin_capacity);

/**
 * The variance of a functional that labels of every pair would add, times their propensity:
 * W_jk = trace(Q J_jk V_jk J_jk'), J the derivative of F in mu_jk and V the covariance of the label. What
 * policies spend a budget by. Labels, clusters and propensities of the contexts are ignored.
 * @param functional number of the functional among those of the options, from 0. DUEL_RESTRICTED_EFFICIENT and
 *   _EFFICIENT_ORDER have no weights: DUEL_ERR_UNSUPPORTED.
 * @param contexts length, mu with strides, and judge where the functionals need one.
 * @param q NULL: the identity (A-optimality); else values x values, row-major and symmetric.
 * @param out n x K x K, row-major, 0 on the diagonal; with unordered pairs of the folded derivative, above
 *   the diagonal.
 * @param capacity number of doubles that fit in out. @since 0.1
 */
duel_status duel_gars_weights(const duel_gars *gars,
                              int32_t functional,
                              const duel_gars_contexts *contexts,
                              const double *q,
                              double *out,
                              size_t capacity);

/**
 * The probabilities of a context by a fitted model, for use as mu: the parametric and the nonparametric side
 * meet in the same scores. Fit the model to other labels than those that correct it (duel_set_split).
 * @param model of the same items in the same order; without ties for two categories, for three with or
 *   without; else DUEL_ERR_UNSUPPORTED.
 * @param judge id of a judge of the model, or -1: one of sensitivity one, as in duel_model_predict.
 * @param context id of a context of the model's data, or of options->contexts, where covariates need it; -1:
 *   none.
 * @param options NULL: all defaults.
 * @param out K x K x C, row-major, zero for an item against itself.
 * @param capacity number of doubles that fit in out. @since 0.1
 * Read of options: scale, reference_judge, ignore_position, threads, cancel, progress, user,
 *   contexts.
 */
duel_status duel_gars_model_mu(const duel_gars *gars,
                               const duel_model *model,
                               int32_t judge,
                               int32_t context,
                               const duel_inference_options *options,
                               double *out,
                               size_t capacity);

/**
 * Adds what another estimate has seen. Both must have been made with the same options.
 * @param other is not changed. @since 0.1
 */
duel_status duel_gars_merge(duel_gars *gars, const duel_gars *other);

/**
 * Saves an estimate to bytes, versioned and checksummed: the wire format between shards. Call with out NULL
 * and capacity 0 for the length.
 * @param length receives the number of bytes. @since 0.1
 */
duel_status duel_gars_save(const duel_gars *gars, void *out, size_t capacity, size_t *length);

/**
 * Loads a saved estimate. Bytes that are damaged or truncated are DUEL_ERR_FORMAT.
 * @param out receives it; free it with duel_gars_free. @since 0.1
 */
duel_status duel_gars_load(const void *bytes, size_t length, duel_gars **out);

/* ---- Nonparametric ranking scores: functions of the caller's own ----------------------------- */

/**
 * A score of the caller's own: writes the values of `count` contexts, count x values doubles, row-major, from their
 * probabilities mu, count x K x K x C, row-major and zero for an item against itself. They are those that the estimate
 * works with: summing to one, raised to the floor, with unordered pairs mirrored. It is called on the thread that called
 * the library, whatever the option threads, several times for every context, and must give the same values for the same
 * probabilities. It returns 0, or any other number to end the work.
 */
typedef int32_t (*duel_score_fn)(void *user, size_t count, const double *mu, double *values);

/**
 * The derivative of a score of the caller's own: writes dF(mu)[h], count x values doubles, for directions h that are
 * shaped like mu and sum to zero over the categories. It returns 0, or any other number to end the work.
 */
typedef int32_t (*duel_slope_fn)(void *user,
                                 size_t count,
                                 const double *mu,
                                 const double *h,
                                 double *slopes);

/**
 * Gives the function of a score of one's own: before contexts are added, and again after duel_gars_load, as bytes have
 * its name alone. Both functions and user must live until the estimate is freed, and bear being called by as many
 * threads as use the estimate at once.
 *
 * A score must be twice differentiable in mu, with bounded second derivatives where probabilities are above the floor. At
 * eight of the first contexts that are added it is tried: DUEL_ERR_DATA if it is not finite, not the same twice, if the
 * derivative that is given differs from differences, or if its derivative jumps nearby (a maximum, a rank or a count).
 * Kinks elsewhere are not seen. A score has no weights for policies: DUEL_ERR_UNSUPPORTED.
 * @param functional number of the functional, which is DUEL_FUNCTIONAL_OWN.
 * @param name names the score in messages and in saved bytes; estimates are merged where names are the same.
 * @param score computes values.
 * @param slope NULL: derivatives are those of differences (five calls for the values of a context, in
 *   two calls of the function, and an error of about 2e-8); else computes them.
 * @param user passed to both. @since 0.2
 */
duel_status duel_gars_own(duel_gars *gars,
                          int32_t functional,
                          const char *name,
                          duel_score_fn score,
                          duel_slope_fn slope,
                          void *user);

/* ---- Nonparametric ranking scores: estimates and their uncertainty --------------------------- */

/** Estimator of a functional. */
typedef enum {
  /**
   * The mean of psi, corrected by labels. One-step estimates may leave the range of their
   * functional (a share below 0); they are not cut off.
   */
  DUEL_ESTIMATOR_DEBIASED = 0,
  /**
   * The mean of F(mu), what the predictor says by itself. Its standard errors are those of the
   * choice of contexts alone: they ignore the mistakes of the predictor.
   */
  DUEL_ESTIMATOR_PLUGIN = 1
} duel_estimator;

/** Orders in which labelled pairs were shown. */
typedef enum {
  /** There is no label. */
  DUEL_ORDERS_NO_LABELS = 0,
  /** Some pair was labelled in both orders. */
  DUEL_ORDERS_BOTH = 1,
  /**
   * Every pair was labelled in one order only, with ten or more labels that repeat the
   * order of their pair, which chance would do once in a thousand times.
   */
  DUEL_ORDERS_ONE = 2,
  /** Every pair was labelled in one order only, but labels are too few to tell. */
  DUEL_ORDERS_UNKNOWN = 3
} duel_orders;

/** Facts about an estimate. */
typedef struct {
  /** sizeof(duel_gars_facts); set it before the call. */
  size_t struct_size;
  /** Number of items, K. */
  size_t items;
  /** Number of categories, C. */
  size_t categories;
  /** Number of functionals. */
  size_t functionals;
  /** Number of values of all functionals. */
  size_t values;
  /** Contexts. */
  double contexts;
  /** Contexts without a label. */
  double unlabelled;
  /**
   * Clusters; contexts, where they are independent. Fewer than 200 are corrected
   * unless DUEL_CORRECTION_NONE is asked for.
   */
  double clusters;
  /** Labels. */
  double labels;
  /** The largest weight 1/pi of a label; 0 without labels. */
  double largest_weight;
  /** Share of probabilities that were below the floor. */
  double floored;
  /** Unordered pairs of items never labelled: what is said of them is the predictor's. */
  size_t never;
  /** Unordered pairs labelled in one order only. */
  size_t one_sided;
  /** DUEL_ORDERS_NO_LABELS, _BOTH, _ONE or _UNKNOWN. */
  int32_t orders;
  /** Zero. */
  int32_t reserved;
  /** Contexts whose scores were corrected to the second order. */
  double corrected;
  /**
   * The largest size of a second-order correction in standard errors of its value; NaN where no context was corrected.
   * Above 1 the learner is off by more than the error of the score, and intervals are to be trusted less.
   */
  double second_order_size;
} duel_gars_facts;

/**
 * Facts about an estimate.
 * @param out its struct_size says how much of it is filled. @since 0.1
 */
duel_status duel_gars_info(const duel_gars *gars, duel_gars_facts *out);

/**
 * Facts about the labels of every pair of different items. Labels of items are their numbers.
 * @param out receives the table: a row for each pair in each order. @since 0.2
 * Columns:
 *   first (item): The item shown first.
 *   second (item): The item shown second.
 *   labels (double, labels): Labels of the two in this order.
 *   weight (double, labels): Sum of the weights 1/pi of the labels of the pair as estimated; where
 *     pairs are unordered, of both orders in the row whose first item has the smaller number, and
 *     missing in the other.
 *   largest_weight (double, labels): The largest of these weights; missing as the sum is.
 *   effective_labels (double, labels): Effective number of labels, the sum of the weights squared
 *     over the sum of their squares; missing as the sum is.
 */
duel_status duel_gars_pairs(const duel_gars *gars, duel_table **out);

/**
 * The groups of contexts of an estimate, with how many contexts each has.
 * @param out receives the table: a row for each group, none where there are no groups. @since 0.2
 * Columns:
 *   group (int64_t): Number of the group, from 0.
 *   name (text): Its name.
 *   contexts (int64_t, contexts): Contexts with a weight in the group; clusters of them, where
 *     contexts are clustered.
 *   share (double): Mean weight of a context in the group: its share, where weights are 0 or 1;
 *     missing without contexts.
 */
duel_status duel_gars_groups(const duel_gars *gars, duel_table **out);

/**
 * The number of values of a functional: K, for Kemeny the number of rankings.
 * @param functional number of the functional among those of the options, from 0; -1: all together.
 * @param values receives that number. @since 0.1
 */
duel_status duel_gars_values(const duel_gars *gars, int32_t functional, size_t *values);

/** A test of several values at once. */
typedef struct {
  /** sizeof(duel_wald_facts); set it before the call. */
  size_t struct_size;
  /** The statistic. */
  double statistic;
  /** Its degrees of freedom. */
  double df;
  /** The probability of a larger one by the chi-square distribution. */
  double p;
} duel_wald_facts;

/**
 * A test of all values of a functional at once, n delta' Sigma^-1 delta with delta the estimate less null:
 * values inside the confidence ellipsoid have a large p-value. Where the sum of the values does not depend
 * on the data (all but Borda with unequal weights, some forms of Copeland, Kemeny and miscalibration)
 * Sigma is singular and the test is on the complement, with one degree of freedom less.
 * @param functional number of the functional, from 0.
 * @param estimator DUEL_ESTIMATOR_DEBIASED or DUEL_ESTIMATOR_PLUGIN.
 * @param null values to test against.
 * @param options NULL, or as in duel_gars_estimate.
 * @param out its struct_size says how much of it is filled. A covariance that is singular on the complement too (too
 *   few contexts or clusters) is DUEL_ERR_DATA. @since 0.2
 * Read of options: threads, cancel, progress, user, correction.
 */
duel_status duel_gars_ellipsoid(const duel_gars *gars,
                                int32_t functional,
                                duel_estimator estimator,
                                const double *null,
                                const duel_inference_options *options,
                                duel_wald_facts *out);

/**
 * A test that two functionals have the same values (Hausman 1978), such as the Bradley-Terry projection and
 * DUEL_FUNCTIONAL_RESTRICTED, which is a test of the Bradley-Terry model. The variance is that of the differences
 * of influence values, by cluster: neither estimate need be efficient.
 * @param first number of a functional, from 0.
 * @param second another, with as many values.
 * @param options NULL, or as in duel_gars_estimate.
 * @param out its struct_size says how much of it is filled. @since 0.2
 * Read of options: threads, cancel, progress, user, correction.
 */
duel_status duel_gars_equality(const duel_gars *gars,
                               int32_t first,
                               int32_t second,
                               const duel_inference_options *options,
                               duel_wald_facts *out);

/**
 * The same test for any two estimates of the same contexts, from their influence values (estimates for each
 * context whose mean they are), such as those of a parametric model and of duel_gars_psi.
 * @param contexts number of contexts, at least 1.
 * @param values number of values of either estimate, at least 1.
 * @param first contexts x values, row-major.
 * @param second contexts x values, row-major.
 * @param clusters NULL, or the cluster of every context.
 * @param sum_is_constant non-zero: the values of both sum to the same in every context.
 * @param options NULL, or as in duel_gars_estimate.
 * @param out its struct_size says how much of it is filled. @since 0.2
 * Read of options: threads, cancel, progress, user, correction.
 */
duel_status duel_influence_equality(size_t contexts,
                                    size_t values,
                                    const double *first,
                                    const double *second,
                                    const uint64_t *clusters,
                                    int32_t sum_is_constant,
                                    const duel_inference_options *options,
                                    duel_wald_facts *out);

/* ---- Nonparametric ranking scores where labels are not missing at random: bounds, and what turns a claim  */

/** How whether a label was answered may depend on the answer. */
typedef enum {
  /**
   * In every context and pair the odds of answering given the answer are at most gamma times, and at least one over
   * gamma times, those not given it (Tan 2006; sharp bounds: Dorn and Guo 2023).
   */
  DUEL_SELECTION_MARGINAL = 0,
  /**
   * The odds of one answer to the other differ by the factor gamma between labels that were and were not answered
   * (Rosenbaum 2002); two categories only. A marginal factor gamma is one of at most its square here.
   */
  DUEL_SELECTION_ODDS = 1
} duel_selection_model;

/** How bounds under selection are computed. Zero the struct and set struct_size. */
typedef struct {
  /** sizeof(duel_selection_options); set it before the call. */
  size_t struct_size;
  /** DUEL_SELECTION_MARGINAL (default) or _ODDS. */
  int32_t selection_model;
  /** Must be zero. */
  int32_t reserved;
  /**
   * NULL: no label that was drawn is known to have been answered beyond those recorded, the widest bounds; else shares of drawn
   * labels that were answered, within [0, 1]: one for all pairs, or K x K, those of unordered pairs above the diagonal.
   */
  const double *answered;
  /** Number of answered: 0, 1 or K x K. */
  size_t answered_count;
  /** Level of intervals, within (0, 1); 0: 0.95. */
  double level;
  /**
   * NULL: for duel_gars_selection, neighbours on the board; else claims, two numbers each: that of the item above and of
   * the one below. duel_gars_bounds has none.
   */
  const int32_t *claims;
  /** Number of claims. */
  size_t claim_count;
} duel_selection_options;

/**
 * How selective answers would have to be to turn claims that one item is above another. Labels are those that people
 * chose to give; whether they did may depend on what they would have said, by a factor gamma. For every claim the table
 * has the least gamma at which the difference may be nil (turns), and at which the lower end of its interval is
 * (uncertain). Neighbours on boards turn at factors as small as 1.05 to 1.5.
 *
 * Bounds are sharp for Borda, DUEL_FUNCTIONAL_AGAINST, _FIELD, Kemeny in its centred form and Bradley-Terry projections where the weights
 * of every category sum to one; other scores are DUEL_ERR_UNSUPPORTED.
 * @param contexts as in duel_gars_add, with mu, such as those that were added: nothing is added. The propensity of a label is that with
 *   which it was recorded: drawn and answered. Threads share the claims.
 * @param functional number of the functional among those of the options, from 0.
 * @param options NULL: all defaults.
 * @param out receives the table: a row for each claim. @since 0.2
 * Read of options: all fields.
 * Columns:
 *   above (item): The item that is above.
 *   below (item): The item that is below.
 *   difference (double, that of the functional): The difference without selection.
 *   se (double, that of the functional): Its standard error.
 *   turns (double, odds ratio): The least factor at which the difference may be nil: 1 where it is
 *     not above zero anyway, infinite where no factor is enough.
 *   uncertain (double, odds ratio): The least factor at which the lower end of its interval is nil,
 *     as for turns.
 */
duel_status duel_gars_selection(const duel_gars *gars,
                                const duel_gars_contexts *contexts,
                                int32_t functional,
                                const duel_selection_options *options,
                                duel_table **out);

/**
 * The bounds of all values of a functional where answering may depend on the answer by given factors, with an interval
 * that holds the whole range: what duel_gars_selection looks for, at factors of one's choice.
 * @param contexts as in duel_gars_selection.
 * @param functional as in duel_gars_selection.
 * @param gamma factors, at least 1; infinite: nothing is assumed of those that did not answer.
 * @param gamma_count number of factors, at least 1.
 * @param options NULL: all defaults; without claims.
 * @param out receives the table: a row for each factor and value. @since 0.2
 * Read of options: all fields but claims, claim_count.
 * Columns:
 *   gamma (double): The factor by which the odds of answering may depend on the answer.
 *   item (item): The item, or the number of the value.
 *   least (double, that of the functional): The least value.
 *   least_se (double, that of the functional): Its standard error.
 *   largest (double, that of the functional): The largest value.
 *   largest_se (double, that of the functional): Its standard error.
 *   lower (double, that of the functional): Lower end of an interval that holds all values between
 *     the two.
 *   upper (double, that of the functional): Its upper end.
 */
duel_status duel_gars_bounds(const duel_gars *gars,
                             const duel_gars_contexts *contexts,
                             int32_t functional,
                             const double *gamma,
                             size_t gamma_count,
                             const duel_selection_options *options,
                             duel_table **out);

/* ---- Estimates: what models, replicates and nonparametric scores answer alike ---------------- */

/*
 * A duel_estimate is a quantity of a model (duel_model_estimate), with a bootstrap in the options that of its
 * replicates, or a functional (duel_gars_estimate), together with the options of inference. It computes nothing
 * before it is asked. It keeps what it needs: model, set, replicates and cancel token may be freed before it. The
 * progress callback of its options and its user pointer are called by every question, so they must outlive it. Any
 * number of threads may ask at the same time, if the callback allows it.
 */

/** How contrasts are tested. */
typedef struct {
  /** sizeof(duel_test_options); set it before the call. */
  size_t struct_size;
  /** DUEL_ADJUST_SINGLE_STEP, ... */
  int32_t adjustment;
  /** Must be zero. */
  int32_t reserved;
  /** NULL: all contrasts are tested against zero; else a finite value for each. */
  const double *null;
  /** Number of null: that of the contrasts, or 0. */
  size_t null_count;
} duel_test_options;

/** How pairs are tested. */
typedef struct {
  /** sizeof(duel_pair_options); set it before the call. */
  size_t struct_size;
  /** DUEL_FAMILY_ALL_PAIRS or DUEL_FAMILY_TO_REFERENCE. */
  int32_t family;
  /** DUEL_ADJUST_SINGLE_STEP, ... */
  int32_t adjustment;
  /**
   * The item that all others are compared with, zero-based; read with DUEL_FAMILY_TO_REFERENCE, else zero.
   */
  size_t reference;
} duel_pair_options;

/** Facts about an estimate. */
typedef struct {
  /** sizeof(duel_estimate_facts); set it before the call. */
  size_t struct_size;
  /** Number of values. */
  size_t values;
  /** Rows of the quantity; values are row-major. */
  size_t rows;
  /** Columns of the quantity. */
  size_t columns;
  /** DUEL_QUANTITY_SCORES, ...; -1 for functionals. */
  int32_t quantity;
  /** DUEL_INTERVALS_MARGINAL, ... */
  int32_t intervals;
  /**
   * The covariance behind standard errors, as resolved, DUEL_COVARIANCE_SANDWICH, ...; -1 for functionals and
   * replicates.
   */
  int32_t covariance;
  /** DUEL_QUANTILES_NORMAL or _STUDENT; -1 for replicates. */
  int32_t quantiles;
  /** Level of the intervals. */
  double level;
  /** Degrees of freedom where all values have the same; else NaN. */
  double df;
  /** Replicates; NaN: none. */
  double replicates;
} duel_estimate_facts;

/**
 * The estimates of a quantity of a model; with a bootstrap in the options, those of its replicates.
 * @param quantity DUEL_QUANTITY_SCORES, ...
 * @param options NULL: all defaults. They are copied.
 * @param out receives the estimate. @since 0.2
 * Read of options: covariance, intervals, normalisation, scale, reference_item, reference_judge,
 *   weights, weight_count, level, unit, origin, seed, draws, threads, cancel, progress, user,
 *   correction, quantiles, bootstrap, bootstrap_interval, errors, mixture, error_draws.
 */
duel_status duel_model_estimate(const duel_model *model,
                                duel_quantity quantity,
                                const duel_inference_options *options,
                                duel_estimate **out);

/**
 * The estimates of a functional, from the contexts so far. What is added later does not change them.
 * @param functional number of the functional among those of the options of duel_gars_new, from 0; -1: all, one
 *   after the other, so that functionals can be compared by contrasts.
 * @param estimator DUEL_ESTIMATOR_DEBIASED or DUEL_ESTIMATOR_PLUGIN.
 * @param options NULL: all defaults. They are copied. Read are intervals, level, seed, draws, threads, cancel,
 *   progress, user; with clusters DUEL_CORRECTION_CR1 and quantiles (degrees of freedom are clusters less one).
 *   What goes with fitted models only is DUEL_ERR_UNSUPPORTED. A value with standard error 0 has no interval
 *   (NaN): it is a constant, or there is one context.
 * @param out receives the estimate; its items are called "0", "1", ... @since 0.2
 * Read of options: intervals, level, seed, draws, threads, cancel, progress, user, correction,
 *   quantiles, mixture.
 */
duel_status duel_gars_estimate(const duel_gars *gars,
                               int32_t functional,
                               duel_estimator estimator,
                               const duel_inference_options *options,
                               duel_estimate **out);

/**
 * The estimates of a functional in groups of contexts, E[G F] / E[G] with weights G of contexts. Groups may share contexts and
 * clusters: covariances between them are those of the same influence values.
 * @param functional as in duel_gars_estimate.
 * @param group number of the group, from 0; -1: all, one after the other, so that they can be compared by contrasts
 *   and have intervals that hold at once. A group of fewer than 30 contexts (clusters) is DUEL_ERR_DATA.
 * @param estimator DUEL_ESTIMATOR_DEBIASED or DUEL_ESTIMATOR_PLUGIN.
 * @param options NULL, or as in duel_gars_estimate.
 * @param out receives the estimate. @since 0.2
 * Read of options: intervals, level, seed, draws, threads, cancel, progress, user, correction,
 *   quantiles, mixture.
 */
duel_status duel_gars_group_estimate(const duel_gars *gars,
                                     int32_t functional,
                                     int32_t group,
                                     duel_estimator estimator,
                                     const duel_inference_options *options,
                                     duel_estimate **out);

/**
 * The estimates of a functional in one group of contexts less those in another.
 * @param functional as in duel_gars_estimate.
 * @param group number of a group, from 0.
 * @param other number of another.
 * @param estimator DUEL_ESTIMATOR_DEBIASED or DUEL_ESTIMATOR_PLUGIN.
 * @param options NULL, or as in duel_gars_estimate.
 * @param out receives the estimate. @since 0.2
 * Read of options: intervals, level, seed, draws, threads, cancel, progress, user, correction,
 *   quantiles, mixture.
 */
duel_status duel_gars_differences(const duel_gars *gars,
                                  int32_t functional,
                                  int32_t group,
                                  int32_t other,
                                  duel_estimator estimator,
                                  const duel_inference_options *options,
                                  duel_estimate **out);

/** Fieller's set of ratios. */
typedef enum {
  /** All ratios from lower to upper. */
  DUEL_RATIO_INTERVAL = 0,
  /** All ratios up to lower, and from upper on: the denominator may be zero. */
  DUEL_RATIO_COMPLEMENT = 1,
  /** All ratios: numerator and denominator may both be zero. */
  DUEL_RATIO_LINE = 2
} duel_ratio_set;

/** The ratio of two values. */
typedef struct {
  /** sizeof(duel_ratio_facts); set it before the call. */
  size_t struct_size;
  /** The ratio of the estimates. */
  double ratio;
  /** Its standard error by the delta method. */
  double se;
  /** Lower end of the interval by the delta method. */
  double delta_lower;
  /** Upper end of the interval by the delta method. */
  double delta_upper;
  /** Lower end of Fieller's set, or of its gap. */
  double lower;
  /** Upper end of Fieller's set, or of its gap. */
  double upper;
  /** The shape of Fieller's set: DUEL_RATIO_INTERVAL, _COMPLEMENT or _LINE. */
  int32_t ratio_set;
  /** Zero. */
  int32_t reserved;
} duel_ratio_facts;

/**
 * The ratio of two values of an estimate, with the interval of the delta method and the set of Fieller (1954), which
 * holds its level where the denominator is not far from zero and may then be no interval. Of the options the level is
 * read, and what the errors depend on; DUEL_INTERVALS_ANYTIME is DUEL_ERR_UNSUPPORTED.
 * @param numerator number of a value, from 0.
 * @param denominator number of another.
 * @param out its struct_size says how much of it is filled. @since 0.2
 */
duel_status duel_estimate_ratio(const duel_estimate *estimate,
                                int32_t numerator,
                                int32_t denominator,
                                duel_ratio_facts *out);

/**
 * Facts about an estimate.
 * @param out its struct_size says how much of it is filled. @since 0.2
 */
duel_status duel_estimate_info(const duel_estimate *estimate, duel_estimate_facts *out);

/**
 * Every value with its standard error and interval, by the delta method from the covariance of the parameters, or
 * from replicates. At a boundary the normal distribution does not apply: a sensitivity of zero, and a threshold at the end of
 * its range (which may be infinite), have NaN errors. The covariance is computed once for a model, from p parameters
 * in memory of order p^2 and time of order p^3 (4000 items: seconds); cancel is read before and after.
 * @param out receives the table: a row for each value, row-major. @since 0.2
 * Columns:
 *   functional (int64_t): Number of the functional, of nonparametric estimates.
 *   judge (judge): The judge; missing where the value is of no judge.
 *   item (item): The item, or the first of a pair; missing where the value is of none.
 *   second (item): The second item of a pair; missing where the value is of none.
 *   covariate (covariate): The covariate; missing where the value is of none.
 *   factor (int64_t): Number of the factor or direction, from 0; missing where the value is of
 *     none.
 *   estimate (double, that of the quantity): The estimate; missing if unidentified.
 *   se (double, that of the quantity): Its standard error: 0 where the normalisation fixes the
 *     value, infinite where it diverges.
 *   lower (double, that of the quantity): Lower end of its interval.
 *   upper (double, that of the quantity): Upper end of its interval.
 *   se_mc (double, that of the quantity): Monte Carlo standard error of se, where it is sampled; 0
 *     where it is exact.
 *   state (one of estimated, held, diverges, boundary, not_identified): Why the standard error is
 *     as it is: boundary means that the normal distribution says nothing there.
 *   group (int64_t): Number of the group of contexts, of nonparametric estimates in groups; missing
 *     where the value is of all contexts, or of two groups.
 *   grade (int64_t): The grade whose threshold it is; missing where the value is of none.
 */
duel_status duel_estimate_values(const duel_estimate *estimate, duel_table **out);

/**
 * Linear contrasts L theta of the values, with standard errors and intervals.
 * @param weights contrasts x values, row-major: the rows of L.
 * @param contrasts number of contrasts.
 * @param out receives the table: a row for each contrast. @since 0.2
 * Columns:
 *   contrast (int64_t): Number of the contrast or function, from 0.
 *   estimate (double, that of the quantity): Its value; missing if unidentified.
 *   se (double, that of the quantity): Its standard error.
 *   lower (double, that of the quantity): Lower end of its interval.
 *   upper (double, that of the quantity): Upper end of its interval.
 */
duel_status duel_estimate_contrasts(const duel_estimate *estimate,
                                    const double *weights,
                                    size_t contrasts,
                                    duel_table **out);

/**
 * The covariance of linear contrasts, L Sigma L'.
 * @param weights contrasts x values, row-major: the rows of L.
 * @param contrasts number of contrasts.
 * @param out contrasts x contrasts.
 * @param capacity number of doubles that fit in out. @since 0.2
 */
duel_status duel_estimate_contrast_covariance(const duel_estimate *estimate,
                                              const double *weights,
                                              size_t contrasts,
                                              double *out,
                                              size_t capacity);

/**
 * Two-sided tests of linear contrasts, L theta = null, adjusted for their number. Statistics and p-values are as in
 * duel_estimate_pairs; intervals follow the adjustment, and are of L theta, not of its difference from null.
 * With DUEL_INTERVALS_ANYTIME the statistic is the logarithm of the e-value, as in duel_estimate_e_values, and
 * DUEL_ADJUST_SINGLE_STEP, which is of one look, is DUEL_ERR_UNSUPPORTED.
 * @param weights contrasts x values, row-major: the rows of L.
 * @param contrasts number of contrasts.
 * @param options NULL: all defaults.
 * @param out receives the table: a row for each contrast. @since 0.2
 * Columns:
 *   contrast (int64_t): Number of the contrast, from 0.
 *   estimate (double, that of the quantity): The contrast; missing if unidentified.
 *   se (double, that of the quantity): Its standard error.
 *   lower (double, that of the quantity): Lower end of its adjusted interval.
 *   upper (double, that of the quantity): Upper end of its adjusted interval.
 *   null_value (double, that of the quantity): The value it is tested against.
 *   statistic (double): The estimate less null, over its standard error, or the logarithm of an
 *     e-value at all looks; missing where there is no test.
 *   p (double, probability): The two-sided p-value of the test alone.
 *   p_adjusted (double, probability): The p-value, adjusted for the family of tests.
 */
duel_status duel_estimate_tests(const duel_estimate *estimate,
                                const double *weights,
                                size_t contrasts,
                                const duel_test_options *options,
                                duel_table **out);

/**
 * Evidence that linear contrasts L theta differ from null, which holds at all looks at growing data: stop when one
 * likes. The e-value is the likelihood ratio of the estimate at a mixture of truths, normal about null with standard
 * deviation mixture (of the options of the estimate), to null: log E = z^2 r / (2 (1 + r)) - log(1 + r) / 2, z the difference from null over its
 * standard error s, r = mixture^2 / s^2. It exceeds 1 / alpha at some look with probability alpha or less where null
 * holds, as the smallest p-value of all looks falls below alpha. The one-sided e-value has the upper half of the
 * mixture. The intervals of the estimate are ignored; what DUEL_INTERVALS_ANYTIME refuses is DUEL_ERR_UNSUPPORTED. For many contrasts
 * adjust the logarithms: duel_p_adjust, DUEL_ADJUST_E_HOLM or DUEL_ADJUST_E_BH.
 * @param weights contrasts x values, row-major: the rows of L.
 * @param contrasts number of contrasts.
 * @param null NULL: all are tested against zero; else a finite value for each contrast.
 * @param out receives the table: a row for each contrast. @since 0.2
 * Columns:
 *   contrast (int64_t): Number of the contrast, from 0.
 *   estimate (double, that of the quantity): The contrast; missing if unidentified.
 *   se (double, that of the quantity): Its standard error.
 *   null_value (double, that of the quantity): The value it is tested against.
 *   log_e (double): Logarithm of the e-value against being equal to it; 0, which says nothing,
 *     where there is no test.
 *   log_e_larger (double): Logarithm of the e-value against being equal to it or smaller.
 *   p (double, probability): The p-value that holds at all looks, 1 over the first e-value.
 */
duel_status duel_estimate_e_values(const duel_estimate *estimate,
                                   const double *weights,
                                   size_t contrasts,
                                   const double *null,
                                   duel_table **out);

/**
 * Two-sided tests that pairs of items have equal scores, or values of one functional, adjusted for their number.
 *
 * The statistic is the difference over its standard error; p-values are those of the normal distribution, or
 * of Student's where the options ask for it (with the fewer degrees of freedom of the two scores, and
 * the fewest of all in the single step). Single-step p-values are P(max |T| >= |t|) over the family:
 * exact where a closed form exists, else the share of the options' draws. They lie between the p-value
 * of the test alone and Sidak's bound 1 - (1 - p)^m; where fewer than 50 draws lie beyond t they are
 * the smaller of Sidak's bound and 50 / draws, so that they are never 0 and never too small.
 *
 * A difference between components of the data is NaN throughout. One of a score that diverges, or
 * without a standard error, has no test: statistic and p-values are NaN. Neither counts as a test of
 * the family. Differences do not depend on the normalisation, and intervals follow the adjustment.
 *
 * With DUEL_INTERVALS_ANYTIME statistics are logarithms of e-values, p-values hold at all looks, a pair without a
 * statistic counts with an e-value of 1, and DUEL_ADJUST_SINGLE_STEP, which is of one look, is DUEL_ERR_UNSUPPORTED: take DUEL_ADJUST_E_HOLM or
 * DUEL_ADJUST_E_BH.
 * @param options NULL: all pairs, single step.
 * @param out receives the table. All pairs: i < j in the order (0, 1), (0, 2), ..., value i less value j;
 *   DUEL_FAMILY_TO_REFERENCE: items i in their order but the reference j, value i less value j. Estimates of other
 *   quantities, and of all functionals at once, are DUEL_ERR_UNSUPPORTED: ask for contrasts. @since 0.2
 * Columns:
 *   first (item): The first item.
 *   second (item): The second item.
 *   estimate (double, that of the quantity): The first less the second; missing if unidentified.
 *   se (double, that of the quantity): Its standard error.
 *   lower (double, that of the quantity): Lower end of its adjusted interval.
 *   upper (double, that of the quantity): Upper end of its adjusted interval.
 *   statistic (double): The difference over its standard error, or the logarithm of an e-value at
 *     all looks; missing where there is no test.
 *   p (double, probability): The two-sided p-value of the test alone.
 *   p_adjusted (double, probability): The p-value, adjusted for the family of tests.
 */
duel_status duel_estimate_pairs(const duel_estimate *estimate,
                                const duel_pair_options *options,
                                duel_table **out);

/**
 * Ranks of scores, or of the values of one functional, with ranges. Item i is significantly better than j if their
 * difference is significant in the simultaneous comparison of all pairs (DUEL_INTERVALS_BONFERRONI, or else the distribution
 * of the largest difference); the range of i runs from 1 + the number of items significantly better than i to items - the
 * number significantly worse. All ranges hold at once at the level. An item without an identified score ranges from 1 to
 * items. Of disconnected data the rank is that among the items of the largest component, NaN for all others and
 * where an item has no identified differences. With a bootstrap the covariance is that of the replicates.
 * @param out receives the table: a row for each item. @since 0.2
 * Columns:
 *   item (item): The item.
 *   rank (double, rank): Rank, 1 is best; equal values share the mean; missing where it is not
 *     known.
 *   rank_best (int64_t, rank): One more than the number of items significantly better.
 *   rank_worst (int64_t, rank): The number of items less those significantly worse.
 */
duel_status duel_estimate_ranks(const duel_estimate *estimate, duel_table **out);

/**
 * The covariance of the values. For DUEL_QUANTITY_SENSITIVITIES it is that of gamma itself. NaN between scores or
 * strengths of different components, each of which has its own zero. Of functionals it is that of psi over contexts
 * (with clusters of its sums over clusters), divisor n, over n.
 * @param out values x values, row-major.
 * @param capacity number of doubles that fit in out. @since 0.2
 */
duel_status duel_estimate_covariance(const duel_estimate *estimate, double *out, size_t capacity);

/** Free an estimate. NULL is ignored. @since 0.2 */
void duel_estimate_free(duel_estimate *estimate);

/* ---- Estimates that somebody else made: values with their errors, which every question answers that needs no model  */

/**
 * Values with their errors, which somebody else estimated: coefficients of a model with their covariance, a table of a
 * paper, means of posterior draws. One of covariance, se and pair_se is given, the others are NULL.
 */
typedef struct {
  /** sizeof(duel_given); set it before the call. */
  size_t struct_size;
  /** The values; NaN: not known. */
  const double *values;
  /** Number of values, at least 1. */
  size_t value_count;
  /**
   * NULL: the items are called "0", "1", ...; else a name for each value, NUL-terminated UTF-8, copied.
   */
  const char *const *names;
  /**
   * NULL, or the covariance of the values, values x values; NaN in the row and column of a value that is not known, an
   * infinite variance where a value diverges, zero where it is held.
   */
  const double *covariance;
  /**
   * NULL, or a standard error for each value: values are then taken as independent, and the notes say so. Quasi-variances go
   * in as their square roots with only_differences.
   */
  const double *se;
  /**
   * NULL, or the standard errors of all differences, values x values: values have no zero of their own.
   */
  const double *pair_se;
  /** Degrees of freedom of the errors; 0: unknown and many, the normal distribution. */
  double df;
  /** Independent units behind the values, for what holds at all looks; 0: not known. */
  double units;
  /**
   * Non-zero: values have no zero of their own (scores, ratings): only their differences mean something, and
   * normalisation, unit and origin of the options apply.
   */
  int32_t only_differences;
  /**
   * Non-zero: a smaller value is better. Values are shown as they are; ranks, groups, tiers and the winner go by the
   * smallest.
   */
  int32_t lower_is_better;
  /** Most memory that questions may take; 0: half of what there is. */
  size_t max_bytes;
} duel_given;

/**
 * An estimate of values that somebody else estimated. Every question answers that needs no model: values, contrasts, pairs,
 * tests, ranks, rank sets, groups, tiers, the winner; those at all looks where units are given.
 *
 * Without only_differences values are levels with a zero of their own, such as accuracies: normalisation, unit and origin
 * are then DUEL_ERR_UNSUPPORTED. With it, a covariance V and V + a 1' + 1 a' mean the same.
 *
 * A covariance that no data can have is DUEL_ERR_DATA, with the contrast that would have a negative variance: that is what
 * becomes of leaving out missing scores pair by pair. What rounding to three digits explains is replaced by the nearest
 * correlations with the same errors, and the notes of tables say by how much errors of differences change (no error by more
 * than a tenth). A value without an error is not identified and has no rank.
 * @param given the values. They are copied.
 * @param options NULL: all defaults. They are copied. covariance, correction and bootstrap belong to fitted models.
 * @param out receives the estimate. @since 0.2
 * Read of options: intervals, normalisation, reference_item, weights, weight_count, level, unit,
 *   origin, seed, draws, threads, cancel, progress, user, quantiles, mixture.
 */
duel_status duel_estimate_new(const duel_given *given,
                              const duel_inference_options *options,
                              duel_estimate **out);

/* ---- Ballots: judgements that show two items or more and order some of them ------------------ */

/** An effect beside the strengths. */
typedef enum {
  /** That of being shown in a position, against the mean of all positions. */
  DUEL_EFFECT_POSITION = 0,
  /** The logarithm of the weight of ties of this many items. */
  DUEL_EFFECT_TIE = 1,
  /** One unit of a covariate. */
  DUEL_EFFECT_COVARIATE = 2
} duel_effect;

/** How the worst item is named. */
typedef enum {
  /** After the best, among the rest: the first to leave by exp(-strength). */
  DUEL_WORST_AFTER_BEST = 0,
  /**
   * With the best, by their difference: exp((best - worst) / 2) over all pairs in order (maximum difference scaling, Marley and
   * Louviere 2005, whose scale is twice as narrow).
   */
  DUEL_WORST_TOGETHER = 1
} duel_worst;

/**
 * Rows of ballots, one for each item that a ballot showed, as columns of `length` values. Zero the struct, set
 * struct_size, fill in what you have.
 */
typedef struct {
  /** sizeof(duel_ballot_rows). */
  size_t struct_size;
  /** Number of rows. */
  size_t length;
  /**
   * The ballot that the row belongs to: names or ids. Required. All of its rows come in one call; they need not follow each
   * other. Their order is that of the positions in which items were shown.
   */
  duel_column ballot;
  /** The item shown: names or ids. Required. A ballot shows 2 to 64 items. */
  duel_column item;
  /**
   * Its place: 1 the best, equal numbers are ties (of at most 3 items), 0 or missing (NaN): below all that have a place, as
   * where only the best of many is chosen; -1: the worst, where the best (1) and the worst are named and nothing else.
   * Required.
   */
  duel_column rank;
  /**
   * Who judged: names or ids; the same in all rows of a ballot. Absent, or missing in a row: nobody in particular.
   */
  duel_column judge;
  /**
   * The subject of the ballot: names or ids; the same in all its rows. Absent, or missing in a row: none. Errors are clustered
   * by contexts that repeat.
   */
  duel_column context;
  /** How many ballots this one stands for, positive; the same in all its rows. Absent: 1. */
  duel_column weight;
} duel_ballot_rows;

/**
 * The choices that make a model of ballots. Zero the struct and set struct_size; zero is the default of every field. NULL
 * means all defaults.
 */
typedef struct {
  /** sizeof(duel_ranking_options). */
  size_t struct_size;
  /** Non-zero: the position in which an item was shown has an effect, the same at every stage. */
  int32_t positions;
  /** DUEL_WORST_AFTER_BEST (default) or _TOGETHER, where ballots name the best and the worst. */
  int32_t worst;
  /**
   * Only this number of first stages of each ballot count, 1: the choice of the best; 0 (default): all.
   */
  size_t stages;
  /**
   * Every item wins and loses this many votes against one more item, which makes strengths finite; finite, not negative.
   * Default 0; R's package for these models has 0.5 (npseudo).
   */
  double pseudo;
  /**
   * Weight of a ridge, ridge/2 times the sum of squares of centred strengths; finite, not negative.
   */
  double ridge;
  /** Most memory that the fit may take; 0: half of what there is. */
  size_t max_bytes;
  /** NULL, or a token that stops the work. */
  const duel_cancel *cancel;
  /** NULL, or called after every step. */
  duel_progress_fn progress;
  /** Passed to progress. */
  void *user;
} duel_ranking_options;

/** Facts about ballots. */
typedef struct {
  /** sizeof(duel_ballots_facts); set it before the call. */
  size_t struct_size;
  /** Items. */
  size_t items;
  /** Judges. */
  size_t judges;
  /** Contexts. */
  size_t contexts;
  /** Ballots, as often as their weights say. */
  double ballots;
  /** Rows: items shown. */
  size_t rows;
  /** Ballots of two items, whatever their weights. */
  size_t of_two;
  /** The most items that a ballot shows. */
  size_t most_shown;
  /** The most items that share a place; 1 without ties. */
  size_t most_tied;
  /** Ballots that name the best and the worst, whatever their weights. */
  size_t best_and_worst;
} duel_ballots_facts;

/** Facts about a model of ballots. */
typedef struct {
  /** sizeof(duel_ranking_facts); set it before the call. */
  size_t struct_size;
  /** Log-likelihood of the stages that count. */
  double log_likelihood;
  /** Free parameters. */
  size_t parameters;
  /** Ballots, as often as their weights say. */
  double ballots;
  /**
   * Stages, as often as their weights say: a ranking of n items has n - 1, the choice of the best one.
   */
  double stages;
  /** The most items that are chosen together; 1 without ties. */
  size_t most_tied;
  /** Newton steps. */
  size_t iterations;
  /** Largest slope of the objective at the estimate. */
  double gradient;
} duel_ranking_facts;

/**
 * Make empty ballots.
 * @param out receives the ballots; the caller frees them with duel_ballots_free. @since 0.2
 */
duel_status duel_ballots_new(duel_ballots **out);

/** Free ballots. NULL is ignored. Models of them live on. @since 0.2 */
void duel_ballots_free(duel_ballots *ballots);

/**
 * Append ballots: all of them or, at the first invalid row, none. An item shown twice, a ballot that comes in two calls,
 * that puts nothing first or ties more than 3 items is DUEL_ERR_DATA with the row.
 * @param rows the rows, as columns. @since 0.2
 */
duel_status duel_ballots_append(duel_ballots *ballots, const duel_ballot_rows *rows);

/**
 * Set a covariate of the items as they were shown, such as the length of an answer: a number of every row, in the order in
 * which rows were appended. Within a ballot only its differences matter. One of the same name is replaced.
 * Another number of values than there are rows is DUEL_ERR_SIZE, one that is not finite DUEL_ERR_DATA with the row.
 * @param name UTF-8, not empty. @param values finite numbers. @param value_count how many: as many as there are rows. @since 0.2
 */
duel_status duel_ballots_covariate(duel_ballots *ballots,
                                   const char *name,
                                   const double *values,
                                   size_t value_count);

/**
 * How much ballots have.
 * @param out receives the facts. @since 0.2
 */
duel_status duel_ballots_info(const duel_ballots *ballots, duel_ballots_facts *out);

/**
 * The names of ballots, as those of a set without comparisons: items, judges, contexts and ballots (its clusters).
 * @param out receives the set; the caller frees it with duel_set_free. @since 0.2
 */
duel_status duel_ballots_names(const duel_ballots *ballots, duel_set **out);

/**
 * Fit the model of Plackett and Luce, with ties by Turner, van Etten, Firth and Kosmidis (2020): at every stage the set C leaves
 * those that are left, B, with probability delta_|C| exp(mean of u in C) over the sum of that over the sets of at most as many
 * as were ever tied; u is the strength of an item, with the effects of its position and covariates. Ballots of two items are
 * the votes of Bradley and Terry, with ties those of Davidson.
 *
 * The estimate is that of largest likelihood, which is unique where it exists: where everything was preferred to everything by way
 * of others, positions and covariates are told from strengths, and ties of every order were given and not given. Else the call
 * is DUEL_ERR_NOT_IDENTIFIED and names the items to blame; pseudo or ridge hold them. More than 4 000 parameters are solved for
 * without a matrix, but errors need one.
 * @param options NULL: all defaults.
 * @param out receives the model; the caller frees it with duel_ranking_free. @since 0.2
 */
duel_status duel_ballots_fit(const duel_ballots *ballots,
                             const duel_ranking_options *options,
                             duel_ranking **out);

/** Free a model of ballots. NULL is ignored. Its estimates live on. @since 0.2 */
void duel_ranking_free(duel_ranking *ranking);

/**
 * Facts about a model of ballots.
 * @param out receives the facts. @since 0.2
 */
duel_status duel_ranking_info(const duel_ranking *ranking, duel_ranking_facts *out);

/**
 * The strengths of the items, logits with mean zero, as an estimate: every question answers that needs no more than scores with
 * their covariance, ranks, verdicts and claims included.
 *
 * Units are contexts that repeat, else ballots, all stages of one together; covariance asks for others: DUEL_COVARIANCE_SANDWICH
 * (ballots), _CLUSTERED_BY_CONTEXT, _CLUSTERED_BY_JUDGE, or _EXPECTED and _OBSERVED, which are the same here and take stages as
 * independent. With fewer than 200 units errors are Bell and McCaffrey's (2002) CR2 with their degrees of freedom, and all pairs,
 * ranks and sets of ranks go by sign flips of units; with more there is no correction. DUEL_COVARIANCE_CLUSTERED_TWO_WAY is
 * DUEL_ERR_UNSUPPORTED. Errors of a single unit are DUEL_ERR_DATA. Notes of tables say what the units are.
 * @param options NULL: all defaults; else those of every question.
 * @param out receives the estimate; the caller frees it with duel_estimate_free. @since 0.2
 * Read of options: covariance, intervals, level, seed, draws, threads, cancel, progress, user,
 *   correction, quantiles, mixture.
 */
duel_status duel_ranking_estimate(const duel_ranking *ranking,
                                  const duel_inference_options *options,
                                  duel_estimate **out);

/**
 * The board: every item with its strength, interval, rank and range of ranks, and how often it was shown, put first and put
 * last. Errors are those of duel_ranking_estimate; ranges of ranks hold for all items at once.
 * @param options NULL: all defaults.
 * @param out receives the table: a row for each item, by its id. @since 0.2
 * Read of options: covariance, intervals, level, seed, draws, threads, cancel, progress, user,
 *   correction, quantiles.
 * Columns:
 *   item (item): The item.
 *   estimate (double, logit): The strength; the mean of all is zero.
 *   se (double, logit): Its standard error.
 *   lower (double, logit): Lower end of its interval.
 *   upper (double, logit): Upper end of its interval.
 *   rank (double, rank): Rank, 1 is best; equal strengths share the mean.
 *   rank_best (int64_t, rank): One more than the number of items significantly better.
 *   rank_worst (int64_t, rank): The number of items less those significantly worse.
 *   ballots (double, ballots): Ballots that showed it.
 *   put_first (double, ballots): Of these, those that put it first, alone or tied.
 *   put_last (double, ballots): Of these, those that put it last or named it the worst; not where
 *     several are below all that have a place.
 *   state (one of estimated, held, diverges, boundary, not_identified): Why the standard error is
 *     as it is.
 */
duel_status duel_ranking_scores(const duel_ranking *ranking,
                                const duel_inference_options *options,
                                duel_table **out);

/**
 * Effects beside the strengths: of positions against their mean, of ties (the logarithm of delta), and of covariates, with
 * intervals. Units of errors are those of the estimate.
 * @param options NULL: all defaults.
 * @param out receives the table: a row for each effect. @since 0.2
 * Read of options: covariance, intervals, level, seed, draws, threads, cancel, progress, user,
 *   correction, quantiles.
 * Columns:
 *   term (one of position, tie, covariate): position: that of being shown there, on the scale of
 *     the strengths, against the mean of all positions; tie: the logarithm of the weight delta of
 *     this many items that share a place; covariate: by one unit of it.
 *   number (int64_t): The position, from 1, or how many items share a place.
 *   name (text): The name of the covariate.
 *   estimate (double, that of the strengths): The estimate.
 *   se (double, that of the strengths): Its standard error.
 *   lower (double, that of the strengths): Lower end of its interval.
 *   upper (double, that of the strengths): Upper end of its interval.
 */
duel_status duel_ranking_effects(const duel_ranking *ranking,
                                 const duel_inference_options *options,
                                 duel_table **out);

/* ---- Boards of scores by task, whose means are estimates like any other ---------------------- */

/** The part that groups of tasks have. */
typedef enum {
  /** A sample: groups are the units, and what is said is of groups like these. */
  DUEL_GROUPS_ARE_SAMPLE = 0,
  /** All that there are: tasks are a sample within each group. */
  DUEL_GROUPS_ARE_ALL = 1,
  /** None: tasks are the units, whatever groups they are in. */
  DUEL_GROUPS_ARE_IGNORED = 2
} duel_groups_are;

/** Those that count the same in a mean. */
typedef enum {
  /** Tasks, by their weights. */
  DUEL_AVERAGE_TASKS = 0,
  /** Groups of tasks, whatever their sizes. */
  DUEL_AVERAGE_GROUPS = 1
} duel_average;

/** The stand-in for a missing score. */
typedef enum {
  /**
   * An additive model of items and tasks, by least squares: an item that was given the easy tasks is not the better for it.
   */
  DUEL_MISSING_ADDITIVE = 0,
  /** None: each item has the mean of its own tasks. */
  DUEL_MISSING_AVAILABLE = 1,
  /** None: only tasks count on which all items have a score. */
  DUEL_MISSING_COMMON = 2,
  /** A number, such as 0 where what is missing has failed. */
  DUEL_MISSING_NUMBER = 3,
  /** None: a board with a hole is DUEL_ERR_DATA. */
  DUEL_MISSING_REFUSED = 4
} duel_missing;

/** How the runs of an item on a task make one score. */
typedef enum {
  /** By their mean. */
  DUEL_RUNS_MEAN = 0,
  /**
   * By the probability that at least one of k runs succeeds, 1 - C(R - c, k) / C(R, k) of c successes in R runs, which must
   * be 0 or 1 (Chen et al. 2021).
   */
  DUEL_RUNS_PASS_AT = 1,
  /** By the probability that all of k runs succeed, C(c, k) / C(R, k). */
  DUEL_RUNS_PASS_ALL = 2
} duel_runs;

/**
 * Rows of scores, as columns of `length` values. Zero the struct, set struct_size, fill in what you have.
 */
typedef struct {
  /** sizeof(duel_score_rows). */
  size_t struct_size;
  /** Number of rows. */
  size_t length;
  /** The item that was scored (a system, a model): names or ids. Required. */
  duel_column item;
  /** The task: names or ids. Required. */
  duel_column context;
  /** The score: any finite number; NaN: missing. Required. */
  duel_column score;
  /**
   * The group of the task (a repository, a subject, a language): names or ids. Absent, or missing in a row: no group. A task
   * is in one group.
   */
  duel_column group;
  /**
   * The run: names or ids. Absent, or missing in a row: rows of one item and task are runs of their own.
   */
  duel_column run;
  /** The weight of the task, positive, the same in all its rows. Absent: 1. */
  duel_column weight;
} duel_score_rows;

/**
 * The choices that make means of a board. Zero the struct and set struct_size; zero is the default of every field. NULL
 * means all defaults.
 */
typedef struct {
  /** sizeof(duel_board_options). */
  size_t struct_size;
  /**
   * DUEL_GROUPS_ARE_SAMPLE (default), _ALL or _IGNORED. A board without groups has tasks as its units.
   */
  int32_t groups_are;
  /** DUEL_AVERAGE_TASKS (default) or _GROUPS. */
  int32_t average;
  /**
   * DUEL_MISSING_ADDITIVE (default), _AVAILABLE, _COMMON, _NUMBER or _REFUSED. On a board without holes all are the same.
   */
  int32_t missing;
  /** DUEL_RUNS_MEAN (default), _PASS_AT or _PASS_ALL. */
  int32_t runs;
  /**
   * The number that stands in for a missing score, with DUEL_MISSING_NUMBER; must be 0 otherwise.
   */
  double missing_value;
  /** Runs of DUEL_RUNS_PASS_AT and _PASS_ALL, at least 1; must be 0 otherwise. */
  size_t k;
  /**
   * How many tasks there are, of which those of the board are a sample; 0: endlessly many. Where all of them were scored, only
   * runs are uncertain (Cochran 1977, chapter 10).
   */
  double population;
  /**
   * Non-zero: a smaller score is better. Scores are shown as they are; ranks, groups, tiers, the winner and verdicts go by
   * the smallest.
   */
  int32_t lower_is_better;
  /** Must be zero. */
  int32_t reserved;
  /** Most memory that questions of the estimate may take; 0: half of what there is. */
  size_t max_bytes;
} duel_board_options;

/** Facts about a board. */
typedef struct {
  /** sizeof(duel_board_facts); set it before the call. */
  size_t struct_size;
  /** Items. */
  size_t items;
  /** Tasks. */
  size_t contexts;
  /** Groups of tasks. */
  size_t group_count;
  /** Rows, those without a score included. */
  size_t rows;
  /** Rows without a score. */
  size_t rows_without_score;
  /** Cells, of an item and a task, with a score. */
  size_t cells;
} duel_board_facts;

/**
 * Make an empty board.
 * @param out receives the board; the caller frees it with duel_board_free. @since 0.2
 */
duel_status duel_board_new(duel_board **out);

/** Free a board. NULL is ignored. Estimates of it live on. @since 0.2 */
void duel_board_free(duel_board *board);

/**
 * Append rows of scores: all of them or, at the first invalid one, none. A score that is infinite, a task in two groups or
 * with two weights are DUEL_ERR_DATA with the row. A score that is missing says that the item and the task are there. Append in
 * batches: a call costs as much as the board has tasks.
 * @param rows the rows, as columns. @since 0.2
 */
duel_status duel_board_append(duel_board *board, const duel_score_rows *rows);

/**
 * How much a board has. Looks through its rows: two scores of one item, task and run are DUEL_ERR_DATA.
 * @param out receives the facts. @since 0.2
 */
duel_status duel_board_info(const duel_board *board, duel_board_facts *out);

/**
 * The names of a board, as those of a set without comparisons: items, tasks (its contexts), groups (its clusters) and runs
 * (its judges).
 * @param out receives the set; the caller frees it with duel_set_free. @since 0.2
 */
duel_status duel_board_names(const duel_board *board, duel_set **out);

/**
 * The mean score of each item, as an estimate: every question answers that needs no model, verdicts and claims included. What
 * is added to the board later does not change it.
 *
 * Units are tasks, or groups of tasks as a sample of groups. Of weights w of tasks that sum to 1 a unit g with the share h_g of
 * them adds d_g = sum w_t (x_t - mean) to a mean. Errors are Bell and McCaffrey's (2002) CR2, sum d_g d_g' / (1 - h_g), with their
 * degrees of freedom, 1 / (sum h_g^2 + (sum q_g)^2 - sum q_g^2), q_g = h_g^2 / (1 - h_g), which is the paired t-test where tasks of
 * one weight are the units; correction NONE, CR1 and JACKKNIFE are to be had. All
 * pairs, ranks and sets of ranks go by sign flips of units where these are enough for the level (6 at .95), else by
 * Bonferroni (Romano and Wolf 2005). Means of scores from 0 to 1 have Wilson's intervals at the number of units that their
 * error stands for. Intervals at all looks need 40 units and have no correction. Notes of tables count missing cells.
 * @param options NULL: all defaults.
 * @param inference NULL: all defaults; else those of every question.
 * @param out receives the estimate; the caller frees it with duel_estimate_free. @since 0.2
 * Read of inference: intervals, level, seed, draws, threads, cancel, progress, user, correction,
 *   quantiles, mixture.
 */
duel_status duel_board_estimate(const duel_board *board,
                                const duel_board_options *options,
                                const duel_inference_options *inference,
                                duel_estimate **out);

/**
 * How much of an item's error comes from runs and how much from tasks, by moments (Miller 2024): more runs, or more tasks?
 * Tasks count the same, and groups are ignored. The error of the mean of n tasks with R runs each is
 * sqrt((between + within / R) / n).
 * @param out receives the table: a row for each item. @since 0.2
 * Columns:
 *   item (item): The item.
 *   tasks (int64_t, tasks): Tasks on which it has a score.
 *   runs (int64_t, runs): Runs of all of them.
 *   variance_within (double, squared score): Variance between runs of one task; missing where no
 *     task has two.
 *   variance_between (double, squared score): Variance between tasks, without that of runs: 0 where
 *     the estimate is below.
 *   variance_between_raw (double, squared score): The same as it was estimated.
 *   share_of_runs (double, share): The share of runs in the variance of a single run of a task.
 *   runs_by_task (double, runs): Number of runs of a task that the moments divide by: the mean of
 *     equal numbers, less of unequal ones.
 *   se (double, score): Standard error of the mean with the runs that there are.
 *   se_one_run (double, score): The same with one run of each task.
 *   se_endless_runs (double, score): The same with endlessly many runs: more of them do not lower
 *     it further, more tasks do.
 */
duel_status duel_board_variance(const duel_board *board, duel_table **out);

/* ---- A verdict about a candidate, and claims about the order of items, of any estimate ------- */

/** Questions about a candidate. */
typedef enum {
  /** Is it better, by more than the margin? */
  DUEL_WANT_BETTER = 0,
  /** Is it worse by less than the margin? */
  DUEL_WANT_NOT_WORSE = 1,
  /** Do the two differ by less than the margin? */
  DUEL_WANT_EQUAL = 2
} duel_want;

/** A question about a candidate. */
typedef struct {
  /** sizeof(duel_gate); set it before the call. */
  size_t struct_size;
  /** The item that is judged, zero-based. */
  size_t candidate;
  /** The item that it is compared with, zero-based. */
  size_t baseline;
  /** DUEL_WANT_BETTER (default), _NOT_WORSE or _EQUAL. */
  int32_t want;
  /** Must be zero. */
  int32_t reserved;
  /**
   * A difference that matters, in the unit of the values, not negative; DUEL_WANT_NOT_WORSE and _EQUAL need one above zero.
   */
  double margin;
} duel_gate;

/** Claims about the order of items. */
typedef enum {
  /**
   * first is above second by more than by: 0, a number, or a negative one, which says that it is not worse by as much.
   */
  DUEL_CLAIM_ABOVE = 0,
  /** first and second differ by less than by. */
  DUEL_CLAIM_PARITY = 1,
  /** first is among the k best. */
  DUEL_CLAIM_TOP = 2,
  /** Each of items is above the next. */
  DUEL_CLAIM_ORDER = 3,
  /** Each of items is above each of others. */
  DUEL_CLAIM_GROUPS = 4
} duel_claim_kind;

/** A claim about the order of items. Fields that its kind does not have must be zero. */
typedef struct {
  /** sizeof(duel_claim); set it before the call. */
  size_t struct_size;
  /** DUEL_CLAIM_ABOVE, ... */
  int32_t claim_kind;
  /**
   * Non-zero, of DUEL_CLAIM_TOP with k = 1: the item was chosen because it leads, and its p-value is doubled, which is valid
   * whatever the covariance of normal estimates.
   */
  int32_t is_chosen;
  /** An item, zero-based. */
  size_t first;
  /** Another item, zero-based. */
  size_t second;
  /** Ranks. */
  size_t k;
  /** A difference, in the unit of the values. */
  double by;
  /** Items, zero-based. */
  const size_t *items;
  /** Number of items. */
  size_t item_count;
  /** Other items, zero-based. */
  const size_t *others;
  /** Number of others. */
  size_t other_count;
} duel_claim;

/**
 * A verdict about a candidate against a baseline: pass, fail, or not enough data, read off one interval of the candidate less
 * the baseline, which is that of the options of the estimate. With an interval [L, U] the candidate is better where L > 0,
 * better by the margin where L > margin, not worse where L > -margin, equal where margin > 0, L > -margin and U < margin, worse
 * where U < 0. DUEL_WANT_BETTER passes where L > margin and fails where U < margin, DUEL_WANT_NOT_WORSE passes where L > -margin and
 * fails where U < -margin, DUEL_WANT_EQUAL passes where the two are equal and fails where L > margin or U < -margin. So a pass is
 * wrong with probability (1 - level) / 2 at most (with level .9 that is two one-sided tests at .05), and the words never contradict
 * each other. Where less is better, better means lower; estimate, lower and upper are as the values are.
 *
 * Of two items of a board whose tasks are each solved or not, and which differ on fewer than 50 of them, the interval is Tango's
 * (1998), and better and worse need McNemar's exact test, too.
 *
 * A verdict holds at one look. To look again as units come in, take DUEL_INTERVALS_ANYTIME for the estimate.
 * @param out receives the table of one row. @since 0.2
 * Columns:
 *   candidate (item): The candidate.
 *   baseline (item): The item that the candidate is compared with.
 *   want (one of better, not_worse, equal): The question.
 *   margin (double, that of the quantity): The difference that matters.
 *   verdict (one of pass, fail, not_enough): Whether it is as is wanted; not_enough: the data do
 *     not tell.
 *   estimate (double, that of the quantity): The candidate less the baseline; missing if
 *     unidentified.
 *   se (double, that of the quantity): Its standard error.
 *   lower (double, that of the quantity): Lower end of the interval that all is read off.
 *   upper (double, that of the quantity): Its upper end.
 *   is_better (bool): Whether the candidate is better.
 *   is_better_by_margin (bool): Whether it is better by more than the margin.
 *   is_not_worse (bool): Whether it is not worse by the margin or more.
 *   is_equal (bool): Whether the two are equal within the margin.
 *   is_worse (bool): Whether it is worse.
 *   is_worse_by_margin (bool): Whether it is worse by more than the margin.
 *   units (int64_t, units): Independent units behind the interval; missing where not known.
 *   units_needed (double, units): More units like these that would pass with a power of .8 at the
 *     present difference; infinite where no number does, missing where the verdict is not open.
 *   p (double, probability): One-sided p-value of what is wanted against its being false; missing
 *     at all looks.
 *   log_e (double): Logarithm of the e-value of what is wanted, which holds at all looks; missing
 *     at one look.
 *   sentence (text): The answer in words.
 */
duel_status duel_estimate_gate(const duel_estimate *estimate,
                               const duel_gate *gate,
                               duel_table **out);

/**
 * Judges claims about the order of items, all jointly: a claim is supported where its p-value is at most (1 - level) / count,
 * refuted where the p-value of its contrary is, else open. Of a claim and its contrary one is true, so that any of the words is
 * false with probability 1 - level at most. Claims may come from anywhere if not from these data; of the item that leads say
 * is_chosen.
 *
 * p-values are one-sided, by the distribution of the estimate: of DUEL_CLAIM_TOP k times the (m - k)-th smallest of those that
 * the item is above each other (a partial conjunction, Benjamini and Heller 2008), of an order and of groups the largest.
 * @param claims count claims.
 * @param out receives the table: a row for each claim. @since 0.2
 * Columns:
 *   claim (int64_t): Number of the claim, from 0.
 *   state (one of open, supported, refuted): Whether it is supported or refuted, jointly with all
 *     others at the level of the estimate; else open.
 *   p_supported (double, probability): The p-value against the claim's being false; missing where a
 *     difference is not known.
 *   p_refuted (double, probability): The p-value against its being true.
 *   estimate (double, that of the quantity): The difference, of a claim about one, as more is
 *     better; else missing.
 *   at_least (double, that of the quantity): The difference is at least this, jointly with all
 *     other claims.
 */
duel_status duel_estimate_claims(const duel_estimate *estimate,
                                 const duel_claim *claims,
                                 size_t count,
                                 duel_table **out);

/* ---- Order beside ranks, of any estimate: groups, tiers, probable ranks, quasi-variances ----- */

/**
 * Groups of items without significant differences, as duel_model_compact_letters, of any estimate: of scores, of values of one
 * functional, of values that somebody else estimated.
 * @param out receives the table: a row for each item of each group. @since 0.2
 * Columns:
 *   group (int64_t): The group, from 0, that of the best item.
 *   item (item): An item that belongs to it.
 */
duel_status duel_estimate_compact_letters(const duel_estimate *estimate, duel_table **out);

/**
 * Tiers of items, as duel_model_tiers, of any estimate.
 * @param by DUEL_TIERS_SIGNIFICANCE, _NUMBER or _GAP.
 * @param value by number: how many tiers, 1 to the number of different values; by gap: the gap, in the unit of the
 *   values, not negative; by significance ignored.
 * @param out receives the table. @since 0.2
 * Columns:
 *   item (item): The item.
 *   tier (int64_t): Its tier, 0 for the best; missing for an item that has no place among the
 *     others: outside the largest component, of unknown score, or diverging.
 */
duel_status duel_estimate_tiers(const duel_estimate *estimate,
                                duel_tiering by,
                                double value,
                                duel_table **out);

/**
 * The distributions of ranks in a few numbers, as duel_model_rank_summary, of any estimate.
 * @param out receives the table. @since 0.2
 * Columns:
 *   item (item): The item.
 *   best_probability (double, probability): Probability of being the best; missing, like all else,
 *     for an item without a rank.
 *   rank_mean (double, rank): Expected rank.
 *   rank_sd (double, rank): Standard deviation of the rank.
 *   rank_lower (int64_t, rank): Lower quantile: at most half of 1 - level of the probability is on
 *     ranks below it.
 *   rank_upper (int64_t, rank): Upper quantile: at most half of 1 - level of the probability is on
 *     ranks above it.
 */
duel_status duel_estimate_rank_summary(const duel_estimate *estimate, duel_table **out);

/**
 * Probabilities of ranks, as duel_model_rank_probabilities, of any estimate.
 * @param out values x values, row-major: in row i the probability of rank r + 1 in column r.
 * @param capacity number of doubles that fit in out. @since 0.2
 */
duel_status duel_estimate_rank_probabilities(const duel_estimate *estimate,
                                             double *out,
                                             size_t capacity);

/**
 * The probability that one item is truly better than another, as duel_model_superiority, of any estimate.
 * @param out values x values, row-major: in row i, column j that i is better than j. NaN on the diagonal, and for a value that is
 *   not known.
 * @param capacity number of doubles that fit in out. @since 0.2
 */
duel_status duel_estimate_superiority(const duel_estimate *estimate, double *out, size_t capacity);

/**
 * Quasi-variances, as duel_model_quasi_variances, of any estimate.
 * @param out receives values quasi-variances.
 * @param capacity number of doubles that fit in out, at least values.
 * @param info NULL, or its struct_size says how much of it is filled. @since 0.2
 */
duel_status duel_estimate_quasi_variances(const duel_estimate *estimate,
                                          double *out,
                                          size_t capacity,
                                          duel_quasi_facts *info);

/* ---- After choosing: what the winner is worth, and where one item may stand ------------------ */

/** Ends of ranges of ranks. */
typedef enum {
  /** Both. */
  DUEL_SIDE_BOTH = 0,
  /** The best rank alone; the worst is the number of items. */
  DUEL_SIDE_BEST = 1,
  /** The worst rank alone; the best is 1. */
  DUEL_SIDE_WORST = 2
} duel_side;

/** The value of the item that was chosen. */
typedef struct {
  /** sizeof(duel_winner_facts); set it before the call. */
  size_t struct_size;
  /** The item at the rank. */
  size_t item;
  /** Where is_tied: the item with the same estimate; else the item itself. */
  size_t tied_item;
  /**
   * Whether another item has the same estimate (to 1e-9 standard errors): no item is at this rank, and of the numbers
   * below only the naive and the projected interval are not NaN.
   */
  int32_t is_tied;
  /** Whether standard errors are of fewer than 40 clusters: too few for what follows. */
  int32_t is_few;
  /** Its estimate. */
  double estimate;
  /** Its standard error. */
  double se;
  /** The median-unbiased estimate: as often too high as too low. */
  double median;
  /** Lower end of its interval. */
  double lower;
  /** Upper end of its interval. */
  double upper;
  /**
   * The lower end by itself, all of the error on its side; where less is better (duel_given), the upper end.
   */
  double lower_bound;
  /** Lower end of the interval that does not allow for the choice. */
  double naive_lower;
  /** Its upper end. */
  double naive_upper;
  /**
   * Lower end of the simultaneous interval of all items at level 1 - (1 - level) / 10, which holds whoever is chosen.
   */
  double projection_lower;
  /** Its upper end. */
  double projection_upper;
  /** How far the estimate is ahead of the next item's; NaN for the last. */
  double lead;
} duel_winner_facts;

/**
 * The value of the item that came first: the best of many is overrated by its own estimate. The interval and the
 * median-unbiased estimate hold for the true score of the item with the largest estimate, whichever that is: the hybrid
 * of Andrews, Kitagawa and McCloskey (2024), by the distribution of the estimate given that it came first, within the
 * simultaneous interval of all items at a tenth of the error. Near a tie the median lies well below the estimate, which
 * the interval may even exclude: a small lead is weak evidence.
 *
 * It allows for the choice among the items of the question: not for items left out before, nor for a model chosen for
 * its winner. For the best of a few variants name these. Of scores, with the normalisation and the unit of the options, or of the
 * values of one functional; the normal distribution, with draws for the simultaneous interval where there is no formula. With
 * few clusters, Student's distribution and Bonferroni's simultaneous interval. This is an approximation: of 5 to 40 equal items
 * with 6 to 100 clusters the 95 % interval misses on 2 to 6 % of boards.
 * DUEL_ERR_NOT_IDENTIFIED where an item has no finite variance, DUEL_ERR_UNSUPPORTED where the winner has
 * no error (the reference item) and for intervals at all looks.
 * @param items the items it is chosen from; NULL: all.
 * @param item_count number of items, or 0.
 * @param rank the rank that the item has among them; 0: 1, the winner.
 * @param out its struct_size says how much of it is filled. @since 0.2
 */
duel_status duel_estimate_winner(const duel_estimate *estimate,
                                 const size_t *items,
                                 size_t item_count,
                                 size_t rank,
                                 duel_winner_facts *out);

/**
 * How ranks are asked for. Zero the struct and set struct_size; zero is the default of every field. NULL means all
 * defaults: the ranks of all items at once, in steps.
 */
typedef struct {
  /** sizeof(duel_rank_set_options). */
  size_t struct_size;
  /** DUEL_SIDE_BOTH (default), _BEST or _WORST. */
  int32_t side;
  /**
   * Non-zero: each set holds by itself at the level, which makes it narrower. 0: all hold at once.
   */
  int32_t one_by_one;
  /**
   * Non-zero: one critical value for all comparisons. 0: those that are decided leave the family, and the others get
   * a smaller one, until no further pair is decided.
   */
  int32_t single_step;
  /** Must be zero. */
  int32_t reserved;
  /** Number of first and of last ranks whose candidates are marked; 0: none. */
  size_t top;
} duel_rank_set_options;

/**
 * Ranks that items may have (Mogstad, Romano, Shaikh and Wilhelm 2024): narrower than the simultaneous
 * ranges of duel_estimate_ranks: for one item, for one side, or by a step-down procedure. Item j is significantly better than i where the
 * difference of their estimates in standard errors exceeds the quantile of the largest such difference over the comparisons
 * that are asked for, from draws by the seed of the options. True ties: an item may have any rank of its tie, and the
 * sets hold all of them. Of scores, or of the values of one functional. Pairs without a standard error are never decided.
 *
 * With top, is_top marks a set of items that contains, at the level, all items truly among the first top ranks, and
 * is_bottom one for the last; both are simultaneous over all items and step down, whatever the other options.
 * @param items the items whose ranks, among all, are asked for; NULL: all.
 * @param item_count number of items, or 0.
 * @param options NULL: all at once, both ends, in steps.
 * @param out receives the table: a row for each item that is asked for. DUEL_ERR_UNSUPPORTED for intervals at all
 *   looks. @since 0.2
 * Read of options: all fields.
 * Columns:
 *   item (item): The item.
 *   rank (double, rank): Rank, 1 is best; equal values share the mean; missing where it is not
 *     known.
 *   rank_best (int64_t, rank): The best rank that it may have; 1 where that is not asked for.
 *   rank_worst (int64_t, rank): The worst rank that it may have; the number of items where that is
 *     not asked for.
 *   is_top (bool): Whether it may be among the first; missing where that is not asked.
 *   is_bottom (bool): Whether it may be among the last; missing where that is not asked.
 *   told_apart (int64_t, items): Items that are significantly better or significantly worse.
 */
duel_status duel_estimate_rank_sets(const duel_estimate *estimate,
                                    const size_t *items,
                                    size_t item_count,
                                    const duel_rank_set_options *options,
                                    duel_table **out);

/* ---- Panels of judges: rankings by judge, and estimates that allow for the choice of the rank of disagreement  */

/*
 * An estimate of DUEL_QUANTITY_STRENGTHS has the strengths of all judges; duel_estimate_judge takes those of one, of which all
 * questions of order can be asked.
 */

/** How ranks of disagreement become one answer. */
typedef enum {
  /** Single values are means over ranks; what must hold at once is the union of two ranks. */
  DUEL_RANKS_AVERAGED = 0,
  /**
   * Intervals and claims are the union of two ranks: that of the least Schwarz criterion, and the next.
   */
  DUEL_RANKS_EITHER = 1
} duel_ranks;

/**
 * How to average over ranks of disagreement. Zero the struct and set struct_size; zero is the default of every field. NULL
 * means all defaults.
 */
typedef struct {
  /** sizeof(duel_rank_average_options). */
  size_t struct_size;
  /** DUEL_RANKS_AVERAGED (default) or DUEL_RANKS_EITHER. */
  int32_t ranks;
  /** The highest rank; 0: 3, or the highest that there can be. */
  int32_t max_rank;
} duel_rank_average_options;

/**
 * The estimates of a quantity over ranks of disagreement. The model is fitted again with ranks 0, 1, ..., its comparisons and
 * other choices as they are; a rank that chance alone made the best makes intervals by judge too short (.44 to .87 for .95 where
 * disagreement is weak).
 *
 * A single value is the mean e = sum w_r e_r, with the error sum w_r sqrt(v_r + (e_r - e)^2) (Buckland, Burnham and Augustin
 * 1997). w_r is in proportion to exp(-C_r / 2), C_r = 2 d_r - 2 log L_r by Akaike, or 2 tr(H^-1 M) - 2 log L_r by Takeuchi where
 * errors are of clusters, as they are by default where contexts repeat. In simulations 95 % intervals held about 93 % (92 to 96).
 * Means of all pairs of a judge at once held 88 %, so ranks, sets of ranks, adjusted tests of pairs and contrasts, simultaneous
 * intervals and claims are the union of what two ranks say, that of the least Schwarz criterion and the next; single intervals
 * of that union held 96 % and more. An estimate outside of the union widens it. The covariance is that of the mixture of
 * ranks, whose errors are a little larger than those of single values.
 *
 * A value is made of the ranks at which it is known. A rank without an estimate is left out and named in the notes of
 * tables; with one rank left the estimate is that of its model. Where the criteria choose different ranks, notes say
 * fragile_rank. The winner, groups, tiers, quasi-variances and what holds at all looks are DUEL_ERR_UNSUPPORTED, and claims
 * without DUEL_RANKS_EITHER. DUEL_ERR_UNSUPPORTED, too: one ranking for all judges (DUEL_STRENGTH_POOLED), and weights, which have no
 * likelihood.
 * @param quantity DUEL_QUANTITY_SCORES (the consensus) or DUEL_QUANTITY_STRENGTHS.
 * @param options NULL: all defaults.
 * @param inference NULL: all defaults. They are copied.
 * @param out receives the estimate. @since 0.2
 * Read of inference: covariance, intervals, normalisation, scale, reference_item, reference_judge,
 *   weights, weight_count, level, unit, origin, seed, draws, threads, cancel, progress, user,
 *   correction, quantiles, errors, error_draws.
 */
duel_status duel_model_average(const duel_model *model,
                               duel_quantity quantity,
                               const duel_rank_average_options *options,
                               const duel_inference_options *inference,
                               duel_estimate **out);

/**
 * The part that each rank of disagreement has in an estimate of duel_model_average.
 * @param out receives the table: a row for each rank. Other estimates are DUEL_ERR_UNSUPPORTED. @since 0.2
 * Columns:
 *   directions (int64_t): Number of directions of disagreement, the rank.
 *   status (one of ok, null, argument, data, name, size, format, unsupported, not_identified,
 *     not_converged, numeric, cancelled, memory, internal): The end of the fit; of a rank that
 *     failed, why it is left out.
 *   dimension (int64_t): Identified dimension.
 *   criterion (double): The criterion of its weight, Akaike's or, where errors are of clusters,
 *     Takeuchi's; missing where a rank is left out.
 *   bic (double): Schwarz's criterion.
 *   rank_weight (double): Its weight in single values; 0 where it is left out.
 *   is_in_union (bool): Whether it is one of the two ranks of which the union is taken.
 */
duel_status duel_estimate_averaged_ranks(const duel_estimate *estimate, duel_table **out);

/**
 * The strengths of one judge as an estimate of their own, with one value for each item: pairs, ranks, sets of ranks, the winner,
 * groups, tiers and probabilities of ranks are then those of this judge.
 *
 * Without directions of disagreement strengths are a product gamma_k mu, whose delta method fails near gamma_k = 0. Order by
 * the judge is then that of the consensus, or its reverse where gamma_k is negative, and a difference counts as |z| =
 * min(|gamma_k| / se, |difference of mu| / se) standard errors (intersection and union, Berger 1982); of a judge at the boundary
 * every item may have any rank. The winner, quasi-variances and claims are DUEL_ERR_UNSUPPORTED there. So is order with
 * DUEL_INTERVALS_ANYTIME.
 * @param estimate of DUEL_QUANTITY_STRENGTHS: of duel_model_estimate or duel_model_average.
 * @param judge number of the judge, from 0. One whose votes do not determine its strengths is DUEL_ERR_NOT_IDENTIFIED.
 * @param out receives the estimate. @since 0.2
 */
duel_status duel_estimate_judge(const duel_estimate *estimate, size_t judge, duel_estimate **out);

/**
 * Ranks that items may have by each of some judges, all at once: duel_estimate_rank_sets judge by judge, each of K judges at
 * level^(1/K), which together are at least as sure as the level (the Gaussian correlation inequality, Royen 2014); of one side
 * at 1 - (1 - level) / K. Steps down stay within a judge.
 * @param estimate of DUEL_QUANTITY_STRENGTHS: of duel_model_estimate or duel_model_average.
 * @param judges numbers of judges, each once; NULL: all.
 * @param judge_count number of judges, or 0.
 * @param options NULL: all items at once, both ends, in steps.
 * @param out receives the table: all items by the first judge, then by the next. By a judge whose votes leave its strengths
 *   open every item may have any rank; if it is the only one that is asked for, it is DUEL_ERR_NOT_IDENTIFIED. @since 0.2
 * Read of options: all fields.
 * Columns:
 *   judge (judge): The judge.
 *   item (item): The item.
 *   rank (double, rank): Rank by the judge's strengths, 1 is best; equal ones share the mean;
 *     missing where it is not known.
 *   rank_best (int64_t, rank): The best rank that it may have.
 *   rank_worst (int64_t, rank): The worst.
 *   is_top (bool): Whether it may be among the first ranks that were asked for; missing if none
 *     were.
 *   is_bottom (bool): Whether it may be among the last ranks that were asked for; missing if none
 *     were.
 *   told_apart (int64_t, items): Items significantly better or worse.
 */
duel_status duel_estimate_judge_ranks(const duel_estimate *estimate,
                                      const size_t *judges,
                                      size_t judge_count,
                                      const duel_rank_set_options *options,
                                      duel_table **out);

/**
 * Pairs of items that judges have in another order than the consensus. That a judge has i above j and the consensus j above i has
 * the larger of the two one-sided p-values; Holm's adjustment is over all pairs of all judges that are asked for. An order that
 * follows the position rather than the items looks like a reversal: see the warning position_followers of
 * duel_model_warnings.
 * @param estimate of DUEL_QUANTITY_STRENGTHS, of duel_model_estimate.
 * @param judges numbers of judges, each once; NULL: all.
 * @param judge_count number of judges, or 0.
 * @param out receives the table: the pairs (0, 1), (0, 2), ... by the first judge, then by the next. @since 0.2
 * Columns:
 *   judge (judge): The judge.
 *   first (item): The first item.
 *   second (item): The second item.
 *   estimate (double, that of the quantity): The judge's strength of the first less that of the
 *     second; missing if unidentified.
 *   consensus (double, score): The same by the consensus.
 *   p (double, probability): The larger of two one-sided p-values: of the judge's order, and of the
 *     opposite order of the consensus.
 *   p_adjusted (double, probability): The p-value, adjusted for the family of tests.
 */
duel_status duel_estimate_reversals(const duel_estimate *estimate,
                                    const size_t *judges,
                                    size_t judge_count,
                                    duel_table **out);

/**
 * Pairs of items that all of some judges have in the same order, and how many judges have each order. That all have i above j
 * has the largest one-sided p-value of a judge, with no adjustment for judges; Holm's adjustment is over both orders of all
 * pairs, since the data choose the order. Numbers of judges are those whose one-sided p-values Holm's adjustment over judges
 * leaves at 1 - level or less: at least this many, for each pair and order by itself.
 * @param estimate of DUEL_QUANTITY_STRENGTHS, of duel_model_estimate.
 * @param judges numbers of judges, each once; NULL: all.
 * @param judge_count number of judges, or 0.
 * @param out receives the table: a row for each pair, the item first that more speaks for. @since 0.2
 * Columns:
 *   first (item): The item that all judges have above the second, if they agree.
 *   second (item): The other.
 *   p (double, probability): The largest one-sided p-value of a judge having the first above the
 *     second.
 *   p_adjusted (double, probability): The p-value, adjusted for the family of tests.
 *   judges_first (int64_t, judges): At the level at least this many judges have the first above the
 *     second.
 *   judges_second (int64_t, judges): At the level at least this many have the second above the
 *     first.
 */
duel_status duel_estimate_unanimous(const duel_estimate *estimate,
                                    const size_t *judges,
                                    size_t judge_count,
                                    duel_table **out);

/* ---- Monitors: what is claimed of all pairs of items, kept between looks at growing data ----- */

/** How the pairs that are compared are chosen. */
typedef enum {
  /** Without looking at answers: at random, by a schedule, by traffic. */
  DUEL_DESIGN_FIXED = 0,
  /**
   * By any rule that looks at earlier answers alone. The model must be right and have a likelihood.
   */
  DUEL_DESIGN_ADAPTIVE = 1,
  /**
   * By draws with known propensities (duel_policy_draw), which may depend on earlier contexts: nonparametric scores.
   */
  DUEL_DESIGN_DRAWN = 2
} duel_design;

/**
 * Settings that are fixed before the first look, and saved with a monitor. Zero the struct and set struct_size; zero is the default of every field.
 * NULL means all defaults.
 */
typedef struct {
  /** sizeof(duel_monitor_options). */
  size_t struct_size;
  /** DUEL_DESIGN_FIXED (default), _ADAPTIVE or _DRAWN. */
  int32_t design;
  /**
   * Non-zero: evidence is exact, for small boards: every batch of comparisons is predicted from those before, without
   * asymptotics, under any design (Wasserman, Ramdas and Balakrishnan 2020). It costs power.
   */
  int32_t exact;
  /**
   * The probability that anything that is claimed of all pairs together is ever wrong, at most; 0: 0.05.
   */
  double alpha;
  /**
   * Size of a difference that matters, in the unit of the scores: as in duel_inference_options; fix it before there are
   * data. 0: the default there.
   */
  double mixture;
  /** The most items there will ever be, whose pairs share alpha; 0: those of the first look. */
  size_t max_items;
} duel_monitor_options;

/**
 * Makes a monitor, which keeps what has been established of all pairs of items, at all looks together: the largest
 * e-value of each pair, the intersection of its intervals, and the order once it is decided. Look as often as you like, and stop when
 * duel_monitor_facts.open is 0, or when what you want to claim is decided.
 * @param options NULL: all defaults.
 * @param out receives it; free it with duel_monitor_free. @since 0.2
 */
duel_status duel_monitor_new(const duel_monitor_options *options, duel_monitor **out);

/** Frees a monitor. NULL is fine. @since 0.2 */
void duel_monitor_free(duel_monitor *monitor);

/**
 * A look: at the scores of a model (DUEL_QUANTITY_SCORES) or of one functional, of all data so far. Items are matched by
 * name (of functionals by number); new ones join while there is room, and one that is missing keeps what it had. Looks
 * must not shrink: data are added, not replaced. A failure changes nothing.
 *
 * DUEL_DESIGN_FIXED and _DRAWN: e-values and intervals are those of DUEL_INTERVALS_ANYTIME, for each pair by itself and
 * with its share of alpha; 40 independent units at least. DUEL_DESIGN_ADAPTIVE: the information takes the place of the covariance of the
 * options, and one bound holds for all pairs, whatever rule chose them (Abbasi-Yadkori, Pal and Szepesvari 2011);
 * where comparisons repeat within contexts, ties count as half, or weights are of importance it is DUEL_ERR_UNSUPPORTED.
 * Evidence that is exact is that of a pooled model with a likelihood at its maximum; its intervals say the order alone.
 * @param estimate the scores; its options say how errors are computed: covariance, correction, unit. Its intervals, level
 *   and mixture are not read.
 * @param batch the comparisons since the last look, where evidence is exact; else NULL. All items of a later batch are in the
 *   first one (else DUEL_ERR_NAME); comparisons that are not those that the model has more than at the last look are
 *   DUEL_ERR_ARGUMENT. @since 0.2
 */
duel_status duel_monitor_look(duel_monitor *monitor,
                              const duel_estimate *estimate,
                              const duel_set *batch);

/**
 * The evidence of all looks together on pairs of items.
 * @param out receives the table: a row for each pair of items known, in the order in which they came. Its note says where looks
 *   contradict each other: the comparisons or the items have changed. @since 0.2
 * Columns:
 *   first (item): One of two items.
 *   second (item): The other item.
 *   estimate (double, score): The difference of their scores at the last look that had both;
 *     missing where it is unidentified.
 *   se (double, score): Its standard error.
 *   log_e (double): Logarithm of the e-value against equality at that look; missing where none had
 *     both.
 *   log_e_largest (double): The largest of these of all looks.
 *   p (double, probability): The p-value of the largest, valid whenever one stops.
 *   lower (double, score): Lower end of the difference by all looks, for this pair by itself;
 *     missing where looks contradict each other.
 *   upper (double, score): Upper end of it.
 *   simultaneous_lower (double, score): Lower end of the difference by all looks, for all pairs at
 *     once.
 *   simultaneous_upper (double, score): Upper end of it.
 *   order (one of open, first, second): Which is better by now, for all pairs at once; what was
 *     decided stays.
 *   decided_at (int64_t, look): The number of the look that decided it, from 1; missing while it is
 *     open.
 *   is_contradicted (bool): Whether no difference agrees with all looks.
 */
duel_status duel_monitor_pairs(const duel_monitor *monitor, duel_table **out);

/**
 * Ranks with ranges that hold for all items at all looks together.
 * @param out receives the table: a row for each item known, in the order in which they came. @since 0.2
 * Columns:
 *   item (item): The item.
 *   rank (double, rank): Rank by score at the last look that had it, 1 is best; equal values share
 *     the mean; missing where it is not known.
 *   rank_best (int64_t, rank): One more than the number of items that were found to be better.
 *   rank_worst (int64_t, rank): The number of items less those that were found to be worse.
 */
duel_status duel_monitor_ranks(const duel_monitor *monitor, duel_table **out);

/** Where a monitor stands. */
typedef struct {
  /** sizeof(duel_monitor_facts); set it before the call. */
  size_t struct_size;
  /** Looks so far. */
  size_t looks;
  /** Items known. */
  size_t items;
  /** The most items there may be; 0: not known before the first look. */
  size_t max_items;
  /** Pairs whose order is open. */
  size_t open;
  /** Pairs whose order is decided. */
  size_t decided;
  /** Pairs of which looks contradict each other. */
  size_t contradicted;
  /** DUEL_DESIGN_FIXED, ... */
  int32_t design;
  /** Whether evidence is exact. */
  int32_t is_exact;
  /** The probability that anything claimed of all pairs is ever wrong, at most. */
  double alpha;
  /** The size of a difference that matters; 0: not known before the first look. */
  double mixture;
  /** Comparisons at the last look; contexts, of functionals. */
  double comparisons;
  /** Independent units at the last look: contexts where they are the clusters, else comparisons. */
  double units;
} duel_monitor_facts;

/**
 * Facts about a monitor.
 * @param out its struct_size says how much of it is filled. @since 0.2
 */
duel_status duel_monitor_info(const duel_monitor *monitor, duel_monitor_facts *out);

/**
 * Saves a monitor to bytes, versioned and checksummed, to go on after the next data. Call with out NULL and capacity 0 for
 * the length.
 * @param length receives the number of bytes. @since 0.2
 */
duel_status duel_monitor_save(const duel_monitor *monitor,
                              void *out,
                              size_t capacity,
                              size_t *length);

/**
 * Loads a saved monitor. Bytes that are damaged or truncated are DUEL_ERR_FORMAT.
 * @param out receives it; free it with duel_monitor_free. @since 0.2
 */
duel_status duel_monitor_load(const void *bytes, size_t length, duel_monitor **out);

/* ---- Learning the nuisances of nonparametric scores: probabilities of labels, and propensities  */

/** Learner of the probabilities mu. */
typedef enum {
  /**
   * Multinomial logit with, for each item shown first and second, cubic splines of the
   * features, an intercept for every ordered pair, and coefficients of the predictions. Items and pairs have one ridge, and
   * what features and predictions say another, both chosen by held-out log likelihood; the second starts where they say
   * nothing, so that noise does no harm. The one to start with.
   */
  DUEL_LEARNER_SPLINE = 0,
  /**
   * Shares of the categories among the labels of each pair, drawn towards those of all
   * labels by a number of labels, of 0.5 to 500, of which the loss is least where each label is left out of its pair. Looks at no features: enough for Borda scores with known
   * propensities, and for no others.
   */
  DUEL_LEARNER_FREQUENCIES = 1,
  /**
   * Small gradient-boosted trees (32 quantile bins, depth 4, Newton leaves, the number of
   * rounds by held-out log likelihood).
   */
  DUEL_LEARNER_TREES = 2
} duel_learner;

/** Learner of the propensities. */
typedef enum {
  /** Known, not learnt. */
  DUEL_PROPENSITY_KNOWN = 0,
  /**
   * Frequencies of pairs, with 1/2 added to each count. Right where what is labelled does not
   * depend on the context.
   */
  DUEL_PROPENSITY_FREQUENCIES = 1,
  /**
   * Logistic regression on cubic splines of the features: one softmax over the pairs and "none"
   * where no context has labels of more than one pair, else each pair by itself.
   */
  DUEL_PROPENSITY_LOGIT = 2
} duel_propensity;

/**
 * How to learn, and from what features. Zero the struct and set struct_size, items and categories; zero is
 * the default of every other field. The features are those of the contexts given beside it; they must be
 * known before the label (a judge's confidence in its own verdict is part of the label).
 */
typedef struct {
  /** sizeof(duel_nuisance_options). */
  size_t struct_size;
  /** Number of items K, at least 2. */
  size_t items;
  /** Number of categories C, at least 2: the first shown wins, loses, then any others. */
  size_t categories;
  /**
   * DUEL_PAIRS_ORDERED or _ORDERED_UNCHECKED (0, 1): mu_jk and mu_kj are learnt apart.
   * DUEL_PAIRS_UNORDERED: the order has no effect; each label is one of the mirrored pair as well, with the
   * first two categories exchanged.
   */
  int32_t pairs;
  /** DUEL_LEARNER_SPLINE (default), _FREQUENCIES or _TREES. */
  int32_t learner;
  /** DUEL_PROPENSITY_KNOWN (default), _FREQUENCIES or _LOGIT. */
  int32_t propensities;
  /** Number of folds, 2 to 1000; 0: 5. A cluster is in one of them by a hash of its number. */
  int32_t folds;
  /**
   * Ridge of the logistic learners, positive; 0: chosen in each fold, from 0.3 to 300 for items and pairs, from 0.3
   * to 30 for propensities. Where it is given and feature_ridge is not, it is the ridge of everything.
   */
  double ridge;
  /** Seed of the folds. */
  uint64_t seed;
  /**
   * Numbers known of every context: n x feature_count, row-major and finite; NULL if there are none.
   */
  const double *features;
  /** Number of features. */
  size_t feature_count;
  /**
   * This number of features, the last ones, enter linearly instead of by splines, in standard deviations from the mean;
   * so do those of fewer than five values. Trees do not mind.
   */
  size_t linear_count;
  /**
   * Numbers known of every ordered pair of every context, such as the log-odds that a judge gives the item
   * shown first: n x K x K x prediction_count, row-major, finite off the diagonal; NULL if there are none.
   */
  const double *predictions;
  /** Number of predictions of a pair. */
  size_t prediction_count;
  /**
   * Ridge of what features and predictions say in DUEL_LEARNER_SPLINE, positive; 0: that of ridge if it is given, or else
   * chosen in each fold, from four times the number of labels down.
   */
  double feature_ridge;
} duel_nuisance_options;

/** Facts about learners. */
typedef struct {
  /** sizeof(duel_nuisance_facts); set it before the call. */
  size_t struct_size;
  /** Number of items. */
  size_t items;
  /** Number of categories. */
  size_t categories;
  /** Number of contexts. */
  size_t contexts;
  /** Number of folds. */
  size_t folds;
  /** Mean of -log mu over the labels, each predicted by the fit that has not seen it. */
  double log_loss;
  /** The same of pair frequencies. If log_loss is not smaller, the features do not help. */
  double frequency_loss;
  /**
   * Folds with labels of one category, or none, to learn from: they are predicted by pair frequencies.
   */
  size_t fallbacks;
  /**
   * Ordered pairs (DUEL_PAIRS_UNORDERED: unordered) of which some fit has seen no label: what is predicted
   * for them is extrapolation.
   */
  size_t unlabelled;
  /**
   * The loss of the spline learner without features, of items and pairs alone; NaN where there are no features, and of
   * DUEL_LEARNER_FREQUENCIES.
   */
  double items_loss;
  /** How much smaller log_loss is than items_loss. */
  double gain;
  /** The standard error of that, by cluster. */
  double gain_se;
} duel_nuisance_facts;

/**
 * Learns from labels.
 * @param contexts length (n), the columns of the labels (context, first, second, category), cluster if there
 *   are clusters (integers that are not negative; else each context is one), threads, cancel, progress. mu,
 *   judge and propensities must be NULL; propensity and weight are ignored. Several labels of a pair
 *   all count. Contexts without labels may be among them and are predicted. A bad label is named by
 *   duel_last_error_row; no labels at all are DUEL_ERR_DATA.
 * @param options items, categories, features and how to learn.
 * @param out receives it; free it with duel_nuisance_free. @since 0.1
 * Read of options: all fields.
 */
duel_status duel_nuisance_fit(const duel_gars_contexts *contexts,
                              const duel_nuisance_options *options,
                              duel_nuisance **out);

/** Frees learners. NULL is fine. @since 0.1 */
void duel_nuisance_free(duel_nuisance *nuisance);

/**
 * Facts about learners.
 * @param out its struct_size says how much of it is filled. @since 0.1
 */
duel_status duel_nuisance_info(const duel_nuisance *nuisance, duel_nuisance_facts *out);

/**
 * The setting that was taken in every fold.
 * @param out receives the table. @since 0.2
 * Columns:
 *   fold (int64_t): Number of the fold, from 0.
 *   ridge (double): The ridge of items and pairs of splines; missing of other learners, and where
 *     the fold is predicted by pair frequencies.
 *   rounds (int64_t): The number of rounds of trees; missing as the ridge is.
 *   feature_ridge (double): The ridge of what features and predictions say, of splines; missing as
 *     the ridge is, and without features.
 */
duel_status duel_nuisance_settings(const duel_nuisance *nuisance, duel_table **out);

/**
 * Warnings about learners, in sentences with figures: that a setting is the last of those tried, that features say nothing,
 * or that the learner is worse than one without them.
 * @param out receives the table: a row for each warning, none where there is nothing to say. @since 0.2
 * Columns:
 *   code (one of edge, no_gain, worse): The kind of the warning.
 *   text (text): One sentence, with figures.
 */
duel_status duel_nuisance_warnings(const duel_nuisance *nuisance, duel_table **out);

/**
 * The fold of every context that was learnt from: its probabilities are by fits to the labels of other folds. What
 * duel_gars_contexts wants as fold for the second-order correction.
 * @param out receives n integers from 0.
 * @param capacity number of integers that fit in out. @since 0.2
 */
duel_status duel_nuisance_folds(const duel_nuisance *nuisance, int32_t *out, size_t capacity);

/**
 * Cross-fitted probabilities of contexts that were learnt from (labelled or not).
 * @param first zero-based number of the first context.
 * @param count number of contexts.
 * @param mu receives count x K x K x C, row-major: item shown first, item shown second, category; 0 for an
 *   item against itself. With DUEL_PAIRS_UNORDERED mirrored pairs agree exactly.
 * @param capacity number of doubles that fit in mu. @since 0.1
 */
duel_status duel_nuisance_predict(const duel_nuisance *nuisance,
                                  size_t first,
                                  size_t count,
                                  double *mu,
                                  size_t capacity);

/**
 * Cross-fitted propensities of contexts that were learnt from; DUEL_ERR_UNSUPPORTED with
 * DUEL_PROPENSITY_KNOWN.
 * @param first zero-based number of the first context.
 * @param count number of contexts.
 * @param out receives count x K x K, row-major, 0 for an item against itself; with DUEL_PAIRS_UNORDERED the
 *   probability of the pair in both places.
 * @param capacity number of doubles that fit in out. @since 0.1
 */
duel_status duel_nuisance_propensities(const duel_nuisance *nuisance,
                                       size_t first,
                                       size_t count,
                                       double *out,
                                       size_t capacity);

/**
 * duel_nuisance_predict as a duel_gars_mu_fn: duel_gars_run(gars, contexts, duel_nuisance_mu, nuisance)
 * estimates scores with the probabilities that were learnt from the same contexts, in the same order. What is
 * estimated must have the same numbers of items and categories, which this function cannot see: learners of more
 * would write beyond mu. @since 0.1
 */
int32_t duel_nuisance_mu(void *user, size_t first, size_t count, double *mu);

/* ---- Nonparametric ranking scores: what is left of second order ------------------------------ */

/**
 * Whether scores that are not linear in mu are corrected to the second order.
 *
 * With known propensities psi leaves such a score the bias -E d2F(m)[mu - m, mu - m] / 2, m the probabilities that were
 * predicted: mistakes of the learner, squared. At 500 to 2 000 contexts that is half an error, and intervals of 95 % hold .87
 * to .92. Labels of the fold of a context, which its learner has not seen, say where it is off: their residuals
 * are regressed on functions of pair and context, without the context itself, and d2F(m)[h, that] / 2 is added to psi.
 * Standard errors are those of the sum, with the variance of the correction once more.
 */
typedef enum {
  /**
   * Bradley-Terry scores, their softmax, rank centrality, functions of one's own, and, with a temperature of at least
   * 0.05, Copeland and shares are corrected where contexts are independent and come with folds of at least 20 labels each.
   * Where they do not, duel_gars_warnings says so. Scores that are linear need no correction; Kullback-Leibler and Brier
   * miscalibration and scores restricted to Bradley-Terry have none.
   */
  DUEL_SECOND_ORDER_AUTO = 0,
  /** No correction, and no warning. */
  DUEL_SECOND_ORDER_OFF = 1,
  /**
   * As with DUEL_SECOND_ORDER_AUTO, but contexts without folds are DUEL_ERR_NULL, folds of too few labels DUEL_ERR_DATA, and
   * clusters DUEL_ERR_UNSUPPORTED.
   */
  DUEL_SECOND_ORDER_ON = 2
} duel_second_order;

/** The functions that residuals are regressed on for the second-order correction. */
typedef enum {
  /**
   * The full basis, with as many of the features, from the first, as leave five labels of a fold to a function; the short one for
   * scores of which that makes errors more than 1.6 times as large as without a correction.
   */
  DUEL_RESIDUAL_BASIS_AUTO = 0,
  /**
   * An indicator of every ordered pair, and splines of the log odds of the score of the item shown first. Narrower, and enough
   * for a good learner.
   */
  DUEL_RESIDUAL_BASIS_SHORT = 1,
  /** With polynomials of degree 1 to 3 of all features, for every item. */
  DUEL_RESIDUAL_BASIS_FULL = 2
} duel_residual_basis;

/**
 * Learns the probabilities of contexts from their labels, in several random splits into folds, and adds the contexts, with
 * scores that are not linear corrected to the second order: the estimate is the mean of those of the splits, and its covariance
 * the mean of theirs. All contexts are added, or none. A split costs a call of duel_nuisance_fit and, for a label, about the
 * square of the number of functions of the basis.
 * @param contexts as in duel_gars_add, without mu; fold and features are those of the learners.
 * @param splits number of splits, at most 100; 0: three where scores are corrected, else one, and then more are
 *   DUEL_ERR_ARGUMENT.
 * @param options how to learn, as in duel_nuisance_fit, of the same items, categories and pairs. Propensities are those of the
 *   labels. The seeds of the splits are seed, seed + 1, ... @since 0.2
 * Read of options: all fields but propensities.
 */
duel_status duel_gars_learn(duel_gars *gars,
                            const duel_gars_contexts *contexts,
                            int32_t splits,
                            const duel_nuisance_options *options);

/**
 * The second-order correction of every value, and how large it is in errors: above 1 the learner is off by more than
 * the error of the score. Mistakes that the basis cannot describe are not seen.
 * @param out receives the table: a row for every value of every functional. @since 0.2
 * Columns:
 *   functional (int64_t): Number of the functional, from 0.
 *   value (int64_t): Number of its value, from 0: that of an item, as a rule.
 *   one_step (double): The estimate without the second-order correction.
 *   correction (double): The number that the correction adds to it.
 *   error (double): The standard error of the estimate.
 *   size (double, standard errors): The size of the correction in standard errors. Above 1 the
 *     learner is off by more than the error of the score.
 *   state (one of corrected, linear, clusters, uncorrected, off): Whether the value is corrected;
 *     linear: there is nothing to correct; clusters: contexts are clustered; uncorrected: no
 *     context came with folds that have labels enough, or the temperature is too small; off: not
 *     asked for.
 */
duel_status duel_gars_remainder(const duel_gars *gars, duel_table **out);

/**
 * Warnings about the scores, in sentences with figures: that there is no second-order correction where there should be one, or
 * that it is larger than the error.
 * @param out receives the table: a row for each warning, none where there is nothing to say. @since 0.2
 * Columns:
 *   code (one of learner, no_folds, few_labels, short_basis, clusters, temperature): The kind of
 *     the warning.
 *   text (text): One sentence, with figures.
 */
duel_status duel_gars_warnings(const duel_gars *gars, duel_table **out);

/* ---- Labeling policies for nonparametric scores ---------------------------------------------- */

/** How pairs of a context are drawn. */
typedef enum {
  /** Every pair of a context by itself, so that a context may have several labels or none. */
  DUEL_DRAWING_INDEPENDENT = 0,
  /** At most one pair of a context; the propensities of a context sum to no more than 1. */
  DUEL_DRAWING_ONE_PAIR = 1
} duel_drawing;

/** Status of a policy. */
typedef enum {
  /** The budget is spent. */
  DUEL_POLICY_ACTIVE = 0,
  /**
   * The floor alone spends the budget; all propensities are at the floor and lambda is
   * infinite. A budget below that is refused.
   */
  DUEL_POLICY_FLOOR = 1,
  /** The budget is more than can be spent to any use; lambda is 0. */
  DUEL_POLICY_SLACK = 2
} duel_policy_status;

/** How many doubles a histogram of duel_policy_histogram is. */
#define DUEL_HISTOGRAM_LENGTH 16386

/**
 * The budget for labels, and its bounds. Zero the struct and set struct_size; zero is the default of every
 * field.
 */
typedef struct {
  /** sizeof(duel_policy_options). */
  size_t struct_size;
  /** DUEL_DRAWING_INDEPENDENT (default) or DUEL_DRAWING_ONE_PAIR. */
  int32_t drawing;
  /** Threads to use; 0: one. Results do not depend on it. */
  int32_t threads;
  /**
   * The least propensity of every pair on offer, 0 to 1 (of N pairs at most 1/N with
   * DUEL_DRAWING_ONE_PAIR). Estimates divide by propensities: 0.01 keeps weights below 100.
   */
  double floor;
  /**
   * The budget: the mean cost per context, the sum over pairs of cost times propensity. For 2000 labels
   * of cost 1 in 1500 contexts it is 2000 / 1500.
   */
  double budget;
  /**
   * Share of a uniform policy that costs as much (of no more than 1/N with DUEL_DRAWING_ONE_PAIR), mixed
   * in: 0 (default) to 1. A guard against weights that are wrong.
   */
  double mix;
  /** NULL, or a token that stops the work. */
  const duel_cancel *cancel;
  /**
   * NULL, or called now and then: fraction is that of one pass over the weights, of which there are
   * several; objective and gradient are NaN.
   */
  duel_progress_fn progress;
  /** Passed to progress. */
  void *user;
} duel_policy_options;

/** Facts about a policy; means are over contexts. */
typedef struct {
  /** sizeof(duel_policy_facts); set it before the call. */
  size_t struct_size;
  /** DUEL_POLICY_ACTIVE, _FLOOR or _SLACK; for duel_policy_outcome and duel_policy_apply 0. */
  int32_t status;
  /** Steps made (D-optimal), else 0. */
  int32_t iterations;
  /** The multiplier of the budget; NaN for duel_policy_outcome. */
  double lambda;
  /** Mean cost per context. NaN for duel_policy_lambda, as the next two. */
  double spend;
  /**
   * The mean of the sum over pairs of W / propensity: what labels add to n times the sum of the variances
   * of the scores, beside Cov F(mu(X)) which no policy changes. Infinite where a pair that counts is
   * never labelled.
   */
  double variance;
  /**
   * The same where all pairs have one propensity and the policy's spend (with DUEL_DRAWING_ONE_PAIR at
   * most 1/N). variance / uniform is what the policy gains.
   */
  double uniform;
  /** log determinant of the covariance, without the constant directions (D-optimal), else NaN. */
  double log_determinant;
} duel_policy_facts;

/**
 * A policy that spends a budget so that the sum of the variances of the scores becomes as small as can be:
 * propensities sqrt(W / (lambda c)), held between the floor and 1 (DUEL_DRAWING_INDEPENDENT; Frauen and
 * others, theorem 6.2, with the cases it leaves out), or sqrt(W / (lambda c + nu)) with nu such that those
 * of a context sum to no more than 1 (DUEL_DRAWING_ONE_PAIR). lambda is exact. Gains over uniform
 * propensities are modest: 4 % to 31 % in the source's own example.
 * @param weights contexts x pairs, row-major, finite and not negative, such as those of
 *   duel_gars_weights with K K pairs; a context with a bad one is named by duel_last_error_row. Pairs of
 *   weight 0 stay at the floor.
 * @param contexts number of contexts, at least 1.
 * @param pairs number of pairs of a context, at least 1.
 * @param costs NULL: all 1; else the cost of each pair, finite. A pair of cost 0 is not on offer: its
 *   weight is ignored and its propensity is 0. With K K pairs, and NULL, an item would be
 *   compared with itself: give 0 on the diagonal, and below it where pairs are unordered.
 * @param options floor, budget and drawing. A budget below the cost of the floor is DUEL_ERR_ARGUMENT.
 * @param propensities receives contexts x pairs.
 * @param capacity number of doubles that fit in propensities.
 * @param nu NULL, or receives one number for each context: its nu, 0 with DUEL_DRAWING_INDEPENDENT, NaN where
 *   the floors sum to 1.
 * @param nu_capacity number of doubles that fit in nu.
 * @param info NULL, or its struct_size says how much of it is filled. @since 0.1
 * Read of options: all fields.
 */
duel_status duel_policy_choose(const double *weights,
                               size_t contexts,
                               size_t pairs,
                               const double *costs,
                               const duel_policy_options *options,
                               double *propensities,
                               size_t capacity,
                               double *nu,
                               size_t nu_capacity,
                               duel_policy_facts *info);

/**
 * The policy of a multiplier that is known, for contexts that come in parts: propensities as by duel_policy_choose
 * with this lambda. Budgets are read only to mix.
 * @param lambda 0 to infinity, such as that of duel_policy_lambda.
 * @param weights contexts x pairs, as in duel_policy_choose; further arguments as there.
 * @param costs,nu,info NULL, or as in duel_policy_choose. @since 0.1
 * Read of options: all fields.
 */
duel_status duel_policy_apply(const double *weights,
                              size_t contexts,
                              size_t pairs,
                              const double *costs,
                              double lambda,
                              const duel_policy_options *options,
                              double *propensities,
                              size_t capacity,
                              double *nu,
                              size_t nu_capacity,
                              duel_policy_facts *info);

/**
 * Adds contexts to a histogram, from which duel_policy_lambda finds the multiplier of a budget when weights do
 * not fit in memory. Add the histograms of shards element by element, in any system.
 * @param weights contexts x pairs, as in duel_policy_choose; all parts must have the same pairs and
 *   costs.
 * @param costs NULL, or as in duel_policy_choose.
 * @param histogram DUEL_HISTOGRAM_LENGTH doubles, all 0 at first.
 * @param capacity number of doubles in histogram: DUEL_HISTOGRAM_LENGTH. @since 0.1
 */
duel_status duel_policy_histogram(const double *weights,
                                  size_t contexts,
                                  size_t pairs,
                                  const double *costs,
                                  double *histogram,
                                  size_t capacity);

/**
 * The multiplier that spends a budget on the contexts of a histogram, for independent draws. The error of
 * the spend is about 1e-5 of the budget: duel_policy_apply with this lambda gives the exact spend. If at
 * most one pair of a context may be labelled, what is spent on a pair depends on the other pairs, which a histogram of
 * single pairs does not hold. Then take lambda of duel_policy_choose on a random part of the contexts that fits in memory,
 * and duel_policy_apply on all; or, exactly, pass over the parts with duel_policy_apply and several lambdas: the spend
 * falls as lambda grows.
 * @param histogram DUEL_HISTOGRAM_LENGTH doubles of duel_policy_histogram, or the sum of several.
 * @param length number of doubles: DUEL_HISTOGRAM_LENGTH.
 * @param options floor and budget.
 * @param info receives status and lambda; its struct_size says how much of it is filled. @since 0.1
 * Read of options: all fields but drawing, mix.
 */
duel_status duel_policy_lambda(const double *histogram,
                               size_t length,
                               const duel_policy_options *options,
                               duel_policy_facts *info);

/**
 * Results of any propensities: spend, and the variance that labels add, with that of the uniform policy
 * that spends as much. For planning, and to compare policies.
 * @param weights contexts x pairs, as in duel_policy_choose.
 * @param costs NULL, or as in duel_policy_choose.
 * @param propensities contexts x pairs, each 0 to 1.
 * @param info receives spend, variance and uniform; its struct_size says how much of it is filled.
 * @since 0.1
 */
duel_status duel_policy_outcome(const double *weights,
                                size_t contexts,
                                size_t pairs,
                                const double *costs,
                                const double *propensities,
                                duel_policy_facts *info);

/**
 * Draws the pairs to be labelled. Every context has a stream of random numbers of its own, numbered
 * first_context + its row: parts of the contexts draw what the whole would, in any order.
 * @param propensities contexts x pairs, each 0 to 1; with DUEL_DRAWING_ONE_PAIR those of a context sum to 1 at
 *   most. A context with a bad one is named by duel_last_error_row.
 * @param drawing DUEL_DRAWING_INDEPENDENT or DUEL_DRAWING_ONE_PAIR.
 * @param seed same seed, same draws. Take another one for every round of labels.
 * @param first_context number of the first context among all.
 * @param out receives contexts x pairs: 1 for a pair that is to be labelled, else 0.
 * @param capacity number of bytes that fit in out. @since 0.2
 */
duel_status duel_policy_draw(const double *propensities,
                             size_t contexts,
                             size_t pairs,
                             duel_drawing drawing,
                             uint64_t seed,
                             uint64_t first_context,
                             uint8_t *out,
                             size_t capacity);

/* ---- The D-optimal policy -------------------------------------------------------------------- */

/**
 * The D-optimal policy for a functional: the determinant of the covariance of its values, off their
 * constant directions, becomes as small as can be; every pair is drawn independently. Each step is an
 * A-optimal policy for weights by the inverse of the last covariance, which never raises the determinant
 * and ends at the optimum; some twenty steps are usual. Labels of a context are taken to be independent
 * given the context.
 * @param gars says what is estimated: items, categories, functionals. Its contexts are ignored.
 * @param functional number of the functional, from 0, of those that need no judge.
 * @param mu contexts x K x K x C, row-major: probabilities, as in duel_gars_add.
 * @param contexts number of contexts.
 * @param costs NULL: all 1; else K x K. An item against itself is not on offer, nor the lower half where
 *   pairs are unordered, whatever is given there.
 * @param options floor, budget; mix is applied at the end.
 * @param propensities receives contexts x K x K.
 * @param capacity number of doubles that fit in propensities.
 * @param covariance NULL, or receives values x values: n times the covariance of the estimates that is
 *   expected of the policy (before it is mixed).
 * @param covariance_capacity number of doubles that fit in covariance.
 * @param info NULL, or its struct_size says how much of it is filled; variance and uniform are by the
 *   weights of the last step. @since 0.1
 * Read of options: all fields but drawing.
 */
duel_status duel_gars_d_optimal(const duel_gars *gars,
                                int32_t functional,
                                const double *mu,
                                size_t contexts,
                                const double *costs,
                                const duel_policy_options *options,
                                double *propensities,
                                size_t capacity,
                                double *covariance,
                                size_t covariance_capacity,
                                duel_policy_facts *info);

/* ---- Which comparisons to ask for next, for fitted models ------------------------------------ */

/** Criterion of the next comparisons. */
typedef enum {
  /**
   * The sum of the variances of the scores is to become small (A-optimal). Scores sum to
   * zero.
   */
  DUEL_NEXT_SCORES = 0,
  /**
   * The determinant of the covariance of the scores (D-optimal), without the direction in
   * which all scores move alike. Its logarithm is reported.
   */
  DUEL_NEXT_DETERMINANT = 1,
  /** The variance of the difference of two items (c-optimal). */
  DUEL_NEXT_DIFFERENCE = 2,
  /** The variance of the difference of the items ranked k and k + 1 by their scores. */
  DUEL_NEXT_BOUNDARY = 3
} duel_criterion;

/**
 * Which comparisons to ask for next. Zero the struct and set struct_size; zero is the default of every
 * field. NULL means all defaults.
 */
typedef struct {
  /** sizeof(duel_next_options). */
  size_t struct_size;
  /** DUEL_NEXT_SCORES (default), _DETERMINANT, _DIFFERENCE or _BOUNDARY. */
  int32_t criterion;
  /** Threads to use; 0: one. Results do not depend on it. */
  int32_t threads;
  /** Number of comparisons; 0: 1. */
  size_t batch;
  /** First item of DUEL_NEXT_DIFFERENCE, zero-based. */
  size_t first;
  /** Second item of DUEL_NEXT_DIFFERENCE. */
  size_t second;
  /** k of DUEL_NEXT_BOUNDARY: 1 to one less than the number of items. */
  size_t boundary;
  /**
   * Non-zero: the judge below is to answer. 0: one of sensitivity one, mean position effect and mean
   * threshold.
   */
  int32_t by_judge;
  /** Must be zero. */
  int32_t reserved;
  /** Zero-based number of the judge. */
  size_t judge;
  /** NULL, or a token that stops the work. */
  const duel_cancel *cancel;
  /** NULL, or called now and then: iteration counts the comparisons chosen. */
  duel_progress_fn progress;
  /** Passed to progress. */
  void *user;
} duel_next_options;

/**
 * The comparisons that a fitted model would learn most from: pairs of its items, chosen one after the
 * other, each given those before (greedily, by the expected information of a comparison in all parameters of
 * the model, whatever its outcomes, ties and judges). The same pair may come several times. In a
 * context without covariates. The criterion after a comparison is what is expected by the covariance from the expected
 * information. Time of order batch times (parameters^3 + pairs).
 * @param model fitted or given; scores without a finite variance are DUEL_ERR_NOT_IDENTIFIED.
 * @param options NULL: the one comparison that most lowers the sum of the variances of the scores.
 * @param out receives the table. @since 0.2
 * Columns:
 *   left (item): The item to be shown first, which matters with position effects only.
 *   right (item): The item to be shown second.
 *   before (double): The criterion before the comparison: a variance or a sum of variances of
 *     scores, or the logarithm of a determinant.
 *   after (double): The criterion that is expected after it.
 */
duel_status duel_model_next(const duel_model *model,
                            const duel_next_options *options,
                            duel_table **out);

/* ---- Models at given parameters, and data from models ---------------------------------------- */

/**
 * A model at given parameters instead of fitted ones: to predict and simulate from a truth, to plan a
 * study, to test a hypothesis that is known beforehand. Its covariances are those that the
 * comparisons of the set would give if the parameters are true, and NaN where they would not determine
 * them; duel_model_facts.stop is DUEL_STOP_GIVEN.
 * @param set items, judges, contexts and covariates; it need have no comparisons.
 * @param parameters in the order of DUEL_QUANTITY_PARAMETERS, items and judges by their ids in the set: items scores (and
 *   that of the extra item, with pseudo); sensitivities of the judges, unless strength is pooled; of each
 *   direction of a disagreement a number V of every item (and the extra one), then a number U of every judge,
 *   which need not be in the form that DUEL_STRENGTH_DISAGREEMENT is read out in and are brought to it; position
 *   effects, one or judges; regression coefficients; of each sensitivity covariate the slopes of the judges;
 *   of a spread with k factors the roots of the variances, items of them, then items x k coordinates Lambda,
 *   row-major; tie thresholds, with models of ties: one, items, or items x tie_factors, row-major;
 *   their offsets by judge; thresholds of both bad, one or items, where that is an outcome. Finite.
 * @param parameter_count their number.
 * @param options the choices of the model, without what belongs to fitting; NULL: all defaults.
 * @param out receives the model; free it with duel_model_free. @since 0.1
 * Read of options: all fields but accept, max_iterations, tolerance, cancel, progress, user, start,
 *   restarts, threads, seed.
 */
duel_status duel_model_given(const duel_set *set,
                             const double *parameters,
                             size_t parameter_count,
                             const duel_model_options *options,
                             duel_model **out);

/**
 * Draw data from a model: the comparisons of a design, answered anew.
 *
 * As many are drawn in every cell (context, judge, left, right) as the design has there and the model
 * would use. Ties are ties; Bradley-Terry draws none. Whole counts only, no importance weights
 * (DUEL_ERR_UNSUPPORTED).
 * @param design NULL: the model's own data; or a set whose items are in the model by name. A judge who
 *   is not in the model answers with sensitivity one, mean position effect and mean threshold.
 * @param seed same seed, same set.
 * @param out receives a new set with the names and covariates of the design. @since 0.1
 */
duel_status duel_model_simulate(const duel_model *model,
                                const duel_set *design,
                                uint64_t seed,
                                duel_set **out);

/* ---- Sequential tests of two candidates ------------------------------------------------------ */

/** Scale of Elo. */
typedef enum {
  /** Of the mean result s, from 0 to 1: s = 1 / (1 + 10^(-elo / 400)). */
  DUEL_ELO_LOGISTIC = 0,
  /**
   * Of the mean result less one half, in standard deviations of the result of one comparison: that times
   * 800 / ln 10. It does not depend on how many ties there are.
   */
  DUEL_ELO_NORMALIZED = 1
} duel_elo_scale;

/** The result of a sequential test. */
typedef enum {
  /** Go on. */
  DUEL_DECISION_OPEN = 0,
  /** Stop: the candidate is at least elo1 better (H1 is accepted). */
  DUEL_DECISION_H1 = 1,
  /** Stop: the candidate is at most elo0 better (H0 is accepted). */
  DUEL_DECISION_H0 = -1
} duel_decision;

/**
 * A sequential probability ratio test. Zero the struct and set struct_size and elo1; zero is the default of every
 * other field.
 */
typedef struct {
  /** sizeof(duel_sprt_options). */
  size_t struct_size;
  /** H0: the candidate is at most so much better. */
  double elo0;
  /** H1: it is at least so much better; larger than elo0. */
  double elo1;
  /** Probability of accepting H1 where it is no better than elo0; 0: 0.05. */
  double alpha;
  /** Probability of accepting H0 where it is as good as elo1; 0: 0.05. */
  double beta;
  /** DUEL_ELO_LOGISTIC (default) or DUEL_ELO_NORMALIZED. */
  int32_t elo_scale;
  /** Must be zero. */
  int32_t reserved;
} duel_sprt_options;

/** Where a sequential test stands. */
typedef struct {
  /** sizeof(duel_sprt_facts); set it before the call. */
  size_t struct_size;
  /** DUEL_DECISION_OPEN, _H1 or _H0. */
  int32_t decision;
  /** Zero. */
  int32_t reserved;
  /** Logarithm of the likelihood ratio of H1 to H0. */
  double log_ratio;
  /** H0 is accepted where the ratio is at or below it: log(beta / (1 - alpha)). */
  double lower;
  /** H1 is accepted where the ratio is at or above it: log((1 - beta) / alpha). */
  double upper;
  /** Mean result of the counts, 0 to 1. */
  double mean;
  /** The mean result in Elo of the scale that was asked for; infinite where all was won or lost. */
  double elo;
} duel_sprt_facts;

/**
 * The sequential probability ratio test of a candidate against another, valid however often it is evaluated, which
 * stops when it is clear whether the candidate is better.
 *
 * The counts are of independent units (one pair of items in a context), from the worst for the candidate to the best:
 * 3 of single comparisons (loss, tie, win), or 5 of pairs of comparisons in both orders, by the sum of the two
 * results (0, 1/2, 1, 3/2, 2). The ratio is the generalised one: the probabilities of all results are fitted under
 * each hypothesis by maximum likelihood, in DUEL_ELO_NORMALIZED by a fixed point (Van den Bergh, "support MLE" and
 * "normalized Elo", as fishtest and fastchess compute it); a count of zero stands as 0.001. Wald's bounds are
 * approximate, on the cautious side, and the ratio needs some tens of units to follow its distribution. It is no e-value, and
 * no interval of a fixed number of units holds after it has stopped.
 * @param counts count counts, finite and not negative, not all zero (else DUEL_ERR_ARGUMENT).
 * @param count 3 or 5.
 * @param options elo1 has no default: not NULL. DUEL_ERR_ARGUMENT unless elo0 < elo1 and alpha + beta < 1.
 *   DUEL_ERR_NUMERIC where the fixed point does not settle, or no results are as good as that.
 * @param out its struct_size says how much of it is filled. @since 0.2
 */
duel_status duel_counts_sprt(const double *counts,
                             size_t count,
                             const duel_sprt_options *options,
                             duel_sprt_facts *out);

/* ---- Two items on the same tasks: exact tests, and evidence at all looks --------------------- */

/**
 * The question about two items on the same tasks. Zero the struct and set struct_size; zero is the default of every field. NULL
 * means all defaults.
 */
typedef struct {
  /** sizeof(duel_paired_options). */
  size_t struct_size;
  /** The question of score_z: DUEL_WANT_BETTER (default), _NOT_WORSE or _EQUAL. */
  int32_t want;
  /** Must be zero. */
  int32_t reserved;
  /** Level of the interval, and of fewest_differing; 0: 0.95. */
  double level;
  /**
   * A difference of shares that matters, not negative and less than 1; DUEL_WANT_NOT_WORSE and _EQUAL need one above zero.
   */
  double margin;
} duel_paired_options;

/** The answers about two items on the same tasks. */
typedef struct {
  /** sizeof(duel_paired_facts); set it before the call. */
  size_t struct_size;
  /** Share of tasks that the first solved less that of the second. */
  double estimate;
  /** Lower end of Tango's score interval of that difference. */
  double lower;
  /** Its upper end. */
  double upper;
  /** McNemar's exact p-value, two-sided: min(1, 2 P(X <= min(b, c))). */
  double p;
  /** Mid-p: p less P(X = min(b, c)); 1 where b = c. Errs a little more often than it says. */
  double p_mid;
  /** One-sided p-value against the first being no better: P(X >= b). */
  double p_larger;
  /**
   * One-sided p-value where the first is tested because it is ahead, as a new record is: P(X >= b) / P(X > k / 2); 1 where
   * it is not ahead.
   */
  double p_selective;
  /**
   * Logarithm of the e-value against "on a task where they differ either is as likely", at all looks.
   */
  double log_e;
  /** Logarithm of the e-value against the first being no better, at all looks. */
  double log_e_larger;
  /**
   * The same where the first is tested because it is ahead: log_e_larger + log P(X > k / 2); minus infinity where it is not
   * ahead.
   */
  double log_e_selective;
  /**
   * Tango's statistic of what is wanted: of the difference less the margin (DUEL_WANT_BETTER), or plus the margin (_NOT_WORSE);
   * of _EQUAL the nearer of both. Above the normal quantile of 1 - alpha it is shown. Without a margin McNemar's z.
   */
  double score_z;
  /** Its one-sided p-value, by the normal distribution. */
  double score_p;
  /** Tasks on which the two differ, k. */
  size_t differing;
  /**
   * The fewest differing tasks with which p can be 1 - level at all: with fewer no result is significant.
   */
  size_t fewest_differing;
} duel_paired_facts;

/**
 * Two items on the same tasks, each of which they solved or not: exact tests on the tasks on which they differ, an interval, and
 * e-values that hold at all looks from the first task on. No approximation but that of the interval and of score_z.
 *
 * With b tasks that only the first solved, c only the second, k = b + c, X is binomial with k trials of probability 1/2 under
 * "where they differ either is as likely" (McNemar). The interval is Tango's (1998), which covers at 20 tasks as well. The e-values
 * are those of Jeffreys' mixture, log E = k log 2 + log B(b + 1/2, c + 1/2) - log pi and log E+ = log E + log 2 + log I_1/2(c + 1/2,
 * b + 1/2), I the regularised incomplete beta function. Tasks are taken as independent: where they come in groups see
 * duel_differences_exact.
 * @param only_first tasks that the first solved and the second did not.
 * @param only_second tasks that the second solved and the first did not.
 * @param tasks all tasks, at least 1. DUEL_ERR_ARGUMENT, with the name and the number, for a count that is negative, not
 *   whole, not a number, above 1e12, or where more tasks differ than there are.
 * @param options NULL: all defaults.
 * @param out its struct_size says how much of it is filled. @since 0.2
 */
duel_status duel_counts_paired(double only_first,
                               double only_second,
                               double tasks,
                               const duel_paired_options *options,
                               duel_paired_facts *out);

/**
 * The question about differences. Zero the struct and set struct_size; zero is the default of every field. NULL means all
 * defaults.
 */
typedef struct {
  /** sizeof(duel_exact_options). */
  size_t struct_size;
  /** The question of log_e: DUEL_WANT_BETTER (default), _NOT_WORSE or _EQUAL. */
  int32_t want;
  /** Must be zero. */
  int32_t reserved;
  /** Level of the interval, and of fewest_differing; 0: 0.95. */
  double level;
  /**
   * A mean difference that matters, in the unit of the differences, not negative and less than upper_bound - lower_bound;
   * DUEL_WANT_NOT_WORSE and _EQUAL need one above zero. Only with bounds.
   */
  double margin;
  /**
   * The least score there can be. Where it and upper_bound are 0, scores have no bounds: log_e and the interval are NaN.
   */
  double lower_bound;
  /** The largest score there can be: 1 of shares and of 0/1. */
  double upper_bound;
  /** Draws of signs where more than 20 differences are not 0, at most 100 000 000; 0: 99 999. */
  size_t draws;
  /** Seed of the draws. */
  uint64_t seed;
  /** NULL, or a token that stops the work. */
  const duel_cancel *cancel;
  /**
   * NULL, or called now and then while signs are drawn: fraction is the share of the draws, iteration how many 256 draws;
   * objective and gradient are NaN.
   */
  duel_progress_fn progress;
  /** Passed to progress. */
  void *user;
} duel_exact_options;

/** The answers about differences. */
typedef struct {
  /** sizeof(duel_exact_facts); set it before the call. */
  size_t struct_size;
  /** The mean difference. */
  double estimate;
  /** Lower end of the interval of the mean at all looks; NaN without bounds of scores. */
  double lower;
  /** Its upper end. */
  double upper;
  /**
   * Two-sided p-value: the share of patterns of signs whose sum is as far from 0 as that of the data.
   */
  double p;
  /** One-sided p-value against the first being no better: the share whose sum is as large. */
  double p_larger;
  /**
   * One-sided p-value where the first is tested because it is ahead: the share among the patterns whose sum is positive; 1
   * where it is not ahead.
   */
  double p_selective;
  /**
   * Logarithm of the e-value of what is wanted, at all looks; of DUEL_WANT_EQUAL the smaller of those of its two sides. NaN
   * without bounds of scores.
   */
  double log_e;
  /** Differences that are not 0. */
  size_t differing;
  /** The fewest with which p can be 1 - level at all: with fewer no result is significant. */
  size_t fewest_differing;
  /**
   * Patterns of signs that were looked at: 2^differing, or the draws with the data counted as one of them.
   */
  size_t patterns;
  /** 1 if all patterns were looked at, 0 if they were drawn. */
  int32_t is_exact;
  /** Zero. */
  int32_t reserved;
} duel_exact_facts;

/**
 * Differences of two items on the same units, exactly: p-values by flips of their signs, and of scores within bounds an e-value and
 * an interval that hold at all looks and assume no distribution.
 *
 * The p-values are exact if the difference of every unit is as likely to be d as -d, whatever its size: up to 20 differences that
 * are not 0 by all patterns of signs, beyond by draws, with the data counted as one. On differences of 0/1 they are McNemar's
 * (duel_counts_paired). The units are what is independent: tasks, or, where tasks come in groups that are a sample (repositories,
 * competitions), the sum of the differences of each group for p, its mean for the interval of the mean over groups.
 *
 * The e-value bets on differences d over the width of the bounds, within [-1, 1]: against a mean of at most mu, E = mean over j of
 * prod (1 + l_j (d - mu)), l_j = (j - 1/2) / 64 / (1 + mu), j = 1 to 64 (Waudby-Smith and Ramdas 2024). The order of units does not
 * matter. E falls in mu; lower is the mu where E = 2 / (1 - level), upper that of the differences with their signs reversed.
 * @param differences count differences, the first item less the second; 0 where they are alike. NaN is refused with its row:
 *   leave out units without a difference, or give what a missing score means.
 * @param count at least 1.
 * @param options NULL: all defaults. DUEL_ERR_DATA, with the row, for a difference that scores within the bounds cannot
 *   have; DUEL_ERR_ARGUMENT for bounds in the wrong order, and for a margin without bounds.
 * @param out its struct_size says how much of it is filled. @since 0.2
 */
duel_status duel_differences_exact(const double *differences,
                                   size_t count,
                                   const duel_exact_options *options,
                                   duel_exact_facts *out);

/* ---- Plans before there are data: how many units a comparison of two items needs ------------- */

/**
 * A comparison of two items on the same units, before there are data. Zero the struct and set struct_size, effect or units, and
 * one of sd, win and lose, between and within; zero is the default of every other field.
 */
typedef struct {
  /** sizeof(duel_plan_options). */
  size_t struct_size;
  /** The statement that is to be shown: DUEL_WANT_BETTER (default), _NOT_WORSE or _EQUAL. */
  int32_t want;
  /**
   * Non-zero: win and lose are shares of votes for the candidate and for the baseline; the others are ties. The difference is in
   * points of one half: effect (win - lose) / 2.
   */
  int32_t of_votes;
  /**
   * The true difference, candidate less baseline, that is to be found. Of win and lose it is theirs: leave it zero.
   */
  double effect;
  /**
   * A difference that matters, in the same unit, not negative; DUEL_WANT_NOT_WORSE and _EQUAL need one above zero.
   */
  double margin;
  /**
   * Level of the interval that the verdict is read off; 0: 0.95. .9 makes two one-sided tests at .05.
   */
  double level;
  /** The probability with which it is to be shown, at least .5 and less than 1; 0: 0.8. */
  double power;
  /** Standard deviation of a task's difference. */
  double sd;
  /**
   * Share of 0/1 tasks that only the candidate solves: sd is sqrt(win + lose - (win - lose)^2), effect win - lose. Of
   * votes sqrt((win + lose) / 4 - effect^2).
   */
  double win;
  /** Share that only the baseline solves. */
  double lose;
  /** Variance of the true difference between tasks: sd is sqrt(between + 2 within / runs). */
  double between;
  /** Variance of one run of one item on the same task. */
  double within;
  /** Runs of each item on each task; 0: 1. */
  size_t runs;
  /**
   * Tasks of a group, where groups are the units: sd becomes sd sqrt((1 + (group_size - 1) icc) / group_size); 0: 1.
   */
  size_t group_size;
  /** Correlation of the differences of two tasks of a group, from -1 / (group_size - 1) to 1. */
  double icc;
  /**
   * Units that there are, at least 2: power and effect_found are answered for them; 0: the fewest are looked for.
   */
  size_t units;
  /** The size of a difference that matters, for units_anytime; 0: it is not asked for. */
  double mixture;
} duel_plan_options;

/** A plan. */
typedef struct {
  /** sizeof(duel_plan_facts); set it before the call. */
  size_t struct_size;
  /** Units, given, or the fewest with the power: tasks, or groups where group_size is above 1. */
  size_t units;
  /** The probability with which these units show what is wanted of the effect. */
  double power;
  /** The true difference that was planned for. */
  double effect;
  /**
   * The difference that these units find with the power that was asked for, sd being the same: the smallest, of DUEL_WANT_EQUAL
   * the largest either way. NaN where not even a difference of zero is shown to be equal.
   */
  double effect_found;
  /** Standard deviation of a unit's difference. */
  double sd;
  /**
   * Units by the formula of the normal distribution, not rounded; infinite where the effect is not as is wanted.
   */
  double units_normal;
  /**
   * Units after which evidence at all looks has shown it with the power: an upper figure, as most stop earlier. At least 40; NaN
   * without mixture, infinite where the effect is not as is wanted.
   */
  double units_anytime;
  /**
   * Power of McNemar's exact two-sided test to find the candidate better, with these units. NaN but for 0/1 tasks without
   * groups, DUEL_WANT_BETTER without a margin, and up to 1 000 000 units.
   */
  double power_exact;
} duel_plan_facts;

/**
 * How many tasks a comparison of two items needs, before there are data, or the difference that a number of
 * tasks would find. After a fit of paired
 * comparisons duel_model_more_comparisons says how many more are needed, and duel_estimate_gate after any estimate.
 *
 * The test is the one that duel_estimate_gate reads off the interval of the mean difference of n units, by Student's distribution
 * with n - 1 degrees of freedom. DUEL_WANT_BETTER and _NOT_WORSE: the fewest n with P(T > t) >= power, t the quantile of the level
 * and T noncentral with ncp = (effect - threshold) sqrt(n) / sd, threshold margin or -margin; exact where differences are normal.
 * DUEL_WANT_EQUAL, with s = sd / sqrt(n): Phi((margin - effect) / s - t) + Phi((margin + effect) / s - t) - 1, which neglects
 * that sd is estimated. At all looks: Phi(ncp - k), k the half-width in errors of DUEL_INTERVALS_ANYTIME at mixture.
 * @param options not NULL. DUEL_ERR_ARGUMENT, with the name and the value, unless one of sd, win and lose, between and within is
 *   given; for an effect that is not as is wanted, which no number of units shows; where more than 1e12 units are needed.
 * @param out its struct_size says how much of it is filled. @since 0.2
 */
duel_status duel_plan_units(const duel_plan_options *options, duel_plan_facts *out);

/* ---- Drawings -------------------------------------------------------------------------------- */

/** The drawing of a matrix of numbers. */
typedef enum {
  /**
   * A row of each row: a point at its value, its interval, and the number in digits; a plot of each column.
   */
  DUEL_CHART_INTERVALS = 0,
  /**
   * A cell of each number, the darker the farther from zero: rank probabilities, comparisons of pairs.
   */
  DUEL_CHART_MATRIX = 1,
  /** A point of each row, whose two columns are its places across and up: maps, judges. */
  DUEL_CHART_POINTS = 2,
  /** A line of each row through its columns: ranks from look to look. */
  DUEL_CHART_LINES = 3,
  /**
   * The tree of duel_tree_cluster. Rows are its merges, in three columns: left_cluster, right_cluster, height.
   */
  DUEL_CHART_TREE = 4
} duel_chart;

/**
 * The drawing and its texts. Zero the struct and set struct_size; zero is the default of every field. Texts are
 * UTF-8; those that are too long for their place are cut in the middle. What a kind of chart does not show must be left
 * at its default (else DUEL_ERR_UNSUPPORTED).
 */
typedef struct {
  /** sizeof(duel_chart_options). */
  size_t struct_size;
  /**
   * DUEL_CHART_INTERVALS (default), DUEL_CHART_MATRIX, DUEL_CHART_POINTS, DUEL_CHART_LINES or DUEL_CHART_TREE.
   */
  int32_t chart;
  /**
   * Non-zero: the axis of the numbers is logarithmic, and what is not positive is left out. Intervals and lines only.
   */
  int32_t logarithmic;
  /**
   * Non-zero: both axes have one scale, as on a map, which a bar says in the place of numbers. Points only.
   */
  int32_t equal_axes;
  /** Non-zero: points are joined with the origin. Points only. */
  int32_t arrows;
  /** Non-zero: the least number stands on top, as ranks do. Lines only. */
  int32_t downward;
  /** Must be zero. */
  int32_t reserved;
  /** NULL, or what heads the page. */
  const char *title;
  /** NULL, or what stands below the title. */
  const char *note;
  /**
   * NULL, or what the numbers are; of points with equal_axes what follows the number of the bar.
   */
  const char *axis;
  /**
   * NULL, or the name of each row; of a tree that of each leaf, of which it has one more than merges.
   */
  const char *const *labels;
  /** Number of labels; 0: none. */
  size_t label_count;
  /** NULL, or the name of each column. */
  const char *const *names;
  /** Number of names; 0: none. */
  size_t name_count;
  /** NULL, or a text before each label: ranks, say. Intervals and trees only. */
  const char *const *sides;
  /** Number of sides; 0: none. */
  size_t side_count;
  /**
   * NULL, or the lower end of the interval of each number, NaN for none. Intervals and lines only.
   */
  const double *lower;
  /** Number of lower ends: rows times columns, or 0. */
  size_t lower_count;
  /** NULL, or the upper end of each interval. */
  const double *upper;
  /** Number of upper ends: that of lower ones. */
  size_t upper_count;
  /**
   * NULL, or the group of each row (of each leaf), 0 to 63: its colour, from blue to rust through the largest. Not of a
   * matrix. Without them all rows have one colour, but lines each its own.
   */
  const int32_t *groups;
  /** Number of groups given; 0: none. */
  size_t group_count;
  /** NULL, or what groups 0, 1, ... are, for a legend. */
  const char *const *group_names;
  /** Number of group names; 0: none. */
  size_t group_name_count;
  /**
   * NULL, or values to mark by a line: one of each column (NaN: none), then further ones. Intervals and points only.
   */
  const double *limits;
  /** Number of limits: a multiple of the columns, or 0. */
  size_t limit_count;
  /**
   * NULL, or where the columns stand, ascending; without them they are equally far apart. Lines only.
   */
  const double *positions;
  /** Number of positions: the columns, or 0. */
  size_t position_count;
  /**
   * With most: the ends of the axis of the numbers, or of the shades of a matrix. Both 0: those of the numbers.
   */
  double least;
  /** See least. */
  double most;
} duel_chart_options;

/**
 * A drawing of a matrix of numbers as SVG: a text that stands alone, as a file or within a page, and follows the reader's
 * screen in light or dark. It grows with what it shows, so that 3 rows and 200 are legible. Call it twice: with out NULL and
 * capacity 0 for the length, then with room for it. The same numbers give the same text; where things stand in it is not
 * stable.
 *
 * NaN leaves its place empty. An interval that would dwarf all others ends in an arrow at the edge of its plot.
 * @param table rows times columns numbers, row by row.
 * @param rows 1 to 1000.
 * @param columns 1 to 1000; of points 2, of a tree 3.
 * @param options NULL: all defaults.
 * @param out NULL, or receives the text, which ends with a NUL.
 * @param capacity number of bytes that fit in out; too few are DUEL_ERR_SIZE.
 * @param length receives the bytes of the text, its NUL among them. @since 0.2
 */
duel_status duel_matrix_chart(const double *table,
                              size_t rows,
                              size_t columns,
                              const duel_chart_options *options,
                              char *out,
                              size_t capacity,
                              size_t *length);

#ifdef __cplusplus
}
#endif

#endif /* DUEL_H */
