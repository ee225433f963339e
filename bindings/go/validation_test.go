package duel_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	duel "github.com/duel-ranking/duel/bindings/go"
)

// Folds are those of Split, and their scores those of Accuracy and Metrics.
func TestCrossValidation(t *testing.T) {
	s := set(t, springallRows())
	options := duel.Options{Outcome: duel.Davidson, Ridge: 0.1}
	got, err := duel.CrossValidate(background, s, options, duel.ValidationOptions{Folds: 5, Repeats: 2, Seed: 7, Threads: 2})
	must(t, err)
	if len(got.Fits) != 10 || got.Totals.Failed != 0 || got.Totals.Unpredicted != 0 {
		t.Fatalf("validation is %+v", got)
	}
	var held, likelihood, sum, squares float64
	for i, of := range got.Fits {
		held, likelihood = held+of.Held, likelihood+of.LogLikelihood
		sum, squares = sum+of.LogScore, squares+of.LogScore*of.LogScore
		if of.Repetition != int64(i/5) || of.Fold != int64(i%5) || of.Status != "ok" || of.Problems != 0 {
			t.Errorf("fit %d is %+v", i, of)
		}
		if of.Repetition > 0 {
			continue // another partition
		}
		rest, part, err := s.Split(duel.ByRow, 5, int(of.Fold), 7)
		must(t, err)
		defer rest.Close()
		defer part.Close()
		m := fit(t, rest, options)
		accuracy, err := m.Accuracy(part)
		must(t, err)
		metrics, err := m.Metrics(part, duel.ByPair)
		must(t, err)
		near(t, "fold", []float64{
			of.Trained, of.Held, of.LogLikelihood, of.LogScore, of.Brier, of.Accuracy,
			of.CalibrationError, of.KlMean, of.KlWeighted, of.JsMean, of.JsWeighted,
			of.MaePercent, of.RmsePercent,
		}, []float64{
			info(t, m).Comparisons, accuracy.Comparisons, accuracy.LogScore * accuracy.Comparisons, accuracy.LogScore,
			accuracy.Brier, accuracy.Accuracy, accuracy.CalibrationError, metrics.KLMean, metrics.KLWeighted,
			metrics.JSMean, metrics.JSWeighted, metrics.MAEPercent, metrics.RMSEPercent,
		}, 1e-7)
	}
	deviation := math.Sqrt((squares - sum*sum/10) / 9)
	near(t, "totals", []float64{got.Totals.Held, got.Totals.Predicted, got.Totals.LogLikelihood, got.Totals.LogScore.Mean, got.Totals.LogScore.StandardError},
		[]float64{held, held, likelihood, sum / 10, deviation / math.Sqrt(5)}, 1e-9)
	if got.Totals.RMSEPercent.Fits != 10 || !(got.Totals.Brier.Mean > 0 && got.Totals.Brier.Mean < 2) {
		t.Errorf("means are %+v", got.Totals)
	}
	again, err := duel.CrossValidate(background, s, options, duel.ValidationOptions{Folds: 5, Repeats: 2, Seed: 7})
	must(t, err)
	if !reflect.DeepEqual(got, again) {
		t.Errorf("one thread gives %+v, two %+v", again, got)
	}
}

// Errors have the names of this package, and leave those of the user.
func TestErrorsHaveTheNamesOfGo(t *testing.T) {
	one := set(t, duel.Rows{Left: duel.Names([]string{"tie_model"}), Right: duel.Names([]string{"b"}), Score: duel.Numbers([]int{1})})
	_, err := duel.Fit(background, one, duel.Options{})
	if e := fails(t, err, duel.ErrNotIdentified); !strings.Contains(e.Message, `"tie_model" never lost`) ||
		!strings.HasSuffix(e.Message, "accept FitSeparated") {
		t.Error(err)
	}
	_, err = duel.Fit(background, set(t, springallRows()), duel.Options{TieRidge: 1})
	if e := fails(t, err, duel.ErrUnsupported); !strings.HasPrefix(e.Message, "TieRidge: ") {
		t.Error(err)
	}
}

func TestHoldOut(t *testing.T) {
	s := set(t, springallRows())
	calls := 0
	for field, fit := range map[string]duel.Options{
		"start": {Start: fit(t, s, duel.Options{})}, "progress": {Progress: func(duel.Progress) error { return nil }},
	} {
		_, err := duel.CrossValidate(background, s, fit, duel.ValidationOptions{})
		if e := fails(t, err, duel.ErrUnsupported); !strings.HasPrefix(e.Message, field+" is not read") {
			t.Error(err)
		}
	}
	got, err := duel.CrossValidate(background, s, duel.Options{}, duel.ValidationOptions{
		By: duel.ByPair, Share: 0.25, Repeats: 6,
		Progress: func(duel.Progress) error { calls++; return nil },
	})
	must(t, err)
	if len(got.Fits) != 6 || calls < 6 {
		t.Fatalf("%d fits, %d calls", len(got.Fits), calls)
	}
	var values []float64
	for _, of := range got.Fits {
		values = append(values, of.Brier)
		// A quarter of 36 pairs.
		if of.Fold != 0 || !(of.Held > 0 && of.Held < 0.5*of.Trained) {
			t.Errorf("fit is %+v", of)
		}
	}
	deviation := spread(duel.Matrix{Rows: 6, Columns: 1, Data: values}, 0)
	near(t, "error of Nadeau and Bengio", []float64{got.Totals.Brier.StandardError},
		[]float64{deviation * math.Sqrt(1.0/6+0.25/0.75)}, 1e-9)
}

// A fit that fails says why, and is in no mean.
func TestFailedFolds(t *testing.T) {
	// The one win of the last item is in one fold: without it there is no finite score.
	s := set(t, duel.Rows{
		Left: duel.Names([]string{"a", "a", "b", "b"}), Right: duel.Names([]string{"b", "c", "c", "a"}),
		Wins: duel.Numbers([]int{20, 20, 20, 20}), Losses: duel.Numbers([]int{20, 1, 0, 20}),
	})
	got, err := duel.CrossValidate(background, s, duel.Options{}, duel.ValidationOptions{Folds: 4})
	must(t, err)
	failed := 0
	for _, of := range got.Fits {
		if of.Status == "ok" {
			continue
		}
		failed++
		if of.Status != "not_identified" || duel.FitOutcome(of.Problems)&duel.FitSeparated == 0 || !math.IsNaN(of.LogScore) {
			t.Errorf("fit is %+v", of)
		}
	}
	if failed != 1 || got.Totals.Failed != 1 || got.Totals.LogScore.Fits != 3 {
		t.Errorf("validation is %+v", got)
	}
	for name, options := range map[string]duel.ValidationOptions{
		"one fold": {Folds: 1}, "both": {Folds: 2, Share: 0.5}, "all": {Share: 1}, "below": {Folds: -2}, "many": {Folds: math.MaxInt},
		"more": {Folds: 2_000_000}, "repeats": {Repeats: -1}, "endless": {Repeats: math.MaxInt}, "unit": {By: duel.ByCell},
	} {
		_, err := duel.CrossValidate(background, s, duel.Options{}, options)
		t.Run(name, func(t *testing.T) { fails(t, err, duel.ErrArgument) })
	}
	_, err = duel.CrossValidate(background, nil, duel.Options{}, duel.ValidationOptions{})
	fails(t, err, duel.ErrNull)
}

func TestValidationIsCancelled(t *testing.T) {
	s := longSet(t)
	cause := errors.New("nobody waits any more")
	ctx, cancel := context.WithCancelCause(context.Background())
	stop := errors.New("enough")
	calls := 0
	_, err := duel.CrossValidate(ctx, s, duel.Options{Ridge: 1}, duel.ValidationOptions{Progress: func(now duel.Progress) error {
		calls++
		if now.Fraction > 0 {
			return stop
		}
		return nil
	}})
	if err != stop || calls == 0 {
		t.Errorf("error is %v after %d calls", err, calls)
	}
	cancel(cause)
	_, err = duel.CrossValidate(ctx, s, duel.Options{Ridge: 1}, duel.ValidationOptions{})
	if err != cause {
		t.Errorf("error is %v", err)
	}
}
