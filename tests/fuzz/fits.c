/* Fits of a few items to votes made of the bytes of an input, against a reference of its own: at the estimates of the
 * Bradley-Terry model with a ridge the gradient vanishes, and the standard errors are those of the inverse of the
 * information. */
#include "fuzz.h"

#include <duel.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ITEMS = 6, MOST_ROWS = 60 };

static unsigned long tried, compared;

void fuzz_begin(void) {}

/* Weights of the wins of every item over every other; a tie is half a win of each. */
typedef struct {
  int items;
  double ridge, wins[MOST_ITEMS][MOST_ITEMS];
} votes;

static double chance(double gap) { return 1.0 / (1.0 + exp(-gap)); }

static double log_likelihood(const votes *v, const double *scores) {
  double sum = 0.0;
  int i, j;
  for (i = 0; i < v->items; i++) {
    for (j = 0; j < v->items; j++) sum -= v->wins[i][j] * log1p(exp(scores[j] - scores[i]));
  }
  return sum;
}

/* The gradient of the log-likelihood less ridge / 2 times the squares of the scores, whose mean is zero. */
static void gradient(const votes *v, const double *scores, double *out) {
  int i, j;
  for (i = 0; i < v->items; i++) {
    out[i] = -v->ridge * scores[i];
    for (j = 0; j < v->items; j++) {
      const double n = v->wins[i][j] + v->wins[j][i];
      out[i] += v->wins[i][j] - n * chance(scores[i] - scores[j]);
    }
  }
}

/* Variances of scores that sum to zero: of the inverse, by elimination, of the information with the ridge and with ones
 * along the direction that nothing depends on, less what they add. */
static void variances(const votes *v, const double *scores, double *out) {
  double a[MOST_ITEMS][2 * MOST_ITEMS];
  const int n = v->items;
  int i, j, k;
  memset(a, 0, sizeof a);
  for (i = 0; i < n; i++) {
    a[i][n + i] = 1.0;
    a[i][i] += v->ridge;
    for (j = 0; j < n; j++) {
      const double p = chance(scores[i] - scores[j]);
      const double weight = i == j ? 0.0 : (v->wins[i][j] + v->wins[j][i]) * p * (1.0 - p);
      a[i][i] += weight;
      a[i][j] += 1.0 - weight;
    }
  }
  for (k = 0; k < n; k++) {
    for (i = 0; i < n; i++) {
      const double factor = i == k ? 0.0 : a[i][k] / a[k][k];
      for (j = 0; j < 2 * n; j++) a[i][j] -= factor * a[k][j];
    }
  }
  for (i = 0; i < n; i++) out[i] = a[i][n + i] / a[i][i] - 1.0 / ((v->ridge + n) * n);
}

static int near(double found, double expected, double by) {
  return fabs(found - expected) <= by * (1.0 + fabs(expected));
}

static void compare(const votes *v, const duel_model *model, int has_variances) {
  double scores[MOST_ITEMS], slopes[MOST_ITEMS], expected[MOST_ITEMS], total = 0.0;
  const double *found, *errors;
  duel_table *table = NULL;
  duel_model_facts facts;
  duel_inference_options how;
  int i, j;
  memset(&facts, 0, sizeof facts);
  memset(&how, 0, sizeof how);
  facts.struct_size = sizeof facts;
  how.struct_size = sizeof how;
  how.covariance = DUEL_COVARIANCE_EXPECTED;
  how.draws = 200;
  if (duel_model_info(model, &facts) || duel_model_scores(model, &how, &table)) fuzz_wrong(duel_last_error());
  found = duel_table_f64(table, "estimate");
  errors = duel_table_f64(table, "se");
  if (!found || !errors) fuzz_wrong("no scores");
  for (i = 0; i < v->items; i++) {
    scores[i] = found[i];
    for (j = 0; j < v->items; j++) total += v->wins[i][j];
  }
  gradient(v, scores, slopes);
  for (i = 0; i < v->items; i++) {
    if (!near(slopes[i] / (total + v->ridge), 0.0, 1e-7)) fuzz_wrong("the gradient does not vanish");
  }
  if (!near(facts.log_likelihood, log_likelihood(v, scores), 1e-9)) fuzz_wrong("another log-likelihood");
  if (has_variances) {
    variances(v, scores, expected);
    for (i = 0; i < v->items; i++) {
      if (!near(errors[i] * errors[i], expected[i], 1e-6)) fuzz_wrong("another standard error");
    }
  }
  duel_table_free(table);
  compared++;
}

int fuzz_one(const uint8_t *bytes, size_t length) {
  int32_t left[MOST_ROWS], right[MOST_ROWS];
  double score[MOST_ROWS], weight[MOST_ROWS];
  votes v;
  duel_rows rows;
  duel_model_options how;
  duel_set *set = NULL;
  duel_model *model = NULL;
  duel_status status;
  size_t i;
  if (length < 5) return 0;
  memset(&v, 0, sizeof v);
  memset(&rows, 0, sizeof rows);
  memset(&how, 0, sizeof how);
  rows.struct_size = sizeof rows;
  how.struct_size = sizeof how;
  v.items = 2 + bytes[0] % (MOST_ITEMS - 1);
  how.ridge = v.ridge = ldexp(1.0, bytes[1] % 16 - 10);
  how.accept = DUEL_FIT_ANY;
  /* Every item meets the next one, so that all are in one group. */
  for (i = 0; rows.length + 1 < MOST_ROWS && (3 * i + 4 < length || i < (size_t)v.items); i++) {
    const uint8_t *own = 3 * i + 4 < length ? bytes + 3 * i + 2 : bytes + 2;
    const int a = i < (size_t)v.items ? (int)i : own[0] % v.items;
    const int b = i < (size_t)v.items ? ((int)i + 1) % v.items : (a + 1 + own[0] / 16 % (v.items - 1)) % v.items;
    const size_t at = rows.length++;
    left[at] = a, right[at] = b;
    score[at] = (double)(own[1] % 3) / 2.0;
    weight[at] = ldexp(1.0 + own[2] % 8, own[2] / 32);
    v.wins[a][b] += weight[at] * score[at];
    v.wins[b][a] += weight[at] * (1.0 - score[at]);
  }
  rows.left.data = left, rows.left.type = DUEL_TYPE_I32;
  rows.right.data = right, rows.right.type = DUEL_TYPE_I32;
  rows.score.data = score, rows.score.type = DUEL_TYPE_F64;
  rows.weight.data = weight, rows.weight.type = DUEL_TYPE_F64;
  if (duel_set_new(&set) || duel_set_append(set, &rows)) fuzz_wrong(duel_last_error());
  tried++;
  status = duel_model_fit(set, &how, &model);
  if (status) fuzz_wrong(duel_last_error());
  compare(&v, model, 1);
  duel_model_free(model);
  duel_set_free(set);
  return 0;
}

void fuzz_end(void) { printf("%lu of %lu fits compared\n", compared, tried); }
