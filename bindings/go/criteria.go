package duel

// #include <duel.h>
import "C"

import "context"

// OutcomeSpace says which answers a model has. Likelihoods of different spaces cannot be compared.
type OutcomeSpace int32

// The outcome spaces.
const (
	// SpaceTwoHalf: left or right, a tie being half of each (Bradley-Terry and Thurstone-Mosteller with
	// TiesHalf). Where there are ties this is a quasi-likelihood, and criteria compare such models with each
	// other only.
	SpaceTwoHalf OutcomeSpace = C.DUEL_SPACE_TWO_HALF
	// SpaceTwo: left or right, ties left out (Bradley-Terry and Thurstone-Mosteller with TiesDropped).
	SpaceTwo OutcomeSpace = C.DUEL_SPACE_TWO
	// SpaceThree: left, right or tie (Rao-Kupper, Davidson, Glenn-David).
	SpaceThree OutcomeSpace = C.DUEL_SPACE_THREE
	// SpaceFour: left, right, tie or both bad (BothBadOutcome).
	SpaceFour OutcomeSpace = C.DUEL_SPACE_FOUR
)

// Criteria: criteria and fit of a model. Compare criteria of models of the same comparisons and the same
// OutcomeSpace only. Cells are (judge, left, right): judges and orders are kept apart even where the model
// ignores them; contexts are added up unless a covariate needs them.
type Criteria struct {
	// OutcomeSpace: SpaceTwoHalf, SpaceTwo, SpaceThree or SpaceFour, by the choices of the model.
	OutcomeSpace OutcomeSpace
	// Penalised: true if the estimate is penalised (ridge, pseudo-comparisons), bias-reduced or given: all
	// values are then those of an estimate whose likelihood is not at its maximum.
	Penalised bool
	// Boundary: true if a parameter is at the end of its range or diverges (FitBoundary, FitTieLimit,
	// FitSeparated), where the dimension says less.
	Boundary bool
	// Dimension: identified dimension d.
	Dimension int
	// Cells: number of cells.
	Cells int
	// Comparisons: comparisons used, n.
	Comparisons float64
	// LogLikelihood: total log-likelihood, without multinomial coefficients.
	LogLikelihood float64
	// LogCoefficient: sum of the logarithms of the multinomial coefficients of the cells, halves of ties by the
	// gamma function. For whole counts LogLikelihood + LogCoefficient is R's logLik; where there are halves R
	// rounds them.
	LogCoefficient float64
	// AIC: 2 d - 2 LogLikelihood (Akaike 1974). R's adds - 2 LogCoefficient.
	AIC float64
	// AICc: aic + 2 d (d + 1) / (n - d - 1) (Hurvich and Tsai 1989); NaN for n <= d + 1.
	AICc float64
	// BIC: d log n - 2 LogLikelihood (Schwarz 1978).
	BIC float64
	// CAIC: d (log n + 1) - 2 LogLikelihood (Bozdogan 1987).
	CAIC float64
	// Deviance: twice the log-likelihood of the saturated model, which fits every cell, less that of this one.
	Deviance float64
	// Pearson: Pearson's X^2: the sum over cells and outcomes of (observed - expected)^2 / expected.
	Pearson float64
	// DF: degrees of freedom of both: outcomes less one, summed over cells, less d. Outcomes that the model
	// rules out are not counted. With few comparisons in a cell neither is chi-square.
	DF float64
}

// Criteria are information criteria, deviance and Pearson's X^2 of the model. Importance weights,
// which are no numbers of comparisons, are ErrUnsupported.
func (m *Model) Criteria() (Criteria, error) {
	c := C.duel_criteria_facts{struct_size: C.sizeof_duel_criteria_facts}
	err := m.read(func(p *C.duel_model) C.duel_status { return C.duel_model_criteria(p, &c) })
	if err != nil {
		return Criteria{}, err
	}
	return Criteria{
		OutcomeSpace:   OutcomeSpace(c.outcome_space),
		Penalised:      c.penalised != 0,
		Boundary:       c.boundary != 0,
		Dimension:      int(c.dimension),
		Cells:          int(c.cells),
		Comparisons:    float64(c.comparisons),
		LogLikelihood:  float64(c.log_likelihood),
		LogCoefficient: float64(c.log_coefficient),
		AIC:            float64(c.aic),
		AICc:           float64(c.aicc),
		BIC:            float64(c.bic),
		CAIC:           float64(c.caic),
		Deviance:       float64(c.deviance),
		Pearson:        float64(c.pearson),
		DF:             float64(c.df),
	}, nil
}

// NestedTest is a kind of test of nested models.
type NestedTest int32

// The tests of nested models.
const (
	// TestLikelihoodRatio: the likelihood-ratio test.
	TestLikelihoodRatio NestedTest = C.DUEL_TEST_LIKELIHOOD_RATIO
	// TestWald: the Wald test, from the larger estimate and its covariance.
	TestWald NestedTest = C.DUEL_TEST_WALD
	// TestScore: Rao's score test, from the smaller estimate.
	TestScore NestedTest = C.DUEL_TEST_SCORE
)

// Comparison is the result of a test of nested models.
type Comparison struct {
	// Test: TestLikelihoodRatio, TestWald or TestScore.
	Test NestedTest
	// Boundary: true if a parameter is at the end of its range in a fit that the test uses: the chi-square
	// distribution does then not quite hold (a hypothesis at the end of a range makes p too large).
	Boundary bool
	// Adjusted: true if a ratio of quasi-likelihoods was adjusted.
	Adjusted bool
	// DF: degrees of freedom.
	DF int
	// Statistic: the statistic: chi-square with df degrees of freedom if null holds and the data are many.
	Statistic float64
	// P: probability of a statistic at least as large if null holds.
	P float64
}

// Compare tests the model against a larger one, full, of which it is a special case: position none
// of shared, shared of one for each judge; pooled strength of sensitivities (all equal); fewer
// covariates of more; a single threshold of one for each judge, or of additive ones (by ratio or Wald);
// by ratio only, any threshold of factored ones with BasisCosine, fewer factors of more of the same
// basis, and no spread of a diagonal one; more fixed scores of fewer. The outcome model, what becomes
// of ties, and the comparisons must be the same. Covariance and Correction of the options are used.
//
// ErrUnsupported: the model is no special case, the comparisons differ, or ratio or score are asked
// for with a penalty or importance weights (take TestWald). ErrNotIdentified: the hypothesis
// concerns a parameter that the data do not determine.
func (m *Model) Compare(ctx context.Context, full *Model, test NestedTest, options InferenceOptions) (Comparison, error) {
	c := C.duel_comparison_facts{struct_size: C.sizeof_duel_comparison_facts}
	err := run(ctx, func(a *arena, j *job) error {
		o, err := options.c(a, j)
		if err != nil {
			return err
		}
		if full == nil {
			return refuse(ErrNull, "full is nil or closed")
		}
		larger, err := a.model("full", full)
		if err != nil {
			return err
		}
		return m.read(func(p *C.duel_model) C.duel_status {
			return C.duel_model_compare(p, larger, C.duel_test(test), o, &c)
		})
	})
	if err != nil {
		return Comparison{}, err
	}
	return Comparison{
		Test:      NestedTest(c.test),
		Boundary:  c.boundary != 0,
		Adjusted:  c.adjusted != 0,
		DF:        int(c.df),
		Statistic: float64(c.statistic),
		P:         float64(c.p),
	}, nil
}
