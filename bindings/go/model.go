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

// Share gives another owner of the same model, to be closed by itself. It costs next to nothing.
func (m *Model) Share() (*Model, error) {
	var out *C.duel_model
	err := m.read(func(p *C.duel_model) C.duel_status { return C.duel_model_share(p, &out) })
	if err != nil {
		return nil, err
	}
	return takeModel(out), nil
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

// Warnings are what a careful statistician would say about these data and this model
// (presentation order tied to the items, judges whose answers follow the position, judges at the
// boundary, repeated contexts, near-separated items): each one or two sentences with names and
// numbers, with a code and whom it concerns.
func (m *Model) Warnings() ([]ModelWarningsRow, error) {
	return readRows(m, readModelWarningsRow, func(p *C.duel_model, out **C.duel_table) C.duel_status {
		return C.duel_model_warnings(p, out)
	})
}

// Items are the items of the model, by id: bits of FitOutcome that concern them, and the comparisons that the model used.
func (m *Model) Items() ([]ModelItemsRow, error) {
	return readRows(m, readModelItemsRow, func(p *C.duel_model, out **C.duel_table) C.duel_status {
		return C.duel_model_items(p, out)
	})
}

// Voters are the judges of the model, the anonymous one last: bits of FitOutcome that concern them, and the comparisons
// that the model used. JudgeReport says more of them.
func (m *Model) Voters() ([]ModelVotersRow, error) {
	return readRows(m, readModelVotersRow, func(p *C.duel_model, out **C.duel_table) C.duel_status {
		return C.duel_model_voters(p, out)
	})
}

// Info are facts about a fit.
type Info struct {
	// Outcome: bits FitDisconnected, ...; FitOK if there is none.
	Outcome FitOutcome
	// Stop: StopConverged, ...
	Stop Stop
	// Iterations: outer iterations.
	Iterations int
	// Covariance: the covariance that CovarianceAuto stands for in this model.
	Covariance CovarianceKind
	// Strength: the choices: Pooled, ...
	Strength Strength
	// Position: PositionNone, ...
	Position Position
	// OutcomeLaw: BradleyTerry, ...
	OutcomeLaw OutcomeLaw
	// Ties: TiesHalf, ...
	Ties Ties
	// BothBad: BothBadTie, ...
	BothBad BothBadRule
	// BadThreshold: BadSingle or BadAdditive.
	BadThreshold BadThreshold
	// Threshold: ThresholdSingle, ...
	Threshold Threshold
	// Items: items.
	Items int
	// Judges: judges of the model: those of the set, and the anonymous one as the last if it judged.
	Judges int
	// Contexts: contexts of the set.
	Contexts int
	// Cells: cells (judge, left, right, as far as the model tells them apart).
	Cells int
	// Dimension: identified dimension: the rank of the derivatives of all comparisons' predictors in the free
	// parameters. What a penalty alone holds is no part of it.
	Dimension int
	// Comparisons: comparisons used: the sum of weights, or Kish's effective number of importance weights, sum
	// of weights squared over sum of squares; votes that the model does not read have no part in either.
	Comparisons float64
	// LogLikelihood: log-likelihood of the data, without multinomial coefficients, penalty and
	// pseudo-comparisons.
	LogLikelihood float64
	// Objective: the objective: negative log-likelihood plus penalty and pseudo-comparisons.
	Objective float64
	// Gradient: largest element of the gradient at the end.
	Gradient float64
	// Decrement: Newton decrement at the end, sqrt(g' H^-1 g): the distance to the optimum in standard errors of
	// the observed information.
	Decrement float64
	// Step: largest change of any z or e in the last full Newton step; NaN where no full step was taken, because
	// a variance stays near zero.
	Step float64
	// Curvature: smallest eigenvalue of the Hessian on the identified space, NaN where it was not computed.
	Curvature float64
	// ThresholdOffsets: OffsetsNone or OffsetsByJudge.
	ThresholdOffsets TieOffsets
	// TieFactors: factors of the tie threshold, 0 if it has none.
	TieFactors int
	// TieBasis: BasisCosine, ...
	TieBasis TieBasis
	// TieLink: LinkSoftplus, ...
	TieLink TieLink
	// Spread: SpreadNone, ...
	Spread Spread
	// SpreadFactors: columns of Lambda, 0 if there are none.
	SpreadFactors int
	// Starts: starts of the fit; 0 where the parameters were given.
	Starts int
	// Optima: distinct optima that they met: the rows of Model.Optima.
	Optima int
	// Rank: rank of the disagreement of judges.
	Rank int
	// Consensus: |mu| sqrt(judges) / |S|: 1 if all judges agree but for noise, near 0 if the consensus is what
	// is left over from judges who cancel each other; NaN for pooled strength.
	Consensus float64
	// Clusters: clusters of the set apart from contexts.
	Clusters int
	// Outcomes: outcomes that a comparison may have: 2 (left, right), 3 (tie) or 4 (both bad).
	Outcomes int
	// Noise: NoiseLogistic or NoiseNormal.
	Noise Noise
}

// Info gives facts about the fit.
func (m *Model) Info() (Info, error) {
	c := C.duel_model_facts{struct_size: C.sizeof_duel_model_facts}
	err := m.read(func(p *C.duel_model) C.duel_status { return C.duel_model_info(p, &c) })
	if err != nil {
		return Info{}, err
	}
	return Info{
		Outcome:          FitOutcome(c.problems),
		Stop:             Stop(c.stop),
		Iterations:       int(c.iterations),
		Covariance:       CovarianceKind(c.covariance),
		Strength:         Strength(c.strength),
		Position:         Position(c.position),
		OutcomeLaw:       OutcomeLaw(c.tie_model),
		Ties:             Ties(c.ties),
		BothBad:          BothBadRule(c.both_bad),
		BadThreshold:     BadThreshold(c.bad_threshold),
		Threshold:        Threshold(c.threshold),
		Items:            int(c.items),
		Judges:           int(c.judges),
		Contexts:         int(c.contexts),
		Cells:            int(c.cells),
		Dimension:        int(c.dimension),
		Comparisons:      float64(c.comparisons),
		LogLikelihood:    float64(c.log_likelihood),
		Objective:        float64(c.objective),
		Gradient:         float64(c.gradient),
		Decrement:        float64(c.decrement),
		Step:             float64(c.step),
		Curvature:        float64(c.curvature),
		ThresholdOffsets: TieOffsets(c.threshold_offsets),
		TieFactors:       int(c.tie_factors),
		TieBasis:         TieBasis(c.tie_basis),
		TieLink:          TieLink(c.tie_link),
		Spread:           Spread(c.spread),
		SpreadFactors:    int(c.spread_factors),
		Starts:           int(c.starts),
		Optima:           int(c.optima),
		Rank:             int(c.rank),
		Consensus:        float64(c.consensus),
		Clusters:         int(c.clusters),
		Outcomes:         int(c.outcomes),
		Noise:            Noise(c.noise),
	}, nil
}
