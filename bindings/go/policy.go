package duel

// #include <duel.h>
import "C"

import (
	"context"
	"unsafe"
)

// PolicyDrawing says how the pairs of a context are drawn.
type PolicyDrawing int32

// The drawings.
const (
	// PolicyIndependent: every pair of a context by itself, so that a context may have several labels or none.
	PolicyIndependent PolicyDrawing = C.DUEL_DRAWING_INDEPENDENT
	// PolicyOnePair: at most one pair of a context; the propensities of a context sum to no more than 1.
	PolicyOnePair PolicyDrawing = C.DUEL_DRAWING_ONE_PAIR
)

// PolicyStatus says what became of a budget.
type PolicyStatus int32

// The statuses.
const (
	// PolicyActive: the budget is spent.
	PolicyActive PolicyStatus = C.DUEL_POLICY_ACTIVE
	// PolicyFloor: the floor alone spends the budget; all propensities are at the floor and lambda is infinite.
	// A budget below that is refused.
	PolicyFloor PolicyStatus = C.DUEL_POLICY_FLOOR
	// PolicySlack: the budget is more than can be spent to any use; lambda is 0.
	PolicySlack PolicyStatus = C.DUEL_POLICY_SLACK
)

// PolicyHistogramLength is how many numbers a histogram of PolicyHistogram is.
const PolicyHistogramLength = C.DUEL_HISTOGRAM_LENGTH

// PolicyOptions say what may be spent on labels, and how.
type PolicyOptions struct {
	// Drawing: PolicyIndependent (default) or PolicyOnePair.
	Drawing PolicyDrawing
	// Threads: threads to use; 0: one. Results do not depend on it.
	Threads int
	// Floor: the least propensity of every pair on offer, 0 to 1 (of N pairs at most 1/N with PolicyOnePair).
	// Estimates divide by propensities: 0.01 keeps weights below 100.
	Floor float64
	// Budget: the budget: the mean cost per context, the sum over pairs of cost times propensity. For 2000
	// labels of cost 1 in 1500 contexts it is 2000 / 1500.
	Budget float64
	// Mix: share of a uniform policy that costs as much (of no more than 1/N with PolicyOnePair), mixed in: 0
	// (default) to 1. A guard against weights that are wrong.
	Mix float64
	// Progress: nil, or called now and then: fraction is that of one pass over the weights, of which there are
	// several; objective and gradient are NaN.
	Progress ProgressFunc
}

// PolicyInfo are facts about a policy; means are over contexts.
type PolicyInfo struct {
	// Status: PolicyActive, PolicyFloor or PolicySlack; for PolicyOutcome and PolicyApply 0.
	Status PolicyStatus
	// Iterations: steps made (D-optimal), else 0.
	Iterations int
	// Lambda: the multiplier of the budget; NaN for PolicyOutcome.
	Lambda float64
	// Spend: mean cost per context. NaN for PolicyLambda, as the next two.
	Spend float64
	// Variance: the mean of the sum over pairs of W / propensity: what labels add to n times the sum of the
	// variances of the scores, beside Cov F(mu(X)) which no policy changes. Infinite where a pair that counts is
	// never labelled.
	Variance float64
	// Uniform: the same where all pairs have one propensity and the policy's spend (with PolicyOnePair at most
	// 1/N). variance / uniform is what the policy gains.
	Uniform float64
	// LogDeterminant: log determinant of the covariance, without the constant directions (D-optimal), else NaN.
	LogDeterminant float64
}

func policyInfo(c *C.duel_policy_facts) PolicyInfo {
	return PolicyInfo{
		Status:         PolicyStatus(c.status),
		Iterations:     int(c.iterations),
		Lambda:         float64(c.lambda),
		Spend:          float64(c.spend),
		Variance:       float64(c.variance),
		Uniform:        float64(c.uniform),
		LogDeterminant: float64(c.log_determinant),
	}
}

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
	return LabelPolicy{Propensities: out, Nu: nu, Info: policyInfo(&c)}, nil
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
	return policyInfo(&c), nil
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
	return policyInfo(&c), nil
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
	return LabelPolicy{Propensities: out, Info: policyInfo(&c)}, covariance, nil
}

// NextCriterion says what the next comparisons are to make small.
type NextCriterion int32

// The criteria.
const (
	// NextScores: the sum of the variances of the scores is to become small (A-optimal). Scores sum to zero.
	NextScores NextCriterion = C.DUEL_NEXT_SCORES
	// NextDeterminant: the determinant of the covariance of the scores (D-optimal), without the direction in
	// which all scores move alike. Its logarithm is reported.
	NextDeterminant NextCriterion = C.DUEL_NEXT_DETERMINANT
	// NextDifference: the variance of the difference of two items (c-optimal).
	NextDifference NextCriterion = C.DUEL_NEXT_DIFFERENCE
	// NextBoundary: the variance of the difference of the items ranked k and k + 1 by their scores.
	NextBoundary NextCriterion = C.DUEL_NEXT_BOUNDARY
)

// NextOptions say which comparisons to ask for next.
type NextOptions struct {
	// Criterion: NextScores (default), NextDeterminant, NextDifference or NextBoundary.
	Criterion NextCriterion
	// Threads: threads to use; 0: one. Results do not depend on it.
	Threads int
	// Batch: number of comparisons; 0: 1.
	Batch int
	// First: first item of NextDifference, zero-based.
	First int
	// Second: second item of NextDifference.
	Second int
	// Boundary: k of NextBoundary: 1 to one less than the number of items.
	Boundary int
	// ByJudge: true: the judge below is to answer. 0: one of sensitivity one, mean position effect and mean
	// threshold.
	ByJudge bool
	// Judge: zero-based number of the judge.
	Judge int
	// Progress: nil, or called now and then: iteration counts the comparisons chosen.
	Progress ProgressFunc
}

// NextComparisons are those that a model would learn most from: pairs of its items, chosen one after the
// other, each given those before (greedily, by the expected information of a comparison in all parameters
// of the model). The same pair may come several times. In a context without covariates. Scores without a
// finite variance are ErrNotIdentified. When ctx is done, it stops and returns context.Cause(ctx).
func (m *Model) NextComparisons(ctx context.Context, options NextOptions) ([]ModelNextRow, error) {
	return rowsOf(readModelNextRow, func(table **C.duel_table) error {
		return run(ctx, func(a *arena, j *job) error {
			o, err := options.c(a, j)
			if err != nil {
				return err
			}
			return m.read(func(p *C.duel_model) C.duel_status { return C.duel_model_next(p, o, table) })
		})
	})
}
