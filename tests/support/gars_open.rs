//! Nonparametric scores of one's own, against items and fields, in groups, and ratios, against an independent program
//! (`gars_open.json`).

use crate::support::*;
use duel::error::{Error, Result};
use duel::estimate::Estimate;
use duel::gars::{
    largest_under_selection, Accumulator, Array, Batch, Clustering, EdgeForm, Estimator, Folds, Functional,
    GarsSpecification, GroupWeights, LabelColumns, OwnScore, ResidualBasis, ScoreFunction, SecondOrder,
    Selection, SelectionModel, Share,
};
use duel::inference::{Correction, Method, Options, RatioSet};
use duel::progress::unwatched;
use serde_json::Value;
use std::sync::Arc;

/// A case with its probabilities and labels.
pub struct Case {
    pub value: Value,
    pub mu: Vec<f64>,
    pub contexts: usize,
    pub items: usize,
    pub categories: usize,
    pub context: Vec<u64>,
    pub pair: [Vec<u32>; 2],
    pub category: Vec<u32>,
    pub propensity: Vec<f64>,
}

impl Case {
    pub fn of(name: &str) -> Case {
        let value = reference("gars_open.json")["cases"][name].clone();
        let given = &value["inputs"]["mu"];
        let length = |value: &Value| value.as_array().expect("array").len();
        let rows = rows(&value["inputs"]["labels"]);
        let column = |at: usize| rows.iter().map(move |row| row[at]);
        Case {
            contexts: length(given),
            items: length(&given[0]),
            categories: length(&given[0][0][0]),
            mu: flat(given),
            context: column(0).map(|v| v as u64).collect(),
            pair: [1, 2].map(|at| column(at).map(|v| v as u32).collect()),
            category: column(3).map(|v| v as u32).collect(),
            propensity: column(4).collect(),
            value,
        }
    }

    pub fn batch(&self) -> Batch<'_> {
        Batch {
            contexts: self.contexts,
            mu: Array::dense(&self.mu, self.items, self.categories),
            judge: None,
            propensities: None,
            labels: LabelColumns {
                context: &self.context,
                first: &self.pair[0],
                second: &self.pair[1],
                category: &self.category,
                propensity: &self.propensity,
                weight: &[],
                replicates: false,
            },
            clusters: None,
            groups: None,
            folds: None,
        }
    }

    pub fn specification(&self, functional: Functional) -> GarsSpecification {
        let mut specification =
            GarsSpecification::new(self.items, self.categories, vec![functional]).expect("specification");
        specification.floor = 0.0;
        specification
    }

    pub fn added(&self, functional: Functional) -> Accumulator {
        let mut accumulator =
            Accumulator::new(&self.specification(functional), Clustering::None).expect("accumulator");
        accumulator.add(&self.batch(), 1, &mut unwatched()).expect("contexts");
        accumulator
    }

    /// Influence values, estimates, covariance and errors.
    fn check(&self, functional: Functional, tolerance: f64) {
        let accumulator = self.added(functional);
        let [psi, _] = accumulator.psi(&self.batch(), 1, &mut unwatched()).expect("psi");
        let within = Within { absolute: tolerance, relative: tolerance };
        all_near("psi", &psi, &flat(&self.value["psi"]), within);
        if self.value["estimate"].is_null() {
            return;
        }
        let found = accumulator.all(Estimator::Debiased).expect("estimates");
        all_near("estimate", found.estimates(), &flat(&self.value["estimate"]), within);
        let covariance = found.covariance(&Options::default()).expect("covariance");
        let n = self.contexts as f64;
        let sigma: Vec<f64> = covariance.iter().map(|c| c * n).collect();
        all_near("sigma", &sigma, &flat(&self.value["sigma"]), within);
    }
}

/// The numbers of nested arrays, one after the other.
pub fn flat(value: &Value) -> Vec<f64> {
    match value.as_array() {
        Some(inner) => inner.iter().flat_map(flat).collect(),
        None => vec![number(value)],
    }
}

#[test]
fn against_an_item() {
    Case::of("baseline").check(Functional::Against(2), 1e-8);
}

#[test]
fn against_a_field() {
    let case = Case::of("field");
    let weights = flat(&case.value["inputs"]["weights"]);
    case.check(Functional::Field(weights), 1e-8);
}

#[test]
fn a_field_of_equals_is_borda_and_of_one_the_item() {
    let case = Case::of("baseline");
    let means =
        |functional| case.added(functional).all(Estimator::Debiased).expect("estimates").estimates().to_vec();
    let near = |a: &[f64], b: &[f64]| all_near("means", a, b, absolute(1e-14));
    near(&means(Functional::Field(vec![2.0; 4])), &means(Functional::Borda));
    // Almost all of the field is one item: what is left is its own value.
    let almost = means(Functional::Field(vec![1e-13, 1e-13, 1.0, 1e-13]));
    let alone = means(Functional::Against(2));
    [0, 1, 3].iter().for_each(|&j| assert!((almost[j] - alone[j]).abs() < 1e-9));
}

/// Writes values from symmetrised scores and probabilities.
type Values = fn(&dyn Fn(usize, usize) -> f64, &[f64], &mut [f64]);

/// A score that is written in Rust.
struct Function {
    values: Values,
    items: usize,
    slope: bool,
}

impl Function {
    /// The symmetrised scores of one context, and its values.
    fn at(&self, mu: &[f64], out: &mut [f64]) {
        let n = self.items;
        let cell = |j: usize, k: usize, c: usize| mu[(j * n + k) * 3 + c];
        let symmetrised = |j: usize, k: usize| {
            0.5 * (cell(j, k, 0) + cell(k, j, 1)) + 0.25 * (cell(j, k, 2) + cell(k, j, 2))
        };
        (self.values)(&symmetrised, mu, out);
    }
}

impl ScoreFunction for Function {
    fn values(&self, count: usize, mu: &[f64], out: &mut [f64]) -> Result<()> {
        let (cells, d) = (mu.len() / count, out.len() / count);
        mu.chunks_exact(cells).zip(out.chunks_exact_mut(d)).for_each(|(mu, out)| self.at(mu, out));
        Ok(())
    }

    fn has_slope(&self) -> bool {
        self.slope
    }

    /// Of a polynomial of degree four along a line, exactly, from five points.
    fn slopes(&self, count: usize, mu: &[f64], h: &[f64], out: &mut [f64]) -> Result<()> {
        let (cells, d) = (mu.len() / count, out.len() / count);
        for context in 0..count {
            let most =
                h[context * cells..(context + 1) * cells].iter().fold(1e-300, |m: f64, v| m.max(v.abs()));
            let value = |t: f64| {
                let row = context * cells..(context + 1) * cells;
                let moved: Vec<f64> =
                    mu[row.clone()].iter().zip(&h[row]).map(|(m, h)| m + t / most * h).collect();
                let mut out = vec![0.0; d];
                self.at(&moved, &mut out);
                out
            };
            let t = 2e-3;
            let [a, b, c, e] = [t, -t, 2.0 * t, -2.0 * t].map(value);
            for v in 0..d {
                out[context * d + v] = most * (8.0 * (a[v] - b[v]) - (c[v] - e[v])) / (12.0 * t);
            }
        }
        Ok(())
    }
}

fn own(name: &str, values: usize, function: Function) -> Functional {
    Functional::Own(OwnScore { name: name.into(), values, function: Some(Arc::new(function)) })
}

#[test]
fn a_score_of_ones_own_by_differences() {
    let case = Case::of("own");
    let values = |s: &dyn Fn(usize, usize) -> f64, _: &[f64], out: &mut [f64]| {
        out[0] = (s(0, 1) * s(0, 2)).sqrt();
        out[1] = (-s(1, 2)).exp() * s(1, 0);
        out[2] = 1.0 / (1.0 + (-(s(2, 0) - 0.5) / 0.1).exp());
    };
    case.check(own("three", 3, Function { values, items: 3, slope: false }), 1e-6);
    case.check(own("three", 3, Function { values, items: 3, slope: true }), 1e-6);
}

#[test]
fn ratios_by_the_delta_method_and_fieller() {
    let case = Case::of("ratio");
    let values = |s: &dyn Fn(usize, usize) -> f64, mu: &[f64], out: &mut [f64]| {
        out[0] = s(0, 1);
        out[1] = 1.0 - 0.5 * (mu[3 + 2] + mu[9 + 2]);
    };
    let functional = || own("part", 2, Function { values, items: 3, slope: false });
    case.check(functional(), 1e-6);
    let estimate =
        Estimate::of_functional(&case.added(functional()), Some(0), Estimator::Debiased, Options::default());
    let found = estimate.expect("estimate").ratio(0, 1, &mut unwatched()).expect("ratio");
    near("ratio", found.ratio, number(&case.value["ratio"]), relative(1e-8));
    near("se", found.error, number(&case.value["se"]), relative(1e-7));
    assert_eq!((found.shape, &case.value["fieller"]), (RatioSet::Interval, &Value::from("interval")));
    all_near("ends", &found.fieller, &flat(&case.value["ends"]), relative(1e-7));
}

#[test]
fn groups_at_once_and_their_differences() {
    let case = Case::of("groups");
    let weights = flat(&case.value["inputs"]["groups"]);
    let names: Vec<String> = ["a", "b", "c"].map(String::from).to_vec();
    let specification = case.specification(Functional::Borda);
    let batch = Batch { groups: Some(GroupWeights::dense(&weights, 3)), ..case.batch() };
    let added = |parts: &[(usize, usize)]| {
        let mut whole =
            Accumulator::in_parts(&specification, Clustering::None, names.clone()).expect("accumulator");
        for &(from, to) in parts {
            let rows = |row: &usize| (from..to).contains(&(case.context[*row] as usize));
            let rows: Vec<usize> = (0..case.context.len()).filter(rows).collect();
            let pick = |values: &[u32]| rows.iter().map(|row| values[*row]).collect::<Vec<_>>();
            let context: Vec<u64> = rows.iter().map(|row| case.context[*row] - from as u64).collect();
            let [first, second] = [0, 1].map(|at| pick(&case.pair[at]));
            let category = pick(&case.category);
            let propensity: Vec<f64> = rows.iter().map(|row| case.propensity[*row]).collect();
            let cells = case.items * case.items * case.categories;
            let part = Batch {
                contexts: to - from,
                mu: Array::dense(&case.mu[from * cells..], case.items, case.categories),
                labels: LabelColumns {
                    context: &context,
                    first: &first,
                    second: &second,
                    category: &category,
                    propensity: &propensity,
                    ..batch.labels
                },
                groups: Some(GroupWeights::dense(&weights[from * 3..], 3)),
                ..batch
            };
            let mut shard =
                Accumulator::in_parts(&specification, Clustering::None, names.clone()).expect("accumulator");
            shard.add(&part, 1, &mut unwatched()).expect("contexts");
            whole.merge(&Accumulator::load(&shard.save()).expect("saved")).expect("merged");
        }
        whole
    };
    for parts in [&[(0, 24)][..], &[(11, 24), (0, 5), (5, 11)]] {
        let accumulator = added(parts);
        let found = accumulator.in_groups(&[0, 1, 2], Some(0), Estimator::Debiased).expect("groups");
        let within = Within { absolute: 1e-10, relative: 1e-8 };
        all_near("means", found.estimates(), &flat(&case.value["estimate"]), within);
        let n = case.contexts as f64;
        let options = Options { correction: Correction::None, ..Options::default() };
        let sigma: Vec<f64> = found.covariance(&options).expect("covariance").iter().map(|c| c * n).collect();
        all_near("sigma", &sigma, &flat(&case.value["sigma"]), within);
        let at_once = Options { method: Method::Simultaneous, draws: 100_000, ..options.clone() };
        let rows = found.estimate(&at_once, &mut unwatched()).expect("intervals");
        let critical = number(&case.value["critical"]);
        rows.iter().for_each(|row| near("critical", (row[3] - row[0]) / row[1], critical, absolute(0.025)));
        for (at, pair) in [[0, 1], [2, 1]].into_iter().enumerate() {
            let found = accumulator
                .group_differences(pair[0], pair[1], None, Estimator::Debiased)
                .expect("difference");
            all_near("differences", found.estimates(), &flat(&case.value["differences"][at]), within);
            let rows = found.estimate(&options, &mut unwatched()).expect("errors");
            let errors: Vec<f64> = rows.iter().map(|row| row[1]).collect();
            all_near("errors", &errors, &flat(&case.value["se_differences"][at]), within);
        }
        // Too few contexts for intervals that hold.
        let few = Estimate::of_group(&accumulator, Some(0), Some(1), Estimator::Debiased, options.clone());
        let message = few.unwrap_err().to_string();
        assert!(
            message.contains("group 'b' has ") && message.contains("at least 30 are needed"),
            "{message}"
        );
    }
}

/// The message and the row of what is refused.
fn refusal(case: &Case, functional: Functional) -> (String, Option<usize>) {
    let specification = case.specification(functional);
    let mut accumulator = Accumulator::new(&specification, Clustering::None).expect("accumulator");
    match accumulator.add(&case.batch(), 1, &mut unwatched()) {
        Err(Error::Data { row, message }) => (message, row),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_no_smooth_function_is_refused() {
    let case = Case::of("own");
    let refused = |values: Values, slope: bool| {
        let (message, row) = refusal(&case, own("best", 1, Function { values, items: 3, slope }));
        assert!(row.is_some(), "{message}");
        message
    };
    let kink = refused(|s, _, out| out[0] = s(0, 1).max(s(0, 2)), false);
    assert!(kink.contains("score 'best': its derivative jumps (from "), "{kink}");
    assert!(kink.contains("use a smooth version, such as a logistic of the difference over 0.1"));
    let count = refused(|s, _, out| out[0] = f64::from(u8::from(s(0, 1) > 0.5)), false);
    assert!(count.contains("derivative jumps"), "{count}");
    let nan = refused(|s, _, out| out[0] = (s(0, 1) - 2.0).sqrt(), false);
    assert!(nan.contains("score 'best' is NaN"), "{nan}");
    let infinite = refused(|s, _, out| out[0] = 1.0 / (s(0, 1) - s(0, 1)), false);
    assert!(infinite.contains("score 'best' is inf; it must be finite"), "{infinite}");
    struct Wrong(bool);
    impl ScoreFunction for Wrong {
        fn values(&self, count: usize, mu: &[f64], out: &mut [f64]) -> Result<()> {
            let cells = mu.len() / count;
            static CALLS: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
            let noise = CALLS.fetch_add(1, std::sync::atomic::Ordering::Relaxed) as f64;
            for (out, mu) in out.iter_mut().zip(mu.chunks_exact(cells)) {
                *out = mu[3] * mu[3] + if self.0 { noise } else { 0.0 };
            }
            Ok(())
        }
        fn has_slope(&self) -> bool {
            true
        }
        fn slopes(&self, count: usize, mu: &[f64], h: &[f64], out: &mut [f64]) -> Result<()> {
            let cells = mu.len() / count;
            for (at, out) in out.iter_mut().enumerate() {
                *out = mu[at * cells + 3] * h[at * cells + 3];
            }
            Ok(())
        }
    }
    let score =
        |wrong| Functional::Own(OwnScore { name: "best".into(), values: 1, function: Some(Arc::new(wrong)) });
    let (slope, _) = refusal(&case, score(Wrong(false)));
    assert!(
        slope.contains("score 'best': the derivative given is ") && slope.contains(" where differences say "),
        "{slope}"
    );
    let (noise, _) = refusal(&case, score(Wrong(true)));
    assert!(noise.contains("for the same probabilities; it must depend on nothing else"), "{noise}");
    // Smooth scores pass, steep ones too.
    let steep: Values = |s, _, out| out[0] = 1.0 / (1.0 + (-(s(0, 1) - s(0, 2)) / 0.01).exp());
    case.added(own("steep", 1, Function { values: steep, items: 3, slope: false }));
}

#[test]
fn saved_scores_of_ones_own_need_their_function() {
    let case = Case::of("own");
    let values = |s: &dyn Fn(usize, usize) -> f64, _: &[f64], out: &mut [f64]| out[0] = s(0, 1) * s(1, 2);
    let function = || Function { values, items: 3, slope: false };
    let whole = case.added(own("product", 1, function()));
    let mut loaded = Accumulator::load(&whole.save()).expect("loaded");
    assert_eq!(
        loaded.all(Estimator::Debiased).expect("estimates"),
        whole.all(Estimator::Debiased).expect("estimates")
    );
    let message = loaded.add(&case.batch(), 1, &mut unwatched()).unwrap_err().to_string();
    assert!(
        message.contains("have one of the caller's own ('product'): give the function to go on"),
        "{message}"
    );
    let other = loaded.give(0, "sum", Arc::new(function())).unwrap_err().to_string();
    assert!(other.contains("is the score 'product'"), "{other}");
    loaded.give(0, "product", Arc::new(function())).expect("given");
    loaded.add(&case.batch(), 1, &mut unwatched()).expect("contexts");
    let mut twice = whole.clone();
    twice.merge(&whole).expect("merged");
    let near_all = |a: &Accumulator, b: &Accumulator| {
        let [a, b] = [a, b].map(|x| x.all(Estimator::Debiased).expect("estimates").estimates().to_vec());
        all_near("twice", &a, &b, absolute(1e-14));
    };
    near_all(&loaded, &twice);
    assert!(whole.clone().merge(&case.added(own("other", 1, function()))).is_err());
}

#[test]
fn the_smooth_share_is_the_same_as_ones_own() {
    let case = Case::of("own");
    let share = Share { baseline: 0, above: 0.6, temperature: 0.1 };
    let values = |s: &dyn Fn(usize, usize) -> f64, _: &[f64], out: &mut [f64]| {
        let sigma = |z: f64| 1.0 / (1.0 + (-z).exp());
        out[0] = sigma(-1.0);
        out[1] = sigma((s(1, 0) - 0.6) / 0.1);
        out[2] = sigma((s(2, 0) - 0.6) / 0.1);
    };
    let [a, b] = [Functional::Share(share), own("share", 3, Function { values, items: 3, slope: false })]
        .map(|f| case.added(f).psi(&case.batch(), 1, &mut unwatched()).expect("psi")[0].clone());
    all_near("share", &a, &b, absolute(1e-7));
    // The value of the baseline is no part of a test of all.
    let accumulator = case.added(Functional::Share(share));
    let found =
        accumulator.ellipsoid(0, Estimator::Debiased, &[0.2, 0.5, 0.5], &Options::default()).expect("test");
    assert_eq!(found.degrees, 2.0);
    let field = case.added(Functional::Field(vec![1.0, 0.0, 2.0]));
    assert_eq!(
        field.ellipsoid(0, Estimator::Debiased, &[0.5; 3], &Options::default()).expect("test").degrees,
        2.0
    );
}

#[test]
fn bounds_of_a_mean_in_closed_form() {
    let cases = reference("gars_open.json")["cases"].clone();
    let mut checked = 0;
    for row in rows(&cases["selection_binary"]["grid"]) {
        let [p, gamma, answered, least, most] = row[..] else { panic!("row") };
        let mu = [p, 1.0 - p];
        for (weights, sign, expected) in [([1.0, 0.0], 1.0, most), ([-1.0, 0.0], -1.0, least)] {
            let found = largest_under_selection(
                SelectionModel::Marginal,
                &weights,
                &mu,
                gamma,
                &mut [0; 2],
                &mut [0.0; 2],
            );
            near(
                "binary",
                sign * (answered * weights[0] * p + (1.0 - answered) * found),
                expected,
                absolute(1e-12),
            );
            checked += 1;
        }
    }
    for case in cases["selection_categories"]["grid"].as_array().expect("cases") {
        let (weights, p) = (numbers(&case["weights"]), numbers(&case["p"]));
        let gamma = number(&case["gamma"]);
        let (mut order, mut slope) = (vec![0; p.len()], vec![0.0; p.len()]);
        let mut bound = |weights: &[f64]| {
            largest_under_selection(SelectionModel::Marginal, weights, &p, gamma, &mut order, &mut slope)
        };
        let minus: Vec<f64> = weights.iter().map(|w| -w).collect();
        near("least", -bound(&minus), number(&case["least"]), absolute(1e-12));
        near("largest", bound(&weights), number(&case["largest"]), absolute(1e-12));
        let centred = |v: &[f64]| v.iter().map(|x| x - v[0]).collect::<Vec<_>>();
        all_near("slope", &centred(&slope), &centred(&numbers(&case["slope"])), absolute(1e-12));
        checked += 2;
    }
    assert_eq!(checked, 2 * 32 + 2 * 12);
}

#[test]
fn bounds_of_scores_and_of_a_difference() {
    let case = Case::of("selection_borda");
    let accumulator =
        Accumulator::new(&case.specification(Functional::Borda), Clustering::None).expect("accumulator");
    let selection = Selection::default();
    for row in rows(&case.value["bounds"]) {
        let found =
            accumulator.bounds(0, &case.batch(), &selection, &row[..1], &mut unwatched()).expect("bounds");
        let first = [found[0].least, found[0].largest].concat();
        all_near("borda", &first, &row[1..], Within { absolute: 1e-10, relative: 1e-8 });
    }
    let case = Case::of("selection_bt_difference");
    let form = duel::gars::EdgeForm::Antisymmetric;
    let specification = case.specification(Functional::BradleyTerry(form));
    let accumulator = Accumulator::new(&specification, Clustering::None).expect("accumulator");
    for row in rows(&case.value["bounds"]) {
        let found =
            accumulator.difference_bounds(0, [0, 1], &case.batch(), &selection, row[0]).expect("bounds");
        let found = [found.least, found.largest].concat();
        all_near("bt", &found, &row[1..], Within { absolute: 1e-10, relative: 1e-8 });
    }
}

/// The votes of a file: questions, the number of the pair (i < j) and the category, seen from the smaller name.
fn recorded(file: &str, items: &[String]) -> (Vec<u64>, [Vec<u32>; 2], Vec<u32>) {
    let lines = lines(&["examples", "data", file]);
    let (mut question, mut pair, mut category) = (Vec::new(), [Vec::new(), Vec::new()], Vec::new());
    for line in &lines {
        // question_id, judge, model_a, model_b, winner
        let [own, a, b, winner] = [0, 2, 3, 4].map(|column| line[column].as_str());
        let outcome = match winner {
            "a" => 0,
            "b" => 1,
            "tie" => 2,
            _ => continue,
        };
        let place = |name: &str| items.iter().position(|item| item == name).expect("item") as u32;
        let swapped = place(a) > place(b);
        question.push(own.parse::<u64>().unwrap_or_else(|_| {
            own.bytes().fold(14695981039346656037, |hash: u64, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(1099511628211)
            })
        }));
        pair[0].push(place(a).min(place(b)));
        pair[1].push(place(a).max(place(b)));
        category.push(if swapped && outcome < 2 { 1 - outcome } else { outcome });
    }
    (question, pair, category)
}

#[test]
fn factors_that_turn_neighbours_on_judged_boards() {
    for name in ["mtbench_selection", "chatbot_arena_selection"] {
        let case = reference("gars_open.json")["cases"][name].clone();
        let given = &case["inputs"];
        let text = |value: &Value| value.as_str().expect("text").to_string();
        let items: Vec<String> = given["items"].as_array().expect("items").iter().map(text).collect();
        let k = items.len();
        let (question, pair, category) = recorded(&text(&given["file"]), &items);
        assert_eq!(question.len() as f64, number(&given["rows"]));
        let (pairs, probabilities) = (rows(&given["pairs"]), rows(&given["mu"]));
        let propensities = numbers(&given["propensities"]);
        let (mut mu, mut of_pair) = (vec![0.0; k * k * 3], vec![0.0; k * k]);
        for ((pair, own), propensity) in pairs.iter().zip(&probabilities).zip(&propensities) {
            let (i, j) = (pair[0] as usize, pair[1] as usize);
            mu[(i * k + j) * 3..][..3].copy_from_slice(own);
            mu[(j * k + i) * 3..][..3].copy_from_slice(&[own[1], own[0], own[2]]);
            of_pair[i * k + j] = *propensity;
        }
        let n = question.len();
        let context: Vec<u64> = (0..n as u64).collect();
        let propensity: Vec<f64> =
            (0..n).map(|row| of_pair[pair[0][row] as usize * k + pair[1][row] as usize]).collect();
        let mut specification = GarsSpecification::new(k, 3, vec![Functional::Borda]).expect("specification");
        (specification.floor, specification.pairs) = (0.0, duel::gars::Pairs::Unordered);
        let batch = Batch {
            contexts: n,
            mu: Array::shared(&mu, k, 3),
            judge: None,
            propensities: None,
            labels: LabelColumns {
                context: &context,
                first: &pair[0],
                second: &pair[1],
                category: &category,
                propensity: &propensity,
                weight: &[],
                replicates: false,
            },
            clusters: Some(&question),
            groups: None,
            folds: None,
        };
        let accumulator = Accumulator::new(&specification, Clustering::Keyed).expect("accumulator");
        let answered = vec![number(&given["answered"])];
        let selection = Selection { answered, ..Selection::default() };
        let found = accumulator.selection(0, &batch, &selection, &[], &mut unwatched()).expect("claims");
        assert_eq!(found.len(), k - 1);
        for (found, row) in found.iter().zip(case["rows"].as_array().expect("rows")) {
            assert_eq!(
                [&items[found.above], &items[found.below]].map(|s| Value::from(s.as_str())),
                [row[0].clone(), row[1].clone()]
            );
            let figures = [found.difference[0], found.difference[1], found.turns, found.uncertain];
            let expected: Vec<f64> = (2..6).map(|at| number(&row[at])).collect();
            all_near(name, &figures, &expected, Within { absolute: 1e-9, relative: 1e-7 });
        }
    }
}

#[test]
fn what_has_no_sharp_bounds_is_refused() {
    let case = Case::of("selection_borda");
    let softmax = Functional::Softmax(duel::gars::EdgeForm::Antisymmetric);
    let of = |functional| {
        Accumulator::new(&case.specification(functional), Clustering::None).expect("accumulator")
    };
    let ask = |accumulator: &Accumulator, selection: &Selection, gamma: f64| {
        accumulator.bounds(0, &case.batch(), selection, &[gamma], &mut unwatched()).unwrap_err().to_string()
    };
    let plain = Selection::default();
    assert!(ask(&of(softmax), &plain, 2.0).contains("not known to be sharp; use borda or bradley_terry"));
    let borda = of(Functional::Borda);
    assert!(ask(&borda, &plain, 0.5)
        .contains("gamma[0] is 0.5; it must be at least 1: a bound on how much more likely"));
    assert!(
        ask(&borda, &Selection { answered: vec![1.5], ..plain.clone() }, 2.0).contains("answered[0] is 1.5")
    );
    assert!(ask(&borda, &Selection { model: SelectionModel::Odds, ..plain.clone() }, 2.0)
        .contains("of two categories"));
    assert!(ask(&borda, &Selection { level: 1.0, ..plain.clone() }, 2.0).contains("level is 1"));
    let four = GarsSpecification::new(3, 4, vec![Functional::BradleyTerry(Default::default())])
        .expect("specification");
    let mu = vec![0.25; 36];
    let batch = Batch { mu: Array::shared(&mu, 3, 4), ..case.batch() };
    let four = Accumulator::new(&four, Clustering::None).expect("accumulator");
    assert!(four
        .bounds(0, &batch, &plain, &[2.0], &mut unwatched())
        .unwrap_err()
        .to_string()
        .contains("are sharp where"));
    let wrong =
        borda.selection(0, &case.batch(), &plain, &[[1, 1]], &mut unwatched()).unwrap_err().to_string();
    assert!(wrong.contains("a claim is about two"), "{wrong}");
}

/// Bounds widen with the factor, hold those of a smaller one, and are the scores at one.
#[test]
fn bounds_widen_with_the_factor() {
    let case = Case::of("selection_borda");
    for functional in [
        Functional::Borda,
        Functional::Against(1),
        Functional::Field(vec![1.0, 2.0, 0.5]),
        Functional::Kemeny(Default::default(), vec![vec![0, 1, 2], vec![2, 0, 1]]),
        Functional::BradleyTerry(Default::default()),
    ] {
        let accumulator = case.added(functional);
        let all = |answered: f64| {
            let selection = Selection { answered: vec![answered], ..Selection::default() };
            accumulator
                .bounds(0, &case.batch(), &selection, &[1.0, 1.5, 3.0], &mut unwatched())
                .expect("bounds")
        };
        let (none, half) = (all(0.0), all(0.5));
        let d = none.len() / 3;
        let plain = accumulator.all(Estimator::Debiased).expect("estimates");
        let rows = plain.estimate(&Options::default(), &mut unwatched()).expect("rows");
        for value in 0..d {
            near("least", none[value].least[0], rows[value][0], absolute(1e-12));
            near("largest", none[value].largest[0], rows[value][0], absolute(1e-12));
            near("error", none[value].least[1], rows[value][1], absolute(1e-12));
            let fixed = rows[value][1] == 0.0;
            for at in 1..3 {
                let (wide, narrow) = (&none[at * d + value], &none[(at - 1) * d + value]);
                assert!(fixed || wide.largest[0] - wide.least[0] > narrow.largest[0] - narrow.least[0]);
                let partly = &half[at * d + value];
                assert!(fixed || partly.largest[0] - partly.least[0] < wide.largest[0] - wide.least[0]);
            }
        }
    }
}

/// A case with the second-order correction, by features where it has some.
fn corrected(name: &str) -> (Case, GarsSpecification, Vec<u32>, Vec<f64>) {
    let case = Case::of(name);
    let mut specification = case.specification(Functional::BradleyTerry(EdgeForm::Antisymmetric));
    let inputs = &case.value["inputs"];
    let fold = flat(&inputs["fold"]).iter().map(|v| *v as u32).collect();
    let features = if inputs["features"].is_null() { Vec::new() } else { flat(&inputs["features"]) };
    specification.second_order = SecondOrder::On;
    specification.basis = if features.is_empty() { ResidualBasis::Short } else { ResidualBasis::Full };
    (case, specification, fold, features)
}

#[test]
fn second_order_corrections() {
    for name in ["second_order_bt", "second_order_full"] {
        let (case, specification, fold, features) = corrected(name);
        let folds = Folds { fold: &fold, features: &features, feature_count: features.len() / case.contexts };
        let batch = Batch { folds: Some(folds), ..case.batch() };
        let plain = GarsSpecification { second_order: SecondOrder::Off, ..specification.clone() };
        let of = |specification: &GarsSpecification, threads: usize| {
            let mut found = Accumulator::new(specification, Clustering::None).expect("accumulator");
            let [psi, _] = found.psi(&batch, threads, &mut unwatched()).expect("psi");
            found.add(&batch, threads, &mut unwatched()).expect("contexts");
            (found, psi)
        };
        let within = Within { absolute: 1e-9, relative: 1e-6 };
        let ((one_step, psi), (found, phi)) = (of(&plain, 1), of(&specification, 1));
        all_near("psi", &psi, &flat(&case.value["psi"]), within);
        let second: Vec<f64> = phi.iter().zip(&psi).map(|(a, b)| a - b).collect();
        all_near("second", &second, &flat(&case.value["second"]), Within { absolute: 1e-8, relative: 1e-6 });
        let estimates = found.all(Estimator::Debiased).expect("estimates");
        all_near("estimate", estimates.estimates(), &flat(&case.value["estimate"]), within);
        let before = one_step.all(Estimator::Debiased).expect("estimates");
        all_near("one step", before.estimates(), &flat(&case.value["one_step"]), within);
        let options = Options { correction: Correction::None, ..Options::default() };
        let n = case.contexts as f64;
        let covariance = estimates.covariance(&options).expect("covariance");
        let sigma: Vec<f64> = covariance.iter().map(|c| c * n).collect();
        all_near("sigma", &sigma, &flat(&case.value["sigma"]), within);
        let rows = found.remainder().expect("corrections");
        let column = |of: fn(&duel::gars::RemainderRow) -> f64| rows.iter().map(of).collect::<Vec<_>>();
        all_near("size", &column(|row| row.size), &flat(&case.value["size"]), within);
        all_near("error", &column(|row| row.error), &flat(&case.value["se"]), within);
        all_near("one step", &column(|row| row.one_step), &flat(&case.value["one_step"]), within);
        // The same bits for any number of threads, and after saving.
        assert_eq!(found, of(&specification, 3).0);
        assert_eq!(found, Accumulator::load(&found.save()).expect("saved"));
        assert!(found.largest_correction().expect("size") < 1.0);
    }
}
