package duel_test

import (
	"context"
	"math"
	"testing"

	duel "github.com/duel-ranking/duel/bindings/go"
)

var background = context.Background()

func TestCitations(t *testing.T) {
	s := set(t)
	must(t, s.Intern(duel.Item, citations.items...))
	must(t, s.Append(citationRows()))
	m := fit(t, s, duel.Options{Covariance: duel.CovarianceExpected})

	info, err := m.Info()
	must(t, err)
	near(t, "log-likelihood", []float64{info.LogLikelihood}, []float64{citations.logLikelihood}, 1e-9)
	if info.Outcome != duel.FitOK || info.Stop != duel.StopConverged && info.Stop != duel.StopPrecision {
		t.Errorf("outcome is %v, stop %v", info.Outcome, info.Stop)
	}
	if info.Items != 4 || info.Judges != 1 || info.Dimension != 3 {
		t.Errorf("info is %+v", info)
	}

	scores, err := plainScores(m)
	must(t, err)
	near(t, "score", scores, citations.scores, 1e-9)

	expected, err := m.Estimate(duel.Scores, duel.InferenceOptions{}).Values(background)
	must(t, err)
	near(t, "estimate", values(expected), citations.scores, 1e-9)
	nearRelative(t, "expected error", standardErrors(expected), citations.expected, 1e-7)
	for i, e := range expected {
		const z = 1.959963984540054
		near(t, "interval", []float64{e.Lower, e.Upper},
			[]float64{e.Value - z*e.StandardError, e.Value + z*e.StandardError}, 1e-9)
		if t.Failed() {
			t.Fatalf("interval of item %d", i)
		}
	}

	sandwich, err := m.Estimate(duel.Scores, duel.InferenceOptions{Covariance: duel.CovarianceSandwich}).Values(background)
	must(t, err)
	nearRelative(t, "sandwich error", standardErrors(sandwich), citations.sandwich, 1e-7)

	reference, err := m.Estimate(duel.Scores,
		duel.InferenceOptions{Normalisation: duel.NormalisationReference, ReferenceItem: 0}).Values(background)
	must(t, err)
	near(t, "reference", values(reference), append([]float64{0}, citations.ml...), 1e-8)
	near(t, "reference error", standardErrors(reference), append([]float64{0}, citations.mlErrors...), 1e-8)

	weights := duel.Matrix{
		Rows: 3, Columns: 4,
		Data: []float64{
			-1, 1, 0, 0,
			-1, 0, 1, 0,
			-1, 0, 0, 1,
		},
	}
	contrasts, err := m.Estimate(duel.Scores, duel.InferenceOptions{}).Contrasts(background, weights)
	must(t, err)
	covariance, err := m.Estimate(duel.Scores, duel.InferenceOptions{}).ContrastCovariance(background, weights)
	must(t, err)
	near(t, "contrast", values(contrasts), citations.ml, 1e-8)
	nearRelative(t, "contrast error", standardErrors(contrasts), citations.mlErrors, 1e-6)
	nearRelative(t, "contrast covariance", covariance.Data, citations.mlCovariance, 1e-6)

	all, err := m.Estimate(duel.Scores, duel.InferenceOptions{}).Covariance(background)
	must(t, err)
	for i := range citations.items {
		nearRelative(t, "variance", []float64{math.Sqrt(all.At(i, i))}, citations.expected[i:i+1], 1e-7)
	}
}

func TestSpringall(t *testing.T) {
	s := set(t, springallRows())
	for _, test := range []struct {
		name          string
		options       duel.Options
		scores        []float64
		thresholds    []float64
		logLikelihood float64
	}{
		{"half", duel.Options{}, springall.half, nil, springall.halfLogLikelihood},
		{"Davidson", duel.Options{Outcome: duel.Davidson}, springall.davidson,
			[]float64{springall.davidsonThreshold}, springall.davidsonLogLikelihood},
		{"Rao-Kupper", duel.Options{Outcome: duel.RaoKupper}, springall.raoKupper,
			[]float64{springall.raoKupperThreshold}, springall.raoKupperLogLikelihood},
		{"probit", duel.Options{Outcome: duel.ThurstoneMosteller}, springall.probit, nil, springall.probitLogLikelihood},
		{"Glenn-David", duel.Options{Outcome: duel.GlennDavid}, springall.glennDavid,
			[]float64{springall.glennDavidThreshold}, springall.glennDavidLogLikelihood},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := fit(t, s, test.options)
			scores, err := plainScores(m)
			must(t, err)
			// R's ordered probit is good to 1e-6.
			within := map[bool]float64{true: 2e-6, false: 1e-8}[test.name == "Glenn-David"]
			near(t, "score", scores, test.scores, within)
			info, err := m.Info()
			must(t, err)
			near(t, "log-likelihood", []float64{info.LogLikelihood}, []float64{test.logLikelihood}, 1e-9)
			thresholds, err := m.Thresholds()
			if test.thresholds == nil {
				fails(t, err, duel.ErrUnsupported)
				return
			}
			must(t, err)
			near(t, "threshold", thresholds, test.thresholds, within)
			p, err := m.Probabilities(background,
				duel.Rows{Left: duel.IDs([]uint8{0, 3}), Right: duel.IDs([]uint8{1, 2})}, duel.InferenceOptions{})
			must(t, err)
			for _, p := range p {
				near(t, "sum of probabilities", []float64{p.Left.Value + p.Right.Value + p.Tie.Value}, []float64{1}, 1e-12)
				if !(p.Tie.Lower > 0 && p.Tie.Lower < p.Tie.Value && p.Tie.Value < p.Tie.Upper) {
					t.Errorf("tie is %+v", p.Tie)
				}
			}
		})
	}
}

func TestSpringallErrors(t *testing.T) {
	m := fit(t, set(t, springallRows()), duel.Options{})
	expected, err := m.Estimate(duel.Scores, duel.InferenceOptions{Covariance: duel.CovarianceExpected}).Values(background)
	must(t, err)
	nearRelative(t, "expected error", standardErrors(expected), springall.halfExpected, 1e-7)
	sandwich, err := m.Estimate(duel.Scores, duel.InferenceOptions{}).Values(background)
	must(t, err)
	nearRelative(t, "sandwich error", standardErrors(sandwich), springall.halfSandwich, 1e-7)
}

func TestBaseballHomeAdvantage(t *testing.T) {
	s := set(t)
	must(t, s.Intern(duel.Item, baseball.teams...))
	must(t, s.Append(baseballRows()))
	m := fit(t, s, duel.Options{Position: duel.PositionShared, Covariance: duel.CovarianceExpected})

	scores, err := m.Estimate(duel.Scores, duel.InferenceOptions{Normalisation: duel.NormalisationReference}).Values(background)
	must(t, err)
	positions, err := m.Estimate(duel.Positions, duel.InferenceOptions{}).Values(background)
	must(t, err)
	near(t, "coefficient", append(values(scores[1:]), values(positions)...), baseball.ml, 1e-7)
	// R takes the weights of its last but one iteration for the covariance.
	nearRelative(t, "error", append(standardErrors(scores[1:]), standardErrors(positions)...), baseball.mlErrors, 1e-5)

	rows := baseballRows()
	p, err := m.Probabilities(background, duel.Rows{Left: rows.Left, Right: rows.Right}, duel.InferenceOptions{})
	must(t, err)
	home := make([]float64, len(p))
	for i := range p {
		home[i] = p[i].Left.Value
	}
	near(t, "probability", home, baseball.fittedHome, 1e-8)

	plain, err := fit(t, s, duel.Options{}).Info()
	must(t, err)
	full, err := m.Info()
	must(t, err)
	near(t, "gain", []float64{full.LogLikelihood - plain.LogLikelihood}, []float64{baseball.gain}, 1e-8)

	neutral, err := m.Probabilities(background,
		duel.Rows{Left: duel.Names([]string{"Boston", "Toronto"}), Right: duel.Names([]string{"Toronto", "Boston"})},
		duel.InferenceOptions{IgnorePosition: true})
	must(t, err)
	near(t, "neutral", []float64{neutral[0].Left.Value}, []float64{neutral[1].Right.Value}, 1e-12)
}

func TestSensitivities(t *testing.T) {
	m := fit(t, set(t, judgedRows()), duel.Options{Strength: duel.Sensitivity})
	info, err := m.Info()
	must(t, err)
	near(t, "log-likelihood", []float64{info.LogLikelihood}, []float64{judged.logLikelihood}, 1e-9)

	for _, test := range []struct {
		name string
		kind duel.CovarianceKind
		want []float64
	}{
		{"expected", duel.CovarianceExpected, judged.expected},
		{"observed", duel.CovarianceObserved, judged.observed},
		{"sandwich", duel.CovarianceSandwich, judged.sandwich},
	} {
		scores, err := m.Estimate(duel.Scores,
			duel.InferenceOptions{Scale: duel.ScaleGeometric, Covariance: test.kind}).Values(background)
		must(t, err)
		near(t, "score", values(scores), judged.scores, 1e-8)
		nearRelative(t, test.name+" error", standardErrors(scores), test.want, 1e-5)
	}

	options := duel.InferenceOptions{Scale: duel.ScaleGeometric, Covariance: duel.CovarianceExpected}
	gamma, err := m.Estimate(duel.Sensitivities, options).Values(background)
	must(t, err)
	near(t, "sensitivity", values(gamma), judged.sensitivities, 1e-8)
	logGamma, err := m.Estimate(duel.LogSensitivities, options).Values(background)
	must(t, err)
	nearRelative(t, "log error", standardErrors(logGamma), judged.logExpected, 1e-5)
	for k := range gamma {
		near(t, "interval on the log scale", []float64{gamma[k].Lower, gamma[k].Upper},
			[]float64{math.Exp(logGamma[k].Lower), math.Exp(logGamma[k].Upper)}, 1e-9)
	}

	arithmetic, err := m.Sensitivities()
	must(t, err)
	mean := 0.0
	for _, g := range arithmetic {
		mean += g / float64(len(arithmetic))
	}
	near(t, "mean sensitivity", []float64{mean}, []float64{1}, 1e-12)
	strengths, err := m.Strengths()
	must(t, err)
	if strengths.Rows != 4 || strengths.Columns != 5 {
		t.Fatalf("strengths is %d x %d", strengths.Rows, strengths.Columns)
	}
	for k := range gamma {
		for i, score := range judged.scores {
			near(t, "strength", []float64{strengths.At(k, i)}, []float64{judged.sensitivities[k] * score}, 1e-8)
		}
	}
}

func TestRanks(t *testing.T) {
	s := set(t)
	must(t, s.Intern(duel.Item, citations.items...))
	must(t, s.Append(citationRows()))
	ranks, err := fit(t, s, duel.Options{}).Estimate(duel.Scores, duel.InferenceOptions{Seed: 1}).Ranks(background)
	must(t, err)
	// Every journal differs from every other by more than four standard errors.
	for i, want := range []float64{2, 4, 3, 1} {
		row := duel.EstimateRanksRow{Item: i, Rank: want, RankBest: int64(want), RankWorst: int64(want)}
		if got := ranks[i]; got != row {
			t.Errorf("rank of %s is %+v, not %v", citations.items[i], got, want)
		}
	}
}
