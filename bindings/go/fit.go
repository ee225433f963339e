package duel

// #include <duel.h>
import "C"

import (
	"context"
	"strings"
)

// FitOutcome says what is the matter with a fit (bits).
type FitOutcome int32

// The outcomes of a fit.
const (
	// FitOK: no trouble.
	FitOK FitOutcome = C.DUEL_FIT_OK
	// FitDisconnected: items of different components were never compared, not even through
	// others. Scores are relative to the mean of their component; comparisons across components
	// are NaN.
	FitDisconnected FitOutcome = C.DUEL_FIT_DISCONNECTED
	// FitSeparated: no finite estimate exists (some items never lose to the others, or a judge
	// or effect explains its votes without error, or thresholds of pairs that never tied run to
	// infinity). Quantities that diverge have infinite standard errors.
	FitSeparated FitOutcome = C.DUEL_FIT_SEPARATED
	// FitBoundary: some judges would need a negative sensitivity and have 0.
	FitBoundary FitOutcome = C.DUEL_FIT_BOUNDARY
	// FitOpposed: some sensitivities are negative (SensitivitySigned only).
	FitOpposed FitOutcome = C.DUEL_FIT_OPPOSED
	// FitEqualScores: all scores are equal, so that sensitivities cannot be told.
	FitEqualScores FitOutcome = C.DUEL_FIT_EQUAL_SCORES
	// FitUndetermined: parameters beyond those of FitDisconnected are not determined by the
	// data, such as a covariate that is constant or a function of the items.
	FitUndetermined FitOutcome = C.DUEL_FIT_UNDETERMINED
	// FitNotConverged: the solver stopped before the optimum, or at a point where the spread of a
	// pair is gone, which is none.
	FitNotConverged FitOutcome = C.DUEL_FIT_NOT_CONVERGED
	// FitTieLimit: tie thresholds at the end of their range, of judges who never tie (or only
	// tie), of items that never tied (additive thresholds), of pairs at zero (LinkLinear).
	// Recorded, never an error, and so not part of FitAny.
	FitTieLimit FitOutcome = C.DUEL_FIT_TIE_LIMIT
	// FitHeywood: variances d of some items are zero (Heywood cases): a boundary, where an interval
	// could only be one-sided. Recorded, never an error, and so not part of FitAny.
	FitHeywood FitOutcome = C.DUEL_FIT_HEYWOOD
	// FitAny, for Options.Accept: take any outcome.
	FitAny FitOutcome = C.DUEL_FIT_ANY
)

// String lists the bits, such as "disconnected, separated"; "ok" if there is none.
func (o FitOutcome) String() string {
	if o == FitOK {
		return "ok"
	}
	var names []string
	for _, bit := range []struct {
		outcome FitOutcome
		name    string
	}{
		{FitDisconnected, "disconnected"},
		{FitSeparated, "separated"},
		{FitBoundary, "boundary"},
		{FitOpposed, "opposed"},
		{FitEqualScores, "equal scores"},
		{FitUndetermined, "undetermined"},
		{FitNotConverged, "not converged"},
		{FitTieLimit, "tie limit"},
		{FitHeywood, "Heywood"},
	} {
		if o&bit.outcome != 0 {
			names = append(names, bit.name)
		}
	}
	if o&^(FitAny|FitTieLimit|FitHeywood) != 0 {
		names = append(names, "unknown")
	}
	return strings.Join(names, ", ")
}

// Stop is the reason why the solver stopped.
type Stop int32

// The reasons.
const (
	// StopConverged: the Newton step and decrement vanished.
	StopConverged Stop = C.DUEL_STOP_CONVERGED
	// StopPrecision: the step no longer changes the objective in double precision.
	StopPrecision Stop = C.DUEL_STOP_PRECISION
	// StopDiverging: the Newton step stays large where the gradient vanishes; the optimum is at
	// infinity.
	StopDiverging Stop = C.DUEL_STOP_DIVERGING
	// StopIterations: Options.MaxIterations.
	StopIterations Stop = C.DUEL_STOP_ITERATIONS
	// StopGiven: there was no solver, the parameters were given.
	StopGiven Stop = C.DUEL_STOP_GIVEN
)

// String is the reason in a word.
func (s Stop) String() string {
	switch s {
	case StopConverged:
		return "converged"
	case StopPrecision:
		return "precision"
	case StopDiverging:
		return "diverging"
	case StopIterations:
		return "iterations"
	case StopGiven:
		return "given"
	}
	return "unknown"
}

// Fit estimates a model by maximum (penalised) likelihood, by Newton's method with exact second
// derivatives. The set is only read; the model keeps what it needs of it.
//
// Where no unique finite estimate exists the error is ErrNotIdentified, unless Options.Accept
// takes the result. Choices that do not go together, and options that the model would ignore,
// are ErrUnsupported. When ctx is done, Fit stops and returns context.Cause(ctx).
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
