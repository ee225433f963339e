package duel

// #include <duel.h>
import "C"

import (
	"context"
	"unsafe"
)

// GARSVariant is a variant of a functional.
type GARSVariant int32

// GARSOptions say what is estimated.
type GARSOptions struct {
	// Items: number of items, K, at least 2.
	Items int
	// Categories: number of categories of a label, C, at least 2. The first means that the item shown first is
	// preferred, the second that the other is.
	Categories int
	// First: nil, or C numbers: the score w1 of the item shown first in every category. By default, for C = 2
	// (win, loss) 1 0; 3 (and tie) 1 0 1/2; 4 (win, loss, both good, both bad) 1 0 1 0; 5 (and tie) 1 0 1 0 1/2.
	// Log odds need weights within [0, 1] that differ, rank centrality weights that are not negative, else
	// ErrUnsupported.
	First []float64
	// Second: nil, or C numbers: the score w2 of the item shown second; given together with first. By default as
	// above with the first two exchanged.
	Second []float64
	// Pairs: GARSOrdered (default), GARSOrderedUnchecked or GARSUnordered.
	Pairs GARSPairs
	// Clusters: GARSIndependent (default), GARSKeyed or GARSTogether.
	Clusters GARSClusters
	// Floor: eps of mu <- (1 - C eps) mu + eps, done to the probabilities and not within F, whose derivative it
	// would spoil. At most 1 / (2 C); 0: 0.01; negative: none. Log odds of extreme predictions amplify their
	// mistakes by 1 / (s (1 - s)); a floor that is too high biases.
	Floor float64
	// Functionals: functionalCount functionals, GARSBorda, ...; all share the work that is common.
	Functionals []GARSFunctional
	// Variants: nil: all variants 0; else the variant of each functional (0 where it has none): one of
	// GARSAntisymmetric, ..., the number of an item, or how many values a function of one's own has.
	Variants []GARSVariant
	// Temperature: tau of Copeland and of GARSShare, positive; 0: 0.1.
	Temperature float64
	// Threshold: the value that scores are to exceed for GARSShare, at most 1; 0: 1/2.
	Threshold float64
	// FieldWeights: nil, or K numbers for GARSField: the weights of the opponents, none negative and two of them
	// positive.
	FieldWeights []float64
	// GroupNames: nil, or the names of groups of contexts, all different: estimates of each and of their
	// differences are then to be had, and contexts need a weight in each. Memory grows with the square of the
	// number of groups times that of all values.
	GroupNames []string
	// SecondOrder: SecondOrderAuto (default), SecondOrderOff or SecondOrderOn.
	SecondOrder SecondOrder
	// SecondOrderBasis: ResidualBasisAuto (default), ResidualBasisShort or ResidualBasisFull.
	SecondOrderBasis ResidualBasis
	// Rankings: rankings of Kemeny, rows x items, row-major: items from first to last, from 0.
	Rankings [][]int
}

func (o GARSOptions) c(a *arena) (*C.duel_gars_options, error) {
	items, err := toSize("Items", o.Items)
	if err != nil {
		return nil, err
	}
	categories, err := toSize("Categories", o.Categories)
	if err != nil {
		return nil, err
	}
	for _, weights := range []struct {
		name   string
		values []float64
	}{{"First", o.First}, {"Second", o.Second}} {
		if n := len(weights.values); n != 0 && n != o.Categories {
			return nil, refuse(ErrSize, "%s has %d weights for %d categories", weights.name, n, o.Categories)
		}
	}
	if n := len(o.FieldWeights); n != 0 && n != o.Items {
		return nil, refuse(ErrSize, "FieldWeights has %d weights for %d items", n, o.Items)
	}
	if n := len(o.Variants); n != 0 && n != len(o.Functionals) {
		return nil, refuse(ErrSize, "Variants has %d values for %d functionals", n, len(o.Functionals))
	}
	var rankings []int32
	for i, ranking := range o.Rankings {
		if len(ranking) != o.Items {
			return nil, refuseRow(ErrSize, i, "Rankings: a ranking of %d of %d items", len(ranking), o.Items)
		}
		for _, item := range ranking {
			id, err := toInt32("Rankings", item)
			if err != nil {
				return nil, err
			}
			rankings = append(rankings, int32(id))
		}
	}
	k := converter{arena: a}
	groups := k.texts("GroupNames", o.GroupNames)
	if k.err != nil {
		return nil, k.err
	}
	return &C.duel_gars_options{
		group_names:      groups,
		group_count:      C.size_t(len(o.GroupNames)),
		field_weights:    a.doubles(o.FieldWeights),
		threshold:        C.double(o.Threshold),
		struct_size:      C.sizeof_duel_gars_options,
		items:            items,
		categories:       categories,
		first:            a.doubles(o.First),
		second:           a.doubles(o.Second),
		pairs:            C.int32_t(o.Pairs),
		clusters:         C.int32_t(o.Clusters),
		floor:            C.double(o.Floor),
		functionals:      pinned[C.int32_t](a, o.Functionals),
		variants:         pinned[C.int32_t](a, o.Variants),
		functional_count: C.size_t(len(o.Functionals)),
		temperature:      C.double(o.Temperature),
		rankings:         pinned[C.int32_t](a, rankings),
		ranking_count:    C.size_t(len(o.Rankings)),

		second_order:       C.int32_t(o.SecondOrder),
		second_order_basis: C.int32_t(o.SecondOrderBasis),
	}, nil
}

// pinned pins a slice for the length of the call, seen as one of the C type of the same size; nil if it
// is empty.
func pinned[To, From any](a *arena, values []From) *To {
	if len(values) == 0 {
		return nil
	}
	a.pinner.Pin(unsafe.SliceData(values))
	return (*To)(unsafe.Pointer(unsafe.SliceData(values)))
}

// GARS are nonparametric ranking scores (Frauen, Deviyani, van der Schaar and Feuerriegel): scores of items
// as functionals F of the probabilities mu_jk of the categories of a label when item j is shown first and k
// second, estimated without a model of these probabilities. Contexts come with probabilities for all
// ordered pairs, from any predictor, and with the labels that were bought of some of them. The estimate of
// the mean of F(mu) over contexts is the mean of psi = F(mu) + dF(mu)[h], h_jk = S_jk (Y_jk - mu_jk) / pi_jk:
// the predictor corrected by its mistakes on the labelled pairs.
//
// Three things to know. Probabilities are needed for all pairs of every context, labelled or not.
// Predictors must not have seen the label that corrects them (cross-fitting, see Nuisance). And the features
// that probabilities are conditional on are part of what is estimated, unless F is linear in mu (Borda,
// Kemeny, expected scores).
//
// Memory does not grow with the number of contexts (but see GARSKeyed). It is not safe for concurrent use:
// goroutines may read one together as long as none adds to it. Make one with NewGARS or LoadGARS; the zero
// GARS is a closed one.
type GARS struct{ handle handle }

func freeGARS(pointer unsafe.Pointer) { C.duel_gars_free((*C.duel_gars)(pointer)) }

func takeGARS(pointer *C.duel_gars) *GARS {
	g := &GARS{}
	open(g, &g.handle, unsafe.Pointer(pointer), freeGARS)
	return g
}

// read runs a function of the library that only reads the estimate.
func (g *GARS) read(function func(*C.duel_gars) C.duel_status) error {
	if g == nil {
		return refuse(ErrNull, "gars is nil or closed")
	}
	pointer, err := g.handle.read("gars")
	if err != nil {
		return err
	}
	defer g.handle.done(pointer)
	return call(func() C.duel_status { return function((*C.duel_gars)(pointer)) })
}

// change runs a function of the library that needs the estimate for itself.
func (g *GARS) change(function func(*C.duel_gars) C.duel_status) error {
	if g == nil {
		return refuse(ErrNull, "gars is nil or closed")
	}
	pointer, err := g.handle.change("gars")
	if err != nil {
		return err
	}
	defer g.handle.done(pointer)
	return call(func() C.duel_status { return function((*C.duel_gars)(pointer)) })
}

// infer runs a function of the library that takes inference options.
func (g *GARS) infer(ctx context.Context, options InferenceOptions,
	function func(*C.duel_gars, *C.duel_inference_options) C.duel_status) error {
	return run(ctx, func(a *arena, j *job) error {
		c, err := options.c(a, j)
		if err != nil {
			return err
		}
		return g.read(func(p *C.duel_gars) C.duel_status { return function(p, c) })
	})
}

// NewGARS makes an estimate without contexts.
func NewGARS(options GARSOptions) (*GARS, error) {
	var a arena
	defer a.free()
	c, err := options.c(&a)
	if err != nil {
		return nil, err
	}
	var out *C.duel_gars
	if err := call(func() C.duel_status { return C.duel_gars_new(c, &out) }); err != nil {
		return nil, err
	}
	return takeGARS(out), nil
}

// LoadGARS makes an estimate from the bytes of Save. Any truncation and any flipped bit is ErrFormat.
func LoadGARS(bytes []byte) (*GARS, error) {
	var out *C.duel_gars
	err := call(func() C.duel_status {
		return C.duel_gars_load(unsafe.Pointer(unsafe.SliceData(bytes)), C.size_t(len(bytes)), &out)
	})
	if err != nil {
		return nil, err
	}
	return takeGARS(out), nil
}

// Close frees the estimate. Close may be called more than once and always returns nil.
func (g *GARS) Close() error {
	if g != nil {
		g.handle.close()
	}
	return nil
}

// Save gives the estimate as bytes, versioned and checksummed: the wire format between shards.
func (g *GARS) Save() ([]byte, error) {
	var out []byte
	err := g.read(func(p *C.duel_gars) C.duel_status {
		var status C.duel_status
		out, status = saved(func(out unsafe.Pointer, capacity C.size_t, length *C.size_t) C.duel_status {
			return C.duel_gars_save(p, out, capacity, length)
		})
		return status
	})
	return out, err
}

// Merge adds what another estimate has seen. Both must have been made with the same options.
func (g *GARS) Merge(other *GARS) error {
	if other == nil {
		return refuse(ErrNull, "other is nil or closed")
	}
	if g == other {
		return refuse(ErrArgument, "other is the estimate itself")
	}
	var a arena
	defer a.free()
	from, err := a.hold("other", &other.handle)
	if err != nil {
		return err
	}
	return g.change(func(p *C.duel_gars) C.duel_status { return C.duel_gars_merge(p, (*C.duel_gars)(from)) })
}
