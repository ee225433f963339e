package duel

// #include <duel.h>
import "C"

import "unsafe"

// StreamColumns says which columns of an Arrow stream hold what Rows has columns for. An empty string stands for the
// column that is called as C calls the field ("left", "judge", "both_bad", ...), if the stream has one; None stands
// for no column.
type StreamColumns struct {
	Left, Right, Judge, Context, Score, Outcome, Weight, Wins, Losses, Ties, BothGood, BothBad, Cluster, Ordered, Grade string
	// Answers says what texts of the outcome column mean, besides "left", "right", "tie", "both_good" and "both_bad".
	Answers map[string]Outcome
	// IDs says that whole numbers are ids that count from Base, not names.
	IDs  bool
	Base int32
	// Importance says that weights are importance weights, not frequencies.
	Importance bool
	// Unordered says that no row has a presentation order.
	Unordered bool
}

// None stands for no column of a stream.
const None = "\x00"

// AppendStream adds the rows of an Arrow stream, a struct ArrowArrayStream of C such as cdata.ExportRecordReader of
// arrow-go fills, batch by batch: all of them or, at the first invalid one, none; Error.Row counts from the first of the
// stream. The stream is released, also after an error; its memory stays the caller's, and must be of C, or hold no
// pointers of Go.
func (s *Set) AppendStream(stream unsafe.Pointer, columns StreamColumns) error {
	from := (*C.struct_ArrowArrayStream)(stream)
	defer func() { // what is refused before the library sees it is released, too
		if from != nil && from.release != nil {
			C.duel_set_append_stream(nil, from, nil)
		}
	}()
	var a arena
	defer a.free()
	out := &C.duel_stream_columns{struct_size: C.sizeof_duel_stream_columns, base: C.int32_t(columns.Base)}
	for _, field := range []struct {
		name, from string
		to         **C.char
	}{
		{"left", columns.Left, &out.left},
		{"right", columns.Right, &out.right},
		{"judge", columns.Judge, &out.judge},
		{"context", columns.Context, &out.context},
		{"score", columns.Score, &out.score},
		{"outcome", columns.Outcome, &out.outcome},
		{"weight", columns.Weight, &out.weight},
		{"wins", columns.Wins, &out.wins},
		{"losses", columns.Losses, &out.losses},
		{"ties", columns.Ties, &out.ties},
		{"both_good", columns.BothGood, &out.both_good},
		{"both_bad", columns.BothBad, &out.both_bad},
		{"cluster", columns.Cluster, &out.cluster},
		{"ordered", columns.Ordered, &out.ordered},
		{"grade", columns.Grade, &out.grade},
	} {
		if field.from == "" {
			continue
		}
		if field.from == None {
			field.from = ""
		}
		name, err := a.name(field.name, field.from)
		if err != nil {
			return err
		}
		*field.to = name
	}
	if len(columns.Answers) > 0 {
		said, means := make([]string, 0, len(columns.Answers)), make([]int32, 0, len(columns.Answers))
		for answer, outcome := range columns.Answers {
			said, means = append(said, answer), append(means, int32(outcome))
		}
		texts, err := a.text("answers", said)
		if err != nil {
			return err
		}
		a.pinner.Pin(unsafe.SliceData(means))
		out.answers, out.answer_count = texts, C.size_t(len(said))
		out.meanings = (*C.int32_t)(unsafe.Pointer(unsafe.SliceData(means)))
	}
	if columns.IDs {
		out.ids = 1
	}
	if columns.Importance {
		out.importance = 1
	}
	if columns.Unordered {
		out.unordered = 1
	}
	return s.change(func(p *C.duel_set) C.duel_status {
		return C.duel_set_append_stream(p, from, out)
	})
}
