/* Bad rows: a good batch of three, with one thing wrong. */
#include "bad_input.h"

#include <math.h>

static const char *const left[] = {"ash", "birch", "cedar"};
static const char *const right[] = {"birch", "cedar", "ash"};
static const double score[] = {1.0, 0.5, 0.0};
static const uint8_t outcome[] = {DUEL_OUTCOME_LEFT, DUEL_OUTCOME_TIE, DUEL_OUTCOME_RIGHT};
static const double counts[] = {2.0, 1.0, 3.0};

static duel_rows good(void) {
  duel_rows rows = empty_rows(3);
  rows.left = names_column(left);
  rows.right = names_column(right);
  rows.score = double_column(score);
  return rows;
}

static duel_column column(const void *data, int32_t type) {
  duel_column made;
  memset(&made, 0, sizeof made);
  made.data = data;
  made.type = type;
  return made;
}

/* A case: `change` spoils the good rows. */
#define ROWS(name, change)                                            \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    duel_rows rows = good();                                          \
    (void)model;                                                      \
    change;                                                           \
    return duel_set_append(set, &rows);                               \
  }

/* The same with numbers in one column. */
#define NUMBERS(name, field, a, b, c)                                 \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    const double values[] = {a, b, c};                                \
    duel_rows rows = good();                                          \
    (void)model;                                                      \
    rows.field = double_column(values);                               \
    return duel_set_append(set, &rows);                               \
  }

/* The same of grades, which are the answers then. */
#define GRADES(name, a, b, c)                                         \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    const double values[] = {a, b, c};                                \
    duel_rows rows = good();                                          \
    (void)model;                                                      \
    rows.score.data = NULL;                                           \
    rows.grade = double_column(values);                               \
    return duel_set_append(set, &rows);                               \
  }

ROWS(size_zero, rows.struct_size = 0)
ROWS(size_small, rows.struct_size = 4)
ROWS(size_huge, rows.struct_size = (size_t)-1)
ROWS(no_left, rows.left.data = NULL)
ROWS(no_right, rows.right.data = NULL)
ROWS(no_answer, rows.score.data = NULL)
ROWS(two_answers, rows.outcome = column(outcome, DUEL_TYPE_U8))
ROWS(score_and_counts, rows.wins = rows.losses = double_column(counts))
ROWS(wins_alone, rows.score.data = NULL; rows.wins = double_column(counts))
ROWS(losses_alone, rows.score.data = NULL; rows.losses = double_column(counts))
ROWS(ties_alone, rows.score.data = NULL; rows.ties = double_column(counts))
ROWS(type_zero, rows.left.type = 0)
ROWS(type_unknown, rows.right.type = 11)
ROWS(score_of_text, rows.score = names_column(left))
ROWS(names_of_doubles, rows.left = double_column(score))
ROWS(outcome_of_doubles, rows.score.data = NULL; rows.outcome = double_column(score))
ROWS(length_huge, rows.length = (size_t)-1)
ROWS(ordered_twice, rows.unordered = 1; rows.ordered = double_column(score))
ROWS(ordered_text, rows.ordered = names_column(left))
ROWS(cluster_of_doubles, rows.cluster = double_column(score))
ROWS(score_and_grade, rows.grade = double_column(score))
ROWS(grade_of_text, rows.score.data = NULL; rows.grade = names_column(left))
ROWS(itself, rows.right = names_column(left))

NUMBERS(ordered_two, ordered, 1.0, 2.0, 0.0)
NUMBERS(ordered_nan, ordered, 1.0, 0.0, NAN)
NUMBERS(score_nan, score, 1.0, NAN, 0.0)
GRADES(grade_six, 1.0, 6.0, NAN)
GRADES(grade_half, -5.0, 5.0, 0.5)
GRADES(grade_nan, NAN, 0.0, 0.0)
NUMBERS(score_soft, score, 1.0, 0.5, 0.7)
NUMBERS(score_two, score, 2.0, 0.5, 0.0)
NUMBERS(score_infinite, score, 1.0, 0.5, HUGE_VAL)
NUMBERS(weight_nan, weight, 1.0, 1.0, NAN)
NUMBERS(weight_negative, weight, 1.0, -2.0, 1.0)
NUMBERS(weight_infinite, weight, HUGE_VAL, 1.0, 1.0)
NUMBERS(weights_overflow, weight, 1.5e308, 1.5e308, 1.0)

static duel_status counts_with(duel_set *set, double bad, int which) {
  double values[] = {2.0, 1.0, 3.0};
  duel_rows rows = good();
  rows.score.data = NULL;
  rows.wins = rows.losses = rows.ties = double_column(counts);
  values[1] = bad;
  if (which == 0) rows.wins = double_column(values);
  if (which == 1) rows.losses = double_column(values);
  if (which == 2) rows.ties = double_column(values);
  if (which == 3) rows.both_bad = double_column(values);
  return duel_set_append(set, &rows);
}

#define COUNTS(name, which, bad)                                      \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    (void)model;                                                      \
    return counts_with(set, bad, which);                              \
  }

COUNTS(wins_negative, 0, -1.0)
COUNTS(losses_nan, 1, NAN)
COUNTS(ties_infinite, 2, HUGE_VAL)
COUNTS(both_bad_negative, 3, -0.5)

static duel_status outcome_code(duel_set *set, uint8_t code) {
  uint8_t codes[] = {DUEL_OUTCOME_LEFT, DUEL_OUTCOME_TIE, DUEL_OUTCOME_RIGHT};
  duel_rows rows = good();
  codes[2] = code;
  rows.score.data = NULL;
  rows.outcome = column(codes, DUEL_TYPE_U8);
  return duel_set_append(set, &rows);
}

static duel_status outcome_zero(duel_set *set, const duel_model *model) {
  (void)model;
  return outcome_code(set, 0);
}

static duel_status outcome_six(duel_set *set, const duel_model *model) {
  (void)model;
  return outcome_code(set, 6);
}

static duel_status with_name(duel_set *set, const char *name, int judge) {
  const char *names[] = {"elm", "fir", NULL};
  duel_rows rows = good();
  names[2] = name;
  if (judge) {
    rows.judge = names_column(names);
  } else {
    rows.left = names_column(names);
  }
  return duel_set_append(set, &rows);
}

#define NAMED(name, text, judge)                                      \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    (void)model;                                                      \
    return with_name(set, text, judge);                               \
  }

NAMED(name_empty, "", 0)
NAMED(name_not_utf8, "o\xFFk", 0)
NAMED(name_cut, "d\xC3", 0)
NAMED(name_surrogate, "\xED\xA0\x80", 0)
NAMED(judge_empty, "", 1)

/* The set of the fixture has names, and ids must be those of names. */
static duel_status ids_of_no_name(duel_set *set, const duel_model *model) {
  static const uint32_t ids[] = {0, 1, 2}, others[] = {1, 2, 1000};
  duel_rows rows = good();
  (void)model;
  rows.left = column(ids, DUEL_TYPE_U32);
  rows.right = column(others, DUEL_TYPE_U32);
  return duel_set_append(set, &rows);
}

/* Ids, in a set of their own. */
static duel_status ids(int64_t last, int32_t type, int32_t base) {
  const int64_t wide[] = {1, 2, 3}, spoilt[] = {2, 3, last};
  const int32_t narrow[] = {1, 2, 3};
  duel_rows rows = good();
  duel_set *fresh = NULL;
  duel_status status = duel_set_new(&fresh);
  if (status != DUEL_OK) return status;
  rows.left = type == DUEL_TYPE_I64 ? column(wide, DUEL_TYPE_I64) : column(narrow, DUEL_TYPE_I32);
  rows.right = column(spoilt, DUEL_TYPE_I64);
  rows.left.base = rows.right.base = base;
  status = duel_set_append(fresh, &rows);
  if (status != DUEL_OK && duel_set_count(fresh, DUEL_KIND_ITEM) != 0) status = DUEL_OK;
  duel_set_free(fresh);
  return status;
}

#define IDS(name, last, base)                                         \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    (void)set;                                                        \
    (void)model;                                                      \
    return ids(last, DUEL_TYPE_I64, base);                                 \
  }

IDS(id_negative, -1, 0)
IDS(id_below_base, 0, 1)
IDS(id_too_large, 0x100000000, 0)
IDS(id_itself, 3, 0)

/* Importance weights and frequencies do not mix in one set. */
static duel_status mixed_weights(duel_set *set, const duel_model *model) {
  duel_rows rows = good();
  (void)model;
  rows.weight = double_column(counts);
  rows.importance = 1;
  return duel_set_append(set, &rows);
}

const bad_input bad_rows[] = {
    {"struct_size 0", size_zero, DUEL_ERR_ARGUMENT, "struct_size", -1},
    {"struct_size 4", size_small, DUEL_ERR_ARGUMENT, "struct_size", -1},
    {"struct_size huge", size_huge, DUEL_ERR_ARGUMENT, "struct_size", -1},
    {"no left", no_left, DUEL_ERR_ARGUMENT, "left", -1},
    {"no right", no_right, DUEL_ERR_ARGUMENT, "right", -1},
    {"no answer", no_answer, DUEL_ERR_ARGUMENT, "score", -1},
    {"score and outcome", two_answers, DUEL_ERR_ARGUMENT, "outcome", -1},
    {"score and counts", score_and_counts, DUEL_ERR_ARGUMENT, "score", -1},
    {"wins without losses", wins_alone, DUEL_ERR_ARGUMENT, "losses", -1},
    {"losses without wins", losses_alone, DUEL_ERR_ARGUMENT, "wins", -1},
    {"ties without wins", ties_alone, DUEL_ERR_ARGUMENT, "wins", -1},
    {"type 0", type_zero, DUEL_ERR_ARGUMENT, "left", -1},
    {"type 11", type_unknown, DUEL_ERR_ARGUMENT, "11", -1},
    {"score of text", score_of_text, DUEL_ERR_ARGUMENT, "score", -1},
    {"ids of doubles", names_of_doubles, DUEL_ERR_ARGUMENT, "left", -1},
    {"outcome of doubles", outcome_of_doubles, DUEL_ERR_ARGUMENT, "outcome", -1},
    {"length huge", length_huge, DUEL_ERR_SIZE, "overflow", -1},
    {"ordered, and no order", ordered_twice, DUEL_ERR_ARGUMENT, "ordered", -1},
    {"ordered of text", ordered_text, DUEL_ERR_ARGUMENT, "ordered", -1},
    {"ordered 2", ordered_two, DUEL_ERR_DATA, "ordered is 2", 1},
    {"ordered NaN", ordered_nan, DUEL_ERR_DATA, "ordered is NaN", 2},
    {"cluster of doubles", cluster_of_doubles, DUEL_ERR_ARGUMENT, "cluster", -1},
    {"score and grade", score_and_grade, DUEL_ERR_ARGUMENT, "grade", -1},
    {"grade of text", grade_of_text, DUEL_ERR_ARGUMENT, "grade", -1},
    {"grade 6", grade_six, DUEL_ERR_DATA, "grade is 6", 1},
    {"grade .5", grade_half, DUEL_ERR_DATA, "grade is 0.5", 2},
    {"grade NaN", grade_nan, DUEL_ERR_DATA, "grade is NaN", 0},
    {"item against itself", itself, DUEL_ERR_DATA, "\"ash\"", 0},
    {"score NaN", score_nan, DUEL_ERR_DATA, "score is NaN", 1},
    {"score 0.7", score_soft, DUEL_ERR_DATA, "score is 0.7", 2},
    {"score 2", score_two, DUEL_ERR_DATA, "score is 2", 0},
    {"score infinite", score_infinite, DUEL_ERR_DATA, "score is inf", 2},
    {"weight NaN", weight_nan, DUEL_ERR_DATA, "weight is NaN", 2},
    {"weight negative", weight_negative, DUEL_ERR_DATA, "weight is -2", 1},
    {"weight infinite", weight_infinite, DUEL_ERR_DATA, "weight is inf", 0},
    {"weights overflow", weights_overflow, DUEL_ERR_DATA, "weight", 1},
    {"wins negative", wins_negative, DUEL_ERR_DATA, "wins is -1", 1},
    {"losses NaN", losses_nan, DUEL_ERR_DATA, "losses is NaN", 1},
    {"ties infinite", ties_infinite, DUEL_ERR_DATA, "ties is inf", 1},
    {"both_bad negative", both_bad_negative, DUEL_ERR_DATA, "both_bad is -0.5", 1},
    {"outcome 0", outcome_zero, DUEL_ERR_DATA, "outcome is 0", 2},
    {"outcome 6", outcome_six, DUEL_ERR_DATA, "outcome is 6", 2},
    {"name empty", name_empty, DUEL_ERR_NAME, "empty", 2},
    {"name not UTF-8", name_not_utf8, DUEL_ERR_NAME, "UTF-8", 2},
    {"name cut in a letter", name_cut, DUEL_ERR_NAME, "UTF-8", 2},
    {"name a surrogate", name_surrogate, DUEL_ERR_NAME, "UTF-8", 2},
    {"judge empty", judge_empty, DUEL_ERR_NAME, "judge", 2},
    {"ids of no name", ids_of_no_name, DUEL_ERR_NAME, "right: 1000 is the id of no item", 2},
    {"id negative", id_negative, DUEL_ERR_DATA, "-1", 2},
    {"id below base", id_below_base, DUEL_ERR_DATA, "0", 2},
    {"id too large", id_too_large, DUEL_ERR_DATA, "4294967296", 2},
    {"id itself", id_itself, DUEL_ERR_DATA, "3", 2},
    {"importance weights among frequencies", mixed_weights, DUEL_ERR_DATA, "importance", -1},
    {NULL, NULL, 0, NULL, 0},
};
