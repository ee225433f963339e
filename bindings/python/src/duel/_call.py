"""Calls functions of the C library by the names of their parameters.

`call("duel_model_scores", model=model, options={"level": 0.9})` looks the function up in the description of the
interface, translates what is given, derives the sizes of arrays, releases the interpreter's lock, turns a status into
an exception, and hands back what came out: objects, facts, or single numbers.
"""

from __future__ import annotations

import ctypes
import inspect
import math
import re
import sys
import threading
from _thread import start_new_thread
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Tuple, TypeVar, Union

import numpy as np

from ._description import DOCS, ENUMS, FREES, PREFIXES, STRUCTS, WITHOUT_CANCEL
from ._functions import callback, function
from ._handles import CLASSES, Gate, Handle
from ._structs import facts_class, facts_of, new_struct, structure
from ._values import SCALARS, choice, encoded, integer, number, numbers
from .errors import ArgumentError, error_of


_Method = TypeVar("_Method", bound=Callable[..., Any])


def described(function: str) -> Callable[[_Method], _Method]:
    """Adds what the manual says of a C function to the docstring of a method written by hand."""

    def add(method: _Method) -> _Method:
        own = inspect.cleandoc(method.__doc__ or "")
        method.__doc__ = (own + "\n\n" if own else "") + inspect.cleandoc(DOCS[function])
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


def _in_words(message: str) -> str:
    """The library's message with the words of this package: "davidson" for DUEL_MODEL_DAVIDSON, Estimate.ranks for
    duel_estimate_ranks."""

    def word(found: "re.Match[str]") -> str:
        if found[0].startswith('"'):
            return found[0]  # a name of the user's
        if found[0].startswith("duel_"):
            noun, _, verb = found[0][len("duel_") :].partition("_")
            return f"{noun.capitalize()}.{verb}"
        prefix = max((p for p in PREFIXES if found[0].startswith(p)), key=len, default="DUEL_")
        return f'"{found[0][len(prefix):].lower()}"'

    return re.sub(r'"(?:[^"\\]|\\.)*"|\bDUEL_[A-Z0-9_]*[A-Z0-9]\b|\bduel_(?:set|model|estimate|monitor|bootstrap|gars)_[a-z_]+\b', word, message)


def _check(status: int) -> None:
    if status:
        message = function("duel_last_error").c().decode(errors="replace")
        raise error_of(status, _in_words(message), function("duel_last_error_row").c())


class _Frame:
    """The resources of a call until it returns: memory, locks, the token, and errors of callbacks."""

    def __init__(self) -> None:
        self.kept: List[Any] = []
        self.locks: Dict[int, Tuple[Handle, bool]] = {}
        self.token: Any = None
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
        pointer: Optional[int] = self.token._pointer
        return pointer

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


class _Quiet:
    """Standard error for a bar: a pipe without a reader ends the bar, and not the work."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def write(self, text: str) -> int:
        try:
            written: int = self._file.write(text)
            return written
        except (AttributeError, OSError, ValueError):
            self._file = None
            return len(text)

    def flush(self) -> None:
        try:
            self._file.flush()
        except (AttributeError, OSError, ValueError):
            self._file = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


class _Bar:
    """Progress for people: tqdm's bar where it is installed, else a line on standard error. It is drawn when another
    percent is done: a drawing takes as long as some replicates."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._last = -2
        self._file: Any = _Quiet(sys.stderr)
        try:
            from tqdm.auto import tqdm  # type: ignore[import-untyped,unused-ignore]

            shape = "{percentage:3.0f} %|{bar}| {elapsed}<{remaining}{postfix}"
            self._bar = tqdm(total=100, leave=False, file=self._file, bar_format=shape, mininterval=0)
        except ImportError:
            pass

    def __call__(self, now: Progress) -> None:
        percent = -1 if math.isnan(now.fraction) else int(100 * now.fraction)
        # Of what has no known end every tenth iteration.
        if percent == self._last and (percent >= 0 or now.iteration % 10):
            return
        if self._bar is not None:
            self._bar.n = max(percent, 0)
            self._bar.set_postfix_str(f"iteration {now.iteration}", refresh=False)
            self._bar.refresh()
        else:
            share = f"{percent} %" if percent >= 0 else "running"
            self._file.write(f"\rduel: {share}, iteration {now.iteration}   ")
            self._file.flush()
        self._last = percent

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
        elif self._last > -2:
            self._file.write("\n")
            self._file.flush()


# Numbers of items and judges may be given by name; choices that follow from another option.
_IMPLIED = {"reference_item": ("normalisation", "reference"), "weights": ("normalisation", "weighted"), "reference_judge": ("scale", "reference")}


def fill(
    noun: str, given: Optional[Mapping[str, Any]], frame: _Frame, names: Any = None, cancellable: bool = True
) -> Any:
    """A struct of options from keywords, with a token if the function reads one."""
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
        elif base == "char":
            text = ctypes.create_string_buffer(encoded(value, name))
            frame.kept.append(text)
            setattr(made, name, ctypes.addressof(text))
        elif name == "fixed_scores" and isinstance(value, Mapping):
            elements = _by_name(value, names, name)
            frame.kept.append(elements)
            _counted(made, fields, name, count, elements.size)
            setattr(made, name, elements.ctypes.data)
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
            setattr(made, name, number(value, base, name))
    if cancellable and "cancel" in fields and "cancel" not in values:
        made.cancel = frame.cancel()
    frame.kept.append(made)
    return made


def _by_name(values: Mapping[Any, Any], names: Any, argument: str) -> "np.ndarray[Any, np.dtype[np.float64]]":
    """A number of each item, NaN for those that a mapping of names does not have."""
    items = getattr(names, "item_names", None)
    if items is None:
        raise ArgumentError(f"{argument} is a mapping of names; here it must be a number for each item")
    place = {item: at for at, item in enumerate(items)}
    found = np.full(len(items), np.nan)
    for item, value in values.items():
        if item not in place:
            raise ArgumentError(f"{argument} has {item!r}, which is no item of the set")
        found[place[item]] = number(value, "double", f"{argument} of {item}")
    return found


def _counted(made: Any, fields: Mapping[str, Any], name: str, count: str, size: int) -> None:
    """Writes the number of elements where the struct has a field for it."""
    counter = count or name.split("_")[0] + "_count"
    if counter in fields and getattr(made, counter) == 0:
        setattr(made, counter, size)


def call(name: str, stop: Any = None, /, **given: Any) -> Any:
    """Calls a function: see the module's comment. Arrays for results are given by the caller, under their names. An
    interrupt cancels `stop` where the function has no token."""
    found = function(name)
    frame = _Frame()
    frame.token = stop
    names = None
    values: Dict[str, Any] = {}
    sizes: Dict[str, int] = {}
    outputs: List[Callable[[], Any]] = []
    places: List[Tuple[str, Any]] = []
    cancellable = stop is not None
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
                names = getattr(value, "_names", None) if names is None else names
        elif p.kind == "struct":
            if callable(value):
                value = value(frame)
            elif p.role == "options" and (value is None or isinstance(value, Mapping)):
                # No options at all differ from options that are all left out, where NULL has a meaning of its own.
                value = None if value is None else fill(p.base, value, frame, names, (name, argument) not in WITHOUT_CANCEL)
            frame.kept.append(value)
            cancellable = cancellable or getattr(value, "cancel", None) is not None
            values[argument] = None if value is None else ctypes.byref(value)
        elif p.kind == "facts":
            struct = new_struct(p.base)
            values[argument] = ctypes.byref(struct)
            cls = facts_class(p.base)
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
                cell = SCALARS[p.base]()
                values[argument] = ctypes.byref(cell)
                outputs.append(lambda cell=cell: cell.value)  # type: ignore[misc]
        elif p.kind == "choice":
            values[argument] = choice(p.base, value, argument)
        elif p.kind == "callback":
            is_c = isinstance(value, ctypes._CFuncPtr)  # type: ignore[attr-defined,unused-ignore]
            made = value if is_c or value is None else frame.guarded(p.base, value)
            values[argument] = None if made is None else ctypes.cast(made, ctypes.c_void_p)
        elif p.kind == "user":
            values[argument] = value
        elif p.kind == "number":
            values[argument] = number(0 if value is None else value, p.base, argument)
        elif value is not None:  # a size that the caller knows better
            values[argument] = integer(value, "size_t", argument)
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


def saved(name: str, /, **given: Any) -> bytes:
    """The bytes of a function that is asked twice: for their number, and for them."""
    length: int = call(name, **given)
    out = np.empty(length, dtype=np.uint8)
    call(name, out=out, **given)
    return out.tobytes()
