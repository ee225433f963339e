package duel

// #include <duel.h>
import "C"

import (
	"context"
	"math"
	"unsafe"
)

// SensitivityCurves: sensitivities of judges where the covariates that they depend on have given values:
// gamma_k exp(beta_k . x), a curve over x, by the delta method; intervals are formed on the logarithm where
// the sensitivity is positive. For a band over a whole curve ask for Simultaneous with the points of that
// curve.
//
// Arguments: values are points x covariates, in the order of Options.SensitivityCovariates.
func (m *Model) SensitivityCurves(ctx context.Context, judges []int, values Matrix,
	options InferenceOptions) ([]ModelSensitivitiesRow, error) {
	_, covariates, err := m.Shape(SensitivitySlopes)
	if err != nil {
		return nil, err
	}
	if err := values.whole("values"); err != nil {
		return nil, err
	}
	if values.Columns != covariates {
		return nil, refuse(ErrSize, "values has %d columns, the model %d sensitivity covariates",
			values.Columns, covariates)
	}
	ids := make([]C.uint32_t, len(judges))
	for i, judge := range judges {
		if judge < 0 || int64(judge) > math.MaxUint32 {
			return nil, refuseRow(ErrData, i, "judges: %d is no judge of the model", judge)
		}
		ids[i] = C.uint32_t(judge)
	}
	return inferRows(ctx, m, options, readModelSensitivitiesRow,
		func(p *C.duel_model, o *C.duel_inference_options, out **C.duel_table) C.duel_status {
			return C.duel_model_sensitivities(p, unsafe.SliceData(ids), C.size_t(len(ids)), doubles(values.Data),
				C.size_t(values.Rows), o, out)
		})
}

// Consensus is what the judges agree on, item by item, otherwise than by the plain mean (which is an
// unweighted average of what may be very unequally known: a judge who all but never errs dominates it);
// with the weight of every judge, NaN with the median. Centred like scores that sum to zero. Scale and
// normalisation of the options are ignored. ErrUnsupported with Pooled.
func (m *Model) Consensus(ctx context.Context, which ConsensusKind, options InferenceOptions) ([]ModelConsensusRow, []float64, error) {
	info, err := m.Info()
	if err != nil {
		return nil, nil, err
	}
	weights := make([]float64, info.Judges)
	rows, err := inferRows(ctx, m, options, readModelConsensusRow,
		func(p *C.duel_model, o *C.duel_inference_options, out **C.duel_table) C.duel_status {
			return C.duel_model_consensus(p, C.duel_consensus(which), o, out, doubles(weights), C.size_t(len(weights)))
		})
	if err != nil {
		return nil, nil, err
	}
	return rows, weights, nil
}

// LeaveOneJudgeOut: the ranking without each judge: the model is fitted once for every judge of the set, to
// the votes of the others. The effect of leaving out a judge is that judge's influence; see DisagreementNorms
// and Model.Judges for why. The rank of a disagreement that fewer judges cannot have is cut down to what they
// can.
//
// Arguments: when ctx is done, the call stops and returns context.Cause(ctx).
func LeaveOneJudgeOut(ctx context.Context, set *Set, options Options) ([]SetLeaveOneJudgeOutRow, error) {
	return rowsOf(readSetLeaveOneJudgeOutRow, func(out **C.duel_table) error {
		return run(ctx, func(a *arena, j *job) error {
			c, err := options.c(a, j)
			if err != nil {
				return err
			}
			return set.read(func(p *C.duel_set) C.duel_status {
				return C.duel_set_leave_one_judge_out(p, c, out)
			})
		})
	})
}

// RankOptions say by what a rank is chosen besides information criteria and scree. The zero RankOptions
// are by nothing else.
type RankOptions struct {
	// Validation is nil, or how to hold out for cross-validation, without Progress, which is that of the fit.
	Validation *ValidationOptions
	// Replicates are data sets to draw for the likelihood ratio of each rank against the next, each from
	// the smaller model and fitted with both; 0: none. Needs a model of ties, or TiesDropped.
	Replicates int
	// Seed of these.
	Seed uint64
	// Threads of these; 0: one.
	Threads int
}

// SelectRank: how many directions of disagreement: fits ranks 0 to MaxRank of Disagreement, the other choices
// as given. One line of evidence a column; they need not agree. Where the least bic and the least aic are of
// different ranks, the notes of the table begin with fragile_rank: intervals by judge at the rank of the
// least bic would be too short; Model.Average allows for the choice. Cross-validation is what the paper uses
// (arXiv:2605.05073).
//
// Arguments: maxRank is at most min(judges - 1, items - 2), of two judges or more. When ctx is done,
// the call stops and returns context.Cause(ctx).
func SelectRank(ctx context.Context, set *Set, fit Options, maxRank int, options RankOptions) ([]SetSelectRankRow, error) {
	most, err := toInt32("maxRank", maxRank)
	if err != nil {
		return nil, err
	}
	replicates, err := toSize("Replicates", options.Replicates)
	if err != nil {
		return nil, err
	}
	threads, err := toInt32("Threads", options.Threads)
	if err != nil {
		return nil, err
	}
	return rowsOf(readSetSelectRankRow, func(out **C.duel_table) error {
		return run(ctx, func(a *arena, j *job) error {
			f, err := fit.c(a, j)
			if err != nil {
				return err
			}
			var validation *C.duel_validation_options
			if options.Validation != nil {
				if validation, err = options.Validation.c(a, j); err != nil {
					return err
				}
				// The token is that of the fit.
				validation.cancel = nil
			}
			return set.read(func(p *C.duel_set) C.duel_status {
				return C.duel_set_select_rank(p, most, replicates, C.uint64_t(options.Seed), threads, f, validation, out)
			})
		})
	})
}

// JudgeWise, for JudgeScores: each judge's own scores, from its own votes alone.
const JudgeWise = C.DUEL_JUDGE_WISE

// JudgeScores are baselines to hold a fit with Disagreement against, judges x items, each judge's scores
// summing to zero, the anonymous judge last if there is one: with JudgeWise every judge's own
// Bradley-Terry scores (with a ridge of .01 where they would not be finite), or these cut down by their
// singular values to the rank that a consensus and that number of directions of disagreement have (the two-step
// estimator of arXiv:2605.05073). Of the options Ties, BothBad, Ridge and Pseudo are looked at.
func JudgeScores(ctx context.Context, set *Set, options Options, rank int) (Matrix, error) {
	directions, err := toInt32("rank", rank)
	if err != nil {
		return Matrix{}, err
	}
	judges, err := set.judges()
	if err != nil {
		return Matrix{}, err
	}
	return filled(judges, set.Count(Item), func(data *C.double, size C.size_t) error {
		return run(ctx, func(a *arena, j *job) error {
			c, err := options.c(a, j)
			if err != nil {
				return err
			}
			return set.read(func(p *C.duel_set) C.duel_status {
				return C.duel_set_judge_scores(p, directions, c, data, size)
			})
		})
	})
}
