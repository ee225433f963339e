/* Drawings: each kind is drawn, and what cannot be is refused and leaves nothing behind. */
#include "duel.h"

#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"ash", "b & c", "<d>", "\xE6\xA8\xA1\xE5\x9E\x8B"};

static duel_chart_options of(duel_chart kind) {
  duel_chart_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.chart = kind;
  return options;
}

/* The drawing, to be freed; the length that is told is the one that is needed, to the byte. */
static char *drawn(const double *values, size_t rows, size_t columns, const duel_chart_options *options) {
  size_t length = 0, again = 0;
  char *text;
  EXPECT(DUEL_OK, duel_matrix_chart(values, rows, columns, options, NULL, 0, &length));
  text = malloc(length + 1);
  if (!text) return NULL;
  memset(text, 'x', length + 1);
  EXPECT(DUEL_ERR_SIZE, duel_matrix_chart(values, rows, columns, options, text, length - 1, &again));
  CHECK(text[0] == 'x' && again == length, "%.20s", text);
  EXPECT(DUEL_OK, duel_matrix_chart(values, rows, columns, options, text, length, &again));
  CHECK(strlen(text) + 1 == length && text[length] == 'x', "%lu bytes", (unsigned long)length);
  CHECK(strncmp(text, "<svg ", 5) == 0 && strcmp(text + length - 8, "</svg>\n") == 0, "%.40s", text);
  return text;
}

static size_t count(const char *text, const char *what) {
  size_t found = 0;
  for (text = text ? strstr(text, what) : NULL; text; text = strstr(text + 1, what)) found++;
  return found;
}

static void test_kinds(void) {
  const double values[] = {0.5, -0.25, 0.0, 1.0}, merges[] = {0, 1, 0.5, 2, 3, 0.7, 4, 5, 1.2};
  const double lower[] = {0.25, -0.5, NAN, -INFINITY}, upper[] = {0.75, 0.0, NAN, 2.0}, zero = 0.0;
  const double times[] = {1, 5};
  const int32_t groups[] = {0, 1, 0, 2};
  duel_chart_options options = of(DUEL_CHART_INTERVALS);
  char *text = drawn(values, 4, 1, NULL);
  CHECK(count(text, "<circle") == 4 && count(text, ">4</text>") == 1, "%s", text);
  free(text);
  options.title = "Trees & others";
  options.labels = names;
  options.label_count = 4;
  options.lower = lower;
  options.upper = upper;
  options.lower_count = options.upper_count = 4;
  options.groups = groups;
  options.group_count = 4;
  options.limits = &zero;
  options.limit_count = 1;
  text = drawn(values, 4, 1, &options);
  CHECK(count(text, "Trees &amp; others") == 2 && count(text, ">&lt;d&gt;</text>") == 1, "%s", text);
  CHECK(count(text, ">0.50 [0.25, 0.75]</text>") == 1 && count(text, "class=\"g2of3 dot\"") >= 1, "%s", text);
  CHECK(count(text, "class=\"limit\"") == 1 && count(text, "prefers-color-scheme: dark") == 1, "%s", text);
  free(text);
  options = of(DUEL_CHART_MATRIX);
  options.axis = "probability";
  text = drawn(values, 2, 2, &options);
  CHECK(count(text, "g1of2 cell") == 1 + 2 && count(text, ">probability</text>") == 1, "%s", text);
  free(text);
  options = of(DUEL_CHART_POINTS);
  options.equal_axes = 1;
  text = drawn(values, 2, 2, &options);
  CHECK(count(text, "<circle") == 2, "%s", text);
  free(text);
  options = of(DUEL_CHART_LINES);
  options.downward = 1;
  options.positions = times;
  options.position_count = 2;
  options.labels = names;
  options.label_count = 2;
  text = drawn(values, 2, 2, &options);
  CHECK(count(text, "<circle") == 4, "%s", text);
  free(text);
  options = of(DUEL_CHART_TREE);
  options.labels = names;
  options.label_count = 4;
  text = drawn(merges, 3, 3, &options);
  CHECK(count(text, "<path") == 3 && count(text, "<circle") == 4, "%s", text);
  free(text);
}

static void test_refusals(void) {
  const double values[] = {0.5, -0.25, 0.0, 1.0};
  static const double many[1001];
  const char *const broken[] = {"a", NULL}, *const latin[] = {"a", "\xE4"};
  duel_chart_options options = of(DUEL_CHART_INTERVALS);
  size_t length = 7;
  char out[8];
  EXPECT(DUEL_ERR_NULL, duel_matrix_chart(NULL, 2, 2, &options, NULL, 0, &length));
  EXPECT(DUEL_ERR_NULL, duel_matrix_chart(values, 2, 2, &options, NULL, 0, NULL));
  EXPECT(DUEL_ERR_NULL, duel_matrix_chart(values, 2, 2, &options, NULL, 8, &length));
  EXPECT(DUEL_ERR_ARGUMENT, duel_matrix_chart(values, 0, 2, &options, out, sizeof out, &length));
  EXPECT(DUEL_ERR_ARGUMENT, duel_matrix_chart(many, 1, 1001, &options, out, sizeof out, &length));
  EXPECT(DUEL_ERR_SIZE, duel_matrix_chart(values, (size_t)-1, 2, &options, out, sizeof out, &length));
  options.labels = broken;
  options.label_count = 2;
  EXPECT(DUEL_ERR_NULL, duel_matrix_chart(values, 2, 2, &options, out, sizeof out, &length));
  options.labels = latin;
  EXPECT(DUEL_ERR_NAME, duel_matrix_chart(values, 2, 2, &options, out, sizeof out, &length));
  CHECK(duel_last_error_row() == 1, "row %ld", (long)duel_last_error_row());
  options.labels = NULL;
  EXPECT(DUEL_ERR_NULL, duel_matrix_chart(values, 2, 2, &options, out, sizeof out, &length));
  options = of(DUEL_CHART_INTERVALS);
  options.title = "\xE4";
  EXPECT(DUEL_ERR_NAME, duel_matrix_chart(values, 2, 2, &options, out, sizeof out, &length));
  options = of(5);
  EXPECT(DUEL_ERR_ARGUMENT, duel_matrix_chart(values, 2, 2, &options, out, sizeof out, &length));
  options = of(DUEL_CHART_MATRIX);
  options.reserved = 1;
  EXPECT(DUEL_ERR_ARGUMENT, duel_matrix_chart(values, 2, 2, &options, out, sizeof out, &length));
  options = of(DUEL_CHART_MATRIX);
  options.arrows = 1;
  EXPECT(DUEL_ERR_UNSUPPORTED, duel_matrix_chart(values, 2, 2, &options, out, sizeof out, &length));
  CHECK(strstr(duel_last_error(), "arrows") != NULL, "%s", duel_last_error());
  options = of(DUEL_CHART_TREE);
  EXPECT(DUEL_ERR_ARGUMENT, duel_matrix_chart(values, 2, 2, &options, out, sizeof out, &length));
  options.struct_size = 8;
  EXPECT(DUEL_ERR_ARGUMENT, duel_matrix_chart(values, 2, 2, &options, out, sizeof out, &length));
  CHECK(length == 7, "length is %lu", (unsigned long)length);
}

int main(void) {
  test_kinds();
  test_refusals();
  return checks_end();
}
