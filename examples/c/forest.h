/* A forest plot: estimates of items and of judges as points, their intervals as bars. */
#ifndef FOREST_H
#define FOREST_H

#include "results.h"

/* Write it as SVG; 0 on success, else -1 after a message. */
int forest_write(const char *path, const char *title, const results *results);

#endif
