/* The promises of the header about threads: a model may be read by many, a token raised by another,
 * and each thread has its own last error. Run under helgrind. */
#include "estimates.h"
#include "check.h"
#include "data.h"

#include <pthread.h>

enum { DRAWS = 90 };

typedef struct reader {
  const duel_model *model;
  const duel_bootstrap *bootstrap;
  duel_model *share;
  double scores[4 * SMALL_ITEMS], ranks[3 * SMALL_ITEMS];
  double drawn[4 * SMALL_ITEMS], replicates[DRAWS * SMALL_ITEMS];
  int failures;
} reader;

static void *read_model(void *user) {
  reader *self = (reader *)user;
  duel_inference_options how = inference_defaults();
  double out[4];
  int i;
  how.bootstrap = self->bootstrap;
  for (i = 0; i < 3; i++) {
    self->failures += model_values(self->model, DUEL_QUANTITY_SCORES, NULL, self->scores,
                                     4 * SMALL_ITEMS) != DUEL_OK;
    self->failures += model_ranks(self->model, NULL, self->ranks, 3 * SMALL_ITEMS) != DUEL_OK;
    self->failures += model_values(self->model, DUEL_QUANTITY_SCORES, &how, self->drawn,
                                     4 * SMALL_ITEMS) != DUEL_OK;
    self->failures += duel_bootstrap_get(self->bootstrap, DUEL_QUANTITY_SCORES, NULL, self->replicates,
                                         DRAWS * SMALL_ITEMS) != DUEL_OK;
    self->failures += duel_set_name(duel_model_set(self->model), DUEL_KIND_ITEM, 0) == NULL;
    /* An error of this thread's own. */
    self->failures += duel_model_get(self->model, 999, out, 4) == DUEL_OK;
    self->failures += strstr(duel_last_error(), "999") == NULL;
  }
  /* Both owners let go at about the same time. */
  duel_model_free(self->share);
  return NULL;
}

/* Results that a model computes once and keeps are guarded by an atomic that helgrind does not know, so that
 * every later read of it looks like a race. Under helgrind it is computed before the threads. */
static void read_once(const duel_model *model, const duel_bootstrap *bootstrap) {
  duel_inference_options how = inference_defaults();
  double out[4 * SMALL_ITEMS];
  how.bootstrap = bootstrap;
  EXPECT(DUEL_OK, model_values(model, DUEL_QUANTITY_SCORES, &how, out, 4 * SMALL_ITEMS));
  EXPECT(DUEL_OK, model_values(model, DUEL_QUANTITY_SCORES, NULL, out, 4 * SMALL_ITEMS));
  EXPECT(DUEL_OK, model_ranks(model, NULL, out, 3 * SMALL_ITEMS));
}

static duel_bootstrap_options bootstrap_defaults(void) {
  duel_bootstrap_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.replicates = DRAWS;
  options.weights = DUEL_WEIGHTS_BAYESIAN; /* so that all replicates have estimates */
  return options;
}

static void read_together(int warm) {
  duel_model_options options = fit_defaults();
  duel_bootstrap_options draws = bootstrap_defaults();
  duel_bootstrap *bootstrap = NULL;
  pthread_t threads[2];
  reader readers[2];
  duel_set *set = NULL;
  duel_model *model = NULL;
  int i;
  EXPECT(DUEL_OK, small_set(&set));
  options.strength = DUEL_STRENGTH_SENSITIVITY;
  EXPECT(DUEL_OK, duel_model_fit(set, &options, &model));
  duel_set_free(set);
  if (!model) return;
  EXPECT(DUEL_OK, duel_bootstrap_new(model, &draws, &bootstrap));
  if (warm) read_once(model, bootstrap);
  memset(readers, 0, sizeof readers);
  for (i = 0; i < 2; i++) {
    readers[i].model = model;
    readers[i].bootstrap = bootstrap;
    EXPECT(DUEL_OK, duel_model_share(model, &readers[i].share));
    CHECK(pthread_create(&threads[i], NULL, read_model, &readers[i]) == 0, "thread");
  }
  for (i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  CHECK(readers[0].failures == 0 && readers[1].failures == 0, "%d and %d failures",
        readers[0].failures, readers[1].failures);
  CHECK(memcmp(readers[0].scores, readers[1].scores, sizeof readers[0].scores) == 0, "scores");
  CHECK(memcmp(readers[0].ranks, readers[1].ranks, sizeof readers[0].ranks) == 0, "ranks");
  CHECK(memcmp(readers[0].drawn, readers[1].drawn, sizeof readers[0].drawn) == 0, "intervals");
  CHECK(memcmp(readers[0].replicates, readers[1].replicates, sizeof readers[0].replicates) == 0,
        "replicates");
  duel_bootstrap_free(bootstrap);
  duel_model_free(model);
}

static int note_fraction(const duel_progress *now, void *user) {
  *(double *)user = now->fraction;
  return 0;
}

/* Simulated sets are the same for any number of the library's own threads, and the thread that
 * asked hears of the end, whoever did the work. */
static void any_number_of_threads(void) {
  duel_model_options options = fit_defaults();
  duel_bootstrap_options draws = bootstrap_defaults();
  duel_inference_options how = inference_defaults();
  duel_goodness_facts fit[2];
  duel_triads_facts triads[2];
  duel_set *set = NULL;
  duel_model *model = NULL;
  double replicates[2][DRAWS * SMALL_ITEMS], tests[2][9 * SMALL_ITEMS * SMALL_ITEMS];
  int i;
  EXPECT(DUEL_OK, small_set(&set));
  options.tie_model = DUEL_MODEL_DAVIDSON;
  EXPECT(DUEL_OK, duel_model_fit(set, &options, &model));
  duel_set_free(set);
  if (!model) return;
  memset(replicates, 0, sizeof replicates);
  memset(tests, 0, sizeof tests);
  memset(fit, 0, sizeof fit);
  memset(triads, 0, sizeof triads);
  for (i = 0; i < 2; i++) {
    duel_bootstrap *bootstrap = NULL;
    double fraction = 0.0;
    draws.threads = how.threads = i ? 4 : 1;
    draws.progress = note_fraction;
    draws.user = &fraction;
    fit[i].struct_size = sizeof fit[i];
    triads[i].struct_size = sizeof triads[i];
    EXPECT(DUEL_OK, duel_bootstrap_new(model, &draws, &bootstrap));
    CHECK(fraction == 1.0, "the last progress was %g", fraction);
    EXPECT(DUEL_OK, duel_bootstrap_get(bootstrap, DUEL_QUANTITY_SCORES, NULL, replicates[i], DRAWS * SMALL_ITEMS));
    EXPECT(DUEL_OK, duel_model_goodness(model, 20, &how, &fit[i]));
    EXPECT(DUEL_OK, duel_model_triads(model, 20, &how, &triads[i]));
    EXPECT(DUEL_OK, model_pairs(model, &how, DUEL_FAMILY_ALL_PAIRS, DUEL_ADJUST_SINGLE_STEP, tests[i],
                                    9 * SMALL_ITEMS * SMALL_ITEMS));
    duel_bootstrap_free(bootstrap);
  }
  CHECK(replicates[0][0] != replicates[0][SMALL_ITEMS], "two replicates are the same");
  CHECK(memcmp(replicates[0], replicates[1], sizeof replicates[0]) == 0, "replicates");
  CHECK(memcmp(tests[0], tests[1], sizeof tests[0]) == 0, "tests");
  CHECK(memcmp(&fit[0], &fit[1], sizeof fit[0]) == 0, "goodness");
  CHECK(memcmp(&triads[0], &triads[1], sizeof triads[0]) == 0, "triads");
  duel_model_free(model);
}

/* Errors of one thread are not seen by another. */
static void *no_error_here(void *user) {
  *(int *)user = duel_last_error()[0] == '\0' && duel_last_error_row() == -1;
  return NULL;
}

static void errors_apart(void) {
  pthread_t thread;
  int empty = 0;
  EXPECT(DUEL_ERR_NULL, duel_set_new(NULL));
  CHECK(pthread_create(&thread, NULL, no_error_here, &empty) == 0, "thread");
  pthread_join(thread, NULL);
  CHECK(empty, "another thread's error");
  CHECK(duel_last_error()[0] != '\0', "one's own error is kept");
}

/* The fit waits in its first progress call until the other thread has raised the token: so the
 * token, and nothing else, stops it. */
typedef struct meeting {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int running, raised;
  duel_cancel *cancel;
} meeting;

static void *raise_token(void *user) {
  meeting *m = (meeting *)user;
  pthread_mutex_lock(&m->lock);
  while (!m->running) pthread_cond_wait(&m->changed, &m->lock);
  duel_cancel_raise(m->cancel);
  m->raised = 1;
  pthread_cond_broadcast(&m->changed);
  pthread_mutex_unlock(&m->lock);
  return NULL;
}

static int wait_for_token(const duel_progress *now, void *user) {
  meeting *m = (meeting *)user;
  (void)now;
  pthread_mutex_lock(&m->lock);
  m->running = 1;
  pthread_cond_broadcast(&m->changed);
  while (!m->raised) pthread_cond_wait(&m->changed, &m->lock);
  pthread_mutex_unlock(&m->lock);
  return 0;
}

/* The computation that is stopped: a fit, a fit with many starts, or a bootstrap. */
typedef enum { ONE_FIT, MANY_STARTS, REPLICATES } work;

/* Stops it, on so many threads of the library's own. */
static void cancel_from_outside(work what, int32_t own) {
  duel_model_options options = fit_defaults();
  duel_bootstrap_options draws = bootstrap_defaults();
  duel_bootstrap *bootstrap = NULL;
  duel_set *set = NULL;
  duel_model *model = NULL;
  pthread_t thread;
  meeting m;
  memset(&m, 0, sizeof m);
  pthread_mutex_init(&m.lock, NULL);
  pthread_cond_init(&m.changed, NULL);
  EXPECT(DUEL_OK, duel_cancel_new(&m.cancel));
  EXPECT(DUEL_OK, small_set(&set));
  CHECK(pthread_create(&thread, NULL, raise_token, &m) == 0, "thread");
  if (what == MANY_STARTS) {
    options.spread = DUEL_SPREAD_FACTORS;
    options.spread_factors = 1;
    options.spread_ridge = 1.0;
    options.restarts = 10000;
    options.threads = own;
  } else {
    options.strength = DUEL_STRENGTH_SENSITIVITY;
  }
  if (what == REPLICATES) EXPECT(DUEL_OK, duel_model_fit(set, &options, &model));
  draws.threads = own;
  draws.replicates = 10000;
  options.cancel = draws.cancel = m.cancel;
  options.progress = draws.progress = wait_for_token;
  options.user = draws.user = &m;
  if (what == REPLICATES) {
    EXPECT(DUEL_ERR_CANCELLED, duel_bootstrap_new(model, &draws, &bootstrap));
    CHECK(bootstrap == NULL, "a cancelled bootstrap made replicates");
  } else {
    EXPECT(DUEL_ERR_CANCELLED, duel_model_fit(set, &options, &model));
    CHECK(model == NULL, "a cancelled fit made a model");
  }
  pthread_join(thread, NULL);
  duel_model_free(model);
  duel_set_free(set);
  duel_cancel_free(m.cancel);
  pthread_mutex_destroy(&m.lock);
  pthread_cond_destroy(&m.changed);
}

/* threads warm: under helgrind, which does not know the atomics that the library's own threads share
 * their work by. What is promised to the threads of the caller, it can see. */
int main(int argc, char **argv) {
  const int warm = argc > 1 && strcmp(argv[1], "warm") == 0;
  read_together(warm);
  if (!warm) any_number_of_threads();
  errors_apart();
  cancel_from_outside(ONE_FIT, 1);
  cancel_from_outside(MANY_STARTS, warm ? 1 : 2);
  cancel_from_outside(REPLICATES, warm ? 1 : 2);
  return checks_end();
}
