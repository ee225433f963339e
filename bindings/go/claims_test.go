package duel_test

import (
	"math"
	"testing"

	duel "github.com/duel-ranking/duel/bindings/go"
)

func TestCountsSprt(t *testing.T) {
	found, err := duel.CountsSprt([]float64{223, 9863, 21279, 10037, 246}, duel.SprtOptions{Elo0: 0.5, Elo1: 2.5})
	must(t, err)
	near(t, "sprt", []float64{found.LogRatio, found.Upper, found.Lower},
		[]float64{-3.0741264395857018, 2.9444389791664403, -2.9444389791664403}, 1e-8)
	if found.Decision != duel.DecisionH0 {
		t.Errorf("decision %d", found.Decision)
	}
	found, err = duel.CountsSprt([]float64{0, 0, 9}, duel.SprtOptions{Elo1: 5, EloScale: duel.EloNormalized})
	must(t, err)
	if found.Mean != 1 || !math.IsInf(found.Elo, 1) {
		t.Errorf("%+v", found)
	}
	_, err = duel.CountsSprt([]float64{1, 2}, duel.SprtOptions{Elo1: 5})
	fails(t, err, duel.ErrArgument)
}

func TestAnytime(t *testing.T) {
	m := fit(t, benchmark(t), duel.Options{})
	weights := duel.Matrix{Rows: 1, Columns: 6, Data: []float64{1, -1, 0, 0, 0, 0}}
	plain, err := m.Estimate(duel.Scores, duel.InferenceOptions{Correction: duel.CorrectionNone}).Contrasts(background, weights)
	must(t, err)
	how := duel.InferenceOptions{Intervals: duel.Anytime, Mixture: 0.3}
	wide, err := m.Estimate(duel.Scores, how).Contrasts(background, weights)
	must(t, err)
	se := plain[0].StandardError
	r := 0.09 / (se * se)
	k := math.Sqrt((1 + r) / r * (math.Log1p(r) + 2*math.Log(20)))
	near(t, "interval", []float64{wide[0].Lower, wide[0].Upper}, []float64{plain[0].Value - k*se, plain[0].Value + k*se}, 1e-9)
	evidence, err := m.Estimate(duel.Scores, how).EValues(background, weights, []float64{0.1})
	must(t, err)
	z := (plain[0].Value - 0.1) / se
	near(t, "log E", []float64{evidence[0].LogE}, []float64{z*z*r/(2*(1+r)) - math.Log1p(r)/2}, 1e-9)
	_, err = m.Estimate(duel.Scores, how).EValues(background, weights, []float64{0.1, 0.2})
	fails(t, err, duel.ErrSize)
	_, err = m.Estimate(duel.Scores, how).Pairs(background, duel.PairOptions{})
	fails(t, err, duel.ErrUnsupported)
	adjusted, err := duel.Adjust(duel.AdjustEHolm, []float64{3, 1})
	must(t, err)
	near(t, "e-Holm", adjusted, []float64{math.Log((math.Exp(3) + math.Exp(1)) / 2), 1}, 1e-12)
}

func TestAfterChoosing(t *testing.T) {
	m := fit(t, benchmark(t), duel.Options{})
	e := m.Estimate(duel.Scores, duel.InferenceOptions{Seed: 1, Correction: duel.CorrectionNone})
	found, err := e.Winner(background, nil, 0)
	must(t, err)
	near(t, "winner", []float64{found.Estimate, found.StandardError}, []float64{0.8436619296638042, 0.0813310270059323}, 1e-8)
	near(t, "median", []float64{found.Median}, []float64{0.6239948073235297}, 0.005)
	if found.IsTied || found.TiedItem != found.Item || found.IsFew || !(found.Lead > 0 && found.Lead < 0.02) {
		t.Errorf("%+v", found)
	}
	_, err = e.Winner(background, []int{0, 0}, 1)
	fails(t, err, duel.ErrData)
	_, err = e.Winner(background, nil, 7)
	fails(t, err, duel.ErrArgument)
	sets, err := e.RankSets(background, []int{found.Item}, duel.RankSetOptions{OneByOne: true, Top: 1})
	must(t, err)
	if len(sets) != 1 || sets[0].RankBest != 1 || sets[0].RankWorst != 2 || !sets[0].IsTop || sets[0].IsBottom {
		t.Errorf("%+v", sets)
	}
	all, err := e.RankSets(background, nil, duel.RankSetOptions{})
	must(t, err)
	wide, err := e.Ranks(background)
	must(t, err)
	for i := range all {
		if all[i].RankBest < wide[i].RankBest || all[i].RankWorst > wide[i].RankWorst {
			t.Errorf("%+v is wider than %+v", all[i], wide[i])
		}
	}
}

func TestFragility(t *testing.T) {
	m := fit(t, benchmark(t), duel.Options{})
	found, err := m.Fragility(background, nil, duel.FragilityOptions{})
	must(t, err)
	if len(found) != 5 || found[0].Confirmed != 13 || found[1].Confirmed != 259 || !(found[0].EstimateAfter < 0) {
		t.Errorf("%+v", found)
	}
	pair := []duel.Pair{{I: found[0].First, J: found[0].Second}}
	judges, err := m.Fragility(background, pair, duel.FragilityOptions{By: duel.ByJudge})
	must(t, err)
	if judges[0].Confirmed != 1 {
		t.Errorf("%+v", judges)
	}
	votes, err := m.FragileVotes(background, pair, duel.FragilityOptions{})
	must(t, err)
	sum := 0.0
	for _, vote := range votes {
		sum += vote.Comparisons
	}
	if sum != 13 || votes[0].Claim != 0 {
		t.Errorf("%+v", votes)
	}
	wide := []duel.Pair{{I: found[1].First, J: found[1].Second}}
	one, err := m.Fragility(background, wide, duel.FragilityOptions{By: duel.ByJudge})
	must(t, err)
	renewed, err := m.Fragility(background, wide, duel.FragilityOptions{By: duel.ByJudge, Renew: true})
	must(t, err)
	if !math.IsNaN(one[0].Confirmed) || !(renewed[0].EstimateAfter < 0) {
		t.Errorf("%+v, %+v", one, renewed)
	}
	_, err = m.Fragility(background, []duel.Pair{{I: pair[0].J, J: pair[0].I}}, duel.FragilityOptions{})
	fails(t, err, duel.ErrData)
	_, err = m.Fragility(background, pair, duel.FragilityOptions{By: duel.ByJudge, Attack: duel.AttackFlip})
	fails(t, err, duel.ErrUnsupported)
}

func TestOutliers(t *testing.T) {
	m := fit(t, benchmark(t), duel.Options{Outcome: duel.Davidson})
	found, err := m.Outliers(background, duel.OutlierOptions{})
	must(t, err)
	outliers := 0
	for _, row := range found {
		if row.IsOutlier {
			outliers++
		}
		if row.Departure == "ties" {
			near(t, "log E", []float64{row.LogE, row.Phi}, []float64{68.36527647440766, 6.023658321661028}, 1e-6)
		}
	}
	if len(found) != 20 || outliers != 9 {
		t.Errorf("%d of %d", outliers, len(found))
	}
	adjusted, err := m.Outliers(background, duel.OutlierOptions{Adjusted: true, Alpha: 0.01})
	must(t, err)
	for k, row := range adjusted {
		// Half of what the information grows by, tempered.
		if row.Departure == "ties" {
			near(t, "adjusted", []float64{row.LogRatio - found[k].LogRatio}, []float64{0.4495495506218758 / row.Phi}, 1e-6)
		}
	}
	_, err = m.Outliers(background, duel.OutlierOptions{Alpha: 1})
	fails(t, err, duel.ErrArgument)
	_, err = fit(t, benchmark(t), duel.Options{Outcome: duel.Davidson, Position: duel.PositionByJudge}).Outliers(background, duel.OutlierOptions{Adjusted: true})
	fails(t, err, duel.ErrUnsupported)
	_, err = fit(t, benchmark(t), duel.Options{}).Outliers(background, duel.OutlierOptions{})
	fails(t, err, duel.ErrUnsupported)
}

func TestMonitor(t *testing.T) {
	model := fit(t, benchmark(t), duel.Options{})
	m, err := duel.NewMonitor(duel.MonitorOptions{Mixture: 0.5})
	must(t, err)
	defer m.Close()
	e := model.Estimate(duel.Scores, duel.InferenceOptions{})
	must(t, m.Look(background, e, nil))
	must(t, m.Look(background, e, nil))
	info, err := m.Info()
	must(t, err)
	if info.Looks != 2 || info.Items != 6 || info.MaxItems != 6 || info.Open+info.Decided != 15 || info.Units != 80 || info.Contradicted != 0 {
		t.Errorf("%+v", info)
	}
	pairs, err := m.Pairs()
	must(t, err)
	for _, row := range pairs {
		if (row.Order == "open") != (row.DecidedAt < 0) || row.DecidedAt > 1 {
			t.Errorf("%+v", row)
		}
		if z := row.Estimate / row.SE; row.Order == "open" && math.Abs(z) > 6 {
			t.Errorf("%+v", row)
		}
	}
	ranks, err := m.Ranks()
	must(t, err)
	if len(ranks) != 6 || len(pairs) != 15 {
		t.Errorf("%d items, %d pairs", len(ranks), len(pairs))
	}
	bytes, err := m.Save()
	must(t, err)
	loaded, err := duel.LoadMonitor(bytes)
	must(t, err)
	defer loaded.Close()
	must(t, loaded.Look(background, e, nil))
	_, err = duel.LoadMonitor(bytes[:40])
	fails(t, err, duel.ErrFormat)
	fails(t, m.Look(background, e, benchmark(t)), duel.ErrArgument)
	adaptive, err := duel.NewMonitor(duel.MonitorOptions{Design: duel.DesignAdaptive, MaxItems: 6})
	must(t, err)
	defer adaptive.Close()
	fails(t, adaptive.Look(background, e, nil), duel.ErrUnsupported)
	_, err = duel.NewMonitor(duel.MonitorOptions{Alpha: 2})
	fails(t, err, duel.ErrArgument)
}

func TestPairsThatCountEqually(t *testing.T) {
	s := benchmark(t)
	plain := fit(t, s, duel.Options{})
	wide := fit(t, s, duel.Options{Target: duel.TargetPairsEqually, PairFloor: 1e9})
	values := func(m *duel.Model) []float64 {
		found, err := m.Estimate(duel.Scores, duel.InferenceOptions{}).Values(background)
		must(t, err)
		var out []float64
		for _, row := range found {
			out = append(out, row.Value)
		}
		return out
	}
	near(t, "scores", values(wide), values(plain), 1e-8)
	equally := fit(t, s, duel.Options{Target: duel.TargetPairsEqually})
	if math.Abs(values(equally)[0]-values(plain)[0]) < 1e-5 {
		t.Error("nothing was weighted")
	}
	_, err := equally.Criteria()
	fails(t, err, duel.ErrUnsupported)
}

func TestSigns(t *testing.T) {
	m := fit(t, benchmark(t), duel.Options{Position: duel.PositionShared})
	found, err := m.Fragility(background, nil, duel.FragilityOptions{Quantity: duel.Positions})
	must(t, err)
	if len(found) != 1 || found[0].First != -1 || found[0].Value != 0 || !(found[0].Confirmed > 1) || !(found[0].EstimateAfter < 0) || !(found[0].Z > 0) {
		t.Errorf("%+v", found)
	}
	pair := []duel.Pair{{I: 2, J: 5}}
	all, err := m.Fragility(background, nil, duel.FragilityOptions{})
	must(t, err)
	pair[0].I, pair[0].J = all[0].First, all[0].Second
	added, err := m.Fragility(background, pair, duel.FragilityOptions{Attack: duel.AttackAdd, Vote: true, Winner: pair[0].J, Loser: pair[0].I})
	must(t, err)
	if added[0].Winner != pair[0].J || added[0].Loser != pair[0].I || !(added[0].Confirmed >= 1) {
		t.Errorf("%+v", added)
	}
	_, err = m.Fragility(background, pair, duel.FragilityOptions{Vote: true, Winner: pair[0].J, Loser: pair[0].I})
	fails(t, err, duel.ErrArgument)
}
