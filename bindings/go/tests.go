package duel

// #include <duel.h>
import "C"

// Family says which pairs of items are tested together.
type Family int32

// The families of tests.
const (
	// AllPairs: all pairs of items.
	AllPairs Family = C.DUEL_FAMILY_ALL_PAIRS
	// ToReference: every other item against the ReferenceItem of the options (many to one).
	ToReference Family = C.DUEL_FAMILY_TO_REFERENCE
)

// Adjustment says how p-values allow for the number of tests.
type Adjustment int32

// The adjustments.
const (
	// AdjustSingleStep: single step, by the distribution of the largest statistic of the family (Hothorn, Bretz
	// and Westfall 2008): the familywise error rate, exact for the dependence of the estimates.
	AdjustSingleStep Adjustment = C.DUEL_ADJUST_SINGLE_STEP
	// AdjustNone: none.
	AdjustNone Adjustment = C.DUEL_ADJUST_NONE
	// AdjustBonferroni: Bonferroni, the familywise error rate under any dependence.
	AdjustBonferroni Adjustment = C.DUEL_ADJUST_BONFERRONI
	// AdjustHolm: Holm (1979), the familywise error rate under any dependence, never weaker than Bonferroni.
	AdjustHolm Adjustment = C.DUEL_ADJUST_HOLM
	// AdjustHochberg: Hochberg (1988), the familywise error rate under independence or positive dependence.
	AdjustHochberg Adjustment = C.DUEL_ADJUST_HOCHBERG
	// AdjustBenjaminiHochberg: Benjamini and Hochberg (1995), the false discovery rate under independence or
	// positive dependence.
	AdjustBenjaminiHochberg Adjustment = C.DUEL_ADJUST_BENJAMINI_HOCHBERG
	// AdjustBenjaminiYekutieli: Benjamini and Yekutieli (2001), the false discovery rate under any dependence.
	AdjustBenjaminiYekutieli Adjustment = C.DUEL_ADJUST_BENJAMINI_YEKUTIELI
	// AdjustEBH: the procedure of Benjamini and Hochberg for e-values (Wang and Ramdas 2022): the false
	// discovery rate under any dependence. Take the e-values of one look, not the largest so far.
	AdjustEBH Adjustment = C.DUEL_ADJUST_E_BH
	// AdjustEHolm: Holm's procedure for e-values, the closed test by means (Vovk and Wang 2021): the familywise
	// error rate under any dependence.
	AdjustEHolm Adjustment = C.DUEL_ADJUST_E_HOLM
)

// Pair are two items, zero-based.
type Pair struct {
	// I is the first item.
	I int
	// J is the second item.
	J int
}

// TestOptions say how contrasts are tested. The zero TestOptions are tests against zero in the single step.
type TestOptions struct {
	// Adjustment: AdjustSingleStep, ...
	Adjustment Adjustment
	// Null: nil: all contrasts are tested against zero; else a finite value for each.
	Null []float64
}

// PairOptions say how pairs are tested. The zero PairOptions are all pairs in the single step.
type PairOptions struct {
	// Family: AllPairs or ToReference.
	Family Family
	// Adjustment: AdjustSingleStep, ...
	Adjustment Adjustment
	// Reference: the item that all others are compared with, zero-based; read with ToReference, else zero.
	Reference int
}

// Adjust adjusts p-values of tests made elsewhere. Those that are NaN are no part of the family and
// stay NaN; a bad one is named by Error.Row. AdjustSingleStep is ErrUnsupported: it needs the
// dependence of the tests. AdjustEBH and AdjustEHolm take logarithms of e-values, and answer with logarithms of adjusted
// ones: a hypothesis is rejected at alpha where its own is at least log(1 / alpha).
func Adjust(adjustment Adjustment, pValues []float64) ([]float64, error) {
	out := append([]float64{}, pValues...)
	err := call(func() C.duel_status {
		return C.duel_p_adjust(doubles(out), C.size_t(len(out)), C.duel_adjustment(adjustment), doubles(out), C.size_t(len(out)))
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}
