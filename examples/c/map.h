/* A map of the items as an SVG file: the better comparisons tell two apart, the farther apart they are. */
#ifndef MAP_H
#define MAP_H

#include "kinship.h"

/* Write it; 0 on success, else -1 with errno set. */
int map_write(const char *path, const char *title, const results *results, const kinship *kinship);

#endif
