"""From a Parquet file of votes to a board, in Python: duel beside choix, evalica and arena-rank.

    python3 benches/peers.py [--rows 2000000] [--programs duel,evalica]

Each program runs in a process of its own on one thread, imports included, and its scores are held against duel's of the same estimand: a
table of what nobody computed right would say nothing. What is not installed is said and left out (pip install duckdb
pyarrow pandas choix evalica arena-rank). The votes are those that examples/python/parts.py makes.
"""

import argparse
import importlib.metadata
import json
import os
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


def read(path):
    import pandas

    return pandas.read_parquet(path, columns=["model_a", "model_b", "winner"])


def arena_rank(path):
    import math

    from arena_rank.models.bradley_terry import BradleyTerry
    from arena_rank.utils.data_utils import PairDataset

    data = PairDataset.from_pandas(read(path))
    found = BradleyTerry(n_competitors=len(data.competitors)).compute_ratings_and_cis(data, significance_level=0.05)
    unit = 400 / math.log(10)
    return {name: float(rating) / unit for name, rating in zip(found["competitors"], found["ratings"])}


def evalica(path):
    import math

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


# Program: how, the distribution, what it answers, and whose scores these should be.
PROGRAMS = {
    "duel": (duel_half, "duel-ranking", "sandwich intervals, ranks", "duel"),
    "duel, clustered": (duel_clustered, "duel-ranking", "clustered intervals, ranks; reads 5 columns", "duel"),
    "duel, ties dropped": (duel_decided, "duel-ranking", "sandwich intervals, ranks", "duel, ties dropped"),
    "arena-rank": (arena_rank, "arena-rank", "sandwich intervals", "duel"),
    "evalica": (evalica, "evalica", "scores alone", "duel"),
    "choix": (choix, "choix", "scores alone, ties dropped", "duel, ties dropped"),
}


def run(name, path):
    """One program, in this process; the file was read once before, so that all find it in the cache of the disk."""
    wall, work = time.monotonic(), time.process_time()
    scores = PROGRAMS[name][0](path)
    wall, work = time.monotonic() - wall, time.process_time() - work
    scale = 1e6 if sys.platform != "darwin" else 1e9
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / scale
    print(json.dumps({"wall": wall, "cpu": work, "peak": peak, "scores": scores}))


def version(package):
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        import duel

        return duel.__version__ if package == "duel-ranking" else None


def make(path, rows):
    import duckdb

    sys.path.insert(0, os.path.join(ROOT, "examples", "python"))
    import parts

    database = duckdb.connect()
    database.execute(f"CREATE VIEW numbers AS SELECT range AS n FROM range({rows})")
    winner = "CASE winner WHEN 'a' THEN 'model_a' WHEN 'b' THEN 'model_b' ELSE 'tie' END AS winner"
    database.execute(f"COPY (SELECT * REPLACE ({winner}) FROM ({parts.MADE})) TO '{path}' (FORMAT parquet)")


def gap(scores, reference):
    """The largest difference of two columns of scores, each centred."""
    means = [sum(one.values()) / len(one) for one in (scores, reference)]
    return max(abs(scores[name] - means[0] - reference[name] + means[1]) for name in reference)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rows", type=int, default=2_000_000)
    parser.add_argument("--programs", default=",".join(PROGRAMS).replace("duel, ", "duel/"))
    parser.add_argument("--run", help=argparse.SUPPRESS)
    parser.add_argument("--path", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.run:
        run(given.run, given.path)
        return
    wanted = [name.strip().replace("/", ", ") for name in given.programs.split(",")]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "votes.parquet")
        make(path, given.rows)
        with open(path, "rb") as file:
            file.read()
        print(f"{given.rows:,} votes from Parquet to a board, one thread each, Python {sys.version.split()[0]}")
        print(f"{'':<20} {'version':<8} {'wall s':>8} {'CPU s':>8} {'GB':>6} {'gap':>9}  answers")
        found = {}
        for name in dict.fromkeys([*wanted, *(PROGRAMS[name][3] for name in wanted)]):
            _, package, answers, _ = PROGRAMS[name]
            if version(package) is None:
                print(f"{name:<20} not installed")
                continue
            command = [sys.executable, os.path.abspath(__file__), "--run", name, "--path", path]
            ended = subprocess.run(command, env={**os.environ, **ONE_THREAD}, stdout=subprocess.PIPE, text=True, check=True)
            found[name] = json.loads(ended.stdout.splitlines()[-1])
        for name, said in found.items():
            _, package, answers, reference = PROGRAMS[name]
            difference = gap(said["scores"], found[reference]["scores"])
            print(f"{name:<20} {version(package):<8} {said['wall']:>8.1f} {said['cpu']:>8.1f} {said['peak']:>6.2f} {difference:>9.1e}  {answers}")
    print("gap: the largest difference from duel's scores of the same estimand, in logits; GB: the most memory held")


if __name__ == "__main__":
    main()
