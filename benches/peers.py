"""From a Parquet file of votes to a board, in Python: duel beside choix, evalica, arena-rank and FastChat.

    python3 benches/peers.py [--rows 2000000,10000000] [--programs duel,evalica]

Each program runs in a process of its own on one thread, imports included, and its scores are held against duel's of the same
estimand: a table of what nobody computed right would say nothing. What is not installed is said and left out; benches/python.sh
installs it. The votes are those that examples/python/parts.py makes, with names in all columns, and in a second file the same
votes with a question of its own for every ten, as an arena has prompts.
"""

import argparse
import contextlib
import importlib.metadata
import io
import json
import math
import os
import re
import resource
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ONE_THREAD = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "POLARS_MAX_THREADS", "RAYON_NUM_THREADS",
                                     "ARROW_NUM_THREADS", "NUMBA_NUM_THREADS")}  # fmt: skip
ONE_THREAD["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
NAMES = {"left": "model_a", "right": "model_b", "outcome": "winner", "outcomes": {"model_a": "left", "model_b": "right"}}

# Limits in gigabytes: of four columns of names and the winner, and of a process before it is stopped.
GOAL_ROWS, GOAL_SECONDS, GOAL_GB = 10_000_000, 8.0, 1.5
MOST_GB = 14


def duel_board(path, ties="half", judge=None, context=None):
    import duel

    board = duel.Set.read_parquet(path, judge=judge, context=context, **NAMES).fit(ties=ties).scores()
    return dict(zip(board["item"].tolist(), board["estimate"].tolist()))


def duel_half(path):
    return duel_board(path)


def duel_clustered(path):
    return duel_board(path, judge="judge", context="question_id")


def duel_decided(path):
    return duel_board(path, ties="dropped")


def duel_command(path):
    """The work of `duel board FILE --ties half`."""
    from duel.__main__ import main

    with contextlib.redirect_stdout(io.StringIO()) as said, contextlib.redirect_stderr(io.StringIO()):
        if main(["board", path, "--ties", "half", "--output", "json"]) != 0:
            raise SystemExit("duel board failed")
    return {item["item"]: item["estimate"] for item in json.loads(said.getvalue())["items"]}


def read(path):
    import pandas

    return pandas.read_parquet(path, columns=["model_a", "model_b", "winner"])


def arena_rank(path):
    from arena_rank.models.bradley_terry import BradleyTerry
    from arena_rank.utils.data_utils import PairDataset

    data = PairDataset.from_pandas(read(path))
    found = BradleyTerry(n_competitors=len(data.competitors)).compute_ratings_and_cis(data, significance_level=0.05)
    unit = 400 / math.log(10)
    return {name: float(rating) / unit for name, rating in zip(found["competitors"], found["ratings"])}


def evalica(path):
    import evalica

    votes = read(path)
    meanings = {"model_a": evalica.Winner.X, "model_b": evalica.Winner.Y, "tie": evalica.Winner.Draw}
    winners = votes["winner"].map(meanings).tolist()
    found = evalica.bradley_terry(votes["model_a"].tolist(), votes["model_b"].tolist(), winners, tolerance=1e-9, limit=10_000)
    return {name: math.log(share) for name, share in found.scores.items()}


def choix(path):
    import choix
    import numpy
    import pandas

    votes = read(path)
    votes = votes[votes["winner"] != "tie"]
    codes, names = pandas.factorize(pandas.concat([votes["model_a"], votes["model_b"]]))
    left, right = codes[: len(votes)], codes[len(votes) :]
    first = (votes["winner"] == "model_a").to_numpy()
    pairs = numpy.column_stack([numpy.where(first, left, right), numpy.where(first, right, left)])
    return dict(zip(names.tolist(), choix.ilsr_pairwise(len(names), pairs.tolist()).tolist()))


def fastchat(path):
    from unittest import mock

    # The leaderboard's module imports what FastChat runs models with, and uses a table of links of it.
    for name in ("fastchat.model", "fastchat.model.model_registry"):
        sys.modules.setdefault(name, mock.MagicMock())
    from fastchat.serve.monitor.elo_analysis import compute_elo_mle_with_tie

    found = compute_elo_mle_with_tie(read(path))
    return {name: rating * math.log(10) / 400 for name, rating in found.items()}


# Program: how, its distribution, what it answers, whose scores these should be, and how near. FastChat's has scikit-learn's
# default penalty and tolerance in it.
PROGRAMS = {
    "duel": (duel_half, "duel-ranking", "sandwich intervals, ranks", "duel", 1e-9),
    "duel, four names": (duel_clustered, "duel-ranking", "clustered intervals, ranks; reads judges and questions", "duel", 1e-9),
    "duel, a command": (duel_command, "duel-ranking", "the same and chances of being best, by `duel board`", "duel", 1e-9),
    "duel, ties dropped": (duel_decided, "duel-ranking", "sandwich intervals, ranks", "duel, ties dropped", 1e-9),
    "arena-rank": (arena_rank, "arena-rank", "sandwich intervals", "duel", 1e-5),
    "evalica": (evalica, "evalica", "scores alone", "duel", 1e-6),
    "choix": (choix, "choix", "scores alone, ties dropped", "duel, ties dropped", 1e-6),
    "fastchat": (fastchat, "fschat", "scores alone; intervals: as often again for every replicate", "duel", 1e-2),
}
# Those that read questions, of which the second file has more.
OF_QUESTIONS = ("duel, four names", "duel, a command")


def run(name, path):
    """One program, in this process; the file was read once before, so that all find it in the cache of the disk."""
    resource.setrlimit(resource.RLIMIT_DATA, (int(MOST_GB * 1e9), int(MOST_GB * 1e9)))
    wall, work = time.monotonic(), time.process_time()
    scores = PROGRAMS[name][0](path)
    wall, work = time.monotonic() - wall, time.process_time() - work
    print(json.dumps({"wall": wall, "cpu": work, "peak": peak(), "scores": scores}))


def peak():
    """The most memory that this process held, in gigabytes."""
    try:
        with open("/proc/self/status") as file:  # what getrusage says counts the parent before it became this
            return int(re.search(r"VmHWM:\s+(\d+)", file.read()).group(1)) * 1024 / 1e9
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e9 if sys.platform == "darwin" else 1e6)


def version(package):
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        import duel

        return duel.__version__ if package == "duel-ranking" else None


def make(path, rows, questions):
    import duckdb

    sys.path.insert(0, os.path.join(ROOT, "examples", "python"))
    import parts

    database = duckdb.connect()
    database.execute(f"CREATE VIEW numbers AS SELECT range AS n FROM range({rows})")
    made = parts.MADE.replace("n % 100 AS string) AS question_id", f"n % {questions} AS string) AS question_id")
    winner = "CASE winner WHEN 'a' THEN 'model_a' WHEN 'b' THEN 'model_b' ELSE 'tie' END AS winner"
    database.execute(f"COPY (SELECT * REPLACE ({winner}) FROM ({made})) TO '{path}' (FORMAT parquet)")


def gap(scores, reference):
    """The largest difference of two columns of scores, each centred."""
    means = [sum(one.values()) / len(one) for one in (scores, reference)]
    return max(abs(scores[name] - means[0] - reference[name] + means[1]) for name in reference)


def this(*options):
    return [sys.executable, os.path.abspath(__file__), *map(str, options)]


def compared(folder, rows, questions, wanted):
    """A line of each program for a file of so many rows; whether all scores agree, and what is to be said of the goal."""
    path = os.path.join(folder, f"votes-{rows}-{questions}.parquet")
    subprocess.run(this("--make", path, "--rows", rows, "--questions", questions), check=True)
    with open(path, "rb") as file:
        file.read()
    print(f"\n{rows:,} votes, 50 models, 20 judges, {questions:,} questions")
    print(f"{'':<20} {'version':<8} {'wall s':>8} {'CPU s':>8} {'GB':>6} {'gap':>9}  answers", flush=True)
    found, agree = {}, True
    for name in wanted:
        _, package, answers, reference, near = PROGRAMS[name]
        if version(package) is None:
            print(f"{name:<20} not installed")
            continue
        ended = subprocess.run(this("--run", name, "--path", path), env={**os.environ, **ONE_THREAD}, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)  # fmt: skip
        if ended.returncode != 0:
            last = (ended.stderr.strip().splitlines() or ["no word"])[-1]
            lack = "MemoryError" in last or ended.returncode < 0
            print(f"{name:<20} {version(package):<8} {f'needs more than {MOST_GB} GB' if lack else last}", flush=True)
            agree = agree and lack
            continue
        found[name] = said = json.loads(ended.stdout.splitlines()[-1])
        difference = gap(said["scores"], found[reference]["scores"])
        agree = agree and difference <= near
        far = "" if difference <= near else f"  FAR: more than {near:g}"
        print(f"{name:<20} {version(package):<8} {said['wall']:>8.1f} {said['cpu']:>8.1f} {said['peak']:>6.2f} {difference:>9.1e}  "
              f"{answers}{far}", flush=True)  # fmt: skip
    os.remove(path)
    goals = []
    for said in (found[name] for name in OF_QUESTIONS[:1] if name in found and rows == GOAL_ROWS):
        met = said["cpu"] <= GOAL_SECONDS and said["peak"] <= GOAL_GB
        goals.append(f"{rows:,} rows with four columns of names, {questions:,} questions: {said['cpu']:.1f} CPU s and {said['peak']:.2f} GB; "
                     f"goal {GOAL_SECONDS:g} s and {GOAL_GB:g} GB: {'met' if met else 'missed'}")  # fmt: skip
    return agree, goals


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rows", default="2000000,10000000")
    parser.add_argument("--programs", default=",".join(PROGRAMS).replace("duel, ", "duel/"))
    for option in ("--run", "--path", "--make", "--questions"):
        parser.add_argument(option, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.run:
        return run(given.run, given.path)
    if given.make:
        return make(given.make, int(given.rows), int(given.questions))
    wanted = [name.strip().replace("/", ", ") for name in given.programs.split(",")]
    wanted = list(dict.fromkeys(["duel", *(PROGRAMS[name][3] for name in wanted), *wanted]))
    print(f"From Parquet to a board, one thread each, Python {sys.version.split()[0]}")
    results = []
    with tempfile.TemporaryDirectory() as folder:
        for rows in map(int, given.rows.replace("_", "").split(",")):
            results.append(compared(folder, rows, 100, wanted))
            many = [name for name in wanted if name == "duel" or name in OF_QUESTIONS]
            results.append(compared(folder, rows, rows // 10, many))
    print("\ngap: the largest difference from duel's scores of the same estimand, in logits; GB: the most memory held")
    for line in (line for _, goals in results for line in goals):
        print(line)
    return 0 if all(agree for agree, _ in results) else 1


if __name__ == "__main__":
    sys.exit(main())
