package duel

// #include <duel.h>
import "C"

import (
	"context"
	"unsafe"
)

// ReplicateWeights says how the comparisons of a replicate are weighted.
type ReplicateWeights int32

// The weights of replicates.
const (
	// WeightsPoisson: independent Poisson weights of mean one, a resample whose size is random. Fast, and for
	// any weights of the data.
	WeightsPoisson ReplicateWeights = C.DUEL_WEIGHTS_POISSON
	// WeightsMultinomial: multinomial, as many units as there are, drawn with replacement (Efron 1979).
	WeightsMultinomial ReplicateWeights = C.DUEL_WEIGHTS_MULTINOMIAL
	// WeightsBayesian: exponential, scaled to their mean (the Bayesian bootstrap, Rubin 1981). No unit drops
	// out, so that replicates rarely fail.
	WeightsBayesian ReplicateWeights = C.DUEL_WEIGHTS_BAYESIAN
	// WeightsParametric: none; all comparisons of a cell are drawn anew from the fitted model (parametric
	// bootstrap). Whole counts only; Bradley-Terry draws no ties.
	WeightsParametric ReplicateWeights = C.DUEL_WEIGHTS_PARAMETRIC
)

// BootstrapOptions say how to bootstrap. The zero BootstrapOptions are 1000 sets of Poisson weights
// on what the model's covariance takes as independent.
type BootstrapOptions struct {
	// By: the unit that is drawn as a whole: ByRow, ByContext, ByPair, ByJudge, or 0 (default): what the model's
	// own covariance takes as independent, contexts or judges where it is clustered by them, else single
	// comparisons; clustered by both, the unit must be given (else ErrUnsupported). BootstrapInfo.By has the
	// unit. Comparisons without a context are drawn one by one. Parametric: must be 0.
	By Unit
	// Weights: WeightsPoisson (default), WeightsMultinomial, WeightsBayesian or WeightsParametric.
	Weights ReplicateWeights
	// Replicates: number of replicates, at least 2; 0: 1000. Intervals need 2 beyond each end: 80 at 95 %.
	Replicates int
	// Seed: seed; replicate r uses a stream of its own.
	Seed uint64
	// OneStep: true: every refit is one Newton step from the estimate. Faster; the error is of second order. No
	// replicate is then found to be at a boundary.
	OneStep bool
	// Threads: threads to use; 0: one. Results do not depend on it.
	Threads int
	// Progress: nil, or called after replicates, with their share.
	Progress ProgressFunc
}

// Bootstrap are replicates of a model. It never changes and is safe for concurrent use, Close
// included: calls under way finish first. Make one with NewBootstrap and put it into
// InferenceOptions.Bootstrap; the zero Bootstrap is a closed one.
type Bootstrap struct {
	handle handle
	model  *Model // a share, which knows how many values a quantity has
}

func freeBootstrap(pointer unsafe.Pointer) { C.duel_bootstrap_free((*C.duel_bootstrap)(pointer)) }

// NewBootstrap draws replicates of a model: the same model is fitted, from its estimate, to the
// same data with random weights, or to data drawn from it. When ctx is done, it stops and returns
// context.Cause(ctx).
//
// Replicates without an estimate are left out and counted (Bootstrap.Facts); if more than a few
// are, the rest is a biased choice: use a ridge or Bayesian weights. ErrNotIdentified: the model,
// or nearly all of the replicates, have no finite estimate. ErrUnsupported: parametric or
// multinomial draws from counts that are not whole numbers, or from importance weights.
func NewBootstrap(ctx context.Context, model *Model, options BootstrapOptions) (*Bootstrap, error) {
	share, err := model.Share()
	if err != nil {
		return nil, err
	}
	bootstrap := &Bootstrap{model: share}
	err = run(ctx, func(a *arena, j *job) error {
		c, err := options.c(a, j)
		if err != nil {
			return err
		}
		var out *C.duel_bootstrap
		err = share.read(func(p *C.duel_model) C.duel_status { return C.duel_bootstrap_new(p, c, &out) })
		if err == nil {
			open(bootstrap, &bootstrap.handle, unsafe.Pointer(out), freeBootstrap)
		}
		return err
	})
	if err != nil {
		_ = bootstrap.Close()
		return nil, err
	}
	return bootstrap, nil
}

// read runs a function of the library on the replicates.
func (b *Bootstrap) read(function func(*C.duel_bootstrap) C.duel_status) error {
	if b == nil {
		return refuse(ErrNull, "bootstrap is nil or closed")
	}
	pointer, err := b.handle.read("bootstrap")
	if err != nil {
		return err
	}
	// done uses b, so that the garbage collector cannot free the replicates before.
	defer b.handle.done(pointer)
	return call(func() C.duel_status { return function((*C.duel_bootstrap)(pointer)) })
}

// Close frees the replicates, once the calls that use them are done. Close may be called more than
// once and always returns nil.
func (b *Bootstrap) Close() error {
	if b != nil {
		b.handle.close()
		_ = b.model.Close()
	}
	return nil
}

// BootstrapInfo are facts about a bootstrap.
type BootstrapInfo struct {
	// Drawn: replicates drawn.
	Drawn int
	// Used: replicates with an estimate: those that inference uses.
	Used int
	// Disconnected: without one, because the comparisons drawn no longer connect the items.
	Disconnected int
	// Separated: because some items, judges, effects or thresholds run to infinity.
	Separated int
	// Undetermined: because some parameters are not determined.
	Undetermined int
	// Flat: because all scores are equal, or no judge agrees with the others.
	Flat int
	// NotConverged: because the solver stopped before the optimum.
	NotConverged int
	// By: the unit that was drawn as a whole: ByRow, ...; 0 for a parametric bootstrap.
	By Unit
}

// Facts: how many replicates there are, and why some have no estimate.
func (b *Bootstrap) Facts() (BootstrapInfo, error) {
	c := C.duel_bootstrap_facts{struct_size: C.sizeof_duel_bootstrap_facts}
	err := b.read(func(p *C.duel_bootstrap) C.duel_status { return C.duel_bootstrap_info(p, &c) })
	if err != nil {
		return BootstrapInfo{}, err
	}
	return BootstrapInfo{
		Drawn:        int(c.drawn),
		Used:         int(c.used),
		Disconnected: int(c.disconnected),
		Separated:    int(c.separated),
		Undetermined: int(c.undetermined),
		Flat:         int(c.flat),
		NotConverged: int(c.not_converged),
		By:           Unit(c.by),
	}, nil
}

// Get is a quantity, from Scores to BadThresholds, of every replicate with an estimate: one row for each,
// with the n values of the quantity; NaN where a replicate has no such value (a judge it did not
// draw). Normalisation, Scale, Unit and Origin of the options are used; without them scores sum to zero, sensitivities have
// mean one.
func (b *Bootstrap) Get(ctx context.Context, what Quantity, options InferenceOptions) (Matrix, error) {
	facts, err := b.Facts()
	if err != nil {
		return Matrix{}, err
	}
	n, err := b.model.count(what)
	if err != nil {
		return Matrix{}, err
	}
	return filled(facts.Used, n, func(data *C.double, size C.size_t) error {
		return run(ctx, func(a *arena, j *job) error {
			c, err := options.c(a, j)
			if err != nil {
				return err
			}
			return b.read(func(p *C.duel_bootstrap) C.duel_status {
				return C.duel_bootstrap_get(p, C.duel_quantity(what), c, data, size)
			})
		})
	})
}
