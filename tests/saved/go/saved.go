// saved VOTES.csv SET SCORES: see ../saved.c.
package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/csv"
	"log"
	"os"
	"slices"

	duel "github.com/duel-ranking/duel/bindings/go"
)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	file := must(os.Open(os.Args[1]))
	records := must(csv.NewReader(file).ReadAll())
	column := func(name string) int { return slices.Index(records[0], name) }
	meanings := map[string]duel.Outcome{"a": duel.Left, "b": duel.Right, "tie": duel.Tie}
	var texts [4][]string
	var outcomes []duel.Outcome
	for _, record := range records[1:] {
		outcome, known := meanings[record[column("winner")]]
		if !known {
			continue
		}
		outcomes = append(outcomes, outcome)
		for k, name := range []string{"model_a", "model_b", "judge", "question_id"} {
			texts[k] = append(texts[k], record[column(name)])
		}
	}
	set := must(duel.NewSet())
	defer set.Close()
	check(set.Append(duel.Rows{
		Left:    duel.Names(texts[0]),
		Right:   duel.Names(texts[1]),
		Judge:   duel.Names(texts[2]),
		Context: duel.Names(texts[3]),
		Outcome: duel.Numbers(outcomes),
	}))
	saved := must(set.Save())
	check(os.WriteFile(os.Args[2], saved, 0o644))

	loaded := must(duel.LoadSet(saved))
	defer loaded.Close()
	ctx := context.Background()
	model := must(duel.Fit(ctx, loaded, duel.Options{}))
	defer model.Close()
	var scores bytes.Buffer
	for _, row := range must(model.Scores(ctx, duel.InferenceOptions{})) {
		check(binary.Write(&scores, binary.NativeEndian, row.Value))
	}
	check(os.WriteFile(os.Args[3], scores.Bytes(), 0o644))
}
