"""Votes as they were read: columns under the names of a set, and a sentence that says how they were understood."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from .._columns import ROLES, Coded, chosen, coded, frame_columns, frame_names, is_text, measured, spellings
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
    saved: Optional[bytes] = None
    """The bytes of a set, where the votes were saved as one."""

    def set(self) -> Set:
        """The set of the votes."""
        return Set().append(**self.columns) if self.saved is None else Set.load(self.saved)


# Names of columns, the likeliest first.
NAMES: Dict[str, Tuple[str, ...]] = {
    "left": ("left", "model_a", "model_1", "item_a", "item_1", "player_a", "player_1", "white", "home", "first", "generator_1"),
    "right": ("right", "model_b", "model_2", "item_b", "item_2", "player_b", "player_2", "black", "away", "second", "generator_2"),
    "winner": ("winner", "winner_name", "chosen"),
    "loser": ("loser", "loser_name", "notchosen", "not_chosen"),
    "judge": ("judge", "annotator", "rater", "evaluator", "judge_name", "judgename"),
    "context": ("context", "question_id", "prompt_id", "question", "prompt", "instruction", "sample_id"),
    "outcome": ("outcome", "winner", "result", "verdict", "preference", "answer"),
    "score": ("score",),
    "wins": ("wins", "win_a", "wins_a", "winner_model_a"),
    "losses": ("losses", "win_b", "wins_b", "winner_model_b"),
    "ties": ("ties", "tie", "winner_tie"),
    "both_bad": ("both_bad",),
    "both_good": ("both_good",),
    "weight": ("weight",),
    "cluster": ("cluster",),
    "ordered": ("ordered",),
    "grade": ("grade",),
}  # fmt: skip

# Pairs of columns whose names say which side was which, so that counts of them have an order, too.
_SIDES = {("white", "black"), ("home", "away")}

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

def _plain(name: str) -> str:
    """A name without capitals, blanks and underscores: Model A, model_a and modelA are one."""
    return "".join(letter for letter in name.lower() if letter.isalnum()) or name


# The same for answers: Model A, Tie (both bad). Those of digits and signs, such as 1-0, are as they are.
_BY_LETTERS = {_plain(word): meaning for word, meaning in MEANINGS.items() if any(map(str.isalpha, word))}

# What becomes of graded verdicts: votes that count the same, or by their strength, or grades, for a model of these.
OF_GRADES = ("collapse", "weight", "keep")

# Graded verdicts: what the left has of one comparison, and how strongly it was said.
GRADES: Dict[str, Tuple[str, float]] = {
    "a>>b": ("left", 3), "a>b": ("left", 1), "a=b": ("tie", 1), "b=a": ("tie", 1),
    "b>a": ("right", 1), "a<b": ("right", 1), "b>>a": ("right", 3), "a<<b": ("right", 3),
}  # fmt: skip


def checked_grades(grades: str) -> None:
    if grades not in OF_GRADES:
        raise ArgumentError(f"grades is {grades!r}; it must be 'collapse', 'weight' or 'keep'")


def grade_of(meaning: str, strength: float) -> int:
    """The grade of a verdict: 2 for a strong one, 1 for a weak one, negative where right is ahead."""
    return {"left": 1, "right": -1}.get(meaning, 0) * (2 if strength > 1 else 1)


def understand(
    data: Any,
    roles: Optional[Mapping[str, Optional[str]]] = None,
    outcomes: Optional[Mapping[str, str]] = None,
    drop: Iterable[str] = (),
    grades: str = "collapse",
    order: Optional[str] = None,
) -> Votes:
    """Votes from a table of one comparison a row, of winners and losers, or of counts. Roles say which column is what; the
    others are found by their names, and None is for a role that no column has. What an answer means is found by its words, and an
    answer that nobody explains is an error.

    `order` is "shown" where the left was shown first, and "unknown" where no order of presentation is known; by default the
    left was shown first, but for winners and losers, and for counts, unless a column `ordered` says it of each row.
    """
    checked_order(order)
    frame = frame_columns(data)
    there = frame_names(frame)
    picked = _picked(there, dict(roles or {}))
    if "loser" in picked:
        return _winners(frame, picked, order)
    for role in ("left", "right"):
        if role not in picked:
            raise ArgumentError(f"no column is {role}. {_name_it(role, there)}")
    columns: Dict[str, Any] = {role: coded(frame[picked[role]], role) for role in ("left", "right")}
    left_out: Dict[str, int] = {}
    said: List[str] = []
    _beside(frame, picked, columns, said)
    counted = [role for role in ("wins", "losses", "ties", "both_good", "both_bad") if role in picked]
    has_order = True
    if "outcome" in picked and ("wins" not in picked or "outcome" in (roles or {})):
        name = picked["outcome"]
        more, sentence, left_out = _answers(frame[name], name, columns, outcomes or {}, drop, grades)
        columns.update(more)
        said.append(sentence)
        if left_out:
            keep = columns["outcome"].codes >= 0
            columns = {role: _kept(column, keep) for role, column in columns.items()}
        if "grade" in columns:
            del columns["outcome"]
    elif "grade" in picked and ("grade" in (roles or {}) or not {"score", "wins"} & set(picked)):
        columns["grade"] = measured(frame[picked["grade"]], "grade")
        said.append(f"{picked['grade']} is how far {picked['left']} is ahead")
    elif "score" in picked:
        columns["score"] = measured(frame[picked["score"]], "score")
        said.append(f"{picked['score']} is the score of {picked['left']}")
    elif "wins" in counted and "losses" in counted:
        for role in counted:
            columns[role] = measured(frame[picked[role]], role)
        said.append(", ".join(f"{picked[role]} counts {role.replace('_', ' ')}" for role in counted))
        # A column for each answer of one verdict, as in the Arena's votes on Kaggle, is no sum of both orders.
        has_order = (picked["left"].lower(), picked["right"].lower()) in _SIDES or _plain(picked["wins"]) == "winnermodela"
    else:
        raise ArgumentError(f"no column is outcome, score, grade, or wins and losses. {_name_it('outcome', there)}")
    columns, without = _without_missing(columns, picked)
    left_out = {**left_out, **without}
    shown = order == "shown" or (order is None and has_order) or "ordered" in columns
    first = f"{picked['left']} is the item shown first, {picked['right']} the second"
    said.insert(0, first if shown and order != "unknown" else f"{picked['left']} and {picked['right']} are the items")
    return told(columns, "; ".join(said), left_out, order or (None if has_order or "ordered" in columns else "unknown"))


def _without_missing(columns: Dict[str, Any], picked: Mapping[str, str]) -> Tuple[Dict[str, Any], Dict[str, int]]:
    """The rows whose answer is a number where it must be one, and how many others there are, by the column."""
    keep = np.ones(_length(columns), dtype=bool)
    left_out: Dict[str, int] = {}
    for role in ("score", "grade", "wins", "losses", "ties", "both_good", "both_bad"):
        if role in columns:
            missing = keep & np.isnan(columns[role])
            if missing.any():
                name = picked.get(role) or picked.get("outcome", role)
                left_out[f"rows whose {name} is not a number"] = int(missing.sum())
                keep &= ~missing
    return (columns if keep.all() else {role: _kept(column, keep) for role, column in columns.items()}), left_out


def _picked(there: Sequence[str], roles: Dict[str, Optional[str]]) -> Dict[str, str]:
    """The column of each role: as it is given, or found by its name."""
    losers = set(map(_plain, NAMES["loser"]))
    if roles.get("winner") and not roles.get("loser") and not any(_plain(name) in losers for name in there):
        roles["outcome"] = roles.pop("winner")  # the column that says who won, of two others that name the items
    picked = {role: name for role, name in roles.items() if name}
    for role, name in picked.items():
        if name not in there:
            raise ArgumentError(f"no column is called {name!r}. {_name_it(role, there)}")
    lower = {_plain(name): name for name in reversed(there)}

    def find(names: Sequence[str]) -> Optional[str]:
        found = (lower.get(_plain(name)) for name in names)
        return next((name for name in found if name is not None and name not in picked.values()), None)

    by_sides = all(side in picked or find(NAMES[side]) for side in ("left", "right"))
    is_of_winners = bool(picked.get("winner") or picked.get("loser")) or not by_sides
    winner, loser = (picked.get(role) or (None if role in roles else find(NAMES[role])) for role in ("winner", "loser"))
    if is_of_winners and winner and loser:
        picked.update(winner=winner, loser=loser)
    elif picked.get("winner") or picked.get("loser"):
        given, missing = ("winner", "loser") if picked.get("winner") else ("loser", "winner")
        raise ArgumentError(f"{given} is {picked[given]!r}, and no column is {missing}. {_name_it(missing, there)}")
    for role, names in NAMES.items():
        if role not in picked and role not in roles and role not in ("winner", "loser"):
            found = find(names)
            if found is not None:
                picked[role] = found
    return picked


def _name_it(role: str, there: Sequence[str]) -> str:
    """A sentence that says how to name the column of a role."""
    return f"Name the column of {ROLES.get(role, f'the {role}')} by roles={{{role!r}: ...}}; the table has {', '.join(there)}"


def _beside(frame: Any, picked: Mapping[str, str], columns: Dict[str, Any], said: List[str]) -> None:
    """Columns beside the items and the answer."""
    for role in ("judge", "context", "cluster"):
        if role in picked:
            columns[role] = coded(frame[picked[role]], role)
            said.append(f"{picked[role]} is the {role}")
    if "ordered" in picked:
        columns["ordered"] = measured(frame[picked["ordered"]], "ordered")
        said.append(f"{picked['ordered']} says whether the first was shown first")
    if "weight" in picked:
        columns["weight"] = measured(frame[picked["weight"]], "weight")
        said.append(f"{picked['weight']} is the weight")


def _winners(frame: Any, picked: Mapping[str, str], order: Optional[str]) -> Votes:
    """Votes of a table whose rows name the winner and the loser."""
    columns: Dict[str, Any] = {"left": coded(frame[picked["winner"]], "winner"), "right": coded(frame[picked["loser"]], "loser")}
    for side, role in (("left", "winner"), ("right", "loser")):
        missing = np.flatnonzero(columns[side].codes < 0)
        if missing.size:
            raise DataError(f"{picked[role]} is missing in row {missing[0]}", int(missing[0]))
    said = [f"{picked['winner']} is the winner, {picked['loser']} the loser"]
    _beside(frame, picked, columns, said)
    columns.pop("ordered", None)
    columns["score"] = np.ones(len(columns["left"].codes))
    return told(columns, "; ".join(said), {}, order, has_order=False)


def checked_order(order: Optional[str]) -> None:
    """An error for an order that is none."""
    if order not in (None, "shown", "unknown"):
        raise ArgumentError(f"order is {order!r}; it must be 'shown' or 'unknown'")


_NO_ORDER = "no order of presentation is known"


def told(
    columns: Dict[str, Any], said: str, left_out: Mapping[str, int], order: Optional[str] = None, *, has_order: bool = True
) -> Votes:
    """Votes whose sentence says what was left out, too, and whether an order of presentation is known. Votes without one, such as
    rankings, have a column `ordered` that says so."""
    counts = {reason: count for reason, count in left_out.items() if count}
    many = _length(columns)
    if not many:
        reasons = f": left out are {', '.join(f'{reason} ({count})' for reason, count in counts.items())}" if counts else ""
        raise DataError(f"there is no vote that can be used{reasons}")
    if not has_order and order == "shown":
        raise ArgumentError("order is 'shown', and rankings, scores, winners and losers have no order of presentation")
    if order == "unknown" or not has_order:
        if order == "unknown" or "ordered" not in columns:
            columns = {**columns, "ordered": np.zeros(many)}
    elif order == "shown":
        columns = {role: column for role, column in columns.items() if role != "ordered"}
    shown = float(np.asarray(columns["ordered"], dtype=float).sum()) if "ordered" in columns else float(many)
    if shown == 0:
        said += f"; {_NO_ORDER}"
    elif shown < many:
        said += f"; of {many - shown:.10g} rows of {many} {_NO_ORDER}"
    for noun, roles in (("items", ("left", "right")), ("judges", ("judge",))):
        alike = spellings(_labels(columns, roles), noun)
        said += f"; {alike}" if alike else ""
    if counts:
        said += "; left out: " + ", ".join(f"{reason} ({count})" for reason, count in counts.items())
    return Votes(columns, said, counts)


def _labels(columns: Mapping[str, Any], roles: Sequence[str]) -> List[str]:
    """The names in columns, each once."""
    found: Dict[str, None] = {}
    for role in roles:
        column = columns.get(role, ())
        names = column.labels if isinstance(column, Coded) else column
        found.update(dict.fromkeys(name for name in names if isinstance(name, str)))
    return list(found)


def _length(columns: Mapping[str, Any]) -> int:
    """The rows of columns."""
    first = columns.get("left", ())
    return len(first.codes if isinstance(first, Coded) else first)


def _kept(column: Any, keep: Any) -> Any:
    if isinstance(column, Coded):
        return chosen(column, keep, "column")
    return column[keep]


# Meanings of an answer: the labels of the outcomes; below zero those that are no outcome.
OUTCOMES = ["left", "right", "tie", "both_good", "both_bad"]
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
    dropped = {drop} if isinstance(drop, str) else set(drop)
    if answers.codes.size and answers.codes.min() < 0:
        if "" not in dropped and "" not in outcomes:
            row = int(np.argmin(answers.codes))
            raise DataError(
                f"{name} is missing in row {row}. Use drop=[''], or say what it means: outcomes={{'': 'tie'}}",
                row,
            )
        answers = Coded(np.where(answers.codes < 0, len(answers.labels), answers.codes), [*answers.labels, ""])
    for label in dropped - set(answers.labels):
        raise ArgumentError(f"drop is {label!r}, and {name} has no such answer")
    checked_grades(grades)
    items = set(columns["left"].labels) | set(columns["right"].labels)
    by_name = bool(set(answers.labels) & items) and not set(outcomes) & items
    meanings: List[int] = []
    strengths: List[float] = []
    for label in answers.labels:
        grade = GRADES.get(label.lower().replace(" ", ""))
        if label in dropped:
            meaning = _DROPPED
        elif by_name and label in items and label not in outcomes:
            meaning = _ITEM
        else:
            meaning = _meaning(label, outcomes.get(label) or (grade[0] if grade else MEANINGS.get(label.lower()) or _BY_LETTERS.get(_plain(label))), answers, name)
        meanings.append(meaning)
        strengths.append(grade[1] if grade else 1.0)
    codes = np.array([*meanings, _DROPPED], dtype=np.int64)[answers.codes]
    if _ITEM in meanings:
        _name_the_winner(codes, answers, columns, name)
        sentence = f"{name} names the winner"
    else:
        meant = [f"{repr(label) if label else 'nothing'} is {OUTCOMES[meaning].replace('_', ' ')}" for label, meaning in zip(answers.labels, meanings) if meaning >= 0]
        sentence = f"{name}: {', '.join(sorted(meant))}"
    more: Dict[str, Any] = {"outcome": Coded(codes, OUTCOMES)}
    if max(strengths, default=1.0) > 1:
        if grades == "keep":
            kept = [grade_of(OUTCOMES[meaning], strength) if meaning >= 0 else 0 for meaning, strength in zip(meanings, strengths)]
            more["grade"] = np.array([*kept, 0], dtype=np.int64)[answers.codes]
            sentence += "; a strong verdict (>>) has grade 2, a weak one grade 1"
        elif grades == "weight":
            more["weight"] = np.array([*strengths, 0.0])[answers.codes]
            sentence += "; a strong verdict (>>) counts as three votes"
        else:
            sentence += "; a strong verdict (>>) counts as one vote, as a weak one does"
    counts = np.bincount(answers.codes, minlength=len(answers.labels)).tolist()
    left_out = {f"rows that say {label!r}" if label else "rows without an answer": count for label, count in zip(answers.labels, counts) if label in dropped}
    return more, sentence, left_out


def _meaning(label: str, word: Any, answers: Coded, name: str) -> int:
    """The number of an outcome's word, or of a member of `Outcome`; an error for an answer without a known meaning."""
    word = word.name.lower() if isinstance(word, Outcome) else word
    if word in OUTCOMES:
        return OUTCOMES.index(word)
    row = int(np.flatnonzero(answers.codes == answers.labels.index(label))[0])
    if word is None:
        raise DataError(
            f"{name} is {label!r} in row {row}, which is not a known answer. Use drop=[{label!r}], or say what it means: "
            f"outcomes={{{label!r}: 'tie'}} (or left, right, both_good, both_bad)",
            row,
        )
    raise DataError(f"outcomes: {label!r} is {word!r}; it must be left, right, tie, both_good or both_bad", row)


def _name_the_winner(codes: Any, answers: Coded, columns: Mapping[str, Coded], name: str) -> None:
    """Answers that name an item mean the side on which it was."""
    for side in ("left", "right"):
        index = {label: code for code, label in enumerate(columns[side].labels)}
        of_answer = np.array([index.get(label, -2) for label in answers.labels] + [-2])
        codes[(codes == _ITEM) & (of_answer[answers.codes] == columns[side].codes)] = OUTCOMES.index(side)
    lost = np.flatnonzero(codes == _ITEM)
    if lost.size:
        row = int(lost[0])
        raise DataError(f"{name} is {answers.labels[answers.codes[row]]!r} in row {row}, which is neither of its items", row)


def _preference(values: Any, outcomes: Mapping[str, str]) -> Any:
    """Numbers from 1 to 2 that are not all whole, NaN where one is missing, or None."""
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
    known = numbers[~np.isnan(numbers)]
    inside = bool(known.size) and bool(np.all((known >= 1) & (known <= 2)))
    return numbers if inside and not bool(np.all(known == np.floor(known))) else None


def rows(
    votes: Sequence[Mapping[str, Any]], said: str, left_out: Mapping[str, int] = {}, order: Optional[str] = None, *, has_order: bool = True
) -> Votes:
    """Votes from rows that are understood already."""
    names = list(dict.fromkeys(name for vote in votes for name in vote))
    return told({name: [vote.get(name) for vote in votes] for name in names}, said, left_out, order, has_order=has_order)
