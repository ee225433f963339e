//! The probability that some of the items of a set are chosen from it, with its derivatives:
//!
//! ```text
//! P(C | B) = delta_|C| exp(mean of u in C) / sum over k and S in B, |S| = k, of delta_k exp(mean of u in S),    delta_1 = 1
//! ```
//!
//! (Turner, van Etten, Firth and Kosmidis 2020). The sum over sets of k is an elementary symmetric polynomial of
//! exp(u / k). In maximum difference scaling the best and the worst are chosen together, as exp((u_b - u_w) / 2): of two items
//! that is the vote of Bradley and Terry (Marley and Louviere 2005, with differences halved).

use super::MOST_TIED;
use crate::room::Put as _;

/// The negative logarithm of a probability, its slopes and second derivatives (symmetric, rows of `n`) in the strengths of the
/// items and in the logarithms of delta_2 and delta_3.
#[derive(Debug, Clone, Default)]
pub(super) struct Derived {
    /// Whether second derivatives are left out, as zeros.
    pub(super) is_of_first_order: bool,
    pub(super) value: f64,
    /// Number of coordinates.
    pub(super) n: usize,
    pub(super) slopes: Vec<f64>,
    pub(super) second: Vec<f64>,
    weights: [Vec<f64>; MOST_TIED],
    without: [Vec<f64>; MOST_TIED],
}

impl Derived {
    /// As room for this many coordinates, zeros.
    fn clear(&mut self, n: usize) {
        self.n = n;
        self.value = 0.0;
        self.slopes.clear();
        self.slopes.put_until(n, 0.0);
        self.second.clear();
        self.second.put_until(n * n, 0.0);
    }

    /// That one item is chosen: the first. `u` are the strengths of all that may be.
    pub(super) fn one(&mut self, u: &[f64]) {
        let n = u.len();
        self.clear(n);
        let largest = u.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights = &mut self.weights[0];
        weights.clear();
        weights.put_each(u.iter().map(|u| (u - largest).exp()));
        let sum: f64 = weights.iter().sum();
        // Where the first is the largest its own share is left out of the logarithm, so that a sure choice costs no digits.
        self.value = match u[0] == largest {
            true => weights[1..].iter().sum::<f64>().ln_1p(),
            false => sum.ln() + largest - u[0],
        };
        self.slopes.iter_mut().zip(weights).for_each(|(slope, weight)| *slope = *weight / sum);
        if !self.is_of_first_order {
            for (i, row) in self.second.chunks_exact_mut(n).enumerate() {
                let own = self.slopes[i];
                row.iter_mut().zip(&self.slopes).for_each(|(x, other)| *x = -own * other);
                row[i] += own;
            }
        }
        self.slopes[0] -= 1.0;
    }

    /// That the first `chosen` items are chosen together; `deltas` are the logarithms of delta_2 and so on, of as many orders as the
    /// model has.
    pub(super) fn several(&mut self, u: &[f64], chosen: usize, deltas: &[f64]) {
        let (n, orders) = (u.len(), (deltas.len() + 1).min(u.len()));
        let all = n + deltas.len();
        self.clear(all);
        let largest = u.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let delta = |k: usize| if k == 1 { 0.0 } else { deltas[k - 2] };
        let mut parts = [0.0; MOST_TIED];
        for k in 1..=orders {
            self.weigh(u, largest, k);
            parts[k - 1] = delta(k).exp() * elementary(&self.weights[k - 1], k);
        }
        let total: f64 = parts.iter().sum();
        let mean = u[..chosen].iter().map(|u| u - largest).sum::<f64>() / chosen as f64;
        self.value = total.ln() - mean - delta(chosen);
        for k in 1..=orders {
            self.add_order(k, n, delta(k).exp() / total);
            if k > 1 {
                self.slopes[n + k - 2] = parts[k - 1] / total;
                self.second[(n + k - 2) * all + n + k - 2] = parts[k - 1] / total;
            }
        }
        for i in 0..all {
            for j in 0..all {
                self.second[i * all + j] -= self.slopes[i] * self.slopes[j];
            }
        }
        self.slopes[..chosen].iter_mut().for_each(|slope| *slope -= 1.0 / chosen as f64);
        if chosen > 1 {
            self.slopes[n + chosen - 2] -= 1.0;
        }
    }

    /// exp(u / k) of all items, and the polynomial of degree k - 1 of all others.
    fn weigh(&mut self, u: &[f64], largest: f64, k: usize) {
        let weights = &mut self.weights[k - 1];
        weights.clear();
        weights.put_each(u.iter().map(|u| ((u - largest) / k as f64).exp()));
        let without = &mut self.without[k - 1];
        without.clear();
        for i in 0..u.len() {
            let others = |at: usize| if at == i { 0.0 } else { weights[at] };
            without.put(elementary_of((0..weights.len()).map(others), k - 1));
        }
    }

    /// Adds the moments of the sets of k, which weigh `times` the product of their items' weights.
    fn add_order(&mut self, k: usize, n: usize, times: f64) {
        let all = self.n;
        let (weights, without) = (&self.weights[k - 1], &self.without[k - 1]);
        let (share, sum) = (1.0 / k as f64, weights.iter().sum::<f64>());
        for i in 0..n {
            let own = times * weights[i] * without[i];
            self.slopes[i] += share * own;
            self.second[i * all + i] += share * share * own;
            if k > 1 {
                let order = n + k - 2;
                self.second[i * all + order] = share * own;
                self.second[order * all + i] = share * own;
            }
            for j in 0..i {
                let pair = match k {
                    1 => 0.0,
                    2 => 1.0,
                    // Rounding is small beside the largest weight, which is one.
                    _ => (sum - weights[i] - weights[j]).max(0.0),
                };
                let value = share * share * times * weights[i] * weights[j] * pair;
                self.second[i * all + j] += value;
                self.second[j * all + i] += value;
            }
        }
    }

    /// That the first item is the best and the second the worst of all, chosen together.
    pub(super) fn best_and_worst(&mut self, u: &[f64]) {
        let n = u.len();
        self.clear(n);
        let centre = u.iter().sum::<f64>() / n as f64;
        let largest = u.iter().map(|u| (u - centre).abs()).fold(0.0, f64::max);
        let log = |b: usize, w: usize| 0.5 * (u[b] - u[w]) - largest;
        let mut total = 0.0;
        for b in 0..n {
            for w in (0..n).filter(|&w| w != b) {
                let p = log(b, w).exp();
                total += p;
                self.slopes[b] += 0.5 * p;
                self.slopes[w] -= 0.5 * p;
                self.second[b * n + b] += 0.25 * p;
                self.second[w * n + w] += 0.25 * p;
                self.second[b * n + w] -= 0.25 * p;
                self.second[w * n + b] -= 0.25 * p;
            }
        }
        self.value = total.ln() - log(0, 1);
        self.slopes.iter_mut().chain(&mut self.second).for_each(|x| *x /= total);
        for i in 0..n {
            for j in 0..n {
                self.second[i * n + j] -= self.slopes[i] * self.slopes[j];
            }
        }
        self.slopes[0] -= 0.5;
        self.slopes[1] += 0.5;
    }

    /// The same where strengths count the other way round: the first is the worst.
    pub(super) fn reverse(&mut self) {
        self.slopes.iter_mut().for_each(|slope| *slope = -*slope);
    }
}

/// The elementary symmetric polynomial of degree k, at most 3.
fn elementary(values: &[f64], k: usize) -> f64 {
    elementary_of(values.iter().copied(), k)
}

fn elementary_of(values: impl Iterator<Item = f64>, k: usize) -> f64 {
    let mut sums = [1.0, 0.0, 0.0, 0.0];
    for value in values {
        for degree in (1..=k).rev() {
            sums[degree] += value * sums[degree - 1];
        }
    }
    sums[k]
}

#[cfg(test)]
mod tests {
    use super::*;

    const U: [f64; 5] = [0.3, -1.2, 0.9, 0.0, 2.1];

    /// By the definition: all sets, one by one.
    fn by_sets(u: &[f64], chosen: usize, deltas: &[f64]) -> f64 {
        let delta = |k: usize| if k == 1 { 0.0 } else { deltas[k - 2] };
        let mut total = 0.0;
        for set in 1usize..1 << u.len() {
            let k = set.count_ones() as usize;
            if k <= deltas.len() + 1 {
                let sum: f64 = (0..u.len()).filter(|at| set >> at & 1 == 1).map(|at| u[at]).sum();
                total += (delta(k) + sum / k as f64).exp();
            }
        }
        total.ln() - delta(chosen) - u[..chosen].iter().sum::<f64>() / chosen as f64
    }

    fn check(evaluate: impl Fn(&mut Derived, &[f64]), at: &[f64], own: impl Fn(&[f64]) -> f64) {
        let (mut here, mut there, mut back) = Default::default();
        evaluate(&mut here, at);
        assert!((here.value - own(at)).abs() < 1e-13, "{} {}", here.value, own(at));
        let step = 1e-5;
        for k in 0..at.len() {
            let (mut up, mut down) = (at.to_vec(), at.to_vec());
            up[k] += step;
            down[k] -= step;
            evaluate(&mut there, &up);
            evaluate(&mut back, &down);
            let (there, back): (&Derived, &Derived) = (&there, &back);
            assert!((here.slopes[k] - (there.value - back.value) / (2.0 * step)).abs() < 1e-9);
            for j in 0..at.len() {
                let second = (there.slopes[j] - back.slopes[j]) / (2.0 * step);
                assert!((here.second[k * at.len() + j] - second).abs() < 1e-9, "{k} {j}");
            }
        }
    }

    #[test]
    fn choices_are_those_of_the_definition() {
        check(|d, u| d.one(u), &U, |u| by_sets(u, 1, &[]));
        for orders in 2..=MOST_TIED {
            for chosen in 1..=orders {
                let mut at = U.to_vec();
                at.extend(&[-0.4, -1.3][..orders - 1]);
                let several = |d: &mut Derived, at: &[f64]| d.several(&at[..5], chosen, &at[5..]);
                check(several, &at, |at| by_sets(&at[..5], chosen, &at[5..]));
            }
        }
    }

    #[test]
    fn a_pair_may_have_more_orders_than_items() {
        let (u, deltas) = ([0.4, -0.1], [-0.7, 0.2]);
        let mut derived = Derived::default();
        derived.several(&u, 2, &deltas);
        assert!((derived.value - by_sets(&u, 2, &deltas)).abs() < 1e-14);
        assert_eq!((derived.slopes.len(), derived.slopes[3]), (4, 0.0));
    }

    #[test]
    fn the_best_and_the_worst_are_a_pair_in_order() {
        let own = |u: &[f64]| {
            let pairs = (0..5).flat_map(|b| (0..5).filter(move |&w| w != b).map(move |w| (b, w)));
            let total: f64 = pairs.map(|(b, w)| (0.5 * (u[b] - u[w])).exp()).sum();
            total.ln() - 0.5 * (u[0] - u[1])
        };
        check(|d, u| d.best_and_worst(u), &U, own);
        let mut derived = Derived::default();
        derived.best_and_worst(&[0.7, -0.2]);
        assert!((derived.value - (-0.9f64).exp().ln_1p()).abs() < 1e-15);
    }

    #[test]
    fn sure_choices_keep_their_digits() {
        let mut derived = Derived::default();
        derived.one(&[40.0, 0.0, -1.0]);
        let own = (-40.0f64).exp() + (-41.0f64).exp();
        assert!((derived.value / own - 1.0).abs() < 1e-12);
        derived.several(&[900.0, -900.0], 1, &[0.0]);
        assert!(derived.value.abs() < 1e-12 && derived.second.iter().all(|x| x.is_finite()));
    }
}
