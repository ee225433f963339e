//! Estimates that come with their covariance and are of no parametric model: intervals, contrasts, ranks
//! and tests by the same code.

mod behind;
mod questions;
mod supplied;

pub use supplied::{Errors as SuppliedErrors, Supplied};

use super::anytime;
use super::critical::{check_size, Signs};
use super::errors::critical_of;
use super::estimates::{combine, row};
use super::few::{self, are_enough, bonferroni, Together, Way};
use super::hypotheses::{
    differences_of, drawn_values, evidence_of, flipped_values, tests_of_pairs, tests_of_values, Difference,
    EValue, Family, PairTest, Test,
};
use super::intervals::IntervalScale;
use super::multiplicity::Adjustment;
use super::ranks::Rank;
use super::scores::Scores;
use super::{Correction, CovarianceKind, Method, Options, Quantiles};
use crate::distributions::chi_square;
use crate::error::{Error, Result};
use crate::linalg::symmetric_eigen;
use crate::model::{View, MANY_CLUSTERS};
use crate::progress::Watch;
use crate::room::{Duplicate as _, Gather as _};
use crate::table::TableFacts;
use std::borrow::Cow;
use std::ffi::CString;
use std::sync::Arc;

pub(crate) use behind::Behind;
pub(crate) use behind::{Additive, Degrees, Means};

/// Estimates with their covariance.
#[derive(Debug, PartialEq)]
pub struct Given {
    estimates: Vec<f64>,
    covariance: Vec<f64>,
    clusters: Option<f64>,
    /// Independent units that they are means of, where that is known.
    units: Option<f64>,
    /// Degrees of freedom of errors that somebody else estimated; they have no correction.
    fixed_degrees: Option<f64>,
    /// Whether a smaller value is better: order is asked of the values with their signs changed.
    is_reversed: bool,
    /// How they came about.
    notes: String,
    /// The p-value of a value that is the same on all units; zero where units are not known.
    alike: f64,
    /// The units that they are means of, where each is known.
    behind: Option<Arc<Behind>>,
    /// How sure the sign is that all values are multiplied with, in standard errors; infinite where there is none.
    sign: f64,
}

impl Clone for Given {
    fn clone(&self) -> Given {
        let (estimates, covariance) = (self.estimates.duplicate(), self.covariance.duplicate());
        Given { estimates, covariance, notes: self.notes.clone(), behind: self.behind.clone(), ..*self }
    }
}

/// A test that values are what they are said to be, all at once.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wald {
    /// delta' C^-1 delta, on the complement of what is constant.
    pub statistic: f64,
    /// Its degrees of freedom.
    pub degrees: f64,
    /// The probability of a larger one by the chi-square distribution.
    pub p: f64,
}

impl Given {
    /// Estimates (n), their covariance (n x n) and, if it was added up by clusters, how many of them.
    pub fn new(estimates: Vec<f64>, covariance: Vec<f64>, clusters: Option<f64>) -> Result<Given> {
        check_size(&covariance, estimates.len())?;
        Ok(Given {
            estimates,
            covariance,
            clusters,
            units: clusters,
            fixed_degrees: None,
            is_reversed: false,
            notes: String::new(),
            alike: 0.0,
            behind: None,
            sign: f64::INFINITY,
        })
    }

    /// The same as products with a number whose sign is only this sure.
    pub(crate) fn with_sign(self, sign: f64) -> Given {
        Given { sign, ..self }
    }

    /// The same, as means of this many contexts where these are not clustered.
    pub fn of_contexts(self, contexts: f64) -> Given {
        Given { units: self.units.or(Some(contexts)), ..self }
    }

    /// The same with how they came about.
    pub(crate) fn with_notes(self, notes: String) -> Given {
        Given { notes, ..self }
    }

    /// The same covariance of other estimates, of which these are influence values or differences.
    pub fn with_estimates(self, estimates: Vec<f64>) -> Result<Given> {
        check_size(&self.covariance, estimates.len())?;
        Ok(Given { estimates, ..self })
    }

    /// Independent units that they are means of, where that is known.
    pub(crate) fn units(&self) -> Option<f64> {
        self.units
    }

    /// Refuses what has no distribution that holds at all looks, where that is asked for.
    fn check_looks(&self, options: &Options) -> Result<()> {
        match self.units {
            _ if !options.method.is_anytime() => Ok(()),
            _ if self.fixed_degrees.is_some_and(f64::is_finite) => {
                Err(Error::Unsupported("df: what holds at all looks has no Student's version".into()))
            }
            Some(units) if self.behind.is_some() => anytime::enough(units, "units"),
            Some(units) if self.fixed_degrees.is_some() => anytime::enough(units, "units"),
            None if self.fixed_degrees.is_some() => Err(Error::Argument(
                "units: intervals at all looks need the number of independent units behind the estimate"
                    .into(),
            )),
            Some(units) => {
                anytime::enough(units, if self.clusters.is_some() { "clusters" } else { "contexts" })
            }
            None => {
                Err(Error::Unsupported("anytime-valid inference needs to know the number of contexts".into()))
            }
        }
    }

    /// The estimates.
    pub fn estimates(&self) -> &[f64] {
        &self.estimates
    }

    /// Their covariance, with the correction for few clusters that is asked for.
    pub fn covariance(&self, options: &Options) -> Result<Vec<f64>> {
        check_options(options)?;
        if self.behind.is_some() {
            // Corrected already.
            return Ok(self.covariance.duplicate());
        }
        match (self.settled(options), self.clusters) {
            (Correction::None, _) => Ok(self.covariance.duplicate()),
            (Correction::Cr1, Some(clusters)) if clusters > 1.0 => {
                Ok(self.covariance.iter().map(|c| c * clusters / (clusters - 1.0)).gathered())
            }
            (Correction::Cr1, Some(_)) => Err(Error::data("correction: there must be at least two clusters")),
            _ if self.fixed_degrees.is_some() => Err(Error::Unsupported(
                "correction: errors that are given are not corrected; leave it at its default".into(),
            )),
            _ => {
                Err(Error::Unsupported("correction: these estimates have CR1 only, and with clusters".into()))
            }
        }
    }

    /// The correction for few clusters: by default CR1 with fewer than 200.
    fn settled(&self, options: &Options) -> Correction {
        match (options.asked_correction(), self.clusters) {
            (Correction::Auto, Some(clusters)) if (2.0..MANY_CLUSTERS as f64).contains(&clusters) => {
                Correction::Cr1
            }
            (Correction::Auto, _) => Correction::None,
            (asked, _) => asked,
        }
    }

    /// The bound of the largest of several values: Bonferroni's with the default correction.
    fn way(&self, options: &Options) -> Way {
        let is_open = options.correction == Correction::Auto && options.quantiles == Quantiles::Auto;
        if let Some(behind) = self.behind.as_ref().filter(|_| is_open && !options.method.is_anytime()) {
            let units = self.units.unwrap_or(0.0) as usize;
            return match behind.contributions.is_some() && are_enough(units, options.level) {
                true => Way::Signs,
                false => Way::Bonferroni,
            };
        }
        match is_open && self.settled(options) != Correction::None {
            true => Way::Bonferroni,
            false => Way::Drawn,
        }
    }

    /// Degrees of freedom of each value.
    pub(super) fn degrees_of_each(&self, options: &Options) -> Result<Vec<f64>> {
        let common = self.degrees(options)?;
        Ok(match &self.behind {
            Some(behind) if common.is_finite() => behind.degrees.of_values(self.estimates.len()),
            _ => vec![common; self.estimates.len()],
        })
    }

    /// Degrees of freedom of the values, the fewest of them.
    pub(super) fn degrees(&self, options: &Options) -> Result<f64> {
        if let Some(degrees) = self.fixed_degrees {
            return match options.quantiles {
                Quantiles::Normal => Ok(f64::INFINITY),
                Quantiles::Student if degrees.is_infinite() && self.behind.is_none() => {
                    Err(Error::Unsupported(
                        "quantiles: Student's quantiles need df, the degrees of freedom of the errors".into(),
                    ))
                }
                _ => Ok(degrees),
            };
        }
        let student = match options.quantiles {
            Quantiles::Normal => false,
            Quantiles::Auto => self.settled(options) != Correction::None,
            Quantiles::Student => true,
        };
        match self.clusters {
            Some(clusters) if student => Ok(clusters - 1.0),
            None if student => Err(Error::Unsupported(
                "quantiles: Student's quantiles go with clustered covariances only".into(),
            )),
            _ => Ok(f64::INFINITY),
        }
    }

    /// Estimate, standard error, lower and upper end of every value. A value without an error has no
    /// interval (NaN) rather than one of width zero, which would look exact.
    pub fn estimate(&self, options: &Options, watch: Watch<'_>) -> Result<Vec<[f64; 4]>> {
        self.check_looks(options)?;
        let covariance = self.covariance(options)?;
        let n = self.estimates.len();
        let degrees = self.degrees_of_each(options)?;
        let critical = match (self.way(options), options.method) {
            (Way::Bonferroni | Way::Signs, Method::Simultaneous) => {
                let bar = |&df: &f64| bonferroni(options.level, n, df).into();
                degrees.iter().map(bar).gathered()
            }
            _ => critical_of(&covariance, &degrees, options, watch)?,
        };
        let row_of = |i: usize| {
            let (estimate, error) = (self.estimates[i], error_of(covariance[i * n + i]));
            if let Some((lower, upper)) = self.share_interval(estimate, error, critical[i]) {
                return [estimate, error, lower, upper];
            }
            if error == 0.0 {
                // A value that somebody holds has no error; that of few units that are all alike is not known.
                let units = self.units.unwrap_or(0.0) as usize;
                let is_known = match &self.behind {
                    Some(_) => are_enough(units, options.level),
                    None => self.fixed_degrees.is_some(),
                };
                let end = if is_known { estimate } else { f64::NAN };
                return [estimate, 0.0, end, end];
            }
            row(IntervalScale::Identity, estimate, error, critical[i])
        };
        Ok((0..n).map(row_of).gathered())
    }

    /// `count` weighted sums of the values, one for each row of weights.
    pub fn contrasts(&self, weights: &[f64], count: usize) -> Result<Given> {
        let n = self.estimates.len();
        if count.checked_mul(n) != Some(weights.len()) {
            return Err(Error::Size(format!("weights: {} numbers are not {count} x {n}", weights.len())));
        }
        if let Some(at) = weights.iter().position(|w| !w.is_finite()) {
            return Err(Error::Argument(format!("weights[{at}] is {}", weights[at])));
        }
        let mut covariance = vec![0.0; count * count];
        // Weights of zero have no part: most are, and their values may be missing.
        let rows: Vec<Vec<(usize, f64)>> = (0..count)
            .map(|a| {
                weights[a * n..(a + 1) * n].iter().copied().enumerate().filter(|(_, w)| *w != 0.0).gathered()
            })
            .gathered();
        let sum =
            |values: &[f64], row: &[(usize, f64)]| row.iter().map(|&(at, w)| w * values[at]).sum::<f64>();
        let is_used = |at: &usize| (0..count).any(|a| weights[a * n + *at] != 0.0);
        let used: Vec<usize> = (0..n).filter(is_used).gathered();
        let (mut along, mut cancels) = (vec![0.0; n], vec![false; count]);
        for a in 0..count {
            for &at in &used {
                along[at] = sum(&self.covariance[at * n..(at + 1) * n], &rows[a]);
            }
            for b in 0..=a {
                let value = sum(&along, &rows[b]);
                covariance[a * count + b] = value;
                covariance[b * count + a] = value;
            }
            // The rest of terms that cancel is rounding.
            let size: f64 = rows[a].iter().map(|&(i, w)| w * w * self.covariance[i * n + i]).sum();
            cancels[a] = covariance[a * count + a] <= 1e-14 * size;
        }
        for a in (0..count).filter(|&a| cancels[a]) {
            for b in 0..count {
                covariance[a * count + b] = 0.0;
                covariance[b * count + a] = 0.0;
            }
        }
        let estimates = combine(weights, count, &self.estimates);
        let notes = self.notes.clone();
        let behind = self.behind.as_ref().map(|behind| Arc::new(behind.contrasts(&rows)));
        let fixed_degrees = match &behind {
            Some(behind) if self.fixed_degrees.is_some_and(f64::is_finite) => Some(behind.degrees.fewest()),
            _ => self.fixed_degrees,
        };
        Ok(Given { estimates, covariance, is_reversed: false, notes, behind, fixed_degrees, ..*self })
    }

    /// The same values as order sees them: more is better.
    pub(super) fn ordered(&self) -> Cow<'_, Given> {
        if !self.is_reversed {
            return Cow::Borrowed(self);
        }
        let mut ordered = self.clone();
        ordered.estimates.iter_mut().for_each(|value| *value = -*value);
        let behind = ordered.behind.take().map(|behind| Arc::new(behind.reversed()));
        Cow::Owned(Given { is_reversed: false, behind, ..ordered })
    }

    /// The values with what is known of their differences.
    pub(super) fn scores(&self, options: &Options) -> Result<Scores> {
        self.scores_with(true, options)
    }

    /// The same for the comparison of all pairs at once, which needs no degrees of freedom where signs are flipped.
    pub(super) fn scores_together(&self, options: &Options) -> Result<Scores> {
        self.scores_with(false, options)
    }

    fn scores_with(&self, each_pair: bool, options: &Options) -> Result<Scores> {
        self.check_looks(options)?;
        let n = self.estimates.len();
        let way = match self.way(options) {
            _ if options.method == Method::Bonferroni => Way::Drawn,
            way => way.of_pairs(n),
        };
        let common = self.degrees(options)?;
        let degrees = match &self.behind {
            Some(behind) if common.is_finite() && (each_pair || way != Way::Signs) => {
                behind.degrees.of_pairs(n)
            }
            _ => vec![common; n],
        };
        let scores = Scores::given(self.estimates.duplicate(), self.covariance(options)?, degrees, way)
            .with_most(self.sign);
        let Some(behind) = &self.behind else {
            return Ok(if self.fixed_degrees.is_some() { scores.with_unknown() } else { scores });
        };
        let signs = match (way, &behind.contributions) {
            (Way::Signs, Some(contributions)) => Some(Signs::new(contributions.clone(), &self.estimates)),
            _ => None,
        };
        let units = self.units.unwrap_or(0.0) as usize;
        Ok(scores.with_unknown().with_units(signs, are_enough(units, options.level)))
    }

    /// Whether a smaller value is better.
    pub(crate) fn is_reversed(&self) -> bool {
        self.is_reversed
    }

    /// Ranks and rank ranges from the simultaneous comparison of all pairs of values.
    pub fn rank_ranges(&self, options: &Options, watch: Watch<'_>) -> Result<Vec<Rank>> {
        let scores = self.ordered().scores_together(options)?;
        scores.rank_ranges(self.fixed_degrees.is_some(), options, watch)
    }

    /// The differences of all pairs of values.
    pub fn differences(&self, options: &Options) -> Result<Vec<Difference>> {
        Ok(differences_of(&self.scores(options)?))
    }

    /// Tests of the differences of values; each with the pair.
    pub fn test_pairs(
        &self,
        family: Family,
        adjustment: Adjustment,
        options: &Options,
        watch: Watch<'_>,
    ) -> Result<Vec<PairTest>> {
        tests_of_pairs(&self.scores(options)?, family, adjustment, options, watch)
    }

    /// Tests of every value by itself that it is equal to `null` (empty: zeros), adjusted for their number.
    pub fn test_values(
        &self,
        null: &[f64],
        adjustment: Adjustment,
        options: &Options,
        watch: Watch<'_>,
    ) -> Result<Vec<Test>> {
        self.check_looks(options)?;
        let covariance = self.covariance(options)?;
        let n = self.estimates.len();
        let error = |i: usize| error_of(covariance[i * n + i]);
        let values: Vec<[f64; 2]> = (0..n).map(|i| [self.estimates[i], error(i)]).gathered();
        let degrees = self.degrees_of_each(options)?;
        let contributions = self.behind.as_ref().and_then(|behind| behind.contributions.as_ref());
        let together = || match (self.way(options), contributions) {
            (Way::Drawn, _) => drawn_values(&covariance, &degrees, options, watch),
            (Way::Signs, Some(contributions)) if n > 1 => flipped_values(
                &values,
                null,
                |gaps| Ok(Signs::new(contributions.clone(), gaps)),
                options,
                watch,
            ),
            _ => Ok(Together::Bonferroni),
        };
        tests_of_values(&values, &degrees, null, adjustment, options, together)
    }

    /// The evidence that every value differs from `null` (empty: zeros), which holds at all looks.
    pub fn e_values(&self, null: &[f64], options: &Options, watch: Watch<'_>) -> Result<Vec<EValue>> {
        let options = Options { method: Method::Anytime, ..options.clone() };
        options.check()?;
        evidence_of(&self.estimate(&options, watch)?, null, &options)
    }

    /// The facts of a table about these options, for these estimates.
    pub fn facts(&self, options: &Options) -> TableFacts {
        let df = self.degrees(options).unwrap_or(f64::INFINITY);
        let quantiles = if df.is_finite() { Quantiles::Student } else { Quantiles::Normal };
        let number = |at: Option<usize>| at.map(|at| at as i32);
        TableFacts {
            level: options.level,
            intervals: number(Method::ALL.iter().position(|m| *m == options.method)),
            quantiles: number(Quantiles::ALL.iter().position(|q| *q == quantiles)),
            df: if df.is_finite() { df } else { f64::NAN },
            notes: CString::new(self.note(options)).unwrap_or_default(),
            ..TableFacts::default()
        }
    }

    /// The note on how errors were computed.
    fn note(&self, options: &Options) -> String {
        match self.clusters {
            _ if !self.notes.is_empty() => self.notes.clone(),
            Some(clusters)
                if options.correction == Correction::Auto && self.settled(options) == Correction::Cr1 =>
            {
                few::note_of_factor(clusters, options.quantiles)
            }
            _ => String::new(),
        }
    }

    /// A test of all values at once against `null` (none: zeros). Where their sum is constant, on the
    /// complement of (1, ..., 1), with one degree of freedom less.
    pub fn wald(&self, null: Option<&[f64]>, sum_is_constant: bool, options: &Options) -> Result<Wald> {
        let n = self.estimates.len();
        if null.is_some_and(|null| null.len() != n) {
            return Err(Error::Size(format!("null: it must have {n} values")));
        }
        if let Some(at) = null.and_then(|null| null.iter().position(|v| !v.is_finite())) {
            return Err(Error::Argument(format!("null[{at}] is not finite")));
        }
        let gap: Vec<f64> =
            self.estimates.iter().enumerate().map(|(i, e)| e - null.map_or(0.0, |null| null[i])).gathered();
        let df = n - usize::from(sum_is_constant);
        if df == 0 {
            return Err(Error::Unsupported("one value whose sum is constant cannot be tested".into()));
        }
        let whole = Given::new(gap, self.covariance(options)?, self.clusters)?;
        let tested = if sum_is_constant { whole.contrasts(&helmert(n), df)? } else { whole };
        quadratic(&tested.estimates, &tested.covariance, df)
    }
}

/// The error of a variance; NaN of none.
fn error_of(variance: f64) -> f64 {
    if variance < 0.0 {
        0.0
    } else {
        variance.sqrt()
    }
}

/// Options that mean something here.
fn check_options(options: &Options) -> Result<()> {
    options.check()?;
    let refuse = |what: &str| {
        Err(Error::Unsupported(format!("{what}: this goes with fitted models only; leave it at its default")))
    };
    if options.covariance != CovarianceKind::Auto {
        return refuse("covariance");
    }
    if options.bootstrap.is_some() {
        return refuse("bootstrap");
    }
    if options.contexts.is_some() || options.ignore_position {
        return refuse("contexts and ignore_position");
    }
    if options.view != View::default() {
        return refuse("normalisation, scale, unit and origin");
    }
    Ok(())
}

/// An orthonormal basis of the complement of (1, ..., 1), in rows (Helmert).
fn helmert(n: usize) -> Vec<f64> {
    let mut rows = vec![0.0; n.saturating_sub(1) * n];
    for (r, row) in (1..n).zip(rows.chunks_exact_mut(n)) {
        let length = ((r * (r + 1)) as f64).sqrt();
        row[..r].fill(1.0 / length);
        row[r] = -(r as f64) / length;
    }
    rows
}

/// d' C^-1 d, in units of standard deviations so that rounding is told from a singular matrix.
fn quadratic(gap: &[f64], covariance: &[f64], df: usize) -> Result<Wald> {
    let n = gap.len();
    let scale: Vec<f64> = (0..n).map(|i| covariance[i * n + i].max(0.0).sqrt()).gathered();
    let singular = || {
        Error::data(
            "the covariance is singular: there are too few contexts or clusters, or values depend on each \
             other",
        )
    };
    if scale.contains(&0.0) {
        return Err(singular());
    }
    let correlation: Vec<f64> = (0..n * n).map(|k| covariance[k] / scale[k / n] / scale[k % n]).gathered();
    let (values, vectors) = symmetric_eigen(&correlation, n)?;
    // Negative ones are rounding of zero.
    if values[0] < 1e-13 * values[n - 1] {
        return Err(singular());
    }
    let along = |v: usize| -> f64 { (0..n).map(|i| vectors[v * n + i] * gap[i] / scale[i]).sum() };
    let statistic: f64 = (0..n).map(|v| along(v).powi(2) / values[v]).sum();
    Ok(Wald { statistic, degrees: df as f64, p: chi_square::upper(statistic, df as f64) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distributions::normal;
    use crate::progress::unwatched;

    fn given() -> Given {
        let covariance = vec![0.04, 0.01, 0.0, 0.01, 0.09, 0.0, 0.0, 0.0, 0.0];
        Given::new(vec![1.0, 2.0, 3.0], covariance, Some(11.0)).unwrap()
    }

    #[test]
    fn intervals_by_hand() {
        let options = Options { correction: Correction::None, ..Options::default() };
        let table = given().estimate(&options, &mut unwatched()).unwrap();
        assert!((table[0][2] - (1.0 - 1.959_963_984_540_054 * 0.2)).abs() < 1e-12);
        assert!((table[1][3] - (2.0 + 1.959_963_984_540_054 * 0.3)).abs() < 1e-12);
        assert_eq!(table[2][..2], [3.0, 0.0]);
        assert!(table[2][2].is_nan() && table[2][3].is_nan());
        // 10 degrees of freedom and the factor 11 / 10.
        let few = Options { correction: Correction::Cr1, ..Options::default() };
        let table = given().estimate(&few, &mut unwatched()).unwrap();
        assert!((table[0][1] - 0.2 * 1.1f64.sqrt()).abs() < 1e-15);
        assert!((table[0][3] - 1.0 - 2.228_138_851_986_273 * table[0][1]).abs() < 1e-10);
        let all = Options { method: Method::Bonferroni, ..options };
        let table = given().estimate(&all, &mut unwatched()).unwrap();
        assert!((table[0][3] - 1.0 - 2.393_979_799_818_51 * 0.2).abs() < 1e-9);
    }

    /// By default few clusters have CR1 with Student's quantiles, and simultaneous comparisons Bonferroni's bound.
    #[test]
    fn few_clusters_are_corrected_unasked() {
        let (open, plain) =
            (Options::default(), Options { correction: Correction::None, ..Options::default() });
        let few = Options { correction: Correction::Cr1, ..Options::default() };
        let of = |options: &Options| given().estimate(options, &mut unwatched()).unwrap()[..2].to_vec();
        assert_eq!(of(&open), of(&few));
        assert!(given().facts(&open).notes.to_string_lossy().contains("10 degrees of freedom"));
        assert!(given().facts(&plain).notes.is_empty() && given().facts(&few).notes.is_empty());
        let all = Options { method: Method::Simultaneous, ..Options::default() };
        let bonferroni = Options { method: Method::Bonferroni, ..few };
        for (found, asked) in of(&all).iter().zip(of(&bonferroni)) {
            assert!((found[3] - asked[3]).abs() < 1e-12);
        }
        let pairs =
            |adjustment| given().test_pairs(Family::AllPairs, adjustment, &open, &mut unwatched()).unwrap();
        for (one, other) in pairs(Adjustment::SingleStep).iter().zip(pairs(Adjustment::Bonferroni)) {
            assert_eq!(one.test.adjusted, other.test.adjusted);
        }
        let many = Given { clusters: Some(200.0), ..given() };
        assert_eq!(many.covariance(&open).unwrap(), many.covariance(&plain).unwrap());
    }

    #[test]
    fn contrasts_ranks_and_tests() {
        let options = Options { correction: Correction::None, ..Options::default() };
        let difference = given().contrasts(&[-1.0, 1.0, 0.0, 0.0, 0.0, 2.0], 2).unwrap();
        assert_eq!(difference.estimates(), [1.0, 6.0]);
        let found = difference.covariance(&options).unwrap();
        assert!((found[0] - 0.11).abs() < 1e-15 && found[1..] == [0.0; 3]);
        let same = given().contrasts(&[1.0, 0.0, 0.0], 1).unwrap();
        let wald = same.wald(Some(&[0.6]), false, &options).unwrap();
        assert!((wald.statistic - 4.0).abs() < 1e-12 && wald.degrees == 1.0);
        assert!((wald.p - 0.045_500_263_896_358_42).abs() < 1e-12);
        let ranks = given().rank_ranges(&options, &mut unwatched()).unwrap();
        assert_eq!(ranks.iter().map(|r| r.rank).collect::<Vec<_>>(), [3.0, 2.0, 1.0]);
        let tests =
            given().test_pairs(Family::ToReference(0), Adjustment::None, &options, &mut unwatched()).unwrap();
        assert!((tests[0].test.statistic - 1.0 / 0.11f64.sqrt()).abs() < 1e-12);
    }

    /// Tests of contrasts are those of the pairs that the contrasts are.
    #[test]
    fn tests_of_contrasts_are_those_of_pairs() {
        let covariance = vec![0.04, 0.01, 0.0, 0.01, 0.09, 0.02, 0.0, 0.02, 0.05];
        let given = Given::new(vec![0.1, 0.4, 1.2], covariance, Some(50.0)).unwrap();
        let weights = [1.0, -1.0, 0.0, 1.0, 0.0, -1.0, 0.0, 1.0, -1.0];
        for quantiles in [Quantiles::Normal, Quantiles::Student] {
            let correction = Correction::None;
            let options = Options { quantiles, correction, seed: 3, ..Options::default() };
            for adjustment in [Adjustment::None, Adjustment::Holm, Adjustment::SingleStep] {
                let of = |null: &[f64]| {
                    let contrasts = given.contrasts(&weights, 3).unwrap();
                    contrasts.test_values(null, adjustment, &options, &mut unwatched()).unwrap()
                };
                let pairs =
                    given.test_pairs(Family::AllPairs, adjustment, &options, &mut unwatched()).unwrap();
                for (test, pair) in of(&[]).iter().zip(pairs.iter().map(|pair| pair.test)) {
                    assert!((test.statistic - pair.statistic).abs() < 1e-12);
                    assert!((test.p - pair.p).abs() < 1e-12 && (test.adjusted - pair.adjusted).abs() < 1e-9);
                    assert!((test.lower - pair.lower).abs() < 1e-9 && (test.upper - pair.upper).abs() < 1e-9);
                }
                let error = 0.11f64.sqrt();
                assert!((of(&[-0.3 + error, 0.0, 0.0])[0].statistic + 1.0).abs() < 1e-12);
            }
        }
    }

    /// The normal mixture of Robbins (1970): with x = estimate - null, v its variance and tau the scale, the logarithm is
    /// log(v / (v + tau^2)) / 2 + x^2 tau^2 / (2 v (v + tau^2)).
    #[test]
    fn evidence_is_that_of_the_normal_mixture() {
        let given = Given::new(vec![1.0, 2.0], vec![0.04, 0.0, 0.0, 0.09], Some(500.0)).unwrap();
        let options = Options { mixture: 0.5, ..Options::default() };
        let found = given.e_values(&[0.5, 2.0], &options, &mut unwatched()).unwrap();
        for (value, (x, v)) in found.iter().zip([(0.5f64, 0.04f64), (0.0, 0.09)]) {
            let t = 0.25;
            let expected = 0.5 * (v / (v + t)).ln() + x * x * t / (2.0 * v * (v + t));
            assert!((value.evidence.two_sided - expected).abs() < 1e-12, "{value:?} {expected}");
        }
        let unknown = Given::new(vec![1.0], vec![0.04], None).unwrap();
        assert!(unknown.e_values(&[], &options, &mut unwatched()).is_err());
    }

    /// Far ahead of all others nothing was chosen: the hybrid interval is the usual one at the level that the simultaneous
    /// interval leaves it, .95 / .995, by the normal distribution truncated to that interval.
    #[test]
    fn a_winner_far_ahead_has_the_usual_interval() {
        let covariance = vec![0.04, 0.0, 0.0, 0.0, 0.09, 0.0, 0.0, 0.0, 0.01];
        let given = Given::new(vec![1.0, 20.0, 3.0], covariance, Some(11.0)).unwrap();
        let options = Options { correction: Correction::None, ..Options::default() };
        let (winner, few) = given.winner(&[], 1, &options, &mut unwatched()).unwrap();
        assert!(few && winner.item == 1 && winner.next == Some(2) && (winner.lead - 17.0).abs() < 1e-12);
        let beyond = normal::upper((winner.projection[1] - 20.0) / 0.3);
        assert!(((1.0 - 2.0 * beyond).powi(3) - 0.995).abs() < 1e-9);
        let half = 0.3 * normal::quantile((1.0 - 0.5 * 0.045 / 0.995) * (1.0 - 2.0 * beyond) + beyond);
        assert!(
            (winner.hybrid[0] - 20.0 + half).abs() < 1e-6 && (winner.hybrid[1] - 20.0 - half).abs() < 1e-6
        );
        assert!((winner.median - 20.0).abs() < 1e-9);
        let (second, _) = given.winner(&[0, 2], 1, &options, &mut unwatched()).unwrap();
        assert!(second.item == 2 && second.next == Some(0));
    }

    #[test]
    fn constant_sums_are_left_out_and_singular_covariances_refused() {
        let options = Options::default();
        // Shares of a half each way: one number twice.
        let halves = Given::new(vec![0.7, 0.3], vec![0.01, -0.01, -0.01, 0.01], None).unwrap();
        let wald = halves.wald(Some(&[0.5, 0.5]), true, &options).unwrap();
        assert!((wald.statistic - 4.0).abs() < 1e-12 && wald.degrees == 1.0);
        assert!(halves.wald(None, false, &options).is_err());
        let (n, basis) = (5, helmert(5));
        for (a, row) in basis.chunks_exact(n).enumerate() {
            assert!(row.iter().sum::<f64>().abs() < 1e-15);
            for (b, other) in basis.chunks_exact(n).enumerate() {
                let dot = crate::vectors::dot(row, other);
                assert!((dot - f64::from(u8::from(a == b))).abs() < 1e-15);
            }
        }
    }

    #[test]
    fn what_goes_with_models_only_is_refused() {
        let refused = |options: Options| given().covariance(&options).unwrap_err().to_string();
        assert!(refused(Options { level: 1.0, ..Options::default() }).contains("level"));
        let kind = Options { covariance: CovarianceKind::ALL[1], ..Options::default() };
        assert!(refused(kind).contains("covariance"));
        assert!(refused(Options { correction: Correction::Cr2, ..Options::default() }).contains("CR1"));
        let alone = Given::new(vec![1.0], vec![1.0], None).unwrap();
        let student = Options { quantiles: Quantiles::Student, ..Options::default() };
        assert!(alone.estimate(&student, &mut unwatched()).is_err());
        assert!(Given::new(vec![1.0], vec![1.0; 2], None).is_err());
    }
}
