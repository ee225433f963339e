package duel

// #include <duel.h>
import "C"

import "context"

// AgreementMeasure says how the agreement of two rankings is measured.
type AgreementMeasure int32

// The measures of agreement.
const (
	// AgreementKendall: Kendall's tau-b (1945): pairs of items in the same order less those in the opposite
	// order, over the root of (pairs not tied in the one) (pairs not tied in the other).
	AgreementKendall AgreementMeasure = C.DUEL_AGREEMENT_KENDALL
	// AgreementSpearman: Spearman's correlation, of ranks of which ties share the mean.
	AgreementSpearman AgreementMeasure = C.DUEL_AGREEMENT_SPEARMAN
	// AgreementTop: the share that the best k items have in common, |A and B| / k. Items tied at the edge share
	// the places that are left in equal parts, and of an item that both have in part the smaller part is in
	// common.
	AgreementTop AgreementMeasure = C.DUEL_AGREEMENT_TOP
	// AgreementAverageOverlap: average overlap, the mean of AgreementTop over the best 1, 2, ..., k items
	// (Webber, Moffat and Zobel 2010): disagreement about the best counts most.
	AgreementAverageOverlap AgreementMeasure = C.DUEL_AGREEMENT_AVERAGE_OVERLAP
)

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

// AdjacentDifferences: generated.
//
// Arguments: the options say how intervals cover these differences, and how p-values are adjusted:
// not at all, by Bonferroni, or in the single step of Estimates.Pairs.
func (m *Model) AdjacentDifferences(ctx context.Context, options InferenceOptions) ([]ModelAdjacentRow, error) {
	return m.Adjacent(ctx, options)
}
