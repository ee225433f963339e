//! Critical values by sign flips of what clusters add to values: a randomisation test of all comparisons at once, in which each
//! statistic has an error of its own for every vector of signs, so that few clusters do (Canay, Romano and Shaikh 2017; Romano
//! and Wolf 2005).
//!
//! Of G clusters the g-th has the share h_g of what is known, and adds d_g to a difference, which is their sum. With signs s,
//!
//! ```text
//! S = sum s_g d_g      V = sum (s_g d_g - h_g S)^2 / (1 - h_g) = A - 2 S U + H S^2      T = S / sqrt(V)
//! A = sum d_g^2 / (1 - h_g)      U = sum s_g d_g h_g / (1 - h_g)      H = sum h_g^2 / (1 - h_g)
//! ```
//!
//! and the signs of the data, all one, give the difference over its standard error by CR2. Where the d_g of true
//! hypotheses are independent and symmetric about zero, the test has its level for any number of clusters and comparisons.

use super::kernels::{self, largest_pair, largest_single};
use super::simulation::{lanes, Noise, Simulation, Statistic, TriangularFactor, CHUNK, LANES};
use super::{difference_variance, Draws, SignedLeads};
use crate::error::Result;
use crate::interrupt::spend;
use crate::linalg::multiply_into;
use crate::model::Contributions;
use crate::random::Random;
use crate::room::{self, filled, reserve, with_room, Gather as _, Put as _};

/// Up to this number of clusters all vectors of signs are enumerated.
const MOST_ALL: usize = 14;

/// Where one cluster is nearly all there is, the others still count.
const MOST_SHARE: f64 = 1.0 - 1e-6;

/// Statistics that differ by less than this share are equal.
const ROUNDING: f64 = 1e-9;

/// Vectors of signs; the first is that of the data, all one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Vectors {
    units: usize,
    /// All of them, or drawn.
    is_all: bool,
    pub(super) count: usize,
    seed: u64,
}

impl Vectors {
    /// Signs of the given number of clusters. A vector and its negative have the same absolute values: one suffices unless the sign
    /// of a difference matters.
    pub(super) fn new(units: usize, is_signed: bool, draws: Draws) -> Vectors {
        let is_all = units <= MOST_ALL;
        let free = if is_signed { units } else { units.saturating_sub(1) };
        let count = if is_all { 1 << free } else { draws.count + 1 };
        Vectors { units, is_all, count, seed: draws.seed }
    }

    /// Writes a vector. Each that is drawn has a stream of its own, so that any of them can be written again.
    pub(super) fn write(&self, number: usize, out: &mut [f64]) {
        if self.is_all || number == 0 {
            let sign = |unit: usize| if number >> unit & 1 == 0 { 1.0 } else { -1.0 };
            out.iter_mut().enumerate().for_each(|(unit, s)| *s = if unit < 64 { sign(unit) } else { 1.0 });
            return;
        }
        let mut random = Random::new(self.seed, number as u64);
        for block in out.chunks_mut(64) {
            let signs: [f64; 64] = random.signs();
            block.copy_from_slice(&signs[..block.len()]);
        }
    }
}

/// The largest statistics of all vectors of signs.
#[derive(Debug, Clone)]
struct Flips {
    /// T^2 of every vector, ascending.
    largest: Vec<f64>,
}

impl Flips {
    /// The critical value at a level: the (floor(alpha N) + 1)-th largest of N vectors. Infinite where the vectors are too few.
    fn critical(&self, level: f64) -> f64 {
        let at = self.largest.len().checked_sub(allowed_exceedances(self.largest.len(), level) + 1);
        at.map_or(f64::INFINITY, |at| above(self.largest[at].sqrt()))
    }

    /// The share of vectors whose largest statistic is no smaller.
    fn p_value(&self, t: f64) -> f64 {
        if t.is_nan() {
            return f64::NAN;
        }
        let least = t * t * (1.0 - ROUNDING);
        let below = self.largest.partition_point(|&square| square < least);
        // The data are one of the vectors.
        (self.largest.len() - below).max(1) as f64 / self.largest.len().max(1) as f64
    }
}

/// Critical values and p-values of several comparisons at once.
#[derive(Debug, Clone)]
pub(crate) struct Family {
    tests: Flips,
    intervals: Flips,
}

impl Family {
    /// Of the vectors, the data first, with the means of values and without them.
    fn new(mut tests: Vec<f64>, mut intervals: Vec<f64>) -> Family {
        // Without the means there is no test: these are above all others.
        if let Some(data) = intervals.first_mut() {
            *data = f64::INFINITY;
        }
        tests.sort_unstable_by(f64::total_cmp);
        intervals.sort_unstable_by(f64::total_cmp);
        Family { tests: Flips { largest: tests }, intervals: Flips { largest: intervals } }
    }

    /// The p-value of a test among all that are in the family.
    pub(crate) fn p_value(&self, t: f64) -> f64 {
        self.tests.p_value(t)
    }

    /// Half the length of intervals in standard errors: where one excludes a value, so does the test.
    pub(crate) fn critical(&self, level: f64) -> f64 {
        self.tests.critical(level).max(self.intervals.critical(level))
    }
}

/// Number of N vectors that may exceed the critical value.
pub(super) fn allowed_exceedances(count: usize, level: f64) -> usize {
    // alpha N may come out just below a whole number.
    ((1.0 - level) * count as f64 + ROUNDING).floor() as usize
}

/// A critical value that no statistic passes by rounding.
pub(super) fn above(critical: f64) -> f64 {
    critical + ROUNDING * critical.abs()
}

/// The contributions of clusters to values, and the signs that they may have.
#[derive(Debug, Clone)]
pub(crate) struct Signs {
    pub(super) values: usize,
    pub(super) units: usize,
    /// Cluster after cluster, a number for each value.
    pub(super) numbers: Vec<f64>,
    /// h of every cluster.
    shares: Vec<f64>,
}

impl Signs {
    /// Contributions by CR2, which are each over sqrt(1 - h), with the means of the values put back as far as they are known.
    pub(crate) fn new(contributions: Contributions, means: &[f64]) -> Signs {
        let (units, values) = (contributions.units(), contributions.values);
        let mut numbers = contributions.numbers;
        let total: f64 = contributions.shares.iter().sum();
        let shares: Vec<f64> =
            contributions.shares.iter().map(|share| (share / total).min(MOST_SHARE)).gathered();
        let mut left: Vec<f64> =
            means.iter().map(|mean| if mean.is_finite() { *mean } else { 0.0 }).gathered();
        for (own, share) in numbers.chunks_mut(values.max(1)).zip(&shares) {
            spend(values);
            let shrink = (1.0 - share).sqrt();
            for (c, left) in own.iter_mut().zip(&mut left) {
                *c *= shrink;
                *left -= *c;
            }
        }
        let total: f64 = shares.iter().sum();
        for (own, share) in numbers.chunks_mut(values.max(1)).zip(&shares) {
            spend(values);
            own.iter_mut().zip(&left).for_each(|(c, left)| *c += left * share / total);
        }
        Signs { values, units, numbers, shares }
    }

    /// The same without their means. Where values are far from zero, vectors of signs move all of them together, and say less
    /// of their largest error than there is: intervals need critical values without means.
    fn centred(&self) -> Signs {
        let mut numbers = room::copied(&self.numbers);
        let mut sums = filled(0.0, self.values);
        for own in numbers.chunks(self.values.max(1)) {
            spend(self.values);
            sums.iter_mut().zip(own).for_each(|(sum, c)| *sum += c);
        }
        let total: f64 = self.shares.iter().sum();
        for (own, share) in numbers.chunks_mut(self.values.max(1)).zip(&self.shares) {
            spend(self.values);
            own.iter_mut().zip(&sums).for_each(|(c, sum)| *c -= sum * share / total);
        }
        Signs { numbers, shares: room::copied(&self.shares), ..*self }
    }

    /// Number of clusters.
    pub(super) fn units(&self) -> usize {
        self.units
    }

    /// S and U of all vectors, for families of differences with their signs.
    pub(crate) fn leads(
        &self,
        is_known: impl Fn(usize, usize) -> bool,
        draws: Draws,
        keep_going: &mut dyn FnMut() -> Result<()>,
    ) -> Result<SignedLeads> {
        SignedLeads::new(self, is_known, draws, keep_going)
    }

    /// Differences of all other values from one.
    pub(crate) fn against(&self, reference: usize) -> Signs {
        let mut numbers = with_room(self.units * self.values.saturating_sub(1));
        for own in self.numbers.chunks(self.values.max(1)) {
            spend(self.values);
            let others = own.iter().enumerate().filter(|(at, _)| *at != reference);
            numbers.put_each(others.map(|(_, c)| c - own[reference]));
        }
        let values = self.values.saturating_sub(1);
        Signs { values, units: self.units, numbers, shares: room::copied(&self.shares) }
    }

    /// H.
    pub(super) fn share_of_squares(&self) -> f64 {
        self.shares.iter().map(|h| h * h / (1.0 - h)).sum()
    }

    /// A of the difference of every pair, values x values; infinite where it is unidentified, or clusters agree
    /// that there is none.
    pub(super) fn squares_of_pairs(&self, is_known: impl Fn(usize, usize) -> bool) -> Result<Vec<f64>> {
        let (n, units) = (self.values, self.units);
        let mut transposed = reserve(n * units)?;
        let mut weighted = reserve(n * units)?;
        for (unit, own) in self.numbers.chunks(n.max(1)).enumerate() {
            spend(4 * n);
            let weight = 1.0 / (1.0 - self.shares[unit]);
            for (value, c) in own.iter().enumerate() {
                transposed[value * units + unit] = *c;
                weighted[unit * n + value] = weight * c;
            }
        }
        let mut products = reserve(n * n)?;
        multiply_into(&weighted, false, &transposed, [n, units, n], &mut products);
        let mut squares = room::reserve_filled(n * n, f64::INFINITY)?;
        for i in 0..n {
            spend(20 * i);
            for j in (0..i).filter(|&j| is_known(i, j)) {
                let square = difference_variance(&products, n, i, j);
                if square > 0.0 {
                    squares[i * n + j] = square;
                    squares[j * n + i] = square;
                }
            }
        }
        Ok(squares)
    }

    /// The factor by which signs become S of all values, in whole lanes, and then U.
    pub(super) fn factor(&self) -> TriangularFactor {
        let padded = self.values.next_multiple_of(LANES);
        let mut columns = with_room(2 * padded * self.units);
        for (own, h) in self.numbers.chunks(self.values.max(1)).zip(&self.shares) {
            spend(4 * padded);
            for weight in [1.0, h / (1.0 - h)] {
                columns.put_each(own.iter().map(|c| weight * c));
                columns.put_each(std::iter::repeat_n(0.0, padded - self.values));
            }
        }
        TriangularFactor::full(columns, (0..2 * padded).gathered(), self.units)
    }

    /// The largest absolute statistics of all values of which something is known.
    pub(crate) fn of_values(
        &self,
        is_known: impl Fn(usize) -> bool,
        draws: Draws,
        keep_going: &mut dyn FnMut() -> Result<()>,
    ) -> Result<Family> {
        let of = |signs: &Signs, keep_going: &mut dyn FnMut() -> Result<()>| {
            let mut squares = filled(0.0, signs.values);
            for (own, h) in signs.numbers.chunks(signs.values.max(1)).zip(&signs.shares) {
                spend(signs.values);
                squares.iter_mut().zip(own).for_each(|(sum, c)| *sum += c * c / (1.0 - h));
            }
            let mut bars = lanes(signs.values.div_ceil(LANES))?;
            bars.as_flattened_mut().fill(f64::INFINITY);
            for (at, (bar, square)) in bars.as_flattened_mut().iter_mut().zip(&squares).enumerate() {
                if is_known(at) && *square > 0.0 {
                    *bar = *square;
                }
            }
            let vectors = Vectors::new(signs.units, false, draws);
            let all: Vec<usize> = (0..vectors.count).gathered();
            let h = signs.share_of_squares();
            let statistic = |values: &[[f64; LANES]], out: &mut [f64], _: &mut dyn FnMut() -> Result<()>| {
                largest_single(values, &bars, h, out);
                Ok(())
            };
            simulated(&signs.factor(), vectors, &all, draws, &statistic, keep_going)
        };
        let tests = of(self, &mut *keep_going)?;
        Ok(Family::new(tests, of(&self.centred(), keep_going)?))
    }

    /// The largest absolute statistics of the differences of all pairs of which something is known.
    pub(crate) fn of_pairs(
        &self,
        is_known: impl Fn(usize, usize) -> bool,
        draws: Draws,
        keep_going: &mut dyn FnMut() -> Result<()>,
    ) -> Result<Family> {
        let of = |signs: &Signs, keep_going: &mut dyn FnMut() -> Result<()>| {
            let family = OfPairs::new(signs, signs.squares_of_pairs(&is_known)?, draws);
            family.of(0..family.order.len(), keep_going)
        };
        let tests = of(self, &mut *keep_going)?;
        Ok(Family::new(tests, of(&self.centred(), keep_going)?))
    }

    /// The pairs whose statistics (values x values, read below the diagonal; NaN for unidentified ones) are decided in
    /// steps: those that are beyond the critical value leave the family, until no more are (Romano and Wolf 2005).
    pub(crate) fn decided(
        &self,
        statistics: &[f64],
        level: f64,
        draws: Draws,
        keep_going: &mut dyn FnMut() -> Result<()>,
    ) -> Result<Vec<bool>> {
        let n = self.values;
        let squares = self.squares_of_pairs(|i, j| !statistics[i * n + j].is_nan())?;
        let mut family = OfPairs::new(self, squares, draws);
        let mut decided = filled(false, n * n);
        let mut left = family.squares.iter().filter(|square| square.is_finite()).count() / 2;
        let rank = allowed_exceedances(family.vectors.count, level) + 1;
        if left > 0 {
            family.find(keep_going)?;
        }
        while left > 0 {
            let bar = above(family.critical(rank).sqrt());
            let before = left;
            for i in 0..n {
                spend(10 * i);
                for at in (i * n..).take(i) {
                    if family.squares[at].is_finite() && statistics[at].abs() > bar {
                        decided[at] = true;
                        family.squares[at] = f64::INFINITY;
                        left -= 1;
                    }
                }
            }
            if left == before || left == 0 {
                break;
            }
            family.find_again(rank, keep_going)?;
        }
        Ok(decided)
    }
}

/// The largest difference of each vector of signs over a family of pairs that may become smaller.
struct OfPairs<'a> {
    signs: &'a Signs,
    /// A of every pair, read below the diagonal; infinite of those that are no part of the family.
    squares: Vec<f64>,
    vectors: Vectors,
    draws: Draws,
    /// The vectors, by the largest of each where it was found, descending.
    order: Vec<usize>,
    /// In this order: T^2, or what it was over a larger family.
    largest: Vec<f64>,
}

impl<'a> OfPairs<'a> {
    fn new(signs: &'a Signs, squares: Vec<f64>, draws: Draws) -> OfPairs<'a> {
        let vectors = Vectors::new(signs.units, false, draws);
        let order = (0..vectors.count).gathered();
        OfPairs { signs, squares, vectors, draws, order, largest: Vec::new() }
    }

    /// The largest of the vectors in these places of the order.
    fn of(
        &self,
        places: std::ops::Range<usize>,
        keep_going: &mut dyn FnMut() -> Result<()>,
    ) -> Result<Vec<f64>> {
        let n = self.signs.values;
        let bars = kernels::below_diagonal(&self.squares, n)?;
        let h = self.signs.share_of_squares();
        let statistic = |values: &[[f64; LANES]], out: &mut [f64], check: &mut dyn FnMut() -> Result<()>| {
            largest_pair(values, &bars, n, h, out, check)
        };
        let numbers = &self.order[places];
        simulated(&self.signs.factor(), self.vectors, numbers, self.draws, &statistic, keep_going)
    }

    fn find(&mut self, keep_going: &mut dyn FnMut() -> Result<()>) -> Result<()> {
        self.largest = self.of(0..self.order.len(), keep_going)?;
        self.sort();
        Ok(())
    }

    /// Brings the places up to date that decide which is the rank-th largest: no vector has more over a smaller family.
    fn find_again(&mut self, rank: usize, keep_going: &mut dyn FnMut() -> Result<()>) -> Result<()> {
        let mut done = 0;
        while done < self.order.len() {
            // Where the rank-th largest of those that were found again is no less than what others were, it stays the rank-th.
            if done >= rank {
                let mut found = room::copied(&self.largest[..done]);
                let (_, bar, _) = found.select_nth_unstable_by(rank - 1, |a, b| b.total_cmp(a));
                if *bar >= self.largest[done] {
                    break;
                }
            }
            let next = (done + (rank + rank / 4).max(CHUNK)).min(self.order.len());
            let found = self.of(done..next, &mut *keep_going)?;
            self.largest[done..next].copy_from_slice(&found);
            done = next;
        }
        self.sort();
        Ok(())
    }

    fn sort(&mut self) {
        let mut places: Vec<usize> = (0..self.order.len()).gathered();
        room::sort_by(&mut places, |&a, &b| self.largest[b].total_cmp(&self.largest[a]).then(a.cmp(&b)));
        self.order = places.iter().map(|&at| self.order[at]).gathered();
        self.largest = places.iter().map(|&at| self.largest[at]).gathered();
    }

    /// The largest T^2 but for rank - 1.
    fn critical(&self, rank: usize) -> f64 {
        self.largest.get(rank - 1).copied().unwrap_or(f64::INFINITY)
    }
}

/// The statistics of some vectors.
fn simulated(
    factor: &TriangularFactor,
    vectors: Vectors,
    numbers: &[usize],
    draws: Draws,
    statistic: &Statistic,
    keep_going: &mut dyn FnMut() -> Result<()>,
) -> Result<Vec<f64>> {
    let noise = |chunk: usize, noise: &mut [f64]| {
        let numbers = numbers.iter().skip(chunk * CHUNK);
        noise
            .chunks_mut(vectors.units.max(1))
            .zip(numbers)
            .for_each(|(own, &number)| vectors.write(number, own));
    };
    let noise: &Noise = &noise;
    let simulation = Simulation { draws: numbers.len(), threads: draws.threads };
    simulation.statistics(factor, noise, statistic, keep_going)
}

#[cfg(test)]
mod tests;
