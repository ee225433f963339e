"""Fitted models."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Callable, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _columns
from ._call import call, described, saved
from ._handles import CLASSES
from ._structs import new_struct
from ._values import choice, empty, matrix
from ._constants import By, Matrix, Outcome, Quantity
from ._methods import ModelMethods
from ._named import Named, named
from .errors import ArgumentError, SizeError
from .set import Path, Set, contents, family_numbers

if TYPE_CHECKING:


    from numpy.typing import ArrayLike
    from typing_extensions import Unpack

    from ._constants import ByLike, ConsensusLike, DistanceLike, KindLike, MatrixLike, OutcomeLike, QuantityLike
    from ._methods import (
        BootstrapOptions,
        FragilityOptions,
        InferenceOptions,
        ModelConsensusRow,
        ModelFragileVotesRow,
        ModelFragilityRow,
        ModelFunctionRow,
        ModelMoreComparisonsRow,
        ModelOptions,
        ModelProfileRow,
        ModelSelfPreferenceRow,
        ModelSensitivitiesRow,
        QuasiFacts,
        RankAverageOptions,
    )
    from .bootstrap import Bootstrap
    from .estimate import Estimate
    from .table import Table


@described("duel_model_fit")
def fit(
    set: Union[Set, Any], *, left: Optional[str] = None, right: Optional[str] = None, judge: Optional[str] = None,
    context: Optional[str] = None, score: Optional[str] = None, outcome: Optional[str] = None, weight: Optional[str] = None,
    wins: Optional[str] = None, losses: Optional[str] = None, cluster: Optional[str] = None,
    outcomes: Optional[Mapping[Any, Any]] = None, drop: Iterable[str] = (), **options: "Unpack[ModelOptions]",
) -> "Model":  # fmt: skip
    """Fits a model to a set of comparisons, to the votes that `duel.formats.read` found in a file, or to a table. Of a table,
    left, right, judge and so on name columns, and outcomes and drop say how answers are read: see `Set.from_columns`."""
    columns = {"left": left, "right": right, "judge": judge, "context": context, "score": score, "outcome": outcome,
               "weight": weight, "wins": wins, "losses": losses, "cluster": cluster, "outcomes": outcomes}  # fmt: skip
    named: Any = {name: value for name, value in columns.items() if value is not None}
    if drop:
        named["drop"] = drop
    if isinstance(set, Set) or hasattr(set, "set"):
        if named:
            raise ArgumentError(f"{next(iter(named))} is for tables: {type(set).__name__} has its comparisons already")
        return (set if isinstance(set, Set) else set.set()).fit(**options)
    return Set.from_columns(set, **named).fit(**options)


class Predictions:
    """Probabilities of comparisons: an array of rows x outcomes each for them, their errors, and the ends of their
    intervals. `predictions["left"]` is the probability that the left is preferred."""

    outcomes: Tuple[str, ...]
    """left, right, tie, and both_bad where that is an outcome of the model."""

    def __init__(self, numbers: "np.ndarray[Any, np.dtype[np.float64]]") -> None:
        parts = numbers.reshape(len(numbers), -1, 4)
        self.outcomes = ("left", "right", "tie", "both_bad")[: parts.shape[1]]
        self.probability, self.se, self.lower, self.upper = (parts[:, :, at] for at in range(4))

    def __getitem__(self, outcome: str) -> "np.ndarray[Any, np.dtype[np.float64]]":
        return self.probability[:, self.outcomes.index(outcome)]

    def __len__(self) -> int:
        return len(self.probability)

    def to_dict(self) -> "dict[str, np.ndarray[Any, Any]]":
        """Columns such as left, left_se, left_lower, left_upper."""
        parts = (("", self.probability), ("_se", self.se), ("_lower", self.lower), ("_upper", self.upper))
        return {outcome + end: part[:, at] for at, outcome in enumerate(self.outcomes) for end, part in parts}

    def to_pandas(self) -> Any:
        """The same as a data frame of pandas."""
        import pandas

        return pandas.DataFrame(self.to_dict())

    def __repr__(self) -> str:
        return f"<Predictions of {len(self)} comparisons: {', '.join(self.outcomes)}>"


class Model(ModelMethods):
    """A fitted model. It cannot be changed; any number of threads may read it at the same time.

    Tables (`scores`, `judges`, `equivalence`, ...) answer questions of many rows, facts (`info`, `criteria`) those of one,
    and `estimate` gives any quantity with its errors. `params`, `bse`, `conf_int`, `cov_params` and `summary` are named
    as statsmodels has them.
    """

    @classmethod
    def _own(cls, pointer: int) -> Any:
        self = super()._own(pointer)
        self._set = None
        return self

    _set: Optional[Set]

    @property
    def _names(self) -> "Model":
        return self

    @property
    def set(self) -> Set:
        """The data of the model, a copy."""
        if self._set is None:
            borrowed = call("duel_model_set", model=self)
            # A borrowed pointer is copied, which costs next to nothing, and then let go of.
            other: Set = Set._own(borrowed)
            try:
                self._set = other.copy()
            finally:
                other._pointer = None
        return self._set.copy()

    def find(self, kind: "KindLike", name: str) -> int:
        """The id of a name."""
        found: int = self.set.find(kind, name)
        return found

    @property
    def items_(self) -> List[str]:
        """The names of the items, in the order of their ids."""
        return self.set.item_names

    # Numbers

    @described("duel_model_shape")
    def shape(self, quantity: "QuantityLike") -> Tuple[int, int]:
        rows, columns = call("duel_model_shape", model=self, quantity=quantity)
        return rows, columns

    @described("duel_model_get")
    def get(self, quantity: "QuantityLike") -> "np.ndarray[Any, np.dtype[np.float64]]":
        """A quantity without errors, as a vector or a matrix."""
        out = empty(*self.shape(quantity))
        call("duel_model_get", model=self, quantity=quantity, out=out)
        vector: np.ndarray[Any, np.dtype[np.float64]] = out[:, 0] if out.shape[1] == 1 else out
        return vector

    def estimate(self, quantity: "QuantityLike", **options: "Unpack[InferenceOptions]") -> "Estimate":
        made = super().estimate(quantity, **options)
        made._names = self
        return made

    def average(
        self,
        quantity: "QuantityLike" = "strengths",
        inference: "Optional[InferenceOptions]" = None,
        **options: "Unpack[RankAverageOptions]",
    ) -> "Estimate":
        """`inference` are options of every question: `{"level": 0.9}`."""
        made: "Estimate" = call("duel_model_average", model=self, quantity=quantity, options=options, inference=inference)
        made._names = self
        return made

    average.__doc__ = f"{average.__doc__}\n\n        {ModelMethods.average.__doc__}"

    # As statsmodels has them

    @property
    def params(self) -> Named:
        """The scores of the items, in the order of `items_`: they sum to zero. An array that has the items as `index`."""
        return named(self.get("scores"), self.items_)

    @property
    def bse(self) -> Named:
        """The standard errors of the scores."""
        return named(np.array(self.scores()["se"]), self.items_)

    def conf_int(self, alpha: float = 0.05, **options: "Unpack[InferenceOptions]") -> Named:
        """Intervals of the scores, items x (lower, upper); the level is 1 - alpha."""
        options["level"] = 1 - alpha
        board = self.scores(**options)
        return named(np.column_stack([board["lower"], board["upper"]]), self.items_, ("lower", "upper"))

    def cov_params(
        self, quantity: "QuantityLike" = "scores", **options: "Unpack[InferenceOptions]"
    ) -> "np.ndarray[Any, np.dtype[np.float64]]":
        """The covariance of the scores, or of another quantity."""
        covariance: np.ndarray[Any, np.dtype[np.float64]] = self.estimate(quantity, **options).covariance()
        items = self.items_
        # The names of other quantities stand in the columns of their table.
        return named(covariance, items, items) if choice("duel_quantity", quantity, "quantity") == Quantity.SCORES else covariance

    @property
    def llf(self) -> float:
        """The log-likelihood."""
        return self.info().log_likelihood

    @property
    def nobs(self) -> float:
        """The comparisons used."""
        return self.info().comparisons

    def summary(self, **options: "Unpack[InferenceOptions]") -> "Summary":
        """The fit, the leaderboard and the warnings, to be read."""
        return Summary(self, options)

    # Predictions

    def _rows(self, memory: _columns.Memory, columns: "dict[str, Any]", ids: bool) -> Any:
        given = {name: value for name, value in columns.items() if value is not None}
        read = {name: np.asarray(v) if ids else _columns.coded(v, name) for name, v in given.items()}
        sizes = {n: c.codes if isinstance(c, _columns.Coded) else c for n, c in read.items()}
        struct = new_struct("duel_rows", length=_columns.length_of(sizes))
        for name, column in read.items():
            setattr(struct, name, memory.ids(column, name) if ids else memory.names(column, name))
        return struct

    @described("duel_model_predict")
    def predict(
        self,
        left: Any,
        right: Any,
        *,
        judge: Any = None,
        context: Any = None,
        ids: bool = False,
        **options: "Unpack[InferenceOptions]",
    ) -> Predictions:
        """Columns of names, or of ids with `ids`."""
        memory = _columns.Memory()
        rows = self._rows(memory, {"left": left, "right": right, "judge": judge, "context": context}, ids)
        width = 4 * max(3, self.info().outcomes)
        out = empty(rows.length, width)
        call("duel_model_predict", model=self, rows=rows, options=options, out=out)
        return Predictions(out)

    def predict_proba(self, left: Any, right: Any, **columns: Any) -> "np.ndarray[Any, np.dtype[np.float64]]":
        """The probabilities of `predict`, rows x outcomes: left, right, tie, and both_bad where it is an outcome."""
        found: Predictions = self.predict(left, right, **columns)
        return found.probability

    @described("duel_model_log_likelihood")
    def log_likelihood(self, set: Set) -> Tuple[float, float]:
        """The log-likelihood, and the number of comparisons."""
        likelihood, comparisons = call("duel_model_log_likelihood", model=self, set=set)
        return likelihood, comparisons

    @described("duel_model_match_matrix")
    def match_matrix(
        self,
        matrix: "MatrixLike" = Matrix.PREDICTED,
        outcome: "OutcomeLike" = Outcome.LEFT,
        **options: "Unpack[InferenceOptions]",
    ) -> Named:
        return self._square("duel_model_match_matrix", matrix=matrix, outcome=outcome, options=options)

    def _square(self, name: str, **given: Any) -> Named:
        """A matrix of items by items, with their names."""
        items = self.items_
        out = empty(len(items), len(items))
        call(name, model=self, out=out, **given)
        return named(out, items, items)

    @described("duel_model_rank_probabilities")
    def rank_probabilities(self, **options: "Unpack[InferenceOptions]") -> Named:
        """Items x ranks, which the columns are named by."""
        found = self._square("duel_model_rank_probabilities", options=options)
        return named(found, found.index, range(1, len(found) + 1))

    @described("duel_model_superiority")
    def superiority(self, **options: "Unpack[InferenceOptions]") -> Named:
        return self._square("duel_model_superiority", options=options)

    @described("duel_model_distances")
    def distances(
        self, distance: "DistanceLike" = "scores", **options: "Unpack[InferenceOptions]"
    ) -> Named:
        return self._square("duel_model_distances", distance=distance, options=options)

    @described("duel_model_quasi_variances")
    def quasi_variances(
        self, **options: "Unpack[InferenceOptions]"
    ) -> "Tuple[Named, QuasiFacts]":
        """The quasi-variances, and how wrong they are."""
        items = self.items_
        out = empty(len(items))
        facts: QuasiFacts = call("duel_model_quasi_variances", model=self, options=options, out=out)
        return named(out, items), facts

    @described("duel_model_influence_changes")
    def influence_changes(
        self, by: "ByLike", quantity: "QuantityLike" = "scores", **options: "Unpack[InferenceOptions]"
    ) -> "np.ndarray[Any, np.dtype[np.float64]]":
        """Units x values."""
        rows, columns = self.shape(quantity)
        facts = self.info()
        chosen = choice("duel_by", by, "by")
        clustered = facts.contexts + (facts.clusters if chosen == By.CLUSTER else 0)
        units = facts.judges if chosen == By.JUDGE else clustered
        out = empty(units, rows * columns)
        call("duel_model_influence_changes", model=self, quantity=quantity, by=by, options=options, out=out)
        return out

    # Tables that need arrays

    @described("duel_model_sensitivities")
    def sensitivities(
        self,
        values: "ArrayLike",
        judges: Optional[Sequence[Union[int, str]]] = None,
        **options: "Unpack[InferenceOptions]",
    ) -> "Table[ModelSensitivitiesRow]":
        """Without judges: all of them."""
        every = range(self.info().judges) if judges is None else judges
        numbers = [self.find("judge", one) if isinstance(one, str) else one for one in every]
        points = matrix(values, "values")
        if points.shape[0] == 1 and np.ndim(values) == 1:
            points = points.T  # one covariate: a point each
        table: Table[ModelSensitivitiesRow] = call(
            "duel_model_sensitivities", model=self, judges=numbers, values=points, points=len(points), options=options
        )
        return table

    @described("duel_model_consensus")
    def consensus(
        self, consensus: "ConsensusLike" = "mean", **options: "Unpack[InferenceOptions]"
    ) -> "Table[ModelConsensusRow]":
        """See `consensus_weights` for the weights of the judges."""
        table: Table[ModelConsensusRow] = call("duel_model_consensus", model=self, consensus=consensus, options=options)
        return table

    def consensus_weights(
        self, consensus: "ConsensusLike" = "mean", **options: "Unpack[InferenceOptions]"
    ) -> Named:
        """The weight that every judge has in `consensus`; NaN with the median."""
        judges, count = self.set.judge_names, self.info().judges
        out = empty(count)
        call("duel_model_consensus", model=self, consensus=consensus, options=options, weights=out)
        return named(out, judges + ["(anonymous)"] * (count - len(judges)))

    @described("duel_model_more_comparisons")
    def more_comparisons(
        self,
        pairs: Sequence[Tuple[Union[int, str], Union[int, str]]],
        gaps: Optional["ArrayLike"] = None,
        power: float = 0,
        **options: "Unpack[InferenceOptions]",
    ) -> "Table[ModelMoreComparisonsRow]":
        """Pairs of names, or of ids."""
        numbers = [[self.find("item", one) if isinstance(one, str) else one for one in pair] for pair in pairs]
        _same_length(gaps, len(numbers), "gaps")
        table: Table[ModelMoreComparisonsRow] = call(
            "duel_model_more_comparisons",
            model=self, options=options, pairs=numbers, count=len(numbers), gaps=gaps, power=power,
        )  # fmt: skip
        return table

    @described("duel_model_fragility")
    def fragility(
        self,
        pairs: Optional[Sequence[Tuple[Union[int, str], Union[int, str]]]] = None,
        **options: "Unpack[FragilityOptions]",
    ) -> "Table[ModelFragilityRow]":
        """Pairs of names, or of ids."""
        numbers = self._pairs(pairs)
        table: Table[ModelFragilityRow] = call(
            "duel_model_fragility", model=self, pairs=numbers, count=len(numbers or []), options=options
        )
        return table

    @described("duel_model_fragile_votes")
    def fragile_votes(
        self,
        pairs: Optional[Sequence[Tuple[Union[int, str], Union[int, str]]]] = None,
        **options: "Unpack[FragilityOptions]",
    ) -> "Table[ModelFragileVotesRow]":
        """Pairs of names, or of ids."""
        numbers = self._pairs(pairs)
        table: Table[ModelFragileVotesRow] = call(
            "duel_model_fragile_votes", model=self, pairs=numbers, count=len(numbers or []), options=options
        )
        return table

    def _pairs(self, pairs: Optional[Sequence[Tuple[Union[int, str], Union[int, str]]]]) -> Optional[List[List[int]]]:
        if pairs is None:
            return None
        return [[self.find("item", one) if isinstance(one, str) else one for one in pair] for pair in pairs]

    @described("duel_model_profile")
    def profile(
        self,
        quantity: "QuantityLike" = "scores",
        contrasts: Optional["ArrayLike"] = None,
        **options: "Unpack[InferenceOptions]",
    ) -> "Table[ModelProfileRow]":
        """Contrasts are rows of weights of the values; without them every value has its interval."""
        rows, columns = self.shape(quantity)
        weights = None if contrasts is None else matrix(contrasts, "contrasts", rows * columns)
        count = rows * columns if weights is None else len(weights)
        table: Table[ModelProfileRow] = call(
            "duel_model_profile", model=self, quantity=quantity, weights=weights, count=count, options=options
        )
        return table

    @described("duel_model_function")
    def function(
        self,
        function: Callable[["np.ndarray[Any, np.dtype[np.float64]]"], Any],
        quantity: "QuantityLike" = "scores",
        *,
        count: Optional[int] = None,
        gradient: Optional[Callable[["np.ndarray[Any, np.dtype[np.float64]]"], Any]] = None,
        **options: "Unpack[InferenceOptions]",
    ) -> "Table[ModelFunctionRow]":
        """The function gets the values and gives one number or several; `gradient`, if given, gives the derivatives,
        functions x values. `function_covariance` has the covariance of the results."""
        return self._function(function, quantity, count, gradient, options, None)

    def function_covariance(
        self,
        function: Callable[["np.ndarray[Any, np.dtype[np.float64]]"], Any],
        quantity: "QuantityLike" = "scores",
        *,
        count: Optional[int] = None,
        gradient: Optional[Callable[["np.ndarray[Any, np.dtype[np.float64]]"], Any]] = None,
        **options: "Unpack[InferenceOptions]",
    ) -> "np.ndarray[Any, np.dtype[np.float64]]":
        """The covariance of the functions of `function`."""
        size = self._count(function, quantity) if count is None else count
        out = empty(size, size)
        self._function(function, quantity, size, gradient, options, out)
        return out

    def _count(self, function: Callable[..., Any], quantity: "QuantityLike") -> int:
        return int(np.size(function(self.get(quantity).reshape(-1))))

    def _function(
        self, function: Any, quantity: "QuantityLike", count: Optional[int], gradient: Any, options: Any, covariance: Any
    ) -> "Table[ModelFunctionRow]":
        size = self._count(function, quantity) if count is None else count

        def body(values: int, n: int, out: int, derivatives: Optional[int], _: Any) -> None:
            given = np.ctypeslib.as_array((_double * n).from_address(values)).copy()
            results = np.asarray(function(given), dtype=float).reshape(-1)
            if len(results) != size:
                raise SizeError(f"function gives {len(results)} numbers; it must give {size}")
            np.ctypeslib.as_array((_double * size).from_address(out))[:] = results
            if derivatives and gradient is not None:
                slopes = np.asarray(gradient(given), dtype=float).reshape(size, n)
                np.ctypeslib.as_array((_double * (size * n)).from_address(derivatives))[:] = slopes.reshape(-1)

        table: Table[ModelFunctionRow] = call(
            "duel_model_function",
            model=self, quantity=quantity, function=body, count=size, options=options, covariance=covariance,
        )  # fmt: skip
        return table

    @described("duel_model_self_preference")
    def self_preference(
        self, item_families: Sequence[Any], judge_families: Sequence[Any], **options: "Unpack[InferenceOptions]"
    ) -> "Table[ModelSelfPreferenceRow]":
        """Families are numbers, or names; None belongs to none."""
        items, judges = family_numbers(item_families, judge_families)
        table: Table[ModelSelfPreferenceRow] = call(
            "duel_model_self_preference",
            model=self, item_families=items, item_count=len(items), judge_families=judges, judge_count=len(judges),
            options=options,
        )  # fmt: skip
        return table

    # Objects

    @described("duel_bootstrap_new")
    def bootstrap(self, **options: "Unpack[BootstrapOptions]") -> "Bootstrap":
        made: Bootstrap = call("duel_bootstrap_new", model=self, options=options)
        made._model, made._options = self, options
        return made

    @described("duel_model_save")
    def save(self, path: Optional[Path] = None) -> bytes:
        """The model as bytes, which are written to a file if a path is given."""
        data = saved("duel_model_save", model=self)
        if path is not None:
            with open(path, "wb") as file:
                file.write(data)
        return data

    @classmethod
    @described("duel_model_load")
    def load(cls, source: Union[bytes, Path]) -> "Model":
        """A model from bytes, or from a file."""
        data = contents(source)
        made: Model = call("duel_model_load", bytes=data, length=len(data))
        return made

    def __copy__(self) -> "Model":
        return self.share()

    def __deepcopy__(self, memo: Any) -> "Model":
        return self.share()

    def __reduce__(self) -> Any:
        return Model.load, (self.save(),)

    def __repr__(self) -> str:
        facts = self.info()
        return (
            f"<Model of {facts.items} items and {facts.judges} judge{'s' * (facts.judges != 1)}: {facts.comparisons:.6g} comparisons, "
            f"log-likelihood {facts.log_likelihood:.6g}>"
        )

    def _repr_html_(self) -> str:
        return self.summary()._repr_html_()

    # Pictures

    def plot(self, **options: Any) -> Any:
        """A forest of the scores: see `duel.plot.forest`."""
        from .plot import forest

        return forest(self, **options)


CLASSES["duel_model"] = Model
_double = ctypes.c_double


class Summary:
    """A fit to be read: as text, or as HTML in notebooks."""

    def __init__(self, model: Model, options: Any) -> None:
        self.facts = model.info()
        self.scores = model.scores(**options)
        self.warnings = model.warnings()

    def _lines(self) -> List[Tuple[str, str]]:
        from ._values import word_of

        facts = self.facts
        told = ("tie_model", "strength", "position", "covariance", "stop", "problems")
        lines = [(name.replace("_", " "), word_of(getattr(facts, name)).replace("_", " ")) for name in told]
        counts = [(name, str(getattr(facts, name))) for name in ("items", "judges", "contexts", "dimension", "iterations")]
        return [
            *lines,
            *counts,
            ("comparisons", f"{facts.comparisons:.10g}"),
            ("log-likelihood", f"{facts.log_likelihood:.10g}"),
        ]

    def __str__(self) -> str:
        lines = self._lines()
        width = max(len(name) for name, _ in lines)
        head = "\n".join(f"{name:<{width}}  {value}" for name, value in lines)
        said = "\n".join(f"- {row.text}" for row in self.warnings)
        return f"{head}\n\n{self.scores}\n{self.scores.notes}" + (f"\n\nWarnings\n{said}" if said else "")

    __repr__ = __str__

    def _repr_html_(self) -> str:
        import html

        rows = "".join(f"<tr><th>{html.escape(name)}</th><td>{html.escape(value)}</td></tr>" for name, value in self._lines())
        said = "".join(f"<li>{html.escape(row.text)}</li>" for row in self.warnings)
        return f"<table>{rows}</table>{self.scores._repr_html_()}" + (f"<ul>{said}</ul>" if said else "")


def _same_length(value: Any, length: int, argument: str) -> None:
    if value is not None and np.size(value) != length:
        raise SizeError(f"{argument} has {np.size(value)} numbers; it must have {length}")
