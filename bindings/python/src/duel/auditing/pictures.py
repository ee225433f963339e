"""Pictures of the findings: labelled rows of points, drawn by the library."""

from __future__ import annotations

import html
from typing import Optional, Sequence

import numpy as np

from .._terminal import printable
from ..geometry import matrix_chart

_MOST_ROWS = 200


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

    `flagged` rows have another colour, and `limits` are dashed lines from top to bottom. Rows beyond 200 are left out,
    which the picture says; without rows there is none.
    """
    if not len(labels):
        return ""
    shown = slice(None, _MOST_ROWS)
    note = f"the first {_MOST_ROWS} of {len(labels):,}" if len(labels) > _MOST_ROWS else ""
    picture = matrix_chart(
        np.asarray(values, dtype=float)[shown],
        labels=[printable(label) for label in labels[shown]],
        title=title,
        note=note,
        axis=axis,
        lower=None if lower is None else np.asarray(lower, dtype=float)[shown],
        upper=None if upper is None else np.asarray(upper, dtype=float)[shown],
        groups=[int(bool(flag)) for flag in flagged][shown] or None,
        limits=list(limits) or None,
        logarithmic=logarithmic,
    )
    return picture


def escaped(text: str) -> str:
    """Text for HTML, with control characters as escapes."""
    return html.escape(printable(text), True)
