"""From a file of votes to a board one can trust, in Python."""
import duel

votes = duel.Set.read_csv(
    "examples/data/judge_mtbench.csv",
    left="model_a", right="model_b", judge="judge", context="question_id",
    outcome="winner", outcomes={"a": "left", "b": "right"}, drop=["unknown"],
)
plain = duel.fit(votes)
judged = duel.fit(votes, strength="sensitivity", position="by_judge", accept="boundary")

for name, model in (("plain", plain), ("judges and positions", judged)):
    print(f"{name}: log-likelihood {model.llf:.1f}")
    for row in sorted(model.scores(), key=lambda row: row.rank):
        print(f"  {row.rank:.0f}  {row.rank_best}-{row.rank_worst}  {row.item:16} {row.estimate:6.2f}  "
              f"[{row.lower:5.2f}, {row.upper:5.2f}]")

report = judged.judges()
for row in report:
    if "position_driven" in str(row.verdicts):
        print(f"{row.judge} takes the first item in {row.first_share:.0%} of its decided votes")

replicates = judged.bootstrap(replicates=200, seed=1, one_step=1)
first = min(judged.scores(bootstrap=replicates), key=lambda row: row.rank)
print(f"{first.item} with replicates: [{first.lower:.2f}, {first.upper:.2f}]")
