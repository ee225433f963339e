"""Learners of the probabilities of labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Optional

import numpy as np

from ._call import call, described
from ._handles import CLASSES, Gate
from ._values import empty, sized
from ._methods import NuisanceMethods
from .contexts import Contexts, Items, items_of, table_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ._methods import NuisanceOptions


def lesson(
    length: int,
    items: int,
    features: Optional["ArrayLike"] = None,
    linear_count: int = 0,
    predictions: Optional["ArrayLike"] = None,
) -> Dict[str, Any]:
    """The options of learners that are about features and predictions."""
    chosen: Dict[str, Any] = {}
    if features is not None:
        chosen["features"] = table_of(features, length)
        chosen["feature_count"] = chosen["features"].shape[1]
        chosen["linear_count"] = linear_count
    if predictions is not None:
        table = np.asarray(predictions, dtype=float)
        table = table[..., np.newaxis] if table.ndim == 3 else table
        chosen["predictions"] = sized(table, (length, items, items, table.shape[-1]), "predictions")
        chosen["prediction_count"] = table.shape[-1]
    return chosen


class Nuisance(NuisanceMethods):
    """Cross-fitted learners of the probabilities of labels: every context is predicted by a fit to labels of others."""

    @described("duel_nuisance_fit")
    def __init__(
        self,
        items: Items,
        categories: int = 2,
        *,
        labels: Optional[Contexts] = None,
        features: Optional["ArrayLike"] = None,
        linear_count: int = 0,
        predictions: Optional["ArrayLike"] = None,
        options: Optional["NuisanceOptions"] = None,
        **columns: Any,
    ) -> None:
        """`labels` are contexts without mu, or are made of `columns`: length, context, first, second, category,
        cluster. `features` are contexts x features, `predictions` contexts x items x items x predictions."""
        size, names = items_of(items)
        given = labels if labels is not None else Contexts(None, **columns)
        chosen = {**lesson(given.length, size, features, linear_count, predictions), **(options or {})}
        chosen.update(items=size, categories=categories)
        other = call(
            "duel_nuisance_fit", options=chosen, contexts=lambda frame: given.fill(frame, size, categories, names)
        )
        self._pointer, other._pointer = other._pointer, None
        self._gate = Gate()

    def _part(self, first: int, count: Optional[int]) -> int:
        return max(self.info().contexts - first, 0) if count is None else count

    @described("duel_nuisance_predict")
    def predict(self, first: int = 0, count: Optional[int] = None) -> "np.ndarray[Any, np.dtype[np.float64]]":
        facts, size = self.info(), self._part(first, count)
        out = empty(size, facts.items, facts.items, facts.categories)
        call("duel_nuisance_predict", nuisance=self, first=first, count=size, mu=out)
        return out

    @described("duel_nuisance_propensities")
    def propensities(self, first: int = 0, count: Optional[int] = None) -> "np.ndarray[Any, np.dtype[np.float64]]":
        facts, size = self.info(), self._part(first, count)
        out = empty(size, facts.items, facts.items)
        call("duel_nuisance_propensities", nuisance=self, first=first, count=size, out=out)
        return out

    @described("duel_nuisance_folds")
    def folds(self) -> "np.ndarray[Any, np.dtype[np.int32]]":
        out = np.zeros(self.info().contexts, dtype=np.int32)
        call("duel_nuisance_folds", nuisance=self, out=out)
        return out

    def __repr__(self) -> str:
        facts = self.info()
        return f"<Nuisance of {facts.items} items: {facts.contexts} contexts, log-loss {facts.log_loss:.4g}>"


CLASSES["duel_nuisance"] = Nuisance
