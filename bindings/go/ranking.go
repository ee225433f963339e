package duel

// #include <duel.h>
import "C"

import (
	"context"
	"errors"
	"unsafe"
)

// RankSummary is the law of the rank of an item. All fields are NaN for an item that has no rank: of
// which nothing is known, whose score runs off, or outside the largest component of disconnected
// data.
type RankSummary struct {
	// BestProbability is the probability of being the best item.
	BestProbability float64
	// Expected is the expected rank.
	Expected float64
	// StandardDeviation is that of the rank.
	StandardDeviation float64
	// Lower is the lower quantile of the rank, which leaves out at most half of 1 - Level.
	Lower float64
	// Upper is the upper quantile of the rank.
	Upper float64
}

// RankProbabilities are the probabilities of ranks under the normal law of the scores, or from the
// replicates of a bootstrap: items x items, in row i the probability of rank r + 1 in column r; and
// what they come to for each item. Draws of all scores about their estimates are ranked; equal
// scores share the ranks they take together in equal parts. Draws and Seed are those of the options.
// For ranges that hold for all items at once see Estimates.Ranks.
func (m *Model) RankProbabilities(ctx context.Context, options InferenceOptions) (Matrix, []RankSummary, error) {
	items, err := m.count(Scores)
	if err != nil {
		return Matrix{}, nil, err
	}
	probabilities, err := newMatrix(items, items)
	if err != nil {
		return Matrix{}, nil, err
	}
	out, data, capacity, err := results[RankSummary](items)
	if err != nil {
		return Matrix{}, nil, err
	}
	err = m.infer(ctx, options, func(p *C.duel_model, o *C.duel_inference_options) C.duel_status {
		return C.duel_model_rank_probabilities(p, o, doubles(probabilities.Data), C.size_t(len(probabilities.Data)),
			data, capacity)
	})
	if err != nil {
		return Matrix{}, nil, err
	}
	return probabilities, out, nil
}

// Superiority is the probability that one item is better than another in truth, items x items: in
// row i, column j that i is better than j. It is the posterior probability under a flat prior and
// the normal approximation of the likelihood, and one less the one-sided p-value; with a bootstrap,
// standard errors are those of the replicates. NaN on the diagonal, between components, and for a
// score that runs off.
func (m *Model) Superiority(ctx context.Context, options InferenceOptions) (Matrix, error) {
	items, err := m.count(Scores)
	if err != nil {
		return Matrix{}, err
	}
	out, err := newMatrix(items, items)
	if err != nil {
		return Matrix{}, err
	}
	err = m.infer(ctx, options, func(p *C.duel_model, o *C.duel_inference_options) C.duel_status {
		return C.duel_model_superiority(p, o, doubles(out.Data), C.size_t(len(out.Data)))
	})
	if err != nil {
		return Matrix{}, err
	}
	return out, nil
}

// Groups are groups of items that cannot be told apart (the compact letter display of Piepho 2004):
// the ids of the items of each, ascending. Two items share a group if and only if their difference
// is not significant in the simultaneous comparison of all pairs, the one that Estimates.Ranks makes;
// no group is part of another; the group of the best item comes first. An item of which nothing is known
// is in every group.
func (m *Model) Groups(ctx context.Context, options InferenceOptions) ([][]int, error) {
	items, err := m.count(Scores)
	if err != nil {
		return nil, err
	}
	// There are hardly ever more groups than items; where there are, the library is asked for
	// their number.
	table, err := newMatrix(items, items)
	if err != nil {
		return nil, err
	}
	var groups C.size_t
	ask := func(out *C.double, capacity int) error {
		return m.infer(ctx, options, func(p *C.duel_model, o *C.duel_inference_options) C.duel_status {
			return C.duel_model_groups(p, o, out, C.size_t(capacity), &groups)
		})
	}
	err = ask(doubles(table.Data), len(table.Data))
	if errors.Is(err, ErrSize) {
		if err = ask(nil, 0); err != nil {
			return nil, err
		}
		if table, err = newMatrix(items, int(groups)); err != nil {
			return nil, err
		}
		err = ask(doubles(table.Data), len(table.Data))
	}
	if err != nil {
		return nil, err
	}
	table.Columns = int(groups)
	out := make([][]int, table.Columns)
	for item := range items {
		for group, member := range table.Row(item) {
			if member != 0 {
				out[group] = append(out[group], item)
			}
		}
	}
	return out, nil
}

// NeededComparisons are the comparisons that a gap between two items still needs.
type NeededComparisons struct {
	// Difference is the estimated difference of the scores.
	Difference float64
	// StandardError is its standard error.
	StandardError float64
	// OfPair are comparisons of this pair still needed, not rounded; 0 where there are enough;
	// infinite where a score runs off or the gap is 0; NaN between components.
	OfPair float64
	// OfDesign are comparisons of the whole design still needed, in the present proportions.
	OfDesign float64
}

// MoreComparisons is how many more comparisons a gap between two items needs, so that a two-sided
// test at the level finds it with the power. Gaps are those of the pairs, in the unit of the scores;
// nil: the estimated differences. Power is from 0.5 to less than 1; 0: 0.8. Error.Row names a bad
// pair.
func (m *Model) MoreComparisons(ctx context.Context, pairs []Pair, gaps []float64, power float64,
	options InferenceOptions) ([]NeededComparisons, error) {
	if gaps != nil && len(gaps) != len(pairs) {
		return nil, refuse(ErrSize, "gaps has %d values, pairs has %d", len(gaps), len(pairs))
	}
	ids := make([]C.size_t, 0, 2*len(pairs))
	for row, pair := range pairs {
		if pair.I < 0 || pair.J < 0 {
			return nil, refuseRow(ErrData, row, "pairs holds %d and %d; items are not below 0", pair.I, pair.J)
		}
		ids = append(ids, C.size_t(pair.I), C.size_t(pair.J))
	}
	out, data, capacity, err := results[NeededComparisons](len(pairs))
	if err != nil {
		return nil, err
	}
	err = m.infer(ctx, options, func(p *C.duel_model, o *C.duel_inference_options) C.duel_status {
		return C.duel_model_more_comparisons(p, o, (*C.size_t)(unsafe.SliceData(ids)), C.size_t(len(pairs)),
			doubles(gaps), C.double(power), data, capacity)
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// QuasiVariances are one variance for each item, from which a reader can test any two items: the
// root of the sum of two stands for the standard error of their difference (Firth and de Menezes
// 2004). The errors are relative, sqrt((q_i + q_j) / v_ij) - 1.
type QuasiVariances struct {
	// Values are the quasi-variances of the items, by id. One may be negative, no sum of two is.
	Values []float64
	// SmallestOfPairs is the smallest error of the standard error of a difference of two items.
	SmallestOfPairs float64
	// LargestOfPairs is the largest.
	LargestOfPairs float64
	// SmallestOfContrasts is the smallest error over all contrasts.
	SmallestOfContrasts float64
	// LargestOfContrasts is the largest.
	LargestOfContrasts float64
}

// QuasiVariances are those of the scores, of at least three items. Items whose differences are not
// known or have no variance are ErrNotIdentified.
func (m *Model) QuasiVariances(ctx context.Context, options InferenceOptions) (QuasiVariances, error) {
	items, err := m.count(Scores)
	if err != nil {
		return QuasiVariances{}, err
	}
	out := make([]float64, items)
	var relative [4]C.double
	err = m.infer(ctx, options, func(p *C.duel_model, o *C.duel_inference_options) C.duel_status {
		return C.duel_model_quasi_variances(p, o, doubles(out), C.size_t(len(out)), &relative[0])
	})
	if err != nil {
		return QuasiVariances{}, err
	}
	return QuasiVariances{
		Values:              out,
		SmallestOfPairs:     float64(relative[0]),
		LargestOfPairs:      float64(relative[1]),
		SmallestOfContrasts: float64(relative[2]),
		LargestOfContrasts:  float64(relative[3]),
	}, nil
}
