package duel_test

import (
	"math"
	"slices"
	"testing"

	duel "github.com/duel-ranking/duel/bindings/go"
)

func TestEstimateInfo(t *testing.T) {
	m := fit(t, set(t, judgedRows()), duel.Options{Strength: duel.Sensitivity})
	items := len(estimates(t, m, duel.Scores, duel.InferenceOptions{}))
	judges := len(estimates(t, m, duel.Sensitivities, duel.InferenceOptions{}))
	strengths := m.Estimate(duel.Strengths, duel.InferenceOptions{Level: 0.9, Intervals: duel.Bonferroni})
	info, err := strengths.Info()
	must(t, err)
	if info.Values != judges*items || info.Rows != judges || info.Columns != items || info.Quantity != duel.Strengths ||
		info.Intervals != duel.Bonferroni || info.Covariance != duel.CovarianceSandwich ||
		info.Quantiles != duel.QuantilesNormal || info.Level != 0.9 || !math.IsNaN(info.Replicates) {
		t.Errorf("info is %+v", info)
	}
	// Every value says what it is of.
	rows, err := strengths.Values(background)
	must(t, err)
	for i, row := range rows {
		if row.Judge != i/items || row.Item != i%items || row.Second != -1 || row.Covariate != -1 || row.Factor != -1 {
			t.Errorf("value %d is %+v", i, row)
		}
	}
	b := bootstrap(t, m, duel.BootstrapOptions{Replicates: 20, Weights: duel.WeightsBayesian})
	info, err = m.Estimate(duel.Scores, duel.InferenceOptions{Bootstrap: b}).Info()
	must(t, err)
	if info.Replicates != 20 || info.Covariance != -1 || info.Quantiles != -1 {
		t.Errorf("info of replicates is %+v", info)
	}
	if _, err := m.Estimate(duel.Effects, duel.InferenceOptions{}).Info(); err == nil {
		t.Error("the model has no covariates")
	}
}

// Estimates remember the options that they were made with, and ask their source as it is by then.
func TestEstimatesRemember(t *testing.T) {
	m := fit(t, set(t, citationRows()), duel.Options{})
	weights := []float64{1, 0, 0, 0}
	first := m.Estimate(duel.Scores, duel.InferenceOptions{Normalisation: duel.NormalisationWeighted, Weights: weights})
	before, err := first.Values(background)
	must(t, err)
	weights[0], weights[1] = 0, 1
	after, err := first.Values(background)
	must(t, err)
	if before[0].Value != 0 || !slices.Equal(before, after) {
		t.Errorf("values were %+v and are %+v", before, after)
	}

	g := gars(t, bordaAndOthers, panelOfThree(60))
	borda := g.Estimate(0, duel.GARSDebiased, duel.InferenceOptions{})
	info, err := borda.Info()
	must(t, err)
	if info.Values != 3 || info.Quantity != -1 || info.Covariance != -1 {
		t.Errorf("info of functionals is %+v", info)
	}
	sixty, err := borda.Values(background)
	must(t, err)
	must(t, g.Add(background, panelOfThree(60)))
	more, err := borda.Values(background)
	must(t, err)
	for i := range more {
		near(t, "error from twice the contexts", []float64{more[i].Value, more[i].StandardError * math.Sqrt2},
			[]float64{sixty[i].Value, sixty[i].StandardError}, 1e-9)
	}
	must(t, g.Close())
	_, err = borda.Values(background)
	fails(t, err, duel.ErrNull)
}

func TestNoEstimates(t *testing.T) {
	for _, none := range []*duel.Estimates{nil, {}} {
		_, err := none.Values(background)
		fails(t, err, duel.ErrNull)
		_, err = none.Info()
		fails(t, err, duel.ErrNull)
	}
	// No contrasts are no mistake.
	m := fit(t, set(t, citationRows()), duel.Options{})
	rows, err := m.Estimate(duel.Scores, duel.InferenceOptions{}).Contrasts(background, duel.Matrix{Columns: 4})
	if err != nil || len(rows) != 0 {
		t.Errorf("no contrasts are %+v, %v", rows, err)
	}
}
