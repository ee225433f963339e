#include "trace.h"

#include "draw.h"
#include "text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Looks before the leaders are separated, and those that find them so. */
enum { OPEN, SURE, KINDS };

static const char *const kinds[] = {"not yet separated", "separated"};

/* One plan: a line of its looks, which changes its colour once the leaders are separated. */
static int panel(drawing *d, const trail *t, double *labels) {
  size_t at;
  if (drawing_new(d, DUEL_CHART_LINES, KINDS, t->looks) != 0) return -1;
  d->options.labels = NULL;
  d->options.label_count = 0;
  for (at = 0; at < t->looks; at++) {
    const look *l = &t->look[at];
    const size_t to = (l->separated ? SURE : OPEN) * t->looks + at;
    labels[at] = l->labels;
    d->values[to] = l->difference;
    d->lower[to] = l->lower;
    d->upper[to] = l->upper;
  }
  d->groups[SURE] = 1;
  drawing_has_groups(d);
  drawing_has_intervals(d);
  d->options.positions = labels;
  d->options.position_count = t->looks;
  return 0;
}

int trace_write(const char *path, const char *title, const buying_options *o, const trail *trails,
                const char *const *plans, size_t count) {
  drawing *pages = calloc(count + 1, sizeof *pages);
  double **labels = calloc(count + 1, sizeof *labels);
  char(*notes)[512] = calloc(count + 1, sizeof *notes);
  char number[TEXT_NUMBER];
  int failed = !pages || !labels || !notes;
  double least = 0.0, most = 0.0;
  size_t i, at;
  for (i = 0; !failed && i < count; i++) {
    labels[i] = calloc(trails[i].looks + 1, sizeof **labels);
    failed = !labels[i] || trails[i].looks == 0 || panel(&pages[i], &trails[i], labels[i]) != 0;
    if (failed) break;
    for (at = 0; at < trails[i].looks; at++) {
      least = fmin(least, trails[i].look[at].lower);
      most = fmax(most, trails[i].look[at].upper);
    }
    snprintf(notes[i], sizeof notes[i], "%s: %s %s labels", plans[i],
             trails[i].ending == ENDED_SEPARATED ? "separated after" : "not separated after",
             text_count(number, trails[i].look[trails[i].looks - 1].labels));
    pages[i].options.note = notes[i];
  }
  if (failed) {
    fputs("loop: nothing to draw, or out of memory\n", stderr);
  } else {
    char note[768], axis[128];
    snprintf(note, sizeof note,
             "Borda score of the last leader less that of the next item after every round, with %g %% intervals (all "
             "differences at once, at all looks together), against the labels bought\n%s",
             100.0 * o->level, notes[0]);
    snprintf(axis, sizeof axis, "difference of Borda scores");
    /* All panels span the same, so that they can be compared. */
    for (i = 0; i < count; i++) {
      pages[i].options.least = least - 0.05 * (most - least);
      pages[i].options.most = most + 0.05 * (most - least);
      pages[i].options.axis = axis;
    }
    pages[0].options.title = title;
    pages[0].options.note = note;
    pages[0].options.group_names = kinds;
    pages[0].options.group_name_count = KINDS;
    failed = drawings_write("loop", path, pages, count);
  }
  for (i = 0; i < count; i++) {
    if (pages) drawing_free(&pages[i]);
    if (labels) free(labels[i]);
  }
  free(pages);
  free(labels);
  free(notes);
  return failed ? -1 : 0;
}
