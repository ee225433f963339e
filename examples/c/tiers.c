#include "tiers.h"

#include <math.h>
#include <stdio.h>

int32_t tier_group(const results *r, const item_result *item) {
  double tier = isnan(item->tier) ? (double)r->tiers - 1.0 : item->tier;
  return (int32_t)fmin(fmax(tier, 0.0), TIERS_COLOURED - 1);
}

void tiers_show(drawing *d, const results *r, tier_names *names) {
  size_t i;
  if (r->tiers == 0) return;
  drawing_has_groups(d);
  if (r->tiers > TIERS_NAMED) return;
  for (i = 0; i < r->tiers; i++) {
    snprintf(names->text[i], sizeof names->text[i], "Tier %lu", (unsigned long)i + 1);
    names->name[i] = names->text[i];
  }
  d->options.group_names = names->name;
  d->options.group_name_count = r->tiers;
}
