/* A tree of the items as an SVG file: at which distance clusters join. */
#ifndef DENDROGRAM_H
#define DENDROGRAM_H

#include "kinship.h"

/* Write it; 0 on success, else -1 with errno set. */
int dendrogram_write(const char *path, const char *title, const results *results,
                     const kinship *kinship);

#endif
