//! A Markov chain in continuous time, by its rates: stationary law, and solutions with its generator.
//!
//! By the elimination of states of Grassmann, Taksar and Heyman (1985): no subtraction occurs, so that
//! every entry of the stationary law keeps its relative accuracy however far apart the rates are. The
//! factors also solve, with the same (2/3) K^3 operations that a general factorization takes.

use crate::error::{Error, Result};
use crate::solve::{lane_dot, reserve};
use faer::traits::pulp::{Arch, Simd, WithSimd};

/// Rates that stand side by side in registers: rows are filled up to a multiple.
const LANES: usize = 8;

pub(super) struct Chain {
    size: usize,
    /// Length of a row of rates.
    width: usize,
    /// States in the order in which they are eliminated, from the last to the first.
    order: Vec<usize>,
    /// Rates between states not yet eliminated, row-major in `order`. The diagonal has no meaning, nor what
    /// is right of it once the state has been eliminated.
    rates: Vec<f64>,
    /// Row s: rates from the states before s to s, divided by what s was eliminated with.
    shares: Vec<f64>,
    /// The rate of leaving a state for those before it.
    sums: Vec<f64>,
    work: Vec<f64>,
}

impl Chain {
    pub(super) fn new(size: usize) -> Result<Chain> {
        let width = size.next_multiple_of(LANES);
        Ok(Chain {
            size,
            width,
            order: (0..size).collect(),
            rates: reserve(size * width)?,
            shares: reserve(size * size)?,
            sums: reserve(size)?,
            work: reserve(size)?,
        })
    }

    /// The rates of leaving a state, to be written before `factor`.
    pub(super) fn row(&mut self, state: usize) -> &mut [f64] {
        &mut self.rates[state * self.width..][..self.size]
    }

    /// Eliminates the states. An error where the chain has several closed classes.
    pub(super) fn factor(&mut self) -> Result<()> {
        let n = self.size;
        self.order.iter_mut().enumerate().for_each(|(at, state)| *state = at);
        let mut last = n;
        while last > 1 {
            last = Arch::new().dispatch(Eliminate { chain: self, from: last });
            if last > 0 {
                // A closed state must be the last to go; two of them have no common stationary law.
                let open = (0..last).rev().find(|&other| self.leaving(other, last + 1) > 0.0);
                self.swap(last, open.ok_or_else(closed)?);
                last += 1;
            }
        }
        Ok(())
    }

    /// The sum of the rates from a state to the first `count` others.
    fn leaving(&self, state: usize, count: usize) -> f64 {
        let row = &self.rates[state * self.width..][..self.size];
        (0..count).filter(|&other| other != state).map(|other| row[other]).sum()
    }

    /// Exchanges two states that are not yet eliminated.
    fn swap(&mut self, a: usize, b: usize) {
        let (n, width) = (self.size, self.width);
        self.order.swap(a, b);
        (0..n).for_each(|k| self.rates.swap(a * width + k, b * width + k));
        (0..n).for_each(|k| self.rates.swap(k * width + a, k * width + b));
        (0..n).for_each(|k| self.shares.swap(k * n + a, k * n + b));
    }

    /// The stationary law.
    pub(super) fn stationary(&mut self, out: &mut [f64]) -> Result<()> {
        let n = self.size;
        let law = &mut self.work;
        law[0] = 1.0;
        for state in 1..n {
            let (before, own) = law.split_at_mut(state);
            own[0] = lane_dot(before, &self.shares[state * n..][..state]);
        }
        let sum: f64 = law.iter().sum();
        if !sum.is_finite() {
            return Err(closed());
        }
        self.order.iter().zip(law.iter()).for_each(|(&state, p)| out[state] = p / sum);
        Ok(())
    }

    /// A solution y of (diag(r) - R') y = b, in place, where b sums to zero; determined up to a multiple of
    /// the stationary law.
    pub(super) fn solve(&mut self, b: &mut [f64]) {
        let n = self.size;
        let y = &mut self.work;
        self.order.iter().zip(y.iter_mut()).for_each(|(&state, y)| *y = b[state]);
        for state in (1..n).rev() {
            y[state] /= self.sums[state];
            let amount = y[state];
            let row = &self.rates[state * self.width..];
            y[..state].iter_mut().zip(row).for_each(|(y, rate)| *y += amount * rate);
        }
        y[0] = 0.0;
        for state in 1..n {
            let (before, own) = y.split_at_mut(state);
            own[0] += lane_dot(before, &self.shares[state * n..][..state]);
        }
        self.order.iter().zip(y.iter()).for_each(|(&state, y)| b[state] = *y);
    }
}

/// Eliminates the states below `from`, from the last on, while they can be left: 0, or the state that cannot.
/// Compiled for several instruction sets, of which the widest runs; it only adds, multiplies and divides, so
/// that the bits are the same with each.
struct Eliminate<'a> {
    chain: &'a mut Chain,
    from: usize,
}

impl WithSimd for Eliminate<'_> {
    type Output = usize;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> usize {
        let Chain { size: n, width, rates, shares, sums, .. } = self.chain;
        let (n, width) = (*n, *width);
        for last in (1..self.from).rev() {
            let (above, row) = rates.split_at_mut(last * width);
            let sum = total(&row[..last]);
            if sum == 0.0 {
                return last;
            }
            sums[last] = sum;
            let inverse = 1.0 / sum;
            // Beyond the states that are left rows hold nothing of meaning: whole blocks are done.
            let row = &row[..last.next_multiple_of(LANES)];
            let shares = &mut shares[last * n..][..last];
            for (other, share) in above.chunks_exact_mut(width).zip(shares) {
                let amount = other[last] * inverse;
                *share = amount;
                let own = other[..row.len()].chunks_exact_mut(LANES);
                for (own, row) in own.zip(row.chunks_exact(LANES)) {
                    // All is read before anything is written: the compiler need not fear that they overlap.
                    let mut after = [0.0; LANES];
                    for lane in 0..LANES {
                        after[lane] = own[lane] + amount * row[lane];
                    }
                    own.copy_from_slice(&after);
                }
            }
        }
        0
    }
}

/// The sum, in lanes.
#[inline(always)]
fn total(values: &[f64]) -> f64 {
    let mut sums = [0.0; LANES];
    let mut blocks = values.chunks_exact(LANES);
    for block in &mut blocks {
        for lane in 0..LANES {
            sums[lane] += block[lane];
        }
    }
    for (sum, x) in sums.iter_mut().zip(blocks.remainder()) {
        *sum += x;
    }
    // In pairs: a short chain of additions.
    let [a, b, c, d, e, f, g, h] = sums;
    ((a + e) + (b + f)) + ((c + g) + (d + h))
}

fn closed() -> Error {
    Error::Numeric(
        "rank centrality: items fall into groups that never lose to each other; a floor prevents it".into(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn chain(rates: &[f64]) -> Chain {
        let size = (rates.len() as f64).sqrt() as usize;
        let mut chain = Chain::new(size).unwrap();
        rates.chunks(size).enumerate().for_each(|(state, row)| chain.row(state).copy_from_slice(row));
        chain
    }

    /// The generator applied to a vector: diag(r) y - R' y.
    fn apply(rates: &[f64], y: &[f64]) -> Vec<f64> {
        let n = y.len();
        let row = |i: usize| (0..n).filter(|&j| j != i).map(|j| rates[i * n + j]).sum::<f64>();
        let into = |j: usize| (0..n).filter(|&i| i != j).map(|i| rates[i * n + j] * y[i]).sum::<f64>();
        (0..n).map(|j| row(j) * y[j] - into(j)).collect()
    }

    #[test]
    fn laws_are_stationary_and_solutions_solve() {
        let mut random = Random::new(8, 0);
        for n in [2, 3, 7, 20] {
            let rates: Vec<f64> = (0..n * n).map(|_| (8.0 * random.normal()).exp()).collect();
            let mut chain = chain(&rates);
            chain.factor().unwrap();
            let mut law = vec![0.0; n];
            chain.stationary(&mut law).unwrap();
            assert!((law.iter().sum::<f64>() - 1.0).abs() < 1e-14);
            let row = |i: usize| (0..n).filter(|&j| j != i).map(|j| rates[i * n + j]).sum::<f64>();
            for (j, rest) in apply(&rates, &law).iter().enumerate() {
                assert!(rest.abs() < 1e-13 * row(j) * law[j], "{rest}");
            }
            let mut b: Vec<f64> = (0..n).map(|_| random.normal()).collect();
            let mean = b.iter().sum::<f64>() / n as f64;
            b.iter_mut().for_each(|b| *b -= mean);
            let mut y = b.clone();
            chain.solve(&mut y);
            let size = (0..n).map(|j| row(j) * y[j].abs()).fold(1.0, f64::max);
            for (found, expected) in apply(&rates, &y).iter().zip(&b) {
                assert!((found - expected).abs() < 1e-13 * size, "{found} {expected}");
            }
        }
    }

    #[test]
    fn a_closed_state_takes_all_and_two_have_no_law() {
        for closed in 0..3 {
            let rate = |k: usize| if k / 3 == closed { 0.0 } else { 1.0 + k as f64 };
            let rates: Vec<f64> = (0..9).map(rate).collect();
            let mut chain = chain(&rates);
            chain.factor().unwrap();
            let mut law = [0.0; 3];
            chain.stationary(&mut law).unwrap();
            assert!((0..3).all(|j| law[j] == f64::from(u8::from(j == closed))), "{law:?}");
            let b = [1.0, -3.0, 2.0];
            let mut y = b;
            chain.solve(&mut y);
            assert!(apply(&rates, &y).iter().zip(b).all(|(f, e)| (f - e).abs() < 1e-13));
        }
        let two = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0];
        assert!(matches!(chain(&two).factor(), Err(Error::Numeric(_))));
    }
}
