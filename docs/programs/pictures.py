"""Five drawings of the bundled votes, as SVG files in a folder: build/pictures, or the one that is named."""
import csv
import sys
from pathlib import Path

import numpy as np

import duel

folder = Path(sys.argv[1] if len(sys.argv) > 1 else "build/pictures")
folder.mkdir(parents=True, exist_ok=True)
votes = duel.Set.read_csv(
    "examples/data/judge_mtbench.csv",
    left="model_a", right="model_b", judge="judge", context="question_id",
    outcome="winner", outcomes={"a": "left", "b": "right"}, drop=["unknown"],
)
model = duel.fit(votes)
board = model.scores()
order = np.argsort(board["rank"])
items = [str(board["item"][i]) for i in order]


def draw(name, numbers, **options):
    svg = duel.matrix_chart(numbers, **options)
    (folder / f"{name}.svg").write_text(svg, encoding="utf-8")
    print(f"{name}.svg: {svg.count('<circle')} points, {svg.count('<rect') - 1} areas, {svg.count('</text>')} texts")


draw(
    "scores", board["estimate"][order], lower=board["lower"][order], upper=board["upper"][order],
    title="Scores", note="On the left: ranks each item could still have",
    axis="log odds, 95 % intervals", limits=[0.0], labels=items,
    sides=[f"{board['rank_best'][i]}–{board['rank_worst'][i]}" for i in order],
)
draw(
    "ranks", model.rank_probabilities()[order], chart="matrix", title="Who may have which rank", axis="probability",
    labels=items, names=[str(rank) for rank in range(1, len(items) + 1)], most=1.0,
)
wins = model.match_matrix()[np.ix_(order, order)] - 0.5
np.fill_diagonal(wins, np.nan)
draw(
    "matches", wins, chart="matrix", title="Who beats whom", labels=items, names=items,
    axis="probability that the row wins, less one half", least=-0.5, most=0.5,
)
spread = duel.fit(votes, spread="diagonal")
places = duel.map_smacof(spread.distances(), seed=1).points[order]
draw(
    "map", places, chart="points", equal_axes=True, title="Which items are alike", labels=items,
    note="The better votes tell two items apart, the farther apart they are", axis="apart",
)
# The ranks of every judge's own votes, and then of all.
with open("examples/data/judge_mtbench.csv", encoding="utf-8") as file:
    rows = [row for row in csv.DictReader(file) if row["winner"] != "unknown"]
judges = sorted({row["judge"] for row in rows})[:8]
looks = []
for judge in judges:
    own = [row for row in rows if row["judge"] == judge]
    alone = duel.Set()
    alone.append(
        [row["model_a"] for row in own], [row["model_b"] for row in own],
        score=[{"a": 1.0, "b": 0.0}.get(row["winner"], 0.5) for row in own],
    )
    ranked = {str(row.item): row.rank for row in duel.fit(alone, ridge=0.01).scores()}
    looks.append([ranked[item] for item in items])
draw(
    "judges-ranks", np.transpose([*looks, board["rank"][order]]), chart="lines", downward=True, labels=items,
    names=[judge.split("/")[-1] for judge in judges] + ["all"], title="One judge's ranks", axis="rank",
    note="Of eight of the twenty judges, each by itself, and of all votes",
)
