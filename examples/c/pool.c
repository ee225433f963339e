#include "pool.h"

#include <stdlib.h>
#include <string.h>

static size_t cells(const pool *p) {
  return p->contexts * p->items * p->items;
}

static double left_of(const double *votes) {
  return votes[POOL_FIRST] + votes[POOL_SECOND] + votes[POOL_TIE];
}

/* Columns of DUEL_SET_CELLS. */
enum { CONTEXT, JUDGE, LEFT, RIGHT, PREFERS_LEFT, PREFERS_RIGHT, TIES, GOOD, BAD, WEIGHTS, COLUMNS };

duel_status pool_read(pool *p, const duel_set *set) {
  const size_t rows = duel_set_count(set, DUEL_KIND_CELL);
  double *table = malloc((rows * COLUMNS + 1) * sizeof *table);
  duel_status status = DUEL_ERR_MEMORY;
  size_t row;
  p->contexts = duel_set_count(set, DUEL_KIND_CONTEXT);
  p->items = duel_set_count(set, DUEL_KIND_ITEM);
  p->votes = calloc(cells(p) * POOL_CATEGORIES + 1, sizeof *p->votes);
  if (table && p->votes) status = duel_set_get(set, DUEL_SET_CELLS, table, rows * COLUMNS);
  for (row = 0; status == DUEL_OK && row < rows; row++) {
    const double *cell = table + row * COLUMNS;
    const size_t left = (size_t)cell[LEFT], right = (size_t)cell[RIGHT];
    const int turned = left > right;
    double *votes = p->votes + (((size_t)cell[CONTEXT] * p->items + (turned ? right : left)) * p->items +
                                (turned ? left : right)) * POOL_CATEGORIES;
    votes[POOL_FIRST] += cell[turned ? PREFERS_RIGHT : PREFERS_LEFT];
    votes[POOL_SECOND] += cell[turned ? PREFERS_LEFT : PREFERS_RIGHT];
    votes[POOL_TIE] += cell[TIES] + cell[GOOD] + cell[BAD];
  }
  free(table);
  if (status != DUEL_OK) pool_free(p);
  return status;
}

duel_status pool_copy(pool *copy, const pool *p) {
  const size_t size = cells(p) * POOL_CATEGORIES * sizeof *p->votes;
  *copy = *p;
  copy->votes = malloc(size + 1);
  if (!copy->votes) return DUEL_ERR_MEMORY;
  memcpy(copy->votes, p->votes, size);
  return DUEL_OK;
}

void pool_shares(const pool *p, double *shares) {
  const size_t pairs = p->items * p->items;
  size_t at;
  memset(shares, 0, pairs * sizeof *shares);
  for (at = 0; at < cells(p); at++) {
    if (left_of(p->votes + at * POOL_CATEGORIES) > 0.0) shares[at % pairs] += 1.0 / (double)p->contexts;
  }
}

/* A vote drawn from a heap is one of its categories, drawn in the proportions that are left: what
 * duel_policy_draw does of "contexts" that are cells and "pairs" that are categories. */
duel_status pool_draw(pool *p, const double *asked, uint64_t seed, int *answers) {
  const size_t count = cells(p);
  double *share = calloc(count * POOL_CATEGORIES * 2 + 1, sizeof *share);
  double *drawn = share + count * POOL_CATEGORIES;
  duel_status status;
  size_t at;
  if (!share) return DUEL_ERR_MEMORY;
  for (at = 0; at < count * POOL_CATEGORIES; at++) {
    const double left = left_of(p->votes + at / POOL_CATEGORIES * POOL_CATEGORIES);
    if (left > 0.0) share[at] = p->votes[at] / left;
  }
  status = duel_policy_draw(share, count, POOL_CATEGORIES, DUEL_DRAWING_ONE_PAIR, seed, 0, drawn,
                            count * POOL_CATEGORIES);
  for (at = 0; status == DUEL_OK && at < count; at++) {
    int category;
    answers[at] = -1;
    if (asked[at] == 0.0) continue;
    for (category = 0; category < POOL_CATEGORIES; category++) {
      if (drawn[at * POOL_CATEGORIES + (size_t)category] == 0.0) continue;
      p->votes[at * POOL_CATEGORIES + (size_t)category] -= 1.0;
      answers[at] = category;
    }
  }
  free(share);
  return status;
}

void pool_free(pool *p) {
  free(p->votes);
  memset(p, 0, sizeof *p);
}
