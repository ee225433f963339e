"""Votes as they were read: columns under the names of a set, and a sentence that says how they were understood."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from .._columns import Coded, chosen, coded, frame_columns, frame_names, measured
from ..errors import ArgumentError, DataError
from ..set import Set


class Votes(NamedTuple):
    """Votes as they were read."""

    columns: Dict[str, Any]
    """Columns under the names of `Set.append`: left, right, judge, context, outcome, wins, ..."""
    said: str
    """How they were understood."""

    def set(self) -> Set:
        """The set of the votes."""
        return Set().append(**self.columns)


# What columns are called, the likeliest first.
NAMES: Dict[str, Tuple[str, ...]] = {
    "left": ("left", "model_a", "model_1", "item_a", "item_1", "player_a", "player_1", "white", "home", "first", "generator_1"),
    "right": ("right", "model_b", "model_2", "item_b", "item_2", "player_b", "player_2", "black", "away", "second", "generator_2"),
    "judge": ("judge", "annotator", "rater", "evaluator", "judge_name"),
    "context": ("context", "question_id", "prompt_id", "question", "prompt", "instruction", "sample_id"),
    "outcome": ("outcome", "winner", "result", "verdict", "preference"),
    "score": ("score",),
    "wins": ("wins", "win_a", "wins_a"),
    "losses": ("losses", "win_b", "wins_b"),
    "ties": ("ties", "tie"),
    "both_bad": ("both_bad",),
    "both_good": ("both_good",),
    "weight": ("weight",),
}  # fmt: skip

_LEFT = ("left", "model_a", "model_1", "a", "1-0", "left_win", "first", "win_a")
_RIGHT = ("right", "model_b", "model_2", "b", "0-1", "right_win", "second", "win_b")
_TIE = ("tie", "draw", "equal", "1/2-1/2", "0.5-0.5", "½-½", "same", "tied")
_BAD = ("both_bad", "bothbad", "tie (bothbad)", "both bad", "neither")
_GOOD = ("both_good", "both good")
MEANINGS: Dict[str, str] = {
    word: meaning
    for meaning, words in (("left", _LEFT), ("right", _RIGHT), ("tie", _TIE), ("both_bad", _BAD), ("both_good", _GOOD))
    for word in words
}

# Graded verdicts: what the left has of one comparison, and how strongly it was said.
GRADES: Dict[str, Tuple[str, float]] = {
    "a>>b": ("left", 3), "a>b": ("left", 1), "a=b": ("tie", 1), "b=a": ("tie", 1),
    "b>a": ("right", 1), "a<b": ("right", 1), "b>>a": ("right", 3), "a<<b": ("right", 3),
}  # fmt: skip


def understand(
    data: Any,
    roles: Optional[Mapping[str, Optional[str]]] = None,
    outcomes: Optional[Mapping[str, str]] = None,
    drop: Iterable[str] = (),
    grades: str = "collapse",
) -> Votes:
    """Votes from a table of one comparison a row, or of counts. Roles say which column is what; the others are found by
    their names. What an answer means is found by its words, and an answer that nobody explains is an error."""
    frame = frame_columns(data)
    there = frame_names(frame)
    picked = {role: name for role, name in (roles or {}).items() if name}
    for role, name in picked.items():
        if name not in there:
            raise ArgumentError(f"{role} is {name!r}, and the table has only {', '.join(there)}")
    lower = {name.lower(): name for name in reversed(there)}
    for role, names in NAMES.items():
        if role not in picked and not (roles and role in roles):
            found = next((lower[name] for name in names if name in lower and lower[name] not in picked.values()), None)
            if found is not None:
                picked[role] = found
    for role in ("left", "right"):
        if role not in picked:
            raise ArgumentError(f"no column is {role}: name it; the table has {', '.join(there)}")
    columns: Dict[str, Any] = {role: coded(frame[picked[role]], role) for role in ("left", "right")}
    said = [f"{picked['left']} is the item shown first, {picked['right']} the second"]
    for role in ("judge", "context"):
        if role in picked:
            columns[role] = coded(frame[picked[role]], role)
            said.append(f"{picked[role]} is the {role}")
    counted = [role for role in ("wins", "losses", "ties", "both_good", "both_bad") if role in picked]
    if "weight" in picked:
        columns["weight"] = measured(frame[picked["weight"]], "weight")
        said.append(f"{picked['weight']} is the weight")
    if "outcome" in picked and ("wins" not in picked or "outcome" in (roles or {})):
        more, sentence, keep = _answers(frame[picked["outcome"]], picked["outcome"], columns, outcomes or {}, drop, grades)
        columns.update(more)
        said.append(sentence)
        if keep is not None:
            columns = {role: _kept(column, keep) for role, column in columns.items()}
    elif "score" in picked:
        columns["score"] = measured(frame[picked["score"]], "score")
        said.append(f"{picked['score']} is the score of {picked['left']}")
    elif "wins" in counted and "losses" in counted:
        for role in counted:
            columns[role] = measured(frame[picked[role]], role)
        said.append(", ".join(f"{picked[role]} counts {role.replace('_', ' ')}" for role in counted))
    else:
        raise ArgumentError(f"no column is outcome, score, or wins and losses: name it; the table has {', '.join(there)}")
    return Votes(columns, "; ".join(said))


def _kept(column: Any, keep: Any) -> Any:
    if isinstance(column, Coded):
        return chosen(column, keep, "column")
    return column[keep]


def _answers(
    values: Any, name: str, columns: Mapping[str, Coded], outcomes: Mapping[str, str], drop: Iterable[str], grades: str
) -> Tuple[Dict[str, Any], str, Any]:
    """A column of answers: what they are as columns of a set, a sentence, and which rows are kept."""
    preference = _preference(values, outcomes)
    if preference is not None:
        sentence = f"{name} is a preference from 1 (the first) to 2 (the second): wins are 2 less it, losses it less 1"
        return {"wins": 2 - preference, "losses": preference - 1}, sentence, None
    answers = coded(values, "outcome")
    if answers.codes.size and answers.codes.min() < 0:
        row = int(np.argmin(answers.codes))
        raise DataError(f"{name} is missing in row {row}", row)
    dropped = set(drop)
    for label in dropped - set(answers.labels):
        raise ArgumentError(f"drop is {label!r}, and {name} never says so")
    if grades not in ("collapse", "weight"):
        raise ArgumentError(f"grades is {grades!r}; it must be 'collapse' or 'weight'")
    items = set(columns["left"].labels) | set(columns["right"].labels)
    by_name = bool(set(answers.labels) & items) and not outcomes
    meanings: List[Any] = []
    strengths: List[float] = []
    for label in answers.labels:
        grade = GRADES.get(label.lower().replace(" ", ""))
        meaning = outcomes.get(label)
        if label in dropped:
            meaning = "dropped"
        elif meaning is None and by_name and label in items:
            meaning = "item"
        elif meaning is None:
            meaning = grade[0] if grade else MEANINGS.get(label.lower())
        if meaning is None:
            row = int(np.flatnonzero(answers.codes == answers.labels.index(label))[0])
            raise DataError(
                f"{name} is {label!r} in row {row}, which nobody explained: say what it means ({label}=left, "
                f"right, tie, both_good or both_bad), or drop it",
                row,
            )
        meanings.append(meaning)
        strengths.append(grade[1] if grade else 1.0)
    words = np.array([*meanings, "dropped"], dtype=object)[answers.codes]
    if "item" in meanings:
        picked = np.array([*answers.labels, ""], dtype=object)[answers.codes]
        sides = {side: np.array([*columns[side].labels, ""], dtype=object)[columns[side].codes] for side in ("left", "right")}
        is_named = words == "item"
        for side in ("left", "right"):
            words[is_named & (picked == sides[side])] = side
        lost = np.flatnonzero(words == "item")
        if lost.size:
            row = int(lost[0])
            raise DataError(f"{name} is {picked[row]!r} in row {row}, which is neither of its items", row)
        sentence = f"{name} names the winner"
    else:
        told = [f"{label!r} is {meaning.replace('_', ' ')}" for label, meaning in zip(answers.labels, meanings)
                if meaning != "dropped"]  # fmt: skip
        sentence = f"{name}: {', '.join(sorted(told))}"
    if dropped:
        sentence += f"; rows that say {', '.join(sorted(map(repr, dropped)))} are left out"
    keep = words != "dropped"
    more: Dict[str, Any] = {"outcome": coded(words, "outcome")}
    if max(strengths, default=1.0) > 1:
        if grades == "weight":
            more["weight"] = np.array([*strengths, 0.0])[answers.codes]
            sentence += "; a strong verdict (>>) counts as three votes"
        else:
            sentence += "; a strong verdict (>>) counts as one vote, as a weak one does"
    return more, sentence, None if bool(keep.all()) else keep


def _preference(values: Any, outcomes: Mapping[str, str]) -> Any:
    """Numbers from 1 to 2 that are not all whole, or None."""
    if outcomes:
        return None
    try:
        numbers = measured(values, "outcome")
    except (ArgumentError, DataError):
        return None
    inside = bool(numbers.size) and bool(np.all((numbers >= 1) & (numbers <= 2)))
    return numbers if inside and not bool(np.all(numbers == np.floor(numbers))) else None


def rows(votes: Sequence[Mapping[str, Any]], said: str) -> Votes:
    """Votes from rows that are understood already."""
    names = list(dict.fromkeys(name for vote in votes for name in vote))
    return Votes({name: [vote.get(name) for vote in votes] for name in names}, said)
