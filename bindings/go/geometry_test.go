package duel_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"testing"
	"time"

	duel "github.com/duel-ranking/duel/bindings/go"
)

// geometry are results of SciPy and scikit-learn.
type geometry struct {
	Dissimilarities [][]float64
	Clusters        map[string]struct {
		Linkage [][]float64
		Cost    float64
		Three   []int
	}
	Classical struct {
		Eigenvalues []float64
		Coordinates [][]float64
	}
	Kernel struct {
		Gamma       float64
		Eigenvalues []float64
		Coordinates [][]float64
	} `json:"kernel_median"`
	Smacof []struct {
		Dimensions int
		Stress     float64
		Stress1    float64 `json:"stress_1"`
	}
	Agreement struct{ Scores, Kendall, Spearman [][]float64 }
}

func matrix(rows [][]float64) duel.Matrix {
	m := duel.Matrix{Rows: len(rows), Columns: len(rows[0])}
	for _, row := range rows {
		m.Data = append(m.Data, row...)
	}
	return m
}

func TestMaps(t *testing.T) {
	known := reference[geometry](t, "geometry.json")
	d := matrix(known.Dissimilarities)
	classical, err := duel.MDSClassical(background, d, 3)
	must(t, err)
	var got, all []float64
	for i, of := range classical.Eigenvalues {
		got = append(got, of.Value)
		all = append(all, math.Abs(known.Classical.Eigenvalues[i]))
	}
	near(t, "eigenvalue", got, known.Classical.Eigenvalues, 1e-9)
	sum := 0.0
	for _, value := range all {
		sum += value
	}
	near(t, "share", []float64{classical.Eigenvalues[0].Share}, []float64{all[0] / sum}, 1e-9)
	near(t, "coordinate", classical.Coordinates.Data, matrix(known.Classical.Coordinates).Data, 1e-7)

	kernel, gamma, err := duel.KernelPCA(background, d, 0, 3)
	must(t, err)
	near(t, "gamma", []float64{gamma, kernel.Eigenvalues[1].Value}, []float64{known.Kernel.Gamma, known.Kernel.Eigenvalues[1]}, 1e-9)
	near(t, "coordinate", kernel.Coordinates.Data, matrix(known.Kernel.Coordinates).Data, 1e-7)
	again, _, err := duel.KernelPCA(background, d, gamma, 3)
	must(t, err)
	if !reflect.DeepEqual(again, kernel) {
		t.Error("the gamma that was taken gives another map")
	}

	for _, of := range known.Smacof[1:] { // on a line the best is seldom found
		options := duel.SmacofOptions{Starts: 60, Seed: 1, Threads: 2}
		m, facts, err := duel.MDSSmacof(background, d, duel.Matrix{}, of.Dimensions, options)
		must(t, err)
		nearRelative(t, "stress", []float64{facts.Stress, facts.Stress1}, []float64{of.Stress, of.Stress1}, 1e-5)
		stress := 0.0
		for i := range d.Rows {
			for j := range i {
				square := 0.0
				for c := range of.Dimensions {
					square += math.Pow(m.At(i, c)-m.At(j, c), 2)
				}
				stress += math.Pow(math.Sqrt(square)-d.At(i, j), 2)
			}
		}
		near(t, "stress of the map", []float64{facts.Stress}, []float64{stress}, 1e-9)
		if !facts.Converged || facts.Agreeing < 1 || facts.Start < 0 || facts.Start >= 60 || facts.Iterations < 1 {
			t.Errorf("info is %+v", facts)
		}
		options.Threads = 0
		if one, _, err := duel.MDSSmacof(background, d, duel.Matrix{}, of.Dimensions, options); err != nil || !reflect.DeepEqual(one, m) {
			t.Errorf("one thread gives another map than two: %v", err)
		}
	}
	_, facts, err := duel.MDSSmacof(background, d, duel.Matrix{}, 2, duel.SmacofOptions{Starts: 1, Iterations: 1})
	must(t, err)
	if facts.Converged || facts.Iterations != 1 {
		t.Errorf("info is %+v after one iteration", facts)
	}
}

// A pair of weight zero is missing, whatever stands for it.
func TestMissingDissimilarities(t *testing.T) {
	corners := [][2]float64{{0, 0}, {3, 0}, {3, 4}, {0, 4}, {1, 1}}
	d, w := duel.Matrix{Rows: 5, Columns: 5, Data: make([]float64, 25)}, duel.Matrix{Rows: 5, Columns: 5, Data: make([]float64, 25)}
	for i, a := range corners {
		for j, b := range corners {
			d.Data[5*i+j] = math.Hypot(a[0]-b[0], a[1]-b[1])
			w.Data[5*i+j] = 1
		}
	}
	d.Data[2], d.Data[10] = math.NaN(), math.NaN()
	w.Data[2], w.Data[10] = 0, 0
	m, facts, err := duel.MDSSmacof(background, d, w, 2, duel.SmacofOptions{})
	must(t, err)
	near(t, "missing distance", []float64{math.Hypot(m.At(0, 0)-m.At(2, 0), m.At(0, 1)-m.At(2, 1)), facts.Stress}, []float64{5, 0}, 1e-5)
	for j := range 5 {
		w.Data[j], w.Data[5*j] = 0, 0
	}
	_, _, err = duel.MDSSmacof(background, d, w, 2, duel.SmacofOptions{})
	fails(t, err, duel.ErrNotIdentified)
	if e := fails(t, second(duel.MDSClassical(background, d, 2)), duel.ErrData); e.Row < 0 {
		t.Errorf("error is %+v", e)
	}
}

func second[T any](_ T, err error) error { return err }

func TestClusters(t *testing.T) {
	known := reference[geometry](t, "geometry.json")
	d := matrix(known.Dissimilarities)
	for linkage, name := range map[duel.Linkage]string{
		duel.LinkageAverage: "average", duel.LinkageComplete: "complete", duel.LinkageSingle: "single", duel.LinkageWard: "ward",
	} {
		want := known.Clusters[name]
		merges, _, err := duel.Cluster(background, d, linkage, false)
		must(t, err)
		for i, merge := range merges {
			near(t, name, []float64{float64(merge.LeftCluster), float64(merge.RightCluster), merge.Height, float64(merge.Items)}, want.Linkage[i], 1e-9)
		}
		merges, order, err := duel.Cluster(background, d, linkage, true)
		must(t, err)
		cost := 0.0
		for i := range len(order) - 1 {
			cost += d.At(order[i], order[i+1])
		}
		near(t, name+": cost of the order", []float64{cost}, []float64{want.Cost}, 1e-9)
		three, err := duel.Cut(merges, duel.CutNumber, 3)
		must(t, err)
		for i := range three {
			for j := range i {
				if (three[i] == three[j]) != (want.Three[i] == want.Three[j]) {
					t.Errorf("%s: three clusters are %v, not %v", name, three, want.Three)
				}
			}
		}
		if three[0] != 0 {
			t.Errorf("%s: the first cluster is %d", name, three[0])
		}
		low, err := duel.Cut(merges, duel.CutHeight, merges[0].Height)
		must(t, err)
		if low[merges[0].LeftCluster] != low[merges[0].RightCluster] {
			t.Errorf("%s: clusters are %v at the height of the first merge", name, low)
		}
	}
	alone, order, err := duel.Cluster(background, duel.Matrix{Rows: 1, Columns: 1, Data: []float64{0}}, duel.LinkageWard, true)
	if err != nil || len(alone) != 0 || !reflect.DeepEqual(order, []int{0}) {
		t.Errorf("one item: %v, %v, %v", alone, order, err)
	}
	if got, err := duel.Cut(alone, duel.CutNumber, 1); err != nil || !reflect.DeepEqual(got, []int{0}) {
		t.Errorf("one item: %v, %v", got, err)
	}
}

func TestAgreement(t *testing.T) {
	known := reference[geometry](t, "geometry.json").Agreement
	scores := matrix(known.Scores)
	tau, err := duel.Agreement(background, scores, duel.AgreementKendall, 0)
	must(t, err)
	near(t, "tau", tau.Data, matrix(known.Kendall).Data, 1e-12)
	rho, err := duel.Agreement(background, scores, duel.AgreementSpearman, 0)
	must(t, err)
	near(t, "rho", rho.Data, matrix(known.Spearman).Data, 1e-12)
	two := duel.Matrix{Rows: 2, Columns: 4, Data: []float64{4, 3, 2, 1, 4, 2, 3, 1}}
	for measure, want := range map[duel.AgreementMeasure]float64{duel.AgreementTop: 0.5, duel.AgreementAverageOverlap: 0.75} {
		got, err := duel.Agreement(background, two, measure, 2)
		must(t, err)
		near(t, "overlap", got.Data, []float64{1, want, want, 1}, 1e-15)
	}
	two.Data[0] = math.NaN()
	got, err := duel.Agreement(background, two, duel.AgreementKendall, 0)
	must(t, err)
	near(t, "tau of the items that both have", got.Data[1:2], []float64{1.0 / 3}, 1e-12)
	_, err = duel.Agreement(background, two, duel.AgreementTop, 5)
	fails(t, err, duel.ErrArgument)
	_, err = duel.Agreement(background, two, duel.AgreementTop, -1)
	fails(t, err, duel.ErrArgument)
	_, err = duel.Agreement(background, duel.Matrix{Rows: 2, Columns: 4, Data: two.Data[:7]}, duel.AgreementTop, 1)
	fails(t, err, duel.ErrSize)
}

func TestOrderOfScores(t *testing.T) {
	m := season(t, duel.Options{Position: duel.PositionShared})
	scores := estimates(t, m, duel.Scores, duel.InferenceOptions{})
	got, err := m.AdjacentDifferences(background, duel.InferenceOptions{Intervals: duel.Bonferroni})
	must(t, err)
	estimated := m.Estimate(duel.Scores, duel.InferenceOptions{})
	tests, err := estimated.Pairs(background, duel.PairOptions{Adjustment: duel.AdjustNone})
	must(t, err)
	if len(got) != 6 {
		t.Fatalf("%d differences of seven items", len(got))
	}
	for i, of := range got {
		if i > 0 && of.First != got[i-1].Second {
			t.Errorf("differences are %+v", got)
		}
		near(t, "difference", []float64{of.Value}, []float64{scores[of.First].Value - scores[of.Second].Value}, 1e-12)
		for _, test := range tests {
			if test.First == min(of.First, of.Second) && test.Second == max(of.First, of.Second) {
				near(t, "test", []float64{of.StandardError, of.PAdjusted}, []float64{test.StandardError, min(1, 6*test.P)}, 1e-9)
				// Bonferroni's quantile of six is wider than the marginal one.
				if !(of.Lower < of.Value-1.96*of.StandardError && of.Upper > of.Value+1.96*of.StandardError) {
					t.Errorf("difference is %+v", of)
				}
			}
		}
	}
	distances, err := m.Distances(background, duel.DistanceScores, duel.InferenceOptions{Unit: 100})
	must(t, err)
	near(t, "distance", []float64{distances.At(got[2].First, got[2].Second)}, []float64{100 * got[2].Value}, 1e-9)

	seven, err := m.Tiers(background, duel.TiersNumber, 7, duel.InferenceOptions{})
	must(t, err)
	for i, of := range got {
		if seven[of.First].Tier != int64(i) || seven[of.Second].Tier != int64(i+1) || seven[of.First].Item != of.First {
			t.Errorf("tiers are %v", seven)
		}
	}
	widest := 0.0
	for _, of := range got {
		widest = max(widest, of.Value)
	}
	two, err := m.Tiers(background, duel.TiersGap, 0.999*widest, duel.InferenceOptions{})
	must(t, err)
	one, err := m.Tiers(background, duel.TiersGap, widest, duel.InferenceOptions{})
	must(t, err)
	last := got[5].Second
	if two[last].Tier != 1 || !reflect.DeepEqual(tiersOf(one), make([]int64, 7)) {
		t.Errorf("tiers are %v and %v", two, one)
	}
	// Ranks tell whether the worst is surely worse than the best.
	ranks, err := estimated.Ranks(background)
	must(t, err)
	sure, err := m.Tiers(background, duel.TiersSignificance, 0, duel.InferenceOptions{})
	must(t, err)
	if sure[got[0].First].Tier != 0 || (sure[last].Tier > 0) != (ranks[last].RankBest > 1) {
		t.Errorf("tiers are %v, ranks %+v", sure, ranks)
	}

	// Islands have no place among the others.
	islands := fit(t, set(t, duel.Rows{
		Left: duel.Names([]string{"a", "b", "x"}), Right: duel.Names([]string{"b", "c", "y"}),
		Wins: duel.Numbers([]int{2, 2, 2}), Losses: duel.Numbers([]int{1, 1, 1}),
	}), duel.Options{Accept: duel.FitDisconnected})
	apart, err := islands.Tiers(background, duel.TiersNumber, 3, duel.InferenceOptions{})
	must(t, err)
	if !reflect.DeepEqual(tiersOf(apart), []int64{0, 1, 2, -1, -1}) {
		t.Errorf("tiers are %v", apart)
	}
	if got, err := islands.AdjacentDifferences(background, duel.InferenceOptions{}); err != nil || len(got) != 4 || !math.IsNaN(got[2].Value) {
		t.Errorf("differences are %+v, %v", got, err)
	}
}

func tiersOf(rows []duel.ModelTiersRow) []int64 {
	out := make([]int64, len(rows))
	for i, row := range rows {
		out[i] = row.Tier
	}
	return out
}

func TestBadGeometry(t *testing.T) {
	d := duel.Matrix{Rows: 3, Columns: 3, Data: []float64{0, 1, 2, 1, 0, 2, 2, 2, 0}}
	skew := duel.Matrix{Rows: 3, Columns: 3, Data: []float64{0, 1, 2, 1, 0, 2, 2, 3, 0}}
	long := duel.Matrix{Rows: 2, Columns: 3, Data: make([]float64, 6)}
	short := duel.Matrix{Rows: 3, Columns: 3, Data: make([]float64, 8)}
	for _, test := range []struct {
		name string
		err  error
		code duel.Code
	}{
		{"no dimension", second(duel.MDSClassical(background, d, 0)), duel.ErrArgument},
		{"too many", second(duel.MDSClassical(background, d, 4)), duel.ErrArgument},
		{"not square", second(duel.MDSClassical(background, long, 1)), duel.ErrSize},
		{"too short", second(duel.MDSClassical(background, short, 1)), duel.ErrSize},
		{"nothing", second(duel.MDSClassical(background, duel.Matrix{}, 1)), duel.ErrArgument},
		{"not symmetric", second(duel.MDSClassical(background, skew, 1)), duel.ErrData},
		{"a linkage", third(duel.Cluster(background, d, 9, true)), duel.ErrArgument},
		{"gamma", third(duel.KernelPCA(background, d, -1, 1)), duel.ErrArgument},
		{"weights", third(duel.MDSSmacof(background, d, long, 1, duel.SmacofOptions{})), duel.ErrSize},
		{"short weights", third(duel.MDSSmacof(background, d, short, 1, duel.SmacofOptions{})), duel.ErrSize},
		{"starts", third(duel.MDSSmacof(background, d, duel.Matrix{}, 1, duel.SmacofOptions{Starts: -1})), duel.ErrArgument},
		{"iterations", third(duel.MDSSmacof(background, d, duel.Matrix{}, 1, duel.SmacofOptions{Iterations: -1})), duel.ErrArgument},
		{"tolerance", third(duel.MDSSmacof(background, d, duel.Matrix{}, 1, duel.SmacofOptions{Tolerance: 2})), duel.ErrArgument},
		{"threads", third(duel.MDSSmacof(background, d, duel.Matrix{}, 1, duel.SmacofOptions{Threads: -1})), duel.ErrArgument},
		{"clusters", second(duel.Cut([]duel.TreeClusterRow{{LeftCluster: 0, RightCluster: 1, Height: 1, Items: 2}}, duel.CutNumber, 3)), duel.ErrArgument},
		{"a cut", second(duel.Cut([]duel.TreeClusterRow{{LeftCluster: 0, RightCluster: 1, Height: 1, Items: 2}}, 9, 1)), duel.ErrArgument},
	} {
		t.Run(test.name, func(t *testing.T) { fails(t, test.err, test.code) })
	}
	if e := fails(t, second(duel.Cut([]duel.TreeClusterRow{{LeftCluster: 0, RightCluster: 1, Height: 1, Items: 2}, {LeftCluster: 0, RightCluster: 3, Height: 2, Items: 3}},
		duel.CutNumber, 2)), duel.ErrData); e.Row != 1 {
		t.Errorf("error is %+v", e)
	}
	m := fit(t, set(t, springallRows()), duel.Options{})
	_, err := m.Distances(background, duel.DistanceNoise, duel.InferenceOptions{})
	fails(t, err, duel.ErrUnsupported)
	_, err = m.Tiers(background, duel.TiersNumber, 10, duel.InferenceOptions{})
	fails(t, err, duel.ErrArgument)
}

func third[T, U any](_ T, _ U, err error) error { return err }

func TestGeometryIsCancelled(t *testing.T) {
	cause := errors.New("nobody waits any more")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(cause)
	m := fit(t, set(t, springallRows()), duel.Options{})
	d, err := m.Distances(background, duel.DistanceZ, duel.InferenceOptions{})
	must(t, err)
	for name, err := range map[string]error{
		"Distances":           second(m.Distances(ctx, duel.DistanceZ, duel.InferenceOptions{})),
		"Tiers":               second(m.Tiers(ctx, duel.TiersNumber, 2, duel.InferenceOptions{})),
		"AdjacentDifferences": second(m.AdjacentDifferences(ctx, duel.InferenceOptions{})),
		"Agreement":           second(duel.Agreement(ctx, d, duel.AgreementKendall, 0)),
		"Cluster":             third(duel.Cluster(ctx, d, duel.LinkageAverage, true)),
		"MDSSmacof":           third(duel.MDSSmacof(ctx, d, duel.Matrix{}, 2, duel.SmacofOptions{})),
	} {
		if err != cause {
			t.Errorf("%s: error is %v", name, err)
		}
	}
	stop, calls := errors.New("enough"), 0
	_, _, err = duel.MDSSmacof(background, d, duel.Matrix{}, 2, duel.SmacofOptions{Progress: func(duel.Progress) error {
		if calls++; calls > 1 {
			return stop
		}
		return nil
	}})
	if err != stop || calls != 2 {
		t.Errorf("error is %v after %d calls", err, calls)
	}
	// A start that would take minutes, from a goroutine of its own.
	items := 150
	far := duel.Matrix{Rows: items, Columns: items, Data: make([]float64, items*items)}
	for i := range items {
		for j := range items {
			far.Data[i*items+j] = math.Abs(math.Sin(float64(i))-math.Sin(float64(j))) + float64((i*j)%7)
		}
		far.Data[i*items+i] = 0
	}
	ctx, cancel = context.WithCancelCause(context.Background())
	start := time.Now()
	_, _, err = duel.MDSSmacof(ctx, far, duel.Matrix{}, 2, duel.SmacofOptions{Starts: 2000, Threads: 2, Progress: func(duel.Progress) error {
		cancel(cause)
		return nil
	}})
	if err != cause {
		t.Errorf("error is %v", err)
	}
	t.Logf("stopped after %v", time.Since(start))
}
