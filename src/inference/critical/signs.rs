//! Critical values by sign flips of what clusters add to values: a randomisation test of all comparisons at once, which needs
//! no estimated covariance and so holds with few clusters (Canay, Romano and Shaikh 2017; Romano and Wolf 2005).
//!
//! For contributions d_g of G clusters to a difference, their mean put back so that they sum to it, and signs s,
//!
//! ```text
//! S = sum s_g d_g,    V = G / (G - 1) (sum d_g^2 - S^2 / G),    T = S / sqrt(V)
//! ```
//!
//! and the signs of the data, all one, give the difference over its standard error by CR2. With R = S / sqrt(sum d_g^2),
//! T^2 = R^2 (G - 1) / (G - R^2): the largest of many T is that of the largest R, and each R is a weighted sum of signs.

use super::largest::{largest_value, weight, Pairs, Weights};
use super::simulation::{Noise, Simulation, TriangularFactor, CHUNK, LANES};
use super::{difference_variance, Draws};
use crate::error::Result;
use crate::interrupt::spend;
use crate::linalg::multiply_into;
use crate::model::Contributions;
use crate::random::Random;
use crate::room::{self, filled, reserve, with_room, Gather as _};

/// Up to so many clusters all vectors of signs are gone through.
const MOST_ALL: usize = 14;

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
    /// Of so many clusters. A vector and its negative have the same absolute values: one of them will do unless the sign
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
pub(crate) struct Flips {
    /// R of every vector, ascending.
    largest: Vec<f64>,
    units: f64,
}

impl Flips {
    /// The critical value at a level: the (floor(alpha N) + 1)-th largest of N vectors. Infinite where the vectors are too few.
    pub(crate) fn critical(&self, level: f64) -> f64 {
        let below = self.largest.len().saturating_sub(beyond(self.largest.len(), level) + 1);
        self.largest.get(below).map_or(f64::INFINITY, |&r| above(statistic(r, self.units)))
    }

    /// The share of vectors whose largest statistic is no smaller.
    pub(crate) fn p_value(&self, t: f64) -> f64 {
        if t.is_nan() {
            return f64::NAN;
        }
        let least = standardised(t.abs(), self.units) * (1.0 - ROUNDING);
        let below = self.largest.partition_point(|&r| r < least);
        // The data are one of the vectors.
        (self.largest.len() - below).max(1) as f64 / self.largest.len().max(1) as f64
    }
}

/// How many of N vectors may be beyond the critical value.
pub(super) fn beyond(count: usize, level: f64) -> usize {
    // alpha N may come out just below a whole number.
    ((1.0 - level) * count as f64 + ROUNDING).floor() as usize
}

/// A critical value that no statistic passes by rounding.
pub(super) fn above(critical: f64) -> f64 {
    critical + ROUNDING * critical.abs()
}

/// T of R.
pub(super) fn statistic(r: f64, units: f64) -> f64 {
    let left = units - r * r;
    match left > ROUNDING * units {
        true => r * ((units - 1.0) / left).sqrt(),
        false => f64::INFINITY * r.signum(),
    }
}

/// R of T.
fn standardised(t: f64, units: f64) -> f64 {
    match t.is_infinite() {
        true => units.sqrt(),
        false => t * (units / (units - 1.0 + t * t)).sqrt(),
    }
}

/// What clusters add to values, and the signs that they may have.
#[derive(Debug, Clone)]
pub(crate) struct Signs {
    values: usize,
    units: usize,
    /// Cluster after cluster, a number for each value.
    numbers: Vec<f64>,
}

impl Signs {
    /// Contributions with the means of the values put back: of each value, as far as it is known, what clusters add sums to it.
    pub(crate) fn new(contributions: Contributions, means: &[f64]) -> Signs {
        let (units, values) = (contributions.units(), contributions.values);
        let mut numbers = contributions.numbers;
        let size = units as f64;
        let shrink = ((size - 1.0) / size).sqrt();
        let mut shift = filled(0.0, values);
        for own in numbers.chunks(values.max(1)) {
            spend(values);
            shift.iter_mut().zip(own).for_each(|(sum, c)| *sum += shrink * c);
        }
        let mean = |at: usize| if means[at].is_finite() { means[at] } else { 0.0 };
        shift.iter_mut().enumerate().for_each(|(at, sum)| *sum = (mean(at) - *sum) / size);
        for own in numbers.chunks_mut(values.max(1)) {
            spend(values);
            own.iter_mut().zip(&shift).for_each(|(c, shift)| *c = shrink * *c + shift);
        }
        Signs { values, units, numbers }
    }

    /// Number of clusters.
    pub(crate) fn units(&self) -> usize {
        self.units
    }

    /// Differences of some values from one.
    pub(crate) fn against(&self, reference: usize) -> Signs {
        let mut numbers = with_room(self.units * self.values.saturating_sub(1));
        for own in self.numbers.chunks(self.values.max(1)) {
            spend(self.values);
            let others = own.iter().enumerate().filter(|(at, _)| *at != reference);
            numbers.extend(others.map(|(_, c)| c - own[reference]));
        }
        Signs { values: self.values.saturating_sub(1), units: self.units, numbers }
    }

    /// C'C, values x values.
    fn squares(&self) -> Result<Vec<f64>> {
        let (n, units) = (self.values, self.units);
        let mut transposed = reserve(n * units)?;
        for (unit, own) in self.numbers.chunks(n.max(1)).enumerate() {
            spend(4 * n);
            own.iter().enumerate().for_each(|(value, c)| transposed[value * units + unit] = *c);
        }
        let mut squares = reserve(n * n)?;
        multiply_into(&self.numbers, false, &transposed, [n, units, n], &mut squares);
        Ok(squares)
    }

    /// One over the length of the difference of every pair, values x values; 0 where nothing is known of it, or clusters agree
    /// that there is none.
    pub(super) fn weights(&self, is_known: impl Fn(usize, usize) -> bool) -> Result<Vec<f64>> {
        let n = self.values;
        let squares = self.squares()?;
        let mut weights = reserve(n * n)?;
        for i in 0..n {
            spend(20 * i);
            for j in (0..i).filter(|&j| is_known(i, j)) {
                let own = weight(difference_variance(&squares, n, i, j));
                weights[i * n + j] = own;
                weights[j * n + i] = own;
            }
        }
        Ok(weights)
    }

    /// The values of vectors of signs are those of this factor.
    pub(super) fn factor(&self, order: &[usize], scale: impl Fn(usize) -> f64) -> TriangularFactor {
        let mut columns = with_room(self.values * self.units);
        for own in self.numbers.chunks(self.values.max(1)) {
            spend(2 * self.values);
            columns.extend(order.iter().map(|&at| own[at] * scale(at)));
        }
        TriangularFactor::full(columns, room::copied(order), self.units)
    }

    /// The largest absolute statistics of all values. Where their `means` were not put back, so that the signs of the data say
    /// nothing, these are beyond all others.
    pub(crate) fn of_values(
        &self,
        has_means: bool,
        is_known: impl Fn(usize) -> bool,
        draws: Draws,
        keep_going: &mut dyn FnMut() -> Result<()>,
    ) -> Result<Flips> {
        let mut lengths = filled(0.0, self.values);
        for own in self.numbers.chunks(self.values.max(1)) {
            spend(self.values);
            lengths.iter_mut().zip(own).for_each(|(sum, c)| *sum += c * c);
        }
        let order: Vec<usize> = (0..self.values).gathered();
        let scale = |at: usize| if is_known(at) { weight(lengths[at]) } else { 0.0 };
        let factor = self.factor(&order, scale);
        let vectors = Vectors::new(self.units, false, draws);
        let all: Vec<usize> = (0..vectors.count).gathered();
        let statistic = |values: &[[f64; LANES]], out: &mut [f64], _: &mut dyn FnMut() -> Result<()>| {
            largest_value(values, factor.lanes(), out);
            Ok(())
        };
        let mut largest = simulated(&factor, vectors, &all, draws, &statistic, keep_going)?;
        if let (Some(data), false) = (largest.first_mut(), has_means) {
            *data = f64::INFINITY;
        }
        largest.sort_unstable_by(f64::total_cmp);
        Ok(Flips { largest, units: self.units as f64 })
    }

    /// The largest absolute statistics of the differences of all pairs of which something is known.
    pub(crate) fn of_pairs(
        &self,
        is_known: impl Fn(usize, usize) -> bool,
        draws: Draws,
        keep_going: &mut dyn FnMut() -> Result<()>,
    ) -> Result<Flips> {
        let mut family = OfPairs::new(self, self.weights(is_known)?, draws);
        family.find(keep_going)?;
        let mut largest = family.largest;
        largest.sort_unstable_by(f64::total_cmp);
        Ok(Flips { largest, units: self.units as f64 })
    }

    /// The pairs whose statistics (values x values, read below the diagonal; NaN of those of which nothing is known) are decided in
    /// steps: those that are beyond the critical value leave the family, until no more are (Romano and Wolf 2005).
    pub(crate) fn decided(
        &self,
        statistics: &[f64],
        level: f64,
        draws: Draws,
        keep_going: &mut dyn FnMut() -> Result<()>,
    ) -> Result<Vec<bool>> {
        let n = self.values;
        let weights = self.weights(|i, j| !statistics[i * n + j].is_nan())?;
        let mut family = OfPairs::new(self, weights, draws);
        let mut decided = filled(false, n * n);
        let mut left = family.weights.iter().filter(|w| **w > 0.0).count() / 2;
        let rank = beyond(family.vectors.count, level) + 1;
        let units = self.units as f64;
        if left > 0 {
            family.find(keep_going)?;
        }
        while left > 0 {
            let bar = above(statistic(family.critical(rank), units));
            let before = left;
            for i in 0..n {
                spend(10 * i);
                for at in (i * n..).take(i) {
                    let is_new = family.weights[at] > 0.0 && statistics[at].abs() > bar;
                    if is_new {
                        decided[at] = true;
                        let mirrored = (at % n) * n + i;
                        (family.weights[at], family.weights[mirrored]) = (0.0, 0.0);
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
    weights: Vec<f64>,
    vectors: Vectors,
    draws: Draws,
    /// The vectors, by the largest of each where it was found, descending.
    order: Vec<usize>,
    /// In this order: R, or what it was over a larger family.
    largest: Vec<f64>,
}

impl<'a> OfPairs<'a> {
    fn new(signs: &'a Signs, weights: Vec<f64>, draws: Draws) -> OfPairs<'a> {
        let vectors = Vectors::new(signs.units, false, draws);
        let order = (0..vectors.count).gathered();
        OfPairs { signs, weights, vectors, draws, order, largest: Vec::new() }
    }

    /// The largest of the vectors in these places of the order.
    fn of(
        &self,
        places: std::ops::Range<usize>,
        keep_going: &mut dyn FnMut() -> Result<()>,
    ) -> Result<Vec<f64>> {
        let weights = Weights::given(self.signs.values, &self.weights);
        let order = weights.by_precision();
        let factor = self.signs.factor(&order, |_| 1.0);
        let pairs = Pairs::new(&weights, &order)?;
        let statistic = |values: &[[f64; LANES]], out: &mut [f64], check: &mut dyn FnMut() -> Result<()>| {
            pairs.largest(values, out, check)
        };
        simulated(&factor, self.vectors, &self.order[places], self.draws, &statistic, keep_going)
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

    /// The largest R but for rank - 1.
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
    statistic: &super::simulation::Statistic,
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
