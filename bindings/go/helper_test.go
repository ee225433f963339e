package duel_test

import (
	"context"
	"errors"
	"math"
	"testing"

	duel "github.com/duel-ranking/duel/bindings/go"
)

// must stops the test at an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// fails checks the code of an error.
func fails(t testing.TB, err error, code duel.Code) *duel.Error {
	t.Helper()
	var e *duel.Error
	if !errors.As(err, &e) {
		t.Fatalf("error is %v, not %v", err, code)
	}
	if !errors.Is(err, code) {
		t.Fatalf("error is %v (%v), not %v", err, e.Code, code)
	}
	return e
}

// near checks numbers to a relative tolerance (absolute below 1).
func near(t testing.TB, what string, got, want []float64, tolerance float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s has %d values, not %d", what, len(got), len(want))
	}
	for i := range got {
		// Written so that NaN is far from everything.
		if !(math.Abs(got[i]-want[i]) <= tolerance*max(1, math.Abs(want[i]))) {
			t.Errorf("%s %d is %.15g, not %.15g (off by %.2g)", what, i, got[i], want[i], got[i]-want[i])
		}
	}
}

// nearRelative is near with a tolerance that is relative throughout.
func nearRelative(t testing.TB, what string, got, want []float64, tolerance float64) {
	t.Helper()
	ratio := make([]float64, len(want))
	ones := make([]float64, len(want))
	for i := range want {
		ones[i] = 1
		if i < len(got) {
			ratio[i] = got[i] / want[i]
		}
	}
	near(t, what+" (ratio)", ratio[:min(len(got), len(ratio))], ones, tolerance)
}

// bare are the estimates of the rows of a table.
func bare[T any](rows []T) []duel.Estimate {
	out := make([]duel.Estimate, len(rows))
	for i, row := range rows {
		switch r := any(row).(type) {
		case duel.Estimate:
			out[i] = r
		case duel.EstimateValuesRow:
			out[i] = r.Estimate
		case duel.EstimateContrastsRow:
			out[i] = r.Estimate
		case duel.EstimateTestsRow:
			out[i] = r.Estimate
		case duel.EstimatePairsRow:
			out[i] = r.Estimate
		case duel.ModelProfileRow:
			out[i] = r.Estimate
		case duel.ModelFunctionRow:
			out[i] = r.Estimate
		default:
			panic("a row without an estimate")
		}
	}
	return out
}

func values[T any](rows []T) []float64 {
	return pick(bare(rows), func(e duel.Estimate) float64 { return e.Value })
}

func standardErrors[T any](rows []T) []float64 {
	return pick(bare(rows), func(e duel.Estimate) float64 { return e.StandardError })
}

// set makes a set of rows, freed at the end of the test.
func set(t testing.TB, rows ...duel.Rows) *duel.Set {
	t.Helper()
	s, err := duel.NewSet()
	must(t, err)
	t.Cleanup(func() { _ = s.Close() })
	for _, r := range rows {
		must(t, s.Append(r))
	}
	return s
}

// fit fits a model, freed at the end of the test.
func fit(t testing.TB, s *duel.Set, options duel.Options) *duel.Model {
	t.Helper()
	m, err := duel.Fit(context.Background(), s, options)
	must(t, err)
	t.Cleanup(func() { _ = m.Close() })
	return m
}

// closed checks and closes what a function made.
func closed[T interface{ Close() error }](t testing.TB, made T, err error) {
	t.Helper()
	must(t, err)
	must(t, made.Close())
}

// columnOf collects one column of a table of counts.
func columnOf[T interface {
	[4]int | [5]int | [6]int
}](table []T, column int) []int {
	out := make([]int, len(table))
	for i, row := range table {
		switch r := any(row).(type) {
		case [4]int:
			out[i] = r[column]
		case [5]int:
			out[i] = r[column]
		case [6]int:
			out[i] = r[column]
		}
	}
	return out
}

// names are the names of ids.
func names(all []string, ids []int) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = all[id]
	}
	return out
}

func citationRows() duel.Rows {
	return duel.Rows{
		Left:   duel.Names(names(citations.items, columnOf(citations.pairs, 0))),
		Right:  duel.Names(names(citations.items, columnOf(citations.pairs, 1))),
		Wins:   duel.Numbers(columnOf(citations.pairs, 2)),
		Losses: duel.Numbers(columnOf(citations.pairs, 3)),
	}
}

func springallRows() duel.Rows {
	return duel.Rows{
		Left:   duel.IDs(columnOf(springall.pairs, 0)),
		Right:  duel.IDs(columnOf(springall.pairs, 1)),
		Wins:   duel.Numbers(columnOf(springall.pairs, 2)),
		Losses: duel.Numbers(columnOf(springall.pairs, 3)),
		Ties:   duel.Numbers(columnOf(springall.pairs, 4)),
	}
}

func baseballRows() duel.Rows {
	return duel.Rows{
		Left:   duel.Names(names(baseball.teams, columnOf(baseball.games, 0))),
		Right:  duel.Names(names(baseball.teams, columnOf(baseball.games, 1))),
		Wins:   duel.Numbers(columnOf(baseball.games, 2)),
		Losses: duel.Numbers(columnOf(baseball.games, 3)),
	}
}

func judgedRows() duel.Rows {
	return duel.Rows{
		Judge:  duel.IDs(columnOf(judged.cells, 0)),
		Left:   duel.IDs(columnOf(judged.cells, 1)),
		Right:  duel.IDs(columnOf(judged.cells, 2)),
		Wins:   duel.Numbers(columnOf(judged.cells, 3)),
		Losses: duel.Numbers(columnOf(judged.cells, 4)),
		Ties:   duel.Numbers(columnOf(judged.cells, 5)),
	}
}

// plainScores are scores without standard errors.
func plainScores(m *duel.Model) ([]float64, error) {
	out, err := m.Get(duel.Scores)
	return out.Data, err
}
