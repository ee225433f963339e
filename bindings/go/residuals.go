package duel

// #include <duel.h>
import "C"

import "context"

// Residual is what was seen against what the model expects at its estimate, added up over cells
// (judge, left, right). A score is a number of wins plus half the number of ties: of the item on
// the left (ByCell, and ByJudge and ByContext, where a residual says that the slot was favoured), of
// the first item of a pair, which has the lower id, or of the item.
type Residual struct {
	// Context is its id, or -1: added up, or none.
	Context int
	// Judge is its id, or -1: added up. The anonymous judge is the last of the model.
	Judge int
	// Left is the id of the item on the left, of the first of a pair, or of the item with ByItem and
	// ByJudgeItem; -1: added up.
	Left int
	// Right is the id of the other item, or -1: added up.
	Right int
	// Cells is the number of cells added up.
	Cells int
	// Comparisons is their number.
	Comparisons float64
	// Observed is the observed score.
	Observed float64
	// Expected is the expected score.
	Expected float64
	// ObservedTies is the observed number of ties.
	ObservedTies float64
	// ExpectedTies is the expected number of ties; NaN if the model has none.
	ExpectedTies float64
	// Pearson is the Pearson residual: the root of r' V^-1 r with the sign of the difference of
	// scores, r the residuals of the outcomes and V their covariance under the model, both added
	// up over cells. For two outcomes it is (y - n p) / sqrt(n p (1 - p)), as in R.
	Pearson float64
	// Deviance is the deviance residual: the root of 2 sum o log(o / e), added up over cells,
	// with the same sign by cell and pair, and never negative by item, judge, judge and item,
	// and context.
	Deviance float64
	// Standardised is the difference of scores by its standard error under the model, which
	// allows for the fit: about standard normal; R's rstandard for two outcomes. NaN where the
	// fit leaves nothing free, and for models with more than 4000 parameters.
	Standardised float64
}

// Residuals are those of the model by ByCell, ByPair, ByItem, ByJudge, ByJudgeItem or ByContext, in the
// order of context, judge, left and right, comparisons without a context last. ErrUnsupported for
// importance weights, and by context without contexts.
func (m *Model) Residuals(by Unit) ([]Residual, error) {
	var rows, columns C.size_t
	err := m.read(func(p *C.duel_model) C.duel_status {
		return C.duel_model_residuals_shape(p, C.duel_by(by), &rows, &columns)
	})
	if err != nil {
		return nil, err
	}
	table, err := newMatrix(int(rows), int(columns))
	if err != nil {
		return nil, err
	}
	err = m.read(func(p *C.duel_model) C.duel_status {
		return C.duel_model_residuals(p, C.duel_by(by), doubles(table.Data), C.size_t(len(table.Data)))
	})
	if err != nil {
		return nil, err
	}
	out := make([]Residual, table.Rows)
	for i := range out {
		row := table.Row(i)
		out[i] = Residual{
			Context:      int(row[0]),
			Judge:        int(row[1]),
			Left:         int(row[2]),
			Right:        int(row[3]),
			Cells:        int(row[4]),
			Comparisons:  row[5],
			Observed:     row[6],
			Expected:     row[7],
			ObservedTies: row[8],
			ExpectedTies: row[9],
			Pearson:      row[10],
			Deviance:     row[11],
			Standardised: row[12],
		}
	}
	return out, nil
}

// Influence is how much of a fit hangs on one context or judge. A unit without comparisons has
// zeros.
type Influence struct {
	// Comparisons is their number (sum of weights).
	Comparisons float64
	// Leverage is the share of the estimated parameters that the unit accounts for: without
	// penalties and comparisons without context, leverages sum to Info.Dimension.
	Leverage float64
	// Distance is Cook's: the squared change of all parameters without the unit, in units of
	// their information, over the dimension. Infinite where the unit alone determines something.
	Distance float64
	// Changes are, for each of the n values of the quantity, the value without the unit less the
	// value; NaN for one that would not exist without it.
	Changes []float64
}

// Influence is that of every context (ByContext) or judge (ByJudge; the anonymous judge last) on the
// fit, and on a quantity from Scores to BadThresholds. By one step of Fisher scoring from the estimate, not
// by fitting anew (Cook 1977; Pregibon 1981): close where a unit is one of many. Gauge, Scale and
// Unit of the options are used.
//
// With sensitivities, scores on the scale of their mean move with every judge's own: ask on
// ScaleReference for the change of scores without another judge.
func (m *Model) Influence(ctx context.Context, what Quantity, by Unit, options InferenceOptions) ([]Influence, error) {
	n, err := m.count(what)
	if err != nil {
		return nil, err
	}
	info, err := m.Info()
	if err != nil {
		return nil, err
	}
	count := info.Judges
	if by == ByContext {
		count = info.Contexts
	}
	units, err := newMatrix(count, 3)
	if err != nil {
		return nil, err
	}
	changes, err := newMatrix(count, n)
	if err != nil {
		return nil, err
	}
	err = m.infer(ctx, options, func(p *C.duel_model, o *C.duel_inference_options) C.duel_status {
		return C.duel_model_influence(p, C.duel_quantity(what), C.duel_by(by), o,
			doubles(units.Data), C.size_t(len(units.Data)), doubles(changes.Data), C.size_t(len(changes.Data)))
	})
	if err != nil {
		return nil, err
	}
	out := make([]Influence, count)
	for i := range out {
		row := units.Row(i)
		out[i] = Influence{Comparisons: row[0], Leverage: row[1], Distance: row[2], Changes: changes.Row(i)}
	}
	return out, nil
}
