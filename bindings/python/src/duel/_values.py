"""Values of Python as C reads them: choices, numbers, names and arrays."""

from __future__ import annotations

import ctypes
import operator
from enum import IntFlag
from typing import Any, Dict, Iterable, Optional, Sequence

import numpy as np

from . import _constants
from ._description import ENUMS
from .errors import ArgumentError, InvalidNameError, SizeError


SCALARS: Dict[str, Any] = {
    "char": ctypes.c_char,
    "int": ctypes.c_int,
    "int8_t": ctypes.c_int8,
    "uint8_t": ctypes.c_uint8,
    "int16_t": ctypes.c_int16,
    "uint16_t": ctypes.c_uint16,
    "int32_t": ctypes.c_int32,
    "uint32_t": ctypes.c_uint32,
    "int64_t": ctypes.c_int64,
    "uint64_t": ctypes.c_uint64,
    "size_t": ctypes.c_size_t,
    "ptrdiff_t": ctypes.c_ssize_t,
    "double": ctypes.c_double,
}


def choice(noun: str, value: Any, argument: str) -> int:
    """The number of a choice: a word, a member, or of bits several words."""
    cls = getattr(_constants, ENUMS[noun])
    if value is None:
        return 0
    if isinstance(value, str):
        try:
            return int(cls[value.upper()])
        except KeyError:
            words = ", ".join(repr(name.lower()) for name in cls.__members__)
            raise ArgumentError(f"{argument} is {value!r}; it must be one of {words}") from None
    if issubclass(cls, IntFlag) and not isinstance(value, int):
        return int(np.bitwise_or.reduce([choice(noun, one, argument) for one in value] or [0]))
    return integer(value, "int32_t", argument)


_BOUNDS = {
    kind: (0 if kind[0] in "us" else -(2 ** (8 * ctypes.sizeof(SCALARS[kind]) - 1)),
           2 ** (8 * ctypes.sizeof(SCALARS[kind]) - (0 if kind[0] in "us" else 1)) - 1)
    for kind in ("int", "int32_t", "uint32_t", "int64_t", "uint64_t", "size_t", "uint8_t")
}


def integer(value: Any, kind: str, argument: str) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise ArgumentError(f"{argument} is {value!r}; it must be a whole number") from None
    least, most = _BOUNDS[kind]
    if not least <= number <= most:
        raise ArgumentError(f"{argument} is {number}; it must lie between {least} and {most}")
    return number


def number(value: Any, kind: str, argument: str) -> Any:
    if kind == "double":
        try:
            return float(value)
        except (TypeError, ValueError):
            raise ArgumentError(f"{argument} is {value!r}; it must be a number") from None
    return integer(value, kind, argument)


def encoded(value: Any, argument: str) -> bytes:
    """A name as C reads it."""
    if not isinstance(value, str):
        raise InvalidNameError(f"{argument} is {value!r}; names are strings")
    try:
        name = value.encode()
    except UnicodeEncodeError:
        raise InvalidNameError(f"{argument} {value!r} is not valid Unicode") from None
    if b"\0" in name:
        raise InvalidNameError(f"{argument} {value!r} holds a NUL")
    return name


def numbers(value: Any, kind: str, argument: str) -> "np.ndarray[Any, Any]":
    """Numbers as C reads them; whole ones are checked, not rounded or wrapped."""
    dtype: np.dtype[Any] = np.dtype(SCALARS[kind])
    array = np.asarray(value)
    if array.dtype.kind == "O" or array.dtype.kind not in "iubf":
        try:
            array = array.astype(float)
        except (TypeError, ValueError):
            raise ArgumentError(f"{argument} must hold numbers") from None
    if dtype.kind != "f":
        if array.dtype.kind == "f":
            if not bool(np.all(np.isfinite(array) & (array == np.floor(array)))):
                raise ArgumentError(f"{argument} must hold whole numbers")
        info = np.iinfo(dtype)
        if array.size and not (info.min <= array.min() and array.max() <= info.max):
            bad = array.min() if array.min() < info.min else array.max()
            raise ArgumentError(f"{argument} holds {bad}; numbers must lie between {info.min} and {info.max}")
    return np.ascontiguousarray(array, dtype=dtype)


def empty(*shape: int) -> "np.ndarray[Any, np.dtype[np.float64]]":
    """Room for numbers; a size that does not fit in memory is an error of Python."""
    return np.empty(shape, dtype=np.float64)


def sized(array: "np.ndarray[Any, Any]", shape: Sequence[int], argument: str) -> "np.ndarray[Any, Any]":
    """An array whose shape is as the library will read it."""
    if array.shape != tuple(shape):
        raise SizeError(f"{argument} has the shape {array.shape}; it must have {tuple(shape)}")
    return array


def matrix(value: Any, argument: str, columns: Optional[int] = None) -> "np.ndarray[Any, Any]":
    """Numbers in rows: one row may be given as such."""
    array = numbers(value, "double", argument)
    if array.ndim == 1:
        array = array.reshape(1, -1)
    if array.ndim != 2:
        raise SizeError(f"{argument} has {array.ndim} dimensions; it must have rows and columns")
    if columns is not None and array.shape[1] != columns:
        raise SizeError(f"{argument} has {array.shape[1]} columns; it must have {columns}")
    return array


def word_of(value: Any) -> str:
    """The word of a member of an enumeration, or the words of its bits."""
    if isinstance(value, IntFlag):
        cls = type(value)
        whole = {int(member): name for name, member in cls.__members__.items()}
        if int(value) in whole:
            return whole[int(value)].lower()
        bits = [name.lower() for name, member in cls.__members__.items() if _is_bit(int(member)) and value & member]
        return "|".join(bits)
    return str(value.name).lower()


def _is_bit(value: int) -> bool:
    return value > 0 and value & (value - 1) == 0


def words(noun: str) -> Iterable[str]:
    """The words of an enumeration."""
    return [name.lower() for name in getattr(_constants, ENUMS[noun]).__members__]
