"""Estimates of a quantity, with the options of inference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Sequence

from ._call import call, described
from ._handles import CLASSES
from ._values import empty, matrix, numbers, sized
from ._methods import EstimateMethods

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike
    from typing_extensions import Unpack

    from ._methods import (
        EstimateContrastsRow,
        EstimateEValuesRow,
        EstimateRankSetsRow,
        EstimateTestsRow,
        RankSetOptions,
        TestOptions,
        WinnerFacts,
    )
    from .table import Table


class Estimate(EstimateMethods):
    """Estimates of a quantity of a model, of its replicates, or of functionals: values, contrasts, tests, pairs and
    ranks are tables, the covariance an array."""

    _names: Any = None

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

    @described("duel_estimate_contrast_covariance")
    def contrast_covariance(self, weights: "ArrayLike") -> "np.ndarray[Any, np.dtype[np.float64]]":
        rows = matrix(weights, "weights", self.info().values)
        out = empty(len(rows), len(rows))
        call("duel_estimate_contrast_covariance", estimate=self, weights=rows, contrasts=len(rows), out=out)
        return out

    def __repr__(self) -> str:
        facts = self.info()
        what = "functionals" if facts.quantity is None else facts.quantity.name.lower()
        return f"<Estimate of {what}: {facts.values} values, level {facts.level:g}>"


CLASSES["duel_estimate"] = Estimate
