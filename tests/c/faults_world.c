/* The data of tests/c/faults.c and cancels.c, and the objects made of them. */
#include "faults.h"

#include <stdio.h>
#include <stdlib.h>

/* FEW: contexts from which a spline is learnt in no time. */
enum { LABELLED = 3, FEW = 4096 };

duel_progress_fn fault_heard;
duel_cancel *fault_token;

static void *need(size_t count, size_t size) {
  void *block = calloc(count ? count : 1, size);
  if (!block) exit(2);
  return block;
}

static void must(duel_status status) {
  if (status == DUEL_OK) return;
  fprintf(stderr, "the world: %s, %s\n", duel_status_name(status), duel_last_error());
  exit(2);
}

static const char **named(const char *kind, size_t count) {
  enum { LETTERS = 24 };
  const char **names = need(count, sizeof *names);
  /* One block: each has a place in the table of failing_malloc.c, which many would fill. */
  char *texts = need(count, LETTERS);
  size_t i;
  for (i = 0; i < count; i++) {
    snprintf(texts + i * LETTERS, LETTERS, "%s %05lu", kind, (unsigned long)i);
    names[i] = texts + i * LETTERS;
  }
  return names;
}

static void point(duel_column *column, const void *values, int32_t type) {
  column->data = values;
  column->type = type;
}

/* Four judges who answer the same pairs in the same contexts: each asks the first whom to follow, but now and then. */
static void meeting(world *w) {
  enum { JUDGES = 4, CONTEXTS = 60, LENGTH = JUDGES * CONTEXTS };
  static int32_t left[LENGTH], right[LENGTH], judge[LENGTH], context[LENGTH];
  static double score[LENGTH];
  uint64_t state = 88172645463325252u;
  duel_rows rows;
  int32_t row;
  for (row = 0; row < LENGTH; row++) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    context[row] = row / JUDGES;
    judge[row] = row % JUDGES;
    left[row] = context[row] % 3;
    right[row] = (context[row] + 1) % 3;
    score[row] = judge[row] && state % 3 ? score[row - judge[row]] : state % 7 < 4 ? 1.0 : 0.0;
  }
  memset(&rows, 0, sizeof rows);
  rows.struct_size = sizeof rows;
  rows.length = LENGTH;
  point(&rows.left, left, DUEL_TYPE_I32);
  point(&rows.right, right, DUEL_TYPE_I32);
  point(&rows.judge, judge, DUEL_TYPE_I32);
  point(&rows.context, context, DUEL_TYPE_I32);
  point(&rows.score, score, DUEL_TYPE_F64);
  must(duel_set_new(&w->met));
  must(duel_set_append(w->met, &rows));
}

/* Every item meets its neighbours and others at any distance; the lower number is better, more so for the first
 * judges; each fifth answer is a tie. */
static void votes(world *w) {
  const char **judges = named("judge", w->judges), **contexts = named("context", w->contexts);
  uint64_t state = 88172645463325252u;
  size_t row;
  w->names = named("item", w->items);
  w->left = need(w->length, sizeof *w->left);
  w->right = need(w->length, sizeof *w->right);
  w->judge = need(w->length, sizeof *w->judge);
  w->context = need(w->length, sizeof *w->context);
  w->score = need(w->length, sizeof *w->score);
  w->item_ids[0] = need(w->length, sizeof(int32_t));
  w->item_ids[1] = need(w->length, sizeof(int32_t));
  w->judge_ids = need(w->length, sizeof(int32_t));
  w->context_ids = need(w->length, sizeof(int32_t));
  for (row = 0; row < w->length; row++) {
    size_t left = row % w->items, step, right, judge, context;
    double chance, ahead;
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    step = row < w->items ? 1 : 1 + (size_t)(state >> 40) % (w->items - 1);
    right = (left + step) % w->items;
    judge = (row / w->items + row) % w->judges;
    context = (size_t)(state >> 20) % w->contexts;
    ahead = ((double)right - (double)left) / (double)w->items * (1.5 - 0.3 * (double)(judge % 4));
    chance = (double)(state >> 11) / 9007199254740992.0 * 4.0 - 2.0;
    w->score[row] = state % 5 == 0 ? 0.5 : chance < ahead ? 1.0 : 0.0;
    w->left[row] = w->names[left];
    w->right[row] = w->names[right];
    w->judge[row] = judges[judge];
    w->context[row] = (w->prompts = contexts)[context];
    w->item_ids[0][row] = (int32_t)left;
    w->item_ids[1][row] = (int32_t)right;
    w->judge_ids[row] = (int32_t)judge;
    w->context_ids[row] = (int32_t)context;
  }
  w->rows.struct_size = w->by_id.struct_size = sizeof w->rows;
  w->rows.length = w->by_id.length = w->length;
  point(&w->rows.left, w->left, DUEL_TYPE_TEXT);
  point(&w->rows.right, w->right, DUEL_TYPE_TEXT);
  point(&w->rows.judge, w->judge, DUEL_TYPE_TEXT);
  point(&w->rows.context, w->context, DUEL_TYPE_TEXT);
  point(&w->rows.score, w->score, DUEL_TYPE_F64);
  point(&w->by_id.left, w->item_ids[0], DUEL_TYPE_I32);
  point(&w->by_id.right, w->item_ids[1], DUEL_TYPE_I32);
  point(&w->by_id.judge, w->judge_ids, DUEL_TYPE_I32);
  point(&w->by_id.score, w->score, DUEL_TYPE_F64);
  w->half = w->rows;
  w->half.length = w->length / 2;
}

/* A covariate of the items, and one of the contexts that are known. */
static void covariates(world *w, duel_set *set) {
  double *values = need(w->items + w->contexts, sizeof *values);
  size_t i, known;
  ZERO(duel_covariate, covariate);
  for (i = 0; i < w->items + w->contexts; i++) values[i] = (double)(i * i % 7);
  covariate.length = w->items;
  covariate.name = "size";
  point(&covariate.item, w->names, DUEL_TYPE_TEXT);
  point(&covariate.value, values, DUEL_TYPE_F64);
  must(duel_set_covariate(set, &covariate));
  must(duel_set_intern(set, DUEL_KIND_CONTEXT, w->prompts, w->contexts));
  known = duel_set_count(set, DUEL_KIND_CONTEXT);
  covariate.length = known;
  covariate.name = "length";
  memset(&covariate.item, 0, sizeof covariate.item);
  point(&covariate.context, w->prompts, DUEL_TYPE_TEXT);
  must(duel_set_covariate(set, &covariate));
  free(values);
}

/* Labels of three items in so many contexts, and what is learnt from them. */
static void labels(world *w, size_t contexts) {
  static const int32_t functionals[] = {DUEL_FUNCTIONAL_BORDA, DUEL_FUNCTIONAL_BRADLEY_TERRY};
  const size_t count = 2 * contexts;
  int32_t *context = need(count, sizeof *context), *first = need(count, sizeof *first);
  int32_t *second = need(count, sizeof *second), *category = need(count, sizeof *category);
  double *third = need(count, sizeof *third);
  uint64_t *cluster = need(contexts, sizeof *cluster);
  size_t i;
  ZERO(duel_gars_options, what);
  ZERO(duel_nuisance_options, how);
  w->features = need(contexts, sizeof *w->features);
  for (i = 0; i < count; i++) {
    const int32_t pair = (int32_t)(i % 6);
    context[i] = (int32_t)(i / 2);
    first[i] = pair / 2;
    second[i] = (first[i] + 1 + pair % 2) % LABELLED;
    w->features[context[i]] = (double)(context[i] % 10) / 10.0;
    category[i] = (i * 7 % 10 < 2 + (size_t)context[i] % 10) == (first[i] < second[i]) ? 0 : 1;
    third[i] = 1.0 / 3.0;
    cluster[i / 2] = i / 6;
  }
  w->labels.struct_size = sizeof w->labels;
  w->labels.length = contexts;
  w->labels.labels = count;
  point(&w->labels.context, context, DUEL_TYPE_I32);
  point(&w->labels.first, first, DUEL_TYPE_I32);
  point(&w->labels.second, second, DUEL_TYPE_I32);
  point(&w->labels.category, category, DUEL_TYPE_I32);
  point(&w->labels.propensity, third, DUEL_TYPE_F64);
  point(&w->labels.cluster, cluster, DUEL_TYPE_U64);
  how.items = what.items = LABELLED;
  how.categories = what.categories = 2;
  how.propensities = DUEL_PROPENSITY_LOGIT;
  how.features = w->features;
  how.feature_count = 1;
  if (contexts > FEW) how.learner = DUEL_LEARNER_FREQUENCIES, how.propensities = DUEL_PROPENSITY_KNOWN;
  must(duel_nuisance_fit(&w->labels, &how, &w->nuisance));
  w->mu = need(contexts * 18, sizeof *w->mu);
  w->pi = need(contexts * 9, sizeof *w->pi);
  must(duel_nuisance_predict(w->nuisance, 0, contexts, w->mu, contexts * 18));
  w->labels.mu = w->mu;
  what.functionals = functionals;
  what.functional_count = 2;
  what.clusters = DUEL_CLUSTERS_KEYED;
  must(duel_gars_new(&what, &w->gars));
  must(duel_gars_add(w->gars, &w->labels));
  must(duel_gars_save(w->gars, NULL, 0, &w->gars_length));
  w->gars_bytes = need(w->gars_length, 1);
  must(duel_gars_save(w->gars, w->gars_bytes, w->gars_length, &w->gars_length));
  duel_gars_free(w->gars);
  w->gars = NULL;
}

static void models(world *w) {
  ZERO(duel_model_options, fit);
  static const char *const names[] = {"length"};
  ZERO(duel_bootstrap_options, draws);
  duel_model *rich = NULL;
  fit.accept = DUEL_FIT_ANY;
  fit.ridge = 0.1;
  must(duel_model_fit(w->set, &fit, &w->plain));
  fit.ridge = 0.0;
  fit.tie_model = DUEL_MODEL_DAVIDSON;
  must(duel_model_fit(w->set, &fit, &w->nested));
  fit.tie_model = DUEL_MODEL_RAO_KUPPER;
  must(duel_model_fit(w->set, &fit, &w->rival));
  fit.tie_model = DUEL_MODEL_DAVIDSON;
  fit.strength = DUEL_STRENGTH_SENSITIVITY;
  must(duel_model_fit(w->set, &fit, &w->judged));
  fit.position = DUEL_POSITION_SHARED;
  must(duel_model_fit(w->set, &fit, &rich));
  fit.position = DUEL_POSITION_NONE;
  fit.sensitivity_covariates = names;
  fit.sensitivity_covariate_count = 1;
  fit.ridge = 0.1;
  must(duel_model_fit(w->set, &fit, &w->sloped));
  must(duel_model_save(rich, NULL, 0, &w->model_length));
  w->model_bytes = need(w->model_length, 1);
  must(duel_model_save(rich, w->model_bytes, w->model_length, &w->model_length));
  duel_model_free(rich);
  draws.replicates = 100;
  draws.one_step = 1;
  must(duel_bootstrap_new(w->plain, &draws, &w->bootstrap));
}

/* Sets, and labels of so many contexts. */
static world *begun(size_t items, size_t length, size_t judges, size_t contexts, size_t labelled) {
  const size_t square = items > 4096 ? items : items * items;
  world *w = need(1, sizeof *w);
  size_t i;
  w->items = items;
  w->length = length;
  w->judges = judges;
  w->contexts = contexts;
  w->capacity = 16 * square + 64 * items + 32 * length + 18 * labelled + 32768;
  w->room[0] = need(w->capacity, sizeof(double));
  w->room[1] = need(w->capacity, sizeof(double));
  w->numbers = need(square, sizeof(double));
  w->costs = need(square, sizeof(double));
  w->families = need(items, sizeof *w->families);
  for (i = 0; i < items; i++) w->families[i] = (int32_t)(i % judges);
  for (i = 0; i < LABELLED * LABELLED; i++) w->costs[i] = i % (LABELLED + 1) ? 1.0 : 0.0;
  votes(w);
  must(duel_set_new(&w->set));
  must(duel_set_append(w->set, &w->rows));
  covariates(w, w->set);
  meeting(w);
  must(duel_set_new(&w->other));
  must(duel_set_append(w->other, &w->half));
  must(duel_set_save(w->set, NULL, 0, &w->set_length));
  w->set_bytes = need(w->set_length, 1);
  must(duel_set_save(w->set, w->set_bytes, w->set_length, &w->set_length));
  labels(w, labelled);
  return w;
}

world *world_of(size_t items, size_t length, size_t judges) {
  world *w = begun(items, length, judges, length / 8, 40 + items);
  models(w);
  return w;
}

world *world_wide(size_t items, size_t length, size_t judges, size_t contexts) {
  return begun(items, length, judges, contexts, contexts);
}

void world_refresh(world *w) {
  duel_model_free(w->model);
  duel_gars_free(w->gars);
  w->model = NULL;
  w->gars = NULL;
  if (w->model_bytes) must(duel_model_load(w->model_bytes, w->model_length, &w->model));
  must(duel_gars_load(w->gars_bytes, w->gars_length, &w->gars));
  w->digest = FAULTS_START;
  w->wrong = 0;
}

void see_bytes(world *w, const void *bytes, size_t length) {
  const unsigned char *byte = bytes;
  size_t i;
  for (i = 0; i < length; i++) w->digest = (w->digest ^ byte[i]) * 1099511628211u;
}

duel_status see_table(world *w, duel_table *table) {
  ZERO(duel_table_facts, facts);
  size_t column, row;
  must(duel_table_info(table, &facts));
  for (column = 0; column < facts.columns; column++) {
    ZERO(duel_table_column, one);
    must(duel_table_get(table, column, &one));
    if (!one.data) {
      for (row = 0; row < facts.rows; row++) {
        const char *text = duel_table_text(table, one.name, row);
        see_bytes(w, text, text ? strlen(text) : 0);
      }
      continue;
    }
    see_bytes(w, one.data, facts.rows * (one.type == DUEL_TYPE_BOOL                              ? 1
                                         : one.type == DUEL_TYPE_F64 || one.type == DUEL_TYPE_I64 ? 8
                                                                                                  : 4));
  }
  duel_table_free(table);
  return DUEL_OK;
}

duel_status see_set(world *w, duel_set *set) {
  size_t length = 0;
  unsigned char *bytes;
  must(duel_set_save(set, NULL, 0, &length));
  bytes = need(length, 1);
  must(duel_set_save(set, bytes, length, &length));
  see_bytes(w, bytes, length);
  free(bytes);
  duel_set_free(set);
  return DUEL_OK;
}

duel_status see_model(world *w, duel_model *model) {
  size_t length = 0;
  unsigned char *bytes;
  must(duel_model_save(model, NULL, 0, &length));
  bytes = need(length, 1);
  must(duel_model_save(model, bytes, length, &length));
  see_bytes(w, bytes, length);
  free(bytes);
  duel_model_free(model);
  return DUEL_OK;
}
