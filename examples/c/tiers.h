/* Tiers as the colours of a drawing. */
#ifndef TIERS_H
#define TIERS_H

#include "draw.h"
#include "results.h"

/* So many have a colour of their own, and fewer a place in a legend. */
enum { TIERS_COLOURED = 64, TIERS_NAMED = 12 };

/* Texts of a legend. */
typedef struct tier_names {
  char text[TIERS_NAMED][32];
  const char *name[TIERS_NAMED];
} tier_names;

/* The group of an item; those without a tier stand with the last. */
int32_t tier_group(const results *results, const item_result *item);

/* Have a drawing whose groups are tiers show them. `names` must outlive it. */
void tiers_show(drawing *d, const results *results, tier_names *names);

#endif
