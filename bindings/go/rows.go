package duel

// #include <duel.h>
import "C"

import "unsafe"

// Integer is any type of integers that a column may have.
type Integer interface {
	~int8 | ~uint8 | ~int16 | ~uint16 | ~int32 | ~uint32 | ~int64 | ~uint64 | ~int | ~uint
}

// Number is any type of numbers that a column may have.
type Number interface{ Integer | ~float64 }

// column is a view of a slice of the caller; kind 0 is an absent column.
type column struct {
	kind   int32
	base   int32
	length int
	stride int
	data   unsafe.Pointer
	names  []string
	labels []string // of codes
	fault  *int     // the argument of a Step that makes no sense, refused when the column is used
}

// Keys is a column of names or ids, made by Names, IDs or IDsFrom. The zero Keys is an absent
// column. It refers to the caller's slice, which must not change during a call.
type Keys struct{ column column }

// Values is a column of numbers, made by Numbers. The zero Values is an absent column. It refers
// to the caller's slice, which must not change during a call.
type Values struct{ column column }

// Names is a column of names.
func Names(names []string) Keys {
	return Keys{column{kind: C.DUEL_TYPE_TEXT, length: len(names), names: names}}
}

// IDs is a column of ids that count from 0.
func IDs[T Integer](ids []T) Keys { return Keys{numbers(ids)} }

// IDsFrom is a column of ids that count from base.
func IDsFrom[T Integer](base int32, ids []T) Keys {
	keys := IDs(ids)
	keys.column.base = base
	return keys
}

// Codes is a column of names by their codes: the number of each among the labels, counted from 0. -1 is no judge, no
// context or no cluster. Labels that no row uses are ignored.
func Codes[T Integer](codes []T, labels []string) Keys {
	keys := IDs(codes)
	keys.column.labels = append([]string{}, labels...)
	return keys
}

// Numbers is a column of numbers: scores, outcomes, weights, counts, values of a covariate.
func Numbers[T Number](values []T) Values { return Values{numbers(values)} }

// Step keeps every n-th name or id, beginning with the first: a column of a row-major matrix with
// n columns is IDs(matrix[column:]).Step(n).
func (k Keys) Step(n int) Keys { return Keys{k.column.step(n)} }

// Step keeps every n-th value, beginning with the first: a column of a row-major matrix with n
// columns is Numbers(matrix[column:]).Step(n).
func (v Values) Step(n int) Values { return Values{v.column.step(n)} }

func (c column) step(n int) column {
	switch {
	case n < 1:
		c.fault = &n
	case c.length > 0:
		// Division first: length * n may overflow for an n beyond the length.
		c.length = (c.length-1)/n + 1
		if c.kind == C.DUEL_TYPE_TEXT {
			kept := make([]string, c.length)
			for i := range kept {
				kept[i] = c.names[i*n]
			}
			c.names = kept
		} else if c.length > 1 {
			c.stride *= n
		}
	}
	return c
}

func numbers[T Number](values []T) column {
	return column{
		kind:   kindOf[T](),
		length: len(values),
		stride: int(unsafe.Sizeof(*new(T))),
		data:   unsafe.Pointer(unsafe.SliceData(values)),
	}
}

// kindOf is the C type of a Go type, named types included.
func kindOf[T Number]() int32 {
	var zero, one T = 0, 1
	signed := zero-one < zero
	switch size := unsafe.Sizeof(zero); {
	case one/2 != zero:
		return C.DUEL_TYPE_F64
	case size == 1 && signed:
		return C.DUEL_TYPE_I8
	case size == 1:
		return C.DUEL_TYPE_U8
	case size == 2 && signed:
		return C.DUEL_TYPE_I16
	case size == 2:
		return C.DUEL_TYPE_U16
	case size == 4 && signed:
		return C.DUEL_TYPE_I32
	case size == 4:
		return C.DUEL_TYPE_U32
	case signed:
		return C.DUEL_TYPE_I64
	default:
		return C.DUEL_TYPE_U64
	}
}

// Rows are comparisons, as columns of equal length.
//
// The answer of a row is exactly one of: Score; Outcome; or counts (Wins and Losses, with any of
// Ties, BothGood, BothBad), in which case a row stands for many comparisons.
//
// Left is the item that was shown first. Where no order is known, or none was shown, say so by Ordered or Unordered: which item
// is on the left then has no effect, and no statement about positions uses these rows.
//
// Counts that sum to one, more than one of them above zero, are one judgement that is split between answers; other
// counts are as many judgements.
type Rows struct {
	// Left is the item shown first. Required.
	Left Keys
	// Right is the item shown second. Required.
	Right Keys
	// Judge is who judged. Absent: the anonymous judge.
	Judge Keys
	// Context is what the comparison was about (a prompt, a question). Absent: unrelated
	// comparisons.
	Context Keys
	// Cluster is what comparisons depend on together, where it is not the context: the unit of clustered errors. Absent: the
	// context is.
	Cluster Keys
	// Ordered is 1 where left was shown first, 0 where no order is known. Absent: 1, but for Unordered.
	Ordered Values
	// Grade is how far left is ahead, in whole numbers from -5 to 5, 0 for the middle. Graded tells grades apart; other models read
	// them as wins, losses and ties.
	Grade Values
	// Unordered says that no row has a presentation order. Not together with Ordered.
	Unordered bool
	// Score is the score of left: exactly 1 (left preferred), 0.5 (tie) or 0 (right preferred).
	Score Values
	// Outcome is one of Left, Right, Tie, BothGood, BothBad: Numbers of []Outcome or of any
	// integers.
	Outcome Values
	// Weight is finite and not negative; a row of weight 3 is three rows. Absent: 1. It
	// multiplies counts too.
	Weight Values
	// Wins is how often left was preferred: finite, not negative.
	Wins Values
	// Losses is how often right was preferred.
	Losses Values
	// Ties is how often neither was preferred.
	Ties Values
	// BothGood is how often both were called good, a tie.
	BothGood Values
	// BothBad is how often both were called bad, a tie.
	BothBad Values
	// Importance says that weights are importance weights, not frequencies. The set then keeps
	// the sum of their squares too, and covariances other than the sandwiches are refused.
	Importance bool
}

// c translates rows. All columns must have the length of Left, as the library sees one length
// only and would read beyond a shorter column.
func (r Rows) c(a *arena) (*C.duel_rows, error) {
	// Without left it is the library that says so.
	length := r.Right.column.length
	if r.Left.column.kind != 0 {
		length = r.Left.column.length
	}
	out := &C.duel_rows{struct_size: C.sizeof_duel_rows, length: C.size_t(length)}
	err := a.fields("left", length,
		columnField{"left", r.Left.column, &out.left},
		columnField{"right", r.Right.column, &out.right},
		columnField{"judge", r.Judge.column, &out.judge},
		columnField{"context", r.Context.column, &out.context},
		columnField{"cluster", r.Cluster.column, &out.cluster},
		columnField{"ordered", r.Ordered.column, &out.ordered},
		columnField{"grade", r.Grade.column, &out.grade},
		columnField{"score", r.Score.column, &out.score},
		columnField{"outcome", r.Outcome.column, &out.outcome},
		columnField{"weight", r.Weight.column, &out.weight},
		columnField{"wins", r.Wins.column, &out.wins},
		columnField{"losses", r.Losses.column, &out.losses},
		columnField{"ties", r.Ties.column, &out.ties},
		columnField{"both_good", r.BothGood.column, &out.both_good},
		columnField{"both_bad", r.BothBad.column, &out.both_bad},
	)
	if err != nil {
		return nil, err
	}
	if r.Importance {
		out.importance = 1
	}
	if r.Unordered {
		out.unordered = 1
	}
	return out, nil
}

// columnField is a column by its name in messages, and the place in C that it goes to.
type columnField struct {
	name string
	from column
	to   *C.duel_column
}

// fields translates columns that must be absent or as long as another one.
func (a *arena) fields(other string, length int, all ...columnField) error {
	for _, one := range all {
		if err := a.field(one.name, one.from, other, length, one.to); err != nil {
			return err
		}
	}
	return nil
}

// field translates a column that must be absent or as long as another one.
func (a *arena) field(name string, from column, other string, length int, to *C.duel_column) error {
	if from.kind != 0 && from.length != length {
		return refuse(ErrSize, "%s has %d values, %s has %d", name, from.length, other, length)
	}
	column, err := a.column(name, from)
	*to = column
	return err
}

// CovariateValues are values of one covariate, as columns of equal length. Which keys are
// present says what the covariate belongs to: Item; Context; Context and Item (a property of one
// answer, such as its length: "style control"); Judge and Item (such as "the judge's own model").
type CovariateValues struct {
	// Name is the covariate's name: not empty.
	Name string
	// Item are names or ids known to the set.
	Item Keys
	// Context are names or ids known to the set.
	Context Keys
	// Judge are names or ids known to the set.
	Judge Keys
	// Value are the values: finite numbers. Required.
	Value Values
}

func (v CovariateValues) c(a *arena) (*C.duel_covariate, error) {
	name, err := a.name("name", v.Name)
	if err != nil {
		return nil, err
	}
	length := v.Value.column.length
	out := &C.duel_covariate{
		struct_size: C.sizeof_duel_covariate,
		length:      C.size_t(length),
		name:        name,
	}
	err = a.fields("value", length,
		columnField{"item", v.Item.column, &out.item},
		columnField{"context", v.Context.column, &out.context},
		columnField{"judge", v.Judge.column, &out.judge},
		columnField{"value", v.Value.column, &out.value},
	)
	if err != nil {
		return nil, err
	}
	return out, nil
}
