package duel

// #include <duel.h>
import "C"

// Threshold says what the tie threshold of a comparison depends on.
type Threshold int32

// The thresholds.
const (
	// ThresholdSingle: one number.
	ThresholdSingle Threshold = C.DUEL_THRESHOLD_SINGLE
	// ThresholdByJudge: one number, plus an offset for every judge: ThresholdSingle with OffsetsByJudge.
	ThresholdByJudge Threshold = C.DUEL_THRESHOLD_BY_JUDGE
	// ThresholdAdditive: e_ij = g_i + g_j, a number of each item: how readily it ties. Does not depend on the
	// order of the items. Recommended where items differ in their ties.
	ThresholdAdditive Threshold = C.DUEL_THRESHOLD_ADDITIVE
	// ThresholdFactored: e_ij = <G_i, Phi_j> + <G_j, Phi_i>, TieFactors numbers of each item against a fixed
	// orthonormal basis Phi, items x TieFactors (Ameli, Zhuang, Stoica and Mahoney, ICLR 2025). Depends on which
	// items there are and on the order of their names, by bytes (of a set with ids, on the order of the ids):
	// row r of Phi belongs to the item whose name is the r-th. It does not depend on the order in which items
	// came to the set.
	ThresholdFactored Threshold = C.DUEL_THRESHOLD_FACTORED
)

// TieOffsets says whether judges have tie thresholds of their own.
type TieOffsets int32

// The offsets of judges to the tie threshold.
const (
	// OffsetsNone: none.
	OffsetsNone TieOffsets = C.DUEL_OFFSETS_NONE
	// OffsetsByJudge: one for each judge.
	OffsetsByJudge TieOffsets = C.DUEL_OFFSETS_BY_JUDGE
)

// TieBasis is the basis Phi of factored thresholds.
type TieBasis int32

// The bases, for m items.
const (
	// BasisCosine: Phi_i0 = 1 / sqrt(m), Phi_ic = sqrt(2/m) cos(pi/m (i + 1/2) c). One factor is the additive
	// threshold, and a single threshold is a special case of all.
	BasisCosine TieBasis = C.DUEL_BASIS_COSINE
	// BasisPaper: Phi_ic = sqrt(2/m) cos(pi/m (i + 1/2)(c + 1/2)), the paper's. No column is constant, so that a
	// single threshold is no special case. The paper's order of items is that of the bytes of their names.
	BasisPaper TieBasis = C.DUEL_BASIS_PAPER
)

// TieLink says how a sum of numbers of items becomes a threshold of Rao-Kupper.
type TieLink int32

// The links of additive and factored thresholds.
const (
	// LinkSoftplus: the sum is put through log(1 + exp(.)), so that every threshold is positive.
	LinkSoftplus TieLink = C.DUEL_LINK_SOFTPLUS
	// LinkLinear: the sum itself (the paper's model). The fit keeps e >= 0 on every pair that was compared;
	// pairs at e = 0 are reported by FitTieLimit. On pairs never compared e may be negative.
	LinkLinear TieLink = C.DUEL_LINK_LINEAR
)

// BelowZero says what becomes of linear thresholds below zero, of pairs never compared.
type BelowZero int32

// Their treatment.
const (
	// BelowZeroRefused: predictions for them are refused (ErrNotIdentified, naming the pair).
	BelowZeroRefused BelowZero = C.DUEL_BELOW_ZERO_REFUSED
	// BelowZeroZero: taken as zero, so that the pair cannot tie.
	BelowZeroZero BelowZero = C.DUEL_BELOW_ZERO_ZERO
)

// Thresholds are the numbers of the tie threshold, row after row: one, or one for every judge; with
// ThresholdAdditive one for every item; with ThresholdFactored TieFactors for every item, under the
// constraint that Phi'G is symmetric.
func (m *Model) Thresholds() ([]float64, error) { return m.column(Thresholds) }

// ThresholdOffsets are the offsets of the judges to additive and factored thresholds.
func (m *Model) ThresholdOffsets() ([]float64, error) { return m.column(ThresholdOffsets) }

// PairThresholds are the tie thresholds e_ij of all pairs, items x items, on the scale of the outcome model
// (through the link), before an average judge. NaN on the diagonal; linear ones below zero are zero.
func (m *Model) PairThresholds() (Matrix, error) { return m.Get(PairThresholds) }
