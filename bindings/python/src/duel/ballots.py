"""Ballots: judgements that show two items or more and order some of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Optional, Sequence

from . import _columns
from ._call import call, described
from ._handles import CLASSES, Gate
from ._methods import BallotsMethods
from .errors import ArgumentError

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._methods import RankingOptions
    from .ranking import Ranking

_NAMES = ("ballot", "item", "judge", "context")


class Ballots(BallotsMethods):
    """Judgements that order what they show: full and partial rankings, the best of many, the best and the worst, with ties.
    `fit` gives their strengths (Plackett and Luce), which answer what scores answer: ranks, verdicts, claims."""

    # Whether rows are in the positions in which items were shown.
    _are_placed = True

    def __init__(self) -> None:
        """No ballots: see `append`, `from_orders`, `from_choices`, `from_columns` and `from_table`."""
        other = call("duel_ballots_new")
        self._pointer, other._pointer = other._pointer, None
        self._gate = Gate()

    @described("duel_ballots_append")
    def append(
        self, ballot: Any, item: Any, rank: Any, *, judge: Any = None, context: Any = None, weight: Any = None
    ) -> "Ballots":
        """Columns, a row for each item that a ballot showed, are arrays, lists, or series of pandas, polars or pyarrow. A rank is
        1 for the best; equal ranks are ties; 0, None or NaN are below all that have a place; -1 is the worst, where the best and
        the worst are named. It gives the ballots themselves."""
        struct, _memory = _columns.rows_of("duel_ballot_rows", dict(zip(_NAMES, (ballot, item, judge, context))), {"rank": rank, "weight": weight})
        call("duel_ballots_append", ballots=self, rows=struct)
        return self

    @described("duel_ballots_covariate")
    def covariate(self, name: str, values: Any) -> "Ballots":
        """`values` is a list, an array or a series of numbers, one for each row appended so far. It gives the ballots themselves."""
        numbers = _columns.measured(values, "values")
        call("duel_ballots_covariate", ballots=self, name=name, values=numbers)
        return self

    @classmethod
    def from_orders(
        cls,
        orders: Iterable[Sequence[Any]],
        *,
        shown: Optional[Iterable[Sequence[Any]]] = None,
        judge: Optional[Sequence[Any]] = None,
        context: Optional[Sequence[Any]] = None,
        weight: Optional[Sequence[float]] = None,
    ) -> "Ballots":
        """Ballots of lists of items, the best first: `[["a", "b", "c"], ["b", ("a", "c")]]`, where items in a tuple, list or set
        share a place. `shown` has the items of each ballot in the positions in which they were shown; those without a place
        are below all others. Without it only ranked items were shown, in positions that say nothing. `judge`, `context` and
        `weight` have a value for each ballot."""
        listed = [_places(order, at) for at, order in enumerate(orders)]
        if isinstance(shown, str):
            raise ArgumentError("shown is a string; it must be a list of lists of items")
        asked = [sorted(places, key=str) for places in listed] if shown is None else [list(items) for items in shown]
        if len(asked) != len(listed):
            raise ArgumentError(f"shown: there are {len(asked)} ballots, and {len(listed)} orders")
        for at, (places, items) in enumerate(zip(listed, asked)):
            for item in places:
                if item not in items:
                    raise ArgumentError(f"orders[{at}] has {item!r}, which shown[{at}] does not")
        ranks = [[places.get(item, 0) for item in items] for places, items in zip(listed, asked)]
        out = cls._of(asked, ranks, judge, context, weight)
        out._are_placed = shown is not None
        return out

    @classmethod
    def from_choices(
        cls,
        shown: Iterable[Sequence[Any]],
        best: Iterable[Any],
        worst: Optional[Iterable[Any]] = None,
        *,
        judge: Optional[Sequence[Any]] = None,
        context: Optional[Sequence[Any]] = None,
        weight: Optional[Sequence[float]] = None,
    ) -> "Ballots":
        """Ballots of what was chosen as the best, or as the best and the worst, of the items that were shown: for each ballot
        the items in their positions, and one of them."""
        asked = [list(items) for items in shown]
        tops = list(best)
        lows: List[Any] = [None] * len(asked) if worst is None else list(worst)
        if not len(asked) == len(tops) == len(lows):
            raise ArgumentError(f"there are {len(asked)} ballots, {len(tops)} best and {len(lows)} worst items")
        ranks = []
        for at, (items, top, low) in enumerate(zip(asked, tops, lows)):
            for word, chosen in (("best", top), ("worst", low)):
                if chosen not in items and not (word == "worst" and low is None):
                    raise ArgumentError(f"{word}[{at}] is {chosen!r}, which shown[{at}] does not have")
            if top == low:
                raise ArgumentError(f"best[{at}] and worst[{at}] are both {top!r}")
            ranks.append([1 if item == top else -1 if low is not None and item == low else 0 for item in items])
        return cls._of(asked, ranks, judge, context, weight)

    @classmethod
    def from_columns(
        cls,
        data: Any,
        *,
        ballot: str = "ballot",
        item: str = "item",
        rank: str = "rank",
        judge: Optional[str] = None,
        context: Optional[str] = None,
        weight: Optional[str] = None,
    ) -> "Ballots":
        """Ballots of the columns of a table with a row for each item shown: a DataFrame of pandas or polars, a table of pyarrow, or
        a mapping. `ballot="ballot"` says which column has them; `judge`, `context` and `weight` are left out unless they
        are named."""
        wanted = {"ballot": ballot, "item": item, "rank": rank, "judge": judge, "context": context, "weight": weight}
        return cls().append(**_columns.roles_of(data, wanted))

    @classmethod
    def from_table(
        cls,
        data: Any,
        *,
        judge: Optional[Sequence[Any]] = None,
        context: Optional[Sequence[Any]] = None,
        weight: Optional[Sequence[float]] = None,
    ) -> "Ballots":
        """Ballots of a wide table: a DataFrame of pandas with a row for each ballot, a column for each item and ranks in its
        cells; 0 or missing: the item was not shown (the rankings of PlackettLuce in R)."""
        if not hasattr(data, "index") or not hasattr(data, "columns"):
            raise ArgumentError("data: a wide table is a DataFrame of pandas, with ballots as its index and items as its columns")
        items = [str(name) for name in data.columns]
        rows = [[(item, rank) for item, rank in zip(items, row) if rank is not None and str(rank) not in ("nan", "<NA>") and rank] for row in data.to_numpy().tolist()]
        shown = [[item for item, _ in row] for row in rows]
        return cls._of(shown, [[rank for _, rank in row] for row in rows], judge, context, weight)

    @classmethod
    def _of(cls, shown: List[List[Any]], ranks: List[List[Any]], judge: Any, context: Any, weight: Any) -> "Ballots":
        extra = {name: list(value) for name, value in (("judge", judge), ("context", context), ("weight", weight)) if value is not None}
        for name, value in extra.items():
            if len(value) != len(shown):
                raise ArgumentError(f"{name}: there are {len(value)} values and {len(shown)} ballots")
        for at, items in enumerate(shown):
            if not items:
                raise ArgumentError(f"ballot {at} shows nothing")
        repeated = {name: [value[at] for at, items in enumerate(shown) for _ in items] for name, value in extra.items()}
        out = cls()
        if not shown:
            return out
        out.append(
            [at for at, items in enumerate(shown) for _ in items],
            [str(item) for items in shown for item in items],
            [float(rank) for own in ranks for rank in own],
            **repeated,
        )
        return out

    def fit(self, **options: "Unpack[RankingOptions]") -> "Ranking":
        if options.get("positions") and not self._are_placed:
            raise ArgumentError("positions: from_orders was not told what was shown where; give it shown")
        model: Ranking = call("duel_ballots_fit", ballots=self, options=options)
        model._names = self.names()
        return model

    fit.__doc__ = BallotsMethods.fit.__doc__

    def __repr__(self) -> str:
        facts = self.info()
        return f"<Ballots of {facts.items} items: {facts.ballots:g} ballots>"


def _places(order: Sequence[Any], at: int) -> Dict[Any, int]:
    if isinstance(order, str):
        raise ArgumentError(f"orders[{at}] is a string; it must be a list of items, the best first")
    places: Dict[Any, int] = {}
    for place, group in enumerate(order, start=1):
        for item in group if isinstance(group, (tuple, list, set, frozenset)) else (group,):
            if item in places:
                raise ArgumentError(f"orders[{at}] has {item!r} twice")
            places[item] = place
    return places


CLASSES["duel_ballots"] = Ballots
