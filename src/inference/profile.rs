//! Profile likelihood: intervals that follow the likelihood where it is not a parabola.
//!
//! An interval holds the values v for which the largest likelihood with the value held at v is not
//! significantly smaller than the largest of all: 2 (l - l(v)) <= c^2. The constraint a'theta = v is
//! met by the method of multipliers, whose inner problems are fits from the last solution; the ends
//! are where the signed root of the statistic, which is nearly linear in v, meets -c and c.
//!
//! Under a sandwich or clustered covariance the statistic is divided by the ratio of the value's two
//! variances (Pace, Salvan and Sartori 2011), so that it has the right size where the model is not right.

use super::degrees::{degrees, each_value};
use super::errors::variances_of;
use super::estimates::combine;
use super::intervals::Method;
use super::{CovarianceKind, Options};
use crate::error::{Error, Result};
use crate::likelihood::{Constraint, ConstraintState};
use crate::model::{Correction, Linear, Model, Quantity, Refitter, State, View};
use crate::progress::{Progress, Watch};
use crate::room::{self, Duplicate as _, Gather as _, Put as _};

/// Steps of a search for one end.
const STEPS: usize = 60;
/// A value farther out than this many standard errors is as good as infinite.
const MAX_STANDARD_ERRORS: f64 = 1e4;
/// An end is found where the root of the statistic is this near to the critical value.
const CLOSE: f64 = 1e-7;

/// Estimate, standard error (of the covariance asked for), lower and upper end, of contrasts (count x values) of a quantity.
pub fn profile(
    model: &Model,
    quantity: Quantity,
    weights: &[f64],
    count: usize,
    options: &Options,
    watch: Watch<'_>,
) -> Result<Vec<[f64; 4]>> {
    options.check()?;
    if !matches!(options.method, Method::Marginal | Method::Bonferroni) {
        return Err(Error::Unsupported("intervals: profile intervals are marginal or Bonferroni's".into()));
    }
    if model.specification.firth {
        return Err(Error::Unsupported(
            "profile: not with bias_reduction, which maximises another likelihood".into(),
        ));
    }
    if model.specification.pair_floor().is_some() {
        return Err(Error::Unsupported(
            "profile: not where pairs count equally, whose likelihood is none of the votes".into(),
        ));
    }
    if options.bootstrap.is_some() {
        return Err(Error::Unsupported("bootstrap: a profile has no use for replicates".into()));
    }
    if let Some(at) = weights.iter().position(|w| !w.is_finite()) {
        return Err(Error::Argument(format!("weights[{at}] is {}", weights[at])));
    }
    let linears = model.linear(quantity, &options.view, weights, count)?;
    let base = model.point().readout(quantity, &options.view)?;
    let jacobian = base.jacobian.contrasts(weights, count);
    let across = model.across(quantity, weights, count);
    let estimates = combine(weights, count, &base.estimates);
    let states = model.states(&jacobian);
    let plain =
        Options { covariance: CovarianceKind::Observed, correction: Correction::None, ..options.clone() };
    let plain = if model.set.importance() { options.clone() } else { plain };
    let own = variances_of(model, &jacobian, &plain)?;
    let robust = variances_of(model, &jacobian, options)?;
    let family = if options.method == Method::Bonferroni { count } else { 1 };
    let critical = each_value(options.level, family, &degrees(model, &jacobian, options)?)?;
    let mut refitter = Refitter::to_hold(model)?;
    let mut done = 0;
    linears
        .iter()
        .enumerate()
        .map(|(row, linear)| {
            done += 2;
            if across[row] || estimates[row].is_nan() || states[row] == State::Arbitrary {
                return Ok([f64::NAN; 4]);
            }
            let ratio = robust[row] / own[row];
            // At a boundary, and where the score diverges, there is no variance to compare.
            let ratio = if ratio.is_finite() && ratio > 0.0 { ratio } else { 1.0 };
            // A diverging value has no end of its interval on that side.
            let sign = match states[row] {
                State::Diverges(sign) => sign,
                _ => 0.0,
            };
            if sign.is_nan() {
                return Ok([f64::NAN; 4]);
            }
            let mut profile = Profile::new(model, &mut refitter, linear, own[row])?;
            let mut tell = |now: &Progress| {
                let fraction = (done - 2) as f64 / (2 * count) as f64;
                watch(&Progress { fraction, iteration: done as u64, ..*now })
            };
            let size = ratio.sqrt() * critical[row];
            // The function may run against what is read out.
            let runs = sign * linear.size.signum();
            let lower = if runs < 0.0 { -f64::INFINITY } else { profile.end(-size, &mut tell)? };
            let upper = if runs > 0.0 { f64::INFINITY } else { profile.end(size, &mut tell)? };
            let scaled = |value: f64| linear.origin + linear.size * value;
            let estimate = if sign == 0.0 { scaled(profile.estimate) } else { f64::INFINITY * sign };
            Ok([estimate, (ratio * own[row]).sqrt(), scaled(lower), scaled(upper)])
        })
        .gathered_or()
}

/// How much of its log-likelihood a model loses where two items have the same score: of all pairs i < j, i first.
pub(crate) fn losses_of_equality(model: &Model, watch: Watch<'_>) -> Result<Vec<f64>> {
    let n = model.layout.items;
    let mut refitter = Refitter::to_hold(model)?;
    let mut losses = Vec::new();
    for (i, j) in (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j))) {
        let mut weights = vec![0.0; n];
        (weights[i], weights[j]) = (1.0, -1.0);
        let view = View::default();
        let linears = model.linear(Quantity::Scores, &view, &weights, 1)?;
        let jacobian = model.point().readout(Quantity::Scores, &view)?.jacobian.contrasts(&weights, 1);
        let plain = Options { covariance: CovarianceKind::Observed, ..Options::default() };
        let variance = variances_of(model, &jacobian, &plain)?[0];
        let mut profile = Profile::new(model, &mut refitter, &linears[0], variance)?;
        let start = profile.theta.duplicate();
        // Where one of the scores is fixed, the other comes to it.
        let (root, _) = profile.root(-linears[0].origin / linears[0].size, &start, watch)?;
        if !root.is_finite() {
            return Err(Error::Numeric(format!("the scores of items {i} and {j} cannot be held equal")));
        }
        losses.put(0.5 * root * root);
    }
    Ok(losses)
}

/// The profile along one linear function.
struct Profile<'a, 'm> {
    model: &'a Model,
    refitter: &'a mut Refitter<'m>,
    linear: &'a Linear,
    /// The estimate on the scale of the function.
    estimate: f64,
    /// Its standard error by the Hessian, or a guess.
    error: f64,
    theta: Vec<f64>,
    minimum: f64,
}

impl<'a, 'm> Profile<'a, 'm> {
    fn new(
        model: &'a Model,
        refitter: &'a mut Refitter<'m>,
        linear: &'a Linear,
        variance: f64,
    ) -> Result<Profile<'a, 'm>> {
        let mut theta = model.theta.duplicate();
        if let Some(scale) = &linear.scale {
            let size: f64 = scale.iter().map(|(at, w)| w * theta[*at as usize]).sum();
            let strength = &model.layout.strength;
            let (scores, rest) = theta.split_at_mut(strength.items);
            scores.iter_mut().for_each(|s| *s *= size);
            rest[..strength.judges].iter_mut().for_each(|g| *g /= size);
        }
        let estimate: f64 = linear.along.iter().map(|(at, w)| w * theta[*at as usize]).sum();
        let error = variance.sqrt() / linear.size;
        let error = if error > 0.0 && error.is_finite() { error } else { (0.1 * estimate.abs()).max(1.0) };
        let minimum = model.facts.objective;
        Ok(Profile { model, refitter, linear, estimate, error, theta, minimum })
    }

    /// The value at which the signed root of the statistic is `size`; infinite if it never is, the end
    /// of the range if it is not before.
    fn end(&mut self, size: f64, watch: Watch<'_>) -> Result<f64> {
        if self.linear.along.is_empty() || self.estimate.is_nan() || size.is_nan() {
            return Ok(f64::NAN);
        }
        if size.is_infinite() {
            return Ok(size);
        }
        // A sensitivity that must not be negative ends at zero.
        let bounded = self.linear.judge.is_some() && !self.model.specification.strength.is_signed();
        let floor = if bounded { 0.0 } else { f64::NEG_INFINITY };
        if bounded && size < 0.0 && self.estimate <= 0.0 {
            return Ok(0.0);
        }
        let mut start = self.theta.duplicate();
        // Inside: root below size; outside: above.
        let (mut inside, mut inside_root) = (self.estimate, 0.0);
        let mut outside: Option<(f64, f64)> = None;
        let mut next = (self.estimate + size * self.error).max(floor);
        let mut reached = false;
        for _ in 0..STEPS {
            let (root, theta) = self.root(next, &start, watch)?;
            let missing = size.abs() - root;
            if missing.abs() <= CLOSE * size.abs() {
                return Ok(next);
            }
            if missing > 0.0 {
                if next <= floor {
                    return Ok(floor);
                }
                reached |= (next - self.estimate).abs() > MAX_STANDARD_ERRORS * self.error;
                if reached && outside.is_none() {
                    return Ok(f64::INFINITY * size.signum());
                }
                (inside, inside_root, start) = (next, root, theta);
            } else {
                outside = Some((next, root));
            }
            next = match outside {
                // Farther out, by what is missing or at least twice.
                None => {
                    let slope = inside_root / (inside - self.estimate).abs().max(1e-3 * self.error);
                    let by = (size.abs() - inside_root) / slope.max(1e-6 / self.error);
                    let by = by.max(0.1 * self.error).min(3.0 * (inside - self.estimate).abs());
                    (inside + by.max(1e-3 * self.error) * size.signum()).max(floor)
                }
                // The secant, kept away from the ends of the bracket.
                Some((far, far_root)) if far_root.is_finite() => {
                    let share = (size.abs() - inside_root) / (far_root - inside_root);
                    inside + share.clamp(0.02, 0.98) * (far - inside)
                }
                Some((far, _)) => 0.5 * (inside + far),
            };
            // The statistic may leap at the end of a range; the end is then where it does.
            if outside.is_some_and(|(far, _)| (far - inside).abs() <= 1e-6 * self.error) {
                return Ok(next);
            }
        }
        Ok(next)
    }

    /// The root of the statistic with the function held at a value, and where it is; infinite where
    /// no fit could be had.
    fn root(&mut self, value: f64, start: &[f64], watch: Watch<'_>) -> Result<(f64, Vec<f64>)> {
        // Strong against the curvature along the function: the multiplier settles in a few rounds.
        let weight = 1e3 / (self.error * self.error) / self.model.facts.unit;
        let hold = |along: Vec<(u32, f64)>, target| Constraint {
            along,
            target,
            weight,
            multiplier: 0.0,
            state: ConstraintState::Equality,
        };
        let (equalities, scaled) = match (&self.linear.scale, self.linear.is_of_sensitivities) {
            (None, _) => (vec![hold(self.linear.along.duplicate(), value)], false),
            // a'gamma = v s'gamma holds on any scale: the solver stays free to balance it.
            (Some(scale), true) => (vec![hold(difference(&self.linear.along, value, scale), 0.0)], false),
            (Some(scale), false) => {
                (vec![hold(self.linear.along.duplicate(), value), hold(scale.duplicate(), 1.0)], true)
            }
        };
        self.refitter.hold(equalities, scaled, self.linear.judge);
        let mut theta = start.duplicate();
        let tolerance = 1e-9 * self.error.max(value.abs());
        let mut missing = f64::INFINITY;
        for _ in 0..25 {
            let Ok(refit) = self.refitter.refit_from(theta.duplicate(), watch)? else {
                return Ok((f64::INFINITY, start.duplicate()));
            };
            theta = refit.theta;
            let mut largest: f64 = 0.0;
            for constraint in self.refitter.equalities() {
                let gap = constraint.gap(&theta);
                constraint.multiplier += constraint.weight * gap;
                largest = largest.max(gap.abs());
            }
            missing = largest;
            if missing <= tolerance {
                break;
            }
        }
        // Where the fit is all but flat the last digits of the constraint may not be had, which does not
        // matter there; what stays far off is a value that no parameters have.
        if missing > 0.01 * self.error.min((value - self.estimate).abs()) {
            return Ok((f64::INFINITY, start.duplicate()));
        }
        let value = self.refitter.objective().value_unheld(&theta);
        let statistic = 2.0 * (value * self.model.facts.unit - self.minimum);
        Ok((statistic.max(0.0).sqrt(), theta))
    }
}

/// a - v b of two sparse vectors, parameters ascending.
fn difference(a: &[(u32, f64)], v: f64, b: &[(u32, f64)]) -> Vec<(u32, f64)> {
    let mut sum: Vec<(u32, f64)> = a.iter().copied().chain(b.iter().map(|&(at, w)| (at, -v * w))).gathered();
    room::sort_by_key(&mut sum, |(at, _)| *at);
    sum.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
    sum
}

#[cfg(test)]
mod tests;
