//! Laws of functionals and estimates: derivatives by differences, symmetries, merging, threads, errors.

use super::*;
use crate::error::Error;
use crate::inference::Options;
use crate::model::unwatched;
use crate::random::Random;

/// Every functional with every variant.
fn all(items: usize, categories: usize) -> Vec<Functional> {
    let rankings: Vec<Vec<u32>> =
        (0..2).map(|r| (0..items).map(|place| ((place * (r + 1) + r) % items) as u32).collect()).collect();
    let mut functionals = vec![Functional::Borda];
    functionals.extend(EdgeForm::ALL.map(Functional::BradleyTerry));
    functionals.extend(ChainForm::ALL.map(Functional::RankCentrality));
    functionals.extend(EdgeForm::ALL.map(Functional::Softmax));
    functionals.extend(CopelandForm::ALL.map(|form| Functional::Copeland(form, 0.3)));
    functionals.extend(KemenyForm::ALL.map(|form| Functional::Kemeny(form, rankings.clone())));
    functionals.extend(Loss::ALL.map(Functional::Miscalibration));
    if categories == 2 {
        functionals.push(Functional::Restricted(RestrictedForm::Corrected));
        functionals.push(Functional::Restricted(RestrictedForm::Printed));
    }
    functionals
}

/// Rankings of `all` are permutations for odd numbers of items.
fn specification(items: usize, categories: usize, functionals: Vec<Functional>) -> Specification {
    let mut specification = Specification::new(items, categories, functionals).unwrap();
    specification.floor = 0.0;
    specification
}

/// Probabilities of a context, K x K x C.
fn probabilities(random: &mut Random, items: usize, categories: usize) -> Vec<f64> {
    let mut mu = vec![0.0; items * items * categories];
    for mu in mu.chunks_exact_mut(categories) {
        mu.iter_mut().for_each(|m| *m = (0.7 * random.normal()).exp());
        let sum: f64 = mu.iter().sum();
        mu.iter_mut().for_each(|m| *m /= sum);
    }
    mu
}

/// An evaluator at a context, with a judge of the same shape.
fn visited(specification: &Specification, mu: &[f64], judge: &[f64]) -> Evaluator {
    let (k, c) = (specification.items, specification.categories);
    let mut evaluator = Evaluator::new(specification).unwrap();
    let judge = Some(Cells::dense(judge, k, c));
    evaluator.visit(&Judged { mu: Cells::dense(mu, k, c), judge, propensities: None }).unwrap();
    evaluator
}

fn label(first: usize, second: usize, shares: &[f64]) -> Label {
    Label { first, second, shares: shares.to_vec(), propensity: 1.0 }
}

fn ordered_pairs(items: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..items).flat_map(move |j| (0..items).map(move |k| (j, k))).filter(|(j, k)| j != k)
}

#[track_caller]
fn near(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (at, (f, e)) in found.iter().zip(expected).enumerate() {
        assert!((f - e).abs() <= tolerance * (1.0 + e.abs()), "{at}: {f} against {e}");
    }
}

/// dF[h] from psi against central differences of F, for labels of every pair.
#[test]
fn corrections_are_derivatives() {
    const STEP: f64 = 1e-5;
    let mut random = Random::new(1, 0);
    for (k, c) in [(3, 2), (3, 4), (5, 3)] {
        for unordered in [false, true] {
            // Corrections that assume a model are derivatives along it only.
            let mut functionals = all(k, c);
            functionals.retain(|f| !matches!(f, Functional::Restricted(_)));
            let mut specification = specification(k, c, functionals);
            if unordered {
                specification.pairs = Pairs::Unordered;
            }
            let (mu, judge) = (probabilities(&mut random, k, c), probabilities(&mut random, k, c));
            let mut evaluator = visited(&specification, &mu, &judge);
            let values = evaluator.values().to_vec();
            // What the evaluator works with: mirrored, where the order has no effect.
            let used = |pair: (usize, usize), category: usize| {
                let at = |(j, i): (usize, usize), c_: usize| mu[(j * k + i) * c + c_];
                let own = at(pair, category);
                if unordered {
                    0.5 * (own + at((pair.1, pair.0), functional::mirrored(category)))
                } else {
                    own
                }
            };
            let mut psi = vec![0.0; values.len()];
            for pair in ordered_pairs(k).filter(|(j, i)| !unordered || j < i) {
                let shares: Vec<f64> =
                    (0..c).map(|a| if a == 1 { 0.75 } else { 0.25 / (c - 1) as f64 }).collect();
                evaluator.psi(&[label(pair.0, pair.1, &shares)], &mut psi).unwrap();
                let at = |step: f64| {
                    let mut moved = mu.clone();
                    for a in 0..c {
                        let h = step * (shares[a] - used(pair, a));
                        moved[(pair.0 * k + pair.1) * c + a] += h;
                        if unordered {
                            moved[(pair.1 * k + pair.0) * c + functional::mirrored(a)] += h;
                        }
                    }
                    visited(&specification, &moved, &judge).values().to_vec()
                };
                let (up, down) = (at(STEP), at(-STEP));
                let slope: Vec<f64> = up.iter().zip(&down).map(|(u, d)| (u - d) / (2.0 * STEP)).collect();
                let found: Vec<f64> = psi.iter().zip(&values).map(|(p, v)| p - v).collect();
                near(&found, &slope, 3e-8);
            }
        }
    }
}

/// Weights and sums of J V J' from the influence of every label, which knows nothing of Gram matrices.
#[test]
fn weights_are_variances_of_corrections() {
    let mut random = Random::new(2, 0);
    for (k, c) in [(3, 2), (5, 3), (3, 4)] {
        for unordered in [false, true] {
            let mut specification = specification(k, c, all(k, c));
            if unordered {
                specification.pairs = Pairs::Unordered;
            }
            let (mu, judge) = (probabilities(&mut random, k, c), probabilities(&mut random, k, c));
            let mut evaluator = visited(&specification, &mu, &judge);
            let values = evaluator.values().to_vec();
            let offsets = specification.offsets();
            for f in 0..specification.functionals.len() {
                let (from, d) = (offsets[f], offsets[f + 1] - offsets[f]);
                // A positive definite Q.
                let root: Vec<f64> = (0..d * d).map(|_| random.normal()).collect();
                let q: Vec<f64> = (0..d * d)
                    .map(|at| (0..d).map(|v| root[at / d * d + v] * root[at % d * d + v]).sum())
                    .collect();
                let scale: Vec<f64> = (0..k * k).map(|_| 0.5 + random.uniform()).collect();
                let (mut plain, mut general) = (vec![0.0; k * k], vec![0.0; k * k]);
                evaluator.weights(f, None, &mut plain).unwrap();
                evaluator.weights(f, Some(&q), &mut general).unwrap();
                let mut covariance = vec![0.0; d * d];
                evaluator.add_label_covariance(f, &scale, &mut covariance).unwrap();
                let (mut expected, mut expected_q) = (vec![0.0; k * k], vec![0.0; k * k]);
                let mut expected_covariance = vec![0.0; d * d];
                let mut psi = vec![0.0; values.len()];
                for (j, i) in ordered_pairs(k).filter(|(j, i)| !unordered || j < i) {
                    for category in 0..c {
                        let at = |j: usize, i: usize, a: usize| mu[(j * k + i) * c + a];
                        let probability = if unordered {
                            0.5 * (at(j, i, category) + at(i, j, functional::mirrored(category)))
                        } else {
                            at(j, i, category)
                        };
                        let shares: Vec<f64> = (0..c).map(|a| f64::from(u8::from(a == category))).collect();
                        evaluator.psi(&[label(j, i, &shares)], &mut psi).unwrap();
                        let moved: Vec<f64> = (from..from + d).map(|v| psi[v] - values[v]).collect();
                        for a in 0..d {
                            for b in 0..d {
                                let product = probability * moved[a] * moved[b];
                                expected[j * k + i] += if a == b { product } else { 0.0 };
                                expected_q[j * k + i] += q[a * d + b] * product;
                                expected_covariance[a * d + b] += scale[j * k + i] * product;
                            }
                        }
                    }
                }
                near(&plain, &expected, 1e-11);
                near(&general, &expected_q, 1e-11);
                near(&covariance, &expected_covariance, 1e-11);
            }
        }
    }
}

/// Renumbered items have renumbered values, but for what is printed so that it does not.
#[test]
fn numbering_does_not_matter() {
    let (k, order) = (5, [3usize, 0, 4, 1, 2]);
    let mut random = Random::new(3, 0);
    for c in [2, 3, 4, 5] {
        let mut functionals = vec![
            Functional::Borda,
            Functional::BradleyTerry(EdgeForm::Antisymmetric),
            Functional::Softmax(EdgeForm::Antisymmetric),
            Functional::Miscalibration(Loss::KullbackLeibler),
        ];
        functionals.extend(ChainForm::ALL.map(Functional::RankCentrality));
        functionals.extend(CopelandForm::ALL.map(|form| Functional::Copeland(form, 0.2)));
        if c == 2 {
            functionals.push(Functional::Restricted(RestrictedForm::Corrected));
        }
        if c < 4 {
            functionals.push(Functional::BradleyTerry(EdgeForm::Paper));
        }
        let specification = specification(k, c, functionals);
        let (mu, judge) = (probabilities(&mut random, k, c), probabilities(&mut random, k, c));
        let renumbered = |values: &[f64]| {
            let mut out = vec![0.0; values.len()];
            for (j, i) in ordered_pairs(k) {
                let (from, to) = ((order[j] * k + order[i]) * c, (j * k + i) * c);
                out[to..to + c].copy_from_slice(&values[from..from + c]);
            }
            out
        };
        let shares: Vec<f64> = (0..c).map(|a| f64::from(u8::from(a == 0))).collect();
        let mut psi = vec![0.0; specification.offsets()[specification.functionals.len()]];
        let mut other = psi.clone();
        let mut evaluator = visited(&specification, &mu, &judge);
        evaluator.psi(&[label(order[1], order[0], &shares)], &mut psi).unwrap();
        let mut evaluator = visited(&specification, &renumbered(&mu), &renumbered(&judge));
        evaluator.psi(&[label(1, 0, &shares)], &mut other).unwrap();
        for (own, other) in psi.chunks_exact(k).zip(other.chunks_exact(k)) {
            let expected: Vec<f64> = order.iter().map(|&item| own[item]).collect();
            near(other, &expected, 1e-12);
        }
    }
}

/// Categories 0 and 1 exchanged, and items shown in the other order, are the same data.
#[test]
fn sides_can_be_swapped() {
    let (k, c) = (5, 3);
    let mut random = Random::new(4, 0);
    let functionals = vec![
        Functional::Borda,
        Functional::BradleyTerry(EdgeForm::Antisymmetric),
        Functional::RankCentrality(ChainForm::Row),
        Functional::RankCentrality(ChainForm::Generator),
        Functional::Copeland(CopelandForm::Margin, 0.2),
    ];
    let specification = specification(k, c, functionals);
    let mu = probabilities(&mut random, k, c);
    let mut swapped = mu.clone();
    for (j, i) in ordered_pairs(k) {
        for a in 0..c {
            swapped[(i * k + j) * c + functional::mirrored(a)] = mu[(j * k + i) * c + a];
        }
    }
    let mut psi = vec![0.0; 25];
    let mut other = psi.clone();
    visited(&specification, &mu, &mu).psi(&[label(2, 0, &[1.0, 0.0, 0.0])], &mut psi).unwrap();
    visited(&specification, &swapped, &mu).psi(&[label(0, 2, &[0.0, 1.0, 0.0])], &mut other).unwrap();
    near(&other, &psi, 1e-12);
}

#[test]
fn two_items_have_closed_forms() {
    let functionals = vec![
        Functional::Borda,
        Functional::BradleyTerry(EdgeForm::Antisymmetric),
        Functional::RankCentrality(ChainForm::Generator),
        Functional::Softmax(EdgeForm::Paper),
    ];
    let specification = specification(2, 2, functionals);
    let mu = [0.0, 0.0, 0.8, 0.2, 0.4, 0.6, 0.0, 0.0];
    let found = visited(&specification, &mu, &mu).values().to_vec();
    let odds = 0.25 * (4.0f64.ln() + 1.5f64.ln());
    let share = 1.0 / (1.0 + (-2.0 * odds).exp());
    near(&found, &[0.7, 0.3, odds, -odds, 0.7, 0.3, share, 1.0 - share], 1e-14);
}

/// Sums that the specification calls constant are, in every context and with every label; and no others.
#[test]
fn constant_sums_are_known() {
    let mut random = Random::new(5, 0);
    for (k, c) in [(5, 3), (3, 4), (3, 2)] {
        let specification = specification(k, c, all(k, c));
        let offsets = specification.offsets();
        let mut sums = vec![Vec::new(); specification.functionals.len()];
        for _ in 0..3 {
            let (mu, judge) = (probabilities(&mut random, k, c), probabilities(&mut random, k, c));
            let shares: Vec<f64> = (0..c).map(|a| f64::from(u8::from(a == c - 1))).collect();
            let mut psi = vec![0.0; offsets[offsets.len() - 1]];
            visited(&specification, &mu, &judge).psi(&[label(1, 0, &shares)], &mut psi).unwrap();
            for (f, sums) in sums.iter_mut().enumerate() {
                sums.push(psi[offsets[f]..offsets[f + 1]].iter().sum::<f64>());
            }
        }
        for (functional, sums) in specification.functionals.iter().zip(&sums) {
            // Opposite rankings have opposite values; miscalibration with a loss has no such sum.
            let constant = sums.iter().all(|s| (s - sums[0]).abs() < 1e-12);
            if !matches!(functional, Functional::Kemeny(..)) {
                assert_eq!(constant, specification.sums_to_a_constant(functional), "{functional:?} C = {c}");
            }
        }
    }
}

/// An item that never loses: by rows the walk goes anywhere from it and the correction is left out; as
/// rates it takes all.
#[test]
fn an_item_that_never_loses() {
    let functionals = ChainForm::ALL.map(Functional::RankCentrality).to_vec();
    let specification = specification(3, 2, functionals);
    let mut mu = vec![0.5; 18];
    for (j, i) in ordered_pairs(3) {
        if j == 0 || i == 0 {
            let won = if j == 0 { [1.0, 0.0] } else { [0.0, 1.0] };
            mu[(j * 3 + i) * 2..][..2].copy_from_slice(&won);
        }
    }
    let mut evaluator = visited(&specification, &mu, &mu);
    // By rows: T = (0, 1/2, 1/2; 2/3, 0, 1/3; 2/3, 1/3, 0).
    near(evaluator.values(), &[0.4, 0.3, 0.3, 1.0, 0.0, 0.0], 1e-14);
    let mut psi = vec![0.0; 6];
    evaluator.psi(&[label(1, 2, &[1.0, 0.0]), label(1, 0, &[1.0, 0.0])], &mut psi).unwrap();
    assert_eq!(psi[..3], evaluator.values()[..3]);
    assert!(psi[3] < 1.0);
    let mut weights = vec![1.0; 9];
    evaluator.weights(0, None, &mut weights).unwrap();
    assert_eq!(weights, [0.0; 9]);
}

/// A sample of contexts with labels.
struct Sample {
    contexts: usize,
    mu: Vec<f64>,
    context: Vec<u64>,
    items: [Vec<u32>; 2],
    category: Vec<u32>,
    propensity: Vec<f64>,
    clusters: Vec<u64>,
}

const K: usize = 4;
const C: usize = 3;

impl Sample {
    fn new(contexts: usize, seed: u64) -> Sample {
        let mut random = Random::new(seed, 0);
        let mut sample = Sample {
            contexts,
            mu: (0..contexts).flat_map(|_| probabilities(&mut random, K, C)).collect(),
            context: Vec::new(),
            items: [Vec::new(), Vec::new()],
            category: Vec::new(),
            propensity: Vec::new(),
            clusters: (0..contexts as u64).map(|context| context / 3 % 700).collect(),
        };
        for context in 0..contexts as u64 {
            for (j, k) in ordered_pairs(K) {
                let propensity = 0.1 + 0.2 * random.uniform();
                if random.uniform() < propensity {
                    sample.context.push(context);
                    sample.items[0].push(j as u32);
                    sample.items[1].push(k as u32);
                    sample.category.push(random.below(C as u64) as u32);
                    sample.propensity.push(propensity);
                }
            }
        }
        sample
    }

    fn labels(&self) -> Labels<'_> {
        Labels {
            context: &self.context,
            first: &self.items[0],
            second: &self.items[1],
            category: &self.category,
            propensity: &self.propensity,
            weight: &[],
            replicates: false,
        }
    }

    fn batch(&self, clustered: bool) -> Batch<'_> {
        Batch {
            contexts: self.contexts,
            mu: Array::dense(&self.mu, K, C),
            judge: None,
            propensities: None,
            labels: self.labels(),
            clusters: clustered.then_some(&self.clusters),
        }
    }

    /// Contexts from..to by themselves.
    fn part(&self, from: usize, to: usize) -> Sample {
        let rows: Vec<usize> = (0..self.context.len())
            .filter(|&row| (from..to).contains(&(self.context[row] as usize)))
            .collect();
        let integers = |column: &[u32]| rows.iter().map(|&row| column[row]).collect();
        Sample {
            contexts: to - from,
            mu: self.mu[from * K * K * C..to * K * K * C].to_vec(),
            context: rows.iter().map(|&row| self.context[row] - from as u64).collect(),
            items: [integers(&self.items[0]), integers(&self.items[1])],
            category: integers(&self.category),
            propensity: rows.iter().map(|&row| self.propensity[row]).collect(),
            clusters: self.clusters[from..to].to_vec(),
        }
    }
}

fn scores() -> Specification {
    let functionals = vec![
        Functional::Borda,
        Functional::BradleyTerry(EdgeForm::Antisymmetric),
        Functional::RankCentrality(ChainForm::Row),
    ];
    Specification::new(K, C, functionals).unwrap()
}

fn added(sample: &Sample, clustering: Clustering, threads: usize) -> Accumulator {
    let mut accumulator = Accumulator::new(&scores(), clustering).unwrap();
    let batch = sample.batch(clustering != Clustering::None);
    accumulator.add(&batch, threads, &mut unwatched()).unwrap();
    accumulator
}

/// Estimates and covariance of both kinds.
fn numbers(accumulator: &Accumulator) -> Vec<f64> {
    let options = Options::default();
    Estimate::ALL
        .iter()
        .flat_map(|&which| {
            let given = accumulator.all(which).unwrap();
            let mut numbers = given.estimates().to_vec();
            numbers.extend(given.covariance(&options).unwrap().iter().map(|c| c * accumulator.contexts()));
            numbers
        })
        .collect()
}

#[test]
fn threads_batches_shards_and_bytes_do_not_matter() {
    let sample = Sample::new(2300, 6);
    for clustering in Clustering::ALL {
        let whole = added(&sample, clustering, 1);
        assert_eq!(whole.contexts(), 2300.0);
        // Clusters of three, of which numbers come again after 2100.
        let clusters = match clustering {
            Clustering::None => 2300.0,
            Clustering::Keyed => 700.0,
            Clustering::Together => 767.0,
        };
        assert_eq!(whole.clusters(), clusters);
        for threads in [2, 5] {
            assert!(added(&sample, clustering, threads) == whole, "{threads} threads");
        }
        let expected = numbers(&whole);
        // One after the other, from shards that no cluster crosses in either order, and through bytes.
        let cuts = [0, 300, 301, 1500, 2300];
        let mut batches = Accumulator::new(&scores(), clustering).unwrap();
        for ends in cuts.windows(2) {
            let part = sample.part(ends[0], ends[1]);
            batches.add(&part.batch(clustering != Clustering::None), 2, &mut unwatched()).unwrap();
        }
        near(&numbers(&batches), &expected, 1e-12);
        for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
            let shards = [(0, 300), (300, 1500), (1500, 2300)].map(|(from, to)| {
                Accumulator::load(&added(&sample.part(from, to), clustering, 1).save()).unwrap()
            });
            let mut merged = Accumulator::new(&scores(), clustering).unwrap();
            order.iter().for_each(|&at| merged.merge(&shards[at]).unwrap());
            near(&numbers(&merged), &expected, 1e-12);
            assert_eq!(merged.diagnostics().labels, whole.diagnostics().labels);
            assert_eq!(merged.clusters(), clusters);
        }
        let loaded = Accumulator::load(&whole.save()).unwrap();
        assert!(loaded == whole);
        // From a function that writes probabilities.
        let mut run = Accumulator::new(&scores(), clustering).unwrap();
        let mut fill = |first: usize, count: usize, out: &mut [f64]| {
            out.copy_from_slice(&sample.mu[first * K * K * C..][..count * K * K * C]);
            Ok(())
        };
        run.run(&sample.batch(clustering != Clustering::None), &mut fill, 3, &mut unwatched()).unwrap();
        near(&numbers(&run), &expected, 1e-12);
    }
}

/// The estimate from its definition, context by context.
#[test]
fn sums_are_those_of_influence_values() {
    let sample = Sample::new(90, 7);
    for clustering in [Clustering::None, Clustering::Keyed] {
        let clustered = clustering == Clustering::Keyed;
        let accumulator = added(&sample, clustering, 1);
        let [psi, _] = accumulator.psi(&sample.batch(clustered), 1, &mut unwatched()).unwrap();
        let (size, n) = (accumulator.size(), 90.0);
        let mean: Vec<f64> = (0..size).map(|v| psi.iter().skip(v).step_by(size).sum::<f64>() / n).collect();
        let mut sums = std::collections::BTreeMap::new();
        for (context, row) in psi.chunks_exact(size).enumerate() {
            let key = if clustered { sample.clusters[context] } else { context as u64 };
            let sum = sums.entry(key).or_insert_with(|| vec![0.0; size]);
            sum.iter_mut().zip(row.iter().zip(&mean)).for_each(|(s, (p, m))| *s += p - m);
        }
        let mut expected = mean.clone();
        for at in 0..size * size {
            expected.push(sums.values().map(|s| s[at / size] * s[at % size]).sum::<f64>() / n);
        }
        near(&numbers(&accumulator)[..size * (size + 1)], &expected, 1e-12);
        // The test of two functionals from sums, and from influence values.
        let options = Options::default();
        let sums = accumulator.equality(1, 2, &options).unwrap();
        let columns = |from: usize| -> Vec<f64> {
            psi.chunks_exact(size).flat_map(|row| row[from..from + K].to_vec()).collect()
        };
        let clusters = clustered.then_some(&sample.clusters[..]);
        let values = equality(&columns(K), &columns(2 * K), K, clusters, true, &options).unwrap();
        assert!((sums.statistic - values.statistic).abs() < 1e-9 * sums.statistic);
        assert_eq!((sums.degrees, values.degrees), (3.0, 3.0));
    }
}

#[test]
fn shared_probabilities_strides_and_replicates() {
    let sample = Sample::new(300, 8);
    let one = &sample.mu[..K * K * C];
    let repeated: Vec<f64> = (0..300).flat_map(|_| one.to_vec()).collect();
    let estimate = |mu: Array<'_>| {
        let mut accumulator = Accumulator::new(&scores(), Clustering::None).unwrap();
        accumulator.add(&Batch { mu, ..sample.batch(false) }, 1, &mut unwatched()).unwrap();
        numbers(&accumulator)
    };
    let expected = estimate(Array::dense(&repeated, K, C));
    assert_eq!(estimate(Array::shared(one, K, C)), expected);
    // Categories first, contexts last, as a column-major array of C x K x K x n has them reversed.
    let mut turned = vec![0.0; 300 * K * K * C];
    for (cell, value) in sample.mu.iter().enumerate() {
        let (rest, c) = (cell / C, cell % C);
        let (context, j, k) = (rest / (K * K), rest / K % K, rest % K);
        turned[((c * K + k) * K + j) * 300 + context] = *value;
    }
    let strided = Array { values: &turned, strides: [1, 300, K * 300, K * K * 300] };
    assert_eq!(estimate(strided), estimate(Array::dense(&sample.mu, K, C)));
    // Two labels of a pair, three to one, are three quarters of one and a quarter of the other.
    let mut labels = Labels {
        context: &[0, 0],
        first: &[1, 1],
        second: &[2, 2],
        category: &[0, 2],
        propensity: &[0.5, 0.5],
        weight: &[3.0, 1.0],
        replicates: true,
    };
    let grouped = labels.group(&scores(), 1).unwrap();
    assert_eq!(grouped.of(0)[0].shares, [0.75, 0.0, 0.25]);
    assert_eq!(grouped.rows(0), [[2, 0]]);
    labels.replicates = false;
    assert_eq!(labels.group(&scores(), 1).unwrap_err().row_number(), Some(1));
    // Unordered: labels of (2, 1) are turned round.
    let unordered = Specification { pairs: Pairs::Unordered, ..scores() };
    let grouped =
        Labels { first: &[1, 2], second: &[2, 1], replicates: true, ..labels }.group(&unordered, 1).unwrap();
    assert_eq!((grouped.of(0).len(), grouped.rows(0)), (1, &[[1, 1]][..]));
}

#[test]
fn one_order_is_refused_or_folded() {
    let mut sample = Sample::new(60, 9);
    let [first, second] = &mut sample.items;
    for (j, k) in first.iter_mut().zip(second) {
        (*j, *k) = ((*j).min(*k), (*j).max(*k));
    }
    // Pairs that were labelled in both orders are now there twice.
    let labels = Labels { replicates: true, ..sample.labels() };
    let equal = vec![0.2; sample.context.len()];
    let batch = Batch { labels: Labels { propensity: &equal, ..labels }, ..sample.batch(false) };
    let with = |pairs: Pairs| {
        let mut accumulator =
            Accumulator::new(&Specification { pairs, ..scores() }, Clustering::None).unwrap();
        accumulator.add(&batch, 1, &mut unwatched()).unwrap();
        accumulator
    };
    let ordered = with(Pairs::Ordered);
    assert_eq!(ordered.diagnostics().orders(), Orders::One);
    assert!(matches!(ordered.all(Estimate::Debiased), Err(Error::Unsupported(_))));
    assert!(ordered.all(Estimate::PlugIn).is_ok());
    assert!(with(Pairs::OrderedUnchecked).all(Estimate::Debiased).is_ok());
    assert!(with(Pairs::Unordered).all(Estimate::Debiased).is_ok());
}

/// Bad input names what is wrong, and leaves what was there.
#[test]
fn what_is_wrong_is_named_and_nothing_lost() {
    let sample = Sample::new(600, 10);
    let mut accumulator = added(&sample, Clustering::None, 1);
    let before = accumulator.clone();
    let mut refused = |change: &dyn Fn(&mut Sample), row: Option<usize>, what: &str| {
        let mut bad = sample.part(0, 600);
        change(&mut bad);
        let error = accumulator.add(&bad.batch(false), 2, &mut unwatched()).unwrap_err();
        assert!(error.to_string().contains(what) && error.row_number() == row, "{error} {row:?}");
        assert!(accumulator == before);
    };
    let cell = |context: usize, j: usize, k: usize| ((context * K + j) * K + k) * C;
    refused(&|s| s.mu[cell(400, 1, 2)] = f64::NAN, Some(400), "pair (1, 2) has probability NaN");
    refused(&|s| s.mu[cell(7, 3, 0) + 1] = -0.1, Some(7), "pair (3, 0) has probability -0.1");
    refused(&|s| s.mu[cell(599, 0, 1)] += 0.01, Some(599), "sum to 1.01");
    refused(&|s| s.propensity[5] = 0.0, Some(5), "propensity is 0");
    refused(&|s| s.propensity[5] = 1.5, Some(5), "propensity is 1.5");
    refused(&|s| s.category[6] = 3, Some(6), "category is 3");
    refused(&|s| s.items[0][6] = 4, Some(6), "first is 4");
    refused(&|s| s.items[1][6] = s.items[0][6], Some(6), "against itself");
    refused(&|s| s.context[9] = 600, Some(9), "context is 600");
    refused(&|s| s.propensity.truncate(3), None, "propensity: 3 values");
    refused(&|s| s.mu.truncate(3), None, "3 numbers are too few");
    // A function that fails, and one that leaves numbers out, in a later batch.
    let many = Sample::new(100, 11);
    let mut run = |fill: Fill<'_>| {
        let error = accumulator.run(&many.batch(false), fill, 1, &mut unwatched()).unwrap_err();
        assert!(accumulator == before);
        error
    };
    let failed = run(&mut |first, _, _| Err(Error::row(first, "code 7")));
    assert_eq!(failed, Error::row(0, "code 7"));
    let left_out = run(&mut |_, _, out| {
        out.copy_from_slice(&many.mu);
        out[cell(80, 2, 3) + 2] = f64::NAN;
        Ok(())
    });
    assert_eq!(left_out.row_number(), Some(80));
    // Cancelling, other estimates, missing parts.
    let cancelled = accumulator.add(&sample.batch(false), 1, &mut |_: &_| Err(Error::Cancelled));
    assert_eq!(cancelled.unwrap_err(), Error::Cancelled);
    let other = Accumulator::new(&Specification { floor: 0.02, ..scores() }, Clustering::None).unwrap();
    assert!(accumulator.merge(&other).is_err());
    assert!(accumulator.merge(&Accumulator::new(&scores(), Clustering::Keyed).unwrap()).is_err());
    assert!(accumulator.add(&sample.batch(true), 1, &mut unwatched()).is_err());
    assert!(accumulator == before);
    let empty = Accumulator::new(&scores(), Clustering::None).unwrap();
    assert!(empty.all(Estimate::Debiased).is_err());
    let judged = vec![Functional::Miscalibration(Loss::Brier)];
    let mut judged = Accumulator::new(&Specification::new(K, C, judged).unwrap(), Clustering::None).unwrap();
    let error = judged.add(&sample.batch(false), 1, &mut unwatched()).unwrap_err();
    assert!(error.to_string().contains("judge"));
}

#[test]
fn damaged_bytes_are_refused() {
    let bytes = added(&Sample::new(20, 12), Clustering::Together, 1).save();
    for length in [0, 8, 27, bytes.len() - 8, bytes.len() - 1] {
        assert!(matches!(Accumulator::load(&bytes[..length]), Err(Error::Format(_))), "{length}");
    }
    for at in (0..bytes.len()).step_by(97) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        assert!(matches!(Accumulator::load(&damaged), Err(Error::Format(_))), "byte {at}");
    }
}

/// Scores that must be between 0 and 1 need a floor; it is counted.
#[test]
fn a_floor_lifts_zeros() {
    let mut sample = Sample::new(2, 13);
    sample.mu[C..2 * C].copy_from_slice(&[1.0, 0.0, 0.0]);
    let mut bare = Accumulator::new(&Specification { floor: 0.0, ..scores() }, Clustering::None).unwrap();
    let error = bare.add(&sample.batch(false), 1, &mut unwatched()).unwrap_err();
    assert!(error.row_number() == Some(0) && error.to_string().contains("floor"), "{error}");
    let accumulator = added(&sample, Clustering::None, 1);
    let d = accumulator.diagnostics();
    assert_eq!((d.floored, d.probabilities), (2.0, 2.0 * 12.0 * 3.0));
}
