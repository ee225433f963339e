"""Finds and loads the C library."""

from __future__ import annotations

import ctypes
import os
import sys
from typing import Iterator

from ._description import VERSION


def _candidates() -> Iterator[str]:
    """The library of a build that is being worked on, or the one that the package carries."""
    chosen = os.environ.get("DUEL_LIBRARY")
    if chosen:
        yield chosen
        return
    name = {"darwin": "libduel.dylib", "win32": "duel.dll"}.get(sys.platform, "libduel.so")
    yield os.path.join(os.path.dirname(os.path.abspath(__file__)), name)


def _load() -> ctypes.CDLL:
    tried = []
    for path in _candidates():
        try:
            library = ctypes.CDLL(path)
        except OSError as error:
            tried.append(str(error))
            continue
        library.duel_version.restype = ctypes.c_char_p
        found = library.duel_version().decode()
        if found.split(".")[:2] != VERSION.split(".")[:2]:
            raise ImportError(f"{path} is duel {found}, and this package is made for duel {VERSION}")
        return library
    raise ImportError(
        f"the library of duel was not found ({'; '.join(tried)}): install the wheel, or set DUEL_LIBRARY to its path"
    )


library = _load()
