package duel_test

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	duel "github.com/duel-ranking/duel/bindings/go"
)

// elements are the elements of an SVG by name; the text must be XML.
func elements(t *testing.T, svg string) map[string]int {
	t.Helper()
	found := map[string]int{}
	decoder := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return found
		}
		must(t, err)
		if start, ok := token.(xml.StartElement); ok {
			found[start.Name.Local]++
		}
	}
}

func TestChart(t *testing.T) {
	svg, err := duel.Chart(duel.Matrix{Rows: 3, Columns: 1, Data: []float64{1, 0.5, -1.5}}, duel.ChartOptions{
		Title: "Wines & beers", Labels: []string{"ash", "birch", "<cedar>"}, Sides: []string{"1", "2", "3"},
		Lower: []float64{0.5, math.NaN(), -2}, Upper: []float64{1.5, math.NaN(), -1}, Groups: []int{0, 1, 0},
		GroupNames: []string{"red", "white"}, Limits: []float64{0}, Axis: "log odds",
	})
	must(t, err)
	found := elements(t, svg)
	if found["circle"] != 3+2 || !strings.Contains(svg, "&lt;cedar&gt;") || !strings.Contains(svg, "1.00 [0.50, 1.50]") {
		t.Errorf("%v\n%s", found, svg)
	}
	svg, err = duel.Chart(duel.Matrix{Rows: 2, Columns: 2, Data: []float64{1, 2, 2, 1}}, duel.ChartOptions{
		Chart: duel.ChartLines, Downward: true, Labels: []string{"a", "b"}, Positions: []float64{1, 4}, Least: 0.5, Most: 2.5,
	})
	must(t, err)
	if found := elements(t, svg); found["circle"] != 4 {
		t.Error(found)
	}
	for name, options := range map[string]duel.ChartOptions{
		"labels":   {Labels: []string{"a"}},
		"title":    {Title: "a\x00b"},
		"downward": {Downward: true},
	} {
		if _, err := duel.Chart(duel.Matrix{Rows: 2, Columns: 1, Data: []float64{1, 2}}, options); err == nil {
			t.Error(name)
		}
	}
	_, err = duel.Chart(duel.Matrix{Rows: 2, Columns: 2, Data: []float64{1}}, duel.ChartOptions{})
	fails(t, err, duel.ErrSize)
}
