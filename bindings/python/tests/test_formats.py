"""Votes as others write them, and the command."""

import gzip
import io
import json
import os
import sys
import threading
from pathlib import Path

import pytest
from conftest import ROOT

import duel
from duel import __main__ as command
from duel import formats
from duel._flags import in_flags

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
    kept = formats.read(SAMPLES / "arena_hard.jsonl", baseline="base", grades="keep")
    assert "a weak one grade 1" in kept.said and 2 in kept.set().cells().column("grade").to_list()
    weighted = formats.read(SAMPLES / "arena_hard.jsonl", baseline="base", grades="weight")
    assert "three votes" in weighted.said and weighted.set().info().comparisons == 9


def test_alpaca_eval():
    votes = formats.read(SAMPLES / "alpaca_eval.json")
    facts = votes.set().info()
    written = [row["preference"] for row in json.loads((SAMPLES / "alpaca_eval.json").read_text())]
    assert facts.plain_ties == written.count(1.5) == 1
    items = {row.item: row for row in votes.set().items()}
    assert items["m1"].wins == written.count(1) and items["m2"].wins == written.count(2)
    # Its annotators saw the outputs in an order that the annotations do not say.
    assert facts.unordered == len(written) and "no order of presentation is known" in votes.said
    assert facts.unordered_wins == 2 and set(votes.set().item_names) == {"m1", "m2"}


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
    assert "scored by acc" in votes.said and "pairs of one question are clustered together" in votes.said
    facts = votes.set().info()
    assert votes.set().item_names == ["org__first", "org__second"] and facts.contexts == 3
    assert (facts.unordered, facts.unordered_wins, facts.plain_ties) == (3, 2, 1)
    with pytest.raises(duel.ArgumentError, match="two or more"):
        formats.read(files[0])
    with pytest.raises(duel.ArgumentError, match="f1"):
        formats.read(files, metric="f1")


def test_inspect():
    votes = formats.read(sorted((SAMPLES / "inspect").glob("*.json")))
    facts = votes.set().info()
    assert votes.set().item_names == ["mockllm/first", "mockllm/second"] and "scored by match" in votes.said
    assert (facts.unordered, facts.unordered_wins, facts.plain_ties) == (3, 2, 1)


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
    ("white,black,wins,losses,ties\na,b,3,2,1\n", "wins counts wins", (3, 2, 1, 0)),
    ("left,right,wins,losses,ties,ordered\na,b,3,2,1,1\n", "whether the first was shown first", (3, 2, 1, 0)),
    ("left,right,wins,losses,ties\na,b,3,2,1\n", "no order of presentation is known", (0, 0, 1, 0)),
])  # fmt: skip
def test_tables_are_guessed_with_a_sentence(tmp_path, text, sentence, expected):
    votes = table(tmp_path, text)
    facts = votes.set().info()
    assert sentence in votes.said
    assert (facts.left_wins, facts.right_wins, facts.plain_ties, facts.both_bad) == expected


def test_what_is_not_understood_is_refused(tmp_path):
    for text, word in [
        ("left,right,winner\na,b,1\n", "'1' in row 0, which is not a known answer"),
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
    with pytest.raises(duel.ArgumentError, match="has no such answer"):
        table(tmp_path, "left,right,winner\na,b,a\n", drop=["?"])
    kept = table(tmp_path, "left,right,verdict\na,b,A>>B\nb,a,A>B\na,b,B>>A\nb,a,tie\n", grades="keep")
    assert kept.columns["grade"].tolist() == [2, 1, -2, 0] and "outcome" not in kept.columns
    numbers = table(tmp_path, "left,right,grade\na,b,3\nb,a,-1\na,b,\n")
    assert numbers.columns["grade"].tolist() == [3, -1] and "how far left is ahead" in numbers.said
    assert table(tmp_path, "left,right,score,grade\na,b,1,7\n").columns.keys() >= {"score"}
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
    said = "winner is 'unknown' on line 16, which is not a known answer. Use --drop unknown, or say what it means: --code unknown=tie "
    assert said in capsys.readouterr().err
    assert run("board", tmp_path / "none.csv") == 1
    assert run("board", SAMPLES / "games.pgn") == 1  # Clara has lost her only game
    assert "Clara" in capsys.readouterr().err
    assert run("board", SAMPLES / "games.pgn", "--accept", "any", "--output", "json") == 0
    assert any(row["se"] == "inf" for row in json.loads(capsys.readouterr().out)["items"])
    with pytest.raises(SystemExit):
        run("board", *BUNDLED, "--code", "nonsense")


def test_errors_of_the_command_name_its_flags(capsys, tmp_path):
    def refused(text, *arguments, name="votes.csv"):
        (tmp_path / name).write_text(text)
        assert run("board", tmp_path / name, *arguments) == 1
        return capsys.readouterr().err

    # A field of two lines, and an empty line, count as the lines that they are.
    wrong = refused('left,right,winner,note\na,b,left,"two\nlines"\n\na,b,?,x\n')
    assert "winner is '?' on line 5, which is not a known answer. Use --drop '?', or say what it means: --code '?=tie'" in wrong
    assert "on line 2" in refused('\n{"left": "a", "right": "b", "winner": "?"}\n', name="votes.jsonl")
    assert "Use --drop '', or say what it means: --code =tie" in refused("left,right,winner\na,b,\n")
    missing = refused("one,two,winner\na,b,left\n")
    assert "no column is left. Name the column of the first model by --left; the table has one, two, winner" in missing
    unknown = refused("left,right,winner\na,b,left\n", "--tied", "drawn")
    assert "no column is called 'drawn'. Name the column of the ties by --tied;" in unknown
    assert "and no column is winner. Name the column of the winner by --winner;" in refused("a,b,c\nx,y,x\n", "--loser", "b")
    assert "--level is 2" in refused("left,right,winner\na,b,left\nb,a,left\n", "--level", 2)
    one_sided = refused("left,right,winner\na,b,left\n")
    assert '"a" never lost to any other item' in one_sided and "--accept separated" in one_sided
    assert in_flags("baseline is not known: name it by baseline=").endswith("by --baseline")
    assert in_flags("ridge, accept: no") == "--ridge, --accept: no" and in_flags("a ridge keeps them finite") == "--ridge keeps them finite"
    # A column has the name that the file gives it.
    assert in_flags("ties is 'x' in row 0; it must be a number").startswith("ties is 'x'")


def test_board_draws(capsys, monkeypatch, tmp_path):
    # SVG is the library's own.
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert run("board", *BUNDLED, "--plot", tmp_path / "board.svg") == 0
    picture = (tmp_path / "board.svg").read_text()
    assert picture.startswith("<svg") and "95 % intervals" in picture and picture.count("gpt-4") >= 1
    capsys.readouterr()
    assert run("board", *BUNDLED, "--plot", tmp_path / "board.png") == 1
    assert ".svg needs nothing" in capsys.readouterr().err
    monkeypatch.undo()
    pytest.importorskip("matplotlib").use("Agg")
    assert run("board", *BUNDLED, "--plot", tmp_path / "board.foo") == 1
    assert "--plot" in capsys.readouterr().err.splitlines()[-1]


def test_gzip_and_pipes(capsys, monkeypatch, tmp_path):
    assert run("convert", *BUNDLED, "--out", tmp_path / "votes.jsonl") == 0
    assert run("convert", *BUNDLED, "--out", tmp_path / "votes.csv") == 0
    wanted = formats.read(tmp_path / "votes.csv").set().save()
    for ending in (".csv", ".jsonl"):
        plain = (tmp_path / f"votes{ending}").read_bytes()
        packed = tmp_path / f"votes{ending}.gz"
        packed.write_bytes(gzip.compress(plain))
        assert formats.read(packed).set().save() == wanted
        for data in (plain, packed.read_bytes()):
            monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
            assert formats.read("-").set().save() == wanted
    assert duel.Set.read_csv(tmp_path / "votes.csv.gz").save() == wanted
    # The line of a mistake is that of the text.
    (tmp_path / "bad.csv.gz").write_bytes(gzip.compress(b"left,right,winner\na,b,a\na,b,?\n"))
    capsys.readouterr()
    assert run("board", tmp_path / "bad.csv.gz") == 1 and "on line 3" in capsys.readouterr().err
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        writer = threading.Thread(target=(tmp_path / "pipe").write_bytes, args=((tmp_path / "votes.jsonl").read_bytes(),))
        writer.start()
        assert formats.read(tmp_path / "pipe").set().save() == wanted
        writer.join()


def test_columns_with_capitals_and_a_column_for_each_answer(tmp_path):
    rows = [("gpt", "claude", "Model A"), ("claude", "gpt", "Model B"), ("gpt", "llama", "Tie"), ("llama", "claude", "Tie (both bad)")]
    lines = "".join(f"{left},{right},{answer}\n" for left, right, answer in rows)
    shouted = table(tmp_path, "Model A,Model B,Winner\n" + lines)
    assert "'Model A' is left" in shouted.said
    plain = table(tmp_path, "model_a,model_b,winner\n" + lines.lower().replace("model ", "model_").replace("tie (both bad)", "both_bad"))
    assert shouted.set().save() == plain.set().save()
    assert "modelA is the item shown first" in table(tmp_path, "modelA,modelB,winner\n" + lines).said
    named = table(tmp_path, "Winner,Loser\ngpt,claude\nclaude,llama\n")
    assert "Winner is the winner" in named.said
    # As the Arena's votes on Kaggle.
    answers = {"Model A": "1,0,0", "Model B": "0,1,0", "Tie": "0,0,1"}
    lines = "".join(f"{left},{right},{answers[answer]}\n" for left, right, answer in rows[:3])
    split = table(tmp_path, "model_a,model_b,winner_model_a,winner_model_b,winner_tie\n" + lines)
    assert "model_a is the item shown first" in split.said and split.set().info().plain_ties == 1


def test_tables_are_read_as_files_are(tmp_path):
    columns = {"Model A": ["x", "y", "x"], "Model B": ["y", "x", "y"], "Winner": ["Model A", "Model A", "Model B"]}
    votes = formats.read(columns)
    assert "Model A is the item shown first" in votes.said and duel.fit(votes, ridge=0.1).nobs == 3
    with pytest.raises(duel.ArgumentError, match="or let duel.formats.read find the columns"):
        duel.fit(columns)
    pandas = pytest.importorskip("pandas")
    assert formats.read(pandas.DataFrame(columns)).set().save() == votes.set().save()


def test_names_that_differ_by_blanks_or_composition_are_told(capsys, tmp_path):
    rows = "left,right,judge,winner\nGPT-4 ,b,j,left\nGPT-4,b,j,right\nb,caf\u00e9,j,left\nb,cafe\u0301,j ,right\n"
    votes = table(tmp_path, rows)
    assert "'GPT-4' and 'GPT-4 '" in votes.said and "'cafe\\u0301' and 'caf\\xe9'" in votes.said
    assert "judges whose names differ only by blanks at their ends are kept apart: 'j' and 'j '" in votes.said
    assert votes.set().info().items == 5 and "\n" not in votes.said
    votes.set().save(tmp_path / "votes.duel")
    assert "'GPT-4' and 'GPT-4 '" in formats.read(tmp_path / "votes.duel").said
    with pytest.warns(UserWarning, match="kept apart") as told:
        made = duel.Set.read_csv(tmp_path / "votes.csv", outcome="winner")
    assert len(told) == 2 and "'GPT-4' and 'GPT-4 '" in str(told[0].message)
    finding = duel.audit(made).findings[0]
    assert finding.name == "spellings" and finding.flag and "'j' and 'j '" in finding.sentence
    assert "kept apart" not in table(tmp_path, "left,right,winner\nGPT-4,gpt-4,left\n").said


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


def test_the_order_is_as_it_is_said(tmp_path):
    counted = "model_a,model_b,wins,losses\na,b,3,1\nb,a,2,2\n"
    assert table(tmp_path, counted).set().info().unordered == 8
    assert table(tmp_path, counted, order="shown").set().info().unordered == 0
    single = "model_a,model_b,winner\na,b,model_a\nb,a,model_a\n"
    votes = table(tmp_path, single, order="unknown")
    assert "no order of presentation is known" in votes.said and "shown first" not in votes.said
    # Without an order a over b and b under a are one cell.
    assert votes.set().info().unordered == 2 and votes.set().count("cell") == 1
    mixed = table(tmp_path, "left,right,winner,ordered\na,b,left,1\nb,a,left,0\nb,a,left,0\n")
    assert mixed.set().info().unordered == 2 and "of 2 rows of 3 no order of presentation is known" in mixed.said
    for read in (lambda: table(tmp_path, counted, order="left"), lambda: table(tmp_path, "winner,loser\na,b\n", order="shown")):
        with pytest.raises(duel.ArgumentError, match="order is"):
            read()


@pytest.mark.parametrize("text, facts", [
    ("left,right,score\na,b,nan\nb,a,1\na,b,\na,b,0\n", (2, "rows whose score is not a number", 2)),
    ("left,right,wins,losses\na,b,2,nan\nb,a,1,1\n", (2, "rows whose losses is not a number", 1)),
    ("left,right,preference\na,b,1.5\nb,a,\na,b,1.2\n", (2, "rows whose preference is not a number", 1)),
])  # fmt: skip
def test_what_is_not_a_number_is_missing_and_counted(tmp_path, text, facts):
    votes = table(tmp_path, text)
    comparisons, reason, count = facts
    assert votes.set().info().comparisons == comparisons and votes.left_out == {reason: count} and f"{reason} ({count})" in votes.said


def test_rows_without_an_answer(tmp_path):
    text = "team_a,team_b,winner\nred,blue,red\nblue,red,\nred,blue,blue\n"
    roles = {"left": "team_a", "right": "team_b"}
    with pytest.raises(duel.DataError, match="missing in row 1"):
        table(tmp_path, text, roles=roles)
    votes = table(tmp_path, text, roles=roles, drop=[""])
    assert votes.set().info().comparisons == 2 and votes.left_out == {"rows without an answer": 1}
    assert table(tmp_path, text, roles=roles, outcomes={"": "tie"}).set().info().plain_ties == 1


def test_grades_of_single_answers_have_no_order(tmp_path):
    one = {"question_id": 1, "model_1": "a", "model_2": "b", "g1_winner": "model_1", "g2_winner": "model_1", "judge": "j"}
    votes = table(tmp_path, json.dumps([one, {**one, "m1_score": 9, "m2_score": 7}]), ".json")
    assert votes.set().info().unordered == 1 and votes.set().info().comparisons == 3 and "single answers" in votes.said


def test_what_was_converted_is_read_again(tmp_path):
    for name, order in (("alpaca_eval.json", None), ("alpaca_eval.json", "shown"), ("trees.toc", None), ("mt_bench.jsonl", None)):
        for ending in (".csv", ".jsonl", ".duel"):
            more = ["--order", order] if order else []
            assert run("convert", SAMPLES / name, *more, "--out", tmp_path / f"votes{ending}") == 0
            expected = formats.read(SAMPLES / name, order=order).set().save()
            assert formats.read(tmp_path / f"votes{ending}").set().save() == expected, (name, ending)
    # Bytes of before can be told that they have none; a judgement that is split stays one.
    split = duel.Set().append(["a", "b"], ["b", "a"], wins=[0.45, 3], losses=[0.55, 1], context=["p", "q"])
    split.save(tmp_path / "split.duel")
    assert formats.read(tmp_path / "split.duel", order="unknown").set().info().unordered == 5
    assert run("convert", tmp_path / "split.duel", "--out", tmp_path / "split.csv") == 0
    assert formats.read(tmp_path / "split.csv").set().save() == split.save()


def test_tasks_do_not_merge(tmp_path):
    """Two tasks of one data set have the same ids and hashes of documents."""
    line = {"doc_id": 0, "target": "x", "resps": [], "filter": "none", "metrics": ["acc"], "doc_hash": "h"}
    files = []
    for model, scores in (("one", (1.0, 0.0)), ("two", (0.0, 0.0))):
        (tmp_path / model).mkdir()
        for task, score in zip(("easy", "hard"), scores):
            files.append(tmp_path / model / f"samples_{task}_2030-01-01T00-00-00.jsonl")
            files[-1].write_text(json.dumps({**line, "acc": score}) + "\n")
    facts = formats.read(files).set().info()
    assert (facts.comparisons, facts.contexts, facts.unordered_wins, facts.plain_ties) == (2, 2, 1, 1)
    with pytest.raises(duel.ArgumentError, match="given twice"):
        formats.read([files[0], files[0]])


def test_epochs_of_a_sample_share_its_context(tmp_path):
    def log(name, scores):
        samples = [{"id": i, "epoch": e, "scores": {"acc": {"value": v}}} for i, of in enumerate(scores) for e, v in enumerate(of, 1)]
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps({"eval": {"model": name, "task": "t"}, "samples": samples}))
        return path

    votes = formats.read([log("a", [(1, 0), (1, 1)]), log("b", [(0, 0), (0, 1)])]).set()
    assert (votes.info().comparisons, votes.info().contexts) == (4, 2)


def test_a_metric_in_doubt_is_asked_for(tmp_path):
    line = {"doc_id": 0, "target": "x", "resps": [], "filter": "none", "metrics": ["token_error"], "doc_hash": "h"}
    files = []
    for model, score in (("one", 1.0), ("two", 2.0)):
        (tmp_path / model).mkdir()
        files.append(tmp_path / model / "samples_t.jsonl")
        files[-1].write_text(json.dumps({**line, "token_error": score}))
    with pytest.raises(duel.ArgumentError, match="by lower_is_better=True or lower_is_better=False"):
        formats.read(files)
    winners = [{row.item: row.wins for row in formats.read(files, lower_is_better=lower).set().items()} for lower in (True, False)]
    assert winners == [{"one": 1, "two": 0}, {"one": 0, "two": 1}]
    # accuracy, perplexity, and names that merely contain such words
    assert [formats.metrics.lower_wins(name, None) for name in ("acc_norm", "word_perplexity", "exact_match", "filter_match", "meter")] == [
        False, True, False, False, False]  # fmt: skip


def test_orders_stand_for_no_more_than_can_be_kept():
    few = formats.games.preflib(["2: 1,2,{3,4}\n1: 2,1\n3: 4\n"])
    assert few.set().info().contexts == 3 and few.set().info().comparisons == 13
    assert few.left_out == {"orders of fewer than two alternatives": 3}
    for read in (lambda: formats.games.preflib(["900000000000: 1,2,3"]), lambda: formats.games.pentanomial("a", "b", [0, 0, 1e17, 0, 0])):
        with pytest.raises(duel.DataError, match="at most 2,000,000 comparisons"):
            read()
    for text, word in (("1: 1,2,1", "twice"), ("1: 1,x,3", "must be a count"), ("x", "must be a count"), ("", "no order"), ("9" * 5000 + ": 1,2", "must be"),
                       ("# ALTERNATIVE NAME 1: a\n# ALTERNATIVE NAME 2: a\n1: 1,2", "second alternative"),
                       ("# ALTERNATIVE NAME 1: a\n1: 1,2", "gives a name")):  # fmt: skip
        with pytest.raises(duel.DataError, match=word):
            formats.games.preflib([text])


def test_games_of_tags_alone():
    tags = '[White "A"]\n[Black "B"]\n[Result "1-0"]\n'
    assert formats.games.pgn(tags + tags + tags).set().info().comparisons == 3
    assert formats.games.pgn(tags + "\n1. e4 1-0\n\n" + tags).set().info().comparisons == 2
    with pytest.raises(duel.DataError, match="no game of PGN"):
        formats.games.pgn("")


LM = "{\"doc_id\": 0, \"target\": 1, \"resps\": [], \"acc\": %s, \"metrics\": [\"acc\"]}\n"
HOSTILE = [
    ("a.json", "[" * 100000, "nested too deeply"),
    ("a.json", '{"a": ' * 100000, "nested too deeply"),
    ("a.json", '[{"model_a": "x", "model_b"', "no JSON"),
    ("a.json", "", "no JSON objects"),
    ("a.json", "[]", "no JSON objects"),
    ("a.json", "17", "no JSON objects"),
    ("a.jsonl", '{"model_a": "x"}\n{"model_a"', "line 2"),
    ("a.json", '[{"model_a": ["x"], "model_b": "y", "winner": "x"}]', "left is a list in row 0"),
    ("a.json", '[{"model_a": "x", "model_b": "y", "winner": {"a": 1}}]', "outcome is a dict in row 0"),
    ("a.json", '[{"generator_1": "x", "generator_2": "y", "preference": "z"}]', "preference is 'z'"),
    ("a.json", '[{"generator_1": "x", "generator_2": "y", "preference": null}]', "no vote that can be used"),
    ("a.json", '[{"results": {"pentanomial": 5}}]', "pentanomial is 5"),
    ("a.json", '[{"results": {"pentanomial": [0, 0, 0, 0, 0]}}]', "no pair of games"),
    ("a.json", '{"eval": {}, "samples": [1]}', "has no 'model'"),
    ("a.json", '{"eval": {"model": "m"}, "samples": [1]}', "of a kind"),
    ("a.jsonl", LM % "NaN", "no sample has a score"),
    ("a.jsonl", LM % "[1]", "metric is 'acc'"),
    ("a.jsonl", LM % "0.5", "two or more"),
    ("a.parquet", "PAR1 is this no more", "Parquet"),
    ("a.parquet", "", "Parquet"),
    ("a.eval", "PK", "no log of inspect_ai"),
    ("a.pgn", "", "no game of PGN"),
    ("a.pgn", '[White "A"]\n[Black "B"]\n[Result "*"]\n*\n', "no game has a result: 1 of 1"),
    ("a.soc", "", "no order"),
    ("a.csv", "", "is empty"),
    ("a.csv", '{"model_a": "x", "model_b": "y", "winner": "model_a"}', "holds JSON"),
    ("a.csv", "left,right,winner\n", "no vote that can be used"),
    ("a.csv", 'left,right,winner,note\na,b,a,"never closed\nb,a,a,x\n', "no CSV"),
    ("a.csv", "left,right,score\na,b,nan\n", "rows whose score is not a number (1)"),
    ("a.csv", "left,right,wins,losses\na,b,nan,1\n", "rows whose wins is not a number (1)"),
    ("a.csv", "left,right,wins,losses\na,b,x,1\n", "wins is 'x' on line 2"),
    ("a.csv", b"left,right,winner\na\xff,b,a\n", "UTF-8"),
    ("a.csv", b"\x1f\x8b\x08\x00", "damaged or cut off"),
    ("a.csv.gz", b"\x1f\x8b\x08\x00", "damaged or cut off"),
    ("a.csv", "left,right,winner\na\x1b[31m,b,?\n", "which is not a known answer"),
    ("a.csv", "winner\x1b[2J,x\na,b\n", "no column is left"),
    ("a.duel", "DUEL", ""),
]  # fmt: skip


@pytest.mark.parametrize("name, text, word", HOSTILE)
def test_what_cannot_be_read_is_one_line(capsys, tmp_path, name, text, word):
    if name.endswith(".parquet"):
        pytest.importorskip("pyarrow")
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    for command in (("board",), ("audit",), ("convert", "--out", "-")):
        assert run(command[0], path, *command[1:]) == 1
        out, err = capsys.readouterr()
        assert out == "" and err.startswith("duel: ") and err.count("\n") == 1 and word in err and err[:-1].isprintable()


def test_a_delimiter_is_one_character(capsys, tmp_path):
    (tmp_path / "a.csv").write_text("left||right||winner\na||b||a\n")
    for delimiter in ("||", "", '"', "\n"):
        assert run("board", tmp_path / "a.csv", f"--delimiter={delimiter}") == 1
        assert "must be one character" in capsys.readouterr().err


def test_control_characters_do_not_reach_the_terminal(capsys, tmp_path):
    bad = "a\x1b]0;title\x07\x9b31m\u202e\x7f"
    rows = [{"model_a": bad, "model_b": "b", "winner": w, "judge": bad} for w in ("model_a", "model_b")] * 9
    (tmp_path / "a.json").write_text(json.dumps(rows))
    for command in (["board"], ["board", "--output", "json"], ["board", "--output", "csv"], ["audit"], ["audit", "--output", "json"],
                    ["audit", "--output", "html"]):  # fmt: skip
        assert run(command[0], tmp_path / "a.json", *command[1:]) == 0
        out, err = capsys.readouterr()
        assert all(text.replace("\n", "").isprintable() for text in (out, err)) and "title" in out
        if command == ["board", "--output", "json"]:
            assert {row["item"] for row in json.loads(out)["items"]} == {bad, "b"}


def test_files_that_were_changed_by_chance_are_read_or_refused(tmp_path):
    """Whatever becomes of the samples, the answer is votes or an error of duel."""
    import random

    rng = random.Random(5)
    values = [None, float("nan"), -1, 10**400, "", "x", [], {}, [[]], {"a": 1}, True]

    def changed(data):
        at = rng.randrange(max(1, len(data)))
        lines = data.split(b"\n")
        yield data[:at]
        yield data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
        yield b"\n".join(lines[: len(lines) // 2] + lines[len(lines) // 2 + 1 :])
        yield data.replace(rng.choice([b",", b":", b'"', b"1", b"[", b"{"]), rng.choice([b"", b"\x1b", b"\xff", b"\x00", b"NaN", b"{"]), rng.choice([1, -1]))
        # A value of the JSON in it.
        text = data.decode()
        places = [i for i, letter in enumerate(text) if letter == ":"]
        if places:
            start = rng.choice(places) + 1
            end = min((text.find(stop, start) for stop in ",}]\n" if text.find(stop, start) > 0), default=start)
            value = rng.choice(values)
            yield (text[:start] + (str(value) if value == 10**400 else json.dumps(value)) + text[end:]).encode()

    for sample in sorted(path for path in SAMPLES.rglob("*.*") if path.suffix not in (".md", ".py")):
        for _ in range(8):
            for data in changed(sample.read_bytes()):
                folder = tmp_path / "m"
                folder.mkdir(exist_ok=True)
                path = folder / sample.name
                path.write_bytes(data)
                others = sorted(sample.parent.parent.glob("*/*.jsonl")) if "lm_eval" in sample.parts else []
                try:
                    formats.read([path, *others], baseline="base").set()
                except duel.Error as error:
                    assert str(error)
