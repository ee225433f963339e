"""Reads votes as others write them: `read(path)` finds the format, and says how it understood it.

Each format is a module with `FORMAT`, its name, `fits(source)`, whether a file looks like it, and `read(source)`. Files of
columns, with one comparison a row or with counts, need no format of their own.
"""

from __future__ import annotations

import os
from typing import Any, Iterable, Mapping, Optional, Union

from ..errors import ArgumentError
from . import columns as _columns_of
from .votes import Votes, understand

Path = Union[str, "os.PathLike[str]"]

__all__ = ["Votes", "read", "understand"]


def read(
    path: Path,
    *,
    roles: Optional[Mapping[str, Optional[str]]] = None,
    outcomes: Optional[Mapping[str, str]] = None,
    drop: Iterable[str] = (),
    grades: str = "collapse",
    delimiter: Optional[str] = None,
) -> Votes:
    """Votes of a file: CSV (any delimiter, with or without a mark of byte order), JSON lines or Parquet.

    `roles` names columns, such as `{"left": "model_a", "judge": None}`; others are found by their names. `outcomes` says
    what answers mean, `drop` which rows are left out; `grades` is "collapse" or "weight", what becomes of A>>B.
    """
    data = table_of(path, delimiter)
    return understand(data, roles, outcomes, drop, grades)


def table_of(path: Path, delimiter: Optional[str] = None) -> Any:
    """The table of a file, by its ending."""
    ending = os.path.splitext(os.fspath(path))[1].lower()
    if ending in (".parquet", ".pq"):
        return _columns_of.read_parquet(path)
    if ending in (".json", ".jsonl", ".ndjson"):
        rows = _columns_of.read_json_lines(path)
        if not rows or not all(isinstance(row, dict) for row in rows):
            raise ArgumentError(f"{os.fspath(path)} holds no JSON objects, one a vote")
        names = list(dict.fromkeys(name for row in rows for name in row))
        return {name: [row.get(name) for row in rows] for name in names}
    return _columns_of.read_csv(path, delimiter)
