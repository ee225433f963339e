//! Intervals from replicates (Efron and Tibshirani 1993, chapters 12 to 14; Davison and Hinkley 1997,
//! chapter 5).

use super::{acceleration, studentised, Bootstrap, Read};
use crate::distributions::normal;
use crate::error::{Error, Result};
use crate::inference::{Method, Options};
use crate::interrupt::spend;
use crate::model::{Model, Readout};
use crate::progress::Watch;
use crate::room::{self, Gather as _};

/// How replicates become an interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Interval {
    /// Quantiles of the replicates, corrected for bias and skewness (BCa, Efron 1987).
    #[default]
    Bca,
    /// Quantiles of the replicates.
    Percentile,
    /// The estimate less the quantiles of the errors of the replicates.
    Basic,
    /// As basic, every error divided by its own standard error (bootstrap-t).
    Studentised,
}

impl Interval {
    /// All by their numbers.
    pub const ALL: [Interval; 4] =
        [Interval::Bca, Interval::Percentile, Interval::Basic, Interval::Studentised];
}

/// Replicates beyond either end of an interval without which the end means nothing.
const LEAST_BEYOND: f64 = 2.0;

/// Replicates of one value that exist, in order, and how many do not.
struct Column {
    sorted: Vec<f64>,
    missing: f64,
    mean: f64,
    deviation: f64,
}

/// An end of an interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Lower,
    Upper,
}

impl Column {
    /// Number of replicates that were drawn.
    fn new(values: impl Iterator<Item = f64>, drawn: usize) -> Column {
        let mut sorted: Vec<f64> = values.filter(|v| v.is_finite()).gathered();
        room::sort_by(&mut sorted, f64::total_cmp);
        let count = sorted.len() as f64;
        let mean = sorted.iter().sum::<f64>() / count;
        let squares: f64 = sorted.iter().map(|v| (v - mean) * (v - mean)).sum();
        let missing = drawn.saturating_sub(sorted.len()) as f64;
        Column { sorted, missing, mean, deviation: (squares / (count - 1.0)).sqrt() }
    }

    /// The quantile at p (R + 1) in the order of the R replicates that were drawn. Those without a value count against what is
    /// claimed: they lie below all others at a lower end, and above them at an upper one.
    fn quantile(&self, p: f64, end: End) -> f64 {
        let count = self.sorted.len();
        if count == 0 || p.is_nan() {
            return f64::NAN;
        }
        let place = p * (count as f64 + self.missing + 1.0) - 1.0;
        let place = if end == End::Lower { place - self.missing } else { place };
        match end {
            End::Lower if self.missing > 0.0 && place < 0.0 => return f64::NEG_INFINITY,
            End::Upper if self.missing > 0.0 && place > (count - 1) as f64 => return f64::INFINITY,
            _ => {}
        }
        let place = place.max(0.0).min((count - 1) as f64);
        let (below, above) = (place.floor() as usize, place.ceil() as usize);
        let share = place - below as f64;
        self.sorted[below] * (1.0 - share) + self.sorted[above] * share
    }

    /// The normal quantile of the share of replicates below a value: the bias on the normal scale.
    fn bias(&self, value: f64) -> f64 {
        let below = self.sorted.partition_point(|v| *v < value);
        let equal = self.sorted.partition_point(|v| *v <= value) - below;
        normal::quantile((below as f64 + 0.5 * equal as f64) / self.sorted.len() as f64)
    }
}

/// Estimate, standard deviation of the replicates, lower and upper end of every value.
pub(in crate::inference) fn table(
    model: &Model,
    bootstrap: &Bootstrap,
    base: &Readout,
    read: Read<'_>,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Vec<[f64; 4]>> {
    let values = bootstrap.values(model, &|point| Ok(read(point)?.estimates), &mut *watch)?;
    table_of(model, bootstrap, base, &values, Some(read), options, watch)
}

/// The same from the values at the replicates; without `read` there are no studentised intervals.
pub(in crate::inference) fn table_of(
    model: &Model,
    bootstrap: &Bootstrap,
    base: &Readout,
    values: &[Vec<f64>],
    read: Option<Read<'_>>,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Vec<[f64; 4]>> {
    let n = base.estimates.len();
    let tails = match options.method {
        Method::Bonferroni => 0.5 * (1.0 - options.level) / n.max(1) as f64,
        _ => 0.5 * (1.0 - options.level),
    };
    let replicates = bootstrap.len() as f64;
    if replicates * tails < LEAST_BEYOND {
        return Err(Error::Argument(format!(
            "bootstrap: {replicates} replicates are too few for this level, which needs {:.0}",
            (LEAST_BEYOND / tails).ceil()
        )));
    }
    let drawn = bootstrap.len() + bootstrap.failures();
    let columns: Vec<Column> =
        (0..n).map(|at| Column::new(values.iter().map(|row| row[at]), drawn)).gathered();
    let mut result: Vec<[f64; 4]> = base
        .estimates
        .iter()
        .zip(&columns)
        .map(|(&e, column)| [e, column.deviation, f64::NAN, f64::NAN])
        .gathered();
    if options.interval == Interval::Studentised {
        let Some(read) = read else {
            return Err(Error::Unsupported(
                "interval: no studentised intervals of a function of yours".into(),
            ));
        };
        let own = studentised::errors(model, bootstrap, base, read, watch)?;
        let ratios = own.ratios(values, &base.estimates);
        let ends = |at: usize| Column::new(ratios.iter().map(|row| row[at]), drawn);
        let together =
            (options.method == Method::Simultaneous).then(|| largest(&ratios, options.level, drawn));
        for (at, row) in result.iter_mut().enumerate() {
            let column = ends(at);
            let (low, high) = match together {
                Some(c) => (-c, c),
                None => (column.quantile(tails, End::Lower), column.quantile(1.0 - tails, End::Upper)),
            };
            row[2] = row[0] - high * own.base[at];
            row[3] = row[0] - low * own.base[at];
        }
    } else if options.method == Method::Simultaneous {
        let ratios: Vec<Vec<f64>> = values
            .iter()
            .map(|row| (0..n).map(|at| (row[at] - result[at][0]) / result[at][1]).gathered())
            .gathered();
        let critical = largest(&ratios, options.level, drawn);
        for row in &mut result {
            row[2] = row[0] - critical * row[1];
            row[3] = row[0] + critical * row[1];
        }
    } else {
        let skewness = match options.interval {
            Interval::Bca => acceleration::accelerations(model, bootstrap, &base.jacobian)?,
            _ => Vec::new(),
        };
        for (at, (row, column)) in result.iter_mut().zip(&columns).enumerate() {
            let (low, high) = match options.interval {
                Interval::Bca => corrected(tails, column.bias(row[0]), skewness[at]),
                _ => (tails, 1.0 - tails),
            };
            let (low, high) = (column.quantile(low, End::Lower), column.quantile(high, End::Upper));
            let basic = options.interval == Interval::Basic;
            row[2] = if basic { 2.0 * row[0] - high } else { low };
            row[3] = if basic { 2.0 * row[0] - low } else { high };
        }
    }
    for row in &mut result {
        if row[0].is_nan() {
            row.fill(f64::NAN);
        } else if row[1] == 0.0 {
            // Fixed by the normalisation, or by the caller.
            let estimate = row[0];
            row[2..].fill(estimate);
        }
    }
    Ok(result)
}

/// The probabilities whose quantiles are the ends of a BCa interval.
fn corrected(tails: f64, bias: f64, acceleration: f64) -> (f64, f64) {
    let end = |z: f64| normal::cdf(bias + (bias + z) / (1.0 - acceleration * (bias + z)));
    let z = normal::quantile(tails);
    (end(z), end(-z))
}

/// The quantile of the largest ratio in absolute value of all replicates that were drawn; ratios that do not exist are left out.
fn largest(ratios: &[Vec<f64>], level: f64, drawn: usize) -> f64 {
    let size = |row: &Vec<f64>| row.iter().filter(|r| r.is_finite()).fold(0.0, |m: f64, r| m.max(r.abs()));
    Column::new(ratios.iter().map(size), drawn).quantile(level, End::Upper)
}

/// The covariance of the replicates, values x values. Values that some replicate does not have are
/// taken from the replicates that have both.
pub(in crate::inference) fn covariance(
    model: &Model,
    bootstrap: &Bootstrap,
    read: &dyn Fn(&crate::model::Point<'_>) -> Result<Vec<f64>>,
    watch: Watch<'_>,
) -> Result<Vec<f64>> {
    let values = bootstrap.values(model, read, watch)?;
    covariance_of(&values, values.first().map_or(0, Vec::len))
}

/// The covariance of n values in their replicates.
pub(in crate::inference) fn covariance_of(values: &[Vec<f64>], n: usize) -> Result<Vec<f64>> {
    let means: Vec<f64> =
        (0..n).map(|at| Column::new(values.iter().map(|row| row[at]), values.len()).mean).gathered();
    let mut matrix = crate::room::reserve(n * n)?;
    let mut counts = crate::room::reserve(n * n)?;
    for row in values {
        for a in 0..n {
            let from = row[a] - means[a];
            spend(2 * a);
            for b in 0..=a {
                let product = from * (row[b] - means[b]);
                if product.is_finite() {
                    matrix[a * n + b] += product;
                    counts[a * n + b] += 1.0;
                }
            }
        }
    }
    for a in 0..n {
        spend(4 * a);
        for b in 0..=a {
            let value = matrix[a * n + b] / (counts[a * n + b] - 1.0);
            matrix[a * n + b] = value;
            matrix[b * n + a] = value;
        }
    }
    Ok(matrix)
}

#[cfg(test)]
mod tests {
    use super::{corrected, Column, End};
    use crate::distributions::normal;

    #[test]
    fn quantiles_are_order_statistics_in_between() {
        let column = Column::new([3.0, 1.0, 2.0].into_iter(), 3);
        for end in [End::Lower, End::Upper] {
            assert_eq!(column.quantile(0.5, end), 2.0);
            assert_eq!(column.quantile(0.375, end), 1.5);
            assert_eq!((column.quantile(0.0, end), column.quantile(1.0, end)), (1.0, 3.0));
            assert!(Column::new([].into_iter(), 0).quantile(0.5, end).is_nan());
        }
        assert_eq!((column.mean, column.deviation), (2.0, 1.0));
    }

    /// Ten replicates of which two have no value: these are the two lowest at a lower end, the two highest at an upper one.
    #[test]
    fn replicates_without_a_value_count_against_the_claim() {
        let values = (1..=8).map(f64::from).chain([f64::NAN]);
        let column = Column::new(values, 10);
        assert_eq!((column.sorted.len(), column.missing), (8, 2.0));
        // p (R + 1) = 4: the fourth, after two that are missing; and the eighth of ten.
        assert_eq!(column.quantile(4.0 / 11.0, End::Lower), 2.0);
        assert!((column.quantile(7.0 / 11.0, End::Upper) - 7.0).abs() < 1e-12);
        assert_eq!(column.quantile(1.0 / 11.0, End::Lower), f64::NEG_INFINITY);
        assert_eq!(column.quantile(9.5 / 11.0, End::Upper), f64::INFINITY);
    }

    /// Replicates that equal the estimate count half on either side.
    #[test]
    fn the_bias_is_the_normal_quantile_of_the_share_below() {
        let column = Column::new([2.0, 5.0, 1.0, 2.0, 3.0].into_iter(), 5);
        assert!((normal::cdf(column.bias(2.0)) - 2.0 / 5.0).abs() < 1e-12);
        assert!((normal::cdf(column.bias(4.0)) - 4.0 / 5.0).abs() < 1e-12);
        assert!((normal::cdf(column.bias(1.0)) - 0.1).abs() < 1e-12);
    }

    #[test]
    fn without_bias_and_skewness_bca_is_percentile() {
        let (low, high) = corrected(0.025, 0.0, 0.0);
        assert!((low - 0.025).abs() < 1e-12 && (high - 0.975).abs() < 1e-12);
        // Efron and Tibshirani (1993), section 14.3: z0 = .146, a = .061 at 90 % give .110 and .985.
        let (low, high) = corrected(0.05, 0.146, 0.061);
        assert!((low - 0.110).abs() < 1e-3 && (high - 0.985).abs() < 1e-3, "{low} {high}");
    }
}
