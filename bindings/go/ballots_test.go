package duel

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
)

func ballotsOf(t *testing.T, all ...Ballot) *Ballots {
	t.Helper()
	ballots, err := NewBallots()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ballots.Close() })
	if err := ballots.AppendBallots(all); err != nil {
		t.Fatal(err)
	}
	return ballots
}

// Two items: the logarithm of the odds, and its error.
func TestBallotsOfTwoAreOdds(t *testing.T) {
	var orders []Ballot
	for at := range 10 {
		order := Ballot{Places: Places("a", "b")}
		if at < 3 {
			order = Ballot{Places: Places("b", "a")}
		}
		orders = append(orders, order)
	}
	model, err := ballotsOf(t, orders...).Fit(context.Background(), RankingOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer model.Close()
	board, err := model.Scores(context.Background(), InferenceOptions{Covariance: CovarianceExpected})
	if err != nil {
		t.Fatal(err)
	}
	odds := math.Log(7.0 / 3)
	if math.Abs(board[0].Value-odds/2) > 1e-9 || math.Abs(board[0].StandardError-math.Sqrt(1/2.1)/2) > 1e-9 {
		t.Errorf("%+v", board[0])
	}
	if board[0].PutFirst != 7 || board[0].PutLast != 3 || board[0].Ballots != 10 {
		t.Errorf("%+v", board[0])
	}
	estimate, err := model.Estimate(InferenceOptions{})
	if err != nil {
		t.Fatal(err)
	}
	ranks, err := estimate.Ranks(context.Background())
	if err != nil || len(ranks) != 2 {
		t.Fatalf("%v %v", ranks, err)
	}
}

func TestBallotsWithTiesPositionsAndCovariates(t *testing.T) {
	shown := []string{"a", "b", "c"}
	ballots := ballotsOf(t,
		Ballot{Places: Places("a", "b", "c"), Shown: shown, Context: "one"},
		Ballot{Places: [][]string{{"b", "c"}}, Shown: []string{"c", "a", "b"}, Context: "one"},
		Ballot{Places: Places("c"), Shown: []string{"b", "c", "a"}},
		Ballot{Places: Places("a", "c"), Shown: []string{"b", "a", "c"}},
		Ballot{Places: Places("b", "a", "c"), Shown: []string{"c", "b", "a"}})
	info, err := ballots.Info()
	if err != nil || info.Items != 3 || info.Contexts != 1 || info.MostTied != 2 {
		t.Fatalf("%+v %v", info, err)
	}
	if err := ballots.Covariate("length", make([]float64, 4)); !errors.Is(err, ErrSize) {
		t.Errorf("a short covariate: %v", err)
	}
	values := []float64{1, 3, 2, 5, 1, 2, 2, 2, 4, 1, 0, 1, 3, 2, 2}
	if err := ballots.Covariate("length", values); err != nil {
		t.Fatal(err)
	}
	model, err := ballots.Fit(context.Background(), RankingOptions{Ridge: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer model.Close()
	effects, err := model.Effects(context.Background(), InferenceOptions{Covariance: CovarianceExpected})
	if err != nil || len(effects) != 2 {
		t.Fatalf("%+v %v", effects, err)
	}
	facts, err := model.Info()
	if err != nil || facts.MostTied != 2 || facts.Ballots != 5 {
		t.Fatalf("%+v %v", facts, err)
	}
}

func TestBallotsRefusals(t *testing.T) {
	ballots := ballotsOf(t, Ballot{Places: Places("a", "b")}, Ballot{Places: Places("a", "c")})
	_, err := ballots.Fit(context.Background(), RankingOptions{})
	if !errors.Is(err, ErrNotIdentified) || !strings.Contains(err.Error(), `"a"`) {
		t.Errorf("nobody beat a: %v", err)
	}
	for _, order := range []Ballot{
		{Places: Places("a", "a")}, {Places: Places("a"), Shown: []string{"b", "c"}}, {Places: Places("a")},
	} {
		if err := ballots.AppendBallots([]Ballot{order}); !errors.Is(err, ErrData) {
			t.Errorf("%+v: %v", order, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := ballots.Fit(ctx, RankingOptions{Pseudo: 0.5}); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled fit: %v", err)
	}
	ballots.Close()
	if err := ballots.AppendBallots(nil); !errors.Is(err, ErrNull) {
		t.Errorf("closed: %v", err)
	}
}
