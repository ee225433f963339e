package duel

// #include <duel.h>
import "C"

import "unsafe"

// Set is a set of comparisons: the counts of every cell (context, judge, left, right), with the
// names of items, judges and contexts. It grows by Append and Merge; every change is whole or
// not at all.
//
// A Set is not safe for concurrent use: goroutines may read one together as long as none changes
// it. Make one with NewSet, LoadSet or from another set; the zero Set is a closed one.
type Set struct{ handle handle }

func freeSet(pointer unsafe.Pointer) { C.duel_set_free((*C.duel_set)(pointer)) }

func takeSet(pointer *C.duel_set) *Set {
	s := &Set{}
	open(s, &s.handle, unsafe.Pointer(pointer), freeSet)
	return s
}

// read runs a function of the library that only reads the set.
func (s *Set) read(function func(*C.duel_set) C.duel_status) error {
	return s.readNamed("set", function)
}

// change runs a function of the library that needs the set for itself.
func (s *Set) change(function func(*C.duel_set) C.duel_status) error {
	if s == nil {
		return refuse(ErrNull, "set is nil or closed")
	}
	pointer, err := s.handle.change("set")
	if err != nil {
		return err
	}
	defer s.handle.done(pointer)
	return call(func() C.duel_status { return function((*C.duel_set)(pointer)) })
}

// readNamed is read with the name that messages call the set by.
func (s *Set) readNamed(argument string, function func(*C.duel_set) C.duel_status) error {
	if s == nil {
		return refuse(ErrNull, "%s is nil or closed", argument)
	}
	pointer, err := s.handle.read(argument)
	if err != nil {
		return err
	}
	// done uses s, so that the garbage collector cannot free the set before.
	defer s.handle.done(pointer)
	return call(func() C.duel_status { return function((*C.duel_set)(pointer)) })
}

// makes runs a function of the library that reads the set and makes another one.
func (s *Set) makes(function func(set *C.duel_set, out **C.duel_set) C.duel_status) (*Set, error) {
	var out *C.duel_set
	if err := s.read(func(p *C.duel_set) C.duel_status { return function(p, &out) }); err != nil {
		return nil, err
	}
	return takeSet(out), nil
}

// NewSet makes an empty set.
func NewSet() (*Set, error) {
	var out *C.duel_set
	if err := call(func() C.duel_status { return C.duel_set_new(&out) }); err != nil {
		return nil, err
	}
	return takeSet(out), nil
}

// LoadSet makes a set from the bytes of Save. Any truncation and any flipped bit is ErrFormat. Ids of
// items, judges and contexts that have names are given anew, in the order of the bytes of the names: ids
// from before saving may stand for others now. Look them up by name (Set.Find).
func LoadSet(bytes []byte) (*Set, error) {
	var out *C.duel_set
	err := call(func() C.duel_status {
		return C.duel_set_load(unsafe.Pointer(unsafe.SliceData(bytes)), C.size_t(len(bytes)), &out)
	})
	if err != nil {
		return nil, err
	}
	return takeSet(out), nil
}

// Close frees the set. Models fitted to it live on. Close may be called more than once and
// always returns nil.
func (s *Set) Close() error {
	if s != nil {
		s.handle.close()
	}
	return nil
}

// Copy makes a copy. The cells are shared until one of the two changes, so it costs next to
// nothing.
func (s *Set) Copy() (*Set, error) {
	return s.makes(func(p *C.duel_set, out **C.duel_set) C.duel_status {
		return C.duel_set_copy(p, out)
	})
}

// Intern fixes the order of names before data comes: ids are given in the order of first sight,
// here and in Append. Names already known keep their id. All names are taken or none.
func (s *Set) Intern(kind Kind, names ...string) error {
	var a arena
	defer a.free()
	text, err := a.text("name", names)
	if err != nil {
		return err
	}
	return s.change(func(p *C.duel_set) C.duel_status {
		return C.duel_set_intern(p, C.duel_kind(kind), text, C.size_t(len(names)))
	})
}

// Append: append rows: all of them or, at the first invalid one, none. On ErrData and ErrName Error.Row is
// the row and the message names column and value.
//
// Ids of names already known stay, as they do in Set.Merge and Set.Covariate; LoadSet and Set.Filter give ids
// anew.
//
// Names or ids: the first append decides, for items, judges and contexts each. Where there are names
// (Set.Intern, or an append before), ids are those of names that are there; an id of none is ErrName. Else
// item k is the k-th from base; ids below the largest that no row mentions are items without comparisons, and
// the name of an id is its number. An id is refused from 2^24 and from 64 times the number of different
// comparisons (cells) on: what a set and a model hold grows with the largest id.
//
// Refused: left = right; NaN, infinite or negative weights and counts; scores other than 0, 0.5 and 1;
// unknown outcome codes; empty names, names that are not UTF-8; ids below base or beyond 2^32 - 2 after it; a
// total weight that overflows. Append in batches rather than row by row.
func (s *Set) Append(rows Rows) error {
	var a arena
	defer a.free()
	c, err := rows.c(&a)
	if err != nil {
		return err
	}
	return s.change(func(p *C.duel_set) C.duel_status { return C.duel_set_append(p, c) })
}

// Covariate sets values of a covariate, all or none. Values of one covariate may come in several
// calls; a second, different value for the same key is ErrData.
func (s *Set) Covariate(values CovariateValues) error {
	var a arena
	defer a.free()
	c, err := values.c(&a)
	if err != nil {
		return err
	}
	return s.change(func(p *C.duel_set) C.duel_status { return C.duel_set_covariate(p, c) })
}

// Merge: add the comparisons of other, matching items, judges, contexts and covariates by name (by id, where
// both sets use ids). Merging is associative and commutative up to the order of ids; shards merged in any
// order save to the same bytes when counts are whole numbers.
func (s *Set) Merge(other *Set) error {
	var inner error
	err := s.change(func(p *C.duel_set) C.duel_status {
		inner = other.readNamed("other", func(o *C.duel_set) C.duel_status {
			return C.duel_set_merge(p, o)
		})
		return C.DUEL_OK
	})
	if err != nil {
		return err
	}
	return inner
}

// Save gives the set as bytes: versioned, canonical (equal data give equal bytes) and
// checksummed, the same on every machine.
func (s *Set) Save() ([]byte, error) {
	var out []byte
	err := s.read(func(p *C.duel_set) C.duel_status {
		var status C.duel_status
		out, status = saved(func(out unsafe.Pointer, capacity C.size_t, length *C.size_t) C.duel_status {
			return C.duel_set_save(p, out, capacity, length)
		})
		return status
	})
	return out, err
}

// saved calls a function that writes bytes: once for their number, once for the bytes.
func saved(save func(out unsafe.Pointer, capacity C.size_t, length *C.size_t) C.duel_status) ([]byte, C.duel_status) {
	var length C.size_t
	status := save(nil, 0, &length)
	if status != C.DUEL_OK {
		return nil, status
	}
	out := make([]byte, int(length))
	status = save(unsafe.Pointer(unsafe.SliceData(out)), length, &length)
	if status != C.DUEL_OK {
		return nil, status
	}
	return out, status
}

// Count is how many there are of a kind; 0 if the set is closed or the kind unknown.
func (s *Set) Count(kind Kind) int {
	var count C.size_t
	_ = s.read(func(p *C.duel_set) C.duel_status {
		count = C.duel_set_count(p, C.duel_kind(kind))
		return C.DUEL_OK
	})
	return int(count)
}

// Name is the name of an id; "" if the id is out of range or the set is closed.
func (s *Set) Name(kind Kind, id int) string {
	var name string
	_ = s.read(func(p *C.duel_set) C.duel_status {
		if id >= 0 {
			name = C.GoString(C.duel_set_name(p, C.duel_kind(kind), C.size_t(id)))
		}
		return C.DUEL_OK
	})
	return name
}

// Names are the names of all ids of a kind, in their order.
func (s *Set) Names(kind Kind) []string {
	var names []string
	_ = s.read(func(p *C.duel_set) C.duel_status {
		// Cells are counted but have no names.
		if count := C.duel_set_count(p, C.duel_kind(kind)); kind != Cell {
			names = make([]string, int(count))
		}
		for id := range names {
			names[id] = C.GoString(C.duel_set_name(p, C.duel_kind(kind), C.size_t(id)))
		}
		return C.DUEL_OK
	})
	return names
}

// Find is the id of a name; ErrName if it is unknown.
func (s *Set) Find(kind Kind, name string) (int, error) {
	var a arena
	defer a.free()
	text, err := a.name("name", name)
	if err != nil {
		return 0, err
	}
	var id C.size_t
	err = s.read(func(p *C.duel_set) C.duel_status {
		return C.duel_set_find(p, C.duel_kind(kind), text, &id)
	})
	return int(id), err
}
