package duel

// #include <duel.h>
import "C"

import (
	"context"
	"slices"
)

// Estimates are the estimates of a quantity of a model, or of a functional of GARS, and answer every
// question about them. It is a plain value that remembers where they come from and the options: each
// question is worked out by itself, from the model or from the contexts that there are by then, so
// that there is nothing to close. Any number of goroutines may ask at the same time, if the progress
// function of the options allows it. Make one with Model.Estimate or GARS.Estimate.
type Estimates struct {
	options InferenceOptions
	source  source
}

// A source makes the estimate of the library.
type source func(options *C.duel_inference_options, out **C.duel_estimate) error

// Estimate gives the estimates of a quantity, from Scores to SensitivitySlopes; with a bootstrap in the
// options those of its replicates. What cannot be estimated is refused when a question is asked.
func (m *Model) Estimate(quantity Quantity, options InferenceOptions) *Estimates {
	return newEstimates(options, func(o *C.duel_inference_options, out **C.duel_estimate) error {
		return m.read(func(p *C.duel_model) C.duel_status {
			return C.duel_model_estimate(p, C.duel_quantity(quantity), o, out)
		})
	})
}

// GARSAll, in place of the number of a functional: all of them, one after the other.
const GARSAll = -1

// Estimate gives the estimates of a functional, by its number in the options, from 0, or of GARSAll, so that
// functionals can be compared by contrasts. Of the options Intervals, Level, Seed, Draws, Threads and Progress
// are looked at; with clusters CorrectionCR1 and Quantiles (degrees of freedom are clusters less one). What
// goes with fitted models only is ErrUnsupported. A value with standard error 0 has no interval (NaN): it is
// a constant, or there is one context.
func (g *GARS) Estimate(functional int, estimator GARSEstimate, options InferenceOptions) *Estimates {
	return newEstimates(options, func(o *C.duel_inference_options, out **C.duel_estimate) error {
		number, err := toInt32("functional", functional)
		if err != nil {
			return err
		}
		return g.read(func(p *C.duel_gars) C.duel_status {
			return C.duel_gars_estimate(p, number, C.duel_estimator(estimator), o, out)
		})
	})
}

func newEstimates(options InferenceOptions, source source) *Estimates {
	options.Weights = slices.Clone(options.Weights)
	return &Estimates{options: options, source: source}
}

// ask makes the estimate for one question, and frees it after.
func (e *Estimates) ask(ctx context.Context, question func(a *arena, p *C.duel_estimate) error) error {
	if e == nil || e.source == nil {
		return refuse(ErrNull, "estimates is nil")
	}
	return run(ctx, func(a *arena, j *job) error {
		options, err := e.options.c(a, j)
		if err != nil {
			return err
		}
		var estimate *C.duel_estimate
		if err := e.source(options, &estimate); err != nil {
			return err
		}
		defer func() { C.duel_estimate_free(estimate) }()
		return question(a, estimate)
	})
}

// askRows is ask for a table.
func askRows[T any](ctx context.Context, e *Estimates, read func(*result) []T,
	question func(p *C.duel_estimate, out **C.duel_table) C.duel_status) ([]T, error) {
	return rowsOf(read, func(table **C.duel_table) error {
		return e.ask(ctx, func(_ *arena, p *C.duel_estimate) error {
			return call(func() C.duel_status { return question(p, table) })
		})
	})
}

// EstimateInfo are facts about estimates.
type EstimateInfo struct {
	// Values is their number.
	Values int
	// Rows are those of the quantity, whose values are row-major.
	Rows int
	// Columns are those of the quantity.
	Columns int
	// Quantity is what is estimated; -1: functionals.
	Quantity Quantity
	// Intervals says what the level of the intervals refers to.
	Intervals Intervals
	// Covariance is the one behind the standard errors, never CovarianceAuto; -1: functionals, replicates.
	Covariance CovarianceKind
	// Quantiles are QuantilesNormal or QuantilesStudent; -1: replicates.
	Quantiles Quantiles
	// Level is that of the intervals.
	Level float64
	// DF are the degrees of freedom where all values have the same; else NaN.
	DF float64
	// Replicates is the number of replicates; NaN: none.
	Replicates float64
}

// Info gives facts about the estimates.
func (e *Estimates) Info() (EstimateInfo, error) {
	var out EstimateInfo
	err := e.ask(context.Background(), func(_ *arena, p *C.duel_estimate) error {
		c, err := estimateInfo(p)
		if err != nil {
			return err
		}
		out = EstimateInfo{
			Values:     int(c.values),
			Rows:       int(c.rows),
			Columns:    int(c.columns),
			Quantity:   Quantity(c.quantity),
			Intervals:  Intervals(c.intervals),
			Covariance: CovarianceKind(c.covariance),
			Quantiles:  Quantiles(c.quantiles),
			Level:      float64(c.level),
			DF:         float64(c.df),
			Replicates: float64(c.replicates),
		}
		return nil
	})
	return out, err
}

func estimateInfo(p *C.duel_estimate) (C.duel_estimate_facts, error) {
	var c C.duel_estimate_facts
	c.struct_size = C.sizeof_duel_estimate_facts
	err := call(func() C.duel_status { return C.duel_estimate_info(p, &c) })
	return c, err
}

// Values are all values, with standard errors and intervals, by the delta method from the covariance of
// the parameters, or from the replicates of a bootstrap. A matrix comes row after row. At a boundary the
// normal distribution says nothing: a sensitivity of zero, and a threshold at the end of its range (which may be
// infinite), have NaN errors.
func (e *Estimates) Values(ctx context.Context) ([]EstimateValuesRow, error) {
	return askRows(ctx, e, readEstimateValuesRow, func(p *C.duel_estimate, out **C.duel_table) C.duel_status {
		return C.duel_estimate_values(p, out)
	})
}

// Covariance is the covariance of the values, n x n for n of them. For Sensitivities it is that of gamma
// itself. It is NaN between scores or strengths of different components of the data, each of which has
// its own zero.
func (e *Estimates) Covariance(ctx context.Context) (Matrix, error) {
	var out Matrix
	err := e.ask(ctx, func(_ *arena, p *C.duel_estimate) error {
		info, err := estimateInfo(p)
		if err != nil {
			return err
		}
		if out, err = newMatrix(int(info.values), int(info.values)); err != nil {
			return err
		}
		return call(func() C.duel_status {
			return C.duel_estimate_covariance(p, doubles(out.Data), C.size_t(len(out.Data)))
		})
	})
	if err != nil {
		return Matrix{}, err
	}
	return out, nil
}

// weighed checks that a matrix has a weight for every value, and gives its pointer and number of rows.
func weighed(p *C.duel_estimate, weights Matrix) (*C.double, C.size_t, error) {
	info, err := estimateInfo(p)
	if err != nil {
		return nil, 0, err
	}
	if err := weights.weigh(int(info.values)); err != nil {
		return nil, 0, err
	}
	return doubles(weights.Data), C.size_t(weights.Rows), nil
}

// askOf is ask for a table of contrasts.
func askOf[T any](ctx context.Context, e *Estimates, weights Matrix, read func(*result) []T,
	question func(a *arena, p *C.duel_estimate, data *C.double, contrasts C.size_t, out **C.duel_table) error,
) ([]T, error) {
	return rowsOf(read, func(table **C.duel_table) error {
		return e.ask(ctx, func(a *arena, p *C.duel_estimate) error {
			data, contrasts, err := weighed(p, weights)
			if err != nil {
				return err
			}
			return question(a, p, data, contrasts, table)
		})
	})
}

// Contrasts are linear contrasts of the n values: weights has n columns, and each of its rows is one
// contrast.
func (e *Estimates) Contrasts(ctx context.Context, weights Matrix) ([]EstimateContrastsRow, error) {
	return askOf(ctx, e, weights, readEstimateContrastsRow,
		func(_ *arena, p *C.duel_estimate, data *C.double, contrasts C.size_t, out **C.duel_table) error {
			return call(func() C.duel_status { return C.duel_estimate_contrasts(p, data, contrasts, out) })
		})
}

// ContrastCovariance is the covariance of the contrasts that Contrasts gives.
func (e *Estimates) ContrastCovariance(ctx context.Context, weights Matrix) (Matrix, error) {
	var out Matrix
	err := e.ask(ctx, func(_ *arena, p *C.duel_estimate) error {
		data, contrasts, err := weighed(p, weights)
		if err != nil {
			return err
		}
		if out, err = newMatrix(weights.Rows, weights.Rows); err != nil {
			return err
		}
		return call(func() C.duel_status {
			return C.duel_estimate_contrast_covariance(p, data, contrasts, doubles(out.Data), C.size_t(len(out.Data)))
		})
	})
	if err != nil {
		return Matrix{}, err
	}
	return out, nil
}

// Tests are two-sided tests of the contrasts that Contrasts gives, adjusted for their number. Statistics and
// p-values are as in Pairs; the intervals follow the adjustment, and are of the contrasts, not of their
// differences from the values under the hypothesis.
func (e *Estimates) Tests(ctx context.Context, weights Matrix, options TestOptions) ([]EstimateTestsRow, error) {
	return askOf(ctx, e, weights, readEstimateTestsRow,
		func(a *arena, p *C.duel_estimate, data *C.double, contrasts C.size_t, out **C.duel_table) error {
			o, err := options.c(a)
			if err != nil {
				return err
			}
			return call(func() C.duel_status { return C.duel_estimate_tests(p, data, contrasts, o, out) })
		})
}

// EValues are evidence that the contrasts that Contrasts gives differ from null (empty: zeros), which holds at all looks
// at growing data: stop when you like. An e-value exceeds 1 / alpha at some look with probability alpha or less where
// null holds. It is the likelihood ratio of a normal mixture of truths, with standard deviation Mixture of the options,
// to null; LogELarger has the upper half of the mixture. ErrUnsupported is as for Anytime; the intervals of the options
// are ignored.
func (e *Estimates) EValues(ctx context.Context, weights Matrix, null []float64) ([]EstimateEValuesRow, error) {
	if len(null) != 0 && len(null) != weights.Rows {
		return nil, refuse(ErrSize, "null has %d values for %d contrasts", len(null), weights.Rows)
	}
	return askOf(ctx, e, weights, readEstimateEValuesRow,
		func(a *arena, p *C.duel_estimate, data *C.double, contrasts C.size_t, out **C.duel_table) error {
			at := doubles(null)
			return call(func() C.duel_status { return C.duel_estimate_e_values(p, data, contrasts, at, out) })
		})
}

// Pairs: two-sided tests that pairs of items have equal scores, or values of one functional, adjusted for
// their number.
//
// The statistic is the difference over its standard error; p-values are those of the normal distribution, or
// of Student's where the options ask for it (with the fewer degrees of freedom of the two scores, and the
// fewest of all in the single step). Single-step p-values are P(max |T| >= |t|) over the family: exact where
// a closed form exists, else the share of the options' draws. They lie between the p-value of the test alone
// and Sidak's bound 1 - (1 - p)^m; where fewer than 50 draws lie beyond t they are the smaller of Sidak's
// bound and 50 / draws, so that they are never 0 and never too small.
//
// A difference between components of the data is NaN throughout. One of a score that diverges, or without a
// standard error, has no test: statistic and p-values are NaN. Neither counts as a test of the family.
// Differences do not depend on the normalisation, and intervals follow the adjustment.
//
// With Anytime statistics are logarithms of e-values, p-values hold at all looks, a pair without a statistic
// counts with an e-value of 1, and AdjustSingleStep, which is of one look, is ErrUnsupported: take
// AdjustEHolm or AdjustEBH.
//
// Arguments: with AllPairs the rows are those of First < Second, in the order (0, 1), (0, 2), ...;
// with ToReference First runs over the items in their order, and Second is the reference. Estimates
// of other quantities, and GARSAll, are ErrUnsupported: ask for Tests of contrasts.
func (e *Estimates) Pairs(ctx context.Context, options PairOptions) ([]EstimatePairsRow, error) {
	o, err := options.c(&arena{}) // which points to nothing
	if err != nil {
		return nil, err
	}
	return askRows(ctx, e, readEstimatePairsRow, func(p *C.duel_estimate, out **C.duel_table) C.duel_status {
		return C.duel_estimate_pairs(p, o, out)
	})
}

// Ranks: ranks of scores, or of the values of one functional, with ranges. Item i is significantly better
// than j if their difference is significant in the simultaneous comparison of all pairs (Bonferroni, or else
// the distribution of the largest difference); the range of i runs from 1 + the number of items significantly
// better than i to items - the number significantly worse. All ranges hold at once at the level. An item
// without an identified score ranges from 1 to items. Of disconnected data the rank is that among the items
// of the largest component, NaN for all others and where an item has no identified differences. With a
// bootstrap the covariance is that of the replicates.
func (e *Estimates) Ranks(ctx context.Context) ([]EstimateRanksRow, error) {
	return askRows(ctx, e, readEstimateRanksRow, func(p *C.duel_estimate, out **C.duel_table) C.duel_status {
		return C.duel_estimate_ranks(p, out)
	})
}
