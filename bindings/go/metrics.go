package duel

// #include <duel.h>
import "C"

import "context"

// MatchMatrix is how often the item of the row beats that of the column (outcome Left, also 0), or
// ties with it (Tie, a symmetric matrix), or is called bad with it (BothBad, another), items x items.
// Where ties count as halves, a tie is half a win and half a loss, and Tie is ErrUnsupported, as it is
// where ties are dropped, and BothBad unless that is an outcome (BothBadOutcome). So are all but
// MatrixPredicted for importance weights. Of the options Progress is used.
func (m *Model) MatchMatrix(
	ctx context.Context, what MatrixKind, outcome Outcome, options InferenceOptions,
) (Matrix, error) {
	items, err := m.count(Scores)
	if err != nil {
		return Matrix{}, err
	}
	return filled(items, items, func(data *C.double, size C.size_t) error {
		return m.infer(ctx, options, func(p *C.duel_model, o *C.duel_inference_options) C.duel_status {
			return C.duel_model_match_matrix(p, C.duel_matrix(what), C.duel_outcome(outcome), o, data, size)
		})
	})
}
