package duel

// #include <duel.h>
import "C"

import (
	"math"
	"unsafe"
)

// A converter turns fields of options into those of C, and keeps the first error.
type converter struct {
	arena *arena
	err   error
}

// keep remembers the first error, and passes the value on.
func keep[T any](k *converter, value T, err error) T {
	if k.err == nil {
		k.err = err
	}
	return value
}

func (k *converter) text(argument, text string) *C.char {
	if text == "" {
		return nil
	}
	out, err := k.arena.name(argument, text)
	return keep(k, out, err)
}

func (k *converter) texts(argument string, names []string) **C.char {
	if len(names) == 0 {
		return nil
	}
	out, err := k.arena.text(argument, names)
	return keep(k, out, err)
}

func (k *converter) int32s(argument string, numbers []int) *C.int32_t {
	out, err := k.arena.int32s(argument, numbers)
	return keep(k, out, err)
}

func (k *converter) sizes(argument string, numbers []int) *C.size_t {
	out := make([]C.size_t, len(numbers))
	for i, number := range numbers {
		out[i] = sizeOf(k, argument, number)
	}
	if len(out) == 0 || k.err != nil {
		return nil
	}
	k.arena.pinner.Pin(unsafe.SliceData(out))
	return unsafe.SliceData(out)
}

func (k *converter) model(argument string, m *Model) *C.duel_model {
	out, err := k.arena.model(argument, m)
	return keep(k, out, err)
}

func (k *converter) set(argument string, s *Set) *C.duel_set {
	out, err := k.arena.set(argument, s)
	return keep(k, out, err)
}

func (k *converter) bootstrap(argument string, b *Bootstrap) *C.duel_bootstrap {
	out, err := k.arena.bootstrap(argument, b)
	return keep(k, out, err)
}

// sizeOf converts a number that may not be negative.
func sizeOf[T int | uint](k *converter, argument string, value T) C.size_t {
	if value < 0 {
		return keep(k, C.size_t(0), refuse(ErrArgument, "%s is %d, below 0", argument, value))
	}
	return C.size_t(value)
}

// int32Of converts a number, or a value of an enumeration, that C takes as int32_t, where a large one would be cut.
func int32Of[T ~int32 | int](k *converter, argument string, value T) C.int32_t {
	if int64(value) < math.MinInt32 || int64(value) > math.MaxInt32 {
		return keep(k, C.int32_t(0), refuse(ErrArgument, "%s is %d, beyond 32 bits", argument, value))
	}
	return C.int32_t(value)
}

func flagOf(yes bool) C.int32_t {
	if yes {
		return 1
	}
	return 0
}

// int32s pins numbers that C takes as int32_t for the length of the call; nil if there are none.
func (a *arena) int32s(argument string, numbers []int) (*C.int32_t, error) {
	k := converter{arena: a}
	out := make([]C.int32_t, len(numbers))
	for i, number := range numbers {
		out[i] = int32Of(&k, argument, number)
	}
	if len(out) == 0 || k.err != nil {
		return nil, k.err
	}
	a.pinner.Pin(unsafe.SliceData(out))
	return unsafe.SliceData(out), nil
}
