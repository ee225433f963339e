package duel

// #include <duel.h>
import "C"

import "context"

// ValidationOptions say what to hold out. The zero ValidationOptions are ten folds of single
// comparisons.
type ValidationOptions struct {
	// By is what goes into one part as a whole: ByRow (default, also 0), ByContext, ByPair or
	// ByJudge. Hold out what new data will differ in: contexts where they repeat, pairs to speak of
	// pairs that were never compared, judges to speak of judges in general. Comparisons without a
	// context are shared out one by one.
	By Unit
	// Threads to use; 0: one. Results do not depend on it.
	Threads int
	// Folds are at least 2, each held out in turn; 0: 10, or none where Share is given. A fold that
	// gets no comparison has no scores.
	Folds int
	// Share is 0 for folds. Else it lies between 0 and 1: instead of folds this share of the units,
	// rounded to a whole number, is held out once in every repeat; Folds must be 0.
	Share float64
	// Repeats is how often all of it is done, each time with another partition; 0: once.
	Repeats int
	// Seed is that of the partitions; repeat r uses stream r, and the folds of repeat 0 are those of
	// Set.Split.
	Seed uint64
	// Progress is nil, or called in the course of a first fit, to all comparisons, and after each of
	// the others with their share.
	Progress ProgressFunc
}

func (o ValidationOptions) c(a *arena, j *job) (*C.duel_validation_options, error) {
	threads, err := toInt32("Threads", o.Threads)
	if err != nil {
		return nil, err
	}
	folds, err := toSize("Folds", o.Folds)
	if err != nil {
		return nil, err
	}
	repeats, err := toSize("Repeats", o.Repeats)
	if err != nil {
		return nil, err
	}
	out := &C.duel_validation_options{
		struct_size: C.sizeof_duel_validation_options,
		by:          C.int32_t(o.By),
		threads:     threads,
		folds:       folds,
		share:       C.double(o.Share),
		repeats:     repeats,
		seed:        C.uint64_t(o.Seed),
		cancel:      j.token,
	}
	if o.Progress != nil {
		out.progress, out.user = j.progress(a, o.Progress)
	}
	return out, nil
}

// fits is the number of fits that the options ask for, which must not be negative.
func (o ValidationOptions) fits() (int, error) {
	each := o.Folds
	switch {
	case o.Share != 0:
		each = 1
	case each == 0:
		each = 10
	}
	fits, err := checkedSize(each, max(1, o.Repeats))
	const most = 1_000_000 // of the library, which would refuse more after room was made for them
	if err != nil || fits > most {
		return 0, refuse(ErrArgument, "Folds is %d and Repeats is %d; there must be at most %d fits", o.Folds, o.Repeats, most)
	}
	return fits, nil
}

// ValidationScores are how well a fit predicts the part held out. All are NaN for a fit whose part
// has nothing that it could predict.
type ValidationScores[T any] struct {
	// LogScore is the mean log-likelihood of a comparison.
	LogScore T
	// Brier is the Brier score, as in Accuracy.
	Brier T
	// Accuracy is the share of decided comparisons won by the likelier side; NaN where nothing was
	// decided.
	Accuracy T
	// CalibrationError is as in Accuracy.
	CalibrationError T
	// KLMean is as in Metrics by pair, like the rest.
	KLMean T
	// KLWeighted is as in Metrics.
	KLWeighted T
	// JSMean is as in Metrics.
	JSMean T
	// JSWeighted is as in Metrics.
	JSWeighted T
	// MAEPercent is as in Metrics.
	MAEPercent T
	// RMSEPercent is as in Metrics.
	RMSEPercent T
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

// ValidationFit is a fit without a part, and how well it predicts that part.
type ValidationFit struct {
	// Repeat is that of the fit, zero-based.
	Repeat int
	// Fold is the part held out, zero-based.
	Fold int
	// Err is nil, or the Code that the fit failed with. Its part is then in no score.
	Err error
	// Outcome are the troubles that the fit met.
	Outcome FitOutcome
	// Fitted are the comparisons fitted to.
	Fitted float64
	// Held are the comparisons held out.
	Held float64
	// Unpredicted are those of Held that the fit says nothing of.
	Unpredicted float64
	// LogLikelihood is that of those predicted.
	LogLikelihood float64
	// Scores are those of the fit.
	Scores ValidationScores[float64]
}

// Validation is the result of a cross-validation.
type Validation struct {
	// Fits are folds times repeats, or repeats, in this order.
	Fits []ValidationFit
	// Failed is the number of fits without an estimate: what they held out is in no score.
	Failed int
	// Held are the comparisons held out, over all fits.
	Held float64
	// Predicted are those of Held that fits with an estimate predict.
	Predicted float64
	// Unpredicted are those of Held that fits with an estimate say nothing of: items that they have
	// not seen, or not compared even through others.
	Unpredicted float64
	// LogLikelihood is that of Predicted, over all fits; over Predicted it is the mean log score by
	// comparisons, where Means has that by folds.
	LogLikelihood float64
	// Means are the means of the scores over fits.
	Means ValidationScores[ScoreMean]
}

// CrossValidate fits a model to the comparisons of a set without a part, and measures how well it
// predicts that part. When ctx is done, it stops between fits and returns context.Cause(ctx).
//
// Scores of models of the same comparisons and outcomes compare what information criteria estimate,
// and go with penalties, bias reduction and ties as halves as well (a tie is then half a win and half
// a loss, so that such scores compare with each other only). Differences between two models are surer
// than either: take them fold by fold, with the same Seed.
//
// A part may take items out of reach of a fit. Comparisons that the fit says nothing of are counted
// as unpredicted, and are in no score. Other trouble (FitSeparated, ...) that Options.Accept does not
// take makes a fit fail: it is counted, ValidationFit.Err says why, and its part is in no score. Means
// over the others are then those of an easier part of the data: a ridge keeps them all. A judge whom a
// fit has not heard answers as one of sensitivity one, mean position effect and mean threshold. Pooled
// strengths start from the fit to all comparisons, the others, which may have several optima, from
// their own data alone.
//
// Progress and Start of the fit options are not looked at. ErrUnsupported for importance weights.
// Comparisons can be shared out one by one only from whole counts: with others, cells (context,
// judge, left, right) are.
func CrossValidate(ctx context.Context, set *Set, fit Options, options ValidationOptions) (Validation, error) {
	fit.Progress, fit.Start = nil, nil
	var c C.duel_validation_facts
	var means, fits Matrix
	err := run(ctx, func(a *arena, j *job) error {
		o, err := options.c(a, j)
		if err != nil {
			return err
		}
		f, err := fit.c(a, j)
		if err != nil {
			return err
		}
		count, err := options.fits()
		if err != nil {
			return err
		}
		if means, err = newMatrix(10, 3); err != nil {
			return err
		}
		if fits, err = newMatrix(count, 18); err != nil {
			return err
		}
		c.struct_size = C.sizeof_duel_validation_facts
		return set.read(func(p *C.duel_set) C.duel_status {
			return C.duel_set_cross_validate(p, f, o, &c, doubles(means.Data), C.size_t(len(means.Data)),
				doubles(fits.Data), C.size_t(len(fits.Data)))
		})
	})
	if err != nil {
		return Validation{}, err
	}
	out := Validation{
		Fits:          make([]ValidationFit, int(c.fits)),
		Failed:        int(c.failed),
		Held:          float64(c.held),
		Predicted:     float64(c.predicted),
		Unpredicted:   float64(c.unpredicted),
		LogLikelihood: float64(c.log_likelihood),
		Means: scores(func(i int) ScoreMean {
			row := means.Row(i)
			return ScoreMean{Mean: row[0], StandardError: row[1], Fits: int(row[2])}
		}),
	}
	for i := range out.Fits {
		row := fits.Row(i)
		out.Fits[i] = ValidationFit{
			Repeat:        int(row[0]),
			Fold:          int(row[1]),
			Outcome:       FitOutcome(row[3]),
			Fitted:        row[4],
			Held:          row[5],
			Unpredicted:   row[6],
			LogLikelihood: row[7],
			Scores:        scores(func(i int) float64 { return row[8+i] }),
		}
		if code := Code(row[2]); code != C.DUEL_OK {
			out.Fits[i].Err = code
		}
	}
	return out, nil
}

// scores puts the ten scores into their places.
func scores[T any](of func(int) T) ValidationScores[T] {
	return ValidationScores[T]{
		LogScore:         of(0),
		Brier:            of(1),
		Accuracy:         of(2),
		CalibrationError: of(3),
		KLMean:           of(4),
		KLWeighted:       of(5),
		JSMean:           of(6),
		JSWeighted:       of(7),
		MAEPercent:       of(8),
		RMSEPercent:      of(9),
	}
}
