"""Columns of data from wherever they are: names become codes, numbers become arrays, never row by row."""

from __future__ import annotations

import ctypes
import sys
from typing import Any, Dict, Iterable, List, Mapping, NamedTuple, Optional, Tuple

import numpy as np

from ._structs import structure
from ._values import encoded, numbers
from ._constants import Outcome, Type
from .errors import ArgumentError, DataError, InvalidNameError, SizeError


class Coded(NamedTuple):
    """A column of names: for each row the number of its label, or -1 where there is none."""

    codes: "np.ndarray[Any, np.dtype[np.int64]]"
    labels: List[str]


def _is_of(value: Any, module: str) -> bool:
    return type(value).__module__.partition(".")[0] == module and module in sys.modules


def coded(value: Any, argument: str) -> Coded:
    """Names, or whole numbers that stand for names."""
    if isinstance(value, Coded):
        return value
    if isinstance(value, (str, bytes)):
        raise ArgumentError(f"{argument} is {value!r}; it must be a column of names")
    if _is_of(value, "pandas"):
        return _of_pandas(value, argument)
    if _is_of(value, "polars"):
        return _of_polars(value, argument)
    if _is_of(value, "pyarrow"):
        return _of_pyarrow(value, argument)
    array = value if isinstance(value, np.ndarray) else None
    if array is None:
        value = list(value)
        kinds = set(map(type, value))
        if not kinds <= {str, type(None)}:
            array = np.asarray(value) if kinds <= {int, float} else np.array(value + [None], dtype=object)[:-1]
    if array is not None and array.ndim != 1:
        raise SizeError(f"{argument} has {array.ndim} dimensions; it must have one")
    if array is not None and array.dtype.kind != "O":
        found, codes = np.unique(array, return_inverse=True)
        return _relabelled(codes, found.tolist(), argument)
    # Text in Python objects: distinct values by a dictionary, the rest in C.
    objects = value if array is None else array.tolist()
    index: Dict[Any, int] = {one: at for at, one in enumerate(dict.fromkeys(objects))}
    codes = np.fromiter(map(index.__getitem__, objects), dtype=np.int64, count=len(objects))
    return _relabelled(codes, list(index), argument)


def chosen(column: Coded, rows: Any, argument: str) -> Coded:
    """Some rows of a column."""
    return _relabelled(column.codes[rows], column.labels, argument)


def _relabelled(codes: Any, found: Iterable[Any], argument: str) -> Coded:
    """Distinct values as labels; those that are missing or never used leave, and equal labels join."""
    labels: Dict[str, int] = {}
    numbers_of = []
    codes = np.asarray(codes, dtype=np.int64).reshape(-1)
    values = list(found)
    counts = np.bincount(codes + 1, minlength=len(values) + 1)
    for value, count in zip(values, counts[1:].tolist()):
        label = _label(value, argument) if count else None
        numbers_of.append(-1 if label is None else labels.setdefault(label, len(labels)))
    # A code of -1 is missing already: it takes the last.
    table = np.array(numbers_of + [-1], dtype=np.int64)
    return Coded(table[codes], list(labels))


def _label(value: Any, argument: str) -> Optional[str]:
    if value is None or value != value:
        return None
    if isinstance(value, str):
        return str(value)
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, (bool, np.bool_)):
        raise InvalidNameError(f"{argument} holds {value!r}; names are strings or whole numbers")
    if isinstance(value, (int, np.integer)) or (isinstance(value, (float, np.floating)) and float(value).is_integer()):
        return str(int(value))
    raise InvalidNameError(f"{argument} holds {value!r}; names are strings or whole numbers")


def _of_pandas(value: Any, argument: str) -> Coded:
    import pandas

    if isinstance(value.dtype, pandas.CategoricalDtype):
        categorical: Any = value.array if isinstance(value, pandas.Series) else value
        return _relabelled(categorical.codes, categorical.categories.tolist(), argument)
    codes, found = pandas.factorize(value)
    return _relabelled(codes, found.tolist(), argument)


def _of_polars(value: Any, argument: str) -> Coded:
    import polars

    if value.dtype in (polars.Categorical, polars.Enum):
        value = value.cast(polars.String)
    distinct = value.drop_nulls().unique(maintain_order=True)
    if len(distinct) == 0:
        return Coded(np.full(len(value), -1, dtype=np.int64), [])
    numbers_of = polars.Series(range(len(distinct)), dtype=polars.Int64)
    codes = value.replace_strict(distinct, numbers_of, default=None, return_dtype=polars.Int64).fill_null(-1)
    return _relabelled(codes.to_numpy(), distinct.to_list(), argument)


def _of_pyarrow(value: Any, argument: str) -> Coded:
    import pyarrow

    if isinstance(value, pyarrow.ChunkedArray):
        value = value.unify_dictionaries() if pyarrow.types.is_dictionary(value.type) else value.dictionary_encode()
        value = value.combine_chunks()
        if isinstance(value, pyarrow.ChunkedArray):
            value = value.chunk(0) if value.num_chunks else pyarrow.array([], pyarrow.string()).dictionary_encode()
    elif not pyarrow.types.is_dictionary(value.type):
        value = value.dictionary_encode()
    codes = value.indices.fill_null(-1).to_numpy(zero_copy_only=False)
    return _relabelled(codes, value.dictionary.to_pylist(), argument)


def measured(value: Any, argument: str) -> "np.ndarray[Any, np.dtype[np.float64]]":
    """A column of numbers; a missing one is NaN."""
    if _is_of(value, "pandas") and hasattr(value, "to_numpy"):
        value = value.to_numpy(dtype=float, na_value=np.nan)
    elif _is_of(value, "polars"):
        import polars

        value = value.cast(polars.Float64).to_numpy()
    elif _is_of(value, "pyarrow"):
        value = value.to_numpy() if hasattr(value, "chunks") else value.to_numpy(zero_copy_only=False)
    try:
        array = numbers(value, "double", argument)
    except ArgumentError:  # slowly, to say which
        array = np.array([_measure(one, row, argument) for row, one in enumerate(value)])
    if array.ndim != 1:
        raise SizeError(f"{argument} has {array.ndim} dimensions; it must have one")
    return array


def _measure(value: Any, row: int, argument: str) -> float:
    try:
        return float("nan") if value is None else float(value)
    except (TypeError, ValueError):
        raise DataError(f"{argument} is {value!r} in row {row}; it must be a number", row) from None


def outcomes_of(value: Any, meanings: Optional[Mapping[Any, Any]], drop: Iterable[str]) -> Tuple[Any, Any]:
    """Outcomes as codes, and which rows are kept; an outcome that nobody explained is an error that names it."""
    column = coded(value, "outcome")
    known = {name.lower(): int(code) for name, code in Outcome.__members__.items()}
    known.update({str(int(code)): int(code) for code in Outcome})
    said = {str(answer): meaning for answer, meaning in (meanings or {}).items()}
    dropped = set(map(str, drop)) | {answer for answer, meaning in said.items() if meaning is None}
    numbers_of = []
    for label in column.labels:
        meaning = said.get(label, label)
        if label in dropped:
            numbers_of.append(0)
        elif str(int(meaning) if isinstance(meaning, int) else meaning) in known:
            numbers_of.append(known[str(int(meaning) if isinstance(meaning, int) else meaning)])
        else:
            row = int(np.flatnonzero(column.codes == column.labels.index(label))[0])
            raise DataError(
                f"outcome is {meaning!r}; it must be left, right, tie, both_good or both_bad: "
                f"say what it means by outcomes={{{label!r}: 'left'}}, or leave its rows out by drop=[{label!r}]",
                row,
            )
    table = np.array(numbers_of + [0], dtype=np.int32)
    codes = table[column.codes]
    missing = np.flatnonzero(column.codes < 0)
    if missing.size:
        raise DataError(f"outcome is missing in row {missing[0]}", int(missing[0]))
    return codes, codes > 0


class Memory:
    """Columns of C, and what keeps them alive."""

    def __init__(self) -> None:
        self.kept: List[Any] = []

    def _column(self, address: Optional[int], kind: Type, base: int = 0) -> Any:
        column = structure("duel_column")()
        column.data, column.type, column.base = address, int(kind), base
        return column

    def names(self, value: Any, argument: str, rows: Any = None) -> Any:
        """Names: an array of pointers, made from codes in one step. `rows` chooses some."""
        column = coded(value, argument)
        codes = column.codes if rows is None else column.codes[rows]
        texts = [encoded(label, argument) for label in column.labels]
        array = (ctypes.c_char_p * max(len(texts), 1))(*texts)
        addresses = np.frombuffer(memoryview(array).cast("B"), dtype=np.uintp)
        # The code of nothing, -1, takes the last: NULL.
        pointers = np.append(addresses, np.uintp(0))[codes] if len(texts) else np.zeros(len(codes), dtype=np.uintp)
        self.kept += [array, texts, pointers]
        return self._column(pointers.ctypes.data, Type.TEXT)

    def ids(self, value: Any, argument: str, base: int = 0, rows: Any = None) -> Any:
        """Whole numbers that are ids."""
        array = numbers(value, "int64_t", argument)
        return self.array(array if rows is None else array[rows], base)

    def array(self, array: "np.ndarray[Any, Any]", base: int = 0) -> Any:
        """Numbers as they are."""
        kinds = {"i1": Type.I8, "u1": Type.U8, "i2": Type.I16, "u2": Type.U16, "i4": Type.I32, "u4": Type.U32,
                 "i8": Type.I64, "u8": Type.U64, "f8": Type.F64}
        kind = kinds[f"{array.dtype.kind}{array.dtype.itemsize}"]
        array = np.ascontiguousarray(array)
        # An empty array has an address too, which no one reads.
        self.kept.append(array)
        return self._column(array.ctypes.data, kind, base)


def length_of(columns: Mapping[str, Any]) -> int:
    """The number of rows, which all columns share."""
    lengths = {name: len(column) for name, column in columns.items()}
    first = next(iter(lengths))
    for name, length in lengths.items():
        if length != lengths[first]:
            raise SizeError(f"{name} has {length} rows, and {first} has {lengths[first]}")
    return lengths[first]


def frame_columns(data: Any) -> Any:
    """A table of columns by their names: a mapping, or a data frame. Other producers of Arrow streams are read by
    pyarrow or polars, whichever is there."""
    if isinstance(data, Mapping) or _is_of(data, "pandas") or _is_of(data, "polars"):
        return data.collect() if hasattr(data, "collect") else data
    if _is_of(data, "pyarrow") and hasattr(data, "column_names"):
        return {name: data[name] for name in data.column_names}
    if hasattr(data, "__arrow_c_stream__") or hasattr(data, "__arrow_c_array__"):
        try:
            import pyarrow

            table = pyarrow.table(data)
            return {name: table[name] for name in table.column_names}
        except ImportError:
            pass
        try:
            import polars

            return polars.DataFrame(data)
        except ImportError:
            raise ImportError("reading Arrow streams needs pyarrow or polars") from None
    raise ArgumentError(f"{type(data).__name__} is no data frame: it has no columns by name")


def frame_names(frame: Any) -> List[str]:
    """The names of the columns of a frame."""
    return [str(name) for name in (frame.keys() if isinstance(frame, Mapping) else frame.columns)]
