//! Nonparametric scores against an independent program (`gars.json`).

use crate::support::*;
use duel::gars::{
    Accumulator, Array, Batch, ChainForm, Clustering, CopelandForm, EdgeForm, Estimator, Evaluator,
    Functional, GarsSpecification, Judged, KemenyForm, Label, LabelColumns, Loss, Pairs, RestrictedForm,
    StridedMatrix,
};
use duel::inference::{Correction, CovarianceKind, Method, Options};
use duel::model::{Normalisation, Quantity, Scale};
use duel::progress::unwatched;
use serde_json::Value;

/// A functional by its name in the file.
pub fn functional(name: &str, case: &Value) -> Functional {
    let tau = || case.get("tau").map_or(0.25, number);
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
        "copeland:margin" => Functional::Copeland(CopelandForm::Margin, tau()),
        "copeland:half" => Functional::Copeland(CopelandForm::Half, tau()),
        "copeland:raw" => Functional::Copeland(CopelandForm::Raw, tau()),
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
            let specification = GarsSpecification {
                items: k,
                categories: c,
                first: numbers(&case["w1"]),
                second: numbers(&case["w2"]),
                pairs: Default::default(),
                floor: 0.0,
                functionals: vec![functional(name, case)],
                second_order: Default::default(),
                basis: Default::default(),
            };
            if is_refused(name, k) {
                assert!(specification.check().is_err());
                continue;
            }
            let what = format!("{name} of case {at}");
            let (mu, judge) = (numbers(&case["mu"]), numbers(&case["judge"]));
            let mut evaluator = Evaluator::new(&specification).expect("evaluator");
            let judge = StridedMatrix::dense(&judge, k, c);
            let context =
                Judged { mu: StridedMatrix::dense(&mu, k, c), judge: Some(judge), propensities: None };
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
                    let terms = |v: usize| (0..c).map(move |a| (((j * k + i) * d + v) * c + a, a));
                    let along = |v: usize| terms(v).map(|(cell, a)| jacobian[cell] * h[a]).sum::<f64>();
                    let size =
                        |v: usize| terms(v).map(|(cell, a)| (jacobian[cell] * h[a]).abs()).sum::<f64>();
                    let sizes: Vec<f64> = (0..d).map(size).chain(values.iter().copied()).collect();
                    let found: Vec<f64> = psi.iter().zip(&values).map(|(p, v)| p - v).collect();
                    let expected: Vec<f64> = (0..d).map(along).collect();
                    all_near(&what, &found, &expected, within(case, &sizes));
                }
            }
            checked += 1;
        }
    }
    assert_eq!(checked, 8 * 16 + 4 - 1);
}

/// The columns of the selections of a case.
struct Selections {
    context: Vec<u64>,
    items: [Vec<u32>; 2],
    category: Vec<u32>,
    propensity: Vec<f64>,
}

impl Selections {
    fn of(case: &Value) -> Selections {
        let rows = rows(&case["selections"]);
        let column = |at: usize| rows.iter().map(move |row| row[at]);
        Selections {
            context: column(0).map(|v| v as u64).collect(),
            items: [1, 2].map(|at| column(at).map(|v| v as u32).collect()),
            category: column(3).map(|v| v as u32).collect(),
            propensity: column(4).collect(),
        }
    }

    fn labels(&self) -> LabelColumns<'_> {
        LabelColumns {
            context: &self.context,
            first: &self.items[0],
            second: &self.items[1],
            category: &self.category,
            propensity: &self.propensity,
            weight: &[],
            replicates: false,
        }
    }
}

/// Everything that is known of one functional of a case.
fn check_estimates(what: &str, case: &Value, expected: &Value, given: &Given<'_>) {
    let (n, functional) = (size(case, "n") as f64, given.functional);
    let options = Options { draws: 50_000, correction: Correction::None, ..Options::default() };
    for (which, theta, sigma) in
        [(Estimator::Debiased, "theta", "Sigma"), (Estimator::PlugIn, "plugin_theta", "plugin_Sigma")]
    {
        if expected[theta].is_null() {
            continue;
        }
        let found = given.accumulator.functional(functional, which).expect("estimates");
        let expected_theta = numbers(&expected[theta]);
        all_near(what, found.estimates(), &expected_theta, within(case, &expected_theta));
        let covariance: Vec<f64> =
            found.covariance(&options).expect("covariance").iter().map(|c| c * n).collect();
        let sigma = numbers(&expected[sigma]);
        all_near(what, &covariance, &sigma, within(case, &sigma));
    }
    let found = given.accumulator.functional(functional, Estimator::Debiased).expect("estimates");
    let se = numbers(&expected["se"]);
    let table = |method| {
        let options = Options { method, ..options.clone() };
        found.estimate(&options, &mut unwatched()).expect("intervals")
    };
    for (method, key, tolerance) in [
        (Method::Marginal, "crit_marginal", 1e-9),
        (Method::Bonferroni, "crit_bonferroni", 1e-9),
        (Method::Simultaneous, "crit_gaussmax", 0.025),
        (Method::Simultaneous, "crit_gaussmax_mc", 0.03),
    ] {
        if expected[key].is_null() {
            continue;
        }
        for (row, se) in table(method).iter().zip(&se) {
            near(what, row[1], *se, within(case, &[*se]));
            near(what, (row[3] - row[2]) / (2.0 * row[1]), number(&expected[key]), absolute(tolerance));
        }
    }
    if !expected["ellipsoid_df"].is_null() {
        let plugin = numbers(&expected["plugin_theta"]);
        let wald = given.accumulator.ellipsoid(functional, Estimator::Debiased, &plugin, &options);
        let wald = wald.expect("ellipsoid");
        let statistic = number(&expected["ellipsoid_stat_vs_plugin"]);
        near(what, wald.statistic, statistic, relative(1e2 * within(case, &[1.0]).relative));
        assert_eq!(wald.degrees, number(&expected["ellipsoid_df"]), "{what}");
    }
}

/// The functional of an accumulator that is looked at.
struct Given<'a> {
    accumulator: &'a Accumulator,
    functional: usize,
}

#[test]
fn one_step_estimates() {
    let file = reference("gars.json");
    let mut checked = 0;
    for (at, case) in file["estimates"].as_array().expect("cases").iter().enumerate() {
        let (k, c, n) = (size(case, "K"), size(case, "C"), size(case, "n"));
        let names: Vec<&String> = case["functionals"]
            .as_object()
            .expect("functionals")
            .keys()
            .filter(|name| !is_refused(name, k))
            .collect();
        let functionals = names.iter().map(|name| functional(name, case)).collect();
        let mut specification = GarsSpecification::new(k, c, functionals).expect("specification");
        specification.floor = 0.0;
        if case["kind"] == "folded" {
            specification.pairs = Pairs::Unordered;
        }
        let (mu, selections) = (numbers(&case["mu"]), Selections::of(case));
        // The judge of a case is one for all contexts; folded cases have none.
        let judge = case["judge"].as_array().map(|_| numbers(&case["judge"]));
        let propensities = case["pi_full"].as_array().map(|_| numbers(&case["pi_full"]));
        let clusters: Option<Vec<u64>> = case["cluster"]
            .as_array()
            .map(|_| numbers(&case["cluster"]).into_iter().map(|c| c as u64).collect());
        let batch = Batch {
            contexts: n,
            mu: Array::dense(&mu, k, c),
            judge: judge.as_ref().map(|judge| Array::shared(judge, k, c)),
            propensities: propensities.as_ref().map(|p| Array::dense(p, k, 1)),
            labels: selections.labels(),
            clusters: clusters.as_deref(),
            groups: None,
            folds: None,
        };
        let kinds: &[Clustering] =
            if clusters.is_some() { &[Clustering::Keyed, Clustering::Together] } else { &[Clustering::None] };
        for clustering in kinds {
            let mut accumulator = Accumulator::new(&specification, *clustering).expect("accumulator");
            accumulator.add(&batch, 1, &mut unwatched()).expect("contexts");
            let [psi, _] = accumulator.psi(&batch, 1, &mut unwatched()).expect("psi");
            for (functional, name) in names.iter().enumerate() {
                let expected = &case["functionals"][name.as_str()];
                let what = format!("{name} of case {at}");
                let (from, to) = accumulator.range(functional).expect("range");
                let own = psi.chunks_exact(accumulator.size()).flat_map(|row| row[from..to].to_vec());
                let own: Vec<f64> = own.collect();
                all_near(&what, &own, &numbers(&expected["psi"]), within(case, &numbers(&expected["psi"])));
                check_estimates(&what, case, expected, &Given { accumulator: &accumulator, functional });
                checked += 1;
            }
        }
    }
    assert_eq!(checked, 13 + 18 + 14 * 3 + 14 * 2 + 12);
}

/// A Bradley-Terry fit as nuisance: its projection is the fit itself, rank centrality by rates its shares.
#[test]
fn a_model_as_nuisance() {
    let set = set_of(&[
        Cell::new(None, 0, 1, 30.0, 12.0, 0.0),
        Cell::new(None, 1, 2, 25.0, 20.0, 0.0),
        Cell::new(None, 2, 0, 9.0, 28.0, 0.0),
    ]);
    let model = fitted(&set, &duel::model::Specification::default());
    let functionals =
        ["bt:antisym", "rc:generator", "softmax:paper"].map(|name| functional(name, &Value::Null));
    let mut specification = GarsSpecification::new(3, 2, functionals.to_vec()).expect("specification");
    specification.floor = 0.0;
    let none = duel::comparisons::NONE;
    let mu = duel::gars::of_model(&specification, &model, none, none, &Options::default()).expect("mu");
    let mut evaluator = Evaluator::new(&specification).expect("evaluator");
    let context = Judged { mu: StridedMatrix::dense(&mu, 3, 2), judge: None, propensities: None };
    evaluator.visit(&context).expect("context");
    let options = options(CovarianceKind::Auto, Normalisation::Sum, Scale::Arithmetic);
    let (scores, _) = table(&model, Quantity::Scores, &options);
    let total: f64 = scores.iter().map(|s| s.exp()).sum();
    let shares: Vec<f64> = scores.iter().map(|s| s.exp() / total).collect();
    let expected = [scores, shares.clone(), shares].concat();
    all_near("scores", &evaluator.values(), &expected, absolute(1e-12));
    let four = GarsSpecification::new(3, 4, vec![Functional::Borda]).expect("specification");
    assert!(duel::gars::of_model(&four, &model, none, none, &Options::default()).is_err());
}
