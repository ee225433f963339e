#include "kinship_map.h"

#include "draw.h"
#include "text.h"
#include "tiers.h"

#include <stdio.h>

static int memory(void) {
  fputs("leaderboard: out of memory\n", stderr);
  return -1;
}

static void put_items(drawing *d, const results *r, const kinship *kin) {
  size_t i;
  for (i = 0; i < kin->items; i++) {
    d->labels[i] = kin->item[i]->name;
    d->groups[i] = r->tiers ? tier_group(r, kin->item[i]) : 0;
  }
}

int map_write(const char *path, const char *title, const results *r, const kinship *kin) {
  char note[512], left_out[96] = "";
  tier_names names;
  drawing d;
  int failed;
  size_t i;
  if (drawing_new(&d, DUEL_CHART_POINTS, kin->items, 2) != 0) return memory();
  for (i = 0; i < 2 * kin->items; i++) d.values[i] = kin->place[i];
  put_items(&d, r, kin);
  if (kin->items < r->items) {
    snprintf(left_out, sizeof left_out, "; %lu without known distances left out", (unsigned long)(r->items - kin->items));
  }
  snprintf(note, sizeof note, "Distances: |z|, how well comparisons tell two items apart; stress %.3f%s%s", kin->stress,
           left_out,
           r->info.spread == DUEL_SPREAD_NONE ? "\nWhere all differences are equally noisy the items lie on a line; "
                                                "--spread gives each its own noise"
                                              : "");
  d.options.title = title;
  d.options.note = note;
  d.options.axis = "apart (1: the better wins 73 %)";
  d.options.equal_axes = 1;
  tiers_show(&d, r, &names);
  failed = drawings_write("leaderboard", path, &d, 1);
  drawing_free(&d);
  return failed;
}

int tree_write(const char *path, const char *title, const results *r, const kinship *kin) {
  const int64_t *left = duel_table_i64(kin->merge, "left_cluster");
  const int64_t *right = duel_table_i64(kin->merge, "right_cluster");
  const double *height = duel_table_f64(kin->merge, "height");
  char note[256], number[TEXT_NUMBER];
  tier_names names;
  drawing d;
  int failed;
  size_t i;
  if (kin->items < 2) {
    fputs("leaderboard: a tree needs two items with a known distance\n", stderr);
    return -1;
  }
  if (drawing_new(&d, DUEL_CHART_TREE, kin->items - 1, 3) != 0) return memory();
  for (i = 0; i + 1 < kin->items; i++) {
    d.values[3 * i] = (double)left[i];
    d.values[3 * i + 1] = (double)right[i];
    d.values[3 * i + 2] = height[i];
  }
  put_items(&d, r, kin);
  for (i = 0; i < kin->items; i++) {
    snprintf(d.sides[i], sizeof d.sides[i], "%s", text_count(number, kin->item[i]->rank));
  }
  drawing_has_sides(&d);
  snprintf(note, sizeof note, "Average linkage; neighbours as alike as the tree allows. %lu items%s; numbers: ranks",
           (unsigned long)kin->items, kin->items < r->items ? ", those with known distances" : "");
  d.options.title = title;
  d.options.note = note;
  d.options.axis = "Mean distance |z| at which clusters join (1: the better wins 73 %)";
  tiers_show(&d, r, &names);
  failed = drawings_write("leaderboard", path, &d, 1);
  drawing_free(&d);
  return failed;
}
