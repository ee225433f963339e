package duel

// #include <duel.h>
import "C"

import "context"

// FitOutcome says what is the matter with a fit (bits).
type FitOutcome int32

// The outcomes of a fit.
const (
	// FitOK: no diagnostic.
	FitOK FitOutcome = C.DUEL_FIT_OK
	// FitDisconnected: items of different components were never compared, not even through others. Scores are
	// relative to the mean of their component; an item that was never compared has none (NaN). One rule holds
	// for this and all else that the data do not identify (FitUndetermined): a number that changes along a
	// direction which the data leave open is NaN, and so is its error, whichever function is asked. Contrasts of
	// scores or strengths are identified across components if the weights within each but one sum to zero.
	FitDisconnected FitOutcome = C.DUEL_FIT_DISCONNECTED
	// FitSeparated: no finite estimate exists (some items never lose to the others, or a judge or effect
	// explains its votes without error, or thresholds of pairs that never tied run to infinity). Quantities that
	// diverge are shown where the fit ended, with infinite standard errors. Differences and contrasts
	// (Estimates.Contrasts, Estimates.Pairs, Model.Distances, ...) within a group of items that beat each other
	// are those of the limit. One that diverges is plus or minus infinity, with an infinite error, where it goes
	// the same way wherever the likelihood grows; where it may go either way, as between two items that both
	// always beat a third, it is NaN.
	FitSeparated FitOutcome = C.DUEL_FIT_SEPARATED
	// FitBoundary: some judges would need a negative sensitivity and have 0.
	FitBoundary FitOutcome = C.DUEL_FIT_BOUNDARY
	// FitOpposed: some sensitivities are negative (SensitivitySigned only). Recorded, never an error: a signed
	// fit asks for them.
	FitOpposed FitOutcome = C.DUEL_FIT_OPPOSED
	// FitEqualScores: all scores are equal, so that sensitivities are not identified.
	FitEqualScores FitOutcome = C.DUEL_FIT_EQUAL_SCORES
	// FitUndetermined: parameters beyond those of FitDisconnected are not determined by the data, such as a
	// covariate that is constant or a function of the items, or slopes of a judge whose sensitivity is zero; or
	// Disagreement of a rank that its optimum does not have (the message says which one it has; accepted, the
	// model is that of this rank). Accepted, numbers that the data do not determine are NaN, all others are
	// returned: beside a covariate of items free scores are unknown, but not the probabilities of a pair.
	FitUndetermined FitOutcome = C.DUEL_FIT_UNDETERMINED
	// FitNotConverged: the solver stopped before the optimum, or at a point where the spread of a pair is zero,
	// which is not an optimum.
	FitNotConverged FitOutcome = C.DUEL_FIT_NOT_CONVERGED
	// FitTieLimit: tie thresholds at the end of their range, of judges who never tie (or only tie), of items
	// that never tied (additive thresholds), of pairs at zero (LinkLinear); and those of both bad where there
	// are no such votes, or none of an item. Recorded, never an error, and so not part of FitAny.
	FitTieLimit FitOutcome = C.DUEL_FIT_TIE_LIMIT
	// FitHeywood: variances d of some items are zero (Heywood cases): a boundary, where an interval could only
	// be one-sided. Recorded, never an error, and so not part of FitAny.
	FitHeywood FitOutcome = C.DUEL_FIT_HEYWOOD
	// FitAny: for Options.Accept: take any outcome.
	FitAny FitOutcome = C.DUEL_FIT_ANY
)

// Noise is that of the differences of items: the link of the outcome model.
type Noise int32

// The kinds of noise.
const (
	// NoiseLogistic: logistic: Bradley-Terry, Rao-Kupper and Davidson. Scores are log odds.
	NoiseLogistic Noise = C.DUEL_NOISE_LOGISTIC
	// NoiseNormal: normal, probit: Thurstone-Mosteller and Glenn-David.
	NoiseNormal Noise = C.DUEL_NOISE_NORMAL
)

// Stop is the reason why the solver stopped.
type Stop int32

// The reasons.
const (
	// StopConverged: it converged; the Newton step and decrement vanished.
	StopConverged Stop = C.DUEL_STOP_CONVERGED
	// StopPrecision: the step no longer changes the objective in double precision.
	StopPrecision Stop = C.DUEL_STOP_PRECISION
	// StopDiverging: the Newton step stays large where the gradient vanishes; the optimum is at infinity.
	StopDiverging Stop = C.DUEL_STOP_DIVERGING
	// StopIterations: it came to the end of MaxIterations.
	StopIterations Stop = C.DUEL_STOP_ITERATIONS
	// StopGiven: the parameters were given.
	StopGiven Stop = C.DUEL_STOP_GIVEN
)

// Fit: fit a model by maximum (penalised) likelihood, by Newton's method with exact second derivatives.
//
// ErrNotIdentified: no unique finite estimate exists, and the message names the items or judges; accept takes
// such a result with its outcome recorded in Info. ErrUnsupported: two choices do not go together, or an
// option that the model would ignore. The set is only read; the model keeps what it needs of it.
//
// Arguments: when ctx is done, the call stops and returns context.Cause(ctx).
func Fit(ctx context.Context, set *Set, options Options) (*Model, error) {
	var model *Model
	err := run(ctx, func(a *arena, j *job) error {
		c, err := options.c(a, j)
		if err != nil {
			return err
		}
		var out *C.duel_model
		err = set.read(func(p *C.duel_set) C.duel_status { return C.duel_model_fit(p, c, &out) })
		if err == nil {
			model = takeModel(out)
		}
		return err
	})
	if err != nil {
		_ = model.Close()
		return nil, err
	}
	return model, nil
}
