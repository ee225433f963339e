package duel

// #include <duel.h>
// int duelGoProgress(const duel_progress *now, void *user);
import "C"

import (
	"context"
	"errors"
	"runtime/cgo"
	"unsafe"
)

// A job is one call that may take long: the token by which its context stops it, and the
// progress function. finish must follow newJob.
type job struct {
	context  context.Context
	token    *C.duel_cancel // nil if the context can never be done
	stop     func() bool
	raised   chan struct{}
	listener *listener
	handle   cgo.Handle
}

// newJob watches a context; nil stands for one that is never done.
func newJob(ctx context.Context) (*job, error) {
	if ctx == nil {
		ctx = context.Background()
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	j := &job{context: ctx}
	if ctx.Done() == nil {
		return j, nil
	}
	if err := call(func() C.duel_status { return C.duel_cancel_new(&j.token) }); err != nil {
		return nil, err
	}
	j.raised = make(chan struct{})
	j.stop = context.AfterFunc(ctx, func() {
		C.duel_cancel_raise(j.token)
		close(j.raised)
	})
	return j, nil
}

// progress gives the callback and its argument for the options. The library holds the address of
// a handle rather than of Go memory with pointers in it.
func (j *job) progress(a *arena, function ProgressFunc) (C.duel_progress_fn, unsafe.Pointer) {
	j.listener = &listener{function: function}
	j.handle = cgo.NewHandle(j.listener)
	user := new(cgo.Handle)
	*user = j.handle
	a.pinner.Pin(user)
	return C.duel_progress_fn(C.duelGoProgress), unsafe.Pointer(user)
}

// finish ends the job. It turns the status of a cancelled call into what cancelled it, and goes
// on with a panic of the progress function.
func (j *job) finish(err error) error {
	if j.token != nil {
		if !j.stop() {
			// The context is done: its function has started and still holds the token.
			<-j.raised
		}
		C.duel_cancel_free(j.token)
	}
	if j.listener != nil {
		j.handle.Delete()
		if j.listener.panicked != nil {
			panic(j.listener.panicked)
		}
	}
	if j.listener != nil && j.listener.err != nil {
		return j.listener.err
	}
	if errors.Is(err, ErrCancelled) && j.context.Err() != nil {
		return context.Cause(j.context)
	}
	return err
}

// run does the body of a job, with an arena for its arguments.
func run(ctx context.Context, body func(a *arena, j *job) error) error {
	j, err := newJob(ctx)
	if err != nil {
		return err
	}
	var a arena
	defer a.free()
	return j.finish(body(&a, j))
}
