package duel

// #include <duel.h>
import "C"

// Intervals says what the level of intervals refers to.
type Intervals int32

// The intervals.
const (
	// Marginal: each at the level by itself.
	Marginal Intervals = C.DUEL_INTERVALS_MARGINAL
	// Bonferroni: all at once at the level, by Bonferroni over all values of the quantity, those that
	// are fixed (the reference item) included.
	Bonferroni Intervals = C.DUEL_INTERVALS_BONFERRONI
	// Simultaneous: all at once at the level, by the law of the largest |z| of the joint normal
	// law. Exact where a closed form exists, else simulated with the seed.
	Simultaneous Intervals = C.DUEL_INTERVALS_SIMULTANEOUS
	// Anytime: each at the level by itself, at all looks at growing data together (a confidence sequence). Tests have
	// the logarithm of an e-value for a statistic, and p-values that hold whenever one stops. It needs 40 independent
	// units (contexts, where comparisons repeat within them), errors from the sandwich over these, and pairs that are
	// not chosen by earlier answers; ErrUnsupported otherwise, and where a penalty supplies more than 1 % of what is
	// known about a value.
	Anytime Intervals = C.DUEL_INTERVALS_ANYTIME
	// AnytimeSimultaneous: all that are asked for at once and at all looks, by Bonferroni.
	AnytimeSimultaneous Intervals = C.DUEL_INTERVALS_ANYTIME_SIMULTANEOUS
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
	// ScaleArithmetic: mean one over the judges, without those at the boundary (sensitivity 0)
	// and those who have no comparisons.
	ScaleArithmetic Scale = C.DUEL_SCALE_ARITHMETIC
	// ScaleGeometric: geometric mean one (the papers'). One judge near zero then inflates the
	// standard error of every score.
	ScaleGeometric Scale = C.DUEL_SCALE_GEOMETRIC
	// ScaleReference: the reference judge has sensitivity one.
	ScaleReference Scale = C.DUEL_SCALE_REFERENCE
)

// Correction is one of a clustered covariance for few clusters.
type Correction int32

// The corrections. Each needs a clustered covariance, else ErrUnsupported, and at least two
// clusters.
const (
	// CorrectionNone (CR0): too sure of itself below 40 clusters or so.
	CorrectionNone Correction = C.DUEL_CORRECTION_NONE
	// CorrectionCR1: the factor G / (G - 1), G the number of clusters; of two ways, each of the
	// three sums has its own.
	CorrectionCR1 Correction = C.DUEL_CORRECTION_CR1
	// CorrectionCR2: that of Bell and McCaffrey (2002), unbiased where the model is right. The
	// one to take with 10 to 40 clusters. With any correction the standard errors of what one
	// cluster determines say nothing, and are NaN where nothing is left of them. Not with two
	// ways.
	CorrectionCR2 Correction = C.DUEL_CORRECTION_CR2
	// CorrectionJackknife (CR3): each cluster left out by one step of Fisher scoring. Cautious.
	// Not with two ways.
	CorrectionJackknife Correction = C.DUEL_CORRECTION_JACKKNIFE
)

// Errors says how standard errors are computed.
type Errors int32

// The ways to compute standard errors.
const (
	// ErrorsAuto: exact up to 5000 parameters, then exact from a sparse factor where the graph of comparisons is long and
	// thin, else sampled. The choice depends on the data and the options only; the notes of the facts say it.
	ErrorsAuto Errors = C.DUEL_ERRORS_AUTO
	// ErrorsExact: from a matrix of all parameters, whatever it takes.
	ErrorsExact Errors = C.DUEL_ERRORS_EXACT
	// ErrorsSampled: by draws, with a Monte Carlo standard error for each.
	ErrorsSampled Errors = C.DUEL_ERRORS_SAMPLED
)

// Quantiles says which law intervals and tests refer to.
type Quantiles int32

// The quantiles.
const (
	// QuantilesAuto: Student's where a correction is asked for, else normal. Degrees of freedom
	// are G - 1 for G clusters, of two ways those of the smaller number; with CorrectionCR2 and
	// at most 200 clusters those of Bell and McCaffrey, for each value its own.
	QuantilesAuto Quantiles = C.DUEL_QUANTILES_AUTO
	// QuantilesNormal: normal.
	QuantilesNormal Quantiles = C.DUEL_QUANTILES_NORMAL
	// QuantilesStudent: Student's; clustered covariances only (else ErrUnsupported), without a
	// correction with G - 1 degrees of freedom.
	QuantilesStudent Quantiles = C.DUEL_QUANTILES_STUDENT
)

// BootstrapInterval says how replicates become intervals.
type BootstrapInterval int32

// The bootstrap intervals.
const (
	// IntervalBCa: quantiles of the replicates, corrected for bias and skewness (Efron 1987).
	IntervalBCa BootstrapInterval = C.DUEL_BOOTSTRAP_BCA
	// IntervalPercentile: quantiles of the replicates.
	IntervalPercentile BootstrapInterval = C.DUEL_BOOTSTRAP_PERCENTILE
	// IntervalBasic: the estimate less the quantiles of the replicates' errors.
	IntervalBasic BootstrapInterval = C.DUEL_BOOTSTRAP_BASIC
	// IntervalStudentised: as basic, every error in units of its own standard error
	// (bootstrap-t), by the sandwich over the units drawn in each replicate.
	IntervalStudentised BootstrapInterval = C.DUEL_BOOTSTRAP_STUDENTISED
)

// InferenceOptions say how to infer. The zero InferenceOptions are 95 % marginal intervals, the
// model's covariance, scores that sum to zero.
type InferenceOptions struct {
	// Covariance is CovarianceAuto (default: the model's own), or another.
	Covariance CovarianceKind
	// Intervals is Marginal (default), Bonferroni, Simultaneous, Anytime or AnytimeSimultaneous. Ranks are always
	// simultaneous: there zero means Simultaneous, and Anytime AnytimeSimultaneous.
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
	// Seed is that of simulated critical values and of simulated data; 0 is a seed like any other.
	Seed uint64
	// Draws is the number of draws of simulated critical values, at least 10 / (1 - Level);
	// 0: as many as leave the coverage a standard error of 0.001 or less, 47500 at level 0.95, and 10000
	// of ranks.
	Draws int
	// Neutral, for probabilities: leave position effects out, as if shown in both orders.
	Neutral bool
	// Threads to use; 0: one. Results do not depend on it.
	Threads int
	// Progress is nil, or called now and then.
	Progress ProgressFunc
	// Correction, with a clustered covariance: CorrectionNone (default), CorrectionCR1,
	// CorrectionCR2 or CorrectionJackknife.
	Correction Correction
	// Quantiles is QuantilesAuto (default), QuantilesNormal or QuantilesStudent.
	Quantiles Quantiles
	// Contexts, for probabilities: nil, or a set in which contexts and covariates are looked up
	// instead of the model's data, with items and judges matched by name; to predict in new
	// contexts. Such a set needs names and covariates, no comparisons.
	Contexts *Set
	// Bootstrap is nil, or replicates of this model, from which standard errors, intervals,
	// ranks and tests are then taken. Covariance, Correction and Quantiles are not looked at.
	Bootstrap *Bootstrap
	// BootstrapInterval is IntervalBCa (default), IntervalPercentile, IntervalBasic or
	// IntervalStudentised. With Simultaneous: the estimate less and plus its standard error
	// times the quantile of the largest error in standard errors (IntervalStudentised: every
	// replicate's own).
	BootstrapInterval BootstrapInterval
	// Mixture, for what holds at all looks: the size of a difference that matters, in the unit of the quantity, on the
	// scale of its intervals (log for sensitivities and variances, logit for probabilities, win rates and shares).
	// Choose it before the data it is used on; it matters little. 0: 0.5 for scores, position effects, thresholds,
	// covariates, strengths and all on a log or logit scale, 0.05 for Borda scores and contrasts of win rates; of all
	// else ErrArgument.
	Mixture float64
	// Errors: how standard errors are computed. Sampled ones are of Model.Scores and Model.Estimate.
	Errors Errors
	// ErrorDraws is the number of draws of sampled standard errors, 16 to 1000000; 0: 200.
	ErrorDraws int
}
