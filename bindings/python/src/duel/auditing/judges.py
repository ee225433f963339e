"""Questions about the judges: positions, contradictions of others, contradictions of themselves."""

from __future__ import annotations

from typing import Any, List

import numpy as np

from .._values import word_of
from ..geometry import p_adjust
from .design import NO_ORDER
from .findings import TOLD, Finding, chance, columns, counted, listed, unasked, verdict
from .look import Look, extreme
from .pictures import rows

_POSITION = (0.2, 0.8)
_WEAK = 0.5
_CROWD = "Not checked: there are too many judges, or too few votes of each, to estimate parameters of each judge."


def positions(look: Look) -> Finding:
    """Whether answers follow the position: position effects, and shares of the first position."""
    question = "Do the judges follow the position in which an answer stands?"
    if look.ordered <= 0:
        return unasked("positions", question, NO_ORDER)
    report = look.votes.judges(level=1 - look.alpha / max(1, look.voters))
    lower, upper = report["first_share_lower"], report["first_share_upper"]
    driven = (lower > _POSITION[1]) | (upper < _POSITION[0])
    names = look.judge_names(report)
    estimate = look.panel.estimate("positions", **look.options(level=1 - look.alpha))
    tests = estimate.tests(np.eye(estimate.info().values), adjustment="bonferroni")
    ps = tests["p_adjusted"]
    p = float(np.nanmin(ps)) if np.isfinite(ps).any() else None
    taken = word_of(look.board.info().position) != "none"
    unmodelled = p is not None and p < look.alpha and not taken
    effects = tests["estimate"]
    by_judge = look.panelled and len(effects) == len(names)
    owners = names if by_judge else ["all judges"]
    most = extreme(effects)
    known = bool(np.isfinite(effects[most]))
    if not known and not driven.any():
        return unasked("positions", question, "Not checked: these votes do not determine a position effect.")
    said = ""
    if known:
        said = f"No judge follows the position significantly; the largest position effect is {effects[most]:.2g} logits ({owners[most]})."
    if taken and p is not None and p < look.alpha:
        said = f"Position effects go up to {effects[most]:.2g} logits ({owners[most]}), and the model allows for them."
    if unmodelled:
        sure = [owners[k] for k in np.flatnonzero(ps < look.alpha)]
        said = (
            f"Position changes the answers of {listed(sure)}, by up to {effects[most]:.2g} logits ({chance(p or 0.0)}), "
            "and the board's model has no position effect: fit one."
        )
    if driven.any():
        who = [name for name, is_driven in zip(names, driven) if is_driven]
        said = f"{said if unmodelled else ''} The answers of {listed(who)} follow the position and not the items: leave {'them' if len(who) > 1 else 'it'} out.".strip()
    marked = [bool(a < look.alpha) for a in ps]
    if by_judge:
        marked = [a or bool(b) for a, b in zip(marked, driven)]
    at = np.argsort(-effects, kind="stable")
    picture = rows(
        [owners[k] for k in at], effects[at].tolist(), lower=tests["lower"][at].tolist(), upper=tests["upper"][at].tolist(),
        flagged=[marked[k] for k in at], limits=[0.0], title="What being shown first adds", axis="position effect, logits",
    )  # fmt: skip
    details = {"judge": names, **columns(report, "comparisons", "first_share", "first_share_lower", "first_share_upper")}
    return Finding(
        "positions", question, verdict(unmodelled or bool(driven.any())), said + look.of_ordered(), float(effects[most]) if known else None, "largest position effect, logits",
        look.alpha, f"p below {look.alpha:.2g}, or a share of the first position significantly outside {_POSITION[0]:g} to {_POSITION[1]:g}", p,
        details, picture,
    )  # fmt: skip


def judges(look: Look) -> Finding:
    """Whether judges contradict each other: sensitivities below zero, or far below the mean."""
    question = "Do judges contradict each other?"
    if look.voters < 2:
        return unasked("judges", question, "There is one judge, or none is named.")
    if not look.panelled:
        return unasked("judges", question, _CROWD)
    report = look.panel.judges(**look.options(drawing=False))
    names, sensitivity = look.judge_names(report), report["sensitivity"]
    # Tests and not intervals: those are formed on the logarithmic scale, which excludes zero.
    estimate = look.panel.estimate("sensitivities", **look.options(level=1 - look.alpha))
    each = np.eye(look.voters)
    against_zero = estimate.tests(each, adjustment="bonferroni")
    below_zero = _below(against_zero)
    below_half = _below(estimate.tests(each, null=np.full(look.voters, _WEAK), adjustment="bonferroni"))
    lower, upper = against_zero["lower"], against_zero["upper"]
    opposed = [name for name, p in zip(names, below_zero) if p < look.alpha]
    weak = [name for name, p in zip(names, below_half) if p < look.alpha and name not in opposed]
    divided = next((w.text for w in look.panel.warnings() if w.code == "weak_consensus"), None)
    parts = []
    value = dict(zip(names, sensitivity))
    if opposed:
        parts.append(f"{listed(opposed)} {'answer' if len(opposed) > 1 else 'answers'} against the others (negative sensitivity).")
    if weak:
        parts.append(
            f"{listed([f'{name} ({value[name]:.2g})' for name in weak])} {'are' if len(weak) > 1 else 'is'} significantly less than half as "
            "sensitive to the items as the average judge (1)."
        )
    if divided:
        parts.append(divided)
    flagged = bool(parts)
    if not parts:
        parts.append(f"None of {counted(look.voters, 'judge')} answers against the others, or is significantly less than half as sensitive as the average.")
    alpha = look.votes.krippendorff("ordinal", "both")
    units, agreement = int(alpha["units"][0]), float(alpha["estimate"][0])
    if units and np.isfinite(agreement):
        parts.append(f"On {counted(units, 'shared question')} they agree with Krippendorff's alpha {agreement:.2g} (0 is chance, 1 all alike).")
    at = np.argsort(-np.nan_to_num(sensitivity, nan=-np.inf), kind="stable")
    suspect = set(opposed) | set(weak)
    picture = rows(
        [names[k] for k in at], sensitivity[at].tolist(), lower=lower[at].tolist(), upper=upper[at].tolist(),
        flagged=[names[k] in suspect for k in at], limits=[0.0, _WEAK], title="Sensitivity of each judge to the common scores",
        axis="sensitivity, the average judge is 1",
    )  # fmt: skip
    details = {
        "judge": names, "comparisons": report["comparisons"].tolist(), "sensitivity": sensitivity.tolist(), "lower": lower.tolist(),
        "upper": upper.tolist(), **columns(report, "agreement", "kappa", "circular_share"),
    }  # fmt: skip
    least = float(np.nanmin(sensitivity)) if np.isfinite(sensitivity).any() else None
    return Finding(
        "judges", question, verdict(flagged), " ".join(parts), least, "least sensitivity (the average judge is 1)", look.alpha,
        f"significantly below {_WEAK:g} (p below {look.alpha:.2g})", float(min(below_half.min(), below_zero.min())), details=details, picture=picture,
    )  # fmt: skip


def _below(tests: Any) -> "np.ndarray[Any, Any]":
    """P-values of tests whose estimates are below the value of the null hypothesis; 1 for the others."""
    found: np.ndarray[Any, Any] = np.nan_to_num(tests["p_adjusted"], nan=1.0)
    found[~(tests["estimate"] < tests["null_value"])] = 1.0
    return found


def consistency(look: Look) -> Finding:
    """Whether a judge contradicts itself: circular triads beyond what its own strengths and chance make."""
    question = "Do judges contradict themselves?"
    if look.voters < 2:
        return unasked("consistency", question, "Not checked: needs two judges (circles has the triples of all votes together).")
    if not look.panelled:
        return unasked("consistency", question, _CROWD)
    counts = look.votes.triads()
    names, triads, circular = look.judge_names(counts), counts["triads"], counts["circular"]
    found: List[float] = []
    tried: List[int] = []
    # The smallest p-value must be able to pass the threshold of all judges together.
    least = int(np.ceil(2 * look.facts.judges / look.alpha))
    for k in range(look.facts.judges):
        if triads[k] == 0:
            continue
        own = look.votes.filter("judge", [k])
        options: Any = {**look.ties, "position": "shared"} if own.info().unordered < own.info().comparisons else look.ties
        alone = own.fit(accept="any", cancel=look.cancel, **options)

        def ask(replicates: int) -> Any:
            facts = alone.triads(replicates=replicates, seed=look.seed, threads=look.threads, cancel=look.cancel)
            return facts, facts.p

        found.append(float(look.simulated(ask, least).p))
        tried.append(k)
    if not tried:
        return unasked("consistency", question, "Not checked: no judge decided all three pairs of three items.")
    ps = p_adjust(found, "holm")
    flagged = {tried[at]: float(p) for at, p in enumerate(ps) if p < look.alpha}
    shares = np.where(triads > 0, circular / np.maximum(triads, 1), np.nan)
    said = "No judge goes round in circles (a over b, b over c, c over a) more often than by chance."
    if flagged:
        said = (
            f"{listed([names[k] for k in flagged])} {'go' if len(flagged) > 1 else 'goes'} round in circles (a over b, b over c, c over a) "
            f"more often than chance makes a judge with consistent scores ({chance(min(flagged.values()))})."
        )
    at = sorted(tried, key=lambda k: -shares[k])
    picture = rows(
        [names[k] for k in at], [float(shares[k]) for k in at], flagged=[k in flagged for k in at], limits=[0.25],
        title="Circular triads of each judge", axis="share of its triads (random answers: 1/4)",
    )  # fmt: skip
    return Finding(
        "consistency", question, verdict(bool(flagged)), said, float(np.nanmax(shares)), "largest share of circular triads",
        look.alpha, f"p below {look.alpha:.2g}", float(ps.min()),
        {"judge": [names[k] for k in tried], "triads": triads[tried].tolist(), "circular": circular[tried].tolist(), "p": found},
        picture,
    )  # fmt: skip


_DEPARTURES = {
    "left": "favours the first position", "right": "favours the second position", "ties": "ties more", "decided": "ties less",
    "coin": "answers at random", "reverse": "answers reversed",
}  # fmt: skip


def strangers(look: Look) -> Finding:
    """Which judges depart from the others."""
    question = "Which judges depart from the others?"
    if look.voters < 2:
        return unasked("strangers", question, "There is one judge, or none is named.")
    if not look.panelled:
        return unasked("strangers", question, _CROWD)
    found = look.panel.outliers(alpha=1 - look.level, cancel=look.cancel)
    names, evidence = look.judge_names(found), np.nan_to_num(found["log_e"], nan=-np.inf)
    how = [
        _DEPARTURES.get(str(kind)) or f"{kind} {item}"
        for kind, item in zip(found.column("departure").to_list(), found.column("item").to_list())
    ]
    order = np.argsort(-evidence, kind="stable")
    marked = [k for k in order if found["is_outlier"][k]]
    said = f"None of {counted(len(names), 'judge')} departs from the others beyond its own sensitivity, position effect and tie rate."
    if marked:
        who = listed([f"{names[k]} ({how[k]})" for k in marked])
        said = f"{who} {'depart' if len(marked) > 1 else 'departs'} from the others: read some of {'their' if len(marked) > 1 else 'its'} votes."
    known = [k for k in order if np.isfinite(evidence[k])]
    picture = rows(
        [names[k] for k in known], [float(evidence[k]) for k in known], flagged=[k in marked for k in known], limits=[0.0],
        title="Evidence that a judge departs from the others", axis="logarithm of the e-value",
    )  # fmt: skip
    return Finding(
        "strangers", question, TOLD, said, float(evidence[order[0]]), "largest logarithm of an e-value",
        details={"judge": names, **columns(found, "comparisons", "log_e", "is_outlier", "departure", "item", "shift", "phi")},
        picture=picture,
    )  # fmt: skip
