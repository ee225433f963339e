package duel

// #include <duel.h>
import "C"

// Pair are two items, zero-based.
type Pair struct {
	// I is the first item.
	I int
	// J is the second item.
	J int
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
