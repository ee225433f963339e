"""Votes on a cluster: every worker counts the rows it has into a set and sends its bytes; the driver merges and fits.

    python spark.py ../data/judge_mtbench.csv
    python spark.py --rows 10000000 --master 'local-cluster[2,1,1024]'

By default two workers of this machine, each with a process of its own. They need the package duel, as any cluster's would.
"""

import os
import sys

from pyspark.sql import SparkSession

import duel
import parts


def partial(batches):
    """Rows of a worker, as batches of Arrow, to the bytes of their set. Spark sends this function to the workers."""
    import pyarrow

    import duel

    votes = duel.Set()
    for batch in batches:
        columns = {"left": "model_a", "right": "model_b", "context": "question_id", "outcome": "winner"}
        votes.merge(duel.Set.from_arrow(batch, outcomes={"a": "left", "b": "right", "tie": "tie"}, **columns))
    yield pyarrow.RecordBatch.from_pydict({"votes": pyarrow.array([votes.save()], pyarrow.binary())})


def main():
    given = parts.arguments(__doc__.split("\n")[0], master="local-cluster[2,1,1024]")
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.master(given.master).appName("duel").config("spark.ui.enabled", "false")
    # Larger batches than 10 000 rows: each is merged into the worker's set.
    builder = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", "200000")
    # Where the workers find duel, if it is not installed.
    for name in ("DUEL_LIBRARY", "PYTHONPATH"):
        if name in os.environ:
            builder = builder.config(f"spark.executorEnv.{name}", os.environ[name])
    spark = builder.getOrCreate()
    if given.rows is None:
        frame = spark.read.csv(os.path.abspath(given.votes), header=True).repartition(4)
    else:
        spark.range(given.rows).withColumnRenamed("id", "n").createOrReplaceTempView("numbers")
        frame = spark.sql(parts.MADE)
    frame = frame.filter(frame.winner.isin(list(parts.OUTCOMES)))
    sent = frame.mapInArrow(partial, "votes binary").collect()
    spark.stop()
    votes = duel.Set()
    for part in sent:
        votes.merge(duel.Set.load(bytes(part.votes)))
    print(f"{len(sent)} parts of {sum(len(part.votes) for part in sent)} bytes from {given.master}")
    parts.finish(given, votes)


if __name__ == "__main__":
    main()
