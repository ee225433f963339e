package duel

// #include <duel.h>
import "C"

// Thresholds are the numbers of the tie threshold, row after row: one, or one for every judge; with
// ThresholdAdditive one for every item; with ThresholdFactored TieFactors for every item, under the
// constraint that Phi'G is symmetric.
func (m *Model) Thresholds() ([]float64, error) { return m.column(Thresholds) }

// ThresholdOffsets are the offsets of the judges to additive and factored thresholds.
func (m *Model) ThresholdOffsets() ([]float64, error) { return m.column(ThresholdOffsets) }

// PairThresholds are the tie thresholds e_ij of all pairs, items x items, on the scale of the outcome model
// (through the link), before an average judge. NaN on the diagonal; linear ones below zero are zero.
func (m *Model) PairThresholds() (Matrix, error) { return m.Get(PairThresholds) }
