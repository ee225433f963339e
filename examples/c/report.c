#include "report.h"

#include "text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 100, NAME_WIDTH = 38 };

/* ---- before the fit -------------------------------------------------------------------------- */

void report_votes(FILE *out, const votes *v, const options *o) {
  size_t i, named = 0;
  fprintf(out, "%s: %lu rows", o->path, (unsigned long)v->read);
  if (v->dropped == 0) {
    fputs("\n", out);
    return;
  }
  fprintf(out, ", %lu DROPPED because column \"%s\" says", (unsigned long)v->dropped, v->answer);
  for (i = 0; i < v->answers; i++) {
    fprintf(out, "%s \"%s\" (%lu)", i ? "," : "", v->unknown[i].text,
            (unsigned long)v->unknown[i].count);
    named += v->unknown[i].count;
  }
  if (named < v->dropped) fprintf(out, " or others (%lu)", (unsigned long)(v->dropped - named));
  fputs("\n", out);
}

/* ---- the model in words ---------------------------------------------------------------------- */

static const char *word_of_law(int32_t law) {
  switch (law) {
    case DUEL_RAO_KUPPER: return "Rao-Kupper";
    case DUEL_DAVIDSON: return "Davidson";
    default: return "Bradley-Terry";
  }
}

static const char *word_of_covariance(int32_t covariance) {
  switch (covariance) {
    case DUEL_COVARIANCE_EXPECTED: return "inverse expected information";
    case DUEL_COVARIANCE_OBSERVED: return "inverse observed information";
    case DUEL_COVARIANCE_SANDWICH: return "sandwich";
    case DUEL_COVARIANCE_CLUSTERED_BY_CONTEXT: return "sandwich clustered by context";
    case DUEL_COVARIANCE_CLUSTERED_BY_JUDGE: return "sandwich clustered by judge";
    default: return "sandwich of the expected information";
  }
}

static const char *word_of_intervals(int32_t intervals) {
  switch (intervals) {
    case DUEL_BONFERRONI: return ", each table's all at once (Bonferroni)";
    case DUEL_SIMULTANEOUS: return ", each table's all at once";
    default: return ", each by itself";
  }
}

static const char *word_of_stop(int32_t stop) {
  switch (stop) {
    case DUEL_STOP_CONVERGED:
    case DUEL_STOP_PRECISION: return "converged";
    case DUEL_STOP_DIVERGING: return "STOPPED: the optimum is at infinity";
    default: return "STOPPED: too many steps";
  }
}

static void print_model(FILE *out, const results *r) {
  const duel_info *info = &r->info;
  char number[TEXT_NUMBER], likelihood[TEXT_NUMBER];
  fprintf(out, "Data:   %s comparisons of %lu items", text_count(number, info->comparisons),
          (unsigned long)info->items);
  if (r->judges > 1) fprintf(out, " by %lu judges", (unsigned long)r->judges);
  if (info->contexts > 0) fprintf(out, " in %lu contexts", (unsigned long)info->contexts);
  fprintf(out, "\nModel:  %s", word_of_law(info->outcome_law));
  if (info->outcome_law == DUEL_BRADLEY_TERRY) {
    fputs(info->ties == DUEL_TIES_HALF ? ", ties as half wins" : ", ties dropped", out);
  } else {
    fputs(info->threshold == DUEL_THRESHOLD_BY_JUDGE ? ", a tie threshold for each judge"
                                                     : ", one tie threshold", out);
  }
  if (info->strength == DUEL_SENSITIVITY) fputs(", a sensitivity for each judge", out);
  if (info->position == DUEL_POSITION_SHARED) fputs(", one position effect", out);
  if (info->position == DUEL_POSITION_BY_JUDGE) fputs(", a position effect for each judge", out);
  fprintf(out, "\nFit:    log-likelihood %s, %lu parameters, %d steps, %s\n",
          text_number(likelihood, info->log_likelihood, 3), (unsigned long)info->dimension, (int)info->iterations,
          word_of_stop(info->stop));
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* A column of estimates with their intervals, as wide as what stands in it. */
typedef struct estimates {
  const char *title;
  const estimate *first; /* of `count`, `stride` bytes apart */
  size_t stride, count;
  int decimals;
  size_t value, end; /* columns of the estimate, and of each end of the interval */
} estimates;

static const estimate *estimate_of(const estimates *e, size_t row) {
  return (const estimate *)((const char *)e->first + row * e->stride);
}

static size_t wider(size_t width, double value, int decimals) {
  char text[TEXT_NUMBER];
  size_t needed = strlen(text_number(text, value, decimals));
  return needed > width ? needed : width;
}

static estimates measure(const char *title, const estimate *first, size_t stride, size_t count,
                         int decimals) {
  estimates e;
  size_t row;
  e.title = title;
  e.first = first;
  e.stride = stride;
  e.count = count;
  e.decimals = decimals;
  e.value = text_width(title);
  e.end = 4;
  for (row = 0; row < count; row++) {
    const estimate *one = estimate_of(&e, row);
    e.value = wider(e.value, one->value, decimals);
    e.end = wider(wider(e.end, one->lower, decimals), one->upper, decimals);
  }
  return e;
}

static void print_estimate(FILE *out, const estimates *e, size_t row) {
  const estimate *one = estimate_of(e, row);
  char number[TEXT_NUMBER];
  fputs("  ", out);
  text_right(out, text_number(number, one->value, e->decimals), e->value);
  if (isnan(one->lower) && isnan(one->upper)) {
    text_left(out, "", 2 * e->end + 6);
    return;
  }
  fputs("  [", out);
  text_right(out, text_number(number, one->lower, e->decimals), e->end);
  fputs(", ", out);
  text_right(out, text_number(number, one->upper, e->decimals), e->end);
  fputs("]", out);
}

/* The title over its numbers, the level over the middle of the intervals. */
static void print_head(FILE *out, const estimates *e, double level) {
  char text[TEXT_NUMBER];
  size_t room = 2 * e->end + 4, used;
  snprintf(text, sizeof text, "%g %% interval", 100.0 * level);
  used = text_width(text);
  if (used > room) used = (size_t)snprintf(text, sizeof text, "%g %%", 100.0 * level);
  fputs("  ", out);
  text_right(out, e->title, e->value);
  fputs("  ", out);
  text_left(out, "", (room - used) / 2);
  text_left(out, text, room - (room - used) / 2);
}

static size_t name_width(size_t widest) {
  return widest < 8 ? 8 : widest > NAME_WIDTH ? NAME_WIDTH : widest;
}

static void print_range(FILE *out, const item_result *item) {
  char range[64];
  if (isnan(item->best) || isnan(item->worst)) {
    strcpy(range, "-");
  } else if (item->best == item->worst) {
    snprintf(range, sizeof range, "%.0f", item->best);
  } else {
    snprintf(range, sizeof range, "%.0f-%.0f", item->best, item->worst);
  }
  text_left(out, range, 9);
}

static void print_items(FILE *out, const results *r) {
  const estimates scores =
      measure("Score", &r->item[0].score, sizeof *r->item, r->items, r->elo ? 0 : 3);
  size_t names = 0, i;
  char text[TEXT_NUMBER];
  for (i = 0; i < r->items; i++) {
    size_t one = text_width(r->item[i].name);
    if (one > names) names = one;
  }
  names = name_width(names);
  fputs("\nRank  Range    ", out);
  text_left(out, "Item", names);
  print_head(out, &scores, r->level);
  fputs("    Wins  Losses    Ties\n", out);
  for (i = 0; i < r->items; i++) {
    const item_result *item = &r->item[i];
    text_right(out, text_count(text, item->rank), 4);
    fputs("  ", out);
    print_range(out, item);
    text_left(out, item->name, names);
    print_estimate(out, &scores, i);
    text_right(out, text_count(text, item->wins), 8);
    text_right(out, text_count(text, item->losses), 8);
    text_right(out, text_count(text, item->ties), 8);
    if (item->outcome & DUEL_FIT_SEPARATED) fputs("  runs off", out);
    if (item->outcome & DUEL_FIT_DISCONNECTED) fputs("  not connected", out);
    fputc('\n', out);
  }
}

static void print_notes(FILE *out, const judge_result *judge) {
  const char *gap = "  ";
  if (judge->follows_slot) fprintf(out, "%sfollows the slot", gap), gap = ", ";
  if (judge->outcome & DUEL_FIT_BOUNDARY) fprintf(out, "%sboundary", gap), gap = ", ";
  if (judge->outcome & DUEL_FIT_SEPARATED) fprintf(out, "%sruns off", gap), gap = ", ";
  if (judge->outcome & DUEL_FIT_OPPOSED) fprintf(out, "%sopposed", gap);
}

static void print_judges(FILE *out, const results *r) {
  int sensitivity = r->info.strength == DUEL_SENSITIVITY;
  int position = r->info.position == DUEL_POSITION_BY_JUDGE;
  int threshold = r->info.outcome_law != DUEL_BRADLEY_TERRY &&
                  r->info.threshold == DUEL_THRESHOLD_BY_JUDGE;
  const size_t stride = sizeof *r->judge;
  const estimates sensitivities =
      measure("Sensitivity", &r->judge[0].sensitivity, stride, r->judges, 2);
  const estimates positions = measure("Position", &r->judge[0].position, stride, r->judges, 2);
  const estimates thresholds = measure("Threshold", &r->judge[0].threshold, stride, r->judges, 2);
  size_t names = 0, i;
  char text[TEXT_NUMBER];
  for (i = 0; i < r->judges; i++) {
    size_t one = text_width(r->judge[i].name);
    if (one > names) names = one;
  }
  names = name_width(names);
  fputc('\n', out);
  text_left(out, "Judge", names);
  fputs("   Votes  Ties  First", out);
  if (sensitivity) print_head(out, &sensitivities, r->level);
  if (position) print_head(out, &positions, r->level);
  if (threshold) print_head(out, &thresholds, r->level);
  fputc('\n', out);
  for (i = 0; i < r->judges; i++) {
    const judge_result *judge = &r->judge[i];
    text_left(out, judge->name, names);
    text_right(out, text_count(text, judge->comparisons), 8);
    fprintf(out, "%4.0f %%", 100.0 * judge->ties / judge->comparisons);
    text_right(out, text_number(text, 100.0 * judge->left_share, 0), 5);
    fputs(isnan(judge->left_share) ? "  " : " %", out);
    if (sensitivity) print_estimate(out, &sensitivities, i);
    if (position) print_estimate(out, &positions, i);
    if (threshold) print_estimate(out, &thresholds, i);
    print_notes(out, judge);
    fputc('\n', out);
  }
}

static void print_shared(FILE *out, const char *name, const estimate *e, double level) {
  if (isnan(e->value)) return;
  fprintf(out, "%s: %.3f, %g %% interval [%.3f, %.3f]\n", name, e->value, 100.0 * level, e->lower,
          e->upper);
}

void report_results(FILE *out, const results *r) {
  size_t i, warnings = duel_model_warning_count(r->model);
  print_model(out, r);
  fprintf(out, "Errors: %s; %g %% intervals%s\n", word_of_covariance(r->info.covariance),
          100.0 * r->level, word_of_intervals(r->intervals));
  print_items(out, r);
  fputs("Range: the ranks that comparing all pairs at once leaves open.\n", out);
  if (!isnan(r->position.value) || !isnan(r->threshold.value)) fputc('\n', out);
  print_shared(out, "Position effect", &r->position, r->level);
  print_shared(out, "Tie threshold", &r->threshold, r->level);
  if (r->judges > 1) {
    print_judges(out, r);
    fputs("First: share of the decided answers that preferred the item shown first.\n", out);
  }
  if (warnings > 0) fputs("\nWarnings\n", out);
  for (i = 0; i < warnings; i++) text_wrap(out, "  * ", duel_model_warning(r->model, i), WIDTH);
}

/* ---- instead of a model ---------------------------------------------------------------------- */

/* Items by group, a line for each group; the largest ones only, with a few names of each. */
static int print_groups(FILE *out, const duel_set *set, int32_t what, const char *title) {
  size_t items, columns, i, group, shown;
  double *of, most = 0.0;
  if (duel_set_shape(set, what, &items, &columns) != DUEL_OK) return 0;
  of = calloc(items + 1, sizeof *of);
  if (!of || duel_set_get(set, what, of, items) != DUEL_OK) {
    free(of);
    return 0;
  }
  for (i = 0; i < items; i++) most = of[i] > most ? of[i] : most;
  if (most > 0.0) {
    fprintf(out, "%s:\n", title);
    for (group = 0; group <= (size_t)most && group < 6; group++) {
      size_t size = 0;
      for (i = 0; i < items; i++) size += of[i] == (double)group;
      fprintf(out, "  %lu. %lu item%s:", (unsigned long)group + 1, (unsigned long)size,
              size == 1 ? "" : "s");
      for (i = shown = 0; i < items && shown < 5; i++) {
        if (of[i] != (double)group) continue;
        fprintf(out, "%s %s", shown++ ? "," : "", duel_set_name(set, DUEL_ITEM, i));
      }
      fprintf(out, "%s\n", size > shown ? ", ..." : "");
    }
    if (most >= 6.0) fprintf(out, "  and %.0f more\n", most - 5.0);
  }
  free(of);
  return most > 0.0;
}

int report_failure(FILE *out, const duel_set *set) {
  if (print_groups(out, set, DUEL_SET_COMPONENTS,
                   "Items that were never compared, not even through others")) {
    return 1;
  }
  return print_groups(out, set, DUEL_SET_GROUPS,
                      "Groups of items, each beaten by earlier ones only");
}
