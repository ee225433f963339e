"""Questions about the design: what was compared, in which order, in which contexts."""

from __future__ import annotations

from statistics import NormalDist
from typing import Any, List, NamedTuple, Optional

import numpy as np

from .._columns import spellings as alike
from ..geometry import p_adjust
from .findings import Finding, chance, counted, listed, share, unasked, verdict
from .look import Look
from .pictures import rows

_FEWEST_CONTEXTS = 40
_REPEATED = 0.1
# Share in the rarer order below which hardly any pair was shown both ways.
_ONE_WAY = 0.05
NO_ORDER = "Not checked: no order of presentation is known (as for rankings, counts, winners and losers)."


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
            f"The items fall into {parts} parts that were never compared with each other: scores of {listed(apart)} cannot be "
            f"compared with those of the rest."
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
        # Of groups of equal size none is the rest.
        rest = kinds[np.argmax(sizes)] if np.sum(sizes == sizes.max()) == 1 else -1
        outside[here] = (group[here] != rest) & (len(kinds) > 1)
    names = [name for name, out in zip(look.items, outside) if out]
    said = "Every item, or set of items, both won and lost against the rest: all scores are finite."
    if len(names) == len(look.items):
        said = "The items stand one above the other: no item lost to one below it, and no score has a finite estimate."
    elif names:
        said = f"Against the rest of their part {listed(names)} only ever won or only ever lost: such a score has no finite estimate."
    return Finding(
        "separated", question, verdict(bool(names)), said, float(len(names)), "items without a finite score", 0.0, "more than 0",
        details={"item": names},
    )  # fmt: skip


def order(look: Look) -> Finding:
    """Whether chance decided which item was shown first, for pairs and for items."""
    question = "Was the item shown first chosen at random?"
    if look.ordered <= 0:
        return unasked("order", question, NO_ORDER)
    facts, items = look.votes.order(), _first(look)
    if look.facts.importance:
        return unasked("order", question, "Not checked: with importance weights there are no counts to test.")
    if not np.isfinite(facts.p):
        return unasked("order", question, "Every pair was shown equally often in both orders in each of its contexts: the order was balanced, not random.")
    p = float(min(1.0, p_adjust([facts.p, items.p], "bonferroni").min()))
    flagged = p < look.alpha
    first = items.first / items.shown
    most = int(np.argmax(np.nan_to_num(np.abs(first - 0.5), nan=-1.0)))
    rarer = f"{share(facts.rarer_share)} of comparisons came in the rarer order of their pair"
    said = f"At the level of this test, {look.alpha:.2g}, the order is compatible with chance ({chance(p)}); {rarer}."
    if flagged:
        said = (
            f"The item shown first was not chosen at random ({chance(p)}): {rarer}, and {look.items[most]} was shown first in "
            f"{share(float(first[most]))} of its comparisons."
        )
        if facts.rarer_share < _ONE_WAY:
            said += " Hardly any pair was shown both ways, so a judge that favours the first answer looks like one that favours the items shown first."
    known = np.flatnonzero(items.shown > 0)
    at = known[np.argsort(-first[known], kind="stable")]
    names = [look.items[k] for k in at]
    picture = rows(names, first[at].tolist(), limits=[0.5], title="How often each item was shown first", axis="share of its comparisons")
    details = {"item": [look.items[k] for k in known], "comparisons": items.shown[known].tolist(), "shown_first": first[known].tolist()}
    return Finding(
        "order", question, verdict(flagged), said + look.of_ordered(), facts.rarer_share, "share of comparisons in the rarer order of their pair",
        look.alpha, f"p below {look.alpha:.2g}", p, details, picture,
    )  # fmt: skip


class _Items(NamedTuple):
    """How often each item was shown at all, and first, and the test that chance decided."""

    shown: Any
    first: Any
    p: float


def _first(look: Look) -> _Items:
    """The test of the items, by the unit of `Set.order`: all votes on a pair in a context are one draw, whose net difference
    of orders has either sign with equal chance; a comparison without a context is a draw of its own. An item's sum of such
    differences then has mean 0 and the sum of their squares as its variance; its largest ratio, with all items together."""
    cells = look.votes.cells()
    ordered = np.asarray(cells["is_ordered"], dtype=bool)
    left, right = (np.asarray(cells.column(side).values)[ordered].astype(np.int64) for side in ("left", "right"))
    times: Any = sum(np.asarray(cells[name], dtype=float) for name in ("left_wins", "right_wins", "plain_ties", "both_good", "both_bad"))
    times, context = times[ordered], cells.column("context")
    # Cells without a context get numbers of their own.
    unit = np.where(context.valid, np.asarray(context.values), -1 - np.arange(len(context.valid), dtype=np.int64))[ordered]
    many = len(look.items)
    shown, first = np.zeros(many), np.zeros(many)
    for side in (left, right):
        np.add.at(shown, side, times)
    np.add.at(first, left, times)
    low, high = np.minimum(left, right), np.maximum(left, right)
    pairs, pair = np.unique(low * np.int64(many) + high, return_inverse=True)
    units, place = np.unique(unit, return_inverse=True)
    keys, of = np.unique(place.reshape(-1) * np.int64(max(1, len(pairs))) + pair.reshape(-1), return_inverse=True)
    net = np.bincount(of.reshape(-1), weights=np.where(left < right, times, -times), minlength=len(keys))
    units, pairs = units[keys // max(1, len(pairs))], pairs[keys % max(1, len(pairs))]
    # As many coins as comparisons, where there is no context.
    squares = np.where(units < 0, np.abs(net), net * net)
    total, variance = np.zeros(many), np.zeros(many)
    for side, sign in ((pairs // many, 1.0), (pairs % many, -1.0)):
        np.add.at(total, side, sign * net)
        np.add.at(variance, side, squares)
    with np.errstate(invalid="ignore", divide="ignore"):
        z = np.where(variance > 0, np.abs(total) / np.sqrt(variance), 0.0)
    tested = max(1, int((variance > 0).sum()))
    return _Items(shown, first, min(1.0, 2 * tested * NormalDist().cdf(-float(z.max(initial=0.0)))))


def contexts(look: Look) -> Finding:
    """Whether contexts repeat, and errors are clustered by them."""
    question = "Do contexts repeat, and are the errors clustered by them?"
    facts = look.facts
    codes = {warning.code: warning.text for warning in look.board.warnings()}
    rule = f"fewer than {_FEWEST_CONTEXTS}, or if errors are not clustered by context"
    if not facts.contexts:
        return unasked("contexts", question, "Not checked: no comparison has a context (a prompt, a question).")
    told: List[str] = []
    if facts.repeated_contexts == 0:
        said = f"Each of {counted(facts.contexts, 'context')} has one comparison."
    else:
        said = f"{facts.repeated_contexts:,} of {counted(facts.contexts, 'context')} have more than one comparison, and errors are clustered by them."
        told = [codes[code] for code in ("dependence", "few_clusters") if code in codes]
    if told:
        said = f"{facts.repeated_contexts:,} of {counted(facts.contexts, 'context')} have more than one comparison. {' '.join(told)}"
    return Finding(
        "contexts", question, verdict(bool(told)), said, float(facts.contexts), "contexts", float(_FEWEST_CONTEXTS), rule
    )


def spellings(look: Look) -> Optional[Finding]:
    """Whether names differ by so little that they may be one; no finding where none do."""
    told = [alike(names, noun) for names, noun in ((look.items, "items"), (look.votes.judge_names, "judges"))]
    said = "; ".join(sentence for sentence in told if sentence)
    if not said:
        return None
    question = "Do names differ only by blanks, or in how Unicode composes their letters?"
    return Finding("spellings", question, verdict(True), f"{said[0].upper()}{said[1:]}.")


def duplicates(look: Look) -> Finding:
    """Whether the same judge answers the same question again."""
    in_order = "order and " if look.ordered > 0 else ""
    question = f"Does any judge answer the same pair, in the same {in_order}context, more than once?"
    facts = look.facts
    if facts.importance or facts.has_anonymous or not facts.contexts:
        return unasked("duplicates", question, "Not checked: repeated answers can be found only where judges and contexts have names.")
    cells = look.votes.cells()
    known = cells.column("context").valid
    total: Any = sum(cells[name] for name in ("left_wins", "right_wins", "plain_ties", "both_good", "both_bad"))
    counted_here = float(total[known].sum())
    again = float((total[known] - 1).clip(0).sum()) / counted_here if counted_here else 0.0
    flagged = again > _REPEATED
    said = f"{share(again)} of the answers were given before by the same judge to the same pair in the same {in_order}context."
    if flagged:
        said += " If rows were read twice, errors are too small; if judges answered several times, cluster by context."
    return Finding(
        "duplicates", question, verdict(flagged), said, again, "share of answers given before", _REPEATED, f"more than {_REPEATED:g}"
    )
