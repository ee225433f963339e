#include "report.h"

#include "table.h"
#include "text.h"
#include "words.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 100 };

/* ---- before the fit -------------------------------------------------------------------------- */

void report_votes(FILE *out, const votes *v, const options *o) {
  fprintf(out, "%s: %lu rows", o->path, (unsigned long)v->read);
  votes_report(out, v);
  fputc('\n', out);
}

static int by_letters(const void *a, const void *b) {
  const char *x = *(const char *const *)a, *y = *(const char *const *)b;
  while (*x && tolower((unsigned char)*x) == tolower((unsigned char)*y)) x++, y++;
  return tolower((unsigned char)*x) - tolower((unsigned char)*y);
}

/* Names that are perhaps one: equal but for capital letters. */
static void report_alike(FILE *out, const duel_set *set, int32_t kind, const char *what) {
  size_t i, count = duel_set_count(set, kind);
  const char **names = malloc((count + 1) * sizeof *names);
  if (!names) return;
  for (i = 0; i < count; i++) names[i] = duel_set_name(set, kind, i);
  qsort(names, count, sizeof *names, by_letters);
  for (i = 1; i < count; i++) {
    if (codes_alike(names[i - 1], names[i])) {
      fprintf(out, "Two %s, though only capital letters differ: \"%s\", \"%s\"\n", what, names[i - 1], names[i]);
    }
  }
  free(names);
}

void report_names(FILE *out, const duel_set *set) {
  report_alike(out, set, DUEL_KIND_ITEM, "items");
  report_alike(out, set, DUEL_KIND_JUDGE, "judges");
}

/* ---- the model in words ---------------------------------------------------------------------- */

/* Items whose own variance is zero: a boundary, where no interval can be had. */
static void print_heywood(FILE *out, const results *r) {
  size_t i, count = 0;
  for (i = 0; i < r->items; i++) {
    if (!(r->item[i].outcome & DUEL_FIT_HEYWOOD)) continue;
    fprintf(out, "%s%s", count++ ? ", " : "Heywood items, of variance zero: ", r->item[i].name);
  }
  if (count > 0) fputc('\n', out);
}

static void print_model(FILE *out, const results *r) {
  const duel_model_facts *info = &r->info;
  char number[TEXT_NUMBER], likelihood[TEXT_NUMBER];
  fprintf(out, "Data:   %s comparisons of %lu items", text_count(number, info->comparisons),
          (unsigned long)info->items);
  if (r->judges > 1) fprintf(out, " by %lu judges", (unsigned long)r->judges);
  if (info->contexts > 0) fprintf(out, " in %lu contexts", (unsigned long)info->contexts);
  fprintf(out, "\nModel:  %s", word_of_tie_model(info->tie_model));
  if (info->tie_model == DUEL_MODEL_BRADLEY_TERRY) {
    fputs(info->ties == DUEL_TIES_HALF ? ", ties as half wins" : ", ties dropped", out);
  } else {
    fputs(word_of_threshold(info), out);
    if (info->tie_factors > 0) {
      fprintf(out, " (%d factor%s)", (int)info->tie_factors, info->tie_factors == 1 ? "" : "s");
    }
    if (info->threshold_offsets && info->threshold != DUEL_THRESHOLD_BY_JUDGE) {
      fputs(" and an offset of each judge", out);
    }
    if (info->tie_link == DUEL_LINK_LINEAR) fputs(", linear", out);
  }
  if (info->both_bad == DUEL_BOTH_BAD_DROPPED) fputs(", votes both bad dropped", out);
  if (info->both_bad == DUEL_BOTH_BAD_OUTCOME) {
    fputs(info->bad_threshold == DUEL_BAD_THRESHOLD_ADDITIVE
              ? ", both bad an outcome with thresholds of items added"
              : ", both bad an outcome with one threshold",
          out);
  }
  if (info->strength != DUEL_STRENGTH_POOLED) fputs(", a sensitivity for each judge", out);
  if (info->strength == DUEL_STRENGTH_DISAGREEMENT) {
    fprintf(out, " and disagreement in %d direction%s", (int)info->rank, info->rank == 1 ? "" : "s");
  }
  if (info->position == DUEL_POSITION_SHARED) fputs(", one position effect", out);
  if (info->position == DUEL_POSITION_BY_JUDGE) fputs(", a position effect for each judge", out);
  if (info->spread != DUEL_SPREAD_NONE) fputs(", a variance for each item", out);
  if (info->spread_factors > 0) {
    fprintf(out, " and %d common factor%s", (int)info->spread_factors,
            info->spread_factors == 1 ? "" : "s");
  }
  fprintf(out, "\nFit:    log-likelihood %s, %lu parameters, %d steps, %s\n",
          text_number(likelihood, info->log_likelihood, 3), (unsigned long)info->dimension, (int)info->iterations,
          word_of_stop(info->stop));
  if (info->starts > 1) {
    fprintf(out, "Starts: %d; they met %d optim%s, of which this is the best\n", (int)info->starts,
            (int)info->optima, info->optima == 1 ? "um" : "a");
  }
  print_heywood(out, r);
}

/* ---- tables ---------------------------------------------------------------------------------- */

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

/* The groups of an item: letters, or numbers where letters would run out; runs as "c-f". */
static const char *groups_of(char *out, size_t capacity, const results *r, const item_result *item) {
  const int letters = r->groups <= 26;
  size_t from = 0, used = 0;
  strcpy(out, r->groups ? "" : "-");
  while (from < r->groups) {
    size_t to = from;
    char first[TEXT_NUMBER], last[TEXT_NUMBER], run[2 * TEXT_NUMBER + 2];
    if (item->member[from] == 0.0) {
      from++;
      continue;
    }
    while (to + 1 < r->groups && item->member[to + 1] != 0.0) to++;
    if (letters && to == from + 1) to = from; /* "ab" is as short as it gets */
    snprintf(first, sizeof first, letters ? "%c" : "%d", (letters ? 'a' : 1) + (int)from);
    snprintf(last, sizeof last, letters ? "%c" : "%d", (letters ? 'a' : 1) + (int)to);
    snprintf(run, sizeof run, "%s%s%s%s", used && !letters ? "," : "", first, to > from ? "-" : "",
             to > from ? last : "");
    if (used + strlen(run) + 1 > capacity) break;
    strcpy(out + used, run);
    used += strlen(run);
    from = to + 1;
  }
  return out;
}

/* A probability in percent; simulated ones are never said to be certain. */
static const char *percent(char *out, double chance) {
  char number[TEXT_NUMBER];
  if (isnan(chance)) return strcpy(out, "-");
  if (chance < 0.005) return strcpy(out, "<1 %");
  if (chance > 0.995) return strcpy(out, ">99 %");
  snprintf(out, TEXT_NUMBER, "%s %%", text_number(number, 100.0 * chance, 0));
  return out;
}

static void print_items(FILE *out, const results *r) {
  const estimates scores =
      table_measure("Score", &r->item[0].score, sizeof *r->item, r->items, r->elo ? 0 : 3);
  size_t names = 0, groups = 5, i;
  char text[TEXT_NUMBER], letters[64];
  for (i = 0; i < r->items; i++) {
    size_t one = text_width(r->item[i].name);
    if (one > names) names = one;
    one = strlen(groups_of(letters, sizeof letters, r, &r->item[i]));
    if (one > groups) groups = one < 12 ? one : 12;
  }
  names = table_names(names);
  fputs("\nRank  Range    ", out);
  text_left(out, "Group", groups + 2);
  if (r->tiers > 0) fputs("Tier  ", out);
  text_left(out, "Item", names);
  table_head(out, &scores, r->level);
  fputs("   Best    Wins  Losses    Ties\n", out);
  for (i = 0; i < r->items; i++) {
    const item_result *item = &r->item[i];
    text_right(out, text_count(text, item->rank), 4);
    fputs("  ", out);
    print_range(out, item);
    text_left(out, groups_of(letters, sizeof letters, r, item), groups);
    fputs("  ", out);
    if (r->tiers > 0) {
      text_right(out, text_count(text, item->tier + 1.0), 4);
      fputs("  ", out);
    }
    text_left(out, item->name, names);
    table_estimate(out, &scores, i);
    text_right(out, percent(text, item->chance), 7);
    text_right(out, text_count(text, item->wins), 8);
    text_right(out, text_count(text, item->losses), 8);
    text_right(out, text_count(text, item->ties), 8);
    if (item->outcome & DUEL_FIT_SEPARATED) fputs("  diverges", out);
    if (item->outcome & DUEL_FIT_DISCONNECTED) fputs("  not connected", out);
    fputc('\n', out);
  }
}

/* How readily each item ties or is one of two bad ones, and how noisy it is, where the model says so of each. */
static void print_traits(FILE *out, const results *r) {
  const int additive = r->info.threshold == DUEL_THRESHOLD_ADDITIVE;
  const int bad = r->info.bad_threshold == DUEL_BAD_THRESHOLD_ADDITIVE;
  const int spread = r->info.spread != DUEL_SPREAD_NONE;
  const size_t stride = sizeof *r->item;
  const estimates thresholds = table_measure("Threshold", &r->item[0].threshold, stride, r->items, 2);
  const estimates bads = table_measure("Both bad", &r->item[0].bad_threshold, stride, r->items, 2);
  const estimates variances = table_measure("Variance", &r->item[0].variance, stride, r->items, 4);
  size_t names = 0, i;
  char text[TEXT_NUMBER];
  if (!additive && !bad && !spread) return;
  for (i = 0; i < r->items; i++) {
    size_t one = text_width(r->item[i].name);
    if (one > names) names = one;
  }
  names = table_names(names);
  fputc('\n', out);
  text_left(out, "Item", names);
  fputs("    Ties", out);
  if (additive) table_head(out, &thresholds, r->level);
  if (bad) table_head(out, &bads, r->level);
  if (spread) table_head(out, &variances, r->level);
  fputc('\n', out);
  for (i = 0; i < r->items; i++) {
    const item_result *item = &r->item[i];
    text_left(out, item->name, names);
    text_right(out, text_number(text, 100.0 * item->ties / item->comparisons, 0), 6);
    fputs(" %", out);
    if (additive) table_estimate(out, &thresholds, i);
    if (bad) table_estimate(out, &bads, i);
    if (spread) table_estimate(out, &variances, i);
    if (item->outcome & DUEL_FIT_HEYWOOD) fputs("  Heywood", out);
    if (item->outcome & DUEL_FIT_TIE_LIMIT) fputs("  threshold at its end", out);
    fputc('\n', out);
  }
}

/* More pairs than these are shown for neighbours in rank only. */
enum { MOST_PAIRS = 66 };

static void print_p(FILE *out, double p) {
  char number[TEXT_NUMBER];
  text_right(out, p < 0.00005 ? "<.0001" : text_number(number, p, 4), 10);
}

static void print_pairs(FILE *out, const results *r) {
  const int all = r->pairs <= MOST_PAIRS;
  const estimates differences = table_measure("Difference", &r->pair[0].difference, sizeof *r->pair,
                                              r->pairs, r->elo ? 0 : 3);
  size_t names = 0, i;
  for (i = 0; i < r->items; i++) {
    size_t one = text_width(r->item[i].name);
    if (one > names) names = one;
  }
  names = table_names(names);
  fprintf(out, "\nTests of %lu differences (%s)", (unsigned long)r->pairs, word_of_test(r->test));
  fputs(all ? "\n" : "; neighbours in rank only, the others stand in --json\n", out);
  text_left(out, "Better", names + 2);
  text_left(out, "Worse", names);
  table_head(out, &differences, r->level);
  fputs("         p  Adjusted\n", out);
  for (i = 0; i < r->pairs; i++) {
    const pair_result *pair = &r->pair[i];
    if (!all && pair->worse != pair->better + 1) continue;
    text_left(out, pair->better->name, names);
    fputs("  ", out);
    text_left(out, pair->worse->name, names);
    table_estimate(out, &differences, i);
    print_p(out, pair->p);
    print_p(out, pair->adjusted);
    fputc('\n', out);
  }
}

static void print_notes(FILE *out, const judge_result *judge) {
  const char *gap = "  ";
  const int opposed = (judge->outcome & DUEL_FIT_OPPOSED) || (judge->verdicts & DUEL_VERDICT_OPPOSED);
  if (judge->follows_position) fprintf(out, "%sfollows the position", gap), gap = ", ";
  if (judge->outcome & DUEL_FIT_BOUNDARY) fprintf(out, "%sboundary", gap), gap = ", ";
  if (judge->outcome & DUEL_FIT_SEPARATED) fprintf(out, "%sdiverges", gap), gap = ", ";
  if (opposed) fprintf(out, "%sopposed", gap), gap = ", ";
  if (judge->verdicts & DUEL_VERDICT_WEAK) fprintf(out, "%sweak", gap), gap = ", ";
  if (judge->verdicts & DUEL_VERDICT_IDIOSYNCRATIC) fprintf(out, "%sidiosyncratic", gap), gap = ", ";
  if (judge->verdicts & DUEL_VERDICT_REDUNDANT) fprintf(out, "%sredundant", gap);
}

static void print_judges(FILE *out, const results *r) {
  int sensitivity = r->info.strength != DUEL_STRENGTH_POOLED;
  int disagreement = r->info.strength == DUEL_STRENGTH_DISAGREEMENT && r->info.rank > 0;
  int position = r->info.position == DUEL_POSITION_BY_JUDGE;
  int threshold = r->info.threshold_offsets == DUEL_OFFSETS_BY_JUDGE;
  const size_t stride = sizeof *r->judge;
  const estimates sensitivities =
      table_measure("Sensitivity", &r->judge[0].sensitivity, stride, r->judges, 2);
  const estimates disagreements =
      table_measure("Disagreement", &r->judge[0].disagreement, stride, r->judges, 2);
  const estimates positions = table_measure("Position", &r->judge[0].position, stride, r->judges, 2);
  const estimates thresholds = table_measure(
      r->info.threshold == DUEL_THRESHOLD_BY_JUDGE ? "Threshold" : "Tie offset",
      &r->judge[0].threshold, stride, r->judges, 2);
  size_t names = 0, i;
  char text[TEXT_NUMBER];
  for (i = 0; i < r->judges; i++) {
    size_t one = text_width(r->judge[i].name);
    if (one > names) names = one;
  }
  names = table_names(names);
  fputc('\n', out);
  text_left(out, "Judge", names);
  fputs("   Votes  Ties  First", out);
  if (sensitivity) table_head(out, &sensitivities, r->level);
  if (disagreement) table_head(out, &disagreements, r->level);
  if (position) table_head(out, &positions, r->level);
  if (threshold) table_head(out, &thresholds, r->level);
  fputc('\n', out);
  for (i = 0; i < r->judges; i++) {
    const judge_result *judge = &r->judge[i];
    text_left(out, judge->name, names);
    text_right(out, text_count(text, judge->comparisons), 8);
    fprintf(out, "%4.0f %%", 100.0 * judge->ties / judge->comparisons);
    text_right(out, text_number(text, 100.0 * judge->left_share, 0), 5);
    fputs(isnan(judge->left_share) ? "  " : " %", out);
    if (sensitivity) table_estimate(out, &sensitivities, i);
    if (disagreement) table_estimate(out, &disagreements, i);
    if (position) table_estimate(out, &positions, i);
    if (threshold) table_estimate(out, &thresholds, i);
    print_notes(out, judge);
    fputc('\n', out);
  }
}

/* How judges get on with each other, and what the ranking owes to whom. */
static void print_panel(FILE *out, const results *r) {
  const int correlated = r->info.strength == DUEL_STRENGTH_DISAGREEMENT && r->info.rank > 0;
  size_t names = 0, i;
  char text[TEXT_NUMBER];
  if (r->info.strength == DUEL_STRENGTH_POOLED) return;
  for (i = 0; i < r->judges; i++) {
    size_t one = text_width(r->judge[i].name);
    if (one > names) names = one;
  }
  names = table_names(names);
  fputc('\n', out);
  text_left(out, "Judge", names);
  fputs("  Agrees  Kappa  Circles  Of consensus  Leverage", out);
  if (correlated) fputs("  Most like", out);
  fputc('\n', out);
  for (i = 0; i < r->judges; i++) {
    const judge_result *judge = &r->judge[i];
    text_left(out, judge->name, names);
    text_right(out, percent(text, judge->agreement), 8);
    text_right(out, text_number(text, judge->kappa, 2), 7);
    text_right(out, percent(text, judge->circular), 9);
    text_right(out, percent(text, judge->share), 14);
    text_right(out, text_number(text, judge->leverage, 2), 10);
    if (correlated && judge->nearest) {
      char shorter[TEXT_SHORT];
      fprintf(out, "  %s (%s)", text_shorten(shorter, judge->nearest, names),
              text_number(text, judge->correlation, 2));
    }
    fputc('\n', out);
  }
  fputs("Agrees: with the majority of the others; kappa: beyond what habits of position explain. Circles: share\n"
        "of triads that go round. Of consensus: what the judge supplies of it at most.\n", out);
}

/* The evidence for and against ranks of disagreement. */
static void print_ranks(FILE *out, const results *r) {
  size_t i;
  if (r->ranks == 0) return;
  fputs("\nRank  Log-likelihood  Parameters        AIC        BIC   Held out      Error   Next size\n", out);
  for (i = 0; i < r->ranks; i++) {
    char text[TEXT_NUMBER];
    const double dimension = (double)duel_table_i64(r->rank, "dimension")[i];
    text_right(out, text_count(text, (double)i), 4);
    text_right(out, text_number(text, duel_table_f64(r->rank, "log_likelihood")[i], 2), 16);
    text_right(out, text_count(text, dimension > 0.0 ? dimension : NAN), 12);
    text_right(out, text_number(text, duel_table_f64(r->rank, "aic")[i], 1), 11);
    text_right(out, text_number(text, duel_table_f64(r->rank, "bic")[i], 1), 11);
    text_right(out, text_number(text, duel_table_f64(r->rank, "log_score")[i], 5), 11);
    text_right(out, text_number(text, duel_table_f64(r->rank, "log_score_se")[i], 5), 11);
    text_right(out, text_number(text, duel_table_f64(r->rank, "scree")[i], 2), 12);
    if (duel_table_codes(r->rank, "status")[i] != DUEL_OK) {
      fprintf(out, "  %s", duel_table_text(r->rank, "status", i));
    }
    fputc('\n', out);
  }
  fputs("Rank: directions of disagreement. Held out: mean log-likelihood of a comparison that the fit has\n"
        "not seen, the higher the better. Next size: what one more direction is up against.\n", out);
}

static void print_shared(FILE *out, const char *name, const estimate *e, double level) {
  if (isnan(e->value)) return;
  fprintf(out, "%s: %.3f, %g %% interval [%.3f, %.3f]\n", name, e->value, 100.0 * level, e->lower,
          e->upper);
}

void report_results(FILE *out, const results *r) {
  size_t i;
  print_model(out, r);
  if (r->drawn.drawn > 0) {
    fprintf(out, "Errors: %lu bootstrap replicates of %s", (unsigned long)r->drawn.drawn,
            word_of_unit(r->drawn.by));
    if (r->drawn.used < r->drawn.drawn) {
      fprintf(out, ", %lu OF THEM WITHOUT AN ESTIMATE",
              (unsigned long)(r->drawn.drawn - r->drawn.used));
    }
    fputs(r->intervals == DUEL_INTERVALS_SIMULTANEOUS ? ";" : "; BCa", out);
  } else {
    fprintf(out, "Errors: %s%s;", word_of_covariance(r->info.covariance),
            r->few ? ", corrected for few clusters" : word_of_correction(r->correction));
  }
  fprintf(out, " %g %% intervals%s\n", 100.0 * r->level, word_of_intervals(r->intervals));
  print_items(out, r);
  fprintf(out,
          "Range: ranks the item could still have, at %g %% for all items together. Group: items that\n"
          "share a letter are not significantly different. Best: the probability of being the best.\n",
          100.0 * r->level);
  print_traits(out, r);
  if (r->pairs > 0) print_pairs(out, r);
  if (!isnan(r->position.value) || !isnan(r->threshold.value) || !isnan(r->bad_threshold.value)) {
    fputc('\n', out);
  }
  print_shared(out, "Position effect", &r->position, r->level);
  print_shared(out, "Tie threshold", &r->threshold, r->level);
  print_shared(out, "Both-bad threshold", &r->bad_threshold, r->level);
  if (r->judges > 1) {
    print_judges(out, r);
    fputs("First: share of the decided answers that preferred the item shown first.\n", out);
    print_panel(out, r);
  }
  print_ranks(out, r);
  if (r->warnings.rows > 0) fputs("\nWarnings\n", out);
  for (i = 0; i < r->warnings.rows; i++) {
    text_wrap(out, "  * ", duel_table_text(r->warning, "text", i), WIDTH);
  }
}

/* ---- instead of a model ---------------------------------------------------------------------- */

/* Items by group, a line for each group; the largest ones only, with a few names of each. */
static int print_groups(FILE *out, const duel_set *set, const int64_t *of, const char *title) {
  const size_t items = duel_set_count(set, DUEL_KIND_ITEM);
  int64_t group, most = 0;
  size_t i, shown;
  for (i = 0; i < items; i++) most = of[i] > most ? of[i] : most;
  if (most == 0) return 0;
  fprintf(out, "%s:\n", title);
  for (group = 0; group <= most && group < 6; group++) {
    size_t size = 0;
    for (i = 0; i < items; i++) size += of[i] == group;
    fprintf(out, "  %lu. %lu item%s:", (unsigned long)group + 1, (unsigned long)size, size == 1 ? "" : "s");
    for (i = shown = 0; i < items && shown < 5; i++) {
      if (of[i] != group) continue;
      fprintf(out, "%s %s", shown++ ? "," : "", duel_set_name(set, DUEL_KIND_ITEM, i));
    }
    fprintf(out, "%s\n", size > shown ? ", ..." : "");
  }
  if (most >= 6) fprintf(out, "  and %lu more\n", (unsigned long)most - 5);
  return 1;
}

int report_failure(FILE *out, const duel_set *set) {
  duel_table *items = NULL;
  int told;
  if (duel_set_items(set, &items) != DUEL_OK) return 0;
  told = print_groups(out, set, duel_table_i64(items, "component"),
                      "Items that were never compared, not even through others") ||
         print_groups(out, set, duel_table_i64(items, "group"), "Groups of items, each beaten by earlier ones only");
  duel_table_free(items);
  return told;
}
