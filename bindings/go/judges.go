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

// Judges are the votes of every judge, the anonymous one last if there is one. Level is that of the
// intervals; 0: 0.95. They are those of Wilson (1927), and take comparisons as independent; with
// importance weights they go by Kish's effective number.
//
// A judge whose first-position share lies far from one half answers by position, or was shown the better items
// first: Order tells whether the order was left to chance, and a model with PositionByJudge tells the
// two apart.
func (s *Set) Judges(level float64) ([]SetJudgesRow, error) {
	return setRows(context.Background(), s, readSetJudgesRow,
		func(p *C.duel_set, _ *C.duel_cancel, out **C.duel_table) C.duel_status {
			return C.duel_set_judges(p, C.double(level), out)
		})
}

// Order tells whether what is shown first was left to chance.
type Order struct {
	// Pairs of items that were compared in a known order.
	Pairs int
	// BothOrders are those of them that were shown in both orders.
	BothOrders int
	// RarerShare is the share of the comparisons with a known order in the rarer order of their pair, 0 where every
	// pair came in one order only; NaN where no comparison has an order.
	RarerShare float64
	// Statistic is the sum over pairs of (sum_c d_c)^2 / sum_c d_c^2, where d_c is how often context c shows the pair
	// in one order less how often in the other.
	Statistic float64
	// P is the probability of at least this if the order was drawn by a fair coin, for each comparison or once for each
	// pair in a context; NaN with importance weights, and where no comparison has an order.
	P float64
	// Ordered are the comparisons with a presentation order.
	Ordered float64
	// Unordered are those without one: they are in none of the numbers above.
	Unordered float64
}

// Order tests whether the item shown first was chosen at random. If it was not, a judge that favours the first answer
// looks like one that favours the items shown first, except to a model.
func (s *Set) Order() (Order, error) {
	var c C.duel_order_facts
	c.struct_size = C.sizeof_duel_order_facts
	if err := s.read(func(p *C.duel_set) C.duel_status { return C.duel_set_order(p, &c) }); err != nil {
		return Order{}, err
	}
	return Order{
		Pairs: int(c.pairs), BothOrders: int(c.both_orders), RarerShare: float64(c.rarer_share),
		Statistic: float64(c.statistic), P: float64(c.p),
		Ordered: float64(c.ordered), Unordered: float64(c.unordered),
	}, nil
}

// Triads: circular triads of every judge (Kendall and Babington Smith 1940): triples of items whose three
// pairs all have a majority among the judge's votes, and in which a beats b, b beats c and c beats a. One who
// answers at random makes a quarter of them circular.
//
// Arguments: when ctx is done, the call stops and returns context.Cause(ctx). The anonymous judge is
// last if there is one.
func (s *Set) Triads(ctx context.Context) ([]SetTriadsRow, error) {
	return setRows(ctx, s, readSetTriadsRow,
		func(p *C.duel_set, token *C.duel_cancel, out **C.duel_table) C.duel_status {
			return C.duel_set_triads(p, token, out)
		})
}

// Agreement: agreement of each judge with the majority of the others on the same pair in the same context.
//
// A unit is a pair of items in a context, whichever was shown first; where the set has no contexts, a pair.
// Comparisons without a context in a set that has some are left out. Who answered a unit more than once
// counts there once, with shares of the answers. The three answers are the one item, the other and a tie of
// any kind.
//
// Kappa is Cohen's (1960), (observed - chance) / (1 - chance). Chance is the agreement of two who answer by
// the position and nothing else, each taking left, right and tie as often as it did over the units that the
// two share: the same position where they saw a unit in the same order, different positions where they did
// not. A judge who always takes the first position thus has kappa 0 with everybody. Intervals are those of
// Wilson (1927), units taken as independent.
//
// Arguments: level is that of the intervals, or 0 for 0.95. The anonymous judge is last if there is
// one.
func (s *Set) Agreement(ctx context.Context, level float64) ([]SetAgreementRow, error) {
	return setRows(ctx, s, readSetAgreementRow,
		func(p *C.duel_set, token *C.duel_cancel, out **C.duel_table) C.duel_status {
			return C.duel_set_agreement(p, C.double(level), token, out)
		})
}

// AgreementPairs is the agreement of any two judges, each two once. Units, answers and kappa are those of
// Agreement.
func (s *Set) AgreementPairs(ctx context.Context) ([]SetAgreementPairsRow, error) {
	return setRows(ctx, s, readSetAgreementPairsRow,
		func(p *C.duel_set, token *C.duel_cancel, out **C.duel_table) C.duel_status {
			return C.duel_set_agreement_pairs(p, token, out)
		})
}

// AlphaMetric says how far apart two answers are.
type AlphaMetric int32

// The metrics of alpha.
const (
	// AlphaNominal: any two different answers are equally far apart.
	AlphaNominal AlphaMetric = C.DUEL_ALPHA_NOMINAL
	// AlphaOrdinal: A tie lies between the two items, and answers are as far apart as the answers given between
	// them are many.
	AlphaOrdinal AlphaMetric = C.DUEL_ALPHA_ORDINAL
)

// Orientation says from which of its items a pair is looked at.
type Orientation int32

// The orientations.
const (
	// OrientationBoth: every pair is counted from both of its items, so that results do not depend on their ids.
	OrientationBoth Orientation = C.DUEL_ORIENTATION_BOTH
	// OrientationByID: every pair is counted from the item with the lower id. Where items are shown in the order
	// of their ids, agreement because all judges prefer the same position then counts as chance.
	OrientationByID Orientation = C.DUEL_ORIENTATION_BY_ID
)

// Krippendorff: Krippendorff's alpha: how reliable the judges are together, and without each of them.
//
// 1 - observed / expected disagreement (Krippendorff, Content analysis, 2004): 1 if all judges say the same
// of every unit, 0 if they agree as often as answers drawn by lot would. Units and answers are those of
// Set.Agreement; a unit needs two judges. Judges without whom alpha is larger make the panel less reliable.
// Errors are those of the jackknife over contexts.
//
// Arguments: level is that of the intervals, or 0 for 0.95. The first row is that of all judges; then
// follow those without judge 0, 1, ..., the anonymous one last if there is one.
func (s *Set) Krippendorff(ctx context.Context, metric AlphaMetric, orientation Orientation,
	level float64) ([]SetKrippendorffRow, error) {
	return setRows(ctx, s, readSetKrippendorffRow,
		func(p *C.duel_set, token *C.duel_cancel, out **C.duel_table) C.duel_status {
			return C.duel_set_krippendorff(p, C.duel_alpha(metric), C.duel_orientation(orientation),
				C.double(level), token, out)
		})
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
func EffectiveJudges(scores Matrix, precisions []float64) (participation, byPrecision float64, err error) {
	if err := scores.whole("scores"); err != nil {
		return 0, 0, err
	}
	if len(precisions) != 0 && len(precisions) != scores.Rows {
		return 0, 0, refuse(ErrSize, "precisions has %d numbers, scores %d rows", len(precisions), scores.Rows)
	}
	var c C.duel_effective_facts
	c.struct_size = C.sizeof_duel_effective_facts
	err = call(func() C.duel_status {
		return C.duel_rankings_effective(doubles(scores.Data), C.size_t(scores.Rows), C.size_t(scores.Columns),
			doubles(precisions), &c)
	})
	return float64(c.participation), float64(c.by_precision), err
}

// Dissimilarity says how far apart two rows or columns of a table are.
type Dissimilarity int32

// The distances of rows or columns.
const (
	// DissimilarityEuclidean: rows or columns of a table are apart by the root of the sum of squared
	// differences.
	DissimilarityEuclidean Dissimilarity = C.DUEL_DISSIMILARITY_EUCLIDEAN
	// DissimilarityCorrelation: the dissimilarity of rows or columns of a table is 1 - correlation.
	DissimilarityCorrelation Dissimilarity = C.DUEL_DISSIMILARITY_CORRELATION
)

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
