package duel

// #include <duel.h>
import "C"

import (
	"context"
	"unsafe"
)

// values is the number of values of a functional.
func (g *GARS) values(functional int) (int, error) {
	number, err := toInt32("functional", functional)
	if err != nil {
		return 0, err
	}
	var out C.size_t
	err = g.read(func(p *C.duel_gars) C.duel_status { return C.duel_gars_values(p, number, &out) })
	return int(out), err
}

// Ellipsoid: A test of all values of a functional at once, n delta' Sigma^-1 delta with delta the estimate
// less null: values inside the confidence ellipsoid have a large p-value. Where the sum of the values does
// not depend on the data (all but Borda with unequal weights, some forms of Copeland, Kemeny and
// miscalibration) Sigma is singular and the test is on the complement, with one degree of freedom less.
//
// Arguments: functional is its number in the options, from 0; null has a number for each of its
// values. A covariance that is singular on the complement too (too few contexts or clusters) is
// ErrData.
func (g *GARS) Ellipsoid(ctx context.Context, functional int, estimate GARSEstimate, null []float64,
	options InferenceOptions) (ChiSquare, error) {
	number, err := toInt32("functional", functional)
	if err != nil {
		return ChiSquare{}, err
	}
	values, err := g.values(functional)
	if err != nil {
		return ChiSquare{}, err
	}
	if len(null) != values {
		return ChiSquare{}, refuse(ErrSize, "null has %d values, the functional %d", len(null), values)
	}
	return chiSquare(func(out *C.duel_wald_facts) error {
		return g.infer(ctx, options, func(p *C.duel_gars, o *C.duel_inference_options) C.duel_status {
			return C.duel_gars_ellipsoid(p, number, C.duel_estimator(estimate), doubles(null), o, out)
		})
	})
}

func chiSquare(function func(out *C.duel_wald_facts) error) (ChiSquare, error) {
	facts := C.duel_wald_facts{struct_size: C.sizeof_duel_wald_facts}
	if err := function(&facts); err != nil {
		return ChiSquare{}, err
	}
	return readChiSquare(&facts), nil
}

// InfluenceEquality is the same test for any two estimates of the same contexts, from their influence values
// (contexts x values, whose means they are), such as those of a parametric model and of GARS.Psi. Clusters
// are nil, or the cluster of every context. sumIsConstant: the values of both sum to the same in every
// context.
func InfluenceEquality(ctx context.Context, first, second Matrix, clusters []uint64, sumIsConstant bool,
	options InferenceOptions) (ChiSquare, error) {
	for _, table := range []struct {
		name   string
		matrix Matrix
	}{{"first", first}, {"second", second}} {
		if err := table.matrix.whole(table.name); err != nil {
			return ChiSquare{}, err
		}
	}
	if first.Rows != second.Rows || first.Columns != second.Columns {
		return ChiSquare{}, refuse(ErrSize, "first is %d x %d, second %d x %d",
			first.Rows, first.Columns, second.Rows, second.Columns)
	}
	if len(clusters) != 0 && len(clusters) != first.Rows {
		return ChiSquare{}, refuse(ErrSize, "clusters has %d values for %d contexts", len(clusters), first.Rows)
	}
	var constant C.int32_t
	if sumIsConstant {
		constant = 1
	}
	return chiSquare(func(out *C.duel_wald_facts) error {
		return run(ctx, func(a *arena, j *job) error {
			o, err := options.c(a, j)
			if err != nil {
				return err
			}
			return call(func() C.duel_status {
				return C.duel_influence_equality(C.size_t(first.Rows), C.size_t(first.Columns), doubles(first.Data),
					doubles(second.Data), (*C.uint64_t)(unsafe.SliceData(clusters)), constant, o, out)
			})
		})
	})
}
