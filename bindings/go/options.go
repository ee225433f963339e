package duel

// #include <duel.h>
import "C"

// Strength says what a judge thinks of an item.
type Strength int32

// The strengths.
const (
	// Pooled: every judge sees the same scores, S_k(i) = mu_i.
	Pooled Strength = C.DUEL_POOLED
	// Sensitivity: judge k sees the scores through a sensitivity of its own, S_k(i) =
	// gamma_k mu_i (judge-aware ranking, arXiv:2601.21817).
	Sensitivity Strength = C.DUEL_SENSITIVITY
)

// Position says whether being shown first helps.
type Position int32

// The positions.
const (
	// PositionNone: being shown first has no effect.
	PositionNone Position = C.DUEL_POSITION_NONE
	// PositionShared: one effect, added to the difference of left and right.
	PositionShared Position = C.DUEL_POSITION_SHARED
	// PositionByJudge: one effect for every judge.
	PositionByJudge Position = C.DUEL_POSITION_BY_JUDGE
)

// OutcomeLaw says how a difference becomes left, right or tie.
type OutcomeLaw int32

// The outcome laws.
const (
	// BradleyTerry (1952): P(left) = 1 / (1 + exp(-z)).
	BradleyTerry OutcomeLaw = C.DUEL_BRADLEY_TERRY
	// RaoKupper (1967): P(left) = 1 / (1 + exp(e - z)), threshold e > 0.
	RaoKupper OutcomeLaw = C.DUEL_RAO_KUPPER
	// Davidson (1970): left, right and tie in the proportion exp(z/2) : exp(-z/2) : exp(e).
	Davidson OutcomeLaw = C.DUEL_DAVIDSON
)

// Ties says what ties count under Bradley-Terry.
type Ties int32

// What ties count.
const (
	// TiesHalf: half a win for each side (a quasi-likelihood; the sandwich covariances account
	// for it).
	TiesHalf Ties = C.DUEL_TIES_HALF
	// TiesDropped: left out.
	TiesDropped Ties = C.DUEL_TIES_DROPPED
)

// BothBadRule says what votes "both bad" count.
type BothBadRule int32

// What votes "both bad" count.
const (
	// BothBadTie: ties like others.
	BothBadTie BothBadRule = C.DUEL_BOTH_BAD_TIE
	// BothBadDropped: left out.
	BothBadDropped BothBadRule = C.DUEL_BOTH_BAD_DROPPED
)

// Threshold says how many tie thresholds there are.
type Threshold int32

// The thresholds.
const (
	// ThresholdSingle: one number.
	ThresholdSingle Threshold = C.DUEL_THRESHOLD_SINGLE
	// ThresholdByJudge: one number, plus an offset for every judge.
	ThresholdByJudge Threshold = C.DUEL_THRESHOLD_BY_JUDGE
)

// Sign says which signs sensitivities may have.
type Sign int32

// The signs of sensitivities.
const (
	// SensitivityPositive: not negative. A judge who would need a negative one is set to 0 (a
	// boundary).
	SensitivityPositive Sign = C.DUEL_SENSITIVITY_POSITIVE
	// SensitivitySigned: of either sign. A negative one is a judge opposed to the others.
	SensitivitySigned Sign = C.DUEL_SENSITIVITY_SIGNED
)

// CovarianceKind says how the covariance of the parameters is formed.
type CovarianceKind int32

// The kinds of covariance.
const (
	// CovarianceAuto: CovarianceClusteredByContext where contexts repeat, else
	// CovarianceSandwich. For inference: that of the model.
	CovarianceAuto CovarianceKind = C.DUEL_COVARIANCE_AUTO
	// CovarianceExpected: inverse of the expected (Fisher) information. Right if the model is.
	CovarianceExpected CovarianceKind = C.DUEL_COVARIANCE_EXPECTED
	// CovarianceObserved: inverse of the observed information (the Hessian).
	CovarianceObserved CovarianceKind = C.DUEL_COVARIANCE_OBSERVED
	// CovarianceSandwich: H^-1 B H^-1 with the squared residuals of every single comparison in
	// B (HC0). Right for independent comparisons even where the model is not.
	CovarianceSandwich CovarianceKind = C.DUEL_COVARIANCE_SANDWICH
	// CovarianceClusteredByContext: as the sandwich, the residuals of a context summed before
	// they are squared.
	CovarianceClusteredByContext CovarianceKind = C.DUEL_COVARIANCE_CLUSTERED_BY_CONTEXT
	// CovarianceClusteredByJudge: as the sandwich, the residuals of a judge summed before they
	// are squared. Trust it with 40 judges or more.
	CovarianceClusteredByJudge CovarianceKind = C.DUEL_COVARIANCE_CLUSTERED_BY_JUDGE
	// CovarianceSandwichExpected: inverse of the expected information on both sides of B, the
	// sandwich of the judge-aware papers.
	CovarianceSandwichExpected CovarianceKind = C.DUEL_COVARIANCE_SANDWICH_EXPECTED
)

// Options say how to fit. The zero Options are pooled Bradley-Terry, ties as halves.
//
// The model of one comparison by judge k, i shown first, j second:
//
//	u = S_k(i) - S_k(j) + position_k + (x_left - x_right)' beta
//	P(left), P(right), P(tie) = outcome(u, threshold_k)
type Options struct {
	// Strength is Pooled (default) or Sensitivity.
	Strength Strength
	// Position is PositionNone (default), PositionShared or PositionByJudge.
	Position Position
	// Outcome is BradleyTerry (default), RaoKupper or Davidson.
	Outcome OutcomeLaw
	// Ties is TiesHalf (default) or TiesDropped; Bradley-Terry only.
	Ties Ties
	// BothBad is BothBadTie (default) or BothBadDropped.
	BothBad BothBadRule
	// Threshold is ThresholdSingle (default) or ThresholdByJudge; Rao-Kupper and Davidson only.
	Threshold Threshold
	// Sign is SensitivityPositive (default) or SensitivitySigned; Sensitivity only.
	Sign Sign
	// Covariance is the model's own covariance, CovarianceAuto by default; inference may ask
	// for another.
	Covariance CovarianceKind
	// Accept are outcomes to take rather than refuse, such as FitDisconnected | FitBoundary.
	Accept FitOutcome
	// MaxIterations is the most outer iterations; 0: 200.
	MaxIterations int
	// Covariates are names of the covariates that enter the model, each as left minus right. A
	// covariate of contexts alone adds to the position effect: beta times its value.
	Covariates []string
	// FixedScores is empty, or one number for every item of the set: NaN leaves the score
	// free, a finite number fixes it (to link a leaderboard to an older one, or, all zero, to
	// explain scores by covariates alone). Pooled only.
	FixedScores []float64
	// Ridge is the penalty 0.5 Ridge |S|^2 on centred strengths, a normal prior of variance
	// 1/Ridge; 0: none. It makes every estimate of scores finite and shrinks them towards each
	// other.
	Ridge float64
	// Pseudo are pseudo-comparisons: every item wins and loses this often against one more
	// item, whose score is estimated too, split evenly over the judges; 0: none. They make scores finite
	// and connect the graph.
	Pseudo float64
	// Tolerance: converged when the Newton step changes no u by more than this; 0: 1e-8. The
	// last step is taken all the same, so that the error is about its square.
	Tolerance float64
	// MaxBytes: refuse (ErrMemory) what would need more bytes; 0: no limit.
	MaxBytes uint
	// Progress is nil, or called at every iteration.
	Progress ProgressFunc
}

func (o Options) c(a *arena, j *job) (*C.duel_fit_options, error) {
	iterations, err := toInt32("MaxIterations", o.MaxIterations)
	if err != nil {
		return nil, err
	}
	out := &C.duel_fit_options{
		struct_size:     C.sizeof_duel_fit_options,
		strength:        C.int32_t(o.Strength),
		position:        C.int32_t(o.Position),
		outcome:         C.int32_t(o.Outcome),
		ties:            C.int32_t(o.Ties),
		both_bad:        C.int32_t(o.BothBad),
		threshold:       C.int32_t(o.Threshold),
		sign:            C.int32_t(o.Sign),
		covariance:      C.int32_t(o.Covariance),
		accept:          C.int32_t(o.Accept),
		max_iterations:  iterations,
		covariate_count: C.size_t(len(o.Covariates)),
		fixed_scores:    a.doubles(o.FixedScores),
		fixed_count:     C.size_t(len(o.FixedScores)),
		ridge:           C.double(o.Ridge),
		pseudo:          C.double(o.Pseudo),
		tolerance:       C.double(o.Tolerance),
		max_bytes:       C.size_t(o.MaxBytes),
		cancel:          j.token,
	}
	if len(o.Covariates) > 0 {
		if out.covariates, err = a.text("Covariates", o.Covariates); err != nil {
			return nil, err
		}
	}
	if o.Progress != nil {
		out.progress, out.user = j.progress(a, o.Progress)
	}
	return out, nil
}

// Intervals says what the level of intervals refers to.
type Intervals int32

// The intervals.
const (
	// Marginal: each at the level by itself.
	Marginal Intervals = C.DUEL_MARGINAL
	// Bonferroni: all at once at the level, by Bonferroni.
	Bonferroni Intervals = C.DUEL_BONFERRONI
	// Simultaneous: all at once at the level, by the law of the largest |z| of the joint normal
	// law. Exact where a closed form exists, else simulated with the seed.
	Simultaneous Intervals = C.DUEL_SIMULTANEOUS
)

// Gauge says where scores are zero.
type Gauge int32

// The gauges.
const (
	// GaugeSum: scores sum to zero (within each component, if the data are disconnected).
	GaugeSum Gauge = C.DUEL_GAUGE_SUM
	// GaugeReference: the reference item has score zero.
	GaugeReference Gauge = C.DUEL_GAUGE_REFERENCE
	// GaugeWeighted: the weighted mean of the scores is zero.
	GaugeWeighted Gauge = C.DUEL_GAUGE_WEIGHTED
)

// Scale says which sensitivities are one.
type Scale int32

// The scales of sensitivities.
const (
	// ScaleArithmetic: mean one over the judges with positive sensitivity.
	ScaleArithmetic Scale = C.DUEL_SCALE_ARITHMETIC
	// ScaleGeometric: geometric mean one (the papers'). One judge near zero then inflates the
	// standard error of every score.
	ScaleGeometric Scale = C.DUEL_SCALE_GEOMETRIC
	// ScaleReference: the reference judge has sensitivity one.
	ScaleReference Scale = C.DUEL_SCALE_REFERENCE
)

// InferenceOptions say how to infer. The zero InferenceOptions are 95 % marginal intervals, the
// model's covariance, scores that sum to zero.
type InferenceOptions struct {
	// Covariance is CovarianceAuto (default: the model's own), or another.
	Covariance CovarianceKind
	// Intervals is Marginal (default), Bonferroni or Simultaneous. Ranks are always
	// simultaneous: there zero means Simultaneous.
	Intervals Intervals
	// Gauge is GaugeSum (default), GaugeReference or GaugeWeighted; for scores.
	Gauge Gauge
	// Scale is ScaleArithmetic (default), ScaleGeometric or ScaleReference; with sensitivities.
	Scale Scale
	// ReferenceItem is the item of GaugeReference, zero-based.
	ReferenceItem int
	// ReferenceJudge is the judge of ScaleReference, zero-based.
	ReferenceJudge int
	// Weights are those of GaugeWeighted, one for every item, not negative, not all zero.
	Weights []float64
	// Level is the level of the intervals; 0: 0.95.
	Level float64
	// Unit multiplies scores; 0: 1 (logits). 400 / math.Ln10 = 173.7178 gives Elo-like points.
	Unit float64
	// Origin is added to scores after multiplying, such as 1000.
	Origin float64
	// Seed is that of simulated critical values; 0 is a seed like any other.
	Seed uint64
	// Draws is the number of draws of simulated critical values; 0: 20000.
	Draws int
	// Neutral, for probabilities: leave position effects out, as if shown in both orders.
	Neutral bool
	// Threads to use; 0: one. Results do not depend on it.
	Threads int
	// Progress is nil, or called now and then.
	Progress ProgressFunc
}

func (o InferenceOptions) c(a *arena, j *job) (*C.duel_inference_options, error) {
	item, err := toSize("ReferenceItem", o.ReferenceItem)
	if err != nil {
		return nil, err
	}
	judge, err := toSize("ReferenceJudge", o.ReferenceJudge)
	if err != nil {
		return nil, err
	}
	draws, err := toSize("Draws", o.Draws)
	if err != nil {
		return nil, err
	}
	threads, err := toInt32("Threads", o.Threads)
	if err != nil {
		return nil, err
	}
	out := &C.duel_inference_options{
		struct_size:     C.sizeof_duel_inference_options,
		covariance:      C.int32_t(o.Covariance),
		intervals:       C.int32_t(o.Intervals),
		gauge:           C.int32_t(o.Gauge),
		scale:           C.int32_t(o.Scale),
		reference_item:  item,
		reference_judge: judge,
		weights:         a.doubles(o.Weights),
		weight_count:    C.size_t(len(o.Weights)),
		level:           C.double(o.Level),
		unit:            C.double(o.Unit),
		origin:          C.double(o.Origin),
		seed:            C.uint64_t(o.Seed),
		draws:           draws,
		threads:         threads,
		cancel:          j.token,
	}
	if o.Neutral {
		out.neutral = 1
	}
	if o.Progress != nil {
		out.progress, out.user = j.progress(a, o.Progress)
	}
	return out, nil
}
