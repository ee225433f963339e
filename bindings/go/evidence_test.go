package duel_test

import (
	"context"
	"fmt"
	"log"
	"math"
	"slices"
	"testing"

	duel "github.com/duel-ranking/duel/bindings/go"
)

// May the new model take the place of the old one? Values come from elsewhere, such as accuracies with the covariance that
// the same questions give them.
func ExampleNewEstimates() {
	ctx := context.Background()
	accuracies, err := duel.NewEstimates(duel.Given{
		Values: []float64{0.70, 0.80, 0.60},
		Names:  []string{"old", "new", "other"},
		Covariance: duel.Matrix{Rows: 3, Columns: 3, Data: []float64{
			4e-4, 1e-4, 0,
			1e-4, 4e-4, 0,
			0, 0, 9e-4,
		}},
	}, duel.InferenceOptions{})
	if err != nil {
		log.Fatal(err)
	}
	gate, err := accuracies.Gate(ctx, duel.Gate{Candidate: 1, Baseline: 0, Want: duel.WantNotWorse, Margin: 0.02})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(gate.Verdict + ": " + gate.Sentence)

	claims, err := accuracies.Claims(ctx, []duel.Claim{
		{Kind: duel.ClaimKindTop, First: 1, K: 1, Chosen: true},
		{Kind: duel.ClaimKindOrder, Items: []int{1, 0, 2}},
		{Kind: duel.ClaimKindAbove, First: 2, Second: 0},
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, claim := range claims {
		fmt.Printf("claim %d is %s\n", claim.Claim, claim.State)
	}
	// Output:
	// pass: "new" is better than "old": the difference is 0.100 [0.0520, 0.148].
	// claim 0 is supported
	// claim 1 is supported
	// claim 2 is refuted
}

func given() duel.Given {
	return duel.Given{Values: []float64{3, 1, 2}, SE: []float64{0.3, 0.4, 0.2}, Names: []string{"a", "b", "c"}, Units: 100}
}

func TestGivenEstimates(t *testing.T) {
	source := given()
	e, err := duel.NewEstimates(source, duel.InferenceOptions{})
	must(t, err)
	// What was given is copied.
	source.Values[0], source.SE[0], source.Names[0] = 9, 9, "z"
	rows, err := e.Values(background)
	must(t, err)
	near(t, "values", values(rows), []float64{3, 1, 2}, 0)
	near(t, "errors", standardErrors(rows), []float64{0.3, 0.4, 0.2}, 1e-15)
	covariance, err := e.Covariance(background)
	must(t, err)
	near(t, "covariance", covariance.Data, []float64{0.09, 0, 0, 0, 0.16, 0, 0, 0, 0.04}, 1e-15)

	p := func(z float64) float64 { return math.Erfc(z/math.Sqrt2) / 2 }
	superiority, err := e.Superiority(background)
	must(t, err)
	near(t, "superiority", []float64{superiority.Data[1], superiority.Data[3]}, []float64{p(-2 / 0.5), p(2 / 0.5)}, 1e-12)
	ranked, err := e.RankProbabilities(background)
	must(t, err)
	if best := ranked.Data[0]; best < 0.95 || math.Abs(ranked.Data[3]+ranked.Data[4]+ranked.Data[5]-1) > 1e-12 {
		t.Errorf("probabilities of ranks are %v", ranked.Data)
	}
	quasi, err := e.QuasiVariances(background)
	must(t, err)
	near(t, "quasi-variances", quasi.Values, []float64{0.09, 0.16, 0.04}, 1e-9)

	lower := given()
	lower.LowerIsBetter = true
	e, err = duel.NewEstimates(lower, duel.InferenceOptions{})
	must(t, err)
	ranks, err := e.Ranks(background)
	must(t, err)
	if ranks[1].Rank != 1 || ranks[0].Rank != 3 {
		t.Errorf("ranks are %+v", ranks)
	}

	// Of quasi-variances only differences mean something.
	pairs := given()
	pairs.SE, pairs.PairSE = nil, duel.Matrix{Rows: 3, Columns: 3, Data: []float64{0, 1, 2, 1, 0, 2, 2, 2, 0}}
	e, err = duel.NewEstimates(pairs, duel.InferenceOptions{Normalisation: duel.NormalisationReference, ReferenceItem: 1})
	must(t, err)
	rows, err = e.Values(background)
	must(t, err)
	if rows[1].Value != 0 || standardErrors(rows)[1] != 0 || math.Abs(standardErrors(rows)[2]-2) > 1e-12 {
		t.Errorf("values are %+v", rows)
	}
}

func TestGivenIsRefused(t *testing.T) {
	for code, change := range map[duel.Code][]func(*duel.Given){
		duel.ErrArgument: {
			func(g *duel.Given) { g.Values = nil; g.SE = nil; g.Names = nil },
			func(g *duel.Given) { g.SE = nil },
			func(g *duel.Given) { g.PairSE = duel.Matrix{Rows: 3, Columns: 3, Data: make([]float64, 9)} },
			func(g *duel.Given) { g.DF = -1 },
		},
		duel.ErrSize: {
			func(g *duel.Given) { g.SE = g.SE[:2] },
			func(g *duel.Given) { g.Names = g.Names[:2] },
			func(g *duel.Given) { g.Covariance = duel.Matrix{Rows: 2, Columns: 2, Data: make([]float64, 4)} },
		},
		duel.ErrName: {
			func(g *duel.Given) { g.Names[1] = "a" },
			func(g *duel.Given) { g.Names[1] = "a\x00b" },
		},
		duel.ErrData: {
			func(g *duel.Given) {
				g.SE, g.Covariance = nil, duel.Matrix{Rows: 3, Columns: 3, Data: []float64{1, 2, 0, 2, 1, 0, 0, 0, 1}}
			},
		},
	} {
		for i, change := range change {
			values := given()
			change(&values)
			if _, err := duel.NewEstimates(values, duel.InferenceOptions{}); err == nil {
				t.Errorf("%v %d was taken", code, i)
			} else {
				fails(t, err, code)
			}
		}
	}
}

func TestGate(t *testing.T) {
	e, err := duel.NewEstimates(given(), duel.InferenceOptions{Level: 0.9})
	must(t, err)
	gate, err := e.Gate(background, duel.Gate{Candidate: 0, Baseline: 1, Margin: 1})
	must(t, err)
	const z = 1.6448536269514722
	near(t, "interval", []float64{gate.Lower, gate.Upper}, []float64{2 - z*0.5, 2 + z*0.5}, 1e-9)
	if gate.Verdict != "pass" || !gate.IsBetterByMargin || gate.Units != 100 || !math.IsNaN(gate.UnitsNeeded) {
		t.Errorf("the gate is %+v", gate)
	}
	if gate, err = e.Gate(background, duel.Gate{Candidate: 0, Baseline: 1, Want: duel.WantEqual, Margin: 2}); err != nil ||
		gate.Verdict != "not_enough" || gate.Want != "equal" {
		t.Errorf("the gate is %+v, %v", gate, err)
	}
	for _, wrong := range []duel.Gate{
		{Candidate: 0, Baseline: 0}, {Candidate: 3, Baseline: 0}, {Candidate: -1, Baseline: 0},
		{Candidate: 0, Baseline: 1, Want: duel.WantNotWorse}, {Candidate: 0, Baseline: 1, Want: 7},
		{Candidate: 0, Baseline: 1, Margin: math.NaN()},
	} {
		_, err := e.Gate(background, wrong)
		fails(t, err, duel.ErrArgument)
	}
	// Models have gates, too.
	m := fit(t, set(t, citationRows()), duel.Options{})
	gate, err = m.Estimate(duel.Scores, duel.InferenceOptions{}).Gate(background, duel.Gate{Candidate: 0, Baseline: 1})
	must(t, err)
	if gate.Verdict == "" || gate.Sentence == "" {
		t.Errorf("the gate of a model is %+v", gate)
	}
}

func TestClaims(t *testing.T) {
	e, err := duel.NewEstimates(given(), duel.InferenceOptions{})
	must(t, err)
	claims := []duel.Claim{
		{Kind: duel.ClaimKindAbove, First: 0, Second: 1, By: 0.5},
		{Kind: duel.ClaimKindParity, First: 0, Second: 1, By: 0.5},
		{Kind: duel.ClaimKindTop, First: 0, K: 1},
		{Kind: duel.ClaimKindTop, First: 0, K: 1, Chosen: true},
		{Kind: duel.ClaimKindOrder, Items: []int{0, 2, 1}},
		{Kind: duel.ClaimKindGroups, Items: []int{0}, Others: []int{1, 2}},
	}
	rows, err := e.Claims(background, claims)
	must(t, err)
	states := make([]string, len(rows))
	for i, row := range rows {
		states[i] = row.State
	}
	p := func(z float64) float64 { return math.Erfc(z/math.Sqrt2) / 2 }
	order := "open"
	if math.Max(p(1/math.Hypot(0.3, 0.2)), p(1/math.Hypot(0.4, 0.2))) <= 0.05/6 {
		order = "supported"
	}
	if want := []string{"supported", "refuted", "supported", "supported", order, "supported"}; !slices.Equal(states, want) {
		t.Errorf("states are %v, not %v", states, want)
	}
	near(t, "p", []float64{rows[0].PSupported, rows[3].PSupported}, []float64{p(1.5 / 0.5), 2 * rows[2].PSupported}, 1e-12)
	for _, wrong := range [][]duel.Claim{
		nil, {{Kind: 9}}, {{Kind: duel.ClaimKindAbove}}, {{Kind: duel.ClaimKindTop, First: 0, K: 4}},
		{{Kind: duel.ClaimKindTop, K: 2, Chosen: true}}, {{Kind: duel.ClaimKindOrder, Items: []int{0, 0}}},
		{{Kind: duel.ClaimKindOrder, Items: []int{0, -1}}}, {{Kind: duel.ClaimKindOrder, Items: []int{0, 1}, K: 1}},
	} {
		_, err := e.Claims(background, wrong)
		fails(t, err, duel.ErrArgument)
	}
}
