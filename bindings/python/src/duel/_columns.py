"""Columns of data from wherever they are: names become codes, numbers become arrays, never row by row."""

from __future__ import annotations

import ctypes
import sys
import unicodedata
from typing import Any, Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from ._structs import new_struct, structure
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
    try:
        index: Dict[Any, int] = {one: at for at, one in enumerate(dict.fromkeys(objects))}
    except TypeError:  # a list, or an object of JSON
        row, one = next((row, one) for row, one in enumerate(objects) if getattr(type(one), "__hash__", None) is None)
        raise InvalidNameError(f"{argument} is a {type(one).__name__} in row {row}; names are strings or whole numbers", row) from None
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
    if numbers_of == list(range(len(values))):
        return Coded(codes, list(labels))
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
    codes = value.indices.cast(pyarrow.int64()).fill_null(-1).to_numpy(zero_copy_only=False)
    return _relabelled(codes, value.dictionary.to_pylist(), argument)


def is_text(value: Any) -> bool:
    """Whether a column of pyarrow or polars is text, plain or by codes."""
    if _is_of(value, "pyarrow"):
        import pyarrow

        kinds = pyarrow.types
        return any(is_one(value.type) for is_one in (kinds.is_string, kinds.is_large_string, kinds.is_dictionary))
    if _is_of(value, "polars"):
        import polars

        return value.dtype in (polars.String, polars.Categorical, polars.Enum)
    return False


def measured(value: Any, argument: str) -> "np.ndarray[Any, np.dtype[np.float64]]":
    """A column of numbers; a missing one is NaN."""
    if _is_of(value, "pandas") and hasattr(value, "to_numpy"):
        value = value.to_numpy(dtype=float, na_value=np.nan)
    elif _is_of(value, "polars"):
        import polars

        value = value.to_list() if is_text(value) else value.cast(polars.Float64).to_numpy()
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
    """Outcomes as codes, and which rows are kept; an outcome without a known meaning is an error that names it."""
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
        """Names: labels, and the code of each row. `rows` chooses some."""
        column = coded(value, argument)
        made = self.array(column.codes if rows is None else column.codes[rows])
        made.labels, made.label_count = self.texts(column.labels, argument), len(column.labels)
        if not column.labels:  # nobody has a name, and integers alone would be ids
            made.type = int(Type.CODE)
        return made

    def texts(self, values: Iterable[Any], argument: str) -> int:
        """The address of an array of texts."""
        texts = [encoded(value, argument) for value in values]
        array = (ctypes.c_char_p * max(len(texts), 1))(*texts)
        self.kept += [array, texts]
        return ctypes.addressof(array)

    def text(self, value: Any, argument: str) -> int:
        """The address of a text."""
        buffer = ctypes.create_string_buffer(encoded(value, argument))
        self.kept.append(buffer)
        return ctypes.addressof(buffer)

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


def rows_of(kind: str, names: Mapping[str, Any], measures: Mapping[str, Any]) -> Tuple[Any, "Memory"]:
    """A struct of rows of columns of names and of numbers, those that are not None; it holds as long as the memory does."""
    read: Dict[str, Any] = {name: coded(value, name) for name, value in names.items() if value is not None}
    read.update({name: measured(value, name) for name, value in measures.items() if value is not None})
    length = length_of({name: c.codes if isinstance(c, Coded) else c for name, c in read.items()})
    memory = Memory()
    struct = new_struct(kind, length=length)
    for name, value in read.items():
        setattr(struct, name, memory.names(value, name) if name in names else memory.array(value))
    return struct, memory


def roles_of(data: Any, wanted: Mapping[str, Optional[str]]) -> Dict[str, Any]:
    """The columns of a table by their roles; those that nobody named are left out."""
    frame = frame_columns(data)
    there = frame_names(frame)
    for role, name in wanted.items():
        if name is not None and name not in there:
            raise ArgumentError(f"{role}: there is no column {name!r}; there are {', '.join(map(repr, there))}")
    return {role: frame[name] for role, name in wanted.items() if name is not None}


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
            raise ImportError("reading this by columns needs pyarrow or polars") from None
    raise ArgumentError(f"{type(data).__name__} is no data frame: it has no columns by name")


def spellings(names: Iterable[str], noun: str) -> str:
    """A sentence on names that differ only by blanks at their ends, or in how Unicode composes their letters, and yet are
    two; empty where there are none."""
    alike: Dict[str, List[str]] = {}
    for name in names:
        alike.setdefault(unicodedata.normalize("NFC", name).strip(), []).append(name)
    several = [sorted(found) for found in alike.values() if len(found) > 1]
    if not several:
        return ""
    shown = ", ".join(" and ".join(map(ascii, found)) for found in several[:3]) + (f" and {len(several) - 3} more" if len(several) > 3 else "")
    blanks = all(len({unicodedata.normalize("NFC", name) for name in found}) == len(found) for found in several)
    by = "blanks at their ends" if blanks else "how Unicode composes letters, or by blanks at their ends"
    return f"{noun} whose names differ only by {by} are kept apart: {shown}"


# Nouns of roles in messages; of others "the judge" and so on.
ROLES = {"left": "the first model", "right": "the second model", "outcome": "the answers", "score": "the scores", "wins": "the wins of left",
         "losses": "the losses of left", "ties": "the ties", "weight": "the weights"}  # fmt: skip


def used_names(wanted: Mapping[str, Optional[str]], there: Sequence[str]) -> List[str]:
    """The columns of a table that are wanted, by role; an error for one that is not there and must be."""
    for role, name in wanted.items():
        if name is not None and name not in there and (name != role or role in ("left", "right")):
            noun = ROLES.get(role, f"the {role}")
            found = ", or let duel.formats.read find the columns" if name == role else ""
            raise ArgumentError(f"no column is called {name!r}. Name the column of {noun} by {role}={found}; the table has {', '.join(there)}")
    return [name for name in there if name in wanted.values()]


def stream_of(data: Any, wanted: Mapping[str, Optional[str]]) -> Any:
    """The Arrow stream of a table, as a capsule, with the columns that are wanted at least; None where the table is not
    Arrow's own."""
    if _is_of(data, "polars") and hasattr(data, "collect_schema"):
        data = data.select(used_names(wanted, data.collect_schema().names()))
        data = data.collect() if hasattr(data, "collect") else data
    elif _is_of(data, "pandas"):
        used = used_names(wanted, list(data.columns))
        kinds = [data.dtypes[name] for name in used] if data.columns.is_unique else []
        if not any(_is_arrow(kind) for kind in kinds) or not all(_is_arrow(k) or k.kind in "iuf" for k in kinds):
            return None
        data = data[used]
    return data.__arrow_c_stream__() if hasattr(data, "__arrow_c_stream__") else None


class Kept:
    """The rows of a table or a reader of pyarrow whose answer is not among those that are left out, batch by batch."""

    def __init__(self, data: Any, outcome: str, left_out: Iterable[str]) -> None:
        import pyarrow

        if isinstance(data, pyarrow.RecordBatch):
            data = pyarrow.Table.from_batches([data])
        reader = data.to_reader() if isinstance(data, pyarrow.Table) else data
        self._outcome, self._left_out = outcome, set(left_out)
        self._masks: List[Tuple[int, Any]] = []
        self.reader = pyarrow.RecordBatchReader.from_batches(reader.schema, map(self._rows, reader))

    def _rows(self, batch: Any) -> Any:
        import pyarrow

        answers = coded(batch.column(self._outcome), "outcome")
        # An answer that is missing is kept, for the library to refuse.
        keep = np.array([label not in self._left_out for label in answers.labels] + [True])[answers.codes]
        self._masks.append((len(keep), np.packbits(keep)))
        return batch.filter(pyarrow.array(keep))

    def row(self, number: int) -> int:
        """The row of the table that is the `number`th of those that are kept."""
        before = 0
        for length, mask in self._masks:
            kept = np.flatnonzero(np.unpackbits(mask, count=length))
            if number < len(kept):
                return before + int(kept[number])
            number, before = number - len(kept), before + length
        return before + number


def kept_rows(data: Any, wanted: Mapping[str, Optional[str]], left_out: Iterable[str]) -> Optional[Kept]:
    """Nothing where a table is not pyarrow's, or has no answers, or text that pyarrow cannot choose from."""
    outcome = wanted["outcome"]
    schema = getattr(data, "schema", None) if _is_of(data, "pyarrow") else None
    if schema is None or outcome is None or outcome not in schema.names:
        return None
    used = [name for name in wanted.values() if name in schema.names]
    if any(str(schema.field(name).type) in ("string_view", "binary_view") for name in used):
        return None
    return Kept(data.select(used) if hasattr(data, "select") else data, outcome, left_out)


def _is_arrow(kind: Any) -> bool:
    """Whether a type of pandas is one of Arrow."""
    return type(kind).__name__ == "ArrowDtype" or getattr(kind, "storage", None) == "pyarrow"


def explained(outcomes: Mapping[Any, Any]) -> Tuple[List[str], List[int]]:
    """Answers as they are said, and what each means."""
    known = {name.lower(): int(code) for name, code in Outcome.__members__.items()}
    known.update({str(int(code)): int(code) for code in Outcome})
    meanings = []
    for said, meaning in outcomes.items():
        word = str(int(meaning) if isinstance(meaning, int) else meaning)
        if word not in known:
            raise ArgumentError(f"outcomes: {said!r} is {meaning!r}; it must be left, right, tie, both_good or both_bad")
        meanings.append(known[word])
    return [str(said) for said in outcomes], meanings


def frame_names(frame: Any) -> List[str]:
    """The names of the columns of a frame."""
    return [str(name) for name in (frame.keys() if isinstance(frame, Mapping) else frame.columns)]
