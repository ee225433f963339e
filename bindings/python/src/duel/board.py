"""Boards of scores by task, whose means are estimates like any other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from . import _columns
from ._call import call, described
from ._handles import CLASSES, Gate
from ._methods import BoardMethods
from .errors import ArgumentError

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._methods import BoardOptions, InferenceOptions
    from .estimate import Estimate

_NAMES = ("item", "context", "group", "run")


class Board(BoardMethods):
    """Scores of items (systems, models) on tasks, with their runs, groups and weights: the results of a benchmark. `estimate`
    gives their means, which answer every question that needs no model: is this order real, may this one be merged?"""

    def __init__(
        self,
        item: Any = None,
        context: Any = None,
        score: Any = None,
        *,
        group: Any = None,
        run: Any = None,
        weight: Any = None,
    ) -> None:
        """A board, with scores as columns if they are given: see `append`."""
        other = call("duel_board_new")
        self._pointer, other._pointer = other._pointer, None
        self._gate = Gate()
        if item is not None or context is not None or score is not None:
            self.append(item, context, score, group=group, run=run, weight=weight)

    @described("duel_board_append")
    def append(
        self, item: Any, context: Any, score: Any, *, group: Any = None, run: Any = None, weight: Any = None
    ) -> "Board":
        """Columns are arrays, lists, or series of pandas, polars or pyarrow: names of items and tasks (`context`) are strings,
        categories or whole numbers; scores are numbers or truths, missing ones None or NaN. It gives the board itself."""
        struct, _memory = _columns.rows_of("duel_score_rows", dict(zip(_NAMES, (item, context, group, run))), {"score": score, "weight": weight})
        call("duel_board_append", board=self, rows=struct)
        return self

    @classmethod
    def from_columns(
        cls,
        data: Any,
        *,
        item: str = "item",
        context: str = "context",
        score: str = "score",
        group: Optional[str] = None,
        run: Optional[str] = None,
        weight: Optional[str] = None,
    ) -> "Board":
        """A board of the columns of a table: a DataFrame of pandas or polars, a table of pyarrow, or a mapping.
        `item="model"` says which column has the items; `group`, `run` and `weight` are left out unless they are named."""
        wanted = {"item": item, "context": context, "score": score, "group": group, "run": run, "weight": weight}
        return cls(**_columns.roles_of(data, wanted))

    @classmethod
    def from_table(cls, data: Any, *, group: Any = None, weight: Any = None) -> "Board":
        """A board of a wide table: a DataFrame of pandas with a row for each task and a column for each item, or the other way
        round by `.T`. `group` and `weight` have a value for each row."""
        if not hasattr(data, "index") or not hasattr(data, "columns"):
            raise ArgumentError("data: a wide table is a DataFrame of pandas, with tasks as its index and items as its columns")
        board = cls()
        tasks = [str(task) for task in data.index]
        for at, name in enumerate(data.columns):
            board.append([str(name)] * len(tasks), tasks, data.iloc[:, at], group=group, weight=weight)
        return board

    def estimate(
        self, inference: Optional["InferenceOptions"] = None, **options: "Unpack[BoardOptions]"
    ) -> "Estimate":
        """`inference` are options of every question: `{"level": 0.9, "intervals": "simultaneous"}`. `missing_value=0` alone
        says that a missing score counts as 0."""
        if options.get("missing_value") is not None and "missing" not in options:
            options["missing"] = "number"
        estimate: Estimate = call("duel_board_estimate", board=self, options=options, inference=inference)
        estimate._names = self.names()
        return estimate

    estimate.__doc__ = f"{estimate.__doc__}\n\n        {BoardMethods.estimate.__doc__}"

    def __repr__(self) -> str:
        facts = self.info()
        return f"<Board of {facts.items} items on {facts.contexts} tasks: {facts.cells} cells>"


CLASSES["duel_board"] = Board
