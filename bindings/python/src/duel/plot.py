"""Pictures with matplotlib: a forest of scores, probabilities of ranks, judges, who beats whom, ranks over time.

`duel.matrix_chart` draws maps and trees, and all of these, as SVG without matplotlib.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping, Optional, Union

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from typing_extensions import Unpack

    from ._methods import InferenceOptions, JudgeOptions
    from .model import Model


def _axes(ax: Optional[Axes], rows: int, columns: int = 0) -> Axes:
    if ax is not None:
        return ax
    from matplotlib import pyplot

    return pyplot.subplots(figsize=(max(7, 3.5 + 0.3 * columns), 1 + 0.3 * rows), layout="constrained")[1]


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
    """A column of `Model.judges` that has an interval (sensitivity, first_share, position, ratio, ...) of every judge."""
    report = model.judges(judge_options, **options)
    middle, lower, upper = (report[quantity + end] for end in ("", "_lower", "_upper"))
    order = np.argsort(-np.nan_to_num(middle, nan=-np.inf), kind="stable")
    ax = _axes(ax, len(order))
    _intervals(ax, np.arange(len(order)), middle[order], lower[order], upper[order])
    _named(ax, [f"{report['judge'][i]}  {', '.join(report['verdicts'][i])}".rstrip() for i in order])
    unit = report.column(quantity).unit
    ax.set_xlabel(quantity.replace("_", " ") + (f", {unit}" if unit else ""))
    return ax


def matches(model: Model, ax: Optional[Axes] = None) -> Axes:
    """The probability that the item of a row is preferred to that of a column, the best items first."""
    names, chances = np.array(model.items_), model.match_matrix()
    order = np.argsort(-model.params, kind="stable")
    ax = _axes(ax, len(order) + 3, len(order))
    places = np.arange(len(order))
    mesh = ax.pcolormesh(places, places, chances[np.ix_(order, order)], cmap="PuOr_r", vmin=0, vmax=1, shading="nearest")
    ax.figure.colorbar(mesh, ax=ax, label="row preferred")
    _named(ax, names[order])
    ax.set_xticks(places, [str(name) for name in names[order]], rotation=90)
    return ax


def bump(models: Union[Mapping[str, Model], Any], ax: Optional[Axes] = None) -> Axes:
    """Ranks from model to model, a line for each item: a board on several days, or of several groups of votes."""
    labelled = dict(models) if isinstance(models, Mapping) else {str(at + 1): model for at, model in enumerate(models)}
    if not labelled:
        raise ValueError("models: there are none")
    ranks: list[dict[str, int]] = []
    for model in labelled.values():
        scores = model.params
        ranks.append({str(name): 1 + int((scores > score).sum()) for name, score in zip(model.items_, scores)})
    names = sorted({name for of in ranks for name in of}, key=lambda name: [of.get(name, len(of) + 1) for of in ranks[::-1]])
    ax = _axes(ax, len(names))
    for name in names:
        line = ax.plot(range(len(ranks)), [of.get(name, np.nan) for of in ranks], "o-")[0]
        if name in ranks[-1]:
            ax.annotate(
                name, (len(ranks) - 1, ranks[-1][name]), xytext=(8, 0), textcoords="offset points", va="center",
                color=line.get_color(),
            )  # fmt: skip
    ax.set_xticks(range(len(ranks)), list(labelled))
    ax.margins(x=0.25)
    ax.invert_yaxis()
    ax.set_ylabel("rank")
    return ax
