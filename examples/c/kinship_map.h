/* Items by their distances as SVG files: a map, and a tree. */
#ifndef KINSHIP_MAP_H
#define KINSHIP_MAP_H

#include "kinship.h"

/* Write them; 0 on success, else -1 after a message. */
int map_write(const char *path, const char *title, const results *results, const kinship *kinship);
int tree_write(const char *path, const char *title, const results *results, const kinship *kinship);

#endif
