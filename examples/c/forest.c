#include "forest.h"

#include "draw.h"
#include "text.h"
#include "tiers.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static void put(drawing *d, size_t at, const estimate *e) {
  d->values[at] = e->value;
  d->lower[at] = e->lower;
  d->upper[at] = e->upper;
}

static void range_of(char *out, size_t capacity, const item_result *item) {
  if (isnan(item->best) || isnan(item->worst)) {
    snprintf(out, capacity, "-");
  } else if (item->best == item->worst) {
    snprintf(out, capacity, "%.0f", item->best);
  } else {
    snprintf(out, capacity, "%.0f\xE2\x80\x93%.0f", item->best, item->worst);
  }
}

/* The memory that the pages of a forest borrow. */
typedef struct words {
  char note[256], axis[128];
  double reference;
  double references[3];
  const char *names[3];
  tier_names tiers;
} words;

static const char *const of_items[] = {"with a finite estimate", "at a boundary, or without a finite estimate"};
static const char *const of_judges[] = {"judge", "follows the position, weak, opposed or idiosyncratic, or at a boundary"};

static int items_page(drawing *d, const results *r, const char *title, words *w) {
  char number[TEXT_NUMBER], by[64] = "";
  size_t i;
  if (drawing_new(d, DUEL_CHART_INTERVALS, r->items, 1) != 0) return -1;
  if (r->judges > 1) snprintf(by, sizeof by, " by %lu judges", (unsigned long)r->judges);
  snprintf(w->note, sizeof w->note, "%s comparisons of %lu items%s. On the left: ranks, all pairs compared at once",
           text_count(number, r->info.comparisons), (unsigned long)r->items, by);
  snprintf(w->axis, sizeof w->axis, "Score (%s), %g %% interval",
           r->elo                                ? "400 points: odds of 10 to 1"
           : r->info.spread == DUEL_SPREAD_NONE ? "log odds"
                                                 : "on the scale of the spread",
           100.0 * r->level);
  for (i = 0; i < r->items; i++) {
    const item_result *item = &r->item[i];
    put(d, i, &item->score);
    d->labels[i] = item->name;
    range_of(d->sides[i], sizeof d->sides[i], item);
    d->groups[i] = r->tiers ? tier_group(r, item) : item->outcome || isinf(item->score.error);
  }
  w->reference = r->elo ? 1000.0 : 0.0;
  d->options.title = title;
  d->options.note = w->note;
  d->options.axis = w->axis;
  d->options.limits = &w->reference;
  d->options.limit_count = 1;
  drawing_has_intervals(d);
  drawing_has_sides(d);
  if (r->tiers) {
    tiers_show(d, r, &w->tiers);
  } else {
    drawing_tells_apart(d, of_items);
  }
  return 0;
}

static int judges_page(drawing *d, const results *r, words *w) {
  const struct {
    int shown;
    const char *title;
    double reference;
    size_t offset; /* in a judge */
  } plots[] = {
      {r->info.strength != DUEL_STRENGTH_POOLED, "Sensitivity (mean 1; 0: a coin)", 1.0,
       offsetof(judge_result, sensitivity)},
      {r->info.strength == DUEL_STRENGTH_DISAGREEMENT && r->info.rank > 0, "Disagreement (1: as consensus)", 0.0,
       offsetof(judge_result, disagreement)},
      {r->info.position == DUEL_POSITION_BY_JUDGE, "Position effect (right: the first)", 0.0,
       offsetof(judge_result, position)}};
  const size_t columns = (size_t)(plots[0].shown + plots[1].shown + plots[2].shown);
  size_t i, k, column = 0;
  if (drawing_new(d, DUEL_CHART_INTERVALS, r->judges, columns) != 0) return -1;
  for (i = 0; i < r->judges; i++) {
    const double share = 100.0 * r->judge[i].left_share;
    d->labels[i] = r->judge[i].name;
    d->groups[i] = judge_stands_out(&r->judge[i]);
    if (!isnan(share)) snprintf(d->sides[i], sizeof d->sides[i], "%.0f %%", share);
  }
  for (k = 0; k < sizeof plots / sizeof *plots; k++) {
    if (!plots[k].shown) continue;
    for (i = 0; i < r->judges; i++) {
      put(d, i * columns + column, (const estimate *)((const char *)&r->judge[i] + plots[k].offset));
    }
    w->references[column] = plots[k].reference;
    w->names[column++] = plots[k].title;
  }
  d->options.note = "Judges. On the left: how often each took the item shown first";
  d->options.names = w->names;
  d->options.name_count = columns;
  d->options.limits = w->references;
  d->options.limit_count = columns;
  drawing_has_intervals(d);
  drawing_has_sides(d);
  drawing_tells_apart(d, of_judges);
  return 0;
}

int forest_write(const char *path, const char *title, const results *r) {
  const int judges =
      r->judges > 1 && (r->info.strength != DUEL_STRENGTH_POOLED || r->info.position == DUEL_POSITION_BY_JUDGE);
  drawing pages[2];
  words w;
  int failed;
  memset(pages, 0, sizeof pages);
  failed = items_page(&pages[0], r, title, &w);
  if (!failed && judges) failed = judges_page(&pages[1], r, &w);
  if (failed) {
    fputs("leaderboard: out of memory\n", stderr);
  } else {
    failed = drawings_write("leaderboard", path, pages, judges ? 2 : 1);
  }
  drawing_free(&pages[0]);
  drawing_free(&pages[1]);
  return failed;
}
