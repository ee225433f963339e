"""Votes that lie elsewhere, many of them: the examples with DuckDB, Polars and Spark beside one process that reads a file.

    python3 benches/distributed.py [--rows 100000000] [--programs duckdb,polars,spark,file]

Each makes the same rows by one query (`file` reads them from Parquet, which DuckDB wrote before), counts them into a set and
fits it; the sets must have the same bytes. Seconds and gigabytes are those of all processes together (Linux: read from
/proc five times a second). What is not installed is said and left out.
"""

import argparse
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
EXAMPLES = os.path.join(ROOT, "examples", "python")

# Program: its script, what it needs besides duel, and what it is.
PROGRAMS = {
    "duckdb": ("duckdb_groups.py", ("duckdb", "pyarrow"), "DuckDB counts, duel takes the counts"),
    "polars": ("polars_streaming.py", ("polars",), "a set of each streamed batch joins the whole"),
    "spark": ("spark.py", ("pyspark", "pyarrow"), "two workers of a local cluster make partial sets"),
    "file": (None, ("duckdb", "pyarrow"), "one process reads the rows from Parquet"),
}


class Usage:
    """The resources that the processes of a session have used so far: seconds of the processor by process, gigabytes at most together."""

    def __init__(self, session):
        self.session, self.seconds, self.peak = session, {}, 0.0
        self.tick = os.sysconf("SC_CLK_TCK")

    def look(self):
        held = 0
        for entry in os.listdir("/proc"):
            if not entry.isdigit():
                continue
            try:
                with open(f"/proc/{entry}/stat") as file:
                    fields = file.read().rpartition(")")[2].split()
                if int(fields[3]) != self.session:
                    continue
                # A number may be used again: the time of its start tells processes apart.
                self.seconds[entry, fields[19]] = (int(fields[11]) + int(fields[12])) / self.tick
                with open(f"/proc/{entry}/smaps_rollup") as file:
                    held += int(re.search(r"^Pss:\s+(\d+)", file.read(), re.M).group(1))
            except (OSError, AttributeError):
                continue  # it ended meanwhile
        self.peak = max(self.peak, held / 1e6)

    @property
    def cpu(self):
        return sum(self.seconds.values())


def measured(command):
    """The output of a command, its seconds on the clock, and the resources of it and its children."""
    start = time.monotonic()
    with tempfile.TemporaryFile("w+") as said:
        ran = subprocess.Popen(command, stdout=said, start_new_session=True)
        usage = Usage(ran.pid)
        while ran.poll() is None:
            usage.look()
            time.sleep(0.2)
        wall = time.monotonic() - start
        said.seek(0)
        text = said.read()
    if ran.returncode != 0:
        raise SystemExit(f"{' '.join(command)} ended with {ran.returncode}:\n{text}")
    return text, wall, usage


def read_file(path):
    """One process that reads what all others make."""
    sys.path.insert(0, EXAMPLES)
    import duel
    import parts

    given = argparse.Namespace(start=time.monotonic(), out=None)
    columns = {"left": "model_a", "right": "model_b", "context": "question_id", "outcome": "winner"}
    parts.finish(given, duel.Set.read_parquet(path, outcomes=parts.OUTCOMES, **columns))


def write_file(path, rows):
    sys.path.insert(0, EXAMPLES)
    import duckdb
    import parts

    database = duckdb.connect()
    database.execute(f"CREATE VIEW numbers AS SELECT range AS n FROM range({rows})")
    database.execute(f"COPY ({parts.MADE}) TO '{path}' (FORMAT parquet)")


def missing(packages):
    """The programs and packages that are not installed."""
    lost = [name for name in packages if importlib.util.find_spec(name) is None]
    if "pyspark" in packages and shutil.which("java") is None:
        lost.append("java")
    return lost


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rows", type=int, default=100_000_000)
    parser.add_argument("--programs", default=",".join(PROGRAMS))
    parser.add_argument("--read", help=argparse.SUPPRESS)
    parser.add_argument("--write", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.read:
        return read_file(given.read)
    if given.write:
        return write_file(given.write, given.rows)
    import duel

    cores = len(os.sched_getaffinity(0))
    print(f"{given.rows:,} votes to a set and a board, duel {duel.__version__}, Python {sys.version.split()[0]}, {cores} cores")
    print(f"{'':<8} {'wall s':>8} {'CPU s':>8} {'GB':>6}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        hashes = compared(given, os.path.join(folder, "votes.parquet"))
    if len(hashes) > 1:
        raise SystemExit(f"the sets have different bytes: {', '.join(sorted(hashes))}")
    if hashes:
        print(f"CPU s and GB: of all processes together; the sets are equal, sha256 {hashes.pop()}")


def compared(given, path):
    """Runs the programs, and gives the hashes of their sets."""
    this, rows = [sys.executable, os.path.abspath(__file__)], ["--rows", str(given.rows)]
    hashes = set()
    for name in given.programs.split(","):
        script, needs, what = PROGRAMS[name]
        lost = missing(needs)
        if lost:
            print(f"{name:<8} {', '.join(lost)} not installed")
            continue
        if script is None:
            subprocess.run([*this, "--write", path, *rows], check=True)
        command = [*this, "--read", path] if script is None else [sys.executable, os.path.join(EXAMPLES, script), *rows]
        text, wall, usage = measured(command)
        hashes.add(re.search(r"sha256 ([0-9a-f]{64})", text).group(1))
        print(f"{name:<8} {wall:>8.1f} {usage.cpu:>8.1f} {usage.peak:>6.2f}  {what}", flush=True)
    return hashes


if __name__ == "__main__":
    main()
