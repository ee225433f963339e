"""Estimates of a quantity, with the options of inference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from ._call import call, described, fill
from ._claims import claims_of
from ._handles import CLASSES, Gate
from ._values import empty, integer, matrix, numbers, sized
from ._methods import EstimateMethods
from .errors import ArgumentError, InvalidNameError, SizeError
from .set import Set

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from typing_extensions import TypedDict, Unpack

    from ._call import Cancel, ProgressLike
    from ._constants import IntervalsLike, NormalisationLike, QuantilesLike, WantLike
    from ._methods import (
        EstimateClaimsRow,
        EstimateContrastsRow,
        EstimateEValuesRow,
        EstimateGateRow,
        EstimateJudgeRanksRow,
        EstimateRankSetsRow,
        EstimateReversalsRow,
        EstimateTestsRow,
        EstimateUnanimousRow,
        QuasiFacts,
        RankSetOptions,
        TestOptions,
        WinnerFacts,
    )
    from .table import Table

    class OwnOptions(TypedDict, total=False):
        """The options of inference that go with values of one's own."""

        intervals: Optional[IntervalsLike]
        quantiles: Optional[QuantilesLike]
        level: Optional[float]
        normalisation: Optional[NormalisationLike]
        reference_item: Optional[Union[int, str]]
        weights: Optional[ArrayLike]
        unit: Optional[float]
        origin: Optional[float]
        mixture: Optional[float]
        seed: Optional[int]
        draws: Optional[int]
        threads: Optional[int]
        cancel: Optional[Cancel]
        progress: Optional[ProgressLike]

# An item by its name, or by its number.
Item = Union[str, int]


class Estimate(EstimateMethods):
    """Estimates of a quantity of a model, of its replicates, of functionals, or of your own: values, contrasts, tests,
    pairs and ranks are tables, the covariance an array.

    `Estimate(values, covariance, names=names)` takes estimates of your own. `values` may also be a mapping or a pandas
    Series of names to numbers, or the results of a fit by statsmodels, which bring names, covariance and degrees of freedom
    along. Give `se` where values are independent, `pair_se` where errors of differences are known.
    """

    _names: Any = None

    @described("duel_estimate_new")
    def __init__(
        self,
        values: Any,
        covariance: Optional["ArrayLike"] = None,
        *,
        se: Optional["ArrayLike"] = None,
        pair_se: Optional["ArrayLike"] = None,
        names: Optional[Sequence[str]] = None,
        df: float = 0,
        units: float = 0,
        only_differences: bool = False,
        lower_is_better: bool = False,
        max_bytes: int = 0,
        **options: "Unpack[OwnOptions]",
    ) -> None:
        """Estimates that somebody else made."""
        if hasattr(values, "cov_params"):
            values, own, df = _fitted(values, df)
            covariance = own if covariance is None and se is None and pair_se is None else covariance
        known, values = _named_values(values)
        called = known if names is None else [str(name) for name in names]
        # What has labels itself is looked up by those of the values.
        labels = called if known is None else known
        count = len(values)
        if called is not None and len(called) != count:
            raise SizeError(f"names: there are {len(called)} for {count} values")
        self._names = Set().intern("item", [str(at) for at in range(count)] if called is None else called)
        given: Mapping[str, Any] = {
            "values": values,
            "value_count": count,
            "names": called,
            "covariance": None if covariance is None else _table(covariance, labels, count, "covariance"),
            "se": None if se is None else sized(numbers(_along(se, labels), "double", "se"), (count,), "se"),
            "pair_se": None if pair_se is None else _table(pair_se, labels, count, "pair_se"),
            "df": df,
            "units": units,
            "only_differences": only_differences,
            "lower_is_better": lower_is_better,
            "max_bytes": max_bytes,
        }
        if isinstance(options.get("reference_item"), str):
            options["reference_item"] = self._item(options["reference_item"], "reference_item")
        other = call(
            "duel_estimate_new", given=lambda frame: fill("duel_given", given, frame), options=options
        )
        self._pointer, other._pointer = other._pointer, None
        self._gate = Gate()

    def _item(self, item: Any, argument: str) -> int:
        """The number of an item that is given by its name or its number."""
        if not isinstance(item, str):
            return integer(item, "size_t", argument)
        if self._names is None:
            raise ArgumentError(f"{argument} is {item!r}; this estimate does not know the names of its items: give a number")
        try:
            return int(self._names.find("item", item))
        except InvalidNameError as error:
            raise InvalidNameError(f"{argument}: {error}") from None

    def _items(self, items: Optional[Sequence[Item]]) -> Optional[List[int]]:
        return None if items is None else [self._item(item, "items") for item in items]

    def _judge(self, judge: Any, argument: str) -> int:
        """The number of a judge that is given by its name or its number."""
        if not isinstance(judge, str):
            return integer(judge, "size_t", argument)
        try:
            return int(self._names.find("judge", judge))
        except InvalidNameError as error:
            raise InvalidNameError(f"{argument}: {error}") from None

    def _judges(self, judges: Optional[Sequence[Item]]) -> Optional[List[int]]:
        return None if judges is None else [self._judge(judge, "judges") for judge in judges]

    def judge(self, judge: Item) -> "Estimate":
        """`judge` is a name or a number."""
        made: Estimate = call("duel_estimate_judge", estimate=self, judge=self._judge(judge, "judge"))
        made._names = self._names
        return made

    judge.__doc__ = f"{judge.__doc__}\n\n        {EstimateMethods.judge.__doc__}"

    @described("duel_estimate_judge_ranks")
    def judge_ranks(
        self, judges: Optional[Sequence[Item]] = None, **options: "Unpack[RankSetOptions]"
    ) -> "Table[EstimateJudgeRanksRow]":
        """Of `judges`, by names or numbers."""
        chosen = self._judges(judges)
        table: Table[EstimateJudgeRanksRow] = call(
            "duel_estimate_judge_ranks", estimate=self, judges=chosen, judge_count=len(chosen or []), options=options
        )
        return table

    @described("duel_estimate_reversals")
    def reversals(self, judges: Optional[Sequence[Item]] = None) -> "Table[EstimateReversalsRow]":
        """Of `judges`, by names or numbers."""
        chosen = self._judges(judges)
        table: Table[EstimateReversalsRow] = call(
            "duel_estimate_reversals", estimate=self, judges=chosen, judge_count=len(chosen or [])
        )
        return table

    @described("duel_estimate_unanimous")
    def unanimous(self, judges: Optional[Sequence[Item]] = None) -> "Table[EstimateUnanimousRow]":
        """Of `judges`, by names or numbers."""
        chosen = self._judges(judges)
        table: Table[EstimateUnanimousRow] = call(
            "duel_estimate_unanimous", estimate=self, judges=chosen, judge_count=len(chosen or [])
        )
        return table

    @described("duel_estimate_gate")
    def gate(
        self, candidate: Item, baseline: Item, want: "WantLike" = "better", margin: float = 0.0
    ) -> "EstimateGateRow":
        """May the candidate take the baseline's place? `want` is "better", "not_worse" or "equal"; gives the one row,
        with `verdict` ("pass", "fail", "not_enough") and `sentence`. Items are names or numbers."""
        given = {
            "candidate": self._item(candidate, "candidate"),
            "baseline": self._item(baseline, "baseline"),
            "want": want,
            "margin": margin,
        }
        table: Table[EstimateGateRow] = call(
            "duel_estimate_gate", estimate=self, gate=lambda frame: fill("duel_gate", given, frame)
        )
        return next(iter(table))

    @described("duel_estimate_claims")
    def claims(self, claims: Sequence[Mapping[str, Any]]) -> "Table[EstimateClaimsRow]":
        """Are these claims established? Each is a mapping, with items by names or numbers:

        - `{"above": ["a", "b"], "by": 0.1}`: a is above b by more than 0.1 (without `by`: above it);
        - `{"not_worse": ["a", "b"], "by": 0.1}`: a is not worse than b by 0.1 or more;
        - `{"parity": ["a", "b"], "within": 0.1}`: the two differ by less than 0.1;
        - `{"top": "a", "k": 3}`: a is among the three best; with `"chosen": True` and `"k": 1` of the item that leads;
        - `{"order": ["a", "b", "c"]}`: each is above the next;
        - `{"group": ["a", "b"], "above": ["c", "d"]}`: each of the first is above each of the second."""
        made, count, kept = claims_of(claims, self._item)

        def held(frame: Any) -> Any:
            frame.kept.append(kept)
            return made

        table: Table[EstimateClaimsRow] = call("duel_estimate_claims", estimate=self, claims=held, count=count)
        return table

    @described("duel_estimate_contrasts")
    def contrasts(self, weights: "ArrayLike") -> "Table[EstimateContrastsRow]":
        rows = matrix(weights, "weights", self.info().values)
        table: Table[EstimateContrastsRow] = call(
            "duel_estimate_contrasts", estimate=self, weights=rows, contrasts=len(rows)
        )
        return table

    @described("duel_estimate_tests")
    def tests(self, weights: "ArrayLike", **options: "Unpack[TestOptions]") -> "Table[EstimateTestsRow]":
        rows = matrix(weights, "weights", self.info().values)
        table: Table[EstimateTestsRow] = call(
            "duel_estimate_tests", estimate=self, weights=rows, contrasts=len(rows), options=options
        )
        return table

    @described("duel_estimate_e_values")
    def e_values(self, weights: "ArrayLike", null: Optional["ArrayLike"] = None) -> "Table[EstimateEValuesRow]":
        rows = matrix(weights, "weights", self.info().values)
        if null is not None:
            null = sized(numbers(null, "double", "null"), (len(rows),), "null")
        table: Table[EstimateEValuesRow] = call(
            "duel_estimate_e_values", estimate=self, weights=rows, contrasts=len(rows), null=null
        )
        return table

    @described("duel_estimate_winner")
    def winner(self, items: Optional[Sequence[Item]] = None, rank: int = 1) -> "WinnerFacts":
        """Of `items`, by names or numbers. `item` is a number: `model.scores()["item"][facts.item]` is its name."""
        chosen = self._items(items)
        facts: WinnerFacts = call(
            "duel_estimate_winner", estimate=self, items=chosen, item_count=len(chosen or []), rank=rank
        )
        return facts

    @described("duel_estimate_rank_sets")
    def rank_sets(
        self, items: Optional[Sequence[Item]] = None, **options: "Unpack[RankSetOptions]"
    ) -> "Table[EstimateRankSetsRow]":
        """Of `items`, by names or numbers."""
        chosen = self._items(items)
        table: Table[EstimateRankSetsRow] = call(
            "duel_estimate_rank_sets", estimate=self, items=chosen, item_count=len(chosen or []), options=options
        )
        return table

    @described("duel_estimate_covariance")
    def covariance(self) -> "np.ndarray[Any, np.dtype[np.float64]]":
        size = self.info().values
        out = empty(size, size)
        call("duel_estimate_covariance", estimate=self, out=out)
        return out

    @described("duel_estimate_rank_probabilities")
    def rank_probabilities(self) -> "np.ndarray[Any, np.dtype[np.float64]]":
        """Values x ranks."""
        size = self.info().values
        out = empty(size, size)
        call("duel_estimate_rank_probabilities", estimate=self, out=out)
        return out

    @described("duel_estimate_superiority")
    def superiority(self) -> "np.ndarray[Any, np.dtype[np.float64]]":
        size = self.info().values
        out = empty(size, size)
        call("duel_estimate_superiority", estimate=self, out=out)
        return out

    @described("duel_estimate_quasi_variances")
    def quasi_variances(self) -> "Tuple[np.ndarray[Any, np.dtype[np.float64]], QuasiFacts]":
        """The quasi-variances, and how wrong they are."""
        out = empty(self.info().values)
        facts: QuasiFacts = call("duel_estimate_quasi_variances", estimate=self, out=out)
        return out, facts

    @described("duel_estimate_contrast_covariance")
    def contrast_covariance(self, weights: "ArrayLike") -> "np.ndarray[Any, np.dtype[np.float64]]":
        rows = matrix(weights, "weights", self.info().values)
        out = empty(len(rows), len(rows))
        call("duel_estimate_contrast_covariance", estimate=self, weights=rows, contrasts=len(rows), out=out)
        return out

    def __repr__(self) -> str:
        facts = self.info()
        what = "no model" if facts.quantity is None else facts.quantity.name.lower()
        return f"<Estimate of {what}: {facts.values} values, level {facts.level:g}>"


def _fitted(results: Any, df: float) -> Tuple[Any, Any, float]:
    """Values, covariance and degrees of freedom of what statsmodels fitted."""
    if df == 0 and getattr(results, "use_t", False):
        df = float(results.df_resid)
    return results.params, results.cov_params(), df


def _named_values(values: Any) -> Tuple[Optional[List[str]], Any]:
    """The names of values that have some, and the values."""
    if isinstance(values, Mapping):
        return [str(name) for name in values], numbers(list(values.values()), "double", "values")
    names = _labels(getattr(values, "index", None))
    array = numbers(values, "double", "values")
    return names, sized(array, (array.size,), "values")


def _labels(labels: Any) -> Optional[List[str]]:
    """Labels of an axis; None where there are none (`index` of a list is a method)."""
    return None if labels is None or callable(labels) else [str(label) for label in labels]


def _order(own: Optional[List[str]], names: List[str], argument: str, what: str) -> Optional[List[int]]:
    """Where each name stands among the labels; None where these are numbers from 0 and no names."""
    if own is None or (own != names and own == [str(at) for at in range(len(names))]):
        return None
    if sorted(own) != sorted(names):
        missing = next((name for name in names if name not in own), None)
        raise ArgumentError(f"{argument} has no {what} {missing!r}" if missing else f"{argument} has another {what} than the values")
    return [own.index(name) for name in names]


def _along(values: Any, names: Optional[List[str]]) -> Any:
    """Numbers in the order of the names, where they have names themselves."""
    own = [str(name) for name in values] if isinstance(values, Mapping) else _labels(getattr(values, "index", None))
    order = None if names is None else _order(own, names, "se", "value for")
    found = np.asarray(list(values.values()) if isinstance(values, Mapping) else values)
    return found if order is None else found[order]


def _table(values: Any, names: Optional[List[str]], size: int, argument: str) -> Any:
    """A number of each two values; what has labels of rows or columns in the order of the names."""
    found = sized(matrix(values, argument), (size, size), argument)
    if names is None:
        return found
    columns = _order(_labels(getattr(values, "columns", None)), names, argument, "column")
    rows = _order(_labels(getattr(values, "index", None)), names, argument, "row")
    # One side without labels is in the order of the other.
    order = [one for one in (rows, columns) if one is not None]
    return found[order[0]][:, order[-1]] if order else found


CLASSES["duel_estimate"] = Estimate
