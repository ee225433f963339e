/* Bad questions about consensus, rank selection and judges left out. */
#include "bad_input.h"

#include <math.h>

enum { JUDGES = SMALL_JUDGES, ITEMS = SMALL_ITEMS, ROOM = 256 };
static double room[ROOM];
static duel_table *out;

/* A call with one argument wrong; it must leave the output alone. */
#define CALL(name, call)                                              \
  static duel_status name(duel_set *set, const duel_model *model) {   \
    duel_status status;                                               \
    (void)set;                                                        \
    (void)model;                                                      \
    out = NULL;                                                       \
    room[0] = 4711.0;                                                 \
    status = call;                                                    \
    CHECK(!out && room[0] == 4711.0, "a failure wrote %g", room[0]);  \
    return status;                                                    \
  }

/* A question to a model of sensitivities. */
static duel_status ask(const duel_set *set, int32_t which, size_t weights) {
  duel_model_options options = fit_defaults();
  duel_model *model = NULL;
  duel_status status;
  options.strength = DUEL_STRENGTH_SENSITIVITY;
  options.accept = DUEL_FIT_ANY;
  EXPECT(DUEL_OK, duel_model_fit(set, &options, &model));
  status = duel_model_consensus(model, which, NULL, &out, weights ? room : NULL, weights);
  duel_model_free(model);
  return status;
}

static duel_status drawn(const duel_set *set, size_t replicates, int32_t threads) {
  return duel_set_select_rank(set, 1, replicates, 1, threads, NULL, NULL, &out);
}

static duel_status rank_by(const duel_set *set, size_t folds) {
  duel_validation_options validation;
  memset(&validation, 0, sizeof validation);
  validation.struct_size = sizeof validation;
  validation.folds = folds;
  return duel_set_select_rank(set, 1, 0, 0, 0, NULL, &validation, &out);
}

static duel_status curves(const duel_model *model) {
  static const uint32_t judges[1] = {0};
  static const double values[1] = {0.0};
  return duel_model_sensitivities(model, judges, 1, values, 1, NULL, &out);
}

CALL(curves_nothing, curves(NULL))
CALL(curves_pooled, curves(model))
CALL(consensus_nothing, duel_model_consensus(NULL, 0, NULL, &out, NULL, 0))
CALL(consensus_pooled, duel_model_consensus(model, 0, NULL, &out, NULL, 0))
CALL(consensus_which, ask(set, 3, 0))
CALL(consensus_weights, ask(set, 1, JUDGES - 1))
CALL(without_nothing, duel_set_leave_one_judge_out(NULL, NULL, &out))
CALL(rank_nothing, duel_set_select_rank(NULL, 1, 0, 0, 0, NULL, NULL, &out))
CALL(rank_negative, duel_set_select_rank(set, -1, 0, 0, 0, NULL, NULL, &out))
CALL(rank_high, duel_set_select_rank(set, 3, 0, 0, 0, NULL, NULL, &out))
CALL(rank_huge, duel_set_select_rank(set, INT32_MAX, 0, 0, 0, NULL, NULL, &out))
CALL(rank_halves, drawn(set, 9, 0))
CALL(rank_threads, drawn(set, 9, -1))
CALL(rank_folds, rank_by(set, 1))
CALL(scores_nothing, duel_set_judge_scores(NULL, DUEL_JUDGE_WISE, NULL, room, ROOM))
CALL(scores_rank, duel_set_judge_scores(set, -2, NULL, room, ROOM))
CALL(scores_high, duel_set_judge_scores(set, 3, NULL, room, ROOM))
CALL(scores_short, duel_set_judge_scores(set, 1, NULL, room, JUDGES * ITEMS - 1))

const bad_input bad_judging[] = {
    {"curves of nothing", curves_nothing, DUEL_ERR_NULL, "model", -1},
    {"curves without covariates", curves_pooled, DUEL_ERR_UNSUPPORTED, "covariates", -1},
    {"a consensus of nothing", consensus_nothing, DUEL_ERR_NULL, "model", -1},
    {"a consensus of pooled judges", consensus_pooled, DUEL_ERR_UNSUPPORTED, "pooled", -1},
    {"consensus 3", consensus_which, DUEL_ERR_ARGUMENT, "consensus is 3", -1},
    {"room for 2 weights", consensus_weights, DUEL_ERR_SIZE, "weights has room for 2", -1},
    {"no set without a judge", without_nothing, DUEL_ERR_NULL, "set", -1},
    {"ranks of nothing", rank_nothing, DUEL_ERR_NULL, "set", -1},
    {"ranks to -1", rank_negative, DUEL_ERR_ARGUMENT, "max_rank is -1", -1},
    {"ranks to 3 of three judges", rank_high, DUEL_ERR_ARGUMENT, "at most 2", -1},
    {"ranks without end", rank_huge, DUEL_ERR_ARGUMENT, "at most 2", -1},
    {"drawing halves of ties", rank_halves, DUEL_ERR_UNSUPPORTED, "halves", -1},
    {"-1 threads", rank_threads, DUEL_ERR_ARGUMENT, "threads is -1", -1},
    {"ranks by one fold", rank_folds, DUEL_ERR_ARGUMENT, "folds is 1", -1},
    {"scores of judges of nothing", scores_nothing, DUEL_ERR_NULL, "set", -1},
    {"scores of rank -2", scores_rank, DUEL_ERR_ARGUMENT, "rank is -2", -1},
    {"scores of rank 3", scores_high, DUEL_ERR_ARGUMENT, "at most 2", -1},
    {"room for 11 scores", scores_short, DUEL_ERR_SIZE, "11", -1},
    {NULL, NULL, 0, NULL, 0},
};
