package duel

// #include <duel.h>
import "C"

import (
	"context"
	"unsafe"
)

// Cluster gives agglomerative clusters of items from dissimilarities (Lance and Williams 1967): the
// n - 1 merges in the order of their heights, SciPy's linkage matrix, and the items from left to right.
// When ctx is done, it stops and returns context.Cause(ctx).
//
// Dissimilarities are items x items: symmetric, finite, not negative, zero on the diagonal, such as
// those of Model.Distances, or 1 less those of Agreement; Error.Row names the row of a bad one.
// Optimal: the two sides of every merge are so exchanged that the sum of the dissimilarities of
// neighbouring leaves is least (Bar-Joseph, Gifford and Jaakkola 2001), the smaller of the two
// outermost leaves on the left. Else the cluster with the smaller number is on the left.
func Cluster(
	ctx context.Context, dissimilarities Matrix, linkage Linkage, optimal bool,
) ([]TreeClusterRow, []int, error) {
	leaves, err := room(dissimilarities, 1)
	if err != nil {
		return nil, nil, err
	}
	order := make([]C.int64_t, leaves.Rows)
	var ordered C.int32_t
	if optimal {
		ordered = 1
	}
	merges, err := rowsOf(readTreeClusterRow, func(table **C.duel_table) error {
		return run(ctx, func(a *arena, j *job) error {
			return call(func() C.duel_status {
				return C.duel_tree_cluster(doubles(dissimilarities.Data), C.size_t(leaves.Rows), C.duel_linkage(linkage),
					ordered, j.token, table, unsafe.SliceData(order), C.size_t(len(order)))
			})
		})
	})
	if err != nil {
		return nil, nil, err
	}
	return merges, toInts(order), nil
}

// toInts makes Go's numbers of the library's.
func toInts(numbers []C.int64_t) []int {
	out := make([]int, len(numbers))
	for i, number := range numbers {
		out[i] = int(number)
	}
	return out
}

// Cut gives the cluster of each item when the tree of Cluster is cut, from 0 in the order of their
// first items. Value is the number of clusters, 1 to the number of items, or the height. Error.Row
// names a bad merge.
func Cut(merges []TreeClusterRow, by CutBy, value float64) ([]int, error) {
	left, right := make([]C.int64_t, len(merges)), make([]C.int64_t, len(merges))
	heights := make([]float64, len(merges))
	for i, merge := range merges {
		left[i], right[i], heights[i] = C.int64_t(merge.LeftCluster), C.int64_t(merge.RightCluster), merge.Height
	}
	out := make([]C.int64_t, len(merges)+1)
	err := call(func() C.duel_status {
		return C.duel_tree_cut(unsafe.SliceData(left), unsafe.SliceData(right), doubles(heights), C.size_t(len(out)),
			C.duel_cut(by), C.double(value), unsafe.SliceData(out), C.size_t(len(out)))
	})
	if err != nil {
		return nil, err
	}
	return toInts(out), nil
}
