#include "table.h"

#include "text.h"

#include <math.h>
#include <string.h>

enum { NAME_WIDTH = 38 };

static const estimate *estimate_of(const estimates *e, size_t row) {
  return (const estimate *)((const char *)e->first + row * e->stride);
}

static size_t wider(size_t width, double value, int decimals) {
  char text[TEXT_NUMBER];
  size_t needed = strlen(text_number(text, value, decimals));
  return needed > width ? needed : width;
}

estimates table_measure(const char *title, const estimate *first, size_t stride, size_t count,
                        int decimals) {
  estimates e;
  size_t row;
  e.title = title;
  e.first = first;
  e.stride = stride;
  e.count = count;
  e.decimals = decimals;
  e.value = text_width(title);
  e.end = 4;
  for (row = 0; row < count; row++) {
    const estimate *one = estimate_of(&e, row);
    e.value = wider(e.value, one->value, decimals);
    e.end = wider(wider(e.end, one->lower, decimals), one->upper, decimals);
  }
  return e;
}

void table_estimate(FILE *out, const estimates *e, size_t row) {
  const estimate *one = estimate_of(e, row);
  char number[TEXT_NUMBER];
  fputs("  ", out);
  text_right(out, text_number(number, one->value, e->decimals), e->value);
  if (isnan(one->lower) && isnan(one->upper)) {
    text_left(out, "", 2 * e->end + 6);
    return;
  }
  fputs("  [", out);
  text_right(out, text_number(number, one->lower, e->decimals), e->end);
  fputs(", ", out);
  text_right(out, text_number(number, one->upper, e->decimals), e->end);
  fputs("]", out);
}

void table_head(FILE *out, const estimates *e, double level) {
  char text[TEXT_NUMBER];
  size_t room = 2 * e->end + 4, used;
  snprintf(text, sizeof text, "%g %% interval", 100.0 * level);
  used = text_width(text);
  if (used > room) used = (size_t)snprintf(text, sizeof text, "%g %%", 100.0 * level);
  fputs("  ", out);
  text_right(out, e->title, e->value);
  fputs("  ", out);
  text_left(out, "", (room - used) / 2);
  text_left(out, text, room - (room - used) / 2);
}

size_t table_names(size_t widest) {
  return widest < 8 ? 8 : widest > NAME_WIDTH ? NAME_WIDTH : widest;
}
