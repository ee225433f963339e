/* May a candidate be merged, and is an order real? Accuracies of three prompts on the same 400 questions. */
#include <duel.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const prompts[] = {"old", "new", "short"};
static const double accuracies[] = {0.742, 0.768, 0.691};
/* The same questions, so that accuracies go up and down together. */
static const double covariance[] = {4.8e-4, 3.4e-4, 2.9e-4, 3.4e-4, 4.5e-4, 2.8e-4, 2.9e-4, 2.8e-4, 5.3e-4};

static void check(duel_status status) {
  if (status != DUEL_OK) {
    fprintf(stderr, "%s: %s\n", duel_status_name(status), duel_last_error());
    exit(1);
  }
}

static void ask(const duel_estimate *estimate, duel_want want, double margin) {
  const duel_gate gate = {.struct_size = sizeof gate, .candidate = 1, .baseline = 0, .want = want, .margin = margin};
  duel_table *answer = NULL;
  check(duel_estimate_gate(estimate, &gate, &answer));
  printf("%s %g: %s\n  %s\n", duel_table_text(answer, "want", 0), margin, duel_table_text(answer, "verdict", 0),
         duel_table_text(answer, "sentence", 0));
  duel_table_free(answer);
}

int main(void) {
  const duel_given given = {.struct_size = sizeof given,
                            .values = accuracies,
                            .value_count = 3,
                            .names = prompts,
                            .covariance = covariance,
                            .units = 400};
  const size_t order[] = {1, 0, 2};
  const duel_claim claims[] = {
      {.struct_size = sizeof *claims, .claim_kind = DUEL_CLAIM_TOP, .first = 1, .k = 1, .is_chosen = 1},
      {.struct_size = sizeof *claims, .claim_kind = DUEL_CLAIM_TOP, .first = 1, .k = 2},
      {.struct_size = sizeof *claims, .claim_kind = DUEL_CLAIM_ORDER, .items = order, .item_count = 3}};
  const char *const words[] = {"new is the best", "new is among the first two", "new above old above short"};
  duel_estimate *estimate = NULL;
  duel_table *judged = NULL;
  int64_t i;

  check(duel_estimate_new(&given, NULL, &estimate));
  ask(estimate, DUEL_WANT_BETTER, 0);
  ask(estimate, DUEL_WANT_NOT_WORSE, 0.02);

  check(duel_estimate_claims(estimate, claims, 3, &judged));
  for (i = 0; i < 3; i++) {
    printf("%-28s %-10s p = %.2g\n", words[i], duel_table_text(judged, "state", i),
           duel_table_f64(judged, "p_supported")[i]);
  }
  duel_table_free(judged);
  duel_estimate_free(estimate);
  return 0;
}
