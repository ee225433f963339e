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
  size_t id; /* in the set */
  double rank, best, worst;
  double tier; /* 0 for the best; NaN for an item without one, or where none are asked for */
  double chance; /* of being the best */
  estimate score;
  const double *member; /* of each of the groups: 1 or 0 */
  double comparisons, wins, losses, ties;
  estimate threshold, bad_threshold, variance; /* NaN where the model has none for each item */
  int32_t outcome; /* bits DUEL_FIT_ that concern this item */
} item_result;

typedef struct judge_result {
  const char *name;
  size_t id; /* in the model */
  double comparisons, left, right, ties;
  double left_share; /* of the decided answers; NaN without any */
  int follows_position;
  estimate sensitivity, position, threshold; /* NaN where the model has none for each judge */
  estimate disagreement; /* over its part of the consensus */
  int32_t outcome;
  int32_t verdicts; /* bits DUEL_JUDGE_ */
  /* Of the report; NaN and NULL where judges are pooled. */
  double agreement, kappa; /* with the majority of the others */
  double circular;         /* share of its triads */
  double share;            /* of the consensus, at most */
  double leverage;
  const char *nearest; /* whose strengths correlate most with its own */
  double correlation;
} judge_result;

/* Whether there is something against a judge: a colour in drawings. That it resembles another is not. */
int judge_stands_out(const judge_result *judge);

/* The test that two items have equal scores. */
typedef struct pair_result {
  const item_result *better, *worse;
  estimate difference;
  double p, adjusted;
} pair_result;

typedef struct results {
  duel_model_facts info;
  duel_bootstrap_facts drawn; /* all zero without a bootstrap */
  size_t items, judges;
  item_result *item;   /* best first */
  size_t tiers;        /* 0 where none are asked for */
  size_t groups;       /* of items without significant differences; 0 if there are too many */
  double *member;      /* what the items point to */
  size_t pairs;        /* 0 where no tests are asked for */
  pair_result *pair;   /* by the rank of the better item, then of the worse one */
  size_t ranks;        /* weighed; 0: none */
  duel_table *rank;    /* of duel_set_select_rank; NULL: none */
  judge_result *judge; /* sharpest first, or busiest where no model tells them apart */
  estimate position, threshold, bad_threshold; /* where one number serves all, else NaN */
  double level;
  int32_t intervals; /* DUEL_INTERVALS_MARGINAL, ... */
  int32_t correction, test; /* as asked for */
  int few; /* corrected for few clusters without being asked */
  int elo;
  duel_table *warning;
  duel_table_facts warnings;
  const duel_model *model; /* whose names are borrowed */
} results;

/* The questions to a model. */
typedef struct question {
  duel_inference_options inference;
  const duel_model_options *fit; /* as the model was fitted */
  int32_t ranks;               /* of disagreement to weigh; -1: none */
  int32_t test; /* DUEL_ADJUST_SINGLE_STEP, ...; -1: no tests */
  int32_t tiers;     /* DUEL_TIERS_SIGNIFICANCE, ...; -1: no tiers */
  double tier_value; /* how many, or the gap */
} question;

/* DUEL_OK, or the status of the call that failed. */
duel_status results_read(results *results, const duel_model *model, const question *question);

void results_free(results *results);

#endif
