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

	estimates := model.Estimate(duel.Scores, duel.InferenceOptions{})
	scores, err := estimates.Values(ctx)
	if err != nil {
		log.Fatal(err)
	}
	ranks, err := estimates.Ranks(ctx)
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
		fmt.Printf("%.0f (%d to %d)  %-14s  %5.2f  [%.2f, %.2f]\n",
			ranks[i].Rank, ranks[i].RankBest, ranks[i].RankWorst,
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

// How sure is this ranking? A season of baseball (Agresti 2002): intervals from replicates, groups of
// teams that cannot be told apart, and the differences that are real.
func Example_howSure() {
	ctx := context.Background()
	set, err := duel.NewSet()
	if err != nil {
		log.Fatal(err)
	}
	defer set.Close()
	if err := set.Append(baseballRows()); err != nil {
		log.Fatal(err)
	}
	// The team on the left played at home.
	model, err := duel.Fit(ctx, set, duel.Options{Position: duel.PositionShared})
	if err != nil {
		log.Fatal(err)
	}
	defer model.Close()

	replicates, err := duel.NewBootstrap(ctx, model, duel.BootstrapOptions{
		Weights: duel.WeightsBayesian, Replicates: 2000, Seed: 1,
	})
	if err != nil {
		log.Fatal(err)
	}
	defer replicates.Close()
	scores, err := model.Estimate(duel.Scores, duel.InferenceOptions{Bootstrap: replicates}).Values(ctx)
	if err != nil {
		log.Fatal(err)
	}
	groups, err := model.ItemGroups(ctx, duel.InferenceOptions{Seed: 1})
	if err != nil {
		log.Fatal(err)
	}

	names := set.Names(duel.Item)
	order := make([]int, len(names))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(scores[j].Value, scores[i].Value) })
	for _, i := range order {
		letters := ""
		for g, items := range groups {
			if slices.Contains(items, i) {
				letters += string(rune('a' + g))
			} else {
				letters += " "
			}
		}
		fmt.Printf("%s  %-9s  %5.2f  [%5.2f, %5.2f]\n", letters, names[i], scores[i].Value, scores[i].Lower, scores[i].Upper)
	}

	estimates := model.Estimate(duel.Scores, duel.InferenceOptions{})
	tests, err := estimates.Pairs(ctx, duel.PairOptions{Adjustment: duel.AdjustHolm})
	if err != nil {
		log.Fatal(err)
	}
	for _, test := range tests {
		if test.PAdjusted < 0.05 {
			fmt.Printf("%s - %s: %.2f, p = %.4f\n", names[test.First], names[test.Second], test.Value, test.PAdjusted)
		}
	}
	// Output:
	// a   Milwaukee   0.54  [ 0.09,  0.95]
	// a   Detroit     0.40  [-0.04,  0.78]
	// a   Toronto     0.25  [-0.15,  0.63]
	// a   New York    0.20  [-0.20,  0.63]
	// a   Boston      0.06  [-0.32,  0.44]
	// ab  Cleveland  -0.37  [-0.84,  0.04]
	//  b  Baltimore  -1.08  [-1.50, -0.55]
	// Milwaukee - Baltimore: 1.62, p = 0.0001
	// Detroit - Baltimore: 1.48, p = 0.0007
	// Toronto - Baltimore: 1.33, p = 0.0010
	// New York - Baltimore: 1.28, p = 0.0034
	// Boston - Baltimore: 1.14, p = 0.0060
}

// Which model? A taste test with ties: outcome models and thresholds, by criteria and by what they say of
// comparisons that they have not seen.
func Example_whichModel() {
	ctx := context.Background()
	set, err := duel.NewSet()
	if err != nil {
		log.Fatal(err)
	}
	defer set.Close()
	if err := set.Append(springallRows()); err != nil {
		log.Fatal(err)
	}
	for _, choice := range []struct {
		name    string
		options duel.Options
	}{
		{"Davidson", duel.Options{Outcome: duel.Davidson}},
		{"Rao-Kupper", duel.Options{Outcome: duel.RaoKupper}},
		{"Rao-Kupper, additive", duel.Options{Outcome: duel.RaoKupper, Threshold: duel.ThresholdAdditive}},
	} {
		model, err := duel.Fit(ctx, set, choice.options)
		if err != nil {
			log.Fatal(err)
		}
		criteria, err := model.Criteria()
		if err != nil {
			log.Fatal(err)
		}
		_ = model.Close()
		held, err := duel.CrossValidate(ctx, set, choice.options, duel.ValidationOptions{Repeats: 5, Seed: 1})
		if err != nil {
			log.Fatal(err)
		}
		score := held.Totals.LogScore
		fmt.Printf("%-20s  %2d parameters  BIC %.0f  log score %.3f (%.3f)\n",
			choice.name, criteria.Dimension, criteria.BIC, score.Mean, score.StandardError)
	}
	// Output:
	// Davidson               9 parameters  BIC 1525  log score -0.839 (0.024)
	// Rao-Kupper             9 parameters  BIC 1521  log score -0.836 (0.024)
	// Rao-Kupper, additive  17 parameters  BIC 1572  log score -0.843 (0.025)
}

// How alike are the rankings of two models, and which items belong together?
func ExampleAgreement() {
	ctx := context.Background()
	set := journals()
	defer set.Close()
	rankings := duel.Matrix{Rows: 2, Columns: set.Count(duel.Item)}
	for _, options := range []duel.Options{{}, {Spread: duel.SpreadDiagonal, SpreadRidge: 1}} {
		model, err := duel.Fit(ctx, set, options)
		if err != nil {
			log.Fatal(err)
		}
		defer model.Close()
		scores, err := plainScores(model)
		if err != nil {
			log.Fatal(err)
		}
		rankings.Data = append(rankings.Data, scores...)
		tiers, err := model.Tiers(ctx, duel.TiersSignificance, 0, duel.InferenceOptions{})
		if err != nil {
			log.Fatal(err)
		}
		for _, of := range tiers {
			fmt.Print(" ", of.Tier)
		}
		fmt.Println(" are the tiers")
	}
	tau, err := duel.Agreement(ctx, rankings, duel.AgreementKendall, 0)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("tau %.2f\n", tau.At(0, 1))
	// Output:
	//  1 3 2 0 are the tiers
	//  1 3 2 0 are the tiers
	// tau 1.00
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
func ExampleEstimates_Contrasts() {
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
	contrasts, err := model.Estimate(duel.Scores, duel.InferenceOptions{}).Contrasts(ctx, weights)
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
	totals, err := total.Info()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(totals.Comparisons, "comparisons")
	// Output: 11181 comparisons
}
