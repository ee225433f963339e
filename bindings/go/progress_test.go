package duel_test

import (
	"errors"
	"fmt"
	"math"
	"sync"
	"testing"

	duel "github.com/duel-ranking/duel/bindings/go"
)

func TestProgressIsReported(t *testing.T) {
	s := set(t, judgedRows())
	var seen []duel.Progress
	m := fit(t, s, duel.Options{
		Progress: func(now duel.Progress) error {
			seen = append(seen, now)
			if len(seen) == 1 {
				// The function may use the library itself, but not change what is in use.
				fails(t, s.Append(judgedRows()), duel.ErrArgument)
				if s.Count(duel.Item) != 5 {
					t.Error("the set cannot be read")
				}
			}
			return nil
		},
	})
	info, err := m.Info()
	must(t, err)
	// The first report comes before the first iteration.
	if len(seen) != info.Iterations+1 {
		t.Fatalf("%d reports of %d iterations", len(seen), info.Iterations)
	}
	for i, now := range seen {
		if i > 0 && now.Iteration <= seen[i-1].Iteration || now.Fraction < 0 || now.Fraction > 1 {
			t.Errorf("report %d is %+v", i, now)
		}
	}
	if last := seen[len(seen)-1]; math.Abs(last.Objective-info.Objective) > 1e-6 {
		t.Errorf("the last report is %+v, the objective %v", last, info.Objective)
	}
}

func TestProgressStops(t *testing.T) {
	enough := errors.New("enough")
	s := set(t, judgedRows())
	m, err := duel.Fit(background, s, duel.Options{Progress: func(duel.Progress) error { return enough }})
	if err != enough || m != nil {
		t.Errorf("model %v, error %v", m, err)
	}
	fit(t, s, duel.Options{}) // the set is free again
}

func TestProgressMayPanic(t *testing.T) {
	s := set(t, judgedRows())
	func() {
		defer func() {
			if value := recover(); value != "oh" {
				t.Errorf("recovered %v", value)
			}
		}()
		_, _ = duel.Fit(background, s, duel.Options{Progress: func(duel.Progress) error { panic("oh") }})
		t.Error("the panic was lost")
	}()
	must(t, s.Append(judgedRows()))
}

func TestProgressMayClose(t *testing.T) {
	s := set(t, judgedRows())
	m, err := duel.Fit(background, s, duel.Options{Progress: func(duel.Progress) error { return s.Close() }})
	must(t, err)
	defer m.Close()
	if scores, err := plainScores(m); err != nil || len(scores) != 5 {
		t.Errorf("scores are %v, %v", scores, err)
	}
	fails(t, s.Append(judgedRows()), duel.ErrNull)
}

// Every call hears its own progress function only.
func TestConcurrentProgress(t *testing.T) {
	s := set(t, judgedRows())
	var group sync.WaitGroup
	for g := range 32 {
		group.Add(1)
		go func() {
			defer group.Done()
			mine := fmt.Errorf("stop of goroutine %d", g)
			calls := 0
			_, err := duel.Fit(background, s, duel.Options{Progress: func(duel.Progress) error {
				calls++
				if calls == 2 {
					return mine
				}
				return nil
			}})
			if err != mine || calls != 2 {
				t.Errorf("error is %v after %d calls, not %v", err, calls, mine)
			}
		}()
	}
	group.Wait()
}
