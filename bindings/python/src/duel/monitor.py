"""Claims on all pairs of items, at all looks together at growing data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Union

from ._call import call, described, saved
from ._handles import CLASSES, Gate
from ._methods import MonitorMethods
from .set import Path, Set, contents

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._methods import MonitorOptions
    from .estimate import Estimate


class Monitor(MonitorMethods):
    """Claims while data come in. Look as often as you like; stop when `info().open` is 0, or when what you want
    to claim is decided. Only one thread at a time looks; others wait."""

    @described("duel_monitor_new")
    def __init__(self, **options: "Unpack[MonitorOptions]") -> None:
        other = call("duel_monitor_new", options=options)
        self._pointer, other._pointer = other._pointer, None
        self._gate = Gate()

    def look(self, estimate: "Estimate", batch: Optional[Set] = None) -> "Monitor":
        """A look at scores of all data so far, of a model or of one functional; `batch` are the comparisons since the last
        look where evidence is exact. It gives the monitor itself."""
        call("duel_monitor_look", monitor=self, estimate=estimate, batch=batch)
        return self

    @described("duel_monitor_save")
    def save(self, path: Optional[Path] = None) -> bytes:
        """The monitor as bytes, which are written to a file if a path is given."""
        data = saved("duel_monitor_save", monitor=self)
        if path is not None:
            with open(path, "wb") as file:
                file.write(data)
        return data

    @classmethod
    @described("duel_monitor_load")
    def load(cls, source: Union[bytes, Path]) -> "Monitor":
        """A monitor from bytes, or from a file."""
        data = contents(source)
        made: Monitor = call("duel_monitor_load", bytes=data, length=len(data))
        return made

    def __reduce__(self) -> Any:
        return Monitor.load, (self.save(),)

    def __repr__(self) -> str:
        facts = self.info()
        return f"<Monitor of {facts.items} items after {facts.looks} looks: {facts.decided} pairs decided, {facts.open} open>"


CLASSES["duel_monitor"] = Monitor
