package duel

// #include <duel.h>
import "C"

import (
	"context"
	"fmt"
	"sort"
	"unsafe"
)

// Ballots holds judgements that show two items or more and order some of them: full and partial rankings, the best of
// many, the best and the worst, with ties. Fit gives their strengths. Close frees it; the garbage collector frees what was
// not closed. Several goroutines may read it, but not while it grows.
type Ballots struct{ handle handle }

func freeBallots(pointer unsafe.Pointer) { C.duel_ballots_free((*C.duel_ballots)(pointer)) }

// NewBallots makes empty ballots.
func NewBallots() (*Ballots, error) {
	var out *C.duel_ballots
	if err := call(func() C.duel_status { return C.duel_ballots_new(&out) }); err != nil {
		return nil, err
	}
	b := new(Ballots)
	open(b, &b.handle, unsafe.Pointer(out), freeBallots)
	return b, nil
}

// Close frees the ballots; models of them live on. Close may be called more than once and always returns nil.
func (b *Ballots) Close() error {
	if b != nil {
		b.handle.close()
	}
	return nil
}

func (b *Ballots) change(function func(*C.duel_ballots) C.duel_status) error {
	if b == nil {
		return refuse(ErrNull, "ballots is nil or closed")
	}
	pointer, err := b.handle.change("ballots")
	if err != nil {
		return err
	}
	defer b.handle.done(pointer)
	return call(func() C.duel_status { return function((*C.duel_ballots)(pointer)) })
}

func (b *Ballots) read(function func(*C.duel_ballots) C.duel_status) error {
	if b == nil {
		return refuse(ErrNull, "ballots is nil or closed")
	}
	pointer, err := b.handle.read("ballots")
	if err != nil {
		return err
	}
	defer b.handle.done(pointer)
	return call(func() C.duel_status { return function((*C.duel_ballots)(pointer)) })
}

// BallotRows are rows of ballots, one for each item that a ballot showed, as columns of equal length.
type BallotRows struct {
	// Ballot is the ballot that the row belongs to: names or ids. Required. All of its rows come in one call, in the
	// order of the positions in which items were shown.
	Ballot Keys
	// Item is the item shown: names or ids. Required.
	Item Keys
	// Rank is its place: 1 the best, equal numbers are ties, 0 or NaN below all that have a place, -1 the worst where the
	// best (1) and the worst are named. Required.
	Rank Values
	// Judge is who judged. Absent: nobody in particular.
	Judge Keys
	// Context is the subject of the ballot. Absent: none. Errors are clustered by contexts that repeat.
	Context Keys
	// Weight is how many ballots this one stands for. Absent: 1.
	Weight Values
}

func (r BallotRows) c(a *arena) (*C.duel_ballot_rows, error) {
	length := r.Item.column.length
	out := &C.duel_ballot_rows{struct_size: C.sizeof_duel_ballot_rows, length: C.size_t(length)}
	err := a.fields("item", length,
		columnField{"ballot", r.Ballot.column, &out.ballot},
		columnField{"item", r.Item.column, &out.item},
		columnField{"rank", r.Rank.column, &out.rank},
		columnField{"judge", r.Judge.column, &out.judge},
		columnField{"context", r.Context.column, &out.context},
		columnField{"weight", r.Weight.column, &out.weight},
	)
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Append appends ballots: all of them or, at the first invalid row, none.
func (b *Ballots) Append(rows BallotRows) error {
	var a arena
	defer a.free()
	c, err := rows.c(&a)
	if err != nil {
		return err
	}
	return b.change(func(p *C.duel_ballots) C.duel_status { return C.duel_ballots_append(p, c) })
}

// Ballot is a ballot as a list of items, the best first. Groups of more than one item are ties. What was Shown and is not in
// the order is below all that is; where Shown is empty, only what is in the order was shown, in positions that say nothing.
type Ballot struct {
	// Places are the items in order, those of one place together.
	Places [][]string
	// Shown are the items shown, in their positions.
	Shown []string
	// Context is the subject of the ballot; empty: none.
	Context string
}

// Places makes the places of an order without ties.
func Places(items ...string) [][]string {
	out := make([][]string, len(items))
	for at, item := range items {
		out[at] = []string{item}
	}
	return out
}

// AppendBallots appends ballots that are lists of items: all of them or none.
func (b *Ballots) AppendBallots(ballots []Ballot) error {
	facts, err := b.Info()
	if err != nil {
		return err
	}
	var labels, items, contexts []string
	var ranks []float64
	var codes []int
	known := map[string]int{"": -1}
	for at, own := range ballots {
		if _, there := known[own.Context]; !there {
			known[own.Context] = len(contexts)
			contexts = append(contexts, own.Context)
		}
		place := map[string]float64{}
		var ranked []string
		for rank, group := range own.Places {
			for _, item := range group {
				if _, twice := place[item]; twice {
					return refuse(ErrData, "ballot %d has %q twice", at, item)
				}
				place[item] = float64(rank + 1)
				ranked = append(ranked, item)
			}
		}
		shown := own.Shown
		if len(shown) == 0 {
			shown = append([]string(nil), ranked...)
			sort.Strings(shown)
		}
		found := 0
		for _, item := range shown {
			if place[item] > 0 {
				found++
			}
			labels = append(labels, fmt.Sprintf("rows from %d: ballot %d", facts.Rows, at))
			items = append(items, item)
			ranks = append(ranks, place[item])
			codes = append(codes, known[own.Context])
		}
		if found < len(ranked) {
			return refuse(ErrData, "ballot %d has an item that was not shown", at)
		}
	}
	rows := BallotRows{Ballot: Names(labels), Item: Names(items), Rank: Numbers(ranks)}
	if len(contexts) > 0 {
		rows.Context = Codes(codes, contexts)
	}
	return b.Append(rows)
}

// Covariate sets a covariate of the items as they were shown, such as the length of an answer: a number of every row, in the
// order in which rows were appended. Within a ballot only its differences matter.
func (b *Ballots) Covariate(name string, values []float64) error {
	var a arena
	defer a.free()
	of, err := a.name("name", name)
	if err != nil {
		return err
	}
	numbers := a.doubles(values)
	return b.change(func(p *C.duel_ballots) C.duel_status {
		return C.duel_ballots_covariate(p, of, numbers, C.size_t(len(values)))
	})
}

// Ranking is a fitted model of ballots. Close frees it; the garbage collector frees what was not closed. Several
// goroutines may use it.
type Ranking struct{ handle handle }

func freeRanking(pointer unsafe.Pointer) {
	C.duel_ranking_free((*C.duel_ranking)(pointer))
}

// Fit fits the model of Plackett and Luce, with ties by Turner, van Etten, Firth and Kosmidis (2020). Ballots that leave
// strengths infinite are [ErrNotIdentified], and the error names the items. When ctx is done, the fit stops and returns
// context.Cause(ctx).
func (b *Ballots) Fit(ctx context.Context, options RankingOptions) (*Ranking, error) {
	var out *C.duel_ranking
	err := run(ctx, func(a *arena, j *job) error {
		c, err := options.c(a, j)
		if err != nil {
			return err
		}
		return b.read(func(p *C.duel_ballots) C.duel_status { return C.duel_ballots_fit(p, c, &out) })
	})
	if err != nil {
		return nil, err
	}
	r := new(Ranking)
	open(r, &r.handle, unsafe.Pointer(out), freeRanking)
	return r, nil
}

// Close frees the model; its estimates answer no more. Close may be called more than once and always returns nil.
func (r *Ranking) Close() error {
	if r != nil {
		r.handle.close()
	}
	return nil
}

func (r *Ranking) read(function func(*C.duel_ranking) C.duel_status) error {
	if r == nil {
		return refuse(ErrNull, "ranking is nil or closed")
	}
	pointer, err := r.handle.read("ranking")
	if err != nil {
		return err
	}
	defer r.handle.done(pointer)
	return call(func() C.duel_status { return function((*C.duel_ranking)(pointer)) })
}

// Estimate gives the strengths of the items, which answer what scores answer: ranks, verdicts, claims. Do not close the model
// while its estimates are asked.
func (r *Ranking) Estimate(inference InferenceOptions) (*Estimates, error) {
	made := newEstimates(inference, func(o *C.duel_inference_options, out **C.duel_estimate) error {
		return r.read(func(p *C.duel_ranking) C.duel_status { return C.duel_ranking_estimate(p, o, out) })
	})
	if _, err := made.Info(); err != nil {
		return nil, err
	}
	return made, nil
}
