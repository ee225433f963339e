/* Votes that nobody has asked for yet: what the closed loop buys its labels from. */
#ifndef POOL_H
#define POOL_H

#include "duel.h"

/* The answer of a vote on a pair: the item shown first, the other, or neither. */
enum { POOL_FIRST, POOL_SECOND, POOL_TIE, POOL_CATEGORIES };

/* A pair (j, k) of items is a cell of an items x items table, above its diagonal: j < k. */
typedef struct pool {
  size_t contexts, items;
  double *votes; /* contexts x items x items x POOL_CATEGORIES: how many are left */
} pool;

/* All votes of a set. The order in which two items were shown is left out of account. */
duel_status pool_read(pool *pool, const duel_set *set);

duel_status pool_copy(pool *copy, const pool *pool);

/* Of every pair, the share of contexts that have a vote left: items x items, 0 from the diagonal down. */
void pool_shares(const pool *pool, double *shares);

/* One vote for every query, drawn from those that are left of its context and pair, which are then one
 * fewer. `asked` is contexts x items x items, not 0 for a query; `answers`, of the same shape, receives
 * categories, or -1 where nothing was asked or nothing is left. */
duel_status pool_draw(pool *pool, const uint8_t *asked, uint64_t seed, int *answers);

/* Of every item the points a vote: a win is one, a tie half of one. */
duel_status pool_rates(const pool *pool, double *rates);

/* In every context two items change their names or keep them, as a coin of the seed falls: of what is left, neither is then
 * better than the other. */
duel_status pool_mix(pool *pool, size_t i, size_t j, uint64_t seed);

void pool_free(pool *pool);

#endif
