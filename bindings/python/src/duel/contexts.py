"""Contexts with what is predicted of them and what was labelled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _columns
from ._structs import new_struct
from ._values import numbers, sized
from .errors import ArgumentError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ._call import Cancel, ProgressLike

Items = Union[int, Sequence[str]]


class Contexts:
    """Contexts with what is predicted and what was labelled.

    `mu` are probabilities, contexts x items x items x categories: of every context, item shown first, item shown second,
    category. Arrays are read where they are, with their strides; `np.broadcast_to` of one context's probabilities to
    many is worked on once. Labels are columns of the same length: `context`, `first`, `second`, `category` (from 0),
    `propensity`, the probability with which this pair was to be labelled, and `weight`. `cluster` is that of every
    context. Items are numbers from 0, or names where the estimate has names. `groups` are the weights of contexts in the
    groups of the estimate, 0 or 1 as a rule: a mapping of their names to masks, or contexts x groups. `fold` is that of every
    context, for the second-order correction (`Nuisance.folds`), and `features` contexts x features that it may use.
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
        groups: Union[Mapping[str, "ArrayLike"], "ArrayLike", None] = None,
        fold: Optional["ArrayLike"] = None,
        features: Optional["ArrayLike"] = None,
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
        self.groups = groups
        self.fold = fold
        self.features = None if features is None else table_of(features, self.length)
        self.labels = {
            "context": context, "first": first, "second": second, "category": category,
            "propensity": propensity, "weight": weight,
        }  # fmt: skip
        self.cluster, self.replicates, self.threads = cluster, replicates, threads
        self.cancel, self.progress = cancel, progress

    def fill(
        self, frame: Any, items: int, categories: int, names: Optional[Sequence[str]], groups: Sequence[str] = ()
    ) -> Any:
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
        if self.groups is not None:
            weights, steps = _strided(_weights(self.groups, self.length, groups))
            memory.kept += [weights, steps]
            struct.groups, struct.group_strides = weights.ctypes.data, steps.ctypes.data
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
        if self.fold is not None:
            folds = sized(numbers(np.asarray(self.fold), "int64_t", "fold"), (self.length,), "fold")
            struct.fold = memory.array(folds)
        if self.features is not None:
            memory.kept.append(self.features)
            struct.features, struct.feature_count = self.features.ctypes.data, self.features.shape[1]
        struct.cancel = frame.cancel(self.cancel)
        if self.progress:
            struct.progress = frame.progress(self.progress)
        return struct


def table_of(features: "ArrayLike", length: int) -> "np.ndarray[Any, np.dtype[np.float64]]":
    """Features, contexts x features."""
    table = np.ascontiguousarray(features, dtype=float)
    table = table.reshape(-1, 1) if table.ndim == 1 else table
    return sized(table, (length, table.shape[-1]), "features")


def _weights(given: Any, length: int, names: Sequence[str]) -> "np.ndarray[Any, Any]":
    """Weights in groups, contexts x groups."""
    if isinstance(given, Mapping):
        for name in given:
            if name not in names:
                raise ArgumentError(f"groups has {name!r}; the groups are {', '.join(names) or 'none'}")
        for name in names:
            if name not in given:
                raise ArgumentError(f"groups does not have {name!r}")
        columns = [sized(np.asarray(given[name], dtype=float), (length,), f"group {name!r}") for name in names]
        return np.stack(columns, axis=1)
    return sized(np.asarray(given, dtype=float), (length, len(names)), "groups")


def _strided(array: "np.ndarray[Any, Any]") -> Tuple[Any, Any]:
    """An array with its strides in numbers; a copy where the strides are not whole numbers."""
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


def items_of(items: Items) -> Tuple[int, Optional[List[str]]]:
    """The number of items, and their names if they have some."""
    return (items, None) if isinstance(items, int) else (len(items), list(items))
