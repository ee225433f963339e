package duel

// #include <duel.h>
import "C"

import (
	"math"
	"unsafe"
)

// Matrix is a table of numbers, row-major.
type Matrix struct {
	// Rows is the number of rows.
	Rows int
	// Columns is the number of columns.
	Columns int
	// Data are the Rows * Columns numbers, row after row.
	Data []float64
}

// At is the number in a row and a column, both zero-based. It panics if they are out of range,
// as indexing a slice does.
func (m Matrix) At(row, column int) float64 { return m.Row(row)[column] }

// Row is a row, a part of Data. It panics if the row is out of range, as indexing a slice does.
func (m Matrix) Row(row int) []float64 {
	start := row * m.Columns
	return m.Data[start : start+m.Columns : start+m.Columns]
}

// SetQuantity is a table that a set answers with.
type SetQuantity int32

// The quantities of a set.
const (
	// SetTotals, 1 x 8: comparisons (sum of weights); left preferred; right preferred; ties;
	// both good; both bad; effective number (Kish's, equal to the first unless weights are
	// importance weights); contexts with more than one comparison.
	SetTotals SetQuantity = C.DUEL_SET_TOTALS
	// SetItems, items x 6: comparisons; wins; losses; ties of any kind; distinct opponents;
	// times shown first.
	SetItems SetQuantity = C.DUEL_SET_ITEMS
	// SetJudges, judges x 8 (a last row for the anonymous judge where there is one):
	// comparisons; left preferred; right preferred; ties; both good; both bad; share of left
	// among the decided (NaN without any); 1 if that share is outside .2 to .8, so that the
	// answers follow the slot, else 0.
	SetJudges SetQuantity = C.DUEL_SET_JUDGES
	// SetPairs, pairs x 7, by item ids i < j: i; j; comparisons with i shown first; with j shown
	// first; wins of i; wins of j; ties of any kind.
	SetPairs SetQuantity = C.DUEL_SET_PAIRS
	// SetComponents, items x 1: number of the connected component, 0 being the one with the
	// most items. Items of different components were never compared, not even through others.
	SetComponents SetQuantity = C.DUEL_SET_COMPONENTS
	// SetGroups, items x 1: number of the strongly connected group, ties as wins both ways;
	// groups are in order, each beaten by earlier ones only. One group: finite scores exist.
	SetGroups SetQuantity = C.DUEL_SET_GROUPS
	// SetGroupsDecided, items x 1: as SetGroups, with ties dropped.
	SetGroupsDecided SetQuantity = C.DUEL_SET_GROUPS_DECIDED
	// SetCells, cells x 10, in order of keys: context (-1: none); judge (-1: anonymous); left;
	// right; left preferred; right preferred; ties; both good; both bad; sum of squared weights.
	SetCells SetQuantity = C.DUEL_SET_CELLS
)

// Get is a quantity of the set.
func (s *Set) Get(what SetQuantity) (Matrix, error) {
	var rows, columns C.size_t
	err := s.read(func(p *C.duel_set) C.duel_status {
		return C.duel_set_shape(p, C.int32_t(what), &rows, &columns)
	})
	if err != nil {
		return Matrix{}, err
	}
	m, err := newMatrix(int(rows), int(columns))
	if err != nil {
		return Matrix{}, err
	}
	err = s.read(func(p *C.duel_set) C.duel_status {
		return C.duel_set_get(p, C.int32_t(what), doubles(m.Data), C.size_t(len(m.Data)))
	})
	if err != nil {
		return Matrix{}, err
	}
	return m, nil
}

// checkedSize is rows * columns. A size that no memory holds is an error, where make would panic.
func checkedSize(rows, columns int) (int, error) {
	const most = min(math.MaxInt, 1<<47) / 8
	if rows < 0 || columns < 0 || columns > 0 && uint64(rows) > uint64(most)/uint64(columns) {
		return 0, refuse(ErrMemory, "%d x %d numbers do not fit in memory", rows, columns)
	}
	return rows * columns, nil
}

// newMatrix makes room for a result.
func newMatrix(rows, columns int) (Matrix, error) {
	size, err := checkedSize(rows, columns)
	if err != nil {
		return Matrix{}, err
	}
	return Matrix{Rows: rows, Columns: columns, Data: make([]float64, size)}, nil
}

// absent tells whether a matrix is the zero Matrix, which stands for none.
func (m Matrix) absent() bool { return m.Rows == 0 && m.Columns == 0 && m.Data == nil }

// whole checks that a matrix holds as many numbers as it says. The library is told the shape only.
func (m Matrix) whole(argument string) error {
	size, err := checkedSize(m.Rows, m.Columns)
	if err != nil {
		return err
	}
	if len(m.Data) != size {
		return refuse(ErrSize, "%s holds %d numbers, not %d x %d", argument, len(m.Data), m.Rows, m.Columns)
	}
	return nil
}

// doubles is a slice as the library takes it.
func doubles(values []float64) *C.double {
	return (*C.double)(unsafe.Pointer(unsafe.SliceData(values)))
}
