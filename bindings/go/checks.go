package duel

// #include <duel.h>
import "C"

import "context"

// Accuracy: how well a model predicts comparisons: its own, or others held out.
type Accuracy struct {
	// Comparisons: comparisons predicted.
	Comparisons float64
	// LogScore: mean log-likelihood of a comparison; 0 would be certainty that was right.
	LogScore float64
	// Brier: mean over comparisons of the sum over outcomes of (indicator - probability)^2 (Brier 1950): 0 to 2.
	// Where ties count as halves, a tie is half a win and half a loss.
	Brier float64
	// Decided: comparisons with a winner; where ties count as halves, all.
	Decided float64
	// Accuracy: share of these whose winner had the larger probability; equal probabilities count half.
	Accuracy float64
	// CalibrationError: mean distance of observed and predicted scores over ten bins of Model.Calibration,
	// weighted by comparisons.
	CalibrationError float64
	// Intercept: intercept of the logistic regression of the winner, left or right, on log (p(left) / p(right))
	// among decided comparisons (Cox 1958): 0 where the sides are called right. NaN, like the next three, where
	// the data do not determine it.
	Intercept float64
	// InterceptStandardError: its standard error, which takes comparisons as independent.
	InterceptStandardError float64
	// Slope: slope of the same regression: 1 where predictions are as sure as they should be, less where they
	// are too sure.
	Slope float64
	// SlopeStandardError: its standard error.
	SlopeStandardError float64
	// Unpredicted: comparisons between items that the data of the model do not compare, even through others.
	// They are left out of all else.
	Unpredicted float64
}

// Accuracy: how well a model predicts the comparisons of a set.
//
// Items, judges and contexts are matched by name, as in Model.LogLikelihood: an unknown item is ErrName;
// contexts whose covariates neither the set nor the model's data have count as a difference of zero.
// Predictions are those of the estimate, without its uncertainty. ErrUnsupported for importance weights,
// ErrData if no comparison could be predicted.
//
// Arguments: set is nil for the data that the model was fitted to, of which it looks better than of
// others.
func (m *Model) Accuracy(set *Set) (Accuracy, error) {
	c := C.duel_accuracy_facts{struct_size: C.sizeof_duel_accuracy_facts}
	err := m.readWith("set", set, func(p *C.duel_model, s *C.duel_set) C.duel_status {
		return C.duel_model_accuracy(p, s, &c)
	})
	if err != nil {
		return Accuracy{}, err
	}
	return Accuracy{
		Comparisons:            float64(c.comparisons),
		LogScore:               float64(c.log_score),
		Brier:                  float64(c.brier),
		Decided:                float64(c.decided),
		Accuracy:               float64(c.accuracy),
		CalibrationError:       float64(c.calibration_error),
		Intercept:              float64(c.intercept),
		InterceptStandardError: float64(c.intercept_se),
		Slope:                  float64(c.slope),
		SlopeStandardError:     float64(c.slope_se),
		Unpredicted:            float64(c.unpredicted),
	}, nil
}

// CalibrationBin is a point of a reliability diagram. All but Comparisons are NaN in an empty bin.
type CalibrationBin struct {
	// Comparisons is the number of comparisons in the bin.
	Comparisons float64
	// Predicted is the mean predicted score.
	Predicted float64
	// Observed is the mean observed score.
	Observed float64
	// Lower is the lower end of its 95 % interval (Wilson 1927), which takes comparisons as
	// independent.
	Lower float64
	// Upper is the upper end.
	Upper float64
}

// Calibration: predicted and observed scores side by side, for a reliability diagram.
//
// Every comparison is seen from the side that is predicted to score more (a tie scores one half), and put
// into one of the bins by its prediction, even matches first. Bins hold about equal numbers of comparisons;
// comparisons of one cell of the set stay together, so that a bin may be empty. Errors as in Model.Accuracy.
//
// Arguments: set and errors are as in Accuracy; bins is 10 where it is 0.
func (m *Model) Calibration(set *Set, bins int) ([]ModelCalibrationRow, error) {
	size, err := toSize("bins", bins)
	if err != nil {
		return nil, err
	}
	return readRowsWith(m, set, readModelCalibrationRow,
		func(p *C.duel_model, s *C.duel_set, out **C.duel_table) C.duel_status {
			return C.duel_model_calibration(p, s, size, out)
		})
}

// Triads: circular triads and their distribution under a model.
type Triads struct {
	// Triads: triples of items whose three pairs all have a majority: more wins on one side than on the other.
	Triads uint64
	// Circular: those that are circular: a beats b, b beats c, c beats a.
	Circular uint64
	// Replicates: number of replicates.
	Replicates uint64
	// Expected: mean number of circular triads under the model.
	Expected float64
	// StandardDeviation: its standard deviation from data to data.
	StandardDeviation float64
	// P: (1 + replicates with at least as many circular triads) / (1 + replicates): small where preferences go
	// round in circles more than the model lets chance do.
	P float64
}

// Triads: count circular triads (Kendall and Babington Smith 1940), and simulate how many the model expects.
//
// A pair goes to the side that won more often, over all judges and contexts; pairs without a majority are
// left out. In every replicate each cell (judge, left, right) keeps its number of comparisons, and their
// outcomes are drawn from the model at its estimate. Where ties count as halves the model has no ties, and
// all comparisons are decided in replicates. Time grows with replicates, and with pairs times items / 64.
//
// ErrUnsupported for importance weights and counts that are not whole.
//
// Arguments: replicates is the number of simulations, or 0 for 1000. Of the options Seed and Threads
// are used.
func (m *Model) Triads(ctx context.Context, replicates int, options InferenceOptions) (Triads, error) {
	size, err := toSize("replicates", replicates)
	if err != nil {
		return Triads{}, err
	}
	c := C.duel_triads_facts{struct_size: C.sizeof_duel_triads_facts}
	err = m.infer(ctx, options, func(p *C.duel_model, o *C.duel_inference_options) C.duel_status {
		return C.duel_model_triads(p, size, o, &c)
	})
	if err != nil {
		return Triads{}, err
	}
	return Triads{
		Triads:            uint64(c.triads),
		Circular:          uint64(c.circular),
		Replicates:        uint64(c.replicates),
		Expected:          float64(c.expected),
		StandardDeviation: float64(c.sd),
		P:                 float64(c.p),
	}, nil
}

// GoodnessStatistic is a distance of the data from the model, judged by data drawn from the model.
type GoodnessStatistic struct {
	// Value: the deviance of the data, as in Criteria.
	Value float64
	// Expected: its mean over the replicates.
	Expected float64
	// StandardDeviation: its standard deviation.
	StandardDeviation float64
	// P: as PearsonP.
	P float64
}

// Goodness is how well the model fits.
type Goodness struct {
	// Used: replicates with an estimate.
	Used int
	// Failed: replicates without one, left out.
	Failed int
	// Pearson is Pearson's X^2.
	Pearson GoodnessStatistic
	// Deviance is the deviance.
	Deviance GoodnessStatistic
}

// Goodness: does the model fit? Data are drawn from it, the model is fitted to each, and the distance of the
// data from the model is compared with those. Unlike the chi-square distribution this is right with few
// comparisons in a cell.
//
// ErrUnsupported: counts that are not whole, importance weights, and ties under Bradley-Terry with TiesHalf,
// which has no probability of a tie.
//
// Arguments: replicates is at least 2, or 0 for 1000. Of the options Seed and Threads are used.
func (m *Model) Goodness(ctx context.Context, replicates int, options InferenceOptions) (Goodness, error) {
	size, err := toSize("replicates", replicates)
	if err != nil {
		return Goodness{}, err
	}
	c := C.duel_goodness_facts{struct_size: C.sizeof_duel_goodness_facts}
	err = m.infer(ctx, options, func(p *C.duel_model, o *C.duel_inference_options) C.duel_status {
		return C.duel_model_goodness(p, size, o, &c)
	})
	if err != nil {
		return Goodness{}, err
	}
	return Goodness{
		Used:   int(c.used),
		Failed: int(c.failed),
		Pearson: GoodnessStatistic{
			Value:             float64(c.pearson),
			Expected:          float64(c.pearson_expected),
			StandardDeviation: float64(c.pearson_deviation),
			P:                 float64(c.pearson_p),
		},
		Deviance: GoodnessStatistic{
			Value:             float64(c.deviance),
			Expected:          float64(c.deviance_expected),
			StandardDeviation: float64(c.deviance_deviation),
			P:                 float64(c.deviance_p),
		},
	}, nil
}
