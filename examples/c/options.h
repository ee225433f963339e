/* The command line of the leaderboard. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "codes.h"
#include "duel.h"

/* Whether the item on the left was shown first. ORDER_AUTO: it was, but of counts, and of winners and losers, no order of
 * presentation is known. */
typedef enum { ORDER_AUTO, ORDER_SHOWN, ORDER_UNKNOWN } presentation;

typedef struct options {
  const char *path;

  /* Columns by name; NULL where absent. */
  const char *left, *right, *judge, *context;
  const char *winner, *score, *wins, *losses, *tied, *weight;
  const char *loser; /* left is the winner of each row then, right the loser, and winner is NULL */
  int32_t order;     /* a presentation */
  code_rules codes; /* of the answers */

  duel_model_options fit;
  duel_inference_options inference;
  uint64_t replicates;   /* of the bootstrap; 0: none */
  int32_t by;            /* what they draw; 0: what the covariance takes as independent */
  int32_t tiers;         /* DUEL_TIERS_SIGNIFICANCE, ...; -1: none */
  double tier_value;     /* how many, or the gap */
  int32_t test;          /* DUEL_ADJUST_SINGLE_STEP, ...; -1: no table of tests */
  int32_t elo;           /* scores as 1000 + 400 log10 of the odds */
  const char *reference; /* item with score zero; NULL: scores sum to zero */

  int32_t rank;          /* directions of disagreement; -1: one, where there is any */
  int32_t ranks;         /* how many to weigh; -1: none */

  const char *svg, *map, *dendrogram, *judge_map, *json; /* files to write */
  const char *title;                                     /* of the plots */
} options;

typedef enum { OPTIONS_RUN, OPTIONS_HELP, OPTIONS_WRONG } options_result;

/* Read the command line. OPTIONS_HELP and OPTIONS_WRONG: the text has been printed. */
options_result options_read(options *options, int argc, char **argv);

#endif
