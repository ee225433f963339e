//! Labelling policies against an independent program (`gars_policies.json`).

use crate::gars::functional;
use crate::support::*;
use duel::gars::GarsSpecification;
use duel::policy::{
    a_optimal, a_optimal_at, d_optimal_of_scores, mix, one_pair, one_pair_at, Budget, Information,
    LabelValues, ScoreInformation, Status,
};
use duel::progress::unwatched;
use duel::Error;
use serde_json::Value;

const WITHIN: Within = Within { absolute: 1e-12, relative: 1e-10 };

/// lambda and status as the file has them; an infinity is a word.
fn check_multiplier(what: &str, found: duel::policy::Multiplier, policy: &Value) {
    let status = match found.status {
        Status::Active => "active",
        Status::Floor => "floor",
        Status::Slack => "slack",
    };
    assert_eq!(policy["status"], status, "{what}");
    if policy["lam"] == "inf" {
        assert_eq!(found.lambda, f64::INFINITY, "{what}");
    } else {
        near(what, found.lambda, number(&policy["lam"]), WITHIN);
    }
}

fn check_all(what: &str, found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len(), "{what}");
    found.iter().zip(expected).for_each(|(a, b)| near(what, *a, *b, WITHIN));
}

fn check_independent(what: &str, weights: &LabelValues<'_>, budget: Budget, policy: &Value) {
    let found = match a_optimal(weights, budget, 2, &mut unwatched()) {
        Err(Error::Argument(_)) if policy["status"] == "infeasible" => return,
        found => found.unwrap_or_else(|e| panic!("{what}: {e}")),
    };
    check_multiplier(what, found, policy);
    let mut pi = vec![f64::NAN; weights.contexts() * weights.pairs()];
    let (floor, lambda) = (budget.floor, found.lambda);
    let outcome = a_optimal_at(weights, floor, lambda, 2, &mut pi, &mut unwatched()).expect("policy");
    near(what, outcome.spend, number(&policy["spend"]), WITHIN);
    if let Some(expected) = policy.get("pi") {
        check_all(what, &pi, &numbers(expected));
    }
    if let Some(expected) = policy.get("mix_eps_0.2") {
        mix(weights, budget.spend, 0.2, 1.0, &mut pi).expect("mixture");
        check_all(what, &pi, &numbers(expected));
        let spend = weights.outcome_of(&pi, 1, &mut unwatched()).expect("outcome").spend;
        near(what, spend, budget.spend, WITHIN);
    }
}

fn check_one_pair(what: &str, weights: &LabelValues<'_>, budget: Budget, policy: &Value) {
    let (found, nu) =
        one_pair(weights, budget, 2, &mut unwatched()).unwrap_or_else(|e| panic!("{what}: {e}"));
    check_multiplier(what, found, policy);
    for (found, expected) in nu.iter().zip(policy["nu"].as_array().expect("nu")) {
        match expected {
            Value::Null => assert!(found.is_nan(), "{what}"),
            expected => near(what, *found, number(expected), WITHIN),
        }
    }
    let mut pi = vec![f64::NAN; weights.contexts() * weights.pairs()];
    let mut again = vec![f64::NAN; nu.len()];
    let to = (pi.as_mut_slice(), again.as_mut_slice());
    let outcome = one_pair_at(weights, budget.floor, found.lambda, 1, to, &mut unwatched()).expect("policy");
    check_all(what, &pi, &numbers(&policy["pi"]));
    near(what, outcome.spend, number(&policy["spend"]), WITHIN);
}

#[test]
fn policies_agree_with_the_references() {
    let file = reference("gars_policies.json");
    let mut seen = [0; 3];
    for case in file["cases"].as_array().expect("cases") {
        let (k, c) = (number(&case["K"]) as usize, number(&case["C"]) as usize);
        let (mu, costs) = (numbers(&case["mu"]), numbers(&case["cost"]));
        for entry in case["functionals"].as_array().expect("functionals") {
            let name = entry["functional"].as_str().expect("name");
            let specification =
                GarsSpecification::new(k, c, vec![functional(name, entry)]).expect("specification");
            let specification = GarsSpecification { floor: 0.0, ..specification };
            let values = numbers(&entry["W"]);
            // The weights are those of the functional.
            let mut information = ScoreInformation::new(&specification, 0, &mu).expect("information");
            let d = information.dimension();
            let unit: Vec<f64> = (0..d * d).map(|at| f64::from(u8::from(at / d == at % d))).collect();
            let mut own = vec![0.0; k * k];
            for (context, expected) in values.chunks(k * k).enumerate() {
                information.weights(context, &unit, &mut own).expect("weights");
                check_all(name, &own, expected);
            }
            for policy in entry["policies"].as_array().expect("policies") {
                let budget = Budget { floor: number(&policy["alpha"]), spend: number(&policy["beta"]) };
                let kind = policy["type"].as_str().expect("type");
                let what = format!("{name}, C = {c}, {kind}, {budget:?}");
                match kind {
                    "A" => {
                        let weights = LabelValues::new(&values, k * k, Some(&costs)).expect("weights");
                        check_independent(&what, &weights, budget, policy);
                        seen[0] += 1;
                    }
                    "D" => {
                        let found = d_optimal_of_scores(
                            &specification,
                            0,
                            &mu,
                            Some(&costs),
                            budget,
                            2,
                            &mut unwatched(),
                        );
                        let found = found.unwrap_or_else(|e| panic!("{what}: {e}"));
                        check_all(&what, &found.pi, &numbers(&policy["pi"]));
                        check_all(&what, &found.covariance, &numbers(&policy["Sigma"]));
                        near(&what, found.log_determinant, number(&policy["logdet"]), WITHIN);
                        near(&what, found.multiplier.lambda, number(&policy["lam"]), WITHIN);
                        assert!(found.iterations < 40, "{what}: {}", found.iterations);
                        seen[1] += 1;
                    }
                    _ => {
                        let own = match policy["pairs_kind"] == "unordered" {
                            true => numbers(&entry["W_unordered"]),
                            false => off_diagonal(&values, k),
                        };
                        let costs = numbers(&policy["cost"]);
                        let weights = LabelValues::new(&own, costs.len(), Some(&costs)).expect("weights");
                        check_one_pair(&what, &weights, budget, policy);
                        seen[2] += 1;
                    }
                }
            }
        }
    }
    assert_eq!(seen, [72, 10, 100]);
}

/// The ordered pairs of different items, row by row.
fn off_diagonal(values: &[f64], k: usize) -> Vec<f64> {
    values.iter().enumerate().filter(|(at, _)| at % (k * k) / k != at % k).map(|(_, w)| *w).collect()
}
