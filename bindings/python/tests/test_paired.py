"""Two items on few tasks, differences on few units, and plans."""

import itertools
import math

import numpy as np
import pytest

import duel


def test_counts_of_two_items():
    found = duel.counts_paired(6, 1, 40)
    assert found.p == pytest.approx(0.125) and found.p_mid == pytest.approx(0.0703125)
    assert found.p_larger == pytest.approx(0.0625) and found.p_selective == pytest.approx(0.125)
    assert found.log_e == pytest.approx(0.7239188392266986, rel=1e-9)
    assert (found.lower, found.upper) == pytest.approx((-0.00594667585823658, 0.2721244248305188), rel=1e-9)
    assert (found.differing, found.fewest_differing) == (7, 6)
    assert duel.counts_paired(0, 0, 20, want="not_worse", margin=0.05).score_z == pytest.approx(1.0259783520851542)


def test_differences_by_all_patterns():
    differences = np.array([1.75, 2.25, 1, -0.5, 3.75])
    sums = np.array(list(itertools.product([-1, 1], repeat=5))) @ differences
    found = duel.differences_exact(differences)
    assert found.p == np.mean(abs(sums) >= differences.sum()) and found.p_larger == np.mean(sums >= differences.sum())
    assert found.p_selective == np.sum(sums >= differences.sum()) / np.sum(sums > 0)
    assert found.is_exact and found.patterns == 32 and math.isnan(found.lower)


def test_differences_by_draws_and_bets():
    differences = np.tile([0.25, -0.25, 0.5], 20)
    options = {"upper_bound": 1, "draws": 2000, "seed": 3}
    found = duel.differences_exact(differences, **options)
    assert not found.is_exact and found.patterns == 2001 and found == duel.differences_exact(differences, **options)

    def wealth(mu):
        bets = (np.arange(1, 65) - 0.5) / 64 / (1 + mu)
        return np.log(np.mean(np.prod(1 + bets[:, None] * (differences - mu), axis=1)))

    assert found.log_e == pytest.approx(wealth(0), rel=1e-9)
    assert wealth(found.lower) == pytest.approx(math.log(40), rel=1e-9)
    assert duel.differences_exact(differences, want="not_worse", margin=0.1, **options).log_e == pytest.approx(wealth(-0.1))


def test_plans():
    plan = duel.plan_units(effect=0.05, sd=0.45, mixture=0.05)
    assert (plan.units, plan.units_anytime) == (638, 1233)
    assert plan.power == pytest.approx(0.8001956741735271, rel=1e-9)
    assert duel.plan_units(sd=0.45, units=638).effect_found == pytest.approx(0.05, rel=1e-3)
    assert duel.plan_units(win=0.12, lose=0.09).power_exact > 0.75
    assert duel.plan_units(win=0.4, lose=0.3, of_votes=True).effect == pytest.approx(0.05)
    groups = duel.plan_units(effect=0.03, between=0.09, within=0.14, runs=4, group_size=5, icc=0.1)
    assert groups.sd == pytest.approx(0.4 * math.sqrt(1.4 / 5))
    assert duel.plan_units(sd=0.4, want="equal", margin=0.05).power >= 0.8


@pytest.mark.parametrize(
    "error, words, call",
    [
        (duel.ArgumentError, "only_first is -1", lambda: duel.counts_paired(-1, 0, 3)),
        (duel.ArgumentError, "together more than tasks, 3", lambda: duel.counts_paired(2, 2, 3)),
        (duel.ArgumentError, "tasks is NaN", lambda: duel.counts_paired(2, 2, math.nan)),
        (duel.ArgumentError, "margin is 0", lambda: duel.counts_paired(1, 1, 3, want="equal")),
        (duel.DataError, "NaN is not a difference", lambda: duel.differences_exact([1, math.nan])),
        (duel.DataError, "2 is more than scores within 0 and 1", lambda: duel.differences_exact([2], upper_bound=1)),
        (duel.SizeError, "2 dimensions", lambda: duel.differences_exact([[1, 2]])),
        (duel.ArgumentError, "all are 0", lambda: duel.plan_units(effect=0.1)),
        (duel.ArgumentError, "effect is 0", lambda: duel.plan_units(sd=0.4)),
        (duel.ArgumentError, "runs is 3", lambda: duel.plan_units(sd=0.4, effect=0.1, runs=3)),
    ],
)
def test_what_is_refused(error, words, call):
    with pytest.raises(error, match=words):
        call()
