"""Shared by the questions of an audit: the votes, the board, and a richer model that separates faults."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any, List, Optional

import numpy as np

from .._call import Cancel
from ..errors import CancelledError, Error, InternalError, OutOfMemoryError
from ..model import Model
from ..set import Set

# Questions that are answered by a test: order, positions, judges, consistency, fit, circles, looks.
TESTS = 7

# Parameters of each judge need votes of each: more judges than this, or fewer votes each, are treated as a crowd.
MOST_JUDGES, FEWEST_VOTES = 200, 30


class Look:
    """The votes and models of an audit.

    The board is the model that is audited. The panel is a richer model of the same votes: it lets every judge have a
    sensitivity of either sign, a position effect and a tie threshold, so that a lack of fit is
    not the position bias of a judge, and the bias of a judge is not ascribed to the items. A crowd (many judges, or few votes each) has one position effect.
    """

    def __init__(
        self, votes: Set, board: Optional[Model], level: float, replicates: int, seed: int, threads: int,
        cancel: Optional[Cancel],
    ) -> None:  # fmt: skip
        self.votes, self.given, self._board = votes, board is not None, board
        self.replicates, self.seed, self.threads, self.cancel = replicates, seed, threads, cancel
        self.level, self.alpha = level, (1 - level) / TESTS
        self.facts = votes.info()
        self.items = votes.item_names
        self.voters = self.facts.judges + self.facts.has_anonymous
        # Rankings, counts, winners and losers have no order of presentation.
        self.ordered = self.facts.comparisons - self.facts.unordered
        self.panelled = 2 <= self.voters <= MOST_JUDGES and self.facts.comparisons >= FEWEST_VOTES * self.voters
        ties = self.facts.plain_ties + self.facts.both_good + self.facts.both_bad > 0
        self.ties: Any = {"tie_model": "davidson"} if ties else {}

    # Fitted when first asked for, so that votes that a model refuses still have their design audited.

    @cached_property
    def board(self) -> Model:
        """The model that is audited."""
        return self.votes.fit(accept="any", cancel=self.cancel) if self._board is None else self._board

    @cached_property
    def panel(self) -> Model:
        """The richer model."""
        options: Any = {**self.ties}
        if self.panelled:
            options.update(strength="sensitivity", sign="signed")
        if self.ordered > 0:
            options["position"] = "by_judge" if self.panelled and self._every_judge_is_ordered() else "shared"
        if self.panelled and self.ties:
            options["threshold"] = "by_judge"
        return self.votes.fit(**options, accept="any", cancel=self.cancel)

    def _every_judge_is_ordered(self) -> bool:
        """Whether every judge has comparisons with a presentation order, so that it can have a position effect of its own."""
        return self.facts.unordered == 0 or bool(np.isfinite(self.votes.judges()["rarer_share"]).all())

    def of_ordered(self) -> str:
        """A sentence on the number of comparisons with an order of presentation; empty where all have one."""
        if self.facts.unordered == 0:
            return ""
        return f" This uses the {self.ordered:,.10g} of {self.facts.comparisons:,.10g} comparisons that have an order of presentation."

    def options(self, *, drawing: bool = True, **options: Any) -> Any:
        """Options of inference, whose defaults correct for few clusters; a seed only where something is drawn."""
        if drawing:
            options["seed"] = self.seed
        return {"threads": self.threads, "cancel": self.cancel, **options}

    def simulated(self, ask: Any, least: int = 0) -> Any:
        """Facts of a simulation: first of few replicates, and of many only where few leave a doubt. The p-value of the
        many is what counts, so that the first few replicates make no flag likelier."""
        first, p = ask(99)
        return first if p > 0.1 else ask(max(self.replicates, least, math.ceil(2 / self.alpha)))[0]

    def judge_names(self, table: Any) -> List[str]:
        """The judges of a table; the anonymous one has words."""
        return ["(anonymous)" if name in (None, "") else str(name) for name in table.column("judge").to_list()]


def refused(error: Error) -> bool:
    """Whether an error says that the votes cannot answer, rather than that something broke."""
    return not isinstance(error, (CancelledError, InternalError, OutOfMemoryError))


def extreme(values: Any) -> int:
    """The place of the number that is farthest from zero; a number that is not finite counts as none."""
    return int(np.argmax(np.nan_to_num(np.abs(values), nan=-1.0, posinf=-1.0)))
