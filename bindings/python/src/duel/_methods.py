"""Options, facts and rows of tables as types, and the methods that need no thought.

Written by `cargo xtask interface` from duel.json; do not edit it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping, NamedTuple, Optional, Sequence, Tuple, TypedDict, Union

from . import _constants
from ._call import call
from ._handles import Handle
from ._structs import Facts

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from typing_extensions import Self, Unpack

    from ._call import Cancel, Progress, ProgressLike
    from .ballots import Ballots
    from .board import Board
    from .bootstrap import Bootstrap
    from .estimate import Estimate
    from .gars import Gars
    from .model import Model
    from .monitor import Monitor
    from .nuisance import Nuisance
    from .ranking import Ranking
    from .set import Set
    from ._constants import *
    from .table import Table


class TableFacts(Facts):
    """Facts about a table: its size, and what it was computed with.

    Attributes:
        rows: Rows.
        columns: Columns.
        level: Level of the intervals; NaN: there are none.
        intervals: "marginal", ...; -1: there are none.
        covariance: The covariance behind standard errors, "sandwich", ...; -1: there are none.
        quantiles: "normal" or "student"; -1: there are none.
        df: Degrees of freedom; NaN where there are none, or where each value has its own.
        replicates: Replicates behind the numbers; NaN: there are none.
        title: A title for readers; its wording is not stable.
        notes: Sentences for readers, each on a line; "" where there is nothing to say. Their
            wording is not stable.
    """

    _struct = "duel_table_facts"
    rows: int
    columns: int
    level: float
    intervals: Optional[Intervals]
    covariance: Optional[Covariance]
    quantiles: Optional[Quantiles]
    df: float
    replicates: float
    title: str
    notes: str


class PrintOptions(TypedDict, total=False):
    """How a table is printed.

    Keys:
        digits: Significant digits of numbers, 1 to 17; 0: 4.
        rows: Rows to print at most, a last line saying how many are left out; 0: all.
    """

    digits: Optional[int]
    rows: Optional[int]


class SetFacts(Facts):
    """Facts about a set.

    Attributes:
        items: Items.
        judges: Judges, the anonymous one not counted.
        has_anonymous: True: some comparisons have no judge. Tables by judge then have a row for the
            anonymous judge, after the others.
        importance: True: weights are importance weights.
        contexts: Contexts.
        repeated_contexts: Contexts with more than one comparison.
        covariates: Covariates.
        cells: Distinct cells (context, judge, left, right).
        comparisons: Comparisons, a sum of weights.
        left_wins: Those that prefer the left, of comparisons with a presentation order.
        right_wins: Those that prefer the right, of comparisons with a presentation order.
        plain_ties: Ties that do not say whether both are good or bad.
        both_good: Both good.
        both_bad: Both bad.
        effective: Effective number of comparisons (Kish's), that of the comparisons unless weights
            are importance weights.
        clusters: Clusters apart from contexts.
        unordered: Comparisons without a presentation order.
        unordered_wins: Those of them that prefer one of the items; they are in neither left_wins
            nor right_wins.
        has_split: True: some judgements are split between answers.
    """

    _struct = "duel_set_facts"
    items: int
    judges: int
    has_anonymous: bool
    importance: bool
    contexts: int
    repeated_contexts: int
    covariates: int
    cells: int
    comparisons: float
    left_wins: float
    right_wins: float
    plain_ties: float
    both_good: float
    both_bad: float
    effective: float
    clusters: int
    unordered: float
    unordered_wins: float
    has_split: bool


class ModelOptions(TypedDict, total=False):
    """How to fit. None in place of the options means all defaults: pooled Bradley-Terry, ties as
    halves.

    The model of one comparison by judge k, i shown first, j second: u = S_k(i) - S_k(j) +
    position_k + (x_left - x_right)' beta (+ c' beta, c of the context) + offsets + c' (delta_i -
    delta_j), z = u / sqrt(spread_ij), P(left), P(right), P(tie) = outcome(z, threshold_ij +
    threshold_k); with both bad as an outcome also P(both bad), of the threshold b_ij besides.

    Keys:
        strength: "pooled" (default), "sensitivity" or "disagreement".
        position: "none" (default), "shared" or "by_judge".
        tie_model: "bradley_terry" (default), "rao_kupper" or "davidson"; with probit
            "thurstone_mosteller" or "glenn_david".
        ties: "half" (default) or "dropped"; Bradley-Terry and Thurstone-Mosteller only.
        both_bad: "tie" (default), "dropped" or, with Davidson, "outcome".
        threshold: "single" (default), "by_judge", "additive" or "factored"; models with ties only.
        sign: "positive" (default) or "signed"; "sensitivity" only.
        covariance: The model's own covariance, "auto" (default), ...; inference may ask for
            another.
        accept: Problems to take rather than refuse: bits "disconnected", ... or "any".
        max_iterations: Most outer iterations; 0: 200. A fit of judges with at most 100 parameters
            that was stopped by 200 or more of them goes on for up to ten times as many, to tell
            strengths that diverge from those that are slow to find.
        covariates: Names of the covariates that enter the model, each as left minus right. A
            covariate of contexts alone adds to the position effect, beta times its value, and
            without a position effect is refused (UnsupportedError).
        fixed_scores: None, or one number for every item of the set: NaN leaves the score free, a
            finite number fixes it (to link a leaderboard to an older one, or, all zero, to explain
            scores by covariates alone). "pooled" only.
        ridge: Penalty on centred strengths: 0.5 ridge |mu - mean|^2 for pooled strength, a normal
            prior of variance 1/ridge; 0.5 ridge sum_k |S_k - mean|^2 with sensitivities and
            disagreement; 0: none. Makes scores finite and shrinks them towards each other.
            Penalties are part of the information matrices, not of the squared residuals between
            them. Where the data alone would not determine the scores, "auto" is therefore
            "observed".
        pseudo: Pseudo-comparisons: every item wins and loses this often against one more item,
            whose score is estimated too, as votes on that item would be: by the model of two
            outcomes with the same link (Bradley-Terry, under probit Thurstone-Mosteller) without
            position, covariates or ties; split evenly over the judges where strengths differ by
            judge; 0: none. Makes scores finite and connects the graph.
        tolerance: Converged when the Newton step changes no u by more than this; 0: 1e-8. That step
            is taken all the same, unless it changes no u by 1e-4 of this: the error is about its
            square, or below 1e-4 of this.
        max_bytes: Refuse (OutOfMemoryError) a call that would take more bytes, and calls about the
            model that would; those that certainly would are refused before they begin. A call
            passes it by no more than 64 KiB and 4 KiB a thread; the first product of matrices in a
            thread takes 4 MiB, which the thread keeps. 0: half of the memory of the control group
            or, without one, of the machine, which is also the limit of all calls without a fit (on
            Linux; elsewhere there is none).
        cancel: None, or a token that stops the fit.
        progress: None, or called at every iteration.
        start: None, or a model to start from: its values for items, judges and covariates of the
            same names. After 0.1 % more data a fit then takes half the steps (3, not 6); plain
            Bradley-Terry takes 3 from any start, and where many items are new a start from the data
            takes fewer. The result does not depend on the start, except where there are several
            optima. A model is ignored if its scores diverged, if the votes are no more probable at
            it than at the start from the data, or if no estimate is found from it.
        offsets: Names of covariates that enter u with coefficient one, as left minus right: known
            handicaps, or older scores as covariates of items.
        bias_reduction: "none" (default) or "firth".
        threshold_offsets: "none" (default) or "by_judge": every judge adds an offset of its own to
            the tie threshold, of any form.
        tie_factors: Factors k of "factored", 1 to the number of items less one (at most 64); else
            0.
        tie_basis: "cosine" (default) or "paper"; "factored" only.
        tie_link: "softplus" (default) or "linear"; additive and factored thresholds of Rao-Kupper
            only.
        below_zero: "refused" (default) or "zero"; "linear" only.
        tie_ridge: Penalty on the parameters of additive and factored thresholds: 0.5 tie_ridge
            times the sum of their squares after the direction nearest to a common threshold of all
            pairs is removed (for additive ones and the cosine basis the mean of the first column);
            0: no penalty. Keeps thresholds of pairs that never tied finite, and many factors from
            overfitting (1 to 10 for the 2024 Arena counts).
        spread: "none" (default), "diagonal" or "factors"; "pooled" only.
        spread_factors: Columns of Lambda for "factors", 1 to the number of items less one (at most
            64); else 0.
        spread_ridge: Penalty on the spread: 0.5 spread_ridge times the sum over items of (log 2
            d)^2 and of the squares of Lambda about its column means, a prior for S around one, no
            spread; 0: none. Keeps variances from zero, and sets the scale of the scores, which are
            then not rescaled.
        restarts: Further starts of a model with a spread, with sensitivities or with disagreement,
            each from its own random values of these; 0: none. With any, and where no maximum is
            found, models of judges of up to 100 parameters (of sets for which that takes a second
            at most) also start from up to ten points where two groups of items are far apart for
            one judge. The best end of all starts is taken, of those as good a regular one. If it is
            not regular, no start met a maximum of the likelihood, and the problems of the fit say
            why ("separated", "not_converged"). Model.optima lists the optima that were met.
        threads: Threads for the starts or, within a single one, for sums over cells (from 65536
            cells; at most four then) and for factors of more than 640 parameters; 0: one. The
            result is the same for any number. With several starts progress is the share of those
            that are done; cancelling ends the fit inside a start.
        seed: Seed of the random starts; 0 is a seed like others.
        bad_threshold: "single" (default) or "additive"; "outcome" only.
        rank: Rank of "disagreement", 0 to min(judges - 1, items - 2), of two judges or more: one
            judge has no one to disagree with, and is refused at rank 0, too. Else 0.
        sensitivity_covariates: Names of covariates of contexts that every judge's sensitivity
            depends on: gamma_k exp(beta_k . x), beta_k slopes of the judge's own (arXiv:2601.21817,
            the extension by length). x is as it was given: standardise it, and gamma_k is the
            sensitivity in an average context. Slopes that the votes do not tell are "undetermined",
            which names the judges: of a judge whose sensitivity is zero, and of a covariate whose
            standard deviation over a judge's comparisons is less than a twentieth of its mean
            there. "sensitivity" and "disagreement" only.
        target: "comparisons" (default) or "pairs_equally". Where pairs count equally comparisons
            have weights: covariances are sandwiches, and what needs a likelihood of votes, counts
            to simulate or replicates is UnsupportedError; so are looks of a monitor, as the weights
            at one look depend on what is compared by the next.
        pair_floor: "pairs_equally": pairs with fewer comparisons than this count for less; 0: 50.
        interactions: Names of covariates of contexts that items differ in, such as the category of
            a prompt as zeros and ones: adds x (delta_left - delta_right), x of the context and
            delta a number of each item. Scores are then those of a context in which the covariates
            are zero. "effects" reads the deltas after the coefficients of covariates, all items of
            the first interaction first.
        interaction_ridge: Penalty on interactions: 0.5 interaction_ridge times the sum of the
            squares of all deltas, a normal prior of variance 1 / interaction_ridge; 0: 1. Without a
            penalty they would not be identified beside the scores.
    """

    strength: Optional[StrengthLike]
    position: Optional[PositionLike]
    tie_model: Optional[TieModelLike]
    ties: Optional[TiesLike]
    both_bad: Optional[BothBadLike]
    threshold: Optional[ThresholdLike]
    sign: Optional[SignLike]
    covariance: Optional[CovarianceLike]
    accept: Optional[FitProblemLike]
    max_iterations: Optional[int]
    covariates: Optional[Sequence[str]]
    fixed_scores: Optional[Union[ArrayLike, Mapping[str, float]]]
    ridge: Optional[float]
    pseudo: Optional[float]
    tolerance: Optional[float]
    max_bytes: Optional[int]
    cancel: Optional[Cancel]
    progress: Optional[ProgressLike]
    start: Optional[Model]
    offsets: Optional[Sequence[str]]
    bias_reduction: Optional[BiasLike]
    threshold_offsets: Optional[OffsetsLike]
    tie_factors: Optional[int]
    tie_basis: Optional[BasisLike]
    tie_link: Optional[LinkLike]
    below_zero: Optional[BelowZeroLike]
    tie_ridge: Optional[float]
    spread: Optional[SpreadLike]
    spread_factors: Optional[int]
    spread_ridge: Optional[float]
    restarts: Optional[int]
    threads: Optional[int]
    seed: Optional[int]
    bad_threshold: Optional[BadThresholdLike]
    rank: Optional[int]
    sensitivity_covariates: Optional[Sequence[str]]
    target: Optional[TargetLike]
    pair_floor: Optional[float]
    interactions: Optional[Sequence[str]]
    interaction_ridge: Optional[float]


class ModelFacts(Facts):
    """Facts about a fit.

    Attributes:
        problems: Bits "disconnected", ...; "ok" if there is none.
        stop: "converged", ...
        iterations: Outer iterations.
        covariance: The covariance that "auto" stands for in this model.
        strength: The choices: "pooled", ...
        position: "none", ...
        tie_model: "bradley_terry", ...
        ties: "half", ...
        both_bad: "tie", ...
        threshold: "single", ...
        items: Items.
        judges: Judges of the model: those of the set, and the anonymous one as the last if it
            judged.
        contexts: Contexts of the set.
        cells: Cells (judge, left, right, as far as the model tells them apart).
        dimension: Identified dimension: the rank of the derivatives of all comparisons' predictors
            in the free parameters. What a penalty alone holds is no part of it.
        comparisons: Comparisons used: the sum of weights, or Kish's effective number of importance
            weights, sum of weights squared over sum of squares; votes that the model does not read
            have no part in either.
        log_likelihood: Log-likelihood of the data, without multinomial coefficients, penalty and
            pseudo-comparisons.
        objective: The objective: negative log-likelihood plus penalty and pseudo-comparisons.
        gradient: Largest element of the gradient at the end.
        decrement: Newton decrement at the end, sqrt(g' H^-1 g): the distance to the optimum in
            standard errors of the observed information.
        step: Largest change of any z or e in the last full Newton step; NaN where no full step was
            taken, because a variance stays near zero.
        curvature: Smallest eigenvalue of the Hessian on the identified space, NaN where it was not
            computed.
        threshold_offsets: "none" or "by_judge".
        tie_factors: Factors of the tie threshold, 0 if it has none.
        tie_basis: "cosine", ...
        tie_link: "softplus", ...
        spread: "none", ...
        spread_factors: Columns of Lambda, 0 if there are none.
        starts: Starts of the fit; 0 where the parameters were given.
        optima: Distinct optima that they met: the rows of Model.optima.
        bad_threshold: "single" or "additive".
        rank: Rank of the disagreement of judges.
        consensus: |mu| sqrt(judges) / |S|: 1 if all judges agree but for noise, near 0 if the
            consensus is what is left over from judges who cancel each other; NaN for pooled
            strength.
        clusters: Clusters of the set apart from contexts.
        outcomes: Outcomes that a comparison may have: 2 (left, right), 3 (tie) or 4 (both bad).
        noise: "logistic" or "normal".
    """

    _struct = "duel_model_facts"
    problems: Optional[FitProblem]
    stop: Optional[Stop]
    iterations: int
    covariance: Optional[Covariance]
    strength: Optional[Strength]
    position: Optional[Position]
    tie_model: Optional[TieModel]
    ties: Optional[Ties]
    both_bad: Optional[BothBad]
    threshold: Optional[Threshold]
    items: int
    judges: int
    contexts: int
    cells: int
    dimension: int
    comparisons: float
    log_likelihood: float
    objective: float
    gradient: float
    decrement: float
    step: float
    curvature: float
    threshold_offsets: Optional[Offsets]
    tie_factors: int
    tie_basis: Optional[Basis]
    tie_link: Optional[Link]
    spread: Optional[Spread]
    spread_factors: int
    starts: int
    optima: int
    bad_threshold: Optional[BadThreshold]
    rank: int
    consensus: float
    clusters: int
    outcomes: int
    noise: Optional[Noise]


class InferenceOptions(TypedDict, total=False):
    """How to infer. None means all defaults: 95 % marginal intervals, the model's covariance, scores
    that sum to zero. Every function says which fields it reads, and refuses the others where they
    are set (UnsupportedError, naming the field).

    Keys:
        covariance: "auto" (default: the model's own), or another.
        intervals: "marginal" (default), "bonferroni", "simultaneous", "anytime" or
            "anytime_simultaneous" (the last two not in all functions: else UnsupportedError).
            Estimate.ranks is always simultaneous: there 0 means "simultaneous", and "anytime" is
            that of all pairs at once.
        normalisation: "sum" (default), "reference" or "weighted"; for scores.
        scale: "arithmetic" (default), "geometric" or "reference"; with sensitivities.
        reference_item: Item of "reference", zero-based.
        reference_judge: Judge of "reference", zero-based.
        weights: Weights of "weighted", one for every item, not negative, not all zero.
        level: Level of the intervals; 0: 0.95.
        unit: Scores are multiplied by this, a positive number; 0: 1 (logits). 400 / log(10) =
            173.7178 gives Elo-like points.
        origin: Added to scores after multiplying, such as 1000.
        seed: Seed of simulated critical values; 0 is a seed like any other.
        draws: Draws of simulated critical values, at least 10 / (1 - level). 0: as many as leave
            the coverage a standard error of 0.001 or less, 47500 at level 0.95 (level (1 - level)
            1e6, but 10000 to 10000000); and 10000 for Model.rank_probabilities (1000 where each is
            solved for).
        ignore_position: For Model.predict, True: leave position effects out, as if shown in both
            orders.
        threads: Threads to use; 0: one. Results do not depend on it.
        cancel: None, or a token that stops the work.
        progress: None, or called now and then.
        correction: With a clustered covariance: "auto" (default), "cr1", "cr2", "jackknife" or
            "none".
        quantiles: "auto" (default), "normal" or "student".
        contexts: For Model.predict: None, or a set in which contexts and covariates are looked up
            instead of the model's data, with items and judges matched by name; to predict in new
            contexts. Such a set needs names and covariates, no comparisons.
        bootstrap: None, or replicates of this model (Bootstrap.new), from which standard errors,
            intervals, ranks and tests are then taken. covariance, correction and quantiles are
            ignored.
        bootstrap_interval: How replicates become intervals: "bca" (default), "percentile", "basic",
            "studentised". With "simultaneous": the estimate less and plus its standard error times
            the quantile of the largest error in standard errors ("studentised": every replicate's
            own).
        errors: How standard errors are computed: "auto" (default), "exact" or "sampled".
        mixture: For what holds at all looks: the size of a difference that matters, tau, in the
            unit of the quantity, on the scale of its intervals (log for sensitivities and
            variances, logit for probabilities, win rates and shares). Choose it before the data it
            is used on; it matters little. 0: 0.5 for scores (before the unit), position effects,
            thresholds, effects of covariates, strengths, and all on a log or logit scale, 0.05 for
            Borda scores and contrasts of win rates; of all else ArgumentError.
        error_draws: Draws of sampled standard errors, 16 to 1000000; 0: as many as make their Monte
            Carlo error 2 % (in root mean square), at most 200. The error falls with the root of the
            draws.
    """

    covariance: Optional[CovarianceLike]
    intervals: Optional[IntervalsLike]
    normalisation: Optional[NormalisationLike]
    scale: Optional[ScaleLike]
    reference_item: Optional[Union[int, str]]
    reference_judge: Optional[Union[int, str]]
    weights: Optional[ArrayLike]
    level: Optional[float]
    unit: Optional[float]
    origin: Optional[float]
    seed: Optional[int]
    draws: Optional[int]
    ignore_position: Optional[bool]
    threads: Optional[int]
    cancel: Optional[Cancel]
    progress: Optional[ProgressLike]
    correction: Optional[CorrectionLike]
    quantiles: Optional[QuantilesLike]
    contexts: Optional[Set]
    bootstrap: Optional[Bootstrap]
    bootstrap_interval: Optional[BootstrapIntervalLike]
    errors: Optional[ErrorsLike]
    mixture: Optional[float]
    error_draws: Optional[int]


class ValidationOptions(TypedDict, total=False):
    """The folds that are held out. None means all defaults: ten folds of single comparisons.

    Keys:
        by: The unit that goes into one part as a whole: "row" (default, also 0), "context", "pair"
            or "judge". Hold out what new data will differ in: contexts where they repeat, pairs to
            speak of pairs that were never compared, judges to speak of judges in general.
            Comparisons without a context are shared out one by one.
        threads: Threads to use; 0: one. Results do not depend on it.
        folds: Folds, at least 2, each held out in turn; 0: 10, or none where share is given. A fold
            that gets no comparison has no scores.
        share: 0: folds. Else between 0 and 1: instead of folds this share of the units, rounded to
            a whole number, is held out once in every repeat; folds must be 0.
        repeats: How often all of it is done, each time with another partition; 0: once.
        seed: Seed; repeat r uses stream r, and the folds of repeat 0 are those of Set.split.
        cancel: None, or a token that stops the work between fits.
        progress: None, or called in the course of a first fit, to all comparisons, and after each
            of the others with their share.
    """

    by: Optional[ByLike]
    threads: Optional[int]
    folds: Optional[int]
    share: Optional[float]
    repeats: Optional[int]
    seed: Optional[int]
    cancel: Optional[Cancel]
    progress: Optional[ProgressLike]


class ValidationFacts(Facts):
    """Totals of a cross-validation.

    Attributes:
        fits: Fits: folds times repeats, or repeats.
        failed: Fits without an estimate: what they held out is in no score.
        held: Comparisons held out, over all fits.
        predicted: Of these, those that fits with an estimate predict.
        unpredicted: Of these, those that fits with an estimate say nothing of: items that they have
            not seen, or not compared even through others.
        log_likelihood: Log-likelihood of those predicted, over all fits; over predicted it is the
            mean log score by comparisons, where log_score has that by fits.
        log_score: Mean log-likelihood of a comparison held out: mean over the fits that have it.
        log_score_se: Its standard error.
        log_score_fits: The fits that have it.
        brier: Brier score: mean over the fits that have it.
        brier_se: Its standard error.
        brier_fits: The fits that have it.
        accuracy: Share of decided comparisons won by the likelier side: mean over the fits that
            have it.
        accuracy_se: Its standard error.
        accuracy_fits: The fits that have it.
        calibration_error: Calibration error: mean over the fits that have it.
        calibration_error_se: Its standard error.
        calibration_error_fits: The fits that have it.
        kl_mean: Kullback-Leibler divergence by pair: mean over the fits that have it.
        kl_mean_se: Its standard error.
        kl_mean_fits: The fits that have it.
        kl_weighted: The same, weighted by comparisons: mean over the fits that have it.
        kl_weighted_se: Its standard error.
        kl_weighted_fits: The fits that have it.
        js_mean: Jensen-Shannon divergence by pair: mean over the fits that have it.
        js_mean_se: Its standard error.
        js_mean_fits: The fits that have it.
        js_weighted: The same, weighted by comparisons: mean over the fits that have it.
        js_weighted_se: Its standard error.
        js_weighted_fits: The fits that have it.
        mae_percent: Mean absolute error of the proportions of pairs, in percent: mean over the fits
            that have it.
        mae_percent_se: Its standard error.
        mae_percent_fits: The fits that have it.
        rmse_percent: Root mean squared error of the proportions of pairs, in percent: mean over the
            fits that have it.
        rmse_percent_se: Its standard error.
        rmse_percent_fits: The fits that have it.
    """

    _struct = "duel_validation_facts"
    fits: int
    failed: int
    held: float
    predicted: float
    unpredicted: float
    log_likelihood: float
    log_score: float
    log_score_se: float
    log_score_fits: int
    brier: float
    brier_se: float
    brier_fits: int
    accuracy: float
    accuracy_se: float
    accuracy_fits: int
    calibration_error: float
    calibration_error_se: float
    calibration_error_fits: int
    kl_mean: float
    kl_mean_se: float
    kl_mean_fits: int
    kl_weighted: float
    kl_weighted_se: float
    kl_weighted_fits: int
    js_mean: float
    js_mean_se: float
    js_mean_fits: int
    js_weighted: float
    js_weighted_se: float
    js_weighted_fits: int
    mae_percent: float
    mae_percent_se: float
    mae_percent_fits: int
    rmse_percent: float
    rmse_percent_se: float
    rmse_percent_fits: int


class BootstrapOptions(TypedDict, total=False):
    """How to bootstrap. None means all defaults: 1000 sets of Poisson weights on what the model's
    covariance takes as independent.

    Keys:
        by: The unit that is drawn as a whole: "row", "context", "pair", "judge", or 0 (default):
            what the model's own covariance takes as independent, contexts or judges where it is
            clustered by them, else single comparisons; clustered by both, the unit must be given
            (else UnsupportedError). BootstrapFacts.by has the unit. Comparisons without a context
            are drawn one by one. Parametric: must be 0.
        weights: "poisson" (default), "multinomial", "bayesian" or "parametric".
        replicates: Number of replicates, at least 2; 0: 1000. Intervals need 2 beyond each end: 80
            at 95 %.
        seed: Seed; replicate r uses a stream of its own.
        one_step: True: every refit is one Newton step from the estimate. Faster; the error is of
            second order. No replicate is then found to be at a boundary.
        threads: Threads to use; 0: one. Results do not depend on it.
        cancel: None, or a token that stops the work.
        progress: None, or called after replicates, with their share.
    """

    by: Optional[ByLike]
    weights: Optional[WeightsLike]
    replicates: Optional[int]
    seed: Optional[int]
    one_step: Optional[bool]
    threads: Optional[int]
    cancel: Optional[Cancel]
    progress: Optional[ProgressLike]


class BootstrapFacts(Facts):
    """Facts about a bootstrap.

    Attributes:
        drawn: Replicates drawn.
        used: Replicates with an estimate: those that inference uses.
        disconnected: Without one, because the comparisons drawn no longer connect the items.
        separated: Because some items, judges, effects or thresholds run to infinity.
        undetermined: Because some parameters are not determined.
        flat: Because all scores are equal, or no judge agrees with the others.
        not_converged: Because the solver stopped before the optimum.
        by: The unit that was drawn as a whole: "row", ...; 0 for a parametric bootstrap.
    """

    _struct = "duel_bootstrap_facts"
    drawn: int
    used: int
    disconnected: int
    separated: int
    undetermined: int
    flat: int
    not_converged: int
    by: Optional[By]


class QuasiFacts(Facts):
    """How well quasi-variances serve.

    Attributes:
        least_error: The smallest relative error of the standard error of a difference by
            quasi-variances, sqrt((q_i + q_j) / v_ij) - 1.
        largest_error: The largest.
        least_contrast_error: The smallest relative error of the standard error of any contrast.
        largest_contrast_error: The largest.
    """

    _struct = "duel_quasi_facts"
    least_error: float
    largest_error: float
    least_contrast_error: float
    largest_contrast_error: float


class CriteriaFacts(Facts):
    """Criteria and fit of a model. Compare criteria of models of the same comparisons and the same
    outcome_space only. Cells are (judge, left, right): judges and orders are kept apart even where
    the model ignores them; contexts are added up unless a covariate needs them.

    Attributes:
        outcome_space: "two_half", "two", "three", "four" or "grades", by the choices of the model.
        penalised: True if the estimate is penalised (ridge, pseudo-comparisons), bias-reduced or
            given: all values are then those of an estimate whose likelihood is not at its maximum.
        boundary: True if a parameter is at the end of its range or diverges ("boundary",
            "tie_limit", "separated"), where the dimension says less.
        dimension: Identified dimension d.
        cells: Number of cells.
        comparisons: Comparisons used, n.
        log_likelihood: Total log-likelihood, without multinomial coefficients.
        log_coefficient: Sum of the logarithms of the multinomial coefficients of the cells, halves
            of ties by the gamma function. For whole counts log_likelihood + log_coefficient is R's
            logLik; where there are halves R rounds them.
        aic: 2 d - 2 log_likelihood (Akaike 1974). R's adds - 2 log_coefficient.
        aicc: aic + 2 d (d + 1) / (n - d - 1) (Hurvich and Tsai 1989); NaN for n <= d + 1.
        bic: d log n - 2 log_likelihood (Schwarz 1978).
        caic: d (log n + 1) - 2 log_likelihood (Bozdogan 1987).
        deviance: Twice the log-likelihood of the saturated model, which fits every cell, less that
            of this one.
        pearson: Pearson's X^2: the sum over cells and outcomes of (observed - expected)^2 /
            expected.
        df: Degrees of freedom of both: outcomes less one, summed over cells, less d. Outcomes that
            the model rules out are not counted. With few comparisons in a cell neither is
            chi-square.
    """

    _struct = "duel_criteria_facts"
    outcome_space: Optional[OutcomeSpace]
    penalised: bool
    boundary: bool
    dimension: int
    cells: int
    comparisons: float
    log_likelihood: float
    log_coefficient: float
    aic: float
    aicc: float
    bic: float
    caic: float
    deviance: float
    pearson: float
    df: float


class ComparisonFacts(Facts):
    """The result of a test of nested models.

    Attributes:
        test: "likelihood_ratio", "wald" or "score".
        boundary: True if a parameter is at the end of its range in a fit that the test uses: the
            chi-square distribution does then not quite hold (a hypothesis at the end of a range
            makes p too large).
        adjusted: True if a ratio of quasi-likelihoods was adjusted.
        df: Degrees of freedom.
        statistic: The statistic: chi-square with df degrees of freedom if null holds and the data
            are many.
        p: Probability of a statistic at least as large if null holds.
    """

    _struct = "duel_comparison_facts"
    test: Optional[Test]
    boundary: bool
    adjusted: bool
    df: int
    statistic: float
    p: float


class AccuracyFacts(Facts):
    """How well a model predicts comparisons: its own, or others held out.

    Attributes:
        comparisons: Comparisons predicted.
        log_score: Mean log-likelihood of a comparison; 0 would be certainty that was right.
        brier: Mean over comparisons of the sum over outcomes of (indicator - probability)^2 (Brier
            1950): 0 to 2. Where ties count as halves, a tie is half a win and half a loss.
        decided: Comparisons with a winner; where ties count as halves, all.
        accuracy: Share of these whose winner had the larger probability; equal probabilities count
            half.
        calibration_error: Mean distance of observed and predicted scores over ten bins of
            Model.calibration, weighted by comparisons.
        intercept: Intercept of the logistic regression of the winner, left or right, on log
            (p(left) / p(right)) among decided comparisons (Cox 1958): 0 where the sides are called
            right. NaN, like the next three, where the data do not determine it.
        intercept_se: Its standard error, which takes comparisons as independent.
        slope: Slope of the same regression: 1 where predictions are as sure as they should be, less
            where they are too sure.
        slope_se: Its standard error.
        unpredicted: Comparisons between items that the data of the model do not compare, even
            through others. They are left out of all else.
    """

    _struct = "duel_accuracy_facts"
    comparisons: float
    log_score: float
    brier: float
    decided: float
    accuracy: float
    calibration_error: float
    intercept: float
    intercept_se: float
    slope: float
    slope_se: float
    unpredicted: float


class TriadsFacts(Facts):
    """Circular triads and their distribution under a model.

    Attributes:
        triads: Triples of items whose three pairs all have a majority: more wins on one side than
            on the other.
        circular: Those that are circular: a beats b, b beats c, c beats a.
        replicates: Number of replicates.
        expected: Mean number of circular triads under the model.
        sd: Its standard deviation from data to data.
        p: (1 + replicates with at least as many circular triads) / (1 + replicates): small where
            preferences go round in circles more than the model lets chance do.
    """

    _struct = "duel_triads_facts"
    triads: int
    circular: int
    replicates: int
    expected: float
    sd: float
    p: float


class MetricsFacts(Facts):
    """How far predictions are from what was seen.

    Comparisons are added up to rows: pairs of items (judges, orders and contexts together), or
    cells (judge, left, right). Of a row let n_r be the number of comparisons, o the count of an
    outcome, q = o / n_r, and p its predicted probability: where probabilities differ within a row,
    their mean weighted by comparisons. n is the sum of n_r. Where ties count as halves there are
    two outcomes, and a tie is half a win and half a loss. Logarithms are natural. Where an outcome
    came about that the model rules out, likelihood, cross-entropy and Kullback and Leibler's
    divergence are infinite.

    Attributes:
        outcomes: Outcomes of a comparison: 2, 3 under a model of ties, or 4 where both bad is an
            outcome too.
        rows: Rows: pairs or cells with comparisons.
        comparisons: Comparisons predicted, n.
        unpredicted: Comparisons between items that the data of the model do not compare, even
            through others (or that concern another parameter which these do not determine). They
            are left out of all else.
        nll: Negative log-likelihood, total, without multinomial coefficients.
        nll_mean: The same over n.
        nll_multinomial: Negative log-likelihood, total, with the logarithms of the multinomial
            coefficients of the rows taken off; halves of ties by the gamma function. By pair this
            is the probability of the counts only where probabilities do not differ within pairs.
        nll_multinomial_mean: The same over n.
        cross_entropy: Cross-entropy: - sum o log p / n over comparisons and outcomes, equal to
            nll_mean.
        kl_mean: Divergence of Kullback and Leibler (1951), sum over outcomes of q log(q / p): plain
            mean over rows, a pair seen once counting as much as one seen ten thousand times.
        kl_weighted: The same, mean over rows weighted by n_r / n: the one to report.
        js_mean: Divergence of Jensen and Shannon (Lin 1991), the mean of those of q and of p from
            (q + p) / 2, 0 to log 2: plain mean over rows.
        js_weighted: The same, mean over rows weighted by n_r / n.
        mae_percent: As mae_count for proportions in percent, 100 |q - p|.
        rmse_percent: As rmse_count for proportions in percent.
    """

    _struct = "duel_metrics_facts"
    outcomes: int
    rows: int
    comparisons: float
    unpredicted: float
    nll: float
    nll_mean: float
    nll_multinomial: float
    nll_multinomial_mean: float
    cross_entropy: float
    kl_mean: float
    kl_weighted: float
    js_mean: float
    js_weighted: float
    mae_percent: float
    rmse_percent: float


class VuongFacts(Facts):
    """The result of Vuong's test.

    Attributes:
        by: The unit that was taken as independent: "row", "context" or "cluster".
        boundary: True if a parameter of either model is at the end of its range, where the
            distributions do not quite hold.
        units: Number N of independent units: comparisons, or contexts.
        gain: Log-likelihood of the first model less that of the second.
        penalty: The charge on the gain.
        variance: Variance w^2 over the units of their part of the gain.
        statistic: (gain - penalty) / sqrt(N w^2): standard normal if both models are equally far
            from the truth and differ; positive where the first is nearer. NaN where the two predict
            the same.
        p: Two-sided p-value of the statistic.
        variance_statistic: N w^2, by which to tell whether the models differ at all.
        variance_p: Probability of a larger one if they do not: P(sum of l^2 chi-square(1) > N w^2),
            l the eigenvalues of the matrix W of Vuong's equation 3.6. NaN where the two models have
            more than 2000 parameters together.
    """

    _struct = "duel_vuong_facts"
    by: Optional[By]
    boundary: bool
    units: float
    gain: float
    penalty: float
    variance: float
    statistic: float
    p: float
    variance_statistic: float
    variance_p: float


class GoodnessFacts(Facts):
    """Pearson's X^2 and the deviance, judged by data drawn from the model.

    Attributes:
        used: Replicates with an estimate.
        failed: Replicates without one, left out.
        pearson: Pearson's X^2 of the data, as in CriteriaFacts.
        pearson_expected: Its mean over the replicates.
        pearson_deviation: Its standard deviation.
        pearson_p: (1 + replicates with at least as much) / (1 + replicates): small if the model
            does not fit.
        deviance: The deviance of the data, as in CriteriaFacts.
        deviance_expected: Its mean over the replicates.
        deviance_deviation: Its standard deviation.
        deviance_p: As pearson_p.
    """

    _struct = "duel_goodness_facts"
    used: int
    failed: int
    pearson: float
    pearson_expected: float
    pearson_deviation: float
    pearson_p: float
    deviance: float
    deviance_expected: float
    deviance_deviation: float
    deviance_p: float


class FragilityOptions(TypedDict, total=False):
    """How claims are attacked. None means all defaults: votes are left out.

    Keys:
        attack: "drop" (default), "flip" or "add".
        by: The unit that is left out: "row" (default, also 0), votes; "judge" or "context", with
            all their votes.
        top: Instead of pairs: which items are among the first top ranks, as one claim; 0: pairs.
        cancel: None, or a token that stops the work.
        progress: None, or called now and then: iteration counts the claims.
        quantity: Instead of the order of scores, the sign of every value of "effects", "positions"
            or "sensitivities"; "scores" or 0: scores. Pairs and top are then none.
        vote: True, of "add": the vote that is added is of winner over loser. Where judges are told
            apart the two were compared. 0: whatever is strongest of the pairs that were compared.
        winner: The item that wins that vote.
        loser: The item that loses it.
        renew: True: where the order at the estimate overturns no claim, the order is renewed by a
            fit after every step, as the effect of a vote depends on which others were removed; up
            to 256 fits more for a claim. Not of "add".
    """

    attack: Optional[AttackLike]
    by: Optional[ByLike]
    top: Optional[int]
    cancel: Optional[Cancel]
    progress: Optional[ProgressLike]
    quantity: Optional[QuantityLike]
    vote: Optional[bool]
    winner: Optional[int]
    loser: Optional[int]
    renew: Optional[bool]


class SmacofOptions(TypedDict, total=False):
    """How to scale by majorisation. None means all defaults.

    Keys:
        starts: Number of starts, at most 100 000; 0: 10. The first starts from the classical map,
            in which missing dissimilarities are taken as the mean of the others and which is shaken
            a little where it is not exact, the others from random maps.
        iterations: Most iterations of each start; 0: 10000.
        tolerance: A start has converged when an iteration lowers the raw stress by no more than
            this share of the sum of w delta^2; between 0 and 1, 0: 1e-12.
        seed: Seed; start s uses a stream of its own.
        threads: Threads to use; 0: one. Results do not depend on it.
        cancel: None, or a token that stops the work.
        progress: None, or called now and then: iteration is the most that a start has made,
            objective the lowest raw stress, both as last put together (at first 0 and infinity);
            fraction and gradient are NaN.
    """

    starts: Optional[int]
    iterations: Optional[int]
    tolerance: Optional[float]
    seed: Optional[int]
    threads: Optional[int]
    cancel: Optional[Cancel]
    progress: Optional[ProgressLike]


class SmacofFacts(Facts):
    """Facts about scaling by majorisation.

    Attributes:
        start: Zero-based number of the start taken: the one with the lowest stress, the first of
            equal ones.
        agreeing: Starts that ended with as low a stress as this (to 1e-6 of the sum of w delta^2),
            itself among them. If they are few, a better map may well exist.
        iterations: Iterations of the start taken.
        converged: True if the start taken converged, 0 if it was ended by the number of iterations.
        stress: Raw stress: the sum over pairs of w (d - delta)^2, d the distance in the map, delta
            the dissimilarity.
        stress_1: Stress-1 of Kruskal (1964): the root of the raw stress over the sum of w d^2; 0
            where the raw stress is 0.
    """

    _struct = "duel_smacof_facts"
    start: int
    agreeing: int
    iterations: int
    converged: bool
    stress: float
    stress_1: float


class OrderFacts(Facts):
    """Whether what is shown first was left to chance.

    Attributes:
        pairs: Pairs of items that were compared in a known order.
        both_orders: Those of them that were shown in both orders.
        rarer_share: Share of the comparisons with a known order in the rarer order of their pair, 0
            where every pair came in one order only; NaN where no comparison has an order.
        statistic: The sum over pairs of (sum_c d_c)^2 / sum_c d_c^2, where d_c is how often context
            c shows the pair in one order less how often in the other; a comparison without a
            context is a context of its own.
        p: The probability of at least this if the order was drawn by a fair coin, for each
            comparison or once for each pair in a context (chi-square with as many degrees of
            freedom as pairs have some d_c that is not zero, which is cautious where contexts are
            few). NaN with importance weights, and where no comparison has an order.
        ordered: Comparisons with a presentation order.
        unordered: Comparisons without one: they are in none of the numbers above.
    """

    _struct = "duel_order_facts"
    pairs: int
    both_orders: int
    rarer_share: float
    statistic: float
    p: float
    ordered: float
    unordered: float


class EffectiveFacts(Facts):
    """How many judges the judges are worth.

    Attributes:
        participation: The participation ratio, (sum of eigenvalues)^2 / sum of squared eigenvalues
            of the correlation of the rows: 1 where all go together (with either sign), the number
            of rows where none do.
        by_precision: (sum w)^2 / sum w^2 of the precisions (Kish 1965); NaN without precisions.
    """

    _struct = "duel_effective_facts"
    participation: float
    by_precision: float


class JudgeOptions(TypedDict, total=False):
    """From where on a judge stands out in Model.judges, and which items are its own. None means all
    defaults.

    Keys:
        weak: Weak: a share of the mean sensitivity; 0: 0.5.
        position: Position-driven: a share of the votes with a winner, at most 0.5; 0: 0.2.
        idiosyncratic: Idiosyncratic: disagreement over the part of the consensus; 0: 1.
        redundant: Redundant: a correlation, at most 1; 0: 0.99.
        item_families: None, or the families of items, as in Model.self_preference.
        judge_families: None, or the families of judges; both or neither.
    """

    weak: Optional[float]
    position: Optional[float]
    idiosyncratic: Optional[float]
    redundant: Optional[float]
    item_families: Optional[ArrayLike]
    judge_families: Optional[ArrayLike]


class OutlierOptions(TypedDict, total=False):
    """Options of the search for judges that depart from the others. None means all defaults.

    Keys:
        alpha: The share of false discoveries among all judges that are marked, at most and on
            average, whatever the dependence among judges (Wang and Ramdas 2022); 0: 0.05.
        adjusted: True: log_e is larger by half the logarithm of det H / det H_k, H the information
            on the parameters of all votes and H_k that without the judge's. What is taken off is
            then about what the fit of the judge's votes gains, rather than the most that it can: by
            Laplace's method the logarithm of their probability, averaged over what the others'
            votes leave open of the parameters. The e-value of an honest judge is then 1 on average,
            to first order only (1.00 to 1.11 in simulations), no longer at most 1. It matters with
            few judges: with five it was 0.56 without. UnsupportedError where judges have strengths,
            position effects or thresholds of their own, with a spread, and where thresholds may be
            held at zero.
        cancel: None, or a token that stops the work.
        progress: None, or called now and then: iteration counts the judges.
    """

    alpha: Optional[float]
    adjusted: Optional[bool]
    cancel: Optional[Cancel]
    progress: Optional[ProgressLike]


class TogetherOptions(TypedDict, total=False):
    """Options of Set.together, Set.worth, Set.families and Set.effective. None means all defaults.

    Keys:
        copy_units: Units that a judge must have answered to count as an exact copy of another, who
            gave the same answers on all of them; 0: 20. Where answers are easy, twenty that are the
            same are no proof: take more.
        near_copy: The correlation above which two judges with at least 50 pairs of votes are near
            copies, between 0 and 1; 0: 0.95.
        max_bytes: Most memory that the call may take; 0: half of what there is.
        cancel: None, or a token that stops the work.
        progress: None, or called now and then: iteration counts judges, then units.
    """

    copy_units: Optional[int]
    near_copy: Optional[float]
    max_bytes: Optional[int]
    cancel: Optional[Cancel]
    progress: Optional[ProgressLike]


class PanelFacts(Facts):
    """How many judges the judges of a set are worth, and how their errors go together.

    Attributes:
        judges: Judges with votes in contexts that are no copies.
        copies: Exact copies.
        near_copies: Pairs of judges that are near copies.
        shared: Pairs of votes of different judges on the same unit.
        worth_equal: The number of judges without common errors that they are worth with equal
            weights: K^2 / 1'R1, R the shrunken correlations.
        worth_equal_se: Its standard error.
        worth_best: The same with the best weights that are not negative: 1 / min w'Rw over those of
            sum 1.
        worth_best_se: Its standard error.
        rho_within: The mean correlation of judges of one family, by Fisher's z; NaN where there are
            none.
        tau_within: The standard deviation of z between pairs of judges of one family, beyond
            chance.
        pairs_within: Pairs of judges of one family that share at least 4 pairs of votes.
        rho_between: The mean correlation of judges that are not of one family; of all where there
            are no families.
        tau_between: The standard deviation of z between these.
        pairs_between: Pairs of judges that are not of one family and share at least 4 pairs of
            votes.
    """

    _struct = "duel_panel_facts"
    judges: int
    copies: int
    near_copies: int
    shared: float
    worth_equal: float
    worth_equal_se: float
    worth_best: float
    worth_best_se: float
    rho_within: float
    tau_within: float
    pairs_within: int
    rho_between: float
    tau_between: float
    pairs_between: int


class GarsOptions(TypedDict, total=False):
    """The functionals to be estimated.

    Keys:
        items: Number of items, K, at least 2.
        categories: Number of categories of a label, C, at least 2. The first means that the item
            shown first is preferred, the second that the other is.
        first: None, or C numbers: the score w1 of the item shown first in every category. By
            default, for C = 2 (win, loss) 1 0; 3 (and tie) 1 0 1/2; 4 (win, loss, both good, both
            bad) 1 0 1 0; 5 (and tie) 1 0 1 0 1/2. Log odds need weights within [0, 1] that differ,
            rank centrality weights that are not negative, else UnsupportedError.
        second: None, or C numbers: the score w2 of the item shown second; given together with
            first. By default as above with the first two exchanged.
        pairs: "ordered" (default), "ordered_unchecked" or "unordered".
        clusters: "independent" (default), "keyed" or "together".
        floor: eps of mu <- (1 - C eps) mu + eps, done to the probabilities and not within F, whose
            derivative it would spoil. At most 1 / (2 C); 0: 0.01; negative: none. Log odds of
            extreme predictions amplify their mistakes by 1 / (s (1 - s)); a floor that is too high
            biases.
        functionals: `functional_count` functionals, "borda", ...; all share the work that is
            common.
        variants: None: all variants 0; else the variant of each functional (0 where it has none):
            one of "antisymmetric", ..., the number of an item, or how many values a function of
            one's own has.
        temperature: tau of Copeland and of "share", positive; 0: 0.1.
        rankings: Rankings of Kemeny, ranking_count x items, row-major: items from first to last,
            from 0.
        field_weights: None, or K numbers for "field": the weights of the opponents, none negative
            and two of them positive.
        threshold: The value that scores are to exceed for "share", at most 1; 0: 1/2.
        group_names: None, or the names of groups of contexts, all different: estimates of each and
            of their differences are then to be had, and contexts need a weight in each. Memory
            grows with the square of the number of groups times that of all values.
        second_order: "auto" (default), "off" or "on".
        second_order_basis: "auto" (default), "short" or "full".
    """

    items: Optional[int]
    categories: Optional[int]
    first: Optional[ArrayLike]
    second: Optional[ArrayLike]
    pairs: Optional[PairsLike]
    clusters: Optional[ClustersLike]
    floor: Optional[float]
    functionals: Optional[Sequence[FunctionalLike]]
    variants: Optional[ArrayLike]
    temperature: Optional[float]
    rankings: Optional[ArrayLike]
    field_weights: Optional[ArrayLike]
    threshold: Optional[float]
    group_names: Optional[Sequence[str]]
    second_order: Optional[SecondOrderLike]
    second_order_basis: Optional[ResidualBasisLike]


class GarsFacts(Facts):
    """Facts about an estimate.

    Attributes:
        items: Number of items, K.
        categories: Number of categories, C.
        functionals: Number of functionals.
        values: Number of values of all functionals.
        contexts: Contexts.
        unlabelled: Contexts without a label.
        clusters: Clusters; contexts, where they are independent. Fewer than 200 are corrected
            unless "none" is asked for.
        labels: Labels.
        largest_weight: The largest weight 1/pi of a label; 0 without labels.
        floored: Share of probabilities that were below the floor.
        never: Unordered pairs of items never labelled: what is said of them is the predictor's.
        one_sided: Unordered pairs labelled in one order only.
        orders: "no_labels", "both", "one" or "unknown".
        corrected: Contexts whose scores were corrected to the second order.
        second_order_size: The largest size of a second-order correction in standard errors of its
            value; NaN where no context was corrected. Above 1 the learner is off by more than the
            error of the score, and intervals are to be trusted less.
    """

    _struct = "duel_gars_facts"
    items: int
    categories: int
    functionals: int
    values: int
    contexts: float
    unlabelled: float
    clusters: float
    labels: float
    largest_weight: float
    floored: float
    never: int
    one_sided: int
    orders: Optional[Orders]
    corrected: float
    second_order_size: float


class WaldFacts(Facts):
    """A test of several values at once.

    Attributes:
        statistic: The statistic.
        df: Its degrees of freedom.
        p: The probability of a larger one by the chi-square distribution.
    """

    _struct = "duel_wald_facts"
    statistic: float
    df: float
    p: float


class SelectionOptions(TypedDict, total=False):
    """How bounds under selection are computed.

    Keys:
        selection_model: "marginal" (default) or "odds".
        answered: None: no label that was drawn is known to have been answered beyond those
            recorded, the widest bounds; else shares of drawn labels that were answered, within [0,
            1]: one for all pairs, or K x K, those of unordered pairs above the diagonal.
        level: Level of intervals, within (0, 1); 0: 0.95.
        claims: None: for Gars.selection, neighbours on the board; else claims, two numbers each:
            that of the item above and of the one below. Gars.bounds has none.
    """

    selection_model: Optional[SelectionModelLike]
    answered: Optional[ArrayLike]
    level: Optional[float]
    claims: Optional[ArrayLike]


class TestOptions(TypedDict, total=False):
    """How contrasts are tested.

    Keys:
        adjustment: "single_step", ...
        null: None: all contrasts are tested against zero; else a finite value for each.
    """

    adjustment: Optional[AdjustmentLike]
    null: Optional[ArrayLike]


class PairOptions(TypedDict, total=False):
    """How pairs are tested.

    Keys:
        family: "all_pairs" or "to_reference".
        adjustment: "single_step", ...
        reference: The item that all others are compared with, zero-based; read with "to_reference",
            else zero.
    """

    family: Optional[FamilyLike]
    adjustment: Optional[AdjustmentLike]
    reference: Optional[Union[int, str]]


class EstimateFacts(Facts):
    """Facts about an estimate.

    Attributes:
        values: Number of values.
        rows: Rows of the quantity; values are row-major.
        columns: Columns of the quantity.
        quantity: "scores", ...; -1 for functionals.
        intervals: "marginal", ...
        covariance: The covariance behind standard errors, as resolved, "sandwich", ...; -1 for
            functionals and replicates.
        quantiles: "normal" or "student"; -1 for replicates.
        level: Level of the intervals.
        df: Degrees of freedom where all values have the same; else NaN.
        replicates: Replicates; NaN: none.
    """

    _struct = "duel_estimate_facts"
    values: int
    rows: int
    columns: int
    quantity: Optional[Quantity]
    intervals: Optional[Intervals]
    covariance: Optional[Covariance]
    quantiles: Optional[Quantiles]
    level: float
    df: float
    replicates: float


class RatioFacts(Facts):
    """The ratio of two values.

    Attributes:
        ratio: The ratio of the estimates.
        se: Its standard error by the delta method.
        delta_lower: Lower end of the interval by the delta method.
        delta_upper: Upper end of the interval by the delta method.
        lower: Lower end of Fieller's set, or of its gap.
        upper: Upper end of Fieller's set, or of its gap.
        ratio_set: The shape of Fieller's set: "interval", "complement" or "line".
    """

    _struct = "duel_ratio_facts"
    ratio: float
    se: float
    delta_lower: float
    delta_upper: float
    lower: float
    upper: float
    ratio_set: Optional[RatioSet]


class RankingOptions(TypedDict, total=False):
    """The choices that make a model of ballots. None means all defaults.

    Keys:
        positions: True: the position in which an item was shown has an effect, the same at every
            stage.
        worst: "after_best" (default) or "together", where ballots name the best and the worst.
        stages: Only this number of first stages of each ballot count, 1: the choice of the best; 0
            (default): all.
        pseudo: Every item wins and loses this many votes against one more item, which makes
            strengths finite; finite, not negative. Default 0; R's package for these models has 0.5
            (npseudo).
        ridge: Weight of a ridge, ridge/2 times the sum of squares of centred strengths; finite, not
            negative.
        max_bytes: Most memory that the fit may take; 0: half of what there is.
        cancel: None, or a token that stops the work.
        progress: None, or called after every step.
    """

    positions: Optional[bool]
    worst: Optional[WorstLike]
    stages: Optional[int]
    pseudo: Optional[float]
    ridge: Optional[float]
    max_bytes: Optional[int]
    cancel: Optional[Cancel]
    progress: Optional[ProgressLike]


class BallotsFacts(Facts):
    """Facts about ballots.

    Attributes:
        items: Items.
        judges: Judges.
        contexts: Contexts.
        ballots: Ballots, as often as their weights say.
        rows: Rows: items shown.
        of_two: Ballots of two items, whatever their weights.
        most_shown: The most items that a ballot shows.
        most_tied: The most items that share a place; 1 without ties.
        best_and_worst: Ballots that name the best and the worst, whatever their weights.
    """

    _struct = "duel_ballots_facts"
    items: int
    judges: int
    contexts: int
    ballots: float
    rows: int
    of_two: int
    most_shown: int
    most_tied: int
    best_and_worst: int


class RankingFacts(Facts):
    """Facts about a model of ballots.

    Attributes:
        log_likelihood: Log-likelihood of the stages that count.
        parameters: Free parameters.
        ballots: Ballots, as often as their weights say.
        stages: Stages, as often as their weights say: a ranking of n items has n - 1, the choice of
            the best one.
        most_tied: The most items that are chosen together; 1 without ties.
        iterations: Newton steps.
        gradient: Largest slope of the objective at the estimate.
    """

    _struct = "duel_ranking_facts"
    log_likelihood: float
    parameters: int
    ballots: float
    stages: float
    most_tied: int
    iterations: int
    gradient: float


class BoardOptions(TypedDict, total=False):
    """The choices that make means of a board. None means all defaults.

    Keys:
        groups_are: "sample" (default), "all" or "ignored". A board without groups has tasks as its
            units.
        average: "tasks" (default) or "groups".
        missing: "additive" (default), "available", "common", "number" or "refused". On a board
            without holes all are the same.
        runs: "mean" (default), "pass_at" or "pass_all".
        missing_value: The number that stands in for a missing score, with "number"; must be 0
            otherwise.
        k: Runs of "pass_at" and "pass_all", at least 1; must be 0 otherwise.
        population: How many tasks there are, of which those of the board are a sample; 0: endlessly
            many. Where all of them were scored, only runs are uncertain (Cochran 1977, chapter 10).
        lower_is_better: True: a smaller score is better. Scores are shown as they are; ranks,
            groups, tiers, the winner and verdicts go by the smallest.
        max_bytes: Most memory that questions of the estimate may take; 0: half of what there is.
    """

    groups_are: Optional[GroupsAreLike]
    average: Optional[AverageLike]
    missing: Optional[MissingLike]
    runs: Optional[RunsLike]
    missing_value: Optional[float]
    k: Optional[int]
    population: Optional[float]
    lower_is_better: Optional[bool]
    max_bytes: Optional[int]


class BoardFacts(Facts):
    """Facts about a board.

    Attributes:
        items: Items.
        contexts: Tasks.
        rows: Rows, those without a score included.
        rows_without_score: Rows without a score.
        cells: Cells, of an item and a task, with a score.
    """

    _struct = "duel_board_facts"
    items: int
    contexts: int
    rows: int
    rows_without_score: int
    cells: int


class WinnerFacts(Facts):
    """The value of the item that was chosen.

    Attributes:
        item: The item at the rank.
        tied_item: Where is_tied: the item with the same estimate; else the item itself.
        is_tied: Whether another item has the same estimate (to 1e-9 standard errors): no item is at
            this rank, and of the numbers below only the naive and the projected interval are not
            NaN.
        is_few: Whether standard errors are of fewer than 40 clusters: too few for what follows.
        estimate: Its estimate.
        se: Its standard error.
        median: The median-unbiased estimate: as often too high as too low.
        lower: Lower end of its interval.
        upper: Upper end of its interval.
        lower_bound: The lower end by itself, all of the error on its side; where less is better
            (Given), the upper end.
        naive_lower: Lower end of the interval that does not allow for the choice.
        naive_upper: Its upper end.
        projection_lower: Lower end of the simultaneous interval of all items at level 1 - (1 -
            level) / 10, which holds whoever is chosen.
        projection_upper: Its upper end.
        lead: How far the estimate is ahead of the next item's; NaN for the last.
    """

    _struct = "duel_winner_facts"
    item: int
    tied_item: int
    is_tied: bool
    is_few: bool
    estimate: float
    se: float
    median: float
    lower: float
    upper: float
    lower_bound: float
    naive_lower: float
    naive_upper: float
    projection_lower: float
    projection_upper: float
    lead: float


class RankSetOptions(TypedDict, total=False):
    """How ranks are asked for. None means all defaults: the ranks of all items at once, in steps.

    Keys:
        side: "both" (default), "best" or "worst".
        one_by_one: True: each set holds by itself at the level, which makes it narrower. 0: all
            hold at once.
        single_step: True: one critical value for all comparisons. 0: those that are decided leave
            the family, and the others get a smaller one, until no further pair is decided.
        top: Number of first and of last ranks whose candidates are marked; 0: none.
    """

    side: Optional[SideLike]
    one_by_one: Optional[bool]
    single_step: Optional[bool]
    top: Optional[int]


class RankAverageOptions(TypedDict, total=False):
    """How to average over ranks of disagreement. None means all defaults.

    Keys:
        ranks: "averaged" (default) or "either".
        max_rank: The highest rank; 0: 3, or the highest that there can be.
    """

    ranks: Optional[RanksLike]
    max_rank: Optional[int]


class MonitorOptions(TypedDict, total=False):
    """Settings that are fixed before the first look, and saved with a monitor. None means all
    defaults.

    Keys:
        design: "fixed" (default), "adaptive" or "drawn".
        exact: True: evidence is exact, for small boards: every batch of comparisons is predicted
            from those before, without asymptotics, under any design (Wasserman, Ramdas and
            Balakrishnan 2020). It costs power.
        alpha: The probability that anything that is claimed of all pairs together is ever wrong, at
            most; 0: 0.05.
        mixture: Size of a difference that matters, in the unit of the scores: as in
            InferenceOptions; fix it before there are data. 0: the default there.
        max_items: The most items there will ever be, whose pairs share alpha; 0: those of the first
            look.
    """

    design: Optional[DesignLike]
    exact: Optional[bool]
    alpha: Optional[float]
    mixture: Optional[float]
    max_items: Optional[int]


class MonitorFacts(Facts):
    """Where a monitor stands.

    Attributes:
        looks: Looks so far.
        items: Items known.
        max_items: The most items there may be; 0: not known before the first look.
        open: Pairs whose order is open.
        decided: Pairs whose order is decided.
        contradicted: Pairs of which looks contradict each other.
        design: "fixed", ...
        is_exact: Whether evidence is exact.
        alpha: The probability that anything claimed of all pairs is ever wrong, at most.
        mixture: The size of a difference that matters; 0: not known before the first look.
        comparisons: Comparisons at the last look; contexts, of functionals.
        units: Independent units at the last look: contexts where they are the clusters, else
            comparisons.
    """

    _struct = "duel_monitor_facts"
    looks: int
    items: int
    max_items: int
    open: int
    decided: int
    contradicted: int
    design: Optional[Design]
    is_exact: bool
    alpha: float
    mixture: float
    comparisons: float
    units: float


class NuisanceOptions(TypedDict, total=False):
    """How to learn, and from what features. The features are those of the contexts given beside it;
    they must be known before the label (a judge's confidence in its own verdict is part of the
    label).

    Keys:
        items: Number of items K, at least 2.
        categories: Number of categories C, at least 2: the first shown wins, loses, then any
            others.
        pairs: "ordered" or "ordered_unchecked" (0, 1): mu_jk and mu_kj are learnt apart.
            "unordered": the order has no effect; each label is one of the mirrored pair as well,
            with the first two categories exchanged.
        learner: "spline" (default), "frequencies" or "trees".
        propensities: "known" (default), "frequencies" or "logit".
        folds: Number of folds, 2 to 1000; 0: 5. A cluster is in one of them by a hash of its
            number.
        ridge: Ridge of the logistic learners, positive; 0: chosen in each fold, from 0.3 to 300 for
            items and pairs, from 0.3 to 30 for propensities. Where it is given and feature_ridge is
            not, it is the ridge of everything.
        seed: Seed of the folds.
        features: Numbers known of every context: n x feature_count, row-major and finite; None if
            there are none.
        predictions: Numbers known of every ordered pair of every context, such as the log-odds that
            a judge gives the item shown first: n x K x K x prediction_count, row-major, finite off
            the diagonal; None if there are none.
        feature_ridge: Ridge of what features and predictions say in "spline", positive; 0: that of
            ridge if it is given, or else chosen in each fold, from four times the number of labels
            down.
    """

    items: Optional[int]
    categories: Optional[int]
    pairs: Optional[PairsLike]
    learner: Optional[LearnerLike]
    propensities: Optional[PropensityLike]
    folds: Optional[int]
    ridge: Optional[float]
    seed: Optional[int]
    features: Optional[ArrayLike]
    predictions: Optional[ArrayLike]
    feature_ridge: Optional[float]


class NuisanceFacts(Facts):
    """Facts about learners.

    Attributes:
        items: Number of items.
        categories: Number of categories.
        contexts: Number of contexts.
        folds: Number of folds.
        log_loss: Mean of -log mu over the labels, each predicted by the fit that has not seen it.
        frequency_loss: The same of pair frequencies. If log_loss is not smaller, the features do
            not help.
        fallbacks: Folds with labels of one category, or none, to learn from: they are predicted by
            pair frequencies.
        unlabelled: Ordered pairs ("unordered": unordered) of which some fit has seen no label: what
            is predicted for them is extrapolation.
        items_loss: The loss of the spline learner without features, of items and pairs alone; NaN
            where there are no features, and of "frequencies".
        gain: How much smaller log_loss is than items_loss.
        gain_se: The standard error of that, by cluster.
    """

    _struct = "duel_nuisance_facts"
    items: int
    categories: int
    contexts: int
    folds: int
    log_loss: float
    frequency_loss: float
    fallbacks: int
    unlabelled: int
    items_loss: float
    gain: float
    gain_se: float


class PolicyOptions(TypedDict, total=False):
    """The budget for labels, and its bounds.

    Keys:
        drawing: "independent" (default) or "one_pair".
        threads: Threads to use; 0: one. Results do not depend on it.
        floor: The least propensity of every pair on offer, 0 to 1 (of N pairs at most 1/N with
            "one_pair"). Estimates divide by propensities: 0.01 keeps weights below 100.
        budget: The budget: the mean cost per context, the sum over pairs of cost times propensity.
            For 2000 labels of cost 1 in 1500 contexts it is 2000 / 1500.
        mix: Share of a uniform policy that costs as much (of no more than 1/N with "one_pair"),
            mixed in: 0 (default) to 1. A guard against weights that are wrong.
        cancel: None, or a token that stops the work.
        progress: None, or called now and then: fraction is that of one pass over the weights, of
            which there are several; objective and gradient are NaN.
    """

    drawing: Optional[DrawingLike]
    threads: Optional[int]
    floor: Optional[float]
    budget: Optional[float]
    mix: Optional[float]
    cancel: Optional[Cancel]
    progress: Optional[ProgressLike]


class PolicyFacts(Facts):
    """Facts about a policy; means are over contexts.

    Attributes:
        status: "active", "floor" or "slack"; for policy_outcome and policy_apply 0.
        iterations: Steps made (D-optimal), else 0.
        lambda_: The multiplier of the budget; NaN for policy_outcome.
        spend: Mean cost per context. NaN for policy_lambda, as the next two.
        variance: The mean of the sum over pairs of W / propensity: what labels add to n times the
            sum of the variances of the scores, beside Cov F(mu(X)) which no policy changes.
            Infinite where a pair that counts is never labelled.
        uniform: The same where all pairs have one propensity and the policy's spend (with
            "one_pair" at most 1/N). variance / uniform is what the policy gains.
        log_determinant: log determinant of the covariance, without the constant directions
            (D-optimal), else NaN.
    """

    _struct = "duel_policy_facts"
    status: Optional[PolicyStatus]
    iterations: int
    lambda_: float
    spend: float
    variance: float
    uniform: float
    log_determinant: float


class NextOptions(TypedDict, total=False):
    """Which comparisons to ask for next. None means all defaults.

    Keys:
        criterion: "scores" (default), "determinant", "difference" or "boundary".
        threads: Threads to use; 0: one. Results do not depend on it.
        batch: Number of comparisons; 0: 1.
        first: First item of "difference", zero-based.
        second: Second item of "difference".
        boundary: k of "boundary": 1 to one less than the number of items.
        by_judge: True: the judge below is to answer. 0: one of sensitivity one, mean position
            effect and mean threshold.
        judge: Zero-based number of the judge.
        cancel: None, or a token that stops the work.
        progress: None, or called now and then: iteration counts the comparisons chosen.
    """

    criterion: Optional[CriterionLike]
    threads: Optional[int]
    batch: Optional[int]
    first: Optional[Union[int, str]]
    second: Optional[Union[int, str]]
    boundary: Optional[int]
    by_judge: Optional[bool]
    judge: Optional[Union[int, str]]
    cancel: Optional[Cancel]
    progress: Optional[ProgressLike]


class SprtOptions(TypedDict, total=False):
    """A sequential probability ratio test.

    Keys:
        elo0: H0: the candidate is at most so much better.
        elo1: H1: it is at least so much better; larger than elo0.
        alpha: Probability of accepting H1 where it is no better than elo0; 0: 0.05.
        beta: Probability of accepting H0 where it is as good as elo1; 0: 0.05.
        elo_scale: "logistic" (default) or "normalized".
    """

    elo0: Optional[float]
    elo1: Optional[float]
    alpha: Optional[float]
    beta: Optional[float]
    elo_scale: Optional[EloScaleLike]


class SprtFacts(Facts):
    """Where a sequential test stands.

    Attributes:
        decision: "open", "h1" or "h0".
        log_ratio: Logarithm of the likelihood ratio of H1 to H0.
        lower: H0 is accepted where the ratio is at or below it: log(beta / (1 - alpha)).
        upper: H1 is accepted where the ratio is at or above it: log((1 - beta) / alpha).
        mean: Mean result of the counts, 0 to 1.
        elo: The mean result in Elo of the scale that was asked for; infinite where all was won or
            lost.
    """

    _struct = "duel_sprt_facts"
    decision: Optional[Decision]
    log_ratio: float
    lower: float
    upper: float
    mean: float
    elo: float


class PairedOptions(TypedDict, total=False):
    """The question about two items on the same tasks. None means all defaults.

    Keys:
        want: The question of score_z: "better" (default), "not_worse" or "equal".
        level: Level of the interval, and of fewest_differing; 0: 0.95.
        margin: A difference of shares that matters, not negative and less than 1; "not_worse" and
            "equal" need one above zero.
    """

    want: Optional[WantLike]
    level: Optional[float]
    margin: Optional[float]


class PairedFacts(Facts):
    """The answers about two items on the same tasks.

    Attributes:
        estimate: Share of tasks that the first solved less that of the second.
        lower: Lower end of Tango's score interval of that difference.
        upper: Its upper end.
        p: McNemar's exact p-value, two-sided: min(1, 2 P(X <= min(b, c))).
        p_mid: Mid-p: p less P(X = min(b, c)); 1 where b = c. Errs a little more often than it says.
        p_larger: One-sided p-value against the first being no better: P(X >= b).
        p_selective: One-sided p-value where the first is tested because it is ahead, as a new
            record is: P(X >= b) / P(X > k / 2); 1 where it is not ahead.
        log_e: Logarithm of the e-value against "on a task where they differ either is as likely",
            at all looks.
        log_e_larger: Logarithm of the e-value against the first being no better, at all looks.
        log_e_selective: The same where the first is tested because it is ahead: log_e_larger + log
            P(X > k / 2); minus infinity where it is not ahead.
        score_z: Tango's statistic of what is wanted: of the difference less the margin ("better"),
            or plus the margin ("not_worse"); of "equal" the nearer of both. Above the normal
            quantile of 1 - alpha it is shown. Without a margin McNemar's z.
        score_p: Its one-sided p-value, by the normal distribution.
        differing: Tasks on which the two differ, k.
        fewest_differing: The fewest differing tasks with which p can be 1 - level at all: with
            fewer no result is significant.
    """

    _struct = "duel_paired_facts"
    estimate: float
    lower: float
    upper: float
    p: float
    p_mid: float
    p_larger: float
    p_selective: float
    log_e: float
    log_e_larger: float
    log_e_selective: float
    score_z: float
    score_p: float
    differing: int
    fewest_differing: int


class ExactOptions(TypedDict, total=False):
    """The question about differences. None means all defaults.

    Keys:
        want: The question of log_e: "better" (default), "not_worse" or "equal".
        level: Level of the interval, and of fewest_differing; 0: 0.95.
        margin: A mean difference that matters, in the unit of the differences, not negative and
            less than upper_bound - lower_bound; "not_worse" and "equal" need one above zero. Only
            with bounds.
        lower_bound: The least score there can be. Where it and upper_bound are 0, scores have no
            bounds: log_e and the interval are NaN.
        upper_bound: The largest score there can be: 1 of shares and of 0/1.
        draws: Draws of signs where more than 20 differences are not 0, at most 100 000 000; 0: 99
            999.
        seed: Seed of the draws.
        cancel: None, or a token that stops the work.
        progress: None, or called now and then while signs are drawn: fraction is the share of the
            draws, iteration how many 256 draws; objective and gradient are NaN.
    """

    want: Optional[WantLike]
    level: Optional[float]
    margin: Optional[float]
    lower_bound: Optional[float]
    upper_bound: Optional[float]
    draws: Optional[int]
    seed: Optional[int]
    cancel: Optional[Cancel]
    progress: Optional[ProgressLike]


class ExactFacts(Facts):
    """The answers about differences.

    Attributes:
        estimate: The mean difference.
        lower: Lower end of the interval of the mean at all looks; NaN without bounds of scores.
        upper: Its upper end.
        p: Two-sided p-value: the share of patterns of signs whose sum is as far from 0 as that of
            the data.
        p_larger: One-sided p-value against the first being no better: the share whose sum is as
            large.
        p_selective: One-sided p-value where the first is tested because it is ahead: the share
            among the patterns whose sum is positive; 1 where it is not ahead.
        log_e: Logarithm of the e-value of what is wanted, at all looks; of "equal" the smaller of
            those of its two sides. NaN without bounds of scores.
        differing: Differences that are not 0.
        fewest_differing: The fewest with which p can be 1 - level at all: with fewer no result is
            significant.
        patterns: Patterns of signs that were looked at: 2^differing, or the draws with the data
            counted as one of them.
        is_exact: True if all patterns were looked at, 0 if they were drawn.
    """

    _struct = "duel_exact_facts"
    estimate: float
    lower: float
    upper: float
    p: float
    p_larger: float
    p_selective: float
    log_e: float
    differing: int
    fewest_differing: int
    patterns: int
    is_exact: bool


class PlanOptions(TypedDict, total=False):
    """A comparison of two items on the same units, before there are data.

    Keys:
        want: The statement that is to be shown: "better" (default), "not_worse" or "equal".
        of_votes: True: win and lose are shares of votes for the candidate and for the baseline; the
            others are ties. The difference is in points of one half: effect (win - lose) / 2.
        effect: The true difference, candidate less baseline, that is to be found. Of win and lose
            it is theirs: leave it zero.
        margin: A difference that matters, in the same unit, not negative; "not_worse" and "equal"
            need one above zero.
        level: Level of the interval that the verdict is read off; 0: 0.95. .9 makes two one-sided
            tests at .05.
        power: The probability with which it is to be shown, at least .5 and less than 1; 0: 0.8.
        sd: Standard deviation of a task's difference.
        win: Share of 0/1 tasks that only the candidate solves: sd is sqrt(win + lose - (win -
            lose)^2), effect win - lose. Of votes sqrt((win + lose) / 4 - effect^2).
        lose: Share that only the baseline solves.
        between: Variance of the true difference between tasks: sd is sqrt(between + 2 within /
            runs).
        within: Variance of one run of one item on the same task.
        runs: Runs of each item on each task; 0: 1.
        group_size: Tasks of a group, where groups are the units: sd becomes sd sqrt((1 +
            (group_size - 1) icc) / group_size); 0: 1.
        icc: Correlation of the differences of two tasks of a group, from -1 / (group_size - 1) to
            1.
        units: Units that there are, at least 2: power and effect_found are answered for them; 0:
            the fewest are looked for.
        mixture: The size of a difference that matters, for units_anytime; 0: it is not asked for.
    """

    want: Optional[WantLike]
    of_votes: Optional[bool]
    effect: Optional[float]
    margin: Optional[float]
    level: Optional[float]
    power: Optional[float]
    sd: Optional[float]
    win: Optional[float]
    lose: Optional[float]
    between: Optional[float]
    within: Optional[float]
    runs: Optional[int]
    group_size: Optional[int]
    icc: Optional[float]
    units: Optional[int]
    mixture: Optional[float]


class PlanFacts(Facts):
    """A plan.

    Attributes:
        units: Units, given, or the fewest with the power: tasks, or groups where group_size is
            above 1.
        power: The probability with which these units show what is wanted of the effect.
        effect: The true difference that was planned for.
        effect_found: The difference that these units find with the power that was asked for, sd
            being the same: the smallest, of "equal" the largest either way. NaN where not even a
            difference of zero is shown to be equal.
        sd: Standard deviation of a unit's difference.
        units_normal: Units by the formula of the normal distribution, not rounded; infinite where
            the effect is not as is wanted.
        units_anytime: Units after which evidence at all looks has shown it with the power: an upper
            figure, as most stop earlier. At least 40; NaN without mixture, infinite where the
            effect is not as is wanted.
        power_exact: Power of McNemar's exact two-sided test to find the candidate better, with
            these units. NaN but for 0/1 tasks without groups, "better" without a margin, and up to
            1 000 000 units.
    """

    _struct = "duel_plan_facts"
    units: int
    power: float
    effect: float
    effect_found: float
    sd: float
    units_normal: float
    units_anytime: float
    power_exact: float


class ChartOptions(TypedDict, total=False):
    """The drawing and its texts. Texts are UTF-8; those that are too long for their place are cut in
    the middle. What a kind of chart does not show must be left at its default (else
    UnsupportedError).

    Keys:
        chart: "intervals" (default), "matrix", "points", "lines" or "tree".
        logarithmic: True: the axis of the numbers is logarithmic, and what is not positive is left
            out. Intervals and lines only.
        equal_axes: True: both axes have one scale, as on a map, which a bar says in the place of
            numbers. Points only.
        arrows: True: points are joined with the origin. Points only.
        downward: True: the least number stands on top, as ranks do. Lines only.
        title: None, or what heads the page.
        note: None, or what stands below the title.
        axis: None, or what the numbers are; of points with equal_axes what follows the number of
            the bar.
        labels: None, or the name of each row; of a tree that of each leaf, of which it has one more
            than merges.
        names: None, or the name of each column.
        sides: None, or a text before each label: ranks, say. Intervals and trees only.
        lower: None, or the lower end of the interval of each number, NaN for none. Intervals and
            lines only.
        upper: None, or the upper end of each interval.
        groups: None, or the group of each row (of each leaf), 0 to 63: its colour, from blue to
            rust through the largest. Not of a matrix. Without them all rows have one colour, but
            lines each its own.
        group_names: None, or what groups 0, 1, ... are, for a legend.
        limits: None, or values to mark by a line: one of each column (NaN: none), then further
            ones. Intervals and points only.
        positions: None, or where the columns stand, ascending; without them they are equally far
            apart. Lines only.
        least: With most: the ends of the axis of the numbers, or of the shades of a matrix. Both 0:
            those of the numbers.
        most: See least.
    """

    chart: Optional[ChartLike]
    logarithmic: Optional[bool]
    equal_axes: Optional[bool]
    arrows: Optional[bool]
    downward: Optional[bool]
    title: Optional[str]
    note: Optional[str]
    axis: Optional[str]
    labels: Optional[Sequence[str]]
    names: Optional[Sequence[str]]
    sides: Optional[Sequence[str]]
    lower: Optional[ArrayLike]
    upper: Optional[ArrayLike]
    groups: Optional[ArrayLike]
    group_names: Optional[Sequence[str]]
    limits: Optional[ArrayLike]
    positions: Optional[ArrayLike]
    least: Optional[float]
    most: Optional[float]


if TYPE_CHECKING:

    class ModelConsensusRow(NamedTuple):
        """A row of the table "The consensus of the judges"."""

        item: str
        estimate: float
        se: float
        lower: float
        upper: float

    class SetCrossValidateRow(NamedTuple):
        """A row of the table "Fits of a cross-validation, and how well they predict what was held
        out".
        """

        repetition: int
        fold: int
        status: str
        problems: Tuple[str, ...]
        trained: float
        held: float
        unpredicted: float
        log_likelihood: float
        log_score: float
        brier: float
        accuracy: float
        calibration_error: float
        kl_mean: float
        kl_weighted: float
        js_mean: float
        js_weighted: float
        mae_percent: float
        rmse_percent: float

    class SetSelectRankRow(NamedTuple):
        """A row of the table "Evidence for numbers of directions of disagreement"."""

        directions: int
        status: str
        problems: Tuple[str, ...]
        log_likelihood: float
        dimension: int
        aic: float
        bic: float
        log_score: float
        log_score_se: float
        scree: float
        statistic: float
        p: float

    class SetLeaveOneJudgeOutRow(NamedTuple):
        """A row of the table "Scores without each judge"."""

        without: str
        item: str
        score: float
        status: str

    class MatrixBiclusterRow(NamedTuple):
        """A row of the table "Rows and columns of a matrix in the order of their clusters"."""

        side: str
        place: int
        number: int
        group: int

    class ModelSensitivitiesRow(NamedTuple):
        """A row of the table "Sensitivities of judges at values of covariates"."""

        judge: str
        point: int
        estimate: float
        se: float
        lower: float
        upper: float

    class VotesConfidenceRow(NamedTuple):
        """A row of the table "Stated confidence of judges against their accuracy"."""

        judge: str
        votes: int
        confidence: float
        correct: float
        excess: float
        excess_lower: float
        excess_upper: float
        brier: float
        calibration_error: float
        largest_error: float

    class SetJudgesRow(NamedTuple):
        """A row of the table "Judges of a set, the anonymous one last if there is one"."""

        judge: str
        comparisons: float
        left_wins: float
        right_wins: float
        plain_ties: float
        both_good: float
        both_bad: float
        unordered_wins: float
        contexts: int
        pairs: int
        decided: float
        tie_share: float
        tie_share_lower: float
        tie_share_upper: float
        first_share: float
        first_share_lower: float
        first_share_upper: float
        rarer_share: float
        is_position_driven: bool

    class ModelJudgesRow(NamedTuple):
        """A row of the table "Judges of a model: votes, sensitivity, disagreement, verdicts"."""

        judge: str
        verdicts: Tuple[str, ...]
        comparisons: float
        tie_share: float
        first_share: float
        first_share_lower: float
        first_share_upper: float
        position: float
        position_lower: float
        position_upper: float
        sensitivity: float
        sensitivity_lower: float
        sensitivity_upper: float
        disagreement: float
        ratio: float
        ratio_lower: float
        ratio_upper: float
        consensus_share: float
        leverage: float
        cook_distance: float
        nearest: str
        correlation: float
        correlation_lower: float
        correlation_upper: float
        agreement: float
        kappa: float
        circular_share: float
        excess: float
        excess_lower: float
        excess_upper: float

    class SetKrippendorffRow(NamedTuple):
        """A row of the table "Krippendorff's alpha of all judges, and without each of them"."""

        without: str
        units: int
        answers: int
        estimate: float
        se: float
        lower: float
        upper: float

    class SetLearningCurveRow(NamedTuple):
        """A row of the table "Agreement of rankings from fewer votes and judges with the ranking from
        all".
        """

        vote_share: float
        judges: int
        fits: int
        comparisons: float
        items_ranked: float
        spearman: float
        spearman_sd: float
        pearson: float
        pearson_sd: float

    class SetAgreementRow(NamedTuple):
        """A row of the table "Agreement of judges with the majority of the others"."""

        judge: str
        shared_units: int
        units: int
        agreement: float
        lower: float
        upper: float
        kappa: float

    class ModelEquivalenceRow(NamedTuple):
        """A row of the table "Equivalence of items: all pairs, the nearest first"."""

        first: str
        second: str
        estimate: float
        se: float
        lower: float
        upper: float
        is_open: bool
        is_equal: bool

    class ModelOutliersRow(NamedTuple):
        """A row of the table "Judges that depart from the others"."""

        judge: str
        comparisons: float
        log_e: float
        is_outlier: bool
        departure: str
        item: str
        shift: float
        log_ratio: float
        phi: float

    class SetAgreementPairsRow(NamedTuple):
        """A row of the table "Agreement of any two judges"."""

        first: str
        second: str
        units: int
        agreement: float
        kappa: float

    class ModelSelfPreferenceRow(NamedTuple):
        """A row of the table "Whether judges favour items of their own family"."""

        judge: str
        comparisons: float
        observed: float
        expected: float
        excess: float
        excess_se: float
        excess_lower: float
        excess_upper: float
        effect: float
        effect_se: float
        effect_lower: float
        effect_upper: float

    class VotesReliabilityRow(NamedTuple):
        """A row of the table "Reliability diagrams of the stated confidence of judges"."""

        judge: str
        bin: int
        votes: int
        confidence: float
        correct: float
        lower: float
        upper: float

    class SetTogetherRow(NamedTuple):
        """A row of the table "Correlations of the errors of any two judges"."""

        first: str
        second: str
        shared: float
        rho: float
        rho_shrunk: float
        is_copy: bool
        is_near_copy: bool

    class SetWorthRow(NamedTuple):
        """A row of the table "The worth of each judge beside the others"."""

        judge: str
        best_weight: float
        worth: float
        copy_of: str

    class SetFamiliesRow(NamedTuple):
        """A row of the table "How many judges the judges of a family are worth"."""

        family: int
        judges: int
        mean_rho: float
        least_rho: float
        largest_rho: float
        worth_equal: float
        worth_equal_se: float
        worth_best: float
        worth_best_se: float
        second_worth: float

    class SetTriadsRow(NamedTuple):
        """A row of the table "Circular triads of judges"."""

        judge: str
        triads: int
        circular: int
        within: int
        circular_within: int

    class SetCellsRow(NamedTuple):
        """A row of the table "Cells of a set, in the order of their keys"."""

        context: str
        judge: str
        left: str
        right: str
        left_wins: float
        right_wins: float
        plain_ties: float
        both_good: float
        both_bad: float
        squared_weights: float
        cluster: str
        is_ordered: bool
        is_split: bool
        grade: int

    class SetItemsRow(NamedTuple):
        """A row of the table "Items of a set"."""

        item: str
        comparisons: float
        wins: float
        losses: float
        ties: float
        opponents: int
        shown_first: float
        component: int
        group: int
        group_decided: int

    class SetPairsRow(NamedTuple):
        """A row of the table "Pairs of items that were compared"."""

        first: str
        second: str
        comparisons: float
        first_on_left: float
        second_on_left: float
        first_wins: float
        second_wins: float
        ties: float
        unordered: float

    class ModelScoresRow(NamedTuple):
        """A row of the table "Scores and ranks of the items"."""

        item: str
        estimate: float
        se: float
        lower: float
        upper: float
        se_mc: float
        rank: float
        rank_best: int
        rank_worst: int
        comparisons: float
        wins: float
        losses: float
        ties: float
        state: str

    class EstimateValuesRow(NamedTuple):
        """A row of the table "Estimates of a quantity"."""

        functional: int
        judge: str
        item: str
        second: str
        covariate: str
        factor: int
        estimate: float
        se: float
        lower: float
        upper: float
        se_mc: float
        state: str
        group: int
        grade: int

    class EstimateContrastsRow(NamedTuple):
        """A row of the table "Linear contrasts"."""

        contrast: int
        estimate: float
        se: float
        lower: float
        upper: float

    class EstimateTestsRow(NamedTuple):
        """A row of the table "Tests of linear contrasts"."""

        contrast: int
        estimate: float
        se: float
        lower: float
        upper: float
        null_value: float
        statistic: float
        p: float
        p_adjusted: float

    class EstimateEValuesRow(NamedTuple):
        """A row of the table "Evidence about linear contrasts, at all looks"."""

        contrast: int
        estimate: float
        se: float
        null_value: float
        log_e: float
        log_e_larger: float
        p: float

    class EstimatePairsRow(NamedTuple):
        """A row of the table "Differences of pairs"."""

        first: str
        second: str
        estimate: float
        se: float
        lower: float
        upper: float
        statistic: float
        p: float
        p_adjusted: float

    class EstimateRanksRow(NamedTuple):
        """A row of the table "Ranks with ranges that hold all at once"."""

        item: str
        rank: float
        rank_best: int
        rank_worst: int

    class EstimateAveragedRanksRow(NamedTuple):
        """A row of the table "The part that each rank of disagreement has in an estimate"."""

        directions: int
        status: str
        dimension: int
        criterion: float
        bic: float
        rank_weight: float
        is_in_union: bool

    class EstimateJudgeRanksRow(NamedTuple):
        """A row of the table "Ranks that items may have by each judge"."""

        judge: str
        item: str
        rank: float
        rank_best: int
        rank_worst: int
        is_top: bool
        is_bottom: bool
        told_apart: int

    class EstimateReversalsRow(NamedTuple):
        """A row of the table "Pairs that a judge has in another order than the consensus"."""

        judge: str
        first: str
        second: str
        estimate: float
        consensus: float
        p: float
        p_adjusted: float

    class EstimateUnanimousRow(NamedTuple):
        """A row of the table "Pairs that all judges have in the same order"."""

        first: str
        second: str
        p: float
        p_adjusted: float
        judges_first: int
        judges_second: int

    class EstimateGateRow(NamedTuple):
        """A row of the table "A verdict about a candidate"."""

        candidate: str
        baseline: str
        want: str
        margin: float
        verdict: str
        estimate: float
        se: float
        lower: float
        upper: float
        is_better: bool
        is_better_by_margin: bool
        is_not_worse: bool
        is_equal: bool
        is_worse: bool
        is_worse_by_margin: bool
        units: int
        units_needed: float
        p: float
        log_e: float
        sentence: str

    class BoardVarianceRow(NamedTuple):
        """A row of the table "How much of the error comes from runs, and how much from tasks"."""

        item: str
        tasks: int
        runs: int
        variance_within: float
        variance_between: float
        variance_between_raw: float
        share_of_runs: float
        runs_by_task: float
        se: float
        se_one_run: float
        se_endless_runs: float

    class RankingEffectsRow(NamedTuple):
        """A row of the table "Effects of positions, ties and covariates"."""

        term: str
        number: int
        name: str
        estimate: float
        se: float
        lower: float
        upper: float

    class RankingScoresRow(NamedTuple):
        """A row of the table "Strengths and ranks of the items of ballots"."""

        item: str
        estimate: float
        se: float
        lower: float
        upper: float
        rank: float
        rank_best: int
        rank_worst: int
        ballots: float
        put_first: float
        put_last: float
        state: str

    class EstimateClaimsRow(NamedTuple):
        """A row of the table "Claims, and whether the data support or refute them"."""

        claim: int
        state: str
        p_supported: float
        p_refuted: float
        estimate: float
        at_least: float

    class EstimateCompactLettersRow(NamedTuple):
        """A row of the table "Groups of items without significant differences"."""

        group: int
        item: str

    class EstimateTiersRow(NamedTuple):
        """A row of the table "Tiers of items"."""

        item: str
        tier: int

    class EstimateRankSummaryRow(NamedTuple):
        """A row of the table "Probable ranks of items"."""

        item: str
        best_probability: float
        rank_mean: float
        rank_sd: float
        rank_lower: int
        rank_upper: int

    class EstimateRankSetsRow(NamedTuple):
        """A row of the table "Ranks that items may have"."""

        item: str
        rank: float
        rank_best: int
        rank_worst: int
        is_top: bool
        is_bottom: bool
        told_apart: int

    class MonitorPairsRow(NamedTuple):
        """A row of the table "The evidence of all looks on pairs of items"."""

        first: str
        second: str
        estimate: float
        se: float
        log_e: float
        log_e_largest: float
        p: float
        lower: float
        upper: float
        simultaneous_lower: float
        simultaneous_upper: float
        order: str
        decided_at: int
        is_contradicted: bool

    class MonitorRanksRow(NamedTuple):
        """A row of the table "Ranks with ranges that hold at all looks"."""

        item: str
        rank: float
        rank_best: int
        rank_worst: int

    class ModelProfileRow(NamedTuple):
        """A row of the table "Profile-likelihood intervals"."""

        contrast: int
        estimate: float
        se: float
        lower: float
        upper: float

    class ModelFunctionRow(NamedTuple):
        """A row of the table "Functions of a quantity"."""

        contrast: int
        estimate: float
        se: float
        lower: float
        upper: float

    class ModelEffectiveComparisonsRow(NamedTuple):
        """A row of the table "Comparisons of the items, and their effective number"."""

        item: str
        comparisons: float
        effective: float

    class ModelWarningsRow(NamedTuple):
        """A row of the table "Warnings about the data and the model"."""

        code: str
        subject: str
        text: str

    class ModelItemsRow(NamedTuple):
        """A row of the table "Items of a model"."""

        item: str
        problems: Tuple[str, ...]
        comparisons: float
        wins: float
        losses: float
        ties: float
        opponents: int
        shown_first: float

    class ModelVotersRow(NamedTuple):
        """A row of the table "Judges of a model, the anonymous one last"."""

        judge: str
        problems: Tuple[str, ...]
        comparisons: float
        ties: float

    class ModelOptimaRow(NamedTuple):
        """A row of the table "Optima that the starts of a fit reached, the chosen one first"."""

        log_likelihood: float
        objective: float
        gradient: float
        starts: int
        first_start: int
        is_regular: bool

    class ModelCalibrationRow(NamedTuple):
        """A row of the table "Predicted and observed scores, in bins of similar predictions"."""

        comparisons: float
        predicted_share: float
        observed_share: float
        observed_share_lower: float
        observed_share_upper: float

    class ModelMetricsByOutcomeRow(NamedTuple):
        """A row of the table "How far predictions are from observed outcomes"."""

        outcome: str
        observed_count: float
        predicted_count: float
        cross_entropy: float
        mae_count: float
        rmse_count: float
        mae_percent: float
        rmse_percent: float

    class ModelMarginalsRow(NamedTuple):
        """A row of the table "Results of items against all others, observed and expected"."""

        item: str
        comparisons: float
        wins: float
        losses: float
        ties: float
        both_bad: float
        expected_wins: float
        expected_losses: float
        expected_ties: float
        expected_both_bad: float

    class GarsPairsRow(NamedTuple):
        """A row of the table "Facts about the labels of every pair"."""

        first: str
        second: str
        labels: float
        weight: float
        largest_weight: float
        effective_labels: float

    class GarsGroupsRow(NamedTuple):
        """A row of the table "Groups of contexts"."""

        group: int
        name: str
        contexts: int
        share: float

    class GarsRemainderRow(NamedTuple):
        """A row of the table "Second-order corrections"."""

        functional: int
        value: int
        one_step: float
        correction: float
        error: float
        size: float
        state: str

    class GarsWarningsRow(NamedTuple):
        """A row of the table "Warnings about nonparametric scores"."""

        code: str
        text: str

    class GarsBoundsRow(NamedTuple):
        """A row of the table "Bounds of scores under selection"."""

        gamma: float
        item: str
        least: float
        least_se: float
        largest: float
        largest_se: float
        lower: float
        upper: float

    class GarsSelectionRow(NamedTuple):
        """A row of the table "How selective answers must be to turn claims"."""

        above: str
        below: str
        difference: float
        se: float
        turns: float
        uncertain: float

    class NuisanceSettingsRow(NamedTuple):
        """A row of the table "Settings of a learner, fold by fold"."""

        fold: int
        ridge: float
        rounds: int
        feature_ridge: float

    class NuisanceWarningsRow(NamedTuple):
        """A row of the table "Warnings about learners"."""

        code: str
        text: str

    class ModelResidualsRow(NamedTuple):
        """A row of the table "Residuals"."""

        context: str
        judge: str
        item: str
        left: str
        right: str
        cells: int
        comparisons: float
        observed_wins: float
        expected_wins: float
        observed_ties: float
        expected_ties: float
        pearson: float
        deviance: float
        standardised: float

    class ModelInfluenceRow(NamedTuple):
        """A row of the table "Influence of contexts or judges on a fit"."""

        context: str
        judge: str
        comparisons: float
        leverage: float
        distance: float
        cluster: str

    class ModelFragilityRow(NamedTuple):
        """A row of the table "How few changes of the data overturn claims"."""

        first: str
        second: str
        value: int
        estimate: float
        z: float
        predicted: float
        confirmed: float
        share: float
        estimate_after: float
        state: str
        winner: str
        loser: str
        judge: str

    class ModelFragileVotesRow(NamedTuple):
        """A row of the table "The changes of the data that overturn claims"."""

        claim: int
        context: str
        judge: str
        left: str
        right: str
        outcome: str
        outcome_after: str
        comparisons: float

    class ModelNextRow(NamedTuple):
        """A row of the table "Comparisons to ask for next, each given those before"."""

        left: str
        right: str
        before: float
        after: float

    class TreeClusterRow(NamedTuple):
        """A row of the table "Merges of clusters, in the order of their heights"."""

        left_cluster: int
        right_cluster: int
        height: float
        items: int

    class ModelTiersRow(NamedTuple):
        """A row of the table "Tiers of items"."""

        item: str
        tier: int

    class ModelRankSummaryRow(NamedTuple):
        """A row of the table "Probable ranks of items"."""

        item: str
        best_probability: float
        rank_mean: float
        rank_sd: float
        rank_lower: int
        rank_upper: int

    class ModelAdjacentRow(NamedTuple):
        """A row of the table "Items that follow one another in the order of their scores"."""

        first: str
        second: str
        estimate: float
        se: float
        lower: float
        upper: float
        p: float
        p_adjusted: float

    class ModelCompactLettersRow(NamedTuple):
        """A row of the table "Groups of items without significant differences"."""

        group: int
        item: str

    class ModelMoreComparisonsRow(NamedTuple):
        """A row of the table "Comparisons that gaps between items still need"."""

        first: str
        second: str
        estimate: float
        se: float
        pair_comparisons: float
        design_comparisons: float


class SetMethods(Handle):
    _noun = "duel_set"
    __slots__ = ()

    def copy(self) -> Set:
        """Copy a set. The cells are shared until one of the two changes, so a copy costs almost
        nothing.

        Gives:
            out: the copy.
        """
        out: Set = call("duel_set_copy", set=self)
        return out

    def merge(self, other: Set) -> Self:
        """Add the comparisons of `other`, matching items, judges, contexts and covariates by name (by
        id, where both sets use ids). Merging is associative and commutative up to the order of ids;
        shards merged in any order save to the same bytes when counts are whole numbers.
        """
        call("duel_set_merge", set=self, other=other)
        return self

    def forget_order(self) -> Self:
        """Declare that no comparison of a set has a presentation order, for data that were appended or
        saved without saying so: which item was on the left has no effect from then on, a > b and b
        < a become one cell, and no statement about positions uses them. Comparisons that are
        appended later have the order that their rows state. A failure changes nothing.
        """
        call("duel_set_forget_order", set=self)
        return self

    def info(self) -> SetFacts:
        """Facts about a set."""
        out: SetFacts = call("duel_set_info", set=self)
        return out

    def items(self) -> Table[SetItemsRow]:
        """The items of a set, in the order of their ids.

        Columns:
            item: The item.
            comparisons: Its comparisons, a sum of weights. Unit: comparisons.
            wins: Those that it won. Unit: comparisons.
            losses: Those that it lost. Unit: comparisons.
            ties: Ties, both good and both bad among them. Unit: comparisons.
            opponents: Items that it was compared with. Unit: items.
            shown_first: Comparisons in which it was shown first. Unit: comparisons.
            component: Number of its connected component, 0 being the one with the most items. Items
                of different components were never compared, not even through others.
            group: Number of its strongly connected group, ties as wins both ways. A group never
                loses to a later one: it beats it, or was not compared with it. One group: finite
                scores exist.
            group_decided: The same, with ties dropped.
        """
        out: Table[SetItemsRow] = call("duel_set_items", set=self)
        return out

    def pairs(self) -> Table[SetPairsRow]:
        """The pairs of items that were compared, in the order of their ids.

        Columns:
            first: The item with the lower id.
            second: The other item.
            comparisons: Their comparisons, a sum of weights. Unit: comparisons.
            first_on_left: Comparisons that showed the first of them first. Unit: comparisons.
            second_on_left: Comparisons that showed the second of them first. A pair seen in one
                order only has a zero here or there. Unit: comparisons.
            first_wins: Wins of the first. Unit: comparisons.
            second_wins: Wins of the second. Unit: comparisons.
            ties: Ties, both good and both bad among them. Unit: comparisons.
            unordered: Comparisons without a presentation order, which are in neither of the columns
                of what was shown first. Unit: comparisons.
        """
        out: Table[SetPairsRow] = call("duel_set_pairs", set=self)
        return out

    def cells(self) -> Table[SetCellsRow]:
        """The cells of a set: its comparisons, added up by context, judge, left and right.

        Columns:
            context: The context; missing where the comparisons have none.
            judge: The judge.
            left: The item shown first.
            right: The item shown second.
            left_wins: Answers that prefer the left. Unit: comparisons.
            right_wins: Answers that prefer the right. Unit: comparisons.
            plain_ties: Ties that do not say whether both are good or bad. Unit: comparisons.
            both_good: Answers that both are good. Unit: comparisons.
            both_bad: Answers that both are bad. Unit: comparisons.
            squared_weights: Sum of the squared weights.
            cluster: The cluster; missing where the context is the cluster.
            is_ordered: Whether left was shown first; where not, no order is known, and left is the
                item with the lower id.
            is_split: Whether each judgement is split between the answers in the proportion of their
                counts.
            grade: How far the preferred item is ahead, 0 for the middle; missing where answers have
                no grade.
        """
        out: Table[SetCellsRow] = call("duel_set_cells", set=self)
        return out

    def resample(self, by: ByLike, seed: int = 0) -> Set:
        """Draw as many units as the set has, with replacement. Names and ids stay. Units are drawn in
        the order of their ids: the same data under other ids (Set.load) give another resample.

        Args:
            by: "row" (whole counts only), "context", "pair", "judge" or "cluster".
            seed: same seed, same set.

        Gives:
            out: a new set.
        """
        out: Set = call("duel_set_resample", set=self, by=by, seed=seed)
        return out

    def split(self, by: ByLike, folds: int, fold: int, seed: int = 0) -> Tuple[Set, Set]:
        """Split into a part held out and the rest. Units are shared out at random and evenly over
        `folds` folds; the same seed gives the same folds, so that fold 0 .. folds - 1 partition the
        set. Names and ids stay in both parts. The same data under other ids (Set.load) have other
        folds.

        Args:
            by: "row", "context", "pair", "judge" or "cluster".
            folds: at least 2.
            fold: which fold to hold out, 0 .. folds - 1.

        Gives:
            rest: receive new sets.
            held: receive new sets.
        """
        out: Tuple[Set, Set] = call("duel_set_split", set=self, by=by, folds=folds, fold=fold, seed=seed)
        return out

    def cross_validate(self, fit: Optional[ModelOptions] = None, **options: Unpack[ValidationOptions]) -> Tuple[ValidationFacts, Table[SetCrossValidateRow]]:
        """Cross-validation, or hold-out: fit a model to the comparisons without a part, and measure
        how well it predicts that part.

        Scores of models of the same comparisons and outcomes compare what information criteria
        estimate, and go with penalties, bias reduction and ties as halves as well (a tie is then
        half a win and half a loss, so that such scores compare with each other only). Differences
        between two models are surer than either: take them fold by fold, with the same seed.

        The scores, ten of a fit: mean log-likelihood of a comparison; Brier score; share of decided
        comparisons won by the likelier side; calibration error (these as in AccuracyFacts);
        kl_mean, kl_weighted, js_mean, js_weighted, mae_percent and rmse_percent by pair (as in
        MetricsFacts). A fit whose part has nothing that it could predict has none.

        The facts have, of each score, the plain mean over the fits that have it and its standard
        error. With s their standard deviation and J their number, the error is s / sqrt(J /
        repeats) with folds, repeats being no new data, and s sqrt(1 / J + share / (1 - share)) with
        a share (Nadeau and Bengio 2003); NaN for J = 1. The first takes folds as independent. They
        share what they are fitted to, and no unbiased estimate of that exists (Bengio and
        Grandvalet 2004): it is rather too small. A mean is infinite where a fit rules out what was
        held out (no ties seen, say), and its error then NaN.

        A part may take items out of reach of a fit. Comparisons whose difference the fit does not
        identify are counted as unpredicted, and are in no score. Any other diagnostic ("separated",
        ...) that the accept of the fit options does not take makes a fit fail: it is counted, its
        row says why, and its part is in no score. Means over the others are then those of an easier
        part of the data: a ridge keeps them all. A judge without comparisons in a fit is predicted
        with sensitivity one, mean position effect and mean threshold. Pooled strengths start from
        the fit to all comparisons, the others, which may have several optima, from their own data
        alone.

        UnsupportedError for importance weights. Comparisons can be shared out one by one only from
        whole counts: with others, cells (context, judge, left, right) are.

        Options:
            ValidationOptions: by, threads, folds, share, repeats, seed, cancel, progress.

        Gives:
            fits: None, or receives the table, repetition after repetition.

        Columns:
            repetition: Number of the repetition, from 0.
            fold: Number of the part held out, from 0.
            status: The end of the fit; what a failed one held out is in no score. One of ok, null,
                argument, data, name, size, format, unsupported, not_identified, not_converged,
                numeric, cancelled, memory, internal.
            problems: The diagnostics of the fit. One of disconnected, separated, boundary, opposed,
                equal_scores, undetermined, not_converged, tie_limit, heywood.
            trained: Comparisons fitted to. Unit: comparisons.
            held: Comparisons held out. Unit: comparisons.
            unpredicted: Those of them that the fit says nothing of: items that it has not seen, or
                not compared even through others. Unit: comparisons.
            log_likelihood: Log-likelihood of those that it predicts; missing where the fit failed.
            log_score: Mean log-likelihood of a comparison held out; missing, as all other scores,
                where the fit predicts none. Unit: nats.
            brier: Brier score.
            accuracy: Share of decided comparisons won by the likelier side; missing also where
                nothing was decided. Unit: share.
            calibration_error: Mean distance between predicted and observed shares of bins of
                predictions, weighted by comparisons. Unit: share.
            kl_mean: Kullback-Leibler divergence, mean over pairs. Unit: nats.
            kl_weighted: The same, weighted by comparisons. Unit: nats.
            js_mean: Jensen-Shannon divergence, mean over pairs. Unit: nats.
            js_weighted: The same, weighted by comparisons. Unit: nats.
            mae_percent: Mean absolute error of the proportions of pairs. Unit: percent.
            rmse_percent: Root mean squared error of the proportions of pairs. Unit: percent.
        """
        out: Tuple[ValidationFacts, Table[SetCrossValidateRow]] = call("duel_set_cross_validate", set=self, fit=fit, options=options)
        return out

    def leave_one_judge_out(self, **options: Unpack[ModelOptions]) -> Table[SetLeaveOneJudgeOutRow]:
        """The ranking without each judge: the model is fitted once for every judge of the set, to the
        votes of the others. The effect of leaving out a judge is that judge's influence; see
        "disagreement_norms" and Model.judges for why. The rank of a disagreement that fewer judges
        cannot have is cut down to what they can.

        Options:
            options: the fit, as for Model.fit; None: all defaults. cancel and progress are used in
                every fit.
            ModelOptions: strength, position, tie_model, ties, both_bad, threshold, sign,
                covariance, accept, max_iterations, covariates, fixed_scores, ridge, pseudo,
                tolerance, max_bytes, cancel, progress, start, offsets, bias_reduction,
                threshold_offsets, tie_factors, tie_basis, tie_link, below_zero, tie_ridge, spread,
                spread_factors, spread_ridge, restarts, threads, seed, bad_threshold, rank,
                sensitivity_covariates, target, pair_floor, interactions, interaction_ridge.

        Gives:
            out: the table: all items without the first judge, then without the next.

        Columns:
            without: The judge that is left out.
            item: The item.
            score: Its consensus score without the judge, those of all items summing to zero;
                missing for an item that only this judge saw, and where there is no estimate. Unit:
                score.
            status: The end of the fit without the judge. One of ok, null, argument, data, name,
                size, format, unsupported, not_identified, not_converged, numeric, cancelled,
                memory, internal.
        """
        out: Table[SetLeaveOneJudgeOutRow] = call("duel_set_leave_one_judge_out", set=self, options=options)
        return out

    def select_rank(self, max_rank: int, replicates: int = 0, seed: int = 0, threads: int = 0, fit: Optional[ModelOptions] = None, validation: Optional[ValidationOptions] = None) -> Table[SetSelectRankRow]:
        """How many directions of disagreement: fits ranks 0 to max_rank of "disagreement", the other
        choices as given. One line of evidence a column; they need not agree. Where the least bic
        and the least aic are of different ranks, the notes of the table begin with fragile_rank:
        intervals by judge at the rank of the least bic would be too short; Model.average allows for
        the choice. Cross-validation is what the paper uses (arXiv:2605.05073).

        Args:
            max_rank: the highest rank, at most min(judges - 1, items - 2), of two judges or more.
            replicates: data sets to draw for the likelihood ratio of each rank against the next,
                each from the smaller model and fitted with both; 0: none. Needs a model of ties
                (not "half").
            seed: of these.
            threads: of these; 0: one.

        Gives:
            out: the table, from no direction to max_rank.

        Columns:
            directions: Number of directions of disagreement, the rank.
            status: The end of the fit. One of ok, null, argument, data, name, size, format,
                unsupported, not_identified, not_converged, numeric, cancelled, memory, internal.
            problems: The diagnostics of the fit. One of disconnected, separated, boundary, opposed,
                equal_scores, undetermined, not_converged, tie_limit, heywood.
            log_likelihood: Log-likelihood; missing, as dimension and criteria, where there is no
                estimate.
            dimension: Identified dimension.
            aic: Akaike's criterion.
            bic: Schwarz's criterion.
            log_score: Mean log-likelihood of a comparison held out; missing, as its error, where
                nothing was held out. Unit: nats.
            log_score_se: Its standard error. Unit: nats.
            scree: Singular value number `directions` (from 0) of the judges' own scores less the
                fit without disagreement: what the next direction would have to gain; missing beyond
                the last. Unit: score.
            statistic: Twice the gain in log-likelihood of one more direction; missing, as its
                p-value, where no data sets were drawn, and in the last row.
            p: Its p-value, (1 + replicates at least as large) / (1 + replicates). Unit:
                probability.
        """
        out: Table[SetSelectRankRow] = call("duel_set_select_rank", set=self, max_rank=max_rank, replicates=replicates, seed=seed, threads=threads, fit=fit, validation=validation)
        return out

    def judges(self, level: float = 0) -> Table[SetJudgesRow]:
        """The votes of every judge: how many there are, how often they tie, and how often they take
        what is shown first.

        A judge whose first-position share lies far from one half answers by position, or was shown
        the better items first: Set.order tests whether the order was random, and a model with
        position effects by judge tells the two apart. Intervals are those of Wilson (1927), and
        take comparisons as independent; with importance weights they go by Kish's effective number.

        Args:
            level: level of the intervals; 0: 0.95.

        Columns:
            judge: The judge.
            comparisons: Its comparisons, a sum of weights. Unit: comparisons.
            left_wins: Answers that prefer the left. Unit: comparisons.
            right_wins: Answers that prefer the right. Unit: comparisons.
            plain_ties: Ties that do not say whether both are good or bad. Unit: comparisons.
            both_good: Answers that both are good. Unit: comparisons.
            both_bad: Answers that both are bad. Unit: comparisons.
            unordered_wins: Answers with a winner, of comparisons without a presentation order.
                Unit: comparisons.
            contexts: Contexts that it judged in. Unit: contexts.
            pairs: Pairs of items that it compared. Unit: pairs.
            decided: Comparisons with a winner. Unit: comparisons.
            tie_share: Share of ties of any kind; missing, as its interval, where there is no
                comparison. Unit: share.
            tie_share_lower: Lower end of its interval. Unit: share.
            tie_share_upper: Upper end of its interval. Unit: share.
            first_share: Share of the comparisons with a winner and a presentation order that went
                to the item shown first; missing, as its interval, where there are none. Unit:
                share.
            first_share_lower: Lower end of its interval. Unit: share.
            first_share_upper: Upper end of its interval. Unit: share.
            rarer_share: Share of its comparisons with a presentation order that were shown in the
                rarer of the two orders of their pair: 0 where each pair came in one order only, at
                most 0.5; missing where there is no such comparison. Unit: share.
            is_position_driven: Whether the first-position share is outside 0.2 to 0.8, so that the
                answers follow the position.
        """
        out: Table[SetJudgesRow] = call("duel_set_judges", set=self, level=level)
        return out

    def order(self) -> OrderFacts:
        """Whether the order of presentation was left to chance. If it was not, only a model can
        separate a preference for the first position from a preference for the items shown there.

        The unit of the test is the pair in a context, since a panel of judges often sees one order
        that was drawn once: all votes on it, by whichever judges and in whichever orders, are one
        draw, whose net difference of orders has either sign with equal chance.
        """
        out: OrderFacts = call("duel_set_order", set=self)
        return out

    def triads(self) -> Table[SetTriadsRow]:
        """Circular triads of every judge (Kendall and Babington Smith 1940): triples of items whose
        three pairs all have a majority among the judge's votes, and in which a beats b, b beats c
        and c beats a. One who answers at random makes a quarter of them circular.

        Columns:
            judge: The judge.
            triads: Triads, majorities taken over all contexts. Unit: triads.
            circular: Those of them that are circular. Unit: triads.
            within: Triads within single contexts, over all contexts added up; comparisons without a
                context are in none. Unit: triads.
            circular_within: Those of them that are circular. Unit: triads.
        """
        out: Table[SetTriadsRow] = call("duel_set_triads", set=self)
        return out

    def agreement(self, level: float = 0) -> Table[SetAgreementRow]:
        """Agreement of each judge with the majority of the others on the same pair in the same
        context.

        A unit is a pair of items in a context, whichever was shown first; where the set has no
        contexts, a pair. Comparisons without a context in a set that has some are left out. Who
        answered a unit more than once counts there once, with shares of the answers. The three
        answers are the one item, the other and a tie of any kind.

        Kappa is Cohen's (1960), (observed - chance) / (1 - chance). Chance is the agreement of two
        who answer by the position and nothing else, each taking left, right and tie as often as it
        did over the units that the two share: the same position where they saw a unit in the same
        order, different positions where they did not. A judge who always takes the first position
        thus has kappa 0 with everybody. Intervals are those of Wilson (1927), units taken as
        independent.

        Args:
            level: level of the intervals; 0: 0.95.

        Columns:
            judge: The judge.
            shared_units: Units that it shares with any other judge. Unit: units.
            units: Units that the judge answered and of which the others have a majority: an answer
                more frequent among them than either other. Unit: units.
            agreement: Share of its answers that are that of the majority; missing, as its interval,
                where there is no such unit. Unit: share.
            lower: Lower end of its interval. Unit: share.
            upper: Upper end of its interval. Unit: share.
            kappa: Cohen's kappa; missing where there is no such unit, or where both always say the
                same.
        """
        out: Table[SetAgreementRow] = call("duel_set_agreement", set=self, level=level)
        return out

    def agreement_pairs(self) -> Table[SetAgreementPairsRow]:
        """Agreement of any two judges on the same pair in the same context, each two once. Units,
        answers and kappa are those of Set.agreement.

        Columns:
            first: The judge with the lower id.
            second: The other judge.
            units: Units that the two share. Unit: units.
            agreement: Share of these on which they agree; missing where they share none. Unit:
                share.
            kappa: Cohen's kappa; missing where they share no unit, or always say the same.
        """
        out: Table[SetAgreementPairsRow] = call("duel_set_agreement_pairs", set=self)
        return out

    def krippendorff(self, metric: AlphaLike, orientation: OrientationLike, level: float = 0) -> Table[SetKrippendorffRow]:
        """Krippendorff's alpha: how reliable the judges are together, and without each of them.

        1 - observed / expected disagreement (Krippendorff, Content analysis, 2004): 1 if all judges
        say the same of every unit, 0 if they agree as often as answers drawn by lot would. Units
        and answers are those of Set.agreement; a unit needs two judges. Judges without whom alpha
        is larger make the panel less reliable. Errors are those of the jackknife over contexts.

        Args:
            metric: "nominal" or "ordinal".
            orientation: "both" or "by_id".
            level: level of the intervals; 0: 0.95.

        Columns:
            without: The judge that is left out; missing in the first row, which is of all judges.
            units: Units with two answers or more. Unit: units.
            answers: Answers to these. Unit: answers.
            estimate: Alpha; missing where all answers are the same, or there is no unit.
            se: Its standard error, by the jackknife over contexts; missing, as the interval, where
                there is but one.
            lower: Lower end of its interval.
            upper: Upper end of its interval.
        """
        out: Table[SetKrippendorffRow] = call("duel_set_krippendorff", set=self, metric=metric, orientation=orientation, level=level)
        return out


class GarsMethods(Handle):
    _noun = "duel_gars"
    __slots__ = ()

    def merge(self, other: Gars) -> Self:
        """Adds what another estimate has seen. Both must have been made with the same options.

        Args:
            other: is not changed.
        """
        call("duel_gars_merge", gars=self, other=other)
        return self

    def info(self) -> GarsFacts:
        """Facts about an estimate."""
        out: GarsFacts = call("duel_gars_info", gars=self)
        return out

    def pairs(self) -> Table[GarsPairsRow]:
        """Facts about the labels of every pair of different items. Labels of items are their numbers.

        Gives:
            out: the table: a row for each pair in each order.

        Columns:
            first: The item shown first.
            second: The item shown second.
            labels: Labels of the two in this order. Unit: labels.
            weight: Sum of the weights 1/pi of the labels of the pair as estimated; where pairs are
                unordered, of both orders in the row whose first item has the smaller number, and
                missing in the other. Unit: labels.
            largest_weight: The largest of these weights; missing as the sum is. Unit: labels.
            effective_labels: Effective number of labels, the sum of the weights squared over the
                sum of their squares; missing as the sum is. Unit: labels.
        """
        out: Table[GarsPairsRow] = call("duel_gars_pairs", gars=self)
        return out

    def groups(self) -> Table[GarsGroupsRow]:
        """The groups of contexts of an estimate, with how many contexts each has.

        Gives:
            out: the table: a row for each group, none where there are no groups.

        Columns:
            group: Number of the group, from 0.
            name: Its name.
            contexts: Contexts with a weight in the group; clusters of them, where contexts are
                clustered. Unit: contexts.
            share: Mean weight of a context in the group: its share, where weights are 0 or 1;
                missing without contexts.
        """
        out: Table[GarsGroupsRow] = call("duel_gars_groups", gars=self)
        return out

    def equality(self, first: int, second: int, **options: Unpack[InferenceOptions]) -> WaldFacts:
        """A test that two functionals have the same values (Hausman 1978), such as the Bradley-Terry
        projection and "restricted", which is a test of the Bradley-Terry model. The variance is
        that of the differences of influence values, by cluster: neither estimate need be efficient.

        Args:
            first: number of a functional, from 0.
            second: another, with as many values.

        Options:
            options: None, or as in Gars.estimate.
            InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
                reference_judge, weights, level, unit, origin, seed, draws, ignore_position,
                threads, cancel, progress, correction, quantiles, contexts, bootstrap,
                bootstrap_interval, errors, mixture, error_draws.
        """
        out: WaldFacts = call("duel_gars_equality", gars=self, first=first, second=second, options=options)
        return out

    def estimate(self, functional: int, estimator: EstimatorLike, **options: Unpack[InferenceOptions]) -> Estimate:
        """The estimates of a functional, from the contexts so far. What is added later does not change
        them.

        Args:
            functional: number of the functional among those of the options of Gars.new, from 0; -1:
                all, one after the other, so that functionals can be compared by contrasts.
            estimator: "debiased" or "plugin".

        Options:
            options: None: all defaults. They are copied. Read are intervals, level, seed, draws,
                threads, cancel, progress, user; with clusters "cr1" and quantiles (degrees of
                freedom are clusters less one). What goes with fitted models only is
                UnsupportedError. A value with standard error 0 has no interval (NaN): it is a
                constant, or there is one context.
            InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
                reference_judge, weights, level, unit, origin, seed, draws, ignore_position,
                threads, cancel, progress, correction, quantiles, contexts, bootstrap,
                bootstrap_interval, errors, mixture, error_draws.

        Gives:
            out: the estimate; its items are called "0", "1", ...
        """
        out: Estimate = call("duel_gars_estimate", gars=self, functional=functional, estimator=estimator, options=options)
        return out

    def group_estimate(self, functional: int, group: int, estimator: EstimatorLike, **options: Unpack[InferenceOptions]) -> Estimate:
        """The estimates of a functional in groups of contexts, E[G F] / E[G] with weights G of
        contexts. Groups may share contexts and clusters: covariances between them are those of the
        same influence values.

        Args:
            functional: as in Gars.estimate.
            group: number of the group, from 0; -1: all, one after the other, so that they can be
                compared by contrasts and have intervals that hold at once. A group of fewer than 30
                contexts (clusters) is DataError.
            estimator: "debiased" or "plugin".

        Options:
            options: None, or as in Gars.estimate.
            InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
                reference_judge, weights, level, unit, origin, seed, draws, ignore_position,
                threads, cancel, progress, correction, quantiles, contexts, bootstrap,
                bootstrap_interval, errors, mixture, error_draws.

        Gives:
            out: the estimate.
        """
        out: Estimate = call("duel_gars_group_estimate", gars=self, functional=functional, group=group, estimator=estimator, options=options)
        return out

    def differences(self, functional: int, group: int, other: int, estimator: EstimatorLike, **options: Unpack[InferenceOptions]) -> Estimate:
        """The estimates of a functional in one group of contexts less those in another.

        Args:
            functional: as in Gars.estimate.
            group: number of a group, from 0.
            other: number of another.
            estimator: "debiased" or "plugin".

        Options:
            options: None, or as in Gars.estimate.
            InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
                reference_judge, weights, level, unit, origin, seed, draws, ignore_position,
                threads, cancel, progress, correction, quantiles, contexts, bootstrap,
                bootstrap_interval, errors, mixture, error_draws.

        Gives:
            out: the estimate.
        """
        out: Estimate = call("duel_gars_differences", gars=self, functional=functional, group=group, other=other, estimator=estimator, options=options)
        return out

    def remainder(self) -> Table[GarsRemainderRow]:
        """The second-order correction of every value, and how large it is in errors: above 1 the
        learner is off by more than the error of the score. Mistakes that the basis cannot describe
        are not seen.

        Gives:
            out: the table: a row for every value of every functional.

        Columns:
            functional: Number of the functional, from 0.
            value: Number of its value, from 0: that of an item, as a rule.
            one_step: The estimate without the second-order correction.
            correction: The number that the correction adds to it.
            error: The standard error of the estimate.
            size: The size of the correction in standard errors. Above 1 the learner is off by more
                than the error of the score. Unit: standard errors.
            state: Whether the value is corrected; linear: there is nothing to correct; clusters:
                contexts are clustered; uncorrected: no context came with folds that have labels
                enough, or the temperature is too small; off: not asked for. One of corrected,
                linear, clusters, uncorrected, off.
        """
        out: Table[GarsRemainderRow] = call("duel_gars_remainder", gars=self)
        return out

    def warnings(self) -> Table[GarsWarningsRow]:
        """Warnings about the scores, in sentences with figures: that there is no second-order
        correction where there should be one, or that it is larger than the error.

        Gives:
            out: the table: a row for each warning, none where there is nothing to say.

        Columns:
            code: The kind of the warning. One of learner, no_folds, few_labels, short_basis,
                clusters, temperature.
            text: One sentence, with figures.
        """
        out: Table[GarsWarningsRow] = call("duel_gars_warnings", gars=self)
        return out


class BoardMethods(Handle):
    _noun = "duel_board"
    __slots__ = ()

    def info(self) -> BoardFacts:
        """How much a board has. Looks through its rows: two scores of one item, task and run are
        DataError.

        Gives:
            out: the facts.
        """
        out: BoardFacts = call("duel_board_info", board=self)
        return out

    def names(self) -> Set:
        """The names of a board, as those of a set without comparisons: items, tasks (its contexts),
        groups (its clusters) and runs (its judges).

        Gives:
            out: the set; the caller frees it with Set.free.
        """
        out: Set = call("duel_board_names", board=self)
        return out

    def estimate(self, inference: Optional[InferenceOptions] = None, **options: Unpack[BoardOptions]) -> Estimate:
        """The mean score of each item, as an estimate: every question answers that needs no model,
        verdicts and claims included. What is added to the board later does not change it.

        Units are tasks, or groups of tasks as a sample of groups. Of weights w of tasks that sum to
        1 a unit g with the share h_g of them adds d_g = sum w_t (x_t - mean) to a mean. Errors are
        Bell and McCaffrey's (2002) CR2, sum d_g d_g' / (1 - h_g), with their degrees of freedom, 1
        / (sum h_g^2 + (sum q_g)^2 - sum q_g^2), q_g = h_g^2 / (1 - h_g), which is the paired t-test
        where tasks of one weight are the units; correction NONE, CR1 and JACKKNIFE are to be had.
        All pairs, ranks and sets of ranks go by sign flips of units where these are enough for the
        level (6 at .95), else by Bonferroni (Romano and Wolf 2005). Means of scores from 0 to 1
        have Wilson's intervals at the number of units that their error stands for. Intervals at all
        looks need 40 units and have no correction. Notes of tables count missing cells.

        Options:
            BoardOptions: groups_are, average, missing, runs, missing_value, k, population,
                lower_is_better, max_bytes.

        Gives:
            out: the estimate; the caller frees it with Estimate.free.
        """
        out: Estimate = call("duel_board_estimate", board=self, inference=inference, options=options)
        return out

    def variance(self) -> Table[BoardVarianceRow]:
        """How much of an item's error comes from runs and how much from tasks, by moments (Miller
        2024): more runs, or more tasks? Tasks count the same, and groups are ignored. The error of
        the mean of n tasks with R runs each is sqrt((between + within / R) / n).

        Gives:
            out: the table: a row for each item.

        Columns:
            item: The item.
            tasks: Tasks on which it has a score. Unit: tasks.
            runs: Runs of all of them. Unit: runs.
            variance_within: Variance between runs of one task; missing where no task has two. Unit:
                squared score.
            variance_between: Variance between tasks, without that of runs: 0 where the estimate is
                below. Unit: squared score.
            variance_between_raw: The same as it was estimated. Unit: squared score.
            share_of_runs: The share of runs in the variance of a single run of a task. Unit: share.
            runs_by_task: Number of runs of a task that the moments divide by: the mean of equal
                numbers, less of unequal ones. Unit: runs.
            se: Standard error of the mean with the runs that there are. Unit: score.
            se_one_run: The same with one run of each task. Unit: score.
            se_endless_runs: The same with endlessly many runs: more of them do not lower it
                further, more tasks do. Unit: score.
        """
        out: Table[BoardVarianceRow] = call("duel_board_variance", board=self)
        return out


class ModelMethods(Handle):
    _noun = "duel_model"
    __slots__ = ()

    def share(self) -> Model:
        """Another owner of the same model, for the price of a counter."""
        out: Model = call("duel_model_share", model=self)
        return out

    def info(self) -> ModelFacts:
        """Facts about the fit."""
        out: ModelFacts = call("duel_model_info", model=self)
        return out

    def warnings(self) -> Table[ModelWarningsRow]:
        """Remarks of a careful statistician on these data and this model (presentation order tied to
        the items, judges whose answers follow the position, judges at the boundary, repeated
        contexts, near-separated items, ...). The code is a WARNING_.

        Columns:
            code: The kind of the warning. One of disconnected, separated, boundary, opposed,
                equal_scores, undetermined, not_converged, presentation_order, position_followers,
                ties_differ, tie_limit, bad_limit, heywood, several_optima, single_start,
                near_separation, weak_judges, weak_consensus, dominated_consensus,
                similar_directions, dependence, few_clusters, clustered, few_votes, penalty_decides,
                penalised_thresholds, penalised, exact_fit, partly_ordered, grades_joined.
            subject: The names of the items or judges it concerns, quoted; missing where it concerns
                the whole.
            text: One or two sentences, with names and numbers.
        """
        out: Table[ModelWarningsRow] = call("duel_model_warnings", model=self)
        return out

    def items(self) -> Table[ModelItemsRow]:
        """Every item: bits FIT_ that concern it, and the comparisons that the model used.

        Columns:
            item: The item.
            problems: Problems of the fit that concern the item. One of disconnected, separated,
                boundary, opposed, equal_scores, undetermined, not_converged, tie_limit, heywood.
            comparisons: Comparisons of the item (sum of weights). Unit: comparisons.
            wins: Those that it won. Unit: comparisons.
            losses: Those that it lost. Unit: comparisons.
            ties: Those without a winner, votes both bad among them. Unit: comparisons.
            opponents: Items that it was compared with. Unit: items.
            shown_first: Comparisons in which it was shown first. Unit: comparisons.
        """
        out: Table[ModelItemsRow] = call("duel_model_items", model=self)
        return out

    def voters(self) -> Table[ModelVotersRow]:
        """Every judge of the model, the anonymous one last: bits FIT_ that concern it, and the
        comparisons that the model used. Model.judges says more of them.

        Columns:
            judge: The judge.
            problems: Problems of the fit that concern the judge. One of disconnected, separated,
                boundary, opposed, equal_scores, undetermined, not_converged, tie_limit, heywood.
            comparisons: Comparisons by the judge (sum of weights). Unit: comparisons.
            ties: Those without a winner, votes both bad among them. Unit: comparisons.
        """
        out: Table[ModelVotersRow] = call("duel_model_voters", model=self)
        return out

    def optima(self) -> Table[ModelOptimaRow]:
        """The distinct optima that the starts of a fit met. Two whose objectives differ by less than
        0.001 count as one. No rows where the parameters were given.

        Columns:
            log_likelihood: Log-likelihood of the data.
            objective: The objective, which was minimised.
            gradient: Largest element of the gradient.
            starts: Starts that ended there. Unit: starts.
            first_start: Number of the first of them; 0 is the one without chance.
            is_regular: Whether it is regular: the solver converged, and no pair of items has lost
                its spread.
        """
        out: Table[ModelOptimaRow] = call("duel_model_optima", model=self)
        return out

    def scores(self, **options: Unpack[InferenceOptions]) -> Table[ModelScoresRow]:
        """The leaderboard: every item with its score, interval, rank, range of ranks, and comparisons.
        Intervals are those of the options; ranges of ranks are as in Estimate.ranks and hold for
        all items at once.

        Options:
            InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
                reference_judge, weights, level, unit, origin, seed, draws, ignore_position,
                threads, cancel, progress, correction, quantiles, contexts, bootstrap,
                bootstrap_interval, errors, mixture, error_draws.

        Gives:
            out: the table: a row for each item, by its id.

        Columns:
            item: The item.
            estimate: The score; missing where it is unidentified. Unit: score.
            se: Its standard error: 0 where the normalisation fixes the score, infinite where it
                diverges. Unit: score.
            lower: Lower end of its interval. Unit: score.
            upper: Upper end of its interval. Unit: score.
            se_mc: Monte Carlo standard error of se, where it is sampled; 0 where it is exact. Unit:
                score.
            rank: Rank, 1 is best; equal scores share the mean; missing where it is not known. Unit:
                rank.
            rank_best: One more than the number of items significantly better. Unit: rank.
            rank_worst: The number of items less those significantly worse. Unit: rank.
            comparisons: Comparisons that the model used. Unit: comparisons.
            wins: Of these, won. Unit: comparisons.
            losses: Of these, lost. Unit: comparisons.
            ties: Of these, tied, both bad included. Unit: comparisons.
            state: Why the standard error is as it is: boundary means that the normal distribution
                says nothing there. One of estimated, held, diverges, boundary, not_identified.
        """
        out: Table[ModelScoresRow] = call("duel_model_scores", model=self, options=options)
        return out

    def effective_comparisons(self, **options: Unpack[InferenceOptions]) -> Table[ModelEffectiveComparisonsRow]:
        """Of every item its effective number of comparisons, beside the number it had: the number n of
        independent neutral comparisons with an average opponent, whose score is known, that would
        give the standard error s of its difference from the mean of the other items, n = 1 / (s^2
        w). w is the mean over the other items of the expected information of one comparison about
        the difference. In a balanced design, with the covariance of the information, n is the
        number it had; few opponents, dependent votes and lopsided pairs make it smaller.

        Options:
            InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
                reference_judge, weights, level, unit, origin, seed, draws, ignore_position,
                threads, cancel, progress, correction, quantiles, contexts, bootstrap,
                bootstrap_interval, errors, mixture, error_draws.

        Gives:
            out: the table: a row for each item, by its id.

        Columns:
            item: The item.
            comparisons: Comparisons that the model used. Unit: comparisons.
            effective: Independent comparisons with an average opponent that would give its standard
                error; missing without one. Unit: comparisons.
        """
        out: Table[ModelEffectiveComparisonsRow] = call("duel_model_effective_comparisons", model=self, options=options)
        return out

    def rank_summary(self, **options: Unpack[InferenceOptions]) -> Table[ModelRankSummaryRow]:
        """The distributions of the ranks of Model.rank_probabilities in a few numbers. For ranges that
        hold for all items at once see Estimate.ranks.

        Options:
            InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
                reference_judge, weights, level, unit, origin, seed, draws, ignore_position,
                threads, cancel, progress, correction, quantiles, contexts, bootstrap,
                bootstrap_interval, errors, mixture, error_draws.

        Columns:
            item: The item.
            best_probability: Probability of being the best; missing, like all else, for an item
                without a rank. Unit: probability.
            rank_mean: Expected rank. Unit: rank.
            rank_sd: Standard deviation of the rank. Unit: rank.
            rank_lower: Lower quantile: at most half of 1 - level of the probability is on ranks
                below it. Unit: rank.
            rank_upper: Upper quantile: at most half of 1 - level of the probability is on ranks
                above it. Unit: rank.
        """
        out: Table[ModelRankSummaryRow] = call("duel_model_rank_summary", model=self, options=options)
        return out

    def compact_letters(self, **options: Unpack[InferenceOptions]) -> Table[ModelCompactLettersRow]:
        """Groups of items without significant differences (the compact letter display of Piepho 2004).
        Two items share a group if and only if their difference is not significant in the
        simultaneous comparison of all pairs, the one that Estimate.ranks makes; no group is part of
        another; the group of the best item comes first. An item whose score is not identified is in
        every group.

        More than 10 000 groups, which contrived data can have, are SizeError.

        Options:
            options: None: all defaults. intervals: "bonferroni", or else the distribution of the
                largest difference.
            InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
                reference_judge, weights, level, unit, origin, seed, draws, ignore_position,
                threads, cancel, progress, correction, quantiles, contexts, bootstrap,
                bootstrap_interval, errors, mixture, error_draws.

        Gives:
            out: the table: a row for each item of each group.

        Columns:
            group: The group, from 0, that of the best item.
            item: An item that belongs to it.
        """
        out: Table[ModelCompactLettersRow] = call("duel_model_compact_letters", model=self, options=options)
        return out

    def criteria(self) -> CriteriaFacts:
        """Information criteria, deviance and Pearson's X^2 of a model.

        UnsupportedError for importance weights, which are no numbers of comparisons.
        """
        out: CriteriaFacts = call("duel_model_criteria", model=self)
        return out

    def compare(self, full: Model, test: TestLike, **options: Unpack[InferenceOptions]) -> ComparisonFacts:
        """Test a model against a larger one of which it is a special case.

        Nested are: no position effect in a shared one, a shared one in one for each judge; pooled
        strength in sensitivities (all equal); fewer covariates in more (their effects zero); a
        single threshold in one for each judge or in an additive one, for ties and for both bad; a
        single or an additive one in a factored one with the cosine basis; fewer factors in more of
        the same basis; no spread in a diagonal one; more fixed scores in fewer. The outcome model,
        the link of thresholds of items, and the treatment of ties and of votes both bad must be the
        same, and so must the comparisons: both models fitted to one set, or to sets that agree in
        names and in the counts of every (judge, left, right). A spread against one with factors,
        and factors against more, have no test with a known distribution: compare by criteria.

        Factored thresholds and spreads have the likelihood ratio only; additive thresholds that and
        Wald.

        Likelihood ratio: 2 (log L(full) - log L(null)). Where ties count as halves there is no
        proper likelihood; the ratio is then divided by the mean eigenvalue of (R H^-1 R')^-1 (R V
        R') (Rotnitzky and Jewell 1990; Pace, Salvan and Sartori 2011), R the restrictions, H the
        Hessian, V the covariance of options (the sandwich where that asks for a plain one). Wald:
        r' (R V R')^-1 r, r the restrictions at the full estimate, V the covariance of options.
        Judges at the boundary, or whose threshold is at the end of its range, are left out and not
        counted in df. Score: U' F^-1 U, U the gradient and F the expected information of full at
        the estimate of null (Rao 1948); with ties as halves the generalised statistic of Boos
        (1992). It takes comparisons as independent; covariance and correction have no effect on it.

        UnsupportedError: null is not a special case (the message says which choice), the
        comparisons differ, or ratio or score are asked for with a penalty or importance weights
        (take Wald). NotIdentifiedError: the hypothesis concerns a parameter that the data do not
        determine.

        Args:
            full: the larger model.
            test: "likelihood_ratio", "wald" or "score".

        Options:
            InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
                reference_judge, weights, level, unit, origin, seed, draws, ignore_position,
                threads, cancel, progress, correction, quantiles, contexts, bootstrap,
                bootstrap_interval, errors, mixture, error_draws.
        """
        out: ComparisonFacts = call("duel_model_compare", null=self, full=full, test=test, options=options)
        return out

    def accuracy(self, set: Optional[Set] = None) -> AccuracyFacts:
        """How well a model predicts the comparisons of a set.

        Items, judges and contexts are matched by name, as in Model.log_likelihood: an unknown item
        is InvalidNameError; contexts whose covariates neither the set nor the model's data have
        count as a difference of zero. Predictions are those of the estimate, without its
        uncertainty. UnsupportedError for importance weights, DataError if no comparison could be
        predicted.

        Args:
            set: None: the data that the model was fitted to, of which it looks better than of
                others.
        """
        out: AccuracyFacts = call("duel_model_accuracy", model=self, set=set)
        return out

    def calibration(self, set: Optional[Set] = None, bins: int = 0) -> Table[ModelCalibrationRow]:
        """Predicted and observed scores side by side, for a reliability diagram.

        Every comparison is seen from the side that is predicted to score more (a tie scores one
        half), and put into one of the bins by its prediction, even matches first. Bins hold about
        equal numbers of comparisons; comparisons of one cell of the set stay together, so that a
        bin may be empty. Errors as in Model.accuracy.

        Args:
            set: None: the data that the model was fitted to.
            bins: number of bins, at most 1000000; 0: 10.

        Columns:
            comparisons: Comparisons in the bin; 0 if it is empty. Unit: comparisons.
            predicted_share: Mean predicted score of the side that is predicted to score more;
                missing in an empty bin. Unit: share of wins.
            observed_share: Mean observed score of this side, a tie being half a win; missing in an
                empty bin. Unit: share of wins.
            observed_share_lower: Lower end of the 95 % interval of the observed score (Wilson 1927,
                comparisons taken as independent). Unit: share of wins.
            observed_share_upper: Upper end of this interval. Unit: share of wins.
        """
        out: Table[ModelCalibrationRow] = call("duel_model_calibration", model=self, set=set, bins=bins)
        return out

    def triads(self, replicates: int = 0, **options: Unpack[InferenceOptions]) -> TriadsFacts:
        """Count circular triads (Kendall and Babington Smith 1940), and simulate how many the model
        expects.

        A pair goes to the side that won more often, over all judges and contexts; pairs without a
        majority are left out. In every replicate each cell (judge, left, right) keeps its number of
        comparisons, and their outcomes are drawn from the model at its estimate. Where ties count
        as halves the model has no ties, and all comparisons are decided in replicates. Time grows
        with replicates, and with pairs times items / 64.

        UnsupportedError for importance weights and counts that are not whole.

        Args:
            replicates: 0: 1000.

        Options:
            InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
                reference_judge, weights, level, unit, origin, seed, draws, ignore_position,
                threads, cancel, progress, correction, quantiles, contexts, bootstrap,
                bootstrap_interval, errors, mixture, error_draws.
        """
        out: TriadsFacts = call("duel_model_triads", model=self, replicates=replicates, options=options)
        return out

    def metrics(self, set: Optional[Set] = None, by: Optional[ByLike] = None) -> MetricsFacts:
        """Metrics of the predictions of a model: of its own comparisons, or of others held out.

        Items, judges and contexts are matched by name, as in Model.log_likelihood: an unknown item
        is InvalidNameError; contexts whose covariates neither the set nor the model's data have
        count as a difference of zero. Predictions are those of the estimate, without its
        uncertainty. UnsupportedError for importance weights, DataError if no comparison could be
        predicted. Definitions as in Ameli et al. (ICLR 2025), whose divergences are kl_mean and
        js_mean.

        Args:
            set: None: the data that the model was fitted to, of which it looks better than of
                others.
            by: what comparisons are added up to: "pair" (default, also 0) or "cell".
        """
        out: MetricsFacts = call("duel_model_metrics", model=self, set=set, by=by)
        return out

    def metrics_by_outcome(self, set: Optional[Set] = None, by: Optional[ByLike] = None) -> Table[ModelMetricsByOutcomeRow]:
        """The metrics of single outcomes: wins, losses and, under a model of ties, ties, and both bad
        where it is an outcome. Errors as in Model.metrics.

        Args:
            set: None: the data that the model was fitted to.
            by: "pair" (default, also 0) or "cell".

        Columns:
            outcome: The outcome, of the item with the smaller id by pair, of the one on the left by
                cell. One of win, loss, tie, both_bad.
            observed_count: Comparisons that came out so. Unit: comparisons.
            predicted_count: The number that the model predicts. Unit: comparisons.
            cross_entropy: Its part of the cross-entropy, - sum o log p / n.
            mae_count: Mean absolute error of counts, weighted by comparisons. Unit: comparisons.
            rmse_count: Root of the mean squared error of counts. Unit: comparisons.
            mae_percent: Mean absolute error of proportions. Unit: percent.
            rmse_percent: Root of the mean squared error of proportions. Unit: percent.
        """
        out: Table[ModelMetricsByOutcomeRow] = call("duel_model_metrics_by_outcome", model=self, set=set, by=by)
        return out

    def marginals(self, set: Optional[Set] = None) -> Table[ModelMarginalsRow]:
        """Marginal rates: how often every item won, lost and tied against all others, as observed and
        as the model expects of the same comparisons.

        Errors as in Model.metrics, but a set without comparisons gives zeros. Comparisons that the
        model cannot predict are left out.

        Args:
            set: None: the data that the model was fitted to; or another, matched by name.

        Gives:
            out: the table: a row for each item of the model, by its id.

        Columns:
            item: The item.
            comparisons: Its comparisons. Unit: comparisons.
            wins: Of these, won; with half the ties where ties count as halves. Unit: comparisons.
            losses: Of these, lost; with half the ties where ties count as halves. Unit:
                comparisons.
            ties: Of these, tied; missing without a model of ties. Unit: comparisons.
            both_bad: Of these, votes both bad; missing unless they are an outcome. Unit:
                comparisons.
            expected_wins: Wins that the model expects. Unit: comparisons.
            expected_losses: Losses that it expects. Unit: comparisons.
            expected_ties: Ties that it expects; missing as ties are. Unit: comparisons.
            expected_both_bad: Votes both bad that it expects; missing as both_bad is. Unit:
                comparisons.
        """
        out: Table[ModelMarginalsRow] = call("duel_model_marginals", model=self, set=set)
        return out

    def vuong(self, second: Model, penalty: VuongPenaltyLike, by: Optional[ByLike] = None, **options: Unpack[InferenceOptions]) -> VuongFacts:
        """Test which of two models of the same votes is nearer to the truth, neither being a special
        case of the other (Vuong 1989): Rao-Kupper against Davidson, or one covariate against
        another.

        The parts of the gain, log f - log g, are those of single comparisons, or of contexts, whose
        comparisons may depend on each other. Look at variance_p first: where it is not small the
        models do not differ significantly, and the statistic has no normal distribution (Vuong's
        sequential procedure).

        UnsupportedError: one model is a special case of the other (take Model.compare); the outcome
        spaces or the comparisons differ; a model counts ties as halves (a quasi-likelihood is no
        probability of the votes); importance weights; an estimate that is penalised, bias-reduced
        or given, and so not at the maximum of its likelihood.

        Args:
            penalty: "plain", "aic" or "bic".
            by: "row": comparisons are independent; "context": contexts are, and comparisons without
                one; 0: contexts where they repeat, else comparisons.

        Options:
            InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
                reference_judge, weights, level, unit, origin, seed, draws, ignore_position,
                threads, cancel, progress, correction, quantiles, contexts, bootstrap,
                bootstrap_interval, errors, mixture, error_draws.
        """
        out: VuongFacts = call("duel_model_vuong", first=self, second=second, penalty=penalty, by=by, options=options)
        return out

    def goodness(self, replicates: int = 0, **options: Unpack[InferenceOptions]) -> GoodnessFacts:
        """Does the model fit? Data are drawn from it, the model is fitted to each, and the distance of
        the data from the model is compared with those. Unlike the chi-square distribution this is
        right with few comparisons in a cell.

        UnsupportedError: counts that are not whole, importance weights, and ties under
        Bradley-Terry with "half", which has no probability of a tie.

        Args:
            replicates: data sets to draw, at least 2; 0: 1000.

        Options:
            InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
                reference_judge, weights, level, unit, origin, seed, draws, ignore_position,
                threads, cancel, progress, correction, quantiles, contexts, bootstrap,
                bootstrap_interval, errors, mixture, error_draws.
        """
        out: GoodnessFacts = call("duel_model_goodness", model=self, replicates=replicates, options=options)
        return out

    def residuals(self, by: ByLike, **options: Unpack[InferenceOptions]) -> Table[ModelResidualsRow]:
        """Residuals: what was seen against what the model expects at its estimate.

        A row adds up cells (judge, left, right), in which judges and orders are kept apart even
        where the model ignores them; contexts are added up within a cell unless a covariate needs
        them, or by is "context". A score is a number of wins plus half the number of ties (and of
        votes both bad): of the item on the left ("cell", and "judge" and "context", where a
        residual says that the first position was favoured), of the first item of a pair, which has
        the lower id, or of the item. Comparisons that no outcome of could surprise the model (a
        judge with a tie threshold who only ties) have no cell.

        For one cell the square of the Pearson residual is Pearson's X^2 of the cell; for two
        outcomes it is (y - n p) / sqrt(n p (1 - p)), y counting ties as halves, as in R. The
        standardised residual is the difference of scores by its standard error under the model,
        whose variance is that of the score less g' C g, g the gradient of the expected score, C the
        inverse expected information: about standard normal. For two outcomes it is the Pearson
        residual by sqrt(1 - leverage), R's rstandard. It is missing where the fit leaves nothing
        free, and for models with more than 4000 parameters, whose C would be too large. Ids are
        those of the model's set; a saved and loaded one may have others. The anonymous judge is the
        last judge of the model.

        By item: with pooled strength, without a penalty and except under Rao-Kupper, the estimate
        makes observed and expected scores of items equal; Pearson and standardised residuals then
        say little, but the deviance residual against the number of cells does.

        UnsupportedError for importance weights, and by "context" without contexts.

        Args:
            by: "cell", "pair", "item", "judge", "judge_item" or "context".

        Options:
            InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
                reference_judge, weights, level, unit, origin, seed, draws, ignore_position,
                threads, cancel, progress, correction, quantiles, contexts, bootstrap,
                bootstrap_interval, errors, mixture, error_draws.

        Gives:
            out: the table, sorted by context, judge, left and right; comparisons without a context
                come last.

        Columns:
            context: The context, by context; missing otherwise, and for comparisons without one.
            judge: The judge; missing where judges are added up.
            item: The item, by item and by judge and item; missing otherwise.
            left: The item on the left by cell, the first of the pair by pair; missing otherwise.
            right: The other item, by cell and by pair; missing otherwise.
            cells: Cells (judge, left, right) added up. Unit: cells.
            comparisons: Comparisons (sum of weights). Unit: comparisons.
            observed_wins: Observed score: wins of the left or only item, and half of what has no
                winner. Unit: comparisons.
            expected_wins: The score that the model expects. Unit: comparisons.
            observed_ties: Observed ties. Unit: comparisons.
            expected_ties: Ties that the model expects; missing if it has none. Unit: comparisons.
            pearson: Pearson residual: the root of r' V^-1 r, r the residuals of the outcomes and V
                their covariance under the model, with the sign of observed less expected score.
            deviance: Deviance residual: the root of 2 sum o log(o / e), with the same sign by cell
                and pair, else not negative.
            standardised: Observed less expected score by its standard error, which allows for the
                fit; missing where the fit leaves nothing free.
        """
        out: Table[ModelResidualsRow] = call("duel_model_residuals", model=self, by=by, options=options)
        return out

    def influence(self, by: ByLike, **options: Unpack[InferenceOptions]) -> Table[ModelInfluenceRow]:
        """The influence of every context or judge on a fit: how much of it depends on a single one,
        and how the estimates would change without it. By one step of Fisher scoring from the
        estimate, not by fitting anew (Cook 1977; Pregibon 1981): close where a unit is one of many.

        A unit may determine something alone: a judge its own sensitivity, position effect or
        threshold, a context the only comparisons of an item. Its distance is then infinite, and
        changes are NaN for the values that would not exist without it. With sensitivities, scores
        on the scale of their mean move with every judge's own: ask on "reference" for the change of
        scores without another judge. Penalties, which belong to no unit, stay as they are.

        Ids are those of the model's set, which a saved and loaded set may number otherwise. Without
        penalties and comparisons without context, the leverages sum to ModelFacts.dimension.

        Args:
            by: "context", "judge" or "cluster" (clusters of the set, then contexts of those without
                one).

        Options:
            InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
                reference_judge, weights, level, unit, origin, seed, draws, ignore_position,
                threads, cancel, progress, correction, quantiles, contexts, bootstrap,
                bootstrap_interval, errors, mixture, error_draws.

        Gives:
            out: the table: the contexts of the set, or the judges of the model (the anonymous judge
                last). Zeros for a unit without comparisons.

        Columns:
            context: The context; missing by judge, and for clusters.
            judge: The judge; missing by context.
            comparisons: Comparisons (sum of weights). Unit: comparisons.
            leverage: The share of the estimated parameters that the unit accounts for; 0 for a unit
                without comparisons. Unit: parameters.
            distance: Cook's distance: the squared change of all parameters without the unit in
                units of their information, over the dimension; infinite where the unit alone
                determines something.
            cluster: The cluster apart from contexts; missing otherwise.
        """
        out: Table[ModelInfluenceRow] = call("duel_model_influence", model=self, by=by, options=options)
        return out

    def adjacent(self, **options: Unpack[InferenceOptions]) -> Table[ModelAdjacentRow]:
        """Differences of the scores of items that follow one another in the order of the scores, from
        the best down, with intervals and two-sided tests.

        The order is that of the estimates, so that no difference is negative; that the data chose
        the pairs is not accounted for. What is sure about ranks Estimate.ranks says, and
        Estimate.pairs about all pairs.

        With disconnected data the items of the largest component come first, then those of the
        next, and so on; items without a score stand at the end.

        Options:
            options: None: all defaults. intervals: "marginal", "bonferroni" or "simultaneous" over
                these differences; p-values are adjusted accordingly: not at all, by Bonferroni, or
                in the single step of Estimate.pairs. The normalisation and the origin have no
                effect.
            InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
                reference_judge, weights, level, unit, origin, seed, draws, ignore_position,
                threads, cancel, progress, correction, quantiles, contexts, bootstrap,
                bootstrap_interval, errors, mixture, error_draws.

        Columns:
            first: The item with the higher score.
            second: The next.
            estimate: The difference of their scores; missing between components, and of items
                without a score. Unit: score.
            se: Its standard error; infinite where a score diverges. Unit: score.
            lower: Lower end of its interval. Unit: score.
            upper: Upper end of its interval. Unit: score.
            p: Two-sided p-value of this test alone; missing where there is no finite standard
                error. Unit: probability.
            p_adjusted: The p-value, adjusted as the intervals are. Unit: probability.
        """
        out: Table[ModelAdjacentRow] = call("duel_model_adjacent", model=self, options=options)
        return out

    def tiers(self, by: TieringLike, value: float, **options: Unpack[InferenceOptions]) -> Table[ModelTiersRow]:
        """Tiers of the items of a model, in the order of their scores.

        Args:
            by: "significance", "number" or "gap".
            value: by number: how many tiers, 1 to the number of different scores; by gap: the gap,
                in the unit of the scores, not negative; by significance ignored.

        Options:
            options: None: all defaults. unit and scale of the scores; by significance also
                everything of the comparison: level, covariance, and intervals as in Estimate.ranks.
            InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
                reference_judge, weights, level, unit, origin, seed, draws, ignore_position,
                threads, cancel, progress, correction, quantiles, contexts, bootstrap,
                bootstrap_interval, errors, mixture, error_draws.

        Columns:
            item: The item.
            tier: Its tier, 0 for the best; missing for an item that has no place among the others:
                outside the largest component, of unknown score, or diverging.
        """
        out: Table[ModelTiersRow] = call("duel_model_tiers", model=self, by=by, value=value, options=options)
        return out

    def equivalence(self, margin: float = 0, **options: Unpack[InferenceOptions]) -> Table[ModelEquivalenceRow]:
        """Equivalence of items: the differences of all pairs with their intervals, the nearest first;
        unidentified pairs come last. Two items are equivalent within the margin where the interval
        lies inside it: two one-sided tests (Schuirmann 1987), each at (1 - level) / 2.

        Args:
            margin: a difference of scores, in their unit, below which items count as equal; 0:
                none.

        Options:
            options: None: all defaults. intervals: "marginal", "bonferroni" or "simultaneous" over
                all pairs.
            InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
                reference_judge, weights, level, unit, origin, seed, draws, ignore_position,
                threads, cancel, progress, correction, quantiles, contexts, bootstrap,
                bootstrap_interval, errors, mixture, error_draws.

        Columns:
            first: The item with the higher score.
            second: The other item.
            estimate: The difference of their scores; missing where it is unidentified. Unit: score.
            se: Its standard error. Unit: score.
            lower: Lower end of its interval. Unit: score.
            upper: Upper end of its interval. Unit: score.
            is_open: Whether the data leave open which is better: the interval holds zero, or is not
                known.
            is_equal: Whether the two are as good as equal: the interval lies within the margin.
        """
        out: Table[ModelEquivalenceRow] = call("duel_model_equivalence", model=self, margin=margin, options=options)
        return out

    def judges(self, judge_options: Optional[JudgeOptions] = None, **options: Unpack[InferenceOptions]) -> Table[ModelJudgesRow]:
        """The judge report: numbers and verdicts for every judge of a model, in one call.

        Counts, agreement and triads are of all comparisons of the model's data; sensitivity and
        what follows are of the model, on the scale of mean sensitivity 1. A verdict is given where
        an interval lies wholly beyond its threshold, so that few votes are no ground for one; only
        "opposed" is by the estimate, and "redundant" by both. What a model does not have is missing
        and no ground for a verdict: sensitivities are those of "sensitivity" and "disagreement";
        disagreement and correlations those of "disagreement" (under the others strengths of all
        judges are in proportion); position effects those of "by_judge".

        Sensitivity: Xu, Tan, Wu and Zhou, arXiv:2601.21817. Disagreement: Yu, Wang, Chen, Li and
        Du, arXiv:2605.05073.

        Options:
            InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
                reference_judge, weights, level, unit, origin, seed, draws, ignore_position,
                threads, cancel, progress, correction, quantiles, contexts, bootstrap,
                bootstrap_interval, errors, mixture, error_draws.

        Gives:
            out: the table, the anonymous judge last if there is one. Its `nearest` is, of the
                judges with a correlation above redundant, the one with the highest lower end, or
                else the one with the highest correlation (delta method on the angle arccos r). A
                `consensus_share` far above 1 / judges: the consensus is mostly this judge.

        Columns:
            judge: The judge.
            verdicts: The findings against it. One of weak, opposed, position_driven, idiosyncratic,
                redundant, self_preferring.
            comparisons: Its comparisons, a sum of weights. Unit: comparisons.
            tie_share: Share of ties of any kind. Unit: share.
            first_share: Share of the comparisons with a winner that went to the item shown first;
                missing, as its interval, where nothing was decided. Unit: share.
            first_share_lower: Lower end of its interval. Unit: share.
            first_share_upper: Upper end of its interval. Unit: share.
            position: Its own position effect; missing where the model has none by judge. Unit:
                score.
            position_lower: Lower end of its interval. Unit: score.
            position_upper: Upper end of its interval. Unit: score.
            sensitivity: Its sensitivity, the mean of all judges being 1; missing where strength is
                pooled.
            sensitivity_lower: Lower end of its interval.
            sensitivity_upper: Upper end of its interval.
            disagreement: Size of its disagreement; missing, as the ratio and the correlation, where
                the model has none. Unit: score.
            ratio: Its disagreement over its part of the consensus, |T_k| / (|gamma_k| |mu|).
            ratio_lower: Lower end of its interval.
            ratio_upper: Upper end of its interval.
            consensus_share: Its largest possible share of the consensus: the length of its centred
                strengths over the number of judges and the length of their mean; missing where
                strength is pooled. Unit: share.
            leverage: Its leverage, as in the influence of judges. Unit: parameters.
            cook_distance: Its distance after Cook, as in the influence of judges.
            nearest: The judge whose strengths correlate most significantly with its own; missing
                where there is none.
            correlation: The correlation of the two.
            correlation_lower: Lower end of its interval.
            correlation_upper: Upper end of its interval.
            agreement: Share of its answers that are those of the majority of the others; missing
                where they have none. Unit: share.
            kappa: Cohen's kappa of this agreement; missing also where both always say the same.
            circular_share: Share of its triads that is circular, all contexts together; missing
                where there is no triad. Unit: share.
            excess: Mean score of items of its own family less what the model expects; missing
                without families. Unit: share.
            excess_lower: Lower end of its interval. Unit: share.
            excess_upper: Upper end of its interval. Unit: share.
        """
        out: Table[ModelJudgesRow] = call("duel_model_judges", model=self, judge_options=judge_options, options=options)
        return out

    def outliers(self, **options: Unpack[OutlierOptions]) -> Table[ModelOutliersRow]:
        """Which judges do not vote like the others, and how: for each an e-value against voting as the
        model expects at the parameters that the others alone have. It stands against a fixed
        mixture of departures ("for", ...), of log 2 and log 5 in log odds: half of it on items,
        half on the others. What is gained by fitting the judge's votes with the others' is taken
        off first (a plain likelihood ratio at estimated parameters is no e-value: its mean over
        honest judges exceeds one by far), and the ratio of each departure is tempered for votes
        that depend on each other within a context. Report such judges, do not delete them unseen: a
        model without position effects or with one threshold for all reports many judges because it
        lacks these; use the model that describes the data best.

        Parameters of the judge alone (sensitivity, position effect, offset of the threshold) are
        the mean of the others' under every alternative, and its own in the fit of all, so that
        being unusual in just these is no departure. The anonymous judge is one of the others. A fit
        without each judge: the time of as many warm fits as there are judges.

        The board as it would be without them is a fit of what Set.filter leaves of the set.

        Options:
            OutlierOptions: alpha, adjusted, cancel, progress.

        Gives:
            out: the table: a row for every named judge; without an e-value where the others' votes
                alone have no fit. Its note says where a penalty supplies so much of what is known
                that e-values are approximate. UnsupportedError where there is no likelihood (ties
                that count as half, importance weights, bias reduction), for "disagreement",
                parameters that were given, and fewer than three judges.

        Columns:
            judge: The judge.
            comparisons: Its comparisons. Unit: comparisons.
            log_e: Logarithm of the e-value; missing where there is no fit without the judge.
            is_outlier: Whether it does not belong, by e-BH over the judges.
            departure: The alternative that its votes speak for most. One of for, against, left,
                right, ties, decided, coin, reverse.
            item: The item that it is for or against; missing for other departures.
            shift: The shift of the alternative; missing for coin and reverse. Unit: log odds.
            log_ratio: Logarithm of its likelihood ratio, tempered by phi.
            phi: How much sums over contexts vary more than independent votes would under it, at
                least 1.
        """
        out: Table[ModelOutliersRow] = call("duel_model_outliers", model=self, options=options)
        return out

    def estimate(self, quantity: QuantityLike, **options: Unpack[InferenceOptions]) -> Estimate:
        """The estimates of a quantity of a model; with a bootstrap in the options, those of its
        replicates.

        Args:
            quantity: "scores", ...

        Options:
            options: None: all defaults. They are copied.
            InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
                reference_judge, weights, level, unit, origin, seed, draws, ignore_position,
                threads, cancel, progress, correction, quantiles, contexts, bootstrap,
                bootstrap_interval, errors, mixture, error_draws.

        Gives:
            out: the estimate.
        """
        out: Estimate = call("duel_model_estimate", model=self, quantity=quantity, options=options)
        return out

    def average(self, quantity: QuantityLike, inference: Optional[InferenceOptions] = None, **options: Unpack[RankAverageOptions]) -> Estimate:
        """The estimates of a quantity over ranks of disagreement. The model is fitted again with ranks
        0, 1, ..., its comparisons and other choices as they are; a rank that chance alone made the
        best makes intervals by judge too short (.44 to .87 for .95 where disagreement is weak).

        A single value is the mean e = sum w_r e_r, with the error sum w_r sqrt(v_r + (e_r - e)^2)
        (Buckland, Burnham and Augustin 1997). w_r is in proportion to exp(-C_r / 2), C_r = 2 d_r -
        2 log L_r by Akaike, or 2 tr(H^-1 M) - 2 log L_r by Takeuchi where errors are of clusters,
        as they are by default where contexts repeat. In simulations 95 % intervals held about 93 %
        (92 to 96). Means of all pairs of a judge at once held 88 %, so ranks, sets of ranks,
        adjusted tests of pairs and contrasts, simultaneous intervals and claims are the union of
        what two ranks say, that of the least Schwarz criterion and the next; single intervals of
        that union held 96 % and more. An estimate outside of the union widens it. The covariance is
        that of the mixture of ranks, whose errors are a little larger than those of single values.

        A value is made of the ranks at which it is known. A rank without an estimate is left out
        and named in the notes of tables; with one rank left the estimate is that of its model.
        Where the criteria choose different ranks, notes say fragile_rank. The winner, groups,
        tiers, quasi-variances and what holds at all looks are UnsupportedError, and claims without
        "either". UnsupportedError, too: one ranking for all judges ("pooled"), and weights, which
        have no likelihood.

        Args:
            quantity: "scores" (the consensus) or "strengths".

        Options:
            RankAverageOptions: ranks, max_rank.

        Gives:
            out: the estimate.
        """
        out: Estimate = call("duel_model_average", model=self, quantity=quantity, inference=inference, options=options)
        return out

    def next(self, **options: Unpack[NextOptions]) -> Table[ModelNextRow]:
        """The comparisons that a fitted model would learn most from: pairs of its items, chosen one
        after the other, each given those before (greedily, by the expected information of a
        comparison in all parameters of the model, whatever its outcomes, ties and judges). The same
        pair may come several times. In a context without covariates. The criterion after a
        comparison is what is expected by the covariance from the expected information. Time of
        order batch times (parameters^3 + pairs).

        Options:
            options: None: the one comparison that most lowers the sum of the variances of the
                scores.
            NextOptions: criterion, threads, batch, first, second, boundary, by_judge, judge,
                cancel, progress.

        Columns:
            left: The item to be shown first, which matters with position effects only.
            right: The item to be shown second.
            before: The criterion before the comparison: a variance or a sum of variances of scores,
                or the logarithm of a determinant.
            after: The criterion that is expected after it.
        """
        out: Table[ModelNextRow] = call("duel_model_next", model=self, options=options)
        return out

    def simulate(self, design: Optional[Set] = None, seed: int = 0) -> Set:
        """Draw data from a model: the comparisons of a design, answered anew.

        As many are drawn in every cell (context, judge, left, right) as the design has there and
        the model would use. Ties are ties; Bradley-Terry draws none. Whole counts only, no
        importance weights (UnsupportedError).

        Args:
            design: None: the model's own data; or a set whose items are in the model by name. A
                judge who is not in the model answers with sensitivity one, mean position effect and
                mean threshold.
            seed: same seed, same set.

        Gives:
            out: a new set with the names and covariates of the design.
        """
        out: Set = call("duel_model_simulate", model=self, design=design, seed=seed)
        return out


class MonitorMethods(Handle):
    _noun = "duel_monitor"
    __slots__ = ()

    def look(self, estimate: Estimate, batch: Set) -> Self:
        """A look: at the scores of a model ("scores") or of one functional, of all data so far. Items
        are matched by name (of functionals by number); new ones join while there is room, and one
        that is missing keeps what it had. Looks must not shrink: data are added, not replaced. A
        failure changes nothing.

        "fixed" and "drawn": e-values and intervals are those of "anytime", for each pair by itself
        and with its share of alpha; 40 independent units at least. "adaptive": the information
        takes the place of the covariance of the options, and one bound holds for all pairs,
        whatever rule chose them (Abbasi-Yadkori, Pal and Szepesvari 2011); where comparisons repeat
        within contexts, ties count as half, or weights are of importance it is UnsupportedError.
        Evidence that is exact is that of a pooled model with a likelihood at its maximum; its
        intervals say the order alone.

        Args:
            estimate: the scores; its options say how errors are computed: covariance, correction,
                unit. Its intervals, level and mixture are not read.
            batch: the comparisons since the last look, where evidence is exact; else None. All
                items of a later batch are in the first one (else InvalidNameError); comparisons
                that are not those that the model has more than at the last look are ArgumentError.
        """
        call("duel_monitor_look", monitor=self, estimate=estimate, batch=batch)
        return self

    def pairs(self) -> Table[MonitorPairsRow]:
        """The evidence of all looks together on pairs of items.

        Gives:
            out: the table: a row for each pair of items known, in the order in which they came. Its
                note says where looks contradict each other: the comparisons or the items have
                changed.

        Columns:
            first: One of two items.
            second: The other item.
            estimate: The difference of their scores at the last look that had both; missing where
                it is unidentified. Unit: score.
            se: Its standard error. Unit: score.
            log_e: Logarithm of the e-value against equality at that look; missing where none had
                both.
            log_e_largest: The largest of these of all looks.
            p: The p-value of the largest, valid whenever one stops. Unit: probability.
            lower: Lower end of the difference by all looks, for this pair by itself; missing where
                looks contradict each other. Unit: score.
            upper: Upper end of it. Unit: score.
            simultaneous_lower: Lower end of the difference by all looks, for all pairs at once.
                Unit: score.
            simultaneous_upper: Upper end of it. Unit: score.
            order: Which is better by now, for all pairs at once; what was decided stays. One of
                open, first, second.
            decided_at: The number of the look that decided it, from 1; missing while it is open.
                Unit: look.
            is_contradicted: Whether no difference agrees with all looks.
        """
        out: Table[MonitorPairsRow] = call("duel_monitor_pairs", monitor=self)
        return out

    def ranks(self) -> Table[MonitorRanksRow]:
        """Ranks with ranges that hold for all items at all looks together.

        Gives:
            out: the table: a row for each item known, in the order in which they came.

        Columns:
            item: The item.
            rank: Rank by score at the last look that had it, 1 is best; equal values share the
                mean; missing where it is not known. Unit: rank.
            rank_best: One more than the number of items that were found to be better. Unit: rank.
            rank_worst: The number of items less those that were found to be worse. Unit: rank.
        """
        out: Table[MonitorRanksRow] = call("duel_monitor_ranks", monitor=self)
        return out

    def info(self) -> MonitorFacts:
        """Facts about a monitor."""
        out: MonitorFacts = call("duel_monitor_info", monitor=self)
        return out


class RankingMethods(Handle):
    _noun = "duel_ranking"
    __slots__ = ()

    def info(self) -> RankingFacts:
        """Facts about a model of ballots.

        Gives:
            out: the facts.
        """
        out: RankingFacts = call("duel_ranking_info", ranking=self)
        return out

    def estimate(self, **options: Unpack[InferenceOptions]) -> Estimate:
        """The strengths of the items, logits with mean zero, as an estimate: every question answers
        that needs no more than scores with their covariance, ranks, verdicts and claims included.

        Units are contexts that repeat, else ballots, all stages of one together; covariance asks
        for others: "sandwich" (ballots), "clustered_by_context", "clustered_by_judge", or
        "expected" and "observed", which are the same here and take stages as independent. With
        fewer than 200 units errors are Bell and McCaffrey's (2002) CR2 with their degrees of
        freedom, and all pairs, ranks and sets of ranks go by sign flips of units; with more there
        is no correction. "clustered_two_way" is UnsupportedError. Errors of a single unit are
        DataError. Notes of tables say what the units are.

        Options:
            options: None: all defaults; else those of every question.
            InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
                reference_judge, weights, level, unit, origin, seed, draws, ignore_position,
                threads, cancel, progress, correction, quantiles, contexts, bootstrap,
                bootstrap_interval, errors, mixture, error_draws.

        Gives:
            out: the estimate; the caller frees it with Estimate.free.
        """
        out: Estimate = call("duel_ranking_estimate", ranking=self, options=options)
        return out

    def scores(self, **options: Unpack[InferenceOptions]) -> Table[RankingScoresRow]:
        """The board: every item with its strength, interval, rank and range of ranks, and how often it
        was shown, put first and put last. Errors are those of Ranking.estimate; ranges of ranks
        hold for all items at once.

        Options:
            InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
                reference_judge, weights, level, unit, origin, seed, draws, ignore_position,
                threads, cancel, progress, correction, quantiles, contexts, bootstrap,
                bootstrap_interval, errors, mixture, error_draws.

        Gives:
            out: the table: a row for each item, by its id.

        Columns:
            item: The item.
            estimate: The strength; the mean of all is zero. Unit: logit.
            se: Its standard error. Unit: logit.
            lower: Lower end of its interval. Unit: logit.
            upper: Upper end of its interval. Unit: logit.
            rank: Rank, 1 is best; equal strengths share the mean. Unit: rank.
            rank_best: One more than the number of items significantly better. Unit: rank.
            rank_worst: The number of items less those significantly worse. Unit: rank.
            ballots: Ballots that showed it. Unit: ballots.
            put_first: Of these, those that put it first, alone or tied. Unit: ballots.
            put_last: Of these, those that put it last or named it the worst; not where several are
                below all that have a place. Unit: ballots.
            state: Why the standard error is as it is. One of estimated, held, diverges, boundary,
                not_identified.
        """
        out: Table[RankingScoresRow] = call("duel_ranking_scores", ranking=self, options=options)
        return out

    def effects(self, **options: Unpack[InferenceOptions]) -> Table[RankingEffectsRow]:
        """Effects beside the strengths: of positions against their mean, of ties (the logarithm of
        delta), and of covariates, with intervals. Units of errors are those of the estimate.

        Options:
            InferenceOptions: covariance, intervals, normalisation, scale, reference_item,
                reference_judge, weights, level, unit, origin, seed, draws, ignore_position,
                threads, cancel, progress, correction, quantiles, contexts, bootstrap,
                bootstrap_interval, errors, mixture, error_draws.

        Gives:
            out: the table: a row for each effect.

        Columns:
            term: position: that of being shown there, on the scale of the strengths, against the
                mean of all positions; tie: the logarithm of the weight delta of this many items
                that share a place; covariate: by one unit of it. One of position, tie, covariate.
            number: The position, from 1, or how many items share a place.
            name: The name of the covariate.
            estimate: The estimate. Unit: that of the strengths.
            se: Its standard error. Unit: that of the strengths.
            lower: Lower end of its interval. Unit: that of the strengths.
            upper: Upper end of its interval. Unit: that of the strengths.
        """
        out: Table[RankingEffectsRow] = call("duel_ranking_effects", ranking=self, options=options)
        return out


class BallotsMethods(Handle):
    _noun = "duel_ballots"
    __slots__ = ()

    def info(self) -> BallotsFacts:
        """How much ballots have.

        Gives:
            out: the facts.
        """
        out: BallotsFacts = call("duel_ballots_info", ballots=self)
        return out

    def names(self) -> Set:
        """The names of ballots, as those of a set without comparisons: items, judges, contexts and
        ballots (its clusters).

        Gives:
            out: the set; the caller frees it with Set.free.
        """
        out: Set = call("duel_ballots_names", ballots=self)
        return out

    def fit(self, **options: Unpack[RankingOptions]) -> Ranking:
        """Fit the model of Plackett and Luce, with ties by Turner, van Etten, Firth and Kosmidis
        (2020): at every stage the set C leaves those that are left, B, with probability delta_|C|
        exp(mean of u in C) over the sum of that over the sets of at most as many as were ever tied;
        u is the strength of an item, with the effects of its position and covariates. Ballots of
        two items are the votes of Bradley and Terry, with ties those of Davidson.

        The estimate is that of largest likelihood, which is unique where it exists: where
        everything was preferred to everything by way of others, positions and covariates are told
        from strengths, and ties of every order were given and not given. Else the call is
        NotIdentifiedError and names the items to blame; pseudo or ridge hold them. More than 4 000
        parameters are solved for without a matrix, but errors need one.

        Options:
            RankingOptions: positions, worst, stages, pseudo, ridge, max_bytes, cancel, progress.

        Gives:
            out: the model; the caller frees it with Ranking.free.
        """
        out: Ranking = call("duel_ballots_fit", ballots=self, options=options)
        return out


class NuisanceMethods(Handle):
    _noun = "duel_nuisance"
    __slots__ = ()

    def info(self) -> NuisanceFacts:
        """Facts about learners."""
        out: NuisanceFacts = call("duel_nuisance_info", nuisance=self)
        return out

    def settings(self) -> Table[NuisanceSettingsRow]:
        """The setting that was taken in every fold.

        Columns:
            fold: Number of the fold, from 0.
            ridge: The ridge of items and pairs of splines; missing of other learners, and where the
                fold is predicted by pair frequencies.
            rounds: The number of rounds of trees; missing as the ridge is.
            feature_ridge: The ridge of what features and predictions say, of splines; missing as
                the ridge is, and without features.
        """
        out: Table[NuisanceSettingsRow] = call("duel_nuisance_settings", nuisance=self)
        return out

    def warnings(self) -> Table[NuisanceWarningsRow]:
        """Warnings about learners, in sentences with figures: that a setting is the last of those
        tried, that features say nothing, or that the learner is worse than one without them.

        Gives:
            out: the table: a row for each warning, none where there is nothing to say.

        Columns:
            code: The kind of the warning. One of edge, no_gain, worse.
            text: One sentence, with figures.
        """
        out: Table[NuisanceWarningsRow] = call("duel_nuisance_warnings", nuisance=self)
        return out


class EstimateMethods(Handle):
    _noun = "duel_estimate"
    __slots__ = ()

    def ratio(self, numerator: int, denominator: int) -> RatioFacts:
        """The ratio of two values of an estimate, with the interval of the delta method and the set of
        Fieller (1954), which holds its level where the denominator is not far from zero and may
        then be no interval. Of the options the level is read, and what the errors depend on;
        "anytime" is UnsupportedError.

        Args:
            numerator: number of a value, from 0.
            denominator: number of another.
        """
        out: RatioFacts = call("duel_estimate_ratio", estimate=self, numerator=numerator, denominator=denominator)
        return out

    def info(self) -> EstimateFacts:
        """Facts about an estimate."""
        out: EstimateFacts = call("duel_estimate_info", estimate=self)
        return out

    def values(self) -> Table[EstimateValuesRow]:
        """Every value with its standard error and interval, by the delta method from the covariance of
        the parameters, or from replicates. At a boundary the normal distribution does not apply: a
        sensitivity of zero, and a threshold at the end of its range (which may be infinite), have
        NaN errors. The covariance is computed once for a model, from p parameters in memory of
        order p^2 and time of order p^3 (4000 items: seconds); cancel is read before and after.

        Gives:
            out: the table: a row for each value, row-major.

        Columns:
            functional: Number of the functional, of nonparametric estimates.
            judge: The judge; missing where the value is of no judge.
            item: The item, or the first of a pair; missing where the value is of none.
            second: The second item of a pair; missing where the value is of none.
            covariate: The covariate; missing where the value is of none.
            factor: Number of the factor or direction, from 0; missing where the value is of none.
            estimate: The estimate; missing if unidentified. Unit: that of the quantity.
            se: Its standard error: 0 where the normalisation fixes the value, infinite where it
                diverges. Unit: that of the quantity.
            lower: Lower end of its interval. Unit: that of the quantity.
            upper: Upper end of its interval. Unit: that of the quantity.
            se_mc: Monte Carlo standard error of se, where it is sampled; 0 where it is exact. Unit:
                that of the quantity.
            state: Why the standard error is as it is: boundary means that the normal distribution
                says nothing there. One of estimated, held, diverges, boundary, not_identified.
            group: Number of the group of contexts, of nonparametric estimates in groups; missing
                where the value is of all contexts, or of two groups.
            grade: The grade whose threshold it is; missing where the value is of none.
        """
        out: Table[EstimateValuesRow] = call("duel_estimate_values", estimate=self)
        return out

    def pairs(self, **options: Unpack[PairOptions]) -> Table[EstimatePairsRow]:
        """Two-sided tests that pairs of items have equal scores, or values of one functional, adjusted
        for their number.

        The statistic is the difference over its standard error; p-values are those of the normal
        distribution, or of Student's where the options ask for it (with the fewer degrees of
        freedom of the two scores, and the fewest of all in the single step). Single-step p-values
        are P(max |T| >= |t|) over the family: exact where a closed form exists, else the share of
        the options' draws. They lie between the p-value of the test alone and Sidak's bound 1 - (1
        - p)^m; where fewer than 50 draws lie beyond t they are the smaller of Sidak's bound and 50
        / draws, so that they are never 0 and never too small.

        A difference between components of the data is NaN throughout. One of a score that diverges,
        or without a standard error, has no test: statistic and p-values are NaN. Neither counts as
        a test of the family. Differences do not depend on the normalisation, and intervals follow
        the adjustment.

        With "anytime" statistics are logarithms of e-values, p-values hold at all looks, a pair
        without a statistic counts with an e-value of 1, and "single_step", which is of one look, is
        UnsupportedError: take "e_holm" or "e_bh".

        Options:
            options: None: all pairs, single step.
            PairOptions: family, adjustment, reference.

        Gives:
            out: the table. All pairs: i < j in the order (0, 1), (0, 2), ..., value i less value j;
                "to_reference": items i in their order but the reference j, value i less value j.
                Estimates of other quantities, and of all functionals at once, are UnsupportedError:
                ask for contrasts.

        Columns:
            first: The first item.
            second: The second item.
            estimate: The first less the second; missing if unidentified. Unit: that of the
                quantity.
            se: Its standard error. Unit: that of the quantity.
            lower: Lower end of its adjusted interval. Unit: that of the quantity.
            upper: Upper end of its adjusted interval. Unit: that of the quantity.
            statistic: The difference over its standard error, or the logarithm of an e-value at all
                looks; missing where there is no test.
            p: The two-sided p-value of the test alone. Unit: probability.
            p_adjusted: The p-value, adjusted for the family of tests. Unit: probability.
        """
        out: Table[EstimatePairsRow] = call("duel_estimate_pairs", estimate=self, options=options)
        return out

    def ranks(self) -> Table[EstimateRanksRow]:
        """Ranks of scores, or of the values of one functional, with ranges. Item i is significantly
        better than j if their difference is significant in the simultaneous comparison of all pairs
        ("bonferroni", or else the distribution of the largest difference); the range of i runs from
        1 + the number of items significantly better than i to items - the number significantly
        worse. All ranges hold at once at the level. An item without an identified score ranges from
        1 to items. Of disconnected data the rank is that among the items of the largest component,
        NaN for all others and where an item has no identified differences. With a bootstrap the
        covariance is that of the replicates.

        Gives:
            out: the table: a row for each item.

        Columns:
            item: The item.
            rank: Rank, 1 is best; equal values share the mean; missing where it is not known. Unit:
                rank.
            rank_best: One more than the number of items significantly better. Unit: rank.
            rank_worst: The number of items less those significantly worse. Unit: rank.
        """
        out: Table[EstimateRanksRow] = call("duel_estimate_ranks", estimate=self)
        return out

    def compact_letters(self) -> Table[EstimateCompactLettersRow]:
        """Groups of items without significant differences, as Model.compact_letters, of any estimate:
        of scores, of values of one functional, of values that somebody else estimated.

        Gives:
            out: the table: a row for each item of each group.

        Columns:
            group: The group, from 0, that of the best item.
            item: An item that belongs to it.
        """
        out: Table[EstimateCompactLettersRow] = call("duel_estimate_compact_letters", estimate=self)
        return out

    def tiers(self, by: TieringLike, value: float) -> Table[EstimateTiersRow]:
        """Tiers of items, as Model.tiers, of any estimate.

        Args:
            by: "significance", "number" or "gap".
            value: by number: how many tiers, 1 to the number of different values; by gap: the gap,
                in the unit of the values, not negative; by significance ignored.

        Columns:
            item: The item.
            tier: Its tier, 0 for the best; missing for an item that has no place among the others:
                outside the largest component, of unknown score, or diverging.
        """
        out: Table[EstimateTiersRow] = call("duel_estimate_tiers", estimate=self, by=by, value=value)
        return out

    def rank_summary(self) -> Table[EstimateRankSummaryRow]:
        """The distributions of ranks in a few numbers, as Model.rank_summary, of any estimate.

        Columns:
            item: The item.
            best_probability: Probability of being the best; missing, like all else, for an item
                without a rank. Unit: probability.
            rank_mean: Expected rank. Unit: rank.
            rank_sd: Standard deviation of the rank. Unit: rank.
            rank_lower: Lower quantile: at most half of 1 - level of the probability is on ranks
                below it. Unit: rank.
            rank_upper: Upper quantile: at most half of 1 - level of the probability is on ranks
                above it. Unit: rank.
        """
        out: Table[EstimateRankSummaryRow] = call("duel_estimate_rank_summary", estimate=self)
        return out

    def averaged_ranks(self) -> Table[EstimateAveragedRanksRow]:
        """The part that each rank of disagreement has in an estimate of Model.average.

        Gives:
            out: the table: a row for each rank. Other estimates are UnsupportedError.

        Columns:
            directions: Number of directions of disagreement, the rank.
            status: The end of the fit; of a rank that failed, why it is left out. One of ok, null,
                argument, data, name, size, format, unsupported, not_identified, not_converged,
                numeric, cancelled, memory, internal.
            dimension: Identified dimension.
            criterion: The criterion of its weight, Akaike's or, where errors are of clusters,
                Takeuchi's; missing where a rank is left out.
            bic: Schwarz's criterion.
            rank_weight: Its weight in single values; 0 where it is left out.
            is_in_union: Whether it is one of the two ranks of which the union is taken.
        """
        out: Table[EstimateAveragedRanksRow] = call("duel_estimate_averaged_ranks", estimate=self)
        return out

    def judge(self, judge: int) -> Estimate:
        """The strengths of one judge as an estimate of their own, with one value for each item: pairs,
        ranks, sets of ranks, the winner, groups, tiers and probabilities of ranks are then those of
        this judge.

        Without directions of disagreement strengths are a product gamma_k mu, whose delta method
        fails near gamma_k = 0. Order by the judge is then that of the consensus, or its reverse
        where gamma_k is negative, and a difference counts as |z| = min(|gamma_k| / se, |difference
        of mu| / se) standard errors (intersection and union, Berger 1982); of a judge at the
        boundary every item may have any rank. The winner, quasi-variances and claims are
        UnsupportedError there. So is order with "anytime".

        Args:
            judge: number of the judge, from 0. One whose votes do not determine its strengths is
                NotIdentifiedError.

        Gives:
            out: the estimate.
        """
        out: Estimate = call("duel_estimate_judge", estimate=self, judge=judge)
        return out


class BootstrapMethods(Handle):
    _noun = "duel_bootstrap"
    __slots__ = ()

    def info(self) -> BootstrapFacts:
        """How many replicates there are, and why some have no estimate."""
        out: BootstrapFacts = call("duel_bootstrap_info", bootstrap=self)
        return out

__all__ = [
    "TableFacts",
    "PrintOptions",
    "SetFacts",
    "ModelOptions",
    "ModelFacts",
    "InferenceOptions",
    "ValidationOptions",
    "ValidationFacts",
    "BootstrapOptions",
    "BootstrapFacts",
    "QuasiFacts",
    "CriteriaFacts",
    "ComparisonFacts",
    "AccuracyFacts",
    "TriadsFacts",
    "MetricsFacts",
    "VuongFacts",
    "GoodnessFacts",
    "FragilityOptions",
    "SmacofOptions",
    "SmacofFacts",
    "OrderFacts",
    "EffectiveFacts",
    "JudgeOptions",
    "OutlierOptions",
    "TogetherOptions",
    "PanelFacts",
    "GarsOptions",
    "GarsFacts",
    "WaldFacts",
    "SelectionOptions",
    "TestOptions",
    "PairOptions",
    "EstimateFacts",
    "RatioFacts",
    "RankingOptions",
    "BallotsFacts",
    "RankingFacts",
    "BoardOptions",
    "BoardFacts",
    "WinnerFacts",
    "RankSetOptions",
    "RankAverageOptions",
    "MonitorOptions",
    "MonitorFacts",
    "NuisanceOptions",
    "NuisanceFacts",
    "PolicyOptions",
    "PolicyFacts",
    "NextOptions",
    "SprtOptions",
    "SprtFacts",
    "PairedOptions",
    "PairedFacts",
    "ExactOptions",
    "ExactFacts",
    "PlanOptions",
    "PlanFacts",
    "ChartOptions",
]
