"""Ballots: what they are made of, what their board says, what is refused."""

import math

import numpy as np
import pytest

import duel

ORDERS = [["a", "b", "c"], ["b", ("a", "c")], ["c", "a", "b"], ["a", "c"], ["b", "c", "a"]]


def simulated(seed=1, count=200, shown=4):
    random = np.random.default_rng(seed)
    truth = dict(zip("abcdef", (0.9, 0.5, 0.2, -0.1, -0.5, -1.0)))
    asked = [list(random.choice(list(truth), shown, replace=False)) for _ in range(count)]
    orders = [sorted(items, key=lambda item: -(truth[item] + random.gumbel())) for items in asked]
    return asked, orders


def strengths(model):
    table = model.scores(covariance="expected")
    return dict(zip(table["item"], table["estimate"]))


def test_likelihood_is_that_of_the_definition():
    _, orders = simulated()
    model = duel.Ballots.from_orders(orders).fit()
    u = strengths(model)
    stages = [(order[at], order[at:]) for order in orders for at in range(len(order) - 1)]
    value = sum(u[best] - math.log(sum(math.exp(u[item]) for item in left)) for best, left in stages)
    assert model.info().log_likelihood == pytest.approx(value, rel=1e-12)
    assert sum(u.values()) == pytest.approx(0, abs=1e-9)
    # The slope of every strength is zero.
    for item in u:
        chosen = sum(best == item for best, _ in stages)
        expected = sum(math.exp(u[item]) / sum(math.exp(u[other]) for other in left) for _, left in stages if item in left)
        assert chosen == pytest.approx(expected, rel=1e-7)


def test_all_ways_in_give_the_same():
    pandas = pytest.importorskip("pandas")
    asked, orders = simulated()
    expected = strengths(duel.Ballots.from_orders(orders, shown=asked).fit())
    rows = [(at, item, order.index(item) + 1) for at, (items, order) in enumerate(zip(asked, orders)) for item in items]
    frame = pandas.DataFrame(rows, columns=["ballot", "model", "place"])
    long = duel.Ballots.from_columns(frame, ballot="ballot", item="model", rank="place")
    wide = duel.Ballots.from_table(frame.pivot(index="ballot", columns="model", values="place"))
    columns = duel.Ballots().append(*map(np.asarray, zip(*rows)))
    for ballots in (long, wide, columns):
        assert strengths(ballots.fit()) == pytest.approx(expected, abs=1e-9)


def test_choices_are_first_stages():
    asked, orders = simulated()
    best = duel.Ballots.from_choices(asked, [order[0] for order in orders]).fit(positions=True)
    first = duel.Ballots.from_orders(orders, shown=asked).fit(positions=True, stages=1)
    assert strengths(best) == pytest.approx(strengths(first), abs=1e-9)
    assert list(best.effects()["term"]) == ["position"] * 4
    assert sum(best.effects()["estimate"]) == pytest.approx(0, abs=1e-12)
    both = duel.Ballots.from_choices(asked, [order[0] for order in orders], [order[-1] for order in orders])
    assert both.info().best_and_worst == 200
    after, together = both.fit(), both.fit(worst="together")
    assert after.info().stages == 400 and together.info().stages == 200


def test_board_ties_covariates_and_questions():
    model = duel.Ballots.from_orders(ORDERS).fit()
    assert repr(model).startswith("<Ranking of 5 ballots")
    assert list(model.effects()["term"]) == ["tie"] and model.effects()["number"][0] == 2
    board = model.scores()
    assert list(board["put_first"]) == [2, 2, 1] and list(board["ballots"]) == [5, 4, 5]
    estimate = model.estimate()
    assert len(estimate.ranks()) == 3 and estimate.winner() is not None
    ballots = duel.Ballots.from_orders(ORDERS, context=["x", "x", "y", "y", "z"], judge=list("jjkkl"), weight=[1, 2, 1, 1, 1])
    assert ballots.info().ballots == 6 and ballots.info().contexts == 3
    rows = ballots.info().rows
    ballots.covariate("length", np.linspace(-1, 1, rows) ** 2)
    fitted = ballots.fit(ridge=0.5)
    assert list(fitted.effects(covariance="expected")["name"])[-1] == "length"
    assert "clustered by 3 contexts" in fitted.scores().notes


def test_refusals():
    with pytest.raises(duel.NotIdentifiedError, match='nothing else was ever put above "a"'):
        duel.Ballots.from_orders([["a", "b"], ["a", "c"]]).fit()
    with pytest.raises(duel.DataError, match="shows one item"):
        duel.Ballots.from_orders([["a"]])
    for orders, shown, words in (
        ([["a", "a"]], None, "twice"), (["ab"], None, "is a string"), ([["a", "b"]], [["a", "c"]], "does not"),
        ([["a", "b"]], [], "there are 0 ballots"), ([[]], None, "shows nothing"),
    ):
        with pytest.raises(duel.ArgumentError, match=words):
            duel.Ballots.from_orders(orders, shown=shown)
    with pytest.raises(duel.ArgumentError, match="judge: there are 1 values and 2 ballots"):
        duel.Ballots.from_orders([["a", "b"], ["b", "a"]], judge=["j"])
    for best, worst, words in ((["d"], None, "best.0. is"), (["a"], ["d"], "worst.0. is"), (["a"], ["a"], "are both"), ([], None, "0 best")):
        with pytest.raises(duel.ArgumentError, match=words):
            duel.Ballots.from_choices([["a", "b", "c"]], best, worst)
    ballots = duel.Ballots.from_orders(ORDERS)
    with pytest.raises(duel.ArgumentError, match="not told what was shown"):
        ballots.fit(positions=True)
    with pytest.raises(duel.ArgumentError, match="pseudo"):
        ballots.fit(pseudo=-1)
    with pytest.raises(duel.SizeError, match="14 rows"):
        ballots.covariate("length", [1.0])
