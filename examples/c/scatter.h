/* Named points on two axes: one routine for every plot of judges or items in a plane. */
#ifndef SCATTER_H
#define SCATTER_H

#include <stddef.h>
#include <stdio.h>

/* One axis: its title, or NULL for none, and whether zero is part of it and marked by a line. */
typedef struct scatter_axis {
  const char *title;
  int zero;
} scatter_axis;

typedef struct scatter {
  double left, top, right, bottom; /* of the plot in pixels; ticks stand to the left and below */
  double dot;                      /* radius of a point */
  scatter_axis x, y;
  int arrows; /* whether a line leads from zero to every point */
} scatter;

typedef struct scatter_point {
  double x, y;
  const char *name;
  const char *kind;      /* class of the point */
  const char *name_kind; /* class of its name */
} scatter_point;

/* Draw axes, points and names. Points that are not finite are left out. A name is the part behind its last
 * slash, if that tells all points apart, and has the whole as a tooltip. Returns how many names found no room. */
size_t scatter_put(FILE *out, const scatter *s, const scatter_point *points, size_t count);

#endif
