//! How near numbers are to others.
#![allow(dead_code)] // Every test program uses its own part.

use duel::assess::{agreement, Agreement};
use duel::progress::unwatched;

pub fn centred(values: &[f64]) -> Vec<f64> {
    let middle = mean(values);
    values.iter().map(|x| x - middle).collect()
}

pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Standard deviation.
pub fn spread(values: &[f64]) -> f64 {
    let squares: f64 = centred(values).iter().map(|x| x * x).sum();
    (squares / (values.len() as f64 - 1.0)).sqrt()
}

pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (low, high) = (sorted.len().saturating_sub(1) / 2, sorted.len() / 2);
    match sorted.get(low) {
        Some(value) => 0.5 * (value + sorted[high]),
        None => f64::NAN,
    }
}

/// Mean squared difference.
pub fn squared_error(found: &[f64], truth: &[f64]) -> f64 {
    found.iter().zip(truth).map(|(f, t)| (f - t).powi(2)).sum::<f64>() / truth.len() as f64
}

pub fn pearson(a: &[f64], b: &[f64]) -> f64 {
    let (a, b) = (centred(a), centred(b));
    let dot = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
    dot(&a, &b) / (dot(&a, &a) * dot(&b, &b)).sqrt()
}

pub fn spearman(a: &[f64], b: &[f64]) -> f64 {
    let both = [a, b].concat();
    agreement(&both, 2, a.len(), Agreement::Spearman, 0, &mut unwatched()).expect("a correlation")[1]
}

/// Places from 0, the highest value first; equal values by their order.
pub fn places(values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    let mut places = vec![0; values.len()];
    order.iter().enumerate().for_each(|(place, &at)| places[at] = place);
    places
}

/// Normalised discounted cumulative gain of a ranking of all items, relevance 2^(N - rank) - 1.
pub fn ndcg(found: &[f64], truth: &[f64]) -> f64 {
    let (found, right) = (places(found), places(truth));
    let gain = |item: usize| ((right.len() - 1 - right[item]) as f64).exp2() - 1.0;
    let sum = |places: &[usize]| -> f64 {
        (0..places.len()).map(|i| gain(i) / ((places[i] + 2) as f64).log2()).sum()
    };
    sum(&found) / sum(&right)
}
