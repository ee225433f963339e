package duel

// #include <duel.h>
import "C"

import "context"

// GivenModel: A model at given parameters instead of fitted ones: to predict and simulate from a truth, to
// plan a study, to test a hypothesis that is known beforehand. Its covariances are those that the comparisons
// of the set would give if the parameters are true, and NaN where they would not determine them; Info.Stop is
// StopGiven.
//
// Arguments: the set has items, judges, contexts and covariates; it need have no comparisons. Of the
// options those that belong to fitting (Start, Accept, Tolerance, ...) are ignored. Parameters
// come in the order of the quantity Parameters: scores of the items (and that of the extra item, with
// Pseudo); sensitivities of the judges, unless Strength is Pooled; of each direction of a
// disagreement a number V of every item (and the extra one), then a number U of every judge; position
// effects, one or one for each judge; regression coefficients; of each sensitivity covariate the
// slopes of the judges; with a spread the roots of the variances, then the rows of Lambda; the tie
// threshold, with Rao-Kupper and Davidson, one number or those of each item in turn; its offsets by
// judge; thresholds of both bad, one or one for each item, where that is an outcome.
func GivenModel(set *Set, options Options, parameters []float64) (*Model, error) {
	var model *Model
	err := run(context.Background(), func(a *arena, j *job) error {
		c, err := options.beside(a, j)
		if err != nil {
			return err
		}
		var out *C.duel_model
		err = set.read(func(p *C.duel_set) C.duel_status {
			return C.duel_model_given(p, doubles(parameters), C.size_t(len(parameters)), c, &out)
		})
		if err == nil {
			model = takeModel(out)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return model, nil
}
