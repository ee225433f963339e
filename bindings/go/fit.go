package duel

// #include <duel.h>
import "C"

import "context"

// Fit: fit a model by maximum (penalised) likelihood, by Newton's method with exact second derivatives.
//
// ErrNotIdentified: no unique finite estimate exists, and the message names the items or judges; accept takes
// such a result with its outcome recorded in Info. ErrUnsupported: two choices do not go together, or an
// option that the model would ignore. The set is only read; the model keeps what it needs of it.
//
// Arguments: when ctx is done, the call stops and returns context.Cause(ctx).
func Fit(ctx context.Context, set *Set, options Options) (*Model, error) {
	var model *Model
	err := run(ctx, func(a *arena, j *job) error {
		c, err := options.c(a, j)
		if err != nil {
			return err
		}
		var out *C.duel_model
		err = set.read(func(p *C.duel_set) C.duel_status { return C.duel_model_fit(p, c, &out) })
		if err == nil {
			model = takeModel(out)
		}
		return err
	})
	if err != nil {
		_ = model.Close()
		return nil, err
	}
	return model, nil
}
