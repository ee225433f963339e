package duel_test

import (
	"context"
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
