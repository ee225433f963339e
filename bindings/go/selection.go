package duel

// #include <duel.h>
import "C"

import (
	"context"
	"unsafe"
)

// Side says which ends of ranges of ranks are asked for.
type Side int32

// The sides.
const (
	// SideBoth: both.
	SideBoth Side = C.DUEL_SIDE_BOTH
	// SideBest: the best rank alone; the worst is the number of items.
	SideBest Side = C.DUEL_SIDE_BEST
	// SideWorst: the worst rank alone; the best is 1.
	SideWorst Side = C.DUEL_SIDE_WORST
)

// RankSetOptions say how ranks are asked for. The zero RankSetOptions are of all at once, both ends, in steps.
type RankSetOptions struct {
	// Side: SideBoth (default), SideBest or SideWorst.
	Side Side
	// OneByOne: true: each set holds by itself at the level, which makes it narrower. 0: all hold at once.
	OneByOne bool
	// SingleStep: true: one critical value for all comparisons. 0: those that are decided leave the family, and
	// the others get a smaller one, until no further pair is decided.
	SingleStep bool
	// Top: number of first and of last ranks whose candidates are marked; 0: none.
	Top int
}

// Winner is what the item that was chosen is worth.
type Winner struct {
	// Item: the item at the rank.
	Item int
	// IsTied: whether another item has the same estimate (to 1e-9 standard errors): no item is at this rank, and
	// of the numbers below only the naive and the projected interval are not NaN.
	IsTied bool
	// TiedItem: where IsTied: the item with the same estimate; else the item itself.
	TiedItem int
	// IsFew: whether standard errors are of fewer than 40 clusters: too few for what follows.
	IsFew bool
	// Score is its estimate and standard error, and the interval that allows for the choice.
	Score Estimate
	// Median is the median-unbiased estimate.
	Median float64
	// LowerBound is the lower end by itself, all of the error on its side.
	LowerBound float64
	// NaiveLower and NaiveUpper are the interval that does not allow for the choice.
	NaiveLower, NaiveUpper float64
	// ProjectionLower and ProjectionUpper are the simultaneous interval at a tenth of the error.
	ProjectionLower, ProjectionUpper float64
	// Lead is how far the estimate is ahead of the next item's; NaN for the last.
	Lead float64
}

func itemNumbers(items []int) ([]C.size_t, error) {
	if len(items) == 0 {
		return nil, nil // all of them
	}
	out := make([]C.size_t, len(items))
	for i, item := range items {
		size, err := toSize("items", item)
		if err != nil {
			return nil, err
		}
		out[i] = size
	}
	return out, nil
}

// Winner is what the item that came first among items (nil: all) is worth: the best of many is overrated by its own
// estimate. The interval and the median-unbiased estimate hold for the true score of the item with the largest estimate,
// whichever that is (the hybrid of Andrews, Kitagawa and McCloskey 2024). A rank above 1 asks for the item at it; 0 is 1.
// It allows for the choice among these items, not for items left out before. ErrNotIdentified where an item has no finite
// variance, ErrUnsupported where the winner has no error and for intervals at all looks.
func (e *Estimates) Winner(ctx context.Context, items []int, rank int) (Winner, error) {
	numbers, err := itemNumbers(items)
	if err != nil {
		return Winner{}, err
	}
	place, err := toSize("rank", rank)
	if err != nil {
		return Winner{}, err
	}
	c := C.duel_winner_facts{struct_size: C.sizeof_duel_winner_facts}
	err = e.ask(ctx, func(_ *arena, p *C.duel_estimate) error {
		return call(func() C.duel_status {
			return C.duel_estimate_winner(p, (*C.size_t)(unsafe.SliceData(numbers)), C.size_t(len(numbers)), place, &c)
		})
	})
	if err != nil {
		return Winner{}, err
	}
	return Winner{
		Item:     int(c.item),
		IsTied:   c.is_tied != 0,
		TiedItem: int(c.tied_item),
		IsFew:    c.is_few != 0,
		Score: Estimate{
			Value: float64(c.estimate), StandardError: float64(c.se), Lower: float64(c.lower), Upper: float64(c.upper),
		},
		Median:          float64(c.median),
		LowerBound:      float64(c.lower_bound),
		NaiveLower:      float64(c.naive_lower),
		NaiveUpper:      float64(c.naive_upper),
		ProjectionLower: float64(c.projection_lower),
		ProjectionUpper: float64(c.projection_upper),
		Lead:            float64(c.lead),
	}, nil
}

// RankSets are the ranks that items (nil: all) may have among all (Mogstad, Romano, Shaikh and Wilhelm 2024):
// narrower than the simultaneous ranges of Ranks: for one item, for one side, or by a step-down procedure. With Top, IsTop
// marks a set that contains, at the level, all items truly among the first Top ranks, and IsBottom one for the last.
// ErrUnsupported for intervals at all looks.
func (e *Estimates) RankSets(ctx context.Context, items []int, options RankSetOptions) ([]EstimateRankSetsRow, error) {
	numbers, err := itemNumbers(items)
	if err != nil {
		return nil, err
	}
	o, err := options.c(&arena{}) // which points to nothing
	if err != nil {
		return nil, err
	}
	return askRows(ctx, e, readEstimateRankSetsRow, func(p *C.duel_estimate, out **C.duel_table) C.duel_status {
		return C.duel_estimate_rank_sets(p, (*C.size_t)(unsafe.SliceData(numbers)), C.size_t(len(numbers)), o, out)
	})
}
