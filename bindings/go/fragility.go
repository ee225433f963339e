package duel

// #include <duel.h>
import "C"

import (
	"context"
	"unsafe"
)

// Attack says what is done to the data.
type Attack int32

// The attacks.
const (
	// AttackDrop: votes, judges or contexts are left out.
	AttackDrop Attack = C.DUEL_ATTACK_DROP
	// AttackFlip: votes are reversed, and ties decided.
	AttackFlip Attack = C.DUEL_ATTACK_FLIP
	// AttackAdd: votes of one kind are added: of a pair (and a judge, if the model has parameters of judges)
	// that the data have.
	AttackAdd Attack = C.DUEL_ATTACK_ADD
)

// FragilityOptions say how claims are attacked. The zero FragilityOptions leave votes out.
type FragilityOptions struct {
	// Attack: AttackDrop (default), AttackFlip or AttackAdd.
	Attack Attack
	// By: the unit that is left out: ByRow (default, also 0), votes; ByJudge or ByContext, with all their votes.
	By Unit
	// Top: instead of pairs: which items are among the first top ranks, as one claim; 0: pairs.
	Top int
	// Quantity: instead of the order of scores, the sign of every value of Effects, Positions or Sensitivities;
	// Scores or 0: scores. Pairs and top are then none.
	Quantity Quantity
	// Vote: true, of AttackAdd: the vote that is added is of winner over loser. Where judges are told apart the
	// two were compared. 0: whatever is strongest of the pairs that were compared.
	Vote bool
	// Winner: the item that wins that vote.
	Winner int
	// Loser: the item that loses it.
	Loser int
	// Renew: true: where the order at the estimate overturns no claim, the order is renewed by a fit after every
	// step, as the effect of a vote depends on which others were removed; up to 256 fits more for a claim. Not
	// of AttackAdd.
	Renew bool
	// Progress: nil, or called now and then: iteration counts the claims.
	Progress ProgressFunc
}

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
	ids := make([]C.size_t, 0, 2*len(pairs))
	for _, pair := range pairs {
		numbers, err := itemNumbers([]int{pair.I, pair.J})
		if err != nil {
			return err
		}
		ids = append(ids, numbers...)
	}
	return run(ctx, func(a *arena, j *job) error {
		o, err := options.c(a, j)
		if err != nil {
			return err
		}
		return m.read(func(p *C.duel_model) C.duel_status {
			return call(p, (*C.size_t)(unsafe.SliceData(ids)), C.size_t(len(pairs)), o)
		})
	})
}
