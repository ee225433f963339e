package duel_test

import (
	"context"
	"math"
	"strings"
	"testing"

	duel "github.com/duel-ranking/duel/bindings/go"
)

func TestCodesHaveNames(t *testing.T) {
	for code, name := range map[duel.Code]string{
		duel.ErrNull: "DUEL_ERR_NULL", duel.ErrArgument: "DUEL_ERR_ARGUMENT", duel.ErrData: "DUEL_ERR_DATA",
		duel.ErrName: "DUEL_ERR_NAME", duel.ErrSize: "DUEL_ERR_SIZE", duel.ErrFormat: "DUEL_ERR_FORMAT",
		duel.ErrUnsupported: "DUEL_ERR_UNSUPPORTED", duel.ErrNotIdentified: "DUEL_ERR_NOT_IDENTIFIED",
		duel.ErrNotConverged: "DUEL_ERR_NOT_CONVERGED", duel.ErrNumeric: "DUEL_ERR_NUMERIC",
		duel.ErrCancelled: "DUEL_ERR_CANCELLED", duel.ErrMemory: "DUEL_ERR_MEMORY",
		duel.ErrInternal: "DUEL_ERR_INTERNAL",
	} {
		if got := code.Error(); got != name {
			t.Errorf("code %d is called %q, not %q", int32(code), got, name)
		}
	}
}

func TestVersion(t *testing.T) {
	if duel.VersionNumber() != duel.HeaderVersion {
		t.Errorf("the library is version %d, the header %d", duel.VersionNumber(), duel.HeaderVersion)
	}
	if strings.Count(duel.Version(), ".") != 2 {
		t.Errorf("version is %q", duel.Version())
	}
}

func TestOutcomeNames(t *testing.T) {
	for outcome, want := range map[duel.FitOutcome]string{
		duel.FitOK:                              "ok",
		duel.FitDisconnected | duel.FitBoundary: "disconnected, boundary",
		duel.FitNotConverged | 1<<20:            "not_converged, FitOutcome(1048576)",
	} {
		if got := outcome.String(); got != want {
			t.Errorf("outcome %d is %q, not %q", int32(outcome), got, want)
		}
	}
}

func TestBadRows(t *testing.T) {
	ab := func(change func(*duel.Rows)) duel.Rows {
		rows := duel.Rows{
			Left:  duel.Names([]string{"a", "b"}),
			Right: duel.Names([]string{"b", "a"}),
			Score: duel.Numbers([]float64{1, 0}),
		}
		change(&rows)
		return rows
	}
	for _, test := range []struct {
		name    string
		rows    duel.Rows
		code    duel.Code
		row     int64
		message string
	}{
		{"no left", ab(func(r *duel.Rows) { r.Left = duel.Keys{} }), 0, -1, "left"},
		{"no right", ab(func(r *duel.Rows) { r.Right = duel.Keys{} }), 0, -1, "right"},
		{"no answer", ab(func(r *duel.Rows) { r.Score = duel.Values{} }), duel.ErrArgument, -1, ""},
		{"two answers", ab(func(r *duel.Rows) { r.Outcome = duel.Numbers([]int{1, 1}) }), duel.ErrArgument, -1, ""},
		{"wins alone", ab(func(r *duel.Rows) {
			r.Score = duel.Values{}
			r.Wins = duel.Numbers([]int{1, 1})
		}), duel.ErrArgument, -1, ""},
		{"short right", ab(func(r *duel.Rows) { r.Right = duel.Names([]string{"b"}) }), duel.ErrSize, -1, "right has 1 values, left has 2"},
		{"long weight", ab(func(r *duel.Rows) { r.Weight = duel.Numbers([]int{1, 1, 1}) }), duel.ErrSize, -1, "weight has 3 values"},
		{"empty judge", ab(func(r *duel.Rows) { r.Judge = duel.Names(nil) }), duel.ErrSize, -1, "judge has 0 values"},
		{"itself", ab(func(r *duel.Rows) { r.Right = duel.Names([]string{"b", "b"}) }), duel.ErrData, 1, `"b"`},
		{"empty name", ab(func(r *duel.Rows) { r.Left = duel.Names([]string{"a", ""}) }), duel.ErrName, 1, "left"},
		{"NUL", ab(func(r *duel.Rows) { r.Left = duel.Names([]string{"a", "b\x00c"}) }), duel.ErrName, 1, `"b\x00c"`},
		{"not UTF-8", ab(func(r *duel.Rows) { r.Judge = duel.Names([]string{"ok", "\xff"}) }), duel.ErrName, 1, "judge"},
		{"score", ab(func(r *duel.Rows) { r.Score = duel.Numbers([]float64{1, 0.7}) }), duel.ErrData, 1, "0.7"},
		{"score NaN", ab(func(r *duel.Rows) { r.Score = duel.Numbers([]float64{math.NaN(), 0}) }), duel.ErrData, 0, "NaN"},
		{"outcome", ab(func(r *duel.Rows) {
			r.Score = duel.Values{}
			r.Outcome = duel.Numbers([]duel.Outcome{1, 6})
		}), duel.ErrData, 1, "6"},
		{"weight below 0", ab(func(r *duel.Rows) { r.Weight = duel.Numbers([]int{1, -1}) }), duel.ErrData, 1, "-1"},
		{"weight infinite", ab(func(r *duel.Rows) { r.Weight = duel.Numbers([]float64{math.Inf(1), 1}) }), duel.ErrData, 0, "inf"},
		{"counts below 0", ab(func(r *duel.Rows) {
			r.Score = duel.Values{}
			r.Wins = duel.Numbers([]int{1, 1})
			r.Losses = duel.Numbers([]int{1, -3})
		}), duel.ErrData, 1, "-3"},
		{"id below base", ab(func(r *duel.Rows) {
			r.Judge = duel.IDsFrom(1, []int{1, 0})
		}), duel.ErrData, 1, "judge"},
		{"id too large", ab(func(r *duel.Rows) {
			r.Judge = duel.IDs([]uint64{1, math.MaxUint64})
		}), duel.ErrData, 1, "judge"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := set(t)
			err := s.Append(test.rows)
			if test.code == 0 && err != nil { // an absent column: NULL or ARGUMENT
				test.code = duel.ErrNull
				if e := err.(*duel.Error); e.Code == duel.ErrArgument {
					test.code = duel.ErrArgument
				}
			}
			e := fails(t, err, test.code)
			if e.Row != test.row || !strings.Contains(e.Message, test.message) {
				t.Errorf("error is %q, row %d; want row %d and %q", e.Message, e.Row, test.row, test.message)
			}
			if s.Count(duel.Item) != 0 || s.Count(duel.Judge) != 0 {
				t.Error("the set has changed")
			}
		})
	}
	must(t, set(t).Append(ab(func(r *duel.Rows) {
		r.Left, r.Right, r.Score = duel.Names(nil), duel.Names(nil), duel.Numbers([]float64{})
	})))
}

func TestIDsAreThoseOfNames(t *testing.T) {
	s := set(t, votes())
	one := func(right int) duel.Rows {
		return duel.Rows{
			Left:  duel.IDs([]int{0}),
			Right: duel.IDs([]int{right}),
			Score: duel.Numbers([]float64{1}),
		}
	}
	items := s.Count(duel.Item)
	must(t, s.Append(one(1)))
	e := fails(t, s.Append(one(items)), duel.ErrName)
	if e.Row != 0 || s.Count(duel.Item) != items {
		t.Errorf("an id of no name: row %d, %d items", e.Row, s.Count(duel.Item))
	}
	_, err := s.Find(duel.Item, "nobody")
	fails(t, err, duel.ErrName)
	_, err = s.Find(duel.Item, "a\x00b")
	fails(t, err, duel.ErrName)
}

func TestBadFits(t *testing.T) {
	good := set(t, votes())
	chain := set(t, duel.Rows{
		Left:  duel.Names([]string{"a", "b"}),
		Right: duel.Names([]string{"b", "c"}),
		Score: duel.Numbers([]int{1, 1}),
	})
	islands := set(t, duel.Rows{
		Left:   duel.Names([]string{"a", "c"}),
		Right:  duel.Names([]string{"b", "d"}),
		Wins:   duel.Numbers([]int{1, 1}),
		Losses: duel.Numbers([]int{1, 1}),
	})
	for _, test := range []struct {
		name    string
		set     *duel.Set
		options duel.Options
		code    duel.Code
		message string
	}{
		{"separated", chain, duel.Options{}, duel.ErrNotIdentified, "a"},
		{"disconnected", islands, duel.Options{}, duel.ErrNotIdentified, ""},
		{"strength", good, duel.Options{Strength: 9}, duel.ErrArgument, "9"},
		{"outcome", good, duel.Options{Outcome: -1}, duel.ErrArgument, "-1"},
		{"accept", good, duel.Options{Accept: 1 << 20}, duel.ErrArgument, ""},
		{"ridge", good, duel.Options{Ridge: math.NaN()}, duel.ErrArgument, "NaN"},
		{"pseudo", good, duel.Options{Pseudo: -1}, duel.ErrArgument, "-1"},
		{"tolerance", good, duel.Options{Tolerance: math.Inf(1)}, duel.ErrArgument, "inf"},
		{"iterations", good, duel.Options{MaxIterations: -1}, duel.ErrArgument, "-1"},
		{"many iterations", good, duel.Options{MaxIterations: math.MaxInt}, duel.ErrArgument, "MaxIterations"},
		{"ignored threshold", good, duel.Options{Threshold: duel.ThresholdByJudge}, duel.ErrUnsupported, ""},
		{"ignored sign", good, duel.Options{Sign: duel.SensitivitySigned}, duel.ErrUnsupported, ""},
		{"covariate", good, duel.Options{Covariates: []string{"unknown"}}, duel.ErrName, "unknown"},
		{"covariate NUL", good, duel.Options{Covariates: []string{"\x00"}}, duel.ErrName, "NUL"},
		{"fixed scores", good, duel.Options{FixedScores: []float64{0}}, 0, ""},
		{"memory", good, duel.Options{MaxBytes: 1}, duel.ErrMemory, ""},
		{"closed set", &duel.Set{}, duel.Options{}, duel.ErrNull, "set"},
		{"no set", nil, duel.Options{}, duel.ErrNull, "set"},
	} {
		t.Run(test.name, func(t *testing.T) {
			m, err := duel.Fit(background, test.set, test.options)
			if m != nil || err == nil {
				t.Fatalf("model is %v, error %v", m, err)
			}
			if test.code == 0 {
				return
			}
			if e := fails(t, err, test.code); !strings.Contains(e.Message, test.message) {
				t.Errorf("message is %q, without %q", e.Message, test.message)
			}
		})
	}
}

func TestAcceptedOutcomes(t *testing.T) {
	m := fit(t, set(t, duel.Rows{
		Left:   duel.Names([]string{"a", "c"}),
		Right:  duel.Names([]string{"b", "d"}),
		Wins:   duel.Numbers([]int{3, 1}),
		Losses: duel.Numbers([]int{1, 1}),
	}), duel.Options{Accept: duel.FitDisconnected})
	info, err := m.Info()
	must(t, err)
	if info.Outcome != duel.FitDisconnected {
		t.Errorf("outcome is %v", info.Outcome)
	}
	items, err := m.Items()
	must(t, err)
	if len(items) != 4 || duel.FitOutcome(items[3].Problems)&duel.FitDisconnected == 0 {
		t.Errorf("items are %+v", items)
	}
	scores, err := plainScores(m)
	must(t, err)
	near(t, "score", scores, []float64{math.Log(3) / 2, -math.Log(3) / 2, 0, 0}, 1e-9)
	if voters, err := m.Voters(); err != nil || len(voters) != 1 || voters[0].Judge != 0 {
		t.Errorf("voters are %+v, %v", voters, err)
	}
}

func TestBadInference(t *testing.T) {
	m := fit(t, set(t, votes()), duel.Options{})
	bad := func(options duel.InferenceOptions) error {
		_, err := m.Estimate(duel.Scores, options).Values(background)
		return err
	}
	fails(t, bad(duel.InferenceOptions{Level: 1}), duel.ErrArgument)
	fails(t, bad(duel.InferenceOptions{Level: math.NaN()}), duel.ErrArgument)
	fails(t, bad(duel.InferenceOptions{Intervals: 77}), duel.ErrArgument)
	fails(t, bad(duel.InferenceOptions{Draws: -1}), duel.ErrArgument)
	fails(t, bad(duel.InferenceOptions{Threads: math.MaxInt}), duel.ErrArgument)
	fails(t, bad(duel.InferenceOptions{Threads: -1}), duel.ErrArgument)
	fails(t, bad(duel.InferenceOptions{Normalisation: duel.NormalisationReference, ReferenceItem: -1}), duel.ErrArgument)
	fails(t, bad(duel.InferenceOptions{Normalisation: duel.NormalisationReference, ReferenceItem: 3}), duel.ErrArgument)
	fails(t, bad(duel.InferenceOptions{Scale: duel.ScaleReference, ReferenceJudge: -1}), duel.ErrArgument)
	if bad(duel.InferenceOptions{Normalisation: duel.NormalisationWeighted, Weights: []float64{1}}) == nil {
		t.Error("one weight for three items is taken")
	}

	_, err := m.Get(duel.Quantity(999))
	fails(t, err, duel.ErrArgument)
	_, err = m.Sensitivities()
	fails(t, err, duel.ErrUnsupported)
	_, err = m.Estimate(duel.Effects, duel.InferenceOptions{}).Covariance(background)
	fails(t, err, duel.ErrUnsupported)

	for _, weights := range []duel.Matrix{
		{Rows: 1, Columns: 2, Data: []float64{1, -1}},
		{Rows: 2, Columns: 3, Data: []float64{1, -1, 0}},
		{Rows: -1, Columns: 3},
		{Rows: math.MaxInt, Columns: 3},
		{Rows: math.MaxInt/3 + 1, Columns: 3, Data: []float64{1, -1}},
	} {
		scores := m.Estimate(duel.Scores, duel.InferenceOptions{})
		_, contrasts := scores.Contrasts(background, weights)
		_, covariance := scores.ContrastCovariance(background, weights)
		_, tests := scores.Tests(background, weights, duel.TestOptions{})
		if contrasts == nil || covariance == nil || tests == nil {
			t.Errorf("weights %+v are taken: %v, %v, %v", weights, contrasts, covariance, tests)
		}
	}

	_, err = m.Probabilities(background, duel.Rows{
		Left: duel.Names([]string{"a", "nobody"}), Right: duel.Names([]string{"b", "b"}),
	}, duel.InferenceOptions{})
	if e := fails(t, err, duel.ErrName); e.Row != 1 {
		t.Errorf("row is %d, not 1", e.Row)
	}
	_, err = m.Probabilities(background, votes(), duel.InferenceOptions{})
	fails(t, err, duel.ErrArgument)
	none, err := m.Probabilities(background,
		duel.Rows{Left: duel.Names(nil), Right: duel.Names(nil)}, duel.InferenceOptions{})
	if err != nil || len(none) != 0 {
		t.Errorf("no rows give %v, %v", none, err)
	}
}

// Every method of a nil, zero or closed object is refused; none crashes.
func TestClosedObjects(t *testing.T) {
	closedSet := set(t, votes())
	closedModel := fit(t, closedSet, duel.Options{})
	for range 3 {
		must(t, closedModel.Close())
		must(t, closedSet.Close())
	}
	open := set(t, votes())
	for _, s := range []*duel.Set{nil, {}, closedSet} {
		for name, call := range map[string]func() error{
			"Append":    func() error { return s.Append(votes()) },
			"Intern":    func() error { return s.Intern(duel.Item, "x") },
			"Covariate": func() error { return s.Covariate(duel.CovariateValues{Name: "x"}) },
			"Merge":     func() error { return s.Merge(open) },
			"Merged":    func() error { return open.Merge(s) },
			"Save":      func() error { _, err := s.Save(); return err },
			"Copy":      func() error { _, err := s.Copy(); return err },
			"Find":      func() error { _, err := s.Find(duel.Item, "a"); return err },
			"Info":      func() error { _, err := s.Info(); return err },
			"Resample":  func() error { _, err := s.Resample(duel.ByPair, 1); return err },
			"Split":     func() error { _, _, err := s.Split(duel.ByRow, 2, 0, 1); return err },
			"Filter":    func() error { _, err := s.Filter(duel.Item, []int{0}); return err },
		} {
			if e := fails(t, call(), duel.ErrNull); !strings.Contains(e.Message, "closed") {
				t.Errorf("%s: %v", name, e)
			}
		}
		if s.Count(duel.Item) != 0 || s.Name(duel.Item, 0) != "" || s.Names(duel.Item) != nil || s.Close() != nil {
			t.Error("a closed set has facts")
		}
	}
	scores := func(m *duel.Model) *duel.Estimates { return m.Estimate(duel.Scores, duel.InferenceOptions{}) }
	for _, m := range []*duel.Model{nil, {}, closedModel} {
		for name, call := range map[string]func() error{
			"Share":         func() error { _, err := m.Share(); return err },
			"Save":          func() error { _, err := m.Save(); return err },
			"Set":           func() error { _, err := m.Set(); return err },
			"Names":         func() error { _, err := m.Names(duel.Item); return err },
			"Info":          func() error { _, err := m.Info(); return err },
			"Warnings":      func() error { _, err := m.Warnings(); return err },
			"Get":           func() error { _, err := plainScores(m); return err },
			"Estimate":      func() error { _, err := scores(m).Values(background); return err },
			"EstimateInfo":  func() error { _, err := scores(m).Info(); return err },
			"Covariance":    func() error { _, err := scores(m).Covariance(background); return err },
			"Ranks":         func() error { _, err := scores(m).Ranks(background); return err },
			"LogLikelihood": func() error { _, _, err := m.LogLikelihood(open); return err },
			"Probabilities": func() error {
				_, err := m.Probabilities(background, duel.Rows{}, duel.InferenceOptions{})
				return err
			},
			"Contrasts": func() error { _, err := scores(m).Contrasts(background, duel.Matrix{}); return err },
		} {
			if e := fails(t, call(), duel.ErrNull); !strings.Contains(e.Message, "closed") {
				t.Errorf("%s: %v", name, e)
			}
		}
		must(t, m.Close())
	}
	model := fit(t, open, duel.Options{})
	_, _, err := model.LogLikelihood(nil)
	fails(t, err, duel.ErrNull)
	for _, bytes := range [][]byte{nil, {}, {1}} {
		_, err = duel.LoadSet(bytes)
		if err == nil {
			t.Error("no bytes are a set")
		}
		_, err = duel.LoadModel(bytes)
		if err == nil {
			t.Error("no bytes are a model")
		}
	}
	var noContext context.Context
	m, err := duel.Fit(noContext, open, duel.Options{})
	closed(t, m, err)
}
