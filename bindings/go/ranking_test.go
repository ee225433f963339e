package duel_test

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	duel "github.com/duel-ranking/duel/bindings/go"
)

func TestManyToOneAreContrasts(t *testing.T) {
	m := fit(t, set(t, springallRows()), duel.Options{})
	scores := m.Estimate(duel.Scores, duel.InferenceOptions{Draws: 5000})
	weights := duel.Matrix{Rows: 8, Columns: 9, Data: make([]float64, 72)}
	for row := range 8 {
		item := row
		if row >= 2 {
			item++
		}
		weights.Row(row)[item], weights.Row(row)[2] = 1, -1
	}
	for adjustment := duel.AdjustSingleStep; adjustment <= duel.AdjustBenjaminiYekutieli; adjustment++ {
		pairs, err := scores.Pairs(background, duel.PairOptions{
			Family: duel.ToReference, Adjustment: adjustment, Reference: 2,
		})
		must(t, err)
		contrasts, err := scores.Tests(background, weights, duel.TestOptions{Adjustment: adjustment})
		must(t, err)
		if len(pairs) != 8 || len(contrasts) != 8 {
			t.Fatalf("%d pairs, %d contrasts", len(pairs), len(contrasts))
		}
		own := make([]float64, 8)
		for i, p := range pairs {
			c := contrasts[i]
			if p.Second != 2 || p.First == 2 || i > 0 && p.First <= pairs[i-1].First {
				t.Errorf("test %d is %+v", i, p)
			}
			near(t, "contrast", []float64{c.Value, c.StandardError, c.Statistic, c.P, c.PAdjusted, c.Lower, c.Upper},
				[]float64{p.Value, p.StandardError, p.Statistic, p.P, p.PAdjusted, p.Lower, p.Upper}, 1e-9)
			own[i] = c.Value
		}
		// A contrast is not significant against its own estimate.
		null, err := scores.Tests(background, weights, duel.TestOptions{Adjustment: adjustment, Null: own})
		must(t, err)
		for i, c := range null {
			if c.P < 1-1e-9 || c.Value != own[i] || c.NullValue != own[i] || !(c.Lower < c.Value && c.Value < c.Upper) {
				t.Errorf("contrast %d against itself is %+v", i, c)
			}
		}
	}
}

// Tests, ranks, groups and probabilities tell one story.
func TestRankingAgrees(t *testing.T) {
	m := fit(t, set(t, springallRows()), duel.Options{})
	options := duel.InferenceOptions{Draws: 50_000}
	pairs, err := m.Estimate(duel.Scores, options).Pairs(background, duel.PairOptions{})
	must(t, err)
	groups, err := m.ItemGroups(background, options)
	must(t, err)
	better, err := m.Superiority(background, duel.InferenceOptions{})
	must(t, err)
	probabilities, err := m.RankProbabilities(background, options)
	must(t, err)
	ranks, err := m.RankSummary(background, options)
	must(t, err)
	if len(pairs) != 36 || better.Rows != 9 || better.Columns != 9 || probabilities.Rows != 9 || len(ranks) != 9 {
		t.Fatalf("%d pairs, %d x %d, %d ranks", len(pairs), better.Rows, better.Columns, len(ranks))
	}
	for _, p := range pairs {
		together := slices.ContainsFunc(groups, func(g []int) bool {
			return slices.Contains(g, p.First) && slices.Contains(g, p.Second)
		})
		if apart := p.Lower > 0 || p.Upper < 0; apart == together {
			t.Errorf("%+v: in one group: %v", p, together)
		}
		near(t, "superiority", []float64{better.At(p.First, p.Second), better.At(p.Second, p.First)},
			[]float64{math.Erfc(-p.Statistic/math.Sqrt2) / 2, math.Erfc(p.Statistic/math.Sqrt2) / 2}, 1e-9)
	}
	if !math.IsNaN(better.At(4, 4)) {
		t.Errorf("an item is better than itself with probability %v", better.At(4, 4))
	}
	// The best item has id 2, the worst 6.
	if !slices.Contains(groups[0], 2) || slices.Contains(groups[0], 6) {
		t.Errorf("groups are %v", groups)
	}
	for i, r := range ranks {
		sum, expected, square := 0.0, 0.0, 0.0
		for column, p := range probabilities.Row(i) {
			sum += p
			expected += float64(column+1) * p
			square += float64((column+1)*(column+1)) * p
		}
		near(t, "distribution of the rank", []float64{sum, r.BestProbability, r.RankMean, r.RankSd},
			[]float64{1, probabilities.At(i, 0), expected, math.Sqrt(max(0, square-expected*expected))}, 1e-9)
		if !(float64(r.RankLower) <= r.RankMean && r.RankMean <= float64(r.RankUpper) && r.RankLower >= 1 && r.RankUpper <= 9) {
			t.Errorf("rank of item %d is %+v", i, r)
		}
		// The expected rank is one more than the expected number of better items.
		count := 1.0
		for j := range 9 {
			if j != i {
				count += better.At(j, i)
			}
		}
		near(t, "expected rank", []float64{r.RankMean}, []float64{count}, 0.01)
	}
	if !(ranks[2].BestProbability > 0.9) || !(ranks[6].RankMean > 8.5) {
		t.Errorf("ranks are %+v", ranks)
	}
	strict, err := m.ItemGroups(background, duel.InferenceOptions{Draws: 50_000, Level: 0.5})
	must(t, err)
	if reflect.DeepEqual(strict, groups) {
		t.Errorf("groups do not depend on the level: %v", strict)
	}
}

// Four pairs of twins: within a pair the difference is certain, between pairs it is anybody's guess.
// Every choice of one from each pair is a group, twice as many as there are items.
func TestMoreGroupsThanItems(t *testing.T) {
	m := fit(t, set(t, duel.Rows{
		Left:   duel.IDs([]int{0, 2, 4, 6, 1, 3, 5, 7}),
		Right:  duel.IDs([]int{1, 3, 5, 7, 2, 4, 6, 0}),
		Wins:   duel.Numbers([]int{53_000, 53_000, 53_000, 53_000, 1, 1, 1, 1}),
		Losses: duel.Numbers([]int{47_000, 47_000, 47_000, 47_000, 1, 1, 1, 1}),
	}), duel.Options{})
	groups, err := m.ItemGroups(background, duel.InferenceOptions{})
	must(t, err)
	seen := map[string]bool{}
	for _, group := range groups {
		if len(group) != 4 || group[0]/2 != 0 || group[1]/2 != 1 || group[2]/2 != 2 || group[3]/2 != 3 {
			t.Errorf("group %v is not one of each pair", group)
		}
		seen[fmt.Sprint(group)] = true
	}
	if len(groups) != 16 || len(seen) != 16 {
		t.Errorf("groups are %v", groups)
	}
}

func TestOneGroupOfEqualItems(t *testing.T) {
	m := fit(t, set(t, duel.Rows{
		Left: duel.Names([]string{"a", "b", "c"}), Right: duel.Names([]string{"b", "c", "a"}),
		Wins: duel.Numbers([]int{5, 5, 5}), Losses: duel.Numbers([]int{5, 5, 5}),
	}), duel.Options{})
	groups, err := m.ItemGroups(background, duel.InferenceOptions{})
	must(t, err)
	if !reflect.DeepEqual(groups, [][]int{{0, 1, 2}}) {
		t.Errorf("groups are %v", groups)
	}
}

func TestMoreComparisons(t *testing.T) {
	m := fit(t, set(t, citationRows()), duel.Options{Covariance: duel.CovarianceExpected})
	pairs := []duel.Pair{{I: 0, J: 3}, {I: 3, J: 0}, {I: 1, J: 3}, {I: 0, J: 2}}
	gaps := []float64{0.02, -0.02, 3, 0}
	got, err := m.MoreComparisons(background, pairs, gaps, 0, duel.InferenceOptions{})
	must(t, err)
	tests, err := m.Estimate(duel.Scores, duel.InferenceOptions{}).
		Pairs(background, duel.PairOptions{Adjustment: duel.AdjustNone})
	must(t, err)
	near(t, "difference", []float64{got[0].Estimate, got[0].SE, got[1].Estimate},
		[]float64{tests[2].Value, tests[2].StandardError, -tests[2].Value}, 1e-12)
	// z of 97.5 % and of 80 %.
	aim := 0.02 / (1.959963984540054 + 0.8416212335729143)
	total := 3727.0
	want := total * (math.Pow(got[0].SE/aim, 2) - 1)
	nearRelative(t, "whole design", []float64{got[0].DesignComparisons, got[1].DesignComparisons}, []float64{want, want}, 1e-9)
	p := 1 / (1 + math.Exp(-got[0].Estimate))
	ofPair := (1/(aim*aim) - 1/(got[0].SE*got[0].SE)) / (p * (1 - p))
	nearRelative(t, "pair", []float64{got[0].PairComparisons, got[1].PairComparisons}, []float64{ofPair, ofPair}, 1e-6)
	if got[2].PairComparisons != 0 || got[2].DesignComparisons != 0 || !math.IsInf(got[3].PairComparisons, 1) || !math.IsInf(got[3].DesignComparisons, 1) {
		t.Errorf("comparisons needed are %+v", got)
	}
	more, err := m.MoreComparisons(background, pairs, gaps, 0.9, duel.InferenceOptions{})
	must(t, err)
	if !(more[0].DesignComparisons > got[0].DesignComparisons) {
		t.Errorf("more power needs %v, not more than %v", more[0].DesignComparisons, got[0].DesignComparisons)
	}
	estimated, err := m.MoreComparisons(background, pairs[:1], nil, 0, duel.InferenceOptions{})
	must(t, err)
	if estimated[0].PairComparisons != 0 { // four standard errors
		t.Errorf("comparisons needed are %+v", estimated)
	}
	if none, err := m.MoreComparisons(background, nil, nil, 0, duel.InferenceOptions{}); err != nil || len(none) != 0 {
		t.Errorf("no pairs give %v, %v", none, err)
	}
	_, err = m.MoreComparisons(background, []duel.Pair{{I: 0, J: 1}, {I: 2, J: 4}}, nil, 0, duel.InferenceOptions{})
	if e := fails(t, err, duel.ErrData); e.Row != 1 {
		t.Errorf("row is %d, not 1", e.Row)
	}
	_, err = m.MoreComparisons(background, []duel.Pair{{I: 0, J: 1}, {I: -1, J: 2}}, nil, 0, duel.InferenceOptions{})
	if e := fails(t, err, duel.ErrData); e.Row != 1 {
		t.Errorf("row is %d, not 1", e.Row)
	}
	_, err = m.MoreComparisons(background, pairs, []float64{1}, 0, duel.InferenceOptions{})
	fails(t, err, duel.ErrSize)
	_, err = m.MoreComparisons(background, pairs, nil, 1, duel.InferenceOptions{})
	fails(t, err, duel.ErrArgument)
}

func TestBadTests(t *testing.T) {
	m := fit(t, set(t, citationRows()), duel.Options{})
	scores := m.Estimate(duel.Scores, duel.InferenceOptions{})
	one := duel.Matrix{Rows: 1, Columns: 4, Data: []float64{1, -1, 0, 0}}
	for name, options := range map[string]duel.PairOptions{
		"family":             {Family: 9, Adjustment: duel.AdjustNone},
		"adjustment":         {Adjustment: 9},
		"reference":          {Family: duel.ToReference, Adjustment: duel.AdjustNone, Reference: 4},
		"negative reference": {Family: duel.ToReference, Reference: -1},
		"idle reference":     {Family: duel.AllPairs, Reference: 1},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := scores.Pairs(background, options)
			fails(t, err, duel.ErrArgument)
		})
	}
	_, err := scores.Tests(background, one, duel.TestOptions{Adjustment: duel.AdjustNone, Null: []float64{math.NaN()}})
	fails(t, err, duel.ErrData)
	_, err = scores.Tests(background, one, duel.TestOptions{Adjustment: duel.AdjustNone, Null: []float64{1, 2}})
	fails(t, err, duel.ErrSize)
	one.Columns = 3
	_, err = scores.Tests(background, one, duel.TestOptions{Adjustment: duel.AdjustNone})
	fails(t, err, duel.ErrSize)
	_, err = duel.Adjust(duel.AdjustHolm, []float64{0, 1, 1.5})
	if e := fails(t, err, duel.ErrData); e.Row != 2 {
		t.Errorf("row is %d, not 2", e.Row)
	}
	_, err = duel.Adjust(duel.AdjustSingleStep, []float64{0.5})
	fails(t, err, duel.ErrUnsupported)
	p := []float64{0.02, math.NaN(), 0.01}
	adjusted, err := duel.Adjust(duel.AdjustBonferroni, p)
	must(t, err)
	near(t, "adjusted p", []float64{adjusted[0], adjusted[2], p[0], p[2]}, []float64{0.04, 0.02, 0.02, 0.01}, 1e-12)
	if !math.IsNaN(adjusted[1]) {
		t.Errorf("NaN becomes %v", adjusted[1])
	}
	if none, err := duel.Adjust(duel.AdjustHolm, nil); err != nil || len(none) != 0 {
		t.Errorf("no p-values give %v, %v", none, err)
	}
	two := fit(t, set(t, duel.Rows{
		Left: duel.Names([]string{"a"}), Right: duel.Names([]string{"b"}),
		Wins: duel.Numbers([]int{3}), Losses: duel.Numbers([]int{1}),
	}), duel.Options{})
	if _, err := two.QuasiVariances(background, duel.InferenceOptions{}); err == nil {
		t.Error("two items have quasi-variances")
	}
}

func TestLongInferenceIsCancelled(t *testing.T) {
	m := fit(t, set(t, longRows(100, 30)), duel.Options{})
	slow := duel.InferenceOptions{Draws: 20_000_000}
	for name, call := range map[string]func(context.Context) error{
		"RankProbabilities": func(ctx context.Context) error { _, err := m.RankProbabilities(ctx, slow); return err },
		"Groups":            func(ctx context.Context) error { _, err := m.ItemGroups(ctx, slow); return err },
		"Pairs": func(ctx context.Context) error {
			_, err := m.Estimate(duel.Scores, slow).Pairs(ctx, duel.PairOptions{})
			return err
		},
		"Triads": func(ctx context.Context) error {
			_, err := m.Triads(ctx, 10_000_000, duel.InferenceOptions{})
			return err
		},
		"Goodness": func(ctx context.Context) error {
			_, err := m.Goodness(ctx, 10_000_000, duel.InferenceOptions{})
			return err
		},
		"Profile": func(ctx context.Context) error {
			_, err := m.Profile(ctx, duel.Scores, duel.Matrix{}, duel.InferenceOptions{})
			return err
		},
		"NewBootstrap": func(ctx context.Context) error {
			_, err := duel.NewBootstrap(ctx, m, duel.BootstrapOptions{Replicates: 1_000_000})
			return err
		},
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		start := time.Now()
		err := call(ctx)
		cancel()
		if err != context.DeadlineExceeded {
			t.Errorf("%s: error is %v", name, err)
		}
		t.Logf("%s: stopped after %v", name, time.Since(start))
	}
}

func TestEffectiveComparisons(t *testing.T) {
	s, _ := balanced(t)
	m := fit(t, s, duel.Options{})
	rows, err := m.EffectiveComparisons(background, duel.InferenceOptions{Covariance: duel.CovarianceExpected})
	must(t, err)
	board, err := m.Scores(background, duel.InferenceOptions{})
	must(t, err)
	if len(rows) != 5 || len(board) != 5 {
		t.Fatalf("%d and %d rows", len(rows), len(board))
	}
	for i, row := range rows {
		if row.Item != i || row.Comparisons != board[i].Comparisons || row.Effective <= 0 || row.Effective > 1.2*row.Comparisons {
			t.Errorf("row %d is %+v", i, row)
		}
	}
	_, err = m.EffectiveComparisons(background, duel.InferenceOptions{Level: 0.9})
	fails(t, err, duel.ErrUnsupported)
}
