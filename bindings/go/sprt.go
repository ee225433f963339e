package duel

// #include <duel.h>
import "C"

// EloScale says what a difference of Elo is of.
type EloScale int32

// The scales of Elo.
const (
	// EloLogistic: of the mean result s, from 0 to 1: s = 1 / (1 + 10^(-elo / 400)).
	EloLogistic EloScale = C.DUEL_ELO_LOGISTIC
	// EloNormalized: of the mean result less one half, in standard deviations of the result of one comparison:
	// that times 800 / ln 10. It does not depend on how many ties there are.
	EloNormalized EloScale = C.DUEL_ELO_NORMALIZED
)

// Decision is what a sequential test says.
type Decision int32

// The decisions.
const (
	// DecisionOpen: go on.
	DecisionOpen Decision = C.DUEL_DECISION_OPEN
	// DecisionH1: stop: the candidate is at least Elo1 better (H1 is accepted).
	DecisionH1 Decision = C.DUEL_DECISION_H1
	// DecisionH0: stop: the candidate is at most Elo0 better (H0 is accepted).
	DecisionH0 Decision = C.DUEL_DECISION_H0
)

// SprtOptions are a sequential probability ratio test.
type SprtOptions struct {
	// Elo0: H0: the candidate is at most so much better.
	Elo0 float64
	// Elo1: H1: it is at least so much better; larger than Elo0.
	Elo1 float64
	// Alpha: probability of accepting H1 where it is no better than Elo0; 0: 0.05.
	Alpha float64
	// Beta: probability of accepting H0 where it is as good as Elo1; 0: 0.05.
	Beta float64
	// EloScale: EloLogistic (default) or EloNormalized.
	EloScale EloScale
}

// Sprt is where a sequential test stands.
type Sprt struct {
	// Decision: DecisionOpen, DecisionH1 or DecisionH0.
	Decision Decision
	// LogRatio: logarithm of the likelihood ratio of H1 to H0.
	LogRatio float64
	// Lower: H0 is accepted where the ratio is at or below it: log(beta / (1 - alpha)).
	Lower float64
	// Upper: H1 is accepted where the ratio is at or above it: log((1 - beta) / alpha).
	Upper float64
	// Mean: mean result of the counts, 0 to 1.
	Mean float64
	// Elo: the mean result in Elo of the scale that was asked for; infinite where all was won or lost.
	Elo float64
}

// CountsSprt: the sequential probability ratio test of a candidate against another, valid however often it is
// evaluated, which stops when it is clear whether the candidate is better.
//
// The counts are of independent units (one pair of items in a context), from the worst for the candidate to
// the best: 3 of single comparisons (loss, tie, win), or 5 of pairs of comparisons in both orders, by the sum
// of the two results (0, 1/2, 1, 3/2, 2). The ratio is the generalised one: the probabilities of all results
// are fitted under each hypothesis by maximum likelihood, in EloNormalized by a fixed point (Van den Bergh,
// "support MLE" and "normalized Elo", as fishtest and fastchess compute it); a count of zero stands as 0.001.
// Wald's bounds are approximate, on the cautious side, and the ratio needs some tens of units to follow its
// distribution. It is no e-value, and no interval of a fixed number of units holds after it has stopped.
//
// Arguments: counts are 3 or 5, finite and not negative, not all zero. ErrArgument unless Elo0 < Elo1
// and Alpha + Beta < 1; ErrNumeric where the fixed point does not settle.
func CountsSprt(counts []float64, options SprtOptions) (Sprt, error) {
	o, err := options.c(&arena{}) // which points to nothing
	if err != nil {
		return Sprt{}, err
	}
	c := C.duel_sprt_facts{struct_size: C.sizeof_duel_sprt_facts}
	if err := call(func() C.duel_status {
		return C.duel_counts_sprt(doubles(counts), C.size_t(len(counts)), o, &c)
	}); err != nil {
		return Sprt{}, err
	}
	return Sprt{
		Decision: Decision(c.decision),
		LogRatio: float64(c.log_ratio),
		Lower:    float64(c.lower),
		Upper:    float64(c.upper),
		Mean:     float64(c.mean),
		Elo:      float64(c.elo),
	}, nil
}
