"""Sets: columns of every kind, bad rows, names, and what sets give."""

import copy
import pickle

import numpy as np
import pytest

import duel

ROWS = [("a", "b", 1.0), ("b", "c", 0.5), ("c", "a", 0.0), ("a", "b", 1.0)]


def saved(**columns):
    return duel.Set.from_columns(columns).save()


def test_kinds_of_columns_are_alike():
    left, right, score = (list(column) for column in zip(*ROWS))
    expected = saved(left=left, right=right, score=score)
    assert saved(left=np.array(left), right=np.array(right, dtype=object), score=np.array(score)) == expected
    assert saved(left=tuple(left), right=right, score=[str(s) for s in score]) == expected
    assert duel.Set.from_rows(ROWS).save() == expected
    assert duel.Set.from_rows([{"left": l, "right": r, "score": s} for l, r, s in ROWS]).save() == expected
    outcome = [{1: "left", 0.5: "tie", 0: "right"}[s] for s in score]
    assert saved(left=left, right=right, outcome=outcome) == expected
    assert saved(left=left, right=right, outcome=[{1: 1, 0.5: 3, 0: 2}[s] for s in score]) == expected
    numbers = [{"a": 7, "b": 8, "c": 90}[name] for name in left], [{"a": 7, "b": 8, "c": 90}[n] for n in right]
    by_number = duel.Set.from_columns({"left": numbers[0], "right": np.array(numbers[1]), "score": score})
    assert by_number.item_names == ["7", "8", "90"]


def test_ids():
    made = duel.Set().append([0, 1, 2], [1, 2, 0], score=[1, 1, 0.5], ids=True)
    assert made.info().items == 3 and made.item_names == ["0", "1", "2"]
    based = duel.Set().append(np.array([1, 2, 3], dtype=np.int8), [2, 3, 1], score=[1, 1, 0.5], ids=True, base=1)
    assert based.info().items == 3


def test_ids_of_interned_names():
    made = duel.Set().intern("item", ["ash", "birch", "cedar"]).intern("judge", ["x", "y"])
    made.append([0, 1, 2], [1, 2, 0], judge=[1, -1, 0], score=[1, 0, 0.5], ids=True)
    named = duel.Set().append(["ash", "birch", "cedar"], ["birch", "cedar", "ash"], judge=["y", None, "x"], score=[1, 0, 0.5])
    assert made.save() == named.save() and made.item_names == ["ash", "birch", "cedar"]
    before = made.save()
    with pytest.raises(duel.InvalidNameError, match="left: 3 is the id of no item; there are 3, from 0") as caught:
        made.append([0, 3], [1, 2], judge=[0, 1], score=[1, 1], ids=True)
    assert caught.value.row == 1 and made.save() == before
    # Covariates, too.
    assert made.covariate("size", [1, 2], item=[2, 0], ids=True).save() == named.covariate("size", [1, 2], item=["cedar", "ash"]).save()


def test_missing_judges_and_contexts_are_the_anonymous_and_none():
    made = duel.Set().append(
        ["a", "b", "a", "c"], ["b", "c", "c", "b"], judge=["x", None, "y", float("nan")],
        context=[None, 1, 2, 1], score=[1, 0, 0.5, 1],
    )  # fmt: skip
    facts = made.info()
    assert (facts.judges, facts.has_anonymous, facts.contexts, facts.comparisons) == (2, True, 2, 4)
    assert made.judges().to_dict()["judge"] == ["x", "y", "(anonymous)"]
    # All or nothing: a bad row in the last part leaves the set as it was, and is named as the caller counts.
    before = made.save()
    with pytest.raises(duel.DataError) as caught:
        made.append(["a", "b", "a"], ["b", "a", "b"], judge=["x", "x", None], score=[1, 1, 0.3])
    assert caught.value.row == 2 and "0.3" in str(caught.value)
    assert made.save() == before
    # The same as the same rows in parts, and ids in the order of first sight.
    made.append(["z", "a"], ["a", "y"], judge=[None, "w"], score=[1, 1])
    assert made.item_names == ["a", "b", "c", "z", "y"] and made.judge_names == ["x", "y", "w"]
    weighted = duel.Set().append(["a", "b"], ["b", "a"], judge=[None, "w"], score=[1, 1], weight=[0.5, 2], importance=True)
    assert weighted.info().importance and weighted.info().comparisons == 2.5


def test_bad_rows_name_themselves(small):
    before = small.save()
    for columns, row, word in [
        ({"left": ["a", "b"], "right": ["b", "b"], "score": [1, 1]}, 1, "b"),
        ({"left": ["a", "b"], "right": ["b", "a"], "score": [1, 2]}, 1, "2"),
        ({"left": ["a", None], "right": ["b", "a"], "score": [1, 1]}, 1, "left"),
        ({"left": ["a", ""], "right": ["b", "a"], "score": [1, 1]}, 1, "empty"),
        ({"left": ["a", "b"], "right": ["b", "a"], "score": [1, float("nan")]}, 1, "score"),
        ({"left": ["a", "b"], "right": ["b", "a"], "score": ["1", "one"]}, 1, "one"),
        ({"left": ["a", "b"], "right": ["b", "a"], "outcome": ["left", "maybe"]}, 1, "maybe"),
        ({"left": ["a", "b"], "right": ["b", "a"], "outcome": ["left", None]}, 1, "outcome"),
        ({"left": ["a", "b"], "right": ["b", "a"], "score": [1, 1], "weight": [1, -1]}, 1, "weight"),
    ]:  # fmt: skip
        with pytest.raises((duel.DataError, duel.InvalidNameError)) as caught:
            small.append(**columns)
        assert caught.value.row == row and word in str(caught.value), str(caught.value)
        assert isinstance(caught.value, duel.Error) and isinstance(caught.value, ValueError)
    for columns, kind in [
        ({"left": ["a"], "right": ["b", "c"], "score": [1]}, duel.SizeError),
        ({"left": [1.5], "right": ["b"], "score": [1]}, duel.InvalidNameError),
        ({"left": [True], "right": ["b"], "score": [1]}, duel.InvalidNameError),
        ({"left": ["a\0b"], "right": ["b"], "score": [1]}, duel.InvalidNameError),
        ({"left": ["\ud800"], "right": ["b"], "score": [1]}, duel.InvalidNameError),
        ({"left": "a", "right": ["b"], "score": [1]}, duel.ArgumentError),
    ]:
        with pytest.raises(kind):
            small.append(**columns)
    assert small.save() == before
    with pytest.raises(duel.ArgumentError, match="no column is called 'referee'. Name the column of the judge by judge=; the table has left, right, score"):
        duel.Set.from_columns({"left": ["a"], "right": ["b"], "score": [1]}, judge="referee")


def test_outcomes_are_explained():
    answers = {"left": ["a", "a", "b", "c"], "right": ["b", "c", "c", "a"], "winner": ["A", "B", "?", "both"]}
    with pytest.raises(duel.DataError, match="'A'"):
        duel.Set.from_columns(answers, outcome="winner")
    made = duel.Set.from_columns(answers, outcome="winner", outcomes={"A": "left", "B": duel.Outcome.RIGHT, "both": "both_bad"}, drop=["?"])
    facts = made.info()
    assert (facts.left_wins, facts.right_wins, facts.both_bad, facts.comparisons) == (1, 1, 1, 3)


def test_names_and_parts(mtbench):
    assert mtbench.find("item", "gpt-4") == mtbench.item_names.index("gpt-4")
    assert mtbench.name("judge", 0) == mtbench.judge_names[0] and mtbench.count("context") == 80
    with pytest.raises(duel.InvalidNameError, match="gpt-5"):
        mtbench.find("item", "gpt-5")
    with pytest.raises(duel.ArgumentError):
        mtbench.name("item", 99)
    few = mtbench.filter("item", ["gpt-4", "claude-v1", 0])
    assert few.info().items == 3
    rest, held = mtbench.split("context", 4, 1, seed=3)
    assert rest.info().comparisons + held.info().comparisons == mtbench.info().comparisons
    rest.merge(held)
    assert rest.save() == mtbench.save()
    again = mtbench.resample(by="context", seed=5)
    assert again.info().contexts == 80
    pairs = mtbench.pairs()
    assert len(pairs) == 15 and sum(pairs["comparisons"]) == mtbench.info().comparisons
    assert len(mtbench.items()) == 6 and len(mtbench.cells()) == mtbench.info().cells
    assert 0 <= mtbench.order().rarer_share <= 0.5
    assert list(mtbench.triads().columns)[:2] == ["judge", "triads"]
    assert len(mtbench.agreement()) == 20 and len(mtbench.agreement_pairs()) == 190
    alpha = mtbench.krippendorff("ordinal", "both")
    assert alpha["estimate"][0] < 1 and len(alpha) == 21


def test_copies_and_merging_with_itself(small):
    twin = copy.copy(small)
    twin.merge(twin)
    assert twin.info().comparisons == 14 and small.info().comparisons == 7
    assert copy.deepcopy(small).save() == small.save()


def test_covariates(small):
    small.covariate("length", [1.0, 2.0, 4.0], item=["red", "blue", "green"])
    assert small.info().covariates == 1 and small.names("covariate") == ["length"]
    with pytest.raises(duel.DataError):
        small.covariate("length", [3.0], item=["red"])
    with pytest.raises(duel.SizeError):
        small.covariate("length", [3.0, 4.0], item=["red"])
    model = small.fit(covariates=["length"], fixed_scores=[0, 0, 0])
    assert model.get("effects").shape == (1,)


def test_empty_set():
    empty = duel.Set()
    assert repr(empty).startswith("<Set of 0 comparisons")
    for table in (empty.items(), empty.pairs(), empty.cells(), empty.judges()):
        assert len(table) == 0 and list(table) == [] and table.to_dict()
        for name in table.columns:
            assert table[name].shape == (0,)
        assert table._repr_html_().startswith("<table>")
    assert duel.Set.load(empty.save()).info().items == 0
    assert duel.Set().append([], [], score=[]).info().comparisons == 0
    with pytest.raises(duel.Error):
        duel.fit(empty)


def test_csv(tmp_path):
    text = "left;right;score;judge\r\nä;b;1;x\r\n\"b;c\";ä;0,5\r\n"
    path = tmp_path / "votes.csv"
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("0,5", "0.5;").encode())
    made = duel.Set.read_csv(path)
    assert made.item_names == ["ä", "b", "b;c"] and made.info().has_anonymous
    path.write_text("left,right\na\n")
    with pytest.raises(duel.DataError, match="row 0"):
        duel.Set.read_csv(path)
    path.write_text("left,left\na,b\n")
    with pytest.raises(duel.DataError, match="two columns"):
        duel.Set.read_csv(path)
    path.write_text("")
    with pytest.raises(duel.DataError, match="empty"):
        duel.Set.read_csv(path)


def test_clusters_orders_and_shares():
    said = duel.Set().append(["a", "b", "a"], ["b", "a", "c"], cluster=["u", None, "v"], ordered=[True, False, True], score=[1, 0, 1])
    facts = said.info()
    assert (facts.clusters, facts.unordered, facts.unordered_wins, facts.left_wins) == (2, 1.0, 1.0, 2.0)
    assert said.cluster_names == ["u", "v"] and said.order().unordered == 1.0
    table = {"left": ["a", "b", "a"], "right": ["b", "a", "c"], "cluster": ["u", None, "v"], "shown": [1, 0, 1], "score": [1, 0, 1]}
    assert duel.Set.from_columns(table, ordered="shown").save() == said.save()
    assert pickle.loads(pickle.dumps(said)).cluster_names == ["u", "v"]
    said.forget_order()
    assert said.info().unordered == 3.0
    none = duel.Set().append(["a", "b"], ["b", "a"], score=[1, 0], unordered=True)
    assert none.count("cell") == 1
    with pytest.raises(duel.UnsupportedError, match="presentation order"):
        none.fit(position="shared", ridge=1)
    with pytest.raises(duel.DataError, match="ordered is 2") as error:
        duel.Set().append(["a", "b"], ["b", "a"], score=[1, 0], ordered=[1, 2])
    assert error.value.row == 1
    # One judgement, whatever its share: the error of the mean of shares, not that of coins.
    shares = np.linspace(0.3, 0.8, 50)
    soft = duel.Set().append(["a"] * 50, ["b"] * 50, wins=shares, losses=1 - shares)
    assert soft.info().has_split
    mean, error_of_mean = shares.mean(), shares.std() / np.sqrt(50)
    scores = soft.fit().scores(correction="none")
    assert scores["se"][0] == pytest.approx(error_of_mean / (mean * (1 - mean)) / 2, rel=1e-9)


def test_influence_by_cluster():
    rng = np.random.default_rng(2)
    left, right = rng.integers(0, 4, 120), rng.integers(0, 4, 120)
    kept = left != right
    names = np.array(["a", "b", "c", "d"])
    units = np.repeat([f"u{k}" for k in range(30)], 4)[kept]
    given = {"left": names[left[kept]], "right": names[right[kept]], "score": rng.integers(0, 2, kept.sum())}
    one = duel.Set().append(**given, context=units).fit(accept="any")
    two = duel.Set().append(**given, cluster=units).fit(accept="any")
    np.testing.assert_allclose(one.scores()["se"], two.scores()["se"], rtol=1e-9)
    np.testing.assert_allclose(one.influence_changes("context"), two.influence_changes("cluster"), atol=1e-12)
    assert two.influence("cluster")["cluster"].tolist()[:2] == two.set.cluster_names[:2]


def test_sets_have_a_length(small):
    empty = duel.Set()
    assert len(empty) == 0 and not empty and empty.merge(small) is empty and empty
    assert len(small) == small.info().comparisons and empty.forget_order() is empty
    half = duel.Set.from_columns({"left": ["a"], "right": ["b"], "wins": [0.25], "losses": [0.25]})
    assert half and len(half) == 0
