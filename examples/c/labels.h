/* Where the names of points go, so that they do not run into each other. */
#ifndef LABELS_H
#define LABELS_H

#include <stddef.h>

typedef struct box {
  double left, top, right, bottom;
} box;

typedef struct label {
  double x, y;         /* of the point */
  double width;        /* of the name */
  int placed;          /* whether it has found room */
  box box;             /* where it then lies */
  int leader;          /* whether a line leads to it, which ends at: */
  double end_x, end_y;
} label;

/* Pixels: where names may lie, the radius of a point, the height of a name. */
typedef struct label_field {
  box inside;
  double dot, line;
} label_field;

/* Find room for all names. Returns how many have none. */
size_t labels_place(const label_field *field, label *labels, size_t count);

/* Room for names of points on a level line: they stand on a slope above it, from evenly pushed ends of
 * their leaders, and with `both` in turns below it. The boxes are not used. Returns how many have no
 * place. */
size_t labels_slope(const label_field *field, label *labels, size_t count, double away, int both);

/* The slope in degrees. */
#define LABELS_SLOPE 60

#endif
