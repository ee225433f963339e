"""Replicates of a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from ._call import call, described
from ._handles import CLASSES
from ._values import empty
from ._methods import BootstrapMethods
from .errors import ArgumentError

if TYPE_CHECKING:
    import numpy as np

    from typing_extensions import Unpack

    from ._constants import QuantityLike
    from ._methods import InferenceOptions
    from .model import Model


class Bootstrap(BootstrapMethods):
    """Replicates of a model: give them as the option `bootstrap`, and errors, intervals, ranks and tests come from them."""

    _model: "Optional[Model]" = None

    @described("duel_bootstrap_get")
    def get(self, quantity: "QuantityLike", **options: "Unpack[InferenceOptions]") -> "np.ndarray[Any, np.dtype[np.float64]]":
        """Replicates x values."""
        if self._model is None:
            raise ArgumentError("these replicates have lost their model")
        rows, columns = self._model.shape(quantity)
        out = empty(self.info().used, rows * columns)
        call("duel_bootstrap_get", bootstrap=self, quantity=quantity, options=options, out=out)
        return out

    def __repr__(self) -> str:
        facts = self.info()
        return f"<Bootstrap: {facts.used} of {facts.drawn} replicates with an estimate>"


CLASSES["duel_bootstrap"] = Bootstrap
