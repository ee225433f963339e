package duel

// #include <duel.h>
import "C"

import (
	"context"
	"slices"
	"unsafe"
)

// Given are the values of NewEstimates with their errors, such as the coefficients of a model of another package. Exactly one of
// Covariance, SE and PairSE is not empty.
type Given struct {
	// Values are the values; NaN: not known.
	Values []float64
	// Names are empty, so that items are called "0", "1", ..., or have a name for each value.
	Names []string
	// Covariance is that of the values, with a row and a column for each; NaN in those of a value that is not known, an
	// infinite variance where a value diverges, zero where it is held.
	Covariance Matrix
	// SE has a standard error for each value: values are then taken as independent, and the notes of tables say so.
	SE []float64
	// PairSE has the standard errors of all differences: values have no zero of their own.
	PairSE Matrix
	// DF are the degrees of freedom of the errors; 0: unknown and many, the normal distribution.
	DF float64
	// Units are the independent units behind the values, for what holds at all looks and for Gate to say how many more
	// are needed; 0: not known.
	Units float64
	// OnlyDifferences: values have no zero of their own (scores, ratings): only their differences mean something, and
	// Normalisation, Unit and Origin of the options apply.
	OnlyDifferences bool
	// LowerIsBetter: ranks, groups, tiers, the winner and verdicts go by the smallest.
	LowerIsBetter bool
	// MaxBytes is the most memory that questions may take; 0: half of what there is.
	MaxBytes uint
}

// NewEstimates makes estimates of values that somebody else estimated. Every question answers that needs no model:
// values, contrasts, pairs, tests, ranks, rank sets, groups, tiers, the winner, verdicts and claims; those at all looks
// where units are given. The values are copied. A covariance that no data can have is ErrData, with the contrast that
// would have a negative variance. Of the options Covariance, Correction and Bootstrap belong to fitted models.
func NewEstimates(given Given, options InferenceOptions) (*Estimates, error) {
	given.Values, given.Names, given.SE = slices.Clone(given.Values), slices.Clone(given.Names), slices.Clone(given.SE)
	given.Covariance.Data, given.PairSE.Data = slices.Clone(given.Covariance.Data), slices.Clone(given.PairSE.Data)
	made := newEstimates(options, func(o *C.duel_inference_options, out **C.duel_estimate) error {
		a := &arena{}
		defer a.free()
		c, err := given.c(a)
		if err != nil {
			return err
		}
		return call(func() C.duel_status { return C.duel_estimate_new(c, o, out) })
	})
	if _, err := made.Info(); err != nil {
		return nil, err
	}
	return made, nil
}

func (g *Given) c(a *arena) (*C.duel_given, error) {
	size := len(g.Values)
	for _, table := range []struct {
		name string
		of   Matrix
	}{{"Covariance", g.Covariance}, {"PairSE", g.PairSE}} {
		m := table.of
		is := m.Rows != 0 || m.Columns != 0 || len(m.Data) != 0
		if is && (m.Rows != size || m.Columns != size || len(m.Data) != size*size) {
			return nil, refuse(ErrSize, "%s is %d x %d with %d numbers; there are %d values", table.name, m.Rows, m.Columns,
				len(m.Data), size)
		}
	}
	if len(g.Names) != 0 && len(g.Names) != size {
		return nil, refuse(ErrSize, "Names has %d names for %d values", len(g.Names), size)
	}
	if len(g.SE) != 0 && len(g.SE) != size {
		return nil, refuse(ErrSize, "SE has %d numbers for %d values", len(g.SE), size)
	}
	k := converter{arena: a}
	var out C.duel_given
	out.struct_size = C.sizeof_duel_given
	out.values = a.doubles(g.Values)
	out.value_count = C.size_t(size)
	out.names = k.texts("Names", g.Names)
	out.covariance = a.doubles(g.Covariance.Data)
	out.se = a.doubles(g.SE)
	out.pair_se = a.doubles(g.PairSE.Data)
	out.df = C.double(g.DF)
	out.units = C.double(g.Units)
	out.only_differences = flagOf(g.OnlyDifferences)
	out.lower_is_better = flagOf(g.LowerIsBetter)
	out.max_bytes = C.size_t(g.MaxBytes)
	return &out, k.err
}

// Gate is a question about a candidate.
type Gate struct {
	// Candidate is the item that is judged, from 0.
	Candidate int
	// Baseline is the item that it is compared with.
	Baseline int
	// Want is WantBetter (default), WantNotWorse or WantEqual.
	Want Want
	// Margin is a difference that matters, in the unit of the values, not negative; WantNotWorse and WantEqual need one
	// above zero.
	Margin float64
}

// Gate gives a verdict about a candidate against a baseline: pass, fail, or not enough data, read off one interval
// [L, U] of the candidate less the baseline, which is that of the options of the estimates. WantBetter passes where
// L > Margin and fails where U < Margin, WantNotWorse passes where L > -Margin and fails where U < -Margin, WantEqual
// passes where L > -Margin and U < Margin, with a margin above 0, and fails where L > Margin or U < -Margin. So a pass
// is wrong with probability (1 - Level) / 2 at most. Where less is better, better means lower. A verdict holds at one
// look; to look again as units come in, take Anytime for the estimates.
func (e *Estimates) Gate(ctx context.Context, gate Gate) (EstimateGateRow, error) {
	rows, err := rowsOf(readEstimateGateRow, func(table **C.duel_table) error {
		return e.ask(ctx, func(a *arena, p *C.duel_estimate) error {
			k := converter{arena: a}
			var c C.duel_gate
			c.struct_size = C.sizeof_duel_gate
			c.candidate = sizeOf(&k, "Candidate", gate.Candidate)
			c.baseline = sizeOf(&k, "Baseline", gate.Baseline)
			c.want = int32Of(&k, "Want", gate.Want)
			c.margin = C.double(gate.Margin)
			if k.err != nil {
				return k.err
			}
			return call(func() C.duel_status { return C.duel_estimate_gate(p, &c, table) })
		})
	})
	if err != nil {
		return EstimateGateRow{}, err
	}
	return rows[0], nil
}

// Claim is a claim about the order of items. Fields that its kind does not have must be zero.
type Claim struct {
	// Kind: ClaimKindAbove, ...
	Kind ClaimKind
	// First is an item, from 0, of ClaimKindAbove, ClaimKindParity and ClaimKindTop.
	First int
	// Second is another item, of ClaimKindAbove and ClaimKindParity.
	Second int
	// By is the difference by more than which First is above Second (0: above it; a negative one says that it is not
	// worse by as much), or below which the two differ.
	By float64
	// K are ranks, of ClaimKindTop.
	K int
	// Chosen, of ClaimKindTop with K of 1: the item was chosen because it leads, and its p-value is doubled.
	Chosen bool
	// Items are those of ClaimKindOrder, the best first, or the upper group of ClaimKindGroups.
	Items []int
	// Others are the lower group of ClaimKindGroups.
	Others []int
}

// Claims judges claims about the order of items, all jointly: a claim is supported where its p-value is at most
// (1 - Level) / len(claims), refuted where the p-value of its contrary is, else open. Any of the words is false with
// probability 1 - Level at most. Claims may come from anywhere if not from these data; of the item that leads say
// Chosen. There is a row for each claim, in their order.
func (e *Estimates) Claims(ctx context.Context, claims []Claim) ([]EstimateClaimsRow, error) {
	return rowsOf(readEstimateClaimsRow, func(table **C.duel_table) error {
		return e.ask(ctx, func(a *arena, p *C.duel_estimate) error {
			k := converter{arena: a}
			// One more than none, so that it has an address.
			list := make([]C.duel_claim, len(claims)+1)
			for i := range claims {
				claims[i].c(&k, &list[i])
			}
			if k.err != nil {
				return k.err
			}
			a.pinner.Pin(unsafe.SliceData(list))
			count := C.size_t(len(claims))
			return call(func() C.duel_status { return C.duel_estimate_claims(p, unsafe.SliceData(list), count, table) })
		})
	})
}

func (c *Claim) c(k *converter, out *C.duel_claim) {
	out.struct_size = C.sizeof_duel_claim
	out.claim_kind = int32Of(k, "Kind", c.Kind)
	out.is_chosen = flagOf(c.Chosen)
	out.first = sizeOf(k, "First", c.First)
	out.second = sizeOf(k, "Second", c.Second)
	out.k = sizeOf(k, "K", c.K)
	out.by = C.double(c.By)
	out.items = k.sizes("Items", c.Items)
	out.item_count = C.size_t(len(c.Items))
	out.others = k.sizes("Others", c.Others)
	out.other_count = C.size_t(len(c.Others))
}
