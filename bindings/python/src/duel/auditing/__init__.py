"""The audit of a board: one question after the other, each with figure, threshold, sentence and picture.

Questions that are answered by tests share one level: a board without a fault raises any flag at all in at most 1 of 100
cases, each test having a seventh of that. `tests/campaigns/audit.txt` has what was measured, of clean boards and of planted
faults. Which judges depart from the others, and how few votes would swap neighbours, is reported without a flag.
"""

from __future__ import annotations

from typing import Any, Callable, List, Optional, Union

from .._call import Cancel
from ..errors import ArgumentError, Error
from ..model import Model
from ..set import Set
from . import design, judges, results
from .findings import Finding, unasked
from .look import Look, refused
from .report import Audit

__all__ = ["Audit", "Finding", "audit"]

CHECKS: List[Callable[[Look], Finding]] = [
    design.connected, design.separated, design.order, judges.positions, judges.judges, judges.consistency, judges.strangers, design.contexts,
    design.duplicates, results.fit, results.circles, results.resolution, results.fragility,
    results.looks, results.settle,
]  # fmt: skip


def audit(
    votes: Union[Set, Model, Any],
    *,
    level: float = 0.99,
    replicates: int = 1999,
    seed: int = 0,
    threads: int = 1,
    cancel: Optional[Cancel] = None,
) -> Audit:
    """Checks whether a board can be trusted: is the design connected and separated, is the order of presentation random, do judges
    follow positions, contradict each other or themselves, do contexts and answers repeat, does the model fit, are there
    circles, which judges depart from the others, which neighbours differ significantly, how few votes decide that, which pairs
    would have been settled had the board been checked while it grew, and how many votes would settle the rest.

    Votes are a set, a table of them (see `Set.from_columns`), or a fitted model, which is then the board that is audited;
    of a set it is the default model. `level` is the chance that a board without a fault raises no flag. Tests that
    simulate first look at 99 replicates, and where these leave a doubt at `replicates`, or more if a flag takes more. The
    result prints as text, has `to_json()` and `html()`, and shows itself in notebooks.
    """
    if not 0 < level < 1:
        raise ArgumentError(f"level is {level}; it must lie between 0 and 1")
    board = votes if isinstance(votes, Model) else None
    data = votes.set if isinstance(votes, Model) else votes if isinstance(votes, Set) else Set.from_columns(votes)
    look = Look(data, board, level, replicates, seed, threads, cancel)
    alike = design.spellings(look)
    found = [_asked(check, look) for check in CHECKS]
    return Audit(look, found if alike is None else [alike, *found], level)


def _asked(check: Callable[[Look], Finding], look: Look) -> Finding:
    """A finding; a question that the library refuses for these votes is not checked, with the reason."""
    try:
        return check(look)
    except Error as error:
        if not refused(error):
            raise
        question = (check.__doc__ or "").partition(".")[0] + "?"
        return unasked(check.__name__, question, f"Not checked: {str(error).rstrip('.')}.")
