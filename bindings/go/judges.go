package duel

// #include <duel.h>
import "C"

import (
	"context"
	"math"
	"unsafe"
)

// judges is the number of judges of the set, the anonymous one included.
func (s *Set) judges() (int, error) {
	facts, err := s.Info()
	if facts.HasAnonymous {
		facts.Judges++
	}
	return facts.Judges, err
}

// Votes are what judges said, how sure they said they were, and whether they were right.
type Votes struct {
	// Judge is that of every vote, 0 to Judges - 1.
	Judge []int
	// Confidence says how sure the judge said it was, from 0 to 1; NaN where it did not.
	Confidence []float64
	// Correct is 1 where it was right, 0 where it was not (or a share, such as that of the other judges who said
	// the same); NaN where it is unknown.
	Correct []float64
	// Judges is their number.
	Judges int
	// Bins are of equal width from 0 to 1; 0: 10.
	Bins int
}

// Stated is the stated confidence of judges, and of all votes together, last (judge -1), against what was
// right. Votes with a NaN are left out. A bad number is ErrData with its row. Intervals have level 0.95.
func (v Votes) Stated() ([]VotesConfidenceRow, error) {
	return votesRows(v, readVotesConfidenceRow, func(judge *C.int32_t, out **C.duel_table) C.duel_status {
		return C.duel_votes_confidence(judge, doubles(v.Confidence), doubles(v.Correct), C.size_t(len(v.Judge)),
			C.size_t(v.Judges), C.size_t(v.Bins), out)
	})
}

// Reliability are the reliability diagrams of the stated confidence of judges, and of all votes together,
// last (judge -1): how often judges were right where they said that they were so sure.
func (v Votes) Reliability() ([]VotesReliabilityRow, error) {
	return votesRows(v, readVotesReliabilityRow, func(judge *C.int32_t, out **C.duel_table) C.duel_status {
		return C.duel_votes_reliability(judge, doubles(v.Confidence), doubles(v.Correct), C.size_t(len(v.Judge)),
			C.size_t(v.Judges), C.size_t(v.Bins), out)
	})
}

func votesRows[T any](v Votes, read func(*result) []T, ask func(*C.int32_t, **C.duel_table) C.duel_status) ([]T, error) {
	votes := len(v.Judge)
	if len(v.Confidence) != votes || len(v.Correct) != votes {
		return nil, refuse(ErrSize, "Judge has %d votes, Confidence %d and Correct %d",
			votes, len(v.Confidence), len(v.Correct))
	}
	if _, err := toSize("Judges", v.Judges); err != nil {
		return nil, err
	}
	if _, err := toSize("Bins", v.Bins); err != nil {
		return nil, err
	}
	ids := make([]C.int32_t, votes)
	for row, id := range v.Judge {
		if id < 0 || id >= v.Judges || id > math.MaxInt32 {
			return nil, refuseRow(ErrData, row, "judge is %d, not 0 to %d", id, v.Judges-1)
		}
		ids[row] = C.int32_t(id)
	}
	return rowsOf(read, func(table **C.duel_table) error {
		return call(func() C.duel_status { return ask(unsafe.SliceData(ids), table) })
	})
}

// EffectiveJudges tells how many judges the judges are worth: the participation ratio (sum of
// eigenvalues)^2 / sum of squared eigenvalues of the correlation of the rows of scores, 1 where all go
// together (with either sign), the number of rows where none do; and (sum w)^2 / sum w^2 of precisions w
// (Kish 1965), NaN without.
//
// Scores are judges x items: what each judge thinks of the items, such as Model.Strengths, or the
// residuals of the model by judge and item (of what judges get wrong together). Rows that are constant or
// not all finite are left out. With Sensitivity all rows are in proportion, and worth one judge.
// Precisions are nil, or one number for every judge, such as 1 / variance of what it says.
func EffectiveJudges(scores Matrix, precisions []float64) (EffectiveFacts, error) {
	if err := scores.whole("scores"); err != nil {
		return EffectiveFacts{}, err
	}
	if len(precisions) != 0 && len(precisions) != scores.Rows {
		return EffectiveFacts{}, refuse(ErrSize, "precisions has %d numbers, scores %d rows", len(precisions), scores.Rows)
	}
	var c C.duel_effective_facts
	c.struct_size = C.sizeof_duel_effective_facts
	err := call(func() C.duel_status {
		return C.duel_rankings_effective(doubles(scores.Data), C.size_t(scores.Rows), C.size_t(scores.Columns),
			doubles(precisions), &c)
	})
	if err != nil {
		return EffectiveFacts{}, err
	}
	return readEffectiveFacts(&c), nil
}

// Bicluster gives two-way clusters of a table, such as Model.Strengths: rows and columns in an order in
// which neighbours are as near as can be (Bar-Joseph, Gifford and Jaakkola 2001), and their groups. The
// two sides are clustered each by itself, as Cluster does: rows of the table come first. When ctx is done, it stops and returns
// context.Cause(ctx).
//
// The table is finite: ErrData names a bad element, and its row or, of a constant column, that column;
// with DissimilarityCorrelation no row and no column may be constant. Groups are 1 to the number of rows or
// columns; 0: 1.
func Bicluster(ctx context.Context, table Matrix, dissimilarity Dissimilarity, linkage Linkage,
	rowGroups, columnGroups int) ([]MatrixBiclusterRow, error) {
	if err := table.whole("table"); err != nil {
		return nil, err
	}
	ofRows, err := toSize("rowGroups", rowGroups)
	if err != nil {
		return nil, err
	}
	ofColumns, err := toSize("columnGroups", columnGroups)
	if err != nil {
		return nil, err
	}
	return rowsOf(readMatrixBiclusterRow, func(out **C.duel_table) error {
		return run(ctx, func(a *arena, j *job) error {
			return call(func() C.duel_status {
				return C.duel_matrix_bicluster(doubles(table.Data), C.size_t(table.Rows), C.size_t(table.Columns),
					C.duel_dissimilarity(dissimilarity), C.duel_linkage(linkage), ofRows, ofColumns, j.token, out)
			})
		})
	})
}

// LearningCurve: learning curve: how near the ranking of few votes of few judges comes to that of all. The
// model is fitted to all comparisons, and then again and again to a share of the votes of some judges, both
// drawn at random; scores of items that both fits rank are compared. Replicate r draws the same judges in the
// same order at every point of the curve, so that points differ by less than their scatter.
//
// A diagnostic that the accept of the fit options does not take makes a fit fail: it is counted as missing.
// Of disconnected data the largest component is ranked. A ridge keeps all fits. ErrUnsupported for importance
// weights; for fewer than all judges where some comparisons have none.
//
// Arguments: shares are above 0 and at most 1. judges are numbers of judges, 1 to that of the set,
// the anonymous one included; nil stands for that number only. Points are those of the first share
// with every number of judges, then of the next. Of the validation options By is what is drawn as a
// whole, Repeats the replicates of every point (0: 10); Folds and Share must be 0, and Progress and
// Start of the fit options nil. When ctx is done, the call stops and returns context.Cause(ctx).
func LearningCurve(ctx context.Context, set *Set, fit Options, shares []float64, judges []int,
	options ValidationOptions) ([]SetLearningCurveRow, error) {
	numbers := make([]C.size_t, len(judges))
	for i, number := range judges {
		size, err := toSize("judges", number)
		if err != nil {
			return nil, err
		}
		numbers[i] = size
	}
	return rowsOf(readSetLearningCurveRow, func(out **C.duel_table) error {
		return run(ctx, func(a *arena, j *job) error {
			o, err := options.c(a, j)
			if err != nil {
				return err
			}
			f, err := fit.beside(a, j)
			if err != nil {
				return err
			}
			return set.read(func(p *C.duel_set) C.duel_status {
				return C.duel_set_learning_curve(p, doubles(shares), C.size_t(len(shares)), unsafe.SliceData(numbers),
					C.size_t(len(numbers)), f, o, out)
			})
		})
	})
}
