package duel_test

import (
	"reflect"
	"testing"

	"github.com/duel-ranking/duel/bindings/go"
	"github.com/duel-ranking/duel/bindings/go/internal/arrowtest"
)

// The same votes as columns, as names with codes, and as an Arrow stream.
func TestStreams(t *testing.T) {
	labels := []string{"a", "b", "c"}
	codes := set(t)
	must(t, codes.Append(duel.Rows{
		Left:    duel.Codes([]int8{0, 1, 0, 2}, labels),
		Right:   duel.Codes([]uint16{1, 2, 2, 1}, labels),
		Judge:   duel.Codes([]int{0, -1, 1, 0}, []string{"x", "y", "\xff"}),
		Outcome: duel.Numbers([]duel.Outcome{duel.Right, duel.Right, duel.Tie, duel.Right}),
	}))
	facts, err := codes.Info()
	must(t, err)
	if facts.Items != 3 || facts.Judges != 2 || facts.RightWins != 3 {
		t.Errorf("codes gave %+v", facts)
	}
	expected, err := codes.Save()
	must(t, err)

	columns := duel.StreamColumns{
		Right: "model_b", Outcome: "winner", Context: duel.None,
		Answers: map[string]duel.Outcome{"B": duel.Right, "draw": duel.Tie},
	}
	stream, released := arrowtest.Stream(), arrowtest.Released()
	defer func() { arrowtest.Free(stream) }()
	streamed := set(t)
	e := fails(t, streamed.AppendStream(stream, columns), duel.ErrData)
	if e.Row != 3 || arrowtest.Released() != released+1 {
		t.Errorf("%v in row %d, %d released", e, e.Row, arrowtest.Released()-released)
	}
	fails(t, streamed.AppendStream(stream, columns), duel.ErrFormat) // it was released
	// A stream that Go refuses is released as well.
	arrowtest.Free(stream)
	stream = arrowtest.Stream()
	fails(t, streamed.AppendStream(stream, duel.StreamColumns{Left: "a\x00b"}), duel.ErrName)
	if arrowtest.Released() != released+2 {
		t.Error("a stream that Go refused was not released")
	}
	arrowtest.Free(stream)
	stream = arrowtest.Stream()
	columns.Answers["2"] = duel.Right
	must(t, streamed.AppendStream(stream, columns))
	bytes, err := streamed.Save()
	must(t, err)
	if !reflect.DeepEqual(bytes, expected) || arrowtest.Released() != released+3 {
		t.Error("a stream gives another set than codes")
	}
}
