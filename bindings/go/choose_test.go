package duel_test

import (
	"context"
	"math"
	"reflect"
	"testing"
	"time"

	duel "github.com/duel-ranking/duel/bindings/go"
)

// Every new choice reaches the library and comes back.
func TestShapesComeBack(t *testing.T) {
	s := set(t, judgedRows())
	got := info(t, fit(t, s, duel.Options{
		Outcome: duel.RaoKupper, Threshold: duel.ThresholdAdditive, ThresholdOffsets: duel.OffsetsByJudge,
		TieLink: duel.LinkLinear, BelowZero: duel.BelowZeroZero, TieRidge: 1,
	}))
	if got.Threshold != duel.ThresholdAdditive || got.ThresholdOffsets != duel.OffsetsByJudge ||
		got.TieLink != duel.LinkLinear || got.TieFactors != 0 {
		t.Errorf("info is %+v", got)
	}
	m := fit(t, s, duel.Options{Outcome: duel.Davidson, Threshold: duel.ThresholdAdditive, ThresholdOffsets: duel.OffsetsByJudge})
	offsets, err := m.ThresholdOffsets()
	must(t, err)
	sum := 0.0
	for _, offset := range offsets {
		sum += offset
	}
	if len(offsets) != 4 || math.Abs(sum) > 1e-12 || offsets[0] == 0 {
		t.Errorf("offsets are %v", offsets)
	}
	// The same model by two names.
	by := info(t, fit(t, s, duel.Options{Outcome: duel.Davidson, Threshold: duel.ThresholdByJudge}))
	single := info(t, fit(t, s, duel.Options{Outcome: duel.Davidson, ThresholdOffsets: duel.OffsetsByJudge}))
	if !math.IsNaN(by.Consensus) || !math.IsNaN(single.Consensus) {
		t.Errorf("consensus of alike judges is %v and %v", by.Consensus, single.Consensus)
	}
	by.Consensus, single.Consensus = 0, 0
	if by != single || by.ThresholdOffsets != duel.OffsetsByJudge {
		t.Errorf("info is %+v by judge, %+v with offsets", by, single)
	}
	// A ridge draws thresholds together: towards one.
	loose := columnSpread(t, s, 0.01)
	tight := columnSpread(t, s, 100)
	if !(tight < 0.2*loose) {
		t.Errorf("thresholds spread %g with a ridge of 100, %g with 0.01", tight, loose)
	}
	for name, options := range map[string]duel.Options{
		"a basis without factors":  {Outcome: duel.Davidson, TieBasis: duel.BasisPaper},
		"a link of Davidson":       {Outcome: duel.Davidson, Threshold: duel.ThresholdAdditive, TieLink: duel.LinkLinear},
		"a ridge without items":    {Outcome: duel.Davidson, TieRidge: 1},
		"factors of no threshold":  {Outcome: duel.Davidson, TieFactors: 2},
		"a spread with judges":     {Spread: duel.SpreadDiagonal, Strength: duel.Sensitivity},
		"a ridge without spread":   {SpreadRidge: 1},
		"columns without factors":  {Spread: duel.SpreadDiagonal, SpreadFactors: 1},
		"below zero with softplus": {Outcome: duel.RaoKupper, Threshold: duel.ThresholdAdditive, BelowZero: duel.BelowZeroZero},
	} {
		_, err := duel.Fit(background, s, options)
		t.Run(name, func(t *testing.T) { fails(t, err, duel.ErrUnsupported) })
	}
	_, err = duel.Fit(background, s, duel.Options{Spread: duel.SpreadFactors, SpreadFactors: 5})
	fails(t, err, duel.ErrArgument)
	_, err = duel.Fit(background, s, duel.Options{Spread: duel.SpreadDiagonal, Restarts: math.MaxInt})
	fails(t, err, duel.ErrArgument)
	if math.MaxInt > math.MaxInt32 {
		for _, options := range []duel.Options{{TieFactors: math.MaxInt}, {SpreadFactors: math.MaxInt}, {Threads: math.MaxInt}} {
			_, err = duel.Fit(background, s, options)
			fails(t, err, duel.ErrArgument)
		}
	}
	if got := (duel.FitTieLimit | duel.FitHeywood).String(); got != "tie_limit, heywood" {
		t.Errorf("outcome is %q", got)
	}
}

// columnSpread is how far the thresholds of the items are from each other.
func columnSpread(t *testing.T, s *duel.Set, ridge float64) float64 {
	g, err := fit(t, s, duel.Options{Outcome: duel.Davidson, Threshold: duel.ThresholdAdditive, TieRidge: ridge}).Thresholds()
	must(t, err)
	return spread(duel.Matrix{Rows: len(g), Columns: 1, Data: g}, 0)
}

// Many starts, the same bits for any number of threads; and what they met.
func TestRestarts(t *testing.T) {
	s := set(t, springallRows())
	options := duel.Options{
		Spread: duel.SpreadFactors, SpreadFactors: 1, SpreadRidge: 0.5, Restarts: 11, Seed: 3, Threads: 2,
		Accept: duel.FitAny,
	}
	m := fit(t, s, options)
	optima, err := m.Optima()
	must(t, err)
	facts := info(t, m)
	starts := int64(0)
	for i, optimum := range optima {
		starts += optimum.Starts
		if i > 0 && optimum.IsRegular && optimum.Objective < optima[0].Objective {
			t.Errorf("optima are %+v", optima)
		}
		if optimum.FirstStart < 0 || optimum.FirstStart > 11 || optimum.Starts < 1 {
			t.Errorf("optimum is %+v", optimum)
		}
	}
	if facts.Starts != 12 || starts != 12 || facts.Optima != len(optima) || facts.SpreadFactors != 1 {
		t.Errorf("info is %+v, optima %+v", facts, optima)
	}
	near(t, "the one taken", []float64{optima[0].LogLikelihood, optima[0].Objective},
		[]float64{facts.LogLikelihood, facts.Objective}, 1e-12)
	if optima[0].Gradient > 1e-6 || !optima[0].IsRegular {
		t.Errorf("optima are %+v", optima)
	}
	options.Threads = 0
	alone := fit(t, s, options)
	for _, what := range []duel.Quantity{duel.Parameters, duel.Scores} {
		one, err := alone.Get(what)
		must(t, err)
		two, err := m.Get(what)
		must(t, err)
		if !reflect.DeepEqual(one, two) {
			t.Errorf("quantity %d: one thread gives %v, two %v", what, one, two)
		}
	}
	if again, err := alone.Optima(); err != nil || !reflect.DeepEqual(again, optima) {
		t.Errorf("one thread meets %+v, two %+v (%v)", again, optima, err)
	}
	// Lambda is centred, and the largest entry of its column positive.
	loadings, err := m.Loadings()
	must(t, err)
	sum, largest := 0.0, 0.0
	for _, loading := range loadings.Data {
		sum += loading
		if math.Abs(loading) > math.Abs(largest) {
			largest = loading
		}
	}
	if loadings.Rows != 9 || loadings.Columns != 1 || math.Abs(sum) > 1e-12 || largest <= 0 {
		t.Errorf("loadings are %+v", loadings)
	}
	d, err := m.Variances()
	must(t, err)
	spreads, err := m.Spreads()
	must(t, err)
	near(t, "spread", []float64{spreads.At(1, 4)},
		[]float64{d[1] + d[4] + math.Pow(loadings.At(1, 0)-loadings.At(4, 0), 2)}, 1e-12)

	// The diagnostics are saved with the model.
	saved, err := m.Save()
	must(t, err)
	loaded, err := duel.LoadModel(saved)
	must(t, err)
	defer loaded.Close()
	if again, err := loaded.Optima(); err != nil || !reflect.DeepEqual(again, optima) {
		t.Errorf("a loaded model met %+v, not %+v (%v)", again, optima, err)
	}

	// A model at these parameters predicts the same, whatever its shape.
	parameters, err := m.Get(duel.Parameters)
	must(t, err)
	choices := options
	choices.Accept, choices.Restarts, choices.Seed, choices.Threads, choices.Progress = 0, 0, 0, 0, nil
	given, err := duel.GivenModel(s, choices, parameters.Data)
	must(t, err)
	defer given.Close()
	likelihood, _, err := given.LogLikelihood(s)
	must(t, err)
	near(t, "likelihood of the given", []float64{likelihood}, []float64{facts.LogLikelihood}, 1e-12)
	if got := info(t, given); got.Stop != duel.StopGiven || got.Starts != 0 {
		t.Errorf("info is %+v", got)
	}
}

// Restarts that would take minutes are stopped, on one thread and on two.
func TestRestartsAreCancelled(t *testing.T) {
	s := set(t, springallRows())
	for _, threads := range []int{1, 2} {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		start := time.Now()
		_, err := duel.Fit(ctx, s, duel.Options{
			Spread: duel.SpreadFactors, SpreadFactors: 2, SpreadRidge: 0.5, Restarts: 1_000_000, Threads: threads,
		})
		cancel()
		if err != context.DeadlineExceeded {
			t.Errorf("error is %v with %d threads", err, threads)
		}
		t.Logf("%d threads: stopped after %v", threads, time.Since(start))
	}
}

func TestMarginals(t *testing.T) {
	s := set(t, springallRows())
	m := fit(t, s, duel.Options{Outcome: duel.Davidson})
	got, err := m.Marginals(nil)
	must(t, err)
	items, err := s.Items()
	must(t, err)
	wins, err := m.MatchMatrix(background, duel.MatrixExpected, duel.Left, duel.InferenceOptions{})
	must(t, err)
	ties, err := m.MatchMatrix(background, duel.MatrixExpected, duel.Tie, duel.InferenceOptions{})
	must(t, err)
	for i, of := range got {
		near(t, "observed", []float64{of.Comparisons, of.Wins, of.Losses, of.Ties},
			[]float64{items[i].Comparisons, items[i].Wins, items[i].Losses, items[i].Ties}, 1e-12)
		var won, lost, tied float64
		for j := range got {
			if j != i {
				won, lost, tied = won+wins.At(i, j), lost+wins.At(j, i), tied+ties.At(i, j)
			}
		}
		near(t, "expected", []float64{of.ExpectedWins, of.ExpectedLosses, of.ExpectedTies}, []float64{won, lost, tied}, 1e-9)
		// The score equations of Davidson: wins plus half the ties.
		near(t, "score", []float64{of.ExpectedWins + of.ExpectedTies/2}, []float64{of.Wins + of.Ties/2}, 1e-6)
	}
	half, err := fit(t, s, duel.Options{}).Marginals(s)
	must(t, err)
	near(t, "halves", []float64{half[0].Wins, half[0].ExpectedWins},
		[]float64{items[0].Wins + items[0].Ties/2, items[0].Wins + items[0].Ties/2}, 1e-9)
	if !math.IsNaN(half[0].Ties) || !math.IsNaN(half[0].ExpectedTies) {
		t.Errorf("marginal is %+v", half[0])
	}
	_, err = m.Marginals(set(t, citationRows()))
	fails(t, err, duel.ErrName)
	_, err = m.Marginals(&duel.Set{})
	fails(t, err, duel.ErrNull)
	_, err = m.Metrics(nil, duel.ByJudge)
	fails(t, err, duel.ErrArgument)
	_, err = m.Metrics(set(t), duel.ByPair)
	fails(t, err, duel.ErrData)
}

func TestMatchMatrix(t *testing.T) {
	s := set(t, springallRows())
	m := fit(t, s, duel.Options{Outcome: duel.Davidson})
	p, err := m.Probabilities(background, duel.Rows{Left: duel.IDs([]int{2}), Right: duel.IDs([]int{5})}, duel.InferenceOptions{})
	must(t, err)
	at := func(what duel.MatrixKind, outcome duel.Outcome, i, j int) float64 {
		t.Helper()
		got, err := m.MatchMatrix(background, what, outcome, duel.InferenceOptions{})
		must(t, err)
		if got.Rows != 9 || got.Columns != 9 {
			t.Fatalf("the matrix is %d x %d", got.Rows, got.Columns)
		}
		return got.At(i, j)
	}
	near(t, "predicted", []float64{at(duel.MatrixPredicted, duel.Left, 2, 5), at(duel.MatrixPredicted, 0, 5, 2),
		at(duel.MatrixPredicted, duel.Tie, 5, 2)}, []float64{p[0].Left.Value, p[0].Right.Value, p[0].Tie.Value}, 1e-12)
	for _, pair := range springall.pairs {
		i, j, n := pair[0], pair[1], float64(pair[2]+pair[3]+pair[4])
		near(t, "counts", []float64{at(duel.MatrixCounts, duel.Left, i, j), at(duel.MatrixCounts, duel.Left, j, i),
			at(duel.MatrixCounts, duel.Tie, j, i), at(duel.MatrixObserved, duel.Left, i, j), at(duel.MatrixExpected, duel.Left, i, j)},
			[]float64{float64(pair[2]), float64(pair[3]), float64(pair[4]), float64(pair[2]) / n,
				n * at(duel.MatrixPredicted, duel.Left, i, j)}, 1e-9)
	}
	if !math.IsNaN(at(duel.MatrixPredicted, duel.Left, 3, 3)) {
		t.Error("an item has met itself")
	}
	_, err = fit(t, s, duel.Options{}).MatchMatrix(background, duel.MatrixPredicted, duel.Tie, duel.InferenceOptions{})
	fails(t, err, duel.ErrUnsupported)
	_, err = m.MatchMatrix(background, 9, duel.Left, duel.InferenceOptions{})
	fails(t, err, duel.ErrArgument)
}

// Vuong's test from the probabilities of all comparisons, one by one.
func TestVuong(t *testing.T) {
	s := set(t, springallRows())
	first, second := fit(t, s, duel.Options{Outcome: duel.RaoKupper}), fit(t, s, duel.Options{Outcome: duel.Davidson})
	got, err := first.Vuong(background, second, duel.VuongPlain, 0, duel.InferenceOptions{})
	must(t, err)
	var sum, squares, n float64
	for _, pair := range springall.pairs {
		rows := duel.Rows{Left: duel.IDs(pair[:1]), Right: duel.IDs(pair[1:2])}
		p, err := first.Probabilities(background, rows, duel.InferenceOptions{})
		must(t, err)
		q, err := second.Probabilities(background, rows, duel.InferenceOptions{})
		must(t, err)
		for k, of := range [][2]float64{{p[0].Left.Value, q[0].Left.Value}, {p[0].Right.Value, q[0].Right.Value},
			{p[0].Tie.Value, q[0].Tie.Value}} {
			gain, count := math.Log(of[0]/of[1]), float64(pair[2+k])
			sum, squares, n = sum+count*gain, squares+count*gain*gain, n+count
		}
	}
	variance := squares/n - (sum/n)*(sum/n)
	z := sum / math.Sqrt(n*variance)
	near(t, "Vuong's test", []float64{got.Units, got.Gain, got.Variance, got.Statistic, got.P, got.VarianceStatistic},
		[]float64{n, springall.raoKupperLogLikelihood - springall.davidsonLogLikelihood, variance, z,
			math.Erfc(math.Abs(z) / math.Sqrt2), n * variance}, 1e-7)
	if got.By != duel.ByRow || got.Boundary || got.Penalty != 0 || !(got.VarianceP > 0 && got.VarianceP < 1) {
		t.Errorf("Vuong's test is %+v", got)
	}
	// A threshold more is charged as the criteria charge it.
	position := fit(t, s, duel.Options{Outcome: duel.RaoKupper, Position: duel.PositionShared})
	for penalty, want := range map[duel.VuongPenalty]float64{duel.VuongAIC: 1, duel.VuongBIC: 0.5 * math.Log(n)} {
		got, err := position.Vuong(background, second, penalty, duel.ByRow, duel.InferenceOptions{})
		must(t, err)
		near(t, "penalty", []float64{got.Penalty}, []float64{want}, 1e-12)
	}
	_, err = first.Vuong(background, position, duel.VuongPlain, 0, duel.InferenceOptions{})
	fails(t, err, duel.ErrUnsupported) // nested
	for _, other := range []*duel.Model{nil, {}} {
		_, err = first.Vuong(background, other, duel.VuongPlain, 0, duel.InferenceOptions{})
		fails(t, err, duel.ErrNull)
	}
	_, err = first.Vuong(background, second, 9, 0, duel.InferenceOptions{})
	fails(t, err, duel.ErrArgument)
}
