"""Games and rankings: PGN, pentanomial counts of fishtest, and the orders of PrefLib."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any, Dict, List, Mapping, Sequence

from ..errors import ArgumentError, DataError
from .votes import Votes, rows

# Not every writer escapes quotes inside.
_TAG = re.compile(r'^\[(\w+)\s+"(.*)"\]\s*$')
_RESULTS = {"1-0": "left", "0-1": "right", "1/2-1/2": "tie"}


def pgn(text: str) -> Votes:
    """Games of chess and others in PGN: White moves first, and is the left. Games without a result are left out."""
    found: List[Dict[str, Any]] = []
    tags: Dict[str, str] = {}
    moves, unfinished = False, 0
    for line in [*text.splitlines(), '[Event ""]']:
        tag = _TAG.match(line)
        if tag and moves:
            unfinished += not _game(found, tags)
            tags, moves = {}, False
        if tag:
            tags[tag.group(1)] = re.sub(r"\\(.)", r"\1", tag.group(2))
        elif line.strip():
            moves = True
    return rows(found, "games in PGN: White is the first, a draw is a tie", {"games without a result": unfinished})


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


def fits_fishtest(record: Any) -> bool:
    """A run of fishtest: results with pentanomial counts, and the tags of the two versions."""
    return isinstance(record, dict) and "pentanomial" in (record.get("results") or {})


def fishtest(runs: Sequence[Mapping[str, Any]]) -> Votes:
    """Runs of fishtest, each the new version against the base."""
    found: List[Dict[str, Any]] = []
    for number, run in enumerate(runs):
        names = run.get("args") or {}
        pairs = pentanomial(names.get("new_tag") or "new", names.get("base_tag") or "base", run["results"]["pentanomial"], f"{number}.")
        found += pairs
    return rows(found, "pentanomial counts: the two games of a pair share a context; 1 of 2 points is read as two draws, which one win and one loss cannot be told from")


def pentanomial(first: str, second: str, counts: Sequence[float], prefix: str = "") -> List[Dict[str, Any]]:
    """Pairs of games with 0, 1/2, 1, 3/2 and 2 points of the first, as games: each pair has a context of its own, and
    its games are played with either side first."""
    if len(counts) != 5 or any(count < 0 or count != int(count) for count in counts):
        raise ArgumentError(f"pentanomial is {list(counts)}; it must be five whole counts that are not negative")
    found = []
    outcomes = (("right", "right"), ("right", "tie"), ("tie", "tie"), ("left", "tie"), ("left", "left"))
    swapped = {"left": "right", "right": "left", "tie": "tie"}
    pair = 0
    for count, (one, other) in zip(counts, outcomes):
        for _ in range(int(count)):
            context = f"{prefix}{pair}"
            found.append({"left": first, "right": second, "context": context, "outcome": one})
            found.append({"left": second, "right": first, "context": context, "outcome": swapped[other]})
            pair += 1
    return found


def preflib(text: str) -> Votes:
    """Orders of PrefLib (.soc, .soi, .toc, .toi): whoever is ranked higher wins, those in braces tie, and who is not
    ranked is not compared. Every order is a context of its own: its pairs are not independent."""
    names: Dict[int, str] = {}
    found: List[Dict[str, Any]] = []
    order = 0
    for number, line in enumerate(text.splitlines()):
        line = line.strip()
        if not line:
            continue
        if line.startswith("#"):
            named = re.match(r"# ALTERNATIVE NAME (\d+): (.*)", line)
            if named:
                names[int(named.group(1))] = named.group(2).strip()
            continue
        counted = re.match(r"(\d+)\s*:\s*(.*)$", line)
        if not counted:
            raise DataError(f"line {number + 1} is {line!r}; it must be a count, a colon and an order", number)
        tiers = [
            [int(one) for one in re.findall(r"\d+", tier)]
            for tier in re.findall(r"\{[^}]*\}|[^,{}]+", counted.group(2))
        ]
        places = [(place, one) for place, tier in enumerate(tiers) for one in tier]
        pairs = []
        for (place, one), (other_place, other) in combinations(places, 2):
            outcome = "tie" if place == other_place else "left"
            pairs.append({"left": names.get(one, str(one)), "right": names.get(other, str(other)), "outcome": outcome})
        for _ in range(int(counted.group(1))):
            found += [{**pair, "context": str(order)} for pair in pairs]
            order += 1
    return rows(found, "orders of PrefLib: the one ranked higher wins, equal ranks tie; the pairs of one order share its context, so cluster by context")
