//! All differences of two scores.

/// Rows of weights, (0, 1), (0, 2), ..., the first less the second.
pub fn all_pairs(items: usize) -> Vec<f64> {
    let mut weights = Vec::new();
    for (i, j) in pairs(items) {
        weights.extend((0..items).map(|k| f64::from(u8::from(k == i)) - f64::from(u8::from(k == j))));
    }
    weights
}

/// The differences of given scores, in the same order.
pub fn differences(scores: &[f64]) -> Vec<f64> {
    pairs(scores.len()).map(|(i, j)| scores[i] - scores[j]).collect()
}

/// Pairs i < j.
pub fn pairs(items: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..items).flat_map(move |i| (i + 1..items).map(move |j| (i, j)))
}
