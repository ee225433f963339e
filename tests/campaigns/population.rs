//! The estimand of a pooled Bradley-Terry model where judges (or contexts) disagree about items: not
//! the scores of the mean judge, but those nearest to the probabilities of a vote by any judge.

/// Scores, sum zero, of the Bradley-Terry model nearest in likelihood to
/// E logistic(s_i - s_j + b_i - b_j), all pairs equally often, where b is normal and independent from
/// item to item, with these standard deviations in two independent parts.
pub fn scores(scores: &[f64], deviations: [f64; 2]) -> Vec<f64> {
    let n = scores.len();
    // Of a difference of two items.
    let deviation = (2.0 * deviations.iter().map(|d| d * d).sum::<f64>()).sqrt();
    let wins: Vec<f64> = (0..n)
        .map(|i| (0..n).filter(|&j| j != i).map(|j| mean_logistic(scores[i] - scores[j], deviation)).sum())
        .collect();
    // Zermelo's (1929) iteration.
    let mut strengths: Vec<f64> = scores.iter().map(|s| s.exp()).collect();
    for _ in 0..5_000 {
        let next = |i: usize| {
            let against = |j: usize| 1.0 / (strengths[i] + strengths[j]);
            wins[i] / (0..n).filter(|&j| j != i).map(against).sum::<f64>()
        };
        strengths = (0..n).map(next).collect();
    }
    let logs: Vec<f64> = strengths.iter().map(|s| s.ln()).collect();
    let mean = logs.iter().sum::<f64>() / n as f64;
    logs.iter().map(|l| l - mean).collect()
}

/// E logistic(mean + N(0, deviation^2)), by the trapezoidal rule, which for such functions is exact
/// to many digits.
fn mean_logistic(mean: f64, deviation: f64) -> f64 {
    let (mut sum, mut weights) = (0.0, 0.0);
    for k in -400..=400 {
        let z = f64::from(k) * 0.02;
        let weight = (-0.5 * z * z).exp();
        sum += weight / (1.0 + (-(mean + deviation * z)).exp());
        weights += weight;
    }
    sum / weights
}
