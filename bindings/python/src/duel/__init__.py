"""Paired comparisons: from "judge k preferred item i to item j" to rankings with honest uncertainty.

    import duel

    votes = duel.Set.read_csv("votes.csv", left="model_a", right="model_b", outcome="winner",
                              outcomes={"model_a": "left", "model_b": "right"}, context="question_id")
    model = duel.fit(votes)
    print(model.summary())
    board = model.scores(level=0.9).to_pandas()

Choices are words ("davidson", "clustered_by_context"); a wrong word is an error that lists the right ones. Errors of
data name the row. Every result with rows is a `Table` with named columns, and every function releases the interpreter's
lock; a KeyboardInterrupt ends a long one.
"""

from ._call import Cancel, Facts, Handle, Progress, call
from ._constants import *  # noqa: F403
from ._constants import HISTOGRAM_LENGTH as HISTOGRAM_LENGTH
from ._constants import JUDGE_WISE as JUDGE_WISE
from ._description import VERSION as __version__
from ._methods import *  # noqa: F403
from .bootstrap import Bootstrap
from .errors import *  # noqa: F403
from .estimate import Estimate
from .contexts import Contexts
from .gars import Gars, influence_equality
from .geometry import (
    Map,
    Tree,
    map_classical,
    map_kernel_pca,
    map_smacof,
    matrix_bicluster,
    p_adjust,
    rankings_agreement,
    rankings_effective,
    tree_cluster,
    tree_cut,
    votes_confidence,
    votes_reliability,
)
from .model import Model, Predictions, fit
from .nuisance import Nuisance
from .policy import (
    Policy,
    policy_apply,
    policy_choose,
    policy_d_optimal,
    policy_draw,
    policy_histogram,
    policy_lambda,
    policy_outcome,
)
from .set import Set
from .table import Column, Table


def version() -> str:
    """The version of the library."""
    found: str = call("duel_version")
    return found
