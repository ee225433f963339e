package duel

// #include <duel.h>
import "C"

import "context"

// ValidationOptions say what to hold out. The zero ValidationOptions are ten folds of single
// comparisons.
type ValidationOptions struct {
	// By: the unit that goes into one part as a whole: ByRow (default, also 0), ByContext, ByPair or ByJudge.
	// Hold out what new data will differ in: contexts where they repeat, pairs to speak of pairs that were never
	// compared, judges to speak of judges in general. Comparisons without a context are shared out one by one.
	By Unit
	// Threads: threads to use; 0: one. Results do not depend on it.
	Threads int
	// Folds: folds, at least 2, each held out in turn; 0: 10, or none where share is given. A fold that gets no
	// comparison has no scores.
	Folds int
	// Share: 0: folds. Else between 0 and 1: instead of folds this share of the units, rounded to a whole
	// number, is held out once in every repeat; folds must be 0.
	Share float64
	// Repeats: how often all of it is done, each time with another partition; 0: once.
	Repeats int
	// Seed: seed; repeat r uses stream r, and the folds of repeat 0 are those of Set.Split.
	Seed uint64
	// Progress: nil, or called in the course of a first fit, to all comparisons, and after each of the others
	// with their share.
	Progress ProgressFunc
}

// ValidationMeans are how well fits predict the parts held out.
type ValidationMeans struct {
	// LogScore is the mean log-likelihood of a comparison.
	LogScore ScoreMean
	// Brier is the Brier score, as in Accuracy.
	Brier ScoreMean
	// Accuracy is the share of decided comparisons won by the likelier side; NaN where nothing was
	// decided.
	Accuracy ScoreMean
	// CalibrationError is as in Accuracy.
	CalibrationError ScoreMean
	// KLMean is as in Metrics by pair, like the rest.
	KLMean ScoreMean
	// KLWeighted is as in Metrics.
	KLWeighted ScoreMean
	// JSMean is as in Metrics.
	JSMean ScoreMean
	// JSWeighted is as in Metrics.
	JSWeighted ScoreMean
	// MAEPercent is as in Metrics.
	MAEPercent ScoreMean
	// RMSEPercent is as in Metrics.
	RMSEPercent ScoreMean
}

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
	// Failed: fits without an estimate: what they held out is in no score.
	Failed int
	// Held: comparisons held out, over all fits.
	Held float64
	// Predicted: of these, those that fits with an estimate predict.
	Predicted float64
	// Unpredicted: of these, those that fits with an estimate say nothing of: items that they have not seen, or
	// not compared even through others.
	Unpredicted float64
	// LogLikelihood: log-likelihood of those predicted, over all fits; over predicted it is the mean log score
	// by comparisons, where LogScore has that by fits.
	LogLikelihood float64
	// Means are the means of the scores over fits.
	Means ValidationMeans
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
// won by the likelier side; calibration error (these as in Accuracy); KlMean, KlWeighted, JsMean, JsWeighted,
// MaePercent and RmsePercent by pair (as in Metrics). A fit whose part has nothing that it could predict has
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
	mean := func(mean, se C.double, fits C.size_t) ScoreMean {
		return ScoreMean{Mean: float64(mean), StandardError: float64(se), Fits: int(fits)}
	}
	return Validation{
		Fits:          fits,
		Failed:        int(c.failed),
		Held:          float64(c.held),
		Predicted:     float64(c.predicted),
		Unpredicted:   float64(c.unpredicted),
		LogLikelihood: float64(c.log_likelihood),
		Means: ValidationMeans{
			LogScore:         mean(c.log_score, c.log_score_se, c.log_score_fits),
			Brier:            mean(c.brier, c.brier_se, c.brier_fits),
			Accuracy:         mean(c.accuracy, c.accuracy_se, c.accuracy_fits),
			CalibrationError: mean(c.calibration_error, c.calibration_error_se, c.calibration_error_fits),
			KLMean:           mean(c.kl_mean, c.kl_mean_se, c.kl_mean_fits),
			KLWeighted:       mean(c.kl_weighted, c.kl_weighted_se, c.kl_weighted_fits),
			JSMean:           mean(c.js_mean, c.js_mean_se, c.js_mean_fits),
			JSWeighted:       mean(c.js_weighted, c.js_weighted_se, c.js_weighted_fits),
			MAEPercent:       mean(c.mae_percent, c.mae_percent_se, c.mae_percent_fits),
			RMSEPercent:      mean(c.rmse_percent, c.rmse_percent_se, c.rmse_percent_fits),
		},
	}, nil
}
