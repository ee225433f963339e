package duel

// #include <duel.h>
import "C"

import "context"

// Residuals are what was seen against what the model expects at its estimate, by ByCell, ByPair, ByItem, ByJudge,
// ByJudgeItem or ByContext: added up over cells (judge, left, right), in the order of context, judge, left and right,
// comparisons without a context last. A score is a number of wins plus half the number of ties: of the item on the left
// (ByCell, and ByJudge and ByContext, where a residual says that the first position was favoured), of the first item of a pair,
// which has the lower id, or of the item. Ids are -1 where they are added up. ErrUnsupported for importance weights, and
// by context without contexts. Of the options Progress is used.
func (m *Model) Residuals(ctx context.Context, by Unit, options InferenceOptions) ([]ModelResidualsRow, error) {
	return inferRows(ctx, m, options, readModelResidualsRow,
		func(p *C.duel_model, o *C.duel_inference_options, out **C.duel_table) C.duel_status {
			return C.duel_model_residuals(p, C.duel_by(by), o, out)
		})
}

// Influence: the influence of every context or judge on a fit: how much of it depends on a single one, and
// how the estimates would change without it. By one step of Fisher scoring from the estimate, not by fitting
// anew (Cook 1977; Pregibon 1981): close where a unit is one of many.
//
// A unit may determine something alone: a judge its own sensitivity, position effect or threshold, a context
// the only comparisons of an item. Its distance is then infinite, and changes are NaN for the values that
// would not exist without it. With sensitivities, scores on the scale of their mean move with every judge's
// own: ask on ScaleReference for the change of scores without another judge. Penalties, which belong to no
// unit, stay as they are.
//
// Ids are those of the model's set, which a saved and loaded set may number otherwise. Without penalties and
// comparisons without context, the leverages sum to Info.Dimension.
//
// Arguments: by is ByContext or ByJudge, whose last row is that of the anonymous judge. A unit
// without comparisons has zeros. Of the options Progress is used.
func (m *Model) Influence(ctx context.Context, by Unit, options InferenceOptions) ([]ModelInfluenceRow, error) {
	return inferRows(ctx, m, options, readModelInfluenceRow,
		func(p *C.duel_model, o *C.duel_inference_options, out **C.duel_table) C.duel_status {
			return C.duel_model_influence(p, C.duel_by(by), o, out)
		})
}

// InfluenceChanges are, for each context or judge a row, and for each of the values of a quantity from Scores to
// BadThresholds a column, the value without the unit less the value, as in Influence; NaN for one that would not exist
// without it. Normalisation, Scale and Unit of the options are used.
//
// With sensitivities, scores on the scale of their mean move with every judge's own: ask on
// ScaleReference for the change of scores without another judge.
func (m *Model) InfluenceChanges(ctx context.Context, what Quantity, by Unit, options InferenceOptions) (Matrix, error) {
	n, err := m.count(what)
	if err != nil {
		return Matrix{}, err
	}
	info, err := m.Info()
	if err != nil {
		return Matrix{}, err
	}
	count := info.Judges
	switch by {
	case ByContext:
		count = info.Contexts
	case ByCluster:
		count = info.Clusters + info.Contexts
	}
	return filled(count, n, func(data *C.double, size C.size_t) error {
		return m.infer(ctx, options, func(p *C.duel_model, o *C.duel_inference_options) C.duel_status {
			return C.duel_model_influence_changes(p, C.duel_quantity(what), C.duel_by(by), o,
				data, size)
		})
	})
}
