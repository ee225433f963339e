package duel

import (
	"errors"
	"math"
	"testing"
)

func TestRankingsByJudge(t *testing.T) {
	set, err := NewSet()
	if err != nil {
		t.Fatal(err)
	}
	defer set.Close()
	// Of five judges the last has two items the other way round.
	var judges, left, right []string
	var outcome []float64
	items := []string{"a", "b", "c", "d"}
	for k, judge := range []string{"ada", "ben", "dan", "eve", "cyd"} {
		for i := range items {
			for j := range i {
				for vote := range 30 {
					judges, left, right = append(judges, judge), append(left, items[j]), append(right, items[i])
					share := 0.8
					if k == 4 && i == 1 {
						share = 0.15
					}
					won := 0.0
					if float64(vote) < 30*share {
						won = 1
					}
					outcome = append(outcome, won)
				}
			}
		}
	}
	err = set.Append(Rows{Left: Names(left), Right: Names(right), Judge: Names(judges), Score: Numbers(outcome)})
	if err != nil {
		t.Fatal(err)
	}
	model, err := Fit(t.Context(), set, Options{Strength: Disagreement, Rank: 1, Ridge: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	defer model.Close()
	strengths := model.Estimate(Strengths, InferenceOptions{})
	all, err := strengths.Values(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	own, err := strengths.Judge(4).Values(t.Context())
	if err != nil || len(own) != 4 {
		t.Fatalf("%v %v", own, err)
	}
	for at, row := range own {
		if math.Abs(row.Value-all[16+at].Value) > 1e-12 || math.Abs(row.StandardError-all[16+at].StandardError) > 1e-12 {
			t.Errorf("%+v is not %+v", row, all[16+at])
		}
	}
	ranks, err := strengths.JudgeRanks(t.Context(), nil, RankSetOptions{})
	if err != nil || len(ranks) != 20 {
		t.Fatalf("%v %v", ranks, err)
	}
	reversals, err := strengths.Reversals(t.Context(), []int{4})
	if err != nil || len(reversals) != 6 || reversals[0].PAdjusted > 0.05 || reversals[5].PAdjusted < 0.05 {
		t.Errorf("%+v %v", reversals, err)
	}
	unanimous, err := strengths.Unanimous(t.Context(), nil)
	if err != nil || len(unanimous) != 6 {
		t.Errorf("%+v %v", unanimous, err)
	}
	over := model.Average(Strengths, RankAverageOptions{MaxRank: 1}, InferenceOptions{})
	parts, err := over.AveragedRanks(t.Context())
	if err != nil || len(parts) != 2 || math.Abs(parts[0].RankWeight+parts[1].RankWeight-1) > 1e-12 {
		t.Errorf("%+v %v", parts, err)
	}
	if _, err := over.Judge(0).Ranks(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := strengths.Judge(-1).Ranks(t.Context()); !errors.Is(err, ErrArgument) {
		t.Errorf("no judge: %v", err)
	}
	if _, err := strengths.Judge(7).Ranks(t.Context()); !errors.Is(err, ErrArgument) {
		t.Errorf("no judge: %v", err)
	}
}
