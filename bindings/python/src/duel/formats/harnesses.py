"""Records of harnesses that compare answers of language models: two games in swapped order are two rows of one context."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any, Dict, List, Mapping, Optional, Sequence

from ..errors import ArgumentError, DataError
from .votes import GRADES, Votes, rows

Record = Mapping[str, Any]


def fits_mt_bench(record: Record) -> bool:
    """Pair judgments of MT-Bench (fastchat/llm_judge/common.py of fschat 0.2.36, play_a_match_pair)."""
    return {"model_1", "model_2", "g1_winner", "g2_winner"} <= set(record)


def mt_bench(records: Sequence[Record], options: Mapping[str, Any]) -> Votes:
    """In the second game the answers are shown in the other order; the winners are the models all the same."""
    found = []
    errors = 0
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
            found.append({"left": record[left], "right": record[right], "judge": judge, "context": context, "outcome": outcome})
    return rows(found, "pair judgments of MT-Bench: two games in swapped order are two votes of one question", {"games that ended in an error": errors})


def fits_arena_hard(record: Record) -> bool:
    """Judgments of Arena-Hard-auto (gen_judgment.py at 01109e9930889fde8baada6e86bb74a7e029608b)."""
    games = record.get("games")
    return "model" in record and isinstance(games, list) and all(isinstance(g, dict) and "score" in g for g in games)


def arena_hard(records: Sequence[Record], options: Mapping[str, Any]) -> Votes:
    """The baseline is assistant A of the first game, and B of the second (show_result.py at
    0489bf384abd010906014dec7b903f7c438eabba)."""
    weighted = options.get("grades") == "weight"
    found = []
    silent = 0
    for row, record in enumerate(records):
        baseline = record.get("baseline") or options.get("baseline")
        if not baseline:
            raise ArgumentError("baseline is not known: these judgments do not name the model that all are compared with")
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
            vote = {"left": left, "right": right, "judge": record.get("judge"), "context": context, "outcome": grade[0]}
            found.append({**vote, "weight": grade[1]} if weighted else vote)
    counted = "counts as three votes" if weighted else "counts as one vote, as a weak one does"
    return rows(found, f"judgments of Arena-Hard: two games in swapped order are two votes of one question; a strong verdict (>>) {counted}", {"games without a verdict": silent})


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
        number = 1.5 if float(preference) == 0 else float(preference)
        if not 1 <= number <= 2:
            raise DataError(f"preference is {preference!r} in row {row}; it must be 1 to 2, or 0 for a draw", row)
        draw = number == 1.5
        found.append({
            "left": record["generator_1"], "right": record["generator_2"], "judge": record.get("annotator"),
            "context": record.get("instruction"), "wins": 0.0 if draw else 2 - number, "losses": 0.0 if draw else number - 1,
            "ties": float(draw),
        })  # fmt: skip
    return rows(found, "annotations of AlpacaEval: a preference p from 1 to 2 is 2 - p of a win of generator_1 and p - 1 of a loss, 1.5 a tie", {"annotations without a preference": silent})


def by_item(scores: Mapping[str, Mapping[str, float]], what: str, left_out: Mapping[str, int]) -> Votes:
    """Scores of models on the same items: every two models on every item that both have, better or equal."""
    if len(scores) < 2:
        raise ArgumentError(f"{what} are of {len(scores)} models; a comparison needs two or more: give a file of each")
    found = []
    for (left, of_left), (right, of_right) in combinations(scores.items(), 2):
        for item, value in of_left.items():
            if item in of_right:
                other = of_right[item]
                outcome = "tie" if value == other else "left" if value > other else "right"
                found.append({"left": left, "right": right, "context": item, "outcome": outcome})
    answered = Counter(item for of_model in scores.values() for item in of_model)
    alone = {"answers to items that no other model answered": sum(count == 1 for count in answered.values())}
    said = f"{what}: every two models on every item that both answered, the higher score wins; the pairs of one item share its context, so cluster by context"
    return rows(found, said, {**left_out, **alone})


def fits_lm_eval(record: Record) -> bool:
    """Samples of lm-evaluation-harness with --log_samples (lm_eval/evaluator.py of lm-eval 0.4.13)."""
    return {"doc_id", "target", "resps"} <= set(record)


def lm_eval(files: Mapping[str, Sequence[Record]], options: Mapping[str, Any]) -> Votes:
    """Samples of several models, by their names."""
    metric = options.get("metric")
    used: Any = None  # an answer is scored once for each filter: the first filter counts
    others = 0
    scores: Dict[str, Dict[str, float]] = {}
    for model, records in files.items():
        known = scores.setdefault(model, {})
        for row, record in enumerate(records):
            name = metric or next(iter(record.get("metrics") or []), None)
            if name is None or not isinstance(record.get(name), (int, float)):
                numeric = [key for key, value in record.items() if isinstance(value, float)]
                raise ArgumentError(f"metric is {name!r}, which row {row} of {model} does not have as a number; it has {', '.join(numeric)}")
            metric = name
            used = record.get("filter") if used is None else used
            if record.get("filter") == used:
                known[f"{record.get('task_name', '')}{record.get('doc_hash', '')}:{record['doc_id']}"] = float(record[name])
            else:
                others += 1
    said = f"samples of lm-evaluation-harness, scored by {metric}" + ("" if used in (None, "none") else f" after the filter {used}")
    return by_item(scores, said, {"samples after other filters": others})


def fits_inspect(log: Any) -> bool:
    """A log of inspect_ai in JSON (inspect_ai/log/_log.py of inspect-ai 0.3.285)."""
    return isinstance(log, dict) and isinstance(log.get("eval"), dict) and "samples" in log


def inspect(logs: Sequence[Record], options: Mapping[str, Any]) -> Votes:
    """Logs of several models on one task; correct is above partial above incorrect, and numbers are compared as such."""
    letters = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}
    scores: Dict[str, Dict[str, float]] = {}
    used: Optional[str] = options.get("metric")
    silent = 0
    for log in logs:
        known = scores.setdefault(str(log["eval"]["model"]), {})
        for sample in log.get("samples") or []:
            given = sample.get("scores") or {}
            used = used or next(iter(given), None)
            value = (given.get(used) or {}).get("value") if used else None
            number = letters.get(value) if isinstance(value, str) else value
            if isinstance(number, (int, float)):
                known[f"{log['eval'].get('task', '')}:{sample['id']}.{sample.get('epoch', 1)}"] = float(number)
            else:
                silent += 1
    return by_item(scores, f"logs of inspect_ai, scored by {used}", {"samples without a score in letters or numbers": silent})


READERS: List[Any] = [
    ("mt_bench", fits_mt_bench, mt_bench),
    ("arena_hard", fits_arena_hard, arena_hard),
    ("alpaca_eval", fits_alpaca_eval, alpaca_eval),
]
