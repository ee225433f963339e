package duel

// #include <duel.h>
import "C"

import (
	"context"
	"unsafe"
)

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
