package duel

// #include <duel.h>
import "C"

import (
	"context"
	"unsafe"
)

// A result is a table of the library while it is copied into Go. It keeps the first error of its columns.
type result struct {
	pointer *C.duel_table
	rows    int
	err     error
}

// rowsOf asks for a table, copies its rows with a generated reader, and frees it.
func rowsOf[T any](read func(*result) []T, ask func(**C.duel_table) error) ([]T, error) {
	var table *C.duel_table
	defer func() { C.duel_table_free(table) }()
	if err := ask(&table); err != nil {
		return nil, err
	}
	var facts C.duel_table_facts
	facts.struct_size = C.sizeof_duel_table_facts
	if err := call(func() C.duel_status { return C.duel_table_info(table, &facts) }); err != nil {
		return nil, err
	}
	r := result{pointer: table, rows: int(facts.rows)}
	rows := read(&r)
	return rows, r.err
}

// inferRows is rowsOf for a question about a model.
func inferRows[T any](
	ctx context.Context, m *Model, options InferenceOptions, read func(*result) []T,
	question func(*C.duel_model, *C.duel_inference_options, **C.duel_table) C.duel_status,
) ([]T, error) {
	return rowsOf(read, func(table **C.duel_table) error {
		return m.infer(ctx, options, func(p *C.duel_model, o *C.duel_inference_options) C.duel_status {
			return question(p, o, table)
		})
	})
}

// view finds a column of one of some types.
func (r *result) view(name string, kinds ...C.int32_t) (column C.duel_table_column) {
	if r.err != nil {
		return column
	}
	bytes := append([]byte(name), 0)
	var place C.size_t
	column.struct_size = C.sizeof_duel_table_column
	r.err = call(func() C.duel_status {
		if status := C.duel_table_find(r.pointer, (*C.char)(unsafe.Pointer(&bytes[0])), &place); status != C.DUEL_OK {
			return status
		}
		return C.duel_table_get(r.pointer, place, &column)
	})
	if r.err != nil {
		return column
	}
	for _, kind := range kinds {
		if column._type == kind {
			return column
		}
	}
	r.err = refuse(ErrInternal, "column %q is of type %d", name, int(column._type))
	return column
}

// values are those of a column, as long as the table lives.
func values[T any](r *result, name string, kinds ...C.int32_t) ([]T, C.duel_table_column) {
	column := r.view(name, kinds...)
	if r.err != nil {
		return nil, column
	}
	return unsafe.Slice((*T)(column.data), r.rows), column
}

// isMissing tells whether a row of a column has no value.
func isMissing(column *C.duel_table_column, row int) bool {
	if column.validity == nil {
		return false
	}
	return *(*byte)(unsafe.Add(unsafe.Pointer(column.validity), row/8))>>(row%8)&1 == 0
}

// floats are NaN where missing.
func (r *result) floats(name string) []float64 {
	seen, _ := values[float64](r, name, C.DUEL_TYPE_F64)
	return append(make([]float64, 0, len(seen)), seen...)
}

// counts are -1 where missing.
func (r *result) counts(name string) []int64 {
	seen, column := values[int64](r, name, C.DUEL_TYPE_I64)
	out := append(make([]int64, 0, len(seen)), seen...)
	for i := range out {
		if isMissing(&column, i) {
			out[i] = -1
		}
	}
	return out
}

// ids are -1 where missing.
func (r *result) ids(name string) []int {
	seen, column := values[int32](r, name, C.DUEL_TYPE_CODE)
	out := make([]int, len(seen))
	for i, id := range seen {
		out[i] = int(id)
		if isMissing(&column, i) {
			out[i] = -1
		}
	}
	return out
}

// labels are the words for the codes of an enumeration, "" where missing.
func (r *result) labels(name string) []string {
	seen, column := values[int32](r, name, C.DUEL_TYPE_CODE)
	if r.err != nil {
		return nil
	}
	words := make([]string, int(column.label_count))
	for code, label := range unsafe.Slice(column.labels, len(words)) {
		words[code] = C.GoString(label)
	}
	out := make([]string, len(seen))
	for i, code := range seen {
		if !isMissing(&column, i) {
			out[i] = words[code]
		}
	}
	return out
}

// bits are those of a column of flags.
func (r *result) bits(name string) []uint32 {
	seen, _ := values[uint32](r, name, C.DUEL_TYPE_FLAGS)
	return append(make([]uint32, 0, len(seen)), seen...)
}

// bools are false where missing.
func (r *result) bools(name string) []bool {
	seen, _ := values[uint8](r, name, C.DUEL_TYPE_BOOL)
	out := make([]bool, len(seen))
	for i, b := range seen {
		out[i] = b != 0
	}
	return out
}

// texts are "" where missing.
func (r *result) texts(name string) []string {
	r.view(name, C.DUEL_TYPE_TEXT)
	if r.err != nil {
		return nil
	}
	bytes := append([]byte(name), 0)
	out := make([]string, r.rows)
	for i := range out {
		out[i] = C.GoString(C.duel_table_text(r.pointer, (*C.char)(unsafe.Pointer(&bytes[0])), C.size_t(i)))
	}
	return out
}

// estimates are the main quantity of a table, or with a prefix such as "position_" another one.
func (r *result) estimates(prefix string) []Estimate {
	name := prefix + "estimate"
	if prefix != "" {
		name = prefix[:len(prefix)-1]
	}
	values, errors := r.floats(name), r.floats(prefix+"se")
	lower, upper := r.floats(prefix+"lower"), r.floats(prefix+"upper")
	out := make([]Estimate, len(upper))
	for i := range out {
		out[i] = Estimate{Value: values[i], StandardError: errors[i], Lower: lower[i], Upper: upper[i]}
	}
	return out
}
