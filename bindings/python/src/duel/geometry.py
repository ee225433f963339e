"""Maps, trees, and agreement: functions of numbers from anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Optional

import numpy as np

from ._call import call, Cancel, described
from ._values import empty, matrix, numbers, sized
from .errors import SizeError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from typing_extensions import Unpack

    from ._constants import AdjustmentLike, AgreementLike, DissimilarityLike, CutLike, LinkageLike
    from ._methods import (
        ChartOptions,
        EffectiveFacts,
        ExactFacts,
        ExactOptions,
        MatrixBiclusterRow,
        PairedFacts,
        PairedOptions,
        PlanFacts,
        PlanOptions,
        SmacofFacts,
        SmacofOptions,
        SprtFacts,
        SprtOptions,
        TreeClusterRow,
        VotesConfidenceRow,
        VotesReliabilityRow,
    )
    from .table import Table

    Floats = np.ndarray[Any, np.dtype[np.float64]]


class Map(NamedTuple):
    """Items as points."""

    points: "Floats"
    """Items x dimensions."""
    eigenvalues: "Optional[Floats]" = None
    """One for each item, the largest first."""
    shares: "Optional[Floats]" = None
    """The share of each in the sum of their absolute values."""
    gamma: Optional[float] = None
    """The gamma that was taken."""
    facts: "Optional[SmacofFacts]" = None


def _square(value: "ArrayLike", argument: str = "dissimilarities") -> "Floats":
    array = matrix(value, argument)
    return sized(array, (len(array), len(array)), argument)


@described("duel_map_kernel_pca")
def map_kernel_pca(
    dissimilarities: "ArrayLike", dimensions: int = 2, gamma: float = 0, cancel: Optional[Cancel] = None
) -> Map:
    table = _square(dissimilarities)
    out, eigenvalues, shares = empty(len(table), dimensions), empty(len(table)), empty(len(table))
    used = call(
        "duel_map_kernel_pca",
        dissimilarities=table, items=len(table), gamma=gamma, dimensions=dimensions, cancel=cancel, out=out,
        eigenvalues=eigenvalues, shares=shares,
    )  # fmt: skip
    return Map(out, eigenvalues, shares, used)


@described("duel_map_classical")
def map_classical(dissimilarities: "ArrayLike", dimensions: int = 2, cancel: Optional[Cancel] = None) -> Map:
    table = _square(dissimilarities)
    out, eigenvalues, shares = empty(len(table), dimensions), empty(len(table)), empty(len(table))
    call(
        "duel_map_classical",
        dissimilarities=table, items=len(table), dimensions=dimensions, cancel=cancel, out=out, eigenvalues=eigenvalues,
        shares=shares,
    )  # fmt: skip
    return Map(out, eigenvalues, shares)


@described("duel_map_smacof")
def map_smacof(
    dissimilarities: "ArrayLike",
    dimensions: int = 2,
    weights: "Optional[ArrayLike]" = None,
    **options: "Unpack[SmacofOptions]",
) -> Map:
    table = _square(dissimilarities)
    some = None if weights is None else sized(_square(weights, "weights"), table.shape, "weights")
    out = empty(len(table), dimensions)
    facts = call(
        "duel_map_smacof",
        dissimilarities=table, weights=some, items=len(table), dimensions=dimensions, options=options, out=out,
    )  # fmt: skip
    return Map(out, facts=facts)


class Tree(NamedTuple):
    """Clusters of clusters."""

    merges: "Table[TreeClusterRow]"
    """The linkage matrix of SciPy, with names."""
    order: "np.ndarray[Any, np.dtype[np.int64]]"
    """The items from left to right."""

    def cut(self, by: "CutLike", value: float) -> "np.ndarray[Any, np.dtype[np.int64]]":
        """The clusters of the items when the tree is cut: see `tree_cut`."""
        left, right, heights = (self.merges.column(name).values for name in ("left_cluster", "right_cluster", "height"))
        clusters: np.ndarray[Any, np.dtype[np.int64]] = tree_cut(left, right, heights, by=by, value=value)
        return clusters

    def linkage(self) -> "Floats":
        """The merges as SciPy's functions take them."""
        names = ("left_cluster", "right_cluster", "height", "items")
        return np.column_stack([self.merges.column(name).values.astype(float) for name in names])


@described("duel_tree_cluster")
def tree_cluster(
    dissimilarities: "ArrayLike",
    linkage: "LinkageLike" = "average",
    optimal: bool = False,
    cancel: Optional[Cancel] = None,
) -> Tree:
    table = _square(dissimilarities)
    order = np.empty(len(table), dtype=np.int64)
    merges = call(
        "duel_tree_cluster",
        dissimilarities=table, items=len(table), linkage=linkage, optimal=int(optimal), cancel=cancel, order=order,
    )  # fmt: skip
    return Tree(merges, order)


@described("duel_tree_cut")
def tree_cut(
    left: "ArrayLike", right: "ArrayLike", heights: "ArrayLike", by: "CutLike", value: float
) -> "np.ndarray[Any, np.dtype[np.int64]]":
    sides = [numbers(side, "int64_t", name) for side, name in ((left, "left"), (right, "right"))]
    levels = numbers(heights, "double", "heights")
    for side, name in zip(sides, ("left", "right")):
        sized(side, levels.shape, name)
    out = np.empty(len(levels) + 1, dtype=np.int64)
    call(
        "duel_tree_cut",
        left=sides[0], right=sides[1], heights=levels, items=len(out), by=by, value=value, out=out,
    )  # fmt: skip
    return out


@described("duel_matrix_bicluster")
def matrix_bicluster(
    table: "ArrayLike",
    row_groups: int = 0,
    column_groups: int = 0,
    dissimilarity: "DissimilarityLike" = "euclidean",
    linkage: "LinkageLike" = "average",
    cancel: Optional[Cancel] = None,
) -> "Table[MatrixBiclusterRow]":
    cells = matrix(table, "table")
    found: Table[MatrixBiclusterRow] = call(
        "duel_matrix_bicluster",
        table=cells, rows=cells.shape[0], columns=cells.shape[1], dissimilarity=dissimilarity, linkage=linkage, row_groups=row_groups,
        column_groups=column_groups, cancel=cancel,
    )  # fmt: skip
    return found


@described("duel_matrix_chart")
def matrix_chart(table: "ArrayLike", **options: "Unpack[ChartOptions]") -> str:
    """One column may be given as a sequence of numbers."""
    given = numbers(table, "double", "table")
    cells = matrix(given.reshape(-1, 1) if given.ndim == 1 else given, "table")

    def draw(**out: Any) -> Any:
        return call("duel_matrix_chart", table=cells, rows=cells.shape[0], columns=cells.shape[1], options=options, **out)

    text = np.empty(draw(), dtype=np.uint8)
    draw(out=text)
    return text.tobytes().rstrip(b"\0").decode()


@described("duel_rankings_agreement")
def rankings_agreement(
    scores: "ArrayLike", measure: "AgreementLike" = "kendall", k: int = 1, cancel: Optional[Cancel] = None
) -> "Floats":
    rows = matrix(scores, "scores")
    out = empty(len(rows), len(rows))
    call(
        "duel_rankings_agreement",
        scores=rows, rankings=len(rows), items=rows.shape[1], measure=measure, k=k, cancel=cancel, out=out,
    )  # fmt: skip
    return out


@described("duel_rankings_effective")
def rankings_effective(scores: "ArrayLike", precisions: "Optional[ArrayLike]" = None) -> "EffectiveFacts":
    rows = matrix(scores, "scores")
    if precisions is not None:
        precisions = sized(numbers(precisions, "double", "precisions"), (len(rows),), "precisions")
    facts: EffectiveFacts = call(
        "duel_rankings_effective", scores=rows, judges=len(rows), items=rows.shape[1], precisions=precisions
    )
    return facts


def _votes(name: str, judge: "ArrayLike", confidence: "ArrayLike", correct: "ArrayLike", bins: int) -> Any:
    who = numbers(judge, "int32_t", "judge")
    columns = {
        name: sized(numbers(value, "double", name), who.shape, name)
        for name, value in (("confidence", confidence), ("correct", correct))
    }
    judges = int(who.max()) + 1 if who.size else 0
    return call(name, judge=who, votes=len(who), judges=judges, bins=bins, **columns)


@described("duel_votes_confidence")
def votes_confidence(
    judge: "ArrayLike", confidence: "ArrayLike", correct: "ArrayLike", bins: int = 0
) -> "Table[VotesConfidenceRow]":
    table: Table[VotesConfidenceRow] = _votes("duel_votes_confidence", judge, confidence, correct, bins)
    return table


@described("duel_votes_reliability")
def votes_reliability(
    judge: "ArrayLike", confidence: "ArrayLike", correct: "ArrayLike", bins: int = 0
) -> "Table[VotesReliabilityRow]":
    table: Table[VotesReliabilityRow] = _votes("duel_votes_reliability", judge, confidence, correct, bins)
    return table


@described("duel_counts_sprt")
def counts_sprt(counts: "ArrayLike", **options: "Unpack[SprtOptions]") -> "SprtFacts":
    given = numbers(counts, "double", "counts")
    if given.ndim != 1:
        raise SizeError(f"counts has {given.ndim} dimensions; it must have one")
    facts: SprtFacts = call("duel_counts_sprt", counts=given, count=len(given), options=options)
    return facts


@described("duel_counts_paired")
def counts_paired(
    only_first: float, only_second: float, tasks: float, **options: "Unpack[PairedOptions]"
) -> "PairedFacts":
    facts: PairedFacts = call(
        "duel_counts_paired", only_first=only_first, only_second=only_second, tasks=tasks, options=options
    )
    return facts


@described("duel_differences_exact")
def differences_exact(differences: "ArrayLike", **options: "Unpack[ExactOptions]") -> "ExactFacts":
    given = numbers(differences, "double", "differences")
    if given.ndim != 1:
        raise SizeError(f"differences has {given.ndim} dimensions; it must have one")
    facts: ExactFacts = call("duel_differences_exact", differences=given, count=len(given), options=options)
    return facts


@described("duel_plan_units")
def plan_units(**options: "Unpack[PlanOptions]") -> "PlanFacts":
    facts: PlanFacts = call("duel_plan_units", options=options)
    return facts


@described("duel_p_adjust")
def p_adjust(p_values: "ArrayLike", adjustment: "AdjustmentLike" = "holm") -> "Floats":
    given = numbers(p_values, "double", "p_values")
    if given.ndim != 1:
        raise SizeError(f"p_values has {given.ndim} dimensions; it must have one")
    out = empty(len(given))
    call("duel_p_adjust", p_values=given, count=len(given), adjustment=adjustment, out=out)
    return out
