"""Answers of models, estimates, replicates, scores without a model and policies."""

import copy
import pickle
from xml.etree import ElementTree

import numpy as np
import pytest
from conftest import ROOT

import duel


def test_every_table_of_a_model(judged):
    for table in (judged.scores(), judged.effective_comparisons(), judged.rank_summary(), judged.compact_letters(), judged.items(),
                  judged.voters(), judged.warnings(), judged.optima(), judged.equivalence(0.5), judged.adjacent(),
                  judged.calibration(), judged.metrics_by_outcome(), judged.residuals("pair"), judged.influence("judge"),
                  judged.tiers("number", 3), judged.judges(), judged.next(batch=2), judged.profile("positions")):  # fmt: skip
        assert len(table) > 0 and len(list(table)) == len(table) and table.title
        assert all(len(values) == len(table) for values in table.to_dict().values())


def test_leaderboard_of_the_readme(judged):
    board = {row.item: row for row in judged.scores()}
    assert round(board["gpt-4"].estimate, 3) == 1.192 and round(board["gpt-4"].lower, 3) == 0.963
    assert (board["gpt-4"].rank_best, board["gpt-4"].rank_worst) == (1, 2)
    report = {row.judge: row for row in judged.judges(judge_options={"weak": 0.4})}
    assert "position_driven" in report["zai-org/GLM-4.5-Air-FP8"].verdicts
    text = str(judged.summary())
    assert "gpt-4" in text and "Warnings" in text and "<table>" in judged._repr_html_()
    assert repr(judged).startswith("<Model of 6 items and 20 judges")


def test_numbers_of_a_model(judged):
    items, judges = judged.info().items, judged.info().judges
    assert judged.shape("strengths") == (judges, items) and judged.get("strengths").shape == (judges, items)
    assert judged.get("sensitivities").shape == (judges,) and judged.get("sensitivities").sum() == pytest.approx(19)  # one is at zero
    chances = judged.rank_probabilities(draws=2000)
    assert chances.shape == (items, items) and np.allclose(chances.sum(axis=1), 1)
    better = judged.superiority()
    off = ~np.eye(items, dtype=bool)
    assert np.allclose((better + better.T)[off], 1)
    assert np.allclose(judged.distances(), judged.distances().T)
    assert judged.influence_changes("judge").shape == (judges, items)
    rates = judged.marginals()
    assert rates["item"].tolist() == judged.items_ and np.nansum(rates["wins"]) == pytest.approx(np.nansum(rates["losses"]))
    for kind in ("", "expected_"):  # ties are halves in this model
        assert np.allclose(rates[kind + "wins"] + rates[kind + "losses"], rates["comparisons"])
    assert np.allclose((judged.match_matrix() + judged.match_matrix().T)[off], 1)
    assert judged.match_matrix("counts", "left").shape == (items, items)
    assert judged.consensus_weights("precision").sum() == pytest.approx(1)
    assert len(judged.consensus("median")) == items
    likelihood, comparisons = judged.log_likelihood(judged.set)
    assert likelihood == pytest.approx(judged.llf) and comparisons == judged.nobs
    assert judged.predict_proba(["gpt-4"], ["llama-13b"], judge=["zai-org/GLM-4.5-Air-FP8"]).shape == (1, 3)
    predicted = judged.predict(["gpt-4", "llama-13b"], ["llama-13b", "gpt-4"], ignore_position=True)
    assert predicted["left"][0] == pytest.approx(predicted["right"][1]) and predicted.lower[0, 0] < predicted["left"][0]
    assert set(predicted.to_dict()) >= {"left", "left_se", "right_lower", "tie_upper"} and len(predicted) == 2
    with pytest.raises(duel.InvalidNameError, match="gpt-5"):
        judged.predict(["gpt-5"], ["gpt-4"])


def test_facts_of_models(springall):
    small = duel.fit(springall, tie_model="davidson")
    large = duel.fit(springall, tie_model="davidson", position="shared")
    test = small.compare(large, "likelihood_ratio")
    assert test.df == 1 and test.statistic == pytest.approx(2 * (large.llf - small.llf), rel=1e-6) and 0 < test.p < 1
    other = duel.fit(springall, tie_model="rao_kupper")
    assert small.vuong(other, "plain").gain == pytest.approx(small.llf - other.llf)
    criteria = small.criteria()
    assert criteria.aic == pytest.approx(2 * criteria.dimension - 2 * small.llf)
    assert criteria.outcome_space is duel.OutcomeSpace.THREE and criteria.penalised is False
    assert 0 < small.accuracy().accuracy < 1 and small.metrics().nll == pytest.approx(-small.llf)
    assert small.triads(50, seed=2).replicates == 50
    assert other.info().stop in (duel.Stop.CONVERGED, duel.Stop.PRECISION)


def test_sampled_errors(springall):
    model = duel.fit(springall)
    exact = model.scores()
    drawn = model.scores(errors="sampled", error_draws=400, seed=1)
    assert np.all(exact["se_mc"] == 0) and np.all(drawn["se_mc"] > 0)
    assert np.all(np.abs(drawn["se"] - exact["se"]) < 5 * drawn["se_mc"] + 1e-12)
    assert np.array_equal(drawn["estimate"], exact["estimate"])
    with pytest.raises(duel.ArgumentError):
        model.scores(errors="sampled", error_draws=2)


def test_estimates(springall):
    model = duel.fit(springall)
    estimate = model.estimate("scores", intervals="simultaneous")
    assert estimate.info().intervals is duel.Intervals.SIMULTANEOUS and "scores" in repr(estimate)
    weights = np.zeros((2, 9))
    weights[:, 0], weights[0, 1], weights[1, 2] = -1, 1, 1
    contrasts = estimate.contrasts(weights)
    assert np.allclose(contrasts["estimate"], weights @ model.params)
    covariance = estimate.contrast_covariance(weights)
    assert np.allclose(covariance, weights @ estimate.covariance() @ weights.T)
    tests = estimate.tests(weights, adjustment="holm", null=[0.1, 0.2])
    assert tests["null_value"].tolist() == [0.1, 0.2] and np.all(tests["p_adjusted"] >= tests["p"])
    evidence = estimate.e_values(weights, null=[0.1, 0.2])
    r = 0.25 / evidence["se"] ** 2
    z = (evidence["estimate"] - [0.1, 0.2]) / evidence["se"]
    assert np.allclose(evidence["log_e"], z**2 * r / (2 * (1 + r)) - np.log1p(r) / 2)
    with pytest.raises(duel.SizeError):
        estimate.e_values(weights, null=[0.1])
    winner = estimate.winner()
    assert winner.item == int(np.argmax(model.params)) and winner.lower < winner.median < winner.estimate
    assert estimate.winner([0, 1], rank=2).item in (0, 1) and not winner.is_tied
    sets = estimate.rank_sets(top=1, one_by_one=True)
    assert sets["is_top"][winner.item] and len(estimate.rank_sets([2], side="best")) == 1
    assert len(estimate.pairs()) == 36 and len(estimate.pairs(family="to_reference", reference="item3")) == 8
    assert len(estimate.ranks()) == len(estimate.values()) == 9
    del model
    assert np.isfinite(estimate.values()["se"]).all()


def test_functions_of_parameters(springall):
    model = duel.fit(springall)
    gap = model.function(lambda s: [s[0] - s[1], np.exp(s[2] - s[3])])
    covariance = model.cov_params()
    assert gap["se"][0] == pytest.approx(np.sqrt(covariance[0, 0] + covariance[1, 1] - 2 * covariance[0, 1]), rel=1e-6)
    slopes = np.zeros((1, 9))
    slopes[0, :2] = 1, -1
    given = model.function(lambda s: s[0] - s[1], gradient=lambda s: slopes)
    assert given["se"][0] == pytest.approx(gap["se"][0], rel=1e-6)
    assert model.function_covariance(lambda s: [s[0] - s[1], s[0]]).shape == (2, 2)
    with pytest.raises(ZeroDivisionError):
        model.function(lambda s: 1 / 0 if s[0] else 0, count=1)
    with pytest.raises(duel.SizeError):
        model.function(lambda s: [1, 2], count=3)


def test_bootstrap(springall):
    model = duel.fit(springall)
    replicates = model.bootstrap(replicates=200, seed=4)
    assert replicates.info().drawn == 200 and "200" in repr(replicates)
    assert replicates.get("scores").shape == (replicates.info().used, 9)
    table = model.scores(bootstrap=replicates, bootstrap_interval="percentile")
    assert np.all(table["lower"] < table["upper"]) and table.info.replicates == replicates.info().used
    again = model.bootstrap(replicates=200, seed=4, threads=2)
    assert np.array_equal(again.get("scores"), replicates.get("scores"))


def test_judges_and_directions(mtbench):
    model = duel.fit(mtbench, strength="disagreement", rank=1, ridge=0.1, position="by_judge")
    families = [name.split("-")[0] for name in model.items_]
    judges = [name.split("/")[0] for name in mtbench.judge_names]
    assert len(model.self_preference(families, judges)) == 20
    ranks = mtbench.select_rank(1, fit={"ridge": 0.1})
    assert ranks["directions"].tolist() == [0, 1] and ranks["log_likelihood"][1] > ranks["log_likelihood"][0]
    assert mtbench.judge_scores().shape == (20, 6)
    leave = mtbench.filter("judge", range(4)).leave_one_judge_out()
    assert len(leave) == 24
    folds, table = mtbench.cross_validate(fit={"position": "shared"}, by="context", folds=4, seed=1)
    assert folds.fits == 4 and len(table) == 4 and folds.log_score < 0
    curve = mtbench.learning_curve([0.5, 1], fit={"ridge": 0.1}, repeats=2)
    assert curve["vote_share"].tolist() == [0.5, 1]
    strengths = model.get("strengths")
    assert 1 <= duel.rankings_effective(strengths).participation <= 20
    groups = duel.matrix_bicluster(strengths, row_groups=2, column_groups=2)
    assert len(groups) == 26
    fragile = duel.fit(mtbench).fragility()
    assert fragile["confirmed"].tolist()[:2] == [13, 259] and fragile["estimate_after"][0] < 0
    assert duel.fit(mtbench).fragility([("claude-v1", "gpt-4")], by="judge")["confirmed"].tolist() == [1]
    votes = duel.fit(mtbench).fragile_votes([("claude-v1", "gpt-4")])
    assert votes["comparisons"].sum() == 13 and set(votes["claim"]) == {0}
    assert len(set(duel.fit(mtbench).fragile_votes([("claude-v1", "gpt-4")], by="judge").column("judge").to_list())) == 1
    sign = duel.fit(mtbench, position="shared").fragility(quantity="positions")
    assert len(sign) == 1 and sign["confirmed"][0] > 1 and sign["estimate_after"][0] < 0 and sign["z"][0] > 0
    with pytest.raises(duel.ArgumentError, match="added"):
        duel.fit(mtbench).fragility(vote=1, winner=0, loser=1)
    outliers = duel.fit(mtbench, tie_model="davidson").outliers()
    assert outliers["is_outlier"].sum() == 9 and outliers["log_e"].max() == pytest.approx(68.36527647440766)
    assert set(outliers["departure"]) <= {member.name.lower() for member in duel.Departure}
    adjusted = duel.fit(mtbench, tie_model="davidson").outliers(adjusted=True, alpha=0.01)
    top = int(np.argmax(outliers["log_e"]))
    assert adjusted["log_ratio"][top] - outliers["log_ratio"][top] == pytest.approx(0.4495495506218758 / outliers["phi"][top], abs=1e-6)
    with pytest.raises(duel.UnsupportedError, match="position"):
        duel.fit(mtbench, tie_model="davidson", position="by_judge").outliers(adjusted=True)
    monitor = duel.Monitor(mixture=0.5).look(duel.fit(mtbench).estimate("scores"))
    assert monitor.info().looks == 1 and monitor.info().design is duel.Design.FIXED and "15" not in repr(monitor)
    again = pickle.loads(pickle.dumps(monitor)).look(duel.fit(mtbench).estimate("scores"))
    assert again.info().looks == 2 and len(again.pairs()) == 15 and again.ranks()["rank_best"].min() == 1
    with pytest.raises(duel.FormatError):
        duel.Monitor.load(monitor.save()[:-1])
    with pytest.raises(duel.UnsupportedError, match="half"):
        duel.Monitor(design="adaptive").look(duel.fit(mtbench).estimate("scores"))
    equally = duel.fit(mtbench, target="pairs_equally")
    assert np.abs(equally.params - duel.fit(mtbench).params).max() > 1e-4
    assert np.allclose(duel.fit(mtbench, target="pairs_equally", pair_floor=1e9).params, duel.fit(mtbench).params)
    with pytest.raises(duel.UnsupportedError, match="count equally"):
        equally.criteria()
    tree = duel.tree_cluster(model.distances(), optimal=True)
    assert sorted(tree.order) == list(range(6)) and len(set(tree.cut("number", 2))) == 2

    sprt = duel.counts_sprt([223, 9863, 21279, 10037, 246], elo0=0.5, elo1=2.5)
    assert sprt.decision == duel.Decision.H0 and abs(sprt.log_ratio + 3.0741264395857018) < 1e-8
    with pytest.raises(duel.ArgumentError, match="counts"):
        duel.counts_sprt([1, 2], elo1=5)
    with pytest.raises(duel.SizeError):
        duel.counts_sprt([[1, 2, 3]], elo1=5)

    adjusted = duel.p_adjust([0.01, 0.02, np.nan, 0.5], "holm")
    assert np.allclose(adjusted, [0.03, 0.04, np.nan, 0.5], equal_nan=True)


def test_confidence_of_judges():
    judge, confidence, correct = [0, 0, 1, 1, 0, 1], [0.9, 0.6, 0.8, 0.7, np.nan, 0.5], [1, 0, 1, 1, 1, np.nan]
    table = duel.votes_confidence(judge, confidence, correct, bins=5)
    assert table["votes"].tolist()[:2] == [2, 2] and len(table) == 3
    assert len(duel.votes_reliability(judge, confidence, correct, bins=5)) > 0
    with pytest.raises(duel.DataError):
        duel.votes_confidence(judge, [2] * 6, correct)


def test_sensitivities_that_depend_on_contexts(rng):
    items = [f"i{k}" for k in range(4)]
    votes = duel.Set()
    left = rng.integers(4, size=600)
    right = (left + rng.integers(1, 4, size=600)) % 4
    contexts = [f"c{k}" for k in rng.integers(40, size=600)]
    judges = [f"j{k}" for k in rng.integers(3, size=600)]
    p = 1 / (1 + np.exp(-(left - right) * 0.7))
    votes.append([items[k] for k in left], [items[k] for k in right], judge=judges, context=contexts, score=(rng.random(600) < p).astype(int))
    names = votes.context_names
    votes.covariate("length", rng.normal(size=len(names)), context=names)
    model = duel.fit(votes, strength="sensitivity", sensitivity_covariates="length")
    table = model.sensitivities([-1.0, 0.0, 1.0], judges=["j0"])
    assert table["point"].tolist() == [0, 1, 2] and np.all(table["estimate"] > 0)
    assert len(model.sensitivities([[0.0]])) == 3


def test_plans(springall):
    model = duel.fit(springall)
    needs = model.more_comparisons([("item0", "item7"), (1, 2)], power=0.9)
    assert len(needs) == 2 and needs["pair_comparisons"].tolist()[1] == 0 < needs["pair_comparisons"][0]
    with pytest.raises(duel.SizeError):
        model.more_comparisons([(0, 1)], gaps=[1, 2])
    given = springall.given(np.linspace(-1, 1, 9))
    assert given.info().stop is duel.Stop.GIVEN and given.params[8] == 1
    drawn = given.simulate(seed=3)
    assert drawn.info().comparisons == springall.info().comparisons
    again = duel.fit(springall, start=model)
    assert np.allclose(again.params, model.params)
    assert model.share().llf == model.llf
    asked = model.next(criterion="difference", first="item0", second="item7")
    assert len(asked) == 1


def plan(rng, contexts=300, items=3):
    """Contexts with probabilities, and labels bought at random."""
    truth = np.empty((contexts, items, items, 2))
    score = rng.normal(size=(contexts, items)) * 0.3 + np.arange(items)
    z = score[:, :, None] - score[:, None, :]
    truth[..., 0] = 1 / (1 + np.exp(-z))
    truth[..., 1] = 1 - truth[..., 0]
    first = rng.integers(items, size=contexts)
    second = (first + rng.integers(1, items, size=contexts)) % items
    won = rng.random(contexts) < truth[np.arange(contexts), first, second, 0]
    labels = {"context": np.arange(contexts), "first": first, "second": second, "category": 1 - won.astype(int)}
    return truth, labels, np.full(contexts, 1 / (items * (items - 1)))


def test_scores_without_a_model(rng):
    mu, labels, propensity = plan(rng)
    made = duel.Gars(["x", "y", "z"], functionals=["borda", "bradley_terry", "kemeny"], variants=[None, "paper", "centred"],
                     rankings=[["z", "y", "x"], [0, 1, 2]])  # fmt: skip
    made.add(mu, propensity=propensity, **labels)
    assert made.values() == 3 + 3 + 2 and made.values(2) == 2
    pairs = made.pairs()
    assert len(pairs) == 6 and pairs["labels"].sum() == 300 and (pairs["first"][0], pairs["second"][0]) == ("0", "1")
    assert "300 contexts" in repr(made) and made.info().orders is duel.Orders.BOTH
    borda = made.estimate(0, "debiased")
    assert np.all(np.diff(borda.values()["estimate"]) > 0) and len(borda.ranks()) == 3
    assert made.ellipsoid(borda.values()["estimate"]).p == pytest.approx(1)
    psi, plugin = made.psi(mu, propensity=propensity, **labels)
    assert np.allclose(psi.mean(axis=0)[:3], borda.values()["estimate"]) and plugin.shape == psi.shape
    test = duel.influence_equality(psi[:, :3], plugin[:, :3], sum_is_constant=True)
    assert 0 <= test.p <= 1
    halves = [duel.Gars.load(duel.Gars(3, functionals="borda").save()) for _ in range(2)]
    for half, part in zip(halves, (slice(0, 150), slice(150, 300))):
        half.add(mu[part], propensity=propensity[part], **{**{k: v[part] for k, v in labels.items()}, "context": np.arange(150)})
    halves[0].merge(halves[1])
    assert np.allclose(halves[0].estimate(0, "debiased").values()["estimate"], borda.values()["estimate"])
    # Labels that were drawn with propensities: a stopping rule.
    drawn = duel.Monitor(design="drawn", alpha=0.1)
    drawn.look(halves[0].estimate(0, "debiased")).look(borda)
    looked = drawn.info()
    assert (looked.looks, looked.units, looked.mixture, looked.items) == (2, 300, 0.05, 3)
    now = drawn.pairs()
    alone = borda.pairs(adjustment="none")
    k = np.sqrt((1 + 0.0025 / alone["se"] ** 2) / (0.0025 / alone["se"] ** 2) * (np.log1p(0.0025 / alone["se"] ** 2) + 2 * np.log(10)))
    assert np.allclose(now["estimate"], alone["estimate"]) and np.all(now["upper"] <= alone["estimate"] + k * alone["se"] + 1e-9)
    with pytest.raises(duel.UnsupportedError, match="propensities"):
        duel.Monitor(design="adaptive").look(borda)
    with pytest.raises(duel.ArgumentError, match="give the size of a difference"):
        duel.Monitor().look(made.estimate(1, "debiased"))
    assert duel.Monitor(mixture=0.5).look(made.estimate(1, "debiased")).info().looks == 1
    names = duel.Gars(["x", "y", "z"])
    words = np.array(["x", "y", "z"])
    names.add(mu, propensity=propensity, **{**labels, "first": words[labels["first"]], "second": words[labels["second"]].tolist()})
    assert names.estimate(0, "debiased").values()["estimate"].tolist() == borda.values()["estimate"].tolist()
    # Probabilities that a function writes, and one context's for all.
    run = duel.Gars(3).run(lambda first, count: mu[first : first + count], length=300, propensity=propensity, **labels)
    assert run.save() == names.save()
    strided = duel.Gars(3).add(np.broadcast_to(mu.mean(axis=0), mu.shape), propensity=propensity, **labels)
    copied = duel.Gars(3).add(np.broadcast_to(mu.mean(axis=0), mu.shape).copy(), propensity=propensity, **labels)
    assert np.allclose(strided.estimate(0, "debiased").values()["estimate"], copied.estimate(0, "debiased").values()["estimate"])
    with pytest.raises(KeyError, match="none"):
        duel.Gars(3).run(lambda first, count: {}["none"], length=300, propensity=propensity, **labels)
    with pytest.raises(duel.SizeError, match="mu has the shape"):
        made.add(mu[:, :2])
    with pytest.raises(duel.DataError) as caught:
        made.add(mu, propensity=propensity * 0, **labels)
    assert caught.value.row == 0
    equal = duel.Gars(3, functionals=["bradley_terry", "restricted"])
    equal.add(mu, propensity=propensity, **labels)
    assert 0 <= equal.equality(0, 1).p <= 1
    model = duel.fit(duel.Set().append([words[k] for k in labels["first"]], [words[k] for k in labels["second"]],
                                       score=1 - labels["category"]).copy())  # fmt: skip
    assert names.model_mu(model).shape == (3, 3, 2) and np.allclose(made.model_mu(model).sum(axis=2)[~np.eye(3, dtype=bool)], 1)


def test_learners_and_policies(rng):
    mu, labels, propensity = plan(rng)
    features = rng.normal(size=300)
    learnt = duel.Nuisance(3, features=features, length=300, options={"seed": 1, "propensities": "frequencies"}, **labels)
    assert learnt.predict().shape == (300, 3, 3, 2) and learnt.propensities(10, 5).shape == (5, 3, 3)
    assert len(learnt.settings()) == learnt.info().folds and learnt.info().contexts == 300 and "log-loss" in repr(learnt)
    facts = learnt.info()
    assert facts.gain == pytest.approx(facts.items_loss - facts.log_loss) and facts.gain_se > 0
    assert set(learnt.warnings()["code"]) <= {"edge", "no_gain", "worse"} and (learnt.settings()["feature_ridge"] > 0).all()
    forced = duel.Nuisance(3, features=features, length=300, options={"ridge": 3, "feature_ridge": 1e12}, **labels)
    assert list(forced.warnings()["code"]) == ["no_gain"] and abs(forced.info().gain) < 1e-6
    assert "features say nothing that items and pairs do not: log loss" in forced.warnings()["text"][0]
    run = duel.Gars(3).run(learnt, length=300, propensity=propensity, **labels)
    by_hand = duel.Gars(3).add(learnt.predict(), propensity=propensity, **labels)
    assert np.allclose(run.estimate(0, "debiased").values()["estimate"], by_hand.estimate(0, "debiased").values()["estimate"])
    with pytest.raises(duel.ArgumentError, match="learners are of 3 items"):
        duel.Gars(4).run(learnt, length=300)
    weights = run.weights(mu)
    costs = 1 - np.eye(3)
    chosen = duel.policy_choose(weights, costs, budget=1.2, floor=0.02)
    assert chosen.propensities.shape == (300, 3, 3) and chosen.facts.spend == pytest.approx(1.2)
    applied = duel.policy_apply(weights, costs, multiplier=chosen.facts.lambda_, floor=0.02)
    assert np.allclose(applied.propensities, chosen.propensities)
    histogram = duel.policy_histogram(weights[150:], costs, duel.policy_histogram(weights[:150], costs))
    found = duel.policy_lambda(histogram, budget=1.2, floor=0.02)
    assert found.lambda_ == pytest.approx(chosen.facts.lambda_, rel=1e-3)
    assert duel.policy_outcome(weights, chosen.propensities, costs).spend == pytest.approx(1.2)
    drawn = duel.policy_draw(chosen.propensities, seed=3)
    parts = [duel.policy_draw(chosen.propensities[part], seed=3, first_context=start) for part, start in ((slice(0, 100), 0), (slice(100, 300), 100))]
    assert drawn.dtype == bool and np.array_equal(np.concatenate(parts), drawn) and not drawn[:, 0, 0].any()
    optimal = run.d_optimal(mu, budget=1.2, floor=0.02)
    assert optimal.covariance.shape == (3, 3) and np.isfinite(optimal.facts.log_determinant)


def test_plots(judged, tmp_path):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from duel import plot

    axes = judged.plot(level=0.9)
    assert axes.get_yticklabels()[0].get_text().startswith("gpt-4") and "90 %" in axes.get_xlabel()
    assert plot.ranks(judged, draws=2000).get_xlabel() == "rank"
    assert "sensitivity" in plot.judges(judged).get_xlabel()
    grid = plot.matches(judged)
    assert grid.get_yticklabels()[0].get_text() == "gpt-4" and grid.get_xticklabels()[0].get_text() == "gpt-4"
    days = plot.bump({"monday": judged, "tuesday": judged})
    assert [label.get_text() for label in days.get_xticklabels()] == ["monday", "tuesday"]
    assert len(days.lines) == len(judged.items_) and list(days.lines[0].get_ydata()) == [1, 1]
    with pytest.raises(ValueError, match="none"):
        plot.bump([])
    axes.figure.savefig(tmp_path / "forest.png")
    assert (tmp_path / "forest.png").stat().st_size > 1000


def test_version():
    import json

    description = json.loads((ROOT / "include/duel.json").read_text())
    assert duel.version() == duel.__version__ == description["version"]


def test_charts():
    svg = duel.matrix_chart(
        [1.0, np.nan, -0.5], labels=["ash", "birch", "<é>"], lower=[0.5, np.nan, -1], upper=[1.5, np.nan, 0], title="a & b",
        groups=[0, 1, 0], group_names=["this", "that"], limits=[0], sides=["1", "2", "3"],
    )  # fmt: skip
    root = ElementTree.fromstring(svg)
    said = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"<é>", "a & b", "1.00 [0.50, 1.50]"} <= set(said) and svg.count("<circle") == 2 + 2
    wins = np.array([[np.nan, 0.2], [-0.2, np.nan]])
    assert duel.matrix_chart(wins, chart="matrix", names=["x", "y"], least=-0.5, most=0.5).count(" cell") == 2 + 5
    assert duel.matrix_chart(wins, chart=duel.Chart.MATRIX) == duel.matrix_chart(wins, chart="matrix")
    assert duel.matrix_chart([[1, 2], [2, 1]], chart="lines", downward=True, positions=[1, 5]).count("<circle") == 4
    assert "<path" in duel.matrix_chart([[0, 1, 0.5], [2, 3, 1]], chart="tree", labels=["a", "b", "c"])
    with pytest.raises(duel.ArgumentError, match="labels has 1 value"):
        duel.matrix_chart([1, 2], labels=["a"])
    with pytest.raises(duel.UnsupportedError, match="downward"):
        duel.matrix_chart([1, 2], downward=True)
    with pytest.raises(duel.InvalidNameError, match="title"):
        duel.matrix_chart([1, 2], title=3)


def test_effects_have_the_names_of_their_covariates() -> None:
    votes = duel.Set().append(left=["a", "b", "c", "a"] * 10, right=["b", "c", "a", "c"] * 10, score=[1, 0, 1, 0, 0, 1, 0, 1, 1, 0] * 4)
    votes.covariate("length", [3.0, 1.0, 2.0], item=["a", "b", "c"]).covariate("price", [1.0, 1.0, 2.0], item=["a", "b", "c"])
    effects = votes.fit(covariates=["price", "length"], ridge=1).estimate("effects").values()
    assert effects.column("covariate").to_list() == ["price", "length"]


def test_letters_of_many_groups_are_the_ends_of_their_runs() -> None:
    from duel.__main__ import _display

    groups = [[], [0, 1, 2], [25, 26], [*range(3, 20)], [*range(3, 20), 30, 31, 40]]
    assert [_display(own) for own in groups] == ["", "abc", "z,aa", "d-t", "d-t,ae-af,ao"]


def test_a_fit_names_the_columns_of_a_table(judged) -> None:
    table = {"model_a": ["x", "y", "x"], "model_b": ["y", "x", "y"], "answer": ["left", "left", "?"]}
    model = duel.fit(table, left="model_a", right="model_b", outcome="answer", drop=["?"])
    assert model.info().comparisons == 2
    with pytest.raises(duel.ArgumentError, match="left is for tables"):
        duel.fit(duel.Set(), left="model_a")


def test_interactions_of_items_with_a_covariate_of_contexts():
    # b is better than a by one in prompts of code, worse by one in others; each prompt is asked 40 times.
    prompts = [f"q{k}" for k in range(60)]
    code = [float(k % 2) for k in range(60)]
    wins = [29 if one else 11 for one in code]  # b's: 1 / (1 + exp(-1)) of 40
    votes = duel.Set()
    votes.append(left=["b"] * 60, right=["a"] * 60, context=prompts, wins=wins, losses=[40 - w for w in wins])
    votes.covariate("code", code, context=prompts)
    model = votes.fit(interactions=["code"], interaction_ridge=0.01)
    table = model.estimate("effects").values()
    assert table["item"].tolist() == model.items_ and set(table["covariate"]) == {"code"}
    of = dict(zip(table["item"], table["estimate"]))
    assert of["b"] - of["a"] == pytest.approx(2 * np.log(29 / 11), abs=0.01) and of["a"] == pytest.approx(-of["b"])
    asked = model.predict(["b", "b"], ["a", "a"], context=["q1", "q0"])["left"]
    assert asked == pytest.approx([29 / 40, 11 / 40], abs=0.001)
    # Without a context the covariate is zero.
    assert model.predict(["b"], ["a"])["left"] == pytest.approx(asked[1:])
    assert any("Interactions are penalised" in row.text for row in model.warnings())
    assert (model.info().outcomes, model.info().noise) == (2, duel.Noise.LOGISTIC)
    again = pickle.loads(pickle.dumps(model))
    assert again.estimate("effects").values()["estimate"].tolist() == table["estimate"].tolist()
    with pytest.raises(duel.InvalidNameError, match=r'interactions\[0\]: "cod" is not a covariate'):
        votes.fit(interactions=["cod"])


def test_arrays_have_names(small, mtbench):
    model = small.fit(ridge=0.1)
    items = tuple(model.items_)
    for values in (model.params, model.bse, model.quasi_variances()[0]):
        assert isinstance(values, np.ndarray) and values.index == items and values.columns is None
        assert values[items[1]] == values[1]
    intervals, chances, matches = model.conf_int(), model.rank_probabilities(seed=1), model.match_matrix()
    assert intervals.columns == ("lower", "upper") and intervals[items[0], "upper"] == intervals[0, 1]
    assert chances.index == items and chances.columns == tuple(range(1, len(items) + 1))
    for matrix in (matches, model.superiority(), model.distances(), model.cov_params()):
        assert matrix.index == matrix.columns == items
        assert matrix[items[0], items[1]] == matrix[0, 1] and matrix[items[2]][items[1]] == matrix[2, 1]
    # Calculations are NumPy's, without names that would no longer be right.
    for other in (model.params + 1, model.params[::-1], np.sort(model.params), np.partition(model.params, 1), matches.copy(), matches[1:], matches.T - matches):
        assert getattr(other, "index", None) is None
    assert type(model.params.sum()) is np.float64 and type(model.params * 2) is np.ndarray
    assert items[0] in str(model.params) and items[0] in repr(matches)
    scores = model.params
    scores.sort()
    assert scores.index is None
    for again in (pickle.loads(pickle.dumps(matches)), copy.deepcopy(matches)):
        assert again.columns == items and np.array_equal(again, matches, equal_nan=True)
    with pytest.raises(duel.InvalidNameError, match="'nobody' is no name here"):
        model.params["nobody"]
    pandas = pytest.importorskip("pandas")
    assert isinstance(model.params.to_pandas(), pandas.Series) and list(matches.to_pandas().columns) == list(items)
    assert mtbench.judge_scores(fit={"ridge": 0.1}).index == tuple(mtbench.judge_names)


def test_judges_err_together(mtbench):
    words = {"Qwen/": "Qwen", "meta-llama/": "Meta", "openai/": "OpenAI", "kimi": "Moonshot", "moonshot": "Moonshot"}
    makers = {judge: maker for judge in mtbench.judge_names for start, maker in words.items() if judge.startswith(start)}
    panel = mtbench.effective(makers)
    # As an independent program found.
    assert panel.worth_equal == pytest.approx(3.7696158995651405, abs=1e-9) and panel.rho_within == pytest.approx(0.7876602893220495)
    assert panel.worth_best == pytest.approx(5.954754324934008, abs=1e-6) and (panel.judges, panel.shared) == (20, 49276)
    listed = [makers.get(judge) for judge in mtbench.judge_names]
    assert mtbench.effective(listed).worth_equal == panel.worth_equal
    pairs, worth, families = mtbench.together(listed), mtbench.worth(makers), mtbench.families(makers)
    assert len(pairs) == 190 and not any(pairs["is_copy"]) and pairs.notes == ""
    assert mtbench.together(makers, near_copy=0.94).notes.count("nearly copies") == 3
    assert len(worth) == 20 and worth["best_weight"].sum() == pytest.approx(1) and all(row.copy_of is None for row in worth)
    assert sorted(families["judges"]) == [2, 3, 3, 4]
    assert mtbench.families().notes == mtbench.together().notes and len(mtbench.families()) == 0
    with pytest.raises(duel.InvalidNameError, match="nobody"):
        mtbench.together({"nobody": "Qwen"})
    with pytest.raises(duel.ArgumentError, match="families has 2 values"):
        mtbench.worth([1, 2])
    with pytest.raises(duel.ArgumentError, match="and not both"):
        mtbench.worth([1, "Qwen"] + [None] * 18)
    with pytest.raises(duel.ArgumentError, match="near_copy is 2"):
        mtbench.together(near_copy=2)
