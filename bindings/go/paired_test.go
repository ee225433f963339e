package duel_test

import (
	"context"
	"math"
	"testing"

	duel "github.com/duel-ranking/duel/bindings/go"
)

func TestCountsPaired(t *testing.T) {
	found, err := duel.CountsPaired(6, 1, 40, duel.PairedOptions{})
	must(t, err)
	near(t, "p", []float64{found.P, found.PMid, found.PLarger, found.PSelective, found.LogE, found.Lower, found.Upper},
		[]float64{0.125, 0.0703125, 0.0625, 0.125, 0.7239188392266986, -0.00594667585823658, 0.2721244248305188}, 1e-9)
	if found.Differing != 7 || found.FewestDiffering != 6 {
		t.Errorf("%+v", found)
	}
	found, err = duel.CountsPaired(0, 0, 20, duel.PairedOptions{Want: duel.WantNotWorse, Margin: 0.05})
	must(t, err)
	near(t, "score", []float64{found.ScoreZ}, []float64{1.0259783520851542}, 1e-9)
	for _, bad := range [][3]float64{{-1, 0, 3}, {2, 2, 3}, {0.5, 0, 3}, {1, 1, math.NaN()}} {
		_, err := duel.CountsPaired(bad[0], bad[1], bad[2], duel.PairedOptions{})
		fails(t, err, duel.ErrArgument)
	}
}

func TestDifferencesExact(t *testing.T) {
	found, err := duel.DifferencesExact(background, []float64{1, 2, 3, 4, 5, 0}, duel.ExactOptions{})
	must(t, err)
	if found.P != 0.0625 || found.PLarger != 0.03125 || found.Patterns != 32 || !found.IsExact || !math.IsNaN(found.Lower) {
		t.Errorf("%+v", found)
	}
	many := make([]float64, 40)
	for i := range many {
		many[i] = float64(i%3) / 4
	}
	options := duel.ExactOptions{UpperBound: 1, Draws: 2000, Seed: 7}
	one, err := duel.DifferencesExact(background, many, options)
	must(t, err)
	other, err := duel.DifferencesExact(background, many, options)
	must(t, err)
	if one != other || one.IsExact || one.Patterns != 2001 || !(one.Lower > 0 && one.LogE > math.Log(40)) {
		t.Errorf("%+v, then %+v", one, other)
	}
	_, err = duel.DifferencesExact(background, []float64{1, math.NaN()}, duel.ExactOptions{})
	fails(t, err, duel.ErrData)
	_, err = duel.DifferencesExact(background, nil, duel.ExactOptions{})
	fails(t, err, duel.ErrArgument)
	ctx, cancel := context.WithCancel(background)
	cancel()
	if _, err := duel.DifferencesExact(ctx, many, options); err == nil {
		t.Error("a cancelled call gave an answer")
	}
}

func TestPlanUnits(t *testing.T) {
	plan, err := duel.PlanUnits(duel.PlanOptions{Effect: 0.05, Sd: 0.45, Mixture: 0.05})
	must(t, err)
	near(t, "plan", []float64{float64(plan.Units), plan.UnitsAnytime, plan.Power, plan.UnitsNormal},
		[]float64{638, 1233, 0.8001956741735271, 635.759258482276}, 1e-9)
	back, err := duel.PlanUnits(duel.PlanOptions{Units: 638, Sd: 0.45})
	must(t, err)
	if !(back.EffectFound < 0.05 && back.EffectFound > 0.0499) {
		t.Errorf("%+v", back)
	}
	votes, err := duel.PlanUnits(duel.PlanOptions{Win: 0.4, Lose: 0.3, OfVotes: true})
	must(t, err)
	near(t, "votes", []float64{votes.StandardDeviation, votes.Effect}, []float64{math.Sqrt(0.7/4 - 0.0025), 0.05}, 1e-12)
	for _, bad := range []duel.PlanOptions{{}, {Sd: 0.4}, {Sd: 0.4, Win: 0.1, Effect: 0.1}, {Sd: 0.4, Effect: 0.1, Power: 2}} {
		_, err := duel.PlanUnits(bad)
		fails(t, err, duel.ErrArgument)
	}
}
