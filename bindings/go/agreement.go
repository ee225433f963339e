package duel

// #include <duel.h>
import "C"

import "context"

// Agreement is that of all pairs of rankings, such as those of several models: rankings x rankings,
// symmetric. Correlations lie between -1 and 1 and are NaN where fewer than two items are compared or
// all are tied in one of the two; overlaps lie between 0 and 1 and are NaN where fewer than k items are
// compared. To cluster rankings, pass 1 - result to Cluster. When ctx is done, it stops and
// returns context.Cause(ctx).
//
// Scores are rankings x items: the scores of the same items in every ranking, the highest first; equal
// scores are tied. NaN stands for an item that a ranking does not have: two rankings are compared over
// the items that both have. K is 1 to the number of items for overlaps, else ignored.
func Agreement(ctx context.Context, scores Matrix, measure AgreementMeasure, k int) (Matrix, error) {
	if err := scores.whole("scores"); err != nil {
		return Matrix{}, err
	}
	first, err := toSize("k", k)
	if err != nil {
		return Matrix{}, err
	}
	return filled(scores.Rows, scores.Rows, func(data *C.double, size C.size_t) error {
		return run(ctx, func(a *arena, j *job) error {
			return call(func() C.duel_status {
				return C.duel_rankings_agreement(doubles(scores.Data), C.size_t(scores.Rows), C.size_t(scores.Columns),
					C.duel_agreement(measure), first, j.token, data, size)
			})
		})
	})
}
