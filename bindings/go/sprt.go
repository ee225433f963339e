package duel

// #include <duel.h>
import "C"

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
	return readSprt(&c), nil
}
