//go:build cgo

package duel

import (
	"runtime"
	"sync"
	"unsafe"
)

// A handle guards a pointer into C: no call ever sees freed memory, and none sees memory that
// another call is changing. Readers count themselves; whoever closes while they read leaves the
// freeing to the last of them.
type handle struct {
	mutex    sync.Mutex
	pointer  unsafe.Pointer // nil: never opened, or closed
	free     func(unsafe.Pointer)
	cleanup  runtime.Cleanup
	readers  int
	changing bool
}

// open takes a pointer over for owner, which holds the handle. The garbage collector frees what
// Close did not.
func open[T any](owner *T, h *handle, pointer unsafe.Pointer, free func(unsafe.Pointer)) {
	h.pointer = pointer
	h.free = free
	h.cleanup = runtime.AddCleanup(owner, free, pointer)
}

// read begins a call that reads; done must follow.
func (h *handle) read(what string) (unsafe.Pointer, error) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.pointer == nil {
		return nil, refuse(ErrNull, "%s is nil or closed", what)
	}
	if h.changing {
		return nil, refuse(ErrArgument, "%s is being changed by another call", what)
	}
	h.readers++
	return h.pointer, nil
}

// change begins a call that needs the object for itself; done must follow.
func (h *handle) change(what string) (unsafe.Pointer, error) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.pointer == nil {
		return nil, refuse(ErrNull, "%s is nil or closed", what)
	}
	if h.changing || h.readers > 0 {
		return nil, refuse(ErrArgument, "%s is in use by another call and cannot change", what)
	}
	h.changing = true
	return h.pointer, nil
}

// done ends a call that read or change began with this pointer.
func (h *handle) done(pointer unsafe.Pointer) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.changing {
		h.changing = false
	} else {
		h.readers--
	}
	if h.pointer == nil && h.readers == 0 {
		h.free(pointer)
	}
}

// close frees the object, or leaves that to the calls that still use it.
func (h *handle) close() {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.pointer == nil {
		return
	}
	h.cleanup.Stop()
	if h.readers == 0 && !h.changing {
		h.free(h.pointer)
	}
	h.pointer = nil
}
