"""Names in Arrow's dictionaries beside ids: processor seconds to append the same rows to an empty set.

    python3 benches/arrow.py [--rows 10000000] [--runs 5]

The ids are columns of 32-bit integers, the names dictionaries of the same integers over strings, both as streams of Arrow in
batches of 131 072 rows, and the ids as plain columns too. All make one set. Ways take turns, and the least of the runs
counts, so that what else the machine does weighs little. Ends with status 1 where names take more than twice the ids' time.
"""

import argparse
import sys
import time

import numpy as np
import pyarrow

import duel

BATCH = 1 << 17
MOST = 2.0

# How many different ones there are of each; contexts come as often as rows allow.
BOARDS = {
    "200 models": (200, 0, 0),
    "50 models, 20 judges": (50, 20, 0),
    "50 models, 20 judges, 100 questions": (50, 20, 100),
    "1 000 models, 200 judges": (1000, 200, 0),
    "50 models, 20 judges, 1 000 000 questions": (50, 20, 1_000_000),
}


def columns_of(rows, models, judges, questions):
    random = np.random.default_rng(19)
    left = random.integers(0, models, rows, dtype=np.int32)
    right = ((left + random.integers(1, models, rows)) % models).astype(np.int32)
    found = {"left": left, "right": right}
    if judges:
        found["judge"] = random.integers(0, judges, rows, dtype=np.int32)
    if questions:
        found["context"] = random.integers(0, questions, rows, dtype=np.int32)
    # Every name is seen, so that both ways make sets of the same size.
    for name, count in (("left", models), ("judge", judges), ("context", questions)):
        if count:
            found[name][:count] = np.arange(count)
    found["right"][:models] = (found["left"][:models] + 1) % models
    return found, random.integers(0, 3, rows) / 2


def table(columns, score, names):
    def column(name, codes):
        if not names:
            return pyarrow.array(codes)
        labels = pyarrow.array([f"{'item' if name in ('left', 'right') else name} {k}" for k in range(codes.max() + 1)])
        return pyarrow.DictionaryArray.from_arrays(codes, labels)

    return pyarrow.table({**{name: column(name, codes) for name, codes in columns.items()}, "score": score})


def streamed(data, ids):
    """A set of a table, batch by batch; whole numbers in columns of names are ids where they are asked for."""
    batches = data.to_batches(max_chunksize=BATCH)
    return duel.Set.from_arrow(pyarrow.RecordBatchReader.from_batches(data.schema, batches), ids=ids)


def plain(columns, score):
    return duel.Set().append(**columns, score=score, ids=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    print(f"{given.rows:,} rows appended, CPU seconds of one thread, the least of {given.runs}; duel {duel.__version__}")
    print(f"{'':<58} {'ids':>7} {'ids, Arrow':>11} {'names, Arrow':>13} {'ratio':>6}")
    worst = 0.0
    for said, sizes in BOARDS.items():
        columns, score = columns_of(given.rows, *sizes)
        named, numbered = table(columns, score, True), table(columns, score, False)
        ways = {"ids": lambda: plain(columns, score), "ids, Arrow": lambda: streamed(numbered, True),
                "names, Arrow": lambda: streamed(named, False)}  # fmt: skip
        least = dict.fromkeys(ways, float("inf"))
        for _ in range(given.runs):
            cells = set()
            for way, how in ways.items():
                start = time.process_time()
                made = how()
                least[way] = min(least[way], time.process_time() - start)
                cells.add((made.info().cells, made.info().comparisons))
            if len(cells) != 1:
                raise SystemExit(f"the ways make different sets: {cells}")
        ratio = least["names, Arrow"] / min(least["ids"], least["ids, Arrow"])
        worst = max(worst, ratio)
        print(f"{said:<58} {least['ids']:>7.2f} {least['ids, Arrow']:>11.2f} {least['names, Arrow']:>13.2f} {ratio:>6.2f}", flush=True)
    print(f"ratio: names beside the faster of the ids; at most {MOST:g}: {'met' if worst <= MOST else 'missed'}")
    return 0 if worst <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
