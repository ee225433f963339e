//! Tests of many hypotheses at once: all pairs of items, all items against one, contrasts.

use super::anytime;
use super::critical::{two_sided, MaxDistribution, Signs};
use super::degrees::{degrees, smallest};
use super::errors::keep;
use super::estimates::contrasts;
use super::few::{self, Together, Way};
use super::intervals::{interval, IntervalScale, Method, Reach};
use super::multiplicity::{adjust, Adjustment};
use super::scores::{draws, sign_draws, Need, Scores};
use super::Options;
use crate::claims::{p_value, Evidence};
use crate::distributions::student;
use crate::error::{Error, Result};
use crate::interrupt::spend;
use crate::model::{Model, Quantity};
use crate::progress::Watch;
use crate::room::{self, with_room, Gather as _};
use std::mem::size_of;

/// About the nanoseconds that a step of a test takes, beyond what lists take.
const A_TEST: usize = 60;

/// Which pairs of items are tested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Family {
    /// All pairs i < j.
    #[default]
    AllPairs,
    /// Every other item against one (many to one).
    ToReference(usize),
}

impl Family {
    /// Number of tests among this many items.
    pub fn count(self, items: usize) -> usize {
        match self {
            Family::AllPairs => items * items.saturating_sub(1) / 2,
            Family::ToReference(_) => items.saturating_sub(1),
        }
    }

    /// The pairs, in order.
    fn pairs(self, items: usize) -> Pairs {
        let next = match self {
            Family::AllPairs => (0, 1),
            Family::ToReference(reference) => (usize::from(reference == 0), reference),
        };
        Pairs { family: self, items, next, left: self.count(items) }
    }
}

/// The pairs of a family, one after the other: a list of all pairs of thousands of items takes hundreds of megabytes.
#[derive(Debug, Clone)]
struct Pairs {
    family: Family,
    items: usize,
    next: (usize, usize),
    left: usize,
}

impl Iterator for Pairs {
    type Item = (usize, usize);

    fn next(&mut self) -> Option<(usize, usize)> {
        self.left = self.left.checked_sub(1)?;
        let (i, j) = self.next;
        self.next = match self.family {
            Family::AllPairs if j + 1 < self.items => (i, j + 1),
            Family::AllPairs => (i + 1, i + 2),
            Family::ToReference(reference) => (i + 1 + usize::from(i + 1 == reference), reference),
        };
        Some((i, j))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

/// A two-sided test that an estimate differs from a value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Test {
    /// The estimate.
    pub estimate: f64,
    /// Its standard error.
    pub error: f64,
    /// (estimate - null) / error; NaN where the error is zero or not finite. At all looks the logarithm of the e-value.
    pub statistic: f64,
    /// Two-sided p-value of this test alone; NaN where there is no statistic.
    pub p: f64,
    /// Adjusted for the family; NaN where there is no statistic.
    pub adjusted: f64,
    /// Lower end of the interval.
    pub lower: f64,
    /// Upper end of the interval.
    pub upper: f64,
}

/// A pair of items, or of values, with the test of the first less the second.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairTest {
    /// The first.
    pub first: usize,
    /// The second.
    pub second: usize,
    /// The test of first less second.
    pub test: Test,
}

/// An estimate with the evidence that it differs from a value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EValue {
    /// The estimate.
    pub estimate: f64,
    /// Its standard error.
    pub error: f64,
    /// The value.
    pub null: f64,
    /// The evidence; that of one without an error is zero.
    pub evidence: Evidence,
}

impl Test {
    /// A test of an unidentified value: all NaN.
    pub(super) fn unknown() -> Test {
        let nan = f64::NAN;
        Test { estimate: nan, error: nan, statistic: nan, p: nan, adjusted: nan, lower: nan, upper: nan }
    }

    /// The numbers in their order.
    pub fn numbers(&self) -> [f64; 7] {
        [self.estimate, self.error, self.statistic, self.p, self.adjusted, self.lower, self.upper]
    }
}

/// A hypothesis: an estimate of something with its standard error, the value it is tested against, and degrees of
/// freedom.
#[derive(Debug, Clone, Copy)]
struct Hypothesis<K> {
    of: K,
    estimate: f64,
    error: f64,
    null: f64,
    degrees: f64,
}

/// Tests of the differences of scores; each with the pair.
pub fn test_pairs(
    model: &Model,
    family: Family,
    adjustment: Adjustment,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Vec<PairTest>> {
    check_reference(family, model.layout.items)?;
    // Tests are made while the covariances, of parameters and scores, are there; from statistics and p-values of their own.
    let (items, each) = (model.layout.items, size_of::<PairTest>() + size_of::<[f64; 3]>());
    let matrices = room::matrices(1, model.theta.len()).saturating_add(room::matrices(2, items));
    let tests = family.count(items);
    room::expect(format_args!("{tests} tests"), matrices.saturating_add(tests.saturating_mul(each)))?;
    let need = if adjustment == Adjustment::SingleStep { Need::All } else { Need::Degrees };
    let scores = Scores::of(model, need, options, &mut *watch)?;
    tests_of_pairs(&scores, family, adjustment, options, watch)
}

/// The difference of two scores, with its standard error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    /// The items.
    pub pair: [usize; 2],
    /// Of their scores, the first less the second.
    pub estimate: f64,
    /// Its standard error.
    pub error: f64,
}

/// The differences of all pairs of scores, by themselves.
pub fn differences(model: &Model, options: &Options, watch: Watch<'_>) -> Result<Vec<Difference>> {
    Ok(differences_of(&Scores::of(model, Need::Errors, options, watch)?))
}

/// The same of scores that are known.
pub(super) fn differences_of(scores: &Scores) -> Vec<Difference> {
    let of = |(i, j): (usize, usize)| {
        let (estimate, error) = scores.difference(i, j);
        Difference { pair: [i, j], estimate, error }
    };
    Family::AllPairs.pairs(scores.len()).map(of).gathered()
}

fn check_reference(family: Family, items: usize) -> Result<()> {
    match family {
        Family::ToReference(item) if item >= items => {
            Err(Error::Argument(format!("reference_item is {item}, but there are {items}")))
        }
        _ => Ok(()),
    }
}

/// Tests of the differences of scores that are known.
pub(super) fn tests_of_pairs(
    scores: &Scores,
    family: Family,
    adjustment: Adjustment,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Vec<PairTest>> {
    check_reference(family, scores.len())?;
    let hypothesis = |(i, j): (usize, usize)| {
        let (estimate, error) = scores.difference(i, j);
        Hypothesis { of: (i, j), estimate, error, null: 0.0, degrees: scores.degrees(i, j) }
    };
    let pairs = family.pairs(scores.len());
    let together = |watch: Watch<'_>| match family {
        Family::AllPairs => scores.largest_of_pairs(options, watch),
        Family::ToReference(reference) => {
            scores.largest_against(reference, || against(scores, reference), options, watch)
        }
    };
    let row = |(first, second): (usize, usize), test| PairTest { first, second, test };
    decide(pairs.map(hypothesis), adjustment, &scores.with_mixture(options), || together(watch), row)
}

/// Tests of contrasts of a quantity: L theta = null.
#[allow(clippy::too_many_arguments)] // Those of the C function.
pub fn test_contrasts(
    model: &Model,
    quantity: Quantity,
    weights: &[f64],
    count: usize,
    null: &[f64],
    adjustment: Adjustment,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Vec<Test>> {
    check_null(null)?;
    let options = &*options.or_mixture(anytime::of_contrasts(quantity, options.view.unit));
    let method = if options.method.is_anytime() { Method::Anytime } else { Method::Marginal };
    let alone = Options { method, ..options.clone() };
    let (table, covariance) = contrasts(model, quantity, weights, count, &alone, watch)?;
    let jacobian = model.readout(quantity, &options.view)?.jacobian.contrasts(weights, count);
    let degrees = degrees(model, &jacobian, options)?;
    let values: Vec<[f64; 2]> = table.iter().map(|row| [row[0], row[1]]).gathered();
    let way = if count > 1 { few::way(model, options)? } else { Way::Bonferroni };
    let together = |watch: Watch<'_>| match way {
        Way::Drawn => drawn_values(&covariance, &degrees, options, watch),
        Way::Bonferroni => Ok(Together::Bonferroni),
        Way::Signs => {
            flipped_values(&values, null, |gaps| few::signs(model, &jacobian, gaps, options), options, watch)
        }
    };
    tests_of_values(&values, &degrees, null, adjustment, options, || together(watch))
}

/// The largest of values by draws of their joint distribution.
pub(super) fn drawn_values(
    covariance: &[f64],
    degrees: &[f64],
    options: &Options,
    watch: Watch<'_>,
) -> Result<Together> {
    let fewest = smallest(degrees);
    let largest =
        MaxDistribution::of_values(covariance, degrees.len(), fewest, draws(options), &mut keep(watch))?;
    Ok(Together::Distribution(largest))
}

/// The largest of values, each an estimate and its standard error, less `null` by sign flips of contributions to them.
pub(super) fn flipped_values(
    values: &[[f64; 2]],
    null: &[f64],
    signs: impl FnOnce(&[f64]) -> Result<Signs>,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Together> {
    let gap = |(c, value): (usize, &[f64; 2])| value[0] - null.get(c).copied().unwrap_or(0.0);
    let gaps: Vec<f64> = values.iter().enumerate().map(gap).gathered();
    let has_error = |c: usize| gaps[c].is_finite() && values[c][1] > 0.0 && values[c][1].is_finite();
    let largest = signs(&gaps)?.of_values(has_error, sign_draws(options), &mut keep(watch))?;
    Ok(Together::Flips(largest))
}

fn check_null(null: &[f64]) -> Result<()> {
    match null.iter().position(|v| !v.is_finite()) {
        Some(at) => Err(Error::row(at, format!("null is {}; it must be finite", null[at]))),
        None => Ok(()),
    }
}

/// Tests of values, each an estimate and its standard error, that they are equal to `null` (empty: zeros).
pub(super) fn tests_of_values(
    values: &[[f64; 2]],
    degrees: &[f64],
    null: &[f64],
    adjustment: Adjustment,
    options: &Options,
    together: impl FnOnce() -> Result<Together>,
) -> Result<Vec<Test>> {
    check_null(null)?;
    let hypotheses = values.iter().enumerate().map(|(c, &[estimate, error])| Hypothesis {
        of: (),
        estimate,
        error,
        null: null.get(c).copied().unwrap_or(0.0),
        degrees: degrees[c],
    });
    decide(hypotheses, adjustment, options, together, |(), test| test)
}

/// Contrasts of a quantity with the evidence that they differ from `null` (empty: zeros), which holds at all looks.
#[allow(clippy::too_many_arguments)] // Those of the C function.
pub fn e_values(
    model: &Model,
    quantity: Quantity,
    weights: &[f64],
    count: usize,
    null: &[f64],
    options: &Options,
    watch: Watch<'_>,
) -> Result<Vec<EValue>> {
    let mixture = anytime::of_contrasts(quantity, options.view.unit);
    let options = Options { method: Method::Anytime, ..options.or_mixture(mixture).into_owned() };
    let (table, _) = contrasts(model, quantity, weights, count, &options, watch)?;
    evidence_of(&table, null, &options)
}

/// The evidence of estimates with their standard errors.
pub(super) fn evidence_of(table: &[[f64; 4]], null: &[f64], options: &Options) -> Result<Vec<EValue>> {
    check_null(null)?;
    let mixture = options.mixture_at(1.0 - options.level)?;
    let of = |(at, &[estimate, error, ..]): (usize, &[f64; 4])| {
        let null = null.get(at).copied().unwrap_or(0.0);
        EValue { estimate, error, null, evidence: mixture.evidence(estimate - null, error) }
    };
    Ok(table.iter().enumerate().map(of).gathered())
}

/// The covariance of the differences of all other scores from one.
fn against(scores: &Scores, reference: usize) -> Vec<f64> {
    let n = scores.len();
    let c = |i: usize, j: usize| scores.covariance[i * n + j];
    let others: Vec<usize> = (0..n).filter(|&i| i != reference).gathered();
    let mut covariance = with_room(others.len() * others.len());
    for &i in &others {
        for &j in &others {
            covariance.push(if i == j {
                let error = scores.difference(i, reference).1;
                error * error
            } else {
                c(i, j) - c(i, reference) - c(reference, j) + c(reference, reference)
            });
        }
    }
    covariance
}

/// Statistics, p-values and intervals of a family; `together` is asked for in the single step only. The hypotheses
/// are gone through again and again rather than kept, since they may be millions.
fn decide<K, R>(
    hypotheses: impl Iterator<Item = Hypothesis<K>> + Clone,
    adjustment: Adjustment,
    options: &Options,
    together: impl FnOnce() -> Result<Together>,
    row: impl Fn(K, Test) -> R,
) -> Result<Vec<R>> {
    if options.method.is_anytime() {
        return decide_at_all_looks(hypotheses, adjustment, options, row);
    }
    if adjustment.is_of_e_values() {
        return Err(Error::Unsupported(
            "adjustment: e-values need intervals that hold at all looks (DUEL_INTERVALS_ANYTIME)".into(),
        ));
    }
    let failed = options.failed_share();
    let level = options.level_with_failed();
    let statistics: Vec<f64> = hypotheses
        .clone()
        .map(|h| {
            spend(A_TEST);
            let sound = h.error > 0.0 && h.error.is_finite();
            if sound {
                (h.estimate - h.null) / h.error
            } else {
                f64::NAN
            }
        })
        .gathered();
    // Replicates without an estimate speak against every claim.
    let against = |p: f64| if failed > 0.0 { (p + failed).min(1.0) } else { p };
    let own = |(h, &t): (Hypothesis<K>, &f64)| match t.is_nan() {
        true => f64::NAN,
        false => against(two_sided(t, h.degrees)),
    };
    let p: Vec<f64> = hypotheses.clone().zip(&statistics).map(own).gathered();
    let tests = statistics.iter().filter(|t| !t.is_nan()).count();
    // Bounds of all at once: the bar for each, and what each has for a bar at least.
    let (mut simultaneous, mut least) = (None, 0.0);
    let mut adjustment = adjustment;
    let adjusted = match adjustment {
        Adjustment::SingleStep => match together()? {
            Together::Distribution(largest) => {
                simultaneous = Some(if level < 1.0 { largest.quantile(level)?.value } else { f64::INFINITY });
                largest
                    .p_values(&statistics)
                    .into_iter()
                    .map(|p| if p.is_nan() { p } else { against(p) })
                    .gathered()
            }
            Together::Flips(flips) => {
                least = flips.critical(level);
                spend(100 * tests);
                // No p-value is smaller, and no interval shorter, than that of one test by itself.
                statistics.iter().zip(&p).map(|(&t, &p)| flips.p_value(t).max(p)).gathered()
            }
            Together::Bonferroni => {
                adjustment = Adjustment::Bonferroni;
                adjust(&p, adjustment)?
            }
        },
        other => adjust(&p, other)?,
    };
    let share = if adjustment == Adjustment::Bonferroni { tests.max(1) as f64 } else { 1.0 };
    let critical = |degrees: f64| -student::quantile(0.5 * (1.0 - level) / share, degrees);
    // Most families have one distribution for all.
    let normal = critical(f64::INFINITY);
    let numbers = statistics.iter().zip(&p).zip(&adjusted);
    let of = |(h, ((&statistic, &p), &adjusted)): (Hypothesis<K>, ((&f64, &f64), &f64))| {
        spend(A_TEST);
        let Hypothesis { of, estimate, error, degrees, .. } = h;
        let own = if degrees.is_infinite() { normal } else { critical(degrees) };
        let bar = simultaneous.unwrap_or(own.max(least));
        let (lower, upper) = interval(IntervalScale::Identity, estimate, error, bar);
        row(of, Test { estimate, error, statistic, p, adjusted, lower, upper })
    };
    Ok(hypotheses.zip(numbers).map(of).gathered())
}

/// The same by e-values, whose logarithms are the statistics.
fn decide_at_all_looks<K, R>(
    hypotheses: impl Iterator<Item = Hypothesis<K>> + Clone,
    adjustment: Adjustment,
    options: &Options,
    row: impl Fn(K, Test) -> R,
) -> Result<Vec<R>> {
    if adjustment == Adjustment::SingleStep {
        return Err(Error::Unsupported(
            "adjustment: the single step holds at one look; at all looks use DUEL_ADJUST_E_HOLM, DUEL_ADJUST_E_BH or one \
             of p-values"
                .into(),
        ));
    }
    let together = options.method.is_together() || adjustment == Adjustment::Bonferroni;
    let share = if together { hypotheses.size_hint().0.max(1) as f64 } else { 1.0 };
    let mixture = options.mixture_at((1.0 - options.level) / share)?;
    let evidence = |h: Hypothesis<K>| mixture.evidence(h.estimate - h.null, h.error).two_sided;
    let statistics: Vec<f64> = hypotheses.clone().map(evidence).gathered();
    let p: Vec<f64> = statistics.iter().map(|&log_e| p_value(log_e)).gathered();
    let adjusted: Vec<f64> = match adjustment.is_of_e_values() {
        true => adjust(&statistics, adjustment)?.into_iter().map(p_value).gathered(),
        false => adjust(&p, adjustment)?,
    };
    let numbers = statistics.iter().zip(&p).zip(&adjusted);
    let of = |(h, ((&statistic, &p), &adjusted)): (Hypothesis<K>, ((&f64, &f64), &f64))| {
        spend(A_TEST);
        let Hypothesis { of, estimate, error, .. } = h;
        let (lower, upper) = interval(IntervalScale::Identity, estimate, error, Reach::Anytime(mixture, 1.0));
        row(of, Test { estimate, error, statistic, p, adjusted, lower, upper })
    };
    Ok(hypotheses.zip(numbers).map(of).gathered())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hypothesis(estimate: f64, error: f64) -> Hypothesis<()> {
        Hypothesis { of: (), estimate, error, null: 1.0, degrees: f64::INFINITY }
    }

    fn decide(
        family: &[Hypothesis<()>],
        adjustment: Adjustment,
        options: &Options,
        distribution: impl FnOnce() -> Result<Together>,
    ) -> Result<Vec<Test>> {
        super::decide(family.iter().copied(), adjustment, options, distribution, |(), test| test)
    }

    fn no_distribution() -> Result<Together> {
        Err(Error::Numeric("not asked for".into()))
    }

    #[test]
    fn what_has_no_statistic_is_no_part_of_the_family() {
        let family = [
            hypothesis(3.0, 1.0),
            hypothesis(f64::NAN, f64::NAN),
            hypothesis(5.0, f64::INFINITY),
            hypothesis(2.0, 0.0),
            hypothesis(0.0, 2.0),
        ];
        let found = decide(&family, Adjustment::Bonferroni, &Options::default(), no_distribution).unwrap();
        assert_eq!((found[0].statistic, found[4].statistic), (2.0, -0.5));
        assert!((found[0].p - 0.045_500_263_896_358_42).abs() < 1e-15);
        assert!((found[0].adjusted - 2.0 * found[0].p).abs() < 1e-15);
        // 2.2414 is the normal quantile at 1 - 0.05 / 4: two tests, not five.
        assert!((found[0].upper - 3.0 - 2.241_402_727_604_947).abs() < 1e-9);
        for test in &found[1..4] {
            assert!(test.statistic.is_nan() && test.p.is_nan() && test.adjusted.is_nan());
        }
        assert!(found[1].lower.is_nan());
        assert_eq!((found[2].lower, found[2].upper), (f64::NEG_INFINITY, f64::INFINITY));
        assert_eq!((found[3].lower, found[3].upper), (2.0, 2.0));
        assert!(decide(&family, Adjustment::SingleStep, &Options::default(), no_distribution).is_err());
    }

    #[test]
    fn few_degrees_of_freedom_widen() {
        let family = [Hypothesis { degrees: 4.0, ..hypothesis(3.0, 1.0) }];
        let found = decide(&family, Adjustment::Holm, &Options::default(), no_distribution).unwrap();
        // Student's t with 4 degrees: 2.776445 at 0.975, and P(|T| > 2) = 0.1161165.
        assert!((found[0].upper - 3.0 - 2.776_445_105_197_793).abs() < 1e-9);
        assert!((found[0].p - 0.116_116_523_516_815_6).abs() < 1e-9 && found[0].adjusted == found[0].p);
    }

    #[test]
    fn at_all_looks_evidence_takes_the_place_of_statistics() {
        let family =
            [hypothesis(3.0, 0.5), hypothesis(2.0, 0.0), hypothesis(4.0, 0.5), hypothesis(1.0, f64::NAN)];
        let options = Options { method: Method::Anytime, mixture: 0.5, ..Options::default() };
        // r = 1, z = 4 and 6: log E = z^2 / 4 - log(2) / 2.
        let log_e = [4.0 - 0.5 * 2f64.ln(), 0.0, 9.0 - 0.5 * 2f64.ln(), 0.0];
        let k = |alpha: f64| (2.0 * (2f64.ln() - 2.0 * alpha.ln())).sqrt();
        let found = decide(&family, Adjustment::EBh, &options, no_distribution).unwrap();
        for (test, log_e) in found.iter().zip(log_e) {
            assert!((test.statistic - log_e).abs() < 1e-12 && (test.p - (-log_e).exp()).abs() < 1e-12);
        }
        assert!((found[0].adjusted - 2.0 * found[0].p).abs() < 1e-12 && found[1].adjusted == 1.0);
        assert!((found[0].upper - 3.0 - 0.5 * k(0.05)).abs() < 1e-12);
        assert!(found[1].lower.is_nan());
        assert_eq!((found[3].lower, found[3].upper), (f64::NEG_INFINITY, f64::INFINITY));
        for options in [
            Options { method: Method::AnytimeSimultaneous, ..options.clone() },
            Options { method: Method::Anytime, ..options.clone() },
        ] {
            let found = decide(&family, Adjustment::Bonferroni, &options, no_distribution).unwrap();
            assert!((found[0].upper - 3.0 - 0.5 * k(0.0125)).abs() < 1e-12);
            assert!((found[0].adjusted - (4.0 * found[0].p).min(1.0)).abs() < 1e-12);
        }
        assert!(matches!(
            decide(&family, Adjustment::SingleStep, &options, no_distribution),
            Err(Error::Unsupported(_))
        ));
        let single = Options { mixture: 0.0, ..options };
        assert!(matches!(
            decide(&family, Adjustment::None, &single, no_distribution),
            Err(Error::Argument(_))
        ));
        let one = decide(&family, Adjustment::EHolm, &Options::default(), no_distribution);
        assert!(matches!(one, Err(Error::Unsupported(_))));
    }

    #[test]
    fn families_and_their_sizes() {
        let pairs = |family: Family, items| family.pairs(items).collect::<Vec<_>>();
        assert_eq!(pairs(Family::AllPairs, 3), [(0, 1), (0, 2), (1, 2)]);
        assert_eq!(pairs(Family::AllPairs, 4), [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]);
        for (reference, others) in [(0, [1, 2, 3]), (1, [0, 2, 3]), (2, [0, 1, 3]), (3, [0, 1, 2])] {
            assert_eq!(pairs(Family::ToReference(reference), 4), others.map(|i| (i, reference)));
        }
        for items in [0, 1, 5] {
            for family in [Family::AllPairs, Family::ToReference(0)] {
                assert_eq!(family.count(items), pairs(family, items).len());
            }
        }
        for (family, items) in
            [Family::AllPairs, Family::ToReference(0)].map(|f| [0, 1, 2].map(|n| (f, n))).concat()
        {
            assert_eq!(pairs(family, items).len(), items.saturating_sub(1));
        }
    }
}
