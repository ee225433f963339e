package duel

// #include <duel.h>
import "C"

// Intervals says what the level of intervals refers to.
type Intervals int32

// The intervals.
const (
	// Marginal: each at the level by itself.
	Marginal Intervals = C.DUEL_INTERVALS_MARGINAL
	// Bonferroni: all at once at the level, by Bonferroni. All values that are shown count, also one that has no
	// error, such as the item of NormalisationReference or a fixed score: the others' intervals are then a
	// little wider than need be. The adjusted tests of Estimates.Pairs and Estimates.Tests count only those that
	// can be made.
	Bonferroni Intervals = C.DUEL_INTERVALS_BONFERRONI
	// Simultaneous: all at once at the level, by the distribution of the largest |z| of the joint normal
	// distribution. Exact for up to three values and for differences of up to three items, and where else there
	// is a formula (uncorrelated values, a common factor, correlations of rank two, differences of equal
	// variance); else simulated with the seed. Values without a standard error (the reference item) are left
	// out. With errors that CorrectionAuto has corrected for few clusters: by Bonferroni, with Student's
	// quantiles.
	Simultaneous Intervals = C.DUEL_INTERVALS_SIMULTANEOUS
	// Anytime: each at the level by itself, at all looks at growing data together (a confidence sequence:
	// Robbins 1970; Waudby-Smith and others 2024): the estimate less and plus k standard errors s, k^2 = (1 + 1
	// / r) (log(1 + r) + 2 log(1 / alpha)), r = mixture^2 / s^2. Tests have the logarithm of an e-value for a
	// statistic, and p-values that hold whenever one stops. It holds for large numbers of independent units
	// (contexts, where comparisons repeat within them, else single comparisons), with errors from the sandwich
	// over these, if earlier answers do not choose the next pairs. ErrUnsupported for fewer than 40 units,
	// unclustered errors where contexts repeat, clusters by judge or of two ways, replicates, CorrectionCR2,
	// QuantilesStudent, parameters that were given, importance weights worth fewer than 40 comparisons, and
	// where a ridge or pseudo-comparisons supply more than 1 % of what is known about a value. A value whose
	// error is unknown has the whole range for an interval, one whose error is 0 none (NaN).
	Anytime Intervals = C.DUEL_INTERVALS_ANYTIME
	// AnytimeSimultaneous: all that are asked for at once and at all looks, by Bonferroni.
	AnytimeSimultaneous Intervals = C.DUEL_INTERVALS_ANYTIME_SIMULTANEOUS
)

// Normalisation says where scores are zero.
type Normalisation int32

// The normalisations of scores.
const (
	// NormalisationSum: scores sum to zero (within each component, if the data are disconnected).
	NormalisationSum Normalisation = C.DUEL_NORMALISATION_SUM
	// NormalisationReference: the reference item has score zero.
	NormalisationReference Normalisation = C.DUEL_NORMALISATION_REFERENCE
	// NormalisationWeighted: the weighted mean of the scores is zero.
	NormalisationWeighted Normalisation = C.DUEL_NORMALISATION_WEIGHTED
)

// Scale says which sensitivities are one.
type Scale int32

// The scales of sensitivities.
const (
	// ScaleArithmetic: mean one over the judges, without those at the boundary (sensitivity 0) and those who
	// have no comparisons (NaN).
	ScaleArithmetic Scale = C.DUEL_SCALE_ARITHMETIC
	// ScaleGeometric: geometric mean one (the papers'). One judge near zero then inflates the standard error of
	// every score.
	ScaleGeometric Scale = C.DUEL_SCALE_GEOMETRIC
	// ScaleReference: the reference judge has sensitivity one.
	ScaleReference Scale = C.DUEL_SCALE_REFERENCE
)

// Correction is one of a clustered covariance for few clusters.
type Correction int32

// The corrections. All that are asked for by name need a clustered covariance, else ErrUnsupported, and at least two
// clusters.
const (
	// CorrectionAuto: of 2 to 199 clusters CorrectionCR2, with Student's quantiles and Bell and McCaffrey's
	// degrees of freedom; or, where CR2 does not exist, CorrectionCR1 with Student's quantiles: clusters of two
	// ways, sampled errors, nonparametric scores, and clusters of models so large that CR2 would take minutes.
	// Else none, and none where intervals hold at all looks. With QuantilesAuto, comparisons of many values at
	// once (ranks, letters, tiers, sets of ranks, single-step tests) take critical values from sign flips of
	// what clusters contribute, each statistic with an error of its own (Canay, Romano and Shaikh 2017): up to
	// 14 clusters all vectors of signs, beyond them as many as draws says (0: 9999) from seed, and the data for
	// one. Intervals of such tests are no shorter than where all values are equal. Ranks, letters and tiers go
	// in steps (Romano and Wolf 2005), and what follows from established pairs is established. Of fewer clusters
	// than the level needs (6 at .95), and with CR1, they are by Bonferroni, with Student's quantiles. The notes
	// of tables say which.
	CorrectionAuto Correction = C.DUEL_CORRECTION_AUTO
	// CorrectionNone: none (CR0), which is too sure of itself below 200 clusters or so.
	CorrectionNone Correction = C.DUEL_CORRECTION_NONE
	// CorrectionCR1: the factor G / (G - 1), G the number of clusters (CR1); of two ways, each of the three sums
	// has its own (Cameron, Gelbach and Miller 2011). Like every correction it needs a clustered covariance,
	// else ErrUnsupported, and at least two clusters.
	CorrectionCR1 Correction = C.DUEL_CORRECTION_CR1
	// CorrectionCR2: Bell and McCaffrey (2002), unbiased where the model is right (CR2). The summed scores of a
	// cluster are multiplied by (1 - I M)^(-1/2), I its expected information and M the inverse of the whole.
	// Directions that a cluster alone determines, such as a judge's own position effect, are left out (the
	// generalised inverse of Pustejovsky and Tipton 2018): with any correction, the standard errors of values
	// that one cluster determines are meaningless when clustered by it, and NaN where only rounding is left of
	// them. Comparisons without a context are clusters of their own; with importance weights those of one cell
	// and outcome count as equally heavy. Not with two ways.
	CorrectionCR2 Correction = C.DUEL_CORRECTION_CR2
	// CorrectionJackknife: the jackknife over clusters, each left out by one step of Fisher scoring (CR3): (1 -
	// I M)^(-1), and (G - 1) / G times the sum. Cautious, but where clusters are of very unequal size, which the
	// degrees of freedom of CR2 know of. Not with two ways.
	CorrectionJackknife Correction = C.DUEL_CORRECTION_JACKKNIFE
)

// Errors says how standard errors are computed.
type Errors int32

// The ways to compute standard errors.
const (
	// ErrorsAuto: exact, from a matrix of all parameters, up to 5000 parameters, and as far as its 16 bytes for
	// each pair of them fit into MaxBytes of the fit. Beyond: exact where the comparison graph is long and thin
	// (ladders, tournaments, few anchors), from a sparse factor, and with up to 200 clusters, each of which is
	// solved for; else sampled. The choice depends on the data and the options only, and the notes of the table
	// say it.
	ErrorsAuto Errors = C.DUEL_ERRORS_AUTO
	// ErrorsExact: from a matrix of all parameters, whatever it takes: time grows with the third power of their
	// number.
	ErrorsExact Errors = C.DUEL_ERRORS_EXACT
	// ErrorsSampled: sampled: by draws whose covariance is that of the estimate, each by one solution of a
	// sparse system. se_mc of the table is the Monte Carlo standard error of each standard error, about 2 % of
	// it where items have 20 opponents. Simultaneous intervals are by Sidak's inequality, ranges of ranks from
	// simultaneous intervals of the scores, both on the safe side; contrasts, tests and functions of up to 64
	// values are solved for exactly, as is the winner among up to 64 items. ErrUnsupported, by name, for what
	// draws do not have: clusters of two ways, CR2 and the jackknife, bias reduction, given parameters,
	// parameters at a boundary, divergent estimates other than scores, covariances of more values, and with
	// judges' sensitivities or spreads what is not a sandwich.
	ErrorsSampled Errors = C.DUEL_ERRORS_SAMPLED
)

// Quantiles says which distribution intervals and tests refer to.
type Quantiles int32

// The quantiles.
const (
	// QuantilesAuto: Student's where errors are corrected for few clusters (by default, or by a correction that
	// is asked for), else normal. Degrees of freedom are G - 1, of two ways those of the smaller number of
	// clusters; with CR2 and at most 200 clusters those of Bell and McCaffrey (2002), for each value its own.
	// Intervals that hold all at once by the distribution of the largest |z| take the smallest of all values,
	// ranks that of all differences (of all scores, beyond 2000 pairs). Intervals are infinite where there are
	// no degrees of freedom.
	QuantilesAuto Quantiles = C.DUEL_QUANTILES_AUTO
	// QuantilesNormal: normal.
	QuantilesNormal Quantiles = C.DUEL_QUANTILES_NORMAL
	// QuantilesStudent: Student's; clustered covariances only (else ErrUnsupported), without a correction with G
	// - 1 degrees of freedom.
	QuantilesStudent Quantiles = C.DUEL_QUANTILES_STUDENT
)

// BootstrapInterval says how replicates become intervals.
type BootstrapInterval int32

// The bootstrap intervals.
const (
	// IntervalBCa: quantiles of the replicates, corrected for bias and skewness (BCa, Efron 1987).
	IntervalBCa BootstrapInterval = C.DUEL_BOOTSTRAP_BCA
	// IntervalPercentile: quantiles of the replicates.
	IntervalPercentile BootstrapInterval = C.DUEL_BOOTSTRAP_PERCENTILE
	// IntervalBasic: the estimate less the quantiles of the replicates' errors.
	IntervalBasic BootstrapInterval = C.DUEL_BOOTSTRAP_BASIC
	// IntervalStudentised: as basic, every error in units of its own standard error (bootstrap-t); that is
	// computed in each replicate, by the sandwich over the units drawn.
	IntervalStudentised BootstrapInterval = C.DUEL_BOOTSTRAP_STUDENTISED
)

// InferenceOptions say how to infer. The zero InferenceOptions are 95 % marginal intervals, the
// model's covariance, scores that sum to zero.
type InferenceOptions struct {
	// Covariance: CovarianceAuto (default: the model's own), or another.
	Covariance CovarianceKind
	// Intervals: Marginal (default), Bonferroni, Simultaneous, Anytime or AnytimeSimultaneous (the last two not
	// in all functions: else ErrUnsupported). Estimates.Ranks is always simultaneous: there 0 means
	// Simultaneous, and Anytime is that of all pairs at once.
	Intervals Intervals
	// Normalisation: NormalisationSum (default), NormalisationReference or NormalisationWeighted; for scores.
	Normalisation Normalisation
	// Scale: ScaleArithmetic (default), ScaleGeometric or ScaleReference; with sensitivities.
	Scale Scale
	// ReferenceItem: item of NormalisationReference, zero-based.
	ReferenceItem int
	// ReferenceJudge: judge of ScaleReference, zero-based.
	ReferenceJudge int
	// Weights: weights of NormalisationWeighted, one for every item, not negative, not all zero.
	Weights []float64
	// Level: level of the intervals; 0: 0.95.
	Level float64
	// Unit: scores are multiplied by this, a positive number; 0: 1 (logits). 400 / log(10) = 173.7178 gives
	// Elo-like points.
	Unit float64
	// Origin: added to scores after multiplying, such as 1000.
	Origin float64
	// Seed: seed of simulated critical values; 0 is a seed like any other.
	Seed uint64
	// Draws: draws of simulated critical values, at least 10 / (1 - level). 0: as many as leave the coverage a
	// standard error of 0.001 or less, 47500 at level 0.95 (level (1 - level) 1e6, but 10000 to 10000000); and
	// 10000 for Model.RankProbabilities (1000 where each is solved for).
	Draws int
	// IgnorePosition: for Model.Probabilities, true: leave position effects out, as if shown in both orders.
	IgnorePosition bool
	// Threads: threads to use; 0: one. Results do not depend on it.
	Threads int
	// Progress: nil, or called now and then.
	Progress ProgressFunc
	// Correction: with a clustered covariance: CorrectionAuto (default), CorrectionCR1, CorrectionCR2,
	// CorrectionJackknife or CorrectionNone.
	Correction Correction
	// Quantiles: QuantilesAuto (default), QuantilesNormal or QuantilesStudent.
	Quantiles Quantiles
	// Contexts: for Model.Probabilities: nil, or a set in which contexts and covariates are looked up instead of
	// the model's data, with items and judges matched by name; to predict in new contexts. Such a set needs
	// names and covariates, no comparisons.
	Contexts *Set
	// Bootstrap: nil, or replicates of this model (NewBootstrap), from which standard errors, intervals, ranks
	// and tests are then taken. covariance, correction and quantiles are ignored.
	Bootstrap *Bootstrap
	// BootstrapInterval: how replicates become intervals: IntervalBCa (default), IntervalPercentile,
	// IntervalBasic, IntervalStudentised. With Simultaneous: the estimate less and plus its standard error times
	// the quantile of the largest error in standard errors (IntervalStudentised: every replicate's own).
	BootstrapInterval BootstrapInterval
	// Mixture: for what holds at all looks: the size of a difference that matters, tau, in the unit of the
	// quantity, on the scale of its intervals (log for sensitivities and variances, logit for probabilities, win
	// rates and shares). Choose it before the data it is used on; it matters little. 0: 0.5 for scores (before
	// the unit), position effects, thresholds, effects of covariates, strengths, and all on a log or logit
	// scale, 0.05 for Borda scores and contrasts of win rates; of all else ErrArgument.
	Mixture float64
	// Errors: how standard errors are computed: ErrorsAuto (default), ErrorsExact or ErrorsSampled.
	Errors Errors
	// ErrorDraws: draws of sampled standard errors, 16 to 1000000; 0: as many as make their Monte Carlo error 2
	// % (in root mean square), at most 200. The error falls with the root of the draws.
	ErrorDraws int
}
