//! Sums over the pairs of a context for independent draws, free of branches so that the compiler turns them
//! into vector instructions, and compiled for several instruction sets of which the widest runs. They only
//! add, multiply, divide, compare and take square roots, so that the bits are the same with each.

use crate::room::Gather as _;
use faer::traits::pulp::{Arch, Simd, WithSimd};

/// Pairs side by side in registers.
const LANES: usize = 8;

/// Costs c of the pairs, and 1 / sqrt(c), 0 for pairs that are not on offer: blocks, the last filled with
/// such pairs.
#[derive(Debug)]
pub(super) struct Prices(Vec<[[f64; LANES]; 2]>);

impl Prices {
    pub(super) fn new(costs: &[f64]) -> Prices {
        let root = |c: f64| if c > 0.0 { c.sqrt().recip() } else { 0.0 };
        Prices(costs.chunks(LANES).map(|own| [padded(own), padded(own).map(root)]).gathered())
    }
}

/// A block of numbers, zeros where there are no more.
#[inline(always)]
fn padded(values: &[f64]) -> [f64; LANES] {
    let mut block = [0.0; LANES];
    block[..values.len()].copy_from_slice(values);
    block
}

/// W of a block, 0 where a pair is not on offer, and t = sqrt(W / c).
#[inline(always)]
fn utility(weights: &[f64], [costs, roots]: &[[f64; LANES]; 2]) -> [[f64; LANES]; 2] {
    let mut own =
        if weights.len() == LANES { std::array::from_fn(|lane| weights[lane]) } else { padded(weights) };
    let mut t = [0.0; LANES];
    for lane in 0..LANES {
        own[lane] = if costs[lane] > 0.0 { own[lane] } else { 0.0 };
        t[lane] = own[lane].sqrt() * roots[lane];
    }
    [own, t]
}

/// The cost of a context at m: with t = sqrt(W / c) the sum of c times the bound that a pair is at, and that
/// of c t over the others.
pub(super) struct Spend<'a> {
    pub(super) weights: &'a [f64],
    pub(super) prices: &'a Prices,
    pub(super) m: f64,
    pub(super) floor: f64,
}

impl Spend<'_> {
    pub(super) fn run(self) -> [f64; 2] {
        Arch::new().dispatch(self)
    }
}

impl WithSimd for Spend<'_> {
    type Output = [f64; 2];

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> [f64; 2] {
        let Spend { weights, prices, m, floor } = self;
        let (mut clipped, mut slope) = ([0.0; LANES], [0.0; LANES]);
        for (weights, block) in weights.chunks(LANES).zip(&prices.0) {
            let ([costs, _], [_, t]) = (block, utility(weights, block));
            for lane in 0..LANES {
                let pi = t[lane] * m;
                let bound = if pi <= floor { floor } else { 1.0 };
                let free = pi > floor && pi < 1.0;
                clipped[lane] += if free { 0.0 } else { costs[lane] * bound };
                slope[lane] += if free { costs[lane] * t[lane] } else { 0.0 };
            }
        }
        [clipped, slope].map(|lanes| lanes.iter().sum())
    }
}

/// The probabilities of a context at m, which are written, and their sums of c pi, W / pi and W.
pub(super) struct Apply<'a> {
    pub(super) weights: &'a [f64],
    pub(super) prices: &'a Prices,
    pub(super) m: f64,
    pub(super) floor: f64,
    pub(super) pi: &'a mut [f64],
}

impl Apply<'_> {
    pub(super) fn run(self) -> [f64; 3] {
        Arch::new().dispatch(self)
    }
}

impl WithSimd for Apply<'_> {
    type Output = [f64; 3];

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> [f64; 3] {
        let Apply { weights, prices, m, floor, pi } = self;
        let mut sums = [[0.0; LANES]; 3];
        let mut own = [0.0; LANES];
        for ((weights, block), pi) in weights.chunks(LANES).zip(&prices.0).zip(pi.chunks_mut(LANES)) {
            let ([costs, _], [utility, t]) = (block, utility(weights, block));
            for lane in 0..LANES {
                // An infinite lambda makes m zero; at lambda 0 it is infinite, and a weight of 0 stays at the
                // floor.
                let free = t[lane] * m;
                let above = if free > floor { free } else { floor };
                let most = if above < 1.0 { above } else { 1.0 };
                let on = if utility[lane] > 0.0 { most } else { floor };
                own[lane] = if costs[lane] > 0.0 { on } else { 0.0 };
                sums[0][lane] += costs[lane] * own[lane];
                sums[1][lane] += if utility[lane] > 0.0 { utility[lane] / own[lane] } else { 0.0 };
                sums[2][lane] += utility[lane];
            }
            pi.copy_from_slice(&own[..pi.len()]);
        }
        sums.map(|lanes| lanes.iter().sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seventeen pairs, one of them not on offer whatever its weight, one by one.
    #[test]
    fn blocks_are_single_pairs() {
        let weights: Vec<f64> =
            (0..17).map(|k| if k == 5 { f64::NAN } else { (f64::from(k) - 2.0).max(0.0) }).collect();
        let costs: Vec<f64> = (0..17).map(|k| if k == 5 { 0.0 } else { 0.5 + 0.1 * f64::from(k) }).collect();
        let prices = Prices::new(&costs);
        let (m, floor) = (0.3, 0.1);
        let mut pi = [f64::NAN; 17];
        let [spent, variance, all] =
            Apply { weights: &weights, prices: &prices, m, floor, pi: &mut pi }.run();
        let [clipped, slope] = Spend { weights: &weights, prices: &prices, m, floor }.run();
        let mut expected = [0.0; 3];
        for (k, (w, c)) in weights.iter().zip(&costs).enumerate() {
            let own = if *c > 0.0 { ((w / c).sqrt() * m).clamp(floor, 1.0) } else { 0.0 };
            assert!((own - pi[k]).abs() < 1e-15, "{k}");
            if *c > 0.0 {
                expected[0] += c * own;
                expected[1] += w / own;
                expected[2] += w;
            }
        }
        for (found, expected) in [spent, variance, all].into_iter().zip(expected) {
            assert!((found / expected - 1.0).abs() < 1e-14, "{found} {expected}");
        }
        assert!((clipped + m * slope - spent).abs() < 1e-13 && slope > 0.0 && clipped > 0.0);
        // Without limit every label of some value is certain.
        Apply { weights: &weights, prices: &prices, m: f64::INFINITY, floor, pi: &mut pi }.run();
        assert!(pi[0] == floor && pi[5] == 0.0 && pi[16] == 1.0);
    }
}
