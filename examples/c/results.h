/* Everything the leaderboard shows, read from a model once. */
#ifndef RESULTS_H
#define RESULTS_H

#include "duel.h"

#include <stddef.h>

typedef struct estimate {
  double value, error, lower, upper;
} estimate;

typedef struct item_result {
  const char *name;
  double rank, best, worst;
  estimate score;
  double comparisons, wins, losses, ties;
  int32_t outcome; /* bits DUEL_FIT_ that concern this item */
} item_result;

typedef struct judge_result {
  const char *name;
  double comparisons, left, right, ties;
  double left_share; /* of the decided answers; NaN without any */
  int follows_slot;
  estimate sensitivity, position, threshold; /* NaN where the model has none for each judge */
  int32_t outcome;
} judge_result;

typedef struct results {
  duel_info info;
  size_t items, judges;
  item_result *item;   /* best first */
  judge_result *judge; /* sharpest first, or busiest where no model tells them apart */
  estimate position, threshold; /* where one number serves all judges, else NaN */
  double level;
  int32_t intervals; /* DUEL_MARGINAL, ... */
  int elo;
  const duel_model *model; /* whose names and warnings are borrowed */
} results;

/* DUEL_OK, or the status of the call that failed. */
duel_status results_read(results *results, const duel_model *model,
                         const duel_inference_options *inference);

void results_free(results *results);

#endif
