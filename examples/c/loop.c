/* A closed loop on a file of votes: loop --help.
 *
 * Labels are bought in rounds: a query names a question and a pair of items, and is answered by a vote of
 * a judge that nobody has asked for yet. After each round scores are estimated without a model of the
 * votes, and the next round is planned by them, until the leaders are told from all others, by all looks
 * together, or the votes run out. What that guarantee costs is printed beside it: the labels by which a single look
 * would have said so, and how often each stop would be wrong. pool.c holds the votes, buying.c is the loop, trace.c
 * draws it. */
#include "buying.h"
#include "text.h"
#include "trace.h"
#include "votes.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "Usage: loop VOTES.csv [OPTION VALUE]...\n"
    "\n"
    "  --context COLUMN  of questions (question_id); others are model_a, model_b, winner\n"
    "  --code TEXT=WORD  what an answer means: left, right, tie, both_good or both_bad\n"
    "  --drop TEXT       leave out votes with this answer\n"
    "  --leaders N       how many items are to be told from all others (2)\n"
    "  --budget N        labels bought in a round, on average (160)\n"
    "  --rounds N        at most (60)\n"
    "  --floor P         least probability of asking for a pair of a question in a round (0.02)\n"
    "  --level P         of the intervals, at all looks together (0.95)\n"
    "  --seed N          of all that is drawn (1)\n"
    "  --repeat N        runs of each plan, with seeds from there on, for the comparison (20)\n"
    "  --false N         runs of each plan on votes in which the last leader and the next item have changed names\n"
    "                    by chance, question by question: whoever tells them apart is wrong (0)\n"
    "  --svg FILE        draw the first run of each plan\n"
    "  --title TEXT      of the drawing\n";

static const char *const plan_names[PLANS] = {"Policy for the leaders against the next",
                                              "Policy for all scores", "Random labelling"};

typedef struct asked {
  options votes; /* of which columns and path are used */
  buying_options buying;
  size_t repeat, wrong;
  const char *svg, *title;
} asked;

static int fail(const char *message) {
  fprintf(stderr, "loop: %s\n", message);
  return 1;
}

/* ---- the command line ------------------------------------------------------------------------ */

static int read_number(const char *name, const char *text, double least, double most, double *out) {
  char *end;
  *out = strtod(text, &end);
  if (end != text && *end == '\0' && *out >= least && *out <= most) return 0;
  fprintf(stderr, "loop: %s: \"%s\" is not a number from %g to %g\n", name, text, least, most);
  return -1;
}

/* 0 on success, 1 if there is nothing more to do, -1 if something is wrong; it has been printed. */
static int read_command(asked *a, int argc, char **argv) {
  double budget = 160.0, rounds = 60.0, least = 0.02, level = 0.95, seed = 1.0, repeat = 20.0;
  double wrong = 0.0, leaders = 2.0;
  const struct {
    const char *name;
    double *value, least, most;
  } numbers[] = {{"--budget", &budget, 1.0, 1e9}, {"--rounds", &rounds, 1.0, 1e4},
                 {"--floor", &least, 0.0, 1.0},   {"--level", &level, 0.5, 0.999},
                 {"--seed", &seed, 0.0, 1e9},     {"--repeat", &repeat, 1.0, 1e4},
                 {"--false", &wrong, 0.0, 1e4},   {"--leaders", &leaders, 1.0, 1e4}};
  size_t k;
  int i;
  memset(a, 0, sizeof *a);
  a->votes.left = "model_a";
  a->votes.right = "model_b";
  a->votes.winner = "winner";
  a->votes.context = "question_id";
  a->title = "Telling the leaders from the others";
  for (i = 1; i < argc; i++) {
    const char *name = argv[i];
    if (strcmp(name, "--help") == 0) {
      fputs(usage, stdout);
      return 1;
    }
    if (strncmp(name, "--", 2) != 0) {
      a->votes.path = name;
      continue;
    }
    if (i + 1 == argc) {
      fprintf(stderr, "loop: %s: no value\n", name);
      return -1;
    }
    i++;
    for (k = 0; k < sizeof numbers / sizeof *numbers && strcmp(name, numbers[k].name) != 0; k++) continue;
    if (k < sizeof numbers / sizeof *numbers) {
      if (read_number(name, argv[i], numbers[k].least, numbers[k].most, numbers[k].value) != 0) return -1;
    } else if (strcmp(name, "--context") == 0) {
      a->votes.context = argv[i];
    } else if (strcmp(name, "--code") == 0 || strcmp(name, "--drop") == 0) {
      char error[256];
      if ((name[2] == 'c' ? codes_explain : codes_drop)(&a->votes.codes, argv[i], error, sizeof error) != 0) {
        fprintf(stderr, "loop: %s\n", error);
        return -1;
      }
    } else if (strcmp(name, "--svg") == 0) {
      a->svg = argv[i];
    } else if (strcmp(name, "--title") == 0) {
      a->title = argv[i];
    } else {
      fprintf(stderr, "loop: unknown option %s; see --help\n", name);
      return -1;
    }
  }
  if (!a->votes.path) {
    fputs(usage, stderr);
    return -1;
  }
  a->buying.leaders = (size_t)leaders;
  a->buying.budget = budget;
  a->buying.rounds = (size_t)rounds;
  a->buying.floor = least;
  a->buying.level = level;
  a->buying.seed = (uint64_t)seed;
  a->repeat = (size_t)repeat;
  a->wrong = (size_t)wrong;
  return 0;
}

/* ---- what came of it ------------------------------------------------------------------------- */

static const char *word_of_ending(ending ending) {
  return ending == ENDED_SEPARATED ? "the leaders are told from the others"
         : ending == ENDED_POOL    ? "the votes of some pair have run out"
                                   : "the last round";
}

/* The first, every fifth and the last round. */
static void print_rounds(const trail *t, const char *plan, const buying_options *o, const char *const *items) {
  size_t width = 9, i;
  for (i = 0; i < t->items; i++) {
    if (text_width(items[i]) > width) width = text_width(items[i]);
  }
  printf("\n%s\n\nRound  Labels  ", plan);
  text_left(stdout, "Last in", width + 2);
  text_left(stdout, "First out", width + 2);
  printf("Difference  %g %% interval of all looks\n", 100.0 * o->level);
  for (i = 0; i < t->looks; i++) {
    const look *l = &t->look[i];
    if (i > 0 && (i + 1) % 5 != 0 && i + 1 < t->looks) continue;
    printf("%5lu  %6.0f  ", (unsigned long)i + 1, l->labels);
    text_left(stdout, items[l->order[o->leaders - 1]], width + 2);
    text_left(stdout, items[l->order[o->leaders]], width + 2);
    printf("%10.3f  [%6.3f, %6.3f]\n", l->difference, l->lower, l->upper);
  }
  printf("End: %s.\n", word_of_ending(t->ending));
}

/* When a run stops: at the first look whose own intervals separate, or by all looks together. */
typedef enum { STOP_ONE_LOOK, STOP_ALL_LOOKS, STOPS } stop;

static const char *const stop_names[STOPS] = {"one look", "all looks"};

/* Labels that a run took: one that did not separate the items would have needed more than there are. */
static double labels_needed(const trail *t, stop stop) {
  if (stop == STOP_ONE_LOOK) return t->seemed > 0.0 ? t->seemed : HUGE_VAL;
  return t->ending == ENDED_SEPARATED ? t->look[t->looks - 1].labels : HUGE_VAL;
}

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void print_labels(const char *text, double labels) {
  char number[TEXT_NUMBER];
  printf("  ");
  text_right(stdout, isinf(labels) ? "-" : text_number(number, labels, 0), strlen(text));
}

/* The results of the runs of a plan by each stop: labels needed, and how many runs were wrong where all that separate are. */
typedef struct record {
  double *needed[STOPS];
  size_t wrong[STOPS];
} record;

static void print_comparison(const record *records, const asked *a) {
  static const char *const heads[] = {"A quarter by", "Half by", "Three quarters by"};
  size_t plan, stop, k, quarter, separated;
  fputs("\nPlan                                        Stops by   Runs  Separated", stdout);
  for (quarter = 0; quarter < 3; quarter++) printf("  %s", heads[quarter]);
  fputc('\n', stdout);
  for (plan = 0; plan < PLANS; plan++) {
    for (stop = 0; stop < STOPS; stop++) {
      double *needed = records[plan].needed[stop];
      qsort(needed, a->repeat, sizeof *needed, by_size);
      for (k = 0, separated = 0; k < a->repeat; k++) separated += !isinf(needed[k]);
      text_left(stdout, stop == 0 ? plan_names[plan] : "", 44);
      text_left(stdout, stop_names[stop], 9);
      printf("  %4lu  %9lu", (unsigned long)a->repeat, (unsigned long)separated);
      for (quarter = 1; quarter <= 3; quarter++) {
        print_labels(heads[quarter - 1], needed[(quarter * a->repeat + 3) / 4 - 1]);
      }
      fputc('\n', stdout);
    }
  }
  text_wrap(stdout, "",
            "Labels by which that many of the runs had told the leaders from all others; -: they never did. Intervals are "
            "clustered by question. Those of one look hold for each round by itself: to stop at the first that "
            "separates is to look many times. Those of all looks hold for all rounds together, so that any stop is "
            "as right as their level says.",
            88);
}

/* How often each stop is wrong where nobody is better. */
static void print_wrong(const record *records, const asked *a) {
  size_t plan, stop;
  if (a->wrong == 0) return;
  fputs("\nOn mixed votes                              Stops by   Runs  Separated\n", stdout);
  for (plan = 0; plan < PLANS; plan++) {
    for (stop = 0; stop < STOPS; stop++) {
      text_left(stdout, stop == 0 ? plan_names[plan] : "", 44);
      text_left(stdout, stop_names[stop], 9);
      printf("  %4lu  %9lu\n", (unsigned long)a->wrong, (unsigned long)records[plan].wrong[stop]);
    }
  }
  text_wrap(stdout, "",
            "Runs that told the leaders from all others on votes in which the last leader and the next item had changed "
            "names by chance, question by question: neither is better, so that all of these are wrong.",
            88);
}

/* The runs of one plan on votes of which items i and j are mixed up: how many separate the leaders, by each stop. */
static duel_status run_wrong(const asked *a, const pool *all, buying_options options, size_t i, size_t j,
                             record *record) {
  duel_status status = DUEL_OK;
  size_t k, stop;
  for (k = 0; status == DUEL_OK && k < a->wrong; k++) {
    trail trail;
    pool mixed;
    options.seed = a->buying.seed + k;
    if ((status = pool_copy(&mixed, all)) != DUEL_OK) break;
    status = pool_mix(&mixed, i, j, options.seed);
    if (status == DUEL_OK) status = buying_run(&mixed, &options, &trail);
    pool_free(&mixed);
    if (status != DUEL_OK) break;
    for (stop = 0; stop < STOPS; stop++) record->wrong[stop] += !isinf(labels_needed(&trail, stop));
    trail_free(&trail);
  }
  return status;
}

/* The items at two places in the order of all votes. */
static duel_status at_places(const pool *all, size_t place, size_t *item, size_t *next) {
  double *rates = malloc((all->items + 1) * sizeof *rates);
  duel_status status = rates ? pool_rates(all, rates) : DUEL_ERR_MEMORY;
  size_t i, j;
  for (i = 0; status == DUEL_OK && i < all->items; i++) {
    size_t above = 0;
    for (j = 0; j < all->items; j++) above += rates[j] > rates[i] || (rates[j] == rates[i] && j < i);
    if (above == place) *item = i;
    if (above == place + 1) *next = i;
  }
  free(rates);
  return status;
}

static int run(const asked *a, const pool *pool, const char *const *items) {
  trail first[PLANS];
  record records[PLANS];
  double *needed = malloc((PLANS * STOPS * a->repeat + 1) * sizeof *needed);
  buying_options options = a->buying;
  duel_status status = DUEL_OK;
  int failed = 0;
  size_t i, k, stop, last = 0, next = 0;
  memset(first, 0, sizeof first);
  memset(records, 0, sizeof records);
  if (!needed) return fail("out of memory");
  status = at_places(pool, options.leaders - 1, &last, &next);
  for (i = 0; status == DUEL_OK && i < PLANS; i++) {
    options.plan = (plan)i;
    for (stop = 0; stop < STOPS; stop++) records[i].needed[stop] = needed + (i * STOPS + stop) * a->repeat;
    for (k = 0; status == DUEL_OK && k < a->repeat; k++) {
      trail again;
      options.seed = a->buying.seed + k;
      status = buying_run(pool, &options, &again);
      if (status != DUEL_OK) break;
      for (stop = 0; stop < STOPS; stop++) records[i].needed[stop][k] = labels_needed(&again, stop);
      if (k == 0) {
        first[i] = again;
        print_rounds(&again, plan_names[i], &options, items);
      } else {
        trail_free(&again);
      }
    }
    if (status == DUEL_OK) status = run_wrong(a, pool, options, last, next, &records[i]);
  }
  if (status != DUEL_OK) {
    failed = fail(status == DUEL_ERR_MEMORY ? "out of memory" : duel_last_error());
  } else {
    print_comparison(records, a);
    print_wrong(records, a);
    if (a->svg && trace_write(a->svg, a->title, &options, first, plan_names, PLANS) != 0) {
      failed = 1;
    } else if (a->svg) {
      printf("\nIntervals against labels: %s\n", a->svg);
    }
  }
  for (i = 0; i < PLANS; i++) trail_free(&first[i]);
  free(needed);
  return failed;
}

/* The votes of a set, with the names of its items. */
static int run_on(const asked *a, const duel_set *set) {
  const size_t items = duel_set_count(set, DUEL_KIND_ITEM);
  const char **names;
  int failed;
  size_t i;
  pool pool;
  if (items <= a->buying.leaders) return fail("all items are leaders: there is nobody to tell them from");
  if (pool_read(&pool, set) != DUEL_OK) return fail(duel_last_error());
  names = malloc(items * sizeof *names);
  if (!names) {
    pool_free(&pool);
    return fail("out of memory");
  }
  for (i = 0; i < items; i++) names[i] = duel_set_name(set, DUEL_KIND_ITEM, i);
  failed = run(a, &pool, names);
  free(names);
  pool_free(&pool);
  return failed;
}

int main(int argc, char **argv) {
  asked a;
  votes votes;
  duel_set *set = NULL;
  char error[1024];
  int failed, wrong = read_command(&a, argc, argv);
  if (wrong) return wrong < 0 ? 2 : 0;
  if (votes_read(&votes, &a.votes, error, sizeof error) != 0) return fail(error);
  if (duel_set_new(&set) != DUEL_OK) {
    failed = fail(duel_last_error());
  } else if (votes_append(&votes, &a.votes, set, error, sizeof error) != 0) {
    failed = fail(error);
  } else {
    printf("%lu votes on %lu items and %lu questions", (unsigned long)votes.table.rows,
           (unsigned long)duel_set_count(set, DUEL_KIND_ITEM), (unsigned long)duel_set_count(set, DUEL_KIND_CONTEXT));
    votes_report(stdout, &votes);
    putchar('\n');
    failed = run_on(&a, set);
  }
  duel_set_free(set);
  votes_free(&votes);
  return failed;
}
