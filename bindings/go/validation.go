package duel

// #include <duel.h>
import "C"

import "context"

// ScoreMean is the mean of a score over fits.
type ScoreMean struct {
	// Mean is the plain mean over the fits that have the score. Infinite where a fit rules out what
	// was held out (no ties seen, say).
	Mean float64
	// StandardError is s / sqrt(J / repeats) with folds, repeats being no new data, and
	// s sqrt(1 / J + share / (1 - share)) with a share (Nadeau and Bengio 2003), s the standard
	// deviation over the J fits; NaN for J = 1. The first takes folds as independent. They share
	// what they are fitted to, and no unbiased estimate of that exists (Bengio and Grandvalet 2004):
	// it is rather too small.
	StandardError float64
	// Fits is the number of these fits.
	Fits int
}

// Validation is the result of a cross-validation.
type Validation struct {
	// Fits are folds times repeats, or repeats, in this order.
	Fits []SetCrossValidateRow
	// Totals are counts over all fits, and means of their scores.
	Totals ValidationFacts
}

// CrossValidate: cross-validation, or hold-out: fit a model to the comparisons without a part, and measure
// how well it predicts that part.
//
// Scores of models of the same comparisons and outcomes compare what information criteria estimate, and go
// with penalties, bias reduction and ties as halves as well (a tie is then half a win and half a loss, so
// that such scores compare with each other only). Differences between two models are surer than either: take
// them fold by fold, with the same seed.
//
// The scores, ten of a fit: mean log-likelihood of a comparison; Brier score; share of decided comparisons
// won by the likelier side; calibration error (these as in Accuracy); KLMean, KLWeighted, JSMean, JSWeighted,
// MAEPercent and RMSEPercent by pair (as in Metrics). A fit whose part has nothing that it could predict has
// none.
//
// The facts have, of each score, the plain mean over the fits that have it and its standard error. With s
// their standard deviation and J their number, the error is s / sqrt(J / repeats) with folds, repeats being
// no new data, and s sqrt(1 / J + share / (1 - share)) with a share (Nadeau and Bengio 2003); NaN for J = 1.
// The first takes folds as independent. They share what they are fitted to, and no unbiased estimate of that
// exists (Bengio and Grandvalet 2004): it is rather too small. A mean is infinite where a fit rules out what
// was held out (no ties seen, say), and its error then NaN.
//
// A part may take items out of reach of a fit. Comparisons whose difference the fit does not identify are
// counted as unpredicted, and are in no score. Any other diagnostic (FitSeparated, ...) that the accept of
// the fit options does not take makes a fit fail: it is counted, its row says why, and its part is in no
// score. Means over the others are then those of an easier part of the data: a ridge keeps them all. A judge
// without comparisons in a fit is predicted with sensitivity one, mean position effect and mean threshold.
// Pooled strengths start from the fit to all comparisons, the others, which may have several optima, from
// their own data alone.
//
// ErrUnsupported for importance weights. Comparisons can be shared out one by one only from whole counts:
// with others, cells (context, judge, left, right) are.
//
// Arguments: Progress and Start of the fit options must be nil. When ctx is done, the call stops and
// returns context.Cause(ctx).
func CrossValidate(ctx context.Context, set *Set, fit Options, options ValidationOptions) (Validation, error) {
	var c C.duel_validation_facts
	c.struct_size = C.sizeof_duel_validation_facts
	fits, err := rowsOf(readSetCrossValidateRow, func(out **C.duel_table) error {
		return run(ctx, func(a *arena, j *job) error {
			o, err := options.c(a, j)
			if err != nil {
				return err
			}
			f, err := fit.beside(a, j)
			if err != nil {
				return err
			}
			return set.read(func(p *C.duel_set) C.duel_status {
				return C.duel_set_cross_validate(p, f, o, &c, out)
			})
		})
	})
	if err != nil {
		return Validation{}, err
	}
	return Validation{Fits: fits, Totals: readValidationFacts(&c)}, nil
}

// beside is c for options whose work others watch: the token is theirs.
func (o Options) beside(a *arena, j *job) (*C.duel_model_options, error) {
	out, err := o.c(a, j)
	if err == nil {
		out.cancel = nil
	}
	return out, err
}
