"""The types that a program sees, checked by `mypy --strict` (tests/python.sh), and run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, List, Tuple

import numpy as np

import duel

if TYPE_CHECKING:
    from typing_extensions import assert_type


def board(votes: duel.Set) -> List[Tuple[str, float, int]]:
    model = votes.fit(tie_model="davidson", accept=["separated", "boundary"], ridge=0.5)
    table = model.scores(level=0.9, intervals=duel.Intervals.SIMULTANEOUS, reference_item="red")
    if TYPE_CHECKING:
        assert_type(table.info.level, float)
        assert_type(model.info().tie_model, "duel.TieModel | None")
        assert_type(model.params, duel.Named)
    return [(row.item, row.estimate, row.rank_best) for row in table]


if __name__ == "__main__":
    print(board(duel.Set.from_rows([("red", "blue", 1), ("blue", "red", 0.5), ("red", "blue", 1)])))
