"""Small files of the kinds that people bring (tests/data/cases), and what each must give. `make cases` runs these alone."""

import csv
import io
import itertools
import json

import numpy as np
import pytest
from conftest import ROOT

import duel
from duel import formats
from duel.__main__ import main

CASES = ROOT / "tests/data/cases"


def run(capsys, command, *arguments):
    """Status, what was printed, and what was said, of a command."""
    files = [str(CASES / one) if (CASES / str(one)).exists() else str(one) for one in arguments]
    status = main([command, *files])
    out, err = capsys.readouterr()
    return status, out, err


def board(capsys, *arguments):
    """A board as JSON, by item, and what was said of the reading."""
    status, out, err = run(capsys, "board", *arguments, "--output", "json")
    assert status == 0, err
    found = json.loads(out)
    return found, {row["item"]: row for row in found["items"]}


def refused(capsys, *arguments):
    """The one line that says why a file is no board."""
    status, out, err = run(capsys, "board", *arguments)
    assert status == 1 and out == "" and err.startswith("duel: ") and err.count("\n") == 1
    return err


def positions_are_not_asked(capsys, *arguments):
    status, out, _ = run(capsys, "audit", *arguments, "--output", "json")
    audit = json.loads(out)
    found = {finding["name"]: finding for finding in audit["findings"]}
    assert status == 0 and not {"order", "positions"} & set(audit["flags"])
    for name in ("order", "positions"):
        assert found[name]["verdict"] == "unasked" and "no order of presentation" in found[name]["sentence"]
    assert "position" not in " ".join(audit["warnings"]) and "leave them out" not in out


ORDERS = ["forty.soc"]
LM60 = [f"lm60/{model}/samples_t.jsonl" for model in "abc"]


def test_orders_of_preflib(capsys):
    found, items = board(capsys, *ORDERS)
    assert "no order of presentation is known" in found["read"]
    assert [items[name]["wins"] for name in "wxyz"] == [88, 74, 46, 32]
    assert not any("position" in warning for warning in found["warnings"])
    positions_are_not_asked(capsys, *ORDERS)


def test_samples_of_a_harness_have_no_order(capsys):
    positions_are_not_asked(capsys, *LM60)
    found, _ = board(capsys, *LM60)
    assert "no order of presentation is known" in found["read"] and not any("position" in warning for warning in found["warnings"])


@pytest.mark.parametrize("first", ["inspect_a.json", "inspect_a_null.json"])
def test_nan_is_no_score(capsys, first):
    for files in ((first, "inspect_b.json"), ("inspect_b.json", first)):
        found, items = board(capsys, *files)
        alpha = items["lab/alpha"]
        assert (alpha["wins"], alpha["losses"], alpha["ties"]) == (3, 1, 1)
        assert found["left_out"]["samples without a score in letters or numbers"] == 3
        assert "samples without a score in letters or numbers (3)" in found["read"]


def test_words_are_no_scores(capsys):
    err = refused(capsys, "inspect_words_a.json", "inspect_words_b.json")
    assert "no sample has a score that can be compared" in err and "(8)" in err


def test_nan_of_lm_eval_in_either_order_of_the_files(capsys):
    files = ["lmnan/small/samples_x.jsonl", "lmnan/large/samples_x.jsonl"]
    one, items = board(capsys, *files)
    other, again = board(capsys, *reversed(files))
    assert one["left_out"]["samples whose score is not a number"] == 2
    assert items["small"]["wins"] == 1 and items["small"]["losses"] == 1 and items["small"]["ties"] == 1
    for name in items:
        assert {k: v for k, v in items[name].items() if k != "best"} == {k: v for k, v in again[name].items() if k != "best"}
    assert one["read"] == other["read"] and [row["item"] for row in one["items"]] == [row["item"] for row in other["items"]]


def test_both_runs_of_a_model_count(capsys):
    runs = [f"lmtwice/{name}" for name in ("a/samples_t_2030-01-01.jsonl", "a/samples_t_2030-02-01.jsonl", "b/samples_t_2030-01-01.jsonl")]

    def of_run(path):
        return [json.loads(line)["acc"] for line in (CASES / path).read_text().splitlines()]

    *mine, other = map(of_run, runs)
    wins = sum(a > b for run in mine for a, b in zip(run, other))
    losses = sum(a < b for run in mine for a, b in zip(run, other))
    for files in itertools.permutations(runs):
        found, items = board(capsys, *files)
        assert (items["a"]["wins"], items["a"]["losses"]) == (wins, losses) and found["comparisons"] == 8
        assert "a answered items more than once" in found["read"]
    # Two answers to one document are one draw of it.
    assert board(capsys, *runs)[0]["covariance"] == "clustered_by_context"


def test_the_lower_likelihood_difference_wins(capsys):
    files = [f"lm/{model}/samples_crows_pairs_english.jsonl" for model in ("small", "large")]
    for more in ((), ("--lower-is-better",)):
        found, items = board(capsys, *files, *more)
        assert items["large"]["wins"] == 5 and "the lower score wins" in found["read"]
    found, items = board(capsys, *files, "--higher-is-better")
    assert items["small"]["wins"] == 5 and "the higher score wins" in found["read"]


def test_fractions_of_a_judgement_are_one_judgement(capsys):
    found, items = board(capsys, "alpaca2.json", "--correction", "none")
    assert found["comparisons"] == pytest.approx(30) and "one judgement each" in found["read"]
    assert [round(row["se"], 4) for row in found["items"]] == [0.0724, 0.0724]
    model = formats.read(CASES / "alpaca2.json").set().fit()
    difference = model.adjacent(correction="none")
    assert difference["se"][0] == pytest.approx(2 * items["mine"]["se"]) and round(difference["se"][0], 4) == 0.1448


def test_two_items_whose_order_turns_without_seven_votes(capsys):
    status, out, _ = run(capsys, "audit", "eight_two.csv", "--output", "json")
    fragile = next(finding for finding in json.loads(out)["findings"] if finding["name"] == "fragility")
    assert status == 0 and fragile["figure"] == 7 and fragile["details"]["confirmed"] == [7] and fragile["details"]["state"] == ["exact"]
    assert "Removing 7 of 10 votes swaps " in fragile["sentence"]


@pytest.mark.parametrize("wins, losses, votes", [(8, 2, 7), (2, 8, 7), (27, 6, 22), (75, 25, 51), (5, 4, 2)])
def test_the_fewest_votes_of_two_items(wins, losses, votes):
    """As many as it takes, and not one fewer, by fitting what is left."""
    found = duel.audit({"left": ["x"], "right": ["y"], "wins": [wins], "losses": [losses]})["fragility"]
    assert found.figure == votes and found.details["confirmed"] == [votes]

    def ahead(less):
        left = max(wins, losses) - less, min(wins, losses)
        scores = duel.Set().append(["x"], ["y"], wins=[left[0]], losses=[left[1]]).fit(ridge=1e-3).scores()["estimate"]
        return scores[0] - scores[1]

    assert ahead(votes) < 0 <= ahead(votes - 1) + 1e-12


def test_an_order_of_two_items_that_no_votes_turn():
    found = duel.audit(duel.Set().append(["x"], ["y"], wins=[9], losses=[0]).fit(ridge=0.1))["fragility"]
    assert found.figure == float("inf") and "no win" in found.sentence and found.details["state"] == ["never"]


def test_equal_scores_share_a_rank(capsys):
    found, items = board(capsys, "black_wins.pgn")
    assert [row["rank"] for row in found["items"]] == [2.5] * 4
    _, out, _ = run(capsys, "board", "black_wins.pgn", "--output", "csv")
    assert [float(row["rank"]) for row in csv.DictReader(io.StringIO(out))] == [2.5] * 4
    _, out, _ = run(capsys, "board", "black_wins.pgn")
    assert [line.split()[0] for line in out.splitlines()[3:7]] == ["2.5"] * 4


def test_games_without_a_result(capsys):
    assert "no game has a result" in refused(capsys, "unfinished.pgn")


def test_winners_and_losers(capsys):
    asked = ("winner_loser.csv", "--winner", "chosen", "--loser", "notChosen", "--judge", "judgeName")
    found, items = board(capsys, *asked)
    assert found["comparisons"] == 60 and [items[f"E{k}"]["wins"] for k in (1, 2, 3, 4)] == [22, 20, 13, 5]
    assert board(capsys, "winner_loser.csv")[1] == items
    assert not any("position" in warning for warning in found["warnings"])
    positions_are_not_asked(capsys, *asked)
    # Which of two items stands first in the file says nothing.
    votes = formats.read(CASES / "winner_loser.csv").set()
    assert votes.info().unordered == 60 and votes.info().unordered_wins == 60
    with pytest.raises(duel.Error, match="position"):
        votes.fit(position="shared")


def test_games_in_latin_1(capsys):
    assert set(board(capsys, "latin1.pgn")[1]) == {"Novák, Ján", "Müller, Jürgen", "Peña, Ñato"}


def test_orders_that_were_drawn_once_for_a_panel():
    """The order is left to chance for a pair of a question, however many judges see it."""
    for judges in (1, 3, 8, 20):
        for seed in range(15):
            rng = np.random.default_rng([judges, seed])
            context, items = np.repeat(np.arange(60), judges), 5
            first = rng.integers(0, items, 60)
            second = (first + rng.integers(1, items, 60)) % items
            left, right = np.repeat(first, judges), np.repeat(second, judges)
            score = (rng.random(60 * judges) < 0.5).astype(float)
            names = {"left": [f"m{i}" for i in left], "right": [f"m{i}" for i in right], "context": [f"q{c}" for c in context]}
            found = duel.audit({**names, "judge": [f"j{k}" for k in np.tile(np.arange(judges), 60)], "score": score}, replicates=99)["order"]
            assert found.verdict == "fine", (judges, seed, found.sentence)
