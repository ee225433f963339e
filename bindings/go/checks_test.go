package duel_test

import (
	"math"
	"reflect"
	"testing"

	duel "github.com/duel-ranking/duel/bindings/go"
)

func TestAccuracy(t *testing.T) {
	// One pair, won 30 to 10: the model predicts 3/4.
	s := set(t, duel.Rows{
		Left: duel.Names([]string{"a"}), Right: duel.Names([]string{"b"}),
		Wins: duel.Numbers([]int{30}), Losses: duel.Numbers([]int{10}),
	})
	m := fit(t, s, duel.Options{})
	got, err := m.Accuracy(nil)
	must(t, err)
	near(t, "accuracy", []float64{
		got.Comparisons, got.LogScore, got.Brier, got.Decided, got.Accuracy, got.CalibrationError,
	}, []float64{
		40, 0.75*math.Log(0.75) + 0.25*math.Log(0.25), 2 * (0.75*0.0625 + 0.25*0.5625), 40, 0.75, 0,
	}, 1e-9)
	if again, err := m.Accuracy(s); err != nil || !reflect.DeepEqual(pickAccuracy(again), pickAccuracy(got)) {
		t.Errorf("accuracy of its own set is %+v, %v", again, err)
	}

	// Held out: the other way round, before a prediction of 3/4.
	held := set(t, duel.Rows{Left: duel.Names([]string{"a"}), Right: duel.Names([]string{"b"}), Score: duel.Numbers([]int{0})})
	got, err = m.Accuracy(held)
	must(t, err)
	near(t, "held out", []float64{got.Comparisons, got.LogScore, got.Accuracy}, []float64{1, math.Log(0.25), 0}, 1e-9)

	// A season's own predictions are calibrated: intercept 0 and slope 1.
	home := fit(t, set(t, baseballRows()), duel.Options{Position: duel.PositionShared})
	got, err = home.Accuracy(nil)
	must(t, err)
	near(t, "Cox's regression", []float64{got.Intercept, got.Slope}, []float64{0, 1}, 1e-6)
	if !(got.InterceptStandardError > 0 && got.SlopeStandardError > 0) {
		t.Errorf("accuracy is %+v", got)
	}

	_, err = m.Accuracy(set(t, citationRows()))
	fails(t, err, duel.ErrName)
	_, err = m.Accuracy(set(t))
	fails(t, err, duel.ErrData)
	_, err = m.Accuracy(&duel.Set{})
	fails(t, err, duel.ErrNull)
}

// pickAccuracy are the fields that are numbers for one pair.
func pickAccuracy(a duel.Accuracy) []float64 {
	return []float64{a.Comparisons, a.LogScore, a.Brier, a.Decided, a.Accuracy, a.CalibrationError}
}

func TestCalibration(t *testing.T) {
	s := set(t, baseballRows())
	m := fit(t, s, duel.Options{Position: duel.PositionShared})
	for asked, want := range map[int]int{0: 10, 4: 4} {
		bins, err := m.Calibration(s, asked)
		must(t, err)
		if len(bins) != want {
			t.Fatalf("%d bins, not %d", len(bins), want)
		}
		total, last := 0.0, 0.5
		for _, b := range bins {
			total += b.Comparisons
			if !(b.PredictedShare >= last && b.ObservedShareLower < b.ObservedShare && b.ObservedShare < b.ObservedShareUpper) {
				t.Errorf("bins are %+v", bins)
			}
			last = b.PredictedShare
		}
		near(t, "comparisons", []float64{total}, []float64{info(t, m).Comparisons}, 1e-9)
	}
	_, err := m.Calibration(nil, -1)
	fails(t, err, duel.ErrArgument)
	_, err = m.Calibration(nil, math.MaxInt)
	fails(t, err, duel.ErrArgument)
	_, err = m.Calibration(set(t, citationRows()), 4)
	fails(t, err, duel.ErrName)
}

func TestTriads(t *testing.T) {
	// Rock, paper, scissors.
	m := fit(t, set(t, duel.Rows{
		Left: duel.IDs([]int{0, 1, 2}), Right: duel.IDs([]int{1, 2, 0}),
		Wins: duel.Numbers([]int{20, 20, 20}), Losses: duel.Numbers([]int{1, 1, 1}),
	}), duel.Options{})
	got, err := m.Triads(background, 400, duel.InferenceOptions{Seed: 4, Threads: 2})
	must(t, err)
	// All are equal: two of eight orders of 21 games each are circular.
	if got.Triads != 1 || got.Circular != 1 || got.Replicates != 400 || math.Abs(got.Expected-0.25) > 0.07 ||
		math.Abs(got.StandardDeviation-math.Sqrt(got.Expected*(1-got.Expected))) > 0.01 || math.Abs(got.P-0.25) > 0.08 {
		t.Errorf("triads are %+v", got)
	}
	again, err := m.Triads(background, 400, duel.InferenceOptions{Seed: 4})
	must(t, err)
	if got != again {
		t.Errorf("two threads give %+v, one %+v", got, again)
	}
	_, err = m.Triads(background, -1, duel.InferenceOptions{})
	fails(t, err, duel.ErrArgument)
}

func TestGoodness(t *testing.T) {
	m := fit(t, set(t, baseballRows()), duel.Options{Position: duel.PositionShared})
	got, err := m.Goodness(background, 200, duel.InferenceOptions{Seed: 1})
	must(t, err)
	criteria, err := m.Criteria()
	must(t, err)
	near(t, "value", []float64{got.Pearson, got.Deviance}, []float64{criteria.Pearson, criteria.Deviance}, 1e-9)
	for _, statistic := range []struct{ expected, deviation, p float64 }{
		{got.PearsonExpected, got.PearsonDeviation, got.PearsonP},
		{got.DevianceExpected, got.DevianceDeviation, got.DevianceP},
	} {
		// Six games in a cell: about chi-square of 35 degrees of freedom.
		if !(math.Abs(statistic.expected-criteria.DF) < 6 && math.Abs(statistic.deviation-math.Sqrt(2*criteria.DF)) < 3 &&
			statistic.p > 0.05 && statistic.p < 0.95) {
			t.Errorf("statistic is %+v", statistic)
		}
	}
	if got.Used+got.Failed != 200 || got.Used < 190 {
		t.Errorf("goodness is %+v", got)
	}
	// A circle does not fit.
	circle := fit(t, set(t, duel.Rows{
		Left: duel.IDs([]int{0, 1, 2}), Right: duel.IDs([]int{1, 2, 0}),
		Wins: duel.Numbers([]int{20, 20, 20}), Losses: duel.Numbers([]int{1, 1, 1}),
	}), duel.Options{})
	if got, err := circle.Goodness(background, 200, duel.InferenceOptions{}); err != nil || got.DevianceP > 0.01 || got.PearsonP > 0.01 {
		t.Errorf("goodness of a circle is %+v, %v", got, err)
	}
	_, err = m.Goodness(background, 1, duel.InferenceOptions{})
	fails(t, err, duel.ErrArgument)
	_, err = fit(t, set(t, springallRows()), duel.Options{}).Goodness(background, 10, duel.InferenceOptions{})
	fails(t, err, duel.ErrUnsupported) // ties as halves
}

// The influence of a judge is near the change of a fit without it.
func TestInfluence(t *testing.T) {
	s := set(t, judgedRows())
	m := fit(t, s, duel.Options{})
	got, err := m.Influence(background, duel.ByJudge, duel.InferenceOptions{})
	must(t, err)
	changes, err := m.InfluenceChanges(background, duel.Scores, duel.ByJudge, duel.InferenceOptions{})
	must(t, err)
	if len(got) != 4 {
		t.Fatalf("%d judges", len(got))
	}
	all, err := plainScores(m)
	must(t, err)
	leverage := 0.0
	for k, of := range got {
		leverage += of.Leverage
		var others []int
		for other := range 4 {
			if other != k {
				others = append(others, other)
			}
		}
		rest, err := s.Filter(duel.Judge, others)
		must(t, err)
		defer rest.Close()
		without, err := plainScores(fit(t, rest, duel.Options{}))
		must(t, err)
		for i, change := range changes.Row(k) {
			near(t, "change", []float64{change}, []float64{without[i] - all[i]}, 0.1)
		}
		if changes.Columns != 5 || of.Judge != k || of.Context != -1 || !(of.Distance > 0) || of.Comparisons != 140 {
			t.Errorf("influence of judge %d is %+v", k, of)
		}
	}
	near(t, "sum of leverages", []float64{leverage}, []float64{float64(info(t, m).Dimension)}, 1e-9)
	points, err := m.InfluenceChanges(background, duel.Scores, duel.ByJudge, duel.InferenceOptions{Unit: 100})
	must(t, err)
	near(t, "points", points.Row(2)[:1], []float64{100 * changes.At(2, 0)}, 1e-9)

	v := fit(t, set(t, votes()), duel.Options{Ridge: 1})
	contexts, err := v.Influence(background, duel.ByContext, duel.InferenceOptions{})
	must(t, err)
	rates, err := v.InfluenceChanges(background, duel.WinRates, duel.ByContext, duel.InferenceOptions{})
	must(t, err)
	if len(contexts) != 4 || rates.Columns != 3 || contexts[0].Comparisons != 2 {
		t.Errorf("influence of contexts is %+v", contexts)
	}
	_, err = m.Influence(background, duel.ByPair, duel.InferenceOptions{})
	fails(t, err, duel.ErrArgument)
	_, err = m.Influence(background, duel.ByContext, duel.InferenceOptions{})
	fails(t, err, duel.ErrUnsupported)
}

func TestBadComparisons(t *testing.T) {
	s := set(t, springallRows())
	half, davidson := fit(t, s, duel.Options{}), fit(t, s, duel.Options{Outcome: duel.Davidson})
	other := fit(t, set(t, citationRows()), duel.Options{Position: duel.PositionShared})
	ridge := fit(t, s, duel.Options{Ridge: 1, Position: duel.PositionShared})
	for name, full := range map[string]*duel.Model{"another outcome model": davidson, "other data": other, "a penalty": ridge} {
		_, err := half.Compare(background, full, duel.TestLikelihoodRatio, duel.InferenceOptions{})
		t.Run(name, func(t *testing.T) { fails(t, err, duel.ErrUnsupported) })
	}
	_, err := half.Compare(background, fit(t, s, duel.Options{Position: duel.PositionShared}), 9, duel.InferenceOptions{})
	fails(t, err, duel.ErrArgument)
	for _, full := range []*duel.Model{nil, {}} {
		_, err = half.Compare(background, full, duel.TestWald, duel.InferenceOptions{})
		fails(t, err, duel.ErrNull)
	}
	// With ties as halves the ratio is adjusted.
	ratio, err := half.Compare(background, fit(t, s, duel.Options{Position: duel.PositionShared}),
		duel.TestLikelihoodRatio, duel.InferenceOptions{})
	must(t, err)
	if !ratio.Adjusted || ratio.DF != 1 {
		t.Errorf("ratio is %+v", ratio)
	}
	if got, err := ridge.Criteria(); err != nil || !got.Penalised {
		t.Errorf("criteria are %+v, %v", got, err)
	}
	if got, err := davidson.Criteria(); err != nil || got.OutcomeSpace != duel.SpaceThree {
		t.Errorf("criteria are %+v, %v", got, err)
	}
	if got, err := fit(t, s, duel.Options{Ties: duel.TiesDropped}).Criteria(); err != nil || got.OutcomeSpace != duel.SpaceTwo {
		t.Errorf("criteria are %+v, %v", got, err)
	}
	weighted := votes()
	weighted.Importance = true
	_, err = fit(t, set(t, weighted), duel.Options{}).Criteria()
	fails(t, err, duel.ErrUnsupported)
}
