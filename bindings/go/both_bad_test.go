package duel_test

import (
	"math"
	"testing"

	duel "github.com/duel-ranking/duel/bindings/go"
)

// Every third tie of springall's pairs, rounded up, is one of both bad.
func bothBadRows() (rows duel.Rows, counts [][4]float64) {
	rows = springallRows()
	var ties, bad []int
	for _, pair := range springall.pairs {
		worse := (pair[4] + 2) / 3
		ties, bad = append(ties, pair[4]-worse), append(bad, worse)
		counts = append(counts, [4]float64{float64(pair[2]), float64(pair[3]), float64(pair[4] - worse), float64(worse)})
	}
	rows.Ties, rows.BothBad = duel.Numbers(ties), duel.Numbers(bad)
	return rows, counts
}

func TestBothBadIsAnOutcome(t *testing.T) {
	rows, counts := bothBadRows()
	s := set(t, rows)
	options := duel.Options{Outcome: duel.Davidson, BothBad: duel.BothBadOutcome, Covariance: duel.CovarianceExpected}
	m := fit(t, s, options)
	facts := info(t, m)
	if facts.BothBad != duel.BothBadOutcome || facts.BadThreshold != duel.BadSingle || facts.Dimension != 10 {
		t.Errorf("info is %+v", facts)
	}
	if got, err := m.Criteria(); err != nil || got.OutcomeSpace != duel.SpaceFour {
		t.Errorf("criteria are %+v, %v", got, err)
	}
	scores := values(estimates(t, m, duel.Scores, duel.InferenceOptions{}))
	e := estimates(t, m, duel.Thresholds, duel.InferenceOptions{})[0].Value
	b := estimates(t, m, duel.BadThresholds, duel.InferenceOptions{})
	p, err := m.Probabilities(background, duel.Rows{
		Left: duel.IDs(columnOf(springall.pairs, 0)), Right: duel.IDs(columnOf(springall.pairs, 1)),
	}, duel.InferenceOptions{})
	must(t, err)
	if len(p) != len(counts) || len(b) != 1 || b[0].StandardError <= 0 {
		t.Fatalf("%d probabilities of %d pairs, thresholds %+v", len(p), len(counts), b)
	}
	var likelihood, votes, expected float64
	for at, pair := range springall.pairs {
		z := scores[pair[0]] - scores[pair[1]]
		weights := []float64{math.Exp(z / 2), math.Exp(-z / 2), math.Exp(e), math.Exp(b[0].Value)}
		sum := weights[0] + weights[1] + weights[2] + weights[3]
		got := []duel.Estimate{p[at].Left, p[at].Right, p[at].Tie, p[at].BothBad}
		for k, of := range got {
			near(t, "probability", []float64{of.Value}, []float64{weights[k] / sum}, 1e-12)
			if !(of.Lower < of.Value && of.Value < of.Upper && of.StandardError > 0) {
				t.Errorf("probability %d of pair %d is %+v", k, at, of)
			}
			likelihood += counts[at][k] * math.Log(of.Value)
		}
		n := counts[at][0] + counts[at][1] + counts[at][2] + counts[at][3]
		votes, expected = votes+counts[at][3], expected+n*p[at].BothBad.Value
	}
	near(t, "log-likelihood", []float64{likelihood}, []float64{facts.LogLikelihood}, 1e-8)
	near(t, "the score equation of b", []float64{expected}, []float64{votes}, 1e-6)

	of, err := m.MetricsByOutcome(nil, duel.ByPair)
	must(t, err)
	if len(of) != 4 || of[3].Outcome != "both_bad" {
		t.Fatalf("metrics of %d outcomes", len(of))
	}
	near(t, "votes", []float64{of[3].ObservedCount, of[3].PredictedCount}, []float64{votes, votes}, 1e-6)
	matrix, err := m.MatchMatrix(background, duel.MatrixCounts, duel.BothBad, duel.InferenceOptions{})
	must(t, err)
	for at, pair := range springall.pairs {
		near(t, "both bad", []float64{matrix.At(pair[0], pair[1]), matrix.At(pair[1], pair[0])},
			[]float64{counts[at][3], counts[at][3]}, 0)
	}
}

func TestBadThresholdsOfItems(t *testing.T) {
	rows, _ := bothBadRows()
	s := set(t, rows)
	options := duel.Options{Outcome: duel.Davidson, BothBad: duel.BothBadOutcome, BadThreshold: duel.BadAdditive}
	m := fit(t, s, options)
	b := values(estimates(t, m, duel.BadThresholds, duel.InferenceOptions{}))
	if facts := info(t, m); len(b) != 9 || facts.BadThreshold != duel.BadAdditive || facts.Dimension != 18 {
		t.Fatalf("%d thresholds, info %+v", len(b), facts)
	}
	marginals, err := m.Marginals(nil)
	must(t, err)
	for _, of := range marginals {
		near(t, "the score equation of an item", []float64{of.ExpectedBothBad}, []float64{of.BothBad}, 1e-6)
	}
	three := fit(t, s, duel.Options{Outcome: duel.Davidson})
	marginals, err = three.Marginals(nil)
	must(t, err)
	if !math.IsNaN(marginals[0].BothBad) {
		t.Errorf("marginal is %+v", marginals[0])
	}
	p, err := three.Probabilities(background, duel.Rows{Left: duel.IDs([]int{0}), Right: duel.IDs([]int{1})}, duel.InferenceOptions{})
	must(t, err)
	if p[0].BothBad != (duel.Estimate{}) {
		t.Errorf("probability is %+v", p[0])
	}
	_, err = three.MatchMatrix(background, duel.MatrixPredicted, duel.BothBad, duel.InferenceOptions{})
	fails(t, err, duel.ErrUnsupported)
	_, err = three.Get(duel.BadThresholds)
	fails(t, err, duel.ErrUnsupported)
	_, err = duel.Fit(background, s, duel.Options{BothBad: duel.BothBadOutcome})
	fails(t, err, duel.ErrUnsupported)
	_, err = duel.Fit(background, s, duel.Options{Outcome: duel.Davidson, BadThreshold: duel.BadAdditive})
	fails(t, err, duel.ErrUnsupported)
	options.BadThreshold = 2
	_, err = duel.Fit(background, s, options)
	fails(t, err, duel.ErrArgument)
}
