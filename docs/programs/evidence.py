"""The same in Python, from answers to the same questions, and from a covariance that they give."""
import numpy as np

import duel

names = ["old", "new", "short"]
random = np.random.default_rng(5)
# 400 questions, some harder than others; in a program of one's own a table of right and wrong answers.
ease = random.normal(1.1, 1.2, size=(400, 1))
correct = ease + [0.0, 0.5, -0.4] + random.logistic(size=(400, 3)) > 0

accuracies = duel.Estimate(
    correct.mean(axis=0), np.cov(correct, rowvar=False) / len(correct), names=names, units=len(correct), level=0.95
)
for row in accuracies.values():
    print(f"{row.item:6} {row.estimate:.3f} +- {row.se:.3f}")
gate = accuracies.gate("new", "old", want="not_worse", margin=0.02)
print(gate.verdict, "-", gate.sentence)
if gate.verdict != "pass":
    raise SystemExit("do not merge")

claims = [
    {"top": "new", "k": 1, "chosen": True},
    {"order": ["new", "old", "short"]},
    {"parity": ["new", "old"], "within": 0.02},
    {"group": ["new", "old"], "above": ["short"]},
]
for claim, judged in zip(claims, accuracies.claims(claims)):
    print(judged.state, claim)
