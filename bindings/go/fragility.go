package duel

// #include <duel.h>
import "C"

import "context"

// Fragility: how few votes (or judges, or contexts) would have to be left out, reversed or added before one
// item is no longer above another. Votes are ordered by their effect on the difference of the scores to first
// order (Broderick, Giordano and Meager 2011.14999); the prediction is the fewest whose sum exceeds the
// difference. Refits then find how many votes, taken in that order, put the other item strictly ahead. The
// number found suffices; a smaller one may, too: say "falls with k or fewer". Ridge and pseudo-comparisons,
// fixed scores and the treatment of ties stay as they are; a tie that counts as half is one vote. Whole votes
// only. Time of order parameters^2 + cells (beyond 600 parameters: a solution by iterations over the cells)
// and about ten fits for each claim.
//
// Arguments: pairs have the item with the higher score first; nil stands for all neighbours in the
// order of the scores. ErrUnsupported for importance weights and parameters that were given. When ctx
// is done, the call stops and returns context.Cause(ctx).
func (m *Model) Fragility(ctx context.Context, pairs []Pair, options FragilityOptions) ([]ModelFragilityRow, error) {
	return rowsOf(readModelFragilityRow, func(table **C.duel_table) error {
		return m.attacked(ctx, pairs, options, func(p *C.duel_model, ids *C.size_t, count C.size_t, o *C.duel_fragility_options) C.duel_status {
			return C.duel_model_fragility(p, ids, count, o, table)
		})
	})
}

// FragileVotes answers the very changes by which claims are turned round: the votes that Fragility leaves out, turns round or
// adds, in order, with the votes of every judge or context that it leaves out. The arguments are those of Fragility, and so is
// the time.
func (m *Model) FragileVotes(ctx context.Context, pairs []Pair, options FragilityOptions) ([]ModelFragileVotesRow, error) {
	return rowsOf(readModelFragileVotesRow, func(table **C.duel_table) error {
		return m.attacked(ctx, pairs, options, func(p *C.duel_model, ids *C.size_t, count C.size_t, o *C.duel_fragility_options) C.duel_status {
			return C.duel_model_fragile_votes(p, ids, count, o, table)
		})
	})
}

// attacked calls with pairs of items and options as C has them.
func (m *Model) attacked(ctx context.Context, pairs []Pair, options FragilityOptions,
	call func(*C.duel_model, *C.size_t, C.size_t, *C.duel_fragility_options) C.duel_status) error {
	items := make([]int, 0, 2*len(pairs))
	for _, pair := range pairs {
		items = append(items, pair.I, pair.J)
	}
	return run(ctx, func(a *arena, j *job) error {
		k := converter{arena: a}
		ids := k.sizes("items", items)
		if k.err != nil {
			return k.err
		}
		o, err := options.c(a, j)
		if err != nil {
			return err
		}
		return m.read(func(p *C.duel_model) C.duel_status {
			return call(p, ids, C.size_t(len(pairs)), o)
		})
	})
}
