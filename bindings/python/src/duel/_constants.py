"""The enumerations of the interface: words and members are accepted alike.

Written by `cargo xtask interface` from duel.json; do not edit it.
"""

from enum import IntEnum, IntFlag
from typing import Iterable, Literal, Union


class Status(IntEnum):
    """The status of a call: "ok", or one of the Error codes. Codes are only ever added."""

    OK = 0
    """Success. A success leaves the last error as it was."""
    NULL = 1
    """A required pointer is None."""
    ARGUMENT = 2
    """An argument is outside its domain; the message names it and its value."""
    DATA = 3
    """A row of the data is invalid; Error.row returns its number."""
    NAME = 4
    """A name is unknown, duplicate, empty, not UTF-8 or longer than 1 MiB."""
    SIZE = 5
    """A buffer is too short, or a size overflows."""
    FORMAT = 6
    """Saved bytes are malformed, truncated, damaged or of another version; or an Arrow stream is
    malformed.
    """
    UNSUPPORTED = 7
    """The choices do not go together, or the model has no such quantity."""
    NOT_IDENTIFIED = 8
    """No unique finite estimate exists: disconnected, separated, at a boundary. The message names the
    items or judges; with ModelOptions.accept the fit is returned all the same.
    """
    NOT_CONVERGED = 9
    """The solver stopped before the optimum."""
    NUMERIC = 10
    """A factorization failed, or a number overflowed."""
    CANCELLED = 11
    """The cancel token was raised, or the progress callback returned non-zero."""
    MEMORY = 12
    """Memory could not be had, or the work would pass max_bytes."""
    INTERNAL = 13
    """A defect in the library; please report the message."""


StatusWord = Literal["ok", "null", "argument", "data", "name", "size", "format", "unsupported", "not_identified", "not_converged", "numeric", "cancelled", "memory", "internal"]
StatusLike = Union[Status, StatusWord]


class Type(IntEnum):
    """Type of the values of a column, both of data that go in and of tables that come out."""

    TEXT = 1
    """An array of pointers to NUL-terminated UTF-8 (const char *)."""
    I8 = 2
    """Integers of 8 bits with a sign (int8_t)."""
    U8 = 3
    """Integers of 8 bits without a sign (uint8_t)."""
    I16 = 4
    """Integers of 16 bits with a sign (int16_t)."""
    U16 = 5
    """Integers of 16 bits without a sign (uint16_t)."""
    I32 = 6
    """Integers of 32 bits with a sign (int32_t)."""
    U32 = 7
    """Integers of 32 bits without a sign (uint32_t)."""
    I64 = 8
    """Integers of 64 bits with a sign (int64_t)."""
    U64 = 9
    """Integers of 64 bits without a sign (uint64_t)."""
    F64 = 10
    """Floating-point numbers of 64 bits (double)."""
    BOOL = 11
    """Truth values: 0 or 1 in 8 bits (uint8_t)."""
    CODE = 12
    """Codes of labels in 32 bits (int32_t): an item, a judge, a context, a cluster, a value of an
    enumeration. The code is the id or the constant.
    """
    FLAGS = 13
    """Sets of labels in 32 bits (int32_t), a bit for each."""


TypeWord = Literal["text", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f64", "bool", "code", "flags"]
TypeLike = Union[Type, TypeWord]


class Outcome(IntEnum):
    """Outcome of a comparison: the codes of a vote. In tables codes start at zero: LEFT is 0 there, 1
    here.
    """

    LEFT = 1
    """The item on the left, which was shown first, is preferred."""
    RIGHT = 2
    """The item on the right is preferred."""
    TIE = 3
    """A tie."""
    BOTH_GOOD = 4
    """A tie, both are good."""
    BOTH_BAD = 5
    """A tie, both are bad."""


OutcomeWord = Literal["left", "right", "tie", "both_good", "both_bad"]
OutcomeLike = Union[Outcome, OutcomeWord]


class Refers(IntEnum):
    """The objects to which the whole numbers of a column refer. They count from zero: hosts that count
    from one add one.
    """

    NONE = 0
    """Nothing: the numbers are what they are."""
    ITEM = 1
    """Ids of items."""
    JUDGE = 2
    """Ids of judges."""
    CONTEXT = 3
    """Ids of contexts."""
    ROW = 4
    """Rows of the input."""
    CLUSTER = 5
    """Ids of clusters."""
    COVARIATE = 6
    """Ids of covariates."""


RefersWord = Literal["none", "item", "judge", "context", "row", "cluster", "covariate"]
RefersLike = Union[Refers, RefersWord]


class Kind(IntEnum):
    """Kind of a name."""

    ITEM = 1
    """Items."""
    JUDGE = 2
    """Judges."""
    CONTEXT = 3
    """Contexts."""
    COVARIATE = 4
    """Covariates."""
    CELL = 5
    """Distinct cells (context, judge, left, right; cluster, order and shares where there are some)."""
    CLUSTER = 6
    """Clusters apart from contexts."""


KindWord = Literal["item", "judge", "context", "covariate", "cell", "cluster"]
KindLike = Union[Kind, KindWord]


class By(IntEnum):
    """Unit of folds, of resampling, of residuals and of influence."""

    DEFAULT = 0
    """The default of the function that takes it."""
    ROW = 1
    """Single comparisons."""
    CONTEXT = 2
    """Contexts, with all their comparisons."""
    PAIR = 3
    """Pairs of items, in both orders."""
    JUDGE = 4
    """Judges, with all their comparisons."""
    CELL = 5
    """Cells, that is a judge, the item on the left and the item on the right. Contexts are added up."""
    ITEM = 6
    """Items, each against all others."""
    JUDGE_ITEM = 7
    """A judge and an item, each judge's answers on the item against all others. Column 12 is a heat
    map of who favours what beyond the model.
    """
    CLUSTER = 8
    """Clusters of the set, with all their comparisons; a comparison without one is in the cluster of
    its context.
    """


ByWord = Literal["default", "row", "context", "pair", "judge", "cell", "item", "judge_item", "cluster"]
ByLike = Union[By, ByWord]


class Strength(IntEnum):
    """Model of the strengths that judges see."""

    POOLED = 0
    """Every judge sees the same scores, S_k(i) = mu_i."""
    SENSITIVITY = 1
    """Judge k sees the scores through a sensitivity of its own, S_k(i) = gamma_k mu_i (judge-aware
    ranking, arXiv:2601.21817). Not convex: the fit starts from pooled Bradley-Terry. Where
    sensitivities must not be negative and some are at zero or (up to 12 judges) just above it,
    other choices of the judges at zero are tried as well, of up to 6 such judges all; still, other
    optima may exist where judges oppose each other. A fit of up to 100 parameters that finds no
    maximum starts 24 times more, and where groups of items are far apart (see restarts).
    """
    DISAGREEMENT = 2
    """Judges share a consensus mu, each with a sensitivity gamma_k of either sign, and disagree with
    it along `rank` directions: S_k(i) = gamma_k mu_i + U_k . V_i (heterogeneous judge-aware
    ranking, arXiv:2605.05073). That is any S, judges x items, of rank `rank` + 1; it is fitted as
    such, and read out in the paper's form: mu the mean of S over judges, gamma of mean one, 1'U =
    0, V'mu = 0, V'V = items I, U'U diagonal, descending; of each column of U the largest element is
    positive. Not convex: the fit starts twice, from the pooled scores with the judges' own
    deviations from them and (up to 1000 parameters) from the judges' own scores, and `restarts`
    times more (with up to 100 parameters 24 times, where it finds no maximum); the best is taken,
    and if it has no finite end there is no estimate ("separated"). Where a judge's votes leave its
    scores open (an item that always wins before it) no finite estimate may exist ("separated"); a
    ridge of .1 makes everything finite. If the order in which items are shown is fixed, what looks
    like disagreement may be a habit of choosing the first: add "by_judge".
    """


StrengthWord = Literal["pooled", "sensitivity", "disagreement"]
StrengthLike = Union[Strength, StrengthWord]


class Position(IntEnum):
    """Effect of being shown first."""

    NONE = 0
    """Being shown first has no effect."""
    SHARED = 1
    """One effect, added to the difference of left and right."""
    BY_JUDGE = 2
    """One effect for every judge."""


PositionWord = Literal["none", "shared", "by_judge"]
PositionLike = Union[Position, PositionWord]


class TieModel(IntEnum):
    """Outcome model: the probabilities of a win, a loss and a tie."""

    BRADLEY_TERRY = 0
    """Bradley-Terry (1952), P(left) = 1 / (1 + exp(-z))."""
    RAO_KUPPER = 1
    """Rao-Kupper (1967), P(left) = 1 / (1 + exp(e - z)), threshold e > 0."""
    DAVIDSON = 2
    """Davidson (1970), left, right and tie in the proportion exp(z/2) : exp(-z/2) : exp(e)."""
    THURSTONE_MOSTELLER = 3
    """Probit: Thurstone (1927, case V) and Mosteller (1951), P(left) = Phi(z), Phi the normal
    distribution. Ties are as under Bradley-Terry; scores, effects and thresholds are in standard
    deviations of a difference, some .6 of the log odds.
    """
    GLENN_DAVID = 4
    """Probit with ties: Glenn and David (1960), P(left) = Phi(z - e), threshold e > 0, as Rao-Kupper
    with normal noise.
    """
    GRADED = 5
    """Graded answers (Rows.grade): P(left by grade l or more) = 1 / (1 + exp(e_l - z)), thresholds 0
    <= e_1 < e_2 < ..., the cumulative logit with thresholds that are equal for both sides (Tutz
    1986; Agresti 1992). The first is the tie threshold, zero where no answer is in the middle; a
    grade that nobody gave is joined with the next. Answers of the set without a grade count as by
    Rao-Kupper. With one grade beside the middle it is Rao-Kupper.
    """


TieModelWord = Literal["bradley_terry", "rao_kupper", "davidson", "thurstone_mosteller", "glenn_david", "graded"]
TieModelLike = Union[TieModel, TieModelWord]


class Target(IntEnum):
    """The target of an estimate where the model does not hold."""

    COMPARISONS = 0
    """Comparisons count alike: pairs that were compared often count for more."""
    PAIRS_EQUALLY = 1
    """Pairs count alike, of those that were compared: every comparison has a weight over how many
    comparisons its pair has (of all judges and contexts, in both orders), at least pair_floor, the
    sum of all as it was. What the model says where it is not right then does not depend on which
    pairs were asked often; a rank that moves is a sign of misfit (Model.goodness).
    """


TargetWord = Literal["comparisons", "pairs_equally"]
TargetLike = Union[Target, TargetWord]


class Ties(IntEnum):
    """Ties under Bradley-Terry and Thurstone-Mosteller."""

    HALF = 0
    """Half a win for each side (a quasi-likelihood; the sandwich covariances account for it)."""
    DROPPED = 1
    """Left out."""


TiesWord = Literal["half", "dropped"]
TiesLike = Union[Ties, TiesWord]


class BothBad(IntEnum):
    """Votes "both bad"."""

    TIE = 0
    """Ties like others."""
    DROPPED = 1
    """Left out."""
    OUTCOME = 2
    """An outcome of their own beside win, loss and tie. Davidson only: left, right, tie and both bad
    in the proportion exp(z/2) : exp(-z/2) : exp(e) : exp(b). Where a score is asked for, both bad
    is half a win for each side, as a tie is.
    """


BothBadWord = Literal["tie", "dropped", "outcome"]
BothBadLike = Union[BothBad, BothBadWord]


class BadThreshold(IntEnum):
    """Threshold b of the outcome both bad."""

    SINGLE = 0
    """One number."""
    ADDITIVE = 1
    """b_ij = b_i + b_j, a number of each item: how readily it is part of a bad pair. Items that never
    were have minus infinity ("tie_limit").
    """


BadThresholdWord = Literal["single", "additive"]
BadThresholdLike = Union[BadThreshold, BadThresholdWord]


class Threshold(IntEnum):
    """Tie threshold."""

    SINGLE = 0
    """One number."""
    BY_JUDGE = 1
    """One number, plus an offset for every judge: "single" with "by_judge"."""
    ADDITIVE = 2
    """e_ij = g_i + g_j, a number of each item: how readily it ties. Does not depend on the order of
    the items. Recommended where items differ in their ties.
    """
    FACTORED = 3
    """e_ij = <G_i, Phi_j> + <G_j, Phi_i>, tie_factors numbers of each item against a fixed orthonormal
    basis Phi, items x tie_factors (Ameli, Zhuang, Stoica and Mahoney, ICLR 2025). Depends on which
    items there are and on the order of their names, by bytes (of a set with ids, on the order of
    the ids): row r of Phi belongs to the item whose name is the r-th. It does not depend on the
    order in which items came to the set.
    """


ThresholdWord = Literal["single", "by_judge", "additive", "factored"]
ThresholdLike = Union[Threshold, ThresholdWord]


class Offsets(IntEnum):
    """Offsets of judges to the tie threshold."""

    NONE = 0
    """None."""
    BY_JUDGE = 1
    """One for each judge."""


OffsetsWord = Literal["none", "by_judge"]
OffsetsLike = Union[Offsets, OffsetsWord]


class Basis(IntEnum):
    """Basis of factored thresholds."""

    COSINE = 0
    """Phi_i0 = 1 / sqrt(m), Phi_ic = sqrt(2/m) cos(pi/m (i + 1/2) c). One factor is the additive
    threshold, and a single threshold is a special case of all.
    """
    PAPER = 1
    """Phi_ic = sqrt(2/m) cos(pi/m (i + 1/2)(c + 1/2)), the paper's. No column is constant, so that a
    single threshold is no special case. The paper's order of items is that of the bytes of their
    names.
    """


BasisWord = Literal["cosine", "paper"]
BasisLike = Union[Basis, BasisWord]


class Link(IntEnum):
    """Link of additive and factored thresholds of Rao-Kupper and Glenn-David."""

    SOFTPLUS = 0
    """The sum is put through log(1 + exp(.)), so that every threshold is positive."""
    LINEAR = 1
    """The sum itself (the paper's model). The fit keeps e >= 0 on every pair that was compared; pairs
    at e = 0 are reported by "tie_limit". On pairs never compared e may be negative.
    """


LinkWord = Literal["softplus", "linear"]
LinkLike = Union[Link, LinkWord]


class BelowZero(IntEnum):
    """Linear thresholds below zero, of pairs never compared."""

    REFUSED = 0
    """Predictions for them are refused (NotIdentifiedError, naming the pair)."""
    ZERO = 1
    """Taken as zero, so that the pair cannot tie."""


BelowZeroWord = Literal["refused", "zero"]
BelowZeroLike = Union[BelowZero, BelowZeroWord]


class Spread(IntEnum):
    """Spread: how noisy the differences of items are."""

    NONE = 0
    """All differences are equally noisy, z = u."""
    DIAGONAL = 1
    """z = u / sqrt(S_ij), S_ij = d_i + d_j, a variance of each item (Thurstone 1927). Not convex:
    small sets may have several optima, mostly with variances of zero. Up to 8 items the fit also
    starts from every item much noisier, and much less noisy, than the others; Model.optima lists
    the optima that were met. With more items ask for restarts. Scores and variances have a scale in
    common, which offsets set; where the votes speak against the offsets it grows without end
    ("separated").
    """
    FACTORS = 2
    """S_ij = d_i + d_j + |Lambda_i - Lambda_j|^2 with spread_factors columns of Lambda. Many optima:
    ask for restarts, and do not take the best for the only one.
    """


SpreadWord = Literal["none", "diagonal", "factors"]
SpreadLike = Union[Spread, SpreadWord]


class Sign(IntEnum):
    """Signs that sensitivities may have."""

    POSITIVE = 0
    """Not negative. A judge who would need a negative one is set to 0 (a boundary)."""
    SIGNED = 1
    """Of either sign. A negative one is a judge opposed to the others."""


SignWord = Literal["positive", "signed"]
SignLike = Union[Sign, SignWord]


class Covariance(IntEnum):
    """Covariance of the estimates."""

    AUTO = 0
    """"clustered_by_context" where contexts repeat, else "sandwich"; "observed" where only a ridge or
    pseudo-comparisons make the scores finite or comparable (weights that are frequencies);
    "expected" at given parameters (Model.given).
    """
    EXPECTED = 1
    """Inverse of the expected (Fisher) information. Right if the model is. With a ridge on
    sensitivities or disagreement the penalty enters by the squares of its first derivatives
    (Gauss-Newton); the part with second derivatives of gamma_k mu_i, which "observed" has, is left
    out.
    """
    OBSERVED = 2
    """Inverse of the observed information (the Hessian)."""
    SANDWICH = 3
    """H^-1 B H^-1 with the squared residuals of every single comparison in B (HC0). Right for
    independent comparisons even where the model is not.
    """
    CLUSTERED_BY_CONTEXT = 4
    """As the sandwich, the residuals of a context summed before they are squared."""
    CLUSTERED_BY_JUDGE = 5
    """As the sandwich, the residuals of a judge summed before they are squared. Trust it with 40
    judges or more.
    """
    SANDWICH_EXPECTED = 6
    """Inverse of the expected information on both sides of B, the sandwich of the judge-aware papers."""
    CLUSTERED_TWO_WAY = 7
    """Clustered by context and by judge at once, the sum of the two less that of their intersection
    (Cameron, Gelbach and Miller 2011); negative eigenvalues, which it may have, become 0.
    """


CovarianceWord = Literal["auto", "expected", "observed", "sandwich", "clustered_by_context", "clustered_by_judge", "sandwich_expected", "clustered_two_way"]
CovarianceLike = Union[Covariance, CovarianceWord]


class Bias(IntEnum):
    """Bias reduction."""

    NONE = 0
    """None, maximum likelihood."""
    FIRTH = 1
    """Firth's (1993), maximum likelihood with Jeffreys' prior. Takes away the bias of order 1/n, and
    keeps scores finite where items never lose, if the comparisons connect them. Pooled
    Bradley-Terry only. Standard errors are those of the data's information at the estimate.
    """


BiasWord = Literal["none", "firth"]
BiasLike = Union[Bias, BiasWord]


class FitProblem(IntFlag):
    """Fit status: the problems of a fit, as bits."""

    OK = 0
    """No diagnostic."""
    DISCONNECTED = 1
    """Items of different components were never compared, not even through others. Scores are relative
    to the mean of their component; an item that was never compared has none (NaN). One rule holds
    for this and all else that the data do not identify ("undetermined"): a number that changes
    along a direction which the data leave open is NaN, and so is its error, whichever function is
    asked. Contrasts of scores or strengths are identified across components if the weights within
    each but one sum to zero.
    """
    SEPARATED = 2
    """No finite estimate exists (some items never lose to the others, or a judge or effect explains
    its votes without error, or thresholds of pairs that never tied run to infinity). Quantities
    that diverge are shown where the fit ended, with infinite standard errors. Differences and
    contrasts (Estimate.contrasts, Estimate.pairs, Model.distances, ...) within a group of items
    that beat each other are those of the limit. One that diverges is plus or minus infinity, with
    an infinite error, where it goes the same way wherever the likelihood grows; where it may go
    either way, as between two items that both always beat a third, it is NaN.
    """
    BOUNDARY = 4
    """Some judges would need a negative sensitivity and have 0."""
    OPPOSED = 8
    """Some sensitivities are negative ("signed" only). Recorded, never an error: a signed fit asks for
    them.
    """
    EQUAL_SCORES = 16
    """All scores are equal, so that sensitivities are not identified."""
    UNDETERMINED = 32
    """Parameters beyond those of "disconnected" are not determined by the data, such as a covariate
    that is constant or a function of the items, or slopes of a judge whose sensitivity is zero; or
    "disagreement" of a rank that its optimum does not have (the message says which one it has;
    accepted, the model is that of this rank). Accepted, numbers that the data do not determine are
    NaN, all others are returned: beside a covariate of items free scores are unknown, but not the
    probabilities of a pair.
    """
    NOT_CONVERGED = 64
    """The solver stopped before the optimum, or at a point where the spread of a pair is zero, which
    is not an optimum.
    """
    ANY = 127
    """For ModelOptions.accept: take any outcome."""
    TIE_LIMIT = 128
    """Tie thresholds at the end of their range, of judges who never tie (or only tie), of items that
    never tied (additive thresholds), of pairs at zero ("linear"); and those of both bad where there
    are no such votes, or none of an item. Recorded, never an error, and so not part of "any".
    """
    HEYWOOD = 256
    """Variances d of some items are zero (Heywood cases): a boundary, where an interval could only be
    one-sided. Recorded, never an error, and so not part of "any".
    """


FitProblemWord = Literal["ok", "disconnected", "separated", "boundary", "opposed", "equal_scores", "undetermined", "not_converged", "any", "tie_limit", "heywood"]
FitProblemLike = Union[FitProblem, FitProblemWord, Iterable[FitProblemWord]]


class Noise(IntEnum):
    """Noise of the differences of items: the link of the outcome model."""

    LOGISTIC = 0
    """Logistic: Bradley-Terry, Rao-Kupper and Davidson. Scores are log odds."""
    NORMAL = 1
    """Normal, probit: Thurstone-Mosteller and Glenn-David."""


NoiseWord = Literal["logistic", "normal"]
NoiseLike = Union[Noise, NoiseWord]


class Stop(IntEnum):
    """Reason why the solver stopped."""

    CONVERGED = 0
    """It converged; the Newton step and decrement vanished."""
    PRECISION = 1
    """The step no longer changes the objective in double precision."""
    DIVERGING = 2
    """The Newton step stays large where the gradient vanishes; the optimum is at infinity."""
    ITERATIONS = 3
    """It came to the end of max_iterations."""
    GIVEN = 4
    """The parameters were given."""


StopWord = Literal["converged", "precision", "diverging", "iterations", "given"]
StopLike = Union[Stop, StopWord]


class Quantity(IntEnum):
    """Quantity of a model: what is asked of it, and its shape."""

    SCORES = 1
    """Quantity, items x 1: scores. With "sensitivity" they are on the scale of the chosen
    normalisation of the sensitivities.
    """
    SENSITIVITIES = 2
    """Quantity, judges x 1: sensitivities gamma. Their intervals are formed on the log scale where
    gamma is positive.
    """
    LOG_SENSITIVITIES = 3
    """Quantity, judges x 1: log gamma; NaN where gamma is not positive."""
    POSITIONS = 4
    """Quantity, 1 x 1 or judges x 1: position effects, positive if being shown first helps."""
    EFFECTS = 5
    """Quantity, coefficients x 1: regression coefficients beta of covariates, and the numbers of items
    of interactions.
    """
    THRESHOLDS = 6
    """Quantity: tie thresholds. "single": 1 x 1, e; with offsets judges x 1, single plus offset.
    "additive": items x 1, g. "factored": items x tie_factors, G under the constraint that Phi'G is
    symmetric (with a tie_ridge as the penalty has it). Offsets of judges then have mean zero.
    """
    STRENGTHS = 7
    """Quantity, judges x items: strengths S_k(i) = gamma_k mu_i, each judge centred; free of any
    normalisation of the sensitivities.
    """
    WIN_RATES = 8
    """Quantity, items x 1: win rates, the mean probability of winning against every other item (ties
    as halves), before a judge of sensitivity one, mean threshold and without position effects. The
    field of a disconnected item is its component. Intervals are formed on the logit scale.
    """
    SHARES = 9
    """Quantity, items x 1: shares exp(mu_i) / sum of exp(mu_j), the scale of Bradley and Terry (1952).
    Intervals are formed on the logit scale.
    """
    THRESHOLD_OFFSETS = 10
    """Quantity, judges x 1: offsets of judges to additive and factored thresholds; with an additive
    threshold or the cosine basis their mean is zero.
    """
    PAIR_THRESHOLDS = 11
    """Quantity, items x items: tie thresholds e_ij of all pairs, on the scale of the outcome model
    (through the link), before an average judge; the diagonal is NaN. Linear ones below zero are
    zero.
    """
    VARIANCES = 12
    """Quantity, items x 1: variances d of a spread. Standard error and interval of a variance of zero
    are NaN, for an interval could only be one-sided.
    """
    SPREADS = 13
    """Quantity, items x items: spreads S_ij of all pairs; the diagonal is NaN. Scores, variances and
    spreads are on the scale where P Sigma P has trace one, P the centring: (1 - 1/m) sum d + |P
    Lambda|^2 = 1 for m items (unless offsets or a spread_ridge set the scale). Intervals are formed
    on the log scale.
    """
    LOG_SPREADS = 14
    """Quantity, items x items: log S_ij."""
    BAD_THRESHOLDS = 15
    """Quantity, 1 x 1 or, with "additive", items x 1: thresholds b of both bad; minus infinity where
    there was no such vote. "outcome" only.
    """
    DISAGREEMENTS = 16
    """Quantity, judges x items: disagreement T = U V', the residual S_k(i) - gamma_k mu_i.
    "disagreement" of rank one or more only, as all that follow of it.
    """
    JUDGE_FACTORS = 17
    """Quantity, judges x rank: U, how strongly each judge takes part in each direction of
    disagreement. NaN where two singular values of T agree, so that their vectors could be turned (T
    itself is determined); standard errors grow without bound on the way there.
    """
    ITEM_FACTORS = 18
    """Quantity, items x rank: V, what each direction of disagreement is about. NaN as for
    "judge_factors".
    """
    DISAGREEMENT_NORMS = 19
    """Quantity, judges x 1: h_k = |T_k|, how much the judge disagrees with the consensus. Intervals
    are formed on the log scale, as of the ratios: where h_k is within its error of zero they are
    wide on both sides.
    """
    PARAMETERS = 23
    """Facts, 1 x p: the raw parameters under the solver's own identifiability constraint; only
    Model.get. Their order, items and judges by id: items scores (and that of the extra item, with
    pseudo); sensitivities of the judges, unless strength is pooled; of each direction of a
    disagreement a number V of every item (and the extra one), then a number U of every judge;
    position effects, one or judges; regression coefficients, in the order of the covariates of the
    fit; of each sensitivity covariate the slopes of the judges; of a spread with k factors the
    roots of the variances, items of them, then items x k coordinates Lambda, row-major; tie
    thresholds, with models of ties: one, items, or items x tie_factors, row-major; their offsets by
    judge; thresholds of both bad, one or items, where that is an outcome; of graded answers the
    steps from each threshold to the next. The anonymous judge is the last judge.
    """
    LOADINGS = 24
    """Facts, items x spread_factors: Lambda, centred and along its principal axes, the longest first,
    the largest entry of each column positive; only Model.get.
    """
    ITEM_COVARIANCE = 25
    """Facts, items x items: P Sigma P, what comparisons determine of the covariance of the items; only
    Model.get.
    """
    ITEM_CORRELATIONS = 26
    """Facts, items x items: correlations of P Sigma P; only Model.get."""
    DISAGREEMENT_RATIOS = 28
    """Quantity, judges x 1: h_k / |gamma_k mu|, disagreement relative to agreement."""
    DISAGREEMENT_SIZES = 29
    """Quantity, rank x 1: singular values of T, descending."""
    SENSITIVITY_SLOPES = 30
    """Quantity, judges x sensitivity covariates: slopes beta of log sensitivities."""
    GRADES = 31
    """Quantity, grades x 1: of "graded" the threshold e of every grade that was given, the lowest
    first; with thresholds by judge that of the mean judge. The first is the tie threshold, zero
    where nobody tied.
    """


QuantityWord = Literal["scores", "sensitivities", "log_sensitivities", "positions", "effects", "thresholds", "strengths", "win_rates", "shares", "threshold_offsets", "pair_thresholds", "variances", "spreads", "log_spreads", "bad_thresholds", "disagreements", "judge_factors", "item_factors", "disagreement_norms", "parameters", "loadings", "item_covariance", "item_correlations", "disagreement_ratios", "disagreement_sizes", "sensitivity_slopes", "grades"]
QuantityLike = Union[Quantity, QuantityWord]


class Warning(IntEnum):
    """Kind of a warning: what column `code` of Model.warnings says."""

    DISCONNECTED = 0
    """Items were never compared, not even through others."""
    SEPARATED = 1
    """Scores diverge: there is no finite estimate."""
    BOUNDARY = 2
    """Judges have sensitivity zero, the end of its range."""
    OPPOSED = 3
    """Judges have a negative sensitivity."""
    EQUAL_SCORES = 4
    """All scores are equal, so that sensitivities are not identified."""
    UNDETERMINED = 5
    """The data do not determine some parameters."""
    NOT_CONVERGED = 6
    """The solver stopped early."""
    PRESENTATION_ORDER = 7
    """Presentation order is tied to the items."""
    POSITION_FOLLOWERS = 8
    """Answers of judges follow the position rather than the items."""
    TIES_DIFFER = 9
    """Judges differ in how often they tie, and the model does not allow for it."""
    TIE_LIMIT = 10
    """Tie thresholds are at the end of their range."""
    BAD_LIMIT = 11
    """Thresholds of both bad are at the end of their range."""
    HEYWOOD = 12
    """Variances of items are zero (Heywood cases)."""
    SEVERAL_OPTIMA = 13
    """The starts of the fit ended at several optima."""
    SINGLE_START = 14
    """A model that may have many optima was started once."""
    NEAR_SEPARATION = 15
    """Items have few wins or few losses: their intervals are rough."""
    WEAK_JUDGES = 16
    """Judges have a sensitivity far below the mean."""
    WEAK_CONSENSUS = 17
    """The judges agree little."""
    DOMINATED_CONSENSUS = 18
    """The consensus is mostly one judge."""
    SIMILAR_DIRECTIONS = 19
    """Directions of disagreement are of nearly the same size."""
    DEPENDENCE = 20
    """Contexts repeat, but standard errors take comparisons as independent."""
    FEW_CLUSTERS = 21
    """Clustered standard errors are of few clusters: corrected by default, too small without a
    correction.
    """
    CLUSTERED = 22
    """Contexts repeat, and standard errors are clustered by them."""
    FEW_VOTES = 23
    """Judges have votes on fewer pairs than they have parameters."""
    PENALTY_DECIDES = 24
    """The penalty, not the data, determines some scores."""
    PENALISED_THRESHOLDS = 25
    """Tie thresholds or the spread are penalised."""
    PENALISED = 26
    """The scores are penalised."""
    EXACT_FIT = 27
    """Comparisons of items are fitted exactly, so that a robust covariance cannot estimate their
    errors.
    """
    PARTLY_ORDERED = 28
    """Only some comparisons have a presentation order, and they alone determine position effects."""
    GRADES_JOINED = 29
    """Nobody gave some grade, which "graded" joined with the next."""


WarningWord = Literal["disconnected", "separated", "boundary", "opposed", "equal_scores", "undetermined", "not_converged", "presentation_order", "position_followers", "ties_differ", "tie_limit", "bad_limit", "heywood", "several_optima", "single_start", "near_separation", "weak_judges", "weak_consensus", "dominated_consensus", "similar_directions", "dependence", "few_clusters", "clustered", "few_votes", "penalty_decides", "penalised_thresholds", "penalised", "exact_fit", "partly_ordered", "grades_joined"]
WarningLike = Union[Warning, WarningWord]


class Normalisation(IntEnum):
    """Normalisation of scores."""

    SUM = 0
    """Scores sum to zero (within each component, if the data are disconnected)."""
    REFERENCE = 1
    """The reference item has score zero."""
    WEIGHTED = 2
    """The weighted mean of the scores is zero."""


NormalisationWord = Literal["sum", "reference", "weighted"]
NormalisationLike = Union[Normalisation, NormalisationWord]


class Scale(IntEnum):
    """Scale of sensitivities."""

    ARITHMETIC = 0
    """Mean one over the judges, without those at the boundary (sensitivity 0) and those who have no
    comparisons (NaN).
    """
    GEOMETRIC = 1
    """Geometric mean one (the papers'). One judge near zero then inflates the standard error of every
    score.
    """
    REFERENCE = 2
    """The reference judge has sensitivity one."""


ScaleWord = Literal["arithmetic", "geometric", "reference"]
ScaleLike = Union[Scale, ScaleWord]


class Intervals(IntEnum):
    """How intervals share the level."""

    MARGINAL = 0
    """Each at the level by itself."""
    BONFERRONI = 1
    """All at once at the level, by Bonferroni. All values that are shown count, also one that has no
    error, such as the item of "reference" or a fixed score: the others' intervals are then a little
    wider than need be. The adjusted tests of Estimate.pairs and Estimate.tests count only those
    that can be made.
    """
    SIMULTANEOUS = 2
    """All at once at the level, by the distribution of the largest |z| of the joint normal
    distribution. Exact for up to three values and for differences of up to three items, and where
    else there is a formula (uncorrelated values, a common factor, correlations of rank two,
    differences of equal variance); else simulated with the seed. Values without a standard error
    (the reference item) are left out. With errors that "auto" has corrected for few clusters: by
    Bonferroni, with Student's quantiles.
    """
    ANYTIME = 3
    """Each at the level by itself, at all looks at growing data together (a confidence sequence:
    Robbins 1970; Waudby-Smith and others 2024): the estimate less and plus k standard errors s, k^2
    = (1 + 1 / r) (log(1 + r) + 2 log(1 / alpha)), r = mixture^2 / s^2. Tests have the logarithm of
    an e-value for a statistic, and p-values that hold whenever one stops. It holds for large
    numbers of independent units (contexts, where comparisons repeat within them, else single
    comparisons), with errors from the sandwich over these, if earlier answers do not choose the
    next pairs. UnsupportedError for fewer than 40 units, unclustered errors where contexts repeat,
    clusters by judge or of two ways, replicates, "cr2", "student", parameters that were given,
    importance weights worth fewer than 40 comparisons, and where a ridge or pseudo-comparisons
    supply more than 1 % of what is known about a value. A value whose error is unknown has the
    whole range for an interval, one whose error is 0 none (NaN).
    """
    ANYTIME_SIMULTANEOUS = 4
    """All that are asked for at once and at all looks, by Bonferroni."""


IntervalsWord = Literal["marginal", "bonferroni", "simultaneous", "anytime", "anytime_simultaneous"]
IntervalsLike = Union[Intervals, IntervalsWord]


class Correction(IntEnum):
    """Correction of clustered covariances for few clusters."""

    AUTO = 0
    """Of 2 to 199 clusters "cr2", with Student's quantiles and Bell and McCaffrey's degrees of
    freedom; or, where CR2 does not exist, "cr1" with Student's quantiles: clusters of two ways,
    sampled errors, nonparametric scores, and clusters of models so large that CR2 would take
    minutes. Else none, and none where intervals hold at all looks. With "auto", comparisons of many
    values at once (ranks, letters, tiers, sets of ranks, single-step tests) take critical values
    from sign flips of what clusters contribute, each statistic with an error of its own (Canay,
    Romano and Shaikh 2017): up to 14 clusters all vectors of signs, beyond them as many as draws
    says (0: 9999) from seed, and the data for one. Intervals of such tests are no shorter than
    where all values are equal. Ranks, letters and tiers go in steps (Romano and Wolf 2005), and
    what follows from established pairs is established. Of fewer clusters than the level needs (6 at
    .95), and with CR1, they are by Bonferroni, with Student's quantiles. The notes of tables say
    which.
    """
    CR1 = 1
    """The factor G / (G - 1), G the number of clusters (CR1); of two ways, each of the three sums has
    its own (Cameron, Gelbach and Miller 2011). Like every correction it needs a clustered
    covariance, else UnsupportedError, and at least two clusters.
    """
    CR2 = 2
    """Bell and McCaffrey (2002), unbiased where the model is right (CR2). The summed scores of a
    cluster are multiplied by (1 - I M)^(-1/2), I its expected information and M the inverse of the
    whole. Directions that a cluster alone determines, such as a judge's own position effect, are
    left out (the generalised inverse of Pustejovsky and Tipton 2018): with any correction, the
    standard errors of values that one cluster determines are meaningless when clustered by it, and
    NaN where only rounding is left of them. Comparisons without a context are clusters of their
    own; with importance weights those of one cell and outcome count as equally heavy. Not with two
    ways.
    """
    JACKKNIFE = 3
    """The jackknife over clusters, each left out by one step of Fisher scoring (CR3): (1 - I M)^(-1),
    and (G - 1) / G times the sum. Cautious, but where clusters are of very unequal size, which the
    degrees of freedom of CR2 know of. Not with two ways.
    """
    NONE = 4
    """None (CR0), which is too sure of itself below 200 clusters or so."""


CorrectionWord = Literal["auto", "cr1", "cr2", "jackknife", "none"]
CorrectionLike = Union[Correction, CorrectionWord]


class Quantiles(IntEnum):
    """Distribution of quantiles."""

    AUTO = 0
    """Student's where errors are corrected for few clusters (by default, or by a correction that is
    asked for), else normal. Degrees of freedom are G - 1, of two ways those of the smaller number
    of clusters; with CR2 and at most 200 clusters those of Bell and McCaffrey (2002), for each
    value its own. Intervals that hold all at once by the distribution of the largest |z| take the
    smallest of all values, ranks that of all differences (of all scores, beyond 2000 pairs).
    Intervals are infinite where there are no degrees of freedom.
    """
    NORMAL = 1
    """Normal."""
    STUDENT = 2
    """Student's; clustered covariances only (else UnsupportedError), without a correction with G - 1
    degrees of freedom.
    """


QuantilesWord = Literal["auto", "normal", "student"]
QuantilesLike = Union[Quantiles, QuantilesWord]


class BootstrapInterval(IntEnum):
    """How replicates become intervals."""

    BCA = 0
    """Quantiles of the replicates, corrected for bias and skewness (BCa, Efron 1987)."""
    PERCENTILE = 1
    """Quantiles of the replicates."""
    BASIC = 2
    """The estimate less the quantiles of the replicates' errors."""
    STUDENTISED = 3
    """As basic, every error in units of its own standard error (bootstrap-t); that is computed in each
    replicate, by the sandwich over the units drawn.
    """


BootstrapIntervalWord = Literal["bca", "percentile", "basic", "studentised"]
BootstrapIntervalLike = Union[BootstrapInterval, BootstrapIntervalWord]


class Errors(IntEnum):
    """How standard errors are computed."""

    AUTO = 0
    """Exact, from a matrix of all parameters, up to 5000 parameters, and as far as its 16 bytes for
    each pair of them fit into max_bytes of the fit. Beyond: exact where the comparison graph is
    long and thin (ladders, tournaments, few anchors), from a sparse factor, and with up to 200
    clusters, each of which is solved for; else sampled. The choice depends on the data and the
    options only, and the notes of the table say it.
    """
    EXACT = 1
    """From a matrix of all parameters, whatever it takes: time grows with the third power of their
    number.
    """
    SAMPLED = 2
    """Sampled: by draws whose covariance is that of the estimate, each by one solution of a sparse
    system. se_mc of the table is the Monte Carlo standard error of each standard error, about 2 %
    of it where items have 20 opponents. Simultaneous intervals are by Sidak's inequality, ranges of
    ranks from simultaneous intervals of the scores, both on the safe side; contrasts, tests and
    functions of up to 64 values are solved for exactly, as is the winner among up to 64 items.
    UnsupportedError, by name, for what draws do not have: clusters of two ways, CR2 and the
    jackknife, bias reduction, given parameters, parameters at a boundary, divergent estimates other
    than scores, covariances of more values, and with judges' sensitivities or spreads what is not a
    sandwich.
    """


ErrorsWord = Literal["auto", "exact", "sampled"]
ErrorsLike = Union[Errors, ErrorsWord]


class Consensus(IntEnum):
    """Consensus of the judges."""

    MEAN = 0
    """The mean of the judges' strengths, mu of the model."""
    PRECISION = 1
    """The mean of the judges' strengths weighted by the inverse of each judge's mean variance, so that
    a judge with imprecise strengths does not dominate. Errors take the weights as known.
    """
    MEDIAN = 2
    """The median of the judges' strengths, item by item; of an even number the mean of the middle two.
    Errors are those of the judges in the middle.
    """


ConsensusWord = Literal["mean", "precision", "median"]
ConsensusLike = Union[Consensus, ConsensusWord]


class Weights(IntEnum):
    """Weights of a replicate."""

    POISSON = 0
    """Independent Poisson weights of mean one, a resample whose size is random. Fast, and for any
    weights of the data.
    """
    MULTINOMIAL = 1
    """Multinomial, as many units as there are, drawn with replacement (Efron 1979)."""
    BAYESIAN = 2
    """Exponential, scaled to their mean (the Bayesian bootstrap, Rubin 1981). No unit drops out, so
    that replicates rarely fail.
    """
    PARAMETRIC = 3
    """None; all comparisons of a cell are drawn anew from the fitted model (parametric bootstrap).
    Whole counts only; Bradley-Terry draws no ties.
    """


WeightsWord = Literal["poisson", "multinomial", "bayesian", "parametric"]
WeightsLike = Union[Weights, WeightsWord]


class Adjustment(IntEnum):
    """Adjustment of p-values for several tests."""

    SINGLE_STEP = 0
    """Single step, by the distribution of the largest statistic of the family (Hothorn, Bretz and
    Westfall 2008): the familywise error rate, exact for the dependence of the estimates.
    """
    NONE = 1
    """None."""
    BONFERRONI = 2
    """Bonferroni, the familywise error rate under any dependence."""
    HOLM = 3
    """Holm (1979), the familywise error rate under any dependence, never weaker than Bonferroni."""
    HOCHBERG = 4
    """Hochberg (1988), the familywise error rate under independence or positive dependence."""
    BENJAMINI_HOCHBERG = 5
    """Benjamini and Hochberg (1995), the false discovery rate under independence or positive
    dependence.
    """
    BENJAMINI_YEKUTIELI = 6
    """Benjamini and Yekutieli (2001), the false discovery rate under any dependence."""
    E_BH = 7
    """The procedure of Benjamini and Hochberg for e-values (Wang and Ramdas 2022): the false discovery
    rate under any dependence. Take the e-values of one look, not the largest so far.
    """
    E_HOLM = 8
    """Holm's procedure for e-values, the closed test by means (Vovk and Wang 2021): the familywise
    error rate under any dependence.
    """


AdjustmentWord = Literal["single_step", "none", "bonferroni", "holm", "hochberg", "benjamini_hochberg", "benjamini_yekutieli", "e_bh", "e_holm"]
AdjustmentLike = Union[Adjustment, AdjustmentWord]


class Family(IntEnum):
    """Family of tests."""

    ALL_PAIRS = 0
    """All pairs of items."""
    TO_REFERENCE = 1
    """Every other item against the reference_item of the options (many to one)."""


FamilyWord = Literal["all_pairs", "to_reference"]
FamilyLike = Union[Family, FamilyWord]


class OutcomeSpace(IntEnum):
    """Outcomes that a likelihood distinguishes."""

    TWO_HALF = 0
    """Left or right, a tie being half of each (Bradley-Terry and Thurstone-Mosteller with "half").
    Where there are ties this is a quasi-likelihood, and criteria compare such models with each
    other only.
    """
    TWO = 1
    """Left or right, ties left out (Bradley-Terry and Thurstone-Mosteller with "dropped")."""
    THREE = 2
    """Left, right or tie (Rao-Kupper, Davidson, Glenn-David)."""
    FOUR = 3
    """Left, right, tie or both bad ("outcome")."""
    GRADES = 4
    """Grades ("graded"): deviance, Pearson's X^2, their degrees of freedom and the log coefficient are
    NaN.
    """


OutcomeSpaceWord = Literal["two_half", "two", "three", "four", "grades"]
OutcomeSpaceLike = Union[OutcomeSpace, OutcomeSpaceWord]


class Test(IntEnum):
    """Test of nested models."""

    LIKELIHOOD_RATIO = 0
    """The likelihood-ratio test."""
    WALD = 1
    """The Wald test, from the larger estimate and its covariance."""
    SCORE = 2
    """Rao's score test, from the smaller estimate."""


TestWord = Literal["likelihood_ratio", "wald", "score"]
TestLike = Union[Test, TestWord]


class Matrix(IntEnum):
    """Match matrix: its entries."""

    PREDICTED = 0
    """Predicted probabilities, for every pair of items whether it was compared or not, before a judge
    of sensitivity one with position effects and covariates of contexts left out. NaN on the
    diagonal, and where the data do not determine the difference of two items.
    """
    OBSERVED = 1
    """Observed proportions. NaN where two items were never compared, and on the diagonal."""
    COUNTS = 2
    """Observed counts."""
    EXPECTED = 3
    """The counts that the model expects among the comparisons it was fitted to."""


MatrixWord = Literal["predicted", "observed", "counts", "expected"]
MatrixLike = Union[Matrix, MatrixWord]


class VuongPenalty(IntEnum):
    """Penalty of Vuong's test."""

    PLAIN = 0
    """The difference of log-likelihoods as it is."""
    AIC = 1
    """Less the difference of dimensions, as in AIC."""
    BIC = 2
    """Less half the difference of dimensions times the logarithm of the number of comparisons, as in
    BIC (Schwarz).
    """


VuongPenaltyWord = Literal["plain", "aic", "bic"]
VuongPenaltyLike = Union[VuongPenalty, VuongPenaltyWord]


class Attack(IntEnum):
    """The change of the data."""

    DROP = 0
    """Votes, judges or contexts are left out."""
    FLIP = 1
    """Votes are reversed, and ties decided."""
    ADD = 2
    """Votes of one kind are added: of a pair (and a judge, if the model has parameters of judges) that
    the data have.
    """


AttackWord = Literal["drop", "flip", "add"]
AttackLike = Union[Attack, AttackWord]


class Agreement(IntEnum):
    """Measure of agreement of two rankings."""

    KENDALL = 0
    """Kendall's tau-b (1945): pairs of items in the same order less those in the opposite order, over
    the root of (pairs not tied in the one) (pairs not tied in the other).
    """
    SPEARMAN = 1
    """Spearman's correlation, of ranks of which ties share the mean."""
    TOP = 2
    """The share that the best k items have in common, |A and B| / k. Items tied at the edge share the
    places that are left in equal parts, and of an item that both have in part the smaller part is
    in common.
    """
    AVERAGE_OVERLAP = 3
    """Average overlap, the mean of "top" over the best 1, 2, ..., k items (Webber, Moffat and Zobel
    2010): disagreement about the best counts most.
    """


AgreementWord = Literal["kendall", "spearman", "top", "average_overlap"]
AgreementLike = Union[Agreement, AgreementWord]


class Distance(IntEnum):
    """Distance of two items."""

    SCORES = 0
    """The absolute difference of two scores, on the scale of the scores."""
    Z = 1
    """|z|, the absolute value of the predictor of a neutral comparison (a judge of sensitivity one, no
    position effect, covariates of contexts equal on both sides): how well comparisons tell two
    items apart. Covariates of items count.
    """
    NOISE = 2
    """Sqrt(S_ij), the standard deviation of the noise in the difference of two items. For models with
    spread only, else UnsupportedError.
    """


DistanceWord = Literal["scores", "z", "noise"]
DistanceLike = Union[Distance, DistanceWord]


class Linkage(IntEnum):
    """Linkage: the dissimilarity of two clusters."""

    AVERAGE = 0
    """The mean dissimilarity over all pairs of items of two clusters (UPGMA)."""
    COMPLETE = 1
    """The largest."""
    SINGLE = 2
    """The smallest."""
    WARD = 3
    """Ward (1963), for Euclidean distances: the root of twice the growth of the sum of squares within
    clusters (R's ward.D2).
    """


LinkageWord = Literal["average", "complete", "single", "ward"]
LinkageLike = Union[Linkage, LinkageWord]


class Cut(IntEnum):
    """How a tree is cut."""

    NUMBER = 0
    """Cut a tree into the given number of clusters."""
    HEIGHT = 1
    """Cut a tree above all merges of at most this height."""


CutWord = Literal["number", "height"]
CutLike = Union[Cut, CutWord]


class Tiering(IntEnum):
    """How items are divided into tiers."""

    SIGNIFICANCE = 0
    """In the order of the scores an item opens a new tier if it is significantly worse than the first
    item of the present one, in the simultaneous comparison of all pairs that Estimate.ranks makes.
    Items of one tier need not be alike: a later one may differ from one in the middle, but no item
    of a tier is significantly worse than its first.
    """
    NUMBER = 1
    """The given number of tiers, with the least sum over items of (score - mean of its tier)^2. Exact
    (Fisher 1958); equal scores stay together.
    """
    GAP = 2
    """A new tier where the score is lower than the one before by more than this."""


TieringWord = Literal["significance", "number", "gap"]
TieringLike = Union[Tiering, TieringWord]


class Alpha(IntEnum):
    """Krippendorff's alpha: the distance of two answers."""

    NOMINAL = 0
    """Any two different answers are equally far apart."""
    ORDINAL = 1
    """A tie lies between the two items, and answers are as far apart as the answers given between them
    are many.
    """


AlphaWord = Literal["nominal", "ordinal"]
AlphaLike = Union[Alpha, AlphaWord]


class Orientation(IntEnum):
    """Krippendorff's alpha: the item from which a pair is seen."""

    BOTH = 0
    """Every pair is counted from both of its items, so that results do not depend on their ids."""
    BY_ID = 1
    """Every pair is counted from the item with the lower id. Where items are shown in the order of
    their ids, agreement because all judges prefer the same position then counts as chance.
    """


OrientationWord = Literal["both", "by_id"]
OrientationLike = Union[Orientation, OrientationWord]


class Dissimilarity(IntEnum):
    """Dissimilarity of rows or columns of a matrix."""

    EUCLIDEAN = 0
    """Rows or columns of a table are apart by the root of the sum of squared differences."""
    CORRELATION = 1
    """The dissimilarity of rows or columns of a table is 1 - correlation."""


DissimilarityWord = Literal["euclidean", "correlation"]
DissimilarityLike = Union[Dissimilarity, DissimilarityWord]


class Verdict(IntFlag):
    """Verdicts on a judge, as bits."""

    WEAK = 1
    """Weak. Its sensitivity is significantly below a share (weak) of the mean of all judges, or is
    held at zero.
    """
    OPPOSED = 2
    """Opposed. Its sensitivity is negative: it prefers what the others do not."""
    POSITION_DRIVEN = 4
    """Position-driven. Its first-position share, that of the item shown first among its votes with a
    winner, is significantly below position or above 1 - position.
    """
    IDIOSYNCRATIC = 8
    """Idiosyncratic. Its disagreement is significantly larger (by the factor idiosyncratic) than its
    part of the consensus. Check first whether it is position-driven and the model has no position
    effects: a preference for a position looks like a preference for items where the order of items
    is always the same.
    """
    REDUNDANT = 16
    """Redundant. Its strengths correlate with those of another judge by more than redundant (0.99),
    and significantly by more than 1 - 10 (1 - redundant) (0.9).
    """
    SELF_PREFERRING = 32
    """Self-preferring. Items of its own family score significantly more with it than the model
    expects.
    """


VerdictWord = Literal["weak", "opposed", "position_driven", "idiosyncratic", "redundant", "self_preferring"]
VerdictLike = Union[Verdict, VerdictWord, Iterable[VerdictWord]]


class Departure(IntEnum):
    """A way to vote otherwise than a model expects: what column `departure` of Model.outliers says."""

    FOR = 0
    """For one item: the difference is shifted in its favour."""
    AGAINST = 1
    """Against one item."""
    LEFT = 2
    """For what is shown first."""
    RIGHT = 3
    """For what is shown second."""
    TIES = 4
    """With more ties."""
    DECIDED = 5
    """With fewer ties."""
    COIN = 6
    """Answers at random: the difference is zero."""
    REVERSE = 7
    """The other way round: the difference has the other sign."""


DepartureWord = Literal["for", "against", "left", "right", "ties", "decided", "coin", "reverse"]
DepartureLike = Union[Departure, DepartureWord]


class Functional(IntEnum):
    """Functional of the probabilities of a label."""

    BORDA = 0
    """Borda, the mean over the other items k of ssym_jk = (s1_jk + s2_kj) / 2, where s1 and s2 are the
    scores of the item shown first and second. Linear in mu: with known propensities free of bias
    whatever the predictor.
    """
    BRADLEY_TERRY = 1
    """Bradley-Terry projection, row means of the log odds l_jk. Variant "antisymmetric" or "paper".
    The bias of second order that the correction leaves grows fast where a score nears 0 or 1: with
    a thousand contexts a poor predictor is not made good.
    """
    RANK_CENTRALITY = 2
    """Rank centrality, the stationary distribution of a walk from losers to winners. Variant "row" or
    "generator".
    """
    SOFTMAX = 3
    """Softmax of the Bradley-Terry projection, which are Plackett-Luce shares. Variants as there."""
    COPELAND = 4
    """Soft Copeland, the mean over k of logistic(z_jk), with the option temperature tau. Variant
    "margin", "half" or "raw".
    """
    KEMENY = 5
    """Values of the given rankings, one for each: sum over pairs j < k of +1/2 or -1/2 (j ahead of k
    or not) times ssym_jk - ssym_kj. Variant "centred" or "offset".
    """
    MISCALIBRATION = 6
    """Miscalibration of a judge by item, the mean loss of its probabilities f over the pairs with the
    item, in both orders. Variant "brier", "score", "cross_entropy" or "kullback_leibler".
    """
    RESTRICTED = 7
    """Bradley-Terry scores with influence values that assume the model mu_jk = logistic(r_j - r_k +
    b); two categories with their usual weights only. Narrower than the projection where the model
    holds, wrong where it does not: with cycles intervals do not cover. Variant "corrected",
    "printed", "efficient" or "efficient_order".
    """
    AGAINST = 8
    """Mean symmetrised score against one item, which the variant is the number of: how often each item
    beats it. The item's own is 1/2 without an error. Linear in mu, as Borda.
    """
    FIELD = 9
    """Mean symmetrised score against the other items, weighted by the option field_weights. Linear in
    mu; with equal weights it is Borda.
    """
    SHARE = 10
    """Smooth share of contexts in which the symmetrised score against an item (the variant) is above
    the option threshold: the mean of logistic((ssym_jb - threshold) / temperature). The share
    itself, and quantiles over contexts, have no estimator with an interval of this kind.
    """
    OWN = 11
    """A function of the caller's own, given by Gars.own; the variant is the number of its values."""


FunctionalWord = Literal["borda", "bradley_terry", "rank_centrality", "softmax", "copeland", "kemeny", "miscalibration", "restricted", "against", "field", "share", "own"]
FunctionalLike = Union[Functional, FunctionalWord]


class LogOdds(IntEnum):
    """Variant of log odds, for "bradley_terry" and "softmax"."""

    ANTISYMMETRIC = 0
    """(logit s1_jk + logit s2_kj - logit s1_kj - logit s2_jk) / 4, which does not depend on the
    numbering of items.
    """
    PAPER = 1
    """(logit s1_jk + logit s2_kj) / 2 for j < k, and minus that for k, as printed. The same where the
    two weights of every category sum to one; elsewhere (the usual weights of 4 and 5 categories)
    scores depend on the numbering of items.
    """


LogOddsWord = Literal["antisymmetric", "paper"]
LogOddsLike = Union[LogOdds, LogOddsWord]


class Centrality(IntEnum):
    """Variant of rank centrality."""

    ROW = 0
    """Rates divided by their sum in every row, as printed. Compresses the scale, is not exact under
    Bradley-Terry, and constant for 2 items, which is UnsupportedError.
    """
    GENERATOR = 1
    """Rates as they are, a chain in continuous time (Negahban, Oh and Shah 2017); exact under
    Bradley-Terry.
    """


CentralityWord = Literal["row", "generator"]
CentralityLike = Union[Centrality, CentralityWord]


class Copeland(IntEnum):
    """Variant of Copeland."""

    MARGIN = 0
    """z_jk = (ssym_jk - ssym_kj) / (2 tau); scores sum to K / 2."""
    HALF = 1
    """z_jk = (ssym_jk - 1/2) / tau."""
    RAW = 2
    """z_jk = (s1_jk - 1/2) / tau, with the item shown first only, as printed."""


CopelandWord = Literal["margin", "half", "raw"]
CopelandLike = Union[Copeland, CopelandWord]


class Kemeny(IntEnum):
    """Variant of Kemeny."""

    CENTRED = 0
    """Zero where all pairs are even."""
    OFFSET = 1
    """As printed, with an offset that depends on the numbering of items."""


KemenyWord = Literal["centred", "offset"]
KemenyLike = Union[Kemeny, KemenyWord]


class Miscalibration(IntEnum):
    """Variant of miscalibration."""

    BRIER = 0
    """Sum of (f - mu)^2 over categories."""
    SCORE = 1
    """The expected Brier score of f, linear in mu."""
    CROSS_ENTROPY = 2
    """Cross entropy, - sum of mu log f; linear in mu."""
    KULLBACK_LEIBLER = 3
    """Kullback-Leibler divergence, sum of mu log(mu / f)."""


MiscalibrationWord = Literal["brier", "score", "cross_entropy", "kullback_leibler"]
MiscalibrationLike = Union[Miscalibration, MiscalibrationWord]


class Restricted(IntEnum):
    """Variant of restricted scores."""

    CORRECTED = 0
    """Variant of restricted scores: equation (47) of the paper times one half, which makes the
    correction right where the order of showing has no effect.
    """
    PRINTED = 1
    """Variant of restricted scores: as printed, twice the right correction."""
    EFFICIENT = 2
    """Variant of restricted scores: corrections weighted by the information of all pairs that may be
    labelled, which is efficient if labels are independent given the context. Needs the propensities
    of all pairs. Has no weights for policies.
    """
    EFFICIENT_ORDER = 3
    """The same with a free effect b of the order in every context; not with unordered pairs."""


RestrictedWord = Literal["corrected", "printed", "efficient", "efficient_order"]
RestrictedLike = Union[Restricted, RestrictedWord]


class Pairs(IntEnum):
    """Which pairs are labelled, and with which propensity."""

    ORDERED = 0
    """(j, k) and (k, j) are labelled each with its own propensity. If every pair occurs in one order
    only (files that store the smaller name first), half of the correction would be missing: the
    estimates are then UnsupportedError.
    """
    ORDERED_UNCHECKED = 1
    """The same without this check."""
    UNORDERED = 2
    """The order has no effect, or is not known. Labels are normalised to j < k by exchanging the first
    two categories, probabilities of the two orders averaged in the same way, and propensities are
    those that the pair is labelled in either order.
    """


PairsWord = Literal["ordered", "ordered_unchecked", "unordered"]
PairsLike = Union[Pairs, PairsWord]


class Clusters(IntEnum):
    """Dependence of contexts."""

    INDEPENDENT = 0
    """Contexts are independent of each other."""
    KEYED = 1
    """Contexts with the same number belong together (rows of one question, several judges), in any
    order and in any shard. Memory grows with the number of clusters.
    """
    TOGETHER = 2
    """The same, but contexts of a cluster come one after the other to one Gars: constant memory. A
    number that comes again later is another cluster.
    """


ClustersWord = Literal["independent", "keyed", "together"]
ClustersLike = Union[Clusters, ClustersWord]


class Estimator(IntEnum):
    """Estimator of a functional."""

    DEBIASED = 0
    """The mean of psi, corrected by labels. One-step estimates may leave the range of their functional
    (a share below 0); they are not cut off.
    """
    PLUGIN = 1
    """The mean of F(mu), what the predictor says by itself. Its standard errors are those of the
    choice of contexts alone: they ignore the mistakes of the predictor.
    """


EstimatorWord = Literal["debiased", "plugin"]
EstimatorLike = Union[Estimator, EstimatorWord]


class Orders(IntEnum):
    """Orders in which labelled pairs were shown."""

    NO_LABELS = 0
    """There is no label."""
    BOTH = 1
    """Some pair was labelled in both orders."""
    ONE = 2
    """Every pair was labelled in one order only, with ten or more labels that repeat the order of
    their pair, which chance would do once in a thousand times.
    """
    UNKNOWN = 3
    """Every pair was labelled in one order only, but labels are too few to tell."""


OrdersWord = Literal["no_labels", "both", "one", "unknown"]
OrdersLike = Union[Orders, OrdersWord]


class SelectionModel(IntEnum):
    """How whether a label was answered may depend on the answer."""

    MARGINAL = 0
    """In every context and pair the odds of answering given the answer are at most gamma times, and at
    least one over gamma times, those not given it (Tan 2006; sharp bounds: Dorn and Guo 2023).
    """
    ODDS = 1
    """The odds of one answer to the other differ by the factor gamma between labels that were and were
    not answered (Rosenbaum 2002); two categories only. A marginal factor gamma is one of at most
    its square here.
    """


SelectionModelWord = Literal["marginal", "odds"]
SelectionModelLike = Union[SelectionModel, SelectionModelWord]


class RatioSet(IntEnum):
    """Fieller's set of ratios."""

    INTERVAL = 0
    """All ratios from lower to upper."""
    COMPLEMENT = 1
    """All ratios up to lower, and from upper on: the denominator may be zero."""
    LINE = 2
    """All ratios: numerator and denominator may both be zero."""


RatioSetWord = Literal["interval", "complement", "line"]
RatioSetLike = Union[RatioSet, RatioSetWord]


class Effect(IntEnum):
    """An effect beside the strengths."""

    POSITION = 0
    """That of being shown in a position, against the mean of all positions."""
    TIE = 1
    """The logarithm of the weight of ties of this many items."""
    COVARIATE = 2
    """One unit of a covariate."""


EffectWord = Literal["position", "tie", "covariate"]
EffectLike = Union[Effect, EffectWord]


class Worst(IntEnum):
    """How the worst item is named."""

    AFTER_BEST = 0
    """After the best, among the rest: the first to leave by exp(-strength)."""
    TOGETHER = 1
    """With the best, by their difference: exp((best - worst) / 2) over all pairs in order (maximum
    difference scaling, Marley and Louviere 2005, whose scale is twice as narrow).
    """


WorstWord = Literal["after_best", "together"]
WorstLike = Union[Worst, WorstWord]


class GroupsAre(IntEnum):
    """The part that groups of tasks have."""

    SAMPLE = 0
    """A sample: groups are the units, and what is said is of groups like these."""
    ALL = 1
    """All that there are: tasks are a sample within each group."""
    IGNORED = 2
    """None: tasks are the units, whatever groups they are in."""


GroupsAreWord = Literal["sample", "all", "ignored"]
GroupsAreLike = Union[GroupsAre, GroupsAreWord]


class Average(IntEnum):
    """Those that count the same in a mean."""

    TASKS = 0
    """Tasks, by their weights."""
    GROUPS = 1
    """Groups of tasks, whatever their sizes."""


AverageWord = Literal["tasks", "groups"]
AverageLike = Union[Average, AverageWord]


class Missing(IntEnum):
    """The stand-in for a missing score."""

    ADDITIVE = 0
    """An additive model of items and tasks, by least squares: an item that was given the easy tasks is
    not the better for it.
    """
    AVAILABLE = 1
    """None: each item has the mean of its own tasks."""
    COMMON = 2
    """None: only tasks count on which all items have a score."""
    NUMBER = 3
    """A number, such as 0 where what is missing has failed."""
    REFUSED = 4
    """None: a board with a hole is DataError."""


MissingWord = Literal["additive", "available", "common", "number", "refused"]
MissingLike = Union[Missing, MissingWord]


class Runs(IntEnum):
    """How the runs of an item on a task make one score."""

    MEAN = 0
    """By their mean."""
    PASS_AT = 1
    """By the probability that at least one of k runs succeeds, 1 - C(R - c, k) / C(R, k) of c
    successes in R runs, which must be 0 or 1 (Chen et al. 2021).
    """
    PASS_ALL = 2
    """By the probability that all of k runs succeed, C(c, k) / C(R, k)."""


RunsWord = Literal["mean", "pass_at", "pass_all"]
RunsLike = Union[Runs, RunsWord]


class Want(IntEnum):
    """Questions about a candidate."""

    BETTER = 0
    """Is it better, by more than the margin?"""
    NOT_WORSE = 1
    """Is it worse by less than the margin?"""
    EQUAL = 2
    """Do the two differ by less than the margin?"""


WantWord = Literal["better", "not_worse", "equal"]
WantLike = Union[Want, WantWord]


class ClaimKind(IntEnum):
    """Claims about the order of items."""

    ABOVE = 0
    """first is above second by more than by: 0, a number, or a negative one, which says that it is not
    worse by as much.
    """
    PARITY = 1
    """first and second differ by less than by."""
    TOP = 2
    """first is among the k best."""
    ORDER = 3
    """Each of items is above the next."""
    GROUPS = 4
    """Each of items is above each of others."""


ClaimKindWord = Literal["above", "parity", "top", "order", "groups"]
ClaimKindLike = Union[ClaimKind, ClaimKindWord]


class Side(IntEnum):
    """Ends of ranges of ranks."""

    BOTH = 0
    """Both."""
    BEST = 1
    """The best rank alone; the worst is the number of items."""
    WORST = 2
    """The worst rank alone; the best is 1."""


SideWord = Literal["both", "best", "worst"]
SideLike = Union[Side, SideWord]


class Ranks(IntEnum):
    """How ranks of disagreement become one answer."""

    AVERAGED = 0
    """Single values are means over ranks; what must hold at once is the union of two ranks."""
    EITHER = 1
    """Intervals and claims are the union of two ranks: that of the least Schwarz criterion, and the
    next.
    """


RanksWord = Literal["averaged", "either"]
RanksLike = Union[Ranks, RanksWord]


class Design(IntEnum):
    """How the pairs that are compared are chosen."""

    FIXED = 0
    """Without looking at answers: at random, by a schedule, by traffic."""
    ADAPTIVE = 1
    """By any rule that looks at earlier answers alone. The model must be right and have a likelihood."""
    DRAWN = 2
    """By draws with known propensities (policy_draw), which may depend on earlier contexts:
    nonparametric scores.
    """


DesignWord = Literal["fixed", "adaptive", "drawn"]
DesignLike = Union[Design, DesignWord]


class Learner(IntEnum):
    """Learner of the probabilities mu."""

    SPLINE = 0
    """Multinomial logit with, for each item shown first and second, cubic splines of the features, an
    intercept for every ordered pair, and coefficients of the predictions. Items and pairs have one
    ridge, and what features and predictions say another, both chosen by held-out log likelihood;
    the second starts where they say nothing, so that noise does no harm. The one to start with.
    """
    FREQUENCIES = 1
    """Shares of the categories among the labels of each pair, drawn towards those of all labels by a
    number of labels, of 0.5 to 500, of which the loss is least where each label is left out of its
    pair. Looks at no features: enough for Borda scores with known propensities, and for no others.
    """
    TREES = 2
    """Small gradient-boosted trees (32 quantile bins, depth 4, Newton leaves, the number of rounds by
    held-out log likelihood).
    """


LearnerWord = Literal["spline", "frequencies", "trees"]
LearnerLike = Union[Learner, LearnerWord]


class Propensity(IntEnum):
    """Learner of the propensities."""

    KNOWN = 0
    """Known, not learnt."""
    FREQUENCIES = 1
    """Frequencies of pairs, with 1/2 added to each count. Right where what is labelled does not depend
    on the context.
    """
    LOGIT = 2
    """Logistic regression on cubic splines of the features: one softmax over the pairs and "none"
    where no context has labels of more than one pair, else each pair by itself.
    """


PropensityWord = Literal["known", "frequencies", "logit"]
PropensityLike = Union[Propensity, PropensityWord]


class SecondOrder(IntEnum):
    """Whether scores that are not linear in mu are corrected to the second order.

    With known propensities psi leaves such a score the bias -E d2F(m)[mu - m, mu - m] / 2, m the
    probabilities that were predicted: mistakes of the learner, squared. At 500 to 2 000 contexts
    that is half an error, and intervals of 95 % hold .87 to .92. Labels of the fold of a context,
    which its learner has not seen, say where it is off: their residuals are regressed on functions
    of pair and context, without the context itself, and d2F(m)[h, that] / 2 is added to psi.
    Standard errors are those of the sum, with the variance of the correction once more.
    """

    AUTO = 0
    """Bradley-Terry scores, their softmax, rank centrality, functions of one's own, and, with a
    temperature of at least 0.05, Copeland and shares are corrected where contexts are independent
    and come with folds of at least 20 labels each. Where they do not, Gars.warnings says so. Scores
    that are linear need no correction; Kullback-Leibler and Brier miscalibration and scores
    restricted to Bradley-Terry have none.
    """
    OFF = 1
    """No correction, and no warning."""
    ON = 2
    """As with "auto", but contexts without folds are NullError, folds of too few labels DataError, and
    clusters UnsupportedError.
    """


SecondOrderWord = Literal["auto", "off", "on"]
SecondOrderLike = Union[SecondOrder, SecondOrderWord]


class ResidualBasis(IntEnum):
    """The functions that residuals are regressed on for the second-order correction."""

    AUTO = 0
    """The full basis, with as many of the features, from the first, as leave five labels of a fold to
    a function; the short one for scores of which that makes errors more than 1.6 times as large as
    without a correction.
    """
    SHORT = 1
    """An indicator of every ordered pair, and splines of the log odds of the score of the item shown
    first. Narrower, and enough for a good learner.
    """
    FULL = 2
    """With polynomials of degree 1 to 3 of all features, for every item."""


ResidualBasisWord = Literal["auto", "short", "full"]
ResidualBasisLike = Union[ResidualBasis, ResidualBasisWord]


class Drawing(IntEnum):
    """How pairs of a context are drawn."""

    INDEPENDENT = 0
    """Every pair of a context by itself, so that a context may have several labels or none."""
    ONE_PAIR = 1
    """At most one pair of a context; the propensities of a context sum to no more than 1."""


DrawingWord = Literal["independent", "one_pair"]
DrawingLike = Union[Drawing, DrawingWord]


class PolicyStatus(IntEnum):
    """Status of a policy."""

    ACTIVE = 0
    """The budget is spent."""
    FLOOR = 1
    """The floor alone spends the budget; all propensities are at the floor and lambda is infinite. A
    budget below that is refused.
    """
    SLACK = 2
    """The budget is more than can be spent to any use; lambda is 0."""


PolicyStatusWord = Literal["active", "floor", "slack"]
PolicyStatusLike = Union[PolicyStatus, PolicyStatusWord]


class Criterion(IntEnum):
    """Criterion of the next comparisons."""

    SCORES = 0
    """The sum of the variances of the scores is to become small (A-optimal). Scores sum to zero."""
    DETERMINANT = 1
    """The determinant of the covariance of the scores (D-optimal), without the direction in which all
    scores move alike. Its logarithm is reported.
    """
    DIFFERENCE = 2
    """The variance of the difference of two items (c-optimal)."""
    BOUNDARY = 3
    """The variance of the difference of the items ranked k and k + 1 by their scores."""


CriterionWord = Literal["scores", "determinant", "difference", "boundary"]
CriterionLike = Union[Criterion, CriterionWord]


class EloScale(IntEnum):
    """Scale of Elo."""

    LOGISTIC = 0
    """Of the mean result s, from 0 to 1: s = 1 / (1 + 10^(-elo / 400))."""
    NORMALIZED = 1
    """Of the mean result less one half, in standard deviations of the result of one comparison: that
    times 800 / ln 10. It does not depend on how many ties there are.
    """


EloScaleWord = Literal["logistic", "normalized"]
EloScaleLike = Union[EloScale, EloScaleWord]


class Decision(IntEnum):
    """The result of a sequential test."""

    OPEN = 0
    """Go on."""
    H1 = 1
    """Stop: the candidate is at least elo1 better (H1 is accepted)."""
    H0 = -1
    """Stop: the candidate is at most elo0 better (H0 is accepted)."""


DecisionWord = Literal["open", "h1", "h0"]
DecisionLike = Union[Decision, DecisionWord]


class Chart(IntEnum):
    """The drawing of a matrix of numbers."""

    INTERVALS = 0
    """A row of each row: a point at its value, its interval, and the number in digits; a plot of each
    column.
    """
    MATRIX = 1
    """A cell of each number, the darker the farther from zero: rank probabilities, comparisons of
    pairs.
    """
    POINTS = 2
    """A point of each row, whose two columns are its places across and up: maps, judges."""
    LINES = 3
    """A line of each row through its columns: ranks from look to look."""
    TREE = 4
    """The tree of tree_cluster. Rows are its merges, in three columns: left_cluster, right_cluster,
    height.
    """


ChartWord = Literal["intervals", "matrix", "points", "lines", "tree"]
ChartLike = Union[Chart, ChartWord]

JUDGE_WISE = -1
"""Scores of judges: each judge's own, from its own votes alone."""

HISTOGRAM_LENGTH = 16386
"""How many doubles a histogram of policy_histogram is."""

__all__ = [
    "Status",
    "StatusLike",
    "StatusWord",
    "Type",
    "TypeLike",
    "TypeWord",
    "Outcome",
    "OutcomeLike",
    "OutcomeWord",
    "Refers",
    "RefersLike",
    "RefersWord",
    "Kind",
    "KindLike",
    "KindWord",
    "By",
    "ByLike",
    "ByWord",
    "Strength",
    "StrengthLike",
    "StrengthWord",
    "Position",
    "PositionLike",
    "PositionWord",
    "TieModel",
    "TieModelLike",
    "TieModelWord",
    "Target",
    "TargetLike",
    "TargetWord",
    "Ties",
    "TiesLike",
    "TiesWord",
    "BothBad",
    "BothBadLike",
    "BothBadWord",
    "BadThreshold",
    "BadThresholdLike",
    "BadThresholdWord",
    "Threshold",
    "ThresholdLike",
    "ThresholdWord",
    "Offsets",
    "OffsetsLike",
    "OffsetsWord",
    "Basis",
    "BasisLike",
    "BasisWord",
    "Link",
    "LinkLike",
    "LinkWord",
    "BelowZero",
    "BelowZeroLike",
    "BelowZeroWord",
    "Spread",
    "SpreadLike",
    "SpreadWord",
    "Sign",
    "SignLike",
    "SignWord",
    "Covariance",
    "CovarianceLike",
    "CovarianceWord",
    "Bias",
    "BiasLike",
    "BiasWord",
    "FitProblem",
    "FitProblemLike",
    "FitProblemWord",
    "Noise",
    "NoiseLike",
    "NoiseWord",
    "Stop",
    "StopLike",
    "StopWord",
    "Quantity",
    "QuantityLike",
    "QuantityWord",
    "Warning",
    "WarningLike",
    "WarningWord",
    "Normalisation",
    "NormalisationLike",
    "NormalisationWord",
    "Scale",
    "ScaleLike",
    "ScaleWord",
    "Intervals",
    "IntervalsLike",
    "IntervalsWord",
    "Correction",
    "CorrectionLike",
    "CorrectionWord",
    "Quantiles",
    "QuantilesLike",
    "QuantilesWord",
    "BootstrapInterval",
    "BootstrapIntervalLike",
    "BootstrapIntervalWord",
    "Errors",
    "ErrorsLike",
    "ErrorsWord",
    "Consensus",
    "ConsensusLike",
    "ConsensusWord",
    "Weights",
    "WeightsLike",
    "WeightsWord",
    "Adjustment",
    "AdjustmentLike",
    "AdjustmentWord",
    "Family",
    "FamilyLike",
    "FamilyWord",
    "OutcomeSpace",
    "OutcomeSpaceLike",
    "OutcomeSpaceWord",
    "Test",
    "TestLike",
    "TestWord",
    "Matrix",
    "MatrixLike",
    "MatrixWord",
    "VuongPenalty",
    "VuongPenaltyLike",
    "VuongPenaltyWord",
    "Attack",
    "AttackLike",
    "AttackWord",
    "Agreement",
    "AgreementLike",
    "AgreementWord",
    "Distance",
    "DistanceLike",
    "DistanceWord",
    "Linkage",
    "LinkageLike",
    "LinkageWord",
    "Cut",
    "CutLike",
    "CutWord",
    "Tiering",
    "TieringLike",
    "TieringWord",
    "Alpha",
    "AlphaLike",
    "AlphaWord",
    "Orientation",
    "OrientationLike",
    "OrientationWord",
    "Dissimilarity",
    "DissimilarityLike",
    "DissimilarityWord",
    "Verdict",
    "VerdictLike",
    "VerdictWord",
    "Departure",
    "DepartureLike",
    "DepartureWord",
    "Functional",
    "FunctionalLike",
    "FunctionalWord",
    "LogOdds",
    "LogOddsLike",
    "LogOddsWord",
    "Centrality",
    "CentralityLike",
    "CentralityWord",
    "Copeland",
    "CopelandLike",
    "CopelandWord",
    "Kemeny",
    "KemenyLike",
    "KemenyWord",
    "Miscalibration",
    "MiscalibrationLike",
    "MiscalibrationWord",
    "Restricted",
    "RestrictedLike",
    "RestrictedWord",
    "Pairs",
    "PairsLike",
    "PairsWord",
    "Clusters",
    "ClustersLike",
    "ClustersWord",
    "Estimator",
    "EstimatorLike",
    "EstimatorWord",
    "Orders",
    "OrdersLike",
    "OrdersWord",
    "SelectionModel",
    "SelectionModelLike",
    "SelectionModelWord",
    "RatioSet",
    "RatioSetLike",
    "RatioSetWord",
    "Effect",
    "EffectLike",
    "EffectWord",
    "Worst",
    "WorstLike",
    "WorstWord",
    "GroupsAre",
    "GroupsAreLike",
    "GroupsAreWord",
    "Average",
    "AverageLike",
    "AverageWord",
    "Missing",
    "MissingLike",
    "MissingWord",
    "Runs",
    "RunsLike",
    "RunsWord",
    "Want",
    "WantLike",
    "WantWord",
    "ClaimKind",
    "ClaimKindLike",
    "ClaimKindWord",
    "Side",
    "SideLike",
    "SideWord",
    "Ranks",
    "RanksLike",
    "RanksWord",
    "Design",
    "DesignLike",
    "DesignWord",
    "Learner",
    "LearnerLike",
    "LearnerWord",
    "Propensity",
    "PropensityLike",
    "PropensityWord",
    "SecondOrder",
    "SecondOrderLike",
    "SecondOrderWord",
    "ResidualBasis",
    "ResidualBasisLike",
    "ResidualBasisWord",
    "Drawing",
    "DrawingLike",
    "DrawingWord",
    "PolicyStatus",
    "PolicyStatusLike",
    "PolicyStatusWord",
    "Criterion",
    "CriterionLike",
    "CriterionWord",
    "EloScale",
    "EloScaleLike",
    "EloScaleWord",
    "Decision",
    "DecisionLike",
    "DecisionWord",
    "Chart",
    "ChartLike",
    "ChartWord",
    "JUDGE_WISE",
    "HISTOGRAM_LENGTH",
]
