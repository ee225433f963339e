"""Numbers are those of the references that Rust, C, R and Go are held against."""

import numpy as np
import pytest
from conftest import counted, reference

import duel


def near(found, expected, tolerance=1e-8):
    np.testing.assert_allclose(np.asarray(found), np.asarray(expected), rtol=tolerance, atol=tolerance)


def test_citations_as_bradleyterry2_has_them(peers):
    case = peers["R/citations"]
    model = duel.fit(counted(case["items"], case["pairs"]), covariance="expected")
    near(model.params, case["exact"]["log_strength_sum0"])
    near(model.bse, case["exact"]["se_sum0"], 1e-7)
    near(model.llf, -case["exact"]["nll"])
    assert model.items_ == case["items"]
    reference_table = model.scores(reference_item="Biometrika")
    near(reference_table["estimate"][1:], list(case["ml"]["coef"].values()))
    near(reference_table["se"][1:], case["ml"]["se"], 1e-7)
    near(model.conf_int(0.05), np.column_stack([model.params - 1.959963984540054 * model.bse, model.params + 1.959963984540054 * model.bse]))
    near(np.diag(model.cov_params()) ** 0.5, model.bse)
    variances, facts = model.quasi_variances()
    assert facts.largest_error >= facts.least_error
    sums = variances[:, None] + variances[None, :]
    covariance = model.cov_params()
    exact = np.diag(covariance)[:, None] + np.diag(covariance)[None, :] - 2 * covariance
    off = ~np.eye(4, dtype=bool)
    near(np.sqrt(sums[off] / exact[off]).min() - 1, facts.least_error, 1e-9)


def test_firth_as_bradleyterry2_has_it(peers):
    case = peers["R/citations"]
    model = duel.fit(counted(case["items"], case["pairs"]), bias_reduction="firth", covariance="expected")
    table = model.scores(reference_item=0)
    near(table["estimate"][1:], list(case["bias_reduced"]["coef"].values()), 1e-6)


@pytest.mark.parametrize("tie_model, key", [("rao_kupper", "exact_rao_kupper"), ("davidson", "exact_davidson")])
def test_models_of_ties(peers, springall, tie_model, key):
    model = duel.fit(springall, tie_model=tie_model)
    near(model.params, peers["R/springall"][key]["log_strength_sum0"], 1e-7)
    near(-model.llf, peers["R/springall"][key]["nll"])
    half = duel.fit(springall)
    with pytest.raises(duel.UnsupportedError):
        half.goodness(10)
    goodness = model.goodness(20, seed=1)
    assert goodness.used + goodness.failed == 20 and 0 < goodness.deviance_p <= 1


def test_probit_as_r_has_it():
    cases = reference("probit")
    for name, tie_model in [("springall", "thurstone_mosteller"), ("springall_ties", "glenn_david")]:
        case = cases[name]
        kind = "expected" if tie_model == "thurstone_mosteller" else "observed"
        model = duel.fit(counted([str(k) for k in range(9)], case["pairs"]), tie_model=tie_model, covariance=kind)
        scores = model.scores()
        near(scores["estimate"], case["scores"], 2e-6)
        near(scores["se"], case["errors"], 2e-6)
        near(model.llf, case["log_likelihood"][0], 1e-7)
        with pytest.raises(duel.UnsupportedError, match="log odds"):
            model.estimate("shares").values()


def test_the_bundled_votes_by_judges(mtbench):
    case = reference("judges")["mtbench"]
    assert sorted(mtbench.item_names) == case["items"] and sorted(mtbench.judge_names) == sorted(case["judges"])
    # A saved set has its names in the order of their bytes, as the reference has them.
    ordered = duel.Set.load(mtbench.save())
    assert ordered.item_names == case["items"] and ordered.judge_names == case["judges"]
    model = duel.fit(ordered, strength="sensitivity")
    near(-model.llf, case["ja"]["nll"])
    scores = model.scores(scale="geometric", covariance="expected")
    near(scores["estimate"], case["ja"]["s"], 1e-6)
    near(scores["se"], case["ja"]["se_s_fisher"], 1e-6)
    clustered = model.scores(scale="geometric", covariance="clustered_by_context", correction="none")
    near(clustered["se"], case["ja"]["se_s_cluster"], 1e-5)
    near(model.estimate("sensitivities", scale="geometric").values()["estimate"], case["ja"]["gamma"], 1e-6)
    one = duel.fit(ordered, strength="disagreement", rank=1, ridge=case["ridge"]["1"]["lam"])
    near(one.info().objective, case["ridge"]["1"]["objective"], 1e-7)


def test_arena_counts(peers):
    from conftest import ROOT

    votes = duel.Set.read_csv(
        ROOT / "examples/data/chatbot_arena_202408_counts.csv",
        left="model_a", right="model_b", wins="win_a", losses="win_b", ties="tie",
    )  # fmt: skip
    facts = votes.info()
    assert facts.items == 129 and facts.comparisons == 1374996
    model = duel.fit(duel.Set.load(votes.save()), tie_model="davidson")
    assert abs(model.llf - -1388755.097) < 1e-3
    near(model.params, peers["leaderbot/chatbot-arena-20240814"]["exact"]["davidson"]["log_strength_sum0"], 1e-6)


def test_geometry():
    case = reference("geometry")
    table = np.array(case["dissimilarities"])
    for linkage, expected in case["clusters"].items():
        if linkage in ("average", "complete", "single", "ward"):
            near(duel.tree_cluster(table, linkage).linkage()[:, 2], [row[2] for row in expected["linkage"]], 1e-9)
    found = duel.map_classical(table, 2)
    near(found.eigenvalues, case["classical"]["eigenvalues"], 1e-8)
    kernel = duel.map_kernel_pca(table, 3)
    near(kernel.gamma, case["kernel_median"]["gamma"])
    near(kernel.eigenvalues[:3], case["kernel_median"]["eigenvalues"], 1e-8)
    near(kernel.shares, kernel.eigenvalues / np.abs(kernel.eigenvalues).sum())
    map2 = duel.map_smacof(table, 2, starts=60, seed=3)
    best = next(one for one in case["smacof"] if one["dimensions"] == 2)
    assert map2.facts.stress <= best["stress"] * (1 + 1e-6)
    scores = np.array([[np.nan if v is None else v for v in row] for row in case["agreement"]["scores"]])
    kendall = duel.rankings_agreement(scores, "kendall")
    near(kendall, np.array(case["agreement"]["kendall"], dtype=float), 1e-9)


def test_gars_as_the_reference():
    checked = 0
    for case in reference("gars")["estimates"]:
        names = [name for name in case["functionals"] if name in ("borda", "bradley_terry", "rank_centrality")]
        if case["kind"] != "plain" or not names:
            continue
        context, first, second, category, propensity = (list(column) for column in zip(*case["selections"]))
        scores = duel.Gars(case["K"], case["C"], names, floor=-1)
        scores.add(
            np.array(case["mu"]), context=[int(v) for v in context], first=[int(v) for v in first],
            second=[int(v) for v in second], category=[int(v) for v in category], propensity=propensity,
        )  # fmt: skip
        for number, name in enumerate(names):
            expected = case["functionals"][name]
            estimate = scores.estimate(number, "debiased")
            near(estimate.values()["estimate"], expected["theta"], 1e-9)
            near(estimate.values()["se"], expected["se"], 1e-9)
            near(scores.estimate(number, "plugin").values()["estimate"], expected["plugin_theta"], 1e-9)
            checked += 1
    assert checked >= 3
