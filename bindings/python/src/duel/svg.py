"""Pictures as SVG without any package: labelled rows of points on one axis, which carry the audit's findings.

A picture stands alone, takes dark colours where the reader's screen is dark, and stays legible from 3 rows to 200: rows
grow closer and the page longer, long names are cut and keep their whole self as a tooltip.
"""

from __future__ import annotations

import html
import math
from typing import List, Optional, Sequence, Tuple

__all__ = ["rows"]

_STYLE = """
.duel-picture { --ink: #22303c; --soft: #5b6b79; --line: #dfe5ea; --mark: #174a9c; --flag: #b23c1e; }
@media (prefers-color-scheme: dark) {
.duel-picture { --ink: #e6ebf0; --soft: #9aa8b5; --line: #33414d; --mark: #7fb0ff; --flag: #ff8a66; }
}
.duel-picture text { font-family: Inter, 'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif; fill: var(--ink); }
.duel-picture .soft { fill: var(--soft); }
.duel-picture .end { text-anchor: end; }
.duel-picture .middle { text-anchor: middle; }
.duel-picture .grid { stroke: var(--line); }
.duel-picture .limit { stroke: var(--soft); stroke-dasharray: 4 3; }
.duel-picture .span { stroke: var(--mark); stroke-width: 2; }
.duel-picture .dot { fill: var(--mark); }
.duel-picture .flagged.span { stroke: var(--flag); }
.duel-picture .flagged.dot { fill: var(--flag); }
"""

_WIDTH, _VALUE, _TOP, _BOTTOM = 760, 70, 34, 36
_LEAST_LABEL, _MOST_LABEL = 90, 330


def rows(
    labels: Sequence[str],
    values: Sequence[float],
    *,
    title: str,
    axis: str,
    lower: Optional[Sequence[float]] = None,
    upper: Optional[Sequence[float]] = None,
    flagged: Sequence[bool] = (),
    limits: Sequence[float] = (),
    logarithmic: bool = False,
) -> str:
    """A row of each label: a point at its value, its interval if there is one, and the value in digits.

    `flagged` rows have another colour, and `limits` are dashed lines from top to bottom. What is not finite leaves its
    row empty, and an infinite end of an interval reaches the edge. A logarithmic axis leaves out what is not positive.
    """
    height, size = (20.0, 12.0) if len(labels) <= 40 else (13.0, 10.0)
    low, high = lower if lower is not None else values, upper if upper is not None else values
    letter = 0.56 * size
    label_width = min(max([_LEAST_LABEL, *(letter * len(label) + 14 for label in labels)]), _MOST_LABEL)
    scale = _Scale([*values, *low, *high, *limits], logarithmic, label_width)
    bottom = _TOP + height * len(labels)
    total = bottom + _BOTTOM
    marks: List[str] = []
    for tick, text in scale.ticks:
        x = scale.at(tick)
        marks.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{bottom:.1f}"/>')
        marks.append(_text(x, bottom + 14, text, "soft middle", 11))
    for limit in limits:
        if scale.shows(limit):
            x = scale.at(limit)
            marks.append(f'<line class="limit" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{bottom:.1f}"/>')
    for place, (label, value, start, end) in enumerate(zip(labels, values, low, high)):
        y = _TOP + height * (place + 0.5)
        kind = " flagged" if place < len(flagged) and flagged[place] else ""
        marks.append(_text(label_width - 10, y + 0.35 * size, label, "end", size, cut=int((label_width - 13) / letter)))
        if not scale.shows(value):
            continue
        if not math.isnan(start) and not math.isnan(end) and start != end:
            marks.append(
                f'<line class="span{kind}" x1="{scale.at(start):.1f}" x2="{scale.at(end):.1f}" y1="{y:.1f}" y2="{y:.1f}"/>'
            )
        radius = 4 if height > 15 else 3
        marks.append(f'<circle class="dot{kind}" cx="{scale.at(value):.1f}" cy="{y:.1f}" r="{radius}"/>')
        marks.append(_text(_WIDTH - 8, y + 0.35 * size, _digits(value), "soft end", size))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="duel-picture" viewBox="0 0 {_WIDTH} {total:.0f}" '
        f'width="{_WIDTH}" height="{total:.0f}" role="img"><title>{escaped(title)}</title><style>{_STYLE}</style>'
        f'{_text(8, 18, title, "", 14)}{"".join(marks)}'
        f'{_text((label_width + _WIDTH - _VALUE) / 2, bottom + 30, axis, "soft middle", 11)}</svg>'
    )


class _Scale:
    """Where numbers stand across the page."""

    def __init__(self, numbers: Sequence[float], logarithmic: bool, left: float) -> None:
        self.logarithmic, self.left = logarithmic, left
        inside = [self._place(n) for n in numbers if math.isfinite(n) and (n > 0 or not logarithmic)] or [0.0, 1.0]
        least, most = min(inside), max(inside)
        margin = 0.04 * (most - least) or 0.5
        self.start, self.end = least - margin, most + margin
        self.ticks = self._decades() if logarithmic else self._steps()

    def _place(self, number: float) -> float:
        return math.log10(number) if self.logarithmic else number

    def shows(self, number: float) -> bool:
        """Whether a number has a place."""
        return math.isfinite(number) and (number > 0 or not self.logarithmic)

    def at(self, number: float) -> float:
        """The place of a number; what lies beyond is at the edge."""
        if number == -math.inf or (self.logarithmic and number <= 0):
            share = 0.0
        elif number == math.inf:
            share = 1.0
        else:
            share = (self._place(number) - self.start) / (self.end - self.start)
        return self.left + share * (_WIDTH - _VALUE - self.left)

    def _steps(self) -> List[Tuple[float, str]]:
        rough = (self.end - self.start) / 6
        power = 10.0 ** math.floor(math.log10(rough))
        step = power * next(digit for digit in (1, 2, 5, 10) if rough <= digit * power * (1 + 1e-9))
        decimals = max(0, math.ceil(-math.log10(step) - 1e-9))
        first, last = math.ceil(self.start / step), math.floor(self.end / step)
        return [(n * step, f"{n * step:,.{decimals}f}") for n in range(first, last + 1)]

    def _decades(self) -> List[Tuple[float, str]]:
        first, last = math.ceil(self.start), math.floor(self.end)
        every = max(1, (last - first) // 6)
        return [(10.0**n, f"{10.0**n:,.6g}" if n < 6 else f"1e{n}") for n in range(first, last + 1, every)]


def escaped(text: str) -> str:
    """Text for XML and HTML, without control characters."""
    return html.escape("".join(letter for letter in text if letter >= " "), True)


def _digits(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def _text(x: float, y: float, text: str, kind: str, size: float, cut: int = 0) -> str:
    # Cut in the middle: names of a family differ at their ends.
    shown = text if not cut or len(text) <= cut else f"{text[: cut - cut // 2 - 1]}…{text[len(text) - cut // 2 :]}"
    whole = f"<title>{escaped(text)}</title>" if shown != text else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" font-size="{size:g}">{escaped(shown)}{whole}</text>'
