package duel

// #include <duel.h>
import "C"

// Strength says what a judge thinks of an item.
type Strength int32

// The strengths.
const (
	// Pooled: every judge sees the same scores, S_k(i) = mu_i.
	Pooled Strength = C.DUEL_STRENGTH_POOLED
	// Sensitivity: judge k sees the scores through a sensitivity of its own, S_k(i) =
	// gamma_k mu_i (judge-aware ranking, arXiv:2601.21817).
	Sensitivity Strength = C.DUEL_STRENGTH_SENSITIVITY
	// Disagreement: judges share a consensus mu, each with a sensitivity gamma_k of either sign, and
	// disagree with it along Options.Rank directions: S_k(i) = gamma_k mu_i + U_k . V_i (heterogeneous
	// judge-aware ranking, arXiv:2605.05073). That is any S, judges x items, of rank Rank + 1. mu is the
	// mean of S over judges, gamma has mean one. Where a judge's votes leave its scores open, no finite
	// estimate may exist; a Ridge of .1 makes everything finite. If the order in which items are shown is
	// fixed, what looks like disagreement may be a habit of choosing the first: add PositionByJudge.
	Disagreement Strength = C.DUEL_STRENGTH_DISAGREEMENT
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
	BradleyTerry OutcomeLaw = C.DUEL_MODEL_BRADLEY_TERRY
	// RaoKupper (1967): P(left) = 1 / (1 + exp(e - z)), threshold e > 0.
	RaoKupper OutcomeLaw = C.DUEL_MODEL_RAO_KUPPER
	// Davidson (1970): left, right and tie in the proportion exp(z/2) : exp(-z/2) : exp(e).
	Davidson OutcomeLaw = C.DUEL_MODEL_DAVIDSON
	// ThurstoneMosteller (1927, 1951), probit: P(left) = Phi(z); ties as under BradleyTerry, scores in standard deviations of
	// a difference.
	ThurstoneMosteller OutcomeLaw = C.DUEL_MODEL_THURSTONE_MOSTELLER
	// GlennDavid (1960), probit with ties: P(left) = Phi(z - e), threshold e > 0.
	GlennDavid OutcomeLaw = C.DUEL_MODEL_GLENN_DAVID
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
	// BothBadOutcome: an outcome of their own beside win, loss and tie. Davidson only: left, right,
	// tie and both bad in the proportion exp(z/2) : exp(-z/2) : exp(e) : exp(b). Where a score is
	// asked for, both bad is half a win for each side, as a tie is.
	BothBadOutcome BothBadRule = C.DUEL_BOTH_BAD_OUTCOME
)

// BadThreshold says what the threshold b of BothBadOutcome depends on.
type BadThreshold int32

// The thresholds of both bad.
const (
	// BadSingle: one number.
	BadSingle BadThreshold = C.DUEL_BAD_THRESHOLD_SINGLE
	// BadAdditive: b_ij = b_i + b_j, a number of each item: how readily it is part of a bad pair.
	// Items that never were have minus infinity (FitTieLimit).
	BadAdditive BadThreshold = C.DUEL_BAD_THRESHOLD_ADDITIVE
)

// Sign says which signs sensitivities may have.
type Sign int32

// The signs of sensitivities.
const (
	// SensitivityPositive: not negative. A judge who would need a negative one is set to 0 (a
	// boundary).
	SensitivityPositive Sign = C.DUEL_SIGN_POSITIVE
	// SensitivitySigned: of either sign. A negative one is a judge opposed to the others.
	SensitivitySigned Sign = C.DUEL_SIGN_SIGNED
)

// CovarianceKind says how the covariance of the parameters is formed.
type CovarianceKind int32

// The kinds of covariance.
const (
	// CovarianceAuto: CovarianceClusteredByContext where contexts repeat, else
	// CovarianceSandwich; CovarianceObserved where only a ridge or pseudo-comparisons make the
	// scores finite or comparable. For inference: that of the model.
	CovarianceAuto CovarianceKind = C.DUEL_COVARIANCE_AUTO
	// CovarianceExpected: inverse of the expected (Fisher) information. Right if the model is. With
	// a ridge on sensitivities or disagreement the part of the penalty with second derivatives of
	// gamma_k mu_i, which CovarianceObserved has, is left out.
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
	// CovarianceClusteredTwoWay: clustered by context and by judge at once, the sum of the two
	// less that of their intersection; negative eigenvalues, which it may have, become 0.
	CovarianceClusteredTwoWay CovarianceKind = C.DUEL_COVARIANCE_CLUSTERED_TWO_WAY
)

// BiasReduction says whether the fit takes away the bias of maximum likelihood.
type BiasReduction int32

// The bias reductions.
const (
	// BiasNone: maximum likelihood as it is.
	BiasNone BiasReduction = C.DUEL_BIAS_NONE
	// BiasFirth: maximum likelihood with Jeffreys' prior (Firth 1993). It takes away the bias of
	// order 1/n, and keeps scores finite where items never lose, if the comparisons connect
	// them. Pooled Bradley-Terry only.
	BiasFirth BiasReduction = C.DUEL_BIAS_FIRTH
)

// Target says what an estimate is of, where the model does not hold.
type Target int32

// The targets.
const (
	// TargetComparisons: comparisons count alike, so that pairs that were compared often count for more.
	TargetComparisons Target = C.DUEL_TARGET_COMPARISONS
	// TargetPairsEqually: pairs count alike, of those that were compared. A rank that moves is a sign of misfit.
	TargetPairsEqually Target = C.DUEL_TARGET_PAIRS_EQUALLY
)

// Options say how to fit. The zero Options are pooled Bradley-Terry, ties as halves.
//
// The model of one comparison by judge k, i shown first, j second:
//
//	u = S_k(i) - S_k(j) + position_k + (x_left - x_right)' beta + offsets
//	z = u / sqrt(spread_ij)
//	P(left), P(right), P(tie) = outcome(z, threshold_ij + threshold_k)
type Options struct {
	// Strength is Pooled (default), Sensitivity or Disagreement.
	Strength Strength
	// Position is PositionNone (default), PositionShared or PositionByJudge.
	Position Position
	// Outcome is BradleyTerry (default), RaoKupper, Davidson, ThurstoneMosteller or GlennDavid.
	Outcome OutcomeLaw
	// Ties is TiesHalf (default) or TiesDropped; Bradley-Terry only.
	Ties Ties
	// BothBad is BothBadTie (default), BothBadDropped or, with Davidson, BothBadOutcome.
	BothBad BothBadRule
	// BadThreshold is BadSingle (default) or BadAdditive; BothBadOutcome only.
	BadThreshold BadThreshold
	// Threshold is ThresholdSingle (default), ThresholdByJudge, ThresholdAdditive or
	// ThresholdFactored; outcomes with ties only.
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
	// Start is nil, or a model to start from: what it knows of items, judges and covariates of
	// the same names. A fit to little more data then takes fewer steps: 3 for 6 with 0.1 % more
	// data, but none fewer for plain Bradley-Terry, which takes 3 from anywhere, and more than from
	// the data where many items are new. The result does not depend on it, but where there are
	// several optima.
	Start *Model
	// Offsets are names of covariates that enter u with coefficient one, as left minus right:
	// known handicaps, or older scores as covariates of items.
	Offsets []string
	// BiasReduction is BiasNone (default) or BiasFirth.
	BiasReduction BiasReduction
	// ThresholdOffsets is OffsetsNone (default) or OffsetsByJudge: every judge adds an offset of
	// its own to the tie threshold, of any form.
	ThresholdOffsets TieOffsets
	// TieFactors are the factors of ThresholdFactored, 1 to the number of items less one (at most
	// 64); else 0.
	TieFactors int
	// TieBasis is BasisCosine (default) or BasisPaper; ThresholdFactored only.
	TieBasis TieBasis
	// TieLink is LinkSoftplus (default) or LinkLinear; additive and factored thresholds of
	// Rao-Kupper only.
	TieLink TieLink
	// BelowZero is BelowZeroRefused (default) or BelowZeroZero; LinkLinear only.
	BelowZero BelowZero
	// TieRidge is a penalty on the parameters of additive and factored thresholds: 0.5 TieRidge
	// times the sum of their squares about the mean of each column, which stays free; 0: none. It
	// keeps thresholds of pairs that never tied finite, and many factors from overfitting.
	TieRidge float64
	// Spread is SpreadNone (default), SpreadDiagonal or SpreadFactors; Pooled only.
	Spread Spread
	// SpreadFactors are the columns of Lambda, 1 to the number of items less one (at most 64), for
	// the spread of that name; else 0.
	SpreadFactors int
	// SpreadRidge is a penalty on the spread: 0.5 SpreadRidge times the sum over items of
	// (log 2 d)^2 and of the squares of Lambda about its column means, a prior for S around one, no
	// spread; 0: none. It keeps variances from zero, and sets the scale of the scores, which are
	// then not rescaled.
	SpreadRidge float64
	// Restarts are further starts of a model with a spread, with sensitivities or with disagreement, each
	// from its own random values of these; 0: none. The best end of all starts is taken, of those as
	// good a regular one. If it is not regular, the likelihood has no maximum among what was met, and the
	// outcome says why. Model.Optima tells what was met.
	Restarts int
	// Threads for the starts or, within a single one, for sums over many cells and factors of many parameters; 0 or 1: one.
	// The result is the same for any number. With several starts progress is the share of those that are done.
	Threads int
	// Seed is that of the random starts; 0 is a seed like others.
	Seed uint64
	// Rank is that of Disagreement, 0 to min(judges - 1, items - 2), of two judges or more: one judge
	// has nobody to disagree with, and is refused at rank 0, too. Else 0.
	Rank int
	// SensitivityCovariates are names of covariates of contexts that every judge's sensitivity depends
	// on: gamma_k exp(beta_k . x), beta_k slopes of the judge's own. x is as it was given: standardise
	// it, and gamma_k is the sensitivity in an average context. Sensitivity and Disagreement only.
	SensitivityCovariates []string
	// Target is TargetComparisons (default) or TargetPairsEqually. Where pairs count equally covariances are sandwiches, and
	// what needs a likelihood of votes, counts to simulate or replicates is ErrUnsupported.
	Target Target
	// PairFloor, with TargetPairsEqually: pairs with fewer comparisons than this count for less; 0: 50.
	PairFloor float64
}

// beside is c for options whose work others watch: the token is theirs.
func (o Options) beside(a *arena, j *job) (*C.duel_model_options, error) {
	out, err := o.c(a, j)
	if err == nil {
		out.cancel = nil
	}
	return out, err
}
