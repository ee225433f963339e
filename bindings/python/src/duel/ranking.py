"""Fitted models of ballots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._call import call
from ._handles import CLASSES
from ._methods import RankingMethods

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._methods import InferenceOptions
    from .estimate import Estimate


class Ranking(RankingMethods):
    """A fitted model of ballots: see `Ballots.fit`. `scores` gives the board, `estimate` answers questions of it,
    `effects` those of positions, ties and
    covariates, and `info` the log-likelihood."""

    _names: Any = None

    def estimate(self, **options: "Unpack[InferenceOptions]") -> "Estimate":
        estimate: Estimate = call("duel_ranking_estimate", ranking=self, options=options)
        estimate._names = self._names
        return estimate

    estimate.__doc__ = RankingMethods.estimate.__doc__

    def __repr__(self) -> str:
        facts = self.info()
        return f"<Ranking of {facts.ballots:g} ballots: log-likelihood {facts.log_likelihood:.1f}>"


CLASSES["duel_ranking"] = Ranking
