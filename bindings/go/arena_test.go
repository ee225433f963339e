package duel_test

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	duel "github.com/duel-ranking/duel/bindings/go"
)

// reference reads a file of reference results of other programs, which stay with the repository.
func reference[T any](t *testing.T, name string) T {
	t.Helper()
	bytes, err := os.ReadFile(filepath.Join("..", "..", "tests", "data", name))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the module is used without its repository")
	}
	must(t, err)
	var out T
	must(t, json.Unmarshal(bytes, &out))
	return out
}

// arena are the counts of the Arena of 2024, items in the order of the bytes of their names.
func arena(t *testing.T) *duel.Set {
	t.Helper()
	file, err := os.Open(filepath.Join("..", "..", "examples", "data", "chatbot_arena_202408_counts.csv"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the module is used without its repository")
	}
	must(t, err)
	defer file.Close()
	table, err := csv.NewReader(file).ReadAll()
	must(t, err)
	var left, right, all []string
	counts := make([][]float64, 3)
	for _, row := range table[1:] {
		left, right, all = append(left, row[0]), append(right, row[1]), append(all, row[0], row[1])
		for k, cell := range row[2:] {
			count, err := strconv.ParseFloat(cell, 64)
			must(t, err)
			counts[k] = append(counts[k], count)
		}
	}
	slices.Sort(all)
	s := set(t)
	must(t, s.Intern(duel.Item, slices.Compact(all)...))
	must(t, s.Append(duel.Rows{
		Left: duel.Names(left), Right: duel.Names(right), Wins: duel.Numbers(counts[0]),
		Losses: duel.Numbers(counts[1]), Ties: duel.Numbers(counts[2]),
	}))
	return s
}

// The optima of an independent program with exact Newton steps, from no threshold of its own to ten
// numbers of each item, and a variance of each item.
func TestOptimaOfTheArena(t *testing.T) {
	s := arena(t)
	for _, test := range []struct {
		name          string
		options       duel.Options
		logLikelihood float64
		dimension     int
	}{
		{"one threshold", duel.Options{Outcome: duel.Davidson}, -1388755.0970970707, 129},
		{"additive", duel.Options{Outcome: duel.Davidson, Threshold: duel.ThresholdAdditive}, -1384908.3252149299, 257},
		{"cosine, one factor", duel.Options{Outcome: duel.Davidson, Threshold: duel.ThresholdFactored, TieFactors: 1},
			-1384908.3252149299, 257},
		{"paper, one factor", duel.Options{Outcome: duel.Davidson, Threshold: duel.ThresholdFactored, TieFactors: 1,
			TieBasis: duel.BasisPaper}, -1385523.525462386, 257},
		{"paper, linear, one factor", duel.Options{Outcome: duel.RaoKupper, Threshold: duel.ThresholdFactored, TieFactors: 1,
			TieBasis: duel.BasisPaper, TieLink: duel.LinkLinear}, -1389524.5083172969, 257},
		{"paper, ten factors", duel.Options{Outcome: duel.Davidson, Threshold: duel.ThresholdFactored, TieFactors: 10,
			TieBasis: duel.BasisPaper}, -1382704.1820738583, 1373},
		{"diagonal spread", duel.Options{Spread: duel.SpreadDiagonal}, -900906.6625792155, 256},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := info(t, fit(t, s, test.options))
			// 1e-9 of a million is the 0.001 by which optima count as one.
			near(t, "log-likelihood", []float64{got.LogLikelihood}, []float64{test.logLikelihood}, 1e-9)
			if got.Dimension != test.dimension || got.Spread != test.options.Spread ||
				got.Threshold != test.options.Threshold || got.TieFactors != test.options.TieFactors ||
				got.TieBasis != test.options.TieBasis || got.TieLink != test.options.TieLink || got.Starts != 1 {
				t.Errorf("info is %+v", got)
			}
		})
	}
}

// Whether a pair is identified follows from its items.
func TestThresholdsOfItems(t *testing.T) {
	s := arena(t)
	m := fit(t, s, duel.Options{Outcome: duel.Davidson, Threshold: duel.ThresholdAdditive})
	g, err := m.Thresholds()
	must(t, err)
	e, err := m.PairThresholds()
	must(t, err)
	if len(g) != 129 || e.Rows != 129 || e.Columns != 129 || !math.IsNaN(e.At(5, 5)) {
		t.Fatalf("%d thresholds, %d x %d of pairs", len(g), e.Rows, e.Columns)
	}
	near(t, "threshold of a pair", []float64{e.At(3, 7), e.At(7, 3)}, []float64{g[3] + g[7], g[3] + g[7]}, 1e-12)
	// Half of the sum of two has half the error of the sum.
	weights := duel.Matrix{Rows: 1, Columns: 129, Data: make([]float64, 129)}
	weights.Data[3], weights.Data[7] = 0.5, 0.5
	half, err := m.Estimate(duel.Thresholds, duel.InferenceOptions{}).Contrasts(background, weights)
	must(t, err)
	pairs := estimates(t, m, duel.PairThresholds, duel.InferenceOptions{})
	nearRelative(t, "error", []float64{half[0].StandardError}, []float64{pairs[3*129+7].StandardError / 2}, 1e-8)
	_, err = m.ThresholdOffsets()
	fails(t, err, duel.ErrUnsupported)
	_, err = m.Variances()
	fails(t, err, duel.ErrUnsupported)
}

func TestSpreadOfItems(t *testing.T) {
	m := fit(t, arena(t), duel.Options{Spread: duel.SpreadDiagonal})
	d, err := m.Variances()
	must(t, err)
	spreads, err := m.Spreads()
	must(t, err)
	logs, err := m.LogSpreads()
	must(t, err)
	sum := 0.0
	for _, variance := range d {
		sum += variance
	}
	near(t, "trace", []float64{sum * (1 - 1/129.0)}, []float64{1}, 1e-12)
	distances, err := m.Distances(background, duel.DistanceNoise, duel.InferenceOptions{})
	must(t, err)
	near(t, "spread of a pair", []float64{spreads.At(2, 9), math.Exp(logs.At(9, 2)), math.Pow(distances.At(2, 9), 2)},
		[]float64{d[2] + d[9], d[2] + d[9], d[2] + d[9]}, 1e-12)
	covariance, err := m.ItemCovariance()
	must(t, err)
	near(t, "covariance", []float64{covariance.At(2, 2), covariance.At(2, 9)}, []float64{
		d[2]*(1-2/129.0) + sum/(129*129), sum/(129*129) - (d[2]+d[9])/129}, 1e-12)
	correlations, err := m.ItemCorrelations()
	must(t, err)
	near(t, "correlation", []float64{correlations.At(2, 9)},
		[]float64{covariance.At(2, 9) / math.Sqrt(covariance.At(2, 2)*covariance.At(9, 9))}, 1e-9)
	// The interval of a spread is that of its logarithm.
	on, off := estimates(t, m, duel.Spreads, duel.InferenceOptions{}), estimates(t, m, duel.LogSpreads, duel.InferenceOptions{})
	near(t, "interval", []float64{on[11].Lower, on[11].Upper}, []float64{math.Exp(off[11].Lower), math.Exp(off[11].Upper)}, 1e-9)
	if loadings, err := m.Loadings(); err != nil || loadings.Rows != 129 || loadings.Columns != 0 {
		t.Errorf("loadings without factors are %+v, %v", loadings, err)
	}

	// The same of any function of yours; items have no spread from themselves.
	function, _, err := m.Function(background, duel.Spreads, 1, func(spreads, out []float64, _ duel.Matrix) error {
		out[0] = math.Log(spreads[11])
		return nil
	}, duel.InferenceOptions{})
	must(t, err)
	near(t, "function", []float64{function[0].Value}, values(off[11:12]), 1e-12)
	nearRelative(t, "error of a function", standardErrors(function), standardErrors(off[11:12]), 1e-6)

	// z of two items is their difference by the root of their spread.
	scores, err := plainScores(m)
	must(t, err)
	z, err := m.Distances(background, duel.DistanceZ, duel.InferenceOptions{})
	must(t, err)
	near(t, "|z|", []float64{z.At(2, 9)}, []float64{math.Abs(scores[2]-scores[9]) / distances.At(2, 9)}, 1e-9)
}

// pairedMetrics are metrics of the paired-comparison models of Ameli et al. at the optimum.
type pairedMetrics struct {
	Models []struct {
		Number    int
		LogLik    float64
		Constant  float64 `json:"log_multinomial_constant"`
		Saturated float64 `json:"saturated_loglik"`
		Metrics   struct {
			CE          []float64 `json:"ce_per_outcome"`
			CEAll       float64   `json:"ce_all"`
			KLMean      float64   `json:"kl_pair_mean"`
			KLWeighted  float64   `json:"kl_weighted"`
			JSMean      float64   `json:"js_pair_mean"`
			JSWeighted  float64   `json:"js_weighted"`
			RMSECount   []float64 `json:"rmse_count"`
			RMSEAll     float64   `json:"rmse_count_all"`
			MAECount    []float64 `json:"mae_count"`
			MAEAll      float64   `json:"mae_count_all"`
			RMSEPercent []float64 `json:"rmse_percent"`
			RMSEP       float64   `json:"rmse_percent_all"`
			MAEPercent  []float64 `json:"mae_percent"`
			MAEP        float64   `json:"mae_percent_all"`
		}
	}
}

func TestMetricsOfTheArena(t *testing.T) {
	s := arena(t)
	outcomes := map[int]duel.Options{
		1: {}, 4: {Ties: duel.TiesDropped}, 7: {Outcome: duel.RaoKupper}, 19: {Outcome: duel.Davidson},
	}
	for _, model := range reference[pairedMetrics](t, "paired_metrics.json").Models {
		options, known := outcomes[model.Number]
		if !known {
			t.Fatalf("model %d is not known", model.Number)
		}
		m := fit(t, s, options)
		got, err := m.Metrics(nil, duel.ByPair)
		must(t, err)
		each, err := m.MetricsByOutcome(nil, duel.ByPair)
		must(t, err)
		want := model.Metrics
		n := info(t, m).Comparisons
		nearRelative(t, "metric", []float64{
			got.NLL, got.NLLMean, got.CrossEntropy, got.NLLMultinomial, got.NLLMultinomialMean, got.KLMean, got.KLWeighted,
			got.JSMean, got.JSWeighted, got.MAECount, got.RMSECount, got.MAEPercent, got.RMSEPercent, got.Comparisons,
		}, []float64{
			-model.LogLik, -model.LogLik / n, want.CEAll, -model.LogLik - model.Constant, (-model.LogLik - model.Constant) / n,
			want.KLMean, want.KLWeighted, want.JSMean, want.JSWeighted, want.MAEAll, want.RMSEAll, want.MAEP, want.RMSEP, n,
		}, 1e-6)
		if got.Rows != 3455 && model.Number != 4 || got.Unpredicted != 0 || len(each) != len(want.CE) {
			t.Errorf("metrics of model %d are %+v", model.Number, got)
		}
		for k, of := range each {
			nearRelative(t, "metric of an outcome",
				[]float64{of.CrossEntropy, of.RmseCount, of.MaeCount, of.RmsePercent, of.MaePercent},
				[]float64{want.CE[k], want.RMSECount[k], want.MAECount[k], want.RMSEPercent[k], want.MAEPercent[k]}, 1e-6)
		}
		if again, err := m.Metrics(s, 0); err != nil || again.NLL != got.NLL || again.KLMean != got.KLMean {
			t.Errorf("metrics of its own set are %+v, %v", again, err)
		}
	}
}
