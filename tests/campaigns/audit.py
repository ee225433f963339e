"""The campaign of the audit: how often boards without a fault raise a flag, and how often planted faults raise theirs.

    python3 tests/campaigns/audit.py [--boards 200] [--part clean|faults|told] [--only WORD] [--out tests/campaigns/audit.txt]

Votes are drawn by models written out here, not by the library. It ends with status 1 where a demand is missed: any flag in at
most 5 % of the clean boards of each design, and in 95 % or more of boards with a planted fault the flag of this fault. Two
questions are told and raise no flag (which judges are strangers, how few votes neighbours hang on): what they tell is asked of
the same kinds of boards.
"""

import argparse
import collections
import functools
import multiprocessing
import os
import sys
import time

import numpy as np

import duel
from duel import formats

CLEAN, FOUND = 0.05, 0.95


class Truth:
    """The model that votes are drawn from; a fault is a change of it."""

    def __init__(self, scores, sensitivities=(1.0,), ties=0.0, contexts=0, dependence=0.0):
        self.scores = np.asarray(scores, dtype=float)
        self.sensitivities = np.asarray(sensitivities, dtype=float)
        self.positions = np.zeros(len(self.sensitivities))
        self.own = np.zeros((len(self.sensitivities), len(self.scores)))  # what a judge sees beyond the scores
        self.circle = np.zeros((len(self.sensitivities), len(self.scores), len(self.scores)))
        self.ties, self.contexts, self.dependence = ties, contexts, dependence

    def votes(self, rng, left, right, judge=None, context=None):
        """A set of comparisons: item shown first, item shown second, who judged, and in which context."""
        left, right = np.asarray(left), np.asarray(right)
        many, judges = len(left), len(self.sensitivities)
        judge = rng.integers(0, judges, many) if judge is None else judge
        if context is None and self.contexts:
            context = rng.integers(0, self.contexts, many)
        u = self.sensitivities[judge] * (self.scores[left] - self.scores[right]) + self.positions[judge]
        u = u + self.own[judge, left] - self.own[judge, right] + self.circle[judge, left, right]
        if self.dependence:
            effects = self.dependence * rng.standard_normal((self.contexts, len(self.scores)))
            u = u + effects[context, left] - effects[context, right]
        # Davidson's model: left, right and tie as exp(u/2) : exp(-u/2) : ties.
        weights = np.stack([np.exp(u / 2), np.exp(-u / 2), np.full(many, self.ties)])
        drawn = rng.random(many) * weights.sum(axis=0)
        score = np.where(drawn < weights[0], 1.0, np.where(drawn < weights[0] + weights[1], 0.0, 0.5))
        columns = {"score": score}
        if judges > 1:
            columns["judge"] = [f"judge {k}" for k in judge]
        if context is not None:
            columns["context"] = [f"question {c}" for c in context]
        return duel.Set().append([f"item {i}" for i in left], [f"item {i}" for i in right], **columns)


def spaced(items, span=2.0):
    return np.linspace(span / 2, -span / 2, items)


def pairs(rng, items, many):
    """Pairs at random, in random order."""
    left = rng.integers(0, items, many)
    return left, (left + rng.integers(1, items, many)) % items


def every(items, times):
    """Every pair so many times, in both orders alike."""
    both = np.array([(i, j) for i in range(items) for j in range(items) if i != j])
    return np.repeat(both, times // 2, axis=0).T


# The designs.


def round_robin(rng):
    return Truth(spaced(8)).votes(rng, *every(8, 20))


def sparse(rng):
    return Truth(spaced(20), ties=0.5).votes(rng, *pairs(rng, 20, 1200))


def swiss(rng):
    """Rounds in which neighbours of the standings meet; the standings depend on what was answered before."""
    items, truth = 10, Truth(spaced(10))
    total, wins = duel.Set(), np.zeros(items)
    for _ in range(40):
        order = np.argsort(-wins + 1e-6 * rng.random(items))
        # From both ends in turn, so that each item meets either neighbour.
        start = rng.integers(0, 2)
        first, second = order[start:-1:2], order[start + 1 :: 2]
        first, second = np.repeat(first, 3), np.repeat(second, 3)
        swap = rng.random(len(first)) < 0.5
        played = truth.votes(rng, np.where(swap, second, first), np.where(swap, first, second))
        for row in played.items():
            wins[int(row.item.split()[1])] += row.wins
        total.merge(played)
    return total


def panel_truth():
    return Truth(spaced(8, 2.5), sensitivities=[0.7, 0.8, 0.9, 1.1, 1.2, 1.3], ties=0.4, contexts=400)


def panel(rng):
    return panel_truth().votes(rng, *pairs(rng, 8, 1800))


def questions_truth():
    return Truth(spaced(4), sensitivities=[1, 1, 1, 1], contexts=200, dependence=0.4)


def asked(rng, truth):
    """Every judge answers two pairs in every context, in random order."""
    judges, items = len(truth.sensitivities), len(truth.scores)
    context, judge = (a.ravel() for a in np.meshgrid(np.arange(truth.contexts), np.arange(judges), indexing="ij"))
    first = np.argsort(rng.random((len(context), items)), axis=1)
    left, right = np.concatenate([first[:, :2], first[:, 2:4]]).T
    return truth.votes(rng, left, right, np.tile(judge, 2), np.tile(context, 2))


def questions(rng):
    return asked(rng, questions_truth())


def shown_once(judges, rng):
    """A panel that sees each pair of a question in one order, which was drawn once for all of them."""
    truth, items = Truth(spaced(6), sensitivities=np.ones(judges), contexts=120, dependence=0.3), 6
    left, right = pairs(rng, items, 2 * truth.contexts)
    context = np.repeat(np.arange(truth.contexts), 2)
    everyone = np.tile(np.arange(judges), len(left))
    return truth.votes(rng, *(np.repeat(column, judges) for column in (left, right)), everyone, np.repeat(context, judges))


def without_order(rng):
    """Votes whose file has the items of a pair in alphabetical order, and says that this is no order of presentation."""
    votes = alphabetical(rng)
    votes.forget_order()
    return votes


def half_without_order(rng):
    """A panel that left the order to chance, and as many votes of the same judges without an order, alphabetical."""
    votes, others = panel(rng), duel.Set()
    left, right = pairs(rng, 8, 1800)
    others = panel_truth().votes(rng, np.minimum(left, right), np.maximum(left, right))
    others.forget_order()
    votes.merge(others)
    return votes


def rankings(rng):
    """Orders of PrefLib as they are read: 200 orders of 6 items by Plackett's and Luce's model."""
    places = np.argsort(-(spaced(6) + rng.gumbel(size=(200, 6))), axis=1) + 1
    names = "".join(f"# ALTERNATIVE NAME {i + 1}: item {i}\n" for i in range(6))
    return formats.games.preflib([names + "".join(f"1: {','.join(map(str, order))}\n" for order in places)]).set()


def samples(rng):
    """Scores of 5 models on 200 items, as samples of a harness are read: 0 or 1, items of different difficulty."""
    chance = 1 / (1 + np.exp(-(spaced(5) + rng.standard_normal((200, 1)))))
    right = rng.random((200, 5)) < chance
    runs = {f"model {m}": {("task", f"item {i}"): [float(right[i, m])] for i in range(200)} for m in range(5)}
    return formats.harnesses.by_item(runs, "samples", {}, {}, {"task": False}).set()


def counts(rng):
    """A table of how often the first of two names won, and the second."""
    i, j = np.triu_indices(8, 1)
    scores = spaced(8)
    wins = rng.binomial(20, 1 / (1 + np.exp(scores[j] - scores[i])))
    table = {"model_a": [f"item {k}" for k in i], "model_b": [f"item {k}" for k in j], "wins": wins, "losses": 20 - wins}
    return formats.understand(table).set()


DESIGNS = {
    "round robin: 8 items, each pair 10 times in either order": round_robin,
    "random sparse: 20 items, 1200 votes, ties": sparse,
    "Swiss: 10 items, 40 rounds of neighbours in the standings, 3 votes each": swiss,
    "panel: 8 items, 6 judges of sensitivity 0.7 to 1.3, 1800 votes, ties": panel,
    "questions: 4 items, 4 judges, 200 contexts of 8 dependent votes": questions,
    "order drawn once per question and pair: 1 judge, 6 items, 120 questions of 2 pairs": functools.partial(shown_once, 1),
    "order drawn once per question and pair: 3 judges": functools.partial(shown_once, 3),
    "order drawn once per question and pair: 8 judges": functools.partial(shown_once, 8),
    "order drawn once per question and pair: 20 judges": functools.partial(shown_once, 20),
    "no order of presentation: 20 items, 1200 votes, alphabetical in the file": without_order,
    "some without order of presentation: 8 items, 6 judges, 1800 votes with and 1800 without": half_without_order,
    "rankings: 200 orders of 6 items": rankings,
    "samples: scores of 5 models on 200 items": samples,
    "counts: 8 items, 20 comparisons of each pair": counts,
}


# The faults: which flag, of which size, and a board that has it.


def islands(rng):
    left, right = pairs(rng, 6, 1200)
    island = 6 * (np.arange(1200) % 2)
    return Truth(spaced(12)).votes(rng, left + island, right + island)


def unbeaten(rng):
    truth = Truth(spaced(8))
    truth.scores[0] = 60.0
    return truth.votes(rng, *every(8, 20))


def alphabetical(rng):
    left, right = pairs(rng, 20, 1200)
    return Truth(spaced(20)).votes(rng, np.minimum(left, right), np.maximum(left, right))


def half_alphabetical(rng):
    left, right = pairs(rng, 20, 1200)
    low, high = np.minimum(left, right), np.maximum(left, right)
    sort = rng.random(1200) < 0.5
    return Truth(spaced(20)).votes(rng, np.where(sort, low, left), np.where(sort, high, right))


def position_judge(rng):
    truth = panel_truth()
    truth.sensitivities[2], truth.positions[2] = 0.0, 3.0
    return truth.votes(rng, *pairs(rng, 8, 1800))


def position_everywhere(rng):
    truth = Truth(spaced(8))
    truth.positions[:] = 0.5
    return truth.votes(rng, *every(8, 20))


def opposed(rng):
    truth = panel_truth()
    truth.sensitivities[3] = -1.0
    return truth.votes(rng, *pairs(rng, 8, 1800))


def coin(rng):
    truth = panel_truth()
    truth.sensitivities[3] = 0.0
    return truth.votes(rng, *pairs(rng, 8, 3600))


def going_round(truth, judges):
    """These judges take item i over the next with 3 logits more, around a circle of all items but an odd one out."""
    items = len(truth.scores) - 1 + len(truth.scores) % 2
    for i in range(items):
        for step in range(1, items // 2 + 1):
            j = (i + step) % items
            truth.circle[judges, i, j] += 3.0
            truth.circle[judges, j, i] -= 3.0


def circular_judge(rng):
    truth = panel_truth()
    going_round(truth, [4])
    return truth.votes(rng, *pairs(rng, 8, 3600))


def circular_public(rng):
    truth = Truth(spaced(7, 0.5))
    going_round(truth, [0])
    return truth.votes(rng, *every(7, 20))


def favourite(rng):
    truth = panel_truth()
    truth.own[1, 5] = 2.0
    return truth.votes(rng, *pairs(rng, 8, 1800))


def twice(rng):
    votes = asked(rng, questions_truth())
    votes.merge(votes)
    return votes


def few_questions(rng):
    truth = questions_truth()
    truth.contexts = 30
    return asked(rng, truth)


def another_model(rng):
    """After half of the contexts one name stands for another model."""
    before, after = panel_truth(), panel_truth()
    after.scores[1] -= 3.0
    votes = duel.Set()
    for truth, first in ((before, 0), (after, 200)):
        left, right = pairs(rng, 8, 1800)
        context = first + np.sort(rng.integers(0, 200, 1800))
        votes.merge(truth.votes(rng, left, right, context=context))
    return votes


def equals(rng):
    return Truth(np.zeros(8)).votes(rng, *every(8, 20))


FAULTS = [
    ("connected", "two islands of 6 items", islands),
    ("separated", "one of 8 items wins all its 140 comparisons", unbeaten),
    ("order", "sparse board, every row in alphabetical order", alphabetical),
    ("order", "sparse board, half of the rows in alphabetical order", half_alphabetical),
    ("positions", "one of 6 judges sees no item, takes the first position by 3 logits", position_judge),
    ("positions", "first position worth 0.5 logits to all, 560 votes", position_everywhere),
    ("judges", "one of 6 judges prefers the opposite (sensitivity -1), 300 votes of it", opposed),
    ("judges", "one of 6 judges tosses a coin, 600 votes of it", coin),
    ("consistency", "one of 6 judges goes round in circles by 3 logits, 600 votes of it", circular_judge),
    ("contexts", "30 contexts of 8 dependent votes", few_questions),
    ("duplicates", "every row read twice", twice),
    ("fit", "one of 6 judges adds 2 logits to one of 8 items, 300 votes of it", favourite),
    ("circles", "7 items, all go round in circles by 3 logits, 420 votes", circular_public),
    ("looks", "one of 8 items loses 3 logits after half of 400 contexts, 3600 votes", another_model),
    ("resolution", "8 equal items, 560 votes", equals),
]


# Remarks without a flag: the names in them, of boards without and with the fact.


def far_apart(rng):
    return Truth(spaced(5, 6.0)).votes(rng, *every(5, 200))


def mirrored(rng):
    """Two items whose records are each other's, but for three votes: without four of them, or fewer, the order turns."""
    other = {"item 0": "item 1", "item 1": "item 0"}
    votes = Truth(spaced(8)).votes(rng, *every(8, 20))
    cells = votes.cells()
    swapped = [[other.get(name, name) for name in cells.column(side).to_list()] for side in ("left", "right")]
    votes.append(*swapped, wins=cells["left_wins"], losses=cells["right_wins"])
    return votes.append(["item 0"], ["item 1"], wins=[3.0], losses=[0.0])


def partisan(rng):
    truth = panel_truth()
    truth.own[1, 5] = 2.5
    return truth.votes(rng, *pairs(rng, 8, 3600))


def strangers_named(found):
    details = found["strangers"].details
    return [name for name, is_ in zip(details["judge"], details["is_outlier"]) if is_]


def hanging(found):
    """Neighbours whose order hangs on one vote in a hundred or fewer."""
    details = found["fragility"].details
    pairs = zip(*(details.get(name, []) for name in ("first", "second", "share")))
    return [" and ".join(sorted((first, second))) for first, second, share in pairs if share is not None and share <= 0.01]


# The question, the board, what says who is named, and who is to be: None for nobody.
TOLD = [
    ("strangers", "panel of judges with sensitivities of their own", panel, strangers_named, None),
    ("strangers", "judges of dependent votes, 200 contexts", questions, strangers_named, None),
    ("strangers", "one of 6 judges adds 2.5 logits to one of 8 items, 600 votes of it", partisan, strangers_named, "judge 1"),
    ("fragility", "5 items 1.5 logits apart, 2000 votes: none hangs on 1 %", far_apart, hanging, None),
    ("fragility", "two of 8 items alike but for 3 votes of 1123", mirrored, hanging, "item 0 and item 1"),
]


def told_of(make, says, number, board):
    """The remarks on one board."""
    return says(duel.audit(make(np.random.default_rng([number, board])), seed=board))


def flags_of(make, number, board):
    """The flags of one board, and questions to which the library gave an error for an answer."""
    found = duel.audit(make(np.random.default_rng([number, board])), seed=board)
    return found.flags + [f"no answer to {finding.name}" for finding in found if "cannot say" in finding.sentence]


def told(found):
    counts = collections.Counter(flag for names in found for flag in names)
    return ", ".join(f"{name} {count}" for name, count in counts.most_common()) or "none"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--only", default="", help="designs and faults whose text has this word")
    parser.add_argument("--part", choices=["clean", "faults", "told"], help="one part alone")
    parser.add_argument("--out", help="a file to write the table to")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    given = parser.parse_args()
    with multiprocessing.get_context("spawn").Pool(given.processes) as pool:
        return campaign(given, pool)


def campaign(given, pool):
    lines, missed = [], []

    def say(line=""):
        print(line, flush=True)
        lines.append(line)

    say(f"The audit of seeded boards: {given.boards} of each row, level 0.99, duel {duel.__version__}")
    say()
    say(f"Clean boards: any flag in at most {100 * CLEAN:g} %")
    for number, (name, make) in enumerate(DESIGNS.items()):
        if given.part in (None, "clean") and given.only in name:
            start = time.time()
            found = pool.starmap(flags_of, [(make, number, board) for board in range(given.boards)])
            share = sum(map(bool, found)) / given.boards
            say(f"  {100 * share:5.1f} %  {name}; flags: {told(found)}")
            print(f"           {time.time() - start:.0f} s", file=sys.stderr)
            if share > CLEAN:
                missed.append(name)
    say()
    say(f"Planted faults: their flag in at least {100 * FOUND:g} %")
    for number, (flag, name, make) in enumerate(FAULTS, 100):
        if given.part in (None, "faults") and (given.only in name or given.only == flag):
            start = time.time()
            found = pool.starmap(flags_of, [(make, number, board) for board in range(given.boards)])
            share = sum(flag in names for names in found) / given.boards
            others = [[other for other in names if other != flag] for names in found]
            say(f"  {100 * share:5.1f} %  {flag:<11}  {name}; other flags: {told(others)}")
            print(f"           {time.time() - start:.0f} s", file=sys.stderr)
            if share < FOUND:
                missed.append(name)
    say()
    say(f"Told without a flag: nobody named in at least {100 * (1 - CLEAN):g} % of boards without, who is to be in {100 * FOUND:g} % of boards with")
    for number, (question, name, make, says, named) in enumerate(TOLD, 200):
        if given.part in (None, "told") and (given.only in name or given.only == question):
            found = pool.starmap(told_of, [(make, says, number, board) for board in range(given.boards)])
            right = sum(named in names if named else not names for names in found) / given.boards
            others = [[other for other in names if other != named] for names in found]
            say(f"  {100 * right:5.1f} %  {question:<11}  {name}: {named or 'nobody'}; others: {told(others)}")
            if right < FOUND:
                missed.append(name)
    say()
    say(f"Missed: {'; '.join(missed)}" if missed else "All demands are met.")
    if given.out:
        with open(given.out, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
