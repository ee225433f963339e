#include "pool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t cells(const pool *p) {
  return p->contexts * p->items * p->items;
}

static double left_of(const double *votes) {
  return votes[POOL_FIRST] + votes[POOL_SECOND] + votes[POOL_TIE];
}

duel_status pool_read(pool *p, const duel_set *set) {
  duel_table *table = NULL;
  const int32_t *context, *left, *right;
  const double *left_wins, *right_wins, *ties, *good, *bad;
  duel_status status = duel_set_cells(set, &table);
  size_t row;
  if (status != DUEL_OK) return status;
  p->contexts = duel_set_count(set, DUEL_KIND_CONTEXT);
  p->items = duel_set_count(set, DUEL_KIND_ITEM);
  p->votes = calloc(cells(p) * POOL_CATEGORIES + 1, sizeof *p->votes);
  context = duel_table_codes(table, "context");
  left = duel_table_codes(table, "left");
  right = duel_table_codes(table, "right");
  left_wins = duel_table_f64(table, "left_wins");
  right_wins = duel_table_f64(table, "right_wins");
  ties = duel_table_f64(table, "plain_ties");
  good = duel_table_f64(table, "both_good");
  bad = duel_table_f64(table, "both_bad");
  if (!p->votes) status = DUEL_ERR_MEMORY;
  for (row = 0; status == DUEL_OK && row < duel_set_count(set, DUEL_KIND_CELL); row++) {
    const int turned = left[row] > right[row];
    const size_t low = (size_t)(turned ? right : left)[row], high = (size_t)(turned ? left : right)[row];
    double *votes = p->votes + (((size_t)context[row] * p->items + low) * p->items + high) * POOL_CATEGORIES;
    votes[POOL_FIRST] += (turned ? right_wins : left_wins)[row];
    votes[POOL_SECOND] += (turned ? left_wins : right_wins)[row];
    votes[POOL_TIE] += ties[row] + good[row] + bad[row];
  }
  duel_table_free(table);
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
duel_status pool_draw(pool *p, const uint8_t *asked, uint64_t seed, int *answers) {
  const size_t count = cells(p);
  double *share = calloc(count * POOL_CATEGORIES + 1, sizeof *share);
  uint8_t *drawn = calloc(count * POOL_CATEGORIES + 1, 1);
  duel_status status;
  size_t at;
  if (!share || !drawn) {
    free(share);
    free(drawn);
    return DUEL_ERR_MEMORY;
  }
  for (at = 0; at < count * POOL_CATEGORIES; at++) {
    const double left = left_of(p->votes + at / POOL_CATEGORIES * POOL_CATEGORIES);
    if (left > 0.0) share[at] = p->votes[at] / left;
  }
  status = duel_policy_draw(share, count, POOL_CATEGORIES, DUEL_DRAWING_ONE_PAIR, seed, 0, drawn,
                            count * POOL_CATEGORIES);
  for (at = 0; status == DUEL_OK && at < count; at++) {
    int category;
    answers[at] = -1;
    if (!asked[at]) continue;
    for (category = 0; category < POOL_CATEGORIES; category++) {
      if (!drawn[at * POOL_CATEGORIES + (size_t)category]) continue;
      p->votes[at * POOL_CATEGORIES + (size_t)category] -= 1.0;
      answers[at] = category;
    }
  }
  free(share);
  free(drawn);
  return status;
}

duel_status pool_rates(const pool *p, double *rates) {
  double *votes = calloc(p->items + 1, sizeof *votes);
  size_t at, item;
  if (!votes) return DUEL_ERR_MEMORY;
  memset(rates, 0, p->items * sizeof *rates);
  for (at = 0; at < cells(p); at++) {
    const size_t first = at / p->items % p->items, second = at % p->items;
    const double *own = p->votes + at * POOL_CATEGORIES;
    rates[first] += own[POOL_FIRST] + 0.5 * own[POOL_TIE];
    rates[second] += own[POOL_SECOND] + 0.5 * own[POOL_TIE];
    votes[first] += left_of(own);
    votes[second] += left_of(own);
  }
  for (item = 0; item < p->items; item++) rates[item] /= fmax(votes[item], 1.0);
  free(votes);
  return DUEL_OK;
}

/* The votes of two items in one context. */
static double *votes_of(double *context, size_t items, size_t i, size_t j) {
  return context + (i < j ? i * items + j : j * items + i) * POOL_CATEGORIES;
}

static void turn(double *votes) {
  const double first = votes[POOL_FIRST];
  votes[POOL_FIRST] = votes[POOL_SECOND];
  votes[POOL_SECOND] = first;
}

static void exchange(double *context, size_t items, size_t i, size_t j) {
  size_t other, k;
  turn(votes_of(context, items, i, j));
  for (other = 0; other < items; other++) {
    double *one = votes_of(context, items, i, other), *two = votes_of(context, items, j, other);
    if (other == i || other == j) continue;
    /* Both as votes of the item against the other. */
    if (other < i) turn(one);
    if (other < j) turn(two);
    for (k = 0; k < POOL_CATEGORIES; k++) {
      const double kept = one[k];
      one[k] = two[k];
      two[k] = kept;
    }
    if (other < i) turn(one);
    if (other < j) turn(two);
  }
}

duel_status pool_mix(pool *p, size_t i, size_t j, uint64_t seed) {
  double *half = malloc((p->contexts + 1) * sizeof *half);
  uint8_t *heads = malloc(p->contexts + 1);
  duel_status status = half && heads ? DUEL_OK : DUEL_ERR_MEMORY;
  size_t at;
  for (at = 0; status == DUEL_OK && at < p->contexts; at++) half[at] = 0.5;
  if (status == DUEL_OK) {
    status = duel_policy_draw(half, p->contexts, 1, DUEL_DRAWING_INDEPENDENT, seed, 0, heads, p->contexts);
  }
  for (at = 0; status == DUEL_OK && at < p->contexts; at++) {
    if (heads[at]) exchange(p->votes + at * p->items * p->items * POOL_CATEGORIES, p->items, i, j);
  }
  free(half);
  free(heads);
  return status;
}

void pool_free(pool *p) {
  free(p->votes);
  memset(p, 0, sizeof *p);
}
