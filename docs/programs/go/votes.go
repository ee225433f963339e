// From a file of votes to a board one can trust, in Go: go run . examples/data/judge_mtbench.csv
package main

import (
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"log"
	"os"
	"slices"
	"time"

	duel "github.com/duel-ranking/duel/bindings/go"
)

// read makes a set of the votes of a file: question_id, judge, model_a, model_b, winner, confidence.
func read(path string) (*duel.Set, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	records, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return nil, err
	}
	var left, right, judge, question []string
	var outcome []duel.Outcome
	words := map[string]duel.Outcome{"a": duel.Left, "b": duel.Right, "tie": duel.Tie}
	for _, record := range records[1:] {
		answer, known := words[record[4]]
		if !known {
			continue // "unknown": no vote
		}
		question, judge = append(question, record[0]), append(judge, record[1])
		left, right, outcome = append(left, record[2]), append(right, record[3]), append(outcome, answer)
	}
	set, err := duel.NewSet()
	if err != nil {
		return nil, err
	}
	return set, set.Append(duel.Rows{
		Left: duel.Names(left), Right: duel.Names(right), Outcome: duel.Numbers(outcome),
		Judge: duel.Names(judge), Context: duel.Names(question),
	})
}

func run(path string) error {
	set, err := read(path)
	if err != nil {
		return err
	}
	defer set.Close()
	// A long computation stops when its context is done.
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	model, err := duel.Fit(ctx, set, duel.Options{
		Strength: duel.Sensitivity, Position: duel.PositionByJudge, Accept: duel.FitBoundary,
	})
	if err != nil {
		return err
	}
	defer model.Close()
	board, err := model.Scores(ctx, duel.InferenceOptions{})
	if err != nil {
		return err
	}
	slices.SortFunc(board, func(a, b duel.ModelScoresRow) int { return cmp.Compare(a.Rank, b.Rank) })
	for _, row := range board {
		fmt.Printf("%d-%d  %-16s %6.2f  [%5.2f, %5.2f]\n",
			row.RankBest, row.RankWorst, set.Name(duel.Item, row.Item), row.Value, row.Lower, row.Upper)
	}
	return nil
}

func main() {
	if err := run(os.Args[1]); err != nil {
		log.Fatal(err)
	}
}
