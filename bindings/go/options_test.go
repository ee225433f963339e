package duel_test

import (
	"math"
	"reflect"
	"testing"

	duel "github.com/duel-ranking/duel/bindings/go"
)

func estimates(t testing.TB, m *duel.Model, what duel.Quantity, options duel.InferenceOptions) []duel.Estimate {
	t.Helper()
	out, err := m.Estimate(what, options).Values(background)
	must(t, err)
	return bare(out)
}

func info(t testing.TB, m *duel.Model) duel.Info {
	t.Helper()
	out, err := m.Info()
	must(t, err)
	return out
}

// Every choice reaches the library and comes back.
func TestChoicesComeBack(t *testing.T) {
	s := set(t, judgedRows())
	got := info(t, fit(t, s, duel.Options{
		Strength: duel.Sensitivity, Position: duel.PositionByJudge, Outcome: duel.Davidson,
		Threshold: duel.ThresholdByJudge, BothBad: duel.BothBadDropped, Sign: duel.SensitivitySigned,
		Covariance: duel.CovarianceObserved, Accept: duel.FitAny,
	}))
	if got.Strength != duel.Sensitivity || got.Position != duel.PositionByJudge ||
		got.OutcomeLaw != duel.Davidson || got.Threshold != duel.ThresholdByJudge ||
		got.BothBad != duel.BothBadDropped || got.Covariance != duel.CovarianceObserved {
		t.Errorf("info is %+v", got)
	}
	got = info(t, fit(t, s, duel.Options{Position: duel.PositionShared, Ties: duel.TiesDropped}))
	if got.Position != duel.PositionShared || got.OutcomeLaw != duel.BradleyTerry || got.Ties != duel.TiesDropped {
		t.Errorf("info is %+v", got)
	}
	if all := info(t, fit(t, s, duel.Options{})); got.Comparisons >= all.Comparisons {
		t.Errorf("%v comparisons without ties, %v with", got.Comparisons, all.Comparisons)
	}
	m, err := duel.Fit(background, s, duel.Options{MaxIterations: 1, Accept: duel.FitNotConverged})
	must(t, err)
	defer m.Close()
	if got := info(t, m); got.Outcome != duel.FitNotConverged || got.Stop != duel.StopIterations {
		t.Errorf("outcome %v, stop %v after one iteration", got.Outcome, got.Stop)
	}
	_, err = duel.Fit(background, s, duel.Options{MaxIterations: 1})
	fails(t, err, duel.ErrNotConverged)
}

func TestBothBadDropped(t *testing.T) {
	s := set(t, votes())
	kept := info(t, fit(t, s, duel.Options{})).Comparisons
	dropped := info(t, fit(t, s, duel.Options{BothBad: duel.BothBadDropped})).Comparisons
	if kept != 9 || dropped != 6 {
		t.Errorf("%v comparisons, %v without both bad", kept, dropped)
	}
}

func TestPenalties(t *testing.T) {
	// Two items, a wins 3 of 4. The score difference d solves 4 p(d) - 3 = -penalty'.
	s := set(t, duel.Rows{
		Left: duel.Names([]string{"a"}), Right: duel.Names([]string{"b"}),
		Wins: duel.Numbers([]int{3}), Losses: duel.Numbers([]int{1}),
	})
	p := func(d float64) float64 { return 1 / (1 + math.Exp(-d)) }

	scores, err := plainScores(fit(t, s, duel.Options{Ridge: 0.5}))
	must(t, err)
	// 0.5 ridge (2 (d/2)^2) has the derivative ridge d / 2.
	d := scores[0] - scores[1]
	near(t, "score equation with ridge", []float64{4*p(d) - 3 + 0.5*d/2}, []float64{0}, 1e-9)

	scores, err = plainScores(fit(t, s, duel.Options{Pseudo: 2}))
	must(t, err)
	// Each item meets one of score 0 four times and wins twice.
	d = scores[0] - scores[1]
	near(t, "score equation with pseudo-comparisons", []float64{4*p(d) - 3 + 4*p(d/2) - 2}, []float64{0}, 1e-9)
}

func TestFixedScores(t *testing.T) {
	s := set(t, citationRows())
	want := []float64{1, math.NaN(), math.NaN(), math.NaN()}
	scores, err := plainScores(fit(t, s, duel.Options{FixedScores: want}))
	must(t, err)
	free, err := plainScores(fit(t, s, duel.Options{}))
	must(t, err)
	for i := range free {
		near(t, "difference", []float64{scores[i] - scores[0]}, []float64{free[i] - free[0]}, 1e-8)
	}
}

func TestInferenceOptions(t *testing.T) {
	s := set(t, springallRows())
	m := fit(t, s, duel.Options{})
	plain := estimates(t, m, duel.Scores, duel.InferenceOptions{})
	width := func(e duel.Estimate) float64 { return (e.Upper - e.Lower) / e.StandardError }

	narrow := estimates(t, m, duel.Scores, duel.InferenceOptions{Level: 0.5})
	near(t, "half width at 50 %", []float64{width(narrow[2]) / 2}, []float64{0.6744897501960817}, 1e-9)
	bonferroni := estimates(t, m, duel.Scores, duel.InferenceOptions{Intervals: duel.Bonferroni})
	near(t, "half width of nine", []float64{width(bonferroni[2]) / 2}, []float64{2.77292129460866}, 1e-9)
	options := duel.InferenceOptions{Intervals: duel.Simultaneous, Seed: 1}
	joint := estimates(t, m, duel.Scores, options)
	if !(width(plain[2]) < width(joint[2]) && width(joint[2]) < 1.01*width(bonferroni[2])) {
		t.Errorf("widths are %v, %v, %v", width(plain[2]), width(joint[2]), width(bonferroni[2]))
	}
	options.Threads = 2
	if got := estimates(t, m, duel.Scores, options); !reflect.DeepEqual(got, joint) {
		t.Error("two threads give another result")
	}
	options.Seed = 2
	other := estimates(t, m, duel.Scores, options)
	if reflect.DeepEqual(other, joint) {
		t.Error("another seed gives the same result")
	}
	// With seed 1 both would be at the bound that independent values set.
	options.Draws = 500
	if got := estimates(t, m, duel.Scores, options); reflect.DeepEqual(got, other) {
		t.Error("fewer draws give the same result")
	}

	elo := estimates(t, m, duel.Scores, duel.InferenceOptions{Unit: 400 / math.Ln10, Origin: 1000})
	for i, e := range elo {
		near(t, "Elo", []float64{e.Value, e.StandardError},
			[]float64{1000 + 400/math.Ln10*plain[i].Value, 400 / math.Ln10 * plain[i].StandardError}, 1e-9)
	}

	reference := estimates(t, m, duel.Scores, duel.InferenceOptions{Normalisation: duel.NormalisationReference, ReferenceItem: 4})
	if reference[4].Value != 0 || reference[4].StandardError != 0 {
		t.Errorf("the reference item has %+v", reference[4])
	}
	weights := []float64{1, 0, 0, 0, 0, 0, 0, 0, 3}
	weighted := estimates(t, m, duel.Scores, duel.InferenceOptions{Normalisation: duel.NormalisationWeighted, Weights: weights})
	near(t, "weighted mean", []float64{weighted[0].Value + 3*weighted[8].Value}, []float64{0}, 1e-9)
}

func TestReferenceJudge(t *testing.T) {
	m := fit(t, set(t, judgedRows()), duel.Options{Strength: duel.Sensitivity})
	gamma := estimates(t, m, duel.Sensitivities,
		duel.InferenceOptions{Scale: duel.ScaleReference, ReferenceJudge: 2})
	if gamma[2].Value != 1 || gamma[2].StandardError != 0 {
		t.Errorf("the reference judge has %+v", gamma[2])
	}
	near(t, "ratio", []float64{gamma[0].Value}, []float64{judged.sensitivities[0] / judged.sensitivities[2]}, 1e-8)
}

func TestImportanceWeights(t *testing.T) {
	rows := votes()
	rows.Importance = true
	s := set(t, rows)
	totals, err := s.Info()
	must(t, err)
	// Kish: the square of the sum of weights over the sum of their squares.
	near(t, "effective number", []float64{totals.Effective}, []float64{81.0 / 17}, 1e-12)
	m := fit(t, s, duel.Options{})
	_, err = m.Estimate(duel.Scores, duel.InferenceOptions{Covariance: duel.CovarianceExpected}).Values(background)
	fails(t, err, duel.ErrUnsupported)
}
