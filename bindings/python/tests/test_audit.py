"""The audit: planted faults raise their flags, and what it writes is whole. How often it errs is for tests/campaigns/audit.py."""

import json
import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from conftest import ROOT

import duel
from duel.auditing import pictures
from duel.__main__ import main

QUESTIONS = ["connected", "separated", "order", "positions", "judges", "consistency", "strangers", "contexts", "duplicates", "fit", "circles",
             "resolution", "fragility", "looks", "settle"]
TOLD = {"strangers", "fragility", "settle"}  # fmt: skip


def drawn(seed, sensitivities=(1, 1, 1), position=0.0, items=6, many=900, contexts=300):
    """Votes by Bradley-Terry of judges with these sensitivities; None answers by position alone."""
    rng = np.random.default_rng(seed)
    scores = np.linspace(1, -1, items)
    left = rng.integers(0, items, many)
    right = (left + rng.integers(1, items, many)) % items
    judge, context = rng.integers(0, len(sensitivities), many), rng.integers(0, contexts, many)
    follows = np.array([s is None for s in sensitivities])
    u = np.array([s or 0 for s in sensitivities])[judge] * (scores[left] - scores[right]) + position + 4 * follows[judge]
    return {
        "left": [f"item {i}" for i in left], "right": [f"item {i}" for i in right], "judge": [f"judge {k}" for k in judge],
        "context": [f"question {c}" for c in context], "score": (rng.random(many) < 1 / (1 + np.exp(-u))).astype(float),
    }  # fmt: skip


@pytest.fixture(scope="module")
def clean():
    return duel.audit(drawn(1))


@pytest.fixture(scope="module")
def bundled(mtbench):
    return duel.audit(mtbench)


def test_a_clean_board_raises_no_flag(clean):
    assert clean.flags == [] and [finding.name for finding in clean] == QUESTIONS
    assert "None of 12 checks" in clean.summary
    for finding in clean:
        assert finding.sentence.endswith(".") and finding.question.endswith("?")
        assert finding.verdict == ("told" if finding.name in TOLD else "fine")
        assert np.isfinite(finding.figure) and finding.measure
        assert finding.name in TOLD or (finding.rule and np.isfinite(finding.threshold))


def test_a_judge_who_follows_the_position():
    found = duel.audit(drawn(2, [1, None, 1, 1]))
    assert "positions" in found.flags and "judge 1" in found["positions"].sentence
    assert "judge 0" not in found["positions"].sentence


def test_a_position_that_all_like_is_a_flag_until_the_model_allows_for_it():
    votes = duel.Set.from_columns(drawn(3, position=0.8))
    assert "positions" in duel.audit(votes).flags
    found = duel.audit(votes.fit(position="by_judge"))
    assert "positions" not in found.flags and "allows for" in found["positions"].sentence


def test_a_judge_against_the_others():
    found = duel.audit(drawn(4, [1, 1, 1, -1, 1, 1], many=1800))
    assert "judges" in found.flags and found["judges"].sentence.startswith("judge 3 answers against the others")


def test_a_judge_for_one_item():
    columns = drawn(21, [1] * 6, many=2400)
    own = np.array(columns["judge"]) == "judge 4"
    for side, wins in (("left", 1.0), ("right", 0.0)):
        columns["score"][own & (np.array(columns[side]) == "item 5")] = wins
    found = duel.audit(columns)["strangers"]
    assert found.sentence.startswith("judge 4 (for item 5) departs from the others") and found.details["is_outlier"][found.details["judge"].index("judge 4")]
    assert sum(bool(one) for one in found.details["is_outlier"]) == 1


def test_a_judge_who_tosses_a_coin():
    found = duel.audit(drawn(15, [1, 1, 1, 0, 1, 1], many=3600))
    assert "judges" in found.flags and re.match(r"judge 3 \(-?0\.\d+\) is significantly less than half", found["judges"].sentence)


def test_an_order_that_is_not_left_to_chance():
    columns = drawn(5)
    swapped = [a > b for a, b in zip(columns["left"], columns["right"])]
    left = [b if s else a for a, b, s in zip(columns["left"], columns["right"], swapped)]
    right = [a if s else b for a, b, s in zip(columns["left"], columns["right"], swapped)]
    score = np.where(swapped, 1 - columns["score"], columns["score"])
    found = duel.audit({**columns, "left": left, "right": right, "score": score})
    assert "order" in found.flags and found["order"].figure == 0


def test_the_order_of_items_is_tested_by_draws():
    """All votes on a pair in a context are one draw, a comparison without a context is one, and the largest item counts."""
    from statistics import NormalDist

    rng = np.random.default_rng(3)
    rows = []
    for context in range(40):
        one, other = rng.choice(4, 2, replace=False)
        one, other = (other, one) if other == 0 and rng.random() < 0.8 else (one, other)  # item 0 likes to be first
        rows += [(one, other, f"q{context}")] * int(rng.integers(1, 5)) + [(other, one, f"q{context}")] * int(rng.integers(0, 2))
        rows += [(one, other, None)] * (context % 4 == 0)
    votes = duel.Set().append([f"i{a}" for a, _, _ in rows], [f"i{b}" for _, b, _ in rows], score=np.arange(len(rows)) % 2.0, context=[c for *_, c in rows])
    draws = {}
    for number, (left, right, context) in enumerate(rows):
        draw = (number if context is None else context, min(left, right), max(left, right))
        draws[draw] = draws.get(draw, 0) + (1 if left < right else -1)
    sums, squares = np.zeros(4), np.zeros(4)
    for (_, low, high), net in draws.items():
        sums += net * (np.arange(4) == low) - net * (np.arange(4) == high)
        squares += net**2 * ((np.arange(4) == low) | (np.arange(4) == high))
    by_item = 8 * NormalDist().cdf(-np.max(np.abs(sums) / np.sqrt(squares)))
    assert by_item < 0.5
    found = duel.audit(votes, replicates=99)["order"]
    assert found.p == pytest.approx(min(1.0, 2 * min(by_item, votes.order().p)))
    assert "not chosen" not in found.sentence or found.p < 0.0015


def test_votes_without_an_order_are_asked_nothing_about_positions():
    columns = drawn(16, many=600)
    votes = duel.Set.from_columns(columns)
    others = duel.Set.from_columns(drawn(17, many=600, position=3.0), unordered=True)
    votes.merge(others)
    found = duel.audit(votes, replicates=99)
    for name in ("order", "positions"):
        assert found[name].verdict == "fine" and "the 600 of 1,200 comparisons that have an order of presentation" in found[name].sentence
    others = duel.audit(others, replicates=99)
    for name in ("order", "positions"):
        assert others[name].verdict == "unasked" and others[name].sentence.startswith("Not checked: no order")
    # A judge without an order has no position effect of its own.
    one = duel.Set.from_columns(drawn(18, many=600))
    one.merge(duel.Set.from_columns({**drawn(19, many=600), "judge": ["late"] * 600}, unordered=True))
    assert duel.audit(one, replicates=99)["positions"].verdict == "fine"


def test_one_p_says_whether_the_votes_depart_from_the_model(bundled):
    fit = bundled["fit"]
    assert fit.p >= 2 / 2001 and (fit.verdict == "flag") == (fit.p < fit.threshold) and f"p = {fit.p:.2g}" in fit.sentence
    columns = drawn(21, [1] * 6, many=2400)
    own = np.array(columns["judge"]) == "judge 4"
    for side, wins in (("left", 1.0), ("right", 0.0)):
        columns["score"][own & (np.array(columns[side]) == "item 5")] = wins
    found = duel.audit(columns)["fit"]
    assert found.verdict == "flag" and found.p < found.threshold and found.sentence.startswith("The votes depart from")


def test_parts_that_were_never_compared_and_an_item_that_never_loses():
    first, second = drawn(6, items=3), drawn(7, items=3)
    second = {name: [f"other {v}" for v in values] if name in ("left", "right") else values for name, values in second.items()}
    both = duel.Set.from_columns(first)
    both.merge(duel.Set.from_columns(second))
    found = duel.audit(both)
    assert "connected" in found.flags and found["connected"].figure == 2
    rows = [("a", "b", 1), ("a", "c", 1), ("b", "c", 1), ("c", "b", 1), ("c", "a", 0), ("b", "a", 0)] * 5
    found = duel.audit(duel.Set.from_rows(rows))
    assert "separated" in found.flags and found["separated"].details["item"] == ["a"]


def test_rows_that_were_read_twice():
    votes = duel.Set.from_columns(drawn(8))
    votes.merge(votes)
    found = duel.audit(votes)
    assert "duplicates" in found.flags and found["duplicates"].figure >= 0.5


def test_few_contexts():
    assert "contexts" in duel.audit(drawn(9, contexts=20)).flags


def test_a_name_that_comes_to_stand_for_another_model():
    before, after = drawn(6, many=1500), drawn(7, many=1500)
    after["context"] = [f"later {name}" for name in after["context"]]
    # From then on items 1 and 4 have each other's scores.
    swapped = {"item 1": "item 4", "item 4": "item 1"}
    for side in ("left", "right"):
        after[side] = [swapped.get(name, name) for name in after[side]]
    found = duel.audit({name: before[name] + after[name] if name != "score" else np.concatenate([before[name], after[name]]) for name in before})
    looks = found["looks"]
    assert looks.verdict == "flag" and "item 1" in looks.sentence and looks.figure == sum(looks.details["is_contradicted"]) > 0
    numbered = duel.Set().append([0, 1, 2] * 60, [1, 2, 0] * 60, score=[1, 0, 1, 0] * 45, context=[k // 2 for k in range(180)], ids=True)
    assert duel.audit(numbered)["looks"].verdict == "fine"


def test_equal_items_are_not_ranked():
    found = duel.audit(drawn(10, [0]))
    assert "resolution" in found.flags and "do not support any order" in found["resolution"].sentence


def test_what_votes_cannot_say_is_not_asked():
    weights = duel.Set.from_columns({**drawn(11, [1]), "weight": np.full(900, 0.5)})
    found = duel.audit(weights)
    assert found["fit"].verdict == "unasked" and "whole" in found["fit"].sentence
    # Two items in one order: what is shown first cannot be told from what is better.
    found = duel.audit(duel.Set.from_rows([("a", "b", 1), ("a", "b", 0), ("a", "b", 1)]))
    assert found["positions"].verdict == "unasked" and "do not determine" in found["positions"].sentence
    assert found["circles"].verdict == "unasked" and found.to_json() and found.html()
    found = duel.audit(duel.Set.from_columns(drawn(12), judge=None, context=None))
    for name in ("judges", "consistency", "contexts", "duplicates"):
        assert found[name].verdict == "unasked" and found[name].figure is None
    # No model of ties takes ties alone; the design is audited all the same.
    found = duel.audit(duel.Set.from_rows([("a", "b", 0.5), ("b", "c", 0.5), ("c", "a", 0.5)] * 4))
    assert found["connected"].verdict == "fine" and found["fit"].verdict == "unasked" and "tie" in found["fit"].sentence
    # A crowd: judges with a few votes each have no model of their own.
    columns = drawn(13)
    columns["judge"] = [f"voter {row % 300}" for row in range(900)]
    assert duel.audit(columns)["judges"].verdict == "unasked"


@pytest.mark.parametrize("columns", [
    {"score": [1]}, {"score": [0.5]}, {"outcome": ["both_bad"]}, {"score": [1], "judge": ["x"], "context": ["y"]},
    {"score": [1, 0], "judge": ["x", None], "context": [None, "y"]}, {"score": [1, 0, 1], "weight": [0.3, 2, 0.1], "importance": True},
    {"wins": [3, 0, 2], "losses": [0, 3, 1]}, {"score": [1] * 30, "context": ["y"] * 30}, {"score": [1, 0.5] * 40, "judge": ["x", "z"] * 40},
])  # fmt: skip
def test_votes_that_say_little(columns):
    many = len(next(iter(columns.values())))
    left, right = [k % 3 for k in range(many)], [(k + 1) % 3 for k in range(many)]
    sets = [duel.Set().append([f"item {k}" for k in left], [f"item {k}" for k in right], **columns)]
    if not {"judge", "context"} & set(columns):
        sets.append(duel.Set().append(left, right, ids=True, **columns))
    for votes in sets:
        found = duel.audit(votes, seed=3)
        assert [finding.name for finding in found] == QUESTIONS and json.loads(found.to_json()) and found.text()
        for picture in re.findall(r"<svg.*?</svg>", found.html(), re.S):
            checked(picture)


def test_looks_at_growing_votes(clean):
    looks = clean["looks"]
    assert looks.verdict == "fine" and "checked 10 times" in looks.sentence
    assert sum(order != "open" for order in looks.details["order"]) > 0


def test_settled_pairs_need_nothing_and_open_ones_do(clean):
    told = dict(zip(zip(*(clean["resolution"].details[side] for side in ("first", "second"))), clean["resolution"].details["told_apart"]))
    needs = clean["settle"].details
    assert {pair for pair, apart in told.items() if not apart} == set(zip(needs["first"], needs["second"]))
    assert all(more > 0 for more in needs["pair_comparisons"])


def test_bundled_votes(bundled):
    """The faults that examples/data/README.md names."""
    assert {"order", "positions", "judges"} <= set(bundled.flags)
    fragile = bundled["fragility"]
    assert fragile.figure == min(fragile.details["confirmed"]) == 13 and "Removing 13 of 9,706 votes swaps claude-v1 and gpt-4, and so the first place." in fragile.sentence


def test_the_same_seed_gives_the_same_audit(mtbench, bundled):
    again = duel.audit(mtbench, threads=2)
    assert again.to_json() == bundled.to_json()
    assert duel.audit(mtbench, seed=5).flags == bundled.flags


def test_json_says_what_the_findings_say(bundled):
    found = json.loads(bundled.to_json())
    assert found["flags"] == bundled.flags and [finding["name"] for finding in found["findings"]] == QUESTIONS
    for plain, finding in zip(found["findings"], bundled):
        assert plain["sentence"] == finding.sentence and plain["verdict"] == finding.verdict and plain["figure"] == finding.figure
    assert found["findings"][-1]["details"]["first"]


def test_text_and_frames(bundled):
    pandas = pytest.importorskip("pandas")
    text = str(bundled)
    assert text.count("FLAG") == len(bundled.flags) and max(map(len, text.splitlines())) <= 118
    frame = bundled.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and list(frame["name"]) == QUESTIONS


def test_the_page_stands_alone(bundled):
    page = bundled.html()
    assert "prefers-color-scheme: dark" in page
    assert not re.search(r"<(script|link|img|iframe)|url\(|@import|(src|href)\s*=\s*[\"'](?!#)", page)
    pictures = re.findall(r"<svg.*?</svg>", page, re.S)
    assert len(pictures) >= 7
    for picture in pictures:
        checked(picture)
    assert bundled._repr_html_() in page.replace("<body>\n", "<div>").replace("\n</body>", "</div>")


def test_names_cannot_break_the_page():
    columns = drawn(14)
    bad = "<script>alert('&')</script>"
    columns["left"], columns["right"] = ([bad if i == "item 3" else i for i in columns[side]] for side in ("left", "right"))
    page = duel.audit(columns).html()
    assert "<script" not in page and "&lt;script&gt;" in page


def checked(picture):
    """A picture is well-formed, its text lies on it, and lines of one column do not overlap."""
    root = ElementTree.fromstring(picture)
    width, height = (float(root.get(name)) for name in ("width", "height"))
    space = "{http://www.w3.org/2000/svg}"
    texts = [(float(t.get("x")), float(t.get("y")), float(t.get("font-size"))) for t in root.iter(space + "text")]
    assert all(0 <= x <= width and size <= y <= height for x, y, size in texts) and min(size for *_, size in texts) >= 10
    columns = {}
    for x, y, size in texts:
        columns.setdefault(x, []).append((y, size))
    for lines in columns.values():
        lines.sort()
        assert all(after - before >= size for (before, size), (after, _) in zip(lines, lines[1:]))
    for mark in root.iter():
        for name in ("x", "y", "x1", "x2", "y1", "y2", "cx", "cy"):
            value = mark.get(name)
            assert value is None or 0 <= float(value) <= max(width, height)
    return root


@pytest.mark.parametrize("count", [0, 1, 3, 40, 41, 200])
@pytest.mark.parametrize("logarithmic", [False, True])
def test_pictures_of_any_size(count, logarithmic):
    values = [10.0 ** (k % 7) for k in range(count)]
    drawing = pictures.rows(
        [f"an item with a name that is too long for any page, number {k}" for k in range(count)], values, title="<title>", axis="x",
        lower=[v / 2 for v in values], upper=[np.inf if k == 0 else 2 * v for k, v in enumerate(values)],
        flagged=[k == 1 for k in range(count)], limits=[1.0], logarithmic=logarithmic,
    )  # fmt: skip
    if not count:
        assert drawing == ""
        return
    root = checked(drawing)
    circles = [mark.get("class") for mark in root.iter("{http://www.w3.org/2000/svg}circle")]
    assert len(circles) == count and circles.count("g1of2 dot") == (count > 1)


def test_pictures_leave_out_what_is_not_finite():
    drawing = pictures.rows(["a", "b", "c"], [1.0, np.nan, np.inf], title="t", axis="x", lower=[0, np.nan, 0], upper=[2, np.nan, 3])
    assert checked(drawing) is not None and drawing.count("<circle") == 1 and "nan" not in drawing


def test_the_command(tmp_path, capsys):
    bundled = str(ROOT / "examples/data/judge_mtbench.csv")
    assert main(["audit", bundled, "--drop", "unknown", "--output", "json"]) == 0
    out, err = capsys.readouterr()
    assert "positions" in json.loads(out)["flags"] and "model_a is the item shown first" in err
    assert main(["audit", bundled, "--drop", "unknown", "--output", "html"]) == 0
    assert capsys.readouterr().out.startswith("<!DOCTYPE html>")
    assert main(["audit", bundled, "--drop", "unknown", "--level", "2"]) == 1
    assert "level is 2" in capsys.readouterr().err
