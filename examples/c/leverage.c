#include "leverage.h"

#include "scatter.h"
#include "svg.h"

#include <stdlib.h>

enum { HEAD = 44, AXIS = 50, SIDE = 48 };

size_t leverage_put(FILE *out, const results *r, double top, double page, double margin) {
  const scatter s = {margin + SIDE,
                     top + HEAD,
                     page - margin,
                     top + LEVERAGE_HEIGHT - AXIS,
                     4.5,
                     {"Sensitivity (mean 1; 0: a coin)", 0},
                     {NULL, 0},
                     0};
  scatter_point *points = calloc(r->judges + 1, sizeof *points);
  size_t missing = r->judges, i;
  svg_text(out, margin, top + 18.0, "head", "Leverage: how many of the estimated parameters rest on a judge");
  if (!points) return missing;
  for (i = 0; i < r->judges; i++) {
    const judge_result *judge = &r->judge[i];
    points[i].x = judge->sensitivity.value;
    points[i].y = judge->leverage;
    points[i].name = judge->name;
    points[i].kind = judge_stands_out(judge) ? "odd-dot" : "judge";
    points[i].name_kind = "name";
  }
  missing = scatter_put(out, &s, points, r->judges);
  free(points);
  return missing;
}
