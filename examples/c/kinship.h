/* How far items are apart, and what follows from it: a map and a tree. */
#ifndef KINSHIP_H
#define KINSHIP_H

#include "results.h"

typedef struct kinship {
  size_t items;               /* those with known finite distances to each other */
  const item_result **item;   /* best first; borrowed from the results */
  double *distance;           /* items x items: |z| of a neutral comparison */
  double *place;              /* items x 2, on the map */
  double stress;              /* Kruskal's stress-1 of the map */
  duel_table *merge;          /* the merges of duel_tree_cluster */
  int64_t *order;             /* the items from top to bottom of the tree */
} kinship;

/* DUEL_OK, or the status of the call that failed. */
duel_status kinship_read(kinship *kinship, const results *results,
                         const duel_inference_options *inference);

void kinship_free(kinship *kinship);

#endif
