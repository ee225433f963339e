/* A leaderboard from a CSV file of pairwise judgements: leaderboard --help.
 *
 * It uses duel.h and the C library, nothing else. The way of the data: options.c reads the command
 * line, votes.c the file, duel the rest; results.c collects what report.c, forest.c and json.c
 * show; kinship.c measures how far items are apart, for kinship_map.c, judge_map.c shows the judges, tiers.c what
 * colours mean, and draw.c has the library draw all that. */
#include "forest.h"
#include "json.h"
#include "judge_map.h"
#include "kinship_map.h"
#include "options.h"
#include "report.h"
#include "results.h"
#include "votes.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

/* Ctrl-C stops the fit in good order: raising the token is safe in a signal handler. */
static duel_cancel *interrupted;

static void on_interrupt(int number) {
  (void)number;
  duel_cancel_raise(interrupted);
}

static int fail(const char *message) {
  fprintf(stderr, "leaderboard: %s\n", message);
  return 1;
}

static int fail_to_write(const char *path) {
  fprintf(stderr, "leaderboard: %s: %s\n", path, strerror(errno));
  return 1;
}

/* Advice where no unique finite estimate exists. */
static void suggest(const duel_set *set) {
  if (report_failure(stderr, set)) {
    fputs("Try --pseudo 0.5 (a prior of a few comparisons) or --ridge, or see the result as it is\n"
          "with --accept any.\n", stderr);
  } else {
    fputs("See the result as it is with --accept any; a judge who runs against the others may be\n"
          "given a negative sensitivity with --sign any --accept opposed.\n", stderr);
  }
}

/* Replicates of the model, as the command line asks for them: of what its covariance takes as
 * independent. Bayesian weights leave nothing out, so that a judge who nearly always prefers the first
 * position does not become one who always does. */
static duel_status draw(const options *o, const duel_model *model, duel_bootstrap **out) {
  duel_bootstrap_options how;
  memset(&how, 0, sizeof how);
  how.struct_size = sizeof how;
  how.replicates = (size_t)o->replicates;
  how.seed = o->inference.seed;
  how.by = o->by;
  how.weights = DUEL_WEIGHTS_BAYESIAN;
  how.threads = o->inference.threads;
  how.cancel = interrupted;
  return duel_bootstrap_new(model, &how, out);
}

/* The map and the tree, which share their distances. */
static int draw_kinship(const options *o, const char *title, const results *results) {
  kinship kin;
  int failed = 0;
  if (!o->map && !o->dendrogram) return 0;
  if (kinship_read(&kin, results, &o->inference) != DUEL_OK) return fail(duel_last_error());
  if (o->map && map_write(o->map, title, results, &kin) != 0) failed = 1;
  if (o->dendrogram && tree_write(o->dendrogram, title, results, &kin) != 0) failed = 1;
  kinship_free(&kin);
  return failed;
}

static int draw_judges(const options *o, const char *title, const results *results) {
  panel panel;
  int failed;
  if (panel_read(&panel, results->model) != DUEL_OK) return fail(duel_last_error());
  failed = judge_map_write(o->judge_map, title, results, &panel) != 0;
  panel_free(&panel);
  return failed;
}

/* Which files were written, after an empty line. */
static void name_files(const options *o) {
  if (o->json || o->svg || o->map || o->dendrogram || o->judge_map) fputc('\n', stdout);
  if (o->json) printf("JSON:        %s\n", o->json);
  if (o->svg) printf("Forest plot: %s\n", o->svg);
  if (o->map) printf("Map:         %s\n", o->map);
  if (o->dendrogram) printf("Dendrogram:  %s\n", o->dendrogram);
  if (o->judge_map) printf("Judge map:   %s\n", o->judge_map);
}

static int show(const options *o, const votes *votes, const duel_model *model) {
  results results;
  question question;
  duel_bootstrap *bootstrap = NULL;
  duel_status status = DUEL_OK;
  char title[512];
  int failed = 0;
  question.inference = o->inference;
  question.fit = &o->fit;
  question.ranks = o->ranks;
  question.test = o->test;
  question.tiers = o->tiers;
  question.tier_value = o->tier_value;
  if (o->replicates > 0) status = draw(o, model, &bootstrap);
  question.inference.bootstrap = bootstrap;
  if (status == DUEL_OK) status = results_read(&results, model, &question);
  duel_bootstrap_free(bootstrap);
  if (status != DUEL_OK) return fail(duel_last_error());
  report_results(stdout, &results);
  if (o->title) {
    snprintf(title, sizeof title, "%s", o->title);
  } else {
    const char *slash = strrchr(o->path, '/');
    snprintf(title, sizeof title, "%s", slash ? slash + 1 : o->path);
  }
  if (o->json && json_write(o->json, votes, &results) != 0) failed = fail_to_write(o->json);
  if (o->svg && forest_write(o->svg, title, &results) != 0) failed = 1;
  if (draw_kinship(o, title, &results) != 0) failed = 1;
  if (o->judge_map && draw_judges(o, title, &results) != 0) failed = 1;
  if (!failed) name_files(o);
  results_free(&results);
  return failed;
}

static int rank(options *o, const votes *votes, duel_set *set) {
  duel_model *model = NULL;
  duel_status status;
  int failed;
  report_names(stdout, set);
  if (duel_cancel_new(&interrupted) != DUEL_OK) return fail(duel_last_error());
  signal(SIGINT, on_interrupt);
  o->fit.cancel = o->inference.cancel = interrupted;

  if (o->reference) {
    if (duel_set_find(set, DUEL_KIND_ITEM, o->reference, &o->inference.reference_item) != DUEL_OK) {
      return fail(duel_last_error());
    }
    o->inference.normalisation = DUEL_NORMALISATION_REFERENCE;
  }
  status = duel_model_fit(set, &o->fit, &model);
  if (status != DUEL_OK) {
    failed = fail(duel_last_error());
    if (status == DUEL_ERR_NOT_IDENTIFIED) suggest(set);
    return failed;
  }
  failed = show(o, votes, model);
  duel_model_free(model);
  return failed;
}

int main(int argc, char **argv) {
  options options;
  votes votes;
  duel_set *set = NULL;
  char error[1024];
  int failed;

  switch (options_read(&options, argc, argv)) {
    case OPTIONS_HELP: return 0;
    case OPTIONS_WRONG: return 2;
    default: break;
  }
  if (votes_read(&votes, &options, error, sizeof error) != 0) return fail(error);
  report_votes(stdout, &votes, &options);
  if (duel_set_new(&set) != DUEL_OK) {
    failed = fail(duel_last_error());
  } else if (votes_append(&votes, &options, set, error, sizeof error) != 0) {
    failed = fail(error);
  } else {
    failed = rank(&options, &votes, set);
  }
  signal(SIGINT, SIG_DFL);
  duel_cancel_free(interrupted);
  duel_set_free(set);
  votes_free(&votes);
  return failed;
}
