package duel

// #include <duel.h>
import "C"

import "context"

// OutlierOptions say how judges that do not belong are looked for.
type OutlierOptions struct {
	// Alpha: the share of false discoveries among all judges that are marked, at most and on average, whatever
	// the dependence among judges (Wang and Ramdas 2022); 0: 0.05.
	Alpha float64
	// Adjusted: true: log_e is larger by half the logarithm of det H / det H_k, H the information on the
	// parameters of all votes and H_k that without the judge's. What is taken off is then about what the fit of
	// the judge's votes gains, rather than the most that it can: by Laplace's method the logarithm of their
	// probability, averaged over what the others' votes leave open of the parameters. The e-value of an honest
	// judge is then 1 on average, to first order only (1.00 to 1.11 in simulations), no longer at most 1. It
	// matters with few judges: with five it was 0.56 without. ErrUnsupported where judges have strengths,
	// position effects or thresholds of their own, with a spread, and where thresholds may be held at zero.
	Adjusted bool
	// Progress: nil, or called now and then: iteration counts the judges.
	Progress ProgressFunc
}

// Outliers tells which judges do not vote like the others, and how: for each an e-value against voting as the model expects at
// the parameters that the others alone have. What is gained by fitting the judge's votes with the others' is taken off. It needs
// a likelihood: ErrUnsupported where ties count as half, for importance weights, bias reduction and disagreement. Report such
// judges, do not delete them unseen; the board as it would be without them is a fit of what Set.Filter leaves. When ctx is
// done, it stops and returns context.Cause(ctx).
func (m *Model) Outliers(ctx context.Context, options OutlierOptions) ([]ModelOutliersRow, error) {
	return rowsOf(readModelOutliersRow, func(table **C.duel_table) error {
		return run(ctx, func(a *arena, j *job) error {
			o, err := options.c(a, j)
			if err != nil {
				return err
			}
			return m.read(func(p *C.duel_model) C.duel_status { return C.duel_model_outliers(p, o, table) })
		})
	})
}
