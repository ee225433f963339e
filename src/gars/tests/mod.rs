//! Properties of functionals and estimates: what their tests share.

mod estimates;
mod functionals;
mod second_order;
mod together;

use super::*;
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
fn specification(items: usize, categories: usize, functionals: Vec<Functional>) -> GarsSpecification {
    let mut specification = GarsSpecification::new(items, categories, functionals).unwrap();
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
fn visited(specification: &GarsSpecification, mu: &[f64], judge: &[f64]) -> Evaluator {
    let (k, c) = (specification.items, specification.categories);
    let mut evaluator = Evaluator::new(specification).unwrap();
    let judge = Some(StridedMatrix::dense(judge, k, c));
    evaluator.visit(&Judged { mu: StridedMatrix::dense(mu, k, c), judge, propensities: None }).unwrap();
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
