"""saved.py VOTES.csv SET SCORES: see saved.c."""

import sys

import duel

votes = duel.Set.read_csv(
    sys.argv[1], left="model_a", right="model_b", context="question_id", outcome="winner",
    outcomes={"a": "left", "b": "right"}, drop=["unknown"],
)  # fmt: skip
scores = duel.Set.load(votes.save(sys.argv[2])).fit().params
with open(sys.argv[3], "wb") as file:
    file.write(scores.tobytes())
