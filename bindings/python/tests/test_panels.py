"""Rankings by judge, and estimates over ranks of disagreement."""

import numpy as np
import pytest

import duel


@pytest.fixture(scope="module")
def model():
    """Five judges, of whom the last has two items the other way round."""
    judges, left, right, outcome = [], [], [], []
    for judge in ("ada", "ben", "dan", "eve", "cyd"):
        for i, worse in enumerate("abcd"):
            for better in "abcd"[:i]:
                share = 0.15 if judge == "cyd" and (better, worse) == ("a", "b") else 0.8
                for vote in range(30):
                    judges.append(judge)
                    left.append(better)
                    right.append(worse)
                    outcome.append(float(vote < 30 * share))
    votes = duel.Set()
    votes.append(left=left, right=right, judge=judges, score=outcome)
    return votes.fit(strength="disagreement", rank=1, ridge=0.1)


def test_a_judge_has_its_own_estimate(model):
    strengths = model.estimate("strengths")
    own = strengths.judge("cyd")
    assert np.allclose(np.array(own.values()["estimate"]), model.get("strengths")[4])
    assert np.array(own.ranks()["rank"]).tolist()[:2] == [2.0, 1.0]
    assert own.rank_probabilities().shape == (4, 4)
    with pytest.raises(duel.ArgumentError, match="no judge"):
        strengths.judge(5)
    with pytest.raises(duel.UnsupportedError, match="strengths"):
        model.estimate("scores").judge(0)


def test_judges_at_once(model):
    strengths = model.estimate("strengths")
    ranks = strengths.judge_ranks()
    assert len(ranks) == 20 and set(ranks["judge"]) == {"ada", "ben", "cyd", "dan", "eve"}
    reversals = strengths.reversals(judges=["cyd"])
    found = [row.p_adjusted <= 0.05 for row in reversals]
    assert found == [True, False, False, False, False, False]
    assert len(strengths.unanimous()) == 6


def test_averages_over_ranks(model):
    over = model.average("strengths", max_rank=1)
    parts = over.averaged_ranks()
    assert np.isclose(np.array(parts["rank_weight"]).sum(), 1.0)
    values, wide = over.judge("cyd").values(), model.average("strengths", max_rank=1, ranks="either").judge("cyd").values()
    assert (np.array(wide["upper"]) >= np.array(wide["lower"])).all() and len(values) == 4
    with pytest.raises(duel.UnsupportedError, match="winner"):
        over.judge(0).winner()
