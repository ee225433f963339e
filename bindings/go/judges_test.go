package duel_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	duel "github.com/duel-ranking/duel/bindings/go"
)

// Counts, orders and agreement of the bundled votes, against counts of the file, krippendorff 0.9 and
// scikit-learn's cohen_kappa_score.
func TestJudgesOfTheBenchmark(t *testing.T) {
	s := benchmark(t)
	counts, err := s.JudgeCounts(0)
	must(t, err)
	if len(counts) != 20 {
		t.Fatalf("%d judges", len(counts))
	}
	slot := judgeID(t, s, slotDriven)
	of := counts[slot]
	if of.Comparisons != 498 || of.Decided != 494 || of.Pairs != 15 || of.Rarer != 0 {
		t.Errorf("counts are %+v", of)
	}
	near(t, "slot share", []float64{of.Slot.Value}, []float64{0.998}, 5e-4)
	if !(of.Slot.Lower > 0.98 && of.Slot.Lower < of.Slot.Value && of.Slot.Value < of.Slot.Upper) {
		t.Errorf("slot share is %+v", of.Slot)
	}
	near(t, "ties", []float64{of.Ties.Value}, []float64{4.0 / 498}, 1e-12)
	order, err := s.Order()
	must(t, err)
	if order.Pairs != 15 || order.Both != 0 || order.Rarer != 0 || !(order.P < 1e-300) {
		t.Errorf("order is %+v", order)
	}
	triads, err := s.JudgeTriads(background)
	must(t, err)
	if got := triads[slot]; got.Triads != 20 || got.Circular != 0 || got.Within != 100 || got.CircularWithin != 1 {
		t.Errorf("triads are %+v", got)
	}

	with, pairs, err := s.JudgeAgreement(background, 0.95)
	must(t, err)
	if with[slot].Units != 485 {
		t.Errorf("agreement is %+v", with[slot])
	}
	near(t, "agreement", []float64{with[slot].Observed.Value, with[slot].Kappa},
		[]float64{0.5649484536082474, 0.015356342188567296}, 1e-12)
	sorted := s.Names(duel.Judge)
	slices.Sort(sorted)
	a, b := judgeID(t, s, sorted[3]), judgeID(t, s, sorted[19])
	near(t, "agreement of two", []float64{pairs.Units.At(a, b), pairs.Observed.At(b, a), pairs.Kappa.At(a, b)},
		[]float64{284, 0.6443661971830986, -0.014393323195529995}, 1e-12)
	if !math.IsNaN(pairs.Kappa.At(a, a)) {
		t.Errorf("a judge agrees with itself: %v", pairs.Kappa.At(a, a))
	}

	for _, test := range []struct {
		metric      duel.AlphaMetric
		orientation duel.Orientation
		alpha       float64
	}{
		{duel.AlphaNominal, duel.OrientationBoth, 0.36317831585505045},
		{duel.AlphaOrdinal, duel.OrientationBoth, 0.4185074728768158},
		{duel.AlphaOrdinal, duel.OrientationByID, 0.4048483669484505},
	} {
		// Slots are those of ids where ids follow the alphabet, as in the file.
		sortedSet := set(t)
		items := s.Names(duel.Item)
		slices.Sort(items)
		must(t, sortedSet.Intern(duel.Item, items...))
		must(t, sortedSet.Merge(s))
		all, without, err := sortedSet.Krippendorff(background, test.metric, test.orientation, 0)
		must(t, err)
		near(t, "alpha", []float64{all.Value}, []float64{test.alpha}, 1e-12)
		if len(without) != 20 || !(all.StandardError > 0 && all.Lower < all.Value && all.Answers > all.Units) {
			t.Errorf("alpha is %+v, %d without", all, len(without))
		}
		if test.metric == duel.AlphaNominal {
			near(t, "without", []float64{without[judgeID(t, sortedSet, slotDriven)].Value}, []float64{0.3896140124478795}, 5e-4)
		}
	}
	_, _, err = s.Krippendorff(background, 2, 0, 0)
	fails(t, err, duel.ErrArgument)
	_, err = s.JudgeCounts(1)
	fails(t, err, duel.ErrArgument)
	_, _, err = s.JudgeAgreement(background, math.NaN())
	fails(t, err, duel.ErrArgument)
	var none *duel.Set
	_, err = none.JudgeCounts(0)
	fails(t, err, duel.ErrNull)
	_, err = none.Order()
	fails(t, err, duel.ErrNull)
	stop := errors.New("enough")
	ctx, cancel := context.WithCancelCause(background)
	cancel(stop)
	for _, call := range []func() error{
		func() error { _, err := s.JudgeTriads(ctx); return err },
		func() error { _, _, err := s.JudgeAgreement(ctx, 0); return err },
		func() error { _, _, err := s.Krippendorff(ctx, 0, 0, 0); return err },
		func() error {
			_, err := duel.LearningCurve(ctx, s, duel.Options{}, []float64{1}, nil, duel.ValidationOptions{})
			return err
		},
	} {
		if err := call(); !errors.Is(err, stop) {
			t.Errorf("error is %v", err)
		}
	}
}

// What the report says of a judge who takes what is shown first, and of one who does not.
func TestJudgeReport(t *testing.T) {
	s := benchmark(t)
	m := fit(t, s, duel.Options{Strength: duel.Disagreement, Rank: 1})
	near(t, "log-likelihood", []float64{info(t, m).LogLikelihood}, []float64{-4257.82601745597}, 1e-8)
	report, err := m.JudgeReport(background, duel.JudgeOptions{}, duel.InferenceOptions{})
	must(t, err)
	counts, err := s.JudgeCounts(0)
	must(t, err)
	gamma := estimates(t, m, duel.Sensitivities, duel.InferenceOptions{})
	norms := estimates(t, m, duel.DisagreementNorms, duel.InferenceOptions{})
	ratios := estimates(t, m, duel.DisagreementRatios, duel.InferenceOptions{})
	with, _, err := s.JudgeAgreement(background, 0)
	must(t, err)
	influence, err := m.Influence(background, duel.ByJudge, duel.InferenceOptions{})
	must(t, err)
	slotDrivenJudges := 0
	for k, of := range report {
		near(t, "of the votes", []float64{of.Comparisons, of.Ties, of.Slot.Value, of.Slot.Upper, of.Agreement, of.Kappa},
			[]float64{counts[k].Comparisons, counts[k].Ties.Value, counts[k].Slot.Value, counts[k].Slot.Upper,
				with[k].Observed.Value, with[k].Kappa}, 1e-12)
		near(t, "of the model", []float64{of.Sensitivity.Value, of.Sensitivity.Lower, of.Disagreement, of.Ratio.Value, of.Leverage},
			[]float64{gamma[k].Value, gamma[k].Lower, norms[k].Value, ratios[k].Value, influence[k].Leverage}, 1e-9)
		if of.Nearest == k || of.Nearest < 0 || !(of.Correlation.Lower <= of.Correlation.Value) {
			t.Errorf("nearest of %d: %d, %+v", k, of.Nearest, of.Correlation)
		}
		if !math.IsNaN(of.Position.Value) || !math.IsNaN(of.SelfPreference.Value) {
			t.Errorf("position is %v, self-preference %v", of.Position, of.SelfPreference)
		}
		driven := of.Slot.Upper < 0.2 || of.Slot.Lower > 0.8
		if driven != (of.Verdicts&duel.JudgeSlotDriven != 0) {
			t.Errorf("slot share %+v, verdicts %v", of.Slot, of.Verdicts)
		}
		if driven {
			slotDrivenJudges++
		}
	}
	if report[judgeID(t, s, slotDriven)].Verdicts&duel.JudgeSlotDriven == 0 || slotDrivenJudges > 10 {
		t.Errorf("%d of the judges are slot-driven", slotDrivenJudges)
	}
	stricter, err := m.JudgeReport(background, duel.JudgeOptions{Weak: 100, Slot: 0.5}, duel.InferenceOptions{})
	must(t, err)
	for k, of := range stricter {
		if of.Verdicts&duel.JudgeWeak == 0 {
			t.Errorf("judge %d has verdicts %v", k, of.Verdicts)
		}
	}
	for _, bad := range []duel.JudgeOptions{
		{Weak: -1}, {Slot: 0.6}, {Redundant: 1.5}, {ItemFamilies: []int{0}}, {JudgeFamilies: []int{1 << 40}},
	} {
		_, err = m.JudgeReport(background, bad, duel.InferenceOptions{})
		fails(t, err, duel.ErrArgument)
	}
	for verdict, want := range map[duel.Verdict]string{
		0: "none", duel.JudgeWeak | duel.JudgeSelfPreferring: "weak, self-preferring", 64: "unknown",
		duel.JudgeOpposed | duel.JudgeSlotDriven | duel.JudgeIdiosyncratic | duel.JudgeRedundant: "opposed, slot-driven, idiosyncratic, redundant",
	} {
		if got := verdict.String(); got != want {
			t.Errorf("verdict %d is %q, not %q", int32(verdict), got, want)
		}
	}
}

func TestSelfPreference(t *testing.T) {
	s, _ := balanced(t)
	m := fit(t, s, duel.Options{Strength: duel.Sensitivity, Position: duel.PositionShared})
	families := []int{0, 0, 1, 1, -1}
	judges := []int{0, 1, -1, 7}
	found, err := m.SelfPreference(families, judges, 0.9)
	must(t, err)
	for k := range 2 {
		of := found[k]
		// Two items against three others, 14 votes each.
		near(t, "self-preference", []float64{of.Comparisons, of.Excess.Value}, []float64{84, of.Observed - of.Expected}, 1e-12)
		if !(of.Excess.StandardError > 0 && of.Excess.Lower < of.Excess.Value && of.Effect.StandardError > 0) {
			t.Errorf("self-preference of %d: %+v", k, of)
		}
	}
	if found[2].Comparisons != 0 || found[3].Comparisons != 0 || !math.IsNaN(found[2].Excess.Value) {
		t.Errorf("self-preference is %+v", found[2:])
	}
	report, err := m.JudgeReport(background, duel.JudgeOptions{ItemFamilies: families, JudgeFamilies: judges}, duel.InferenceOptions{Level: 0.9})
	must(t, err)
	near(t, "in the report", []float64{report[0].SelfPreference.Value, report[0].SelfPreference.Upper},
		[]float64{found[0].Excess.Value, found[0].Excess.Upper}, 1e-12)
	_, err = m.SelfPreference(families[:3], judges, 0)
	fails(t, err, duel.ErrArgument)
	_, err = m.SelfPreference(families, nil, 0)
	fails(t, err, duel.ErrArgument)
}

func TestNearTies(t *testing.T) {
	s, _ := balanced(t)
	m := fit(t, s, duel.Options{})
	scores := estimates(t, m, duel.Scores, duel.InferenceOptions{})
	found, err := m.NearTies(background, 0.5, duel.InferenceOptions{Intervals: duel.Bonferroni})
	must(t, err)
	if len(found) != 10 {
		t.Fatalf("%d pairs", len(found))
	}
	for at, pair := range found {
		near(t, "difference", []float64{pair.Value}, []float64{scores[pair.First].Value - scores[pair.Second].Value}, 1e-12)
		if pair.Value < 0 || at > 0 && pair.Value < found[at-1].Value {
			t.Errorf("pair %d is %+v", at, pair)
		}
		if pair.IsOpen != (pair.Lower <= 0) || pair.IsEqual != (pair.Lower > -0.5 && pair.Upper < 0.5) {
			t.Errorf("pair %d is %+v", at, pair)
		}
	}
	_, err = m.NearTies(background, -1, duel.InferenceOptions{})
	fails(t, err, duel.ErrArgument)
}

func TestJudgeItemResiduals(t *testing.T) {
	s, _ := balanced(t)
	m := fit(t, s, duel.Options{})
	cells, err := m.Residuals(duel.ByJudgeItem)
	must(t, err)
	items, err := m.Residuals(duel.ByItem)
	must(t, err)
	if len(cells) != 20 {
		t.Fatalf("%d cells", len(cells))
	}
	for _, item := range items {
		var observed float64
		for _, cell := range cells {
			if cell.Item == item.Item {
				observed += cell.ObservedWins
			}
		}
		near(t, "observed", []float64{observed}, []float64{item.ObservedWins}, 1e-9)
	}
}

func TestConfidence(t *testing.T) {
	judge, stated, right := []int{0, 0, 1, 1}, []float64{0.95, 0.95, 0.5, math.NaN()}, []float64{1, 0, 1, 1}
	found, diagrams, err := duel.Confidence(judge, stated, right, 2, 2)
	must(t, err)
	if len(found) != 3 || found[0].Votes != 2 || found[1].Votes != 1 || found[2].Votes != 3 {
		t.Fatalf("confidence is %+v", found)
	}
	near(t, "too sure", []float64{found[0].Excess.Value, found[0].Error, found[0].Largest}, []float64{0.45, 0.45, 0.45}, 1e-15)
	near(t, "Brier score", []float64{found[2].Brier}, []float64{(0.05*0.05 + 0.95*0.95 + 0.25) / 3}, 1e-15)
	if diagrams[0][0].Comparisons != 0 || diagrams[0][1].Comparisons != 2 || diagrams[0][1].Observed != 0.5 {
		t.Errorf("diagram is %+v", diagrams[0])
	}
	_, bins, err := duel.Confidence(judge, stated, right, 2, 0)
	must(t, err)
	if len(bins) != 3 || len(bins[2]) != 10 {
		t.Errorf("%d diagrams of %d bins", len(bins), len(bins[2]))
	}
	for _, bad := range []int{-1, 2, 1 << 40} {
		_, _, err = duel.Confidence([]int{0, bad, 0, 0}, stated, right, 2, 2)
		if e := fails(t, err, duel.ErrData); e.Row != 1 {
			t.Errorf("row is %d", e.Row)
		}
	}
	_, _, err = duel.Confidence(judge, []float64{0.5, 1.5, 0, 0}, right, 2, 2)
	fails(t, err, duel.ErrData)
	_, _, err = duel.Confidence(judge, stated[:3], right, 2, 2)
	fails(t, err, duel.ErrSize)
	_, _, err = duel.Confidence(judge, stated, right, math.MaxInt, 2)
	fails(t, err, duel.ErrMemory)
	_, _, err = duel.Confidence(judge, stated, right, 2, -1)
	fails(t, err, duel.ErrArgument)
}

func TestTablesOfJudges(t *testing.T) {
	table := duel.Matrix{Rows: 3, Columns: 3, Data: []float64{1, 0, -1, 1.1, 0.1, -1.2, -1, 0.2, 0.8}}
	worth, weighted, err := duel.EffectiveJudges(table, []float64{1, 1, 2})
	must(t, err)
	near(t, "by precision", []float64{weighted}, []float64{16.0 / 6}, 1e-14)
	if !(worth >= 1 && worth < 1.1) {
		t.Errorf("three judges are worth %v", worth)
	}
	if _, weighted, err = duel.EffectiveJudges(table, nil); err != nil || !math.IsNaN(weighted) {
		t.Errorf("by no precision: %v, %v", weighted, err)
	}
	_, _, err = duel.EffectiveJudges(table, []float64{1})
	fails(t, err, duel.ErrSize)
	rows, columns, err := duel.Bicluster(background, table, duel.ApartCorrelation, duel.LinkageAverage, 2, 0)
	must(t, err)
	if rows.Groups[0] != rows.Groups[1] || rows.Groups[0] == rows.Groups[2] || !slices.Equal(columns.Groups, []int{0, 0, 0}) {
		t.Errorf("groups are %v and %v", rows.Groups, columns.Groups)
	}
	for _, order := range [][]int{rows.Order, columns.Order} {
		sorted := slices.Sorted(slices.Values(order))
		if !slices.Equal(sorted, []int{0, 1, 2}) {
			t.Errorf("order is %v", order)
		}
	}
	_, _, err = duel.Bicluster(background, table, 2, duel.LinkageAverage, 0, 0)
	fails(t, err, duel.ErrArgument)
	_, _, err = duel.Bicluster(background, table, duel.ApartEuclidean, duel.LinkageAverage, 4, 0)
	fails(t, err, duel.ErrArgument)
	_, _, err = duel.Bicluster(background, duel.Matrix{Rows: 2, Columns: 2}, 0, 0, 0, 0)
	fails(t, err, duel.ErrSize)
}

func TestLearningCurve(t *testing.T) {
	s, _ := balanced(t)
	curve := func(threads int) []duel.LearningPoint {
		points, err := duel.LearningCurve(background, s, duel.Options{}, []float64{0.5, 1}, []int{2, 4},
			duel.ValidationOptions{Repeats: 4, Seed: 3, Threads: threads})
		must(t, err)
		return points
	}
	one, two := curve(1), curve(2)
	if !slices.Equal(one, two) || len(one) != 4 {
		t.Fatalf("curves are %+v and %+v", one, two)
	}
	last := one[3]
	if last.Share != 1 || last.Judges != 4 || last.Fits != 4 || last.Comparisons != 560 || last.Items != 5 {
		t.Errorf("the last point is %+v", last)
	}
	near(t, "correlation", []float64{last.Pearson.Mean, last.Spearman.Mean, last.Spearman.Deviation}, []float64{1, 1, 0}, 1e-12)
	if one[0].Judges != 2 || !(one[0].Comparisons < last.Comparisons && one[0].Pearson.Mean < 1) {
		t.Errorf("the first point is %+v", one[0])
	}
	for _, bad := range []func() ([]duel.LearningPoint, error){
		func() ([]duel.LearningPoint, error) {
			return duel.LearningCurve(background, s, duel.Options{}, []float64{1.5}, nil, duel.ValidationOptions{})
		},
		func() ([]duel.LearningPoint, error) {
			return duel.LearningCurve(background, s, duel.Options{}, []float64{1}, []int{5}, duel.ValidationOptions{})
		},
	} {
		_, err := bad()
		fails(t, err, duel.ErrArgument)
	}
	_, err := duel.LearningCurve(background, s, duel.Options{}, []float64{1}, nil, duel.ValidationOptions{Folds: 5})
	fails(t, err, duel.ErrArgument)
	_, err = duel.LearningCurve(background, s, duel.Options{}, nil, nil, duel.ValidationOptions{})
	fails(t, err, duel.ErrArgument)
}
