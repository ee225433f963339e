package duel

// #include <duel.h>
import "C"

// Spread says how noisy the difference of two items is.
type Spread int32

// The spreads.
const (
	// SpreadNone: all differences are equally noisy, z = u.
	SpreadNone Spread = C.DUEL_SPREAD_NONE
	// SpreadDiagonal: z = u / sqrt(S_ij), S_ij = d_i + d_j, a variance of each item (Thurstone 1927). Not
	// convex: small sets may have several optima, mostly with variances of zero. Up to 8 items the fit also
	// starts from every item much noisier, and much less noisy, than the others; Model.Optima lists the optima
	// that were met. With more items ask for restarts. Scores and variances have a scale in common, which
	// offsets set; where the votes speak against the offsets it grows without end (FitSeparated).
	SpreadDiagonal Spread = C.DUEL_SPREAD_DIAGONAL
	// SpreadFactors: S_ij = d_i + d_j + |Lambda_i - Lambda_j|^2 with SpreadFactors columns of Lambda. Many
	// optima: ask for restarts, and do not take the best for the only one.
	SpreadFactors Spread = C.DUEL_SPREAD_FACTORS
)

// Variances are the variances d of the items, by id; 0 at a boundary (FitHeywood).
func (m *Model) Variances() ([]float64, error) { return m.column(Variances) }

// Spreads are the spreads S_ij of all pairs, items x items; NaN on the diagonal. Scores, variances
// and spreads are on the scale where P Sigma P has trace one, P the centring (unless offsets or a
// SpreadRidge set the scale).
func (m *Model) Spreads() (Matrix, error) { return m.Get(Spreads) }

// LogSpreads are the logarithms of Spreads.
func (m *Model) LogSpreads() (Matrix, error) { return m.Get(LogSpreads) }

// Loadings are Lambda, items x SpreadFactors: centred and along its principal axes, the longest
// first, the largest entry of each column positive.
func (m *Model) Loadings() (Matrix, error) { return m.Get(Loadings) }

// ItemCovariance is P Sigma P, items x items: what comparisons determine of the covariance of the
// items.
func (m *Model) ItemCovariance() (Matrix, error) { return m.Get(ItemCovariance) }

// ItemCorrelations are the correlations of ItemCovariance.
func (m *Model) ItemCorrelations() (Matrix, error) { return m.Get(ItemCorrelations) }

// Optima: the distinct optima that the starts of a fit met. Two whose objectives differ by less than 0.001
// count as one. No rows where the parameters were given.
func (m *Model) Optima() ([]ModelOptimaRow, error) {
	return readRows(m, readModelOptimaRow, func(p *C.duel_model, out **C.duel_table) C.duel_status {
		return C.duel_model_optima(p, out)
	})
}
