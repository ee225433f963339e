package duel_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"testing"

	duel "github.com/duel-ranking/duel/bindings/go"
)

// peer reads a case of the reference results of other programs, which stay with the repository.
func peer[T any](t *testing.T, name string) T {
	t.Helper()
	bytes, err := os.ReadFile(filepath.Join("..", "..", "tests", "data", "peers.json"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the module is used without its repository")
	}
	must(t, err)
	var cases map[string]json.RawMessage
	must(t, json.Unmarshal(bytes, &cases))
	var out T
	must(t, json.Unmarshal(cases[name], &out))
	return out
}

// baseballPeer are the results of R for the season of baseball.
type baseballPeer struct {
	Standard, Home struct {
		Deviance   float64
		DFResidual float64 `json:"df_residual"`
		LogLik     float64
		AIC        float64
	}
	WithHome  json.RawMessage `json:"with_home_advantage"`
	Residuals []float64       `json:"pearson_residuals_home"`
	AllPairs  struct {
		Estimate   []float64
		SE         []float64
		Raw        []float64 `json:"p_raw"`
		Bonferroni []float64 `json:"p_bonferroni"`
		Holm       []float64 `json:"p_holm"`
		Hochberg   []float64 `json:"p_hochberg"`
		BH         []float64 `json:"p_BH"`
		BY         []float64 `json:"p_BY"`
		SingleStep []float64 `json:"p_single_step"`
		Quantile   float64   `json:"simultaneous_quantile"`
	} `json:"all_pairs_home"`
	QuasiVariance struct {
		Values []float64 `json:"quasi_var"`
		Worst  []float64 `json:"worst_relerr"`
	} `json:"quasi_variance_home"`
	BiasReduced struct {
		Coef struct{ TeamBoston, TeamCleveland, TeamDetroit, TeamMilwaukee, TeamToronto float64 }
		SE   []float64
	} `json:"bias_reduced_standard"`
}

// season fits the season of baseball; the ids of the teams are those of the reference.
func season(t *testing.T, options duel.Options) *duel.Model {
	t.Helper()
	s := set(t)
	must(t, s.Intern(duel.Item, baseball.teams...))
	must(t, s.Append(baseballRows()))
	options.Covariance = duel.CovarianceExpected
	return fit(t, s, options)
}

func pick[T any](rows []T, of func(T) float64) []float64 {
	out := make([]float64, len(rows))
	for i, row := range rows {
		out[i] = of(row)
	}
	return out
}

func TestPairsOfR(t *testing.T) {
	want := peer[baseballPeer](t, "R/baseball").AllPairs
	m := season(t, duel.Options{Position: duel.PositionShared})
	for name, test := range map[string]struct {
		adjustment duel.Adjustment
		p          []float64
	}{
		"none":       {duel.AdjustNone, want.Raw},
		"Bonferroni": {duel.AdjustBonferroni, want.Bonferroni},
		"Holm":       {duel.AdjustHolm, want.Holm},
		"Hochberg":   {duel.AdjustHochberg, want.Hochberg},
		"BH":         {duel.AdjustBenjaminiHochberg, want.BH},
		"BY":         {duel.AdjustBenjaminiYekutieli, want.BY},
	} {
		tests, err := m.Estimate(duel.Scores, duel.InferenceOptions{}).
			Pairs(background, duel.PairOptions{Adjustment: test.adjustment})
		must(t, err)
		// Theirs are the later less the earlier team.
		near(t, "difference", pick(tests, func(p duel.EstimatePairsRow) float64 { return -p.Value }), want.Estimate, 1e-6)
		near(t, "error", standardErrors(tests), want.SE, 5e-6)
		near(t, "p", pick(tests, func(p duel.EstimatePairsRow) float64 { return p.P }), want.Raw, 1e-6)
		near(t, name, pick(tests, func(p duel.EstimatePairsRow) float64 { return p.PAdjusted }), test.p, 5e-6)
		adjusted, err := duel.Adjust(test.adjustment, want.Raw)
		must(t, err)
		near(t, "adjusted "+name, adjusted, test.p, 1e-12)
		at := 0
		for i := range 7 {
			for j := i + 1; j < 7; j++ {
				if tests[at].First != i || tests[at].Second != j {
					t.Errorf("test %d is %+v, not of %d and %d", at, tests[at], i, j)
				}
				near(t, "statistic", []float64{tests[at].Statistic}, []float64{tests[at].Value / tests[at].StandardError}, 1e-12)
				at++
			}
		}
	}
	// A million draws leave a standard error of at most 5e-4, for p-values near one half.
	tests, err := m.Estimate(duel.Scores, duel.InferenceOptions{Draws: 1_000_000, Seed: 2}).
		Pairs(background, duel.PairOptions{})
	must(t, err)
	near(t, "single step", pick(tests, func(p duel.EstimatePairsRow) float64 { return p.PAdjusted }), want.SingleStep, 1.5e-3)
	near(t, "quantile", []float64{(tests[0].Upper - tests[0].Value) / tests[0].StandardError},
		[]float64{want.Quantile}, 5e-3)
}

func TestQuasiVariancesOfR(t *testing.T) {
	want := peer[baseballPeer](t, "R/baseball").QuasiVariance
	m := season(t, duel.Options{Position: duel.PositionShared})
	got, err := m.QuasiVariances(background, duel.InferenceOptions{})
	must(t, err)
	near(t, "quasi-variance", got.Values, want.Values, 1e-6)
	near(t, "error", []float64{got.Errors.LeastError, got.Errors.LargestError}, want.Worst, 5e-6)
	if got.Errors.LeastContrastError > got.Errors.LeastError || got.Errors.LargestContrastError < got.Errors.LargestError {
		t.Errorf("contrasts are nearer than pairs: %+v", got)
	}
}

func TestFirthOfR(t *testing.T) {
	want := peer[baseballPeer](t, "R/baseball").BiasReduced
	m := season(t, duel.Options{BiasReduction: duel.BiasFirth})
	scores, err := m.Estimate(duel.Scores, duel.InferenceOptions{Normalisation: duel.NormalisationReference}).Values(background)
	must(t, err)
	got := values(scores)
	near(t, "coefficient", []float64{got[1], got[2], got[3], got[4], got[6]}, []float64{
		want.Coef.TeamBoston, want.Coef.TeamCleveland, want.Coef.TeamDetroit, want.Coef.TeamMilwaukee,
		want.Coef.TeamToronto,
	}, 1e-6)
	near(t, "error", standardErrors(scores)[1:], want.SE, 1e-5)
}

func TestCriteriaOfR(t *testing.T) {
	want := peer[baseballPeer](t, "R/baseball")
	must(t, json.Unmarshal(want.WithHome, &want.Home))
	plain, home := season(t, duel.Options{}), season(t, duel.Options{Position: duel.PositionShared})
	for _, test := range []struct {
		model     *duel.Model
		dimension int
		deviance  float64
		df        float64
		logLik    float64
		aic       float64
	}{
		{plain, 6, want.Standard.Deviance, want.Standard.DFResidual, want.Standard.LogLik, want.Standard.AIC},
		{home, 7, want.Home.Deviance, want.Home.DFResidual, want.Home.LogLik, want.Home.AIC},
	} {
		got, err := test.model.Criteria()
		must(t, err)
		d, n := float64(got.Dimension), got.Comparisons
		near(t, "criterion", []float64{
			got.Deviance, got.DF, got.LogLikelihood + got.LogCoefficient, got.AIC - 2*got.LogCoefficient,
			got.BIC - got.AIC, got.CAIC - got.BIC, got.AICc - got.AIC,
		}, []float64{
			test.deviance, test.df, test.logLik, test.aic,
			d * (math.Log(n) - 2), d, 2 * d * (d + 1) / (n - d - 1),
		}, 1e-6)
		if got.Dimension != test.dimension || got.Cells != 42 || got.OutcomeSpace != duel.SpaceTwoHalf ||
			got.Penalised || got.Boundary {
			t.Errorf("criteria are %+v", got)
		}
	}

	ratio, err := plain.Compare(background, home, duel.TestLikelihoodRatio, duel.InferenceOptions{})
	must(t, err)
	if ratio.Test != duel.TestLikelihoodRatio || ratio.DF != 1 || ratio.Adjusted || ratio.Boundary {
		t.Errorf("ratio is %+v", ratio)
	}
	near(t, "ratio", []float64{ratio.Statistic, ratio.P},
		[]float64{2 * baseball.gain, math.Erfc(math.Sqrt(baseball.gain))}, 1e-8)
	wald, err := plain.Compare(background, home, duel.TestWald, duel.InferenceOptions{})
	must(t, err)
	z := baseball.ml[6] / baseball.mlErrors[6]
	near(t, "Wald", []float64{wald.Statistic, wald.P}, []float64{z * z, math.Erfc(z / math.Sqrt2)}, 1e-4)
	score, err := plain.Compare(background, home, duel.TestScore, duel.InferenceOptions{})
	must(t, err)
	if score.Test != duel.TestScore || math.Abs(score.Statistic-ratio.Statistic) > 0.2 {
		t.Errorf("score is %+v, ratio %+v", score, ratio)
	}
}

func TestResidualsOfR(t *testing.T) {
	want := peer[baseballPeer](t, "R/baseball").Residuals
	m := season(t, duel.Options{Position: duel.PositionShared})
	residuals, err := m.Residuals(background, duel.ByCell, duel.InferenceOptions{})
	must(t, err)
	cells := map[duel.Pair]duel.ModelResidualsRow{}
	squares, deviance, leverage := 0.0, 0.0, 0.0
	for _, r := range residuals {
		cells[duel.Pair{I: r.Left, J: r.Right}] = r
		squares += r.Pearson * r.Pearson
		deviance += r.Deviance * r.Deviance
		leverage += 1 - r.Pearson*r.Pearson/(r.Standardised*r.Standardised)
		if r.Context != -1 || r.Judge != 0 || r.Cells != 1 || r.ObservedTies != 0 || !math.IsNaN(r.ExpectedTies) {
			t.Errorf("residual is %+v", r)
		}
	}
	for at, game := range baseball.games {
		r := cells[duel.Pair{I: game[0], J: game[1]}]
		near(t, "residual", []float64{r.Comparisons, r.ObservedWins, r.ExpectedWins / r.Comparisons, r.Pearson},
			[]float64{float64(game[2] + game[3]), float64(game[2]), baseball.fittedHome[at], want[at]}, 1e-6)
	}
	criteria, err := m.Criteria()
	must(t, err)
	near(t, "sum", []float64{squares, deviance, leverage}, []float64{criteria.Pearson, criteria.Deviance, 7}, 1e-6)
	for by, rows := range map[duel.Unit]int{duel.ByPair: 21, duel.ByItem: 7, duel.ByJudge: 1} {
		found, err := m.Residuals(background, by, duel.InferenceOptions{})
		must(t, err)
		if len(found) != rows {
			t.Errorf("%d residuals by %d, not %d", len(found), by, rows)
		}
	}
	_, err = m.Residuals(background, duel.ByContext, duel.InferenceOptions{})
	fails(t, err, duel.ErrUnsupported)
}

// Subjects as contexts: the sandwich clustered by them, and its corrections.
func TestClustersOfR(t *testing.T) {
	want := peer[struct {
		Order     [][2]int `json:"pair_order"`
		Responses [][]int
		LogLik    float64
		Worth     []float64   `json:"worth_log"`
		Sandwich  [][]float64 `json:"vcov_sandwich_by_subject"`
	}](t, "R/topmodel2007_clustered")
	var left, right, subject []int
	var outcome []duel.Outcome
	for id, answers := range want.Responses {
		for pair, answer := range answers {
			left, right = append(left, want.Order[pair][0]), append(right, want.Order[pair][1])
			subject = append(subject, id)
			if answer > 0 {
				outcome = append(outcome, duel.Left)
			} else {
				outcome = append(outcome, duel.Right)
			}
		}
	}
	m := fit(t, set(t, duel.Rows{
		Left: duel.IDs(left), Right: duel.IDs(right), Context: duel.IDs(subject), Outcome: duel.Numbers(outcome),
	}), duel.Options{})
	near(t, "log-likelihood", []float64{info(t, m).LogLikelihood}, []float64{want.LogLik}, 1e-6)

	subjects := float64(len(want.Responses))
	const z, student = 1.959963984540054, 1.97246198976721 // of 191 degrees of freedom
	clustered := duel.InferenceOptions{
		Normalisation: duel.NormalisationReference, ReferenceItem: 5, Covariance: duel.CovarianceClusteredByContext,
	}
	for _, test := range []struct {
		name       string
		correction duel.Correction
		quantiles  duel.Quantiles
		factor     float64
		critical   float64
		tolerance  float64
	}{
		{"CR0", duel.CorrectionNone, duel.QuantilesAuto, 1, z, 1e-9},
		{"CR0 Student", duel.CorrectionNone, duel.QuantilesStudent, 1, student, 1e-9},
		{"CR1", duel.CorrectionCR1, duel.QuantilesAuto, subjects / (subjects - 1), student, 1e-9},
		{"CR1 normal", duel.CorrectionCR1, duel.QuantilesNormal, subjects / (subjects - 1), z, 1e-9},
		// Every subject judged every pair: all have the same information, and few degrees are lost.
		{"CR2", duel.CorrectionCR2, duel.QuantilesAuto, subjects / (subjects - 1), student, 1e-5},
		// (1 - 1/G)^-2 (G - 1) / G
		{"jackknife", duel.CorrectionJackknife, duel.QuantilesAuto, subjects / (subjects - 1), student, 1e-5},
	} {
		options := clustered
		options.Correction, options.Quantiles = test.correction, test.quantiles
		scores := estimates(t, m, duel.Scores, options)
		near(t, "worth", values(scores), want.Worth, 1e-6)
		for i, row := range want.Sandwich {
			// Their own agreement with an independent program is 2e-6.
			nearRelative(t, test.name, []float64{scores[i].StandardError}, []float64{math.Sqrt(test.factor * row[i])}, 5e-6)
			near(t, test.name+" half width", []float64{(scores[i].Upper - scores[i].Lower) / 2 / scores[i].StandardError},
				[]float64{test.critical}, test.tolerance)
		}
	}
}
