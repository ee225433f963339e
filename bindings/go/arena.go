package duel

// #include <stdlib.h>
// #include <duel.h>
import "C"

import (
	"runtime"
	"strings"
	"unsafe"
)

// An arena holds what the arguments of one call point to: pins on Go slices, blocks of C memory,
// and sets, models and bootstraps that are read. The library keeps none of it, so that free comes
// right after the call.
type arena struct {
	pinner runtime.Pinner
	blocks []unsafe.Pointer
	held   []held
}

// held is an object that the call reads besides its own. The handle is part of its owner, so that
// the garbage collector cannot free the owner before.
type held struct {
	handle  *handle
	pointer unsafe.Pointer
}

func (a *arena) free() {
	a.pinner.Unpin()
	for _, object := range a.held {
		object.handle.done(object.pointer)
	}
	a.held = nil
	for _, block := range a.blocks {
		C.free(block)
	}
	a.blocks = nil
}

// text makes a C array of NUL-terminated strings, in one block: first the pointers, then the
// bytes. A string with a NUL inside would reach the library cut short, so it is refused here.
func (a *arena) text(argument string, names []string) (**C.char, error) {
	const word = unsafe.Sizeof(uintptr(0))
	size := uintptr(len(names)) * word
	for row, name := range names {
		if strings.IndexByte(name, 0) >= 0 {
			return nil, refuseRow(ErrName, row, "%s is %q, which holds a NUL", argument, name)
		}
		size += uintptr(len(name)) + 1
	}
	// One byte more, so that no names make no empty block, whose address may be NULL.
	// Zeros: where pointers are stored the collector looks at what was there before.
	block := C.calloc(1, C.size_t(size+1))
	a.blocks = append(a.blocks, block)
	pointers := unsafe.Slice((**C.char)(block), len(names))
	bytes := unsafe.Slice((*byte)(block), size+1)
	next := uintptr(len(names)) * word
	for i, name := range names {
		pointers[i] = (*C.char)(unsafe.Pointer(&bytes[next]))
		next += uintptr(copy(bytes[next:], name))
		bytes[next] = 0
		next++
	}
	return (**C.char)(block), nil
}

// name makes one NUL-terminated string.
func (a *arena) name(argument, name string) (*C.char, error) {
	if strings.IndexByte(name, 0) >= 0 {
		return nil, refuse(ErrName, "%s is %q, which holds a NUL", argument, name)
	}
	text := C.CString(name)
	a.blocks = append(a.blocks, unsafe.Pointer(text))
	return text, nil
}

// hold begins to read an object, until free.
func (a *arena) hold(argument string, h *handle) (unsafe.Pointer, error) {
	pointer, err := h.read(argument)
	if err == nil {
		a.held = append(a.held, held{h, pointer})
	}
	return pointer, err
}

// set holds a set; nil stands for none.
func (a *arena) set(argument string, s *Set) (*C.duel_set, error) {
	if s == nil {
		return nil, nil
	}
	pointer, err := a.hold(argument, &s.handle)
	return (*C.duel_set)(pointer), err
}

// model holds a model; nil stands for none.
func (a *arena) model(argument string, m *Model) (*C.duel_model, error) {
	if m == nil {
		return nil, nil
	}
	pointer, err := a.hold(argument, &m.handle)
	return (*C.duel_model)(pointer), err
}

// bootstrap holds a bootstrap; nil stands for none.
func (a *arena) bootstrap(argument string, b *Bootstrap) (*C.duel_bootstrap, error) {
	if b == nil {
		return nil, nil
	}
	pointer, err := a.hold(argument, &b.handle)
	return (*C.duel_bootstrap)(pointer), err
}

// doubles pins a slice for the length of the call; nil if it is empty.
func (a *arena) doubles(values []float64) *C.double {
	if len(values) == 0 {
		return nil
	}
	a.pinner.Pin(unsafe.SliceData(values))
	return (*C.double)(unsafe.Pointer(unsafe.SliceData(values)))
}

// nothing is what a column without rows points to, as NULL would mean that it is absent.
var nothing uint64

// column translates a column.
func (a *arena) column(argument string, c column) (C.duel_column, error) {
	var out C.duel_column
	if c.kind == 0 {
		return out, nil
	}
	if c.fault != nil {
		return out, refuse(ErrArgument, "%s: step is %d, below 1", argument, *c.fault)
	}
	out._type = C.int32_t(c.kind)
	out.base = C.int32_t(c.base)
	out.stride = C.ptrdiff_t(c.stride)
	if c.labels != nil {
		labels, err := a.text(argument, c.labels)
		if err != nil {
			return out, err
		}
		out.labels, out.label_count = labels, C.size_t(len(c.labels))
	}
	switch {
	case c.kind == C.DUEL_TYPE_TEXT:
		names, err := a.text(argument, c.names)
		if err != nil {
			return out, err
		}
		out.data = unsafe.Pointer(names)
	case c.length == 0:
		out.data = unsafe.Pointer(&nothing)
	default:
		a.pinner.Pin(c.data)
		out.data = c.data
	}
	return out, nil
}
