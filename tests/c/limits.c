/* max_bytes is a bound: a call that needs more is refused, takes at most SLACK more before, and what is refused hardly could have
 * been served; half of a large peak is refused before work begins. Of every function that takes much: its peak, and the
 * smallest max_bytes with which it is served.
 *
 *   limits [full] [items=N] [rows=N] [judges=N] [only=NAME]
 *
 * Without a number of items at 30 and 120 items, in full at 350 and 700, too; without one of rows 28 for each item. */
#include "check.h"
#include "failing_malloc.h"

#include <duel.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Blocks that are too small to count at once, and what the system adds to large ones. */
enum { WHOLE = 16 << 20, SLACK = 64 << 10, STEPS = 5 };

static size_t items, rows, judges = 4, allowed;
static duel_set *set;
static double *room;
static int32_t *families;

#define ZERO(type, name) \
  type name;             \
  memset(&name, 0, sizeof name); \
  name.struct_size = sizeof name

static void point(duel_column *column, const void *values, int32_t type) {
  column->data = values;
  column->type = type;
}

static void data(void) {
  int32_t *ids[3];
  double *score = malloc(rows * sizeof *score);
  uint64_t state = 88172645463325252u;
  size_t row, k;
  ZERO(duel_rows, all);
  for (k = 0; k < 3; k++) ids[k] = malloc(rows * sizeof(int32_t));
  for (row = 0; row < rows; row++) {
    const size_t left = row % items;
    size_t right;
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    right = (left + (row < items ? 1 : 1 + (size_t)(state >> 40) % (items - 1))) % items;
    ids[0][row] = (int32_t)left;
    ids[1][row] = (int32_t)right;
    ids[2][row] = (int32_t)((row / items + row) % judges);
    score[row] = state % 5 == 0 ? 0.5 : (double)((state >> 11) % 100) < 50.0 + 40.0 * ((double)right - (double)left) / (double)items;
  }
  all.length = rows;
  point(&all.left, ids[0], DUEL_TYPE_I32);
  point(&all.right, ids[1], DUEL_TYPE_I32);
  point(&all.judge, ids[2], DUEL_TYPE_I32);
  point(&all.score, score, DUEL_TYPE_F64);
  if (duel_set_new(&set) || duel_set_append(set, &all)) exit(2);
  for (k = 0; k < 3; k++) free(ids[k]);
  free(score);
  room = malloc((items < 100 ? 100 : items) * items * sizeof *room);
  families = malloc(items * sizeof *families);
  for (k = 0; k < items; k++) families[k] = (int32_t)(k % judges);
}

/* A call about a model: its status. Nothing stays. */
typedef duel_status (*call)(const duel_model *model);

static duel_status table(duel_status status, duel_table *out) {
  duel_table_free(out);
  return status;
}

/* Draws only where they are read. */
static duel_inference_options options(int32_t covariance, int32_t intervals, size_t draws) {
  ZERO(duel_inference_options, how);
  how.draws = draws;
  how.covariance = covariance;
  how.intervals = intervals;
  return how;
}

#define ASK(name, covariance, intervals, draws, text)                             \
  static duel_status name(const duel_model *model) {                       \
    const duel_inference_options how = options(covariance, intervals, draws); \
    duel_table *out = NULL;                                                \
    const duel_status status = ((void)how, text);                          \
    return table(status, out);                                             \
  }

ASK(observed, DUEL_COVARIANCE_OBSERVED, 0, 0, duel_model_scores(model, &how, &out))
ASK(sandwich, DUEL_COVARIANCE_SANDWICH, 0, 0, duel_model_scores(model, &how, &out))
ASK(by_judge, DUEL_COVARIANCE_CLUSTERED_BY_JUDGE, 0, 0, duel_model_scores(model, &how, &out))
ASK(simultaneous, DUEL_COVARIANCE_SANDWICH, DUEL_INTERVALS_SIMULTANEOUS, 2000, duel_model_scores(model, &how, &out))
ASK(groups, 0, 0, 2000, duel_model_compact_letters(model, &how, &out))
ASK(summary, 0, 0, 2000, duel_model_rank_summary(model, &how, &out))
ASK(effective, 0, 0, 0, duel_model_effective_comparisons(model, &how, &out))
ASK(adjacent, 0, 0, 2000, duel_model_adjacent(model, &how, &out))
ASK(judge_report, 0, 0, 2000, duel_model_judges(model, NULL, &how, &out))
ASK(ranks, 0, 0, 2000, duel_model_rank_probabilities(model, &how, room, items * items))
ASK(superiority, 0, 0, 0, duel_model_superiority(model, &how, room, items * items))
ASK(quasi, 0, 0, 0, duel_model_quasi_variances(model, &how, room, items, NULL))
ASK(residuals, 0, 0, 0, duel_model_residuals(model, DUEL_BY_PAIR, &how, &out))
ASK(influence, 0, 0, 0, duel_model_influence(model, DUEL_BY_JUDGE, &how, &out))
ASK(self, 0, 0, 0, duel_model_self_preference(model, families, items, families, judges, &how, &out))
ASK(matches, 0, 0, 0, duel_model_match_matrix(model, DUEL_MATRIX_PREDICTED, DUEL_OUTCOME_LEFT, &how, room, items * items))
ASK(distances, 0, 0, 0, duel_model_distances(model, DUEL_DISTANCE_Z, &how, room, items * items))

static duel_status next(const duel_model *model) {
  duel_table *out = NULL;
  const duel_status status = duel_model_next(model, NULL, &out);
  return table(status, out);
}

static duel_status estimated(const duel_model *model, int which) {
  const duel_inference_options how = options(0, which ? 0 : DUEL_INTERVALS_SIMULTANEOUS, 2000);
  const int32_t of = which == 4 ? DUEL_QUANTITY_WIN_RATES : DUEL_QUANTITY_SCORES;
  duel_estimate *estimate = NULL;
  duel_table *out = NULL;
  duel_status status = duel_model_estimate(model, of, &how, &estimate);
  if (!status && which == 0) status = duel_estimate_values(estimate, &out);
  if (!status && which == 1) status = duel_estimate_ranks(estimate, &out);
  if (!status && which == 2) status = duel_estimate_pairs(estimate, NULL, &out);
  if (!status && which == 3) status = duel_estimate_covariance(estimate, room, items * items);
  if (!status && which == 4) status = duel_estimate_values(estimate, &out);
  if (!status && which == 5) status = duel_estimate_rank_sets(estimate, NULL, 0, NULL, &out);
  duel_estimate_free(estimate);
  return table(status, out);
}
static duel_status values(const duel_model *model) { return estimated(model, 0); }
static duel_status estimate_ranks(const duel_model *model) { return estimated(model, 1); }
static duel_status pairs(const duel_model *model) { return estimated(model, 2); }
static duel_status covariance(const duel_model *model) { return estimated(model, 3); }
static duel_status rank_sets(const duel_model *model) { return estimated(model, 5); }
static duel_status win_rates(const duel_model *model) { return estimated(model, 4); }

static duel_status replicates(const duel_model *model, size_t count, int get) {
  ZERO(duel_bootstrap_options, how);
  duel_bootstrap *out = NULL;
  duel_status status;
  how.replicates = count;
  how.one_step = 1;
  status = duel_bootstrap_new(model, &how, &out);
  if (!status && get) status = duel_bootstrap_get(out, DUEL_QUANTITY_WIN_RATES, NULL, room, count * items);
  duel_bootstrap_free(out);
  return status;
}
static duel_status bootstrap(const duel_model *model) { return replicates(model, 5000, 0); }
static duel_status bootstrap_get(const duel_model *model) { return replicates(model, 20, 1); }

ASK(equivalence, 0, 0, 0, duel_model_equivalence(model, 0.5, &how, &out))
ASK(tiers, 0, 0, 0, duel_model_tiers(model, DUEL_TIERS_SIGNIFICANCE, 0.0, &how, &out))
ASK(outcomes, 0, 0, 0, duel_model_metrics_by_outcome(model, NULL, DUEL_BY_PAIR, &out))
ASK(items_table, 0, 0, 0, duel_model_items(model, &out))
static duel_status fragile(const duel_model *model) {
  const size_t pair[] = {0, items - 1};
  ZERO(duel_fragility_options, how);
  duel_table *out = NULL;
  const duel_status status = duel_model_fragility(model, pair, 1, &how, &out);
  return table(status, out);
}
/* These are about the set: the fit itself. */
static duel_status fitted(int32_t strength, int32_t ties) {
  duel_model *out = NULL;
  duel_status status;
  ZERO(duel_model_options, how);
  how.tie_model = ties;
  how.strength = strength;
  how.ridge = 0.1;
  how.max_bytes = allowed;
  status = duel_model_fit(set, &how, &out);
  duel_model_free(out);
  return status;
}
static duel_status fit_ties(const duel_model *model) {
  return model ? DUEL_ERR_ARGUMENT : fitted(0, DUEL_MODEL_DAVIDSON);
}
static duel_status fit_judges(const duel_model *model) {
  return model ? DUEL_ERR_ARGUMENT : fitted(DUEL_STRENGTH_SENSITIVITY, DUEL_MODEL_DAVIDSON);
}

static const struct {
  const char *name;
  call ask;
} calls[] = {
    {"fit", fit_ties},
    {"fit, judges", fit_judges},
    {"equivalence", equivalence},
    {"tiers", tiers},
    {"metrics_by_outcome", outcomes},
    {"items", items_table},
    {"fragility", fragile},
    {"scores, observed", observed},
    {"scores, sandwich", sandwich},
    {"scores, by judge", by_judge},
    {"scores, simultaneous", simultaneous},
    {"estimate_values, simultaneous", values},
    {"estimate_ranks", estimate_ranks},
    {"estimate_pairs", pairs},
    {"estimate_rank_sets", rank_sets},
    {"estimate_covariance", covariance},
    {"estimate_values, win rates", win_rates},
    {"groups", groups},
    {"rank_summary", summary},
    {"rank_probabilities", ranks},
    {"superiority", superiority},
    {"effective_comparisons", effective},
    {"quasi_variances", quasi},
    {"adjacent", adjacent},
    {"distances", distances},
    {"judges", judge_report},
    {"residuals", residuals},
    {"influence", influence},
    {"next", next},
    {"self_preference", self},
    {"match_matrix", matches},
    {"bootstrap_new", bootstrap},
    {"bootstrap_get", bootstrap_get},
};

/* The call on a model of its own, with this max_bytes; and what it took. */
static duel_status run(call ask, size_t most, size_t *peak) {
  duel_model *model = NULL;
  duel_status status;
  ZERO(duel_model_options, how);
  how.tie_model = DUEL_MODEL_DAVIDSON;
  how.ridge = 0.1;
  how.max_bytes = most;
  *peak = 0;
  allowed = most;
  if (ask == fit_ties || ask == fit_judges) {
    faults_peak();
    status = ask(NULL);
    *peak = faults_peak();
    return status;
  }
  status = duel_model_fit(set, &how, &model);
  if (status) return status;
  faults_peak();
  status = ask(model);
  *peak = faults_peak();
  duel_model_free(model);
  return status;
}

static void each(const char *name, call ask) {
  size_t peak = 0, taken = 0, worst = 0, above = 0, low, high;
  int step;
  const duel_status status = run(ask, 0, &peak);
  CHECK(status == DUEL_OK, "%s: %s", name, duel_last_error());
  low = peak / 4, high = 2 * peak;
  for (step = 0; step < STEPS; step++) {
    const size_t most = low + (high - low) / 2;
    const duel_status found = run(ask, most, &taken);
    CHECK(found == DUEL_OK || found == DUEL_ERR_MEMORY, "%s: %s, %s", name, duel_status_name(found), duel_last_error());
    CHECK(taken <= most + SLACK, "%s: took %lu of %lu bytes", name, (unsigned long)taken, (unsigned long)most);
    if (taken > most && taken - most > above) above = taken - most;
    if (found == DUEL_OK) high = most;
    else low = most, worst = taken > worst ? taken : worst;
  }
  printf("%-30s peak %8.1f MiB, served from max_bytes of %8.1f MiB on (%.2f), refused after %8.1f MiB, %lu bytes above\n", name,
         (double)peak / 1048576.0, (double)high / 1048576.0, (double)high / (double)peak, (double)worst / 1048576.0,
         (unsigned long)above);
  fflush(stdout);
  if (peak < WHOLE) return;
  CHECK(run(ask, peak / 2, &taken) == DUEL_ERR_MEMORY && taken < peak / 8, "%s: half of %lu is refused after %lu only", name,
        (unsigned long)peak, (unsigned long)taken);
  CHECK((double)high <= 1.5 * (double)peak, "%s: refused with %lu, though it takes %lu", name, (unsigned long)low,
        (unsigned long)peak);
}

int main(int argc, char **argv) {
  static const size_t sizes[] = {30, 120, 350, 700};
  const char *only = NULL;
  size_t k, size, first, count = 2, asked = 0, asked_rows = 0;
  int i;
  for (i = 1; i < argc; i++) {
    if (!strncmp(argv[i], "items=", 6)) asked = strtoul(argv[i] + 6, NULL, 10);
    else if (!strncmp(argv[i], "rows=", 5)) asked_rows = strtoul(argv[i] + 5, NULL, 10);
    else if (!strncmp(argv[i], "judges=", 7)) judges = strtoul(argv[i] + 7, NULL, 10);
    else if (!strcmp(argv[i], "full")) count = sizeof sizes / sizeof *sizes;
    else if (!strncmp(argv[i], "only=", 5)) only = argv[i] + 5;
    else return 2;
  }
  if (!faults_ready()) {
    CHECK(0, "libduel is not a shared library here");
    return checks_end();
  }
  for (size = 0; size < (asked ? 1 : count); size++) {
    items = asked ? asked : sizes[size];
    rows = asked_rows ? asked_rows : 28 * items;
    printf("%lu items, %lu rows\n", (unsigned long)items, (unsigned long)rows);
    data();
    /* What a thread keeps of its first call is not of the next one. */
    run(observed, 0, &first);
    for (k = 0; k < sizeof calls / sizeof *calls; k++) {
      if (!only || !strcmp(calls[k].name, only)) each(calls[k].name, calls[k].ask);
    }
    duel_set_free(set);
    free(room);
    free(families);
  }
  return checks_end();
}
