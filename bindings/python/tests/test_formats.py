"""Votes as others write them, and the command."""

import io
import json
import sys
from pathlib import Path

import pytest
from conftest import ROOT

import duel
from duel import __main__ as command
from duel import formats

SAMPLES = Path(__file__).parent / "samples"


def cells(votes):
    """Every vote of a set: context, judge, left, right and counts of left, right and ties."""
    names = ("context", "judge", "left", "right", "left_wins", "right_wins", "plain_ties")
    return sorted(tuple("" if v is None else v for v in row) for row in zip(*(votes.set().cells()[n] for n in names)))


def table(tmp_path, text, ending=".csv", **options):
    path = tmp_path / f"votes{ending}"
    path.write_text(text, encoding="utf-8")
    return formats.read(path, **options)


def test_mt_bench():
    votes = formats.read(SAMPLES / "mt_bench.jsonl")
    assert "two games in swapped order" in votes.said
    found = cells(votes)
    # Question 81, m1 and m2: A, then B of swapped answers: both games for m1.
    assert ("81.1", "gpt-4", "m1", "m2", 1, 0, 0) in found and ("81.1", "gpt-4", "m2", "m1", 0, 1, 0) in found
    # m1 and m3: A and A: one game each. m2 and m3: ties. The game of question 82 that failed is left out.
    assert ("81.1", "gpt-4", "m1", "m3", 1, 0, 0) in found and ("81.1", "gpt-4", "m3", "m1", 1, 0, 0) in found
    assert ("81.1", "gpt-4", "m2", "m3", 0, 0, 1) in found
    assert votes.set().info().comparisons == 11 and votes.set().info().contexts == 2
    assert votes.left_out == {"games that ended in an error": 1} and "left out: games that ended in an error (1)" in votes.said


def test_arena():
    votes = formats.read(SAMPLES / "arena.json")
    assert "model_a is the item shown first" in votes.said and "'tie (bothbad)' is both bad" in votes.said
    facts = votes.set().info()
    assert (facts.left_wins, facts.right_wins, facts.plain_ties, facts.both_bad) == (2, 2, 1, 1)
    assert (facts.items, facts.judges, facts.contexts) == (3, 3, 6) and votes.left_out == {}


def test_arena_hard():
    with pytest.raises(duel.ArgumentError, match="baseline"):
        formats.read(SAMPLES / "arena_hard.jsonl")
    votes = formats.read(SAMPLES / "arena_hard.jsonl", baseline="base")
    assert "counts as one vote" in votes.said
    assert cells(votes) == [
        ("q1", "gpt-4", "base", "first", 1, 0, 0), ("q1", "gpt-4", "base", "second", 0, 1, 0),
        ("q1", "gpt-4", "first", "base", 0, 0, 1), ("q1", "gpt-4", "second", "base", 1, 0, 0),
        ("q2", "gpt-4", "base", "first", 0, 1, 0),
    ]  # fmt: skip
    assert votes.left_out == {"games without a verdict": 1}
    weighted = formats.read(SAMPLES / "arena_hard.jsonl", baseline="base", grades="weight")
    assert "three votes" in weighted.said and weighted.set().info().comparisons == 9


def test_alpaca_eval():
    votes = formats.read(SAMPLES / "alpaca_eval.json")
    facts = votes.set().info()
    written = [row["preference"] for row in json.loads((SAMPLES / "alpaca_eval.json").read_text())]
    assert facts.plain_ties == written.count(1.5) == 1
    assert facts.left_wins == written.count(1) and facts.right_wins == written.count(2)
    assert facts.left_wins + facts.right_wins == 2 and set(votes.set().item_names) == {"m1", "m2"}


def test_alpaca_eval_probabilities(tmp_path):
    rows = [{"instruction": "q", "generator_1": "a", "generator_2": "b", "annotator": "w", "preference": 1.25},
            {"instruction": "r", "generator_1": "a", "generator_2": "b", "annotator": "w", "preference": None}]  # fmt: skip
    votes = table(tmp_path, json.dumps(rows), ".json")
    assert cells(votes) == [("q", "w", "a", "b", 0.75, 0.25, 0)]
    assert votes.left_out == {"annotations without a preference": 1}
    with pytest.raises(duel.DataError, match="2.5"):
        table(tmp_path, json.dumps([{**rows[0], "preference": 2.5}]), ".json")


def test_lm_evaluation_harness():
    files = sorted((SAMPLES / "lm_eval").glob("*/*.jsonl"))
    votes = formats.read(files)
    assert "scored by acc" in votes.said and "cluster by context" in votes.said
    facts = votes.set().info()
    assert votes.set().item_names == ["org__first", "org__second"] and facts.contexts == 3
    assert (facts.left_wins, facts.right_wins, facts.plain_ties) == (1, 1, 1)
    with pytest.raises(duel.ArgumentError, match="two or more"):
        formats.read(files[0])
    with pytest.raises(duel.ArgumentError, match="f1"):
        formats.read(files, metric="f1")


def test_inspect():
    votes = formats.read(sorted((SAMPLES / "inspect").glob("*.json")))
    facts = votes.set().info()
    assert votes.set().item_names == ["mockllm/first", "mockllm/second"] and "scored by match" in votes.said
    assert (facts.left_wins, facts.right_wins, facts.plain_ties) == (1, 1, 1)


def test_preflib():
    votes = formats.read(SAMPLES / "trees.toc").set()
    assert votes.info().contexts == 3 and votes.info().comparisons == 9
    pairs = {(row.first, row.second): row for row in votes.pairs()}
    assert pairs["ash", "birch"].first_wins == 2 and pairs["ash", "birch"].ties == 1
    assert pairs["ash", "cedar"].first_wins == 2 and pairs["ash", "cedar"].second_wins == 1


def test_pgn():
    votes = formats.read(SAMPLES / "games.pgn")
    assert cells(votes) == [
        ("", "(anonymous)", "Anna", "Boris", 1, 0, 0), ("", "(anonymous)", "Boris", "Anna", 0, 0, 1),
        ("", "(anonymous)", 'Clara "C"', "Anna", 0, 1, 0),
    ]  # fmt: skip
    assert votes.left_out == {"games without a result": 1}


def test_pentanomial():
    votes = formats.read(SAMPLES / "fishtest.json")
    facts = votes.set().info()
    assert facts.contexts == 6 and facts.comparisons == 12
    items = {row.item: row for row in votes.set().items()}
    assert items["patch"].wins + items["patch"].ties / 2 == 0 + 0.5 + 2 + 1.5 + 2
    with pytest.raises(duel.ArgumentError, match="five"):
        formats.games.pentanomial("a", "b", [1, 2, 3])


@pytest.mark.parametrize("text, sentence, expected", [
    ("model_a,model_b,winner,judge\na,b,model_a,x\nb,a,tie (bothbad),y\n", "'tie (bothbad)' is both bad", (1, 0, 0, 1)),
    ("white\tblack\tresult\na\tb\t1-0\nb\ta\t1/2-1/2\n", "'1-0' is left", (1, 0, 1, 0)),
    ("player_1;player_2;winner\na;b;a\nb;a;a\na;b;tie\n", "winner names the winner", (1, 1, 1, 0)),
    ("left,right,preference\na,b,1.25\nb,a,2\n", "from 1", (0.75, 1.25, 0, 0)),
    ("left,right,verdict\na,b,A>>B\nb,a,A=B\n", "counts as one vote", (1, 0, 1, 0)),
    ("left,right,score\na,b,1\nb,a,0.5\n", "score is the score of left", (1, 0, 1, 0)),
    ("left,right,wins,losses,ties\na,b,3,2,1\n", "wins counts wins", (3, 2, 1, 0)),
])  # fmt: skip
def test_tables_are_guessed_with_a_sentence(tmp_path, text, sentence, expected):
    votes = table(tmp_path, text)
    facts = votes.set().info()
    assert sentence in votes.said
    assert (facts.left_wins, facts.right_wins, facts.plain_ties, facts.both_bad) == expected


def test_what_is_not_understood_is_refused(tmp_path):
    for text, word in [
        ("left,right,winner\na,b,1\n", "'1' in row 0, which nobody explained"),
        ("left,right,winner\na,b,c\nb,a,a\n", "'c' in row 0"),
        ("left,right\na,b\n", "no column is outcome"),
        ("one,two,winner\na,b,a\n", "no column is left"),
        ("left,right,winner\na,b,\n", "missing in row 0"),
    ]:
        with pytest.raises(duel.Error, match=word):
            table(tmp_path, text)
    votes = table(tmp_path, "one,two,winner\na,b,1\nb,a,0\na,b,?\n", roles={"left": "one", "right": "two"},
                  outcomes={"1": "left", "0": "right"}, drop=["?"])  # fmt: skip
    assert votes.set().info().comparisons == 2 and votes.left_out == {"rows that say '?'": 1}
    assert "left out: rows that say '?' (1)" in votes.said
    with pytest.raises(duel.ArgumentError, match="never says so"):
        table(tmp_path, "left,right,winner\na,b,a\n", drop=["?"])
    graded = table(tmp_path, "left,right,verdict\na,b,A>>B\nb,a,A>B\n", grades="weight")
    assert graded.set().info().comparisons == 4


def test_the_bundled_votes_are_the_same_by_either_way(mtbench):
    votes = formats.read(ROOT / "examples/data/judge_mtbench.csv", drop=["unknown"])
    assert votes.set().save() == mtbench.save()


def run(*arguments):
    return command.main([str(one) for one in arguments])


BUNDLED = (ROOT / "examples/data/judge_mtbench.csv", "--drop", "unknown")


def test_board(capsys):
    board = ("board", *BUNDLED, "--strength", "sensitivity", "--position", "by_judge", "--accept", "boundary")
    assert run(*board) == 0
    assert "Errors of 80 clusters are corrected (CR2)" in capsys.readouterr().out
    assert run(*board, "--correction", "none") == 0
    out, err = capsys.readouterr()
    assert "model_a is the item shown first" in err
    assert "   1  1-2    a      gpt-4             1.192  [ 0.969,  1.415]  97 %  2021     768   308" in out
    assert "Warnings" in out
    assert run("board", *BUNDLED, "--output", "json", "--bootstrap", 100, "--level", 0.9, "--model", "davidson") == 0
    board = json.loads(capsys.readouterr().out)
    assert board["left_out"] == {"rows that say 'unknown'": 294} and "rows that say 'unknown' (294)" in board["read"]
    assert board["level"] == 0.9 and len(board["items"]) == 6 and board["covariance"] is None and board["tie_model"] == "davidson"
    assert run("board", *BUNDLED, "--output", "csv") == 0
    assert capsys.readouterr().out.splitlines()[0].startswith("rank,rank_best,rank_worst,group,item")


def test_board_counts_replicates_without_an_estimate(capsys, tmp_path):
    votes = tmp_path / "votes.csv"
    votes.write_text("left,right,winner\n" + "a,b,left\n" * 8 + "a,b,right\n" * 2)
    assert run("board", votes, "--bootstrap", 400, "--output", "json") == 0
    board = json.loads(capsys.readouterr().out)
    failed = board["replicates_without_an_estimate"]
    # .8^10 = .107 of the replicates have no vote for the second item: no lower end of its score, and no upper one of the first.
    assert board["replicates"] == 400 and 20 < failed < 80
    first = board["items"][0]
    assert first["item"] == "a" and first["upper"] == "inf" and first["rank_worst"] == 2 and first["best"] <= 1 - failed / 400
    assert run("board", votes, "--bootstrap", 400) == 0
    assert f"{failed} of 400 replicates have no estimate" in capsys.readouterr().out


def test_board_refuses(capsys, tmp_path):
    assert run("board", ROOT / "examples/data/judge_mtbench.csv") == 1
    assert "'unknown' in row 14" in capsys.readouterr().err
    assert run("board", tmp_path / "none.csv") == 1
    assert run("board", SAMPLES / "games.pgn") == 1  # Clara has lost her only game
    assert "Clara" in capsys.readouterr().err
    assert run("board", SAMPLES / "games.pgn", "--accept", "any", "--output", "json") == 0
    assert any(row["se"] == "inf" for row in json.loads(capsys.readouterr().out)["items"])
    with pytest.raises(SystemExit):
        run("board", *BUNDLED, "--code", "nonsense")


def test_board_draws(capsys, tmp_path):
    pytest.importorskip("matplotlib").use("Agg")
    assert run("board", *BUNDLED, "--plot", tmp_path / "board.svg") == 0
    assert "<svg" in (tmp_path / "board.svg").read_text()


def test_convert(capsys, monkeypatch, tmp_path, mtbench):
    for ending in (".csv", ".jsonl", ".duel"):
        assert run("convert", *BUNDLED, "--out", tmp_path / f"votes{ending}") == 0
    assert duel.Set.load(tmp_path / "votes.duel").save() == mtbench.save()
    assert duel.Set.read_csv(tmp_path / "votes.csv").save() == mtbench.save()
    assert formats.read(tmp_path / "votes.jsonl").set().save() == mtbench.save()
    assert run("convert", SAMPLES / "mt_bench.jsonl", "--out", "-") == 0
    text = capsys.readouterr().out
    assert text.splitlines()[0] == "left,right,judge,context,outcome" and len(text.splitlines()) == 12
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert run("convert", "-", "--out", tmp_path / "again.csv") == 0
    assert (tmp_path / "again.csv").read_text() == text
    with pytest.raises(SystemExit):
        run("convert", *BUNDLED, "--out", tmp_path / "votes.xls")


def test_parquet_is_read_a_column_at_a_time(tmp_path, monkeypatch):
    pyarrow = pytest.importorskip("pyarrow")
    import pyarrow.parquet

    written = json.loads((SAMPLES / "arena.json").read_text())
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(written), tmp_path / "arena.parquet")
    votes = formats.read(SAMPLES / "arena.json").set()
    asked = []
    inner = formats._files.Parquet.__getitem__
    monkeypatch.setattr(formats._files.Parquet, "__getitem__", lambda self, name: asked.append(name) or inner(self, name))
    assert formats.read(tmp_path / "arena.parquet").set().save() == votes.save()
    assert set(asked) == {"model_a", "model_b", "judge", "question_id", "winner"}
    # Without pyarrow, by polars.
    pytest.importorskip("polars")
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    assert isinstance(formats.table_of(tmp_path / "arena.parquet"), formats._files.ScannedParquet)
    assert formats.read(tmp_path / "arena.parquet").set().save() == votes.save()


def test_preferences_in_parquet(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    import pyarrow.parquet

    for values in ([1.25, 2.0], ["1.25", "2"]):
        table = pyarrow.table({"left": ["a", "b"], "right": ["b", "a"], "preference": values})
        pyarrow.parquet.write_table(table, tmp_path / "votes.parquet")
        votes = formats.read(tmp_path / "votes.parquet")
        facts = votes.set().info()
        assert "from 1" in votes.said and (facts.left_wins, facts.right_wins) == (0.75, 1.25)


def test_convert_to_parquet(tmp_path, mtbench):
    pytest.importorskip("pyarrow")
    assert run("convert", *BUNDLED, "--out", tmp_path / "votes.parquet") == 0
    assert duel.Set.read_parquet(tmp_path / "votes.parquet").save() == mtbench.save()
    assert formats.read(tmp_path / "votes.parquet").set().save() == mtbench.save()
