"""Questions about the design: what was compared, in which order, in which contexts."""

from __future__ import annotations

from typing import Any, List

import numpy as np

from ..geometry import p_adjust
from ..set import Set
from .findings import Finding, chance, counted, listed, share, unasked, verdict
from .look import Look
from .pictures import rows

_FEWEST_CONTEXTS = 40
_REPEATED = 0.1


def connected(look: Look) -> Finding:
    """Whether all items are connected by comparisons."""
    question = "Is every item connected to every other by comparisons?"
    table = look.votes.items()
    part, compared = table["component"], table["comparisons"]
    parts = int(part.max()) + 1 if len(part) else 0
    apart = [name for name, at in zip(look.items, part) if at != 0]
    said = f"All {counted(len(look.items), 'item')} are connected by comparisons."
    if parts > 1:
        said = (
            f"The items fall into {parts} parts that were never compared with each other: scores of {listed(apart)} say "
            f"nothing against those of the rest."
        )
    order = np.argsort(-compared, kind="stable")
    picture = rows(
        [look.items[i] for i in order], compared[order].tolist(), flagged=(part[order] != 0).tolist(),
        title="Comparisons of each item", axis="comparisons",
    )  # fmt: skip
    details = {"item": look.items, "comparisons": compared.tolist(), "opponents": table["opponents"].tolist(), "part": part.tolist()}
    return Finding(
        "connected", question, verdict(parts > 1), said, float(parts), "parts of the design", 1.0, "more than 1",
        details=details, picture=picture,
    )  # fmt: skip


def separated(look: Look) -> Finding:
    """Whether every item both won and lost against the rest."""
    question = "Did the items win and lose enough for finite scores?"
    table = look.votes.items()
    part, group = table["component"], table["group"]
    outside = np.zeros(len(look.items), dtype=bool)
    for at in np.unique(part):
        here = np.flatnonzero(part == at)
        kinds, sizes = np.unique(group[here], return_counts=True)
        outside[here] = group[here] != kinds[np.argmax(sizes)]
    names = [name for name, out in zip(look.items, outside) if out]
    said = "Every item, or set of items, both won and lost against the rest: all scores are finite."
    if names:
        said = f"Against the rest of their part {listed(names)} only ever won or only ever lost: such a score has no finite estimate."
    return Finding(
        "separated", question, verdict(bool(names)), said, float(len(names)), "items without a finite score", 0.0, "more than 0",
        details={"item": names},
    )  # fmt: skip


def order(look: Look) -> Finding:
    """Whether chance decided which item was shown first, for pairs and for items."""
    question = "Was it left to chance which item was shown first?"
    facts, pairs = look.votes.order(), look.votes.pairs()
    if not np.isfinite(facts.p):
        return unasked("order", question, "Importance weights leave no counts from which the order could be tested.")
    # An item shown first "beats" one shown second: chance makes all items equal in that, by any pattern of pairs.
    shown = Set().append(pairs["first"], pairs["second"], wins=pairs["first_on_left"], losses=pairs["second_on_left"])
    even = shown.fit(fixed_scores=np.zeros(shown.info().items))
    by_item = even.compare(shown.fit(accept="any"), "score")
    p = float(p_adjust([facts.p, by_item.p], "bonferroni").min())
    flagged = p < look.alpha
    table = shown.items()
    first = table["wins"] / table["comparisons"]
    most = int(np.argmax(np.abs(first - 0.5)))
    said = f"Which item was shown first looks like chance or balance ({share(facts.rarer_share)} of comparisons in the rarer order of their pair)."
    if flagged:
        said = (
            f"Which item was shown first was not left to chance ({chance(p)}): only {share(facts.rarer_share)} of comparisons came in "
            f"the rarer order of their pair, and {table['item'][most]} stood first in {share(float(first[most]))} of its own. "
            "A liking for a position cannot be told from a liking for items."
        )
    at = np.argsort(-first, kind="stable")
    picture = rows(
        [str(name) for name in table["item"][at]], first[at].tolist(), limits=[0.5], title="How often each item was shown first",
        axis="share of its comparisons",
    )  # fmt: skip
    details = {"item": table["item"].tolist(), "comparisons": table["comparisons"].tolist(), "shown_first": first.tolist()}
    return Finding(
        "order", question, verdict(flagged), said, facts.rarer_share, "share of comparisons in the rarer order of their pair",
        look.alpha, f"p below {look.alpha:.2g}", p, details, picture,
    )  # fmt: skip


def contexts(look: Look) -> Finding:
    """Whether contexts repeat, and errors know of it."""
    question = "Do contexts repeat, and do the errors know of it?"
    facts = look.facts
    codes = {warning.code: warning.text for warning in look.board.warnings()}
    rule = f"fewer than {_FEWEST_CONTEXTS}, or errors that do not know of it"
    if not facts.contexts:
        return unasked("contexts", question, "No comparison has a context (a prompt, a question): what belongs together is not known.")
    told: List[str] = []
    if facts.repeated_contexts == 0:
        said = f"None of {counted(facts.contexts, 'context')} comes twice."
    else:
        said = f"{facts.repeated_contexts:,} of {counted(facts.contexts, 'context')} have more than one comparison, and errors are clustered by them."
        told = [codes[code] for code in ("dependence", "few_clusters") if code in codes]
    if told:
        said = f"{facts.repeated_contexts:,} of {counted(facts.contexts, 'context')} have more than one comparison. {' '.join(told)}"
    return Finding(
        "contexts", question, verdict(bool(told)), said, float(facts.contexts), "contexts", float(_FEWEST_CONTEXTS), rule
    )


def duplicates(look: Look) -> Finding:
    """Whether the same judge answers the same question again."""
    question = "Does any judge answer the same pair, in the same order and context, more than once?"
    facts = look.facts
    if facts.importance or facts.has_anonymous or not facts.contexts:
        return unasked("duplicates", question, "It takes named judges and contexts to know an answer that was given before.")
    cells = look.votes.cells()
    known = cells.column("context").valid
    total: Any = sum(cells[name] for name in ("left_wins", "right_wins", "plain_ties", "both_good", "both_bad"))
    counted_here = float(total[known].sum())
    again = float((total[known] - 1).clip(0).sum()) / counted_here if counted_here else 0.0
    flagged = again > _REPEATED
    said = f"{share(again)} of the answers were given before by the same judge to the same pair in the same order and context."
    if flagged:
        said += " If rows were read twice, errors are too small; if judges were asked several times, cluster by context."
    return Finding(
        "duplicates", question, verdict(flagged), said, again, "share of answers given before", _REPEATED, f"more than {_REPEATED:g}"
    )
