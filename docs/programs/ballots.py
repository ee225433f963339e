"""Which of six answers is best, when people saw four at a time and ranked them, or only chose the best?"""
import numpy as np

import duel

random = np.random.default_rng(5)
truth = dict(zip(["ash", "birch", "cedar", "elm", "fir", "larch"], [0.8, 0.5, 0.1, -0.1, -0.5, -0.8]))
shown = [list(random.choice(list(truth), 4, replace=False)) for _ in range(240)]
# Who is shown first is liked a little better, and three people answer each question.
liked = [[truth[item] + (0.4 if at == 0 else 0.0) + random.gumbel() for at, item in enumerate(items)] for items in shown]
orders = [[items[at] for at in np.argsort(own)[::-1]] for items, own in zip(shown, liked)]
questions = [at // 3 for at in range(240)]

ranked = duel.Ballots.from_orders(orders, shown=shown, context=questions)
model = ranked.fit(positions=True)
board = model.scores(seed=1)
print(ranked, "-", board.notes)
for row in sorted(board, key=lambda row: row.rank):
    print(f"  {row.item:6} {row.estimate:5.2f} [{row.lower:5.2f}, {row.upper:5.2f}]  rank {row.rank_best} to {row.rank_worst},"
          f" first in {row.put_first:.0f} of {row.ballots:.0f}")
for row in model.effects():
    print(f"  {row.term} {row.number}: {row.estimate:5.2f} [{row.lower:5.2f}, {row.upper:5.2f}]")
print(model.estimate(seed=1).gate("birch", "cedar").sentence)

# The same people, asked for the best alone, and for the best and the worst.
best = duel.Ballots.from_choices(shown, [order[0] for order in orders], context=questions)
both = duel.Ballots.from_choices(shown, [order[0] for order in orders], [order[-1] for order in orders], context=questions)
for words, ballots in (("best of four", best), ("best and worst", both), ("all in order", ranked)):
    errors = ballots.fit(positions=True).scores(covariance="expected")["se"]
    print(f"{words:15} mean error {np.mean(errors):.3f}")
