#include "buying.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A pair counts as bought up when fewer contexts than this share have a vote of it left: its labels would
 * be few and weigh much. */
#define LEAST_SHARE 0.25

typedef struct label {
  int32_t context, first, second, category;
  double propensity; /* with which its round bought it, given the context */
} label;

/* What one run works with. Tables of cells are contexts x items x items. */
typedef struct desk {
  const buying_options *options;
  pool pool;
  size_t items, contexts, pairs, cells;
  label *labels;     /* of all rounds, one round after the other */
  size_t *ends;      /* labels up to the end of each round */
  int32_t *clusters; /* 0, 1, ...: a context is its own cluster, in all rounds */
  double *mu;        /* cells x categories */
  double *weights, *asking;
  uint8_t *asked;    /* 1 for a pair that is asked for */
  double *shares;    /* items x items: contexts that have a vote left */
  int *answers;
} desk;

static duel_status desk_open(desk *d, const pool *pool, const buying_options *o) {
  double votes = 0.0;
  duel_status status;
  size_t i;
  memset(d, 0, sizeof *d);
  if ((status = pool_copy(&d->pool, pool)) != DUEL_OK) return status;
  d->options = o;
  d->items = pool->items;
  d->contexts = pool->contexts;
  d->pairs = d->items * d->items;
  d->cells = d->contexts * d->pairs;
  for (i = 0; i < d->cells * POOL_CATEGORIES; i++) votes += pool->votes[i];
  d->labels = malloc(((size_t)votes + 1) * sizeof *d->labels);
  d->ends = calloc(o->rounds + 1, sizeof *d->ends);
  d->clusters = malloc((d->contexts + 1) * sizeof *d->clusters);
  d->mu = calloc(d->cells * (POOL_CATEGORIES + 2) + d->pairs + 1, sizeof *d->mu);
  d->asked = calloc(d->cells + 1, 1);
  d->answers = malloc((d->cells + 1) * sizeof *d->answers);
  if (!d->labels || !d->ends || !d->clusters || !d->mu || !d->asked || !d->answers) return DUEL_ERR_MEMORY;
  d->weights = d->mu + d->cells * POOL_CATEGORIES;
  d->asking = d->weights + d->cells;
  d->shares = d->asking + d->cells;
  for (i = 0; i < d->contexts; i++) d->clusters[i] = (int32_t)i;
  return DUEL_OK;
}

static void desk_close(desk *d) {
  pool_free(&d->pool);
  free(d->labels);
  free(d->ends);
  free(d->clusters);
  free(d->mu);
  free(d->asked);
  free(d->answers);
}

/* ---- what is estimated ----------------------------------------------------------------------- */

static duel_column column_of(const void *first, int32_t type, size_t stride) {
  duel_column column;
  memset(&column, 0, sizeof column);
  column.data = first;
  column.type = type;
  column.stride = (ptrdiff_t)stride;
  return column;
}

/* All contexts, with the labels from one number to before another. */
static duel_gars_contexts contexts_with(const desk *d, size_t from, size_t to) {
  const label *labels = d->labels + from;
  duel_gars_contexts contexts;
  memset(&contexts, 0, sizeof contexts);
  contexts.struct_size = sizeof contexts;
  contexts.length = d->contexts;
  contexts.cluster = column_of(d->clusters, DUEL_TYPE_I32, 0);
  contexts.labels = to - from;
  contexts.context = column_of(&labels->context, DUEL_TYPE_I32, sizeof *labels);
  contexts.first = column_of(&labels->first, DUEL_TYPE_I32, sizeof *labels);
  contexts.second = column_of(&labels->second, DUEL_TYPE_I32, sizeof *labels);
  contexts.category = column_of(&labels->category, DUEL_TYPE_I32, sizeof *labels);
  contexts.propensity = column_of(&labels->propensity, DUEL_TYPE_F64, sizeof *labels);
  return contexts;
}

/* Probabilities mu from the labels of all rounds: frequencies of pairs, which is all that Borda scores
 * with known propensities need. Contexts are clusters of their own, so that the labels of a context are
 * corrections of probabilities learnt from other contexts. */
static duel_status learn(desk *d, size_t rounds) {
  duel_gars_contexts seen = contexts_with(d, 0, d->ends[rounds]);
  duel_nuisance_options how;
  duel_nuisance *nuisance = NULL;
  duel_status status;
  memset(&how, 0, sizeof how);
  how.struct_size = sizeof how;
  how.items = d->items;
  how.categories = POOL_CATEGORIES;
  how.pairs = DUEL_PAIRS_UNORDERED;
  how.learner = DUEL_LEARNER_FREQUENCIES;
  how.seed = d->options->seed;
  status = duel_nuisance_fit(&seen, &how, &nuisance);
  if (status == DUEL_OK) {
    status = duel_nuisance_predict(nuisance, 0, d->contexts, d->mu, d->cells * POOL_CATEGORIES);
  }
  duel_nuisance_free(nuisance);
  return status;
}

/* The estimator: every context comes once for each round, with the labels of that round and the
 * propensities of that round's policy, and psi = F(mu) + the correction of these labels. The mean over
 * contexts and rounds is the debiased score. A policy may depend on the labels of the rounds before, for
 * its propensities are known when its labels are drawn. The rounds of a context belong together: one
 * cluster each. */
static duel_status estimate(const desk *d, size_t rounds, duel_gars **out) {
  static const int32_t functionals[] = {DUEL_FUNCTIONAL_BORDA};
  duel_gars_options what;
  duel_status status;
  size_t round;
  memset(&what, 0, sizeof what);
  what.struct_size = sizeof what;
  what.items = d->items;
  what.categories = POOL_CATEGORIES;
  what.pairs = DUEL_PAIRS_UNORDERED;
  what.clusters = DUEL_CLUSTERS_KEYED;
  what.functionals = functionals;
  what.functional_count = 1;
  status = duel_gars_new(&what, out);
  for (round = 0; status == DUEL_OK && round < rounds; round++) {
    duel_gars_contexts contexts = contexts_with(d, d->ends[round], d->ends[round + 1]);
    contexts.mu = d->mu;
    status = duel_gars_add(*out, &contexts);
  }
  return status;
}

static duel_inference_options inference(const buying_options *o) {
  duel_inference_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.level = o->level;
  options.intervals = DUEL_INTERVALS_SIMULTANEOUS;
  options.seed = o->seed;
  return options;
}

/* ---- where it stands ------------------------------------------------------------------------- */

static size_t best_but(const double *scores, size_t items, size_t but, size_t nor) {
  size_t best = items, i;
  for (i = 0; i < items; i++) {
    if (i == but || i == nor) continue;
    if (best == items || scores[i] > scores[best]) best = i;
  }
  return best;
}

/* Which items come first is read off the same labels; intervals of all differences at once hold for
 * whichever are picked. */
static duel_status look_at(const desk *d, const duel_gars *gars, look *look) {
  const size_t tests = d->items * (d->items - 1) / 2;
  const duel_inference_options options = inference(d->options);
  duel_estimate *borda = NULL;
  duel_table *values = NULL, *pairs = NULL;
  duel_status status = duel_gars_estimate(gars, 0, DUEL_ESTIMATOR_DEBIASED, &options, &borda);
  size_t at;
  if (status == DUEL_OK) status = duel_estimate_values(borda, &values);
  if (status == DUEL_OK) status = duel_estimate_pairs(borda, NULL, &pairs);
  if (status == DUEL_OK) {
    const double *scores = duel_table_f64(values, "estimate");
    look->first = best_but(scores, d->items, d->items, d->items);
    look->second = best_but(scores, d->items, look->first, d->items);
    look->third = best_but(scores, d->items, look->first, look->second);
    look->separated = 1;
  }
  for (at = 0; status == DUEL_OK && at < tests; at++) {
    const size_t i = (size_t)duel_table_codes(pairs, "first")[at], j = (size_t)duel_table_codes(pairs, "second")[at];
    const double difference = duel_table_f64(pairs, "estimate")[at];
    const double lower = duel_table_f64(pairs, "lower")[at], upper = duel_table_f64(pairs, "upper")[at];
    const int i_leads = i == look->first || i == look->second;
    const int j_leads = j == look->first || j == look->second;
    if (i_leads == j_leads) continue;
    if (!(i_leads ? lower > 0.0 : upper < 0.0)) look->separated = 0;
    if (i == look->second && j == look->third) {
      look->difference = difference, look->lower = lower, look->upper = upper;
    } else if (j == look->second && i == look->third) {
      look->difference = -difference, look->lower = -upper, look->upper = -lower;
    }
  }
  duel_table_free(values);
  duel_table_free(pairs);
  duel_estimate_free(borda);
  return status;
}

/* ---- what to buy next ------------------------------------------------------------------------ */

/* Any pair with the same probability, of which the budget is bought on average. */
static void plan_random(desk *d) {
  double offered = 0.0;
  size_t at;
  for (at = 0; at < d->pairs; at++) offered += d->shares[at] * (double)d->contexts;
  for (at = 0; at < d->cells; at++) {
    d->asking[at] = d->shares[at % d->pairs] > 0.0 ? fmin(1.0, d->options->budget / offered) : 0.0;
  }
}

/* What counts, as weights of covariances: the variances of first - third and second - third, or those of
 * all scores (NULL). */
static const double *aim(const desk *d, const look *look, double *q) {
  const size_t k = d->items, leads[2] = {look->first, look->second};
  size_t i;
  if (d->options->plan == PLAN_SCORES) return NULL;
  memset(q, 0, k * k * sizeof *q);
  for (i = 0; i < 2; i++) {
    q[leads[i] * k + leads[i]] += 1.0;
    q[look->third * k + look->third] += 1.0;
    q[leads[i] * k + look->third] -= 1.0;
    q[look->third * k + leads[i]] -= 1.0;
  }
  return q;
}

/* The A-optimal policy. A query may find no vote: it then costs nothing, and a label of the pair has the
 * propensity of the query times the share of contexts that have votes. So a pair's cost is its share, and
 * so is what divides its weight. */
static duel_status plan_best(desk *d, const duel_gars *gars, const look *look) {
  duel_gars_contexts contexts = contexts_with(d, 0, 0);
  duel_policy_options policy;
  double *q = malloc(d->pairs * sizeof *q);
  duel_status status = DUEL_ERR_MEMORY;
  size_t at;
  memset(&policy, 0, sizeof policy);
  policy.struct_size = sizeof policy;
  policy.floor = d->options->floor;
  policy.budget = d->options->budget / (double)d->contexts;
  contexts.mu = d->mu;
  if (q) status = duel_gars_weights(gars, 0, &contexts, aim(d, look, q), d->weights, d->cells);
  for (at = 0; status == DUEL_OK && at < d->cells; at++) {
    const double share = d->shares[at % d->pairs];
    if (share > 0.0) d->weights[at] /= share;
  }
  if (status == DUEL_OK) {
    status = duel_policy_choose(d->weights, d->contexts, d->pairs, d->shares, &policy, d->asking, d->cells, NULL, 0,
                         NULL);
  }
  free(q);
  return status;
}

/* Ask for the pairs that are drawn, and write down what was answered. */
static duel_status buy(desk *d, size_t round) {
  const uint64_t seed = d->options->seed * 1000003u + 2u * round; /* two streams for each round */
  size_t count = d->ends[round], at;
  duel_status status = duel_policy_draw(d->asking, d->contexts, d->pairs, DUEL_DRAWING_INDEPENDENT, seed, 0,
                                        d->asked, d->cells);
  if (status == DUEL_OK) status = pool_draw(&d->pool, d->asked, seed + 1u, d->answers);
  for (at = 0; status == DUEL_OK && at < d->cells; at++) {
    const size_t pair = at % d->pairs;
    if (d->answers[at] < 0) continue;
    d->labels[count].context = (int32_t)(at / d->pairs);
    d->labels[count].first = (int32_t)(pair / d->items);
    d->labels[count].second = (int32_t)(pair % d->items);
    d->labels[count].category = d->answers[at];
    d->labels[count].propensity = d->asking[at] * d->shares[pair];
    count++;
  }
  d->ends[round + 1] = count;
  return status;
}

static int bought_up(const desk *d) {
  size_t j, k;
  for (j = 0; j < d->items; j++) {
    for (k = j + 1; k < d->items; k++) {
      if (d->shares[j * d->items + k] < LEAST_SHARE) return 1;
    }
  }
  return 0;
}

/* ---- the loop -------------------------------------------------------------------------------- */

duel_status buying_run(const pool *pool, const buying_options *o, trail *t) {
  duel_gars *gars = NULL;
  duel_status status;
  desk d;
  memset(t, 0, sizeof *t);
  t->ending = ENDED_ROUNDS;
  t->items = pool->items;
  t->look = calloc(o->rounds + 1, sizeof *t->look);
  status = desk_open(&d, pool, o);
  if (!t->look) status = DUEL_ERR_MEMORY;
  while (status == DUEL_OK && t->looks < o->rounds) {
    look *look = &t->look[t->looks];
    pool_shares(&d.pool, d.shares);
    if (bought_up(&d)) {
      t->ending = ENDED_POOL;
      break;
    }
    if (t->looks == 0 || o->plan == PLAN_RANDOM) {
      plan_random(&d);
    } else {
      status = plan_best(&d, gars, look - 1);
    }
    duel_gars_free(gars);
    gars = NULL;
    if (status == DUEL_OK) status = buy(&d, t->looks);
    if (status == DUEL_OK) status = learn(&d, t->looks + 1);
    if (status == DUEL_OK) status = estimate(&d, t->looks + 1, &gars);
    if (status == DUEL_OK) status = look_at(&d, gars, look);
    if (status != DUEL_OK) break;
    look->labels = (double)d.ends[++t->looks];
    if (look->separated) {
      t->ending = ENDED_SEPARATED;
      break;
    }
  }
  duel_gars_free(gars);
  desk_close(&d);
  if (status != DUEL_OK) trail_free(t);
  return status;
}

void trail_free(trail *t) {
  free(t->look);
  memset(t, 0, sizeof *t);
}
