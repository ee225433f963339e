/* Judges by sensitivity and leverage: who tells items apart, and on whom the ranking rests. */
#ifndef LEVERAGE_H
#define LEVERAGE_H

#include "results.h"

#include <stdio.h>

/* Pixels that the plot takes below `top`. */
#define LEVERAGE_HEIGHT 470

/* Draw it over the width of a page, in the classes of the judge map. Judges without a sensitivity or a
 * leverage are left out. Returns how many names found no room. */
size_t leverage_put(FILE *out, const results *results, double top, double page, double margin);

#endif
