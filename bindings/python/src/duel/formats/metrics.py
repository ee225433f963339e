"""Which of two scores is the better one."""

from __future__ import annotations

import re
from typing import Optional

from ..errors import ArgumentError

# Metrics of lm-evaluation-harness (higher_is_better is false there) and of scorers by their usual names.
_LOWER = {
    "perplexity", "word_perplexity", "byte_perplexity", "bits_per_byte", "likelihood_diff", "pct_stereotype", "brier_score", "brier",
    "ter", "wer", "cer", "mse", "mae", "rmse", "loss", "nll", "ece",
}  # fmt: skip

# Words of metrics of which less may be better: nothing else in the samples says so.
_DOUBTFUL = re.compile(
    r"(?:^|[^a-z])(?:err(?:or|ors)?|loss|losses|ppl|diff|difference|dist(?:ance)?|wer|cer|ter|mse|mae|rmse|nll|latency|seconds|time|cost|tokens|"
    r"bits|brier|bias|toxicity|stereotype|hallucinations?|violations?|failures?|mistakes|perplexity)(?:[^a-z]|$)|perplex",
)


def lower_wins(metric: str, given: Optional[bool]) -> bool:
    """Whether the lower score wins: as it is given, else as the metric's name says; an error where the name leaves a doubt."""
    if given is not None:
        return given
    name = metric.lower()
    if name in _LOWER:
        return True
    if _DOUBTFUL.search(name):
        raise ArgumentError(
            f"metric is {metric!r}: say whether the lower or the higher score is better, by lower_is_better=True or "
            "lower_is_better=False"
        )
    return False
