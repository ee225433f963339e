"""Reads votes as others write them: `read(path)` finds the format, and says how it understood it.

Known are pair judgments of MT-Bench, judgments of Arena-Hard, annotations of AlpacaEval, samples of
lm-evaluation-harness and logs of inspect_ai (a file of each model), PrefLib, PGN and pentanomial counts. Any other file is
a table of one comparison a row, or of counts, whose columns are found by their names: the Arena's votes, chess results,
graded verdicts, preferences from 1 to 2.

Where one verdict is written as several pairs (a ranking of n items, scores of n models on one item) the pairs share a
context: taken as independent they would make standard errors too small, by up to the root of n / 2. Cluster by context,
which is the default where contexts repeat.
"""

from __future__ import annotations

import json
import os
import zipfile
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Union

from ..errors import ArgumentError
from . import columns as _files
from . import games, harnesses
from .votes import Votes, understand

Path = Union[str, "os.PathLike[str]"]

__all__ = ["Votes", "read", "understand", "games", "harnesses"]


def read(
    path: Union[Path, Sequence[Path]],
    *,
    roles: Optional[Mapping[str, Optional[str]]] = None,
    outcomes: Optional[Mapping[str, str]] = None,
    drop: Iterable[str] = (),
    grades: str = "collapse",
    delimiter: Optional[str] = None,
    baseline: Optional[str] = None,
    metric: Optional[str] = None,
) -> Votes:
    """Votes of a file, or of several of one format.

    Of tables `roles` names columns, such as `{"left": "model_a", "judge": None}`; others are found by their names.
    `outcomes` says what answers mean, `drop` which rows are left out. `grades` is "collapse" or "weight", what becomes of
    A>>B; `baseline` is the model that Arena-Hard compares with, `metric` what samples of one model are scored by.
    """
    paths = [path] if isinstance(path, (str, os.PathLike)) else list(path)
    if grades not in ("collapse", "weight"):
        raise ArgumentError(f"grades is {grades!r}; it must be 'collapse' or 'weight'")
    options = {"grades": grades, "baseline": baseline, "metric": metric}
    found = None if roles else _harness(paths, options)
    if found is not None:
        return found
    if len(paths) != 1:
        raise ArgumentError("several files must be of one format that has one for each model")
    return understand(table_of(paths[0], delimiter), roles, outcomes, drop, grades)


def _ending(path: Path) -> str:
    return os.path.splitext(os.fspath(path))[1].lower()


def _harness(paths: Sequence[Path], options: Mapping[str, Any]) -> Optional[Votes]:
    """Votes of a format that is no plain table; None for one that is."""
    ending = _ending(paths[0])
    if ending == ".pgn":
        return games.pgn("\n\n".join(map(_files.text_of, paths)))
    if ending in (".soc", ".soi", ".toc", ".toi"):
        return games.preflib("\n".join(map(_files.text_of, paths)))
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
        return games.fishtest(records)
    if all(map(harnesses.fits_lm_eval, records)):
        return harnesses.lm_eval(_by_model(paths, whole), options)
    for _, fits, reader in harnesses.READERS:
        if all(map(fits, records)):
            votes: Votes = reader(records, options)
            return votes
    return None


def _by_model(paths: Sequence[Path], whole: Sequence[List[Any]]) -> Dict[str, List[Any]]:
    """Samples by model: lm-evaluation-harness writes them to a folder of the model's name."""
    found: Dict[str, List[Any]] = {}
    for path, records in zip(paths, whole):
        folder = os.path.basename(os.path.dirname(os.path.abspath(path)))
        found.setdefault(folder, []).extend(records)
    return found


def _objects(path: Path) -> List[Any]:
    """The objects of a file: one, a list, or one a line."""
    text = _files.text_of(path)
    try:
        whole = json.loads(text)
    except json.JSONDecodeError:
        return _files.read_json_lines(path)
    return whole if isinstance(whole, list) else [whole]


def _eval_log(path: Path) -> Dict[str, Any]:
    """A log of inspect_ai in its archive: a header, and a file of each sample."""
    try:
        return _unpacked(path)
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
    ending = _ending(path)
    if ending in (".parquet", ".pq"):
        return _files.read_parquet(path)
    if ending in (".json", ".jsonl", ".ndjson"):
        found = _objects(path)
        if not found or not all(isinstance(row, dict) for row in found):
            raise ArgumentError(f"{os.fspath(path)} holds no JSON objects, one a vote")
        names = list(dict.fromkeys(name for row in found for name in row))
        return {name: [row.get(name) for row in found] for name in names}
    return _files.read_csv(path, delimiter)
