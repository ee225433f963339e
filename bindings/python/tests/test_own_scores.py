"""Nonparametric scores against an item, in groups of contexts, as ratios, and of one's own."""

import pickle

import numpy as np
import pytest

import duel

ITEMS = ["gpt-4", "llama", "vicuna"]


def drawn(n=400, seed=1):
    """Probabilities of n contexts, and a label of each."""
    rng = np.random.default_rng(seed)
    mu = rng.dirichlet([4.0, 3.0, 2.0], size=(n, 3, 3))
    mu[:, range(3), range(3)] = 0.0
    first = rng.integers(3, size=n)
    second = (first + rng.integers(1, 3, size=n)) % 3
    chance = mu[np.arange(n), first, second]
    category = (rng.random(n)[:, None] > np.cumsum(chance, axis=1)).sum(axis=1).clip(0, 2)
    labels = dict(context=np.arange(n), first=first, second=second, category=category, propensity=np.full(n, 1 / 6))
    return mu, labels


def symmetrised(mu):
    s1 = mu[..., 0] + 0.5 * mu[..., 2]
    s2 = mu[..., 1] + 0.5 * mu[..., 2]
    return 0.5 * (s1 + np.swapaxes(s2, 1, 2))


def test_against_an_item_and_a_field():
    mu, labels = drawn()
    gars = duel.Gars(ITEMS, 3, ["borda", duel.against("llama"), "field"], field_weights=[1, 1, 1], floor=-1).add(mu, **labels)
    rows = gars.estimate(1, "debiased").values()
    assert rows["estimate"][1] == 0.5 and rows["se"][1] == 0 and (rows["se"][[0, 2]] > 0).all()
    plain = gars.estimate(0, "debiased").values()["estimate"]
    np.testing.assert_allclose(gars.estimate(2, "debiased").values()["estimate"], plain, atol=1e-14)
    np.testing.assert_allclose(gars.estimate(1, "plugin").values()["estimate"][0], symmetrised(mu)[:, 0, 1].mean(), atol=1e-12)
    assert len(gars.estimate(1, "debiased").ranks()) == 3
    with pytest.raises(duel.ArgumentError, match="'claude' is no item"):
        duel.Gars(ITEMS, 3, duel.against("claude"))
    with pytest.raises(duel.ArgumentError, match="the field needs two items of positive weight"):
        duel.Gars(ITEMS, 3, "field", field_weights=[0, 1, 0])


def test_groups_and_their_differences():
    mu, labels = drawn()
    code = np.arange(400) % 3 == 0
    groups = {"code": code, "chat": ~code}
    gars = duel.Gars(ITEMS, 3, ["borda", "bradley_terry"], groups=["code", "chat"]).add(mu, groups=groups, **labels)
    assert gars.group_names() == ["code", "chat"]
    assert list(gars.groups()["contexts"]) == [code.sum(), (~code).sum()]
    # A group is what its contexts say alone.
    kept = {name: column[code] for name, column in labels.items() if name != "context"}
    alone = duel.Gars(ITEMS, 3, "borda").add(mu[code], context=np.arange(code.sum()), **kept)
    found, expected = gars.group_estimate(0, "code").values(), alone.estimate(0, "debiased").values()
    for column in ("estimate", "se", "lower", "upper"):
        np.testing.assert_allclose(found[column], expected[column], atol=1e-12)
    both = gars.group_estimate(0, intervals="simultaneous")
    assert list(both.values()["group"]) == [0, 0, 0, 1, 1, 1]
    difference = gars.differences(0, "code", "chat").values()
    np.testing.assert_allclose(difference["estimate"], both.values()["estimate"][:3] - both.values()["estimate"][3:], atol=1e-14)
    contrast = both.contrasts([[1, 0, 0, -1, 0, 0]])
    np.testing.assert_allclose(contrast["se"][0], difference["se"][0], atol=1e-14)
    again = pickle.loads(pickle.dumps(gars))
    assert again.group_names() == ["code", "chat"] and again.save() == gars.save()
    with pytest.raises(duel.ArgumentError, match="'math' is no group; the groups are code, chat"):
        gars.group_estimate(0, "math")
    with pytest.raises(duel.ArgumentError, match="groups does not have 'chat'"):
        duel.Gars(ITEMS, 3, groups=["code", "chat"]).add(mu, groups={"code": code}, **labels)
    few = duel.Gars(ITEMS, 3, groups=["fr"]).add(mu, groups={"fr": np.arange(400) < 12}, **labels)
    with pytest.raises(duel.DataError, match="group 'fr' has 12 contexts; at least 30 are needed"):
        few.group_estimate(0, "fr")
    with pytest.raises(duel.DataError, match="the weight in group 'fr' is -1"):
        duel.Gars(ITEMS, 3, groups=["fr"]).add(mu, groups=-np.ones((400, 1)), **labels)


def test_ratios():
    mu, labels = drawn()
    estimate = duel.Gars(ITEMS, 3).add(mu, **labels).estimate(0, "debiased")
    found, values = estimate.ratio(0, 2), estimate.values()["estimate"]
    assert found.ratio == pytest.approx(values[0] / values[2]) and found.ratio_set.name == "INTERVAL"
    assert found.lower < found.ratio < found.upper and found.delta_lower < found.ratio
    with pytest.raises(duel.ArgumentError, match="denominator is 7, but there are 3 values"):
        estimate.ratio(0, 7)


def test_a_score_of_ones_own():
    mu, labels = drawn()
    calls = []

    def best(mu):
        calls.append(len(mu))
        s = symmetrised(mu)
        return np.stack([np.sqrt(s[:, 0, 1] * s[:, 0, 2]), s[:, 1, 2]], axis=1)

    def slope(mu, h):
        s, d = symmetrised(mu), symmetrised(h)
        root = np.sqrt(s[:, 0, 1] * s[:, 0, 2])
        return np.stack([0.5 * (d[:, 0, 1] * s[:, 0, 2] + s[:, 0, 1] * d[:, 0, 2]) / root, d[:, 1, 2]], axis=1)

    score = duel.Score(best)
    own = duel.Gars(ITEMS, 3, ["borda", score]).add(mu, **labels)
    given = duel.Gars(ITEMS, 3, ["borda", duel.Score(best, slope)]).add(mu, **labels)
    np.testing.assert_allclose(own.estimate(1, "debiased").values()["estimate"],
                               given.estimate(1, "debiased").values()["estimate"], atol=1e-7)  # fmt: skip
    assert score.values == 2 and max(calls) > 4
    run = duel.Gars(ITEMS, 3, score).run(lambda first, count: mu[first : first + count], length=400, **labels)
    np.testing.assert_allclose(run.estimate(0, "debiased").values()["estimate"], own.estimate(1, "debiased").values()["estimate"])
    loaded = pickle.loads(pickle.dumps(own))
    with pytest.raises(duel.NullError, match=r"have one of the caller's own \('best'\): give the function to go on"):
        loaded.add(mu, **labels)
    loaded.own(1, score).add(mu, **labels)
    assert loaded.info().contexts == 800


def test_scores_of_ones_own_that_are_refused():
    mu, labels = drawn(60)
    def refused(error, match, function, slope=None, **options):
        gars = duel.Gars(ITEMS, 3, duel.Score(function, slope, name="best", values=1, **options))
        with pytest.raises(error, match=match) as caught:
            gars.add(mu, **labels)
        assert gars.info().contexts == 0
        return caught.value

    error = refused(duel.DataError, "score 'best': its derivative jumps", lambda mu: symmetrised(mu)[:, 0, 1:].max(axis=1))
    assert error.row is not None
    refused(duel.DataError, "score 'best' is NaN", lambda mu: np.full(len(mu), np.nan))
    refused(duel.SizeError, "score 'best' gave 3 numbers for a context and 1 before", lambda mu: np.zeros((len(mu), 3)))
    refused(duel.DataError, "the derivative given is .* where differences say", lambda mu: mu[:, 0, 1, 0] ** 2,
            lambda mu, h: h[:, 0, 1, 0] * mu[:, 0, 1, 0])  # fmt: skip
    refused(ZeroDivisionError, "division", lambda mu: 1 // 0)
    noise = np.random.default_rng(1)
    refused(duel.DataError, "it must depend on nothing else", lambda mu: noise.random(len(mu)))
    with pytest.raises(duel.ArgumentError, match="must be functions of arrays"):
        duel.Score("best")
    with pytest.raises(duel.UnsupportedError, match="has no weights of labels"):
        duel.Gars(ITEMS, 3, duel.Score(lambda mu: mu[:, 0, 1, 0], name="one")).weights(mu)


def test_selective_answers():
    mu, labels = drawn()
    gars = duel.Gars(ITEMS, 3, ["borda", "softmax"]).add(mu, **labels)
    plain = gars.estimate(0, "debiased").values()
    bounds = gars.bounds(mu, [1, 1.5, np.inf], **labels)
    assert list(bounds["gamma"]) == [1.0] * 3 + [1.5] * 3 + [np.inf] * 3
    np.testing.assert_allclose(bounds["least"][:3], plain["estimate"], atol=1e-12)
    np.testing.assert_allclose(bounds["lower"][:3], plain["lower"], atol=1e-9)
    assert (bounds["least"][3:6] < plain["estimate"]).all() and (bounds["largest"][3:6] > plain["estimate"]).all()
    # Nothing is assumed of those who did not answer.
    np.testing.assert_allclose(bounds["least"][6:], 0.0, atol=1e-12)
    np.testing.assert_allclose(bounds["largest"][6:], 1.0, atol=1e-12)
    claims = gars.selection(mu, claims=[("gpt-4", "vicuna"), ("vicuna", "gpt-4")], **labels)
    difference = plain["estimate"][0] - plain["estimate"][2]
    np.testing.assert_allclose(claims["difference"], [difference, -difference], atol=1e-12)
    assert sorted(claims["turns"])[0] == 1 and max(claims["turns"]) > 1 and (claims["uncertain"] <= claims["turns"]).all()
    halves = gars.selection(mu, answered=0.5, claims=[("gpt-4", "vicuna"), ("vicuna", "gpt-4")], **labels)
    assert max(halves["turns"]) > max(claims["turns"])
    assert len(gars.selection(mu, **labels)) == 2
    with pytest.raises(duel.ArgumentError, match=r"gamma\[0\] is 0.5; it must be at least 1: a bound on how much more likely"):
        gars.bounds(mu, 0.5, **labels)
    with pytest.raises(duel.UnsupportedError, match="not known to be sharp; use borda or bradley_terry"):
        gars.bounds(mu, 2, 1, **labels)
    with pytest.raises(duel.UnsupportedError, match="are of two categories"):
        gars.bounds(mu, 2, selection_model="odds", **labels)
    with pytest.raises(duel.ArgumentError, match=r"answered\[0\] is 2"):
        gars.selection(mu, answered=2, **labels)
