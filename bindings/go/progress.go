package duel

// #include <duel.h>
// typedef const duel_progress duel_progress_now;
import "C"

import (
	"runtime/cgo"
	"unsafe"
)

// Progress is what a progress function is told.
type Progress struct {
	// Fraction is the share of the work done, 0 to 1, where it is known; else NaN.
	Fraction float64
	// Iteration is the number of iterations or replicates so far.
	Iteration uint64
	// Objective is the current value of what is minimised (negative log-likelihood plus
	// penalty), or NaN.
	Objective float64
	// Gradient is the largest element of the gradient, or NaN.
	Gradient float64
}

// ProgressFunc is called on the goroutine of the call, now and then. An error stops the work,
// and the call returns that error. It may panic, which stops the work and goes on in the caller,
// but it must not end the goroutine (runtime.Goexit, and so testing.T.FailNow).
type ProgressFunc func(now Progress) error

// listener is what the trampoline finds behind the pointer that it is given.
type listener struct {
	function ProgressFunc
	err      error // what function returned, if not nil
	panicked any   // what function panicked with
}

// duelGoProgress is the one Go function that the library calls. A panic must not unwind through
// the frames of the library, so it stops here and goes on after the call: see job.finish.
//
//export duelGoProgress
func duelGoProgress(now *C.duel_progress_now, user unsafe.Pointer) (stop C.int) {
	l := (*(*cgo.Handle)(user)).Value().(*listener)
	defer func() {
		if value := recover(); value != nil {
			l.panicked = value
			stop = 1
		}
	}()
	l.err = l.function(Progress{
		Fraction:  float64(now.fraction),
		Iteration: uint64(now.iteration),
		Objective: float64(now.objective),
		Gradient:  float64(now.gradient),
	})
	if l.err != nil {
		return 1
	}
	return 0
}
