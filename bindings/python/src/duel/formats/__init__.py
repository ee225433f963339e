"""Reads votes as others write them: `read(path)` finds the format, and says how it understood it.

Known are the bytes of sets (.duel), pair judgments of MT-Bench, judgments of Arena-Hard, annotations of AlpacaEval, samples of
lm-evaluation-harness and logs of inspect_ai (a file of each model), PrefLib, PGN and pentanomial counts. Any other file is
a table of one comparison a row, of winners and losers, or of counts, whose columns are found by their names: the Arena's votes,
chess results, graded verdicts, preferences from 1 to 2. Text may be compressed by gzip (.csv.gz, .jsonl.gz); "-" is standard input.

Rankings, scores, counts, winners and losers have no order of presentation: their rows say so (`ordered` is 0), and no statement
about positions uses them. Where no sentence says so, the left was shown first.

Where one verdict is written as several pairs (a ranking of n items, scores of n models on one item) the pairs share a
context: taken as independent they would make standard errors too small, by up to the root of n / 2. Cluster by context,
which is the default where contexts repeat.
"""

from __future__ import annotations

import json
import os
import zipfile
import zlib
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Union

import numpy as np

from .._columns import spellings
from ..errors import ArgumentError, DataError, Error
from ..set import Set
from . import columns as _files
from . import games, harnesses
from .votes import OF_GRADES, Votes, checked_grades, checked_order, understand

Path = Union[str, "os.PathLike[str]"]

__all__ = ["OF_GRADES", "Votes", "read", "understand", "games", "harnesses"]


def read(
    path: Union[Path, Sequence[Path], Any],
    *,
    roles: Optional[Mapping[str, Optional[str]]] = None,
    outcomes: Optional[Mapping[str, str]] = None,
    drop: Iterable[str] = (),
    grades: str = "collapse",
    delimiter: Optional[str] = None,
    baseline: Optional[str] = None,
    metric: Optional[str] = None,
    order: Optional[str] = None,
    lower_is_better: Optional[bool] = None,
) -> Votes:
    """Votes of a file, of several of one format, or of a table: a data frame, or a mapping of columns.

    Of tables `roles` names columns, such as `{"left": "model_a", "judge": None}`; others are found by their names.
    `outcomes` says what answers mean, `drop` which rows are left out. `grades` is "collapse", "weight" or "keep" (grades, for
    `tie_model="graded"`), what becomes of A>>B; `baseline` is the model that Arena-Hard compares with, `metric` what samples of one model are scored by, and
    `lower_is_better` which of two such scores wins, where the name of the metric leaves a doubt. `order` is "shown" where the
    left was shown first, and "unknown" where no order of presentation is known, which is the default of rankings, scores,
    counts, winners and losers; what was saved as a set (.duel) has the order that it was saved with, or none.
    """
    is_table = isinstance(path, Mapping) or any(hasattr(path, name) for name in ("columns", "__arrow_c_stream__"))
    paths: List[Path] = [] if is_table else [path] if isinstance(path, (str, os.PathLike)) else list(path)
    checked_grades(grades)
    checked_order(order)
    if is_table:
        return understand(path, roles, outcomes, drop, grades, order)
    if not paths:
        raise ArgumentError("there is no file to read")
    _refuse_twice(paths)
    paths = [_files.once(path) for path in paths]
    options = {"grades": grades, "baseline": baseline, "metric": metric, "order": order, "lower_is_better": lower_is_better}
    named = ", ".join(str(os.fspath(path)) for path in paths)
    try:
        found = None if roles else _harness(paths, options)
        if found is not None:
            return found
        if len(paths) != 1:
            raise ArgumentError(
                "several files are read only for lm-evaluation-harness and inspect_ai (one file a model), PGN, PrefLib and records of one "
                "harness. Join tables into one file first, such as cat a.jsonl b.jsonl > both.jsonl"
            )
        return understand(table_of(paths[0], delimiter), roles, outcomes, drop, grades, order)
    except UnicodeError as error:
        raise DataError(f"{named} is no text in UTF-8 (or UTF-16 with its mark): {error}; write it anew as UTF-8") from None
    except RecursionError:
        raise DataError(f"{named} holds JSON that is nested too deeply to be votes") from None
    except (Error, OSError, ImportError):
        raise
    except KeyError as error:
        raise DataError(f"{named}: a record has no {error.args[0]!r}, which its format requires; was it changed by hand?") from error
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        # Records of other programs: a value of a wrong kind fails here, wherever it is used.
        raise DataError(f"{named}: a record holds a value of a kind that its format does not have; was it changed by hand?") from error


def _refuse_twice(paths: Sequence[Path]) -> None:
    seen: Dict[str, Path] = {}
    for path in paths:
        whole = os.path.realpath(path)
        if whole in seen:
            raise ArgumentError(f"{os.fspath(path)} is given twice")
        seen[whole] = path


def _harness(paths: Sequence[Path], options: Mapping[str, Any]) -> Optional[Votes]:
    """Votes of a format that is no plain table; None for one that is."""
    ending = _files.ending_of(paths[0])
    order = options["order"]
    if ending == ".duel":
        return _saved(paths, order)
    if ending == ".pgn":
        # The standard of PGN says ISO 8859-1; most writers have gone over to UTF-8.
        return games.pgn("\n\n".join(_files.text_of(path, "iso-8859-1") for path in paths), order)
    if ending in (".soc", ".soi", ".toc", ".toi"):
        return games.preflib([_files.text_of(path) for path in paths], order)
    if ending == ".eval":
        return harnesses.inspect([_eval_log(path) for path in paths], options)
    if ending not in (".json", ".jsonl", ".ndjson"):
        return None
    whole = [_objects(path) for path in paths]
    records = [record for part in whole for record in part]
    if not records or not all(isinstance(record, dict) for record in records):
        return None
    if all(map(harnesses.fits_inspect, records)):
        return harnesses.inspect(records, options)
    if all(map(games.fits_fishtest, records)):
        return games.fishtest(records, order)
    if all(map(harnesses.fits_lm_eval, records)):
        return harnesses.lm_eval([harnesses.samples(os.fspath(path), part) for path, part in zip(paths, whole)], options)
    for _, fits, reader in harnesses.READERS:
        if all(map(fits, records)):
            votes: Votes = reader(records, options)
            return votes
    return None


def _saved(paths: Sequence[Path], order: Optional[str]) -> Votes:
    """Votes of sets that were saved; their columns are the counts of every cell."""
    made = Set.load(paths[0])
    for path in paths[1:]:
        made.merge(Set.load(path))
    said = "the bytes of a set"
    if order == "unknown":
        made.forget_order()
        said += ", of which no order of presentation is known"
    for kind, noun in (("item", "items"), ("judge", "judges")):
        alike = spellings(made.names(kind), noun)  # type: ignore[arg-type]
        said += f"; {alike}" if alike else ""
    cells = made.cells()
    names = {"left": "left", "right": "right", "judge": "judge", "context": "context", "cluster": "cluster"}
    numbers = {"left_wins": "wins", "right_wins": "losses", "plain_ties": "ties", "both_good": "both_good", "both_bad": "both_bad"}
    columns: Dict[str, Any] = {role: cells.column(name).to_list() for name, role in names.items()}
    columns["judge"] = [None if name == "(anonymous)" else name for name in columns["judge"]]
    counts = {role: np.asarray(cells[name], dtype=float) for name, role in numbers.items()}
    split = np.asarray(cells["is_split"], dtype=bool)
    if split.any():
        # So many judgements, each by the same shares.
        columns["weight"] = np.where(split, sum(counts.values()), 1.0)
        counts = {role: count / columns["weight"] for role, count in counts.items()}
    columns.update(counts)
    columns["ordered"] = np.asarray(cells["is_ordered"], dtype=float)
    return Votes(columns, said, {}, made.save())


def _objects(path: Path) -> List[Any]:
    """The objects of a file: one, a list, or one a line."""
    text = _files.text_of(path)
    try:
        whole = json.loads(text)
    except json.JSONDecodeError as error:
        return _files.json_lines(text, path, error)
    return whole if isinstance(whole, list) else [whole]


def _eval_log(path: Path) -> Dict[str, Any]:
    """A log of inspect_ai in its archive: a header, and a file of each sample."""
    try:
        return _unpacked(path)
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise DataError(f"{os.fspath(path)} is no log of inspect_ai, or a damaged one: {error}") from None
    except NotImplementedError:  # Zstandard, which zipfile reads from Python 3.14 on
        raise ArgumentError(
            f"{os.fspath(path)} is compressed in a way that this Python cannot read: write it as JSON by "
            "`inspect log convert --to json`"
        ) from None


def _unpacked(path: Path) -> Dict[str, Any]:
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        if "header.json" not in names:
            raise ArgumentError(f"{os.fspath(path)} is no finished log of inspect_ai: it has no header.json")
        log: Dict[str, Any] = json.loads(archive.read("header.json"))
        log["samples"] = [json.loads(archive.read(name)) for name in sorted(names) if name.startswith("samples/")]
    return log


def table_of(path: Path, delimiter: Optional[str] = None) -> Any:
    """The table of a file, by its ending."""
    ending = _files.ending_of(path)
    if ending in (".parquet", ".pq"):
        return _files.read_parquet(path)
    if ending in (".json", ".jsonl", ".ndjson"):
        found = _objects(path)
        if not found or not all(isinstance(row, dict) for row in found):
            raise ArgumentError(f"{os.fspath(path)} holds no JSON objects, one a vote")
        names = list(dict.fromkeys(name for row in found for name in row))
        return {name: [row.get(name) for row in found] for name in names}
    return _files.read_csv(path, delimiter)
