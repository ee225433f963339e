/* Models with thresholds of items and pairs, and with spreads: each of them fitted, read, saved, loaded,
 * refitted, resampled, profiled, simulated and mapped; starts at random; and what stops them. */
#include "check.h"
#include "data.h"
#include "models.h"

static duel_model_facts info_of(const duel_model *model) {
  duel_model_facts info;
  memset(&info, 0, sizeof info);
  info.struct_size = sizeof info;
  EXPECT(DUEL_OK, duel_model_info(model, &info));
  return info;
}

/* ---- every question to every model ----------------------------------------------------------- */

/* Facts that belong to a spread, or are refused. */
static void read_facts(const duel_model *model) {
  const duel_model_facts info = info_of(model);
  duel_table *optima = NULL;
  int64_t starts = 0;
  size_t k;
  int32_t what;
  for (what = DUEL_QUANTITY_LOADINGS; what <= DUEL_QUANTITY_ITEM_CORRELATIONS; what++) {
    double out[SMALL_ITEMS * SMALL_ITEMS * 6 + 1];
    size_t rows = 0, columns = 0, i;
    duel_status status = duel_model_shape(model, what, &rows, &columns);
    if (status == DUEL_ERR_UNSUPPORTED) {
      CHECK(info.spread == DUEL_SPREAD_NONE || (what == DUEL_QUANTITY_LOADINGS && info.spread_factors == 0),
            "fact %d of a spread %d", (int)what, (int)info.spread);
      continue;
    }
    EXPECT(DUEL_OK, status);
    if (rows * columns >= sizeof out / sizeof *out) continue;
    out[rows * columns] = 4711.0;
    EXPECT(DUEL_OK, duel_model_get(model, what, out, rows * columns));
    CHECK(out[rows * columns] == 4711.0, "fact %d: overrun", (int)what);
    for (i = 0; i < rows * columns; i++) CHECK(isfinite(out[i]), "fact %d: %g", (int)what, out[i]);
  }
  EXPECT(DUEL_OK, duel_model_optima(model, &optima));
  CHECK(rows_of(optima) == (size_t)info.optima, "%lu optima", (unsigned long)rows_of(optima));
  for (k = 0; k < rows_of(optima); k++) starts += duel_table_i64(optima, "starts")[k];
  CHECK(starts == info.starts, "%d starts of %d", (int)starts, (int)info.starts);
  if (k > 0) {
    const double best = duel_table_f64(optima, "log_likelihood")[0];
    CHECK(fabs(best - info.log_likelihood) < 1e-8, "%.12g, not %.12g", best, info.log_likelihood);
  }
  duel_table_free(optima);
}

/* From itself a model is fitted in a step or two, to the same place. */
static void refit(const duel_model *model, duel_model_options options) {
  const duel_model_facts info = info_of(model);
  duel_model *again = NULL;
  options.start = model;
  options.restarts = 0;
  EXPECT(DUEL_OK, duel_model_fit(duel_model_set(model), &options, &again));
  if (!again) return;
  CHECK(fabs(info_of(again).objective - info.objective) < 1e-6, "objective %.12g, then %.12g",
        info.objective, info_of(again).objective);
  CHECK(info_of(again).iterations <= 10, "%d steps", (int)info_of(again).iterations);
  duel_model_free(again);
}

/* A model given the parameters of another says the same. */
static void give(const duel_model *model, const duel_model_options *options) {
  double parameters[64], before[3 * SMALL_ROWS], after[3 * SMALL_ROWS];
  size_t rows = 0, columns = 0, i;
  duel_model *given = NULL;
  EXPECT(DUEL_OK, duel_model_shape(model, DUEL_QUANTITY_PARAMETERS, &rows, &columns));
  CHECK(rows * columns <= 64, "%lu parameters", (unsigned long)(rows * columns));
  if (rows * columns > 64) return;
  EXPECT(DUEL_OK, duel_model_get(model, DUEL_QUANTITY_PARAMETERS, parameters, 64));
  {
    /* Options of fitting alone are not read. */
    duel_model_options choices = *options;
    choices.restarts = choices.accept = 0;
    EXPECT(DUEL_OK, duel_model_given(duel_model_set(model), parameters, rows * columns, &choices, &given));
  }
  if (!given) return;
  EXPECT(DUEL_OK, duel_model_match_matrix(model, DUEL_MATRIX_PREDICTED, DUEL_OUTCOME_LEFT, NULL, before, 3 * SMALL_ROWS));
  EXPECT(DUEL_OK, duel_model_match_matrix(given, DUEL_MATRIX_PREDICTED, DUEL_OUTCOME_LEFT, NULL, after, 3 * SMALL_ROWS));
  for (i = 0; i < SMALL_ITEMS * SMALL_ITEMS; i++) {
    CHECK(fabs(before[i] - after[i]) < 1e-9 || (isnan(before[i]) && isnan(after[i])),
          "element %lu: %.12g, given %.12g", (unsigned long)i, before[i], after[i]);
  }
  duel_model_free(given);
}

static void resample(const duel_model *model) {
  duel_bootstrap_options draws;
  duel_bootstrap *bootstrap = NULL;
  duel_inference_options how = inference_defaults();
  double out[4 * SMALL_ITEMS];
  duel_set *drawn = NULL;
  duel_model *fitted = NULL;
  memset(&draws, 0, sizeof draws);
  draws.struct_size = sizeof draws;
  draws.replicates = 80;
  draws.weights = DUEL_WEIGHTS_BAYESIAN;
  draws.seed = 4;
  EXPECT(DUEL_OK, duel_bootstrap_new(model, &draws, &bootstrap));
  how.bootstrap = bootstrap;
  how.bootstrap_interval = 1;
  if (bootstrap) EXPECT(DUEL_OK, model_values(model, DUEL_QUANTITY_SCORES, &how, out, 4 * SMALL_ITEMS));
  duel_bootstrap_free(bootstrap);
  /* Scores are no linear function of the parameters where the spread sets their scale. */
  EXPECT(info_of(model).spread ? DUEL_ERR_UNSUPPORTED : DUEL_OK,
         model_profile(model, DUEL_QUANTITY_SCORES, NULL, NULL, SMALL_ITEMS, out, 4 * SMALL_ITEMS));
  EXPECT(DUEL_OK, duel_model_simulate(model, NULL, 9, &drawn));
  if (drawn) {
    duel_model_options options = fit_defaults();
    EXPECT(DUEL_OK, duel_model_fit(drawn, &options, &fitted));
  }
  duel_model_free(fitted);
  duel_set_free(drawn);
}

static void draw_maps(const duel_model *model) {
  double d[SMALL_ITEMS * SMALL_ITEMS], map[2 * SMALL_ITEMS];
  int64_t cut[SMALL_ITEMS];
  duel_table *tree = NULL, *tiers = NULL, *neighbours = NULL;
  int32_t what;
  const int32_t last = info_of(model).spread ? DUEL_DISTANCE_NOISE : DUEL_DISTANCE_Z;
  for (what = DUEL_DISTANCE_SCORES; what <= last; what++) {
    EXPECT(DUEL_OK, duel_model_distances(model, what, NULL, d, SMALL_ITEMS * SMALL_ITEMS));
    EXPECT(DUEL_OK, duel_map_smacof(d, NULL, SMALL_ITEMS, 2, NULL, map, 2 * SMALL_ITEMS, NULL));
    EXPECT(DUEL_OK, duel_tree_cluster(d, SMALL_ITEMS, DUEL_LINKAGE_AVERAGE, 1, NULL, &tree, NULL, 0));
    EXPECT(DUEL_OK, duel_tree_cut(duel_table_i64(tree, "left_cluster"), duel_table_i64(tree, "right_cluster"),
                                  duel_table_f64(tree, "height"), SMALL_ITEMS, DUEL_CUT_NUMBER, 2.0, cut,
                                  SMALL_ITEMS));
    duel_table_free(tree);
    tree = NULL;
  }
  EXPECT(DUEL_OK, duel_model_tiers(model, DUEL_TIERS_SIGNIFICANCE, 0.0, NULL, &tiers));
  duel_table_free(tiers);
  EXPECT(DUEL_OK, duel_model_adjacent(model, NULL, &neighbours));
  duel_table_free(neighbours);
}

static void walk(const duel_model_options *options) {
  duel_set *set = NULL;
  duel_model *model = NULL;
  EXPECT(DUEL_OK, small_set(&set));
  EXPECT(DUEL_OK, duel_model_fit(set, options, &model));
  duel_set_free(set);
  if (!model) {
    printf("threshold %d offsets %d outcome %d link %d spread %d\n", (int)options->threshold,
           (int)options->threshold_offsets, (int)options->tie_model, (int)options->tie_link,
           (int)options->spread);
    return;
  }
  read_model(model);
  read_facts(model);
  save_model(model);
  assess_model(model);
  refit(model, *options);
  give(model, options);
  resample(model);
  draw_maps(model);
  duel_model_free(model);
}

static void every_threshold(void) {
  duel_model_options options = fit_defaults();
  for (options.tie_model = DUEL_MODEL_RAO_KUPPER; options.tie_model <= DUEL_MODEL_GLENN_DAVID; options.tie_model++) {
    if (options.tie_model == DUEL_MODEL_THURSTONE_MOSTELLER) continue;
    for (options.threshold = DUEL_THRESHOLD_ADDITIVE; options.threshold <= DUEL_THRESHOLD_FACTORED;
         options.threshold++) {
      const int factored = options.threshold == DUEL_THRESHOLD_FACTORED;
      for (options.threshold_offsets = 0; options.threshold_offsets <= DUEL_OFFSETS_BY_JUDGE;
           options.threshold_offsets++) {
        const int32_t links = options.tie_model == DUEL_MODEL_DAVIDSON ? 0 : DUEL_LINK_LINEAR;
        for (options.tie_link = 0; options.tie_link <= links; options.tie_link++) {
          /* Two factors of four items are more numbers than there are pairs: a penalty must choose. */
          options.tie_factors = !factored ? 0 : options.tie_link ? 1 : 2;
          options.tie_basis = factored ? options.threshold_offsets : 0;
          options.tie_ridge = options.tie_link ? 0.0 : 1.0;
          options.position = options.threshold_offsets;
          options.strength = factored ? DUEL_STRENGTH_POOLED : DUEL_STRENGTH_SENSITIVITY;
          walk(&options);
        }
      }
    }
  }
}

static void every_spread(void) {
  duel_model_options options = fit_defaults();
  for (options.tie_model = 0; options.tie_model <= DUEL_MODEL_DAVIDSON; options.tie_model++) {
    for (options.spread = DUEL_SPREAD_DIAGONAL; options.spread <= DUEL_SPREAD_FACTORS;
         options.spread++) {
      options.spread_factors = options.spread == DUEL_SPREAD_FACTORS ? 1 : 0;
      options.spread_ridge = 1.0;
      options.threshold = options.tie_model ? DUEL_THRESHOLD_ADDITIVE : 0;
      options.tie_ridge = options.tie_model ? 1.0 : 0.0;
      options.restarts = options.spread == DUEL_SPREAD_FACTORS ? 3 : 0;
      options.position = options.tie_model ? DUEL_POSITION_SHARED : DUEL_POSITION_NONE;
      walk(&options);
    }
  }
}

/* ---- starts ---------------------------------------------------------------------------------- */

static duel_model_options many_starts(void) {
  duel_model_options options = fit_defaults();
  options.tie_model = DUEL_MODEL_DAVIDSON;
  options.spread = DUEL_SPREAD_FACTORS;
  options.spread_factors = 2;
  options.spread_ridge = 0.1;
  options.restarts = 7;
  options.seed = 11;
  return options;
}

/* The saved bytes of the model that so many threads find. */
static unsigned char *bytes_with(const duel_set *set, int32_t threads, uint64_t seed, size_t *length) {
  duel_model_options options = many_starts();
  duel_model *model = NULL;
  unsigned char *bytes = NULL;
  options.threads = threads;
  options.seed = seed;
  EXPECT(DUEL_OK, duel_model_fit(set, &options, &model));
  if (!model) return NULL;
  CHECK(info_of(model).starts == 8, "%d starts", (int)info_of(model).starts);
  EXPECT(DUEL_OK, duel_model_save(model, NULL, 0, length));
  bytes = (unsigned char *)malloc(*length);
  if (bytes) EXPECT(DUEL_OK, duel_model_save(model, bytes, *length, length));
  duel_model_free(model);
  return bytes;
}

static void any_number_of_threads(const duel_set *set) {
  static const int32_t counts[] = {1, 2, 4, 64};
  double first[64], optima[8], other[64], others[8];
  size_t i;
  for (i = 0; i < sizeof counts / sizeof *counts; i++) {
    duel_model_options options = many_starts();
    duel_model *model = NULL;
    duel_table *met = NULL;
    options.threads = counts[i];
    EXPECT(DUEL_OK, duel_model_fit(set, &options, &model));
    if (!model) return;
    memset(other, 0, sizeof other);
    memset(others, 0, sizeof others);
    EXPECT(DUEL_OK, duel_model_get(model, DUEL_QUANTITY_PARAMETERS, other, 64));
    EXPECT(DUEL_OK, duel_model_optima(model, &met));
    if (rows_of(met) <= 8) memcpy(others, duel_table_f64(met, "objective"), rows_of(met) * sizeof *others);
    duel_table_free(met);
    duel_model_free(model);
    if (i == 0) {
      memcpy(first, other, sizeof first);
      memcpy(optima, others, sizeof optima);
    }
    CHECK(memcmp(first, other, sizeof first) == 0, "parameters of %d threads", (int)counts[i]);
    CHECK(memcmp(optima, others, sizeof optima) == 0, "optima of %d threads", (int)counts[i]);
  }
}

static void same_seed_same_bytes(const duel_set *set) {
  size_t lengths[3] = {0, 0, 0};
  unsigned char *one = bytes_with(set, 2, 11, &lengths[0]), *two = bytes_with(set, 2, 11, &lengths[1]);
  unsigned char *three = bytes_with(set, 2, 12, &lengths[2]);
  CHECK(one && two && lengths[0] == lengths[1] && memcmp(one, two, lengths[0]) == 0, "the same seed");
  CHECK(one && three && (lengths[0] != lengths[2] || memcmp(one, three, lengths[0]) != 0),
        "the seed changes nothing");
  free(one);
  free(two);
  free(three);
}

typedef struct listener {
  size_t calls, stop_at;
  int first; /* stop when the first start has ended */
  double last;
  duel_cancel *cancel; /* raised at stop_at, if there is one */
} listener;

static int listen(const duel_progress *now, void *user) {
  listener *self = (listener *)user;
  self->calls++;
  if (!isnan(now->fraction)) {
    CHECK(now->fraction >= self->last && now->fraction <= 1.0, "%g after %g", now->fraction, self->last);
    self->last = now->fraction;
    if (self->first) return 1;
  }
  if (self->calls != self->stop_at) return 0;
  if (!self->cancel) return 1;
  duel_cancel_raise(self->cancel);
  return 0;
}

/* Progress is told for every start and can stop the fit there, as a token can; neither leaves a model. */
static void stopped_starts(const duel_set *set) {
  int32_t threads;
  for (threads = 1; threads <= 2; threads++) {
    duel_model_options options = many_starts();
    duel_model *model = NULL;
    listener ear;
    size_t stop_at;
    memset(&ear, 0, sizeof ear);
    options.threads = threads;
    options.progress = listen;
    options.user = &ear;
    EXPECT(DUEL_OK, duel_model_fit(set, &options, &model));
    /* Another thread may end two starts while the calling one is busy with its own. */
    CHECK(ear.calls >= (threads == 1 ? 8 : 1) && ear.last == 1.0, "%lu calls, the last at %g",
          (unsigned long)ear.calls, ear.last);
    duel_model_free(model);
    model = NULL;
    stop_at = threads == 1 ? ear.calls - 3 : 1;

    memset(&ear, 0, sizeof ear);
    ear.stop_at = stop_at;
    EXPECT(DUEL_ERR_CANCELLED, duel_model_fit(set, &options, &model));
    CHECK(model == NULL && ear.calls == stop_at, "%lu calls", (unsigned long)ear.calls);

    memset(&ear, 0, sizeof ear);
    ear.stop_at = stop_at;
    EXPECT(DUEL_OK, duel_cancel_new(&ear.cancel));
    options.cancel = ear.cancel;
    EXPECT(DUEL_ERR_CANCELLED, duel_model_fit(set, &options, &model));
    CHECK(model == NULL, "a cancelled fit made a model");
    duel_cancel_free(ear.cancel);
  }
}

/* More restarts than memory holds, stopped at the first: an answer, not an abort. */
static void countless_starts(const duel_set *set) {
  duel_model_options options = many_starts();
  duel_model *model = NULL;
  duel_status status;
  listener ear;
  memset(&ear, 0, sizeof ear);
  options.restarts = INT32_MAX;
  options.threads = 2;
  options.progress = listen;
  options.user = &ear;
  ear.first = 1;
  status = duel_model_fit(set, &options, &model);
  CHECK(status == DUEL_ERR_CANCELLED || status == DUEL_ERR_MEMORY, "%s: %s", duel_status_name(status),
        duel_last_error());
  CHECK(model == NULL, "a model");
  options = many_starts();
  options.threads = INT32_MAX;
  EXPECT(DUEL_OK, duel_model_fit(set, &options, &model));
  duel_model_free(model);
}

/* ---- below zero ------------------------------------------------------------------------------ */

/* Ash ties often with birch, and never with cedar and elm, whose sum is then below zero: but these two
 * were never compared. */
static void below_zero(void) {
  static const char *const left[] = {"ash", "ash", "ash", "birch"};
  static const char *const right[] = {"birch", "cedar", "elm", "cedar"};
  static const double wins[] = {10, 12, 14, 12}, losses[] = {8, 8, 10, 9}, tied[] = {40, 0, 0, 8};
  static const char *const first[] = {"cedar"}, *const second[] = {"elm"};
  duel_model_options options = fit_defaults();
  duel_rows rows = empty_rows(4);
  duel_set *set = NULL;
  duel_model *model = NULL;
  double out[12];
  rows.left = names_column(left);
  rows.right = names_column(right);
  rows.wins = double_column(wins);
  rows.losses = double_column(losses);
  rows.ties = double_column(tied);
  EXPECT(DUEL_OK, duel_set_new(&set));
  EXPECT(DUEL_OK, duel_set_append(set, &rows));
  options.tie_model = DUEL_MODEL_RAO_KUPPER;
  options.threshold = DUEL_THRESHOLD_ADDITIVE;
  options.tie_link = DUEL_LINK_LINEAR;
  rows = empty_rows(1);
  rows.left = names_column(first);
  rows.right = names_column(second);
  for (options.below_zero = 0; options.below_zero <= DUEL_BELOW_ZERO_ZERO; options.below_zero++) {
    model = NULL;
    EXPECT(DUEL_OK, duel_model_fit(set, &options, &model));
    if (!model) continue;
    CHECK(info_of(model).problems & DUEL_FIT_TIE_LIMIT, "outcome %d", (int)info_of(model).problems);
    if (options.below_zero == DUEL_BELOW_ZERO_REFUSED) {
      out[0] = 5.0;
      EXPECT(DUEL_ERR_NOT_IDENTIFIED, duel_model_predict(model, &rows, NULL, out, 12));
      CHECK(strstr(duel_last_error(), "cedar") && strstr(duel_last_error(), "elm"), "%s",
            duel_last_error());
      CHECK(out[0] == 5.0, "output changed on failure");
    } else {
      EXPECT(DUEL_OK, duel_model_predict(model, &rows, NULL, out, 12));
      CHECK(fabs(out[8]) < 1e-12 && fabs(out[0] + out[4] - 1.0) < 1e-12, "%g, %g and %g", out[0], out[4],
            out[8]);
    }
    duel_model_free(model);
  }
  duel_set_free(set);
}

int main(void) {
  duel_set *set = NULL;
  EXPECT(DUEL_OK, small_set(&set));
  if (!set) return checks_end();
  any_number_of_threads(set);
  same_seed_same_bytes(set);
  stopped_starts(set);
  countless_starts(set);
  duel_set_free(set);
  below_zero();
  every_threshold();
  every_spread();
  return checks_end();
}
