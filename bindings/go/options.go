package duel

// #include <duel.h>
import "C"

// Strength says what a judge thinks of an item.
type Strength int32

// The strengths.
const (
	// Pooled: every judge sees the same scores, S_k(i) = mu_i.
	Pooled Strength = C.DUEL_STRENGTH_POOLED
	// Sensitivity: judge k sees the scores through a sensitivity of its own, S_k(i) = gamma_k mu_i (judge-aware
	// ranking, arXiv:2601.21817). Not convex: the fit starts from pooled Bradley-Terry. Where sensitivities must
	// not be negative and some are at zero or (up to 12 judges) just above it, other choices of the judges at
	// zero are tried as well, of up to 6 such judges all; still, other optima may exist where judges oppose each
	// other. A fit of up to 100 parameters that finds no maximum starts 24 times more, and where groups of items
	// are far apart (see restarts).
	Sensitivity Strength = C.DUEL_STRENGTH_SENSITIVITY
	// Disagreement: judges share a consensus mu, each with a sensitivity gamma_k of either sign, and disagree
	// with it along rank directions: S_k(i) = gamma_k mu_i + U_k . V_i (heterogeneous judge-aware ranking,
	// arXiv:2605.05073). That is any S, judges x items, of rank rank + 1; it is fitted as such, and read out in
	// the paper's form: mu the mean of S over judges, gamma of mean one, 1'U = 0, V'mu = 0, V'V = items I, U'U
	// diagonal, descending; of each column of U the largest element is positive. Not convex: the fit starts
	// twice, from the pooled scores with the judges' own deviations from them and (up to 1000 parameters) from
	// the judges' own scores, and restarts times more (with up to 100 parameters 24 times, where it finds no
	// maximum); the best is taken, and if it has no finite end there is no estimate (FitSeparated). Where a
	// judge's votes leave its scores open (an item that always wins before it) no finite estimate may exist
	// (FitSeparated); a ridge of .1 makes everything finite. If the order in which items are shown is fixed,
	// what looks like disagreement may be a habit of choosing the first: add PositionByJudge.
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

// The outcome models.
const (
	// BradleyTerry: Bradley-Terry (1952), P(left) = 1 / (1 + exp(-z)).
	BradleyTerry OutcomeLaw = C.DUEL_MODEL_BRADLEY_TERRY
	// RaoKupper: Rao-Kupper (1967), P(left) = 1 / (1 + exp(e - z)), threshold e > 0.
	RaoKupper OutcomeLaw = C.DUEL_MODEL_RAO_KUPPER
	// Davidson: Davidson (1970), left, right and tie in the proportion exp(z/2) : exp(-z/2) : exp(e).
	Davidson OutcomeLaw = C.DUEL_MODEL_DAVIDSON
	// ThurstoneMosteller: Probit: Thurstone (1927, case V) and Mosteller (1951), P(left) = Phi(z), Phi the
	// normal distribution. Ties are as under Bradley-Terry; scores, effects and thresholds are in standard
	// deviations of a difference, some .6 of the log odds.
	ThurstoneMosteller OutcomeLaw = C.DUEL_MODEL_THURSTONE_MOSTELLER
	// GlennDavid: probit with ties: Glenn and David (1960), P(left) = Phi(z - e), threshold e > 0, as Rao-Kupper
	// with normal noise.
	GlennDavid OutcomeLaw = C.DUEL_MODEL_GLENN_DAVID
)

// Ties says what ties count under Bradley-Terry.
type Ties int32

// The value of ties.
const (
	// TiesHalf: half a win for each side (a quasi-likelihood; the sandwich covariances account for it).
	TiesHalf Ties = C.DUEL_TIES_HALF
	// TiesDropped: left out.
	TiesDropped Ties = C.DUEL_TIES_DROPPED
)

// BothBadRule says what votes "both bad" count.
type BothBadRule int32

// The value of votes "both bad".
const (
	// BothBadTie: ties like others.
	BothBadTie BothBadRule = C.DUEL_BOTH_BAD_TIE
	// BothBadDropped: left out.
	BothBadDropped BothBadRule = C.DUEL_BOTH_BAD_DROPPED
	// BothBadOutcome: an outcome of their own beside win, loss and tie. Davidson only: left, right, tie and both
	// bad in the proportion exp(z/2) : exp(-z/2) : exp(e) : exp(b). Where a score is asked for, both bad is half
	// a win for each side, as a tie is.
	BothBadOutcome BothBadRule = C.DUEL_BOTH_BAD_OUTCOME
)

// BadThreshold says what the threshold b of BothBadOutcome depends on.
type BadThreshold int32

// The thresholds of both bad.
const (
	// BadSingle: one number.
	BadSingle BadThreshold = C.DUEL_BAD_THRESHOLD_SINGLE
	// BadAdditive: b_ij = b_i + b_j, a number of each item: how readily it is part of a bad pair. Items that
	// never were have minus infinity (FitTieLimit).
	BadAdditive BadThreshold = C.DUEL_BAD_THRESHOLD_ADDITIVE
)

// Sign says which signs sensitivities may have.
type Sign int32

// The signs of sensitivities.
const (
	// SensitivityPositive: not negative. A judge who would need a negative one is set to 0 (a boundary).
	SensitivityPositive Sign = C.DUEL_SIGN_POSITIVE
	// SensitivitySigned: of either sign. A negative one is a judge opposed to the others.
	SensitivitySigned Sign = C.DUEL_SIGN_SIGNED
)

// CovarianceKind says how the covariance of the parameters is formed.
type CovarianceKind int32

// The kinds of covariance.
const (
	// CovarianceAuto: CovarianceClusteredByContext where contexts repeat, else CovarianceSandwich;
	// CovarianceObserved where only a ridge or pseudo-comparisons make the scores finite or comparable (weights
	// that are frequencies); CovarianceExpected at given parameters (GivenModel).
	CovarianceAuto CovarianceKind = C.DUEL_COVARIANCE_AUTO
	// CovarianceExpected: inverse of the expected (Fisher) information. Right if the model is. With a ridge on
	// sensitivities or disagreement the penalty enters by the squares of its first derivatives (Gauss-Newton);
	// the part with second derivatives of gamma_k mu_i, which CovarianceObserved has, is left out.
	CovarianceExpected CovarianceKind = C.DUEL_COVARIANCE_EXPECTED
	// CovarianceObserved: inverse of the observed information (the Hessian).
	CovarianceObserved CovarianceKind = C.DUEL_COVARIANCE_OBSERVED
	// CovarianceSandwich: H^-1 B H^-1 with the squared residuals of every single comparison in B (HC0). Right
	// for independent comparisons even where the model is not.
	CovarianceSandwich CovarianceKind = C.DUEL_COVARIANCE_SANDWICH
	// CovarianceClusteredByContext: as the sandwich, the residuals of a context summed before they are squared.
	CovarianceClusteredByContext CovarianceKind = C.DUEL_COVARIANCE_CLUSTERED_BY_CONTEXT
	// CovarianceClusteredByJudge: as the sandwich, the residuals of a judge summed before they are squared.
	// Trust it with 40 judges or more.
	CovarianceClusteredByJudge CovarianceKind = C.DUEL_COVARIANCE_CLUSTERED_BY_JUDGE
	// CovarianceSandwichExpected: inverse of the expected information on both sides of B, the sandwich of the
	// judge-aware papers.
	CovarianceSandwichExpected CovarianceKind = C.DUEL_COVARIANCE_SANDWICH_EXPECTED
	// CovarianceClusteredTwoWay: clustered by context and by judge at once, the sum of the two less that of
	// their intersection (Cameron, Gelbach and Miller 2011); negative eigenvalues, which it may have, become 0.
	CovarianceClusteredTwoWay CovarianceKind = C.DUEL_COVARIANCE_CLUSTERED_TWO_WAY
)

// BiasReduction says whether the fit takes away the bias of maximum likelihood.
type BiasReduction int32

// The bias reductions.
const (
	// BiasNone: none, maximum likelihood.
	BiasNone BiasReduction = C.DUEL_BIAS_NONE
	// BiasFirth: Firth's (1993), maximum likelihood with Jeffreys' prior. Takes away the bias of order 1/n, and
	// keeps scores finite where items never lose, if the comparisons connect them. Pooled Bradley-Terry only.
	// Standard errors are those of the data's information at the estimate.
	BiasFirth BiasReduction = C.DUEL_BIAS_FIRTH
)

// Target says what an estimate is of, where the model does not hold.
type Target int32

// The targets.
const (
	// TargetComparisons: comparisons count alike: pairs that were compared often count for more.
	TargetComparisons Target = C.DUEL_TARGET_COMPARISONS
	// TargetPairsEqually: pairs count alike, of those that were compared: every comparison has a weight over how
	// many comparisons its pair has (of all judges and contexts, in both orders), at least PairFloor, the sum of
	// all as it was. What the model says where it is not right then does not depend on which pairs were asked
	// often; a rank that moves is a sign of misfit (Model.Goodness).
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
	// Strength: Pooled (default), Sensitivity or Disagreement.
	Strength Strength
	// Position: PositionNone (default), PositionShared or PositionByJudge.
	Position Position
	// Outcome: BradleyTerry (default), RaoKupper or Davidson; with probit ThurstoneMosteller or GlennDavid.
	Outcome OutcomeLaw
	// Ties: TiesHalf (default) or TiesDropped; Bradley-Terry and Thurstone-Mosteller only.
	Ties Ties
	// BothBad: BothBadTie (default), BothBadDropped or, with Davidson, BothBadOutcome.
	BothBad BothBadRule
	// BadThreshold: BadSingle (default) or BadAdditive; BothBadOutcome only.
	BadThreshold BadThreshold
	// Threshold: ThresholdSingle (default), ThresholdByJudge, ThresholdAdditive or ThresholdFactored; models
	// with ties only.
	Threshold Threshold
	// Sign: SensitivityPositive (default) or SensitivitySigned; Sensitivity only.
	Sign Sign
	// Covariance: the model's own covariance, CovarianceAuto (default), ...; inference may ask for another.
	Covariance CovarianceKind
	// Accept: problems to take rather than refuse: bits FitDisconnected, ... or FitAny.
	Accept FitOutcome
	// MaxIterations: most outer iterations; 0: 200. A fit of judges with at most 100 parameters that was stopped
	// by 200 or more of them goes on for up to ten times as many, to tell strengths that diverge from those that
	// are slow to find.
	MaxIterations int
	// Covariates: names of the covariates that enter the model, each as left minus right. A covariate of
	// contexts alone adds to the position effect, beta times its value, and without a position effect is refused
	// (ErrUnsupported).
	Covariates []string
	// FixedScores: nil, or one number for every item of the set: NaN leaves the score free, a finite number
	// fixes it (to link a leaderboard to an older one, or, all zero, to explain scores by covariates alone).
	// Pooled only.
	FixedScores []float64
	// Ridge: penalty on centred strengths: 0.5 ridge |mu - mean|^2 for pooled strength, a normal prior of
	// variance 1/ridge; 0.5 ridge sum_k |S_k - mean|^2 with sensitivities and disagreement; 0: none. Makes
	// scores finite and shrinks them towards each other. Penalties are part of the information matrices, not of
	// the squared residuals between them. Where the data alone would not determine the scores, CovarianceAuto is
	// therefore CovarianceObserved.
	Ridge float64
	// Pseudo: pseudo-comparisons: every item wins and loses this often against one more item, whose score is
	// estimated too, as votes on that item would be: by the model of two outcomes with the same link
	// (Bradley-Terry, under probit Thurstone-Mosteller) without position, covariates or ties; split evenly over
	// the judges where strengths differ by judge; 0: none. Makes scores finite and connects the graph.
	Pseudo float64
	// Tolerance: converged when the Newton step changes no u by more than this; 0: 1e-8. That step is taken all
	// the same, unless it changes no u by 1e-4 of this: the error is about its square, or below 1e-4 of this.
	Tolerance float64
	// MaxBytes: refuse (ErrMemory) a call that would take more bytes, and calls about the model that would;
	// those that certainly would are refused before they begin. A call passes it by no more than 64 KiB and 4
	// KiB a thread; the first product of matrices in a thread takes 4 MiB, which the thread keeps. 0: half of
	// the memory of the control group or, without one, of the machine, which is also the limit of all calls
	// without a fit (on Linux; elsewhere there is none).
	MaxBytes uint
	// Progress: nil, or called at every iteration.
	Progress ProgressFunc
	// Start: nil, or a model to start from: its values for items, judges and covariates of the same names. After
	// 0.1 % more data a fit then takes half the steps (3, not 6); plain Bradley-Terry takes 3 from any start,
	// and where many items are new a start from the data takes fewer. The result does not depend on the start,
	// except where there are several optima. A model is ignored if its scores diverged, if the votes are no more
	// probable at it than at the start from the data, or if no estimate is found from it.
	Start *Model
	// Offsets: names of covariates that enter u with coefficient one, as left minus right: known handicaps, or
	// older scores as covariates of items.
	Offsets []string
	// BiasReduction: BiasNone (default) or BiasFirth.
	BiasReduction BiasReduction
	// ThresholdOffsets: OffsetsNone (default) or OffsetsByJudge: every judge adds an offset of its own to the
	// tie threshold, of any form.
	ThresholdOffsets TieOffsets
	// TieFactors: factors k of ThresholdFactored, 1 to the number of items less one (at most 64); else 0.
	TieFactors int
	// TieBasis: BasisCosine (default) or BasisPaper; ThresholdFactored only.
	TieBasis TieBasis
	// TieLink: LinkSoftplus (default) or LinkLinear; additive and factored thresholds of Rao-Kupper only.
	TieLink TieLink
	// BelowZero: BelowZeroRefused (default) or BelowZeroZero; LinkLinear only.
	BelowZero BelowZero
	// TieRidge: penalty on the parameters of additive and factored thresholds: 0.5 TieRidge times the sum of
	// their squares after the direction nearest to a common threshold of all pairs is removed (for additive ones
	// and the cosine basis the mean of the first column); 0: no penalty. Keeps thresholds of pairs that never
	// tied finite, and many factors from overfitting (1 to 10 for the 2024 Arena counts).
	TieRidge float64
	// Spread: SpreadNone (default), SpreadDiagonal or SpreadFactors; Pooled only.
	Spread Spread
	// SpreadFactors: columns of Lambda for SpreadFactors, 1 to the number of items less one (at most 64); else
	// 0.
	SpreadFactors int
	// SpreadRidge: penalty on the spread: 0.5 SpreadRidge times the sum over items of (log 2 d)^2 and of the
	// squares of Lambda about its column means, a prior for S around one, no spread; 0: none. Keeps variances
	// from zero, and sets the scale of the scores, which are then not rescaled.
	SpreadRidge float64
	// Restarts: further starts of a model with a spread, with sensitivities or with disagreement, each from its
	// own random values of these; 0: none. With any, and where no maximum is found, models of judges of up to
	// 100 parameters (of sets for which that takes a second at most) also start from up to ten points where two
	// groups of items are far apart for one judge. The best end of all starts is taken, of those as good a
	// regular one. If it is not regular, no start met a maximum of the likelihood, and the problems of the fit
	// say why (FitSeparated, FitNotConverged). Model.Optima lists the optima that were met.
	Restarts int
	// Threads: threads for the starts or, within a single one, for sums over cells (from 65536 cells; at most
	// four then) and for factors of more than 640 parameters; 0: one. The result is the same for any number.
	// With several starts progress is the share of those that are done; cancelling ends the fit inside a start.
	Threads int
	// Seed: seed of the random starts; 0 is a seed like others.
	Seed uint64
	// Rank: rank of Disagreement, 0 to min(judges - 1, items - 2), of two judges or more: one judge has no one
	// to disagree with, and is refused at rank 0, too. Else 0.
	Rank int
	// SensitivityCovariates: names of covariates of contexts that every judge's sensitivity depends on: gamma_k
	// exp(beta_k . x), beta_k slopes of the judge's own (arXiv:2601.21817, the extension by length). x is as it
	// was given: standardise it, and gamma_k is the sensitivity in an average context. Slopes that the votes do
	// not tell are FitUndetermined, which names the judges: of a judge whose sensitivity is zero, and of a
	// covariate whose standard deviation over a judge's comparisons is less than a twentieth of its mean there.
	// Sensitivity and Disagreement only.
	SensitivityCovariates []string
	// Target: TargetComparisons (default) or TargetPairsEqually. Where pairs count equally comparisons have
	// weights: covariances are sandwiches, and what needs a likelihood of votes, counts to simulate or
	// replicates is ErrUnsupported; so are looks of a monitor, as the weights at one look depend on what is
	// compared by the next.
	Target Target
	// PairFloor: TargetPairsEqually: pairs with fewer comparisons than this count for less; 0: 50.
	PairFloor float64
	// Interactions: names of covariates of contexts that items differ in, such as the category of a prompt as
	// zeros and ones: adds x (delta_left - delta_right), x of the context and delta a number of each item.
	// Scores are then those of a context in which the covariates are zero. Effects reads the deltas after the
	// coefficients of covariates, all items of the first interaction first.
	Interactions []string
	// InteractionRidge: penalty on interactions: 0.5 InteractionRidge times the sum of the squares of all
	// deltas, a normal prior of variance 1 / InteractionRidge; 0: 1. Without a penalty they would not be
	// identified beside the scores.
	InteractionRidge float64
}

// beside is c for options whose work others watch: the token is theirs.
func (o Options) beside(a *arena, j *job) (*C.duel_model_options, error) {
	out, err := o.c(a, j)
	if err == nil {
		out.cancel = nil
	}
	return out, err
}
