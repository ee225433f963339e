//! Residuals: what was seen less what the model expects, by cell, pair, item, judge or context.
//!
//! Let o be the counts of left, right and tie of a cell, n their sum and p their probabilities under the
//! model. Sums over the cells of a row have residual r = sum (o - n p) and covariance
//! V = sum n (diag p - p p'). The Pearson residual is the root of r' V^- r with the sign of the score
//! residual: for one cell the root of Pearson's X^2, for two outcomes (y - n p) / sqrt(n p (1 - p)).

use super::cells;
use crate::comparisons::NONE;
use crate::error::{Error, Result};
use crate::likelihood::{Block, Local};
use crate::model::{Correction, CovarianceKind, Model};
use crate::outcome::{Counts, Outcome};

/// Models with more parameters have no standardised residuals: these need a dense covariance.
const LARGEST: usize = 4_000;

/// What the rows of a table of residuals stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// Judge, left and right.
    Cell,
    /// Context.
    Context,
    /// Two items, in both orders, over all judges.
    Pair,
    /// Judge.
    Judge,
    /// Item: against all others.
    Item,
}

/// A row of residuals. Scores are those of the left item, of the first of a pair, or of the item.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Residual {
    /// Context, judge, left, right: ids, or NONE where added up.
    pub key: [u32; 4],
    /// Cells in the row.
    pub cells: usize,
    /// Comparisons.
    pub comparisons: f64,
    /// Wins and half the ties.
    pub observed: f64,
    /// What the model expects of them.
    pub expected: f64,
    /// Ties.
    pub ties: f64,
    /// What the model expects of them; NaN for a law without ties.
    pub expected_ties: f64,
    /// Pearson residual.
    pub pearson: f64,
    /// Root of the deviance: signed by cell and pair, else not.
    pub deviance: f64,
    /// Score residual by its standard error under the model; NaN where that is zero.
    pub standardised: f64,
}

/// Where a cell goes, and whether with its sides swapped.
struct Place {
    key: [u32; 4],
    cell: u32,
    swapped: bool,
}

/// The places of all cells, by row.
fn places(block: &Block, by: By) -> Vec<Place> {
    let design = &block.design;
    let mut places = Vec::with_capacity(design.len() * if by == By::Item { 2 } else { 1 });
    for cell in 0..design.len() {
        let (left, right) = (design.left[cell], design.right[cell]);
        let judge = design.judge(cell) as u32;
        let mut add = |key, swapped| places.push(Place { key, cell: cell as u32, swapped });
        match by {
            By::Cell => add([NONE, judge, left, right], false),
            By::Context => add([design.contexts[cell], NONE, NONE, NONE], false),
            By::Pair => add([NONE, NONE, left.min(right), left.max(right)], left > right),
            By::Judge => add([NONE, judge, NONE, NONE], false),
            By::Item => {
                add([NONE, NONE, left, NONE], false);
                add([NONE, NONE, right, NONE], true);
            }
        }
    }
    places.sort_unstable_by_key(|place| (place.key, place.cell));
    places
}

/// The cells and their places, checked.
fn placed(model: &Model, by: By) -> Result<(Block, Vec<Place>)> {
    if model.set.importance() {
        return Err(Error::Unsupported(
            "residuals: sums of importance weights have no law to be measured against".into(),
        ));
    }
    if by == By::Context && model.set.contexts() == 0 {
        return Err(Error::Unsupported("residuals: the set has no contexts".into()));
    }
    let block = cells::block(model, by == By::Context)?;
    let places = places(&block, by);
    Ok((block, places))
}

/// Number of rows.
pub fn residual_rows(model: &Model, by: By) -> Result<usize> {
    let (_, places) = placed(model, by)?;
    Ok(places.chunk_by(|a, b| a.key == b.key).count())
}

/// All residuals, sorted by their keys.
pub fn residuals(model: &Model, by: By) -> Result<Vec<Residual>> {
    let (block, places) = placed(model, by)?;
    let covariance = if model.theta.len() <= LARGEST {
        Some(&model.covariance(CovarianceKind::Expected, Correction::None)?.matrix[..])
    } else {
        None
    };
    let mut slopes = Slopes::new(model.theta.len());
    let rows = places.chunk_by(|a, b| a.key == b.key);
    Ok(rows.map(|row| residual(model, &block, by, row, covariance, &mut slopes)).collect())
}

fn residual(
    model: &Model,
    block: &Block,
    by: By,
    places: &[Place],
    covariance: Option<&[f64]>,
    slopes: &mut Slopes,
) -> Residual {
    let strength = &model.frame.strength;
    let mut sums = Sums::default();
    let mut ties = 0.0;
    for place in places {
        let cell = place.cell as usize;
        let counts = &block.design.counts[cell];
        let (u, e) = block.predictor(strength, &model.theta, cell);
        let p = block.outcome.probabilities(u, e);
        sums.add(&cells::observed(block.outcome, counts), &p, place.swapped);
        ties += counts.tie;
        if covariance.is_some() {
            let [by_u, by_e] = score_slopes(block.outcome, u, e, &p);
            let n = if place.swapped { -counts.total() } else { counts.total() };
            slopes.add(model, block, cell, [n * by_u, n * by_e]);
        }
    }
    let spread = sums.score_variance();
    let left = covariance.map_or(f64::NAN, |matrix| spread - slopes.take(matrix));
    let score = sums.score_residual();
    let sign = if score < 0.0 { -1.0 } else { 1.0 };
    let signed = matches!(by, By::Cell | By::Pair);
    let three = block.outcome.has_threshold();
    Residual {
        key: places[0].key,
        cells: places.len(),
        comparisons: sums.comparisons,
        observed: sums.observed[0] + 0.5 * sums.observed[2],
        expected: sums.expected[0] + 0.5 * sums.expected[2],
        ties,
        expected_ties: if three { sums.expected[2] } else { f64::NAN },
        pearson: sign * sums.chi_square().sqrt(),
        deviance: if signed { sign } else { 1.0 } * sums.deviance.sqrt(),
        // What the fit has taken up wholly, such as the total score of an item, is no residual.
        standardised: if left > 1e-9 * spread { score / left.sqrt() } else { f64::NAN },
    }
}

/// Derivatives in u and e of the expected score p(left) + p(tie) / 2.
fn score_slopes(outcome: Outcome, u: f64, e: f64, p: &[f64; 3]) -> [f64; 2] {
    let win = Counts { win: 1.0, ..Counts::default() };
    let tie = Counts { tie: 1.0, ..Counts::default() };
    let mut slopes = [0.0; 2];
    for (counts, weight) in [(win, p[0]), (tie, 0.5 * p[2])] {
        if weight > 0.0 {
            // d p = p d log p, and the derivatives are those of - log p.
            let d = outcome.derivatives(&counts, u, e);
            slopes[0] -= weight * d.z;
            slopes[1] -= weight * d.e;
        }
    }
    slopes
}

/// Sums over the cells of a row; left, right, tie.
#[derive(Default)]
struct Sums {
    comparisons: f64,
    observed: [f64; 3],
    expected: [f64; 3],
    covariance: [[f64; 3]; 3],
    deviance: f64,
}

impl Sums {
    fn add(&mut self, observed: &[f64; 3], p: &[f64; 3], swapped: bool) {
        let turn = |v: &[f64; 3]| if swapped { [v[1], v[0], v[2]] } else { *v };
        let (o, p) = (turn(observed), turn(p));
        let n: f64 = o.iter().sum();
        self.comparisons += n;
        self.deviance += cells::deviance(&o, &p);
        for a in 0..3 {
            self.observed[a] += o[a];
            self.expected[a] += n * p[a];
            // n p (1 - p) from the other probabilities, which do not cancel near p = 1.
            let rest: f64 = (0..3).filter(|&b| b != a).map(|b| p[b]).sum();
            self.covariance[a][a] += n * p[a] * rest;
            for b in (0..3).filter(|&b| b != a) {
                self.covariance[a][b] -= n * p[a] * p[b];
            }
        }
    }

    fn score_residual(&self) -> f64 {
        self.observed[0] - self.expected[0] + 0.5 * (self.observed[2] - self.expected[2])
    }

    fn score_variance(&self) -> f64 {
        let v = &self.covariance;
        v[0][0] + v[0][2] + 0.25 * v[2][2]
    }

    /// r' V^- r over the two outcomes expected least, where V is well conditioned; an outcome that
    /// cannot happen is left out.
    fn chi_square(&self) -> f64 {
        let r: [f64; 3] = std::array::from_fn(|k| self.observed[k] - self.expected[k]);
        let mut order = [0, 1, 2];
        order.sort_by(|&a, &b| self.expected[a].total_cmp(&self.expected[b]));
        let (a, b) = (order[0], order[1]);
        let one = |k: usize| match self.covariance[k][k] {
            v if v > 0.0 => r[k] * r[k] / v,
            _ if r[k] == 0.0 => 0.0,
            _ => f64::INFINITY,
        };
        let (va, vb, c) = (self.covariance[a][a], self.covariance[b][b], self.covariance[a][b]);
        if va <= 0.0 {
            return one(a) + one(b);
        }
        let along = r[b] - c / va * r[a];
        one(a) + along * along / (vb - c * c / va)
    }
}

/// The gradient of the expected score of a row, gathered over its cells.
struct Slopes {
    sums: Vec<f64>,
    touched: Vec<u32>,
    local: Local,
}

impl Slopes {
    fn new(parameters: usize) -> Slopes {
        Slopes { sums: vec![0.0; parameters], touched: Vec::new(), local: Local::default() }
    }

    fn add(&mut self, model: &Model, block: &Block, cell: usize, [by_u, by_e]: [f64; 2]) {
        block.touch(&model.frame.strength, &model.theta, cell, &mut self.local);
        for ((&at, u), e) in self.local.index.iter().zip(&self.local.u).zip(&self.local.e) {
            self.sums[at as usize] += by_u * u + by_e * e;
            self.touched.push(at);
        }
    }

    /// The variance of the fitted score, g' C g; forgets the row.
    fn take(&mut self, covariance: &[f64]) -> f64 {
        self.touched.sort_unstable();
        self.touched.dedup();
        let p = self.sums.len();
        let mut variance = 0.0;
        for &a in &self.touched {
            let row = &covariance[a as usize * p..][..p];
            let along: f64 = self.touched.iter().map(|&b| row[b as usize] * self.sums[b as usize]).sum();
            variance += self.sums[a as usize] * along;
        }
        self.touched.drain(..).for_each(|at| self.sums[at as usize] = 0.0);
        variance
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_cell_has_the_chi_square_of_pearson() {
        for p in [[0.2, 0.5, 0.3], [1e-9, 0.6, 0.4 - 1e-9], [0.7, 0.3 - 1e-12, 1e-12], [0.4, 0.6, 0.0]] {
            let o = [3.0, 5.0, if p[2] > 0.0 { 2.0 } else { 0.0 }];
            let n: f64 = o.iter().sum();
            let by_hand: f64 =
                o.iter().zip(&p).filter(|(_, p)| **p > 0.0).map(|(o, p)| (o - n * p).powi(2) / (n * p)).sum();
            for swapped in [false, true] {
                let mut sums = Sums::default();
                sums.add(&o, &p, swapped);
                let found = sums.chi_square();
                assert!((found / by_hand - 1.0).abs() < 1e-9, "{p:?}: {found} against {by_hand}");
            }
        }
    }

    #[test]
    fn what_cannot_happen() {
        let mut sums = Sums::default();
        sums.add(&[4.0, 0.0, 0.0], &[1.0, 0.0, 0.0], false);
        assert_eq!((sums.chi_square(), sums.deviance), (0.0, 0.0));
        let mut sums = Sums::default();
        sums.add(&[4.0, 1.0, 0.0], &[1.0, 0.0, 0.0], false);
        assert_eq!((sums.chi_square(), sums.deviance), (f64::INFINITY, f64::INFINITY));
    }

    #[test]
    fn slopes_of_the_score_agree_with_differences() {
        let h = 1e-6;
        for law in Outcome::ALL {
            for (u, e) in [(0.3, 0.4), (-2.0, 1.1)] {
                let score = |u, e| {
                    let p = law.probabilities(u, e);
                    p[0] + 0.5 * p[2]
                };
                let found = score_slopes(law, u, e, &law.probabilities(u, e));
                assert!((found[0] - (score(u + h, e) - score(u - h, e)) / (2.0 * h)).abs() < 1e-9, "{law:?}");
                let by_e = (score(u, e + h) - score(u, e - h)) / (2.0 * h);
                assert!((found[1] - by_e).abs() < 1e-9, "{law:?}");
            }
        }
    }
}
