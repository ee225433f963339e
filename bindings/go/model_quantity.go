package duel

// #include <duel.h>
import "C"

// Quantity is a quantity that a model answers with.
type Quantity int32

// The quantities of a model. Those up to SensitivitySlopes have standard errors and intervals; the rest are
// facts, for Model.Get only (Parameters also for Model.Function).
const (
	// Scores, items x 1. With Sensitivity they are on the scale of the chosen normalisation of
	// the sensitivities.
	Scores Quantity = C.DUEL_QUANTITY_SCORES
	// Sensitivities, judges x 1: gamma. Their intervals are formed on the log scale where gamma
	// is positive.
	Sensitivities Quantity = C.DUEL_QUANTITY_SENSITIVITIES
	// LogSensitivities, judges x 1: log gamma; NaN where gamma is not positive.
	LogSensitivities Quantity = C.DUEL_QUANTITY_LOG_SENSITIVITIES
	// Positions, 1 x 1 or judges x 1: position effects, positive if being shown first helps.
	Positions Quantity = C.DUEL_QUANTITY_POSITIONS
	// Effects, covariates x 1: regression coefficients beta.
	Effects Quantity = C.DUEL_QUANTITY_EFFECTS
	// Thresholds: tie thresholds. ThresholdSingle: 1 x 1, e; with offsets judges x 1, single plus
	// offset. ThresholdAdditive: items x 1, g. ThresholdFactored: items x TieFactors, G in the gauge
	// where Phi'G is symmetric (with a TieRidge as the penalty has it). Offsets of judges then have
	// mean zero.
	Thresholds Quantity = C.DUEL_QUANTITY_THRESHOLDS
	// Strengths, judges x items: S_k(i), what judge k thinks of item i, each judge centred; free of any
	// normalisation of the sensitivities.
	Strengths Quantity = C.DUEL_QUANTITY_STRENGTHS
	// WinRates, items x 1: the mean probability of winning against every other item (ties as
	// halves), before a judge of sensitivity one, mean threshold and without position effects.
	// The field of a disconnected item is its component. Intervals are formed on the logit scale.
	WinRates Quantity = C.DUEL_QUANTITY_WIN_RATES
	// Shares, items x 1: exp(mu_i) / sum of exp(mu_j), the scale of Bradley and Terry (1952).
	// Intervals are formed on the logit scale.
	Shares Quantity = C.DUEL_QUANTITY_SHARES
	// ThresholdOffsets, judges x 1: offsets of judges to additive and factored thresholds; with an
	// additive threshold or the cosine basis their mean is zero.
	ThresholdOffsets Quantity = C.DUEL_QUANTITY_THRESHOLD_OFFSETS
	// PairThresholds, items x items: tie thresholds e_ij of all pairs, on the scale of the law
	// (through the link), before an average judge; the diagonal is NaN. Linear ones below zero are
	// zero.
	PairThresholds Quantity = C.DUEL_QUANTITY_PAIR_THRESHOLDS
	// Variances, items x 1: variances d of a spread. Standard error and interval of a variance of
	// zero are NaN, for an interval could only be one-sided.
	Variances Quantity = C.DUEL_QUANTITY_VARIANCES
	// Spreads, items x items: spreads S_ij of all pairs; the diagonal is NaN. Scores, variances and
	// spreads are on the scale where P Sigma P has trace one, P the centring: (1 - 1/m) sum d +
	// |P Lambda|^2 = 1 for m items (unless offsets or a SpreadRidge set the scale). Intervals are
	// formed on the log scale.
	Spreads Quantity = C.DUEL_QUANTITY_SPREADS
	// LogSpreads, items x items: log S_ij.
	LogSpreads Quantity = C.DUEL_QUANTITY_LOG_SPREADS
	// BadThresholds, 1 x 1 or, with BadAdditive, items x 1: thresholds b of both bad; minus infinity
	// where there was no such vote. BothBadOutcome only.
	BadThresholds Quantity = C.DUEL_QUANTITY_BAD_THRESHOLDS
	// Disagreements, judges x items: T = U V', what S_k(i) is more than gamma_k mu_i. With Disagreement of
	// rank one or more only, as all that follow of it.
	Disagreements Quantity = C.DUEL_QUANTITY_DISAGREEMENTS
	// JudgeFactors, judges x Rank: U, how strongly each judge takes part in each direction of
	// disagreement. NaN where two singular values of T agree, so that their vectors could be turned (T
	// itself is determined); standard errors grow without bound on the way there. Columns are
	// orthogonal, the largest first, with 1'U = 0 and the largest element of each positive.
	JudgeFactors Quantity = C.DUEL_QUANTITY_JUDGE_FACTORS
	// ItemFactors, items x Rank: V, what each direction of disagreement is about, with V'mu = 0 and V'V
	// the number of items times the identity. NaN as for JudgeFactors.
	ItemFactors Quantity = C.DUEL_QUANTITY_ITEM_FACTORS
	// DisagreementNorms, judges x 1: h_k = |T_k|, how much the judge disagrees with the consensus.
	DisagreementNorms Quantity = C.DUEL_QUANTITY_DISAGREEMENT_NORMS
	// DisagreementRatios, judges x 1: h_k / |gamma_k mu|, disagreement relative to agreement.
	DisagreementRatios Quantity = C.DUEL_QUANTITY_DISAGREEMENT_RATIOS
	// DisagreementSizes, Rank x 1: singular values of T, descending.
	DisagreementSizes Quantity = C.DUEL_QUANTITY_DISAGREEMENT_SIZES
	// SensitivitySlopes, judges x SensitivityCovariates: slopes beta of log sensitivities.
	SensitivitySlopes Quantity = C.DUEL_QUANTITY_SENSITIVITY_SLOPES
	// Parameters, 1 x p: the raw parameters in the solver's own gauge, in the order said at
	// GivenModel.
	Parameters Quantity = C.DUEL_QUANTITY_PARAMETERS
	// Loadings, items x SpreadFactors: Lambda, centred and along its principal axes, the longest
	// first, the largest entry of each column positive.
	Loadings Quantity = C.DUEL_QUANTITY_LOADINGS
	// ItemCovariance, items x items: P Sigma P, what comparisons determine of the covariance of the
	// items.
	ItemCovariance Quantity = C.DUEL_QUANTITY_ITEM_COVARIANCE
	// ItemCorrelations, items x items: correlations of P Sigma P.
	ItemCorrelations Quantity = C.DUEL_QUANTITY_ITEM_CORRELATIONS
)

// Shape is the size of a quantity; ErrUnsupported if the model has no such quantity.
func (m *Model) Shape(what Quantity) (rows, columns int, err error) {
	var cRows, cColumns C.size_t
	err = m.read(func(p *C.duel_model) C.duel_status {
		return C.duel_model_shape(p, C.duel_quantity(what), &cRows, &cColumns)
	})
	return int(cRows), int(cColumns), err
}

// Get is a quantity: scores sum to zero, sensitivities have mean one. ErrUnsupported if the model
// has no such quantity.
func (m *Model) Get(what Quantity) (Matrix, error) {
	rows, columns, err := m.Shape(what)
	if err != nil {
		return Matrix{}, err
	}
	return filled(rows, columns, func(data *C.double, size C.size_t) error {
		return m.read(func(p *C.duel_model) C.duel_status {
			return C.duel_model_get(p, C.duel_quantity(what), data, size)
		})
	})
}

func (m *Model) column(what Quantity) ([]float64, error) {
	out, err := m.Get(what)
	return out.Data, err
}

// Sensitivities are those of the judges, by id; their mean over the judges with positive
// sensitivity is one.
func (m *Model) Sensitivities() ([]float64, error) { return m.column(Sensitivities) }

// LogSensitivities are the logarithms of Sensitivities; NaN where one is not positive.
func (m *Model) LogSensitivities() ([]float64, error) { return m.column(LogSensitivities) }

// Positions are the position effects: one, or one for every judge.
func (m *Model) Positions() ([]float64, error) { return m.column(Positions) }

// Effects are the regression coefficients, in the order of Options.Covariates.
func (m *Model) Effects() ([]float64, error) { return m.column(Effects) }

// Strengths are what each judge (row) thinks of each item (column).
func (m *Model) Strengths() (Matrix, error) { return m.Get(Strengths) }

// WinRates are the mean probabilities of the items, by id, of winning against every other item.
func (m *Model) WinRates() ([]float64, error) { return m.column(WinRates) }

// Shares are exp(score) of the items, by id, over the sum of all.
func (m *Model) Shares() ([]float64, error) { return m.column(Shares) }
