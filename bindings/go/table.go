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

// tabulate runs a question whose answer is a table, and frees the table when read has copied it.
func (m *Model) tabulate(
	ctx context.Context, options InferenceOptions,
	question func(*C.duel_model, *C.duel_inference_options, **C.duel_table) C.duel_status,
	read func(*result) error,
) error {
	var table *C.duel_table
	defer func() { C.duel_table_free(table) }()
	err := m.infer(ctx, options, func(p *C.duel_model, o *C.duel_inference_options) C.duel_status {
		return question(p, o, &table)
	})
	if err != nil {
		return err
	}
	var facts C.duel_table_facts
	facts.struct_size = C.sizeof_duel_table_facts
	if err := call(func() C.duel_status { return C.duel_table_info(table, &facts) }); err != nil {
		return err
	}
	return read(&result{pointer: table, rows: int(facts.rows)})
}

// copyColumn copies the values of a column of a type.
func copyColumn[T any](r *result, name string, kinds ...C.int32_t) []T {
	if r.err != nil {
		return nil
	}
	bytes := append([]byte(name), 0)
	var place C.size_t
	var column C.duel_table_column
	column.struct_size = C.sizeof_duel_table_column
	r.err = call(func() C.duel_status {
		if status := C.duel_table_find(r.pointer, (*C.char)(unsafe.Pointer(&bytes[0])), &place); status != C.DUEL_OK {
			return status
		}
		return C.duel_table_get(r.pointer, place, &column)
	})
	if r.err != nil {
		return nil
	}
	for _, kind := range kinds {
		if column._type == kind {
			out := make([]T, r.rows)
			copy(out, unsafe.Slice((*T)(column.data), r.rows))
			return out
		}
	}
	r.err = refuse(ErrInternal, "column %q is of type %d", name, int(column._type))
	return nil
}

func (r *result) floats(name string) []float64 { return copyColumn[float64](r, name, C.DUEL_TYPE_F64) }

func (r *result) codes(name string) []int32 {
	return copyColumn[int32](r, name, C.DUEL_TYPE_CODE, C.DUEL_TYPE_FLAGS)
}

func (r *result) bools(name string) []bool {
	bytes := copyColumn[uint8](r, name, C.DUEL_TYPE_BOOL)
	out := make([]bool, len(bytes))
	for i, b := range bytes {
		out[i] = b != 0
	}
	return out
}

// estimates are the main quantity of a table, or with a prefix such as "slot_" another one.
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
