package duel_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	duel "github.com/duel-ranking/duel/bindings/go"
)

// panelOfThree are contexts of three items with two categories: probabilities of the predictor, and
// labels of some pairs in both orders.
func panelOfThree(n int) duel.GARSContexts {
	const items, categories = 3, 2
	contexts := duel.GARSContexts{Length: n}
	var context, first, second, category []int
	var propensity []float64
	for x := range n {
		for j := range items {
			for k := range items {
				p := 0.5 + 0.1*float64(k-j) + 0.05*float64(x%5-2)
				contexts.Mu = append(contexts.Mu, p, 1-p)
				if j != k && (x+j+2*k)%3 == 0 {
					context, first, second = append(context, x), append(first, j), append(second, k)
					category = append(category, (x/3+j+k*x)%2)
					propensity = append(propensity, 0.25+0.05*float64(x%4))
				}
			}
		}
	}
	contexts.Context, contexts.First, contexts.Second = duel.IDs(context), duel.IDs(first), duel.IDs(second)
	contexts.Category, contexts.Propensity = duel.IDs(category), duel.Numbers(propensity)
	return contexts
}

func gars(t *testing.T, options duel.GARSOptions, contexts ...duel.GARSContexts) *duel.GARS {
	t.Helper()
	g, err := duel.NewGARS(options)
	must(t, err)
	t.Cleanup(func() { _ = g.Close() })
	for _, part := range contexts {
		must(t, g.Add(background, part))
	}
	return g
}

var bordaAndOthers = duel.GARSOptions{
	Items: 3, Categories: 2, Floor: -1,
	Functionals: []duel.GARSFunctional{duel.GARSBorda, duel.GARSBradleyTerry, duel.GARSKemeny},
	Rankings:    [][]int{{0, 1, 2}, {2, 1, 0}},
}

// Borda scores are linear: the estimate is the mean of predictions plus that of the corrections.
func TestBordaByHand(t *testing.T) {
	contexts := panelOfThree(60)
	g := gars(t, bordaAndOthers, contexts)
	info, err := g.Info()
	must(t, err)
	if info.Items != 3 || info.Categories != 2 || info.Functionals != 3 || info.Values != 8 || info.Contexts != 60 ||
		info.Orders != duel.GARSBothOrders || info.Never != 0 || info.LargestWeight != 4 {
		t.Fatalf("info is %+v", info)
	}
	psi, plugin, err := g.Psi(background, contexts)
	must(t, err)
	borda := g.Estimate(0, duel.GARSDebiased, duel.InferenceOptions{})
	debiased, err := borda.Values(background)
	must(t, err)
	predicted, err := g.Estimate(0, duel.GARSPlugin, duel.InferenceOptions{}).Values(background)
	must(t, err)
	for i := range 3 {
		var mean, guess, square float64
		for x := range 60 {
			mean += psi.At(x, i) / 60
			guess += plugin.At(x, i) / 60
		}
		for x := range 60 {
			square += (psi.At(x, i) - mean) * (psi.At(x, i) - mean) / 60
		}
		near(t, "Borda", []float64{debiased[i].Value, debiased[i].StandardError, predicted[i].Value},
			[]float64{mean, math.Sqrt(square / 60), guess}, 1e-12)
		// Predictions do not depend on the correction, and go by the numbers of the items.
		var score float64
		for k := range 3 {
			if k != i {
				score += (0.5 + 0.1*float64(k-i)) / 2
			}
		}
		near(t, "predicted", []float64{guess}, []float64{score}, 1e-12)
	}

	all, err := g.Estimate(duel.GARSAll, duel.GARSDebiased, duel.InferenceOptions{}).Covariance(background)
	must(t, err)
	if all.Rows != 8 {
		t.Fatalf("covariance is %d x %d", all.Rows, all.Columns)
	}
	near(t, "variance", []float64{all.At(1, 1)}, []float64{debiased[1].StandardError * debiased[1].StandardError}, 1e-12)
	weights := duel.Matrix{Rows: 1, Columns: 3, Data: []float64{1, -1, 0}}
	contrasts, err := borda.Contrasts(background, weights)
	must(t, err)
	covariance, err := borda.ContrastCovariance(background, weights)
	must(t, err)
	variance := all.At(0, 0) + all.At(1, 1) - 2*all.At(0, 1)
	near(t, "contrast", []float64{contrasts[0].Value, covariance.At(0, 0)},
		[]float64{debiased[0].Value - debiased[1].Value, variance}, 1e-12)
	tests, err := borda.Pairs(background, duel.PairOptions{Adjustment: duel.AdjustHolm})
	must(t, err)
	if len(tests) != 3 || tests[0].First != 0 || tests[0].Second != 1 || tests[0].PAdjusted < tests[0].P {
		t.Errorf("tests are %+v", tests)
	}
	near(t, "difference", []float64{tests[0].Value, tests[0].StandardError},
		[]float64{contrasts[0].Value, math.Sqrt(variance)}, 1e-12)
	ranks, err := g.Estimate(0, duel.GARSPlugin, duel.InferenceOptions{}).Ranks(background)
	must(t, err)
	// Item 0 is predicted to be best.
	if ranks[0].Rank != 1 || ranks[2].Rank != 3 {
		t.Errorf("ranks are %+v", ranks)
	}
	null := values(debiased)
	ellipsoid, err := g.Ellipsoid(background, 0, duel.GARSDebiased, null, duel.InferenceOptions{})
	must(t, err)
	near(t, "at the centre", []float64{ellipsoid.Statistic, ellipsoid.DF, ellipsoid.P}, []float64{0, 2, 1}, 1e-9)
	equal, err := g.Equality(background, 0, 1, duel.InferenceOptions{})
	must(t, err)
	parts := func(from int) duel.Matrix {
		out := duel.Matrix{Rows: 60, Columns: 3}
		for x := range 60 {
			out.Data = append(out.Data, psi.Row(x)[from:from+3]...)
		}
		return out
	}
	byHand, err := duel.InfluenceEquality(background, parts(0), parts(3), nil, true, duel.InferenceOptions{})
	must(t, err)
	near(t, "equality", []float64{equal.Statistic, equal.DF, equal.P}, []float64{byHand.Statistic, byHand.DF, byHand.P}, 1e-9)
	kemeny, err := g.Estimate(2, duel.GARSPlugin, duel.InferenceOptions{}).Values(background)
	must(t, err)
	near(t, "rankings that are opposed", []float64{kemeny[0].Value}, []float64{-kemeny[1].Value}, 1e-12)
	pairs, err := g.Pairs()
	must(t, err)
	var labels float64
	for _, pair := range pairs {
		labels += pair.Labels
	}
	if labels != info.Labels || pairs[0].Second != 1 || pairs[0].Weight <= 0 || len(pairs) != 6 {
		t.Errorf("pairs are %+v of %v labels", pairs, info.Labels)
	}
}

// Parts, in any form and order, add up to the whole.
func TestGARSMergesAndStreams(t *testing.T) {
	whole := panelOfThree(40)
	want, err := gars(t, bordaAndOthers, whole).
		Estimate(duel.GARSAll, duel.GARSDebiased, duel.InferenceOptions{}).Values(background)
	must(t, err)
	check := func(what string, g *duel.GARS) {
		t.Helper()
		got, err := g.Estimate(duel.GARSAll, duel.GARSDebiased, duel.InferenceOptions{}).Values(background)
		must(t, err)
		near(t, what, values(got), values(want), 1e-12)
		near(t, what, standardErrors(got), standardErrors(want), 1e-12)
	}
	streamed := whole
	streamed.Mu = nil
	g := gars(t, bordaAndOthers)
	must(t, g.Run(background, streamed, func(first, count int, mu []float64) error {
		copy(mu, whole.Mu[first*18:(first+count)*18])
		return nil
	}))
	check("streamed", g)
	bytes, err := g.Save()
	must(t, err)
	loaded, err := duel.LoadGARS(bytes)
	must(t, err)
	defer loaded.Close()
	check("loaded", loaded)
	empty := gars(t, bordaAndOthers)
	must(t, empty.Merge(loaded))
	check("merged", empty)
	// The same numbers by strides: categories first.
	turned := whole
	turned.Mu, turned.MuStrides = make([]float64, len(whole.Mu)), []int{9, 3, 1, 9 * 40}
	for x := range 40 {
		for p := range 9 {
			for c := range 2 {
				turned.Mu[9*x+p+9*40*c] = whole.Mu[18*x+2*p+c]
			}
		}
	}
	check("turned", gars(t, bordaAndOthers, turned))

	stop := errors.New("enough")
	before, err := g.Info()
	must(t, err)
	if err := g.Run(background, streamed, func(int, int, []float64) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("error is %v", err)
	}
	func() {
		defer func() {
			if recover() != "oh" {
				t.Error("the panic was lost")
			}
		}()
		_ = g.Run(background, streamed, func(int, int, []float64) error { panic("oh") })
	}()
	ctx, cancel := context.WithCancelCause(background)
	cancel(stop)
	if err := g.Add(ctx, whole); !errors.Is(err, stop) {
		t.Errorf("error is %v", err)
	}
	// NaN is not itself.
	if after, _ := g.Info(); fmt.Sprint(after) != fmt.Sprint(before) {
		t.Errorf("a failure changed %+v to %+v", before, after)
	}
}

func TestBadGARS(t *testing.T) {
	for _, change := range []func(*duel.GARSOptions){
		func(o *duel.GARSOptions) { o.Items, o.Rankings, o.Functionals = 1, nil, o.Functionals[:1] },
		func(o *duel.GARSOptions) { o.Categories = -2 },
		func(o *duel.GARSOptions) { o.Functionals = []duel.GARSFunctional{12} },
		func(o *duel.GARSOptions) { o.Clusters = 3 },
		func(o *duel.GARSOptions) { o.Rankings = [][]int{{0, 1, 1 << 40}} },
	} {
		options := bordaAndOthers
		change(&options)
		_, err := duel.NewGARS(options)
		fails(t, err, duel.ErrArgument)
	}
	for _, change := range []func(*duel.GARSOptions){
		func(o *duel.GARSOptions) { o.First = []float64{1} },
		func(o *duel.GARSOptions) { o.Variants = []duel.GARSVariant{0} },
		func(o *duel.GARSOptions) { o.Rankings = [][]int{{0, 1}} },
	} {
		options := bordaAndOthers
		change(&options)
		_, err := duel.NewGARS(options)
		fails(t, err, duel.ErrSize)
	}
	g := gars(t, bordaAndOthers)
	good := panelOfThree(10)
	for _, change := range []func(*duel.GARSContexts){
		func(x *duel.GARSContexts) { x.Mu = x.Mu[1:] },
		func(x *duel.GARSContexts) { x.MuStrides = []int{18, 6, 2} },
		func(x *duel.GARSContexts) { x.MuStrides = []int{18, 6, 3, 1} },
		func(x *duel.GARSContexts) { x.MuStrides = []int{math.MaxInt, 6, 2, 1} },
		func(x *duel.GARSContexts) { x.Category = duel.IDs([]int{0}) },
		func(x *duel.GARSContexts) { x.Cluster = duel.IDs([]int{0}) },
	} {
		contexts := good
		change(&contexts)
		fails(t, g.Add(background, contexts), duel.ErrSize)
	}
	bad := good
	bad.Mu = slices.Clone(good.Mu)
	bad.Mu[3*18+2] = math.NaN()
	if e := fails(t, g.Add(background, bad), duel.ErrData); e.Row != 3 {
		t.Errorf("row is %d", e.Row)
	}
	bad = good
	bad.MuStrides = []int{-18, 6, 2, 1}
	fails(t, g.Add(background, bad), duel.ErrArgument)
	fails(t, g.Merge(g), duel.ErrArgument)
	fails(t, g.Merge(nil), duel.ErrNull)
	fails(t, g.Run(background, good, nil), duel.ErrNull)
	for _, functional := range []int{-2, 3, 1 << 40} {
		_, err := g.Estimate(functional, duel.GARSDebiased, duel.InferenceOptions{}).Values(background)
		fails(t, err, duel.ErrArgument)
	}
	_, err := g.Ellipsoid(background, 0, duel.GARSDebiased, []float64{0}, duel.InferenceOptions{})
	fails(t, err, duel.ErrSize)
	_, err = duel.LoadGARS([]byte("no estimate"))
	fails(t, err, duel.ErrFormat)
	must(t, g.Close())
	_, err = g.Info()
	fails(t, err, duel.ErrNull)
	fails(t, g.Add(background, good), duel.ErrNull)
}

// Learnt from labels, predictions are probabilities, and better than none.
func TestNuisance(t *testing.T) {
	contexts := panelOfThree(90)
	contexts.Mu = nil
	features := duel.Matrix{Rows: 90, Columns: 1}
	for x := range 90 {
		features.Data = append(features.Data, float64(x%7)/3)
	}
	options := duel.NuisanceOptions{
		Items: 3, Categories: 2, Features: features, Propensities: duel.PropensityFrequencies, Folds: 4, Seed: 2,
	}
	n, err := duel.FitNuisance(background, options, contexts)
	must(t, err)
	defer n.Close()
	info, err := n.Info()
	must(t, err)
	if info.Items != 3 || info.Categories != 2 || info.Contexts != 90 || info.Folds != 4 || !(info.LogLoss > 0 && info.FrequencyLoss > 0) {
		t.Errorf("info is %+v", info)
	}
	settings, err := n.Settings()
	must(t, err)
	if len(settings) != 4 || !(settings[0].Ridge > 0) {
		t.Errorf("settings are %v", settings)
	}
	mu, err := n.Predict(0, 90)
	must(t, err)
	part, err := n.Predict(30, 2)
	must(t, err)
	if !slices.Equal(part, mu[30*18:32*18]) {
		t.Error("a part is not that of the whole")
	}
	for at := 0; at < len(mu); at += 2 {
		want := 1.0
		if at/2%9%4 == 0 {
			want = 0 // an item against itself
		}
		near(t, "probabilities", []float64{mu[at] + mu[at+1]}, []float64{want}, 1e-9)
	}
	pi, err := n.Propensities(0, 90)
	must(t, err)
	if len(pi) != 90*9 || !(pi[1] > 0 && pi[1] < 1) || pi[0] != 0 {
		t.Errorf("propensities are %v", pi[:9])
	}
	// They are what an estimate takes.
	contexts.Mu = mu
	added, run := gars(t, bordaAndOthers, contexts), gars(t, bordaAndOthers)
	must(t, run.RunNuisance(background, panelWithout(contexts), n))
	want, err := added.Estimate(0, duel.GARSDebiased, duel.InferenceOptions{}).Values(background)
	must(t, err)
	got, err := run.Estimate(0, duel.GARSDebiased, duel.InferenceOptions{}).Values(background)
	must(t, err)
	near(t, "as added", values(got), values(want), 1e-12)
	larger := gars(t, duel.GARSOptions{Items: 4, Categories: 2, Functionals: []duel.GARSFunctional{duel.GARSBorda}})
	fails(t, larger.RunNuisance(background, panelWithout(contexts), n), duel.ErrArgument)
	fails(t, run.RunNuisance(background, panelWithout(contexts), nil), duel.ErrNull)

	options.Propensities = duel.PropensityKnown
	known, err := duel.FitNuisance(background, options, panelWithout(contexts))
	must(t, err)
	defer known.Close()
	_, err = known.Propensities(0, 1)
	fails(t, err, duel.ErrUnsupported)
	options.Features.Rows = 80
	_, err = duel.FitNuisance(background, options, panelWithout(contexts))
	fails(t, err, duel.ErrSize)
	options.Features, options.Learner = duel.Matrix{}, 3
	_, err = duel.FitNuisance(background, options, panelWithout(contexts))
	fails(t, err, duel.ErrArgument)
	var none *duel.Nuisance
	_, err = none.Info()
	fails(t, err, duel.ErrNull)
	must(t, none.Close())
}

// The probabilities of a model are those that it gives to comparisons.
func TestProbabilitiesOfAModel(t *testing.T) {
	m := fit(t, set(t, springallRows()), duel.Options{Ties: duel.TiesDropped})
	g := gars(t, duel.GARSOptions{Items: 9, Categories: 2, Functionals: []duel.GARSFunctional{duel.GARSBorda}})
	mu, err := g.ModelMu(background, m, -1, -1, duel.InferenceOptions{})
	must(t, err)
	p, err := m.Probabilities(background, duel.Rows{Left: duel.IDs([]int{2}), Right: duel.IDs([]int{7})}, duel.InferenceOptions{})
	must(t, err)
	at := 2 * (2*9 + 7)
	near(t, "probability", mu[at:at+2], []float64{p[0].Left.Value, p[0].Right.Value}, 1e-12)
	small := gars(t, bordaAndOthers)
	_, err = small.ModelMu(background, m, -1, -1, duel.InferenceOptions{})
	fails(t, err, duel.ErrArgument)
	_, err = g.ModelMu(background, nil, -1, -1, duel.InferenceOptions{})
	fails(t, err, duel.ErrNull)
	_, err = g.ModelMu(background, m, 5, -1, duel.InferenceOptions{})
	fails(t, err, duel.ErrArgument)
}

func panelWithout(contexts duel.GARSContexts) duel.GARSContexts {
	contexts.Mu = nil
	return contexts
}

// Propensities in proportion to the roots of the weights, which spend the budget.
func TestPolicies(t *testing.T) {
	weights := duel.Matrix{Rows: 2, Columns: 3, Data: []float64{1, 4, 9, 16, 0, 1}}
	found, err := duel.Policy(background, weights, nil, duel.PolicyOptions{Budget: 0.5})
	must(t, err)
	var sum, spend, variance float64
	for _, w := range weights.Data {
		sum += math.Sqrt(w)
	}
	for i, w := range weights.Data {
		p := math.Sqrt(w) / sum // of a budget of 1 for both contexts
		near(t, "propensity", found.Propensities.Data[i:i+1], []float64{p}, 1e-9)
		spend += p / 2
		if w > 0 {
			variance += w / p / 2
		}
	}
	near(t, "spend and variance", []float64{found.Info.Spend, found.Info.Variance}, []float64{spend, variance}, 1e-9)
	if found.Info.Status != duel.PolicyActive || found.Info.Variance > found.Info.Uniform || !slices.Equal(found.Nu, []float64{0, 0}) {
		t.Errorf("info is %+v, nu %v", found.Info, found.Nu)
	}
	again, err := duel.PolicyApply(background, weights, nil, found.Info.Lambda, duel.PolicyOptions{Budget: 0.5})
	must(t, err)
	near(t, "applied", again.Propensities.Data, found.Propensities.Data, 1e-9)
	outcome, err := duel.PolicyOutcome(weights, nil, found.Propensities)
	must(t, err)
	near(t, "outcome", []float64{outcome.Spend, outcome.Variance}, []float64{spend, variance}, 1e-9)
	histogram := make([]float64, duel.PolicyHistogramLength)
	must(t, duel.PolicyHistogram(weights, nil, histogram))
	lambda, err := duel.PolicyLambda(histogram, duel.PolicyOptions{Budget: 0.5})
	must(t, err)
	near(t, "lambda", []float64{lambda.Lambda / found.Info.Lambda}, []float64{1}, 1e-3)
	one, err := duel.Policy(background, weights, nil, duel.PolicyOptions{Budget: 0.5, Drawing: duel.PolicyOnePair})
	must(t, err)
	drawn, err := duel.PolicyDraw(one.Propensities, duel.PolicyOnePair, 7, 0)
	must(t, err)
	part, err := duel.PolicyDraw(duel.Matrix{Rows: 1, Columns: 3, Data: one.Propensities.Row(1)}, duel.PolicyOnePair, 7, 1)
	must(t, err)
	if !slices.Equal(part[0], drawn[1]) {
		t.Errorf("drawn are %v and %v", drawn, part)
	}

	costs := []float64{1, 0, 1}
	dear, err := duel.Policy(background, weights, costs, duel.PolicyOptions{Budget: 0.5, Floor: 0.05})
	must(t, err)
	if dear.Propensities.At(0, 1) != 0 || dear.Propensities.At(1, 2) < 0.05 {
		t.Errorf("propensities are %v", dear.Propensities.Data)
	}
	_, err = duel.Policy(background, weights, costs[:2], duel.PolicyOptions{Budget: 0.5})
	fails(t, err, duel.ErrSize)
	_, err = duel.Policy(background, weights, nil, duel.PolicyOptions{Budget: 0.1, Floor: 0.5})
	fails(t, err, duel.ErrArgument)
	_, err = duel.PolicyOutcome(weights, nil, duel.Matrix{Rows: 1, Columns: 3, Data: costs})
	fails(t, err, duel.ErrSize)
	fails(t, duel.PolicyHistogram(weights, nil, histogram[1:]), duel.ErrSize)
	_, err = duel.PolicyLambda(histogram, duel.PolicyOptions{Budget: 0.5, Drawing: duel.PolicyOnePair})
	fails(t, err, duel.ErrUnsupported)
	_, err = duel.PolicyDraw(weights, duel.PolicyIndependent, 0, 0)
	fails(t, err, duel.ErrData)
}

func TestPoliciesOfScores(t *testing.T) {
	contexts := panelOfThree(20)
	g := gars(t, bordaAndOthers)
	weights, err := g.Weights(background, 0, contexts, duel.Matrix{})
	must(t, err)
	identity, err := g.Weights(background, 0, contexts, duel.Matrix{Rows: 3, Columns: 3, Data: []float64{1, 0, 0, 0, 1, 0, 0, 0, 1}})
	must(t, err)
	near(t, "weights", weights.Data, identity.Data, 1e-15)
	if weights.Columns != 9 || weights.At(0, 0) != 0 || weights.At(0, 1) <= 0 {
		t.Errorf("weights are %v", weights.Row(0))
	}
	best, covariance, err := g.PolicyDOptimal(background, 0, contexts.Mu, 20, nil, duel.PolicyOptions{Budget: 1, Floor: 0.01})
	must(t, err)
	near(t, "spend", []float64{best.Info.Spend}, []float64{1}, 1e-6)
	if covariance.Rows != 3 || best.Propensities.At(3, 4) != 0 || best.Propensities.At(3, 1) < 0.01 || best.Info.Iterations < 1 {
		t.Errorf("policy is %+v", best.Info)
	}
	_, err = g.Weights(background, 0, contexts, duel.Matrix{Rows: 2, Columns: 2, Data: make([]float64, 4)})
	fails(t, err, duel.ErrSize)
	_, _, err = g.PolicyDOptimal(background, 0, contexts.Mu, 21, nil, duel.PolicyOptions{Budget: 1})
	fails(t, err, duel.ErrSize)
}

func TestNextComparisons(t *testing.T) {
	m := fit(t, set(t, springallRows()), duel.Options{})
	found, err := m.NextComparisons(background, duel.NextOptions{Batch: 4})
	must(t, err)
	if len(found) != 4 {
		t.Fatalf("%d comparisons", len(found))
	}
	for at, of := range found {
		if of.Left == of.Right || !(of.After < of.Before) || at > 0 && math.Abs(of.Before-found[at-1].After) > 1e-9*of.Before {
			t.Errorf("comparison %d is %+v", at, of)
		}
	}
	covariance, err := m.Estimate(duel.Scores,
		duel.InferenceOptions{Covariance: duel.CovarianceExpected}).Covariance(background)
	must(t, err)
	var trace float64
	for i := range covariance.Rows {
		trace += covariance.At(i, i)
	}
	near(t, "the sum of the variances", []float64{found[0].Before}, []float64{trace}, 1e-9)
	difference, err := m.NextComparisons(background, duel.NextOptions{Criterion: duel.NextDifference, First: 2, Second: 5})
	must(t, err)
	near(t, "the variance of a difference", []float64{difference[0].Before},
		[]float64{covariance.At(2, 2) + covariance.At(5, 5) - 2*covariance.At(2, 5)}, 1e-9)
	for _, bad := range []duel.NextOptions{
		{Criterion: 4}, {Batch: -1}, {Criterion: duel.NextDifference}, {Criterion: duel.NextBoundary}, {Judge: -1},
	} {
		_, err = m.NextComparisons(background, bad)
		fails(t, err, duel.ErrArgument)
	}
}

// A group of all contexts has the estimates of all, and a difference from it is that of two groups.
func TestGroupsAndSelection(t *testing.T) {
	const n, k = 60, 3
	options := duel.GARSOptions{
		Items: k, Categories: 2, Floor: -1, Functionals: []duel.GARSFunctional{duel.GARSBorda},
		GroupNames: []string{"even", "all"},
	}
	g, err := duel.NewGARS(options)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	var mu, groups, propensity []float64
	var labelled, first, second, category []int64
	for x := 0; x < n; x++ {
		groups = append(groups, float64(1-x%2), 1)
		for j := 0; j < k; j++ {
			for l := 0; l < k; l++ {
				p := 0.5 + 0.1*float64(l-j) + 0.05*float64(x%5-2)
				mu = append(mu, p, 1-p)
				if j == l || (x+j+2*l)%3 != 0 {
					continue
				}
				labelled, first, second = append(labelled, int64(x)), append(first, int64(j)), append(second, int64(l))
				category, propensity = append(category, int64((x/3+j+l*x)%2)), append(propensity, 0.3)
			}
		}
	}
	contexts := duel.GARSContexts{
		Length: n, Mu: mu, Groups: groups, Context: duel.IDs(labelled), First: duel.IDs(first), Second: duel.IDs(second),
		Category: duel.IDs(category), Propensity: duel.Numbers(propensity),
	}
	if err := g.Add(background, contexts); err != nil {
		t.Fatal(err)
	}
	values := func(e *duel.Estimates) []float64 {
		rows, err := e.Values(background)
		if err != nil {
			t.Fatal(err)
		}
		var out []float64
		for _, row := range rows {
			out = append(out, row.Value)
		}
		return out
	}
	whole := values(g.Estimate(0, duel.GARSDebiased, duel.InferenceOptions{}))
	both := values(g.GroupEstimate(0, duel.GARSAll, duel.GARSDebiased, duel.InferenceOptions{}))
	gaps := values(g.Differences(0, 0, 1, duel.GARSDebiased, duel.InferenceOptions{}))
	for i := range whole {
		if math.Abs(whole[i]-both[k+i]) > 1e-12 || math.Abs(both[i]-both[k+i]-gaps[i]) > 1e-12 {
			t.Errorf("%v, %v and %v do not go together", whole, both, gaps)
		}
	}
	turns, err := g.Selection(background, contexts, 0, duel.SelectionOptions{})
	if err != nil || len(turns) != k-1 || turns[0].Turns < 1 {
		t.Errorf("%v, %v", turns, err)
	}
	bounds, err := g.Bounds(background, contexts, 0, []float64{1, 2}, duel.SelectionOptions{})
	if err != nil || len(bounds) != 2*k || bounds[k].Least > bounds[0].Least {
		t.Errorf("%v, %v", bounds, err)
	}
	contexts.Groups = groups[:7]
	fails(t, g.Add(background, contexts), duel.ErrSize)
}

// Probabilities that are learnt are corrected in three splits, and the folds of learners correct those of one.
func TestGARSCorrectsToTheSecondOrder(t *testing.T) {
	options := bordaAndOthers
	options.Functionals, options.Rankings = options.Functionals[:2], nil
	contexts := panelOfThree(300)
	contexts.Mu = nil
	features := duel.Matrix{Rows: 300, Columns: 1, Data: make([]float64, 300)}
	for x := range 300 {
		features.Data[x] = float64(x % 5)
	}
	how := duel.NuisanceOptions{Items: 3, Categories: 2, Ridge: 1, Features: features}
	g := gars(t, options)
	must(t, g.Learn(background, contexts, how, 0))
	info, err := g.Info()
	must(t, err)
	rows, err := g.Remainder()
	must(t, err)
	if info.Corrected != 300 || len(rows) != 6 || rows[0].Correction != 0 || rows[3].Correction == 0 || !(info.SecondOrderSize > 0) {
		t.Errorf("info %+v, rows %+v", info, rows)
	}
	one := gars(t, options)
	must(t, one.Learn(background, contexts, how, 1))
	learnt, err := duel.FitNuisance(background, how, contexts)
	must(t, err)
	defer func() { _ = learnt.Close() }()
	folds, err := learnt.Folds()
	must(t, err)
	contexts.Fold, contexts.Features = duel.IDs(folds), features
	byHand := gars(t, options)
	must(t, byHand.RunNuisance(background, contexts, learnt))
	var bytes [2][]byte
	for i, each := range []*duel.GARS{one, byHand} {
		bytes[i], err = each.Save()
		must(t, err)
	}
	if !slices.Equal(bytes[0], bytes[1]) {
		t.Error("one split is not what its folds say")
	}
	contexts.Fold, contexts.Features = duel.Keys{}, duel.Matrix{}
	plain := gars(t, options)
	must(t, plain.RunNuisance(background, contexts, learnt))
	warnings, err := plain.Warnings()
	must(t, err)
	if len(warnings) != 1 || warnings[0].Code != "no_folds" {
		t.Errorf("warnings %+v", warnings)
	}
	options.SecondOrder = duel.SecondOrderOn
	if err := gars(t, options).RunNuisance(background, contexts, learnt); !errors.Is(err, duel.ErrNull) {
		t.Errorf("without folds: %v", err)
	}
}
