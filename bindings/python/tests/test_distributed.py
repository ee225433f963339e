"""Partial sets where the rows are: the examples with DuckDB, Polars and Spark, whose bytes are those of one machine."""

import hashlib
import os
import re
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT

import duel

EXAMPLES = ROOT / "examples/python"
BUNDLED = sorted((ROOT / "examples/data").glob("judge_*.csv"))
ROWS = 20_000


def ran(script, *arguments):
    """The output of an example."""
    made = subprocess.run([sys.executable, EXAMPLES / script, *map(str, arguments)], capture_output=True, text=True, timeout=900,
                          env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})  # fmt: skip
    assert made.returncode == 0, made.stdout + made.stderr
    return made.stdout


def hash_of(said):
    return re.search(r"sha256 ([0-9a-f]{64})", said).group(1)


def one_machine(columns):
    """The hash of the set of all rows at once."""
    kept = {"a": "left", "b": "right", "tie": "tie"}
    votes = duel.Set.from_columns(columns, left="model_a", right="model_b", context="question_id", outcome="winner", outcomes=kept,
                                  drop=["unknown"] if "unknown" in columns["winner"] else [])  # fmt: skip
    return hashlib.sha256(votes.save()).hexdigest()


def bundled(path):
    import csv

    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return {name: [row[name] for row in rows] for name in ("model_a", "model_b", "judge", "question_id", "winner")}


@pytest.fixture(scope="module")
def made():
    """The rows that parts.MADE makes, written out once more."""
    columns = {name: [] for name in ("model_a", "model_b", "judge", "question_id", "winner")}
    for n in range(ROWS):
        x = (n * 7919 + (n % 97) * 104729) % 1000003
        a = x % 50
        b = (a + 1 + n * 31 % 49) % 50
        winner = "tie" if (x * 13 + n) % 100 < 10 else "a" if (x * 17 + n * 3) % 100 < 50 + b - a else "b"
        for name, value in zip(columns, (f"model {a}", f"model {b}", f"judge {x % 20}", str(n % 100), winner)):
            columns[name].append(value)
    return one_machine(columns)


@pytest.mark.parametrize("package, script", [("duckdb", "duckdb_groups.py"), ("polars", "polars_streaming.py")])
def test_on_one_machine(package, script, made, tmp_path):
    pytest.importorskip(package)
    pytest.importorskip("pyarrow")
    for path in BUNDLED:
        assert hash_of(ran(script, path, "--out", tmp_path / "votes.duel")) == one_machine(bundled(path))
    loaded = duel.Set.load(tmp_path / "votes.duel")
    assert hashlib.sha256(loaded.save()).hexdigest() == one_machine(bundled(path))
    assert hash_of(ran(script, "--rows", ROWS)) == made


@pytest.fixture(scope="module")
def java():
    if os.environ.get("LEVEL") == "quick":
        pytest.skip("make test-all starts a cluster")
    pytest.importorskip("pyspark")
    pytest.importorskip("pyarrow")
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")


def test_on_a_cluster_of_two_workers(java):
    said = ran("spark.py", BUNDLED[1])
    assert "local-cluster[2,1,1024]" in said and int(said.split()[0]) > 1
    assert hash_of(said) == one_machine(bundled(BUNDLED[1]))


def test_rows_that_the_cluster_makes(java, made):
    assert hash_of(ran("spark.py", "--rows", ROWS, "--master", "local[2]")) == made


def test_fits_of_loaded_sets_are_equal_to_the_last_bit():
    columns = bundled(BUNDLED[1])
    whole = duel.Set.from_columns(columns, left="model_a", right="model_b", context="question_id", outcome="winner",
                                  outcomes={"a": "left", "b": "right"}, drop=["unknown"])  # fmt: skip
    parts = [{name: values[k::3] for name, values in columns.items()} for k in (2, 0, 1)]
    merged = duel.Set()
    for part in parts:
        rows = duel.Set.from_columns(part, left="model_a", right="model_b", context="question_id", outcome="winner",
                                     outcomes={"a": "left", "b": "right"}, drop=["unknown"])  # fmt: skip
        merged.merge(duel.Set.load(rows.save()))
    assert merged.save() == whole.save()
    first, second = (duel.Set.load(votes.save()).fit() for votes in (whole, merged))
    assert first.params.tobytes() == second.params.tobytes() and first.bse.tobytes() == second.bse.tobytes()
