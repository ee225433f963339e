/* Two systems on few tasks, and how many tasks are needed. */
#include <duel.h>
#include <stdio.h>
#include <stdlib.h>

static void check(duel_status status) {
  if (status != DUEL_OK) {
    fprintf(stderr, "%s: %s\n", duel_status_name(status), duel_last_error());
    exit(1);
  }
}

int main(void) {
  /* Sums of the differences of two models over five competitions, which are a sample of competitions. */
  const double sums[] = {1.75, 2.25, 1.0, 0.5, 3.75};
  duel_paired_facts counts = {.struct_size = sizeof counts};
  duel_exact_facts exact = {.struct_size = sizeof exact};
  duel_plan_options question = {.struct_size = sizeof question, .win = 0.12, .lose = 0.09, .mixture = 0.05};
  duel_plan_facts plan = {.struct_size = sizeof plan};

  /* Of 30 tasks 5 were solved by the new one only, none by the old one only. */
  check(duel_counts_paired(5, 0, 30, NULL, &counts));
  printf("difference %.3f [%.3f, %.3f], p = %.4f\n", counts.estimate, counts.lower, counts.upper, counts.p);
  printf("%lu tasks differ: at least %lu must\n", (unsigned long)counts.differing, (unsigned long)counts.fewest_differing);

  check(duel_differences_exact(sums, 5, NULL, &exact));
  printf("by %lu patterns of signs p = %.4f\n", (unsigned long)exact.patterns, exact.p);

  check(duel_plan_units(&question, &plan));
  printf("%lu tasks find a difference of %.2f with probability %.2f; looked at each day, at most about %.0f\n",
         (unsigned long)plan.units, plan.effect, plan.power, plan.units_anytime);
  question.units = 400;
  check(duel_plan_units(&question, &plan));
  printf("400 tasks find a difference of %.3f\n", plan.effect_found);
  return 0;
}
