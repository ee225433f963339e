package duel_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	duel "github.com/duel-ranking/duel/bindings/go"
)

// Counts, orders and agreement of the bundled votes, against counts of the file, krippendorff 0.9 and
// scikit-learn's cohen_kappa_score.
func TestJudgesOfTheBenchmark(t *testing.T) {
	s := benchmark(t)
	counts, err := s.Judges(0)
	must(t, err)
	if len(counts) != 20 {
		t.Fatalf("%d judges", len(counts))
	}
	position := judgeID(t, s, positionDriven)
	of := counts[position]
	if of.Comparisons != 498 || of.Decided != 494 || of.Pairs != 15 || of.RarerShare != 0 || !of.IsPositionDriven {
		t.Errorf("counts are %+v", of)
	}
	near(t, "first-position share", []float64{of.FirstShare}, []float64{0.998}, 5e-4)
	if !(of.FirstShareLower > 0.98 && of.FirstShareLower < of.FirstShare && of.FirstShare < of.FirstShareUpper) {
		t.Errorf("first-position share is %+v", of)
	}
	near(t, "ties", []float64{of.TieShare}, []float64{4.0 / 498}, 1e-12)
	order, err := s.Order()
	must(t, err)
	if order.Pairs != 15 || order.BothOrders != 0 || order.RarerShare != 0 || math.Abs(order.Statistic-870.8460590889) > 1e-6 || !(order.P < 1e-150) {
		t.Errorf("order is %+v", order)
	}
	triads, err := s.Triads(background)
	must(t, err)
	if got := triads[position]; got.Triads != 20 || got.Circular != 0 || got.Within != 100 || got.CircularWithin != 1 {
		t.Errorf("triads are %+v", got)
	}

	with, err := s.Agreement(background, 0.95)
	must(t, err)
	pairs, err := s.AgreementPairs(background)
	must(t, err)
	if with[position].Units != 485 {
		t.Errorf("agreement is %+v", with[position])
	}
	near(t, "agreement", []float64{with[position].Agreement, with[position].Kappa},
		[]float64{0.5649484536082474, 0.015356342188567296}, 1e-12)
	sorted := s.Names(duel.Judge)
	slices.Sort(sorted)
	a, b := judgeID(t, s, sorted[3]), judgeID(t, s, sorted[19])
	two := slices.IndexFunc(pairs, func(p duel.SetAgreementPairsRow) bool { return p.First == min(a, b) && p.Second == max(a, b) })
	near(t, "agreement of two", []float64{float64(pairs[two].Units), pairs[two].Agreement, pairs[two].Kappa},
		[]float64{284, 0.6443661971830986, -0.014393323195529995}, 1e-12)
	if len(pairs) != 190 {
		t.Errorf("%d pairs of judges", len(pairs))
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
		// Positions are those of ids where ids follow the alphabet, as in the file.
		sortedSet := set(t)
		items := s.Names(duel.Item)
		slices.Sort(items)
		must(t, sortedSet.Intern(duel.Item, items...))
		must(t, sortedSet.Merge(s))
		found, err := sortedSet.Krippendorff(background, test.metric, test.orientation, 0)
		must(t, err)
		all, without := found[0], found[1:]
		near(t, "alpha", []float64{all.Value}, []float64{test.alpha}, 1e-12)
		if all.Without != -1 || without[3].Without != 3 || len(without) != 20 || !(all.StandardError > 0 && all.Lower < all.Value && all.Answers > all.Units) {
			t.Errorf("alpha is %+v, %d without", all, len(without))
		}
		if test.metric == duel.AlphaNominal {
			near(t, "without", []float64{without[judgeID(t, sortedSet, positionDriven)].Value}, []float64{0.3896140124478795}, 5e-4)
		}
	}
	_, err = s.Krippendorff(background, 2, 0, 0)
	fails(t, err, duel.ErrArgument)
	_, err = s.Judges(1)
	fails(t, err, duel.ErrArgument)
	_, err = s.Agreement(background, math.NaN())
	fails(t, err, duel.ErrArgument)
	var none *duel.Set
	_, err = none.Judges(0)
	fails(t, err, duel.ErrNull)
	_, err = none.Order()
	fails(t, err, duel.ErrNull)
	stop := errors.New("enough")
	ctx, cancel := context.WithCancelCause(background)
	cancel(stop)
	for _, call := range []func() error{
		func() error { _, err := s.Triads(ctx); return err },
		func() error { _, err := s.Agreement(ctx, 0); return err },
		func() error { _, err := s.AgreementPairs(ctx); return err },
		func() error { _, err := s.Krippendorff(ctx, 0, 0, 0); return err },
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

// Judges of one maker err together: as an independent program found.
func TestJudgesThatErrTogether(t *testing.T) {
	s := benchmark(t)
	makers := []string{"Qwen/", "meta-llama/", "openai/", "kimi", "moonshot"}
	families := make([]int, 0, 20)
	for _, judge := range s.Names(duel.Judge) {
		maker := slices.IndexFunc(makers, func(start string) bool { return strings.HasPrefix(judge, start) })
		families = append(families, min(maker, 3))
	}
	panel, err := s.Effective(background, families, duel.TogetherOptions{})
	must(t, err)
	near(t, "worth", []float64{panel.WorthEqual, panel.WorthBest}, []float64{3.7696158995651405, 5.954754324934008}, 1e-6)
	near(t, "means", []float64{panel.RhoWithin, panel.RhoBetween}, []float64{0.7876602893220495, 0.21070898357364143}, 1e-9)
	if panel.Judges != 20 || panel.Copies != 0 || panel.Shared != 49276 || panel.PairsWithin != 13 {
		t.Errorf("facts are %+v", panel)
	}
	pairs, err := s.Together(background, families, duel.TogetherOptions{})
	must(t, err)
	worth, err := s.Worth(background, families, duel.TogetherOptions{})
	must(t, err)
	byMaker, err := s.Families(background, families, duel.TogetherOptions{})
	must(t, err)
	if len(pairs) != 190 || len(worth) != 20 || len(byMaker) != 4 || worth[0].CopyOf != -1 {
		t.Errorf("%d pairs, %d judges, %d makers", len(pairs), len(worth), len(byMaker))
	}
	_, err = s.Together(background, families[:3], duel.TogetherOptions{})
	fails(t, err, duel.ErrArgument)
	_, err = s.Worth(background, nil, duel.TogetherOptions{NearCopy: 2})
	fails(t, err, duel.ErrArgument)
}

// The report on a judge who prefers the item shown first, and on one who does not.
func TestJudgesOfAModel(t *testing.T) {
	s := benchmark(t)
	m := fit(t, s, duel.Options{Strength: duel.Disagreement, Rank: 1})
	near(t, "log-likelihood", []float64{info(t, m).LogLikelihood}, []float64{-4257.82601745597}, 1e-8)
	report, err := m.Judges(background, duel.JudgeOptions{}, duel.InferenceOptions{})
	must(t, err)
	counts, err := s.Judges(0)
	must(t, err)
	gamma := estimates(t, m, duel.Sensitivities, duel.InferenceOptions{})
	norms := estimates(t, m, duel.DisagreementNorms, duel.InferenceOptions{})
	ratios := estimates(t, m, duel.DisagreementRatios, duel.InferenceOptions{})
	with, err := s.Agreement(background, 0)
	must(t, err)
	influence, err := m.Influence(background, duel.ByJudge, duel.InferenceOptions{})
	must(t, err)
	positionDrivenJudges := 0
	for k, of := range report {
		near(t, "of the votes", []float64{of.Comparisons, of.TieShare, of.FirstShare, of.FirstShareUpper, of.Agreement, of.Kappa},
			[]float64{counts[k].Comparisons, counts[k].TieShare, counts[k].FirstShare, counts[k].FirstShareUpper,
				with[k].Agreement, with[k].Kappa}, 1e-12)
		near(t, "of the model", []float64{of.Sensitivity, of.SensitivityLower, of.Disagreement, of.Ratio, of.Leverage},
			[]float64{gamma[k].Value, gamma[k].Lower, norms[k].Value, ratios[k].Value, influence[k].Leverage}, 1e-9)
		if of.Nearest == k || of.Nearest < 0 || !(of.CorrelationLower <= of.Correlation) {
			t.Errorf("nearest of %d: %d, %+v", k, of.Nearest, of.Correlation)
		}
		if !math.IsNaN(of.Position) || !math.IsNaN(of.Excess) {
			t.Errorf("position is %v, self-preference %v", of.Position, of.Excess)
		}
		driven, verdicts := of.FirstShareUpper < 0.2 || of.FirstShareLower > 0.8, duel.Verdict(of.Verdicts)
		if driven != (verdicts&duel.JudgePositionDriven != 0) {
			t.Errorf("first-position share %v, verdicts %v", of.FirstShare, verdicts)
		}
		if driven {
			positionDrivenJudges++
		}
	}
	if duel.Verdict(report[judgeID(t, s, positionDriven)].Verdicts)&duel.JudgePositionDriven == 0 || positionDrivenJudges > 10 {
		t.Errorf("%d of the judges are position-driven", positionDrivenJudges)
	}
	stricter, err := m.Judges(background, duel.JudgeOptions{Weak: 100, Position: 0.5}, duel.InferenceOptions{})
	must(t, err)
	for k, of := range stricter {
		if duel.Verdict(of.Verdicts)&duel.JudgeWeak == 0 {
			t.Errorf("judge %d has verdicts %v", k, of.Verdicts)
		}
	}
	for _, bad := range []duel.JudgeOptions{
		{Weak: -1}, {Position: 0.6}, {Redundant: 1.5}, {ItemFamilies: []int{0}}, {JudgeFamilies: []int{1 << 40}},
	} {
		_, err = m.Judges(background, bad, duel.InferenceOptions{})
		fails(t, err, duel.ErrArgument)
	}
	for verdict, want := range map[duel.Verdict]string{
		0: "none", duel.JudgeWeak | duel.JudgeSelfPreferring: "weak, self_preferring", 64: "Verdict(64)",
		duel.JudgeOpposed | duel.JudgePositionDriven | duel.JudgeIdiosyncratic | duel.JudgeRedundant: "opposed, position_driven, idiosyncratic, redundant",
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
	found, err := m.SelfPreference(background, families, judges, duel.InferenceOptions{Level: 0.9})
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
	report, err := m.Judges(background, duel.JudgeOptions{ItemFamilies: families, JudgeFamilies: judges}, duel.InferenceOptions{Level: 0.9})
	must(t, err)
	near(t, "in the report", []float64{report[0].Excess, report[0].ExcessUpper},
		[]float64{found[0].Excess.Value, found[0].Excess.Upper}, 1e-12)
	_, err = m.SelfPreference(background, families[:3], judges, duel.InferenceOptions{})
	fails(t, err, duel.ErrArgument)
	_, err = m.SelfPreference(background, families, nil, duel.InferenceOptions{})
	fails(t, err, duel.ErrArgument)
}

func TestEquivalence(t *testing.T) {
	s, _ := balanced(t)
	m := fit(t, s, duel.Options{})
	scores := estimates(t, m, duel.Scores, duel.InferenceOptions{})
	found, err := m.Equivalence(background, 0.5, duel.InferenceOptions{Intervals: duel.Bonferroni})
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
	_, err = m.Equivalence(background, -1, duel.InferenceOptions{})
	fails(t, err, duel.ErrArgument)
}

func TestJudgeItemResiduals(t *testing.T) {
	s, _ := balanced(t)
	m := fit(t, s, duel.Options{})
	cells, err := m.Residuals(background, duel.ByJudgeItem, duel.InferenceOptions{})
	must(t, err)
	items, err := m.Residuals(background, duel.ByItem, duel.InferenceOptions{})
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
	votes := duel.Votes{Judge: judge, Confidence: stated, Correct: right, Judges: 2, Bins: 2}
	found, err := votes.Stated()
	must(t, err)
	if len(found) != 3 || found[0].Votes != 2 || found[1].Votes != 1 || found[2].Votes != 3 || found[2].Judge != -1 {
		t.Fatalf("confidence is %+v", found)
	}
	near(t, "too sure", []float64{found[0].Excess, found[0].CalibrationError, found[0].LargestError}, []float64{0.45, 0.45, 0.45}, 1e-15)
	near(t, "Brier score", []float64{found[2].Brier}, []float64{(0.05*0.05 + 0.95*0.95 + 0.25) / 3}, 1e-15)
	bins, err := votes.Reliability()
	must(t, err)
	if len(bins) != 6 || bins[0].Votes != 0 || bins[1].Votes != 2 || bins[1].Correct != 0.5 || bins[5].Judge != -1 {
		t.Errorf("diagram is %+v", bins)
	}
	ten := votes
	ten.Bins = 0
	bins, err = ten.Reliability()
	must(t, err)
	if len(bins) != 30 {
		t.Errorf("%d bins", len(bins))
	}
	for name, change := range map[string]func(*duel.Votes){
		"confidence": func(v *duel.Votes) { v.Confidence = []float64{0.5, 1.5, 0, 0} },
		"-1":         func(v *duel.Votes) { v.Judge = []int{0, -1, 0, 0} },
		"2":          func(v *duel.Votes) { v.Judge = []int{0, 2, 0, 0} },
		"1 << 40":    func(v *duel.Votes) { v.Judge = []int{0, 1 << 40, 0, 0} },
	} {
		bad := votes
		change(&bad)
		_, err = bad.Stated()
		if e := fails(t, err, duel.ErrData); e.Row != 1 {
			t.Errorf("%s: row is %d", name, e.Row)
		}
	}
	short, many, none := votes, votes, votes
	short.Confidence = stated[:3]
	_, err = short.Reliability()
	fails(t, err, duel.ErrSize)
	many.Judges = math.MaxInt
	_, err = many.Stated()
	fails(t, err, duel.ErrSize)
	none.Bins = -1
	_, err = none.Stated()
	fails(t, err, duel.ErrArgument)
}

func TestTablesOfJudges(t *testing.T) {
	table := duel.Matrix{Rows: 3, Columns: 3, Data: []float64{1, 0, -1, 1.1, 0.1, -1.2, -1, 0.2, 0.8}}
	worth, err := duel.EffectiveJudges(table, []float64{1, 1, 2})
	must(t, err)
	near(t, "by precision", []float64{worth.ByPrecision}, []float64{16.0 / 6}, 1e-14)
	if !(worth.Participation >= 1 && worth.Participation < 1.1) {
		t.Errorf("three judges are worth %v", worth)
	}
	if worth, err = duel.EffectiveJudges(table, nil); err != nil || !math.IsNaN(worth.ByPrecision) {
		t.Errorf("by no precision: %v, %v", worth, err)
	}
	_, err = duel.EffectiveJudges(table, []float64{1})
	fails(t, err, duel.ErrSize)
	both, err := duel.Bicluster(background, table, duel.DissimilarityCorrelation, duel.LinkageAverage, 2, 0)
	must(t, err)
	groups, order := [2][3]int64{}, [2][]int64{}
	for at, line := range both {
		side := at / 3
		groups[side][line.Number] = line.Group
		order[side] = append(order[side], line.Number)
		if line.Side != []string{"row", "column"}[side] || line.Place != int64(at%3) {
			t.Errorf("line %d is %+v", at, line)
		}
	}
	if groups[0][0] != groups[0][1] || groups[0][0] == groups[0][2] || groups[1] != [3]int64{} {
		t.Errorf("groups are %v", groups)
	}
	for _, side := range order {
		if !slices.Equal(slices.Sorted(slices.Values(side)), []int64{0, 1, 2}) {
			t.Errorf("order is %v", order)
		}
	}
	_, err = duel.Bicluster(background, table, 2, duel.LinkageAverage, 0, 0)
	fails(t, err, duel.ErrArgument)
	_, err = duel.Bicluster(background, table, duel.DissimilarityEuclidean, duel.LinkageAverage, 4, 0)
	fails(t, err, duel.ErrArgument)
	_, err = duel.Bicluster(background, duel.Matrix{Rows: 2, Columns: 2}, 0, 0, 0, 0)
	fails(t, err, duel.ErrSize)
}

func TestLearningCurve(t *testing.T) {
	s, _ := balanced(t)
	curve := func(threads int) []duel.SetLearningCurveRow {
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
	if last.VoteShare != 1 || last.Judges != 4 || last.Fits != 4 || last.Comparisons != 560 || last.ItemsRanked != 5 {
		t.Errorf("the last point is %+v", last)
	}
	near(t, "correlation", []float64{last.Pearson, last.Spearman, last.SpearmanSd}, []float64{1, 1, 0}, 1e-12)
	if one[0].Judges != 2 || !(one[0].Comparisons < last.Comparisons && one[0].Pearson < 1) {
		t.Errorf("the first point is %+v", one[0])
	}
	for _, bad := range []func() ([]duel.SetLearningCurveRow, error){
		func() ([]duel.SetLearningCurveRow, error) {
			return duel.LearningCurve(background, s, duel.Options{}, []float64{1.5}, nil, duel.ValidationOptions{})
		},
		func() ([]duel.SetLearningCurveRow, error) {
			return duel.LearningCurve(background, s, duel.Options{}, []float64{1}, []int{5}, duel.ValidationOptions{})
		},
	} {
		_, err := bad()
		fails(t, err, duel.ErrArgument)
	}
	_, err := duel.LearningCurve(background, s, duel.Options{}, []float64{1}, nil, duel.ValidationOptions{Folds: 5})
	fails(t, err, duel.ErrUnsupported)
	_, err = duel.LearningCurve(background, s, duel.Options{}, nil, nil, duel.ValidationOptions{})
	fails(t, err, duel.ErrArgument)
}
