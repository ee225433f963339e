"""Calls functions of the C library by the names of their parameters.

`call("duel_model_scores", model=model, options={"level": 0.9})` looks the function up in the description of the
interface, translates what is given, derives the sizes of arrays, releases the interpreter's lock, turns a status into
an exception, and hands back what came out: objects, facts, or single numbers.
"""

from __future__ import annotations

import ctypes
import math
import operator
import sys
import threading
from _thread import start_new_thread
from enum import IntEnum, IntFlag
from functools import lru_cache
from keyword import iskeyword
from typing import Any, Callable, Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Set, Tuple, Type, TypeVar, Union

import numpy as np

from . import _constants
from ._description import DOCS, ENUMS, FREES, FUNCTIONS, STRUCTS
from ._library import library
from .errors import ArgumentError, InvalidNameError, SizeError, error_of

_SCALARS: Dict[str, Any] = {
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

# Classes of objects by the names of their opaque types; each module enters its own.
CLASSES: Dict[str, Type["Handle"]] = {}

# Functions that were called, for the test that all of them are.
CALLED: Set[str] = set()


_Method = TypeVar("_Method", bound=Callable[..., Any])


def described(function: str) -> Callable[[_Method], _Method]:
    """Adds what the manual says of a C function to the docstring of a method written by hand."""

    def add(method: _Method) -> _Method:
        own = (method.__doc__ or "").rstrip()
        method.__doc__ = (own + "\n\n        " if own else "") + DOCS[function].lstrip()
        return method

    return add


class Progress(NamedTuple):
    """How far the work is."""

    fraction: float
    """Share of the work done, 0 to 1, where it is known; else NaN."""
    iteration: int
    """Iterations or replicates so far."""
    objective: float
    """Current value of what is minimised, or NaN."""
    gradient: float
    """Largest element of the gradient, or NaN."""


ProgressLike = Union[bool, Callable[[Progress], Any]]


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
        raise TypeError(f"{type(self).__name__} has no saved form and cannot be pickled")


@lru_cache(maxsize=None)
def _free(noun: str) -> Any:
    name = FREES[noun]
    function = getattr(library, name)
    function.restype, function.argtypes = None, [ctypes.c_void_p]
    CALLED.add(name)
    return function


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


# Values


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
    return _integer(value, "int32_t", argument)


_BOUNDS = {
    kind: (0 if kind[0] in "us" else -(2 ** (8 * ctypes.sizeof(_SCALARS[kind]) - 1)),
           2 ** (8 * ctypes.sizeof(_SCALARS[kind]) - (0 if kind[0] in "us" else 1)) - 1)
    for kind in ("int", "int32_t", "uint32_t", "int64_t", "uint64_t", "size_t", "uint8_t")
}


def _integer(value: Any, kind: str, argument: str) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise ArgumentError(f"{argument} is {value!r}; it must be a whole number") from None
    least, most = _BOUNDS[kind]
    if not least <= number <= most:
        raise ArgumentError(f"{argument} is {number}; it must lie between {least} and {most}")
    return number


def _number(value: Any, kind: str, argument: str) -> Any:
    if kind == "double":
        try:
            return float(value)
        except (TypeError, ValueError):
            raise ArgumentError(f"{argument} is {value!r}; it must be a number") from None
    return _integer(value, kind, argument)


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
    dtype: np.dtype[Any] = np.dtype(_SCALARS[kind])
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


# Types


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
    return structure(kind) if kind in STRUCTS else _SCALARS[kind]


def new_struct(name: str, **values: Any) -> Any:
    """A struct that knows its size."""
    made = structure(name)()
    if hasattr(made, "struct_size"):
        made.struct_size = ctypes.sizeof(made)
    for field, value in values.items():
        setattr(made, field, value)
    return made


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


class _Parameter:
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
        return ctypes.c_int32 if self.base in ENUMS else _SCALARS[self.base]


class _Function:
    """A C function, ready to be called."""

    __slots__ = ("name", "parameters", "result", "c", "capacities")

    def __init__(self, name: str) -> None:
        self.name = name
        self.result, parameters = FUNCTIONS[name]
        self.parameters = [_Parameter(*parts) for parts in parameters]
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
            self.c.restype = None if self.result == "void" else _SCALARS[self.result]


@lru_cache(maxsize=None)
def function(name: str) -> _Function:
    """A function by its C name."""
    CALLED.add(name)
    return _Function(name)


@lru_cache(maxsize=None)
def callback(name: str) -> Any:
    """The ctypes type of a callback."""
    result, parameters = FUNCTIONS[name]
    kinds = [_Parameter(*parts).ctype for parts in parameters]
    return ctypes.CFUNCTYPE(_SCALARS[result], *kinds)


# Calls


class Cancel(Handle):
    """A request to stop, shared with running calls: give it as the option `cancel`, and cancel from any thread."""

    __slots__ = ()
    _noun = "duel_cancel"

    def __init__(self) -> None:
        out = ctypes.c_void_p()
        _check(function("duel_cancel_new").c(ctypes.byref(out)))
        self._pointer = out.value
        self._gate = Gate()

    def cancel(self) -> None:
        """Asks the calls that hold the token to stop, now and from now on: they raise CancelledError."""
        function("duel_cancel_raise").c(self._pointer)


CLASSES["duel_cancel"] = Cancel


def _check(status: int) -> None:
    if status:
        message = function("duel_last_error").c()
        raise error_of(status, message.decode(errors="replace"), function("duel_last_error_row").c())


class _Frame:
    """What a call needs until it returns: memory, locks, the token, and errors of callbacks."""

    def __init__(self) -> None:
        self.kept: List[Any] = []
        self.locks: Dict[int, Tuple[Handle, bool]] = {}
        self.token: Optional[Cancel] = None
        self.errors: List[BaseException] = []

    def hold(self, handle: Handle, writes: bool) -> Optional[int]:
        known = self.locks.get(id(handle))
        if known and (writes or known[1]):
            raise ArgumentError("an object cannot be changed by itself: copy it first")
        self.locks[id(handle)] = (handle, writes)
        return handle._pointer

    def cancel(self, given: Optional[Cancel] = None) -> Optional[int]:
        """The token of the call: the one that is given, or one of its own, which an interrupt raises."""
        if given is not None:
            self.token = given
        elif self.token is None:
            self.token = Cancel()
        return self.token._pointer

    def guarded(self, noun: str, body: Callable[..., Any]) -> Any:
        """A callback whose exceptions end the call and are raised after it."""

        def guard(*arguments: Any) -> int:
            if self.errors:
                return 1
            try:
                return 1 if body(*arguments) else 0
            except BaseException as error:  # carried over the C frames
                self.errors.append(error)
                return 1

        made = callback(noun)(guard)
        self.kept.append(made)
        return made

    def progress(self, asked: ProgressLike) -> Optional[int]:
        if not asked:
            return None
        tell = _Bar() if asked is True else asked
        if not callable(tell):
            raise ArgumentError(f"progress is {asked!r}; it must be True, or a function")
        if isinstance(tell, _Bar):
            self.kept.append(tell)

        def told(now: int, _: Any) -> Any:
            struct = structure("duel_progress").from_address(now)
            return tell(Progress(struct.fraction, struct.iteration, struct.objective, struct.gradient))

        return ctypes.cast(self.guarded("duel_progress_fn", told), ctypes.c_void_p).value

    def run(self, work: Callable[[], Any], cancellable: bool) -> Any:
        """Does the work. In the main thread a cancellable call has a thread of its own, so that an interrupt is heard
        at once: it raises the token, and goes on when the work has ended."""
        order = sorted(self.locks.items())
        entered: List[Gate] = []
        try:
            for _, (handle, writes) in order:
                handle._gate.enter(writes)
                entered.append(handle._gate)
            if cancellable and threading.current_thread() is threading.main_thread():
                return self._apart(work)
            return work()
        finally:
            for gate in entered:
                gate.leave()
            for kept in self.kept:
                if isinstance(kept, _Bar):
                    kept.close()

    def _apart(self, work: Callable[[], Any]) -> Any:
        outcome: List[Any] = []
        ended = threading.Lock()
        ended.acquire()

        def do() -> None:
            try:
                outcome.append((work(), None))
            except BaseException as error:
                outcome.append((None, error))
            finally:
                ended.release()

        interrupt: Optional[BaseException] = None
        start_new_thread(do, ())
        while not outcome:
            try:
                # Not for ever: some interrupts (_thread.interrupt_main, Windows) wake nobody who waits.
                ended.acquire(timeout=0.1)
            except BaseException as error:  # KeyboardInterrupt, or what another signal's handler raises
                interrupt = interrupt or error
                if self.token is not None:
                    self.token.cancel()
        if interrupt is not None:
            raise interrupt
        value, failure = outcome[0]
        if failure is not None:
            raise failure
        return value


class _Bar:
    """Progress for people: tqdm's bar where it is installed, else a line on standard error."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._last = -1
        try:
            from tqdm.auto import tqdm  # type: ignore[import-untyped,unused-ignore]

            self._bar = tqdm(total=100, unit="%", leave=False)
        except ImportError:
            pass

    def __call__(self, now: Progress) -> None:
        percent = -1 if math.isnan(now.fraction) else int(100 * now.fraction)
        if self._bar is not None:
            self._bar.n = max(percent, 0)
            self._bar.set_postfix(iteration=now.iteration)
        elif percent > self._last or percent < 0:
            share = f"{percent} %" if percent >= 0 else "running"
            sys.stderr.write(f"\rduel: {share}, iteration {now.iteration}   ")
            sys.stderr.flush()
        self._last = percent

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
        elif self._last > -1:
            sys.stderr.write("\n")


# Numbers of items and judges may be given by name; choices that follow from another option.
_IMPLIED = {"reference_item": ("gauge", "reference"), "weights": ("gauge", "weighted"), "reference_judge": ("scale", "reference")}


def fill(noun: str, given: Optional[Mapping[str, Any]], frame: _Frame, names: Any = None) -> Any:
    """A struct of options from keywords."""
    made = new_struct(noun)
    fields = {field: (kind, refers, count) for field, kind, refers, count in STRUCTS[noun][1]}
    values = {name: value for name, value in (given or {}).items() if value is not None}
    for name in values:
        if name not in fields or name in ("struct_size", "reserved", "user"):
            known = [f for f in fields if f not in ("struct_size", "reserved", "user") and not f.endswith("_count")]
            raise TypeError(f"there is no option {name!r}; the options are {', '.join(known)}")
    for name, (other, word) in _IMPLIED.items():
        if noun == "duel_inference_options" and name in values:
            values.setdefault(other, word)
    for name, value in values.items():
        kind, refers, count = fields[name]
        base = kind.replace("const", "").replace("*", "").strip()
        if base == "duel_cancel":
            made.cancel = frame.cancel(value)
        elif base == "duel_progress_fn":
            made.progress = frame.progress(value)
        elif base in FREES:
            if not isinstance(value, CLASSES[base]):
                raise ArgumentError(f"{name} is {value!r}; it must be a {CLASSES[base].__name__}")
            setattr(made, name, frame.hold(value, False))
            frame.kept.append(value)
        elif kind.count("*") == 2:
            if isinstance(value, str):
                value = [value]
            texts = [encoded(one, name) for one in value]
            array = (ctypes.c_char_p * len(texts))(*texts)
            frame.kept.append(array)
            _counted(made, fields, name, count, len(texts))
            setattr(made, name, ctypes.addressof(array))
        elif "*" in kind:
            if refers:
                value = [choice(refers, one, name) for one in ([value] if isinstance(value, (str, int)) else value)]
            elements = numbers(value, base, name)
            frame.kept.append(elements)
            _counted(made, fields, name, count, elements.size)
            setattr(made, name, elements.ctypes.data if elements.size else None)
        elif refers in ENUMS:
            setattr(made, name, choice(refers, value, name))
        elif refers in ("item", "judge") and isinstance(value, str):
            if names is None:
                raise ArgumentError(f"{name} is {value!r}; here it must be a number")
            setattr(made, name, names.find(refers, value))
        elif refers == "bool":
            setattr(made, name, int(bool(value)))
        else:
            setattr(made, name, _number(value, base, name))
    if "cancel" in fields and "cancel" not in values:
        made.cancel = frame.cancel()
    frame.kept.append(made)
    return made


def _counted(made: Any, fields: Mapping[str, Any], name: str, count: str, size: int) -> None:
    """Writes the number of elements where the struct has a field for it."""
    counter = count or name.split("_")[0] + "_count"
    if counter in fields and getattr(made, counter) == 0:
        setattr(made, counter, size)


def call(name: str, /, **given: Any) -> Any:
    """Calls a function: see the module's comment. Arrays for results are given by the caller, under their names."""
    found = function(name)
    frame = _Frame()
    names = None
    values: Dict[str, Any] = {}
    sizes: Dict[str, int] = {}
    outputs: List[Callable[[], Any]] = []
    places: List[Tuple[str, Any]] = []
    cancellable = False
    for p in found.parameters:
        value = given.pop(p.name, None)
        argument = p.name
        if p.kind == "object":
            if p.base == "duel_cancel":
                values[argument], cancellable = frame.cancel(value), True
            elif value is None:
                values[argument] = None
            else:
                if not isinstance(value, CLASSES[p.base]):
                    raise ArgumentError(f"{argument} is {value!r}; it must be a {CLASSES[p.base].__name__}")
                values[argument] = frame.hold(value, not p.is_const)
                names = names or getattr(value, "_names", None)
        elif p.kind == "struct":
            if callable(value):
                value = value(frame)
            elif p.role == "options" and (value is None or isinstance(value, Mapping)):
                # No options at all differ from options that are all left out, where NULL has a meaning of its own.
                value = None if value is None else fill(p.base, value, frame, names)
            frame.kept.append(value)
            cancellable = cancellable or getattr(value, "cancel", None) is not None
            values[argument] = None if value is None else ctypes.byref(value)
        elif p.kind == "facts":
            struct = new_struct(p.base)
            values[argument] = ctypes.byref(struct)
            cls = _facts_class(p.base)
            outputs.append(lambda cls=cls, struct=struct: facts_of(cls, struct) if cls else struct)  # type: ignore[misc]
        elif p.kind == "new":
            place = ctypes.c_void_p()
            values[argument] = ctypes.byref(place)
            places.append((p.base, place))
            outputs.append(lambda p=p, place=place: CLASSES[p.base]._own(place.value))  # type: ignore[misc]
        elif p.kind == "names":
            texts = [encoded(one, argument) for one in value]
            array = (ctypes.c_char_p * len(texts))(*texts)
            frame.kept.append(array)
            values[argument], sizes[argument] = ctypes.addressof(array), len(texts)
        elif p.kind == "text":
            values[argument] = encoded(value, argument)
            frame.kept.append(values[argument])
        elif p.kind == "in":
            if value is None:
                values[argument], sizes[argument] = None, 0
            elif isinstance(value, bytes):
                frame.kept.append(value)
                values[argument], sizes[argument] = value, len(value)
            else:
                elements = numbers(value, p.base, argument)
                frame.kept.append(elements)
                values[argument], sizes[argument] = elements.ctypes.data, elements.size
        elif p.kind == "out":
            if value is not None:
                frame.kept.append(value)
                values[argument] = value if isinstance(value, int) else value.ctypes.data
                sizes[argument] = 0 if isinstance(value, int) else value.size
            elif argument in found.capacities:
                values[argument], sizes[argument] = None, 0
            else:
                cell = _SCALARS[p.base]()
                values[argument] = ctypes.byref(cell)
                outputs.append(lambda cell=cell: cell.value)  # type: ignore[misc]
        elif p.kind == "choice":
            values[argument] = choice(p.base, value, argument)
        elif p.kind == "callback":
            is_c = isinstance(value, ctypes._CFuncPtr)  # type: ignore[attr-defined,unused-ignore]
            made = value if is_c else frame.guarded(p.base, value)
            values[argument] = ctypes.cast(made, ctypes.c_void_p)
        elif p.kind == "user":
            values[argument] = value
        elif p.kind == "number":
            values[argument] = _number(0 if value is None else value, p.base, argument)
        elif value is not None:  # a size that the caller knows better
            values[argument] = _integer(value, "size_t", argument)
    if given:
        raise TypeError(f"{name} has no parameter {', '.join(given)}")
    arguments = [values[p.name] if p.name in values else sizes.get(p.of, 0) for p in found.parameters]

    def work() -> Any:
        result = found.c(*arguments)
        if found.result == "duel_status":
            if frame.errors:
                raise frame.errors[0]
            _check(result)
        return result

    try:
        result = frame.run(work, cancellable)
    except BaseException:
        for base, place in places:  # what was made before an interrupt was heard
            if place.value:
                CLASSES[base]._own(place.value)
        if frame.errors:  # the callback's own exception says more than "cancelled"
            raise frame.errors[0] from None
        raise
    if found.result != "duel_status":
        return result.decode() if isinstance(result, bytes) else result
    results = [output() for output in outputs]
    return results[0] if len(results) == 1 else tuple(results) if results else None


@lru_cache(maxsize=None)
def _facts_class(noun: str) -> Optional[Type[Facts]]:
    return next((cls for cls in Facts.__subclasses__() if cls._struct == noun), None)


def saved(name: str, /, **given: Any) -> bytes:
    """The bytes of a function that is asked twice: for their number, and for them."""
    length: int = call(name, **given)
    out = np.empty(length, dtype=np.uint8)
    call(name, out=out, **given)
    return out.tobytes()


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


def words(noun: str) -> Iterable[str]:
    """The words of an enumeration."""
    return [name.lower() for name in getattr(_constants, ENUMS[noun]).__members__]
