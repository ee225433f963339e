# The shortest complete use of duel in Python.
import duel

votes = {
    "left": ["red", "blue", "green", "red", "blue", "green", "red"],
    "right": ["blue", "green", "red", "green", "red", "blue", "blue"],
    "score": [1, 1, 0, 0.5, 1, 1, 1],  # of left: won 1, tied 0.5, lost 0
}
model = duel.fit(votes)
for row in model.scores():
    print(f"{row.item:6} rank {row.rank_best}-{row.rank_worst}  score {row.estimate:6.3f}  "
          f"95 % interval [{row.lower:6.3f}, {row.upper:6.3f}]")
