package duel

// #include <duel.h>
import "C"

import (
	"context"
	"unsafe"
)

// NuisanceOptions say how to learn, and from what features, which must be known before the label.
type NuisanceOptions struct {
	// Items: number of items K, at least 2.
	Items int
	// Categories: number of categories C, at least 2: the first shown wins, loses, then any others.
	Categories int
	// Pairs: GARSOrdered or GARSOrderedUnchecked (0, 1): mu_jk and mu_kj are learnt apart. GARSUnordered: the
	// order has no effect; each label is one of the mirrored pair as well, with the first two categories
	// exchanged.
	Pairs GARSPairs
	// Learner: LearnerSpline (default), LearnerFrequencies or LearnerTrees.
	Learner Learner
	// Propensities: PropensityKnown (default), PropensityFrequencies or PropensityLogit.
	Propensities PropensityLearner
	// Folds: number of folds, 2 to 1000; 0: 5. A cluster is in one of them by a hash of its number.
	Folds int
	// Ridge: ridge of the logistic learners, positive; 0: chosen in each fold, from 0.3 to 300 for items and
	// pairs, from 0.3 to 30 for propensities. Where it is given and FeatureRidge is not, it is the ridge of
	// everything.
	Ridge float64
	// FeatureRidge: ridge of what features and predictions say in LearnerSpline, positive; 0: that of ridge if
	// it is given, or else chosen in each fold, from four times the number of labels down.
	FeatureRidge float64
	// Seed: seed of the folds.
	Seed uint64
	// Features: numbers known of every context: n x columns, row-major and finite; nil if there are none.
	Features Matrix
	// Linear: the last so many features enter linearly instead of by splines, in standard deviations from
	// the mean; so do those of fewer than five values. Trees do not mind.
	Linear int
	// Predictions: numbers known of every ordered pair of every context, such as the log-odds that a judge gives
	// the item shown first: n x K x K x PredictionCount, row-major, finite off the diagonal; nil if there are
	// none.
	Predictions Matrix
	// PredictionCount: number of predictions of a pair.
	PredictionCount int
}

func (o NuisanceOptions) c(a *arena, contexts int) (*C.duel_nuisance_options, error) {
	folds, err := toInt32("Folds", o.Folds)
	if err != nil {
		return nil, err
	}
	out := &C.duel_nuisance_options{
		struct_size:   C.sizeof_duel_nuisance_options,
		pairs:         C.int32_t(o.Pairs),
		learner:       C.int32_t(o.Learner),
		propensities:  C.int32_t(o.Propensities),
		folds:         folds,
		ridge:         C.double(o.Ridge),
		feature_ridge: C.double(o.FeatureRidge),
		seed:          C.uint64_t(o.Seed),
		features:      a.doubles(o.Features.Data),
		feature_count: C.size_t(o.Features.Columns),
		predictions:   a.doubles(o.Predictions.Data),
	}
	for _, field := range []struct {
		name string
		from int
		to   *C.size_t
	}{
		{"Items", o.Items, &out.items}, {"Categories", o.Categories, &out.categories},
		{"Linear", o.Linear, &out.linear_count}, {"PredictionCount", o.PredictionCount, &out.prediction_count},
	} {
		if *field.to, err = toSize(field.name, field.from); err != nil {
			return nil, err
		}
	}
	pairs, err := checkedSize(o.Items, o.Items)
	if err != nil {
		return nil, err
	}
	width, err := checkedSize(pairs, o.PredictionCount)
	if err != nil {
		return nil, err
	}
	for _, table := range []struct {
		name    string
		matrix  Matrix
		columns int
	}{{"Features", o.Features, o.Features.Columns}, {"Predictions", o.Predictions, width}} {
		if table.matrix.absent() && table.columns == 0 {
			continue
		}
		if err := table.matrix.whole(table.name); err != nil {
			return nil, err
		}
		if table.matrix.Rows != contexts || table.matrix.Columns != table.columns {
			return nil, refuse(ErrSize, "%s is %d x %d, not %d x %d", table.name, table.matrix.Rows,
				table.matrix.Columns, contexts, table.columns)
		}
	}
	return out, nil
}

// Nuisance are cross-fitted learners of the probabilities of labels and, if asked for, of the propensities:
// every context is predicted by a fit to the labels of other clusters. It never changes and is safe for
// concurrent use. Make one with FitNuisance; the zero Nuisance is a closed one.
type Nuisance struct{ handle handle }

func freeNuisance(pointer unsafe.Pointer) { C.duel_nuisance_free((*C.duel_nuisance)(pointer)) }

// read runs a function of the library on the learners.
func (n *Nuisance) read(function func(*C.duel_nuisance) C.duel_status) error {
	if n == nil {
		return refuse(ErrNull, "nuisance is nil or closed")
	}
	pointer, err := n.handle.read("nuisance")
	if err != nil {
		return err
	}
	defer n.handle.done(pointer)
	return call(func() C.duel_status { return function((*C.duel_nuisance)(pointer)) })
}

// FitNuisance learns from labels. Of the contexts Length, the columns of the labels (Context, First, Second,
// Category), Cluster if there are clusters (else each context is one), Threads and Progress are looked at;
// Mu, Judge and Propensities must be empty. Several labels of a pair all count. Contexts without labels may
// be among them and are predicted. Error.Row names a bad label; no labels at all are ErrData. When ctx is
// done, it stops and returns context.Cause(ctx).
func FitNuisance(ctx context.Context, options NuisanceOptions, contexts GARSContexts) (*Nuisance, error) {
	var out *C.duel_nuisance
	err := run(ctx, func(a *arena, j *job) error {
		o, err := options.c(a, contexts.Length)
		if err != nil {
			return err
		}
		c, err := contexts.c(a, j, options.Items, options.Categories, 0)
		if err != nil {
			return err
		}
		return call(func() C.duel_status { return C.duel_nuisance_fit(c, o, &out) })
	})
	if err != nil {
		return nil, err
	}
	n := &Nuisance{}
	open(n, &n.handle, unsafe.Pointer(out), freeNuisance)
	return n, nil
}

// Close frees the learners. Close may be called more than once and always returns nil.
func (n *Nuisance) Close() error {
	if n != nil {
		n.handle.close()
	}
	return nil
}

// some runs a function of the library on count contexts from first on, with a fixed number of results each.
func (n *Nuisance) some(first, count, width int,
	function func(p *C.duel_nuisance, first, count C.size_t, out *C.double, capacity C.size_t) C.duel_status) ([]float64, error) {
	from, err := toSize("first", first)
	if err != nil {
		return nil, err
	}
	size, err := checkedSize(count, width)
	if err != nil {
		return nil, err
	}
	out := make([]float64, size)
	err = n.read(func(p *C.duel_nuisance) C.duel_status {
		return function(p, from, C.size_t(count), doubles(out), C.size_t(len(out)))
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Predict gives cross-fitted probabilities of count contexts that were learnt from (labelled or not), from
// number first on: count x K x K x C, as GARSContexts.Mu takes them; 0 for an item against itself.
func (n *Nuisance) Predict(first, count int) ([]float64, error) {
	info, err := n.Info()
	if err != nil {
		return nil, err
	}
	return n.some(first, count, info.Items*info.Items*info.Categories,
		func(p *C.duel_nuisance, first, count C.size_t, out *C.double, capacity C.size_t) C.duel_status {
			return C.duel_nuisance_predict(p, first, count, out, capacity)
		})
}

// Propensities gives cross-fitted propensities of count contexts that were learnt from, from number first
// on: count x K x K, 0 for an item against itself; with GARSUnordered the probability of the pair in both
// places. ErrUnsupported with PropensityKnown.
func (n *Nuisance) Propensities(first, count int) ([]float64, error) {
	info, err := n.Info()
	if err != nil {
		return nil, err
	}
	return n.some(first, count, info.Items*info.Items,
		func(p *C.duel_nuisance, first, count C.size_t, out *C.double, capacity C.size_t) C.duel_status {
			return C.duel_nuisance_propensities(p, first, count, out, capacity)
		})
}
