//! Nonparametric scores against an independent program (`gars.json`).

use crate::support::*;
use duel::gars::{
    Cells, ChainForm, CopelandForm, EdgeForm, Evaluator, Functional, Judged, KemenyForm, Label, Loss,
    RestrictedForm, Specification,
};
use serde_json::Value;

/// A functional by its name in the file.
fn functional(name: &str, case: &Value) -> Functional {
    let tau = number(&case["tau"]);
    let rankings = || -> Vec<Vec<u32>> {
        let rows = case["rankings"].as_array().expect("rankings").iter();
        rows.map(|row| numbers(row).into_iter().map(|item| item as u32).collect()).collect()
    };
    match name {
        "borda" => Functional::Borda,
        "bt:paper" => Functional::BradleyTerry(EdgeForm::Paper),
        "bt:antisym" => Functional::BradleyTerry(EdgeForm::Antisymmetric),
        "rc:row" => Functional::RankCentrality(ChainForm::Row),
        "rc:generator" => Functional::RankCentrality(ChainForm::Generator),
        "softmax:paper" => Functional::Softmax(EdgeForm::Paper),
        "softmax:antisym" => Functional::Softmax(EdgeForm::Antisymmetric),
        "copeland:margin" => Functional::Copeland(CopelandForm::Margin, tau),
        "copeland:half" => Functional::Copeland(CopelandForm::Half, tau),
        "copeland:raw" => Functional::Copeland(CopelandForm::Raw, tau),
        "kemeny:centred" => Functional::Kemeny(KemenyForm::Centred, rankings()),
        "kemeny:paper" => Functional::Kemeny(KemenyForm::Paper, rankings()),
        "miscal:brier" => Functional::Miscalibration(Loss::Brier),
        "miscal:score" => Functional::Miscalibration(Loss::Score),
        "miscal:ce" => Functional::Miscalibration(Loss::CrossEntropy),
        "miscal:kl" => Functional::Miscalibration(Loss::KullbackLeibler),
        "bt_restricted:x1" => Functional::Restricted(RestrictedForm::Printed),
        "bt_restricted:x1/2" => Functional::Restricted(RestrictedForm::Corrected),
        "bt_efficient:nobias" => Functional::Restricted(RestrictedForm::Efficient),
        "bt_efficient:bias" => Functional::Restricted(RestrictedForm::EfficientWithOrder),
        other => panic!("functional {other}"),
    }
}

/// Rank centrality by rows of two items is constant, and refused.
fn is_refused(name: &str, items: usize) -> bool {
    name == "rc:row" && items == 2
}

fn size(case: &Value, name: &str) -> usize {
    number(&case[name]) as usize
}

/// Relative to the largest value there is, as the file's own check was.
fn within(case: &Value, expected: &[f64]) -> Within {
    let tolerance = if case["kind"] == "extreme" { 1e-6 } else { 1e-10 };
    let largest = expected.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
    Within { absolute: tolerance * largest.max(1e-5), relative: tolerance }
}

#[test]
fn values_jacobians_and_weights() {
    let file = reference("gars.json");
    let mut checked = 0;
    for (at, case) in file["fj"].as_array().expect("cases").iter().enumerate() {
        let (k, c) = (size(case, "K"), size(case, "C"));
        for (name, expected) in case["functionals"].as_object().expect("functionals") {
            let specification = Specification {
                items: k,
                categories: c,
                first: numbers(&case["w1"]),
                second: numbers(&case["w2"]),
                pairs: Default::default(),
                floor: 0.0,
                functionals: vec![functional(name, case)],
            };
            if is_refused(name, k) {
                assert!(specification.check().is_err());
                continue;
            }
            let what = format!("{name} of case {at}");
            let (mu, judge) = (numbers(&case["mu"]), numbers(&case["judge"]));
            let mut evaluator = Evaluator::new(&specification).expect("evaluator");
            let judge = Cells::dense(&judge, k, c);
            let context =
                Judged { mu: Cells::dense(&mu, k, c), judge: Some(judge), propensities: None };
            evaluator.visit(&context).expect("context");
            let values = evaluator.values().to_vec();
            let numbers_of = |key: &str| numbers(&expected[key]);
            all_near(&what, &values, &numbers_of("F"), within(case, &numbers_of("F")));
            let mut weights = vec![0.0; k * k];
            evaluator.weights(0, None, &mut weights).expect("weights");
            all_near(&what, &weights, &numbers_of("W"), within(case, &numbers_of("W")));
            // J h for every label there may be: J is K x K x d x C.
            let (d, jacobian) = (values.len(), numbers_of("J"));
            let mut psi = vec![0.0; d];
            for (j, i) in (0..k).flat_map(|j| (0..k).map(move |i| (j, i))).filter(|(j, i)| j != i) {
                for category in 0..c {
                    let mut shares = vec![0.0; c];
                    shares[category] = 1.0;
                    let pair = (j * k + i) * c;
                    let h: Vec<f64> = (0..c).map(|a| shares[a] - mu[pair + a]).collect();
                    let label = Label { first: j, second: i, shares, propensity: 1.0 };
                    evaluator.psi(&[label], &mut psi).expect("psi");
                    let terms = |v: usize| {
                        (0..c).map(move |a| (((j * k + i) * d + v) * c + a, a))
                    };
                    let along = |v: usize| terms(v).map(|(cell, a)| jacobian[cell] * h[a]).sum::<f64>();
                    let size = |v: usize| terms(v).map(|(cell, a)| (jacobian[cell] * h[a]).abs()).sum::<f64>();
                    for v in 0..d {
                        let near = within(case, &[size(v), values[v].abs()]);
                        all_near(&what, &[psi[v] - values[v]], &[along(v)], near);
                    }
                }
            }
            checked += 1;
        }
    }
    assert_eq!(checked, 8 * 16 + 4 - 1);
}
