"""Arrays of numbers that know what their rows and columns are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Sequence, Tuple

import numpy as np

from .errors import InvalidNameError

if TYPE_CHECKING:
    _Floats = np.ndarray[Any, np.dtype[np.float64]]
else:
    _Floats = np.ndarray


class Named(_Floats):
    """An array of NumPy with the names of its rows (`index`) and columns (`columns`, None of a vector).

    `scores["gpt-4"]` is a number, `matrix["gpt-4"]` a row with names, `matrix["gpt-4", "claude-v1"]` a number; `to_pandas()` makes
    a series or a data frame. Calculations, parts and copies have no names, as their order may be another.
    """

    index: Optional[Tuple[Any, ...]]
    """What the rows are."""
    columns: Optional[Tuple[Any, ...]]
    """What the columns are."""

    def __array_finalize__(self, obj: Any) -> None:
        # Sorted, transposed or cut, numbers are no longer those of the names.
        self.index = self.columns = None

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        return np.asarray(array)[()] if np.ndim(array) == 0 else np.asarray(array)

    def __getitem__(self, key: Any) -> Any:
        asked = key if isinstance(key, tuple) else (key,)
        if not any(isinstance(one, str) for one in asked):
            return np.asarray(self)[key]
        places = tuple(_place(one, names) for one, names in zip(asked, (self.index, self.columns)))
        found = np.asarray(self)[places if len(asked) <= 2 else key]
        if len(asked) == 1 and self.columns is not None:
            return named(found, self.columns)
        return found

    def to_pandas(self) -> Any:
        """A series, or a data frame, of pandas."""
        import pandas

        index = None if self.index is None else list(self.index)
        if self.ndim == 1:
            return pandas.Series(np.asarray(self), index=index)
        return pandas.DataFrame(np.asarray(self), index=index, columns=None if self.columns is None else list(self.columns))

    def __repr__(self) -> str:
        return self._listed() or repr(np.asarray(self))

    def __str__(self) -> str:
        return self._listed() or str(np.asarray(self))

    def _listed(self) -> str:
        """The numbers beside their names; empty where there are no names, or too many."""
        if self.index is None or self.ndim > 2 or max(self.shape) > 60:
            return ""
        rows = np.asarray(self).reshape(len(self.index), -1)
        cells = [[f"{number:.4g}" for number in row] for row in rows.tolist()]
        if self.columns is not None:
            cells.insert(0, [str(name) for name in self.columns])
        names = [*([""] if self.columns is not None else []), *map(str, self.index)]
        widths = [max(map(len, column)) for column in zip(*cells)]
        side = max(map(len, names))
        lines = (f"{name:<{side}}  " + "  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for name, row in zip(names, cells))
        return "\n".join(line.rstrip() for line in lines)

    def __reduce__(self) -> Any:
        return named, (np.asarray(self), self.index, self.columns)

    def __deepcopy__(self, memo: Any) -> "Named":
        return named(np.array(self), self.index, self.columns)

    def sort(self, *args: Any, **keywords: Any) -> None:
        """Sorts the numbers, which then have no names."""
        super().sort(*args, **keywords)
        self.index = self.columns = None

    def partition(self, *args: Any, **keywords: Any) -> None:
        """Sorts the numbers in part; they then have no names."""
        super().partition(*args, **keywords)
        self.index = self.columns = None


def _place(key: Any, names: Optional[Tuple[Any, ...]]) -> Any:
    if not isinstance(key, str):
        return key
    if names is None or key not in names:
        raise InvalidNameError(f"{key!r} is no name here" + ("" if names is None else f"; there are {', '.join(map(str, names[:20]))}"))
    return names.index(key)


def named(values: Any, index: Optional[Sequence[Any]], columns: Optional[Sequence[Any]] = None) -> Named:
    """An array with names; it shares the numbers."""
    made = np.asarray(values, dtype=np.float64).view(Named)
    made.index = None if index is None else tuple(index)
    made.columns = None if columns is None else tuple(columns)
    return made
