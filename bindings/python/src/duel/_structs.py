"""Structs of the interface, and facts: structs that the library filled."""

from __future__ import annotations

import ctypes
from enum import IntEnum, IntFlag
from functools import lru_cache
from keyword import iskeyword
from typing import Any, Dict, Mapping, Optional, Tuple, Type

from . import _constants
from ._description import ENUMS, FUNCTIONS, STRUCTS
from ._values import SCALARS, word_of


@lru_cache(maxsize=None)
def structure(name: str) -> Any:
    """The ctypes class of a struct."""
    size, fields = STRUCTS[name]
    found = type(name, (ctypes.Structure,), {"_fields_": [(field, _field(kind)) for field, kind, _, _ in fields]})
    if ctypes.sizeof(found) != size:
        raise ImportError(f"{name} has {ctypes.sizeof(found)} bytes here, and {size} in the library")
    return found


def _field(kind: str) -> Any:
    if "*" in kind or kind in FUNCTIONS:
        return ctypes.c_void_p
    return structure(kind) if kind in STRUCTS else SCALARS[kind]


def new_struct(name: str, **values: Any) -> Any:
    """A struct that knows its size."""
    made = structure(name)()
    if hasattr(made, "struct_size"):
        made.struct_size = ctypes.sizeof(made)
    for field, value in values.items():
        setattr(made, field, value)
    return made


class Facts:
    """One row of fixed things: attributes that cannot be changed."""

    _struct = ""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.__dict__.update(values)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def _asdict(self) -> Dict[str, Any]:
        """The facts as a dictionary."""
        return dict(self.__dict__)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (self._asdict(),)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={_shown(value)}' for name, value in self.__dict__.items())})"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th style='text-align:left'>{name}</th><td>{_shown(value)}</td></tr>"
            for name, value in self.__dict__.items()
        )
        return f"<table>{rows}</table>"


def _shown(value: Any) -> str:
    if isinstance(value, (IntEnum, IntFlag)):
        return repr(word_of(value))
    return repr(value)


def facts_of(cls: Type[Facts], struct: Any) -> Facts:
    """Facts from the struct that the library filled."""
    values: Dict[str, Any] = {}
    for field, kind, refers, _ in STRUCTS[cls._struct][1]:
        if field in ("struct_size", "reserved"):
            continue
        value = getattr(struct, field)
        if kind == "const char *":
            value = ctypes.string_at(value).decode() if value else ""
        elif refers == "bool":
            value = bool(value)
        elif refers:
            try:
                value = getattr(_constants, ENUMS[refers])(value)
            except ValueError:
                value = None  # "there are none"
        values[field + "_" if iskeyword(field) else field] = value
    return cls(values)


@lru_cache(maxsize=None)
def facts_class(noun: str) -> Optional[Type[Facts]]:
    return next((cls for cls in Facts.__subclasses__() if cls._struct == noun), None)
