package duel

// #include <duel.h>
import "C"

import "context"

// Metrics: how far predictions are from what was seen.
//
// Comparisons are added up to rows: pairs of items (judges, orders and contexts together), or cells (judge,
// left, right). Of a row let n_r be the number of comparisons, o the count of an outcome, q = o / n_r, and p
// its predicted probability: where probabilities differ within a row, their mean weighted by comparisons. n
// is the sum of n_r. Where ties count as halves there are two outcomes, and a tie is half a win and half a
// loss. Logarithms are natural. Where an outcome came about that the model rules out, likelihood,
// cross-entropy and Kullback and Leibler's divergence are infinite.
type Metrics struct {
	// Rows: rows: pairs or cells with comparisons.
	Rows int
	// Comparisons: comparisons predicted, n.
	Comparisons float64
	// Unpredicted: comparisons between items that the data of the model do not compare, even through others (or
	// that concern another parameter which these do not determine). They are left out of all else.
	Unpredicted float64
	// NLL: negative log-likelihood, total, without multinomial coefficients.
	NLL float64
	// NLLMean: the same over n.
	NLLMean float64
	// NLLMultinomial: negative log-likelihood, total, with the logarithms of the multinomial coefficients of the
	// rows taken off; halves of ties by the gamma function. By pair this is the probability of the counts only
	// where probabilities do not differ within pairs.
	NLLMultinomial float64
	// NLLMultinomialMean: the same over n.
	NLLMultinomialMean float64
	// CrossEntropy: cross-entropy: - sum o log p / n over comparisons and outcomes, equal to NllMean.
	CrossEntropy float64
	// KLMean: divergence of Kullback and Leibler (1951), sum over outcomes of q log(q / p): plain mean over
	// rows, a pair seen once counting as much as one seen ten thousand times.
	KLMean float64
	// KLWeighted: the same, mean over rows weighted by n_r / n: the one to report.
	KLWeighted float64
	// JSMean: divergence of Jensen and Shannon (Lin 1991), the mean of those of q and of p from (q + p) / 2, 0
	// to log 2: plain mean over rows.
	JSMean float64
	// JSWeighted: the same, mean over rows weighted by n_r / n.
	JSWeighted float64
	// MAECount: mean over outcomes of the mean absolute error of counts: sum over rows of n_r / n |o - n_r p|.
	MAECount float64
	// RMSECount: root of the mean over outcomes of the mean squared error of counts, weighted the same way.
	RMSECount float64
	// MAEPercent: as MaeCount for proportions in percent, 100 |q - p|.
	MAEPercent float64
	// RMSEPercent: as RmseCount for proportions in percent.
	RMSEPercent float64
}

// Metrics are those of the predictions of the model for the comparisons of a set; nil: the data that
// it was fitted to, of which it looks better than of others. Comparisons are added up ByPair
// (default, also 0) or ByCell. Names and errors are as in Accuracy. Definitions as in Ameli et al.
// (ICLR 2025), whose divergences are KLMean and JSMean.
func (m *Model) Metrics(set *Set, by Unit) (Metrics, error) {
	c := C.duel_metrics_facts{struct_size: C.sizeof_duel_metrics_facts}
	err := m.readWith("set", set, func(p *C.duel_model, s *C.duel_set) C.duel_status {
		return C.duel_model_metrics(p, s, C.duel_by(by), &c)
	})
	if err != nil {
		return Metrics{}, err
	}
	return Metrics{
		Rows:               int(c.rows),
		Comparisons:        float64(c.comparisons),
		Unpredicted:        float64(c.unpredicted),
		NLL:                float64(c.nll),
		NLLMean:            float64(c.nll_mean),
		NLLMultinomial:     float64(c.nll_multinomial),
		NLLMultinomialMean: float64(c.nll_multinomial_mean),
		CrossEntropy:       float64(c.cross_entropy),
		KLMean:             float64(c.kl_mean),
		KLWeighted:         float64(c.kl_weighted),
		JSMean:             float64(c.js_mean),
		JSWeighted:         float64(c.js_weighted),
		MAECount:           float64(c.mae_count),
		RMSECount:          float64(c.rmse_count),
		MAEPercent:         float64(c.mae_percent),
		RMSEPercent:        float64(c.rmse_percent),
	}, nil
}

// MetricsByOutcome are the metrics of single outcomes: wins (by pair those of the item with the smaller id, by cell those
// of the left one), losses and, under a model of ties, ties, and both bad where it is an outcome. The set and errors are as
// in Metrics.
func (m *Model) MetricsByOutcome(set *Set, by Unit) ([]ModelMetricsByOutcomeRow, error) {
	return readRowsWith(m, set, readModelMetricsByOutcomeRow,
		func(p *C.duel_model, s *C.duel_set, out **C.duel_table) C.duel_status {
			return C.duel_model_metrics_by_outcome(p, s, C.duel_by(by), out)
		})
}

// Marginals: marginal rates: how often every item won, lost and tied against all others, as observed and as
// the model expects of the same comparisons.
//
// Errors as in Model.Metrics, but a set without comparisons gives zeros. Comparisons that the model cannot
// predict are left out.
//
// Arguments: set is nil for the data that the model was fitted to; else it is matched by name.
func (m *Model) Marginals(set *Set) ([]ModelMarginalsRow, error) {
	return readRowsWith(m, set, readModelMarginalsRow,
		func(p *C.duel_model, s *C.duel_set, out **C.duel_table) C.duel_status {
			return C.duel_model_marginals(p, s, out)
		})
}

// MatrixKind says what a match matrix holds.
type MatrixKind int32

// The match matrices.
const (
	// MatrixPredicted: predicted probabilities, for every pair of items whether it was compared or not, before a
	// judge of sensitivity one with position effects and covariates of contexts left out. NaN on the diagonal,
	// and where the data do not determine the difference of two items.
	MatrixPredicted MatrixKind = C.DUEL_MATRIX_PREDICTED
	// MatrixObserved: observed proportions. NaN where two items were never compared, and on the diagonal.
	MatrixObserved MatrixKind = C.DUEL_MATRIX_OBSERVED
	// MatrixCounts: observed counts.
	MatrixCounts MatrixKind = C.DUEL_MATRIX_COUNTS
	// MatrixExpected: the counts that the model expects among the comparisons it was fitted to.
	MatrixExpected MatrixKind = C.DUEL_MATRIX_EXPECTED
)

// MatchMatrix is how often the item of the row beats that of the column (outcome Left, also 0), or
// ties with it (Tie, a symmetric matrix), or is called bad with it (BothBad, another), items x items.
// Where ties count as halves, a tie is half a win and half a loss, and Tie is ErrUnsupported, as it is
// where ties are dropped, and BothBad unless that is an outcome (BothBadOutcome). So are all but
// MatrixPredicted for importance weights. Of the options Progress is used.
func (m *Model) MatchMatrix(
	ctx context.Context, what MatrixKind, outcome Outcome, options InferenceOptions,
) (Matrix, error) {
	items, err := m.count(Scores)
	if err != nil {
		return Matrix{}, err
	}
	return filled(items, items, func(data *C.double, size C.size_t) error {
		return m.infer(ctx, options, func(p *C.duel_model, o *C.duel_inference_options) C.duel_status {
			return C.duel_model_match_matrix(p, C.duel_matrix(what), C.duel_outcome(outcome), o, data, size)
		})
	})
}
