"""Votes that Polars reads batch by batch: a set of each batch joins the whole, and no more than a batch is in memory.

    python polars_streaming.py ../data/judge_mtbench.csv
    python polars_streaming.py --rows 10000000
"""

import polars

import duel
import parts


def main():
    given = parts.arguments(__doc__.split("\n")[0])
    if given.rows is None:
        frame = polars.scan_csv(given.votes, infer_schema=False)
    else:
        numbers = polars.LazyFrame().select(n=polars.int_range(given.rows))
        frame = numbers.sql(parts.MADE, table_name="numbers")
    frame = frame.filter(polars.col("winner").is_in(list(parts.OUTCOMES)))
    columns = {"left": "model_a", "right": "model_b", "context": "question_id", "outcome": "winner"}
    votes = duel.Set()
    for batch in frame.collect_batches(engine="streaming"):
        votes.merge(duel.Set.from_polars(batch, outcomes=parts.OUTCOMES, **columns))
    parts.finish(given, votes)


if __name__ == "__main__":
    main()
