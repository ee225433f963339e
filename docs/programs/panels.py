import duel

votes = duel.Set.read_csv(
    "examples/data/judge_mtbench.csv",
    left="model_a", right="model_b", judge="judge", context="question_id",
    outcome="winner", outcomes={"a": "left", "b": "right"}, drop=["unknown"],
)
model = duel.fit(votes, strength="disagreement", rank=1, ridge=0.1)
strengths = model.estimate("strengths", seed=1)

# Of two judges at once.
for row in strengths.judge_ranks(["deepseek-chat", "meta-llama/Llama-4-Scout-17B-16E-Instruct"]):
    print(f"{row.judge[:12]:12} {row.item:16} {row.rank:3.0f}   {row.rank_best} to {row.rank_worst}")

reversals = [row for row in strengths.reversals() if row.p_adjusted <= 0.05]
print(len(reversals), "reversals, of", len({row.judge for row in reversals}), "judges")
agreed = [row for row in strengths.unanimous() if row.p_adjusted <= 0.05]
print(len(agreed), "of 15 pairs are in one order by all judges")

# Allowing for the choice of the rank.
over = model.average("strengths", inference={"seed": 1})
for row in over.averaged_ranks():
    print(f"rank {row.directions}: weight {row.rank_weight:.3f}")
