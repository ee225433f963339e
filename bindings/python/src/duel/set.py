"""Sets of comparisons."""

from __future__ import annotations

import os
import warnings
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _columns
from ._call import call, described, saved
from ._functions import function
from ._streams import Stoppable
from ._handles import CLASSES, Gate
from ._structs import new_struct
from ._values import empty
from ._constants import JUDGE_WISE, Kind
from ._methods import SetMethods
from ._named import Named, named
from .errors import ArgumentError, Error
from .table import stream_address

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from typing_extensions import Unpack

    from ._constants import KindLike
    from ._methods import (
        ModelOptions, PanelFacts, SetFamiliesRow, SetLearningCurveRow, SetTogetherRow, SetWorthRow, TogetherOptions, ValidationOptions,
    )  # fmt: skip
    from .model import Model
    from .table import Table

    Families = Union[None, Sequence[Any], Mapping[str, Any]]

_NAMES = ("left", "right", "judge", "context", "cluster")
_NUMBERS = ("score", "weight", "wins", "losses", "ties", "both_good", "both_bad", "ordered", "grade")

Path = Union[str, "os.PathLike[str]"]


class Set(SetMethods):
    """A set of comparisons: the counts of every cell (context, judge, left, right), with the names of items, judges,
    contexts and clusters. It grows by `append` and `merge`; every change is whole or not at all.

    Make one of a table by `Set.from_pandas`, `from_polars`, `from_arrow`, `from_columns`, `from_rows`, `read_csv` or
    `read_parquet`. Threads may share one: who reads waits for who changes it.
    """

    def __init__(self) -> None:
        other = call("duel_set_new")
        self._pointer, other._pointer = other._pointer, None
        self._gate = Gate()

    @property
    def _names(self) -> "Set":
        return self

    @described("duel_set_append")
    def append(
        self,
        left: Any,
        right: Any,
        *,
        judge: Any = None,
        context: Any = None,
        score: Any = None,
        outcome: Any = None,
        weight: Any = None,
        wins: Any = None,
        losses: Any = None,
        ties: Any = None,
        both_good: Any = None,
        both_bad: Any = None,
        cluster: Any = None,
        ordered: Any = None,
        grade: Any = None,
        unordered: bool = False,
        importance: bool = False,
        outcomes: Optional[Mapping[Any, Any]] = None,
        drop: Iterable[str] = (),
        ids: bool = False,
        base: int = 0,
    ) -> "Set":
        """Appends rows, given as columns: arrays, lists, or series of pandas, polars or pyarrow.

        Names are strings, categories or whole numbers; None is the anonymous judge, no context, or no cluster. `ordered` says of
        each row whether left was shown first; `unordered=True` says that no row has a presentation order. `grade` is how far left is
        ahead, -5 to 5, for `outcome="graded"` of a fit. Outcomes are "left",
        "right", "tie", "both_good" or "both_bad"; `outcomes` says what other answers mean, such as
        `{"model_a": "left"}`, and rows whose answer is in `drop` are left out. With `ids` names are numbers that count
        from `base`. It gives the set itself.
        """
        columns: Dict[str, Any] = {"left": left, "right": right, "judge": judge, "context": context, "cluster": cluster}
        read: Dict[str, Any] = {}
        for name, value in columns.items():
            if value is not None:
                read[name] = np.asarray(value) if ids else _columns.coded(value, name)
        given = dict(zip(_NUMBERS, (score, weight, wins, losses, ties, both_good, both_bad, ordered, grade)))
        for name, value in given.items():
            if value is not None:
                read[name] = _columns.measured(value, name)
        keep = None
        if outcome is not None:
            read["outcome"], keep = _columns.outcomes_of(outcome, outcomes, drop)
        length = _columns.length_of({n: c.codes if isinstance(c, _columns.Coded) else c for n, c in read.items()})
        rows = None if keep is None or bool(keep.all()) else np.flatnonzero(keep)
        memory = _columns.Memory()
        size = length if rows is None else len(rows)
        struct = new_struct("duel_rows", length=size, importance=int(importance), unordered=int(unordered))
        for name, value in read.items():
            if name in _NAMES:
                column = memory.ids(value, name, base, rows) if ids else memory.names(value, name, rows)
            else:
                column = memory.array(value if rows is None else value[rows])
            setattr(struct, name, column)
        try:
            call("duel_set_append", set=self, rows=struct)
        except Error as error:
            if error.row is not None and rows is not None:
                error.row = int(rows[error.row])
            raise
        return self

    def append_table(self, data: Any, **columns: Any) -> "Set":
        """Appends the rows of a table, all or none: see `from_columns`. It gives the set itself."""
        self._append_table(data, *_roles(**columns))
        for kind, noun in (("item", "items"), ("judge", "judges")):
            said = _columns.spellings(self.names(kind), noun)  # type: ignore[arg-type]
            if said:
                warnings.warn(said, UserWarning, stacklevel=3)
        return self

    def _append_table(
        self,
        data: Any,
        wanted: Mapping[str, Optional[str]],
        outcomes: Optional[Mapping[Any, Any]],
        drop: Iterable[str],
        numbers: Mapping[str, Any],
    ) -> "Set":
        said = {str(answer): meaning for answer, meaning in (outcomes or {}).items()}
        left_out = {drop} if isinstance(drop, str) else set(drop)
        left_out |= {answer for answer, meaning in said.items() if meaning is None}
        if left_out:
            kept = _columns.kept_rows(data, wanted, left_out)
            said = {answer: meaning for answer, meaning in said.items() if answer not in left_out}
            if kept is not None:
                try:
                    return self._append_stream(kept.reader.__arrow_c_stream__(), wanted, said, numbers)
                except Error as error:
                    error.row = None if error.row is None else kept.row(error.row)
                    raise
        else:
            stream = _columns.stream_of(data, wanted)
            if stream is not None:
                return self._append_stream(stream, wanted, said, numbers)
        frame = _columns.frame_columns(data)
        used = _columns.used_names(wanted, _columns.frame_names(frame))
        columns = {role: frame[name] for role, name in wanted.items() if name in used}
        if wanted.get("grade") == "grade" and columns.keys() & {"score", "outcome", "wins"}:
            columns.pop("grade", None)
        return self.append(**columns, **numbers, outcomes=outcomes, drop=left_out)

    def _append_stream(
        self, stream: Any, wanted: Mapping[str, Optional[str]], outcomes: Mapping[Any, Any], numbers: Mapping[str, Any]
    ) -> "Set":
        memory = _columns.Memory()
        struct = new_struct("duel_stream_columns", **{name: int(number) for name, number in numbers.items()})
        for role, name in wanted.items():
            if name != role:
                setattr(struct, role, memory.text(name or "", role))
        said, meanings = _columns.explained(outcomes)
        if said:
            struct.answers, struct.answer_count = memory.texts(said, "outcomes"), len(said)
            struct.meanings = memory.array(np.array(meanings, dtype=np.int32)).data
        taken = Stoppable(stream_address(stream))
        try:
            call("duel_set_append_stream", taken, set=self, stream=taken.address, columns=struct)
        finally:
            taken.close()
        return self

    @classmethod
    def from_columns(
        cls,
        data: Any,
        *,
        left: str = "left",
        right: str = "right",
        judge: Optional[str] = "judge",
        context: Optional[str] = "context",
        score: Optional[str] = "score",
        outcome: Optional[str] = "outcome",
        weight: Optional[str] = "weight",
        wins: Optional[str] = "wins",
        losses: Optional[str] = "losses",
        ties: Optional[str] = "ties",
        both_good: Optional[str] = "both_good",
        both_bad: Optional[str] = "both_bad",
        cluster: Optional[str] = "cluster",
        ordered: Optional[str] = "ordered",
        grade: Optional[str] = "grade",
        unordered: bool = False,
        importance: bool = False,
        outcomes: Optional[Mapping[Any, Any]] = None,
        drop: Iterable[str] = (),
        ids: bool = False,
        base: int = 0,
    ) -> "Set":
        """A set of a table: a mapping of columns, a data frame of pandas or polars, a table of pyarrow, or whatever
        answers `__arrow_c_stream__`, such as a reader of batches or a relation of DuckDB.

        The arguments are the names of the table's columns. `left` and `right` must be there, and others that are named
        otherwise than here; None leaves one out. The rest is as in `append`. What is Arrow's (all of these but mappings
        and data frames of pandas whose columns are NumPy's) is read batch by batch from where it is; where some rows are
        left out, only what is pyarrow's.
        """
        made: Set = cls()
        return made.append_table(
            data, left=left, right=right, judge=judge, context=context, score=score, outcome=outcome, weight=weight,
            wins=wins, losses=losses, ties=ties, both_good=both_good, both_bad=both_bad, cluster=cluster, ordered=ordered,
            grade=grade, unordered=unordered, importance=importance, outcomes=outcomes, drop=drop, ids=ids, base=base,
        )  # fmt: skip

    @classmethod
    def from_pandas(cls, data: Any, **columns: Any) -> "Set":
        """A set of a data frame of pandas: see `from_columns`."""
        return cls.from_columns(data, **columns)

    @classmethod
    def from_polars(cls, data: Any, **columns: Any) -> "Set":
        """A set of a data frame of polars, or of a lazy one, which is collected: see `from_columns`."""
        return cls.from_columns(data, **columns)

    @classmethod
    def from_arrow(cls, data: Any, **columns: Any) -> "Set":
        """A set of a table or a reader of pyarrow, or of whatever answers `__arrow_c_stream__`: see `from_columns`."""
        return cls.from_columns(data, **columns)

    @classmethod
    def from_rows(cls, rows: Iterable[Any], names: Sequence[str] = ("left", "right", "score"), **columns: Any) -> "Set":
        """A set of rows: tuples with the values of `names`, or mappings. See `from_columns`."""
        every = list(rows)
        if every and isinstance(every[0], Mapping):
            names = list(every[0])
            return cls.from_columns({name: [row.get(name) for row in every] for name in names}, **columns)
        parts: Sequence[Any] = list(zip(*every)) if every else [() for _ in names]
        if len(parts) != len(names):
            raise ArgumentError(f"the rows have {len(parts)} values, and the names are {', '.join(names)}")
        return cls.from_columns(dict(zip(names, parts)), **columns)

    @classmethod
    def read_csv(cls, path: Path, *, delimiter: Optional[str] = None, **columns: Any) -> "Set":
        """A set of a file of comma-separated values with a first line of names: see `from_columns`. The delimiter is
        found where it is not given; "-" reads standard input."""
        from .formats.columns import read_csv

        return cls.from_columns(read_csv(path, delimiter), **columns)

    @classmethod
    def read_parquet(cls, path: Path, **columns: Any) -> "Set":
        """A set of a file of Parquet, of which pyarrow or polars reads the columns that are needed, batch by batch: see
        `from_columns`."""
        from .formats.columns import stream_parquet

        return cls.from_columns(stream_parquet(path, _roles(**columns)[0]), **columns)

    @described("duel_set_covariate")
    def covariate(
        self, name: str, values: Any, *, item: Any = None, context: Any = None, judge: Any = None, ids: bool = False
    ) -> "Set":
        """Sets values of a covariate, of items, contexts or judges, or of pairs of these. It gives the set itself."""
        memory = _columns.Memory()
        keys = {kind: key for kind, key in (("item", item), ("context", context), ("judge", judge)) if key is not None}
        numbers = _columns.measured(values, "values")
        read = {kind: np.asarray(key) if ids else _columns.coded(key, kind) for kind, key in keys.items()}
        sizes = {n: c.codes if isinstance(c, _columns.Coded) else c for n, c in read.items()}
        struct = new_struct("duel_covariate", length=_columns.length_of({**sizes, "values": numbers}))
        for kind, column in read.items():
            setattr(struct, kind, memory.ids(column, kind) if ids else memory.names(column, kind))
        struct.value = memory.array(numbers)
        struct.name = memory.text(name, "name")
        call("duel_set_covariate", set=self, covariate=struct)
        return self

    @described("duel_set_intern")
    def intern(self, kind: "KindLike", names: Sequence[str]) -> "Set":
        """It gives the set itself."""
        call("duel_set_intern", set=self, kind=kind, names=list(names), count=len(names))
        return self

    def merge(self, other: "Set") -> "Set":
        """Adds the comparisons of another set, matching items, judges, contexts and covariates by name. It gives the set itself."""
        call("duel_set_merge", set=self, other=other.copy() if other is self else other)
        return self

    def __len__(self) -> int:
        """The number of comparisons; of weights that are no whole numbers, without the rest."""
        return int(self.info().comparisons)

    def __bool__(self) -> bool:
        """Whether there is a comparison."""
        return self.info().comparisons > 0

    @described("duel_set_count")
    def count(self, kind: "KindLike") -> int:
        found: int = call("duel_set_count", set=self, kind=kind)
        return found

    @described("duel_set_find")
    def find(self, kind: "KindLike", name: str) -> int:
        found: int = call("duel_set_find", set=self, kind=kind, name=name)
        return found

    @described("duel_set_name")
    def name(self, kind: "KindLike", id: int) -> str:
        found: Optional[str] = call("duel_set_name", set=self, kind=kind, id=id)
        if found is None:
            raise ArgumentError(f"id is {id}; there are {self.count(kind)}")
        return found

    def names(self, kind: "KindLike") -> List[str]:
        """All names of a kind, in the order of their ids."""
        code = int(Kind[kind.upper()] if isinstance(kind, str) else kind)
        name = function("duel_set_name").c
        self._gate.enter(False)
        try:
            size = function("duel_set_count").c(self._pointer, code)
            return [name(self._pointer, code, id).decode() for id in range(size)]
        finally:
            self._gate.leave()

    @property
    def item_names(self) -> List[str]:
        """The items, in the order of their ids."""
        return self.names("item")

    @property
    def judge_names(self) -> List[str]:
        """The judges, in the order of their ids; the anonymous one has no name."""
        return self.names("judge")

    @property
    def context_names(self) -> List[str]:
        """The contexts, in the order of their ids."""
        return self.names("context")

    @property
    def cluster_names(self) -> List[str]:
        """The clusters apart from contexts, in the order of their ids."""
        return self.names("cluster")

    @described("duel_set_filter")
    def filter(self, kind: "KindLike", ids: Iterable[Union[int, str]]) -> "Set":
        """Ids, or names."""
        numbers = [self.find(kind, one) if isinstance(one, str) else one for one in ids]
        made: Set = call("duel_set_filter", set=self, kind=kind, ids=np.array(numbers, dtype=np.int64), count=len(numbers))
        return made

    def fit(self, **options: "Unpack[ModelOptions]") -> "Model":
        """Fits a model to the set: see `duel.fit`."""
        model: Model = call("duel_model_fit", set=self, options=options)
        return model

    @described("duel_model_given")
    def given(self, parameters: "ArrayLike", **options: "Unpack[ModelOptions]") -> "Model":
        """A model of the items, judges and contexts of the set."""
        model: Model = call("duel_model_given", set=self, options=options, parameters=parameters)
        return model

    @described("duel_set_judge_scores")
    def judge_scores(
        self, rank: int = JUDGE_WISE, fit: Optional["ModelOptions"] = None
    ) -> Named:
        """The scores of every judge by itself (rank -1), or cut down to a rank, judges x items."""
        judges, items = self.judge_names + ["(anonymous)"] * self.info().has_anonymous, self.item_names
        out = empty(len(judges), len(items))
        call("duel_set_judge_scores", set=self, options=fit, rank=rank, out=out)
        return named(out, judges, items)

    @described("duel_set_learning_curve")
    def learning_curve(
        self,
        shares: Sequence[float],
        judges: Optional[Sequence[int]] = None,
        fit: Optional["ModelOptions"] = None,
        **options: "Unpack[ValidationOptions]",
    ) -> "Table[SetLearningCurveRow]":
        table: Table[SetLearningCurveRow] = call(
            "duel_set_learning_curve", set=self, fit=fit, shares=shares, judges=judges, options=options
        )
        return table

    @described("duel_set_together")
    def together(self, families: "Families" = None, **options: "Unpack[TogetherOptions]") -> "Table[SetTogetherRow]":
        """Families are words or numbers: one for every judge (None: none), or those of some, by the names of judges."""
        numbers = self._families(families)
        table: Table[SetTogetherRow] = call(
            "duel_set_together", set=self, families=numbers, family_count=len(numbers), options=options
        )
        return table

    @described("duel_set_worth")
    def worth(self, families: "Families" = None, **options: "Unpack[TogetherOptions]") -> "Table[SetWorthRow]":
        """Families are given as for Set.together."""
        numbers = self._families(families)
        table: Table[SetWorthRow] = call("duel_set_worth", set=self, families=numbers, family_count=len(numbers), options=options)
        return table

    @described("duel_set_families")
    def families(self, families: "Families" = None, **options: "Unpack[TogetherOptions]") -> "Table[SetFamiliesRow]":
        """Families are given as for Set.together; words are numbered in their order by judges."""
        numbers = self._families(families)
        table: Table[SetFamiliesRow] = call(
            "duel_set_families", set=self, families=numbers, family_count=len(numbers), options=options
        )
        return table

    @described("duel_set_effective")
    def effective(self, families: "Families" = None, **options: "Unpack[TogetherOptions]") -> "PanelFacts":
        """Families are given as for Set.together."""
        numbers = self._families(families)
        facts: PanelFacts = call(
            "duel_set_effective", set=self, families=numbers, family_count=len(numbers), options=options
        )
        return facts

    def _families(self, families: "Families") -> List[int]:
        """Families of judges by numbers."""
        if families is None:
            return []
        if isinstance(families, Mapping):
            of = {self.find("judge", name): family for name, family in families.items()}
            families = [of.get(judge) for judge in range(self.count("judge") + self.info().has_anonymous)]
        return family_numbers(families)[0]

    @described("duel_set_save")
    def save(self, path: Optional[Path] = None) -> bytes:
        """The set as bytes, which are written to a file if a path is given."""
        data = saved("duel_set_save", set=self)
        if path is not None:
            with open(path, "wb") as file:
                file.write(data)
        return data

    @classmethod
    @described("duel_set_load")
    def load(cls, source: Union[bytes, Path]) -> "Set":
        """A set from bytes, or from a file."""
        data = contents(source)
        made: Set = call("duel_set_load", bytes=data, length=len(data))
        return made

    def __copy__(self) -> "Set":
        return self.copy()

    def __deepcopy__(self, memo: Any) -> "Set":
        return self.copy()

    def __reduce__(self) -> Any:
        return _restored, (self.save(), {kind: self.names(kind) for kind in ("item", "judge", "context", "cluster")})

    def __repr__(self) -> str:
        facts = self.info()
        return (
            f"<Set of {facts.comparisons:.6g} comparisons: {facts.items} items, "
            f"{facts.judges + facts.has_anonymous} judges, {facts.contexts} contexts>"
        )


CLASSES["duel_set"] = Set


def _restored(data: bytes, names: Dict[Any, List[str]]) -> Set:
    """A set from a pickle: the bytes have names in an order of their own, and a pickle keeps ids."""
    loaded = Set.load(data)
    if all(loaded.names(kind) == order for kind, order in names.items()):
        return loaded
    made = Set()
    for kind, order in names.items():
        made.intern(kind, order)
    made.merge(loaded)
    return made


def contents(source: Union[bytes, Path]) -> bytes:
    """Bytes, or those of a file."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source)
    with open(source, "rb") as file:
        return file.read()


def _roles(
    left: str = "left",
    right: str = "right",
    judge: Optional[str] = "judge",
    context: Optional[str] = "context",
    score: Optional[str] = "score",
    outcome: Optional[str] = "outcome",
    weight: Optional[str] = "weight",
    wins: Optional[str] = "wins",
    losses: Optional[str] = "losses",
    ties: Optional[str] = "ties",
    both_good: Optional[str] = "both_good",
    both_bad: Optional[str] = "both_bad",
    cluster: Optional[str] = "cluster",
    ordered: Optional[str] = "ordered",
    grade: Optional[str] = "grade",
    unordered: bool = False,
    importance: bool = False,
    outcomes: Optional[Mapping[Any, Any]] = None,
    drop: Iterable[str] = (),
    ids: bool = False,
    base: int = 0,
) -> Tuple[Dict[str, Optional[str]], Optional[Mapping[Any, Any]], Iterable[str], Dict[str, Any]]:
    """The column of each role, how outcomes are understood, and what numbers are."""
    wanted = {
        "left": left, "right": right, "judge": judge, "context": context, "score": score, "outcome": outcome,
        "weight": weight, "wins": wins, "losses": losses, "ties": ties, "both_good": both_good, "both_bad": both_bad,
        "cluster": cluster, "ordered": ordered, "grade": grade,
    }  # fmt: skip
    return wanted, outcomes, drop, {"importance": importance, "ids": ids, "base": base, "unordered": unordered}


def family_numbers(*lists: Sequence[Any]) -> List[List[int]]:
    """Families by numbers: those with the same name have the same, None has -1."""
    known: Dict[Any, int] = {}
    every = [one for values in lists for one in values]
    if any(isinstance(one, int) for one in every) and any(isinstance(one, str) for one in every):
        raise ArgumentError("families are numbers, or names, and not both")

    def number(one: Any) -> int:
        return -1 if one is None else one if isinstance(one, int) else known.setdefault(one, len(known))

    return [[number(one) for one in values] for values in lists]
