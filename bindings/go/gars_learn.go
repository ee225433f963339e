package duel

// #include <duel.h>
import "C"

import (
	"context"
	"unsafe"
)

// Learn: learns the probabilities of contexts from their labels, in several random splits into folds, and
// adds the contexts, with scores that are not linear corrected to the second order: the estimate is the mean
// of those of the splits, and its covariance the mean of theirs. All contexts are added, or none. A split
// costs a call of FitNuisance and, for a label, about the square of the number of functions of the basis.
//
// Arguments: contexts are without Mu; options are of the same items, categories and pairs. splits is the number of
// splits, at most 100; 0: three where scores are corrected to the second order, else one.
func (g *GARS) Learn(ctx context.Context, contexts GARSContexts, options NuisanceOptions, splits int) error {
	number, err := toInt32("splits", splits)
	if err != nil {
		return err
	}
	var a arena
	defer a.free()
	o, err := options.c(&a, contexts.Length)
	if err != nil {
		return err
	}
	return g.with(ctx, contexts, func(c *C.duel_gars_contexts) error {
		return g.change(func(p *C.duel_gars) C.duel_status { return C.duel_gars_learn(p, c, number, o) })
	})
}

// Folds gives the fold of every context that was learnt from, for GARSContexts.Fold: its probabilities are by fits to
// the labels of other folds.
func (n *Nuisance) Folds() ([]int32, error) {
	facts, err := n.Info()
	if err != nil {
		return nil, err
	}
	out := make([]int32, facts.Contexts)
	err = n.read(func(p *C.duel_nuisance) C.duel_status {
		return C.duel_nuisance_folds(p, (*C.int32_t)(unsafe.SliceData(out)), C.size_t(len(out)))
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}
