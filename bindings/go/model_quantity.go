package duel

// #include <duel.h>
import "C"

// Quantity is a quantity that a model answers with.
type Quantity int32

// The quantities of a model. Those up to SensitivitySlopes have standard errors and intervals; the rest are
// facts, for Model.Get only (Parameters also for Model.Function).
const (
	// Scores: quantity, items x 1: scores. With Sensitivity they are on the scale of the chosen normalisation of
	// the sensitivities.
	Scores Quantity = C.DUEL_QUANTITY_SCORES
	// Sensitivities: quantity, judges x 1: sensitivities gamma. Their intervals are formed on the log scale
	// where gamma is positive.
	Sensitivities Quantity = C.DUEL_QUANTITY_SENSITIVITIES
	// LogSensitivities: quantity, judges x 1: log gamma; NaN where gamma is not positive.
	LogSensitivities Quantity = C.DUEL_QUANTITY_LOG_SENSITIVITIES
	// Positions: quantity, 1 x 1 or judges x 1: position effects, positive if being shown first helps.
	Positions Quantity = C.DUEL_QUANTITY_POSITIONS
	// Effects: quantity, coefficients x 1: regression coefficients beta of covariates, and the numbers of items
	// of interactions.
	Effects Quantity = C.DUEL_QUANTITY_EFFECTS
	// Thresholds: quantity: tie thresholds. ThresholdSingle: 1 x 1, e; with offsets judges x 1, single plus
	// offset. ThresholdAdditive: items x 1, g. ThresholdFactored: items x TieFactors, G under the constraint
	// that Phi'G is symmetric (with a TieRidge as the penalty has it). Offsets of judges then have mean zero.
	Thresholds Quantity = C.DUEL_QUANTITY_THRESHOLDS
	// Strengths: quantity, judges x items: strengths S_k(i) = gamma_k mu_i, each judge centred; free of any
	// normalisation of the sensitivities.
	Strengths Quantity = C.DUEL_QUANTITY_STRENGTHS
	// WinRates: quantity, items x 1: win rates, the mean probability of winning against every other item (ties
	// as halves), before a judge of sensitivity one, mean threshold and without position effects. The field of a
	// disconnected item is its component. Intervals are formed on the logit scale.
	WinRates Quantity = C.DUEL_QUANTITY_WIN_RATES
	// Shares: quantity, items x 1: shares exp(mu_i) / sum of exp(mu_j), the scale of Bradley and Terry (1952).
	// Intervals are formed on the logit scale.
	Shares Quantity = C.DUEL_QUANTITY_SHARES
	// ThresholdOffsets: quantity, judges x 1: offsets of judges to additive and factored thresholds; with an
	// additive threshold or the cosine basis their mean is zero.
	ThresholdOffsets Quantity = C.DUEL_QUANTITY_THRESHOLD_OFFSETS
	// PairThresholds: quantity, items x items: tie thresholds e_ij of all pairs, on the scale of the outcome
	// model (through the link), before an average judge; the diagonal is NaN. Linear ones below zero are zero.
	PairThresholds Quantity = C.DUEL_QUANTITY_PAIR_THRESHOLDS
	// Variances: quantity, items x 1: variances d of a spread. Standard error and interval of a variance of zero
	// are NaN, for an interval could only be one-sided.
	Variances Quantity = C.DUEL_QUANTITY_VARIANCES
	// Spreads: quantity, items x items: spreads S_ij of all pairs; the diagonal is NaN. Scores, variances and
	// spreads are on the scale where P Sigma P has trace one, P the centring: (1 - 1/m) sum d + |P Lambda|^2 = 1
	// for m items (unless offsets or a SpreadRidge set the scale). Intervals are formed on the log scale.
	Spreads Quantity = C.DUEL_QUANTITY_SPREADS
	// LogSpreads: quantity, items x items: log S_ij.
	LogSpreads Quantity = C.DUEL_QUANTITY_LOG_SPREADS
	// BadThresholds: quantity, 1 x 1 or, with BadAdditive, items x 1: thresholds b of both bad; minus infinity
	// where there was no such vote. BothBadOutcome only.
	BadThresholds Quantity = C.DUEL_QUANTITY_BAD_THRESHOLDS
	// Disagreements: quantity, judges x items: disagreement T = U V', the residual S_k(i) - gamma_k mu_i.
	// Disagreement of rank one or more only, as all that follow of it.
	Disagreements Quantity = C.DUEL_QUANTITY_DISAGREEMENTS
	// JudgeFactors: quantity, judges x rank: U, how strongly each judge takes part in each direction of
	// disagreement. NaN where two singular values of T agree, so that their vectors could be turned (T itself is
	// determined); standard errors grow without bound on the way there.
	JudgeFactors Quantity = C.DUEL_QUANTITY_JUDGE_FACTORS
	// ItemFactors: quantity, items x rank: V, what each direction of disagreement is about. NaN as for
	// JudgeFactors.
	ItemFactors Quantity = C.DUEL_QUANTITY_ITEM_FACTORS
	// DisagreementNorms: quantity, judges x 1: h_k = |T_k|, how much the judge disagrees with the consensus.
	// Intervals are formed on the log scale, as of the ratios: where h_k is within its error of zero they are
	// wide on both sides.
	DisagreementNorms Quantity = C.DUEL_QUANTITY_DISAGREEMENT_NORMS
	// DisagreementRatios: quantity, judges x 1: h_k / |gamma_k mu|, disagreement relative to agreement.
	DisagreementRatios Quantity = C.DUEL_QUANTITY_DISAGREEMENT_RATIOS
	// DisagreementSizes: quantity, rank x 1: singular values of T, descending.
	DisagreementSizes Quantity = C.DUEL_QUANTITY_DISAGREEMENT_SIZES
	// SensitivitySlopes: quantity, judges x sensitivity covariates: slopes beta of log sensitivities.
	SensitivitySlopes Quantity = C.DUEL_QUANTITY_SENSITIVITY_SLOPES
	// Parameters: facts, 1 x p: the raw parameters under the solver's own identifiability constraint; only
	// Model.Get. Their order, items and judges by id: items scores (and that of the extra item, with pseudo);
	// sensitivities of the judges, unless strength is pooled; of each direction of a disagreement a number V of
	// every item (and the extra one), then a number U of every judge; position effects, one or judges;
	// regression coefficients, in the order of the covariates of the fit; of each sensitivity covariate the
	// slopes of the judges; of a spread with k factors the roots of the variances, items of them, then items x k
	// coordinates Lambda, row-major; tie thresholds, with models of ties: one, items, or items x TieFactors,
	// row-major; their offsets by judge; thresholds of both bad, one or items, where that is an outcome. The
	// anonymous judge is the last judge.
	Parameters Quantity = C.DUEL_QUANTITY_PARAMETERS
	// Loadings: facts, items x SpreadFactors: Lambda, centred and along its principal axes, the longest first,
	// the largest entry of each column positive; only Model.Get.
	Loadings Quantity = C.DUEL_QUANTITY_LOADINGS
	// ItemCovariance: facts, items x items: P Sigma P, what comparisons determine of the covariance of the
	// items; only Model.Get.
	ItemCovariance Quantity = C.DUEL_QUANTITY_ITEM_COVARIANCE
	// ItemCorrelations: facts, items x items: correlations of P Sigma P; only Model.Get.
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
