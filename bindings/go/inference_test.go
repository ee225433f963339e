package duel_test

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	duel "github.com/duel-ranking/duel/bindings/go"
)

// questions are all that a model can be asked with inference options, and what looks like it.
func questions(m *duel.Model, options duel.InferenceOptions) map[string]func() (any, error) {
	one := duel.Matrix{Rows: 1, Columns: 5, Data: []float64{1, -1, 0, 0, 0}}
	scores := m.Estimate(duel.Scores, options)
	return map[string]func() (any, error){
		"Values":       func() (any, error) { return scores.Values(background) },
		"EstimateInfo": func() (any, error) { return scores.Info() },
		"Covariance":   func() (any, error) { return scores.Covariance(background) },
		"Contrasts":    func() (any, error) { return scores.Contrasts(background, one) },
		"ContrastCovariance": func() (any, error) {
			return scores.ContrastCovariance(background, one)
		},
		"Pairs": func() (any, error) { return scores.Pairs(background, duel.PairOptions{}) },
		"Tests": func() (any, error) {
			return scores.Tests(background, one, duel.TestOptions{Adjustment: duel.AdjustHolm, Null: []float64{0.1}})
		},
		"RankProbabilities": func() (any, error) {
			return m.RankProbabilities(background, options)
		},
		"RankSummary": func() (any, error) { return m.RankSummary(background, options) },
		"Superiority": func() (any, error) { return m.Superiority(background, options) },
		"Groups":      func() (any, error) { return m.ItemGroups(background, options) },
		"MoreComparisons": func() (any, error) {
			return m.MoreComparisons(background, []duel.Pair{{I: 0, J: 1}}, []float64{0.01}, 0.9, options)
		},
		"QuasiVariances": func() (any, error) { return m.QuasiVariances(background, options) },
		"Function": func() (any, error) {
			ratios, covariance, err := m.Function(background, duel.Scores, 3, odds, options)
			return []any{ratios, covariance}, err
		},
		"Ranks": func() (any, error) { return scores.Ranks(background) },
		"Probabilities": func() (any, error) {
			return m.Probabilities(background, duel.Rows{Left: duel.IDs([]int{0}), Right: duel.IDs([]int{1})}, options)
		},
		"Profile": func() (any, error) {
			return m.Profile(background, duel.Scores, one, duel.InferenceOptions{})
		},
		"Criteria":    func() (any, error) { return m.Criteria() },
		"Compare":     func() (any, error) { return m.Compare(background, m, duel.TestWald, duel.InferenceOptions{}) },
		"Accuracy":    func() (any, error) { return m.Accuracy(nil) },
		"Calibration": func() (any, error) { return m.Calibration(nil, 0) },
		"Triads":      func() (any, error) { return m.Triads(background, 10, duel.InferenceOptions{}) },
		"Goodness":    func() (any, error) { return m.Goodness(background, 10, duel.InferenceOptions{}) },
		"Residuals":   func() (any, error) { return m.Residuals(background, duel.ByCell, duel.InferenceOptions{}) },
		"Metrics":     func() (any, error) { return m.Metrics(nil, duel.ByCell) },
		"Marginals":   func() (any, error) { return m.Marginals(nil) },
		"MatchMatrix": func() (any, error) {
			return m.MatchMatrix(background, duel.MatrixExpected, duel.Left, duel.InferenceOptions{})
		},
		"Vuong": func() (any, error) {
			return m.Vuong(background, m, duel.VuongPlain, duel.ByRow, duel.InferenceOptions{})
		},
		"Optima":    func() (any, error) { return m.Optima() },
		"Distances": func() (any, error) { return m.Distances(background, duel.DistanceZ, options) },
		"Tiers":     func() (any, error) { return m.Tiers(background, duel.TiersSignificance, 0, options) },
		"AdjacentDifferences": func() (any, error) {
			return m.AdjacentDifferences(background, options)
		},
		"Influence": func() (any, error) {
			return m.Influence(background, duel.ByJudge, duel.InferenceOptions{})
		},
		"Simulate": func() (any, error) {
			drawn, err := m.Simulate(nil, 1)
			if err != nil {
				return nil, err
			}
			defer drawn.Close()
			return drawn.Cells()
		},
		"NewBootstrap": func() (any, error) {
			b, err := duel.NewBootstrap(background, m, duel.BootstrapOptions{Replicates: 10, Weights: duel.WeightsBayesian})
			if err != nil {
				return nil, err
			}
			defer b.Close()
			return b.Get(background, duel.Scores, duel.InferenceOptions{})
		},
	}
}

// No question crashes a nil, zero or closed model.
func TestQuestionsToClosedModels(t *testing.T) {
	shut := fit(t, set(t, judgedRows()), duel.Options{})
	must(t, shut.Close())
	for _, m := range []*duel.Model{nil, {}, shut} {
		for name, ask := range questions(m, duel.InferenceOptions{}) {
			_, err := ask()
			if e := fails(t, err, duel.ErrNull); !strings.Contains(e.Message, "closed") {
				t.Errorf("%s: %v", name, e)
			}
		}
	}
}

// Questions to one model and its replicates at the same time, while the garbage collector runs, have
// the answers that they have one after the other. NaN is written out, to be equal to itself.
func TestConcurrentQuestions(t *testing.T) {
	rows := judgedRows()
	rows.Ties = duel.Values{} // halves have no parametric draws
	m := fit(t, set(t, rows), duel.Options{})
	b := bootstrap(t, m, duel.BootstrapOptions{Replicates: 100, Weights: duel.WeightsBayesian})
	for name, options := range map[string]duel.InferenceOptions{
		"normal distribution": {}, "replicates": {Bootstrap: b},
	} {
		t.Run(name, func(t *testing.T) {
			asked := questions(m, options)
			want := map[string]string{}
			for question, ask := range asked {
				answer, err := ask()
				want[question] = fmt.Sprint(answer, err)
				// A model is no special case of itself, and no other model; distances have no errors.
				refused := question == "Compare" || question == "Vuong" || question == "Distances" && name == "replicates"
				if (err != nil) != refused {
					t.Errorf("%s: %v", question, err)
				}
			}
			var group sync.WaitGroup
			for range 4 {
				for question, ask := range asked {
					group.Add(1)
					go func() {
						defer group.Done()
						answer, err := ask()
						runtime.GC()
						if got := fmt.Sprint(answer, err); got != want[question] {
							t.Errorf("%s: %s, not %s", question, got, want[question])
						}
					}()
				}
			}
			group.Wait()
		})
	}
}
