"""Results with named columns."""

from __future__ import annotations

import ctypes
import html
from collections import namedtuple
from itertools import islice
from typing import TYPE_CHECKING, Any, Dict, Generic, Iterator, List, Optional, Tuple, TypeVar, cast

import numpy as np

from ._call import call
from ._functions import function
from ._handles import CLASSES, Handle
from ._constants import Refers, Type

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

    from ._methods import TableFacts

Row = TypeVar("Row", covariant=True)

_DTYPES = {Type.F64: "<f8", Type.I64: "<i8", Type.BOOL: "|b1", Type.CODE: "<i4", Type.FLAGS: "<u4"}


class _Memory:
    """The memory of a column, as NumPy asks for it; it holds the table."""

    __slots__ = ("table", "__array_interface__")

    def __init__(self, table: "Table[Any]", address: int, dtype: str, size: int) -> None:
        self.table = table
        self.__array_interface__ = {"version": 3, "shape": (size,), "typestr": dtype, "data": (address, True)}


class Column:
    """A column of a table."""

    name: str
    """Its name: stable within a minor version."""
    unit: str
    """Its unit, such as "score"; "" where it has none."""
    description: str
    """One sentence."""
    type: Type
    """The type of its values."""
    refers: Refers
    """The objects of its numbers: items, judges, contexts, rows, or nothing."""
    def __init__(self, table: "Table[Any]", place: int) -> None:
        facts: Any = call("duel_table_get", table=table, column=place)
        self._table, self._rows = table, len(table)
        self.name = ctypes.string_at(facts.name).decode()
        self.unit = ctypes.string_at(facts.unit).decode()
        self.description = ctypes.string_at(facts.description).decode()
        self.type, self.refers = Type(facts.type), Refers(facts.refers)
        self._labels_at, self._label_count, self._decoded = facts.labels, facts.label_count, None
        self._data, self._validity, self.null_count = facts.data, facts.validity, int(facts.null_count)

    _decoded: Optional[Tuple[str, ...]]

    @property
    def labels(self) -> Optional[Tuple[str, ...]]:
        """The labels of codes, or of bits; None for other types."""
        if not self._labels_at:
            return None
        if self._decoded is None:
            texts = (ctypes.c_char_p * self._label_count).from_address(self._labels_at)
            self._decoded = tuple((text or b"").decode() for text in texts)
        return self._decoded

    @property
    def values(self) -> "np.ndarray[Any, Any]":
        """The numbers as they lie in the library, a view that cannot be written to and keeps the table alive: codes
        for codes, bits for flags, NaN where a number is missing and 0 where another value is. Texts are objects."""
        if self.type is Type.TEXT:
            return np.array(self._texts(), dtype=object)
        return np.asarray(_Memory(self._table, self._data, _DTYPES[self.type], self._rows))

    @property
    def valid(self) -> "np.ndarray[Any, np.dtype[np.bool_]]":
        """Where there is a value."""
        if not self._validity:
            return np.ones(self._rows, dtype=bool)
        size = (self._rows + 7) // 8
        packed = np.asarray(_Memory(self._table, self._validity, "|u1", size))
        return np.unpackbits(packed, count=self._rows, bitorder="little").astype(bool)

    def _texts(self) -> List[Optional[str]]:
        text = function("duel_table_text").c
        name, valid = self.name.encode(), self.valid
        found = (text(self._table._pointer, name, row) for row in range(self._rows))
        return [value.decode() if here else None for value, here in zip(found, valid)]

    def to_numpy(self) -> "np.ndarray[Any, Any]":
        """The values as people read them: labels for codes, tuples of labels for flags, and a masked array where whole
        numbers or truth values are missing. Numbers without missing ones are the view of `values`."""
        if self.type is Type.TEXT or self.type is Type.F64:
            return self.values
        if self.type in (Type.CODE, Type.FLAGS):
            out = np.empty(self._rows, dtype=object)
            out[:] = self.to_list()
            return out
        values = self.values
        return values if self.null_count == 0 else np.ma.MaskedArray(values, mask=~self.valid)  # type: ignore[no-untyped-call,unused-ignore]

    def to_list(self) -> List[Any]:
        """The values as objects of Python: None where one is missing, but NaN in columns of numbers."""
        if self.type is Type.TEXT:
            return self._texts()
        raw: List[Any] = self.values.tolist()
        if self.type is Type.F64:
            return raw
        labels = self.labels or ()
        if self.type is Type.CODE:
            raw = [labels[code] if 0 <= code < len(labels) else str(code) for code in raw]
        elif self.type is Type.FLAGS:
            raw = [tuple(label for bit, label in enumerate(labels) if bits >> bit & 1) for bits in raw]
        if self.null_count:
            raw = [value if here else None for value, here in zip(raw, self.valid)]
        return raw

    def __len__(self) -> int:
        return self._rows

    def __repr__(self) -> str:
        unit = f", {self.unit}" if self.unit else ""
        return f"<Column {self.name} ({self.type.name.lower()}{unit}), {self._rows} rows: {self.description}>"


class Table(Handle, Generic[Row]):
    """A result with named columns. It cannot be changed, outlives what it came from, and may be read by any thread.

    `table["estimate"]` is a column as NumPy has it, `table.column("estimate")` one with unit and sentence; a loop over a
    table gives its rows as named tuples. Data frames take it as it is (it answers `__arrow_c_stream__`).
    """

    _noun = "duel_table"
    _instead = ": pickle its columns, by to_dict(), or a data frame of them, by to_pandas()"
    __slots__ = ("_places", "_rows")
    _places: Optional[Dict[str, int]]
    _rows: Optional[int]

    @classmethod
    def _own(cls, pointer: int) -> Any:
        self = super()._own(pointer)
        self._places, self._rows = None, None
        return self

    @property
    def info(self) -> "TableFacts":
        """Facts of the table: level, intervals, covariance, title and notes."""
        facts: TableFacts = call("duel_table_info", table=self)
        return facts

    def __len__(self) -> int:
        if self._rows is None:
            self._rows = self.info.rows
        return self._rows

    @property
    def title(self) -> str:
        """A title for readers; its wording is not stable."""
        return self.info.title

    @property
    def notes(self) -> str:
        """Sentences for readers, each on a line; their wording is not stable."""
        return self.info.notes

    def _all(self) -> Dict[str, Column]:
        # Not kept: columns hold their table, and what holds itself is freed late.
        return {name: Column(self, place) for name, place in self._known().items()}

    def _known(self) -> Dict[str, int]:
        if self._places is None:
            every = [Column(self, place) for place in range(self.info.columns)]
            self._places = {column.name: place for place, column in enumerate(every)}
        return self._places

    @property
    def columns(self) -> Tuple[str, ...]:
        """The names of the columns."""
        return tuple(self._known())

    def column(self, name: str) -> Column:
        """A column by its name."""
        # The library names the nearest column where there is none.
        place: int = call("duel_table_find", table=self, name=name)
        return Column(self, place)

    def __getitem__(self, name: str) -> "np.ndarray[Any, Any]":
        return self.column(name).to_numpy()

    def keys(self) -> Tuple[str, ...]:
        """The names of the columns."""
        return self.columns

    def __iter__(self) -> Iterator[Row]:
        make: Any = getattr(namedtuple("Row", self.columns), "_make")
        return map(make, zip(*(column.to_list() for column in self._all().values())))

    def to_dict(self) -> Dict[str, List[Any]]:
        """The columns as lists, by their names."""
        return {name: column.to_list() for name, column in self._all().items()}

    def to_pandas(self) -> "pandas.DataFrame":
        """A data frame of pandas: codes become categories, whole numbers with missing ones Int64; units and title are
        in `attrs`."""
        import pandas

        frame: pandas.DataFrame = pandas.DataFrame({name: _series(pandas, column) for name, column in self._all().items()})
        frame.attrs["title"] = self.title
        frame.attrs["units"] = {name: column.unit for name, column in self._all().items() if column.unit}
        return frame

    def to_arrow(self) -> "pyarrow.Table":
        """A table of pyarrow, without a copy of the numbers."""
        import pyarrow

        return pyarrow.RecordBatchReader.from_stream(self).read_all()

    def to_polars(self) -> "polars.DataFrame":
        """A data frame of polars."""
        import polars

        return polars.DataFrame(self)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The table as a stream of one batch, for whoever reads the Arrow PyCapsule interface. The types are the
        table's own; a requested schema is not looked at, as the interface allows."""
        stream = ctypes.create_string_buffer(5 * ctypes.sizeof(ctypes.c_void_p))
        address = ctypes.addressof(stream)
        call("duel_table_export", table=self, out=address)
        _STREAMS[address] = stream
        return _new_capsule(address, _NAME, ctypes.cast(_free_stream, ctypes.c_void_p))

    def to_string(self, digits: int = 0, rows: int = 0) -> str:
        """The table as aligned text: significant digits (0: 4) and rows at most (0: all)."""
        options = {"digits": digits, "rows": rows}
        length: int = call("duel_table_print", table=self, options=options)
        out = np.empty(length, dtype=np.uint8)
        call("duel_table_print", table=self, options=options, out=out)
        return out.tobytes().rstrip(b"\0").decode()

    def _by_rank(self) -> Optional["np.ndarray[Any, np.dtype[np.int64]]"]:
        """The rows of a leaderboard, the best first, as people read it; None for other tables. The columns themselves stay
        in the order of ids."""
        if self.columns[:1] != ("item",) or "rank" not in self.columns or len(self) < 2:
            return None
        return np.argsort(np.nan_to_num(np.asarray(self["rank"], dtype=float), nan=np.inf), kind="stable")

    def __repr__(self) -> str:
        return self.to_string(rows=60).rstrip("\n")

    def __str__(self) -> str:
        return self.to_string().rstrip("\n")

    def _repr_html_(self, rows: int = 60) -> str:
        """The table for notebooks: title, columns with their sentences, and the first rows."""
        head = "".join(
            f"<th title='{html.escape(column.description + (' Unit: ' + column.unit if column.unit else ''), True)}'>"
            f"{html.escape(name)}</th>"
            for name, column in self._all().items()
        )
        order = self._by_rank()
        every = cast("Iterator[Tuple[Any, ...]]", iter(self))
        if order is not None:
            listed = list(every)
            every = (listed[row] for row in order)
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(_cell(value))}</td>" for value in row) + "</tr>" for row in islice(every, rows)
        )
        left = f"<p>... and {len(self) - rows} more rows</p>" if len(self) > rows else ""
        notes = "".join(f"<p>{html.escape(note)}</p>" for note in self.notes.splitlines() if note)
        caption = f"<caption>{html.escape(self.title)}</caption>" if self.title else ""
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{left}{notes}"


CLASSES["duel_table"] = Table


def _cell(value: Any) -> str:
    if value is None or value != value:
        return "–"
    if isinstance(value, float):
        return f"{value:.4g}"
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def _series(pandas: Any, column: Column) -> Any:
    """A column as pandas has it."""
    if column.type is Type.F64:
        return column.values
    if column.type is Type.CODE:
        codes = np.where(column.valid, column.values, -1)
        return pandas.Categorical.from_codes(codes, categories=list(column.labels or ()))
    if column.type in (Type.I64, Type.BOOL) and column.null_count:
        cls = pandas.arrays.IntegerArray if column.type is Type.I64 else pandas.arrays.BooleanArray
        return cls(column.values.copy(), ~column.valid)
    return column.to_numpy()


# Streams that a capsule owns. The library's release is called for one that nobody took, when its capsule dies; the
# capsule itself is dead by then, so that its destructor gets it as a bare address.
_STREAMS: Dict[int, Any] = {}
_NAME = b"arrow_array_stream"
_new_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
    ("PyCapsule_New", ctypes.pythonapi)
)
_capsule_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)
_pointer_of = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)
_Release = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


def stream_address(capsule: Any) -> int:
    """Where the stream of a capsule is, which stays the capsule's."""
    return int(_pointer_of(capsule, _NAME))


def _drop_capsule(capsule: int) -> None:
    address = _capsule_pointer(capsule, _NAME)
    release = ctypes.c_void_p.from_address(address + 3 * ctypes.sizeof(ctypes.c_void_p)).value
    if release:
        _Release(release)(address)
    _STREAMS.pop(address, None)


_free_stream = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(_drop_capsule)
