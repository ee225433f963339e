package duel

// #include <duel.h>
import "C"

import (
	"context"
	"unsafe"
)

// Linkage is the dissimilarity of two clusters.
type Linkage int32

// The linkages.
const (
	// LinkageAverage: the mean dissimilarity over all pairs of items of two clusters (UPGMA).
	LinkageAverage Linkage = C.DUEL_LINKAGE_AVERAGE
	// LinkageComplete: the largest.
	LinkageComplete Linkage = C.DUEL_LINKAGE_COMPLETE
	// LinkageSingle: the smallest.
	LinkageSingle Linkage = C.DUEL_LINKAGE_SINGLE
	// LinkageWard: Ward (1963), for Euclidean distances: the root of twice the growth of the sum of squares
	// within clusters (R's ward.D2).
	LinkageWard Linkage = C.DUEL_LINKAGE_WARD
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

// CutBy says where to cut a tree.
type CutBy int32

// The cuts.
const (
	// CutNumber: cut a tree into the given number of clusters.
	CutNumber CutBy = C.DUEL_CUT_NUMBER
	// CutHeight: cut a tree above all merges of at most this height.
	CutHeight CutBy = C.DUEL_CUT_HEIGHT
)

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

// TiersBy says where a tier ends.
type TiersBy int32

// The tiers.
const (
	// TiersSignificance: in the order of the scores an item opens a new tier if it is significantly worse than
	// the first item of the present one, in the simultaneous comparison of all pairs that Estimates.Ranks makes.
	// Items of one tier need not be alike: a later one may differ from one in the middle, but no item of a tier
	// is significantly worse than its first.
	TiersSignificance TiersBy = C.DUEL_TIERS_SIGNIFICANCE
	// TiersNumber: the given number of tiers, with the least sum over items of (score - mean of its tier)^2.
	// Exact (Fisher 1958); equal scores stay together.
	TiersNumber TiersBy = C.DUEL_TIERS_NUMBER
	// TiersGap: A new tier where the score is lower than the one before by more than this.
	TiersGap TiersBy = C.DUEL_TIERS_GAP
)

// Tiers are the tiers of the items, by id, in the order of their scores: 0 for the best. Value is, by
// number, how many tiers, 1 to the number of different scores; by gap the gap, in the unit of the
// scores, not negative; by significance ignored. Of the options Unit and Scale are those of the
// scores; by significance also everything of the comparison is used: Level, Covariance, and Intervals
// as in Estimates.Ranks.
//
// An item that has no place among the others is in tier -1: outside the largest component of
// disconnected data, with a score of which nothing is known, or apart from the largest group where
// scores diverge (FitSeparated).
func (m *Model) Tiers(
	ctx context.Context, by TiersBy, value float64, options InferenceOptions,
) ([]ModelTiersRow, error) {
	return inferRows(ctx, m, options, readModelTiersRow,
		func(p *C.duel_model, o *C.duel_inference_options, out **C.duel_table) C.duel_status {
			return C.duel_model_tiers(p, C.duel_tiering(by), C.double(value), o, out)
		})
}
