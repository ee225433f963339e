"""Shared by the tests: the bundled votes and the reference results, where they are in the checkout."""

import json
from pathlib import Path

import numpy as np
import pytest

import duel

ROOT = Path(__file__).resolve().parents[3]


def reference(name):
    """A file of reference results (tests/data), the same that Rust, C, R and Go are held against."""
    return json.loads((ROOT / "tests/data" / f"{name}.json").read_text())


def counted(items, pairs):
    """A set of the rows first, second, wins, losses, ties; items have their order."""
    first, second, wins, losses, ties = (list(column) for column in zip(*pairs))
    made = duel.Set().intern("item", items)
    return made.append([items[i] for i in first], [items[i] for i in second], wins=wins, losses=losses, ties=ties)


@pytest.fixture(scope="session")
def peers():
    return reference("peers")


@pytest.fixture(scope="session")
def mtbench():
    return duel.Set.read_csv(
        ROOT / "examples/data/judge_mtbench.csv",
        left="model_a", right="model_b", context="question_id", outcome="winner",
        outcomes={"a": "left", "b": "right"}, drop=["unknown"],
    )  # fmt: skip


@pytest.fixture(scope="session")
def judged(mtbench):
    return duel.fit(mtbench, strength="sensitivity", position="by_judge", accept="boundary")


@pytest.fixture(scope="session")
def springall(peers):
    """A tasting experiment with ties: nine items, all pairs."""
    return counted([f"item{i}" for i in range(9)], peers["R/springall"]["pairs"])


@pytest.fixture()
def small():
    rows = [("red", "blue", 1), ("blue", "green", 1), ("green", "red", 0), ("red", "green", 0.5),
            ("blue", "red", 1), ("green", "blue", 1), ("red", "blue", 1)]  # fmt: skip
    return duel.Set.from_rows(rows)


@pytest.fixture()
def rng():
    return np.random.default_rng(7)


def pytest_configure(config):
    config.addinivalue_line("markers", "last: runs after all others, because it looks at what they did")


def pytest_collection_modifyitems(config, items):
    items.sort(key=lambda item: item.get_closest_marker("last") is not None)
    # Of some files alone it would say nothing.
    if len({item.path for item in items}) < len(list(ROOT.glob("bindings/python/tests/test_*.py"))):
        items[:] = [item for item in items if item.get_closest_marker("last") is None]
