"""Games and rankings: PGN, pentanomial counts of fishtest, and the orders of PrefLib."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from .._columns import Coded
from ..errors import ArgumentError, DataError
from .votes import OUTCOMES, Votes, rows, told

# Not every writer escapes quotes inside.
_TAG = re.compile(r'^\[(\w+)\s+"(.*)"\]\s*$')
_RESULTS = {"1-0": "left", "0-1": "right", "1/2-1/2": "tie"}

# Comparisons that counts may stand for: each order or pair of games is a context of its own, of which the set keeps every one.
MOST = 2_000_000


def pgn(text: str, order: Optional[str] = None) -> Votes:
    """Games of chess and others in PGN: White moves first, and is the left. Games without a result are left out."""
    found: List[Dict[str, Any]] = []
    tags: Dict[str, str] = {}
    moves, unfinished = False, 0
    for line in text.splitlines():
        tag = _TAG.match(line)
        # The next game begins after the moves of one, or, where there are none, with a tag that the game has already.
        if tag and tags and (moves or tag.group(1) in tags):
            unfinished += not _game(found, tags)
            tags, moves = {}, False
        if tag:
            tags[tag.group(1)] = re.sub(r"\\(.)", r"\1", tag.group(2))
        elif line.strip():
            moves = True
    if tags:
        unfinished += not _game(found, tags)
    if not found and not unfinished:
        raise DataError("there is no game of PGN: one has the tags White, Black and Result, such as [White \"Anna\"]")
    if not found:
        raise DataError(f"no game has a result: {unfinished} of {unfinished} {'is' if unfinished == 1 else 'are'} unfinished (*)")
    return rows(found, "games in PGN: White is the first, a draw is a tie", {"games without a result": unfinished}, order)


def _game(found: List[Dict[str, Any]], tags: Mapping[str, str]) -> bool:
    """Appends a game; false where it has no result."""
    result = tags.get("Result", "*")
    if result == "*":
        return False
    if result not in _RESULTS:
        raise DataError(f"Result is {result!r} in game {len(found)}; it must be 1-0, 0-1, 1/2-1/2 or *", len(found))
    missing = [name for name in ("White", "Black") if not tags.get(name, "").strip("?")]
    if missing:
        raise DataError(f"game {len(found)} has no {missing[0]}", len(found))
    found.append({"left": tags["White"], "right": tags["Black"], "outcome": _RESULTS[result]})
    return True


class Repeated(NamedTuple):
    """Comparisons of one context, which come so many times, each time in a context of its own."""

    times: int
    left: Sequence[int]
    right: Sequence[int]
    outcome: Sequence[int]


def _columns(groups: Sequence[Repeated], names: Sequence[str], contexts: str, noun: str) -> Dict[str, Any]:
    """Columns of all comparisons. Equal contexts do not become one with a weight: clustered errors would take all of
    them for one draw."""
    many = sum(group.times * len(group.left) for group in groups)
    if many > MOST:
        raise DataError(
            f"the counts stand for {many:,} comparisons in {sum(group.times for group in groups):,} {noun}, each a context of its own; "
            f"at most {MOST:,} comparisons are read: divide the counts by a common number, which makes errors larger by its root, or "
            "draw a sample"
        )
    left: List[Any] = []
    right: List[Any] = []
    outcome: List[Any] = []
    context: List[Any] = []
    labels: List[str] = []
    for group in groups:
        for whole, part in ((left, group.left), (right, group.right), (outcome, group.outcome)):
            whole.append(np.tile(np.asarray(part, dtype=np.int64), group.times))
        context.append(np.repeat(np.arange(group.times) + len(labels), len(group.left)))
        labels += [f"{contexts}{len(labels) + k}" for k in range(group.times)]
    codes = [np.concatenate(parts) if parts else np.zeros(0, dtype=np.int64) for parts in (left, right, outcome, context)]
    columns = zip(("left", "right", "outcome", "context"), codes, (names, names, OUTCOMES, labels))
    return {role: Coded(numbers, list(of)) for role, numbers, of in columns}


def fits_fishtest(record: Any) -> bool:
    """A run of fishtest: results with pentanomial counts, and the tags of the two versions."""
    results = record.get("results") if isinstance(record, dict) else None
    return isinstance(results, dict) and "pentanomial" in results


def fishtest(runs: Sequence[Mapping[str, Any]], order: Optional[str] = None) -> Votes:
    """Runs of fishtest, each the new version against the base."""
    names: Dict[str, int] = {}
    groups: List[Repeated] = []
    for run in runs:
        tags = run.get("args") or {}
        first, second = (names.setdefault(str(tags.get(f"{tag}_tag") or tag), len(names)) for tag in ("new", "base"))
        groups += _pairs_of_games(first, second, run["results"]["pentanomial"])
    if not groups:
        raise DataError("all pentanomial counts are 0: there is no pair of games")
    columns = _columns(groups, list(names), "", "pairs of games")
    said = (
        "pentanomial counts: the two games of a pair share a context; 1 of 2 points is read as two draws, which one win and one loss "
        "cannot be told from"
    )
    return told(columns, said, {}, order)


_PENTANOMIAL = (("right", "right"), ("right", "tie"), ("tie", "tie"), ("left", "tie"), ("left", "left"))
_SWAPPED = {"left": "right", "right": "left", "tie": "tie"}


def _pairs_of_games(first: int, second: int, counts: Any) -> List[Repeated]:
    """Pairs of games with 0, 1/2, 1, 3/2 and 2 points of the first, as games: each pair has a context of its own, and
    its games are played with either side first."""
    numbers = [count for count in counts if isinstance(count, (int, float)) and count >= 0 and count == count // 1] if isinstance(counts, (list, tuple)) else []
    if len(numbers) != 5 or len(counts) != 5:
        raise ArgumentError(f"pentanomial is {counts!r}; it must be five whole counts that are not negative")
    return [
        Repeated(int(count), (first, second), (second, first), (OUTCOMES.index(one), OUTCOMES.index(_SWAPPED[other])))
        for count, (one, other) in zip(numbers, _PENTANOMIAL) if count
    ]  # fmt: skip


def pentanomial(first: str, second: str, counts: Sequence[float], prefix: str = "") -> Dict[str, Any]:
    """Columns of the games of pairs with 0, 1/2, 1, 3/2 and 2 points of the first, as `Set.append` takes them."""
    return _columns(_pairs_of_games(0, 1, counts), [first, second], prefix, "pairs of games")


_LINE = re.compile(r"(\d{1,18})\s*:\s*(.*)$")
_TIER = r"(?:\d{1,9}|\{\s*(?:\d{1,9}(?:\s*,\s*\d{1,9})*)?\s*\})"
_ORDER = re.compile(rf"{_TIER}(?:\s*,\s*{_TIER})*\s*,?\s*")


def preflib(texts: Sequence[str], order: Optional[str] = None) -> Votes:
    """Orders of PrefLib (.soc, .soi, .toc, .toi): whoever is ranked higher wins, those in braces tie, and who is not
    ranked is not compared. Every order is a context of its own: its pairs are not independent."""
    items: Dict[str, int] = {}
    groups: List[Repeated] = []
    lone = 0
    for text in texts:
        names: Dict[int, str] = {}
        for number, line in enumerate(text.splitlines()):
            line = line.strip()
            if line.startswith("#"):
                _name_alternative(names, line, number)
            elif line:
                times, tiers = _tiers(line, number, names)
                group = _pairs_of_order(times, tiers, names, items)
                if group.left and times:
                    groups.append(group)
                else:
                    lone += times
    if not groups:
        raise DataError("there is no order of two alternatives or more: a line is a count, a colon and an order, such as 3: 1,2,{3,4}")
    columns = _columns(groups, list(items), "", "orders")
    said = "orders of PrefLib: the one ranked higher wins, equal ranks tie; pairs of one order are clustered together"
    return told(columns, said, {"orders of fewer than two alternatives": lone}, order, has_order=False)


def _name_alternative(names: Dict[int, str], line: str, number: int) -> None:
    named = re.match(r"# ALTERNATIVE NAME (\d{1,9}): (.*)", line)
    if named:
        name = named.group(2).strip()
        if name in names.values():
            raise DataError(f"line {number + 1} gives the name {name!r} to a second alternative", number)
        names[int(named.group(1))] = name


def _tiers(line: str, number: int, names: Mapping[int, str]) -> Tuple[int, List[List[int]]]:
    """How often an order was given, and its alternatives, those of equal rank together."""
    counted = _LINE.match(line)
    if not counted or not _ORDER.fullmatch(counted.group(2)):
        raise DataError(f"line {number + 1} is {line[:80]!r}; it must be a count, a colon and an order, such as 3: 1,2,{{3,4}}", number)
    tiers = [[int(one) for one in re.findall(r"\d+", tier)] for tier in re.findall(_TIER, counted.group(2))]
    ranked = [one for tier in tiers for one in tier]
    for one in ranked:
        if ranked.count(one) > 1:
            raise DataError(f"line {number + 1} ranks alternative {one} twice", number)
        if names and one not in names:
            raise DataError(f"line {number + 1} ranks alternative {one}, to which no line # ALTERNATIVE NAME gives a name", number)
    return int(counted.group(1)), tiers


def _pairs_of_order(times: int, tiers: Sequence[Sequence[int]], names: Mapping[int, str], items: Dict[str, int]) -> Repeated:
    places = [(place, items.setdefault(names.get(one, str(one)), len(items))) for place, tier in enumerate(tiers) for one in tier]
    both = list(combinations(places, 2))
    outcome = [OUTCOMES.index("tie" if place == other else "left") for (place, _), (other, _) in both]
    return Repeated(times, [one for (_, one), _ in both], [other for _, (_, other) in both], outcome)
