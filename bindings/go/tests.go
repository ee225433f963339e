package duel

// #include <duel.h>
import "C"

import "context"

// Family says which pairs of items are tested together.
type Family int32

// The families of tests.
const (
	// AllPairs: all pairs of items.
	AllPairs Family = C.DUEL_FAMILY_ALL_PAIRS
	// ToReference: every other item against InferenceOptions.ReferenceItem (many to one).
	ToReference Family = C.DUEL_FAMILY_TO_REFERENCE
)

// Adjustment says how p-values allow for the number of tests.
type Adjustment int32

// The adjustments.
const (
	// AdjustSingleStep: by the law of the largest statistic of the family (Hothorn, Bretz and
	// Westfall 2008): the familywise error rate, exact for the dependence of the estimates.
	AdjustSingleStep Adjustment = C.DUEL_ADJUST_SINGLE_STEP
	// AdjustNone: not at all.
	AdjustNone Adjustment = C.DUEL_ADJUST_NONE
	// AdjustBonferroni: the familywise error rate under any dependence.
	AdjustBonferroni Adjustment = C.DUEL_ADJUST_BONFERRONI
	// AdjustHolm (1979): the familywise error rate under any dependence, never weaker than
	// Bonferroni.
	AdjustHolm Adjustment = C.DUEL_ADJUST_HOLM
	// AdjustHochberg (1988): the familywise error rate under independence or positive dependence.
	AdjustHochberg Adjustment = C.DUEL_ADJUST_HOCHBERG
	// AdjustBenjaminiHochberg (1995): the false discovery rate under independence or positive
	// dependence.
	AdjustBenjaminiHochberg Adjustment = C.DUEL_ADJUST_BENJAMINI_HOCHBERG
	// AdjustBenjaminiYekutieli (2001): the false discovery rate under any dependence.
	AdjustBenjaminiYekutieli Adjustment = C.DUEL_ADJUST_BENJAMINI_YEKUTIELI
)

// Test is a two-sided test. Statistic and p-values are NaN where there is no test: of a difference
// between components, of a score that runs off, without a standard error.
type Test struct {
	// Estimate is what is tested: a difference of scores, or a contrast.
	Estimate float64
	// StandardError is its standard error.
	StandardError float64
	// Statistic is the estimate, less its value under the hypothesis, over the standard error.
	Statistic float64
	// P is the p-value of the test by itself.
	P float64
	// AdjustedP is the p-value adjusted for all tests of the family.
	AdjustedP float64
	// Lower is the lower end of the interval: simultaneous with AdjustSingleStep and
	// AdjustBonferroni, of each estimate by itself with the others.
	Lower float64
	// Upper is the upper end of the interval.
	Upper float64
}

// Pair are two items, zero-based.
type Pair struct {
	// I is the first item.
	I int
	// J is the second item.
	J int
}

// PairTest is a test that two items have equal scores. Its Estimate is score I less score J.
type PairTest struct {
	Pair
	Test
}

// TestPairs are two-sided tests that pairs of items have equal scores, adjusted for their number.
// With AllPairs they are those of I < J, in the order (0, 1), (0, 2), ...; with ToReference I runs
// over the items in their order, and J is the reference item.
//
// P-values are those of the normal law, or of Student's where the options ask for it. Single-step
// ones are exact where a closed form exists, else the share of the options' draws. Level is that of
// the intervals; Gauge and Intervals have no effect.
func (m *Model) TestPairs(ctx context.Context, family Family, adjustment Adjustment,
	options InferenceOptions) ([]PairTest, error) {
	items, err := m.count(Scores)
	if err != nil {
		return nil, err
	}
	pairs := items * (items - 1) / 2
	if family == ToReference {
		pairs = items - 1
	}
	table, err := newMatrix(pairs, 9)
	if err != nil {
		return nil, err
	}
	err = m.infer(ctx, options, func(p *C.duel_model, o *C.duel_inference_options) C.duel_status {
		return C.duel_model_test_pairs(p, o, C.duel_family(family), C.duel_adjustment(adjustment),
			doubles(table.Data), C.size_t(len(table.Data)))
	})
	if err != nil {
		return nil, err
	}
	return pairTests(table), nil
}

// pairTests reads a table of tests of pairs.
func pairTests(table Matrix) []PairTest {
	out := make([]PairTest, table.Rows)
	for i := range out {
		row := table.Row(i)
		out[i] = PairTest{
			Pair: Pair{I: int(row[0]), J: int(row[1])},
			Test: Test{
				Estimate:      row[2],
				StandardError: row[3],
				Statistic:     row[4],
				P:             row[5],
				AdjustedP:     row[6],
				Lower:         row[7],
				Upper:         row[8],
			},
		}
	}
	return out
}

// TestContrasts are two-sided tests of linear contrasts of a quantity, adjusted for their number:
// weights are those of Contrasts, and null holds the value of each contrast under the hypothesis;
// nil: all zero. The rest is as in TestPairs; the intervals are of the contrasts, not of their
// differences from null.
func (m *Model) TestContrasts(ctx context.Context, what Quantity, weights Matrix, null []float64,
	adjustment Adjustment, options InferenceOptions) ([]Test, error) {
	n, err := m.count(what)
	if err != nil {
		return nil, err
	}
	if err := weights.weigh(n); err != nil {
		return nil, err
	}
	if null != nil && len(null) != weights.Rows {
		return nil, refuse(ErrSize, "null has %d values, weights has %d rows", len(null), weights.Rows)
	}
	out, data, capacity, err := results[Test](weights.Rows)
	if err != nil {
		return nil, err
	}
	err = m.infer(ctx, options, func(p *C.duel_model, o *C.duel_inference_options) C.duel_status {
		return C.duel_model_test_contrasts(p, C.duel_quantity(what), o, C.duel_adjustment(adjustment), doubles(weights.Data),
			C.size_t(weights.Rows), doubles(null), data, capacity)
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Adjust adjusts p-values of tests made elsewhere. Those that are NaN are no part of the family and
// stay NaN; a bad one is named by Error.Row. AdjustSingleStep is ErrUnsupported: it needs the
// dependence of the tests.
func Adjust(adjustment Adjustment, pValues []float64) ([]float64, error) {
	out := append([]float64{}, pValues...)
	err := call(func() C.duel_status {
		return C.duel_p_adjust(C.duel_adjustment(adjustment), doubles(out), C.size_t(len(out)), doubles(out))
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}
