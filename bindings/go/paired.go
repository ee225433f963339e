package duel

// #include <duel.h>
import "C"

import "context"

// CountsPaired: two items on the same tasks, each of which they solved or not: exact tests on the tasks on
// which they differ, an interval, and e-values that hold at all looks from the first task on. No
// approximation but that of the interval and of ScoreZ.
//
// With b tasks that only the first solved, c only the second, k = b + c, X is binomial with k trials of
// probability 1/2 under "where they differ either is as likely" (McNemar). The interval is Tango's (1998),
// which covers at 20 tasks as well. The e-values are those of Jeffreys' mixture, log E = k log 2 + log B(b +
// 1/2, c + 1/2) - log pi and log E+ = log E + log 2 + log I_1/2(c + 1/2, b + 1/2), I the regularised
// incomplete beta function. Tasks are taken as independent: where they come in groups see DifferencesExact.
//
// Arguments: onlyFirst and onlySecond are tasks that one solved and the other did not, tasks are all. ErrArgument, with
// the name and the number, for a count that is negative, not whole or not a number, and where more tasks differ than
// there are.
func CountsPaired(onlyFirst, onlySecond, tasks float64, options PairedOptions) (Paired, error) {
	o, err := options.c(&arena{}) // which points to nothing
	if err != nil {
		return Paired{}, err
	}
	c := C.duel_paired_facts{struct_size: C.sizeof_duel_paired_facts}
	if err := call(func() C.duel_status {
		return C.duel_counts_paired(C.double(onlyFirst), C.double(onlySecond), C.double(tasks), o, &c)
	}); err != nil {
		return Paired{}, err
	}
	return readPaired(&c), nil
}

// DifferencesExact: differences of two items on the same units, exactly: p-values by flips of their signs,
// and of scores within bounds an e-value and an interval that hold at all looks and assume no distribution.
//
// The p-values are exact if the difference of every unit is as likely to be d as -d, whatever its size: up to
// 20 differences that are not 0 by all patterns of signs, beyond by draws, with the data counted as one. On
// differences of 0/1 they are McNemar's (CountsPaired). The units are what is independent: tasks, or, where
// tasks come in groups that are a sample (repositories, competitions), the sum of the differences of each
// group for p, its mean for the interval of the mean over groups.
//
// The e-value bets on differences d over the width of the bounds, within [-1, 1]: against a mean of at most
// mu, E = mean over j of prod (1 + l_j (d - mu)), l_j = (j - 1/2) / 64 / (1 + mu), j = 1 to 64 (Waudby-Smith
// and Ramdas 2024). The order of units does not matter. E falls in mu; lower is the mu where E = 2 / (1 -
// level), upper that of the differences with their signs reversed.
//
// Arguments: differences are those of units, the first item less the second; NaN is ErrData with its row. ErrData, too,
// for a difference that scores within the bounds cannot have. When ctx is done, the call stops and returns
// context.Cause(ctx).
func DifferencesExact(ctx context.Context, differences []float64, options ExactOptions) (Exact, error) {
	c := C.duel_exact_facts{struct_size: C.sizeof_duel_exact_facts}
	err := run(ctx, func(a *arena, j *job) error {
		o, err := options.c(a, j)
		if err != nil {
			return err
		}
		return call(func() C.duel_status {
			return C.duel_differences_exact(doubles(differences), C.size_t(len(differences)), o, &c)
		})
	})
	if err != nil {
		return Exact{}, err
	}
	return readExact(&c), nil
}

// PlanUnits: how many tasks a comparison of two items needs, before there are data, or the difference that a
// number of tasks would find. After a fit of paired comparisons Model.MoreComparisons says how many more are
// needed, and Estimates.Gate after any estimate.
//
// The test is the one that Estimates.Gate reads off the interval of the mean difference of n units, by
// Student's distribution with n - 1 degrees of freedom. WantBetter and WantNotWorse: the fewest n with P(T >
// t) >= power, t the quantile of the level and T noncentral with ncp = (effect - threshold) sqrt(n) / sd,
// threshold margin or -margin; exact where differences are normal. WantEqual, with s = sd / sqrt(n):
// Phi((margin - effect) / s - t) + Phi((margin + effect) / s - t) - 1, which neglects that sd is estimated.
// At all looks: Phi(ncp - k), k the half-width in errors of Anytime at mixture.
//
// Arguments: exactly one of Sd, Win and Lose, Between and Within is given, else ErrArgument; so is an effect that is not as
// is wanted, which no number of units shows.
func PlanUnits(options PlanOptions) (Plan, error) {
	o, err := options.c(&arena{}) // which points to nothing
	if err != nil {
		return Plan{}, err
	}
	c := C.duel_plan_facts{struct_size: C.sizeof_duel_plan_facts}
	if err := call(func() C.duel_status { return C.duel_plan_units(o, &c) }); err != nil {
		return Plan{}, err
	}
	return readPlan(&c), nil
}
