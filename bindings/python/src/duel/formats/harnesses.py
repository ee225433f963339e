"""Records of harnesses that compare answers of language models: two games in swapped order are two rows of one context."""

from __future__ import annotations

import os
import re
from collections import Counter
from itertools import combinations, product
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence

from ..errors import ArgumentError, DataError
from .metrics import lower_wins
from .votes import GRADES, Votes, grade_of, rows

Record = Mapping[str, Any]


def fits_mt_bench(record: Record) -> bool:
    """Pair judgments of MT-Bench (fastchat/llm_judge/common.py of fschat 0.2.36, play_a_match_pair)."""
    return {"model_1", "model_2", "g1_winner", "g2_winner"} <= set(record)


def mt_bench(records: Sequence[Record], options: Mapping[str, Any]) -> Votes:
    """In the second game the answers are shown in the other order; the winners are the models all the same."""
    found = []
    errors, graded = 0, 0
    for row, record in enumerate(records):
        judge = record.get("judge")
        judge = judge[0] if isinstance(judge, (list, tuple)) else judge
        games = (("g1_winner", ("model_1", "model_2")), ("g2_winner", ("model_2", "model_1")))
        # Grades of single answers give one verdict, which the record says twice.
        for game, (left, right) in games[:1] if "m1_score" in record else games:
            said = record[game]
            if said == "error":
                errors += 1
                continue
            if said not in ("model_1", "model_2", "tie"):
                raise DataError(f"{game} is {said!r} in row {row}; it must be model_1, model_2, tie or error", row)
            outcome = "tie" if said == "tie" else "left" if said == left else "right"
            context = f"{record['question_id']}" + (f".{record['turn']}" if "turn" in record else "")
            vote = {"left": record[left], "right": record[right], "judge": judge, "context": context, "outcome": outcome}
            # Answers that were graded one at a time stood beside no other.
            found.append({**vote, "ordered": float("m1_score" not in record)})
            graded += "m1_score" in record
    said = "pair judgments of MT-Bench: two games in swapped order are two votes of one question"
    if graded:
        said += f"; {graded} compare grades of single answers, which have no order of presentation"
    else:
        found = [{name: value for name, value in vote.items() if name != "ordered"} for vote in found]
    return rows(found, said, {"games that ended in an error": errors}, options.get("order"))


def fits_arena_hard(record: Record) -> bool:
    """Judgments of Arena-Hard-auto (gen_judgment.py at 01109e9930889fde8baada6e86bb74a7e029608b)."""
    games = record.get("games")
    return "model" in record and isinstance(games, list) and all(isinstance(g, dict) and "score" in g for g in games)


def arena_hard(records: Sequence[Record], options: Mapping[str, Any]) -> Votes:
    """The baseline is assistant A of the first game, and B of the second (show_result.py at
    0489bf384abd010906014dec7b903f7c438eabba)."""
    grades = options.get("grades")
    found = []
    silent = 0
    for row, record in enumerate(records):
        baseline = record.get("baseline") or options.get("baseline")
        if not baseline:
            raise ArgumentError("baseline is not known: name the model that all others are compared with by baseline=")
        model = record["model"]
        for number, game in enumerate(record["games"][:2]):
            said = game["score"] if isinstance(game, dict) else None
            if said is None:
                silent += 1
                continue
            grade = GRADES.get(str(said).lower())
            if grade is None:
                raise DataError(f"score is {said!r} in row {row}; it must be A>>B, A>B, A=B, B>A or B>>A", row)
            left, right = (baseline, model) if number == 0 else (model, baseline)
            context = record.get("question_id", record.get("uid"))
            vote = {"left": left, "right": right, "judge": record.get("judge"), "context": context}
            if grades == "keep":
                found.append({**vote, "grade": grade_of(*grade)})
            else:
                found.append({**vote, "outcome": grade[0], **({"weight": grade[1]} if grades == "weight" else {})})
    counted = {"weight": "counts as three votes", "keep": "has grade 2, a weak one grade 1"}.get(grades or "", "counts as one vote, as a weak one does")
    return rows(found, f"judgments of Arena-Hard: two games in swapped order are two votes of one question; a strong verdict (>>) {counted}", {"games without a verdict": silent}, options.get("order"))


def fits_alpaca_eval(record: Record) -> bool:
    """Annotations of AlpacaEval (src/alpaca_eval/annotators/pairwise_evaluator.py of alpaca-eval 0.6.6)."""
    return {"generator_1", "generator_2", "preference"} <= set(record)


def alpaca_eval(records: Sequence[Record], options: Mapping[str, Any]) -> Votes:
    """A preference of 1 is for the first, 2 for the second, between them a probability, and 0 or 1.5 a draw."""
    found = []
    silent = 0
    for row, record in enumerate(records):
        preference = record["preference"]
        if preference is None or preference != preference:
            silent += 1
            continue
        number = number_of(preference)
        number = 1.5 if number == 0 else number
        if number is None or not 1 <= number <= 2:
            raise DataError(f"preference is {preference!r} in row {row}; it must be 1 to 2, or 0 for a draw", row)
        draw = number == 1.5
        found.append({
            "left": record["generator_1"], "right": record["generator_2"], "judge": record.get("annotator"),
            "context": record.get("instruction"), "wins": 0.0 if draw else 2 - number, "losses": 0.0 if draw else number - 1,
            "ties": float(draw),
        })  # fmt: skip
    said = "annotations of AlpacaEval: one judgement each; a preference of 1.3 counts as 0.7 wins and 0.3 losses of generator_1; 1.5 is a tie"
    # Its annotators see the two outputs in an order drawn by chance, of which the annotations say nothing.
    return rows(found, said, {"annotations without a preference": silent}, options.get("order") or "unknown")


# Scores of one model: of every item, one of each of its runs.
Runs = Dict[Any, List[float]]


def number_of(value: Any) -> Optional[float]:
    """A score as a number; None where it is not one: missing, text, a list, or NaN, by which programs mark what was not scored."""
    if not isinstance(value, (int, float)):
        return None
    number = float(value)
    return None if number != number else number


def by_item(
    scores: Mapping[str, Runs], what: str, left_out: Mapping[str, int], options: Mapping[str, Any], lower: Mapping[Any, bool],
) -> Votes:  # fmt: skip
    """Scores of models on the same items: every two models on every item that both have, better or equal. An item is a
    task, a context and whatever else two answers must share; `lower` says of which tasks the lower score wins."""
    counts = {reason: count for reason, count in left_out.items() if count}
    if len(scores) < 2:
        if counts and not any(scores.values()):
            raise DataError(f"no sample has a score that can be compared: {_counted(counts)}; name another by --metric")
        raise ArgumentError(f"{what} are of {len(scores)} model{'' if len(scores) == 1 else 's'}; a comparison needs two or more: read a file of each")
    found = []
    for (left, of_left), (right, of_right) in combinations(scores.items(), 2):
        for item, values in of_left.items():
            sign = -1.0 if lower[item[0]] else 1.0
            for value, other in product(values, of_right.get(item, ())):
                outcome = "tie" if value == other else "left" if sign * value > sign * other else "right"
                found.append({"left": left, "right": right, "context": item[1], "outcome": outcome})
    if not any(scores.values()):
        raise DataError(f"no sample has a score that can be compared: {_counted(counts)}; name another by --metric")
    if not found:
        raise DataError(f"{what}: no two models answered the same item; are the files of the same task?")
    answered = Counter(item for of_model in scores.values() for item in of_model)
    alone = {"answers to items that no other model answered": sum(count == 1 for count in answered.values())}
    said = f"{what}: every two models on every item that both answered, the {_direction(lower)} score wins; pairs of one question are clustered together"
    again = [model for model, of_model in scores.items() if any(len(values) > 1 for values in of_model.values())]
    if again:
        said += f"; {', '.join(again)} answered items more than once: every answer is compared with every answer of the others"
    return rows(found, said, {**left_out, **alone}, options.get("order"), has_order=False)


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{reason} ({count})" for reason, count in counts.items()) or "there is none"


def _direction(lower: Mapping[Any, bool]) -> str:
    if len(set(lower.values())) == 1:
        return "lower" if next(iter(lower.values())) else "higher"
    return f"higher (of {', '.join(str(task) for task, is_lower in lower.items() if is_lower)} the lower)"


def fits_lm_eval(record: Record) -> bool:
    """Samples of lm-evaluation-harness with --log_samples (lm_eval/evaluator.py of lm-eval 0.4.13)."""
    return {"doc_id", "target", "resps"} <= set(record)


class Samples(NamedTuple):
    """A file of samples of lm-evaluation-harness."""

    model: str
    """The name of its folder."""
    task: str
    """From the name of the file, samples_TASK_DATE.jsonl; the samples do not say it."""
    records: Sequence[Record]


_SAMPLES = re.compile(r"samples_(.+?)(?:_\d{4}-\d\d-\d\d[^/]*)?$")


def samples(path: str, records: Sequence[Record]) -> Samples:
    """Samples of a file: lm-evaluation-harness writes them to a folder of the model's name."""
    folder, name = os.path.split(os.path.abspath(path))
    task = _SAMPLES.match(os.path.splitext(name)[0])
    return Samples(os.path.basename(folder), task.group(1) if task else "", records)


def lm_eval(files: Sequence[Samples], options: Mapping[str, Any]) -> Votes:
    """Samples of several models, by their names. Each task has a metric and a filter of its own: the first that comes."""
    metrics: Dict[str, str] = {}
    filters: Dict[str, Any] = {}  # an answer is scored once for each filter: the first filter counts
    lower: Dict[str, bool] = {}
    others, silent = 0, 0
    scores: Dict[str, Runs] = {}
    for model, of_file, records in files:
        known = scores.setdefault(model, {})
        for row, record in enumerate(records):
            task = str(record.get("task_name") or of_file)
            if task not in metrics:
                named = record.get("metrics")
                first = next(iter(named), None) if isinstance(named, (list, tuple)) else None
                metric: Any = options.get("metric") or first
                if metric not in record or not isinstance(record[metric], (int, float, type(None))):
                    raise _no_metric(metric, row, model, record)
                metrics[task], filters[task] = str(metric), record.get("filter")
                lower[task] = lower_wins(metrics[task], options.get("lower_is_better"))
            if record.get("filter") != filters[task]:
                others += 1
                continue
            if metrics[task] not in record:
                raise _no_metric(metrics[task], row, model, record)
            number = number_of(record[metrics[task]])
            if number is None:
                silent += 1
            else:
                item = (task, f"{task}:{record.get('doc_hash', '')}:{record['doc_id']}")
                known.setdefault(item, []).append(number)
    by = {f"{metric}{'' if filters[task] in (None, 'none') else f' after the filter {filters[task]}'}" for task, metric in metrics.items()}
    said = f"samples of lm-evaluation-harness, scored by {', '.join(sorted(by))}"
    left_out = {"samples after other filters": others, "samples whose score is not a number": silent}
    return by_item(scores, said, left_out, options, lower)


def _no_metric(metric: Any, row: int, model: str, record: Record) -> ArgumentError:
    numeric = [key for key, value in record.items() if isinstance(value, float)]
    return ArgumentError(
        f"metric is {metric!r}, which row {row} of {model} does not have as a number; it has {', '.join(map(str, numeric)) or 'none'}: "
        "name one by metric="
    )


def fits_inspect(log: Any) -> bool:
    """A log of inspect_ai in JSON (inspect_ai/log/_log.py of inspect-ai 0.3.285)."""
    return isinstance(log, dict) and isinstance(log.get("eval"), dict) and "samples" in log


def inspect(logs: Sequence[Record], options: Mapping[str, Any]) -> Votes:
    """Logs of several models on one task; correct is above partial above incorrect, and numbers are compared as such.
    The epochs of a sample share its context."""
    letters = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}
    scores: Dict[str, Runs] = {}
    used: Optional[str] = options.get("metric")
    silent = 0
    tasks: Dict[str, bool] = {}
    for log in logs:
        known = scores.setdefault(str(log["eval"]["model"]), {})
        task = str(log["eval"].get("task", ""))
        for sample in log.get("samples") or []:
            given = sample.get("scores")
            given = given if isinstance(given, dict) else {}
            used = used or next(iter(given), None)
            score = given.get(used)
            value = score.get("value") if isinstance(score, dict) else None
            number = letters.get(value) if isinstance(value, str) else number_of(value)
            if number is None:
                silent += 1
                continue
            tasks[task] = lower_wins(str(used), options.get("lower_is_better"))
            known.setdefault((task, f"{task}:{sample['id']}", sample.get("epoch", 1)), []).append(number)
    return by_item(scores, f"logs of inspect_ai, scored by {used}", {"samples without a score in letters or numbers": silent}, options, tasks)


READERS: List[Any] = [
    ("mt_bench", fits_mt_bench, mt_bench),
    ("arena_hard", fits_arena_hard, arena_hard),
    ("alpaca_eval", fits_alpaca_eval, alpaca_eval),
]
