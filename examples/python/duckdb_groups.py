"""Votes in DuckDB: it counts them where they are, group by group, and duel takes the counts.

    python duckdb_groups.py ../data/judge_mtbench.csv
    python duckdb_groups.py --rows 10000000

A row of counts stands for many votes, and a set of counts is the set of these votes, byte for byte.
"""

import duckdb

import duel
import parts

COUNTS = """
SELECT model_a, model_b, judge, question_id, count(*) FILTER (winner = 'a') AS wins, count(*) FILTER (winner = 'b') AS losses,
       count(*) FILTER (winner = 'tie') AS ties
FROM votes WHERE winner IN ('a', 'b', 'tie') GROUP BY ALL
"""


def main():
    given = parts.arguments(__doc__.split("\n")[0])
    database = duckdb.connect()
    if given.rows is None:
        database.read_csv(given.votes, all_varchar=True).create_view("votes")
    else:
        database.execute(f"CREATE VIEW numbers AS SELECT range AS n FROM range({given.rows})")
        database.execute(f"CREATE VIEW votes AS {parts.MADE}")
    votes = duel.Set()
    for batch in database.sql(COUNTS).to_arrow_reader():
        counts = duel.Set.from_arrow(batch, left="model_a", right="model_b", context="question_id")
        votes.merge(counts)
    parts.finish(given, votes)


if __name__ == "__main__":
    main()
