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

/* The workspace of one run. Tables of cells are contexts x items x items. */
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
  duel_monitor *monitor; /* of all looks; fixed before the first label is bought */
} desk;

static duel_status desk_open(desk *d, const pool *pool, const buying_options *o) {
  duel_monitor_options claims;
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
  memset(&claims, 0, sizeof claims);
  claims.struct_size = sizeof claims;
  claims.design = DUEL_DESIGN_DRAWN;
  claims.alpha = 1.0 - o->level;
  return duel_monitor_new(&claims, &d->monitor);
}

static void desk_close(desk *d) {
  pool_free(&d->pool);
  free(d->labels);
  free(d->ends);
  free(d->clusters);
  free(d->mu);
  free(d->asked);
  free(d->answers);
  duel_monitor_free(d->monitor);
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

static void order_items(const double *scores, size_t items, size_t *order) {
  size_t i, place;
  for (i = 0; i < items; i++) {
    for (place = i; place > 0 && scores[i] > scores[order[place - 1]]; place--) order[place] = order[place - 1];
    order[place] = i;
  }
}

static int leads(const look *look, size_t leaders, size_t item) {
  size_t place;
  for (place = 0; place < leaders; place++) {
    if (look->order[place] == item) return 1;
  }
  return 0;
}

/* Whether by each row of a table of pairs, all those of a leader and another item, the leader is above: `above` says of a
 * row by how much at least, the first item less the second or, turned, the second less the first. */
typedef double bound(const duel_table *pairs, size_t row, int turned);

static double at_this_look(const duel_table *pairs, size_t row, int turned) {
  return turned ? -duel_table_f64(pairs, "upper")[row] : duel_table_f64(pairs, "lower")[row];
}

static double at_all_looks(const duel_table *pairs, size_t row, int turned) {
  return turned ? -duel_table_f64(pairs, "simultaneous_upper")[row] : duel_table_f64(pairs, "simultaneous_lower")[row];
}

static int are_above(const duel_table *pairs, size_t tests, const look *look, size_t leaders, bound *above) {
  size_t row;
  for (row = 0; row < tests; row++) {
    const size_t i = (size_t)duel_table_codes(pairs, "first")[row], j = (size_t)duel_table_codes(pairs, "second")[row];
    const int i_leads = leads(look, leaders, i), j_leads = leads(look, leaders, j);
    if (i_leads != j_leads && !(above(pairs, row, j_leads) > 0.0)) return 0;
  }
  return 1;
}

/* Which items come first is read off the same labels; bounds of all differences at once hold for whichever are picked.
 * The monitor's hold at all looks together, too, so that the loop may stop at any of them. */
static duel_status look_at(const desk *d, const duel_gars *gars, look *look) {
  const size_t tests = d->items * (d->items - 1) / 2;
  const duel_inference_options options = inference(d->options);
  duel_estimate *borda = NULL;
  duel_table *values = NULL, *now = NULL, *all = NULL;
  duel_status status = duel_gars_estimate(gars, 0, DUEL_ESTIMATOR_DEBIASED, &options, &borda);
  size_t row;
  if (status == DUEL_OK) status = duel_estimate_values(borda, &values);
  if (status == DUEL_OK) status = duel_estimate_pairs(borda, NULL, &now);
  if (status == DUEL_OK) status = duel_monitor_look(d->monitor, borda, NULL);
  if (status == DUEL_OK) status = duel_monitor_pairs(d->monitor, &all);
  if (status == DUEL_OK) {
    const size_t leaders = d->options->leaders;
    size_t last, next;
    order_items(duel_table_f64(values, "estimate"), d->items, look->order);
    last = look->order[leaders - 1], next = look->order[leaders];
    look->seems = are_above(now, tests, look, leaders, at_this_look);
    look->separated = are_above(all, tests, look, leaders, at_all_looks);
    for (row = 0; row < tests; row++) {
      const size_t i = (size_t)duel_table_codes(all, "first")[row], j = (size_t)duel_table_codes(all, "second")[row];
      const int turned = i == next && j == last;
      if (!turned && !(i == last && j == next)) continue;
      look->difference = (turned ? -1.0 : 1.0) * duel_table_f64(all, "estimate")[row];
      look->lower = at_all_looks(all, row, turned);
      look->upper = -at_all_looks(all, row, !turned);
    }
  }
  duel_table_free(values);
  duel_table_free(now);
  duel_table_free(all);
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

/* The criterion, as weights of covariances: the variances of each leader less the next item, or those of all scores
 * (NULL). */
static const double *aim(const desk *d, const look *look, double *q) {
  const size_t k = d->items, next = look->order[d->options->leaders];
  size_t place;
  if (d->options->plan == PLAN_SCORES) return NULL;
  memset(q, 0, k * k * sizeof *q);
  for (place = 0; place < d->options->leaders; place++) {
    const size_t leader = look->order[place];
    q[leader * k + leader] += 1.0;
    q[next * k + next] += 1.0;
    q[leader * k + next] -= 1.0;
    q[next * k + leader] -= 1.0;
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
  t->orders = calloc((o->rounds + 1) * pool->items, sizeof *t->orders);
  status = desk_open(&d, pool, o);
  if (!t->look || !t->orders) status = DUEL_ERR_MEMORY;
  while (status == DUEL_OK && t->looks < o->rounds) {
    look *look = &t->look[t->looks];
    look->order = t->orders + t->looks * t->items;
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
    if (look->seems && t->seemed == 0.0) t->seemed = look->labels;
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
  free(t->orders);
  memset(t, 0, sizeof *t);
}
