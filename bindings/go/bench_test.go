package duel_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	duel "github.com/duel-ranking/duel/bindings/go"
)

// The cost of a call that does next to nothing.
func BenchmarkCall(b *testing.B) {
	s := set(b, citationRows())
	for b.Loop() {
		if s.Count(duel.Item) != 4 {
			b.Fatal("count")
		}
	}
}

// The cost of a refused call, message included.
func BenchmarkError(b *testing.B) {
	s := set(b, citationRows())
	for b.Loop() {
		if _, err := s.Find(duel.Item, "nobody"); err == nil {
			b.Fatal("found")
		}
	}
}

func benchmarkAppend(b *testing.B, rows int, keys func(left, right []uint32) (duel.Keys, duel.Keys)) {
	random := rand.New(rand.NewPCG(3, 4))
	left, right := []uint32{}, []uint32{}
	outcome := []duel.Outcome{}
	for range rows {
		i := random.Uint32N(200)
		left = append(left, i)
		right = append(right, (i+1+random.Uint32N(199))%200)
		outcome = append(outcome, duel.Left+duel.Outcome(random.UintN(3)))
	}
	l, r := keys(left, right)
	batch := duel.Rows{Left: l, Right: r, Outcome: duel.Numbers(outcome)}
	s := set(b)
	for b.Loop() {
		must(b, s.Append(batch))
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(rows), "ns/row")
}

func BenchmarkAppendIDs(b *testing.B) {
	for _, rows := range []int{1, 1000, 1_000_000} {
		b.Run(fmt.Sprint(rows), func(b *testing.B) {
			benchmarkAppend(b, rows, func(left, right []uint32) (duel.Keys, duel.Keys) {
				return duel.IDs(left), duel.IDs(right)
			})
		})
	}
}

func BenchmarkAppendNames(b *testing.B) {
	for _, rows := range []int{1, 1000, 1_000_000} {
		b.Run(fmt.Sprint(rows), func(b *testing.B) {
			benchmarkAppend(b, rows, func(left, right []uint32) (duel.Keys, duel.Keys) {
				name := func(ids []uint32) []string {
					out := []string{}
					for _, id := range ids {
						out = append(out, fmt.Sprintf("model-%03d", id))
					}
					return out
				}
				return duel.Names(name(left)), duel.Names(name(right))
			})
		})
	}
}

func BenchmarkFit(b *testing.B) {
	s := set(b, judgedRows())
	for b.Loop() {
		m, err := duel.Fit(background, s, duel.Options{Strength: duel.Sensitivity})
		must(b, err)
		must(b, m.Close())
	}
}

func BenchmarkBootstrap(b *testing.B) {
	m := fit(b, set(b, judgedRows()), duel.Options{})
	for b.Loop() {
		made, err := duel.NewBootstrap(background, m, duel.BootstrapOptions{Replicates: 100})
		closed(b, made, err)
	}
}

// The cost of the way from the library to a function and back.
func BenchmarkFunction(b *testing.B) {
	m := fit(b, set(b, judgedRows()), duel.Options{})
	options := duel.InferenceOptions{
		Bootstrap:         bootstrap(b, m, duel.BootstrapOptions{Replicates: 10_000, Weights: duel.WeightsBayesian}),
		BootstrapInterval: duel.IntervalPercentile,
	}
	calls := 0
	for b.Loop() {
		_, _, err := m.Function(background, duel.Scores, 1, func(values, out []float64, _ duel.Matrix) error {
			calls++
			out[0] = values[0] - values[1]
			return nil
		}, options)
		must(b, err)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(calls), "ns/call")
}
