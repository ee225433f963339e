/* The closed loop: buy labels, estimate scores, plan which labels to buy next, until the first items are
 * told from the rest. */
#ifndef BUYING_H
#define BUYING_H

#include "pool.h"

/* The purpose of the labels of a round. The first round is bought at random in any case. */
typedef enum {
  PLAN_BOUNDARY, /* for the differences between the leaders and the item next to them */
  PLAN_SCORES,   /* for the scores of all items alike */
  PLAN_RANDOM,   /* for nothing: any pair with the same probability */
  PLANS
} plan;

typedef struct buying_options {
  plan plan;
  size_t leaders; /* items that are to be told from all others */
  double budget;  /* labels of a round, on average */
  size_t rounds;  /* at most */
  double floor;   /* the least probability of asking for a pair of a context in a round */
  double level;   /* of the intervals, at all looks together */
  uint64_t seed;
} buying_options;

/* How it stands after a round. */
typedef struct look {
  double labels;                   /* bought so far */
  size_t *order;                   /* items by their scores, the best first */
  double difference, lower, upper; /* last leader less next item, all differences at once, at all looks together */
  int separated;                   /* whether the leaders are surely above all others, by all looks together */
  int seems;                       /* the same by this look alone */
} look;

/* Why it ended. */
typedef enum { ENDED_SEPARATED, ENDED_POOL, ENDED_ROUNDS } ending;

typedef struct trail {
  size_t looks;
  look *look;      /* one for each round */
  size_t *orders;  /* of all looks */
  double seemed;   /* labels at the first look that separates by itself; 0: none does */
  ending ending;
  size_t items;
} trail;

/* Buy from a pool, of which a copy is used up. `trail` receives what happened. */
duel_status buying_run(const pool *pool, const buying_options *options, trail *trail);

void trail_free(trail *trail);

#endif
