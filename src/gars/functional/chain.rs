//! Markov chains in continuous time, by their rates: stationary distributions, and solutions with their generators.
//! A chain for every context, side by side.
//!
//! By the elimination of states of Grassmann, Taksar and Heyman (1985): no subtraction occurs, so that
//! every entry of the stationary distribution keeps its relative accuracy however far apart the rates are. The
//! factors also solve, with the same (2/3) K^3 operations that a general factorization takes.

use crate::error::{Error, Result};
use crate::gars::pairs::{lanes, lanes_of, Lanes, LANES};
use faer::traits::pulp::{Arch, Simd, WithSimd};

pub(super) struct Chain {
    size: usize,
    /// States in the order in which they are eliminated, from the last to the first.
    order: Vec<[usize; LANES]>,
    /// Rates between states not yet eliminated, row-major in `order`. Right of the diagonal of a state that
    /// has been eliminated, in its column: rates from the states before it, divided by what it was
    /// eliminated with. The diagonal has no meaning.
    rates: Vec<Lanes>,
    /// One over the rate of leaving a state for those before it.
    stays: Vec<Lanes>,
    work: Vec<Lanes>,
}

impl Chain {
    pub(super) fn new(size: usize) -> Result<Chain> {
        Ok(Chain {
            size,
            order: vec![[0; LANES]; size],
            rates: lanes_of(size * size)?,
            stays: lanes_of(size)?,
            work: lanes_of(size)?,
        })
    }

    /// The rates of leaving every state, to be written before `factor`.
    pub(super) fn rates(&mut self) -> &mut [Lanes] {
        &mut self.rates
    }

    /// Eliminates the states. An error where a chain has several closed classes.
    pub(super) fn factor(&mut self) -> Result<()> {
        self.order.iter_mut().enumerate().for_each(|(at, state)| *state = [at; LANES]);
        let mut last = self.size;
        while last > 1 {
            last = Arch::new().dispatch(Eliminate { chain: self, from: last });
            if last > 0 {
                for lane in 0..LANES {
                    if self.leaving(lane, last, last) > 0.0 {
                        continue;
                    }
                    // A closed state must be the last to go; two of them have no common stationary distribution.
                    let open = (0..last).rev().find(|&other| self.leaving(lane, other, last + 1) > 0.0);
                    self.swap(lane, last, open.ok_or_else(closed)?);
                }
                last += 1;
            }
        }
        Ok(())
    }

    /// The sum of the rates from a state to the first `count` others.
    fn leaving(&self, lane: usize, state: usize, count: usize) -> f64 {
        let row = &self.rates[state * self.size..][..count];
        row.iter().enumerate().filter(|(other, _)| *other != state).map(|(_, rate)| rate[lane]).sum()
    }

    /// Exchanges two states of a chain that are not yet eliminated.
    fn swap(&mut self, lane: usize, a: usize, b: usize) {
        let n = self.size;
        let mut exchange = |at: usize, other: usize| {
            let kept = self.rates[at][lane];
            self.rates[at][lane] = self.rates[other][lane];
            self.rates[other][lane] = kept;
        };
        (0..n).for_each(|k| exchange(a * n + k, b * n + k));
        (0..n).for_each(|k| exchange(k * n + a, k * n + b));
        let kept = self.order[a][lane];
        self.order[a][lane] = self.order[b][lane];
        self.order[b][lane] = kept;
    }

    /// The stationary distributions; `used` of the chains have a meaning.
    pub(super) fn stationary(&mut self, used: usize, out: &mut [Lanes]) -> Result<()> {
        self.work.fill([0.0; LANES]);
        self.work[0] = [1.0; LANES];
        Arch::new().dispatch(Forward { chain: self });
        let sum = self.work.iter().fold([0.0; LANES], |sum, p| lanes(|lane| sum[lane] + p[lane]));
        if sum[..used].iter().any(|sum| !sum.is_finite()) {
            return Err(closed());
        }
        for (state, p) in self.order.iter().zip(&self.work) {
            (0..LANES).for_each(|lane| out[state[lane]][lane] = p[lane] / sum[lane]);
        }
        Ok(())
    }

    /// Solutions y of (diag(r) - R') y = b, in place, where b sums to zero; determined up to a multiple of
    /// the stationary distribution.
    pub(super) fn solve(&mut self, b: &mut [Lanes]) {
        for (state, y) in self.order.iter().zip(&mut self.work) {
            *y = lanes(|lane| b[state[lane]][lane]);
        }
        Arch::new().dispatch(Backward { chain: self });
        self.work[0] = [0.0; LANES];
        Arch::new().dispatch(Forward { chain: self });
        for (state, y) in self.order.iter().zip(&self.work) {
            (0..LANES).for_each(|lane| b[state[lane]][lane] = y[lane]);
        }
    }
}

/// Eliminates the states below `from`, from the last on, while they can be left: 0, or the state that one of
/// the chains cannot leave. Compiled for several instruction sets, of which the widest runs; it only adds,
/// multiplies and divides, so that the bits are the same with each.
struct Eliminate<'a> {
    chain: &'a mut Chain,
    from: usize,
}

impl WithSimd for Eliminate<'_> {
    type Output = usize;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> usize {
        let Chain { size: n, rates, stays, .. } = self.chain;
        let n = *n;
        for last in (1..self.from).rev() {
            let (above, row) = rates.split_at_mut(last * n);
            let row = &row[..last];
            let sum = row.iter().fold([0.0; LANES], |sum, rate| lanes(|lane| sum[lane] + rate[lane]));
            if sum.contains(&0.0) {
                return last;
            }
            let inverse = lanes(|lane| 1.0 / sum[lane]);
            stays[last] = inverse;
            for other in above.chunks_exact_mut(n) {
                let share = lanes(|lane| other[last][lane] * inverse[lane]);
                other[last] = share;
                add(&mut other[..last], share, row);
            }
        }
        0
    }
}

/// Adds a multiple of a row.
#[inline(always)]
fn add(to: &mut [Lanes], amount: Lanes, row: &[Lanes]) {
    for (own, other) in to.iter_mut().zip(row) {
        *own = lanes(|lane| own[lane] + amount[lane] * other[lane]);
    }
}

/// Gives every state, from the second on, what those before it have times their shares.
struct Forward<'a> {
    chain: &'a mut Chain,
}

impl WithSimd for Forward<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Chain { size: n, rates, work, .. } = self.chain;
        for (state, row) in rates.chunks_exact(*n).enumerate() {
            let (before, after) = work.split_at_mut(state + 1);
            add(after, before[state], &row[state + 1..]);
        }
    }
}

/// Gives every state, but for the last, what those behind it have for the time that they stay, times their
/// rates.
struct Backward<'a> {
    chain: &'a mut Chain,
}

impl WithSimd for Backward<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Chain { size: n, rates, stays, work, .. } = self.chain;
        for (state, row) in rates.chunks_exact(*n).enumerate().skip(1).rev() {
            let (before, own) = work.split_at_mut(state);
            own[0] = lanes(|lane| own[0][lane] * stays[state][lane]);
            add(before, own[0], &row[..state]);
        }
    }
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

    /// Chains side by side.
    fn chain(each: &[Vec<f64>; LANES]) -> Chain {
        let size = (each[0].len() as f64).sqrt() as usize;
        let mut chain = Chain::new(size).unwrap();
        chain.rates().iter_mut().enumerate().for_each(|(at, rate)| *rate = lanes(|lane| each[lane][at]));
        chain
    }

    /// The generator applied to a vector: diag(r) y - R' y.
    fn apply(rates: &[f64], y: &[f64]) -> Vec<f64> {
        let n = y.len();
        let row = |i: usize| (0..n).filter(|&j| j != i).map(|j| rates[i * n + j]).sum::<f64>();
        let into = |j: usize| (0..n).filter(|&i| i != j).map(|i| rates[i * n + j] * y[i]).sum::<f64>();
        (0..n).map(|j| row(j) * y[j] - into(j)).collect()
    }

    fn of_lane(numbers: &[Lanes], lane: usize) -> Vec<f64> {
        numbers.iter().map(|own| own[lane]).collect()
    }

    #[test]
    fn distributions_are_stationary_and_solutions_solve() {
        let mut random = Random::new(8, 0);
        for n in [2, 3, 7, 20] {
            let each =
                [0; LANES].map(|_| (0..n * n).map(|_| (8.0 * random.normal()).exp()).collect::<Vec<f64>>());
            let mut chain = chain(&each);
            chain.factor().unwrap();
            let mut chances = vec![[0.0; LANES]; n];
            chain.stationary(LANES, &mut chances).unwrap();
            let mut b: Vec<Lanes> = (0..n).map(|_| [0.0; LANES].map(|_| random.normal())).collect();
            for lane in 0..LANES {
                let mean = b.iter().map(|b| b[lane]).sum::<f64>() / n as f64;
                b.iter_mut().for_each(|b| b[lane] -= mean);
            }
            let mut y = b.clone();
            chain.solve(&mut y);
            for (lane, rates) in each.iter().enumerate() {
                let stationary = of_lane(&chances, lane);
                assert!((stationary.iter().sum::<f64>() - 1.0).abs() < 1e-14);
                let row = |i: usize| (0..n).filter(|&j| j != i).map(|j| rates[i * n + j]).sum::<f64>();
                for (j, rest) in apply(rates, &stationary).iter().enumerate() {
                    assert!(rest.abs() < 1e-13 * row(j) * stationary[j], "{rest}");
                }
                let y = of_lane(&y, lane);
                let size = (0..n).map(|j| row(j) * y[j].abs()).fold(1.0, f64::max);
                for (found, expected) in apply(rates, &y).iter().zip(of_lane(&b, lane)) {
                    assert!((found - expected).abs() < 1e-13 * size, "{found} {expected}");
                }
            }
        }
    }

    /// A closed state in every place, beside a chain that has none.
    #[test]
    fn a_closed_state_takes_all_and_two_have_no_distribution() {
        let rates = |closed: usize| -> Vec<f64> {
            (0..9).map(|k| if k / 3 == closed { 0.0 } else { 1.0 + k as f64 }).collect()
        };
        let each: [Vec<f64>; LANES] = std::array::from_fn(rates);
        let mut found = chain(&each);
        found.factor().unwrap();
        let mut chances = [[0.0; LANES]; 3];
        found.stationary(LANES, &mut chances).unwrap();
        let b = [1.0, -3.0, 2.0];
        let mut y = b.map(|b| [b; LANES]);
        found.solve(&mut y);
        for (lane, rates) in each.iter().enumerate() {
            let stationary = of_lane(&chances, lane);
            if lane < 3 {
                assert!((0..3).all(|j| stationary[j] == f64::from(u8::from(j == lane))), "{stationary:?}");
            } else {
                assert!(stationary.iter().all(|p| *p > 0.1), "{stationary:?}");
            }
            let applied = apply(rates, &of_lane(&y, lane));
            assert!(applied.iter().zip(b).all(|(f, e)| (f - e).abs() < 1e-13));
        }
        let two = vec![0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0];
        let [a, b, c, _] = each;
        assert!(matches!(chain(&[a, b, c, two]).factor(), Err(Error::Numeric(_))));
    }
}
