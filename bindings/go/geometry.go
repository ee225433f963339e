package duel

// #include <duel.h>
import "C"

import "context"

// Distances are those of all pairs of items, items x items, symmetric, zero on the diagonal. NaN
// between items of which nothing is known relative to each other, such as those of different
// components; infinite where the difference diverges. Unit of the options multiplies differences of
// scores; Scale says which judge has sensitivity one.
func (m *Model) Distances(ctx context.Context, what Distance, options InferenceOptions) (Matrix, error) {
	items, err := m.count(Scores)
	if err != nil {
		return Matrix{}, err
	}
	return filled(items, items, func(data *C.double, size C.size_t) error {
		return m.infer(ctx, options, func(p *C.duel_model, o *C.duel_inference_options) C.duel_status {
			return C.duel_model_distances(p, C.duel_distance(what), o, data, size)
		})
	})
}

// Eigenvalue is an eigenvalue of a map.
type Eigenvalue struct {
	// Value is the eigenvalue.
	Value float64
	// Share is its share in the sum of the absolute values of all (Mardia 1978): of the variance,
	// where none is negative.
	Share float64
}

// Map is a map of items.
type Map struct {
	// Coordinates are items x dimensions: eigenvectors, the largest eigenvalue first, each times the
	// root of its eigenvalue; 0 on axes whose eigenvalue is not positive. The largest entry of each
	// axis is positive.
	Coordinates Matrix
	// Eigenvalues are all of them, the largest first. Negative ones show how far the
	// dissimilarities are from being Euclidean distances.
	Eigenvalues []Eigenvalue
}

// room makes room for coordinates, of dimensions that can be.
func room(dissimilarities Matrix, dimensions int) (Matrix, error) {
	if err := dissimilarities.whole("dissimilarities"); err != nil {
		return Matrix{}, err
	}
	items := dissimilarities.Rows
	if dissimilarities.Columns != items {
		return Matrix{}, refuse(ErrSize, "dissimilarities is %d x %d, not square", items, dissimilarities.Columns)
	}
	if dimensions < 1 || dimensions > max(1, items) {
		return Matrix{}, refuse(ErrArgument, "dimensions is %d, not 1 to %d", dimensions, items)
	}
	return newMatrix(items, dimensions)
}

// KernelPCA are the kernel principal components (Schoelkopf, Smola and Mueller 1998) of items, from
// dissimilarities d and the kernel exp(-gamma d^2), doubly centred; with the gamma that was taken.
//
// Dissimilarities are items x items: symmetric, finite, not negative, zero on the diagonal, such as
// those of Model.Distances; Error.Row names the row of a bad one. Gamma is positive; 0: one over the
// median of d^2 over all pairs of different items. Dimensions are 1 to the number of items. When ctx is done, it stops
// and returns context.Cause(ctx).
func KernelPCA(ctx context.Context, dissimilarities Matrix, gamma float64, dimensions int) (Map, float64, error) {
	var used C.double
	out, err := mapped(ctx, dissimilarities, dimensions, func(token *C.duel_cancel, out Matrix, eigenvalues, shares []float64) C.duel_status {
		return C.duel_map_kernel_pca(doubles(dissimilarities.Data), C.size_t(dissimilarities.Rows), C.double(gamma),
			C.size_t(dimensions), token, doubles(out.Data), C.size_t(len(out.Data)),
			doubles(eigenvalues), C.size_t(len(eigenvalues)), doubles(shares), C.size_t(len(shares)), &used)
	})
	return out, float64(used), err
}

// MDSClassical: classical multidimensional scaling (Torgerson 1952; principal coordinates): the eigenvectors
// of -1/2 of the squared dissimilarities, doubly centred. Exact for Euclidean distances in the given number
// of dimensions. Time of order items^3.
//
// Arguments: they are those of KernelPCA.
func MDSClassical(ctx context.Context, dissimilarities Matrix, dimensions int) (Map, error) {
	return mapped(ctx, dissimilarities, dimensions, func(token *C.duel_cancel, out Matrix, eigenvalues, shares []float64) C.duel_status {
		return C.duel_map_classical(doubles(dissimilarities.Data), C.size_t(dissimilarities.Rows),
			C.size_t(dimensions), token, doubles(out.Data), C.size_t(len(out.Data)),
			doubles(eigenvalues), C.size_t(len(eigenvalues)), doubles(shares), C.size_t(len(shares)))
	})
}

// mapped runs a function of the library that makes a map.
func mapped(
	ctx context.Context, dissimilarities Matrix, dimensions int,
	function func(token *C.duel_cancel, out Matrix, eigenvalues, shares []float64) C.duel_status,
) (Map, error) {
	out, err := room(dissimilarities, dimensions)
	if err != nil {
		return Map{}, err
	}
	eigenvalues, shares := make([]float64, out.Rows), make([]float64, out.Rows)
	err = run(ctx, func(a *arena, j *job) error {
		return call(func() C.duel_status { return function(j.token, out, eigenvalues, shares) })
	})
	if err != nil {
		return Map{}, err
	}
	result := Map{Coordinates: out, Eigenvalues: make([]Eigenvalue, out.Rows)}
	for i := range result.Eigenvalues {
		result.Eigenvalues[i] = Eigenvalue{Value: eigenvalues[i], Share: shares[i]}
	}
	return result, nil
}

// MDSSmacof: metric multidimensional scaling by majorisation of the raw stress (SMACOF, de Leeuw and Heiser
// 1980): a map whose distances are as near as possible to the dissimilarities, in least squares. Every start
// ends at a local optimum (or at the number of iterations); the best of them is taken, which need not be the
// best there is: on a line it seldom is.
//
// Arguments: dissimilarities are as in KernelPCA; those of pairs with weight 0 are ignored.
// weights is the zero Matrix, all 1, or items x items: symmetric, finite, not negative, 0 for a
// missing pair. Items that no chain of positive weights connects are ErrNotIdentified. When ctx is
// done, the call stops and returns context.Cause(ctx).
func MDSSmacof(ctx context.Context, dissimilarities, weights Matrix, dimensions int,
	options SmacofOptions) (Matrix, SmacofInfo, error) {
	out, err := room(dissimilarities, dimensions)
	if err != nil {
		return Matrix{}, SmacofInfo{}, err
	}
	if !weights.absent() {
		if err := weights.whole("weights"); err != nil {
			return Matrix{}, SmacofInfo{}, err
		}
		if weights.Rows != out.Rows || weights.Columns != out.Rows {
			return Matrix{}, SmacofInfo{}, refuse(ErrSize, "weights is %d x %d, dissimilarities %d x %d",
				weights.Rows, weights.Columns, out.Rows, out.Rows)
		}
	}
	c := C.duel_smacof_facts{struct_size: C.sizeof_duel_smacof_facts}
	err = run(ctx, func(a *arena, j *job) error {
		o, err := options.c(a, j)
		if err != nil {
			return err
		}
		return call(func() C.duel_status {
			return C.duel_map_smacof(doubles(dissimilarities.Data), doubles(weights.Data), C.size_t(out.Rows),
				C.size_t(dimensions), o, doubles(out.Data), C.size_t(len(out.Data)), &c)
		})
	})
	if err != nil {
		return Matrix{}, SmacofInfo{}, err
	}
	return out, readSmacofInfo(&c), nil
}
