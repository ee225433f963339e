"""Twenty judges of MT-Bench, by their makers: do they err together, and how many are they worth?"""
import duel

votes = duel.Set.read_csv(
    "examples/data/judge_mtbench.csv", drop=["unknown"],
    left="model_a", right="model_b", judge="judge", context="question_id", outcome="winner", outcomes={"a": "left", "b": "right"},
)  # fmt: skip
words = {"Qwen/": "Qwen", "meta-llama/": "Meta", "openai/": "OpenAI", "kimi": "Moonshot", "moonshot": "Moonshot"}
makers = {judge: maker for judge in votes.judge_names for start, maker in words.items() if judge.startswith(start)}

panel = votes.effective(makers)
print(f"{panel.judges} judges are worth {panel.worth_equal:.1f} +- {panel.worth_equal_se:.1f}, "
      f"with the best weights {panel.worth_best:.1f} +- {panel.worth_best_se:.1f}")
print(f"correlation of errors within makers {panel.rho_within:.2f}, between makers {panel.rho_between:.2f}")

names = list(dict.fromkeys(maker for judge in votes.judge_names if (maker := makers.get(judge))))
for row in votes.families(makers):
    print(f"{names[row.family]:9} {row.judges} judges are worth {row.worth_equal:.2f} +- {row.worth_equal_se:.2f}; "
          f"a second one is worth {row.second_worth:.2f} of the first")

print("who adds most, and who nothing")
added = sorted(votes.worth(makers), key=lambda row: -row.worth)
for row in added[:3] + added[-4:]:
    print(f"  {row.judge:42} {row.worth:.2f}")
print(votes.together(makers, near_copy=0.94).notes)
