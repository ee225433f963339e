"""Scores without a model: functionals of the probabilities of labels, corrected by labels."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, List, Optional, Sequence, Tuple, Union

import numpy as np

from ._call import call, described, saved
from ._handles import CLASSES, Gate
from ._values import choice, empty, matrix, numbers, sized
from ._constants import Functional
from ._library import library
from ._methods import GarsMethods
from .contexts import Contexts, Items, items_of
from .errors import ArgumentError, SizeError
from .nuisance import Nuisance, lesson
from .own import Compared, Functions, Score
from .policy import Policy, costs_of
from .set import Path, contents

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from typing_extensions import Unpack

    from ._constants import EstimatorLike, FunctionalLike
    from ._methods import (
        GarsBoundsRow,
        GarsSelectionRow,
        InferenceOptions,
        NuisanceOptions,
        PolicyOptions,
        WaldFacts,
    )
    from .estimate import Estimate
    from .model import Model
    from .table import Table

_VARIANTS = {
    Functional.BRADLEY_TERRY: "duel_log_odds",
    Functional.SOFTMAX: "duel_log_odds",
    Functional.RANK_CENTRALITY: "duel_centrality",
    Functional.COPELAND: "duel_copeland",
    Functional.KEMENY: "duel_kemeny",
    Functional.MISCALIBRATION: "duel_miscalibration",
    Functional.RESTRICTED: "duel_restricted",
}


class Gars(GarsMethods):
    """Nonparametric ranking scores: see `duel.GarsOptions` for what is estimated.

    `functionals` are words, `duel.against("gpt-4")`, `duel.share("gpt-4")`, and functions of one's own, `duel.Score(f)`.
    `groups` are names of groups of contexts, whose weights come with these.
    `items` is their number, or their names. `add` takes contexts, `estimate(functional, "debiased")` answers; estimates
    of shards are merged. Only one thread at a time changes one; others wait.
    """

    names: Optional[List[str]]
    """The names of the items, if they were given."""

    @described("duel_gars_new")
    def __init__(
        self,
        items: Items,
        categories: int = 2,
        functionals: Union[
            "FunctionalLike", Compared, Score, Iterable[Union["FunctionalLike", Compared, Score]]
        ] = "borda",
        *,
        groups: Sequence[str] = (),
        variants: Optional[Sequence[Union[str, int, None]]] = None,
        rankings: Optional[Sequence[Sequence[Union[int, str]]]] = None,
        **options: Any,
    ) -> None:
        size, self.names = items_of(items)
        alone = isinstance(functionals, (str, int, Compared, Score))
        asked: List[Any] = [functionals] if alone else list(functionals)  # type: ignore[arg-type]
        words = ["own" if isinstance(one, Score) else one[0] if isinstance(one, Compared) else one for one in asked]
        codes = [Functional(choice("duel_functional", one, "functionals")) for one in words]
        given: Dict[str, Any] = {**options, "items": size, "categories": categories, "functionals": codes}
        if variants is not None:
            if len(variants) != len(codes):
                raise SizeError(f"variants has {len(variants)} elements; it must have {len(codes)}")
            given["variants"] = [
                0 if one is None else choice(_VARIANTS[code], one, "variants") if code in _VARIANTS else int(one)
                for code, one in zip(codes, variants)
            ]
        for at, one in enumerate(asked):
            if isinstance(one, (Compared, Score)):
                known = given.setdefault("variants", [0] * len(codes))
                known[at] = self._item(one.item) if isinstance(one, Compared) else one.size(size, categories)
        if groups:
            given["group_names"], given["group_count"] = list(groups), len(groups)
        if rankings is not None:
            rows = [[self._item(one) for one in ranking] for ranking in rankings]
            given["rankings"] = sized(np.array(rows), (len(rows), size), "rankings")
            given["ranking_count"] = len(rows)
        other = call("duel_gars_new", options=given)
        self._pointer, other._pointer = other._pointer, None
        self._gate = Gate()
        self._functions = Functions()
        for at, one in enumerate(asked):
            if isinstance(one, Score):
                self.own(at, one)

    @classmethod
    def _own(cls, pointer: int) -> Any:
        self = super()._own(pointer)
        self.names = None
        self._functions = Functions()
        return self

    @described("duel_gars_own")
    def own(self, functional: int, score: Score) -> "Gars":
        """Needed after loading; the constructor does it for scores that it is given. It gives the estimate itself."""
        facts = self.info()
        function, slope = self._functions.made(score, (facts.items, facts.items, facts.categories))
        call("duel_gars_own", gars=self, functional=functional, name=score.name, score=function, slope=slope, user=None)
        return self

    def group_names(self) -> List[str]:
        """The names of the groups of contexts."""
        return [str(name) for name in self.groups()["name"]]

    def _group(self, one: Union[int, str]) -> int:
        if isinstance(one, str):
            names = self.group_names()
            if one not in names:
                raise ArgumentError(f"{one!r} is no group; the groups are {', '.join(names) or 'none'}")
            return names.index(one)
        return one

    def group_estimate(
        self,
        functional: int = 0,
        group: Union[int, str] = -1,
        estimator: "EstimatorLike" = "debiased",
        **options: "Unpack[InferenceOptions]",
    ) -> "Estimate":
        """A functional in a group of contexts, by name or number, or (-1) in all of them, one after the other. A group of
        fewer than 30 contexts (clusters) is an error of the data."""
        return super().group_estimate(functional, self._group(group), estimator, **options)

    def differences(
        self,
        functional: int,
        group: Union[int, str],
        other: Union[int, str],
        estimator: "EstimatorLike" = "debiased",
        **options: "Unpack[InferenceOptions]",
    ) -> "Estimate":
        """A functional in a group of contexts less the same in another; both by name or number."""
        return super().differences(functional, self._group(group), self._group(other), estimator, **options)

    def _item(self, one: Union[int, str]) -> int:
        if isinstance(one, str):
            if self.names is None or one not in self.names:
                raise ArgumentError(f"{one!r} is no item")
            return self.names.index(one)
        return one

    def _filled(self, given: Contexts) -> Callable[[Any], Any]:
        facts = self.info()
        groups = self.group_names() if given.groups is not None else []
        return lambda frame: given.fill(frame, facts.items, facts.categories, self.names, groups)

    @described("duel_gars_add")
    def add(self, mu: Union["ArrayLike", Contexts], **columns: Any) -> "Gars":
        """Contexts, or what makes them. It gives the estimate itself."""
        given = mu if isinstance(mu, Contexts) else Contexts(mu, **columns)
        self._functions.asked(lambda: call("duel_gars_add", gars=self, contexts=self._filled(given)))
        return self

    @described("duel_gars_run")
    def run(
        self,
        mu: Union[Callable[[int, int], "ArrayLike"], "Nuisance"],
        contexts: Optional[Contexts] = None,
        **columns: Any,
    ) -> "Gars":
        """`mu(first, count)` gives count x items x items x categories; learners give their own. It gives the estimate
        itself."""
        given = contexts if contexts is not None else Contexts(None, **columns)
        facts = self.info()
        shape = (facts.items, facts.items, facts.categories)
        user: Optional[int] = None
        function: Any
        if isinstance(mu, Nuisance):
            theirs = mu.info()
            if (theirs.items, theirs.categories) != (facts.items, facts.categories):
                raise ArgumentError(
                    f"the learners are of {theirs.items} items and {theirs.categories} categories, and the scores of "
                    f"{facts.items} and {facts.categories}"
                )
            function, user = library.duel_nuisance_mu, mu._pointer
        else:
            wanted: Callable[[int, int], ArrayLike] = mu

            def write(_: Any, first: int, count: int, place: int) -> None:
                out = np.ctypeslib.as_array((ctypes.c_double * (count * int(np.prod(shape)))).from_address(place))
                part = np.asarray(wanted(first, count), dtype=float)
                out[:] = sized(part, (count, *shape), "what mu gives").reshape(-1)

            function = write
        self._functions.asked(
            lambda: call("duel_gars_run", gars=self, contexts=self._filled(given), mu=function, user=user)
        )
        return self

    @described("duel_gars_learn")
    def learn(
        self,
        contexts: Optional[Contexts] = None,
        *,
        features: Optional["ArrayLike"] = None,
        linear_count: int = 0,
        predictions: Optional["ArrayLike"] = None,
        splits: int = 0,
        options: Optional["NuisanceOptions"] = None,
        **columns: Any,
    ) -> "Gars":
        """`contexts` are without mu, or are made of `columns`, as in `add`; features, predictions and options are those of
        `Nuisance`. It gives the estimate itself."""
        given = contexts if contexts is not None else Contexts(None, **columns)
        facts = self.info()
        chosen = {**lesson(given.length, facts.items, features, linear_count, predictions), **(options or {})}
        chosen.update(items=facts.items, categories=facts.categories)
        self._functions.asked(
            lambda: call(
                "duel_gars_learn", gars=self, contexts=self._filled(given), options=chosen, splits=splits
            )
        )
        return self

    @described("duel_gars_psi")
    def psi(self, mu: Union["ArrayLike", Contexts], **columns: Any) -> "Tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]":
        """The influence values, contexts x values, and the same without the correction."""
        given = mu if isinstance(mu, Contexts) else Contexts(mu, **columns)
        psi, plugin = (empty(given.length, self.values()) for _ in range(2))
        self._functions.asked(
            lambda: call("duel_gars_psi", gars=self, contexts=self._filled(given), psi=psi, plugin=plugin)
        )
        return psi, plugin

    @described("duel_gars_weights")
    def weights(
        self, mu: Union["ArrayLike", Contexts], functional: int = 0, q: Optional["ArrayLike"] = None, **columns: Any
    ) -> "np.ndarray[Any, np.dtype[np.float64]]":
        given = mu if isinstance(mu, Contexts) else Contexts(mu, **columns)
        items, size = self.info().items, self.values(functional)
        out = empty(given.length, items, items)
        square = None if q is None else sized(numbers(q, "double", "q"), (size, size), "q")
        call("duel_gars_weights", gars=self, functional=functional, contexts=self._filled(given), q=square, out=out)
        return out

    @described("duel_gars_selection")
    def selection(
        self,
        mu: Union["ArrayLike", Contexts],
        functional: int = 0,
        *,
        claims: Optional[Sequence[Tuple[Union[int, str], Union[int, str]]]] = None,
        answered: Optional["ArrayLike"] = None,
        selection_model: Union[str, int, None] = None,
        level: Optional[float] = None,
        **columns: Any,
    ) -> "Table[GarsSelectionRow]":
        """Contexts, or what makes them, as in `add`; `claims` are pairs of items, by name or number."""
        given = mu if isinstance(mu, Contexts) else Contexts(mu, **columns)
        options: Dict[str, Any] = {"answered": answered, "selection_model": selection_model, "level": level}
        if claims is not None:
            options["claims"] = [self._item(item) for claim in claims for item in claim]
            options["claim_count"] = len(claims)
        table: Table[GarsSelectionRow] = call(
            "duel_gars_selection", gars=self, contexts=self._filled(given), functional=functional, options=options
        )
        return table

    @described("duel_gars_bounds")
    def bounds(
        self,
        mu: Union["ArrayLike", Contexts],
        gamma: "ArrayLike",
        functional: int = 0,
        *,
        answered: Optional["ArrayLike"] = None,
        selection_model: Union[str, int, None] = None,
        level: Optional[float] = None,
        **columns: Any,
    ) -> "Table[GarsBoundsRow]":
        """Contexts, or what makes them, as in `add`; `gamma` is a factor, or several."""
        given = mu if isinstance(mu, Contexts) else Contexts(mu, **columns)
        options = {"answered": answered, "selection_model": selection_model, "level": level}
        table: Table[GarsBoundsRow] = call(
            "duel_gars_bounds",
            gars=self, contexts=self._filled(given), functional=functional,
            gamma=numbers(np.atleast_1d(np.asarray(gamma, dtype=float)), "double", "gamma"), options=options,
        )  # fmt: skip
        return table

    @described("duel_gars_values")
    def values(self, functional: int = -1) -> int:
        size: int = call("duel_gars_values", gars=self, functional=functional)
        return size

    @described("duel_gars_ellipsoid")
    def ellipsoid(
        self,
        null: "ArrayLike",
        functional: int = 0,
        estimator: "EstimatorLike" = "debiased",
        **options: "Unpack[InferenceOptions]",
    ) -> "WaldFacts":
        value = sized(numbers(null, "double", "null"), (self.values(functional),), "null")
        facts: WaldFacts = call(
            "duel_gars_ellipsoid", gars=self, functional=functional, estimator=estimator, null=value, options=options
        )
        return facts

    @described("duel_gars_model_mu")
    def model_mu(
        self,
        model: "Model",
        judge: Union[int, str] = -1,
        context: Union[int, str] = -1,
        **options: "Unpack[InferenceOptions]",
    ) -> "np.ndarray[Any, np.dtype[np.float64]]":
        """Judge and context are names, or ids."""
        facts = self.info()
        out = empty(facts.items, facts.items, facts.categories)
        who = model.find("judge", judge) if isinstance(judge, str) else judge
        where = model.find("context", context) if isinstance(context, str) else context
        call("duel_gars_model_mu", gars=self, model=model, judge=who, context=where, options=options, out=out)
        return out

    @described("duel_gars_d_optimal")
    def d_optimal(
        self,
        mu: "ArrayLike",
        functional: int = 0,
        costs: Optional["ArrayLike"] = None,
        **options: "Unpack[PolicyOptions]",
    ) -> Policy:
        facts, size = self.info(), self.values(functional)
        given = numbers(mu, "double", "mu")
        sized(given, (len(given), facts.items, facts.items, facts.categories), "mu")
        out, covariance = empty(len(given), facts.items, facts.items), empty(size, size)
        found = call(
            "duel_gars_d_optimal",
            gars=self, functional=functional, mu=given, contexts=len(given), costs=costs_of(costs, facts.items**2),
            options=options, propensities=out, covariance=covariance,
        )  # fmt: skip
        return Policy(out, found, covariance=covariance)

    def merge(self, other: "Gars") -> "Gars":
        """Adds the contexts of another estimate. It gives the estimate itself."""
        call("duel_gars_merge", gars=self, other=Gars.load(other.save()) if other is self else other)
        return self

    @described("duel_gars_save")
    def save(self, path: Optional[Path] = None) -> bytes:
        """The estimate as bytes, which are written to a file if a path is given; names of items are no part of it."""
        data = saved("duel_gars_save", gars=self)
        if path is not None:
            with open(path, "wb") as file:
                file.write(data)
        return data

    @classmethod
    @described("duel_gars_load")
    def load(cls, source: Union[bytes, Path]) -> "Gars":
        """An estimate from bytes, or from a file."""
        data = contents(source)
        made: Gars = call("duel_gars_load", bytes=data, length=len(data))
        return made

    def __reduce__(self) -> Any:
        return _loaded, (self.save(), self.names)

    def __repr__(self) -> str:
        facts = self.info()
        return f"<Gars of {facts.items} items: {facts.contexts:.0f} contexts, {facts.labels:.0f} labels>"


CLASSES["duel_gars"] = Gars


def _loaded(data: bytes, names: Optional[List[str]]) -> Gars:
    made = Gars.load(data)
    made.names = names
    return made


@described("duel_influence_equality")
def influence_equality(
    first: "ArrayLike",
    second: "ArrayLike",
    clusters: Optional["ArrayLike"] = None,
    sum_is_constant: bool = False,
    **options: "Unpack[InferenceOptions]",
) -> "WaldFacts":
    one = matrix(first, "first")
    other = sized(matrix(second, "second"), one.shape, "second")
    if clusters is not None:
        clusters = sized(numbers(clusters, "uint64_t", "clusters"), (len(one),), "clusters")
    facts: WaldFacts = call(
        "duel_influence_equality",
        contexts=len(one), values=one.shape[1], first=one, second=other, clusters=clusters,
        sum_is_constant=int(sum_is_constant), options=options,
    )  # fmt: skip
    return facts
