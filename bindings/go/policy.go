package duel

// #include <duel.h>
import "C"

import (
	"context"
	"unsafe"
)

// PolicyHistogramLength is how many numbers a histogram of PolicyHistogram is.
const PolicyHistogramLength = C.DUEL_HISTOGRAM_LENGTH

// LabelPolicy are propensities of pairs.
type LabelPolicy struct {
	// Propensities are contexts x pairs.
	Propensities Matrix
	// Nu has one number for each context: 0 with PolicyIndependent, NaN where the floors sum to 1. Empty of
	// GARS.PolicyDOptimal.
	Nu []float64
	// Info are facts about the policy.
	Info PolicyInfo
}

// weighted checks the weights and costs of a policy.
func weighted(weights Matrix, costs []float64) error {
	if err := weights.whole("weights"); err != nil {
		return err
	}
	if len(costs) != 0 && len(costs) != weights.Columns {
		return refuse(ErrSize, "costs has %d values for %d pairs", len(costs), weights.Columns)
	}
	return nil
}

func policy(ctx context.Context, weights Matrix, costs []float64, options PolicyOptions,
	function func(o *C.duel_policy_options, out Matrix, nu []float64, c *C.duel_policy_facts) C.duel_status) (LabelPolicy, error) {
	if err := weighted(weights, costs); err != nil {
		return LabelPolicy{}, err
	}
	out, err := newMatrix(weights.Rows, weights.Columns)
	if err != nil {
		return LabelPolicy{}, err
	}
	nu := make([]float64, weights.Rows)
	c := C.duel_policy_facts{struct_size: C.sizeof_duel_policy_facts}
	err = run(ctx, func(a *arena, j *job) error {
		o, err := options.c(a, j)
		if err != nil {
			return err
		}
		return call(func() C.duel_status { return function(o, out, nu, &c) })
	})
	if err != nil {
		return LabelPolicy{}, err
	}
	return LabelPolicy{Propensities: out, Nu: nu, Info: readPolicyInfo(&c)}, nil
}

// Policy spends a budget so that the sum of the variances of the scores becomes as small as can be:
// propensities sqrt(W / (lambda c)), held between the floor and 1 (PolicyIndependent; Frauen and others,
// theorem 6.2, with the cases it leaves out), or sqrt(W / (lambda c + nu)) with nu such that those of a
// context sum to no more than 1 (PolicyOnePair). lambda is exact.
//
// Weights are contexts x pairs, finite and not negative, such as those of GARS.Weights with K K pairs;
// Error.Row names a context with a bad one. Pairs of weight 0 stay at the floor. Costs are nil, all 1, or
// the cost of each pair. A pair of cost 0 is not on offer: its weight is ignored and its propensity
// is 0. With K K pairs, and nil, an item would be compared with itself: give 0 on the diagonal, and below it
// where pairs are unordered. A budget below the cost of the floor is ErrArgument. When ctx is done, it
// stops and returns context.Cause(ctx).
func Policy(ctx context.Context, weights Matrix, costs []float64, options PolicyOptions) (LabelPolicy, error) {
	return policy(ctx, weights, costs, options,
		func(o *C.duel_policy_options, out Matrix, nu []float64, c *C.duel_policy_facts) C.duel_status {
			return C.duel_policy_choose(doubles(weights.Data), C.size_t(weights.Rows), C.size_t(weights.Columns), doubles(costs), o,
				doubles(out.Data), C.size_t(len(out.Data)), doubles(nu), C.size_t(len(nu)), c)
		})
}

// PolicyApply is the policy of a multiplier that is known, 0 to infinity, for contexts that come in parts:
// propensities as by Policy with this lambda. Budgets are looked at only to mix.
func PolicyApply(ctx context.Context, weights Matrix, costs []float64, lambda float64, options PolicyOptions) (LabelPolicy, error) {
	return policy(ctx, weights, costs, options,
		func(o *C.duel_policy_options, out Matrix, nu []float64, c *C.duel_policy_facts) C.duel_status {
			return C.duel_policy_apply(doubles(weights.Data), C.size_t(weights.Rows), C.size_t(weights.Columns), doubles(costs),
				C.double(lambda), o, doubles(out.Data), C.size_t(len(out.Data)), doubles(nu), C.size_t(len(nu)), c)
		})
}

// PolicyHistogram adds contexts to a histogram of PolicyHistogramLength numbers, all 0 at first, from which
// PolicyLambda finds the multiplier of a budget when weights do not fit in memory. Add the
// histograms of shards element by element. All parts must have the same pairs and costs.
func PolicyHistogram(weights Matrix, costs []float64, histogram []float64) error {
	if err := weighted(weights, costs); err != nil {
		return err
	}
	return call(func() C.duel_status {
		return C.duel_policy_histogram(doubles(weights.Data), C.size_t(weights.Rows), C.size_t(weights.Columns),
			doubles(costs), doubles(histogram), C.size_t(len(histogram)))
	})
}

// PolicyLambda is the multiplier that spends a budget on the contexts of a histogram, for independent draws;
// PolicyOnePair is ErrUnsupported. The error in what is spent is 1e-5 of the budget or so: PolicyApply
// tells what it is.
func PolicyLambda(histogram []float64, options PolicyOptions) (PolicyInfo, error) {
	c := C.duel_policy_facts{struct_size: C.sizeof_duel_policy_facts}
	err := run(context.Background(), func(a *arena, j *job) error {
		o, err := options.c(a, j)
		if err != nil {
			return err
		}
		return call(func() C.duel_status {
			return C.duel_policy_lambda(doubles(histogram), C.size_t(len(histogram)), o, &c)
		})
	})
	if err != nil {
		return PolicyInfo{}, err
	}
	return readPolicyInfo(&c), nil
}

// PolicyOutcome is what comes of any propensities, contexts x pairs, each 0 to 1: spend, and the variance
// that labels add, with that of the uniform policy that spends as much. For planning, and to compare
// policies.
func PolicyOutcome(weights Matrix, costs []float64, propensities Matrix) (PolicyInfo, error) {
	if err := weighted(weights, costs); err != nil {
		return PolicyInfo{}, err
	}
	if err := propensities.whole("propensities"); err != nil {
		return PolicyInfo{}, err
	}
	if propensities.Rows != weights.Rows || propensities.Columns != weights.Columns {
		return PolicyInfo{}, refuse(ErrSize, "propensities is %d x %d, weights %d x %d",
			propensities.Rows, propensities.Columns, weights.Rows, weights.Columns)
	}
	c := C.duel_policy_facts{struct_size: C.sizeof_duel_policy_facts}
	err := call(func() C.duel_status {
		return C.duel_policy_outcome(doubles(weights.Data), C.size_t(weights.Rows), C.size_t(weights.Columns),
			doubles(costs), doubles(propensities.Data), &c)
	})
	if err != nil {
		return PolicyInfo{}, err
	}
	return readPolicyInfo(&c), nil
}

// PolicyDraw draws the pairs to be labelled: for each context, whether each of its pairs is.
// Every context has a stream of random numbers of its own, numbered firstContext + its row: parts of the
// contexts draw what the whole would, in any order. Same seed, same draws: take another one for every round
// of labels. Error.Row names a context with bad propensities.
func PolicyDraw(propensities Matrix, drawing PolicyDrawing, seed, firstContext uint64) ([][]bool, error) {
	if err := propensities.whole("propensities"); err != nil {
		return nil, err
	}
	drawn := make([]bool, propensities.Rows*propensities.Columns)
	err := call(func() C.duel_status {
		return C.duel_policy_draw(doubles(propensities.Data), C.size_t(propensities.Rows), C.size_t(propensities.Columns),
			C.duel_drawing(drawing), C.uint64_t(seed), C.uint64_t(firstContext),
			(*C.uint8_t)(unsafe.Pointer(unsafe.SliceData(drawn))), C.size_t(len(drawn)))
	})
	if err != nil {
		return nil, err
	}
	out := make([][]bool, propensities.Rows)
	for i := range out {
		out[i] = drawn[i*propensities.Columns : (i+1)*propensities.Columns : (i+1)*propensities.Columns]
	}
	return out, nil
}

// PolicyDOptimal is the D-optimal policy for a functional, of those that need no judge: the determinant of
// the covariance of its values, off their constant directions, becomes as small as can be; every pair is
// drawn independently. The second result is n times the covariance of the estimates that is expected of the
// policy (before it is mixed).
//
// The estimate says what is estimated; its contexts are ignored. Mu are probabilities, contexts x K x
// K x C, as in GARSContexts. Costs are nil, all 1, or K x K numbers; an item against itself is not on offer,
// nor the lower half where pairs are unordered. PolicyOnePair is ErrUnsupported. When ctx is done, it stops
// and returns context.Cause(ctx).
func (g *GARS) PolicyDOptimal(ctx context.Context, functional int, mu []float64, contexts int, costs []float64,
	options PolicyOptions) (LabelPolicy, Matrix, error) {
	fail := func(err error) (LabelPolicy, Matrix, error) { return LabelPolicy{}, Matrix{}, err }
	number, err := toInt32("functional", functional)
	if err != nil {
		return fail(err)
	}
	info, err := g.Info()
	if err != nil {
		return fail(err)
	}
	values, err := g.values(functional)
	if err != nil {
		return fail(err)
	}
	pairs := info.Items * info.Items
	if len(costs) != 0 && len(costs) != pairs {
		return fail(refuse(ErrSize, "costs has %d values for %d pairs", len(costs), pairs))
	}
	out, err := newMatrix(contexts, pairs)
	if err != nil {
		return fail(err)
	}
	if size, err := checkedSize(contexts, pairs*info.Categories); err != nil || len(mu) != size {
		return fail(refuse(ErrSize, "mu has %d values for %d contexts", len(mu), contexts))
	}
	covariance, err := newMatrix(values, values)
	if err != nil {
		return fail(err)
	}
	c := C.duel_policy_facts{struct_size: C.sizeof_duel_policy_facts}
	err = run(ctx, func(a *arena, j *job) error {
		o, err := options.c(a, j)
		if err != nil {
			return err
		}
		return g.read(func(p *C.duel_gars) C.duel_status {
			return C.duel_gars_d_optimal(p, number, doubles(mu), C.size_t(contexts), doubles(costs), o,
				doubles(out.Data), C.size_t(len(out.Data)), doubles(covariance.Data), C.size_t(len(covariance.Data)), &c)
		})
	})
	if err != nil {
		return fail(err)
	}
	return LabelPolicy{Propensities: out, Info: readPolicyInfo(&c)}, covariance, nil
}
