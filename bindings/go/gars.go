package duel

// #include <duel.h>
import "C"

import (
	"context"
	"unsafe"
)

// GARSFunctional is what scores are of the probabilities of labels.
type GARSFunctional int32

// The functionals.
const (
	// GARSBorda: Borda, the mean over the other items k of ssym_jk = (s1_jk + s2_kj) / 2, where s1 and s2 are
	// the scores of the item shown first and second. Linear in mu: with known propensities free of bias whatever
	// the predictor.
	GARSBorda GARSFunctional = C.DUEL_FUNCTIONAL_BORDA
	// GARSBradleyTerry: Bradley-Terry projection, row means of the log odds l_jk. Variant GARSAntisymmetric or
	// GARSPaper. The bias of second order that the correction leaves grows fast where a score nears 0 or 1: with
	// a thousand contexts a poor predictor is not made good.
	GARSBradleyTerry GARSFunctional = C.DUEL_FUNCTIONAL_BRADLEY_TERRY
	// GARSRankCentrality: rank centrality, the stationary distribution of a walk from losers to winners. Variant
	// GARSRow or GARSGenerator.
	GARSRankCentrality GARSFunctional = C.DUEL_FUNCTIONAL_RANK_CENTRALITY
	// GARSSoftmax: softmax of the Bradley-Terry projection, which are Plackett-Luce shares. Variants as there.
	GARSSoftmax GARSFunctional = C.DUEL_FUNCTIONAL_SOFTMAX
	// GARSCopeland: soft Copeland, the mean over k of logistic(z_jk), with the option temperature tau. Variant
	// GARSMargin, GARSHalf or GARSRaw.
	GARSCopeland GARSFunctional = C.DUEL_FUNCTIONAL_COPELAND
	// GARSKemeny: values of the given rankings, one for each: sum over pairs j < k of +1/2 or -1/2 (j ahead of k
	// or not) times ssym_jk - ssym_kj. Variant GARSCentred or GARSOffset.
	GARSKemeny GARSFunctional = C.DUEL_FUNCTIONAL_KEMENY
	// GARSMiscalibration: miscalibration of a judge by item, the mean loss of its probabilities f over the pairs
	// with the item, in both orders. Variant GARSBrier, GARSScore, GARSCrossEntropy or GARSKullbackLeibler.
	GARSMiscalibration GARSFunctional = C.DUEL_FUNCTIONAL_MISCALIBRATION
	// GARSRestricted: Bradley-Terry scores with influence values that assume the model mu_jk = logistic(r_j -
	// r_k + b); two categories with their usual weights only. Narrower than the projection where the model
	// holds, wrong where it does not: with cycles intervals do not cover. Variant GARSCorrected, GARSPrinted,
	// GARSEfficient or GARSEfficientOrder.
	GARSRestricted GARSFunctional = C.DUEL_FUNCTIONAL_RESTRICTED
)

// GARSVariant is a variant of a functional.
type GARSVariant int32

// The variants; the first of a functional is its default, zero.
const (
	// GARSAntisymmetric: (logit s1_jk + logit s2_kj - logit s1_kj - logit s2_jk) / 4, which does not depend on
	// the numbering of items.
	GARSAntisymmetric GARSVariant = C.DUEL_LOG_ODDS_ANTISYMMETRIC
	// GARSPaper: (logit s1_jk + logit s2_kj) / 2 for j < k, and minus that for k, as printed. The same where the
	// two weights of every category sum to one; elsewhere (the usual weights of 4 and 5 categories) scores
	// depend on the numbering of items.
	GARSPaper GARSVariant = C.DUEL_LOG_ODDS_PAPER
	// GARSRow: rates divided by their sum in every row, as printed. Compresses the scale, is not exact under
	// Bradley-Terry, and constant for 2 items, which is ErrUnsupported.
	GARSRow GARSVariant = C.DUEL_CENTRALITY_ROW
	// GARSGenerator: rates as they are, a chain in continuous time (Negahban, Oh and Shah 2017); exact under
	// Bradley-Terry.
	GARSGenerator GARSVariant = C.DUEL_CENTRALITY_GENERATOR
	// GARSMargin: z_jk = (ssym_jk - ssym_kj) / (2 tau); scores sum to K / 2.
	GARSMargin GARSVariant = C.DUEL_COPELAND_MARGIN
	// GARSHalf: z_jk = (ssym_jk - 1/2) / tau.
	GARSHalf GARSVariant = C.DUEL_COPELAND_HALF
	// GARSRaw: z_jk = (s1_jk - 1/2) / tau, with the item shown first only, as printed.
	GARSRaw GARSVariant = C.DUEL_COPELAND_RAW
	// GARSCentred: zero where all pairs are even.
	GARSCentred GARSVariant = C.DUEL_KEMENY_CENTRED
	// GARSOffset: as printed, with an offset that depends on the numbering of items.
	GARSOffset GARSVariant = C.DUEL_KEMENY_OFFSET
	// GARSBrier: sum of (f - mu)^2 over categories.
	GARSBrier GARSVariant = C.DUEL_MISCALIBRATION_BRIER
	// GARSScore: the expected Brier score of f, linear in mu.
	GARSScore GARSVariant = C.DUEL_MISCALIBRATION_SCORE
	// GARSCrossEntropy: cross entropy, - sum of mu log f; linear in mu.
	GARSCrossEntropy GARSVariant = C.DUEL_MISCALIBRATION_CROSS_ENTROPY
	// GARSKullbackLeibler: Kullback-Leibler divergence, sum of mu log(mu / f).
	GARSKullbackLeibler GARSVariant = C.DUEL_MISCALIBRATION_KULLBACK_LEIBLER
	// GARSCorrected: variant of restricted scores: equation (47) of the paper times one half, which makes the
	// correction right where the order of showing has no effect.
	GARSCorrected GARSVariant = C.DUEL_RESTRICTED_CORRECTED
	// GARSPrinted: variant of restricted scores: as printed, twice the right correction.
	GARSPrinted GARSVariant = C.DUEL_RESTRICTED_PRINTED
	// GARSEfficient: variant of restricted scores: corrections weighted by the information of all pairs that may
	// be labelled, which is efficient if labels are independent given the context. Needs the propensities of all
	// pairs. Has no weights for policies.
	GARSEfficient GARSVariant = C.DUEL_RESTRICTED_EFFICIENT
	// GARSEfficientOrder: the same with a free effect b of the order in every context; not with unordered pairs.
	GARSEfficientOrder GARSVariant = C.DUEL_RESTRICTED_EFFICIENT_ORDER
)

// GARSPairs says what the order of showing means.
type GARSPairs int32

// The pairs.
const (
	// GARSOrdered: (j, k) and (k, j) are labelled each with its own propensity. If every pair occurs in one
	// order only (files that store the smaller name first), half of the correction would be missing: the
	// estimates are then ErrUnsupported.
	GARSOrdered GARSPairs = C.DUEL_PAIRS_ORDERED
	// GARSOrderedUnchecked: the same without this check.
	GARSOrderedUnchecked GARSPairs = C.DUEL_PAIRS_ORDERED_UNCHECKED
	// GARSUnordered: the order has no effect, or is not known. Labels are normalised to j < k by exchanging the
	// first two categories, probabilities of the two orders averaged in the same way, and propensities are those
	// that the pair is labelled in either order.
	GARSUnordered GARSPairs = C.DUEL_PAIRS_UNORDERED
)

// GARSClusters says which contexts belong together.
type GARSClusters int32

// The clusters.
const (
	// GARSIndependent: contexts are independent of each other.
	GARSIndependent GARSClusters = C.DUEL_CLUSTERS_INDEPENDENT
	// GARSKeyed: contexts with the same number belong together (rows of one question, several judges), in any
	// order and in any shard. Memory grows with the number of clusters.
	GARSKeyed GARSClusters = C.DUEL_CLUSTERS_KEYED
	// GARSTogether: the same, but contexts of a cluster come one after the other to one Gars: constant memory. A
	// number that comes again later is another cluster.
	GARSTogether GARSClusters = C.DUEL_CLUSTERS_TOGETHER
)

// GARSEstimate says which estimate is asked for.
type GARSEstimate int32

// The estimates.
const (
	// GARSDebiased: the mean of psi, corrected by labels. One-step estimates may leave the range of their
	// functional (a share below 0); they are not cut off.
	GARSDebiased GARSEstimate = C.DUEL_ESTIMATOR_DEBIASED
	// GARSPlugin: the mean of F(mu), what the predictor says by itself. Its standard errors are those of the
	// choice of contexts alone: they ignore the mistakes of the predictor.
	GARSPlugin GARSEstimate = C.DUEL_ESTIMATOR_PLUGIN
)

// GARSOrders says in which orders pairs were labelled.
type GARSOrders int32

// The orders.
const (
	// GARSNoLabels: there is no label.
	GARSNoLabels GARSOrders = C.DUEL_ORDERS_NO_LABELS
	// GARSBothOrders: some pair was labelled in both orders.
	GARSBothOrders GARSOrders = C.DUEL_ORDERS_BOTH
	// GARSOneOrder: every pair was labelled in one order only, with ten or more labels that repeat the order of
	// their pair, which chance would do once in a thousand times.
	GARSOneOrder GARSOrders = C.DUEL_ORDERS_ONE
	// GARSUnknownOrder: every pair was labelled in one order only, but labels are too few to tell.
	GARSUnknownOrder GARSOrders = C.DUEL_ORDERS_UNKNOWN
)

// GARSOptions say what is estimated.
type GARSOptions struct {
	// Items is the number of items, K, at least 2.
	Items int
	// Categories is the number of categories of a label, C, at least 2. The first means that the item
	// shown first is preferred, the second that the other is.
	Categories int
	// First is empty, or C numbers: the score of the item shown first in every category. By default, for
	// C = 2 (win, loss) 1 0; 3 (and tie) 1 0 1/2; 4 (win, loss, both good, both bad) 1 0 1 0; 5 (and
	// tie) 1 0 1 0 1/2.
	First []float64
	// Second is empty, or C numbers: the score of the item shown second; given together with First.
	Second []float64
	// Pairs is GARSOrdered (default), GARSOrderedUnchecked or GARSUnordered.
	Pairs GARSPairs
	// Clusters is GARSIndependent (default), GARSKeyed or GARSTogether.
	Clusters GARSClusters
	// Floor is eps of mu <- (1 - C eps) mu + eps. At most 1 / (2 C); 0: 0.01; negative: none.
	Floor float64
	// Functionals are those asked for, at least one; all share the work that is common.
	Functionals []GARSFunctional
	// Variants is empty, or the variant of each functional (0 where it has none).
	Variants []GARSVariant
	// Temperature is tau of Copeland, positive; 0: 0.1.
	Temperature float64
	// Rankings are those of Kemeny: items from first to last, each ranking of all items.
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
	return &C.duel_gars_options{
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

// GARSInfo are facts about an estimate.
type GARSInfo struct {
	// Items: number of items, K.
	Items int
	// Categories: number of categories, C.
	Categories int
	// Functionals: number of functionals.
	Functionals int
	// Values: number of values of all functionals.
	Values int
	// Contexts: contexts.
	Contexts float64
	// Unlabelled: contexts without a label.
	Unlabelled float64
	// Clusters: clusters; contexts, where they are independent. Fewer than 200 are corrected unless
	// CorrectionNone is asked for.
	Clusters float64
	// Labels: labels.
	Labels float64
	// LargestWeight: the largest weight 1/pi of a label; 0 without labels.
	LargestWeight float64
	// Floored: share of probabilities that were below the floor.
	Floored float64
	// Never: unordered pairs of items never labelled: what is said of them is the predictor's.
	Never int
	// OneSided: unordered pairs labelled in one order only.
	OneSided int
	// Orders: GARSNoLabels, GARSBothOrders, GARSOneOrder or GARSUnknownOrder.
	Orders GARSOrders
}

// Info gives facts about the estimate.
func (g *GARS) Info() (GARSInfo, error) {
	c := C.duel_gars_facts{struct_size: C.sizeof_duel_gars_facts}
	if err := g.read(func(p *C.duel_gars) C.duel_status { return C.duel_gars_info(p, &c) }); err != nil {
		return GARSInfo{}, err
	}
	return GARSInfo{
		Items:         int(c.items),
		Categories:    int(c.categories),
		Functionals:   int(c.functionals),
		Values:        int(c.values),
		Contexts:      float64(c.contexts),
		Unlabelled:    float64(c.unlabelled),
		Clusters:      float64(c.clusters),
		Labels:        float64(c.labels),
		LargestWeight: float64(c.largest_weight),
		Floored:       float64(c.floored),
		Never:         int(c.never),
		OneSided:      int(c.one_sided),
		Orders:        GARSOrders(c.orders),
	}, nil
}
