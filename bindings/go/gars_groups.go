package duel

// #include <duel.h>
import "C"

import "context"

// GroupEstimate gives the estimates of a functional, or of GARSAll, in a group of contexts, by its number among
// GroupNames, or in all groups one after the other (GARSAll), so that groups can be compared by contrasts. A
// group of fewer than 30 contexts is ErrData. Options are as in Estimate.
func (g *GARS) GroupEstimate(functional, group int, estimator GARSEstimate, options InferenceOptions) *Estimates {
	return newEstimates(options, func(o *C.duel_inference_options, out **C.duel_estimate) error {
		k := converter{}
		number, of := int32Of(&k, "functional", functional), int32Of(&k, "group", group)
		if k.err != nil {
			return k.err
		}
		return g.read(func(p *C.duel_gars) C.duel_status {
			return C.duel_gars_group_estimate(p, number, of, C.duel_estimator(estimator), o, out)
		})
	})
}

// Differences gives the estimates of a functional, or of GARSAll, in one group of contexts less those in another.
func (g *GARS) Differences(functional, group, other int, estimator GARSEstimate, options InferenceOptions) *Estimates {
	return newEstimates(options, func(o *C.duel_inference_options, out **C.duel_estimate) error {
		k := converter{}
		number := int32Of(&k, "functional", functional)
		one, two := int32Of(&k, "group", group), int32Of(&k, "other", other)
		if k.err != nil {
			return k.err
		}
		return g.read(func(p *C.duel_gars) C.duel_status {
			return C.duel_gars_differences(p, number, one, two, C.duel_estimator(estimator), o, out)
		})
	})
}

// Selection says how selective answers would have to be to turn claims that one item is above another, Claims of
// the options or neighbours on the board: for every claim the least factor by which the odds of answering may
// depend on the answer. Contexts are as in Add, such as those that were added; nothing is added.
func (g *GARS) Selection(ctx context.Context, contexts GARSContexts, functional int,
	options SelectionOptions) ([]GarsSelectionRow, error) {
	return rowsOf(readGarsSelectionRow, func(out **C.duel_table) error {
		return g.bounded(ctx, contexts, functional, options,
			func(p *C.duel_gars, c *C.duel_gars_contexts, number C.int32_t, o *C.duel_selection_options) C.duel_status {
				return C.duel_gars_selection(p, c, number, o, out)
			})
	})
}

// Bounds gives the bounds of all values of a functional where answering may depend on the answer by these factors,
// at least 1, each with an interval that holds the whole range.
func (g *GARS) Bounds(ctx context.Context, contexts GARSContexts, functional int, gamma []float64,
	options SelectionOptions) ([]GarsBoundsRow, error) {
	return rowsOf(readGarsBoundsRow, func(out **C.duel_table) error {
		return g.bounded(ctx, contexts, functional, options,
			func(p *C.duel_gars, c *C.duel_gars_contexts, number C.int32_t, o *C.duel_selection_options) C.duel_status {
				return C.duel_gars_bounds(p, c, number, doubles(gamma), C.size_t(len(gamma)), o, out)
			})
	})
}

// bounded translates the contexts and options of bounds under selection.
func (g *GARS) bounded(ctx context.Context, contexts GARSContexts, functional int, options SelectionOptions,
	function func(*C.duel_gars, *C.duel_gars_contexts, C.int32_t, *C.duel_selection_options) C.duel_status) error {
	number, err := toInt32("functional", functional)
	if err != nil {
		return err
	}
	var a arena
	defer a.free()
	o, err := options.c(&a)
	if err != nil {
		return err
	}
	return g.with(ctx, contexts, func(c *C.duel_gars_contexts) error {
		return g.read(func(p *C.duel_gars) C.duel_status { return function(p, c, number, o) })
	})
}
