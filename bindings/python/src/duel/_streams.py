"""Streams of Arrow that end with an error when they are asked to: the library reads them in one call, which has no token."""

from __future__ import annotations

import ctypes
import errno
from typing import Any, Dict

_Asked = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
_Said = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)
_Released = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _Stream(ctypes.Structure):
    """ArrowArrayStream of the Arrow C stream interface."""

    _fields_ = [(name, ctypes.c_void_p) for name in ("get_schema", "get_next", "get_last_error", "release", "private_data")]


class Stoppable:
    """A stream that was taken over from its address. It hands on what the stream gives until it is cancelled, and is
    released when whoever reads it releases it, or by `close`."""

    def __init__(self, address: int) -> None:
        given = _Stream.from_address(address)
        self._inner, self._outer, self._stopped = _Stream(), _Stream(), False
        ctypes.memmove(ctypes.byref(self._inner), address, ctypes.sizeof(_Stream))
        given.release = None  # moved: it is this one's to release
        self._place = ctypes.addressof(self._inner)
        self._message = ctypes.create_string_buffer(b"it was asked to stop")
        self._functions: Dict[str, Any] = {
            "get_schema": _Asked(self._get_schema), "get_next": _Asked(self._get_next),
            "get_last_error": _Said(self._get_last_error), "release": _Released(lambda _: self.close()),
        }  # fmt: skip
        for name, function in self._functions.items():
            if getattr(self._inner, name):
                setattr(self._outer, name, ctypes.cast(function, ctypes.c_void_p).value)

    @property
    def address(self) -> int:
        return ctypes.addressof(self._outer)

    def cancel(self) -> None:
        """Makes the next batch an error."""
        self._stopped = True

    def close(self) -> None:
        """Releases the stream, if it is not yet released."""
        self._outer.release = None
        if self._inner.release:
            _Released(self._inner.release)(self._place)
            self._inner.release = None

    def _get_schema(self, _: int, out: int) -> int:
        return int(_Asked(self._inner.get_schema)(self._place, out))

    def _get_next(self, _: int, out: int) -> int:
        return errno.ECANCELED if self._stopped else int(_Asked(self._inner.get_next)(self._place, out))

    def _get_last_error(self, _: int) -> Any:
        return ctypes.addressof(self._message) if self._stopped else _Said(self._inner.get_last_error)(self._place)
