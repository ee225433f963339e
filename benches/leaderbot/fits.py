"""Fits of leaderbot to counts on file, as JSON: python fits.py COUNTS, where COUNTS has the columns
model_a, model_b, win_a, win_b and tie. benches/leaderbot.rs reads what this prints.

Seconds are CPU seconds of this process, which the caller holds to one thread. Single thresholds are fitted
by leaderbot's default optimiser, factored ones, which are too large for it, by L-BFGS-B.
"""

import csv
import json
import sys
import time
import warnings

import numpy
from leaderbot.models import Davidson, RaoKupper

MODELS = {"davidson": Davidson, "rao_kupper": RaoKupper}
# Model, factors of the tie threshold (0: single), optimiser, how often.
CASES = [
    ("davidson", 0, "BFGS", 3),
    ("rao_kupper", 0, "BFGS", 3),
    ("davidson", 3, "L-BFGS-B", 1),
    ("rao_kupper", 3, "L-BFGS-B", 1),
    ("davidson", 10, "L-BFGS-B", 1),
    ("rao_kupper", 10, "L-BFGS-B", 1),
]


def read(path):
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    names = sorted({row[side] for row in rows for side in ("model_a", "model_b")})
    index = {name: at for at, name in enumerate(names)}
    return {
        "X": [(index[row["model_a"]], index[row["model_b"]]) for row in rows],
        "Y": [tuple(int(row[column]) for column in ("win_a", "win_b", "tie")) for row in rows],
        "models": names,
    }


def log_likelihood(model, data):
    """Without multinomial coefficients; what did not happen counts nothing, whatever its probability."""
    counts, found = numpy.array(data["Y"]), model.infer(data["X"])
    happened = counts > 0
    return float(numpy.sum(counts[happened] * numpy.log(found[happened])))


def fit(data, name, factors, method, times):
    seconds = []
    for _ in range(times):
        start = time.process_time()
        model = MODELS[name](data, k_cov=None, k_tie=factors)
        model.train(method=method)
        seconds.append(time.process_time() - start)
    # train() keeps what the optimiser says only here.
    result = model._delegated_model._result
    # The loss is a mean over comparisons; without the penalty that draws the sum of scores to zero.
    slope = model.loss(return_jac=True, constraint=False)[1] * numpy.sum(data["Y"])
    return {
        "model": name,
        "factors": factors,
        "method": method,
        "seconds": min(seconds),
        "log_likelihood": log_likelihood(model, data),
        "gradient": float(numpy.max(numpy.abs(slope))),
        "converged": bool(result.success),
        "iterations": int(result.nit),
        "message": str(result.message),
    }


def main():
    warnings.filterwarnings("ignore")
    data = read(sys.argv[1])
    fits = []
    for case in CASES:
        fits.append(fit(data, *case))
        print(fits[-1], file=sys.stderr)
    json.dump(fits, sys.stdout)


if __name__ == "__main__":
    main()
