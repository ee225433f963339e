/* The results of the closed loop as an SVG file: intervals against the labels bought, a panel a plan. */
#ifndef TRACE_H
#define TRACE_H

#include "buying.h"

/* Write it; 0 on success, else -1 after a message. */
int trace_write(const char *path, const char *title, const buying_options *o, const trail *trails,
                const char *const *plans, size_t count);

#endif
