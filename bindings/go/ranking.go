package duel

// #include <duel.h>
import "C"

import (
	"context"
	"unsafe"
)

// RankProbabilities are the probabilities of ranks under the normal distribution of the scores, or from the
// replicates of a bootstrap: items x items, in row i the probability of rank r + 1 in column r. Draws of all
// scores about their estimates are ranked; equal scores share the ranks they take together in equal parts. Draws and Seed are those of the options.
// For ranges that hold for all items at once see Estimates.Ranks.
func (m *Model) RankProbabilities(ctx context.Context, options InferenceOptions) (Matrix, error) {
	items, err := m.count(Scores)
	if err != nil {
		return Matrix{}, err
	}
	return filled(items, items, func(data *C.double, size C.size_t) error {
		return m.infer(ctx, options, func(p *C.duel_model, o *C.duel_inference_options) C.duel_status {
			return C.duel_model_rank_probabilities(p, o, data, size)
		})
	})
}

// Superiority: the probability that the true score of one item is higher than that of another: Phi((score i -
// score j) / standard error), or Student's distribution where the options ask for it (with the fewer degrees
// of freedom of the two scores). It is the posterior probability under a flat prior and the normal
// approximation of the likelihood, and equals 1 - p for the one-sided p-value p. With a bootstrap, standard
// errors are those of the replicates.
//
// Arguments: the result is NaN on the diagonal, between components, and for a score that diverges.
func (m *Model) Superiority(ctx context.Context, options InferenceOptions) (Matrix, error) {
	items, err := m.count(Scores)
	if err != nil {
		return Matrix{}, err
	}
	return filled(items, items, func(data *C.double, size C.size_t) error {
		return m.infer(ctx, options, func(p *C.duel_model, o *C.duel_inference_options) C.duel_status {
			return C.duel_model_superiority(p, o, data, size)
		})
	})
}

// MoreComparisons: how many more comparisons a gap between two items needs, so that a two-sided test at the
// level finds it with the power.
//
// The standard error aimed at is |gap| / (z(1 - (1 - level) / 2) + z(power)), z the normal quantile: the
// chance of significance on the wrong side and the adjustment for many tests are left out. With the whole
// design the variance falls as one over the number of comparisons. Comparisons of the pair alone add to the
// information about its difference what one neutral comparison is expected to add at the estimated difference
// (by a judge of sensitivity one, without position, the tie threshold not taken as known): exact for the
// covariance from the information; a sandwich is taken to keep its ratio to it.
//
// Arguments: gaps are those of the pairs, in the unit of the scores; nil stands for the estimated
// differences. power is from 0.5 to less than 1, or 0 for 0.8. Error.Row names a bad pair.
func (m *Model) MoreComparisons(ctx context.Context, pairs []Pair, gaps []float64, power float64,
	options InferenceOptions) ([]ModelMoreComparisonsRow, error) {
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
	return inferRows(ctx, m, options, readModelMoreComparisonsRow,
		func(p *C.duel_model, o *C.duel_inference_options, out **C.duel_table) C.duel_status {
			return C.duel_model_more_comparisons(p, (*C.size_t)(unsafe.SliceData(ids)), C.size_t(len(pairs)), doubles(gaps),
				C.double(power), o, out)
		})
}

// QuasiVariances are one variance for each item, from which a reader can test any two items: the
// root of the sum of two stands for the standard error of their difference (Firth and de Menezes
// 2004). The errors are relative, sqrt((q_i + q_j) / v_ij) - 1.
type QuasiVariances struct {
	// Values are the quasi-variances of the items, by id. One may be negative, no sum of two is.
	Values []float64
	// Errors say how well they serve.
	Errors QuasiFacts
}

// QuasiVariances are those of the scores, of at least three items. Items whose differences are not
// known or have no variance are ErrNotIdentified.
func (m *Model) QuasiVariances(ctx context.Context, options InferenceOptions) (QuasiVariances, error) {
	items, err := m.count(Scores)
	if err != nil {
		return QuasiVariances{}, err
	}
	out := make([]float64, items)
	facts := C.duel_quasi_facts{struct_size: C.sizeof_duel_quasi_facts}
	err = m.infer(ctx, options, func(p *C.duel_model, o *C.duel_inference_options) C.duel_status {
		return C.duel_model_quasi_variances(p, o, doubles(out), C.size_t(len(out)), &facts)
	})
	if err != nil {
		return QuasiVariances{}, err
	}
	return QuasiVariances{Values: out, Errors: readQuasiFacts(&facts)}, nil
}

// ItemGroups are the groups of CompactLetters as lists: the ids of the items of each, ascending; the group of the best item
// comes first.
func (m *Model) ItemGroups(ctx context.Context, options InferenceOptions) ([][]int, error) {
	rows, err := m.CompactLetters(ctx, options)
	var out [][]int
	for _, row := range rows {
		if int(row.Group) == len(out) {
			out = append(out, nil)
		}
		out[row.Group] = append(out[row.Group], row.Item)
	}
	return out, err
}
