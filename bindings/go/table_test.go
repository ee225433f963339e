package duel_test

import (
	"context"
	"runtime"
	"testing"

	duel "github.com/duel-ranking/duel/bindings/go"
)

// Tables without rows have every type of column that can be without, and are empty slices.
func TestTablesWithoutRows(t *testing.T) {
	set, err := duel.NewSet()
	must(t, err)
	defer set.Close()
	check := func(what string, count int, isNil bool, err error) {
		t.Helper()
		must(t, err)
		if count != 0 || isNil {
			t.Errorf("%s has %d rows, nil: %v", what, count, isNil)
		}
	}
	items, err := set.Items()
	check("items", len(items), items == nil, err)
	pairs, err := set.Pairs()
	check("pairs", len(pairs), pairs == nil, err)
	cells, err := set.Cells()
	check("cells", len(cells), cells == nil, err)
	judges, err := set.Judges(0.95)
	check("judges", len(judges), judges == nil, err)
	agreement, err := set.AgreementPairs(context.Background())
	check("agreement of pairs", len(agreement), agreement == nil, err)

	var left, right []string
	var score []float64
	names := []string{"a", "b", "c", "d"}
	for time := range 20 {
		for i, first := range names {
			for k, second := range names {
				if i != k {
					left, right = append(left, first), append(right, second)
					score = append(score, min(1, float64((i+time)%3)))
				}
			}
		}
	}
	must(t, set.Append(duel.Rows{Left: duel.Names(left), Right: duel.Names(right), Score: duel.Numbers(score)}))
	model, err := duel.Fit(context.Background(), set, duel.Options{})
	must(t, err)
	defer model.Close()
	warnings, err := model.Warnings()
	check("warnings", len(warnings), warnings == nil, err)
}

// The collector moves a stack that has become too large, and ends the process if a pointer on it is a small number: a
// table without rows has none.
func TestStacksMoveWhileTablesWithoutRowsAreRead(t *testing.T) {
	set, err := duel.NewSet()
	must(t, err)
	defer set.Close()
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	}()
	for range 20_000 {
		deepen(1000)
		_, err := set.Pairs()
		must(t, err)
	}
	close(stop)
	<-stopped
}

// deepen lets the stack grow.
//
//go:noinline
func deepen(depth int) int {
	if depth == 0 {
		return 0
	}
	return deepen(depth-1) + 1
}
