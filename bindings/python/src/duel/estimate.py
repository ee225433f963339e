"""Estimates of a quantity, with the options of inference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Mapping, Optional, Sequence, Tuple

from ._call import call, described, fill
from ._handles import CLASSES, Gate
from ._values import empty, matrix, numbers, sized
from ._methods import EstimateMethods
from .errors import ArgumentError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike
    from typing_extensions import Unpack

    from ._methods import (
        EstimateContrastsRow,
        EstimateEValuesRow,
        EstimateRankSetsRow,
        EstimateTestsRow,
        InferenceOptions,
        QuasiFacts,
        RankSetOptions,
        TestOptions,
        WinnerFacts,
    )
    from .table import Table


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
        **options: "Unpack[InferenceOptions]",
    ) -> None:
        """Estimates that somebody else made."""
        if hasattr(values, "cov_params"):
            values, own, df = _fitted(values, df)
            covariance = own if covariance is None and se is None and pair_se is None else covariance
        known, values = _named_values(values)
        names = known if names is None else [str(name) for name in names]
        count = len(values)
        if names is not None and len(names) != count:
            raise ArgumentError(f"names: there are {len(names)} for {count} values")
        given: Mapping[str, Any] = {
            "values": values,
            "value_count": count,
            "names": names,
            "covariance": None if covariance is None else _table(covariance, names, count, "covariance"),
            "se": None if se is None else sized(numbers(_along(se, names), "double", "se"), (count,), "se"),
            "pair_se": None if pair_se is None else _table(pair_se, names, count, "pair_se"),
            "df": df,
            "units": units,
            "only_differences": only_differences,
            "lower_is_better": lower_is_better,
            "max_bytes": max_bytes,
        }
        other = call(
            "duel_estimate_new", given=lambda frame: fill("duel_given", given, frame), options=options
        )
        self._pointer, other._pointer = other._pointer, None
        self._gate = Gate()

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
    def winner(self, items: Optional[Sequence[int]] = None, rank: int = 1) -> "WinnerFacts":
        """`item` is a number: `model.scores()["item"][facts.item]` is its name."""
        chosen = None if items is None else list(items)
        facts: WinnerFacts = call(
            "duel_estimate_winner", estimate=self, items=chosen, item_count=len(chosen or []), rank=rank
        )
        return facts

    @described("duel_estimate_rank_sets")
    def rank_sets(
        self, items: Optional[Sequence[int]] = None, **options: "Unpack[RankSetOptions]"
    ) -> "Table[EstimateRankSetsRow]":
        chosen = None if items is None else list(items)
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
    index = getattr(values, "index", None)
    names = None if index is None or callable(index) else [str(name) for name in index]
    array = numbers(values, "double", "values")
    return names, sized(array, (array.size,), "values")


def _along(values: Any, names: Optional[Sequence[str]]) -> Any:
    """Numbers in the order of the names, where they have names themselves."""
    if isinstance(values, Mapping) and names is not None:
        return [values[name] for name in names]
    return values


def _table(values: Any, names: Optional[Sequence[str]], size: int, argument: str) -> Any:
    """A number of each two values; a data frame in the order of the names."""
    labels = getattr(values, "columns", None)
    if labels is not None and names is not None:
        own = [str(label) for label in labels]
        if sorted(own) != sorted(names):
            missing = next((name for name in names if name not in own), None)
            raise ArgumentError(f"{argument}: it has no column {missing!r}" if missing else f"{argument}: it has other columns")
        order = [own.index(name) for name in names]
        values = values.to_numpy()[order][:, order]
    return sized(matrix(values, argument), (size, size), argument)


CLASSES["duel_estimate"] = Estimate
