package duel

// #include <duel.h>
import "C"

import "unsafe"

// Model is a fitted model. It never changes and is safe for concurrent use, Close included: calls
// under way finish first. Make one with Fit, GivenModel, LoadModel or Share; the zero Model is a
// closed one.
type Model struct{ handle handle }

func freeModel(pointer unsafe.Pointer) { C.duel_model_free((*C.duel_model)(pointer)) }

func takeModel(pointer *C.duel_model) *Model {
	m := &Model{}
	open(m, &m.handle, unsafe.Pointer(pointer), freeModel)
	return m
}

// read runs a function of the library on the model.
func (m *Model) read(function func(*C.duel_model) C.duel_status) error {
	if m == nil {
		return refuse(ErrNull, "model is nil or closed")
	}
	pointer, err := m.handle.read("model")
	if err != nil {
		return err
	}
	// done uses m, so that the garbage collector cannot free the model before.
	defer m.handle.done(pointer)
	return call(func() C.duel_status { return function((*C.duel_model)(pointer)) })
}

// readWith runs a function of the library on the model and a set, which may be nil.
func (m *Model) readWith(argument string, set *Set, function func(*C.duel_model, *C.duel_set) C.duel_status) error {
	var a arena
	defer a.free()
	s, err := a.set(argument, set)
	if err != nil {
		return err
	}
	return m.read(func(p *C.duel_model) C.duel_status { return function(p, s) })
}

// LoadModel makes a model from the bytes of Save. Any truncation and any flipped bit is
// ErrFormat.
func LoadModel(bytes []byte) (*Model, error) {
	var out *C.duel_model
	err := call(func() C.duel_status {
		return C.duel_model_load(unsafe.Pointer(unsafe.SliceData(bytes)), C.size_t(len(bytes)), &out)
	})
	if err != nil {
		return nil, err
	}
	return takeModel(out), nil
}

// Close frees the model, or this share of it, once the calls that use it are done. Close may be
// called more than once and always returns nil.
func (m *Model) Close() error {
	if m != nil {
		m.handle.close()
	}
	return nil
}

// Save gives the model with its data as bytes, versioned and checksummed. A loaded model answers
// every question as the saved one does.
func (m *Model) Save() ([]byte, error) {
	var out []byte
	err := m.read(func(p *C.duel_model) C.duel_status {
		var status C.duel_status
		out, status = saved(func(out unsafe.Pointer, capacity C.size_t, length *C.size_t) C.duel_status {
			return C.duel_model_save(p, out, capacity, length)
		})
		return status
	})
	return out, err
}

// Set is the data of the model: a set of its own, whose cells are shared with the model, so that
// it costs next to nothing. The ids of its items and judges are those of the model.
func (m *Model) Set() (*Set, error) {
	var out *C.duel_set
	err := m.read(func(p *C.duel_model) C.duel_status {
		return C.duel_set_copy(C.duel_model_set(p), &out)
	})
	if err != nil {
		return nil, err
	}
	return takeSet(out), nil
}

// Names are the names of the items, judges, contexts or covariates of the model's data, by id.
func (m *Model) Names(kind Kind) ([]string, error) {
	set, err := m.Set()
	if err != nil {
		return nil, err
	}
	defer set.Close()
	return set.Names(kind), nil
}
