"""Boards of scores by task."""

import math

import numpy as np
import pytest

import duel

SCORES = {"old": [0.2, 0.4, 0.6, 0.0, 0.5, 0.3], "new": [0.5, 0.4, 0.9, 0.2, 0.8, 0.6], "other": [0.1, 0.5, 0.2, 0.3, 0.2, 0.1]}


def long():
    items = [name for name in SCORES for _ in range(6)]
    tasks = [f"t{at}" for _ in SCORES for at in range(6)]
    return items, tasks, [score for scores in SCORES.values() for score in scores]


def test_tasks_as_units_are_the_paired_t_test():
    board = duel.Board(*long())
    estimate = board.estimate()
    assert board.info().cells == 18 and "3 items on 6 tasks" in repr(board)
    values = estimate.values()
    assert list(values["item"]) == ["old", "new", "other"]
    assert np.allclose(values["estimate"], [np.mean(scores) for scores in SCORES.values()])
    pairs = estimate.pairs(adjustment="none")
    differences = np.subtract(SCORES["old"], SCORES["new"])
    statistic = differences.mean() / (differences.std(ddof=1) / math.sqrt(6))
    assert math.isclose(pairs["statistic"][0], statistic) and 0 < pairs["p"][0] < 0.05
    gate = estimate.gate("new", "old")
    assert gate.verdict == "pass" and gate.units == 6 and '"new" is better than "old"' in gate.sentence
    assert estimate.claims([{"above": ["new", "old"]}])["state"][0] == "supported"


def test_frames_and_wide_tables_are_the_same():
    pandas = pytest.importorskip("pandas")
    items, tasks, scores = long()
    frame = pandas.DataFrame({"model": items, "task": tasks, "acc": scores, "repo": [t in ("t0", "t1", "t2") for t in tasks]})
    frame["repo"] = frame["repo"].map({True: "a", False: "b"})
    board = duel.Board.from_columns(frame, item="model", context="task", score="acc", group="repo")
    wide = duel.Board.from_table(frame.pivot(index="task", columns="model", values="acc"))
    assert board.info().group_count == 2 and wide.info().group_count == 0
    one, other = board.estimate(groups_are="ignored"), wide.estimate()
    assert one.gate("new", "old").se == pytest.approx(other.gate("new", "old").se)
    assert "2 groups of 6 tasks" in board.estimate().values().notes
    with pytest.raises(duel.ArgumentError, match="there is no column 'score'"):
        duel.Board.from_columns(frame, item="model", context="task")


def test_missing_scores_are_counted_and_chosen():
    items, tasks, scores = long()
    scores[0] = None
    board = duel.Board(items, tasks, scores)
    assert board.info().rows_without_score == 1
    assert "1 of 18 cells are missing, 1 of \"old\"" in board.estimate().values().notes
    assert board.estimate(missing_value=0.0).values()["estimate"][0] == pytest.approx(1.8 / 6)
    assert board.estimate(missing="available").values()["estimate"][0] == pytest.approx(1.8 / 5)
    with pytest.raises(duel.DataError, match="are missing"):
        board.estimate(missing="refused")
    with pytest.raises(duel.ArgumentError, match="k is 0"):
        board.estimate(runs="pass_at")


def test_runs_and_truths():
    board = duel.Board(["a"] * 8 + ["b"] * 8, (["t"] * 4 + ["u"] * 4) * 2, [True, False, False, False] * 3 + [True] * 4)
    assert board.estimate(runs="pass_at", k=2).values()["estimate"][0] == pytest.approx(0.5)
    variance = board.variance()
    assert list(variance["runs"]) == [8, 8] and variance["variance_within"][0] == pytest.approx(0.25)


def test_what_is_wrong_is_named():
    with pytest.raises(duel.DataError, match="score is inf") as caught:
        duel.Board(["a", "b"], ["t", "t"], [1.0, math.inf])
    assert caught.value.row == 1
    with pytest.raises(duel.DataError, match='"t" is in "g"'):
        duel.Board(["a", "b"], ["t", "t"], [1.0, 0.0], group=["g", "h"])
    with pytest.raises(duel.SizeError):
        duel.Board(["a", "b"], ["t", "t"], [1.0])
    with pytest.raises(duel.DataError, match="one task"):
        duel.Board(["a", "b"], ["t", "t"], [1.0, 0.0]).estimate()
