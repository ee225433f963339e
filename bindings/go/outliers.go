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

// Outliers: which judges do not vote like the others, and how: for each an e-value against voting as the
// model expects at the parameters that the others alone have. It stands against a fixed mixture of departures
// (DEPARTURE_FOR, ...), of log 2 and log 5 in log odds: half of it on items, half on the others. What is
// gained by fitting the judge's votes with the others' is taken off first (a plain likelihood ratio at
// estimated parameters is no e-value: its mean over honest judges exceeds one by far), and the ratio of each
// departure is tempered for votes that depend on each other within a context. Report such judges, do not
// delete them unseen: a model without position effects or with one threshold for all reports many judges
// because it lacks these; use the model that describes the data best.
//
// Parameters of the judge alone (sensitivity, position effect, offset of the threshold) are the mean of the
// others' under every alternative, and its own in the fit of all, so that being unusual in just these is no
// departure. The anonymous judge is one of the others. A fit without each judge: the time of as many warm
// fits as there are judges.
//
// The board as it would be without them is a fit of what Set.Filter leaves of the set.
//
// Arguments: when ctx is done, the call stops and returns context.Cause(ctx). ErrUnsupported where
// there is no likelihood (ties that count as half, importance weights, bias reduction), for
// Disagreement, parameters that were given, and fewer than three judges.
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
