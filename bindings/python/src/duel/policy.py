"""Which pairs to label for a budget."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Tuple

import numpy as np

from ._call import call, described
from ._values import empty, numbers, sized
from ._constants import HISTOGRAM_LENGTH
from .errors import SizeError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from typing_extensions import Unpack

    from ._constants import DrawingLike
    from ._methods import PolicyFacts, PolicyOptions

    Floats = np.ndarray[Any, np.dtype[np.float64]]


class Policy(NamedTuple):
    """Propensities of the pairs of every context, and what they cost and give."""

    propensities: "Floats"
    """In the shape of the weights."""
    facts: "PolicyFacts"
    nu: "Optional[Floats]" = None
    """One number for each context, where at most one pair is drawn."""
    covariance: "Optional[Floats]" = None
    """The covariance that is expected, times the number of contexts (D-optimal)."""


def _flat(value: "ArrayLike", argument: str) -> "Tuple[Floats, Tuple[int, ...]]":
    """Contexts x pairs, of an array whose pairs may have two dimensions; and the shape of the pairs."""
    array = numbers(value, "double", argument)
    if array.ndim < 2:
        raise SizeError(f"{argument} has {array.ndim} dimensions; it must have contexts, then pairs")
    return array.reshape(len(array), -1), array.shape[1:]


def costs_of(costs: "Optional[ArrayLike]", pairs: int) -> "Optional[Floats]":
    """The costs of pairs, in whatever shape they were given."""
    if costs is None:
        return None
    return sized(numbers(costs, "double", "costs").reshape(-1), (pairs,), "costs")


def _planned(name: str, weights: "ArrayLike", costs: "Optional[ArrayLike]", **given: Any) -> Policy:
    table, shape = _flat(weights, "weights")
    contexts, pairs = table.shape
    out, nu = empty(contexts, pairs), empty(contexts)
    facts = call(
        name, weights=table, contexts=contexts, pairs=pairs, costs=costs_of(costs, pairs), propensities=out, nu=nu, **given
    )
    return Policy(out.reshape(contexts, *shape), facts, nu)


@described("duel_policy_choose")
def policy_choose(
    weights: "ArrayLike", costs: "Optional[ArrayLike]" = None, **options: "Unpack[PolicyOptions]"
) -> Policy:
    """Weights are contexts x pairs, or contexts x items x items, as `Gars.weights` gives them."""
    return _planned("duel_policy_choose", weights, costs, options=options)


@described("duel_policy_apply")
def policy_apply(
    weights: "ArrayLike", costs: "Optional[ArrayLike]" = None, *, multiplier: float, **options: "Unpack[PolicyOptions]"
) -> Policy:
    """The multiplier is `lambda_` of `PolicyFacts`."""
    return _planned("duel_policy_apply", weights, costs, options=options, **{"lambda": multiplier})


@described("duel_policy_histogram")
def policy_histogram(
    weights: "ArrayLike", costs: "Optional[ArrayLike]" = None, histogram: "Optional[Floats]" = None
) -> "Floats":
    """It gives the histogram: a new one, or the one given, with the contexts added."""
    table, _ = _flat(weights, "weights")
    out = np.zeros(HISTOGRAM_LENGTH) if histogram is None else sized(histogram, (HISTOGRAM_LENGTH,), "histogram").copy()
    call(
        "duel_policy_histogram",
        weights=table, contexts=len(table), pairs=table.shape[1], costs=costs_of(costs, table.shape[1]), histogram=out,
    )  # fmt: skip
    return out


@described("duel_policy_lambda")
def policy_lambda(histogram: "ArrayLike", **options: "Unpack[PolicyOptions]") -> "PolicyFacts":
    counts = sized(numbers(histogram, "double", "histogram"), (HISTOGRAM_LENGTH,), "histogram")
    facts: PolicyFacts = call("duel_policy_lambda", histogram=counts, length=len(counts), options=options)
    return facts


@described("duel_policy_outcome")
def policy_outcome(
    weights: "ArrayLike", propensities: "ArrayLike", costs: "Optional[ArrayLike]" = None
) -> "PolicyFacts":
    table, _ = _flat(weights, "weights")
    chances = sized(_flat(propensities, "propensities")[0], table.shape, "propensities")
    facts: PolicyFacts = call(
        "duel_policy_outcome",
        weights=table, contexts=len(table), pairs=table.shape[1], costs=costs_of(costs, table.shape[1]),
        propensities=chances,
    )  # fmt: skip
    return facts


@described("duel_policy_draw")
def policy_draw(
    propensities: "ArrayLike", drawing: "DrawingLike" = "independent", seed: int = 0, first_context: int = 0
) -> "np.ndarray[Any, np.dtype[np.bool_]]":
    """True for a pair that is to be labelled, in the shape of the propensities."""
    chances, shape = _flat(propensities, "propensities")
    out = np.empty(chances.shape, dtype=np.uint8)
    call(
        "duel_policy_draw",
        propensities=chances, contexts=len(chances), pairs=chances.shape[1], drawing=drawing, seed=seed,
        first_context=first_context, out=out,
    )  # fmt: skip
    return out.view(np.bool_).reshape(len(chances), *shape)
