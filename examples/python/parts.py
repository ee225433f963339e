"""Shared by the examples of votes that lie elsewhere: which rows they count, and what they say in the end."""

import argparse
import hashlib
import resource
import sys
import time

# Votes that a query makes out of the numbers n from 0 on, the same in every engine: 50 models, 20 judges, 100 questions, and at
# most 490 000 cells.
MADE = """
SELECT concat('model ', CAST(a AS string)) AS model_a, concat('model ', CAST((a + 1 + b) % 50 AS string)) AS model_b,
       concat('judge ', CAST(x % 20 AS string)) AS judge, CAST(n % 100 AS string) AS question_id,
       CASE WHEN (x * 13 + n) % 100 < 10 THEN 'tie' WHEN (x * 17 + n * 3) % 100 < 50 + (a + 1 + b) % 50 - a THEN 'a'
            ELSE 'b' END AS winner
FROM (SELECT n, x, x % 50 AS a, (n * 31) % 49 AS b
      FROM (SELECT n, (n * 7919 + (n % 97) * 104729) % 1000003 AS x FROM numbers) AS hashed) AS split
"""

# The value of an answer for the item on the left; rows with any other hold no vote.
OUTCOMES = {"a": "left", "b": "right", "tie": "tie"}


def arguments(what, **more):
    """The command line: a file of votes, or a number of rows to make; where the bytes of the set go."""
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("votes", nargs="?", help="a CSV file with model_a, model_b, judge, question_id and winner")
    parser.add_argument("--rows", type=int, help="make so many rows instead of reading a file")
    parser.add_argument("--out", help="a file for the bytes of the set")
    for name, default in more.items():
        parser.add_argument(f"--{name}", default=default)
    given = parser.parse_args()
    if (given.votes is None) == (given.rows is None):
        parser.error("give a file of votes, or --rows")
    given.start = time.monotonic()
    return given


def finish(given, votes):
    """One fit of the whole, and what it took."""
    saved = votes.save(given.out)
    counted = time.monotonic() - given.start
    model = votes.fit(tie_model="davidson")
    best = max(model.scores(), key=lambda row: row.estimate)
    facts = votes.info()
    # In kilobytes on Linux, in bytes on macOS.
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e6 if sys.platform != "darwin" else 1e9)
    print(f"{facts.comparisons:.0f} comparisons of {facts.items} items in {facts.cells} cells, counted in {counted:.1f} s; "
          f"this process held {peak:.2f} GB at most")  # fmt: skip
    print(f"the set has {len(saved)} bytes, sha256 {hashlib.sha256(saved).hexdigest()}")
    print(f"best: {best.item}, score {best.estimate:.3f}, 95 % interval {best.lower:.3f} to {best.upper:.3f}")
