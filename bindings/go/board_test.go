package duel

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"
)

func boardOf(t *testing.T, scores []float64) *Board {
	t.Helper()
	board, err := NewBoard()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { board.Close() })
	err = board.Append(ScoreRows{
		Item:    Names([]string{"old", "new", "old", "new", "old", "new"}),
		Context: Names([]string{"t", "t", "u", "u", "v", "v"}),
		Score:   Numbers(scores),
	})
	if err != nil {
		t.Fatal(err)
	}
	return board
}

func TestBoardMeansAreThePairedTest(t *testing.T) {
	board := boardOf(t, []float64{0, 1, 0.5, 1, 1, 1})
	info, err := board.Info()
	if err != nil || info.Items != 2 || info.Contexts != 3 || info.Cells != 6 {
		t.Fatalf("%+v %v", info, err)
	}
	means, err := board.Estimate(BoardOptions{Missing: MissingRefused}, InferenceOptions{})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := means.Contrasts(t.Context(), Matrix{Data: []float64{-1, 1}, Rows: 1, Columns: 2})
	if err != nil || math.Abs(rows[0].StandardError-math.Sqrt(0.5/6)) > 1e-12 {
		t.Fatalf("%+v %v", rows, err)
	}
	names, err := board.Names()
	if err != nil {
		t.Fatal(err)
	}
	defer names.Close()
	if _, err := board.Variance(); !errors.Is(err, ErrData) {
		t.Errorf("single runs: %v", err)
	}
}

func TestBoardRefusals(t *testing.T) {
	board := boardOf(t, []float64{0, 1, math.NaN(), 1, 1, 1})
	if _, err := board.Estimate(BoardOptions{Missing: MissingRefused}, InferenceOptions{}); !errors.Is(err, ErrData) {
		t.Errorf("a hole: %v", err)
	}
	if err := board.Append(ScoreRows{Item: Names([]string{"old"}), Context: Names([]string{"t"}), Score: Numbers([]float64{})}); !errors.Is(err, ErrSize) {
		t.Errorf("no score: %v", err)
	}
	if err := board.Append(ScoreRows{Item: Names([]string{"old"}), Context: Names([]string{"t"})}); !errors.Is(err, ErrArgument) {
		t.Errorf("no scores: %v", err)
	}
	var none *Board
	if err := none.Append(ScoreRows{}); !errors.Is(err, ErrNull) {
		t.Errorf("nil: %v", err)
	}
	board.Close()
	if _, err := board.Estimate(BoardOptions{}, InferenceOptions{}); !errors.Is(err, ErrNull) {
		t.Errorf("closed: %v", err)
	}
}

func ExampleBoard() {
	board, err := NewBoard()
	if err != nil {
		panic(err)
	}
	defer board.Close()
	err = board.Append(ScoreRows{
		Item:    Names([]string{"old", "new", "old", "new", "old", "new", "old", "new"}),
		Context: Names([]string{"t1", "t1", "t2", "t2", "t3", "t3", "t4", "t4"}),
		Score:   Numbers([]float64{0.5, 0.6, 0.4, 0.7, 0.8, 0.9, 0.3, 0.4}),
	})
	if err != nil {
		panic(err)
	}
	means, err := board.Estimate(BoardOptions{}, InferenceOptions{})
	if err != nil {
		panic(err)
	}
	verdict, err := means.Gate(context.Background(), Gate{Candidate: 1, Baseline: 0})
	if err != nil {
		panic(err)
	}
	fmt.Println(verdict.Verdict, verdict.Sentence)
	// Output: not_enough Over 4 units like these neither "new" nor "old" is established as better: the difference is 0.150 [-0.00912, 0.309]. About 4 more units would decide it at the present difference.
}
