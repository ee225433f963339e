"""Estimates of one's own: what they take, what they refuse, verdicts about candidates and claims."""

import math
from statistics import NormalDist
from types import SimpleNamespace

import numpy as np
import pytest

import duel

NAMES = ["old", "new", "other"]
VALUES = [0.70, 0.80, 0.60]
COVARIANCE = np.array([[4.0, 1.0, 0.0], [1.0, 4.0, 0.0], [0.0, 0.0, 9.0]]) * 1e-4


@pytest.fixture()
def own():
    return duel.Estimate(VALUES, COVARIANCE, names=NAMES)


def table_of(estimate):
    values = estimate.values()
    return dict(zip(values["item"], zip(values["estimate"], values["se"])))


def test_values_come_as_lists_mappings_series_and_results(own):
    pandas = pytest.importorskip("pandas")
    series = pandas.Series(VALUES, index=NAMES)
    frame = pandas.DataFrame(COVARIANCE, index=NAMES, columns=NAMES)
    turned = frame.loc[["other", "old", "new"], ["new", "other", "old"]]
    fitted = SimpleNamespace(params=series, cov_params=lambda: turned, use_t=True, df_resid=7)
    expected = table_of(own)
    assert set(expected) == set(NAMES) and expected["new"] == (0.8, pytest.approx(0.02))
    for made in (
        duel.Estimate(dict(zip(NAMES, VALUES)), COVARIANCE),
        duel.Estimate(series, frame),
        duel.Estimate(series, turned),
        duel.Estimate(series, pandas.DataFrame(COVARIANCE, columns=NAMES)),
        duel.Estimate(fitted),
    ):
        assert table_of(made) == expected
        assert np.array_equal(made.covariance(), own.covariance())
    assert duel.Estimate(fitted).info().df == 7 and duel.Estimate(fitted, df=20).info().df == 20
    assert duel.Estimate(VALUES, COVARIANCE).values()["item"].tolist() == ["0", "1", "2"]


def test_standard_errors_follow_the_names():
    pandas = pytest.importorskip("pandas")
    values = pandas.Series(VALUES, index=NAMES)
    errors = {"other": 0.3, "old": 0.1, "new": 0.2}
    for se in (errors, pandas.Series(errors), [0.1, 0.2, 0.3]):
        assert duel.Estimate(values, se=se).values()["se"].tolist() == pytest.approx([0.1, 0.2, 0.3])
    # Names of one's own replace labels, which still say which error is whose.
    called = duel.Estimate(values, se=errors, names=["a", "b", "c"])
    assert called.values()["item"].tolist() == ["a", "b", "c"]
    assert called.values()["se"].tolist() == pytest.approx([0.1, 0.2, 0.3])


def test_a_model_gives_its_own(mtbench):
    model = duel.fit(mtbench, covariance="expected")
    scores = model.estimate("scores")
    again = duel.Estimate(model.params, model.cov_params(), only_differences=True, reference_item="gpt-4")
    assert again.values()["estimate"][model.items_.index("gpt-4")] == 0
    pairs, own = again.pairs(), scores.pairs()
    assert np.allclose(pairs["se"], own["se"]) and pairs["first"].tolist() == own["first"].tolist()
    assert again.gate("gpt-4", "claude-v1").p == pytest.approx(scores.gate("gpt-4", "claude-v1").p)


def test_questions_about_the_order(own):
    z = NormalDist()
    superior = own.superiority()
    assert superior[1, 0] == pytest.approx(z.cdf(0.1 / math.sqrt(6e-4))) and math.isnan(superior[1, 1])
    probabilities = own.rank_probabilities()
    assert np.allclose(probabilities.sum(axis=0), 1) and np.allclose(probabilities.sum(axis=1), 1)
    summary = own.rank_summary()
    assert np.allclose(summary["best_probability"], probabilities[:, 0]) and summary["item"].tolist() == NAMES
    assert own.tiers("gap", 0.15)["tier"].tolist() == [0, 0, 0] and own.tiers("number", 3)["tier"].tolist() == [1, 0, 2]
    letters = own.compact_letters()
    assert list(letters["item"][letters["group"] == 0]) == ["new"]
    quasi, facts = duel.Estimate(VALUES, se=[0.1, 0.2, 0.3]).quasi_variances()
    assert np.allclose(quasi, [0.01, 0.04, 0.09]) and abs(facts.largest_error) < 1e-9


@pytest.mark.parametrize(
    "error, words, arguments",
    [
        (duel.ArgumentError, "covariance, se, pair_se", dict(values=VALUES)),
        (duel.ArgumentError, "there are two", dict(values=VALUES, covariance=COVARIANCE, se=[1, 1, 1])),
        (duel.SizeError, "covariance has the shape", dict(values=VALUES, covariance=COVARIANCE[:2])),
        (duel.SizeError, "se has the shape", dict(values=VALUES, se=[1, 1])),
        (duel.SizeError, "2 for 3", dict(values=VALUES, covariance=COVARIANCE, names=["a", "b"])),
        (duel.InvalidNameError, "stands twice", dict(values=VALUES, covariance=COVARIANCE, names=["a", "b", "a"])),
        (duel.ArgumentError, "se has no value for 'b'", dict(values={"a": 1, "b": 2}, se={"a": 1, "c": 2})),
        (duel.DataError, "variance", dict(values=[1, 2], covariance=[[1, 2], [2, 1]])),
        (duel.UnsupportedError, "normalisation", dict(values=VALUES, covariance=COVARIANCE, reference_item=0)),
        (duel.InvalidNameError, "reference_item", dict(values=VALUES, covariance=COVARIANCE, only_differences=True, reference_item="x")),
        (duel.ArgumentError, "hold numbers", dict(values=["x", "y"], se=[1, 1])),
    ],
)
def test_what_cannot_be_is_refused(error, words, arguments):
    with pytest.raises(error, match=words):
        duel.Estimate(**arguments)


def test_a_frame_of_other_names_is_refused():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(COVARIANCE, columns=["old", "new", "mine"])
    with pytest.raises(duel.ArgumentError, match="covariance has no column 'other'"):
        duel.Estimate(pandas.Series(VALUES, index=NAMES), frame)


def test_a_gate_is_read_off_one_interval(own):
    gate = own.gate("new", "old", want="better", margin=0.05)
    se = math.sqrt(6e-4)
    z = NormalDist().inv_cdf(0.975)
    assert gate.candidate == "new" and gate.baseline == "old" and gate.want == "better"
    assert gate.lower == pytest.approx(0.1 - z * se) and gate.upper == pytest.approx(0.1 + z * se)
    assert gate.verdict == "pass" and gate.is_better_by_margin
    assert gate.p == pytest.approx(1 - NormalDist().cdf(0.05 / se))
    assert gate.sentence.startswith('"new" is better than "old"')
    assert own.gate(1, 0, margin=0.05).sentence == gate.sentence
    assert own.gate("old", "new").verdict == "fail"
    assert own.gate("new", "old", "not_worse", 0.02).verdict == "pass"
    assert own.gate("new", "old", duel.Want.EQUAL, 0.1).verdict == "not_enough"
    lower = duel.Estimate(VALUES, COVARIANCE, names=NAMES, lower_is_better=True)
    assert lower.gate("new", "old").verdict == "fail" and lower.gate("other", "old").verdict == "pass"


def test_units_say_how_many_more():
    open_ = duel.Estimate([0.7, 0.72], se=[0.02, 0.02], names=["old", "new"], units=400).gate("new", "old")
    assert open_.verdict == "not_enough" and open_.units == 400 and open_.units_needed > 400
    assert "more units" in open_.sentence


def test_gates_of_models_take_names(mtbench):
    estimate = duel.fit(mtbench).estimate("scores", level=0.9)
    names = duel.fit(mtbench).items_
    gate = estimate.gate("gpt-4", "gpt-3.5-turbo", margin=0.1)
    assert gate.verdict == "pass"
    assert estimate.gate(names.index("gpt-4"), names.index("gpt-3.5-turbo"), margin=0.1).sentence == gate.sentence
    assert estimate.winner(["claude-v1", "gpt-3.5-turbo"]).item in (names.index("claude-v1"), names.index("gpt-3.5-turbo"))
    assert len(estimate.rank_sets(["gpt-4"])) == 1


def test_gates_refuse(own):
    for error, words, arguments in [
        (duel.InvalidNameError, "candidate: .*nwe", ("nwe", "old")),
        (duel.InvalidNameError, "baseline: ", ("new", "odl")),
        (duel.ArgumentError, "both item", ("new", "new")),
        (duel.ArgumentError, "none of the 3 items", (3, 0)),
        (duel.ArgumentError, "whole number", (1.5, 0)),
        (duel.ArgumentError, "not_worse", ("new", "old", "best")),
        (duel.ArgumentError, "margin", ("new", "old", "not_worse")),
        (duel.ArgumentError, "margin", ("new", "old", "better", -1)),
    ]:
        with pytest.raises(error, match=words):
            own.gate(*arguments)


def test_a_gate_is_of_a_value_for_each_item(judged):
    with pytest.raises(duel.UnsupportedError, match="one value for each item"):
        judged.estimate("positions").gate("gpt-4", "claude-v1")


def test_claims_are_judged_jointly(own):
    table = own.claims(
        [
            {"above": ["new", "old"], "by": 0.02},
            {"not_worse": ["new", "old"], "by": 0.02},
            {"parity": ["new", "other"], "within": 0.05},
            {"top": "new", "k": 1, "chosen": True},
            {"top": 0, "k": 2},
            {"order": ["new", "old", "other"]},
            {"group": ["new"], "above": ["old", "other"]},
            {"above": ["other", "old"]},
        ]
    )
    z = NormalDist()
    above = 1 - z.cdf((0.1 - 0.02) / math.sqrt(6e-4))
    assert table["p_supported"][0] == pytest.approx(above, rel=1e-9)
    assert table["p_supported"][1] == pytest.approx(1 - z.cdf((0.1 + 0.02) / math.sqrt(6e-4)), rel=1e-6, abs=1e-15)
    # The level is shared by all eight claims.
    assert table["state"].tolist() == [
        "supported" if above <= 0.05 / 8 else "open", "supported", "refuted", "supported",
        "open" if table["p_supported"][4] > 0.05 / 8 else "supported",
        "open" if table["p_supported"][5] > 0.05 / 8 else "supported", "supported", "refuted",
    ]  # fmt: skip
    assert table["p_supported"][3] == pytest.approx(2 * own.claims([{"top": "new", "k": 1}])["p_supported"][0])
    assert table["p_supported"][5] == pytest.approx(
        max(own.claims([{"above": pair}])["p_supported"][0] for pair in (["new", "old"], ["old", "other"]))
    )
    assert table["at_least"][0] == pytest.approx(0.1 - z.inv_cdf(1 - 0.05 / 8) * math.sqrt(6e-4))
    assert own.claims([{"above": ["new", "old"]}])["state"][0] == "supported"


@pytest.mark.parametrize(
    "error, words, claims",
    [
        (duel.ArgumentError, "at least one claim", []),
        (duel.ArgumentError, "must be a list", {"above": ["new", "old"]}),
        (duel.ArgumentError, r"claims\[1\] is 3", [{"order": ["new", "old"]}, 3]),
        (duel.ArgumentError, r"claims\[0\] has the keys \['abvoe'\]", [{"abvoe": ["new", "old"]}]),
        (duel.ArgumentError, "'margin' does not go with 'above'; with it goes 'by'", [{"above": ["new", "old"], "margin": 1}]),
        (duel.ArgumentError, "'by' does not go with 'order'", [{"order": ["new", "old"], "by": 1}]),
        (duel.ArgumentError, "'not_worse' needs 'by'", [{"not_worse": ["new", "old"]}]),
        (duel.ArgumentError, "'parity' needs 'within'", [{"parity": ["new", "old"], "by": 1}]),
        (duel.ArgumentError, "'top' needs 'k'", [{"top": "new"}]),
        (duel.ArgumentError, "'group' needs 'above'", [{"group": ["new"]}]),
        (duel.ArgumentError, "by is -1", [{"not_worse": ["new", "old"], "by": -1}]),
        (duel.ArgumentError, "must be two items", [{"above": "new"}]),
        (duel.ArgumentError, "must be a list of items", [{"order": "new"}]),
        (duel.ArgumentError, "chosen is 1", [{"top": "new", "k": 1, "chosen": 1}]),
        (duel.ArgumentError, "k = 1", [{"top": "new", "k": 2, "chosen": True}]),
        (duel.ArgumentError, "k is 4", [{"top": "new", "k": 4}]),
        (duel.InvalidNameError, r"claims\[1\]: above: .*nwe", [{"above": ["new", "old"]}, {"above": ["nwe", "old"]}]),
        (duel.ArgumentError, r"claims\[0\]", [{"order": ["new", "new"]}]),
        (duel.ArgumentError, r"claims\[0\]", [{"order": []}]),
    ],
)
def test_claims_refuse(own, error, words, claims):
    with pytest.raises(error, match=words):
        own.claims(claims)
