/* A map of the judges as an SVG file: who sees the items as the others do, and who otherwise. */
#ifndef JUDGE_MAP_H
#define JUDGE_MAP_H

#include "results.h"

/* Judges and items in two plots with the same directions. What judge k thinks of item i is S_k(i) = gamma_k mu_i + U_k . V_i; along
 * mu / |mu| and the first direction V_1 / |V_1| judge k lies at (gamma_k |mu|, U_k1 |V_1|). With one
 * direction the distance of two judges is that of their strengths, and what a judge thinks of an item
 * is the judge's place along the arrow of the item, in units of its length. */
typedef struct panel {
  size_t judges, items;
  double *judge; /* x, y of each, by id */
  double *item;  /* x, y of the end of each arrow, by id */
  double share;  /* of all disagreement (sum of squares) that the first direction has */
} panel;

duel_status panel_read(panel *panel, const duel_model *model);
void panel_free(panel *panel);

/* Write it as SVG, and below it judges by sensitivity and leverage; 0 on success, else -1 after a message. */
int judge_map_write(const char *path, const char *title, const results *results, const panel *panel);

#endif
