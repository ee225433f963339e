//! The units that values are means of: what each adds to them, and the degrees of freedom of their errors.

use super::Given;
use crate::error::Result;
use crate::inference::degrees::{has_each_pair, smallest};
use crate::inference::intervals::Reach;
use crate::inference::ranks::pairs;
use crate::interrupt::spend;
use crate::model::Contributions;
use crate::room::{copied, filled, with_room, Duplicate as _, Gather as _, Put as _};
use std::sync::Arc;

/// The units behind values that are means of them.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Behind {
    /// Contributions of units by CR2: their signs are flipped where there are these.
    pub(crate) contributions: Option<Contributions>,
    /// Degrees of freedom.
    pub(crate) degrees: Degrees,
    /// Whether values are means of numbers from 0 to 1.
    pub(crate) are_shares: bool,
    /// Whether each unit is one task of the same weight that an item has solved or not.
    pub(crate) is_solved_or_not: bool,
}

/// Degrees of freedom of values and of their differences.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Degrees {
    /// The same of all.
    Common(f64),
    /// Of each value; those of a difference are the fewer.
    Each(Vec<f64>),
    /// Of values by the shares of units; of differences by what is known of each, as Bell and McCaffrey have them.
    Additive(Arc<Additive>),
}

/// Effects of items in an additive model of items and tasks, where cells are missing: the matrices that CR2 is made of.
#[derive(Debug, PartialEq)]
pub(crate) struct Additive {
    /// Number of items.
    pub(crate) items: usize,
    /// Of a level, by the shares of units.
    pub(crate) level: f64,
    /// M: a generalised inverse of the information about effects.
    pub(crate) inverse: Vec<f64>,
    /// Of each pattern of items that a unit knows: how many units have it, I_g and Q (1 - Q I_g Q)^(-1/2) Q.
    pub(crate) patterns: Vec<(f64, Vec<f64>, Vec<f64>)>,
}

impl Additive {
    /// Degrees of freedom of a difference: with errors that are independent and alike, residuals have a covariance that is
    /// known, and the squares that CR2 sums have traces (Bell and McCaffrey 2002).
    fn of_contrast(&self, row: &[(usize, f64)]) -> f64 {
        let n = self.items;
        let mut sum = filled(0.0, n * n);
        let (mut trace, mut squares, mut crossed) = (0.0, 0.0, 0.0);
        let (mut along, mut known, mut spread) = (filled(0.0, n), filled(0.0, n), filled(0.0, n));
        for (times, information, corrected) in &self.patterns {
            spend(4 * n * n);
            for i in 0..n {
                along[i] = row.iter().map(|&(j, w)| w * corrected[j * n + i]).sum();
            }
            let times_vector = |matrix: &[f64], by: &[f64], out: &mut [f64]| {
                for (i, slot) in out.iter_mut().enumerate() {
                    *slot = matrix[i * n..(i + 1) * n].iter().zip(by).map(|(a, b)| a * b).sum();
                }
            };
            times_vector(information, &along, &mut known);
            times_vector(&self.inverse, &known, &mut spread);
            let own: f64 = along.iter().zip(&known).map(|(a, b)| a * b).sum();
            let taken: f64 = spread.iter().zip(&known).map(|(a, b)| a * b).sum();
            trace += times * (own - taken);
            squares += times * own * own;
            crossed += times * own * taken;
            for i in 0..n {
                for j in 0..n {
                    sum[i * n + j] += times * known[i] * known[j];
                }
            }
        }
        // The squares of u_g' u_h of all pairs of units: tr(M K M K), K the sum of the outer products.
        let mut product = filled(0.0, n * n);
        crate::linalg::multiply(&self.inverse, &sum, &mut product, n);
        let mut all = 0.0;
        for i in 0..n {
            all += (0..n).map(|j| product[i * n + j] * product[j * n + i]).sum::<f64>();
        }
        trace * trace / (squares - 2.0 * crossed + all)
    }
}

impl Degrees {
    /// Of every value.
    pub(crate) fn of_values(&self, count: usize) -> Vec<f64> {
        match self {
            Degrees::Common(degrees) => vec![*degrees; count],
            Degrees::Each(each) => each.duplicate(),
            Degrees::Additive(additive) => vec![additive.level; count],
        }
    }

    /// The fewest of all values.
    pub(crate) fn fewest(&self) -> f64 {
        match self {
            Degrees::Common(degrees) => *degrees,
            Degrees::Each(each) => smallest(each),
            Degrees::Additive(additive) => additive.level,
        }
    }

    /// Of every pair i > j in the order (1, 0), (2, 0), (2, 1), ..., or of every value where these do as well.
    pub(crate) fn of_pairs(&self, count: usize) -> Vec<f64> {
        match self {
            Degrees::Additive(additive) if has_each_pair(count) && pairs(count) != count => (0..count)
                .flat_map(|i| (0..i).map(move |j| (i, j)))
                .map(|(i, j)| additive.of_contrast(&[(i, 1.0), (j, -1.0)]))
                .gathered(),
            _ => self.of_values(count),
        }
    }

    fn of_contrast(&self, row: &[(usize, f64)]) -> f64 {
        match self {
            Degrees::Common(degrees) => *degrees,
            Degrees::Each(each) => row.iter().map(|&(at, _)| each[at]).fold(f64::INFINITY, f64::min),
            Degrees::Additive(additive) => {
                let (sum, size) =
                    row.iter().fold((0.0, 0.0), |(sum, size), &(_, w)| (sum + w, size + w.abs()));
                match f64::abs(sum) <= 1e-9 * size && size > 0.0 {
                    true => additive.of_contrast(row),
                    false => additive.level,
                }
            }
        }
    }
}

impl Behind {
    /// The units behind weighted sums of the values.
    pub(super) fn contrasts(&self, rows: &[Vec<(usize, f64)>]) -> Behind {
        let contributions = self.contributions.as_ref().map(|of| {
            let mut numbers = with_room(of.units() * rows.len());
            for own in of.numbers.chunks_exact(of.values.max(1)) {
                spend(4 * rows.len());
                numbers.put_each(rows.iter().map(|row| row.iter().map(|&(at, w)| w * own[at]).sum()));
            }
            Contributions { values: rows.len(), numbers, shares: copied(&of.shares) }
        });
        let degrees = Degrees::Each(rows.iter().map(|row| self.degrees.of_contrast(row)).gathered());
        Behind { contributions, degrees, are_shares: false, is_solved_or_not: false }
    }

    /// The same of the values with their signs changed.
    pub(super) fn reversed(&self) -> Behind {
        let contributions = self.contributions.as_ref().map(|of| Contributions {
            numbers: of.numbers.iter().map(|number| -number).gathered(),
            shares: copied(&of.shares),
            ..*of
        });
        Behind { contributions, degrees: self.degrees.clone(), are_shares: false, is_solved_or_not: false }
    }
}

/// Values that are means of units.
#[derive(Debug)]
pub(crate) struct Means {
    /// The means.
    pub(crate) estimates: Vec<f64>,
    /// Their covariance, corrected; NaN in the rows of values that are not known.
    pub(crate) covariance: Vec<f64>,
    /// The units behind them.
    pub(crate) behind: Behind,
    /// Number of units.
    pub(crate) units: usize,
    /// Whether quantiles are normal.
    pub(crate) is_normal: bool,
    /// Whether a smaller value is better.
    pub(crate) lower_is_better: bool,
    /// How they came about.
    pub(crate) notes: String,
}

impl Given {
    /// Values that are means of units.
    pub(crate) fn of_units(means: Means) -> Result<Given> {
        let degrees = if means.is_normal { f64::INFINITY } else { means.behind.degrees.fewest() };
        let given = Given::new(means.estimates, means.covariance, None)?;
        Ok(Given {
            units: Some(means.units as f64),
            alike: 0.5f64.powi(means.units.min(1_100) as i32),
            fixed_degrees: Some(degrees),
            is_reversed: means.lower_is_better,
            notes: means.notes,
            behind: Some(Arc::new(means.behind)),
            ..given
        })
    }

    /// The one-sided p-value of a value that is the same on all units, by their signs; zero where units are not known, so that a
    /// value without an error is held.
    pub(crate) fn p_of_units_alike(&self) -> f64 {
        self.alike
    }

    /// Of tasks that are solved or not: those that only one item solved, those that only another did, and all.
    pub(crate) fn paired_counts(&self, first: usize, second: usize) -> Option<[f64; 3]> {
        let behind = self.behind.as_ref().filter(|behind| behind.is_solved_or_not)?;
        let (of, units) = (behind.contributions.as_ref()?, self.units?);
        let gap = self.estimates[first] - self.estimates[second];
        // CR2 divides what a task adds, a share of its deviation, by sqrt(1 - 1/n).
        let scale = units * (1.0 - 1.0 / units).sqrt();
        let mut counts = [0.0, 0.0, units];
        for own in of.numbers.chunks_exact(of.values) {
            match ((own[first] - own[second]) * scale + gap).round() as i64 {
                0 => {}
                1 => counts[0] += 1.0,
                -1 => counts[1] += 1.0,
                _ => return None,
            }
        }
        Some(counts)
    }

    /// The interval of a mean of numbers from 0 to 1: Wilson's, at the number of units that its error stands for. An error of
    /// zero is that of units that are all alike.
    pub(super) fn share_interval(&self, estimate: f64, error: f64, reach: Reach) -> Option<(f64, f64)> {
        self.behind.as_ref().filter(|behind| behind.are_shares)?;
        let Reach::Errors(critical) = reach else { return None };
        if estimate.is_nan()
            || !(0.0..=1.0).contains(&estimate)
            || !error.is_finite()
            || !critical.is_finite()
        {
            return None;
        }
        let variance = estimate * (1.0 - estimate);
        let count = match error > 0.0 && variance > 0.0 {
            true => variance / (error * error),
            false => self.units?,
        };
        let (z, n) = (critical * critical / count, count);
        let centre = (estimate + 0.5 * z) / (1.0 + z);
        let half = critical * (variance / n + 0.25 * z / n).sqrt() / (1.0 + z);
        Some(((centre - half).max(0.0), (centre + half).min(1.0)))
    }
}
