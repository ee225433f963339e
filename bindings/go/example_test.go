package duel_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log"
	"slices"

	duel "github.com/duel-ranking/duel/bindings/go"
)

// journals makes a set of the citations between four journals of statistics (Stigler 1994).
func journals() *duel.Set {
	set, err := duel.NewSet()
	if err != nil {
		log.Fatal(err)
	}
	err = set.Append(duel.Rows{
		Left: duel.Names([]string{
			"Biometrika", "Biometrika", "Biometrika", "Comm. Statist.", "Comm. Statist.", "JASA",
		}),
		Right: duel.Names([]string{
			"Comm. Statist.", "JASA", "JRSS-B", "JASA", "JRSS-B", "JRSS-B",
		}),
		Wins:   duel.Numbers([]int{730, 498, 221, 68, 17, 142}),
		Losses: duel.Numbers([]int{33, 320, 284, 813, 276, 325}),
	})
	if err != nil {
		log.Fatal(err)
	}
	return set
}

// A leaderboard: ranks with ranges, scores with 95 % intervals.
func ExampleFit() {
	ctx := context.Background()
	set := journals()
	defer set.Close()

	model, err := duel.Fit(ctx, set, duel.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer model.Close()

	scores, err := model.Estimates(ctx, duel.Scores, duel.InferenceOptions{})
	if err != nil {
		log.Fatal(err)
	}
	ranks, err := model.Ranks(ctx, duel.InferenceOptions{})
	if err != nil {
		log.Fatal(err)
	}

	names := set.Names(duel.Item)
	order := make([]int, len(names))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(ranks[i].Rank, ranks[j].Rank) })
	for _, i := range order {
		fmt.Printf("%.0f (%.0f to %.0f)  %-14s  %5.2f  [%.2f, %.2f]\n",
			ranks[i].Rank, ranks[i].Best, ranks[i].Worst,
			names[i], scores[i].Value, scores[i].Lower, scores[i].Upper)
	}
	// Output:
	// 1 (1 to 1)  JRSS-B           1.06  [0.95, 1.16]
	// 2 (2 to 2)  Biometrika       0.79  [0.71, 0.87]
	// 3 (3 to 3)  JASA             0.31  [0.23, 0.39]
	// 4 (4 to 4)  Comm. Statist.  -2.16  [-2.30, -2.02]
}

// Data that determine no finite scores are an error that names the items; Accept takes the
// result all the same.
func ExampleFit_notIdentified() {
	set, err := duel.NewSet()
	if err != nil {
		log.Fatal(err)
	}
	defer set.Close()
	err = set.Append(duel.Rows{
		Left:  duel.Names([]string{"a", "a", "b"}),
		Right: duel.Names([]string{"b", "c", "c"}),
		Score: duel.Numbers([]float64{1, 1, 0.5}),
	})
	if err != nil {
		log.Fatal(err)
	}

	_, err = duel.Fit(context.Background(), set, duel.Options{})
	fmt.Println(errors.Is(err, duel.ErrNotIdentified))

	model, err := duel.Fit(context.Background(), set, duel.Options{Accept: duel.FitSeparated})
	if err != nil {
		log.Fatal(err)
	}
	defer model.Close()
	info, err := model.Info()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(info.Outcome)
	// Output:
	// true
	// separated
}

// The probability of a comparison, with its interval.
func ExampleModel_Probabilities() {
	ctx := context.Background()
	set := journals()
	defer set.Close()
	model, err := duel.Fit(ctx, set, duel.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer model.Close()

	p, err := model.Probabilities(ctx, duel.Rows{
		Left:  duel.Names([]string{"JRSS-B"}),
		Right: duel.Names([]string{"Biometrika"}),
	}, duel.InferenceOptions{})
	if err != nil {
		log.Fatal(err)
	}
	left := p[0].Left
	fmt.Printf("%.3f [%.3f, %.3f]\n", left.Value, left.Lower, left.Upper)
	// Output: 0.567 [0.532, 0.601]
}

// Is one journal better than the mean of two others?
func ExampleModel_Contrasts() {
	ctx := context.Background()
	set := journals()
	defer set.Close()
	model, err := duel.Fit(ctx, set, duel.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer model.Close()

	// The columns are Biometrika, Comm. Statist., JASA, JRSS-B.
	weights := duel.Matrix{Rows: 1, Columns: 4, Data: []float64{-0.5, 0, -0.5, 1}}
	contrasts, _, err := model.Contrasts(ctx, duel.Scores, weights, duel.InferenceOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.2f\n", contrasts[0].Value)
	// Output: 0.51
}

// A bad row leaves the set as it was, and is named.
func ExampleSet_Append() {
	set, err := duel.NewSet()
	if err != nil {
		log.Fatal(err)
	}
	defer set.Close()
	err = set.Append(duel.Rows{
		Left:    duel.Names([]string{"gpt", "claude"}),
		Right:   duel.Names([]string{"claude", "claude"}),
		Judge:   duel.Names([]string{"Ann", "Ben"}),
		Outcome: duel.Numbers([]duel.Outcome{duel.Left, duel.Tie}),
	})
	var e *duel.Error
	if errors.As(err, &e) && e.Code == duel.ErrData {
		fmt.Println("row", e.Row)
	}
	fmt.Println(set.Count(duel.Item), "items")
	// Output:
	// row 1
	// 0 items
}

// Sets travel as bytes: count anywhere, merge in one place.
func ExampleSet_Merge() {
	total, err := duel.NewSet()
	if err != nil {
		log.Fatal(err)
	}
	defer total.Close()
	for range 3 {
		shard := journals()
		bytes, err := shard.Save()
		if err != nil {
			log.Fatal(err)
		}
		_ = shard.Close()

		received, err := duel.LoadSet(bytes)
		if err != nil {
			log.Fatal(err)
		}
		if err := total.Merge(received); err != nil {
			log.Fatal(err)
		}
		_ = received.Close()
	}
	totals, err := total.Get(duel.SetTotals)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(totals.At(0, 0), "comparisons")
	// Output: 11181 comparisons
}
