"""Objects of the library, and who may use them at the same time."""

from __future__ import annotations

import ctypes
import threading
from functools import lru_cache
from typing import Any, Dict, Optional, Type

from ._description import FREES
from ._functions import CALLED
from ._library import library


# Classes of objects by the names of their opaque types; each module enters its own.
CLASSES: Dict[str, Type["Handle"]] = {}


class Gate:
    """Many readers or one writer: an object that changes needs itself alone."""

    __slots__ = ("_condition", "_inside")

    def __init__(self) -> None:
        self._condition = threading.Condition(threading.Lock())
        self._inside = 0  # readers, or -1: a writer

    def enter(self, writes: bool) -> None:
        with self._condition:
            while self._inside < 0 or (writes and self._inside > 0):
                self._condition.wait()
            self._inside = -1 if writes else self._inside + 1

    def leave(self) -> None:
        with self._condition:
            self._inside = 0 if self._inside < 0 else self._inside - 1
            self._condition.notify_all()


class Handle:
    """An object of the library; it is freed with the last reference to it."""

    __slots__ = ("_pointer", "_gate", "__weakref__")
    _noun = ""
    _instead = ""  # says what can be pickled in its place
    _pointer: Optional[int]
    _gate: Gate

    @classmethod
    def _own(cls, pointer: int) -> Any:
        """The owner of a pointer that the library gave."""
        self = cls.__new__(cls)
        self._pointer = pointer
        self._gate = Gate()
        return self

    def __del__(self) -> None:
        pointer = getattr(self, "_pointer", None)
        if pointer is not None and library is not None:
            self._pointer = None
            _free(self._noun)(pointer)

    def __reduce__(self) -> Any:
        raise TypeError(f"{type(self).__name__} has no saved form and cannot be pickled{self._instead}")


@lru_cache(maxsize=None)
def _free(noun: str) -> Any:
    name = FREES[noun]
    function = getattr(library, name)
    function.restype, function.argtypes = None, [ctypes.c_void_p]
    CALLED.add(name)
    return function
