"""Tables in files: CSV, JSON lines and Parquet."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import sys
import zlib
from contextlib import contextmanager
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Type, Union

from .._columns import used_names
from ..errors import ArgumentError, DataError

Path = Union[str, "os.PathLike[str]"]


class Standard:
    """What can be read once only, such as standard input: its name, and its bytes."""

    def __init__(self, path: Path) -> None:
        self._name = os.fspath(path)
        if self._name == "-":
            self.data = sys.stdin.buffer.read()
        else:
            with open(path, "rb") as file:
                self.data = file.read()

    def __fspath__(self) -> str:
        return self._name


def once(path: Path) -> Path:
    """A path that may be read again: standard input and pipes are read here."""
    if os.fspath(path) == "-" or (os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)):
        return Standard(path)
    return path


def ending_of(path: Path) -> str:
    """The ending of a file, without that of gzip; a pipe that holds JSON ends in .jsonl."""
    name, ending = os.path.splitext(os.fspath(path).lower())
    if ending == ".gz":
        ending = os.path.splitext(name)[1]
    if isinstance(path, Standard) and text_of(path, "iso-8859-1").lstrip()[:1] in ("{", "["):
        return ".jsonl"
    return ending


def text_of(path: Path, otherwise: Optional[str] = None) -> str:
    """The text of a file, or of standard input for "-"; a mark of byte order is no part of it. `otherwise` is the encoding
    of what is no UTF-8."""
    data = (path if isinstance(path, Standard) else Standard(path)).data
    if data[:2] == b"\x1f\x8b":
        try:
            data = gzip.decompress(data)
        except (EOFError, OSError, zlib.error) as error:
            raise DataError(f"{os.fspath(path)} is compressed by gzip, and damaged or cut off: {error}") from None
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        if otherwise is None:
            raise
        return data.decode(otherwise)


def delimiter_of(line: str) -> str:
    """The delimiter that the first line has most of."""
    return max(",\t;|", key=line.count)


def read_csv(path: Path, delimiter: Optional[str] = None) -> Dict[str, List[Optional[str]]]:
    """The columns of a file by the names in its first line; an empty field is None."""
    delimiter = "\t" if delimiter == "\\t" else delimiter
    if delimiter is not None and (len(delimiter) != 1 or delimiter in '"\r\n'):
        raise ArgumentError(f"delimiter is {delimiter!r}; it must be one character, such as ; or a tab")
    text = text_of(path)
    if text.lstrip()[:1] in ("{", "["):
        raise DataError(f"{os.fspath(path)} holds JSON, and is read as CSV: use a name that ends in .json, or .jsonl for an object a line")
    lines = io.StringIO(text, newline="")
    first = lines.readline()
    lines.seek(0)
    # Strict, as a quote that is never closed would swallow all rows after it.
    reader = csv.reader(lines, delimiter=delimiter or delimiter_of(first), strict=True)
    try:
        names = next(reader, None)
        rows = [row for row in reader if row]
    except csv.Error as error:
        raise DataError(f"line {reader.line_num} of {os.fspath(path)} is no CSV: {error}") from None
    if not names:
        raise DataError(f"{os.fspath(path)} is empty: it has no line of names")
    if len(set(names)) != len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise DataError(f"{os.fspath(path)} has two columns {twice!r}")
    for number, row in enumerate(rows):
        if len(row) != len(names):
            raise DataError(f"row {number} of {os.fspath(path)} has {len(row)} fields, not {len(names)}", number)
    columns = list(zip(*rows)) if rows else [() for _ in names]
    return {name: [value or None for value in column] for name, column in zip(names, columns)}


def json_lines(text: str, path: Path, whole: json.JSONDecodeError) -> List[Any]:
    """The objects of JSON lines, in a text that as a whole is no JSON."""
    found: List[Any] = []
    for number, line in enumerate(text.split("\n")):
        if not line.strip():
            continue
        try:
            found.append(json.loads(line))
        except json.JSONDecodeError as error:
            if found:
                raise DataError(f"line {number + 1} of {os.fspath(path)} is no JSON: {error}", number) from None
            raise DataError(f"{os.fspath(path)} is no JSON, nor JSON lines: {whole}; was it cut off?") from None
    return found


@contextmanager
def _damaged(path: Path, kind: Type[BaseException]) -> Iterator[None]:
    """What a reader of Parquet says of a file, as an error of data."""
    try:
        yield
    except FileNotFoundError:
        raise
    except (kind, OSError) as error:
        raise DataError(f"{os.fspath(path)} cannot be read as Parquet, or is damaged: {str(error).splitlines()[0] if str(error) else 'no reason given'}") from None


class Parquet(Mapping[str, Any]):
    """The columns of a Parquet file by pyarrow, each read when it is asked for; text comes as dictionaries."""

    def __init__(self, path: Path) -> None:
        import pyarrow.parquet

        self._path = path
        with _damaged(path, pyarrow.ArrowException):
            self.schema = pyarrow.parquet.read_schema(path)

    def __iter__(self) -> Iterator[str]:
        return iter(self.schema.names)

    def __len__(self) -> int:
        return len(self.schema.names)

    def __getitem__(self, name: str) -> Any:
        import pyarrow

        with _damaged(self._path, pyarrow.ArrowException):
            return self.file([name]).read([name])[name]

    def file(self, names: Sequence[str]) -> Any:
        """The file, opened to read these columns."""
        import pyarrow
        import pyarrow.parquet

        is_text = (pyarrow.types.is_string, pyarrow.types.is_large_string)
        texts = [name for name in names if any(is_one(self.schema.field(name).type) for is_one in is_text)]
        return pyarrow.parquet.ParquetFile(self._path, read_dictionary=texts)


def stream_parquet(path: Path, wanted: Mapping[str, Optional[str]]) -> Any:
    """The columns of a Parquet file that are wanted, by role: batches of pyarrow, text as dictionaries, or a lazy table of
    polars, whichever is there."""
    try:
        import pyarrow

        columns = Parquet(path)
    except ImportError:
        return _scanned(path)
    there = used_names(wanted, columns.schema.names)
    file = columns.file(there)
    schema = pyarrow.schema([file.schema_arrow.field(name) for name in there])
    return pyarrow.RecordBatchReader.from_batches(schema, file.iter_batches(1 << 17, columns=there))


def read_parquet(path: Path) -> Any:
    """The table of a Parquet file, by pyarrow or polars, whichever is there: a column is read when it is asked for."""
    try:
        return Parquet(path)
    except ImportError:
        return ScannedParquet(path)


def _scanned(path: Path) -> Any:
    try:
        import polars
    except ImportError:
        raise ImportError("reading Parquet needs pyarrow or polars") from None
    return polars.scan_parquet(os.fspath(path))


class ScannedParquet(Mapping[str, Any]):
    """The columns of a Parquet file by polars, each read when it is asked for."""

    def __init__(self, path: Path) -> None:
        import polars

        self._path, self._broken = path, polars.exceptions.PolarsError
        with _damaged(path, self._broken):
            self._frame = _scanned(path)
            self._names = self._frame.collect_schema().names()

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __getitem__(self, name: str) -> Any:
        with _damaged(self._path, self._broken):
            return self._frame.select(name).collect()[name]
