"""Errors of the library as exceptions: a class for each status."""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple, Type

from ._constants import Status

__all__ = [
    "Error",
    "NullError",
    "ArgumentError",
    "DataError",
    "InvalidNameError",
    "SizeError",
    "FormatError",
    "UnsupportedError",
    "NotIdentifiedError",
    "NotConvergedError",
    "NumericError",
    "CancelledError",
    "OutOfMemoryError",
    "InternalError",
]


class Error(Exception):
    """An error: a refused input, or a failure; the message names argument, row and value."""

    status: Optional[Status] = None
    """The status of the class."""

    def __init__(self, message: str = "", row: Optional[int] = None) -> None:
        super().__init__(message)
        self.row = row
        """The row of the data that is to blame, from 0; None where there is none."""

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (str(self), self.row)


class NullError(Error, ValueError):
    """A required argument is None."""

    status = Status.NULL


class ArgumentError(Error, ValueError):
    """An argument is outside its domain; the message names it and its value."""

    status = Status.ARGUMENT


class DataError(Error, ValueError):
    """A row of the data is invalid; `row` tells which."""

    status = Status.DATA


class InvalidNameError(Error, ValueError):
    """A name is unknown, duplicate, empty, not UTF-8 or longer than 1 MiB."""

    status = Status.NAME


class SizeError(Error, ValueError):
    """An array has the wrong number of elements, or a size overflows."""

    status = Status.SIZE


class FormatError(Error, ValueError):
    """Saved bytes are malformed, truncated, damaged or of another version."""

    status = Status.FORMAT


class UnsupportedError(Error, ValueError):
    """The choices do not go together, or the model has no such quantity."""

    status = Status.UNSUPPORTED


class NotIdentifiedError(Error, ArithmeticError):
    """No unique finite estimate exists; with `accept` the fit is returned all the same."""

    status = Status.NOT_IDENTIFIED


class NotConvergedError(Error, ArithmeticError):
    """The solver stopped before the optimum."""

    status = Status.NOT_CONVERGED


class NumericError(Error, ArithmeticError):
    """A factorization failed, or a number overflowed."""

    status = Status.NUMERIC


class CancelledError(Error):
    """The cancel token was raised, or the progress function asked to stop."""

    status = Status.CANCELLED


class OutOfMemoryError(Error, MemoryError):
    """Memory could not be had, or the work would pass max_bytes."""

    status = Status.MEMORY


class InternalError(Error, RuntimeError):
    """A defect in the library; please report the message."""

    status = Status.INTERNAL


_CLASSES: Dict[int, Type[Error]] = {
    int(cls.status): cls for cls in Error.__subclasses__() if cls.status is not None
}


def error_of(status: int, message: str, row: int) -> Error:
    """The exception of a status."""
    return _CLASSES.get(status, Error)(message, None if row < 0 else row)
