"""Messages in the words of the command: its flags in place of Python's arguments, lines of a file in place of rows."""

from __future__ import annotations

import csv
import io
import re
import shlex
from itertools import islice
from typing import Dict, Iterator, Sequence

from .errors import Error
from .formats.columns import delimiter_of, ending_of, text_of

# Options that name columns, and the role of each.
ROLES = {"left": "left", "right": "right", "judge": "judge", "context": "context", "outcome": "outcome", "score": "score",
         "wins": "wins", "losses": "losses", "tied": "ties", "weight": "weight", "winner": "winner", "loser": "loser",
         "cluster": "cluster", "grade": "grade"}  # fmt: skip

# Arguments that are flags, with the flag of each.
FLAGS: Dict[str, str] = {name: f"--{name}" for name in (
    "accept", "baseline", "correction", "covariance", "delimiter", "drop", "grades", "intervals", "level", "metric", "order", "position", "rank",
    "replicates", "ridge", "seed", "strength", "threads", "ties",
)}  # fmt: skip
FLAGS.update(tie_model="--model", outcomes="--code")

_ARGUMENT = "|".join(FLAGS)
_VALUES = "accept|correction|covariance|intervals|position|strength|tie_model|ties"


def in_flags(message: str) -> str:
    """A message of the library or of this package with the flags of the command."""
    flags = {role: f"--{flag}" for flag, role in ROLES.items()}
    message = re.sub(r"\broles=\{'(\w+)': \.\.\.\}", lambda found: flags.get(found[1], found[0]), message)
    message = re.sub(r"\bdrop=\['(.*?)'\]", lambda found: f"--drop {shlex.quote(found[1])}", message)
    message = re.sub(r"\boutcomes=\{'(.*?)': '(\w+)'\}", lambda found: f"--code {shlex.quote(f'{found[1]}={found[2]}')}", message)
    message = message.replace("lower_is_better=True or lower_is_better=False", "--lower-is-better or --higher-is-better")
    # The argument that a message is about stands at its head, alone or with others.
    head = re.match(rf"(?:(?:{_ARGUMENT}), )*(?:{_ARGUMENT})(?=: | is )", message)
    if head and not re.search(r" in row \d| on line \d", message):
        message = re.sub(r"\w+", lambda found: FLAGS[found[0]], head[0]) + message[head.end() :]
    message = re.sub(rf"\b({_ARGUMENT})=", lambda found: FLAGS[found[1]], message)
    # A choice: accept "separated", covariance observed.
    message = re.sub(rf'(?<![\w-])({_VALUES}) "([a-z_]+)"', lambda found: f"{FLAGS[found[1]]} {found[2]}", message)
    message = re.sub(r"\bcovariance (?=observed\b)", "--covariance ", message)
    return re.sub(r"\b[Aa] ridge (?=keeps\b)", "--ridge ", message)


def with_line(error: Error, paths: Sequence[str]) -> str:
    """The message of an error of reading, with the line of the file in place of the row, where one file has lines."""
    message = str(error)
    if error.row is None or len(paths) != 1 or f"in row {error.row}" not in message:
        return message
    try:
        line = next(islice(_lines(paths[0]), error.row, None), None)
    except (Error, OSError, csv.Error):
        return message
    return message if line is None else message.replace(f"in row {error.row}", f"on line {line}", 1)


def _lines(path: str) -> Iterator[int]:
    """The number of the line on which each row of a file begins, from 1."""
    ending = ending_of(path)
    if ending in (".jsonl", ".ndjson"):
        yield from (number for number, line in enumerate(text_of(path).splitlines(), 1) if line.strip())
    elif ending in (".csv", ".tsv"):
        text = text_of(path)
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter_of(text.partition("\n")[0]))
        next(reader, None)
        before = reader.line_num
        for record in reader:
            if record:
                yield before + 1
            before = reader.line_num
