"""Scores without a model: functionals of the probabilities of labels, corrected by labels."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _columns
from ._call import CLASSES, Gate, call, choice, described, empty, matrix, new_struct, numbers, saved, sized
from ._constants import Functional
from ._library import library
from ._methods import GarsMethods, NuisanceMethods
from .errors import ArgumentError, SizeError
from .set import Path, contents

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from typing_extensions import Unpack

    from ._call import Cancel, ProgressLike
    from ._constants import EstimatorLike, FunctionalLike
    from ._methods import GarsOptions, InferenceOptions, NuisanceOptions, WaldFacts
    from .estimate import Estimate

Items = Union[int, Sequence[str]]
_VARIANTS = {
    Functional.BRADLEY_TERRY: "duel_log_odds",
    Functional.SOFTMAX: "duel_log_odds",
    Functional.RANK_CENTRALITY: "duel_centrality",
    Functional.COPELAND: "duel_copeland",
    Functional.KEMENY: "duel_kemeny",
    Functional.MISCALIBRATION: "duel_miscalibration",
    Functional.RESTRICTED: "duel_restricted",
}


class Contexts:
    """Contexts with what is predicted and what was labelled.

    `mu` are probabilities, contexts x items x items x categories: of every context, item shown first, item shown second,
    category. Arrays are read where they are, with their strides; `np.broadcast_to` of one context's probabilities to
    many is worked on once. Labels are columns of the same length: `context`, `first`, `second`, `category` (from 0),
    `propensity`, the probability with which this pair was to be labelled, and `weight`. `cluster` is that of every
    context. Items are numbers from 0, or names where the estimate has names.
    """

    def __init__(
        self,
        mu: Optional["ArrayLike"] = None,
        *,
        length: Optional[int] = None,
        context: Any = None,
        first: Any = None,
        second: Any = None,
        category: Any = None,
        propensity: Any = None,
        weight: Any = None,
        cluster: Any = None,
        judge: Optional["ArrayLike"] = None,
        propensities: Optional["ArrayLike"] = None,
        replicates: bool = False,
        threads: int = 0,
        cancel: Optional["Cancel"] = None,
        progress: Optional["ProgressLike"] = None,
    ) -> None:
        self.mu = None if mu is None else np.asarray(mu, dtype=float)
        if self.mu is None and length is None:
            raise ArgumentError("length is None; without mu it must be the number of contexts")
        self.length = length if length is not None else len(self.mu)  # type: ignore[arg-type]
        self.judge = None if judge is None else np.asarray(judge, dtype=float)
        self.propensities = None if propensities is None else np.asarray(propensities, dtype=float)
        self.labels = {
            "context": context, "first": first, "second": second, "category": category,
            "propensity": propensity, "weight": weight,
        }  # fmt: skip
        self.cluster, self.replicates, self.threads = cluster, replicates, threads
        self.cancel, self.progress = cancel, progress

    def fill(self, frame: Any, items: int, categories: int, names: Optional[Sequence[str]]) -> Any:
        """The struct that C reads."""
        memory = _columns.Memory()
        frame.kept.append(memory)
        struct = new_struct("duel_gars_contexts", length=self.length, threads=self.threads)
        struct.replicates = int(self.replicates)
        shape = (self.length, items, items, categories)
        for name, strides, array, wanted in (
            ("mu", "mu_strides", self.mu, shape),
            ("judge", "judge_strides", self.judge, shape),
            ("propensities", "propensity_strides", self.propensities, shape[:3]),
        ):
            if array is not None:
                array, steps = _strided(sized(array, wanted, name))
                memory.kept += [array, steps]
                setattr(struct, name, array.ctypes.data)
                setattr(struct, strides, steps.ctypes.data)
        given = {name: column for name, column in self.labels.items() if column is not None}
        read: Dict[str, Any] = {}
        for name, column in given.items():
            if name in ("propensity", "weight"):
                read[name] = _columns.measured(column, name)
            elif name in ("first", "second") and names is not None:
                read[name] = _numbers_of(column, names, name)
            else:
                read[name] = numbers(column, "int64_t", name)
        if read:
            struct.labels = _columns.length_of(read)
        for name, column in read.items():
            setattr(struct, name, memory.array(column))
        if self.cluster is not None:
            cluster = np.asarray(self.cluster)
            if cluster.dtype.kind not in "iu":
                cluster = _columns.coded(self.cluster, "cluster").codes
            struct.cluster = memory.array(sized(numbers(cluster, "int64_t", "cluster"), (self.length,), "cluster"))
        struct.cancel = frame.cancel(self.cancel)
        if self.progress:
            struct.progress = frame.progress(self.progress)
        return struct


def _strided(array: "np.ndarray[Any, Any]") -> Tuple[Any, Any]:
    """An array with its strides in numbers; a copy where they cannot be told so."""
    if any(step < 0 or step % 8 for step in array.strides) or not array.flags.aligned:
        array = np.ascontiguousarray(array)
    return array, np.array([step // 8 for step in array.strides], dtype=np.uintp)


def _numbers_of(column: Any, names: Sequence[str], argument: str) -> "np.ndarray[Any, Any]":
    """Items by their numbers, where they may be names."""
    array = np.asarray(column) if not isinstance(column, _columns.Coded) else column
    if isinstance(array, np.ndarray) and array.dtype.kind in "iu":
        return numbers(array, "int64_t", argument)
    read = _columns.coded(column, argument)
    known = {name: number for number, name in enumerate(names)}
    for label in read.labels:
        if label not in known:
            raise ArgumentError(f"{argument} holds {label!r}; the items are {', '.join(names)}")
    if read.codes.size and read.codes.min() < 0:
        raise ArgumentError(f"{argument} is missing in row {int(np.argmin(read.codes))}")
    table = np.array([known[label] for label in read.labels] or [0], dtype=np.int64)
    found: np.ndarray[Any, np.dtype[np.int64]] = table[read.codes]
    return found


def _items(items: Items) -> Tuple[int, Optional[List[str]]]:
    return (items, None) if isinstance(items, int) else (len(items), list(items))


class Gars(GarsMethods):
    """Nonparametric ranking scores: see `duel.GarsOptions` for what is estimated.

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
        functionals: Union["FunctionalLike", Iterable["FunctionalLike"]] = "borda",
        *,
        variants: Optional[Sequence[Union[str, int, None]]] = None,
        rankings: Optional[Sequence[Sequence[Union[int, str]]]] = None,
        **options: Any,
    ) -> None:
        size, self.names = _items(items)
        asked = [functionals] if isinstance(functionals, (str, int)) else list(functionals)
        codes = [Functional(choice("duel_functional", one, "functionals")) for one in asked]
        given: Dict[str, Any] = {**options, "items": size, "categories": categories, "functionals": codes}
        if variants is not None:
            if len(variants) != len(codes):
                raise SizeError(f"variants has {len(variants)} elements; it must have {len(codes)}")
            given["variants"] = [
                0 if one is None else choice(_VARIANTS[code], one, "variants") if code in _VARIANTS else int(one)
                for code, one in zip(codes, variants)
            ]
        if rankings is not None:
            rows = [[self._item(one) for one in ranking] for ranking in rankings]
            given["rankings"] = sized(np.array(rows), (len(rows), size), "rankings")
            given["ranking_count"] = len(rows)
        other = call("duel_gars_new", options=given)
        self._pointer, other._pointer = other._pointer, None
        self._gate = Gate()

    @classmethod
    def _own(cls, pointer: int) -> Any:
        self = super()._own(pointer)
        self.names = None
        return self

    def _item(self, one: Union[int, str]) -> int:
        if isinstance(one, str):
            if self.names is None or one not in self.names:
                raise ArgumentError(f"{one!r} is no item")
            return self.names.index(one)
        return one

    def _filled(self, given: Contexts) -> Callable[[Any], Any]:
        facts = self.info()
        return lambda frame: given.fill(frame, facts.items, facts.categories, self.names)

    @described("duel_gars_add")
    def add(self, mu: Union["ArrayLike", Contexts], **columns: Any) -> "Gars":
        """Contexts, or what makes them. It gives the estimate itself."""
        given = mu if isinstance(mu, Contexts) else Contexts(mu, **columns)
        call("duel_gars_add", gars=self, contexts=self._filled(given))
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
        call("duel_gars_run", gars=self, contexts=self._filled(given), mu=function, user=user)
        return self

    @described("duel_gars_psi")
    def psi(self, mu: Union["ArrayLike", Contexts], **columns: Any) -> "Tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]":
        """The influence values, contexts x values, and the same without the correction."""
        given = mu if isinstance(mu, Contexts) else Contexts(mu, **columns)
        psi, plugin = (empty(given.length, self.values()) for _ in range(2))
        call("duel_gars_psi", gars=self, contexts=self._filled(given), psi=psi, plugin=plugin)
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

    @described("duel_gars_values")
    def values(self, functional: int = -1) -> int:
        size: int = call("duel_gars_values", gars=self, functional=functional)
        return size

    @described("duel_gars_pairs")
    def pairs(self) -> "np.ndarray[Any, np.dtype[np.float64]]":
        items = self.info().items
        out = empty(items, items, 4)
        call("duel_gars_pairs", gars=self, out=out)
        return out

    @described("duel_gars_ellipsoid")
    def ellipsoid(
        self,
        null: "ArrayLike",
        functional: int = 0,
        estimate: "EstimatorLike" = "debiased",
        **options: "Unpack[InferenceOptions]",
    ) -> "WaldFacts":
        value = sized(numbers(null, "double", "null"), (self.values(functional),), "null")
        facts: WaldFacts = call(
            "duel_gars_ellipsoid", gars=self, functional=functional, estimate=estimate, null=value, options=options
        )
        return facts

    def merge(self, other: "Gars") -> None:
        call("duel_gars_merge", gars=self, other=Gars.load(other.save()) if other is self else other)

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


class Nuisance(NuisanceMethods):
    """Cross-fitted learners of the probabilities of labels: every context is predicted by a fit to labels of others."""

    @described("duel_nuisance_fit")
    def __init__(
        self,
        items: Items,
        categories: int = 2,
        *,
        labels: Optional[Contexts] = None,
        features: Optional["ArrayLike"] = None,
        linear_count: int = 0,
        predictions: Optional["ArrayLike"] = None,
        options: Optional["NuisanceOptions"] = None,
        **columns: Any,
    ) -> None:
        """`labels` are contexts without mu, or are made of `columns`: length, context, first, second, category,
        cluster. `features` are contexts x features, `predictions` contexts x items x items x predictions."""
        size, names = _items(items)
        given = labels if labels is not None else Contexts(None, **columns)
        chosen: Dict[str, Any] = {**(options or {}), "items": size, "categories": categories}
        if features is not None:
            table = np.asarray(features, dtype=float)
            table = table.reshape(-1, 1) if table.ndim == 1 else table
            chosen["features"] = sized(table, (given.length, table.shape[-1]), "features")
            chosen["feature_count"] = table.shape[1]
            chosen["linear_count"] = linear_count
        if predictions is not None:
            table = np.asarray(predictions, dtype=float)
            table = table[..., np.newaxis] if table.ndim == 3 else table
            chosen["predictions"] = sized(table, (given.length, size, size, table.shape[-1]), "predictions")
            chosen["prediction_count"] = table.shape[-1]
        other = call(
            "duel_nuisance_fit", options=chosen, contexts=lambda frame: given.fill(frame, size, categories, names)
        )
        self._pointer, other._pointer = other._pointer, None
        self._gate = Gate()

    def _part(self, first: int, count: Optional[int]) -> int:
        return max(self.info().contexts - first, 0) if count is None else count

    @described("duel_nuisance_predict")
    def predict(self, first: int = 0, count: Optional[int] = None) -> "np.ndarray[Any, np.dtype[np.float64]]":
        facts, size = self.info(), self._part(first, count)
        out = empty(size, facts.items, facts.items, facts.categories)
        call("duel_nuisance_predict", nuisance=self, first=first, count=size, mu=out)
        return out

    @described("duel_nuisance_propensities")
    def propensities(self, first: int = 0, count: Optional[int] = None) -> "np.ndarray[Any, np.dtype[np.float64]]":
        facts, size = self.info(), self._part(first, count)
        out = empty(size, facts.items, facts.items)
        call("duel_nuisance_propensities", nuisance=self, first=first, count=size, out=out)
        return out

    @described("duel_nuisance_settings")
    def settings(self) -> "np.ndarray[Any, np.dtype[np.float64]]":
        out = empty(self.info().folds)
        call("duel_nuisance_settings", nuisance=self, out=out)
        return out

    def __repr__(self) -> str:
        facts = self.info()
        return f"<Nuisance of {facts.items} items: {facts.contexts} contexts, log-loss {facts.log_loss:.4g}>"


CLASSES["duel_nuisance"] = Nuisance


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
