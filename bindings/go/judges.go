package duel

// #include <duel.h>
import "C"

import (
	"context"
	"math"
	"unsafe"
)

// Interval is a value and the ends of its interval.
type Interval struct {
	// Value is the value.
	Value float64
	// Lower is the lower end.
	Lower float64
	// Upper is the upper end.
	Upper float64
}

// JudgeCounts are the votes of a judge: how many there are, how often they tie, and how often they take
// what is shown first. Shares of nothing are NaN.
type JudgeCounts struct {
	// Comparisons is their number.
	Comparisons float64
	// Contexts that the judge judged in.
	Contexts float64
	// Pairs of items that it compared.
	Pairs float64
	// Decided are the comparisons with a winner.
	Decided float64
	// Ties is the share of ties of any kind.
	Ties Interval
	// Slot is the share of Decided that went to the item shown first.
	Slot Interval
	// Rarer is the share of its comparisons that were shown in the rarer of the two orders of their pair:
	// 0 where each pair came in one order only, at most 0.5.
	Rarer float64
}

// judges is the number of judges of the set, the anonymous one included.
func (s *Set) judges() (int, error) {
	var rows, columns C.size_t
	err := s.read(func(p *C.duel_set) C.duel_status {
		return C.duel_set_shape(p, C.DUEL_SET_JUDGES, &rows, &columns)
	})
	return int(rows), err
}

// JudgeCounts are those of every judge, the anonymous one last if there is one. Level is that of the
// intervals; 0: 0.95. They are those of Wilson (1927), and take comparisons as independent; with
// importance weights they go by Kish's effective number.
//
// A judge whose slot share lies far from one half answers by the slot, or was shown the better items
// first: Order tells whether the order was left to chance, and a model with PositionByJudge tells the
// two apart.
func (s *Set) JudgeCounts(level float64) ([]JudgeCounts, error) {
	judges, err := s.judges()
	if err != nil {
		return nil, err
	}
	out, data, capacity, err := results[JudgeCounts](judges)
	if err != nil {
		return nil, err
	}
	err = s.read(func(p *C.duel_set) C.duel_status {
		return C.duel_set_judges(p, C.double(level), data, capacity)
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Order tells whether what is shown first was left to chance.
type Order struct {
	// Pairs of items that were compared.
	Pairs int
	// Both are those of them that were shown in both orders.
	Both int
	// Rarer is the share of the comparisons in the rarer order of their pair, 0 where every pair came in
	// one order only.
	Rarer float64
	// Statistic is the sum over pairs of (n_ij - n_ji)^2 / (n_ij + n_ji).
	Statistic float64
	// P is the probability of at least this if the order of every comparison was drawn by a fair coin
	// (chi-square with as many degrees of freedom as pairs; NaN with importance weights).
	P float64
}

// Order tells whether what is shown first was left to chance. If it was not, a liking for the first slot
// cannot be told from a liking for the items that stand there, except by a model.
func (s *Set) Order() (Order, error) {
	out := make([]float64, 5)
	err := s.read(func(p *C.duel_set) C.duel_status {
		return C.duel_set_order(p, doubles(out), C.size_t(len(out)))
	})
	if err != nil {
		return Order{}, err
	}
	return Order{Pairs: int(out[0]), Both: int(out[1]), Rarer: out[2], Statistic: out[3], P: out[4]}, nil
}

// JudgeTriads are circular triads of a judge: triples of items whose three pairs all have a majority
// among the judge's votes, and in which a beats b, b beats c and c beats a. One who answers by a coin
// goes round in a quarter of them.
type JudgeTriads struct {
	// Triads is the number of triples, majorities taken over all contexts.
	Triads int
	// Circular are those of Triads that are circular.
	Circular int
	// Within are the triads within single contexts, over all contexts added up.
	Within int
	// CircularWithin are those of Within that are circular.
	CircularWithin int
}

// JudgeTriads are the circular triads of every judge (Kendall and Babington Smith 1940), the anonymous
// one last if there is one. Comparisons without a context are in Triads and Circular only.
func (s *Set) JudgeTriads(ctx context.Context) ([]JudgeTriads, error) {
	judges, err := s.judges()
	if err != nil {
		return nil, err
	}
	table, err := newMatrix(judges, 4)
	if err != nil {
		return nil, err
	}
	err = run(ctx, func(a *arena, j *job) error {
		return s.read(func(p *C.duel_set) C.duel_status {
			return C.duel_set_triads(p, j.token, doubles(table.Data), C.size_t(len(table.Data)))
		})
	})
	if err != nil {
		return nil, err
	}
	out := make([]JudgeTriads, judges)
	for k := range out {
		row := table.Row(k)
		out[k] = JudgeTriads{
			Triads: int(row[0]), Circular: int(row[1]), Within: int(row[2]), CircularWithin: int(row[3]),
		}
	}
	return out, nil
}

// MajorityAgreement is how a judge agrees with the majority of the others.
type MajorityAgreement struct {
	// Units that the judge answered and of which the others have a majority: an answer more frequent
	// among them than either other.
	Units float64
	// Observed is the share of the judge's answers that agree with it (Wilson 1927, units taken as
	// independent); NaN where there is no such unit.
	Observed Interval
	// Kappa is Cohen's; NaN where there is no such unit, or both always say the same.
	Kappa float64
}

// PairedAgreement is how any two judges agree: judges x judges, symmetric.
type PairedAgreement struct {
	// Units that the two share; on the diagonal those that a judge shares with any other.
	Units Matrix
	// Observed is how often they agree on these; NaN on the diagonal.
	Observed Matrix
	// Kappa is Cohen's; NaN on the diagonal.
	Kappa Matrix
}

// JudgeAgreement is the agreement of judges on the same pair in the same context: of each with the
// majority of the others, and of any two; the anonymous judge is last if there is one. Level is that of
// the intervals; 0: 0.95.
//
// A unit is a pair of items in a context, whichever was shown first; where the set has no contexts, a
// pair. Comparisons without a context in a set that has some are left out. Who answered a unit more than
// once counts there once, with shares of the answers. The three answers are the one item, the other and
// a tie of any kind.
//
// Kappa is (observed - chance) / (1 - chance) (Cohen 1960). Chance is the agreement of two who answer by
// the slot and nothing else, each as often as it did over the units that the two share: a judge who
// always takes the first slot has kappa 0 with everybody.
func (s *Set) JudgeAgreement(ctx context.Context, level float64) ([]MajorityAgreement, PairedAgreement, error) {
	judges, err := s.judges()
	if err != nil {
		return nil, PairedAgreement{}, err
	}
	out, data, capacity, err := results[MajorityAgreement](judges)
	if err != nil {
		return nil, PairedAgreement{}, err
	}
	pairs, err := newMatrix(3*judges, judges)
	if err != nil {
		return nil, PairedAgreement{}, err
	}
	err = run(ctx, func(a *arena, j *job) error {
		return s.read(func(p *C.duel_set) C.duel_status {
			return C.duel_set_agreement(p, C.double(level), j.token, data, capacity,
				doubles(pairs.Data), C.size_t(len(pairs.Data)))
		})
	})
	if err != nil {
		return nil, PairedAgreement{}, err
	}
	part := func(at int) Matrix {
		size := judges * judges
		return Matrix{Rows: judges, Columns: judges, Data: pairs.Data[at*size : (at+1)*size : (at+1)*size]}
	}
	return out, PairedAgreement{Units: part(0), Observed: part(1), Kappa: part(2)}, nil
}

// AlphaMetric says how far apart two answers are.
type AlphaMetric int32

// The metrics of alpha.
const (
	// AlphaNominal: any two different answers are equally far apart.
	AlphaNominal AlphaMetric = C.DUEL_ALPHA_NOMINAL
	// AlphaOrdinal: a tie lies between the two items, and answers are as far apart as the answers given
	// between them are many.
	AlphaOrdinal AlphaMetric = C.DUEL_ALPHA_ORDINAL
)

// Orientation says from which of its items a pair is looked at.
type Orientation int32

// The orientations.
const (
	// OrientationBoth: from both, so that nothing depends on ids.
	OrientationBoth Orientation = C.DUEL_ORIENTATION_BOTH
	// OrientationByID: from the item with the lower id. Where items are shown in the order of their ids,
	// agreement that comes of all judges liking the same slot then counts as chance.
	OrientationByID Orientation = C.DUEL_ORIENTATION_BY_ID
)

// Alpha is how reliable judges are together.
type Alpha struct {
	// Units answered by two judges or more.
	Units int
	// Answers to these.
	Answers int
	// Estimate is alpha: NaN where all answers are the same or there is no unit. Its error is that of the
	// jackknife over contexts, NaN where there is but one.
	Estimate
}

// Krippendorff is his alpha: how reliable the judges are together, and without each of them. It is 1 less
// observed over expected disagreement (Krippendorff, Content analysis, 2004): 1 if all judges say the
// same of every unit, 0 if they agree as often as answers drawn by lot would. Units and answers are those
// of JudgeAgreement. The first result is that of all judges; then follow those without judge 0, 1, ...,
// the anonymous one last if there is one. Judges without whom alpha is larger make the panel less
// reliable. Level is that of the intervals; 0: 0.95.
func (s *Set) Krippendorff(ctx context.Context, metric AlphaMetric, orientation Orientation,
	level float64) (Alpha, []Alpha, error) {
	judges, err := s.judges()
	if err != nil {
		return Alpha{}, nil, err
	}
	table, err := newMatrix(judges+1, 6)
	if err != nil {
		return Alpha{}, nil, err
	}
	err = run(ctx, func(a *arena, j *job) error {
		return s.read(func(p *C.duel_set) C.duel_status {
			return C.duel_set_krippendorff(p, C.duel_alpha(metric), C.duel_orientation(orientation), C.double(level), j.token,
				doubles(table.Data), C.size_t(len(table.Data)))
		})
	})
	if err != nil {
		return Alpha{}, nil, err
	}
	out := make([]Alpha, judges+1)
	for k := range out {
		row := table.Row(k)
		out[k] = Alpha{
			Units: int(row[0]), Answers: int(row[1]),
			Estimate: Estimate{Value: row[2], StandardError: row[3], Lower: row[4], Upper: row[5]},
		}
	}
	return out[0], out[1:], nil
}

// StatedConfidence is the confidence of a judge against what was right. NaN where there is no vote, and
// interval ends where there is but one.
type StatedConfidence struct {
	// Votes is their number.
	Votes float64
	// Mean is the mean confidence.
	Mean float64
	// Correct is the share that was right.
	Correct float64
	// Excess is Mean less Correct (above zero: too sure) with its 95 % interval.
	Excess Interval
	// Brier is the Brier score, the mean of (confidence - correct)^2.
	Brier float64
	// Error is the mean distance of confidence and share over the bins, by votes (expected calibration
	// error: Naeini, Cooper and Hauskrecht 2015).
	Error float64
	// Largest is the largest of these distances.
	Largest float64
}

// Confidence is the stated confidence of judges, and of all votes together, last, against what was right;
// and the points of their reliability diagrams.
//
// Judge is that of every vote, 0 to judges - 1. Confidence says how sure the judge said it was, from 0 to
// 1; NaN where it did not. Correct is 1 where it was right, 0 where it was not (or a share, such as that
// of the other judges who said the same); NaN where nobody knows. Votes with a NaN are left out. Bins are
// of equal width from 0 to 1; 0: 10. A bad number is ErrData with its row.
func Confidence(judge []int, confidence, correct []float64, judges, bins int) ([]StatedConfidence, [][]CalibrationBin, error) {
	votes := len(judge)
	if len(confidence) != votes || len(correct) != votes {
		return nil, nil, refuse(ErrSize, "judge has %d votes, confidence %d and correct %d",
			votes, len(confidence), len(correct))
	}
	if _, err := toSize("judges", judges); err != nil {
		return nil, nil, err
	}
	if _, err := toSize("bins", bins); err != nil {
		return nil, nil, err
	}
	if bins == 0 {
		bins = 10
	}
	if judges == math.MaxInt {
		return nil, nil, refuse(ErrMemory, "%d judges do not fit in memory", judges)
	}
	ids := make([]C.int32_t, votes)
	for row, id := range judge {
		if id < 0 || id >= judges || id > math.MaxInt32 {
			return nil, nil, refuseRow(ErrData, row, "judge is %d, not 0 to %d", id, judges-1)
		}
		ids[row] = C.int32_t(id)
	}
	out, data, capacity, err := results[StatedConfidence](judges + 1)
	if err != nil {
		return nil, nil, err
	}
	size, err := checkedSize(judges+1, bins)
	if err != nil {
		return nil, nil, err
	}
	points, pointData, pointCapacity, err := results[CalibrationBin](size)
	if err != nil {
		return nil, nil, err
	}
	var a arena
	defer a.free()
	err = call(func() C.duel_status {
		return C.duel_votes_confidence(unsafe.SliceData(ids), doubles(confidence), doubles(correct), C.size_t(votes),
			C.size_t(judges), C.size_t(bins), data, capacity, pointData, pointCapacity)
	})
	if err != nil {
		return nil, nil, err
	}
	diagrams := make([][]CalibrationBin, judges+1)
	for k := range diagrams {
		diagrams[k] = points[k*bins : (k+1)*bins : (k+1)*bins]
	}
	return out, diagrams, nil
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
	out := make([]float64, 2)
	err = call(func() C.duel_status {
		return C.duel_rankings_effective(doubles(scores.Data), C.size_t(scores.Rows), C.size_t(scores.Columns),
			doubles(precisions), doubles(out), C.size_t(len(out)))
	})
	return out[0], out[1], err
}

// Apart says how far apart two rows or columns of a table are.
type Apart int32

// The distances of rows or columns.
const (
	// ApartEuclidean: the root of the sum of squared differences.
	ApartEuclidean Apart = C.DUEL_APART_EUCLIDEAN
	// ApartCorrelation: 1 less their correlation.
	ApartCorrelation Apart = C.DUEL_APART_CORRELATION
)

// Side is one side of a table: its rows, or its columns.
type Side struct {
	// Order are the rows from first to last, such that neighbours are as near as can be.
	Order []int
	// Groups are the groups of rows 0, 1, ..., numbered from 0 along the order.
	Groups []int
}

// Bicluster gives two-way clusters of a table, such as Model.Strengths: rows and columns in an order in
// which neighbours are as near as can be (Bar-Joseph, Gifford and Jaakkola 2001), and their groups. The
// two sides are clustered each by itself, as Cluster does. When ctx is done, it stops and returns
// context.Cause(ctx).
//
// The table is finite: ErrData names a bad element, and its row or, of a constant column, that column;
// with ApartCorrelation no row and no column may be constant. Groups are 1 to the number of rows or
// columns; 0: 1.
func Bicluster(ctx context.Context, table Matrix, apart Apart, linkage Linkage,
	rowGroups, columnGroups int) (rows, columns Side, err error) {
	if err := table.whole("table"); err != nil {
		return Side{}, Side{}, err
	}
	ofRows, err := toSize("rowGroups", rowGroups)
	if err != nil {
		return Side{}, Side{}, err
	}
	ofColumns, err := toSize("columnGroups", columnGroups)
	if err != nil {
		return Side{}, Side{}, err
	}
	out, err := newMatrix(table.Rows+table.Columns, 2)
	if err != nil {
		return Side{}, Side{}, err
	}
	err = run(ctx, func(a *arena, j *job) error {
		return call(func() C.duel_status {
			return C.duel_matrix_bicluster(doubles(table.Data), C.size_t(table.Rows), C.size_t(table.Columns),
				C.duel_apart(apart), C.duel_linkage(linkage), ofRows, ofColumns, j.token,
				doubles(out.Data), C.size_t(len(out.Data)))
		})
	})
	if err != nil {
		return Side{}, Side{}, err
	}
	side := func(from, count int) Side {
		s := Side{Order: make([]int, count), Groups: make([]int, count)}
		for i := range count {
			row := out.Row(from + i)
			s.Order[i], s.Groups[i] = int(row[0]), int(row[1])
		}
		return s
	}
	return side(0, table.Rows), side(table.Rows, table.Columns), nil
}

// MeanCorrelation is the mean and the standard deviation of a correlation over replicates.
type MeanCorrelation struct {
	// Mean is NaN without a fit.
	Mean float64
	// Deviation is NaN with but one fit.
	Deviation float64
}

// LearningPoint is a point of a learning curve.
type LearningPoint struct {
	// Share of the votes.
	Share float64
	// Judges is their number.
	Judges int
	// Fits are those with an estimate.
	Fits int
	// Comparisons is their mean number over the fits.
	Comparisons float64
	// Items is the mean number of items ranked.
	Items float64
	// Spearman is Spearman's correlation with the scores of all comparisons.
	Spearman MeanCorrelation
	// Pearson is Pearson's.
	Pearson MeanCorrelation
}

// LearningCurve tells how near the ranking of few votes of few judges comes to that of all. The model is
// fitted to all comparisons, and then again and again to a share of the votes of some judges, both drawn
// at random; scores of items that both fits rank are compared. Replicate r draws the same judges in the
// same order at every point of the curve, so that points differ by less than their scatter. Points are
// those of the first share with every number of judges, then of the next.
//
// Trouble that Options.Accept does not take makes a fit fail: it is missing from Fits. Of disconnected
// data the largest component is ranked. A ridge keeps all fits.
//
// Shares are above 0 and at most 1. Judges are numbers of judges, 1 to that of the set, the anonymous one
// included; nil: that number only. Of the validation options By is what is drawn as a whole, Repeats the
// replicates of every point, 0: 10; Folds and Share must be 0. Progress and Start of the fit options are
// not looked at. ErrUnsupported for importance weights; for fewer than all judges where some comparisons
// have none. When ctx is done, it stops and returns context.Cause(ctx).
func LearningCurve(ctx context.Context, set *Set, fit Options, shares []float64, judges []int,
	options ValidationOptions) ([]LearningPoint, error) {
	fit.Progress, fit.Start = nil, nil
	numbers := make([]C.size_t, len(judges))
	for i, number := range judges {
		size, err := toSize("judges", number)
		if err != nil {
			return nil, err
		}
		numbers[i] = size
	}
	points, err := checkedSize(len(shares), max(1, len(judges)))
	if err != nil {
		return nil, err
	}
	table, err := newMatrix(points, 9)
	if err != nil {
		return nil, err
	}
	err = run(ctx, func(a *arena, j *job) error {
		o, err := options.c(a, j)
		if err != nil {
			return err
		}
		f, err := fit.c(a, j)
		if err != nil {
			return err
		}
		return set.read(func(p *C.duel_set) C.duel_status {
			return C.duel_set_learning_curve(p, f, doubles(shares), C.size_t(len(shares)), unsafe.SliceData(numbers),
				C.size_t(len(numbers)), o, doubles(table.Data), C.size_t(len(table.Data)))
		})
	})
	if err != nil {
		return nil, err
	}
	out := make([]LearningPoint, points)
	for i := range out {
		row := table.Row(i)
		out[i] = LearningPoint{
			Share: row[0], Judges: int(row[1]), Fits: int(row[2]), Comparisons: row[3], Items: row[4],
			Spearman: MeanCorrelation{Mean: row[5], Deviation: row[6]}, Pearson: MeanCorrelation{Mean: row[7], Deviation: row[8]},
		}
	}
	return out, nil
}
