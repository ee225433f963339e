package main

import (
	"fmt"

	duel "github.com/duel-ranking/duel/bindings/go"
)

const largestPicture = 200

// picture draws the first rows of a board as SVG.
func picture(rows []Row) (string, error) {
	note := ""
	if len(rows) > largestPicture {
		note = fmt.Sprintf("The first %d of %d items", largestPicture, len(rows))
		rows = rows[:largestPicture]
	}
	numbers := duel.Matrix{Rows: len(rows), Columns: 1}
	options := duel.ChartOptions{Title: "Board", Note: note, Axis: "log odds, 95 % intervals", Limits: []float64{0}}
	for _, row := range rows {
		numbers.Data = append(numbers.Data, float64(row.Score))
		options.Lower = append(options.Lower, float64(row.Lower))
		options.Upper = append(options.Upper, float64(row.Upper))
		options.Labels = append(options.Labels, row.Item)
		options.Sides = append(options.Sides, fmt.Sprintf("%d–%d", row.RankBest, row.RankWorst))
	}
	return duel.Chart(numbers, options)
}
