package duel_test

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	duel "github.com/duel-ranking/duel/bindings/go"
)

// votes are single comparisons with everything a row can have.
func votes() duel.Rows {
	return duel.Rows{
		Left:    duel.Names([]string{"a", "b", "c", "a", "c", "b"}),
		Right:   duel.Names([]string{"b", "a", "a", "c", "b", "c"}),
		Judge:   duel.Names([]string{"J", "J", "K", "K", "J", "K"}),
		Context: duel.Names([]string{"p", "q", "p", "r", "q", "é"}),
		Outcome: duel.Numbers([]duel.Outcome{duel.Left, duel.Right, duel.Tie, duel.BothGood, duel.BothBad, duel.Left}),
		Weight:  duel.Numbers([]float64{1, 2, 1, 1, 3, 1}),
	}
}

func TestSetFacts(t *testing.T) {
	s := set(t, votes())
	for kind, want := range map[duel.Kind][]string{
		duel.Item:    {"a", "b", "c"},
		duel.Judge:   {"J", "K"},
		duel.Context: {"p", "q", "r", "é"},
	} {
		if got := s.Names(kind); !slices.Equal(got, want) {
			t.Errorf("names of kind %d are %q, not %q", kind, got, want)
		}
		for id, name := range want {
			if got := s.Name(kind, id); got != name {
				t.Errorf("name %d of kind %d is %q, not %q", id, kind, got, name)
			}
			got, err := s.Find(kind, name)
			must(t, err)
			if got != id {
				t.Errorf("%q of kind %d has id %d, not %d", name, kind, got, id)
			}
		}
	}
	if got := s.Count(duel.Cell); got != 6 {
		t.Errorf("%d cells, not 6", got)
	}
	totals, err := s.Info()
	must(t, err)
	if totals != (duel.SetFacts{
		Items: 3, Judges: totals.Judges, HasAnonymous: totals.HasAnonymous, Contexts: totals.Contexts,
		RepeatedContexts: 2, Cells: 6, Comparisons: 9, LeftWins: 2, RightWins: 2, PlainTies: 1, BothGood: 1, BothBad: 3,
		Effective: 9,
	}) {
		t.Errorf("totals are %+v", totals)
	}
	if totals.Judges != s.Count(duel.Judge) || totals.Contexts != s.Count(duel.Context) {
		t.Errorf("totals are %+v", totals)
	}
	items, err := s.Items()
	must(t, err)
	for i, want := range [][]float64{{5, 3, 0, 2, 2, 2}, {7, 1, 3, 3, 2, 3}, {6, 0, 1, 5, 2, 4}} {
		of := items[i]
		near(t, "item", []float64{of.Comparisons, of.Wins, of.Losses, of.Ties, float64(of.Opponents), of.ShownFirst}, want, 0)
		if of.Item != i || of.Component != 0 {
			t.Errorf("item %d is %+v", i, of)
		}
	}
	cells, err := s.Cells()
	must(t, err)
	if len(cells) != 6 || cells[0] != (duel.SetCellsRow{Right: 1, LeftWins: 1, SquaredWeights: 1, Cluster: -1, IsOrdered: true, Grade: -1}) {
		t.Fatalf("cells are %+v", cells)
	}
	pairs, err := s.Pairs()
	must(t, err)
	if len(pairs) != 3 || pairs[0].First != 0 || pairs[0].Second != 1 || pairs[0].Comparisons != pairs[0].FirstOnLeft+pairs[0].SecondOnLeft {
		t.Errorf("pairs are %+v", pairs)
	}
}

// Every way to write the same comparisons gives the same set.
func TestRowForms(t *testing.T) {
	type id int16
	want, err := set(t, duel.Rows{
		Left:  duel.IDs([]uint32{0, 1, 2, 0}),
		Right: duel.IDs([]uint32{1, 2, 0, 1}),
		Score: duel.Numbers([]float64{1, 0.5, 0, 1}),
	}).Save()
	must(t, err)
	matrix := []int64{
		0, 1, 1,
		1, 2, 3,
		2, 0, 2,
		0, 1, 1,
	}
	for name, rows := range map[string]duel.Rows{
		"outcome": {
			Left:    duel.IDs([]uint8{0, 1, 2, 0}),
			Right:   duel.IDs([]int8{1, 2, 0, 1}),
			Outcome: duel.Numbers([]duel.Outcome{duel.Left, duel.Tie, duel.Right, duel.Left}),
		},
		"base": {
			Left:    duel.IDsFrom(1, []id{1, 2, 3, 1}),
			Right:   duel.IDsFrom(-5, []int{-4, -3, -5, -4}),
			Outcome: duel.Numbers([]int{1, 3, 2, 1}),
		},
		"counts": {
			Left:   duel.IDs([]uint64{0, 1, 2}),
			Right:  duel.IDs([]int64{1, 2, 0}),
			Wins:   duel.Numbers([]uint16{2, 0, 0}),
			Losses: duel.Numbers([]int32{0, 0, 1}),
			Ties:   duel.Numbers([]float64{0, 1, 0}),
		},
		"weights": {
			Left:   duel.IDs([]uint{0, 1, 2}),
			Right:  duel.IDs([]uint{1, 2, 0}),
			Score:  duel.Numbers([]float64{1, 0.5, 0}),
			Weight: duel.Numbers([]float64{2, 1, 1}),
		},
		"matrix": {
			Left:    duel.IDs(matrix).Step(3),
			Right:   duel.IDs(matrix[1:]).Step(3),
			Outcome: duel.Numbers(matrix[2:]).Step(3),
		},
	} {
		got, err := set(t, rows).Save()
		must(t, err)
		if !bytes.Equal(got, want) {
			t.Errorf("%s: saved bytes differ", name)
		}
	}
}

func TestStepOfNames(t *testing.T) {
	table := []string{"a", "b", "b", "c", "c", "a"}
	s := set(t, duel.Rows{
		Left:  duel.Names(table).Step(2),
		Right: duel.Names(table[1:]).Step(2),
		Score: duel.Numbers([]float64{1, 9, 0.5, 9, 0, 9}).Step(2),
	})
	if got := s.Names(duel.Item); !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("names are %q", got)
	}
	fails(t, s.Append(duel.Rows{Left: duel.Names(table).Step(0), Right: duel.Names(table)}), duel.ErrArgument)
	one := duel.Numbers([]float64{1, 0, 0}).Step(math.MaxInt)
	must(t, s.Append(duel.Rows{Left: duel.Names([]string{"c"}), Right: duel.Names([]string{"a"}), Score: one}))
}

func TestAppendIsWholeOrNot(t *testing.T) {
	s := set(t, votes())
	before, err := s.Save()
	must(t, err)
	rows := votes()
	rows.Right = duel.Names([]string{"b", "a", "new", "a", "b", "c"})
	e := fails(t, s.Append(rows), duel.ErrData)
	if e.Row != 3 || !strings.Contains(e.Error(), "row 3: ") || !strings.Contains(e.Message, `"a"`) {
		t.Errorf("error is %q, row %d", e, e.Row)
	}
	rows = votes()
	rows.Weight = duel.Numbers([]float64{1, 2, 1, 1, math.NaN(), 1})
	if e := fails(t, s.Append(rows), duel.ErrData); e.Row != 4 || !strings.Contains(e.Message, "NaN") {
		t.Errorf("error is %q, row %d", e, e.Row)
	}
	after, err := s.Save()
	must(t, err)
	if !bytes.Equal(before, after) {
		t.Error("a refused append changed the set")
	}
}

func TestInternFixesOrder(t *testing.T) {
	s := set(t)
	must(t, s.Intern(duel.Item, "c", "b", "a"))
	must(t, s.Intern(duel.Item))
	must(t, s.Append(votes()))
	if got := s.Names(duel.Item); !slices.Equal(got, []string{"c", "b", "a"}) {
		t.Errorf("items are %q", got)
	}
	fails(t, s.Intern(duel.Item, "d", ""), duel.ErrName)
	if got := s.Count(duel.Item); got != 3 {
		t.Errorf("%d items after a refused intern", got)
	}
}

func TestCopyAndMerge(t *testing.T) {
	all := set(t, votes(), votes())
	want, err := all.Save()
	must(t, err)

	half := set(t, votes())
	double, err := half.Copy()
	must(t, err)
	defer double.Close()
	must(t, double.Merge(half))
	got, err := double.Save()
	must(t, err)
	if !bytes.Equal(got, want) {
		t.Error("a merged set saves to other bytes than an appended one")
	}
	totals, err := half.Info()
	must(t, err)
	if totals.Comparisons != 9 {
		t.Error("merging into a copy changed the original")
	}
	fails(t, half.Merge(half), duel.ErrArgument)
	fails(t, half.Merge(nil), duel.ErrNull)
}

func TestSetSaveAndLoad(t *testing.T) {
	s := set(t, votes())
	saved, err := s.Save()
	must(t, err)
	loaded, err := duel.LoadSet(saved)
	must(t, err)
	defer loaded.Close()
	again, err := loaded.Save()
	must(t, err)
	if !bytes.Equal(saved, again) {
		t.Error("a loaded set saves to other bytes")
	}
	for length := range saved {
		_, err := duel.LoadSet(saved[:length])
		fails(t, err, duel.ErrFormat)
	}
	for bit := range 8 * len(saved) {
		saved[bit/8] ^= 1 << (bit % 8)
		_, err := duel.LoadSet(saved)
		fails(t, err, duel.ErrFormat)
		saved[bit/8] ^= 1 << (bit % 8)
	}
}

func TestSplitPartitions(t *testing.T) {
	s := set(t, votes())
	for _, by := range []duel.Unit{duel.ByRow, duel.ByContext, duel.ByPair, duel.ByJudge} {
		sum := 0.0
		for fold := range 2 {
			rest, held, err := s.Split(by, 2, fold, 7)
			must(t, err)
			a, err := rest.Info()
			must(t, err)
			b, err := held.Info()
			must(t, err)
			if a.Comparisons+b.Comparisons != 9 || held.Count(duel.Item) != 3 {
				t.Errorf("unit %d, fold %d: %v + %v comparisons", by, fold, a.Comparisons, b.Comparisons)
			}
			sum += b.Comparisons
			must(t, rest.Close())
			must(t, held.Close())
		}
		if sum != 9 {
			t.Errorf("unit %d: the folds hold %v comparisons, not 9", by, sum)
		}
	}
	folds := map[string]bool{}
	for seed := range 20 {
		rest, held, err := s.Split(duel.ByRow, 2, 0, uint64(seed))
		must(t, err)
		bytes, err := held.Save()
		must(t, err)
		folds[string(bytes)] = true
		must(t, rest.Close())
		must(t, held.Close())
	}
	if len(folds) < 10 {
		t.Errorf("20 seeds give only %d different folds", len(folds))
	}
	for _, bad := range [][2]int{{1, 0}, {2, 2}, {-1, 0}, {2, -1}} {
		_, _, err := s.Split(duel.ByRow, bad[0], bad[1], 7)
		fails(t, err, duel.ErrArgument)
	}
}

func TestResample(t *testing.T) {
	s := set(t, votes())
	for _, by := range []duel.Unit{duel.ByRow, duel.ByContext, duel.ByPair, duel.ByJudge} {
		one, err := s.Resample(by, 3)
		must(t, err)
		two, err := s.Resample(by, 3)
		must(t, err)
		a, err := one.Save()
		must(t, err)
		b, err := two.Save()
		must(t, err)
		if !bytes.Equal(a, b) {
			t.Errorf("unit %d: the same seed gives another set", by)
		}
		must(t, one.Close())
		must(t, two.Close())
	}
	drawn := map[string]bool{}
	for seed := range 20 {
		one, err := s.Resample(duel.ByRow, uint64(seed))
		must(t, err)
		bytes, err := one.Save()
		must(t, err)
		drawn[string(bytes)] = true
		must(t, one.Close())
	}
	if len(drawn) < 10 {
		t.Errorf("20 seeds give only %d different sets", len(drawn))
	}
	byRow, err := s.Resample(duel.ByRow, 11)
	must(t, err)
	defer byRow.Close()
	totals, err := byRow.Info()
	must(t, err)
	if totals.Comparisons != 9 {
		t.Errorf("%v comparisons, not 9", totals.Comparisons)
	}
}

func TestFilter(t *testing.T) {
	s := set(t, votes())
	items, err := s.Filter(duel.Item, []int{0, 2})
	must(t, err)
	defer items.Close()
	if got := items.Names(duel.Item); !slices.Equal(got, []string{"a", "c"}) {
		t.Errorf("items are %q", got)
	}
	judges, err := s.Filter(duel.Judge, []int{1})
	must(t, err)
	defer judges.Close()
	totals, err := judges.Info()
	must(t, err)
	if got := judges.Names(duel.Judge); !slices.Equal(got, []string{"K"}) || totals.Comparisons != 3 {
		t.Errorf("judges are %q with %v comparisons", got, totals.Comparisons)
	}
	for _, ids := range [][]int{{-1}, {0, 0}, {3}} {
		_, err := s.Filter(duel.Item, ids)
		fails(t, err, duel.ErrArgument)
	}
}

func TestCovariates(t *testing.T) {
	// Items 0 and 1 differ by one in x and nothing else is known: the score is beta x.
	s := set(t, duel.Rows{
		Left:    duel.Names([]string{"a", "a"}),
		Right:   duel.Names([]string{"b", "b"}),
		Context: duel.Names([]string{"p", "q"}),
		Wins:    duel.Numbers([]int{3, 3}),
		Losses:  duel.Numbers([]int{1, 1}),
	})
	must(t, s.Covariate(duel.CovariateValues{
		Name:  "x",
		Item:  duel.Names([]string{"a", "b"}),
		Value: duel.Numbers([]float64{1, 0}),
	}))
	must(t, s.Covariate(duel.CovariateValues{
		Name:    "length",
		Context: duel.Names([]string{"p", "p", "q", "q"}),
		Item:    duel.Names([]string{"a", "b", "a", "b"}),
		Value:   duel.Numbers([]int{5, 2, 1, 2}),
	}))
	if got := s.Names(duel.Covariate); !slices.Equal(got, []string{"x", "length"}) {
		t.Errorf("covariates are %q", got)
	}
	e := fails(t, s.Covariate(duel.CovariateValues{
		Name:  "x",
		Item:  duel.Names([]string{"b", "a"}),
		Value: duel.Numbers([]float64{0, 2}),
	}), duel.ErrData)
	if e.Row != 1 {
		t.Errorf("row is %d, not 1", e.Row)
	}
	m := fit(t, s, duel.Options{Covariates: []string{"x"}, FixedScores: []float64{0, 0}})
	effects, err := m.Effects()
	must(t, err)
	near(t, "effect", effects, []float64{math.Log(3)}, 1e-9)
}

func TestClustersAndOrders(t *testing.T) {
	rows := votes()
	rows.Weight = duel.Values{}
	rows.Cluster = duel.Codes([]int8{0, 1, -1, 0, 1, 0}, []string{"u", "v"})
	rows.Ordered = duel.Numbers([]uint8{1, 0, 1, 0, 0, 1})
	s := set(t, rows)
	totals, err := s.Info()
	must(t, err)
	if totals.Clusters != 2 || totals.Unordered != 3 || totals.UnorderedWins != 1 || totals.LeftWins != 2 || totals.HasSplit {
		t.Errorf("totals are %+v", totals)
	}
	if got := s.Names(duel.ClusterKind); !slices.Equal(got, []string{"u", "v"}) {
		t.Errorf("clusters are %q", got)
	}
	order, err := s.Order()
	must(t, err)
	if order.Ordered != 3 || order.Unordered != 3 {
		t.Errorf("order is %+v", order)
	}
	must(t, s.ForgetOrder())
	order, err = s.Order()
	must(t, err)
	if order.Unordered != 6 || !math.IsNaN(order.P) {
		t.Errorf("order is %+v after all", order)
	}
	rows.Ordered, rows.Unordered = duel.Values{}, true
	again, err := set(t, rows).Save()
	must(t, err)
	bytes1, err := s.Save()
	must(t, err)
	if !bytes.Equal(bytes1, again) {
		t.Error("a set whose order was forgotten differs from one that never had one")
	}
}

// Grades are kept by sets, and thresholds of grades are estimated.
func TestGrades(t *testing.T) {
	left, right, grade := []string{}, []string{}, []int8{}
	items := []string{"a", "b", "c"}
	for at := range 90 {
		left, right = append(left, items[at%3]), append(right, items[(at+1)%3])
		grade = append(grade, int8((at*at+at/3)%7-3))
	}
	rows := duel.Rows{Left: duel.Names(left), Right: duel.Names(right), Grade: duel.Numbers(grade)}
	s := set(t, rows)
	cells, err := s.Cells()
	must(t, err)
	most := int64(0)
	for _, cell := range cells {
		most = max(most, cell.Grade)
	}
	if most != 3 {
		t.Errorf("the highest grade is %d", most)
	}
	m := fit(t, s, duel.Options{Outcome: duel.Graded})
	thresholds := estimates(t, m, duel.Grades, duel.InferenceOptions{})
	if e := values(thresholds); len(e) != 3 || !slices.IsSorted(e) || e[0] <= 0 {
		t.Errorf("thresholds are %v", e)
	}
	table, err := m.Estimate(duel.Grades, duel.InferenceOptions{}).Values(background)
	must(t, err)
	for at, row := range table {
		if row.Grade != int64(at+1) {
			t.Errorf("row %d is of grade %d", at, row.Grade)
		}
	}
	rows.Grade = duel.Numbers(append(grade[:89], 6))
	if e := fails(t, s.Append(rows), duel.ErrData); e.Row != 89 {
		t.Errorf("row is %d, not 89", e.Row)
	}
}
