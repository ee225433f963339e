package duel_test

import (
	"errors"
	"math"
	"testing"

	duel "github.com/duel-ranking/duel/bindings/go"
)

func TestSampledErrors(t *testing.T) {
	m := fit(t, set(t, springallRows()), duel.Options{})
	exact, err := m.Scores(background, duel.InferenceOptions{})
	must(t, err)
	drawn, err := m.Scores(background, duel.InferenceOptions{Errors: duel.ErrorsSampled, ErrorDraws: 400, Seed: 1})
	must(t, err)
	for i, row := range drawn {
		if exact[i].SEMc != 0 || !(row.SEMc > 0) || math.Abs(row.StandardError-exact[i].StandardError) > 5*row.SEMc {
			t.Errorf("item %d: %v +- %v, exact %v", i, row.StandardError, row.SEMc, exact[i].StandardError)
		}
	}
	if _, err = m.Scores(background, duel.InferenceOptions{Errors: duel.ErrorsSampled, ErrorDraws: 2}); !errors.Is(err, duel.ErrArgument) {
		t.Errorf("two draws: %v", err)
	}
}
