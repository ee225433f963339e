package duel

// #include <duel.h>
import "C"

import "context"

// VuongPenalty is what Vuong's test takes off for the number of parameters.
type VuongPenalty int32

// The penalties of Vuong's test.
const (
	// VuongPlain: the difference of log-likelihoods as it is.
	VuongPlain VuongPenalty = C.DUEL_VUONG_PLAIN
	// VuongAIC: less the difference of dimensions, as in AIC.
	VuongAIC VuongPenalty = C.DUEL_VUONG_AIC
	// VuongBIC: less half the difference of dimensions times the logarithm of the number of comparisons, as in
	// BIC (Schwarz).
	VuongBIC VuongPenalty = C.DUEL_VUONG_BIC
)

// Vuong is the result of Vuong's test.
type Vuong struct {
	// By: the unit that was taken as independent: ByRow, ByContext or ByCluster.
	By Unit
	// Boundary: true if a parameter of either model is at the end of its range, where the distributions do not
	// quite hold.
	Boundary bool
	// Units: number N of independent units: comparisons, or contexts.
	Units float64
	// Gain: log-likelihood of the first model less that of the second.
	Gain float64
	// Penalty: the charge on the gain.
	Penalty float64
	// Variance: variance w^2 over the units of their part of the gain.
	Variance float64
	// Statistic: (gain - penalty) / sqrt(N w^2): standard normal if both models are equally far from the truth
	// and differ; positive where the first is nearer. NaN where the two predict the same.
	Statistic float64
	// P: two-sided p-value of the statistic.
	P float64
	// VarianceStatistic: N w^2, by which to tell whether the models differ at all.
	VarianceStatistic float64
	// VarianceP: probability of a larger one if they do not: P(sum of l^2 chi-square(1) > N w^2), l the
	// eigenvalues of the matrix W of Vuong's equation 3.6. NaN where the two models have more than 2000
	// parameters together.
	VarianceP float64
}

// Vuong tests which of two models of the same votes is nearer to the truth, this one or the second,
// neither being a special case of the other (Vuong 1989): Rao-Kupper against Davidson, or one
// covariate against another.
//
// The parts of the gain are those of single comparisons (ByRow), or of contexts, whose comparisons
// may depend on each other, and comparisons without one (ByContext); 0: contexts where they repeat,
// else comparisons. Look at VarianceP first: where it is not small the models do not differ significantly,
// and the statistic has no normal distribution (Vuong's sequential procedure).
//
// ErrUnsupported: one model is a special case of the other (take Compare); the outcome spaces or the
// comparisons differ; a model counts ties as halves (a quasi-likelihood is no probability of the
// votes); importance weights; an estimate that is penalised, bias-reduced or given, and so not at the
// maximum of its likelihood.
//
// Of the options Progress is used.
func (m *Model) Vuong(
	ctx context.Context, second *Model, penalty VuongPenalty, by Unit, options InferenceOptions,
) (Vuong, error) {
	if second == nil {
		return Vuong{}, refuse(ErrNull, "second is nil or closed")
	}
	var a arena
	defer a.free()
	other, err := a.model("second", second)
	if err != nil {
		return Vuong{}, err
	}
	c := C.duel_vuong_facts{struct_size: C.sizeof_duel_vuong_facts}
	err = m.infer(ctx, options, func(p *C.duel_model, o *C.duel_inference_options) C.duel_status {
		return C.duel_model_vuong(p, other, C.duel_vuong_penalty(penalty), C.duel_by(by), o, &c)
	})
	if err != nil {
		return Vuong{}, err
	}
	return Vuong{
		By:                Unit(c.by),
		Boundary:          c.boundary != 0,
		Units:             float64(c.units),
		Gain:              float64(c.gain),
		Penalty:           float64(c.penalty),
		Variance:          float64(c.variance),
		Statistic:         float64(c.statistic),
		P:                 float64(c.p),
		VarianceStatistic: float64(c.variance_statistic),
		VarianceP:         float64(c.variance_p),
	}, nil
}
