"""Functionals of nonparametric scores that need more than a word: against an item, a share, a function of one's own."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Callable, List, NamedTuple, Optional, Tuple, Union

import numpy as np

from ._functions import callback
from .errors import ArgumentError, SizeError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


class Compared(NamedTuple):
    """A functional that compares with an item."""

    functional: str
    item: Union[int, str]


def against(item: Union[int, str]) -> Compared:
    """The functional "against": how often each item beats this one, a name or a number."""
    return Compared("against", item)


def share(item: Union[int, str]) -> Compared:
    """The functional "share": the smooth share of contexts in which each item beats this one by more than the options
    `threshold` and `temperature` say."""
    return Compared("share", item)


class Score:
    """A score of one's own: `function(mu)` of probabilities, contexts x items x items x categories, gives contexts x
    values (or a number for every context). `slope(mu, h)` gives its derivative along h, in the same shape; without it
    derivatives are those of differences. `name` is what messages and saved scores call it; `values` is how many values it
    has, by default as many as it gives at equal probabilities.

    It must be twice differentiable, and depend on nothing but mu: a maximum, a rank or a count is refused.
    """

    def __init__(
        self,
        function: Callable[["np.ndarray[Any, Any]"], "ArrayLike"],
        slope: Optional[Callable[["np.ndarray[Any, Any]", "np.ndarray[Any, Any]"], "ArrayLike"]] = None,
        *,
        name: Optional[str] = None,
        values: Optional[int] = None,
    ) -> None:
        if not callable(function) or not (slope is None or callable(slope)):
            raise ArgumentError("function and slope must be functions of arrays")
        self.function, self.slope, self.values = function, slope, values
        self.name = name or getattr(function, "__name__", "score")

    def size(self, items: int, categories: int) -> int:
        """The number of values."""
        if self.values is None:
            mu = np.full((1, items, items, categories), 1.0 / categories)
            mu[0, range(items), range(items)] = 0.0
            found = np.asarray(self.function(mu), dtype=float)
            self.values = 1 if found.ndim < 2 else int(np.prod(found.shape[1:]))
        return self.values

    def __repr__(self) -> str:
        return f"<Score {self.name!r}>"


class Functions:
    """The functions of scores of one's own as C calls them, which live as long as the estimate, and the errors that they
    raised."""

    def __init__(self) -> None:
        self.errors: List[BaseException] = []
        self._kept: List[Any] = []

    def made(self, score: Score, shape: Tuple[int, int, int]) -> Tuple[Any, Any]:
        """The two functions of a score."""
        size = score.size(shape[0], shape[2])

        def array(place: int, count: int) -> "np.ndarray[Any, Any]":
            numbers = (ctypes.c_double * (count * int(np.prod(shape)))).from_address(place)
            found: np.ndarray[Any, Any] = np.ctypeslib.as_array(numbers).reshape(count, *shape)
            found.flags.writeable = False
            return found

        def write(found: "ArrayLike", count: int, place: int) -> None:
            values = np.asarray(found, dtype=float)
            if values.size != count * size:
                each = values.size / count
                raise SizeError(f"score {score.name!r} gave {each:g} numbers for a context and {size} before")
            np.ctypeslib.as_array((ctypes.c_double * values.size).from_address(place))[:] = values.reshape(-1)

        def values(_: Any, count: int, mu: int, out: int) -> None:
            write(score.function(array(mu, count)), count, out)

        def slopes(_: Any, count: int, mu: int, h: int, out: int) -> None:
            if score.slope is not None:
                write(score.slope(array(mu, count), array(h, count)), count, out)

        function = self._guarded("duel_score_fn", values)
        return function, None if score.slope is None else self._guarded("duel_slope_fn", slopes)

    def _guarded(self, noun: str, body: Callable[..., None]) -> Any:
        def guard(*arguments: Any) -> int:
            try:
                body(*arguments)
            except BaseException as error:  # carried over the C frames
                self.errors.append(error)
                return 1
            return 0

        made = callback(noun)(guard)
        self._kept.append(made)
        return made

    def asked(self, ask: Callable[[], Any]) -> Any:
        """What is asked of the library; an error of a function says more than the library's of it."""
        self.errors.clear()
        try:
            return ask()
        except Exception:
            if self.errors:
                raise self.errors[0] from None
            raise
