package duel_test

import (
	"context"
	"encoding/csv"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	duel "github.com/duel-ranking/duel/bindings/go"
)

// disagreeing is a reference fit with disagreement.
type disagreeing struct {
	NLL     float64     `json:"nll"`
	BIC     float64     `json:"bic"`
	Mu      []float64   `json:"mu"`
	Gamma   []float64   `json:"gamma"`
	SeMu    []float64   `json:"se_mu"`
	SeGamma []float64   `json:"se_gamma"`
	S       [][]float64 `json:"S"`
	SeS     [][]float64 `json:"se_S"`
	T       [][]float64 `json:"UVt"`
	SeT     [][]float64 `json:"se_UVt"`
	H       []float64   `json:"h"`
	SeH     []float64   `json:"se_h"`
	Rho     []float64   `json:"rho"`
	Sizes   []float64   `json:"sing"`
}

// judgeReferences are those of the judge-aware models, by independent programs.
type judgeReferences struct {
	Synthetic struct {
		Balanced struct {
			Counts [][]float64            `json:"counts"`
			HJA    map[string]disagreeing `json:"hja"`
			Scree  []float64              `json:"scree"`
		} `json:"balanced"`
	} `json:"synthetic"`
	Covariate struct {
		Rows  [][]float64 `json:"rows"`
		NLL   float64     `json:"nll"`
		S     []float64   `json:"s"`
		Alpha []float64   `json:"alpha"`
		Beta  []float64   `json:"beta"`
	} `json:"covariate"`
}

func column(table [][]float64, at int) []float64 {
	out := make([]float64, len(table))
	for i, row := range table {
		out[i] = row[at]
	}
	return out
}

func whole(values []float64) []int {
	out := make([]int, len(values))
	for i, value := range values {
		out[i] = int(value)
	}
	return out
}

// balanced are four judges who see every pair of five items 14 times.
func balanced(t *testing.T) (*duel.Set, judgeReferences) {
	all := reference[judgeReferences](t, "judges.json")
	rows := all.Synthetic.Balanced.Counts
	return set(t, duel.Rows{
		Judge: duel.IDs(whole(column(rows, 0))), Left: duel.IDs(whole(column(rows, 1))),
		Right: duel.IDs(whole(column(rows, 2))), Wins: duel.Numbers(column(rows, 3)),
		Losses: duel.Numbers(column(rows, 4)), Ties: duel.Numbers(column(rows, 5)),
	}), all
}

// benchmark are the votes of twenty judges on MT-Bench.
func benchmark(t *testing.T) *duel.Set {
	t.Helper()
	file, err := os.Open(filepath.Join("..", "..", "examples", "data", "judge_mtbench.csv"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the module is used without its repository")
	}
	must(t, err)
	defer file.Close()
	table, err := csv.NewReader(file).ReadAll()
	must(t, err)
	scores := map[string]float64{"a": 1, "b": 0, "tie": 0.5}
	var questions, judges, left, right []string
	var score []float64
	for _, row := range table[1:] {
		if value, known := scores[row[4]]; known {
			questions, judges = append(questions, row[0]), append(judges, row[1])
			left, right, score = append(left, row[2]), append(right, row[3]), append(score, value)
		}
	}
	return set(t, duel.Rows{
		Context: duel.Names(questions), Judge: duel.Names(judges), Left: duel.Names(left),
		Right: duel.Names(right), Score: duel.Numbers(score),
	})
}

func judgeID(t *testing.T, s *duel.Set, name string) int {
	t.Helper()
	id := slices.Index(s.Names(duel.Judge), name)
	if id < 0 {
		t.Fatalf("no judge %q", name)
	}
	return id
}

const positionDriven = "zai-org/GLM-4.5-Air-FP8"

func TestDisagreement(t *testing.T) {
	s, all := balanced(t)
	want := all.Synthetic.Balanced.HJA["1"]
	options := duel.Options{Strength: duel.Disagreement, Rank: 1, Covariance: duel.CovarianceExpected}
	m := fit(t, s, options)
	facts := info(t, m)
	near(t, "log-likelihood", []float64{facts.LogLikelihood}, []float64{-want.NLL}, 1e-9)
	if facts.Rank != 1 || facts.Strength != duel.Disagreement || facts.Outcome != duel.FitOK {
		t.Errorf("info is %+v", facts)
	}
	for _, of := range []struct {
		what   duel.Quantity
		values []float64
		errors []float64
	}{
		{duel.Scores, want.Mu, want.SeMu},
		{duel.Sensitivities, want.Gamma, want.SeGamma},
		{duel.Strengths, slices.Concat(want.S...), slices.Concat(want.SeS...)},
		{duel.Disagreements, slices.Concat(want.T...), slices.Concat(want.SeT...)},
		{duel.DisagreementNorms, want.H, want.SeH},
		{duel.DisagreementRatios, want.Rho, nil},
		{duel.DisagreementSizes, want.Sizes, nil},
	} {
		found := estimates(t, m, of.what, duel.InferenceOptions{})
		near(t, "value", values(found), of.values, 1e-6)
		if of.errors != nil {
			nearRelative(t, "error", standardErrors(found), of.errors, 1e-5)
		}
	}
	u := values(estimates(t, m, duel.JudgeFactors, duel.InferenceOptions{}))
	v := values(estimates(t, m, duel.ItemFactors, duel.InferenceOptions{}))
	var size, sum float64
	for _, value := range u {
		sum += value
	}
	for _, value := range v {
		size += value * value
	}
	near(t, "sum of U and V'V", []float64{sum, size}, []float64{0, 5}, 1e-9)
	for k := range u {
		for i := range v {
			near(t, "T", []float64{u[k] * v[i]}, []float64{want.T[k][i]}, 1e-6)
		}
	}
	var mean, square float64
	for i, mu := range want.Mu {
		mean += mu * mu
		for k := range want.S {
			square += want.S[k][i] * want.S[k][i]
		}
	}
	near(t, "consensus", []float64{facts.Consensus}, []float64{math.Sqrt(4 * mean / square)}, 1e-6)

	options.Restarts, options.Threads = 3, 2
	again := fit(t, s, options)
	near(t, "log-likelihood", []float64{info(t, again).LogLikelihood}, []float64{-want.NLL}, 1e-9)

	options.Rank = 4
	_, err := duel.Fit(background, s, options)
	fails(t, err, duel.ErrArgument)
	_, err = duel.Fit(background, s, duel.Options{Rank: 1})
	fails(t, err, duel.ErrUnsupported)
	_, err = fit(t, s, duel.Options{}).Get(duel.Disagreements)
	fails(t, err, duel.ErrUnsupported)
}

func TestConsensus(t *testing.T) {
	s, all := balanced(t)
	m := fit(t, s, duel.Options{Strength: duel.Disagreement, Rank: 1})
	want := all.Synthetic.Balanced.HJA["1"]
	mean, weights, err := m.Consensus(background, duel.ConsensusMean, duel.InferenceOptions{})
	must(t, err)
	near(t, "mean", consensusOf(mean), want.Mu, 1e-6)
	near(t, "weight", weights, []float64{0.25, 0.25, 0.25, 0.25}, 1e-12)
	strengths, err := m.Strengths()
	must(t, err)
	precise, weights, err := m.Consensus(background, duel.ConsensusPrecision, duel.InferenceOptions{})
	must(t, err)
	expected := make([]float64, 5)
	for k, weight := range weights {
		for i := range expected {
			expected[i] += weight * strengths.At(k, i)
		}
	}
	near(t, "weighted mean", consensusOf(precise), expected, 1e-9)
	median, weights, err := m.Consensus(background, duel.ConsensusMedian, duel.InferenceOptions{})
	must(t, err)
	var centre float64
	for i := range expected {
		of := make([]float64, 4)
		for k := range of {
			of[k] = strengths.At(k, i)
		}
		slices.Sort(of)
		expected[i] = (of[1] + of[2]) / 2
		centre += expected[i] / 5
	}
	for i := range expected {
		expected[i] -= centre
	}
	// But for the level, which is that of no judge.
	var level float64
	for _, of := range median {
		level += of.Value / 5
	}
	for i, of := range median {
		near(t, "median", []float64{of.Value - level}, expected[i:i+1], 1e-9)
	}
	if !math.IsNaN(weights[0]) || median[0].StandardError <= 0 {
		t.Errorf("weights are %v, the first median %+v", weights, median[0])
	}
	_, _, err = m.Consensus(background, 3, duel.InferenceOptions{})
	fails(t, err, duel.ErrArgument)
	_, _, err = fit(t, s, duel.Options{}).Consensus(background, duel.ConsensusMean, duel.InferenceOptions{})
	fails(t, err, duel.ErrUnsupported)
}

func consensusOf(rows []duel.ModelConsensusRow) []float64 {
	out := make([]float64, len(rows))
	for i, row := range rows {
		out[i] = row.Value
	}
	return out
}

func TestLeaveOneJudgeOut(t *testing.T) {
	s, _ := balanced(t)
	options := duel.Options{Strength: duel.Disagreement, Rank: 1}
	found, err := duel.LeaveOneJudgeOut(background, s, options)
	must(t, err)
	if len(found) != 4*5 {
		t.Fatalf("%d rows", len(found))
	}
	for k := range 4 {
		others := slices.DeleteFunc([]int{0, 1, 2, 3}, func(id int) bool { return id == k })
		rest, err := s.Filter(duel.Judge, others)
		must(t, err)
		defer rest.Close()
		scores, err := plainScores(fit(t, rest, options))
		must(t, err)
		for i, row := range found[5*k : 5*k+5] {
			if row.Without != k || row.Item != i || row.Status != "ok" {
				t.Errorf("row is %+v", row)
			}
			near(t, "score", []float64{row.Score}, scores[i:i+1], 1e-6)
		}
	}
	_, err = duel.LeaveOneJudgeOut(background, nil, options)
	fails(t, err, duel.ErrNull)
}

func TestSelectRank(t *testing.T) {
	s, all := balanced(t)
	want := all.Synthetic.Balanced
	fit := duel.Options{Rank: 7, Ties: duel.TiesHalf}
	if _, err := duel.SelectRank(background, s, fit, 2, duel.RankOptions{}); err == nil || !strings.Contains(err.Error(), "rank is not read") {
		t.Errorf("a rank is %v", err)
	}
	fit.Rank = 0
	ranks, err := duel.SelectRank(background, s, fit, 2, duel.RankOptions{
		Validation: &duel.ValidationOptions{Folds: 3, Seed: 1},
	})
	must(t, err)
	if len(ranks) != 3 {
		t.Fatalf("%d ranks", len(ranks))
	}
	for rank, row := range ranks {
		reference := want.HJA[strconv.Itoa(rank)]
		if row.Directions != int64(rank) || row.Status != "ok" || row.Problems != 0 {
			t.Errorf("row is %+v", row)
		}
		// The reference leaves the parameters of rank 0 out of its criterion.
		bic := reference.BIC + (4+5-2)*math.Log(560)
		near(t, "evidence", []float64{row.LogLikelihood, row.Bic}, []float64{-reference.NLL, bic}, 1e-8)
		if !(row.LogScore < 0 && row.LogScoreSE > 0 && math.IsNaN(row.P)) {
			t.Errorf("held out: %+v", row)
		}
	}
	near(t, "scree", []float64{ranks[0].Scree, ranks[1].Scree}, want.Scree[:2], 1e-6)

	dropped := duel.Options{Ties: duel.TiesDropped}
	one, err := duel.SelectRank(background, s, dropped, 1, duel.RankOptions{Replicates: 9, Seed: 3})
	must(t, err)
	two, err := duel.SelectRank(background, s, dropped, 1, duel.RankOptions{Replicates: 9, Seed: 3, Threads: 2})
	must(t, err)
	near(t, "ratio", []float64{one[0].Statistic}, []float64{2 * (one[1].LogLikelihood - one[0].LogLikelihood)}, 1e-9)
	if one[0].P != two[0].P || !(one[0].P >= 0.1 && one[0].P <= 1) || !math.IsNaN(one[1].P) {
		t.Errorf("p is %v and %v", one[0].P, two[0].P)
	}

	_, err = duel.SelectRank(background, s, fit, 2, duel.RankOptions{Replicates: 9})
	fails(t, err, duel.ErrUnsupported)
	for _, bad := range []int{-1, 4, 5, math.MaxInt} {
		_, err = duel.SelectRank(background, s, fit, bad, duel.RankOptions{})
		fails(t, err, duel.ErrArgument)
	}
	_, err = duel.SelectRank(background, s, fit, 1, duel.RankOptions{Replicates: -1})
	fails(t, err, duel.ErrArgument)
	_, err = duel.SelectRank(background, nil, fit, 1, duel.RankOptions{})
	fails(t, err, duel.ErrNull)
	stop := errors.New("enough")
	ctx, cancel := context.WithCancelCause(background)
	cancel(stop)
	if _, err = duel.SelectRank(ctx, s, fit, 2, duel.RankOptions{}); !errors.Is(err, stop) {
		t.Errorf("error is %v", err)
	}
}

func TestJudgeScores(t *testing.T) {
	s, _ := balanced(t)
	own, err := duel.JudgeScores(background, s, duel.Options{}, duel.JudgeWise)
	must(t, err)
	for k := range 4 {
		alone, err := s.Filter(duel.Judge, []int{k})
		must(t, err)
		defer alone.Close()
		scores, err := plainScores(fit(t, alone, duel.Options{}))
		must(t, err)
		near(t, "own score", own.Row(k), scores, 1e-6)
	}
	none, err := duel.JudgeScores(background, s, duel.Options{}, 0)
	must(t, err)
	// Every row is in proportion to the first.
	for k := range 4 {
		scale := none.At(k, 0) / none.At(0, 0)
		for i := range none.Row(0) {
			near(t, "two-step", []float64{none.At(k, i)}, []float64{scale * none.At(0, i)}, 1e-9)
		}
	}
	_, err = duel.JudgeScores(background, s, duel.Options{}, -2)
	fails(t, err, duel.ErrArgument)
}

func TestSensitivityCurves(t *testing.T) {
	all := reference[judgeReferences](t, "judges.json").Covariate
	s := set(t)
	must(t, s.Intern(duel.Item, "0", "1", "2", "3"))
	must(t, s.Intern(duel.Judge, "0", "1", "2"))
	text := func(values []float64) []string {
		out := make([]string, len(values))
		for i, value := range values {
			out[i] = strconv.Itoa(int(value))
		}
		return out
	}
	contexts := make([]string, len(all.Rows))
	for row := range contexts {
		contexts[row] = "vote " + strconv.Itoa(row)
	}
	must(t, s.Append(duel.Rows{
		Judge: duel.Names(text(column(all.Rows, 0))), Left: duel.Names(text(column(all.Rows, 1))),
		Right: duel.Names(text(column(all.Rows, 2))), Score: duel.Numbers(column(all.Rows, 3)),
		Context: duel.Names(contexts),
	}))
	must(t, s.Covariate(duel.CovariateValues{
		Name: "z", Context: duel.Names(contexts), Value: duel.Numbers(column(all.Rows, 4)),
	}))
	m := fit(t, s, duel.Options{Strength: duel.Sensitivity, SensitivityCovariates: []string{"z"}})
	near(t, "log-likelihood", []float64{info(t, m).LogLikelihood}, []float64{-all.NLL}, 1e-9)
	near(t, "slope", values(estimates(t, m, duel.SensitivitySlopes, duel.InferenceOptions{})), all.Beta, 1e-6)
	geometric := duel.InferenceOptions{Scale: duel.ScaleGeometric}
	near(t, "score", values(estimates(t, m, duel.Scores, geometric)), all.S, 1e-6)
	points := []float64{-1, 0, 0.5}
	curves, err := m.SensitivityCurves(background, []int{2, 0}, duel.Matrix{Rows: 3, Columns: 1, Data: points}, geometric)
	must(t, err)
	for at, judge := range []int{2, 0} {
		for p, x := range points {
			of := curves[3*at+p]
			if of.Judge != judge || of.Point != int64(p) {
				t.Errorf("point is %+v", of)
			}
			near(t, "sensitivity", []float64{of.Value}, []float64{math.Exp(all.Alpha[judge] + all.Beta[judge]*x)}, 1e-6)
			if !(of.Lower > 0 && of.Lower < of.Value && of.Value < of.Upper) {
				t.Errorf("interval is %+v", of)
			}
		}
	}
	one := duel.Matrix{Rows: 1, Columns: 1, Data: []float64{0}}
	for _, judge := range []int{-1, 3, 1 << 40} {
		_, err = m.SensitivityCurves(background, []int{judge}, one, geometric)
		fails(t, err, duel.ErrData)
	}
	_, err = m.SensitivityCurves(background, []int{0}, duel.Matrix{Rows: 1, Columns: 2, Data: []float64{0, 0}}, geometric)
	fails(t, err, duel.ErrSize)
	_, err = fit(t, s, duel.Options{}).SensitivityCurves(background, []int{0}, one, geometric)
	fails(t, err, duel.ErrUnsupported)
	_, err = duel.Fit(background, s, duel.Options{SensitivityCovariates: []string{"z"}})
	fails(t, err, duel.ErrUnsupported)
	_, err = duel.Fit(background, s, duel.Options{Strength: duel.Sensitivity, SensitivityCovariates: []string{"y"}})
	fails(t, err, duel.ErrName)
}
