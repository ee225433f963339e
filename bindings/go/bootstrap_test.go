package duel_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	duel "github.com/duel-ranking/duel/bindings/go"
)

// bootstrap draws replicates, freed at the end of the test.
func bootstrap(t testing.TB, m *duel.Model, options duel.BootstrapOptions) *duel.Bootstrap {
	t.Helper()
	b, err := duel.NewBootstrap(background, m, options)
	must(t, err)
	t.Cleanup(func() { _ = b.Close() })
	return b
}

// replicate reads a quantity of all replicates.
func replicates(t testing.TB, b *duel.Bootstrap, what duel.Quantity) duel.Matrix {
	t.Helper()
	out, err := b.Get(background, what, duel.InferenceOptions{})
	must(t, err)
	return out
}

// spread is the standard deviation of a column.
func spread(m duel.Matrix, column int) float64 {
	mean, square := 0.0, 0.0
	for row := range m.Rows {
		mean += m.At(row, column) / float64(m.Rows)
	}
	for row := range m.Rows {
		square += (m.At(row, column) - mean) * (m.At(row, column) - mean) / float64(m.Rows-1)
	}
	return math.Sqrt(square)
}

func TestBootstrap(t *testing.T) {
	m := fit(t, set(t, springallRows()), duel.Options{})
	sandwich := standardErrors(estimates(t, m, duel.Scores, duel.InferenceOptions{Covariance: duel.CovarianceSandwich}))
	for name, weights := range map[string]duel.ReplicateWeights{
		"Poisson": duel.WeightsPoisson, "multinomial": duel.WeightsMultinomial, "Bayesian": duel.WeightsBayesian,
	} {
		b := bootstrap(t, m, duel.BootstrapOptions{Weights: weights, Replicates: 800, Seed: 3})
		facts, err := b.Facts()
		must(t, err)
		if facts != (duel.BootstrapInfo{Drawn: 800, Used: 800, By: duel.ByRow}) {
			t.Errorf("%s: facts are %+v", name, facts)
		}
		scores := replicates(t, b, duel.Scores)
		if scores.Rows != 800 || scores.Columns != 9 {
			t.Fatalf("scores of replicates are %d x %d", scores.Rows, scores.Columns)
		}
		with := estimates(t, m, duel.Scores, duel.InferenceOptions{Bootstrap: b})
		for i := range 9 {
			near(t, "standard error of the replicates", []float64{with[i].StandardError}, []float64{spread(scores, i)}, 1e-9)
			// 800 replicates leave 2.5 % of noise, and the sandwich is of first order.
			nearRelative(t, name, []float64{with[i].StandardError}, sandwich[i:i+1], 0.15)
		}
		if winRates := replicates(t, b, duel.WinRates); winRates.Columns != 9 || !(winRates.At(5, 5) > 0 && winRates.At(5, 5) < 1) {
			t.Errorf("win rates of replicates are %d x %d", winRates.Rows, winRates.Columns)
		}
		_, err = b.Get(background, duel.Sensitivities, duel.InferenceOptions{})
		fails(t, err, duel.ErrUnsupported)
		_, err = b.Get(background, duel.Parameters, duel.InferenceOptions{})
		fails(t, err, duel.ErrArgument)
	}
	parametric := bootstrap(t, fit(t, set(t, citationRows()), duel.Options{}),
		duel.BootstrapOptions{Weights: duel.WeightsParametric, Replicates: 800})
	for i := range 4 {
		nearRelative(t, "parametric", []float64{spread(replicates(t, parametric, duel.Scores), i)}, citations.expected[i:i+1], 0.12)
	}
}

// Each option reaches the library: it changes the replicates, but for threads.
func TestBootstrapOptions(t *testing.T) {
	rows := judgedRows()
	contexts := make([]int, len(judged.cells))
	for i := range contexts {
		contexts[i] = i % 7
	}
	rows.Context = duel.IDs(contexts)
	m := fit(t, set(t, rows), duel.Options{})
	base := duel.BootstrapOptions{Replicates: 60, Seed: 1}
	draw := func(change func(*duel.BootstrapOptions)) []float64 {
		options := base
		change(&options)
		return replicates(t, bootstrap(t, m, options), duel.Scores).Data
	}
	want := draw(func(*duel.BootstrapOptions) {})
	for name, change := range map[string]func(*duel.BootstrapOptions){
		"by row":     func(o *duel.BootstrapOptions) { o.By = duel.ByRow },
		"by pair":    func(o *duel.BootstrapOptions) { o.By = duel.ByPair },
		"by judge":   func(o *duel.BootstrapOptions) { o.By = duel.ByJudge },
		"weights":    func(o *duel.BootstrapOptions) { o.Weights = duel.WeightsBayesian },
		"replicates": func(o *duel.BootstrapOptions) { o.Replicates = 61 },
		"seed":       func(o *duel.BootstrapOptions) { o.Seed = 2 },
		"one step":   func(o *duel.BootstrapOptions) { o.OneStep = true },
	} {
		if reflect.DeepEqual(draw(change), want) {
			t.Errorf("%s makes no difference", name)
		}
	}
	for name, change := range map[string]func(*duel.BootstrapOptions){
		// Contexts repeat, and the model's covariance is clustered by them.
		"by context":  func(o *duel.BootstrapOptions) { o.By = duel.ByContext },
		"two threads": func(o *duel.BootstrapOptions) { o.Threads = 2 },
	} {
		if !reflect.DeepEqual(draw(change), want) {
			t.Errorf("%s makes a difference", name)
		}
	}
}

// The default unit is that which the model's covariance takes as independent.
func TestBootstrapFollowsTheCovariance(t *testing.T) {
	rows := judgedRows()
	plain := set(t, rows)
	contexts := make([]int, len(judged.cells))
	for i := range contexts {
		contexts[i] = i % 7
	}
	rows.Context = duel.IDs(contexts)
	repeated := set(t, rows)
	for name, test := range map[string]struct {
		set        *duel.Set
		covariance duel.CovarianceKind
		want       duel.Unit
	}{
		"no contexts": {plain, duel.CovarianceAuto, duel.ByRow},
		"contexts":    {repeated, duel.CovarianceAuto, duel.ByContext},
		"judges":      {plain, duel.CovarianceClusteredByJudge, duel.ByJudge},
		"sandwich":    {repeated, duel.CovarianceSandwich, duel.ByRow},
		"expected":    {repeated, duel.CovarianceExpected, duel.ByRow},
	} {
		m := fit(t, test.set, duel.Options{Covariance: test.covariance})
		b := bootstrap(t, m, duel.BootstrapOptions{Replicates: 20, Seed: 1})
		facts, err := b.Facts()
		must(t, err)
		if facts.By != test.want {
			t.Errorf("%s: by is %d, not %d", name, facts.By, test.want)
		}
		said := bootstrap(t, m, duel.BootstrapOptions{Replicates: 20, Seed: 1, By: test.want})
		if !reflect.DeepEqual(replicates(t, b, duel.Scores), replicates(t, said, duel.Scores)) {
			t.Errorf("%s: other replicates than of the unit that they name", name)
		}
	}
	both := fit(t, repeated, duel.Options{Covariance: duel.CovarianceClusteredTwoWay})
	_, err := duel.NewBootstrap(background, both, duel.BootstrapOptions{})
	fails(t, err, duel.ErrUnsupported)
	bootstrap(t, both, duel.BootstrapOptions{Replicates: 20, By: duel.ByJudge})
}

func TestBootstrapIntervals(t *testing.T) {
	m := fit(t, set(t, springallRows()), duel.Options{})
	b := bootstrap(t, m, duel.BootstrapOptions{Replicates: 400, Weights: duel.WeightsBayesian})
	seen := map[duel.Estimate]string{}
	for name, kind := range map[string]duel.BootstrapInterval{
		"BCa": duel.IntervalBCa, "percentile": duel.IntervalPercentile, "basic": duel.IntervalBasic,
		"studentised": duel.IntervalStudentised,
	} {
		for suffix, intervals := range map[string]duel.Intervals{"": duel.Marginal, ", simultaneous": duel.Simultaneous} {
			e := estimates(t, m, duel.Scores, duel.InferenceOptions{
				Bootstrap: b, BootstrapInterval: kind, Intervals: intervals,
			})[2]
			if !(e.Lower < e.Value && e.Value < e.Upper) {
				t.Errorf("%s%s is %+v", name, suffix, e)
			}
			if intervals == duel.Simultaneous && kind != duel.IntervalStudentised {
				continue // one form for the three
			}
			if other, found := seen[e]; found {
				t.Errorf("%s%s is the same as %s", name, suffix, other)
			}
			seen[e] = name + suffix
		}
	}
	// Percentile and basic intervals are each other's mirror images.
	percentile := estimates(t, m, duel.Scores, duel.InferenceOptions{Bootstrap: b, BootstrapInterval: duel.IntervalPercentile})
	basic := estimates(t, m, duel.Scores, duel.InferenceOptions{Bootstrap: b, BootstrapInterval: duel.IntervalBasic})
	for i, p := range percentile {
		near(t, "mirrored interval", []float64{basic[i].Lower, basic[i].Upper},
			[]float64{2*p.Value - p.Upper, 2*p.Value - p.Lower}, 1e-9)
	}
	// Other inference takes the replicates too.
	holm := duel.PairOptions{Adjustment: duel.AdjustHolm}
	plain, err := m.Estimate(duel.Scores, duel.InferenceOptions{}).Pairs(background, holm)
	must(t, err)
	with, err := m.Estimate(duel.Scores, duel.InferenceOptions{Bootstrap: b}).Pairs(background, holm)
	must(t, err)
	if plain[0].StandardError == with[0].StandardError || plain[0].Value != with[0].Value {
		t.Errorf("tests are %+v with replicates, %+v without", with[0], plain[0])
	}
	scores := replicates(t, b, duel.Scores)
	best := 0.0
	for row := range scores.Rows {
		if slices.Max(scores.Row(row)) == scores.At(row, 2) {
			best += 1 / float64(scores.Rows)
		}
	}
	ranks, err := m.RankSummary(background, duel.InferenceOptions{Bootstrap: b})
	must(t, err)
	better, err := m.Superiority(background, duel.InferenceOptions{Bootstrap: b})
	must(t, err)
	near(t, "share of replicates, distribution of the statistic", []float64{ranks[2].BestProbability, better.At(0, 1)},
		[]float64{best, math.Erfc(-with[0].Statistic/math.Sqrt2) / 2}, 1e-9)
}

// Replicates without an estimate are counted and left out.
func TestFailedReplicates(t *testing.T) {
	s := set(t, duel.Rows{
		Left:   duel.Names([]string{"a", "b", "a"}),
		Right:  duel.Names([]string{"b", "c", "c"}),
		Wins:   duel.Numbers([]int{2, 2, 3}),
		Losses: duel.Numbers([]int{2, 2, 1}),
	})
	b := bootstrap(t, fit(t, s, duel.Options{}), duel.BootstrapOptions{Replicates: 500})
	facts, err := b.Facts()
	must(t, err)
	failed := facts.Disconnected + facts.Separated + facts.Undetermined + facts.Flat + facts.NotConverged
	if facts.Separated == 0 || facts.Used == 0 || facts.Used+failed != facts.Drawn || facts.Drawn != 500 {
		t.Errorf("facts are %+v", facts)
	}
	if scores := replicates(t, b, duel.Scores); scores.Rows != facts.Used {
		t.Errorf("%d replicates are shown, %d have an estimate", scores.Rows, facts.Used)
	}

	chain := set(t, duel.Rows{
		Left: duel.Names([]string{"a", "b"}), Right: duel.Names([]string{"b", "c"}), Score: duel.Numbers([]int{1, 1}),
	})
	_, err = duel.NewBootstrap(background, fit(t, chain, duel.Options{Accept: duel.FitSeparated}), duel.BootstrapOptions{})
	fails(t, err, duel.ErrNotIdentified)
}

func TestBadBootstraps(t *testing.T) {
	m := fit(t, set(t, votes()), duel.Options{Ridge: 0.1})
	for name, test := range map[string]struct {
		options duel.BootstrapOptions
		code    duel.Code
	}{
		"weights":         {duel.BootstrapOptions{Weights: 9}, duel.ErrArgument},
		"by":              {duel.BootstrapOptions{By: 99}, duel.ErrArgument},
		"one replicate":   {duel.BootstrapOptions{Replicates: 1}, duel.ErrArgument},
		"no replicates":   {duel.BootstrapOptions{Replicates: -1}, duel.ErrArgument},
		"threads":         {duel.BootstrapOptions{Threads: -1}, duel.ErrArgument},
		"many threads":    {duel.BootstrapOptions{Threads: math.MaxInt}, duel.ErrArgument},
		"parametric unit": {duel.BootstrapOptions{Weights: duel.WeightsParametric, By: duel.ByJudge}, duel.ErrUnsupported},
	} {
		b, err := duel.NewBootstrap(background, m, test.options)
		if b != nil {
			t.Errorf("%s: there are replicates", name)
		}
		fails(t, err, test.code)
	}
	_, err := duel.NewBootstrap(background, nil, duel.BootstrapOptions{})
	fails(t, err, duel.ErrNull)

	b := bootstrap(t, m, duel.BootstrapOptions{Replicates: 10, Weights: duel.WeightsBayesian})
	_, err = fit(t, set(t, springallRows()), duel.Options{}).
		Estimate(duel.Scores, duel.InferenceOptions{Bootstrap: b, Level: 0.5}).Values(background)
	fails(t, err, duel.ErrArgument) // replicates of another model
	_, err = m.Estimate(duel.Scores, duel.InferenceOptions{Bootstrap: b, BootstrapInterval: 9}).Values(background)
	fails(t, err, duel.ErrArgument)
	_, err = m.Estimate(duel.Scores, duel.InferenceOptions{Bootstrap: b}).Values(background)
	if err == nil {
		t.Error("ten replicates make 95 % intervals")
	}
}

func TestClosedBootstraps(t *testing.T) {
	m := fit(t, set(t, citationRows()), duel.Options{})
	shut := bootstrap(t, m, duel.BootstrapOptions{Replicates: 10})
	must(t, shut.Close())
	for _, b := range []*duel.Bootstrap{nil, {}, shut} {
		_, err := b.Facts()
		fails(t, err, duel.ErrNull)
		_, err = b.Get(background, duel.Scores, duel.InferenceOptions{})
		fails(t, err, duel.ErrNull)
		must(t, b.Close())
		if b != nil { // nil options mean none
			_, err = m.Estimate(duel.Scores, duel.InferenceOptions{Bootstrap: b}).Ranks(background)
			fails(t, err, duel.ErrNull)
		}
	}
}

// A bootstrap outlives its model and set; it is freed while calls use it, or by the garbage collector.
func TestBootstrapsLiveOn(t *testing.T) {
	s := set(t, citationRows())
	m := fit(t, s, duel.Options{})
	share, err := m.Share()
	must(t, err)
	defer share.Close()
	b := bootstrap(t, m, duel.BootstrapOptions{Replicates: 100})
	must(t, m.Close())
	must(t, s.Close())
	options := duel.InferenceOptions{Bootstrap: b}
	want := estimates(t, share, duel.Scores, options)

	var group sync.WaitGroup
	for range 16 {
		group.Add(1)
		go func() {
			defer group.Done()
			for {
				got, err := share.Estimate(duel.Scores, options).Values(background)
				if err != nil {
					fails(t, err, duel.ErrNull)
					return
				}
				if !reflect.DeepEqual(bare(got), want) {
					t.Error("a concurrent answer differs")
				}
				if _, err := b.Get(background, duel.Scores, duel.InferenceOptions{}); err != nil {
					fails(t, err, duel.ErrNull)
					return
				}
			}
		}()
	}
	time.Sleep(20 * time.Millisecond)
	must(t, b.Close())
	group.Wait()

	for range 50 {
		forgotten, err := duel.NewBootstrap(background, share, duel.BootstrapOptions{Replicates: 90, Seed: 7})
		must(t, err)
		runtime.GC()
		estimates(t, share, duel.Scores, duel.InferenceOptions{Bootstrap: forgotten})
	}
	runtime.GC()
}

func TestBootstrapProgressAndCancel(t *testing.T) {
	m := fit(t, set(t, longRows(300, 40)), duel.Options{})
	cause := errors.New("stop")
	ctx, cancel := context.WithCancelCause(background)
	_, err := duel.NewBootstrap(ctx, m, duel.BootstrapOptions{Replicates: 1_000_000, Progress: func(now duel.Progress) error {
		// Unknown before the first replicate.
		if !(now.Fraction >= 0 && now.Fraction < 1) && !math.IsNaN(now.Fraction) {
			t.Errorf("progress is %+v", now)
		}
		cancel(cause)
		return nil
	}})
	if err != cause {
		t.Errorf("error is %v", err)
	}
	enough := errors.New("enough")
	_, err = duel.NewBootstrap(background, m, duel.BootstrapOptions{
		Replicates: 1_000_000, Progress: func(duel.Progress) error { return enough },
	})
	if err != enough {
		t.Errorf("error is %v", err)
	}
	last := 0.0
	b, err := duel.NewBootstrap(background, m, duel.BootstrapOptions{Replicates: 20, Progress: func(now duel.Progress) error {
		if now.Fraction < last {
			t.Errorf("progress went from %v to %v", last, now.Fraction)
		}
		last = now.Fraction
		return nil
	}})
	closed(t, b, err)
	if last != 1 {
		t.Errorf("the last progress is %v", last)
	}
}
