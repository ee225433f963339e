"""The command `duel`: `duel board votes.csv` prints a leaderboard, `duel audit votes.csv` says whether to trust it,
`duel convert votes.jsonl --out votes.csv` rewrites votes."""

from __future__ import annotations

import argparse
import csv
import json
import os
import sys
from typing import Any, Dict, List, Mapping, Optional, Sequence

import numpy as np

from . import formats, plot
from ._values import word_of, words
from ._description import VERSION
from ._flags import ROLES as _ROLES
from ._flags import in_flags, with_line
from .auditing import pictures
from ._terminal import printable, printable_json
from .errors import ArgumentError, DataError, Error
from .model import Model


# Help of the options that name columns.
_COLUMNS = {"left": "column with the model shown first", "right": "column with the model shown second",
            "winner": "column with the winner of each row (with --loser), or with the answer", "loser": "column with the loser of each row",
            "judge": "column with the judge", "context": "column with the prompt or question", "outcome": "column with the answer",
            "score": "column with the score of one model (one row a model and question)", "tied": "column with counts of ties",
            "wins": "column with how often the first model was preferred", "losses": "column with how often the second model was preferred",
            "weight": "column with the weight of each row", "cluster": "column with the group whose votes depend on each other",
            "grade": "column with how far the first model is ahead, -5 to 5"}  # fmt: skip


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="duel", description="Pairwise judgements to rankings with honest uncertainty.")
    parser.add_argument("--version", action="version", version=f"duel {VERSION}")
    commands = parser.add_subparsers(dest="command", required=True)

    board = commands.add_parser("board", help="print a leaderboard", description="Fits a model and prints a leaderboard.")
    _reading(board)
    for option, noun in (
        ("model", "duel_tie_model"), ("strength", "duel_strength"), ("position", "duel_position"), ("ties", "duel_ties"),
        ("covariance", "duel_covariance"), ("intervals", "duel_intervals"), ("correction", "duel_correction"),
    ):  # fmt: skip
        board.add_argument(f"--{option}", choices=list(words(noun)))
    board.add_argument(
        "--accept", action="append", choices=list(words("duel_fit_problem")),
        help="print the board in spite of a problem, such as separated (a model never lost), disconnected (models were never compared) or "
        "boundary (a judge against the others); heywood (a variance of zero) and tie_limit (no ties) are never refused; may be repeated",
    )  # fmt: skip
    board.add_argument("--ridge", type=float, help="penalty on scores, such as 0.1: keeps them finite where a model always won")
    board.add_argument("--rank", type=int, help="number of directions of disagreement (with --strength disagreement)")
    board.add_argument("--level", type=float, default=0.95, help="level of intervals (0.95)")
    board.add_argument("--bootstrap", type=int, metavar="N", help="intervals from N replicates")
    board.add_argument("--seed", type=int, default=0)
    board.add_argument("--threads", type=int, default=1)
    board.add_argument("--output", choices=["text", "json", "csv"], default="text")
    board.add_argument("--plot", metavar="FILE", help="draw the scores: .svg; .png, .pdf and others need matplotlib")

    audit = commands.add_parser("audit", help="say whether to trust a board", description="Checks whether a leaderboard of these votes can be trusted.")
    _reading(audit)
    audit.add_argument("--level", type=float, default=0.99, help="probability that a board without a fault raises no flag (0.99)")
    audit.add_argument("--replicates", type=int, default=1999, help="replicates of simulated tests (1999)")
    audit.add_argument("--seed", type=int, default=0)
    audit.add_argument("--threads", type=int, default=1)
    audit.add_argument("--output", choices=["text", "json", "html"], default="text", help="html is one page without other files")

    convert = commands.add_parser("convert", help="rewrite votes", description="Rewrites votes in another format.")
    _reading(convert)
    convert.add_argument("--out", required=True, help=".csv, .jsonl, .parquet (needs pyarrow), or .duel, the bytes of a set; - is CSV on standard output")
    return parser


def _reading(command: argparse.ArgumentParser) -> None:
    command.add_argument("votes", nargs="+", help="a table (CSV, JSON lines, also as .gz; Parquet; - is CSV or JSON lines from standard input), or what a harness wrote")
    for option, role in _ROLES.items():
        command.add_argument(f"--{option}", metavar="COLUMN", help=f"{_COLUMNS[option]}; none: use no column")
    command.add_argument("--code", action="append", default=[], metavar="ANSWER=MEANING", help="meaning of an answer, such as 1=left or 3=both_bad")
    command.add_argument("--drop", action="append", default=[], metavar="ANSWER", help="leave out the rows with this answer, such as unknown")
    command.add_argument(
        "--grades", choices=formats.OF_GRADES, default="collapse",
        help="count a strong answer (A>>B) as one vote (collapse), as three (weight), or keep grades for --model graded (keep)",
    )  # fmt: skip
    command.add_argument("--baseline", metavar="MODEL", help="the model that Arena-Hard compares with")
    command.add_argument("--metric", help="metric to compare, of samples of lm-evaluation-harness or inspect_ai")
    better = command.add_mutually_exclusive_group()
    better.add_argument("--lower-is-better", action="store_true", default=None, help="the lower of two scores of the metric wins")
    better.add_argument("--higher-is-better", action="store_false", dest="lower_is_better", help="the higher of two scores of the metric wins")
    command.add_argument(
        "--order", choices=["shown", "unknown"],
        help="whether the first model was shown first; by default unknown for counts, winners and losers, rankings and scores",
    )  # fmt: skip
    command.add_argument("--delimiter", help="character between the columns of CSV, where it is not detected")


def _read(given: argparse.Namespace) -> formats.Votes:
    roles = {role: None if getattr(given, option) == "none" else getattr(given, option) for option, role in _ROLES.items() if getattr(given, option)}
    outcomes: Dict[str, str] = {}
    for code in given.code:
        answer, equals, meaning = code.rpartition("=")
        if not equals:
            raise SystemExit(f"duel: --code {code}: write ANSWER=MEANING, where MEANING is left, right, tie, both_good or both_bad")
        outcomes[answer] = meaning
    try:
        votes = formats.read(
            given.votes, roles=roles, outcomes=outcomes, drop=given.drop, grades=given.grades, delimiter=given.delimiter,
            baseline=given.baseline, metric=given.metric, order=given.order, lower_is_better=given.lower_is_better,
        )  # fmt: skip
    except DataError as error:
        raise DataError(with_line(error, given.votes), error.row) from error
    print(printable(f"{', '.join(given.votes)}: {votes.said}"), file=sys.stderr)
    return votes


def _chosen(given: argparse.Namespace, names: Mapping[str, str]) -> Dict[str, Any]:
    return {option: getattr(given, name) for option, name in names.items() if getattr(given, name) is not None}


def _board(given: argparse.Namespace) -> None:
    votes = _read(given)
    fit: Dict[str, Any] = _chosen(
        given,
        {"tie_model": "model", "strength": "strength", "position": "position", "ties": "ties",
         "covariance": "covariance", "accept": "accept", "ridge": "ridge", "rank": "rank"},
    )  # fmt: skip
    model = votes.set().fit(**fit, seed=given.seed, threads=given.threads)
    options: Dict[str, Any] = _chosen(given, {"intervals": "intervals", "correction": "correction", "level": "level"})
    options.update(seed=given.seed, threads=given.threads)
    drawn: Any = None
    if given.bootstrap:
        options["bootstrap"] = model.bootstrap(replicates=given.bootstrap, seed=given.seed, threads=given.threads)
        drawn = options["bootstrap"].info()
    board = Board(model, options, drawn)
    if given.plot:
        _draw(given.plot, model, options, board)
    if given.output == "json":
        read = {"read": votes.said, "left_out": dict(votes.left_out)}
        print(printable_json(json.dumps({**read, **board.to_json()}, indent=1, ensure_ascii=False)))
    elif given.output == "csv":
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(board.columns)
        shown = [[printable(v) if isinstance(v, str) else "" if v is None else v for v in (row[c] for c in board.columns)] for row in board.rows]
        writer.writerows(shown)
    else:
        print(board.text(), end="")


def _draw(path: str, model: Model, options: Mapping[str, Any], board: "Board") -> None:
    """The scores with their intervals: as SVG by the library, in other formats by matplotlib."""
    if path.lower().endswith(".svg"):
        rows = [row for row in board.rows if row["estimate"] is not None]
        picture = pictures.rows(
            [row["item"] for row in rows], [row["estimate"] for row in rows], title="Scores",
            axis=f"score, {100 * board.table.info.level:g} % intervals", lower=[_number(row["lower"]) for row in rows],
            upper=[_number(row["upper"]) for row in rows],
        )  # fmt: skip
        with open(path, "w", encoding="utf-8") as file:
            file.write(picture)
        return
    try:
        import matplotlib
    except ImportError:
        raise ArgumentError(f"--plot {path}: this format is drawn by matplotlib, which is not installed; .svg needs nothing") from None
    matplotlib.use("Agg")
    figure: Any = plot.forest(model, **options).figure
    try:
        figure.savefig(path)
    except ValueError as error:  # matplotlib has no such format
        raise ArgumentError(f"--plot {path}: {error}") from None


def _number(value: Any) -> float:
    return float("nan") if value is None else float(value)


class Board:
    """A leaderboard: the scores with ranks, groups of items without significant differences, and chances of being the best."""

    columns = ("rank", "rank_best", "rank_worst", "group", "item", "estimate", "se", "lower", "upper", "best", "wins", "losses", "ties")

    def __init__(self, model: Model, options: Mapping[str, Any], drawn: Any = None) -> None:
        self.drawn = drawn
        self.facts, self.table = model.info(), model.scores(**options)
        best = model.rank_summary(**options)["best_probability"]
        groups: Dict[str, List[int]] = {}
        for member in model.compact_letters(**options):
            groups.setdefault(member.item, []).append(member.group)
        self.warnings = [warning.text for warning in model.warnings()]
        self.rows: List[Dict[str, Any]] = []
        for row, chance in zip(self.table, best):
            known = {name: _known(getattr(row, name)) for name in self.columns if name not in ("group", "best")}
            self.rows.append({**known, "group": _display(groups.get(row.item, [])), "best": _known(float(chance))})
        self.rows.sort(key=lambda row: (row["estimate"] is None, row["rank"] or 0, row["item"]))

    @property
    def failed(self) -> int:
        """Replicates without an estimate, which count against every claim."""
        return 0 if self.drawn is None else int(self.drawn.drawn - self.drawn.used)

    def to_json(self) -> Dict[str, Any]:
        """The board as objects of JSON; what is missing is null."""
        info = self.table.info
        return {
            "comparisons": self.facts.comparisons,
            "log_likelihood": self.facts.log_likelihood,
            "tie_model": word_of(self.facts.tie_model),
            "covariance": None if info.covariance is None else word_of(info.covariance),
            "level": info.level,
            **({} if self.drawn is None else {"replicates": self.drawn.drawn, "replicates_without_an_estimate": self.failed}),
            "notes": info.notes,
            "items": [{name: _plain(row[name]) for name in self.columns} for row in self.rows],
            "warnings": self.warnings,
        }

    def text(self) -> str:
        """The board as people read it."""
        info = self.table.info
        kind = "replicates" if info.covariance is None else word_of(info.covariance).replace("_", " ")
        model = word_of(self.facts.tie_model).replace("_", " ")
        lines = [
            f"{self.facts.comparisons:.10g} comparisons of {self.facts.items} items; model: {model}; errors: {kind}; "
            f"{100 * info.level:g} % intervals",
        ]
        lines += info.notes.splitlines()
        if self.failed:
            lines.append(f"{self.failed} of {self.drawn.drawn} replicates have no estimate: intervals and ranges are wider, and chances lower, for it.")
        lines.append("")
        head = ("Rank", "Range", "Group", "Item", "Score", f"{100 * info.level:g} % interval", "Best", "Wins", "Losses", "Ties")
        body = [_cells(row) for row in self.rows]
        widths = [max(len(cells[at]) for cells in [head, *body]) for at in range(len(head))]
        to_left = (1, 2, 3)
        for cells in [head, *body]:
            padded = [c.ljust(w) if at in to_left else c.rjust(w) for at, (c, w) in enumerate(zip(cells, widths))]
            lines.append("  ".join(padded).rstrip())
        lines.append(f"Range: ranks the item could still have, at {100 * info.level:g} % for all items together. Group: items that")
        lines.append("share a letter are not significantly different. Best: the probability of being the best.")
        if self.warnings:
            lines += ["", "Warnings", *(f"- {printable(in_flags(warning))}" for warning in self.warnings)]
        return "\n".join(lines) + "\n"


def _cells(row: Mapping[str, Any]) -> Sequence[str]:
    best, worst = row["rank_best"], row["rank_worst"]
    chance = row["best"]
    share = "-" if chance is None else "<1 %" if 0 < chance < 0.005 else f"{100 * chance:.0f} %"
    interval = "-" if row["lower"] is None else f"[{row['lower']:6.3f}, {row['upper']:6.3f}]"
    score = "-" if row["estimate"] is None else f"{row['estimate']:.3f}"
    counts = [f"{row[name]:.10g}" for name in ("wins", "losses", "ties")]
    rank = "-" if row["rank"] is None else f"{row['rank']:.10g}"
    return [rank, str(best) if best == worst else f"{best}-{worst}", row["group"], printable(row["item"]), score, interval, share, *counts]


def _known(value: Any) -> Any:
    return None if isinstance(value, float) and np.isnan(value) else value


def _plain(value: Any) -> Any:
    """A value for JSON, which has no infinity."""
    return str(value) if isinstance(value, float) and np.isinf(value) else value


def _audit(given: argparse.Namespace) -> None:
    from .auditing import audit

    found = audit(_read(given).set(), level=given.level, replicates=given.replicates, seed=given.seed, threads=given.threads)
    if given.output == "json":
        print(printable_json(found.to_json()))
    else:
        print(found.html() if given.output == "html" else found.text(), end="")


# Most letters of an item; of more groups the first and the last stand for all.
MOST_LETTERS = 10


def _display(groups: List[int]) -> str:
    """The letters of an item's groups. Two of a letter each are set apart by commas; a run of many is its first and last."""
    runs = np.split(np.array(groups, dtype=int), np.flatnonzero(np.diff(groups) != 1) + 1)
    if len(groups) > MOST_LETTERS:
        return ",".join("-".join(_letters(int(group)) for group in dict.fromkeys((run[0], run[-1]))) for run in runs)
    return ("," if groups and groups[-1] >= 26 else "").join(map(_letters, groups))


def _letters(group: int) -> str:
    """a, b, ..., z, aa, ab, ..."""
    return (_letters(group // 26 - 1) if group >= 26 else "") + chr(ord("a") + group % 26)


def _convert(given: argparse.Namespace) -> None:
    votes = _read(given)
    ending = os.path.splitext(given.out)[1].lower()
    if ending == ".duel":
        votes.set().save(given.out)
        return
    if votes.saved is not None and votes.set().info().importance:
        raise ArgumentError("sums of importance weights cannot be written as rows: choose an --out that ends with .duel")
    if votes.saved is not None and any(grade is not None for grade in votes.set().cells().column("grade").to_list()):
        raise ArgumentError("grades of a saved set cannot be written as rows: choose an --out that ends with .duel")
    columns = plain(votes.columns)
    if "wins" in columns and "ordered" not in columns:
        # Counts are read as having no order of presentation, and these have one.
        columns["ordered"] = [1] * len(columns["wins"])
    if ending == ".parquet":
        import pyarrow
        import pyarrow.parquet

        pyarrow.parquet.write_table(pyarrow.table(columns), given.out)
    elif ending in (".jsonl", ".ndjson"):
        with open(given.out, "w", encoding="utf-8") as file:
            for row in zip(*columns.values()):
                file.write(json.dumps(dict(zip(columns, row)), ensure_ascii=False) + "\n")
    elif ending == ".csv":
        with open(given.out, "w", encoding="utf-8", newline="") as file:
            _write_csv(file, columns)
    elif given.out == "-":
        _write_csv(sys.stdout, columns, to_terminal=sys.stdout.isatty())
    else:
        raise SystemExit(f"duel: {given.out}: the ending must be .csv, .jsonl, .parquet or .duel")


def _write_csv(file: Any, columns: Mapping[str, List[Any]], to_terminal: bool = False) -> None:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(columns)
    rows = (["" if value is None else value for value in row] for row in zip(*columns.values()))
    writer.writerows([printable(value) if isinstance(value, str) else value for value in row] for row in rows) if to_terminal else writer.writerows(rows)


def plain(columns: Mapping[str, Any]) -> Dict[str, List[Any]]:
    """Columns as lists: names, None where there is none, and numbers."""
    out: Dict[str, List[Any]] = {}
    for name, column in columns.items():
        if hasattr(column, "codes"):
            labels = [*column.labels, None]
            out[name] = [labels[code] for code in column.codes.tolist()]
        else:
            out[name] = column.tolist() if hasattr(column, "tolist") else list(column)
    return out


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Runs the command; it gives the exit status."""
    given = _parser().parse_args(arguments)
    try:
        {"board": _board, "audit": _audit, "convert": _convert}[given.command](given)
        sys.stdout.flush()
    except Error as error:
        print(printable(f"duel: {in_flags(str(error))}"), file=sys.stderr)
        return 1
    except BrokenPipeError:
        # Whoever reads the output has read enough. What is left must not be written at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except (ImportError, OSError, UnicodeError) as error:
        print(printable(f"duel: {error}"), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
