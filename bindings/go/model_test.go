package duel_test

import (
	"bytes"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	duel "github.com/duel-ranking/duel/bindings/go"
)

// answers collects what a model says, for comparison bit by bit.
func answers(t testing.TB, m *duel.Model) []any {
	info, err := m.Info()
	must(t, err)
	warnings, err := m.Warnings()
	must(t, err)
	names, err := m.Names(duel.Item)
	must(t, err)
	counts, err := m.Items()
	must(t, err)
	options := duel.InferenceOptions{Intervals: duel.Simultaneous, Seed: 5, Draws: 500}
	estimated := m.Estimate(duel.Scores, options)
	scores, err := estimated.Values(background)
	must(t, err)
	sensitivities, err := m.Estimate(duel.Sensitivities, options).Values(background)
	must(t, err)
	covariance, err := estimated.Covariance(background)
	must(t, err)
	ranks, err := estimated.Ranks(background)
	must(t, err)
	probabilities, err := m.Probabilities(background, duel.Rows{
		Left: duel.IDs([]int{0, 1}), Right: duel.IDs([]int{2, 3}), Judge: duel.IDs([]int{0, 3}),
	}, options)
	must(t, err)
	return []any{info, warnings, names, counts, scores, sensitivities, covariance, ranks, probabilities}
}

// equal compares answers; the curvature of an Info may be NaN.
func equal(a, b []any) bool {
	x, y := a[0].(duel.Info), b[0].(duel.Info)
	if x.Curvature != x.Curvature && y.Curvature != y.Curvature {
		x.Curvature, y.Curvature = 0, 0
	}
	return x == y && reflect.DeepEqual(a[1:], b[1:])
}

func TestModelSaveAndLoad(t *testing.T) {
	m := fit(t, set(t, judgedRows()), duel.Options{Strength: duel.Sensitivity})
	saved, err := m.Save()
	must(t, err)
	loaded, err := duel.LoadModel(saved)
	must(t, err)
	defer loaded.Close()
	if a, b := answers(t, m), answers(t, loaded); !equal(a, b) {
		t.Errorf("a loaded model answers %+v, not %+v", b, a)
	}
	again, err := loaded.Save()
	must(t, err)
	if !bytes.Equal(saved, again) {
		t.Error("a loaded model saves to other bytes")
	}
	for length := 0; length < len(saved); length += 7 {
		_, err := duel.LoadModel(saved[:length])
		fails(t, err, duel.ErrFormat)
	}
	for i := range saved {
		saved[i] ^= 1 << (i % 8)
		_, err := duel.LoadModel(saved)
		fails(t, err, duel.ErrFormat)
		saved[i] ^= 1 << (i % 8)
	}
}

func TestSharesLiveOn(t *testing.T) {
	s := set(t, judgedRows())
	m := fit(t, s, duel.Options{Strength: duel.Sensitivity})
	want := answers(t, m)
	share, err := m.Share()
	must(t, err)
	defer share.Close()
	data, err := m.Set()
	must(t, err)
	defer data.Close()
	must(t, m.Close())
	must(t, s.Close())
	if !equal(answers(t, share), want) {
		t.Error("a share answers otherwise after the first was closed")
	}
	if data.Count(duel.Item) != 5 || !slices.Equal(data.Names(duel.Judge), []string{"0", "1", "2", "3"}) {
		t.Errorf("data of the model has items %q, judges %q", data.Names(duel.Item), data.Names(duel.Judge))
	}
	must(t, data.Append(judgedRows())) // a set of its own
}

// One model, many readers, closed while they read: each answer is right or a refusal.
func TestConcurrentUse(t *testing.T) {
	m := fit(t, set(t, judgedRows()), duel.Options{Strength: duel.Sensitivity})
	want := answers(t, m)
	var group sync.WaitGroup
	for range 16 {
		group.Add(1)
		go func() {
			defer group.Done()
			for range 10 {
				if !equal(answers(t, m), want) {
					t.Error("a concurrent answer differs")
				}
			}
		}()
	}
	group.Wait()

	for range 16 {
		share, err := m.Share()
		must(t, err)
		for range 4 {
			group.Add(2)
			go func() {
				defer group.Done()
				for {
					if _, err := share.Estimate(duel.Scores, duel.InferenceOptions{Draws: 200}).Ranks(background); err != nil {
						fails(t, err, duel.ErrNull)
						return
					}
				}
			}()
			go func() {
				defer group.Done()
				runtime.Gosched()
				_ = share.Close()
			}()
		}
		group.Wait()
	}
}

// Errors keep their own message and row, however goroutines move between threads: after a call of
// more than some microseconds they often do.
func TestConcurrentErrors(t *testing.T) {
	var group sync.WaitGroup
	for g := range 16 {
		group.Add(1)
		go func() {
			defer group.Done()
			s, err := duel.NewSet()
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			const rows = 20_000
			bad := rows - 1 - g
			right := slices.Repeat([]int{1}, rows)
			right[bad] = 0
			batch := duel.Rows{
				Left:  duel.IDs(make([]int, rows)),
				Right: duel.IDs(right),
				Score: duel.Numbers(make([]int, rows)),
			}
			for range 100 {
				err := s.Append(batch)
				if e, ok := err.(*duel.Error); !ok || e.Row != int64(bad) || e.Code != duel.ErrData {
					t.Errorf("error is %v, not one of row %d", err, bad)
					return
				}
			}
		}()
	}
	group.Wait()
}

// A set used wrongly from several goroutines refuses calls and stays whole.
func TestConcurrentSet(t *testing.T) {
	s := set(t, votes())
	var group sync.WaitGroup
	for g := range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			for range 100 {
				var err error
				switch g % 3 {
				case 0:
					err = s.Append(votes())
				case 1:
					_, err = s.Info()
				default:
					var m *duel.Model
					m, err = duel.Fit(background, s, duel.Options{})
					_ = m.Close()
				}
				if err != nil {
					fails(t, err, duel.ErrArgument)
				}
			}
		}()
	}
	group.Wait()
	totals, err := s.Info()
	must(t, err)
	if total := totals.Comparisons; total < 9 || int(total)%9 != 0 {
		t.Errorf("%v comparisons, not a multiple of 9", total)
	}
}

// The garbage collector frees what nobody closed, and nothing that is still in use.
func TestForgottenObjects(t *testing.T) {
	for range 200 {
		s, err := duel.NewSet()
		must(t, err)
		must(t, s.Append(votes()))
		m, err := duel.Fit(background, s, duel.Options{})
		must(t, err)
		runtime.GC()
		if _, err := plainScores(m); err != nil {
			t.Fatal(err)
		}
	}
	runtime.GC()
}

func TestWarningsNameTheTrouble(t *testing.T) {
	// A judge who always prefers the position on the left.
	m := fit(t, set(t, duel.Rows{
		Left:   duel.Names([]string{"a", "b", "a", "b"}),
		Right:  duel.Names([]string{"b", "a", "b", "a"}),
		Judge:  duel.Names([]string{"lefty", "lefty", "fair", "fair"}),
		Wins:   duel.Numbers([]int{19, 19, 12, 8}),
		Losses: duel.Numbers([]int{1, 1, 8, 12}),
	}), duel.Options{})
	warnings, err := m.Warnings()
	must(t, err)
	if !slices.ContainsFunc(warnings, func(w duel.ModelWarningsRow) bool {
		return w.Code == "position_followers" && w.Subject == `"lefty"` && strings.Contains(w.Text, "lefty")
	}) {
		t.Errorf("warnings are %+v", warnings)
	}
}

func TestLogLikelihood(t *testing.T) {
	s := set(t, judgedRows())
	m := fit(t, s, duel.Options{Strength: duel.Sensitivity})
	info, err := m.Info()
	must(t, err)
	logLikelihood, comparisons, err := m.LogLikelihood(s)
	must(t, err)
	near(t, "log-likelihood", []float64{logLikelihood}, []float64{info.LogLikelihood}, 1e-10)
	if comparisons != info.Comparisons {
		t.Errorf("%v comparisons, not %v", comparisons, info.Comparisons)
	}
	other := set(t, duel.Rows{
		Left: duel.IDs([]int{0}), Right: duel.IDs([]int{5}), Score: duel.Numbers([]int{1}),
	})
	_, _, err = m.LogLikelihood(other)
	fails(t, err, duel.ErrName)
}
