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
	board, err := model.Scores(ctx, duel.InferenceOptions{})
	if err != nil {
		log.Fatal(err)
	}
	for _, row := range board {
		fmt.Printf("%-6s rank %d-%d  score %6.3f  95 %% interval [%6.3f, %6.3f]\n",
			set.Name(duel.Item, row.Item), row.RankBest, row.RankWorst, row.Value, row.Lower, row.Upper)
	}
}
