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
// function of the options allows it. Make one with Model.Estimate, GARS.Estimate or NewEstimates.
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

// Info: facts about an estimate.
func (e *Estimates) Info() (EstimateInfo, error) {
	var out EstimateInfo
	err := e.ask(context.Background(), func(_ *arena, p *C.duel_estimate) error {
		c, err := estimateInfo(p)
		out = readEstimateInfo(&c)
		return err
	})
	if err != nil {
		return EstimateInfo{}, err
	}
	return out, nil
}

func estimateInfo(p *C.duel_estimate) (C.duel_estimate_facts, error) {
	var c C.duel_estimate_facts
	c.struct_size = C.sizeof_duel_estimate_facts
	err := call(func() C.duel_status { return C.duel_estimate_info(p, &c) })
	return c, err
}

// Covariance is the covariance of the values, n x n for n of them. For Sensitivities it is that of gamma
// itself. It is NaN between scores or strengths of different components of the data, each of which has
// its own zero.
func (e *Estimates) Covariance(ctx context.Context) (Matrix, error) {
	return e.square(ctx, func(p *C.duel_estimate, data *C.double, size C.size_t) C.duel_status {
		return C.duel_estimate_covariance(p, data, size)
	})
}

// square asks for a number of each two values.
func (e *Estimates) square(ctx context.Context,
	question func(p *C.duel_estimate, data *C.double, size C.size_t) C.duel_status) (Matrix, error) {
	var out Matrix
	err := e.ask(ctx, func(_ *arena, p *C.duel_estimate) error {
		info, err := estimateInfo(p)
		if err != nil {
			return err
		}
		if out, err = newMatrix(int(info.values), int(info.values)); err != nil {
			return err
		}
		return call(func() C.duel_status { return question(p, doubles(out.Data), C.size_t(len(out.Data))) })
	})
	if err != nil {
		return Matrix{}, err
	}
	return out, nil
}

// RankProbabilities are the probabilities of ranks, values x ranks, as Model.RankProbabilities, of any estimates of one
// value for each item.
func (e *Estimates) RankProbabilities(ctx context.Context) (Matrix, error) {
	return e.square(ctx, func(p *C.duel_estimate, data *C.double, size C.size_t) C.duel_status {
		return C.duel_estimate_rank_probabilities(p, data, size)
	})
}

// Superiority has the probability that one item's true value is better than another's, as Model.Superiority, of any
// estimates of one value for each item; NaN on the diagonal.
func (e *Estimates) Superiority(ctx context.Context) (Matrix, error) {
	return e.square(ctx, func(p *C.duel_estimate, data *C.double, size C.size_t) C.duel_status {
		return C.duel_estimate_superiority(p, data, size)
	})
}

// QuasiVariances are one variance for each item, as Model.QuasiVariances, of any estimates of one value for each item.
func (e *Estimates) QuasiVariances(ctx context.Context) (QuasiVariances, error) {
	var out []float64
	facts := C.duel_quasi_facts{struct_size: C.sizeof_duel_quasi_facts}
	err := e.ask(ctx, func(_ *arena, p *C.duel_estimate) error {
		info, err := estimateInfo(p)
		if err != nil {
			return err
		}
		out = make([]float64, int(info.values))
		return call(func() C.duel_status {
			return C.duel_estimate_quasi_variances(p, doubles(out), C.size_t(len(out)), &facts)
		})
	})
	if err != nil {
		return QuasiVariances{}, err
	}
	return QuasiVariances{Values: out, Errors: readQuasiFacts(&facts)}, nil
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
