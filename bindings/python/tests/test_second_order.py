"""Scores that are not linear, corrected to the second order."""

import numpy as np
import pytest

import duel

ITEMS = ["gpt-4", "llama", "vicuna"]


def drawn(n=500, seed=1):
    """Labels of every ordered pair by chance, whose probabilities follow from a feature."""
    rng = np.random.default_rng(seed)
    x = rng.uniform(size=(n, 2))
    level = np.array([0.5, 0.0, -0.4]) + x[:, :1] * np.array([1.0, -1.0, 0.3]) + np.sin(6 * x[:, 1:]) * [0.4, 0.0, -0.4]
    context, first, second = np.nonzero((rng.random((n, 3, 3)) < 0.3) & ~np.eye(3, dtype=bool))
    p = 1 / (1 + np.exp(level[context, second] - level[context, first]))
    category = (rng.random(len(context)) > p).astype(int)
    return x, dict(context=context, first=first, second=second, category=category, propensity=np.full(len(context), 0.3))


def asked(**options):
    return duel.Gars(ITEMS, 2, ["borda", "bradley_terry"], **options)


def test_learnt_in_three_splits():
    x, labels = drawn()
    gars = asked().learn(length=len(x), features=x, options={"seed": 4}, **labels)
    facts, table = gars.info(), gars.remainder()
    assert facts.contexts == facts.corrected == len(x) and 0 < facts.second_order_size == table["size"].max()
    assert list(table["state"]) == ["linear"] * 3 + ["corrected"] * 3
    assert (table["correction"][:3] == 0).all() and (table["correction"][3:] != 0).all()
    found = gars.estimate(1, "debiased").values()
    np.testing.assert_allclose(found["estimate"], (table["one_step"] + table["correction"])[3:], atol=1e-12)
    np.testing.assert_allclose(found["estimate"].sum(), 0, atol=1e-12)
    assert not len(gars.warnings()) or gars.warnings()["code"][0] == "learner"
    again = asked().learn(length=len(x), features=x, options={"seed": 4}, threads=2, **labels)
    assert again.save() == gars.save()
    plain = asked(second_order="off").learn(length=len(x), features=x, options={"seed": 4}, **labels)
    assert np.isnan(plain.info().second_order_size) and list(plain.remainder()["state"])[3] == "off"


def test_folds_of_learners_are_those_of_contexts():
    x, labels = drawn()
    learnt = duel.Nuisance(ITEMS, 2, length=len(x), features=x, options={"seed": 4}, **labels)
    folds = learnt.folds()
    assert set(folds) == set(range(5))
    one = asked().learn(length=len(x), features=x, splits=1, options={"seed": 4}, **labels)
    by_hand = asked().add(learnt.predict(), fold=folds, features=x, **labels)
    assert one.save() == by_hand.save()
    short = asked(second_order="on", second_order_basis="short").add(learnt.predict(), fold=folds, **labels)
    assert short.info().corrected == len(x)
    assert asked().add(learnt.predict(), **labels).warnings()["code"][0] == "no_folds"


def test_what_does_not_allow_it():
    x, labels = drawn(60)
    mu = np.full((60, 3, 3, 2), 0.5)
    with pytest.raises(duel.NullError, match="give the fold of every context"):
        asked(second_order="on").add(mu, **labels)
    with pytest.raises(duel.DataError, match="needs 20 labels a fold"):
        asked(second_order="on").add(mu, fold=np.arange(60) % 20, **labels)
    with pytest.raises(duel.SizeError, match="features"):
        asked().add(mu, fold=np.arange(60) % 2, features=x[:3], **labels)
    with pytest.raises(duel.UnsupportedError, match="contexts that are clustered"):
        asked(second_order="on", clusters="keyed").add(mu, fold=np.arange(60) % 2, cluster=np.arange(60) // 2, **labels)
    clustered = asked(clusters="keyed").add(mu, cluster=np.arange(60) // 2, **labels)
    assert clustered.warnings()["code"][0] == "clusters"
    with pytest.raises(duel.ArgumentError, match="splits is 3"):
        asked(second_order="off").learn(length=60, features=x, splits=3, **labels)
