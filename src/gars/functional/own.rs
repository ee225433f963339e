//! A score of the caller's own. Where its derivative is not given, dF(mu)[h] = |h| d/dt F(mu + t h / |h|) at 0, |h| the
//! largest element, by central differences D(t) with one step of Richardson's extrapolation, (4 D(t/2) - D(t)) / 3.
//!
//! Estimation needs F twice differentiable. At some contexts the values are computed twice, a given derivative is
//! compared with differences, and jumps of the derivative are looked for near the context: the difference of one-sided
//! derivatives at a distance t is t F'' where F is smooth, but stays what it is at a kink, however small t.

use super::{mirrored, Loads, Residuals, Score};
use crate::error::{Error, Result};
use crate::gars::own::OwnScore;
use crate::gars::pairs::{Lanes, LANES};
use crate::gars::scores::Scores;
use crate::random::Random;
use crate::room::{reserve, Duplicate as _, Gather as _, Put as _};

/// The distance t of differences.
const STEP: f64 = 1e-5;
/// A shorter one leaves rounding alone.
const SHORTEST: f64 = 1e-9;
/// Random directions along which a derivative is compared with differences.
const DIRECTIONS: usize = 3;
/// How far from one another they may be.
const AGREE: f64 = 1e-4;
/// Lines on which kinks are looked for at a context.
const LINES: usize = 12;
/// How far to either side.
const REACH: f64 = 0.05;
/// Intervals that a line is cut in, and each of the finer ones.
const PIECES: [usize; 3] = [32, 16, 16];
/// A jump of the derivative that is not rounding, against the derivative.
const JUMP: f64 = 1e-3;

pub(super) struct Own {
    score: OwnScore,
    items: usize,
    cells: usize,
    /// The probabilities of the contexts, one after the other.
    mu: Vec<f64>,
}

impl Own {
    pub(super) fn new(score: &OwnScore, items: usize, categories: usize) -> Result<Own> {
        let cells = items * items * categories;
        Ok(Own { score: score.clone(), items, cells, mu: reserve(LANES * cells)? })
    }

    fn name(&self) -> &str {
        &self.score.name
    }

    /// Values of some contexts, all finite.
    fn at(&self, mu: &[f64]) -> Result<Vec<f64>> {
        let count = mu.len() / self.cells;
        let mut out = vec![f64::NAN; count * self.score.values];
        self.score.function()?.values(count, mu, &mut out)?;
        match out.iter().find(|value| !value.is_finite()) {
            None => Ok(out),
            Some(value) if value.is_nan() => Err(Error::data(format!(
                "score '{}' is NaN; it must be a number in every context",
                self.name()
            ))),
            Some(value) => Err(Error::data(format!("score '{}' is {value}; it must be finite", self.name()))),
        }
    }

    /// dF(mu)[h] of some contexts.
    fn along(&self, mu: &[f64], h: &[f64]) -> Result<Vec<f64>> {
        let function = self.score.function()?;
        if !function.has_slope() {
            return self.differences(mu, h);
        }
        let count = mu.len() / self.cells;
        let mut out = vec![f64::NAN; count * self.score.values];
        function.slopes(count, mu, h, &mut out)?;
        match out.iter().find(|value| !value.is_finite()) {
            None => Ok(out),
            Some(value) => {
                Err(Error::data(format!("score '{}': the derivative given is {value}", self.name())))
            }
        }
    }

    /// The same by differences.
    fn differences(&self, mu: &[f64], h: &[f64]) -> Result<Vec<f64>> {
        let d = self.score.values;
        let (mut points, mut scales) = (Vec::new(), Vec::new());
        for (mu, h) in mu.chunks_exact(self.cells).zip(h.chunks_exact(self.cells)) {
            let largest = h.iter().fold(0.0, |most: f64, h| most.max(h.abs()));
            let scale = if largest > 0.0 { 1.0 / largest } else { 0.0 };
            let step = self.step(mu, h, scale)?;
            for t in [step, -step, 0.5 * step, -0.5 * step] {
                points.put_each(mu.iter().zip(h).map(|(m, h)| m + t * scale * h));
            }
            scales.put((step, largest));
        }
        let values = self.at(&points)?;
        let rows = values.chunks_exact(4 * d).zip(&scales);
        let each = rows.flat_map(|(rows, &(step, largest))| {
            (0..d).map(move |v| {
                let [whole, half] = [0, 2].map(|at| rows[at * d + v] - rows[(at + 1) * d + v]);
                let (whole, half) = (whole / (2.0 * step), half / step);
                largest * (4.0 * half - whole) / 3.0
            })
        });
        Ok(each.gathered())
    }

    /// A distance at which all probabilities stay positive.
    fn step(&self, mu: &[f64], h: &[f64], scale: f64) -> Result<f64> {
        let room = |(m, h): (&f64, &f64)| if *h == 0.0 { STEP } else { 0.5 * m / (h.abs() * scale) };
        let step = mu.iter().zip(h).map(room).fold(STEP, f64::min);
        match step >= SHORTEST {
            true => Ok(step),
            false => Err(Error::data(format!(
                "score '{}': a probability is 0, so that differences have no room; set a floor or give the derivative",
                self.name()
            ))),
        }
    }

    /// A direction that sums to zero over the categories of every pair, within what the floor leaves.
    fn direction(&self, at: &Scores, mu: &[f64], random: &mut Random) -> Vec<f64> {
        let (n, c) = (self.items, at.categories);
        let mut h = vec![0.0; self.cells];
        for (pair, (h, mu)) in h.chunks_exact_mut(c).zip(mu.chunks_exact(c)).enumerate() {
            if pair / n != pair % n {
                h.iter_mut().for_each(|h| *h = random.normal());
                let mean = h.iter().sum::<f64>() / c as f64;
                let least = mu.iter().fold(1.0, |least: f64, m| least.min(*m));
                h.iter_mut().for_each(|h| *h = least * (*h - mean));
            }
        }
        mirror(at, &mut h);
        h
    }

    /// Compares a given derivative with differences.
    fn check_slope(&self, at: &Scores, mu: &[f64], values: &[f64], random: &mut Random) -> Result<()> {
        let size = values.iter().fold(1.0, |most: f64, v| most.max(v.abs()));
        for _ in 0..DIRECTIONS {
            let h = self.direction(at, mu, random);
            let (given, found) = (self.along(mu, &h)?, self.differences(mu, &h)?);
            let most = found.iter().fold(0.0, |most: f64, d| most.max(d.abs()));
            let bound = AGREE * most + 1e-8 * size;
            if let Some((given, found)) = given.iter().zip(&found).find(|(g, f)| (*g - *f).abs() > bound) {
                return Err(Error::data(format!(
                    "score '{}': the derivative given is {given:.4} where differences say {found:.4}: the derivative is \
                     wrong, or the score is not smooth",
                    self.name()
                )));
            }
        }
        Ok(())
    }

    /// Looks for kinks and jumps on lines through a context.
    fn check_kinks(&self, at: &Scores, mu: &[f64], random: &mut Random) -> Result<()> {
        let (n, c) = (self.items, at.categories);
        for line in 0..LINES {
            // All pairs at once, or two categories of one pair.
            let mut h = self.direction(at, mu, random);
            if line >= DIRECTIONS {
                h.fill(0.0);
                let j = random.below(n as u64) as usize;
                let k = (j + 1 + random.below(n as u64 - 1) as usize) % n;
                let a = random.below(c as u64) as usize;
                let b = (a + 1 + random.below(c as u64 - 1) as usize) % c;
                let pair = (j * n + k) * c;
                (h[pair + a], h[pair + b]) = (1.0, -1.0);
                mirror(at, &mut h);
            }
            let largest = h.iter().fold(0.0, |most: f64, h| most.max(h.abs()));
            h.iter_mut().for_each(|h| *h /= largest);
            let room = mu.iter().zip(&h).filter(|(_, h)| **h != 0.0).map(|(m, h)| 0.9 * m / h.abs());
            let reach = room.fold(REACH, f64::min);
            if reach > SHORTEST {
                self.check_line(mu, &h, reach)?;
            }
        }
        Ok(())
    }

    /// Narrows the place of the largest change of the derivative on a line, value by value: it shrinks with the width
    /// unless it is a jump.
    fn check_line(&self, mu: &[f64], h: &[f64], reach: f64) -> Result<()> {
        let coarse = self.turns(mu, h, [-reach, reach], PIECES[0])?;
        for (value, first) in coarse.into_iter().enumerate() {
            if first.jump() <= JUMP * first.size() {
                continue;
            }
            let mut last = first;
            for pieces in &PIECES[1..] {
                last = self.turns(mu, h, last.place, *pieces)?[value];
            }
            if last.jump() > 0.5 * first.jump() {
                return Err(Error::data(format!(
                    "score '{}': its derivative jumps (from {:.2} to {:.2}): a maximum, a rank or a count has no interval \
                     of this kind; use a smooth version, such as a logistic of the difference over 0.1",
                    self.name(),
                    last.before,
                    last.after
                )));
            }
        }
        Ok(())
    }

    /// For every value the place on a line where neighbouring differences differ most.
    fn turns(&self, mu: &[f64], h: &[f64], [from, to]: [f64; 2], pieces: usize) -> Result<Vec<Turn>> {
        let d = self.score.values;
        let step = (to - from) / pieces as f64;
        let mut points = Vec::new();
        for piece in 0..=pieces {
            let t = from + step * piece as f64;
            points.put_each(mu.iter().zip(h).map(|(m, h)| m + t * h));
        }
        let values = self.at(&points)?;
        let slope = |piece: usize, v: usize| (values[(piece + 1) * d + v] - values[piece * d + v]) / step;
        let turn = |v: usize| {
            let mut most = Turn { before: 0.0, after: 0.0, place: [from, to] };
            for piece in 1..pieces {
                let (before, after) = (slope(piece - 1, v), slope(piece, v));
                if (after - before).abs() > most.jump() {
                    let t = from + step * piece as f64;
                    most = Turn { before, after, place: [t - step, t + step] };
                }
            }
            most
        };
        Ok((0..d).map(turn).gathered())
    }
}

/// The slopes on either side of a place.
#[derive(Clone, Copy)]
struct Turn {
    before: f64,
    after: f64,
    place: [f64; 2],
}

impl Turn {
    fn jump(&self) -> f64 {
        (self.after - self.before).abs()
    }

    fn size(&self) -> f64 {
        self.before.abs().max(self.after.abs()).max(1e-6)
    }
}

/// Where pairs are unordered, makes a direction its own mirror image.
fn mirror(at: &Scores, h: &mut [f64]) {
    if !at.folded {
        return;
    }
    let (n, c) = (at.items, at.categories);
    for (j, k) in (0..n).flat_map(|j| (0..j).map(move |k| (j, k))) {
        for category in 0..c {
            let (own, other) = ((j * n + k) * c + category, (k * n + j) * c + mirrored(category));
            let sum = h[own] + h[other];
            (h[own], h[other]) = (sum, sum);
        }
    }
}

impl Score for Own {
    fn values(&mut self, at: &Scores, out: &mut [Lanes]) -> Result<()> {
        let cells = self.cells;
        for (lane, own) in self.mu.chunks_exact_mut(cells).enumerate().take(at.used) {
            own.iter_mut().zip(&at.mu).for_each(|(own, mu)| *own = mu[lane]);
        }
        let found = self.at(&self.mu[..at.used * cells])?;
        out.fill([0.0; LANES]);
        for (lane, row) in found.chunks_exact(self.score.values).enumerate() {
            out.iter_mut().zip(row).for_each(|(out, value)| out[lane] = *value);
        }
        Ok(())
    }

    fn loads(&self, _: &Scores, _: usize, _: usize, first: &mut [Lanes], second: &mut [Lanes]) {
        first.fill([0.0; LANES]);
        second.fill([0.0; LANES]);
    }

    fn push(&self, _: &Scores, _: usize, _: usize, _: usize, _: [f64; 2], _: &mut [Lanes]) {}

    fn correct(
        &mut self,
        at: &Scores,
        residuals: &Residuals,
        _: &mut Loads,
        out: &mut [Lanes],
    ) -> Result<()> {
        let (n, c, cells) = (at.items, at.categories, self.cells);
        let (mut mu, mut directions, mut lanes) = (Vec::new(), Vec::new(), Vec::new());
        for (lane, own) in residuals.iter().enumerate().filter(|(_, own)| !own.is_empty()) {
            let mut h = vec![0.0; cells];
            for residual in own {
                let pair = (residual.first * n + residual.second) * c;
                let image = (residual.second * n + residual.first) * c;
                for (category, value) in residual.values.iter().enumerate() {
                    h[pair + category] += residual.weight * value;
                    if at.folded {
                        h[image + mirrored(category)] += residual.weight * value;
                    }
                }
            }
            mu.put_all(&self.mu[lane * cells..(lane + 1) * cells]);
            directions.put_all(&h);
            lanes.put(lane);
        }
        if lanes.is_empty() {
            return Ok(());
        }
        let found = self.along(&mu, &directions)?;
        for (row, lane) in found.chunks_exact(self.score.values).zip(lanes) {
            out.iter_mut().zip(row).for_each(|(out, value)| out[lane] = *value);
        }
        Ok(())
    }

    fn without_weights(&self) -> Option<&'static str> {
        Some("a score of one's own has no weights of labels: take those of the score it is nearest to")
    }

    fn prepare(&mut self, _: &Scores, _: Option<&[f64]>) -> Result<()> {
        Err(Error::Unsupported(self.without_weights().unwrap_or_default().into()))
    }

    fn gram(&self, _: &Scores, _: Option<&[f64]>, _: usize, _: usize) -> [Lanes; 3] {
        [[0.0; LANES]; 3]
    }

    fn check_smooth(&mut self, at: &Scores) -> Result<()> {
        let mu = self.mu[..self.cells].duplicate();
        let values = self.at(&mu)?;
        if let Some((a, b)) = values.iter().zip(&self.at(&mu)?).find(|(a, b)| a != b) {
            return Err(Error::data(format!(
                "score '{}' is {a} and then {b} for the same probabilities; it must depend on nothing else",
                self.name()
            )));
        }
        let mut random = Random::new(0, 0);
        if self.score.function()?.has_slope() {
            self.check_slope(at, &mu, &values, &mut random)?;
        }
        self.check_kinks(at, &mu, &mut random)
    }
}
