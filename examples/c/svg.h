/* What the drawings have in common: a page, text, ticks, and the colours of tiers. */
#ifndef SVG_H
#define SVG_H

#include <stddef.h>
#include <stdio.h>

/* Begin a page of so many pixels, light or dark as the reader's screen is. `style` are rules beyond those of all pages; a
 * page of a drawing has the title for a name. NULL with errno set if the file cannot be made. */
FILE *svg_open(const char *path, const char *title, double width, double height, const char *style);

/* End the page; 0 on success, else -1 with errno set. */
int svg_close(FILE *out);

/* Text as XML. */
void svg_escaped(FILE *out, const char *text);

/* Text at its base line. */
void svg_text(FILE *out, double x, double y, const char *class, const char *text);

/* The distance of ticks over a span of numbers: 1, 2 or 5 times a power of ten, with about `wanted` of
 * them; and the decimals that such numbers need. */
double svg_tick_step(double span, double wanted);
int svg_tick_decimals(double step);

/* The colour of tier 0, 1, ... of so many, from blue to rust; grey for NaN. `out` holds SVG_COLOUR bytes. */
#define SVG_COLOUR 8
const char *svg_tier_colour(char *out, double tier, size_t tiers);

/* The tiers and their colours in a line that ends at x. Too many for a line: the first and the last. */
void svg_tier_legend(FILE *out, double x, double y, size_t tiers);

#endif
