// The shortest complete use of duel in Go.
package main

import (
	"context"
	"fmt"
	"log"

	duel "github.com/duel-ranking/duel/bindings/go"
)

func main() {
	set, err := duel.NewSet()
	if err != nil {
		log.Fatal(err)
	}
	defer set.Close()
	err = set.Append(duel.Rows{
		Left:  duel.Names([]string{"red", "blue", "green", "red", "blue", "green", "red"}),
		Right: duel.Names([]string{"blue", "green", "red", "green", "red", "blue", "blue"}),
		Score: duel.Numbers([]float64{1, 1, 0, 0.5, 1, 1, 1}), // of left: won 1, tied 0.5, lost 0
	})
	if err != nil {
		log.Fatal(err)
	}

	ctx := context.Background()
	model, err := duel.Fit(ctx, set, duel.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer model.Close()
	estimates := model.Estimate(duel.Scores, duel.InferenceOptions{})
	scores, err := estimates.Values(ctx)
	if err != nil {
		log.Fatal(err)
	}
	ranks, err := estimates.Ranks(ctx)
	if err != nil {
		log.Fatal(err)
	}
	for i, name := range set.Names(duel.Item) {
		s, r := scores[i], ranks[i]
		fmt.Printf("%-6s rank %d-%d  score %6.3f  95 %% interval [%6.3f, %6.3f]\n",
			name, r.RankBest, r.RankWorst, s.Value, s.Lower, s.Upper)
	}
}
