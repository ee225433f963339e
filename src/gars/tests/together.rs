//! Everything at once: learnt probabilities and propensities, clusters, replicates and a floor, against the
//! definition with derivatives by differences.

use super::super::learner::{self, Learner, Nuisance, PropensityLearner, TrainingSet};
use super::*;
use crate::inference::Options;
use crate::progress::unwatched;

const K: usize = 3;
const C: usize = 3;
const CELLS: usize = K * K * C;
const CONTEXTS: usize = 240;
const FLOOR: f64 = 0.03;

/// Labels of contexts in clusters of three, two of each pair that is labelled.
struct Data {
    features: Vec<f64>,
    clusters: Vec<u64>,
    context: Vec<usize>,
    items: [Vec<usize>; 2],
    category: Vec<usize>,
}

impl Data {
    fn new() -> Data {
        let mut random = Random::new(21, 0);
        let mut data = Data {
            features: (0..CONTEXTS).map(|_| random.uniform()).collect(),
            clusters: (0..CONTEXTS as u64).map(|context| context % 80).collect(),
            context: Vec::new(),
            items: [Vec::new(), Vec::new()],
            category: Vec::new(),
        };
        for context in 0..CONTEXTS {
            for (j, k) in ordered_pairs(K) {
                if random.uniform() < 0.2 + 0.3 * data.features[context] {
                    for _ in 0..2 {
                        data.context.push(context);
                        data.items[0].push(j);
                        data.items[1].push(k);
                        data.category.push(random.below(C as u64) as usize * usize::from(j != 1));
                    }
                }
            }
        }
        data
    }

    fn training(&self) -> TrainingSet<'_> {
        TrainingSet {
            items: K,
            categories: C,
            contexts: CONTEXTS,
            features: &self.features,
            feature_count: 1,
            clusters: &self.clusters,
            context: &self.context,
            first: &self.items[0],
            second: &self.items[1],
            category: &self.category,
            ..TrainingSet::default()
        }
    }
}

/// Borda and Bradley-Terry scores of a context by their definitions: the half difference of the log odds from
/// either side, row means.
fn scores(mu: &[f64]) -> Vec<f64> {
    let s1 = |j: usize, k: usize| mu[(j * K + k) * C] + 0.5 * mu[(j * K + k) * C + 2];
    let s2 = |j: usize, k: usize| mu[(j * K + k) * C + 1] + 0.5 * mu[(j * K + k) * C + 2];
    let logit = |p: f64| (p / (1.0 - p)).ln();
    let others = |j: usize| (0..K).filter(move |k| *k != j);
    let borda = |j: usize| others(j).map(|k| 0.25 * (s1(j, k) + s2(k, j))).sum::<f64>();
    let edge =
        |j: usize, k: usize| 0.25 * (logit(s1(j, k)) + logit(s2(k, j)) - logit(s1(k, j)) - logit(s2(j, k)));
    let projection = |j: usize| others(j).map(|k| edge(j, k)).sum::<f64>() / K as f64;
    (0..K).map(borda).chain((0..K).map(projection)).collect()
}

#[test]
fn everything_at_once_is_the_definition() {
    let data = Data::new();
    let options = learner::LearnerOptions {
        learner: Learner::SplineLogit,
        propensities: PropensityLearner::Logit,
        ..learner::LearnerOptions::default()
    };
    let nuisance = Nuisance::fit(&data.training(), &options, &mut unwatched()).unwrap();
    let mut mu = vec![0.0; CONTEXTS * CELLS];
    let mut pi = vec![0.0; CONTEXTS * K * K];
    for context in 0..CONTEXTS {
        nuisance.predict(context, &mut mu[context * CELLS..(context + 1) * CELLS]).unwrap();
        nuisance.propensities(context, &mut pi[context * K * K..(context + 1) * K * K]).unwrap();
    }
    let propensity: Vec<f64> = (0..data.context.len())
        .map(|row| pi[(data.context[row] * K + data.items[0][row]) * K + data.items[1][row]])
        .collect();

    // By definition, with central differences along each residual.
    let raise = |m: f64| (1.0 - C as f64 * FLOOR) * m + FLOOR;
    let mut sums = vec![0.0; 80 * 6];
    let mut floored = 0;
    for context in 0..CONTEXTS {
        let given = &mu[context * CELLS..(context + 1) * CELLS];
        for (j, k) in ordered_pairs(K) {
            floored += given[(j * K + k) * C..][..C].iter().filter(|m| **m < FLOOR).count();
        }
        let raised: Vec<f64> = given.iter().map(|m| raise(*m)).collect();
        let mut along = vec![0.0; CELLS];
        for row in (0..data.context.len()).filter(|&row| data.context[row] == context) {
            // Two labels of a pair: each counts half.
            let pair = (data.items[0][row] * K + data.items[1][row]) * C;
            for category in 0..C {
                let y = f64::from(u8::from(data.category[row] == category));
                along[pair + category] += 0.5 * (y - raised[pair + category]) / propensity[row];
            }
        }
        let at = |step: f64| -> Vec<f64> {
            scores(&raised.iter().zip(&along).map(|(m, h)| m + step * h).collect::<Vec<f64>>())
        };
        let (value, up, down) = (at(0.0), at(1e-6), at(-1e-6));
        for (which, sum) in sums[data.clusters[context] as usize * 6..][..6].iter_mut().enumerate() {
            *sum += value[which] + (up[which] - down[which]) / 2e-6;
        }
    }
    let n = CONTEXTS as f64;
    let mean: Vec<f64> = (0..6).map(|a| sums.iter().skip(a).step_by(6).sum::<f64>() / n).collect();
    let mut covariance = vec![0.0; 36];
    for own in sums.chunks(6) {
        for (at, c) in covariance.iter_mut().enumerate() {
            let (a, b) = (at / 6, at % 6);
            *c += (own[a] - 3.0 * mean[a]) * (own[b] - 3.0 * mean[b]) / (n * n);
        }
    }

    let functionals = vec![Functional::Borda, Functional::BradleyTerry(EdgeForm::Antisymmetric)];
    let mut specification = GarsSpecification::new(K, C, functionals).unwrap();
    specification.floor = FLOOR;
    let narrow = |column: &[usize]| column.iter().map(|v| *v as u32).collect::<Vec<u32>>();
    let (first, second) = (narrow(&data.items[0]), narrow(&data.items[1]));
    let (category, context) =
        (narrow(&data.category), data.context.iter().map(|c| *c as u64).collect::<Vec<u64>>());
    let batch = Batch {
        contexts: CONTEXTS,
        mu: Array::dense(&mu, K, C),
        judge: None,
        propensities: None,
        labels: LabelColumns {
            context: &context,
            first: &first,
            second: &second,
            category: &category,
            propensity: &propensity,
            weight: &[],
            replicates: true,
        },
        clusters: Some(&data.clusters),
        groups: None,
        folds: None,
    };
    let mut accumulator = Accumulator::new(&specification, Clustering::Keyed).unwrap();
    accumulator.add(&batch, 2, &mut unwatched()).unwrap();
    assert!(floored > 20 && accumulator.diagnostics().floored == floored as f64, "{floored}");
    assert_eq!(accumulator.clusters(), 80.0);
    let found = accumulator.all(Estimator::Debiased).unwrap();
    near(found.estimates(), &mean, 1e-8);
    let found = found
        .covariance(&Options { correction: crate::inference::Correction::None, ..Options::default() })
        .unwrap();
    for (at, (f, e)) in found.iter().zip(&covariance).enumerate() {
        assert!((f - e).abs() < 1e-6 * covariance[at / 6 * 7], "{at}: {f} against {e}");
    }
}
