package duel

// #include <duel.h>
import "C"

import (
	"context"
	"unsafe"
)

// Estimate is an estimate with its uncertainty. A value that is fixed by the normalisation has standard
// error 0; one that does not exist is NaN; one that diverges has an infinite standard error.
type Estimate struct {
	// Value is the estimate.
	Value float64
	// StandardError is its standard error.
	StandardError float64
	// Lower is the lower end of the interval.
	Lower float64
	// Upper is the upper end of the interval.
	Upper float64
}

// Probability is what a model expects of one comparison. What the model has not, ties or both bad, is
// zero.
type Probability struct {
	// Left is the probability that left is preferred.
	Left Estimate
	// Right is the probability that right is preferred.
	Right Estimate
	// Tie is the probability of a tie.
	Tie Estimate
	// BothBad is the probability that both are bad, where that is an outcome (BothBadOutcome).
	BothBad Estimate
}

// record is a struct of doubles, in the order of the columns that the library writes.
type record interface {
	Estimate
}

// results makes room for records, count of them.
func results[T record](count int) ([]T, *C.double, C.size_t, error) {
	width := int(unsafe.Sizeof(*new(T)) / unsafe.Sizeof(float64(0)))
	if _, err := checkedSize(count, width); err != nil {
		return nil, nil, 0, err
	}
	out := make([]T, count)
	return out, (*C.double)(unsafe.Pointer(unsafe.SliceData(out))), C.size_t(count * width), nil
}

// infer runs a function of the library that takes inference options.
func (m *Model) infer(ctx context.Context, options InferenceOptions,
	function func(p *C.duel_model, options *C.duel_inference_options) C.duel_status) error {
	return run(ctx, func(a *arena, j *job) error {
		c, err := options.c(a, j)
		if err != nil {
			return err
		}
		return m.read(func(p *C.duel_model) C.duel_status { return function(p, c) })
	})
}

// count is the number of values of a quantity.
func (m *Model) count(what Quantity) (int, error) {
	rows, columns, err := m.Shape(what)
	if err != nil {
		return 0, err
	}
	return checkedSize(rows, columns)
}

// weigh checks that a matrix holds weights of n values.
func (m Matrix) weigh(n int) error {
	if _, err := checkedSize(m.Rows, m.Columns); err != nil {
		return err
	}
	if m.Columns != n {
		return refuse(ErrSize, "weights has %d columns, the quantity has %d values", m.Columns, n)
	}
	return m.whole("weights")
}

// Profile: profile-likelihood intervals, which follow the likelihood where it is skew or near the end of a
// range: few wins or losses, sensitivities near zero, thresholds near zero. An interval holds the values v
// with 2 (l - l(v)) <= c^2, where l(v) is the largest log-likelihood with the value held at v, and c the
// critical value. Under a sandwich or clustered covariance the left side is divided by the ratio of the
// value's two variances (Pace, Salvan and Sartori 2011), so that it is right where the model is not.
//
// An end is infinite where the likelihood never falls that far, as beyond a separated score (fit with
// accept); a sensitivity that must not be negative may end at 0. What is not estimated, such as a threshold
// without ties (FitTieLimit), is NaN. Intervals are Marginal or Bonferroni. Each end takes some ten fits.
// ErrUnsupported: Simultaneous, bias reduction, the geometric scale, LogSensitivities, WinRates, Shares (the
// interval of a function that always rises is that function of the interval), PairThresholds; and of a model
// with a spread all but thresholds.
//
// Arguments: weights are those of Estimates.Contrasts; the zero Matrix stands for each value of the
// quantity. ErrNotIdentified: the data do not determine some parameters of the model.
func (m *Model) Profile(ctx context.Context, what Quantity, weights Matrix, options InferenceOptions) ([]ModelProfileRow, error) {
	n, err := m.count(what)
	if err != nil {
		return nil, err
	}
	count, data := weights.Rows, doubles(weights.Data)
	if weights.absent() {
		count, data = n, nil
	} else if err := weights.weigh(n); err != nil {
		return nil, err
	}
	return inferRows(ctx, m, options, readModelProfileRow,
		func(p *C.duel_model, o *C.duel_inference_options, out **C.duel_table) C.duel_status {
			return C.duel_model_profile(p, C.duel_quantity(what), data, C.size_t(count), o, out)
		})
}

// Probabilities are those of comparisons, with intervals formed on the logit scale. Rows has Left
// and Right; Judge where the model tells judges apart (absent: a judge of sensitivity one, mean
// position effect and mean threshold); Context where covariates need it, of the model's data or of
// InferenceOptions.Contexts (absent: covariates of contexts, answers and judges are taken as equal
// on both sides). Other columns must be absent. Names or ids as in the set.
func (m *Model) Probabilities(ctx context.Context, rows Rows, options InferenceOptions) ([]Probability, error) {
	info, err := m.Info()
	if err != nil {
		return nil, err
	}
	// The library writes both bad only where it is an outcome.
	sides := max(3, info.Outcomes)
	var found []Estimate
	err = run(ctx, func(a *arena, j *job) error {
		c, err := options.c(a, j)
		if err != nil {
			return err
		}
		r, err := rows.c(a)
		if err != nil {
			return err
		}
		var data *C.double
		var capacity C.size_t
		found, data, capacity, err = results[Estimate](sides * int(r.length))
		if err != nil {
			return err
		}
		return m.read(func(p *C.duel_model) C.duel_status {
			return C.duel_model_predict(p, r, c, data, capacity)
		})
	})
	if err != nil {
		return nil, err
	}
	out := make([]Probability, len(found)/sides)
	for i := range out {
		of := found[sides*i : sides*(i+1)]
		out[i] = Probability{Left: of[0], Right: of[1], Tie: of[2]}
		if sides > 3 {
			out[i].BothBad = of[3]
		}
	}
	return out, nil
}

// LogLikelihood is that of other data under the model, such as a fold held out, without
// multinomial coefficients, with the number of comparisons. Items, judges and contexts are matched
// by name. Unknown items are ErrName; an unknown judge counts as in Probabilities without a judge.
// Covariates are looked up in the set, and those that it does not have in the model's data; a context
// of which neither has a value counts as one where both sides are alike, a difference of zero.
func (m *Model) LogLikelihood(set *Set) (logLikelihood, comparisons float64, err error) {
	var inner error
	err = m.read(func(p *C.duel_model) C.duel_status {
		inner = set.read(func(s *C.duel_set) C.duel_status {
			return C.duel_model_log_likelihood(p, s, (*C.double)(&logLikelihood), (*C.double)(&comparisons))
		})
		return C.DUEL_OK
	})
	if err == nil {
		err = inner
	}
	return logLikelihood, comparisons, err
}
