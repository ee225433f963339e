package main

import (
	"context"
	"encoding/json"
	"math"
	"sync"

	duel "github.com/duel-ranking/duel/bindings/go"
)

// A Vote is one comparison: the item shown first, the one shown second, and the answer.
type Vote struct {
	Left    string `json:"left"`
	Right   string `json:"right"`
	Outcome string `json:"outcome"` // left, right or tie
	Judge   string `json:"judge"`
	Context string `json:"context"`
}

// A Number is null in JSON where it is not known, or not finite.
type Number float64

// MarshalJSON writes it.
func (n Number) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(n)) || math.IsInf(float64(n), 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// A Row is an item on the board.
type Row struct {
	Item      string  `json:"item"`
	Score     Number  `json:"score"`
	Lower     Number  `json:"lower"`
	Upper     Number  `json:"upper"`
	RankBest  int64   `json:"rank_best"`
	RankWorst int64   `json:"rank_worst"`
	Votes     float64 `json:"votes"`
}

// A Board takes votes from any number of goroutines, and answers with the ranking of all votes so far.
type Board struct {
	votes    sync.Mutex // guards set and revision
	set      *duel.Set
	revision int

	fitting chan struct{} // holds a token while nobody fits; whoever has it owns the fields below
	model   *duel.Model   // of the last fit, where the next one starts
	rows    []Row
	fitted  int // the revision of rows
}

// NewBoard makes a board without votes.
func NewBoard() (*Board, error) {
	set, err := duel.NewSet()
	if err != nil {
		return nil, err
	}
	board := &Board{set: set, fitting: make(chan struct{}, 1)}
	board.fitting <- struct{}{}
	return board, nil
}

// optional is a column of names of which some are missing: "" has the code -1.
func optional(names []string) duel.Keys {
	codes, labels, known := make([]int32, len(names)), []string{}, map[string]int32{"": -1}
	for i, name := range names {
		code, seen := known[name]
		if !seen {
			code = int32(len(labels))
			known[name], labels = code, append(labels, name)
		}
		codes[i] = code
	}
	return duel.Codes(codes, labels)
}

var outcomes = map[string]duel.Outcome{"left": duel.Left, "right": duel.Right, "tie": duel.Tie}

// Add appends votes: all of them, or none.
func (b *Board) Add(votes []Vote) error {
	var left, right, judge, about []string
	var outcome []duel.Outcome
	for _, vote := range votes {
		left, right = append(left, vote.Left), append(right, vote.Right)
		judge, about = append(judge, vote.Judge), append(about, vote.Context)
		outcome = append(outcome, outcomes[vote.Outcome]) // an unknown word is 0, which the library refuses with its row
	}
	b.votes.Lock()
	defer b.votes.Unlock()
	err := b.set.Append(duel.Rows{
		Left: duel.Names(left), Right: duel.Names(right), Judge: optional(judge), Context: optional(about),
		Outcome: duel.Numbers(outcome),
	})
	if err == nil {
		b.revision++
	}
	return err
}

// Rows fits a model to the votes so far and gives the board, ordered by score. Votes go on while it fits; callers that
// come meanwhile wait for each other, until their context is done. Without new votes the last board is given again.
func (b *Board) Rows(ctx context.Context) ([]Row, error) {
	select {
	case <-b.fitting:
		defer func() { b.fitting <- struct{}{} }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	b.votes.Lock()
	revision := b.revision
	if revision == 0 {
		b.votes.Unlock()
		return []Row{}, nil
	}
	votes, err := b.set.Copy() // shares the cells: it costs next to nothing
	b.votes.Unlock()
	if err != nil {
		return nil, err
	}
	defer votes.Close()
	if b.rows != nil && b.fitted == revision {
		return b.rows, nil
	}

	model, err := duel.Fit(ctx, votes, duel.Options{Outcome: duel.Davidson, Start: b.model})
	if err != nil {
		return nil, err
	}
	table, err := model.Scores(ctx, duel.InferenceOptions{})
	if err != nil {
		model.Close()
		return nil, err
	}
	rows := make([]Row, 0, len(table))
	for _, row := range table {
		rows = append(rows, Row{
			Item: votes.Name(duel.Item, row.Item), Score: Number(row.Value), Lower: Number(row.Lower),
			Upper: Number(row.Upper), RankBest: row.RankBest, RankWorst: row.RankWorst, Votes: row.Comparisons,
		})
	}
	byScore(rows)
	if b.model != nil {
		b.model.Close()
	}
	b.model, b.rows, b.fitted = model, rows, revision
	return rows, nil
}
