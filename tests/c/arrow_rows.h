/* Rows that the tests of Arrow streams share, as numbers of names, and the set that plain columns make of them. */
#ifndef ARROW_ROWS_H
#define ARROW_ROWS_H

#include "arrow_make.h"

enum { ROWS = 24, NAMES = 8 };
enum { LEFT, RIGHT, JUDGE, CONTEXT, ANSWER, ANSWERS };

static const char *const words[NAMES] = {"ash", "birch", "a-name-of-many-letters", "d\xC3\xBCnn",
                                         "twelve-bytes", "thirteen-byte", "x", "\xE6\xBC\xA2\xE5\xAD\x97 and more of it"};
static const char *const digits[NAMES] = {"0", "1", "2", "3", "4", "5", "6", "7"};

/* Rows, as numbers of names; -1 is none. */
static int data[ANSWERS][ROWS];

static void make_data(void) {
  int k;
  for (k = 0; k < ROWS; k++) {
    data[LEFT][k] = (5 * k + 2) % NAMES;
    data[RIGHT][k] = (data[LEFT][k] + 1 + k % 7) % NAMES;
    data[JUDGE][k] = k % 5 == 3 ? -1 : k % 3;
    data[CONTEXT][k] = k % 7 == 1 ? -1 : 7 - k % 6;
    data[ANSWER][k] = k * k % 5;
  }
}

/* The first rows by plain columns. */
static duel_set *expected(size_t rows, const char *const *names, int with_contexts, const double *weights) {
  const char *columns[4][ROWS];
  int32_t codes[ROWS];
  duel_rows given = empty_rows(rows);
  duel_set *set = new_set();
  size_t k, c;
  for (k = 0; k < rows; k++) {
    for (c = 0; c < 4; c++) columns[c][k] = data[c][k] < 0 ? NULL : names[data[c][k]];
    codes[k] = data[ANSWER][k] + 1;
  }
  given.left = names_column(columns[LEFT]);
  given.right = names_column(columns[RIGHT]);
  given.judge = names_column(columns[JUDGE]);
  if (with_contexts) given.context = names_column(columns[CONTEXT]);
  given.outcome.data = codes;
  given.outcome.type = DUEL_TYPE_I32;
  if (weights) given.weight = double_column(weights);
  EXPECT(DUEL_OK, duel_set_append(set, &given));
  return set;
}

static duel_stream_columns no_columns(void) {
  duel_stream_columns columns;
  memset(&columns, 0, sizeof columns);
  columns.struct_size = sizeof columns;
  return columns;
}

#endif
