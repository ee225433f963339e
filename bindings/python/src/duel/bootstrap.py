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
    from ._methods import BootstrapOptions, InferenceOptions
    from .model import Model


class Bootstrap(BootstrapMethods):
    """Replicates of a model: give them as the option `bootstrap`, and errors, intervals, ranks and tests come from them."""

    _model: "Optional[Model]" = None
    _options: "Optional[BootstrapOptions]" = None

    @described("duel_bootstrap_get")
    def get(self, quantity: "QuantityLike", **options: "Unpack[InferenceOptions]") -> "np.ndarray[Any, np.dtype[np.float64]]":
        """Replicates x values."""
        if self._model is None:
            raise ArgumentError("these replicates have lost their model")
        rows, columns = self._model.shape(quantity)
        out = empty(self.info().used, rows * columns)
        call("duel_bootstrap_get", bootstrap=self, quantity=quantity, options=options, out=out)
        return out

    def __reduce__(self) -> Any:
        """Replicates are drawn again from the model and the seed, the same to the last bit; without them a pickle would hold a
        number of every value and replicate."""
        if self._model is None or self._options is None:
            raise TypeError("these replicates have lost their model, from which a pickle draws them again")
        return _drawn, (self._model, {name: value for name, value in self._options.items() if name not in ("progress", "cancel")})

    def __repr__(self) -> str:
        facts = self.info()
        return f"<Bootstrap: {facts.used} of {facts.drawn} replicates with an estimate>"


def _drawn(model: "Model", options: Any) -> Bootstrap:
    return model.bootstrap(**options)


CLASSES["duel_bootstrap"] = Bootstrap
