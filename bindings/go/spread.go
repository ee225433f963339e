package duel

// #include <duel.h>
import "C"

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
