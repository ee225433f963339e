#include "kinship.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Takes every item, best first, whose distances to those taken before are known and finite: items of
 * other components, and those whose scores diverge, have no place among the rest. */
static void choose(kinship *kin, const results *r, const double *all) {
  size_t i, j;
  for (i = 0; i < r->items; i++) {
    const double *row = all + r->item[i].id * r->items;
    for (j = 0; j < kin->items && isfinite(row[kin->item[j]->id]); j++) continue;
    if (j == kin->items) kin->item[kin->items++] = &r->item[i];
  }
  for (i = 0; i < kin->items; i++) {
    for (j = 0; j < kin->items; j++) {
      kin->distance[i * kin->items + j] = all[kin->item[i]->id * r->items + kin->item[j]->id];
    }
  }
}

static duel_status scale(kinship *kin, const duel_inference_options *inference) {
  const size_t n = kin->items, axes = n < 2 ? n : 2;
  duel_smacof_options options;
  duel_smacof_facts info;
  duel_status status;
  size_t i;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.seed = inference->seed;
  options.threads = inference->threads;
  options.cancel = inference->cancel;
  memset(&info, 0, sizeof info);
  info.struct_size = sizeof info;
  status = duel_map_smacof(kin->distance, NULL, n, axes, &options, kin->place, 2 * n, &info);
  if (status != DUEL_OK) return status;
  kin->stress = info.stress_1;
  /* Axes may point either way: the best item stands on the right. */
  if (n > 1 && kin->place[0] < 0.0) {
    for (i = 0; i < n; i++) kin->place[2 * i] = -kin->place[2 * i];
  }
  return DUEL_OK;
}

static duel_status grow(kinship *kin, const duel_inference_options *inference) {
  const size_t n = kin->items;
  size_t i;
  duel_status status = duel_tree_cluster(kin->distance, n, DUEL_LINKAGE_AVERAGE, 1, inference->cancel,
                                    &kin->merge, kin->order, n);
  if (status != DUEL_OK) return status;
  /* The order may be read from either end: the better end on top. */
  if (kin->order[0] > kin->order[n - 1]) {
    for (i = 0; i < n / 2; i++) {
      const int64_t kept = kin->order[i];
      kin->order[i] = kin->order[n - 1 - i];
      kin->order[n - 1 - i] = kept;
    }
  }
  return DUEL_OK;
}

duel_status kinship_read(kinship *kin, const results *r, const duel_inference_options *inference) {
  const size_t n = r->items;
  double *all = calloc(n * n + 1, sizeof *all);
  duel_status status = DUEL_ERR_MEMORY;
  duel_inference_options how;
  memset(&how, 0, sizeof how);
  how.struct_size = sizeof how;
  how.cancel = inference->cancel;
  memset(kin, 0, sizeof *kin);
  kin->item = calloc(n + 1, sizeof *kin->item);
  kin->distance = calloc(n * n + 1, sizeof *kin->distance);
  kin->place = calloc(2 * n + 1, sizeof *kin->place);
  kin->order = calloc(n + 1, sizeof *kin->order);
  if (all && kin->item && kin->distance && kin->place && kin->order) {
    status = duel_model_distances(r->model, DUEL_DISTANCE_Z, &how, all, n * n);
  }
  if (status == DUEL_OK) {
    choose(kin, r, all);
    status = scale(kin, inference);
  }
  if (status == DUEL_OK) status = grow(kin, inference);
  free(all);
  if (status != DUEL_OK) kinship_free(kin);
  return status;
}

void kinship_free(kinship *kin) {
  free(kin->item);
  free(kin->distance);
  free(kin->place);
  duel_table_free(kin->merge);
  free(kin->order);
  memset(kin, 0, sizeof *kin);
}
