"""Estimates of a quantity, with the options of inference."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._call import call, described
from ._handles import CLASSES
from ._values import empty, matrix
from ._methods import EstimateMethods

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike
    from typing_extensions import Unpack

    from ._methods import EstimateContrastsRow, EstimateTestsRow, TestOptions
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
