"""Votes as they were read: columns under the names of a set, and a sentence that says how they were understood."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from .._columns import Coded, chosen, coded, frame_columns, frame_names, is_text, measured
from .._constants import Outcome
from ..errors import ArgumentError, DataError
from ..set import Set


class Votes(NamedTuple):
    """Votes as they were read."""

    columns: Dict[str, Any]
    """Columns under the names of `Set.append`: left, right, judge, context, outcome, wins, ..."""
    said: str
    """How they were understood, and what was left out."""
    left_out: Mapping[str, int] = {}
    """Rows that hold no vote: how many, by the reason."""

    def set(self) -> Set:
        """The set of the votes."""
        return Set().append(**self.columns)


# Names of columns, the likeliest first.
NAMES: Dict[str, Tuple[str, ...]] = {
    "left": ("left", "model_a", "model_1", "item_a", "item_1", "player_a", "player_1", "white", "home", "first", "generator_1"),
    "right": ("right", "model_b", "model_2", "item_b", "item_2", "player_b", "player_2", "black", "away", "second", "generator_2"),
    "judge": ("judge", "annotator", "rater", "evaluator", "judge_name"),
    "context": ("context", "question_id", "prompt_id", "question", "prompt", "instruction", "sample_id"),
    "outcome": ("outcome", "winner", "result", "verdict", "preference", "answer"),
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
            raise ArgumentError(f"no column is {role}: name it (--{role}, or {role}=); the table has {', '.join(there)}")
    columns: Dict[str, Any] = {role: coded(frame[picked[role]], role) for role in ("left", "right")}
    left_out: Dict[str, int] = {}
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
        name = picked["outcome"]
        more, sentence, left_out = _answers(frame[name], name, columns, outcomes or {}, drop, grades)
        columns.update(more)
        said.append(sentence)
        if left_out:
            keep = columns["outcome"].codes >= 0
            columns = {role: _kept(column, keep) for role, column in columns.items()}
    elif "score" in picked:
        columns["score"] = measured(frame[picked["score"]], "score")
        said.append(f"{picked['score']} is the score of {picked['left']}")
    elif "wins" in counted and "losses" in counted:
        for role in counted:
            columns[role] = measured(frame[picked[role]], role)
        said.append(", ".join(f"{picked[role]} counts {role.replace('_', ' ')}" for role in counted))
    else:
        raise ArgumentError(
            "no column is outcome, score, or wins and losses: name it (--outcome, or outcome=); "
            f"the table has {', '.join(there)}"
        )
    return told(columns, "; ".join(said), left_out)


def told(columns: Dict[str, Any], said: str, left_out: Mapping[str, int]) -> Votes:
    """Votes whose sentence says what was left out, too."""
    counts = {reason: count for reason, count in left_out.items() if count}
    if counts:
        said += "; left out: " + ", ".join(f"{reason} ({count})" for reason, count in counts.items())
    return Votes(columns, said, counts)


def _kept(column: Any, keep: Any) -> Any:
    if isinstance(column, Coded):
        return chosen(column, keep, "column")
    return column[keep]


# Meanings of an answer: the labels of the outcomes; below zero those that are no outcome.
_OUTCOMES = ["left", "right", "tie", "both_good", "both_bad"]
_DROPPED, _ITEM = -1, -2


def _answers(
    values: Any, name: str, columns: Mapping[str, Coded], outcomes: Mapping[str, str], drop: Iterable[str], grades: str
) -> Tuple[Dict[str, Any], str, Dict[str, int]]:
    """A column of answers: what they are as columns of a set, a sentence, and how many rows are left out, by the reason.
    Rows that are left out have the code -1."""
    preference = _preference(values, outcomes)
    if preference is not None:
        sentence = f"{name} is a preference from 1 (the first) to 2 (the second): wins are 2 less it, losses it less 1"
        return {"wins": 2 - preference, "losses": preference - 1}, sentence, {}
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
    meanings: List[int] = []
    strengths: List[float] = []
    for label in answers.labels:
        grade = GRADES.get(label.lower().replace(" ", ""))
        if label in dropped:
            meaning = _DROPPED
        elif by_name and label in items and label not in outcomes:
            meaning = _ITEM
        else:
            meaning = _meaning(label, outcomes.get(label) or (grade[0] if grade else MEANINGS.get(label.lower())), answers, name)
        meanings.append(meaning)
        strengths.append(grade[1] if grade else 1.0)
    codes = np.array([*meanings, _DROPPED], dtype=np.int64)[answers.codes]
    if _ITEM in meanings:
        _name_the_winner(codes, answers, columns, name)
        sentence = f"{name} names the winner"
    else:
        meant = [f"{label!r} is {_OUTCOMES[meaning].replace('_', ' ')}" for label, meaning in zip(answers.labels, meanings) if meaning >= 0]
        sentence = f"{name}: {', '.join(sorted(meant))}"
    more: Dict[str, Any] = {"outcome": Coded(codes, _OUTCOMES)}
    if max(strengths, default=1.0) > 1:
        if grades == "weight":
            more["weight"] = np.array([*strengths, 0.0])[answers.codes]
            sentence += "; a strong verdict (>>) counts as three votes"
        else:
            sentence += "; a strong verdict (>>) counts as one vote, as a weak one does"
    counts = np.bincount(answers.codes, minlength=len(answers.labels)).tolist()
    left_out = {f"rows that say {label!r}": count for label, count in zip(answers.labels, counts) if label in dropped}
    return more, sentence, left_out


def _meaning(label: str, word: Any, answers: Coded, name: str) -> int:
    """The number of an outcome's word, or of a member of `Outcome`; an error for an answer that nobody explained."""
    word = word.name.lower() if isinstance(word, Outcome) else word
    if word in _OUTCOMES:
        return _OUTCOMES.index(word)
    row = int(np.flatnonzero(answers.codes == answers.labels.index(label))[0])
    meant = "which nobody explained" if word is None else f"explained as {word!r}"
    raise DataError(
        f"{name} is {label!r} in row {row}, {meant}: say what it means ({label}=left, right, tie, both_good or both_bad), or drop it",
        row,
    )


def _name_the_winner(codes: Any, answers: Coded, columns: Mapping[str, Coded], name: str) -> None:
    """Answers that name an item mean the side on which it was."""
    for side in ("left", "right"):
        index = {label: code for code, label in enumerate(columns[side].labels)}
        of_answer = np.array([index.get(label, -2) for label in answers.labels] + [-2])
        codes[(codes == _ITEM) & (of_answer[answers.codes] == columns[side].codes)] = _OUTCOMES.index(side)
    lost = np.flatnonzero(codes == _ITEM)
    if lost.size:
        row = int(lost[0])
        raise DataError(f"{name} is {answers.labels[answers.codes[row]]!r} in row {row}, which is neither of its items", row)


def _preference(values: Any, outcomes: Mapping[str, str]) -> Any:
    """Numbers from 1 to 2 that are not all whole, or None."""
    if outcomes:
        return None
    try:
        if is_text(values):
            answers = coded(values, "outcome")
            numbers = np.array([*map(float, answers.labels), np.nan])[answers.codes]
        else:
            numbers = measured(values, "outcome")
    except (ArgumentError, DataError, ValueError):
        return None
    inside = bool(numbers.size) and bool(np.all((numbers >= 1) & (numbers <= 2)))
    return numbers if inside and not bool(np.all(numbers == np.floor(numbers))) else None


def rows(votes: Sequence[Mapping[str, Any]], said: str, left_out: Mapping[str, int] = {}) -> Votes:
    """Votes from rows that are understood already."""
    names = list(dict.fromkeys(name for vote in votes for name in vote))
    return told({name: [vote.get(name) for vote in votes] for name in names}, said, left_out)
