/* Operations of tests/c/faults.c whose lists are long where there are many items, judges or contexts, and that no other
 * family has at that size. */
#include "faults.h"

#include <stdlib.h>

/* Two rankings of all items. */
static const double *rankings(world *w) {
  size_t i;
  for (i = 0; i < w->items; i++) {
    w->room[1][i] = (double)(i * 7 % w->items);
    w->room[1][w->items + i] = (double)(i * 11 % w->items);
  }
  return w->room[1];
}
static duel_status agreement(world *w) {
  const double *both = rankings(w);
  NUMBERS(duel_rankings_agreement(both, 2, w->items, DUEL_AGREEMENT_SPEARMAN, 0, fault_token, out, capacity), 4);
}
static duel_status kendall(world *w) {
  const double *both = rankings(w);
  NUMBERS(duel_rankings_agreement(both, 2, w->items, DUEL_AGREEMENT_KENDALL, 0, fault_token, out, capacity), 4);
}
static duel_status effective(world *w) {
  const double *both = rankings(w);
  FACTS(duel_effective_facts, duel_rankings_effective(both, 2, w->items, NULL, &out));
}
static duel_status p_adjust(world *w) {
  size_t i;
  for (i = 0; i < w->items; i++) w->numbers[i] = (double)(i % 1000) / 1000.0;
  NUMBERS(duel_p_adjust(w->numbers, w->items, DUEL_ADJUST_HOLM, out, capacity), w->items);
}
/* A tree that takes in one item after the other. */
static duel_status cut(world *w) {
  const size_t count = w->items - 1;
  int64_t *left = malloc(count * sizeof *left), *right = malloc(count * sizeof *right);
  int64_t *labels = (int64_t *)w->room[0];
  size_t i;
  if (!left || !right) exit(2);
  for (i = 0; i < count; i++) {
    left[i] = i ? (int64_t)(w->items + i - 1) : 0;
    right[i] = (int64_t)i + 1;
    w->numbers[i] = (double)i;
  }
  if (!TRY(duel_tree_cut(left, right, w->numbers, w->items, DUEL_CUT_NUMBER, 2.0, labels, w->capacity))) {
    see_bytes(w, labels, w->items * sizeof *labels);
  }
  free(left);
  free(right);
  return w->status;
}
/* The columns of ids in 64 bits. */
static duel_status append_words(world *w) {
  duel_rows rows = w->by_id;
  duel_set *set = NULL;
  int64_t *ids = malloc(3 * w->length * sizeof *ids);
  size_t i;
  if (!ids || duel_set_new(&set)) exit(2);
  for (i = 0; i < w->length; i++) {
    ids[i] = w->item_ids[0][i];
    ids[w->length + i] = w->item_ids[1][i];
    ids[2 * w->length + i] = w->judge_ids[i];
  }
  rows.left.data = ids;
  rows.right.data = ids + w->length;
  rows.judge.data = ids + 2 * w->length;
  rows.left.type = rows.right.type = rows.judge.type = DUEL_TYPE_I64;
  TRY(duel_set_append(set, &rows));
  free(ids);
  if (!w->status) return see_set(w, set);
  duel_set_free(set);
  return w->status;
}
/* Of names, which are looked up, for each of many covariates. */
static duel_status covariate(world *w) {
  duel_set *set = NULL;
  size_t i;
  ZERO(duel_covariate, one);
  if (duel_set_load(w->set_bytes, w->set_length, &set)) exit(2);
  for (i = 0; i < w->items; i++) w->numbers[i] = (double)(i % 17);
  one.length = w->items;
  one.name = "wide";
  one.item = w->rows.left;
  one.item.data = w->names;
  one.value = w->rows.score;
  one.value.data = w->numbers;
  TRY(duel_set_covariate(set, &one));
  if (!w->status) return see_set(w, set);
  duel_set_free(set);
  return w->status;
}
static duel_status items_print(world *w) {
  duel_table *table = NULL;
  size_t length = 0;
  if (duel_set_items(w->set, &table)) exit(2);
  if (!TRY(duel_table_print(table, NULL, NULL, 0, &length))) see_bytes(w, &length, sizeof length);
  duel_table_free(table);
  return w->status;
}

const operation wide_operations[] = {
    {"rankings_agreement, long", agreement},
    {"rankings_agreement, long, Kendall", kendall},
    {"rankings_effective, long", effective},
    {"p_adjust, long", p_adjust},
    {"tree_cut, long", cut},
    {"set_append, wide ids", append_words},
    {"set_covariate, long", covariate},
    {"table_print, long", items_print},
    {NULL, NULL},
};
