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

// filled makes room for a result, which a function of the library fills.
func filled(rows, columns int, fill func(data *C.double, size C.size_t) error) (Matrix, error) {
	out, err := newMatrix(rows, columns)
	if err != nil {
		return Matrix{}, err
	}
	if err := fill(doubles(out.Data), C.size_t(len(out.Data))); err != nil {
		return Matrix{}, err
	}
	return out, nil
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
