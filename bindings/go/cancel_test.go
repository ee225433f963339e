package duel_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	duel "github.com/duel-ranking/duel/bindings/go"
)

// longRows are comparisons whose fit takes long enough to be stopped: many items, each with some
// opponents.
func longRows(items, opponents int) duel.Rows {
	random := rand.New(rand.NewPCG(1, 2))
	var left, right []int
	var outcome []duel.Outcome
	for i := range items {
		for range opponents {
			j := random.IntN(items - 1)
			if j >= i {
				j++
			}
			left = append(left, i)
			right = append(right, j)
			outcome = append(outcome, duel.Left+duel.Outcome(random.IntN(2)))
		}
	}
	return duel.Rows{Left: duel.IDs(left), Right: duel.IDs(right), Outcome: duel.Numbers(outcome)}
}

func longSet(t testing.TB) *duel.Set { return set(t, longRows(1500, 40)) }

func TestDeadlines(t *testing.T) {
	s := longSet(t)
	start := time.Now()
	fit(t, s, duel.Options{})
	one := time.Since(start)

	var group sync.WaitGroup
	var mutex sync.Mutex
	stopped, worst := 0, time.Duration(0)
	for g := range 64 {
		group.Add(1)
		go func() {
			defer group.Done()
			ctx, cancel := context.WithTimeout(context.Background(), time.Duration(g)*time.Millisecond)
			defer cancel()
			m, err := duel.Fit(ctx, s, duel.Options{})
			if err == nil {
				_ = m.Close() // it was faster
				return
			}
			if err != context.DeadlineExceeded || m != nil {
				t.Errorf("error is %v", err)
			}
			deadline, _ := ctx.Deadline()
			mutex.Lock()
			defer mutex.Unlock()
			stopped++
			worst = max(worst, time.Since(deadline))
		}()
	}
	group.Wait()
	t.Logf("a fit takes %v; %d of 64 were stopped, the last %v after its deadline", one, stopped, worst)
	if stopped == 0 {
		t.Error("no fit was stopped")
	}
}

func TestCancelledBeforeTheCall(t *testing.T) {
	cause := errors.New("nobody waits any more")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(cause)
	s := set(t, citationRows())
	if m, err := duel.Fit(ctx, s, duel.Options{}); err != cause || m != nil {
		t.Errorf("model %v, error %v", m, err)
	}
	m := fit(t, s, duel.Options{})
	if _, err := m.Estimate(duel.Scores, duel.InferenceOptions{}).Ranks(ctx); err != cause {
		t.Errorf("error is %v", err)
	}
}

func TestCancelledDuringTheCall(t *testing.T) {
	cause := errors.New("stop")
	ctx, cancel := context.WithCancelCause(context.Background())
	s := longSet(t)
	steps := 0
	_, err := duel.Fit(ctx, s, duel.Options{Progress: func(duel.Progress) error {
		steps++
		cancel(cause)
		// The token is raised by another goroutine: leave it the time.
		time.Sleep(50 * time.Millisecond)
		return nil
	}})
	if err != cause || steps != 1 {
		t.Errorf("error is %v after %d steps", err, steps)
	}
}

func TestInferenceIsCancelled(t *testing.T) {
	m := fit(t, set(t, longRows(100, 30)), duel.Options{})
	// As many draws as would take minutes.
	options := duel.InferenceOptions{Intervals: duel.Simultaneous, Draws: 2_000_000}
	for name, call := range map[string]func(context.Context) error{
		"Ranks": func(ctx context.Context) error { _, err := m.Estimate(duel.Scores, options).Ranks(ctx); return err },
		"Values": func(ctx context.Context) error {
			_, err := m.Estimate(duel.Scores, options).Values(ctx)
			return err
		},
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		start := time.Now()
		err := call(ctx)
		cancel()
		if err != context.DeadlineExceeded {
			t.Errorf("%s: error is %v", name, err)
		}
		t.Logf("%s: stopped after %v", name, time.Since(start))
	}
}
