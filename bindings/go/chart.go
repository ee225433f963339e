package duel

// #include <duel.h>
import "C"

import "unsafe"

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
