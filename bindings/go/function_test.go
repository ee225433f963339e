package duel_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	duel "github.com/duel-ranking/duel/bindings/go"
)

// odds are exp(score 0 - score i) for the items after the first.
func odds(values, out []float64, _ duel.Matrix) error {
	for i := range out {
		out[i] = math.Exp(values[0] - values[i+1])
	}
	return nil
}

// oddsAndSlopes is odds with its derivatives.
func oddsAndSlopes(values, out []float64, gradient duel.Matrix) error {
	_ = odds(values, out, gradient)
	for i := range gradient.Rows {
		row := gradient.Row(i)
		clear(row)
		row[0], row[i+1] = out[i], -out[i]
	}
	return nil
}

func TestFunctionsByTheDeltaMethod(t *testing.T) {
	m := fit(t, set(t, citationRows()), duel.Options{})
	scores := m.Estimate(duel.Scores, duel.InferenceOptions{})
	weights := duel.Matrix{Rows: 3, Columns: 4, Data: []float64{1, -1, 0, 0, 1, 0, -1, 0, 1, 0, 0, -1}}
	differences, err := scores.Contrasts(background, weights)
	must(t, err)
	covariance, err := scores.ContrastCovariance(background, weights)
	must(t, err)
	for name, function := range map[string]duel.Function{"differences": odds, "derivatives": oddsAndSlopes} {
		for _, what := range []duel.Quantity{duel.Scores, duel.Parameters} {
			got, c, err := m.Function(background, what, 3, function, duel.InferenceOptions{})
			must(t, err)
			for i, d := range differences {
				ratio := math.Exp(d.Value)
				nearRelative(t, name, []float64{got[i].Value, got[i].StandardError}, []float64{ratio, ratio * d.StandardError}, 1e-7)
				for j, e := range differences {
					nearRelative(t, name, []float64{c.At(i, j)}, []float64{ratio * math.Exp(e.Value) * covariance.At(i, j)}, 1e-6)
				}
			}
		}
	}
	// Some derivatives known, some not; the unit of the scores counts.
	got, _, err := m.Function(background, duel.Scores, 1, func(values, out []float64, gradient duel.Matrix) error {
		out[0] = values[0] - values[1]
		if gradient.Data != nil {
			if gradient.Rows != 1 || gradient.Columns != 4 || !math.IsNaN(gradient.At(0, 3)) {
				t.Errorf("gradient is %+v", gradient)
			}
			gradient.Data[0] = 1
		}
		return nil
	}, duel.InferenceOptions{Unit: 10, Origin: 1000})
	must(t, err)
	nearRelative(t, "points", []float64{got[0].Value, got[0].StandardError},
		[]float64{10 * differences[0].Value, 10 * differences[0].StandardError}, 1e-7)
}

func TestFunctionsOfReplicates(t *testing.T) {
	m := fit(t, set(t, citationRows()), duel.Options{})
	b := bootstrap(t, m, duel.BootstrapOptions{Replicates: 100})
	calls := 0
	got, _, err := m.Function(background, duel.Scores, 1, func(values, out []float64, gradient duel.Matrix) error {
		calls++
		return odds(values, out, gradient)
	}, duel.InferenceOptions{Bootstrap: b})
	must(t, err)
	scores := replicates(t, b, duel.Scores)
	ratios := duel.Matrix{Rows: scores.Rows, Columns: 1}
	for row := range scores.Rows {
		ratios.Data = append(ratios.Data, math.Exp(scores.At(row, 0)-scores.At(row, 1)))
	}
	near(t, "standard error of the replicates", []float64{got[0].StandardError}, []float64{spread(ratios, 0)}, 1e-9)
	if calls < 100 {
		t.Errorf("the function was called %d times", calls)
	}
}

func TestFunctionsThatGiveUp(t *testing.T) {
	m := fit(t, set(t, citationRows()), duel.Options{})
	enough := errors.New("enough")
	stop := func(how func()) error {
		out, covariance, err := m.Function(background, duel.Scores, 1, func([]float64, []float64, duel.Matrix) error {
			how()
			return enough
		}, duel.InferenceOptions{})
		if out != nil || covariance.Data != nil {
			t.Error("there is a result")
		}
		return err
	}
	if err := stop(func() {}); err != enough {
		t.Errorf("error is %v", err)
	}
	if err := stop(func() { panic("oh") }); err == nil || !strings.Contains(err.Error(), "panicked: oh") {
		t.Errorf("error is %v", err)
	}
	var bounds runtime.Error
	if err := stop(func() { _ = make([]int, 1)[len(enough.Error())] }); !errors.As(err, &bounds) {
		t.Errorf("error is %v", err)
	}
	// The model can be used again, and the function itself may use it.
	_, _, err := m.Function(background, duel.Scores, 3, func(values, out []float64, gradient duel.Matrix) error {
		inner, _, err := m.Function(background, duel.Scores, 3, odds, duel.InferenceOptions{})
		if err == nil && len(inner) != 3 {
			err = fmt.Errorf("%d values", len(inner))
		}
		_ = odds(values, out, gradient)
		return err
	}, duel.InferenceOptions{})
	must(t, err)
	// A model closed by the function is freed after the call.
	share, err := m.Share()
	must(t, err)
	_, _, err = share.Function(background, duel.Scores, 3, func(values, out []float64, gradient duel.Matrix) error {
		must(t, share.Close())
		return odds(values, out, gradient)
	}, duel.InferenceOptions{})
	must(t, err)

	cause := errors.New("stop")
	ctx, cancel := context.WithCancelCause(background)
	calls := 0
	b := bootstrap(t, m, duel.BootstrapOptions{Replicates: 1000})
	_, _, err = m.Function(ctx, duel.Scores, 3, func(values, out []float64, gradient duel.Matrix) error {
		calls++
		cancel(cause)
		// The token is raised by another goroutine: leave it the time.
		time.Sleep(time.Millisecond)
		return odds(values, out, gradient)
	}, duel.InferenceOptions{Bootstrap: b})
	if err != cause || calls >= 1000 {
		t.Errorf("error is %v after %d calls", err, calls)
	}
	if _, _, err := m.Function(ctx, duel.Scores, 3, odds, duel.InferenceOptions{}); err != cause {
		t.Errorf("error is %v", err)
	}
}

// The arguments of the function are memory of Go, and its own.
func TestFunctionsMayKeepAndWrite(t *testing.T) {
	m := fit(t, set(t, citationRows()), duel.Options{})
	want, _, err := m.Function(background, duel.Scores, 3, oddsAndSlopes, duel.InferenceOptions{})
	must(t, err)
	var kept [][]float64
	got, _, err := m.Function(background, duel.Scores, 3, func(values, out []float64, gradient duel.Matrix) error {
		err := oddsAndSlopes(values, out, gradient)
		clear(values)
		kept = append(kept, values, out, gradient.Data)
		return err
	}, duel.InferenceOptions{})
	must(t, err)
	runtime.GC()
	for _, k := range kept {
		clear(k)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("functions are %+v, not %+v", got, want)
	}
}

// Every call hears its own function only.
func TestConcurrentFunctions(t *testing.T) {
	m := fit(t, set(t, citationRows()), duel.Options{})
	scores, err := plainScores(m)
	must(t, err)
	var group sync.WaitGroup
	for g := range 16 {
		group.Add(1)
		go func() {
			defer group.Done()
			factor := float64(g + 1)
			for range 20 {
				got, _, err := m.Function(background, duel.Scores, 1, func(values, out []float64, _ duel.Matrix) error {
					runtime.Gosched()
					out[0] = factor * (values[0] - values[1])
					return nil
				}, duel.InferenceOptions{})
				if err != nil || math.Abs(got[0].Value-factor*(scores[0]-scores[1])) > 1e-9 {
					t.Errorf("function %d is %+v, %v", g, got, err)
				}
			}
		}()
	}
	group.Wait()
}

func TestBadFunctions(t *testing.T) {
	m := fit(t, set(t, citationRows()), duel.Options{})
	_, _, err := m.Function(background, duel.Scores, 1, nil, duel.InferenceOptions{})
	fails(t, err, duel.ErrNull)
	_, _, err = m.Function(background, duel.Scores, -1, odds, duel.InferenceOptions{})
	fails(t, err, duel.ErrArgument)
	_, _, err = m.Function(background, duel.Scores, math.MaxInt, odds, duel.InferenceOptions{})
	fails(t, err, duel.ErrMemory)
	_, _, err = m.Function(background, duel.Sensitivities, 1, odds, duel.InferenceOptions{})
	fails(t, err, duel.ErrUnsupported)
	_, _, err = m.Function(background, duel.Loadings, 1, odds, duel.InferenceOptions{})
	fails(t, err, duel.ErrArgument)
}
