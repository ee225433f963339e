package duel_test

import (
	"math"
	"slices"
	"testing"

	duel "github.com/duel-ranking/duel/bindings/go"
)

func TestGivenModels(t *testing.T) {
	s := set(t, citationRows())
	truth := []float64{0.5, -1, 0, 0.5, 0.25} // scores, then the position effect
	m, err := duel.GivenModel(s, duel.Options{Position: duel.PositionShared}, truth)
	must(t, err)
	defer m.Close()
	scores, err := plainScores(m)
	must(t, err)
	near(t, "score", scores, truth[:4], 1e-12)
	if got := info(t, m); got.Stop != duel.StopGiven || got.Stop.String() != "given" || got.Iterations != 0 {
		t.Errorf("info is %+v", got)
	}
	p, err := m.Probabilities(background, duel.Rows{
		Left: duel.Names([]string{"Biometrika"}), Right: duel.Names([]string{"JASA"}),
	}, duel.InferenceOptions{})
	must(t, err)
	near(t, "probability", []float64{p[0].Left.Value}, []float64{1 / (1 + math.Exp(-0.75))}, 1e-12)

	drawn, err := m.Simulate(nil, 1)
	must(t, err)
	defer drawn.Close()
	cells := func(s *duel.Set) []duel.SetCellsRow {
		out, err := s.Cells()
		must(t, err)
		return out
	}
	before, after := cells(s), cells(drawn)
	for row := range before {
		if got, want := after[row].LeftWins+after[row].RightWins, before[row].LeftWins+before[row].RightWins; got != want {
			t.Errorf("cell %d has %v comparisons, not %v", row, got, want)
		}
	}
	again := fit(t, drawn, duel.Options{Position: duel.PositionShared, Covariance: duel.CovarianceExpected})
	for i, e := range estimates(t, again, duel.Scores, duel.InferenceOptions{}) {
		if math.Abs(e.Value-truth[i]) > 4*e.StandardError {
			t.Errorf("score %d of data from the model is %+v, not %v", i, e, truth[i])
		}
	}
	for seed, same := range map[uint64]bool{1: true, 2: false} {
		other, err := m.Simulate(s, seed)
		must(t, err)
		defer other.Close()
		if slices.Equal(cells(other), after) != same {
			t.Errorf("seed %d and seed 1 give the same data: %v", seed, !same)
		}
	}

	// A study that has only been planned.
	plan := set(t)
	must(t, plan.Intern(duel.Item, "a", "b"))
	planned, err := duel.GivenModel(plan, duel.Options{}, []float64{1, -1})
	must(t, err)
	defer planned.Close()
	design := set(t, duel.Rows{
		Left: duel.Names([]string{"b"}), Right: duel.Names([]string{"a"}), Score: duel.Numbers([]int{1}),
		Weight: duel.Numbers([]int{10_000}),
	})
	answers, err := planned.Simulate(design, 3)
	must(t, err)
	defer answers.Close()
	items, err := answers.Items()
	must(t, err)
	near(t, "share of a", []float64{items[1].Wins / 10_000}, []float64{1 / (1 + math.Exp(-2))}, 0.02)

	for _, parameters := range [][]float64{nil, {1, 2, 3}, {1, 2, 3, 4, math.NaN()}} {
		if _, err := duel.GivenModel(s, duel.Options{Position: duel.PositionShared}, parameters); err == nil {
			t.Errorf("parameters %v are taken", parameters)
		}
	}
	_, err = duel.GivenModel(nil, duel.Options{}, truth)
	fails(t, err, duel.ErrNull)
	_, err = planned.Simulate(s, 1)
	fails(t, err, duel.ErrName)
	_, err = planned.Simulate(&duel.Set{}, 1)
	fails(t, err, duel.ErrNull)
}

// A fit that starts from another takes fewer steps to the same place.
func TestStart(t *testing.T) {
	s := set(t, judgedRows())
	sensitivity := duel.Options{Strength: duel.Sensitivity}
	m := fit(t, s, sensitivity)
	must(t, s.Append(duel.Rows{
		Judge: duel.IDs([]int{0}), Left: duel.IDs([]int{1}), Right: duel.IDs([]int{2}), Score: duel.Numbers([]int{1}),
	}))
	cold := fit(t, s, sensitivity)
	sensitivity.Start = m
	warm := fit(t, s, sensitivity)
	want, err := plainScores(cold)
	must(t, err)
	got, err := plainScores(warm)
	must(t, err)
	near(t, "score", got, want, 1e-8)
	if c, w := info(t, cold).Iterations, info(t, warm).Iterations; w >= c {
		t.Errorf("%d iterations from another model, %d from the data", w, c)
	}
	sensitivity.Start = &duel.Model{}
	_, err = duel.Fit(background, s, sensitivity)
	fails(t, err, duel.ErrNull)
}

// A covariate as an offset is one with coefficient one.
func TestOffsets(t *testing.T) {
	s := set(t, citationRows())
	head := []float64{0.5, -1, 0, 0.25}
	must(t, s.Covariate(duel.CovariateValues{
		Name: "head start", Item: duel.Names(s.Names(duel.Item)), Value: duel.Numbers(head),
	}))
	plain, err := plainScores(fit(t, s, duel.Options{}))
	must(t, err)
	got, err := plainScores(fit(t, s, duel.Options{Offsets: []string{"head start"}}))
	must(t, err)
	for i := range got {
		near(t, "difference", []float64{got[i] - got[0]}, []float64{plain[i] - head[i] - plain[0] + head[0]}, 1e-8)
	}
	_, err = duel.Fit(background, s, duel.Options{Offsets: []string{"nothing"}})
	fails(t, err, duel.ErrName)
	_, err = duel.Fit(background, s, duel.Options{Offsets: []string{"\x00"}})
	fails(t, err, duel.ErrName)
}

// Firth's scores are finite where an item never loses.
func TestBiasReduction(t *testing.T) {
	chain := duel.Rows{
		Left: duel.Names([]string{"a", "b"}), Right: duel.Names([]string{"b", "c"}), Score: duel.Numbers([]int{1, 1}),
	}
	scores := estimates(t, fit(t, set(t, chain), duel.Options{BiasReduction: duel.BiasFirth}), duel.Scores,
		duel.InferenceOptions{Covariance: duel.CovarianceExpected})
	// Each difference is of one game won: log((1 + 1/2) / (0 + 1/2)).
	near(t, "score", values(scores), []float64{math.Log(3), 0, -math.Log(3)}, 1e-8)
	_, err := duel.Fit(background, set(t, chain), duel.Options{BiasReduction: 9})
	fails(t, err, duel.ErrArgument)
	_, err = duel.Fit(background, set(t, chain), duel.Options{BiasReduction: duel.BiasFirth, Outcome: duel.Davidson})
	fails(t, err, duel.ErrUnsupported)
}

// The covariates of new contexts come from another set.
func TestNewContexts(t *testing.T) {
	length := func(s *duel.Set, context string, a, b float64) {
		must(t, s.Covariate(duel.CovariateValues{
			Name: "length", Context: duel.Names([]string{context, context}), Item: duel.Names([]string{"a", "b"}),
			Value: duel.Numbers([]float64{a, b}),
		}))
	}
	s := set(t, duel.Rows{
		Left: duel.Names([]string{"a", "a", "a"}), Right: duel.Names([]string{"b", "b", "b"}),
		Context: duel.Names([]string{"p", "q", "r"}),
		Wins:    duel.Numbers([]int{6, 5, 2}), Losses: duel.Numbers([]int{2, 4, 6}),
	})
	length(s, "p", 2, 1)
	length(s, "q", 1, 1)
	length(s, "r", 1, 2)
	m := fit(t, s, duel.Options{Covariates: []string{"length"}})
	next := set(t)
	must(t, next.Intern(duel.Item, "b", "a"))
	must(t, next.Intern(duel.Context, "new"))
	length(next, "new", 3, 1)
	pair := duel.Rows{Left: duel.Names([]string{"a"}), Right: duel.Names([]string{"b"}), Context: duel.Names([]string{"new"})}
	p, err := m.Probabilities(background, pair, duel.InferenceOptions{Contexts: next})
	must(t, err)
	scores, err := plainScores(m)
	must(t, err)
	effects, err := m.Effects()
	must(t, err)
	near(t, "probability", []float64{p[0].Left.Value},
		[]float64{1 / (1 + math.Exp(-(scores[0] - scores[1] + 2*effects[0])))}, 1e-12)
	_, err = m.Probabilities(background, pair, duel.InferenceOptions{})
	fails(t, err, duel.ErrName)
	_, err = m.Probabilities(background, pair, duel.InferenceOptions{Contexts: &duel.Set{}})
	fails(t, err, duel.ErrNull)
}

func TestScalesOfProbability(t *testing.T) {
	m := fit(t, set(t, citationRows()), duel.Options{})
	rates, err := m.WinRates()
	must(t, err)
	shares, err := m.Shares()
	must(t, err)
	want, sum := make([]float64, 4), 0.0
	for i, a := range citations.scores {
		sum += math.Exp(a)
		for j, b := range citations.scores {
			if j != i {
				want[i] += 1 / (1 + math.Exp(b-a)) / 3
			}
		}
	}
	near(t, "win rate", rates, want, 1e-9)
	for i, share := range shares {
		near(t, "share", []float64{share}, []float64{math.Exp(citations.scores[i]) / sum}, 1e-9)
	}
	for _, what := range []duel.Quantity{duel.WinRates, duel.Shares} {
		for _, e := range estimates(t, m, what, duel.InferenceOptions{}) {
			logit := func(p float64) float64 { return math.Log(p / (1 - p)) }
			near(t, "middle on the logit scale", []float64{(logit(e.Lower) + logit(e.Upper)) / 2}, []float64{logit(e.Value)}, 1e-9)
		}
	}
}

func TestProfile(t *testing.T) {
	// One pair: 2 (l - l(v)) has a closed form.
	m := fit(t, set(t, duel.Rows{
		Left: duel.Names([]string{"a"}), Right: duel.Names([]string{"b"}),
		Wins: duel.Numbers([]int{9}), Losses: duel.Numbers([]int{1}),
	}), duel.Options{Covariance: duel.CovarianceExpected})
	difference := duel.Matrix{Rows: 1, Columns: 2, Data: []float64{1, -1}}
	got, err := m.Profile(background, duel.Scores, difference, duel.InferenceOptions{})
	must(t, err)
	l := func(v float64) float64 { return -9*math.Log1p(math.Exp(-v)) - math.Log1p(math.Exp(v)) }
	for _, end := range []float64{got[0].Lower, got[0].Upper} {
		near(t, "twice the fall of the log-likelihood", []float64{2 * (l(math.Log(9)) - l(end))}, []float64{3.841458820694124}, 1e-5)
	}
	if !(got[0].Lower < math.Log(9) && math.Log(9) < got[0].Upper) {
		t.Errorf("profile is %+v", got)
	}
	each, err := m.Profile(background, duel.Scores, duel.Matrix{}, duel.InferenceOptions{})
	must(t, err)
	if len(each) != 2 {
		t.Fatalf("%d intervals, not 2", len(each))
	}
	near(t, "profile of a score", []float64{each[0].Lower, each[0].Upper}, []float64{got[0].Lower / 2, got[0].Upper / 2}, 1e-6)
	wide, err := m.Profile(background, duel.Scores, duel.Matrix{}, duel.InferenceOptions{Intervals: duel.Bonferroni})
	must(t, err)
	if !(wide[0].Upper > each[0].Upper) {
		t.Errorf("profiles are %+v at once, %+v each", wide, each)
	}

	separated := fit(t, set(t, duel.Rows{
		Left: duel.Names([]string{"a"}), Right: duel.Names([]string{"b"}), Score: duel.Numbers([]int{1}),
	}), duel.Options{Accept: duel.FitSeparated})
	// One win: the likelihood 1/(1+exp(-v)) falls by 3.84/2 at v = -log(exp(1.92)-1), and never above.
	got, err = separated.Profile(background, duel.Scores, difference, duel.InferenceOptions{Covariance: duel.CovarianceObserved})
	must(t, err)
	near(t, "the lower end", []float64{got[0].Lower}, []float64{-math.Log(math.Expm1(3.841458820694124 / 2))}, 1e-4)
	if !math.IsInf(got[0].Upper, 1) {
		t.Errorf("profile of a separated score is %+v", got)
	}
	_, err = m.Profile(background, duel.Scores, duel.Matrix{Rows: 1, Columns: 1, Data: []float64{1}}, duel.InferenceOptions{})
	fails(t, err, duel.ErrSize)
	_, err = m.Profile(background, duel.WinRates, duel.Matrix{}, duel.InferenceOptions{})
	fails(t, err, duel.ErrUnsupported)
	_, err = m.Profile(background, duel.Scores, duel.Matrix{}, duel.InferenceOptions{Intervals: duel.Simultaneous})
	fails(t, err, duel.ErrUnsupported)
}

func TestTwoWays(t *testing.T) {
	m := fit(t, set(t, votes()), duel.Options{Ridge: 1})
	options := duel.InferenceOptions{Covariance: duel.CovarianceClusteredTwoWay}
	variances := func(kind duel.CovarianceKind, correction duel.Correction) duel.Matrix {
		out, err := m.Estimate(duel.Scores,
			duel.InferenceOptions{Covariance: kind, Correction: correction}).Covariance(background)
		must(t, err)
		return out
	}
	both := variances(duel.CovarianceClusteredTwoWay, duel.CorrectionNone)
	for _, kind := range []duel.CovarianceKind{duel.CovarianceClusteredByContext, duel.CovarianceClusteredByJudge} {
		if slices.Equal(both.Data, variances(kind, duel.CorrectionNone).Data) {
			t.Errorf("two ways are the same as kind %d", kind)
		}
	}
	options.Correction = duel.CorrectionCR2
	_, err := m.Estimate(duel.Scores, options).Covariance(background)
	fails(t, err, duel.ErrUnsupported)
	options = duel.InferenceOptions{Covariance: duel.CovarianceExpected, Correction: duel.CorrectionCR1}
	_, err = m.Estimate(duel.Scores, options).Covariance(background)
	fails(t, err, duel.ErrUnsupported)
	options = duel.InferenceOptions{Quantiles: 9}
	_, err = m.Estimate(duel.Scores, options).Covariance(background)
	fails(t, err, duel.ErrArgument)
}
