//! Derivatives by differences, weights by enumeration, symmetries, closed forms.

use super::*;
use crate::progress::unwatched;

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
            let values = evaluator.values();
            // The probabilities as the evaluator uses them: mirrored, where the order has no effect.
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
                    visited(&specification, &moved, &judge).values()
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
            let values = evaluator.values();
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
    let found = visited(&specification, &mu, &mu).values();
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
    near(&evaluator.values(), &[0.4, 0.3, 0.3, 1.0, 0.0, 0.0], 1e-14);
    let mut psi = vec![0.0; 6];
    evaluator.psi(&[label(1, 2, &[1.0, 0.0]), label(1, 0, &[1.0, 0.0])], &mut psi).unwrap();
    assert_eq!(psi[..3], evaluator.values()[..3]);
    assert!(psi[3] < 1.0);
    let mut weights = vec![1.0; 9];
    evaluator.weights(0, None, &mut weights).unwrap();
    assert_eq!(weights, [0.0; 9]);
}

/// Contexts side by side, some of them the same and one with an item that never loses, have the bits that each
/// has alone, in values, corrections and weights.
#[test]
fn contexts_do_not_depend_on_their_neighbours() {
    const COUNT: usize = 11;
    let (k, c) = (5, 3);
    let cells = k * k * c;
    let mut random = Random::new(6, 0);
    let mut mu: Vec<f64> = (0..COUNT).flat_map(|_| probabilities(&mut random, k, c)).collect();
    mu.copy_within(2 * cells..3 * cells, 3 * cells);
    mu.copy_within(2 * cells..3 * cells, 4 * cells);
    let mut unbeaten = mu.clone();
    for i in 1..k {
        unbeaten[6 * cells + i * c..][..c].copy_from_slice(&[1.0, 0.0, 0.0]);
        unbeaten[6 * cells + i * k * c..][..c].copy_from_slice(&[0.0, 1.0, 0.0]);
    }
    let chains = || ChainForm::ALL.map(Functional::RankCentrality).to_vec();
    let mut plain = all(k, c);
    plain.retain(|functional| !matches!(functional, Functional::Miscalibration(_)));
    for (functionals, mu, judged) in
        [(plain, &mu, false), (all(k, c), &mu, true), (chains(), &unbeaten, false)]
    {
        for pairs in [Pairs::Ordered, Pairs::Unordered] {
            let mut specification = specification(k, c, functionals.clone());
            specification.pairs = pairs;
            let context: Vec<u64> = (0..COUNT as u64).collect();
            let first: Vec<u32> = (0..COUNT as u32).map(|at| at % 4).collect();
            let second: Vec<u32> = first.iter().map(|first| first + 1).collect();
            let category: Vec<u32> = (0..COUNT as u32).map(|at| at % 3).collect();
            let labels = LabelColumns {
                context: &context,
                first: &first,
                second: &second,
                category: &category,
                propensity: &[0.25; COUNT],
                ..LabelColumns::none()
            };
            let judge = judged.then_some(Array::dense(mu, k, c));
            let all = Array::dense(mu, k, c);
            let batch = Batch {
                contexts: COUNT,
                mu: all,
                judge,
                propensities: None,
                labels,
                clusters: None,
                groups: None,
                folds: None,
            };
            let accumulator = Accumulator::new(&specification, Clustering::None).unwrap();
            let [psi, plugin] = accumulator.psi(&batch, 1, &mut unwatched()).unwrap();
            let size = accumulator.size();
            let weights: Vec<Vec<f64>> = (0..functionals.len())
                .map(|f| accumulator.weights(f, &batch, None, 1, &mut unwatched()).unwrap())
                .collect();
            let mut evaluator = Evaluator::new(&specification).unwrap();
            for at in 0..COUNT {
                let own = StridedMatrix::dense(&mu[at * cells..(at + 1) * cells], k, c);
                let judge = judged.then_some(own);
                evaluator.visit(&Judged { mu: own, judge, propensities: None }).unwrap();
                let mut shares = [0.0; 3];
                shares[category[at] as usize] = 1.0;
                let label = label(first[at] as usize, second[at] as usize, &shares);
                let mut found = vec![0.0; size];
                evaluator.psi(&[Label { propensity: 0.25, ..label }], &mut found).unwrap();
                assert_eq!(found, psi[at * size..(at + 1) * size]);
                assert_eq!(evaluator.values(), plugin[at * size..(at + 1) * size]);
                let mut found = vec![0.0; k * k];
                for (f, weights) in weights.iter().enumerate() {
                    evaluator.weights(f, None, &mut found).unwrap();
                    assert_eq!(found, weights[at * k * k..(at + 1) * k * k]);
                }
            }
        }
    }
}
