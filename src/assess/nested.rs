//! Tests of nested models: likelihood ratio, Wald and Rao's score test.
//!
//! Whether one model is nested in another is decided by their choices, not by their likelihoods.

use super::criteria::{at_boundary, Space};
use super::restrictions::{restrictions, Restrictions};
use super::score::score_test;
use crate::comparisons::{Kind as Names, Set};
use crate::component::{Aggregation, Reading, Terms};
use crate::distributions::chi_square;
use crate::error::{Error, Result};
use crate::inference::Options;
use crate::likelihood::Design;
use crate::model::{BothBad, CovarianceKind, Model, Position, Specification, ThresholdModel};
use crate::threshold::Basis;

/// How nested models are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NestedTest {
    /// Twice the difference of the log-likelihoods; needs both fits.
    LikelihoodRatio,
    /// Distance of the full estimate from the null hypothesis; needs the full fit.
    Wald,
    /// Slope of the full likelihood at the null estimate; needs the null fit.
    Score,
}

impl NestedTest {
    /// All by their numbers.
    pub const ALL: [NestedTest; 3] = [NestedTest::LikelihoodRatio, NestedTest::Wald, NestedTest::Score];
}

/// The result of a test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nested {
    /// The statistic, chi-square under the null hypothesis in large samples.
    pub statistic: f64,
    /// Its degrees of freedom.
    pub df: usize,
    /// P(chi-square > statistic).
    pub p: f64,
    /// Whether a parameter is at the end of its range, so that the distribution does not quite hold.
    pub boundary: bool,
    /// Whether a ratio of quasi-likelihoods was adjusted.
    pub adjusted: bool,
}

/// Tests a model against a larger one of the same votes.
pub fn compare(null: &Model, full: &Model, test: NestedTest, options: &Options) -> Result<Nested> {
    if test == NestedTest::Score {
        full.refuse_grades("the score test")?;
    }
    check_spaces(null, full)?;
    check_choices(&null.specification, &full.specification)?;
    check_votes(null, full)?;
    if null.facts.dimension >= full.facts.dimension && test != NestedTest::Score {
        return Err(Error::Unsupported(format!(
            "null has {} identified parameters and full {}: null must be the smaller model",
            null.facts.dimension, full.facts.dimension
        )));
    }
    if test != NestedTest::Wald {
        check_likelihoods(null, full)?;
    }
    let boundary = match test {
        NestedTest::Score => at_boundary(null),
        NestedTest::Wald => at_boundary(full),
        NestedTest::LikelihoodRatio => at_boundary(null) || at_boundary(full),
    };
    let (statistic, df, adjusted) = match test {
        NestedTest::LikelihoodRatio => likelihood_ratio(null, full, options)?,
        NestedTest::Wald => {
            let (statistic, df) = restrictions(null, full)?.wald(full, options)?;
            (statistic, df, false)
        }
        NestedTest::Score => {
            let (statistic, df) = score_test(null, full)?;
            (statistic, df, false)
        }
    };
    Ok(Nested { statistic, df, p: chi_square::upper(statistic, df as f64), boundary, adjusted })
}

/// Twice the gain, divided by the mean eigenvalue of its distribution where ties are halves (Rotnitzky and Jewell
/// 1990): (R H^- R')^-1 (R V R'), V the sandwich.
fn likelihood_ratio(null: &Model, full: &Model, options: &Options) -> Result<(f64, usize, bool)> {
    let (low, high) = (null.facts.log_likelihood, full.facts.log_likelihood);
    let gain = 2.0 * (high - low);
    if gain < -1e-6 * (1.0 + low.abs()) {
        return Err(Error::Numeric(format!(
            "full has log-likelihood {high}, less than {low} of null: one of the two is not at its optimum"
        )));
    }
    // Rounding may leave a gain of zero slightly negative.
    let gain = if gain < 0.0 { 0.0 } else { gain };
    let df = full.facts.dimension - null.facts.dimension;
    if !is_quasi(full) {
        return Ok((gain, df, false));
    }
    let Restrictions { jacobian, .. } = restrictions(null, full)?;
    let kind = match full.kind(options.covariance) {
        CovarianceKind::Expected | CovarianceKind::Observed => CovarianceKind::Sandwich,
        robust => robust,
    };
    let with = |covariance| Options { covariance, ..options.clone() };
    let plain = Options { correction: Default::default(), ..with(CovarianceKind::Observed) };
    let bread = crate::inference::covariance_of_readout(full, &jacobian, &plain, false)?;
    let robust = crate::inference::covariance_of_readout(full, &jacobian, &with(kind), false)?;
    let mean = super::restrictions::mean_eigenvalue(&bread, &robust, jacobian.rows())?;
    Ok((gain / mean, df, true))
}

/// Whether ties were counted as halves, so that there is no proper likelihood.
pub(super) fn is_quasi(model: &Model) -> bool {
    Space::of(model) == Space::TwoHalf && model.objective.data.design.counts.iter().any(|c| c.tie > 0.0)
}

fn unsupported<T>(text: &str) -> Result<T> {
    Err(Error::Unsupported(text.into()))
}

fn check_spaces(null: &Model, full: &Model) -> Result<()> {
    let (a, b) = (&null.specification, &full.specification);
    if a.outcome != b.outcome {
        return unsupported("outcome: the outcome models differ, so neither model is nested in the other");
    }
    let dropped = |s: &Specification| s.both_bad == BothBad::Dropped;
    if a.ties != b.ties || dropped(a) != dropped(b) {
        return unsupported("ties: one model reads votes that the other drops");
    }
    if a.both_bad.is_outcome() != b.both_bad.is_outcome() {
        return unsupported(
            "both_bad: to one model these votes are ties, to the other an outcome of their own",
        );
    }
    Ok(())
}

/// Whether every choice of null is that of full, or a special case of it.
pub(super) fn check_choices(null: &Specification, full: &Specification) -> Result<()> {
    if null.strength.is_by_judge() && !full.strength.is_by_judge() {
        return unsupported("strength: null has sensitivities, full has none");
    }
    if null.strength.rank() != full.strength.rank() {
        return unsupported(
            "rank: a disagreement that is absent has no direction, so that the statistic has no chi-square distribution; \
             test one rank against the next by the bootstrap",
        );
    }
    if null.strength.is_by_judge() && null.strength.is_signed() != full.strength.is_signed() {
        return unsupported(
            "sign: one model bounds sensitivities, the other does not; neither is the smaller",
        );
    }
    let place = |p: Position| Position::ALL.iter().position(|c| *c == p);
    if place(null.position) > place(full.position) {
        return unsupported("position: null has position effects that full has not");
    }
    if null.threshold_by_judge && !full.threshold_by_judge {
        return unsupported("threshold: null has a threshold for every judge, full has one for all");
    }
    if null.interactions != full.interactions {
        return unsupported(
            "interactions: they are penalised, and no test is of a penalised likelihood; compare the models by \
             cross-validation",
        );
    }
    check_forms(null, full)?;
    if let Some(name) = null.covariates.iter().find(|name| !full.covariates.contains(name)) {
        return Err(Error::Unsupported(format!("covariates: null has \"{name}\", full has not")));
    }
    if null.offsets != full.offsets {
        return unsupported("offsets: the two models have not the same");
    }
    let fixed = |s: &Specification, item: usize| s.fixed_scores.get(item).copied().unwrap_or(f64::NAN);
    for item in 0..full.fixed_scores.len() {
        let (held, by) = (fixed(null, item), fixed(full, item));
        if !by.is_nan() && by != held {
            return Err(Error::Unsupported(format!(
                "fixed_scores: full holds score #{item} at {by}, null at {held}"
            )));
        }
    }
    Ok(())
}

/// Whether null's form of threshold and its spread are special cases of those of full.
fn check_forms(null: &Specification, full: &Specification) -> Result<()> {
    use ThresholdModel::{Additive, Factored, Single};
    let held = match (null.threshold, full.threshold) {
        (Single, Single | Additive(_)) | (Additive(_), Additive(_)) => true,
        (Factored { factors: few, basis, .. }, Factored { factors: many, basis: other, .. }) => {
            basis == other && few <= many
        }
        // Only cosines have a constant column.
        (_, Factored { basis, .. }) => basis == Basis::Cosine,
        _ => false,
    };
    if null.both_bad.is_additive() && !full.both_bad.is_additive() {
        return unsupported("bad_threshold: that of null is not a special case of that of full");
    }
    if !held {
        return unsupported("threshold: that of null is not a special case of that of full");
    }
    let is_linear = |s: &Specification| s.threshold.link().is_linear();
    if null.threshold != Single && is_linear(null) != is_linear(full) {
        return unsupported("tie_link: the models have different links, neither a case of the other");
    }
    match (null.spread_factors(), full.spread_factors()) {
        (null, full) if null == full => Ok(()),
        (None, Some(0)) => Ok(()),
        (Some(_), None) => unsupported("spread: null has a spread that full has not"),
        _ => unsupported(
            "spread: without some factors the others are not identified, and no test has a known distribution; compare \
             by criteria or held-out likelihood",
        ),
    }
}

/// Likelihoods must be those of votes, at their maximum.
fn check_likelihoods(null: &Model, full: &Model) -> Result<()> {
    for (name, model) in [("null", null), ("full", full)] {
        if let Some(weights) = model.weighting() {
            return Err(Error::Unsupported(format!(
                "{name} is fitted to {weights}, whose likelihood has no known distribution; use the Wald test"
            )));
        }
        if !model.is_at_maximum() {
            return Err(Error::Unsupported(format!(
                "{name} is penalised, bias-reduced or given, so that its likelihood is not at the maximum; use \
                 the Wald test"
            )));
        }
    }
    Ok(())
}

/// Whether both models used the same comparisons of the same items by the same judges, as far as the
/// larger model tells them apart.
pub(super) fn check_votes(null: &Model, full: &Model) -> Result<()> {
    let differ = || unsupported("the models were fitted to different comparisons");
    let (a, b) = (&null.set, &full.set);
    if a == b {
        return Ok(());
    }
    let same_names = |kind: Names, count: fn(&Set) -> usize| {
        count(a) == count(b) && (0..count(a)).all(|id| a.name(kind, id) == b.name(kind, id))
    };
    let same_covariates =
        full.specification.covariates.iter().all(|name| a.covariate(name) == b.covariate(name));
    if !same_names(Names::Item, Set::items) || !same_names(Names::Judge, Set::judges) || !same_covariates {
        return differ();
    }
    let aggregation =
        full.layout.aggregation.or(Aggregation { judge: true, order: true, ..Aggregation::default() });
    if aggregation.context && !same_names(Names::Context, Set::contexts) {
        return differ();
    }
    let of = |model: &Model| {
        let reading = Reading { pair_floor: None, ..model.layout.terms.reading };
        Design::new(&model.set, &Terms { reading, ..Terms::default() }, aggregation)
    };
    let (a, b) = (of(null)?, of(full)?);
    if a.holds_the_same(&b) {
        Ok(())
    } else {
        differ()
    }
}
