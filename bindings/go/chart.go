package duel

// #include <duel.h>
import "C"

import "unsafe"

// ChartKind says what is drawn of a matrix of numbers.
type ChartKind int32

// The kinds of charts.
const (
	// ChartIntervals: a row of each row, a point at its value, its interval, and the number in digits; a plot of each
	// column.
	ChartIntervals ChartKind = C.DUEL_CHART_INTERVALS
	// ChartMatrix: a cell of each number, the darker the farther from zero.
	ChartMatrix ChartKind = C.DUEL_CHART_MATRIX
	// ChartPoints: a point of each row, whose two columns are its places across and up.
	ChartPoints ChartKind = C.DUEL_CHART_POINTS
	// ChartLines: a line of each row through its columns.
	ChartLines ChartKind = C.DUEL_CHART_LINES
	// ChartTree: the tree of a clustering. Rows are its merges: left cluster, right cluster, height.
	ChartTree ChartKind = C.DUEL_CHART_TREE
)

// ChartOptions say what is drawn, and what is said of it. What a kind of chart does not show must be left at its
// default, else ErrUnsupported.
type ChartOptions struct {
	// Chart is ChartIntervals (default), ChartMatrix, ChartPoints, ChartLines or ChartTree.
	Chart ChartKind
	// Logarithmic makes the axis of the numbers so; what is not positive is left out. Intervals and lines only.
	Logarithmic bool
	// EqualAxes gives both axes one scale, as on a map. Points only.
	EqualAxes bool
	// Arrows join points with the origin. Points only.
	Arrows bool
	// Downward puts the least number on top, as of ranks. Lines only.
	Downward bool
	// Title heads the page.
	Title string
	// Note stands below the title.
	Note string
	// Axis says what the numbers are; of points with EqualAxes it follows the number of the bar.
	Axis string
	// Labels name the rows; of a tree its leaves, of which it has one more than merges.
	Labels []string
	// Names name the columns.
	Names []string
	// Sides stand before the labels: ranks, say. Intervals and trees only.
	Sides []string
	// Lower has the lower end of the interval of each number, NaN for none. Intervals and lines only.
	Lower []float64
	// Upper has the upper ends.
	Upper []float64
	// Groups are the colours of the rows, 0 to 63. Not of a matrix. Without them all rows have one, but lines each its own.
	Groups []int
	// GroupNames say what groups 0, 1, ... are.
	GroupNames []string
	// Limits are values to mark by a line: one of each column, NaN for none, then further ones. Intervals and points
	// only.
	Limits []float64
	// Positions say where the columns stand, ascending. Lines only.
	Positions []float64
	// Least is, with Most, an end of the axis of the numbers, or of the shades of a matrix. Both 0: those of the numbers.
	Least float64
	// Most is the other end.
	Most float64
}

// Chart draws a matrix of numbers as SVG: a text that stands alone, as a file or within a page, and follows the reader's
// screen in light or dark. It grows with what it shows, so that 3 rows and 200 are legible; the most is 1000 rows and
// columns. NaN leaves its place empty. The same numbers give the same text; where things stand in it is not stable.
func Chart(table Matrix, options ChartOptions) (string, error) {
	if err := table.whole("table"); err != nil {
		return "", err
	}
	a := &arena{}
	defer a.free()
	o, err := options.c(a)
	if err != nil {
		return "", err
	}
	var length C.size_t
	draw := func(out []byte) error {
		var at *C.char
		if len(out) > 0 {
			at = (*C.char)(unsafe.Pointer(&out[0]))
		}
		return call(func() C.duel_status {
			return C.duel_matrix_chart(doubles(table.Data), C.size_t(table.Rows), C.size_t(table.Columns), o, at,
				C.size_t(len(out)), &length)
		})
	}
	if err := draw(nil); err != nil {
		return "", err
	}
	out := make([]byte, length)
	if err := draw(out); err != nil {
		return "", err
	}
	return string(out[:len(out)-1]), nil
}
