package duel

// #include <duel.h>
// int32_t duelGoProbabilities(void *user, size_t first, size_t count, double *mu);
import "C"

import (
	"context"
	"runtime/cgo"
	"unsafe"
)

// GARSContexts are contexts with what is predicted and what was labelled. Slices refer to the caller's
// memory, which must not change during a call.
type GARSContexts struct {
	// Length is the number of contexts, n.
	Length int
	// Mu are the probabilities, n x K x K x C: of every context, item shown first, item shown second,
	// category. Each pair's sum to one within 1e-6 and are then made to; those of an item against itself
	// are not looked at. For GARS.Run and FitNuisance empty.
	Mu []float64
	// MuStrides is empty, Mu being row-major; or 4 numbers of values from one context, first item, second
	// item, category to the next. 0 of contexts: all have the same probabilities, worked on once.
	MuStrides []int
	// Judge are probabilities of a judge, n x K x K x C, for GARSMiscalibration; else empty.
	Judge []float64
	// JudgeStrides are as MuStrides.
	JudgeStrides []int
	// Propensities are those of all pairs, n x K x K, for GARSEfficient and GARSEfficientOrder; else empty.
	Propensities []float64
	// PropensityStrides is empty, or the 3 strides of Propensities.
	PropensityStrides []int
	// Groups are weights of the contexts in groups, n x groups, finite and not negative, 0 or 1 as a rule; empty
	// where the estimate has no groups, and for FitNuisance.
	Groups []float64
	// GroupStrides is empty, or the 2 strides of Groups.
	GroupStrides []int
	// Context is that of every label, 0 to n - 1, in any order: IDs. Any number of labels for a context,
	// none among them (such contexts say what the predictor says, and count).
	Context Keys
	// First is the item shown first.
	First Keys
	// Second is the item shown second.
	Second Keys
	// Category is that of the label, 0 to C - 1.
	Category Keys
	// Propensity is the probability, given the context, with which this pair was to be labelled: above 0,
	// at most 1.
	Propensity Values
	// Weight are weights among several labels of one pair of a context, positive; absent: equal.
	Weight Values
	// Replicates: several labels of one pair of a context are averaged; they must have the same
	// propensity. Else they are refused.
	Replicates bool
	// Threads to use; 0: one. Results do not depend on it.
	Threads int
	// Cluster is that of every context, integers that are not negative: IDs, n of them with GARSKeyed or
	// GARSTogether, else absent.
	Cluster Keys
	// Fold is that of every context, IDs from 0, n of them, for the second-order correction: labels of a fold must
	// not have been used for its Mu (Nuisance.Folds has those of learners). Absent: there is no correction.
	// Contexts are corrected by the labels of the same call, so give all at once where you can.
	Fold Keys
	// Features are numbers known of every context, n x columns, finite, of which the second-order correction may
	// make use; looked at with Fold only.
	Features Matrix
	// Progress is nil, or called now and then: Iteration counts blocks of contexts.
	Progress ProgressFunc
}

// strided translates a table of contexts and checks that it is as long as its shape and strides need.
func (a *arena) strided(argument string, values []float64, strides, shape []int) (*C.double, *C.size_t, error) {
	if len(values) == 0 {
		return nil, nil, nil
	}
	if len(strides) == 0 {
		size := 1
		for _, n := range shape {
			var err error
			if size, err = checkedSize(size, n); err != nil {
				return nil, nil, err
			}
		}
		if len(values) != size {
			return nil, nil, refuse(ErrSize, "%s holds %d numbers, not %d", argument, len(values), size)
		}
		return a.doubles(values), nil, nil
	}
	if len(strides) != len(shape) {
		return nil, nil, refuse(ErrSize, "%s has %d strides, not %d", argument, len(strides), len(shape))
	}
	// The rest of the values, beyond the farthest one that is read.
	left := len(values) - 1
	steps := make([]C.size_t, len(strides))
	for i, stride := range strides {
		if stride < 0 {
			return nil, nil, refuse(ErrArgument, "%s has the stride %d, below 0", argument, stride)
		}
		if n := shape[i] - 1; n > 0 && stride > 0 {
			if n > left/stride {
				return nil, nil, refuse(ErrSize, "%s holds %d numbers, too few for its strides", argument, len(values))
			}
			left -= n * stride
		}
		steps[i] = C.size_t(stride)
	}
	a.pinner.Pin(unsafe.SliceData(steps))
	return a.doubles(values), unsafe.SliceData(steps), nil
}

func (x GARSContexts) c(a *arena, j *job, items, categories, groups int) (*C.duel_gars_contexts, error) {
	length, err := toSize("Length", x.Length)
	if err != nil {
		return nil, err
	}
	threads, err := toInt32("Threads", x.Threads)
	if err != nil {
		return nil, err
	}
	labels := x.Context.column.length
	out := &C.duel_gars_contexts{
		struct_size: C.sizeof_duel_gars_contexts,
		length:      length,
		labels:      C.size_t(labels),
		threads:     threads,
		cancel:      j.token,
	}
	all := []int{x.Length, items, items, categories}
	if out.mu, out.mu_strides, err = a.strided("Mu", x.Mu, x.MuStrides, all); err != nil {
		return nil, err
	}
	if out.judge, out.judge_strides, err = a.strided("Judge", x.Judge, x.JudgeStrides, all); err != nil {
		return nil, err
	}
	out.propensities, out.propensity_strides, err = a.strided("Propensities", x.Propensities, x.PropensityStrides, all[:3])
	if err != nil {
		return nil, err
	}
	out.groups, out.group_strides, err = a.strided("Groups", x.Groups, x.GroupStrides, []int{x.Length, groups})
	if err != nil {
		return nil, err
	}
	for _, field := range []struct {
		name   string
		from   column
		length int
		to     *C.duel_column
	}{
		{"context", x.Context.column, labels, &out.context},
		{"first", x.First.column, labels, &out.first},
		{"second", x.Second.column, labels, &out.second},
		{"category", x.Category.column, labels, &out.category},
		{"propensity", x.Propensity.column, labels, &out.propensity},
		{"weight", x.Weight.column, labels, &out.weight},
		{"cluster", x.Cluster.column, x.Length, &out.cluster},
		{"fold", x.Fold.column, x.Length, &out.fold},
	} {
		other := "context"
		if field.name == "cluster" || field.name == "fold" {
			other = "Length"
		}
		if err := a.field(field.name, field.from, other, field.length, field.to); err != nil {
			return nil, err
		}
	}
	if !x.Features.absent() {
		if err := x.Features.whole("Features"); err != nil {
			return nil, err
		}
		if x.Features.Rows != x.Length {
			return nil, refuse(ErrSize, "Features has %d rows for %d contexts", x.Features.Rows, x.Length)
		}
		out.features, out.feature_count = a.doubles(x.Features.Data), C.size_t(x.Features.Columns)
	}
	if x.Replicates {
		out.replicates = 1
	}
	if x.Progress != nil {
		out.progress, out.user = j.progress(a, x.Progress)
	}
	return out, nil
}

// with translates contexts for the estimate.
func (g *GARS) with(ctx context.Context, contexts GARSContexts, function func(*C.duel_gars_contexts) error) error {
	info, err := g.Info()
	if err != nil {
		return err
	}
	groups, err := g.Groups()
	if err != nil {
		return err
	}
	return run(ctx, func(a *arena, j *job) error {
		c, err := contexts.c(a, j, info.Items, info.Categories, len(groups))
		if err != nil {
			return err
		}
		return function(c)
	})
}

// Add adds contexts: all, or none where one is refused. Error.Row then names the context, or the label
// where a label is to blame. Probabilities that are negative, NaN or do not sum to one, a propensity of 0 or
// less of a labelled pair, labels out of range or of an item against itself, and repeated labels are
// ErrData. When ctx is done, it stops and returns context.Cause(ctx).
func (g *GARS) Add(ctx context.Context, contexts GARSContexts) error {
	return g.with(ctx, contexts, func(c *C.duel_gars_contexts) error {
		return g.change(func(p *C.duel_gars) C.duel_status { return C.duel_gars_add(p, c) })
	})
}

// ProbabilitiesFunc writes the probabilities of contexts first to first + count - 1, count x K x K x C
// numbers, row-major, to mu; what it leaves out is found. It is called on the goroutine of the call, must
// not keep mu, and must not end the goroutine (runtime.Goexit, and so testing.T.FailNow).
type ProbabilitiesFunc func(first, count int, mu []float64) error

// predictor is what the trampoline finds behind the pointer that it is given.
type predictor struct {
	function ProbabilitiesFunc
	width    int // numbers of a context
	err      error
	panicked any
}

// duelGoProbabilities is what the library calls for every ProbabilitiesFunc. A panic must not unwind
// through the frames of the library, so it stops here and goes on after the call.
//
//export duelGoProbabilities
func duelGoProbabilities(user unsafe.Pointer, first, count C.size_t, mu *C.double) (stop C.int32_t) {
	p := (*(*cgo.Handle)(user)).Value().(*predictor)
	defer func() {
		if value := recover(); value != nil {
			p.panicked = value
			stop = 1
		}
	}()
	values := make([]float64, p.width*int(count))
	if p.err = p.function(int(first), int(count), values); p.err != nil {
		return 1
	}
	copy(unsafe.Slice((*float64)(unsafe.Pointer(mu)), len(values)), values)
	return 0
}

// Run: adds contexts whose probabilities a function writes, 10 MB of them at a time, so that they need not
// fit in memory. All contexts of the call are added, or none: call it for parts of them to keep what was done
// before a failure.
//
// Arguments: Mu of the contexts is empty. An error of the function ends the work, and Run returns it;
// it may panic, which ends the work and goes on in the caller.
func (g *GARS) Run(ctx context.Context, contexts GARSContexts, function ProbabilitiesFunc) error {
	if function == nil {
		return refuse(ErrNull, "function is nil")
	}
	info, err := g.Info()
	if err != nil {
		return err
	}
	width, err := checkedSize(info.Items*info.Items, info.Categories)
	if err != nil {
		return err
	}
	p := &predictor{function: function, width: width}
	handle := cgo.NewHandle(p)
	defer handle.Delete()
	// The library holds the address of a handle rather than of Go memory with pointers in it.
	user := new(cgo.Handle)
	*user = handle
	err = g.with(ctx, contexts, func(c *C.duel_gars_contexts) error {
		return g.change(func(gars *C.duel_gars) C.duel_status {
			return C.duel_gars_run(gars, c, C.duel_gars_mu_fn(C.duelGoProbabilities), unsafe.Pointer(user))
		})
	})
	if p.panicked != nil {
		panic(p.panicked)
	}
	if p.err != nil {
		return p.err
	}
	return err
}

// RunNuisance adds contexts with the probabilities that were learnt from the same contexts, in the same
// order, as Run with Nuisance.Predict.
func (g *GARS) RunNuisance(ctx context.Context, contexts GARSContexts, learnt *Nuisance) error {
	facts, err := learnt.Info()
	if err != nil {
		return err
	}
	info, err := g.Info()
	if err != nil {
		return err
	}
	// The output is as large as the training data.
	if facts.Items != info.Items || facts.Categories != info.Categories {
		return refuse(ErrArgument, "learnt has %d items and %d categories, the estimate %d and %d",
			facts.Items, facts.Categories, info.Items, info.Categories)
	}
	return g.with(ctx, contexts, func(c *C.duel_gars_contexts) error {
		var inner error
		err := learnt.read(func(n *C.duel_nuisance) C.duel_status {
			inner = g.change(func(p *C.duel_gars) C.duel_status {
				return C.duel_gars_run(p, c, C.duel_gars_mu_fn(C.duel_nuisance_mu), unsafe.Pointer(n))
			})
			return C.DUEL_OK
		})
		if err == nil {
			err = inner
		}
		return err
	})
}

// ModelMu are the probabilities of a context by a fitted model, K x K x C, for use as GARSContexts.Mu: the
// parametric and the nonparametric side meet in the same scores. Fit the model to other labels than those
// that correct it (Set.Split). The model is of the same items in the same order; without ties for two
// categories, for three with or without; else ErrUnsupported. Judge is the id of a judge of the model, or -1:
// one of sensitivity one. ofContext is the id of a context where covariates need it, or -1: none. Of the
// options Contexts, IgnorePosition and Scale are looked at.
func (g *GARS) ModelMu(ctx context.Context, model *Model, judge, ofContext int, options InferenceOptions) ([]float64, error) {
	info, err := g.Info()
	if err != nil {
		return nil, err
	}
	size, err := checkedSize(info.Items*info.Items, info.Categories)
	if err != nil {
		return nil, err
	}
	who, err := toInt32("judge", judge)
	if err != nil {
		return nil, err
	}
	where, err := toInt32("ofContext", ofContext)
	if err != nil {
		return nil, err
	}
	out := make([]float64, size)
	var inner error
	err = g.read(func(p *C.duel_gars) C.duel_status {
		inner = model.infer(ctx, options, func(m *C.duel_model, o *C.duel_inference_options) C.duel_status {
			return C.duel_gars_model_mu(p, m, who, where, o, doubles(out), C.size_t(len(out)))
		})
		return C.DUEL_OK
	})
	if err == nil {
		err = inner
	}
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Psi are the influence values psi of contexts, n x values, those of all functionals one after the other,
// for a bootstrap or computations of one's own; and F(mu), without the correction. Nothing is added.
func (g *GARS) Psi(ctx context.Context, contexts GARSContexts) (psi, plugin Matrix, err error) {
	info, err := g.Info()
	if err != nil {
		return Matrix{}, Matrix{}, err
	}
	if psi, err = newMatrix(contexts.Length, info.Values); err != nil {
		return Matrix{}, Matrix{}, err
	}
	if plugin, err = newMatrix(contexts.Length, info.Values); err != nil {
		return Matrix{}, Matrix{}, err
	}
	err = g.with(ctx, contexts, func(c *C.duel_gars_contexts) error {
		return g.read(func(p *C.duel_gars) C.duel_status {
			return C.duel_gars_psi(p, c, doubles(psi.Data), C.size_t(len(psi.Data)), doubles(plugin.Data), C.size_t(len(plugin.Data)))
		})
	})
	if err != nil {
		return Matrix{}, Matrix{}, err
	}
	return psi, plugin, nil
}

// Weights: the variance of a functional that labels of every pair would add, times their propensity: W_jk =
// trace(Q J_jk V_jk J_jk'), J the derivative of F in mu_jk and V the covariance of the label. What policies
// spend a budget by. Labels, clusters and propensities of the contexts are ignored.
//
// Arguments: functional is its number in the options, from 0; GARSEfficient and GARSEfficientOrder
// have no weights (ErrUnsupported). q is the zero Matrix, the identity (A-optimality), or values x
// values, symmetric. The result is n x K K, row-major, 0 on the diagonal; with GARSUnordered above
// the diagonal.
func (g *GARS) Weights(ctx context.Context, functional int, contexts GARSContexts, q Matrix) (Matrix, error) {
	number, err := toInt32("functional", functional)
	if err != nil {
		return Matrix{}, err
	}
	info, err := g.Info()
	if err != nil {
		return Matrix{}, err
	}
	if !q.absent() {
		values, err := g.values(functional)
		if err != nil {
			return Matrix{}, err
		}
		if err := q.whole("q"); err != nil {
			return Matrix{}, err
		}
		if q.Rows != values || q.Columns != values {
			return Matrix{}, refuse(ErrSize, "q is %d x %d, not %d x %d", q.Rows, q.Columns, values, values)
		}
	}
	return filled(contexts.Length, info.Items*info.Items, func(data *C.double, size C.size_t) error {
		return g.with(ctx, contexts, func(c *C.duel_gars_contexts) error {
			return g.read(func(p *C.duel_gars) C.duel_status {
				return C.duel_gars_weights(p, number, c, doubles(q.Data), data, size)
			})
		})
	})
}
