/* Two items on few tasks, differences on few units, and plans: closed forms, and what is refused. */
#include "duel.h"

#include "check.h"

#include <math.h>
#include <string.h>

static int close_to(double found, double expected) { return fabs(found - expected) <= 1e-9 * (1 + fabs(expected)); }

static duel_paired_facts counts(double b, double c, double n, const duel_paired_options *options) {
  duel_paired_facts facts;
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  EXPECT(DUEL_OK, duel_counts_paired(b, c, n, options, &facts));
  return facts;
}

static void refuse_counts(double b, double c, double n, duel_paired_options options, const char *text) {
  duel_paired_facts facts;
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  options.struct_size = sizeof options;
  EXPECT(DUEL_ERR_ARGUMENT, duel_counts_paired(b, c, n, &options, &facts));
  CHECK(strstr(duel_last_error(), text) && facts.p == 0.0, "%s, not %s", duel_last_error(), text);
}

static void test_counts(void) {
  duel_paired_options options;
  duel_paired_facts facts = counts(5, 0, 30, NULL);
  memset(&options, 0, sizeof options);
  CHECK(close_to(facts.p, 0.0625) && close_to(facts.p_mid, 0.03125) && close_to(facts.p_larger, 0.03125), "%g", facts.p);
  CHECK(close_to(facts.p_selective, 0.0625) && close_to(facts.log_e, 2.063693184711697), "%g", facts.log_e);
  CHECK(close_to(facts.lower, 0.0342343746303698) && close_to(facts.upper, 0.3356435050641603), "%g", facts.lower);
  CHECK(facts.differing == 5 && facts.fewest_differing == 6 && close_to(facts.estimate, 1.0 / 6.0), "%g", facts.estimate);
  CHECK(close_to(facts.score_z, sqrt(5.0)) && close_to(facts.score_p, 0.5 * erfc(sqrt(2.5))), "%g", facts.score_z);
  options.struct_size = sizeof options;
  options.want = DUEL_WANT_NOT_WORSE;
  options.margin = 0.05;
  options.level = 0.99;
  facts = counts(3, 9, 60, &options);
  CHECK(facts.fewest_differing == 8 && facts.lower < -0.2 && facts.p_selective == 1.0, "%g", facts.lower);
  CHECK(isinf(facts.log_e_selective) && facts.log_e_selective < 0.0, "%g", facts.log_e_selective);
  memset(&options, 0, sizeof options);
  refuse_counts(-1, 0, 3, options, "only_first is -1");
  refuse_counts(1, 0.5, 3, options, "only_second is 0.5");
  refuse_counts(1, 1, NAN, options, "tasks is NaN");
  refuse_counts(2, 2, 3, options, "only_first and only_second are 2 and 2, together more than tasks, 3");
  options.level = 2.0;
  refuse_counts(1, 1, 3, options, "level is 2");
  options.level = 0.0;
  options.want = DUEL_WANT_EQUAL;
  refuse_counts(1, 1, 3, options, "margin is 0");
  options.want = 3;
  refuse_counts(1, 1, 3, options, "want is 3");
  options.want = 0;
  options.reserved = 1;
  refuse_counts(1, 1, 3, options, "reserved is 1");
}

static int stop(const duel_progress *now, void *user) {
  (void)now;
  ++*(int *)user;
  return 1;
}

static void test_differences(void) {
  static const double five[] = {1, 2, 3, 4, 5, 0}, holes[] = {1, NAN};
  double many[40];
  duel_exact_options options;
  duel_exact_facts facts, other;
  int calls = 0;
  size_t i;
  for (i = 0; i < 40; i++) many[i] = (i % 3) * 0.25;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  other = facts;
  EXPECT(DUEL_OK, duel_differences_exact(five, 6, NULL, &facts));
  CHECK(facts.p == 0.0625 && facts.p_larger == 0.03125 && facts.p_selective == 0.0625, "%g", facts.p);
  CHECK(facts.is_exact && facts.patterns == 32 && facts.differing == 5 && facts.estimate == 2.5, "%g", facts.estimate);
  CHECK(isnan(facts.log_e) && isnan(facts.lower) && isnan(facts.upper), "%g", facts.log_e);
  options.upper_bound = 1.0;
  options.draws = 2000;
  options.seed = 7;
  EXPECT(DUEL_OK, duel_differences_exact(many, 40, &options, &facts));
  EXPECT(DUEL_OK, duel_differences_exact(many, 40, &options, &other));
  CHECK(!facts.is_exact && facts.patterns == 2001 && memcmp(&facts, &other, sizeof facts) == 0, "%g", facts.p);
  CHECK(facts.lower > 0.0 && facts.upper < 0.5 && facts.log_e > log(40.0), "%g", facts.lower);
  options.progress = stop;
  options.user = &calls;
  EXPECT(DUEL_ERR_CANCELLED, duel_differences_exact(many, 40, &options, &facts));
  CHECK(calls == 1, "%d", calls);
  options.progress = NULL;
  EXPECT(DUEL_ERR_DATA, duel_differences_exact(holes, 2, &options, &facts));
  CHECK(duel_last_error_row() == 1 && strstr(duel_last_error(), "NaN is not a difference"), "%s", duel_last_error());
  EXPECT(DUEL_ERR_DATA, duel_differences_exact(five, 6, &options, &facts));
  CHECK(duel_last_error_row() == 1 && strstr(duel_last_error(), "2 is more than scores within 0 and 1"), "%s",
        duel_last_error());
  EXPECT(DUEL_ERR_ARGUMENT, duel_differences_exact(five, 0, &options, &facts));
  EXPECT(DUEL_ERR_NULL, duel_differences_exact(NULL, 6, &options, &facts));
  options.upper_bound = -1.0;
  EXPECT(DUEL_ERR_ARGUMENT, duel_differences_exact(many, 40, &options, &facts));
  CHECK(strstr(duel_last_error(), "lower_bound is 0 and upper_bound -1"), "%s", duel_last_error());
  options.upper_bound = 0.0;
  options.margin = 0.1;
  EXPECT(DUEL_ERR_ARGUMENT, duel_differences_exact(many, 40, &options, &facts));
  options.draws = 1000000000;
  EXPECT(DUEL_ERR_ARGUMENT, duel_differences_exact(many, 40, &options, &facts));
  CHECK(strstr(duel_last_error(), "draws is 1000000000"), "%s", duel_last_error());
}

static duel_plan_options planned(void) {
  duel_plan_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  return options;
}

static duel_plan_facts plan(duel_plan_options options) {
  duel_plan_facts facts;
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  EXPECT(DUEL_OK, duel_plan_units(&options, &facts));
  return facts;
}

static void refuse_plan(duel_plan_options options, const char *text) {
  duel_plan_facts facts;
  memset(&facts, 0, sizeof facts);
  facts.struct_size = sizeof facts;
  EXPECT(DUEL_ERR_ARGUMENT, duel_plan_units(&options, &facts));
  CHECK(strstr(duel_last_error(), text), "%s, not %s", duel_last_error(), text);
}

static void test_plans(void) {
  duel_plan_options options = planned();
  duel_plan_facts facts;
  options.effect = 0.05;
  options.sd = 0.45;
  options.mixture = 0.05;
  facts = plan(options);
  CHECK(facts.units == 638 && facts.units_anytime == 1233.0 && close_to(facts.power, 0.8001956741735271), "%g", facts.power);
  CHECK(close_to(facts.units_normal, 635.759258482276) && isnan(facts.power_exact), "%g", facts.units_normal);
  options.units = 638;
  options.effect = 0.0;
  facts = plan(options);
  CHECK(facts.effect_found < 0.05 && facts.effect_found > 0.0499 && close_to(facts.power, 0.025), "%g", facts.effect_found);
  CHECK(isinf(facts.units_normal) && isinf(facts.units_anytime), "%g", facts.units_normal);
  options.units = 0;
  refuse_plan(options, "effect is 0");
  options.win = 0.2;
  refuse_plan(options, "there are two: sd, win and lose");
  options.sd = 0.0;
  options.lose = 0.1;
  facts = plan(options);
  CHECK(close_to(facts.effect, 0.1) && close_to(facts.sd, sqrt(0.29)) && facts.power_exact > 0.7, "%g", facts.power_exact);
  options.of_votes = 1;
  facts = plan(options);
  CHECK(close_to(facts.effect, 0.05) && close_to(facts.sd, sqrt(0.075 - 0.0025)), "%g", facts.sd);
  options.effect = 0.1;
  refuse_plan(options, "effect is 0.1; of win and lose it is theirs");
  options = planned();
  refuse_plan(options, "all are 0");
  options.effect = 0.03;
  options.between = 0.09;
  options.within = 0.14;
  options.runs = 4;
  options.group_size = 5;
  options.icc = 0.1;
  facts = plan(options);
  CHECK(close_to(facts.sd, 0.4 * sqrt(1.4 / 5.0)), "%g", facts.sd);
  options.of_votes = 1;
  refuse_plan(options, "of_votes is 1");
  options.of_votes = 0;
  options.between = options.within = 0.0;
  options.sd = 0.4;
  refuse_plan(options, "runs is 4");
  options.runs = 0;
  options.group_size = 0;
  refuse_plan(options, "icc is 0.1");
  options.icc = 0.0;
  options.want = DUEL_WANT_EQUAL;
  options.margin = 0.05;
  facts = plan(options);
  CHECK(facts.power >= 0.8 && facts.units > 3000, "%lu", (unsigned long)facts.units);
  EXPECT(DUEL_ERR_NULL, duel_plan_units(NULL, &facts));
  EXPECT(DUEL_ERR_NULL, duel_plan_units(&options, NULL));
}

int main(void) {
  test_counts();
  test_differences();
  test_plans();
  return checks_end();
}
