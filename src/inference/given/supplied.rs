//! Values with their errors that somebody else estimated: a covariance, standard errors, or errors of differences. What no
//! data can have is refused, with the contrast that shows it; what rounding can explain is repaired, with a note.

use super::Given;
use crate::comparisons::{Kind, Set};
use crate::error::{Error, Result};
use crate::linalg::{symmetric_eigen, Factor};
use crate::model::{Normalisation, View};
use crate::room::{self, filled, Duplicate as _, Gather as _, Put as _};

/// Errors of values.
#[derive(Debug, Clone, Copy)]
pub enum Errors<'a> {
    /// Their covariance, items x items.
    Covariance(&'a [f64]),
    /// Standard errors of values that are independent.
    Separate(&'a [f64]),
    /// Standard errors of all differences, items x items: values have no zero of their own.
    OfPairs(&'a [f64]),
}

/// Values with their errors.
#[derive(Debug, Clone, Copy)]
pub struct Supplied<'a> {
    /// The values; NaN where they are not known.
    pub values: &'a [f64],
    /// Their errors; NaN with a value that is not known, infinite where a value diverges.
    pub errors: Errors<'a>,
    /// Degrees of freedom of the errors; infinite for the normal distribution.
    pub degrees: f64,
    /// Independent units behind the values, where that is known.
    pub units: Option<f64>,
    /// Whether values have no zero of their own.
    pub only_differences: bool,
    /// Whether a smaller value is better.
    pub lower_is_better: bool,
}

/// Entries that should agree differ by no more than this share of the largest.
const ASYMMETRY: f64 = 1e-8;

/// The smallest eigenvalue of correlations, over their number, that rounding of a double explains.
const ROUNDED: f64 = 1e-8;

/// The same where entries have three digits.
const THREE_DIGITS: f64 = 2e-3;

/// The largest change of an error of a difference, as a share of it, that a repair may make.
const REPAIR: f64 = 0.1;

/// Items whose weights a message lists.
const LISTED: usize = 8;

impl Supplied<'_> {
    /// The values as the questions of an estimate take them. The set has the names of the items; the view says where values
    /// without a zero of their own have it, and in which unit they are.
    pub fn read(&self, set: &Set, view: &View) -> Result<Given> {
        let n = self.values.len();
        if let Some(at) = self.values.iter().position(|value| value.is_infinite()) {
            let name = name(set, at);
            return Err(Error::data(format!(
                "values: that of {name} is {}; it must be finite",
                self.values[at]
            )));
        }
        if self.degrees.is_nan() || self.degrees <= 0.0 {
            return Err(Error::Argument(format!("df is {}; it must be positive", self.degrees)));
        }
        if let Some(units) = self.units.filter(|units| !(*units >= 1.0 && units.is_finite())) {
            return Err(Error::Argument(format!("units is {units}; it must be a number of units")));
        }
        let only_differences = self.only_differences || matches!(self.errors, Errors::OfPairs(_));
        if !only_differences && *view != View::default() {
            return Err(Error::Unsupported(
                "normalisation, scale, unit and origin: these values have a zero of their own; say differences_only to move it"
                    .into(),
            ));
        }
        let mut covariance = self.covariance(set)?;
        let known: Vec<usize> = (0..n).filter(|&i| covariance[i * n + i].is_finite()).gathered();
        // A value with an infinite error is unidentified, and so are its differences.
        for i in 0..n {
            if covariance[i * n + i].is_infinite() {
                let others = (0..n).filter(|&j| j != i);
                others.for_each(|j| (covariance[i * n + j], covariance[j * n + i]) = (0.0, 0.0));
            }
        }
        let mut values = self.values.duplicate();
        if only_differences {
            let share = 1.0 / known.len().max(1) as f64;
            let mean = known.iter().map(|&i| (i, share)).gathered();
            measure_from(&mean, &known, n, None, &mut covariance);
        }
        // That of independent values is one, wherever they are measured from.
        let note = match self.errors {
            Errors::Separate(_) => String::new(),
            _ => check_positive(set, &known, n, &mut covariance)?,
        };
        if only_differences {
            let centre = centre(view, &known, n)?;
            measure_from(&centre, &known, n, Some(&mut values), &mut covariance);
            values.iter_mut().for_each(|value| *value = view.unit * *value + view.origin);
            covariance.iter_mut().for_each(|entry| *entry *= view.unit * view.unit);
        }
        let independent = match self.errors {
            Errors::Separate(_) if n > 1 => "Items are taken as independent.",
            _ => "",
        };
        let notes = [independent, &note].into_iter().filter(|note| !note.is_empty()).gathered().join(" ");
        let given = Given::new(values, covariance, None)?;
        Ok(Given {
            units: self.units,
            fixed_degrees: Some(self.degrees),
            is_reversed: self.lower_is_better,
            notes,
            ..given
        })
    }

    /// The covariance as it was given, symmetric.
    fn covariance(&self, set: &Set) -> Result<Vec<f64>> {
        let n = self.values.len();
        match self.errors {
            Errors::Covariance(covariance) => {
                let found = self.symmetric(set, covariance, "covariance")?;
                match (0..n).find(|&i| found[i * n + i] < 0.0) {
                    // Centred, it may be one all the same.
                    Some(i) if !self.only_differences => Err(Error::data(format!(
                        "covariance: the variance of {} is {}",
                        name(set, i),
                        found[i * n + i]
                    ))),
                    _ => Ok(found),
                }
            }
            Errors::Separate(errors) => {
                let mut found = room::reserve(n * n)?;
                for (i, &error) in errors.iter().enumerate() {
                    if error < 0.0 {
                        return Err(Error::data(format!("se: that of {} is {error}", name(set, i))));
                    }
                    if error.is_nan() && !self.values[i].is_nan() {
                        return Err(Error::data(format!(
                            "se: that of {0} is missing, but {0} has a value; leave both missing",
                            name(set, i)
                        )));
                    }
                    let missing = self.values[i].is_nan();
                    found[i * n + i] = if missing { f64::NAN } else { error * error };
                }
                Ok(found)
            }
            Errors::OfPairs(errors) => {
                let mut found = self.symmetric(set, errors, "pair_se")?;
                if let Some(at) = found.iter().position(|error| *error < 0.0) {
                    return Err(Error::data(format!("pair_se: [{}, {}] is {}", at / n, at % n, found[at])));
                }
                // Of the variance of a difference minus a half, centred afterwards.
                found.iter_mut().for_each(|error| *error = -0.5 * error.powi(2));
                for i in 0..n {
                    found[i * n + i] = if self.values[i].is_nan() { f64::NAN } else { 0.0 };
                }
                Ok(found)
            }
        }
    }

    /// A matrix whose halves agree and whose rows are missing where values are; a missing entry is refused by its place.
    fn symmetric(&self, set: &Set, given: &[f64], what: &str) -> Result<Vec<f64>> {
        let n = self.values.len();
        let mut found = room::reserve(n * n)?;
        let finite = given.iter().filter(|entry| entry.is_finite());
        let largest = finite.fold(0.0, |most: f64, entry| most.max(entry.abs()));
        let missing = |i: usize| self.values[i].is_nan();
        for i in 0..n {
            for j in 0..=i {
                let (own, other) = (given[i * n + j], given[j * n + i]);
                let value = match () {
                    () if missing(i) || missing(j) => f64::NAN,
                    () if own.is_nan() || other.is_nan() => {
                        return Err(Error::data(format!(
                            "{what}: [{j}, {i}] is missing, but {} and {} have values; leave a value missing together with \
                             its row",
                            name(set, j),
                            name(set, i)
                        )))
                    }
                    () if own != other && (own - other).abs() > ASYMMETRY * largest => {
                        return Err(Error::data(format!(
                            "{what}: [{j}, {i}] is {other} and [{i}, {j}] is {own}; it must be symmetric"
                        )))
                    }
                    () if own == other => own,
                    () => 0.5 * (own + other),
                };
                (found[i * n + j], found[j * n + i]) = (value, value);
            }
        }
        Ok(found)
    }
}

/// The name of an item in a sentence.
fn name(set: &Set, item: usize) -> String {
    format!("\"{}\"", set.name(Kind::Item, item).unwrap_or_default())
}

/// The weights of the mean that is the zero of values.
fn centre(view: &View, known: &[usize], n: usize) -> Result<Vec<(usize, f64)>> {
    match &view.normalisation {
        Normalisation::Sum => {
            let share = 1.0 / known.len().max(1) as f64;
            Ok(known.iter().map(|&i| (i, share)).gathered())
        }
        Normalisation::Reference(item) if *item < n => Ok(vec![(*item, 1.0)]),
        Normalisation::Reference(item) => {
            Err(Error::Argument(format!("reference_item is {item}, but there are {n} values")))
        }
        Normalisation::Weighted(weights) if weights.len() == n => {
            let sum: f64 = weights.iter().sum();
            Ok(weights.iter().enumerate().filter(|(_, w)| **w != 0.0).map(|(i, w)| (i, w / sum)).gathered())
        }
        Normalisation::Weighted(weights) => {
            Err(Error::Size(format!("weights: {} numbers are not those of {n} values", weights.len())))
        }
    }
}

/// Measures the known values, and their covariance, from a weighted mean.
fn measure_from(
    centre: &[(usize, f64)],
    known: &[usize],
    n: usize,
    values: Option<&mut Vec<f64>>,
    covariance: &mut [f64],
) {
    if let Some(values) = values {
        let mean: f64 = centre.iter().map(|&(i, w)| w * values[i]).sum();
        values.iter_mut().for_each(|value| *value -= mean);
    }
    let along = |covariance: &[f64], i: usize| -> f64 {
        centre.iter().map(|&(j, w)| w * covariance[i * n + j]).sum()
    };
    let rows: Vec<f64> = known.iter().map(|&i| along(covariance, i)).gathered();
    let of_mean: f64 = centre.iter().map(|&(i, w)| w * along(covariance, i)).sum();
    for (a, &i) in known.iter().enumerate() {
        for (b, &j) in known.iter().enumerate().take(a + 1) {
            // A value that is the mean has no error, without what rounding leaves.
            let is_mean = |item: usize| centre.len() == 1 && centre[0].0 == item;
            let value = match is_mean(i) || is_mean(j) {
                true => 0.0,
                false => covariance[i * n + j] - rows[a] - rows[b] + of_mean,
            };
            (covariance[i * n + j], covariance[j * n + i]) = (value, value);
        }
    }
}

/// Whether correlations have no eigenvalue below what rounding explains: a factor costs little beside eigenvalues.
fn are_positive(correlations: &[f64], m: usize) -> Result<bool> {
    let mut factor = Factor::new(m)?;
    let matrix = factor.matrix();
    matrix.copy_from_slice(correlations);
    (0..m).for_each(|k| matrix[k * m + k] += ROUNDED * m as f64);
    Ok(factor.factor())
}

/// Refuses what no data can have as their covariance, and repairs what rounding can explain; the note about that.
fn check_positive(set: &Set, known: &[usize], n: usize, covariance: &mut [f64]) -> Result<String> {
    let largest = known.iter().fold(0.0, |most: f64, &i| most.max(covariance[i * n + i].abs()));
    let zero = ROUNDED * largest;
    if let Some(&i) = known.iter().find(|&&i| covariance[i * n + i] < -zero) {
        return Err(impossible(set, &[(i, 1.0)], covariance[i * n + i]));
    }
    let moves: Vec<usize> = known.iter().copied().filter(|&i| covariance[i * n + i] > 0.0).gathered();
    let held = known.iter().copied().filter(|&i| covariance[i * n + i] <= 0.0).gathered();
    for &i in &held {
        for &j in known {
            let entry = covariance[i * n + j];
            if i != j && entry.abs() > zero {
                return Err(Error::data(format!(
                    "covariance: {} has no variance, but covariance {entry} with {}",
                    name(set, i),
                    name(set, j)
                )));
            }
            (covariance[i * n + j], covariance[j * n + i]) = (0.0, 0.0);
        }
    }
    let m = moves.len();
    if m < 2 {
        return Ok(String::new());
    }
    let sizes: Vec<f64> = moves.iter().map(|&i| covariance[i * n + i].sqrt()).gathered();
    let entry = |a: usize, b: usize| covariance[moves[a] * n + moves[b]] / sizes[a] / sizes[b];
    let correlations: Vec<f64> = (0..m * m).map(|at| entry(at / m, at % m)).gathered();
    if are_positive(&correlations, m)? {
        return Ok(String::new());
    }
    let (eigenvalues, vectors) = symmetric_eigen(&correlations, m)?;
    if eigenvalues[0] >= -ROUNDED * m as f64 {
        return Ok(String::new());
    }
    let contrast = || {
        let weights: Vec<f64> = vectors[..m].iter().zip(&sizes).map(|(v, size)| v / size).gathered();
        let most =
            weights.iter().copied().fold(0.0, |most: f64, w| if w.abs() > most.abs() { w } else { most });
        let along: Vec<(usize, f64)> = moves.iter().zip(&weights).map(|(&i, w)| (i, w / most)).gathered();
        impossible(set, &along, eigenvalues[0] / (most * most))
    };
    if eigenvalues[0] < -THREE_DIGITS * m as f64 {
        return Err(contrast());
    }
    let mut repaired = filled(0.0, m * m);
    for (value, vector) in eigenvalues.iter().zip(vectors.chunks_exact(m)).filter(|(value, _)| **value > 0.0)
    {
        for a in 0..m {
            (0..m).for_each(|b| repaired[a * m + b] += value * vector[a] * vector[b]);
        }
    }
    let scale: Vec<f64> = (0..m).map(|a| sizes[a] / repaired[a * m + a].sqrt()).gathered();
    let error = |variances: [f64; 2], covariance: f64| {
        (variances[0] + variances[1] - 2.0 * covariance).max(0.0).sqrt()
    };
    let mut changed = Vec::new();
    let mut most: f64 = 0.0;
    for a in 0..m {
        for b in 0..a {
            let variances = [a, b].map(|at| sizes[at] * sizes[at]);
            let entry = repaired[a * m + b] * scale[a] * scale[b];
            let (before, after) =
                (error(variances, covariance[moves[a] * n + moves[b]]), error(variances, entry));
            let change = (after - before).abs() / before;
            if change.is_nan() || change > REPAIR {
                return Err(contrast());
            }
            most = most.max(change);
            changed.put((moves[a], moves[b], entry));
        }
    }
    for (i, j, entry) in changed {
        (covariance[i * n + j], covariance[j * n + i]) = (entry, entry);
    }
    Ok(format!(
        "No data can have this covariance, but rounding explains it: the nearest one was taken, which changes errors of \
         differences by up to {:.2} percent.",
        100.0 * most
    ))
}

/// The error about a covariance under which a contrast has a negative variance.
fn impossible(set: &Set, contrast: &[(usize, f64)], variance: f64) -> Error {
    let mut sizes: Vec<f64> = contrast.iter().map(|(_, w)| w.abs()).gathered();
    sizes.sort_unstable_by(f64::total_cmp);
    let least = sizes.len().checked_sub(LISTED).map_or(0.0, |at| sizes[at]);
    let mut text = String::new();
    for &(item, weight) in contrast.iter().filter(|(_, weight)| weight.abs() >= least && *weight != 0.0) {
        let sign = match (text.is_empty(), weight < 0.0) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        let rounded = (100.0 * weight.abs()).round() / 100.0;
        text.push_str(&format!("{sign}{rounded} {}", set.name(Kind::Item, item).unwrap_or_default()));
    }
    if contrast.len() > LISTED {
        text.push_str(" + ...");
    }
    Error::data(format!(
        "covariance: no data can have it: the contrast {text} would have variance {:.2}. Leaving out missing scores pair by \
         pair makes such matrices; give the scores by task",
        variance
    ))
}
