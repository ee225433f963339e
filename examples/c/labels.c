#include "labels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- in the plane ---------------------------------------------------------------------------- */

static int meet(const box *a, const box *b) {
  return a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom;
}

/* Whether the line from (x, y) to (u, v) runs through the box: clipped by each pair of sides in turn. */
static int crosses(const box *b, double x, double y, double u, double v) {
  const double from[] = {x, y}, by[] = {u - x, v - y};
  const double least[] = {b->left, b->top}, most[] = {b->right, b->bottom};
  double enter = 0.0, leave = 1.0;
  int axis;
  for (axis = 0; axis < 2; axis++) {
    double first, second;
    if (by[axis] == 0.0) {
      if (from[axis] <= least[axis] || from[axis] >= most[axis]) return 0;
      continue;
    }
    first = (least[axis] - from[axis]) / by[axis];
    second = (most[axis] - from[axis]) / by[axis];
    if (fmin(first, second) > enter) enter = fmin(first, second);
    if (fmax(first, second) < leave) leave = fmax(first, second);
  }
  return enter < leave;
}

static int is_free(const label_field *f, const label *labels, size_t count,
                   const label *mine) {
  size_t i;
  if (mine->box.left < f->inside.left || mine->box.right > f->inside.right ||
      mine->box.top < f->inside.top || mine->box.bottom > f->inside.bottom) {
    return 0;
  }
  for (i = 0; i < count; i++) {
    const label *l = &labels[i];
    const double d = f->dot + 1.0;
    const box point = {l->x - d, l->y - d, l->x + d, l->y + d};
    if (meet(&mine->box, &point)) return 0;
    if (l == mine) continue;
    if (mine->leader && crosses(&point, mine->x, mine->y, mine->end_x, mine->end_y) &&
        hypot(l->x - mine->x, l->y - mine->y) > 2.0 * d) {
      return 0;
    }
    if (!l->placed) continue;
    if (meet(&mine->box, &l->box)) return 0;
    if (mine->leader && crosses(&l->box, mine->x, mine->y, mine->end_x, mine->end_y)) return 0;
    if (l->leader && crosses(&mine->box, l->x, l->y, l->end_x, l->end_y)) return 0;
  }
  return 1;
}

/* The box of a name `away` from its point in one of so many directions, the first eight of which are
 * beside, above, below and between these. */
enum { DIRECTIONS = 24 };

static void put_box(const label_field *f, label *l, double away, int direction) {
  static const int eighths[] = {0, 12, 18, 6, 21, 15, 3, 9}; /* of 24, clockwise from the right */
  static const int between[] = {22, 14, 2, 10, 20, 16, 4, 8, 23, 13, 1, 11, 19, 17, 5, 7};
  const double turn = 3.141592653589793 / 12.0 *
                      (direction < 8 ? eighths[direction] : between[direction - 8]);
  const double dx = cos(turn), dy = sin(turn), gap = f->dot + 3.0 + away;
  l->end_x = l->x + dx * gap;
  l->end_y = l->y + dy * gap;
  l->box.left = dx > 0.3 ? l->end_x : dx < -0.3 ? l->end_x - l->width : l->end_x - l->width / 2.0;
  l->box.right = l->box.left + l->width;
  l->box.top = dy > 0.3 ? l->end_y : dy < -0.3 ? l->end_y - f->line : l->end_y - f->line / 2.0;
  l->box.bottom = l->box.top + f->line;
  l->leader = away > 0.0;
}

/* How thickly other points and their names crowd around each. */
static void measure_crowds(const label *labels, size_t count, double *crowd) {
  size_t i, j;
  for (i = 0; i < count; i++) {
    for (crowd[i] = 0.0, j = 0; j < count; j++) {
      const double dx = (labels[i].x - labels[j].x) / 120.0, dy = (labels[i].y - labels[j].y) / 30.0;
      crowd[i] += exp(-dx * dx - dy * dy);
    }
  }
}

/* Each name in turn, the largest number of `turn` first, takes the nearest room that is left to it; without
 * any it has no place. Returns the sum of their distances, a thousand for each that has none. */
static double place_in_turn(const label_field *f, label *labels, size_t count, double *turn) {
  double cost = 0.0;
  size_t done, i;
  for (i = 0; i < count; i++) labels[i].placed = 0;
  for (done = 0; done < count; done++) {
    label *l;
    size_t next = 0;
    double away, reached = 1000.0;
    int direction;
    for (i = 1; i < count; i++) {
      if (turn[i] > turn[next]) next = i;
    }
    turn[next] = -1.0;
    l = &labels[next];
    for (away = 0.0; away < 320.0 && !l->placed; away += away > 0.0 ? 8.0 : 10.0) {
      for (direction = 0; direction < DIRECTIONS && !l->placed; direction++) {
        put_box(f, l, away, direction);
        l->placed = is_free(f, labels, count, l);
        reached = l->placed ? away : 1000.0;
      }
    }
    cost += reached;
  }
  return cost;
}

/* Names in the thickest crowd first; then in other orders from a fixed generator, as the best of some tries
 * is much better than one. Returns how many names have no place. */
size_t labels_place(const label_field *f, label *labels, size_t count) {
  const int tries = count <= 40 ? 200 : 24;
  double *crowd = calloc(count + 1, sizeof *crowd), *turn = calloc(count + 1, sizeof *turn);
  double least = HUGE_VAL;
  label *best = calloc(count + 1, sizeof *best);
  unsigned long state = 1;
  size_t i, missing = 0;
  int try;
  if (crowd && turn && best) {
    measure_crowds(labels, count, crowd);
    for (try = 0; try < tries && least > 0.0; try++) {
      double cost;
      for (i = 0; i < count; i++) {
        state = (state * 1103515245ul + 12345ul) & 0x7ffffffful;
        turn[i] = crowd[i] * (try == 0 ? 1.0 : 0.3 + (double)(state >> 8) / 8388608.0);
      }
      cost = place_in_turn(f, labels, count, turn);
      if (cost >= least) continue;
      least = cost;
      memcpy(best, labels, count * sizeof *best);
    }
    memcpy(labels, best, count * sizeof *best);
  }
  free(crowd);
  free(turn);
  free(best);
  for (i = 0; i < count; i++) missing += !labels[i].placed;
  return missing;
}

/* ---- on a line ------------------------------------------------------------------------------- */

static int by_place(const void *a, const void *b) {
  const label *x = *(label *const *)a, *y = *(label *const *)b;
  return x->x < y->x ? -1 : x->x > y->x;
}

/* Ends as near to their points as a distance of `step` between them and the two edges allow: pushed to the
 * right, then what went over the edge back to the left. */
static void push_apart(label *const *of, size_t count, double step, double left, double right) {
  size_t i;
  for (i = 0; i < count; i++) {
    const double least = i > 0 ? of[i - 1]->end_x + step : left;
    of[i]->end_x = of[i]->x < least ? least : of[i]->x;
  }
  for (i = count; i-- > 0;) {
    const double most = i + 1 < count ? of[i + 1]->end_x - step : right;
    if (of[i]->end_x > most) of[i]->end_x = most;
  }
}

size_t labels_slope(const label_field *f, label *labels, size_t count, double away, int both) {
  const size_t sides = both ? 2 : 1;
  label **of = calloc(2 * count + 2, sizeof *of), **one = of + count;
  double widest = 0.0, right;
  size_t side, i;
  if (!of) return count;
  for (i = 0; i < count; i++) {
    of[i] = &labels[i];
    if (labels[i].width > widest) widest = labels[i].width;
  }
  right = f->inside.right - 0.5 * widest; /* the cosine of 60 degrees */
  qsort(of, count, sizeof *of, by_place);
  for (side = 0; side < sides; side++) {
    size_t some = 0;
    for (i = side; i < count; i += sides) {
      one[some++] = of[i];
      of[i]->placed = of[i]->leader = 1;
      of[i]->end_y = of[i]->y + (side ? away : -away);
    }
    push_apart(one, some, f->line, f->inside.left, right);
  }
  free(of);
  return 0;
}
