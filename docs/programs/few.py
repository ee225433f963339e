"""The same in Python."""
import duel

counts = duel.counts_paired(5, 0, 30)
print(f"difference {counts.estimate:.3f} [{counts.lower:.3f}, {counts.upper:.3f}], p = {counts.p:.4f}")
print(f"{counts.differing} tasks differ: at least {counts.fewest_differing} must")

# Scores of single tasks between 0 and 1: an interval that may be looked at after every task.
differences = [0.5, 0.25, 0, 1, -0.25, 0.5, 0.75, 0.25, 0.5, 0, 0.25, 1]
exact = duel.differences_exact(differences, upper_bound=1)
print(f"mean {exact.estimate:.3f} [{exact.lower:.3f}, {exact.upper:.3f}], p = {exact.p:.4f}")

# Is it not worse by two points? Four runs of each task, or one.
for runs in (1, 4):
    plan = duel.plan_units(effect=0, want="not_worse", margin=0.02, between=0.02, within=0.1, runs=runs)
    print(f"{runs} runs of each of {plan.units} tasks")
