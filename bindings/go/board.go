package duel

// #include <duel.h>
import "C"

import "unsafe"

// Board holds scores of items on tasks, with their runs, groups and weights: the results of a benchmark. Its means are
// estimates, which answer every question that needs no model. Close frees it; the garbage collector frees what was not
// closed. Several goroutines may read it, but not while it grows.
type Board struct{ handle handle }

func freeBoard(pointer unsafe.Pointer) { C.duel_board_free((*C.duel_board)(pointer)) }

// NewBoard makes an empty board.
func NewBoard() (*Board, error) {
	var out *C.duel_board
	if err := call(func() C.duel_status { return C.duel_board_new(&out) }); err != nil {
		return nil, err
	}
	b := new(Board)
	open(b, &b.handle, unsafe.Pointer(out), freeBoard)
	return b, nil
}

// Close frees the board; its estimates answer no more. Close may be called more than once and always returns nil.
func (b *Board) Close() error {
	if b != nil {
		b.handle.close()
	}
	return nil
}

func (b *Board) change(function func(*C.duel_board) C.duel_status) error {
	if b == nil {
		return refuse(ErrNull, "board is nil or closed")
	}
	pointer, err := b.handle.change("board")
	if err != nil {
		return err
	}
	defer b.handle.done(pointer)
	return call(func() C.duel_status { return function((*C.duel_board)(pointer)) })
}

func (b *Board) read(function func(*C.duel_board) C.duel_status) error {
	if b == nil {
		return refuse(ErrNull, "board is nil or closed")
	}
	pointer, err := b.handle.read("board")
	if err != nil {
		return err
	}
	defer b.handle.done(pointer)
	return call(func() C.duel_status { return function((*C.duel_board)(pointer)) })
}

// ScoreRows are scores, as columns of equal length.
type ScoreRows struct {
	// Item is who was scored: names or ids. Required.
	Item Keys
	// Context is the task: names or ids. Required.
	Context Keys
	// Score is any finite number; NaN: missing. Required.
	Score Values
	// Group is the group of the task (a repository, a subject, a language). Absent: no groups. A task is in one group.
	Group Keys
	// Run is the run. Absent: rows of one item and task are runs of their own.
	Run Keys
	// Weight is that of the task, positive, the same in all its rows. Absent: 1.
	Weight Values
}

func (r ScoreRows) c(a *arena) (*C.duel_score_rows, error) {
	length := r.Item.column.length
	out := &C.duel_score_rows{struct_size: C.sizeof_duel_score_rows, length: C.size_t(length)}
	err := a.fields("item", length,
		columnField{"item", r.Item.column, &out.item},
		columnField{"context", r.Context.column, &out.context},
		columnField{"score", r.Score.column, &out.score},
		columnField{"group", r.Group.column, &out.group},
		columnField{"run", r.Run.column, &out.run},
		columnField{"weight", r.Weight.column, &out.weight},
	)
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Append appends rows of scores: all of them or, at the first invalid one, none.
func (b *Board) Append(rows ScoreRows) error {
	var a arena
	defer a.free()
	c, err := rows.c(&a)
	if err != nil {
		return err
	}
	return b.change(func(p *C.duel_board) C.duel_status { return C.duel_board_append(p, c) })
}

// Estimate gives the mean score of each item. Each question computes the means anew from the board as it is then: do not
// close the board while its estimates are asked.
func (b *Board) Estimate(options BoardOptions, inference InferenceOptions) (*Estimates, error) {
	made := newEstimates(inference, func(o *C.duel_inference_options, out **C.duel_estimate) error {
		var a arena
		defer a.free()
		c, err := options.c(&a)
		if err != nil {
			return err
		}
		return b.read(func(p *C.duel_board) C.duel_status { return C.duel_board_estimate(p, c, o, out) })
	})
	if _, err := made.Info(); err != nil {
		return nil, err
	}
	return made, nil
}
