package duel

// #include <duel.h>
import "C"

import "unsafe"

// Split splits the set into a part held out and the rest. Units are shared out at random and
// evenly over folds, of which there are at least 2; the same seed gives the same folds, so that
// fold 0 to folds - 1 partition the set. Names and ids stay in both parts.
func (s *Set) Split(by Unit, folds, fold int, seed uint64) (rest, held *Set, err error) {
	cFolds, err := toSize("folds", folds)
	if err != nil {
		return nil, nil, err
	}
	cFold, err := toSize("fold", fold)
	if err != nil {
		return nil, nil, err
	}
	var cRest, cHeld *C.duel_set
	err = s.read(func(p *C.duel_set) C.duel_status {
		return C.duel_set_split(p, C.duel_by(by), cFolds, cFold, C.uint64_t(seed), &cRest, &cHeld)
	})
	if err != nil {
		return nil, nil, err
	}
	return takeSet(cRest), takeSet(cHeld), nil
}

// Filter keeps some items (comparisons of two kept items) or some judges only; ids are given
// anew, in the old order, names stay. Contexts that lose all comparisons go. The kind is Item or
// Judge; duplicate ids are ErrArgument.
func (s *Set) Filter(kind Kind, ids []int) (*Set, error) {
	cIDs := make([]C.size_t, len(ids))
	for i, id := range ids {
		var err error
		if cIDs[i], err = toSize("ids", id); err != nil {
			return nil, err
		}
	}
	return s.makes(func(p *C.duel_set, out **C.duel_set) C.duel_status {
		data := (*C.size_t)(unsafe.Pointer(unsafe.SliceData(cIDs)))
		return C.duel_set_filter(p, C.duel_kind(kind), data, C.size_t(len(cIDs)), out)
	})
}
