/* Small data that the tests share: a set that any model can be fitted to. */
#ifndef DATA_H
#define DATA_H

#include "duel.h"

#include <stdlib.h>
#include <string.h>

static inline duel_column names_column(const char *const *names) {
  duel_column column;
  memset(&column, 0, sizeof column);
  column.data = names;
  column.type = DUEL_TYPE_TEXT;
  return column;
}

static inline duel_column double_column(const double *values) {
  duel_column column;
  memset(&column, 0, sizeof column);
  column.data = values;
  column.type = DUEL_TYPE_F64;
  return column;
}

static inline duel_rows empty_rows(size_t length) {
  duel_rows rows;
  memset(&rows, 0, sizeof rows);
  rows.struct_size = sizeof rows;
  rows.length = length;
  return rows;
}

static inline duel_model_options fit_defaults(void) {
  duel_model_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  return options;
}

static inline duel_inference_options inference_defaults(void) {
  duel_inference_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  return options;
}

enum { SMALL_ITEMS = 4, SMALL_JUDGES = 3, SMALL_CONTEXTS = 6, SMALL_ROWS = 12 * 3 * 6 };

static const char *const small_items[] = {"ash", "birch", "cedar", "d\xC3\xBCnn"};
static const char *const small_judges[] = {"ann", "bob", "cyd"};
static const char *const small_contexts[] = {"p1", "p2", "p3", "p4", "p5", "p6"};

/* Three judges of different care see all ordered pairs of four items in six contexts. The answers
 * come from a fixed generator, so that every run sees the same set. */
static inline duel_status small_set(duel_set **out) {
  static const double strength[] = {0.9, 0.3, -0.2, -1.0};
  static const double care[] = {1.6, 1.0, 0.4};
  const char *left[SMALL_ROWS], *right[SMALL_ROWS], *judge[SMALL_ROWS], *context[SMALL_ROWS];
  double score[SMALL_ROWS];
  unsigned long state = 12345;
  size_t row = 0, i, j, k, c;
  duel_rows rows = empty_rows(SMALL_ROWS);
  duel_set *set = NULL;
  duel_status status;
  for (c = 0; c < SMALL_CONTEXTS; c++) {
    for (k = 0; k < SMALL_JUDGES; k++) {
      for (i = 0; i < SMALL_ITEMS; i++) {
        for (j = 0; j < SMALL_ITEMS; j++) {
          double u = i == j ? 0.0 : care[k] * (strength[i] - strength[j]) + 0.2, chance;
          if (i == j) continue;
          state = (state * 1103515245ul + 12345ul) & 0x7ffffffful;
          chance = 8.0 * ((double)(state >> 8) / 8388608.0) - 4.0;
          score[row] = chance < u - 0.4 ? 1.0 : chance > u + 0.4 ? 0.0 : 0.5;
          left[row] = small_items[i];
          right[row] = small_items[j];
          judge[row] = small_judges[k];
          context[row] = small_contexts[c];
          row++;
        }
      }
    }
  }
  rows.left = names_column(left);
  rows.right = names_column(right);
  rows.judge = names_column(judge);
  rows.context = names_column(context);
  rows.score = double_column(score);
  status = duel_set_new(&set);
  if (status == DUEL_OK) status = duel_set_append(set, &rows);
  if (status != DUEL_OK) {
    duel_set_free(set);
    return status;
  }
  *out = set;
  return DUEL_OK;
}

/* The saved bytes of a set, to see whether a call left it alone; NULL if saving failed. */
static inline unsigned char *bytes_of(const duel_set *set, size_t *length) {
  unsigned char *bytes;
  if (duel_set_save(set, NULL, 0, length) != DUEL_OK) return NULL;
  bytes = (unsigned char *)malloc(*length);
  if (bytes && duel_set_save(set, bytes, *length, length) != DUEL_OK) {
    free(bytes);
    return NULL;
  }
  return bytes;
}

/* The rows of a table; 0 of none. */
static inline size_t rows_of(const duel_table *table) {
  duel_table_facts facts;
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  return duel_table_info(table, &facts) == DUEL_OK ? facts.rows : 0;
}

#endif
