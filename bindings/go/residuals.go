package duel

// #include <duel.h>
import "C"

import "context"

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
