/* Cells of tables as numbers, for tests that look at a few of them. */
#ifndef CELLS_H
#define CELLS_H

#include "check.h"
#include "duel.h"

#include <math.h>
#include <string.h>

/* The number in a cell of a table, whatever the type of its column; NaN where it is missing, or there is no such cell. */
static inline double cell(const duel_table *table, const char *name, size_t row) {
  duel_table_column column;
  duel_table_facts facts;
  size_t place = 0;
  memset(&column, 0, sizeof column);
  memset(&facts, 0, sizeof facts);
  column.struct_size = sizeof column;
  facts.struct_size = sizeof facts;
  EXPECT(DUEL_OK, duel_table_info(table, &facts));
  EXPECT(DUEL_OK, duel_table_find(table, name, &place));
  if (row >= facts.rows || duel_table_get(table, place, &column) != DUEL_OK) return NAN;
  if (column.validity && !(column.validity[row / 8] >> (row % 8) & 1)) return NAN;
  switch (column.type) {
    case DUEL_TYPE_F64: return ((const double *)column.data)[row];
    case DUEL_TYPE_I64: return (double)((const int64_t *)column.data)[row];
    case DUEL_TYPE_BOOL: return (double)((const uint8_t *)column.data)[row];
    default: return (double)((const int32_t *)column.data)[row];
  }
}

/* The rows of a table whose columns are all there, named and described. */
static inline size_t described_rows(const duel_table *table) {
  duel_table_facts facts;
  size_t k, place = 0;
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  EXPECT(DUEL_OK, duel_table_info(table, &facts));
  for (k = 0; k < facts.columns; k++) {
    duel_table_column column;
    memset(&column, 0, sizeof column);
    column.struct_size = sizeof column;
    EXPECT(DUEL_OK, duel_table_get(table, k, &column));
    if (!column.name) continue;
    EXPECT(DUEL_OK, duel_table_find(table, column.name, &place));
    CHECK(place == k && column.unit && column.description && facts.title, "%s", column.name);
    CHECK(column.type == DUEL_TYPE_TEXT || column.data, "%s has no values", column.name);
    CHECK(column.refers == DUEL_REFERS_NONE || column.refers == DUEL_REFERS_ROW || column.labels, "%s", column.name);
  }
  return facts.rows;
}

#endif
