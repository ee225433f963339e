"""Three systems on eighteen tasks of six repositories, with a hole: is their order real?"""
import numpy as np

import duel

names, repositories = ["old", "new", "cheap"], ["web", "stats", "docs", "maps", "game", "mail"]
random = np.random.default_rng(11)
rows = []
for repository in repositories:
    shift = random.normal(0.0, 0.5)
    for task in range(3):
        ease = random.normal(0.3, 0.8) + shift
        for name, strength in zip(names, (0.0, 1.1, -0.6)):
            for run in range(4):
                rows.append((name, f"{repository}/{task}", repository, run, ease + strength + random.logistic() > 0))
# A run of the last system was never finished: all of one task.
rows = [row for row in rows if (row[0], row[1]) != ("cheap", "mail/2")]

item, context, group, run, solved = (list(column) for column in zip(*rows))
board = duel.Board(item, context, solved, group=group, run=run)
print(board)

for groups_are in ("sample", "ignored"):
    means = board.estimate(groups_are=groups_are)
    print(groups_are, "-", means.values().notes)
    for row, rank in zip(means.values(), means.ranks()):
        print(f"  {row.item:6} {row.estimate:.2f} [{row.lower:.2f}, {row.upper:.2f}]  rank {rank.rank_best} to {rank.rank_worst}")
    print(" ", means.gate("new", "old").sentence)

print("more runs, or more tasks?")
for row in board.variance():
    print(f"  {row.item:6} error {row.se:.3f}, with endlessly many runs {row.se_endless_runs:.3f}")
