//! How far predictions are from what was seen: likelihood, cross-entropy, divergences and errors.
//!
//! Comparisons are added up by pair of items, or by cell (judge, left, right). Let q be the observed
//! proportions of the outcomes of such a row, p the predicted probabilities, n_r its comparisons and n
//! all. Where probabilities differ within a row, p is their mean weighted by comparisons; likelihood and
//! cross-entropy are those of the comparisons themselves.

use super::cells::log_coefficient;
use super::predictions::{predictions, Predicted};
use super::residuals::ResidualsBy;
use crate::comparisons::Set;
use crate::error::{Error, Result};
use crate::model::Model;
use crate::room::{self, Gather as _};
use crate::table::{Schema, SchemaColumn};

/// Distances of observed and predicted numbers, weighted by n_r / n.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ErrorMetrics {
    /// Mean distance of the counts, |o - n_r p|.
    pub mae_count: f64,
    /// Root of the mean squared distance of the counts.
    pub rmse_count: f64,
    /// Mean distance of the proportions, 100 |q - p|.
    pub mae_percent: f64,
    /// Root of the mean squared distance of the proportions.
    pub rmse_percent: f64,
}

/// The measures of one outcome.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ByOutcome {
    /// Comparisons that came out so.
    pub observed: f64,
    /// How many the model expects.
    pub predicted: f64,
    /// Its part of the cross-entropy, - sum o log p / n.
    pub cross_entropy: f64,
    /// Errors.
    pub errors: ErrorMetrics,
}

/// The columns of [`Metrics::by_outcome`], each row with the number of its outcome.
pub static METRICS_BY_OUTCOME: Schema<(usize, ByOutcome)> = Schema {
    name: "model_metrics_by_outcome",
    title: c"How far predictions are from observed outcomes",
    columns: &[
        SchemaColumn::choice(
            c"outcome",
            c"The outcome, of the item with the smaller id by pair, of the one on the left by cell.",
            &[c"win", c"loss", c"tie", c"both_bad"],
            |r| Some(r.0),
        ),
        SchemaColumn::f64(c"observed_count", c"comparisons", c"Comparisons that came out so.", |r| {
            r.1.observed
        }),
        SchemaColumn::f64(c"predicted_count", c"comparisons", c"The number that the model predicts.", |r| {
            r.1.predicted
        }),
        SchemaColumn::f64(c"cross_entropy", c"", c"Its part of the cross-entropy, - sum o log p / n.", |r| {
            r.1.cross_entropy
        }),
        SchemaColumn::f64(
            c"mae_count",
            c"comparisons",
            c"Mean absolute error of counts, weighted by comparisons.",
            |r| r.1.errors.mae_count,
        ),
        SchemaColumn::f64(c"rmse_count", c"comparisons", c"Root of the mean squared error of counts.", |r| {
            r.1.errors.rmse_count
        }),
        SchemaColumn::f64(c"mae_percent", c"percent", c"Mean absolute error of proportions.", |r| {
            r.1.errors.mae_percent
        }),
        SchemaColumn::f64(
            c"rmse_percent",
            c"percent",
            c"Root of the mean squared error of proportions.",
            |r| r.1.errors.rmse_percent,
        ),
    ],
};

/// How far predictions are from what was seen.
#[derive(Debug, Clone, PartialEq)]
pub struct Metrics {
    /// Rows: pairs, or cells.
    pub rows: usize,
    /// Comparisons predicted, n.
    pub comparisons: f64,
    /// Comparisons whose prediction the data do not determine, left out of all else.
    pub unpredicted: f64,
    /// Log-likelihood, without multinomial coefficients.
    pub log_likelihood: f64,
    /// Sum of the logarithms of the multinomial coefficients of the rows.
    pub log_coefficient: f64,
    /// Sum over the outcomes of the cross-entropy.
    pub cross_entropy: f64,
    /// Kullback and Leibler's (1951) divergence sum q log(q / p), plain mean over rows.
    pub kl_mean: f64,
    /// The same, weighted by n_r / n.
    pub kl_weighted: f64,
    /// Jensen and Shannon's divergence (Lin 1991), natural logarithms, plain mean over rows.
    pub js_mean: f64,
    /// The same, weighted by n_r / n.
    pub js_weighted: f64,
    /// Errors over all outcomes: mean of the absolute ones, root of the mean of the squared ones.
    pub errors: ErrorMetrics,
    /// Win (of the item with the smaller id, or of the left one), loss, tie, both bad.
    pub by_outcome: Vec<ByOutcome>,
}

/// How far the predictions of a model are from another set, or its own. `by` is By::Pair or By::Cell.
pub fn metrics(model: &Model, other: Option<&Set>, by: ResidualsBy) -> Result<Metrics> {
    if !matches!(by, ResidualsBy::Pair | ResidualsBy::Cell) {
        return Err(Error::Argument("by: metrics are by pair or by cell".into()));
    }
    let found = predictions(model, other)?;
    found.some()?;
    Ok(Metrics {
        unpredicted: found.unpredicted,
        ..of_predictions(&found.cells, model.outcome().outcomes(), by == ResidualsBy::Cell)
    })
}

/// The same of given predictions; all NaN if the list is empty.
pub(super) fn of_predictions(cells: &[Predicted], outcomes: usize, fine: bool) -> Metrics {
    let mut sums = Sums::new(outcomes);
    for cell in cells {
        sums.add_cell(cell, fine);
    }
    let mut order: Vec<&Predicted> = cells.iter().gathered();
    room::sort_by_key(&mut order, |cell| cell.group(fine));
    for row in order.chunk_by(|a, b| a.group(fine) == b.group(fine)) {
        sums.add_row(row, fine);
    }
    sums.finish()
}

/// Sums over cells and rows; what is weighted is a sum of n_r times it.
struct Sums {
    total: Metrics,
    /// By outcome: |o - n p|, its square, |q - p|, its square.
    errors: Vec<[f64; 4]>,
}

impl Sums {
    fn new(outcomes: usize) -> Sums {
        let total = Metrics {
            rows: 0,
            comparisons: 0.0,
            unpredicted: 0.0,
            log_likelihood: 0.0,
            log_coefficient: 0.0,
            cross_entropy: 0.0,
            kl_mean: 0.0,
            kl_weighted: 0.0,
            js_mean: 0.0,
            js_weighted: 0.0,
            errors: ErrorMetrics::default(),
            by_outcome: vec![ByOutcome::default(); outcomes],
        };
        Sums { total, errors: vec![[0.0; 4]; outcomes] }
    }

    fn add_cell(&mut self, cell: &Predicted, fine: bool) {
        let (counts, logs) = (cell.turned(&cell.counts, fine), cell.turned(&cell.logs, fine));
        self.total.log_likelihood += cell.log_likelihood;
        for ((outcome, o), log) in self.total.by_outcome.iter_mut().zip(counts).zip(logs) {
            // An outcome that did not happen adds nothing, even where it is impossible.
            if o > 0.0 {
                outcome.cross_entropy -= o * log;
            }
        }
    }

    fn add_row(&mut self, cells: &[&Predicted], fine: bool) {
        let outcomes = self.errors.len();
        let (mut o, mut expected) = (vec![0.0; outcomes], vec![0.0; outcomes]);
        for cell in cells {
            let n: f64 = cell.counts.iter().sum();
            let (counts, p) = (cell.turned(&cell.counts, fine), cell.turned(&cell.p, fine));
            o.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            expected.iter_mut().zip(p).for_each(|(sum, p)| *sum += n * p);
        }
        let n: f64 = o.iter().sum();
        let total = &mut self.total;
        total.rows += 1;
        total.comparisons += n;
        total.log_coefficient += log_coefficient(&o);
        let (mut kl, mut js) = (0.0, 0.0);
        for k in 0..outcomes {
            let (q, p) = (o[k] / n, expected[k] / n);
            kl += relative_entropy(q, p);
            js += 0.5 * (relative_entropy(q, 0.5 * (q + p)) + relative_entropy(p, 0.5 * (q + p)));
            let (count, percent) = ((o[k] - expected[k]).abs(), 100.0 * (q - p).abs());
            total.by_outcome[k].observed += o[k];
            total.by_outcome[k].predicted += expected[k];
            let terms = [count, count * count, percent, percent * percent];
            self.errors[k].iter_mut().zip(terms).for_each(|(sum, term)| *sum += n * term);
        }
        total.kl_mean += kl;
        total.kl_weighted += n * kl;
        total.js_mean += js;
        total.js_weighted += n * js;
    }

    fn finish(self) -> Metrics {
        let Sums { mut total, errors } = self;
        let (n, rows, outcomes) = (total.comparisons, total.rows as f64, errors.len() as f64);
        total.kl_mean /= rows;
        total.js_mean /= rows;
        total.kl_weighted /= n;
        total.js_weighted /= n;
        for (outcome, sums) in total.by_outcome.iter_mut().zip(&errors) {
            outcome.cross_entropy /= n;
            total.cross_entropy += outcome.cross_entropy;
            outcome.errors = means(sums.map(|sum| sum / n));
        }
        let all = std::array::from_fn(|k| errors.iter().map(|sums| sums[k]).sum::<f64>() / (n * outcomes));
        total.errors = means(all);
        total
    }
}

fn means([count, square, percent, percent_square]: [f64; 4]) -> ErrorMetrics {
    ErrorMetrics {
        mae_count: count,
        rmse_count: square.sqrt(),
        mae_percent: percent,
        rmse_percent: percent_square.sqrt(),
    }
}

/// A term q log(q / p) of the divergence: 0 for q = 0.
fn relative_entropy(q: f64, p: f64) -> f64 {
    if q > 0.0 {
        q * (q / p).ln()
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(key: [u32; 3], counts: [f64; 3], p: [f64; 3]) -> Predicted {
        let four = |[a, b, c]: [f64; 3]| [a, b, c, 0.0];
        let (counts, p) = (four(counts), four(p));
        let logs = p.map(f64::ln);
        let log_likelihood = counts.iter().zip(logs).take(3).map(|(o, l)| o * l).sum();
        Predicted { key, counts, p, logs, logit: logs[0] - logs[1], log_likelihood }
    }

    /// Two orders of one pair before two judges, and another pair.
    fn example() -> Vec<Predicted> {
        vec![
            cell([0, 0, 1], [6.0, 3.0, 1.0], [0.5, 0.25, 0.25]),
            cell([1, 1, 0], [4.0, 4.0, 2.0], [0.4, 0.4, 0.2]),
            cell([0, 2, 0], [1.0, 3.0, 1.0], [0.3, 0.5, 0.2]),
        ]
    }

    #[test]
    fn pairs_by_hand() {
        let found = of_predictions(&example(), 3, false);
        assert_eq!((found.rows, found.comparisons), (2, 25.0));
        // Pair (0, 1): 10, 7, 3 of 20 with p = .45, .325, .225; pair (0, 2): 3, 1, 1 of 5 with .5, .3, .2.
        let (q, p) = ([[0.5, 0.35, 0.15], [0.6, 0.2, 0.2]], [[0.45, 0.325, 0.225], [0.5, 0.3, 0.2]]);
        let kl = |r: usize| (0..3).map(|k| q[r][k] * f64::ln(q[r][k] / p[r][k])).sum::<f64>();
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-13 * (1.0 + b.abs()), "{a} against {b}");
        near(found.kl_mean, 0.5 * (kl(0) + kl(1)));
        near(found.kl_weighted, 0.8 * kl(0) + 0.2 * kl(1));
        let js = |r: usize| {
            let m = |k: usize| 0.5 * (q[r][k] + p[r][k]);
            let half = |a: f64, k: usize| 0.5 * a * (a / m(k)).ln();
            (0..3).map(|k| half(q[r][k], k) + half(p[r][k], k)).sum::<f64>()
        };
        near(found.js_mean, 0.5 * (js(0) + js(1)));
        near(found.js_weighted, 0.8 * js(0) + 0.2 * js(1));
        let win = &found.by_outcome[0];
        near(win.errors.mae_count, 0.8 * 1.0 + 0.2 * 0.5);
        near(win.errors.rmse_count, (0.8 * 1.0 + 0.2 * 0.25f64).sqrt());
        near(win.errors.mae_percent, 0.8 * 5.0 + 0.2 * 10.0);
        near(win.errors.rmse_percent, (0.8 * 25.0 + 0.2 * 100.0f64).sqrt());
        near(win.observed, 13.0);
        near(win.predicted, 11.5);
        let squares: f64 = found.by_outcome.iter().map(|o| o.errors.rmse_count.powi(2)).sum();
        near(found.errors.rmse_count, (squares / 3.0).sqrt());
        let absolute: f64 = found.by_outcome.iter().map(|o| o.errors.mae_percent).sum();
        near(found.errors.mae_percent, absolute / 3.0);
        near(found.cross_entropy, -found.log_likelihood / 25.0);
        // Wins of the item with the smaller id: 6 at .5, 4 at .4, 3 at .5.
        near(win.cross_entropy, -(9.0 * 0.5f64.ln() + 4.0 * 0.4f64.ln()) / 25.0);
        let choose = |o: [f64; 3]| log_coefficient(&o);
        near(found.log_coefficient, choose([10.0, 7.0, 3.0]) + choose([3.0, 1.0, 1.0]));
    }

    #[test]
    fn cells_by_hand() {
        let found = of_predictions(&example(), 3, true);
        assert_eq!(found.rows, 3);
        // The second cell is predicted exactly.
        let kl = |q: [f64; 3], p: [f64; 3]| (0..3).map(|k| q[k] * (q[k] / p[k]).ln()).sum::<f64>();
        let mean = (kl([0.6, 0.3, 0.1], [0.5, 0.25, 0.25]) + kl([0.2, 0.6, 0.2], [0.3, 0.5, 0.2])) / 3.0;
        assert!((found.kl_mean - mean).abs() < 1e-14, "{found:?}");
        let pairs = of_predictions(&example(), 3, false);
        assert_eq!(found.log_likelihood, pairs.log_likelihood);
        assert!((found.cross_entropy - pairs.cross_entropy).abs() < 1e-15);
    }

    #[test]
    fn what_cannot_happen() {
        let sure = cell([0, 0, 1], [2.0, 0.0, 0.0], [1.0, 0.0, 0.0]);
        let found = of_predictions(&[sure], 2, false);
        assert_eq!((found.cross_entropy, found.kl_mean, found.js_weighted), (0.0, 0.0, 0.0));
        let wrong = cell([0, 1, 0], [2.0, 0.0, 0.0], [0.0, 1.0, 0.0]);
        let found = of_predictions(&[wrong], 2, false);
        assert_eq!((found.cross_entropy, found.kl_mean), (f64::INFINITY, f64::INFINITY));
        // Jensen and Shannon's is bounded by log 2.
        assert!((found.js_mean - 2f64.ln()).abs() < 1e-15);
        let none = of_predictions(&[], 3, false);
        assert!(none.kl_mean.is_nan() && none.cross_entropy.is_nan() && none.errors.rmse_count.is_nan());
    }
}
