package duel

// #include <duel.h>
import "C"

import "unsafe"

// ChartKind says what is drawn of a matrix of numbers.
type ChartKind int32

// The kinds of charts.
const (
	// ChartIntervals: A row of each row: a point at its value, its interval, and the number in digits; a plot of
	// each column.
	ChartIntervals ChartKind = C.DUEL_CHART_INTERVALS
	// ChartMatrix: A cell of each number, the darker the farther from zero: rank probabilities, comparisons of
	// pairs.
	ChartMatrix ChartKind = C.DUEL_CHART_MATRIX
	// ChartPoints: A point of each row, whose two columns are its places across and up: maps, judges.
	ChartPoints ChartKind = C.DUEL_CHART_POINTS
	// ChartLines: A line of each row through its columns: ranks from look to look.
	ChartLines ChartKind = C.DUEL_CHART_LINES
	// ChartTree: the tree of Cluster. Rows are its merges, in three columns: left_cluster, right_cluster,
	// height.
	ChartTree ChartKind = C.DUEL_CHART_TREE
)

// ChartOptions say what is drawn, and what is said of it. What a kind of chart does not show must be left at its
// default, else ErrUnsupported.
type ChartOptions struct {
	// Chart: ChartIntervals (default), ChartMatrix, ChartPoints, ChartLines or ChartTree.
	Chart ChartKind
	// Logarithmic: true: the axis of the numbers is logarithmic, and what is not positive is left out. Intervals
	// and lines only.
	Logarithmic bool
	// EqualAxes: true: both axes have one scale, as on a map, which a bar says in the place of numbers. Points
	// only.
	EqualAxes bool
	// Arrows: true: points are joined with the origin. Points only.
	Arrows bool
	// Downward: true: the least number stands on top, as ranks do. Lines only.
	Downward bool
	// Title: nil, or what heads the page.
	Title string
	// Note: nil, or what stands below the title.
	Note string
	// Axis: nil, or what the numbers are; of points with EqualAxes what follows the number of the bar.
	Axis string
	// Labels: nil, or the name of each row; of a tree that of each leaf, of which it has one more than merges.
	Labels []string
	// Names: nil, or the name of each column.
	Names []string
	// Sides: nil, or a text before each label: ranks, say. Intervals and trees only.
	Sides []string
	// Lower: nil, or the lower end of the interval of each number, NaN for none. Intervals and lines only.
	Lower []float64
	// Upper: nil, or the upper end of each interval.
	Upper []float64
	// Groups: nil, or the group of each row (of each leaf), 0 to 63: its colour, from blue to rust through the
	// largest. Not of a matrix. Without them all rows have one colour, but lines each its own.
	Groups []int
	// GroupNames: nil, or what groups 0, 1, ... are, for a legend.
	GroupNames []string
	// Limits: nil, or values to mark by a line: one of each column (NaN: none), then further ones. Intervals and
	// points only.
	Limits []float64
	// Positions: nil, or where the columns stand, ascending; without them they are equally far apart. Lines
	// only.
	Positions []float64
	// Least: with most: the ends of the axis of the numbers, or of the shades of a matrix. Both 0: those of the
	// numbers.
	Least float64
	// Most: see least.
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
