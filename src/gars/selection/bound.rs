//! The least and largest mean of a weight under selection by a factor, in closed form.
//!
//! Answered labels have the distribution mu, those that were not answered l_y mu_y, where the odds of answering may depend
//! on the answer by a factor Gamma: l in [1/Gamma, Gamma], sum l mu = 1 (Tan 2006; sharp: Dorn and Guo 2023). The
//! largest mean of w is s / Gamma + (1 - 1/Gamma) CVaR, s = <w, mu>, CVaR the mean of w over the part 1 / (1 + Gamma) of
//! mu that has the largest w. With t the least w of this part its derivative in mu_c is, but for a constant,
//! w_c / Gamma + (Gamma - 1/Gamma) (w_c - t)+.

use super::SelectionModel;

/// The largest mean of `weights` over the distribution of labels that were not answered; its derivative in mu is written to
/// `slope`, up to a constant over categories. `order` is room for as many numbers as there are categories.
pub fn largest(
    model: SelectionModel,
    weights: &[f64],
    mu: &[f64],
    gamma: f64,
    order: &mut [usize],
    slope: &mut [f64],
) -> f64 {
    match model {
        SelectionModel::Marginal => marginal(weights, mu, gamma, order, slope),
        SelectionModel::Odds => odds(weights, mu, gamma, slope),
    }
}

fn marginal(weights: &[f64], mu: &[f64], gamma: f64, order: &mut [usize], slope: &mut [f64]) -> f64 {
    order.iter_mut().enumerate().for_each(|(at, place)| *place = at);
    order.sort_unstable_by(|a, b| weights[*b].total_cmp(&weights[*a]));
    let inverse = 1.0 / gamma;
    let part = inverse / (1.0 + inverse);
    let (mut left, mut sum, mut threshold) = (part, 0.0, weights[order[0]]);
    for &category in order.iter() {
        if left <= 0.0 {
            break;
        }
        // The last takes what rounding left.
        let taken = mu[category].min(left);
        if taken > 0.0 {
            sum += taken * weights[category];
            threshold = weights[category];
            left -= taken;
        }
    }
    // Of an infinite factor the part is nothing, and its mean the largest weight of a category that there is.
    let tail = if part > 0.0 { (sum + left.max(0.0) * threshold) / part } else { top(weights, mu, order) };
    let mean: f64 = weights.iter().zip(mu).map(|(w, m)| w * m).sum();
    let steep = if gamma.is_finite() { gamma - inverse } else { 0.0 };
    slope
        .iter_mut()
        .zip(weights)
        .for_each(|(slope, w)| *slope = w * inverse + steep * (w - threshold).max(0.0));
    inverse * mean + (1.0 - inverse) * tail
}

fn top(weights: &[f64], mu: &[f64], order: &[usize]) -> f64 {
    let there = order.iter().find(|category| mu[**category] > 0.0);
    weights[*there.unwrap_or(&order[0])]
}

/// Of two categories: the odds of the one with the larger weight, times the factor.
fn odds(weights: &[f64], mu: &[f64], gamma: f64, slope: &mut [f64]) -> f64 {
    let (high, low) = if weights[0] >= weights[1] { (0, 1) } else { (1, 0) };
    let (p, gap) = (mu[high], weights[high] - weights[low]);
    let (q, steep) = match gamma.is_finite() {
        true => {
            let scale = gamma * p + 1.0 - p;
            (gamma * p / scale, gamma / (scale * scale))
        }
        false => (f64::from(u8::from(p > 0.0)), 0.0),
    };
    slope.fill(0.0);
    slope[high] = gap * steep;
    weights[low] + gap * q
}
