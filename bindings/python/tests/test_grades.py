"""Grades: the references of Rust, rows of all kinds, and what is refused."""

import numpy as np
import pytest
from conftest import reference

import duel

GRADES = reference("grades")


def bench():
    rows = []
    for question, counts in zip(GRADES["questions"], GRADES["by_question"]):
        for pair, row in zip(GRADES["pairs"], counts):
            rows += [(*pair, grade, question, count) for grade, count in zip(GRADES["levels"], row) if count]
    return [list(column) for column in zip(*rows)]


def test_seven_grades_of_judges():
    left, right, grade, question, count = bench()
    case = GRADES["cases"]["graded_7"]
    votes = duel.Set().intern("item", [str(item) for item in range(6)])
    votes.append(left, right, context=question, grade=grade, weight=count)
    model = duel.fit(votes, tie_model="graded")
    np.testing.assert_allclose(model.llf, case["loglik"], rtol=1e-10)
    scores = model.scores(correction="none")
    np.testing.assert_allclose(scores["estimate"], case["scores"], rtol=1e-8)
    np.testing.assert_allclose(scores["se"], case["se_cluster"], rtol=1e-8)
    thresholds = model.estimate("grades").values()
    np.testing.assert_allclose(thresholds["estimate"], case["others"], rtol=1e-8)
    assert list(thresholds["grade"]) == [1, 2, 3]
    again = duel.Model.load(model.save())
    assert list(again.scores(correction="none")["se"]) == list(scores["se"])
    assert sorted(set(votes.cells()["grade"])) == [0, 1, 2, 3]


def test_tables_have_grades():
    rows = {"left": ["a", "b", "c", "a"], "right": ["b", "c", "a", "c"], "grade": [2, -1, 0, 1]}
    expected = duel.Set().append(**rows).save()
    assert duel.Set.from_columns(rows).save() == expected
    pandas = pytest.importorskip("pandas")
    assert duel.Set.from_pandas(pandas.DataFrame(rows)).save() == expected
    arrow = pytest.importorskip("pyarrow")
    renamed = arrow.table({**rows, "left": rows["left"]}).rename_columns(["left", "right", "degree"])
    assert duel.Set.from_arrow(renamed, grade="degree").save() == expected


def test_a_column_that_happens_to_be_called_grade():
    rows = {"left": ["a", "b"], "right": ["b", "c"], "score": [1, 0]}
    expected = duel.Set.from_columns(rows).save()
    assert duel.Set.from_columns({**rows, "grade": [None, 7]}).save() == expected
    arrow = pytest.importorskip("pyarrow")
    assert duel.Set.from_arrow(arrow.table({**rows, "grade": [None, 7]})).save() == expected


def test_what_is_no_grade_is_named():
    with pytest.raises(duel.DataError, match="grade is 6") as caught:
        duel.Set().append(["a", "b"], ["b", "a"], grade=[1, 6])
    assert caught.value.row == 1
    with pytest.raises(duel.UnsupportedError, match="no answer of the set has a grade"):
        duel.fit(duel.Set().append(["a", "b"], ["b", "a"], score=[1, 1]), tie_model="graded")
