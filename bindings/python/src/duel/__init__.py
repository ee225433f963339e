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

from . import formats as formats
from . import plot as plot
from ._call import Cancel as Cancel
from ._structs import Facts as Facts
from ._handles import Handle as Handle
from ._call import Progress as Progress
from ._call import call as call
from ._constants import *  # noqa: F403
from ._constants import HISTOGRAM_LENGTH as HISTOGRAM_LENGTH
from ._constants import JUDGE_WISE as JUDGE_WISE
from ._description import VERSION as __version__
from ._methods import *  # noqa: F403
from .auditing import Audit as Audit
from .auditing import Finding as Finding
from .auditing import audit as audit
from .bootstrap import Bootstrap as Bootstrap
from .errors import *  # noqa: F403
from .estimate import Estimate as Estimate
from .contexts import Contexts as Contexts
from .gars import Gars as Gars
from .gars import influence_equality as influence_equality
from .geometry import Map as Map
from .geometry import Tree as Tree
from .geometry import map_classical as map_classical
from .ballots import Ballots as Ballots
from .board import Board as Board
from .geometry import map_kernel_pca as map_kernel_pca
from .geometry import map_smacof as map_smacof
from .geometry import matrix_bicluster as matrix_bicluster
from .geometry import matrix_chart as matrix_chart
from .geometry import counts_paired as counts_paired
from .geometry import counts_sprt as counts_sprt
from .geometry import differences_exact as differences_exact
from .geometry import p_adjust as p_adjust
from .geometry import plan_units as plan_units
from .geometry import rankings_agreement as rankings_agreement
from .geometry import rankings_effective as rankings_effective
from .geometry import tree_cluster as tree_cluster
from .geometry import tree_cut as tree_cut
from .geometry import votes_confidence as votes_confidence
from .geometry import votes_reliability as votes_reliability
from .model import Model as Model
from .model import Predictions as Predictions
from .model import fit as fit
from .monitor import Monitor as Monitor
from ._named import Named as Named
from .nuisance import Nuisance as Nuisance
from .own import Compared as Compared
from .own import Score as Score
from .own import against as against
from .own import share as share
from .policy import Policy as Policy
from .ranking import Ranking as Ranking
from .policy import policy_apply as policy_apply
from .policy import policy_choose as policy_choose
from .policy import policy_draw as policy_draw
from .policy import policy_histogram as policy_histogram
from .policy import policy_lambda as policy_lambda
from .policy import policy_outcome as policy_outcome
from .set import Set as Set
from .table import Column as Column
from .table import Table as Table


def version() -> str:
    """The version of the library."""
    found: str = call("duel_version")
    return found
