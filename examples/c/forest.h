/* A forest plot as an SVG file: estimates as points, their intervals as bars. */
#ifndef FOREST_H
#define FOREST_H

#include "results.h"

/* Write it; 0 on success, else -1 with errno set. */
int forest_write(const char *path, const char *title, const results *results);

#endif
