"""Functions of the library, from their description; each is made ready when it is first called."""

from __future__ import annotations

import ctypes
from functools import lru_cache
from typing import Any, Set

from ._description import ENUMS, FREES, FUNCTIONS, STRUCTS
from ._library import library
from ._values import SCALARS


# Functions that were called, for the test that all of them are.
CALLED: Set[str] = set()


class Parameter:
    """A parameter of a C function, and what is to be done with it."""

    __slots__ = ("name", "type", "base", "role", "of", "kind", "is_const")

    def __init__(self, name: str, type: str, role: str, of: str) -> None:
        stars = type.count("*")
        self.name, self.type, self.role, self.of = name, type, role, of
        self.base = type.replace("const", "").replace("*", "").replace("struct ", "").strip()
        self.is_const = type.startswith("const")
        self.kind = self._kind(stars)

    def _kind(self, stars: int) -> str:
        if self.role in ("capacity", "user"):
            return self.role
        if stars == 0:
            if self.of:
                return "count"
            return "choice" if self.base in ENUMS else "callback" if self.base in FUNCTIONS else "number"
        if stars == 2:
            return "new" if self.base in FREES else "names"
        if self.base in FREES:
            return "object"
        if self.base in STRUCTS:
            return "struct" if self.is_const else "facts"
        if self.base == "char" and self.is_const:
            return "text"
        return "in" if self.is_const else "out"

    @property
    def ctype(self) -> Any:
        if "*" in self.type or self.base in FUNCTIONS:
            return ctypes.c_void_p
        return ctypes.c_int32 if self.base in ENUMS else SCALARS[self.base]


class Function:
    """A C function, ready to be called."""

    __slots__ = ("name", "parameters", "result", "c", "capacities")

    def __init__(self, name: str) -> None:
        self.name = name
        self.result, parameters = FUNCTIONS[name]
        self.parameters = [Parameter(*parts) for parts in parameters]
        self.capacities = {p.of for p in self.parameters if p.role == "capacity"}
        try:
            self.c: Any = getattr(library, name)
        except AttributeError:
            raise ImportError(f"{library._name} has no {name}: it is of another build than this package") from None
        self.c.argtypes = [p.ctype for p in self.parameters]
        if self.result == "duel_status":
            self.c.restype = ctypes.c_int32
        elif self.result == "const char *":
            self.c.restype = ctypes.c_char_p
        elif "*" in self.result:
            self.c.restype = ctypes.c_void_p
        else:
            self.c.restype = None if self.result == "void" else SCALARS[self.result]


@lru_cache(maxsize=None)
def function(name: str) -> Function:
    """A function by its C name."""
    CALLED.add(name)
    return Function(name)


@lru_cache(maxsize=None)
def callback(name: str) -> Any:
    """The ctypes type of a callback."""
    result, parameters = FUNCTIONS[name]
    kinds = [Parameter(*parts).ctype for parts in parameters]
    return ctypes.CFUNCTYPE(SCALARS[result], *kinds)
