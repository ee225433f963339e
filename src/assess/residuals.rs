//! Residuals: what was seen less what the model expects, by cell, pair, item, judge or context.
//!
//! Let o be the counts of left, right, tie and both bad of a cell, n their sum and p their probabilities under the
//! model. Sums over the cells of a row have residual r = sum (o - n p) and covariance
//! V = sum n (diag p - p p'). The Pearson residual is the root of r' V^- r with the sign of the score
//! residual: for one cell the root of Pearson's X^2, for two outcomes (y - n p) / sqrt(n p (1 - p)).

use super::cells;
use crate::comparisons::NONE;
use crate::error::{Error, Result};
use crate::interrupt::spend;
use crate::likelihood::Block;
use crate::model::{Correction, CovarianceKind, Model};
use crate::room::{self, with_room, Gather as _, Put as _};
use crate::table::{Schema, SchemaColumn};
use crate::terms::{product, Local};

/// Models with more parameters have no standardised residuals: these need a dense covariance.
const LARGEST: usize = 4_000;

/// The work of a cell, in steps of about a nanosecond.
const CELL: usize = 500;

/// The units of the rows of a table of residuals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResidualsBy {
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
    /// Judge and item, in the place of left: the judge's answers on the item against all others.
    JudgeItem,
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
    /// Wins and half of what has no winner.
    pub observed: f64,
    /// Their expected number under the model.
    pub expected: f64,
    /// Ties.
    pub ties: f64,
    /// Their expected number under the model; NaN for an outcome model without ties.
    pub expected_ties: f64,
    /// Pearson residual.
    pub pearson: f64,
    /// Root of the deviance: signed by cell and pair, else not.
    pub deviance: f64,
    /// Score residual by its standard error under the model; NaN where that is zero.
    pub standardised: f64,
}

impl Residual {
    fn id(&self, place: usize) -> Option<usize> {
        (self.key[place] != NONE).then_some(self.key[place] as usize)
    }

    /// The item of a row that is of one item: it has no right.
    fn item(&self) -> Option<usize> {
        self.id(2).filter(|_| self.key[3] == NONE)
    }

    fn left(&self) -> Option<usize> {
        self.id(2).filter(|_| self.key[3] != NONE)
    }
}

/// The columns of [`residuals`].
pub static RESIDUALS: Schema<Residual> = Schema {
    name: "model_residuals",
    title: c"Residuals",
    columns: &[
        SchemaColumn::context(
            c"context",
            c"The context, by context; missing otherwise, and for comparisons without one.",
            |r| r.id(0),
        ),
        SchemaColumn::judge(c"judge", c"The judge; missing where judges are added up.", |r| r.id(1)),
        SchemaColumn::item(c"item", c"The item, by item and by judge and item; missing otherwise.", Residual::item),
        SchemaColumn::item(
            c"left",
            c"The item on the left by cell, the first of the pair by pair; missing otherwise.",
            Residual::left,
        ),
        SchemaColumn::item(c"right", c"The other item, by cell and by pair; missing otherwise.", |r| r.id(3)),
        SchemaColumn::i64(c"cells", c"cells", c"Cells (judge, left, right) added up.", |r| Some(r.cells as i64)),
        SchemaColumn::f64(c"comparisons", c"comparisons", c"Comparisons (sum of weights).", |r| r.comparisons),
        SchemaColumn::f64(
            c"observed_wins",
            c"comparisons",
            c"Observed score: wins of the left or only item, and half of what has no winner.",
            |r| r.observed,
        ),
        SchemaColumn::f64(c"expected_wins", c"comparisons", c"The score that the model expects.", |r| r.expected),
        SchemaColumn::f64(c"observed_ties", c"comparisons", c"Observed ties.", |r| r.ties),
        SchemaColumn::f64(
            c"expected_ties",
            c"comparisons",
            c"Ties that the model expects; missing if it has none.",
            |r| r.expected_ties,
        ),
        SchemaColumn::f64(
            c"pearson",
            c"",
            c"Pearson residual: the root of r' V^-1 r, r the residuals of the outcomes and V their covariance under the model, with the sign of observed less expected score.",
            |r| r.pearson,
        ),
        SchemaColumn::f64(
            c"deviance",
            c"",
            c"Deviance residual: the root of 2 sum o log(o / e), with the same sign by cell and pair, else not negative.",
            |r| r.deviance,
        ),
        SchemaColumn::f64(
            c"standardised",
            c"",
            c"Observed less expected score by its standard error, which allows for the fit; missing where the fit leaves nothing free.",
            |r| r.standardised,
        ),
    ],
};

/// Where a cell goes, and whether with its sides swapped.
struct Place {
    key: [u32; 4],
    cell: u32,
    swapped: bool,
}

/// The places of all cells, by row.
fn places(block: &Block, by: ResidualsBy) -> Vec<Place> {
    let design = &block.design;
    let mut places = with_room(
        design.len() * if matches!(by, ResidualsBy::Item | ResidualsBy::JudgeItem) { 2 } else { 1 },
    );
    for cell in 0..design.len() {
        let (left, right) = (design.left[cell], design.right[cell]);
        let judge = design.judge(cell) as u32;
        let mut add = |key, swapped| places.push(Place { key, cell: cell as u32, swapped });
        match by {
            ResidualsBy::Cell => add([NONE, judge, left, right], false),
            ResidualsBy::Context => add([design.contexts[cell], NONE, NONE, NONE], false),
            ResidualsBy::Pair => add([NONE, NONE, left.min(right), left.max(right)], left > right),
            ResidualsBy::Judge => add([NONE, judge, NONE, NONE], false),
            ResidualsBy::Item => {
                add([NONE, NONE, left, NONE], false);
                add([NONE, NONE, right, NONE], true);
            }
            ResidualsBy::JudgeItem => {
                add([NONE, judge, left, NONE], false);
                add([NONE, judge, right, NONE], true);
            }
        }
    }
    places.sort_unstable_by_key(|place| (place.key, place.cell));
    places
}

/// The cells and their places, checked.
fn placed(model: &Model, by: ResidualsBy) -> Result<(Block, Vec<Place>)> {
    if let Some(weights) = model.weighting() {
        return Err(Error::Unsupported(format!(
            "residuals: sums of {weights} have no known distribution to be measured against"
        )));
    }
    if by == ResidualsBy::Context && model.set.contexts() == 0 {
        return Err(Error::Unsupported("residuals: the set has no contexts".into()));
    }
    let block = cells::block(model, by == ResidualsBy::Context)?;
    let places = places(&block, by);
    Ok((block, places))
}

/// All residuals, sorted by their keys.
pub fn residuals(model: &Model, by: ResidualsBy) -> Result<Vec<Residual>> {
    let (block, places) = placed(model, by)?;
    let covariance = if model.theta.len() <= LARGEST {
        Some(model.covariance(CovarianceKind::Expected, Correction::None)?.matrix()?)
    } else {
        None
    };
    let mut slopes = Slopes::new(model.theta.len());
    let rows = places.chunk_by(|a, b| a.key == b.key);
    Ok(rows.map(|row| residual(model, &block, by, row, covariance, &mut slopes)).gathered())
}

fn residual(
    model: &Model,
    block: &Block,
    by: ResidualsBy,
    places: &[Place],
    covariance: Option<&[f64]>,
    slopes: &mut Slopes,
) -> Residual {
    let strength = &model.layout.strength;
    let mut sums = Sums::default();
    let mut ties = 0.0;
    for place in places {
        spend(CELL);
        let cell = place.cell as usize;
        let counts = &block.design.counts[cell];
        let at = block.predictor(strength, &model.theta, cell);
        let p = block.outcome.probabilities(at);
        sums.add(&cells::observed(block.outcome, counts), &p, place.swapped);
        ties += counts.tie;
        if covariance.is_some() {
            let n = if place.swapped { -counts.total() } else { counts.total() };
            let of_score = block.outcome.expected_score(at).1;
            slopes.add(model, block, cell, of_score.map(|slope| n * slope));
        }
    }
    let spread = sums.score_variance();
    let left = covariance.map_or(f64::NAN, |matrix| spread - slopes.take(matrix));
    let score = sums.score_residual();
    let sign = if score < 0.0 { -1.0 } else { 1.0 };
    let signed = matches!(by, ResidualsBy::Cell | ResidualsBy::Pair);
    let has_ties = block.outcome.has_threshold();
    Residual {
        key: places[0].key,
        cells: places.len(),
        comparisons: sums.comparisons,
        observed: cells::score(&sums.observed),
        expected: cells::score(&sums.expected),
        ties,
        expected_ties: if has_ties { sums.expected[2] } else { f64::NAN },
        pearson: sign * sums.chi_square().sqrt(),
        deviance: if signed { sign } else { 1.0 } * sums.deviance.sqrt(),
        // A total that the fit reproduces, such as the score of an item, is no residual.
        standardised: if left > 1e-9 * spread { score / left.sqrt() } else { f64::NAN },
    }
}

/// Sums over the cells of a row, by outcome.
#[derive(Default)]
struct Sums {
    comparisons: f64,
    observed: [f64; 4],
    expected: [f64; 4],
    covariance: [[f64; 4]; 4],
    deviance: f64,
}

impl Sums {
    fn add(&mut self, observed: &[f64; 4], p: &[f64; 4], swapped: bool) {
        let turn = |v: &[f64; 4]| if swapped { cells::swapped(*v) } else { *v };
        let (o, p) = (turn(observed), turn(p));
        let n: f64 = o.iter().sum();
        self.comparisons += n;
        self.deviance += cells::deviance(&o, &p);
        for a in 0..4 {
            self.observed[a] += o[a];
            self.expected[a] += n * p[a];
            // n p (1 - p) from the other probabilities, which do not cancel near p = 1.
            let rest: f64 = (0..4).filter(|&b| b != a).map(|b| p[b]).sum();
            self.covariance[a][a] += n * p[a] * rest;
            for b in (0..4).filter(|&b| b != a) {
                self.covariance[a][b] -= n * p[a] * p[b];
            }
        }
    }

    fn score_residual(&self) -> f64 {
        let open = |k: usize| self.observed[k] - self.expected[k];
        open(0) + 0.5 * (open(2) + open(3))
    }

    fn score_variance(&self) -> f64 {
        let v = &self.covariance;
        v[0][0] + v[0][2] + v[0][3] + 0.25 * (v[2][2] + v[3][3]) + 0.5 * v[2][3]
    }

    /// r' V^- r over all outcomes but the one expected most, where V is well conditioned, by elimination of
    /// one after the other; an outcome that cannot happen is left out.
    fn chi_square(&self) -> f64 {
        let mut r: [f64; 4] = std::array::from_fn(|k| self.observed[k] - self.expected[k]);
        let mut order = [0, 1, 2, 3];
        room::sort_by(&mut order, |&a, &b| self.expected[a].total_cmp(&self.expected[b]));
        let mut v = self.covariance;
        let mut sum = 0.0;
        for at in 0..3 {
            let a = order[at];
            if self.covariance[a][a] <= 0.0 {
                sum += if r[a] == 0.0 { 0.0 } else { f64::INFINITY };
                continue;
            }
            sum += r[a] * r[a] / v[a][a];
            for &b in &order[at + 1..3] {
                let share = v[a][b] / v[a][a];
                r[b] -= share * r[a];
                order[at + 1..3].iter().for_each(|&c| v[b][c] -= share * v[a][c]);
            }
        }
        sum
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

    fn add(&mut self, model: &Model, block: &Block, cell: usize, slopes: [f64; 3]) {
        block.touch(&model.layout.strength, &model.theta, cell, &mut self.local);
        for (at, along) in self.local.rows() {
            self.sums[at] += product(slopes, along);
            self.touched.put(at as u32);
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
        let tiny = 1e-12;
        for p in [
            [0.2, 0.5, 0.3, 0.0],
            [1e-9, 0.6, 0.4 - 1e-9, 0.0],
            [0.7, 0.3 - tiny, tiny, 0.0],
            [0.4, 0.6, 0.0, 0.0],
            [0.1, 0.4, 0.2, 0.3],
            [0.3, 0.1 - tiny, 0.6, tiny],
            [0.3, 0.1, 0.0, 0.6],
        ] {
            let seen = |k: usize, count: f64| if p[k] > 0.0 { count } else { 0.0 };
            let o = [3.0, 5.0, seen(2, 2.0), seen(3, 4.0)];
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
        sums.add(&[4.0, 0.0, 0.0, 0.0], &[1.0, 0.0, 0.0, 0.0], false);
        assert_eq!((sums.chi_square(), sums.deviance), (0.0, 0.0));
        let mut sums = Sums::default();
        sums.add(&[4.0, 1.0, 0.0, 0.0], &[1.0, 0.0, 0.0, 0.0], false);
        assert_eq!((sums.chi_square(), sums.deviance), (f64::INFINITY, f64::INFINITY));
    }

    /// The variance of the score of one comparison, by its possible values.
    #[test]
    fn variance_of_the_score() {
        let p = [0.35, 0.15, 0.3, 0.2];
        let mut sums = Sums::default();
        sums.add(&[1.0, 0.0, 0.0, 0.0], &p, false);
        let mean = p[0] + 0.25;
        let by_hand = p[0] * (1.0 - mean).powi(2) + p[1] * mean * mean + 0.5 * (0.5 - mean).powi(2);
        assert!((sums.score_variance() - by_hand).abs() < 1e-15);
        assert!((sums.score_residual() - (1.0 - mean)).abs() < 1e-15);
    }
}
