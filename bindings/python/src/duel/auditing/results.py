"""Questions about the result: does the model fit, which items differ, how many votes would settle the rest."""

from __future__ import annotations

from statistics import NormalDist
from typing import Any, List, Optional, Tuple

import numpy as np

from .._values import word_of
from ..model import Model
from ..monitor import Monitor
from ..set import Set
from .findings import TOLD, Finding, chance, columns, counted, listed, unasked, verdict
from .look import Look
from .pictures import rows

_SHOWN = 20
_FEWEST = 30
_POWER = 0.8
_TOLD_APART = 0.05
# Looks at growing votes, and contexts at the first of them: fewer do not estimate their own variance.
_LOOKS, _FEWEST_LOOKED = 10, 40


def fit(look: Look) -> Finding:
    """Whether the votes look like data drawn from the model, as a whole and of every judge and item."""
    question = "Does the model fit?"
    model, own = look.board, "the board's model"
    if not look.given:
        model, own = look.panel, f"a model of one score of each item{_beside(look)}"

    def ask(replicates: int) -> Any:
        facts = model.goodness(replicates=replicates, seed=look.seed, threads=look.threads, cancel=look.cancel)
        return facts, facts.pearson_p

    facts = look.simulated(ask)
    labels, residuals = _largest(model, look)
    # One p of both tests: of the whole, and of the largest of the single residuals.
    limit = NormalDist().inv_cdf(1 - look.alpha / 4 / max(1, len(labels)))
    beyond = [abs(residual) > limit for residual in residuals]
    farthest = 2 * len(labels) * NormalDist().cdf(-abs(residuals[0])) if labels else 1.0
    p = min(1.0, 2 * min(facts.pearson_p, farthest))
    flagged = p < look.alpha
    said = f"The votes {'depart' if flagged else 'do not depart'} from {own} at the level of this test, {look.alpha:.2g} ({chance(p)})"
    said += f": Pearson's X² is {facts.pearson:,.5g} where it expects {facts.pearson_expected:,.5g} ± {facts.pearson_deviation:,.3g}"
    if labels:
        said += f", and the largest residual is that of {labels[0]}, {residuals[0]:.2g} standard errors"
    said += "."
    picture = rows(
        labels[:_SHOWN], residuals[:_SHOWN], flagged=beyond[:_SHOWN], limits=[-limit, 0.0, limit],
        title="Where the votes are farthest from the model", axis="standardised residual",
    )  # fmt: skip
    return Finding(
        "fit", question, verdict(flagged), said, facts.pearson, "Pearson's X²", look.alpha,
        f"p below {look.alpha:.2g}, by X² and the largest residual together", p,
        {"where": labels, "residual": residuals}, picture,
    )  # fmt: skip


def _beside(look: Look) -> str:
    """What the richer model has beside scores, in words."""
    position = word_of(look.panel.info().position)
    parts = ["every judge's own sensitivity"] if look.panelled else []
    if position == "by_judge":
        parts = ["every judge's own sensitivity and position effect"]
    elif position != "none":
        parts.append("one position effect")
    return f" and {' and '.join(parts)}" if parts else ""


def _largest(model: Model, look: Look) -> Tuple[List[str], List[float]]:
    """Standardised residuals of judges and items, or of pairs, with enough comparisons to be about normal; the largest first."""
    table = model.residuals("judge_item" if look.panelled else "pair")
    size = table["standardised"]
    kept = np.flatnonzero(np.isfinite(size) & (table["comparisons"] >= _FEWEST))
    worst = kept[np.argsort(-np.abs(size[kept]), kind="stable")]
    names = look.judge_names(table) if look.panelled else table.column("left").to_list()
    items = table.column("item" if look.panelled else "right").to_list()
    between = " on " if look.panelled else " – "
    return [f"{names[row]}{between}{items[row]}" for row in worst], size[worst].tolist()


def circles(look: Look) -> Finding:
    """Whether majorities go round in circles more often than the model expects."""
    question = "Is there one order at all, or do preferences go round in circles?"
    if len(look.items) < 3:
        return unasked("circles", question, "There are no three items of which all three pairs were decided.")

    def ask(replicates: int) -> Any:
        facts = look.panel.triads(replicates=replicates, seed=look.seed, threads=look.threads, cancel=look.cancel)
        return facts, facts.p

    facts = look.simulated(ask)
    if not facts.triads:
        return unasked("circles", question, "There are no three items of which all three pairs were decided.")
    flagged = facts.p < look.alpha
    seen = f"{facts.circular:,} of {counted(facts.triads, 'triple')} of items go round in circles; the model expects {facts.expected:,.3g} by chance"
    said = f"{seen}: too many for one order ({chance(facts.p)})." if flagged else f"{seen} ({chance(facts.p)})."
    return Finding(
        "circles", question, verdict(flagged), said, float(facts.circular), "circular triads", look.alpha, f"p below {look.alpha:.2g}", facts.p
    )


def resolution(look: Look) -> Finding:
    """Which items differ significantly."""
    question = "Which neighbours differ significantly?"
    board = look.board.scores(**look.options())
    steps = look.board.adjacent(**look.options(intervals="simultaneous"))
    sure, surely = _told_apart(board), _told_apart(look.board.scores(**look.options(level=look.level)))
    told = np.nan_to_num(steps["p_adjusted"], nan=1.0) < _TOLD_APART
    items = len(look.items)
    every = items * (items - 1) // 2
    said = (
        f"{int(told.sum())} of {counted(len(told), 'pair')} of neighbours {'differs' if told.sum() == 1 else 'differ'} significantly, "
        f"and {sure:,} of {counted(every, 'pair')} of items (95 % for all together)."
    )
    if not surely:
        said += f" At {100 * look.level:g} % no pair does: the votes do not support any order yet."
    scores = board["estimate"]
    at = np.argsort(-np.nan_to_num(scores, nan=-np.inf), kind="stable")
    picture = rows(
        [look.items[k] for k in at], scores[at].tolist(), lower=board["lower"][at].tolist(), upper=board["upper"][at].tolist(),
        title="Scores with 95 % intervals", axis="score",
    )  # fmt: skip
    details = {**columns(steps, "first", "second", "estimate", "lower", "upper", "p_adjusted"), "told_apart": told.tolist()}
    return Finding(
        "resolution", question, verdict(surely == 0), said, float(surely), f"pairs of items that differ significantly at {100 * look.level:g} %",
        0.0, "0",
        details=details, picture=picture,
    )  # fmt: skip


def _told_apart(board: Any) -> int:
    """Number of pairs of items that differ significantly: for every item those that are surely better."""
    return sum((best or 1) - 1 for best in board.column("rank_best").to_list())


def fragility(look: Look) -> Finding:
    """How few votes decide the order of neighbours."""
    question = "How few removed votes would swap neighbours?"
    found = look.board.fragility(cancel=look.cancel)
    particulars = columns(found, "first", "second", "estimate", "z", "predicted", "confirmed", "share", "state")
    needed = np.array(found["confirmed"], dtype=float)
    exact = _of_two(look)
    if exact is not None and len(needed) == 1:
        needed[0] = exact
        reached = bool(np.isfinite(exact))
        particulars.update(
            confirmed=[exact if reached else None], share=[exact / look.facts.comparisons if reached else None],
            state=["exact" if reached else "never"],
        )  # fmt: skip
    fallen = np.flatnonzero(np.isfinite(needed))
    if not len(fallen):
        said = "No removal of votes was found that swaps neighbours; the search is greedy, so there may still be one."
        if exact is not None:
            said = f"No removal of votes swaps {look.items[0]} and {look.items[1]}: one of them has no win."
        return Finding("fragility", question, TOLD, said, float("inf"), "fewest votes", details=particulars)
    ones, others = found.column("first").to_list(), found.column("second").to_list()
    labels = [f"{a} – {b}" for a, b in zip(ones, others)]
    order = fallen[np.argsort(needed[fallen], kind="stable")]
    first, all_ = int(order[0]), look.facts.comparisons
    said = f"Removing {float(needed[first]):,.10g} of {counted(all_, 'vote')} swaps {ones[first]} and {others[first]}"
    if needed[first] == 0:
        said = f"{ones[first]} and {others[first]} are level: no vote has to be removed to swap them"
    if first == 0:
        said += ", and so the first place"
    elif np.isfinite(needed[0]):
        said += f"; removing {needed[0]:,.10g} changes the first place"
    few = int(np.sum(needed[fallen] <= 0.01 * all_))
    said += f". {counted(few, 'pair')} of {len(labels)} {'is' if few == 1 else 'are'} swapped by removing one vote in a hundred, or fewer."
    at = order[:_SHOWN]
    picture = rows(
        [labels[k] for k in at], needed[at].tolist(), title="Removed votes that swap neighbours", axis="votes, logarithmic",
        logarithmic=True,
    )  # fmt: skip
    return Finding(
        "fragility", question, TOLD, said, float(needed[first]), "fewest removed votes that swap two neighbours",
        details=particulars, picture=picture,
    )  # fmt: skip


def _of_two(look: Look) -> Optional[float]:
    """The fewest votes whose removal swaps two items, in models that order them as their wins do: one win more than
    the margin. Infinity where the other has no win; None for other models, and where votes are weights."""
    info = look.board.info()
    if len(look.items) != 2 or look.facts.importance or look.facts.has_split or look.facts.covariates:
        return None
    plain = {"strength": "pooled", "position": "none", "spread": "none", "threshold": "single", "threshold_offsets": "none"}
    if any(word_of(getattr(info, choice)) != word for choice, word in plain.items()):
        return None
    one, other = look.votes.items()["wins"]
    first, second = look.board.scores(**look.options())["estimate"]
    if one != np.floor(one) or other != np.floor(other) or one == other or (one > other) != (first > second):
        return None
    return float(abs(one - other)) + 1 if min(one, other) > 0 else float("inf")


def looks(look: Look) -> Finding:
    """The pairs settled had the votes been analysed ten times as they came, and whether the analyses contradict each other."""
    question = "Had the board been checked while it grew: which pairs are settled, and do the looks agree?"
    contexts = look.facts.contexts
    if contexts < _FEWEST_LOOKED + 1:
        return unasked("looks", question, f"Not checked: needs more than {_FEWEST_LOOKED} contexts, in the order in which they came.")
    if look.given:
        return unasked("looks", question, "Not checked: the votes came with a fitted model; follow its looks with duel.Monitor.")
    # Contexts are numbered as they came.
    ends = np.unique(np.linspace(_FEWEST_LOOKED, contexts, _LOOKS).astype(int))
    monitor, seen, open_ = Monitor(alpha=look.alpha, max_items=len(look.items)), Set(), []
    for cells in _batches(look.votes.cells(), ends):
        seen.append(**cells)
        monitor.look(seen.fit(accept="any", cancel=look.cancel).estimate("scores", cancel=look.cancel))
        open_.append(monitor.info().open)
    pairs, facts = monitor.pairs(), monitor.info()
    every = facts.open + facts.decided
    said = f"Had you checked {counted(len(ends), 'time')} while votes came in, after {ends[0]:,} to {contexts:,} contexts, {facts.decided} of "
    said += f"{counted(every, 'pair')} of items would be settled for good."
    names = [
        f"{a} – {b}" for a, b, is_ in zip(pairs.column("first").to_list(), pairs.column("second").to_list(), pairs["is_contradicted"]) if is_
    ]  # fmt: skip
    if names:
        said += f" For {listed(names)} the intervals of two looks do not overlap: the items or the questions have changed."
    picture = rows(
        [f"{end:,} contexts" for end in ends], [float(every - n) for n in open_], title="Pairs settled by the looks so far", axis="pairs",
    )  # fmt: skip
    return Finding(
        "looks", question, verdict(bool(names)), said, float(len(names)), "pairs on which two looks disagree", 0.0,
        f"any ({100 * (1 - look.alpha):.4g} % for all looks together)",
        details=columns(pairs, "first", "second", "estimate", "simultaneous_lower", "simultaneous_upper", "order", "decided_at", "is_contradicted"),
        picture=picture,
    )  # fmt: skip


def _batches(cells: Any, ends: Any) -> Any:
    """The votes up to each number of contexts, without those before, as columns to append."""
    names = {name: np.asarray(cells.column(name).to_list(), dtype=object) for name in ("left", "right", "context", "cluster")}
    counts = {name: np.asarray(cells[name], dtype=float) for name in ("both_good", "both_bad")}
    counts.update(wins=cells["left_wins"], losses=cells["right_wins"], ties=cells["plain_ties"])
    # Judgements that are split between answers: their number, each with the same shares.
    split = np.asarray(cells["is_split"], dtype=bool)
    weight = np.where(split, sum(counts.values()), 1.0)
    counts = {name: count / weight for name, count in counts.items()}
    counts.update(weight=weight, ordered=np.asarray(cells["is_ordered"], dtype=float))
    context, start = np.asarray(cells.column("context").values), 0
    for end in ends:
        here = (context >= start) & (context < end)
        yield {name: values[here].tolist() for name, values in {**names, **counts}.items()}
        start = end


def settle(look: Look) -> Finding:
    """How many more comparisons the open neighbours need."""
    question = "What would settle the rest?"
    steps = look.board.adjacent(**look.options(intervals="simultaneous"))
    open_ = np.flatnonzero(~(np.nan_to_num(steps["p_adjusted"], nan=1.0) < _TOLD_APART))
    first, second = steps.column("first").values, steps.column("second").values
    pairs = [(int(first[k]), int(second[k])) for k in open_ if np.isfinite(steps["estimate"][k])]
    if not pairs:
        return Finding("settle", question, TOLD, "All neighbours differ significantly.", 0.0, "open pairs of neighbours")
    # At the level that all neighbours share: a pair that is open among all may be settled by itself.
    options = look.options(drawing=False, level=1 - _TOLD_APART / len(steps))
    needs = look.board.more_comparisons(pairs, power=_POWER, **options)
    alone, whole = needs["pair_comparisons"], needs["design_comparisons"]
    labels = [f"{look.items[a]} – {look.items[b]}" for a, b in pairs]
    nearest = int(np.argmin(alone))
    now = look.facts.comparisons
    within = int(np.sum(whole <= now))
    one, other = (look.items[k] for k in pairs[nearest])
    said = (
        f"{counted(len(pairs), 'pair')} of neighbours {'is' if len(pairs) == 1 else 'are'} open. Closest to being settled: {one} and {other}, "
        f"with {_rounded(float(alone[nearest]))} more comparisons of that pair ({100 * _POWER:g} % power); "
        f"{now:,.10g} more comparisons of all pairs as so far would settle {within} of them."
    )
    at = np.argsort(alone, kind="stable")[:_SHOWN]
    picture = rows(
        [labels[k] for k in at], np.ceil(alone[at]).tolist(), title="Comparisons of the pair that would settle it",
        axis="more comparisons, logarithmic", logarithmic=True,
    )  # fmt: skip
    return Finding(
        "settle", question, TOLD, said, float(len(pairs)), "open pairs of neighbours", details=columns(
            needs, "first", "second", "estimate", "se", "pair_comparisons", "design_comparisons"), picture=picture,
    )  # fmt: skip


def _rounded(number: float) -> str:
    return f"{np.ceil(number):,.10g}" if np.isfinite(number) else "no number of comparisons"


