"""Findings of an audit, and the parts of their sentences."""

from __future__ import annotations

import math
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence

FLAG, FINE, TOLD, UNASKED = "flag", "fine", "told", "unasked"


class Finding(NamedTuple):
    """The answer of an audit to one question."""

    name: str
    """Its name: stable within a minor version."""
    question: str
    """The question."""
    verdict: str
    """flag, fine, told (a figure without a threshold), or unasked (not checked; the sentence says why)."""
    sentence: str
    """The answer in plain words."""
    figure: Optional[float] = None
    """The number that the answer rests on."""
    measure: str = ""
    """The meaning of the figure."""
    threshold: Optional[float] = None
    """The value from which on the finding is flagged."""
    rule: str = ""
    """The threshold in words."""
    p: Optional[float] = None
    """The p-value, where the threshold is one of these."""
    details: Mapping[str, Sequence[Any]] = {}
    """Columns with the particulars."""
    picture: str = ""
    """A picture, as SVG."""

    @property
    def flag(self) -> bool:
        """Whether it speaks against the board."""
        return self.verdict == FLAG

    def to_dict(self) -> Dict[str, Any]:
        """The finding as plain objects, without its picture; what is not finite is text."""
        found: Dict[str, Any] = {name: _plain(getattr(self, name)) for name in self._fields if name not in ("details", "picture")}
        found["details"] = {name: [_plain(value) for value in column] for name, column in self.details.items()}
        return found


def _plain(value: Any) -> Any:
    if isinstance(value, float) and math.isnan(value):
        return None
    return str(value) if isinstance(value, float) and math.isinf(value) else value


def verdict(flagged: bool) -> str:
    """flag or fine."""
    return FLAG if flagged else FINE


def unasked(name: str, question: str, why: str) -> Finding:
    """A question that is not checked for these votes, and the reason."""
    return Finding(name, question, UNASKED, why)


def listed(names: Sequence[str], most: int = 5) -> str:
    """Names in a sentence: a, b and c; of many the first."""
    shown = [str(name) for name in names[:most]]
    if len(names) > most:
        return f"{', '.join(shown)} and {len(names) - most} more"
    return " and ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else "".join(shown)


def counted(number: float, noun: str, plural: str = "") -> str:
    """1 pair, 2 pairs, 9,706 votes."""
    return f"{number:,.10g} {noun if number == 1 else plural or noun + 's'}"


def share(value: float) -> str:
    """A share as per cent."""
    return f"{100 * value:.3g} %"


def chance(p: float) -> str:
    """A p-value in a sentence."""
    return "p below 1e-12" if p < 1e-12 else f"p = {p:.2g}"


def columns(table: Any, *names: str) -> Dict[str, List[Any]]:
    """Columns of a table as lists."""
    return {name: table.column(name).to_list() for name in names}
