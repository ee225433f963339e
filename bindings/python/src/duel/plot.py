"""Pictures with matplotlib: a forest of scores, probabilities of ranks, and judges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from typing_extensions import Unpack

    from ._methods import InferenceOptions, JudgeOptions
    from .model import Model


def _axes(ax: Optional[Axes], rows: int) -> Axes:
    if ax is not None:
        return ax
    from matplotlib import pyplot

    return pyplot.subplots(figsize=(7, 1 + 0.3 * rows), layout="constrained")[1]


def _intervals(ax: Axes, at: Any, middle: Any, lower: Any, upper: Any) -> None:
    """Points with their intervals; an end that is not finite is left out."""
    below = np.where(np.isfinite(lower), middle - lower, 0)
    above = np.where(np.isfinite(upper), upper - middle, 0)
    ax.errorbar(middle, at, xerr=np.stack([below, above]).clip(0), fmt="o", capsize=3, color="C0")


def _named(ax: Axes, names: Any) -> None:
    ax.set_yticks(range(len(names)), [str(name) for name in names])
    ax.invert_yaxis()


def forest(model: Model, ax: Optional[Axes] = None, **options: Unpack[InferenceOptions]) -> Axes:
    """Scores with their intervals, the best first, and beside the names the ranks that are possible."""
    board = model.scores(**options)
    order = np.argsort(-board["estimate"], kind="stable")
    ax = _axes(ax, len(order))
    best, worst = board["rank_best"], board["rank_worst"]
    names = [f"{board['item'][i]}  ({best[i]}-{worst[i]})" if best[i] != worst[i] else f"{board['item'][i]}  ({best[i]})"
             for i in order]  # fmt: skip
    columns = (board[name][order] for name in ("estimate", "lower", "upper"))
    _intervals(ax, np.arange(len(order)), *columns)
    _named(ax, names)
    ax.set_xlabel(f"score, {100 * board.info.level:g} % intervals")
    return ax


def ranks(model: Model, ax: Optional[Axes] = None, **options: Unpack[InferenceOptions]) -> Axes:
    """The probability of every rank of every item, the best first."""
    names, chances = np.array(model.items_), model.rank_probabilities(**options)
    order = np.argsort(-model.params, kind="stable")
    ax = _axes(ax, len(order))
    places = np.arange(1, len(order) + 1)
    mesh = ax.pcolormesh(places, np.arange(len(order)), chances[order], cmap="Blues", vmin=0, vmax=1, shading="nearest")
    ax.figure.colorbar(mesh, ax=ax, label="probability")
    _named(ax, names[order])
    ax.set_xlabel("rank")
    return ax


def judges(
    model: Model,
    ax: Optional[Axes] = None,
    quantity: str = "sensitivity",
    judge_options: Optional[JudgeOptions] = None,
    **options: Unpack[InferenceOptions],
) -> Axes:
    """A column of `Model.judges` that has an interval (sensitivity, slot_share, position, ratio, ...) of every judge."""
    report = model.judges(judge_options, **options)
    middle, lower, upper = (report[quantity + end] for end in ("", "_lower", "_upper"))
    order = np.argsort(-np.nan_to_num(middle, nan=-np.inf), kind="stable")
    ax = _axes(ax, len(order))
    _intervals(ax, np.arange(len(order)), middle[order], lower[order], upper[order])
    _named(ax, [f"{report['judge'][i]}  {', '.join(report['verdicts'][i])}".rstrip() for i in order])
    unit = report.column(quantity).unit
    ax.set_xlabel(quantity.replace("_", " ") + (f", {unit}" if unit else ""))
    return ax
