package duel

// #include <duel.h>
// typedef const double duel_function_value;
// int duelGoFunction(duel_function_value *values, size_t n, double *out, double *gradient, void *user);
import "C"

import (
	"context"
	"fmt"
	"runtime/cgo"
	"unsafe"
)

// Function is one smooth function of the n values of a quantity, or several. It is called on the
// goroutine of the call, with the values; it writes the value of every function to out. Where
// derivatives are asked for, gradient has one row for each function and n columns, filled with NaN:
// write the derivatives you know; what is left NaN is found by central differences. Elsewhere
// gradient is the zero Matrix. The slices must not be used after the return.
//
// An error ends the work, and Model.Function returns it. A panic ends the work too, and is
// returned as an error. It must not end the goroutine (runtime.Goexit, and so testing.T.FailNow).
type Function func(values, out []float64, gradient Matrix) error

// callback is what the trampoline finds behind the pointer that it is given. The function is shown
// copies, so that none that it keeps can be memory of the library.
type callback struct {
	function Function
	values   []float64
	out      []float64
	gradient Matrix
	err      error
}

// call runs the function on numbers of the library; gradient may be nil.
func (c *callback) call(values, out, gradient []float64) error {
	c.values = append(c.values[:0], values...)
	if gradient == nil {
		if err := c.function(c.values, c.out, Matrix{}); err != nil {
			return err
		}
		copy(out, c.out)
		return nil
	}
	c.gradient = Matrix{Rows: len(out), Columns: len(values), Data: append(c.gradient.Data[:0], gradient...)}
	if err := c.function(c.values, c.out, c.gradient); err != nil {
		return err
	}
	copy(out, c.out)
	copy(gradient, c.gradient.Data)
	return nil
}

// duelGoFunction is what the library calls for every Function. A panic must not unwind through the
// frames of the library, so it becomes an error.
//
//export duelGoFunction
func duelGoFunction(values *C.duel_function_value, n C.size_t, out, gradient *C.double, user unsafe.Pointer) (stop C.int) {
	c := (*(*cgo.Handle)(user)).Value().(*callback)
	defer func() {
		if value := recover(); value != nil {
			if err, ok := value.(error); ok {
				c.err = fmt.Errorf("duel: the function panicked: %w", err)
			} else {
				c.err = fmt.Errorf("duel: the function panicked: %v", value)
			}
			stop = 1
		}
	}()
	var slopes []float64
	if gradient != nil {
		slopes = unsafe.Slice((*float64)(gradient), len(c.out)*int(n))
	}
	c.err = c.call(unsafe.Slice((*float64)(values), int(n)), unsafe.Slice((*float64)(out), len(c.out)), slopes)
	if c.err != nil {
		return 1
	}
	return 0
}

// Function is any count smooth functions of a quantity, with standard errors by the delta method
// (or, with a bootstrap, from the replicates) and intervals. The second result is the covariance of
// the functions.
//
// The quantity is one from Scores to SensitivitySlopes: function is given its values, as Estimates.Values shows them
// under the options; or Parameters: all parameters, of which functions must not depend on the
// solver's identifiability constraint (differences of scores, not scores). It is called a few times, and with a bootstrap
// once more for every replicate.
func (m *Model) Function(ctx context.Context, what Quantity, count int, function Function,
	options InferenceOptions) ([]ModelFunctionRow, Matrix, error) {
	if function == nil {
		return nil, Matrix{}, refuse(ErrNull, "function is nil")
	}
	if _, err := toSize("count", count); err != nil {
		return nil, Matrix{}, err
	}
	covariance, err := newMatrix(count, count)
	if err != nil {
		return nil, Matrix{}, err
	}
	c := &callback{function: function, out: make([]float64, count)}
	handle := cgo.NewHandle(c)
	defer handle.Delete()
	// The library holds the address of a handle rather than of Go memory with pointers in it.
	user := new(cgo.Handle)
	*user = handle
	rows, err := inferRows(ctx, m, options, readModelFunctionRow,
		func(p *C.duel_model, o *C.duel_inference_options, out **C.duel_table) C.duel_status {
			return C.duel_model_function(p, C.duel_quantity(what), C.duel_function_fn(C.duelGoFunction), unsafe.Pointer(user),
				C.size_t(count), o, out, doubles(covariance.Data), C.size_t(len(covariance.Data)))
		})
	if c.err != nil {
		err = c.err
	}
	if err != nil {
		return nil, Matrix{}, err
	}
	return rows, covariance, nil
}
